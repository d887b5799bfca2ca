"""What the solver of trellis.kiwi raises. Names and attributes are kiwisolver's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .kiwi import Constraint, Variable

__all__ = [
    "BadRequiredStrength",
    "DuplicateConstraint",
    "DuplicateEditVariable",
    "UnknownConstraint",
    "UnknownEditVariable",
    "UnsatisfiableConstraint",
]


class BadRequiredStrength(Exception):
    """An edit variable can't be required."""


class _OfConstraint(Exception):
    #: The constraint at fault.
    constraint: "Constraint"

    def __init__(self, constraint: "Constraint") -> None:
        super().__init__(constraint)
        self.constraint = constraint


class _OfEditVariable(Exception):
    #: The variable at fault.
    edit_variable: "Variable"

    def __init__(self, edit_variable: "Variable") -> None:
        super().__init__(edit_variable)
        self.edit_variable = edit_variable


class DuplicateConstraint(_OfConstraint):
    """The solver has this constraint already."""


class UnknownConstraint(_OfConstraint):
    """The solver does not have this constraint."""


class UnsatisfiableConstraint(_OfConstraint):
    """Together with the required constraints before it, this one can't hold. It was not added."""


class DuplicateEditVariable(_OfEditVariable):
    """The variable is an edit variable already."""


class UnknownEditVariable(_OfEditVariable):
    """The variable is not an edit variable."""
