"""trellis.Template: a file of `trellis compile`, against the arithmetic that it stands for. tests/cell.trellis is Examples/cell.json:

    trellis compile Examples/cell.json --input width --input name.width --input time.width --input body.height --fit \
      --absolute -o Bindings/Python/tests/cell.trellis
"""

import pathlib
import pickle
import threading

import numpy as np
import pytest

from trellis import InvalidArgument, Template

FILE = pathlib.Path(__file__).parent / "cell.trellis"


@pytest.fixture
def cells():
    return Template(FILE)


def expected(table):
    """The frames of the cell by hand, the columns of x, y, width and height."""
    width, name, time, body = table.T
    zero = np.zeros_like(width)
    room = width - 58 - 10 - 8
    time = np.minimum(time, room)
    name = np.minimum(name, room - time)
    inner = width - 20
    image_top = 58 + body + 8
    buttons = image_top + 0.75 * inner + 8
    third = (inner - 16) / 3
    frames = {
        "root": (zero, zero, width, buttons + 42),
        "avatar": (zero + 10, zero + 10, zero + 40, zero + 40),
        "name": (zero + 58, zero + 10, name, zero + 20),
        "time": (width - 10 - time, zero + 10, time, zero + 20),
        "body": (zero + 10, zero + 58, inner, body),
        "image": (zero + 10, image_top, inner, 0.75 * inner),
        "like": (zero + 10, buttons, third, zero + 32),
        "reply": (18 + third, buttons, third, zero + 32),
        "share": (26 + 2 * third, buttons, third, zero + 32),
    }
    names = [f"{item}.{side}" for item in frames for side in ("x", "y", "width", "height")]
    return names, np.stack([column for frame in frames.values() for column in frame], axis=1)


def random_table(count):
    rng = np.random.default_rng(3)
    return np.stack(
        [rng.integers(200, 800, count), rng.integers(0, 300, count), rng.integers(0, 120, count), rng.integers(1, 6, count) * 20.0],
        axis=1,
    ).astype(float)


def test_names_and_bounds(cells):
    assert cells.inputs == ("width", "name.width", "time.width", "body.height")
    assert list(cells.outputs) == expected(random_table(1))[0]
    assert cells.least.tolist() == [0] * 4 and cells.most.tolist() == [1e8] * 4
    assert repr(cells) == "<trellis.Template: 4 inputs, 36 outputs>"


@pytest.mark.parametrize("count", [0, 1, 2, 1000, 20_000])
def test_frames(cells, count):
    table = random_table(count)
    out = np.full((count, 36), 7.0)
    outcomes = np.zeros(count, np.int8)
    assert cells.solve(table, out=out, outcomes=outcomes) is out
    np.testing.assert_allclose(out, expected(table)[1], atol=1e-9)
    assert (outcomes == 1).all()
    assert (cells.solve(table, threads=1) == out).all(), "bit for bit on any number of threads"
    assert (pickle.loads(pickle.dumps(cells)).solve(np.asfortranarray(table)) == out).all()


def test_conflicts_are_rows_of_nan(cells):
    outcomes = np.zeros(2, np.int8)
    frames = cells.solve([[375, 100, 50, 20], [10, 100, 50, 20]], outcomes=outcomes)
    assert outcomes.tolist() == [1, 2]
    assert np.isnan(frames[1]).all() and not np.isnan(frames[0]).any()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -1.0, 1e9])
def test_unusable_inputs_name_their_row(cells, value):
    table = random_table(50)
    table[31, 2] = value
    out = np.full((50, 36), 7.0)
    with pytest.raises(InvalidArgument, match="time.width") as caught:
        cells.solve(table, out=out)
    assert caught.value.index == 31 and (out == 7).all()


def test_tables_of_other_shapes(cells):
    table = random_table(3)
    for call in (
        lambda: cells.solve(table[0]),
        lambda: cells.solve(table[:, :3]),
        lambda: cells.solve(table, out=np.empty((3, 35))),
        lambda: cells.solve(table, out=np.empty((3, 36), np.float32)),
        lambda: cells.solve(table, out=np.empty((36, 3)).T),
        lambda: cells.solve(table, outcomes=np.empty(3)),
        lambda: cells.solve(table, threads=-1),
    ):
        with pytest.raises(InvalidArgument):
            call()


def test_damaged_files(tmp_path):
    data = FILE.read_bytes()
    for bad in (b"", b"x", data[:-1], data + b"\0", b"\0" + data[1:], data[:100] + bytes([data[100] ^ 1]) + data[101:]):
        with pytest.raises(InvalidArgument, match="not a compiled layout"):
            Template(bad)
    (tmp_path / "a.trellis").write_bytes(b"no")
    with pytest.raises(InvalidArgument, match="a.trellis"):
        Template(tmp_path / "a.trellis")
    with pytest.raises(FileNotFoundError):
        Template(tmp_path / "none")
    assert Template(memoryview(data)).inputs == Template(str(FILE)).inputs


def test_many_threads(cells):
    table = random_table(5000)
    frames, results = cells.solve(table), []
    threads = [threading.Thread(target=lambda: results.append(cells.solve(table, threads=1))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and all((result == frames).all() for result in results)
