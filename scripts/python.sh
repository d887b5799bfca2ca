#!/usr/bin/env bash
# Bindings/Python as its users get it: a source distribution, the wheel built from it and installed in a virtual environment, in which
# its tests run, kiwisolver from PyPI beside it. Wants PyPI, a C compiler and Python's headers.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$PWD/.build-python
python=${PYTHON:-python3}
rm -rf "$build/wheel" "$build/sdist"
[ -x "$build/venv/bin/python" ] || "$python" -m venv "$build/venv"
pip=("$build/venv/bin/python" -m pip --quiet --disable-pip-version-check)
"${pip[@]}" install build numpy scipy kiwisolver pandas pyarrow pytest mypy
PYTHON=$build/venv/bin/python scripts/sdist.sh "$build/sdist"
"${pip[@]}" wheel --no-deps --wheel-dir "$build/wheel" "$build"/sdist/*.tar.gz
"${pip[@]}" install --force-reinstall --no-deps "$build"/wheel/*.whl

cd Bindings/Python
"$build/venv/bin/python" -m pytest -q -p no:cacheprovider tests
"$build/venv/bin/python" -m mypy --cache-dir "$build/mypy" src/trellis tests/typing_example.py
"$build/venv/bin/python" benchmarks/kiwi_w1.py --check
