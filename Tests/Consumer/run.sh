#!/usr/bin/env bash
# Proves that Trellis can be depended on by version: tags a clone of the last commit, builds this package against it,
# runs it, and looks that nothing but Trellis was resolved, that its manifest says the same wherever it lies, and that no
# library of the tests was built or linked. The program is the one that README.md shows.
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

# The package has no dependencies: on its own it pins nothing, and its manifest reads the same there and as a checkout.
# Lines are sorted, as SwiftPM writes traits in any order.
manifest() { swift package --package-path "$1" dump-package | sed "s|$1|.|g; s|,\$||" | sort; }
(cd "$work/Trellis" && swift package resolve) || fail "does not resolve"
[ ! -e "$work/Trellis/Package.resolved" ] || fail "pins packages of its own: $(cat "$work/Trellis/Package.resolved")"
manifest "$work/Trellis" >"$work/alone.json"
grep -q '"dependencies" : \[ *$' "$work/alone.json" || fail "the manifest cannot be read"
manifest "$work/Consumer/.build/checkouts/Trellis" | diff "$work/alone.json" - || fail "the manifest depends on where it lies"

# What only the tests and TrellisText link may be missing on a consumer's machine.
built=$(find -L .build/debug -name '*.o' | grep -E '/(CRational|Judge|EditScripts|TestSupport|CTrellisText|TrellisText)\.build/' || true)
[ -n "$(find -L .build/debug/Trellis.build -name '*.o')" ] || fail "its objects are not found"
[ -z "$built" ] || fail "builds what it does not use: $built"
if command -v ldd >/dev/null; then
  ! ldd .build/debug/Consumer | grep -E 'libglpk|libgmp|libharfbuzz|libicu|libfontconfig' || fail "links a library that it does not use"
fi

swift run --skip-build Consumer >"$work/output"
diff - "$work/output" <"$here/expected.txt" || fail "prints something else"
echo "consumer: built by version against Trellis alone, printed what it should"
