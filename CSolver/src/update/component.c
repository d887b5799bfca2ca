/* component.c: see component.h. */
#include "update/component.h"

#include "solve/solve.h"

/* The variables of a component with their values, behind the changes there are: as if all were to change. */
static void expect_changes(lx_incremental *state, const lx_piece *piece) {
  int32_t *changes = state->solution.changes.variables + state->solution.changes.count;
  double *olds = state->propagation.previous + state->solution.changes.count;
  for (int32_t k = 0; k < piece->variable_count; k++) {
    changes[k] = piece->variables[k];
    olds[k] = state->solution.session.value[piece->variables[k]];
  }
}

/* Of those, the ones that did change. */
static void note_changes(lx_incremental *state, const lx_piece *piece, int reaches) {
  const int32_t first = state->solution.changes.count;
  for (int32_t k = first; k < first + piece->variable_count; k++) {
    const int32_t j = state->solution.changes.variables[k];
    const double old = state->propagation.previous[k];
    if (state->solution.session.value[j] == old)
      continue;
    state->propagation.previous[state->solution.changes.count] = old;
    state->solution.changes.variables[state->solution.changes.count++] = j;
    state->propagation.changed_in[j] = state->propagation.number;
    if (reaches)
      lx_reach_users(state, j);
  }
}

lx_status lx_follow_component(lx_incremental *state, int32_t c, int reaches, int *holds_out) {
  lx_session *session = &state->solution.session;
  const lx_piece piece = lx_component_piece(&state->solution.plan, c);
  expect_changes(state, &piece);
  const lx_status status = lx_solve_component(session, c);
  *holds_out = status == LX_OK && session->outcome == LX_OPTIMAL && session->conflicts.count == 0;
  for (int32_t k = 0; k < piece.row_count && *holds_out; k++)
    *holds_out = lx_level_errors_measure(&state->solution.errors, &state->solution.plan.levels, session->program,
                                         piece.rows[k], session->value);
  note_changes(state, &piece, reaches);
  return status;
}
