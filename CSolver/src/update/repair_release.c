/* repair_release.c: rows and variables that leave the plan in a repair, and the lists of those that wait. */
#include "update/repair_internal.h"

void lx_loosen_row(lx_mender *m, int32_t row) {
  m->propagation->owner[row] = LX_OWNER_NONE;
  if (m->mending->is_loose_row[row])
    return;
  m->mending->is_loose_row[row] = 1;
  m->mending->loose.rows[m->mending->loose.row_count++] = row;
  m->work -= 1 + m->program->rows[row].count;
}

void lx_loosen_variable(lx_mender *m, int32_t variable) {
  m->fixing->fixed_by[variable] = LX_OPEN;
  m->mending->home[variable] = -1;
  if (m->mending->is_loose_variable[variable])
    return;
  m->mending->is_loose_variable[variable] = 1;
  m->mending->loose.variables[m->mending->loose.variable_count++] = variable;
  m->work--;
}

void lx_dissolve_component(lx_mender *m, int32_t component) {
  const lx_piece piece = lx_component_piece(m->plan, component);
  for (int32_t k = 0; k < piece.variable_count; k++)
    lx_loosen_variable(m, piece.variables[k]);
  for (int32_t k = 0; k < piece.row_count; k++)
    lx_loosen_row(m, piece.rows[k]);
  m->plan->components.items[component] = (lx_component){0};
}

int32_t lx_count_open(const lx_mender *m, int32_t r) {
  const lx_program_row *row = &m->program->rows[r];
  int32_t count = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++)
    count += m->fixing->fixed_by[m->program->columns[e]] < 0;
  return count;
}

void lx_note_placed(lx_mender *m, int32_t variable) {
  m->work--;
  if (m->state->repair.placed_count < m->plan->room.variables)
    m->state->repair.placed[m->state->repair.placed_count++] = variable;
  else
    m->work = -1;
}

void lx_make_pending(lx_mender *m, int32_t variable) {
  lx_mending *mending = m->mending;
  if (mending->is_pending[variable])
    return;
  mending->is_pending[variable] = 1;
  if (mending->pending_count < m->plan->room.variables)
    mending->pending[mending->pending_count++] = variable;
  else
    m->work = -1;
  m->work--;
}

void lx_queue_fixing(lx_mender *m, int32_t row) {
  lx_mending *mending = m->mending;
  if (mending->is_queued[row] || m->fixing->open[row] > 1 || m->fixing->open[row] < 0 ||
      m->propagation->owner[row] != LX_OWNER_NONE || !lx_is_required_equality(&m->program->rows[row]))
    return;
  mending->is_queued[row] = 1;
  const int32_t place = mending->queue_head + mending->queue_count++;
  mending->queue[place < m->plan->room.rows ? place : place - m->plan->room.rows] = row;
}

void lx_underive(lx_mender *m, int32_t variable) {
  const int32_t place = LX_DERIVED - m->fixing->fixed_by[variable], row = m->fixing->derived.rows[place];
  lx_order_remove(&m->fixing->derived, place);
  lx_loosen_variable(m, variable);
  lx_loosen_row(m, row);
  m->fixing->open[row] = lx_count_open(m, row);
  lx_queue_fixing(m, row);
}
