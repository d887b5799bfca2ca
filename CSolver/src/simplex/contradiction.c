/* contradiction.c: see contradiction.h.
 *
 * What the interior point method says of a contradiction is near, and no proof. The rows that take part in it are few, and where the sum of their errors is
 * least most of them are tight: a simplex that starts there has next to nothing to do, and decides. */
#include "simplex/contradiction.h"

#include <string.h>

#include "simplex/interior.h"
#include "simplex/simplex.h"

/* Pivots at most, beyond one for each row and variable: what takes more is not the vertex that it was taken for. */
#define MORE_PIVOTS 100

typedef struct {
  const lx_reduced_lp *lp;
  uint8_t *is_taken; /* rows: it is part of the contradiction … */
  int32_t *number;   /* variables: … which has the variable by this number, or -1 */
  int32_t *variables;
  int32_t rows, count, entries;
} lx_gathering;

static void take_row(lx_gathering *all, int32_t row) {
  const lx_reduced_lp *lp = all->lp;
  if (all->is_taken[row])
    return;
  all->is_taken[row] = 1;
  all->rows++;
  all->entries += lp->starts[row + 1] - lp->starts[row];
  for (int32_t e = lp->starts[row]; e < lp->starts[row + 1]; e++) {
    const int32_t j = lp->columns[e];
    if (all->number[j] >= 0)
      continue;
    all->number[j] = all->count;
    all->variables[all->count++] = j;
  }
}

/* The rows that take part, and those that tie their variables to others. */
static void gather(lx_gathering *all, const int16_t *parts) {
  const lx_reduced_lp *lp = all->lp;
  for (int32_t r = 0; r < lp->rows; r++)
    if (parts[r] == LX_PART_TIGHT || parts[r] == LX_PART_OPEN)
      take_row(all, r);
  for (int32_t k = 0; k < all->count; k++) {
    const int32_t j = all->variables[k];
    for (int32_t e = lp->column_starts[j]; e < lp->column_starts[j + 1]; e++)
      if (parts[lp->column_rows[e]] == LX_PART_TIE)
        take_row(all, lp->column_rows[e]);
  }
}

static int32_t binding(const lx_reduced_lp *lp, int32_t level) { return level < lp->binding_levels ? level : -1; }

static void copy_row(const lx_reduced_lp *lp, const int16_t *parts, int32_t row, lx_reduced_lp *out, int32_t to) {
  out->constant[to] = lp->constant[row] / lx_lp_unit(lp, row);
  out->above[to] = binding(lp, lp->above[row]);
  out->below[to] = binding(lp, lp->below[row]);
  out->start[to] = parts[row] == LX_PART_TIGHT || parts[row] == LX_PART_TIE ? LX_BASIS_TIGHT : LX_BASIS_UNKNOWN;
}

/* The reduced LP of what was gathered, with the signs of its variables. Not scaled: factors are powers of 2, and that of a unit row is the inverse of
 * its column's. */
static lx_status make_lp(lx_arena *arena, const lx_gathering *all, const int16_t *parts, lx_contradiction *out) {
  const lx_reduced_lp *lp = all->lp;
  lx_reduced_lp *part = &out->lp;
  int32_t row = 0, entry = 0;
  out->rows = lx_arena_take(arena, all->rows, sizeof *out->rows);
  out->variables = lx_arena_take(arena, all->count, sizeof *out->variables);
  const lx_status status = lx_lp_create(arena, all->rows, all->count, all->entries, lp->binding_levels, part);
  if (status != LX_OK || out->rows == NULL || out->variables == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t r = 0; r < lp->rows; r++) {
    if (!all->is_taken[r])
      continue;
    part->starts[row] = entry;
    for (int32_t e = lp->starts[r]; e < lp->starts[r + 1]; e++) {
      const int32_t j = lp->columns[e];
      part->columns[entry] = all->number[j];
      part->values[entry++] = lp->values[e] * (lx_lp_unit(lp, lp->rows + j) / lx_lp_unit(lp, r));
    }
    copy_row(lp, parts, r, part, row);
    out->rows[row++] = r;
  }
  part->starts[row] = entry;
  for (int32_t k = 0; k < all->count; k++)
    copy_row(lp, parts, lp->rows + all->variables[k], part, row + k);
  memcpy(out->variables, all->variables, sizeof *out->variables * (size_t)all->count);
  part->binding_levels = lp->binding_levels;
  part->stopper = lp->stopper;
  part->starts_near = 1;
  lx_lp_finish(part);
  return LX_OK;
}

static lx_status solve(lx_arena *arena, lx_contradiction *contradiction, lx_statistics *statistics, lx_outcome *out) {
  const lx_reduced_lp *lp = &contradiction->lp;
  lx_factor *factor = NULL;
  lx_status status = lx_vertex_create(arena, lp, &contradiction->vertex);
  if (status == LX_OK)
    status = lx_factor_create(arena->allocator, LX_ALGEBRA_SPARSE, lp->variables, &factor);
  if (status == LX_OK)
    status = lx_simplex_solve(arena, lp, factor, (int64_t)lp->total + MORE_PIVOTS, &contradiction->vertex, statistics, out);
  lx_factor_destroy(factor);
  contradiction->vertex.run = NULL;
  return status;
}

lx_status lx_prove_contradiction(lx_arena *arena, const lx_reduced_lp *lp, const int16_t *parts, lx_statistics *statistics,
                                 const lx_contradiction **out) {
  lx_contradiction *contradiction = lx_arena_take(arena, 1, sizeof *contradiction);
  lx_gathering all = {.lp = lp,
                      .is_taken = lx_arena_take_zeroed(arena, lp->rows, sizeof *all.is_taken),
                      .number = lx_arena_take(arena, lp->variables, sizeof *all.number),
                      .variables = lx_arena_take(arena, lp->variables, sizeof *all.variables)};
  lx_outcome outcome = LX_UNSOLVED;
  *out = NULL;
  if (contradiction == NULL || all.is_taken == NULL || all.number == NULL || all.variables == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t j = 0; j < lp->variables; j++)
    all.number[j] = -1;
  gather(&all, parts);
  if (all.rows == 0)
    return LX_OK;
  lx_status status = make_lp(arena, &all, parts, contradiction);
  if (status == LX_OK)
    status = solve(arena, contradiction, statistics, &outcome);
  if (status == LX_OK && outcome == LX_INFEASIBLE)
    *out = contradiction;
  return status;
}
