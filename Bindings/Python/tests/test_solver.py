"""trellis.Solver over arrays."""

import threading
import time

import numpy as np
import pytest

import trellis
from trellis import REQUIRED, Infeasible, InvalidArgument, Outcome, Solver


def split(width=800.0):
    s = Solver()
    x = s.add_variables(2, nonnegative=True)
    rows = s.add_rows([[1, 1], [0, 1], [1, 0]], ["==", ">=", "=="], [width, 250, 200], [REQUIRED, REQUIRED, 750])
    return s, x, rows


def test_solve_and_edit():
    s, x, rows = split()
    assert s.solve() is Outcome.OPTIMAL
    view = s.values
    assert view.tolist() == [200, 600] and not view.flags.writeable
    s.set_constants(rows[:1], [400])
    s.solve()
    assert view.tolist() == [150, 250], "the view shows the last solve"
    changed, values = s.changes()
    assert dict(zip(changed.tolist(), values.tolist())) == {0: 150, 1: 250}
    assert s.row_errors().tolist() == [0, 0, -50]
    assert [a.tolist() for a in s.levels()] == [[750], [50]]
    s.set_weights(rows[2], 3)
    s.solve()
    assert s.levels()[1].tolist() == [150]
    s.remove_rows(rows[1])
    s.set_entries(rows[2], x[1], 1.0)
    s.solve()
    assert s.values.tolist() == [200, 200]


def test_conflict_names_its_rows():
    s, x, rows = split()
    s.solve()
    s.set_constants(rows[0], 200)
    with pytest.raises(Infeasible) as caught:
        s.solve()
    assert caught.value.rows.tolist() == rows[:2].tolist()
    assert caught.value.conflicts[0].variables.tolist() == [0]
    assert s.solve(check=False) is Outcome.INFEASIBLE
    assert s.values.tolist() == [200, 600]


def test_forms_of_rows_agree():
    sparse = pytest.importorskip("scipy.sparse")
    dense = np.array([[1, -1, 0], [0, 1, -1], [1, 0, 0]], float)
    csr = sparse.csr_matrix(dense)
    answers = []
    for matrix in (dense, csr, sparse.coo_array(dense), (csr.indptr, csr.indices, csr.data)):
        s = Solver()
        s.add_variables(3)
        s.add_rows(matrix, 0, [1, 2, 10])
        s.solve()
        answers.append(s.values.tolist())
    assert answers == [[10, 9, 7]] * 4
    twice = sparse.csr_array((np.ones(2), np.zeros(2, np.int32), [0, 2]), shape=(1, 1))
    s = Solver()
    s.add_variables(1)
    s.add_rows(twice, "==", 10)
    s.solve()
    assert s.values.tolist() == [5]


def test_columns_by_variable():
    s = Solver()
    s.add_variables(5)
    own = s.add_variables(2)
    s.add_rows(np.eye(2), "==", [3, 4], variables=own)
    s.solve()
    assert s.values.tolist() == [0] * 5 + [3, 4]


@pytest.mark.parametrize(
    "call, index",
    [
        (lambda s: s.add_rows([[1, 0], [np.nan, 0]], "==", 0), 1),
        (lambda s: s.add_rows([[1, 0], [0, 1]], "==", [0, np.inf]), 1),
        (lambda s: s.add_rows([[1, 0], [0, 1], [1, 1]], "==", 0, [1, 2, 1001]), 2),
        (lambda s: s.add_rows([[1, 0, 0], [0, 0, 1]], "==", 0), 1),
        (lambda s: s.add_rows([[1, 0], [0, 1]], ["==", "<"], 0), 1),
        (lambda s: s.add_rows(([0, 2], [0, 0], [1, 1]), "==", 0), 0),
        (lambda s: s.add_rows(([0, 5], [0], [1]), "==", 0), None),
        (lambda s: s.add_rows(([], [], []), "==", 0), None),
        (lambda s: s.add_rows([[1, 0]], "==", [1, 2]), None),
        (lambda s: s.set_constants([0, 7], [1, 2]), 1),
        (lambda s: s.set_weights([0, 1], [1, 0]), 1),
        (lambda s: s.set_priorities([0], [-1]), 0),
        (lambda s: s.remove_rows([0, 0]), 1),
        (lambda s: s.remove_variables([0]), 0),
        (lambda s: s.remove_variables([2**40]), 0),
        (lambda s: s.add_variables(-1), None),
        (lambda s: s.sensitivity([9]), None),
    ],
)
def test_faults(call, index):
    s, _, _ = split()
    s.solve()
    with pytest.raises(InvalidArgument) as caught:
        call(s)
    assert caught.value.index == index
    assert isinstance(caught.value, ValueError)
    assert s.row_count == 3 and s.variable_count == 2
    assert s.solve() is Outcome.OPTIMAL and s.values.tolist() == [200, 600]


def test_ambiguity_and_sensitivity():
    s, x, rows = split(400)
    with pytest.raises(RuntimeError):
        s.ambiguous()
    s.solve()
    assert s.ambiguous().tolist() == []
    members, derivatives = s.sensitivity([x[0]])
    assert dict(zip(members.tolist(), derivatives.tolist())) == {rows[0]: 1.0, rows[1]: -1.0}
    free = s.add_variables(1)
    s.solve()
    assert s.ambiguous().tolist() == free.tolist()


def test_random_programs_hold_their_rows():
    rng = np.random.default_rng(1)
    for _ in range(50):
        n, m = rng.integers(1, 12), rng.integers(1, 20)
        point = rng.integers(-20, 20, n).astype(float)
        matrix = rng.integers(-2, 3, (m, n)).astype(float)
        relations = rng.integers(-1, 2, m)
        constants = matrix @ point - relations * rng.integers(0, 5, m)
        s = Solver()
        s.add_variables(n)
        s.add_rows(matrix, relations, constants)
        wishes = s.add_rows(np.eye(n), "==", rng.integers(-30, 30, n), 500)
        s.solve()
        residual = matrix @ s.values - constants
        assert np.all(np.where(relations == 0, np.abs(residual), -relations * residual) <= 1e-6)
        assert s.levels()[1][0] == pytest.approx(np.abs(s.row_errors(wishes)).sum())
        assert s.levels()[1][0] <= np.abs(point - (s.values - s.row_errors(wishes))).sum() + 1e-6


def large():
    """Overlapping wishes, which only the simplex can decide."""
    rng = np.random.default_rng(7)
    s = Solver()
    n = 600
    s.add_variables(n)
    a, b = rng.integers(0, n, 5000), rng.integers(0, n, 5000)
    keep = a != b
    a, b = a[keep], b[keep]
    starts = np.arange(0, 2 * len(a) + 1, 2)
    s.add_rows(
        (starts, np.stack([a, b], 1), np.tile([1.0, -1.0], len(a))), "==", rng.integers(-50, 50, len(a)), 500
    )
    return s


def test_time_limit_and_other_threads():
    s = large()
    with pytest.raises(TimeoutError):
        s.solve(time_limit=0)
    seen = []

    def use():
        time.sleep(0.02)
        try:
            s.row_count
        except RuntimeError:
            seen.append("busy")
        seen.append("ran")

    other = threading.Thread(target=use)
    other.start()
    s.solve()
    seen.append("solved")
    other.join()
    assert seen in (["busy", "ran", "solved"], ["solved", "ran"]), seen


def test_empty():
    s = Solver()
    assert s.solve() is Outcome.OPTIMAL and len(s.values) == 0
    assert s.add_variables(0).tolist() == []
    assert s.add_rows(np.zeros((0, 0)), "==", []).tolist() == []
    assert trellis.__version__


def test_buffers_are_checked_beneath():
    core = trellis._core.Solver()
    with pytest.raises(ValueError):
        core.add_variables(5, None, np.empty(4, np.int32))
    with pytest.raises(ValueError):
        core.add_variables(5, None, np.empty(5, np.int64))
    with pytest.raises((ValueError, BufferError)):
        core.add_variables(5, None, b"12345678901234567890")
    with pytest.raises(TypeError):
        core.add_variables(5, None, None)
