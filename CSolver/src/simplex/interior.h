/* interior.h: about where the optimum is, by an interior point method: where a simplex starts that else had far to go. */
#ifndef LX_INTERIOR_H
#define LX_INTERIOR_H

#include "simplex/reduced_lp.h"

/* Constants are perturbed by once to twice this, in points, or by less where numbers are small; and how far from its constant, in points, a row
 * that a level holds there may be. */
#define LX_INTERIOR_PERTURBATION 1e-5
#define LX_INTERIOR_REACH 1e-3

typedef struct lx_interior lx_interior;

/* Analyses a reduced LP, which must stay in place. *out is NULL where its normal equations fill in too much, or where it has no
 * level to optimize; and, with *is_dear_out, where the estimate is more than `most`. Costs about what a factorization does, or, in the
 * last case, as much of one as takes no more than that. */
lx_status lx_interior_create(const lx_allocator *allocator, const lx_reduced_lp *lp, double most, int *is_dear_out,
                             lx_interior **out);
void lx_interior_destroy(lx_interior *interior);

/* What lx_interior_solve() costs, estimated in entries that pivots go through. */
int64_t lx_interior_effort(const lx_interior *interior);

/* Tiers that lx_interior_solve() may tell apart. */
int32_t lx_interior_tier_count(int32_t levels);

/* What lx_interior_solve() has found: nothing; where to start; or a contradiction. */
typedef enum { LX_FOUND_NOTHING, LX_FOUND_START, LX_FOUND_TORN } lx_interior_found;

/* What a row is to a contradiction: nothing; tight, where the sum of the errors is least, or not; or an equality that may tie its variables. */
enum { LX_PART_NONE, LX_PART_TIGHT, LX_PART_OPEN, LX_PART_TIE };

/* Approaches the optimum level by level, once. tiers_out, as long as the reduced LP has rows and unit rows, gets for each the tier in
 * which it is to be offered for the first basis: what the optimum of a high level holds at its constant comes first. Where a level
 * is lost, they are those of the levels before it. With `seeks`, and where rows that must hold seem to contradict each other, it gets the part of each in
 * that instead, and the optimum may still be approached. The tiers say nothing where nothing is found. Adds its steps to *steps. */
lx_status lx_interior_solve(lx_interior *interior, int seeks, int16_t *tiers_out, lx_interior_found *found_out, int64_t *steps);

/* On which side of its constant a row is there, or was when its level decided that: 1 above, -1 below; 0 where it is tight and one side costs
 * less. Where the row touches a vertex, its multiplier is that of this side, but for an excess. */
int8_t lx_interior_side(const lx_interior *interior, int32_t row);

/* A multiplier of a row at a level, beyond what the row costs on its side there. */
typedef struct {
  int32_t row, level;
  double value;
} lx_interior_excess;

/* Those that are not nothing. Returns how many. */
int32_t lx_interior_excesses(const lx_interior *interior, const lx_interior_excess **out);

/* The point where it has ended, a value for each variable. */
const double *lx_interior_point(const lx_interior *interior);

#endif
