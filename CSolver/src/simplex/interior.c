/* interior.c: see interior.h.
 *
 * A simplex of a coupled program takes about a pivot a row, and each moves a good part of the rows. An interior point
 * method takes some twenty steps for each level, whatever the size, each a factorization of normal equations, which
 * are sparse. What it cannot do is what the simplex does best: end at a vertex, and say what is optimal. So it only
 * finds where to start.
 *
 * What the optimum of a level leaves open is a face: a row whose dual is less than its cost above is not above its
 * constant anywhere on it, one that pays this cost is not below. Both must hold from then on, as required rows must
 * from the start. Rows that are held at their constants tie variables to each other, so that every level has fewer
 * unknowns than the one before (interior_ties.c). They are the first basis, too, those of high levels first. Two things
 * make it one: constants are perturbed, so that rows which meet in one vertex without need do not, and where the last
 * level leaves a face, one level more, which wishes everything that is open to be at its constant, leaves a vertex of
 * it. Nothing has to be exact: the simplex decides.
 *
 * References: N. Megiddo, On finding primal- and dual-optimal bases (ORSA J. Computing 3, 1991) for the way from
 * there to a basis; R. Portnoy and R. Koenker, The Gaussian hare and the Laplacian tortoise (Statistical Science 12,
 * 1997) for interior points of sums of absolute values. */
#include <math.h>
#include <string.h>

#include "base/spread.h"
#include "simplex/interior_internal.h"

/* A system is made anew where so many of its unknowns are left. */
#define LEFT 0.9

/* A dual this near to a bound, for the largest weight of the level, may as well be at it. */
#define AT_BOUND 1e-4

/* An excess is none where it is no more than the row's distance or, of one that all but touches, than this part of that; for the largest weight of
 * the level, and in points. */
#define TOUCHING (10 * LX_INTERIOR_PERTURBATION)
#define LEAST_EXCESS 1e-4

/* A dual that a step leaves this part of, beside what it leaves of the distance that it is multiplied by, goes to zero. */
#define SHRUNK 0.1

/* Duals with more than the first part of the way from a bound are surest to be tight, and so on. */
static const double strengths[] = {0.2, 0.04, 0.002};
enum { STRENGTHS = sizeof strengths / sizeof *strengths + 1 };

/* Rows that nothing holds go by their distances: so many parts of each power of ten, from NEAREST points on, over eleven of them. */
#define NEAREST 1e-6
#define PARTS_OF_TEN 4
enum { DISTANCES = 11 * PARTS_OF_TEN };

/* Tiers are int16_t, and one more is used by whoever offers them. */
#define MOST_TIERS (INT16_MAX - 1)

/* What a level takes: steps, some of them with fewer unknowns, counted in steps with all; and entries that a pivot goes through in
 * the time of an entry in a step, of one of the factor, and of so many multiplications. */
#define USUAL_STEPS 12
#define ENTRY_EFFORT 10
#define FACTOR_EFFORT 3
#define MULTIPLICATIONS 256

static lx_status take_state(lx_interior *in) {
  const int64_t total = in->lp->total;
  double **arrays[] = {&in->constant,   &in->above,      &in->below,         &in->p,        &in->q,  &in->y,
                       &in->zp,         &in->zq,         &in->residual,      &in->dp,       &in->dq, &in->dy,
                       &in->inverse_zp, &in->inverse_zq, &in->inverse_ratio, &in->target_p, &in->target_q,
                       &in->spare_dp,   &in->spare_dq,   &in->spare_dy};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
    *arrays[k] = lx_arena_take(&in->arena, total, sizeof(double));
    if (*arrays[k] == NULL)
      return LX_ERROR_MEMORY;
  }
  in->holds_above = lx_arena_take_zeroed(&in->arena, total, sizeof *in->holds_above);
  in->holds_below = lx_arena_take_zeroed(&in->arena, total, sizeof *in->holds_below);
  in->held_at = lx_arena_take(&in->arena, total, sizeof *in->held_at);
  in->side = lx_arena_take_zeroed(&in->arena, total, sizeof *in->side);
  in->excess_room = in->lp->total;
  in->excesses = lx_arena_take(&in->arena, in->excess_room, sizeof *in->excesses);
  in->is_tie = lx_arena_take_zeroed(&in->arena, total, sizeof *in->is_tie);
  in->rows = lx_arena_take(&in->arena, total, sizeof *in->rows);
  in->tightest = lx_arena_take(&in->arena, 2 * (int64_t)in->lp->variables, sizeof *in->tightest);
  in->waiting = lx_arena_take(&in->arena, total, sizeof *in->waiting);
  in->waiting_distance = lx_arena_take(&in->arena, total, sizeof *in->waiting_distance);
  in->x = lx_arena_take_zeroed(&in->arena, in->lp->variables, sizeof *in->x);
  in->z = lx_arena_take(&in->arena, in->lp->variables, sizeof *in->z);
  in->step = lx_arena_take(&in->arena, in->lp->variables + in->lp->rows, sizeof *in->step);
  in->spare_step = lx_arena_take(&in->arena, in->lp->variables + in->lp->rows, sizeof *in->spare_step);
  in->correction = lx_arena_take(&in->arena, in->lp->variables + in->lp->rows, sizeof *in->correction);
  in->dual_residual = lx_arena_take(&in->arena, in->lp->variables, sizeof *in->dual_residual);
  in->kept = lx_arena_take(&in->arena, 6 * total + in->lp->variables, sizeof *in->kept);
  in->place = lx_arena_take(&in->arena, in->lp->variables, sizeof *in->place);
  in->row_columns = lx_arena_take(&in->arena, in->lp->variables, sizeof *in->row_columns);
  in->row_values = lx_arena_take(&in->arena, in->lp->variables, sizeof *in->row_values);
  if (in->holds_above == NULL || in->holds_below == NULL || in->is_tie == NULL || in->held_at == NULL ||
      in->side == NULL || in->excesses == NULL ||
      in->rows == NULL || in->tightest == NULL || in->waiting == NULL || in->waiting_distance == NULL || in->x == NULL ||
      in->z == NULL || in->step == NULL ||
      in->spare_step == NULL || in->correction == NULL || in->dual_residual == NULL || in->kept == NULL || in->place == NULL || in->row_columns == NULL || in->row_values == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t j = 0; j < in->lp->variables; j++)
    in->place[j] = -1;
  return LX_OK;
}

static int is_binding(const lx_reduced_lp *lp, int32_t level) { return level >= 0 && level < lp->binding_levels; }

/* Equalities that must hold stay as they are, which others may depend on; inequalities are relaxed. */
static void perturb(lx_interior *in) {
  const lx_reduced_lp *lp = in->lp;
  double *size = in->z; /* not in use yet */
  lx_lp_estimate_sizes(lp, size);
  for (int32_t r = 0; r < lp->total; r++) {
    const int must_above = is_binding(lp, lp->above[r]), must_below = is_binding(lp, lp->below[r]);
    const int is_equality = lp->above[r] >= 0 && lp->below[r] >= 0;
    const double part = lx_spread((uint64_t)r, 0);
    const double change = LX_INTERIOR_PERTURBATION * lx_lp_unit(lp, r) * lx_lp_size(lp, size, r) * (1 + part);
    const int is_up = is_equality ? (int)(part * 1024) % 2 : lp->above[r] >= 0;
    in->constant[r] = lp->constant[r];
    in->holds_above[r] = (uint8_t)must_above;
    in->holds_below[r] = (uint8_t)must_below;
    in->is_tie[r] = must_above && must_below;
    in->held_at[r] = in->is_tie[r] ? 0 : -1;
    if (in->is_tie[r]) { /* nothing pushes it, not even its side */
      in->side[r] = 1;
      in->excesses[in->excess_count++] = (lx_interior_excess){r, lp->above[r], -lp->weight[r]};
    }
    if (!is_equality || (!must_above && !must_below))
      in->constant[r] += is_up ? change : -change;
    in->constant[r] /= lp->point;
  }
}

/* Steps that the method is expected to take, and what each costs but for the factorization and its solves. */
static double expected_steps(const lx_reduced_lp *lp) { return (double)USUAL_STEPS * (lp->levels - lp->binding_levels); }
static double row_effort(const lx_reduced_lp *lp) { return (double)ENTRY_EFFORT * (lp->starts[lp->rows] + lp->total); }

lx_status lx_interior_create(const lx_allocator *allocator, const lx_reduced_lp *lp, double most, int *is_dear_out,
                             lx_interior **out) {
  *out = NULL;
  *is_dear_out = 0;
  if (lp->binding_levels >= lp->levels || lx_interior_tier_count(lp->levels) > MOST_TIERS)
    return LX_OK;
  const double most_fill = (most / expected_steps(lp) - row_effort(lp)) / FACTOR_EFFORT;
  *is_dear_out = most_fill < 0;
  if (*is_dear_out)
    return LX_OK;
  lx_interior *in = lx_allocate_zeroed(allocator, 1, sizeof *in);
  if (in == NULL)
    return LX_ERROR_MEMORY;
  lx_arena_init(&in->arena, allocator);
  in->lp = lp;
  lx_status status = take_state(in);
  if (status == LX_OK)
    status = lx_interior_ties_create(&in->arena, lp->variables, &in->ties);
  if (status == LX_OK) {
    perturb(in);
    lx_interior_tie(in);
  }
  if (status == LX_OK && in->ties.unknowns > 0)
    status = lx_interior_system_create(in, most_fill, is_dear_out);
  if (status == LX_OK && in->system.symmetric != NULL) {
    *out = in;
    return LX_OK;
  }
  lx_interior_destroy(in);
  return status;
}

void lx_interior_destroy(lx_interior *in) {
  if (in == NULL)
    return;
  const lx_allocator allocator = *in->arena.allocator;
  lx_interior_system_destroy(&in->system);
  lx_arena_destroy(&in->arena);
  lx_release(&allocator, in);
}

int64_t lx_interior_effort(const lx_interior *in) {
  const lx_symmetric *symmetric = in->system.symmetric;
  const int64_t solve = FACTOR_EFFORT * lx_symmetric_entries(symmetric);
  const double step = row_effort(in->lp) + (double)(solve + lx_symmetric_work(symmetric) / MULTIPLICATIONS);
  return (int64_t)(expected_steps(in->lp) * step);
}

/* Tiers: required equalities; for each level, and the one added, what it holds, by strength; then by distance; then unit rows
 * without a cost. */
static int32_t first_distance(int32_t levels) { return 1 + STRENGTHS * (levels + 1); }

int32_t lx_interior_tier_count(int32_t levels) { return first_distance(levels) + DISTANCES + 1; }

/* How far from its bounds a dual is, as a part of them; of a bound that nothing limits, as a part of the largest weight. */
static double strength(const lx_interior *in, int32_t k) {
  const double up = in->zp[k] / (in->above[k] > 0 ? in->above[k] : 1);
  const double down = in->zq[k] / (in->below[k] > 0 ? in->below[k] : 1);
  return fmin(up, down);
}

/* The tier of a row that a level holds, by strength. */
static int16_t held_tier(const lx_interior *in, int32_t k, int32_t level) {
  const double part = strength(in, k);
  int32_t tier = 0;
  while (tier < STRENGTHS - 1 && part <= strengths[tier])
    tier++;
  return (int16_t)(1 + STRENGTHS * level + tier);
}

/* Moves the constant of a held row of the system to where the level has left it, which is next to it: the held rows can all be met then. */
static void settle(lx_interior *in, int32_t row, double distance) {
  const int32_t r = in->system.row[row];
  if ((distance > 0 && !in->holds_above[r]) || (distance < 0 && !in->holds_below[r]))
    return;
  in->constant[r] += distance;
  in->system.constant[row] += distance;
}

/* Whether a distance goes to zero with mu, rather than the dual that it is multiplied by: the smaller of them. But thousands of rows may push
 * a variable next to its bound, so that its dual is larger until the very end. Then it is the dual that the last step has shrunk (A. S.
 * El-Bakry, R. A. Tapia, Y. Zhang, A study of indicators for identifying zero variables in interior-point methods, SIAM Review 36, 1994). */
static int is_at_bound(const lx_interior *in, int32_t k, double distance, double change, double dual, double dual_change) {
  if (in->primal == 0 || distance >= dual || lx_interior_entries(&in->system, in->rows[k]).count > 1)
    return distance < dual;
  return SHRUNK * distance * (dual - in->dual * dual_change) < dual * (distance - in->primal * change);
}

/* Notes the excess of a row's multiplier at a level. It counts from the side whose cost it is nearer to, if no level before has decided that. */
static lx_status note_excess(lx_interior *in, int32_t k, int32_t level, int was_tight, int is_tight) {
  const int32_t r = in->system.row[in->rows[k]];
  int8_t side = in->side[r];
  double value = in->y[k];
  if (!was_tight) {
    if (side == 0 && in->holds_above[r] != in->holds_below[r])
      side = in->holds_above[r] ? -1 : 1;
    else if (side == 0)
      side = in->zp[k] < in->zq[k] ? 1 : -1;
    value = side > 0 ? -in->zp[k] : in->zq[k];
    const double distance = side > 0 ? in->p[k] : in->q[k];
    if (!is_tight && fabs(value) <= distance * (distance > TOUCHING * lx_lp_unit(in->lp, r) ? 1 : LEAST_EXCESS))
      return LX_OK;
  }
  in->side[r] = side;
  if (level == in->lp->levels || value == 0)
    return LX_OK;
  if (in->excess_count == in->excess_room) {
    lx_interior_excess *more = in->excess_room <= INT32_MAX / 2 ? lx_arena_take(&in->arena, 2 * (int64_t)in->excess_room, sizeof *more) : NULL;
    if (more == NULL)
      return LX_ERROR_MEMORY;
    memcpy(more, in->excesses, sizeof *more * (size_t)in->excess_count);
    in->excesses = more;
    in->excess_room *= 2;
  }
  in->excesses[in->excess_count++] = (lx_interior_excess){r, level, value * in->lp->heaviest[level]};
  return LX_OK;
}

/* The same for the bounds that were left out. */
static void settle_implied(lx_interior *in, int32_t level) {
  for (int32_t s = 0; s < in->system.count; s++) {
    if (!lx_interior_is_implied(in, s, level))
      continue;
    const lx_entries row = lx_interior_entries(&in->system, s);
    settle(in, s, row.values[0] * in->z[row.columns[0]] - in->system.constant[s]);
  }
}

/* Notes what the optimum of a level leaves to those after it. */
static lx_status hold(lx_interior *in, int32_t level) {
  lx_status status = LX_OK;
  settle_implied(in, level); /* which bounds these are hangs on what was held */
  for (int32_t k = 0; k < in->row_count && status == LX_OK; k++) {
    const int32_t r = in->system.row[in->rows[k]];
    int is_tight;
    if (!in->holds_above[r] || !in->holds_below[r]) {
      const int is_not_above = in->zp[k] > AT_BOUND && is_at_bound(in, k, in->p[k], in->dp[k], in->zp[k], -in->dy[k]);
      const int is_not_below = in->zq[k] > AT_BOUND && is_at_bound(in, k, in->q[k], in->dq[k], in->zq[k], in->dy[k]);
      is_tight = is_not_above && is_not_below;
      status = note_excess(in, k, level, 0, is_tight);
      in->holds_above[r] |= (uint8_t)(is_not_above || (!is_not_below && in->below[k] > 0));
      in->holds_below[r] |= (uint8_t)(is_not_below || (!is_not_above && in->above[k] > 0));
      if (is_tight) {
        in->held_at[r] = held_tier(in, k, level);
        in->is_tie[r] = 1;
      }
    } else {
      status = note_excess(in, k, level, 1, 1);
    }
    settle(in, in->rows[k], in->residual[k] + in->p[k] - in->q[k]);
  }
  return status;
}

static int16_t tier_of(const lx_interior *in, int32_t row) {
  const lx_reduced_lp *lp = in->lp;
  const int32_t first = first_distance(lp->levels);
  if (in->held_at[row] == 0)
    return 0;
  if (lp->above[row] < 0 && lp->below[row] < 0)
    return (int16_t)(first + DISTANCES);
  const double distance = fabs(lx_lp_activity(lp, row, in->x) - in->constant[row]) / lx_lp_unit(lp, row);
  if (in->held_at[row] > 0 && distance <= LX_INTERIOR_REACH)
    return in->held_at[row];
  const double part = ceil(PARTS_OF_TEN * log10(fmax(distance, NEAREST) / NEAREST));
  return (int16_t)(first + fmin(part, DISTANCES - 1));
}

/* The values of all variables, from those of the unknowns. */
static void read_values(lx_interior *in) {
  for (int32_t j = 0; j < in->lp->variables; j++)
    in->x[j] = lx_interior_value(in, j);
}

/* Takes the unknowns out that a level has decided, where that pays. *is_left_out is 0 where none is left, or no system. */
static lx_status shrink(lx_interior *in, int *is_left_out) {
  lx_status status = LX_OK;
  int is_over;
  lx_interior_tie(in);
  *is_left_out = 1;
  if (in->ties.unknowns <= LEFT * in->system.unknowns) {
    lx_interior_system_destroy(&in->system);
    status = in->ties.unknowns > 0 ? lx_interior_system_create(in, INFINITY, &is_over) : LX_OK;
    *is_left_out = in->ties.unknowns > 0 && status == LX_OK && in->system.symmetric != NULL;
  }
  return status;
}

/* A level, or, where rows that must hold seem to contradict each other at the first, what part each has in that. *torn_out is nonzero where it is
 * one. */
static lx_status approach(lx_interior *in, int32_t level, int16_t *parts_out, int *any_out, lx_interior_end *end_out, int *torn_out,
                          int64_t *steps) {
  *torn_out = 0;
  lx_status status = lx_interior_level(in, level, any_out, end_out, steps);
  if (status != LX_OK || *end_out != LX_INTERIOR_TORN)
    return status;
  status = lx_interior_part(in, parts_out, torn_out, steps);
  return status == LX_OK && !*torn_out ? lx_interior_level(in, level, any_out, end_out, steps) : status;
}

lx_status lx_interior_solve(lx_interior *in, int seeks, int16_t *tiers_out, lx_interior_found *found_out, int64_t *steps) {
  const lx_reduced_lp *lp = in->lp;
  lx_status status = LX_OK;
  lx_interior_end end = LX_INTERIOR_DONE;
  int is_left = 1;
  memset(in->x, 0, sizeof *in->x * (size_t)lp->variables);
  in->least_unit = INFINITY;
  in->may_be_torn = seeks;
  *found_out = LX_FOUND_NOTHING;
  for (int32_t level = lp->binding_levels; level <= lp->levels && status == LX_OK && is_left; level++) {
    int any, is_torn;
    status = approach(in, level, tiers_out, &any, &end, &is_torn, steps);
    if (status == LX_OK && is_torn) {
      *found_out = LX_FOUND_TORN;
      return status;
    }
    if (end == LX_INTERIOR_LOST) /* the levels before are where to start */
      break;
    if (!any)
      continue;
    *found_out = LX_FOUND_START;
    in->may_be_torn = 0;
    read_values(in);
    status = status == LX_OK ? hold(in, level) : status;
    if (status == LX_OK)
      status = shrink(in, &is_left);
  }
  for (int32_t r = 0; r < lp->total; r++)
    tiers_out[r] = tier_of(in, r);
  for (int32_t r = 0; r < lp->total; r++)
    in->constant[r] *= lp->point;
  for (int32_t j = 0; j < lp->variables; j++)
    in->x[j] *= lp->point;
  return status;
}

int8_t lx_interior_side(const lx_interior *in, int32_t row) {
  const lx_reduced_lp *lp = in->lp;
  if (in->side[row] != 0)
    return in->side[row];
  if (in->holds_above[row] != in->holds_below[row])
    return in->holds_below[row] ? 1 : -1;
  if (lp->above[row] < 0 || lp->below[row] < 0)
    return 0;
  return lx_lp_activity(lp, row, in->x) > in->constant[row] ? 1 : -1;
}

const double *lx_interior_point(const lx_interior *in) { return in->x; }

int32_t lx_interior_excesses(const lx_interior *in, const lx_interior_excess **out) {
  *out = in->excesses;
  return in->excess_count;
}
