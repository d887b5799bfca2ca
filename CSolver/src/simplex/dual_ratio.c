/* dual_ratio.c: which tight row gives way first as the multiplier of another grows. */
#include <math.h>

#include "base/tolerances.h"
#include "simplex/work.h"

int32_t lx_list_leaving(lx_work *work, int how) {
  const lx_vector *entering = &work->entering;
  const double part = how & LX_LEAVING_LARGE ? LX_TOL_PIVOT_LARGE : LX_TOL_PIVOT;
  double largest = 0;
  int32_t count = 0;
  for (int32_t k = 0; k < entering->count; k++)
    largest = fmax(largest, fabs(entering->value[entering->index[k]]));
  for (int32_t k = 0; k < entering->count; k++)
    if (fabs(entering->value[entering->index[k]]) > part * fmax(1, largest))
      work->candidates[count++] = entering->index[k];
  return count;
}

lx_candidate lx_choose_among(lx_work *work, int8_t side, const double *most, int how, int32_t *count_inout, int *is_tie_out) {
  const lx_vector *entering = &work->entering;
  int32_t *candidates = work->candidates;
  double *slopes = work->product;
  lx_candidate out = {-1, 0, 0};
  int32_t count = *count_inout;
  int is_tie = 1;
  *is_tie_out = 0;
  double floor = 0; /* of slopes: below it is rounding, as long as those of all levels before are zero */
  for (int32_t level = 0; level < work->lp->levels && count > 0; level++) {
    const double tolerance = work->tolerance[level];
    double least = INFINITY, reach = INFINITY;
    int32_t kept = 0;
    for (int32_t k = 0; k < count; k++) {
      const int32_t p = candidates[k];
      const double entry = side * entering->value[p], speed = fabs(entry);
      double slope = lx_slope_at(work, p, entry > 0 ? 1 : -1, level);
      if ((how & LX_LEAVING_NO_GAINS) && is_tie && floor == 0 && slope < -tolerance)
        continue;
      slope = slope > floor ? slope : floor;
      if (slope > reach * speed) /* few candidates come to be the first, and only for these there is something to divide */
        continue;
      candidates[kept] = p;
      slopes[kept++] = slope;
      if (slope < least * speed)
        least = slope / speed;
      if (slope + tolerance < reach * speed)
        reach = (slope + tolerance) / speed;
    }
    count = kept;
    if (is_tie && most[level] < least - tolerance)
      return out;
    is_tie &= most[level] <= least + tolerance;
    kept = 0;
    for (int32_t k = 0; k < count; k++)
      if (slopes[k] <= reach * fabs(entering->value[candidates[k]]))
        candidates[kept++] = candidates[k];
    count = kept;
    if (least > tolerance && (how & LX_LEAVING_SETTLED))
      floor = -INFINITY;
  }
  for (int32_t k = 0; k < count; k++) {
    const int32_t p = candidates[k];
    const double entry = side * entering->value[p];
    if (out.position < 0 || fabs(entry) > fabs(entering->value[out.position]))
      out = (lx_candidate){.position = p, .direction = entry > 0 ? 1 : -1};
  }
  *count_inout = count;
  *is_tie_out = is_tie;
  return out;
}

lx_candidate lx_choose_leaving(lx_work *work, int8_t side, const double *most, int how, int *is_tie_out) {
  int32_t count = lx_list_leaving(work, how);
  return lx_choose_among(work, side, most, how, &count, is_tie_out);
}
