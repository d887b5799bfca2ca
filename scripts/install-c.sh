#!/usr/bin/env bash
# What `make install` gives: for OpenBLAS and for plain kernels, the tree is installed by DESTDIR and by PREFIX, and
# Examples/c/split.c is built against it by pkg-config (C, C++, static) and by CMake, from the installed tree and as a
# subproject. Each must print what its first lines say.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "install-c: $1" >&2
  exit 1
}
sed -n '/^ \* prints:$/,/^ \*\/$/s/^ \*   //p' Examples/c/split.c >"$work/expected"
check() { "$@" | diff "$work/expected" - || fail "$* prints (>) something else than split.c says (<)"; }

flags=(-Wall -Wextra -Werror -pedantic)
for blas in openblas none; do
  tree=$work/$blas
  make -s install PREFIX="$tree" CSOLVER_BLAS=$blas
  make -s install PREFIX=/usr DESTDIR="$work/stage-$blas" CSOLVER_BLAS=$blas
  [ -f "$work/stage-$blas/usr/include/csolver.h" ] || fail "DESTDIR is not honoured"
  export PKG_CONFIG_PATH=$tree/lib/pkgconfig LD_LIBRARY_PATH=$tree/lib
  read -ra options <<<"$(pkg-config --cflags --libs csolver)"
  "${CC:-cc}" -std=c11 "${flags[@]}" Examples/c/split.c "${options[@]}" -o "$work/split"
  check "$work/split"
  "${CXX:-c++}" -std=c++17 "${flags[@]}" -x c++ Examples/c/split.c "${options[@]}" -o "$work/split"
  check "$work/split"
  read -ra options <<<"$(pkg-config --static --libs csolver | sed 's/-lcsolver/-l:libcsolver.a/')"
  "${CC:-cc}" -std=c11 -I"$tree/include" Examples/c/split.c "${options[@]}" -o "$work/split"
  LD_LIBRARY_PATH='' check "$work/split"

  library=$tree/lib/libcsolver.so
  grep -E '^LX_API' CSolver/include/csolver.h | grep -oE 'lx_[a-z_]+\(' | tr -d '(' | sort >"$work/declared"
  nm -D --defined-only "$library" | awk '{ print $3 }' | sort | diff "$work/declared" - || fail "shared: other symbols"
  nm -g --defined-only "$tree/lib/libcsolver.a" | awk 'NF == 3 { print $3 }' | sort | diff "$work/declared" - ||
    fail "static: other symbols"
  soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
  [[ $soname == libcsolver.so.* && -e $tree/lib/$soname ]] || fail "soname $soname is not installed"
  if [ $blas = none ] && readelf -d "$library" | grep -q openblas; then fail "none links OpenBLAS"; fi

  if command -v cmake >/dev/null; then
    mv "$tree" "$tree-moved"
    cmake -S Examples/c -B "$work/cmake-$blas" -DCMAKE_PREFIX_PATH="$tree-moved" >"$work/log" 2>&1 &&
      cmake --build "$work/cmake-$blas" >>"$work/log" 2>&1 || { cat "$work/log" >&2; fail "CMake"; }
    unset LD_LIBRARY_PATH
    for program in split split-static split-cpp; do check "$work/cmake-$blas/$program"; done
  fi
done

if command -v cmake >/dev/null; then
  mkdir "$work/sub"
  cat >"$work/sub/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.18)
project(sub LANGUAGES C)
set(CSOLVER_BLAS none)
add_subdirectory("$PWD" csolver)
add_executable(split "$PWD/Examples/c/split.c")
target_link_libraries(split PRIVATE csolver::csolver)
CMAKE
  cmake -S "$work/sub" -B "$work/sub/build" >"$work/log" 2>&1 && cmake --build "$work/sub/build" >>"$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "CMake as a subproject"; }
  check "$work/sub/build/split"
else
  echo "install-c: no cmake; its package was not tried" >&2
fi
echo "install-c: installed with and without OpenBLAS; the example prints what it says"
