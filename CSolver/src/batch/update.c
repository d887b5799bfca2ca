/* update.c: new constants in an optimal program.
 *
 * A fixed variable is computed anew when the constant of its row, or a variable before it in that row, changed: in the
 * order of fixing, so each once. Rows that these reach name the components to solve again. Everything is computed as a
 * solve from scratch computes it, so the answer is the same to the bit. */
#include <math.h>

#include "base/tolerances.h"
#include "batch/solution.h"

static lx_status index_program(lx_solution *solution) {
  const lx_program *program = solution->session.program;
  const lx_plan *plan = &solution->plan;
  lx_arena *arena = &solution->session.arena;
  const int64_t rows = program->row_count, variables = program->variable_count;
  lx_update *update = &solution->update;
  *update = (lx_update){
      .use_starts = lx_arena_take_zeroed(arena, variables + 2, sizeof(int32_t)),
      .uses = lx_arena_take(arena, program->pool_count, sizeof(int32_t)),
      .order = lx_arena_take(arena, rows, sizeof(int32_t)),
      .component = lx_arena_take(arena, rows, sizeof(int32_t)),
      .heap = lx_arena_take(arena, plan->fixing.fixed_count, sizeof(int32_t)),
      .in_heap = lx_arena_take_zeroed(arena, plan->fixing.fixed_count, sizeof(uint8_t)),
      .components = lx_arena_take(arena, plan->components.count, sizeof(int32_t)),
      .in_components = lx_arena_take_zeroed(arena, plan->components.count, sizeof(uint8_t)),
      .rows = lx_arena_take(arena, rows, sizeof(int32_t)),
      .in_rows = lx_arena_take_zeroed(arena, rows, sizeof(uint8_t)),
  };
  if (update->use_starts == NULL || update->uses == NULL || update->order == NULL || update->component == NULL ||
      update->heap == NULL || update->in_heap == NULL || update->components == NULL || update->in_components == NULL ||
      update->rows == NULL || update->in_rows == NULL)
    return LX_ERROR_MEMORY;
  int32_t *ends = update->use_starts + 1;
  for (int32_t r = 0; r < rows; r++) {
    const lx_program_row *row = &program->rows[r];
    update->order[r] = -1;
    update->component[r] = -1;
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
  for (int32_t k = 0; k < plan->fixing.fixed_count; k++)
    update->order[plan->fixing.fixing_rows[k]] = k;
  for (int32_t c = 0; c < plan->components.count; c++)
    for (int32_t k = plan->components.row_starts[c]; k < plan->components.row_starts[c + 1]; k++)
      update->component[plan->components.rows[k]] = c;
  solution->has_update = 1;
  return LX_OK;
}

static void push(lx_update *update, int32_t place) {
  if (update->in_heap[place])
    return;
  update->in_heap[place] = 1;
  int32_t *heap = update->heap;
  int32_t hole = update->heap_count++;
  for (; hole > 0 && heap[(hole - 1) / 2] > place; hole = (hole - 1) / 2)
    heap[hole] = heap[(hole - 1) / 2];
  heap[hole] = place;
}

static int32_t pop(lx_update *update) {
  int32_t *heap = update->heap;
  const int32_t top = heap[0], last = heap[--update->heap_count];
  int32_t hole = 0;
  for (int32_t child = 1; child < update->heap_count; child = 2 * hole + 1) {
    if (child + 1 < update->heap_count && heap[child + 1] < heap[child])
      child++;
    if (heap[child] >= last)
      break;
    heap[hole] = heap[child];
    hole = child;
  }
  heap[hole] = last;
  update->in_heap[top] = 0;
  return top;
}

/* A row whose constant or one of whose fixed variables changed. */
static void reach(lx_update *update, int32_t row) {
  if (update->order[row] >= 0) {
    push(update, update->order[row]);
  } else if (update->component[row] >= 0) {
    const int32_t c = update->component[row];
    if (!update->in_components[c]) {
      update->in_components[c] = 1;
      update->components[update->component_count++] = c;
    }
  } else if (!update->in_rows[row]) {
    update->in_rows[row] = 1;
    update->rows[update->row_count++] = row;
  }
}

/* Computes what fixed variables are reached, in order. Returns 0 where one has the wrong sign. */
static int follow_fixed(lx_solution *solution) {
  lx_update *update = &solution->update;
  const lx_plan *plan = &solution->plan;
  const lx_program *program = solution->session.program;
  double *value = solution->session.value;
  int holds = 1;
  while (update->heap_count > 0) {
    const int32_t place = pop(update);
    const int32_t column = plan->fixing.fixing_columns[place], r = plan->fixing.fixing_rows[place];
    const double fresh = lx_fixed_value(program, r, column, value);
    if (fresh == value[column])
      continue;
    value[column] = fresh;
    solution->changes[solution->change_count++] = column;
    holds &= !(program->variables[column].nonnegative && fresh < -LX_TOL_REQUIRED);
    for (int32_t u = update->use_starts[column]; u < update->use_starts[column + 1]; u++)
      if (update->uses[u] != r)
        reach(update, update->uses[u]);
  }
  return holds;
}

/* Solves a component again and looks at its rows; 0 where it has no optimum that holds. */
static lx_status follow_component(lx_solution *solution, int32_t c, int *holds_out) {
  lx_session *session = &solution->session;
  const lx_components *components = &solution->plan.components;
  const lx_status status = lx_solve_component(session, c);
  *holds_out = status == LX_OK && session->outcome == LX_OPTIMAL && session->conflicts.count == 0;
  for (int32_t k = components->row_starts[c]; k < components->row_starts[c + 1] && *holds_out; k++)
    *holds_out = lx_measure_row(solution, components->rows[k]);
  for (int32_t k = components->variable_starts[c]; k < components->variable_starts[c + 1]; k++) {
    const int32_t j = components->variables[k];
    if (session->value[j] != session->program->variables[j].value)
      solution->changes[solution->change_count++] = j;
  }
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
  const lx_components *components = &solution->plan.components;
  lx_program *program = session->program;
  for (int32_t k = 0; k < solution->change_count; k++)
    program->variables[solution->changes[k]].value = session->value[solution->changes[k]];
  for (int32_t i = 0; i < update->component_count; i++) {
    const int32_t c = update->components[i];
    for (int32_t k = components->variable_starts[c]; k < components->variable_starts[c + 1]; k++)
      program->variables[components->variables[k]].place = session->variable_place[components->variables[k]];
    for (int32_t k = components->row_starts[c]; k < components->row_starts[c + 1]; k++)
      program->rows[components->rows[k]].place = session->row_place[components->rows[k]];
  }
}

lx_status lx_update_solution(lx_solution *solution, int *done_out) {
  const lx_program *program = solution->session.program;
  lx_update *update = &solution->update;
  *done_out = 0;
  if (!solution->has_update) {
    const lx_status status = index_program(solution);
    if (status != LX_OK)
      return status;
  }
  solution->change_count = 0;
  for (int32_t k = 0; k < program->edited_count; k++)
    reach(update, program->edited_rows[k]);
  int holds = follow_fixed(solution);
  lx_status status = LX_OK;
  for (int32_t i = 0; i < update->component_count && holds && status == LX_OK; i++)
    status = follow_component(solution, update->components[i], &holds);
  for (int32_t i = 0; i < update->row_count && holds && status == LX_OK; i++)
    holds = follow_row(solution, update->rows[i]);
  if (holds && status == LX_OK)
    keep_changes(solution);
  for (int32_t i = 0; i < update->component_count; i++)
    update->in_components[update->components[i]] = 0;
  for (int32_t i = 0; i < update->row_count; i++)
    update->in_rows[update->rows[i]] = 0;
  update->component_count = 0;
  update->row_count = 0;
  *done_out = holds && status == LX_OK;
  return status;
}
