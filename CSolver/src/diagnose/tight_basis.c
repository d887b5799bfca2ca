/* tight_basis.c: see tight_basis.h. */
#include "diagnose/tight_basis.h"

/* Copies the tight rows into a matrix of their own. */
static lx_status collect_rows(lx_tight_basis *basis) {
  const lx_program *program = basis->program;
  int32_t count = 0, entries = 0;
  for (int32_t r = 0; r < program->row_count; r++)
    if (program->rows[r].live && program->row_statuses[r] == LX_BASIS_TIGHT) {
      count++;
      entries += program->rows[r].count;
    }
  int32_t *starts = lx_arena_take(&basis->arena, (int64_t)count + 1, sizeof *starts);
  int32_t *columns = lx_arena_take(&basis->arena, entries, sizeof *columns);
  double *values = lx_arena_take(&basis->arena, entries, sizeof *values);
  basis->rows = lx_arena_take(&basis->arena, count, sizeof *basis->rows);
  if (starts == NULL || columns == NULL || values == NULL || basis->rows == NULL)
    return LX_ERROR_MEMORY;
  int32_t next = 0, end = 0;
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    if (!row->live || program->row_statuses[r] != LX_BASIS_TIGHT)
      continue;
    basis->rows[next] = r;
    starts[next++] = end;
    for (int32_t e = row->start; e < row->start + row->count; e++) {
      columns[end] = program->columns[e];
      values[end++] = program->values[e];
    }
  }
  starts[next] = end;
  basis->matrix = (lx_matrix){count, program->variable_count, starts, columns, values};
  return LX_OK;
}

/* Tight rows and tight unit rows first; the other unit rows only where those leave room. */
static lx_status factorize(lx_tight_basis *basis) {
  const lx_program *program = basis->program;
  const int32_t n = program->variable_count, m = basis->matrix.row_count;
  int32_t *candidates = lx_arena_take(&basis->arena, (int64_t)m + n, sizeof *candidates);
  basis->basis = lx_arena_take(&basis->arena, n, sizeof *basis->basis);
  if (candidates == NULL || basis->basis == NULL)
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
  const lx_status status = lx_factor_create(&program->allocator, LX_ALGEBRA_SPARSE, n, &basis->factor);
  if (status != LX_OK)
    return status;
  lx_factor_set_stopper(basis->factor, program->stopper);
  return lx_factor_build(basis->factor, &basis->matrix, 2, tiers, candidates, basis->basis);
}

static lx_status make_vector(lx_tight_basis *basis) {
  const int32_t n = basis->program->variable_count;
  basis->vector.size = n;
  basis->vector.index = lx_arena_take(&basis->arena, n, sizeof *basis->vector.index);
  basis->vector.value = lx_arena_take_zeroed(&basis->arena, n, sizeof *basis->vector.value);
  return basis->vector.index == NULL || basis->vector.value == NULL ? LX_ERROR_MEMORY : LX_OK;
}

lx_status lx_tight_basis_open(lx_tight_basis *basis, const lx_program *program) {
  *basis = (lx_tight_basis){.program = program};
  lx_arena_init(&basis->arena, &program->allocator);
  lx_status status = collect_rows(basis);
  if (status == LX_OK)
    status = factorize(basis);
  return status == LX_OK ? make_vector(basis) : status;
}

void lx_tight_basis_close(lx_tight_basis *basis) {
  lx_factor_destroy(basis->factor);
  lx_arena_destroy(&basis->arena);
}
