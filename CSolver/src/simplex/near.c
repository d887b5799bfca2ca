/* near.c: a first basis near the point that its rows were chosen by.
 *
 * Rows that nearly hold at a point meet near it, unless they nearly depend on each other in a way that no single row shows: each row of seats
 * midway between those in front, taken from the back, doubles what the last one has been off by. A vertex is then far from the point, by
 * many orders of magnitude more than its rows are. The way there is where they are weak: a row that it leads away from most takes
 * the place of one that determines it least, which multiplies the determinant by the pivot, until the way is short.
 *
 * Where the point is no vertex, as it lies within a face or its level was left early, some rows of the basis are far from it. Each of these is approached
 * as far as the way is free: a row that stops it takes its place. So the vertex is as good as the point at whatever the rows near it stand for.
 *
 * References: D. E. Knuth, Semi-optimal bases for linear dependencies (Linear and Multilinear Algebra 17, 1985), for bases whose determinant no
 * exchange makes much larger; R. E. Bixby and M. J. Saltzman, Recovering an optimal LP basis from an interior point solution (Operations Research
 * Letters 15, 1994), for the push towards a vertex. */
#include <math.h>
#include <string.h>

#include "base/spread.h"
#include "simplex/work.h"

/* How many times as far from the point as the farthest of its rows a vertex may be. */
#define MOST_GROWTH 1e6

/* What part of the largest pivot is one, so that the lesser row leaves and the better one enters, or no row of a small one; and the least for an
 * exchange to gain. */
#define PIVOT_PART 0.1
#define LEAST_PIVOT 2

/* Exchanges at most: one for so many variables, and so many more. */
#define EXCHANGE_VARIABLES 4
#define EXCHANGES 100

/* A row is far from a point farther than this from its constant, in units. As a part of the variables, far
 * rows at most: a point of more is not near anything. */
#define FAR (5 * LX_INTERIOR_REACH)
#define MOST_FAR 0.5

static int is_far(const lx_reduced_lp *lp, int32_t row, double distance) { return fabs(distance) > FAR * lx_lp_point(lp, row); }

/* The way from the point x to where the tight rows near it meet. Returns how many times as long it is as the farthest of them is away. Rows may all
 * but depend on each other and yet meet at x: where that has been no start, they are taken to be away by a unit. */
static double find_way(lx_work *work, double *way) {
  const lx_reduced_lp *lp = work->lp;
  double farthest = 0, longest = 0;
  for (int32_t p = 0; p < lp->variables; p++) {
    const int32_t row = work->vertex->basis[p];
    const double distance = lp->constant[row] - lx_lp_activity(lp, row, work->vertex->x);
    if (is_far(lp, row, distance))
      continue;
    const double way_of_row = lp->starts_soundly ? copysign(lx_lp_unit(lp, row), lx_spread((uint64_t)row, 0) - 0.5) : distance;
    work->scratch.index[work->scratch.count++] = p;
    work->scratch.value[p] = way_of_row;
    farthest = fmax(farthest, fabs(way_of_row) / lx_lp_unit(lp, row));
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

/* Puts a row, whose BTRAN is `entering`, in the place of the tight one. */
static lx_status exchange(lx_work *work, int32_t position, int32_t entering) {
  int32_t rebuild = 0;
  lx_status status = lx_factor_update(work->factor, position, &work->entering, &rebuild);
  work->vertex->position[work->vertex->basis[position]] = -1;
  work->vertex->position[entering] = position;
  work->vertex->basis[position] = entering;
  if (status == LX_OK && rebuild)
    status = lx_rebuild_factor(work);
  if (rebuild)
    lx_place_basis(work);
  return status;
}

/* Exchanges weak rows until those near x meet near it. */
static lx_status strengthen(lx_work *work) {
  const int32_t most = work->lp->variables / EXCHANGE_VARIABLES + EXCHANGES;
  double *way = work->product;
  lx_status status = LX_OK;
  for (int32_t count = 0; status == LX_OK && count < most && find_way(work, way) > MOST_GROWTH; count++) {
    const int32_t entering = choose_entering(work, way);
    if (entering < 0)
      break;
    lx_express(work, entering, &work->entering);
    const int32_t position = choose_leaving(work);
    if (position >= 0)
      status = exchange(work, position, entering);
    lx_vector_clear(&work->entering);
    if (position < 0)
      break;
    if (status == LX_OK)
      status = lx_check_stop(work->lp->stopper);
  }
  return status;
}

/* Whether a row that moves stops the way: it costs something, is not near x already, comes nearer, and is fast enough for a pivot. */
static int may_stop(const lx_work *work, int32_t row, double least) {
  const lx_reduced_lp *lp = work->lp;
  const double change = work->change[row], distance = work->vertex->distance[row];
  return (lp->above[row] >= 0 || lp->below[row] >= 0) && fabs(change) >= least && change * distance < 0 && is_far(lp, row, distance);
}

/* The row that stops the way first or, of those that are near then, the fastest; -1 where it is free for `most`. */
static int32_t find_stop(const lx_work *work, double least, double most) {
  const lx_reduced_lp *lp = work->lp;
  const double *distance = work->vertex->distance;
  double step = most, fastest = 0;
  int32_t chosen = -1;
  for (int32_t k = 0; k < work->touched_count; k++)
    if (may_stop(work, work->touched[k], least))
      step = fmin(step, fabs(distance[work->touched[k]] / work->change[work->touched[k]]));
  for (int32_t k = 0; k < work->touched_count && step < most; k++) {
    const int32_t row = work->touched[k];
    const double speed = fabs(work->change[row]);
    if (speed > fastest && may_stop(work, row, least) && fabs(distance[row]) - FAR * lx_lp_point(lp, row) <= step * speed) {
      fastest = speed;
      chosen = row;
    }
  }
  return chosen;
}

/* Moves x, and the distances, towards the constant of a tight row that is far from it. Returns the row that stops it on the way, or -1; *pivot_out is
 * what that has of the tight one. */
static int32_t approach(lx_work *work, int32_t position, double *pivot_out) {
  lx_vertex *vertex = work->vertex;
  double *distance = vertex->distance;
  const int32_t row = vertex->basis[position];
  const lx_candidate candidate = {.position = position, .direction = (int8_t)(distance[row] > 0 ? -1 : 1)};
  const double least = PIVOT_PART * fmax(1, lx_follow(work, candidate));
  const int32_t stop = find_stop(work, least, fabs(distance[row]));
  const double step = stop >= 0 ? fabs(distance[stop] / work->change[stop]) : fabs(distance[row]);
  for (int32_t k = 0; k < work->direction.count; k++)
    vertex->x[work->direction.index[k]] += step * work->direction.value[work->direction.index[k]];
  for (int32_t k = 0; k < work->touched_count; k++)
    distance[work->touched[k]] += step * work->change[work->touched[k]];
  distance[row] += candidate.direction * step;
  *pivot_out = stop >= 0 ? candidate.direction * work->change[stop] : 0;
  lx_clear_change(work);
  return stop;
}

/* Approaches the constants of all tight rows that are far from x. *any_out is nonzero where there were any. Ends where the basis is too nearly
 * singular for FTRAN and BTRAN to agree on a pivot. */
static lx_status push(lx_work *work, int *any_out) {
  const lx_reduced_lp *lp = work->lp;
  lx_vertex *vertex = work->vertex;
  lx_status status = LX_OK;
  int32_t far = 0;
  for (int32_t r = 0; r < lp->total; r++) {
    vertex->distance[r] = lx_lp_activity(lp, r, vertex->x) - lp->constant[r];
    far += vertex->position[r] >= 0 && is_far(lp, r, vertex->distance[r]);
  }
  *any_out = far > 0 && far <= MOST_FAR * lp->variables;
  for (int32_t p = 0, pushes = 0; *any_out && p < lp->variables && pushes < lp->variables && status == LX_OK; p++) {
    if (!is_far(lp, vertex->basis[p], vertex->distance[vertex->basis[p]]))
      continue;
    double by_column;
    int agree = 1;
    const int32_t stop = approach(work, p, &by_column);
    const int64_t before = work->statistics->factorizations;
    if (stop >= 0) {
      lx_express(work, stop, &work->entering);
      agree = fabs(work->entering.value[p] - by_column) <= LX_TOL_UPDATE * fmax(1, fabs(by_column));
      status = agree ? exchange(work, p, stop) : LX_OK;
      lx_vector_clear(&work->entering);
    }
    if (!agree)
      break;
    if (work->statistics->factorizations > before)
      p = -1; /* rows have other positions */
    if (status == LX_OK)
      status = lx_check_stop(lp->stopper);
    pushes++;
  }
  return status;
}

lx_status lx_stay_near(lx_work *work, const double *point) {
  int any = 0;
  memcpy(work->vertex->x, point, sizeof *point * (size_t)work->lp->variables);
  lx_place_basis(work);
  lx_status status = strengthen(work);
  if (status == LX_OK)
    status = push(work, &any);
  return status == LX_OK && any ? strengthen(work) : status;
}
