/* factor_checks.c: see factor_checks.h. The reference is dense and slow: Gaussian elimination with complete pivoting for
 * ranks, and products with the rows themselves for residuals. */
#include "factor_checks.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "factor/sparse.h"

/* ---- random numbers: splitmix64 (Steele, Lea, Flood 2014) ---- */

static uint64_t draw(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static int32_t below(uint64_t *state, int32_t bound) {
  return (int32_t)(draw(state) % (uint64_t)bound);
}

static double coefficient(uint64_t *state) {
  static const double usual[] = {1, -1, 1, -1, 1, -1, 0.5, -2, 1.5, 1.0 / 3};
  return usual[below(state, 10)];
}

/* ---- messages ---- */

typedef struct {
  char *text;
  int32_t capacity;
  bool failed;
} report;

static void fail(report *r, const char *format, ...) {
  if (r->failed)
    return;
  r->failed = true;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(r->text, (size_t)r->capacity, format, arguments);
  va_end(arguments);
}

/* ---- a matrix with its candidates ---- */

typedef struct {
  lx_matrix matrix;
  int32_t *starts;
  int32_t *columns;
  double *values;
  int32_t capacity;
  int32_t row_capacity;
  int32_t tier_count;
  int32_t *tier_starts;
  int32_t *candidates;
} program;

/* Test memory: a test that runs out of it has no result. */
static void *need(void *block) {
  if (block == NULL)
    abort();
  return block;
}

static void program_init(program *p, int32_t columns) {
  *p = (program){0};
  p->row_capacity = 16;
  p->capacity = 64;
  p->starts = need(calloc((size_t)p->row_capacity + 1, sizeof *p->starts));
  p->columns = need(malloc((size_t)p->capacity * sizeof *p->columns));
  p->values = need(malloc((size_t)p->capacity * sizeof *p->values));
  p->matrix.column_count = columns;
}

static void program_free(program *p) {
  free(p->starts);
  free(p->columns);
  free(p->values);
  free(p->tier_starts);
  free(p->candidates);
}

static void program_append(program *p, int32_t column, double value) {
  int32_t *end = &p->starts[p->matrix.row_count + 1];
  if (*end == p->capacity) {
    p->capacity *= 2;
    p->columns = need(realloc(p->columns, (size_t)p->capacity * sizeof *p->columns));
    p->values = need(realloc(p->values, (size_t)p->capacity * sizeof *p->values));
  }
  p->columns[*end] = column;
  p->values[(*end)++] = value;
}

/* The same, unless the row has the column already. */
static void program_add(program *p, int32_t column, double value) {
  for (int32_t t = p->starts[p->matrix.row_count]; t < p->starts[p->matrix.row_count + 1]; t++) {
    if (p->columns[t] == column)
      return;
  }
  program_append(p, column, value);
}

static void program_end_row(program *p) {
  p->matrix.row_count++;
  if (p->matrix.row_count == p->row_capacity) {
    p->row_capacity *= 2;
    p->starts = need(realloc(p->starts, ((size_t)p->row_capacity + 1) * sizeof *p->starts));
  }
  p->starts[p->matrix.row_count + 1] = p->starts[p->matrix.row_count];
}

/* No more rows: sets the matrix's arrays, and makes room for tiers. */
static void program_seal(program *p, int32_t tier_count) {
  p->matrix.starts = p->starts;
  p->matrix.columns = p->columns;
  p->matrix.values = p->values;
  p->tier_count = tier_count;
  p->tier_starts = need(calloc((size_t)tier_count + 1, sizeof *p->tier_starts));
  p->candidates = need(calloc((size_t)p->matrix.row_count + (size_t)p->matrix.column_count, sizeof *p->candidates));
}

/* Rows of one to a few entries near each other, and among them sums of two rows, repeats, empty and long ones. */
static void fill_random(program *p, uint64_t *state, int32_t size) {
  program_init(p, size);
  const int32_t rows = 1 + below(state, 2 * size);
  const int32_t width = 1 + below(state, 4);
  const bool is_local = below(state, 2) == 0;
  const bool is_dependent = below(state, 2) == 0;
  for (int32_t i = 0; i < rows; i++) {
    const int32_t kind = below(state, 40);
    if (kind < 8 && is_dependent && i >= 2) {
      double sum[2] = {coefficient(state), kind < 3 ? 0 : coefficient(state)};
      double *dense = need(calloc((size_t)size, sizeof *dense));
      for (int32_t s = 0; s < 2; s++) {
        const int32_t other = below(state, i);
        for (int32_t t = p->starts[other]; t < p->starts[other + 1]; t++) dense[p->columns[t]] += sum[s] * p->values[t];
      }
      for (int32_t j = 0; j < size; j++) {
        if (fabs(dense[j]) > 1e-12)
          program_add(p, j, dense[j]);
      }
      free(dense);
    } else if (kind == 8) {
      for (int32_t j = 0; j < size; j++) {
        if (below(state, 3) > 0)
          program_add(p, j, coefficient(state));
      }
    } else if (kind != 9) {
      const int32_t first = below(state, size);
      const int32_t count = 1 + below(state, width);
      for (int32_t t = 0; t < count; t++) {
        const int32_t column = is_local ? (first + below(state, 6)) % size : below(state, size);
        program_add(p, t == 0 ? first : column, coefficient(state));
      }
    }
    program_end_row(p);
  }
}

static void shuffle(uint64_t *state, int32_t count, int32_t *items) {
  for (int32_t i = count - 1; i > 0; i--) {
    const int32_t j = below(state, i + 1);
    const int32_t kept = items[i];
    items[i] = items[j];
    items[j] = kept;
  }
}

static void set_random_tiers(program *p, uint64_t *state) {
  const int32_t tiers = 1 + below(state, 5);
  program_seal(p, tiers + 1);
  const int32_t rows = p->matrix.row_count;
  const int32_t all = rows + p->matrix.column_count;
  for (int32_t i = 0; i < all; i++) p->candidates[i] = i;
  /* Now and then unit rows stand among the stored ones. */
  const int32_t mixed = below(state, 4) == 0 ? all : rows;
  shuffle(state, mixed, p->candidates);
  for (int32_t t = 1; t < tiers; t++) p->tier_starts[t] = below(state, mixed + 1);
  for (int32_t t = 1; t < tiers; t++) {
    for (int32_t u = t + 1; u < tiers; u++) {
      if (p->tier_starts[u] >= p->tier_starts[t])
        continue;
      const int32_t kept = p->tier_starts[t];
      p->tier_starts[t] = p->tier_starts[u];
      p->tier_starts[u] = kept;
    }
  }
  p->tier_starts[tiers] = mixed;
  p->tier_starts[tiers + 1] = all;
}

/* ---- the reference ---- */

/* The rank of the first `count` candidates. */
static int32_t dense_rank(const program *p, int32_t count) {
  const int32_t size = p->matrix.column_count;
  double *a = need(calloc((size_t)count * (size_t)size + 1, sizeof *a));
  for (int32_t i = 0; i < count; i++) {
    int32_t unit;
    const lx_entries row = lx_matrix_row(&p->matrix, p->candidates[i], &unit);
    for (int32_t t = 0; t < row.count; t++) a[(int64_t)i * size + row.columns[t]] = row.values[t];
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
      for (int32_t j = 0; j < size; j++) a[i * size + j] -= factor * a[(int64_t)rank * size + j];
      a[i * size + column] = 0;
    }
    rank++;
  }
  free(a);
  return rank;
}

/* The rules of vector.h. */
static void check_vector(report *r, const char *what, const lx_vector *v) {
  uint8_t *named = need(calloc((size_t)v->size, 1));
  for (int32_t t = 0; t < v->count; t++) {
    if (named[v->index[t]]++)
      fail(r, "%s: place %d is named twice", what, v->index[t]);
  }
  for (int32_t j = 0; j < v->size; j++) {
    if (!named[j] && v->value[j] != 0)
      fail(r, "%s: place %d holds %g and is not named", what, j, v->value[j]);
    if (!isfinite(v->value[j]))
      fail(r, "%s: place %d holds %g", what, j, v->value[j]);
  }
  free(named);
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
  for (int32_t j = 0; j < size; j++) largest = fmax(largest, fabs(v.value[j]));
  for (int32_t k = 0; k < size; k++) {
    int32_t unit;
    const lx_entries row = lx_matrix_row(&p->matrix, basis[k], &unit);
    double residual = -right[k];
    for (int32_t t = 0; t < row.count; t++) residual += row.values[t] * v.value[row.columns[t]];
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
    for (int32_t t = 0; t < row.count; t++) sum[row.columns[t]] += row.values[t] * v.value[k];
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

/* Brings a random row into the basis where its pivot is largest or nearly so. Returns the position, or -1 if the row was
 * in already or an allocation failed. */
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
  lx_sparse_btran(sparse, v);
  double largest = 0;
  for (int32_t t = 0; t < v->count; t++) largest = fmax(largest, fabs(v->value[v->index[t]]));
  if (largest == 0)
    return -1;
  const int32_t offset = below(state, v->count);
  for (int32_t t = 0; t < v->count; t++) {
    const int32_t position = v->index[(t + offset) % v->count];
    if (fabs(v->value[position]) < 0.1 * largest)
      continue;
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
  for (int32_t i = 0; i < all; i++) tier_of[i] = -1;
  for (int32_t t = 0; t < p->tier_count; t++) {
    for (int32_t i = p->tier_starts[t]; i < p->tier_starts[t + 1]; i++) tier_of[p->candidates[i]] = t;
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

int32_t factor_check_random(uint64_t seed, int32_t size, int32_t updates, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  uint64_t state = seed;
  program p;
  fill_random(&p, &state, 1 + below(&state, size));
  set_random_tiers(&p, &state);
  const int32_t n = p.matrix.column_count;
  int32_t *basis = need(malloc((size_t)n * sizeof *basis));
  int32_t *again = need(malloc((size_t)n * sizeof *again));
  lx_vector v = {0};
  lx_sparse *sparse = NULL;
  if (lx_vector_create(&lx_default_allocator, n, &v) != LX_OK)
    abort();
  if (lx_sparse_create(&lx_default_allocator, n, &sparse) != LX_OK)
    fail(&r, "create failed");
  if (!r.failed && lx_sparse_build(sparse, &p.matrix, p.tier_count, p.tier_starts, p.candidates, basis) != LX_OK)
    fail(&r, "build failed");
  if (!r.failed) {
    check_basis(&r, &p, basis, n <= 120);
    check_solves(&r, "after the build", &p, sparse, basis, &state, 1e-9);
  }
  for (int32_t u = 0; u < updates && !r.failed; u++) {
    int32_t refactor;
    lx_status status;
    const int32_t changed = change_row(&p, sparse, basis, &state, &v, &refactor, &status);
    if (status != LX_OK)
      fail(&r, "update failed with %d", status);
    if (changed >= 0)
      check_solves(&r, "after an update", &p, sparse, basis, &state, 1e-7);
    if (refactor && !r.failed) {
      /* The basis alone, then all unit rows: it must come back whole. */
      const int32_t tiers[2] = {0, n};
      memcpy(again, basis, (size_t)n * sizeof *again);
      if (lx_sparse_build(sparse, &p.matrix, 1, tiers, again, basis) != LX_OK)
        fail(&r, "rebuild failed");
      check_solves(&r, "after the rebuild", &p, sparse, basis, &state, 1e-9);
    }
  }
  lx_sparse_destroy(sparse);
  lx_vector_destroy(&lx_default_allocator, &v);
  free(basis);
  free(again);
  program_free(&p);
  return r.failed;
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
  for (int32_t i = 0; i < kept; i++) p.candidates[i] = i;
  for (int32_t j = 0; j < n; j++) p.candidates[kept + j] = rows + j;
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

/* Chains. Each has x_0 ... x_size at columns 0 ... size and steps after them; row numbers are given in the order the
 * rows are added. `right` gets the right-hand side of each stored row and `expected` the closed form. */
enum {
  CHAIN_STEPS_LATER,      /* x' - x - h = 0 and x_0 = 3 first, each h = 2 later */
  CHAIN_STEPS_LATER_BACK, /* the same, with the later rows from last to first */
  CHAIN_TOGETHER,         /* all in tier 0 */
  CHAIN_LAST_FIXED,       /* h_i = h_0 and x' - x - h = 0 and x_last = 7 first; x_0 - h_0 = 1 last */
  CHAIN_LAST_LATER,       /* x' - x - h = 0 first, h = 2 later, x_last = 7 last */
  CHAIN_DETOUR,           /* x' - x - h = 0, h - k = 1 first; k = 1 and x_(i+5) - x_i = 10 later; x_0 = 3 last */
  CHAIN_TOTAL,            /* h_i - h_(i-1) = 0, sum h = size, x' - x - h = 0, x_0 = 3, all in tier 0 */
  CHAIN_SHAPES
};

int32_t factor_chain_shapes(void) {
  return CHAIN_SHAPES;
}

static void add_steps(program *p, int32_t size) {
  for (int32_t i = 0; i < size; i++) {
    program_add(p, i + 1, 1);
    program_add(p, i, -1);
    program_add(p, size + 1 + i, -1);
    program_end_row(p);
  }
}

static void add_single(program *p, int32_t column) {
  program_add(p, column, 1);
  program_end_row(p);
}

static void add_difference(program *p, int32_t plus, int32_t minus) {
  program_add(p, plus, 1);
  program_add(p, minus, -1);
  program_end_row(p);
}

int32_t factor_check_chain(int32_t shape, int32_t size, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  const int32_t step = size + 1;
  const int32_t n = shape == CHAIN_DETOUR ? 3 * size + 1 : 2 * size + 1;
  program p;
  program_init(&p, n);
  /* What x, h and k are in the solution: x_i = x_start + i * h. */
  double x_start = 3;
  double h = 2;
  int32_t bound[4] = {0};
  int32_t tiers = 1;
  add_steps(&p, size);
  switch (shape) {
  case CHAIN_STEPS_LATER:
  case CHAIN_STEPS_LATER_BACK:
    add_single(&p, 0);
    bound[tiers++] = p.matrix.row_count;
    for (int32_t i = 0; i < size; i++) add_single(&p, step + (shape == CHAIN_STEPS_LATER ? i : size - 1 - i));
    break;
  case CHAIN_TOGETHER:
    for (int32_t i = 0; i < size; i++) add_single(&p, step + i);
    add_single(&p, 0);
    break;
  case CHAIN_LAST_FIXED:
    for (int32_t i = 1; i < size; i++) add_difference(&p, step + i, step);
    add_single(&p, size);
    bound[tiers++] = p.matrix.row_count;
    add_difference(&p, 0, step);
    break;
  case CHAIN_LAST_LATER:
    bound[tiers++] = p.matrix.row_count;
    for (int32_t i = 0; i < size; i++) add_single(&p, step + i);
    bound[tiers++] = p.matrix.row_count;
    add_single(&p, size);
    break;
  case CHAIN_DETOUR:
    for (int32_t i = 0; i < size; i++) add_difference(&p, step + i, step + size + i);
    bound[tiers++] = p.matrix.row_count;
    for (int32_t i = 0; i < size; i++) add_single(&p, step + size + i);
    /* Dependent on what was taken, and on long ways back. */
    for (int32_t i = 0; i + 5 < size; i++) add_difference(&p, i + 5, i);
    bound[tiers++] = p.matrix.row_count;
    add_single(&p, 0);
    break;
  default:
    for (int32_t i = 1; i < size; i++) add_difference(&p, step + i, step + i - 1);
    for (int32_t i = 0; i < size; i++) program_append(&p, step + i, 1);
    program_end_row(&p);
    add_single(&p, 0);
    break;
  }
  bound[tiers++] = p.matrix.row_count;
  program_seal(&p, tiers);
  for (int32_t t = 1; t < tiers; t++) p.tier_starts[t] = bound[t];
  p.tier_starts[tiers] = p.matrix.row_count + n;
  for (int32_t i = 0; i < p.tier_starts[tiers]; i++) p.candidates[i] = i;

  double *expected = need(malloc((size_t)n * sizeof *expected));
  for (int32_t j = 0; j < n; j++) expected[j] = j < step ? x_start + j * h : j < step + size ? h : h - 1;
  int32_t *basis = need(malloc((size_t)n * sizeof *basis));
  lx_vector v = {0};
  lx_sparse *sparse = NULL;
  if (lx_vector_create(&lx_default_allocator, n, &v) != LX_OK)
    abort();
  if (lx_sparse_create(&lx_default_allocator, n, &sparse) != LX_OK ||
      lx_sparse_build(sparse, &p.matrix, tiers, p.tier_starts, p.candidates, basis) != LX_OK) {
    fail(&r, "create or build failed");
  } else {
    const lx_sparse_size sizes = lx_sparse_measure(sparse);
    if (sizes.lower_entries + sizes.upper_entries > 6 * (int64_t)n)
      fail(&r, "shape %d: %lld + %lld entries for %d columns", shape, (long long)sizes.lower_entries,
           (long long)sizes.upper_entries, n);
    for (int32_t k = 0; k < n; k++) {
      if (basis[k] >= p.matrix.row_count)
        fail(&r, "shape %d: unit row %d was taken", shape, basis[k] - p.matrix.row_count);
      int32_t unit;
      const lx_entries row = lx_matrix_row(&p.matrix, basis[k], &unit);
      for (int32_t t = 0; t < row.count; t++) v.value[k] += row.values[t] * expected[row.columns[t]];
      v.index[v.count++] = k;
    }
    lx_sparse_ftran(sparse, &v);
    check_vector(&r, "chain", &v);
    for (int32_t j = 0; j < n; j++) {
      if (fabs(v.value[j] - expected[j]) > 1e-9 * (x_start + size * h))
        fail(&r, "shape %d: column %d is %.17g, expected %.17g", shape, j, v.value[j], expected[j]);
    }
  }
  lx_sparse_destroy(sparse);
  lx_vector_destroy(&lx_default_allocator, &v);
  free(expected);
  free(basis);
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
      if (memcmp(before.value, after.value, (size_t)n * sizeof *before.value) != 0)
        fail(r, "a failed update changed the factor");
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

int32_t factor_check_memory(uint64_t seed, int32_t size, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  uint64_t state = seed;
  program p;
  fill_random(&p, &state, size);
  set_random_tiers(&p, &state);
  int64_t failing = 0;
  while (!r.failed && live_once(&r, &p, seed, failing)) failing++;
  if (!r.failed && failing < 20)
    fail(&r, "only %lld allocations were seen", (long long)failing);
  program_free(&p);
  return r.failed;
}
