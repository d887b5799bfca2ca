/* repair_substituted.c: variables that are defined once the rest is known, after an edit. */
#include "update/repair_internal.h"

/* More uses than rows: a variable that may not go. */
#define LX_MANY_USES (1 << 30)

/* What is unassigned and has no index yet. */
static lx_status collect(lx_repair_run *m, lx_unassigned *out) {
  const lx_unassigned *unassigned = &m->lists->unassigned;
  lx_arena *scratch = &m->lists->scratch;
  *out = (lx_unassigned){.variables = lx_arena_take(scratch, unassigned->variable_count, sizeof(int32_t)),
                         .rows = lx_arena_take(scratch, unassigned->row_count, sizeof(int32_t))};
  if (out->variables == NULL || out->rows == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < unassigned->variable_count; k++) {
    const int32_t j = unassigned->variables[k];
    if (m->assignment->assigned_at[j] == LX_UNASSIGNED && m->program->variables[j].live)
      out->variables[out->variable_count++] = j;
  }
  for (int32_t k = 0; k < unassigned->row_count; k++) {
    const int32_t r = unassigned->rows[k];
    if (m->propagation->owner[r] == LX_OWNER_NONE && m->program->rows[r].live && m->assignment->open[r] > 0)
      out->rows[out->row_count++] = r;
  }
  return LX_OK;
}

/* Before peeling, only what is unassigned may go. */
static void clear_uses(lx_repair_run *m, const lx_unassigned *unassigned) {
  lx_use_count *uses = m->lists->uses;
  for (int32_t k = 0; k < unassigned->row_count; k++) {
    const lx_program_row *row = &m->program->rows[unassigned->rows[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      uses[m->program->columns[e]].count = LX_MANY_USES;
  }
  for (int32_t k = 0; k < unassigned->variable_count; k++)
    uses[unassigned->variables[k]] = (lx_use_count){0};
}

/* The first that needs a substituted variable, or -1. */
static int32_t first_dependent(lx_repair_run *m, const lx_order_view *view, int32_t variable) {
  int32_t first = -1;
  for (int32_t e = m->program->first_use[variable]; e >= 0; e = m->program->uses[e].next) {
    const int32_t target = m->propagation->owner[m->program->uses[e].row];
    m->work--;
    if (target >= 0 && target != variable && lx_is_substituted(m->assignment, target) &&
        (first < 0 || lx_index_in(view, target) < lx_index_in(view, first)))
      first = target;
  }
  return first;
}

/* The last substituted variable that a row needs, or -1. */
static int32_t last_needed(const lx_repair_run *m, const lx_order_view *view, int32_t r) {
  const lx_program_row *row = &m->program->rows[r];
  int32_t last = -1;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t j = m->program->columns[e];
    if (lx_is_substituted(m->assignment, j) && (last < 0 || lx_index_in(view, j) > lx_index_in(view, last)))
      last = j;
  }
  return last;
}

/* Gives a variable its index: before what needs it and, as far as they are moved already, after what it needs. */
static void substitute(lx_repair_run *m, const lx_definition *definition) {
  const lx_order_view view = lx_substituted_view(m);
  const int32_t dependent = first_dependent(m, &view, definition->column);
  const int32_t needed = last_needed(m, &view, definition->row);
  const int32_t after = needed < 0 ? view.order->end : lx_index_in(&view, needed) + 1;
  const int32_t index = dependent < 0 ? after : lx_index_in(&view, dependent);
  if (needed < 0 || after <= index)
    lx_insert_at(m, &view, index, definition->row, definition->column);
  else if (!lx_insert_after(m, &view, definition->column, definition->row, needed))
    m->work = -1;
  m->propagation->owner[definition->row] = definition->column;
  m->assignment->open[definition->row] = LX_ROW_DEFINES;
  lx_note_moved(m, definition->column);
}

/* All that rows without a index mention becomes unassigned; returns whether that was anything. */
static int unassign_mentioned(lx_repair_run *m) {
  const lx_unassigned *unassigned = &m->lists->unassigned;
  int found = 0;
  for (int32_t k = 0; k < unassigned->row_count && m->work >= 0; k++) {
    const int32_t r = unassigned->rows[k];
    const lx_program_row *row = &m->program->rows[r];
    if (m->propagation->owner[r] != LX_OWNER_NONE || !row->live || m->assignment->open[r] <= 0)
      continue;
    for (int32_t e = row->start; e < row->start + row->count; e++) {
      const int32_t j = m->program->columns[e];
      if (lx_is_substituted(m->assignment, j))
        lx_unassign_substituted(m, j);
      else if (m->assignment->assigned_at[j] == LX_UNASSIGNED && m->lists->component_of[j] >= 0)
        lx_unassign_component(m, m->lists->component_of[j]);
      else
        continue;
      found = 1;
    }
  }
  return found;
}

int lx_repair_substituted(lx_repair_run *m) {
  lx_repair_lists *lists = m->lists;
  lx_unassigned unassigned;
  if (collect(m, &unassigned) != LX_OK) {
    m->work = -1;
    return 0;
  }
  clear_uses(m, &unassigned);
  const int32_t count = m->plan->kind == LX_PLAN_SUBSTITUTED
                            ? lx_find_implied_free(m->program, m->assignment, m->state->solution.no_eliminate,
                                                   &unassigned, lists->uses, lists->stack, lists->definitions)
                            : 0;
  for (int32_t k = count - 1; k >= 0 && m->work >= 0; k--)
    substitute(m, &lists->definitions[k]);
  return unassign_mentioned(m) && m->work >= 0;
}
