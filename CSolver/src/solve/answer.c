/* answer.c: see answer.h. */
#include "solve/answer.h"

lx_status lx_answer_reserve_levels(const lx_allocator *allocator, int32_t count, lx_answer *answer) {
  lx_release(allocator, answer->level_priorities);
  lx_release(allocator, answer->level_errors);
  answer->level_count = count;
  answer->level_priorities = lx_allocate(allocator, count, sizeof *answer->level_priorities);
  answer->level_errors = lx_allocate(allocator, count, sizeof *answer->level_errors);
  return answer->level_priorities == NULL || answer->level_errors == NULL ? LX_ERROR_MEMORY : LX_OK;
}

void lx_answer_destroy(const lx_allocator *allocator, lx_answer *answer) {
  lx_release(allocator, answer->level_priorities);
  lx_release(allocator, answer->level_errors);
  lx_release(allocator, answer->conflict_starts);
  lx_release(allocator, answer->conflict_members);
  *answer = (lx_answer){0};
}
