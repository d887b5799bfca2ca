"""Exceptions of trellis.Solver and trellis.Template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Conflict", "Infeasible", "InvalidArgument", "NoAnswer", "TrellisError"]


class TrellisError(Exception):
    """Base of all errors of this package."""


class InvalidArgument(TrellisError, ValueError):
    """A call was refused, and nothing changed."""

    #: The element at fault as an index into the arrays of the call (for add_rows the row), or None.
    index: int | None

    def __init__(self, message: str, index: int | None = None) -> None:
        super().__init__(message if index is None else f"element {index}: {message}")
        self.index = index


@dataclass(frozen=True)
class Conflict:
    """A minimal set of what can't hold together: without any one of its members the others can."""

    #: Rows, ascending.
    rows: NDArray[np.int32]
    #: Variables whose non-negativity is part of it, ascending.
    variables: NDArray[np.int32]


class Infeasible(TrellisError):
    """Required rows contradict each other. The last values stay readable."""

    #: The conflicts; no two share a row.
    conflicts: list[Conflict]
    #: The rows of the first conflict.
    rows: NDArray[np.int32]

    def __init__(self, conflicts: list[Conflict]) -> None:
        self.conflicts = conflicts
        self.rows = conflicts[0].rows if conflicts else np.empty(0, np.int32)
        super().__init__(f"required rows contradict each other: rows {', '.join(map(str, self.rows))}")


class NoAnswer(TrellisError):
    """The solver gave up: the bound on pivots was reached, or residuals stayed too large."""

    #: The outcome.
    outcome: Any

    def __init__(self, message: str, outcome: Any) -> None:
        super().__init__(message)
        self.outcome = outcome
