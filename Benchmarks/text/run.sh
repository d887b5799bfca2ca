#!/usr/bin/env bash
# Shaping and breaking of distinct words by TrellisText, beside Pango and libunibreak where they are installed
# (libpango1.0-dev, libunibreak-dev): prints a table for Benchmarks/history.
#
#   Benchmarks/text/run.sh [PARAGRAPHS] [ROUNDS]     default 500 5; twenty distinct words in each
set -euo pipefail
cd "$(dirname "$0")/../.."

build=.build-text
swift build -c release --package-path Benchmarks/text --scratch-path "$build"
rivals=
if pkg-config --exists pangocairo pangoft2 libunibreak icu-uc; then
  # shellcheck disable=SC2046
  cc -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra Benchmarks/text/rivals.c \
    $(pkg-config --cflags --libs pangocairo pangoft2 libunibreak icu-uc) -o "$build/rivals"
  rivals=$build/rivals
else
  echo "Pango or libunibreak is not installed; on Debian: libpango1.0-dev libunibreak-dev" >&2
fi

fonts=/usr/share/fonts/truetype
echo "| script | preparing, a distinct word | a word met before | a paragraph at a width | its steps | Pango: a word | a paragraph at a new width | lines, both | boundaries of a word: ICU | libunibreak |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
while read -r script font; do
  [ -e "$fonts/$font" ] || continue
  Benchmarks/text/paragraphs.py "$script" "${1:-500}" >"$build/$script.txt"
  ours=$("$build/release/text" "$fonts/$font" "$build/$script.txt" "${2:-5}")
  theirs=
  if [ -n "$rivals" ]; then theirs=$("$rivals" "$fonts/$font" "$build/$script.txt" "${2:-5}"); fi
  printf '%s\n%s\n' "$ours" "$theirs" | awk -v script="$script" '
    $1 == "trellis" { cold = $5; warm = $6; layout = $7; steps = $8; lines = $9 }
    $1 == "pango" { pango = $5; wrap = $7; others = $9 }
    $1 == "breaks" { unibreak = $5; icu = $6 }
    function us(x) { return x == "" ? "–" : sprintf("%.2f µs", x) }
    END {
      printf "| %s | %s | %s | %s | %s | %s | %s | %s, %s | %s | %s |\n", script, us(cold), us(warm), us(layout), us(steps),
        us(pango), us(wrap), lines, others == "" ? "–" : others, us(icu), us(unibreak)
    }'
done <<'FONTS'
latin noto/NotoSans-Regular.ttf
german noto/NotoSans-Regular.ttf
cyrillic noto/NotoSans-Regular.ttf
greek noto/NotoSans-Regular.ttf
arabic noto/NotoSansArabic-Regular.ttf
hebrew noto/NotoSansHebrew-Regular.ttf
devanagari noto/NotoSansDevanagari-Regular.ttf
thai noto/NotoSansThai-Regular.ttf
han droid/DroidSansFallbackFull.ttf
FONTS
