#!/usr/bin/env bash
# The C library by itself, as an embedder has it: a shared library that exports what csolver.h declares and nothing else, the
# header as C11 and as C++, and Examples/c/window.c, which must print what its first lines say.
set -euo pipefail
cd "$(dirname "$0")/.."

build=.build-c
mkdir -p "$build"
cc=${CC:-cc}
read -ra blas <<<"$(pkg-config --cflags --libs openblas 2>/dev/null || echo -lopenblas)"

mapfile -t sources < <(find CSolver/src -name '*.c' | sort)
"$cc" -std=c11 -O1 -Wall -Wextra -Werror -shared -fPIC -fvisibility=hidden -ICSolver/include -ICSolver/src \
  -o "$build/libcsolver.so" "${sources[@]}" "${blas[@]}" -lm -lpthread
nm -D --defined-only "$build/libcsolver.so" | awk '$3 ~ /^lx_/ { print $3 }' | sort >"$build/exported"
grep -E '^LX_API' CSolver/include/csolver.h | grep -oE 'lx_[a-z_]+\(' | tr -d '(' | sort >"$build/declared"
diff "$build/declared" "$build/exported" || {
  echo "c: the library exports (>) something else than csolver.h declares (<)" >&2
  exit 1
}

"$cc" -std=c11 -pedantic -Wall -Wextra -Werror -fsyntax-only -x c CSolver/include/csolver.h
"${CXX:-c++}" -std=c++17 -pedantic -Wall -Wextra -Werror -fsyntax-only -ICSolver/include -x c++ - <<'CPLUSPLUS'
#include "csolver.h"
lx_options options = LX_OPTIONS_INIT;
lx_statistics statistics = LX_STATISTICS_INIT;
lx_template_options template_options = LX_TEMPLATE_OPTIONS_INIT;
CPLUSPLUS

"$cc" -std=c11 -pedantic -Wall -Wextra -Werror -ICSolver/include -o "$build/window" Examples/c/window.c \
  "$build/libcsolver.so" -Wl,-rpath,"$PWD/$build"
"$build/window" >"$build/printed"
sed -n '/^ \* prints:$/,/^ \*\/$/s/^ \*   //p' Examples/c/window.c | diff - "$build/printed" || {
  echo "c: Examples/c/window.c prints (>) something else than it says (<)" >&2
  exit 1
}
echo "c: $(wc -l <"$build/exported") functions exported, the example prints what it says"
