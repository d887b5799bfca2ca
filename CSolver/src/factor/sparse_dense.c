/* sparse_dense.c: the end of the elimination of tier 0, where what is left of it has filled up.
 *
 * Lists no longer pay there: rows are moved to a matrix and eliminated by panels, each of which is taken from all rows below at once. A row
 * is brought up to date within its panel when its turn comes, and its largest entry is the pivot, as far as it has any
 * that counts: the threshold and the tolerance of dependence are those of the Markowitz elimination. Cubic in the order of what is
 * left, and as fast as the product of two matrices.
 *
 * Reference: G. H. Golub and C. F. Van Loan, Matrix Computations, section 3.2 (elimination by blocks). */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "factor/sparse_internal.h"
#include "linalg/kernels.h"

/* Pivots of a panel. */
#define PANEL 32

typedef struct {
  lx_sparse *sparse;
  lx_build *build;
  int32_t columns;  /* of the matrix */
  int32_t rows;     /* that are not rejected: the first ones … */
  int32_t rank;     /* … and as many of these are pivots */
  int32_t panel;    /* first pivot of the panel at hand: what those before it do is done to all rows */
  double *value;    /* by rows; a pivot row has its multipliers before the pivot */
  int32_t *row_of;  /* row of tier 0 */
  int32_t *column_of;
  double *largest;  /* by pivot: largest entry of its line of U */
} dense_rest;

static double *row_at(const dense_rest *d, int32_t row) { return d->value + (int64_t)row * d->columns; }

static void swap_rows(dense_rest *d, int32_t a, int32_t b) {
  double *first = row_at(d, a), *second = row_at(d, b);
  for (int32_t j = 0; j < d->columns && a != b; j++) {
    const double kept = first[j];
    first[j] = second[j];
    second[j] = kept;
  }
  const int32_t kept = d->row_of[a];
  d->row_of[a] = d->row_of[b];
  d->row_of[b] = kept;
}

static void swap_columns(dense_rest *d, int32_t a, int32_t b) {
  for (int32_t i = 0; i < d->rows && a != b; i++) {
    double *row = row_at(d, i);
    const double kept = row[a];
    row[a] = row[b];
    row[b] = kept;
  }
  const int32_t kept = d->column_of[a];
  d->column_of[a] = d->column_of[b];
  d->column_of[b] = kept;
}

/* Takes the pivots of the panel from the columns before `end` of a row, in which they leave their multipliers. */
static void subtract_pivots(dense_rest *d, int32_t row, int32_t end) {
  double *values = row_at(d, row), *scale = &d->build->row_scale[d->row_of[row]];
  for (int32_t k = d->panel; k < d->rank; k++) {
    const double *pivot = row_at(d, k);
    if (values[k] == 0)
      continue;
    values[k] /= pivot[k];
    *scale = fmax(*scale, fabs(values[k]) * d->largest[k]);
    lx_axpy(end - k - 1, -values[k], pivot + k + 1, values + k + 1);
  }
}

/* Where the largest entry of a row is, from the column `rank` on; entries that are what cancelling leaves become 0. */
static int32_t find_largest(const dense_rest *d, int32_t row) {
  double *values = row_at(d, row);
  const double least = LX_CANCELLED * d->build->row_scale[d->row_of[row]];
  int32_t best = d->rank;
  for (int32_t j = d->rank; j < d->columns; j++) {
    if (fabs(values[j]) <= least)
      values[j] = 0;
    if (fabs(values[j]) > fabs(values[best]))
      best = j;
  }
  return best;
}

/* Makes the next row a pivot row, or rejects it. */
static void take_row(dense_rest *d) {
  const int32_t row = d->rank;
  subtract_pivots(d, row, d->columns);
  const int32_t best = row < d->columns ? find_largest(d, row) : -1;
  const double largest = best < 0 ? 0 : fabs(row_at(d, row)[best]);
  if (largest <= d->sparse->dependence * d->build->row_scale[d->row_of[row]]) {
    d->build->row_stage[d->row_of[row]] = LX_ROW_REJECTED;
    swap_rows(d, row, --d->rows);
    return;
  }
  swap_columns(d, row, best);
  d->largest[row] = largest;
  d->rank++;
}

/* Takes the panel from all rows that are no pivots. */
static void end_panel(dense_rest *d) {
  const int32_t width = d->rank - d->panel, below = d->rows - d->rank, right = d->columns - d->rank;
  for (int32_t i = d->rank; i < d->rows; i++)
    subtract_pivots(d, i, d->rank);
  if (below > 0 && right > 0 && width > 0)
    lx_subtract_product(below, right, width, row_at(d, d->rank) + d->panel, d->columns, row_at(d, d->panel) + d->rank, d->columns,
                        row_at(d, d->rank) + d->rank, d->columns);
  d->sparse->built += (int64_t)below * right;
  d->panel = d->rank;
}

/* Appends the pivots to the factors. */
static lx_status write_stages(dense_rest *d) {
  lx_sparse *sparse = d->sparse;
  lx_build *build = d->build;
  lx_lines *upper = &sparse->upper_rows, *early = &build->early;
  const lx_allocator *allocator = &sparse->allocator;
  for (int32_t k = 0; k < d->rank; k++) {
    const int32_t stage = sparse->rank;
    int64_t end = upper->starts[stage];
    lx_status status = lx_lines_reserve(allocator, upper, end + d->columns - k);
    if (status == LX_OK)
      status = lx_lines_reserve(allocator, early, early->starts[stage] + d->rank - k);
    if (status != LX_OK)
      return status;
    const double *row = row_at(d, k);
    for (int32_t j = k + 1; j < d->columns; j++)
      if (row[j] != 0) {
        upper->index[end] = d->column_of[j];
        upper->value[end++] = row[j];
      }
    upper->starts[stage + 1] = end;
    end = early->starts[stage];
    for (int32_t i = k + 1; i < d->rank; i++) {
      const double multiplier = row_at(d, i)[k];
      if (multiplier != 0) {
        early->index[end] = d->row_of[i];
        early->value[end++] = multiplier;
      }
    }
    early->starts[stage + 1] = end;
    build->row_stage[d->row_of[k]] = stage;
    lx_sparse_take(sparse, build, build->candidates[d->row_of[k]], d->column_of[k], row[k]);
  }
  return LX_OK;
}

static lx_status eliminate(dense_rest *d) {
  while (d->rank < d->rows) {
    take_row(d);
    if (d->rank - d->panel < PANEL)
      continue;
    end_panel(d);
    const lx_status status = lx_check_stop(d->sparse->stopper);
    if (status != LX_OK)
      return status;
  }
  return write_stages(d);
}

lx_status lx_sparse_finish_dense(lx_sparse *sparse, lx_build *build, const lx_rest *rest) {
  const lx_allocator *allocator = &sparse->allocator;
  const int32_t size = sparse->size;
  dense_rest d = {.sparse = sparse, .build = build, .columns = rest->columns};
  int32_t *local = lx_allocate(allocator, size, sizeof *local); /* per column */
  d.value = lx_allocate_zeroed(allocator, (int64_t)rest->rows * rest->columns, sizeof *d.value);
  d.row_of = lx_allocate(allocator, rest->rows, sizeof *d.row_of);
  d.column_of = lx_allocate(allocator, rest->columns, sizeof *d.column_of);
  d.largest = lx_allocate(allocator, rest->rows, sizeof *d.largest);
  lx_status status = local && d.value && d.row_of && d.column_of && d.largest ? LX_OK : LX_ERROR_MEMORY;
  for (int32_t j = 0, next = 0; j < size && status == LX_OK; j++)
    if (sparse->stage_of[j] < 0 && build->column_length[j] > 0) {
      local[j] = next;
      d.column_of[next++] = j;
    }
  for (int32_t i = 0; i < build->row_count && status == LX_OK; i++) {
    if (build->row_stage[i] != LX_ROW_ACTIVE)
      continue;
    double *row = row_at(&d, d.rows);
    d.row_of[d.rows++] = i;
    for (int64_t t = rest->start[i]; t < rest->start[i] + rest->length[i]; t++)
      row[local[rest->index[t]]] = rest->value[t];
  }
  if (status == LX_OK)
    status = eliminate(&d);
  lx_release(allocator, local);
  lx_release(allocator, d.value);
  lx_release(allocator, d.row_of);
  lx_release(allocator, d.column_of);
  lx_release(allocator, d.largest);
  return status;
}
