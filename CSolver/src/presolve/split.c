/* split.c: components by union and find over the open variables, then two counting sorts. */
#include "presolve/reduce.h"

#include "base/union_find.h"

lx_status lx_collect_loose(lx_arena *scratch, const lx_program *program, const lx_fixing *fixing, lx_loose *out) {
  *out = (lx_loose){0};
  for (int32_t j = 0; j < program->variable_count; j++)
    out->variable_count += program->variables[j].live && fixing->fixed_by[j] == LX_OPEN;
  for (int32_t r = 0; r < program->row_count; r++)
    out->row_count += fixing->open[r] > 0;
  out->variables = lx_arena_take(scratch, out->variable_count, sizeof(int32_t));
  out->rows = lx_arena_take(scratch, out->row_count, sizeof(int32_t));
  if (out->variables == NULL || out->rows == NULL)
    return LX_ERROR_MEMORY;
  int32_t variables = 0, rows = 0;
  for (int32_t j = 0; j < program->variable_count && variables < out->variable_count; j++)
    if (program->variables[j].live && fixing->fixed_by[j] == LX_OPEN)
      out->variables[variables++] = j;
  for (int32_t r = 0; r < program->row_count && rows < out->row_count; r++)
    if (fixing->open[r] > 0)
      out->rows[rows++] = r;
  return LX_OK;
}

/* The first open variable of a row. */
static int32_t first_open(const lx_program *program, const lx_fixing *fixing, int32_t r) {
  const lx_program_row *row = &program->rows[r];
  for (int32_t e = row->start; e < row->start + row->count; e++)
    if (fixing->fixed_by[program->columns[e]] == LX_OPEN)
      return program->columns[e];
  return -1;
}

static void unite_rows(const lx_program *program, const lx_fixing *fixing, const lx_loose *loose, int32_t *parent) {
  for (int32_t k = 0; k < loose->row_count; k++) {
    const int32_t r = loose->rows[k];
    if (fixing->open[r] < 2)
      continue;
    const int32_t first = first_open(program, fixing, r);
    const lx_program_row *row = &program->rows[r];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      if (fixing->fixed_by[program->columns[e]] == LX_OPEN)
        lx_unite(parent, first, program->columns[e]);
  }
}

lx_status lx_components_create(lx_arena *arena, int32_t variables, int32_t rows, lx_components *out) {
  *out = (lx_components){
      .items = lx_arena_take(arena, variables, sizeof *out->items),
      .capacity = variables,
      .variables = lx_arena_take(arena, variables, sizeof(int32_t)),
      .variable_capacity = variables,
      .rows = lx_arena_take(arena, rows, sizeof(int32_t)),
      .row_capacity = rows,
  };
  return out->items == NULL || out->variables == NULL || out->rows == NULL ? LX_ERROR_MEMORY : LX_OK;
}

void lx_split(const lx_program *program, const lx_fixing *fixing, const lx_loose *loose, int enabled, int32_t *parent,
              int32_t *number, lx_components *out) {
  const int32_t first = out->count;
  for (int32_t k = 0; k < loose->variable_count; k++)
    parent[loose->variables[k]] = loose->variables[enabled ? k : 0];
  if (enabled)
    unite_rows(program, fixing, loose, parent);
  for (int32_t k = 0; k < loose->variable_count; k++) {
    const int32_t j = loose->variables[k], root = lx_find_root(parent, j);
    if (root == j) {
      number[j] = out->count;
      out->items[out->count++] = (lx_component){0};
    } else {
      number[j] = number[root];
    }
    out->items[number[j]].variable_count++;
  }
  for (int32_t k = 0; k < loose->row_count; k++)
    out->items[number[first_open(program, fixing, loose->rows[k])]].row_count++;
  for (int32_t c = first; c < out->count; c++) {
    lx_component *item = &out->items[c];
    item->is_plain = item->row_count == 0; /* nothing decides its one variable */
    item->first_variable = out->variable_end;
    item->first_row = out->row_end;
    out->variable_end += item->variable_count;
    out->row_end += item->row_count;
    item->variable_count = 0;
    item->row_count = 0;
  }
  for (int32_t k = 0; k < loose->variable_count; k++) {
    lx_component *item = &out->items[number[loose->variables[k]]];
    out->variables[item->first_variable + item->variable_count++] = loose->variables[k];
  }
  for (int32_t k = 0; k < loose->row_count; k++) {
    const int32_t r = loose->rows[k];
    lx_component *item = &out->items[number[first_open(program, fixing, r)]];
    out->rows[item->first_row + item->row_count++] = r;
  }
}
