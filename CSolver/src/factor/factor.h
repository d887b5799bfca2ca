/* factor.h: the factorization of a basis, one interface over dense and sparse linear algebra.
 *
 * A basis B is n independent rows of a matrix with n columns, one at each position 0 ..< n. The simplex needs
 *   - build:  choose n independent rows from candidates, the earlier the better, and factor them;
 *   - ftran:  x = B^-1 b, b indexed by position, x by column;
 *   - btran:  y = B^-T c, c indexed by column, y by position;
 *   - update: put another row at one position.
 * The solves cannot fail: their memory is there once build or update succeeded. */
#ifndef LX_FACTOR_H
#define LX_FACTOR_H

#include "base/stop.h"
#include "linalg/matrix.h"
#include "linalg/vector.h"

typedef struct lx_factor lx_factor;

/* `kind` is LX_ALGEBRA_DENSE or LX_ALGEBRA_SPARSE; `size` is n >= 1. */
lx_status lx_factor_create(const lx_allocator *allocator, lx_algebra kind, int32_t size, lx_factor **out);
void lx_factor_destroy(lx_factor *factor);

/* Chooses and factors a basis. `candidates` are rows of the matrix (stored or unit), each at most once, in tiers: tier
 * t is candidates[tier_starts[t] ..< tier_starts[t + 1]]. A row of a later tier is taken only if it is independent of
 * all taken in earlier tiers; within a tier the factorization takes a maximal independent subset in the order that
 * suits it, the same each time. The candidates must contain n independent rows, which holds when every unit row is
 * among them. The matrix must stay in place until the next build. basis_out: the row at each position, length n. */
lx_status lx_factor_build(lx_factor *factor, const lx_matrix *matrix, int32_t tier_count, const int32_t *tier_starts,
                          const int32_t *candidates, int32_t *basis_out);

/* How much of a reduced row must be left for it to be independent (LX_TOL_DEPENDENT); from the next build on. */
void lx_factor_set_dependence(lx_factor *factor, double tolerance);

/* Whom builds ask whether to stop; NULL, as at first, for nobody. */
void lx_factor_set_stopper(lx_factor *factor, const lx_stopper *stopper);

/* In place: from b by position to x by column. */
void lx_factor_ftran(lx_factor *factor, lx_vector *vector);

/* In place: from c by column to y by position. */
void lx_factor_btran(lx_factor *factor, lx_vector *vector);

/* ftran of `sign` at a position, into an empty vector, and btran of a row, in place. What an update needs in which the position goes to the row is
 * kept until the next of each, or until the next build. */
void lx_factor_ftran_unit(lx_factor *factor, int32_t position, double sign, lx_vector *out);
void lx_factor_btran_row(lx_factor *factor, lx_vector *row);

int lx_factor_is_sparse(const lx_factor *factor);

/* btran of `count` vectors at once, each n values long, one after another, in place. `work` has room for count x n, which only a dense
 * one needs; `scratch` is an empty vector of size n. */
void lx_factor_btran_many(lx_factor *factor, int32_t count, double *vectors, double *work, lx_vector *scratch);

/* Entries that solves have gone through since it was created. */
int64_t lx_factor_touched(const lx_factor *factor);

/* Entries that builds have gone through since it was created, where they are sparse; else 0. */
int64_t lx_factor_built(const lx_factor *factor);

/* Replaces the row at `position` by that of the last lx_factor_btran_row, which came to `row` (so row->value[position] is the pivot, not near
 * zero). It takes longer where the last lx_factor_ftran_unit was not of this position.
 * *refactor_out is set when solves would be cheaper or safer after a build; the update itself has happened. */
lx_status lx_factor_update(lx_factor *factor, int32_t position, const lx_vector *row, int32_t *refactor_out);

#endif
