/* reorder.h: an order in which a variable comes soon after what it needs. */
#ifndef LX_REORDER_H
#define LX_REORDER_H

#include "presolve/reduce.h"

/* Reorders the substituted variables so that they come soon after what they need. `owner`: per row slot, the variable
 * that the row decides, or less than 0. The uses of the program are indexed. Returns 0, and the order stays as it is,
 * where there is no memory. Links and fans of the order mean nothing afterwards. */
int lx_reorder_substituted(const lx_program *program, lx_assignment *assignment, const int32_t *owner);

#endif
