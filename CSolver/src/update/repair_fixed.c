/* repair_fixed.c: variables that required equalities fix, after an edit. */
#include <math.h>

#include "update/repair_internal.h"

static int32_t next_row(lx_mender *m) {
  lx_mending *mending = m->mending;
  const int32_t row = mending->queue[mending->queue_head++];
  if (mending->queue_head == m->plan->room.rows)
    mending->queue_head = 0;
  mending->queue_count--;
  mending->is_queued[row] = 0;
  return row;
}

/* Rows that may have become fit to fix something, by a variable that has a value again. */
static void queue_uses(lx_mender *m, int32_t variable) {
  for (int32_t e = m->program->first_use[variable]; e >= 0; e = m->program->uses[e].next)
    lx_queue_fixing(m, m->program->uses[e].row);
}

/* An open variable is fixed from now on. */
static void close_variable(lx_mender *m, int32_t variable, int32_t row) {
  m->propagation->owner[row] = variable;
  m->fixing->open[row] = 0;
  lx_note_placed(m, variable);
  for (int32_t e = m->program->first_use[variable]; e >= 0; e = m->program->uses[e].next) {
    const int32_t other = m->program->uses[e].row;
    m->work--;
    if (other == row || m->propagation->owner[other] >= 0)
      continue;
    m->fixing->open[other]--;
    lx_queue_fixing(m, other);
  }
}

/* What waits for another row may well wait for the variable that is to be placed. */
static int32_t first_pending_place(lx_mender *m) {
  const lx_mending *mending = m->mending;
  int32_t place = m->fixing->fixed.end;
  m->work -= mending->pending_count;
  for (int32_t k = 0; k < mending->pending_count; k++) {
    const int32_t j = mending->pending[k];
    if (mending->is_pending[j] && m->fixing->fixed_by[j] < place)
      place = m->fixing->fixed_by[j];
  }
  return place;
}

/* Where a variable that is fixed by a row may go whose last fixed variable is `last`, or -1: behind that one. What many
 * need cannot have all of them near, and who needs such a one, or nothing, goes into the next gap from where the last
 * one went: all of them in one place would soon have no room. */
static int32_t place_to_fix(lx_mender *m, int32_t last) {
  const lx_placing placing = lx_fixed_placing(m);
  const int32_t from = last >= 0 ? lx_place_in(&placing, last) + 1 : 0;
  if (last >= 0 && m->program->variables[last].uses <= LX_FAN_REACH)
    return from;
  const int32_t end = first_pending_place(m);
  int32_t place = m->mending->near < from || m->mending->near >= end ? from : m->mending->near;
  for (int32_t k = 0; k < LX_FAN_REACH && place + k < end; k++)
    if (placing.order->columns[place + k] < 0)
      return place + k;
  return place;
}

static void fix_variable(lx_mender *m, int32_t row, int32_t variable, int32_t last) {
  if (lx_is_derived(m->fixing, variable))
    lx_underive(m, variable);
  else if (m->mending->home[variable] >= 0)
    lx_dissolve_component(m, m->mending->home[variable]);
  lx_loosen_variable(m, variable);
  /* The row may have defined the variable until now. */
  if (m->fixing->open[row] != 1 || m->propagation->owner[row] != LX_OWNER_NONE)
    return;
  const lx_placing placing = lx_fixed_placing(m);
  lx_place_at(m, &placing, place_to_fix(m, last), row, variable);
  if (m->work < 0)
    return;
  m->mending->near = lx_place_in(&placing, variable) + 1;
  close_variable(m, variable, row);
}

static void fix_again(lx_mender *m, int32_t row, int32_t variable, int32_t last) {
  const lx_placing placing = lx_fixed_placing(m);
  if (last >= 0 && lx_place_in(&placing, last) > lx_place_in(&placing, variable)) {
    if (!lx_place_behind(m, &placing, variable, row, last))
      return;
  }
  placing.order->rows[lx_place_in(&placing, variable)] = row;
  m->mending->is_pending[variable] = 0;
  m->propagation->owner[row] = variable;
  lx_note_placed(m, variable);
  queue_uses(m, variable);
}

/* Lets a row fix the one variable of it that is open or pending, if it may. */
static void try_row(lx_mender *m, int32_t r) {
  const lx_program *program = m->program;
  const lx_program_row *row = &program->rows[r];
  if (m->propagation->owner[r] != LX_OWNER_NONE || !lx_is_required_equality(row))
    return;
  int32_t wanted = -1, last = -1;
  double coefficient = 0, largest = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t j = program->columns[e], place = m->fixing->fixed_by[j];
    largest = fmax(largest, fabs(program->values[e]));
    if (place < 0 || m->mending->is_pending[j]) {
      if (wanted >= 0)
        return;
      wanted = j;
      coefficient = program->values[e];
    } else if (last < 0 || place > m->fixing->fixed_by[last]) {
      last = j;
    }
  }
  m->work -= row->count;
  if (wanted < 0 || !lx_may_fix(coefficient, largest))
    return;
  if (m->mending->is_pending[wanted])
    fix_again(m, r, wanted, last);
  else
    fix_variable(m, r, wanted, last);
}

/* A variable that no row fixes: what it fixed is pending. */
static void open_variable(lx_mender *m, int32_t variable) {
  m->mending->is_pending[variable] = 0;
  lx_order_remove(&m->fixing->fixed, m->fixing->fixed_by[variable]);
  lx_loosen_variable(m, variable);
  for (int32_t e = m->program->first_use[variable]; e >= 0; e = m->program->uses[e].next) {
    const int32_t row = m->program->uses[e].row, owner = m->propagation->owner[row];
    m->work--;
    if (owner >= 0 && lx_is_derived(m->fixing, owner))
      continue;
    if (owner >= 0)
      lx_make_pending(m, owner);
    else if (owner <= LX_OWNER_COMPONENT)
      lx_dissolve_component(m, LX_OWNER_COMPONENT - owner);
    lx_loosen_row(m, row);
    m->fixing->open[row]++;
    lx_queue_fixing(m, row);
  }
}

/* The first in the order of those that wait; -1 where there is none. What is before it cannot depend on it. */
static int32_t first_pending(lx_mender *m) {
  lx_mending *mending = m->mending;
  int32_t first = -1, kept = 0;
  for (int32_t k = 0; k < mending->pending_count; k++) {
    const int32_t j = mending->pending[k];
    if (!mending->is_pending[j])
      continue;
    mending->pending[kept++] = j;
    if (first < 0 || m->fixing->fixed_by[j] < m->fixing->fixed_by[first])
      first = j;
  }
  mending->pending_count = kept;
  m->work -= kept;
  return first;
}

void lx_mend_fixed(lx_mender *m) {
  for (int32_t k = 0; k < m->mending->pending_count; k++)
    if (m->mending->is_pending[m->mending->pending[k]])
      queue_uses(m, m->mending->pending[k]);
  while (m->work >= 0) {
    if (m->mending->queue_count > 0) {
      try_row(m, next_row(m));
      continue;
    }
    const int32_t variable = first_pending(m);
    if (variable < 0)
      break;
    open_variable(m, variable);
  }
}
