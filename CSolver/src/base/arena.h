/* arena.h: memory for one task, given back all at once.
 *
 * A reduced LP needs some thirty arrays whose sizes are known when it begins. Taking them from an arena leaves one
 * thing to release, on success and on failure alike. */
#ifndef LX_ARENA_H
#define LX_ARENA_H

#include "base/memory.h"

typedef struct lx_arena_chunk lx_arena_chunk;

typedef struct {
  const lx_allocator *allocator;
  lx_arena_chunk *chunk; /* the newest; each points to the one before */
} lx_arena;

void lx_arena_init(lx_arena *arena, const lx_allocator *allocator);

/* Room for `count` items of `size` bytes, aligned for any of our types; NULL when there is none. Not cleared. */
void *lx_arena_take(lx_arena *arena, int64_t count, size_t size);

/* The same, cleared. */
void *lx_arena_take_zeroed(lx_arena *arena, int64_t count, size_t size);

/* A copy of items; NULL when there is no room. */
void *lx_arena_copy(lx_arena *arena, const void *items, int64_t count, size_t size);

/* Forgets everything taken; keeps the newest chunk, the largest, for the next task. */
void lx_arena_reset(lx_arena *arena);

void lx_arena_destroy(lx_arena *arena);

#endif
