/* repair_release.c: takes rows and variables out of the plan, and lists what awaits a new assignment. */
#include "update/repair_internal.h"

void lx_unassign_row(lx_repair_pass *pass, int32_t row) {
  pass->propagation->owner[row] = LX_OWNER_NONE;
  if (pass->lists->is_unassigned_row[row])
    return;
  pass->lists->is_unassigned_row[row] = 1;
  pass->lists->unassigned.rows[pass->lists->unassigned.row_count++] = row;
  pass->work -= 1 + pass->program->rows[row].count;
}

void lx_unassign_variable(lx_repair_pass *pass, int32_t variable) {
  pass->assignment->assigned_at[variable] = LX_UNASSIGNED;
  pass->lists->component_of[variable] = -1;
  if (pass->lists->is_unassigned_variable[variable])
    return;
  pass->lists->is_unassigned_variable[variable] = 1;
  pass->lists->unassigned.variables[pass->lists->unassigned.variable_count++] = variable;
  pass->work--;
}

void lx_unassign_component(lx_repair_pass *pass, int32_t component) {
  const lx_submatrix submatrix = lx_component_submatrix(pass->plan, component);
  for (int32_t k = 0; k < submatrix.variable_count; k++)
    lx_unassign_variable(pass, submatrix.variables[k]);
  for (int32_t k = 0; k < submatrix.row_count; k++)
    lx_unassign_row(pass, submatrix.rows[k]);
  pass->plan->components.items[component] = (lx_component){0};
}

int32_t lx_count_open(const lx_repair_pass *pass, int32_t r) {
  const lx_program_row *row = &pass->program->rows[r];
  int32_t count = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++)
    count += pass->assignment->assigned_at[pass->program->columns[e]] < 0;
  return count;
}

void lx_note_moved(lx_repair_pass *pass, int32_t variable) {
  pass->work--;
  if (pass->state->repair.moved_count < pass->plan->room.variables)
    pass->state->repair.moved[pass->state->repair.moved_count++] = variable;
  else
    pass->work = -1;
}

void lx_await_definition(lx_repair_pass *pass, int32_t variable) {
  lx_repair_lists *lists = pass->lists;
  if (lists->is_awaiting[variable])
    return;
  lists->is_awaiting[variable] = 1;
  if (lists->awaiting_count < pass->plan->room.variables)
    lists->awaiting[lists->awaiting_count++] = variable;
  else
    pass->work = -1;
  pass->work--;
}

void lx_queue_equality(lx_repair_pass *pass, int32_t row) {
  lx_repair_lists *lists = pass->lists;
  if (lists->is_queued[row] || pass->assignment->open[row] > 1 || pass->assignment->open[row] < 0 ||
      pass->propagation->owner[row] != LX_OWNER_NONE || !lx_is_required_equality(&pass->program->rows[row]))
    return;
  lists->is_queued[row] = 1;
  const int32_t index = lists->queue_head + lists->queue_count++;
  lists->queue[index < pass->plan->room.rows ? index : index - pass->plan->room.rows] = row;
}

void lx_unassign_substituted(lx_repair_pass *pass, int32_t variable) {
  const int32_t index = LX_SUBSTITUTED - pass->assignment->assigned_at[variable],
                row = pass->assignment->substituted.rows[index];
  lx_order_remove(&pass->assignment->substituted, index);
  lx_unassign_variable(pass, variable);
  lx_unassign_row(pass, row);
  pass->assignment->open[row] = lx_count_open(pass, row);
  lx_queue_equality(pass, row);
}
