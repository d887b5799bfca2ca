/* price.c: which tight row to let go.
 *
 * The steepest slope per point of a row's step need not gain most: the step may move much and be short. Weights tell
 * what a step moves in the rows that were tight at the start (P. M. J. Harris, Pivot selection methods of the Devex LP
 * code, Mathematical Programming 5, 1973); they are exact for the row that moves and estimated from it for others.
 * Each pivot computes the weight of the row that moves; where it is far from the estimate a few times, the rows that are
 * tight now become the reference, and all weights 1.
 *
 * That compares steps by the square of the slope over the weight, as if this were what they gain. What a step takes grows with what it moves, too: where a
 * graph holds nearly all together a few steps that move much of it take most of the time. So it is divided by that as well (Benchmarks/history). */
#include <math.h>

#include "base/tolerances.h"
#include "simplex/work.h"

/* What a step takes whatever it moves, in units of its weight; and a weight that all beyond count as, so that no slope is divided to nothing. */
#define STEP_OVERHEAD 8
#define MOST_WEIGHT 1e100

int lx_slope_sign(const lx_work *work, const double *slopes, double scale) {
  for (int32_t level = 0; level < work->active; level++) {
    if (slopes[level] > scale * work->tolerance[level])
      return 1;
    if (slopes[level] < -scale * work->tolerance[level])
      return -1;
  }
  return 0;
}

/* The square of what a slope is divided by to be compared with others; 1 where the weight is. Where a run has begun at the end of an interior point method
 * it has mostly few steps to go, and what these take matters less than how many they are. */
static double price_of_step(const lx_work *work, int32_t row) {
  const double weight = fmin(work->price_weight[row], MOST_WEIGHT);
  return work->tiers != NULL ? weight : weight * (STEP_OVERHEAD + weight) / (STEP_OVERHEAD + 1);
}

/* The better direction of the tight row at a position, its slope divided by the square root of what a step costs. At each
 * level a direction that has gained nothing so far gains, loses (and is out), or goes on to the next. */
static lx_offer look(const lx_work *work, int32_t position) {
  const lx_reduced_lp *lp = work->lp;
  const int32_t row = work->vertex->basis[position], above = lp->above[row], below = lp->below[row];
  const double *dual = work->vertex->duals + position;
  lx_offer best = {.level = INT32_MAX, .row = row};
  int may_rise = 1, may_fall = 1;
  for (int32_t level = 0; level < work->active && (may_rise || may_fall); level++, dual += lp->variables) {
    const double tolerance = work->tolerance[level];
    if (fabs(*dual) <= tolerance && above != level && below != level)
      continue;
    const double up = (above == level ? lp->weight[row] : 0) + *dual;
    const double down = (below == level ? lp->weight[row] : 0) - *dual;
    if (may_rise && up < -tolerance) {
      best.slope = up;
      best.direction = 1;
    }
    if (may_fall && down < -tolerance && down < best.slope) {
      best.slope = down;
      best.direction = -1;
    }
    if (best.slope < 0) {
      best.level = level;
      break;
    }
    may_rise &= up <= tolerance;
    may_fall &= down <= tolerance;
  }
  if (best.slope < 0 && work->price_weight[row] > 1)
    best.slope /= sqrt(price_of_step(work, row));
  return best;
}

void lx_start_price_weights(lx_work *work) {
  for (int32_t r = 0; r < work->lp->total; r++) {
    work->price_weight[r] = 1;
    work->is_reference[r] = 0;
  }
  work->wrong_weights = 0;
  for (int32_t p = 0; p < work->lp->variables; p++)
    work->is_reference[work->vertex->basis[p]] = 1;
}

void lx_update_price_weights(lx_work *work, int32_t position, int32_t row) {
  const lx_vector *entering = &work->entering;
  const int32_t *basis = work->vertex->basis;
  const double pivot = entering->value[position];
  double weight = work->is_reference[basis[position]];
  for (int32_t k = 0; k < work->touched_count; k++) {
    const int32_t touched = work->touched[k];
    if (work->is_reference[touched])
      weight += work->change[touched] * work->change[touched];
  }
  const double estimate_before = work->price_weight[basis[position]];
  if (weight > LX_WRONG_WEIGHT * estimate_before || LX_WRONG_WEIGHT * weight < estimate_before)
    work->wrong_weights++;
  if (work->wrong_weights > LX_WRONG_WEIGHTS) {
    lx_start_price_weights(work);
    work->is_reference[basis[position]] = 0;
    work->is_reference[row] = 1;
    lx_offer_all(work);
    return;
  }
  weight /= pivot * pivot;
  for (int32_t k = 0; k < entering->count; k++) {
    const int32_t p = entering->index[k];
    const double estimate = entering->value[p] * entering->value[p] * weight;
    if (estimate > work->price_weight[basis[p]])
      work->price_weight[basis[p]] = estimate;
  }
  work->price_weight[row] = fmax(weight, 1);
}

/* The steepest within the highest level that can gain; ties go to the smaller row. */
static inline int better(const lx_offer *a, const lx_offer *b) {
  if (a->level != b->level)
    return a->level < b->level;
  if (a->slope != b->slope)
    return a->slope < b->slope;
  return a->row < b->row;
}

/* Of a block only the best offer is known, and not even that once it has got worse: then the block is gone through when
 * the next candidate is asked for. Most changes cost one comparison. */
void lx_offer_position(lx_work *work, int32_t position) {
  lx_offer offer = look(work, position);
  work->is_dismissed[position] = 0;
  int32_t *best = &work->best_offer[position / LX_PRICE_BLOCK];
  if (work->banned[offer.row])
    offer = (lx_offer){.level = INT32_MAX, .row = offer.row};
  if (*best == position && better(&work->offers[position], &offer))
    *best = -2;
  else if (offer.slope < 0 && (*best == -1 || (*best >= 0 && better(&offer, &work->offers[*best]))))
    *best = position;
  work->offers[position] = offer;
}

void lx_dismiss_offer(lx_work *work, int32_t position) {
  int32_t *best = &work->best_offer[position / LX_PRICE_BLOCK];
  work->is_dismissed[position] = 1;
  work->offers[position] = (lx_offer){.level = INT32_MAX, .row = work->offers[position].row};
  *best = *best == position ? -2 : *best;
}

/* The position of the best offer of a block, or -1. */
static int32_t find_best(const lx_work *work, int32_t block) {
  const int32_t first = block * LX_PRICE_BLOCK, last = first + LX_PRICE_BLOCK;
  const int32_t end = last < work->lp->variables ? last : work->lp->variables;
  int32_t best = -1;
  for (int32_t p = first; p < end; p++)
    if (work->offers[p].slope < 0 && (best < 0 || better(&work->offers[p], &work->offers[best])))
      best = p;
  return best;
}

void lx_offer_all(lx_work *work) {
  for (int32_t p = 0; p < work->lp->variables; p++) {
    if (p % LX_PRICE_BLOCK == 0)
      work->best_offer[p / LX_PRICE_BLOCK] = -1;
    if (!work->is_dismissed[p])
      lx_offer_position(work, p);
  }
}

int32_t lx_count_offers(const lx_work *work) {
  int32_t count = 0;
  for (int32_t p = 0; p < work->lp->variables; p++)
    count += work->offers[p].slope < 0;
  return count;
}

int lx_slopes_are_clear(const lx_work *work, int32_t levels) {
  const lx_reduced_lp *lp = work->lp;
  for (int32_t level = 0; level < levels; level++)
    if (work->largest[level] > LX_TOL_CLEAR_DUAL * lp->heaviest[level])
      return 0;
  for (int32_t p = 0; p < lp->variables; p++)
    for (int8_t direction = 1; direction >= -1; direction -= 2)
      for (int32_t level = 0; level < levels; level++) {
        const double heaviest = lp->heaviest[level], unit = fmax(heaviest, work->largest[level]);
        const double slope = fabs(lx_slope_at(work, p, direction, level));
        if (slope > LX_TOL_CLEARLY_NOT_ZERO * unit)
          break;
        if (slope > LX_TOL_CLEARLY_ZERO * fmin(unit, LX_USUAL_DUAL * heaviest))
          return 0;
      }
  return 1;
}

/* Bland's rule: the smallest row that gains anywhere. Its level is the highest at which any row gains. */
static lx_candidate smallest(const lx_work *work) {
  lx_candidate best = {-1, work->active, 0};
  for (int32_t p = 0; p < work->lp->variables; p++) {
    const lx_offer offer = look(work, p);
    if (offer.slope >= 0 || work->banned[offer.row])
      continue;
    const int32_t level = offer.level < best.level ? offer.level : best.level;
    if (best.position < 0 || offer.row < work->vertex->basis[best.position])
      best = (lx_candidate){p, level, offer.direction};
    best.level = level;
  }
  return best;
}

lx_candidate lx_price(lx_work *work) {
  if (work->bland)
    return smallest(work);
  const int32_t blocks = (work->lp->variables + LX_PRICE_BLOCK - 1) / LX_PRICE_BLOCK;
  int32_t best = -1;
  for (int32_t block = 0; block < blocks; block++) {
    if (work->best_offer[block] == -2)
      work->best_offer[block] = find_best(work, block);
    const int32_t own = work->best_offer[block];
    if (own >= 0 && (best < 0 || better(&work->offers[own], &work->offers[best])))
      best = own;
  }
  if (best < 0)
    return (lx_candidate){-1, work->active, 0};
  return (lx_candidate){best, work->offers[best].level, work->offers[best].direction};
}
