"""Programs that do not fall apart, solved by Trellis and by HiGHS: what presolve leaves of C1 to C6 is one component of about
their own size.

    make build && pip install highspy numpy
    OPENBLAS_NUM_THREADS=1 python3 Benchmarks/rivals/coupled.py [--families C1,C3] [--sizes 400,1600] [--no-highs]

Both solve the program that `trellis export` writes, each once cold, on one thread and by the wall clock: `trellis bench`
says the median of its runs, HiGHS is timed here. The families of `families.py`, with `--seed`, go through `trellis bench
--document`. It solves level by level with its basis kept, columns and rows fixed that
have reduced costs, once by its dual and once by its primal simplex from the second level on; the faster counts. The errors of all levels must agree within 1e-7 relative; exit 1 where they do not, or where a run of
Trellis does not meet its own rows. Then how the time grew: the exponent e of time ~ sizeᵉ by least squares.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import types

import numpy as np

import families

REQUIRED = 1000.0
FAMILIES = ["C1", "C2", "C3", "C4", "C5", "C6"]
SIZES = "400,1600,6400,25600"
# Dual and primal, by HiGHS's numbers.
STRATEGIES = (1, 4)


def read_program(path):
    """The program of a file (its layout: Tools/Sources/Workloads/ProgramFile.swift)."""
    data = pathlib.Path(path).read_bytes()
    _, _, variables, rows, entries, edits, steps = np.frombuffer(data, "<i8", 7, 8)
    position = 64

    def take(kind, count):
        nonlocal position
        values = np.frombuffer(data, kind, count, position)
        position += values.nbytes
        return values

    program = types.SimpleNamespace()
    program.constants, program.priorities = take("<f8", rows), take("<f8", rows)
    take("<f8", 2 * rows)
    program.coefficients = take("<f8", entries)
    take("<f8", edits + 2 * variables)
    program.starts, program.variables = take("<i4", rows + 1), take("<i4", entries)
    take("<i4", edits + steps + 1)
    program.relations, program.nonnegative = take("i1", rows), take("u1", variables) != 0
    return program


def export(trellis, name, size, folder):
    """The program of a family."""
    path = os.path.join(folder, f"{name}-{size}.bin")
    subprocess.run([trellis, "export", name, "--views", str(size), "-o", path], check=True)
    program = read_program(path)
    os.remove(path)
    return program


def make(trellis, name, size, seed, folder):
    """The program of a family, and what `trellis bench` is to be told to run it."""
    if name in FAMILIES:
        return export(trellis, name, size, folder), ["--workload", name, "--path", "core", "--views", str(size)]
    program = families.make(name, size, seed)
    path = os.path.join(folder, f"{name}-{size}.json")
    pathlib.Path(path).write_text(program.document())
    return program.arrays(), ["--document", path]


def solve_trellis(trellis, name, size, what, repeats):
    """Seconds of the median run, the errors of the levels from high to low, and whether the run was right."""
    command = [trellis, "bench", "--json"] + what
    done = subprocess.run(command + ["--repeats", str(repeats)], capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines or "levels" not in lines[0]:
        raise RuntimeError(f"{name} {size}: {done.stderr.strip()}")
    levels = sorted(((float(key), error) for key, error in lines[0]["levels"].items()), reverse=True)
    return lines[0]["solve_s"], np.array([error for _, error in levels]), lines[0]["checked"]


def highs_model(highspy, program):
    """The program with columns for the errors of optional rows; the columns' priorities."""
    optional = program.priorities < REQUIRED
    over = np.nonzero(optional & (program.relations <= 0))[0]
    under = np.nonzero(optional & (program.relations >= 0))[0]
    error_rows = np.concatenate([over, under])
    signs = np.concatenate([-np.ones(len(over)), np.ones(len(under))])
    variables, rows = len(program.nonnegative), len(program.constants)
    columns = variables + len(error_rows)
    row_of = np.concatenate([np.repeat(np.arange(rows), np.diff(program.starts)), error_rows])
    column_of = np.concatenate([program.variables, variables + np.arange(len(error_rows))])
    order = np.argsort(row_of, kind="stable")
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = columns, rows
    model.col_cost_ = np.zeros(columns)
    model.col_lower_ = np.concatenate(
        [np.where(program.nonnegative, 0.0, -highspy.kHighsInf), np.zeros(len(error_rows))]
    )
    model.col_upper_ = np.full(columns, highspy.kHighsInf)
    model.row_lower_ = np.where(program.relations >= 0, program.constants, -highspy.kHighsInf)
    model.row_upper_ = np.where(program.relations <= 0, program.constants, highspy.kHighsInf)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.concatenate([[0], np.cumsum(np.bincount(row_of, minlength=rows))])
    model.a_matrix_.index_ = column_of[order]
    model.a_matrix_.value_ = np.concatenate([program.coefficients, signs])[order]
    return model, np.concatenate([np.full(variables, REQUIRED), program.priorities[error_rows]])


def solve_highs(highspy, program, strategy):
    """Seconds, and the errors of the levels from high to low; levels after the first by a strategy of its simplex."""
    model, priorities = highs_model(highspy, program)
    highs = highspy.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("solver", "simplex")):
        highs.setOptionValue(option, value)
    highs.passModel(model)
    columns, errors = np.arange(len(priorities), dtype=np.int32), []
    start = time.perf_counter()
    for priority in sorted(set(priorities[priorities < REQUIRED]), reverse=True):
        highs.changeColsCost(len(columns), columns, np.where(priorities == priority, 1.0, 0.0))
        if errors:
            highs.setOptionValue("simplex_strategy", strategy)
        highs.run()
        if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"HiGHS: {highs.getModelStatus()}")
        errors.append(highs.getInfo().objective_function_value)
        solution = highs.getSolution()
        # Lists of a million numbers are turned into arrays once, which a loop over them is not.
        for duals, values, change, is_free in (
            (solution.col_dual, solution.col_value, highs.changeColsBounds, True),
            (solution.row_dual, solution.row_value, highs.changeRowsBounds, program.relations != 0),
        ):
            duals, values = np.array(duals), np.array(values)
            fixed = np.nonzero((np.abs(duals) > 1e-7) & is_free)[0].astype(np.int32)
            if len(fixed) > 0:
                change(len(fixed), fixed, values[fixed], values[fixed])
    return time.perf_counter() - start, np.array(errors)


def exponent(times):
    """The slope of log time over log size; None for one size."""
    if len(times) < 2:
        return None
    sizes, seconds = zip(*times)
    return float(np.polyfit(np.log(sizes), np.log(np.maximum(seconds, 1e-9)), 1)[0])


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--seed", type=int, default=1, help="of the families of families.py, `more` for all of them")
    parser.add_argument("--repeats", type=int, default=3, help="runs of Trellis, of which the median counts")
    parser.add_argument("--trellis", default=str(root / ".build/release/trellis"), help="the built command line")
    parser.add_argument("--no-highs", action="store_true")
    arguments = parser.parse_args()
    highspy = None
    if not arguments.no_highs:
        import highspy
    is_right = True
    grown, ratios = {}, []
    print("| family | size | rows / variables | Trellis, ms | HiGHS, ms | HiGHS / Trellis | levels |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.families.replace("more", ",".join(families.FAMILIES)).split(","):
            for size in map(int, arguments.sizes.split(",")):
                program, what = make(arguments.trellis, name, size, arguments.seed, folder)
                seconds, errors, checked = solve_trellis(arguments.trellis, name, size, what, arguments.repeats)
                is_right = is_right and checked
                grown.setdefault((name, "Trellis"), []).append((size, seconds))
                cells = ["", "", "right" if checked else "WRONG"]
                if highspy is not None:
                    runs = [solve_highs(highspy, program, strategy) for strategy in STRATEGIES]
                    rival, expected = min(runs, key=lambda run: run[0])
                    agrees = len(errors) == len(expected) and np.all(
                        np.abs(errors - expected) <= 1e-7 * np.maximum(1, np.abs(expected))
                    )
                    is_right = is_right and bool(agrees)
                    ratios.append(rival / seconds)
                    grown.setdefault((name, "HiGHS"), []).append((size, rival))
                    levels = "agree" if agrees else f"differ: {errors} {expected}"
                    cells = [f"{1000 * rival:.1f}", f"{rival / seconds:.2f}×", levels]
                counts = f"{len(program.constants):,} / {len(program.nonnegative):,}"
                print(f"| {name} | {size:,} | {counts} | {1000 * seconds:.1f} | {' | '.join(cells)} |", flush=True)
    for (name, engine), times in grown.items():
        slope = exponent(times)
        if slope is not None:
            print(f"\n{name}, {engine}: N^{slope:.2f}", end="")
    print()
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\nGeometric mean of HiGHS over Trellis: {mean:.2f}")
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
