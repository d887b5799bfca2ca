/* dual.c: meets violated inequalities from a vertex that meets everything else.
 *
 * The first vertex meets the wishes, and inequalities that forbid it are violated: boxes that are all wished at the left
 * lie on each other. The simplex of this folder lowers the sum of their errors, in which rows pull against each other, so that
 * whole groups move and stop at every turn. The dual simplex takes the wishes as what is optimal so far: it meets one violated row
 * after another, each at the least cost to what is met, and a pivot moves little. So each inequality counts as met at first, whichever
 * side it lies on; a row on the wrong side of its constant is made tight, and the tight row that gives way is the first whose
 * slopes allow it, lexicographically; where it costs more than the row itself, the row stays where it is and changes sides. In
 * the end no row is on the wrong side, and the simplex goes on from there; nothing depends on how good the vertex is.
 *
 * The row that is farthest from its constant is next. Where half of the tight rows are bounds and wishes of single variables, that is the Euclidean
 * distance: a row is not ahead of others because its coefficients are large; but rows of one variable come first. That is enough where a row once
 * met stays so. Where others come to the wrong side for it, from half of the steps on, the next row is that of the steepest edge
 * (steepest_edge.c), for one more FTRAN a step. And from a slack start (slack.c) where each step leaves one more, rows that are required come
 * first: wishes that have been met for them before these would be given up again, one after the other. Where far more come to be wrong, all come level by
 * level; where they still do, no more than the first levels, and the primal simplex meets the rest.
 * Distances weighted as Devex weighs them take longer in the mean, though not everywhere (Benchmarks/history).
 *
 * Reference: C. E. Lemke, The dual method of solving the linear programming problem (Naval Research Logistics Quarterly 1, 1954). */
#include <math.h>
#include <string.h>

#include "base/heap.h"
#include "simplex/dual_internal.h"

/* Variables from which on it is tried: few take few steps in any case. */
#define LEAST_VARIABLES 64

/* A vertex so many times as far from 0 as any constant is one that small pivots have thrown there, one after the other. The way begins anew then, unless it
 * has taken so many steps for each variable: as many would be lost, and most come back. */
#define FAR_OUT 1e4
#define MOST_LOST 1.5

/* Tight rows of several variables at most, as a part of all, where distances are Euclidean. */
#define MOST_WIDE 0.55

static inline int is_worse(const lx_wrong_row *a, const lx_wrong_row *b) {
  if (a->rank != b->rank)
    return a->rank < b->rank;
  if (a->urgency != b->urgency)
    return a->urgency > b->urgency;
  return a->distance != b->distance ? a->distance > b->distance : a->row < b->row;
}

LX_DEFINE_HEAP(wrong_rows, lx_wrong_row, is_worse)

/* How urgent it is to meet a row: its distance on the wrong side or, after constants have changed, the part of the way that is left
 * from where it comes there, the same for all without shifts; or the square of its distance over its steepness. 0 where it is not on the wrong
 * side, costs on neither, or where its pivots are too small to trust. */
double lx_dual_urgency(const lx_dual_run *d, int32_t row) {
  const lx_work *work = d->work;
  const lx_vertex *vertex = work->vertex;
  const double distance = fabs(vertex->distance[row]);
  /* Most rows are on their side: nothing else of these is looked at. */
  if (vertex->distance[row] * lx_side_of(vertex, row) >= 0 || vertex->position[row] >= 0 || distance <= work->touch[row] ||
      (work->lp->above[row] < 0 && work->lp->below[row] < 0) || work->banned[row])
    return 0;
  if (d->weighs)
    return distance * distance / work->steepness[row];
  if (!d->is_shifted)
    return distance;
  const double shift = fabs(work->shift[row]);
  return shift > distance ? distance / shift : 1;
}

/* The level of what a row costs where it is; -1: none. */
int32_t lx_dual_costs_at(const lx_dual_run *d, int32_t row) {
  const lx_reduced_lp *lp = d->work->lp;
  return d->work->vertex->distance[row] > 0 ? lp->above[row] : lp->below[row];
}

/* The place of a row in the order. */
static int32_t rank_of(const lx_dual_run *d, int32_t row) {
  const lx_reduced_lp *lp = d->work->lp;
  const int32_t level = lx_dual_costs_at(d, row);
  const int is_required = level >= 0 && level < lp->binding_levels;
  if (d->order == LX_ORDER_LEVELS && level >= 0)
    return is_required ? lp->binding_levels : level;
  return d->order != LX_ORDER_NONE && !is_required ? lp->levels : 0;
}

static lx_wrong_row wrong_row(const lx_dual_run *d, int32_t row) {
  return (lx_wrong_row){lx_dual_urgency(d, row), fabs(d->work->vertex->distance[row]), row, rank_of(d, row)};
}

void lx_dual_list_wrong(lx_dual_run *d) {
  d->heap_count = 0;
  for (int32_t r = 0; r < d->work->lp->total; r++) {
    const lx_wrong_row item = wrong_row(d, r);
    if (item.urgency > 0)
      d->heap[d->heap_count++] = item;
  }
  wrong_rows_make(d->heap, d->heap_count);
}

void lx_dual_note(lx_dual_run *d, int32_t row) {
  const lx_wrong_row item = wrong_row(d, row);
  if (item.urgency <= 0)
    return;
  if (d->heap_count == d->capacity)
    lx_dual_list_wrong(d);
  else
    wrong_rows_push(d->heap, &d->heap_count, item);
}

/* The worst row, or -1. */
static int32_t take_worst(lx_dual_run *d) {
  while (d->heap_count > 0) {
    const lx_wrong_row top = wrong_rows_pop(d->heap, &d->heap_count);
    const lx_wrong_row now = wrong_row(d, top.row);
    if (top.urgency == now.urgency && top.distance == now.distance)
      return top.row;
  }
  return -1;
}

/* Which tight row gives way for `row`, whose BTRAN is there: that whose slope vanishes first as the row costs more and more. Position -1
 * where that would be more than it may cost. After constants have changed one row after another is met as they change, and long steps would be out
 * of turn. */
static lx_status choose(lx_dual_run *d, int32_t row, lx_candidate *out) {
  lx_work *work = d->work;
  const int8_t side = lx_side_of(work->vertex, row);
  /* Slopes of later levels may be anything where the vertex is an optimum that is to remain one. */
  const int how = (d->is_shifted || work->slack ? LX_LEAVING_SETTLED : 0) | (d->is_far ? LX_LEAVING_LARGE : 0);
  int32_t flips;
  int is_tie;
  lx_find_span(work, row, side, d->most);
  *out = lx_choose_leaving(work, side, d->most, how, &is_tie);
  if (d->is_shifted)
    return LX_OK;
  const lx_status status = lx_flip_bounds(work, row, side, d->most, how, out, &flips);
  if (status != LX_OK || flips == 0)
    return status;
  for (int32_t k = 0; k < work->touched_count; k++)
    lx_dual_note(d, work->touched[k]);
  lx_note_effort(work, work->touched_count + work->entering.count);
  lx_clear_change(work);
  d->steps += flips;
  d->flips += flips;
  return LX_OK;
}

/* The shifts after a row has been let go for `row`, whose own then is none. */
static void move_shifts(lx_work *work, lx_candidate candidate, int32_t row) {
  const double step = -work->shift[row] / work->change[row];
  for (int32_t k = 0; k < work->touched_count && step != 0; k++)
    work->shift[work->touched[k]] += step * work->change[work->touched[k]];
  work->shift[row] = 0;
  work->shift[work->vertex->basis[candidate.position]] = candidate.direction * step;
}

/* Whether no row is on the wrong side that binds more than this one, so that these alone do not contradict each other. */
static int is_strongest(const lx_dual_run *d, int32_t row) {
  const int32_t own = lx_dual_costs_at(d, row);
  for (int32_t k = 0; k < d->heap_count; k++) {
    const int32_t other = lx_dual_costs_at(d, d->heap[k].row);
    if (other >= 0 && other < own && lx_dual_urgency(d, d->heap[k].row) > 0)
      return 0;
  }
  return 1;
}

/* Makes `row` tight, or changes its side. *refresh_out asks for a refresh. */
static lx_status meet(lx_dual_run *d, int32_t row, int32_t *refresh_out) {
  lx_work *work = d->work;
  lx_vertex *vertex = work->vertex;
  *refresh_out = 0;
  lx_express(work, row, &work->entering);
  if (d->is_shifted && work->changes != NULL && !lx_is_perturbed(work) && lx_dual_contradicts(work, row) && is_strongest(d, row)) {
    work->changes->contradicted = row;
    lx_vector_clear(&work->entering);
    return LX_OK;
  }
  lx_candidate candidate;
  lx_status status = choose(d, row, &candidate);
  if (status != LX_OK)
    return status;
  work->passed_count = 0;
  if (candidate.position < 0 && vertex->side[row] == 0) {
    lx_take_side(work, row, (int8_t)-lx_side_of(vertex, row));
  } else if (candidate.position < 0) {
    work->passed[work->passed_count++] = row;
    lx_change_sides(work);
  } else {
    lx_follow(work, candidate);
    const double by_row = work->entering.value[candidate.position], by_column = candidate.direction * work->change[row];
    if (fabs(by_row - by_column) > LX_TOL_UPDATE * fmax(1, fabs(by_row))) {
      *refresh_out = work->since_refresh > 0;
      if (!*refresh_out)
        lx_ban(work, row);
    } else {
      const double step = fmax(-vertex->distance[row] / work->change[row], 0);
      lx_exchange_duals(work, candidate, row);
      if (d->keeps_weights)
        lx_update_steepness(work, candidate, row);
      if (d->is_shifted) {
        lx_update_price_weights(work, candidate.position, row);
        move_shifts(work, candidate, row);
      }
      status = lx_factor_update(work->factor, candidate.position, &work->entering, refresh_out);
      const int32_t leaving = vertex->basis[candidate.position];
      if (status == LX_OK) {
        lx_move(work, candidate, row, step);
        work->statistics->pivots++;
        work->statistics->degenerate += step == 0;
        work->since_refresh++;
        for (int32_t k = 0; k < work->touched_count; k++)
          lx_dual_note(d, work->touched[k]);
        lx_dual_note(d, leaving);
      }
    }
  }
  lx_note_effort(work, work->touched_count + (int64_t)work->entering.count * (1 + work->active));
  if (!d->is_shifted)
    lx_forget_changes(work);
  lx_vector_clear(&work->entering);
  lx_clear_change(work);
  return status;
}

static int is_inequality(const lx_reduced_lp *lp, int32_t row) { return (lp->above[row] < 0) != (lp->below[row] < 0); }

static int has_violated(const lx_work *work) {
  int32_t level;
  for (int32_t r = 0; r < work->lp->total; r++)
    if (is_inequality(work->lp, r) && lx_lp_error(work->lp, r, work->vertex->distance[r], &level) > 0)
      return 1;
  return 0;
}

/* From now on all inequalities count as met. */
static void count_as_met(lx_work *work) {
  for (int32_t r = 0; r < work->lp->total; r++)
    if (is_inequality(work->lp, r))
      work->vertex->side[r] = work->lp->above[r] < 0 ? 1 : -1;
}

/* Whether the vertex is far from where all constants are, and it began. */
static int is_far(const lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  double farthest = 0, constant = fmax(1, work->least_largest);
  for (int32_t j = 0; j < lp->variables; j++)
    farthest = fmax(farthest, fabs(work->vertex->x[j]));
  for (int32_t r = 0; r < lp->rows; r++)
    constant = fmax(constant, fabs(lp->constant[r]));
  return farthest > FAR_OUT * constant;
}

lx_status lx_dual_meet(lx_dual_run *d, int64_t steps, int *restarted_out, int *given_up_out, int *sound_out) {
  lx_work *work = d->work;
  lx_status status = LX_OK;
  int turns_far = 0;
  *restarted_out = *given_up_out = 0;
  while (status == LX_OK && !*restarted_out && !*given_up_out) {
    status = lx_check_stop(work->lp->stopper);
    const int32_t row = status == LX_OK ? take_worst(d) : -1;
    if (row < 0)
      break;
    int32_t refresh;
    status = meet(d, row, &refresh);
    if (status == LX_OK && work->changes != NULL && work->changes->contradicted >= 0)
      break;
    d->steps++;
    if (status == LX_OK && refresh) {
      status = lx_refresh(work, 1, sound_out);
      lx_dual_list_wrong(d);
      turns_far = work->slack && !d->is_far && (double)d->steps < MOST_LOST * work->lp->variables && is_far(work);
      d->is_far |= turns_far;
    }
    *given_up_out = turns_far || !*sound_out || (--steps <= 0 && (double)work->effort >= d->least_effort) ||
                    (double)work->effort >= d->most_effort || lx_is_dearer_than_anew(work);
    if (status == LX_OK && !*given_up_out && work->effort >= d->look)
      status = lx_dual_look_ahead(d, restarted_out, given_up_out, sound_out);
  }
  return status;
}

/* Weighs rows by their norms, unless too many of the tight ones are of several variables. */
static lx_status weigh(lx_dual_run *d) {
  const lx_work *work = d->work;
  int32_t wide = 0;
  for (int32_t p = 0; p < work->lp->variables; p++)
    wide += lx_lp_is_wide(work->lp, work->vertex->basis[p]);
  d->weighs = wide <= MOST_WIDE * work->lp->variables;
  return d->weighs ? lx_start_steepness(d->work) : LX_OK;
}

lx_status lx_dual_create(lx_work *work, lx_dual_run *out) {
  const lx_reduced_lp *lp = work->lp;
  *out = (lx_dual_run){
      .work = work,
      .heap = lx_allocate(work->arena->allocator, 2 * (int64_t)lp->total, sizeof *out->heap),
      .capacity = 2 * lp->total,
      .most = work->slopes,
      .look = INT64_MAX,
      .most_effort = INFINITY,
      .fewest = INT32_MAX,
  };
  return out->heap != NULL ? LX_OK : LX_ERROR_MEMORY;
}

/* Meets the rows of a slack start, whose basis is there. */
static lx_status run_slack(lx_dual_run *d, int *restarted_out, int *given_up_out, int *sound_out) {
  lx_work *work = d->work;
  const lx_reduced_lp *lp = work->lp;
  lx_status status = lx_start_slack(work);
  lx_forget_bans(work);
  d->weighs = d->keeps_weights = 1;
  d->order = d->order == LX_ORDER_LEVELS ? LX_ORDER_LEVELS : LX_ORDER_NONE;
  d->steps = d->flips = d->looked = d->rises = 0;
  *given_up_out = 0;
  work->keeps_sides = 1;
  if (status == LX_OK)
    status = lx_refresh(work, 0, sound_out);
  if (status != LX_OK || !*sound_out)
    return status;
  lx_note_effort(work, 0);
  d->before = work->effort;
  d->look = d->before + lx_first_look(lp);
  lx_dual_list_wrong(d);
  d->first_wrong = d->heap_count;
  d->looks[0] = d->looks[1] = (lx_dual_look){.wrong = d->first_wrong};
  return lx_dual_meet(d, LX_DUAL_STEPS * ((int64_t)lp->variables + d->first_wrong), restarted_out, given_up_out, sound_out);
}

/* From a slack start to a vertex where each row is tight or has a side; once more where it has led far away, or where another order is better; and back
 * there where the primal simplex is tried. Not met where it is left for later. */
static lx_status meet_slack(lx_work *work, int *met_out, int *sound_out) {
  const lx_reduced_lp *lp = work->lp;
  int restarted = 0, given_up = 0;
  lx_basis first;
  lx_dual_run d;
  lx_status status = lx_dual_create(work, &d);
  if (status == LX_OK)
    status = lx_keep_basis(work, &first);
  for (int again = 1; status == LX_OK && again;) {
    const int was_far = d.is_far, was_ordered = d.order == LX_ORDER_LEVELS;
    status = run_slack(&d, &restarted, &given_up, sound_out);
    again = !restarted && !work->later && ((d.is_far && !was_far) || (d.order == LX_ORDER_LEVELS && !was_ordered));
    if (status == LX_OK && again)
      status = lx_return_to(work, &first);
  }
  if (status == LX_OK && d.goes_back) {
    work->effort_limit = lx_first_look(lp);
    status = lx_return_to(work, &first);
  }
  for (int32_t r = 0; r < lp->total && status == LX_OK && *sound_out && !given_up && !restarted; r++) {
    int32_t refresh = 0;
    if (work->vertex->position[r] < 0 && work->vertex->side[r] == 0)
      status = meet(&d, r, &refresh); /* it is met, and neither side is better */
    if (status == LX_OK && refresh)
      status = lx_refresh(work, 1, sound_out);
  }
  work->keeps_sides = 0;
  lx_restore_prices(work);
  lx_release(work->arena->allocator, d.heap);
  *met_out = !work->later;
  if (status != LX_OK || restarted)
    return status;
  work->effort = 0; /* what comes is another way */
  return !*met_out ? LX_OK : lx_begin(work, sound_out);
}

lx_status lx_meet_violated(lx_work *work, int *met_out, int *sound_out) {
  const lx_reduced_lp *lp = work->lp;
  const int64_t limit = work->effort_limit;
  int restarted = 0, given_up = 0;
  *met_out = 0;
  if (lp->variables < LEAST_VARIABLES || lp->total > INT32_MAX / 2)
    return LX_OK;
  if (work->slack)
    return meet_slack(work, met_out, sound_out);
  if (!lx_lp_is_cold(lp) || !has_violated(work))
    return LX_OK;
  lx_basis first;
  lx_dual_run d;
  lx_status status = lx_keep_basis(work, &first);
  if (status == LX_OK)
    status = lx_dual_create(work, &d);
  if (status != LX_OK)
    return status;
  d.look = lx_first_look(lp);
  count_as_met(work);
  work->keeps_sides = 1;
  status = lx_merge_prices(work);
  if (status == LX_OK)
    status = weigh(&d);
  if (status == LX_OK)
    status = lx_refresh(work, lx_merge_tight_prices(work), sound_out);
  if (status == LX_OK) {
    lx_note_effort(work, 0);
    d.before = work->effort;
    lx_dual_list_wrong(&d);
    d.first_wrong = d.wrong = d.heap_count;
    status = lx_dual_meet(&d, LX_DUAL_STEPS * ((int64_t)lp->variables + d.first_wrong), &restarted, &given_up, sound_out);
  }
  work->keeps_sides = 0;
  lx_restore_prices(work);
  lx_release(work->arena->allocator, d.heap);
  *met_out = !given_up;
  if (status != LX_OK || restarted)
    return status;
  work->effort = 0; /* what comes is another way, and is judged by itself */
  work->trial_pivots = work->statistics->pivots;
  work->effort_limit = work->effort_limit < INT64_MAX ? limit : INT64_MAX;
  if (given_up) { /* the rows of the first vertex need not be chosen once more; sides that touch there may be those of an attempt before */
    memset(first.side, 0, sizeof *first.side * (size_t)lp->total);
    status = lx_return_to(work, &first);
  }
  return status == LX_OK ? lx_begin(work, sound_out) : status;
}
