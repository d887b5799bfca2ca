/* factor_chains.c: checks of the sparse factorization on long chains; see factor_checks.h. */
#include <math.h>
#include <stdlib.h>

#include "factor/sparse.h"
#include "factor_checks.h"
#include "factor_programs.h"

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
  CHAIN_TOTAL_FIRST,      /* sum h = 2 size and x_0 = 3 first; h_i = h_0 later; x' - x - h = 0 last */
  CHAIN_TOTAL_FIRST_NEXT, /* the same with h_i = h_(i-1), from last to first */
  CHAIN_MULTIPLES,        /* x' - x - h = 0, x_0 = 3, x_last first; x_(i+1) - x_i = x_1 - x_0 later */
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
  if (shape != CHAIN_TOTAL_FIRST && shape != CHAIN_TOTAL_FIRST_NEXT)
    add_steps(&p, size);
  switch (shape) {
  case CHAIN_STEPS_LATER:
  case CHAIN_STEPS_LATER_BACK:
    add_single(&p, 0);
    bound[tiers++] = p.matrix.row_count;
    for (int32_t i = 0; i < size; i++)
      add_single(&p, step + (shape == CHAIN_STEPS_LATER ? i : size - 1 - i));
    break;
  case CHAIN_TOGETHER:
    for (int32_t i = 0; i < size; i++)
      add_single(&p, step + i);
    add_single(&p, 0);
    break;
  case CHAIN_LAST_FIXED:
    for (int32_t i = 1; i < size; i++)
      add_difference(&p, step + i, step);
    add_single(&p, size);
    bound[tiers++] = p.matrix.row_count;
    add_difference(&p, 0, step);
    break;
  case CHAIN_LAST_LATER:
    bound[tiers++] = p.matrix.row_count;
    for (int32_t i = 0; i < size; i++)
      add_single(&p, step + i);
    bound[tiers++] = p.matrix.row_count;
    add_single(&p, size);
    break;
  case CHAIN_DETOUR:
    for (int32_t i = 0; i < size; i++)
      add_difference(&p, step + i, step + size + i);
    bound[tiers++] = p.matrix.row_count;
    for (int32_t i = 0; i < size; i++)
      add_single(&p, step + size + i);
    /* Dependent on what was taken, and on long ways back. */
    for (int32_t i = 0; i + 5 < size; i++)
      add_difference(&p, i + 5, i);
    bound[tiers++] = p.matrix.row_count;
    add_single(&p, 0);
    break;
  case CHAIN_TOTAL_FIRST:
  case CHAIN_TOTAL_FIRST_NEXT:
    for (int32_t i = 0; i < size; i++)
      program_append(&p, step + i, 1);
    program_end_row(&p);
    add_single(&p, 0);
    bound[tiers++] = p.matrix.row_count;
    for (int32_t i = 1; i < size; i++)
      add_difference(&p, step + size - i, shape == CHAIN_TOTAL_FIRST ? step : step + size - i - 1);
    bound[tiers++] = p.matrix.row_count;
    add_steps(&p, size);
    break;
  case CHAIN_MULTIPLES:
    add_single(&p, 0);
    add_single(&p, size);
    bound[tiers++] = p.matrix.row_count;
    for (int32_t i = 1; i < size; i++) {
      program_add(&p, i + 1, 1);
      program_add(&p, i, i == 1 ? -2 : -1);
      program_add(&p, 1, -1);
      program_add(&p, 0, 1);
      program_end_row(&p);
    }
    break;
  default:
    for (int32_t i = 1; i < size; i++)
      add_difference(&p, step + i, step + i - 1);
    for (int32_t i = 0; i < size; i++)
      program_append(&p, step + i, 1);
    program_end_row(&p);
    add_single(&p, 0);
    break;
  }
  bound[tiers++] = p.matrix.row_count;
  program_seal(&p, tiers);
  for (int32_t t = 1; t < tiers; t++)
    p.tier_starts[t] = bound[t];
  p.tier_starts[tiers] = p.matrix.row_count + n;
  for (int32_t i = 0; i < p.tier_starts[tiers]; i++)
    p.candidates[i] = i;

  double *expected = need(malloc((size_t)n * sizeof *expected));
  for (int32_t j = 0; j < n; j++)
    expected[j] = j < step ? x_start + j * h : j < step + size ? h : h - 1;
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
    if (sizes.lower_entries + sizes.upper_entries > 6 * (int64_t)n + 100)
      fail(&r, "shape %d: %lld + %lld entries for %d columns", shape, (long long)sizes.lower_entries,
           (long long)sizes.upper_entries, n);
    for (int32_t k = 0; k < n; k++) {
      if (basis[k] >= p.matrix.row_count)
        fail(&r, "shape %d: unit row %d was taken", shape, basis[k] - p.matrix.row_count);
      int32_t unit;
      const lx_entries row = lx_matrix_row(&p.matrix, basis[k], &unit);
      for (int32_t t = 0; t < row.count; t++)
        v.value[k] += row.values[t] * expected[row.columns[t]];
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
