/* What Swift has not got of its own: thread-local storage, atomic numbers and prefetching. */
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

/* Prefetching of the objects of a linked list. Each link is known only from the object before, so a list that is longer than the
 * caches costs a wait for memory per object. Objects that were made in order mostly lie in order: as far ahead as the one of
 * LX_STRIDE_VISITS ago lies behind. Where that is wrong, a line of the cache is wasted; results do not depend on it. */

/* A multiple of the numbers of constraints that views commonly have. */
#define LX_STRIDE_VISITS 12

/* The objects of a list that were visited last; all zero before the first. */
typedef struct lx_stride {
  uintptr_t visited[LX_STRIDE_VISITS];
  uint32_t position;
} lx_stride;

/* Two lines of the cache; an address that is nobody's does no harm. */
static inline void lx_stride_prefetch(uintptr_t address) {
#if defined(__GNUC__)
  __builtin_prefetch((const void *)address);
  __builtin_prefetch((const void *)(address + 64));
#else
  (void)address;
#endif
}

/* As many bytes between two objects as are prefetched as one. */
#define LX_RANGE_LIMIT 1024

/* The objects from one to another and what lies between, if that is near: a few that were made one after another. Else the
 * first alone. */
static inline void lx_prefetch_range(uintptr_t first, uintptr_t last) {
  if (last - first > LX_RANGE_LIMIT)
    last = first;
  for (uintptr_t address = first; address <= last; address += 128)
    lx_stride_prefetch(address);
}

/* Notes the visit of an object, and prefetches one that comes later. */
static inline void lx_stride_visit(lx_stride *stride, const void *object) {
  const uintptr_t address = (uintptr_t)object;
  const uintptr_t before = stride->visited[stride->position];
  stride->visited[stride->position] = address;
  stride->position = stride->position + 1 == LX_STRIDE_VISITS ? 0 : stride->position + 1;
  if (before != 0)
    lx_stride_prefetch(address + (address - before));
}

#endif
