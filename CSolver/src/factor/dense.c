/* dense.c: an explicit inverse, kept current by rank-one updates.
 *
 * With two to forty variables a reduced LP's inverse fits a few cache lines; a column of it is the ftran of a unit
 * vector, a combination of its rows a btran, and an update costs n^2 with no permutations to follow. Accuracy is the
 * simplex's business: it compares pivots computed both ways and builds anew.
 *
 * Choosing a basis is Gaussian elimination one row at a time: each candidate is reduced by the rows taken before it,
 * and taken if something is left. */
#include "factor/dense.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "linalg/kernels.h"

struct lx_dense {
  lx_allocator allocator;
  int32_t size;
  int32_t updates; /* since the last build */
  const lx_stopper *stopper; /* or NULL */
  double dependence; /* what is left of a row that depends on others, relative to its largest number */
  double *inverse; /* size x size; row j belongs to column j of the basis, column p to position p */
  double *reduced; /* size x size; row k is the k-th row taken, reduced by those before it */
  double *work;    /* size */
  int32_t *pivots; /* size; pivot column of the k-th row taken; later row exchanges */
};

lx_status lx_dense_create(const lx_allocator *allocator, int32_t size, lx_dense **out) {
  if (size > LX_DENSE_LIMIT)
    return LX_ERROR_SIZE;
  lx_dense *dense = lx_allocate_zeroed(allocator, 1, sizeof *dense);
  if (dense == NULL)
    return LX_ERROR_MEMORY;
  dense->allocator = *allocator;
  dense->size = size;
  dense->dependence = LX_TOL_DEPENDENT;
  dense->inverse = lx_allocate(allocator, (int64_t)size * size, sizeof *dense->inverse);
  dense->reduced = lx_allocate(allocator, (int64_t)size * size, sizeof *dense->reduced);
  dense->work = lx_allocate(allocator, size, sizeof *dense->work);
  dense->pivots = lx_allocate(allocator, size, sizeof *dense->pivots);
  if (dense->inverse == NULL || dense->reduced == NULL || dense->work == NULL || dense->pivots == NULL) {
    lx_dense_destroy(dense);
    return LX_ERROR_MEMORY;
  }
  lx_kernels_init();
  *out = dense;
  return LX_OK;
}

void lx_dense_set_dependence(lx_dense *dense, double tolerance) { dense->dependence = tolerance; }

void lx_dense_set_stopper(lx_dense *dense, const lx_stopper *stopper) { dense->stopper = stopper; }

void lx_dense_destroy(lx_dense *dense) {
  if (dense == NULL)
    return;
  const lx_allocator allocator = dense->allocator;
  lx_release(&allocator, dense->inverse);
  lx_release(&allocator, dense->reduced);
  lx_release(&allocator, dense->work);
  lx_release(&allocator, dense->pivots);
  lx_release(&allocator, dense);
}

/* Reduces `row` (dense, size) by the `rank` rows taken, and returns its new pivot column, or -1 when it depends on
 * them. The pivot is the largest entry: with one row at a time that is partial pivoting. */
static int32_t reduce(const lx_dense *dense, int32_t rank, double largest, double *row) {
  const int32_t n = dense->size;
  double grown = largest;
  for (int32_t k = 0; k < rank; k++) {
    const int32_t column = dense->pivots[k];
    if (row[column] == 0)
      continue;
    const double *taken = dense->reduced + (int64_t)k * n;
    const double factor = row[column] / taken[column];
    lx_axpy(n, -factor, taken, row);
    row[column] = 0;
    if (fabs(factor) > grown)
      grown = fabs(factor);
  }
  int32_t pivot = -1;
  double best = dense->dependence * grown;
  for (int32_t j = 0; j < n; j++)
    if (fabs(row[j]) > best) {
      best = fabs(row[j]);
      pivot = j;
    }
  return pivot;
}

/* Fills `inverse` from the rows in `basis`. They are independent, by construction of build. */
static int invert_basis(lx_dense *dense, const lx_matrix *matrix, const int32_t *basis) {
  const int32_t n = dense->size;
  memset(dense->inverse, 0, sizeof *dense->inverse * (size_t)n * (size_t)n);
  for (int32_t p = 0; p < n; p++) {
    int32_t unit;
    const lx_entries entries = lx_matrix_row(matrix, basis[p], &unit);
    for (int32_t e = 0; e < entries.count; e++)
      dense->inverse[(int64_t)p * n + entries.columns[e]] = entries.values[e];
  }
  return lx_invert(n, dense->inverse, dense->pivots, dense->reduced);
}

/* Takes rows that are independent as far as dense->dependence tells; returns how many, -1 where the caller
 * stops it. */
static int32_t choose_rows(lx_dense *dense, const lx_matrix *matrix, int32_t count, const int32_t *candidates,
                           int32_t *basis_out) {
  const int32_t n = dense->size;
  int32_t rank = 0;
  for (int32_t c = 0; c < count && rank < n; c++) {
    if (c % LX_STOP_STRIDE == 0 && lx_check_stop(dense->stopper) != LX_OK)
      return -1;
    int32_t unit;
    const lx_entries entries = lx_matrix_row(matrix, candidates[c], &unit);
    double *row = dense->reduced + (int64_t)rank * n;
    double largest = 0;
    memset(row, 0, sizeof *row * (size_t)n);
    for (int32_t e = 0; e < entries.count; e++) {
      row[entries.columns[e]] = entries.values[e];
      if (fabs(entries.values[e]) > largest)
        largest = fabs(entries.values[e]);
    }
    const int32_t pivot = reduce(dense, rank, largest, row);
    if (pivot < 0)
      continue;
    dense->pivots[rank] = pivot;
    basis_out[rank] = candidates[c];
    rank++;
  }
  return rank;
}

lx_status lx_dense_build(lx_dense *dense, const lx_matrix *matrix, int32_t tier_count, const int32_t *tier_starts,
                         const int32_t *candidates, int32_t *basis_out) {
  const double dependence = dense->dependence;
  int built = 0;
  dense->updates = 0;
  /* Where every row that is not exactly dependent is taken, the inverse may find one that is. */
  while (!built && dense->dependence < 1) {
    const int32_t rank = choose_rows(dense, matrix, tier_starts[tier_count], candidates, basis_out);
    if (rank < 0) {
      dense->dependence = dependence;
      return LX_ERROR_STOPPED;
    }
    built = rank == dense->size && invert_basis(dense, matrix, basis_out) == 0;
    if (!built)
      dense->dependence = fmax(16 * dense->dependence, 0x1p-52);
  }
  dense->dependence = dependence;
  return built ? LX_OK : LX_ERROR_ARGUMENT;
}

static void list_nonzeros(lx_vector *vector) {
  vector->count = 0;
  for (int32_t i = 0; i < vector->size; i++)
    if (vector->value[i] != 0)
      vector->index[vector->count++] = i;
}

/* Noise of cancellation relative to the largest entry; without this every solved vector would be full. */
static void drop_noise(lx_vector *vector) {
  double largest = 0;
  for (int32_t i = 0; i < vector->size; i++)
    largest = fmax(largest, fabs(vector->value[i]));
  for (int32_t i = 0; i < vector->size; i++)
    if (fabs(vector->value[i]) <= LX_TOL_DROP * largest)
      vector->value[i] = 0;
}

void lx_dense_ftran(lx_dense *dense, lx_vector *vector) {
  const int32_t n = dense->size;
  memset(dense->work, 0, sizeof *dense->work * (size_t)n);
  for (int32_t k = 0; k < vector->count; k++) {
    const int32_t p = vector->index[k];
    const double factor = vector->value[p];
    for (int32_t j = 0; j < n; j++)
      dense->work[j] += factor * dense->inverse[(int64_t)j * n + p];
  }
  memcpy(vector->value, dense->work, sizeof *dense->work * (size_t)n);
  drop_noise(vector);
  list_nonzeros(vector);
}

void lx_dense_btran(lx_dense *dense, lx_vector *vector) {
  const int32_t n = dense->size;
  memset(dense->work, 0, sizeof *dense->work * (size_t)n);
  for (int32_t k = 0; k < vector->count; k++) {
    const int32_t j = vector->index[k];
    lx_axpy(n, vector->value[j], dense->inverse + (int64_t)j * n, dense->work);
  }
  memcpy(vector->value, dense->work, sizeof *dense->work * (size_t)n);
  drop_noise(vector);
  list_nonzeros(vector);
}

void lx_dense_btran_many(lx_dense *dense, int32_t count, double *vectors, double *work) {
  lx_multiply(count, dense->size, vectors, dense->inverse, work);
  memcpy(vectors, work, sizeof *work * (size_t)count * (size_t)dense->size);
}

lx_status lx_dense_update(lx_dense *dense, int32_t position, const lx_vector *row, int32_t *refactor_out) {
  const int32_t n = dense->size;
  const double pivot = row->value[position];
  double *change = dense->reduced; /* free between builds: one row of it holds (row - e_position) / pivot */
  for (int32_t p = 0; p < n; p++)
    change[p] = row->value[p] / pivot;
  change[position] = (pivot - 1) / pivot;
  for (int32_t j = 0; j < n; j++)
    dense->work[j] = dense->inverse[(int64_t)j * n + position];
  lx_rank_one(n, dense->work, change, dense->inverse);
  dense->updates++;
  *refactor_out = dense->updates >= LX_UPDATE_LIMIT;
  return LX_OK;
}
