"""Families of coupled layout programs that nothing in the solver was tuned on when they were written, for `coupled.py`.

Each family is a function of the number of variables, about, and a random generator: what an app could lay out so that its views
depend on each other across the whole window. Rows have a priority, or a pair (above, below) as content sizes have. Those that
are graphs rather than screens are in `networks.py`, fits, flows and sums in `fits.py`, wishes that push each other away in `pushes.py`,
diagrams in `diagrams.py`, screens and plans in `screens.py`; later ones are in `typesetting.py`, `panels.py`, `drawings.py` and `periods.py`,
in `fills.py` those of which factors fill up, in `shares.py` shares of a whole and fields, in `packing.py` what has to fit, and in
`crowds.py` what many want without a price, in `walls.py` views that share sizes with views anywhere, in `costs.py` costs that are one long sum.
"""

import math
import random as generators

import costs
import crowds
import diagrams
import drawings
import fills
import fits
import networks
import packing
import panels
import periods
import pushes
import screens
import shares
import typesetting
import walls
from builder import REQUIRED, Program


def panes(size, random):
    """Split panes in a mesh: a grid of splits, ragged; soft equal sizes between neighbours at four priorities, content sizes."""
    g = Program()
    k = max(3, int(math.sqrt(size / 2)))
    W = [[g.size() for _ in range(k)] for _ in range(k)]
    H = [[g.size() for _ in range(k)] for _ in range(k)]
    for i in range(k):
        g.eq([(W[i][j], 1) for j in range(k)], 90 * k)
        g.eq([(H[j][i], 1) for j in range(k)], 70 * k)
        for j in range(k):
            g.ge([(W[i][j], 1)], 20)
            g.ge([(H[i][j], 1)], 16)
            if j + 1 < k:
                g.same(W[i][j], W[i][j + 1], random.choice([700, 500, 490, 250]))
            if i + 1 < k:
                g.same(H[i][j], H[i + 1][j], random.choice([700, 500, 490, 250]))
            if i + 1 < k and random.random() < 0.7:
                g.same(W[i][j], W[i + 1][j], random.choice([700, 500]))
            if j + 1 < k and random.random() < 0.7:
                g.same(H[i][j], H[i][j + 1], random.choice([700, 500]))
            if random.random() < 0.2:
                g.eq([(W[i][j], 1), (H[i][j], -random.choice([0.75, 1, 1.33, 1.5]))], 0, random.choice([600, 400]))
            if random.random() < 0.5:
                g.eq([(W[i][j], 1)], 40 + random.randint(0, 120), (251, 750))
            if random.random() < 0.5:
                g.eq([(H[i][j], 1)], 30 + random.randint(0, 100), (251, 750))
    return g


def dividers(size, random):
    """Dividers wished even: rows of dividers, each wished midway between its neighbours and in line with the one above."""
    g = Program()
    k = max(4, int(math.sqrt(size)))
    X = [[g.position() for _ in range(k)] for _ in range(k)]
    for i in range(k):
        g.eq([(X[i][0], 1)], 0)
        g.eq([(X[i][-1], 1)], 48 * k)
        for j in range(1, k):
            g.after(X[i][j], X[i][j - 1], 6 + random.randint(0, 20))
            if j + 1 < k:
                g.eq([(X[i][j], 2), (X[i][j - 1], -1), (X[i][j + 1], -1)], 0, random.choice([600, 400, 200]))
                if i and random.random() < 0.6:
                    g.same(X[i][j], X[i - 1][j], random.choice([500, 300]))
                if random.random() < 0.15:
                    g.eq([(X[i][j], 1)], 48 * j + random.randint(-80, 80), random.choice([700, 350]))
    return g


def sheet(size, random):
    """A spreadsheet: columns with bounds, cells that span one to four, hugging contents, equal columns wished."""
    g = Program()
    k = max(6, int(math.sqrt(size) * 1.2))
    C = [g.size() for _ in range(k)]
    cells = size - k
    for a in range(k):
        g.ge([(C[a], 1)], 16)
        g.le([(C[a], 1)], 120 + random.randint(0, 120), 760)
        if a + 1 < k:
            g.same(C[a], C[a + 1], random.choice([200, 150]))
    g.eq([(c, 1) for c in C], 60 * k, 740)
    for _ in range(cells):
        s = min(k, random.choice([1, 1, 1, 2, 2, 3, 4]))
        a = random.randint(0, k - s)
        u = g.size()
        t = [(C[b], 1) for b in range(a, a + s)]
        g.eq([(u, -1)] + t, 8)
        w = s * 45 + random.randint(-20, 25 * s)
        g.eq([(u, 1)], w, (250, random.choice([750, 700, 500])))
        if random.random() < 0.3:
            g.le([(u, 1)], w + random.randint(0, 40), 600)
        if random.random() < 0.2:
            g.ge([(u, 1)], min(w, 30))
    return g


def labels(size, random):
    """Labels that must not overlap, in lanes and in columns, with wished anchors, offsets to neighbours and clusters."""
    g = Program()
    m = size // 2
    k = max(2, int(math.sqrt(m)))
    X = []
    Y = []
    for i in range(m):
        X.append(g.position())
        Y.append(g.position())
    for i in range(m):
        r, c = divmod(i, k)
        w = 24 + random.randint(0, 50)
        h = 12 + random.randint(0, 8)
        if c:
            g.after(X[i], X[i - 1], w)
        else:
            g.ge([(X[i], 1)], 0)
        if r:
            g.after(Y[i], Y[i - k], h)
        else:
            g.ge([(Y[i], 1)], 0)
        if c and r and random.random() < 0.5:
            g.ge([(X[i], 1), (X[i - k - 1], -1), (Y[i], 1), (Y[i - k - 1], -1)], w / 2 + h + random.randint(0, 20))
        g.eq([(X[i], 1)], 44 * c + random.randint(-120, 120), random.choice([500, 400, 300]))
        g.eq([(Y[i], 1)], 16 * r + random.randint(-60, 60), random.choice([500, 400, 300]))
        if r and random.random() < 0.4:
            g.same(X[i], X[i - k], random.choice([600, 350]), random.randint(-10, 10))
        if c and random.random() < 0.4:
            g.same(Y[i], Y[i - 1], random.choice([600, 350]))
        if c == k - 1:
            g.le([(X[i], 1)], 52 * k, 800)
    return g


def kanban(size, random):
    """Kanban: columns of cards; the cards of a lane share a height in part, contents hug and resist, columns end together."""
    g = Program()
    k = max(4, int(math.sqrt(size / 3) / 2))
    rows = max(2, size // (2 * k))
    B = [[(g.position(), g.size()) for _ in range(k)] for _ in range(rows)]
    end = g.position()
    for r in range(rows):
        for c in range(k):
            y, h = B[r][c]
            if r == 0:
                g.eq([(y, 1)], 0)
            else:
                py, ph = B[r - 1][c]
                g.eq([(y, 1), (py, -1), (ph, -1)], 8) if random.random() < 0.6 else g.ge(
                    [(y, 1), (py, -1), (ph, -1)], 8
                )
                if random.random() < 0.3:
                    g.eq([(y, 1), (py, -1), (ph, -1)], 8, 200)
            g.ge([(h, 1)], 20)
            g.eq([(h, 1)], 40 + random.randint(0, 120), (random.choice([250, 251]), random.choice([750, 749])))
            if c and random.random() < 0.5:
                g.same(h, B[r][c - 1][1], random.choice([600, 500, 400]))
            if c and random.random() < 0.35:
                g.same(y, B[r][c - 1][0], random.choice([650, 450]))
            if r == rows - 1:
                g.le([(y, 1), (h, 1), (end, -1)], 0)
                g.eq([(end, 1), (y, -1), (h, -1)], 0, 150)
    g.eq([(end, 1)], 0, 50)
    return g


def masonry(size, random):
    """Masonry: columns with widths to share out, pictures with wished ratios, bottoms equal, tops wished in line."""
    g = Program()
    k = max(3, int(math.sqrt(size) / 2))
    rows = max(2, (size - k) // (2 * k))
    W = [g.size() for _ in range(k)]
    g.eq([(w, 1) for w in W], 120 * k)
    for w in W:
        g.ge([(w, 1)], 60)
        g.eq([(w, 1)], 120, random.choice([300, 200]))
    Y = [[g.position() for _ in range(rows)] for _ in range(k)]
    H = [[g.size() for _ in range(rows)] for _ in range(k)]
    bottom = g.position()
    for c in range(k):
        g.eq([(Y[c][0], 1)], 0)
        g.eq([(Y[c][-1], 1), (H[c][-1], 1), (bottom, -1)], 0)
        for r in range(rows):
            if r:
                g.eq([(Y[c][r], 1), (Y[c][r - 1], -1), (H[c][r - 1], -1)], 6)
            g.eq(
                [(H[c][r], 1), (W[c], -random.choice([0.5, 0.6, 0.75, 1, 1.25, 1.5]))],
                0,
                random.choice([600, 500, 400]),
            )
            g.ge([(H[c][r], 1)], 30)
            if c and random.random() < 0.4:
                g.same(Y[c][r], Y[c - 1][max(0, min(rows - 1, r + random.randint(-1, 1)))], random.choice([700, 350]))
    g.eq([(bottom, 1)], rows * 100, 100)
    return g


def form(size, random):
    """Forms in columns of groups: label columns aligned in a group, across groups and across the page at three priorities."""
    g = Program()
    per = 6
    m = size // (2 * per + 4)
    k = max(2, int(math.sqrt(m)))
    page = g.size()
    G = []
    colw = [g.size() for _ in range(k)]
    g.eq([(c, 1) for c in colw], 300 * k)
    for c in colw:
        g.ge([(c, 1)], 160)
        g.eq([(c, 1)], 300, 120)
    for i in range(m):
        r, c = divmod(i, k)
        lab, y, h, base = g.size(), g.position(), g.size(), g.size()
        G.append((lab, y, h, base))
        g.same(lab, page, 300)
        if c:
            g.same(lab, G[i - 1][0], 400)
            g.same(y, G[i - 1][1], 600)
            g.same(h, G[i - 1][2], random.choice([350, 320]))
        if r:
            a = G[i - k]
            g.same(lab, a[0], 500)
            g.ge([(y, 1), (a[1], -1), (a[2], -1)], 12)
            g.eq([(y, 1), (a[1], -1), (a[2], -1)], 12, 200)
        else:
            g.ge([(y, 1)], 0)
        tot = []
        for j in range(per):
            l, f = g.size(), g.size()
            w = 30 + random.randint(0, 90)
            g.eq([(l, 1)], w, (251, random.choice([750, 740])))
            g.ge([(l, 1)], 20)
            g.same(l, lab, random.choice([450, 550]))
            g.le([(l, 1), (lab, -1)], 0, 800)
            g.eq([(l, 1), (f, 1), (colw[c], -1)], -8) if random.random() < 0.7 else g.le(
                [(l, 1), (f, 1), (colw[c], -1)], -8
            )
            g.ge([(f, 1)], 40)
            g.eq([(f, 1)], 120 + random.randint(0, 120), (100, random.choice([745, 480])))
            tot.append(f)
        g.ge([(h, 1)], 20 * per)
        g.eq([(h, 2), (tot[0], 1)], 60 * per - 2, 220)
        g.same(base, h, 180)
        g.ge([(base, 1)], 30)
    return g


def photos(size, random):
    """A wall of photographs in justified rows: ratios wished, rows filled, heights close, seams aligned or kept apart."""
    g = Program()
    per = 5
    m = max(2, size // (2 * per + 1))
    prev = None
    W = 900
    for r in range(m):
        h = g.size()
        X = [g.position() for _ in range(per)]
        w = [g.size() for _ in range(per)]
        g.ge([(h, 1)], 60)
        g.le([(h, 1)], 320, 700)
        g.eq([(h, 1)], 150 + random.randint(0, 50), 300)
        for j in range(per):
            g.eq([(w[j], 1), (h, -random.choice([0.66, 0.75, 1, 1.33, 1.5, 1.77]))], 0, random.choice([650, 600, 500]))
            g.ge([(w[j], 1)], 40)
            if j:
                g.eq([(X[j], 1), (X[j - 1], -1), (w[j - 1], -1)], 6)
            else:
                g.eq([(X[0], 1)], 0)
        g.eq([(X[-1], 1), (w[-1], 1)], W)
        if prev:
            g.same(h, prev[0], random.choice([550, 400]))
            for j in range(1, per):
                if random.random() < 0.7:
                    g.same(X[j], prev[1][j], random.choice([450, 350, 250]))
                if random.random() < 0.3:
                    g.after(X[j], prev[1][j - 1], 20, 620)
        prev = (h, X)
    return g


def nested(size, random):
    """Cards in cards: each has a label and a value column; columns are shared with the parent, the sibling and by depth."""
    g = Program()
    depthw = {}
    nodes = []
    m = size // 4

    def card(parent, depth):
        a, b, w, h = g.size(), g.size(), g.size(), g.size()
        i = len(nodes)
        nodes.append((a, b, w, h, depth, parent, []))
        g.eq([(a, 1), (b, 1), (w, -1)], -16 if random.random() < 0.6 else -20)
        g.eq([(a, 1)], 30 + random.randint(0, 60), (251, 750))
        g.eq([(b, 1)], 40 + random.randint(0, 90), (250, random.choice([749, 730])))
        g.ge([(a, 1)], 12)
        g.ge([(b, 1)], 16)
        if depth not in depthw:
            depthw[depth] = (g.size(), g.size())
        g.same(a, depthw[depth][0], random.choice([500, 420]))
        g.same(b, depthw[depth][1], random.choice([410, 300]))
        if parent is not None:
            p = nodes[parent]
            g.le([(w, 1), (p[2], -1)], -12) if random.random() < 0.5 else g.eq([(w, 1), (p[2], -1)], -12)
            g.same(a, p[0], random.choice([600, 380]))
            if p[6]:
                q = nodes[p[6][-1]]
                g.same(a, q[0], random.choice([650, 550]))
                g.same(h, q[3], random.choice([450, 350]))
            p[6].append(i)
        return i

    q = [card(None, 0)]
    while len(nodes) < m:
        v = q.pop(0)
        for _ in range(random.choice([2, 3, 4])):
            if len(nodes) < m:
                q.append(card(v, nodes[v][4] + 1))
    g.eq([(nodes[0][2], 1)], 420)
    for a, b, w, h, d, p, c in nodes:
        g.ge([(h, 1)] + [(nodes[x][3], -1) for x in c], 24 + 8 * len(c))
        g.eq([(h, 1)], 30 + random.randint(0, 20), (260, 760))
        g.ge([(h, 2), (a, 1)], 90 + random.randint(0, 60), 700)
    return g


def charts(size, random):
    """Charts in a grid with axes in line: ticks evenly spaced, labels centred on them and apart, margins shared."""
    g = Program()
    per = 10
    m = max(4, size // (2 * per + 3))
    k = max(2, int(math.sqrt(m)))
    C = []
    for i in range(m):
        r, c = divmod(i, k)
        left, right, step = g.position(), g.position(), g.size()
        T = [g.position() for _ in range(per)]
        L = [g.position() for _ in range(per)]
        C.append((left, right, step, T))
        if c:
            g.ge([(left, 1), (C[i - 1][1], -1)], 40 + random.randint(0, 30))
            g.eq([(left, 1), (C[i - 1][1], -1)], 50, 200)
            g.same(step, C[i - 1][2], random.choice([450, 350]))
        else:
            g.ge([(left, 1)], 30 + random.randint(0, 40))
            g.eq([(left, 1)], 40, 150)
        if r:
            g.same(left, C[i - k][0], random.choice([700, 600]))
            g.same(right, C[i - k][1], random.choice([690, 590]))
        if c == k - 1 or i == m - 1:
            g.le([(right, 1)], 400 * (c + 1))
        g.eq([(T[0], 1), (left, -1)], 4)
        g.eq([(right, 1), (T[-1], -1)], 4, 650)
        g.ge([(right, 1), (T[-1], -1)], 0)
        for j in range(per):
            if j:
                g.eq([(T[j], 1), (T[j - 1], -1), (step, -1)], 0, random.choice([640, 550]))
                g.after(T[j], T[j - 1], 8)
            w = 20 + random.randint(0, 30)
            g.same(L[j], T[j], random.choice([500, 400]))
            if j:
                g.after(L[j], L[j - 1], w)
            if r and random.random() < 0.3:
                g.same(L[j], C[i - k][3][j], 300)
    return g


def floor(size, random):
    """A floor plan: rooms in order in x and y, not a grid; walls in line wished, wished areas by ratios, a door each."""
    g = Program()
    m = size // 4
    k = max(2, int(math.sqrt(m)))
    V = [[g.position(), g.position(), g.size(), g.size()] for _ in range(m)]
    right, bottom = g.position(), g.position()
    g.eq([(right, 1)], 85 * k)
    g.eq([(bottom, 1)], 65 * k, 740)
    for i in range(m):
        r, c = divmod(i, k)
        x, y, w, h = V[i]
        g.ge([(w, 1)], 24)
        g.ge([(h, 1)], 20)
        g.ge([(x, 1)], 0)
        g.ge([(y, 1)], 0)
        g.le([(x, 1), (w, 1), (right, -1)], 0)
        g.le([(y, 1), (h, 1), (bottom, -1)], 0)
        if c:
            a = V[i - 1]
            g.ge([(x, 1), (a[0], -1), (a[2], -1)], 4)
            g.eq([(x, 1), (a[0], -1), (a[2], -1)], 4, random.choice([720, 420]))
            if random.random() < 0.5:
                g.same(y, a[1], random.choice([600, 520]))
            if random.random() < 0.4:
                g.eq([(y, 1), (h, 1), (a[1], -1), (a[3], -1)], 0, random.choice([610, 510]))
        if r:
            q = min(m - 1, max(0, i - k + random.randint(-1, 1)))
            a = V[q] if q < i and q != i - 1 else V[i - k]
            g.ge([(y, 1), (a[1], -1), (a[3], -1)], 4)
            g.eq([(y, 1), (a[1], -1), (a[3], -1)], 4, random.choice([710, 430]))
            if random.random() < 0.5:
                g.same(x, V[i - k][0], random.choice([600, 530]))
        g.eq([(w, 1), (h, -random.choice([0.6, 0.75, 1, 1.25, 1.6]))], 0, random.choice([500, 400]))
        g.eq([(w, 1), (h, 1)], 110 + random.randint(-30, 60), (200, 300))
    return g


def boards(size, random):
    """A dashboard: cards with title, value and caption on baselines that run across cards; card heights and gaps shared."""
    g = Program()
    m = size // 6
    k = max(3, int(math.sqrt(m) * 0.7))
    C = []
    for i in range(m):
        r, c = divmod(i, k)
        y, h, t, v, p, gap = g.position(), g.size(), g.position(), g.position(), g.position(), g.size()
        C.append((y, h, t, v, p, gap))
        g.ge([(t, 1), (y, -1)], 18 + random.randint(0, 12))
        g.ge([(v, 1), (t, -1)], 24 + random.randint(0, 30))
        g.ge([(p, 1), (v, -1)], 14 + random.randint(0, 10))
        g.ge([(y, 1), (h, 1), (p, -1)], 8)
        g.eq([(v, 1), (t, -1), (gap, -1)], 0, random.choice([520, 480]))
        g.eq([(p, 1), (v, -1), (gap, -1)], 0, random.choice([300, 280]))
        g.eq([(t, 1), (y, -1)], 24, 250)
        g.ge([(gap, 1)], 10)
        g.eq([(h, 1)], 90 + random.randint(0, 60), (240, 770))
        if c:
            a = C[i - 1]
            g.same(t, a[2], random.choice([700, 690]))
            g.same(v, a[3], random.choice([650, 450]))
            g.same(p, a[4], random.choice([550, 350]))
            g.same(h, a[1], random.choice([500, 400]))
            g.same(gap, a[5], 320)
            if random.random() < 0.5:
                g.same(y, a[0], 800)
        if r:
            a = C[i - k]
            g.ge([(y, 1), (a[0], -1), (a[1], -1)], 12)
            g.eq([(y, 1), (a[0], -1), (a[1], -1)], 12, random.choice([200, 190]))
            g.same(h, a[1], random.choice([330, 150]))
            g.same(gap, a[5], 260)
        else:
            g.ge([(y, 1)], 0)
    return g


def diffview(size, random):
    """Two columns of blocks side by side: order in each, matches wished in line across, both wished compact, anchors."""
    g = Program()
    m = size // 4
    A = [(g.position(), g.size()) for _ in range(m)]
    B = [(g.position(), g.size()) for _ in range(m)]
    for col in (A, B):
        for i, (y, h) in enumerate(col):
            if i:
                g.ge([(y, 1), (col[i - 1][0], -1), (col[i - 1][1], -1)], 0)
                g.eq([(y, 1), (col[i - 1][0], -1), (col[i - 1][1], -1)], 0, random.choice([300, 200]))
            else:
                g.ge([(y, 1)], 0)
            g.ge([(h, 1)], 10)
            g.eq([(h, 1)], 14 * random.randint(1, 6), (250, random.choice([750, 650])))
    j = 0
    for i in range(m):
        j = min(m - 1, max(0, i + random.randint(-6, 6)))
        if random.random() < 0.7:
            g.same(A[i][0], B[j][0], random.choice([600, 500, 400]))
        if random.random() < 0.3:
            g.eq([(A[i][0], 1), (A[i][1], 1), (B[j][0], -1), (B[j][1], -1)], 0, random.choice([550, 350]))
        if random.random() < 0.1:
            g.eq([(A[i][0], 1)], 50 * i + random.randint(-100, 100), 450)
    return g


def toolbar(size, random):
    """Bars of buttons over one another: fixed widths, titles that hug and resist, equal widths in groups, centres in line."""
    g = Program()
    per = 8
    m = max(2, size // (2 * per))
    prev = None
    for r in range(m):
        X = [g.position() for _ in range(per)]
        W = [g.size() for _ in range(per)]
        gap = 6
        g.ge([(X[0], 1)], 8)
        g.eq([(X[0], 1)], 8, random.choice([700, 200]))
        g.le([(X[-1], 1), (W[-1], 1)], 700 - 8)
        g.eq([(X[-1], 1), (W[-1], 1)], 692, random.choice([600, 150]))
        for j in range(per):
            g.ge([(W[j], 1)], 24)
            g.eq([(W[j], 1)], 40 + random.randint(0, 110), (random.choice([250, 252]), random.choice([750, 480, 350])))
            if j:
                g.ge([(X[j], 1), (X[j - 1], -1), (W[j - 1], -1)], gap)
                g.eq([(X[j], 1), (X[j - 1], -1), (W[j - 1], -1)], gap, random.choice([500, 300]))
            if j and random.random() < 0.5:
                g.same(W[j], W[j - 1], random.choice([550, 400]))
            if prev:
                if random.random() < 0.4:
                    g.eq([(X[j], 2), (W[j], 1), (prev[0][j], -2), (prev[1][j], -1)], 0, random.choice([650, 450]))
                if random.random() < 0.3:
                    g.same(W[j], prev[1][j], random.choice([560, 320]))
        prev = (X, W)
    return g


def skyline(size, random):
    """Blocks on those below them, heights in scale with their column, tops wished level and low: one scale bears thousands of rows."""
    g = Program()
    m = size // 2
    k = max(4, int(math.sqrt(m)))
    scales = [g.size() for _ in range(k)]
    for scale in scales:
        g.ge([(scale, 1)], 0.5)
        g.eq([(scale, 1)], 1, 400)
    top = {}
    last = None
    for _ in range(m):
        y, h = g.position(), g.size()
        c = random.randint(0, k - 1)
        n = random.randint(1, 4)
        g.eq([(h, 1), (scales[c], -random.randint(10, 60))], 0, random.choice([600, 750]))
        g.ge([(h, 1)], 6)
        g.ge([(y, 1)], 0)
        for j in range(c, min(k, c + n)):
            if j in top:
                g.ge([(y, 1), (top[j][0], -1), (top[j][1], -1)], 2)
            top[j] = (y, h)
        g.le([(y, 1)], random.randint(0, 3) * 10, random.choice([250, 100]))
        if last and random.random() < 0.3:
            g.eq([(y, 1), (h, 1), (last[0], -1), (last[1], -1)], 0, 500)
        last = (y, h)
    return g


def margins(size, random):
    """A table of shares: cells wished, rows and columns that add up to totals, some of which are wished."""
    g = Program()
    k = max(3, int(math.sqrt(size)))
    cells = [[g.size() for _ in range(k)] for _ in range(k)]
    for i in range(k):
        for j in range(k):
            g.eq([(cells[i][j], 1)], random.randint(0, 100), random.choice([500, 400, 250]))
            if i and random.random() < 0.3:
                g.same(cells[i][j], cells[i - 1][j], random.choice([600, 250]))
    for i in range(k):
        near = 50 * k + random.randint(-5 * k, 5 * k)
        g.eq([(cell, 1) for cell in cells[i]], *((50 * k, REQUIRED) if i % 2 else (near, 600)))
        column = [(row[i], 1) for row in cells]
        if i % 3:
            g.le(column, 60 * k, 750)
        else:
            g.eq(column, near, 500)
    return g


FAMILIES = {
    family.__name__: family
    for family in (
        panes,
        dividers,
        sheet,
        labels,
        kanban,
        masonry,
        form,
        photos,
        nested,
        charts,
        floor,
        boards,
        diffview,
        toolbar,
        skyline,
        margins,
        *networks.FAMILIES,
        *fits.FAMILIES,
        *pushes.FAMILIES,
        *diagrams.FAMILIES,
        *screens.FAMILIES,
        *typesetting.FAMILIES,
        *panels.FAMILIES,
        *drawings.FAMILIES,
        *periods.FAMILIES,
        *fills.FAMILIES,
        *packing.FAMILIES,
        *shares.FAMILIES,
        *crowds.FAMILIES,
        *walls.FAMILIES,
        *costs.FAMILIES,
    )
}


def make(name, size, seed):
    return FAMILIES[name](size, generators.Random(f"{name} {size} {seed}"))
