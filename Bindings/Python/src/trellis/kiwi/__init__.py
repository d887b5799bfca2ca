"""kiwisolver's interface over Trellis: ``import trellis.kiwi as kiwisolver``.

Variables, terms, expressions, constraints, strengths and the solver behave as kiwisolver 1.5's do; the solver is another one.
The optimum is kiwisolver's (the smallest sum of strength times error); where several solutions are optimal, another of them
may be chosen.
"""

from .._core import Constraint, Expression, Term, Variable, strength
from .._core import KiwiSolver as Solver
from .exceptions import (
    BadRequiredStrength,
    DuplicateConstraint,
    DuplicateEditVariable,
    UnknownConstraint,
    UnknownEditVariable,
    UnsatisfiableConstraint,
)

#: The version of kiwisolver whose interface this is.
__version__ = "1.5.1"
__kiwi_version__ = "1.5.1"

__all__ = [
    "BadRequiredStrength",
    "Constraint",
    "DuplicateConstraint",
    "DuplicateEditVariable",
    "Expression",
    "Solver",
    "Term",
    "UnknownConstraint",
    "UnknownEditVariable",
    "UnsatisfiableConstraint",
    "Variable",
    "__kiwi_version__",
    "__version__",
    "strength",
]
