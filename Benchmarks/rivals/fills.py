"""Families of coupled programs of which factors fill up: grids in three dimensions, networks with loops, random rows (see `families.py`)."""

import math

from builder import Program

STEPS = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def pit(size, random):
    """Blocks of a pit: none is taken before the five above it, and taking each is wished or not, at three priorities."""
    g = Program()
    side = max(3, round(size ** (1 / 3)))
    blocks = {(a, b, c): g.size() for a in range(side) for b in range(side) for c in range(side)}
    for (a, b, c), block in blocks.items():
        g.le([(block, 1)], 1)
        for across, along in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
            above = blocks.get((a + across, b + along, c - 1))
            if above is not None:
                g.after(above, block, 0)
        worth = random.gauss(2.5 * c / side - 1, 4)
        g.eq([(block, 1)], 1 if worth > 0 else 0, 500 if abs(worth) > 4 else 400 if abs(worth) > 2 else 250)
    return g


def freight(size, random):
    """Flows along the edges of a grid in three dimensions, from supplies to demands, each as short as may be."""
    g = Program()
    side = max(3, round((size / 3) ** (1 / 3)))
    nodes = {(a, b, c): [] for a in range(side) for b in range(side) for c in range(side)}
    for (a, b, c), edges in nodes.items():
        for step in STEPS:
            other = nodes.get((a + step[0], b + step[1], c + step[2]))
            if other is not None:
                flow = g.position()
                g.eq([(flow, 1)], 0, 500)
                edges.append((flow, 1))
                other.append((flow, -1))
    supplies = [random.randint(-9, 9) for _ in nodes]
    supplies[-1] -= sum(supplies)
    for edges, supply in zip(nodes.values(), supplies):
        g.eq(edges, supply)
    return g


def choices(size, random):
    """One of eight choices each, under six budgets that all share."""
    g = Program()
    budgets = [[] for _ in range(6)]
    for _ in range(size // 8):
        shares = [g.size() for _ in range(8)]
        g.eq([(share, 1) for share in shares], 1)
        for share in shares:
            g.eq([(share, 1)], 1, random.choice([500, 500, 500, 500, 250, 250, 250, 100, 100, 100]))
            for budget in random.sample(budgets, 2):
                budget.append((share, random.randint(1, 20)))
    for terms in budgets:
        g.le(terms, 0.6 * sum(price for _, price in terms) / 8)
    return g


def grid(size, random):
    """A power grid: flows along lines by the angles at their ends, within limits; what is made and shed where it is used."""
    g = Program()
    side = max(3, int(math.sqrt(size / 4)))
    angles = [g.position() for _ in range(side * side)]
    lines = set()
    for node in range(side * side):
        if node % side + 1 < side:
            lines.add((node, node + 1))
        if node + side < side * side:
            lines.add((node, node + side))
        other = random.randrange(side * side)
        if random.random() < 0.1 and other != node:
            lines.add((min(node, other), max(node, other)))
    leaving = [[] for _ in angles]
    g.eq([(angles[0], 1)], 0)
    for start, end in sorted(lines):
        flow, steepness, limit = g.position(), random.randint(5, 40), random.randint(20, 60)
        g.eq([(flow, 1), (angles[start], -steepness), (angles[end], steepness)], 0)
        g.le([(flow, 1)], limit, 750)
        g.ge([(flow, 1)], -limit, 750)
        leaving[start].append((flow, 1))
        leaving[end].append((flow, -1))
    for flows in leaving:
        made, shed = g.size(), g.size()
        g.le([(made, 1)], random.randint(0, 60))
        g.eq([(made, 1)], random.choice([0, 0, 10, 20]), random.choice([500, 250]))
        g.eq([(shed, 1)], 0, 600)
        g.eq(flows + [(made, -1), (shed, -1)], -random.randint(0, 25))
    return g


def goods(size, random):
    """Four goods along the edges of a grid that share their capacities, each as short as may be."""
    g = Program()
    side = max(3, int(math.sqrt(size / 8)))
    nodes = [[[] for _ in range(side * side)] for _ in range(4)]
    for node in range(side * side):
        ends = ([node + 1] if node % side + 1 < side else []) + ([node + side] if node + side < side * side else [])
        for end in ends:
            flows = [g.position() for _ in nodes]
            for kind, flow in zip(nodes, flows):
                g.eq([(flow, 1)], 0, random.choice([500, 400]))
                kind[node].append((flow, 1))
                kind[end].append((flow, -1))
            capacity = random.randint(8, 20)
            g.le([(flow, 1) for flow in flows], capacity, 750)
            g.ge([(flow, 1) for flow in flows], -capacity, 750)
    for kind in nodes:
        supplies = [random.randint(-3, 3) for _ in kind]
        supplies[-1] -= sum(supplies)
        for flows, supply in zip(kind, supplies):
            g.eq(flows, supply)
    return g


def successors(size, random):
    """Values of states, each at least its gain and a part of what random successors are worth; all wished small."""
    g = Program()
    values = [g.position() for _ in range(size)]
    for value in values:
        for _ in range(2):
            others = [other for other in random.sample(values, 3) if other != value]
            g.ge([(value, 1)] + [(other, -0.9 / len(others)) for other in others], random.randint(0, 10))
        g.eq([(value, 1)], 0, 500)
    return g


def covers(size, random):
    """As many rows as columns, each of which wants something of four random ones; all wished small."""
    g = Program()
    columns = [g.size() for _ in range(size)]
    for _ in range(size):
        g.ge([(column, random.randint(1, 3)) for column in random.sample(columns, 4)], random.randint(2, 6))
    for column in columns:
        g.eq([(column, 1)], 0, random.choice([500, 500, 250]))
    return g


FAMILIES = (
    pit,
    freight,
    choices,
    grid,
    goods,
    successors,
    covers,
)
