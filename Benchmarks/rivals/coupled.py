"""Programs that do not fall apart, solved by Trellis and by HiGHS: what presolve leaves of them is one component of about
their own size. Six families at any size; their numbers are hashes, so that each run has the same.

    pip install ./Bindings/Python highspy
    OPENBLAS_NUM_THREADS=1 python3 Benchmarks/rivals/coupled.py [--families C1,C3] [--sizes 400,1600] [--no-highs]

Each line has the processor time of one cold solve by each, one thread, and whether the errors of all levels agree within
1e-7 relative; exit 1 where they do not. HiGHS solves level by level with its basis kept, columns and rows fixed that have
reduced costs.
"""

import argparse
import sys
import time

import numpy as np
import trellis

AT_MOST, EQUAL, AT_LEAST = -1, 0, 1
REQUIRED = 1000.0


def number(value, bound):
    """A hash below `bound`: that of Tools/Sources/Workloads/Workload.swift."""
    x = value & 0xFFFFFFFF
    x ^= x >> 16
    x = x * 0x7FEB352D & 0xFFFFFFFF
    x ^= x >> 15
    x = x * 0x846CA68B & 0xFFFFFFFF
    x ^= x >> 16
    return x % bound


class Program:
    """Rows while they are made; a variable is its index."""

    def __init__(self):
        self.nonnegative = []
        self.starts, self.variables, self.coefficients = [0], [], []
        self.relations, self.constants, self.priorities = [], [], []

    def variable(self, is_size):
        self.nonnegative.append(is_size)
        return len(self.nonnegative) - 1

    def row(self, terms, relation, constant, priority=REQUIRED):
        for variable, coefficient in terms:
            self.variables.append(variable)
            self.coefficients.append(coefficient)
        self.starts.append(len(self.variables))
        self.relations.append(relation)
        self.constants.append(constant)
        self.priorities.append(priority)

    def finish(self):
        self.starts, self.variables = np.array(self.starts, np.int32), np.array(self.variables, np.int32)
        self.coefficients, self.constants = np.array(self.coefficients, float), np.array(self.constants, float)
        self.relations, self.priorities = np.array(self.relations, np.int8), np.array(self.priorities, float)
        return self


def dashboard(program, size):
    """Cards in rows of eight with fixed gaps, widths equal to those of the row above."""
    across = 8
    left, right = program.variable(False), program.variable(False)
    program.row([(left, 1)], EQUAL, 0)
    program.row([(right, 1)], EQUAL, 150 * across)
    above = []
    for line in range(size // 2 // across):
        x, widths = left, []
        for column in range(across):
            card = 6 * (across * line + column)
            previous, x, width = x, program.variable(False), program.variable(True)
            program.row([(x, 1), (previous, -1)] + [(last, -1) for last in widths[-1:]], EQUAL, 8)
            program.row([(width, 1)], AT_LEAST, 40 + number(card, 41))
            program.row([(width, 1)], AT_MOST, 200 + number(card + 1, 101), 750)
            program.row([(width, 1)], EQUAL, 80 + number(card + 2, 161), 250)
            if above:
                program.row([(width, 1), (above[column], -1)], EQUAL, 0, 500 if number(card + 3, 4) else 600)
            if widths and number(card + 4, 2):
                program.row([(width, 1), (widths[-1], -1)], EQUAL, 0, 400)
            widths.append(width)
        program.row([(right, 1), (x, -1), (widths[-1], -1)], EQUAL if line % 2 else AT_LEAST, 8)
        above = widths


def graph(program, size):
    """Least gaps along the edges of a graph, each of which wishes to be short."""
    nodes = [program.variable(False) for _ in range(size)]

    def edge(start, end, key):
        gap = 10 + number(key, 91)
        program.row([(end, 1), (start, -1)], AT_LEAST, gap)
        program.row([(end, 1), (start, -1)], EQUAL, gap, 500 if number(key + 1, 3) else 300)

    program.row([(nodes[0], 1)], EQUAL, 0)
    for node in range(1, size):
        edge(nodes[node - 1 - number(7 * node, min(node, 20))], nodes[node], 7 * node + 1)
        if node > 1 and number(7 * node + 3, 3) == 0:
            edge(nodes[node - 1 - number(7 * node + 4, min(node, 200))], nodes[node], 7 * node + 5)


def timeline(program, size):
    """Events in order, with wished starts and lengths."""
    for event in range(size):
        start, length = program.variable(True), program.variable(True)
        if event:
            program.row([(start, 1), (start - 2, -1), (length - 2, -1)], AT_LEAST, 0)
        program.row([(length, 1)], AT_LEAST, 5)
        program.row([(length, 1)], EQUAL, 10 + number(3 * event, 51), 500)
        wish = 30 * event + number(3 * event + 1, 301) - 150
        program.row([(start, 1)], EQUAL, wish, 400 if number(3 * event + 2, 2) else 300)
        program.row([(start, 1), (length, 1)], AT_MOST, 30 * event + 330, 600)


def timetable(program, size):
    """Lists that share the widths of twelve columns."""
    columns = [program.variable(True) for _ in range(12)]
    for index, column in enumerate(columns):
        program.row([(column, 1)], AT_LEAST, 10 + index)
    for entry in range(size):
        index, x = entry % 100, program.variable(False)
        if index == 0:
            program.row([(x, 1)], AT_LEAST, 0)
        else:
            program.row([(x, 1), (x - 1, -1), (columns[index % 12], -1)], AT_LEAST, 4)
        if entry % 2:
            wish = 30 * index + number(4 * entry + 1, 301) - 150
            program.row([(x, 1)], EQUAL, wish, 500 if number(4 * entry + 2, 2) else 400)


def table(program, size):
    """Cells over one to three columns."""
    count = 2 * round(size**0.5)
    columns = [program.variable(True) for _ in range(count)]
    for cell in range(size):
        span = 1 + number(3 * cell, 3)
        first = number(3 * cell + 1, count - span + 1)
        terms = [(column, 1) for column in columns[first : first + span]]
        wish = span * 40 + number(3 * cell + 2, 60 * span)
        program.row(terms, AT_LEAST, 20 * span + number(3 * cell + 2, 20))
        program.row(terms, EQUAL, wish, 500 if cell % 3 else 700)
        if cell % 9 < 5:
            program.row(terms, AT_MOST, wish + 20 * span, 600)
    for column in columns[:4]:
        program.row([(column, 1)], AT_MOST, 2000)


def aspect(program, size):
    """Ratios of heights to widths over a grid whose width is given."""
    count = round(size**0.5)
    widths = [program.variable(True) for _ in range(count)]
    heights = [program.variable(True) for _ in range(count)]
    for index, width in enumerate(widths):
        program.row([(width, 1)], AT_LEAST, 20 + number(index, 50))
    program.row([(width, 1) for width in widths], EQUAL, 100 * count)
    for line, width in enumerate(widths):
        for column, height in enumerate(heights):
            ratio = (0.5, 0.75, 1, 1.5, 2)[number(line * count + column, 5)]
            program.row([(height, 1), (width, -ratio)], EQUAL, 0, 500)


FAMILIES = {"C1": dashboard, "C2": graph, "C3": timeline, "C4": timetable, "C5": table, "C6": aspect}


def solve_trellis(program):
    """Seconds, and the errors of the levels from high to low."""
    solver = trellis.Solver()
    solver.add_variables(len(program.nonnegative), nonnegative=program.nonnegative)
    rows = (program.starts, program.variables, program.coefficients)
    solver.add_rows(rows, program.relations, program.constants, program.priorities)
    start = time.process_time()
    solver.solve(cold=True)
    return time.process_time() - start, solver.levels()[1]


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


def solve_highs(highspy, program):
    """As solve_trellis."""
    model, priorities = highs_model(highspy, program)
    highs = highspy.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("solver", "simplex")):
        highs.setOptionValue(option, value)
    highs.passModel(model)
    columns, errors = np.arange(len(priorities), dtype=np.int32), []
    start = time.process_time()
    for priority in sorted(set(priorities[priorities < REQUIRED]), reverse=True):
        highs.changeColsCost(len(columns), columns, np.where(priorities == priority, 1.0, 0.0))
        highs.run()
        if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"HiGHS: {highs.getModelStatus()}")
        errors.append(highs.getInfo().objective_function_value)
        solution = highs.getSolution()
        fixed = np.nonzero(np.abs(solution.col_dual) > 1e-7)[0].astype(np.int32)
        values = np.array(solution.col_value)[fixed]
        if len(fixed) > 0:
            highs.changeColsBounds(len(fixed), fixed, values, values)
        for row in np.nonzero((np.abs(solution.row_dual) > 1e-7) & (program.relations != 0))[0]:
            highs.changeRowBounds(int(row), solution.row_value[row], solution.row_value[row])
    return time.process_time() - start, np.array(errors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--sizes", default="400,1600,6400")
    parser.add_argument("--no-highs", action="store_true")
    arguments = parser.parse_args()
    highspy = None
    if not arguments.no_highs:
        import highspy
    is_right = True
    print("| family | size | rows / variables | Trellis, ms | HiGHS, ms | levels |\n| --- | --- | --- | --- | --- | --- |")
    for name in arguments.families.split(","):
        for size in map(int, arguments.sizes.split(",")):
            program = Program()
            FAMILIES[name](program, size)
            program.finish()
            seconds, errors = solve_trellis(program)
            cells = ["", ""]
            if highspy is not None:
                rival, expected = solve_highs(highspy, program)
                agrees = np.all(np.abs(errors - expected) <= 1e-7 * np.maximum(1, np.abs(expected)))
                is_right = is_right and bool(agrees)
                cells = [f"{1000 * rival:.1f}", "agree" if agrees else f"differ: {errors} {expected}"]
            counts = f"{len(program.constants):,} / {len(program.nonnegative):,}"
            print(f"| {name} | {size:,} | {counts} | {1000 * seconds:.1f} | {cells[0]} | {cells[1]} |", flush=True)
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
