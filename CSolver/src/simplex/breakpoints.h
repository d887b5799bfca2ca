/* breakpoints.h: where the cost of a step changes its slope: the constants of the rows that the step reaches.
 *
 * Along a direction the cost is convex and piecewise linear; the step goes on through breakpoints as long as the slope
 * stays lexicographically negative (R. Fourer's long step). Both arithmetics take them from one heap, the first one on
 * top. Among breakpoints at the same distance the slow ones come first, so that the pivot tends to be large. */
#ifndef LX_BREAKPOINTS_H
#define LX_BREAKPOINTS_H

#include "base/heap.h"

typedef struct {
  double step;  /* distance along the direction, >= 0 */
  double slope; /* |change of the row's activity per unit of step| */
  int32_t row;
} lx_breakpoint;

static inline int lx_breakpoint_before(const lx_breakpoint *a, const lx_breakpoint *b) {
  if (a->step != b->step)
    return a->step < b->step;
  if (a->slope != b->slope)
    return a->slope < b->slope;
  return a->row < b->row;
}

LX_DEFINE_HEAP(lx_breakpoints, lx_breakpoint, lx_breakpoint_before)

/* Without long steps (Bland's rule): the smallest row among those that the step reaches first, -1 where it reaches
 * none. */
static inline int32_t lx_first_breakpoint(lx_breakpoint *heap, int32_t count, double *step_out) {
  if (count == 0)
    return -1;
  lx_breakpoint first = lx_breakpoints_pop(heap, &count);
  while (count > 0 && heap[0].step == first.step) {
    const lx_breakpoint next = lx_breakpoints_pop(heap, &count);
    if (next.row < first.row)
      first = next;
  }
  *step_out = first.step;
  return first.row;
}

#endif
