/* certify.c: see certify.h. Iterative refinement with residuals of twice the precision gives solutions as exact as if
 * the factorization were (J. H. Wilkinson, Rounding Errors in Algebraic Processes, 1963, section 3.34), as long as that
 * has a few digits right; the last correction says how many. */
#include "simplex/certify.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "simplex/certify_internal.h"

#define CERTIFY_PASSES 4

/* Part of a solution up to which a correction is the last that is needed. */
#define CERTIFY_SETTLED 0x1p-90

/* Slopes up to the first of these, for the largest of their level, are clearly none, and from the second on clearly some; the first is
 * also for distances from constants, for the largest number of their rows. Values up to the third, and up to so many times the largest
 * constant, and duals up to the fourth for the heaviest weight, leave no doubt. */
#define CERTIFY_CLEARLY_NONE 0x1p-80
#define CERTIFY_CLEARLY_SOME 0x1p-30
#define CERTIFY_CLEAR_VALUE 1e6
#define CERTIFY_CLEAR_DUAL 1e5

typedef struct {
  const lx_reduced_lp *lp;
  lx_factor *factor;
  lx_vertex *vertex;
  lx_dd *solution;  /* n */
  lx_dd *residual;  /* n */
  double *last;     /* n: size of the last correction */
  int how; /* lx_certificate */
  int8_t *decided;  /* 2 n: directions that cost something at a level before */
  lx_vector vector; /* n, empty between uses */
} lx_certifier;

/* What the duals of a level leave of its gradient, by column. */
static void dual_residual(const lx_certifier *c, int32_t level) {
  const lx_reduced_lp *lp = c->lp;
  memset(c->residual, 0, sizeof *c->residual * (size_t)lp->variables);
  for (int32_t r = 0; r < lp->total; r++) {
    const int32_t p = c->vertex->position[r];
    const int8_t side = c->vertex->side[r];
    const int32_t own = side > 0 ? lp->above[r] : side < 0 ? lp->below[r] : -1;
    if (p >= 0 ? c->solution[p].hi != 0 : own == level)
      lx_lp_add_row(lp, r, p >= 0 ? lx_dd_negate(c->solution[p]) : lx_dd_of(side * lp->weight[r]), c->residual);
  }
}

/* What values leave of the tight rows' constants, by position. */
static void value_residual(const lx_certifier *c) {
  const lx_reduced_lp *lp = c->lp;
  for (int32_t p = 0; p < lp->variables; p++) {
    int32_t unit;
    const int32_t row = c->vertex->basis[p];
    const lx_entries entries = lx_lp_row(lp, row, &unit);
    lx_dd sum = lx_dd_of(lp->constant[row]);
    for (int32_t e = 0; e < entries.count; e++)
      sum = lx_dd_add(sum, lx_dd_negate(lx_dd_multiply(lx_dd_of(entries.values[e]), c->solution[entries.columns[e]])));
    c->residual[p] = sum;
  }
}

/* Adds the solution for the residual; returns the largest part of an entry that it changed. */
static double correct(lx_certifier *c, int is_dual) {
  const int32_t n = c->lp->variables;
  double worst = 0;
  for (int32_t k = 0; k < n; k++)
    if (c->residual[k].hi != 0) {
      c->vector.value[k] = c->residual[k].hi;
      c->vector.index[c->vector.count++] = k;
    }
  if (is_dual)
    lx_factor_btran(c->factor, &c->vector);
  else
    lx_factor_ftran(c->factor, &c->vector);
  memset(c->last, 0, sizeof *c->last * (size_t)n);
  for (int32_t t = 0; t < c->vector.count; t++) {
    const int32_t k = c->vector.index[t];
    c->last[k] = fabs(c->vector.value[k]);
    c->solution[k] = lx_dd_add(c->solution[k], lx_dd_of(c->vector.value[k]));
    worst = fmax(worst, c->last[k] / fabs(c->solution[k].hi));
  }
  lx_vector_clear(&c->vector);
  return worst;
}

/* Whether all duals of a level are as large as usual, in the unit of points. */
static int are_usual(const lx_certifier *c, int32_t level) {
  const lx_reduced_lp *lp = c->lp;
  double heaviest = 0;
  for (int32_t r = 0; r < lp->total; r++)
    if (lp->above[r] == level || lp->below[r] == level)
      heaviest = fmax(heaviest, lp->weight[r] * lx_lp_unit(lp, r));
  for (int32_t p = 0; p < lp->variables; p++)
    if (fabs(c->solution[p].hi) * lx_lp_unit(lp, c->vertex->basis[p]) > CERTIFY_CLEAR_DUAL * heaviest)
      return 0;
  return 1;
}

/* Whether a slope is no more than the rounding of coefficients makes of zero: a part of its terms, what each row of the level gains or
 * loses where the tight row at the position is let go. */
static int is_slight(lx_certifier *c, int32_t position, int32_t level, double own, double slope) {
  const lx_reduced_lp *lp = c->lp;
  double size = own;
  c->vector.value[position] = 1;
  c->vector.index[c->vector.count++] = position;
  lx_factor_ftran(c->factor, &c->vector);
  for (int32_t k = 0; k < c->vector.count; k++) {
    const int32_t j = c->vector.index[k];
    double cost = 0;
    for (int32_t e = lp->column_starts[j]; e <= lp->column_starts[j + 1]; e++) {
      const int is_unit = e == lp->column_starts[j + 1];
      const int32_t row = is_unit ? lp->rows + j : lp->column_rows[e];
      const int8_t side = c->vertex->position[row] >= 0 ? 0 : c->vertex->side[row];
      if ((side > 0 ? lp->above[row] : side < 0 ? lp->below[row] : -1) == level)
        cost += lp->weight[row] * (is_unit ? 1 : fabs(lp->column_values[e]));
    }
    size += cost * fabs(c->vector.value[j]);
  }
  lx_vector_clear(&c->vector);
  return fabs(slope) <= LX_CERTIFY_SLIGHT * size;
}

/* Whether no direction that is not decided gains at a level. */
static int look_at(lx_certifier *c, int32_t level) {
  const lx_reduced_lp *lp = c->lp;
  const double none = c->how & LX_CERTIFY_USUALLY ? lx_slope_tolerance(lp->heaviest[level], lp->lightest[level]) : 0;
  double largest = lp->heaviest[level];
  for (int32_t p = 0; p < lp->variables; p++)
    largest = fmax(largest, fabs(c->solution[p].hi));
  for (int32_t p = 0; p < lp->variables; p++)
    for (int32_t up = 0; up < 2; up++) {
      if (c->decided[2 * p + up])
        continue;
      const int32_t row = c->vertex->basis[p];
      const double own = (up ? lp->above[row] : lp->below[row]) == level ? lp->weight[row] : 0;
      const lx_dd slope = lx_dd_add(lx_dd_of(own), up ? c->solution[p] : lx_dd_negate(c->solution[p]));
      if (c->how & LX_CERTIFY_CLEARLY) {
        if (fabs(slope.hi) <= CERTIFY_CLEARLY_NONE * largest)
          continue;
        if (fabs(slope.hi) < CERTIFY_CLEARLY_SOME * largest)
          return 0;
      }
      const double least = own == 0 ? fabs(c->solution[p].hi) : fmin(own, fabs(c->solution[p].hi));
      if (fabs(slope.hi) <= fmax(fmax(LX_CERTIFY_SLIGHT * least, LX_CERTIFY_NOISE * largest), 4 * c->last[p]))
        continue;
      if (slope.hi < 0 && slope.hi >= -none)
        continue;
      if (slope.hi < 0 && is_slight(c, p, level, own, slope.hi))
        continue;
      if (slope.hi < 0)
        return 0;
      c->decided[2 * p + up] = 1;
    }
  return 1;
}

static int check_duals(lx_certifier *c, int32_t level) {
  const int32_t n = c->lp->variables;
  double *duals = c->vertex->duals + (int64_t)level * n, worst = 1, unit = c->lp->lightest[level];
  for (int32_t p = 0; p < n; p++)
    c->solution[p] = lx_dd_of(duals[p]);
  for (int32_t pass = 0; pass < CERTIFY_PASSES && worst > CERTIFY_SETTLED; pass++) {
    dual_residual(c, level);
    worst = correct(c, 1);
  }
  for (int32_t p = 0; p < n; p++) {
    if (c->last[p] > LX_CERTIFY_CONVERGED * fmax(unit, fabs(c->solution[p].hi)))
      return 0;
    if (c->how & LX_CERTIFY_KEEPING)
      duals[p] = c->solution[p].hi;
  }
  return (!(c->how & LX_CERTIFY_CLEARLY) || are_usual(c, level)) && look_at(c, level);
}

/* Whether all values are as large as usual, in points. */
static int are_values_usual(const lx_certifier *c) {
  const lx_reduced_lp *lp = c->lp;
  double constant = 1;
  for (int32_t r = 0; r < lp->total; r++)
    constant = fmax(constant, fabs(lp->constant[r]) / lx_lp_unit(lp, r));
  for (int32_t j = 0; j < lp->variables; j++)
    if (fabs(c->solution[j].hi) / lx_lp_unit(lp, lp->rows + j) > CERTIFY_CLEAR_VALUE * constant)
      return 0;
  return 1;
}

/* Values, and the distances that they make. */
static int check_values(lx_certifier *c) {
  const lx_reduced_lp *lp = c->lp;
  lx_vertex *vertex = c->vertex;
  double worst = 1;
  for (int32_t j = 0; j < lp->variables; j++)
    c->solution[j] = lx_dd_of(vertex->x[j]);
  for (int32_t pass = 0; pass < CERTIFY_PASSES && worst > CERTIFY_SETTLED; pass++) {
    value_residual(c);
    worst = correct(c, 0);
  }
  for (int32_t j = 0; j < lp->variables; j++) {
    if (c->last[j] > LX_TOL_TOUCH * lx_lp_point(lp, lp->rows + j) + LX_CERTIFY_CONVERGED * fabs(c->solution[j].hi))
      return 0;
    if (c->how & LX_CERTIFY_KEEPING)
      vertex->x[j] = c->solution[j].hi;
  }
  if ((c->how & LX_CERTIFY_CLEARLY) && !are_values_usual(c))
    return 0;
  for (int32_t r = 0; r < lp->total; r++) {
    int32_t unit;
    const lx_entries entries = lx_lp_row(lp, r, &unit);
    lx_dd sum = lx_dd_of(-lp->constant[r]);
    double size = fabs(lp->constant[r]);
    for (int32_t e = 0; e < entries.count; e++) {
      const lx_dd term = lx_dd_multiply(lx_dd_of(entries.values[e]), c->solution[entries.columns[e]]);
      sum = lx_dd_add(sum, term);
      size += fabs(term.hi);
    }
    const int costs = lp->above[r] >= 0 || lp->below[r] >= 0;
    if ((c->how & LX_CERTIFY_CLEARLY) && vertex->position[r] < 0 && costs && lx_certify_is_wrong(vertex, r, sum.hi) &&
        fabs(sum.hi) > CERTIFY_CLEARLY_NONE * size)
      return 0;
    if (!lx_certify_row_holds(lp, vertex, r, sum.hi, size))
      return 0;
    if (c->how & LX_CERTIFY_KEEPING)
      vertex->distance[r] = vertex->position[r] >= 0 ? 0 : sum.hi;
  }
  return 1;
}

lx_status lx_certify(lx_arena *arena, const lx_reduced_lp *lp, lx_factor *factor, int32_t levels, lx_vertex *vertex,
                     int how, int *certified_out) {
  const int64_t n = lp->variables;
  lx_certifier c = {
      .lp = lp,
      .factor = factor,
      .vertex = vertex,
      .how = how,
      .solution = lx_arena_take(arena, n, sizeof(lx_dd)),
      .residual = lx_arena_take(arena, n, sizeof(lx_dd)),
      .last = lx_arena_take(arena, n, sizeof(double)),
      .decided = lx_arena_take_zeroed(arena, 2 * n, sizeof(int8_t)),
      .vector = {.size = lp->variables,
                 .index = lx_arena_take(arena, n, sizeof(int32_t)),
                 .value = lx_arena_take_zeroed(arena, n, sizeof(double))},
  };
  *certified_out = 0;
  if (c.solution == NULL || c.residual == NULL || c.last == NULL || c.decided == NULL || c.vector.index == NULL ||
      c.vector.value == NULL)
    return LX_ERROR_MEMORY;
  int holds = check_values(&c);
  for (int32_t level = 0; level < levels && holds; level++)
    holds = check_duals(&c, level);
  *certified_out = holds;
  return LX_OK;
}
