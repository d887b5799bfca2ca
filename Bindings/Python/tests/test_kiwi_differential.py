"""Random scripts through kiwisolver and through trellis.kiwi: the same calls fail with the same exceptions, and every update
reaches the same sum of strength times error. SEED and SCRIPTS in the environment choose others or more."""

import os
import random

import pytest

import trellis.kiwi as ours

theirs = pytest.importorskip("kiwisolver")

STRENGTHS = ["required", "strong", "medium", "weak"]


def random_constraint(rng, count):
    terms = [(rng.randrange(count), rng.choice([1, 1, 1, -1, 2, -2, 0.5, 3])) for _ in range(rng.randint(1, 3))]
    constant = rng.choice([0, 0, rng.randint(-50, 50), rng.uniform(-5, 5)])
    strength = rng.choice(
        STRENGTHS + STRENGTHS + [("create", rng.randint(0, 3), rng.randint(0, 3), rng.randint(0, 3), rng.choice([1, 0.5, 2]))]
    )
    return terms, rng.choice(["==", "<=", ">="]), constant, strength


def realize(module, variables, recipe):
    terms, op, constant, strength = recipe
    expression = module.Expression([module.Term(variables[v], c) for v, c in terms], constant)
    if isinstance(strength, tuple):
        strength = module.strength.create(*strength[1:])
    return module.Constraint(expression, op, strength)


def error(constraint):
    value = constraint.expression().value()
    if constraint.op() == "==":
        return abs(value)
    return max(0.0, value if constraint.op() == "<=" else -value)


class Side:
    """One of the two, with the constraints that are in its solver."""

    def __init__(self, module, count):
        self.module = module
        self.solver = module.Solver()
        self.variables = [module.Variable(f"x{k}") for k in range(count)]
        self.constraints = []
        self.edits = {}

    def call(self, name, *args):
        try:
            getattr(self.solver, name)(*args)
        except Exception as exception:  # noqa: BLE001 - which one is what is compared
            return type(exception).__name__
        return None

    def objective(self):
        required = optional = 0.0
        for constraint in self.constraints:
            if constraint is None:
                continue
            if constraint.strength() >= self.module.strength.required:
                required = max(required, error(constraint))
            else:
                optional += constraint.strength() * error(constraint)
        for v, (strength, value) in self.edits.items():
            optional += strength * abs(self.variables[v].value() - value)
        return required, optional


def play(seed):
    rng = random.Random(seed)
    count = rng.randint(1, 6)
    sides = [Side(theirs, count), Side(ours, count)]
    log = []
    for _ in range(rng.randint(3, 30)):
        action = rng.choice(["add"] * 6 + ["remove", "edit", "unedit", "suggest", "suggest", "update"])
        alive = [k for k, c in enumerate(sides[0].constraints) if c is not None]
        if action == "add":
            recipe = random_constraint(rng, count)
            made = [realize(side.module, side.variables, recipe) for side in sides]
            results = [side.call("addConstraint", c) for side, c in zip(sides, made)]
            for side, c in zip(sides, made):
                side.constraints.append(c if results[0] is None else None)
            log.append((action, recipe, results[0]))
        elif action == "remove" and alive:
            k = rng.choice(alive)
            results = [side.call("removeConstraint", side.constraints[k]) for side in sides]
            for side in sides:
                side.constraints[k] = None
            log.append((action, k))
        elif action == "edit":
            v, strength = rng.randrange(count), rng.choice([1.0, 1e3, 1e6])
            results = [side.call("addEditVariable", side.variables[v], strength) for side in sides]
            for side in sides:
                if results[0] is None:
                    side.edits[v] = (strength, 0.0)
            log.append((action, v, strength))
        elif action == "unedit":
            v = rng.randrange(count)
            results = [side.call("removeEditVariable", side.variables[v]) for side in sides]
            for side in sides:
                side.edits.pop(v, None)
            log.append((action, v))
        elif action == "suggest":
            v, value = rng.randrange(count), rng.randint(-100, 100)
            results = [side.call("suggestValue", side.variables[v], value) for side in sides]
            for side in sides:
                if v in side.edits:
                    side.edits[v] = (side.edits[v][0], value)
            log.append((action, v, value))
        else:
            results = [side.call("updateVariables") for side in sides]
            log.append((action,))
            compare(sides, seed, log)
        assert results[0] == results[1], (seed, log, results)
        if results[0] == "UnsatisfiableConstraint":
            break  # what kiwisolver says after one is not reliable: it leaves part of the refused row behind
    if log and log[-1][-1] == "UnsatisfiableConstraint":
        sides[1].solver.updateVariables()
        assert sides[1].objective()[0] <= 1e-6, (seed, log)
        return
    for side in sides:
        side.solver.updateVariables()
    compare(sides, seed, log)


def compare(sides, seed, log):
    (their_required, their_optional), (our_required, our_optional) = (side.objective() for side in sides)
    assert our_required <= 1e-6, (seed, log, our_required)
    if their_required > 1e-6:
        return  # kiwisolver lost a required constraint; there is nothing to compare with
    assert our_optional <= their_optional + 1e-6 * max(1.0, their_optional), (seed, log, our_optional, their_optional)
    if our_optional < their_optional - 1e-6 * max(1.0, their_optional):
        BETTER.append(seed)


BETTER: list = []


def test_random_scripts():
    first = int(os.environ.get("SEED", "1"))
    scripts = int(os.environ.get("SCRIPTS", "2000"))
    for seed in range(first, first + scripts):
        play(seed)
    # kiwisolver's own optimum may be missed now and then (by kiwisolver), not as a rule.
    assert len(set(BETTER)) <= scripts // 50, BETTER
