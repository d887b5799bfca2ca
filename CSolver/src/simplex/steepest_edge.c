/* steepest_edge.c: the weights by which the dual simplex chooses the row it meets next.
 *
 * The row of the steepest edge is that of the largest square of its distance over its weight: the square of the change of what rows of several
 * variables are at, per unit of the distance and each in points. Where the tight rows are of single variables each other row moves itself alone,
 * and the weight of one of several variables is the square of its norm. Where some are of several variables, or the weights have not been kept up, that is taken for it all the
 * same. From there they are kept up exactly, for one more FTRAN a step. By norms alone rows that hundreds share are met again and again.
 *
 * Reference: J. J. Forrest and D. Goldfarb, Steepest-edge simplex algorithms for linear programming (Mathematical Programming 57, 1992). */
#include <math.h>

#include "simplex/work.h"

/* The least weight: rows of one variable start at none, so that they come before others about as far. */
#define LEAST_STEEPNESS 1e-3

/* The square of what a unit of a row's distance is in points: of its norm; 0 for rows of one variable. */
static double square_of(const lx_reduced_lp *lp, int32_t row) {
  double square = 0;
  if (!lx_lp_is_wide(lp, row))
    return 0;
  for (int32_t e = lp->starts[row]; e < lp->starts[row + 1]; e++)
    square += lp->values[e] * lp->values[e];
  return square;
}

lx_status lx_start_steepness(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  if (work->squares == NULL) {
    work->steepness = lx_arena_take(work->arena, lp->total, sizeof *work->steepness);
    work->squares = lx_arena_take(work->arena, lp->total, sizeof *work->squares);
  }
  if (work->steepness == NULL || work->squares == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t r = 0; r < lp->total; r++) {
    work->squares[r] = square_of(lp, r);
    work->steepness[r] = fmax(work->squares[r], LEAST_STEEPNESS);
  }
  return LX_OK;
}

void lx_update_steepness(lx_work *work, lx_candidate candidate, int32_t row) {
  const lx_reduced_lp *lp = work->lp;
  const lx_vector *entering = &work->entering;
  const int32_t *basis = work->vertex->basis, position = candidate.position, leaving = basis[position];
  const double *squares = work->squares, pivot = entering->value[position];
  lx_vector *tau = &work->scratch;
  double rest = squares[row]; /* what `row` moves, but for what is let go */
  for (int32_t k = 0; k < entering->count; k++) {
    const int32_t p = entering->index[k];
    const double square = squares[basis[p]];
    if (p == position || square == 0)
      continue;
    tau->value[p] = square * entering->value[p];
    tau->index[tau->count++] = p;
    rest += square * entering->value[p] * entering->value[p];
  }
  const int is_alone = tau->count == 0;
  if (!is_alone)
    lx_factor_ftran(work->factor, tau);
  for (int32_t k = 0; k < work->touched_count; k++) {
    const int32_t r = work->touched[k];
    const double change = work->change[r], ratio = candidate.direction * change / pivot;
    int32_t unit;
    const lx_entries entries = lx_lp_row(lp, r, &unit);
    double product = 0;
    for (int32_t e = 0; e < entries.count && !is_alone; e++)
      product += entries.values[e] * tau->value[entries.columns[e]];
    const double fresh = work->steepness[r] - squares[leaving] * change * change + ratio * (ratio * rest - 2 * product);
    work->steepness[r] = fmax(fresh, fmax(LEAST_STEEPNESS, squares[r] + squares[row] * ratio * ratio));
  }
  work->steepness[leaving] = fmax(rest / (pivot * pivot) + squares[leaving], LEAST_STEEPNESS);
  lx_vector_clear(tau);
}
