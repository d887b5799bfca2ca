#!/usr/bin/env bash
# What the build needs beyond Swift, from Debian's packages: installed where we may, else said in one line.
#
#   scripts/require.sh [test]     `test` adds what only the tests need (the independent judges, fonts, CMake)
set -euo pipefail

packages=(pkg-config libopenblas-dev libharfbuzz-dev libfontconfig-dev)
[ "${1:-}" = test ] && packages+=(
  libglpk-dev libgmp-dev cmake libharfbuzz-bin fonts-inter fonts-dejavu-core fonts-noto-core fonts-droid-fallback)

if ! command -v swift >/dev/null; then
  echo "Swift is missing: install Swift 6.1 or later from https://www.swift.org/install and put it on the PATH." >&2
  exit 1
fi
[ "$(uname -s)" = Linux ] || exit 0 # Apple's platforms bring Accelerate

# `dpkg-query` knows pkgconf as pkg-config's successor only by what it provides, so the tool itself is asked for.
missing=()
for package in "${packages[@]}"; do
  case $package in
    pkg-config) command -v pkg-config >/dev/null || missing+=("$package") ;;
    *) pkg-config --exists "$(sed 's/^lib//; s/-dev$//' <<<"$package")" 2>/dev/null \
      || dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package") ;;
  esac
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then as_root=(sudo); else as_root=(false); fi
fi
if ! command -v apt-get >/dev/null || [ "${as_root[0]:-}" = false ]; then
  echo "Missing: ${missing[*]}. On Debian or Ubuntu: sudo apt-get install ${missing[*]}" >&2
  exit 1
fi
echo "Installing ${missing[*]}" >&2
"${as_root[@]}" apt-get update -qq >&2
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
