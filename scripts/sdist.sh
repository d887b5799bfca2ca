#!/usr/bin/env bash
# The source distribution of Bindings/Python: the binding with the C library's sources in it, from which pip builds a wheel anywhere.
#
#   scripts/sdist.sh FOLDER     wants a Python with the package `build`, named by PYTHON
set -euo pipefail
cd "$(dirname "$0")/.."

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$1"
# What is committed or new, not what builds left behind.
git ls-files -z --cached --others --exclude-standard Bindings/Python | while IFS= read -r -d '' file; do
  install -D -m 644 "$file" "$stage/${file#Bindings/Python/}"
done
git ls-files -z --cached --others --exclude-standard CSolver CMakeLists.txt LICENSE | while IFS= read -r -d '' file; do
  install -D -m 644 "$file" "$stage/csolver/$file"
done
"${PYTHON:-python3}" -m build --sdist --outdir "$1" "$stage" >/dev/null
