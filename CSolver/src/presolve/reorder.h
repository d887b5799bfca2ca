/* reorder.h: a topological order in which a variable comes soon after what it needs. */
#ifndef LX_REORDER_H
#define LX_REORDER_H

#include "presolve/reduce.h"

/* Reorders the substituted variables so that they come soon after what they need. owner: per row slot, the variable
 * that the row decides, or less than 0. The uses of the program are indexed. Returns 0 where there is no memory; the
 * order stays as it is then. Predecessors and successors are undefined afterwards. */
int lx_reorder_substituted(const lx_program *program, lx_assignment *assignment, const int32_t *owner);

#endif
