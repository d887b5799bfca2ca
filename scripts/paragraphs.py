#!/usr/bin/env python3
"""Random paragraphs in ten scripts, and how many lines they have by Chromium and by `trellis batch`.

  paragraphs.py make COUNT SEED DIR     writes DIR/paragraphs.json, DIR/page.html, DIR/documents.jsonl
  paragraphs.py judge DIR               reads DIR/page.dom and DIR/results.jsonl; fails where under 99 in 100 agree
"""
import html
import json
import random
import re
import sys

FONTS = "/usr/share/fonts/truetype/"
NOTO = "noto/NotoSans-Regular.ttf"
SIZE = 16

# Words, what separates them, and a font file that has all of it.
PUNCTUATED = [" ", " ", " ", " ", " ", " ", ", ", ". ", "; ", ": ", " – ", "? ", "! ", "-", " (", ") ", " «", "» ", " “",
              "” ", "—", "…", "’", " 12,5 % ", " 3.141 ", " §4 ", " $9.99 ", " 10–12 ", " a@b.org ", " x=y+z ", "\u00a0"]
SCRIPTS = {
    "Latin": ("the quick brown fox jumps over lazy dog AVATAR well-known naïve façade résumé coöperate don’t e.g. typography "
              "internationalization a?b=c&d snake_case_name 3.5mm Ångström Dvořák".split(),
              PUNCTUATED, NOTO),
    "German": ("Donaudampfschifffahrtsgesellschaft Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz der die das und "
               "Straßenbahnhaltestelle Kraftfahrzeughaftpflichtversicherung ÖPNV-Ticket Groß- Kleinschreibung z. B. über-"
               .split(), PUNCTUATED, NOTO),
    "Cyrillic": ("Все счастливые семьи похожи друг на друга каждая несчастливая семья несчастлива по-своему кто-то "
                 "достопримечательность и в с".split(), PUNCTUATED, NOTO),
    "Greek": ("Αυτό είναι ένα κείμενο δοκιμής για τις γραμμές αλληλοπεριχώρηση και το".split(), PUNCTUATED, NOTO),
    "Arabic": ("مرحبا بالعالم هذا نص تجريبي طويل والسلام عليكم في مكتبة المدينة لا إله ١٢٣ كتاب".split(),
               [" ", " ", " ", " ", "، ", ". ", "؟ ", "! ", ": "], "noto/NotoSansArabic-Regular.ttf"),
    "Hebrew": ("שלום עולם זהו טקסט קצר לבדיקה של שורות בית־ספר ירושלים את".split(), [" ", " ", " ", " ", "  ", "-", "־"],
               "noto/NotoSansHebrew-Regular.ttf"),
    "Thai": ("ภาษาไทย สวยงาม ทดสอบ ข้อความ ประเทศ กรุงเทพ มหานคร อาหาร อร่อย มาก วันนี้ อากาศ ดี เรา ไป โรงเรียน และ กลับ บ้าน"
             .split(), ["", "", "", "", " "], "noto/NotoSansThai-Regular.ttf"),
    "Han": ("你好 世界 这是 测试 文本 中华人民 共和国 日本語 の テキスト です 東京 カタカナ ひらがな 漢字 ー ゃ".split(),
            ["", "", "", "", "，", "。", "「", "」", "、", "（", "）", "！", "：", "　"], "droid/DroidSansFallbackFull.ttf"),
    "Korean": ("안녕하세요 세계 이것은 시험 문장입니다 대한민국 서울특별시 한글 그리고 우리는 학교에 갑니다".split(),
               [" ", " ", " ", " ", ", ", ". ", "-"], "nanum/NanumBarunGothic.ttf"),
    "Hindi": ("नमस्ते दुनिया यह परीक्षण है और हम सब भारत के लोग अंतर्राष्ट्रीयकरण क्षेत्र श्री १२३".split(),
              [" ", " ", " ", " ", ", ", "। ", "? ", "! ", "-", " (", ") "], "noto/NotoSansDevanagari-Regular.ttf"),
}
SCRIPTS["mixed"] = ([word for name in ("Latin", "Cyrillic", "Greek", "Arabic", "Hebrew") for word in SCRIPTS[name][0]],
                    PUNCTUATED, "dejavu/DejaVuSans.ttf")


# Not counted: Blink ends no line after a solidus in ASCII, where UAX #14 (LB13, SY) lets one end.
SCRIPTS["slashes"] = (SCRIPTS["Latin"][0] + ["https://example.org/a/b?c=d&e=f", "I/O", "and/or"], PUNCTUATED + ["/", "/"], NOTO)


def paragraph(script, random):
    words, separators, _ = SCRIPTS[script]
    text = ""
    extra = random.choice(["", "", "", "hard", "soft", "tabs"])
    for _ in range(random.randint(1, 60)):
        word = random.choice(words)
        if extra == "soft" and len(word) > 4 and word.isalpha() and script in ("Latin", "German", "Cyrillic", "Greek"):
            at = random.randint(2, len(word) - 2)
            word = word[:at] + "\u00ad" + word[at:]
        text += word
        if extra == "hard" and random.random() < 0.1:
            text += random.choice(["\n", "\n\n", " \n"])
        elif extra == "tabs" and random.random() < 0.05:
            text += "\t"
        else:
            text += random.choice(separators)
    # A line end at the end opens a line in a label and none in a block.
    return text.rstrip("\n\t ")


def make(count, seed, folder):
    rng = random.Random(seed)
    names = list(SCRIPTS)
    paragraphs = []
    for number in range(count):
        script = names[number % len(names)]
        # Eighths of a pixel, which both count exactly.
        paragraphs.append({"script": script, "width": rng.randint(60 * 8, 700 * 8) / 8, "text": paragraph(script, rng)})
    with open(folder + "/paragraphs.json", "w") as file:
        json.dump(paragraphs, file, ensure_ascii=False)
    faces, classes = "", ""
    for script, (_, _, font) in SCRIPTS.items():
        classes += f".{script} {{ font-family: f{script}; }}\n"
        faces += f'@font-face {{ font-family: f{script}; src: url("file://{FONTS}{font}"); }}\n'
    with open(folder + "/page.html", "w") as file:
        file.write(f"""<!doctype html><html lang="en"><meta charset="utf-8"><style>
{faces}{classes}
p {{ margin: 0; font-size: {SIZE}px; line-height: 20px; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 28px;
  hyphens: manual; line-break: strict; text-rendering: geometricPrecision; unicode-bidi: plaintext; }}
</style><body>
""")
        for entry in paragraphs:
            file.write(f'<p class="{entry["script"]}" style="width: {entry["width"]}px">{html.escape(entry["text"])}</p>\n')
        file.write("""<script>Promise.allSettled([...document.fonts].map((font) => font.load())).then(() => {
  const counts = [...document.querySelectorAll("p")].map((p) => p.getBoundingClientRect().height / 20);
  const missing = [...document.fonts].filter((font) => font.status !== "loaded").map((font) => font.family);
  document.body.innerHTML = "<output>" + JSON.stringify({ missing, counts }) + "</output>";
});</script></body></html>""")
    with open(folder + "/documents.jsonl", "w") as file:
        for entry in paragraphs:
            described = {"size": SIZE, "file": FONTS + SCRIPTS[entry["script"]][2]}
            document = {
                "trellis": 1, "size": [1000, 1000], "views": [
                    {"name": "t", "text": entry["text"], "font": described, "lines": 0},
                    {"name": "u", "text": "x", "font": described}],
                "constraints": ["t.left = root.left", "t.top = root.top", f"t.width = {entry['width']}",
                                "u.left = root.left", "u.top = root.top"]}
            file.write(json.dumps(document, ensure_ascii=False) + "\n")


def judge(folder):
    with open(folder + "/paragraphs.json") as file:
        paragraphs = json.load(file)
    with open(folder + "/page.dom") as file:
        found = re.search(r"<output>(.*?)</output>", file.read(), re.S)
    if not found:
        sys.exit("Chromium's page has no counts")
    answer = json.loads(html.unescape(found[1]))
    if answer["missing"]:
        sys.exit("Chromium could not load the fonts of " + ", ".join(answer["missing"]))
    with open(folder + "/results.jsonl") as file:
        results = [json.loads(line) for line in file if line.strip()]
    if not len(results) == len(answer["counts"]) == len(paragraphs):
        sys.exit(f"{len(paragraphs)} paragraphs, {len(results)} results, {len(answer['counts'])} of Chromium's")
    table = {script: [0, 0] for script in SCRIPTS}
    different = []
    for entry, result, theirs in zip(paragraphs, results, answer["counts"]):
        frames = result["frames"] if "frames" in result else result["states"][0]["frames"]
        text, line = frames["t"], frames["u"]
        ours = round(text[3] / line[3])
        agrees = ours == round(theirs)
        table[entry["script"]][0] += 1
        table[entry["script"]][1] += agrees
        if not agrees:
            different.append({"ours": ours, "theirs": theirs, **entry})
    with open(folder + "/different.json", "w") as file:
        json.dump(different, file, ensure_ascii=False, indent=1)
    for script, (count, same) in table.items():
        print(f"{script:10} {same:6} of {count:6}  {100 * same / max(count, 1):6.2f} %")
    counted, same = (sum(entry[k] for script, entry in table.items() if script != "slashes") for k in (0, 1))
    print(f"{'all but it':10} {same:6} of {counted:6}  {100 * same / counted:6.2f} %")
    sys.exit(0 if same >= 0.99 * counted else 1)


if sys.argv[1] == "make":
    make(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
else:
    judge(sys.argv[2])
