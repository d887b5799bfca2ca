#!/usr/bin/env bash
# The command line as one file that needs nothing on the machine but libc, libstdc++ and libxml2: Swift's libraries are linked in, dense kernels
# are plain ones, and the texts of documents are not measured (traits OpenBLAS and Text, off). Beside it completions for bash, zsh and fish, and manual pages made from its help.
#
#   scripts/static.sh [FOLDER]     default .build-static/install: bin/, share/man/man1/, share/bash-completion/ and so on
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-.build-static/install}
build=(build --package-path Tools --scratch-path .build-static/swift -c release --product trellis
  --static-swift-stdlib --disable-default-traits)
swift "${build[@]}" -Xlinker -s
program=$(swift "${build[@]}" --show-bin-path)/trellis
mkdir -p "$folder/bin" "$folder/share/bash-completion/completions" "$folder/share/zsh/site-functions" \
  "$folder/share/fish/vendor_completions.d"
install -m 755 "$program" "$folder/bin/trellis"
"$program" --generate-completion-script bash >"$folder/share/bash-completion/completions/trellis"
"$program" --generate-completion-script zsh >"$folder/share/zsh/site-functions/_trellis"
"$program" --generate-completion-script fish >"$folder/share/fish/vendor_completions.d/trellis.fish"
scripts/man.py "$program" "$folder/share/man/man1"

if ldd "$program" | grep -E 'libswift|libFoundation|openblas|harfbuzz|fontconfig'; then
  echo "static: still linked to the above" >&2
  exit 1
fi
for file in Examples/form-vfl.json Examples/cells.json; do
  env -i "$folder/bin/trellis" layout "$file" >/dev/null
done
echo "static: $(stat -c %s "$folder/bin/trellis" 2>/dev/null || stat -f %z "$folder/bin/trellis") bytes, needs $(ldd "$program" | awk '{ print $1 }' | tr '\n' ' ')"
