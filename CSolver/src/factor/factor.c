/* factor.c: one interface over the dense and the sparse factorization. */
#include "factor/factor.h"

#include "factor/dense.h"
#include "factor/sparse.h"

struct lx_factor {
  lx_allocator allocator;
  int32_t size;
  lx_dense *dense; /* one of the two is NULL */
  lx_sparse *sparse;
  int64_t solves; /* so far */
};

lx_status lx_factor_create(const lx_allocator *allocator, lx_algebra kind, int32_t size, lx_factor **out) {
  lx_factor *factor = lx_allocate_zeroed(allocator, 1, sizeof *factor);
  if (factor == NULL)
    return LX_ERROR_MEMORY;
  factor->allocator = *allocator;
  factor->size = size;
  const lx_status status = kind == LX_ALGEBRA_SPARSE ? lx_sparse_create(allocator, size, &factor->sparse)
                                                     : lx_dense_create(allocator, size, &factor->dense);
  if (status != LX_OK) {
    lx_release(allocator, factor);
    return status;
  }
  *out = factor;
  return LX_OK;
}

void lx_factor_destroy(lx_factor *factor) {
  if (factor == NULL)
    return;
  const lx_allocator allocator = factor->allocator;
  lx_dense_destroy(factor->dense);
  lx_sparse_destroy(factor->sparse);
  lx_release(&allocator, factor);
}

lx_status lx_factor_build(lx_factor *factor, const lx_matrix *matrix, int32_t tier_count, const int32_t *tier_starts,
                          const int32_t *candidates, int32_t *basis_out) {
  if (factor->sparse != NULL)
    return lx_sparse_build(factor->sparse, matrix, tier_count, tier_starts, candidates, basis_out);
  return lx_dense_build(factor->dense, matrix, tier_count, tier_starts, candidates, basis_out);
}

void lx_factor_set_dependence(lx_factor *factor, double tolerance) {
  if (factor->sparse != NULL)
    lx_sparse_set_dependence(factor->sparse, tolerance);
  else
    lx_dense_set_dependence(factor->dense, tolerance);
}

void lx_factor_set_stopper(lx_factor *factor, const lx_stopper *stopper) {
  if (factor->sparse != NULL)
    lx_sparse_set_stopper(factor->sparse, stopper);
  else
    lx_dense_set_stopper(factor->dense, stopper);
}

void lx_factor_ftran(lx_factor *factor, lx_vector *vector) {
  factor->solves++;
  if (factor->sparse != NULL)
    lx_sparse_ftran(factor->sparse, vector);
  else
    lx_dense_ftran(factor->dense, vector);
}

void lx_factor_btran(lx_factor *factor, lx_vector *vector) {
  factor->solves++;
  if (factor->sparse != NULL)
    lx_sparse_btran(factor->sparse, vector);
  else
    lx_dense_btran(factor->dense, vector);
}

void lx_factor_ftran_unit(lx_factor *factor, int32_t position, double sign, lx_vector *out) {
  factor->solves++;
  if (factor->sparse != NULL) {
    lx_sparse_ftran_unit(factor->sparse, position, sign, out);
    return;
  }
  out->value[position] = sign;
  out->index[0] = position;
  out->count = 1;
  lx_dense_ftran(factor->dense, out);
}

void lx_factor_btran_row(lx_factor *factor, lx_vector *row) {
  factor->solves++;
  if (factor->sparse != NULL)
    lx_sparse_btran_row(factor->sparse, row);
  else
    lx_dense_btran(factor->dense, row);
}

int lx_factor_is_sparse(const lx_factor *factor) { return factor->sparse != NULL; }

void lx_factor_btran_many(lx_factor *factor, int32_t count, double *vectors, double *work, lx_vector *scratch) {
  factor->solves += count;
  if (factor->dense != NULL) {
    lx_dense_btran_many(factor->dense, count, vectors, work);
    return;
  }
  for (int32_t c = 0; c < count; c++) {
    double *vector = vectors + (int64_t)c * factor->size;
    for (int32_t j = 0; j < factor->size; j++)
      if (vector[j] != 0) {
        scratch->value[j] = vector[j];
        scratch->index[scratch->count++] = j;
        vector[j] = 0;
      }
    lx_sparse_btran(factor->sparse, scratch);
    for (int32_t k = 0; k < scratch->count; k++)
      vector[scratch->index[k]] = scratch->value[scratch->index[k]];
    lx_vector_clear(scratch);
  }
}

int64_t lx_factor_touched(const lx_factor *factor) {
  return factor->sparse != NULL ? lx_sparse_touched(factor->sparse) : factor->solves * factor->size * factor->size;
}

int64_t lx_factor_built(const lx_factor *factor) { return factor->sparse != NULL ? lx_sparse_built(factor->sparse) : 0; }

lx_status lx_factor_update(lx_factor *factor, int32_t position, const lx_vector *row, int32_t *refactor_out) {
  if (factor->sparse != NULL)
    return lx_sparse_update(factor->sparse, position, row, refactor_out);
  return lx_dense_update(factor->dense, position, row, refactor_out);
}
