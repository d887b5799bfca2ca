/* dual_push.c: from the multipliers of an interior point to those of a basis.
 *
 * Where the interior point method ends more rows may touch than a basis holds, and those of the first basis need not be those whose multipliers say
 * that it is optimal. The method knows multipliers that do: those of some rows that are not tight lie between what their sides cost, by an excess
 * beyond that of one side. Row by row an excess that matters is pushed to nothing, and the multipliers of the tight rows follow. Where one of these
 * comes to what a side of its row costs before, its row goes there, and the one that is pushed is tight instead, at whatever multiplier is left. So
 * multipliers that lie between their costs stay there. Rows do not move meanwhile; what is on the wrong side in the end is left to the dual
 * simplex.
 *
 * References: N. Megiddo, On finding primal- and dual-optimal bases (ORSA J. Computing 3, 1991); E. D. Andersen, Y. Ye, Combining interior-point and
 * pivoting algorithms for linear programming (Management Science 42, 1996). */
#include <math.h>
#include <string.h>

#include "simplex/work.h"

/* Rows with an excess, for each tight row that gains without any, from which on it is looked for those that matter there. */
#define ROWS_PER_GAIN 4

typedef struct {
  lx_work *work;
  const lx_interior_excess *excesses;
  int32_t count;
  int32_t *first; /* total: the first excess of a row that has any left to push; -1: none … */
  int32_t *next;  /* count: … and the next of the same row, at another level */
  uint8_t *counts; /* total: whether the duals are with the row's excess … */
  uint8_t *is_new; /* … total: or are to be … */
  uint8_t *is_seen; /* … n: because it matters at a position that has been looked at */
  double *most;   /* levels: what is left of the row at hand */
} push_run;

static lx_status create_run(lx_work *work, push_run *out) {
  const int32_t total = work->lp->total;
  *out = (push_run){.work = work};
  out->count = lx_interior_excesses(work->interior, &out->excesses);
  out->first = lx_arena_take(work->arena, total, sizeof *out->first);
  out->next = lx_arena_take(work->arena, out->count, sizeof *out->next);
  out->counts = lx_arena_take_zeroed(work->arena, total, sizeof *out->counts);
  out->is_new = lx_arena_take_zeroed(work->arena, total, sizeof *out->is_new);
  out->is_seen = lx_arena_take_zeroed(work->arena, work->lp->variables, sizeof *out->is_seen);
  out->most = lx_arena_take(work->arena, work->lp->levels, sizeof *out->most);
  if (out->first == NULL || out->next == NULL || out->counts == NULL || out->is_new == NULL || out->is_seen == NULL || out->most == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t r = 0; r < total; r++)
    out->first[r] = -1;
  for (int32_t k = out->count - 1; k >= 0; k--) {
    const int32_t row = out->excesses[k].row;
    if (work->vertex->position[row] >= 0)
      continue;
    out->next[k] = out->first[row];
    out->first[row] = k;
  }
  return LX_OK;
}

/* Adds to the duals what the excesses of the rows make of them that are marked. */
static void add_excesses(push_run *d, const uint8_t *marks) {
  lx_work *work = d->work;
  for (int32_t level = 0; level < work->lp->levels; level++) {
    for (int32_t r = 0; r < work->lp->total; r++)
      for (int32_t k = marks[r] ? d->first[r] : -1; k >= 0; k = d->next[k])
        if (d->excesses[k].level == level)
          lx_add_gradient(work, r, d->excesses[k].value);
    lx_add_duals(work, level);
  }
  lx_forget_changes(work);
}

/* Marks the rows whose excesses matter where a tight row gains without them. Returns how many. */
static int32_t mark_rows(push_run *d) {
  lx_work *work = d->work;
  int32_t count = 0;
  lx_offer_all(work);
  for (int32_t p = 0; p < work->lp->variables; p++) {
    if (d->is_seen[p] || work->offers[p].slope >= 0)
      continue;
    d->is_seen[p] = 1;
    lx_follow(work, (lx_candidate){.position = p, .direction = 1});
    for (int32_t k = 0; k < work->touched_count; k++) {
      const int32_t row = work->touched[k];
      if (d->first[row] < 0 || d->counts[row] || d->is_new[row])
        continue;
      d->is_new[row] = 1;
      count++;
    }
    lx_note_effort(work, work->touched_count);
    lx_clear_change(work);
  }
  return count;
}

/* Adds the excesses to the duals that matter: without the rest the same tight rows do not gain. Where many gain, all are added, which takes less
 * than to look at each. */
static void add_what_matters(push_run *d) {
  const int32_t total = d->work->lp->total;
  int32_t rows = 0;
  for (int32_t r = 0; r < total; r++)
    rows += d->is_new[r] = d->first[r] >= 0;
  const int adds_all = ROWS_PER_GAIN * (int64_t)lx_count_offers(d->work) >= rows;
  if (!adds_all) {
    memset(d->is_new, 0, (size_t)total);
    rows = mark_rows(d);
  }
  for (; rows > 0; rows = adds_all ? 0 : mark_rows(d)) {
    add_excesses(d, d->is_new);
    for (int32_t r = 0; r < total; r++) {
      d->counts[r] |= d->is_new[r];
      d->is_new[r] = 0;
    }
  }
  for (int32_t r = 0; r < total; r++)
    if (!d->counts[r])
      d->first[r] = -1;
}

/* Takes what is left of the row out of the duals, or where it is tight at a position, out of its own there. */
static void take_out(push_run *d, int32_t row, int32_t position) {
  lx_work *work = d->work;
  const lx_vector *entering = &work->entering;
  for (int32_t k = d->first[row]; k >= 0; k = d->next[k]) {
    const double value = d->excesses[k].value;
    double *duals = work->vertex->duals + (int64_t)d->excesses[k].level * work->lp->variables;
    if (position >= 0)
      duals[position] -= value;
    for (int32_t e = 0; e < entering->count && position < 0; e++)
      duals[entering->index[e]] -= value * entering->value[entering->index[e]];
  }
  d->first[row] = -1;
}

/* Which tight row stops the excess of a row, whose BTRAN is there; position -1 where none does. */
static lx_candidate find_stop(push_run *d, int32_t row) {
  const int8_t direction = d->excesses[d->first[row]].value > 0 ? 1 : -1;
  int is_tie;
  memset(d->most, 0, sizeof *d->most * (size_t)d->work->lp->levels);
  for (int32_t k = d->first[row]; k >= 0; k = d->next[k])
    d->most[d->excesses[k].level] += direction * d->excesses[k].value;
  const lx_candidate stop = lx_choose_leaving(d->work, direction, d->most, LX_LEAVING_SETTLED | LX_LEAVING_NO_GAINS, &is_tie);
  return is_tie ? (lx_candidate){.position = -1} : stop;
}

/* Pushes the excess of a row to nothing, or until it is tight. *rebuild_out as that of lx_factor_update. */
static lx_status push(push_run *d, int32_t row, int32_t *rebuild_out) {
  lx_work *work = d->work;
  lx_status status = LX_OK;
  *rebuild_out = 0;
  lx_express(work, row, &work->entering);
  const lx_candidate stop = find_stop(d, row);
  if (stop.position >= 0)
    lx_exchange_duals(work, stop, row);
  take_out(d, row, stop.position);
  if (stop.position >= 0)
    status = lx_replace_tight(work, stop, row, rebuild_out);
  lx_note_effort(work, (int64_t)work->entering.count * (1 + work->active));
  lx_forget_changes(work);
  lx_vector_clear(&work->entering);
  return status;
}

lx_status lx_push_duals(lx_work *work, double effort, int *sound_out) {
  const double most = (double)work->effort + effort;
  push_run d;
  lx_status status = create_run(work, &d);
  if (status != LX_OK)
    return status;
  add_what_matters(&d);
  for (int32_t k = 0; k < d.count && status == LX_OK && *sound_out && (double)work->effort <= most; k++) {
    const int32_t row = d.excesses[k].row;
    int32_t rebuild;
    if (d.first[row] < 0) /* tight, or pushed already: levels come in order */
      continue;
    status = push(&d, row, &rebuild);
    if (status == LX_OK && rebuild) {
      status = lx_refresh(work, 1, sound_out);
      add_excesses(&d, d.counts);
    }
    if (status == LX_OK)
      status = lx_check_stop(work->lp->stopper);
  }
  return status == LX_OK ? lx_refresh(work, work->since_refresh > 0, sound_out) : status;
}
