"""Runs every engine on every workload and writes the table and the charts. Called by run.sh, which builds the engines.

All engines solve the same exported program (`trellis export`). For each case the engines take turns, round after
round, so that a busy minute of the machine hits all alike; the median round counts. A case that an engine would take
longer for than the limit, going by how its time has grown so far, is not run, and shown as that.
"""

import argparse
import array
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

import chart
import report

# Steps per case with edits. Every engine takes the same; only Kiwi without edit variables, a second a step, takes few.
STEPS = {"edit": 100, "resize": 60}
FEW_STEPS = 5

# Runs of one process, by size; the floor, which is over at once, makes many.
REPEATS = {100: 21, 1000: 9, 10000: 5, 100000: 3}
FLOOR_REPEATS = 101

# Where frames must agree: the tolerance on required rows, and what adding up lengths in doubles leaves of large ones.
TOLERANCE = 1e-6
RELATIVE_TOLERANCE = 1e-12

# Of an engine that sums in float32: the bound on the relative error of a sum, for each of its terms.
FLOAT_ROUNDING = 2.0**-24

# Growth assumed where an engine has been seen at one size only.
ASSUMED_EXPONENT = 2.0

FULL = [("full", name) for name in ("W1", "W2", "W3", "W4")]
STEPPED = [("edit", "W1"), ("edit", "W3"), ("resize", "W3")]
# What no rival is asked: the other modes of `trellis bench`, each of which brings what it is compared with.
OWN = [(kind, name) for kind in ("structure", "template") for name in ("W1", "W3")]
OWN += [("conflict", "W3"), ("conflict", "labels")]


class Engine:
    """One way to solve a program: a harness of ours around a solver, or `trellis bench`."""

    def __init__(self, name, command, path=None):
        self.name = name
        self.command = command
        self.path = path  # core, facade or flat for `trellis bench`, None for a harness
        self.few_steps = name == "kiwi-replace"
        # The engine whose first solve of a workload this one's is, where steps follow.
        self.first_solve = "kiwi" if self.few_steps else name

    def serves(self, kind):
        if kind in report.OWN_TITLES:
            return self.path in ("core", "facade")
        if self.name == "yoga":
            return kind == "full"
        return kind != "full" or not self.few_steps


class Unavailable(Exception):
    """A case that was not measured, with the reason as the table shows it."""


def read_expected(path):
    """Views and both frame tables of a program file (its layout: Tools/Sources/Workloads/ProgramFile.swift)."""
    data = pathlib.Path(path).read_bytes()
    _, _, variables, rows, entries, edits, _ = struct.unpack_from("<7q", data, 8)
    start = 64 + 8 * (4 * rows + entries + edits)
    tables = []
    for table in range(2):
        values = array.array("d", data[start + 8 * variables * table : start + 8 * variables * (table + 1)])
        if sys.byteorder == "big":
            values.byteswap()
        tables.append(values)
    return variables // 4, tables[0], tables[1]


def tolerance(frames, engine):
    relative = FLOAT_ROUNDING * len(frames) / 4 if engine.name == "yoga" else RELATIVE_TOLERANCE
    return max(TOLERANCE, relative * max(map(abs, frames), default=0))


def progress(text):
    """What is being run, on a terminal; nothing in a pipe."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def run(command, seconds):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Unavailable(f"not run: over {seconds:.0f} s") from None


class Runner:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.TemporaryDirectory()
        self.programs = {}
        self.baseline = {}
        self.wrong = []
        # Seconds until a process is ended; by its own clock it gets as much as the limit, on a busy machine far later.
        self.patience = (2 if options.clock == "wall" else 8) * options.limit + 30

    def program(self, kind, workload, size, few_steps):
        """The exported program of a case; made once."""
        steps = None if kind == "full" else FEW_STEPS if few_steps else STEPS[kind]
        key = (kind, workload, size, steps)
        if key not in self.programs:
            path = os.path.join(self.folder.name, "-".join(map(str, key)) + ".bin")
            command = [self.options.trellis, "export", workload, "--views", str(size), "--mode", kind, "-o", path]
            subprocess.run(command + (["--steps", str(steps)] if steps else []), check=True)
            self.programs[key] = (path, *read_expected(path))
        return self.programs[key]

    def measure(self, engine, kind, workload, size):
        measured = self.bench if engine.path else self.harness
        return measured(engine, kind, workload, size)

    def harness(self, engine, kind, workload, size):
        path, views, before, after = self.program(kind, workload, size, engine.few_steps)
        repeats = FLOOR_REPEATS if engine.name == "floor" else REPEATS.get(size, 3)
        frames = os.path.join(self.folder.name, "frames.bin")
        limit = self.options.limit
        command = [engine.command, path, "--repeats", str(repeats), "--limit", str(limit), "--frames", frames]
        done = run(command + ["--clock", self.options.clock], self.patience)
        if done.returncode == 2:
            raise Unavailable(f"not run: over {limit:.0f} s")
        if done.returncode != 0:
            raise Unavailable("failed: " + (done.stderr.strip() or f"status {done.returncode}"))
        result = json.loads(done.stdout)
        result["memory"] = 1024 * result["memory_kb"]
        allowed = min(tolerance(before, engine), tolerance(after, engine))
        self.compare(engine, kind, workload, size, result["difference"], allowed)
        self.compare(engine, kind, workload, size, self.difference(frames, after), tolerance(after, engine))
        return result

    def bench(self, engine, kind, workload, size):
        folder = os.path.join(self.folder.name, "dump")
        command = [self.options.trellis, "bench", "--json", "--dump", folder, "--workload", workload, "--mode", kind]
        command += ["--path", engine.path, "--views", str(size), "--repeats", str(REPEATS.get(size, 3))]
        done = run(command, 5 * self.patience)
        if done.returncode == 2:
            raise Unavailable("not measured yet")
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        if done.returncode != 0 or not lines or not lines[0]["checked"]:
            self.wrong.append(f"{engine.name} {kind} {workload} {size}: {done.stderr.strip() or 'frames not checked'}")
            raise Unavailable("failed")
        result = lines[0]
        if kind == "full":
            _, views, before, _ = self.program(kind, workload, size, False)
            frames = os.path.join(folder, f"{workload}-full-{views}.bin")
            self.compare(engine, kind, workload, size, self.difference(frames, before), tolerance(before, engine))
        result["step_s"] = (result["solve_s"] + result["read_s"]) / max(result["steps"], 1)
        # By hand for as many steps, and once from scratch.
        result["floor_step_s"] = result["floor_s"] / max(result["steps"], 1) if "floor_s" in result else None
        result["memory"] = 1024 * max(result["peak_rss_kb"] - self.resident(engine, workload), 0)
        return result

    def resident(self, engine, workload):
        """Kilobytes of the program itself: its peak at eight views."""
        if engine.path not in self.baseline:
            command = [self.options.trellis, "bench", "--workload", workload, "--path", engine.path, "--json"]
            done = run(command + ["--views", "8", "--repeats", "1"], 60)
            self.baseline[engine.path] = json.loads(done.stdout.splitlines()[0])["peak_rss_kb"]
        return self.baseline[engine.path]

    @staticmethod
    def difference(path, expected):
        frames = array.array("d", pathlib.Path(path).read_bytes())
        if sys.byteorder == "big":
            frames.byteswap()
        if len(frames) != len(expected):
            return math.inf
        return max((abs(a - b) if a == a else math.inf for a, b in zip(frames, expected)), default=0)

    def compare(self, engine, kind, workload, size, difference, allowed):
        if not difference <= allowed:
            self.wrong.append(f"{engine.name} {kind} {workload} {size}: frames differ by {difference:g}")


def seconds_of(result, kind):
    """What a case costs in one run, for the outlook on the next size."""
    total = result["build_s"] + result["solve_s"] + result["read_s"]
    return total + (result["steps"] * result["step_s"] if kind != "full" else 0)


def growth(history):
    """The exponent of the last step of size, at least 1; None where there was none."""
    if len(history) < 2:
        return None
    (size0, seconds0), (size1, seconds1) = history[-2:]
    return max(1.0, math.log(max(seconds1, 1e-9) / max(seconds0, 1e-9)) / math.log(size1 / size0))


def outlook(history, full_history, size):
    """Seconds that a size will take, by the growth so far, else by that without steps; None at first."""
    if not history:
        return None
    exponent = growth(history) or growth(full_history) or ASSUMED_EXPONENT
    last_size, seconds = history[-1]
    return seconds * (size / last_size) ** exponent


def key_time(result, kind):
    return result["step_s"] if kind != "full" else result["build_s"] + result["solve_s"] + result["read_s"]


def measure_case(runner, engines, kind, workload, size, history, stopped, options):
    """The median result of each engine, or the reason why there is none. What is too slow is put into `stopped`."""
    runs = {engine.name: [] for engine in engines}
    absent = {}
    for turn in range(options.rounds):
        for engine in engines:
            key = (engine.name, kind, workload)
            past = history.setdefault(key, [])
            if engine.name in absent or (turn > 0 and past[-1][1] > options.limit / 20):
                continue
            try:
                first = (engine.first_solve, "full", workload)
                if key in stopped or first in stopped:
                    raise Unavailable("not run")
                full = history.get(first, [])
                expected = outlook(past, full, size) if turn == 0 else None
                if expected and expected > options.limit:
                    raise Unavailable(f"not run: would take {report.duration(expected)}")
                progress(f"{kind} {workload} {size} {engine.name}")
                result = runner.measure(engine, kind, workload, size)
                runs[engine.name].append(result)
                if turn == 0:
                    past.append((size, seconds_of(result, kind)))
            except Unavailable as reason:
                absent[engine.name] = str(reason)
                if str(reason).startswith("not run"):
                    stopped.add(key)
    results = {}
    for name, all_runs in runs.items():
        if all_runs:
            all_runs.sort(key=lambda result: key_time(result, kind))
            results[name] = {**all_runs[(len(all_runs) - 1) // 2], "rounds": len(all_runs)}
        else:
            results[name] = {"absent": absent.get(name, "not run")}
    return results


def write(cases, machine, wrong, options):
    """Writes the table and the charts; returns the table's path."""
    machine.finish()
    base = os.path.join(options.out, f"rivals-{machine.date}")
    os.makedirs(options.out, exist_ok=True)
    for quantity in ("time", "memory"):
        pathlib.Path(f"{base}-{quantity}.svg").write_text(chart.draw(cases, quantity), encoding="utf-8")
    text = report.write(cases, machine, options, wrong, os.path.basename(base))
    pathlib.Path(f"{base}.md").write_text(text, encoding="utf-8")
    return f"{base}.md"


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engines", required=True, help="folder of the built harnesses")
    parser.add_argument("--trellis", required=True, help="the built command line")
    parser.add_argument("--kiwi", default="", help="Kiwi's name and version, for the report")
    parser.add_argument("--sizes", default="100,1000,10000,100000")
    parser.add_argument("--step-sizes", default="1000,10000,100000", help="sizes of W5, W6 and what no rival is asked")
    parser.add_argument("--limit", type=float, default=240, help="seconds for one run of a case")
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall", help="cpu: the process's own time")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", default=str(pathlib.Path(__file__).resolve().parents[1] / "history"), help="where results go")
    return parser.parse_args()


def main():
    options = parse()
    sizes = [int(size) for size in options.sizes.split(",")]
    step_sizes = [int(size) for size in options.step_sizes.split(",") if size]
    engines = [Engine(path, None, path) for path in ("core", "facade", "flat")]
    for name in ("floor", "csolver", "yoga", "glpk", "clp", "kiwi", "kiwi-replace"):
        command = os.path.join(options.engines, name)
        if os.path.exists(command):
            engines.append(Engine(name, command))
    runner = Runner(options)
    machine = report.Machine(options.kiwi)
    history, stopped = {}, set()
    cases = []
    for size in sorted({*sizes, *step_sizes}):
        for kind, workload in (FULL if size in sizes else []) + (STEPPED + OWN if size in step_sizes else []):
            serving = [engine for engine in engines if engine.serves(kind)]
            results = measure_case(runner, serving, kind, workload, size, history, stopped, options)
            if kind in report.OWN_TITLES:
                views = max((result.get("views", 0) for result in results.values()), default=0)
            else:
                views = runner.program(kind, workload, size, False)[1]
            cases.append(report.Case(kind, workload, size, views, results))
        runner.programs.clear()
        # After each size, so that a run which is broken off leaves the smaller ones.
        progress("")
        print(write(cases, machine, runner.wrong, options))
    if runner.wrong:
        print("\n".join(runner.wrong), file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
