/* update.c: new constants in an optimal program.
 *
 * A fixed variable is computed anew when the constant of its row, or a variable before it in that row, changed: in the
 * order of fixing, so each once. Rows that these reach name the components to solve again, and what all of these reach
 * is derived again. Everything is computed as a solve from scratch computes it, so the answer is the same to the bit.
 */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "update/recording.h"

/* The variables of a component with their values, behind the changes there are: as if all were to change. */
static void expect_changes(lx_solution *solution, const lx_piece *piece) {
  int32_t *changes = solution->changes + solution->change_count;
  double *olds = solution->olds + solution->change_count;
  for (int32_t k = 0; k < piece->variable_count; k++) {
    changes[k] = piece->variables[k];
    olds[k] = solution->session.value[piece->variables[k]];
  }
}

/* Of those, the ones that did change. */
static void note_changes(lx_solution *solution, const lx_piece *piece, int reaches) {
  const int32_t first = solution->change_count;
  for (int32_t k = first; k < first + piece->variable_count; k++) {
    const int32_t j = solution->changes[k];
    const double old = solution->olds[k];
    if (solution->session.value[j] == old)
      continue;
    solution->olds[solution->change_count] = old;
    solution->changes[solution->change_count++] = j;
    solution->update.changed_in[j] = solution->update.number;
    if (reaches)
      lx_reach_users(solution, j);
  }
}

lx_status lx_follow_component(lx_solution *solution, int32_t c, int reaches, int *holds_out) {
  lx_session *session = &solution->session;
  const lx_piece piece = lx_component_piece(&solution->plan, c);
  expect_changes(solution, &piece);
  const lx_status status = lx_solve_component(session, c);
  *holds_out = status == LX_OK && session->outcome == LX_OPTIMAL && session->conflicts.count == 0;
  for (int32_t k = 0; k < piece.row_count && *holds_out; k++)
    *holds_out = lx_measure_row(solution, piece.rows[k]);
  note_changes(solution, &piece, reaches);
  return status;
}

/* A row over fixed variables; 0 where it is required and does not hold. */
static int follow_row(lx_solution *solution, int32_t r) {
  const lx_program *program = solution->session.program;
  const lx_program_row *row = &program->rows[r];
  const double error = lx_error_of(row, lx_activity(program, row, solution->session.value));
  if (fabs(error) > LX_TOL_REQUIRED && (error > 0 ? row->side_above : row->side_below) == LX_SIDE_REQUIRED)
    return 0;
  return lx_measure_row(solution, r);
}

/* Values as they were before the update. */
static void take_changes_back(lx_solution *solution) {
  for (int32_t k = 0; k < solution->change_count; k++)
    solution->session.value[solution->changes[k]] = solution->olds[k];
  solution->change_count = 0;
}

/* The places of the answer go where the next solve from scratch starts from. */
static void keep_places(lx_solution *solution) {
  const lx_session *session = &solution->session;
  const lx_update *update = &solution->update;
  lx_program *program = session->program;
  for (int32_t k = 0; k < update->placed_count; k++) {
    const int32_t j = update->placed[k], place = solution->plan.fixing.fixed_by[j];
    const int32_t row =
        place >= 0 ? solution->plan.fixing.fixed.rows[place] : solution->plan.fixing.derived.rows[LX_DERIVED - place];
    program->variables[j].place = session->variable_place[j] = LX_PLACE_UNKNOWN;
    program->row_places[row] = session->row_place[row] = LX_PLACE_TIGHT;
  }
  for (int32_t i = 0; i < update->row_count; i++)
    program->row_places[update->rows[i]] = session->row_place[update->rows[i]] = LX_PLACE_UNKNOWN;
  for (int32_t i = 0; i < update->component_count; i++) {
    const lx_piece piece = lx_component_piece(&solution->plan, update->components[i]);
    for (int32_t k = 0; k < piece.variable_count; k++)
      program->variables[piece.variables[k]].place = session->variable_place[piece.variables[k]];
    for (int32_t k = 0; k < piece.row_count; k++)
      program->row_places[piece.rows[k]] = session->row_place[piece.rows[k]];
  }
}

/* Values by marks, from the edited rows on. */
static lx_status follow_marks(lx_solution *solution, int *holds_out) {
  const lx_program *program = solution->session.program;
  const lx_fixing *fixing = &solution->plan.fixing;
  lx_update *update = &solution->update;
  lx_status status = LX_OK;
  for (int32_t k = 0; k < program->edited_count; k++)
    if (program->rows[program->edited_rows[k]].live)
      lx_reach_row(solution, program->edited_rows[k], -1);
  *holds_out = lx_follow_order(solution, &fixing->fixed, &update->fixed);
  if (update->component_count > 0)
    lx_foresee_component(solution, update->components[0]);
  for (int32_t i = 0; i < update->component_count && *holds_out && status == LX_OK; i++) {
    if (i + 1 < update->component_count)
      lx_foresee_component(solution, update->components[i + 1]);
    status = lx_follow_component(solution, update->components[i], 1, holds_out);
  }
  const int32_t before = solution->change_count;
  if (*holds_out && status == LX_OK)
    *holds_out = lx_follow_order(solution, &fixing->derived, &update->derived);
  update->derived_work += solution->change_count - before;
  return status;
}

lx_status lx_update_solution(lx_solution *solution, int *done_out) {
  const lx_program *program = solution->session.program;
  lx_update *update = &solution->update;
  *done_out = 0;
  lx_status status = lx_index_solution(solution);
  if (status == LX_OK)
    status = lx_program_index_uses(solution->session.program, program->is_edited);
  if (status == LX_OK && program->is_edited) {
    int mended = 0;
    lx_tape_drop(solution);
    lx_drop_runs(&update->runs);
    lx_meet_places(solution);
    status = lx_mend_plan(solution, &mended);
    if (!mended)
      return status;
  }
  if (status != LX_OK)
    return status;
  const int32_t listed = solution->change_count;
  solution->change_count = 0;
  int holds = 1;
  const int by_tape = !program->is_edited && lx_tape_serves(solution);
  if (!by_tape)
    lx_tape_step_aside(solution);
  update->detours = 0;
  update->runs.part_count = 0;
  update->runs.steady += !program->is_edited && update->runs.steady < LX_RUN_STEADY;
  if (++update->number == 0) {
    memset(update->changed_in, 0, sizeof *update->changed_in * (size_t)solution->plan.room.variables);
    update->number = 1;
  }
  status = by_tape ? lx_tape_follow(solution, &holds) : follow_marks(solution, &holds);
  for (int32_t i = 0; i < update->row_count && holds && status == LX_OK; i++)
    holds = follow_row(solution, update->rows[i]);
  if (holds && status == LX_OK) {
    keep_places(solution);
    if (by_tape)
      lx_tape_judge(solution);
    else if (!program->is_edited)
      lx_tape_watch(solution);
    if (update->derived_work > solution->plan.fixing.derived.count && !update->is_gathered)
      lx_gather_derived(solution);
  } else {
    take_changes_back(solution);
    if (program->edited_count == 0 && program->edited_variable_count == 0) /* then none has been written over */
      solution->change_count = listed;
  }
  lx_forget_reached(update);
  update->placed_count = 0;
  *done_out = holds && status == LX_OK;
  return status;
}
