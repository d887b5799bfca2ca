/* price.c: which tight row to let go. */
#include <math.h>

#include "simplex/work.h"

double lx_slope_at(const lx_work *work, int32_t position, int8_t direction, int32_t level) {
  const lx_core *core = work->core;
  const int32_t row = work->vertex->basis[position];
  const double dual = work->vertex->duals[(int64_t)level * core->variables + position];
  const int32_t own = direction > 0 ? core->above[row] : core->below[row];
  return (own == level ? core->weight[row] : 0) + direction * dual;
}

int lx_slope_sign(const lx_work *work, const double *slopes, double scale) {
  for (int32_t level = 0; level < work->core->levels; level++) {
    if (slopes[level] > scale * work->tolerance[level])
      return 1;
    if (slopes[level] < -scale * work->tolerance[level])
      return -1;
  }
  return 0;
}

/* The first level on which moving the row gains or loses, not looked at beyond `last`; its slope in *slope_out. */
static int32_t first_level(const lx_work *work, int32_t position, int8_t direction, int32_t last, double *slope_out) {
  for (int32_t level = 0; level <= last; level++) {
    *slope_out = lx_slope_at(work, position, direction, level);
    if (fabs(*slope_out) > work->tolerance[level])
      return level;
  }
  *slope_out = 0;
  return last + 1;
}

/* Dantzig's rule within the highest level that can gain; ties go to the smaller row. Under Bland's rule the smallest
 * row that gains anywhere. */
lx_candidate lx_price(const lx_work *work) {
  const lx_core *core = work->core;
  lx_candidate best = {-1, core->levels, 0};
  double best_slope = 0;
  for (int32_t p = 0; p < core->variables; p++) {
    const int32_t row = work->vertex->basis[p];
    if (work->banned[row])
      continue;
    for (int8_t direction = 1; direction >= -1; direction -= 2) {
      double slope;
      const int32_t last = work->bland || best.position < 0 ? core->levels - 1 : best.level;
      const int32_t level = first_level(work, p, direction, last, &slope);
      if (slope >= 0)
        continue;
      const int32_t rival = best.position < 0 ? row + 1 : work->vertex->basis[best.position];
      const int better = work->bland          ? best.position < 0 || row < rival
                         : level < best.level ? 1
                                              : slope < best_slope || (slope == best_slope && row < rival);
      if (better) {
        best = (lx_candidate){p, level, direction};
        best_slope = slope;
      }
    }
  }
  return best;
}
