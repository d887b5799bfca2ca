/* sparse_wide.c: wide rows are built around, and enter last.
 *
 * A row over a great part of the columns (the sum of all widths that presolve leaves of a row of views, a mean) is
 * mostly of the first tier, as it is required. Taken first, its line of U is as long as the row itself, and every row
 * of a later tier that meets its pivot fills up with it. So the others are built without the wide rows, which then enter
 * one by one: each is a combination of basis rows, and if any of these is of a later tier than it is itself, one of
 * the latest goes. That gives the basis of greatest preference whatever the order, as independent rows are a matroid.
 * The basis is known then, and built anew as a single tier, in the order that keeps it sparse. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "factor/sparse_internal.h"

/* A row is wide when it has more entries than this, and than so many times the mean of all. */
#define WIDE_ROW 64
#define WIDE_RATIO 8

typedef struct {
  lx_sparse *sparse;
  const lx_matrix *matrix;
  int32_t *tier_of;    /* per row of the matrix, stored or unit: its tier; tier_count where it is no candidate */
  int32_t *wide;       /* wide_count rows, by tier */
  int32_t *narrow;     /* the other candidates */
  int32_t *starts;     /* tiers of `narrow`, without empty ones */
  int32_t wide_count;
  int32_t tiers;
  lx_vector row; /* the row that enters, by position */
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
  const lx_allocator *allocator = &w->sparse->allocator;
  const lx_matrix *matrix = w->matrix;
  const int64_t total = (int64_t)matrix->row_count + matrix->column_count;
  const int32_t count = tier_starts[tier_count];
  w->tier_of = lx_allocate(allocator, total, sizeof *w->tier_of);
  w->wide = lx_allocate(allocator, count, sizeof *w->wide);
  w->narrow = lx_allocate(allocator, total, sizeof *w->narrow);
  w->starts = lx_allocate(allocator, (int64_t)tier_count + 3, sizeof *w->starts);
  const lx_status status = lx_vector_create(allocator, matrix->column_count, &w->row);
  if (status != LX_OK)
    return status;
  if (w->tier_of == NULL || w->wide == NULL || w->narrow == NULL || w->starts == NULL)
    return LX_ERROR_MEMORY;
  for (int64_t r = 0; r < total; r++)
    w->tier_of[r] = tier_count;
  const int64_t least = least_entries(matrix, count, candidates);
  int32_t narrow = 0;
  w->starts[0] = 0;
  for (int32_t tier = 0; tier < tier_count; tier++) {
    for (int32_t k = tier_starts[tier]; k < tier_starts[tier + 1]; k++) {
      w->tier_of[candidates[k]] = tier;
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
  const lx_allocator *allocator = &w->sparse->allocator;
  lx_release(allocator, w->tier_of);
  lx_release(allocator, w->wide);
  lx_release(allocator, w->narrow);
  lx_release(allocator, w->starts);
  lx_vector_destroy(allocator, &w->row);
}

/* The position whose row the current one replaces: of the latest tier among the rows that it is a combination of, the
 * one with the largest coefficient; -1 where all are of its own tier or earlier. */
static int32_t choose_position(const wide_build *w, int32_t tier, const int32_t *basis) {
  double largest = 0;
  for (int32_t k = 0; k < w->row.count; k++)
    largest = fmax(largest, fabs(w->row.value[w->row.index[k]]));
  int32_t chosen = -1;
  for (int32_t k = 0; k < w->row.count; k++) {
    const int32_t position = w->row.index[k], latest = chosen < 0 ? tier : w->tier_of[basis[chosen]];
    const int32_t own = w->tier_of[basis[position]];
    const double size = fabs(w->row.value[position]);
    if (size <= w->sparse->dependence * largest || own <= tier)
      continue;
    if (own > latest || (own == latest && chosen >= 0 && size > fabs(w->row.value[chosen])))
      chosen = position;
  }
  return chosen;
}

/* Builds the basis that there is, as a tier of its own, before the unit rows that it does not hold. */
static lx_status rebuild(wide_build *w, int32_t *basis) {
  const lx_matrix *matrix = w->matrix;
  const int32_t size = matrix->column_count;
  memcpy(w->narrow, basis, sizeof *basis * (size_t)size);
  w->starts[0] = 0;
  w->starts[1] = size;
  return lx_sparse_build_tiers(w->sparse, matrix, 1, w->starts, w->narrow, basis);
}

/* Replaces a row of the basis by a wide one where that is of an earlier tier. *entered_out counts those. */
static lx_status enter(wide_build *w, int32_t row, int32_t *basis, int32_t *entered_out) {
  int32_t unit, refactor = 0;
  const lx_entries entries = lx_matrix_row(w->matrix, row, &unit);
  lx_vector_clear(&w->row);
  for (int32_t t = 0; t < entries.count; t++) {
    w->row.value[entries.columns[t]] = entries.values[t];
    w->row.index[w->row.count++] = entries.columns[t];
  }
  lx_sparse_btran(w->sparse, &w->row);
  const int32_t position = choose_position(w, w->tier_of[row], basis);
  if (position < 0)
    return LX_OK;
  lx_status status = lx_sparse_update(w->sparse, position, &w->row, &refactor);
  basis[position] = row;
  *entered_out += 1;
  if (status == LX_OK && refactor) {
    status = rebuild(w, basis);
    *entered_out = 0;
  }
  return status;
}

lx_status lx_sparse_build_wide(lx_sparse *sparse, const lx_matrix *matrix, int32_t tier_count,
                               const int32_t *tier_starts, const int32_t *candidates, int32_t *basis_out) {
  wide_build w = {.sparse = sparse, .matrix = matrix};
  int32_t entered = 0;
  lx_status status = create(&w, tier_count, tier_starts, candidates);
  if (status == LX_OK)
    status = lx_sparse_build_tiers(sparse, matrix, w.tiers, w.starts, w.narrow, basis_out);
  for (int32_t k = 0; k < w.wide_count && status == LX_OK; k++) {
    status = lx_check_stop(sparse->stopper);
    if (status == LX_OK)
      status = enter(&w, w.wide[k], basis_out, &entered);
  }
  if (status == LX_OK && entered > 0)
    status = rebuild(&w, basis_out);
  destroy(&w);
  return status;
}
