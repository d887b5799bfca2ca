#!/usr/bin/env bash
# Formatting and house rules: fails on anything `swift format` would change, and on what must not be in the tree.
set -euo pipefail
cd "$(dirname "$0")/.."

# The manifests of nested packages lie beside their sources.
swift format lint --strict --recursive --parallel Package.swift Sources Tests \
  Tools/Package.swift Tools/Sources Tools/Tests Benchmarks/Package.swift Benchmarks/Benchmarks

# `unsafeFlags` makes a package unusable by version; nested packages of the tests are roots of their own.
if grep -n 'unsafeFlags(' Package.swift; then
  echo "Package.swift: unsafeFlags keep others from depending on this package by version" >&2
  exit 1
fi
# The manifest is the same wherever it lies, and an app that embeds the libraries resolves nothing else.
if grep -nE 'Context|ProcessInfo|FileManager|\.package\(' Package.swift; then
  echo "Package.swift: no dependencies and no look at where it is; what tools need belongs into Tools/Package.swift" >&2
  exit 1
fi
# A caller's mistake throws, so the library has no business trapping on it.
if grep -rnE '\btry!|\bas!|\bfatalError\(' Sources Tools/Sources --include='*.swift'; then
  echo "Sources: throw an error instead" >&2
  exit 1
fi
# The rooms of the C core lie on floors: a file includes headers of its own room and of lower floors only.
higher=$(cd CSolver/src && grep -rnE '^#include "[a-z_]+/' --include='*.[ch]' . | awk -F'[:"]' '
  BEGIN {
    split("base|linalg program|factor presolve|simplex|regions diagnose|solve|update template|api", floors, "|")
    for (number in floors) {
      count = split(floors[number], rooms, " ")
      for (k = 1; k <= count; k++)
        floor[rooms[k]] = number + 0
    }
  }
  {
    depth = split($1, path, "/")
    room = depth > 2 ? path[2] : "api"
    split($4, header, "/")
    if (!(room in floor) || !(header[1] in floor) || (header[1] != room && floor[header[1]] >= floor[room]))
      print "CSolver/src/" substr($1, 3) ":" $2 ": " $4
  }')
if [ -n "$higher" ]; then
  echo "includes of rooms that are not on a lower floor:" >&2
  echo "$higher" >&2
  exit 1
fi
# And headers do not include each other.
if ! (cd CSolver/src && grep -roE '^#include "[^"]+' --include='*.h' . | sed -E 's|^\./||; s|:#include "| |' | tsort > /dev/null); then
  echo "headers of the C core include each other" >&2
  exit 1
fi
# The folders of the façade lie on floors, too.
scripts/folders.sh
# Files stay readable in one sitting.
long=$(git ls-files 'Sources/*.swift' 'Tools/*.swift' 'CSolver/*.c' 'CSolver/*.h' 'Tests/*.swift' | xargs -r wc -l | awk '$2 != "total" && $1 > 600')
if [ -n "$long" ]; then
  echo "files past 600 lines, each asking whether it is two:" >&2
  echo "$long" >&2
  exit 1
fi
# docs/architecture.md: every path in it exists, and every step's function is in the file beside it.
page=docs/architecture.md
stale=$(
  grep -oE '`[A-Za-z.]+(/[A-Za-z0-9_+.-]+)+`|`Tools`' $page | tr -d '`' | sort -u | while read -r path; do
    [ -e "$path" ] || echo "$path"
  done
  sed -nE 's/^\| [0-9]+ \|.*\| `([^`]+)` \| `([^`]+)` \|$/\1 \2/p' $page | while read -r file name; do
    grep -qE "(func |^[a-z].*[ *])$name(\(|$)" "$file" || echo "$name in $file"
  done
)
if [ -n "$stale" ]; then
  echo "$page names what is not there:" >&2
  echo "$stale" >&2
  exit 1
fi
