/* incremental.c: see incremental.h. Decides how much is to be solved. */
#include "update/incremental.h"

#include "update/update.h"

void lx_incremental_init(lx_incremental *state, const lx_allocator *allocator) {
  *state = (lx_incremental){0};
  lx_solution_init(&state->solution, allocator);
}

/* Drops the state of a plan that is gone. Its arrays went with the arena of the session. */
static void forget_plan(lx_incremental *state) {
  lx_repair_close(&state->repair, state->solution.allocator);
  lx_recording_destroy(state->recorder.recording);
  lx_warm_clear(state);
  state->propagation = (lx_propagation){0};
  state->chains = (lx_chains){0};
  state->recorder = (lx_recorder){0};
  state->plan_number = state->solution.plan_number;
}

void lx_incremental_close(lx_incremental *state) {
  if (state->solution.allocator == NULL)
    return;
  forget_plan(state);
  lx_solution_close(&state->solution);
}

static lx_status solve_all(lx_incremental *state, lx_program *program, const lx_options *options, lx_answer *answer) {
  lx_solution *solution = &state->solution;
  const lx_status status = lx_solution_solve(solution, program, options, answer);
  if (state->plan_number != solution->plan_number) {
    forget_plan(state);
  } else {
    lx_invalidate_increments(state);
    lx_warm_clear(state);
    lx_recording_expire(state);
  }
  lx_session *session = &solution->session;
  while (status == LX_OK && session->vertex_count > 0) {
    const int32_t k = --session->vertex_count;
    lx_warm_adopt(state, session->vertex_components[k], &session->vertices[k]);
    lx_release_vertex(&session->vertices[k]);
  }
  return status;
}

/* Replaces the answer after an update. */
static void take_answer(lx_incremental *state, lx_answer *answer) {
  lx_solution *solution = &state->solution;
  lx_answer *levels = &state->repair.levels;
  const int are_new = levels->level_priorities != NULL;
  if (are_new) {
    lx_release(solution->allocator, answer->level_priorities);
    lx_release(solution->allocator, answer->level_errors);
    answer->level_count = levels->level_count;
    answer->level_priorities = levels->level_priorities;
    answer->level_errors = levels->level_errors;
    *levels = (lx_answer){0};
  }
  for (int32_t i = 0; i < answer->level_count; i++) {
    if (are_new)
      answer->level_priorities[i] = solution->plan.levels.priorities[LX_LEVEL_OPTIONAL + i];
    if (are_new || lx_level_errors_is_changed(&solution->errors, i))
      answer->level_errors[i] = lx_level_errors_value(&solution->errors, i);
  }
  answer->outcome = LX_OPTIMAL;
  answer->statistics = solution->session.statistics;
  answer->statistics.planned_rows = solution->planned_rows;
}

/* Replaces the answer after an update has found a contradiction. Levels and values of the last optimal one stay. */
static void take_conflicts(lx_incremental *state, lx_answer *answer) {
  lx_solution *solution = &state->solution;
  lx_conflicts *conflicts = &solution->session.conflicts;
  lx_release(solution->allocator, answer->conflict_starts);
  lx_release(solution->allocator, answer->conflict_members);
  answer->outcome = LX_INFEASIBLE;
  answer->statistics = solution->session.statistics;
  answer->statistics.planned_rows = solution->planned_rows;
  answer->conflict_count = conflicts->count;
  answer->conflict_starts = conflicts->starts;
  answer->conflict_members = conflicts->members;
  conflicts->starts = NULL;
  conflicts->members = NULL;
}

/* Updates the last answer. *done_out is 0 where everything is to be solved. */
static lx_status solve_edits(lx_incremental *state, const lx_options *options, lx_answer *answer, int *done_out) {
  lx_solution *solution = &state->solution;
  *done_out = 0;
  if (solution->no_eliminate != NULL) {
    const lx_status reserved = lx_solution_reserve_no_eliminate(solution, solution->session.program->variable_count);
    if (reserved != LX_OK)
      return reserved;
  }
  lx_session_begin(&solution->session, options);
  const lx_status status = lx_update_solution(state, done_out);
  if (status == LX_OK && state->contradicts)
    take_conflicts(state, answer);
  lx_session_end(&solution->session);
  if (status == LX_OK && *done_out)
    take_answer(state, answer);
  return status;
}

lx_status lx_incremental_solve(lx_incremental *state, lx_program *program, const lx_options *options,
                               lx_answer *answer) {
  lx_solution *solution = &state->solution;
  lx_solution_begin(solution, program, options);
  const lx_room *room = &solution->plan.room;
  const int fits = !program->is_edited ||
                   (room->has_gaps && program->row_count <= room->rows && program->variable_count <= room->variables);
  const int is_same = solution->is_current && fits && !program->is_restructured && !options->cold && !options->whole &&
                      options->algebra == state->algebra;
  const int is_much = program->edited_count > program->row_count / 8 + 8 ||
                      program->edited_variable_count > program->variable_count / 8 + 8;
  const int follows = is_same && (!is_much || lx_recording_would_serve(state));
  const int are_constants = is_same && !program->is_edited;
  lx_status status = LX_OK;
  int done = 0;
  if (follows) {
    status = solve_edits(state, options, answer, &done);
    if (status == LX_OK && state->contradicts) /* the edits wait for others: all else is as before them */
      return LX_OK;
    if (status != LX_OK || !done)
      lx_solution_export_values(solution);
    /* A repaired plan may miss a conflict that a new one finds. */
    if (!solution->is_current && program->is_edited)
      solution->has_plan = 0;
  }
  if (status == LX_OK && !done)
    status = solve_all(state, program, options, answer);
  if (status != LX_OK)
    return status;
  if (are_constants && !done && solution->is_current)
    lx_recording_count(state);
  state->algebra = options->algebra;
  lx_program_forget_edits(program, solution->is_current && solution->plan.kind != LX_PLAN_WHOLE);
  /* The plan of a whole program is used once. */
  if (solution->plan.kind == LX_PLAN_WHOLE) {
    solution->is_current = 0;
    program->is_restructured = 1;
  }
  return LX_OK;
}
