/* recording_replay.c: an update by the tape. */
#include <string.h>

#include "update/component.h"
#include "update/recording.h"

/* Every constant as the rows have it now; nothing is known of places. */
static void refresh(lx_tape *tape, const lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  lx_sums_refresh(&tape->fixed, program, &state->solution.plan.assignment);
  lx_sums_refresh(&tape->derived, program, &state->solution.plan.assignment);
  for (int32_t i = 0; i < tape->block_count; i++) {
    lx_block *block = &tape->blocks[i];
    if (block->shape == NULL)
      continue;
    const int32_t *rows = block->slots + (block->shape->inputs + block->shape->variables) * LX_LANES;
    for (int32_t k = 0; k < block->shape->rows; k++)
      for (int32_t lane = 0; lane < LX_LANES; lane++)
        block->constants[k][lane] = program->rows[rows[k * LX_LANES + lane]].constant;
    block->is_kept = 0;
  }
  tape->is_stale = 0;
}

/* A component as if there were no tape. */
static lx_status follow_one(lx_incremental *state, int32_t component, int *holds_out) {
  state->propagation.components[state->propagation.component_count++] = component;
  return lx_update_component(state, component, 0, holds_out);
}

/* The components of a block whose answers are taken: their lanes, and whether a place of one is another. */
typedef struct {
  int32_t count;
  int32_t lanes[LX_LANES];
  int32_t moved[LX_LANES]; /* per lane */
} lx_taken;

/* Takes the places of one row or variable of all components. */
static void take_places(int8_t *places, const int32_t *slots, const int8_t *fresh, lx_taken *taken) {
  for (int32_t i = 0; i < taken->count; i++) {
    const int32_t lane = taken->lanes[i];
    int8_t *place = &places[slots[lane]];
    taken->moved[lane] |= *place != fresh[lane];
    *place = fresh[lane];
  }
}

/* Takes places that a solve may change. */
static void take_moving_places(lx_session *session, const lx_block *block, const lx_shape_work *work, lx_taken *taken) {
  const lx_shape *shape = block->shape;
  const int32_t *rows = block->slots + (shape->inputs + shape->variables) * LX_LANES;
  for (int32_t k = 0; k < shape->moving_rows + shape->moving_slots; k++) {
    const int32_t at = shape->moving[k], is_row = k < shape->moving_rows;
    const int8_t *fresh = is_row ? work->row_status[at] : work->variable_status[at];
    if (block->is_kept && memcmp(block->places[k], fresh, sizeof *block->places) == 0)
      continue;
    memcpy(block->places[k], fresh, sizeof *block->places);
    take_places(is_row ? session->row_status : session->variable_status, (is_row ? rows : block->slots) + at * LX_LANES,
                fresh, taken);
  }
}

/* Takes the errors of costly rows. */
static void take_errors(lx_incremental *state, const lx_block *block, const lx_shape_work *work,
                        const lx_taken *taken) {
  const lx_shape *shape = block->shape;
  for (int32_t k = 0; k < shape->costly_count; k++) {
    const double *error = work->error[shape->costly[k]];
    const int32_t *rows = block->slots + (shape->inputs + shape->variables + shape->costly[k]) * LX_LANES;
    if (block->is_kept && memcmp(block->errors[k], error, sizeof *block->errors) == 0)
      continue;
    memcpy(block->errors[k], error, sizeof *block->errors);
    for (int32_t i = 0; i < taken->count; i++)
      lx_level_errors_set(&state->solution.errors, &state->solution.plan.levels, state->solution.session.program,
                          rows[taken->lanes[i]], error[taken->lanes[i]]);
  }
}

/* Takes places that every solve leaves the same. */
static void take_still_places(lx_session *session, const lx_block *block, lx_taken *taken) {
  const lx_shape *shape = block->shape;
  const int32_t *slots = block->slots, *rows = slots + (shape->inputs + shape->variables) * LX_LANES;
  lx_place_lanes fresh;
  for (int32_t k = shape->inputs; k < shape->inputs + shape->variables; k++)
    if (shape->variable_statuses[k] != LX_SHAPE_MOVES) {
      memset(fresh, shape->variable_statuses[k], sizeof fresh);
      take_places(session->variable_status, slots + k * LX_LANES, fresh, taken);
    }
  for (int32_t k = 0; k < shape->rows; k++)
    if (shape->row_statuses[k] != LX_SHAPE_MOVES && shape->row_statuses[k] != LX_SHAPE_AS_WAS) {
      memset(fresh, shape->row_statuses[k], sizeof fresh);
      take_places(session->row_status, rows + k * LX_LANES, fresh, taken);
    }
}

static void take_values(lx_incremental *state, const lx_block *block, const lx_shape_work *work,
                        const lx_taken *taken) {
  const lx_shape *shape = block->shape;
  double *value = state->solution.session.value;
  int32_t *changes = state->solution.changes.variables;
  double *olds = state->propagation.previous;
  int32_t count = state->solution.changes.count;
  for (int32_t k = shape->inputs; k < shape->inputs + shape->variables; k++)
    for (int32_t i = 0; i < taken->count; i++) {
      const int32_t lane = taken->lanes[i], j = block->slots[k * LX_LANES + lane];
      const double fresh = work->value[k][lane];
      changes[count] = j; /* each variable comes once, so there is room */
      olds[count] = value[j];
      count += fresh != value[j];
      value[j] = fresh;
    }
  state->solution.changes.count = count;
}

static void take_answers(lx_incremental *state, lx_block *block, const lx_shape_work *work, lx_taken *taken) {
  lx_propagation *update = &state->propagation;
  take_values(state, block, work, taken);
  take_moving_places(&state->solution.session, block, work, taken);
  take_errors(state, block, work, taken);
  if (!block->is_kept)
    take_still_places(&state->solution.session, block, taken);
  for (int32_t i = 0; i < taken->count; i++)
    if (taken->moved[taken->lanes[i]])
      update->components[update->component_count++] = block->components[taken->lanes[i]];
}

static lx_status follow_block(lx_incremental *state, lx_block *block, int *holds_out) {
  const lx_shape *shape = block->shape;
  lx_shape_work *work = state->recorder.tape->work;
  int64_t fails[LX_LANES] = {1};
  lx_taken taken = {0};
  lx_status status = LX_OK;
  if (shape != NULL) {
    for (int32_t k = 0; k < shape->inputs; k++)
      for (int32_t lane = 0; lane < LX_LANES; lane++)
        work->value[k][lane] = state->solution.session.value[block->slots[k * LX_LANES + lane]];
    lx_shape_solve(shape, block->constants, work, fails);
  }
  for (int32_t lane = 0; lane < block->count; lane++)
    if (!fails[lane])
      taken.lanes[taken.count++] = lane;
  if (taken.count > 0)
    take_answers(state, block, work, &taken);
  block->is_kept = taken.count == block->count;
  for (int32_t lane = 0; lane < block->count && *holds_out && status == LX_OK; lane++)
    if (fails[lane])
      status = follow_one(state, block->components[lane], holds_out);
  return status;
}

lx_status lx_tape_follow(lx_incremental *state, int *holds_out) {
  lx_tape *tape = state->recorder.tape;
  lx_propagation *update = &state->propagation;
  lx_status status = LX_OK;
  if (tape->is_stale)
    refresh(tape, state);
  for (int32_t k = 0; k < tape->beginning_count; k++)
    *tape->beginnings[k].at = state->solution.session.program->rows[tape->beginnings[k].row].constant;
  tape->has_moved = 1;
  *holds_out = lx_sums_follow(&tape->fixed, state);
  for (int32_t i = 0; i < tape->block_count && *holds_out && status == LX_OK; i++)
    status = follow_block(state, &tape->blocks[i], holds_out);
  if (*holds_out && status == LX_OK)
    *holds_out = lx_sums_follow(&tape->derived, state);
  for (int32_t k = 0; k < tape->row_count; k++)
    update->rows[update->row_count++] = tape->rows[k];
  return status;
}
