/* repair.c: the way of an edit through the plan. */
#include "update/repair_internal.h"

#include <stdlib.h>
#include <string.h>

/* A new plan is the better way when more than this part of the rows and variables is touched. */
#define LX_WORK_PART 8
#define LX_LEAST_WORK 256

/* Fixing and deriving take turns at most so often. */
#define LX_MOST_TURNS 8

/* Largest pool of the elimination, by entries the program has: what dissolved components leave there is lost. */
#define LX_POOL_LIMIT 8

static void destroy_mending(lx_mending *mending) {
  if (mending == NULL)
    return;
  const lx_allocator *allocator = mending->arena.allocator;
  lx_arena_destroy(&mending->scratch);
  lx_arena_destroy(&mending->arena);
  lx_release(allocator, mending);
}

void lx_repair_close(lx_repair *repair, const lx_allocator *allocator) {
  destroy_mending(repair->mending);
  lx_answer_destroy(allocator, &repair->levels);
  *repair = (lx_repair){0};
}

static lx_status take_arrays(lx_mending *mending, const lx_incremental *state) {
  const int64_t rows = state->solution.plan.room.rows, variables = state->solution.plan.room.variables;
  lx_arena *arena = &mending->arena;
  mending->home = lx_arena_take(arena, variables, sizeof(int32_t));
  mending->loose = (lx_loose){.variables = lx_arena_take(arena, variables, sizeof(int32_t)),
                              .rows = lx_arena_take(arena, rows, sizeof(int32_t))};
  mending->is_loose_row = lx_arena_take_zeroed(arena, rows, 1);
  mending->is_loose_variable = lx_arena_take_zeroed(arena, variables, 1);
  mending->pending = lx_arena_take(arena, variables, sizeof(int32_t));
  mending->is_pending = lx_arena_take_zeroed(arena, variables, 1);
  mending->queue = lx_arena_take(arena, rows, sizeof(int32_t));
  mending->is_queued = lx_arena_take_zeroed(arena, rows, 1);
  mending->uses = lx_arena_take(arena, variables, sizeof(lx_use_count));
  mending->stack = lx_arena_take(arena, variables, sizeof(int32_t));
  mending->taken = lx_arena_take(arena, variables, sizeof(lx_definition));
  mending->lifted = lx_arena_take(arena, variables, sizeof(int32_t));
  mending->is_lifted = lx_arena_take_zeroed(arena, variables, 1);
  mending->parent = lx_arena_take(arena, variables, sizeof(int32_t));
  mending->number = lx_arena_take(arena, variables, sizeof(int32_t));
  mending->level_map = lx_arena_take(arena, state->solution.plan.levels.capacity, sizeof(int32_t));
  return mending->home == NULL || mending->loose.variables == NULL || mending->loose.rows == NULL ||
                 mending->is_loose_row == NULL || mending->is_loose_variable == NULL || mending->pending == NULL ||
                 mending->is_pending == NULL || mending->queue == NULL || mending->is_queued == NULL ||
                 mending->uses == NULL || mending->stack == NULL || mending->taken == NULL || mending->lifted == NULL ||
                 mending->is_lifted == NULL || mending->parent == NULL || mending->number == NULL ||
                 mending->level_map == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

static void set_home(lx_mending *mending, const lx_plan *plan, int32_t component) {
  const lx_piece piece = lx_component_piece(plan, component);
  for (int32_t k = 0; k < piece.variable_count; k++)
    mending->home[piece.variables[k]] = component;
}

static lx_status create_mending(lx_incremental *state) {
  if (state->repair.mending != NULL)
    return LX_OK;
  lx_mending *mending = lx_allocate_zeroed(state->solution.allocator, 1, sizeof *mending);
  if (mending == NULL)
    return LX_ERROR_MEMORY;
  lx_arena_init(&mending->arena, state->solution.allocator);
  lx_arena_init(&mending->scratch, state->solution.allocator);
  state->repair.mending = mending;
  lx_status status = take_arrays(mending, state);
  state->repair.placed = lx_arena_take(&mending->arena, state->solution.plan.room.variables, sizeof(int32_t));
  if (state->repair.placed == NULL)
    status = LX_ERROR_MEMORY;
  if (status != LX_OK) {
    destroy_mending(mending);
    state->repair.mending = NULL;
    state->repair.placed = NULL;
    return status;
  }
  mending->row_slots = state->solution.plan.row_slots;
  mending->variable_slots = state->solution.plan.variable_slots;
  for (int32_t j = 0; j < mending->variable_slots; j++)
    mending->home[j] = -1;
  for (int32_t c = 0; c < state->solution.plan.components.count; c++)
    set_home(mending, &state->solution.plan, c);
  return LX_OK;
}

/* Slots that came since the plan was made. */
static void meet_slots(lx_mender *m) {
  lx_mending *mending = m->mending;
  lx_session *session = &m->state->solution.session;
  for (; mending->row_slots < m->program->row_count; mending->row_slots++) {
    const int32_t r = mending->row_slots;
    m->propagation->owner[r] = LX_OWNER_NONE;
    m->fixing->open[r] = LX_ROW_GONE;
    m->plan->levels.above[r] = -1;
    m->plan->levels.below[r] = -1;
    m->state->solution.errors.costs[r] = 0;
    session->row_place[r] = LX_PLACE_UNKNOWN;
  }
  for (; mending->variable_slots < m->program->variable_count; mending->variable_slots++) {
    const int32_t j = mending->variable_slots;
    m->fixing->fixed_by[j] = LX_OPEN;
    mending->home[j] = -1;
    session->variable_place[j] = LX_PLACE_UNKNOWN;
  }
}

/* A row as the plan knows it leaves. */
static void retire_row(lx_mender *m, int32_t r) {
  lx_incremental *state = m->state;
  const int32_t owner = m->propagation->owner[r];
  if (owner <= LX_OWNER_COMPONENT) {
    lx_dissolve_component(m, LX_OWNER_COMPONENT - owner);
  } else if (owner >= 0 && lx_is_derived(m->fixing, owner)) {
    lx_order_remove(&m->fixing->derived, LX_DERIVED - m->fixing->fixed_by[owner]);
    lx_loosen_variable(m, owner);
  } else if (owner >= 0) {
    lx_make_pending(m, owner);
  }
  lx_level_errors_withdraw(&state->solution.errors, &m->plan->levels, r);
  state->solution.session.row_place[r] = LX_PLACE_UNKNOWN;
  m->propagation->owner[r] = LX_OWNER_NONE;
  m->fixing->open[r] = LX_ROW_GONE;
  lx_levels_withdraw(&m->plan->levels, r);
}

/* A variable that was removed or added leaves; none of the rows there were mentions it. */
static void retire_variable(lx_mender *m, int32_t j) {
  const int32_t place = m->fixing->fixed_by[j];
  if (place >= 0)
    lx_order_remove(&m->fixing->fixed, place);
  else if (m->mending->home[j] >= 0)
    lx_dissolve_component(m, m->mending->home[j]);
  m->mending->is_pending[j] = 0;
  m->mending->home[j] = -1;
  m->fixing->fixed_by[j] = LX_OPEN;
  m->state->solution.session.value[j] = 0;
  m->state->solution.session.variable_place[j] = LX_PLACE_UNKNOWN;
  if (m->program->variables[j].live)
    lx_loosen_variable(m, j);
}

static void admit_row(lx_mender *m, int32_t r) {
  m->fixing->open[r] = lx_count_open(m, r);
  lx_loosen_row(m, r);
  lx_queue_fixing(m, r);
}

/* Levels that came or went: the sums move with them. */
static lx_status mend_levels(lx_mender *m, int *done_out) {
  lx_levels *levels = &m->plan->levels;
  const int32_t old_count = levels->count;
  int changed = 0;
  *done_out = lx_levels_admit(levels, m->program, m->program->edited_count, m->program->edited_rows,
                              m->mending->level_map, &changed);
  if (!*done_out || !changed)
    return LX_OK;
  lx_exact_sum *sums = lx_arena_take(&m->mending->scratch, levels->count, sizeof *sums);
  if (sums == NULL)
    return LX_ERROR_MEMORY;
  lx_level_errors_renumber(&m->state->solution.errors, m->mending->level_map, old_count, levels->count, sums);
  return lx_answer_reserve_levels(m->state->solution.allocator, levels->count - LX_LEVEL_OPTIONAL,
                                  &m->state->repair.levels);
}

static int ascending(const void *a, const void *b) {
  const int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
  return (left > right) - (left < right);
}

/* What is still loose is in order, and rows without open entries are to be looked at. */
static void sort_loose(lx_mender *m) {
  lx_mending *mending = m->mending;
  lx_loose *loose = &mending->loose;
  int32_t rows = 0, variables = 0;
  for (int32_t k = 0; k < loose->row_count; k++) {
    const int32_t r = loose->rows[k];
    mending->is_loose_row[r] = 0;
    if (m->program->rows[r].live)
      lx_meet_user(m->state, r);
    if (m->propagation->owner[r] != LX_OWNER_NONE || !m->program->rows[r].live)
      continue;
    if (m->fixing->open[r] > 0)
      loose->rows[rows++] = r;
    else
      lx_reach_row(m->state, r, -1);
  }
  for (int32_t k = 0; k < loose->variable_count; k++) {
    const int32_t j = loose->variables[k];
    mending->is_loose_variable[j] = 0;
    if (m->fixing->fixed_by[j] == LX_OPEN && m->program->variables[j].live)
      loose->variables[variables++] = j;
  }
  loose->row_count = rows;
  loose->variable_count = variables;
  qsort(loose->rows, (size_t)rows, sizeof *loose->rows, ascending);
  qsort(loose->variables, (size_t)variables, sizeof *loose->variables, ascending);
}

/* Components of what is still loose. *done_out is 0 where there is no room. */
static lx_status make_components(lx_mender *m, int *done_out) {
  lx_components *components = &m->plan->components;
  lx_mending *mending = m->mending;
  const lx_loose *loose = &mending->loose;
  const int32_t first = components->count;
  *done_out = components->count + loose->variable_count <= components->capacity &&
              components->variable_end + loose->variable_count <= components->variable_capacity &&
              components->row_end + loose->row_count <= components->row_capacity &&
              m->plan->elimination.used <= (int64_t)LX_POOL_LIMIT * m->program->pool_count + LX_LEAST_WORK;
  if (!*done_out)
    return LX_OK;
  int32_t *of_row = lx_arena_take(&mending->scratch, loose->row_count, sizeof *of_row);
  if (of_row == NULL)
    return LX_ERROR_MEMORY;
  lx_split(m->program, m->fixing, loose, 1, mending->parent, mending->number, of_row, components);
  lx_arena_reset(&mending->scratch);
  const lx_status status = lx_plan_components(m->plan, m->program, first, &mending->scratch);
  for (int32_t c = first; c < components->count && status == LX_OK; c++) {
    const lx_piece piece = lx_component_piece(m->plan, c);
    set_home(mending, m->plan, c);
    for (int32_t k = 0; k < piece.variable_count; k++)
      m->state->solution.session.variable_place[piece.variables[k]] = LX_PLACE_UNKNOWN;
    for (int32_t k = 0; k < piece.row_count; k++) {
      m->propagation->owner[piece.rows[k]] = LX_OWNER_COMPONENT - c;
      m->state->solution.session.row_place[piece.rows[k]] = LX_PLACE_UNKNOWN;
    }
    m->propagation->in_components[c] = 1;
    m->propagation->components[m->propagation->component_count++] = c;
  }
  return status;
}

/* Every row and variable of the edit has left, and those that are there are loose. */
static lx_status admit_edits(lx_mender *m, int *done_out) {
  const lx_program *program = m->program;
  meet_slots(m);
  for (int32_t k = 0; k < program->edited_count; k++)
    if (program->rows[program->edited_rows[k]].edited & LX_EDITED_STRUCTURE)
      retire_row(m, program->edited_rows[k]);
    else
      lx_levels_withdraw(&m->plan->levels, program->edited_rows[k]);
  const lx_status status = mend_levels(m, done_out);
  if (status != LX_OK || !*done_out)
    return status;
  for (int32_t k = 0; k < program->edited_variable_count; k++)
    retire_variable(m, program->edited_variables[k]);
  for (int32_t k = 0; k < program->edited_count; k++) {
    const lx_program_row *row = &program->rows[program->edited_rows[k]];
    if (row->live && (row->edited & LX_EDITED_STRUCTURE))
      admit_row(m, program->edited_rows[k]);
  }
  return LX_OK;
}

/* A variable with a new row or place is to be computed, and what its row needs is to know. */
static void place_again(lx_mender *m, int32_t at) {
  const lx_order *order = at >= 0 ? &m->fixing->fixed : &m->fixing->derived;
  const int32_t place = at >= 0 ? at : LX_DERIVED - at, row = order->rows[place];
  order->links[place] = (lx_link){.column = order->columns[place], .source = LX_LINK_UNKNOWN};
  order->fans[place] |= LX_FAN_OPEN;
  lx_meet_user(m->state, row);
  lx_reach_row(m->state, row, -1);
}

lx_status lx_mend_plan(lx_incremental *state, int *done_out) {
  lx_program *program = state->solution.session.program;
  *done_out = 0;
  lx_status status = create_mending(state);
  if (status != LX_OK)
    return status;
  lx_mender m = {
      .state = state,
      .program = program,
      .plan = &state->solution.plan,
      .fixing = &state->solution.plan.fixing,
      .propagation = &state->propagation,
      .mending = state->repair.mending,
      .work = ((int64_t)program->row_count + program->variable_count) / LX_WORK_PART + LX_LEAST_WORK,
  };
  int done = 0;
  lx_arena_reset(&m.mending->scratch);
  status = admit_edits(&m, &done);
  if (status != LX_OK || !done)
    return status;
  int turns = 0, again = 1;
  for (; again && turns < LX_MOST_TURNS && m.work >= 0; turns++) {
    lx_mend_fixed(&m);
    again = m.work >= 0 && lx_mend_derived(&m);
  }
  if (again || m.work < 0)
    return LX_OK;
  state->solution.planned_rows = m.mending->loose.row_count;
  sort_loose(&m);
  status = make_components(&m, &done);
  m.mending->loose.row_count = 0;
  m.mending->loose.variable_count = 0;
  if (status != LX_OK || !done)
    return status;
  for (int32_t k = 0; k < m.state->repair.placed_count; k++) {
    const int32_t place = m.fixing->fixed_by[m.state->repair.placed[k]];
    if (place == LX_OPEN)
      m.state->repair.placed[k--] = m.state->repair.placed[--m.state->repair.placed_count];
    else
      place_again(&m, place);
  }
  *done_out = 1;
  return LX_OK;
}
