/* The block of changes (`ChangeBlock`) that runs on this thread: NULL for none. Looked at by every edit of an item in no
 * scene, so it is one load; Swift has no thread-local storage of its own. */
#ifndef LX_BLOCK_H
#define LX_BLOCK_H

extern _Thread_local void *lx_running_block;

/* The innermost block on this thread, borrowed. */
static inline void *lx_block_get(void) { return lx_running_block; }

static inline void lx_block_set(void *block) { lx_running_block = block; }

#endif
