/* memory.c: allocation with overflow checks, over the allocator of the solver. */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void *default_resize(void *context, void *block, size_t bytes) {
  (void)context;
  return realloc(block, bytes);
}

static void default_release(void *context, void *block) {
  (void)context;
  free(block);
}

const lx_allocator lx_default_allocator = {NULL, default_resize, default_release};

void *lx_allocate(const lx_allocator *allocator, int64_t count, size_t size) {
  if (count < 0 || (uint64_t)count > SIZE_MAX / 2 / size)
    return NULL;
  return allocator->resize(allocator->context, NULL, (count > 0 ? (size_t)count : 1) * size);
}

void *lx_allocate_zeroed(const lx_allocator *allocator, int64_t count, size_t size) {
  void *block = lx_allocate(allocator, count, size);
  if (block != NULL)
    memset(block, 0, (count > 0 ? (size_t)count : 1) * size);
  return block;
}

void lx_release(const lx_allocator *allocator, void *block) {
  if (block != NULL)
    allocator->release(allocator->context, block);
}

lx_status lx_reserve(const lx_allocator *allocator, void **block, int64_t *capacity, int64_t needed, size_t size) {
  if (needed <= *capacity && *block != NULL)
    return LX_OK;
  if (needed > LX_SIZE_LIMIT)
    return LX_ERROR_SIZE;
  int64_t wanted = *capacity * 2 > needed ? *capacity * 2 : needed;
  if (wanted < 8)
    wanted = 8;
  if ((uint64_t)wanted > SIZE_MAX / 2 / size)
    return LX_ERROR_MEMORY;
  void *grown = allocator->resize(allocator->context, *block, (size_t)wanted * size);
  if (grown == NULL)
    return LX_ERROR_MEMORY;
  *block = grown;
  *capacity = wanted;
  return LX_OK;
}
