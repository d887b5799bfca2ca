/* simplex.h: the lexicographic revised simplex in row form.
 *
 * A vertex is n independent tight rows. Every other row lies on one side of its constant and costs its weight per point
 * at its level. The duals of a level say how that cost changes as one tight row is let go; the vertex is optimal when
 * no tight row can move up or down with a lexicographically negative change over the levels. Required rows are the
 * highest level of the same thing, so there is no first phase, and any vertex is a legal start.
 *
 * References: G. B. Dantzig, Linear Programming and Extensions, 1963; R. Fourer, A simplex algorithm for
 * piecewise-linear programming (Mathematical Programming 33, 1985) for the ratio test through breakpoints; H. Isermann,
 * Linear lexicographic optimization (OR Spektrum 4, 1982). */
#ifndef LX_SIMPLEX_H
#define LX_SIMPLEX_H

#include "simplex/reduced_lp.h"

/* Minimizes the errors of the reduced LP level by level. `factor` has the lp's order. `pivot_limit` 0 means the derived
 * bound. The outcome is LX_OPTIMAL, LX_INFEASIBLE when a binding level keeps an error, LX_PIVOT_LIMIT or LX_BREAKDOWN.
 * With the first two, `factor` and `vertex` describe the last vertex, freshly computed. Adds to `statistics`. */
lx_status lx_simplex_solve(lx_arena *arena, const lx_reduced_lp *lp, lx_factor *factor, int64_t pivot_limit,
                           lx_vertex *vertex, lx_statistics *statistics, lx_outcome *out);

#endif
