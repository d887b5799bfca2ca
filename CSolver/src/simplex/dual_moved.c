/* dual_moved.c: the dual simplex from vertices that are optimal but for some rows on their wrong side.
 *
 * After constants have changed, an optimal vertex moves with its tight rows, and rows that it takes to their wrong side are met as in
 * dual.c. Then the one that comes first is next, if the constants went from the old to the new all at once and evenly: so each basis
 * on the way is that of an optimum, and a change that moves little costs few pivots. For that a row's shift is kept, how much further
 * its distance would be with the old constants at the same basis.
 *
 * Reference: T. Gal, Postoptimal Analyses, Parametric Programming, and Related Topics, 1979. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "simplex/dual_internal.h"

/* Steps at most after constants have changed: so many and one for each so many variables, or as many as take this part of what the first
 * optimum has taken. A change that asks for more seldom needs them all: the simplex takes a shorter way to an optimum that is far off. */
#define MOVED_STEPS 100
#define MOVED_VARIABLES 50
#define MOVED_PART 0.1

/* Near an interior point: rows on the wrong side at most, as a part of the variables; and steps for each of them at most, or as many as take this
 * part of what the method is estimated to take. No more than so many times as much in any case. */
#define MOST_NEAR 0.15
#define NEAR_STEPS 4
#define NEAR_PART 0.2
#define NEAR_MOST 4

/* From perturbed constants to the exact ones: what that takes at most, as a part of what has been spent, and looks at the reduced LP at least. Where
 * many rows touch the exact ones are as far as any others, and the primal simplex goes on. */
#define EXACT_PART 0.05
#define EXACT_LOOKS 2

/* Distances of rows at x, and how much further they were. Returns whether any is on the wrong side. */
static int measure_rows(lx_work *work, int32_t row_count, const int32_t *rows) {
  lx_vertex *vertex = work->vertex;
  int any = 0;
  for (int32_t k = 0; k < row_count; k++) {
    const int32_t row = rows[k];
    work->touch[row] = lx_lp_touch(work->lp, row, vertex->x);
    if (vertex->position[row] >= 0)
      continue;
    const double before = vertex->distance[row];
    const double distance = lx_lp_activity(work->lp, row, vertex->x) - work->lp->constant[row];
    vertex->distance[row] = fabs(distance) <= work->touch[row] ? 0 : distance;
    work->shift[row] = vertex->distance[row] - before;
    any |= vertex->distance[row] * lx_side_of(vertex, row) < 0;
  }
  return any;
}

int lx_dual_contradicts(const lx_work *work, int32_t row) {
  const lx_reduced_lp *lp = work->lp;
  const lx_vector *entering = &work->entering;
  const int8_t side = work->vertex->distance[row] > 0 ? -1 : 1; /* where it is to go */
  const int32_t own = side > 0 ? lp->below[row] : lp->above[row];
  double largest = 0;
  if (own < 0 || own >= lp->binding_levels)
    return 0;
  for (int32_t k = 0; k < entering->count; k++)
    largest = fmax(largest, fabs(entering->value[entering->index[k]]));
  for (int32_t k = 0; k < entering->count; k++) {
    const double entry = side * entering->value[entering->index[k]];
    const int32_t tight = work->vertex->basis[entering->index[k]];
    const int32_t costs = entry > 0 ? lp->above[tight] : lp->below[tight];
    if (fabs(entry) > LX_TOL_DEPENDENT * largest && (costs < 0 || costs > own))
      return 0;
  }
  return 1;
}

/* The same without its BTRAN. */
static int is_contradicted(lx_work *work, int32_t row) {
  lx_express(work, row, &work->entering);
  const int is = lx_dual_contradicts(work, row);
  lx_vector_clear(&work->entering);
  return is;
}

/* A required equality that has come off its constant though it follows from tight ones, as these contradict it now; or -1. Sooner than what has to
 * give way for others. */
static int32_t find_contradicted(lx_work *work, int32_t row_count, const int32_t *rows) {
  const lx_reduced_lp *lp = work->lp;
  const lx_vertex *vertex = work->vertex;
  for (int32_t k = 0; k < row_count && !lx_is_perturbed(work); k++) {
    const int32_t row = rows[k], above = lp->above[row], below = lp->below[row];
    if (vertex->position[row] < 0 && vertex->distance[row] != 0 && above >= 0 && above < lp->binding_levels && below == above &&
        is_contradicted(work, row))
      return row;
  }
  return -1;
}

/* Meets what an optimum that has moved has on the wrong side, as far as the heap has it; in the end no row is there. */
static lx_status meet_shifted(lx_dual_run *d, int64_t steps, int *sound_out) {
  lx_work *work = d->work;
  int restarted, given_up;
  work->keeps_sides = 1;
  const lx_status status = lx_dual_meet(d, steps, &restarted, &given_up, sound_out);
  work->keeps_sides = 0;
  if (given_up || work->banned_count > 0) {
    while (work->banned_count > 0)
      work->banned[work->banned_rows[--work->banned_count]] = 0;
    lx_dual_list_wrong(d);
    work->passed_count = 0;
    for (int32_t k = 0; k < d->heap_count; k++) {
      const int32_t row = d->heap[k].row;
      if (work->vertex->side[row] != 0)
        work->passed[work->passed_count++] = row;
      else
        lx_take_side(work, row, (int8_t)-lx_side_of(work->vertex, row));
    }
    lx_change_sides(work);
  }
  memset(work->shift, 0, sizeof *work->shift * (size_t)work->lp->total);
  return status;
}

lx_status lx_meet_moved(lx_work *work, int32_t row_count, const int32_t *rows, int *sound_out) {
  lx_dual_run d;
  const int any = measure_rows(work, row_count, rows);
  if (work->changes != NULL)
    work->changes->contradicted = find_contradicted(work, row_count, rows);
  if (!any || (work->changes != NULL && work->changes->contradicted >= 0)) {
    for (int32_t k = 0; k < row_count; k++)
      work->shift[rows[k]] = 0;
    return LX_OK;
  }
  lx_status status = lx_dual_create(work, &d);
  if (status != LX_OK)
    return status;
  d.is_shifted = 1;
  for (int32_t k = 0; k < row_count; k++)
    lx_dual_note(&d, rows[k]);
  d.least_effort = MOVED_PART * (double)work->spent;
  status = meet_shifted(&d, MOVED_STEPS + work->lp->variables / MOVED_VARIABLES, sound_out);
  lx_release(work->arena->allocator, d.heap);
  return status;
}

/* Meets what is on the wrong side, as far as the steps go, and the effort, which is what the interior point method is estimated to take. *met_out is
 * nonzero where nothing is there in the end. Distances that were kept up may say of a row that touches, or nearly does, that it is on its side. */
static lx_status meet_all(lx_dual_run *d, int64_t steps, double effort, int *met_out, int *sound_out) {
  lx_work *work = d->work;
  int restarted, given_up = 0;
  lx_status status = LX_OK;
  d->is_shifted = 1;
  d->least_effort = (double)work->effort + NEAR_PART * effort;
  d->most_effort = (double)work->effort + NEAR_MOST * effort;
  work->keeps_sides = 1;
  for (; d->heap_count > 0 && status == LX_OK && !given_up; lx_dual_list_wrong(d)) {
    status = lx_dual_meet(d, steps - d->steps, &restarted, &given_up, sound_out);
    if (status == LX_OK && work->since_refresh > 0)
      status = lx_refresh(work, 0, sound_out);
    given_up |= work->banned_count > 0 || !*sound_out;
  }
  work->keeps_sides = 0;
  *met_out = !given_up;
  return status;
}

lx_status lx_meet_near(lx_work *work, double effort, int *sound_out) {
  lx_basis kept;
  lx_dual_run d;
  int met = 0;
  lx_status status = lx_dual_create(work, &d);
  if (status != LX_OK)
    return status;
  lx_dual_list_wrong(&d);
  const int32_t wrong = d.heap_count;
  const int is_near = wrong > 0 && wrong <= MOST_NEAR * work->lp->variables;
  if (is_near)
    status = lx_keep_basis(work, &kept);
  if (is_near && status == LX_OK)
    status = meet_all(&d, NEAR_STEPS * (int64_t)wrong, effort, &met, sound_out);
  lx_release(work->arena->allocator, d.heap);
  if (!is_near || met || status != LX_OK)
    return status;
  return lx_return_to(work, &kept);
}

lx_status lx_meet_exact(lx_work *work, int *sound_out) {
  const int64_t most = LX_DUAL_STEPS * (int64_t)work->lp->variables;
  int is_met = 1;
  lx_basis kept;
  lx_dual_run d;
  lx_status status = work->changes == NULL ? lx_keep_basis(work, &kept) : LX_OK; /* the arena of a resumed run lives on */
  if (status == LX_OK)
    status = lx_dual_create(work, &d);
  if (status != LX_OK)
    return status;
  d.is_shifted = 1;
  d.most_effort = (double)work->effort + fmax(EXACT_PART * (double)work->effort, EXACT_LOOKS * (double)lx_first_look(work->lp));
  lx_remove_perturbation(work);
  do { /* distances that were kept up may say of a row that touches, or nearly does, that it is on its side */
    work->keeps_sides = 1;
    status = lx_refresh(work, work->since_refresh > 0, sound_out);
    work->keeps_sides = 0;
    lx_dual_list_wrong(&d);
    if (status == LX_OK && d.heap_count > 0)
      status = meet_shifted(&d, most - d.steps, sound_out);
    is_met = d.steps < most && (double)work->effort < d.most_effort;
  } while (status == LX_OK && *sound_out && work->since_refresh > 0 && is_met);
  lx_release(work->arena->allocator, d.heap);
  if (status == LX_OK && !is_met && work->changes == NULL) { /* the few that were on the wrong side are nearer than what has come there since */
    status = lx_return_to(work, &kept);
    if (status == LX_OK)
      status = lx_refresh(work, 0, sound_out);
  }
  return status;
}
