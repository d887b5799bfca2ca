/* union_find.c: see union_find.h. */
#include "base/union_find.h"

int32_t lx_find_root(int32_t *parent, int32_t j) {
  while (parent[j] != j) {
    parent[j] = parent[parent[j]];
    j = parent[j];
  }
  return j;
}

void lx_unite(int32_t *parent, int32_t a, int32_t b) {
  a = lx_find_root(parent, a);
  b = lx_find_root(parent, b);
  if (a < b)
    parent[b] = a;
  else
    parent[a] = b;
}
