/* The engine whose block of changes (`Scene.animate`) runs on this thread: NULL for none. Looked at by every edit of an
 * item in no scene, so it is one load; Swift has no thread-local storage of its own. */
#ifndef LX_BLOCK_H
#define LX_BLOCK_H

extern _Thread_local void *lx_block_engine;

/* The engine of the innermost block on this thread, borrowed from the block. */
static inline void *lx_block_get(void) { return lx_block_engine; }

static inline void lx_block_set(void *engine) { lx_block_engine = engine; }

#endif
