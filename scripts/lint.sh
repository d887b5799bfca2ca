#!/usr/bin/env bash
# Formatting and house rules: fails on anything `swift format` would change, and on what must not be in the tree.
set -euo pipefail
cd "$(dirname "$0")/.."

# The manifests of nested packages lie beside their sources.
swift format lint --strict --recursive --parallel Package.swift Sources Tests \
  Benchmarks/Package.swift Benchmarks/Benchmarks

# `unsafeFlags` makes a package unusable by version; nested packages of the tests are roots of their own.
if grep -n 'unsafeFlags(' Package.swift; then
  echo "Package.swift: unsafeFlags keep others from depending on this package by version" >&2
  exit 1
fi
# A caller's mistake throws, so the library has no business trapping on it.
if grep -rnE '\btry!|\bas!|\bfatalError\(' Sources --include='*.swift'; then
  echo "Sources: throw an error instead" >&2
  exit 1
fi
# Files stay readable in one sitting.
long=$(git ls-files 'Sources/*.swift' 'CSolver/*.c' 'CSolver/*.h' 'Tests/*.swift' | xargs -r wc -l | awk '$2 != "total" && $1 > 700')
if [ -n "$long" ]; then
  echo "files past 700 lines, each asking whether it is two:" >&2
  echo "$long" >&2
  exit 1
fi
