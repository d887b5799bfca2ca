/* component.h: a component of the plan in an update. */
#ifndef LX_COMPONENT_H
#define LX_COMPONENT_H

#include "update/state.h"

/* Solves a component again and looks at its rows; *holds_out is 0 where it has no optimum that holds. What changed is
 * noted, and reached where it `reaches`. */
lx_status lx_update_component(lx_incremental *state, int32_t component, int reaches, int *holds_out);

#endif
