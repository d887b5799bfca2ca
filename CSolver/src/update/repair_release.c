/* repair_release.c: rows and variables that leave the plan in a repair, and the lists of those that wait. */
#include "update/repair_internal.h"

void lx_unassign_row(lx_repair_run *m, int32_t row) {
  m->propagation->owner[row] = LX_OWNER_NONE;
  if (m->lists->is_unassigned_row[row])
    return;
  m->lists->is_unassigned_row[row] = 1;
  m->lists->unassigned.rows[m->lists->unassigned.row_count++] = row;
  m->work -= 1 + m->program->rows[row].count;
}

void lx_unassign_variable(lx_repair_run *m, int32_t variable) {
  m->assignment->assigned_at[variable] = LX_UNASSIGNED;
  m->lists->component_of[variable] = -1;
  if (m->lists->is_unassigned_variable[variable])
    return;
  m->lists->is_unassigned_variable[variable] = 1;
  m->lists->unassigned.variables[m->lists->unassigned.variable_count++] = variable;
  m->work--;
}

void lx_unassign_component(lx_repair_run *m, int32_t component) {
  const lx_submatrix submatrix = lx_component_submatrix(m->plan, component);
  for (int32_t k = 0; k < submatrix.variable_count; k++)
    lx_unassign_variable(m, submatrix.variables[k]);
  for (int32_t k = 0; k < submatrix.row_count; k++)
    lx_unassign_row(m, submatrix.rows[k]);
  m->plan->components.items[component] = (lx_component){0};
}

int32_t lx_count_open(const lx_repair_run *m, int32_t r) {
  const lx_program_row *row = &m->program->rows[r];
  int32_t count = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++)
    count += m->assignment->assigned_at[m->program->columns[e]] < 0;
  return count;
}

void lx_note_moved(lx_repair_run *m, int32_t variable) {
  m->work--;
  if (m->state->repair.moved_count < m->plan->room.variables)
    m->state->repair.moved[m->state->repair.moved_count++] = variable;
  else
    m->work = -1;
}

void lx_await_definition(lx_repair_run *m, int32_t variable) {
  lx_repair_lists *lists = m->lists;
  if (lists->is_awaiting[variable])
    return;
  lists->is_awaiting[variable] = 1;
  if (lists->awaiting_count < m->plan->room.variables)
    lists->awaiting[lists->awaiting_count++] = variable;
  else
    m->work = -1;
  m->work--;
}

void lx_queue_equality(lx_repair_run *m, int32_t row) {
  lx_repair_lists *lists = m->lists;
  if (lists->is_queued[row] || m->assignment->open[row] > 1 || m->assignment->open[row] < 0 ||
      m->propagation->owner[row] != LX_OWNER_NONE || !lx_is_required_equality(&m->program->rows[row]))
    return;
  lists->is_queued[row] = 1;
  const int32_t index = lists->queue_head + lists->queue_count++;
  lists->queue[index < m->plan->room.rows ? index : index - m->plan->room.rows] = row;
}

void lx_unassign_substituted(lx_repair_run *m, int32_t variable) {
  const int32_t index = LX_SUBSTITUTED - m->assignment->assigned_at[variable],
                row = m->assignment->substituted.rows[index];
  lx_order_remove(&m->assignment->substituted, index);
  lx_unassign_variable(m, variable);
  lx_unassign_row(m, row);
  m->assignment->open[row] = lx_count_open(m, row);
  lx_queue_equality(m, row);
}
