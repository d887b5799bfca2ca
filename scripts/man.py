#!/usr/bin/env python3
"""Manual pages from the program's help: scripts/man.py TRELLIS FOLDER writes trellis.1 and trellis-COMMAND.1."""

import json
import pathlib
import subprocess
import sys


def escape(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.splitlines())


def spelled(argument):
    """How an argument is written: -o, --output <OUT>."""
    value = argument.get("valueName", "value")
    if argument["kind"] == "positional":
        return f"\\fI{escape(value)}\\fR" + ("..." if argument["isRepeating"] else "")
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    text = ", ".join(f"\\fB{escape(name)}\\fR" for name in names)
    return text if argument["kind"] == "flag" else f"{text} \\fI{escape(value)}\\fR"


def page(command, path, version):
    title = "-".join(path)
    lines = [f'.TH {title.upper()} 1 "" "trellis {version}"', ".SH NAME", f"{escape(title)} \\- {escape(command.get('abstract', '').rstrip('.'))}"]
    lines += [".SH SYNOPSIS", f"\\fB{escape(' '.join(path))}\\fR"]
    arguments = [a for a in command.get("arguments", []) if a["shouldDisplay"]]
    lines += [f"{spelled(a) if not a['isOptional'] else '[' + spelled(a) + ']'}" for a in arguments]
    subcommands = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    if subcommands:
        lines.append("\\fICOMMAND\\fR ...")
    if command.get("discussion"):
        lines.append(".SH DESCRIPTION")
        lines += [".PP" if not line else escape(line) for line in command["discussion"].splitlines()]
    if arguments:
        lines.append(".SH OPTIONS")
        for argument in arguments:
            text = " ".join(filter(None, (argument.get("abstract"), argument.get("discussion"))))
            default = argument.get("defaultValue")
            lines += [".TP", spelled(argument), escape(text + (f" (default: {default})" if default else ""))]
    if subcommands:
        lines.append(".SH COMMANDS")
        for sub in subcommands:
            lines += [".TP", f"\\fB{escape(title)}\\-{escape(sub['commandName'])}\\fR(1)", escape(sub.get("abstract", ""))]
    return "\n".join(lines) + "\n"


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    run = lambda *arguments: subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
    root = json.loads(run("--experimental-dump-help"))["command"]
    version = run("--version").strip()
    folder.mkdir(parents=True, exist_ok=True)
    pending = [(root, ("trellis",))]
    while pending:
        command, path = pending.pop()
        (folder / ("-".join(path) + ".1")).write_text(page(command, path, version))
        pending += [(c, path + (c["commandName"],)) for c in command.get("subcommands", []) if c["commandName"] != "help"]


if __name__ == "__main__":
    main()
