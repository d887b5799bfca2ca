"""W1 (a scroll view of N rows) through kiwisolver and trellis.kiwi, in turns: constraints made, added and solved, values read.
Best of several rounds.

    python benchmarks/kiwi_w1.py [--check] [SIZE …]

--check fails where solving is not 6 times as fast at 100 rows and 60 times at 1,000: the goals are 10 and 100, a busy machine has
less.
"""

import argparse
import gc
import time

import kiwisolver

import trellis.kiwi


def make(module, count):
    """The constraints of W1, each written as a program would, and its views as (left, top, width, height)."""

    def view():
        return tuple(module.Variable() for _ in range(4))

    scroll, content, container = view(), view(), view()
    constraints = [side == value for side, value in zip(scroll, (0, 0, 375, 667))]
    constraints += [content[0] == 0, content[1] == 0, container[0] == content[0], container[1] == content[1]]
    for axis in (0, 1):
        constraints.append(container[axis] + container[axis + 2] == content[axis] + content[axis + 2])
    constraints.append(container[2] == scroll[2])
    views, bottom = [scroll, content, container], container[1]
    for index in range(count):
        left, top, width, height = row = view()
        constraints += [
            left == container[0],
            left + width == container[0] + container[2],
            height == 20 * (index % 10 + 1),
            top == bottom,
        ]
        bottom = top + height
        views.append(row)
    constraints.append(container[1] + container[3] == bottom)
    return constraints, views


def run(module, count):
    """Seconds for making, solving and reading. Garbage of the run before is collected first, not in the middle of this."""
    gc.collect()
    start = time.perf_counter()
    constraints, views = make(module, count)
    made = time.perf_counter()
    solver = module.Solver()
    for constraint in constraints:
        solver.addConstraint(constraint)
    solver.updateVariables()
    solved = time.perf_counter()
    values = [variable.value() for view in views for variable in view]
    read = time.perf_counter()
    expected = sum(20 * (index % 10 + 1) for index in range(count))
    assert values[7] == expected, "the height of the content"
    return made - start, solved - made, read - solved


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("sizes", nargs="*", type=int, default=[100, 1000])
    options = parser.parse_args()
    print("rows   kiwisolver us: make, solve, read   trellis.kiwi us: make, solve, read   solve  all")
    for count in options.sizes:
        rounds = 15 if count <= 200 else 3
        runs = {module: [] for module in (kiwisolver, trellis.kiwi)}
        for _ in range(rounds):
            for module, times in runs.items():
                times.append(run(module, count))
        theirs, ours = ([min(part) * 1e6 for part in zip(*times)] for times in runs.values())
        solve, whole = theirs[1] / ours[1], sum(theirs) / sum(ours)
        print(
            f"{count:5d}  {theirs[0]:9.0f} {theirs[1]:9.0f} {theirs[2]:7.0f}         "
            f"{ours[0]:9.0f} {ours[1]:9.0f} {ours[2]:7.0f}      {solve:5.0f}x {whole:4.0f}x"
        )
        needed = {100: 6, 1000: 60}.get(count)
        if options.check and needed is not None and solve < needed:
            raise SystemExit(f"solving {count} rows is {solve:.1f} times as fast as kiwisolver, not {needed}")


if __name__ == "__main__":
    main()
