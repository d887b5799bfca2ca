/* refresh.c: everything about a vertex, computed from its basis. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "simplex/work.h"

/* Factors the rows of the basis; unit rows stand by, so that a basis that has become singular mends itself. */
static lx_status rebuild_factor(lx_work *work) {
  const lx_core *core = work->core;
  const int32_t n = core->variables;
  memcpy(work->candidates, work->vertex->basis, sizeof *work->candidates * (size_t)n);
  int32_t count = n;
  for (int32_t j = 0; j < n; j++)
    if (work->vertex->position[core->rows + j] < 0)
      work->candidates[count++] = core->rows + j;
  work->tier_starts[0] = 0;
  work->tier_starts[1] = n;
  work->tier_starts[2] = count;
  work->statistics->factorizations++;
  const lx_status status =
      lx_factor_build(work->factor, &core->matrix, 2, work->tier_starts, work->candidates, work->vertex->basis);
  for (int32_t p = 0; p < n && status == LX_OK; p++)
    work->replaced += work->vertex->position[work->vertex->basis[p]] < 0;
  return status;
}

static void place_basis(lx_work *work) {
  lx_vertex *vertex = work->vertex;
  for (int32_t r = 0; r < work->core->total; r++)
    vertex->position[r] = -1;
  for (int32_t p = 0; p < work->core->variables; p++)
    vertex->position[vertex->basis[p]] = p;
}

/* The residual of the tight rows at x, into scratch by position; returns the largest in multiples of `touch`. */
static double residuals(lx_work *work) {
  const lx_core *core = work->core;
  double worst = 0;
  for (int32_t p = 0; p < core->variables; p++) {
    const int32_t row = work->vertex->basis[p];
    const double residual = core->constant[row] - lx_core_activity(core, row, work->vertex->x);
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
  const lx_core *core = work->core;
  for (int32_t r = 0; r < core->total; r++) {
    int32_t unit;
    const lx_entries entries = lx_core_row(core, r, &unit);
    double largest = fabs(core->constant[r]);
    for (int32_t e = 0; e < entries.count; e++)
      largest = fmax(largest, fabs(entries.values[e] * work->vertex->x[entries.columns[e]]));
    work->touch[r] = LX_TOL_TOUCH * lx_core_unit(core, r) + LX_TOL_TOUCH_RELATIVE * largest;
  }
}

/* x of the basis, with one step of iterative refinement where the residuals ask for it. Returns whether it is sound. */
static int compute_values(lx_work *work) {
  memset(work->vertex->x, 0, sizeof *work->vertex->x * (size_t)work->core->variables);
  measure_touch(work);
  residuals(work);
  correct(work);
  measure_touch(work);
  if (residuals(work) <= 0.01) {
    lx_vector_clear(&work->scratch);
    return 1;
  }
  correct(work);
  const int sound = residuals(work) <= LX_TOL_BREAKDOWN;
  lx_vector_clear(&work->scratch);
  return sound;
}

static void measure_distances(lx_work *work) {
  const lx_core *core = work->core;
  lx_vertex *vertex = work->vertex;
  for (int32_t r = 0; r < core->total; r++) {
    vertex->distance[r] = 0;
    if (vertex->position[r] >= 0)
      continue;
    const double distance = lx_core_activity(core, r, vertex->x) - core->constant[r];
    if (fabs(distance) > work->touch[r]) {
      vertex->distance[r] = distance;
      vertex->side[r] = distance > 0 ? 1 : -1;
    } else if (vertex->side[r] == 0) {
      vertex->side[r] = lx_core_cheaper_side(core, r);
    }
  }
}

/* duals = B^-T (sum of the gradients of the loose rows), all levels at once. */
static void compute_duals(lx_work *work) {
  const lx_core *core = work->core;
  const lx_vertex *vertex = work->vertex;
  const int32_t n = core->variables;
  double *duals = vertex->duals;
  memset(duals, 0, sizeof *duals * (size_t)n * (size_t)core->levels);
  for (int32_t r = 0; r < core->total; r++) {
    if (vertex->position[r] >= 0)
      continue;
    const int32_t level = vertex->side[r] > 0 ? core->above[r] : core->below[r];
    if (level < 0)
      continue;
    int32_t unit;
    const lx_entries entries = lx_core_row(core, r, &unit);
    const double slope = vertex->side[r] > 0 ? core->weight[r] : -core->weight[r];
    double *gradient = duals + (int64_t)level * n;
    for (int32_t e = 0; e < entries.count; e++)
      gradient[entries.columns[e]] += slope * entries.values[e];
  }
  lx_factor_btran_many(work->factor, core->levels, duals, work->product, &work->scratch);
  for (int32_t level = 0; level < core->levels; level++) {
    double largest = 0;
    for (int32_t p = 0; p < n; p++)
      largest = fmax(largest, fabs(duals[(int64_t)level * n + p]));
    work->largest[level] = largest;
    work->tolerance[level] = fmax(core->slope_tolerance[level], LX_TOL_SLOPE_RELATIVE * largest);
  }
}

/* Notes the errors of the vertex if they are the least so far, into `slopes` meanwhile. */
static void note_best(lx_work *work) {
  const lx_core *core = work->core;
  const int64_t pivots = work->statistics->pivots;
  const int is_first = work->best_pivots == work->first_pivots;
  if (pivots - work->first_pivots < LX_IDLE_BASE)
    return;
  memset(work->slopes, 0, sizeof *work->slopes * (size_t)core->levels);
  for (int32_t r = 0; r < core->total; r++) {
    int32_t level;
    const double error = lx_core_error(core, r, work->vertex->distance[r], &level);
    if (level >= 0)
      work->slopes[level] += core->weight[r] * error;
  }
  int is_less = is_first;
  for (int32_t level = 0; level < core->levels && !is_less; level++) {
    if (work->slopes[level] > work->best[level] * (1 + LX_TOL_PROGRESS))
      return;
    is_less = work->slopes[level] < work->best[level] * (1 - LX_TOL_PROGRESS);
  }
  if (!is_less)
    return;
  memcpy(work->best, work->slopes, sizeof *work->best * (size_t)core->levels);
  work->best_pivots = pivots;
}

lx_status lx_refresh(lx_work *work, int rebuild, int *sound_out) {
  if (rebuild) {
    const lx_status status = rebuild_factor(work);
    if (status != LX_OK)
      return status;
  }
  place_basis(work);
  *sound_out = compute_values(work);
  measure_distances(work);
  note_best(work);
  compute_duals(work);
  lx_offer_all(work);
  work->since_refresh = 0;
  return LX_OK;
}
