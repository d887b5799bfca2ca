/* critical_region.h: one basis as the affine map from constants to values, and the conditions under which it is
 * optimal.
 *
 * At a vertex x = B^-1 b. The duals depend on the sides of the nonbasic rows alone, so the vertex stays optimal for all
 * constants that leave every nonbasic row on its side (T. Gal and J. Nedoma, Multiparametric linear programming,
 * Management Science 18, 1972). The region store looks such regions up for a single set of constants; templates
 * evaluate them for many sets at a time. */
#ifndef LX_CRITICAL_REGION_H
#define LX_CRITICAL_REGION_H

#include "regions/basis_inverse.h"

typedef struct {
  int32_t *starts;  /* variables + 1: the terms of each variable, none where it is 0 */
  int32_t *rows;    /* per term: the tight row whose constant … */
  double *factors;  /* … counts that much */
  double *least;    /* rows + variables: how far the activity may be below the constant, as a number <= 0 … */
  double *most;     /* … and above; both infinite where nothing is to be checked */
  int8_t *statuses; /* rows + variables: basis status, an lx_basis_status; unknown where no side has a cost */
} lx_critical_region;

/* How far a row may be off while the region still holds. INFINITY: that is not checked. */
typedef struct {
  double nonbasic;      /* a nonbasic row, on the wrong side of its constant */
  double tight;         /* a tight row, either way … */
  double tight_binding; /* … and one whose error would be a conflict */
} lx_region_slack;

/* Whether moving any tight row, up or down, clearly costs something: no other solution is optimal, for any constants
 * that leave the nonbasic rows on their sides. */
int lx_is_only_optimum(const lx_reduced_lp *lp, const lx_vertex *vertex);

/* Basis statuses of all rows and unit rows at a vertex; what is optimal depends on nothing else. Length lp->total. Returns 0 where a row that
 * touches its constant has no side: then it depends on that as well. */
int lx_region_statuses(const lx_reduced_lp *lp, const lx_vertex *vertex, int8_t *out);

/* Bytes of the arrays of a region with that many terms. */
int64_t lx_region_size(const lx_reduced_lp *lp, int64_t terms);

/* Room for a region with up to that many terms; variables^2 always suffice. */
lx_status lx_region_reserve(lx_arena *arena, const lx_reduced_lp *lp, int64_t terms, lx_critical_region *out);

/* Terms that the region of a basis has. */
int64_t lx_region_terms(const lx_reduced_lp *lp, const lx_basis_inverse *inverse);

/* Fills a region that has room for them. */
void lx_region_fill(lx_critical_region *region, const lx_reduced_lp *lp, const lx_basis_inverse *inverse,
                    const int8_t *statuses, const lx_region_slack *slack);

#endif
