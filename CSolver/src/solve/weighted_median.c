/* weighted_median.c: see weighted_median.h. */
#include "solve/weighted_median.h"

#include <string.h>

#include "base/heap.h"

static inline int comes_after(const lx_cost_breakpoint *a, const lx_cost_breakpoint *b) {
  return a->at != b->at ? a->at > b->at : a->order > b->order;
}

LX_DEFINE_HEAP(breakpoints, lx_cost_breakpoint, comes_after)

/* `order` differs, so that the result is unique. */
static void sort_breakpoints(lx_cost_breakpoint *breakpoints, int32_t count) {
  if (count <= 8) {
    for (int32_t i = 1; i < count; i++) {
      const lx_cost_breakpoint moving = breakpoints[i];
      int32_t index = i;
      for (; index > 0 && comes_after(&breakpoints[index - 1], &moving); index--)
        breakpoints[index] = breakpoints[index - 1];
      breakpoints[index] = moving;
    }
    return;
  }
  breakpoints_sort(breakpoints, count);
}

static inline void add(double *slopes, int32_t level, double weight) {
  if (level >= 0)
    slopes[level] += weight;
}

void lx_cost_slopes(const lx_cost_breakpoint *breakpoints, int32_t count, int32_t index, int32_t direction,
                    double *slopes) {
  const int upward = direction > 0;
  for (int32_t k = 0; k < count; k++) {
    if (upward ? k <= index : k >= index)
      add(slopes, upward ? breakpoints[k].above : breakpoints[k].below, breakpoints[k].weight);
    else
      add(slopes, upward ? breakpoints[k].below : breakpoints[k].above, -breakpoints[k].weight);
  }
}

static int32_t find_start(const lx_cost_breakpoint *breakpoints, int32_t count) {
  int32_t start = 0;
  for (int32_t k = 1; k < count; k++)
    if (breakpoints[k].tier < breakpoints[start].tier ||
        (breakpoints[k].tier == breakpoints[start].tier && breakpoints[k].order < breakpoints[start].order))
      start = k;
  return start;
}

int32_t lx_weighted_median(lx_cost_breakpoint *breakpoints, int32_t count, int32_t levels, const double *tolerance,
                           double *slopes) {
  sort_breakpoints(breakpoints, count);
  const int32_t start = find_start(breakpoints, count);
  int32_t index = start;
  for (int32_t direction = 1; direction >= -1 && index == start; direction -= 2) {
    memset(slopes, 0, sizeof *slopes * (size_t)levels);
    lx_cost_slopes(breakpoints, count, index, direction, slopes);
    while (index + direction >= 0 && index + direction < count &&
           lx_lexicographic_sign(slopes, levels, tolerance, 1) < 0) {
      index += direction;
      lx_pass_breakpoint(&breakpoints[index], slopes);
    }
  }
  return index;
}
