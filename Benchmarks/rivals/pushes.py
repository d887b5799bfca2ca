"""Families of coupled programs whose wishes, all met, violate many inequalities (see `families.py`): what is wished at one end pushes
each other away from it. In some a pivot moves little, in some (`axes`, `buses`, `lumps`, `boundary`) the dual simplex falls behind."""

import math

from builder import REQUIRED, Program


def compaction(size, random):
    """Boxes right of some before them, all wished at the left: the compaction of a constraint graph."""
    g = Program()
    x = [g.position() for _ in range(size)]
    k = max(3, int(math.sqrt(size)))
    for i in range(size):
        for j in sorted({i - 1 - random.randrange(min(i, k)) for _ in range(3)} if i else set()):
            if j >= 0:
                g.after(x[i], x[j], random.randint(5, 60))
        g.ge([(x[i], 1)], 0)
        g.eq([(x[i], 1)], 0, 500)
    return g


def lattice(size, random):
    """The same in a plane, each box below up to three of the row before."""
    g = Program()
    k = max(3, int(math.sqrt(size)))
    x = [[g.position() for _ in range(k)] for _ in range(k)]
    for i in range(k):
        for j in range(k):
            if i:
                g.after(x[i][j], x[i - 1][j], random.randint(5, 60))
            if i and j and random.random() < 0.7:
                g.after(x[i][j], x[i - 1][j - 1], random.randint(5, 60))
            if i and j + 1 < k and random.random() < 0.7:
                g.after(x[i][j], x[i - 1][j + 1], random.randint(5, 60))
            g.eq([(x[i][j], 1)], 0, 500)
    return g


def distances(size, random):
    """No node further than those that lead to it allow, all wished far out; few rows are violated at first."""
    g = Program()
    x = [g.position() for _ in range(size)]
    g.eq([(x[0], 1)], 0)
    for i in range(1, size):
        for j in (i - 1, random.randint(0, i - 1), random.randint(0, size - 1)):
            if j != i:
                g.add([(x[i], 1), (x[j], -1)], -1, random.randint(1, 100), REQUIRED)
        g.eq([(x[i], 1)], 10_000, 500)
    return g


def schedule(size, random):
    """Tasks after others, early starts and lengths wished at three priorities, due dates that cannot all be kept."""
    g = Program()
    n = size // 2
    start, length = [g.position() for _ in range(n)], [g.size() for _ in range(n)]
    for i in range(n):
        g.eq([(length[i], 1)], random.randint(5, 50), random.choice([750, 500]))
        g.ge([(length[i], 1)], 3)
        g.ge([(start[i], 1)], 0)
        for _ in range(2 if i else 0):
            j = max(0, i - 1 - int(random.expovariate(0.05)))
            g.ge([(start[i], 1), (start[j], -1), (length[j], -1)], random.randint(0, 5))
        g.eq([(start[i], 1)], 0, 250)
        if random.random() < 0.1:
            g.le([(start[i], 1), (length[i], 1)], 20 * i / n * math.sqrt(n), 600)
    return g


def buses(size, random):
    """Lines of twelve stops: runs in bounds, headways even, transfers between lines wished short."""
    g = Program()
    lines = []
    for b in range(max(2, size // 12)):
        x = [g.position() for _ in range(12)]
        for a, c in zip(x, x[1:]):
            run = random.randint(3, 6)
            g.after(c, a, run)
            g.le([(c, 1), (a, -1)], run + 4, 600)
            g.same(c, a, 250, run)
        if b > 2:
            for s in range(12):
                g.after(x[s], lines[b - 3][s], 3)
            if b > 5:
                g.eq([(x[0], 1), (lines[b - 3][0], -2), (lines[b - 6][0], 1)], 0, 500)
            for _ in range(4):
                s, t, other = random.randrange(12), random.randrange(12), random.choice(lines[-15:])
                g.after(x[s], other[t], 2, 400)
                g.same(x[s], other[t], 100, 4)
        else:
            g.eq([(x[0], 1)], 0)
        g.eq([(x[0], 1)], 4 * b + random.randint(-8, 8), random.choice([500, 400]))
        lines.append(x)
    return g


def axes(size, random):
    """Parallel coordinates: labels in order along eight axes, lines through them as straight as may be."""
    g = Program()
    n = size // 8
    x = [[g.position() for _ in range(n)] for _ in range(8)]
    for a in range(8):
        for i in range(n):
            if i:
                g.after(x[a][i], x[a][i - 1], random.choice([0, 3, 6]))
            g.eq([(x[a][i], 1)], 5 * i + random.randint(-40, 40), random.choice([250, 100]))
    for i in range(n):
        d = [min(n - 1, max(0, i + random.randint(-10, 10))) for _ in range(8)]
        for a in range(1, 7):
            bend = [(x[a - 1][d[a - 1]], 1), (x[a][d[a]], -2), (x[a + 1][d[a + 1]], 1)]
            g.eq(bend, 0, random.choice([600, 500, 400]))
    return g


def lumps(size, random):
    """Bounded sizes, eight sums over half of them, three of which must hold."""
    g = Program()
    x = [g.size() for _ in range(size)]
    point = [random.randint(0, 50) for _ in range(size)]
    for k in range(8):
        terms = [(i, random.choice([1, 1, 2, -1])) for i in range(size) if random.random() < 0.5]
        total = sum(factor * point[i] for i, factor in terms)
        g.eq([(x[i], f) for i, f in terms], total, REQUIRED if k < 3 else (750, 600, 500, 400, 250)[k - 3])
    for i in range(size):
        g.le([(x[i], 1)], 60)
        g.eq([(x[i], 1)], random.randint(0, 50), random.choice([500, 400]))
        if i:
            g.same(x[i], x[i - 1], random.choice([500, 250]))
    return g


def boundary(size, random):
    """A random graph of degree three: gaps along arcs wished, some at least so wide."""
    g = Program()
    x = [g.position() for _ in range(size)]
    g.eq([(x[0], 1)], 0)
    for _ in range(3 * size // 2):
        a, b = sorted(random.sample(range(size), 2))
        g.same(x[b], x[a], random.choice([500, 400]), random.randint(0, 60))
        if random.random() < 0.3:
            g.after(x[b], x[a], random.randint(0, 5))
    return g


FAMILIES = (compaction, lattice, distances, schedule, buses, axes, lumps, boundary)
