/* interior_path.c: one level, by Newton's method along p zp = q zq = mu to mu = 0, predicted and corrected.
 *
 * With p, q, zp and zq in terms of y, and y in terms of x, a step is one system in x, A^T D A with the diagonal
 * D = 1 / (p / zp + q / zq). Rows that would fill it in keep their y as unknowns, and the system is
 * quasidefinite. Rows that wait for a lower level pull a little at x, so that it stays where it is wished to be; the pull goes
 * to zero with mu.
 *
 * References: S. Mehrotra, On the implementation of a primal-dual interior point method (SIAM J. Optim. 2, 1992); S. J.
 * Wright, Primal-Dual Interior-Point Methods, 1997, chapters 10 and 11; J. Gondzio, Multiple centrality corrections in a primal-dual
 * method for linear programming (Computational Optimization and Applications 6, 1996). */
#include <math.h>
#include <string.h>

#include "base/spread.h"
#include "simplex/interior_internal.h"

/* What a row costs per point that must hold: more than the rows of a level add up to. */
#define HELD_COST 1e6

/* What keeps the system regular: added to its diagonal for each variable, at first and at least, and as a part of what is there, more than
 * rounding leaves of it where it cancels; and the least p / zp + q / zq of a row. */
#define FIRST_DIAGONAL 1e-9
#define LEAST_DIAGONAL 1e-11
#define DIAGONAL_ROUNDING 1e-15
#define LEAST_RATIO 1e-6

/* A diagonal that does so much of the work that mu and all rows stand for holds back variables that nothing else does: mu waits for
 * them, and the diagonal shrinks. */
#define HELD_BACK 0.1
#define DIAGONAL_PART 0.1

/* When a level ends: by mu, in units of distance and in points, small enough to tell a distance as small as a perturbation from a dual; by
 * residuals; by steps without a gain of either, fewer where a contradiction is looked for; by all steps. And what mu or a residual makes its end
 * none, in units, none of which counts as more than so many times the least before. */
#define END_GAP 1e-7
#define END_GAP_POINTS 1e-8
#define END_RESIDUAL 1e-4
#define LOST 1e-4
#define FAR_OUT 10
#define MOST_STALLED 25
#define MOST_STALLED_TORN 8
#define MOST_STEPS 80

/* A level ends after so many steps as short as this while a residual is left: a row far from its bound whose dual is as far from its own holds them
 * back, and what is near already hardly gets nearer. So it does where mu is no more than this in units: rounding holds them back. */
#define CREEP 0.1
#define MOST_CREEPING 6
#define CREEPING_GAP 1e-6

/* A step that leaves so little of mu tells what goes to zero with it. */
#define TELLING 0.1

/* A dual of a row that must hold which is as large as TORN_DUAL while a step leaves more than TORN_LEFT of the residual, and larger than all that costs
 * something adds up to, as a chain of rows may have it: the rows that must hold may contradict each other, so that duals grow without end. Then the
 * least sum of their errors is looked for, where none costs more than 1; a row with a dual of at least TORN_PART is part of the contradiction, and
 * there is one where an error is at least TORN_ERROR, as constants count here, and so many times the residual. */
#define TORN_DUAL 5e4
#define TORN_LEFT 0.6
#define TORN_PART 1e-5
#define TORN_ERROR 1e-3
#define TORN_RESIDUALS 10

/* Steps of the level added: one that does not end soon is not worth it. */
#define MOST_STEPS_ADDED 20

/* How far a step goes of the way to the boundary. */
#define STEP_PART 0.995

/* A system that keeps duals of rows as unknowns loses digits where variables pivot first that hardly anything pulls at. Its solution is refined while
 * it leaves more of these rows than this part, as long as that becomes so much less, so many times at most. */
#define REFINED 1e-3
#define FINER 0.5
#define MOST_REFINED 3

/* Corrections that bring a step nearer to the middle, at most; tried where it is shorter than FULL. Each aims at a step longer by LONGER whose
 * p zp and q zq are all within so many times of what is aimed at, and is kept where it gains a part of that. */
#define MOST_CORRECTIONS 2
#define FULL 0.9
#define LONGER 0.3
#define LEAST_PRODUCT 0.1
#define MOST_PRODUCT 10
#define LEAST_GAIN 0.1

/* Where one of the first steps is this short p and q began too near to 0, and the level begins anew, so many times as far from it; the duals of
 * rows that must hold so many times as far from theirs, as those may have to push thousands of others. */
#define SHORT_STEP 0.05
#define FIRST_STEPS 10
#define FARTHER 100
#define DUALS_FARTHER 30

/* Pull of rows that wait, for mu in units, at first and later. Their distances count as a unit, or as this part of their mean square where that
 * is more: thousands that wait far off would outweigh what the level costs, and it ended where they want it. */
#define FIRST_PULL 1e-2
#define PULL 1e-3
#define FAR_PART 0.1

static lx_entries entries_of(const lx_interior *in, int32_t k) { return lx_interior_entries(&in->system, in->rows[k]); }

static double activity(lx_entries row, const double *z) {
  double sum = 0;
  for (int32_t e = 0; e < row.count; e++)
    sum += row.values[e] * z[row.columns[e]];
  return sum;
}

/* What a row costs at a level, above and below. */
static void cost(const lx_interior *in, int32_t row, int32_t level, double *above, double *below) {
  const lx_reduced_lp *lp = in->lp;
  if (in->is_elastic) {
    *above = *below = 0;
    return;
  }
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

/* Puts p and q, and the duals, at `scale` from their bounds, but for distances. What a row that must hold has of distance is left to the
 * first steps: at its cost mu would begin far too high. */
static void place(lx_interior *in) {
  const double most = in->scale > in->unit ? DUALS_FARTHER : 1;
  in->best = INFINITY;
  in->added = FIRST_DIAGONAL;
  for (int32_t k = 0; k < in->row_count; k++) {
    const int32_t s = in->rows[k], r = in->system.row[s];
    const double distance = activity(entries_of(in, k), in->z) - in->system.constant[s];
    in->y[k] = 0.5 * (fmin(in->above[k], most) - fmin(in->below[k], most));
    in->zp[k] = in->above[k] - in->y[k];
    in->zq[k] = in->below[k] + in->y[k];
    in->p[k] = (in->holds_above[r] && !in->is_elastic ? 0 : fmax(distance, 0)) + in->scale / in->zp[k];
    in->q[k] = (in->holds_below[r] && !in->is_elastic ? 0 : fmax(-distance, 0)) + in->scale / in->zq[k];
    in->dp[k] = in->dq[k] = in->dy[k] = 0;
  }
  memset(in->step, 0, sizeof *in->step * (size_t)in->system.nodes);
}

/* The unknowns where the last level ended. */
static void write_unknowns(lx_interior *in) {
  for (int32_t k = 0; k < in->system.unknowns; k++)
    in->z[k] = in->x[in->system.variable[k]];
}

/* Where the level begins: at x, without bounds that others imply. Returns whether anything costs. */
static int begin(lx_interior *in, int32_t level) {
  const lx_reduced_lp *lp = in->lp;
  const lx_interior_system *system = &in->system;
  const double held_cost = in->is_elastic ? 1 : HELD_COST;
  double distances = 0, constants = 0;
  int any = in->is_elastic;
  write_unknowns(in);
  lx_interior_find_bounds(in, level);
  in->row_count = in->waiting_count = 0;
  for (int32_t s = 0; s < system->count; s++) {
    const int32_t r = system->row[s];
    double above, below;
    if (!in->is_elastic && lx_interior_is_implied(in, s, level))
      continue;
    cost(in, r, level, &above, &below);
    any |= (above > 0 && !in->holds_above[r]) || (below > 0 && !in->holds_below[r]);
    above = in->holds_above[r] ? held_cost : above;
    below = in->holds_below[r] ? held_cost : below;
    if (above == 0 && below == 0) {
      if (!in->is_elastic && lp->above[r] > level && lp->below[r] > level && lx_interior_entries(system, s).count <= LX_INTERIOR_WIDE)
        in->waiting[in->waiting_count++] = s;
      continue;
    }
    const int32_t k = in->row_count++;
    in->rows[k] = s;
    in->above[k] = above;
    in->below[k] = below;
    distances += fabs(activity(entries_of(in, k), in->z) - system->constant[s]);
    constants += fabs(system->constant[s]);
  }
  if (!any || in->row_count == 0)
    return 0;
  in->unit = fmax(fmax(1, distances / in->row_count), 0.1 * constants / in->row_count);
  in->least_unit = fmin(in->least_unit, in->unit);
  in->scale = in->unit;
  place(in);
  return 1;
}

/* What a step does: how far p and q, and the duals, may go to stay positive, at most 1 / STEP_PART; and the sum of p zp + q zq as far
 * as it grows with either length, and with their product. */
typedef struct {
  double primal, dual;
  double by_primal, by_dual, by_both;
} lx_interior_step;

/* Adds what the rows that wait pull at mu to the residuals of the duals. It goes to zero with the least mu so far. */
static void pull(lx_interior *in, double part) {
  const lx_interior_system *system = &in->system;
  double square = 0;
  for (int32_t k = 0; k < in->waiting_count; k++) {
    const double distance =
        activity(lx_interior_entries(system, in->waiting[k]), in->z) - system->constant[in->waiting[k]];
    in->waiting_distance[k] = distance;
    square += distance * distance;
  }
  const double far = FAR_PART * square / fmax(1, in->waiting_count);
  in->pull = part * fmin(in->best, in->scale) / fmax(in->scale * in->scale, far);
  for (int32_t k = 0; k < in->waiting_count; k++) {
    const lx_entries row = lx_interior_entries(system, in->waiting[k]);
    const double force = in->pull * in->waiting_distance[k];
    for (int32_t e = 0; e < row.count; e++)
      in->dual_residual[row.columns[e]] += force * row.values[e];
  }
}

/* Goes so far along the step. The residuals there, the largest of which is in *worst_out, and mu, the mean of p zp and q zq. */
static double move(lx_interior *in, double primal, double dual, double *worst_out) {
  const lx_interior_system *system = &in->system;
  double sum = 0, worst = 0;
  for (int32_t j = 0; j < system->unknowns; j++) {
    in->z[j] += primal * in->step[j];
    in->dual_residual[j] = 0;
  }
  for (int32_t k = 0; k < in->row_count; k++) {
    const lx_entries row = entries_of(in, k);
    const double change = dual * in->dy[k];
    const double p = in->p[k] += primal * in->dp[k], q = in->q[k] += primal * in->dq[k];
    const double zp = in->zp[k] -= change, zq = in->zq[k] += change, y = in->y[k] += change;
    double sum_of_row = 0;
    for (int32_t e = 0; e < row.count; e++) {
      sum_of_row += row.values[e] * in->z[row.columns[e]];
      in->dual_residual[row.columns[e]] += row.values[e] * y;
    }
    in->residual[k] = sum_of_row - system->constant[in->rows[k]] - p + q;
    worst = fmax(worst, fabs(in->residual[k]));
    sum += p * zp + q * zq;
  }
  const double gap = sum / (2.0 * in->row_count);
  const int is_first = isinf(in->best);
  in->best = fmin(in->best, gap);
  pull(in, is_first ? FIRST_PULL : PULL);
  *worst_out = worst;
  return gap;
}

/* Adds the products of a row's entries, over `ratio`, to the normal equations; or gives its node that and the entries. */
static void add_row(lx_interior_system *system, int32_t row, double ratio) {
  const int64_t *slots = system->slots + system->slot_starts[row];
  const lx_entries entries = lx_interior_entries(system, row);
  const int32_t node = system->wide_node[row];
  const double part = 1 / ratio;
  if (node >= 0)
    system->slot_values[system->diagonal[node]] = -ratio;
  for (int32_t a = 0; a < entries.count; a++) {
    if (node >= 0)
      system->slot_values[*slots++] = entries.values[a];
    else
      for (int32_t b = 0; b <= a; b++)
        system->slot_values[*slots++] += part * entries.values[a] * entries.values[b];
  }
}

/* Builds the normal equations and factors them. */
static void factor(lx_interior *in) {
  lx_interior_system *system = &in->system;
  double *values = system->slot_values;
  memset(values, 0, sizeof *values * (size_t)lx_symmetric_slots(system->symmetric));
  for (int32_t i = 0; i < system->nodes; i++)
    values[system->diagonal[i]] = i < system->unknowns ? in->added : -1;
  for (int32_t k = 0; k < in->waiting_count && in->pull > 0; k++)
    add_row(system, in->waiting[k], 1 / in->pull);
  for (int32_t k = 0; k < in->row_count; k++) {
    in->inverse_zp[k] = 1 / in->zp[k];
    in->inverse_zq[k] = 1 / in->zq[k];
    const double ratio = fmax(in->p[k] * in->inverse_zp[k] + in->q[k] * in->inverse_zq[k], LEAST_RATIO);
    in->inverse_ratio[k] = 1 / ratio;
    add_row(system, in->rows[k], ratio);
  }
  for (int32_t i = 0; i < system->unknowns; i++)
    values[system->diagonal[i]] *= 1 + DIAGONAL_ROUNDING;
  lx_symmetric_factor(system->symmetric, values);
}

/* How far a value that changes may go, up to `length`, and stay positive. Few values shorten it, so that a branch is foretold, and no row
 * waits for the division of the one before. */
static inline double reach(double length, double value, double change) {
  if (__builtin_expect(value + length * change < 0, 0))
    return -value / change;
  return length;
}

/* Aims at p zp = q zq = aim, to first order, or with `corrects` to second order as the last step bends. */
static void aim_at(lx_interior *in, double aim, int corrects) {
  for (int32_t k = 0; k < in->row_count; k++) {
    in->target_p[k] = aim - in->p[k] * in->zp[k] + (corrects ? in->dp[k] * in->dy[k] : 0);
    in->target_q[k] = aim - in->q[k] * in->zq[k] - (corrects ? in->dq[k] * in->dy[k] : 0);
  }
}

/* What the step leaves of the rows that keep their duals is, negated, what the correction is to bring. Returns the largest, and that of what
 * the step was to bring in *open_out. */
static double find_left(const lx_interior *in, double *open_out) {
  double largest = 0;
  *open_out = 0;
  memset(in->correction, 0, sizeof *in->correction * (size_t)in->system.nodes);
  for (int32_t k = 0; k < in->row_count; k++) {
    const int32_t node = in->system.wide_node[in->rows[k]];
    if (node < 0)
      continue;
    const double left = in->dy[k] + activity(entries_of(in, k), in->step) - in->step[node] / in->inverse_ratio[k];
    in->correction[node] = -left;
    largest = fmax(largest, fabs(left));
    *open_out = fmax(*open_out, fabs(in->dy[k]));
  }
  return largest;
}

/* Solves for the step, whose right-hand side is there, with what rows are open by in dy. */
static void solve_refined(lx_interior *in) {
  double before = INFINITY;
  lx_symmetric_solve(in->system.symmetric, in->step);
  for (int count = 0; count < MOST_REFINED && in->system.nodes > in->system.unknowns; count++) {
    double open;
    const double left = find_left(in, &open);
    if (left <= REFINED * open || left > FINER * before)
      return;
    before = left;
    lx_symmetric_solve(in->system.symmetric, in->correction);
    for (int32_t i = 0; i < in->system.nodes; i++)
      in->step[i] += in->correction[i];
  }
}

/* The step to what is aimed at, at which the residuals vanish. */
static lx_interior_step solve(lx_interior *in) {
  const int32_t n = in->system.unknowns;
  lx_interior_step out = {.primal = 1 / STEP_PART, .dual = 1 / STEP_PART};
  for (int32_t i = 0; i < in->system.nodes; i++)
    in->step[i] = i < n ? -in->dual_residual[i] : 0;
  for (int32_t k = 0; k < in->row_count; k++) {
    const double open = in->residual[k] - in->target_p[k] * in->inverse_zp[k] + in->target_q[k] * in->inverse_zq[k];
    const int32_t node = in->system.wide_node[in->rows[k]];
    in->dy[k] = open;
    if (node >= 0) {
      in->step[node] = -open;
      continue;
    }
    const lx_entries row = entries_of(in, k);
    const double part = open * in->inverse_ratio[k];
    for (int32_t e = 0; e < row.count; e++)
      in->step[row.columns[e]] -= row.values[e] * part;
  }
  solve_refined(in);
  for (int32_t k = 0; k < in->row_count; k++) {
    const lx_entries row = entries_of(in, k);
    const int32_t node = in->system.wide_node[in->rows[k]];
    const double p = in->p[k], q = in->q[k], zp = in->zp[k], zq = in->zq[k];
    const double dy = node >= 0 ? in->step[node] : (in->dy[k] + activity(row, in->step)) * in->inverse_ratio[k];
    const double dp = (in->target_p[k] + p * dy) * in->inverse_zp[k];
    const double dq = (in->target_q[k] - q * dy) * in->inverse_zq[k];
    in->dy[k] = dy;
    in->dp[k] = dp;
    in->dq[k] = dq;
    out.primal = reach(reach(out.primal, p, dp), q, dq);
    out.dual = reach(reach(out.dual, zp, -dy), zq, dy);
    out.by_primal += dp * zp + dq * zq;
    out.by_dual += (q - p) * dy;
    out.by_both += (dq - dp) * dy;
  }
  out.primal *= STEP_PART;
  out.dual *= STEP_PART;
  return out;
}

/* What a product is to change by to be near what is aimed at. */
static inline double change_towards(double aim, double product) {
  if (product < LEAST_PRODUCT * aim)
    return LEAST_PRODUCT * aim - product;
  return product > MOST_PRODUCT * aim ? fmax(MOST_PRODUCT * aim - product, -MOST_PRODUCT * aim) : 0;
}

/* Aims at a longer step: that it lets no p zp or q zq get far ahead of the others, or stay behind. */
static void aim_farther(lx_interior *in, lx_interior_step step, double aim) {
  const double primal = fmin(1, step.primal + LONGER), dual = fmin(1, step.dual + LONGER);
  for (int32_t k = 0; k < in->row_count; k++) {
    const double change = dual * in->dy[k];
    in->target_p[k] += change_towards(aim, (in->p[k] + primal * in->dp[k]) * (in->zp[k] - change));
    in->target_q[k] += change_towards(aim, (in->q[k] + primal * in->dq[k]) * (in->zq[k] + change));
  }
}

static void swap(double **a, double **b) {
  double *kept = *a;
  *a = *b;
  *b = kept;
}

/* The step at hand for the spare one. */
static void swap_steps(lx_interior *in) {
  swap(&in->dp, &in->spare_dp);
  swap(&in->dq, &in->spare_dq);
  swap(&in->dy, &in->spare_dy);
  swap(&in->step, &in->spare_step);
}

/* Whether the step to mu = 0 is shorter than it were without what is added to the diagonal, which is less from then on. */
static int is_held_back(lx_interior *in, double gap) {
  double square = 0;
  for (int32_t j = 0; j < in->system.unknowns; j++)
    square += in->step[j] * in->step[j];
  if (in->added * square <= HELD_BACK * 2.0 * in->row_count * gap)
    return 0;
  in->added = fmax(DIAGONAL_PART * in->added, LEAST_DIAGONAL);
  return 1;
}

/* The step from a point whose mu is `gap`. Where the straight way to mu = 0 would lead says what mu to aim at, and how the way bends. */
static lx_interior_step find_step(lx_interior *in, double gap) {
  factor(in);
  aim_at(in, 0, 0);
  lx_interior_step step = solve(in);
  const double grown = step.primal * step.by_primal + step.dual * step.by_dual + step.primal * step.dual * step.by_both;
  const double part = 1 + grown / (2.0 * in->row_count * gap);
  const double aim = is_held_back(in, gap) ? gap : part * part * part * gap;
  aim_at(in, aim, 1);
  step = solve(in);
  for (int count = 0; count < MOST_CORRECTIONS && fmin(step.primal, step.dual) < FULL; count++) {
    aim_farther(in, step, aim);
    swap_steps(in);
    const lx_interior_step longer = solve(in);
    if (!(longer.primal + longer.dual >= step.primal + step.dual + 2 * LEAST_GAIN * LONGER)) {
      swap_steps(in);
      break;
    }
    step = longer;
  }
  return step;
}

/* Up to how much of mu and of a residual an iterate is near. A level may leave what nothing holds far out, which makes the unit of the next
 * large, so levels before count. */
static double nearness(const lx_interior *in) { return LOST * fmin(in->unit, FAR_OUT * in->least_unit); }

static int is_lost(const lx_interior *in, double gap, double worst) {
  return !(gap <= nearness(in) && worst <= nearness(in));
}

/* Copies the iterate to what is kept, or back. */
static void copy_iterate(lx_interior *in, int back) {
  double *const arrays[] = {in->p, in->q, in->y, in->zp, in->zq, in->residual, in->z};
  enum { COUNT = sizeof arrays / sizeof *arrays };
  double *kept = in->kept;
  for (int a = 0; a < COUNT; a++) {
    const size_t length = (size_t)(a < COUNT - 1 ? in->row_count : in->system.unknowns);
    memcpy(back ? arrays[a] : kept, back ? kept : arrays[a], sizeof *kept * length);
    kept += length;
  }
}

/* Begins anew farther from the bounds. Returns mu. */
static double begin_farther(lx_interior *in, double *worst_out) {
  in->scale = FARTHER * in->unit;
  write_unknowns(in);
  place(in);
  return move(in, 0, 0, worst_out);
}

/* Whether a level may take another step: where it would be lost else, twice as many as usual, as long as they gain something. */
static int may_step(const lx_interior *in, int step, int most, int stalled, double gap, double worst) {
  return isfinite(gap) && stalled < (in->is_elastic ? MOST_STALLED_TORN : MOST_STALLED) && step < (is_lost(in, gap, worst) ? 2 * most : most);
}

/* Whether rows that must hold may contradict each other. */
static int may_be_torn(const lx_interior *in, double before, double worst, double least_residual) {
  double largest = 0, costs = 0;
  if (!in->may_be_torn || worst <= fmax(least_residual, TORN_LEFT * before))
    return 0;
  for (int32_t k = 0; k < in->row_count; k++) {
    const double cost = fmax(in->above[k], in->below[k]);
    costs += cost < HELD_COST ? cost : 0;
    largest = fmax(largest, fabs(in->y[k]));
  }
  return largest >= fmax(TORN_DUAL, costs);
}

/* Whether a step creeps. */
static int creeps(const lx_interior *in, lx_interior_step step, double gap, double worst, double least_residual) {
  const int is_open = worst > least_residual || gap <= CREEPING_GAP * in->unit;
  return is_open && !is_lost(in, gap, worst) && fmin(step.primal, step.dual) < CREEP;
}

lx_status lx_interior_level(lx_interior *in, int32_t level, int *any_out, lx_interior_end *end_out, int64_t *steps) {
  *any_out = begin(in, level);
  *end_out = LX_INTERIOR_DONE;
  if (!*any_out)
    return LX_OK;
  const double least_gap = fmin(END_GAP * in->unit, END_GAP_POINTS), least_residual = END_RESIDUAL * in->unit;
  double worst, gap = move(in, 0, 0, &worst), least = worst;
  int most = level < in->lp->levels ? MOST_STEPS : MOST_STEPS_ADDED;
  double kept_gap = 0, kept_worst = 0;
  in->primal = in->dual = 0;
  int stalled = 0, is_kept = 0, creeping = 0;
  lx_status status = LX_OK;
  for (int step = 0; may_step(in, step, most, stalled, gap, worst) && creeping < MOST_CREEPING && status == LX_OK &&
                      (gap > least_gap || worst > least_residual);
       step++) {
    ++*steps;
    const lx_interior_step next = find_step(in, gap);
    if (step < FIRST_STEPS && in->scale == in->unit && is_lost(in, gap, worst) && fmin(next.primal, next.dual) < SHORT_STEP) {
      gap = begin_farther(in, &worst);
      least = worst;
      most += step + 1;
      stalled = is_kept = 0;
      continue;
    }
    const double best = in->best, before = gap, residual = worst;
    gap = move(in, next.primal, next.dual, &worst);
    creeping += creeps(in, next, gap, worst, least_residual);
    if (may_be_torn(in, residual, worst, least_residual)) {
      *end_out = LX_INTERIOR_TORN;
      return LX_OK;
    }
    const int tells = gap <= TELLING * before;
    in->primal = tells ? next.primal : 0;
    in->dual = tells ? next.dual : 0;
    /* Steps that are short leave a residual nearly as it was, and mu grows meanwhile: a tenth less counts, however many it took. */
    const int is_nearer = worst <= 0.9 * least && worst > least_residual;
    stalled = gap > 0.9 * best && !is_nearer ? stalled + 1 : 0;
    least = is_nearer ? worst : least;
    /* Close to the end rounding may take a linear system, and the iterate with it. */
    if (!is_lost(in, gap, worst) && (!is_kept || (gap <= kept_gap && worst <= fmax(kept_worst, least_residual)))) {
      copy_iterate(in, 0);
      kept_gap = gap;
      kept_worst = worst;
      is_kept = 1;
    } else if (is_kept && !(worst <= nearness(in))) {
      break;
    }
    status = lx_check_stop(in->lp->stopper);
  }
  if (is_kept && is_lost(in, gap, worst)) {
    copy_iterate(in, 1);
    in->primal = in->dual = 0;
    gap = kept_gap;
    worst = kept_worst;
  }
  if (gap > least_gap || worst > least_residual)
    *end_out = LX_INTERIOR_NEAR;
  if (is_lost(in, gap, worst))
    *end_out = LX_INTERIOR_LOST;
  return status;
}

lx_status lx_interior_part(lx_interior *in, int16_t *parts_out, int *torn_out, int64_t *steps) {
  const lx_reduced_lp *lp = in->lp;
  lx_interior_end end;
  const double least_unit = in->least_unit;
  double error = 0, worst = 0;
  int any;
  in->may_be_torn = 0;
  in->is_elastic = 1;
  const lx_status status = lx_interior_level(in, lp->binding_levels, &any, &end, steps);
  in->is_elastic = 0;
  in->least_unit = least_unit;
  for (int32_t r = 0; r < lp->total; r++)
    parts_out[r] = in->held_at[r] == 0 ? LX_PART_TIE : LX_PART_NONE;
  for (int32_t k = 0; k < in->row_count && any; k++) {
    const int32_t r = in->system.row[in->rows[k]];
    const int is_open = in->zp[k] < in->p[k] || in->zq[k] < in->q[k];
    if (is_open)
      error = fmax(error, fmax(in->holds_above[r] ? in->p[k] : 0, in->holds_below[r] ? in->q[k] : 0));
    worst = fmax(worst, fabs(in->residual[k]));
    if (fabs(in->y[k]) >= TORN_PART)
      parts_out[r] = is_open ? LX_PART_OPEN : LX_PART_TIGHT;
  }
  *torn_out = status == LX_OK && any && end != LX_INTERIOR_LOST && error >= fmax(TORN_ERROR, TORN_RESIDUALS * worst);
  return status;
}
