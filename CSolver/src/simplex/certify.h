/* certify.h: whether a vertex that doubles have found is what the simplex says it is, where these alone do not decide. */
#ifndef LX_CERTIFY_H
#define LX_CERTIFY_H

#include "simplex/reduced_lp.h"

/* What a certificate does, flags. */
typedef enum {
  LX_CERTIFY_KEEPING = 1, /* the vertex takes over what is refined */
  LX_CERTIFY_CLEARLY = 2, /* it holds only where no number is so small or so large that more precision might tell another story */
  LX_CERTIFY_USUALLY = 4  /* slopes within the tolerance that they have without a certificate may be none */
} lx_certificate;

/* Refines the values and duals of a vertex, whose basis `factor` holds, by residuals in double-double arithmetic, and
 * looks whether no tight row gains by moving at the first `levels` levels, every tight row is met, and every nonbasic
 * row that costs lies on its side. *certified_out is 0 where one of these does not hold, or refinement does not
 * converge. `how` is a set of lx_certificate.
 */
lx_status lx_certify(lx_arena *arena, const lx_reduced_lp *lp, lx_factor *factor, int32_t levels, lx_vertex *vertex,
                     int how, int *certified_out);

#endif
