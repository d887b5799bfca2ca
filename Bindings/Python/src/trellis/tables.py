"""Compiled layouts over tables with named columns: Arrow record batches, pandas data frames, mappings of arrays.

`layout` makes of a table one of the same kind with as many rows in the same order, which is what Spark's ``mapInArrow`` and ``mapInPandas``,
Ray's ``map_batches`` and Dask's ``map_partitions`` take. Arrow and pandas are imported only where a table is of theirs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from ._template import Template
from .errors import InvalidArgument

__all__ = ["layout", "spark_schema"]

Outputs = Union[Iterable[str], Mapping[str, str], None]


def layout(
    template: Template,
    table: Any,
    *,
    inputs: Mapping[str, Union[str, float]] | None = None,
    outputs: Outputs = None,
    keep: Iterable[str] = (),
    error: str | None = "error",
    threads: int = 1,
) -> Any:
    """Lays out each row of a table; returns a table of the same kind, with the same rows in the same order.

    >>> table = {"screen": [375, 320, -1], "name.width": [120, 250, 80]}
    >>> frames = layout(cells, table, inputs={"width": "screen"}, outputs=["name.width"])    # doctest: +SKIP
    >>> frames["name.width"]                                                                # doctest: +SKIP
    array([120., 214.,  nan])
    >>> frames["error"][2]                                                                  # doctest: +SKIP
    'width: -1.0 is not between 0.0 and 100000000.0'

    table: a pyarrow.RecordBatch or Table, a pandas.DataFrame, or a mapping of names to arrays. Columns that nothing names are not read.
    inputs: for an input of the template the column that holds it, or a number for all rows; otherwise the column of the input's name.
    outputs: the outputs that become columns, in this order; a mapping gives each its column's name. By default all, by their names.
    keep: columns of the table that are handed on, before the outputs.
    error: a last column of texts: why a row has no answer, in which case its outputs are missing, or null. With None such a row raises
        InvalidArgument instead.
    threads: the most to use, 0 for as many as there are processors. One suits engines that run a process for each processor.

    A missing value is an input that is no number. InvalidArgument tells of a column that is missing, named twice or not of numbers.
    """
    chosen, kept, sources = _chosen(template, outputs), list(keep), dict(inputs or {})
    _check_distinct([*kept, *chosen.values(), *([] if error is None else [error])])
    if unknown := sources.keys() - set(template.inputs):
        raise InvalidArgument(f"no input {', '.join(sorted(unknown))}; there are {', '.join(template.inputs)}")
    columns = _columns(table)
    numbers = np.empty((columns.rows, len(template.inputs)))
    for place, name in enumerate(template.inputs):
        source = sources.get(name, name)
        numbers[:, place] = columns.numbers(source) if isinstance(source, str) else float(source)
    handed = {name: columns.column(name) for name in kept}
    frames, reasons = template.solve_each(numbers, threads=threads)
    if reasons and error is None:
        row, text = next(iter(reasons.items()))
        raise InvalidArgument(text, row)
    places = [template.outputs.index(name) for name in chosen]
    # One copy, after which each column is contiguous, as these tables hold them.
    by_column = np.take(frames.T, places, axis=0)
    return columns.result(handed, dict(zip(chosen.values(), by_column)), error, reasons)


def spark_schema(template: Template, *, outputs: Outputs = None, keep: str = "", error: str | None = "error") -> str:
    """The schema of what `layout` returns, as Spark's ``mapInArrow`` and ``mapInPandas`` want it.

    outputs, error: as for `layout`. keep: the columns handed on, with their types: ``"id bigint, screen int"``.
    """
    names = list(_chosen(template, outputs).values())
    parts = [keep] if keep else []
    parts += [f"`{name.replace('`', '``')}` double" for name in names]
    if error is not None:
        parts.append(f"`{error.replace('`', '``')}` string")
    return ", ".join(parts)


def _chosen(template: Template, outputs: Outputs) -> dict[str, str]:
    """The names of columns by outputs."""
    if outputs is None:
        return {name: name for name in template.outputs}
    if isinstance(outputs, str):
        raise InvalidArgument(f"outputs is a list of names, not {outputs!r}")
    if isinstance(outputs, Mapping):
        chosen = dict(outputs)
    else:
        names = list(outputs)
        _check_distinct(names)
        chosen = {name: name for name in names}
    if unknown := [name for name in chosen if name not in template.outputs]:
        raise InvalidArgument(f"no output {', '.join(unknown)}; there are {', '.join(template.outputs)}")
    return chosen


def _check_distinct(names: list[str]) -> None:
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise InvalidArgument(f"two columns would be called {', '.join(twice)}")


class _Arrays:
    """A mapping of names to arrays."""

    def __init__(self, table: Any) -> None:
        self._table: Any = table
        lengths = {len(column) for column in table.values()}
        if len(lengths) > 1:
            raise InvalidArgument(f"columns of different lengths: {', '.join(map(str, sorted(lengths)))}")
        self.rows = lengths.pop() if lengths else 0

    @property
    def names(self) -> list[str]:
        return list(self._table)

    def column(self, name: str) -> Any:
        if name not in self.names:
            raise InvalidArgument(f"no column {name}; there are {', '.join(map(str, self.names)) or 'none'}")
        return self._column(name)

    def numbers(self, name: str) -> NDArray[np.float64]:
        try:
            return self._doubles(self.column(name))
        except InvalidArgument:
            raise
        except (TypeError, ValueError) as error:
            raise InvalidArgument(f"column {name} does not hold numbers: {error}") from None

    def _column(self, name: str) -> Any:
        return np.asarray(self._table[name])

    def _doubles(self, column: Any) -> NDArray[np.float64]:
        return np.asarray(column, np.float64)

    def result(self, kept: dict[str, Any], outputs: dict[str, NDArray[np.float64]], error: str | None, reasons: dict[int, str]) -> Any:
        return {**kept, **outputs, **self._errors(error, reasons)}

    def _errors(self, error: str | None, reasons: dict[int, str]) -> dict[str, NDArray[np.object_]]:
        if error is None:
            return {}
        texts = np.full(self.rows, None, np.object_)
        for row, text in reasons.items():
            texts[row] = text
        return {error: texts}


class _Frame(_Arrays):
    """A pandas.DataFrame; the result has its index."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self.rows = len(table)

    def _column(self, name: str) -> Any:
        column = self._table[name]
        if column.ndim != 1:
            raise InvalidArgument(f"two columns are called {name}")
        return column

    def _doubles(self, column: Any) -> NDArray[np.float64]:
        return np.asarray(column.to_numpy(np.float64, na_value=np.nan))

    def result(self, kept: dict[str, Any], outputs: dict[str, NDArray[np.float64]], error: str | None, reasons: dict[int, str]) -> Any:
        pandas = sys.modules["pandas"]
        return pandas.DataFrame({**kept, **outputs, **self._errors(error, reasons)}, index=self._table.index)


class _Arrow(_Arrays):
    """A pyarrow.RecordBatch or pyarrow.Table."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self._arrow: Any = sys.modules["pyarrow"]
        self.rows = table.num_rows

    @property
    def names(self) -> list[str]:
        return list(self._table.schema.names)

    def _column(self, name: str) -> Any:
        if len(self._table.schema.get_all_field_indices(name)) > 1:
            raise InvalidArgument(f"two columns are called {name}")
        return self._table.column(name)

    def _doubles(self, column: Any) -> NDArray[np.float64]:
        types = self._arrow.types
        if not (types.is_integer(column.type) or types.is_floating(column.type) or types.is_decimal(column.type)):
            raise TypeError(f"its type is {column.type}")
        # Nulls become NaN.
        doubles = column.cast(self._arrow.float64(), safe=False)
        return np.asarray(doubles.to_numpy() if hasattr(doubles, "chunks") else doubles.to_numpy(zero_copy_only=False))

    def result(self, kept: dict[str, Any], outputs: dict[str, NDArray[np.float64]], error: str | None, reasons: dict[int, str]) -> Any:
        arrow = self._arrow
        missing = None
        if reasons:
            missing = np.zeros(self.rows, np.bool_)
            missing[list(reasons)] = True
        columns = {**kept, **{name: arrow.array(column, mask=missing) for name, column in outputs.items()}}
        if error is not None:
            texts = self._errors(error, reasons)[error]
            columns[error] = arrow.array(texts, arrow.string()) if reasons else arrow.nulls(self.rows, arrow.string())
        return type(self._table).from_arrays(list(columns.values()), names=list(columns))


def _columns(table: Any) -> _Arrays:
    """What reads a table, by its kind; a kind whose library is not loaded cannot be passed."""
    arrow, pandas = sys.modules.get("pyarrow"), sys.modules.get("pandas")
    if arrow is not None and isinstance(table, (arrow.RecordBatch, arrow.Table)):
        return _Arrow(table)
    if pandas is not None and isinstance(table, pandas.DataFrame):
        return _Frame(table)
    if isinstance(table, Mapping):
        return _Arrays(table)
    raise InvalidArgument(f"a pyarrow.RecordBatch or Table, a pandas.DataFrame or a mapping of arrays is needed, not {type(table).__name__}")
