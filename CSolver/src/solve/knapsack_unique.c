/* knapsack_unique.c: whether a median or a knapsack has one optimum.
 *
 * The cost is a sum of one convex function per variable and one of the coupling row's activity. With a price per unit of
 * that activity it is a lower bound of itself that is separable; where each part then rises in both directions, no other
 * point is as good. The price is the slope of the coupling row where it has an error, and where it holds that of the
 * variable that it decides. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "solve/knapsack.h"

static void add(double *slopes, int32_t level, double weight) {
  if (level >= 0)
    slopes[level] += weight;
}

/* Adds the slopes of a variable's cost, from its value on in a direction. */
static void add_slopes(const lx_knapsack *knapsack, int32_t v, int32_t direction, double *slopes) {
  const double x = knapsack->x[v];
  for (int32_t k = knapsack->breakpoint_starts[v]; k < knapsack->breakpoint_starts[v + 1]; k++) {
    const lx_cost_breakpoint *breakpoint = &knapsack->breakpoints[k];
    const double touch = LX_TOL_TOUCH + LX_TOL_TOUCH_RELATIVE * fmax(fabs(x), fabs(breakpoint->at));
    const int is_passed = direction * (x - breakpoint->at) >= -touch;
    const int is_above = is_passed == (direction > 0);
    add(slopes, is_above ? breakpoint->above : breakpoint->below, is_passed ? breakpoint->weight : -breakpoint->weight);
  }
}

/* Whether slopes are clearly those of a cost that rises. */
static int rises(const lx_knapsack *knapsack, const double *slopes) {
  return lx_lexicographic_sign(slopes, knapsack->levels, knapsack->tolerance, 0.1) > 0 &&
         lx_lexicographic_sign(slopes, knapsack->levels, knapsack->tolerance, 10) > 0;
}

/* The variable that the coupling row decides, or -1. */
static int32_t find_decided(const lx_knapsack *knapsack) {
  for (int32_t v = 0; v < knapsack->variables; v++)
    if (knapsack->tight[v] < 0)
      return v;
  return -1;
}

/* By how much the coupling row is off; 0 where it touches its constant. */
static double find_error(const lx_knapsack *knapsack) {
  double sum = -knapsack->constant, size = fabs(knapsack->constant);
  for (int32_t e = 0; e < knapsack->entry_count; e++) {
    const double term = knapsack->coefficients[knapsack->entries[e]] * knapsack->x[knapsack->entries[e]];
    sum += term;
    size = fmax(size, fabs(term));
  }
  return fabs(sum) <= LX_TOL_TOUCH + LX_TOL_TOUCH_RELATIVE * size ? 0 : sum;
}

int lx_knapsack_is_unique(const lx_knapsack *knapsack) {
  const int32_t levels = knapsack->levels, decided = find_decided(knapsack);
  double *const slopes = knapsack->slopes, *const price = knapsack->price;
  memset(price, 0, sizeof *price * (size_t)levels);
  const double error = knapsack->entry_count > 0 ? find_error(knapsack) : 0;
  if (error != 0) {
    add(price, error > 0 ? knapsack->above : knapsack->below, error > 0 ? knapsack->weight : -knapsack->weight);
  } else if (decided >= 0) {
    add_slopes(knapsack, decided, 1, price);
    for (int32_t level = 0; level < levels; level++)
      price[level] /= -knapsack->coefficients[decided];
  }
  if (decided >= 0 && error != 0)
    return 0;
  for (int32_t direction = 1; direction >= -1; direction -= 2) {
    for (int32_t v = 0; v < knapsack->variables; v++) {
      if (v == decided)
        continue;
      memset(slopes, 0, sizeof *slopes * (size_t)levels);
      add_slopes(knapsack, v, direction, slopes);
      for (int32_t level = 0; level < levels && knapsack->entry_count > 0; level++)
        slopes[level] += direction * knapsack->coefficients[v] * price[level];
      if (!rises(knapsack, slopes))
        return 0;
    }
    if (decided < 0)
      continue;
    memset(slopes, 0, sizeof *slopes * (size_t)levels);
    add(slopes, direction > 0 ? knapsack->above : knapsack->below, knapsack->weight);
    for (int32_t level = 0; level < levels; level++)
      slopes[level] -= direction * price[level];
    if (!rises(knapsack, slopes))
      return 0;
  }
  return 1;
}
