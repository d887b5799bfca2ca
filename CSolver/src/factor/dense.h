/* dense.h: the factorization of small bases, as an explicit inverse. Same calls as factor.h. */
#ifndef LX_DENSE_H
#define LX_DENSE_H

#include "factor/factor.h"

/* Largest order of a dense factorization; it holds two n x n arrays, 256 MB at the limit. */
#define LX_DENSE_LIMIT 4096

typedef struct lx_dense lx_dense;

lx_status lx_dense_create(const lx_allocator *allocator, int32_t size, lx_dense **out);
void lx_dense_destroy(lx_dense *dense);
void lx_dense_set_dependence(lx_dense *dense, double tolerance);
void lx_dense_set_stopper(lx_dense *dense, const lx_stopper *stopper);
lx_status lx_dense_build(lx_dense *dense, const lx_matrix *matrix, int32_t tier_count, const int32_t *tier_starts,
                         const int32_t *candidates, int32_t *basis_out);
void lx_dense_ftran(lx_dense *dense, lx_vector *vector);
void lx_dense_btran(lx_dense *dense, lx_vector *vector);
void lx_dense_btran_many(lx_dense *dense, int32_t count, double *vectors, double *work);
lx_status lx_dense_update(lx_dense *dense, int32_t position, const lx_vector *row, int32_t *refactor_out);

#endif
