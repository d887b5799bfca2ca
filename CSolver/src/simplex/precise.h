/* precise.h: the simplex again, in double-double arithmetic, for reduced programs whose verdict doubles leave in doubt.
 *
 * Coefficients that spread over many decades, weights beside others a billion times as large, and rows that are almost
 * parallel have slopes that a double cannot tell from rounding. Where a program is small enough, a dense table of all
 * rows over the tight ones is made for the last vertex of the ordinary simplex, and pivots go on from there, with 106
 * bits and no tolerance but what rounding of the coefficients themselves explains. The answer comes with a certificate:
 * values and multipliers are put into the rows as they are, and without agreement the outcome is LX_BREAKDOWN. */
#ifndef LX_PRECISE_H
#define LX_PRECISE_H

#include "simplex/reduced_lp.h"

/* Whether a table for this reduced LP is affordable. */
int lx_precise_fits(const lx_reduced_lp *lp);

/* Goes on from the basis and the sides of `vertex` until the outcome is certain: LX_OPTIMAL, LX_INFEASIBLE,
 * LX_PIVOT_LIMIT after `pivot_limit` more pivots, or LX_BREAKDOWN. `vertex` and, unless it breaks down, `factor` are
 * then those of the last vertex. */
lx_status lx_precise_solve(lx_arena *arena, const lx_reduced_lp *lp, lx_factor *factor, int64_t pivot_limit,
                           lx_vertex *vertex, lx_statistics *statistics, lx_outcome *out);

/* The edges of an optimal vertex that cost nothing at any level. */
typedef struct {
  int32_t *basis;  /* n: the tight row at each position, in an order of its own */
  uint8_t *rises;  /* n: whether that row may be let go upwards at no cost */
  uint8_t *falls;  /* n: likewise downwards */
  double *rates;   /* total x n: what each row changes per unit of the tight row at a position; 0 where that is rounding */
} lx_edges;

/* Finds them from a table of the vertex's basis. *found_out is 0 where its rows depend on each other. */
lx_status lx_precise_edges(lx_arena *arena, const lx_reduced_lp *lp, const lx_vertex *vertex, lx_edges *out,
                           int *found_out);

#endif
