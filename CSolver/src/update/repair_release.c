/* repair_release.c: takes rows and variables out of the plan, and lists what awaits a new assignment. */
#include "update/repair_internal.h"

void lx_unassign_row(lx_repair_run *run, int32_t row) {
  run->propagation->owner[row] = LX_OWNER_NONE;
  if (run->lists->is_unassigned_row[row])
    return;
  run->lists->is_unassigned_row[row] = 1;
  run->lists->unassigned.rows[run->lists->unassigned.row_count++] = row;
  run->work -= 1 + run->program->rows[row].count;
}

void lx_unassign_variable(lx_repair_run *run, int32_t variable) {
  run->assignment->assigned_at[variable] = LX_UNASSIGNED;
  run->lists->component_of[variable] = -1;
  if (run->lists->is_unassigned_variable[variable])
    return;
  run->lists->is_unassigned_variable[variable] = 1;
  run->lists->unassigned.variables[run->lists->unassigned.variable_count++] = variable;
  run->work--;
}

void lx_unassign_component(lx_repair_run *run, int32_t component) {
  const lx_submatrix submatrix = lx_component_submatrix(run->plan, component);
  for (int32_t k = 0; k < submatrix.variable_count; k++)
    lx_unassign_variable(run, submatrix.variables[k]);
  for (int32_t k = 0; k < submatrix.row_count; k++)
    lx_unassign_row(run, submatrix.rows[k]);
  run->plan->components.items[component] = (lx_component){0};
}

int32_t lx_count_open(const lx_repair_run *run, int32_t r) {
  const lx_program_row *row = &run->program->rows[r];
  int32_t count = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++)
    count += run->assignment->assigned_at[run->program->columns[e]] < 0;
  return count;
}

void lx_note_moved(lx_repair_run *run, int32_t variable) {
  run->work--;
  if (run->state->repair.moved_count < run->plan->room.variables)
    run->state->repair.moved[run->state->repair.moved_count++] = variable;
  else
    run->work = -1;
}

void lx_await_definition(lx_repair_run *run, int32_t variable) {
  lx_repair_lists *lists = run->lists;
  if (lists->is_awaiting[variable])
    return;
  lists->is_awaiting[variable] = 1;
  if (lists->awaiting_count < run->plan->room.variables)
    lists->awaiting[lists->awaiting_count++] = variable;
  else
    run->work = -1;
  run->work--;
}

void lx_queue_equality(lx_repair_run *run, int32_t row) {
  lx_repair_lists *lists = run->lists;
  if (lists->is_queued[row] || run->assignment->open[row] > 1 || run->assignment->open[row] < 0 ||
      run->propagation->owner[row] != LX_OWNER_NONE || !lx_is_required_equality(&run->program->rows[row]))
    return;
  lists->is_queued[row] = 1;
  const int32_t index = lists->queue_head + lists->queue_count++;
  lists->queue[index < run->plan->room.rows ? index : index - run->plan->room.rows] = row;
}

void lx_unassign_substituted(lx_repair_run *run, int32_t variable) {
  const int32_t index = LX_SUBSTITUTED - run->assignment->assigned_at[variable],
                row = run->assignment->substituted.rows[index];
  lx_order_remove(&run->assignment->substituted, index);
  lx_unassign_variable(run, variable);
  lx_unassign_row(run, row);
  run->assignment->open[row] = lx_count_open(run, row);
  lx_queue_equality(run, row);
}
