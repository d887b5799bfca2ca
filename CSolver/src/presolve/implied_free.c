/* implied_free.c: substitutes implied free columns: variables that nothing needs but the row that defines them. */
#include <math.h>

#include "base/tolerances.h"
#include "presolve/row_prefetch.h"

/* Whether the one row that mentions a column may define it. */
static int may_define(const lx_program *program, int32_t r, int32_t column) {
  const lx_program_row *row = &program->rows[r];
  if (!lx_is_required_equality(row))
    return 0;
  double coefficient = 0, largest = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    largest = fmax(largest, fabs(program->values[e]));
    if (program->columns[e] == column)
      coefficient = program->values[e];
  }
  return lx_may_decide(coefficient, largest);
}

/* State of a search. */
typedef struct {
  const lx_program *program;
  const lx_assignment *assignment;
  const uint8_t *no_eliminate;
  lx_use_count *uses;
  int32_t *stack; /* variables with one row left */
  int32_t stack_count;
  lx_definition *definitions;
  int32_t definition_count;
} lx_implied_free_search;

static void count_uses(lx_implied_free_search *search, const lx_unassigned *unassigned) {
  const lx_program *program = search->program;
  for (int32_t k = 0; k < unassigned->row_count; k++) {
    lx_prefetch_rows_ahead(program, unassigned->rows, unassigned->row_count, k);
    const lx_program_row *row = &program->rows[unassigned->rows[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++) {
      const int32_t j = program->columns[e];
      if (search->assignment->assigned_at[j] == LX_UNASSIGNED) {
        search->uses[j].count++;
        search->uses[j].rows ^= unassigned->rows[k];
      }
    }
  }
}

/* Substitutes a variable by its only row, where both allow it. */
static void take(lx_implied_free_search *search, int32_t column) {
  const lx_program *program = search->program;
  lx_use_count *uses = search->uses;
  const int32_t r = uses[column].rows;
  if (uses[column].count != 1 || (search->no_eliminate != NULL && search->no_eliminate[column]) ||
      !may_define(program, r, column))
    return;
  search->definitions[search->definition_count++] = (lx_definition){r, column};
  const lx_program_row *row = &program->rows[r];
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t other = program->columns[e];
    if (search->assignment->assigned_at[other] != LX_UNASSIGNED)
      continue;
    uses[other].rows ^= r;
    if (--uses[other].count == 1)
      search->stack[search->stack_count++] = other;
  }
}

/* Variables and rows mostly come in the same order: prefetches the row at the same relative position of its list. */
static void fetch_like(const lx_program *program, const lx_unassigned *unassigned, int32_t k) {
  const int64_t row = (int64_t)unassigned->row_count * k / unassigned->variable_count - 2 * LX_PREFETCH_AHEAD;
  if (row >= 0)
    lx_prefetch_row(program, unassigned->rows[row]);
}

int32_t lx_find_implied_free(const lx_program *program, const lx_assignment *assignment, const uint8_t *no_eliminate,
                             const lx_unassigned *unassigned, lx_use_count *uses, int32_t *stack,
                             lx_definition *definitions) {
  lx_implied_free_search search = {.program = program,
                                   .assignment = assignment,
                                   .no_eliminate = no_eliminate,
                                   .uses = uses,
                                   .stack = stack,
                                   .definitions = definitions};
  count_uses(&search, unassigned);
  /* Where either of two variables could be substituted, the later one is. */
  for (int32_t k = unassigned->variable_count - 1; k >= 0; k--) {
    fetch_like(program, unassigned, k);
    take(&search, unassigned->variables[k]);
    while (search.stack_count > 0)
      take(&search, search.stack[--search.stack_count]);
  }
  return search.definition_count;
}

/* Removes what is substituted from `unassigned`. */
static void drop_substituted(const lx_assignment *assignment, lx_unassigned *unassigned) {
  int32_t variables = 0, rows = 0;
  for (int32_t k = 0; k < unassigned->variable_count; k++)
    if (assignment->assigned_at[unassigned->variables[k]] == LX_UNASSIGNED)
      unassigned->variables[variables++] = unassigned->variables[k];
  for (int32_t k = 0; k < unassigned->row_count; k++)
    if (assignment->open[unassigned->rows[k]] > 0)
      unassigned->rows[rows++] = unassigned->rows[k];
  unassigned->variable_count = variables;
  unassigned->row_count = rows;
}

lx_status lx_substitute_implied_free(lx_arena *arena, lx_arena *scratch, const lx_program *program, lx_room room,
                                     const uint8_t *no_eliminate, lx_unassigned *unassigned,
                                     lx_assignment *assignment) {
  lx_use_count *uses =
      lx_arena_take(scratch, unassigned->variable_count > 0 ? program->variable_count : 0, sizeof *uses);
  int32_t *stack = lx_arena_take(scratch, unassigned->variable_count, sizeof *stack);
  lx_definition *definitions = lx_arena_take(scratch, unassigned->variable_count, sizeof *definitions);
  if (uses == NULL || stack == NULL || definitions == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < unassigned->variable_count; k++)
    uses[unassigned->variables[k]] = (lx_use_count){0};
  const int32_t count = lx_find_implied_free(program, assignment, no_eliminate, unassigned, uses, stack, definitions);
  const lx_status status =
      lx_order_create(arena, room.has_gaps ? 2 * (int64_t)room.variables : count, &assignment->substituted);
  if (status != LX_OK)
    return status;
  for (int32_t k = count - 1; k >= 0; k--) {
    assignment->assigned_at[definitions[k].column] = LX_SUBSTITUTED - assignment->substituted.end;
    assignment->open[definitions[k].row] = LX_ROW_DEFINES;
    lx_order_append(&assignment->substituted, definitions[k].row, definitions[k].column);
  }
  if (count > 0)
    drop_substituted(assignment, unassigned);
  return LX_OK;
}
