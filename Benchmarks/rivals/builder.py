"""A program as a family of coupled layouts writes it: variables and rows, out as a document or as arrays."""

import json
import types

import numpy as np

REQUIRED = 1000.0
# Priorities go to the nearest of these, so that a program has six levels at most.
LEVELS = (750, 600, 500, 400, 250, 100)


class Program:
    """Variables, and rows (terms, relation, constant, priority) with relation -1, 0 or 1 for <=, = and >=."""

    def __init__(self):
        self.nonnegative = []
        self.rows = []

    def size(self):
        self.nonnegative.append(True)
        return len(self.nonnegative) - 1

    def position(self):
        self.nonnegative.append(False)
        return len(self.nonnegative) - 1

    def eq(self, terms, constant, priority=REQUIRED):
        if isinstance(priority, tuple):
            self.le(terms, constant, priority[0])
            self.ge(terms, constant, priority[1])
        else:
            self.add(terms, 0, constant, priority)

    def ge(self, terms, constant, priority=REQUIRED):
        self.add(terms, 1, constant, priority)

    def le(self, terms, constant, priority=REQUIRED):
        self.add(terms, -1, constant, priority)

    def same(self, a, b, priority=REQUIRED, offset=0):
        """a = b + offset"""
        self.add([(a, 1), (b, -1)], 0, offset, priority)

    def after(self, a, b, offset, priority=REQUIRED):
        """a >= b + offset"""
        self.add([(a, 1), (b, -1)], 1, offset, priority)

    def add(self, terms, relation, constant, priority):
        assert len({variable for variable, _ in terms}) == len(terms), terms
        level = priority if priority >= REQUIRED else min(LEVELS, key=lambda level: (abs(level - priority), level))
        self.rows.append((terms, relation, constant, level))

    def document(self):
        """The program as a document of `trellis`."""
        constraints = []
        for terms, relation, constant, priority in self.rows:
            text = " ".join(f"{'-' if factor < 0 else '+'} {abs(factor)}*v{variable}" for variable, factor in terms)
            rule = f"{text.removeprefix('+ ')} {('<=', '=', '>=')[relation + 1]} {constant}"
            constraints.append(rule if priority >= REQUIRED else f"{rule} @ {priority}")
        names = [f"v{k}" for k in range(len(self.nonnegative))]
        signs = [name for name, is_size in zip(names, self.nonnegative) if is_size]
        return json.dumps({"trellis": 1, "variables": names, "nonnegative": signs, "constraints": constraints})

    def arrays(self):
        """The program as `coupled.py` reads it from a file."""
        terms = [term for row in self.rows for term in row[0]]
        return types.SimpleNamespace(
            constants=np.array([row[2] for row in self.rows], float),
            priorities=np.array([row[3] for row in self.rows], float),
            coefficients=np.array([factor for _, factor in terms], float),
            starts=np.concatenate([[0], np.cumsum([len(row[0]) for row in self.rows])]),
            variables=np.array([variable for variable, _ in terms]),
            relations=np.array([row[1] for row in self.rows]),
            nonnegative=np.array(self.nonnegative),
        )
