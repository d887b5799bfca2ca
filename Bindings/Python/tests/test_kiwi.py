"""trellis.kiwi by itself: what kiwisolver's interface promises, and what is ours to hold."""

import gc
import re
import subprocess
import sys
import textwrap
import weakref

import pytest

from trellis.kiwi import (
    BadRequiredStrength,
    Constraint,
    DuplicateConstraint,
    DuplicateEditVariable,
    Expression,
    Solver,
    Term,
    UnknownConstraint,
    UnknownEditVariable,
    UnsatisfiableConstraint,
    Variable,
    exceptions,
    strength,
)


def test_variables():
    v = Variable()
    assert (v.name(), v.context(), v.value()) == ("", None, 0)
    context = object()
    v = Variable("width", context)
    assert (v.name(), v.context(), str(v), repr(v)) == ("width", context, "width", "width")
    v.setName("height")
    v.setContext(3)
    assert (v.name(), v.context()) == ("height", 3)
    for bad in (lambda: Variable(1), lambda: v.setName(b"x"), lambda: Variable("a", 1, 2), lambda: hash(v)):
        with pytest.raises(TypeError):
            bad()


def entries(expression):
    return [(t.variable().name(), t.coefficient()) for t in expression.terms()], expression.constant()


def test_arithmetic():
    x, y = Variable("x"), Variable("y")
    t, e = 2 * x, x + 2 * y + 3
    assert isinstance(t, Term) and t.variable() is x and t.coefficient() == 2
    assert entries(e) == ([("x", 1), ("y", 2)], 3) and str(e) == "1 * x + 2 * y + 3"
    assert entries(x + e) == ([("x", 1), ("y", 2), ("x", 1)], 3)
    assert entries(1 - e) == ([("x", -1), ("y", -2)], -2)
    assert entries(x - y) == ([("x", 1), ("y", -1)], 0)
    assert entries(-e / 2) == ([("x", -0.5), ("y", -1)], -1.5)
    assert str(-t) == "-2 * x" and str(x / 4) == "0.25 * x" and str(t * 0.5) == "1 * x"
    for bad in (lambda: x * y, lambda: e * t, lambda: 1 / x, lambda: x + "a", lambda: x * None, lambda: e / x):
        with pytest.raises(TypeError):
            bad()
    for bad in (lambda: x / 0, lambda: t / 0.0, lambda: e / False):
        with pytest.raises(ZeroDivisionError):
            bad()
    for bad in (lambda: x < 1, lambda: t > y, lambda: e != 2, lambda: 1 < x):
        with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for .*'kiwisolver\..*; a trellis\.kiwi\..* =="):
            bad()


def test_constraints():
    x, y = Variable("x"), Variable("y")
    for made, op in ((x + y == y + 3, "=="), (x + y <= y + 3, "<="), (x + y >= y + 3, ">="), (3 >= x, "<=")):
        assert made.op() == op and made.strength() == strength.required
        assert entries(made.expression())[1] == -3
    c = Constraint(x + x + 1, "<=", "weak")
    assert entries(c.expression()) == ([("x", 2)], 1) and c.strength() == strength.weak
    assert re.match(r"2 \* x \+ 1 <= 0 \| strength = 1 \(VIOLATED\)$", str(c))
    assert (c | "strong").strength() == strength.strong and ("medium" | c).strength() == strength.medium
    assert (c | 2.5).strength() == 2.5 and c.strength() == strength.weak
    assert (c | 2.5).expression() is c.expression()
    wide = Expression([Term(v) for v in [Variable(str(k)) for k in range(100)] * 2])
    assert [t.coefficient() for t in Constraint(wide, "==").expression().terms()] == [2] * 100
    for bad in (lambda: c | "feeble", lambda: Constraint(x + 1, "<"), lambda: Constraint(x + 1, "==", "feeble")):
        with pytest.raises(ValueError):
            bad()
    for bad in (lambda: c | None, lambda: Constraint(x, "=="), lambda: Constraint(x + 1, 1), lambda: Constraint()):
        with pytest.raises(TypeError):
            bad()


def test_strengths():
    assert strength.weak < strength.medium < strength.strong < strength.required
    assert strength.create(1, 2, 3, 2) == 2004006
    assert strength.create(5000, -1, 0.5) == 1e9 + 0.5
    with pytest.raises(TypeError):
        strength.create("a", 1, 1)
    with pytest.raises(AttributeError):
        strength.weak = 3


def test_solver_books():
    s = Solver()
    x, y = Variable("x"), Variable("y")
    c = x >= 1
    for name in ("addConstraint", "removeConstraint", "hasConstraint", "removeEditVariable", "hasEditVariable"):
        with pytest.raises(TypeError):
            getattr(s, name)(object())
    assert not s.hasConstraint(c)
    with pytest.raises(UnknownConstraint) as unknown:
        s.removeConstraint(c)
    assert unknown.value.constraint is c
    s.addConstraint(c)
    assert s.hasConstraint(c)
    with pytest.raises(DuplicateConstraint) as duplicate:
        s.addConstraint(c)
    assert duplicate.value.constraint is c
    s.addEditVariable(x, "weak")
    assert s.hasEditVariable(x) and not s.hasEditVariable(y)
    with pytest.raises(DuplicateEditVariable) as twice:
        s.addEditVariable(x, "strong")
    assert twice.value.edit_variable is x
    for name in ("removeEditVariable", "suggestValue"):
        with pytest.raises(UnknownEditVariable) as missing:
            getattr(s, name)(*([y] if name == "removeEditVariable" else [y, 1]))
        assert missing.value.edit_variable is y
    with pytest.raises(BadRequiredStrength):
        s.addEditVariable(y, "required")
    assert exceptions.UnknownConstraint is UnknownConstraint
    s.reset()
    assert not s.hasConstraint(c) and not s.hasEditVariable(x)
    s.addConstraint(c)


def test_values_come_with_the_update():
    s = Solver()
    x, y = Variable("x"), Variable("y")
    s.addConstraint(x + y == 10)
    s.addConstraint((x == 3) | "weak")
    assert (x.value(), y.value()) == (0, 0)
    s.updateVariables()
    assert (x.value(), y.value()) == (3, 7)
    s.addEditVariable(y, "strong")
    s.suggestValue(y, 20)
    s.updateVariables()
    assert (x.value(), y.value()) == (-10, 20)
    s.removeEditVariable(y)
    s.updateVariables()
    assert (x.value(), y.value()) == (3, 7)


def test_contradictions_are_refused_and_leave_nothing():
    s = Solver()
    x, y, z = Variable("x"), Variable("y"), Variable("z")
    for c in (x + y == 10, x - y == 2, z >= x + y):
        s.addConstraint(c)
    for bad in (x == 5, z <= 9, x + y + z <= 19, x + y == 11):
        with pytest.raises(UnsatisfiableConstraint) as caught:
            s.addConstraint(bad)
        assert caught.value.constraint is bad and not s.hasConstraint(bad)
    s.addConstraint(z <= 10)
    s.updateVariables()
    assert (x.value(), y.value(), z.value()) == (6, 4, 10)
    with pytest.raises(UnsatisfiableConstraint):
        s.addConstraint(Constraint(Expression([], 1), "=="))
    s.addConstraint(Constraint(Expression([], 1), ">="))


def test_numbers_the_solver_cannot_take():
    s = Solver()
    x = Variable("x")
    for bad in (x == float("nan"), x <= float("inf"), 1e-7 / 2 * x >= 1, x == 1e10):
        with pytest.raises(ValueError):
            s.addConstraint(bad)
        assert not s.hasConstraint(bad)
    s.addEditVariable(x, "weak")
    with pytest.raises(ValueError):
        s.suggestValue(x, float("inf"))
    s.suggestValue(x, 7)
    s.updateVariables()
    assert x.value() == 7


def test_weights_add_up():
    """As kiwisolver: one sum, in which many weak constraints outvote a stronger one."""
    x = Variable("x")
    s = Solver()
    s.addConstraint((x == 0) | "medium")
    for _ in range(1001):
        s.addConstraint((x == 1) | "weak")
    s.updateVariables()
    assert x.value() == 1
    s.addConstraint((x == 0) | strength.create(0, 0, 1, 2))
    s.updateVariables()
    assert x.value() == 0


def test_one_variable_in_two_solvers():
    x, first, second = Variable("x"), Solver(), Solver()
    first.addConstraint(x == 1)
    second.addConstraint(x == 2)
    for solver, value in ((first, 1), (second, 2), (first, 1), (first, 1), (second, 2)):
        solver.updateVariables()
        assert x.value() == value


def test_dump(capsys):
    s = Solver()
    x = Variable("gap")
    s.addConstraint((x >= 3) | "medium")
    s.addEditVariable(x, "weak")
    s.updateVariables()
    s.dump()
    text = s.dumps()
    assert capsys.readouterr().out == text
    for section in ("Objective", "Tableau", "Infeasible", "Variables", "Edit Variables", "Constraints"):
        assert f"{section}\n{'-' * len(section)}\n" in text
    assert "1 * gap + -3 >= 0  | strength = 1000\n" in text


def test_subclasses_and_cycles():
    class Own(Variable):
        pass

    class OwnSolver(Solver):
        pass

    v = Own("v")
    s = OwnSolver()
    c = v + 1 == 3
    v.setContext((c, s))
    s.addConstraint(c)
    s.updateVariables()
    assert v.value() == 2
    gone = weakref.ref(v), weakref.ref(s)
    del v, s, c
    gc.collect()
    assert gone[0]() is None and gone[1]() is None


def test_destructors_that_use_the_solver():
    s = Solver()
    values = []

    class Context:
        def __del__(self):
            late = Variable("late")
            s.addConstraint(late == 1)
            s.updateVariables()
            values.append(late.value())

    for _ in range(20):
        s.addConstraint(Variable("early", Context()) == 2)
    s.reset()
    s.updateVariables()
    gc.collect()
    assert values == [1] * 20


def test_objects_do_not_pile_up():
    program = textwrap.dedent(
        """
        import resource
        from trellis.kiwi import Solver, Variable
        def work():
            for _ in range(3000):
                x, y = Variable("x"), Variable("y")
                s = Solver()
                s.addConstraint(x + y == 3)
                c = (x - 1 >= 2 * y) | "weak"
                s.addConstraint(c)
                s.addEditVariable(x, "strong")
                s.suggestValue(x, 4)
                s.updateVariables()
                str(c), c.expression().terms(), s.dumps()
                s.removeConstraint(c)
                s.removeEditVariable(x)
                s.updateVariables()
        work()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(4): work()
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert after - before < 2000, (before, after)
        """
    )
    subprocess.run([sys.executable, "-c", program], check=True)
