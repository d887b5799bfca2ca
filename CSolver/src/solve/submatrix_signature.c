/* submatrix_signature.c: the structure of a submatrix, for the simplex and for the store of critical regions. */
#include "solve/session.h"

static int32_t append_plain(const lx_session *session, int32_t r, lx_signature *out, int32_t end) {
  const lx_program *program = session->program;
  const lx_program_row *row = &program->rows[r];
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t j = program->columns[e];
    if (session->plan->assignment.assigned_at[j] >= 0)
      continue;
    out->columns[end] = session->local_variable[j];
    out->values[end++] = program->values[e];
  }
  return end;
}

static int32_t append_reduced(const lx_session *session, int32_t r, lx_signature *out, int32_t end) {
  const lx_elimination *elimination = &session->plan->elimination;
  for (int32_t e = elimination->starts[r]; e < elimination->starts[r] + elimination->counts[r]; e++) {
    out->columns[end] = session->local_variable[elimination->columns[e]];
    out->values[end++] = elimination->values[e];
  }
  return end;
}

static void fill(lx_session *session, const lx_submatrix *submatrix, int reduced, lx_signature *out) {
  const lx_program *program = session->program;
  const lx_levels *levels = &session->plan->levels;
  for (int32_t j = 0; j < submatrix->variable_count; j++) {
    session->local_variable[submatrix->variables[j]] = j;
    out->signs[j] = program->variables[submatrix->variables[j]].nonnegative != 0;
  }
  int32_t end = 0;
  out->starts[0] = 0;
  for (int32_t k = 0; k < submatrix->row_count; k++) {
    const int32_t r = submatrix->rows[k], above = levels->above[r], below = levels->below[r];
    end = reduced ? append_reduced(session, r, out, end) : append_plain(session, r, out, end);
    out->starts[k + 1] = end;
    out->above[k] = above < 0 ? -1 : session->local_level[above];
    out->below[k] = below < 0 ? -1 : session->local_level[below];
    out->weights[k] = lx_program_cost(program, r).weight;
  }
}

lx_status lx_submatrix_signature(lx_session *session, const lx_submatrix *submatrix, int reduced, lx_signature *out) {
  lx_arena_reset(&session->local);
  int32_t entries = 0;
  for (int32_t k = 0; k < submatrix->row_count; k++)
    entries += reduced ? session->plan->elimination.counts[submatrix->rows[k]]
                       : session->plan->assignment.open[submatrix->rows[k]];
  int32_t *used = lx_arena_take(&session->local, session->plan->levels.count, sizeof *used);
  if (used == NULL)
    return LX_ERROR_MEMORY;
  const lx_status status =
      lx_signature_reserve(&session->local, submatrix->row_count, submatrix->variable_count, entries, out);
  if (status != LX_OK)
    return status;
  out->levels = lx_levels_number(&session->plan->levels, session->program, submatrix, session->local_level, used);
  while (out->binding_levels < out->levels && used[out->binding_levels] < LX_LEVEL_OPTIONAL)
    out->binding_levels++;
  fill(session, submatrix, reduced, out);
  lx_levels_unnumber(session->local_level, used, out->levels);
  return LX_OK;
}
