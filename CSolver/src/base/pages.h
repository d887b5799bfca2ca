/* pages.h: memory in huge pages, kept for the next who asks.
 *
 * Memory that was never touched costs a fault: 4 kB at a time 1.8 us each (fault, clearing and giving back), 2 MB at once
 * 100 us, and where this machine is the guest of another that has to find it first, up to 2.5 ms. A cold solve of 20,000
 * views takes 20 MB and 5 ms. The C library gives blocks of such sizes back to the system and asks for them again at the
 * next solve, or leaves holes between aligned ones. So they lie side by side in huge pages here, and some are kept: like
 * the C library's heap it is one for all solvers of the process, behind a lock, and nothing but time depends on it. */
#ifndef LX_PAGES_H
#define LX_PAGES_H

#include <stddef.h>

/* Pages of this size, bytes, are asked for (madvise(2), transparent huge pages). */
#define LX_HUGE_PAGE ((size_t)2 << 20)

/* Sizes are multiples of this, and so of the small pages of any machine. */
#define LX_SPAN_UNIT ((size_t)64 << 10)

/* Blocks between these sizes come from here. Of larger ones there are few, and clearing them is little of the work. */
#define LX_SPAN_FROM ((size_t)16 << 10)
#define LX_SPAN_LIMIT ((size_t)8 << 20)

/* As much is asked for at once, bytes, so that blocks share pages where they meet. What is not touched of it costs
 * address space only. */
#define LX_MAPPED_AT_ONCE ((size_t)32 << 20)

/* As much is kept at most, bytes: what the GNU C library keeps at the end of its heap (M_TRIM_THRESHOLD is twice its
 * DEFAULT_MMAP_THRESHOLD_MAX). */
#define LX_KEPT_LIMIT ((size_t)64 << 20)

/* `bytes` is a multiple of LX_SPAN_UNIT. Not cleared; NULL where there is none. */
void *lx_span_take(size_t bytes);
void lx_span_give(void *start, size_t bytes);

/* Gives what is kept back to the system; returns how many bytes. */
size_t lx_span_trim(void);

#endif
