"""Trellis: lexicographic layout programs from NumPy.

`Solver` takes rows as arrays, `Template` solves compiled layouts for tables of numbers; `trellis.kiwi` has kiwisolver's interface.
"""

from ._solver import REQUIRED, Outcome, Solver
from ._template import Template
from .errors import Conflict, Infeasible, InvalidArgument, NoAnswer, TrellisError

__version__ = "0.1.0"

__all__ = [
    "REQUIRED",
    "Conflict",
    "Infeasible",
    "InvalidArgument",
    "NoAnswer",
    "Outcome",
    "Solver",
    "Template",
    "TrellisError",
]
