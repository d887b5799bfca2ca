/* memory.c: allocation with overflow checks, over the allocator of the solver. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#endif
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/pages.h"

/* Tools that watch every block of the heap are to see ours. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LX_HAS_PAGES 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define LX_HAS_PAGES 0
#endif
#endif
#if !defined(LX_HAS_PAGES) && defined(__linux__)
#define LX_HAS_PAGES 1
#endif

#if LX_HAS_PAGES
#include <sys/mman.h>

/* Before each block. */
typedef struct {
  size_t capacity; /* bytes of the block */
  size_t span;     /* bytes of the span it lies in, or 0: it is the C library's */
} lx_block;

/* The C library's alignment is that of the header's end. */
_Static_assert(sizeof(lx_block) % 16 == 0, "blocks are aligned for any type");

/* Blocks too large for a span are written once from end to end, and a page fault for each 4 kB costs more than the
 * writing. Where the system leaves the choice to the program, huge pages are asked for; where it refuses, nothing is
 * lost. */
static void prefer_huge_pages(void *block, size_t bytes) {
  const uintptr_t start = ((uintptr_t)block + LX_HUGE_PAGE - 1) / LX_HUGE_PAGE * LX_HUGE_PAGE;
  const uintptr_t end = ((uintptr_t)block + bytes) / LX_HUGE_PAGE * LX_HUGE_PAGE;
  if (end > start)
    (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
}

/* Of the C library; `old` may be NULL. */
static lx_block *resize_heap(lx_block *old, size_t bytes) {
  lx_block *block = realloc(old, bytes);
  if (block == NULL)
    return NULL;
  *block = (lx_block){.capacity = bytes - sizeof *block};
  prefer_huge_pages(block, bytes);
  return block;
}

static lx_block *allocate_span(size_t bytes) {
  const size_t span = (bytes + LX_SPAN_UNIT - 1) / LX_SPAN_UNIT * LX_SPAN_UNIT;
  lx_block *block = lx_span_take(span);
  if (block != NULL)
    *block = (lx_block){.capacity = span - sizeof *block, .span = span};
  return block;
}

static void default_release(void *context, void *block) {
  (void)context;
  lx_block *old = (lx_block *)block - 1;
  if (old->span > 0)
    lx_span_give(old, old->span);
  else
    free(old);
}

static void *default_resize(void *context, void *block, size_t bytes) {
  lx_block *old = block != NULL ? (lx_block *)block - 1 : NULL;
  if (bytes > SIZE_MAX - sizeof *old)
    return NULL;
  const size_t whole = bytes + sizeof *old;
  const int is_span = whole >= LX_SPAN_FROM && whole <= LX_SPAN_LIMIT;
  if (old != NULL && old->span > 0 && old->capacity >= bytes)
    return block;
  if (!is_span && (old == NULL || old->span == 0)) {
    lx_block *resized = resize_heap(old, whole);
    return resized != NULL ? resized + 1 : NULL;
  }
  lx_block *fresh = is_span ? allocate_span(whole) : resize_heap(NULL, whole);
  if (fresh == NULL)
    return NULL;
  if (old != NULL) {
    memcpy(fresh + 1, block, old->capacity < bytes ? old->capacity : bytes);
    default_release(context, block);
  }
  return fresh + 1;
}
#else
static void *default_resize(void *context, void *block, size_t bytes) {
  (void)context;
  return realloc(block, bytes);
}

static void default_release(void *context, void *block) {
  (void)context;
  free(block);
}
#endif

size_t lx_default_trim(void) {
#if LX_HAS_PAGES
  return lx_span_trim();
#else
  return 0;
#endif
}

const lx_allocator lx_default_allocator = {NULL, default_resize, default_release};

void *lx_allocate(const lx_allocator *allocator, int64_t count, size_t size) {
  if (count < 0 || (uint64_t)count > SIZE_MAX / 2 / size)
    return NULL;
  void *block = allocator->resize(allocator->context, NULL, (count > 0 ? (size_t)count : 1) * size);
  if (lx_is_aligned(block))
    return block;
  lx_release(allocator, block);
  return NULL;
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
  if (needed > LX_SIZE_LIMIT)
    return LX_ERROR_SIZE;
  if (needed <= *capacity && *block != NULL)
    return LX_OK;
  int64_t wanted = *capacity * 2 > needed ? *capacity * 2 : needed;
  if (wanted < 8)
    wanted = 8;
  if (wanted > LX_SIZE_LIMIT)
    wanted = LX_SIZE_LIMIT;
  if ((uint64_t)wanted > SIZE_MAX / 2 / size)
    return LX_ERROR_MEMORY;
  void *grown = allocator->resize(allocator->context, *block, (size_t)wanted * size);
  if (grown == NULL)
    return LX_ERROR_MEMORY;
  *block = grown;
  if (!lx_is_aligned(grown)) /* what it holds is there, but it is not to grow into */
    return LX_ERROR_MEMORY;
  *capacity = wanted;
  return LX_OK;
}
