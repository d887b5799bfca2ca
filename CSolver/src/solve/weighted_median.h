/* weighted_median.h: the optimum of one variable that only rows of its own mention.
 *
 * Each row costs a convex, piecewise linear function of the variable with one breakpoint, and the sum is minimized
 * level by level: a weighted median. It is found by walking from one breakpoint to the next as long as the cost
 * decreases. The walk starts where the simplex would: equalities, then >=, then <=, each by level. */
#ifndef LX_WEIGHTED_MEDIAN_H
#define LX_WEIGHTED_MEDIAN_H

#include <math.h>
#include <stdint.h>

/* Where a row about one variable is met, in terms of the variable. */
typedef struct {
  double at;
  double weight;  /* per point of the variable */
  int32_t above;  /* local level of exceeding it, or -1 */
  int32_t below;  /* local level of falling short, or -1 */
  int32_t tier;   /* the walk starts at the smallest */
  int32_t member; /* row slot, or -1 - variable slot for the non-negativity */
  int32_t order;  /* breaks ties */
  int8_t sign;    /* of the coefficient */
} lx_cost_breakpoint;

/* Sorts the breakpoints of one variable and returns the index of the one where its cost is least. tolerance: per level,
 * slopes up to this count as zero. slopes: scratch, per level. */
int32_t lx_weighted_median(lx_cost_breakpoint *breakpoints, int32_t count, int32_t levels, const double *tolerance,
                           double *slopes);

/* Slopes of the cost from the breakpoint at `index` upwards (direction 1) or downwards (-1), added to `slopes`. */
void lx_cost_slopes(const lx_cost_breakpoint *breakpoints, int32_t count, int32_t index, int32_t direction,
                    double *slopes);

/* Passing a breakpoint changes the slopes by its weight on both sides. */
static inline void lx_pass_breakpoint(const lx_cost_breakpoint *breakpoint, double *slopes) {
  if (breakpoint->above >= 0)
    slopes[breakpoint->above] += breakpoint->weight;
  if (breakpoint->below >= 0)
    slopes[breakpoint->below] += breakpoint->weight;
}

/* The sign of the first slope that is not zero, or 0; `scale` widens the tolerance. */
static inline int lx_lexicographic_sign(const double *slopes, int32_t levels, const double *tolerance, double scale) {
  for (int32_t level = 0; level < levels; level++)
    if (fabs(slopes[level]) > tolerance[level] * scale)
      return slopes[level] > 0 ? 1 : -1;
  return 0;
}

#endif
