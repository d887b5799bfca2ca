"""The solver over NumPy arrays."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .errors import Conflict, Infeasible, InvalidArgument, NoAnswer

__all__ = ["Outcome", "REQUIRED", "Solver"]

#: The priority of a row that must hold.
REQUIRED = 1000.0

Indices = NDArray[np.int32]
Numbers = NDArray[np.float64]
Relations = Union[str, Sequence[str], ArrayLike]

_MEMORY, _STOPPED, _UNSOLVED = -6, -9, -8
_RELATIONS = {"<=": -1, "==": 0, "=": 0, ">=": 1}


class Outcome(IntEnum):
    """What the answer of a solve is."""

    UNSOLVED = 0
    OPTIMAL = 1
    INFEASIBLE = 2
    PIVOT_LIMIT = 3
    BREAKDOWN = 4


def as_indices(values: ArrayLike) -> Indices:
    """A flat contiguous array of int32; nothing wraps around."""
    array = np.asarray(values)
    if array.size == 0:
        return np.empty(0, np.int32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"indices are integers, not {array.dtype}")
    if array.dtype != np.int32 and (array.min() < -(2**31) or array.max() >= 2**31):
        raise InvalidArgument("an index does not fit 32 bits", int(np.argmax(np.abs(array.ravel()) >= 2**31)))
    return np.ascontiguousarray(array.ravel(), np.int32)


def as_numbers(values: ArrayLike, count: int, what: str) -> Numbers:
    """A flat contiguous array of `count` doubles; a single number stands for all."""
    array = np.asarray(values, np.float64)
    if array.ndim == 0:
        return np.full(count, array)
    if array.size != count:
        raise InvalidArgument(f"{array.size} {what} for {count} elements")
    return np.ascontiguousarray(array.ravel())


def as_relations(values: Relations, count: int) -> NDArray[np.int8]:
    """Relations as -1, 0, 1, from those numbers or from '<=', '==', '>='; a single one stands for all."""
    array = np.asarray(values)
    if array.dtype.kind in "UO":
        names = np.atleast_1d(array).ravel().tolist()
        for index, name in enumerate(names):
            if name not in _RELATIONS:
                raise InvalidArgument(f"unknown relation {name!r}; use '<=', '==' or '>='", index)
        numbers = np.array([_RELATIONS[name] for name in names], np.int8)
        array = numbers[0] if array.ndim == 0 else numbers
    if array.ndim == 0:
        array = np.full(count, array)
    if array.size != count:
        raise InvalidArgument(f"{array.size} relations for {count} rows")
    if array.size > 0 and (array.dtype.kind not in "iu" or array.min() < -1 or array.max() > 1):
        raise InvalidArgument("relations are -1 (<=), 0 (==) or 1 (>=)", int(np.argmax(np.abs(array.ravel()) > 1)))
    return np.ascontiguousarray(array.ravel(), np.int8)


def _compressed(matrix: Any) -> tuple[Indices, Indices, Numbers]:
    """Rows as (starts, columns, coefficients), from those three, a SciPy matrix or a dense one."""
    if isinstance(matrix, tuple):
        if len(matrix) != 3:
            raise InvalidArgument("rows are (starts, variables, coefficients), a SciPy sparse matrix or a 2-D array")
        starts, columns, coefficients = matrix
        columns = as_indices(columns)
        return as_indices(starts), columns, as_numbers(coefficients, len(columns), "coefficients")
    if hasattr(matrix, "tocsr"):
        csr = matrix.tocsr()
        if not csr.has_canonical_format:
            csr = csr.copy()
            csr.sum_duplicates()
        return as_indices(csr.indptr), as_indices(csr.indices), as_numbers(csr.data, len(csr.indices), "coefficients")
    dense = np.atleast_2d(np.asarray(matrix, np.float64))
    if dense.ndim != 2:
        raise InvalidArgument("a dense matrix has two dimensions")
    rows, columns = np.nonzero(dense)
    starts = np.zeros(len(dense) + 1, np.int32)
    np.cumsum(np.bincount(rows, minlength=len(dense)), out=starts[1:])
    return starts, as_indices(columns), np.ascontiguousarray(dense[rows, columns])


class Solver:
    """A program of rows over variables, solved level by level.

    A row is ``sum of coefficient * variable  {<=, ==, >=}  constant`` at a priority between 0 and 1000: at 1000
    (``REQUIRED``) it must hold; every other priority is a level, and levels are met from high to low, each with the smallest
    weighted sum of absolute errors that those above leave.

    Variables and rows are int32 indices. Indices of what was removed are used again. Edits are taken as a whole or not
    at all; `InvalidArgument` names the element at fault. A solver may be used by one thread at a time; solves let other
    threads run.

    >>> s = Solver()
    >>> x, y = s.add_variables(2, nonnegative=True)
    >>> rows = s.add_rows([[1, 1], [0, 1], [1, 0]], ["==", ">=", "=="], [800, 250, 200], [REQUIRED, REQUIRED, 750])
    >>> s.solve()
    <Outcome.OPTIMAL: 1>
    >>> s.values
    array([200., 600.])
    """

    def __init__(self) -> None:
        self._core = _core.Solver()
        self._values: Numbers = np.zeros(0)
        self._extent = 0

    # -- The program

    def add_variables(self, count: int = 1, *, nonnegative: ArrayLike | None = None) -> Indices:
        """Adds variables and returns their indices.

        nonnegative: which of them must be at least 0: one bool for all, or one each.
        """
        if count < 0:
            raise InvalidArgument(f"{count} variables")
        marks = None
        if nonnegative is not None:
            marks = np.asarray(nonnegative, np.bool_)
            marks = np.full(count, marks) if marks.ndim == 0 else marks.ravel()
            if len(marks) != count:
                raise InvalidArgument(f"{len(marks)} marks for {count} variables")
            marks = np.ascontiguousarray(marks, np.uint8)
        out = np.empty(count, np.int32)
        self._check(self._core.add_variables(count, marks, out))
        if count > 0:
            self._extent = max(self._extent, int(out.max()) + 1)
        return out

    def remove_variables(self, variables: ArrayLike) -> None:
        """Removes variables that no row mentions."""
        self._check(self._core.remove_variables(as_indices(variables)))

    def add_rows(
        self,
        matrix: Any,
        relations: Relations,
        constants: ArrayLike,
        priorities: ArrayLike = REQUIRED,
        *,
        priorities_below: ArrayLike | None = None,
        weights: ArrayLike | None = None,
        variables: ArrayLike | None = None,
    ) -> Indices:
        """Adds rows and returns their indices.

        matrix: a row each: a SciPy sparse matrix, a 2-D array, or the compressed rows (starts, variables, coefficients).
        relations: '<=', '==', '>=' or -1, 0, 1, one each or one for all; constants, priorities and weights likewise.
        priorities_below: for '==' rows the priority of falling short; `priorities` is then that of exceeding.
        variables: the variable of each column of the matrix; without it a column is a variable's index.
        """
        starts, columns, coefficients = _compressed(matrix)
        if len(starts) == 0:
            raise InvalidArgument("starts has one element more than there are rows")
        if variables is not None:
            known = as_indices(variables)
            if len(columns) > 0 and (columns.min() < 0 or columns.max() >= len(known)):
                raise InvalidArgument(f"the matrix has more than {len(known)} columns")
            columns = known[columns]
        count = len(starts) - 1
        out = np.empty(count, np.int32)
        self._check(
            self._core.add_rows(
                starts,
                columns,
                coefficients,
                as_relations(relations, count),
                as_numbers(constants, count, "constants"),
                as_numbers(priorities, count, "priorities"),
                None if priorities_below is None else as_numbers(priorities_below, count, "priorities"),
                None if weights is None else as_numbers(weights, count, "weights"),
                out,
            )
        )
        return out

    def add_row(
        self,
        variables: ArrayLike,
        coefficients: ArrayLike,
        relation: str | int,
        constant: float,
        priority: float = REQUIRED,
        *,
        weight: float = 1.0,
    ) -> int:
        """Adds one row and returns its index."""
        columns = as_indices(variables)
        numbers = as_numbers(coefficients, len(columns), "coefficients")
        starts = np.array([0, len(columns)], np.int32)
        return int(self.add_rows((starts, columns, numbers), relation, constant, priority, weights=weight)[0])

    def remove_rows(self, rows: ArrayLike) -> None:
        """Removes rows."""
        self._check(self._core.remove_rows(as_indices(rows)))

    def set_constants(self, rows: ArrayLike, constants: ArrayLike) -> None:
        """Other constants for rows. The next solve costs what they reach."""
        indices = as_indices(rows)
        self._check(self._core.set_constants(indices, as_numbers(constants, len(indices), "constants")))

    def set_weights(self, rows: ArrayLike, weights: ArrayLike) -> None:
        """Other weights for rows."""
        indices = as_indices(rows)
        self._check(self._core.set_weights(indices, as_numbers(weights, len(indices), "weights")))

    def set_priorities(self, rows: ArrayLike, priorities: ArrayLike, *, below: ArrayLike | None = None) -> None:
        """Other priorities for rows; `below` as priorities_below of add_rows, without it the same."""
        indices = as_indices(rows)
        self._check(
            self._core.set_priorities(
                indices,
                as_numbers(priorities, len(indices), "priorities"),
                None if below is None else as_numbers(below, len(indices), "priorities"),
            )
        )

    def set_entries(self, row: int, variables: ArrayLike, coefficients: ArrayLike) -> None:
        """Replaces the left side of a row."""
        columns = as_indices(variables)
        self._check(self._core.set_entries(row, columns, as_numbers(coefficients, len(columns), "coefficients")))

    @property
    def variable_count(self) -> int:
        """How many variables there are."""
        return int(self._core.counts()[0])

    @property
    def row_count(self) -> int:
        """How many rows there are."""
        return int(self._core.counts()[1])

    @property
    def variables(self) -> Indices:
        """The indices of all variables, ascending."""
        return self._list(self._core.variables, self.variable_count)

    @property
    def rows(self) -> Indices:
        """The indices of all rows, ascending."""
        return self._list(self._core.rows, self.row_count)

    # -- The answer

    def solve(self, *, time_limit: float | None = None, cold: bool = False, check: bool = True) -> Outcome:
        """Solves; where only constants changed since the last solve, it costs what they reach.

        time_limit: seconds, after which TimeoutError is raised and everything is as before.
        cold: starts anew instead of from the last answer.
        check: raises `Infeasible` or `NoAnswer` where there is no optimum; without it the outcome says so.
        """
        status, code = self._core.solve(-1.0 if time_limit is None else max(0.0, time_limit), cold, 0)
        if status == _STOPPED:
            raise TimeoutError(f"the solve took longer than {time_limit} s")
        self._check(status)
        outcome = Outcome(code)
        if outcome is Outcome.OPTIMAL:
            self._read_values()
        elif check and outcome is Outcome.INFEASIBLE:
            raise Infeasible(self.conflicts())
        elif check:
            raise NoAnswer(_core.outcome_text(code), outcome)
        return outcome

    @property
    def values(self) -> Numbers:
        """The values of the last solve by variable, read-only. The array is the solver's own: the next solve writes to it, and
        a solve after variables were added may replace it."""
        view = self._values[: self._extent]
        view.flags.writeable = False
        return view

    def changes(self) -> tuple[Indices, Numbers]:
        """The variables whose value the last solve changed, and these values."""
        count = self.variable_count
        variables, values = np.empty(count, np.int32), np.empty(count)
        status, count = self._core.changes(variables, values)
        self._check(status)
        return variables[:count], values[:count]

    def row_errors(self, rows: ArrayLike | None = None) -> Numbers:
        """Signed errors of rows (of all by default): what the left side is more than the constant, where that is one."""
        indices = self.rows if rows is None else as_indices(rows)
        out = np.empty(len(indices))
        self._check(self._core.row_errors(indices, out))
        return out

    def levels(self) -> tuple[Numbers, Numbers]:
        """The optional priorities from high to low, and the weighted sum of absolute errors at each."""
        empty = np.empty(0)
        status, count = self._core.levels(empty, empty.copy())
        self._check(status)
        priorities, errors = np.empty(count), np.empty(count)
        status, _ = self._core.levels(priorities, errors)
        self._check(status)
        return priorities, errors

    def conflicts(self) -> list[Conflict]:
        """The conflicts of a solve that ended INFEASIBLE."""
        status, count = self._core.conflict_count()
        self._check(status)
        found = []
        for number in range(count):
            status, size = self._core.conflict(np.empty(0, np.int32), None, number)
            self._check(status)
            members = np.empty(size, np.int32)
            self._check(self._core.conflict(members, None, number)[0])
            found.append(Conflict(members[members >= 0], np.sort(-1 - members[members < 0])))
        return found

    def ambiguous(self) -> Indices:
        """The variables that another optimal solution would give another value. Costs far more than a solve."""
        return self._list(self._core.ambiguous, self.variable_count)

    def sensitivity(self, variables: ArrayLike, coefficients: ArrayLike = 1.0) -> tuple[Indices, Numbers]:
        """The rows that decide the sum of coefficient times variable, and how it moves per unit of each one's constant.

        A member m < 0 is variable -1 - m itself, which is 0 because of its sign or because no row decides it.
        """
        columns = as_indices(variables)
        numbers = as_numbers(coefficients, len(columns), "coefficients")
        size = self.variable_count + self.row_count
        members, derivatives = np.empty(size, np.int32), np.empty(size)
        status, count = self._core.sensitivity(columns, numbers, members, derivatives)
        self._check(status)
        return members[:count].copy(), derivatives[:count].copy()

    # -- Underneath

    def _read_values(self) -> None:
        if len(self._values) < self._extent:
            grown = np.zeros(max(self._extent, 2 * len(self._values)))
            grown[: len(self._values)] = self._values
            self._values = grown
        variables, values = self.changes()
        self._values[variables] = values

    def _list(self, call: Any, capacity: int) -> Indices:
        out = np.empty(capacity, np.int32)
        status, count = call(out, None)
        self._check(status)
        return out[:count]

    def _check(self, status: int) -> None:
        if status == 0:
            return
        if status == _MEMORY:
            raise MemoryError
        text = _core.status_text(status)
        if status == _UNSOLVED:
            raise RuntimeError(text)
        fault = self._core.fault()
        raise InvalidArgument(text, fault if fault >= 0 else None)
