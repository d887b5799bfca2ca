/* repair_substituted.c: variables that are defined once the rest is known, after an edit. */
#include "update/repair_internal.h"

/* More uses than rows: a variable that may not go. */
#define LX_MANY_USES (1 << 30)

/* What is loose and has no place yet. */
static lx_status collect(lx_mender *m, lx_loose *out) {
  const lx_loose *loose = &m->mending->loose;
  lx_arena *scratch = &m->mending->scratch;
  *out = (lx_loose){.variables = lx_arena_take(scratch, loose->variable_count, sizeof(int32_t)),
                    .rows = lx_arena_take(scratch, loose->row_count, sizeof(int32_t))};
  if (out->variables == NULL || out->rows == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < loose->variable_count; k++) {
    const int32_t j = loose->variables[k];
    if (m->fixing->fixed_by[j] == LX_OPEN && m->program->variables[j].live)
      out->variables[out->variable_count++] = j;
  }
  for (int32_t k = 0; k < loose->row_count; k++) {
    const int32_t r = loose->rows[k];
    if (m->propagation->owner[r] == LX_OWNER_NONE && m->program->rows[r].live && m->fixing->open[r] > 0)
      out->rows[out->row_count++] = r;
  }
  return LX_OK;
}

/* Before peeling, only what is loose may go. */
static void clear_uses(lx_mender *m, const lx_loose *loose) {
  lx_use_count *uses = m->mending->uses;
  for (int32_t k = 0; k < loose->row_count; k++) {
    const lx_program_row *row = &m->program->rows[loose->rows[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      uses[m->program->columns[e]].count = LX_MANY_USES;
  }
  for (int32_t k = 0; k < loose->variable_count; k++)
    uses[loose->variables[k]] = (lx_use_count){0};
}

/* The first that needs a derived variable, or -1. */
static int32_t first_dependent(lx_mender *m, const lx_placing *placing, int32_t variable) {
  int32_t first = -1;
  for (int32_t e = m->program->first_use[variable]; e >= 0; e = m->program->uses[e].next) {
    const int32_t target = m->propagation->owner[m->program->uses[e].row];
    m->work--;
    if (target >= 0 && target != variable && lx_is_derived(m->fixing, target) &&
        (first < 0 || lx_place_in(placing, target) < lx_place_in(placing, first)))
      first = target;
  }
  return first;
}

/* The last derived variable that a row needs, or -1. */
static int32_t last_needed(const lx_mender *m, const lx_placing *placing, int32_t r) {
  const lx_program_row *row = &m->program->rows[r];
  int32_t last = -1;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t j = m->program->columns[e];
    if (lx_is_derived(m->fixing, j) && (last < 0 || lx_place_in(placing, j) > lx_place_in(placing, last)))
      last = j;
  }
  return last;
}

/* Gives a variable its place: before what needs it and, as far as they are placed already, behind what it needs. */
static void derive(lx_mender *m, const lx_definition *definition) {
  const lx_placing placing = lx_derived_placing(m);
  const int32_t dependent = first_dependent(m, &placing, definition->column);
  const int32_t needed = last_needed(m, &placing, definition->row);
  const int32_t behind = needed < 0 ? placing.order->end : lx_place_in(&placing, needed) + 1;
  const int32_t place = dependent < 0 ? behind : lx_place_in(&placing, dependent);
  if (needed < 0 || behind <= place)
    lx_place_at(m, &placing, place, definition->row, definition->column);
  else if (!lx_place_behind(m, &placing, definition->column, definition->row, needed))
    m->work = -1;
  m->propagation->owner[definition->row] = definition->column;
  m->fixing->open[definition->row] = LX_ROW_DEFINES;
  lx_note_placed(m, definition->column);
}

/* All that rows without a place mention becomes loose; returns whether that was anything. */
static int loosen_mentioned(lx_mender *m) {
  const lx_loose *loose = &m->mending->loose;
  int found = 0;
  for (int32_t k = 0; k < loose->row_count && m->work >= 0; k++) {
    const int32_t r = loose->rows[k];
    const lx_program_row *row = &m->program->rows[r];
    if (m->propagation->owner[r] != LX_OWNER_NONE || !row->live || m->fixing->open[r] <= 0)
      continue;
    for (int32_t e = row->start; e < row->start + row->count; e++) {
      const int32_t j = m->program->columns[e];
      if (lx_is_derived(m->fixing, j))
        lx_underive(m, j);
      else if (m->fixing->fixed_by[j] == LX_OPEN && m->mending->home[j] >= 0)
        lx_dissolve_component(m, m->mending->home[j]);
      else
        continue;
      found = 1;
    }
  }
  return found;
}

int lx_mend_derived(lx_mender *m) {
  lx_mending *mending = m->mending;
  lx_loose loose;
  if (collect(m, &loose) != LX_OK) {
    m->work = -1;
    return 0;
  }
  clear_uses(m, &loose);
  const int32_t count = m->plan->kind == LX_PLAN_DERIVED
                            ? lx_peel(m->program, m->fixing, m->state->solution.keeps, &loose, mending->uses,
                                      mending->stack, mending->taken)
                            : 0;
  for (int32_t k = count - 1; k >= 0 && m->work >= 0; k--)
    derive(m, &mending->taken[k]);
  return loosen_mentioned(m) && m->work >= 0;
}
