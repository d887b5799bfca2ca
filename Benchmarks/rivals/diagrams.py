"""Families of coupled programs that are diagrams in the order of time or of a text, and a plan of production (see `families.py`)."""

import math

from builder import REQUIRED, Program


def timeline(size, random):
    """A timeline with one scale: events at scale times days, bars, labels apart in lanes, arrows at least so long."""
    g = Program()
    count = size // 3
    scale, origin = g.size(), g.position()
    g.eq([(origin, 1)], 100, 500)
    g.ge([(scale, 1)], 0.5)
    g.eq([(scale, 1)], 6, 250)
    lanes = max(3, int(math.sqrt(count) / 2))
    last = [None] * lanes
    events = []
    for i in range(count):
        start, length, label = g.position(), g.size(), g.position()
        day = i * 3 // lanes + random.randint(0, 8)
        lasts = random.randint(1, 12)
        g.eq([(start, 1), (origin, -1), (scale, -day)], 0, random.choice([600, 500]))
        g.eq([(length, 1), (scale, -lasts)], 0, random.choice([600, 400]))
        g.ge([(length, 1)], 6)
        g.same(label, start, 400, 2)
        width, lane = random.randint(20, 80), random.randrange(lanes)
        if last[lane]:
            before, before_length, before_label, before_width = last[lane]
            g.ge([(start, 1), (before, -1), (before_length, -1)], 2)
            g.after(label, before_label, before_width + 4, 750)
        for _ in range(2):
            if events and random.random() < 0.6:
                other, other_length = events[max(0, len(events) - 1 - random.randint(0, 3 * lanes))]
                g.ge([(start, 1), (other, -1), (other_length, -1)], 4, random.choice([750, 500]))
        last[lane] = (start, length, label, width)
        events.append((start, length))
    return g


def leaders(size, random):
    """Labels in two margins in the order of their points, leaders with a bend, widths of margins shared; narrow labels wrap."""
    g = Program()
    count = size // 3
    margins = g.size(), g.size()
    g.eq([(margins[0], 1), (margins[1], 1)], 400, 600)
    g.same(*margins, 250)
    points = sorted(random.randint(0, 12 * count) for _ in range(count))
    last = [None, None]
    for i in range(count):
        side = i % 2 if random.random() < 0.8 else random.randint(0, 1)
        top, height, bend = g.position(), g.size(), g.position()
        g.ge([(height, 1), (margins[side], 0.1)], 24 + random.randint(100, 400) / 10)
        g.ge([(height, 1)], 14)
        g.eq([(height, 1)], 14, 250)
        if last[side]:
            before, before_height, before_bend = last[side]
            g.ge([(top, 1), (before, -1), (before_height, -1)], 2)
            g.after(bend, before_bend, 3)
        else:
            g.ge([(top, 1)], 0)
        g.eq([(bend, 1)], points[i], 500)
        g.eq([(top, 2), (height, 1), (bend, -2)], 0, random.choice([400, 500]))
        if last[1 - side] and random.random() < 0.5:
            g.same(top, last[1 - side][0], 250)
        last[side] = (top, height, bend)
    return g


def clips(size, random):
    """Clips of a film on a track in order, linked sound in step, cuts on beats of a tempo, no gaps, lengths alike."""
    g = Program()
    tempo = g.size()
    g.eq([(tempo, 1)], 12, 500)
    g.ge([(tempo, 1)], 8)
    before = None
    beat = 0
    lengths = []
    for _ in range(size // 4):
        view, length, sound, sound_length = g.position(), g.size(), g.position(), g.size()
        beat += random.randint(2, 6)
        g.eq([(length, 1)], random.randint(15, 90), random.choice([600, 400]))
        g.ge([(length, 1)], 8)
        g.le([(length, 1)], random.randint(60, 120))
        g.eq([(sound_length, 1)], random.randint(15, 90), random.choice([600, 250]))
        g.ge([(sound_length, 1)], 8)
        if before:
            last, last_length, last_sound, last_sound_length = before
            after_view = [(view, 1), (last, -1), (last_length, -1)]
            after_sound = [(sound, 1), (last_sound, -1), (last_sound_length, -1)]
            g.ge(after_view, -6)
            g.eq(after_view, 0, 500)
            g.ge(after_sound, 0)
            g.eq(after_sound, 0, 250)
        else:
            g.eq([(view, 1)], 0)
            g.ge([(sound, 1)], 0)
        g.same(sound, view, random.choice([600, 500]))
        g.eq([(view, 1), (tempo, -beat)], 0, random.choice([400, 500]))
        g.eq([(sound, 1), (sound_length, 1), (view, -1), (length, -1)], 0, 400)
        if lengths and random.random() < 0.2:
            g.same(length, random.choice(lengths[-60:]), 500)
        lengths.append(length)
        before = (view, length, sound, sound_length)
    return g


def mindmap(size, random):
    """A mind map to both sides: topics beside their parents, siblings in order, parents centred over their topics."""
    g = Program()
    count = size // 3
    y = [g.position() for _ in range(count)]
    height = [g.size() for _ in range(count)]
    x = [g.position() for _ in range(count)]
    parent, depth, side = [0] * count, [0] * count, [0] * count
    topics = [[] for _ in range(count)]
    for i in range(1, count):
        parent[i] = random.choice([random.randrange(i), max(0, (i - 1) // 3)])
        depth[i] = depth[parent[i]] + 1
        side[i] = side[parent[i]] if parent[i] else random.randint(0, 1)
        topics[parent[i]].append(i)
    g.eq([(x[0], 1)], 0)
    g.eq([(y[0], 1)], 0)
    lines, stack = {}, [0]
    while stack:
        i = stack.pop()
        lines.setdefault((side[i], depth[i]), []).append(i)
        stack.extend(topics[i])
    for (_, level), line in lines.items():
        for a, b in zip(line, line[1:]):
            g.ge([(y[b], 2), (y[a], -2), (height[a], -1), (height[b], -1)], 8)
            if level and random.random() < 0.5:
                g.same(x[a], x[b], 400)
    for i in range(count):
        g.eq([(height[i], 1)], random.randint(14, 50), (400, 750))
        if i:
            gap = random.randint(40, 120)
            inner, outer = (parent[i], i) if side[i] else (i, parent[i])
            g.after(x[outer], x[inner], gap)
            g.le([(x[outer], 1), (x[inner], -1)], gap, 250)
        if topics[i]:
            g.eq([(y[i], len(topics[i]))] + [(y[k], -1) for k in topics[i]], 0, random.choice([600, 500]))
        if i and random.random() < 0.15:
            g.same(y[i], y[i - 1 - random.randrange(min(i, 40))], 250)
        if i:
            g.same(y[i], y[parent[i]], 100)
    return g


def sequence(size, random):
    """A sequence diagram: lifelines, messages in order along each, labels that need room between any two and keep off each other."""
    g = Program()
    lifelines = max(4, int(math.sqrt(size)))
    x = [g.position() for _ in range(lifelines)]
    width = [g.size() for _ in range(lifelines)]
    for i in range(lifelines):
        g.eq([(width[i], 1)], random.randint(40, 120), (250, 750))
        if i:
            g.ge([(x[i], 2), (width[i], -1), (x[i - 1], -2), (width[i - 1], -1)], 20)
            g.ge([(x[i], 1), (x[i - 1], -1)], 90, 250)
            g.le([(x[i], 1), (x[i - 1], -1)], 90, 400)
        if 0 < i < lifelines - 1:
            g.eq([(x[i], 2), (x[i - 1], -1), (x[i + 1], -1)], 0, 500)
    g.eq([(x[0], 1)], 0)
    before = None
    last = [None] * lifelines
    while len(g.nonnegative) < size:
        i = random.randrange(lifelines)
        j = min(lifelines - 1, max(0, i + random.choice([-3, -2, -1, 1, 1, 1, 2, 4, 7])))
        if i == j:
            continue
        left, right = min(i, j), max(i, j)
        y, label, centre = g.position(), g.size(), g.position()
        g.eq([(label, 1)], random.randint(30, 160), (250, random.choice([750, 500])))
        g.ge([(x[right], 1), (x[left], -1), (label, -1)], 12, 750)
        g.eq([(centre, 2), (x[left], -1), (x[right], -1)], 0, random.choice([600, 400]))
        for k in (i, j):
            if last[k]:
                g.after(y, last[k][0], 18)
                if random.random() < 0.3:
                    g.le([(y, 1), (last[k][0], -1)], 40, 500)
        if before is not None and random.random() < 0.5:
            g.same(y, before, 250, 6)
        g.ge([(y, 1)], 0)
        g.le([(y, 1)], 0, 100)
        if last[i] and random.random() < 0.4:
            above, above_label, above_centre = last[i]
            apart = [(centre, 2), (label, -1), (above_centre, -2), (above_label, -1), (y, 1), (above, -1)]
            g.ge(apart, -160, 400)
        last[i] = last[j] = (y, label, centre)
        before = y
    return g


def production(size, random):
    """What to make of eight products in each period: stocks, a capacity they share, overtime, steady output, demands."""
    g = Program()
    products = 8
    stock, made = [None] * products, [None] * products
    for _ in range(size // (2 * products + 1)):
        overtime = g.size()
        g.eq([(overtime, 1)], 0, 400)
        used = []
        for k in range(products):
            make, store = g.size(), g.size()
            demand = random.randint(5, 30)
            if stock[k] is None:
                g.ge([(make, 1), (store, -1)], demand - 30, 750)
                g.le([(store, 1)], 50)
            else:
                g.eq([(stock[k], 1), (make, 1), (store, -1)], demand, REQUIRED if k % 2 else 750)
                g.same(make, made[k], random.choice([400, 250]))
            g.ge([(store, 1)], random.randint(5, 15), 500)
            g.eq([(store, 1)], 0, 250)
            used.append((make, random.choice([1, 1, 2, 0.5])))
            stock[k], made[k] = store, make
        g.le(used + [(overtime, -1)], 130, 600)
    return g


def sankey(size, random):
    """Flows between columns of nodes, all at one scale: nodes in order and as high as what flows through them, ribbons level."""
    g = Program()
    side = max(4, math.isqrt(size // 3))
    scale, height = g.size(), g.size()
    g.eq([(height, 1)], 900, 750)
    g.eq([(scale, 1)], 1, 250)
    columns = []
    for _ in range(size // 3 // side):
        column = [(g.position(), g.size()) for _ in range(side)]
        for (top, high), (below, _) in zip(column, column[1:]):
            g.ge([(below, 1), (top, -1), (high, -1)], 6)
            g.eq([(below, 1), (top, -1), (high, -1)], 12, 100)
        for _, high in column:
            g.ge([(high, 1)], 2)
        g.ge([(column[0][0], 1)], 0)
        g.le([(column[-1][0], 1), (column[-1][1], 1), (height, -1)], 0)
        columns.append(column)
    for column, following in zip(columns, columns[1:]):
        leaving, arriving = [0] * side, [0] * side
        for i, (top, _) in enumerate(column):
            for _ in range(2):
                to = i + random.choice([-3, -2, -1, 0, 0, 1, 2, random.randrange(-side, side)])
                to = min(side - 1, max(0, to))
                offset = leaving[i] - arriving[to]
                ribbon = [(top, 1), (following[to][0], -1)] + [(scale, offset)] * (offset != 0)
                g.eq(ribbon, 0, random.choice([500, 400]))
                flow = random.randint(1, 9)
                leaving[i] += flow
                arriving[to] += flow
        for i in range(side):
            g.ge([(column[i][1], 1), (scale, -max(1, leaving[i]))], 0)
            g.eq([(following[i][1], 1), (scale, -max(1, arriving[i]))], 0, 600)
    return g


FAMILIES = (timeline, leaders, clips, mindmap, sequence, production, sankey)
