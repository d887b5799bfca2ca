#include "block.h"

#include <stdatomic.h>

_Thread_local void *lx_running_block;

static _Atomic uint64_t next_activation = 1;

uint64_t lx_activations_take(uint64_t count) {
  /* Whoever hands a tree to another thread orders the two; then so are their additions to one variable. */
  return atomic_fetch_add_explicit(&next_activation, count, memory_order_relaxed);
}
