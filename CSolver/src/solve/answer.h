/* answer.h: what a solve hands out besides the values. */
#ifndef LX_ANSWER_H
#define LX_ANSWER_H

#include "base/memory.h"

typedef struct {
  lx_outcome outcome;
  lx_statistics statistics;
  int32_t level_count;      /* optional levels, from high to low */
  double *level_priorities; /* level_count */
  double *level_errors;     /* level_count */
  int32_t conflict_count;
  int32_t *conflict_starts; /* conflict_count + 1 */
  int32_t *conflict_members;
} lx_answer;

/* Room for the priorities and errors of `count` optional levels, replacing those there are. On failure some may be
 * NULL; lx_answer_destroy releases the others. */
lx_status lx_answer_reserve_levels(const lx_allocator *allocator, int32_t count, lx_answer *answer);

/* Releases everything and leaves an empty answer. */
void lx_answer_destroy(const lx_allocator *allocator, lx_answer *answer);

#endif
