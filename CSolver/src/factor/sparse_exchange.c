/* sparse_exchange.c: rows enter a basis that was built without them.
 *
 * Each is a combination of basis rows, and if any of these comes later in the order of preference than it does itself, the last of them
 * goes. That gives the basis of greatest preference in whatever order rows enter, as independent rows are a matroid (J. Edmonds, Matroids
 * and the greedy algorithm, Mathematical Programming 1, 1971). The basis is known then, and built anew as a single tier, in the order that
 * keeps it sparse. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "factor/sparse_internal.h"

lx_status lx_exchange_create(lx_sparse *sparse, const lx_matrix *matrix, int32_t *basis, lx_exchange *x) {
  const lx_allocator *allocator = &sparse->allocator;
  const int64_t total = (int64_t)matrix->row_count + matrix->column_count;
  *x = (lx_exchange){.sparse = sparse, .matrix = matrix, .basis = basis};
  x->place_of = lx_allocate(allocator, total, sizeof *x->place_of);
  x->copy = lx_allocate(allocator, sparse->size, sizeof *x->copy);
  if (x->place_of == NULL || x->copy == NULL)
    return LX_ERROR_MEMORY;
  for (int64_t r = 0; r < total; r++)
    x->place_of[r] = INT32_MAX;
  return lx_vector_create(allocator, matrix->column_count, &x->row);
}

void lx_exchange_destroy(lx_exchange *x) {
  const lx_allocator *allocator = &x->sparse->allocator;
  lx_release(allocator, x->place_of);
  lx_release(allocator, x->copy);
  lx_vector_destroy(allocator, &x->row);
}

/* The position whose row the current one replaces: of the rows in the latest place that it is a combination of, the
 * one with the largest coefficient; -1 where none is later than its own. */
static int32_t choose_position(const lx_exchange *x, int32_t place) {
  double largest = 0;
  for (int32_t k = 0; k < x->row.count; k++)
    largest = fmax(largest, fabs(x->row.value[x->row.index[k]]));
  int32_t chosen = -1;
  for (int32_t k = 0; k < x->row.count; k++) {
    const int32_t position = x->row.index[k], latest = chosen < 0 ? place : x->place_of[x->basis[chosen]];
    const int32_t own = x->place_of[x->basis[position]];
    const double size = fabs(x->row.value[position]);
    if (size <= x->sparse->dependence * largest || own <= place)
      continue;
    if (own > latest || (own == latest && chosen >= 0 && size > fabs(x->row.value[chosen])))
      chosen = position;
  }
  return chosen;
}

lx_status lx_exchange_finish(lx_exchange *x) {
  const int32_t size = x->sparse->size, starts[2] = {0, size};
  if (x->entered == 0)
    return LX_OK;
  memcpy(x->copy, x->basis, sizeof *x->copy * (size_t)size);
  x->entered = 0;
  x->builds++;
  return lx_sparse_build_tiers(x->sparse, x->matrix, 1, starts, x->copy, x->basis);
}

lx_status lx_exchange_enter(lx_exchange *x, int32_t row) {
  int32_t unit, refactor = 0;
  const lx_entries entries = lx_matrix_row(x->matrix, row, &unit);
  lx_vector_clear(&x->row);
  for (int32_t t = 0; t < entries.count; t++) {
    x->row.value[entries.columns[t]] = entries.values[t];
    x->row.index[x->row.count++] = entries.columns[t];
  }
  lx_sparse_btran_row(x->sparse, &x->row);
  const int32_t position = choose_position(x, x->place_of[row]);
  if (position < 0)
    return LX_OK;
  const lx_status status = lx_sparse_update(x->sparse, position, &x->row, &refactor);
  x->basis[position] = row;
  x->entered++;
  return status == LX_OK && refactor ? lx_exchange_finish(x) : status;
}
