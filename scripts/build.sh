#!/usr/bin/env bash
# Builds the command line, optimized, and links it as .build/release/trellis: the nested package has a build folder of
# its own, as two packages that share one take each other's build plan for theirs.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
"$swift" build --package-path Tools -c release --product trellis
folder=$("$swift" build -c release --show-bin-path) # .build/PLATFORM/release, to which SwiftPM links .build/release
mkdir -p "$folder"
[ -e .build/release ] || ln -s "$(basename "$(dirname "$folder")")/release" .build/release
ln -sf ../../../Tools/.build/release/trellis "$folder/trellis"
