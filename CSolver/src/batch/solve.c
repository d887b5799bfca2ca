/* solve.c: see solve.h. Component after component: constants through the steps, parts, values back through the steps,
 * and a check. Where the check fails, or a part finds no optimum, the component is solved as it is. Nothing in the
 * program changes until the whole answer is there. */
#include "batch/solve.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "batch/session.h"

static lx_status open_session(lx_session *session, lx_program *program, const lx_options *options, const lx_plan *plan,
                              uint8_t *marks) {
  memset(session, 0, sizeof *session);
  session->program = program;
  session->options = options;
  session->plan = plan;
  session->marks = marks;
  session->outcome = LX_OPTIMAL;
  lx_arena_init(&session->arena, &program->allocator);
  lx_arena_init(&session->local, &program->allocator);
  lx_arena *arena = &session->arena;
  lx_conflicts_init(arena, program, &plan->fixing, &session->conflicts);
  session->statistics.fixed_variables = plan->fixing.fixed_count;
  session->value = plan->fixing.value;
  session->constant = lx_arena_take(arena, program->row_count, sizeof(double));
  session->variable_place = lx_arena_take_zeroed(arena, program->variable_count, sizeof(int8_t));
  session->row_place = lx_arena_take_zeroed(arena, program->row_count, sizeof(int8_t));
  session->local_variable = lx_arena_take(arena, program->variable_count, sizeof(int32_t));
  session->local_level = lx_arena_take(arena, plan->levels.count, sizeof(int32_t));
  if (session->constant == NULL || session->variable_place == NULL || session->row_place == NULL ||
      session->local_variable == NULL || session->local_level == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t level = 0; level < plan->levels.count; level++)
    session->local_level[level] = -1;
  for (int32_t k = 0; k < plan->fixing.fixed_count; k++)
    session->row_place[plan->fixing.fixing_rows[k]] = LX_PLACE_TIGHT;
  return LX_OK;
}

static void close_session(lx_session *session) {
  lx_conflicts_destroy(&session->conflicts);
  lx_arena_destroy(&session->local);
  lx_arena_destroy(&session->arena);
}

static double activity(const lx_program *program, const lx_program_row *row, const double *value) {
  double sum = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++)
    sum += program->values[e] * value[program->columns[e]];
  return sum;
}

/* Distance of an activity from the constant where that side costs, else 0. */
static double error_of(const lx_program_row *row, double sum) {
  const double distance = sum - row->constant;
  return (distance > 0 ? row->above : row->below) > 0 ? distance : 0;
}

/* Required rows without open variables, then the non-negativity of fixed variables. */
static lx_status check_fixed(lx_session *session) {
  const lx_program *program = session->program;
  const double one = 1;
  lx_status status = LX_OK;
  for (int32_t r = 0; r < program->row_count && status == LX_OK; r++) {
    const lx_program_row *row = &program->rows[r];
    if (session->plan->fixing.open[r] != 0 || session->row_place[r] == LX_PLACE_TIGHT)
      continue;
    const double error = error_of(row, activity(program, row, session->value));
    if (fabs(error) > LX_TOL_REQUIRED && (error > 0 ? row->above : row->below) == LX_REQUIRED)
      status = lx_conflicts_add(&session->conflicts, 1, &r, &one);
  }
  for (int32_t k = 0; k < session->plan->fixing.fixed_count && status == LX_OK; k++) {
    const int32_t j = session->plan->fixing.fixing_columns[k], member = -1 - j;
    if (program->variables[j].nonnegative && session->value[j] < -LX_TOL_REQUIRED)
      status = lx_conflicts_add(&session->conflicts, 1, &member, &one);
  }
  return status;
}

/* What the open entries of a component's rows must add up to, after its steps. */
static void reduce_constants(lx_session *session, int32_t component) {
  const lx_program *program = session->program;
  const lx_plan *plan = session->plan;
  const lx_components *components = &plan->components;
  for (int32_t k = components->row_starts[component]; k < components->row_starts[component + 1]; k++) {
    const int32_t r = components->rows[k];
    const lx_program_row *row = &program->rows[r];
    double rest = row->constant;
    if (plan->fixing.open[r] < row->count)
      for (int32_t e = row->start; e < row->start + row->count; e++)
        if (plan->fixing.fixed_by[program->columns[e]] >= 0)
          rest -= program->values[e] * session->value[program->columns[e]];
    session->constant[r] = rest;
  }
  const lx_elimination *elimination = &plan->elimination;
  for (int32_t k = elimination->operation_starts[component]; k < elimination->operation_starts[component + 1]; k++) {
    const lx_row_operation *operation = &elimination->operations[k];
    session->constant[operation->target] -= operation->factor * session->constant[operation->source];
  }
}

/* Values of the variables that the steps define, from the last step to the first. */
static void undo_steps(lx_session *session, int32_t component) {
  const lx_elimination *elimination = &session->plan->elimination;
  for (int32_t k = elimination->step_starts[component + 1] - 1; k >= elimination->step_starts[component]; k--) {
    const int32_t r = elimination->steps[k];
    const int32_t *columns = elimination->columns + elimination->starts[r];
    const double *values = elimination->values + elimination->starts[r];
    double rest = session->constant[r];
    for (int32_t e = 1; e < elimination->counts[r]; e++)
      rest -= values[e] * session->value[columns[e]];
    session->value[columns[0]] = rest / values[0];
    session->row_place[r] = LX_PLACE_TIGHT;
    session->variable_place[columns[0]] = LX_PLACE_UNKNOWN;
  }
}

/* Whether everything required of a component holds. */
static int holds(const lx_session *session, int32_t component) {
  const lx_program *program = session->program;
  const lx_components *components = &session->plan->components;
  for (int32_t k = components->variable_starts[component]; k < components->variable_starts[component + 1]; k++) {
    const int32_t j = components->variables[k];
    if (program->variables[j].nonnegative && !(session->value[j] >= -LX_TOL_REQUIRED))
      return 0;
  }
  for (int32_t k = components->row_starts[component]; k < components->row_starts[component + 1]; k++) {
    const lx_program_row *row = &program->rows[components->rows[k]];
    if (row->above != LX_REQUIRED && row->below != LX_REQUIRED)
      continue;
    const double distance = activity(program, row, session->value) - row->constant;
    if (!(fabs(distance) <= LX_TOL_REQUIRED) && (distance < 0 ? row->below : row->above) == LX_REQUIRED)
      return 0;
  }
  return 1;
}

static lx_status solve_reduced(lx_session *session, int32_t component, int *solved_out) {
  const lx_plan *plan = session->plan;
  lx_status status = LX_OK;
  *solved_out = 1;
  reduce_constants(session, component);
  for (int32_t p = plan->part_starts[component]; p < plan->part_starts[component + 1] && *solved_out; p++) {
    const lx_part *part = &plan->parts[p];
    status = part->kind == LX_PART_GENERAL ? lx_solve_part(session, part, solved_out) : lx_solve_closed(session, part);
    if (status != LX_OK)
      return status;
  }
  if (*solved_out) {
    undo_steps(session, component);
    *solved_out = holds(session, component);
  }
  return LX_OK;
}

/* The places that a reduced solve has left behind are no start for another. */
static void forget_places(lx_session *session, int32_t component) {
  const lx_components *components = &session->plan->components;
  for (int32_t k = components->variable_starts[component]; k < components->variable_starts[component + 1]; k++)
    session->variable_place[components->variables[k]] = LX_PLACE_UNKNOWN;
  for (int32_t k = components->row_starts[component]; k < components->row_starts[component + 1]; k++)
    session->row_place[components->rows[k]] = LX_PLACE_UNKNOWN;
}

static lx_status solve_components(lx_session *session) {
  lx_status status = LX_OK;
  for (int32_t c = 0; c < session->plan->components.count && status == LX_OK; c++) {
    int solved = 0;
    if (!session->plan->is_plain[c])
      status = solve_reduced(session, c, &solved);
    if (status == LX_OK && !solved) {
      forget_places(session, c);
      status = lx_solve_plain(session, c);
    }
  }
  return status;
}

/* Whether a required row is off by more than is promised and more than a double of this size can tell. */
static int breaks_promise(const lx_program *program, const lx_program_row *row, const double *value, double error) {
  if (!(fabs(error) > LX_TOL_PROMISED))
    return 0;
  double sum = fabs(row->constant);
  for (int32_t e = row->start; e < row->start + row->count; e++)
    sum += fabs(program->values[e] * value[program->columns[e]]);
  return fabs(error) > LX_TOL_PROMISED + LX_TOL_ROUNDING * sum;
}

/* Errors per optional level, from the values. A required row that does not hold makes it a breakdown. */
static lx_status measure_levels(lx_session *session, lx_answer *answer) {
  const lx_program *program = session->program;
  const lx_levels *levels = &session->plan->levels;
  const int32_t count = levels->count - LX_LEVEL_OPTIONAL;
  answer->level_priorities = lx_allocate(&program->allocator, count, sizeof(double));
  answer->level_errors = lx_allocate_zeroed(&program->allocator, count, sizeof(double));
  if (answer->level_priorities == NULL || answer->level_errors == NULL)
    return LX_ERROR_MEMORY;
  answer->level_count = count;
  memcpy(answer->level_priorities, levels->priorities + LX_LEVEL_OPTIONAL, sizeof(double) * (size_t)count);
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    if (!row->live)
      continue;
    const double error = error_of(row, activity(program, row, session->value));
    const int32_t level = error > 0 ? levels->above[r] : error < 0 ? levels->below[r] : -1;
    if (level == LX_LEVEL_REQUIRED && breaks_promise(program, row, session->value, error))
      session->outcome = LX_BREAKDOWN;
    if (level >= LX_LEVEL_OPTIONAL)
      answer->level_errors[level - LX_LEVEL_OPTIONAL] += row->weight * fabs(error);
  }
  return LX_OK;
}

static void keep_values(lx_session *session) {
  lx_program *program = session->program;
  for (int32_t j = 0; j < program->variable_count; j++) {
    program->variables[j].value = session->value[j];
    program->variables[j].place = session->variable_place[j];
  }
  for (int32_t r = 0; r < program->row_count; r++)
    program->rows[r].place = session->row_place[r];
}

void lx_answer_destroy(const lx_allocator *allocator, lx_answer *answer) {
  lx_release(allocator, answer->level_priorities);
  lx_release(allocator, answer->level_errors);
  lx_release(allocator, answer->conflict_starts);
  lx_release(allocator, answer->conflict_members);
  *answer = (lx_answer){0};
}

lx_status lx_solve_program(lx_program *program, const lx_options *options, lx_answer *answer) {
  lx_session session = {0};
  lx_plan plan;
  lx_answer fresh = {0};
  lx_status status = lx_plan_create(program, options->whole ? LX_PLAN_WHOLE : LX_PLAN_FULL, &plan);
  if (status == LX_OK)
    status = open_session(&session, program, options, &plan, NULL);
  if (status == LX_OK)
    status = check_fixed(&session);
  if (status == LX_OK)
    status = solve_components(&session);
  if (session.conflicts.count > 0 && session.outcome == LX_OPTIMAL)
    session.outcome = LX_INFEASIBLE;
  if (status == LX_OK && session.outcome == LX_OPTIMAL)
    status = measure_levels(&session, &fresh);
  if (status == LX_OK) {
    fresh.outcome = session.outcome;
    fresh.statistics = session.statistics;
    fresh.conflict_count = session.outcome == LX_INFEASIBLE ? session.conflicts.count : 0;
    fresh.conflict_starts = session.conflicts.starts;
    fresh.conflict_members = session.conflicts.members;
    session.conflicts.starts = NULL;
    session.conflicts.members = NULL;
    if (session.outcome == LX_OPTIMAL) {
      keep_values(&session);
    } else { /* levels of the last optimal answer stay readable, as its values do */
      lx_release(&program->allocator, fresh.level_priorities);
      lx_release(&program->allocator, fresh.level_errors);
      fresh.level_count = answer->level_count;
      fresh.level_priorities = answer->level_priorities;
      fresh.level_errors = answer->level_errors;
      answer->level_priorities = NULL;
      answer->level_errors = NULL;
    }
    lx_answer_destroy(&program->allocator, answer);
    *answer = fresh;
  } else {
    lx_answer_destroy(&program->allocator, &fresh);
  }
  close_session(&session);
  lx_plan_destroy(&plan);
  return status;
}

lx_status lx_mark_ambiguous(lx_program *program, const lx_options *options, uint8_t *marks) {
  lx_session session = {0};
  lx_plan plan;
  lx_status status = lx_plan_create(program, options->whole ? LX_PLAN_WHOLE : LX_PLAN_PLAIN, &plan);
  if (status == LX_OK)
    status = open_session(&session, program, options, &plan, marks);
  if (status == LX_OK)
    status = solve_components(&session);
  close_session(&session);
  lx_plan_destroy(&plan);
  return status;
}

double lx_program_row_error(const lx_program *program, int32_t row) {
  const lx_program_row *record = &program->rows[row];
  double sum = 0;
  for (int32_t e = record->start; e < record->start + record->count; e++)
    sum += program->values[e] * program->variables[program->columns[e]].value;
  return error_of(record, sum);
}
