/* memory.c: allocation with overflow checks, over the allocator of the solver. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise, posix_memalign */
#endif
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <malloc.h>
#include <sys/mman.h>

/* Large blocks are written once from end to end, and a page fault for each 4 kB of them costs more than the writing: at
 * 10,000 views a cold solve took twice as long. Where the system leaves the choice to the program (madvise(2),
 * transparent huge pages), they are asked for; where it refuses, nothing is lost. */
static void prefer_huge_pages(void *block, size_t bytes) {
  const uintptr_t start = ((uintptr_t)block + LX_HUGE_PAGE - 1) / LX_HUGE_PAGE * LX_HUGE_PAGE;
  const uintptr_t end = ((uintptr_t)block + bytes) / LX_HUGE_PAGE * LX_HUGE_PAGE;
  if (end > start)
    (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
}

/* A block that begins where a huge page does, and ends where one does if that is not far. */
static void *allocate_large(size_t bytes) {
  const size_t rest = bytes % LX_HUGE_PAGE;
  const size_t whole = rest >= LX_HUGE_FROM ? bytes - rest + LX_HUGE_PAGE : bytes;
  void *block = NULL;
  if (posix_memalign(&block, LX_HUGE_PAGE, whole) != 0)
    return NULL;
  prefer_huge_pages(block, whole);
  return block;
}

static void *default_resize(void *context, void *block, size_t bytes) {
  (void)context;
  if (bytes < LX_HUGE_FROM || bytes > LX_HUGE_LIMIT) {
    void *resized = realloc(block, bytes);
    if (resized != NULL)
      prefer_huge_pages(resized, bytes);
    return resized;
  }
  /* Copying what is there costs less than the faults on what is new. */
  void *fresh = allocate_large(bytes);
  if (fresh != NULL && block != NULL) {
    const size_t held = malloc_usable_size(block);
    memcpy(fresh, block, held < bytes ? held : bytes);
    free(block);
  }
  return fresh;
}
#else
static void *default_resize(void *context, void *block, size_t bytes) {
  (void)context;
  return realloc(block, bytes);
}
#endif

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
