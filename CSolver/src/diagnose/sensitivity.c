/* sensitivity.c: a vertex is x = B^-1 b, B its tight rows, so c·x moves by y_k per unit of the constant of the tight
 * row at position k, with y = B^-T c. */
#include "diagnose/sensitivity.h"

#include <math.h>

#include "diagnose/tight_basis.h"

/* Part of the largest share in what was asked about below which a row's is rounding: a few thousand roundings. A share
 * is a derivative times the largest coefficient of its row, so that it does not depend on how rows are scaled. */
#define LX_TOL_SHARE 1e-12

static void probe(lx_tight_basis *basis, int32_t count, const int32_t *variables, const double *coefficients) {
  const int32_t n = basis->program->variable_count;
  lx_vector *vector = &basis->vector;
  for (int32_t k = 0; k < count; k++)
    vector->value[variables[k]] += coefficients[k];
  for (int32_t j = 0; j < n; j++)
    if (vector->value[j] != 0)
      vector->index[vector->count++] = j;
  lx_factor_btran(basis->factor, vector);
}

/* Derivative times largest coefficient, of the row at a position. */
static double share_of(const lx_tight_basis *basis, int32_t position) {
  int32_t unit;
  const lx_entries entries = lx_matrix_row(&basis->matrix, basis->basis[position], &unit);
  double largest = 0;
  for (int32_t e = 0; e < entries.count; e++)
    largest = fmax(largest, fabs(entries.values[e]));
  return fabs(basis->vector.value[position]) * largest;
}

static lx_status hand_out(lx_tight_basis *basis, int32_t **members_out, double **values_out, int32_t *count_out) {
  const lx_program *program = basis->program;
  const int32_t n = program->variable_count, m = basis->matrix.row_count;
  double *by_row = lx_arena_take_zeroed(&basis->arena, (int64_t)m + n, sizeof *by_row);
  if (by_row == NULL)
    return LX_ERROR_MEMORY;
  double largest = 0;
  int32_t count = 0;
  for (int32_t k = 0; k < basis->vector.count; k++)
    largest = fmax(largest, share_of(basis, basis->vector.index[k]));
  for (int32_t k = 0; k < basis->vector.count; k++) {
    const int32_t position = basis->vector.index[k];
    if (share_of(basis, position) <= LX_TOL_SHARE * largest)
      continue;
    by_row[basis->basis[position]] = basis->vector.value[position];
    count++;
  }
  int32_t *members = lx_allocate(&program->allocator, count, sizeof *members);
  double *values = lx_allocate(&program->allocator, count, sizeof *values);
  if (members == NULL || values == NULL) {
    lx_release(&program->allocator, members);
    lx_release(&program->allocator, values);
    return LX_ERROR_MEMORY;
  }
  int32_t end = 0;
  for (int32_t r = 0; r < m + n; r++)
    if (by_row[r] != 0) {
      members[end] = r < m ? basis->rows[r] : -1 - (r - m);
      values[end++] = by_row[r];
    }
  *members_out = members;
  *values_out = values;
  *count_out = count;
  return LX_OK;
}

lx_status lx_find_sensitivity(const lx_program *program, int32_t count, const int32_t *variables,
                              const double *coefficients, int32_t **members_out, double **values_out,
                              int32_t *count_out) {
  lx_tight_basis basis;
  *members_out = NULL;
  *values_out = NULL;
  *count_out = 0;
  lx_status status = lx_tight_basis_open(&basis, program);
  if (status == LX_OK) {
    probe(&basis, count, variables, coefficients);
    status = hand_out(&basis, members_out, values_out, count_out);
  }
  lx_tight_basis_close(&basis);
  return status;
}
