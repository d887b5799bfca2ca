/* certify.h: whether the last vertex of a reduced LP that is too large for precise.h is what the simplex says it is. */
#ifndef LX_CERTIFY_H
#define LX_CERTIFY_H

#include "simplex/reduced_lp.h"

/* Refines the values and duals of a vertex, whose basis `factor` holds, by residuals in double-double arithmetic, and
 * looks whether no tight row gains by moving at the first `levels` levels, every tight row is met, and every nonbasic
 * row that costs lies on its side. *certified_out is 0 where one of these does not hold, or refinement does not
 * converge.
 */
lx_status lx_certify(lx_arena *arena, const lx_reduced_lp *lp, lx_factor *factor, int32_t levels, lx_vertex *vertex,
                     int *certified_out);

#endif
