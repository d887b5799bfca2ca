/* split.c: components by union and find over the unassigned variables, then two counting sorts. */
#include <string.h>

#include "base/union_find.h"
#include "presolve/row_prefetch.h"

lx_status lx_collect_unassigned(lx_arena *scratch, const lx_program *program, const lx_assignment *assignment,
                                lx_unassigned *out) {
  *out = (lx_unassigned){
      .variables = lx_arena_take(scratch, program->variable_count, sizeof(int32_t)),
      .rows = lx_arena_take(scratch, program->row_count, sizeof(int32_t)),
  };
  if (out->variables == NULL || out->rows == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t j = 0; j < program->variable_count; j++)
    if (assignment->assigned_at[j] == LX_UNASSIGNED && program->variables[j].live)
      out->variables[out->variable_count++] = j;
  for (int32_t r = 0; r < program->row_count; r++)
    if (assignment->open[r] > 0)
      out->rows[out->row_count++] = r;
  return LX_OK;
}

/* Finds the first unassigned variable of each row, and unites it with the others. */
static void unite_rows(const lx_program *program, const lx_assignment *assignment, const lx_unassigned *unassigned,
                       int32_t *parent, int32_t *first) {
  for (int32_t k = 0; k < unassigned->row_count; k++) {
    lx_prefetch_rows_ahead(program, unassigned->rows, unassigned->row_count, k);
    const lx_program_row *row = &program->rows[unassigned->rows[k]];
    first[k] = -1;
    for (int32_t e = row->start; e < row->start + row->count; e++) {
      const int32_t j = program->columns[e];
      if (assignment->assigned_at[j] != LX_UNASSIGNED)
        continue;
      if (first[k] < 0)
        first[k] = j;
      else if (parent[j] != parent[first[k]])
        lx_unite(parent, first[k], j);
    }
  }
}

lx_status lx_components_create(lx_arena *arena, int32_t variables, int32_t rows, lx_component *items,
                               lx_components *out) {
  *out = (lx_components){
      .items = items,
      .capacity = variables,
      .variables = lx_arena_take(arena, variables, sizeof(int32_t)),
      .variable_capacity = variables,
      .rows = lx_arena_take(arena, rows, sizeof(int32_t)),
      .row_capacity = rows,
  };
  return out->variables == NULL || out->rows == NULL ? LX_ERROR_MEMORY : LX_OK;
}

lx_status lx_components_trim(lx_arena *arena, lx_components *components) {
  lx_component *items = lx_arena_take(arena, components->count, sizeof *items);
  if (items == NULL)
    return LX_ERROR_MEMORY;
  if (components->count > 0)
    memcpy(items, components->items, sizeof *items * (size_t)components->count);
  components->items = items;
  components->capacity = components->count;
  return LX_OK;
}

void lx_split(const lx_program *program, const lx_assignment *assignment, const lx_unassigned *unassigned, int enabled,
              int32_t *parent, int32_t *number, int32_t *of_row, lx_components *out) {
  const int32_t first = out->count;
  for (int32_t k = 0; k < unassigned->variable_count; k++)
    parent[unassigned->variables[k]] = unassigned->variables[enabled ? k : 0];
  unite_rows(program, assignment, unassigned, parent, of_row);
  for (int32_t k = 0; k < unassigned->variable_count; k++) {
    const int32_t j = unassigned->variables[k], root = lx_find_root(parent, j);
    if (root == j) {
      number[j] = out->count;
      out->items[out->count++] = (lx_component){0};
    } else {
      number[j] = number[root];
    }
    out->items[number[j]].variable_count++;
  }
  for (int32_t k = 0; k < unassigned->row_count; k++) {
    of_row[k] = number[of_row[k]];
    out->items[of_row[k]].row_count++;
  }
  for (int32_t c = first; c < out->count; c++) {
    lx_component *item = &out->items[c];
    item->is_plain = item->row_count == 0; /* no row mentions its one variable */
    item->first_variable = out->variable_end;
    item->first_row = out->row_end;
    out->variable_end += item->variable_count;
    out->row_end += item->row_count;
    item->variable_count = 0;
    item->row_count = 0;
  }
  for (int32_t k = 0; k < unassigned->variable_count; k++) {
    lx_component *item = &out->items[number[unassigned->variables[k]]];
    out->variables[item->first_variable + item->variable_count++] = unassigned->variables[k];
  }
  for (int32_t k = 0; k < unassigned->row_count; k++) {
    lx_component *item = &out->items[of_row[k]];
    out->rows[item->first_row + item->row_count++] = unassigned->rows[k];
  }
}
