/* ambiguity.h: which variables another optimal vertex, or any optimal point, would give another value. */
#ifndef LX_AMBIGUITY_H
#define LX_AMBIGUITY_H

#include "simplex/reduced_lp.h"

/* Marks the variables of a reduced LP whose optimum, at `vertex` with its `factor`, leaves them free to move. marks:
 * one per variable of the reduced LP, set to 1 where so, else left. */
lx_status lx_find_ambiguous(lx_arena *arena, const lx_reduced_lp *lp, const lx_vertex *vertex, lx_factor *factor,
                            lx_algebra algebra, const lx_allocator *allocator, uint8_t *marks);

#endif
