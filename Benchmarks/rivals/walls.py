"""Walls of views that share sizes in more than one direction, or with views anywhere else (see `families.py`)."""

from builder import Program


def ones(variables):
    return [(variable, 1) for variable in variables]


def content(g, size, wish, hugs, resists):
    """A size that hugs its content and resists to be less."""
    g.eq([(size, 1)], wish, (hugs, resists))


def toolbars(size, random):
    """Buttons in bars that fit their windows, each as wide as a group or two, a tenth of which are groups of other windows."""
    g = Program()
    buttons = [g.size() for _ in range(size * 4 // 5)]
    widths = [g.size() for _ in range(size // 5)]
    start = 0
    while start < len(buttons):
        bar = buttons[start : start + random.randint(3, 8)]
        start += len(bar)
        g.le(ones(bar), 80 * len(bar) + random.randint(-60, 20), random.choice([1000, 750]))
        g.ge(ones(bar), 75 * len(bar), 250)
    for k, button in enumerate(buttons):
        content(g, button, random.randint(30, 130), 250, random.choice([500, 600]))
        g.ge([(button, 1)], 12)
        for _ in range(random.choice([1, 1, 2])):
            near = int(k * len(widths) / len(buttons) + random.gauss(0, 6))
            group = min(len(widths) - 1, max(0, near)) if random.random() < 0.9 else random.randrange(len(widths))
            g.same(button, widths[group], random.choice([750, 500, 400]))
    return g


def hexagons(size, random):
    """Cards of a hexagonal board, apart from their neighbours in three directions by half of both sizes; a tenth have places of their own."""
    g = Program()
    side = max(2, int((size / 3) ** 0.5))
    cards = [[(g.position(), g.position(), g.size()) for _ in range(side)] for _ in range(side)]
    for i, line in enumerate(cards):
        for j, (x, y, width) in enumerate(line):
            content(g, width, random.randint(30, 70), 250, 750)
            g.ge([(width, 1)], 20)
            if j > 0:
                left, level, other = line[j - 1]
                g.ge([(x, 1), (left, -1), (width, -0.5), (other, -0.5)], 4)
                g.same(y, level, random.choice([500, 400]))
                g.eq([(x, 1), (left, -1)], 60, 250)
            for shift in (0, 1 if i % 2 else -1) if i > 0 else ():
                if 0 <= j + shift < side:
                    _, above, other = cards[i - 1][j + shift]
                    g.ge([(y, 1), (above, -1), (width, -0.45), (other, -0.45)], 4)
            if i > 0:
                g.same(x, cards[i - 1][j][0], random.choice([600, 500]), 30 if i % 2 else -30)
            if random.random() < 0.1:
                g.eq([(x, 1)], 55 * j + random.randint(-40, 40), 600)
                g.eq([(y, 1)], 50 * i + random.randint(-40, 40), 600)
    return g


def displays(size, random):
    """Displays in a wall: pictures go on across their frames, scales are alike, and what each shows keeps off the frames."""
    g = Program()
    side = max(3, int((size / 4) ** 0.5))
    wall = [[(g.position(), g.position(), g.size(), g.position()) for _ in range(side)] for _ in range(side)]
    for i, line in enumerate(wall):
        for j, (x, y, width, shown) in enumerate(line):
            g.eq([(width, 1)], random.randint(90, 110), 250)
            g.ge([(width, 1)], 60)
            g.after(shown, x, 8)
            g.ge([(x, 1), (width, 1), (shown, -1)], 8)
            g.eq([(shown, 1), (x, -1), (width, -round(random.random(), 2))], 0, 250)
            if j > 0:
                left, level, other, before = line[j - 1]
                g.eq([(x, 1), (left, -1), (other, -1)], 6, random.choice([1000, 750]))
                g.same(width, other, random.choice([500, 400]))
                g.same(y, level, random.choice([600, 500]))
                if random.random() < 0.6:
                    g.eq([(shown, 1), (before, -1)], random.randint(60, 150), 400)
            if i > 0:
                left, above, other, _ = wall[i - 1][j]
                g.ge([(y, 1), (above, -1), (other, -0.5625)], 6)
                g.eq([(y, 1), (above, -1), (other, -0.5625)], 6, random.choice([600, 400]))
                g.same(x, left, random.choice([600, 500]))
    return g


def posters(size, random):
    """Words on a grid whose columns and rows all share a sheet: each spans three to nine cells, which must hold it, and is as large as others."""
    g = Program()
    count = max(12, size // 8)
    columns, rows = ([g.size() for _ in range(count)] for _ in range(2))
    for lines in (columns, rows):
        for line, other in zip(lines, lines[1:]):
            g.same(line, other, 250)
        for line in lines:
            g.ge([(line, 1)], 2)
            g.eq([(line, 1)], 10, 100)
        g.le(ones(lines), 9 * count, 750)
    words = []
    while len(g.nonnegative) < size:
        word, length = g.size(), random.randint(3, 9)
        along, across = random.sample([columns, rows], 2)
        start = random.randrange(count - length)
        g.le([(word, round(0.6 * length, 2))] + [(line, -1) for line in along[start : start + length]], 0)
        g.le([(word, 1.2), (random.choice(across), -1)], 0, random.choice([1000, 750]))
        g.ge([(word, 1)], random.randint(7, 14), random.choice([600, 500, 400]))
        g.le([(word, 1)], 24)
        if len(words) > 10:
            g.same(word, words[-random.randint(2, 10)], random.choice([400, 250]))
        words.append(word)
    return g


def subgrids(size, random):
    """Tracks that share what is left, and items across up to seven of them, as wide as their content or as items near them."""
    g = Program()
    tracks = [g.size() for _ in range(max(8, size // 6))]
    fraction, whole = g.size(), g.size()
    g.eq([*ones(tracks), (whole, -1)], 0)
    g.eq([(whole, 1)], len(tracks) * random.randint(60, 70), 750)
    for track in tracks:
        g.ge([(track, 1)], 8)
        if random.random() < 0.5:
            g.eq([(track, 1), (fraction, -random.choice([1, 1, 2, 3]))], 0, 600)
        else:
            content(g, track, random.randint(30, 120), 250, 500)
    items = []
    for _ in range(size - len(tracks)):
        start = random.randrange(len(tracks))
        spanned = tracks[start : start + random.choice([1, 2, 2, 3, 4, 7])]
        item = g.size()
        g.eq([(item, 1)] + [(track, -1) for track in spanned], -random.choice([0, 8, 16]))
        content(g, item, random.randint(25, 90) * len(spanned), random.choice([250, 100]), random.choice([750, 600]))
        if items and random.random() < 0.2:
            g.same(item, random.choice(items[-60:]), random.choice([500, 400]))
        items.append(item)
    return g


FAMILIES = (toolbars, hexagons, displays, posters, subgrids)
