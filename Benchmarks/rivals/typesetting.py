"""Families of coupled programs from type and pages (see `families.py`)."""

import math

from builder import Program


def score(size, random):
    """A musical score: onset columns shared by four staves, systems justified, stretches alike, lyrics and bar lines in line."""
    g = Program()
    before = None
    system = 0
    while len(g.nonnegative) < size:
        columns = 12
        X = [g.position() for _ in range(columns)]
        stretch = g.size()
        staves = [g.position() for _ in range(4)]
        g.eq([(X[0], 1)], 30 if system else 60, 750)
        g.ge([(X[0], 1)], 20)
        g.le([(X[-1], 1)], 690)
        g.eq([(X[-1], 1)], 690, 600)
        g.ge([(stretch, 1)], 5)
        durations = [random.choice([1, 2, 2, 3, 4, 4, 8]) for _ in range(columns)]
        for j in range(1, columns):
            g.after(X[j], X[j - 1], 9)
            g.eq([(X[j], 1), (X[j - 1], -1), (stretch, -round(8 * math.sqrt(durations[j - 1])) / 8)], 12, 500)
        for s in range(4):
            last = None
            for j in range(columns):
                if random.random() < 0.45:
                    note, wide = g.position(), random.choice([8, 8, 8, 14, 20])
                    g.same(note, X[j], random.choice([600, 500]), random.choice([0, 0, 6, -6]))
                    if last:
                        g.after(note, last[0], 4)
                        g.after(note, last[0], last[1], 750)
                    last = (note, wide)
            if s:
                g.after(staves[s], staves[s - 1], 40)
                g.same(staves[s], staves[s - 1], 250, 40 + random.choice([0, 0, 10, 25]))
        lyric = None
        for j in range(0, columns, 2):
            text, wide = g.position(), random.randint(40, 160)
            g.same(text, X[j], random.choice([400, 250]))
            if lyric:
                g.after(text, lyric[0], (wide + lyric[1]) / 2, 600)
                g.after(text, lyric[0], 5)
            lyric = (text, wide)
        if before:
            g.same(stretch, before[1], 400)
            g.after(staves[0], before[2][-1], 60)
            g.same(staves[0], before[2][-1], 100, 70)
            for j in (3, 6, 9):
                g.same(X[j], before[0][j + random.randint(-1, 1)], random.choice([250, 100]))
            for s in range(1, 4):
                g.eq([(staves[s], 1), (staves[s - 1], -1), (before[2][s], -1), (before[2][s - 1], 1)], 0, 400)
            if system % 6 == 0:
                g.eq([(staves[0], 1)], 300 * system, 500)
        else:
            g.eq([(staves[0], 1)], 0)
        before = (X, stretch, staves)
        system += 1
    return g


def comic(size, random):
    """Comics pages: tiers and panels that fill them, gutters shared, balloons in panels in the order of reading, panels alike."""
    g = Program()
    before = None
    while len(g.nonnegative) < size:
        gutter, vertical = g.size(), g.size()
        g.ge([(gutter, 1)], 4)
        g.le([(gutter, 1)], 30)
        g.ge([(vertical, 1)], 4)
        g.le([(vertical, 1)], 30)
        g.same(vertical, gutter, 250)
        if before:
            g.same(gutter, before[0], 600)
            g.same(vertical, before[1], 600)
        tiers = []
        for t in range(random.choice([3, 3, 4])):
            y, h = g.position(), g.size()
            g.ge([(h, 1)], 80)
            if tiers:
                g.eq([(y, 1), (tiers[-1][0], -1), (tiers[-1][1], -1), (vertical, -1)], 0)
                g.same(h, tiers[-1][1], 400)
            else:
                g.eq([(y, 1)], 0)
            panels = []
            for _ in range(random.choice([1, 2, 2, 3, 4])):
                x, w = g.position(), g.size()
                g.ge([(w, 1)], 60)
                if panels:
                    g.eq([(x, 1), (panels[-1][0], -1), (panels[-1][1], -1), (gutter, -1)], 0)
                    g.eq([(w, 2), (panels[-1][1], -random.choice([1, 2, 2, 3, 4]))], 0, 400)
                else:
                    g.eq([(x, 1)], 0)
                last = None
                for _ in range(random.choice([1, 1, 2, 2])):
                    bx, by, bw, bh = g.position(), g.position(), g.size(), g.size()
                    g.after(bx, x, 4)
                    g.le([(bx, 1), (bw, 1), (x, -1), (w, -1)], -4)
                    g.after(by, y, 4)
                    g.le([(by, 1), (bh, 1), (y, -1), (h, -1)], -4)
                    g.ge([(bh, 1), (bw, 0.5)], random.randint(60, 260), random.choice([750, 600]))
                    g.eq([(bw, 2), (bh, -3)], 0, random.choice([500, 250]))
                    g.same(by, y, 250, 4)
                    if last:
                        if random.random() < 0.6:
                            g.ge([(by, 1), (last[1], -1), (last[3], -1)], 3, 600)
                        else:
                            g.ge([(bx, 1), (last[0], -1), (last[2], -1)], 3, 600)
                    last = (bx, by, bw, bh)
                g.eq([(last[0], 2), (last[2], 1), (x, -2), (w, -1)], random.randint(-60, 60), 100)
                panels.append((x, w))
            g.eq([(panels[-1][0], 1), (panels[-1][1], 1)], 700)
            if before:
                other = before[2][min(t, len(before[2]) - 1)]
                g.same(y, other[0], random.choice([500, 250]))
                for a, b in zip(panels[1:], other[2][1:]):
                    g.same(a[0], b[0], random.choice([500, 400, 250]))
            tiers.append((y, h, panels))
        g.eq([(tiers[-1][0], 1), (tiers[-1][1], 1)], 1000)
        before = (gutter, vertical, tiers)
    return g


def baseline(size, random):
    """Text on a baseline grid: blocks in three columns a page at multiples of one leading, columns balanced, headings level."""
    g = Program()
    leading = g.size()
    g.ge([(leading, 1)], 11)
    g.le([(leading, 1)], 16)
    g.eq([(leading, 1)], 12.5, 400)
    bottom = None
    while len(g.nonnegative) < size:
        foot = g.position()
        if bottom is not None:
            g.same(foot, bottom, 250)
        g.eq([(foot, 1)], 640, 100)
        page = []
        for c in range(3):
            blocks, line = [], 0
            for _ in range(8):
                y, h, space = g.position(), g.size(), g.size()
                lines = random.randint(1, 9)
                g.eq([(h, 1), (leading, -lines)], 0, random.choice([600, 600, 400]))
                g.ge([(h, 1)], lines * random.choice([10, 11, 12]))
                g.ge([(h, 1)], lines * 12.5 + random.choice([0, 0, -4, 7]), 500)
                g.eq([(space, 1)], random.choice([0, 6, 6, 12]), (250, 500))
                if blocks:
                    g.eq([(y, 1), (blocks[-1][0], -1), (blocks[-1][1], -1), (space, -1)], 0)
                else:
                    g.same(y, space)
                g.eq([(y, 1), (leading, -line)] if line else [(y, 1)], 0, 600)
                line += lines + random.randint(0, 1)
                if c and random.random() < 0.3:
                    g.same(y, random.choice(page[-1])[0], random.choice([500, 250]))
                blocks.append((y, h))
            g.le([(blocks[-1][0], 1), (blocks[-1][1], 1), (foot, -1)], 0)
            g.eq([(blocks[-1][0], 1), (blocks[-1][1], 1), (foot, -1)], 0, 400)
            page.append(blocks)
        bottom = foot
    return g


def justify(size, random):
    """Lines of words justified by one glue a line, glues alike from line to line, tab stops a paragraph, no rivers of spaces."""
    g = Program()
    above = None
    stop = [g.position() for _ in range(2)]
    count = 0
    while len(g.nonnegative) < size:
        if count % 12 == 0 and count:
            new = [g.position() for _ in range(2)]
            for a, b in zip(new, stop):
                g.same(a, b, 250)
            stop = new
        words = random.randint(5, 9)
        X = [g.position() for _ in range(words)]
        W = [random.randint(15, 340 // words) for _ in range(words)]
        glue = g.size()
        g.le([(glue, 1)], 8, 750)
        g.ge([(glue, 1)], 2)
        g.eq([(glue, 1)], 5, 100)
        g.eq([(X[0], 1)], 20 if count % 6 == 0 else 0)
        for j in range(1, words):
            g.after(X[j], X[j - 1], W[j - 1] + 1)
            g.eq([(X[j], 1), (X[j - 1], -1), (glue, -1)], W[j - 1], 600 if random.random() < 0.8 else 500)
        if count % 6 != 5:
            g.eq([(X[-1], 1)], 400 - W[-1] + random.choice([0, 0, 2]), 750)
        g.le([(X[-1], 1)], 402 - W[-1])
        if above:
            g.same(glue, above[1], 400)
            for j in range(1, words):
                k = min(j, len(above[0]) - 1)
                if random.random() < 0.3:
                    g.after(X[j], above[0][k], 6, 250)
                elif random.random() < 0.4:
                    g.after(above[0][k], X[j], 6, 250)
        if random.random() < 0.5:
            g.same(X[words // 3], stop[0], 500)
            g.same(X[2 * words // 3], stop[1], 500)
        above = (X, glue)
        count += 1
    return g


def kerning(size, random):
    """Kerning: side bearings and kerns of pairs that together give the space seen best, kerns few and alike in classes."""
    g = Program()
    glyphs = max(8, size // 6)
    left, right = [g.position() for _ in range(glyphs)], [g.position() for _ in range(glyphs)]
    kinds = [random.randrange(max(3, glyphs // 8)) for _ in range(glyphs)]
    hidden = [(random.randint(20, 70), random.randint(20, 70)) for _ in range(glyphs)]
    leader = {}
    for i in range(glyphs):
        g.ge([(left[i], 1)], 5)
        g.ge([(right[i], 1)], 5)
        g.same(left[i], right[i], random.choice([250, 100]))
        if kinds[i] in leader:
            g.same(left[i], left[leader[kinds[i]]], 400)
            g.same(right[i], right[leader[kinds[i]]], 400)
        leader[kinds[i]] = i
    classes, seen = {}, set()
    while len(g.nonnegative) < size:
        i, j = random.randrange(glyphs), random.randrange(glyphs)
        if (i, j) in seen:
            continue
        seen.add((i, j))
        kern = g.position()
        best = hidden[i][1] + hidden[j][0] + random.choice([0, 0, 0, -20, -35, 10]) + random.randint(-3, 3)
        g.eq([(right[i], 1), (left[j], 1), (kern, 1)], best, random.choice([600, 500]))
        g.eq([(kern, 1)], 0, 500 if random.random() < 0.5 else 250)
        g.le([(kern, 1)], 30)
        g.ge([(kern, 1)], -60)
        g.ge([(right[i], 1), (left[j], 1), (kern, 1)], 2, 750)
        for pair in ((kinds[i], kinds[j]), (i, -1), (-1, j)):
            if pair in classes and random.random() < 0.4:
                g.same(kern, classes[pair], 400)
            classes[pair] = kern
    return g


def wraparound(size, random):
    """Text that flows around figures: lines as wide as a column less the figure, paragraphs long enough for their text, even rags."""
    g = Program()
    columns = before = figure_before = None
    while len(g.nonnegative) < size:
        columns = [g.size() for _ in range(3)]
        g.eq([(c, 1) for c in columns], 600)
        for c, column in enumerate(columns):
            g.ge([(column, 1)], 120)
            if c:
                g.same(column, columns[c - 1], 400)
            if before:
                g.same(column, before[c], 250)
            line, last = 0, None
            while line < 24:
                figure = g.size()
                high, start = random.randint(3, 8), random.randint(0, 5)
                g.le([(figure, 1), (column, -0.6)], 0)
                g.eq([(figure, 1)], random.randint(40, 140), (250, 600))
                g.ge([(figure, 1)], high * 6)
                if figure_before is not None:
                    g.same(figure, figure_before, random.choice([500, 250]))
                figure_before = figure
                paragraph = []
                for q in range(12):
                    text = g.size()
                    edge = [(text, 1), (column, -1)] + [(figure, 1)] * (start <= q < start + high)
                    g.le(edge, -8)
                    if q == 11:
                        g.ge(edge, -90, 100)
                    else:
                        g.eq(edge, -8, random.choice([500, 400]))
                    if last is not None:
                        g.same(text, last, 100)
                    paragraph.append(text)
                    last = text
                for part in (paragraph[:6], paragraph[6:]):
                    g.ge([(text, 1) for text in part], random.randint(550, 1150), 750)
                line += 12
        before = columns
    return g


def formulas(size, random):
    """Formulas as trees of boxes: rows, fractions and powers, at a scale each depth; signs of equality in line, all in a page."""
    g = Program()
    scales = [g.size() for _ in range(6)]
    g.eq([(scales[0], 1)], 10, 500)
    for d in range(1, 6):
        g.eq([(scales[d], 10), (scales[d - 1], -8)], 0, 600)
        g.le([(scales[d], 1), (scales[d - 1], -1)], 0)
    for scale in scales:
        g.ge([(scale, 1)], 3)
        g.ge([(scale, 1)], 5, 750)

    def box(depth, room):
        w, a, d = g.size(), g.size(), g.size()
        kind = random.choice(["row", "row", "row", "over", "power"]) if room > 1 else "leaf"
        g.le([(a, 1)], 0, 100)
        g.le([(d, 1)], 0, 100)
        if kind == "leaf":
            s = scales[min(depth, 5)]
            wide = random.choice([0.5, 0.6, 0.6, 0.7, 1.1, 1.5])
            g.eq([(w, 1), (s, -wide)], 0, 600)
            g.ge([(w, 1)], 2)
            g.ge([(a, 1), (s, -random.choice([0.45, 0.7, 0.7]))], 0)
            g.ge([(d, 1), (s, -random.choice([0, 0.2, 0.2]) or -0.1)], 0)
            return w, a, d
        if kind == "row":
            count = min(room, random.choice([2, 3, 4]))
            kids = [box(depth, room // count) for _ in range(count)]
            g.eq([(w, 1)] + [(k[0], -1) for k in kids], 2 * (count - 1))
            for k in kids:
                g.after(a, k[1], 0)
                g.after(d, k[2], 0)
            for p, q in zip(kids, kids[1:]):
                if random.random() < 0.2:
                    g.same(p[1], q[1], 400)
                    g.same(p[2], q[2], 400)
        elif kind == "over":
            n, m = box(depth + 1, room // 2), box(depth + 1, room - room // 2)
            for k in (n, m):
                g.after(w, k[0], 4)
            g.ge([(a, 1), (n[1], -1), (n[2], -1)], 5)
            g.ge([(d, 1), (m[1], -1), (m[2], -1)], 1)
            g.eq([(w, 1), (n[0], -1)], 4, 250)
            g.same(n[0], m[0], 100)
        else:
            base, power = box(depth, room // 2), box(depth + 1, max(1, room // 3))
            g.eq([(w, 1), (base[0], -1), (power[0], -1)], 1)
            g.after(d, base[2], 0)
            g.ge([(a, 1), (power[1], -1), (base[1], -0.5)], 0)
            g.after(a, base[1], 0)
        return w, a, d

    before = equals = None
    while len(g.nonnegative) < size:
        y, sign = g.position(), g.position()
        left, right = box(0, random.randint(1, 6)), box(0, random.randint(4, 20))
        g.ge([(sign, 1), (left[0], -1)], 4)
        g.le([(sign, 1), (right[0], 1)], random.randint(100, 170), 400)
        g.le([(sign, 1)], 0, 100)
        if before:
            for old in before[1]:
                for new in (left, right):
                    g.ge([(y, 1), (before[0], -1), (old[2], -1), (new[1], -1)], 6)
            g.same(y, before[0], 250, random.choice([25, 40]))
            g.same(sign, equals, 600)
        else:
            g.eq([(y, 1)], 0)
        before, equals = (y, (left, right)), sign
    return g


def hinting(size, random):
    """Stems of glyphs in three weights: standard widths, zones in line, counters even, the middle weight halfway, edges in order."""
    g = Program()
    zones = [[g.position() for _ in range(4)] for _ in range(3)]
    standard = [[g.size() for _ in range(2)] for _ in range(3)]
    for m in range(3):
        for k, z in enumerate(zones[m]):
            g.eq([(z, 1)], (0, 480, 700, 720)[k] + 4 * m, 600)
            if k:
                g.after(z, zones[m][k - 1], 5)
        for k in range(2):
            g.eq([(standard[m][k], 1)], (40, 80, 130)[m] - 12 * k, 500)
            g.ge([(standard[m][k], 1)], 20)
    glyph = 0
    last = None
    while len(g.nonnegative) < size:
        stems = random.choice([2, 2, 3, 3, 4])
        masters = []
        starts = [round(40 + 600 * k / stems + random.uniform(-20, 20), 1) for k in range(stems)]
        flat = glyph % 2
        for m in range(3):
            S = []
            for k in range(stems):
                lo, hi = g.position(), g.position()
                thick = (40, 80, 130)[m] - 12 * flat + random.randint(-6, 6)
                g.after(hi, lo, 12)
                g.eq([(hi, 1), (lo, -1), (standard[m][flat], -1)], 0, random.choice([600, 500]))
                g.eq([(lo, 1)], round(starts[k] - thick / 2, 1), random.choice([600, 400, 250]))
                g.eq([(hi, 1)], round(starts[k] + thick / 2, 1), random.choice([600, 400, 250]))
                if S:
                    g.after(lo, S[-1][1], 8)
                if len(S) > 1:
                    g.eq([(lo, 1), (S[-1][1], -1), (S[-1][0], -1), (S[-2][1], 1)], 0, 500)
                S.append((lo, hi))
            if flat:
                g.same(S[0][0], zones[m][0], 750)
                g.same(S[-1][1], zones[m][random.choice([1, 2, 3])], 600)
            masters.append(S)
        for k in range(stems):
            for side in range(2):
                wish = [(masters[1][k][side], 2), (masters[0][k][side], -1), (masters[2][k][side], -1)]
                g.eq(wish, random.choice([0, 0, 4]), 400)
        if last:
            for m in range(3):
                a, b = masters[m], last[m]
                g.eq([(a[1][0], 1), (a[0][1], -1), (b[1][0], -1), (b[0][1], 1)], 0, 250)
        last = masters
        glyph += 1
    return g


def captions(size, random):
    """Captions in two languages: read at a speed, in step with speech, off the cuts of the picture, gaps either closed or plain."""
    g = Program()
    at = 0
    before = None
    history = []
    while len(g.nonnegative) < size:
        cue = []
        at += random.randint(10, 60)
        long = random.randint(12, 90)
        for language in range(2):
            s, e = g.position(), g.position()
            letters = random.randint(10, 84)
            g.after(e, s, 17)
            g.after(e, s, round(letters * 24 / 17, 1), 600)
            g.le([(e, 1), (s, -1)], 168, 750)
            g.eq([(s, 1)], at + random.choice([0, 0, -2, 3]), (500, 400))
            g.eq([(e, 1)], at + long, (250, 500))
            if before:
                g.after(s, before[language][1], 2)
                g.same(s, before[language][1], random.choice([400, 250, 100]), random.choice([2, 2, 12]))
            cue.append((s, e))
        g.same(cue[0][0], cue[1][0], 400)
        g.same(cue[0][1], cue[1][1], 250)
        cut = at + random.randint(-8, 8)
        if random.random() < 0.3:
            g.eq([(cue[0][0], 1)], cut, 500)
        if random.random() < 0.2 and before:
            g.le([(before[0][1], 1)], cut - 2, 600)
        shared = g.size()
        g.eq([(cue[0][1], 1), (cue[0][0], -1), (shared, -letters)], 0, 250)
        g.ge([(shared, 1)], 0.4)
        if history:
            g.same(shared, history[-1], 100)
            if len(history) > 6 and random.random() < 0.4:
                g.same(shared, history[-random.randint(2, 6)], 250)
        history.append(shared)
        at += long if random.random() < 0.7 else long // 2
        before = cue
    return g


FAMILIES = (
    score,
    comic,
    baseline,
    justify,
    kerning,
    wraparound,
    formulas,
    hinting,
    captions,
)
