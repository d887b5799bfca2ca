/* certify_internal.h: what certificates have in common. Private to this folder. */
#ifndef LX_CERTIFY_INTERNAL_H
#define LX_CERTIFY_INTERNAL_H

#include <math.h>

#include "base/tolerances.h"
#include "simplex/reduced_lp.h"

/* Which part of a solution the last correction may be. */
#define LX_CERTIFY_CONVERGED 1e-9

/* Slopes up to this part of their terms are what the rounding of coefficients makes of zero. */
#define LX_CERTIFY_SLIGHT 0x1p-46

/* The same for rounding of double-double numbers, a few thousand of them: this part of the level's largest dual or weight. */
#define LX_CERTIFY_NOISE 0x1p-90

/* Whether a distance is on the side that the row counts as not on. */
static inline int lx_certify_is_wrong(const lx_vertex *vertex, int32_t row, double distance) {
  return vertex->side[row] != 0 ? distance * vertex->side[row] < 0 : distance != 0;
}

/* Whether a row at a distance is met, a tight one, or is where it counts as. `size` is the sum of its terms. */
static inline int lx_certify_row_holds(const lx_reduced_lp *lp, const lx_vertex *vertex, int32_t row, double distance, double size) {
  const int costs = lp->above[row] >= 0 || lp->below[row] >= 0;
  const int is_met = fabs(distance) <= LX_TOL_TOUCH * lx_lp_point(lp, row) + LX_TOL_TOUCH_RELATIVE * size;
  return is_met || !(vertex->position[row] >= 0 || (lx_certify_is_wrong(vertex, row, distance) && costs));
}

#endif
