/* ambiguity.h: along which directions the optimal points of a reduced LP lie. */
#ifndef LX_AMBIGUITY_H
#define LX_AMBIGUITY_H

#include "simplex/reduced_lp.h"

/* Part of the sum of its absolute terms, or of the largest entry of a direction, up to which a sum is rounding: a few
 * thousand roundings. */
#define LX_TOL_MOVED 1e-12

/* Directions from an optimal vertex to other optimal points; zero where the vertex is the only one. */
typedef struct {
  double *inside; /* per variable: a direction in the relative interior of the cone of all of them */
  double *spread; /* per variable: one in the span of that cone, drawn at random, so that a linear function is constant
                     over the optimal points where it is zero along this one, but for a chance that is negligible */
} lx_optimal_cone;

/* Finds both for an optimal `vertex` with its `factor`. seed: another for each reduced LP of a program. is_last: the caller
 * has no other way, so that no number of pivots is too large. The arrays are the caller's, zero before. LX_ERROR_UNSOLVED
 * where that is undecided. */
lx_status lx_find_optimal_cone(lx_arena *arena, const lx_reduced_lp *lp, const lx_vertex *vertex, lx_factor *factor,
                               lx_algebra algebra, const lx_allocator *allocator, int32_t seed, int is_last,
                               lx_optimal_cone *out);

/* The k-th of the random numbers of a seed: from 1 to 2, with few bits, so that sums of them are exact where coefficients
 * are small integers. */
double lx_random_length(int32_t seed, int32_t k);

#endif
