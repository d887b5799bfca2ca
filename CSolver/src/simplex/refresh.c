/* refresh.c: everything about a vertex, computed from its basis. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "simplex/work.h"

/* Residuals, in multiples of `touch`, that need no refinement; steps of it at most, and the part that each has to leave at most. */
#define FINE 0.01
#define MOST_REFINED 5
#define FINER 0.5

void lx_place_basis(lx_work *work) {
  lx_vertex *vertex = work->vertex;
  for (int32_t r = 0; r < work->lp->total; r++)
    vertex->position[r] = -1;
  for (int32_t p = 0; p < work->lp->variables; p++)
    vertex->position[vertex->basis[p]] = p;
}

lx_status lx_rebuild_factor(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  const int32_t n = lp->variables;
  memcpy(work->candidates, work->vertex->basis, sizeof *work->candidates * (size_t)n);
  int32_t count = n;
  for (int32_t j = 0; j < n; j++)
    if (work->vertex->position[lp->rows + j] < 0)
      work->candidates[count++] = lp->rows + j;
  work->tier_starts[0] = 0;
  work->tier_starts[1] = n;
  work->tier_starts[2] = count;
  work->statistics->factorizations++;
  const lx_status status =
      lx_factor_build(work->factor, &lp->matrix, 2, work->tier_starts, work->candidates, work->vertex->basis);
  for (int32_t p = 0; p < n && status == LX_OK; p++)
    work->replaced += work->vertex->position[work->vertex->basis[p]] < 0;
  return status;
}

lx_status lx_keep_basis(const lx_work *work, lx_basis *out) {
  const lx_vertex *vertex = work->vertex;
  out->tight = lx_arena_copy(work->arena, vertex->basis, work->lp->variables, sizeof *out->tight);
  out->side = lx_arena_copy(work->arena, vertex->side, work->lp->total, sizeof *out->side);
  return out->tight != NULL && out->side != NULL ? LX_OK : LX_ERROR_MEMORY;
}

lx_status lx_return_to(lx_work *work, const lx_basis *kept) {
  memcpy(work->vertex->basis, kept->tight, sizeof *kept->tight * (size_t)work->lp->variables);
  memcpy(work->vertex->side, kept->side, sizeof *kept->side * (size_t)work->lp->total);
  lx_place_basis(work);
  return lx_rebuild_factor(work);
}

/* The residual of the tight rows at x, into scratch by position; returns the largest in multiples of `touch`. */
static double residuals(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  double worst = 0;
  for (int32_t p = 0; p < lp->variables; p++) {
    const int32_t row = work->vertex->basis[p];
    const double residual = lp->constant[row] - lx_lp_activity(lp, row, work->vertex->x);
    if (residual == 0)
      continue;
    work->scratch.value[p] = residual;
    work->scratch.index[work->scratch.count++] = p;
    worst = fmax(worst, fabs(residual) / work->touch[row]);
  }
  return worst;
}

/* Adds the solution of the scratch vector to x and empties it. */
static void correct(lx_work *work) {
  lx_factor_ftran(work->factor, &work->scratch);
  for (int32_t k = 0; k < work->scratch.count; k++) {
    const int32_t j = work->scratch.index[k];
    work->vertex->x[j] += work->scratch.value[j];
  }
  lx_vector_clear(&work->scratch);
}

static void measure_touch(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  for (int32_t r = 0; r < lp->total; r++)
    work->touch[r] = lx_lp_touch(lp, r, work->vertex->x);
}

/* x of the basis, with a step of iterative refinement where the residuals ask for it, and more where it is not sound then and they become less. Returns
 * whether it is sound. */
static int compute_values(lx_work *work) {
  double worst = INFINITY, before;
  memset(work->vertex->x, 0, sizeof *work->vertex->x * (size_t)work->lp->variables);
  measure_touch(work);
  residuals(work);
  correct(work);
  measure_touch(work);
  for (int step = 0;; step++) {
    before = worst;
    worst = residuals(work);
    if (worst <= (step == 0 ? FINE : LX_TOL_BREAKDOWN) || step == MOST_REFINED || !(worst <= FINER * before))
      break;
    correct(work);
  }
  lx_vector_clear(&work->scratch);
  return worst <= LX_TOL_BREAKDOWN;
}

int lx_values_are_clear(const lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  double value = 1, constant = 0;
  for (int32_t p = 0; p < lp->variables; p++) {
    value = fmax(value, fabs(work->vertex->x[p]));
    constant = fmax(constant, fabs(lp->constant[work->vertex->basis[p]]));
  }
  return value * value <= LX_CLEAR_VALUE * fmax(1, constant);
}

static void measure_distances(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  lx_vertex *vertex = work->vertex;
  for (int32_t r = 0; r < lp->total; r++) {
    vertex->distance[r] = 0;
    if (vertex->position[r] >= 0)
      continue;
    const double distance = lx_lp_activity(lp, r, vertex->x) - lp->constant[r];
    const int needs_side = vertex->side[r] == 0 && !work->slack && !(work->keeps_sides && lx_is_held(work, r));
    if (fabs(distance) > work->touch[r]) {
      vertex->distance[r] = distance;
      if (!work->keeps_sides || needs_side)
        vertex->side[r] = distance > 0 ? 1 : -1;
    } else if (needs_side) {
      vertex->side[r] = lx_lp_cheaper_side(lp, r);
    }
  }
}

/* Adds the gradients of the nonbasic rows at the levels from first to end, each n long. */
static void add_gradients(const lx_work *work, int32_t first, int32_t end, double *gradients) {
  const lx_reduced_lp *lp = work->lp;
  const lx_vertex *vertex = work->vertex;
  for (int32_t r = 0; r < lp->total; r++) {
    if (vertex->position[r] >= 0 || vertex->side[r] == 0)
      continue;
    const int32_t level = vertex->side[r] > 0 ? lp->above[r] : lp->below[r];
    if (level < first || level >= end)
      continue;
    int32_t unit;
    const lx_entries entries = lx_lp_row(lp, r, &unit);
    const double slope = vertex->side[r] > 0 ? lp->weight[r] : -lp->weight[r];
    double *gradient = gradients + (int64_t)(level - first) * lp->variables;
    for (int32_t e = 0; e < entries.count; e++)
      gradient[entries.columns[e]] += slope * entries.values[e];
  }
}

static double largest_of(const double *values, int32_t count) {
  double largest = 0;
  for (int32_t k = 0; k < count; k++)
    largest = fmax(largest, fabs(values[k]));
  return largest;
}

/* What rounding has left in the duals of a level counts as slopes at a basis that is nearly singular, and steps that gain by it lose at the
 * levels after it. So what they leave of the gradient goes through the factors once more. `gradient` is used up. */
static void refine_duals(lx_work *work, double *duals, double *gradient, double tolerance) {
  const lx_reduced_lp *lp = work->lp;
  lx_vector *scratch = &work->scratch;
  for (int32_t p = 0; p < lp->variables; p++) {
    int32_t unit;
    if (duals[p] == 0)
      continue;
    const lx_entries entries = lx_lp_row(lp, work->vertex->basis[p], &unit);
    for (int32_t e = 0; e < entries.count; e++)
      gradient[entries.columns[e]] -= duals[p] * entries.values[e];
  }
  if (largest_of(gradient, lp->variables) <= tolerance)
    return;
  for (int32_t j = 0; j < lp->variables; j++)
    if (gradient[j] != 0) {
      scratch->value[j] = gradient[j];
      scratch->index[scratch->count++] = j;
    }
  lx_factor_btran(work->factor, scratch);
  for (int32_t k = 0; k < scratch->count; k++)
    duals[scratch->index[k]] += scratch->value[scratch->index[k]];
  lx_vector_clear(scratch);
}

/* duals = B^-T (sum of the gradients of the nonbasic rows), the levels from first to end at once. */
static void compute_duals(lx_work *work, int32_t first, int32_t end) {
  const lx_reduced_lp *lp = work->lp;
  const int32_t n = lp->variables, levels = end - first;
  const size_t bytes = sizeof(double) * (size_t)n * (size_t)levels;
  const int refines = lx_factor_is_sparse(work->factor);
  double *duals = work->vertex->duals + (int64_t)first * n;
  memset(duals, 0, bytes);
  add_gradients(work, first, end, duals);
  if (refines)
    memcpy(work->product, duals, bytes);
  lx_factor_btran_many(work->factor, levels, duals, refines ? NULL : work->product, &work->scratch);
  for (int32_t k = 0; k < levels; k++) {
    const int32_t level = first + k;
    double *of_level = duals + (int64_t)k * n;
    const double largest = work->largest[level] = largest_of(of_level, n);
    const double tolerance = fmax(lp->slope_tolerance[level], LX_TOL_SLOPE_RELATIVE * largest);
    work->tolerance[level] = work->widened * tolerance;
    if (refines && largest > 0)
      refine_duals(work, of_level, work->product + (int64_t)k * n, LX_TOL_GRADIENT * fmin(1, work->widened) * tolerance);
  }
}

void lx_activate_levels(lx_work *work, int32_t count) {
  const int32_t first = work->active;
  work->active += count;
  compute_duals(work, first, work->active);
  lx_offer_all(work);
}

void lx_sum_errors(const lx_work *work, double *errors) {
  const lx_reduced_lp *lp = work->lp;
  memset(errors, 0, sizeof *errors * (size_t)lp->levels);
  for (int32_t r = 0; r < lp->total; r++) {
    int32_t level;
    const double error = lx_lp_error(lp, r, work->vertex->distance[r], &level);
    if (level >= 0)
      errors[level] += lp->weight[r] * error;
  }
}

int lx_are_less(const lx_reduced_lp *lp, const double *errors, const double *than, double part, double least) {
  for (int32_t level = 0; level < lp->levels; level++) {
    const double change = part * fmax(than[level], least);
    if (errors[level] > than[level] + change)
      return 0;
    if (errors[level] < than[level] - change)
      return 1;
  }
  return 0;
}

void lx_forget_circles(lx_work *work) {
  work->gains = work->circles = work->is_back = 0;
  work->way = 0;
}

/* Whether the steps since `last` have gained: more, at the first level that tells, than this part of its error, and than slopes that count as
 * none may lose or gain on their way. */
static int have_gained(const lx_work *work, const double *errors, double part) {
  for (int32_t level = 0; level < work->lp->levels; level++) {
    const double last = work->last[level], slight = work->way * work->tolerance[level] / work->widened;
    const double change = fmax(part * fmax(last, LX_CIRCLE_ERROR), slight);
    if (fabs(errors[level] - last) > change)
      return errors[level] < last;
  }
  return 0;
}

/* Whether the errors are those of the mark again, which moves on after twice as many refreshes each time (R. P. Brent, An improved Monte
 * Carlo factorization algorithm, BIT 20, 1980). */
static int come_back(lx_work *work, const double *errors) {
  int differ = work->gains == 0;
  for (int32_t level = 0; level < work->lp->levels && !differ; level++)
    differ = fabs(errors[level] - work->mark[level]) > LX_TOL_PROGRESS * fmax(1, errors[level]);
  if (++work->mark_age > work->mark_limit) {
    memcpy(work->mark, errors, sizeof *errors * (size_t)work->lp->levels);
    work->mark_age = 0;
    work->mark_limit = 2 * work->mark_limit + 1;
  }
  return !differ;
}

/* Notes the errors of the vertex, and whether they are the least so far. Steps that each gain and together gain nothing go round in a
 * circle: what one loses at a high level is less than the tolerance, and what another gains there is more. So more counts as none
 * from then on, and in the end so does what a single step gains. A circle may be shorter than the steps between two refreshes; and where it
 * comes back to where it was, each half of it may seem to gain, so that the least errors are what counts. */
static void note_errors(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  const int64_t pivots = work->statistics->pivots;
  double *errors = work->slopes, *last = work->last;
  lx_sum_errors(work, errors);
  work->is_back |= come_back(work, errors);
  const int are_enough = work->gains >= LX_CIRCLE_STEPS;
  const int is_less = work->gains > 0 && have_gained(work, errors, LX_TOL_CIRCLE);
  if (is_less)
    work->circles = 0;
  else if (are_enough && work->widened >= LX_WIDEST)
    work->circles++;
  if (are_enough && !have_gained(work, errors, LX_TOL_CIRCLE * work->widened))
    work->widened = fmin(LX_WIDER * work->widened, LX_WIDEST);
  if (is_less || (!work->is_back && (work->gains == 0 || are_enough)))
    memcpy(last, errors, sizeof *last * (size_t)lp->levels);
  if (is_less || are_enough) {
    work->gains = 0;
    work->way = 0;
  }
  const int is_first = work->best_pivots == work->first_pivots;
  if (pivots - work->first_pivots < LX_IDLE_BASE || !(is_first || lx_are_less(lp, errors, work->best, LX_TOL_PROGRESS, 0)))
    return;
  memcpy(work->best, errors, sizeof *work->best * (size_t)lp->levels);
  work->best_pivots = pivots;
}

/* Equalities of met levels that touch and are not tight need no side: multipliers of 0 are between those of both sides. With sides the duals of
 * these levels are something until pivots that move nothing have made them nothing. */
static void take_sides_back(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  double *errors = work->slopes;
  lx_sum_errors(work, errors);
  for (work->met = 0; work->met < lp->levels && errors[work->met] == 0;)
    work->met++;
  for (int32_t r = 0; r < lp->total && work->met > 0; r++)
    if (lx_is_held(work, r) && work->vertex->position[r] < 0 && work->vertex->distance[r] == 0)
      work->vertex->side[r] = 0;
}

static void offer_anew(lx_work *work) {
  compute_duals(work, 0, work->active);
  lx_offer_all(work);
}

lx_status lx_choose_sides(lx_work *work) {
  const int64_t before = lx_factor_touched(work->factor);
  int8_t *side = work->vertex->side;
  if (!work->may_lack_sides || work->slack || work->keeps_sides)
    return LX_OK;
  const int32_t with = lx_count_offers(work);
  int8_t *sides = lx_arena_copy(work->arena, side, work->lp->total, sizeof *sides);
  if (sides == NULL)
    return LX_ERROR_MEMORY;
  take_sides_back(work);
  if (work->met == 0)
    return LX_OK;
  offer_anew(work);
  work->lacks_sides = lx_count_offers(work) < with;
  if (!work->lacks_sides) {
    work->met = 0;
    memcpy(side, sides, sizeof *side * (size_t)work->lp->total);
    offer_anew(work);
  }
  work->factor_effort += lx_factor_touched(work->factor) - before; /* not of the way, which is the same as before */
  return LX_OK;
}

lx_status lx_refresh(lx_work *work, int rebuild, int *sound_out) {
  if (rebuild) {
    const lx_status status = lx_rebuild_factor(work);
    if (status != LX_OK)
      return status;
  }
  lx_place_basis(work);
  *sound_out = compute_values(work);
  measure_distances(work);
  note_errors(work);
  if (work->lacks_sides && !work->keeps_sides)
    take_sides_back(work);
  memset(work->is_dismissed, 0, sizeof *work->is_dismissed * (size_t)work->lp->variables);
  work->dismissed = 0;
  offer_anew(work);
  work->since_refresh = 0;
  work->is_resumed = 0;
  return LX_OK;
}
