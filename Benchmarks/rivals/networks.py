"""Families of coupled programs that are graphs: trees, plans, maps, networks (see `families.py`)."""

import math

from builder import REQUIRED, Program


def tree(size, random):
    """A tree: parents centred over their children, separations along each depth, close siblings, a compact whole."""
    g = Program()
    X = [g.position() for _ in range(size)]
    kids = [[] for _ in range(size)]
    depth = [0] * size
    nxt = 1
    lv = [[0]]
    while nxt < size:
        new = []
        for v in lv[-1]:
            for _ in range(random.choice([0, 1, 1, 2, 2, 3])):
                if nxt < size:
                    kids[v].append(nxt)
                    depth[nxt] = depth[v] + 1
                    new.append(nxt)
                    nxt += 1
        if not new and nxt < size:
            v = random.choice(lv[-1])
            kids[v].append(nxt)
            depth[nxt] = depth[v] + 1
            new = [nxt]
            nxt += 1
        if new:
            lv.append(new)
    g.eq([(X[0], 1)], 0)
    left, right = g.position(), g.position()
    g.le([(right, 1), (left, -1)], 0, 100)
    for l in lv:
        g.after(X[l[0]], left, 20)
        g.after(right, X[l[-1]], 20)
        for a, b in zip(l, l[1:]):
            g.after(X[b], X[a], 30 + random.randint(0, 40))
    for v in range(size):
        c = kids[v]
        if len(c) == 1:
            g.same(X[v], X[c[0]], random.choice([700, 600]))
        elif c:
            g.eq([(X[v], 2), (X[c[0]], -1), (X[c[-1]], -1)], 0, random.choice([700, 600]))
            for a, b in zip(c, c[1:]):
                g.after(X[a], X[b], -random.randint(60, 90), random.choice([400, 300]))
    return g


def flow(size, random):
    """A flow chart: nodes in layers with an order, edges that point down, straight edges wished by kind, short ones too."""
    g = Program()
    m = size // 2
    k = max(3, int(math.sqrt(m) * 0.8))
    X = [g.position() for _ in range(m)]
    Y = [g.position() for _ in range(m)]
    for i in range(m):
        r, c = divmod(i, k)
        if c:
            g.after(X[i], X[i - 1], 40 + random.randint(0, 60))
        if r == 0:
            g.ge([(Y[i], 1)], 0)
        if i == 0:
            g.eq([(X[i], 1)], 0)
        for _ in range(random.choice([1, 1, 2, 2, 3])):
            if r == 0:
                break
            up = min(m - 1, max(0, (r - random.choice([1, 1, 1, 2]))))
            a = up * k + min(k - 1, max(0, c + random.randint(-3, 3)))
            if a >= i:
                continue
            g.after(Y[i], Y[a], 30 + random.randint(0, 30))
            g.same(Y[i], Y[a], random.choice([450, 250]), 40)
            g.same(X[i], X[a], random.choice([600, 500, 300]), random.choice([0, 0, 0, 20, -20]))
            if random.random() < 0.3:
                g.ge([(Y[i], 2), (Y[a], -2), (X[i], -1), (X[a], 1)], 0, 400)
                g.ge([(Y[i], 2), (Y[a], -2), (X[i], 1), (X[a], -1)], 0, 400)
        if c and random.random() < 0.5:
            g.same(Y[i], Y[i - 1], random.choice([550, 350]))
    return g


def gantt(size, random):
    """A plan: tasks on resources in order, precedences across them, wished starts, lengths that hug and resist, deadlines."""
    g = Program()
    m = size // 2
    k = max(4, int(math.sqrt(m) / 2))
    S = []
    D = []
    for i in range(m):
        S.append(g.position())
        D.append(g.size())
    for i in range(m):
        r, c = divmod(i, k)
        need = 8 + random.randint(0, 40)
        g.ge([(D[i], 1)], 4)
        g.eq([(D[i], 1)], need, (random.choice([450, 300]), random.choice([700, 600])))
        if r:
            g.ge([(S[i], 1), (S[i - k], -1), (D[i - k], -1)], 0)
        else:
            g.ge([(S[i], 1)], 0)
        for _ in range(random.choice([0, 1, 1, 2])):
            a = i - random.randint(1, 3 * k)
            if a >= 0 and a != i - k:
                g.ge([(S[i], 1), (S[a], -1), (D[a], -1)], random.choice([0, 0, 2, 5]))
        if random.random() < 0.5:
            g.eq([(S[i], 1)], 35 * r + random.randint(-60, 60), random.choice([500, 400, 200]))
        if random.random() < 0.3:
            g.le([(S[i], 1), (D[i], 1)], 45 * r + 60 + random.randint(0, 60), random.choice([650, 350]))
        if c and random.random() < 0.2:
            g.same(S[i], S[i - 1], 550)
    return g


def rand(size, random):
    """Random sparse rows of two to five terms at five priorities about a hidden layout; inequalities hold there."""
    g = Program()
    [g.size() for _ in range(size)]
    v = [random.randint(0, 300) for _ in range(size)]
    for i in range(int(2.2 * size)):
        s = random.choice([2, 2, 2, 3, 3, 4, 5])
        a = random.randrange(size)
        near = [(a + int(random.gauss(0, 1) * 40)) % size for _ in range(s)]
        vs = list({v if random.random() < 0.8 else random.randrange(size) for v in near})
        t = [(j, random.choice([1, -1, 1, -1, 2, -2, 0.5, -1.5])) for j in vs]
        b = sum(v[j] * q for j, q in t)
        u = random.random()
        p = random.choice([800, 600, 500, 300, 100])
        if u < 0.05 and i < size / 2:
            g.eq(t, b)
        elif u < 0.35:
            g.ge(t, b - random.randint(0, 60) * (random.random() < 0.7))
        elif u < 0.6:
            g.ge(t, b + random.randint(-20, 80), p)
        elif u < 0.9:
            g.eq(t, b + random.randint(-40, 40), p)
        else:
            g.eq(t, b + random.randint(-40, 40), (random.choice([250, 500]), random.choice([750, 600])))
    return g


def lanes(size, random):
    """Tracks of events in order, each track wished in line with the one above at a few points, gaps and starts wished."""
    g = Program()
    tracks = max(3, int(math.sqrt(size) / 4))
    per = size // tracks
    T = [[g.position() for _ in range(per)] for _ in range(tracks)]
    for a in range(tracks):
        g.ge([(T[a][0], 1)], 0)
        for i in range(1, per):
            g.after(T[a][i], T[a][i - 1], 5 + random.randint(0, 30))
            g.same(T[a][i], T[a][i - 1], random.choice([250, 100]), 20)
        for i in range(per):
            if a and random.random() < 0.3:
                other = max(0, min(per - 1, i + random.randint(-4, 4)))
                g.same(T[a][i], T[a - 1][other], random.choice([750, 600, 500]))
            if random.random() < 0.2:
                g.eq([(T[a][i], 1)], 22 * i + random.randint(-200, 200), 400)
    return g


def subway(size, random):
    """A metro map: stations on a ragged grid, lines wished straight across, down and on both diagonals, short, near where they are."""
    g = Program()
    m = size // 2
    k = max(4, int(math.sqrt(m)))
    P = [(g.position(), g.position()) for _ in range(m)]
    g.eq([(P[0][0], 1)], 0)
    g.eq([(P[0][1], 1)], 0)
    for i in range(m):
        x, y = P[i]
        row, column = divmod(i, k)
        for j, kind in ((i + 1, "across"), (i + k, "down"), (i + k + 1, "falls"), (i + k - 1, "rises")):
            if j >= m or random.random() < 0.5 or abs(j % k - column) > 1:
                continue
            a, b = P[j]
            if kind == "across":
                g.after(a, x, 12 + random.randint(0, 9))
                g.same(b, y, random.choice([600, 450]))
                g.same(a, x, 200, 30)
            elif kind == "down":
                g.after(b, y, 12 + random.randint(0, 9))
                g.same(a, x, random.choice([600, 450]))
                g.same(b, y, 200, 30)
            else:
                sign = 1 if kind == "falls" else -1
                g.ge([(a, sign), (x, -sign)], 8)
                g.after(b, y, 8)
                g.eq([(a, 1), (x, -1), (b, -sign), (y, sign)], 0, random.choice([600, 450]))
        g.eq([(x, 1)], 30 * column + random.randint(-20, 20), 100)
        g.eq([(y, 1)], 30 * row + random.randint(-20, 20), 100)
    return g


def potentials(size, random):
    """Least gaps after one to three nodes of the last two hundred, most of them wished at a length."""
    g = Program()
    X = [g.position() for _ in range(size)]
    g.eq([(X[0], 1)], 0)
    for i in range(1, size):
        for _ in range(random.choice([1, 2, 3])):
            j = random.randrange(max(0, i - 200), i)
            g.after(X[i], X[j], random.randint(0, 30))
            if random.random() < 0.7:
                g.same(X[i], X[j], random.choice([600, 400, 250]), random.randint(5, 35))
        if random.random() < 0.1:
            g.eq([(X[i], 1)], random.randint(0, 20 * int(math.sqrt(size))), 500)
    return g


def pipes(size, random):
    """Widths of pipes: what comes into a node goes out of it, as must or as a wish; each has a wished and a largest width."""
    g = Program()
    n = max(10, size // 3)
    into, out = [[] for _ in range(n)], [[] for _ in range(n)]
    for i in range(n):
        for _ in range(3):
            j = i + random.choice([1, 2, 7, 30, 31])
            if j < n:
                width = g.size()
                out[i].append(width)
                into[j].append(width)
                g.le([(width, 1)], random.randint(40, 200))
                g.eq([(width, 1)], random.randint(0, 40), random.choice([300, 200]))
    for i in range(n):
        terms = [(width, 1) for width in into[i]] + [(width, -1) for width in out[i]]
        if len(terms) > 1:
            g.add(terms, 0, 0, REQUIRED if random.random() < 0.6 else 600)
    return g


def ratios(size, random):
    """Pictures in a table: widths of a row and heights of a column add up, ratios wished, heights in simple ratios to those above."""
    g = Program()
    k = max(3, int(math.sqrt(size / 2)))
    A = [[(g.size(), g.size()) for _ in range(k)] for _ in range(k)]
    for i in range(k):
        g.eq([(A[i][j][0], 1) for j in range(k)], 100 * k)
        g.le([(A[j][i][1], 1) for j in range(k)], 80 * k)
        for j in range(k):
            w, h = A[i][j]
            g.eq([(w, 1), (h, -random.choice([1.78, 1.5, 1.33, 1, 0.75, 0.66]))], 0, random.choice([700, 500]))
            g.ge([(w, 1)], 10)
            g.ge([(h, 1)], 10)
            if i:
                g.eq([(h, 1), (A[i - 1][j][1], -random.choice([1, 1, 2]))], 0, random.choice([400, 300]))
            if j:
                g.same(h, A[i][j - 1][1], random.choice([600, 350]))
    return g


def isotonic(size, random):
    """A table whose numbers must not fall, across or down, each near a wish: much of it lies in ties."""
    g = Program()
    k = max(3, int(math.sqrt(size)))
    X = [[g.position() for _ in range(k)] for _ in range(k)]
    for i in range(k):
        for j in range(k):
            g.eq([(X[i][j], 1)], 3 * i + 2 * j + random.randint(-60, 60), random.choice([500, 500, 400]))
            if i:
                g.after(X[i][j], X[i - 1][j], 0)
            if j:
                g.after(X[i][j], X[i][j - 1], 0)
    return g


def comparators(size, random):
    """Values through stages of pairs, each made into a larger and a lesser of the same sum; the first wished, the last within bounds, in step."""
    g = Program()
    stages = 8
    values = [g.size() for _ in range(max(8, size // (stages + 1) // 2 * 2))]
    for value in values:
        g.eq([(value, 1)], random.randint(5, 100), random.choice([600, 500]))
        g.le([(value, 1)], 120)
    for _ in range(stages):
        random.shuffle(values)
        following = []
        for one, other in zip(values[::2], values[1::2]):
            larger, lesser = g.size(), g.size()
            g.eq([(larger, 1), (lesser, 1), (one, -1), (other, -1)], 0)
            g.ge([(larger, 1), (one, -1)], 0)
            g.ge([(larger, 1), (other, -1)], 0)
            g.same(larger, lesser, 200)
            following += [larger, lesser]
        values = following
    for value, before in zip(values, [None] + values):
        g.le([(value, 1)], random.randint(50, 80), 700)
        if before is not None:
            g.same(value, before, 300)
    return g


def shops(size, random):
    """Jobs of six steps over machines that take them in a fixed order, on time by class, delivered together by order, and early."""
    g = Program()
    machines = [None] * max(4, size // 200)
    orders = {}
    while len(g.nonnegative) < size:
        last = None
        for _ in range(6):
            step, length, machine = g.size(), random.randint(2, 12), random.randrange(len(machines))
            g.le([(step, 1)], 0, 250)
            before, end = machines[machine], 0
            if last is not None:
                g.after(step, last[0], last[1])
                if random.random() < 0.4:
                    g.same(step, last[0], 300, last[1])
                end = last[2]
            if before is not None:
                g.after(step, before[0], before[1] + random.choice([0, 0, 1, 3]))
                end = max(end, before[2])
            last = machines[machine] = (step, length, end + length)
        g.le([(last[0], 1)], round(last[2] * random.uniform(0.75, 1.1)), random.choice([700, 650, 600, 550]))
        order = random.randrange(max(4, size // 50))
        if order in orders:
            g.same(last[0], orders[order], 450, random.choice([0, 0, 5]))
        orders[order] = last[0]
    return g


def cuts(size, random):
    """A least cut through a random graph: potentials from 0 to 1, alike along arcs by weight, some wished at either end."""
    g = Program()
    places = [g.position() for _ in range(size)]
    for index, place in enumerate(places):
        g.ge([(place, 1)], 0)
        g.le([(place, 1)], 1)
        following = places[(index + 1) % size]
        g.eq([(place, 3), (following, -3)], 0, 500)
        for _ in range(2):
            other = random.choice(places)
            if other != place:
                g.same(place, other, 500)
        if index % 40 == 0:
            g.eq([(place, 1)], index // 40 % 2, 750)
    return g


def pads(size, random):
    """Parts on a board between pads: near those that they are wired to, near or far; some in order."""
    g = Program()
    parts = [g.position() for _ in range(size)]
    for index, part in enumerate(parts):
        g.ge([(part, 1)], 0)
        g.le([(part, 1)], 30)
        for _ in range(2):
            near = parts[(index + random.randint(1, 50)) % size]
            other = random.choice(parts) if random.random() < 0.5 else near
            weight = random.choice([1, 1, 2, 5])
            if other != part:
                g.eq([(part, weight), (other, -weight)], 0, 500)
        if index % 30 == 0:
            g.eq([(part, 1)], index * 7 // 30 % 31, 750)
        if index % 9 == 1:
            g.after(part, parts[index - 1], 0)
    return g


def differences(size, random):
    """Differences that must hold where places are, and others between any two of these, at four priorities, that cannot all be met."""
    g = Program()
    places = [g.position() for _ in range(size)]
    points = [random.randint(0, 60) for _ in places]
    g.eq([(places[0], 1)], points[0])
    for _ in range(size * 8 // 5):
        one = random.randrange(size)
        other = (one + random.randint(1, 80)) % size
        if one != other:
            g.after(places[other], places[one], points[other] - points[one] - random.choice([0, 1, 3, 10]))
    for _ in places:
        one, other = random.randrange(size), random.randrange(size)
        if one != other:
            g.after(places[other], places[one], random.randint(-20, 20), random.choice([600, 500, 400, 300]))
    for place in places:
        g.ge([(place, 1)], -40)
        g.le([(place, 1)], 0, 100)
    return g


FAMILIES = (tree, flow, gantt, rand, lanes, subway, potentials, pipes, ratios, isotonic, comparators, shops, cuts, pads, differences)
