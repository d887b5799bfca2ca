#!/usr/bin/env bash
# Opens HTML pages in headless Chromium and looks at what their script has made of them: the contact sheet, a layout with a
# view selected, findings, keyboard, search, zoom, hostile texts, and no error. Screenshots, light and dark, wide and narrow,
# go to .build-pages to be looked at by a person.
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
swift build --package-path Tools --product trellis
trellis=$PWD/Tools/.build/debug/trellis
out=$PWD/.build-pages
rm -rf "$out"
mkdir -p "$out"
passed=0
failed=0

browser() { chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=5000 "$@" 2>>"$out/browser.log"; }

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

# dump NAME FRAGMENT: the page's elements as the script leaves them, without the data that it got.
dump() {
  browser --dump-dom "file://$out/$1.html#$2" | sed 's/<script.*<\/script>//g' >"$out/$1.dom"
  # The data stand in a script element of many lines or one; only what is shown counts.
  awk '/<script/ {hidden = 1} !hidden {print} /<\/script>/ {hidden = 0}' "$out/$1.dom" >"$out/$1.shown"
}

# show NAME FRAGMENT: the same, and pictures.
show() {
  dump "$1" "$2"
  for size in 1400,900 420,900; do
    for scheme in 1 0; do
      browser --hide-scrollbars --window-size=$size --blink-settings=preferredColorScheme=$scheme \
        --screenshot="$out/$1-${size%,*}-$([ $scheme = 0 ] && echo dark || echo light).png" "file://$out/$1.html#$2" >/dev/null
    done
  done
}

# drive NAME FRAGMENT: runs the steps of standard input in a copy of a page that lets them: each check(WHAT, TRUTH) is a test.
drive() {
  {
    # What the page's policy forbids is just what a driver does.
    sed '/Content-Security-Policy/d; s/<\/body><\/html>//' "$out/$1.html"
    echo '<ol id="checks"></ol>'
    echo '<script>(async function () {'
    cat <<'SCRIPT'
      const $ = (selector) => document.querySelector(selector), all = (selector) => [...document.querySelectorAll(selector)];
      const rest = () => new Promise((done) => setTimeout(done, 60));
      const key = async (name) => {
        (document.activeElement || document.body).dispatchEvent(
          new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
        await rest();
      };
      const check = (what, truth) => {
        const item = document.createElement("li");
        item.className = truth ? "passed" : "failed";
        item.textContent = what;
        $("#checks").append(item);
      };
      const cards = () => all(".card:not([hidden])");
      try { await rest();
SCRIPT
    cat
    echo 'check("the steps end", true); } catch (error) { check("no error: " + error, false); } })();</script></body></html>'
  } >"$out/$1-driven.html"
  dump "$1-driven" "$2"
  expect "$1: checks of its steps" 1 '<li class="passed">the steps end' "$out/$1-driven.shown"
  grep -oE '<li class="failed">[^<]*' "$out/$1-driven.shown" >&2 || true
  failed=$((failed + $( (grep -oE '<li class="failed">' "$out/$1-driven.shown" || true) | wc -l)))
  passed=$((passed + $( (grep -oE '<li class="passed">' "$out/$1-driven.shown" || true) | wc -l)))
}

"$trellis" layout Examples/settings.json Examples/login-priority.json Examples/Screens.storyboard --format html -o "$out/sheet.html"
show sheet ""
expect "cards" 5 '<button class="card"' "$out/sheet.shown"
expect "pictures" 5 '<div class="frame"[^>]*><svg' "$out/sheet.shown"
drive sheet "" <<'SCRIPT'
        check("one card takes part in Tab", all(".card").filter((c) => c.tabIndex === 0).length === 1);
        await key("/");
        check("a slash goes to the search", document.activeElement === $("#search"));
        $("#search").value = "badge"; $("#search").dispatchEvent(new Event("input"));
        check("a view is found", cards().length === 1 && cards()[0].textContent.includes("settings.json"));
        $("#search").value = "no such view"; $("#search").dispatchEvent(new Event("input"));
        check("nothing found is said", cards().length === 0 && !$("#none").hidden);
        await key("Escape");
        check("Escape empties the search", cards().length === 5 && $("#none").hidden);
        await key("ArrowDown");
        check("an arrow goes on to the cards", document.activeElement === cards()[0]);
        await key("ArrowRight");
        check("arrows go from card to card", document.activeElement === cards()[1]);
        await key("End");
        check("End goes to the last", document.activeElement === cards()[4]);
        await key("Home");
        document.activeElement.click();
        await rest();
        check("a card opens its layout", !$("#detail").hidden && $("#sheet").hidden);
        check("the picture fits", $("#picture svg").getBoundingClientRect().height <= $("#picture").clientHeight);
        const before = $("#picture svg").getBoundingClientRect().width;
        await key("+");
        check("plus makes it larger", Math.abs($("#picture svg").getBoundingClientRect().width - 1.25 * before) < 1);
        await key("0");
        check("zero fits it again", Math.abs($("#picture svg").getBoundingClientRect().width - before) < 1);
        $("#in").click(); $("#in").click(); $("#in").click(); $("#in").click();
        check("what is larger than the stage can be moved", $("#picture").scrollHeight > $("#picture").clientHeight);
        const top = $("#picture").scrollTop, box = $("#picture").getBoundingClientRect();
        const at = (type, y) => $("#picture").dispatchEvent(new PointerEvent(type,
          { bubbles: true, pointerType: "mouse", button: 0, clientX: box.left + 100, clientY: box.top + y }));
        at("pointerdown", 100); at("pointermove", 60); at("pointerup", 60);
        check("dragging moves it", Math.abs($("#picture").scrollTop - top - 40) < 2);
        await rest();
        all("#tree .row")[0].focus();
        await key("ArrowDown");
        check("arrows go through the views", $("#tree .row.on") === all("#tree .row")[1]);
        check("what is chosen is shown", all("#picture [data-i].on").length === 1 && $("#info").textContent.includes("What decides it"));
        check("the address leads there", location.hash.startsWith("#0/1/"));
        await key("Escape");
        check("Escape lets go of a view", all("#tree .row.on").length === 0 && !$("#detail").hidden);
        await key("Escape");
        check("and then goes back", $("#detail").hidden && document.activeElement === cards()[0]);
SCRIPT

# The fourth of five layouts, the picture in its card, the first way it is shown.
"$trellis" layout Examples/settings.json Examples/login-priority.json Examples/Screens.storyboard --devices retina4_7 \
  --format html -o "$out/view.html"
show view 3/5/0
expect "selected rows" 1 'class="row on"' "$out/view.shown"
expect "selected views" 1 '<g data-i="5" class="on"' "$out/view.shown"
expect "what decides a view" 1 'What decides it' "$out/view.shown"
expect "constraints that decide it" 4 '<div class="dim">c1[0-9]</div>' "$out/view.shown"
expect "ways it is shown" 3 '<option value' "$out/view.shown"

"$trellis" layout Examples/settings.json --format html -o "$out/document.html"
show document 0/4
expect "lengths of a document" 1 'title\.leading = icon\.trailing \+ 8' "$out/document.shown"

"$trellis" check Examples/cells.json --format html -o "$out/findings.html" || [ $? -eq 1 ]
show findings 0
expect "findings" 2 '<button class="finding warn"><b>truncation</b>' "$out/findings.shown"

# A layout that is right by itself and wrong on a device, one with a conflict after an edit, and a file that is none.
cat >"$out/device.json" <<'JSON'
{"trellis": 1, "size": [800, 400], "views": [{"name": "box"}],
 "constraints": ["box.left = root.left", "box.top = root.top", "box.width = 600", "box.height = 20"]}
JSON
cat >"$out/edit.json" <<'JSON'
{"trellis": 1, "size": [300, 200], "views": [{"name": "box"}],
 "constraints": ["box.left = root.left", "box.top = root.top", {"equation": "box.width = 100", "id": "wide"}, "box.height = 20"],
 "edits": [{"add": {"equation": "box.width = 150", "id": "wider"}}]}
JSON
echo '{"trellis": 1,' >"$out/broken.json"
(cd "$out" && "$trellis" check device.json edit.json broken.json --devices retina4_7 --format html -o worst.html) 2>/dev/null ||
  [ $? -eq 2 ]
show worst ""
expect "cards that warn" 1 'class="state warn">1 warning · on 1 of 3' "$out/worst.shown"
expect "cards in red" 2 'class="state bad"' "$out/worst.shown"
drive worst "" <<'SCRIPT'
        all("#filter button")[1].click();
        check("cards with errors", cards().length === 2);
        cards()[0].click();
        await rest();
        check("it opens where it is worst", $("#shown").selectedOptions[0].textContent.includes("after edit 1"));
        $(".finding").click();
        check("a finding shows its constraint", document.body.classList.contains("showDims") &&
          all('.dim.broken.on[data-c="wider"]').length === 1);
        check("and stays in hand", $(".finding.on") === document.activeElement);
        location.hash = "2";
        await rest();
        check("an unusable file says why", $("#info").textContent.includes("broken.json:2:1"));
        location.hash = "0/-1/1";
        await rest();
        $(".finding").click();
        check("a finding shows its view", all('#picture [data-i="1"].on').length === 1 && $("#tree .row.on").dataset.i === "1");
SCRIPT

# Texts that would like to be something else.
cat >"$out/hostile.json" <<'JSON'
{"trellis": 1, "size": [200, 100], "views": [{"name": "a"}],
 "constraints": ["a.top = root.top", "a.height = 10",
  {"equation": "a.left = root.left", "id": "</script><script>document.title='pwned'</script>"},
  {"equation": "a.left = root.left + 5", "id": "\" onmouseover=\"document.title='pwned'\" x=\""},
  {"equation": "a.width = 10", "label": "<img src=x onerror=\"document.title='pwned'\">javascript:alert(1)\u202e\u2028"}]}
JSON
cp "$out/hostile.json" "$out/<img src=x onerror=document.title='pwned'>.json"
sed -e 's/userLabel="[^"]*"//g; s/text="Welcome back"/text="\&lt;svg onload=document.title=1\&gt;\&#x202e;\&lt;\/script\&gt;"/' \
  Examples/Screens.storyboard >"$out/hostile.storyboard"
(cd "$out" && "$trellis" check hostile.json "<img src=x onerror=document.title='pwned'>.json" hostile.storyboard --format html \
  -o hostile.html) || [ $? -eq 1 ]
dump hostile 0
expect "titles out of texts" 1 '<title>3 files</title>' "$out/hostile.dom"
expect "what reorders text" 0 $'\u202e|\u2028' "$out/hostile.html"
expect "hostile layouts shown" 1 '<button class="finding bad"><b>conflict</b>' "$out/hostile.shown"
drive hostile "" <<'SCRIPT'
        for (const card of cards()) { card.click(); await rest(); await rest(); all("[data-i]").forEach(
          (e) => e.dispatchEvent(new MouseEvent("click", { bubbles: true }))); }
        check("nothing of a file has run", document.title === "3 files");
        check("nothing of a file is an element", all("img, a, iframe, script").length === 3 &&
          all("*").every((e) => [...e.attributes].every((a) => !a.name.startsWith("on"))));
SCRIPT

# A sweep: the handle at the picture's edge, the strip and the keys lead to what layouts of their own are, at 1,000 widths.
cat >"$out/article.json" <<'JSON'
{"trellis": 1, "size": [400, 300],
 "views": [{"name": "text", "heightForWidth": [[0, 90], [150, 60], [300, 30]]}, {"name": "side"}, {"name": "button"}],
 "constraints": [
  "text.left = root.left", "text.top = root.top", "text.right = side.left",
  {"equation": "side.width = 120 @ 700", "id": "wide"}, "side.right = root.right", "side.top = root.top",
  "side.height = 20", {"equation": "text.width >= 100", "id": "least"},
  {"equation": "button.top = text.bottom + 8", "id": "</script><img src=x onerror=document.title=1>"},
  "button.left = root.left", "button.height = 20", "button.width = 150"]}
JSON
"$trellis" sweep "$out/article.json" --width 120...600 --format html -o "$out/sweep.html"
show sweep ""
expect "intervals of a sweep" 4 '<rect class="(odd|even)"' "$out/sweep.shown"
sizes=$(for k in $(seq 0 999); do awk -v k="$k" 'BEGIN { printf "%s%.3fx300", k ? "," : "", 120.013 + 0.48 * k }'; done)
{
  echo "const layouts = ["
  "$trellis" layout "$out/article.json" --size "$sizes" | sed 's/</\\u003c/g; s/$/,/'
  cat <<'SCRIPT'
        ];
        const picture = $("#picture"), handle = () => $("#handle rect").getBoundingClientRect();
        const drags = (type, x) => $("#handle rect").dispatchEvent(new PointerEvent(type,
          { bubbles: true, cancelable: true, pointerId: 1, clientX: x, clientY: handle().top + 5 }));
        const now = () => +$("#strip").getAttribute("aria-valuenow");
        let worst = 0, moved = 0;
        for (const layout of layouts) {
          const matrix = picture.getScreenCTM(), start = handle().left + 2;
          drags("pointerdown", start);
          drags("pointermove", start + (layout.size[0] - now()) * matrix.a);
          drags("pointerup", start);
          worst = Math.max(worst, Math.abs(now() - layout.size[0]));
          const frames = Object.values(layout.frames || layout.states[0].frames);
          frames.forEach((frame, k) => {
            const rect = $('#picture [data-i="' + k + '"] rect');
            ["x", "y", "width", "height"].forEach((name, n) => {
              worst = Math.max(worst, Math.abs(+rect.getAttribute(name) - (Array.isArray(frame) ? frame[n] : frame[name])));
            });
          });
          moved += 1;
        }
        check("1,000 positions of the handle are layouts of their own: " + worst, moved === 1000 && worst <= 1e-6);
        $("#strip").focus();
        await key("Home");
        check("Home goes to the narrowest", now() === 120 && $("#here").textContent.includes("outside"));
        await key("PageUp");
        check("Page Up goes to the next breakpoint", now() === 220);
        await key("ArrowRight");
        check("an arrow moves by a point", now() === 221);
        await key("End");
        check("End goes to the widest", now() === 600 && $("#here").textContent.includes("Nothing is wrong"));
        $("#value").value = "333.5"; $("#value").dispatchEvent(new Event("input"));
        check("a number can be written", now() === 333.5);
        all("#findings .entry")[0].click();
        check("a finding leads there", now() === 120 && all("#picture .item.on").length === 1);
        check("nothing of a file has run", document.title === "article.json" && all("img").length === 0);
SCRIPT
} >"$out/sweep.steps"
drive sweep "" <"$out/sweep.steps"

# What helps with a conflict: each change can be looked at, by mouse and by keyboard.
cat >"$out/slip.json" <<'JSON'
{"trellis": 1, "size": [300, 220], "views": [{"name": "photo"}, {"name": "caption", "intrinsic": [120, 20]}],
 "constraints": [
  {"equation": "photo.left = root.left + 160", "id": "near"}, {"equation": "photo.right = root.right - 16", "id": "far"},
  {"equation": "photo.width = 268", "id": "</button><img src=x onerror=document.title='pwned'>"},
  "photo.top = root.top + 16", "photo.height = 120",
  "caption.left = photo.left", "caption.top = photo.bottom + 8"]}
JSON
"$trellis" check "$out/slip.json" --format html -o "$out/cures.html" || [ $? -eq 1 ]
show cures 0
expect "what helps" 1 'What helps, the likeliest first' "$out/cures.shown"
expect "elements out of ids" 0 '<img' "$out/cures.shown"
drive cures 0 <<'SCRIPT'
        const changes = () => all(".cure"), at = (i, name) => +$('#picture [data-i="' + i + '"] rect').getAttribute(name);
        check("changes are buttons", changes().length >= 3 && changes().every((b) => b.tagName === "BUTTON"));
        const before = at(1, "x");
        check("the likeliest is the slip", changes()[0].textContent.includes("from 160 to 16"));
        changes()[0].click();
        await rest();
        check("a change is drawn", at(1, "x") === before - 144 && changes()[0].getAttribute("aria-pressed") === "true");
        check("and where it was", all("#picture .before").length === 2 && +$("#picture .before").getAttribute("x") === before);
        check("what moved is marked", all("#picture .moved").length === 2);
        check("it is said", $("#trialText").textContent.includes("resolves 1 conflict, moves 2 frames by up to 144 pt"));
        await key("b");
        check("b goes back", at(1, "x") === before && $("#before").getAttribute("aria-pressed") === "true");
        await key("b");
        check("and forth", at(1, "x") === before - 144);
        await key("ArrowDown");
        check("arrows go through the changes", document.activeElement === changes()[1]);
        await key("End");
        check("End goes to the last", document.activeElement === changes()[changes().length - 1]);
        all("#tree .row")[1].click();
        await rest();
        check("frames of both", $("#info").textContent.includes("160 → 16") && at(1, "x") === before - 144);
        await key("Escape");
        check("Escape lets go of the change", at(1, "x") === before && $("#trial").hidden &&
          changes().every((b) => b.getAttribute("aria-pressed") === "false"));
        check("and keeps the view", all("#tree .row.on").length === 1);
        for (const change of changes()) { document.querySelector('[data-cure="' + change.dataset.cure + '"]').click(); await rest(); }
        changes()[changes().length - 1].scrollIntoView({ block: "end" });
        const seen = $("#picture svg").getBoundingClientRect();
        check("in a narrow window the picture stays in view", innerWidth <= 900 && seen.top >= 0 && seen.bottom <= innerHeight);
        check("nothing of a file has run", document.title === "slip.json" && all("img").length === 0);
SCRIPT

# Why a number is what it is: no script; radio buttons show the layout without each constraint.
"$trellis" explain "$out/slip.json" caption.left --format html -o "$out/explain.html"
show explain ""
expect "scripts of an explanation" 0 '<script' "$out/explain.html"
expect "layouts of an explanation" 3 '<figure id' "$out/explain.shown"
drive explain "" <<'SCRIPT'
        const seen = () => all("figure").filter((f) => getComputedStyle(f).display !== "none").map((f) => f.id).join();
        check("the layout as it is", seen() === "p0" && all("#p0 [data-i].on").length === 1);
        const choices = all('input[type="radio"]');
        choices[1].focus(); choices[1].click();
        await rest();
        check("a choice shows its picture", seen() === "p1" && all("#p1 .before").length > 0);
        choices[2].click();
        await rest();
        check("and another the next", seen() === "p2");
        check("one group of buttons for the keyboard", new Set(choices.map((c) => c.name)).size === 1);
        check("charts", all(".chart").length === choices.length - 1 && all(".chart .held").length > 0);
        check("nothing of a file is an element", all("img").length === 0 && document.title.startsWith("caption.left"));
SCRIPT
"$trellis" explain "$out/slip.json" --not "photo.width = 200" --format html -o "$out/forbidden.html"
show forbidden ""
expect "what forbids a wish" 4 '<tr>' "$out/forbidden.shown"
"$trellis" explain Examples/login-priority.json --not "form.top = 0" --format html \
  -o "$out/objection.html"
show objection ""
"$trellis" explain Examples/Screens.storyboard logo.height --format html -o "$out/logo.html"
show logo ""
# At 200 % a window has half the points; nothing is wider than it but pictures that scroll.
for page in cures explain forbidden; do
  drive "$page" 0 <<'SCRIPT'
        document.documentElement.style.width = "350px";
        await rest();
        const wide = all("body *").filter((e) => !e.closest("svg") && e.offsetParent && e.getBoundingClientRect().width > 351 &&
          !e.closest("#picture") && !e.closest("#checks"));
        check("nothing is wider than the window: " + wide.map((e) => e.tagName + "#" + e.id + "." + e.className), wide.length === 0);
SCRIPT
done

# A difference: both layouts, one over the other, without a script.
sed 's/constant="24"/constant="60"/; s/text="Sign in"/text="\&lt;img src=x\&gt;"/' Examples/Screens.storyboard >"$out/other.storyboard"
"$trellis" diff Examples/Screens.storyboard "$out/other.storyboard" --format html -o "$out/diff.html" || [ $? -eq 1 ]
show diff ""
expect "views of a difference in both places" 1 'class="keys dim"' "$out/diff.shown"
expect "scripts of a difference" 0 '<script' "$out/diff.html"

"$trellis" compare Examples/Screens.storyboard --format html -o "$out/compare.html"
show compare ""

# Nothing is fetched, and nothing goes wrong.
expect "addresses elsewhere" 0 '(src|href)="' "$out/sheet.html"
expect "errors in scripts" 0 'Uncaught|SyntaxError|ReferenceError|TypeError|violates|Refused to' "$out/browser.log"
for picture in "$out"/*.png; do
  # A blank page of this size has less than 6 kB.
  if [ "$(stat -c %s "$picture")" -gt 9000 ]; then passed=$((passed + 1)); else
    echo "$picture is blank" >&2
    failed=$((failed + 1))
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
