/* sensitivity.c: a vertex is x = B^-1 b, B its tight rows, so c·x moves by y_k per unit of the constant of the tight
 * row at position k, with y = B^-T c.
 *
 * The basis is taken from where the last solve left the rows, not from the solver's inner reduced LPs: whatever
 * presolve does, the tight rows it reports are what decides the values. Unit rows that no tight row replaces fill the
 * basis up. Linear in the program, and one factorization, which is almost triangular for layouts. */
#include "diagnose/sensitivity.h"

#include <math.h>

#include "base/arena.h"
#include "factor/factor.h"

/* Part of the largest share in what was asked about below which a row's is rounding: a few thousand roundings. A share
 * is a derivative times the largest coefficient of its row, so that it does not depend on how rows are scaled. */
#define LX_TOL_SHARE 1e-12

typedef struct {
  const lx_program *program;
  lx_arena arena;
  lx_matrix matrix; /* the tight rows */
  int32_t *rows;    /* matrix.row_count: which rows of the program they are */
  int32_t *basis;   /* n, by position */
  lx_factor *factor;
  lx_vector vector; /* n */
} lx_prober;

/* Copies the tight rows into a matrix of their own. */
static lx_status collect_rows(lx_prober *prober) {
  const lx_program *program = prober->program;
  int32_t count = 0, entries = 0;
  for (int32_t r = 0; r < program->row_count; r++)
    if (program->rows[r].live && program->row_statuses[r] == LX_BASIS_TIGHT) {
      count++;
      entries += program->rows[r].count;
    }
  int32_t *starts = lx_arena_take(&prober->arena, (int64_t)count + 1, sizeof *starts);
  int32_t *columns = lx_arena_take(&prober->arena, entries, sizeof *columns);
  double *values = lx_arena_take(&prober->arena, entries, sizeof *values);
  prober->rows = lx_arena_take(&prober->arena, count, sizeof *prober->rows);
  if (starts == NULL || columns == NULL || values == NULL || prober->rows == NULL)
    return LX_ERROR_MEMORY;
  int32_t next = 0, end = 0;
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    if (!row->live || program->row_statuses[r] != LX_BASIS_TIGHT)
      continue;
    prober->rows[next] = r;
    starts[next++] = end;
    for (int32_t e = row->start; e < row->start + row->count; e++) {
      columns[end] = program->columns[e];
      values[end++] = program->values[e];
    }
  }
  starts[next] = end;
  prober->matrix = (lx_matrix){count, program->variable_count, starts, columns, values};
  return LX_OK;
}

/* Tight rows and tight unit rows first; the other unit rows only where those leave room. */
static lx_status factorize(lx_prober *prober) {
  const lx_program *program = prober->program;
  const int32_t n = program->variable_count, m = prober->matrix.row_count;
  int32_t *candidates = lx_arena_take(&prober->arena, (int64_t)m + n, sizeof *candidates);
  prober->basis = lx_arena_take(&prober->arena, n, sizeof *prober->basis);
  if (candidates == NULL || prober->basis == NULL)
    return LX_ERROR_MEMORY;
  int32_t tiers[3] = {0, 0, m + n};
  int32_t end = 0;
  for (int32_t r = 0; r < m; r++)
    candidates[end++] = r;
  for (int32_t pass = 0; pass < 2; pass++) {
    for (int32_t j = 0; j < n; j++)
      if ((program->variables[j].live && program->variables[j].status == LX_BASIS_TIGHT) == (pass == 0))
        candidates[end++] = m + j;
    tiers[pass + 1] = end;
  }
  const lx_status status = lx_factor_create(&program->allocator, LX_ALGEBRA_SPARSE, n, &prober->factor);
  if (status != LX_OK)
    return status;
  lx_factor_set_stopper(prober->factor, program->stopper);
  return lx_factor_build(prober->factor, &prober->matrix, 2, tiers, candidates, prober->basis);
}

static lx_status probe(lx_prober *prober, int32_t count, const int32_t *variables, const double *coefficients) {
  const int32_t n = prober->program->variable_count;
  lx_vector *vector = &prober->vector;
  vector->size = n;
  vector->index = lx_arena_take(&prober->arena, n, sizeof *vector->index);
  vector->value = lx_arena_take_zeroed(&prober->arena, n, sizeof *vector->value);
  if (vector->index == NULL || vector->value == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < count; k++)
    vector->value[variables[k]] += coefficients[k];
  for (int32_t j = 0; j < n; j++)
    if (vector->value[j] != 0)
      vector->index[vector->count++] = j;
  lx_factor_btran(prober->factor, vector);
  return LX_OK;
}

/* Derivative times largest coefficient, of the row at a position. */
static double share_of(const lx_prober *prober, int32_t position) {
  int32_t unit;
  const lx_entries entries = lx_matrix_row(&prober->matrix, prober->basis[position], &unit);
  double largest = 0;
  for (int32_t e = 0; e < entries.count; e++)
    largest = fmax(largest, fabs(entries.values[e]));
  return fabs(prober->vector.value[position]) * largest;
}

static lx_status hand_out(lx_prober *prober, int32_t **members_out, double **values_out, int32_t *count_out) {
  const lx_program *program = prober->program;
  const int32_t n = program->variable_count, m = prober->matrix.row_count;
  double *by_row = lx_arena_take_zeroed(&prober->arena, (int64_t)m + n, sizeof *by_row);
  if (by_row == NULL)
    return LX_ERROR_MEMORY;
  double largest = 0;
  int32_t count = 0;
  for (int32_t k = 0; k < prober->vector.count; k++)
    largest = fmax(largest, share_of(prober, prober->vector.index[k]));
  for (int32_t k = 0; k < prober->vector.count; k++) {
    const int32_t position = prober->vector.index[k];
    if (share_of(prober, position) <= LX_TOL_SHARE * largest)
      continue;
    by_row[prober->basis[position]] = prober->vector.value[position];
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
      members[end] = r < m ? prober->rows[r] : -1 - (r - m);
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
  lx_prober prober = {.program = program};
  *members_out = NULL;
  *values_out = NULL;
  *count_out = 0;
  lx_arena_init(&prober.arena, &program->allocator);
  lx_status status = collect_rows(&prober);
  if (status == LX_OK)
    status = factorize(&prober);
  if (status == LX_OK)
    status = probe(&prober, count, variables, coefficients);
  if (status == LX_OK)
    status = hand_out(&prober, members_out, values_out, count_out);
  lx_factor_destroy(prober.factor);
  lx_arena_destroy(&prober.arena);
  return status;
}
