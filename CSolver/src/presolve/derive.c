/* derive.c: rows that only say where a variable is that nobody else asks for. */
#include <math.h>

#include "base/tolerances.h"
#include "presolve/fetch.h"

/* Whether the row that mentions a column may define it. */
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
  return lx_may_fix(coefficient, largest);
}

/* What a peeling has at hand. */
typedef struct {
  const lx_program *program;
  const lx_fixing *fixing;
  const uint8_t *keeps;
  lx_use_count *uses;
  int32_t *stack; /* variables that one row is left for */
  int32_t stack_count;
  lx_definition *taken;
  int32_t taken_count;
} lx_peeler;

static void count_uses(lx_peeler *peeler, const lx_loose *loose) {
  const lx_program *program = peeler->program;
  for (int32_t k = 0; k < loose->row_count; k++) {
    lx_fetch_ahead(program, loose->rows, loose->row_count, k);
    const lx_program_row *row = &program->rows[loose->rows[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++) {
      const int32_t j = program->columns[e];
      if (peeler->fixing->fixed_by[j] == LX_OPEN) {
        peeler->uses[j].count++;
        peeler->uses[j].rows ^= loose->rows[k];
      }
    }
  }
}

/* Takes a variable and its one row, if they may go. */
static void take(lx_peeler *peeler, int32_t column) {
  const lx_program *program = peeler->program;
  lx_use_count *uses = peeler->uses;
  const int32_t r = uses[column].rows;
  if (uses[column].count != 1 || (peeler->keeps != NULL && peeler->keeps[column]) || !may_define(program, r, column))
    return;
  peeler->taken[peeler->taken_count++] = (lx_definition){r, column};
  const lx_program_row *row = &program->rows[r];
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t other = program->columns[e];
    if (peeler->fixing->fixed_by[other] != LX_OPEN)
      continue;
    uses[other].rows ^= r;
    if (--uses[other].count == 1)
      peeler->stack[peeler->stack_count++] = other;
  }
}

/* Variables and rows mostly come in the same order: the row that is as far ahead in its list. */
static void fetch_like(const lx_program *program, const lx_loose *loose, int32_t k) {
  const int64_t row = (int64_t)loose->row_count * k / loose->variable_count - 2 * LX_FETCH_AHEAD;
  if (row >= 0)
    lx_fetch_row(program, loose->rows[row]);
}

int32_t lx_peel(const lx_program *program, const lx_fixing *fixing, const uint8_t *keeps, const lx_loose *loose,
                lx_use_count *uses, int32_t *stack, lx_definition *taken) {
  lx_peeler peeler = {
      .program = program, .fixing = fixing, .keeps = keeps, .uses = uses, .stack = stack, .taken = taken};
  count_uses(&peeler, loose);
  /* Of two variables that either could be derived from the other, the later one is. */
  for (int32_t k = loose->variable_count - 1; k >= 0; k--) {
    fetch_like(program, loose, k);
    take(&peeler, loose->variables[k]);
    while (peeler.stack_count > 0)
      take(&peeler, peeler.stack[--peeler.stack_count]);
  }
  return peeler.taken_count;
}

/* Takes out of `loose` what is no longer open. */
static void drop_derived(const lx_fixing *fixing, lx_loose *loose) {
  int32_t variables = 0, rows = 0;
  for (int32_t k = 0; k < loose->variable_count; k++)
    if (fixing->fixed_by[loose->variables[k]] == LX_OPEN)
      loose->variables[variables++] = loose->variables[k];
  for (int32_t k = 0; k < loose->row_count; k++)
    if (fixing->open[loose->rows[k]] > 0)
      loose->rows[rows++] = loose->rows[k];
  loose->variable_count = variables;
  loose->row_count = rows;
}

lx_status lx_derive(lx_arena *arena, lx_arena *scratch, const lx_program *program, lx_room room, const uint8_t *keeps,
                    lx_loose *loose, lx_fixing *fixing) {
  lx_use_count *uses = lx_arena_take(scratch, loose->variable_count > 0 ? program->variable_count : 0, sizeof *uses);
  int32_t *stack = lx_arena_take(scratch, loose->variable_count, sizeof *stack);
  lx_definition *taken = lx_arena_take(scratch, loose->variable_count, sizeof *taken);
  if (uses == NULL || stack == NULL || taken == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < loose->variable_count; k++)
    uses[loose->variables[k]] = (lx_use_count){0};
  const int32_t count = lx_peel(program, fixing, keeps, loose, uses, stack, taken);
  const lx_status status =
      lx_order_create(arena, room.has_gaps ? 2 * (int64_t)room.variables : count, &fixing->derived);
  if (status != LX_OK)
    return status;
  for (int32_t k = count - 1; k >= 0; k--) {
    fixing->fixed_by[taken[k].column] = LX_DERIVED - fixing->derived.end;
    fixing->open[taken[k].row] = LX_ROW_DEFINES;
    lx_order_append(&fixing->derived, taken[k].row, taken[k].column);
  }
  if (count > 0)
    drop_derived(fixing, loose);
  return LX_OK;
}
