/* dual_mend.c: from a basis with a few multipliers beyond their costs to one without, at a vertex where more rows touch than are tight.
 *
 * Where an interior point method ends thousands of rows may touch, and a few tight rows of the basis found there may gain by being let go. The
 * primal simplex lets them go one by one. A row that touches stops each at once, and becomes tight whatever that does to the multipliers of others, which
 * gain in their turn: thousands of pivots later the vertex is where it was. Here all rows that gain are let go together, and of those that touch
 * the one that stops them most becomes tight. Its multiplier grows from what its side costs until one that is within its costs would leave them, so that
 * what is beyond becomes less in total (it may grow for a while where a multiplier grows at a level before). x stays where it is.
 *
 * Reference: I. Maros, Computational Techniques of the Simplex Method, 2003, chapter 10 (the sum of dual infeasibilities). */
#include <math.h>

#include "base/tolerances.h"
#include "simplex/run.h"
#include "simplex/work.h"

/* Times the effort that may be spent without less beyond, after which this ends in any case. */
#define MOST_ROUNDS 6

/* What the tight rows gain that are first to: the level, and the sum of their slopes there. */
typedef struct {
  int32_t level;
  double sum;
} total_gain;

static int is_less(total_gain a, total_gain b) { return a.level != b.level ? a.level > b.level : a.sum < (1 - LX_TOL_PROGRESS) * b.sum; }

/* Lets all rows go together that gain at the first level where any does: `change` is what this does to the others. */
static total_gain let_go(lx_work *work) {
  lx_vector *direction = &work->direction;
  total_gain gain = {.level = INT32_MAX};
  for (int32_t p = 0; p < work->lp->variables; p++)
    if (work->offers[p].slope < 0 && work->offers[p].level < gain.level)
      gain.level = work->offers[p].level;
  for (int32_t p = 0; p < work->lp->variables && gain.level < INT32_MAX; p++) {
    if (work->offers[p].slope >= 0 || work->offers[p].level != gain.level)
      continue;
    gain.sum -= lx_slope_at(work, p, work->offers[p].direction, gain.level);
    direction->index[direction->count++] = p;
    direction->value[p] = work->offers[p].direction;
  }
  lx_follow_rows(work);
  lx_note_effort(work, work->lp->variables + work->touched_count);
  return gain;
}

/* The row that touches and stops what is let go most, or -1. */
static int32_t find_stop(const lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  const lx_vertex *vertex = work->vertex;
  int32_t chosen = -1;
  double most = LX_TOL_PIVOT;
  for (int32_t k = 0; k < work->touched_count; k++) {
    const int32_t row = work->touched[k];
    const double change = work->change[row];
    if (fabs(change) > most && (lp->above[row] >= 0 || lp->below[row] >= 0) && change * vertex->side[row] <= 0 &&
        fabs(vertex->distance[row]) <= work->touch[row] && !work->banned[row]) {
      most = fabs(change);
      chosen = row;
    }
  }
  return chosen;
}

/* Makes the row tight, or gives it its other side. *rebuild_out as that of lx_factor_update. */
static lx_status stop(lx_work *work, int32_t row, int32_t *rebuild_out) {
  const int is_new = work->vertex->side[row] == 0;
  const int8_t side = is_new ? (work->change[row] > 0 ? -1 : 1) : work->vertex->side[row];
  double *span = work->slopes;
  lx_status status = LX_OK;
  int is_tie;
  *rebuild_out = 0;
  lx_clear_change(work);
  lx_find_span(work, row, side, span);
  lx_express(work, row, &work->entering);
  const lx_candidate leaving = lx_choose_leaving(work, side, span, LX_LEAVING_SETTLED | LX_LEAVING_NO_GAINS, &is_tie);
  if (leaving.position >= 0 && !is_tie) {
    lx_exchange_duals(work, leaving, row);
    status = lx_replace_tight(work, leaving, row, rebuild_out);
  } else if (is_new) {
    lx_take_side(work, row, (int8_t)-side);
  } else {
    work->passed_count = 1;
    work->passed[0] = row;
    lx_change_sides(work);
    work->passed_count = 0;
  }
  lx_note_effort(work, (int64_t)work->entering.count * (1 + work->active));
  lx_vector_clear(&work->entering);
  return status;
}

lx_status lx_mend_duals(lx_work *work, double effort, int *sound_out) {
  const double most = (double)work->effort + MOST_ROUNDS * effort;
  double until = (double)work->effort + effort;
  total_gain least = {.level = -1};
  lx_basis first;
  int is_done = 0;
  lx_status status = lx_keep_basis(work, &first);
  while (status == LX_OK && *sound_out && !is_done && (double)work->effort <= fmin(until, most)) {
    int32_t rebuild = 0;
    const total_gain gain = let_go(work);
    const int32_t row = find_stop(work);
    if (is_less(gain, least)) {
      least = gain;
      until = (double)work->effort + effort;
    }
    is_done = row < 0; /* nothing gains, or what does may move */
    if (is_done)
      lx_clear_change(work);
    else
      status = stop(work, row, &rebuild);
    if (status == LX_OK && rebuild)
      status = lx_refresh(work, 1, sound_out);
    lx_offer_changes(work);
    if (status == LX_OK)
      status = lx_check_stop(work->lp->stopper);
  }
  if (status == LX_OK && !is_done)
    status = lx_return_to(work, &first);
  return status == LX_OK ? lx_refresh(work, is_done && work->since_refresh > 0, sound_out) : status;
}
