/* component.c: see component.h. */
#include "update/component.h"

#include "solve/solve.h"
#include "update/kernel.h"

/* Appends all variables of a component to the changes, with their values. */
static void list_variables(lx_incremental *state, const lx_submatrix *submatrix) {
  int32_t *changes = state->solution.changes.variables + state->solution.changes.count;
  double *olds = state->propagation.previous + state->solution.changes.count;
  for (int32_t k = 0; k < submatrix->variable_count; k++) {
    changes[k] = submatrix->variables[k];
    olds[k] = state->solution.session.value[submatrix->variables[k]];
  }
}

/* Marks what a changed variable reaches. */
static void mark_changed(lx_incremental *state, int32_t j, int reaches) {
  state->propagation.changed_in[j] = state->propagation.number;
  if (reaches)
    lx_mark_users(state, j);
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
    mark_changed(state, j, reaches);
  }
}

/* Whether the vertex of a component is kept: it is larger than what recordings solve, and the rows that reach it are
 * known, as new constants are all there is. */
static int may_keep(const lx_incremental *state, const lx_submatrix *submatrix, int reaches) {
  const lx_session *session = &state->solution.session;
  return reaches && submatrix->row_count > LX_KERNEL_ROWS && !session->program->is_edited &&
         session->options->algebra == LX_ALGEBRA_AUTO;
}

/* Whether a component is one knapsack, and not too large for its vertex to be kept. Of several blocks one alone has a vertex, and changes of the
 * others need none. */
static int is_knapsack(const lx_incremental *state, int32_t c) {
  const lx_plan *plan = &state->solution.plan;
  const lx_component *component = &plan->components.items[c];
  return !component->is_plain && component->block_count == 1 && component->row_count <= LX_WARM_ROWS &&
         plan->blocks[component->first_block].kind == LX_BLOCK_KNAPSACK;
}

/* Solves a component, without its last basis where the optimum is far from that; its vertex may be kept. A knapsack leaves one only where the
 * simplex solves it, which takes longer and pays from the next change on. */
static lx_status solve(lx_incremental *state, int32_t c, int keeps, int is_cold) {
  lx_session *session = &state->solution.session;
  lx_kept_vertex kept = {0};
  keeps = keeps && lx_warm_is_worth(state, c);
  session->kept = keeps ? &kept : NULL;
  session->keeps_knapsacks = keeps && !is_cold && is_knapsack(state, c) && lx_warm_recurs(state, c);
  session->is_cold = is_cold;
  lx_warm_drop(state, c);
  const lx_status status = lx_solve_component(session, c);
  session->kept = NULL;
  session->keeps_knapsacks = session->is_cold = 0;
  if (kept.is_held && status == LX_OK && session->outcome == LX_OPTIMAL && session->conflicts.count == 0)
    lx_warm_adopt(state, c, &kept);
  lx_release_vertex(&kept);
  return status;
}

lx_status lx_update_component(lx_incremental *state, int32_t c, int reaches, int *holds_out) {
  lx_session *session = &state->solution.session;
  const lx_submatrix submatrix = lx_component_submatrix(&state->solution.plan, c);
  const int keeps = may_keep(state, &submatrix, reaches);
  const int32_t first = state->solution.changes.count;
  int is_updated = 0, is_far = 0;
  if (keeps) {
    const lx_status updated = lx_warm_update(state, c, &is_updated, &is_far);
    if (updated != LX_OK)
      return updated;
  }
  if (session->conflicts.count > 0) {
    *holds_out = 0;
    return LX_OK;
  }
  if (is_updated) {
    state->propagation.in_components[c] = LX_REACHED_KEPT;
    for (int32_t k = first; k < state->solution.changes.count; k++)
      mark_changed(state, state->solution.changes.variables[k], reaches);
    *holds_out = 1;
    return LX_OK;
  }
  list_variables(state, &submatrix);
  const lx_status status = solve(state, c, keeps, is_far);
  *holds_out = status == LX_OK && session->outcome == LX_OPTIMAL && session->conflicts.count == 0;
  for (int32_t k = 0; k < submatrix.row_count && *holds_out; k++)
    *holds_out = lx_level_errors_measure(&state->solution.errors, &state->solution.plan.levels, session->program,
                                         submatrix.rows[k], session->value);
  keep_changes(state, &submatrix, reaches);
  return status;
}
