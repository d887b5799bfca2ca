#!/usr/bin/env bash
# Opens HTML pages in headless Chromium and looks at what their script has made of them: the contact sheet, a layout with a
# view selected, findings, and no error. Screenshots go to .build-pages to be looked at by a person.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v chromium >/dev/null; then
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium
  else
    echo "Missing: Chromium. On Debian: sudo apt-get install chromium" >&2
    exit 1
  fi
fi
swift build --product trellis
trellis=$(swift build --show-bin-path)/trellis
out=$PWD/.build-pages
mkdir -p "$out"
passed=0
failed=0

browser() { chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=5000 "$@" 2>"$out/browser.log"; }

# expect WHAT COUNT PATTERN FILE: so many matches of a pattern in a page as the browser shows it.
expect() {
  local found
  found=$( (grep -oE "$3" "$4" || true) | wc -l)
  if [ "$found" -eq "$2" ]; then
    passed=$((passed + 1))
  else
    echo "$1: $found, not $2" >&2
    failed=$((failed + 1))
  fi
}

# show NAME FRAGMENT: the page's elements as the script leaves them, and a picture.
show() {
  browser --dump-dom "file://$out/$1.html#$2" | sed 's/<script.*<\/script>//g' >"$out/$1.dom"
  # The data stand in a script element of many lines or one; only what is shown counts.
  awk '/<script/ {hidden = 1} !hidden {print} /<\/script>/ {hidden = 0}' "$out/$1.dom" >"$out/$1.shown"
  browser --hide-scrollbars --window-size=1400,900 --screenshot="$out/$1.png" "file://$out/$1.html#$2" >/dev/null
}

"$trellis" layout Examples/settings.json Examples/login-priority.json Examples/Screens.storyboard --format html -o "$out/sheet.html"
show sheet ""
expect "cards" 5 '<button class="card"' "$out/sheet.shown"
expect "pictures" 5 '<div class="frame"><svg' "$out/sheet.shown"

# The fourth of five layouts, the picture in its card, the first way it is shown.
"$trellis" layout Examples/settings.json Examples/login-priority.json Examples/Screens.storyboard --devices retina4_7 \
  --format html -o "$out/view.html"
show view 3/5
expect "selected rows" 1 'class="row on"' "$out/view.shown"
expect "selected views" 1 '<g data-i="5" class="on"' "$out/view.shown"
expect "what decides a view" 1 'What decides it' "$out/view.shown"
expect "constraints that decide it" 4 '<div class="hint">c1[0-9]</div>' "$out/view.shown"
expect "ways it is shown" 3 '<option value' "$out/view.shown"

"$trellis" layout Examples/settings.json --format html -o "$out/document.html"
show document 0/4
expect "lengths of a document" 1 'title\.leading = icon\.trailing \+ 8' "$out/document.shown"

"$trellis" check Examples/cells.json --format html -o "$out/findings.html" || [ $? -eq 1 ]
show findings 0
expect "findings" 2 '<p class="bad">truncated' "$out/findings.shown"

# Nothing is fetched, and nothing goes wrong.
expect "addresses elsewhere" 0 '(src|href)="' "$out/sheet.html"
expect "errors in scripts" 0 'Uncaught|SyntaxError|ReferenceError|TypeError' "$out/browser.log"
for picture in "$out"/*.png; do
  # A blank page of this size has less than 6 kB.
  if [ "$(stat -c %s "$picture")" -gt 15000 ]; then passed=$((passed + 1)); else
    echo "$picture is blank" >&2
    failed=$((failed + 1))
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
