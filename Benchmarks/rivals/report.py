"""The Markdown table of a run: what was measured, where, and how it compares."""

import dataclasses
import datetime
import math
import os
import pathlib
import platform
import re
import subprocess

ENGINES = ["floor", "core", "csolver", "flat", "facade", "yoga", "glpk", "clp", "kiwi", "kiwi-replace"]
TITLES = {
    "floor": "floor",
    "core": "Trellis core",
    "csolver": "core from C",
    "flat": "flat scene",
    "facade": "Trellis façade",
    "yoga": "Yoga",
    "glpk": "GLPK",
    "clp": "CLP",
    "kiwi": "Kiwi",
    "kiwi-replace": "Kiwi, remove and add",
}
STEP_TITLES = {("edit", "W1"): "W5 on W1", ("edit", "W3"): "W5 on W3", ("resize", "W3"): "W6"}

# Modes of `trellis bench` that rivals have no part in, and what a time of theirs is compared with.
OWN_TITLES = {
    "structure": "a row or cell out, another in, of a cold solve",
    "template": "all numbers changed, over the floor",
    "conflict": "competing constraints, over room for all",
}

# How many times Yoga's time a flat scene and the façade may take, by workload.
YOGA_GOALS = {"W1": 1, "W2": 2, "W3": 1, "W4": 1}

# What is asked for, as a bound on the time of a rival over that of the core: workloads, size, rival, at least.
GOALS = [
    (("W1", "W2", "W4"), 10000, "glpk", 8),
    (("W3",), 10000, "glpk", 500),
    (("W1",), 10000, "kiwi", 10000),
]


@dataclasses.dataclass
class Case:
    """A workload at a size: per engine the median result, or `absent` with the reason."""

    kind: str
    workload: str
    size: int
    views: int
    results: dict

    def result(self, engine):
        result = self.results.get(engine)
        return result if result and "absent" not in result else None

    def seconds(self, engine):
        """The total of build, solve and read, or the time of a step; None where not measured."""
        result = self.result(engine)
        if not result:
            return None
        return result["build_s"] + result["solve_s"] + result["read_s"] if self.kind == "full" else result["step_s"]

    def memory(self, engine):
        """Bytes a view; None where not measured."""
        result = self.result(engine)
        return result["memory"] / self.views if result else None


class Machine:
    """Where and with what the run was made; no names or paths of the machine."""

    def __init__(self, kiwi):
        self.date = datetime.date.today().isoformat()
        self.started = datetime.datetime.now()
        self.kiwi = kiwi.replace("kiwisolver-", "")
        self.loads = [os.getloadavg()[0]]
        root = str(pathlib.Path(__file__).resolve().parents[2])
        self.commit = first_line(["git", "-C", root, "rev-parse", "--short", "HEAD"])
        if first_line(["git", "-C", root, "status", "--porcelain", "--", "CSolver", "Sources"]):
            self.commit += " with changes"

    def finish(self):
        self.loads.append(os.getloadavg()[0])
        self.minutes = (datetime.datetime.now() - self.started).total_seconds() / 60

    def lines(self):
        swift = re.search(r"\d+\.\d+(\.\d+)?", first_line(["swift", "--version"]))
        clang = re.search(r"\d+\.\d+\.\d+", first_line(["clang", "--version"]))
        versions = [f"Kiwi {self.kiwi}" if self.kiwi else "no Kiwi"]
        for name, package in (("GLPK", "libglpk-dev"), ("CLP", "coinor-libclp-dev")):
            version = first_line(["dpkg-query", "-W", "-f", "${Version}", package])
            versions.append(f"{name} {version}" if version else f"{name} of unknown version")
        compilers = f"Swift {swift[0] if swift else '?'}, clang {clang[0] if clang else '?'} -O2"
        busy = max(self.loads) > 1.5 * (os.cpu_count() or 1)
        return [
            f"{os.cpu_count()} cores ({value('/proc/cpuinfo', 'model name') or platform.machine()}), "
            f"{memory_size()}, {release()}, Linux {platform.release()}; {compilers}; {', '.join(versions)}; "
            f"commit {self.commit}. Load {self.loads[0]:.1f} at the start and {self.loads[-1]:.1f} at the end of "
            f"{max(self.minutes, 1):.0f} min"
            + ("; the machine was shared and busy, so ratios say more than times." if busy else ".")
        ]


def first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        return next(iter(done.stdout.splitlines()), "") if done.returncode == 0 else ""
    except OSError:
        return ""


def value(path, key):
    try:
        for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
            if line.startswith(key):
                return re.sub(r"\s+", " ", re.split("[:=]", line, maxsplit=1)[1]).strip().strip('"')
    except OSError:
        pass
    return ""


def memory_size():
    kilobytes = value("/proc/meminfo", "MemTotal").split(" ")[0]
    return f"{int(kilobytes) / 2**20:.0f} GiB" if kilobytes else "memory unknown"


def release():
    return value("/etc/os-release", "PRETTY_NAME") or platform.system()


def digits(number):
    """Three digits, or all of a whole number with more."""
    if number == 0:
        return "0"
    return f"{number:,.{max(0, 2 - math.floor(math.log10(abs(number))))}f}"


def duration(seconds):
    for unit, scale in (("h", 3600), ("min", 60), ("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= scale:
            return f"{digits(seconds / scale)} {unit}"
    return f"{digits(seconds * 1e9)} ns"


def byte_size(count):
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= scale:
            return f"{digits(count / scale)} {unit}"
    return f"{count:.0f} B"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def cell(case, engine, text):
    """A number, or why there is none; a star where it was measured once only."""
    result = case.results.get(engine)
    if not result:
        return ""
    if "absent" in result:
        return result["absent"]
    once = result.get("runs") == 1 and result["rounds"] == 1
    return text(case, engine) + ("\\*" if once else "")


def quotient(case, over, under):
    a, b = case.seconds(over), case.seconds(under)
    return f"{digits(a / b)}×" if a and b else "–"


def growth(cases, case, engine):
    """The exponent e of total ~ viewsᵉ against the next smaller size."""
    smaller = [c for c in cases if (c.kind, c.workload) == (case.kind, case.workload) and c.size < case.size]
    if not smaller or not case.seconds(engine):
        return ""
    before = max(smaller, key=lambda c: c.size)
    if not before.seconds(engine):
        return ""
    return f"{math.log(case.seconds(engine) / before.seconds(engine)) / math.log(case.views / before.views):.2f}"


def own_ratio(case, engine):
    """The time of a mode that is Trellis's own over what it is compared with; None where it was not measured."""
    result = case.result(engine)
    if not result:
        return None
    beside = result.get({"template": "floor_step_s", "structure": "cold_s", "conflict": "fitting_s"}[case.kind])
    return result["step_s"] / beside if beside else None


def share(case, engine):
    ratio = own_ratio(case, engine)
    if not ratio:
        return "–"
    return f"{digits(100 * ratio)} %" if case.kind == "structure" else f"{digits(ratio)}×"


def exponent(cases, kind, workload, engine, smaller=1000, larger=100000):
    """The exponent e of time ~ viewsᵉ over both steps of size; None where one end was not measured."""
    found = {c.size: c for c in cases if (c.kind, c.workload) == (kind, workload) and c.seconds(engine)}
    if smaller not in found or larger not in found:
        return None
    first, last = found[smaller], found[larger]
    return math.log(last.seconds(engine) / first.seconds(engine)) / math.log(last.views / first.views)


def bounded(what, reach, value, text, holds):
    """A row of what was to be reached; `holds` is asked only where there is a value."""
    return [what, reach, text(value) if value else "not measured", ("yes" if holds(value) else "no") if value else "–"]


def own_goals(cases, core):
    """Rows for what is asked of Trellis alone."""
    rows = []
    microseconds = lambda value: duration(value)
    for case in cases:
        at = f"{case.workload}, {case.size:,}"
        if case.kind == "full" and case.size == 10000:
            seconds, bound = case.seconds("core"), 0.8e-6 if case.workload == "W3" else 0.3e-6
            per_view = seconds / case.views if seconds else None
            rows.append(bounded(f"{at}: core, cold, per view", f"≤ {duration(bound)}", per_view, microseconds,
                                lambda value: value <= bound))  # fmt: skip
        if (case.kind, case.workload) == ("edit", "W3") and case.size in (1000, 100000):
            rows.append(bounded(f"W5 on W3, {case.size:,}: core, an edit", "≤ 2 µs", case.seconds("core"), microseconds,
                                lambda value: value <= 2e-6))  # fmt: skip
        for kind, size, bounds in (("structure", 10000, {"W1": 0.01, "W3": 0.01}),
                                   ("template", 100000, {"W1": 6, "W3": 6}),
                                   ("conflict", 10000, {"W3": 3, "labels": 10})):  # fmt: skip
            if (case.kind, case.size) != (kind, size):
                continue
            for engine in ("core", "facade"):
                bound = bounds[case.workload]
                reach = f"≤ {100 * bound:g} %" if kind == "structure" else f"≤ {bound}×"
                what = f"{at}: {TITLES[engine]}, {OWN_TITLES[kind]}"
                rows.append(bounded(what, reach, own_ratio(case, engine), lambda _: share(case, engine),
                                    lambda value: value <= bound))  # fmt: skip
    for kind, workload in dict.fromkeys((case.kind, case.workload) for case in cases):
        for engine in ("core", "facade"):
            value = exponent(cases, kind, workload, engine)
            if value is not None:
                name = STEP_TITLES.get((kind, workload)) or (workload if kind == "full" else f"{workload}, {kind}")
                rows.append([f"{name}: growth of {TITLES[engine]}, 1,000 → 100,000", "≤ 1.1", f"{value:.2f}",
                             "yes" if value <= 1.1 else "no"])  # fmt: skip
    return rows


def goals(cases, core):
    """Rows for what was asked for and what is there; `core` is the engine that rivals are compared with."""
    rows = []
    for workloads, at, over, bound in GOALS:
        for case in cases:
            if case.kind != "full" or case.size != at or case.workload not in workloads:
                continue
            a, b = case.seconds(over), case.seconds(core)
            verdict = "–" if not (a and b) else "yes" if a / b >= bound else "no"
            what = f"{case.workload}, {at:,}: {TITLES[over]} over {TITLES[core]}"
            rows.append([what, f"≥ {bound:,}×", quotient(case, over, core), verdict])
    for case in cases:
        bound = YOGA_GOALS.get(case.workload)
        for engine in ("flat", "facade"):
            a, b = case.seconds(engine), case.seconds("yoga")
            if case.kind == "full" and bound and a and b:
                what = f"{case.workload}, {case.size:,}: {TITLES[engine]} over Yoga"
                rows.append([what, f"≤ {bound}×", quotient(case, engine, "yoga"), "yes" if a / b <= bound else "no"])
    for case in cases:
        if case.kind == "full" and case.size in (1000, 10000, 100000):
            a, b = case.seconds("facade"), case.seconds("core")
            verdict = "–" if not (a and b) else "yes" if a / b <= 4 else "no"
            what = f"{case.workload}, {case.size:,}: façade over core"
            rows.append([what, "≤ 4×", quotient(case, "facade", "core"), verdict])
    for kind, workload, at, bound in (("edit", "W1", 10000, 10), ("resize", "W3", 10000, 30)):
        for case in cases:
            if (case.kind, case.workload, case.size) == (kind, workload, at):
                engine = core if case.seconds(core) else "csolver"
                a, b = case.seconds(engine), case.seconds("floor")
                verdict = "–" if not (a and b) else "yes" if a / b <= bound else "no"
                what = f"{STEP_TITLES[kind, workload]}, {at:,}: {TITLES[engine]} over floor"
                rows.append([what, f"≤ {bound}×", quotient(case, engine, "floor"), verdict])
    for case in cases:
        used = case.memory("core")
        if case.kind == "full" and case.size == 100000 and used:
            row = [f"{case.workload}, 100,000: memory of the core", "≤ 1.2 kB a view", byte_size(used)]
            rows.append(row + ["yes" if used <= 1200 else "no"])
    return rows


def write(cases, machine, options, wrong, base):
    """The whole document."""
    present = [name for name in ENGINES if any(case.result(name) for case in cases)]
    full = [case for case in cases if case.kind == "full"]
    stepped = [case for case in cases if case.kind in ("edit", "resize")]
    own = [case for case in cases if case.kind in OWN_TITLES]
    solvers = [name for name in present if name != "kiwi-replace"]
    lines = [f"# Rivals, {machine.date}", "", *machine.lines(), ""]
    lines += [
        f"`Benchmarks/rivals/run.sh`: the engines took turns, {options.rounds} rounds; the median round counts, of "
        "each round the median of several runs; \\* was measured once. What would take longer than "
        f"{options.limit:.0f} s was not run. "
        + ("Frames were compared with the closed form, and some differ:" if wrong else
           "The frames of every engine agree with the closed form within 1e-6 points (1e-12 of the largest "
           "coordinate where that is more), Yoga's within what float32 makes of as many terms."),
        "",
    ]
    if options.clock == "cpu":
        lines += [
            "Times are the processes' own, as others were at work; no engine has more than one thread, so they are what",
            "the wall clock would show on a quiet machine. Trellis core, flat scene and façade are by the wall clock.",
            "",
        ]
    lines += [f"**{text}**" for text in wrong] + ([""] if wrong else [])
    lines += [f"![Time against views]({base}-time.svg)", "", f"![Memory against views]({base}-memory.svg)", ""]
    lines += ["## Build, solve and read, per view", ""]
    header = ["workload", "N", "views"] + [TITLES[name] for name in solvers]
    per_view = lambda case, name: duration(case.seconds(name) / case.views)
    lines += table(header, [
        [case.workload, f"{case.size:,}", f"{case.views:,}"] + [cell(case, name, per_view) for name in solvers]
        for case in full
    ])  # fmt: skip
    # Only what the same clock measured is compared.
    core = "core" if options.clock == "wall" else "csolver"
    base = {"flat": "core", "facade": "core", "yoga": core, "glpk": core, "clp": core, "kiwi": core}
    others = [name for name in base if name in present]
    lines += ["## As ratios", "", f"How many times longer than the {TITLES[core]}"]
    lines[-1] += ("" if core == "core" else " (flat scene and façade: than the Trellis core)") + "; at last, that over the floor."
    lines += [""]
    lines += table(["workload", "N"] + [TITLES[name] for name in others] + ["core / floor"], [
        [case.workload, f"{case.size:,}"] + [quotient(case, name, base[name]) for name in others]
        + [quotient(case, core, "floor")]
        for case in full
    ])  # fmt: skip
    lines += ["## Growth", "", "The exponent of the total against the next smaller size.", ""]
    larger = [case for case in full if any(growth(cases, case, name) for name in solvers)]
    lines += table(["workload", "N"] + [TITLES[name] for name in solvers], [
        [case.workload, f"{case.size:,}"] + [growth(cases, case, name) for name in solvers] for case in larger
    ])  # fmt: skip
    lines += ["## Memory, per view", "", "The peak of the resident size above what the process held before.", ""]
    lines += table(["workload", "N"] + [TITLES[name] for name in solvers], [
        [case.workload, f"{case.size:,}"] + [cell(case, name, lambda c, n: byte_size(c.memory(n))) for name in solvers]
        for case in full if case.size >= 1000
    ])  # fmt: skip
    if stepped:
        lines += ["## Edits and resizing, per step", ""]
        lines += ["Each step is solved and its frames are read before the next.", ""]
        lines += table(["workload", "N"] + [TITLES[name] for name in present], [
            [STEP_TITLES[case.kind, case.workload], f"{case.size:,}"]
            + [cell(case, name, lambda c, n: duration(c.seconds(n))) for name in present]
            for case in stepped
        ])  # fmt: skip
    for kind, title in OWN_TITLES.items():
        rows = [
            [case.workload, f"{case.size:,}"]
            + [text for name in ("core", "facade") for text in (
                cell(case, name, lambda c, n: duration(c.seconds(n))), share(case, name))]
            for case in own if case.kind == kind
        ]  # fmt: skip
        if rows:
            lines += [f"## {kind.capitalize()}: {title}", ""]
            lines += table(["workload", "N", "core", "", "façade", ""], rows)
    rows = goals(cases, core) + own_goals(cases, core)
    if rows:
        lines += ["## What was to be reached", ""]
        lines += table(["what", "reach", "measured", "reached"], rows)
    return "\n".join(lines).rstrip() + "\n"
