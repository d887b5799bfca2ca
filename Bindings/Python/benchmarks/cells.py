"""Cells of W3 (Examples/cell.json, compiled) a second, from NumPy: python benchmarks/cells.py [CELLS]"""

import pathlib
import sys
import time

import numpy as np

import trellis


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    cells = trellis.Template(pathlib.Path(__file__).parent.parent / "tests" / "cell.trellis")
    rng = np.random.default_rng(1)
    table = np.stack(
        [np.full(count, 375.0), rng.integers(60, 261, count), rng.integers(30, 121, count), rng.integers(1, 6, count) * 20.0],
        axis=1,
    )
    out = np.empty((count, len(cells.outputs)))
    for threads in (1, 2):
        best = float("inf")
        for _ in range(9):
            start = time.perf_counter()
            cells.solve(table, out=out, threads=threads)
            best = min(best, time.perf_counter() - start)
        print(f"{threads} threads: {count / best:,.0f} cells a second")


if __name__ == "__main__":
    main()
