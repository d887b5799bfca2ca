/* solve.c: see solve.h. One core at a time; nothing in the program changes until the whole answer is there. */
#include "batch/solve.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "diagnose/ambiguity.h"
#include "diagnose/conflict.h"
#include "presolve/levels.h"
#include "presolve/reduce.h"
#include "simplex/simplex.h"

/* Cores up to this order use dense linear algebra when the caller leaves the choice: the two break even between 16 and
 * 24 variables (Benchmarks/algebra). */
#define LX_DENSE_AUTO 20

/* Largest core that is tried again with the other algebra: the dense one then takes 16 MB. */
#define LX_RETRY_LIMIT 1024

typedef struct {
  lx_program *program;
  const lx_options *options;
  lx_arena arena; /* of the whole solve */
  lx_arena local; /* of the core at hand */
  lx_levels levels;
  lx_fixing fixing;
  lx_components components;
  lx_conflicts conflicts;
  lx_statistics statistics;
  lx_outcome outcome;
  double *value;           /* per variable slot */
  int8_t *variable_place;  /* per variable slot, an lx_place */
  int8_t *row_place;       /* per row slot, an lx_place */
  int32_t *local_variable; /* per variable slot: index in the core at hand */
  int32_t *local_level;    /* per level: index in the core at hand, -1 when it has none */
  uint8_t *marks;          /* per variable slot, when ambiguity is asked for */
} lx_session;

static lx_status open_session(lx_session *session, lx_program *program, const lx_options *options, uint8_t *marks) {
  memset(session, 0, sizeof *session);
  session->program = program;
  session->options = options;
  session->marks = marks;
  session->outcome = LX_OPTIMAL;
  lx_arena_init(&session->arena, &program->allocator);
  lx_arena_init(&session->local, &program->allocator);
  lx_arena *arena = &session->arena;
  lx_status status = lx_levels_find(arena, program, &session->levels);
  if (status == LX_OK)
    status = lx_fix(arena, program, !options->whole, &session->fixing);
  if (status == LX_OK)
    status = lx_split(arena, program, &session->fixing, !options->whole, &session->components);
  if (status == LX_OK)
    status = lx_conflicts_create(arena, program, &session->fixing, &session->conflicts);
  if (status != LX_OK)
    return status;
  session->statistics.fixed_variables = session->fixing.fixed_count;
  session->value = session->fixing.value;
  session->variable_place = lx_arena_take_zeroed(arena, program->variable_count, sizeof(int8_t));
  session->row_place = lx_arena_take_zeroed(arena, program->row_count, sizeof(int8_t));
  session->local_variable = lx_arena_take(arena, program->variable_count, sizeof(int32_t));
  session->local_level = lx_arena_take(arena, session->levels.count, sizeof(int32_t));
  if (session->variable_place == NULL || session->row_place == NULL || session->local_variable == NULL ||
      session->local_level == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t level = 0; level < session->levels.count; level++)
    session->local_level[level] = -1;
  for (int32_t k = 0; k < session->fixing.fixed_count; k++)
    session->row_place[session->fixing.fixing_rows[k]] = LX_PLACE_TIGHT;
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
    if (session->fixing.open[r] != 0 || session->row_place[r] == LX_PLACE_TIGHT)
      continue;
    const double error = error_of(row, activity(program, row, session->value));
    if (fabs(error) > LX_TOL_REQUIRED && (error > 0 ? row->above : row->below) == LX_REQUIRED)
      status = lx_conflicts_add(&session->conflicts, 1, &r, &one);
  }
  for (int32_t k = 0; k < session->fixing.fixed_count && status == LX_OK; k++) {
    const int32_t j = session->fixing.fixing_columns[k], member = -1 - j;
    if (program->variables[j].nonnegative && session->value[j] < -LX_TOL_REQUIRED)
      status = lx_conflicts_add(&session->conflicts, 1, &member, &one);
  }
  return status;
}

/* Gives the levels that occur in a component local numbers, in order; returns how many. The numbers go into `used`. */
static int32_t number_levels(lx_session *session, int32_t component, int32_t *used) {
  const lx_components *parts = &session->components;
  int32_t *local = session->local_level;
  int32_t count = 0;
  for (int32_t k = parts->row_starts[component]; k < parts->row_starts[component + 1]; k++) {
    const int32_t pair[2] = {session->levels.above[parts->rows[k]], session->levels.below[parts->rows[k]]};
    for (int32_t side = 0; side < 2; side++)
      if (pair[side] >= 0 && local[pair[side]] < 0) {
        local[pair[side]] = 0;
        used[count++] = pair[side];
      }
  }
  for (int32_t k = parts->variable_starts[component]; k < parts->variable_starts[component + 1]; k++)
    if (session->program->variables[parts->variables[k]].nonnegative && local[LX_LEVEL_NONNEGATIVE] < 0) {
      local[LX_LEVEL_NONNEGATIVE] = 0;
      used[count++] = LX_LEVEL_NONNEGATIVE;
    }
  for (int32_t i = 1; i < count; i++) { /* insertion sort: a handful of levels, mostly found in order */
    const int32_t level = used[i];
    int32_t place = i;
    for (; place > 0 && used[place - 1] > level; place--)
      used[place] = used[place - 1];
    used[place] = level;
  }
  for (int32_t i = 0; i < count; i++)
    local[used[i]] = i;
  return count;
}

/* The core of a component: its rows over open variables, constants less what the fixed ones contribute. With `cold` the
 * last basis is forgotten. */
static lx_status build_core(lx_session *session, int32_t component, int cold, lx_core *out) {
  const lx_program *program = session->program;
  const lx_components *parts = &session->components;
  const int32_t *rows = parts->rows + parts->row_starts[component];
  const int32_t *variables = parts->variables + parts->variable_starts[component];
  const int32_t row_count = parts->row_starts[component + 1] - parts->row_starts[component];
  const int32_t variable_count = parts->variable_starts[component + 1] - parts->variable_starts[component];
  int32_t entries = 0;
  for (int32_t k = 0; k < row_count; k++)
    entries += session->fixing.open[rows[k]];
  int32_t *used = lx_arena_take(&session->local, session->levels.count, sizeof *used);
  if (used == NULL)
    return LX_ERROR_MEMORY;
  const int32_t levels = number_levels(session, component, used);
  int32_t binding = 0;
  while (binding < levels && used[binding] < LX_LEVEL_OPTIONAL)
    binding++;
  const lx_status status = lx_core_create(&session->local, row_count, variable_count, entries, levels, out);
  for (int32_t j = 0; j < variable_count; j++)
    session->local_variable[variables[j]] = j;
  if (status == LX_OK) {
    int32_t end = 0;
    out->starts[0] = 0;
    for (int32_t k = 0; k < row_count; k++) {
      const lx_program_row *row = &program->rows[rows[k]];
      double rest = row->constant;
      for (int32_t e = row->start; e < row->start + row->count; e++) {
        const int32_t j = program->columns[e];
        if (session->fixing.fixed_by[j] >= 0) {
          rest -= program->values[e] * session->value[j];
          continue;
        }
        out->columns[end] = session->local_variable[j];
        out->values[end++] = program->values[e];
      }
      const int32_t above = session->levels.above[rows[k]], below = session->levels.below[rows[k]];
      out->starts[k + 1] = end;
      out->constant[k] = rest;
      out->weight[k] = row->weight;
      out->above[k] = above < 0 ? -1 : session->local_level[above];
      out->below[k] = below < 0 ? -1 : session->local_level[below];
      out->place[k] = cold ? LX_PLACE_UNKNOWN : row->place;
    }
    for (int32_t j = 0; j < variable_count; j++) {
      const lx_program_variable *variable = &program->variables[variables[j]];
      if (variable->nonnegative)
        out->below[row_count + j] = session->local_level[LX_LEVEL_NONNEGATIVE];
      out->place[row_count + j] = cold ? LX_PLACE_UNKNOWN : variable->place;
    }
    out->binding_levels = binding;
  }
  for (int32_t i = 0; i < levels; i++)
    session->local_level[used[i]] = -1;
  if (status == LX_OK)
    lx_core_finish(out);
  return status;
}

static int8_t place_of(const lx_vertex *vertex, int32_t row) {
  return vertex->position[row] >= 0 ? LX_PLACE_TIGHT : vertex->side[row];
}

static void keep_core(lx_session *session, int32_t component, const lx_core *core, const lx_vertex *vertex) {
  const int32_t *rows = session->components.rows + session->components.row_starts[component];
  const int32_t *variables = session->components.variables + session->components.variable_starts[component];
  for (int32_t j = 0; j < core->variables; j++) {
    session->value[variables[j]] = vertex->x[j];
    session->variable_place[variables[j]] = place_of(vertex, core->rows + j);
  }
  for (int32_t r = 0; r < core->rows; r++)
    session->row_place[rows[r]] = place_of(vertex, r);
}

/* Solves one core with one kind of linear algebra, and takes what it says about conflicts and ambiguity. */
static lx_status solve_core(lx_session *session, int32_t component, lx_algebra algebra, int cold, lx_outcome *out) {
  lx_core core;
  lx_vertex vertex;
  lx_factor *factor = NULL;
  lx_arena_reset(&session->local);
  lx_status status = build_core(session, component, cold, &core);
  if (status == LX_OK)
    status = lx_vertex_create(&session->local, &core, &vertex);
  if (status == LX_OK)
    status = lx_factor_create(&session->program->allocator, algebra, core.variables, &factor);
  if (status == LX_OK)
    status = lx_simplex_solve(&session->local, &core, factor, session->options->pivot_limit, &vertex,
                              &session->statistics, out);
  const int32_t *rows = session->components.rows + session->components.row_starts[component];
  const int32_t *variables = session->components.variables + session->components.variable_starts[component];
  if (status == LX_OK && *out == LX_INFEASIBLE) {
    const int32_t before = session->conflicts.count;
    status =
        lx_conflicts_add_core(&session->conflicts, &session->local, &core, &vertex, factor, algebra, rows, variables);
    if (session->conflicts.count == before && before == 0)
      *out = LX_BREAKDOWN;
  }
  if (status == LX_OK && *out == LX_OPTIMAL && session->marks != NULL) {
    uint8_t *marks = lx_arena_take_zeroed(&session->local, core.variables, sizeof *marks);
    status = marks == NULL ? LX_ERROR_MEMORY
                           : lx_find_ambiguous(&session->local, &core, &vertex, factor, algebra,
                                               &session->program->allocator, marks);
    for (int32_t j = 0; j < core.variables && status == LX_OK; j++)
      session->marks[variables[j]] = marks[j];
  }
  if (status == LX_OK)
    keep_core(session, component, &core, &vertex);
  lx_factor_destroy(factor);
  return status;
}

/* The worse of two outcomes; they are numbered in that order, but for LX_UNSOLVED. */
static lx_outcome worse(lx_outcome a, lx_outcome b) { return a > b ? a : b; }

static lx_status solve_component(lx_session *session, int32_t component) {
  const lx_components *parts = &session->components;
  const int32_t first = parts->variable_starts[component];
  const int32_t size = parts->variable_starts[component + 1] - first;
  if (parts->row_starts[component] == parts->row_starts[component + 1]) {
    for (int32_t k = first; k < first + size; k++) { /* nothing decides these */
      session->variable_place[parts->variables[k]] = LX_PLACE_TIGHT;
      if (session->marks != NULL)
        session->marks[parts->variables[k]] = 1;
    }
    return LX_OK;
  }
  const int chosen = session->options->algebra != LX_ALGEBRA_AUTO;
  const lx_algebra algebra = chosen                  ? session->options->algebra
                             : size <= LX_DENSE_AUTO ? LX_ALGEBRA_DENSE
                                                     : LX_ALGEBRA_SPARSE;
  session->statistics.cores++;
  if (size > session->statistics.largest_core)
    session->statistics.largest_core = size;
  lx_outcome outcome = LX_UNSOLVED;
  lx_status status = solve_core(session, component, algebra, session->options->cold, &outcome);
  /* What one algebra could not finish the other may, from another start. */
  const int unfinished = outcome == LX_BREAKDOWN || outcome == LX_PIVOT_LIMIT;
  if (status == LX_OK && unfinished && !chosen && session->options->pivot_limit == 0 && size <= LX_RETRY_LIMIT)
    status =
        solve_core(session, component, algebra == LX_ALGEBRA_DENSE ? LX_ALGEBRA_SPARSE : LX_ALGEBRA_DENSE, 1, &outcome);
  session->outcome = worse(session->outcome, outcome);
  return status;
}

static lx_status solve_components(lx_session *session) {
  lx_status status = LX_OK;
  for (int32_t c = 0; c < session->components.count && status == LX_OK; c++)
    status = solve_component(session, c);
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
  const lx_levels *levels = &session->levels;
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
  lx_session session;
  lx_answer fresh = {0};
  lx_status status = open_session(&session, program, options, NULL);
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
  return status;
}

lx_status lx_mark_ambiguous(lx_program *program, const lx_options *options, uint8_t *marks) {
  lx_session session;
  lx_status status = open_session(&session, program, options, marks);
  if (status == LX_OK)
    status = solve_components(&session);
  close_session(&session);
  return status;
}

double lx_program_row_error(const lx_program *program, int32_t row) {
  const lx_program_row *record = &program->rows[row];
  double sum = 0;
  for (int32_t e = record->start; e < record->start + record->count; e++)
    sum += program->values[e] * program->variables[program->columns[e]].value;
  return error_of(record, sum);
}
