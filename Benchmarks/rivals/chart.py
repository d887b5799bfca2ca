"""Log-log charts as SVG, one panel a workload: time or memory against views."""

import math

# Okabe and Ito's colours, which the colour-blind tell apart too; shapes say the same once more.
SERIES = [
    ("floor", "floor", "#000000", "circle"),
    ("core", "Trellis core", "#0072b2", "square"),
    ("facade", "Trellis façade", "#56b4e9", "diamond"),
    ("flat", "flat scene", "#f0e442", "square"),
    ("yoga", "Yoga", "#cc79a7", "circle"),
    ("glpk", "GLPK", "#e69f00", "circle"),
    ("clp", "CLP", "#009e73", "square"),
    ("kiwi", "Kiwi", "#d55e00", "diamond"),
]
NAMES = {"W1": "W1 scroll list", "W2": "W2 distributed spacing", "W3": "W3 cells", "W4": "W4 nesting"}

PANEL_WIDTH, PANEL_HEIGHT = 380, 270
LEFT, TOP, RIGHT, BOTTOM = 58, 30, 14, 40  # around the plot inside its panel
HEAD, FOOT = 34, 40

TIME_TICKS = {-8: "10 ns", -7: "100 ns", -6: "1 µs", -5: "10 µs", -4: "100 µs", -3: "1 ms", -2: "10 ms"}
TIME_TICKS |= {-1: "100 ms", 0: "1 s", 1: "10 s", 2: "100 s", 3: "1,000 s"}
SIZE_TICKS = {3: "1 kB", 4: "10 kB", 5: "100 kB", 6: "1 MB", 7: "10 MB", 8: "100 MB", 9: "1 GB", 10: "10 GB"}


def points(cases, workload, engine, quantity):
    """(views, seconds or bytes) of a series, ascending."""
    result = []
    for case in cases:
        if case.kind != "full" or case.workload != workload or not case.result(engine):
            continue
        value = case.seconds(engine) if quantity == "time" else case.memory(engine) * case.views
        if value > 0:
            result.append((case.views, value))
    return sorted(result)


def decades(values):
    """The whole decades around values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def marker(shape, x, y, colour):
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="{colour}"/>'
    if shape == "square":
        return f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" fill="{colour}"/>'
    path = f"M{x:.1f} {y - 4.2:.1f}L{x + 4.2:.1f} {y:.1f}L{x:.1f} {y + 4.2:.1f}L{x - 4.2:.1f} {y:.1f}Z"
    return f'<path d="{path}" fill="{colour}"/>'


def text(x, y, content, anchor="middle", size=11, weight="normal", colour="#333"):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" '
        f'fill="{colour}">{content}</text>'
    )


def panel(cases, workload, quantity, across, up, left, top):
    """One workload. `across` and `up` are the decades of both axes, the same in all panels."""
    width, height = PANEL_WIDTH - LEFT - RIGHT, PANEL_HEIGHT - TOP - BOTTOM
    ticks = TIME_TICKS if quantity == "time" else SIZE_TICKS

    def place(views, value):
        x = left + LEFT + width * (math.log10(views) - across[0]) / (across[1] - across[0])
        y = top + TOP + height * (1 - (math.log10(value) - up[0]) / (up[1] - up[0]))
        return x, y

    parts = [text(left + LEFT, top + 20, NAMES[workload], "start", 13, "bold")]
    for decade in range(across[0], across[1] + 1):
        x, _ = place(10**decade, 10 ** up[0])
        parts.append(f'<path d="M{x:.1f} {top + TOP}v{height}" stroke="#e4e4e4"/>')
        parts.append(text(x, top + TOP + height + 16, f"{10**decade:,}"))
    for decade in range(up[0], up[1] + 1):
        _, y = place(10 ** across[0], 10.0**decade)
        parts.append(f'<path d="M{left + LEFT} {y:.1f}h{width}" stroke="#e4e4e4"/>')
        parts.append(text(left + LEFT - 6, y + 4, ticks.get(decade, f"10^{decade}"), "end"))
    parts.append(text(left + LEFT + width / 2, top + PANEL_HEIGHT - 8, "views"))
    for engine, _, colour, shape in SERIES:
        places = [place(*point) for point in points(cases, workload, engine, quantity)]
        if len(places) > 1:
            line = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        parts += [marker(shape, x, y, colour) for x, y in places]
    return parts


def draw(cases, quantity):
    """The chart of `quantity`, time or memory."""
    workloads = [w for w in NAMES if any(points(cases, w, series[0], quantity) for series in SERIES)]
    every = [point for w in workloads for series in SERIES for point in points(cases, w, series[0], quantity)]
    if not every:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n'
    across = decades([views for views, _ in every])
    up = decades([value for _, value in every])
    columns = 2 if len(workloads) > 1 else 1
    rows = math.ceil(len(workloads) / columns)
    width, height = columns * PANEL_WIDTH + 10, HEAD + rows * PANEL_HEIGHT + FOOT
    title = "Build, solve and read" if quantity == "time" else "Peak memory above what the process held before"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="system-ui, Helvetica, Arial, sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        text(width / 2, 24, title, size=15, weight="bold"),
    ]
    for index, workload in enumerate(workloads):
        left, top = PANEL_WIDTH * (index % columns), HEAD + PANEL_HEIGHT * (index // columns)
        parts += panel(cases, workload, quantity, across, up, left, top)
    shown = [s for s in SERIES if any(points(cases, w, s[0], quantity) for w in workloads)]
    step = (width - 40) / max(len(shown), 1)
    for index, (_, name, colour, shape) in enumerate(shown):
        x, y = 20 + step * index, height - 18
        parts.append(f'<path d="M{x:.1f} {y}h22" stroke="{colour}" stroke-width="1.8"/>')
        parts.append(marker(shape, x + 11, y, colour))
        parts.append(text(x + 28, y + 4, name, "start", 12))
    return "\n".join(parts + ["</svg>"]) + "\n"
