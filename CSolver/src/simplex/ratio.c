/* ratio.c: how far a step goes.
 *
 * At each breakpoint the slope grows by the row's weight times its speed; the row at which it is no longer
 * lexicographically negative becomes tight (breakpoints.h). */
#include <math.h>

#include "base/tolerances.h"
#include "simplex/work.h"

/* What is left where changes cancel: a row that has been touched differs from one that has not. */
#define CANCELLED 0x1p-1000

/* Rows are listed at their first touch. The loop over these entries is most of what a step costs where a row lets much
 * move, so it reads one number per entry; tight rows, which do not move, are sorted out afterwards. */
static inline int32_t touch_row(double *all, int32_t *touched, int32_t count, int32_t row, double change) {
  const double before = all[row], after = before + change;
  touched[count] = row;
  all[row] = after == 0 ? CANCELLED : after;
  return count + (before == 0);
}

/* Forgets the changes, but not the direction. */
static void forget_touched(lx_work *work) {
  for (int32_t k = 0; k < work->touched_count; k++)
    work->change[work->touched[k]] = 0;
}

void lx_clear_change(lx_work *work) {
  forget_touched(work);
  work->touched_count = 0;
  lx_vector_clear(&work->direction);
}

/* direction = +-B^-1 e_p. */
static void find_direction(lx_work *work, lx_candidate candidate) {
  lx_factor_ftran_unit(work->factor, candidate.position, candidate.direction, &work->direction);
}

/* The change of every row with an entry in the direction. */
static void touch_rows(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  const lx_vector *direction = &work->direction;
  double *change = work->change;
  int32_t *touched = work->touched, count = 0;
  int64_t entries = direction->count;
  for (int32_t k = 0; k < direction->count; k++) {
    const int32_t j = direction->index[k];
    const double value = direction->value[j];
    entries += lp->column_starts[j + 1] - lp->column_starts[j];
    count = touch_row(change, touched, count, lp->rows + j, value);
    for (int32_t e = lp->column_starts[j]; e < lp->column_starts[j + 1]; e++)
      count = touch_row(change, touched, count, lp->column_rows[e], lp->column_values[e] * value);
  }
  work->touched_count = count;
  lx_note_effort(work, entries);
}

/* The breakpoint of a row that moves towards its constant, or away from there where it has no side, in *out; whether it does. */
static inline int find_breakpoint(const lx_work *work, int32_t row, double change, lx_breakpoint *out) {
  const lx_reduced_lp *lp = work->lp;
  const lx_vertex *vertex = work->vertex;
  const int8_t side = vertex->side[row];
  if (lp->above[row] < 0 && lp->below[row] < 0)
    return 0;
  if (side != 0 ? change * side >= 0 : change * vertex->distance[row] > 0)
    return 0;
  const double distance = fabs(vertex->distance[row]);
  const double step = distance <= work->touch[row] ? 0 : distance / fabs(change);
  *out = (lx_breakpoint){step, fabs(change), row};
  return 1;
}

/* Keeps of the touched rows those that move: nonbasic ones whose changes have not cancelled; lists their breakpoints, too, if asked to. Returns
 * the fastest change. */
static inline double keep_moving(lx_work *work, int with_breakpoints) {
  const int32_t *position = work->vertex->position;
  double fastest = 0;
  int32_t kept = 0, count = 0;
  for (int32_t k = 0; k < work->touched_count; k++) {
    const int32_t row = work->touched[k];
    const double change = work->change[row], speed = fabs(change);
    if (speed <= CANCELLED || position[row] >= 0) {
      work->change[row] = 0;
      continue;
    }
    work->touched[kept++] = row;
    fastest = speed > fastest ? speed : fastest;
    if (with_breakpoints)
      count += find_breakpoint(work, row, change, &work->breakpoints[count]);
  }
  work->touched_count = kept;
  work->breakpoint_count = count;
  return fastest;
}

/* Takes what the direction moves of tight rows out of it, a step of iterative refinement. Where the basis is nearly singular FTRAN leaves so much that
 * rows seem to stop a step that do not move. */
static void refine(lx_work *work, lx_candidate candidate) {
  lx_vector *direction = &work->direction, *rest = &work->scratch;
  for (int32_t k = 0; k < work->touched_count; k++) {
    const int32_t row = work->touched[k], position = work->vertex->position[row];
    const double rest_of_row = (position == candidate.position ? candidate.direction : 0) - work->change[row];
    if (position < 0 || rest_of_row == 0)
      continue;
    rest->index[rest->count++] = position;
    rest->value[position] = rest_of_row;
  }
  lx_factor_ftran(work->factor, rest);
  for (int32_t k = 0; k < rest->count; k++)
    direction->value[rest->index[k]] += rest->value[rest->index[k]];
  lx_vector_clear(rest);
  direction->count = 0;
  for (int32_t j = 0; j < work->lp->variables; j++)
    if (direction->value[j] != 0)
      direction->index[direction->count++] = j;
  forget_touched(work);
  touch_rows(work);
}

double lx_follow(lx_work *work, lx_candidate candidate) {
  find_direction(work, candidate);
  touch_rows(work);
  return keep_moving(work, 0);
}

void lx_follow_rows(lx_work *work) {
  lx_factor_ftran(work->factor, &work->direction);
  touch_rows(work);
  keep_moving(work, 0);
}

/* Leaves the breakpoints of rows that move faster than noise, as a heap. */
static void drop_noise(lx_work *work, double fastest) {
  const double noise = LX_TOL_DEPENDENT * fastest;
  lx_breakpoint *points = work->breakpoints;
  int32_t kept = 0;
  for (int32_t k = 0; k < work->breakpoint_count; k++)
    if (points[k].slope > noise)
      points[kept++] = points[k];
  work->breakpoint_count = kept;
  lx_breakpoints_make(points, kept);
}

/* A blocking row that is slow makes a small pivot. Rows whose breakpoints lie within a touching distance after it may
 * serve instead (Harris): the fastest is taken, and those before it are passed. What is popped stays in the heap's free
 * end, the first last. */
static lx_breakpoint prefer_larger_pivot(lx_work *work, lx_breakpoint blocking, double fastest) {
  const double reach = blocking.step + LX_TOL_TOUCH * work->lp->point / fastest;
  const int32_t end = work->breakpoint_count;
  if (blocking.slope >= LX_TOL_PIVOT * 100 * fastest)
    return blocking;
  int32_t chosen = -1;
  while (work->breakpoint_count > 0 && work->breakpoints[0].step <= reach) {
    const lx_breakpoint next = lx_breakpoints_pop(work->breakpoints, &work->breakpoint_count);
    work->breakpoints[work->breakpoint_count] = next;
    if (next.slope > (chosen < 0 ? blocking.slope : work->breakpoints[chosen].slope))
      chosen = work->breakpoint_count;
  }
  if (chosen < 0)
    return blocking;
  work->passed[work->passed_count++] = blocking.row;
  for (int32_t k = end - 1; k > chosen; k--)
    work->passed[work->passed_count++] = work->breakpoints[k].row;
  return work->breakpoints[chosen];
}

/* Whether the slopes are noise beside the variables alone that move: then no other row needs to be looked at. There may be thousands of such
 * candidates. */
static int is_noise(lx_work *work) {
  const lx_vector *direction = &work->direction;
  const int32_t *position = work->vertex->position + work->lp->rows;
  double fastest = 1;
  if (lx_slope_sign(work, work->slopes, LX_NOISE_SPEED) < 0)
    return 0;
  for (int32_t k = 0; k < direction->count; k++) {
    const double speed = fabs(direction->value[direction->index[k]]);
    fastest = speed > fastest && position[direction->index[k]] < 0 ? speed : fastest;
  }
  lx_note_effort(work, direction->count);
  return lx_slope_sign(work, work->slopes, fmin(fastest, LX_NOISE_SPEED)) >= 0;
}

int32_t lx_ratio_test(lx_work *work, lx_candidate candidate, double *step_out) {
  const lx_reduced_lp *lp = work->lp;
  find_direction(work, candidate);
  for (int32_t level = 0; level < work->active; level++)
    work->slopes[level] = lx_slope_at(work, candidate.position, candidate.direction, level);
  if (!work->bland && is_noise(work))
    return LX_NO_GAIN;
  touch_rows(work);
  if (work->refines)
    refine(work, candidate);
  const double fastest = keep_moving(work, 1);
  drop_noise(work, fastest);
  work->passed_count = 0;
  const double scale = fmax(1, fastest);
  work->speed = fmin(scale, LX_NOISE_SPEED);
  if (work->bland)
    return lx_first_breakpoint(work->breakpoints, work->breakpoint_count, step_out);
  if (lx_slope_sign(work, work->slopes, work->speed) >= 0)
    return LX_NO_GAIN;
  while (work->breakpoint_count > 0) {
    lx_breakpoint next = lx_breakpoints_pop(work->breakpoints, &work->breakpoint_count);
    const int8_t side = work->vertex->side[next.row];
    if (lp->above[next.row] >= 0 && (side != 0 || work->change[next.row] > 0))
      work->slopes[lp->above[next.row]] += lp->weight[next.row] * next.slope;
    if (lp->below[next.row] >= 0 && (side != 0 || work->change[next.row] < 0))
      work->slopes[lp->below[next.row]] += lp->weight[next.row] * next.slope;
    if (lx_slope_sign(work, work->slopes, scale) >= 0) {
      next = prefer_larger_pivot(work, next, fastest);
      *step_out = next.step;
      return next.row;
    }
    work->passed[work->passed_count++] = next.row;
  }
  return -1;
}
