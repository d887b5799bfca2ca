/* split.c: components by union and find over the open variables, then two counting sorts. */
#include "presolve/reduce.h"

#include "base/union_find.h"

/* The first open variable of a row. */
static int32_t first_open(const lx_program *program, const lx_fixing *fixing, int32_t r) {
  const lx_program_row *row = &program->rows[r];
  for (int32_t e = row->start; e < row->start + row->count; e++)
    if (fixing->fixed_by[program->columns[e]] < 0)
      return program->columns[e];
  return -1;
}

static int is_open(const lx_program *program, const lx_fixing *fixing, int32_t j) {
  return program->variables[j].live && fixing->fixed_by[j] < 0;
}

static void unite_rows(const lx_program *program, const lx_fixing *fixing, int32_t *parent) {
  for (int32_t r = 0; r < program->row_count; r++) {
    if (fixing->open[r] < 2)
      continue;
    const int32_t first = first_open(program, fixing, r);
    const lx_program_row *row = &program->rows[r];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      if (fixing->fixed_by[program->columns[e]] < 0)
        lx_unite(parent, first, program->columns[e]);
  }
}

lx_status lx_split(lx_arena *arena, lx_arena *scratch, const lx_program *program, const lx_fixing *fixing, int enabled,
                   lx_components *out) {
  const int32_t variables = program->variable_count, rows = program->row_count;
  int32_t *parent = lx_arena_take(scratch, variables, sizeof *parent);
  int32_t *number = lx_arena_take(scratch, variables, sizeof *number);
  *out = (lx_components){
      .variable_starts = lx_arena_take_zeroed(arena, (int64_t)variables + 2, sizeof(int32_t)),
      .variables = lx_arena_take(arena, variables, sizeof(int32_t)),
      .row_starts = lx_arena_take_zeroed(arena, (int64_t)variables + 2, sizeof(int32_t)),
      .rows = lx_arena_take(arena, rows, sizeof(int32_t)),
  };
  if (parent == NULL || number == NULL || out->variable_starts == NULL || out->variables == NULL ||
      out->row_starts == NULL || out->rows == NULL)
    return LX_ERROR_MEMORY;
  int32_t first = -1;
  for (int32_t j = 0; j < variables; j++) {
    if (first < 0 && is_open(program, fixing, j))
      first = j;
    parent[j] = enabled || first < 0 ? j : first;
  }
  if (enabled)
    unite_rows(program, fixing, parent);

  /* The ends of part c run in place c + 1 while it is filled, as in every counting sort here. */
  int32_t *variable_ends = out->variable_starts + 1, *row_ends = out->row_starts + 1;
  for (int32_t j = 0; j < variables; j++) {
    if (!is_open(program, fixing, j))
      continue;
    const int32_t root = lx_find_root(parent, j);
    if (root == j)
      number[j] = out->count++;
    variable_ends[number[root] + 1]++;
  }
  for (int32_t r = 0; r < rows; r++)
    if (fixing->open[r] > 0)
      row_ends[number[lx_find_root(parent, first_open(program, fixing, r))] + 1]++;
  for (int32_t c = 0; c < out->count; c++) {
    variable_ends[c + 1] += variable_ends[c];
    row_ends[c + 1] += row_ends[c];
  }
  for (int32_t j = 0; j < variables; j++)
    if (is_open(program, fixing, j))
      out->variables[variable_ends[number[lx_find_root(parent, j)]]++] = j;
  for (int32_t r = 0; r < rows; r++)
    if (fixing->open[r] > 0)
      out->rows[row_ends[number[lx_find_root(parent, first_open(program, fixing, r))]]++] = r;
  return LX_OK;
}
