/* factor_checks.c: checks of the sparse factorization on random matrices; see factor_checks.h. The reference is dense
 * and slow: elimination with complete pivoting for ranks, and products with the rows themselves for residuals. */
#include "factor_checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "factor/sparse.h"
#include "factor_programs.h"

/* ---- the reference ---- */

/* The rank of the first `count` candidates. */
static int32_t dense_rank(const program *p, int32_t count) {
  const int32_t size = p->matrix.column_count;
  double *a = need(calloc((size_t)count * (size_t)size + 1, sizeof *a));
  for (int32_t i = 0; i < count; i++) {
    int32_t unit;
    const lx_entries row = lx_matrix_row(&p->matrix, p->candidates[i], &unit);
    for (int32_t t = 0; t < row.count; t++)
      a[(int64_t)i * size + row.columns[t]] = row.values[t];
  }
  int32_t rank = 0;
  while (rank < count && rank < size) {
    int64_t best = -1;
    double largest = 1e-9;
    for (int64_t e = (int64_t)rank * size; e < (int64_t)count * size; e++) {
      if (fabs(a[e]) > largest) {
        largest = fabs(a[e]);
        best = e;
      }
    }
    if (best < 0)
      break;
    const int64_t row = best / size;
    const int64_t column = best % size;
    for (int32_t j = 0; j < size; j++) {
      const double kept = a[(int64_t)rank * size + j];
      a[(int64_t)rank * size + j] = a[row * size + j];
      a[row * size + j] = kept;
    }
    for (int64_t i = rank + 1; i < count; i++) {
      const double factor = a[i * size + column] / a[(int64_t)rank * size + column];
      if (factor == 0)
        continue;
      for (int32_t j = 0; j < size; j++)
        a[i * size + j] -= factor * a[(int64_t)rank * size + j];
      a[i * size + column] = 0;
    }
    rank++;
  }
  free(a);
  return rank;
}

static void set_random_vector(lx_vector *v, uint64_t *state) {
  lx_vector_clear(v);
  const int32_t wanted = below(state, 3) == 0 ? v->size : 1 + below(state, 1 + v->size / 20);
  for (int32_t t = 0; t < wanted; t++) {
    const int32_t j = wanted == v->size ? t : below(state, v->size);
    if (v->value[j] != 0)
      continue;
    v->value[j] = coefficient(state) * (1 + below(state, 9));
    v->index[v->count++] = j;
  }
}

/* Residuals of one FTRAN and one BTRAN, relative to the largest value of the solution. */
static void check_solves(report *r, const char *what, const program *p, lx_sparse *sparse, const int32_t *basis,
                         uint64_t *state, double tolerance) {
  const int32_t size = p->matrix.column_count;
  lx_vector v = {0};
  if (lx_vector_create(&lx_default_allocator, size, &v) != LX_OK)
    abort();
  double *right = need(malloc((size_t)size * sizeof *right));
  double *sum = need(calloc((size_t)size, sizeof *sum));

  set_random_vector(&v, state);
  memcpy(right, v.value, (size_t)size * sizeof *right);
  lx_sparse_ftran(sparse, &v);
  check_vector(r, what, &v);
  double largest = 1;
  for (int32_t j = 0; j < size; j++)
    largest = fmax(largest, fabs(v.value[j]));
  for (int32_t k = 0; k < size; k++) {
    int32_t unit;
    const lx_entries row = lx_matrix_row(&p->matrix, basis[k], &unit);
    double residual = -right[k];
    for (int32_t t = 0; t < row.count; t++)
      residual += row.values[t] * v.value[row.columns[t]];
    if (fabs(residual) > tolerance * largest)
      fail(r, "%s: ftran leaves %g at position %d of %d, values to %g", what, residual, k, size, largest);
  }

  set_random_vector(&v, state);
  memcpy(right, v.value, (size_t)size * sizeof *right);
  lx_sparse_btran(sparse, &v);
  check_vector(r, what, &v);
  largest = 1;
  for (int32_t k = 0; k < size; k++) {
    int32_t unit;
    const lx_entries row = lx_matrix_row(&p->matrix, basis[k], &unit);
    largest = fmax(largest, fabs(v.value[k]));
    for (int32_t t = 0; t < row.count; t++)
      sum[row.columns[t]] += row.values[t] * v.value[k];
  }
  for (int32_t j = 0; j < size; j++) {
    if (fabs(sum[j] - right[j]) > tolerance * largest)
      fail(r, "%s: btran leaves %g at column %d of %d, values to %g", what, sum[j] - right[j], j, size, largest);
  }
  lx_vector_destroy(&lx_default_allocator, &v);
  free(right);
  free(sum);
}

/* Puts the row into the vector. */
static void load_row(const lx_matrix *matrix, int32_t row, lx_vector *v) {
  int32_t unit;
  const lx_entries entries = lx_matrix_row(matrix, row, &unit);
  lx_vector_clear(v);
  for (int32_t t = 0; t < entries.count; t++) {
    v->index[v->count++] = entries.columns[t];
    v->value[entries.columns[t]] = entries.values[t];
  }
}

/* Brings a random row into the basis where its pivot is largest or nearly so. Returns the position, or -1 if the row
 * was in already or an allocation failed. */
static int32_t change_row(const program *p, lx_sparse *sparse, int32_t *basis, uint64_t *state, lx_vector *v,
                          int32_t *refactor, lx_status *status) {
  const int32_t row = below(state, p->matrix.row_count + p->matrix.column_count);
  *refactor = 0;
  *status = LX_OK;
  for (int32_t k = 0; k < p->matrix.column_count; k++) {
    if (basis[k] == row)
      return -1;
  }
  load_row(&p->matrix, row, v);
  lx_sparse_btran_row(sparse, v);
  double largest = 0;
  for (int32_t t = 0; t < v->count; t++)
    largest = fmax(largest, fabs(v->value[v->index[t]]));
  if (largest == 0)
    return -1;
  const int32_t offset = below(state, v->count);
  for (int32_t t = 0; t < v->count; t++) {
    const int32_t position = v->index[(t + offset) % v->count];
    if (fabs(v->value[position]) < 0.1 * largest)
      continue;
    if (below(state, 2) == 0) { /* else the update finds it out */
      lx_vector direction;
      *status = lx_vector_create(&lx_default_allocator, p->matrix.column_count, &direction);
      if (*status != LX_OK)
        return -1;
      lx_sparse_ftran_unit(sparse, position, below(state, 2) == 0 ? 1 : -1, &direction);
      lx_vector_destroy(&lx_default_allocator, &direction);
    }
    *status = lx_sparse_update(sparse, position, v, refactor);
    if (*status != LX_OK)
      return -1;
    basis[position] = row;
    return position;
  }
  return -1;
}

/* The rank that each tier adds, and that each row is there once. */
static void check_basis(report *r, const program *p, const int32_t *basis, bool ranks) {
  const int32_t size = p->matrix.column_count;
  const int32_t all = p->matrix.row_count + size;
  int32_t *tier_of = need(malloc((size_t)all * sizeof *tier_of));
  for (int32_t i = 0; i < all; i++)
    tier_of[i] = -1;
  for (int32_t t = 0; t < p->tier_count; t++) {
    for (int32_t i = p->tier_starts[t]; i < p->tier_starts[t + 1]; i++)
      tier_of[p->candidates[i]] = t;
  }
  int32_t *taken = need(calloc((size_t)p->tier_count, sizeof *taken));
  for (int32_t k = 0; k < size; k++) {
    if (tier_of[basis[k]] < 0) {
      fail(r, "row %d at position %d is no candidate or there twice", basis[k], k);
    } else {
      taken[tier_of[basis[k]]]++;
      tier_of[basis[k]] = -1;
    }
  }
  int32_t sum = 0;
  for (int32_t t = 0; t < p->tier_count && ranks; t++) {
    sum += taken[t];
    const int32_t rank = dense_rank(p, p->tier_starts[t + 1]);
    if (sum != rank)
      fail(r, "tiers 0 ... %d have rank %d, %d rows were taken", t, rank, sum);
  }
  free(tier_of);
  free(taken);
}

/* ---- the checks ---- */

/* Builds, of at most `most_entries` a column, solves and changes rows; frees the program. */
static int32_t check_program(program *p, uint64_t *state, int32_t updates, int32_t ranked, int32_t most_entries,
                             char *message, int32_t capacity) {
  report r = {message, capacity, false};
  const int32_t n = p->matrix.column_count;
  int32_t *basis = need(malloc((size_t)n * sizeof *basis));
  int32_t *again = need(malloc((size_t)n * sizeof *again));
  lx_vector v = {0};
  lx_sparse *sparse = NULL;
  if (lx_vector_create(&lx_default_allocator, n, &v) != LX_OK)
    abort();
  if (lx_sparse_create(&lx_default_allocator, n, &sparse) != LX_OK)
    fail(&r, "create failed");
  if (!r.failed && lx_sparse_build(sparse, &p->matrix, p->tier_count, p->tier_starts, p->candidates, basis) != LX_OK)
    fail(&r, "build failed");
  if (!r.failed) {
    check_basis(&r, p, basis, n <= ranked);
    check_solves(&r, "after the build", p, sparse, basis, state, 1e-9);
    const lx_sparse_size held = lx_sparse_measure(sparse);
    if (held.lower_entries + held.upper_entries > (int64_t)most_entries * n)
      fail(&r, "%d columns, %lld entries", n, (long long)(held.lower_entries + held.upper_entries));
  }
  for (int32_t u = 0; u < updates && !r.failed; u++) {
    int32_t refactor;
    lx_status status;
    const int32_t changed = change_row(p, sparse, basis, state, &v, &refactor, &status);
    if (status != LX_OK)
      fail(&r, "update failed with %d", status);
    if (changed >= 0)
      check_solves(&r, "after an update", p, sparse, basis, state, 1e-7);
    if (refactor && !r.failed) {
      /* The basis alone, then all unit rows: it must come back whole. */
      const int32_t tiers[2] = {0, n};
      memcpy(again, basis, (size_t)n * sizeof *again);
      if (lx_sparse_build(sparse, &p->matrix, 1, tiers, again, basis) != LX_OK)
        fail(&r, "rebuild failed");
      check_solves(&r, "after the rebuild", p, sparse, basis, state, 1e-9);
    }
  }
  lx_sparse_destroy(sparse);
  lx_vector_destroy(&lx_default_allocator, &v);
  free(basis);
  free(again);
  program_free(p);
  return r.failed;
}

int32_t factor_check_random(uint64_t seed, int32_t size, int32_t updates, char *message, int32_t capacity) {
  uint64_t state = seed;
  program p;
  fill_random(&p, &state, 1 + below(&state, size));
  set_random_tiers(&p, &state);
  return check_program(&p, &state, updates, 120, size, message, capacity);
}

int32_t factor_check_wide(uint64_t seed, int32_t size, int32_t updates, char *message, int32_t capacity) {
  uint64_t state = seed;
  program p;
  fill_wide(&p, &state, size);
  set_random_tiers(&p, &state);
  return check_program(&p, &state, updates, size, size, message, capacity);
}

int32_t factor_check_dense(uint64_t seed, int32_t size, int32_t updates, char *message, int32_t capacity) {
  uint64_t state = seed;
  program p;
  fill_dense(&p, &state, size);
  set_random_tiers(&p, &state);
  return check_program(&p, &state, updates, 2 * size, size, message, capacity);
}

/* The first `kept` of all rows, then the others in random order. */
static void list_candidates(program *p, int32_t kept, int32_t all, uint64_t *state) {
  for (int32_t i = 0; i < all; i++)
    p->candidates[i] = i;
  for (int32_t i = all - 1; i > kept; i--) {
    const int32_t other = kept + below(state, i - kept + 1), row = p->candidates[i];
    p->candidates[i] = p->candidates[other];
    p->candidates[other] = row;
  }
}

int32_t factor_check_network(uint64_t seed, int32_t side, int32_t ranked, char *message, int32_t capacity) {
  enum { TIERS = 4 };
  uint64_t state = seed;
  program p;
  const int32_t nodes = side * side, arcs = 2 * nodes, pairs = nodes / 2;
  program_init(&p, arcs);
  for (int32_t i = 0; i < nodes; i++) {
    const int32_t x = i % side, y = i / side;
    program_append(&p, 2 * i, 1);
    program_append(&p, 2 * i + 1, 1);
    program_append(&p, 2 * (y * side + (x + side - 1) % side), -1);
    program_append(&p, 2 * ((y + side - 1) % side * side + x) + 1, -1);
    program_end_row(&p);
  }
  for (int32_t k = 0; k < pairs; k++) {
    program_add(&p, below(&state, arcs), 1);
    program_add(&p, below(&state, arcs), -1);
    program_end_row(&p);
  }
  program_seal(&p, TIERS);
  /* The balances, then everything else in random order. */
  const int32_t all = p.matrix.row_count + arcs;
  list_candidates(&p, nodes, all, &state);
  for (int32_t t = 0; t < TIERS; t++)
    p.tier_starts[t + 1] = nodes + (all - nodes) / (TIERS - 1) * t;
  p.tier_starts[TIERS] = all;
  return check_program(&p, &state, 10, ranked, 10, message, capacity);
}

int32_t factor_check_open(uint64_t seed, int32_t size, int32_t ranked, char *message, int32_t capacity) {
  enum { TIERS = 3, ENTRIES = 5 };
  uint64_t state = seed;
  program p;
  program_init(&p, size);
  for (int32_t i = 0; i < size / 2; i++) {
    for (int32_t t = 0; t < ENTRIES; t++)
      program_add(&p, below(&state, size), 1 + below(&state, 9));
    program_end_row(&p);
  }
  program_seal(&p, TIERS);
  /* The rows, then the unit rows in random order. */
  const int32_t rows = p.matrix.row_count, all = rows + size;
  list_candidates(&p, rows, all, &state);
  p.tier_starts[1] = rows;
  p.tier_starts[2] = size;
  p.tier_starts[TIERS] = all;
  return check_program(&p, &state, 10, ranked, size <= ranked ? size : 4, message, capacity);
}

int32_t factor_check_repair(uint64_t seed, int32_t size, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  uint64_t state = seed;
  program p;
  fill_random(&p, &state, 2 + below(&state, size));
  const int32_t n = p.matrix.column_count;
  program_seal(&p, 2);
  const int32_t rows = p.matrix.row_count;
  const int32_t kept = rows < n ? rows : n;
  for (int32_t i = 0; i < kept; i++)
    p.candidates[i] = i;
  for (int32_t j = 0; j < n; j++)
    p.candidates[kept + j] = rows + j;
  p.tier_starts[1] = kept;
  p.tier_starts[2] = kept + n;
  int32_t *basis = need(malloc((size_t)n * sizeof *basis));
  lx_sparse *sparse = NULL;
  if (lx_sparse_create(&lx_default_allocator, n, &sparse) != LX_OK ||
      lx_sparse_build(sparse, &p.matrix, 2, p.tier_starts, p.candidates, basis) != LX_OK) {
    fail(&r, "create or build failed");
  } else {
    check_basis(&r, &p, basis, true);
    check_solves(&r, "after the repair", &p, sparse, basis, &state, 1e-9);
  }
  lx_sparse_destroy(sparse);
  free(basis);
  program_free(&p);
  return r.failed;
}

int32_t factor_check_dependence(double excess, int32_t later, int32_t independent, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  /* No row or column of these has a single entry, and thirds round. */
  static const double rows[3][4] = {{1.0 / 3, 1, -1, 0.7}, {1, -1.0 / 3, 0.1, 1}, {-0.7, 1, 1.0 / 3, -1}};
  program p;
  program_init(&p, 4);
  for (int32_t i = 0; i < 4; i++) {
    for (int32_t j = 0; j < 4; j++) {
      const double sum = rows[0][j] + rows[1][j] + rows[2][j];
      program_append(&p, j, i < 3 ? rows[i][j] : j == 3 ? sum + excess : sum);
    }
    program_end_row(&p);
  }
  program_seal(&p, 3);
  p.tier_starts[1] = later ? 3 : 4;
  p.tier_starts[2] = 4;
  p.tier_starts[3] = 8;
  for (int32_t i = 0; i < 8; i++) p.candidates[i] = i;
  int32_t basis[4] = {-1, -1, -1, -1};
  lx_sparse *sparse = NULL;
  if (lx_sparse_create(&lx_default_allocator, 4, &sparse) != LX_OK ||
      lx_sparse_build(sparse, &p.matrix, 3, p.tier_starts, p.candidates, basis) != LX_OK) {
    fail(&r, "create or build failed");
  } else {
    int32_t stored = 0;
    for (int32_t k = 0; k < 4; k++) stored += basis[k] < 4;
    if (stored != (independent ? 4 : 3))
      fail(&r, "%d of four rows were taken with %g too much in one", stored, excess);
    if (lx_sparse_measure(sparse).kernel < 3)
      fail(&r, "the kernel took %d rows", lx_sparse_measure(sparse).kernel);
  }
  lx_sparse_destroy(sparse);
  program_free(&p);
  return r.failed;
}

/* ---- memory ---- */

typedef struct {
  int64_t left; /* allocations until one fails; negative: none does */
  int64_t live; /* blocks */
} meter;

static void *meter_resize(void *context, void *block, size_t bytes) {
  meter *m = context;
  if (m->left >= 0 && m->left-- == 0)
    return NULL;
  void *grown = realloc(block, bytes);
  if (block == NULL && grown != NULL)
    m->live++;
  return grown;
}

static void meter_release(void *context, void *block) {
  meter *m = context;
  m->live--;
  free(block);
}

/* One life of a factor, the allocation numbered `failing` failing. Returns whether it came to that. */
static bool live_once(report *r, const program *p, uint64_t seed, int64_t failing) {
  const int32_t n = p->matrix.column_count;
  meter m = {failing, 0};
  const lx_allocator allocator = {&m, meter_resize, meter_release};
  int32_t *basis = need(malloc((size_t)n * sizeof *basis));
  lx_vector v = {0};
  lx_vector before = {0};
  lx_vector after = {0};
  if (lx_vector_create(&lx_default_allocator, n, &v) != LX_OK ||
      lx_vector_create(&lx_default_allocator, n, &before) != LX_OK ||
      lx_vector_create(&lx_default_allocator, n, &after) != LX_OK)
    abort();
  bool failed = false;
  lx_sparse *sparse = NULL;
  lx_status status = lx_sparse_create(&allocator, n, &sparse);
  if (status != LX_OK) {
    failed = true;
    if (status != LX_ERROR_MEMORY || sparse != NULL)
      fail(r, "create: status %d with allocation %lld failing", status, (long long)failing);
  } else {
    status = lx_sparse_build(sparse, &p->matrix, p->tier_count, p->tier_starts, p->candidates, basis);
    if (status != LX_OK) {
      failed = true;
      if (status != LX_ERROR_MEMORY)
        fail(r, "build: status %d with allocation %lld failing", status, (long long)failing);
      status = lx_sparse_build(sparse, &p->matrix, p->tier_count, p->tier_starts, p->candidates, basis);
      if (status != LX_OK)
        fail(r, "build after a failed one: status %d", status);
    }
    uint64_t state = seed;
    for (int32_t u = 0; u < 30 && status == LX_OK; u++) {
      load_row(&p->matrix, p->matrix.row_count + u % n, &before);
      lx_sparse_btran(sparse, &before);
      int32_t refactor;
      change_row(p, sparse, basis, &state, &v, &refactor, &status);
      if (status == LX_OK)
        continue;
      failed = true;
      if (status != LX_ERROR_MEMORY)
        fail(r, "update: status %d with allocation %lld failing", status, (long long)failing);
      load_row(&p->matrix, p->matrix.row_count + u % n, &after);
      lx_sparse_btran(sparse, &after);
      for (int32_t k = 0; k < n; k++) /* as far as the order of sums goes, which depends on the solves between */
        if (fabs(before.value[k] - after.value[k]) > 1e-12 * fmax(1, fabs(before.value[k])))
          fail(r, "a failed update changed the factor by %g", after.value[k] - before.value[k]);
      status = LX_OK;
    }
    if (status == LX_OK)
      check_solves(r, "after a failed allocation", p, sparse, basis, &state, 1e-6);
  }
  lx_sparse_destroy(sparse);
  if (m.live != 0)
    fail(r, "%lld blocks leak with allocation %lld failing", (long long)m.live, (long long)failing);
  lx_vector_destroy(&lx_default_allocator, &v);
  lx_vector_destroy(&lx_default_allocator, &before);
  lx_vector_destroy(&lx_default_allocator, &after);
  free(basis);
  return failed;
}

int32_t factor_check_memory(uint64_t seed, int32_t size, int32_t dense, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  uint64_t state = seed;
  program p;
  if (dense != 0)
    fill_dense(&p, &state, size);
  else
    fill_random(&p, &state, size);
  set_random_tiers(&p, &state);
  int64_t failing = 0;
  while (!r.failed && live_once(&r, &p, seed, failing))
    failing++;
  if (!r.failed && failing < 20)
    fail(&r, "only %lld allocations were seen", (long long)failing);
  program_free(&p);
  return r.failed;
}
