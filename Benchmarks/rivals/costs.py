"""Families of coupled programs whose costs are one long sum, or few of whose variables are more than nothing (see `families.py`)."""

import math

from builder import Program


def ways(size, random):
    """Five ways across a torus, each arc of which is the dearer the longer it is."""
    g = Program()
    k = max(3, int(math.sqrt(size / 4)))
    balances = [[] for _ in range(k * k)]
    for i in range(k * k):
        a, b = divmod(i, k)
        for other in (a * k + (b + 1) % k, (a + 1) % k * k + b):
            for source, sink in ((i, other), (other, i)):
                arc = g.size()
                balances[source].append((arc, 1))
                balances[sink].append((arc, -1))
                g.le([(arc, random.randint(1, 50))], 0, 500)
    supplies = [0] * (k * k)
    for _ in range(5):
        supplies[random.randrange(k * k)] += 1
        supplies[random.randrange(k * k)] -= 1
    for balance, supply in zip(balances, supplies):
        g.eq(balance, supply)
    return g


def places(size, random):
    """Places that go to near places, one to one; what that costs is one long sum."""
    g = Program()
    n = max(4, size // 8)
    columns = [[] for _ in range(n)]
    costs = []
    for i in range(n):
        line = []
        for j in sorted({i} | {(i + random.randint(-15, 15)) % n for _ in range(8)}):
            share = g.size()
            line.append((share, 1))
            columns[j].append((share, 1))
            costs.append((share, random.randint(1, 10)))
        g.eq(line, 1)
    for column in columns:
        g.eq(column, 1)
    g.le(costs, 0, 500)
    return g


def patterns(size, random):
    """Widths cut from rolls by patterns, as many as are asked for, from as few rolls and with as little left over as may be."""
    g = Program()
    n = max(5, size // 6)
    widths = [random.randint(5, 50) for _ in range(n)]
    pieces = [[] for _ in range(n)]
    rolls, rests = [], []
    for k in range(size):
        pattern, room, first = g.size(), 100, random.randrange(n)
        for j in sorted({(first + random.randint(0, 25)) % n for _ in range(4)} | {k % n}):
            if room >= widths[j]:
                count = random.randint(1, room // widths[j])
                room -= count * widths[j]
                pieces[j].append((pattern, count))
        rolls.append((pattern, 1))
        if room:
            rests.append((pattern, room))
    for row in pieces:
        if row:
            g.ge(row, random.randint(10, 200))
    g.le(rolls, 0, 600)
    g.le(rests, 0, 400)
    return g


def stages(size, random):
    """Stages of twenty, each held to the one before by rows of eight with mixed signs, and wished."""
    g = Program()
    width, count = 20, max(3, size // 20)
    x = [[g.size() for _ in range(width)] for _ in range(count)]
    planted = [[random.randint(0, 30) for _ in range(width)] for _ in range(count)]
    for t in range(1, count):
        for row in range(width // 2):
            places = [(s, j) for s in (t - 1, t) for j in random.sample(range(width), 4)]
            terms = [(x[s][j], random.choice((-1, 1)) * random.randint(1, 200) / 100) for s, j in places]
            total = sum(planted[s][j] * factor for (s, j), (_, factor) in zip(places, terms))
            (g.eq if row < 6 else g.le)(terms, total)
        for size_of in x[t]:
            g.eq([(size_of, 1)], random.randint(0, 30), random.choice([600, 500, 400, 250]))
    return g


def tails(size, random):
    """Parts of a hundred that move with twelve factors; what each case loses beyond a bar that is free, and the mean of the worst cases."""
    g = Program()
    n = max(12, size // 2)
    parts = [g.size() for _ in range(n)]
    factors = [g.position() for _ in range(12)]
    bar = g.position()

    def number(spread):
        return round(random.gauss(0, spread), 2) or 0.01

    g.eq([(part, 1) for part in parts], 100)
    for factor in factors:
        g.eq([(part, number(1)) for part in random.sample(parts, n // 6)] + [(factor, -1)], 0)
    for part in parts:
        g.le([(part, 1)], max(2, 2000 / n))
    worst = [(bar, 1)]
    for _ in range(n - 14):
        loss = g.size()
        worst.append((loss, 20 / n))
        own = [(part, number(2)) for part in random.sample(parts, 3)]
        g.ge([(loss, 1), (bar, 1)] + [(factor, number(1)) for factor in factors] + own, 0)
    g.le(worst, 0, 500)
    g.ge([(part, random.randint(10, 200) / 1000) for part in parts], 12, 600)
    for first in range(0, n - 20, 20):
        g.le([(part, 1) for part in parts[first : first + 20]], 12000 / n + 3, 400)
    return g


def book(size, random):
    """Thirty parts of one book that move with three factors: what each case loses beyond a bar that is free, the mean of the worst cases, shares of sectors."""
    g = Program()
    parts = [g.size() for _ in range(30)]
    bar = g.position()
    losses = [g.size() for _ in range(max(12, size - 31))]
    moves = [(random.randint(10, 120) / 1000, [random.gauss(0, 0.15) for _ in range(3)]) for _ in parts]
    g.eq([(part, 1) for part in parts], 1)
    g.ge([(part, mean) for part, (mean, _) in zip(parts, moves)], 0.07, 750)
    for loss in losses:
        factors = [random.gauss(0, 1) for _ in range(3)]
        gains = [mean + sum(a * b for a, b in zip(own, factors)) + random.gauss(0, 0.05) for mean, own in moves]
        g.ge([(loss, 1), (bar, 1)] + [(part, round(gain, 4)) for part, gain in zip(parts, gains)], 0)
    g.le([(bar, 1)] + [(loss, 20 / len(losses)) for loss in losses], 0, 500)
    for sector in range(6):
        g.eq([(part, 1) for part in parts[sector::6]], 1 / 6, 250)
    return g


def duels(size, random):
    """A game of two: shares of moves, half as many replies, the value wished large; then shares near even."""
    g = Program()
    shares = [g.size() for _ in range(size)]
    value = g.position()
    g.eq([(share, 1) for share in shares], size)
    for _ in range(size // 2):
        g.ge([(share, random.choice((-3, -1, 1, 2, 5, 9))) for share in random.sample(shares, 8)] + [(value, -1)], 0)
    g.ge([(value, 1)], 1000, 750)
    for share in shares:
        g.le([(share, 1)], 2, 500)
    return g


FAMILIES = (ways, places, patterns, stages, tails, book, duels)
