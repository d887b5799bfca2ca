/* repair.h: incremental presolve repair: the plan after edits of the structure.
 *
 * Rows and variables that are new, or whose part of the plan an edit has touched, are unassigned until they are fixed,
 * substituted or in a component again. A fixed variable whose row is gone awaits its definition: most often another row
 * fixes it at the same index of the order, and nothing that depends on it is touched; else it becomes unassigned, and
 * what it fixed awaits a definition in turn. Components that an unassigned row mentions become unassigned as a whole.
 * So an edit costs what it touches; where that is much, a new plan costs less. (That a variable moves after what it
 * needs together with what depends on it is from D. J. Pearce and P. H. J. Kelly, A dynamic topological sort algorithm
 * for directed acyclic graphs, ACM Journal of Experimental Algorithmics 11, 2007.) Private to this folder. */
#ifndef LX_REPAIR_H
#define LX_REPAIR_H

#include "solve/answer.h"

typedef struct lx_incremental lx_incremental;

typedef struct lx_repair_lists lx_repair_lists;

typedef struct {
  lx_repair_lists *lists; /* from the first edit of the structure of a plan with gaps on; else NULL */
  int32_t *moved;         /* variables that got another row or index */
  int32_t moved_count;
  lx_answer levels; /* room for the levels, where some appeared or vanished */
} lx_repair;

/* Repairs the plan after the logged edits of the structure, and marks what they reach for the update. *done_out is 0
 * where a new plan costs less or is needed; the plan is undefined then. */
lx_status lx_repair_plan(lx_incremental *state, int *done_out);

/* Releases everything. */
void lx_repair_close(lx_repair *repair, const lx_allocator *allocator);

#endif
