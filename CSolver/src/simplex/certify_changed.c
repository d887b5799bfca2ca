/* certify_changed.c: a certificate for what a resumed run has changed.
 *
 * The optimum that it began with has been certified, so only rows, columns and duals are looked at that have changed since, and
 * what refines them. It is the same certificate with one pass of refinement: where that leaves the slightest doubt, or there is too
 * much to look at, certify.c decides. */
#include <math.h>

#include "base/tolerances.h"
#include "simplex/certify_internal.h"
#include "simplex/run.h"

/* The part of all entries that it may go through, for each level and once for values. */
#define MOST_ENTRIES 0.25

typedef struct {
  lx_work *work;
  int64_t most;    /* entries that it may go through, for each level and once for values */
  int64_t entries; /* so far */
} lx_changed_certifier;

static int spend(lx_changed_certifier *c, int64_t entries) {
  c->entries += entries + 1;
  return c->entries <= c->most;
}

/* Lists a row as touched, once. */
static void touch(lx_work *work, int32_t row) {
  if (work->change[row] != 0)
    return;
  work->change[row] = 1;
  work->touched[work->touched_count++] = row;
}

/* The rows whose activity or constant has changed, or their place in the basis. */
static int list_rows(lx_changed_certifier *c, int32_t row_count, const int32_t *rows) {
  lx_work *work = c->work;
  const lx_reduced_lp *lp = work->lp;
  for (int32_t k = 0; k < row_count; k++)
    touch(work, rows[k]);
  for (int32_t k = 0; k < work->changes->row_count; k++)
    touch(work, work->changes->rows[k]);
  for (int32_t k = 0; k < work->changes->column_count; k++) {
    const int32_t j = work->changes->columns[k], start = lp->column_starts[j], end = lp->column_starts[j + 1];
    if (!spend(c, end - start))
      return 0;
    touch(work, lp->rows + j);
    for (int32_t e = start; e < end; e++)
      touch(work, lp->column_rows[e]);
  }
  return 1;
}

/* Adds an item of a vector that has none there yet. */
static void append(lx_vector *vector, int32_t index, double value) {
  if (value == 0 || vector->value[index] != 0)
    return;
  vector->value[index] = value;
  vector->index[vector->count++] = index;
}

/* What refines the values, in scratch; whether it is small enough everywhere. */
static int refine_values(lx_changed_certifier *c) {
  lx_work *work = c->work;
  const lx_reduced_lp *lp = work->lp;
  const lx_vertex *vertex = work->vertex;
  lx_vector *refined = &work->scratch;
  for (int32_t k = 0; k < work->touched_count; k++) {
    const int32_t row = work->touched[k];
    if (vertex->position[row] < 0)
      continue;
    int32_t unit;
    const lx_entries entries = lx_lp_row(lp, row, &unit);
    if (!spend(c, entries.count))
      return 0;
    lx_dd sum = lx_dd_of(lp->constant[row]);
    for (int32_t e = 0; e < entries.count; e++)
      sum = lx_dd_add(sum, lx_dd_multiply(lx_dd_of(-entries.values[e]), lx_dd_of(vertex->x[entries.columns[e]])));
    append(refined, vertex->position[row], sum.hi);
  }
  lx_factor_ftran(work->factor, refined);
  for (int32_t k = 0; k < refined->count; k++) {
    const int32_t j = refined->index[k];
    if (!(fabs(refined->value[j]) <=
          LX_TOL_TOUCH * lx_lp_point(lp, lp->rows + j) + LX_CERTIFY_CONVERGED * fabs(vertex->x[j])))
      return 0;
  }
  return 1;
}

/* Whether the touched rows are met, those that are tight, or are where they count as. */
static int rows_hold(lx_changed_certifier *c) {
  const lx_work *work = c->work;
  const lx_reduced_lp *lp = work->lp;
  const lx_vertex *vertex = work->vertex;
  for (int32_t k = 0; k < work->touched_count; k++) {
    const int32_t row = work->touched[k];
    int32_t unit;
    const lx_entries entries = lx_lp_row(lp, row, &unit);
    if (!spend(c, entries.count))
      return 0;
    lx_dd sum = lx_dd_of(-lp->constant[row]);
    double size = fabs(lp->constant[row]);
    for (int32_t e = 0; e < entries.count; e++) {
      const int32_t j = entries.columns[e];
      const lx_dd value = lx_dd_add(lx_dd_of(vertex->x[j]), lx_dd_of(work->scratch.value[j]));
      const lx_dd term = lx_dd_multiply(lx_dd_of(entries.values[e]), value);
      sum = lx_dd_add(sum, term);
      size += fabs(term.hi);
    }
    if (!lx_certify_row_holds(lp, vertex, row, sum.hi, size))
      return 0;
  }
  return 1;
}

/* What the duals of a level leave of its gradient in a column. */
static double gradient_left(const lx_work *work, int32_t column, int32_t level) {
  const lx_reduced_lp *lp = work->lp;
  const lx_vertex *vertex = work->vertex;
  const double *duals = vertex->duals + (int64_t)level * lp->variables;
  lx_dd sum = lx_dd_of(0);
  for (int32_t e = lp->column_starts[column]; e <= lp->column_starts[column + 1]; e++) {
    const int is_unit = e == lp->column_starts[column + 1];
    const int32_t row = is_unit ? lp->rows + column : lp->column_rows[e], p = vertex->position[row];
    const int8_t side = vertex->side[row];
    const int32_t own = side > 0 ? lp->above[row] : side < 0 ? lp->below[row] : -1;
    const double factor = p >= 0 ? -duals[p] : own == level ? side * lp->weight[row] : 0;
    if (factor != 0)
      sum = lx_dd_add(sum, lx_dd_multiply(lx_dd_of(factor), lx_dd_of(is_unit ? 1 : lp->column_values[e])));
  }
  return sum.hi;
}

/* Adds what is left of the gradient in the columns of a row to scratch. */
static int add_row_left(lx_changed_certifier *c, int32_t row, int32_t level) {
  const lx_reduced_lp *lp = c->work->lp;
  int32_t unit;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  for (int32_t e = 0; e < entries.count; e++) {
    const int32_t j = entries.columns[e];
    if (!spend(c, lp->column_starts[j + 1] - lp->column_starts[j]))
      return 0;
    append(&c->work->scratch, j, gradient_left(c->work, j, level));
  }
  return 1;
}

/* Whether a slope is beyond doubt none, or one that costs; *costs_out is whether it costs. */
static int is_sure(double own, int is_up, lx_dd dual, double last, double largest, int *costs_out) {
  const lx_dd slope = lx_dd_add(lx_dd_of(own), is_up ? dual : lx_dd_negate(dual));
  const double least = own == 0 ? fabs(dual.hi) : fmin(own, fabs(dual.hi));
  if (fabs(slope.hi) <= fmax(LX_CERTIFY_SLIGHT * least, LX_CERTIFY_NOISE * largest))
    return 1;
  *costs_out = slope.hi > 4 * last;
  return *costs_out;
}

/* Whether no row at a position that has changed gains at a level, unless a level before has decided that: work->is_listed has a bit for each
 * direction that is decided. */
static int positions_hold(const lx_work *work, int32_t level) {
  const lx_reduced_lp *lp = work->lp;
  const lx_simplex_changes *changes = work->changes;
  const double *duals = work->vertex->duals + (int64_t)level * lp->variables;
  for (int32_t k = 0; k < changes->position_count; k++) {
    const int32_t p = changes->positions[k], row = work->vertex->basis[p];
    const double last = work->scratch.value[p];
    const lx_dd dual = lx_dd_add(lx_dd_of(duals[p]), lx_dd_of(last));
    for (int is_up = 0; is_up < 2; is_up++) {
      const uint8_t bit = (uint8_t)(1 << is_up);
      if (work->is_listed[p] & bit)
        continue;
      const double own = (is_up ? lp->above[row] : lp->below[row]) == level ? lp->weight[row] : 0;
      int costs = 0;
      if (!is_sure(own, is_up, dual, fabs(last), lp->heaviest[level], &costs))
        return 0;
      work->is_listed[p] |= costs ? bit : 0;
    }
  }
  return 1;
}

static int check_duals(lx_changed_certifier *c, int32_t level) {
  lx_work *work = c->work;
  const lx_reduced_lp *lp = work->lp;
  const lx_simplex_changes *changes = work->changes;
  const double *duals = work->vertex->duals + (int64_t)level * lp->variables;
  lx_vector *refined = &work->scratch;
  for (int32_t k = 0; k < changes->position_count; k++)
    if (!add_row_left(c, work->vertex->basis[changes->positions[k]], level))
      return 0;
  for (int32_t k = 0; k < changes->row_count; k++)
    if (!add_row_left(c, changes->rows[k], level))
      return 0;
  lx_factor_btran(work->factor, refined);
  for (int32_t k = 0; k < refined->count; k++) {
    const int32_t p = refined->index[k];
    if (!(fabs(refined->value[p]) <= LX_CERTIFY_CONVERGED * fmax(lp->lightest[level], fabs(duals[p]))))
      return 0;
  }
  return positions_hold(work, level);
}

int lx_certify_changed(lx_work *work, int32_t row_count, const int32_t *rows) {
  const lx_reduced_lp *lp = work->lp;
  lx_changed_certifier c = {.work = work, .most = (int64_t)(MOST_ENTRIES * (double)(lp->starts[lp->rows] + lp->total))};
  int holds = list_rows(&c, row_count, rows) && refine_values(&c) && rows_hold(&c);
  lx_vector_clear(&work->scratch);
  lx_clear_change(work);
  lx_note_effort(work, c.entries);
  for (int32_t level = 0; level < lp->levels && holds; level++) {
    c.entries = 0;
    holds = check_duals(&c, level);
    lx_vector_clear(&work->scratch);
    lx_note_effort(work, c.entries);
  }
  for (int32_t k = 0; k < work->changes->position_count; k++)
    work->is_listed[work->changes->positions[k]] = 0;
  return holds;
}
