/* prefetch.h: prefetches what an update reads soon. */
#ifndef LX_PREFETCH_H
#define LX_PREFETCH_H

#include "update/state.h"

/* Prefetches what solving a component and checking its rows reads. */
void lx_prefetch_component(const lx_incremental *state, int32_t component);

#endif
