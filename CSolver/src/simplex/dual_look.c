/* dual_look.c: whether the dual simplex goes on.
 *
 * Meeting one row can take others to the wrong side, and a step can go through most of the program. From time to time a look compares how many rows
 * are on the wrong side, and what the steps so far have taken, with the looks before. Then the dual simplex goes on; or in another order of rows; or by
 * the steepest edge; or the interior point method starts instead where it is estimated to take less; or the primal simplex goes on from where
 * this began. */
#include <math.h>

#include "simplex/dual_internal.h"

/* A step for each variable, each like those so far, may go through all entries so many times. Where it takes more the way is given up,
 * unless no more than so many rows are on the wrong side for each step so far, or each step so far, or since the last look, has left one fewer, or
 * steps since then take no more than this part of those before the first look: the first tight rows depend on many, those that are met for them on few.
 * But not where so many times as many rows are on the wrong side as at first. Dear or not, it is given up where after as many
 * steps as variables there are more than then, more than this part of the variables, and more than at the last look: the primal simplex goes on. */
#define DEAR_PASSES 300
#define MOST_AHEAD 1.4
#define EASIER 0.7
#define MOST_RISEN 1.5
#define ASTRAY_PART 0.15

/* Steps that a row on the wrong side is expected to take at most, where such steps take others there: so many before the first step, twice as
 * many once there have been as many as variables, and so on. */
#define MOST_AGAIN 2

/* What is predicted after few steps counts up to so many times what they have taken: the first take others there that the rest do not. */
#define MOST_FORESEEN 400

/* Euclidean distances are enough while each step leaves so many fewer rows on the wrong side; a row let go on the way is that part of a step. */
#define LEAST_MET 0.5
#define FLIP_PART (1.0 / 3)

/* From a slack start: where more rows than this part of those at first are on the wrong side at the first look, or more than the other part of those at
 * the look before, a doubtful one is left for later. */
#define MOST_DOUBTFUL (1.0 / 3)
#define STILL_WRONG 0.95

/* Steps, each like those since the last look, that a row on the wrong side is expected to take at most; of these rows there count so many at least, as few may
 * be but the first of many. Not where there have come to be more at so many looks in a row. */
#define STEPS_OF_WRONG 25
#define LEAST_LEFT 20
#define MOST_RISES 3

/* It begins anew, level by level, where there are more than so many times those at first at the first look, and few of the steps so far were flips: what costs
 * more to meet than not does not pull back. And where it comes to so many times those at first at this look, and more than at the first look. */
#define FAR_MORE_WRONG 1.65
#define MOST_FLIPPED 0.25
#define ORDER_LOOKS 8
#define MORE_WRONG 1.2

/* Level by level, the primal simplex goes on from where there are more than at the look before, no more than this part of which is required: what
 * is wished at levels to come pulls at what is met. */
#define MOST_REQUIRED 0.1

/* From a slack start at which no more rows are on the wrong side than this part of the variables the primal simplex is tried before the interior point
 * method. */
#define FEW_WRONG (1.0 / 64)

/* Whether few of the rows on the wrong side are required, or none. */
static int are_optional(const lx_dual_run *d, int32_t wrong) {
  const lx_reduced_lp *lp = d->work->lp;
  int32_t required = 0;
  for (int32_t r = 0; r < lp->total; r++)
    required += lx_dual_urgency(d, r) > 0 && lx_dual_costs_at(d, r) < lp->binding_levels;
  return required <= MOST_REQUIRED * wrong;
}

static int32_t count_wrong(const lx_dual_run *d) {
  int32_t count = 0;
  for (int32_t r = 0; r < d->work->lp->total; r++)
    count += lx_dual_urgency(d, r) > 0;
  return count;
}

/* Steps that lie ahead, about: one for each row on the wrong side, or more where those so far have left others there. */
static double steps_ahead(const lx_dual_run *d, int32_t wrong) {
  const double steps = (double)d->steps, met = (double)d->first_wrong - wrong;
  const double most = MOST_AGAIN * (1 + steps / d->work->lp->variables);
  return wrong * (met * most > steps ? fmax(steps / met, 1) : most);
}

/* Lets the interior point method start instead where that is estimated to take less than `most`. */
static lx_status restart_within(lx_work *work, double most, int *restarted_out, int *sound_out) {
  const lx_slack slack = work->slack;
  const int is_merged = work->is_merged;
  if (work->effort_limit == INT64_MAX)
    return LX_OK;
  work->keeps_sides = 0;
  lx_restore_prices(work);
  const lx_status status = lx_restart_within(work, most, restarted_out, sound_out);
  work->keeps_sides = 1;
  if (*restarted_out)
    return status;
  work->slack = slack;
  if (is_merged)
    lx_exchange_prices(work);
  return status;
}

/* What a step has taken since a look. */
static double effort_since(const lx_dual_run *d, lx_dual_look look, double effort) {
  return (effort - look.effort) / fmax((double)(d->steps - look.steps), 1);
}

/* What lies ahead of a slack start at most, where that can be told: not while more and more rows come to be wrong. */
static double most_ahead(lx_dual_run *d, int32_t wrong, double effort) {
  const lx_dual_look last = d->looks[0];
  d->rises = wrong > last.wrong && last.steps > 0 ? d->rises + 1 : 0;
  return d->rises < MOST_RISES ? fmax(STEPS_OF_WRONG * fmax(wrong, LEAST_LEFT) * effort_since(d, last, effort), effort) : INFINITY;
}

/* From a slack start, the estimate with which an interior point method takes over. */
static double slack_ahead(lx_dual_run *d, int32_t wrong, double effort) {
  const double part = d->work->slack == LX_SLACK_PRICED && !d->work->has_waited ? LX_INTERIOR_PRICED : LX_INTERIOR_FREE;
  const lx_dual_look since = d->looks[1];
  const double rest = wrong < since.wrong ? (effort - since.effort) * wrong / (since.wrong - wrong) : INFINITY;
  const double most = most_ahead(d, wrong, effort);
  d->looks[1] = d->looks[0];
  d->looks[0] = (lx_dual_look){.wrong = wrong, .effort = effort, .steps = d->steps};
  return fmin(fmax(fmin(effort / part, rest), effort / (LX_INTERIOR_FALLING * part)), most);
}

/* Rows that were on the wrong side at first, or would have been where nothing is. */
static double wrong_from_nothing(const lx_dual_run *d) { return (double)d->first_wrong + d->work->least_met; }

/* Whether level by level is the better order from the beginning. */
static int wants_levels(const lx_dual_run *d, int32_t wrong) {
  if (d->looked == 1)
    return wrong > FAR_MORE_WRONG * wrong_from_nothing(d) && (double)d->flips < MOST_FLIPPED * (double)d->steps;
  return d->looked == ORDER_LOOKS && wrong > fmax(MORE_WRONG * wrong_from_nothing(d), d->wrong);
}

/* Looks at the order of a slack start. Returns whether another way is better: the usual start where much is left of a doubtful one, this once more,
 * level by level, or the primal simplex. */
static int look_at_order(lx_dual_run *d, int32_t wrong, int64_t met) {
  const int32_t last = d->looks[0].wrong;
  const int is_much = wrong > (d->looked == 0 ? MOST_DOUBTFUL * wrong_from_nothing(d) : STILL_WRONG * last);
  if (d->looked++ == 0)
    d->wrong = wrong;
  if (is_much && d->work->is_doubtful) {
    d->work->later = d->work->slack;
    return 1;
  }
  if (d->order == LX_ORDER_LEVELS)
    return d->looked > 1 && wrong > last && are_optional(d, wrong);
  if (d->order == LX_ORDER_NONE && wrong - d->first_wrong > met) { /* each step leaves more to be met, as wishes pull back */
    d->order = LX_ORDER_REQUIRED;
    lx_dual_list_wrong(d);
  }
  if (d->order == LX_ORDER_NONE && wants_levels(d, wrong)) {
    d->order = LX_ORDER_LEVELS;
    return 1;
  }
  return 0;
}

/* Notes a look, and whether the steps since the last one, or the one before, have taken less than those before the first: a factorization may lie
 * between. So at the first two looks, as nobody knows. */
static int gets_easier(lx_dual_run *d, double effort) {
  const lx_dual_look last = d->looks[0], before = d->looks[1];
  d->looks[1] = last;
  d->looks[0] = (lx_dual_look){.effort = effort, .steps = d->steps};
  if (last.steps == 0)
    d->first_of_step = effort / (double)d->steps;
  return before.steps == 0 || fmin(effort_since(d, last, effort), effort_since(d, before, effort)) < EASIER * d->first_of_step;
}

/* Looks from a slack start whether to go on. */
static lx_status look_from_slack(lx_dual_run *d, int32_t wrong, double effort, int *restarted_out, int *given_up_out, int *sound_out) {
  lx_work *work = d->work;
  *given_up_out = look_at_order(d, wrong, d->steps - d->flips);
  if (*given_up_out)
    return LX_OK;
  work->has_few_wrong = d->order != LX_ORDER_LEVELS && !work->is_tried && d->first_wrong <= FEW_WRONG * work->lp->variables;
  const lx_status status = restart_within(work, slack_ahead(d, wrong, effort), restarted_out, sound_out);
  work->has_few_wrong = 0;
  *given_up_out = d->goes_back = !*restarted_out && work->trial == LX_TRIAL_SLACK;
  return status;
}

/* Looks whether to go on: not where the interior point method starts instead, nor where steps are dear. */
lx_status lx_dual_look_ahead(lx_dual_run *d, int *restarted_out, int *given_up_out, int *sound_out) {
  lx_work *work = d->work;
  const lx_reduced_lp *lp = work->lp;
  const int32_t wrong = count_wrong(d);
  const int64_t met = d->steps - d->flips;
  const double steps = (double)(wrong <= d->first_wrong ? d->steps : met); /* flips that take others there are no steps ahead */
  const double effort = (double)(work->effort - d->before), effort_of_step = effort / steps;
  d->look = (int64_t)(LX_INTERIOR_AGAIN * (double)work->effort);
  if (work->slack)
    return look_from_slack(d, wrong, effort, restarted_out, given_up_out, sound_out);
  const double effort_of_all = effort_of_step * lp->variables, entries = (double)lp->starts[lp->rows] + lp->total;
  const int is_dear = effort_of_all > DEAR_PASSES * entries;
  const double weighed = (double)met + FLIP_PART * (double)d->flips;
  const int is_new = d->weighs && !d->keeps_weights && d->first_wrong - wrong < LEAST_MET * weighed;
  d->keeps_weights |= is_new;
  const int is_falling = d->wrong - wrong >= met - d->wrong_steps || d->first_wrong - wrong >= met, is_rising = wrong > d->wrong;
  const int is_far = wrong > MOST_AHEAD * steps, is_easier = gets_easier(d, effort);
  const int is_poor = is_dear && !is_falling && is_far && !is_new;
  const int is_astray = is_rising && met > lp->variables && wrong > fmax(d->first_wrong, ASTRAY_PART * lp->variables);
  *given_up_out = is_astray || (is_poor && (!is_easier || wrong > MOST_RISEN * d->first_wrong));
  if (is_astray)
    return LX_OK;
  d->wrong = wrong;
  d->wrong_steps = met;
  if (wrong < d->fewest) { /* what leaves no fewer is expected to do so for as long again */
    d->fewest = wrong;
    d->at_fewest = effort;
  }
  const double levels = lp->levels - lp->binding_levels;
  const double rest = effort_of_step * (is_poor ? wrong : steps_ahead(d, wrong));
  const double ahead = fmax(rest, effort - d->at_fewest) / (LX_INTERIOR_AHEAD * (1 + 1 / levels));
  const double dear = is_dear && (is_far || is_rising) ? effort_of_all / LX_INTERIOR_DEAR : 0;
  const double foreseen = fmin(fmax(ahead, dear), MOST_FORESEEN * effort);
  const int was_trial = work->trial != LX_TRIAL_NONE;
  const double vast = is_falling ? fmax(LX_INTERIOR_VAST * entries, effort / LX_INTERIOR_VAST_PART) : INFINITY;
  const lx_status status = restart_within(work, fmin(foreseen, vast), restarted_out, sound_out);
  *given_up_out = !*restarted_out && (*given_up_out || (work->trial && !was_trial));
  return status;
}
