"""What has to fit: rows that hold what many want, each wanting its own of several rows (see `families.py`)."""

from builder import Program


def bars(size, random):
    """Items of bars at four widths, shown in part, as far as they fit: each is in four rows of twelve; some pairs are shown alike."""
    g = Program()
    items = [g.size() for _ in range(size)]
    widths = [random.randint(16, 90) for _ in items]
    for item in items:
        g.le([(item, 1)], 1)
        g.ge([(item, 1)], 1, random.choice([750, 500, 250]))
    for bar in range(4):
        order = list(range(size))
        if bar > 1:
            random.shuffle(order)
        for first in range(0, size, 12):
            those = order[first : first + 12]
            room = round(sum(widths[k] for k in those) * random.uniform(0.4, 0.95))
            g.le([(items[k], widths[k]) for k in those], room)
    for first in range(0, size - 1, 2):
        if random.random() < 0.4:
            g.same(items[first], items[first + 1], 400)
    return g


def overlaps(size, random):
    """Events share a day's width where they overlap, a few of a person's none less than the others' least."""
    g = Program()
    events = [g.size() for _ in range(size * 9 // 10)]
    people = [g.size() for _ in range(size - len(events))]
    at = [[] for _ in range(size // 2)]
    for event in events:
        first = random.randrange(len(at))
        for place in range(first, min(len(at), first + int(2 ** random.uniform(0, 6)))):
            at[place].append((event, 1))
        g.le([(event, 1)], 1)
        g.ge([(event, 1)], random.choice([0.25, 0.5, 1]), random.choice([600, 500]))
        g.after(event, random.choice(people), 0)
    for those in at:
        if len(those) > 1:
            g.le(those, 1)
    for person in people:
        g.ge([(person, 1)], 0.2, 400)
    return g


def excesses(size, random):
    """Heights of blocks in four editions of many pages, and for each edition the sum of its largest excesses, wished to be none."""
    g = Program()
    blocks = [g.size() for _ in range(size // 2)]
    for block in blocks:
        wished = random.randint(10, 60)
        g.ge([(block, 1)], wished // 3)
        g.ge([(block, 1)], wished, random.choice([400, 250]))
    for _ in range(4):
        least = g.position()
        g.ge([(least, 1)], 0)
        excess = []
        for _ in range((size - len(blocks)) // 4 - 1):
            more = g.size()
            those = sorted({random.choice(blocks) for _ in range(5)})
            g.ge([(more, 1), (least, 1)] + [(block, -1) for block in those], -random.randint(80, 180))
            excess.append((more, 1))
        g.le([(least, len(excess) // 10)] + excess, 0, 500)
    return g


FAMILIES = (bars, overlaps, excesses)
