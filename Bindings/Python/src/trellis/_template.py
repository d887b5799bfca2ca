"""Compiled layouts over NumPy tables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .errors import InvalidArgument

__all__ = ["Template"]

_MEMORY = -6
_SOLVED = 1


class Template:
    """A layout compiled by ``trellis compile``, to be solved for tables of numbers.

    >>> cells = Template("cell.trellis")                    # doctest: +SKIP
    >>> cells.inputs, cells.outputs[:4]                     # doctest: +SKIP
    (('width', 'name.width'), ('root.x', 'root.y', 'root.width', 'root.height'))
    >>> frames = cells.solve(np.array([[375, 120], [320, 250]]))    # doctest: +SKIP

    A template is never changed: any number of threads may solve with it at once, and solving lets other threads run.
    """

    #: The names of the columns of inputs and of outputs.
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    #: The least and most that each input may be.
    least: NDArray[np.float64]
    most: NDArray[np.float64]

    def __init__(self, source: Union[str, os.PathLike[str], bytes, bytearray, memoryview]) -> None:
        """Loads a file, by path or as bytes. They may come from anywhere: everything in them is checked."""
        data = Path(source).read_bytes() if isinstance(source, (str, os.PathLike)) else source
        loaded = _core.load_template(data)
        if isinstance(loaded, int):
            if loaded == _MEMORY:
                raise MemoryError
            where = f"{os.fspath(source)}: " if isinstance(source, (str, os.PathLike)) else ""
            raise InvalidArgument(f"{where}not a compiled layout, of another version, or damaged")
        self._core, names, least, most, inputs, outputs, _, _ = loaded
        texts = tuple(name.decode() for name in names.split(b"\0")[:-1])
        self.inputs, self.outputs = texts[:inputs], texts[inputs:]
        self.least, self.most = np.frombuffer(least), np.frombuffer(most)
        self._data = bytes(data)

    def solve(
        self,
        table: ArrayLike,
        *,
        out: NDArray[np.float64] | None = None,
        outcomes: NDArray[np.int8] | None = None,
        threads: int = 0,
    ) -> NDArray[np.float64]:
        """Solves instances, a row each; returns their outputs, a row each. The row of one without an answer is NaN.

        table: instances × inputs. A contiguous array of doubles is read where it is.
        out: an array for the outputs, instances × outputs; outcomes: one for the outcome of each (1: solved, 2: conflict).
        threads: the most to use; 0 for as many as there are processors.

        The answer to an instance depends on its numbers alone. InvalidArgument names the row of an input that is not finite
        or outside of its bounds; nothing is written then.
        """
        numbers = self._numbers(table)
        if threads < 0:
            raise InvalidArgument(f"{threads} threads")
        count = len(numbers)
        self._check_inputs(numbers)
        if out is None:
            out = np.empty((count, len(self.outputs)))
        elif out.shape != (count, len(self.outputs)) or out.dtype != np.float64 or not out.flags.c_contiguous:
            raise InvalidArgument(f"out is a contiguous array of doubles of shape {(count, len(self.outputs))}")
        elif np.shares_memory(out, numbers):
            raise InvalidArgument("out is the table")
        if outcomes is None:
            outcomes = np.empty(count, np.int8)
        elif outcomes.shape != (count,) or outcomes.dtype != np.int8 or not outcomes.flags.c_contiguous:
            raise InvalidArgument(f"outcomes is a contiguous array of int8 of shape {(count,)}")
        status, fault = self._core.solve(numbers, out, outcomes, threads)
        if status == _MEMORY:
            raise MemoryError
        if status != 0:
            raise InvalidArgument(_core.status_text(status), fault // len(self.inputs) if fault >= 0 else None)
        return out

    def solve_each(
        self, table: ArrayLike, *, out: NDArray[np.float64] | None = None, threads: int = 0
    ) -> tuple[NDArray[np.float64], dict[int, str]]:
        """As `solve`, but a row that can't be used spoils nothing but itself: returns the outputs, and why a row has none, by row.

        The outputs of a row at fault (an input that is not finite or out of its bounds, constraints that can't hold together) are
        NaN; those of the others are what `solve` gives. The reasons are in ascending order of rows, and {} where all is well.
        """
        numbers = self._numbers(table)
        reasons: dict[int, str] = {}
        if not self._within_bounds(numbers):
            numbers = numbers.copy()
            outside = ~((numbers >= self.least) & (numbers <= self.most))
            for row in np.flatnonzero(outside.any(axis=1)).tolist():
                reasons[row] = self._out_of_bounds(numbers, row, int(outside[row].argmax()))
            # Any input within the bounds does in their place.
            numbers[list(reasons)] = np.clip(0.0, self.least, self.most)
        outcomes = np.empty(len(numbers), np.int8)
        out = self.solve(numbers, out=out, outcomes=outcomes, threads=threads)
        if reasons:
            out[list(reasons)] = np.nan
        for row in np.flatnonzero(outcomes != _SOLVED).tolist():
            reasons.setdefault(row, "the constraints cannot hold together with these inputs")
        return out, dict(sorted(reasons.items()))

    def _numbers(self, table: ArrayLike) -> NDArray[np.float64]:
        numbers = np.ascontiguousarray(table, np.float64)
        if numbers.ndim != 2 or numbers.shape[1] != len(self.inputs):
            raise InvalidArgument(f"a table of shape {numbers.shape}; instances × {len(self.inputs)} is needed")
        return numbers

    def _within_bounds(self, numbers: NDArray[np.float64]) -> bool:
        if numbers.size == 0:
            return True
        # A NaN makes both comparisons false.
        return bool(np.all(numbers.min(axis=0) >= self.least) and np.all(numbers.max(axis=0) <= self.most))

    def _out_of_bounds(self, numbers: NDArray[np.float64], row: int, column: int) -> str:
        return f"{self.inputs[column]}: {numbers[row, column]} is not between {self.least[column]} and {self.most[column]}"

    def _check_inputs(self, numbers: NDArray[np.float64]) -> None:
        """Columns by their extremes first; which row is at fault is looked for only where one is."""
        if self._within_bounds(numbers):
            return
        row, column = np.argwhere(~((numbers >= self.least) & (numbers <= self.most)))[0].tolist()
        raise InvalidArgument(self._out_of_bounds(numbers, row, column), row)

    def __reduce__(self) -> tuple[type["Template"], tuple[bytes]]:
        return (Template, (self._data,))

    def __repr__(self) -> str:
        return f"<trellis.Template: {len(self.inputs)} inputs, {len(self.outputs)} outputs>"
