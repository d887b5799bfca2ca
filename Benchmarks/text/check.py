#!/usr/bin/env python3
"""`trellis check` over a folder of storyboards in ten languages, at every text size, on every device.

    Benchmarks/text/check.py FOLDER [--trellis PATH] [--jobs N] [--times N] [--keep DIR]

The folder's files bring few translations, so ten are made of each text: words of random letters of a language, longer or shorter
than the English ones by what short texts of interfaces are. Prints the time, the processor time, the number of findings, and the
memory that the process holds a quarter, half, three quarters of the way and at its most. --times 3 checks each file three times
(memory must not grow with them).
"""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree

LATIN = "etaoinshrdlucmfwypvbgk"
LANGUAGES = {
    "de": (1.3, LATIN + "äöüß"), "fr": (1.25, LATIN + "éèàç"), "es": (1.25, LATIN + "ñáéí"), "it": (1.2, LATIN + "àèò"),
    "pt": (1.2, LATIN + "ãçéõ"), "fi": (1.3, "aitneslokuämvrjhyp"), "pl": (1.25, LATIN + "łżęąś"),
    "ru": (1.4, "оеаинтсрвлкмдпуяыьгзбчй"), "ja": (0.6, "のにはをたがでてとしれさあいるか日本語設定画面"), "ar": (0.9, "اليمونرتبةعدسفهكقحجشطصخ"),
}


def texts(path):
    """Key and text of labels, buttons and placeholders."""
    for element in ElementTree.parse(path).iter():
        identifier = element.get("id")
        if element.tag == "label" and element.get("text"):
            yield f"{identifier}.text", element.get("text")
        elif element.tag == "textField" and element.get("placeholder"):
            yield f"{identifier}.placeholder", element.get("placeholder")
        elif element.tag == "button":
            for state in element.iter("state"):
                if state.get("key") == "normal" and state.get("title"):
                    yield f"{identifier}.normalTitle", state.get("title")


def translated(text, language, rng):
    factor, letters = LANGUAGES[language]
    if language == "ja":
        return "".join(rng.choice(letters) for _ in range(max(1, round(len(text) * factor))))
    lines = [[rng.choices(letters, k=max(1, round(len(word) * factor))) for word in line.split()] for line in text.split("\n")]
    return "\n".join(" ".join("".join(word) for word in line) for line in lines).capitalize()


def make(folder, copy):
    """Copies the files and writes strings beside them; the number of texts and files."""
    rng = random.Random(20261123)
    files, count = [], 0
    for name in sorted(os.listdir(folder)):
        if not name.endswith((".storyboard", ".xib")):
            continue
        shutil.copy(os.path.join(folder, name), copy)
        files.append(name)
        entries = list(texts(os.path.join(folder, name)))
        count += len(entries)
        for language in LANGUAGES:
            os.makedirs(os.path.join(copy, f"{language}.lproj"), exist_ok=True)
            with open(os.path.join(copy, f"{language}.lproj", os.path.splitext(name)[0] + ".strings"), "w") as out:
                for key, text in entries:
                    value = translated(text, language, rng).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
                    out.write(f'"{key}" = "{value}";\n')
    return files, count


def sample(process, rows, is_over):
    """The resident kilobytes of a process, twenty times a second."""
    while not is_over.wait(0.05):
        try:
            with open(f"/proc/{process.pid}/status") as status:
                rows += [int(line.split()[1]) for line in status if line.startswith("VmRSS")]
        except OSError:
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--trellis", default=os.path.join(os.path.dirname(__file__), "../../Tools/.build/release/trellis"))
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--locales", default="all")
    parser.add_argument("--keep", help="folder for the files and their strings")
    options = parser.parse_args()
    copy = options.keep or tempfile.mkdtemp()
    os.makedirs(copy, exist_ok=True)
    trellis = os.path.abspath(options.trellis)
    files, count = make(options.folder, copy)
    command = [trellis, "check", *(files * options.times), "--locales", options.locales, "--text-sizes", "all"]
    start = time.monotonic()
    with open(os.path.join(copy, "findings.txt"), "w") as out:
        process = subprocess.Popen(
            command + ["--devices", "all", "--jobs", options.jobs], cwd=copy, stdout=out, stderr=subprocess.DEVNULL)
        memory, is_over = [], threading.Event()
        sampler = threading.Thread(target=sample, args=(process, memory, is_over))
        sampler.start()
        _, status, usage = os.wait4(process.pid, 0)
        is_over.set()
        sampler.join()
    elapsed = time.monotonic() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"trellis check failed with status {os.waitstatus_to_exitcode(status)}")
    with open(os.path.join(copy, "findings.txt")) as out:
        findings = sum(1 for _ in out)
    quarters = ", ".join(f"{memory[len(memory) * k // 4] / 1024:.0f}" for k in (1, 2, 3)) if memory else "-"
    print(
        f"{len(files) * options.times} files, {count} texts, {len(LANGUAGES)} languages: {elapsed:.1f} s, "
        f"processor {usage.ru_utime + usage.ru_stime:.1f} s, {findings} findings, "
        f"MiB {quarters}, at most {usage.ru_maxrss / 1024:.0f}")
    if not options.keep:
        shutil.rmtree(copy)


if __name__ == "__main__":
    main()
