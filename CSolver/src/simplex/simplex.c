/* simplex.c: from vertex to vertex, as long as one gains. See simplex.h for the idea. */
#include "simplex/simplex.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "simplex/certify.h"
#include "simplex/precise.h"
#include "simplex/run.h"
#include "simplex/scale.h"

static lx_status create_work(lx_arena *arena, lx_reduced_lp *lp, lx_factor *factor, lx_vertex *vertex,
                             lx_statistics *statistics, lx_work *out) {
  const int64_t n = lp->variables, total = lp->total, levels = lp->levels;
  *out = (lx_work){
      .lp = lp,
      .exact = lp->constant,
      .perturbed = lx_arena_take(arena, total, sizeof(double)),
      .shift = lx_arena_take_zeroed(arena, total, sizeof(double)),
      .widened = 1,
      .active = lp->levels,
      .may_lack_sides = lp->variables >= LX_SIDELESS_VARIABLES && !lx_precise_fits(lp),
      .vertex = vertex,
      .factor = factor,
      .statistics = statistics,
      .touch = lx_arena_take(arena, total, sizeof(double)),
      .tolerance = lx_arena_take_zeroed(arena, levels, sizeof(double)),
      .largest = lx_arena_take_zeroed(arena, levels, sizeof(double)),
      .product = lx_arena_take(arena, n * levels, sizeof(double)),
      .offers = lx_arena_take(arena, n, sizeof(lx_offer)),
      .is_dismissed = lx_arena_take_zeroed(arena, n, sizeof(uint8_t)),
      .best_offer = lx_arena_take(arena, n / LX_PRICE_BLOCK + 1, sizeof(int32_t)),
      .price_weight = lx_arena_take(arena, total, sizeof(double)),
      .is_reference = lx_arena_take_zeroed(arena, total, sizeof(uint8_t)),
      .changed = lx_arena_take(arena, n, sizeof(int32_t)),
      .is_changed = lx_arena_take_zeroed(arena, n, sizeof(uint8_t)),
      .is_listed = lx_arena_take_zeroed(arena, n, sizeof(uint8_t)),
      .direction = {.size = lp->variables,
                    .index = lx_arena_take(arena, n, sizeof(int32_t)),
                    .value = lx_arena_take_zeroed(arena, n, sizeof(double))},
      .entering = {.size = lp->variables,
                   .index = lx_arena_take(arena, n, sizeof(int32_t)),
                   .value = lx_arena_take_zeroed(arena, n, sizeof(double))},
      .scratch = {.size = lp->variables,
                  .index = lx_arena_take(arena, n, sizeof(int32_t)),
                  .value = lx_arena_take_zeroed(arena, n, sizeof(double))},
      .change = lx_arena_take_zeroed(arena, total, sizeof(double)),
      .touched = lx_arena_take(arena, total + 1, sizeof(int32_t)),
      .breakpoints = lx_arena_take(arena, total, sizeof(lx_breakpoint)),
      .passed = lx_arena_take(arena, total, sizeof(int32_t)),
      .slopes = lx_arena_take(arena, levels, sizeof(double)),
      .best = lx_arena_take(arena, levels, sizeof(double)),
      .last = lx_arena_take(arena, levels, sizeof(double)),
      .mark = lx_arena_take_zeroed(arena, levels, sizeof(double)),
      .best_pivots = statistics->pivots,
      .first_pivots = statistics->pivots,
      .banned = lx_arena_take_zeroed(arena, total, sizeof(uint8_t)),
      .banned_rows = lx_arena_take(arena, total, sizeof(int32_t)),
      .arena = arena,
      .factor_effort = lx_factor_touched(factor),
      .effort_limit = INT64_MAX,
      .most_effort = INT64_MAX,
      .tier_starts = lx_arena_take(arena, 6 * levels + 5 + lx_interior_tier_count(lp->levels), sizeof(int32_t)),
      .is_raised = lx_arena_take_zeroed(arena, total, sizeof(uint8_t)),
      .candidates = lx_arena_take(arena, total, sizeof(int32_t)),
  };
  if (out->perturbed == NULL || out->shift == NULL || out->price_weight == NULL || out->is_reference == NULL || out->touch == NULL ||
      out->tolerance == NULL || out->largest == NULL || out->product == NULL || out->offers == NULL ||
      out->best_offer == NULL || out->is_dismissed == NULL || out->is_listed == NULL || out->changed == NULL || out->is_changed == NULL ||
      out->banned_rows == NULL || out->direction.index == NULL || out->direction.value == NULL ||
      out->entering.index == NULL || out->entering.value == NULL || out->scratch.index == NULL ||
      out->scratch.value == NULL || out->change == NULL || out->touched == NULL || out->breakpoints == NULL ||
      out->passed == NULL || out->slopes == NULL || out->best == NULL || out->last == NULL || out->mark == NULL || out->banned == NULL ||
      out->is_raised == NULL || out->tier_starts == NULL || out->candidates == NULL)
    return LX_ERROR_MEMORY;
  return LX_OK;
}

void lx_offer_changes(lx_work *work) {
  for (int32_t k = 0; k < work->changed_count; k++) {
    work->is_changed[work->changed[k]] = 0;
    lx_offer_position(work, work->changed[k]);
    if (work->changes != NULL)
      lx_list_position(work->changes, work->changed[k]);
  }
  work->changed_count = 0;
}

static void lift_bans(lx_work *work) {
  for (int32_t k = 0; k < work->banned_count; k++) {
    const int32_t row = work->banned_rows[k];
    work->banned[row] = 0;
    if (work->vertex->position[row] >= 0)
      lx_offer_position(work, work->vertex->position[row]);
  }
  work->banned_count = 0;
}

static void ban(lx_work *work, lx_candidate candidate) {
  const int32_t row = work->vertex->basis[candidate.position];
  lx_ban(work, row);
  lx_offer_position(work, candidate.position);
}

/* Notes a step, and changes to Bland's rule after a long stall and back after progress. */
static void note_progress(lx_work *work, double step) {
  lx_note_effort(work, work->touched_count + (int64_t)work->entering.count * (1 + work->active) + work->changed_count);
  work->statistics->pivots++;
  work->since_refresh++;
  work->refines = 0;
  if (step > 0) {
    work->gains++;
    work->way += step * work->speed;
    work->stalled = 0;
    work->degenerate = work->degenerate > 3 ? work->degenerate - 3 : 0;
    work->bland = 0;
    lift_bans(work);
    return;
  }
  work->statistics->degenerate++;
  work->degenerate++;
  work->stalled++;
  if (work->stalled > LX_STALL_LIMIT + work->lp->variables)
    work->bland = 1;
}

/* An offer that gains nothing at the levels whose duals are there may gain at one of the others. */
static void dismiss(lx_work *work, int32_t position) {
  if (work->active < work->lp->levels)
    lx_activate_levels(work, work->lp->levels - work->active);
  else
    lx_dismiss_offer(work, position);
  work->dismissed++;
}

/* Whether a step gains next to nothing at its level, where such steps keep going round in a circle. */
static int is_trifle(const lx_work *work, lx_candidate candidate, double step) {
  if (work->circles < LX_CIRCLES_TRIFLE)
    return 0;
  const double slope = lx_slope_at(work, candidate.position, candidate.direction, candidate.level);
  return fabs(slope) * step <= LX_TOL_TRIFLE * fmax(1, work->last[candidate.level]);
}

/* One basis change. *refresh_out asks for a refresh before the next; a pivot that is too small, or differs between
 * both ways of computing it, changes nothing, and bans the candidate if the vertex is fresh already. */
static lx_status pivot(lx_work *work, lx_candidate candidate, int32_t *refresh_out) {
  double step = 0;
  lx_status status = LX_OK;
  *refresh_out = 0;
  const int32_t entering = lx_ratio_test(work, candidate, &step);
  const int gains = entering != LX_NO_GAIN && !(entering >= 0 && is_trifle(work, candidate, step));
  int trusted = entering >= 0 && gains;
  if (trusted) {
    lx_express(work, entering, &work->entering);
    const double by_row = work->entering.value[candidate.position];
    const double by_column = candidate.direction * work->change[entering];
    double largest = 0;
    for (int32_t k = 0; k < work->entering.count; k++)
      largest = fmax(largest, fabs(work->entering.value[work->entering.index[k]]));
    trusted = fabs(by_row - by_column) <= LX_TOL_UPDATE * fmax(1, fabs(by_row)) &&
              fabs(by_row) > LX_TOL_PIVOT * fmax(1, largest) * (work->since_refresh > 0 ? 1 : 0.01);
  }
  if (trusted) {
    lx_pass_duals(work);
    lx_exchange_duals(work, candidate, entering);
    lx_update_price_weights(work, candidate.position, entering);
    status = lx_factor_update(work->factor, candidate.position, &work->entering, refresh_out);
    if (status == LX_OK) {
      lx_move(work, candidate, entering, step);
      lx_offer_changes(work);
      note_progress(work, step);
    }
  } else if (!gains) {
    dismiss(work, candidate.position);
  } else if (work->since_refresh > 0) {
    *refresh_out = 1;
  } else if (!work->refines) {
    work->refines = 1; /* the same once more */
  } else {
    ban(work, candidate);
  }
  lx_vector_clear(&work->entering);
  lx_clear_change(work);
  return status;
}

/* Where a pivot is refused, or a factorization finds rows of the basis dependent, doubles have lost their way. */
static int is_lost(const lx_work *work) { return work->banned_count > 0 || work->replaced > 0; }

/* After the constants changed: what was the best vertex for others says nothing. */
static lx_status renew(lx_work *work, int *sound_out) {
  work->best_pivots = work->first_pivots = work->statistics->pivots;
  lx_forget_circles(work);
  return lx_refresh(work, work->since_refresh > 0, sound_out);
}

/* From what is settled for perturbed constants to the exact ones. Where it is an optimum the dual simplex keeps it one. */
static lx_status settle_exact(lx_work *work, lx_candidate candidate, int *sound_out) {
  if (candidate.position >= 0 || work->active < work->lp->levels || work->banned_count > 0) {
    lx_remove_perturbation(work);
    return renew(work, sound_out);
  }
  const lx_status status = lx_meet_exact(work, sound_out);
  work->best_pivots = work->first_pivots = work->statistics->pivots;
  lx_forget_circles(work);
  lx_offer_changes(work);
  return status;
}

/* The next candidate. Its level is the last that counts after a refresh: the duals of those below follow when no other
 * gains, so that pivots at a high level do not pay for them. */
static lx_candidate choose(lx_work *work, int32_t levels) {
  lx_candidate candidate = lx_price(work);
  while (candidate.position < 0 && work->active < levels) {
    lx_activate_levels(work, 1);
    candidate = lx_price(work);
  }
  if (candidate.position >= 0 && work->since_refresh == 0 && work->dismissed == 0 && !work->is_resumed)
    work->active = candidate.level + 1;
  return candidate;
}

lx_status lx_optimize(lx_work *work, int sound, int64_t pivot_limit, int may_stop, int *clear_out, lx_outcome *out) {
  const lx_reduced_lp *lp = work->lp;
  int lifts = 0, checked = work->changes != NULL; /* a resumed run looks for contradictions at the end */
  const int64_t start = work->statistics->pivots;
  lx_status status = LX_OK;
  *clear_out = 0;
  *out = LX_BREAKDOWN;
  while (status == LX_OK && !(may_stop && is_lost(work))) {
    status = lx_check_stop(lp->stopper);
    if (status != LX_OK)
      break;
    if (work->vertex->contradiction != NULL) {
      *out = LX_INFEASIBLE;
      return LX_OK;
    }
    if (work->effort >= work->effort_limit) {
      int restarted = 0;
      status = lx_restart_inside(work, &restarted, &sound);
      checked &= !restarted;
      continue;
    }
    const lx_candidate candidate = choose(work, checked ? lp->levels : lp->binding_levels);
    if (work->is_resumed && candidate.position < 0 && work->banned_count == 0) {
      *out = LX_OPTIMAL;
      return LX_OK;
    }
    const int settled = candidate.position < 0 || (!checked && candidate.level >= lp->binding_levels);
    if (settled && lx_is_perturbed(work)) {
      status = settle_exact(work, candidate, &sound);
      continue;
    }
    if (settled && work->since_refresh > 0) {
      status = lx_refresh(work, 1, &sound);
      continue;
    }
    if (settled && work->banned_count > 0) { /* no verdict without these rows */
      lift_bans(work);
      lx_offer_all(work);
      sound &= ++lifts <= LX_LIFT_LIMIT;
      if (sound)
        continue;
    }
    if (settled && lx_lp_is_infeasible(lp, work->vertex)) {
      *clear_out = sound && lx_values_are_clear(work) && lx_slopes_are_clear(work, lp->binding_levels);
      *out = sound ? LX_INFEASIBLE : LX_BREAKDOWN;
      return LX_OK;
    }
    checked = checked || settled;
    if (candidate.position < 0 && work->active < lp->levels)
      continue;
    if (candidate.position < 0) {
      *clear_out = sound && lx_values_are_clear(work) && lx_slopes_are_clear(work, lp->levels);
      *out = sound ? LX_OPTIMAL : LX_BREAKDOWN;
      return LX_OK;
    }
    if (work->statistics->pivots - work->best_pivots > 2 * LX_IDLE_BASE + (int64_t)LX_IDLE_FACTOR * lp->total ||
        work->circles > LX_CIRCLES)
      return LX_OK;
    if (work->statistics->pivots - start >= pivot_limit || work->effort > work->most_effort || lx_is_dearer_than_anew(work)) {
      *out = LX_PIVOT_LIMIT;
      return LX_OK;
    }
    int32_t refresh = 0;
    status = pivot(work, candidate, &refresh);
    if (status == LX_OK && lx_should_perturb(work)) {
      lx_perturb(work);
      status = renew(work, &sound);
    } else if (status == LX_OK && refresh) {
      status = lx_refresh(work, 1, &sound);
    }
  }
  return status;
}

/* From the first basis, which may be a slack one, to the end. */
static lx_status attempt(lx_work *work, lx_slack slack, int64_t pivot_limit, int may_stop, int *clear_out, lx_outcome *out) {
  int sound = 1, entered;
  lx_status status = lx_start_from(work, slack, &sound);
  if (status == LX_OK && !may_stop && (!sound || work->lp->starts_soundly) && work->vertex->contradiction == NULL)
    status = lx_restart_soundly(work, &sound);
  if (status == LX_OK)
    status = lx_optimize(work, sound, pivot_limit, may_stop, clear_out, out);
  for (entered = 1; status == LX_OK && entered && *out == LX_BREAKDOWN;) {
    status = lx_enter_after_trial(work, &entered, &sound);
    if (status == LX_OK && entered)
      status = lx_optimize(work, sound, pivot_limit, may_stop, clear_out, out);
  }
  return status;
}

/* What an attempt has tried is over before the next one. */
static void forget_trial(lx_work *work) {
  work->tiers = NULL;
  work->trial = LX_TRIAL_NONE;
  work->bounds = LX_BOUNDS_TRIED;
}

static int is_left_over(lx_outcome outcome) { return outcome == LX_BREAKDOWN || outcome == LX_PIVOT_LIMIT; }

/* One run in doubles, on the reduced LP as it is or scaled. */
static lx_status run(lx_arena *arena, const lx_reduced_lp *lp, lx_factor *factor, int64_t pivot_limit, int may_stop,
                     lx_vertex *vertex, lx_statistics *statistics, int *clear_out, lx_outcome *out) {
  struct lx_simplex_run *run = lx_arena_take(arena, 1, sizeof *run);
  if (run == NULL)
    return LX_ERROR_MEMORY;
  lx_work *work = &run->work;
  *run = (struct lx_simplex_run){.lp = *lp};
  lx_status status = lx_lp_choose_point(arena, &run->lp);
  if (status == LX_OK)
    status = create_work(arena, &run->lp, factor, vertex, statistics, work);
  if (status == LX_OK && !lp->starts_near)
    work->effort_limit = lx_first_look(lp);
  int is_doubtful = 0;
  const lx_slack slack = may_stop ? LX_SLACK_NONE : lx_slack_of(lp, &is_doubtful);
  work->later = is_doubtful ? slack : LX_SLACK_NONE;
  if (status == LX_OK)
    status = attempt(work, is_doubtful ? LX_SLACK_NONE : slack, pivot_limit, may_stop, clear_out, out);
  if (status == LX_OK && is_left_over(*out) && work->tiers != NULL && slack != LX_SLACK_NONE && !is_doubtful) {
    forget_trial(work); /* the slack start may yet lead there, from which the interior point has led away */
    status = attempt(work, slack, pivot_limit, may_stop, clear_out, out);
  }
  if (status == LX_OK && is_left_over(*out) && (work->tiers != NULL || slack != LX_SLACK_NONE)) {
    forget_trial(work);
    status = attempt(work, LX_SLACK_NONE, pivot_limit, may_stop, clear_out, out);
  }
  lx_forget_inside(work);
  work->trial = LX_TRIAL_NONE;
  work->effort_limit = INT64_MAX; /* what is made finer from here on needs no other way */
  if (status == LX_OK && *out == LX_OPTIMAL) {
    run->vertex = *vertex;
    vertex->run = run;
  }
  return status;
}

/* The same for a wide reduced LP: scaled. `factor` is of the scaled basis. */
static lx_status run_scaled(lx_arena *arena, const lx_reduced_lp *lp, lx_factor *factor, int64_t pivot_limit,
                            int may_stop, lx_vertex *vertex, lx_statistics *statistics, lx_outcome *out) {
  lx_reduced_lp scaled;
  lx_vertex end;
  double *columns = NULL;
  int clear = 0;
  lx_status status = lx_lp_scale(arena, lp, &scaled, &columns);
  if (status == LX_OK)
    status = lx_vertex_create(arena, &scaled, &end);
  if (status == LX_OK)
    status = run(arena, &scaled, factor, pivot_limit, may_stop, &end, statistics, &clear, out);
  vertex->contradiction = status == LX_OK ? end.contradiction : NULL;
  if (status != LX_OK || vertex->contradiction != NULL)
    return status;
  lx_vertex_unscale(&scaled, columns, &end, vertex);
  if (end.run != NULL)
    end.run->columns = columns;
  vertex->run = end.run;
  return LX_OK;
}

/* Whether the optimum of a run is what it says, whose factorization is there. */
static lx_status certify_optimum(lx_arena *arena, lx_factor *factor, int how, lx_vertex *vertex,
                                 int *certified_out) {
  struct lx_simplex_run *run = vertex->run;
  const lx_status status =
      lx_certify(arena, &run->lp, factor, run->lp.levels, &run->vertex, LX_CERTIFY_KEEPING | how, certified_out);
  if (run->columns != NULL)
    lx_vertex_unscale(&run->lp, run->columns, &run->vertex, vertex);
  run->is_certified = 1;
  run->how = how & LX_CERTIFY_USUALLY;
  return status;
}

/* The same for any end of a wide run. */
static lx_status certify(lx_arena *arena, const lx_reduced_lp *lp, lx_factor *factor, lx_vertex *vertex,
                         lx_statistics *statistics, lx_outcome outcome, int *certified_out) {
  if (outcome == LX_OPTIMAL)
    return certify_optimum(arena, factor, 0, vertex, certified_out);
  const lx_status status = lx_vertex_factor(arena, lp, vertex, factor, statistics, certified_out);
  return status == LX_OK && *certified_out && outcome == LX_INFEASIBLE
             ? lx_certify(arena, lp, factor, lp->binding_levels, vertex, LX_CERTIFY_KEEPING, certified_out)
             : status;
}

/* From an optimum that its certificate refuses on, with finer tolerances of slopes. */
static lx_status sharpen(double part, int64_t pivot_limit, lx_vertex *vertex, lx_outcome *out) {
  struct lx_simplex_run *run = vertex->run;
  lx_work *work = &run->work;
  int sound, clear;
  work->vertex = &run->vertex;
  work->widened = part;
  work->stalled = work->degenerate = work->bland = 0;
  lx_status status = renew(work, &sound);
  if (status == LX_OK)
    status = lx_optimize(work, sound, pivot_limit, 0, &clear, out);
  if (run->columns != NULL)
    lx_vertex_unscale(&run->lp, run->columns, &run->vertex, vertex);
  return status;
}

/* The same with finer and finer tolerances, until there is a certificate or no optimum; `most` is the last pivot that there may be. */
static lx_status sharpen_until_certified(lx_arena *arena, lx_factor *factor, int64_t most, const lx_statistics *statistics,
                                         lx_vertex *vertex, int *certified_inout, lx_outcome *out) {
  lx_status status = LX_OK;
  for (double part = LX_SHARPER; part >= LX_SHARPEST && status == LX_OK && !*certified_inout && *out == LX_OPTIMAL; part *= LX_SHARPER) {
    status = sharpen(part, most - statistics->pivots, vertex, out);
    if (status == LX_OK && *out == LX_OPTIMAL)
      status = certify_optimum(arena, factor, 0, vertex, certified_inout);
  }
  return status;
}

/* An optimum to come back to: its basis, and the tolerance of slopes and the levels met that it was one by. */
typedef struct {
  lx_basis basis;
  double widened;
  int lacks_sides;
  int32_t met;
} kept_optimum;

/* What sharpening may go through from here. */
static int64_t sharpening_limit(const lx_work *work) {
  const double pass = (double)work->lp->starts[work->lp->rows] + work->lp->total;
  return work->effort + (int64_t)fmin(fmax((double)work->spent, LX_SHARPEN_PASSES * pass), 1e18);
}

/* Back to an optimum after what sharpening has come to instead: with the usual tolerance of slopes, or else with that which it was one by. */
static lx_status return_to(const kept_optimum *optimum, int64_t most, const lx_statistics *statistics, lx_vertex *vertex, lx_outcome *out) {
  const double tolerances[] = {1, optimum->widened};
  struct lx_simplex_run *run = vertex->run;
  lx_work *work = &run->work;
  lx_status status = LX_OK;
  *out = LX_BREAKDOWN;
  for (int k = optimum->widened == 1; k < 2 && status == LX_OK && is_left_over(*out); k++) {
    work->vertex = &run->vertex;
    work->most_effort = k == 0 ? sharpening_limit(work) : INT64_MAX;
    lx_remove_perturbation(work);
    work->lacks_sides = optimum->lacks_sides;
    work->met = optimum->met;
    status = lx_return_to(work, &optimum->basis);
    if (status == LX_OK)
      status = sharpen(tolerances[k], most - statistics->pivots, vertex, out);
  }
  return status;
}

/* From an optimum that is none where its smallest slopes count to one that is, if there is one that doubles can tell. Levels may hang
 * on that: what a slope of 1e-10 keeps from giving way is worth little there, and much to what comes after it. It is tried for as long as all before has
 * taken, or LX_SHARPEN_PASSES; an optimum by the usual tolerance is one, too. */
static lx_status look_closer(lx_arena *arena, lx_factor *factor, int64_t most, const lx_statistics *statistics, lx_vertex *vertex,
                             lx_outcome *out) {
  struct lx_simplex_run *run = vertex->run;
  lx_work *work = &run->work;
  int certified = 0;
  lx_status status = lx_certify(arena, &run->lp, factor, run->lp.levels, &run->vertex, 0, &certified);
  if (status != LX_OK || certified)
    return status;
  kept_optimum optimum = {.widened = work->widened, .lacks_sides = work->lacks_sides, .met = work->met};
  status = lx_keep_basis(work, &optimum.basis);
  work->most_effort = sharpening_limit(work);
  if (status == LX_OK)
    status = sharpen_until_certified(arena, factor, most, statistics, vertex, &certified, out);
  run->is_certified = 0; /* edits go by the tolerance that this has come to */
  if (status == LX_OK && !certified)
    status = return_to(&optimum, most, statistics, vertex, out);
  work->most_effort = INT64_MAX;
  return status;
}

lx_status lx_simplex_solve(lx_arena *arena, const lx_reduced_lp *lp, lx_factor *factor, int64_t pivot_limit,
                           lx_vertex *vertex, lx_statistics *statistics, lx_outcome *out) {
  const int64_t derived = LX_PIVOT_BASE + (int64_t)LX_PIVOT_FACTOR * lp->total;
  const int64_t limit = pivot_limit > 0 ? pivot_limit : derived, start = statistics->pivots;
  const int64_t brisk = LX_BRISK_BASE + (int64_t)LX_BRISK_FACTOR * lp->total;
  const int fits = lx_precise_fits(lp);
  const int64_t first = fits && brisk < limit ? brisk : limit;
  int clear = 0, certified = 0;
  lx_factor_set_stopper(factor, lp->stopper);
  vertex->run = NULL;
  lx_status status = lp->is_wide ? run_scaled(arena, lp, factor, first, fits, vertex, statistics, out)
                                 : run(arena, lp, factor, first, fits, vertex, statistics, &clear, out);
  const int64_t left = limit - (statistics->pivots - start);
  const int is_done = *out == LX_PIVOT_LIMIT && left <= 0;
  if (status == LX_OK && vertex->contradiction != NULL)
    return LX_OK;
  if (status == LX_OK && fits && !clear && *out == LX_OPTIMAL)
    status = certify_optimum(arena, factor, LX_CERTIFY_CLEARLY, vertex, &certified);
  if (status == LX_OK && certified && !lx_lp_is_infeasible(lp, vertex))
    return LX_OK;
  if (fits && !clear)
    vertex->run = NULL;
  if (status == LX_OK && fits && !clear && !is_done)
    return lx_precise_solve(arena, lp, factor, left, vertex, statistics, out);
  if (status == LX_OK && !lp->is_wide && !clear && *out == LX_OPTIMAL)
    status = look_closer(arena, factor, start + limit, statistics, vertex, out);
  if (status != LX_OK || !lp->is_wide)
    return status;
  status = certify(arena, lp, factor, vertex, statistics, *out, &certified);
  if (status == LX_OK)
    status = sharpen_until_certified(arena, factor, start + limit, statistics, vertex, &certified, out);
  /* Slopes may be true and yet less than rounding leaves of the rest, as where what one row does to another decays along a long way. */
  if (status == LX_OK && !certified && !fits && *out == LX_OPTIMAL)
    status = certify_optimum(arena, factor, LX_CERTIFY_USUALLY, vertex, &certified);
  const int64_t rest = limit - (statistics->pivots - start);
  const int may_start_anew = !lp->starts_soundly && (*out == LX_OPTIMAL || *out == LX_BREAKDOWN) && rest > 0;
  if (status == LX_OK && !certified && !fits && may_start_anew) {
    lx_reduced_lp again = *lp; /* rounding may have taken the duals of the first basis, and all that came of them */
    again.starts_soundly = 1;
    return lx_simplex_solve(arena, &again, factor, rest, vertex, statistics, out);
  }
  if (status == LX_OK && !certified && !(*out == LX_PIVOT_LIMIT && statistics->pivots - start >= limit))
    *out = LX_BREAKDOWN;
  else if (status == LX_OK && *out == LX_OPTIMAL && lx_lp_is_infeasible(lp, vertex))
    *out = LX_BREAKDOWN;
  return status;
}
