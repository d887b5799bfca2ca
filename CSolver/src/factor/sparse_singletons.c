/* sparse_singletons.c: the first step of a build, and for most layout bases nearly the whole of it.
 *
 * A row with one entry in active columns is a pivot that leaves no line in U: what other rows have in its column
 * becomes their multiplier, and nothing is added anywhere. When no such row is left, a column with one entry in active
 * rows is a pivot that leaves no line in L. Both queues are first in, first out: a column singleton that was one
 * from the start comes before those that others made, which keeps the lines of U from hanging in long chains when rows
 * of later tiers are reduced by them. Linear in the entries of tier 0.
 *
 * Reference: Suhl and Suhl (1990), section 3.1. */
#include <assert.h>
#include <math.h>

#include "base/tolerances.h"
#include "factor/sparse_internal.h"

/* Reads tier 0 by columns, with the lengths and scales of its rows. A row without entries is rejected. */
static lx_status read_columns(lx_sparse *sparse, lx_build *build) {
  lx_lines *columns = &build->columns;
  int64_t *starts = columns->starts;
  int64_t entries = 0;
  for (int32_t i = 0; i < build->row_count; i++) {
    int32_t unit;
    const lx_entries row = lx_matrix_row(build->matrix, build->candidates[i], &unit);
    double largest = 0;
    for (int32_t t = 0; t < row.count; t++) {
      starts[row.columns[t] + 1]++;
      largest = fmax(largest, fabs(row.values[t]));
    }
    entries += row.count;
    build->row_length[i] = row.count;
    build->row_scale[i] = largest;
    build->row_stage[i] = row.count > 0 ? LX_ROW_ACTIVE : LX_ROW_REJECTED;
  }
  const lx_status status = lx_lines_reserve(&sparse->allocator, columns, entries);
  if (status != LX_OK)
    return status;
  for (int32_t j = 0; j < sparse->size; j++)
    starts[j + 1] += starts[j];
  for (int32_t i = build->row_count - 1; i >= 0; i--) {
    int32_t unit;
    const lx_entries row = lx_matrix_row(build->matrix, build->candidates[i], &unit);
    for (int32_t t = 0; t < row.count; t++) {
      const int64_t entry = --starts[row.columns[t] + 1];
      columns->index[entry] = i;
      columns->value[entry] = row.values[t];
    }
  }
  /* Each starts[j + 1] now is the start of column j. */
  for (int32_t j = 0; j < sparse->size; j++)
    starts[j] = starts[j + 1];
  starts[sparse->size] = entries;
  return LX_OK;
}

/* The active column of a row that has one, and its entry. */
static int32_t only_column(const lx_sparse *sparse, const lx_build *build, int32_t row, double *value_out) {
  int32_t unit;
  const lx_entries entries = lx_matrix_row(build->matrix, build->candidates[row], &unit);
  for (int32_t t = 0; t < entries.count; t++) {
    if (sparse->stage_of[entries.columns[t]] < 0) {
      *value_out = entries.values[t];
      return entries.columns[t];
    }
  }
  assert(!"a row of length one has an active column");
  return -1;
}

static lx_status row_singletons(lx_sparse *sparse, lx_build *build) {
  const lx_lines *columns = &build->columns;
  lx_lines *early = &build->early;
  int32_t head = 0;
  int32_t tail = 0;
  for (int32_t i = 0; i < build->row_count; i++) {
    if (build->row_length[i] == 1)
      build->queue[tail++] = i;
  }
  while (head < tail) {
    const int32_t row = build->queue[head++];
    if (build->row_stage[row] != LX_ROW_ACTIVE)
      continue;
    double pivot = 0;
    const int32_t column = only_column(sparse, build, row, &pivot);
    if (column < 0 || fabs(pivot) <= sparse->dependence * build->row_scale[row]) {
      build->row_stage[row] = LX_ROW_REJECTED;
      continue;
    }
    const int32_t stage = sparse->rank;
    const int64_t first = columns->starts[column];
    const int64_t last = columns->starts[column + 1];
    int64_t entry = early->starts[stage];
    const lx_status status = lx_lines_reserve(&sparse->allocator, early, entry + last - first);
    if (status != LX_OK)
      return status;
    build->row_stage[row] = stage;
    for (int64_t t = first; t < last; t++) {
      const int32_t other = columns->index[t];
      if (build->row_stage[other] != LX_ROW_ACTIVE)
        continue;
      early->index[entry] = other;
      early->value[entry++] = columns->value[t] / pivot;
      const int32_t length = --build->row_length[other];
      if (length == 1)
        build->queue[tail++] = other;
      if (length == 0)
        build->row_stage[other] = LX_ROW_REJECTED;
    }
    early->starts[stage + 1] = entry;
    sparse->upper_rows.starts[stage + 1] = sparse->upper_rows.starts[stage];
    lx_sparse_take(sparse, build, build->candidates[row], column, pivot);
  }
  return LX_OK;
}

/* Lengths of the active columns and the largest active entry of each active row. Neither the rows' active columns nor
 * this largest entry change while column singletons go. */
static void measure_active(const lx_sparse *sparse, lx_build *build) {
  for (int32_t i = 0; i < build->row_count; i++) {
    build->row_largest[i] = 0;
    if (build->row_stage[i] != LX_ROW_ACTIVE)
      continue;
    int32_t unit;
    const lx_entries row = lx_matrix_row(build->matrix, build->candidates[i], &unit);
    for (int32_t t = 0; t < row.count; t++) {
      if (sparse->stage_of[row.columns[t]] >= 0)
        continue;
      build->column_length[row.columns[t]]++;
      build->row_largest[i] = fmax(build->row_largest[i], fabs(row.values[t]));
    }
  }
}

static lx_status column_singletons(lx_sparse *sparse, lx_build *build) {
  const lx_lines *columns = &build->columns;
  lx_lines *upper = &sparse->upper_rows;
  int32_t head = 0;
  int32_t tail = 0;
  for (int32_t j = 0; j < sparse->size; j++) {
    if (sparse->stage_of[j] < 0 && build->column_length[j] == 1)
      build->queue[tail++] = j;
  }
  while (head < tail) {
    const int32_t column = build->queue[head++];
    if (build->column_length[column] != 1)
      continue;
    int64_t t = columns->starts[column];
    while (build->row_stage[columns->index[t]] != LX_ROW_ACTIVE)
      t++;
    assert(t < columns->starts[column + 1]);
    const int32_t row = columns->index[t];
    const double pivot = columns->value[t];
    /* A small pivot would do for tier 0, but rows of later tiers are reduced by the line that it leads: Markowitz finds
     * a larger one. */
    if (fabs(pivot) < LX_TOL_PIVOT_THRESHOLD * build->row_largest[row] ||
        fabs(pivot) <= sparse->dependence * build->row_scale[row]) {
      continue;
    }
    const int32_t stage = sparse->rank;
    int64_t entry = upper->starts[stage];
    const lx_status status = lx_lines_reserve(&sparse->allocator, upper, entry + build->row_length[row]);
    if (status != LX_OK)
      return status;
    int32_t unit;
    const lx_entries entries = lx_matrix_row(build->matrix, build->candidates[row], &unit);
    for (int32_t e = 0; e < entries.count; e++) {
      const int32_t other = entries.columns[e];
      if (sparse->stage_of[other] >= 0 || other == column)
        continue;
      upper->index[entry] = other;
      upper->value[entry++] = entries.values[e];
      if (--build->column_length[other] == 1)
        build->queue[tail++] = other;
    }
    upper->starts[stage + 1] = entry;
    build->early.starts[stage + 1] = build->early.starts[stage];
    build->row_stage[row] = stage;
    build->column_length[column] = 0;
    lx_sparse_take(sparse, build, build->candidates[row], column, pivot);
  }
  return LX_OK;
}

lx_status lx_sparse_singletons(lx_sparse *sparse, lx_build *build) {
  lx_status status = read_columns(sparse, build);
  if (status == LX_OK)
    status = row_singletons(sparse, build);
  if (status == LX_OK) {
    measure_active(sparse, build);
    status = column_singletons(sparse, build);
  }
  sparse->singletons = sparse->rank;
  return status;
}
