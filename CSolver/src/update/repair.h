/* repair.h: a plan that follows edits of the structure.
 *
 * Rows and variables that are new, or whose part of the plan an edit has touched, are unassigned until they have a
 * index again: fixed, substituted, or in a component. A fixed variable whose row is gone is awaiting: most often
 * another row fixes it at the same index of the order, and nothing that depends on it is touched; else it becomes
 * unassigned, and what it fixed becomes awaiting. Components that a unassigned row mentions become unassigned as a
 * whole. So an edit costs what it touches; where that is much, a new plan is the better way. (That a variable may only
 * move after what it needs together with what needs it is the idea of D. J. Pearce and P. H. J. Kelly, A dynamic
 * topological sort algorithm for directed acyclic graphs, ACM Journal of Experimental Algorithmics 11, 2007.) Private
 * to this folder. */
#ifndef LX_REPAIR_H
#define LX_REPAIR_H

#include "solve/answer.h"

typedef struct lx_incremental lx_incremental;

typedef struct lx_repair_lists lx_repair_lists;

typedef struct {
  lx_repair_lists *lists; /* of a plan with gaps, from the first edit of the structure on; or NULL */
  int32_t *moved;         /* variables that have another row or index than in the last answer */
  int32_t moved_count;
  lx_answer levels; /* where levels came or went: room for them */
} lx_repair;

/* A plan that follows the edits of the structure that were written down, and what they reach marked for the update.
 * *done_out is 0 where a new plan is the better way, or the only one; the old one means nothing then. */
lx_status lx_repair_plan(lx_incremental *state, int *done_out);

/* Releases everything. */
void lx_repair_close(lx_repair *repair, const lx_allocator *allocator);

#endif
