/* basis_inverse.h: the explicit inverse of a basis, for critical regions.
 *
 * Computed by Gauss-Jordan elimination with row pivoting (G. H. Golub, C. F. Van Loan, Matrix Computations, 3.4), the
 * rows of the basis in ascending order: the same basis gives the same bits however the simplex came to it. */
#ifndef LX_BASIS_INVERSE_H
#define LX_BASIS_INVERSE_H

#include "simplex/reduced_lp.h"

/* The arrays are the caller's. */
typedef struct {
  int32_t size;
  int32_t *tight;  /* size: the rows of the basis, ascending; unit rows come last */
  double *table;   /* size x 2 size by rows: the unit matrix on the left, the inverse on the right */
  int32_t *listed; /* 2 size: scratch */
} lx_basis_inverse;

/* Inverts the basis of a vertex. Returns 0 where a pivot is too small. */
int lx_basis_invert(const lx_reduced_lp *lp, const lx_vertex *vertex, lx_basis_inverse *inverse);

/* How variable j depends on the constants of the tight rows. */
static inline const double *lx_inverse_row(const lx_basis_inverse *inverse, int32_t j) {
  return inverse->table + (int64_t)j * 2 * inverse->size + inverse->size;
}

/* Largest sum of the absolute entries of a row. */
double lx_inverse_norm(const lx_basis_inverse *inverse);

/* What rounding may do to a value in relation to the largest: | B^-1 | |B| |x|, which does not depend on how rows are
 * scaled (R. D. Skeel, Scaling for numerical stability in Gaussian elimination, Journal of the ACM 26, 1979). With x
 * NULL, for values of one size. */
double lx_inverse_condition(const lx_basis_inverse *inverse, const lx_reduced_lp *lp, const double *x);

#endif
