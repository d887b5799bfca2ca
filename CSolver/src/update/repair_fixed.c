/* repair_fixed.c: variables that required equalities fix, after an edit. */
#include <math.h>

#include "update/repair_internal.h"

static int32_t next_row(lx_repair_run *m) {
  lx_repair_lists *lists = m->lists;
  const int32_t row = lists->queue[lists->queue_head++];
  if (lists->queue_head == m->plan->room.rows)
    lists->queue_head = 0;
  lists->queue_count--;
  lists->is_queued[row] = 0;
  return row;
}

/* Rows that may have become fit to fix something, by a variable that has a value again. */
static void queue_uses(lx_repair_run *m, int32_t variable) {
  for (int32_t e = m->program->first_use[variable]; e >= 0; e = m->program->uses[e].next)
    lx_queue_equality(m, m->program->uses[e].row);
}

/* An open variable is fixed from now on. */
static void count_assigned(lx_repair_run *m, int32_t variable, int32_t row) {
  m->propagation->owner[row] = variable;
  m->assignment->open[row] = 0;
  lx_note_moved(m, variable);
  for (int32_t e = m->program->first_use[variable]; e >= 0; e = m->program->uses[e].next) {
    const int32_t other = m->program->uses[e].row;
    m->work--;
    if (other == row || m->propagation->owner[other] >= 0)
      continue;
    m->assignment->open[other]--;
    lx_queue_equality(m, other);
  }
}

/* What waits for another row may well wait for the variable that is to be moved. */
static int32_t first_awaiting_index(lx_repair_run *m) {
  const lx_repair_lists *lists = m->lists;
  int32_t index = m->assignment->fixed.end;
  m->work -= lists->awaiting_count;
  for (int32_t k = 0; k < lists->awaiting_count; k++) {
    const int32_t j = lists->awaiting[k];
    if (lists->is_awaiting[j] && m->assignment->assigned_at[j] < index)
      index = m->assignment->assigned_at[j];
  }
  return index;
}

/* Where a variable that is fixed by a row may go whose last fixed variable is `last`, or -1: after that one. What many
 * need cannot have all of them last_index, and who needs such a one, or nothing, goes into the next gap from where the
 * last one went: all of them in one index would soon have no room. */
static int32_t index_to_fix(lx_repair_run *m, int32_t last) {
  const lx_order_view view = lx_fixed_view(m);
  const int32_t from = last >= 0 ? lx_index_in(&view, last) + 1 : 0;
  if (last >= 0 && m->program->variables[last].uses <= LX_SUCCESSOR_REACH)
    return from;
  const int32_t end = first_awaiting_index(m);
  int32_t index = m->lists->last_index < from || m->lists->last_index >= end ? from : m->lists->last_index;
  for (int32_t k = 0; k < LX_SUCCESSOR_REACH && index + k < end; k++)
    if (view.order->columns[index + k] < 0)
      return index + k;
  return index;
}

static void assign_variable(lx_repair_run *m, int32_t row, int32_t variable, int32_t last) {
  if (lx_is_substituted(m->assignment, variable))
    lx_unassign_substituted(m, variable);
  else if (m->lists->component_of[variable] >= 0)
    lx_unassign_component(m, m->lists->component_of[variable]);
  lx_unassign_variable(m, variable);
  /* The row may have defined the variable until now. */
  if (m->assignment->open[row] != 1 || m->propagation->owner[row] != LX_OWNER_NONE)
    return;
  const lx_order_view view = lx_fixed_view(m);
  lx_insert_at(m, &view, index_to_fix(m, last), row, variable);
  if (m->work < 0)
    return;
  m->lists->last_index = lx_index_in(&view, variable) + 1;
  count_assigned(m, variable, row);
}

static void reassign_variable(lx_repair_run *m, int32_t row, int32_t variable, int32_t last) {
  const lx_order_view view = lx_fixed_view(m);
  if (last >= 0 && lx_index_in(&view, last) > lx_index_in(&view, variable)) {
    if (!lx_insert_after(m, &view, variable, row, last))
      return;
  }
  view.order->rows[lx_index_in(&view, variable)] = row;
  m->lists->is_awaiting[variable] = 0;
  m->propagation->owner[row] = variable;
  lx_note_moved(m, variable);
  queue_uses(m, variable);
}

/* Lets a row fix the one variable of it that is open or awaiting, if it may. */
static void try_row(lx_repair_run *m, int32_t r) {
  const lx_program *program = m->program;
  const lx_program_row *row = &program->rows[r];
  if (m->propagation->owner[r] != LX_OWNER_NONE || !lx_is_required_equality(row))
    return;
  int32_t wanted = -1, last = -1;
  double coefficient = 0, largest = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t j = program->columns[e], index = m->assignment->assigned_at[j];
    largest = fmax(largest, fabs(program->values[e]));
    if (index < 0 || m->lists->is_awaiting[j]) {
      if (wanted >= 0)
        return;
      wanted = j;
      coefficient = program->values[e];
    } else if (last < 0 || index > m->assignment->assigned_at[last]) {
      last = j;
    }
  }
  m->work -= row->count;
  if (wanted < 0 || !lx_may_decide(coefficient, largest))
    return;
  if (m->lists->is_awaiting[wanted])
    reassign_variable(m, r, wanted, last);
  else
    assign_variable(m, r, wanted, last);
}

/* A variable that no row fixes: what it fixed is awaiting. */
static void unassign_fixed(lx_repair_run *m, int32_t variable) {
  m->lists->is_awaiting[variable] = 0;
  lx_order_remove(&m->assignment->fixed, m->assignment->assigned_at[variable]);
  lx_unassign_variable(m, variable);
  for (int32_t e = m->program->first_use[variable]; e >= 0; e = m->program->uses[e].next) {
    const int32_t row = m->program->uses[e].row, owner = m->propagation->owner[row];
    m->work--;
    if (owner >= 0 && lx_is_substituted(m->assignment, owner))
      continue;
    if (owner >= 0)
      lx_await_definition(m, owner);
    else if (owner <= LX_OWNER_COMPONENT)
      lx_unassign_component(m, LX_OWNER_COMPONENT - owner);
    lx_unassign_row(m, row);
    m->assignment->open[row]++;
    lx_queue_equality(m, row);
  }
}

/* The first in the order of those that wait; -1 where there is none. What is before it cannot depend on it. */
static int32_t first_awaiting(lx_repair_run *m) {
  lx_repair_lists *lists = m->lists;
  int32_t first = -1, kept = 0;
  for (int32_t k = 0; k < lists->awaiting_count; k++) {
    const int32_t j = lists->awaiting[k];
    if (!lists->is_awaiting[j])
      continue;
    lists->awaiting[kept++] = j;
    if (first < 0 || m->assignment->assigned_at[j] < m->assignment->assigned_at[first])
      first = j;
  }
  lists->awaiting_count = kept;
  m->work -= kept;
  return first;
}

void lx_repair_fixed(lx_repair_run *m) {
  for (int32_t k = 0; k < m->lists->awaiting_count; k++)
    if (m->lists->is_awaiting[m->lists->awaiting[k]])
      queue_uses(m, m->lists->awaiting[k]);
  while (m->work >= 0) {
    if (m->lists->queue_count > 0) {
      try_row(m, next_row(m));
      continue;
    }
    const int32_t variable = first_awaiting(m);
    if (variable < 0)
      break;
    unassign_fixed(m, variable);
  }
}
