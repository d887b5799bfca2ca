/* memory.h: every allocation of the solver goes through these, so that a test can make any one of them fail. */
#ifndef LX_MEMORY_H
#define LX_MEMORY_H

#include "csolver.h"

/* Room for `count` items of `size` bytes, not cleared; NULL when there is none, or the product overflows. A count of 0
 * gives room for one, so that NULL always means failure. */
void *lx_allocate(const lx_allocator *allocator, int64_t count, size_t size);

/* The same, cleared. */
void *lx_allocate_zeroed(const lx_allocator *allocator, int64_t count, size_t size);

void lx_release(const lx_allocator *allocator, void *block);

/* Whether a block is aligned as an allocator promises; NULL is. */
static inline int lx_is_aligned(const void *block) { return (uintptr_t)block % LX_ALIGNMENT == 0; }

/* Grows *block to hold at least `needed` items, doubling, up to LX_SIZE_LIMIT; *capacity is in items. The block is kept
 * on failure. */
lx_status lx_reserve(const lx_allocator *allocator, void **block, int64_t *capacity, int64_t needed, size_t size);

/* realloc and free, and for large blocks huge pages (pages.h). */
extern const lx_allocator lx_default_allocator;

/* lx_trim() */
size_t lx_default_trim(void);

#endif
