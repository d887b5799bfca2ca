/* repair.h: a plan that follows edits of the structure.
 *
 * Rows and variables that are new, or whose part of the plan an edit has touched, are loose until they have a place
 * again: fixed, derived, or in a component. A fixed variable whose row is gone is pending: most often another row
 * fixes it at the same place of the order, and nothing that depends on it is touched; else it becomes loose, and what
 * it fixed becomes pending. Components that a loose row mentions become loose as a whole. So an edit costs
 * what it touches; where that is much, a new plan is the better way. (That a variable may only move behind what it
 * needs together with what needs it is the idea of D. J. Pearce and P. H. J. Kelly, A dynamic topological sort
 * algorithm for directed acyclic graphs, ACM Journal of Experimental Algorithmics 11, 2007.) Private to this folder. */
#ifndef LX_REPAIR_H
#define LX_REPAIR_H

#include "solve/answer.h"

typedef struct lx_incremental lx_incremental;

typedef struct lx_mending lx_mending;

typedef struct {
  lx_mending *mending; /* of a plan with gaps, from the first edit of the structure on; or NULL */
  int32_t *placed;     /* variables that have another row or place than in the last answer */
  int32_t placed_count;
  lx_answer levels; /* where levels came or went: room for them */
} lx_repair;

/* A plan that follows the edits of the structure that were written down, and what they reach marked for the update.
 * *done_out is 0 where a new plan is the better way, or the only one; the old one means nothing then. */
lx_status lx_mend_plan(lx_incremental *state, int *done_out);

/* Releases everything. */
void lx_repair_close(lx_repair *repair, const lx_allocator *allocator);

#endif
