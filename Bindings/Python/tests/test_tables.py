"""trellis.tables: layouts of tables with named columns, against Template.solve."""

import pathlib

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from trellis import InvalidArgument, Template
from trellis.tables import layout, spark_schema

CELLS = Template(pathlib.Path(__file__).parent / "cell.trellis")
ROWS = 1000


def columns(rows=ROWS):
    rng = np.random.default_rng(5)
    return {
        "id": np.arange(rows),
        "width": rng.integers(200, 800, rows).astype(float),
        "name.width": rng.integers(0, 300, rows),
        "time.width": rng.integers(0, 120, rows).astype(np.float32),
        "body.height": rng.integers(1, 6, rows) * 20.0,
    }


def expected(table, rows=slice(None)):
    return CELLS.solve(np.stack([np.asarray(table[name], float) for name in CELLS.inputs], axis=1)[rows])


KINDS = {
    "mapping": lambda table: table,
    "frame": lambda table: pd.DataFrame(table, index=range(7, 7 + len(table["id"]))),
    "batch": lambda table: pa.RecordBatch.from_pydict({name: pa.array(column) for name, column in table.items()}),
    "chunks": lambda table: pa.concat_tables([pa.table(table).slice(0, 10), pa.table(table).slice(10)]),
}


def array(result, name):
    column = result[name] if not isinstance(result, (pa.RecordBatch, pa.Table)) else result.column(name).to_pandas()
    return np.asarray(column, float)


def texts(result, name="error"):
    column = result[name].to_pylist() if isinstance(result, (pa.RecordBatch, pa.Table)) else list(result[name])
    return [None if text is None or text is pd.NA or text != text else text for text in column]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind(kind):
    table = columns()
    given = KINDS[kind](table)
    result = layout(CELLS, given, keep=["id"])
    assert type(result) is type(given)
    names = list(result) if isinstance(result, (dict, pd.DataFrame)) else result.schema.names
    assert names == ["id", *CELLS.outputs, "error"]
    assert (array(result, "id") == table["id"]).all()
    frames = expected(table)
    for place, name in enumerate(CELLS.outputs):
        assert (array(result, name) == frames[:, place]).all()
    assert texts(result) == [None] * ROWS
    if isinstance(given, pd.DataFrame):
        assert (result.index == given.index).all()


@pytest.mark.parametrize("kind", KINDS)
def test_rows_that_fail_come_back_in_their_place_with_a_reason(kind):
    table = columns()
    table["width"][3] = np.nan
    table["width"][4] = -1
    table["width"][500] = 10
    table["body.height"][999] = np.inf
    result = layout(CELLS, KINDS[kind](table), outputs=["share.width", "name.x"])
    reasons = {row: text for row, text in enumerate(texts(result)) if text is not None}
    assert sorted(reasons) == [3, 4, 500, 999]
    assert reasons[3].startswith("width: nan is not between 0.0 and")
    assert reasons[4].startswith("width: -1.0 is not between 0.0 and")
    assert reasons[500] == "the constraints cannot hold together with these inputs"
    assert reasons[999].startswith("body.height: inf is not")
    good = np.setdiff1d(np.arange(ROWS), list(reasons))
    place = CELLS.outputs.index("share.width")
    assert (array(result, "share.width")[good] == expected(table, good)[:, place]).all()
    assert np.isnan(array(result, "share.width")[list(reasons)]).all()
    with pytest.raises(InvalidArgument, match="element 3: width"):
        layout(CELLS, KINDS[kind](table), error=None)


def test_missing_values():
    table = columns(3)
    frame = pd.DataFrame(table)
    frame["name.width"] = pd.array([1, None, 3], "Int64")
    batch = pa.RecordBatch.from_pandas(frame)
    for given in (frame, batch):
        result = layout(CELLS, given, outputs=["name.width"])
        assert [text is None for text in texts(result)] == [True, False, True]
    assert result.column("name.width").null_count == 1, "null, not NaN"


def test_columns_by_other_names_and_numbers_for_all_rows():
    table = columns()
    renamed = {"screen": table["width"], "name.width": table["name.width"], "body.height": table["body.height"]}
    result = layout(
        CELLS, renamed, inputs={"width": "screen", "time.width": 40}, outputs={"name.width": "w", "root.height": "h"}, error=None)
    frames = expected({**table, "time.width": np.full(ROWS, 40.0)})
    assert list(result) == ["w", "h"]
    assert (result["w"] == frames[:, CELLS.outputs.index("name.width")]).all()
    assert (result["h"] == frames[:, CELLS.outputs.index("root.height")]).all()


@pytest.mark.parametrize("kind", KINDS)
def test_no_rows(kind):
    result = layout(CELLS, KINDS[kind](columns(20)) if kind == "chunks" else KINDS[kind](columns(0)))
    assert len(texts(result)) == (20 if kind == "chunks" else 0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "change, message",
    [
        ({"inputs": {"width": "screen"}}, "no column screen; there are id, width"),
        ({"inputs": {"screen": "width"}}, "no input screen; there are width, name.width"),
        ({"outputs": ["nome.x"]}, "no output nome.x; there are root.x"),
        ({"outputs": ["name.x", "name.x"]}, "two columns would be called name.x"),
        ({"outputs": "name.x"}, "outputs is a list of names"),
        ({"outputs": {"name.x": "id"}, "keep": ["id"]}, "two columns would be called id"),
        ({"keep": ["error"]}, "two columns would be called error"),
        ({"keep": ["nobody"]}, "no column nobody"),
        ({"inputs": {"width": "text"}}, "column text does not hold numbers"),
    ],
)
def test_mistakes(kind, change, message):
    table = {**columns(20), "text": np.array(["twelve"] * 20)}
    with pytest.raises(InvalidArgument, match=message.replace(".", r"\.")):
        layout(CELLS, KINDS[kind](table), **change)


def test_what_is_no_table():
    with pytest.raises(InvalidArgument, match="not ndarray"):
        layout(CELLS, np.zeros((2, 4)))
    with pytest.raises(InvalidArgument, match="different lengths: 2, 3"):
        layout(CELLS, {"width": [1, 2], "name.width": [1, 2, 3]})


def test_solve_each_leaves_its_table_alone():
    table = np.array([[375, 1, 2, 20], [np.nan, 1, 2, 20]])
    before = table.copy()
    out = np.empty((2, 36))
    frames, reasons = CELLS.solve_each(table, out=out)
    assert frames is out and list(reasons) == [1] and np.isnan(frames[1]).all()
    assert (frames[0] == CELLS.solve(table[:1])[0]).all()
    np.testing.assert_array_equal(table, before)


def test_spark_schema():
    assert spark_schema(CELLS, outputs={"name.x": "x", "name.width": "odd`one"}, keep="id bigint") == (
        "id bigint, `x` double, `odd``one` double, `error` string")
    assert spark_schema(CELLS, outputs=["name.x"], error=None) == "`name.x` double"
