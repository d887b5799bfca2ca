/* component.c: see component.h. */
#include "update/component.h"

#include "solve/solve.h"

/* Appends all variables of a component to the changes, with their values. */
static void list_variables(lx_incremental *state, const lx_submatrix *submatrix) {
  int32_t *changes = state->solution.changes.variables + state->solution.changes.count;
  double *olds = state->propagation.previous + state->solution.changes.count;
  for (int32_t k = 0; k < submatrix->variable_count; k++) {
    changes[k] = submatrix->variables[k];
    olds[k] = state->solution.session.value[submatrix->variables[k]];
  }
}

/* Keeps those that did change. */
static void keep_changes(lx_incremental *state, const lx_submatrix *submatrix, int reaches) {
  const int32_t first = state->solution.changes.count;
  for (int32_t k = first; k < first + submatrix->variable_count; k++) {
    const int32_t j = state->solution.changes.variables[k];
    const double old = state->propagation.previous[k];
    if (state->solution.session.value[j] == old)
      continue;
    state->propagation.previous[state->solution.changes.count] = old;
    state->solution.changes.variables[state->solution.changes.count++] = j;
    state->propagation.changed_in[j] = state->propagation.number;
    if (reaches)
      lx_mark_users(state, j);
  }
}

lx_status lx_update_component(lx_incremental *state, int32_t c, int reaches, int *holds_out) {
  lx_session *session = &state->solution.session;
  const lx_submatrix submatrix = lx_component_submatrix(&state->solution.plan, c);
  list_variables(state, &submatrix);
  const lx_status status = lx_solve_component(session, c);
  *holds_out = status == LX_OK && session->outcome == LX_OPTIMAL && session->conflicts.count == 0;
  for (int32_t k = 0; k < submatrix.row_count && *holds_out; k++)
    *holds_out = lx_level_errors_measure(&state->solution.errors, &state->solution.plan.levels, session->program,
                                         submatrix.rows[k], session->value);
  keep_changes(state, &submatrix, reaches);
  return status;
}
