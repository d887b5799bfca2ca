"""Shares of a whole, far less than a point each, and fields whose required equalities fill factors up (see `families.py`)."""

import math

from builder import Program


def _shares(g, count):
    shares = [g.size() for _ in range(count)]
    g.eq([(share, 1) for share in shares], 1)
    return shares


def game(size, random):
    """A matrix game: how often each move is made so that the least gain against any answer is as much as may be."""
    g = Program()
    moves = _shares(g, size)
    gain = g.position()
    for _ in range(size):
        count = max(1, min(size, int(random.gauss(8, 2.5))))
        g.ge([(moves[k], random.randint(1, 9)) for k in random.sample(range(size), count)] + [(gain, -1)], 0)
    g.eq([(gain, 1)], 10, 500)
    for move in moves:
        g.eq([(move, 1)], 0, 250)
    return g


def spectrum(size, random):
    """Shares of bands as measured, rising to a peak and falling behind it, each near the next."""
    g = Program()
    bands, peak = _shares(g, size), size // 3
    heights = [math.exp(-((k - peak) / (size / 5)) ** 2) * (1 + random.gauss(0, 0.2)) for k in range(size)]
    whole = sum(heights)
    for band, height in zip(bands, heights):
        g.eq([(band, 1)], height / whole, 500)
    for k in range(size - 1):
        if k < peak:
            g.after(bands[k + 1], bands[k], 0)
        else:
            g.after(bands[k], bands[k + 1], 0)
        g.same(bands[k], bands[k + 1], 250)
    return g


def mixtures(size, random):
    """Mixtures of forty parts each, of wished properties, each like the one before, of no part more than 15 %."""
    g = Program()
    count, last = 40, []
    properties = [[random.random() for _ in range(count)] for _ in range(4)]
    for _ in range(max(2, size // count)):
        parts = _shares(g, count)
        for values, priority in zip(properties, (750, 600, 500, 400)):
            g.eq(list(zip(parts, values)), 0.3 + 0.4 * random.random(), priority)
        for part, before in zip(parts, last):
            g.same(part, before, 250)
        for part in parts:
            g.le([(part, 1)], 0.15)
        last = parts
    return g


def plate(size, random):
    """A bent plate: the load of each knot of a grid is what its neighbours bend it by; loads and bends are wished, bends within bounds."""
    g = Program()
    k = max(5, int(math.sqrt(size / 2)))
    bends = {(a, b): g.position() for a in range(k) for b in range(k)}
    loads = {at: g.position() for at in bends}
    for (a, b), bend in bends.items():
        around = [bends[at] for at in ((a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)) if at in bends]
        g.eq([(loads[a, b], -1), (bend, -4)] + [(other, 1) for other in around], 0)
        g.eq([(loads[a, b], 1)], random.choice([0, 0, 0, 1, -2]), 500)
        g.eq([(bend, 1)], random.randint(-9, 9), random.choice([400, 500]))
        g.le([(bend, 1)], 8)
        g.ge([(bend, 1)], -8)
    return g


def acoustic(size, random):
    """Sound in a room: what comes from a place is what it has beyond its six neighbours; few sources, levels wished at some places, bounded at others."""
    g = Program()
    k = max(4, round((size / 2) ** (1 / 3)))
    levels = {(a, b, c): g.size() for a in range(k) for b in range(k) for c in range(k)}
    sources = {at: g.size() for at in levels}
    for (a, b, c), level in levels.items():
        steps = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
        around = [levels[at] for at in ((a + x, b + y, c + z) for x, y, z in steps) if at in levels]
        g.eq([(level, 6.5), (sources[a, b, c], -1)] + [(other, -1) for other in around], 0)
        g.eq([(sources[a, b, c], 1)], 0, 400)
        if random.random() < 0.4:
            g.eq([(level, 1)], random.randint(0, 20), 500)
        if random.random() < 0.3:
            g.le([(level, 1)], random.randint(8, 18))
    return g


def tomography(size, random):
    """A picture from its sums along rays in four directions and at random slopes, with few steps between neighbours."""
    g = Program()
    k = max(6, int(math.sqrt(size)))
    cells = [[g.size() for _ in range(k)] for _ in range(k)]
    for a in range(k):
        for b in range(k):
            g.le([(cells[a][b], 1)], 9)
            if b:
                g.same(cells[a][b], cells[a][b - 1], 250)
            if a:
                g.same(cells[a][b], cells[a - 1][b], 250)
    for _ in range(2 * k):
        slope, start = random.uniform(-1, 1), random.uniform(0, k)
        ray = [(a, int(start + slope * (a - k / 2))) for a in range(k)]
        terms = [(cells[a][b], 1) for a, b in ray if 0 <= b < k]
        if terms:
            g.eq(terms, round(len(terms) * random.uniform(2, 7)), 500)
    return g


FAMILIES = (game, spectrum, mixtures, plate, acoustic, tomography)
