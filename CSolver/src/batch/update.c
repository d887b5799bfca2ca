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

lx_status lx_index_solution(lx_solution *solution) {
  if (solution->has_update)
    return LX_OK;
  const lx_plan *plan = &solution->plan;
  lx_arena *arena = &solution->session.arena;
  const int64_t rows = plan->room.rows, components = plan->components.capacity;
  lx_update *update = &solution->update;
  *update = (lx_update){
      .owner = lx_arena_take(arena, rows, sizeof(int32_t)),
      .components = lx_arena_take(arena, components, sizeof(int32_t)),
      .in_components = lx_arena_take_zeroed(arena, components, sizeof(uint8_t)),
      .rows = lx_arena_take(arena, rows, sizeof(int32_t)),
      .in_rows = lx_arena_take_zeroed(arena, rows, sizeof(uint8_t)),
  };
  if (take_marks(arena, &plan->fixing.fixed, &update->fixed) != LX_OK ||
      take_marks(arena, &plan->fixing.derived, &update->derived) != LX_OK || update->owner == NULL ||
      update->components == NULL || update->in_components == NULL || update->rows == NULL || update->in_rows == NULL)
    return LX_ERROR_MEMORY;
  for (int64_t r = 0; r < rows; r++)
    update->owner[r] = LX_OWNER_NONE;
  const lx_order *orders[2] = {&plan->fixing.fixed, &plan->fixing.derived};
  for (int32_t o = 0; o < 2; o++)
    for (int32_t k = 0; k < orders[o]->end; k++)
      if (orders[o]->columns[k] >= 0)
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

void lx_reach_row(lx_solution *solution, int32_t row) { reach(&solution->update, &solution->plan.fixing, row); }

/* A variable that has another value now than in the last answer. */
static inline void note_change(lx_solution *solution, int32_t j) {
  lx_update *update = &solution->update;
  const lx_use *uses = solution->session.program->uses;
  solution->changes[solution->change_count++] = j;
  for (int32_t e = solution->session.program->first_use[j]; e >= 0; e = uses[e].next)
    if (update->owner[uses[e].row] != j)
      reach(update, &solution->plan.fixing, uses[e].row);
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
  for (int32_t k = 0; k < update->placed_count; k++) {
    const int32_t j = update->placed[k], place = solution->plan.fixing.fixed_by[j];
    const int32_t row =
        place >= 0 ? solution->plan.fixing.fixed.rows[place] : solution->plan.fixing.derived.rows[LX_DERIVED - place];
    program->variables[j].place = session->variable_place[j] = LX_PLACE_UNKNOWN;
    program->rows[row].place = session->row_place[row] = LX_PLACE_TIGHT;
  }
  for (int32_t i = 0; i < update->row_count; i++)
    program->rows[update->rows[i]].place = session->row_place[update->rows[i]] = LX_PLACE_UNKNOWN;
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
  lx_status status = lx_index_solution(solution);
  if (status == LX_OK)
    status = lx_program_index_uses(solution->session.program);
  if (status == LX_OK && program->is_edited) {
    int mended = 0;
    status = lx_mend_plan(solution, &mended);
    if (!mended)
      return status;
  }
  if (status != LX_OK)
    return status;
  solution->change_count = 0;
  for (int32_t k = 0; k < program->edited_count; k++)
    if (program->rows[program->edited_rows[k]].live)
      reach(update, fixing, program->edited_rows[k]);
  int holds = follow_order(solution, &fixing->fixed, &update->fixed);
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
  update->placed_count = 0;
  *done_out = holds && status == LX_OK;
  return status;
}
