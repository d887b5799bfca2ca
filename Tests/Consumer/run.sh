#!/usr/bin/env bash
# Proves that Trellis can be depended on by version: tags a clone of the last commit, builds this package against it,
# runs it, and looks that nothing but Trellis was resolved. The program is the one that README.md shows.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "consumer: $1" >&2
  exit 1
}

# The README's program is compiled, not one like it.
awk '/^```swift$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$repository/README.md" >"$work/readme.swift"
diff "$work/readme.swift" "$here/Sources/Consumer/main.swift" || fail "README.md and Sources/Consumer/main.swift differ"

git clone --quiet --no-hardlinks "$repository" "$work/Trellis"
git -C "$work/Trellis" tag --force 0.1.0 >/dev/null
mkdir "$work/Consumer"
cp -R "$here/Package.swift" "$here/Sources" "$work/Consumer"
cd "$work/Consumer"

export TRELLIS_URL="file://$work/Trellis"
swift build 2>&1 | tee "$work/build.log" || fail "does not build"
! grep 'warning:' "$work/build.log" || fail "builds with warnings"

resolved=$(sed -n 's/.*"identity" : "\(.*\)".*/\1/p' Package.resolved | tr '\n' ' ')
[ "$resolved" = "trellis " ] || fail "resolved more than Trellis: $resolved"
grep -q '"version" : "0.1.0"' Package.resolved || fail "was not resolved by version"
fetched=$(ls .build/checkouts | tr '\n' ' ')
[ "$fetched" = "Trellis " ] || fail "fetched more than Trellis: $fetched"

swift run --skip-build Consumer >"$work/output"
diff - "$work/output" <"$here/expected.txt" || fail "prints something else"
echo "consumer: built by version against Trellis alone, printed what it should"
