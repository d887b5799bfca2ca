/* core.c: see core.h. */
#include "simplex/core.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"

lx_status lx_core_create(lx_arena *arena, int32_t rows, int32_t variables, int32_t entries, int32_t levels,
                         lx_core *out) {
  const int32_t total = rows + variables;
  *out = (lx_core){
      .rows = rows,
      .variables = variables,
      .total = total,
      .levels = levels,
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

/* Counting sort of the entries by column; column_starts has one place to spare for the running ends. */
static void transpose(lx_core *core) {
  int32_t *ends = core->column_starts + 1;
  const int32_t entries = core->starts[core->rows];
  for (int32_t e = 0; e < entries; e++)
    ends[core->columns[e] + 1]++;
  for (int32_t j = 0; j < core->variables; j++)
    ends[j + 1] += ends[j];
  for (int32_t r = 0; r < core->rows; r++)
    for (int32_t e = core->starts[r]; e < core->starts[r + 1]; e++) {
      const int32_t place = ends[core->columns[e]]++;
      core->column_rows[place] = r;
      core->column_values[place] = core->values[e];
    }
}

static void weigh(lx_core *core, int32_t level, double weight) {
  if (level < 0)
    return;
  if (weight > core->heaviest[level])
    core->heaviest[level] = weight;
  if (core->lightest[level] == 0 || weight < core->lightest[level])
    core->lightest[level] = weight;
}

void lx_core_finish(lx_core *core) {
  core->matrix = (lx_matrix){core->rows, core->variables, core->starts, core->columns, core->values};
  transpose(core);
  double largest = 1, smallest = 1; /* of the coefficients, unit rows among them */
  for (int32_t e = 0; e < core->starts[core->rows]; e++) {
    const double size = fabs(core->values[e]);
    largest = size > largest ? size : largest;
    smallest = size < smallest ? size : smallest;
  }
  core->is_wide = largest > LX_WIDE_COEFFICIENTS * smallest;
  for (int32_t r = 0; r < core->total; r++) {
    weigh(core, core->above[r], core->weight[r]);
    weigh(core, core->below[r], core->weight[r]);
  }
  for (int32_t level = 0; level < core->levels; level++) {
    const double heaviest = core->heaviest[level], lightest = core->lightest[level];
    core->is_wide |= heaviest > LX_WIDE_WEIGHTS * lightest;
    core->slope_tolerance[level] = lx_slope_tolerance(heaviest, lightest);
  }
}

lx_status lx_vertex_create(lx_arena *arena, const lx_core *core, lx_vertex *out) {
  *out = (lx_vertex){
      .x = lx_arena_take_zeroed(arena, core->variables, sizeof(double)),
      .basis = lx_arena_take(arena, core->variables, sizeof(int32_t)),
      .position = lx_arena_take(arena, core->total, sizeof(int32_t)),
      .side = lx_arena_take_zeroed(arena, core->total, sizeof(int8_t)),
      .distance = lx_arena_take_zeroed(arena, core->total, sizeof(double)),
      .duals = lx_arena_take_zeroed(arena, (int64_t)core->variables * core->levels, sizeof(double)),
  };
  if (out->side != NULL)
    for (int32_t r = 0; r < core->total; r++)
      out->side[r] = core->start[r] == LX_BASIS_TIGHT ? 0 : core->start[r];
  if (out->x == NULL || out->basis == NULL || out->position == NULL || out->side == NULL || out->distance == NULL ||
      out->duals == NULL)
    return LX_ERROR_MEMORY;
  return LX_OK;
}

double lx_core_activity(const lx_core *core, int32_t row, const double *x) {
  int32_t unit;
  const lx_entries entries = lx_core_row(core, row, &unit);
  double sum = 0;
  for (int32_t e = 0; e < entries.count; e++)
    sum += entries.values[e] * x[entries.columns[e]];
  return sum;
}

void lx_core_add_row(const lx_core *core, int32_t row, lx_dd factor, lx_dd *sums) {
  int32_t unit;
  const lx_entries entries = lx_core_row(core, row, &unit);
  for (int32_t e = 0; e < entries.count; e++) {
    lx_dd *sum = &sums[entries.columns[e]];
    *sum = lx_dd_add(*sum, lx_dd_multiply(factor, lx_dd_of(entries.values[e])));
  }
}

double lx_core_error(const lx_core *core, int32_t row, double distance, int32_t *level_out) {
  *level_out = distance > 0 ? core->above[row] : distance < 0 ? core->below[row] : -1;
  return *level_out >= 0 ? fabs(distance) : 0;
}

int8_t lx_core_cheaper_side(const lx_core *core, int32_t row) {
  const int32_t above = core->above[row], below = core->below[row];
  if (above < 0)
    return 1;
  if (below < 0)
    return -1;
  return above >= below ? 1 : -1;
}

int lx_core_is_infeasible(const lx_core *core, const lx_vertex *vertex) {
  for (int32_t r = 0; r < core->total; r++) {
    int32_t level;
    if (lx_core_error(core, r, vertex->distance[r], &level) > LX_TOL_REQUIRED * lx_core_unit(core, r) &&
        level < core->binding_levels)
      return 1;
  }
  return 0;
}

lx_status lx_vertex_factor(lx_arena *arena, const lx_core *core, lx_vertex *vertex, lx_factor *factor,
                           lx_statistics *statistics, int *same_out) {
  const int32_t n = core->variables;
  const size_t duals = sizeof *vertex->duals * (size_t)n * (size_t)core->levels;
  int32_t *candidates = lx_arena_take(arena, 2 * (int64_t)n, sizeof *candidates);
  int32_t *order = lx_arena_take(arena, n, sizeof *order);
  double *old = lx_arena_take(arena, (int64_t)n * core->levels, sizeof *old);
  if (candidates == NULL || order == NULL || old == NULL)
    return LX_ERROR_MEMORY;
  int32_t count = n;
  memcpy(candidates, vertex->basis, sizeof *candidates * (size_t)n);
  for (int32_t j = 0; j < n; j++)
    if (vertex->position[core->rows + j] < 0)
      candidates[count++] = core->rows + j;
  const int32_t tiers[3] = {0, n, count};
  statistics->factorizations++;
  lx_factor_set_dependence(factor, LX_TOL_DEPENDENT_PRECISE);
  const lx_status status = lx_factor_build(factor, &core->matrix, 2, tiers, candidates, order);
  *same_out = status == LX_OK;
  for (int32_t p = 0; p < n && *same_out; p++)
    *same_out = vertex->position[order[p]] >= 0;
  if (!*same_out)
    return status;
  memcpy(old, vertex->duals, duals);
  for (int32_t p = 0; p < n; p++)
    for (int32_t level = 0; level < core->levels; level++)
      vertex->duals[(int64_t)level * n + p] = old[(int64_t)level * n + vertex->position[order[p]]];
  for (int32_t p = 0; p < n; p++) {
    vertex->basis[p] = order[p];
    vertex->position[order[p]] = p;
  }
  return LX_OK;
}
