/* contradiction.h: a contradiction proven by few of the rows of a reduced LP. */
#ifndef LX_CONTRADICTION_H
#define LX_CONTRADICTION_H

#include "simplex/reduced_lp.h"

/* A reduced LP of these rows alone, with the levels that must hold, and a vertex of it that is infeasible, as lx_simplex_solve leaves it. */
struct lx_contradiction {
  lx_reduced_lp lp;
  lx_vertex vertex;
  int32_t *rows;      /* lp.rows: the rows of the reduced LP that these are … */
  int32_t *variables; /* … and lp.variables: its variables */
};

/* Solves for the rows that take part (LX_PART_TIGHT and so on, as long as the reduced LP has rows and unit rows), and for those that tie their
 * variables to others. *out is NULL where these do not contradict each other; else it is in the arena. Costs a simplex of these rows that starts where they
 * are tight; adds to `statistics`. */
lx_status lx_prove_contradiction(lx_arena *arena, const lx_reduced_lp *lp, const int16_t *parts, lx_statistics *statistics,
                                 const lx_contradiction **out);

#endif
