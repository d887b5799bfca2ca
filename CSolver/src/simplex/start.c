/* start.c: the first vertex.
 *
 * Rows are offered in tiers, each taken if independent of those before: rows the caller wants first (the last basis, on
 * a warm start), or else those that hold dominated variables (dominated.c); required equalities; optional equalities by
 * level from high to low, a content size among them; then inequalities, those of one variable first, >= before <=, each by level; at the end unit
 * rows, positions before sizes. So an inequality is tight unless something forces otherwise, `>= 150, <= 200` gives 150,
 * and what nothing decides is 0. Without conflicts this is nearly the answer: real layouts leave required inequalities
 * slack and content sizes exact.
 *
 * Where many inequalities are violated there (a row of equal widths, most of them at their largest), one pivot for each
 * would be many. They are raised to the tier after the equalities of their level instead, and those that would rather
 * be slack are lowered again, as long as that makes the errors less: each round costs a factorization. (Block pivots as
 * in J. J. Júdice and F. M. Pires, A block principal pivoting algorithm, Computers and Operations Research 21, 1994.) */
#include "simplex/work.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "simplex/contradiction.h"
#include "simplex/precise.h"

/* Inequalities that change tiers in a round at least, and rounds at most. */
#define LEAST_RAISED 32
#define MOST_ROUNDS 20

/* Another basis is given up where its factorization goes through so many times as many entries as the first one's, and LX_BUILD_PASSES times as
 * many as the rows have. */
#define DEAR_BUILD 10

/* Positions that gain by letting their rows go, as a part of all, with which multipliers are good, and with which they are lost. */
#define MOST_OFFERS 0.01
#define LOST_OFFERS 0.1

/* Where rows that must hold have so many times the errors of the first vertex, or of one row that is held, exchanges of rows that are nearly dependent
 * have thrown the vertex there. */
#define THROWN 100

/* What the way there may take, as a part of what the interior point method is estimated to take; and what it may take from there until less is left. */
#define PUSH_PART 3
#define MEND_PART 0.5

/* Variables for each wish of several of them, up to which it is tried to take these last. */
#define VARIABLES_PER_WIDE 16

/* What is left of a row, as a part of what it was, below which it counts as dependent where rounding has taken the duals of a basis: one after the
 * other, until no dual is larger than so many times the heaviest weight. */
static const double dependences[] = {LX_TOL_DEPENDENT_START, 1e-4, 1e-2};
enum { DEPENDENCES = sizeof dependences / sizeof *dependences };
#define MOST_DUAL 1e10

static int32_t higher_level(const lx_reduced_lp *lp, int32_t row) {
  const int32_t above = lp->above[row], below = lp->below[row];
  if (above < 0 || below < 0)
    return above < 0 ? below : above;
  return above < below ? above : below;
}

/* Whether a row is a wish for what several variables are together. */
static int is_wide_wish(const lx_reduced_lp *lp, int32_t row) {
  return lp->above[row] >= lp->binding_levels && lp->below[row] >= lp->binding_levels && lx_lp_is_wide(lp, row);
}

/* Tiers: 0 first; two for each level, equalities and raised inequalities; then >= and <= by level, those of one variable and those of several: a
 * vertex where as much as may be is at bounds of its own is one that the dual simplex moves least from; then unit rows without and with a
 * cost. By bounds, equalities of several variables that are wished come with the last of these. */
static int32_t tier_of(const lx_work *work, int32_t row) {
  const lx_reduced_lp *lp = work->lp;
  const int32_t levels = lp->levels;
  if (work->tiers != NULL)
    return work->tiers[row];
  if (work->slack)
    return lx_slack_tier(work, row);
  if (lp->start[row] == LX_BASIS_TIGHT || (work->is_first != NULL && work->is_first[row]))
    return 0;
  if (work->is_raised[row])
    return 2 + 2 * higher_level(lp, row);
  if (row >= lp->rows)
    return 1 + 6 * levels + (lp->below[row] >= 0);
  const int32_t level = higher_level(lp, row);
  const int is_equality = lp->above[row] >= 0 && lp->below[row] >= 0;
  if (is_equality && !(work->bounds == LX_BOUNDS_TRYING && is_wide_wish(lp, row)))
    return 1 + 2 * level;
  return 1 + (lx_lp_is_wide(lp, row) ? 4 : 2) * levels + (lp->below[row] >= 0 ? 0 : levels) + level;
}

lx_status lx_start(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  const int32_t tiers = work->tiers != NULL ? 1 + lx_interior_tier_count(lp->levels) : 3 + 6 * lp->levels;
  int32_t *ends = work->tier_starts + 1;
  for (int32_t t = 0; t <= tiers; t++)
    work->tier_starts[t] = 0;
  for (int32_t r = 0; r < lp->total; r++)
    ends[tier_of(work, r)]++;
  for (int32_t t = 1; t < tiers; t++)
    ends[t] += ends[t - 1];
  for (int32_t r = lp->total - 1; r >= 0; r--)
    work->candidates[--ends[tier_of(work, r)]] = r;
  /* Only tiers with rows count, so that the first of them, whichever it is, is factored as a whole. */
  int32_t used = 0;
  for (int32_t t = 0; t < tiers; t++)
    if (ends[t] < (t + 1 < tiers ? ends[t + 1] : lp->total))
      work->tier_starts[used++] = ends[t];
  work->tier_starts[used] = lp->total;
  work->statistics->factorizations++;
  const int64_t before = lx_factor_built(work->factor);
  const lx_status status = lx_factor_build(work->factor, &lp->matrix, used, work->tier_starts, work->candidates, work->vertex->basis);
  if (!work->slack)
    work->start_built = lx_factor_built(work->factor) - before;
  return status;
}

lx_status lx_begin(lx_work *work, int *sound_out) {
  lx_remove_perturbation(work);
  lx_forget_bans(work);
  work->best_pivots = work->first_pivots = work->statistics->pivots;
  work->active = work->lp->levels;
  work->perturbations = 0;
  work->widened = 1;
  lx_forget_circles(work);
  work->lacks_sides = work->met = 0;
  lx_start_price_weights(work);
  const lx_status status = lx_refresh(work, 0, sound_out);
  return status == LX_OK ? lx_choose_sides(work) : status;
}

/* Whether a tight inequality gains from being slack. */
static int gains_slack(const lx_work *work, int32_t row) {
  const int8_t direction = work->lp->above[row] < 0 ? 1 : -1;
  for (int32_t level = 0; level < work->lp->levels; level++) {
    const double slope = lx_slope_at(work, work->vertex->position[row], direction, level);
    if (fabs(slope) > work->tolerance[level])
      return slope < 0;
  }
  return 0;
}

/* Raises violated inequalities, and lowers raised ones that gain from being slack. Returns how many. */
static int32_t change_tiers(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  int32_t count = 0;
  for (int32_t r = 0; r < lp->total; r++) {
    int32_t level;
    if ((lp->above[r] < 0) == (lp->below[r] < 0))
      continue;
    const int is_tight = work->vertex->position[r] >= 0;
    const int changes = work->is_raised[r] ? is_tight && gains_slack(work, r)
                                           : !is_tight && lx_lp_error(lp, r, work->vertex->distance[r], &level) > 0;
    work->is_raised[r] ^= (uint8_t)changes;
    count += changes;
  }
  return count;
}

/* A build, which is asked whether it is to go on. */
typedef struct {
  const lx_factor *factor;
  const lx_stopper *stopper; /* of the caller */
  int64_t most;              /* lx_factor_built() at which it is given up */
  int is_dear;
} started_build;

static int stops(void *context) {
  started_build *build = context;
  build->is_dear = lx_factor_built(build->factor) > build->most;
  return build->is_dear || lx_check_stop(build->stopper) != LX_OK;
}

/* lx_start() unless that goes through so many entries. */
static lx_status start_within(lx_work *work, int64_t most, int *is_dear_out) {
  const lx_stopper *own = work->lp->stopper;
  started_build build = {.factor = work->factor, .stopper = own, .most = lx_factor_built(work->factor) + most};
  const lx_stopper stopper = {stops, &build};
  lx_factor_set_stopper(work->factor, &stopper);
  const lx_status status = lx_start(work);
  lx_factor_set_stopper(work->factor, own);
  *is_dear_out = status == LX_ERROR_STOPPED && build.is_dear;
  return *is_dear_out ? LX_OK : status;
}

lx_status lx_improve_start(lx_work *work, int *sound_out) {
  const lx_reduced_lp *lp = work->lp;
  const int64_t entries = lp->starts[lp->rows] + lp->total;
  const int64_t usual = DEAR_BUILD * work->start_built, least = LX_BUILD_PASSES * entries, most = usual > least ? usual : least;
  double *best = work->best, *errors = work->slopes;
  int32_t *best_basis = work->passed; /* nothing is passed yet */
  lx_status status = LX_OK;
  if (!lx_lp_is_cold(lp))
    return LX_OK;
  lx_sum_errors(work, best);
  int is_best = 1;
  for (int32_t round = 0; round < MOST_ROUNDS && is_best; round++) {
    if (change_tiers(work) < LEAST_RAISED)
      return LX_OK;
    memcpy(best_basis, work->vertex->basis, sizeof *best_basis * (size_t)lp->variables);
    int is_dear = 0;
    status = lx_check_stop(lp->stopper);
    if (status == LX_OK)
      status = start_within(work, most, &is_dear);
    if (status == LX_OK && is_dear) {
      is_best = 0;
      break;
    }
    if (status == LX_OK) {
      lx_start_price_weights(work);
      status = lx_refresh(work, 0, sound_out);
    }
    if (status != LX_OK)
      return status;
    lx_sum_errors(work, errors);
    is_best = *sound_out && lx_are_less(lp, errors, best, LX_TOL_PROGRESS, 0);
    if (is_best)
      memcpy(best, errors, sizeof *best * (size_t)lp->levels);
  }
  if (is_best)
    return LX_OK;
  memcpy(work->vertex->basis, best_basis, sizeof *best_basis * (size_t)lp->variables);
  lx_place_basis(work);
  lx_start_price_weights(work);
  return lx_refresh(work, 1, sound_out);
}

/* The first basis by the tiers of the interior point method. Taken tier by tier a row has only what those before it leave, and
 * what is left of one that depends on them, or does not, is lost in what it has grown to on the way. So the rows found are offered
 * once more in one tier, in which pivots are free to choose: what is nearly dependent there makes room for the next in line. */
static lx_status start_inside(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  lx_status status = lx_start(work);
  if (status != LX_OK)
    return status;
  for (int32_t r = 0; r < lp->total; r++)
    work->near_tiers[r] = work->tiers[r]++;
  for (int32_t p = 0; p < lp->variables; p++)
    work->tiers[work->vertex->basis[p]] = 0;
  lx_factor_set_dependence(work->factor, LX_TOL_DEPENDENT_START);
  status = lx_start(work);
  lx_factor_set_dependence(work->factor, LX_TOL_DEPENDENT);
  return status;
}

/* Whether the interior point method is estimated to go through so many times as many entries as the reduced LP has. */
static int takes_passes(const lx_work *work, double passes) {
  const lx_reduced_lp *lp = work->lp;
  return (double)lx_interior_effort(work->interior) > passes * ((double)lp->starts[lp->rows] + lp->total);
}

/* The same for much longer than a slack start that ends well. */
static int is_vast(const lx_work *work) { return takes_passes(work, LX_INTERIOR_VAST); }

/* How much sooner than the interior point method a slack start that is left is asked. */
static double sooner(const lx_work *work) { return work->later != LX_SLACK_NONE ? LX_INTERIOR_SOONER : 1; }

/* What the method is estimated to go through, or as much less as what comes before it is asked sooner. */
static double estimate_of_next(const lx_work *work) {
  return (double)lx_interior_effort(work->interior) / (is_vast(work) ? sooner(work) : 1);
}

/* Analyses the reduced LP for the interior point method, as far as that may be expected to cost no more than `most`, and a bit further, so
 * that it need not be done again soon. The effort is without a limit after that unless there is more to find out. */
static lx_status look_inside(lx_work *work, double most) {
  lx_status status = LX_OK;
  most *= sooner(work);
  int is_dear = most < work->sought;
  if (work->interior == NULL && !is_dear) {
    work->sought = LX_INTERIOR_FURTHER * most;
    status = lx_interior_create(work->arena->allocator, work->lp, work->sought, &is_dear, &work->interior);
  }
  const int may_find = work->interior == NULL && is_dear;
  work->effort_limit = may_find ? 1 + (int64_t)fmin(LX_INTERIOR_LEAST * work->sought / sooner(work), 1e18) : INT64_MAX;
  return status;
}

void lx_forget_inside(lx_work *work) {
  lx_interior_destroy(work->interior);
  work->interior = NULL;
  work->sought = 0;
}

/* The errors of rows that must hold. */
static double sum_binding_errors(const lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  double sum = 0;
  for (int32_t r = 0; r < lp->total; r++) {
    int32_t level;
    const double error = lx_lp_error(lp, r, work->vertex->distance[r], &level);
    sum += level < lp->binding_levels ? error / lx_lp_point(lp, r) : 0;
  }
  return sum;
}

/* From the first basis, near the interior point, to one with multipliers as good as its own, and from there to a vertex with all rows on their sides.
 * It is taken as it was where so many tight rows gain in the end, or the vertex has been thrown so far, that rounding has led the way, as a basis was
 * too nearly singular. */
static lx_status begin_near(lx_work *work, double estimate, int *sound_out) {
  const int32_t n = work->lp->variables;
  double errors = INFINITY;
  lx_basis first;
  work->keeps_sides = 1;
  lx_status status = lx_begin(work, sound_out);
  if (status == LX_OK)
    status = lx_keep_basis(work, &first);
  if (status == LX_OK && *sound_out) {
    errors = fmax(sum_binding_errors(work), LX_INTERIOR_REACH);
    status = lx_push_duals(work, PUSH_PART * estimate, sound_out);
  }
  if (status == LX_OK && *sound_out && lx_count_offers(work) > 0)
    status = lx_mend_duals(work, MEND_PART * estimate, sound_out);
  if (status == LX_OK && *sound_out && (lx_count_offers(work) > LOST_OFFERS * n || sum_binding_errors(work) > THROWN * errors)) {
    status = lx_return_to(work, &first);
    if (status == LX_OK)
      status = lx_refresh(work, 0, sound_out);
  }
  work->keeps_sides = 0;
  if (status == LX_OK && *sound_out && lx_count_offers(work) <= MOST_OFFERS * n)
    status = lx_meet_near(work, estimate, sound_out);
  return status;
}

/* What the interior point method finds; of a contradiction only one that is proven. */
static lx_status look_within(lx_work *work, lx_interior_found *found_out) {
  const lx_reduced_lp *lp = work->lp;
  int64_t *steps = &work->statistics->interior_steps;
  lx_status status = lx_interior_solve(work->interior, !lp->proves_by_all && !lx_precise_fits(lp), work->tiers, found_out, steps);
  if (status != LX_OK || *found_out != LX_FOUND_TORN)
    return status;
  status = lx_prove_contradiction(work->arena, lp, work->tiers, work->statistics, &work->vertex->contradiction);
  if (status != LX_OK || work->vertex->contradiction != NULL)
    return status;
  return lx_interior_solve(work->interior, 0, work->tiers, found_out, steps);
}

/* Starts where the interior point method ends, if there is no contradiction. *restarted_out is 0 where it says nothing. */
static lx_status enter(lx_work *work, int *restarted_out, int *sound_out) {
  const lx_reduced_lp *lp = work->lp;
  lx_interior_found found;
  work->trial = LX_TRIAL_NONE;
  work->effort_limit = INT64_MAX;
  const double estimate = (double)lx_interior_effort(work->interior);
  work->spent += (int64_t)(estimate / LX_INTERIOR_ENTRIES);
  if (work->tier_room == NULL)
    work->tier_room = lx_arena_take(work->arena, 2 * (int64_t)lp->total, sizeof *work->tier_room);
  if (work->tier_room == NULL)
    return LX_ERROR_MEMORY;
  work->tiers = work->tier_room;
  work->near_tiers = work->tier_room + lp->total;
  lx_status status = look_within(work, &found);
  if (found != LX_FOUND_START)
    work->tiers = NULL;
  *restarted_out = status == LX_OK && found != LX_FOUND_NOTHING;
  if (status == LX_OK && found == LX_FOUND_START)
    status = start_inside(work);
  if (status != LX_OK || found != LX_FOUND_START)
    return status;
  status = lx_stay_near(work, lx_interior_point(work->interior));
  for (int32_t r = 0; r < lp->total; r++) /* those there are belong to another vertex */
    work->vertex->side[r] = work->vertex->position[r] < 0 ? lx_interior_side(work->interior, r) : 0;
  if (status == LX_OK)
    status = begin_near(work, estimate, sound_out);
  return status == LX_OK ? lx_begin(work, sound_out) : status;
}

/* Whether a slack start that is left is to be tried before the method. */
static int must_try(const lx_work *work) {
  return work->later != LX_SLACK_NONE && !work->is_tried && takes_passes(work, LX_INTERIOR_UNTRIED);
}

/* Whether the basis by bounds is to be tried before the method: there are wishes that make it another, and the method takes so long that a trial costs
 * little beside it. */
static int may_try_bounds(const lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  int32_t wide = 0;
  if (work->bounds != LX_BOUNDS_UNTRIED || !lx_lp_is_cold(lp) || !is_vast(work))
    return 0;
  for (int32_t r = 0; r < lp->rows; r++)
    wide += is_wide_wish(lp, r);
  return wide >= lp->variables / VARIABLES_PER_WIDE;
}

/* Starts where the interior point method ends or, where a slack start is left and the method takes long, from that, which asks the method in turn. */
static lx_status enter_next(lx_work *work, int *restarted_out, int *sound_out) {
  if (may_try_bounds(work)) {
    *restarted_out = 1;
    return lx_start_by_bounds(work, sound_out);
  }
  work->bounds = LX_BOUNDS_TRIED;
  const int is_last = !must_try(work);
  if (work->later == LX_SLACK_NONE || (is_last && !is_vast(work)))
    return enter(work, restarted_out, sound_out);
  lx_status status = lx_start_later(work, is_last, sound_out);
  if (status == LX_OK && work->later != LX_SLACK_NONE && !is_vast(work))
    status = enter(work, restarted_out, sound_out);
  if (status == LX_OK && work->later != LX_SLACK_NONE && !*restarted_out) {
    work->effort_limit = is_vast(work) ? lx_first_look(work->lp) : INT64_MAX;
    *sound_out = 1;
    status = lx_start_from(work, LX_SLACK_NONE, sound_out);
  }
  *restarted_out = 1;
  return status;
}

/* Whether the primal simplex, which is tried, is expected to get there for a small part of the estimate. */
static int is_promising(const lx_work *work) {
  const double estimate = (double)lx_interior_effort(work->interior);
  const double effort = (double)work->effort, pivots = (double)(work->statistics->pivots - work->trial_pivots + 1);
  const double ahead = work->later != LX_SLACK_NONE && is_vast(work) ? LX_TRIAL_LATER * LX_TRIAL_AHEAD : LX_TRIAL_AHEAD;
  if (work->trial == LX_TRIAL_SLACK)
    return effort <= LX_TRIAL_SLACK_MOST * estimate;
  return effort <= LX_TRIAL_MOST * estimate && effort / pivots * lx_count_offers(work) <= ahead * estimate;
}

lx_status lx_restart_inside(lx_work *work, int *restarted_out, int *sound_out) {
  *restarted_out = 0;
  const double effort = (double)work->effort;
  const lx_status status = look_inside(work, effort / LX_INTERIOR_LEAST);
  if (status != LX_OK || work->interior == NULL)
    return status;
  const double estimate = estimate_of_next(work);
  if (work->trial) {
    const double next = LX_TRIAL_AGAIN * effort, most = LX_TRIAL_SLACK_MOST * (double)lx_interior_effort(work->interior);
    work->effort_limit = 1 + (int64_t)(work->trial == LX_TRIAL_SLACK ? fmin(next, fmax(effort, most)) : next);
    return is_promising(work) ? LX_OK : enter_next(work, restarted_out, sound_out);
  }
  const double of_pivot = effort / (double)(work->statistics->pivots - work->first_pivots + 1);
  const int is_last = work->active == work->lp->levels && of_pivot * lx_count_offers(work) <= LX_TRIAL_AHEAD * estimate;
  const int is_far = of_pivot * work->lp->variables > LX_INTERIOR_FAR * estimate && !is_last;
  const double least = LX_INTERIOR_LEAST * estimate, most = LX_INTERIOR_MOST * estimate;
  if (effort >= (is_far ? least : most))
    return enter_next(work, restarted_out, sound_out);
  work->effort_limit = 1 + (int64_t)fmin(fmax(LX_INTERIOR_AGAIN * effort, least), most);
  return LX_OK;
}

lx_status lx_enter_after_trial(lx_work *work, int *restarted_out, int *sound_out) {
  *restarted_out = 0;
  return work->trial ? enter_next(work, restarted_out, sound_out) : LX_OK;
}

/* Whether the primal simplex is tried instead, from now on: from where the dual one is, unless that has taken long; from the first basis, of which that
 * says nothing, where few rows are on the wrong side there. */
static int tries(lx_work *work) {
  const double estimate = (double)lx_interior_effort(work->interior);
  if (work->trial || !takes_passes(work, LX_INTERIOR_TRIED) || (!work->has_few_wrong && (double)work->effort > LX_INTERIOR_LEAST * estimate))
    return 0;
  work->trial_pivots = work->statistics->pivots;
  work->trial = work->has_few_wrong ? LX_TRIAL_SLACK : LX_TRIAL_ON;
  return 1;
}

lx_status lx_restart_within(lx_work *work, double most, int *restarted_out, int *sound_out) {
  *restarted_out = 0;
  const lx_status status = look_inside(work, most);
  if (status != LX_OK || (work->interior == NULL && work->effort_limit == INT64_MAX))
    return status;
  if (work->interior != NULL && estimate_of_next(work) < most && ((must_try(work) && is_vast(work)) || !tries(work)))
    return enter_next(work, restarted_out, sound_out);
  work->effort_limit = work->effort;
  return LX_OK;
}

/* Where it takes long to build the first basis, pivots from there do, too: they are of factors as full. So what that may take is limited, and
 * grows as long as the interior point method is estimated to take more than LX_INTERIOR_BUILDS times as long. */
lx_status lx_start_or_enter(lx_work *work, int *entered_out, int *sound_out) {
  const lx_reduced_lp *lp = work->lp;
  const int64_t limit = work->effort_limit;
  const int may_enter = limit < INT64_MAX && !work->slack && lx_lp_is_cold(lp);
  double most = LX_BUILD_PASSES * ((double)lp->starts[lp->rows] + lp->total);
  int may_find = may_enter;
  *entered_out = 0;
  while (may_find) {
    int is_dear;
    lx_status status = start_within(work, (int64_t)fmin(most, 1e18), &is_dear);
    if (status != LX_OK || !is_dear)
      return status;
    if (work->later != LX_SLACK_NONE) {
      *entered_out = 1;
      return lx_start_later(work, 1, sound_out);
    }
    status = look_inside(work, LX_INTERIOR_BUILDS * most);
    may_find = work->interior != NULL || work->effort_limit < INT64_MAX;
    work->effort_limit = may_find ? limit : INT64_MAX;
    if (status == LX_OK && work->interior != NULL && (double)lx_interior_effort(work->interior) < LX_INTERIOR_BUILDS * most) {
      status = enter(work, entered_out, sound_out);
      may_find = 0;
    }
    if (status != LX_OK || *entered_out)
      return status;
    most *= LX_INTERIOR_BUILDS;
  }
  return lx_start(work);
}

/* Whether no dual is so large that the basis is all but singular. */
static int has_usual_duals(const lx_work *work) {
  for (int32_t level = 0; level < work->lp->levels; level++)
    if (!(work->largest[level] <= MOST_DUAL * work->lp->heaviest[level]))
      return 0;
  return 1;
}

lx_status lx_restart_soundly(lx_work *work, int *sound_out) {
  int restarted = 0;
  lx_status status = LX_OK;
  if (work->interior == NULL) {
    status = look_inside(work, INFINITY);
    if (status == LX_OK && work->interior != NULL)
      status = enter(work, &restarted, sound_out);
  }
  int is_sound = restarted && *sound_out;
  if (!is_sound)
    work->tiers = NULL;
  for (int k = 0; k < DEPENDENCES && status == LX_OK && !is_sound; k++) {
    lx_factor_set_dependence(work->factor, dependences[k]);
    status = lx_start(work);
    lx_factor_set_dependence(work->factor, LX_TOL_DEPENDENT);
    if (status == LX_OK)
      status = lx_begin(work, sound_out);
    is_sound = *sound_out && has_usual_duals(work);
  }
  return status;
}
