/* pages.c: free spans by address, neighbours joined; the smallest that is large enough is cut. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#include "base/pages.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

typedef struct {
  unsigned char *start;
  size_t bytes;
} lx_span;

/* Free spans at most; they do not touch. */
#define LX_FREE_SPANS ((LX_KEPT_LIMIT + LX_MAPPED_AT_ONCE) / LX_SPAN_UNIT)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static lx_span kept[LX_FREE_SPANS]; /* ascending */
static int kept_count;
static size_t kept_bytes;

/* A fork copies the lock as it is, and not the thread that holds it: so it is held across the fork by the thread that
 * forks, and let go on both sides. What is kept is then whole, and each side has its own. */
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;
static void before_fork(void) { pthread_mutex_lock(&lock); }
static void after_fork(void) { pthread_mutex_unlock(&lock); }
static void watch_forks(void) { (void)pthread_atfork(before_fork, after_fork, after_fork); }

static void lock_spans(void) {
  pthread_once(&fork_once, watch_forks);
  pthread_mutex_lock(&lock);
}

static void remove_span(int index) {
  kept_count--;
  memmove(&kept[index], &kept[index + 1], sizeof *kept * (size_t)(kept_count - index));
}

static void *take_kept(size_t bytes) {
  int best = -1;
  for (int k = 0; k < kept_count; k++)
    if (kept[k].bytes >= bytes && (best < 0 || kept[k].bytes < kept[best].bytes))
      best = k;
  if (best < 0)
    return NULL;
  void *start = kept[best].start;
  kept[best].start += bytes;
  kept[best].bytes -= bytes;
  kept_bytes -= bytes;
  if (kept[best].bytes == 0)
    remove_span(best);
  return start;
}

/* Returns 0 where that would be more than `limit`. Each span is a unit at least, so there is room for one more. */
static int keep(unsigned char *start, size_t bytes, size_t limit) {
  if (kept_bytes + bytes > limit)
    return 0;
  int index = 0;
  while (index < kept_count && kept[index].start < start)
    index++;
  const int joins_last = index > 0 && kept[index - 1].start + kept[index - 1].bytes == start;
  const int joins_next = index < kept_count && start + bytes == kept[index].start;
  kept_bytes += bytes;
  if (joins_last) {
    kept[index - 1].bytes += bytes;
    if (joins_next) {
      kept[index - 1].bytes += kept[index].bytes;
      remove_span(index);
    }
  } else if (joins_next) {
    kept[index].start = start;
    kept[index].bytes += bytes;
  } else {
    memmove(&kept[index + 1], &kept[index], sizeof *kept * (size_t)(kept_count - index));
    kept[index] = (lx_span){start, bytes};
    kept_count++;
  }
  return 1;
}

/* From the system: a page more than asked for, and what lies before and after the whole ones is given back. */
static unsigned char *map(size_t bytes) {
  unsigned char *mapped =
      mmap(NULL, bytes + LX_HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return NULL;
  const size_t before = (LX_HUGE_PAGE - (uintptr_t)mapped % LX_HUGE_PAGE) % LX_HUGE_PAGE;
  if (before > 0)
    munmap(mapped, before);
  munmap(mapped + before + bytes, LX_HUGE_PAGE - before);
  /* Where the system refuses, nothing is lost. */
  (void)madvise(mapped + before, bytes, MADV_HUGEPAGE);
  return mapped + before;
}

static void give(unsigned char *start, size_t bytes, size_t limit) {
  lock_spans();
  const int is_kept = keep(start, bytes, limit);
  pthread_mutex_unlock(&lock);
  if (!is_kept)
    munmap(start, bytes);
}

void *lx_span_take(size_t bytes) {
  lock_spans();
  void *start = take_kept(bytes);
  pthread_mutex_unlock(&lock);
  if (start != NULL)
    return start;
  const size_t least = bytes > LX_MAPPED_AT_ONCE ? bytes : LX_MAPPED_AT_ONCE;
  const size_t whole = (least + LX_HUGE_PAGE - 1) / LX_HUGE_PAGE * LX_HUGE_PAGE;
  unsigned char *mapped = map(whole);
  if (mapped != NULL && whole > bytes)
    give(mapped + bytes, whole - bytes, LX_KEPT_LIMIT + LX_MAPPED_AT_ONCE);
  return mapped;
}

void lx_span_give(void *start, size_t bytes) { give(start, bytes, LX_KEPT_LIMIT); }

size_t lx_span_trim(void) {
  lock_spans();
  const size_t bytes = kept_bytes;
  for (int k = 0; k < kept_count; k++)
    munmap(kept[k].start, kept[k].bytes);
  kept_count = 0;
  kept_bytes = 0;
  pthread_mutex_unlock(&lock);
  return bytes;
}
#else
typedef int lx_no_pages; /* a file must declare something */
#endif
