/* interior_path.c: one level, by Newton's method along p zp = q zq = mu to mu = 0, predicted and corrected.
 *
 * With p, q, zp and zq in terms of y, and y in terms of x, a step is one system in x, A^T D A with the diagonal
 * D = 1 / (p / zp + q / zq). Rows of many entries would fill it in: they keep their y as unknowns, and the system is
 * quasidefinite. Rows that wait for a lower level pull a little at x, so that it stays where it is wished to be; the pull goes
 * to zero with mu.
 *
 * References: S. Mehrotra, On the implementation of a primal-dual interior point method (SIAM J. Optim. 2, 1992); S. J.
 * Wright, Primal-Dual Interior-Point Methods, 1997, chapters 10 and 11. */
#include <math.h>
#include <string.h>

#include "base/spread.h"
#include "simplex/interior_internal.h"

/* What a row costs per point that must hold: more than the rows of a level add up to. */
#define HELD_COST 1e6

/* What keeps the system regular: added to its diagonal for each variable, and the least p / zp + q / zq of a row. */
#define LEAST_DIAGONAL 1e-8
#define LEAST_RATIO 1e-7

/* When a level ends: by mu, in units of distance and in points, and residuals; by steps without a gain of either; by all steps.
 * And what mu or a residual makes its end none. */
#define END_GAP 1e-7
#define END_GAP_POINTS 1e-6
#define END_RESIDUAL 1e-4
#define LOST 1e-2
#define MOST_STALLED 25
#define MOST_STEPS 60

/* How far a step goes of the way to the boundary. */
#define STEP_PART 0.995

/* Pull of rows that wait at first, per unit of distance, and later, for mu in units. */
#define FIRST_PULL 1e-2
#define PULL 1e-3

static lx_entries entries_of(const lx_interior *in, int32_t k, int32_t *unit) {
  return lx_lp_row(in->lp, in->rows[k], unit);
}

/* What a row costs at a level, above and below. */
static void cost(const lx_interior *in, int32_t row, int32_t level, double *above, double *below) {
  const lx_reduced_lp *lp = in->lp;
  if (level < lp->levels) {
    const double weight = lp->weight[row] / lp->heaviest[level];
    *above = lp->above[row] == level ? weight : 0;
    *below = lp->below[row] == level ? weight : 0;
    return;
  }
  const double weight = 0.5 + lx_spread((uint64_t)row, (uint64_t)level);
  *above = in->holds_below[row] ? weight : 0;
  *below = in->holds_above[row] ? weight : 0;
}

/* Where the level begins: at x, with p zp = q zq = unit but for distances. What a row that must hold has of distance is left
 * to the first steps: at its cost mu would begin far too high. Returns whether anything costs. */
static int begin(lx_interior *in, int32_t level) {
  const lx_reduced_lp *lp = in->lp;
  double distances = 0, constants = 0;
  int any = 0;
  in->row_count = in->waiting_count = 0;
  for (int32_t r = 0; r < lp->total; r++) {
    double above, below;
    cost(in, r, level, &above, &below);
    any |= (above > 0 && !in->holds_above[r]) || (below > 0 && !in->holds_below[r]);
    above = in->holds_above[r] ? HELD_COST : above;
    below = in->holds_below[r] ? HELD_COST : below;
    if (above == 0 && below == 0) {
      if (lp->above[r] > level && lp->below[r] > level && in->wide_node[r] < 0)
        in->waiting[in->waiting_count++] = r;
      continue;
    }
    const int32_t k = in->row_count++;
    in->rows[k] = r;
    in->above[k] = above;
    in->below[k] = below;
    in->p[k] = lx_lp_activity(lp, r, in->x) - in->constant[r];
    distances += fabs(in->p[k]);
    constants += fabs(in->constant[r]);
  }
  if (!any)
    return 0;
  in->unit = fmax(fmax(1, distances / in->row_count), 0.1 * constants / in->row_count);
  in->pull = FIRST_PULL / in->unit;
  for (int32_t k = 0; k < in->row_count; k++) {
    const int32_t r = in->rows[k];
    const double distance = in->p[k];
    in->y[k] = 0.5 * (fmin(in->above[k], 1) - fmin(in->below[k], 1));
    in->zp[k] = in->above[k] - in->y[k];
    in->zq[k] = in->below[k] + in->y[k];
    in->p[k] = (in->holds_above[r] ? 0 : fmax(distance, 0)) + in->unit / in->zp[k];
    in->q[k] = (in->holds_below[r] ? 0 : fmax(-distance, 0)) + in->unit / in->zq[k];
  }
  return 1;
}

/* The residuals, the largest of which is in *worst_out, and mu, the mean of p zp and q zq. */
static double measure(lx_interior *in, double *worst_out) {
  const lx_reduced_lp *lp = in->lp;
  double sum = 0, worst = 0;
  memset(in->dual_residual, 0, sizeof *in->dual_residual * (size_t)lp->variables);
  for (int32_t k = 0; k < in->row_count; k++) {
    int32_t unit;
    const lx_entries row = entries_of(in, k, &unit);
    double activity = 0;
    for (int32_t e = 0; e < row.count; e++) {
      activity += row.values[e] * in->x[row.columns[e]];
      in->dual_residual[row.columns[e]] += row.values[e] * in->y[k];
    }
    in->residual[k] = activity - in->constant[in->rows[k]] - in->p[k] + in->q[k];
    worst = fmax(worst, fabs(in->residual[k]));
    sum += in->p[k] * in->zp[k] + in->q[k] * in->zq[k];
  }
  for (int32_t k = 0; k < in->waiting_count; k++) {
    const int32_t r = in->waiting[k];
    int32_t unit;
    const lx_entries row = lx_lp_row(lp, r, &unit);
    const double force = in->pull * (lx_lp_activity(lp, r, in->x) - in->constant[r]);
    for (int32_t e = 0; e < row.count; e++)
      in->dual_residual[row.columns[e]] += force * row.values[e];
  }
  *worst_out = worst;
  return sum / (2.0 * in->row_count);
}

/* Adds `part` times the products of a narrow row's entries to the system. */
static void add_products(lx_interior *in, int32_t row, double part) {
  const int64_t *slots = in->slots + in->slot_starts[row];
  int32_t unit;
  const lx_entries entries = lx_lp_row(in->lp, row, &unit);
  for (int32_t a = 0; a < entries.count; a++)
    for (int32_t b = 0; b <= a; b++)
      in->values[*slots++] += part * entries.values[a] * entries.values[b];
}

/* Builds the system and factors it. */
static void factor(lx_interior *in) {
  memset(in->values, 0, sizeof *in->values * (size_t)lx_symmetric_slots(in->system));
  for (int32_t i = 0; i < in->nodes; i++)
    in->values[in->diagonal[i]] = i < in->lp->variables ? LEAST_DIAGONAL : -1;
  for (int32_t k = 0; k < in->waiting_count; k++)
    add_products(in, in->waiting[k], in->pull);
  for (int32_t k = 0; k < in->row_count; k++) {
    const int32_t row = in->rows[k], node = in->wide_node[row];
    in->ratio[k] = fmax(in->p[k] / in->zp[k] + in->q[k] / in->zq[k], LEAST_RATIO);
    if (node < 0) {
      add_products(in, row, 1 / in->ratio[k]);
      continue;
    }
    const lx_entries entries = lx_lp_row(in->lp, row, NULL);
    in->values[in->diagonal[node]] = -in->ratio[k];
    for (int32_t e = 0; e < entries.count; e++)
      in->values[in->slots[in->slot_starts[row] + e]] = entries.values[e];
  }
  lx_symmetric_factor(in->system, in->values);
}

/* The step at which p zp and q zq change by their targets, to first order, and the residuals vanish. */
static void solve(lx_interior *in) {
  const int32_t n = in->lp->variables;
  for (int32_t i = 0; i < in->nodes; i++)
    in->step[i] = i < n ? -in->dual_residual[i] : 0;
  for (int32_t k = 0; k < in->row_count; k++) {
    const double open = in->residual[k] - in->target_p[k] / in->zp[k] + in->target_q[k] / in->zq[k];
    const int32_t node = in->wide_node[in->rows[k]];
    in->dy[k] = open;
    if (node >= 0) {
      in->step[node] = -open;
      continue;
    }
    int32_t unit;
    const lx_entries row = entries_of(in, k, &unit);
    for (int32_t e = 0; e < row.count; e++)
      in->step[row.columns[e]] -= row.values[e] * open / in->ratio[k];
  }
  lx_symmetric_solve(in->system, in->step);
  for (int32_t k = 0; k < in->row_count; k++) {
    int32_t unit;
    const lx_entries row = entries_of(in, k, &unit);
    double dy = in->dy[k];
    for (int32_t e = 0; e < row.count; e++)
      dy += row.values[e] * in->step[row.columns[e]];
    dy /= in->ratio[k];
    in->dy[k] = dy;
    in->dp[k] = (in->target_p[k] + in->p[k] * dy) / in->zp[k];
    in->dq[k] = (in->target_q[k] - in->q[k] * dy) / in->zq[k];
  }
}

/* How far a value that changes may go, up to `length`, and stay positive. */
static inline double reach(double length, double value, double change) {
  return value + length * change < 0 ? -value / change : length;
}

/* How far p and q, and the duals, may go. */
static void measure_step(const lx_interior *in, double *primal_out, double *dual_out) {
  double primal = 1 / STEP_PART, dual = primal;
  for (int32_t k = 0; k < in->row_count; k++) {
    primal = reach(reach(primal, in->p[k], in->dp[k]), in->q[k], in->dq[k]);
    dual = reach(reach(dual, in->zp[k], -in->dy[k]), in->zq[k], in->dy[k]);
  }
  *primal_out = STEP_PART * primal;
  *dual_out = STEP_PART * dual;
}

/* One step. Where the straight way to mu = 0 would lead says what mu to aim at, and how the way bends. */
static void advance(lx_interior *in, double gap) {
  double primal, dual, predicted = 0;
  factor(in);
  for (int32_t k = 0; k < in->row_count; k++) {
    in->target_p[k] = -in->p[k] * in->zp[k];
    in->target_q[k] = -in->q[k] * in->zq[k];
  }
  solve(in);
  measure_step(in, &primal, &dual);
  for (int32_t k = 0; k < in->row_count; k++)
    predicted += (in->p[k] + primal * in->dp[k]) * (in->zp[k] - dual * in->dy[k]) +
                 (in->q[k] + primal * in->dq[k]) * (in->zq[k] + dual * in->dy[k]);
  const double part = predicted / (2.0 * in->row_count) / gap, aim = part * part * part * gap;
  for (int32_t k = 0; k < in->row_count; k++) {
    in->target_p[k] = aim - in->p[k] * in->zp[k] + in->dp[k] * in->dy[k];
    in->target_q[k] = aim - in->q[k] * in->zq[k] - in->dq[k] * in->dy[k];
  }
  solve(in);
  measure_step(in, &primal, &dual);
  for (int32_t j = 0; j < in->lp->variables; j++)
    in->x[j] += primal * in->step[j];
  for (int32_t k = 0; k < in->row_count; k++) {
    in->p[k] += primal * in->dp[k];
    in->q[k] += primal * in->dq[k];
    in->y[k] += dual * in->dy[k];
    in->zp[k] -= dual * in->dy[k];
    in->zq[k] += dual * in->dy[k];
  }
}

lx_status lx_interior_level(lx_interior *in, int32_t level, int *any_out, lx_interior_end *end_out, int64_t *steps) {
  *any_out = begin(in, level);
  *end_out = LX_INTERIOR_DONE;
  if (!*any_out)
    return LX_OK;
  const double least_gap = fmin(END_GAP * in->unit, END_GAP_POINTS), least_residual = END_RESIDUAL * in->unit;
  double worst, gap = measure(in, &worst), best = gap, least = worst;
  int stalled = 0;
  lx_status status = LX_OK;
  for (int step = 0; step < MOST_STEPS && stalled < MOST_STALLED && status == LX_OK && isfinite(gap) &&
                      (gap > least_gap || worst > least_residual);
       step++) {
    ++*steps;
    advance(in, gap);
    gap = measure(in, &worst);
    const int is_nearer = worst <= 0.9 * least && worst > least_residual;
    stalled = gap > 0.9 * best && !is_nearer ? stalled + 1 : 0;
    best = fmin(gap, best);
    least = fmin(worst, least);
    in->pull = PULL * fmin(best, in->unit) / (in->unit * in->unit);
    status = lx_check_stop(in->lp->stopper);
  }
  if (gap > least_gap || worst > least_residual)
    *end_out = LX_INTERIOR_NEAR;
  if (!(gap <= LOST * in->unit && worst <= LOST * in->unit))
    *end_out = LX_INTERIOR_LOST;
  return status;
}
