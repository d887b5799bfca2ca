/* first.c: from a first basis to where the primal simplex goes on.
 *
 * Where many rows are equalities the usual first basis (start.c) is often nearly an optimum, and a slack one (slack.c) may be anything. So the slack
 * one is left for later. It is tried where the run would ask for an interior point method that takes long: either it ends soon, or it shows at its first
 * looks that it will not. Then the method is asked, or, where that takes much longer still, the usual one begins anew, and the slack one comes for the
 * last time before the method.
 *
 * The usual first basis has as many wishes tight as there may be, and what ties many variables to each other is tight with them. Where those are wishes that
 * do not go together most of them must go, each in a pivot that moves much. In a basis by bounds the bounds and wishes of single variables are tight
 * instead, and a pivot moves little until the end. Neither is the better one everywhere, by far: so before an interior point method that takes
 * long, that basis is tried, as long as the primal simplex is expected to take a small part of the method's estimate from there. */
#include <string.h>

#include "simplex/work.h"

/* The first basis: the usual one is kept while there is another to try, as it may be asked for once more. */
static lx_status find_first(lx_work *work, int *entered_out, int *sound_out) {
  *entered_out = 0;
  if (work->bounds == LX_BOUNDS_TRYING)
    return lx_start(work);
  if (work->slack == LX_SLACK_NONE && work->usual.tight != NULL)
    return lx_return_to(work, &work->usual);
  const lx_status status = lx_start_or_enter(work, entered_out, sound_out);
  return status == LX_OK && !*entered_out && work->later != LX_SLACK_NONE ? lx_keep_basis(work, &work->usual) : status;
}

lx_status lx_start_from(lx_work *work, lx_slack slack, int *sound_out) {
  int met = 0, entered = 0;
  lx_status status = slack != LX_SLACK_NONE ? lx_merge_prices(work) : lx_fix_dominated(work);
  if (status == LX_OK && slack != LX_SLACK_NONE)
    status = lx_find_least(work);
  work->slack = slack;
  if (status == LX_OK)
    status = find_first(work, &entered, sound_out);
  if (status == LX_OK && !entered)
    status = lx_begin(work, sound_out);
  if (status == LX_OK && *sound_out && !entered)
    status = lx_meet_violated(work, &met, sound_out);
  lx_restore_prices(work);
  if (status == LX_OK && !met && !entered && slack == LX_SLACK_NONE)
    status = lx_improve_start(work, sound_out);
  return status;
}

lx_status lx_start_later(lx_work *work, int is_last, int *sound_out) {
  const lx_slack slack = work->later;
  work->later = LX_SLACK_NONE;
  work->is_tried = 1;
  work->is_doubtful = !is_last;
  work->has_waited = is_last;
  work->trial = LX_TRIAL_NONE;
  work->effort_limit = work->effort;
  lx_remove_perturbation(work);
  return lx_start_from(work, slack, sound_out);
}

lx_status lx_start_by_bounds(lx_work *work, int *sound_out) {
  work->bounds = LX_BOUNDS_TRYING;
  memset(work->is_raised, 0, sizeof *work->is_raised * (size_t)work->lp->total);
  work->trial = LX_TRIAL_ON;
  work->trial_pivots = work->statistics->pivots;
  work->effort = 0;
  work->effort_limit = lx_first_look(work->lp);
  lx_remove_perturbation(work);
  return lx_start_from(work, LX_SLACK_NONE, sound_out);
}
