"""Crowds: sizes without a price that rows of many of them hold, most of these drawn from anywhere (see `families.py`)."""

from builder import Program

# Priorities, and what is wished less urgently.
MORE, LESS = (600, 500), (400, 250)


def ones(variables):
    return [(variable, 1) for variable in variables]


def slots(size, random):
    """Talks as shares of sixteen slots: rooms hold so many people, talks of one crowd are not at once, speakers have wishes."""
    g = Program()
    count = max(4, size // 16)
    talks = [[g.size() for _ in range(16)] for _ in range(count)]
    people = [random.randint(10, 120) for _ in talks]
    for talk in talks:
        g.eq(ones(talk), 1)
    for slot in range(16):
        g.le(ones(talk[slot] for talk in talks), count // 16 + 2)
        room = round(sum(people) / 16 * random.uniform(0.85, 1.2))
        g.le([(talk[slot], head) for talk, head in zip(talks, people)], room, 750)
    for _ in range(2 * count):
        one, other = random.sample(talks, 2)
        for slot in range(16):
            g.le([(one[slot], 1), (other[slot], 1)], 1, 600)
    for share in (share for talk in talks for share in talk if random.random() < 0.4):
        g.le([(share, random.randint(1, 5))], 0, random.choice([500, *LESS]))
    return g


def rings(size, random):
    """Members wished for, of groups of near ones that take one, and of odd rings from anywhere that take less than half."""
    g = Program()
    members = [g.size() for _ in range(size)]
    side = int(size**0.5)
    for member in members:
        weight = random.randint(1, 5)
        g.ge([(member, weight)], weight, random.choice([*MORE, 250]))
    for _ in members:
        line, place = random.randrange(side), random.randrange(side)
        near = ((line + random.randint(-2, 2)) * side + place + random.randint(-2, 2) for _ in range(random.randint(3, 6)))
        g.le(ones(sorted({min(size - 1, max(0, member)) for member in near})), 1)
    for _ in range(size // 2):
        ring = random.sample(members, random.choice([5, 5, 7, 9]))
        g.le(ones(ring), len(ring) // 2)
        for k, member in enumerate(ring):
            g.le([(member, 1), (ring[k - 1], 1)], 1)
    return g


def fairness(size, random):
    """Rates over shared links; the least of each of five classes is raised, one class after the other."""
    g = Program()
    rates, least = [g.size() for _ in range(size)], [g.size() for _ in range(5)]
    links = [[] for _ in range(size // 3)]
    for rate in rates:
        g.after(rate, random.choice(least), 0)
        g.ge([(rate, 1)], random.randint(2, 12), random.choice([250, 100]))
        first = random.randrange(len(links))
        way = {(first + random.randint(0, 5)) % len(links) for _ in range(4)} | {random.randrange(len(links))}
        for link in sorted(way):
            links[link].append(rate)
    for link in filter(None, links):
        g.le(ones(link), random.randint(20, 80))
    for kind, priority in enumerate((750, *MORE, *LESS)):
        g.ge([(least[kind], 1)], 100, priority)
        if kind:
            g.after(least[kind], least[kind - 1], 0, 600)
    return g


def advice(size, random):
    """Advice to two players in small games: no one gains by not following it, gains are fair, and games at random agree."""
    g = Program()
    count, games = 4, []
    for _ in range(max(2, size // count**2)):
        shares = [[g.size() for _ in range(count)] for _ in range(count)]
        gains = [[[random.randint(0, 20) for _ in range(count)] for _ in range(count)] for _ in range(2)]
        g.eq(ones(share for line in shares for share in line), 1)
        pairs = [(i, j) for i in range(count) for j in range(count)]
        for i, j in (pair for pair in pairs if pair[0] != pair[1]):
            first = [(shares[i][k], gains[0][i][k] - gains[0][j][k]) for k in range(count)]
            second = [(shares[k][i], gains[1][k][i] - gains[1][k][j]) for k in range(count)]
            for terms in (first, second):
                terms = [term for term in terms if term[1]]
                if terms:
                    g.ge(terms, 0)
        both = [(shares[i][j], gains[0][i][j] + gains[1][i][j]) for i, j in pairs]
        apart = [(shares[i][j], gains[0][i][j] - gains[1][i][j]) for i, j in pairs]
        g.ge([term for term in both if term[1]], 40, 500)
        g.eq([term for term in apart if term[1]], 0, 400)
        games.append(shares)
    for _ in range(2 * len(games)):
        one, other = random.sample(games, 2)
        move = random.randrange(count)
        g.eq(ones(one[move]) + [(line[move], -1) for line in other], 0, random.choice([600, 250]))
    return g


def exchanges(size, random):
    """Exchanges among two or three, of which each takes part in one; those who find few come first."""
    g = Program()
    takes = [[] for _ in range(max(10, size // 5))]
    for _ in range(size):
        exchange = g.size()
        those = random.sample(range(len(takes)), random.choice([2, 3, 3]))
        for one in those:
            takes[one].append(exchange)
        g.ge([(exchange, len(those))], len(those), 250)
    for take in filter(None, takes):
        g.le(ones(take), 1)
        g.ge(ones(take), 1, random.choice([*MORE, 400]))
    return g


def scores(size, random):
    """Scores that come from those who point there, to a few most; help costs, scores and the order of some pairs are wished."""
    g = Program()
    count = size // 2
    score, aids = [g.size() for _ in range(count)], [g.size() for _ in range(count)]
    comes = [[] for _ in score]
    for one in range(count):
        to = {min(count - 1, int(count * random.random() ** 3)) for _ in range(random.randint(2, 8))} - {one}
        for other in sorted(to):
            comes[other].append((score[one], -round(0.85 / len(to), 4)))
    for one in range(count):
        g.eq([(score[one], 1), (aids[one], -1), *comes[one]], 0.15)
        g.le([(aids[one], 1)], 0, 400)
        if random.random() < 0.3:
            g.eq([(score[one], 1)], round(random.expovariate(1), 2), random.choice(MORE))
    for _ in range(count // 2):
        g.after(*random.sample(score, 2), 0, random.choice([750, 600]))
    return g


def debts(size, random):
    """Debts paid by seniority out of what comes in from others, much of it through few."""
    g = Program()
    count = size // 3
    pays = [[g.size() for _ in range(3)] for _ in range(count)]
    hubs = random.sample(range(count), max(3, count // 40))
    comes = [[] for _ in pays]
    for one, owed_by in enumerate(pays):
        for debt, priority in zip(owed_by, (*MORE, 400)):
            to = {random.choice(hubs) if random.random() < 0.4 else random.randrange(count) for _ in range(3)} - {one}
            for other in sorted(to):
                comes[other].append((debt, -round(0.97 / len(to), 4)))
            most, weight = random.randint(5, 60), random.randint(1, 3)
            g.le([(debt, 1)], most)
            g.ge([(debt, weight)], weight * most, priority)
    for owed_by, come in zip(pays, comes):
        g.le(ones(owed_by) + come, random.randint(0, 12))
    return g


def clashes(size, random):
    """Meetings, wished at two priorities, of which rings of five clash with their neighbours."""
    g = Program()
    meetings = [g.size() for _ in range(size)]
    for meeting in meetings:
        weight = random.randint(1, 9)
        g.le([(meeting, 1)], 1)
        g.ge([(meeting, weight)], weight, random.choice([500, 400]))
    for _ in range(size // 2):
        ring = random.sample(meetings, 5)
        g.le(ones(ring), 2)
        for k, meeting in enumerate(ring):
            g.le([(meeting, 1), (ring[k - 1], 1)], 1)
    return g


def makers(size, random):
    """Makers who use each other's goods, most of all those of twelve; what is sold is wished, what is bought instead costs, work is shared."""
    g = Program()
    count = max(20, size // 3)
    made, sold, bought = ([g.size() for _ in range(count)] for _ in range(3))
    hubs = random.sample(range(count), 12)
    uses = [[] for _ in made]
    for maker in range(count):
        for good in sorted({*random.sample(range(count), 7), *random.sample(hubs, 4)} - {maker}):
            uses[good].append((made[maker], -round(random.uniform(0.01, 0.08), 4)))
    for maker in range(count):
        g.eq([(made[maker], 1), (sold[maker], -1), (bought[maker], 1), *uses[maker]], 0)
        g.le([(made[maker], 1)], random.randint(20, 150))
        g.eq([(sold[maker], 1)], random.randint(5, 60), random.choice([*MORE, 400]))
        g.le([(bought[maker], 1 + maker % 3)], 0, 250)
        g.le([(bought[maker], 1)], 30)
    for part in range(6):
        some = made[part::3] if part < 3 else random.sample(made, count // 2)
        g.le([(one, round(random.uniform(0.1, 2), 2)) for one in some], 25 * len(some), 750)
    return g


def risks(size, random):
    """Projects in part, wished at three priorities, within budgets that hold even if the worst three of their costs are worse than thought."""
    g = Program()
    projects = [g.size() for _ in range(size // 6)]
    budgets = [[] for _ in range(max(4, len(projects) // 8))]
    for place, project in enumerate(projects):
        weight = random.randint(1, 20)
        g.le([(project, 1)], 1)
        g.ge([(project, weight)], weight, random.choice([700, 600, 500]))
        for budget in random.sample(budgets, 4):
            budget.append(project)
        if place and random.random() < 0.3:
            g.same(project, projects[random.randrange(place)], 300)
    for paid in budgets:
        if not paid:
            continue
        most, terms, total = g.size(), [], 0
        for project in paid:
            excess, cost = g.size(), random.randint(3, 30)
            terms += [(project, cost), (excess, 1)]
            total += cost
            g.ge([(excess, 1), (most, 1), (project, -round(cost * random.uniform(0.1, 0.6), 1))], 0)
        g.le([(most, 3), *terms], round(total * random.uniform(0.3, 0.6)))
    return g


FAMILIES = (slots, rings, fairness, advice, exchanges, scores, debts, clashes, makers, risks)
