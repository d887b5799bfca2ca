/* repair_substituted.c: substitutes implied free columns after an edit. */
#include "update/repair_internal.h"

/* More uses than there are rows: the variable may not be substituted. */
#define LX_MANY_USES (1 << 30)

/* Collects what is unassigned. */
static lx_status collect_unassigned(lx_repair_pass *pass, lx_unassigned *out) {
  const lx_unassigned *unassigned = &pass->lists->unassigned;
  lx_arena *scratch = &pass->lists->scratch;
  *out = (lx_unassigned){.variables = lx_arena_take(scratch, unassigned->variable_count, sizeof(int32_t)),
                         .rows = lx_arena_take(scratch, unassigned->row_count, sizeof(int32_t))};
  if (out->variables == NULL || out->rows == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < unassigned->variable_count; k++) {
    const int32_t j = unassigned->variables[k];
    if (pass->assignment->assigned_at[j] == LX_UNASSIGNED && pass->program->variables[j].live)
      out->variables[out->variable_count++] = j;
  }
  for (int32_t k = 0; k < unassigned->row_count; k++) {
    const int32_t r = unassigned->rows[k];
    if (pass->propagation->owner[r] == LX_OWNER_NONE && pass->program->rows[r].live && pass->assignment->open[r] > 0)
      out->rows[out->row_count++] = r;
  }
  return LX_OK;
}

/* Resets the use counts, so that unassigned variables alone may be substituted. */
static void clear_uses(lx_repair_pass *pass, const lx_unassigned *unassigned) {
  lx_use_count *uses = pass->lists->uses;
  for (int32_t k = 0; k < unassigned->row_count; k++) {
    const lx_program_row *row = &pass->program->rows[unassigned->rows[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      uses[pass->program->columns[e]].count = LX_MANY_USES;
  }
  for (int32_t k = 0; k < unassigned->variable_count; k++)
    uses[unassigned->variables[k]] = (lx_use_count){0};
}

/* The first substituted variable that depends on one, or -1. */
static int32_t first_dependent(lx_repair_pass *pass, const lx_order_view *view, int32_t variable) {
  int32_t first = -1;
  for (int32_t e = pass->program->first_use[variable]; e >= 0; e = pass->program->uses[e].next) {
    const int32_t target = pass->propagation->owner[pass->program->uses[e].row];
    pass->work--;
    if (target >= 0 && target != variable && lx_is_substituted(pass->assignment, target) &&
        (first < 0 || lx_index_in(view, target) < lx_index_in(view, first)))
      first = target;
  }
  return first;
}

/* The last substituted variable that a row needs, or -1. */
static int32_t last_needed(const lx_repair_pass *pass, const lx_order_view *view, int32_t r) {
  const lx_program_row *row = &pass->program->rows[r];
  int32_t last = -1;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t j = pass->program->columns[e];
    if (lx_is_substituted(pass->assignment, j) && (last < 0 || lx_index_in(view, j) > lx_index_in(view, last)))
      last = j;
  }
  return last;
}

/* Inserts a variable before what depends on it and, as far as these are in the order, after what it needs. */
static void substitute(lx_repair_pass *pass, const lx_definition *definition) {
  const lx_order_view view = lx_substituted_view(pass);
  const int32_t dependent = first_dependent(pass, &view, definition->column);
  const int32_t needed = last_needed(pass, &view, definition->row);
  const int32_t after = needed < 0 ? view.order->end : lx_index_in(&view, needed) + 1;
  const int32_t index = dependent < 0 ? after : lx_index_in(&view, dependent);
  if (needed < 0 || after <= index)
    lx_insert_at(pass, &view, index, definition->row, definition->column);
  else if (!lx_insert_after(pass, &view, definition->column, definition->row, needed))
    pass->work = -1;
  pass->propagation->owner[definition->row] = definition->column;
  pass->assignment->open[definition->row] = LX_ROW_DEFINES;
  lx_note_moved(pass, definition->column);
}

/* Unassigns all that unassigned rows mention; returns whether that was anything. */
static int unassign_mentioned(lx_repair_pass *pass) {
  const lx_unassigned *unassigned = &pass->lists->unassigned;
  int found = 0;
  for (int32_t k = 0; k < unassigned->row_count && pass->work >= 0; k++) {
    const int32_t r = unassigned->rows[k];
    const lx_program_row *row = &pass->program->rows[r];
    if (pass->propagation->owner[r] != LX_OWNER_NONE || !row->live || pass->assignment->open[r] <= 0)
      continue;
    for (int32_t e = row->start; e < row->start + row->count; e++) {
      const int32_t j = pass->program->columns[e];
      if (lx_is_substituted(pass->assignment, j))
        lx_unassign_substituted(pass, j);
      else if (pass->assignment->assigned_at[j] == LX_UNASSIGNED && pass->lists->component_of[j] >= 0)
        lx_unassign_component(pass, pass->lists->component_of[j]);
      else
        continue;
      found = 1;
    }
  }
  return found;
}

int lx_repair_substituted(lx_repair_pass *pass) {
  lx_repair_lists *lists = pass->lists;
  lx_unassigned unassigned;
  if (collect_unassigned(pass, &unassigned) != LX_OK) {
    pass->work = -1;
    return 0;
  }
  clear_uses(pass, &unassigned);
  const int32_t count = pass->plan->kind == LX_PLAN_SUBSTITUTED
                            ? lx_find_implied_free(pass->program, pass->assignment, pass->state->solution.no_eliminate,
                                                   &unassigned, lists->uses, lists->stack, lists->definitions)
                            : 0;
  for (int32_t k = count - 1; k >= 0 && pass->work >= 0; k--)
    substitute(pass, &lists->definitions[k]);
  return unassign_mentioned(pass) && pass->work >= 0;
}
