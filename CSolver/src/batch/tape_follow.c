/* tape_follow.c: an update by the tape. */
#include "batch/tape.h"

/* Every constant as the rows have it now. */
static void refresh(lx_tape *tape, const lx_solution *solution) {
  const lx_program *program = solution->session.program;
  lx_sums_refresh(&tape->fixed, program, &solution->plan.fixing);
  lx_sums_refresh(&tape->derived, program, &solution->plan.fixing);
  for (int32_t i = 0; i < tape->instance_count; i++) {
    const lx_instance *instance = &tape->instances[i];
    if (instance->shape == NULL)
      continue;
    const int32_t *rows = tape->slots + instance->first_slot + instance->shape->inputs + instance->shape->variables;
    for (int32_t k = 0; k < instance->shape->rows; k++)
      tape->constants[instance->first_constant + k] = program->rows[rows[k]].constant;
  }
  tape->is_stale = 0;
}

/* Takes a place; returns whether it was another. */
static int take_place(int8_t *place, int8_t fresh) {
  const int changed = *place != fresh;
  *place = fresh;
  return changed;
}

static lx_status follow_instance(lx_solution *solution, const lx_instance *instance, lx_shape_answer *answer,
                                 int *holds_out) {
  const lx_tape *tape = solution->tape;
  lx_session *session = &solution->session;
  lx_update *update = &solution->update;
  lx_shape *shape = instance->shape;
  const int32_t *slots = tape->slots + instance->first_slot;
  for (int32_t k = 0; shape != NULL && k < shape->inputs; k++)
    answer->value[k] = session->value[slots[k]];
  if (shape == NULL || !lx_shape_solve(shape, tape->constants + instance->first_constant, answer)) {
    update->components[update->component_count++] = instance->component;
    return lx_follow_component(solution, instance->component, 0, holds_out);
  }
  int moved = 0;
  for (int32_t k = shape->inputs; k < shape->inputs + shape->variables; k++) {
    const int32_t j = slots[k];
    moved |= take_place(&session->variable_place[j], answer->variable_place[k]);
    if (answer->value[k] == session->value[j])
      continue;
    session->value[j] = answer->value[k];
    solution->changes[solution->change_count++] = j;
  }
  const int32_t *rows = slots + shape->inputs + shape->variables;
  for (int32_t k = 0; k < shape->rows; k++) {
    if (answer->row_place[k] != LX_SHAPE_AS_WAS)
      moved |= take_place(&session->row_place[rows[k]], answer->row_place[k]);
    lx_keep_error(solution, rows[k], answer->error[k]);
  }
  if (moved)
    update->components[update->component_count++] = instance->component;
  return LX_OK;
}

lx_status lx_tape_follow(lx_solution *solution, int *holds_out) {
  lx_tape *tape = solution->tape;
  lx_update *update = &solution->update;
  lx_shape_answer answer;
  lx_status status = LX_OK;
  if (tape->is_stale)
    refresh(tape, solution);
  for (int32_t k = 0; k < tape->beginning_count; k++)
    *tape->beginnings[k].at = solution->session.program->rows[tape->beginnings[k].row].constant;
  tape->has_moved = 1;
  *holds_out = lx_sums_follow(&tape->fixed, solution);
  for (int32_t i = 0; i < tape->instance_count && *holds_out && status == LX_OK; i++)
    status = follow_instance(solution, &tape->instances[i], &answer, holds_out);
  if (*holds_out && status == LX_OK)
    *holds_out = lx_sums_follow(&tape->derived, solution);
  for (int32_t k = 0; k < tape->row_count; k++)
    update->rows[update->row_count++] = tape->rows[k];
  return status;
}
