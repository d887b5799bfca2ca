/* csolver_private.h: what the Swift modules of this package and the tests of the solver use besides csolver.h. It may change
 * with any version; include csolver.h alone. */
#ifndef CSOLVER_PRIVATE_H
#define CSOLVER_PRIVATE_H

#include "csolver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory of the kind that a solver without an allocator of its own has, for arrays that live beside it: large blocks lie in
 * huge pages where the system has them, and some are kept for the next who asks. Semantics of realloc and free, but that
 * no bytes count as one. For any thread. */
void *lx_block_resize(void *block, size_t bytes);
void lx_block_release(void *block);

/* lx_add_rows() without a look at what it is given, for a caller who has made the rows such that there is nothing to
 * refuse: pointers and starts as lx_rows has them, variables of the solver, none twice in a row, usable numbers. A build
 * without NDEBUG looks all the same. LX_ERROR_SIZE, LX_ERROR_MEMORY. */
lx_status lx_add_known_rows(lx_solver *solver, const lx_rows *rows, int32_t *out);

/* Creates a solver of the same program, with the same indices of variables and rows and the same allocator, without an
 * answer. What happens to either later is nothing to the other. Costs a copy of the program: about a fifth of a first
 * solve. LX_ERROR_MEMORY. */
lx_status lx_copy(const lx_solver *solver, lx_solver **out);

/* How the answer moves in a plane of two parameters, both 0 now, and the lines that bound where that holds: lx_get_ranging()
 * for two directions. In direction d (0, 1) the constant of rows[d][k], k < counts[d], grows by slopes[d][k] per unit of
 * parameter d. slopes_out, length 2 * variable_count: how far each of the variables moves per unit of the first
 * parameter, then of the second. Facets: a member that is not tight by construction, m >= 0 a row, m < 0 the sign of
 * variable -1 - m, and three numbers: its residual (row less constant, or the variable's value), and how far that moves
 * per unit of either parameter. The values are an optimum as long as no residual changes its sign; a residual of 0 touches
 * now, and the answer at hand is a breakpoint. Facets that do not move are left out. Needs LX_OPTIMAL and no edit
 * since. Writes at most `capacity` members and three times as many numbers, the number of facets to count_out. Costs
 * a factorization of the whole program's basis. LX_ERROR_INDEX, LX_ERROR_ARGUMENT, LX_ERROR_VALUE for a slope beyond 1e9,
 * LX_ERROR_UNSOLVED, LX_ERROR_MEMORY. */
lx_status lx_get_plane(const lx_solver *solver, const int32_t *counts, const int32_t *const *rows,
                       const double *const *slopes, int32_t variable_count, const int32_t *variables,
                       double *slopes_out, int32_t capacity, int32_t *members_out, double *facets_out,
                       int32_t *count_out);

#ifdef __cplusplus
}
#endif

#endif
