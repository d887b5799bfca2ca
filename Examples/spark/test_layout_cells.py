"""Runs layout_cells.py and layout_cells_arrow.py over some cells, and each of them as a document of its own through `trellis layout`.

Every frame must agree, of the first every level and finding too; of the second every seventh row is spoiled, and must come back in its
place with a reason. Usage: test_layout_cells.py TRELLIS [COUNT]
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


INPUTS = ("width", "name.width", "time.width", "unread.width")


def documents(count: int, rounded: bool = True) -> list[dict]:
    """The cells of layout_cells.py, written down once more: the template with one row's numbers in it."""
    template = json.loads((HERE / "cell.json").read_text())
    if not rounded:
        del template["scale"]
    result = []
    for number in range(count):
        document = json.loads(json.dumps(template))
        document["size"] = [(320, 375, 390, 430, 768)[number % 5], 92]
        sizes = {
            "name": [number * 7919 % 260 + 20, 22],
            "time": [number * 104729 % 40 + 30, 16],
            "unread": [0 if number % 3 == 0 else number % 30 + 18, 20],
        }
        for view in document["views"]:
            view["intrinsic"] = sizes.get(view["name"], view.get("intrinsic", [None, None]))
        result.append(document)
    return result


def layouts(trellis: str, cells: list[dict], folder: Path) -> list[dict]:
    """The answers of `trellis layout`, a file for each cell."""
    names = [f"{number:06}.json" for number in range(len(cells))]
    for name, cell in zip(names, cells):
        (folder / name).write_text(json.dumps(cell))
    answers = folder / "answers"
    subprocess.run([trellis, "layout", "--format", "json", "-o", f"{answers}/", *names], cwd=folder, check=True)
    return [json.loads((answers / name).read_text()) for name in names]


def difference(ours: dict, theirs: dict) -> str | None:
    """What two answers disagree in, by more than the last digits of their numbers."""
    if ours.keys() != theirs.keys():
        return f"keys {sorted(ours)} and {sorted(theirs)}"
    for key in ("frames", "contentSizes", "levels"):
        if list(ours[key]) != list(theirs[key]):
            return f"{key}: {list(ours[key])} and {list(theirs[key])}"
        for name, value in ours[key].items():
            pairs = zip(value, theirs[key][name]) if isinstance(value, list) else [(value, theirs[key][name])]
            if any(abs(a - b) > 1e-6 for a, b in pairs):
                return f"{key} of {name}: {value} and {theirs[key][name]}"
    for key in ("ambiguous", "conflicts"):
        if ours[key] != theirs[key]:
            return f"{key}: {ours[key]} and {theirs[key]}"
    return None


def by_arrow(trellis: str, count: int, folder: Path) -> list[str]:
    """What the rows of layout_cells_arrow.py differ in from layouts of their own."""
    from pyarrow import parquet

    options = [word for name in INPUTS for word in ("--input", name)]
    subprocess.run([trellis, "compile", str(HERE / "cell.json"), *options, "-o", str(folder / "cell.trellis")], check=True)
    command = [sys.executable, str(HERE / "layout_cells_arrow.py"), "--template", str(folder / "cell.trellis")]
    answers = folder / "arrow"
    run = subprocess.run(
        [*command, "--instances", str(count), "--spoil", "7", "--output", str(answers)], check=True, stdout=subprocess.PIPE, text=True)
    print(run.stdout.strip())
    rows = [row for part in sorted(answers.glob("part-*.parquet")) for row in parquet.read_table(part).to_pylist()]
    if [row["id"] for row in rows] != list(range(count)):
        return [f"{len(rows)} rows for {count} cells, or another order"]
    found = []
    (folder / "exact").mkdir()
    for row, cell in zip(rows, layouts(trellis, documents(count, rounded=False), folder / "exact")):
        frames = {name: [row[f"{name}_{side}"] for side in ("x", "y", "width", "height")] for name in cell["frames"]}
        spoiled = row["id"] % 7 == 0
        if spoiled != (row["error"] is not None) or spoiled and not row["error"].startswith("width: -1.0 is not between"):
            found.append(f"row {row['id']}: error {row['error']}")
        elif spoiled and any(number is not None for frame in frames.values() for number in frame):
            found.append(f"row {row['id']} has frames, though it cannot")
        elif not spoiled and any(abs(a - b) > 1e-9 for name in frames for a, b in zip(frames[name], cell["frames"][name])):
            found.append(f"row {row['id']}: {frames} and {cell['frames']}")
    return found


def main() -> None:
    trellis = str(Path(sys.argv[1]).resolve())
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        command = [sys.executable, str(HERE / "layout_cells.py"), "--trellis", trellis, "--instances", str(count)]
        run = subprocess.run(
            [*command, "--output", str(folder / "spark")], check=True, stdout=subprocess.PIPE, text=True)
        print(run.stdout.strip())
        parts = sorted((folder / "spark").glob("part-*"))
        ours = [json.loads(line) for part in parts for line in part.read_text().splitlines()]
        theirs = layouts(trellis, documents(count), folder)
        differences = by_arrow(trellis, count, folder)
    for text in differences[:10]:
        print(f"by Arrow: {text}")
    failed = len(differences)
    if len(ours) != count:
        print(f"{len(ours)} answers for {count} cells")
        failed += 1
    for number, (a, b) in enumerate(zip(ours, theirs)):
        if found := difference(a, b):
            failed += 1
            print(f"cell {number}: {found}")
    print(f"{max(2 * count - failed, 0)} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
