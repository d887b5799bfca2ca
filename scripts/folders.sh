#!/usr/bin/env bash
# The folders of Sources/Trellis lie on floors: a file names what is declared in its own folder and on lower floors only.
# A module has no includes, so this reads names: the types and functions of the module, and what extensions add to types of
# other folders. A name that is declared in several folders is not looked at.
set -euo pipefail
cd "$(dirname "$0")/.."

find Sources/Trellis -name '*.swift' | LC_ALL=C sort | xargs awk '
  BEGIN {
    floors = split("Values|Constraints|Tree|VFL DSL|Helpers|Engine Stack|Diagnostics Template Flat", lists, "|")
    for (number = 1; number <= floors; number++) {
      count = split(lists[number], names, " ")
      for (k = 1; k <= count; k++) floor[names[k]] = number
    }
  }

  FNR == 1 {
    split(FILENAME, path, "/")
    folder = path[3]
    inText = 0
    if (!(folder in floor)) {
      print FILENAME ": no folder of a known floor (scripts/folders.sh)"
      failed = 1
    }
  }

  {
    # Neither texts nor comments.
    line = $0
    quotes = gsub(/"""/, "", line)
    wasText = inText
    if (quotes % 2) inText = !inText
    if (wasText || inText) next
    gsub(/"([^"\\]|\\.)*"/, "", line)
    sub(/\/\/.*/, "", line)
    gsub(/`/, "", line)
    if (line ~ /^ *$/) next
    lines++
    text[lines] = line
    where[lines] = FILENAME ":" FNR
    from[lines] = folder

    # What the module declares: its types, its functions, and what extensions add to types of other folders.
    if (line ~ /^[^ ]/) extended = line ~ /^([a-z@(): ]* )?extension / ? typeName(line, "extension") : ""
    isHidden = line ~ /(^| )(private|fileprivate) /
    if (match(line, /^ *([a-z@(): ]* )?(class|struct|enum|protocol|typealias|actor) [A-Z][A-Za-z0-9]*/)) {
      if (!isHidden) declare(lastWord(line), line ~ /^ / ? "nested" : "type")
    } else if (line ~ /^ *case [a-z]/) {
      sub(/^ *case /, "", line)
      count = split(line, names, /, */)
      for (k = 1; k <= count; k++)
        if (match(names[k], /^[a-z][A-Za-z0-9]*/)) declare(lastWord(names[k]), "case")
    } else if (match(line, /^(  )?([a-z@():]+ )*(func|var|let) [a-z][A-Za-z0-9]*/) ||
      match(line, /^ *static let [a-z][A-Za-z0-9]*/)) {
      if (isHidden) next
      name = lastWord(line)
      declare(name, "member")
      if (line ~ /^[^ ]/) added[name] = "-"
      else if (extended != "" && line ~ /^  [^ ]/) added[name] = extended
    }
  }

  function lastWord(line, word) {
    word = substr(line, RSTART, RLENGTH)
    sub(/.* /, "", word)
    return word
  }

  function typeName(line, keyword) {
    sub(".*" keyword " ", "", line)
    return match(line, /^[A-Z][A-Za-z0-9]*/) ? substr(line, 1, RLENGTH) : ""
  }

  function declare(name, kind_) {
    kind[name] = kind_
    if (!(name in home)) home[name] = folder
    else if (home[name] != folder) home[name] = "several"
  }

  # Whether a name is of its folder alone: a type, a function of no type, or what an extension adds to a type of another folder.
  function isFound(name) {
    if (!(name in home) || home[name] == "several") return 0
    if (kind[name] == "type") return 1
    return (name in added) && (added[name] == "-" || ((added[name] in home) && home[added[name]] != home[name]))
  }

  function check(name, index_) {
    if (!isFound(name) || home[name] == from[index_] || floor[home[name]] < floor[from[index_]]) return
    print where[index_] ": " name " is declared in " home[name] ", which is not on a lower floor than " from[index_]
    failed = 1
  }

  END {
    for (k = 1; k <= lines; k++) {
      rest = text[k]
      before = ""
      while (match(rest, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(rest, RSTART, RLENGTH)
        if (RSTART > 1) before = substr(rest, RSTART - 1, 1)
        after = substr(rest, RSTART + RLENGTH, 1)
        # A method or function where it is called, a property after a dot, a type anywhere but in another one.
        if (word ~ /^[A-Z]/ ? before != "." : before == "." || after == "(") check(word, k)
        rest = substr(rest, RSTART + RLENGTH)
        before = word
      }
    }
    exit failed
  }' || {
  echo "names that reach up: move what is named down, or let the lower folder declare a protocol (docs/architecture.md)" >&2
  exit 1
}
