"""Checked by mypy, not run: what a typed program says."""

import numpy as np
from numpy.typing import NDArray

import trellis
from trellis import kiwi

solver = trellis.Solver()
variables: NDArray[np.int32] = solver.add_variables(2, nonnegative=True)
rows: NDArray[np.int32] = solver.add_rows(np.eye(2), "==", [1, 2], 500)
outcome: trellis.Outcome = solver.solve(time_limit=1)
values: NDArray[np.float64] = solver.values

x, y = kiwi.Variable("x"), kiwi.Variable("y")
term: kiwi.Term = 2 * x
expression: kiwi.Expression = term + y - 3
constraint: kiwi.Constraint = (expression <= y) | "weak"
kiwi_solver = kiwi.Solver()
kiwi_solver.addConstraint(constraint)
kiwi_solver.addEditVariable(x, kiwi.strength.strong)
try:
    kiwi_solver.addConstraint(x == 3)
except kiwi.UnsatisfiableConstraint as error:
    refused: kiwi.Constraint = error.constraint
