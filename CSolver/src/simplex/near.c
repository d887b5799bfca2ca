/* near.c: a first basis near the point that its rows were chosen by.
 *
 * Rows that nearly hold at a point meet near it, unless they nearly depend on each other in a way that no single row shows: each row of seats
 * midway between those in front, taken from the back, doubles what the last one has been off by. A vertex is then far from the point, by
 * many orders of magnitude more than its rows are. The way there is where they are weak: a row that it leads away from most takes
 * the place of one that determines it least, which multiplies the determinant by the pivot, until the way is short.
 *
 * Reference: D. E. Knuth, Semi-optimal bases for linear dependencies (Linear and Multilinear Algebra 17, 1985), for bases whose determinant no
 * exchange makes much larger. */
#include <math.h>

#include "simplex/work.h"

/* How many times as far from the point as the farthest of its rows a vertex may be. */
#define MOST_GROWTH 1e6

/* What part of the largest pivot is one, so that the lesser row leaves and the better one enters; and the least for an exchange to gain. */
#define PIVOT_PART 0.1
#define LEAST_PIVOT 2

/* Exchanges at most: one for so many variables, and so many more. */
#define EXCHANGE_VARIABLES 4
#define EXCHANGES 100

/* The way from the point to the vertex. Returns how many times as long it is as the farthest row is away. */
static double find_way(lx_work *work, const double *point, double *way) {
  const lx_reduced_lp *lp = work->lp;
  double farthest = 0, longest = 0;
  for (int32_t p = 0; p < lp->variables; p++) {
    const int32_t row = work->vertex->basis[p];
    const double distance = lp->constant[row] - lx_lp_activity(lp, row, point);
    work->scratch.index[work->scratch.count++] = p;
    work->scratch.value[p] = distance;
    farthest = fmax(farthest, fabs(distance) / lx_lp_unit(lp, row));
  }
  lx_factor_ftran(work->factor, &work->scratch);
  for (int32_t j = 0; j < lp->variables; j++)
    way[j] = 0;
  for (int32_t k = 0; k < work->scratch.count; k++) {
    const int32_t j = work->scratch.index[k];
    way[j] = work->scratch.value[j];
    longest = fmax(longest, fabs(way[j]));
  }
  lx_vector_clear(&work->scratch);
  return farthest > 0 ? longest / farthest : 0;
}

/* The row that is to be tight: of those that the way leads away from about as far as any, one of the first tier. */
static int32_t choose_entering(const lx_work *work, const double *way) {
  const lx_reduced_lp *lp = work->lp;
  int32_t chosen = -1;
  double most = 0;
  for (int32_t r = 0; r < lp->total; r++)
    if (work->vertex->position[r] < 0)
      most = fmax(most, fabs(lx_lp_activity(lp, r, way)) / lx_lp_unit(lp, r));
  for (int32_t r = 0; r < lp->total; r++) {
    if (work->vertex->position[r] >= 0 || (chosen >= 0 && work->near_tiers[r] >= work->near_tiers[chosen]))
      continue;
    if (fabs(lx_lp_activity(lp, r, way)) >= PIVOT_PART * most * lx_lp_unit(lp, r))
      chosen = r;
  }
  return chosen;
}

/* The position of the tight row that it takes the place of: of those with about the largest pivot, one of the last tier. */
static int32_t choose_leaving(const lx_work *work) {
  const lx_vector *entering = &work->entering;
  int32_t chosen = -1;
  double most = LEAST_PIVOT / PIVOT_PART;
  for (int32_t k = 0; k < entering->count; k++)
    most = fmax(most, fabs(entering->value[entering->index[k]]));
  for (int32_t k = 0; k < entering->count; k++) {
    const int32_t p = entering->index[k], row = work->vertex->basis[p];
    if (fabs(entering->value[p]) >= PIVOT_PART * most &&
        (chosen < 0 || work->near_tiers[row] > work->near_tiers[work->vertex->basis[chosen]]))
      chosen = p;
  }
  return chosen;
}

lx_status lx_stay_near(lx_work *work, const double *point) {
  const int32_t most = work->lp->variables / EXCHANGE_VARIABLES + EXCHANGES;
  double *way = work->product;
  lx_status status = LX_OK;
  lx_place_basis(work);
  for (int32_t count = 0; status == LX_OK && count < most && find_way(work, point, way) > MOST_GROWTH; count++) {
    int32_t rebuild = 0;
    const int32_t entering = choose_entering(work, way);
    if (entering < 0)
      break;
    lx_express(work, entering, &work->entering);
    const int32_t position = choose_leaving(work);
    if (position >= 0) {
      status = lx_factor_update(work->factor, position, &work->entering, &rebuild);
      work->vertex->position[work->vertex->basis[position]] = -1;
      work->vertex->position[entering] = position;
      work->vertex->basis[position] = entering;
    }
    lx_vector_clear(&work->entering);
    if (position < 0)
      break;
    if (status == LX_OK && rebuild)
      status = lx_rebuild_factor(work);
    if (rebuild)
      lx_place_basis(work);
    if (status == LX_OK)
      status = lx_check_stop(work->lp->stopper);
  }
  return status;
}
