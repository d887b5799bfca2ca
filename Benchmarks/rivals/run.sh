#!/usr/bin/env bash
# Measures Trellis against other solvers and against hand-written arithmetic, all in one go on this machine, and
# writes a dated table and charts into Benchmarks/history.
#
#   Benchmarks/rivals/run.sh [--sizes 100,1000,10000,100000] [--limit 240] [--rounds 3] [--clock wall|cpu] [--out DIR]
#
# Wanted: libglpk-dev and coinor-libclp-dev (Debian), and Python with pip, which fetches Kiwi. What is missing is left
# out, with a line that says so. Nothing that is fetched stays in the tree; builds lie in .build-rivals. TRELLIS names a
# command line that is built already; YOGA the folder in which Yoga's sources lie as yoga/, which no registry that this
# script asks has.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/.build-rivals
mkdir -p "$build"

"$root/scripts/require.sh"
command -v python3 >/dev/null || { echo "Python 3 is missing; Debian: python3" >&2; exit 1; }

# Kiwi is header-only and comes inside the source distribution of its Python binding.
kiwi=$(find "$build" -maxdepth 1 -type d -name 'kiwisolver-*' | head -1)
if [ -z "$kiwi" ]; then
  if python3 -m pip --quiet --disable-pip-version-check download --no-deps --no-binary :all: --dest "$build" \
    kiwisolver; then
    tar -xzf "$build"/kiwisolver-*.tar.gz -C "$build"
    kiwi=$(find "$build" -maxdepth 1 -type d -name 'kiwisolver-*' | head -1)
  else
    echo "kiwi: its source could not be fetched with pip; left out" >&2
  fi
fi

trellis=${TRELLIS:-$root/.build/release/trellis}
[ -n "${TRELLIS:-}" ] || make -C "$root" build
[ -z "${YOGA:-}" ] || YOGA=$(cd "$YOGA" && pwd)
make --quiet -C "$here" OUT="$build" KIWI="$kiwi" YOGA="${YOGA:-}"
exec python3 "$here/rivals.py" --engines "$build" --trellis "$trellis" --kiwi "${kiwi##*/}" "$@"
