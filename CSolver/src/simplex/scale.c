/* scale.c: see scale.h. Each row and each column in turn is divided by the geometric mean of its largest and smallest
 * entry, as in A. R. Curtis and J. K. Reid, On the automatic scaling of matrices for Gaussian elimination (IMA Journal
 * of Applied Mathematics 10, 1972), and J. A. Tomlin, On scaling linear programming problems (Mathematical Programming
 * Study 4, 1975), who found a few passes enough. */
#include "simplex/scale.h"

#include <math.h>
#include <string.h>

#define SCALE_PASSES 4

/* The power of two next to a factor. */
static double power_near(double factor) { return exp2(round(log2(factor))); }

/* 1 over the mean of a line's entries, each times the factor of its own line of the other kind. */
static double balance(int32_t count, const int32_t *others, const double *values, const double *factors) {
  double largest = 0, smallest = INFINITY;
  for (int32_t e = 0; e < count; e++) {
    const double size = fabs(values[e]) * factors[others[e]];
    largest = fmax(largest, size);
    smallest = fmin(smallest, size);
  }
  return count == 0 ? 1 : 1 / sqrt(largest * smallest);
}

/* Factors of rows and columns. A column's unit row has the inverse of its factor, and counts as an entry of 1. */
static void find_factors(const lx_core *core, double *rows, double *columns) {
  for (int32_t j = 0; j < core->variables; j++)
    columns[j] = 1;
  for (int32_t pass = 0; pass < SCALE_PASSES; pass++) {
    for (int32_t r = 0; r < core->rows; r++)
      rows[r] = balance(core->starts[r + 1] - core->starts[r], core->columns + core->starts[r],
                        core->values + core->starts[r], columns);
    for (int32_t j = 0; j < core->variables; j++)
      columns[j] =
          balance(core->column_starts[j + 1] - core->column_starts[j], core->column_rows + core->column_starts[j],
                  core->column_values + core->column_starts[j], rows);
  }
  for (int32_t j = 0; j < core->variables; j++)
    columns[j] = power_near(columns[j]);
  for (int32_t r = 0; r < core->rows; r++)
    rows[r] = power_near(balance(core->starts[r + 1] - core->starts[r], core->columns + core->starts[r],
                                 core->values + core->starts[r], columns));
  for (int32_t j = 0; j < core->variables; j++)
    rows[core->rows + j] = 1 / columns[j];
}

lx_status lx_core_scale(lx_arena *arena, const lx_core *core, lx_core *out, double **columns_out) {
  const int32_t entries = core->starts[core->rows];
  double *columns = lx_arena_take(arena, core->variables, sizeof *columns);
  double *rows = lx_arena_take(arena, core->total, sizeof *rows);
  lx_status status = lx_core_create(arena, core->rows, core->variables, entries, core->levels, out);
  if (status != LX_OK || columns == NULL || rows == NULL)
    return LX_ERROR_MEMORY;
  find_factors(core, rows, columns);
  memcpy(out->starts, core->starts, sizeof *out->starts * ((size_t)core->rows + 1));
  memcpy(out->columns, core->columns, sizeof *out->columns * (size_t)entries);
  memcpy(out->above, core->above, sizeof *out->above * (size_t)core->total);
  memcpy(out->below, core->below, sizeof *out->below * (size_t)core->total);
  memcpy(out->start, core->start, sizeof *out->start * (size_t)core->total);
  out->binding_levels = core->binding_levels;
  for (int32_t r = 0; r < core->rows; r++)
    for (int32_t e = core->starts[r]; e < core->starts[r + 1]; e++)
      out->values[e] = core->values[e] * rows[r] * columns[core->columns[e]];
  for (int32_t r = 0; r < core->total; r++) {
    out->constant[r] = core->constant[r] * rows[r];
    out->weight[r] = core->weight[r] / rows[r];
  }
  out->unit = rows;
  lx_core_finish(out);
  *columns_out = columns;
  return LX_OK;
}

void lx_vertex_unscale(const lx_core *scaled, const double *columns, lx_vertex *vertex) {
  for (int32_t j = 0; j < scaled->variables; j++)
    vertex->x[j] *= columns[j];
  for (int32_t r = 0; r < scaled->total; r++)
    vertex->distance[r] /= scaled->unit[r];
  for (int32_t level = 0; level < scaled->levels; level++)
    for (int32_t p = 0; p < scaled->variables; p++)
      vertex->duals[(int64_t)level * scaled->variables + p] *= scaled->unit[vertex->basis[p]];
}
