/* prefetch.h: memory that an update will read soon. */
#ifndef LX_PREFETCH_H
#define LX_PREFETCH_H

#include "update/state.h"

/* Asks for the memory that solving a component and looking at its rows will read. */
void lx_prefetch_component(const lx_incremental *state, int32_t component);

#endif
