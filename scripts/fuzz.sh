#!/usr/bin/env bash
# Builds and runs the fuzzers of Tests/Fuzz, each from its corpus, with AddressSanitizer and its leak check.
#
#   scripts/fuzz.sh [SECONDS] [NAME …]     SECONDS each, default 60; all fuzzers unless some are named
#
# A C fuzzer is a file Tests/Fuzz/NAME_fuzz.c with LLVMFuzzerTestOneInput, linked with the files of Tests/Fuzz/NAME and the
# solver's C files alone. A Swift
# fuzzer is a target NAME of the nested package Tests/Fuzz. Corpus: Tests/Fuzz/corpus/NAME. What a run finds stays in
# .build-fuzz/NAME-*; a finding becomes a corpus file with its fix.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
shift || true
build=.build-fuzz
mkdir -p "$build"

# The Swift toolchain's clang brings the runtimes; Debian's may not.
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
[ -x "$clang" ] || clang=clang

wanted() { # wanted NAME ASKED…
  local name=$1
  shift
  [ $# -eq 0 ] && return 0
  local one
  for one in "$@"; do [ "$one" = "$name" ] && return 0; done
  return 1
}

fuzz() { # fuzz NAME PROGRAM
  local name=$1 program=$2
  local work=$build/corpus/$name
  rm -rf "$work"
  mkdir -p "$work" "Tests/Fuzz/corpus/$name"
  local dictionary=()
  [ -f "Tests/Fuzz/$name.dict" ] && dictionary=(-dict="Tests/Fuzz/$name.dict")
  echo "fuzz: $name, $seconds s"
  # New inputs go to the first folder, so a run leaves the committed corpus as it is.
  # The runtime of Swift would read the stack of a crash before the sanitizer does.
  SWIFT_BACKTRACE=enable=no "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$build/$name-" "${dictionary[@]}" "$work" "Tests/Fuzz/corpus/$name"
}

# How C is compiled, and what the solver's files ask for besides.
flags=(-std=c11 -g -O1 -Wall -Wextra -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined)
read -ra solver_flags <<<"-ICSolver/include -ICSolver/src $(pkg-config --cflags openblas 2>/dev/null)"

# Compiles the solver, once for all that link it, as many files at a time as there are processors.
solver=$build/solver
compile_solver() {
  local source
  rm -rf "$solver"
  mkdir -p "$solver"
  for source in $(find CSolver/src -name '*.c' | sort); do
    printf '%s\0' -c "$source" -o "$solver/${source//\//_}.o"
  done | xargs -0 -n 4 -P "$(nproc)" "$clang" "${flags[@]}" "${solver_flags[@]}"
}

compiled=0
count=0
for source in Tests/Fuzz/*.c; do
  [ -e "$source" ] || continue
  name=$(basename "$source" .c)
  wanted "$name" "$@" || continue
  # Texts link what shapes them, all others the solver.
  if [ "$name" = text_fuzz ]; then
    # shellcheck disable=SC2046
    "$clang" "${flags[@]}" \
      -ISources/CTrellisText/include -ISources/CTrellisText/src $(pkg-config --cflags harfbuzz icu-uc fontconfig) \
      "$source" Sources/CTrellisText/src/*.c $(pkg-config --libs harfbuzz icu-uc fontconfig) -o "$build/$name"
    fuzz "$name" "$build/$name"
    count=$((count + 1))
    continue
  fi
  [ "$compiled" -eq 1 ] || compile_solver
  compiled=1
  # shellcheck disable=SC2046
  "$clang" "${flags[@]}" "${solver_flags[@]}" \
    "$source" $(find "Tests/Fuzz/${name%_fuzz}" -name '*.c' 2>/dev/null | sort) "$solver"/*.o \
    $(pkg-config --libs openblas 2>/dev/null || echo -lopenblas) -lm -o "$build/$name"
  fuzz "$name" "$build/$name"
  count=$((count + 1))
done

if [ -f Tests/Fuzz/Package.swift ]; then
  for folder in Tests/Fuzz/Sources/*/; do
    name=$(basename "$folder")
    wanted "$name" "$@" || continue
    swift build --package-path Tests/Fuzz --scratch-path "$build/swift" -c release --product "$name" \
      --sanitize=fuzzer --sanitize=address
    fuzz "$name" "$(swift build --package-path Tests/Fuzz --scratch-path "$build/swift" -c release --show-bin-path)/$name"
    count=$((count + 1))
  done
fi

if [ "$count" -eq 0 ]; then
  echo "fuzz: there is no fuzzer${*:+ named $*}" >&2
  exit 1
fi
echo "fuzz: $count fuzzers ran $seconds s each and found nothing"
