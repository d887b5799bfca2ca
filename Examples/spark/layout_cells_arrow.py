"""Lays out a million cells with Spark by Arrow: batches of columns go through a compiled layout, without a line of text.

    trellis compile cell.json --input width --input name.width --input time.width --input unread.width -o cell.trellis
    python layout_cells_arrow.py --template cell.trellis

Wants the wheel of Bindings/Python and pyarrow on every worker. See README.md beside this file.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow
from pyspark.sql import SparkSession
from pyspark.sql import functions as f

import trellis
from layout_cells import cells
from trellis.tables import layout, spark_schema

# Where an input's column has another name in the table.
INPUTS = {"width": "screen", "name.width": "name_width", "time.width": "time_width", "unread.width": "unread_width"}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--instances", type=int, default=1_000_000, metavar="N")
    arguments.add_argument("--template", type=Path, required=True, help="of trellis compile")
    arguments.add_argument("--cores", type=int, help="by default all of this machine")
    arguments.add_argument("--spoil", type=int, metavar="K", help="make every Kth screen a negative number")
    arguments.add_argument("--views", metavar="NAME,…", help="only the frames of these views; by default of all")
    arguments.add_argument("--jobs", type=int, default=1, metavar="N", help="the same job N times: after the first all is warm")
    arguments.add_argument("--output", type=Path, help="a new folder for the answers of the last job, in Parquet")
    options = arguments.parse_args()

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = (
        SparkSession.builder.master(f"local[{options.cores or '*'}]")
        .appName("trellis")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", 10_000)
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    cores = spark.sparkContext.defaultParallelism

    template = trellis.Template(options.template)
    known = list(dict.fromkeys(name.rpartition(".")[0] for name in template.outputs))
    views = options.views.split(",") if options.views else known
    if unknown := [view for view in views if view not in known]:
        arguments.error(f"--views: no view is called {', '.join(unknown)}; there are {', '.join(known)}")
    if "name" not in views:
        arguments.error("--views: name is needed, whose widths are printed")
    outputs = {name: name.replace(".", "_") for name in template.outputs if name.rpartition(".")[0] in views}

    # A template is handed to the workers as the bytes of its file.
    def frames(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            yield layout(template, batch, inputs=INPUTS, outputs=outputs, keep=["id"])

    table = cells(spark, options.instances, 2 * cores)
    if options.spoil:
        table = table.withColumn("screen", f.when(f.col("id") % options.spoil == 0, -1).otherwise(f.col("screen")))
    # The workers' processes are started before the clock is.
    spark.range(0, cores, 1, cores).mapInArrow(lambda batches: batches, "id bigint").count()
    answers = table.mapInArrow(frames, spark_schema(template, outputs=outputs, keep="id bigint"))
    for job in range(options.jobs):
        started = time.monotonic()
        written = answers
        if options.output and job == options.jobs - 1:
            written.write.parquet(options.output.resolve().as_uri())
            written = spark.read.parquet(options.output.resolve().as_uri())
        width = f.col("name_width")
        count, failed, narrowest, mean, widest = written.agg(
            f.count("*"), f.count("error"), f.min(width), f.mean(width), f.max(width)).first()
        seconds = time.monotonic() - started
        print(
            f"{count:,} cells in {seconds:.1f} s on {cores} cores: {count / seconds:,.0f} a second; {failed:,} without an answer; "
            f"names are {narrowest:.1f} to {widest:.1f} points wide, {mean:.3f} in the mean"
        )
    spark.stop()


if __name__ == "__main__":
    main()
