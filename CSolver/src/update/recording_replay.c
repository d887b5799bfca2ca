/* recording_replay.c: an update by a recording. */
#include <string.h>

#include "update/component.h"
#include "update/recording.h"

/* Reads every constant again; basis statuses are to be stored anew. */
static void refresh(lx_recording *recording, const lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  lx_sums_refresh(&recording->fixed, program, &state->solution.plan.assignment);
  lx_sums_refresh(&recording->substituted, program, &state->solution.plan.assignment);
  for (int32_t i = 0; i < recording->block_count; i++) {
    lx_kernel_block *block = &recording->blocks[i];
    if (block->kernel == NULL)
      continue;
    const int32_t *rows = block->slots + (block->kernel->inputs + block->kernel->variables) * LX_LANES;
    for (int32_t k = 0; k < block->kernel->rows; k++)
      for (int32_t lane = 0; lane < LX_LANES; lane++)
        block->constants[k][lane] = program->rows[rows[k * LX_LANES + lane]].constant;
    block->is_kept = 0;
  }
  recording->is_stale = 0;
}

/* Solves a component as if there were no recording. */
static lx_status solve_one(lx_incremental *state, int32_t component, int *holds_out) {
  state->propagation.components[state->propagation.component_count++] = component;
  return lx_update_component(state, component, 0, holds_out);
}

/* The components of a block that its kernel has solved: their lanes, and whether a basis status changed. */
typedef struct {
  int32_t count;
  int32_t lanes[LX_LANES];
  int32_t moved[LX_LANES]; /* per lane */
} lx_solved_lanes;

/* Stores the basis statuses of one row or variable of all components. */
static void store_statuses(int8_t *statuses, const int32_t *slots, const int8_t *fresh, lx_solved_lanes *solved) {
  for (int32_t i = 0; i < solved->count; i++) {
    const int32_t lane = solved->lanes[i];
    int8_t *status = &statuses[slots[lane]];
    solved->moved[lane] |= *status != fresh[lane];
    *status = fresh[lane];
  }
}

/* Stores basis statuses that a solve may change. */
static void store_moving_statuses(lx_session *session, const lx_kernel_block *block, const lx_kernel_work *work,
                                  lx_solved_lanes *solved) {
  const lx_kernel *kernel = block->kernel;
  const int32_t *rows = block->slots + (kernel->inputs + kernel->variables) * LX_LANES;
  for (int32_t k = 0; k < kernel->moving_rows + kernel->moving_slots; k++) {
    const int32_t at = kernel->moving[k], is_row = k < kernel->moving_rows;
    const int8_t *fresh = is_row ? work->row_status[at] : work->variable_status[at];
    if (block->is_kept && memcmp(block->statuses[k], fresh, sizeof *block->statuses) == 0)
      continue;
    memcpy(block->statuses[k], fresh, sizeof *block->statuses);
    store_statuses(is_row ? session->row_status : session->variable_status,
                   (is_row ? rows : block->slots) + at * LX_LANES, fresh, solved);
  }
}

/* Stores the errors of costly rows. */
static void store_errors(lx_incremental *state, const lx_kernel_block *block, const lx_kernel_work *work,
                         const lx_solved_lanes *solved) {
  const lx_kernel *kernel = block->kernel;
  for (int32_t k = 0; k < kernel->costly_count; k++) {
    const double *error = work->error[kernel->costly[k]];
    const int32_t *rows = block->slots + (kernel->inputs + kernel->variables + kernel->costly[k]) * LX_LANES;
    if (block->is_kept && memcmp(block->errors[k], error, sizeof *block->errors) == 0)
      continue;
    memcpy(block->errors[k], error, sizeof *block->errors);
    for (int32_t i = 0; i < solved->count; i++)
      lx_level_errors_set(&state->solution.errors, &state->solution.plan.levels, state->solution.session.program,
                          rows[solved->lanes[i]], error[solved->lanes[i]], state->solution.session.value);
  }
}

/* Stores basis statuses that every solve leaves the same. */
static void store_fixed_statuses(lx_session *session, const lx_kernel_block *block, lx_solved_lanes *solved) {
  const lx_kernel *kernel = block->kernel;
  const int32_t *slots = block->slots, *rows = slots + (kernel->inputs + kernel->variables) * LX_LANES;
  lx_lane_statuses fresh;
  for (int32_t k = kernel->inputs; k < kernel->inputs + kernel->variables; k++)
    if (kernel->variable_statuses[k] != LX_KERNEL_MOVES) {
      memset(fresh, kernel->variable_statuses[k], sizeof fresh);
      store_statuses(session->variable_status, slots + k * LX_LANES, fresh, solved);
    }
  for (int32_t k = 0; k < kernel->rows; k++)
    if (kernel->row_statuses[k] != LX_KERNEL_MOVES && kernel->row_statuses[k] != LX_KERNEL_KEEPS) {
      memset(fresh, kernel->row_statuses[k], sizeof fresh);
      store_statuses(session->row_status, rows + k * LX_LANES, fresh, solved);
    }
}

static void store_values(lx_incremental *state, const lx_kernel_block *block, const lx_kernel_work *work,
                         const lx_solved_lanes *solved) {
  const lx_kernel *kernel = block->kernel;
  double *value = state->solution.session.value;
  int32_t *changes = state->solution.changes.variables;
  double *previous = state->propagation.previous;
  int32_t count = state->solution.changes.count;
  for (int32_t k = kernel->inputs; k < kernel->inputs + kernel->variables; k++)
    for (int32_t i = 0; i < solved->count; i++) {
      const int32_t lane = solved->lanes[i], j = block->slots[k * LX_LANES + lane];
      const double fresh = work->value[k][lane];
      changes[count] = j; /* each variable comes once, so there is room */
      previous[count] = value[j];
      count += fresh != value[j];
      value[j] = fresh;
    }
  state->solution.changes.count = count;
}

static void store_answers(lx_incremental *state, lx_kernel_block *block, const lx_kernel_work *work,
                          lx_solved_lanes *solved) {
  lx_propagation *update = &state->propagation;
  store_values(state, block, work, solved);
  store_moving_statuses(&state->solution.session, block, work, solved);
  store_errors(state, block, work, solved);
  if (!block->is_kept)
    store_fixed_statuses(&state->solution.session, block, solved);
  for (int32_t i = 0; i < solved->count; i++)
    if (solved->moved[solved->lanes[i]])
      update->components[update->component_count++] = block->components[solved->lanes[i]];
}

static lx_status replay_block(lx_incremental *state, lx_kernel_block *block, int *holds_out) {
  const lx_kernel *kernel = block->kernel;
  lx_kernel_work *work = state->recorder.recording->work;
  int64_t fails[LX_LANES] = {1};
  lx_solved_lanes solved = {0};
  lx_status status = LX_OK;
  if (kernel != NULL) {
    for (int32_t k = 0; k < kernel->inputs; k++)
      for (int32_t lane = 0; lane < LX_LANES; lane++)
        work->value[k][lane] = state->solution.session.value[block->slots[k * LX_LANES + lane]];
    lx_kernel_solve(kernel, block->constants, work, fails);
  }
  for (int32_t lane = 0; lane < block->count; lane++)
    if (!fails[lane])
      solved.lanes[solved.count++] = lane;
  if (solved.count > 0)
    store_answers(state, block, work, &solved);
  block->is_kept = solved.count == block->count;
  for (int32_t lane = 0; lane < block->count && *holds_out && status == LX_OK; lane++)
    if (fails[lane])
      status = solve_one(state, block->components[lane], holds_out);
  return status;
}

lx_status lx_recording_replay(lx_incremental *state, int *holds_out) {
  lx_recording *recording = state->recorder.recording;
  lx_propagation *update = &state->propagation;
  lx_status status = LX_OK;
  if (recording->is_stale)
    refresh(recording, state);
  for (int32_t k = 0; k < recording->input_count; k++)
    *recording->inputs[k].at = state->solution.session.program->rows[recording->inputs[k].row].constant;
  recording->has_moved = 1;
  *holds_out = lx_sums_replay(&recording->fixed, state);
  for (int32_t i = 0; i < recording->block_count && *holds_out && status == LX_OK; i++)
    status = replay_block(state, &recording->blocks[i], holds_out);
  if (*holds_out && status == LX_OK)
    *holds_out = lx_sums_replay(&recording->substituted, state);
  for (int32_t k = 0; k < recording->row_count; k++)
    update->rows[update->row_count++] = recording->rows[k];
  return status;
}
