"""Families of coupled programs from drawings and pictures (see `families.py`)."""

import math

from builder import Program


def molecules(size, random):
    """Skeletons of a large molecule on a honeycomb: bonds wished in six directions at one length, rings bent, labels need room."""
    g = Program()
    count = max(20, size // 2)
    length = g.size()
    g.ge([(length, 1)], 18)
    g.eq([(length, 1)], 30, 250)
    atoms, order, frontier = {}, [], [(0, 0)]
    side = int(math.sqrt(count)) + 2
    while len(order) < count and frontier:
        place = frontier.pop(random.randrange(min(len(frontier), 6)))
        if place in atoms or (len(order) > 8 and random.random() < 0.06):
            continue
        atoms[place] = (g.position(), g.position())
        order.append(place)
        i, j = place
        near = [(i, j - 1), (i, j + 1), (i + 1, j) if (i + j) % 2 == 0 else (i - 1, j)]
        frontier += [p for p in near if p not in atoms and abs(p[0]) < side and abs(p[1]) < side]
        if not frontier:
            frontier = [(i, j + 1), (i, j - 1)]
    half, tall = 0.866, 1.5
    axis = g.position()
    x0, y0 = atoms[0, 0]
    g.eq([(x0, 1)], 0)
    g.eq([(y0, 1)], 0)
    for i, j in order:
        x, y = atoms[i, j]
        if (i, j + 1) in atoms:
            a, b = atoms[i, j + 1]
            g.eq([(a, 1), (x, -1), (length, -half)], random.choice([0, 0, 0, -5, 6]), random.choice([600, 500]))
            rises = 0.5 if (i + j) % 2 else -0.5
            g.eq([(b, 1), (y, -1), (length, -rises)], random.choice([0, 0, 0, -4, 5]), random.choice([600, 500]))
            g.after(a, x, random.choice([6, 10, 15]))
        if (i + j) % 2 == 0 and (i + 1, j) in atoms:
            a, b = atoms[i + 1, j]
            g.same(a, x, random.choice([600, 500]))
            g.eq([(b, 1), (y, -1), (length, -1)], random.choice([0, 0, 0, 8]), random.choice([600, 500]))
            g.after(b, y, random.choice([8, 12, 18]))
        if (i, j + 2) in atoms and random.random() < 0.35:
            g.after(atoms[i, j + 2][0], x, random.randint(40, 66), 750)
        if (i, -j) in atoms and j > 0:
            g.eq([(x, 1), (atoms[i, -j][0], 1), (axis, -2)], 0, 400)
            g.same(y, atoms[i, -j][1], 400)
        if random.random() < 0.1:
            g.eq([(x, 1)], 26 * j + random.randint(-20, 20), 250)
            g.eq([(y, 1)], 45 * i + random.randint(-20, 20), 250)
    return g


def gears(size, random):
    """Gear trains on a plate: meshing gears touch, others keep clear, wished ratios, shafts in line, radii of a few stock sizes."""
    g = Program()
    k = max(3, int(math.sqrt(size / 4)))
    S = [[(g.position(), g.position(), g.size(), g.size()) for _ in range(k)] for _ in range(k)]
    for i in range(k):
        for j in range(k):
            x, y, r, q = S[i][j]
            for radius in (r, q):
                g.ge([(radius, 1)], 8)
                g.le([(radius, 1)], 80)
                g.eq([(radius, 1)], random.choice([12, 16, 20, 24, 32]), random.choice([250, 100]))
            if j == 0:
                g.ge([(x, 1), (r, -1)], 0)
            else:
                a, b, ra, qa = S[i][j - 1]
                if random.random() < 0.75:
                    g.eq([(x, 1), (a, -1), (r, -1), (ra, -1)], 0)
                    g.eq([(r, 1), (ra, -random.choice([0.5, 0.75, 1, 1.25, 2]))], 0, random.choice([600, 500]))
                else:
                    g.ge([(x, 1), (a, -1), (r, -1), (ra, -1)], 2)
                g.same(y, b, 750 if random.random() < 0.6 else 400)
            if i == 0:
                g.ge([(y, 1), (q, -1)], 0)
            else:
                a, b, ra, qa = S[i - 1][j]
                if random.random() < 0.6:
                    g.eq([(y, 1), (b, -1), (q, -1), (qa, -1)], 0)
                    g.eq([(q, 1), (qa, -random.choice([0.5, 0.8, 1, 1.5, 2]))], 0, random.choice([600, 500]))
                else:
                    g.ge([(y, 1), (b, -1), (q, -1), (qa, -1)], 2)
                g.same(x, a, 500)
            if random.random() < 0.3:
                g.eq([(q, 1), (r, -random.choice([1, 1, 1.5]))], 0, 400)
            if j == k - 1:
                g.le([(x, 1), (r, 1)], 40 * k, 400)
            if i == k - 1:
                g.le([(y, 1), (q, 1)], 40 * k, 400)
    return g


def streamgraph(size, random):
    """A stream graph: eight layers near data, edges smooth and level, the whole about the middle, room for labels in the layers."""
    g = Program()
    K = 8
    T = max(8, size // (2 * K + 1))
    th = [[g.size() for _ in range(T)] for _ in range(K)]
    e = [[g.position() for _ in range(T)] for _ in range(K + 1)]
    wave = [(random.uniform(5, 25), random.uniform(6, 30), random.uniform(0, 6)) for _ in range(K)]
    label = [random.randint(0, 12) for _ in range(K)]
    for t in range(T):
        g.eq([(e[0][t], 1), (e[K][t], 1)], 0, 250)
        for k in range(K):
            g.eq([(e[k + 1][t], 1), (e[k][t], -1), (th[k][t], -1)], 0)
            g.ge([(th[k][t], 1)], 1)
            high, period, phase = wave[k]
            value = max(0, round(high * (1 + math.sin(t / period + phase)) + random.gauss(0, 4)))
            g.eq([(th[k][t], 1)], value, 500)
            if label[k] <= t % 40 < label[k] + 6:
                g.ge([(th[k][t], 1)], 14, 600)
        for k in range(K + 1):
            if 0 < t < T - 1 and k % 2 == 0:
                g.eq([(e[k][t], 2), (e[k][t - 1], -1), (e[k][t + 1], -1)], 0, 400)
            if t:
                g.same(e[k][t], e[k][t - 1], 400 if k in (0, K) else 100)
                if k % 4 == 1:
                    g.le([(e[k][t], 1), (e[k][t - 1], -1)], 12, 750)
    return g


def patchbay(size, random):
    """Nodes with ports at a pitch each, in columns; wires from port to port wished straight, nodes apart, pitches alike."""
    g = Program()
    count = max(9, size // 9)
    side = max(3, int(math.sqrt(count)))
    nodes = []
    for i in range(count):
        column, row = divmod(i, side)
        x, y, w, pitch = g.position(), g.position(), g.size(), g.size()
        ports = [g.position() for _ in range(5)]
        g.ge([(pitch, 1)], 10)
        g.le([(pitch, 1)], 40)
        g.eq([(pitch, 1)], random.choice([14, 16, 16, 18]), 250)
        g.eq([(w, 1)], random.randint(40, 120), (100, 750))
        g.ge([(w, 1), (pitch, 4)], random.randint(110, 190), 500)
        for k, port in enumerate(ports):
            g.eq([(port, 1), (y, -1), (pitch, -k)] if k else [(port, 1), (y, -1)], 18)
        if row:
            px, py, pw, ppitch, pports = nodes[-1]
            g.after(y, pports[-1], 18)
            g.same(y, pports[-1], 100, 18)
            g.same(x, px, random.choice([500, 400]))
            g.same(pitch, ppitch, random.choice([500, 400]))
        else:
            g.ge([(y, 1)], 0)
        if column == 0:
            g.ge([(x, 1)], 0)
            g.eq([(x, 1)], 0, 250)
        else:
            for _ in range(random.choice([2, 3, 4])):
                a = (column - 1) * side + min(side - 1, max(0, row + random.randint(-2, 2)))
                ax, ay, aw, apitch, aports = nodes[a]
                g.same(random.choice(ports), random.choice(aports), random.choice([600, 500, 400]))
                g.ge([(x, 1), (ax, -1), (aw, -1)], random.choice([20, 30]))
                g.le([(x, 1), (ax, -1), (aw, -1)], 40, 250)
        nodes.append((x, y, w, pitch, ports))
    return g


def dimensions(size, random):
    """Drawings with chains of dimensions that do not quite agree, parts that mate, dimension lines stacked, figures between arrows."""
    g = Program()
    parts = []
    while len(g.nonnegative) < size:
        F = [g.position() for _ in range(9)]
        nominal = [0]
        for k in range(1, 9):
            nominal.append(nominal[-1] + random.randint(8, 40))
            g.after(F[k], F[k - 1], 5)
        if not parts:
            g.eq([(F[0], 1)], 0)
        lines = []
        for d in range(8):
            a, b = sorted(random.sample(range(9), 2))
            gap = nominal[b] - nominal[a] + random.choice([0, 0, 0, 0.5, -0.5, 1, 2])
            tolerance = random.choice([0.1, 0.2, 0.5])
            g.same(F[b], F[a], random.choice([500, 400]), gap)
            g.le([(F[b], 1), (F[a], -1)], gap + tolerance, 600)
            g.ge([(F[b], 1), (F[a], -1)], gap - tolerance, 600)
            text, level = g.position(), g.position()
            wide = random.randint(8, 26)
            g.eq([(text, 2), (F[a], -1), (F[b], -1)], 0, 250)
            g.ge([(text, 1), (F[a], -1)], wide / 2, 400)
            g.ge([(F[b], 1), (text, -1)], wide / 2, 400)
            g.ge([(level, 1)], 10)
            g.eq([(level, 1)], 10, 100)
            for oa, ob, otext, olevel in lines:
                if oa >= a and ob <= b:
                    g.after(level, olevel, 8)
                elif oa < b and a < ob and random.random() < 0.4:
                    g.ge([(text, 1), (otext, -1), (level, 1), (olevel, -1)], 10, 250)
                    continue
                elif oa < b and a < ob and random.random() < 0.4:
                    g.after(text, otext, 12, 250) if oa <= a else g.after(otext, text, 12, 250)
            lines.append((a, b, text, level))
        for _ in range(3 if parts else 0):
            other, theirs = random.choice(parts[-8:])
            a, b = sorted(random.sample(range(9), 2))
            c, d = sorted(random.sample(range(9), 2))
            g.eq([(F[b], 1), (F[a], -1), (other[d], -1), (other[c], 1)], random.choice([0, 0, 0.25]), 500)
            g.same(F[a], other[c], random.choice([750, 400]), random.randint(0, 3))
            g.same(lines[-1][3], theirs, 250)
        parts.append((F, lines[-1][3]))
    return g


def genealogy(size, random):
    """Generations of couples, children between both parents, names as wide as they are, in order, in-laws from nearby families."""
    g = Program()
    count = max(12, size // 2)
    wide = max(6, int(math.sqrt(count)) // 2 * 2)
    above = None
    while len(g.nonnegative) < size:
        line = [(g.position(), g.size()) for _ in range(wide)]
        for i, (x, w) in enumerate(line):
            g.eq([(w, 1)], random.randint(24, 70), (250, 750))
            g.ge([(w, 1)], 10)
            if i:
                px, pw = line[i - 1]
                g.ge([(x, 2), (px, -2), (w, -1), (pw, -1)], 8)
                if i % 2:
                    g.eq([(x, 2), (px, -2), (w, -1), (pw, -1)], 12, 600)
                else:
                    g.le([(x, 1), (px, -1)], 80, 100)
        g.le([(line[-1][0], 1), (line[0][0], -1)], wide * random.randint(44, 54), 600)
        if above:
            child = 0
            for couple in range(0, wide, 2):
                many = random.choice([0, 1, 2, 2, 3, 4])
                kids = line[child : child + many]
                child += many
                (mother, _), (father, _) = above[couple], above[couple + 1]
                if len(kids) == 1:
                    g.eq([(kids[0][0], 2), (mother, -1), (father, -1)], 0, random.choice([500, 400]))
                elif kids:
                    terms = [(kids[0][0], 1), (kids[-1][0], 1), (mother, -1), (father, -1)]
                    g.eq(terms, 0, random.choice([500, 400]))
                    for a, b in zip(kids, kids[1:]):
                        g.le([(b[0], 1), (a[0], -1)], 90, 250)
                if random.random() < 0.2:
                    g.same(line[random.randrange(wide)][0], above[random.randrange(wide)][0], 100)
        else:
            g.eq([(line[0][0], 1)], 0)
        above = line
    return g


def stabilise(size, random):
    """A camera path of four numbers a frame, still, then straight, then bent, whose corners must stay in the picture taken."""
    g = Program()
    frames = max(10, size // 4)
    P = [[g.position() for _ in range(4)] for _ in range(frames)]
    path = [0.0, 0.0, 1.0, 0.0]
    drift = [0.0, 0.0]
    for t in range(frames):
        if t % 60 == 0:
            drift = [random.uniform(-3, 3), random.uniform(-1, 1)]
        path = [path[0] + drift[0] + random.gauss(0, 3), path[1] + drift[1] + random.gauss(0, 3), 1.0, 0.0]
        x, y, a, b = P[t]
        for cx, cy in ((-160, -90), (160, -90), (-160, 90), (160, 90)):
            for terms, centre, corner in (
                ([(x, 1), (a, cx), (b, -cy)], path[0], cx),
                ([(y, 1), (a, cy), (b, cx)], path[1], cy),
            ):
                if (t + (cx > 0) + (cy > 0)) % 2 == 0:
                    g.le(terms, round(centre + corner + 24, 3))
                    g.ge(terms, round(centre + corner - 24, 3))
        if t % 2 == 0:
            g.eq([(a, 50)], 50, 400)
            g.eq([(b, 50)], 0, 400)
        for k in range(4):
            f = 1 if k < 2 else 100
            if t > 0:
                g.eq([(P[t][k], f), (P[t - 1][k], -f)], 0, 500)
            if t > 1 and k != 1:
                g.eq([(P[t][k], f), (P[t - 1][k], -2 * f), (P[t - 2][k], f)], 0, 500 if k else 250)
        if t % 90 == 30:
            g.eq([(x, 1)], round(path[0], 2), 600)
    return g


def warp(size, random):
    """A picture warped to another shape by a mesh: things keep their shape, at a scale each, lines straight, the rest gives way."""
    g = Program()
    k = max(4, int(math.sqrt(size / 2)))
    V = [[(g.position(), g.position()) for _ in range(k)] for _ in range(k)]
    things = []
    for _ in range(max(2, k * k // 30)):
        s = g.size()
        g.ge([(s, 1)], 0.3)
        g.ge([(s, 10)], random.choice([8, 9]), 750)
        g.eq([(s, 10)], 10, 500)
        things.append((random.randrange(k), random.randrange(k), random.randint(1, 3), s))
    for i in range(k):
        g.eq([(V[i][0][0], 1)], 0)
        g.eq([(V[i][-1][0], 1)], 14 * (k - 1))
        g.eq([(V[0][i][1], 1)], 0)
        g.eq([(V[-1][i][1], 1)], 20 * (k - 1))
    near = [[thing for thing in things if abs(thing[0] - i) <= thing[2]] for i in range(k)]
    for i in range(k):
        for j in range(k):
            s = next((s for a, b, r, s in near[i] if abs(a - i) <= r and abs(b - j) <= r), None)
            x, y = V[i][j]
            if j + 1 < k:
                a, b = V[i][j + 1]
                g.after(a, x, 2)
                g.same(b, y, random.choice([400, 250]))
                if s is not None:
                    g.eq([(a, 1), (x, -1), (s, -20)], 0, 600)
                else:
                    g.same(a, x, 100, 20)
            if i + 1 < k:
                a, b = V[i + 1][j]
                g.after(b, y, 2)
                g.same(a, x, random.choice([400, 250]))
                if s is not None:
                    g.eq([(b, 1), (y, -1), (s, -20)], 0, 600)
            if i + 1 < k and j + 1 < k and random.random() < 0.3:
                g.eq([(V[i][j + 1][0], 1), (x, -1), (V[i + 1][j][1], -1), (y, 1)], 0, 400)
            if 0 < i < k - 1 and random.random() < 0.4:
                g.eq([(V[i - 1][j][0], 1), (x, -2), (V[i + 1][j][0], 1)], 0, 250)
    return g


def wires(size, random):
    """Wires through gates in eight columns, apart and in the order in which they come, straight, gates midway between their wires."""
    g = Program()
    count = size // 9
    gates = max(3, count // 14)
    heights = [random.uniform(0, gates) for _ in range(count)]
    lines = [[] for _ in heights]
    for _ in range(8):
        heights = [h + random.gauss(0, 2.5) if random.random() < 0.9 else random.uniform(0, gates) for h in heights]
        heights = [min(gates - 0.01, max(0, h)) for h in heights]
        order = sorted(range(count), key=lambda wire: heights[wire])
        above = None
        for gate in range(gates):
            middle = g.position()
            through = [wire for wire in order if int(heights[wire]) == gate]
            for wire in through:
                here = g.position()
                lines[wire].append(here)
                if above is None:
                    g.ge([(here, 1)], 0)
                else:
                    g.after(here, above, 6 if wire == through[0] else 1)
                g.same(here, middle, 400)
                above = here
            if through:
                ends = lines[through[-1]][-1], lines[through[0]][-1]
                g.eq([(middle, len(through))] + [(lines[wire][-1], -1) for wire in through], 0)
                if len(through) > 1:
                    g.le([(ends[0], 1), (ends[1], -1)], len(through) - 1, 350)
                g.eq([(middle, 1)], 22 * gate, 250)
    for line in lines:
        for here, following in zip(line, line[1:]):
            g.same(following, here, random.choice([600, 500]))
        for before, here, following in zip(line, line[1:], line[2:]):
            g.eq([(following, 1), (here, -2), (before, 1)], 0, 200)
    return g


FAMILIES = (
    molecules,
    gears,
    streamgraph,
    patchbay,
    dimensions,
    genealogy,
    stabilise,
    warp,
    wires,
)
