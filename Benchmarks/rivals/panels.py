"""Families of coupled programs from screens that are divided into panels, columns and cells (see `families.py`)."""

import math

from builder import Program


def calendar(size, random):
    """Week views one under another: hours as high as their events need, events side by side in a day, hours alike in all weeks."""
    g = Program()
    before = None
    while len(g.nonnegative) < size:
        hours = 10
        H = [g.position() for _ in range(hours + 1)]
        D = [g.position() for _ in range(8)]
        g.eq([(D[0], 1)], 40)
        g.eq([(D[7], 1)], 740)
        for d in range(7):
            g.after(D[d + 1], D[d], 40)
            g.same(D[d + 1], D[d], 250 if d < 5 else 100, 110 if d < 5 else 75)
            if before:
                g.same(D[d], before[1][d], 400)
        for h in range(hours):
            g.after(H[h + 1], H[h], 12)
            g.le([(H[h + 1], 1), (H[h], -1)], 30, 250)
            if h:
                g.eq([(H[h + 1], 1), (H[h], -2), (H[h - 1], 1)], 0, 400)
            if before:
                g.eq([(H[h + 1], 1), (H[h], -1), (before[0][h + 1], -1), (before[0][h], 1)], 0, random.choice([400, 250]))
        g.le([(H[-1], 1), (H[0], -1)], random.choice([300, 360, 400]), 600)
        if before:
            g.after(H[0], before[0][-1], 24)
            g.same(H[0], before[0][-1], 100, 24)
        else:
            g.eq([(H[0], 1)], 0)
        for d in range(7):
            at = random.randint(0, 2)
            while at < hours - 1:
                lasts = random.choice([1, 1, 2, 3])
                side = random.choice([1, 1, 2, 3])
                row = []
                for q in range(side):
                    x, w, top, bottom = g.position(), g.size(), g.position(), g.position()
                    f = random.choice([0, 0, 0.25, 0.5])
                    end = min(hours, at + lasts + (q == 1))
                    g.eq([(top, 1), (H[at], f - 1), (H[at + 1], -f)] if f else [(top, 1), (H[at], -1)], 0, 750)
                    g.same(bottom, H[end], random.choice([750, 600]), -1)
                    g.after(bottom, top, 8)
                    g.ge([(bottom, 1), (top, -1), (w, random.choice([0.25, 0.5]))], random.randint(40, 110), 500)
                    if row:
                        g.ge([(x, 1), (row[-1][0], -1), (row[-1][1], -1)], 2)
                        g.same(w, row[-1][1], 600)
                    else:
                        g.after(x, D[d], 1)
                        g.same(x, D[d], 600, 1)
                    row.append((x, w))
                g.le([(row[-1][0], 1), (row[-1][1], 1), (D[d + 1], -1)], -1)
                g.eq([(row[-1][0], 1), (row[-1][1], 1), (D[d + 1], -1)], -1, 500)
                at += lasts + random.randint(0, 4)
        before = (H, D)
    return g


def walls(size, random):
    """A plan cut into rooms that no cuts from side to side make: walls as long as they go, rooms' widths, heights and areas."""
    g = Program()
    n = max(6, int(math.sqrt(size) * 0.95))
    room = [[-1] * n for _ in range(n)]
    rooms = []
    for i in range(n):
        for j in range(n):
            if room[i][j] >= 0:
                continue
            w, h = random.choice([1, 1, 2, 2, 3]), random.choice([1, 1, 2, 2, 3])
            while j + w > n or any(room[i][j + q] >= 0 for q in range(w)):
                w -= 1
            h = min(h, n - i)
            for a in range(h):
                for b in range(w):
                    room[i + a][j + b] = len(rooms)
            rooms.append((i, j, h, w))
    across, down = {}, {}

    def trace(walls, differs):
        for line in range(n + 1):
            wall = None
            for k in range(n):
                if line in (0, n) or differs(line, k):
                    if wall is None:
                        wall = g.position()
                        if line == 0:
                            g.eq([(wall, 1)], 0)
                        elif line == n:
                            g.eq([(wall, 1)], 40 * n)
                        elif random.random() < 0.5:
                            g.eq([(wall, 1)], 40 * line + random.randint(-15, 15), random.choice([250, 100]))
                    walls[line, k] = wall
                else:
                    wall = None

    trace(across, lambda line, k: room[k][line - 1] != room[k][line])
    trace(down, lambda line, k: room[line - 1][k] != room[line][k])
    for i, j, h, w in rooms:
        left, right, top, bottom = across[j, i], across[j + w, i], down[i, j], down[i + h, j]
        width, height = g.size(), g.size()
        g.eq([(width, 1), (right, -1), (left, 1)], 0)
        g.eq([(height, 1), (bottom, -1), (top, 1)], 0)
        g.ge([(width, 1)], 20 * w)
        g.ge([(height, 1)], 20 * h)
        g.eq([(width, 1)], 40 * w + random.randint(-18, 25), random.choice([(250, 600), (400, 500)]))
        g.eq([(height, 1)], 40 * h + random.randint(-18, 25), random.choice([(250, 600), (400, 500)]))
        if random.random() < 0.4:
            g.eq([(width, h), (height, w)], 80 * w * h + random.randint(-20, 30), 750)
        if random.random() < 0.25:
            g.eq([(width, 2), (height, -random.choice([1, 2, 2, 3, 4]))], 0, 400)
    for walls in (across, down):
        for (line, k), wall in walls.items():
            if 0 < line < n:
                for other in (2, 3):
                    beyond = walls.get((line, k + other))
                    if beyond not in (None, wall) and walls.get((line, k + other - 1)) is None:
                        g.same(wall, beyond, random.choice([600, 500, 250]))
    return g


def merged(size, random):
    """A sheet with cells merged both ways, texts that wrap in them, page breaks wished at edges, cells of a kind alike."""
    g = Program()
    columns = max(5, int(math.sqrt(size) / 3))
    count = (size - columns) * 2 // 7
    lines = max(5, size - columns - 3 * count)
    E = [g.position() for _ in range(columns + 1)]
    F = [g.position() for _ in range(lines + 1)]
    for edges, least, usual, page in ((E, 10, 64, 6), (F, 12, 20, 20)):
        g.eq([(edges[0], 1)], 0)
        for k in range(1, len(edges)):
            g.after(edges[k], edges[k - 1], least)
            g.same(edges[k], edges[k - 1], 100, usual)
            if k > 1:
                g.eq([(edges[k], 1), (edges[k - 1], -2), (edges[k - 2], 1)], 0, 250)
            if k % page == 0:
                g.same(edges[k], edges[k - page], 500, round(usual * page * 1.15))
    last = {}
    for _ in range(count):
        w, h = min(columns, random.choice([1, 1, 2, 2, 3, 4])), min(lines, random.choice([1, 1, 1, 2, 3]))
        a, b = random.randint(0, columns - w), random.randint(0, lines - h)
        u, v, font = g.size(), g.size(), g.size()
        g.eq([(u, 1), (E[a + w], -1), (E[a], 1)], -6)
        g.eq([(v, 1), (F[b + h], -1), (F[b], 1)], -4)
        g.ge([(font, 1)], 6)
        g.eq([(font, 1)], 11, (500, 750))
        g.ge([(v, 4), (u, 1), (font, -random.randint(4, 9))], random.randint(20, 70) * w, 600)
        g.eq([(u, 1)], 50 * w + random.randint(-20, 40), (100, random.choice([400, 250])))
        kind = random.randrange(12)
        if kind in last:
            g.same(font, last[kind][2], 500)
            if random.random() < 0.3:
                g.same(u, last[kind][0], 400)
        last[kind] = (u, v, font)
    return g


def breakpoints(size, random):
    """Widgets laid out for three screens at once, in two, four and six columns, their sizes in scale from screen to screen."""
    g = Program()
    count = max(12, size // 9)
    screens = ((2, 360), (4, 768), (6, 1280))
    kinds = [random.choice([0.5, 0.6, 0.75, 1, 1.25]) for _ in range(count)]
    texts = [random.randint(60, 220) for _ in range(count)]
    all_of = []
    for columns, wide in screens:
        gap = g.size()
        g.ge([(gap, 1)], 4)
        g.le([(gap, 1)], 24)
        g.eq([(gap, 1)], 8 + columns, 250)
        column = [g.size() for _ in range(columns)]
        V = [(g.size(), g.size(), g.position()) for _ in range(count)]
        for a, b in zip(column, column[1:]):
            g.same(a, b, 500)
        for i, (w, h, y) in enumerate(V):
            c = i % columns
            g.ge([(w, 1)], 20)
            g.ge([(h, 1)], 20)
            g.same(w, column[c], random.choice([600, 500]))
            g.eq([(h, 1), (w, -kinds[i])], 0, random.choice([400, 250]))
            g.ge([(h, 1), (w, 0.4)], texts[i], 750)
            if i % 5 == 0:
                g.ge([(w, 1)], texts[i] + 60, 600)
            if c and random.random() < 0.5:
                g.same(y, V[i - 1][2], 400)
                g.same(h, V[i - 1][1], random.choice([500, 250]))
            if i >= columns:
                g.ge([(y, 1), (V[i - columns][2], -1), (V[i - columns][1], -1), (gap, -1)], 0)
                g.eq([(y, 1), (V[i - columns][2], -1), (V[i - columns][1], -1), (gap, -1)], 0, 250)
            else:
                g.eq([(y, 1)], 0)
            if c == columns - 1:
                g.eq([(V[k][0], 1) for k in range(i - c, i + 1)] + [(gap, columns - 1)], wide)
        all_of.append((gap, V))
    for (gap_a, A), (gap_b, B) in zip(all_of, all_of[1:]):
        g.eq([(gap_b, 2), (gap_a, -3)], 0, 100)
        for i in range(count):
            g.eq([(A[i][1], 1), (B[i][1], -random.choice([0.75, 0.8, 0.9, 1]))], 0, random.choice([250, 100]))
            if random.random() < 0.3:
                g.same(A[i][0], B[i][0], 100)
    return g


def tabs(size, random):
    """Tab bars over panes side by side: tabs shrink to fit, pinned ones do not, the active one is wide, pane borders in line."""
    g = Program()
    above = None
    sites = {}
    while len(g.nonnegative) < size:
        P = [g.size() for _ in range(3)]
        g.eq([(p, 1) for p in P], 1400)
        edges = [g.position() for _ in range(2)]
        g.same(edges[0], P[0])
        g.eq([(edges[1], 1), (edges[0], -1), (P[1], -1)], 0)
        if above:
            for a, b in zip(edges, above):
                g.same(a, b, random.choice([600, 400]))
        above = edges
        for pane in P:
            g.ge([(pane, 1)], 150)
            share = g.size()
            pinned, count = random.choice([0, 0, 1, 2]), random.randint(4, 16)
            T = [g.size() for _ in range(count)]
            active = random.randrange(pinned, count)
            hidden = g.size()
            bar = [(t, 1) for t in T]
            g.le(bar + [(hidden, -1), (pane, -1)], -28)
            g.eq([(hidden, 1)], 0, 500)
            for k, t in enumerate(T):
                if k < pinned:
                    g.eq([(t, 1)], 36)
                    continue
                g.le([(t, 1)], 200)
                g.same(t, share, 400 if k != active else 100)
                g.ge([(t, 1)], 76 if k == active else 40, 750 if k == active else 600)
                g.eq([(t, 1)], random.randint(60, 240), (100, 250))
                site = random.randrange(20)
                if site in sites and random.random() < 0.25:
                    g.same(t, sites[site], 250)
                sites[site] = t
            g.le([(share, 1)], 180)
    return g


def fisheye(size, random):
    """A timeline zoomed by parts: a scale each, smooth, wide where one looks; events and labels at them; an overview below it."""
    g = Program()
    parts = max(10, size // 9)
    scale, small = [g.size() for _ in range(parts)], [g.size() for _ in range(parts)]
    edge, under = [g.position() for _ in range(parts + 1)], [g.position() for _ in range(parts + 1)]
    g.eq([(edge[0], 1)], 0)
    g.eq([(under[0], 1)], 0)
    label = None
    for i in range(parts):
        long = random.choice([7, 7, 14, 28, 30, 31])
        g.eq([(edge[i + 1], 1), (edge[i], -1), (scale[i], -long)], 0)
        g.eq([(under[i + 1], 1), (under[i], -1), (small[i], -long)], 0)
        g.ge([(scale[i], 1)], 0.2)
        g.ge([(small[i], 1)], 0.05)
        g.le([(scale[i], 1)], 12)
        g.eq([(scale[i], 1), (small[i], -random.choice([4, 5]))], 0, 100)
        if i:
            g.same(scale[i], scale[i - 1], random.choice([500, 400]))
            g.same(small[i], small[i - 1], 600)
        if i > 1:
            g.eq([(scale[i], 1), (scale[i - 1], -2), (scale[i - 2], 1)], 0, 250)
        if i % 37 < 4:
            g.ge([(scale[i], 1)], random.choice([3, 5]), 750)
        days = sorted(random.uniform(0, long) for _ in range(2))
        for day in days:
            x, text = g.position(), g.position()
            g.eq([(x, 1), (edge[i], -1), (scale[i], -round(day, 2))], 0)
            wide = random.randint(10, 40)
            g.eq([(text, 1), (x, -1)], 2, (400, 750))
            if label is not None:
                g.after(text, label[0], 1)
                g.after(text, label[0], label[1], 600)
            label = (text, wide)
        if i % 10 == 9:
            g.same(under[i + 1], under[i - 9], 500, 100)
            g.same(edge[i + 1], edge[i - 9], 250, random.randint(300, 700))
    return g


def orgchart(size, random):
    """Departments of people in columns by grade, columns alike across departments, chiefs beside their people, dotted lines."""
    g = Program()
    grades = 4
    before = None
    people = []
    while len(g.nonnegative) < size:
        X = [g.position() for _ in range(grades + 1)]
        bottom = g.position()
        for a in range(grades):
            g.after(X[a + 1], X[a], 40)
            g.same(X[a + 1], X[a], 100, 40)
            if before:
                g.same(X[a + 1], before[0][a + 1], random.choice([600, 400]))
        g.eq([(X[0], 1)], 0)
        last = [None] * grades

        def person(grade):
            y, h, w = g.position(), g.size(), g.size()
            g.ge([(h, 1)], 14)
            g.ge([(h, 3), (w, 1)], random.randint(120, 240), 750)
            g.eq([(w, 1)], random.randint(50, 130), (250, 500))
            g.le([(w, 1), (X[grade + 1], -1), (X[grade], 1)], -12)
            g.eq([(h, 1)], 20, 250)
            if last[grade]:
                g.ge([(y, 1), (last[grade][0], -1), (last[grade][1], -1)], 4)
                g.same(w, last[grade][2], 400)
            elif before:
                g.after(y, before[1], 20)
            else:
                g.ge([(y, 1)], 0)
            last[grade] = (y, h, w)
            people.append(y)
            if len(people) > 50 and random.random() < 0.15:
                g.same(y, people[-random.randint(20, 50)], 100, random.randint(100, 300))
            team = []
            if grade + 1 < grades:
                for _ in range(random.choice([1, 2, 3] if grade else [2, 3])):
                    team.append(person(grade + 1))
                first, end = team[0], team[-1]
                if len(team) > 1 and random.random() < 0.6:
                    wish = [(y, 2), (h, 1), (first[0], -1), (end[0], -1), (end[1], -1)]
                    g.eq(wish, 0, random.choice([600, 500]))
                else:
                    g.same(y, first[0], random.choice([600, 500]))
            else:
                g.ge([(bottom, 1), (y, -1), (h, -1)], 0)
            return (y, h, w)

        person(0)
        for end in last:
            g.ge([(bottom, 1), (end[0], -1), (end[1], -1)], 0)
        g.le([(bottom, 1)], 0, 100)
        if before:
            g.le([(bottom, 1), (before[1], -1)], random.randint(200, 400), 500)
        before = (X, bottom)
    return g


def tables(size, random):
    """Tables in the cells of a table, and in some of theirs: inner columns fill the outer ones, in line with those above, rows too."""
    g = Program()
    k = max(2, int(math.sqrt(size / 14)))
    outer, lines = [g.size() for _ in range(k)], [g.size() for _ in range(k)]
    g.eq([(w, 1) for w in outer], 170 * k, 750)
    for a, b in zip(outer, outer[1:]):
        g.same(a, b, 100)
    above = [None] * k
    for i in range(k):
        left = None
        for j in range(k):
            W, H = [g.size() for _ in range(3)], [g.size() for _ in range(3)]
            deep = [g.size() for _ in range(2)]
            grown = [g.size() for _ in range(6)]
            g.eq([(w, 1) for w in W] + [(outer[j], -1)], -8)
            if random.random() < 0.6:
                g.eq([(h, 1) for h in H] + [(lines[i], -1)], -8)
            else:
                g.le([(h, 1) for h in H] + [(lines[i], -1)], -8)
            split = random.randrange(3)
            g.eq([(deep[0], 1), (deep[1], 1), (W[split], -1)], -4)
            g.same(*deep, random.choice([500, 400]))
            for w in W:
                g.ge([(w, 1)], 12)
                g.eq([(w, 1)], random.randint(20, 80), (250, 500))
            for d in deep:
                g.ge([(d, 1)], random.randint(10, 35), 600)
            for q, cell in enumerate(grown):
                r, c = divmod(q, 3)
                g.le([(cell, 1), (H[r], -1)], 0)
                g.ge([(cell, 1)], 8)
                g.ge([(cell, 1), (W[c], random.choice([0.25, 0.5]))], random.randint(25, 60), 750)
            for h in H:
                g.ge([(h, 1)], 8)
                g.le([(h, 1)], 16, 250)
            if above[j]:
                for c in range(3):
                    g.same(W[c], above[j][0][c], random.choice([600, 500, 400]))
                g.same(deep[0], above[j][1][0], 250)
            if left:
                for r in range(3):
                    g.same(H[r], left[r], random.choice([500, 400]))
            above[j], left = (W, deep), H
    return g


FAMILIES = (
    calendar,
    walls,
    merged,
    breakpoints,
    tabs,
    fisheye,
    orgchart,
    tables,
)
