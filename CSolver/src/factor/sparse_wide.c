/* sparse_wide.c: wide rows are built around, and enter last.
 *
 * A row over a great part of the columns (the sum of all widths that presolve leaves of a row of views, a mean) is
 * mostly of the first tier, as it is required. Taken first, its line of U is as long as the row itself, and every row
 * of a later tier that meets its pivot fills up with it. So the others are built without the wide rows, which then enter
 * one by one (sparse_exchange.c). */
#include "factor/sparse_internal.h"

/* A row is wide when it has more entries than this, and than so many times the mean of all. */
#define WIDE_ROW 64
#define WIDE_RATIO 8

typedef struct {
  lx_exchange exchange; /* a row's place is its tier */
  int32_t *wide;        /* wide_count rows, by tier */
  int32_t *narrow;      /* the other candidates */
  int32_t *starts;      /* tiers of `narrow`, without empty ones */
  int32_t wide_count;
  int32_t tiers;
} wide_build;

static bool is_wide(const lx_matrix *matrix, int32_t row, int64_t least) {
  return row < matrix->row_count && matrix->starts[row + 1] - matrix->starts[row] >= least;
}

/* The least entries of a wide row. */
static int64_t least_entries(const lx_matrix *matrix, int32_t count, const int32_t *candidates) {
  int64_t entries = 0, rows = 0;
  for (int32_t k = 0; k < count; k++)
    if (candidates[k] < matrix->row_count) {
      entries += matrix->starts[candidates[k] + 1] - matrix->starts[candidates[k]];
      rows++;
    }
  const int64_t mean = rows > 0 ? entries / rows + 1 : 1;
  return WIDE_RATIO * mean > WIDE_ROW ? WIDE_RATIO * mean : WIDE_ROW;
}

bool lx_sparse_has_wide(const lx_matrix *matrix, int32_t tier_count, const int32_t *tier_starts,
                        const int32_t *candidates) {
  int32_t last = tier_count - 1; /* the last tier with stored rows: no tier after it fills up */
  while (last > 0) {
    bool is_stored = false;
    for (int32_t k = tier_starts[last]; k < tier_starts[last + 1] && !is_stored; k++)
      is_stored = candidates[k] < matrix->row_count;
    if (is_stored)
      break;
    last--;
  }
  if (last <= 0)
    return false;
  const int64_t least = least_entries(matrix, tier_starts[tier_count], candidates);
  for (int32_t k = 0; k < tier_starts[last]; k++)
    if (is_wide(matrix, candidates[k], least))
      return true;
  return false;
}

static lx_status create(wide_build *w, int32_t tier_count, const int32_t *tier_starts, const int32_t *candidates) {
  const lx_allocator *allocator = &w->exchange.sparse->allocator;
  const lx_matrix *matrix = w->exchange.matrix;
  const int32_t count = tier_starts[tier_count];
  w->wide = lx_allocate(allocator, count, sizeof *w->wide);
  w->narrow = lx_allocate(allocator, count, sizeof *w->narrow);
  w->starts = lx_allocate(allocator, (int64_t)tier_count + 1, sizeof *w->starts);
  if (w->wide == NULL || w->narrow == NULL || w->starts == NULL)
    return LX_ERROR_MEMORY;
  const int64_t least = least_entries(matrix, count, candidates);
  int32_t narrow = 0;
  w->starts[0] = 0;
  for (int32_t tier = 0; tier < tier_count; tier++) {
    for (int32_t k = tier_starts[tier]; k < tier_starts[tier + 1]; k++) {
      w->exchange.place_of[candidates[k]] = tier;
      if (is_wide(matrix, candidates[k], least))
        w->wide[w->wide_count++] = candidates[k];
      else
        w->narrow[narrow++] = candidates[k];
    }
    if (narrow > w->starts[w->tiers])
      w->starts[++w->tiers] = narrow;
  }
  return LX_OK;
}

static void destroy(wide_build *w) {
  const lx_allocator *allocator = &w->exchange.sparse->allocator;
  lx_release(allocator, w->wide);
  lx_release(allocator, w->narrow);
  lx_release(allocator, w->starts);
  lx_exchange_destroy(&w->exchange);
}

lx_status lx_sparse_build_wide(lx_sparse *sparse, const lx_matrix *matrix, int32_t tier_count,
                               const int32_t *tier_starts, const int32_t *candidates, int32_t *basis_out) {
  wide_build w = {0};
  lx_status status = lx_exchange_create(sparse, matrix, basis_out, &w.exchange);
  if (status == LX_OK)
    status = create(&w, tier_count, tier_starts, candidates);
  if (status == LX_OK)
    status = lx_sparse_build_tiers(sparse, matrix, w.tiers, w.starts, w.narrow, basis_out);
  for (int32_t k = 0; k < w.wide_count && status == LX_OK; k++) {
    status = lx_check_stop(sparse->stopper);
    if (status == LX_OK)
      status = lx_exchange_enter(&w.exchange, w.wide[k]);
  }
  if (status == LX_OK)
    status = lx_exchange_finish(&w.exchange);
  destroy(&w);
  return status;
}
