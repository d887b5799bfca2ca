/* repair_substituted.c: substitutes implied free columns after an edit. */
#include "update/repair_internal.h"

/* More uses than there are rows: the variable may not be substituted. */
#define LX_MANY_USES (1 << 30)

/* Collects what is unassigned. */
static lx_status collect_unassigned(lx_repair_run *run, lx_unassigned *out) {
  const lx_unassigned *unassigned = &run->lists->unassigned;
  lx_arena *scratch = &run->lists->scratch;
  *out = (lx_unassigned){.variables = lx_arena_take(scratch, unassigned->variable_count, sizeof(int32_t)),
                         .rows = lx_arena_take(scratch, unassigned->row_count, sizeof(int32_t))};
  if (out->variables == NULL || out->rows == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < unassigned->variable_count; k++) {
    const int32_t j = unassigned->variables[k];
    if (run->assignment->assigned_at[j] == LX_UNASSIGNED && run->program->variables[j].live)
      out->variables[out->variable_count++] = j;
  }
  for (int32_t k = 0; k < unassigned->row_count; k++) {
    const int32_t r = unassigned->rows[k];
    if (run->propagation->owner[r] == LX_OWNER_NONE && run->program->rows[r].live && run->assignment->open[r] > 0)
      out->rows[out->row_count++] = r;
  }
  return LX_OK;
}

/* Resets the use counts, so that unassigned variables alone may be substituted. */
static void clear_uses(lx_repair_run *run, const lx_unassigned *unassigned) {
  lx_use_count *uses = run->lists->uses;
  for (int32_t k = 0; k < unassigned->row_count; k++) {
    const lx_program_row *row = &run->program->rows[unassigned->rows[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      uses[run->program->columns[e]].count = LX_MANY_USES;
  }
  for (int32_t k = 0; k < unassigned->variable_count; k++)
    uses[unassigned->variables[k]] = (lx_use_count){0};
}

/* The first substituted variable that depends on one, or -1. */
static int32_t first_dependent(lx_repair_run *run, const lx_order_view *view, int32_t variable) {
  int32_t first = -1;
  for (int32_t e = run->program->first_use[variable]; e >= 0; e = run->program->uses[e].next) {
    const int32_t target = run->propagation->owner[run->program->uses[e].row];
    run->work--;
    if (target >= 0 && target != variable && lx_is_substituted(run->assignment, target) &&
        (first < 0 || lx_index_in(view, target) < lx_index_in(view, first)))
      first = target;
  }
  return first;
}

/* The last substituted variable that a row needs, or -1. */
static int32_t last_needed(const lx_repair_run *run, const lx_order_view *view, int32_t r) {
  const lx_program_row *row = &run->program->rows[r];
  int32_t last = -1;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t j = run->program->columns[e];
    if (lx_is_substituted(run->assignment, j) && (last < 0 || lx_index_in(view, j) > lx_index_in(view, last)))
      last = j;
  }
  return last;
}

/* Inserts a variable before what depends on it and, as far as these are in the order, after what it needs. */
static void substitute(lx_repair_run *run, const lx_definition *definition) {
  const lx_order_view view = lx_substituted_view(run);
  const int32_t dependent = first_dependent(run, &view, definition->column);
  const int32_t needed = last_needed(run, &view, definition->row);
  const int32_t after = needed < 0 ? view.order->end : lx_index_in(&view, needed) + 1;
  const int32_t index = dependent < 0 ? after : lx_index_in(&view, dependent);
  if (needed < 0 || after <= index)
    lx_insert_at(run, &view, index, definition->row, definition->column);
  else if (!lx_insert_after(run, &view, definition->column, definition->row, needed))
    run->work = -1;
  run->propagation->owner[definition->row] = definition->column;
  run->assignment->open[definition->row] = LX_ROW_DEFINES;
  lx_note_moved(run, definition->column);
}

/* Unassigns all that unassigned rows mention; returns whether that was anything. */
static int unassign_mentioned(lx_repair_run *run) {
  const lx_unassigned *unassigned = &run->lists->unassigned;
  int found = 0;
  for (int32_t k = 0; k < unassigned->row_count && run->work >= 0; k++) {
    const int32_t r = unassigned->rows[k];
    const lx_program_row *row = &run->program->rows[r];
    if (run->propagation->owner[r] != LX_OWNER_NONE || !row->live || run->assignment->open[r] <= 0)
      continue;
    for (int32_t e = row->start; e < row->start + row->count; e++) {
      const int32_t j = run->program->columns[e];
      if (lx_is_substituted(run->assignment, j))
        lx_unassign_substituted(run, j);
      else if (run->assignment->assigned_at[j] == LX_UNASSIGNED && run->lists->component_of[j] >= 0)
        lx_unassign_component(run, run->lists->component_of[j]);
      else
        continue;
      found = 1;
    }
  }
  return found;
}

int lx_repair_substituted(lx_repair_run *run) {
  lx_repair_lists *lists = run->lists;
  lx_unassigned unassigned;
  if (collect_unassigned(run, &unassigned) != LX_OK) {
    run->work = -1;
    return 0;
  }
  clear_uses(run, &unassigned);
  const int32_t count = run->plan->kind == LX_PLAN_SUBSTITUTED
                            ? lx_find_implied_free(run->program, run->assignment, run->state->solution.no_eliminate,
                                                   &unassigned, lists->uses, lists->stack, lists->definitions)
                            : 0;
  for (int32_t k = count - 1; k >= 0 && run->work >= 0; k--)
    substitute(run, &lists->definitions[k]);
  return unassign_mentioned(run) && run->work >= 0;
}
