/* memory_checks.c: see memory_checks.h. What is written to a block follows from its number, so that any byte that
 * belongs to two blocks gives itself away. Of each page of 4 kB and of each block's last bytes one is written. */
#include "memory_checks.h"

#include <stdio.h>

#include "base/arena.h"

#define STRIDE 4093
#define MOST_BLOCKS 64

static uint64_t next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Small ones, those around the sizes where the allocator changes its ways, and large ones. */
static size_t draw_size(uint64_t *state) {
  static const size_t edges[] = {64 << 10, 256 << 10, 2 << 20, 8 << 20};
  switch (next(state) % 4) {
  case 0: return 1 + next(state) % 1000;
  case 1: return edges[next(state) % 4] - 64 + next(state) % 128;
  case 2: return 1 + next(state) % ((size_t)1 << 20);
  default: return 1 + next(state) % ((size_t)24 << 20);
  }
}

static void fill(unsigned char *block, size_t size, unsigned char mark) {
  for (size_t i = 0; i < size; i += STRIDE)
    block[i] = mark;
  block[size - 1] = mark;
}

static int holds(const unsigned char *block, size_t size, unsigned char mark) {
  for (size_t i = 0; i < size; i += STRIDE)
    if (block[i] != mark)
      return 0;
  return 1;
}

int32_t memory_check_blocks(uint64_t seed, int32_t blocks, int32_t steps, char *message, int32_t capacity) {
  const lx_allocator *allocator = &lx_default_allocator;
  unsigned char *block[MOST_BLOCKS] = {NULL};
  size_t size[MOST_BLOCKS] = {0};
  uint64_t state = seed * 2 + 1;
  int32_t failed = 0;
  if (blocks > MOST_BLOCKS)
    blocks = MOST_BLOCKS;
  for (int32_t step = 0; step < steps && !failed; step++) {
    const int32_t k = (int32_t)(next(&state) % (uint64_t)blocks);
    const unsigned char mark = (unsigned char)(k + 1);
    if (block[k] != NULL && (!holds(block[k], size[k], mark) || block[k][size[k] - 1] != mark))
      failed = 1;
    if (block[k] != NULL && next(&state) % 3 == 0) {
      lx_release(allocator, block[k]);
      block[k] = NULL;
      continue;
    }
    const size_t wanted = draw_size(&state);
    unsigned char *resized = allocator->resize(allocator->context, block[k], wanted);
    if (resized == NULL || (uintptr_t)resized % 16 != 0)
      failed = 2;
    else if (block[k] != NULL && !holds(resized, size[k] < wanted ? size[k] : wanted, mark))
      failed = 3;
    if (resized == NULL)
      break;
    block[k] = resized;
    size[k] = wanted;
    fill(block[k], wanted, mark);
    if (failed)
      snprintf(message, (size_t)capacity, "seed %llu, step %d: block %d of %zu bytes, failure %d",
               (unsigned long long)seed, step, k, wanted, failed);
  }
  for (int32_t k = 0; k < blocks; k++)
    lx_release(allocator, block[k]);
  return failed != 0;
}

int32_t memory_check_arena(uint64_t seed, int32_t arrays, char *message, int32_t capacity) {
  unsigned char *array[MOST_BLOCKS];
  size_t size[MOST_BLOCKS];
  uint64_t state = seed * 2 + 1;
  int32_t failed = 0;
  if (arrays > MOST_BLOCKS)
    arrays = MOST_BLOCKS;
  lx_arena arena;
  lx_arena_init(&arena, &lx_default_allocator);
  for (int32_t round = 0; round < 4 && !failed; round++) {
    for (int32_t k = 0; k < arrays; k++) {
      size[k] = 1 + next(&state) % (next(&state) % 4 == 0 ? (size_t)1 << 20 : 5000);
      array[k] = lx_arena_take(&arena, (int64_t)size[k], 1);
      if (array[k] == NULL || (uintptr_t)array[k] % 16 != 0) {
        failed = 1;
        break;
      }
      fill(array[k], size[k], (unsigned char)(k + 1));
    }
    for (int32_t k = 0; k < arrays && !failed; k++)
      failed = !holds(array[k], size[k], (unsigned char)(k + 1)) || array[k][size[k] - 1] != (unsigned char)(k + 1);
    lx_arena_reset(&arena);
  }
  lx_arena_destroy(&arena);
  if (failed)
    snprintf(message, (size_t)capacity, "seed %llu: an array is missing, not aligned, or overwritten",
             (unsigned long long)seed);
  return failed;
}
