"""Lays out a table on a Dask cluster of two processes: python layout_cells.py cell.trellis [ROWS]

cell.trellis is what Examples/spark/layout_cells_arrow.py describes; wants the wheel of Bindings/Python and dask[dataframe,distributed].
On Ray it is `rows.map_batches(layout, fn_args=[template], batch_format="pyarrow")`.
"""

import sys
import time

import dask.dataframe as dd
import numpy as np
import pandas as pd
from dask.distributed import Client

import trellis
from trellis.tables import layout


def main() -> None:
    template, count = trellis.Template(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    rng = np.random.default_rng(1)
    table = pd.DataFrame({name: rng.integers(300, 800, count) if name == "width" else rng.integers(20, 120, count) for name in template.inputs})
    table.loc[count // 2, "width"] = -1
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None):
        rows = dd.from_pandas(table, npartitions=8).persist()
        started = time.monotonic()
        frames = rows.map_partitions(
            lambda part: layout(template, part), meta=layout(template, table[:0]), enforce_metadata=False).persist()
        failed = frames["error"].dropna().compute()
        seconds = time.monotonic() - started
        print(f"{count:,} rows in {seconds:.1f} s: {count / seconds:,.0f} a second; without an answer: {failed.to_dict()}")
        # Each row is what a table of its own gives.
        some = frames.get_partition(7).compute()
        assert some.equals(layout(template, table.loc[some.index])), "not as laid out here"


if __name__ == "__main__":
    main()
