"""Families of coupled programs that are fits, flows and sums (see `families.py`), on most of which the solver once did badly."""

import math

from builder import REQUIRED, Program


def spline(size, random):
    """Values near data and bent as little as may be, between points that they must meet."""
    g = Program()
    x = [g.position() for _ in range(size)]
    for i in range(size):
        g.eq([(x[i], 1)], 40 * math.sin(i / 9) + random.gauss(0, 6), 400)
        if 0 < i < size - 1:
            g.eq([(x[i - 1], 1), (x[i], -2), (x[i + 1], 1)], 0, 600)
        if i % 25 == 0:
            g.eq([(x[i], 1)], 40 * math.sin(i / 9) + random.gauss(0, 9))
    return g


def deblur(size, random):
    """Sources, few of them not 0, seen through a window of fifteen."""
    g = Program()
    x = [g.size() for _ in range(size)]
    source = [random.uniform(20, 90) if random.random() < 0.1 else 0 for _ in range(size)]
    window = [round(math.exp(-q * q / 18), 4) for q in range(-7, 8)]
    for i in range(size):
        seen = [(i + q - 7, window[q]) for q in range(15) if 0 <= i + q - 7 < size]
        g.eq([(x[a], f) for a, f in seen], sum(source[a] * f for a, f in seen) + random.gauss(0, 2), 500)
        g.eq([(x[i], 1)], 0, 500 if i % 2 else 400)
    return g


def circulation(size, random):
    """A circulation on a torus: what comes into a node goes out of it; capacities, wished flows."""
    g = Program()
    k = max(3, int(math.sqrt(size / 2)))
    right = [[g.size() for _ in range(k)] for _ in range(k)]
    down = [[g.size() for _ in range(k)] for _ in range(k)]
    for i in range(k):
        for j in range(k):
            for arc in (right[i][j], down[i][j]):
                g.le([(arc, 1)], random.randint(5, 60))
                g.eq([(arc, 1)], random.randint(0, 60), random.choice([500, 500, 250]))
            g.eq([(right[i][j], 1), (down[i][j], 1), (right[i][j - 1], -1), (down[i - 1][j], -1)], 0)
    return g


def assign(size, random):
    """An assignment: rows and columns add up to one, each cell costs something; most of a vertex is degenerate."""
    g = Program()
    k = max(4, int(math.sqrt(size)))
    x = [[g.size() for _ in range(k)] for _ in range(k)]
    for i in range(k):
        g.eq([(cell, 1) for cell in x[i]], 1)
        g.eq([(x[j][i], 1) for j in range(k)], 1)
        for j in range(k):
            g.le([(x[i][j], random.randint(1, 100))], 0, 500)
    return g


def detours(size, random):
    """Shortest ways: no node is further than any that leads to it allows, and all are wished far out."""
    g = Program()
    x = [g.position() for _ in range(size)]
    g.eq([(x[0], 1)], 0)
    k = max(3, int(math.sqrt(size)))
    for i in range(1, size):
        for j in sorted({i - 1, max(0, i - k), random.randrange(size), random.randrange(i)} - {i}):
            g.add([(x[i], 1), (x[j], -1)], -1, random.randint(1, 100), REQUIRED)
        g.eq([(x[i], 1)], 10_000, 500)
    return g


def seats(size, random):
    """Rows of seats, each seat midway between two of the row in front, the rows wider and wider."""
    g = Program()
    k = max(4, int(math.sqrt(size)))
    front = []
    row = count = 0
    while count < size:
        wide = max(4, k // 2 + row)
        seat = [g.position() for _ in range(wide)]
        for j in range(1, wide):
            g.after(seat[j], seat[j - 1], 18)
            g.same(seat[j], seat[j - 1], 250, 22 + random.randint(0, 4))
            if j < wide - 1 and j < len(front):
                g.eq([(seat[j], 2), (front[j - 1], -1), (front[j], -1)], 0, random.choice([600, 500]))
        g.eq([(seat[0], 1), (seat[-1], 1)], 0, 750)
        if row % 5 == 0:
            g.eq([(seat[wide // 3], 1)], -100 + random.uniform(-15, 15), 750)
        front = seat
        count += wide
        row += 1
    return g


def averages(size, random):
    """Columns near the mean of all, which is one row as long as all of them; its coefficient makes the program a wide one."""
    g = Program()
    mean = g.size()
    x = [g.size() for _ in range(size - 1)]
    g.eq([(mean, len(x))] + [(column, -1) for column in x], 0)
    g.eq([(mean, 1)], 60, 600)
    for i, column in enumerate(x):
        g.ge([(column, 1), (mean, -0.8)], 0, 750)
        g.le([(column, 1), (mean, -1.3)], 0, 750)
        g.eq([(column, 1)], random.expovariate(0.02), random.choice([500, 400]))
        if i:
            g.same(column, x[i - 1], random.choice([500, 250]))
    return g


def sums(size, random):
    """Widths whose sums over some four hundred neighbours are wished at marks."""
    g = Program()
    x = [g.size() for _ in range(size)]
    for i in range(size):
        g.ge([(x[i], 1)], 2)
        g.eq([(x[i], 1)], random.randint(5, 40), random.choice([400, 250]))
        if i % 20 == 19:
            first = max(0, i // 400 * 400 - 200)
            mark = 22 * (i + 1 - first) + random.uniform(-60, 60)
            g.eq([(width, 1) for width in x[first : i + 1]], mark, random.choice([600, 500]))
    return g


def budgets(size, random):
    """Amounts wished at random, which budgets of eight cannot all pay at their prices, and wished to be multiples of others."""
    g = Program()
    amounts = [g.size() for _ in range(size)]
    for _ in range(size // 4):
        prices = [(amount, round(10 ** random.uniform(-2, 2), 4)) for amount in random.sample(amounts, 8)]
        g.le(prices, round(random.uniform(50, 500), 2))
    for amount in amounts:
        g.eq([(amount, 1)], round(10 ** random.uniform(0, 2), 2), 500)
    for _ in range(size // 2):
        amount, other = random.sample(amounts, 2)
        g.eq([(amount, 1), (other, -round(10 ** random.uniform(-1.5, 1.5), 3))], 0, 400)
    return g


def regression(size, random):
    """Twice as many observations as unknowns, each of four near each other by normal numbers, fitted with the least absolute errors."""
    g = Program()
    x = [g.position() for _ in range(size)]
    for _ in range(2 * size):
        first = random.randrange(size - 8)
        terms = [(unknown, random.gauss(0, 1)) for unknown in random.sample(x[first : first + 8], 4)]
        g.eq(terms, round(random.gauss(0, 10), 3), 500)
    for unknown in x:
        g.eq([(unknown, 1)], 0, 250)
    return g


def shifts(size, random):
    """Shifts of four lengths cover what each hour needs, as many of two lengths as the day before; totals that cost nothing."""
    g = Program()
    lengths = (4, 6, 8, 10)
    begins = [{length: g.size() for length in lengths} for _ in range(size // len(lengths))]
    totals = {length: g.size() for length in lengths}
    for hour, own in enumerate(begins):
        need = round(10 + 8 * math.sin(hour * math.pi / 12) + random.uniform(-2, 3))
        covering = [(b[k], 1) for k in lengths for b in begins[max(0, hour - k + 1) : hour + 1]]
        g.ge(covering, need, REQUIRED if hour % 3 == 0 else 750)
        g.le(covering, need + 1, 500)
        for k in lengths:
            g.eq([(own[k], k)], 0, 250)
        if hour >= 24:
            for k in lengths[::2]:
                g.same(own[k], begins[hour - 24][k], 400)
    for k in lengths:
        g.eq([(b[k], 1) for b in begins] + [(totals[k], -1)], 0)
    g.ge([(totals[4], 1), (totals[8], -0.5)], 0, 600)
    g.le([(totals[10], 1), (totals[6], -1)], 0, 600)
    return g


FAMILIES = (spline, deblur, circulation, assign, detours, seats, averages, sums, budgets, regression, shifts)
