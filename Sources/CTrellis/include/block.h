/* What Swift has not got of its own: thread-local storage and atomic numbers. */
#ifndef LX_BLOCK_H
#define LX_BLOCK_H

#include <stdint.h>

/* The block of changes (`ChangeBlock`) that runs on this thread: NULL for none. Looked at by every edit of an item in no
 * scene, so it is one load. */
extern _Thread_local void *lx_running_block;

/* The innermost block on this thread, borrowed. */
static inline void *lx_block_get(void) { return lx_running_block; }

static inline void lx_block_set(void *block) { lx_running_block = block; }

/* The first of `count` numbers in a row that nobody else gets; the first of all is 1. Numbers activations on all threads without a
 * lock: apps activate a few constraints at a time. */
uint64_t lx_activations_take(uint64_t count);

#endif
