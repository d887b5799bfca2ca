/* solution.c: see solution.h. Nothing in the program changes before the answer is complete. */
#include "solve/solution.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "solve/residual.h"
#include "solve/solve.h"

/* Attempts that exclude substituted variables with the wrong sign, before nothing is substituted. */
#define LX_SUBSTITUTION_ATTEMPTS 2

/* Largest program, in variables, that is solved again without presolve where it ended undecided. */
#define LX_WHOLE_LIMIT 2000

double lx_solution_value(const lx_solution *solution, const lx_program *program, int32_t variable) {
  const lx_program_variable *record = &program->variables[variable];
  return solution->is_current && !record->edited ? solution->session.value[variable] : record->value;
}

const double *lx_solution_values(const lx_solution *solution) {
  return solution->is_current ? solution->session.value : NULL;
}

double lx_solution_row_error(const lx_solution *solution, const lx_program *program, int32_t row) {
  const lx_program_row *record = &program->rows[row];
  double sum = 0;
  for (int32_t e = record->start; e < record->start + record->count; e++)
    sum += program->values[e] * lx_solution_value(solution, program, program->columns[e]);
  return lx_row_error(record, sum);
}

void lx_solution_export_values(lx_solution *solution) {
  if (!solution->is_current)
    return;
  lx_program *program = solution->session.program;
  const double *value = solution->session.value;
  for (int32_t j = 0; j < program->variable_count; j++)
    if (!program->variables[j].edited)
      program->variables[j].value = value[j];
  solution->is_current = 0;
}

static void forget_plan(lx_solution *solution) {
  lx_session_close(&solution->session);
  lx_plan_destroy(&solution->plan);
  solution->session = (lx_session){0};
  solution->errors = (lx_level_errors){0};
  solution->has_plan = 0;
  solution->is_current = 0;
  solution->plan_number++;
}

void lx_solution_init(lx_solution *solution, const lx_allocator *allocator) {
  *solution = (lx_solution){.allocator = allocator, .regions = {.allocator = allocator}};
}

void lx_solution_close(lx_solution *solution) {
  forget_plan(solution);
  lx_release(solution->allocator, solution->no_eliminate);
  lx_changes_destroy(solution->allocator, &solution->changes);
  lx_regions_destroy(&solution->regions);
}

void lx_solution_begin(lx_solution *solution, const lx_program *program, const lx_options *options) {
  if (options->cold) { /* as a new solver would */
    lx_regions_clear(&solution->regions);
    if (solution->no_eliminate != NULL)
      memset(solution->no_eliminate, 0, (size_t)solution->no_eliminate_capacity);
  }
  lx_regions_begin(&solution->regions, program->row_count);
  solution->planned_rows = 0;
}

lx_status lx_solution_reserve_no_eliminate(lx_solution *solution, int32_t count) {
  const int64_t old = solution->no_eliminate_capacity;
  void *block = solution->no_eliminate;
  const lx_status status =
      lx_reserve(solution->allocator, &block, &solution->no_eliminate_capacity, count, sizeof *solution->no_eliminate);
  solution->no_eliminate = block;
  if (solution->no_eliminate_capacity > old)
    memset(solution->no_eliminate + old, 0, (size_t)(solution->no_eliminate_capacity - old));
  return status;
}

static lx_status make_plan(lx_solution *solution, lx_program *program, lx_plan_kind kind, int has_gaps) {
  forget_plan(solution);
  lx_arena scratch;
  lx_arena_init(&scratch, &program->allocator);
  lx_status status =
      solution->no_eliminate != NULL ? lx_solution_reserve_no_eliminate(solution, program->variable_count) : LX_OK;
  if (status == LX_OK)
    status = lx_plan_create(program, kind, has_gaps, solution->no_eliminate, &scratch, &solution->plan);
  if (status == LX_OK)
    status = lx_session_open(&solution->session, program, &solution->plan, &scratch);
  lx_arena_destroy(&scratch);
  solution->session.regions = &solution->regions;
  if (status == LX_OK)
    status = lx_level_errors_create(&solution->session.arena, solution->plan.levels.capacity, solution->plan.room.rows,
                                    &solution->errors);
  if (status == LX_OK)
    status = lx_changes_reserve(solution->allocator, solution->plan.room.variables, &solution->changes);
  solution->planned_rows += program->row_count - program->free_row_count;
  if (status == LX_OK)
    solution->has_plan = 1;
  else
    forget_plan(solution);
  return status;
}

/* Values of fixed variables for the current constants. */
static void recompute_fixed(lx_solution *solution) {
  const lx_assignment *assignment = &solution->plan.assignment;
  const lx_topological_order *fixed = &assignment->fixed;
  for (int32_t k = 0; k < fixed->end; k++)
    if (fixed->columns[k] >= 0)
      assignment->value[fixed->columns[k]] =
          lx_value_by(solution->session.program, fixed->rows[k], fixed->columns[k], assignment->value);
}

/* Sets all errors. Where a required row does not hold the outcome is a breakdown. */
static void measure_all(lx_solution *solution) {
  const lx_program *program = solution->session.program;
  const double *value = solution->session.value;
  lx_level_errors_clear(&solution->errors, solution->plan.levels.count, program->row_count);
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    if (row->live && lx_row_error(row, lx_row_activity(program, row, value)) != 0 &&
        !lx_level_errors_measure(&solution->errors, &solution->plan.levels, program, r, value))
      solution->session.outcome = LX_BREAKDOWN;
  }
}

static void store_answer(lx_solution *solution) {
  const lx_session *session = &solution->session;
  lx_program *program = session->program;
  const double *value = session->value;
  const int8_t *variable_status = session->variable_status;
  int32_t *changes = solution->changes.variables, change_count = 0;
  lx_program_variable *variables = program->variables;
  for (int32_t j = 0; j < program->variable_count; j++) {
    changes[change_count] = j;
    change_count += variables[j].live & (variables[j].value != value[j]);
    variables[j].value = value[j];
    variables[j].status = variable_status[j];
  }
  solution->changes.count = change_count;
  if (program->row_count > 0)
    memcpy(program->row_statuses, session->row_status, (size_t)program->row_count);
}

/* Moves the answer out of the session. `fresh` has room for the levels of an optimal one. */
static void move_answer(lx_solution *solution, lx_answer *fresh, lx_answer *answer) {
  lx_session *session = &solution->session;
  const lx_allocator *allocator = solution->allocator;
  fresh->outcome = session->outcome;
  fresh->statistics = session->statistics;
  fresh->statistics.planned_rows = solution->planned_rows;
  if (session->outcome == LX_INFEASIBLE) {
    fresh->conflict_count = session->conflicts.count;
    fresh->conflict_starts = session->conflicts.starts;
    fresh->conflict_members = session->conflicts.members;
    session->conflicts.starts = NULL;
    session->conflicts.members = NULL;
  }
  if (session->outcome == LX_OPTIMAL) {
    for (int32_t i = 0; i < fresh->level_count; i++) {
      fresh->level_priorities[i] = solution->plan.levels.priorities[LX_LEVEL_OPTIONAL + i];
      fresh->level_errors[i] = lx_level_errors_value(&solution->errors, i);
    }
  } else { /* levels of the last optimal answer stay readable, like its values */
    lx_release(allocator, fresh->level_priorities);
    lx_release(allocator, fresh->level_errors);
    fresh->level_count = answer->level_count;
    fresh->level_priorities = answer->level_priorities;
    fresh->level_errors = answer->level_errors;
    answer->level_priorities = NULL;
    answer->level_errors = NULL;
  }
  lx_answer_destroy(allocator, answer);
  *answer = *fresh;
}

/* Marks the substituted variables with the wrong sign in `no_eliminate`; where there are many, all variables with a sign. */
static lx_status mark_wrong_signs(lx_solution *solution) {
  const lx_program *program = solution->session.program;
  const lx_status status = lx_solution_reserve_no_eliminate(solution, program->variable_count);
  if (status != LX_OK)
    return status;
  const lx_topological_order *substituted = &solution->plan.assignment.substituted;
  int32_t wrong = 0, checked = 0;
  for (int32_t k = 0; k < substituted->end && !solution->session.has_many_wrong; k++) {
    const int32_t j = substituted->columns[k];
    if (j < 0 || !program->variables[j].nonnegative)
      continue;
    checked++;
    if (!(solution->session.value[j] >= -LX_TOL_REQUIRED)) {
      solution->no_eliminate[j] = 1;
      wrong++;
    }
  }
  const int are_many = solution->session.has_many_wrong || lx_are_many_wrong(wrong, checked);
  for (int32_t j = 0; j < program->variable_count && are_many; j++)
    solution->no_eliminate[j] |= (uint8_t)program->variables[j].nonnegative;
  return LX_OK;
}

static lx_status solve_session(lx_solution *solution, const lx_options *options, int may_plan_anew) {
  lx_session *session = &solution->session;
  lx_session_begin(session, options);
  session->keeps_vertices = options->algebra == LX_ALGEBRA_AUTO && solution->plan.kind != LX_PLAN_WHOLE;
  session->may_plan_anew = may_plan_anew;
  const lx_status status = lx_solve_all(session);
  if (status != LX_OK || session->outcome != LX_OPTIMAL)
    lx_session_release_vertices(session);
  return status;
}

/* The session of another plan that substitutes less, which starts where this one has ended. `ends` has room for the statuses of all variables,
 * and of all rows after them. */
static lx_status substitute_less(lx_solution *solution, lx_program *program, lx_plan_kind kind, int8_t *ends) {
  lx_status status = mark_wrong_signs(solution);
  if (status != LX_OK)
    return status;
  memcpy(ends, solution->session.variable_status, (size_t)program->variable_count);
  memcpy(ends + program->variable_count, solution->session.row_status, (size_t)program->row_count);
  status = make_plan(solution, program, kind, solution->plan.room.has_gaps);
  if (status == LX_OK) {
    solution->session.variable_start = ends;
    solution->session.row_start = ends + program->variable_count;
  }
  return status;
}

/* Adds the work of an attempt to that of another. */
static void add_work(lx_statistics *sum, const lx_statistics *attempt) {
  sum->pivots += attempt->pivots;
  sum->degenerate += attempt->degenerate;
  sum->factorizations += attempt->factorizations;
  sum->touched += attempt->touched;
  sum->interior_steps += attempt->interior_steps;
}

/* Solves by the current plan. Where a substituted variable gets the wrong sign, by plans that substitute less, and
 * finally by one that substitutes nothing. */
static lx_status solve_by_plan(lx_solution *solution, lx_program *program, const lx_options *options) {
  lx_statistics earlier = {0};
  int8_t *ends = NULL;
  lx_status status = solve_session(solution, options, 1);
  if (status == LX_OK && solution->session.has_wrong_sign) {
    ends = lx_allocate(solution->allocator, (int64_t)program->variable_count + program->row_count, sizeof *ends);
    status = ends != NULL ? LX_OK : LX_ERROR_MEMORY;
  }
  for (int32_t attempt = 0; status == LX_OK && solution->session.has_wrong_sign; attempt++) {
    add_work(&earlier, &solution->session.statistics);
    status = substitute_less(solution, program, attempt < LX_SUBSTITUTION_ATTEMPTS ? LX_PLAN_SUBSTITUTED : LX_PLAN_REDUCED, ends);
    if (status == LX_OK)
      status = solve_session(solution, options, 0);
  }
  add_work(&solution->session.statistics, &earlier);
  solution->session.variable_start = solution->session.row_start = NULL;
  lx_release(solution->allocator, ends);
  return status;
}

/* Whether the last solve ended without an answer, or with a conflict that rounding may explain, and another attempt is
 * left. */
static int is_undecided(const lx_solution *solution, const lx_options *options) {
  const lx_session *session = &solution->session;
  if (options->whole || solution->plan.kind == LX_PLAN_WHOLE ||
      session->program->variable_count > LX_WHOLE_LIMIT)
    return 0;
  return session->outcome == LX_BREAKDOWN || (session->outcome == LX_PIVOT_LIMIT && options->pivot_limit == 0) ||
         (session->outcome == LX_INFEASIBLE && session->is_doubtful);
}

/* Solves by the current plan and sets the errors; where that is undecided, as one program without presolve. */
static lx_status solve_with_retry(lx_solution *solution, lx_program *program, const lx_options *options) {
  lx_status status = solve_by_plan(solution, program, options);
  if (status == LX_OK && solution->session.outcome == LX_OPTIMAL)
    measure_all(solution);
  if (status != LX_OK || !is_undecided(solution, options))
    return status;
  const lx_options whole = {.algebra = options->algebra, .cold = 1, .whole = 1, .pivot_limit = options->pivot_limit};
  status = make_plan(solution, program, LX_PLAN_WHOLE, 0);
  if (status == LX_OK)
    status = solve_by_plan(solution, program, &whole);
  solution->session.options = options;
  if (status == LX_OK && solution->session.outcome == LX_OPTIMAL)
    measure_all(solution);
  return status;
}

lx_status lx_solution_solve(lx_solution *solution, lx_program *program, const lx_options *options, lx_answer *answer) {
  lx_status status = LX_OK;
  lx_solution_export_values(solution);
  /* A caller who edits the structure once will do so again. */
  const int has_gaps = (program->is_edited || solution->plan.room.has_gaps) && !options->cold && !options->whole;
  if (!solution->has_plan || program->is_restructured || program->is_edited || options->cold || options->whole)
    status = make_plan(solution, program, options->whole ? LX_PLAN_WHOLE : LX_PLAN_SUBSTITUTED, has_gaps);
  else
    recompute_fixed(solution);
  if (status != LX_OK)
    return status;
  program->is_restructured = 0;
  program->is_edited = 0;
  lx_answer fresh = {0};
  status = lx_answer_reserve_levels(solution->allocator, solution->plan.levels.count - LX_LEVEL_OPTIONAL, &fresh);
  if (status == LX_OK)
    status = solve_with_retry(solution, program, options);
  if (status == LX_OK) {
    if (solution->session.outcome == LX_OPTIMAL) {
      store_answer(solution);
      solution->is_current = 1;
    }
    move_answer(solution, &fresh, answer);
  } else {
    lx_answer_destroy(solution->allocator, &fresh);
  }
  lx_session_end(&solution->session);
  return status;
}
