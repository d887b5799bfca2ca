/* update.c: see update.h.
 *
 * A fixed variable is computed again when the constant of its row, or a variable before it in that row, changed; in
 * topological order, so each once. Rows that these reach name the components to solve again, and then substituted
 * variables are computed that any of these reach. Everything is computed as a solve from scratch computes it, so the
 * answer is bit for bit the same. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/tolerances.h"
#include "presolve/reorder.h"
#include "solve/residual.h"
#include "solve/solve.h"
#include "update/component.h"
#include "update/prefetch.h"
#include "update/update.h"

/* Checks a row over fixed variables; 0 where it is required and does not hold. */
static int check_row(lx_incremental *state, int32_t r) {
  const lx_program *program = state->solution.session.program;
  const lx_program_row *row = &program->rows[r];
  const double error = lx_row_error(row, lx_row_activity(program, row, state->solution.session.value));
  if (fabs(error) > LX_TOL_REQUIRED && (error > 0 ? row->side_above : row->side_below) == LX_SIDE_REQUIRED)
    return 0;
  return lx_level_errors_measure(&state->solution.errors, &state->solution.plan.levels, program, r,
                                 state->solution.session.value);
}

/* Restores the values from before the update. */
static void revert_changes(lx_incremental *state) {
  for (int32_t k = 0; k < state->solution.changes.count; k++)
    state->solution.session.value[state->solution.changes.variables[k]] = state->propagation.previous[k];
  state->solution.changes.count = 0;
}

static int by_number(const void *a, const void *b) {
  const int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
  return (left > right) - (left < right);
}

/* Contradictions between fixed variables: rows that do not hold, then signs, in the order in which a solve of everything
 * finds them. That solves everything where rounding may explain one. */
static lx_status find_fixed_conflicts(lx_incremental *state, int *holds_out) {
  lx_session *session = &state->solution.session;
  lx_propagation *propagation = &state->propagation;
  const double one = 1;
  lx_status status = LX_OK;
  int32_t violated = 0;
  for (int32_t i = 0; i < propagation->row_count; i++)
    violated += lx_contradicts(session, propagation->rows[i]);
  *holds_out &= violated == 0;
  if (*holds_out || session->is_doubtful || propagation->component_count > 0)
    return LX_OK;
  if (violated > 1)
    qsort(propagation->rows, (size_t)propagation->row_count, sizeof *propagation->rows, by_number);
  for (int32_t i = 0; i < propagation->row_count && status == LX_OK; i++)
    if (lx_contradicts(session, propagation->rows[i]))
      status = lx_conflicts_add(&session->conflicts, 1, &propagation->rows[i], &one);
  for (int32_t k = 0; k < state->solution.changes.count && status == LX_OK; k++) {
    const int32_t j = state->solution.changes.variables[k], member = -1 - j;
    if (session->program->variables[j].nonnegative && session->value[j] < -LX_TOL_REQUIRED)
      status = lx_conflicts_add(&session->conflicts, 1, &member, &one);
  }
  return status;
}

/* Stores the basis statuses in the program, where the next solve from scratch starts. */
static void keep_statuses(lx_incremental *state) {
  const lx_session *session = &state->solution.session;
  const lx_propagation *propagation = &state->propagation;
  lx_program *program = session->program;
  for (int32_t k = 0; k < state->repair.moved_count; k++) {
    const int32_t j = state->repair.moved[k], index = state->solution.plan.assignment.assigned_at[j];
    const int32_t row = index >= 0 ? state->solution.plan.assignment.fixed.rows[index]
                                   : state->solution.plan.assignment.substituted.rows[LX_SUBSTITUTED - index];
    program->variables[j].status = session->variable_status[j] = LX_BASIS_UNKNOWN;
    program->row_statuses[row] = session->row_status[row] = LX_BASIS_TIGHT;
  }
  for (int32_t i = 0; i < propagation->row_count; i++)
    program->row_statuses[propagation->rows[i]] = session->row_status[propagation->rows[i]] = LX_BASIS_UNKNOWN;
  for (int32_t i = 0; i < propagation->component_count; i++) {
    if (propagation->in_components[propagation->components[i]] == LX_REACHED_KEPT) {
      lx_warm_store_statuses(state, propagation->components[i]);
      continue;
    }
    const lx_submatrix submatrix = lx_component_submatrix(&state->solution.plan, propagation->components[i]);
    for (int32_t k = 0; k < submatrix.variable_count; k++)
      program->variables[submatrix.variables[k]].status = session->variable_status[submatrix.variables[k]];
    for (int32_t k = 0; k < submatrix.row_count; k++)
      program->row_statuses[submatrix.rows[k]] = session->row_status[submatrix.rows[k]];
  }
}

/* All that an update has changed which ends in a contradiction, but for values. The kept vertex of a component that nothing else reaches may wait. */
static void forget_attempt(lx_incremental *state, int has_changes) {
  lx_session *session = &state->solution.session;
  const lx_program *program = session->program;
  for (int32_t i = 0; i < state->propagation.component_count; i++) {
    const int32_t c = state->propagation.components[i];
    const lx_submatrix submatrix = lx_component_submatrix(&state->solution.plan, c);
    if (has_changes)
      lx_warm_drop(state, c);
    if (lx_warm_is_pending(state, c))
      continue;
    for (int32_t k = 0; k < submatrix.variable_count; k++)
      session->variable_status[submatrix.variables[k]] = program->variables[submatrix.variables[k]].status;
    for (int32_t k = 0; k < submatrix.row_count; k++)
      session->row_status[submatrix.rows[k]] = program->row_statuses[submatrix.rows[k]];
  }
  if (has_changes)
    lx_invalidate_increments(state);
}

/* Propagates from the edited rows by marks. */
static lx_status propagate_marks(lx_incremental *state, int *holds_out) {
  const lx_program *program = state->solution.session.program;
  const lx_assignment *assignment = &state->solution.plan.assignment;
  lx_propagation *propagation = &state->propagation;
  lx_status status = LX_OK;
  for (int32_t k = 0; k < program->edited_count; k++)
    if (program->rows[program->edited_rows[k]].live)
      lx_mark_row(state, program->edited_rows[k], -1);
  *holds_out = lx_propagate_order(state, &assignment->fixed, &propagation->fixed);
  status = find_fixed_conflicts(state, holds_out);
  if (propagation->component_count > 0)
    lx_prefetch_component(state, propagation->components[0]);
  for (int32_t i = 0; i < propagation->component_count && *holds_out && status == LX_OK; i++) {
    if (i + 1 < propagation->component_count)
      lx_prefetch_component(state, propagation->components[i + 1]);
    status = lx_update_component(state, propagation->components[i], 1, holds_out);
  }
  state->contradicts = state->solution.session.conflicts.count > 0 && propagation->component_count <= 1 && !program->is_edited;
  const int32_t before = state->solution.changes.count;
  if (*holds_out && status == LX_OK)
    *holds_out = lx_propagate_order(state, &assignment->substituted, &propagation->substituted);
  propagation->substituted_work += state->solution.changes.count - before;
  return status;
}

lx_status lx_update_solution(lx_incremental *state, int *done_out) {
  const lx_program *program = state->solution.session.program;
  lx_propagation *propagation = &state->propagation;
  *done_out = 0;
  state->contradicts = 0;
  lx_status status = lx_propagation_index(state);
  if (status == LX_OK)
    status = lx_program_index_uses(state->solution.session.program, program->is_edited);
  if (status == LX_OK && program->is_edited) {
    int repaired = 0;
    lx_recording_drop(state);
    lx_warm_clear(state);
    lx_chains_clear(&state->chains);
    lx_prepare_orders(state);
    status = lx_repair_plan(state, &repaired);
    if (!repaired)
      return status;
  }
  if (status != LX_OK)
    return status;
  const int32_t listed = state->solution.changes.count;
  state->solution.changes.count = 0;
  int holds = 1;
  const int by_recording = !program->is_edited && lx_recording_serves(state);
  if (!by_recording)
    lx_recording_bypass(state);
  propagation->detours = 0;
  state->chains.span_count = 0;
  state->chains.steady += !program->is_edited && state->chains.steady < LX_CHAIN_STEADY;
  if (++propagation->number == 0) {
    memset(propagation->changed_in, 0, sizeof *propagation->changed_in * (size_t)state->solution.plan.room.variables);
    propagation->number = 1;
  }
  status = by_recording ? lx_recording_replay(state, &holds) : propagate_marks(state, &holds);
  for (int32_t i = 0; i < propagation->row_count && holds && status == LX_OK; i++)
    holds = check_row(state, propagation->rows[i]);
  if (holds && status == LX_OK) {
    keep_statuses(state);
    if (by_recording)
      lx_recording_evaluate(state);
    else if (!program->is_edited)
      lx_recording_observe(state);
    if (propagation->substituted_work > state->solution.plan.assignment.substituted.count &&
        !propagation->is_reordered &&
        lx_reorder_substituted(program, &state->solution.plan.assignment, propagation->owner)) {
      lx_invalidate_increments(state);
      propagation->is_reordered = 1;
    }
  } else {
    const int has_changes = state->solution.changes.count > 0;
    state->contradicts &= status == LX_OK;
    revert_changes(state);
    if (state->contradicts)
      forget_attempt(state, has_changes);
    else
      lx_warm_clear(state);
    if (program->edited_count == 0 && program->edited_variable_count == 0) /* the list has not been overwritten */
      state->solution.changes.count = listed;
  }
  lx_clear_reached(propagation);
  state->repair.moved_count = 0;
  *done_out = holds && status == LX_OK;
  return status;
}
