"""Families of coupled programs that are no layouts: plans over periods, fits and balances (see `families.py`)."""

import math

from builder import Program


def reconcile(size, random):
    """Forecasts of a shop by region and shop over months: parts add up, quarters too, each near its forecast, steady."""
    g = Program()
    width = max(3, min(6, size // 100))
    nodes = 1 + width + width * width
    months = max(3, size * 3 // (nodes * 4) // 3 * 3)
    X = [[g.size() for _ in range(nodes)] for _ in range(months)]
    Q = [[g.size() for _ in range(nodes)] for _ in range(months // 3)]
    level = [random.randint(20, 90) for _ in range(nodes)]
    for k in range(1 + width):
        level[k] = 0
    for k in range(1 + width, nodes):
        level[(k - 1) // width] += level[k]
    level[0] = sum(level[1 : 1 + width])
    for t in range(months):
        for k in range(1 + width):
            kids = range(k * width + 1, k * width + 1 + width)
            g.eq([(X[t][k], 1)] + [(X[t][c], -1) for c in kids], 0)
        for k in range(nodes):
            near = round(level[k] * (1 + random.gauss(0, 0.2)))
            g.eq([(X[t][k], 1)], near, 500 if k > width else random.choice([600, 500, 400]))
            if t and k:
                g.same(X[t][k], X[t - 1][k], random.choice([400, 250]))
    for q in range(months // 3):
        for k in range(nodes):
            g.eq([(Q[q][k], 1)] + [(X[3 * q + m][k], -1) for m in range(3)], 0)
            if random.random() < 0.5:
                g.eq([(Q[q][k], 1)], 3 * level[k] + random.randint(-30, 30), random.choice([600, 250]))
            if q > 3:
                g.ge([(Q[q][k], 1), (Q[q - 4][k], -1)], 0, 100)
    return g


def salaries(size, random):
    """Salaries in a tree: more than anyone below by a share, near those of today in thousands, bands of grades, budgets of teams."""
    g = Program()
    grades = 10
    bands = [(g.size(), g.size()) for _ in range(grades)]
    count = size - 2 * grades
    x = [g.size() for _ in range(count)]
    boss = [0] + [random.choice([(i - 1) // 4, random.randrange(max(0, i // 6), i // 2 + 1)]) for i in range(1, count)]
    boss = [min(b, max(0, i - 1)) for i, b in enumerate(boss)]
    depth = [0] * count
    teams = [[] for _ in range(count)]
    for i in range(1, count):
        depth[i] = depth[boss[i]] + 1
        teams[boss[i]].append(i)
    for k, (low, high) in enumerate(bands):
        g.after(high, low, 4)
        g.le([(high, 1), (low, -1.6)], 0, 250)
        if k:
            g.ge([(bands[k - 1][0], 1), (low, -1)], 2)
            g.same(bands[k - 1][0], high, 100)
    for i in range(count):
        grade = min(grades - 1, depth[i] + random.choice([0, 0, 0, 1]))
        low, high = bands[grade]
        today = max(25, 110 - 9 * depth[i] + random.randint(-15, 15))
        g.eq([(x[i], 1)], today, (500, 600) if i % 3 else (400, 600))
        g.ge([(x[i], 1), (low, -1)], 0, 400)
        g.le([(x[i], 1), (high, -1)], 0, 400)
        g.ge([(x[i], 1)], 20)
        if i:
            g.ge([(x[boss[i]], 1), (x[i], -random.choice([1, 1.02, 1.05]))], random.choice([0, 0, 1]))
        if len(teams[i]) > 1:
            team = teams[i][:8]
            g.le([(x[k], 1) for k in team], (105 - 9 * depth[i]) * len(team), 500)
            g.same(x[team[0]], x[team[1]], 250)
    return g


def reservoirs(size, random):
    """Lakes one below another: what is let out reaches the next later, levels near marks, floods kept down, power steady."""
    g = Program()
    lakes = 8
    below = [2, 2, 4, 4, 6, 6, 7, None]
    delay = [1, 2, 1, 1, 3, 1, 2, 0]
    periods = max(5, size // (3 * lakes))
    S = [[g.size() for _ in range(lakes)] for _ in range(periods)]
    R = [[g.size() for _ in range(lakes)] for _ in range(periods)]
    Z = [[g.size() for _ in range(lakes)] for _ in range(periods)]
    for t in range(periods):
        for k in range(lakes):
            comes = max(0, round(12 + 10 * math.sin(t / 8 + k) + random.gauss(0, 5)))
            terms = [(S[t][k], 1), (R[t][k], 1), (Z[t][k], 1)]
            if t:
                terms.append((S[t - 1][k], -1))
            for up in range(lakes):
                if below[up] == k and t >= delay[up]:
                    terms += [(R[t - delay[up]][up], -1), (Z[t - delay[up]][up], -1)]
            g.eq(terms, comes + (0 if t else 100))
            g.le([(S[t][k], 1)], 200 + 20 * k)
            g.le([(R[t][k], 1)], 30 + 12 * k)
            g.ge([(R[t][k], 1)], 8 + 6 * k + random.randint(0, 10), 600)
            g.eq([(S[t][k], 1)], random.choice([100, 120, 140]), random.choice([250, 100]))
            g.eq([(Z[t][k], 1)], 0, 500)
            g.le([(R[t][k], 1), (Z[t][k], 1)], 36 + 12 * k, 750)
            if t:
                g.same(R[t][k], R[t - 1][k], 400)
                g.ge([(S[t][k], 1), (S[t - 1][k], -1)], -25, 500)
    return g


def blending(size, random):
    """Crudes blended into products month by month: qualities must hold, stocks carried, demands, recipes steady."""
    g = Program()
    crudes, products = 4, 3
    quality = [(80, 3.1), (88, 1.2), (95, 0.6), (101, 2.2)]
    asked = [(84, 2.5), (90, 1.9), (94, 1.5)]
    old = None
    month = 0
    while len(g.nonnegative) < size:
        x = [[g.size() for _ in range(products)] for _ in range(crudes)]
        stock, buy = [g.size() for _ in range(crudes)], [g.size() for _ in range(crudes)]
        store, sold = [g.size() for _ in range(products)], [g.size() for _ in range(products)]
        for c in range(crudes):
            terms = [(stock[c], 1), (buy[c], -1)] + [(cell, 1) for cell in x[c]]
            g.eq(terms + ([(old[1][c], -1)] if old else []), 0 if old else 60)
            g.le([(stock[c], 1)], 150)
            g.le([(buy[c], 1)], random.randint(20, 80))
            g.eq([(buy[c], random.randint(60, 99) / 10)], 0, 100)
            g.ge([(stock[c], 1)], 20, 400)
        for p in range(products):
            made = [(x[c][p], 1) for c in range(crudes)]
            terms = made + [(store[p], -1), (sold[p], -1)]
            g.eq(terms + ([(old[3][p], 1)] if old else []), 0)
            g.ge([(x[c][p], quality[c][0] - asked[p][0]) for c in range(crudes)], 0)
            g.le([(x[c][p], round(quality[c][1] - asked[p][1], 2)) for c in range(crudes)], 0)
            need = random.randint(20, 60)
            g.ge([(sold[p], 1)], need, random.choice([600, 500]))
            g.le([(sold[p], 1)], need + 10)
            g.le([(store[p], 1)], 40, 750)
            g.eq([(store[p], 1)], 10, 250)
            if old:
                for c in range(crudes):
                    g.same(x[c][p], old[0][c][p], random.choice([250, 100]))
        g.le([(x[c][p], 1) for c in range(crudes) for p in range(products)], 140)
        old = (x, stock, buy, store)
        month += 1
    return g


def commodities(size, random):
    """Three goods on the roads of a map, either way, within what each road holds in all; wishes at places, short hauls."""
    g = Program()
    k = max(3, int(math.sqrt(size / 6)))
    goods = 3
    right = [[[g.position() for _ in range(goods)] for _ in range(k - 1)] for _ in range(k)]
    down = [[[g.position() for _ in range(goods)] for _ in range(k)] for _ in range(k - 1)]
    for road in [r for line in right + down for r in line]:
        holds = random.choice([10, 20, 20, 30, 45])
        g.le([(f, 1) for f in road], holds)
        g.ge([(f, 1) for f in road], -holds)
        g.eq([(road[0], random.choice([1, 1, 2, 3]))], 0, 400)
        for f in road:
            g.le([(f, 1)], 40)
            g.ge([(f, 1)], -40)
            g.eq([(f, random.choice([1, 1, 2, 3]))], 0, 250)
    for i in range(k):
        for j in range(k):
            for q in range(goods):
                terms = []
                if j:
                    terms.append((right[i][j - 1][q], 1))
                if j < k - 1:
                    terms.append((right[i][j][q], -1))
                if i:
                    terms.append((down[i - 1][j][q], 1))
                if i < k - 1:
                    terms.append((down[i][j][q], -1))
                if random.random() < 0.5:
                    g.eq(terms, random.choice([-30, -12, -5, 5, 8, 15, 25]), random.choice([750, 600, 500]))
                else:
                    g.eq(terms, 0)
    return g


def quantiles(size, random):
    """Five quantile curves of the same observations, none of which crosses another, each bent little."""
    g = Program()
    shares = (0.1, 0.25, 0.5, 0.75, 0.9)
    knots = max(6, size // len(shares))
    q = [[g.position() for _ in range(knots)] for _ in shares]
    for i in range(knots):
        for k in range(1, 5):
            g.after(q[k][i], q[k - 1][i], 0)
        for k in range(5):
            if 0 < i < knots - 1:
                g.eq([(q[k][i - 1], 0.5), (q[k][i], -1), (q[k][i + 1], 0.5)], 0, 500)
        value = round(30 * math.sin(i / 11) + (6 + 4 * math.sin(i / 7)) * random.gauss(0, 1), random.choice([0, 2]))
        f = random.choice([0, 0.25, 0.5, 0.8])
        j = min(i + 1, knots - 1)
        for k, share in enumerate(shares):
            at = [(q[k][i], 1 - f), (q[k][j], f)] if f and j != i else [(q[k][i], 1)]
            g.ge([(v, round(c * share, 4)) for v, c in at], round(value * share, 4), 500)
            g.le([(v, round(c * (1 - share), 4)) for v, c in at], round(value * (1 - share), 4), 500)
        if i % 16 == 0:
            g.eq([(q[0][i], 1), (q[4][i], 1), (q[2][i], -2)], 0, 250)
    return g


def denoise(size, random):
    """A picture near what was seen in whole numbers, with as few and small steps as its weights allow, some pixels known."""
    g = Program()
    k = max(4, int(math.sqrt(size)))
    x = [[g.size() for _ in range(k)] for _ in range(k)]
    for i in range(k):
        for j in range(k):
            true = 40 + 100 * ((i // 7 + j // 9) % 2) + (60 if (i - k / 2) ** 2 + (j - k / 3) ** 2 < k * k / 16 else 0)
            seen = min(255, max(0, round((true + random.gauss(0, 30)) / 5) * 5))
            g.le([(x[i][j], 1)], 255)
            if random.random() < 0.02:
                g.eq([(x[i][j], 1)], true)
            elif random.random() < 0.9:
                g.eq([(x[i][j], 1)], seen, 500)
            if i:
                g.eq([(x[i][j], 0.75), (x[i - 1][j], -0.75)], 0, 500)
            if j:
                g.eq([(x[i][j], 0.75), (x[i][j - 1], -0.75)], 0, 500)
            if i and j:
                g.eq([(x[i][j], 1), (x[i - 1][j - 1], -1)], 0, 250)
                if random.random() < 0.1:
                    g.eq([(x[i][j], 1), (x[i - 1][j], -1), (x[i][j - 1], -1), (x[i - 1][j - 1], 1)], 0, 600)
    return g


def seasonal(size, random):
    """Sales of five regions as a trend and a week each; trends add up to the nation's, weeks to nothing, trends bent seldom."""
    g = Program()
    regions = 5
    days = max(15, size // (2 * regions + 1))
    trend = [[g.position() for _ in range(days)] for _ in range(regions)]
    week = [[g.position() for _ in range(days)] for _ in range(regions)]
    nation = [g.position() for _ in range(days)]
    pattern = [random.randint(-12, 12) for _ in range(7)]
    level = [random.uniform(30, 80) for _ in range(regions)]
    slope = [0.0] * regions
    for t in range(days):
        g.eq([(nation[t], 1)] + [(trend[r][t], -1) for r in range(regions)], 0)
        if 0 < t < days - 1:
            g.eq([(nation[t - 1], 1), (nation[t], -2), (nation[t + 1], 1)], 0, 600 if t % 30 else 250)
        for r in range(regions):
            if t % 50 == 10 * r:
                slope[r] = random.uniform(-0.6, 0.6)
            level[r] += slope[r]
            seen = level[r] + pattern[t % 7] + random.gauss(0, 3) + (random.randint(20, 60) if random.random() < 0.04 else 0)
            g.eq([(trend[r][t], 1), (week[r][t], 1)], round(seen, r % 3), 500)
            if 0 < t < days - 1:
                g.eq([(trend[r][t - 1], 4), (trend[r][t], -8), (trend[r][t + 1], 4)], 0, 500)
            if t >= 7:
                g.same(week[r][t], week[r][t - 7], random.choice([500, 500, 400]))
            if t % 7 == 6:
                g.eq([(week[r][t - d], 1) for d in range(7)], 0)
            if r and t % 2:
                g.same(week[r][t], week[r - 1][t], 250)
    return g


def portfolio(size, random):
    """Holdings of eight kinds over time, which grow and are bought and sold at a cost; shares of the whole, exposures, few trades."""
    g = Program()
    assets = 8
    periods = max(4, size // (3 * assets + 2))
    shares = [0.2, 0.2, 0.15, 0.1, 0.1, 0.1, 0.08, 0.05]
    beta = [round(random.uniform(0.3, 1.7), 2) for _ in range(assets)]
    old = None
    for t in range(periods):
        hold, buy, sell = ([g.size() for _ in range(assets)] for _ in range(3))
        cash, whole = g.size(), g.size()
        spent = [(cash, 1)]
        for k in range(assets):
            grows = round(1 + random.gauss(0.0005, 0.01), 4)
            terms = [(hold[k], 1), (buy[k], -1), (sell[k], 1)]
            g.eq(terms + ([(old[0][k], -grows)] if old else []), 0 if old else 100)
            spent += [(buy[k], 1.002), (sell[k], -0.998)]
            g.eq([(hold[k], 1), (whole, -shares[k])], 0, random.choice([500, 500, 250]))
            g.le([(hold[k], 1), (whole, -0.3)], 0, 750)
            g.eq([(buy[k], 1)], 0, 500 if k % 2 else 400)
            g.le([(buy[k], 1)], 25)
            g.le([(sell[k], 1)], 25)
        if old:
            spent.append((old[1], -1))
        else:
            g.eq([(cash, 1)], 200, 400)
        pays = random.choice([0, 0, 0, 5, -5])
        g.eq(spent, pays if t else 200) if pays >= 0 else g.le(spent, 0 if t else 200)
        g.eq([(whole, 1), (cash, -1)] + [(h, -1) for h in hold], 0)
        g.ge([(cash, 1), (whole, -0.02)], 0, 600)
        g.eq([(h, b) for h, b in zip(hold, beta)] + [(whole, -1)], 0, 250)
        old = (hold, cash)
    return g


def leontief(size, random):
    """Trades that use each other's output: what is left over is wished as demanded, within plant and labour of each region."""
    g = Program()
    n = max(10, size // 2)
    x, y = [g.size() for _ in range(n)], [g.position() for _ in range(n)]
    for i in range(n):
        used = sorted({(i + random.choice([-9, -3, -2, -1, 1, 2, 4, 25, 60])) % n for _ in range(4)} - {i})
        if random.random() < 0.2:
            used = sorted({*used, random.randrange(n)} - {i})
        terms = [(x[j], -round(random.uniform(0.02, 0.2), 3)) for j in used]
        g.eq([(y[i], 1), (x[i], -1)] + [(v, -c) for v, c in terms], 0)
        g.ge([(y[i], 1)], -20)
        need = random.randint(0, 50)
        g.eq([(y[i], 1)], need, random.choice([(250, 600), (250, 500), (100, 600)]))
        plant = random.randint(30, 110)
        g.le([(x[i], 1)], plant, 750)
        g.le([(x[i], 1)], 4 * plant)
        g.eq([(x[i], 1)], plant * 0.7, 100)
        if i % 8 == 7:
            g.le([(x[k], random.choice([0.5, 1, 1, 2])) for k in range(i - 7, i + 1)], random.randint(350, 500), 500)
            g.eq([(y[k], 1) for k in range(i - 7, i - 3)] + [(y[k], -1) for k in range(i - 3, i + 1)], 0, 400)
    return g


def evacuation(size, random):
    """People leave places for others minute by minute, through doors that hold so many, to exits; crowds and waits kept low."""
    g = Program()
    steps = max(5, int(math.sqrt(size) / 3))
    places = max(6, size // (4 * steps))
    side = max(2, int(math.sqrt(places)))
    people = [random.choice([0, 0, 10, 20, 40]) for _ in range(places)]
    ways = [[v for v in (p - 1, p - side, p + 1 if p % 3 == 0 else p - side + 1) if 0 <= v < places and v != p] for p in range(places)]
    ways = [sorted(set(w)) for w in ways]
    door = {(p, v): random.choice([3, 4, 6, 6, 10]) for p in range(places) for v in ways[p]}
    stay, old_moves = None, None
    for t in range(steps):
        now = [g.size() for _ in range(places)]
        moves = {way: g.size() for way in door}
        for p in range(places):
            terms = [(now[p], 1)] + [(moves[p, v], 1) for v in ways[p]]
            if t:
                terms.append((stay[p], -1))
                terms += [(old_moves[v, p], -1) for v in range(max(0, p - 1), min(places, p + side + 1)) if (v, p) in door]
            if p == 0:
                g.le([(now[0], -1)], -sum(people) * min(1, t / steps), 500)
            else:
                g.eq([(now[p], 1)], 0, random.choice([250, 100]))
                g.le([(now[p], 1)], 25, 600)
            g.eq(terms, 0 if t else people[p])
        for way, move in moves.items():
            g.le([(move, 1)], door[way])
            if t:
                g.same(move, old_moves[way], 100)
            if way[1] > way[0]:
                g.eq([(move, 1)], 0, 400)
        stay, old_moves = now, moves
    return g


def echelons(size, random):
    """A works, five stores and fifteen shops: stocks, shipments that take time, orders kept waiting, loads of vans, safety."""
    g = Program()
    parent = [None] + [0] * 5 + [1 + k // 3 for k in range(15)]
    nodes = len(parent)
    takes = [1] + [2] * 5 + [1] * 15
    periods = max(5, size // (2 * nodes + 15))
    S = [[g.size() for _ in range(nodes)] for _ in range(periods)]
    M = [[g.size() for _ in range(nodes)] for _ in range(periods)]
    B = [[g.size() for _ in range(15)] for _ in range(periods)]
    kids = [[c for c in range(nodes) if parent[c] == k] for k in range(nodes)]
    for t in range(periods):
        for k in range(nodes):
            terms = [(S[t][k], 1)] + [(M[t][c], 1) for c in kids[k]]
            start = 0
            if t:
                terms.append((S[t - 1][k], -1))
            else:
                start = 40 if k > 5 else 150
            if t >= takes[k]:
                terms.append((M[t - takes[k]][k], -1))
            if k > 5:
                terms.append((B[t][k - 6], -1))
                if t:
                    terms.append((B[t - 1][k - 6], 1))
                start -= max(0, round(12 + 6 * math.sin(t / 4 + k) + random.gauss(0, 5)))
                g.eq([(B[t][k - 6], 1)], 0, 600)
            g.eq(terms, start)
            g.ge([(S[t][k], 1)], 15 if k > 5 else 60, 400)
            g.eq([(S[t][k], 1)], 0, 250)
            g.le([(M[t][k], 1)], random.choice([12, 15, 30]) if k > 5 else 90 if k else 400, 750)
            if t:
                g.same(M[t][k], M[t - 1][k], random.choice([250, 100]) if k else 500)
            if k > 5 and t % 3 == 2:
                g.eq([(M[t - d][k], 1) for d in range(3)], 36, 100)
        g.le([(M[t][k], 1) for k in range(1, 6)], random.choice([150, 170, 190]), 750)
    return g


def districts(size, random):
    """Money shared out to schools by pupil: sums up a tree must hold, spreads in each district and between them small, no big cuts."""
    g = Program()
    total_count = max(10, size // 9)
    groups = []
    for _ in range(total_count):
        budget, low, high = g.size(), g.size(), g.size()
        schools = [(g.size(), random.choice([10, 20, 20, 25, 40])) for _ in range(6)]
        g.eq([(x, 1) for x, _ in schools] + [(budget, -1)], 0)
        g.le([(high, 10), (low, -10)], 0, 500)
        for x, pupils in schools:
            g.le([(x, 1), (high, -pupils)], 0)
            g.ge([(x, 1), (low, -pupils)], 0)
            before = pupils * random.randint(30, 60) / 10
            g.ge([(x, 1)], round(before * 0.9, 2), 600)
            g.le([(x, 1)], round(before * 1.2, 2), random.choice([400, 250]))
            g.eq([(x, 1)], round(before, 1), 250)
        if groups:
            for other in (groups[-1], random.choice(groups[-30:])):
                g.same(high, other[2], random.choice([400, 250]))
                g.le([(high, 5), (other[1], -5)], 3, 500)
        groups.append((budget, low, high, 4.4 * sum(p for _, p in schools)))
    level = [(b, money) for b, _, _, money in groups]
    while len(level) > 1:
        new = []
        for k in range(0, len(level), 5):
            part = level[k : k + 5]
            up, money = g.size(), sum(m for _, m in part)
            g.eq([(up, 1)] + [(b, -1) for b, _ in part], 0)
            g.eq([(up, 1)], round(money * random.uniform(0.92, 1.05)), random.choice([600, 500]))
            new.append((up, money))
        level = new
    g.eq([(level[0][0], 1)], round(level[0][1]))
    return g


def membrane(size, random):
    """A skin over things that it must not touch from below, flat on the rim, loaded, as level as its forces allow, near a wish."""
    g = Program()
    k = max(5, int(math.sqrt(size)))
    x = [[g.position() for _ in range(k)] for _ in range(k)]
    hills = [(random.uniform(1, k), random.uniform(1, k), random.uniform(2, 5), random.randint(5, 30)) for _ in range(max(2, k // 4))]
    for i in range(k):
        for j in range(k):
            if i in (0, k - 1) or j in (0, k - 1):
                g.eq([(x[i][j], 1)], 0)
                continue
            load = random.choice([0, 0, 0, -1, 0.5])
            terms = [(x[i][j], 4), (x[i - 1][j], -1), (x[i + 1][j], -1), (x[i][j - 1], -1), (x[i][j + 1], -1)]
            g.eq(terms, load, random.choice([500, 500, 400]))
            under = max([h - ((i - a) ** 2 + (j - b) ** 2) * h / r / r for a, b, r, h in hills] + [-5])
            if under > -5:
                g.ge([(x[i][j], 1)], round(under, 1))
            if random.random() < 0.2:
                g.eq([(x[i][j], 1)], random.randint(-5, 15), 250)
            if random.random() < 0.1:
                g.le([(x[i][j], 1)], random.randint(10, 25), 600)
    return g


def heating(size, random):
    """Rooms in a row warmed by every other one's heater over time: heat goes next door and out, comfort, bills and steady heaters."""
    g = Program()
    rooms = max(4, int(math.sqrt(size / 6))) // 2 * 2
    steps = max(4, size * 2 // (3 * rooms))
    old = heaters = None
    for t in range(steps):
        warm, heat = [g.position() for _ in range(rooms)], [g.size() for _ in range(rooms // 2)]
        outside = round(5 + 6 * math.sin(t / 12) + random.gauss(0, 1), 1)
        for k in range(rooms):
            if old is None:
                g.eq([(warm[k], 1)], 16 + random.randint(0, 4))
            else:
                near = [v for v in (k - 1, k + 1) if 0 <= v < rooms]
                terms = [(warm[k], 1), (old[k], -(0.9 - 0.1 * len(near)))] + [(old[v], -0.1) for v in near]
                if k % 2 == 0:
                    terms.append((heaters[k // 2], -0.5))
                g.eq(terms, round(0.1 * outside, 3))
            day = 6 <= (t + k) % 24 < 20
            g.ge([(warm[k], 1)], 20 if day else 15, random.choice([600, 500]))
            g.le([(warm[k], 1)], 23, 500)
            if k and k % 3 == 0:
                g.same(warm[k], warm[k - 1], 100)
        for k, h in enumerate(heat):
            g.le([(h, 1)], 9)
            g.eq([(h, 1)], 0, 400 if (t + k) % 4 else 250)
            if heaters:
                g.same(h, heaters[k], 250)
        g.le([(h, 1) for h in heat[:8]], 5 * len(heat[:8]), 750)
        old, heaters = warm, heat
    return g


FAMILIES = (
    reconcile,
    salaries,
    reservoirs,
    blending,
    commodities,
    quantiles,
    denoise,
    seasonal,
    portfolio,
    leontief,
    evacuation,
    echelons,
    districts,
    membrane,
    heating,
)
