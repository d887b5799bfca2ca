/* repair.c: see repair.h. The steps of a repair. */
#include "update/repair_internal.h"

#include <stdlib.h>
#include <string.h>

/* A new plan costs less when more than this part of the rows and variables is touched, and at least so many. */
#define LX_WORK_PART 8
#define LX_LEAST_WORK 256

/* Most turns of fixing and substituting. */
#define LX_MOST_TURNS 8

/* Largest pool of the elimination, in entries of the program: what dissolved components used is not reclaimed. */
#define LX_POOL_LIMIT 8

static void destroy_lists(lx_repair_lists *lists) {
  if (lists == NULL)
    return;
  const lx_allocator *allocator = lists->arena.allocator;
  lx_arena_destroy(&lists->scratch);
  lx_arena_destroy(&lists->arena);
  lx_release(allocator, lists);
}

void lx_repair_close(lx_repair *repair, const lx_allocator *allocator) {
  destroy_lists(repair->lists);
  lx_answer_destroy(allocator, &repair->levels);
  *repair = (lx_repair){0};
}

static lx_status take_arrays(lx_repair_lists *lists, const lx_incremental *state) {
  const int64_t rows = state->solution.plan.room.rows, variables = state->solution.plan.room.variables;
  lx_arena *arena = &lists->arena;
  lists->component_of = lx_arena_take(arena, variables, sizeof(int32_t));
  lists->unassigned = (lx_unassigned){.variables = lx_arena_take(arena, variables, sizeof(int32_t)),
                                      .rows = lx_arena_take(arena, rows, sizeof(int32_t))};
  lists->is_unassigned_row = lx_arena_take_zeroed(arena, rows, 1);
  lists->is_unassigned_variable = lx_arena_take_zeroed(arena, variables, 1);
  lists->awaiting = lx_arena_take(arena, variables, sizeof(int32_t));
  lists->is_awaiting = lx_arena_take_zeroed(arena, variables, 1);
  lists->queue = lx_arena_take(arena, rows, sizeof(int32_t));
  lists->is_queued = lx_arena_take_zeroed(arena, rows, 1);
  lists->uses = lx_arena_take(arena, variables, sizeof(lx_use_count));
  lists->stack = lx_arena_take(arena, variables, sizeof(int32_t));
  lists->definitions = lx_arena_take(arena, variables, sizeof(lx_definition));
  lists->dependents = lx_arena_take(arena, variables, sizeof(int32_t));
  lists->is_dependent = lx_arena_take_zeroed(arena, variables, 1);
  lists->parent = lx_arena_take(arena, variables, sizeof(int32_t));
  lists->number = lx_arena_take(arena, variables, sizeof(int32_t));
  lists->level_map = lx_arena_take(arena, state->solution.plan.levels.capacity, sizeof(int32_t));
  return lists->component_of == NULL || lists->unassigned.variables == NULL || lists->unassigned.rows == NULL ||
                 lists->is_unassigned_row == NULL || lists->is_unassigned_variable == NULL || lists->awaiting == NULL ||
                 lists->is_awaiting == NULL || lists->queue == NULL || lists->is_queued == NULL ||
                 lists->uses == NULL || lists->stack == NULL || lists->definitions == NULL ||
                 lists->dependents == NULL || lists->is_dependent == NULL || lists->parent == NULL ||
                 lists->number == NULL || lists->level_map == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

static void note_component(lx_repair_lists *lists, const lx_plan *plan, int32_t component) {
  const lx_submatrix submatrix = lx_component_submatrix(plan, component);
  for (int32_t k = 0; k < submatrix.variable_count; k++)
    lists->component_of[submatrix.variables[k]] = component;
}

static lx_status create_lists(lx_incremental *state) {
  if (state->repair.lists != NULL)
    return LX_OK;
  lx_repair_lists *lists = lx_allocate_zeroed(state->solution.allocator, 1, sizeof *lists);
  if (lists == NULL)
    return LX_ERROR_MEMORY;
  lx_arena_init(&lists->arena, state->solution.allocator);
  lx_arena_init(&lists->scratch, state->solution.allocator);
  state->repair.lists = lists;
  lx_status status = take_arrays(lists, state);
  state->repair.moved = lx_arena_take(&lists->arena, state->solution.plan.room.variables, sizeof(int32_t));
  if (state->repair.moved == NULL)
    status = LX_ERROR_MEMORY;
  if (status != LX_OK) {
    destroy_lists(lists);
    state->repair.lists = NULL;
    state->repair.moved = NULL;
    return status;
  }
  lists->row_slots = state->solution.plan.row_slots;
  lists->variable_slots = state->solution.plan.variable_slots;
  for (int32_t j = 0; j < lists->variable_slots; j++)
    lists->component_of[j] = -1;
  for (int32_t c = 0; c < state->solution.plan.components.count; c++)
    note_component(lists, &state->solution.plan, c);
  return LX_OK;
}

/* Initializes slots that are newer than the plan. */
static void add_slots(lx_repair_pass *pass) {
  lx_repair_lists *lists = pass->lists;
  lx_session *session = &pass->state->solution.session;
  for (; lists->row_slots < pass->program->row_count; lists->row_slots++) {
    const int32_t r = lists->row_slots;
    pass->propagation->owner[r] = LX_OWNER_NONE;
    pass->assignment->open[r] = LX_ROW_GONE;
    pass->plan->levels.above[r] = -1;
    pass->plan->levels.below[r] = -1;
    pass->state->solution.errors.costs[r] = 0;
    session->row_status[r] = LX_BASIS_UNKNOWN;
  }
  for (; lists->variable_slots < pass->program->variable_count; lists->variable_slots++) {
    const int32_t j = lists->variable_slots;
    pass->assignment->assigned_at[j] = LX_UNASSIGNED;
    lists->component_of[j] = -1;
    session->variable_status[j] = LX_BASIS_UNKNOWN;
  }
}

/* Removes a row as the plan knows it. */
static void remove_row(lx_repair_pass *pass, int32_t r) {
  lx_incremental *state = pass->state;
  const int32_t owner = pass->propagation->owner[r];
  if (owner <= LX_OWNER_COMPONENT) {
    lx_unassign_component(pass, LX_OWNER_COMPONENT - owner);
  } else if (owner >= 0 && lx_is_substituted(pass->assignment, owner)) {
    lx_order_remove(&pass->assignment->substituted, LX_SUBSTITUTED - pass->assignment->assigned_at[owner]);
    lx_unassign_variable(pass, owner);
  } else if (owner >= 0) {
    lx_await_definition(pass, owner);
  }
  lx_level_errors_withdraw(&state->solution.errors, &pass->plan->levels, r);
  state->solution.session.row_status[r] = LX_BASIS_UNKNOWN;
  pass->propagation->owner[r] = LX_OWNER_NONE;
  pass->assignment->open[r] = LX_ROW_GONE;
  lx_levels_withdraw(&pass->plan->levels, r);
}

/* Removes a variable that was removed or added; no row in the plan mentions it. */
static void remove_variable(lx_repair_pass *pass, int32_t j) {
  const int32_t index = pass->assignment->assigned_at[j];
  if (index >= 0)
    lx_order_remove(&pass->assignment->fixed, index);
  else if (pass->lists->component_of[j] >= 0)
    lx_unassign_component(pass, pass->lists->component_of[j]);
  pass->lists->is_awaiting[j] = 0;
  pass->lists->component_of[j] = -1;
  pass->assignment->assigned_at[j] = LX_UNASSIGNED;
  pass->state->solution.session.value[j] = 0;
  pass->state->solution.session.variable_status[j] = LX_BASIS_UNKNOWN;
  if (pass->program->variables[j].live)
    lx_unassign_variable(pass, j);
}

static void add_row(lx_repair_pass *pass, int32_t r) {
  pass->assignment->open[r] = lx_count_open(pass, r);
  lx_unassign_row(pass, r);
  lx_queue_equality(pass, r);
}

/* Levels that appeared or vanished; the errors move with them. */
static lx_status repair_levels(lx_repair_pass *pass, int *done_out) {
  lx_levels *levels = &pass->plan->levels;
  const int32_t old_count = levels->count;
  int changed = 0;
  *done_out = lx_levels_admit(levels, pass->program, pass->program->edited_count, pass->program->edited_rows,
                              pass->lists->level_map, &changed);
  if (!*done_out || !changed)
    return LX_OK;
  lx_exact_sum *sums = lx_arena_take(&pass->lists->scratch, levels->count, sizeof *sums);
  if (sums == NULL)
    return LX_ERROR_MEMORY;
  lx_level_errors_renumber(&pass->state->solution.errors, pass->lists->level_map, old_count, levels->count, sums);
  return lx_answer_reserve_levels(pass->state->solution.allocator, levels->count - LX_LEVEL_OPTIONAL,
                                  &pass->state->repair.levels);
}

static int ascending(const void *a, const void *b) {
  const int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
  return (left > right) - (left < right);
}

/* Sorts what is still unassigned, and marks rows without unassigned entries to be checked. */
static void sort_unassigned(lx_repair_pass *pass) {
  lx_repair_lists *lists = pass->lists;
  lx_unassigned *unassigned = &lists->unassigned;
  int32_t rows = 0, variables = 0;
  for (int32_t k = 0; k < unassigned->row_count; k++) {
    const int32_t r = unassigned->rows[k];
    lists->is_unassigned_row[r] = 0;
    if (pass->program->rows[r].live)
      lx_forget_successors(pass->state, r);
    if (pass->propagation->owner[r] != LX_OWNER_NONE || !pass->program->rows[r].live)
      continue;
    if (pass->assignment->open[r] > 0)
      unassigned->rows[rows++] = r;
    else
      lx_mark_row(pass->state, r, -1);
  }
  for (int32_t k = 0; k < unassigned->variable_count; k++) {
    const int32_t j = unassigned->variables[k];
    lists->is_unassigned_variable[j] = 0;
    if (pass->assignment->assigned_at[j] == LX_UNASSIGNED && pass->program->variables[j].live)
      unassigned->variables[variables++] = j;
  }
  unassigned->row_count = rows;
  unassigned->variable_count = variables;
  qsort(unassigned->rows, (size_t)rows, sizeof *unassigned->rows, ascending);
  qsort(unassigned->variables, (size_t)variables, sizeof *unassigned->variables, ascending);
}

/* Makes components of what is still unassigned. *done_out is 0 where there is no room. */
static lx_status make_components(lx_repair_pass *pass, int *done_out) {
  lx_components *components = &pass->plan->components;
  lx_repair_lists *lists = pass->lists;
  const lx_unassigned *unassigned = &lists->unassigned;
  const int32_t first = components->count;
  *done_out = components->count + unassigned->variable_count <= components->capacity &&
              components->variable_end + unassigned->variable_count <= components->variable_capacity &&
              components->row_end + unassigned->row_count <= components->row_capacity &&
              pass->plan->elimination.used <= (int64_t)LX_POOL_LIMIT * pass->program->pool_count + LX_LEAST_WORK;
  if (!*done_out)
    return LX_OK;
  int32_t *of_row = lx_arena_take(&lists->scratch, unassigned->row_count, sizeof *of_row);
  if (of_row == NULL)
    return LX_ERROR_MEMORY;
  lx_split(pass->program, pass->assignment, unassigned, 1, lists->parent, lists->number, of_row, components);
  lx_arena_reset(&lists->scratch);
  const lx_status status = lx_plan_components(pass->plan, pass->program, pass->state->solution.no_eliminate, first, &lists->scratch);
  for (int32_t c = first; c < components->count && status == LX_OK; c++) {
    const lx_submatrix submatrix = lx_component_submatrix(pass->plan, c);
    note_component(lists, pass->plan, c);
    for (int32_t k = 0; k < submatrix.variable_count; k++)
      pass->state->solution.session.variable_status[submatrix.variables[k]] = LX_BASIS_UNKNOWN;
    for (int32_t k = 0; k < submatrix.row_count; k++) {
      pass->propagation->owner[submatrix.rows[k]] = LX_OWNER_COMPONENT - c;
      pass->state->solution.session.row_status[submatrix.rows[k]] = LX_BASIS_UNKNOWN;
    }
    pass->propagation->in_components[c] = 1;
    pass->propagation->components[pass->propagation->component_count++] = c;
  }
  return status;
}

/* Removes all edited rows and variables, and adds those that live as unassigned. */
static lx_status apply_edits(lx_repair_pass *pass, int *done_out) {
  const lx_program *program = pass->program;
  add_slots(pass);
  for (int32_t k = 0; k < program->edited_count; k++)
    if (program->rows[program->edited_rows[k]].edited & LX_EDITED_STRUCTURE)
      remove_row(pass, program->edited_rows[k]);
    else
      lx_levels_withdraw(&pass->plan->levels, program->edited_rows[k]);
  const lx_status status = repair_levels(pass, done_out);
  if (status != LX_OK || !*done_out)
    return status;
  for (int32_t k = 0; k < program->edited_variable_count; k++)
    remove_variable(pass, program->edited_variables[k]);
  for (int32_t k = 0; k < program->edited_count; k++) {
    const lx_program_row *row = &program->rows[program->edited_rows[k]];
    if (row->live && (row->edited & LX_EDITED_STRUCTURE))
      add_row(pass, program->edited_rows[k]);
  }
  return LX_OK;
}

/* Marks a variable with a new row or index to be computed; its row may be a new successor. */
static void mark_moved(lx_repair_pass *pass, int32_t at) {
  const lx_topological_order *order = at >= 0 ? &pass->assignment->fixed : &pass->assignment->substituted;
  const int32_t index = at >= 0 ? at : LX_SUBSTITUTED - at, row = order->rows[index];
  order->predecessors[index] = (lx_predecessor){.column = order->columns[index], .source = LX_PREDECESSOR_UNKNOWN};
  order->successors[index] |= LX_SUCCESSORS_UNKNOWN;
  lx_forget_successors(pass->state, row);
  lx_mark_row(pass->state, row, -1);
}

lx_status lx_repair_plan(lx_incremental *state, int *done_out) {
  lx_program *program = state->solution.session.program;
  *done_out = 0;
  lx_status status = create_lists(state);
  if (status != LX_OK)
    return status;
  lx_repair_pass pass = {
      .state = state,
      .program = program,
      .plan = &state->solution.plan,
      .assignment = &state->solution.plan.assignment,
      .propagation = &state->propagation,
      .lists = state->repair.lists,
      .work = ((int64_t)program->row_count + program->variable_count) / LX_WORK_PART + LX_LEAST_WORK,
  };
  int done = 0;
  lx_arena_reset(&pass.lists->scratch);
  status = apply_edits(&pass, &done);
  if (status != LX_OK || !done)
    return status;
  int turns = 0, again = 1;
  for (; again && turns < LX_MOST_TURNS && pass.work >= 0; turns++) {
    lx_repair_fixed(&pass);
    again = pass.work >= 0 && lx_repair_substituted(&pass);
  }
  if (again || pass.work < 0)
    return LX_OK;
  state->solution.planned_rows = pass.lists->unassigned.row_count;
  sort_unassigned(&pass);
  status = make_components(&pass, &done);
  pass.lists->unassigned.row_count = 0;
  pass.lists->unassigned.variable_count = 0;
  if (status != LX_OK || !done)
    return status;
  for (int32_t k = 0; k < pass.state->repair.moved_count; k++) {
    const int32_t index = pass.assignment->assigned_at[pass.state->repair.moved[k]];
    if (index == LX_UNASSIGNED)
      pass.state->repair.moved[k--] = pass.state->repair.moved[--pass.state->repair.moved_count];
    else
      mark_moved(&pass, index);
  }
  *done_out = 1;
  return LX_OK;
}
