/* symmetric.h: L D L^T of a symmetric matrix that may be factored in any order: definite, or quasidefinite (definite in some
 * nodes, negative definite in the others). Supernodal and multifrontal; the pattern is analysed once and factored with as
 * many values as are wanted.
 *
 * References: I. S. Duff and J. K. Reid, The multifrontal solution of indefinite sparse symmetric linear equations (ACM
 * Trans. Math. Softw. 9, 1983); R. J. Vanderbei, Symmetric quasidefinite matrices (SIAM J. Optim. 5, 1995). */
#ifndef LX_SYMMETRIC_H
#define LX_SYMMETRIC_H

#include "base/arena.h"

typedef struct lx_symmetric lx_symmetric;

/* Analyses a pattern; node i has the neighbours neighbours[starts[i] ..< starts[i + 1]] as in lx_minimum_degree(). With `dissects` the nodes
 * are ordered by nested dissection, which takes several times as long and makes a factorization shorter that is long. What it
 * takes lives in the arena. *out is NULL when a factor would hold more than `most` entries. */
lx_status lx_symmetric_create(lx_arena *arena, int32_t size, const int64_t *starts, const int32_t *neighbours, int dissects,
                              int64_t most, lx_symmetric **out);

/* Multiplications of one factorization, and entries of the factor. */
int64_t lx_symmetric_work(const lx_symmetric *symmetric);
int64_t lx_symmetric_entries(const lx_symmetric *symmetric);

/* Where the value of an entry lies in the array that factors: of the diagonal, and of a pair of neighbours. */
int64_t lx_symmetric_slot(const lx_symmetric *symmetric, int32_t i, int32_t j);

/* Length of that array. */
int64_t lx_symmetric_slots(const lx_symmetric *symmetric);

/* Factors. A pivot next to zero, beside the node's own diagonal, is replaced by one that leaves the node's value near 0. */
void lx_symmetric_factor(lx_symmetric *symmetric, const double *values);

/* Solves in place. */
void lx_symmetric_solve(const lx_symmetric *symmetric, double *vector);

#endif
