"""Families of coupled programs that are screens and plans (see `families.py`), on which the choice between the dual simplex, the simplex
and the interior point method was wrong or is a near thing."""

import math

from builder import Program


def splitters(size, random):
    """Nested stacks: widths add up to the parent's; shares of it, and proportions to sizes anywhere else, wished at six priorities."""
    g = Program()
    sizes = [g.size()]
    priorities = [750, 600, 500, 400, 250, 100]
    g.eq([(sizes[0], 1)], 10000)
    parent = 0
    while len(sizes) < size:
        children = [g.size() for _ in range(random.choice([2, 2, 3]))]
        g.eq([(child, 1) for child in children] + [(sizes[parent], -1)], 0)
        for child in children:
            share = random.choice([0.25, 0.33, 0.5, 0.66])
            g.eq([(child, 1), (sizes[parent], -share)], 0, random.choice(priorities))
            other = sizes[random.randrange(len(sizes))]
            g.eq([(child, 1), (other, -random.uniform(0.05, 2))], 0, random.choice(priorities))
        sizes += children
        parent += 1
    return g


def circuit(size, random):
    """Cells in rows, in order; nets of two to eight cells nearby, a few across the whole board, each as narrow as may be."""
    g = Program()
    count = size * 2 // 3
    rows = max(2, int(math.sqrt(count) / 3))
    columns = count // rows
    x = [[g.position() for _ in range(columns)] for _ in range(rows)]

    def near(middle, limit, reach):
        return min(max(middle + random.randint(-reach, reach), 0), limit - 1)

    for row in x:
        g.ge([(row[0], 1)], 0)
        g.le([(row[-1], 1)], 14 * columns)
        for a, b in zip(row, row[1:]):
            g.after(b, a, random.choice([4, 6, 8, 12]))
    for net in range((size - rows * columns) // 2):
        low, high = g.position(), g.position()
        row, column = random.randrange(rows), random.randrange(columns)
        cells = set()
        for _ in range(random.choice([2, 2, 2, 3, 4, 8])):
            if net % 30 == 0:
                cells.add(x[random.randrange(rows)][random.randrange(columns)])
            else:
                cells.add(x[near(row, rows, 2)][near(column, columns, 8)])
        for cell in sorted(cells):
            g.after(cell, low, 0)
            g.after(high, cell, 0)
        g.le([(high, 1), (low, -1)], 0, random.choice([600, 500, 500, 250]))
    return g


def swimlanes(size, random):
    """Steps in columns and lanes, whose sizes hold all of theirs; links between steps wished straight."""
    g = Program()
    count = size // 4
    columns = max(3, int(math.sqrt(count) / 1.5))
    lanes = max(2, count // columns)

    def track(length, gap):
        starts, lengths = [g.position() for _ in range(length)], [g.size() for _ in range(length)]
        g.eq([(starts[0], 1)], 0)
        for a in range(1, length):
            g.eq([(starts[a], 1), (starts[a - 1], -1), (lengths[a - 1], -1)], gap)
            g.same(lengths[a], lengths[a - 1], 250)
        for one in lengths:
            g.le([(one, 1)], 0, 100)
        return list(zip(starts, lengths))

    across, down = track(columns, 10), track(lanes, 6)
    steps = []
    for _ in range(count):
        (left, wide), (top, high) = random.choice(across), random.choice(down)
        x, y, w, h = g.position(), g.position(), g.size(), g.size()
        g.after(x, left, 4)
        g.ge([(left, 1), (wide, 1), (x, -1), (w, -1)], 4)
        g.after(y, top, 3)
        g.ge([(top, 1), (high, 1), (y, -1), (h, -1)], 3)
        g.eq([(w, 1)], random.randint(30, 120), (250, 750))
        g.ge([(h, 1), (w, 0.25)], random.randint(30, 70), 750)
        g.ge([(h, 1)], 12)
        g.eq([(x, 2), (w, 1), (left, -2), (wide, -1)], 0, 400)
        for _ in range(2 if steps else 0):
            other_y, other_h = steps[max(0, len(steps) - 1 - random.randint(0, 3 * columns))]
            g.eq([(y, 2), (h, 1), (other_y, -2), (other_h, -1)], 0, random.choice([600, 500]))
        steps.append((y, h))
    return g


FAMILIES = (splitters, circuit, swimlanes)
