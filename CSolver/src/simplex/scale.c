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
static void find_factors(const lx_reduced_lp *lp, double *rows, double *columns) {
  for (int32_t j = 0; j < lp->variables; j++)
    columns[j] = 1;
  for (int32_t pass = 0; pass < SCALE_PASSES; pass++) {
    for (int32_t r = 0; r < lp->rows; r++)
      rows[r] =
          balance(lp->starts[r + 1] - lp->starts[r], lp->columns + lp->starts[r], lp->values + lp->starts[r], columns);
    for (int32_t j = 0; j < lp->variables; j++)
      columns[j] = balance(lp->column_starts[j + 1] - lp->column_starts[j], lp->column_rows + lp->column_starts[j],
                           lp->column_values + lp->column_starts[j], rows);
  }
  for (int32_t j = 0; j < lp->variables; j++)
    columns[j] = power_near(columns[j]);
  for (int32_t r = 0; r < lp->rows; r++)
    rows[r] = power_near(
        balance(lp->starts[r + 1] - lp->starts[r], lp->columns + lp->starts[r], lp->values + lp->starts[r], columns));
  for (int32_t j = 0; j < lp->variables; j++)
    rows[lp->rows + j] = 1 / columns[j];
}

lx_status lx_lp_scale(lx_arena *arena, const lx_reduced_lp *lp, lx_reduced_lp *out, double **columns_out) {
  const int32_t entries = lp->starts[lp->rows];
  double *columns = lx_arena_take(arena, lp->variables, sizeof *columns);
  double *rows = lx_arena_take(arena, lp->total, sizeof *rows);
  lx_status status = lx_lp_create(arena, lp->rows, lp->variables, entries, lp->levels, out);
  if (status != LX_OK || columns == NULL || rows == NULL)
    return LX_ERROR_MEMORY;
  find_factors(lp, rows, columns);
  memcpy(out->starts, lp->starts, sizeof *out->starts * ((size_t)lp->rows + 1));
  memcpy(out->columns, lp->columns, sizeof *out->columns * (size_t)entries);
  memcpy(out->above, lp->above, sizeof *out->above * (size_t)lp->total);
  memcpy(out->below, lp->below, sizeof *out->below * (size_t)lp->total);
  memcpy(out->start, lp->start, sizeof *out->start * (size_t)lp->total);
  out->binding_levels = lp->binding_levels;
  out->stopper = lp->stopper;
  out->starts_soundly = lp->starts_soundly;
  out->proves_by_all = lp->proves_by_all;
  for (int32_t r = 0; r < lp->rows; r++)
    for (int32_t e = lp->starts[r]; e < lp->starts[r + 1]; e++)
      out->values[e] = lp->values[e] * rows[r] * columns[lp->columns[e]];
  for (int32_t r = 0; r < lp->total; r++) {
    out->constant[r] = lp->constant[r] * rows[r];
    out->weight[r] = lp->weight[r] / rows[r];
  }
  out->unit = rows;
  lx_lp_finish(out);
  *columns_out = columns;
  return LX_OK;
}

void lx_vertex_unscale(const lx_reduced_lp *scaled, const double *columns, const lx_vertex *vertex, lx_vertex *out) {
  const size_t n = (size_t)scaled->variables, total = (size_t)scaled->total;
  memcpy(out->basis, vertex->basis, sizeof *out->basis * n);
  memcpy(out->position, vertex->position, sizeof *out->position * total);
  memcpy(out->side, vertex->side, sizeof *out->side * total);
  for (int32_t j = 0; j < scaled->variables; j++)
    out->x[j] = vertex->x[j] * columns[j];
  for (int32_t r = 0; r < scaled->total; r++)
    out->distance[r] = vertex->distance[r] / scaled->unit[r];
  for (int32_t level = 0; level < scaled->levels; level++)
    for (int32_t p = 0; p < scaled->variables; p++) {
      const int64_t entry = (int64_t)level * scaled->variables + p;
      out->duals[entry] = vertex->duals[entry] * scaled->unit[vertex->basis[p]];
    }
}
