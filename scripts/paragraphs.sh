#!/usr/bin/env bash
# Random paragraphs in ten scripts: how many lines each has by `trellis batch`, and in headless Chromium in the same font and
# width. Fails where fewer than 99 in 100 agree. What differs stays in .build-paragraphs/different.json.
#
#   scripts/paragraphs.sh [COUNT] [SEED]     default 10000 1
#
# The page asks for what a label does: preserved spaces and line ends, words broken where they must be, UAX #14's strict line
# breaks, widths that are not rounded to pixels. What differs by rule:
#   - after a solidus in ASCII Blink ends no line, UAX #14 does; paragraphs with them are listed apart ("slashes");
#   - a tab that would be narrower than half a "0" goes on to the next stop in CSS;
#   - Thai goes by the dictionary of each ICU;
#   - within a word that is broken, Blink rounds positions to 1/64 pixel.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
command -v chromium >/dev/null || missing+=(chromium)
for font in noto/NotoSans-Regular noto/NotoSansThai-Regular dejavu/DejaVuSans droid/DroidSansFallbackFull nanum/NanumBarunGothic; do
  [ -e "/usr/share/fonts/truetype/$font.ttf" ] || missing+=(fonts-noto-core fonts-dejavu-core fonts-droid-fallback fonts-nanum)
done
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
  else
    echo "Missing: ${missing[*]}. On Debian: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
fi
swift build --package-path Tools --product trellis
out=$PWD/.build-paragraphs
mkdir -p "$out"
scripts/paragraphs.py make "${1:-10000}" "${2:-1}" "$out"
chromium --headless --no-sandbox --disable-gpu --allow-file-access-from-files --virtual-time-budget=60000 \
  --dump-dom "file://$out/page.html" >"$out/page.dom" 2>"$out/browser.log"
Tools/.build/debug/trellis batch <"$out/documents.jsonl" >"$out/results.jsonl"
scripts/paragraphs.py judge "$out"
