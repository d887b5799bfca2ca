/* update.c: new constants in an optimal program.
 *
 * A fixed variable is computed anew when the constant of its row, or a variable before it in that row, changed: in the
 * order of fixing, so each once. Rows that these reach name the components to solve again, and what all of these reach
 * is derived again. Everything is computed as a solve from scratch computes it, so the answer is the same to the bit.
 */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "batch/solution.h"

static lx_status take_marks(lx_arena *arena, const lx_order *order, lx_marks *out) {
  *out = (lx_marks){.words = lx_arena_take_zeroed(arena, order->capacity / 64 + 1, sizeof(uint64_t))};
  return out->words == NULL ? LX_ERROR_MEMORY : LX_OK;
}

static lx_status index_program(lx_solution *solution) {
  const lx_program *program = solution->session.program;
  const lx_plan *plan = &solution->plan;
  lx_arena *arena = &solution->session.arena;
  const int64_t rows = program->row_count, variables = program->variable_count;
  lx_update *update = &solution->update;
  *update = (lx_update){
      .use_starts = lx_arena_take_zeroed(arena, variables + 2, sizeof(int32_t)),
      .uses = lx_arena_take(arena, program->pool_count, sizeof(int32_t)),
      .owner = lx_arena_take(arena, rows, sizeof(int32_t)),
      .components = lx_arena_take(arena, plan->components.count, sizeof(int32_t)),
      .in_components = lx_arena_take_zeroed(arena, plan->components.count, sizeof(uint8_t)),
      .rows = lx_arena_take(arena, rows, sizeof(int32_t)),
      .in_rows = lx_arena_take_zeroed(arena, rows, sizeof(uint8_t)),
  };
  if (take_marks(arena, &plan->fixing.fixed, &update->fixed) != LX_OK ||
      take_marks(arena, &plan->fixing.derived, &update->derived) != LX_OK || update->use_starts == NULL ||
      update->uses == NULL || update->owner == NULL || update->components == NULL || update->in_components == NULL ||
      update->rows == NULL || update->in_rows == NULL)
    return LX_ERROR_MEMORY;
  int32_t *ends = update->use_starts + 1;
  for (int32_t r = 0; r < rows; r++) {
    const lx_program_row *row = &program->rows[r];
    update->owner[r] = LX_OWNER_NONE;
    for (int32_t e = row->start; row->live && e < row->start + row->count; e++)
      ends[program->columns[e] + 1]++;
  }
  for (int32_t j = 0; j < variables; j++)
    ends[j + 1] += ends[j];
  for (int32_t r = 0; r < rows; r++) {
    const lx_program_row *row = &program->rows[r];
    for (int32_t e = row->start; row->live && e < row->start + row->count; e++)
      update->uses[ends[program->columns[e]]++] = r;
  }
  const lx_order *orders[2] = {&plan->fixing.fixed, &plan->fixing.derived};
  for (int32_t o = 0; o < 2; o++)
    for (int32_t k = 0; k < orders[o]->end; k++)
      update->owner[orders[o]->rows[k]] = orders[o]->columns[k];
  for (int32_t c = 0; c < plan->components.count; c++) {
    const lx_piece piece = lx_component_piece(plan, c);
    for (int32_t k = 0; k < piece.row_count; k++)
      update->owner[piece.rows[k]] = LX_OWNER_COMPONENT - c;
  }
  solution->has_update = 1;
  return LX_OK;
}

static inline void mark(lx_marks *marks, int32_t place) {
  const int32_t word = place / 64;
  const uint64_t bit = (uint64_t)1 << (place % 64);
  if (marks->words[word] & bit)
    return;
  marks->words[word] |= bit;
  marks->first = marks->count++ == 0 || word < marks->first ? word : marks->first;
}

/* A row whose constant or one of whose variables changed. */
static inline void reach(lx_update *update, const lx_fixing *fixing, int32_t row) {
  const int32_t owner = update->owner[row];
  if (owner >= 0) {
    const int32_t place = fixing->fixed_by[owner];
    if (place >= 0)
      mark(&update->fixed, place);
    else
      mark(&update->derived, LX_DERIVED - place);
  } else if (owner <= LX_OWNER_COMPONENT) {
    const int32_t c = LX_OWNER_COMPONENT - owner;
    if (!update->in_components[c]) {
      update->in_components[c] = 1;
      update->components[update->component_count++] = c;
    }
  } else if (!update->in_rows[row]) {
    update->in_rows[row] = 1;
    update->rows[update->row_count++] = row;
  }
}

/* A variable that has another value now than in the last answer. */
static inline void note_change(lx_solution *solution, int32_t j) {
  lx_update *update = &solution->update;
  solution->changes[solution->change_count++] = j;
  for (int32_t u = update->use_starts[j]; u < update->use_starts[j + 1]; u++)
    if (update->owner[update->uses[u]] != j)
      reach(update, &solution->plan.fixing, update->uses[u]);
}

/* Computes the variables of an order that are marked, and those that these reach. Returns 0 where one has the wrong
 * sign. */
static int follow_order(lx_solution *solution, const lx_order *order, lx_marks *marks) {
  const lx_program *program = solution->session.program;
  double *value = solution->session.value;
  int holds = 1;
  for (int32_t word = marks->first; marks->count > 0; word++)
    while (marks->words[word] != 0) {
      const int32_t place = 64 * word + __builtin_ctzll(marks->words[word]);
      marks->words[word] &= marks->words[word] - 1;
      marks->count--;
      const int32_t column = order->columns[place];
      const double fresh = lx_value_by(program, order->rows[place], column, value);
      if (fresh == value[column])
        continue;
      value[column] = fresh;
      holds &= !program->variables[column].nonnegative || fresh >= -LX_TOL_REQUIRED;
      note_change(solution, column);
    }
  return holds;
}

static void forget_marks(lx_marks *marks, const lx_order *order) {
  if (marks->count > 0)
    memset(marks->words, 0, sizeof *marks->words * (size_t)(order->capacity / 64 + 1));
  marks->count = 0;
}

/* Solves a component again and looks at its rows; 0 where it has no optimum that holds. */
static lx_status follow_component(lx_solution *solution, int32_t c, int *holds_out) {
  lx_session *session = &solution->session;
  const lx_piece piece = lx_component_piece(&solution->plan, c);
  const lx_status status = lx_solve_component(session, c);
  *holds_out = status == LX_OK && session->outcome == LX_OPTIMAL && session->conflicts.count == 0;
  for (int32_t k = 0; k < piece.row_count && *holds_out; k++)
    *holds_out = lx_measure_row(solution, piece.rows[k]);
  for (int32_t k = 0; k < piece.variable_count; k++)
    if (session->value[piece.variables[k]] != session->program->variables[piece.variables[k]].value)
      note_change(solution, piece.variables[k]);
  return status;
}

/* A row over fixed variables; 0 where it is required and does not hold. */
static int follow_row(lx_solution *solution, int32_t r) {
  const lx_program *program = solution->session.program;
  const lx_program_row *row = &program->rows[r];
  const double error = lx_error_of(row, lx_activity(program, row, solution->session.value));
  if (fabs(error) > LX_TOL_REQUIRED && (error > 0 ? row->above : row->below) == LX_REQUIRED)
    return 0;
  return lx_measure_row(solution, r);
}

static void keep_changes(lx_solution *solution) {
  const lx_session *session = &solution->session;
  const lx_update *update = &solution->update;
  lx_program *program = session->program;
  for (int32_t k = 0; k < solution->change_count; k++)
    program->variables[solution->changes[k]].value = session->value[solution->changes[k]];
  for (int32_t i = 0; i < update->component_count; i++) {
    const lx_piece piece = lx_component_piece(&solution->plan, update->components[i]);
    for (int32_t k = 0; k < piece.variable_count; k++)
      program->variables[piece.variables[k]].place = session->variable_place[piece.variables[k]];
    for (int32_t k = 0; k < piece.row_count; k++)
      program->rows[piece.rows[k]].place = session->row_place[piece.rows[k]];
  }
}

lx_status lx_update_solution(lx_solution *solution, int *done_out) {
  const lx_program *program = solution->session.program;
  const lx_fixing *fixing = &solution->plan.fixing;
  lx_update *update = &solution->update;
  *done_out = 0;
  if (!solution->has_update) {
    const lx_status status = index_program(solution);
    if (status != LX_OK)
      return status;
  }
  solution->change_count = 0;
  for (int32_t k = 0; k < program->edited_count; k++)
    reach(update, fixing, program->edited_rows[k]);
  int holds = follow_order(solution, &fixing->fixed, &update->fixed);
  lx_status status = LX_OK;
  for (int32_t i = 0; i < update->component_count && holds && status == LX_OK; i++)
    status = follow_component(solution, update->components[i], &holds);
  if (holds && status == LX_OK)
    holds = follow_order(solution, &fixing->derived, &update->derived);
  for (int32_t i = 0; i < update->row_count && holds && status == LX_OK; i++)
    holds = follow_row(solution, update->rows[i]);
  if (holds && status == LX_OK)
    keep_changes(solution);
  forget_marks(&update->derived, &fixing->derived);
  for (int32_t i = 0; i < update->component_count; i++)
    update->in_components[update->components[i]] = 0;
  for (int32_t i = 0; i < update->row_count; i++)
    update->in_rows[update->rows[i]] = 0;
  update->component_count = 0;
  update->row_count = 0;
  *done_out = holds && status == LX_OK;
  return status;
}
