/* repair_fixed.c: propagates fixed variables after an edit. */
#include <math.h>

#include "update/repair_internal.h"

static int32_t next_row(lx_repair_pass *pass) {
  lx_repair_lists *lists = pass->lists;
  const int32_t row = lists->queue[lists->queue_head++];
  if (lists->queue_head == pass->plan->room.rows)
    lists->queue_head = 0;
  lists->queue_count--;
  lists->is_queued[row] = 0;
  return row;
}

/* Queues rows that a newly fixed variable may enable to fix another. */
static void queue_uses(lx_repair_pass *pass, int32_t variable) {
  for (int32_t e = pass->program->first_use[variable]; e >= 0; e = pass->program->uses[e].next)
    lx_queue_equality(pass, pass->program->uses[e].row);
}

/* Updates the rows of a variable that is fixed now. */
static void count_assigned(lx_repair_pass *pass, int32_t variable, int32_t row) {
  pass->propagation->owner[row] = variable;
  pass->assignment->open[row] = 0;
  lx_note_moved(pass, variable);
  for (int32_t e = pass->program->first_use[variable]; e >= 0; e = pass->program->uses[e].next) {
    const int32_t other = pass->program->uses[e].row;
    pass->work--;
    if (other == row || pass->propagation->owner[other] >= 0)
      continue;
    pass->assignment->open[other]--;
    lx_queue_equality(pass, other);
  }
}

/* The first index of an awaiting variable: it may depend on the one to be inserted. */
static int32_t first_awaiting_index(lx_repair_pass *pass) {
  const lx_repair_lists *lists = pass->lists;
  int32_t index = pass->assignment->fixed.end;
  pass->work -= lists->awaiting_count;
  for (int32_t k = 0; k < lists->awaiting_count; k++) {
    const int32_t j = lists->awaiting[k];
    if (lists->is_awaiting[j] && pass->assignment->assigned_at[j] < index)
      index = pass->assignment->assigned_at[j];
  }
  return index;
}

/* Where to insert a variable whose row's last fixed variable is `last`, or -1. Right after that one, unless it is -1 or
 * has many uses: then in the next gap after the last insertion, as insertions at one index would soon find no room. */
static int32_t index_to_fix(lx_repair_pass *pass, int32_t last) {
  const lx_order_view view = lx_fixed_view(pass);
  const int32_t from = last >= 0 ? lx_index_in(&view, last) + 1 : 0;
  if (last >= 0 && pass->program->variables[last].uses <= LX_SUCCESSOR_REACH)
    return from;
  const int32_t end = first_awaiting_index(pass);
  int32_t index = pass->lists->last_index < from || pass->lists->last_index >= end ? from : pass->lists->last_index;
  for (int32_t k = 0; k < LX_SUCCESSOR_REACH && index + k < end; k++)
    if (view.order->columns[index + k] < 0)
      return index + k;
  return index;
}

static void assign_variable(lx_repair_pass *pass, int32_t row, int32_t variable, int32_t last) {
  if (lx_is_substituted(pass->assignment, variable))
    lx_unassign_substituted(pass, variable);
  else if (pass->lists->component_of[variable] >= 0)
    lx_unassign_component(pass, pass->lists->component_of[variable]);
  lx_unassign_variable(pass, variable);
  /* The row may have defined the variable so far. */
  if (pass->assignment->open[row] != 1 || pass->propagation->owner[row] != LX_OWNER_NONE)
    return;
  const lx_order_view view = lx_fixed_view(pass);
  lx_insert_at(pass, &view, index_to_fix(pass, last), row, variable);
  if (pass->work < 0)
    return;
  pass->lists->last_index = lx_index_in(&view, variable) + 1;
  count_assigned(pass, variable, row);
}

static void reassign_variable(lx_repair_pass *pass, int32_t row, int32_t variable, int32_t last) {
  const lx_order_view view = lx_fixed_view(pass);
  if (last >= 0 && lx_index_in(&view, last) > lx_index_in(&view, variable)) {
    if (!lx_insert_after(pass, &view, variable, row, last))
      return;
  }
  view.order->rows[lx_index_in(&view, variable)] = row;
  pass->lists->is_awaiting[variable] = 0;
  pass->propagation->owner[row] = variable;
  lx_note_moved(pass, variable);
  queue_uses(pass, variable);
}

/* Lets a row fix its one unassigned or awaiting variable, if it may. */
static void try_row(lx_repair_pass *pass, int32_t r) {
  const lx_program *program = pass->program;
  const lx_program_row *row = &program->rows[r];
  if (pass->propagation->owner[r] != LX_OWNER_NONE || !lx_is_required_equality(row))
    return;
  int32_t wanted = -1, last = -1;
  double coefficient = 0, largest = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t j = program->columns[e], index = pass->assignment->assigned_at[j];
    largest = fmax(largest, fabs(program->values[e]));
    if (index < 0 || pass->lists->is_awaiting[j]) {
      if (wanted >= 0)
        return;
      wanted = j;
      coefficient = program->values[e];
    } else if (last < 0 || index > pass->assignment->assigned_at[last]) {
      last = j;
    }
  }
  pass->work -= row->count;
  if (wanted < 0 || !lx_may_decide(coefficient, largest))
    return;
  if (pass->lists->is_awaiting[wanted])
    reassign_variable(pass, r, wanted, last);
  else
    assign_variable(pass, r, wanted, last);
}

/* Unassigns a variable that no row fixes: what it fixed awaits a definition. */
static void unassign_fixed(lx_repair_pass *pass, int32_t variable) {
  pass->lists->is_awaiting[variable] = 0;
  lx_order_remove(&pass->assignment->fixed, pass->assignment->assigned_at[variable]);
  lx_unassign_variable(pass, variable);
  for (int32_t e = pass->program->first_use[variable]; e >= 0; e = pass->program->uses[e].next) {
    const int32_t row = pass->program->uses[e].row, owner = pass->propagation->owner[row];
    pass->work--;
    if (owner >= 0 && lx_is_substituted(pass->assignment, owner))
      continue;
    if (owner >= 0)
      lx_await_definition(pass, owner);
    else if (owner <= LX_OWNER_COMPONENT)
      lx_unassign_component(pass, LX_OWNER_COMPONENT - owner);
    lx_unassign_row(pass, row);
    pass->assignment->open[row]++;
    lx_queue_equality(pass, row);
  }
}

/* The first awaiting variable in the order, or -1. What is before it cannot depend on it. */
static int32_t first_awaiting(lx_repair_pass *pass) {
  lx_repair_lists *lists = pass->lists;
  int32_t first = -1, kept = 0;
  for (int32_t k = 0; k < lists->awaiting_count; k++) {
    const int32_t j = lists->awaiting[k];
    if (!lists->is_awaiting[j])
      continue;
    lists->awaiting[kept++] = j;
    if (first < 0 || pass->assignment->assigned_at[j] < pass->assignment->assigned_at[first])
      first = j;
  }
  lists->awaiting_count = kept;
  pass->work -= kept;
  return first;
}

void lx_repair_fixed(lx_repair_pass *pass) {
  for (int32_t k = 0; k < pass->lists->awaiting_count; k++)
    if (pass->lists->is_awaiting[pass->lists->awaiting[k]])
      queue_uses(pass, pass->lists->awaiting[k]);
  while (pass->work >= 0) {
    if (pass->lists->queue_count > 0) {
      try_row(pass, next_row(pass));
      continue;
    }
    const int32_t variable = first_awaiting(pass);
    if (variable < 0)
      break;
    unassign_fixed(pass, variable);
  }
}
