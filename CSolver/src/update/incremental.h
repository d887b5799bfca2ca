/* incremental.h: solves a program again and again, each time from the last answer where that is less work.
 *
 * New constants are propagated along the topological orders of the plan; edits of the structure repair the plan first.
 * Where neither is possible, everything is solved. */
#ifndef LX_INCREMENTAL_H
#define LX_INCREMENTAL_H

#include "update/state.h"

/* Nothing is solved yet. The allocator must outlive the state. */
void lx_incremental_init(lx_incremental *state, const lx_allocator *allocator);
void lx_incremental_close(lx_incremental *state);

/* Solves. On success *answer is replaced; with LX_OPTIMAL the values are those of the solution. On an error nothing
 * changes. Where only constants changed since an optimal solve, the cost is that of what they reach. */
lx_status lx_incremental_solve(lx_incremental *state, lx_program *program, const lx_options *options,
                               lx_answer *answer);

#endif
