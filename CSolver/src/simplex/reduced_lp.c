/* reduced_lp.c: see reduced_lp.h. */
#include "simplex/reduced_lp.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"

lx_status lx_lp_create(lx_arena *arena, int32_t rows, int32_t variables, int32_t entries, int32_t levels,
                       lx_reduced_lp *out) {
  const int32_t total = rows + variables;
  *out = (lx_reduced_lp){
      .rows = rows,
      .variables = variables,
      .total = total,
      .levels = levels,
      .point = 1,
      .starts = lx_arena_take(arena, (int64_t)rows + 1, sizeof(int32_t)),
      .columns = lx_arena_take(arena, entries, sizeof(int32_t)),
      .values = lx_arena_take(arena, entries, sizeof(double)),
      .column_starts = lx_arena_take_zeroed(arena, (int64_t)variables + 2, sizeof(int32_t)),
      .column_rows = lx_arena_take(arena, entries, sizeof(int32_t)),
      .column_values = lx_arena_take(arena, entries, sizeof(double)),
      .constant = lx_arena_take_zeroed(arena, total, sizeof(double)),
      .weight = lx_arena_take(arena, total, sizeof(double)),
      .above = lx_arena_take(arena, total, sizeof(int32_t)),
      .below = lx_arena_take(arena, total, sizeof(int32_t)),
      .start = lx_arena_take_zeroed(arena, total, sizeof(int8_t)),
      .slope_tolerance = lx_arena_take_zeroed(arena, levels, sizeof(double)),
      .heaviest = lx_arena_take_zeroed(arena, levels, sizeof(double)),
      .lightest = lx_arena_take_zeroed(arena, levels, sizeof(double)),
  };
  if (out->starts == NULL || out->columns == NULL || out->values == NULL || out->column_starts == NULL ||
      out->column_rows == NULL || out->column_values == NULL || out->constant == NULL || out->weight == NULL ||
      out->above == NULL || out->below == NULL || out->start == NULL || out->slope_tolerance == NULL ||
      out->heaviest == NULL || out->lightest == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t r = 0; r < total; r++) {
    out->weight[r] = 1;
    out->above[r] = -1;
    out->below[r] = -1;
  }
  return LX_OK;
}

/* Counting sort of the entries by column; column_starts has one more item for the running ends. */
static void transpose(lx_reduced_lp *lp) {
  int32_t *ends = lp->column_starts + 1;
  const int32_t entries = lp->starts[lp->rows];
  for (int32_t e = 0; e < entries; e++)
    ends[lp->columns[e] + 1]++;
  for (int32_t j = 0; j < lp->variables; j++)
    ends[j + 1] += ends[j];
  for (int32_t r = 0; r < lp->rows; r++)
    for (int32_t e = lp->starts[r]; e < lp->starts[r + 1]; e++) {
      const int32_t entry = ends[lp->columns[e]]++;
      lp->column_rows[entry] = r;
      lp->column_values[entry] = lp->values[e];
    }
}

static void weigh(lx_reduced_lp *lp, int32_t level, double weight) {
  if (level < 0)
    return;
  if (weight > lp->heaviest[level])
    lp->heaviest[level] = weight;
  if (lp->lightest[level] == 0 || weight < lp->lightest[level])
    lp->lightest[level] = weight;
}

void lx_lp_finish(lx_reduced_lp *lp) {
  lp->matrix = (lx_matrix){lp->rows, lp->variables, lp->starts, lp->columns, lp->values};
  transpose(lp);
  double largest = 1, smallest = 1; /* of the coefficients, unit rows among them */
  for (int32_t e = 0; e < lp->starts[lp->rows]; e++) {
    const double size = fabs(lp->values[e]);
    largest = size > largest ? size : largest;
    smallest = size < smallest ? size : smallest;
  }
  lp->is_wide = largest > LX_WIDE_COEFFICIENTS * smallest;
  for (int32_t r = 0; r < lp->total; r++) {
    weigh(lp, lp->above[r], lp->weight[r]);
    weigh(lp, lp->below[r], lp->weight[r]);
  }
  for (int32_t level = 0; level < lp->levels; level++) {
    const double heaviest = lp->heaviest[level], lightest = lp->lightest[level];
    lp->is_wide |= heaviest > LX_WIDE_WEIGHTS * lightest;
    lp->slope_tolerance[level] = lx_slope_tolerance(heaviest, lightest);
  }
}

void lx_lp_estimate_sizes(const lx_reduced_lp *lp, double *size) {
  memset(size, 0, sizeof *size * (size_t)lp->variables);
  for (int32_t r = 0; r < lp->rows; r++) {
    double sum = 0;
    if (fabs(lp->constant[r]) <= LX_LEAST_CONSTANT * lx_lp_unit(lp, r))
      continue;
    for (int32_t e = lp->starts[r]; e < lp->starts[r + 1]; e++)
      sum += fabs(lp->values[e]);
    for (int32_t e = lp->starts[r]; e < lp->starts[r + 1]; e++)
      size[lp->columns[e]] = fmax(size[lp->columns[e]], fabs(lp->constant[r]) / sum);
  }
}

double lx_lp_size(const lx_reduced_lp *lp, const double *size, int32_t row) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  double least = lx_lp_unit(lp, row);
  for (int32_t e = 0; e < entries.count; e++)
    if (size[entries.columns[e]] > 0)
      least = fmin(least, fabs(entries.values[e]) * size[entries.columns[e]]);
  return least / lx_lp_unit(lp, row);
}

lx_status lx_lp_choose_point(lx_arena *arena, lx_reduced_lp *lp) {
  double *size = lx_allocate(arena->allocator, lp->variables, sizeof *size), sum = 0;
  if (size == NULL)
    return LX_ERROR_MEMORY;
  lx_lp_estimate_sizes(lp, size);
  for (int32_t r = 0; r < lp->total; r++)
    sum += lx_lp_size(lp, size, r);
  lp->point = sum < LX_SMALL_SIZE * lp->total ? sum / lp->total : 1;
  lx_release(arena->allocator, size);
  return LX_OK;
}

lx_status lx_vertex_create(lx_arena *arena, const lx_reduced_lp *lp, lx_vertex *out) {
  *out = (lx_vertex){
      .x = lx_arena_take_zeroed(arena, lp->variables, sizeof(double)),
      .basis = lx_arena_take(arena, lp->variables, sizeof(int32_t)),
      .position = lx_arena_take(arena, lp->total, sizeof(int32_t)),
      .side = lx_arena_take_zeroed(arena, lp->total, sizeof(int8_t)),
      .distance = lx_arena_take_zeroed(arena, lp->total, sizeof(double)),
      .duals = lx_arena_take_zeroed(arena, (int64_t)lp->variables * lp->levels, sizeof(double)),
  };
  if (out->side != NULL)
    for (int32_t r = 0; r < lp->total; r++)
      out->side[r] = lp->start[r] == LX_BASIS_TIGHT ? 0 : lp->start[r];
  if (out->x == NULL || out->basis == NULL || out->position == NULL || out->side == NULL || out->distance == NULL ||
      out->duals == NULL)
    return LX_ERROR_MEMORY;
  return LX_OK;
}

int lx_lp_is_cold(const lx_reduced_lp *lp) {
  for (int32_t r = 0; r < lp->total; r++)
    if (lp->start[r] == LX_BASIS_TIGHT)
      return 0;
  return 1;
}

double lx_lp_activity(const lx_reduced_lp *lp, int32_t row, const double *x) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  double sum = 0;
  for (int32_t e = 0; e < entries.count; e++)
    sum += entries.values[e] * x[entries.columns[e]];
  return sum;
}

void lx_lp_add_row(const lx_reduced_lp *lp, int32_t row, lx_dd factor, lx_dd *sums) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  for (int32_t e = 0; e < entries.count; e++) {
    lx_dd *sum = &sums[entries.columns[e]];
    *sum = lx_dd_add(*sum, lx_dd_multiply(factor, lx_dd_of(entries.values[e])));
  }
}

double lx_lp_error(const lx_reduced_lp *lp, int32_t row, double distance, int32_t *level_out) {
  *level_out = distance > 0 ? lp->above[row] : distance < 0 ? lp->below[row] : -1;
  return *level_out >= 0 ? fabs(distance) : 0;
}

int8_t lx_lp_cheaper_side(const lx_reduced_lp *lp, int32_t row) {
  const int32_t above = lp->above[row], below = lp->below[row];
  if (above < 0)
    return 1;
  if (below < 0)
    return -1;
  return above >= below ? 1 : -1;
}

int lx_lp_is_infeasible(const lx_reduced_lp *lp, const lx_vertex *vertex) {
  for (int32_t r = 0; r < lp->total; r++) {
    int32_t level;
    if (lx_lp_error(lp, r, vertex->distance[r], &level) > LX_TOL_REQUIRED * lx_lp_unit(lp, r) &&
        level < lp->binding_levels)
      return 1;
  }
  return 0;
}

lx_status lx_vertex_factor(lx_arena *arena, const lx_reduced_lp *lp, lx_vertex *vertex, lx_factor *factor,
                           lx_statistics *statistics, int *same_out) {
  const int32_t n = lp->variables;
  const size_t duals = sizeof *vertex->duals * (size_t)n * (size_t)lp->levels;
  int32_t *candidates = lx_arena_take(arena, 2 * (int64_t)n, sizeof *candidates);
  int32_t *order = lx_arena_take(arena, n, sizeof *order);
  double *old = lx_arena_take(arena, (int64_t)n * lp->levels, sizeof *old);
  if (candidates == NULL || order == NULL || old == NULL)
    return LX_ERROR_MEMORY;
  int32_t count = n;
  memcpy(candidates, vertex->basis, sizeof *candidates * (size_t)n);
  for (int32_t j = 0; j < n; j++)
    if (vertex->position[lp->rows + j] < 0)
      candidates[count++] = lp->rows + j;
  const int32_t tiers[3] = {0, n, count};
  statistics->factorizations++;
  lx_factor_set_dependence(factor, LX_TOL_DEPENDENT_PRECISE);
  const lx_status status = lx_factor_build(factor, &lp->matrix, 2, tiers, candidates, order);
  *same_out = status == LX_OK;
  for (int32_t p = 0; p < n && *same_out; p++)
    *same_out = vertex->position[order[p]] >= 0;
  if (!*same_out)
    return status;
  memcpy(old, vertex->duals, duals);
  for (int32_t p = 0; p < n; p++)
    for (int32_t level = 0; level < lp->levels; level++)
      vertex->duals[(int64_t)level * n + p] = old[(int64_t)level * n + vertex->position[order[p]]];
  for (int32_t p = 0; p < n; p++) {
    vertex->basis[p] = order[p];
    vertex->position[order[p]] = p;
  }
  return LX_OK;
}
