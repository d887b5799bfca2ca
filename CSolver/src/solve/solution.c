/* solution.c: see solve.h. Decides how much is to be solved, and keeps the answer; nothing in the program changes until
 * the whole answer is there. */
#include "update/recording.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"

/* Plans that are made without the derived variables that came out with the wrong sign, before nothing is derived. */
#define LX_DERIVING_ATTEMPTS 2

/* Variables of a program that is tried again without presolve where that came to nothing. */
#define LX_WHOLE_LIMIT 2000

void lx_answer_destroy(const lx_allocator *allocator, lx_answer *answer) {
  lx_release(allocator, answer->level_priorities);
  lx_release(allocator, answer->level_errors);
  lx_release(allocator, answer->conflict_starts);
  lx_release(allocator, answer->conflict_members);
  *answer = (lx_answer){0};
}

double lx_solution_value(const lx_solution *solution, const lx_program *program, int32_t variable) {
  const lx_program_variable *record = &program->variables[variable];
  return solution != NULL && solution->is_current && !record->edited ? solution->session.value[variable]
                                                                     : record->value;
}

const double *lx_solution_values(const lx_solution *solution) {
  return solution != NULL && solution->is_current ? solution->session.value : NULL;
}

double lx_solution_row_error(const lx_solution *solution, const lx_program *program, int32_t row) {
  const lx_program_row *record = &program->rows[row];
  double sum = 0;
  for (int32_t e = record->start; e < record->start + record->count; e++)
    sum += program->values[e] * lx_solution_value(solution, program, program->columns[e]);
  return lx_error_of(record, sum);
}

/* Before the session solves everything: the answer there is moves to the program. */
static void leave_answer(lx_solution *solution) {
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
  lx_mending_destroy(solution->mending);
  lx_tape_destroy(solution->tape);
  lx_answer_destroy(solution->allocator, &solution->levels);
  *solution = (lx_solution){.allocator = solution->allocator,
                            .keeps = solution->keeps,
                            .keep_capacity = solution->keep_capacity,
                            .changes = solution->changes,
                            .change_capacity = solution->change_capacity,
                            .change_count = solution->change_count,
                            .regions = solution->regions};
}

void lx_solution_destroy(lx_solution *solution) {
  if (solution == NULL)
    return;
  forget_plan(solution);
  lx_release(solution->allocator, solution->keeps);
  lx_release(solution->allocator, solution->changes);
  lx_regions_destroy(&solution->regions);
  lx_release(solution->allocator, solution);
}

/* Room for a mark per variable slot; new ones are cleared. */
static lx_status reserve_keeps(lx_solution *solution, int32_t count) {
  const int64_t old = solution->keep_capacity;
  void *block = solution->keeps;
  const lx_status status =
      lx_reserve(solution->allocator, &block, &solution->keep_capacity, count, sizeof *solution->keeps);
  solution->keeps = block;
  if (solution->keep_capacity > old)
    memset(solution->keeps + old, 0, (size_t)(solution->keep_capacity - old));
  return status;
}

/* Room for changes of all variables. Those that are listed stay: a solve that fails leaves them as they were. */
static lx_status reserve_changes(lx_solution *solution) {
  void *block = solution->changes;
  const lx_status status = lx_reserve(solution->allocator, &block, &solution->change_capacity,
                                      (int64_t)solution->plan.room.variables + LX_RUN_BLOCK, sizeof *solution->changes);
  solution->changes = block;
  return status;
}

static lx_status make_plan(lx_solution *solution, lx_program *program, lx_plan_kind kind, int has_gaps) {
  const int64_t planned = solution->planned_rows;
  forget_plan(solution);
  lx_arena scratch;
  lx_arena_init(&scratch, &program->allocator);
  lx_status status = solution->keeps != NULL ? reserve_keeps(solution, program->variable_count) : LX_OK;
  if (status == LX_OK)
    status = lx_plan_create(program, kind, has_gaps, solution->keeps, &scratch, &solution->plan);
  if (status == LX_OK)
    status = lx_session_open(&solution->session, program, &solution->plan, &scratch, NULL);
  lx_arena_destroy(&scratch);
  solution->session.regions = &solution->regions;
  lx_arena *arena = &solution->session.arena;
  if (status == LX_OK) {
    solution->sums = lx_arena_take(arena, solution->plan.levels.capacity, sizeof(lx_exact_sum));
    solution->costs = lx_arena_take(arena, solution->plan.room.rows, sizeof(double));
    status = solution->sums == NULL || solution->costs == NULL ? LX_ERROR_MEMORY : reserve_changes(solution);
  }
  solution->planned_rows = planned + program->row_count - program->free_row_count;
  if (status == LX_OK)
    solution->has_plan = 1;
  else
    forget_plan(solution);
  return status;
}

/* Values of fixed variables with the constants there are now. */
static void fix_again(lx_solution *solution) {
  const lx_fixing *fixing = &solution->plan.fixing;
  const lx_order *fixed = &fixing->fixed;
  for (int32_t k = 0; k < fixed->end; k++)
    if (fixed->columns[k] >= 0)
      fixing->value[fixed->columns[k]] =
          lx_value_by(solution->session.program, fixed->rows[k], fixed->columns[k], fixing->value);
}

/* All errors. A required row that does not hold makes it a breakdown. */
static void measure_all(lx_solution *solution) {
  const lx_program *program = solution->session.program;
  const double *value = solution->session.value;
  memset(solution->sums, 0, sizeof *solution->sums * (size_t)solution->plan.levels.count);
  memset(solution->costs, 0, sizeof *solution->costs * (size_t)program->row_count);
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    double sum = 0;
    for (int32_t e = row->start; e < row->start + row->count; e++)
      sum += program->values[e] * value[program->columns[e]];
    if (row->live && lx_error_of(row, sum) != 0 && !lx_measure_row(solution, r))
      solution->session.outcome = LX_BREAKDOWN;
  }
}

static void keep_all(lx_solution *solution) {
  const lx_session *session = &solution->session;
  lx_program *program = session->program;
  const double *value = session->value;
  const int8_t *variable_place = session->variable_place;
  int32_t *changes = solution->changes, change_count = 0;
  lx_program_variable *variables = program->variables;
  for (int32_t j = 0; j < program->variable_count; j++) {
    changes[change_count] = j;
    change_count += variables[j].live & (variables[j].value != value[j]);
    variables[j].value = value[j];
    variables[j].place = variable_place[j];
  }
  solution->change_count = change_count;
  if (program->row_count > 0)
    memcpy(program->row_places, session->row_place, (size_t)program->row_count);
}

/* Moves the answer of the session out. `fresh` has room for the levels of an optimal one. */
static void keep_answer(lx_solution *solution, lx_answer *fresh, lx_answer *answer) {
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
      fresh->level_errors[i] = lx_exact_value(&solution->sums[LX_LEVEL_OPTIONAL + i]);
    }
  } else { /* levels of the last optimal answer stay readable, as its values do */
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

/* Remembers the derived variables that came out with the wrong sign. */
static lx_status keep_misled(lx_solution *solution) {
  const lx_program *program = solution->session.program;
  const lx_status status = reserve_keeps(solution, program->variable_count);
  if (status != LX_OK)
    return status;
  const lx_order *derived = &solution->plan.fixing.derived;
  for (int32_t k = 0; k < derived->end; k++) {
    const int32_t j = derived->columns[k];
    if (j >= 0 && program->variables[j].nonnegative && !(solution->session.value[j] >= -LX_TOL_REQUIRED))
      solution->keeps[j] = 1;
  }
  return LX_OK;
}

/* Solves by the plan there is; where that misleads, by one that derives less, and at last by one that derives nothing.
 */
static lx_status solve_by_plan(lx_solution *solution, lx_program *program, const lx_options *options) {
  lx_session_begin(&solution->session, options);
  lx_status status = lx_solve_all(&solution->session);
  for (int32_t attempt = 0; status == LX_OK && solution->session.is_misled; attempt++) {
    status = keep_misled(solution);
    if (status == LX_OK)
      status = make_plan(solution, program, attempt < LX_DERIVING_ATTEMPTS ? LX_PLAN_DERIVED : LX_PLAN_REDUCED,
                         solution->plan.room.has_gaps);
    if (status != LX_OK)
      return status;
    lx_session_begin(&solution->session, options);
    status = lx_solve_all(&solution->session);
  }
  return status;
}

/* Whether the last solve has come to no answer, or to one that rounding may explain, and has not tried everything. */
static int is_undecided(const lx_solution *solution, const lx_options *options) {
  const lx_session *session = &solution->session;
  if (options->whole || solution->plan.kind == LX_PLAN_WHOLE ||
      session->program->variable_count > LX_WHOLE_LIMIT)
    return 0;
  return session->outcome == LX_BREAKDOWN || (session->outcome == LX_PIVOT_LIMIT && options->pivot_limit == 0) ||
         (session->outcome == LX_INFEASIBLE && session->is_doubtful);
}

/* Solves by the plan there is and measures the answer; where that decides nothing, as one program without presolve. */
static lx_status solve_surely(lx_solution *solution, lx_program *program, const lx_options *options) {
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

static lx_status solve_anew(lx_solution *solution, lx_program *program, const lx_options *options, lx_answer *answer) {
  lx_status status = LX_OK;
  leave_answer(solution);
  /* Who edits the structure once does it again. */
  const int has_gaps = (program->is_edited || solution->plan.room.has_gaps) && !options->cold && !options->whole;
  if (!solution->has_plan || program->is_restructured || program->is_edited || options->cold || options->whole) {
    status = make_plan(solution, program, options->whole ? LX_PLAN_WHOLE : LX_PLAN_DERIVED, has_gaps);
  } else {
    fix_again(solution);
    lx_forget_steps(solution);
    if (solution->tape != NULL)
      solution->tape->is_stale = 1;
  }
  if (status != LX_OK)
    return status;
  program->is_restructured = 0;
  program->is_edited = 0;
  const int32_t levels = solution->plan.levels.count - LX_LEVEL_OPTIONAL;
  lx_answer fresh = {
      .level_count = levels,
      .level_priorities = lx_allocate(solution->allocator, levels, sizeof(double)),
      .level_errors = lx_allocate(solution->allocator, levels, sizeof(double)),
  };
  status = fresh.level_priorities != NULL && fresh.level_errors != NULL ? solve_surely(solution, program, options)
                                                                        : LX_ERROR_MEMORY;
  if (status == LX_OK) {
    if (solution->session.outcome == LX_OPTIMAL) {
      keep_all(solution);
      solution->is_current = 1;
    }
    keep_answer(solution, &fresh, answer);
  } else {
    lx_answer_destroy(solution->allocator, &fresh);
  }
  lx_conflicts_destroy(&solution->session.conflicts);
  lx_conflicts_init(&solution->session.rare, program, &solution->plan.fixing, &solution->session.conflicts);
  return status;
}

/* Follows the edited constants. *done_out is 0 where that does not do and everything is to be solved. */
static lx_status solve_edits(lx_solution *solution, const lx_options *options, lx_answer *answer, int *done_out) {
  if (solution->keeps != NULL) {
    const lx_status reserved = reserve_keeps(solution, solution->session.program->variable_count);
    if (reserved != LX_OK)
      return reserved;
  }
  lx_session_begin(&solution->session, options);
  const lx_status status = lx_update_solution(solution, done_out);
  lx_conflicts_destroy(&solution->session.conflicts);
  lx_conflicts_init(&solution->session.rare, solution->session.program, &solution->plan.fixing,
                    &solution->session.conflicts);
  if (status != LX_OK || !*done_out)
    return status;
  if (solution->levels.level_priorities != NULL) {
    lx_release(solution->allocator, answer->level_priorities);
    lx_release(solution->allocator, answer->level_errors);
    answer->level_count = solution->plan.levels.count - LX_LEVEL_OPTIONAL;
    answer->level_priorities = solution->levels.level_priorities;
    answer->level_errors = solution->levels.level_errors;
    solution->levels = (lx_answer){0};
    for (int32_t i = 0; i < answer->level_count; i++) {
      answer->level_priorities[i] = solution->plan.levels.priorities[LX_LEVEL_OPTIONAL + i];
      answer->level_errors[i] = lx_exact_value(&solution->sums[LX_LEVEL_OPTIONAL + i]);
    }
  }
  answer->outcome = LX_OPTIMAL;
  answer->statistics = solution->session.statistics;
  answer->statistics.planned_rows = solution->planned_rows;
  for (int32_t i = 0; i < answer->level_count; i++)
    if (solution->sums[LX_LEVEL_OPTIONAL + i].is_changed)
      answer->level_errors[i] = lx_exact_value(&solution->sums[LX_LEVEL_OPTIONAL + i]);
  return LX_OK;
}

lx_status lx_solve_program(lx_program *program, const lx_options *options, lx_solution **kept, lx_answer *answer) {
  if (*kept == NULL) {
    *kept = lx_allocate_zeroed(&program->allocator, 1, sizeof **kept);
    if (*kept == NULL)
      return LX_ERROR_MEMORY;
    (*kept)->allocator = &program->allocator;
    (*kept)->regions.allocator = &program->allocator;
  }
  lx_solution *solution = *kept;
  if (options->cold)
    lx_regions_clear(&solution->regions);
  lx_regions_begin(&solution->regions, program->row_count);
  const lx_room *room = &solution->plan.room;
  const int fits = !program->is_edited ||
                   (room->has_gaps && program->row_count <= room->rows && program->variable_count <= room->variables);
  const int is_same = solution->is_current && fits && !program->is_restructured && !options->cold && !options->whole &&
                      options->algebra == solution->algebra;
  const int is_much = program->edited_count > program->row_count / 8 + 8 ||
                      program->edited_variable_count > program->variable_count / 8 + 8;
  const int follows = is_same && (!is_much || lx_tape_would_serve(solution));
  const int are_constants = is_same && !program->is_edited;
  lx_status status = LX_OK;
  int done = 0;
  solution->planned_rows = 0;
  if (follows) {
    status = solve_edits(solution, options, answer, &done);
    if (status != LX_OK || !done)
      leave_answer(solution);
    /* A mended plan may not see a conflict the way a new one does. */
    if (!solution->is_current && program->is_edited)
      solution->has_plan = 0;
  }
  if (status == LX_OK && !done)
    status = solve_anew(solution, program, options, answer);
  if (status != LX_OK)
    return status;
  if (are_constants && !done && solution->is_current)
    lx_tape_note(solution);
  solution->algebra = options->algebra;
  lx_program_forget_edits(program, solution->is_current && solution->plan.kind != LX_PLAN_WHOLE);
  /* The plan of a whole program is for this solve only. */
  if (solution->plan.kind == LX_PLAN_WHOLE) {
    solution->is_current = 0;
    program->is_restructured = 1;
  }
  return LX_OK;
}

int32_t lx_solution_changes(const lx_solution *solution, const int32_t **variables_out) {
  *variables_out = solution->changes;
  return solution->change_count;
}
