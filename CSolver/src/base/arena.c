/* arena.c: chunks that double in size, filled from the front. */
#include "base/arena.h"

#include <string.h>

struct lx_arena_chunk {
  lx_arena_chunk *previous;
  size_t capacity; /* bytes behind this header */
  size_t used;
};

/* Two doubles: what AVX-free vector code of the compiler may assume of malloc on our platforms. */
#define LX_ARENA_ALIGNMENT 16

/* First chunk, bytes: a core of ten variables fits. */
#define LX_ARENA_FIRST 16384

/* An array between these sizes, bytes, is followed by others like it: a chunk for so many saves the many small ones on
 * the way, and what stays unused costs address space only. */
#define LX_ARENA_ARRAY ((size_t)64 << 10)
#define LX_ARENA_ARRAYS 8

static unsigned char *chunk_bytes(lx_arena_chunk *chunk) {
  const size_t header = (sizeof *chunk + LX_ARENA_ALIGNMENT - 1) / LX_ARENA_ALIGNMENT * LX_ARENA_ALIGNMENT;
  return (unsigned char *)chunk + header;
}

void lx_arena_init(lx_arena *arena, const lx_allocator *allocator) { *arena = (lx_arena){allocator, NULL}; }

void *lx_arena_take(lx_arena *arena, int64_t count, size_t size) {
  if (count < 0 || (uint64_t)count > SIZE_MAX / 4 / size)
    return NULL;
  const size_t wanted = ((size_t)count * size + LX_ARENA_ALIGNMENT) / LX_ARENA_ALIGNMENT * LX_ARENA_ALIGNMENT;
  lx_arena_chunk *chunk = arena->chunk;
  if (chunk == NULL || chunk->capacity - chunk->used < wanted) {
    size_t capacity = chunk != NULL ? chunk->capacity * 2 : LX_ARENA_FIRST;
    if (wanted >= LX_ARENA_ARRAY && wanted <= LX_HUGE_LIMIT && capacity < LX_ARENA_ARRAYS * wanted)
      capacity = LX_ARENA_ARRAYS * wanted;
    if (capacity < wanted)
      capacity = wanted;
    size_t bytes = capacity + sizeof *chunk + LX_ARENA_ALIGNMENT;
    /* What is not touched of whole huge pages costs address space only. */
    if (bytes >= LX_HUGE_FROM && bytes <= LX_HUGE_LIMIT)
      bytes = (bytes + LX_HUGE_PAGE - 1) / LX_HUGE_PAGE * LX_HUGE_PAGE;
    capacity = bytes - sizeof *chunk - LX_ARENA_ALIGNMENT;
    chunk = lx_allocate(arena->allocator, (int64_t)bytes, 1);
    if (chunk == NULL)
      return NULL;
    *chunk = (lx_arena_chunk){arena->chunk, capacity, 0};
    arena->chunk = chunk;
  }
  void *block = chunk_bytes(chunk) + chunk->used;
  chunk->used += wanted;
  return block;
}

void *lx_arena_take_zeroed(lx_arena *arena, int64_t count, size_t size) {
  void *block = lx_arena_take(arena, count, size);
  if (block != NULL)
    memset(block, 0, (size_t)count * size);
  return block;
}

static void release_chunks(lx_arena *arena, lx_arena_chunk *chunk) {
  while (chunk != NULL) {
    lx_arena_chunk *previous = chunk->previous;
    lx_release(arena->allocator, chunk);
    chunk = previous;
  }
}

void lx_arena_reset(lx_arena *arena) {
  if (arena->chunk == NULL)
    return;
  release_chunks(arena, arena->chunk->previous);
  arena->chunk->previous = NULL;
  arena->chunk->used = 0;
}

void lx_arena_destroy(lx_arena *arena) {
  release_chunks(arena, arena->chunk);
  arena->chunk = NULL;
}
