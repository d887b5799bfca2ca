#!/usr/bin/env bash
# Tests the example: what it needs (a Java runtime from the system, PySpark from PyPI and the wheel of Bindings/Python in an
# environment of its own), a release build of the program, and test_layout_cells.py.
#
#   Examples/spark/test.sh [COUNT]
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! command -v java >/dev/null; then
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends default-jre-headless
  else
    echo "Missing: a Java runtime. On Debian or Ubuntu: sudo apt-get install default-jre-headless" >&2
    exit 1
  fi
fi
environment=.build-spark
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check -r Examples/spark/requirements.txt ./Bindings/Python
make build
"$environment/bin/python" Examples/spark/test_layout_cells.py "$PWD/.build/release/trellis" "$@"
