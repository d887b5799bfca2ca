"""Lays out a million cells with Spark: rows become lines of edits, `trellis batch` answers each with frames.

Spark's `pipe` runs one `trellis batch` per partition and streams rows through it. Order is kept, so answers are
those of the rows in turn. See README.md beside this file.
"""

import argparse
import shlex
import shutil
import time
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

HERE = Path(__file__).resolve().parent
# What of an answer becomes a column: frames are x, y, width, height.
ANSWER = "frames struct<name array<double>, excerpt array<double>>"


def cells(spark: SparkSession, count: int, partitions: int) -> DataFrame:
    """Stands for a table of messages: the screen each is read on, and the sizes of its texts in points."""
    number = f.col("id")
    return spark.range(0, count, 1, partitions).select(
        number,
        f.element_at(f.array(*map(f.lit, (320, 375, 390, 430, 768))), (number % 5 + 1).cast("int")).alias("screen"),
        (number * 7919 % 260 + 20).alias("name_width"),
        (number * 104729 % 40 + 30).alias("time_width"),
        f.when(number % 3 == 0, 0).otherwise(number % 30 + 18).alias("unread_width"),
    )


def edits(table: DataFrame) -> DataFrame:
    """One line for each row: the edits that make the template that row's cell."""
    line = f.format_string(
        '[{"size": [%d, 92]}, {"intrinsic": "name", "value": [%d, 22]}, '
        '{"intrinsic": "time", "value": [%d, 16]}, {"intrinsic": "unread", "value": [%d, 20]}]',
        *map(f.col, ("screen", "name_width", "time_width", "unread_width")),
    )
    return table.select(line.alias("line"))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--instances", type=int, default=1_000_000, metavar="N")
    arguments.add_argument("--trellis", default=shutil.which("trellis") or "trellis", help="the program")
    arguments.add_argument("--template", type=Path, default=HERE / "cell.json")
    arguments.add_argument("--cores", type=int, help="by default all of this machine")
    arguments.add_argument("--output", type=Path, help="a new folder for the answers, one a line, in order")
    options = arguments.parse_args()

    spark = (
        SparkSession.builder.master(f"local[{options.cores or '*'}]")
        .appName("trellis")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    cores = spark.sparkContext.defaultParallelism

    # Several partitions a core even out the end; one thread each, since Spark already runs one per core.
    table = cells(spark, options.instances, 4 * cores)
    command = shlex.join([options.trellis, "batch", "--jobs", "1", "--template", str(options.template.resolve())])
    started = time.monotonic()
    # checkCode: a line that cannot be used ends the job rather than leave a hole in the table.
    answers = edits(table).rdd.map(lambda row: row.line).pipe(command, checkCode=True)
    if options.output:
        folder = options.output.resolve().as_uri()
        answers.saveAsTextFile(folder)
        frames = spark.read.schema(ANSWER).json(folder)
    else:
        frames = spark.read.schema(ANSWER).json(answers)
    width = f.col("frames.name")[2]
    count, narrowest, mean, widest = frames.agg(f.count(width), f.min(width), f.mean(width), f.max(width)).first()
    seconds = time.monotonic() - started

    print(
        f"{count:,} cells in {seconds:.1f} s on {cores} cores: {count / seconds:,.0f} a second; "
        f"names are {narrowest:.1f} to {widest:.1f} points wide, {mean:.3f} in the mean"
    )
    spark.stop()


if __name__ == "__main__":
    main()
