/* arena.c: chunks that double in size, filled from the front. */
#include "base/arena.h"

#include <string.h>

struct lx_arena_chunk {
  lx_arena_chunk *previous;
  size_t capacity; /* bytes after this header */
  size_t used;
};

/* Two doubles: what AVX-free vector code of the compiler may assume of malloc on our platforms. */
#define LX_ARENA_ALIGNMENT 16

/* First chunk, bytes: a reduced LP of ten variables fits. */
#define LX_ARENA_FIRST 16384

/* Chunks double up to this size, bytes. */
#define LX_ARENA_MOST ((size_t)4 << 20)

/* An array of this size, bytes, is followed by others like it: a chunk for so many saves the many small ones on the way,
 * and what stays unused costs address space only. A larger one has a chunk of its own, so that large arrays lie side by
 * side (pages.h) with nothing unused between them. */
#define LX_ARENA_ARRAY ((size_t)64 << 10)
#define LX_ARENA_ARRAYS 8
#define LX_ARENA_ALONE ((size_t)256 << 10)

static unsigned char *chunk_bytes(lx_arena_chunk *chunk) {
  const size_t header = (sizeof *chunk + LX_ARENA_ALIGNMENT - 1) / LX_ARENA_ALIGNMENT * LX_ARENA_ALIGNMENT;
  return (unsigned char *)chunk + header;
}

void lx_arena_init(lx_arena *arena, const lx_allocator *allocator) { *arena = (lx_arena){allocator, NULL}; }

static lx_arena_chunk *make_chunk(const lx_arena *arena, size_t capacity) {
  lx_arena_chunk *chunk = lx_allocate(arena->allocator, (int64_t)(capacity + sizeof *chunk + LX_ARENA_ALIGNMENT), 1);
  if (chunk != NULL)
    *chunk = (lx_arena_chunk){.capacity = capacity};
  return chunk;
}

/* Room for one array, after the chunk that is being filled. */
static void *take_alone(lx_arena *arena, size_t wanted) {
  lx_arena_chunk *chunk = make_chunk(arena, wanted);
  if (chunk == NULL)
    return NULL;
  chunk->used = wanted;
  lx_arena_chunk **link = arena->chunk != NULL ? &arena->chunk->previous : &arena->chunk;
  chunk->previous = *link;
  *link = chunk;
  return chunk_bytes(chunk);
}

/* Of the next chunk, for `wanted` bytes and more. */
static size_t next_capacity(const lx_arena *arena, size_t wanted) {
  size_t capacity = LX_ARENA_FIRST;
  if (arena->chunk != NULL)
    capacity = arena->chunk->capacity < LX_ARENA_MOST / 2 ? arena->chunk->capacity * 2 : LX_ARENA_MOST;
  if (wanted >= LX_ARENA_ARRAY && capacity < LX_ARENA_ARRAYS * wanted)
    capacity = LX_ARENA_ARRAYS * wanted;
  return capacity < wanted ? wanted : capacity;
}

void *lx_arena_take(lx_arena *arena, int64_t count, size_t size) {
  if (count < 0 || (uint64_t)count > SIZE_MAX / 4 / size)
    return NULL;
  const size_t wanted = ((size_t)count * size + LX_ARENA_ALIGNMENT) / LX_ARENA_ALIGNMENT * LX_ARENA_ALIGNMENT;
  lx_arena_chunk *chunk = arena->chunk;
  if (chunk == NULL || chunk->capacity - chunk->used < wanted) {
    if (wanted >= LX_ARENA_ALONE)
      return take_alone(arena, wanted);
    chunk = make_chunk(arena, next_capacity(arena, wanted));
    if (chunk == NULL)
      return NULL;
    chunk->previous = arena->chunk;
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

void *lx_arena_copy(lx_arena *arena, const void *items, int64_t count, size_t size) {
  void *copy = lx_arena_take(arena, count, size);
  if (copy != NULL && count > 0)
    memcpy(copy, items, (size_t)count * size);
  return copy;
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
