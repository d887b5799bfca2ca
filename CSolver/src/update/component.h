/* component.h: a component of the plan during an update. */
#ifndef LX_COMPONENT_H
#define LX_COMPONENT_H

#include "update/state.h"

/* Solves a component again and sets the errors of its rows. *holds_out is 0 where it has no optimum that holds. Changed
 * variables are appended to the list of changes; with `reaches` the rows that they may change are marked. */
lx_status lx_update_component(lx_incremental *state, int32_t component, int reaches, int *holds_out);

#endif
