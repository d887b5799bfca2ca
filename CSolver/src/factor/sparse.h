/* sparse.h: the sparse half of factor.h: a basis over rows as B = L U, for reduced LPs where few entries are not zero.
 *
 * Layout bases are almost triangular, so most of a factorization is bookkeeping. build() is a pipeline, a file each:
 *   sparse_singletons.c  rows, then columns of one active entry: pivots that change no number;
 *   sparse_markowitz.c   what is left of tier 0, right-looking, each pivot the sparsest that is stable;
 *   sparse_border.c      later tiers row by row, up-looking: a row is reduced by the pivots it touches and taken if
 *                        something remains;
 *   sparse_ahead.c       before that, a build without regard to tiers, where these are mostly independent;
 *   sparse_wide.c        wide rows of early tiers enter a basis built without them;
 *   sparse_exchange.c    how they do, and what a build ahead has left out; the basis is then built once more;
 *   sparse_pack.c        both factors by rows and by columns, so that each solve scatters.
 * sparse_solve.c solves at the cost of what a right-hand side reaches; sparse_update.c keeps row changes as a product between
 * both factors.
 *
 * References: Suhl and Suhl, "Computing sparse LU factorizations for large-scale linear programming bases", ORSA J.
 * Computing 2 (1990); Gilbert and Peierls, "Sparse partial pivoting in time proportional to arithmetic operations",
 * SIAM J. Sci. Stat. Comput. 9 (1988); Duff, Erisman and Reid, "Direct Methods for Sparse Matrices", 2nd ed. */
#ifndef LX_SPARSE_H
#define LX_SPARSE_H

#include "base/stop.h"
#include "linalg/matrix.h"
#include "linalg/vector.h"

typedef struct lx_sparse lx_sparse;

/* What the last build and the updates since hold. Entries do not count the pivots. */
typedef struct {
  int64_t lower_entries;
  int64_t upper_entries;
  int64_t eta_entries;
  int32_t singletons; /* pivots that sparse_singletons.c took */
  int32_t kernel;     /* pivots that sparse_markowitz.c took; the rest is the border */
  int32_t updates;
} lx_sparse_size;

/* `size` is n >= 1. Time and memory O(n). The allocator is copied. */
lx_status lx_sparse_create(const lx_allocator *allocator, int32_t size, lx_sparse **out);
void lx_sparse_destroy(lx_sparse *sparse);
void lx_sparse_set_dependence(lx_sparse *sparse, double tolerance);
void lx_sparse_set_stopper(lx_sparse *sparse, const lx_stopper *stopper);

/* As lx_factor_build. Should the candidates not hold n rows that are numerically independent, unit rows complete the
 * basis, candidates or not. Within a tier unit rows of columns without a pivot come first. After LX_ERROR_MEMORY the
 * factor holds no basis until a build succeeds. */
lx_status lx_sparse_build(lx_sparse *sparse, const lx_matrix *matrix, int32_t tier_count, const int32_t *tier_starts,
                          const int32_t *candidates, int32_t *basis_out);

/* As lx_factor_ftran and lx_factor_btran. Results below LX_TOL_DROP of the largest entry are zero. */
void lx_sparse_ftran(lx_sparse *sparse, lx_vector *vector);
void lx_sparse_btran(lx_sparse *sparse, lx_vector *vector);

/* As lx_factor_ftran_unit and lx_factor_btran_row. */
void lx_sparse_ftran_unit(lx_sparse *sparse, int32_t position, double sign, lx_vector *out);
void lx_sparse_btran_row(lx_sparse *sparse, lx_vector *row);

/* As lx_factor_update. On LX_ERROR_MEMORY the factor is as it was. */
lx_status lx_sparse_update(lx_sparse *sparse, int32_t position, const lx_vector *row, int32_t *refactor_out);

/* As lx_factor_touched. */
int64_t lx_sparse_touched(const lx_sparse *sparse);
int64_t lx_sparse_built(const lx_sparse *sparse);

/* The sizes, for statistics and tests. */
lx_sparse_size lx_sparse_measure(const lx_sparse *sparse);

#endif
