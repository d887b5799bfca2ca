/* repair_fixed.c: propagates fixed variables after an edit. */
#include <math.h>

#include "update/repair_internal.h"

static int32_t next_row(lx_repair_run *run) {
  lx_repair_lists *lists = run->lists;
  const int32_t row = lists->queue[lists->queue_head++];
  if (lists->queue_head == run->plan->room.rows)
    lists->queue_head = 0;
  lists->queue_count--;
  lists->is_queued[row] = 0;
  return row;
}

/* Queues rows that a newly fixed variable may enable to fix another. */
static void queue_uses(lx_repair_run *run, int32_t variable) {
  for (int32_t e = run->program->first_use[variable]; e >= 0; e = run->program->uses[e].next)
    lx_queue_equality(run, run->program->uses[e].row);
}

/* Updates the rows of a variable that is fixed now. */
static void count_assigned(lx_repair_run *run, int32_t variable, int32_t row) {
  run->propagation->owner[row] = variable;
  run->assignment->open[row] = 0;
  lx_note_moved(run, variable);
  for (int32_t e = run->program->first_use[variable]; e >= 0; e = run->program->uses[e].next) {
    const int32_t other = run->program->uses[e].row;
    run->work--;
    if (other == row || run->propagation->owner[other] >= 0)
      continue;
    run->assignment->open[other]--;
    lx_queue_equality(run, other);
  }
}

/* The first index of an awaiting variable: it may depend on the one to be inserted. */
static int32_t first_awaiting_index(lx_repair_run *run) {
  const lx_repair_lists *lists = run->lists;
  int32_t index = run->assignment->fixed.end;
  run->work -= lists->awaiting_count;
  for (int32_t k = 0; k < lists->awaiting_count; k++) {
    const int32_t j = lists->awaiting[k];
    if (lists->is_awaiting[j] && run->assignment->assigned_at[j] < index)
      index = run->assignment->assigned_at[j];
  }
  return index;
}

/* Where to insert a variable whose row's last fixed variable is `last`, or -1. Right after that one, unless it is -1 or
 * has many uses: then in the next gap after the last insertion, as insertions at one index would soon find no room. */
static int32_t index_to_fix(lx_repair_run *run, int32_t last) {
  const lx_order_view view = lx_fixed_view(run);
  const int32_t from = last >= 0 ? lx_index_in(&view, last) + 1 : 0;
  if (last >= 0 && run->program->variables[last].uses <= LX_SUCCESSOR_REACH)
    return from;
  const int32_t end = first_awaiting_index(run);
  int32_t index = run->lists->last_index < from || run->lists->last_index >= end ? from : run->lists->last_index;
  for (int32_t k = 0; k < LX_SUCCESSOR_REACH && index + k < end; k++)
    if (view.order->columns[index + k] < 0)
      return index + k;
  return index;
}

static void assign_variable(lx_repair_run *run, int32_t row, int32_t variable, int32_t last) {
  if (lx_is_substituted(run->assignment, variable))
    lx_unassign_substituted(run, variable);
  else if (run->lists->component_of[variable] >= 0)
    lx_unassign_component(run, run->lists->component_of[variable]);
  lx_unassign_variable(run, variable);
  /* The row may have defined the variable so far. */
  if (run->assignment->open[row] != 1 || run->propagation->owner[row] != LX_OWNER_NONE)
    return;
  const lx_order_view view = lx_fixed_view(run);
  lx_insert_at(run, &view, index_to_fix(run, last), row, variable);
  if (run->work < 0)
    return;
  run->lists->last_index = lx_index_in(&view, variable) + 1;
  count_assigned(run, variable, row);
}

static void reassign_variable(lx_repair_run *run, int32_t row, int32_t variable, int32_t last) {
  const lx_order_view view = lx_fixed_view(run);
  if (last >= 0 && lx_index_in(&view, last) > lx_index_in(&view, variable)) {
    if (!lx_insert_after(run, &view, variable, row, last))
      return;
  }
  view.order->rows[lx_index_in(&view, variable)] = row;
  run->lists->is_awaiting[variable] = 0;
  run->propagation->owner[row] = variable;
  lx_note_moved(run, variable);
  queue_uses(run, variable);
}

/* Lets a row fix its one unassigned or awaiting variable, if it may. */
static void try_row(lx_repair_run *run, int32_t r) {
  const lx_program *program = run->program;
  const lx_program_row *row = &program->rows[r];
  if (run->propagation->owner[r] != LX_OWNER_NONE || !lx_is_required_equality(row))
    return;
  int32_t wanted = -1, last = -1;
  double coefficient = 0, largest = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t j = program->columns[e], index = run->assignment->assigned_at[j];
    largest = fmax(largest, fabs(program->values[e]));
    if (index < 0 || run->lists->is_awaiting[j]) {
      if (wanted >= 0)
        return;
      wanted = j;
      coefficient = program->values[e];
    } else if (last < 0 || index > run->assignment->assigned_at[last]) {
      last = j;
    }
  }
  run->work -= row->count;
  if (wanted < 0 || !lx_may_decide(coefficient, largest))
    return;
  if (run->lists->is_awaiting[wanted])
    reassign_variable(run, r, wanted, last);
  else
    assign_variable(run, r, wanted, last);
}

/* Unassigns a variable that no row fixes: what it fixed awaits a definition. */
static void unassign_fixed(lx_repair_run *run, int32_t variable) {
  run->lists->is_awaiting[variable] = 0;
  lx_order_remove(&run->assignment->fixed, run->assignment->assigned_at[variable]);
  lx_unassign_variable(run, variable);
  for (int32_t e = run->program->first_use[variable]; e >= 0; e = run->program->uses[e].next) {
    const int32_t row = run->program->uses[e].row, owner = run->propagation->owner[row];
    run->work--;
    if (owner >= 0 && lx_is_substituted(run->assignment, owner))
      continue;
    if (owner >= 0)
      lx_await_definition(run, owner);
    else if (owner <= LX_OWNER_COMPONENT)
      lx_unassign_component(run, LX_OWNER_COMPONENT - owner);
    lx_unassign_row(run, row);
    run->assignment->open[row]++;
    lx_queue_equality(run, row);
  }
}

/* The first awaiting variable in the order, or -1. What is before it cannot depend on it. */
static int32_t first_awaiting(lx_repair_run *run) {
  lx_repair_lists *lists = run->lists;
  int32_t first = -1, kept = 0;
  for (int32_t k = 0; k < lists->awaiting_count; k++) {
    const int32_t j = lists->awaiting[k];
    if (!lists->is_awaiting[j])
      continue;
    lists->awaiting[kept++] = j;
    if (first < 0 || run->assignment->assigned_at[j] < run->assignment->assigned_at[first])
      first = j;
  }
  lists->awaiting_count = kept;
  run->work -= kept;
  return first;
}

void lx_repair_fixed(lx_repair_run *run) {
  for (int32_t k = 0; k < run->lists->awaiting_count; k++)
    if (run->lists->is_awaiting[run->lists->awaiting[k]])
      queue_uses(run, run->lists->awaiting[k]);
  while (run->work >= 0) {
    if (run->lists->queue_count > 0) {
      try_row(run, next_row(run));
      continue;
    }
    const int32_t variable = first_awaiting(run);
    if (variable < 0)
      break;
    unassign_fixed(run, variable);
  }
}
