/* api.c: argument checks and handles; nothing numerical. Every check runs before anything changes. */
#include <math.h>
#include <string.h>

#include "solve/solve.h"
#include "template/template.h"
#include "update/incremental.h"
#include "diagnose/sensitivity.h"

struct lx_solver {
  lx_program program;
  lx_answer answer;
  lx_incremental incremental;
  lx_options options; /* of the last solve */
  int edited;         /* since the last solve */
  int has_values;     /* an optimal solve has happened */
};

#define LX_RETURN_IF(condition, status)                                                                                \
  do {                                                                                                                 \
    if (condition)                                                                                                     \
      return status;                                                                                                   \
  } while (0)

void *lx_block_resize(void *block, size_t bytes) {
  return lx_default_allocator.resize(NULL, block, bytes > 0 ? bytes : 1);
}

void lx_block_release(void *block) { lx_release(&lx_default_allocator, block); }

lx_status lx_create(const lx_allocator *allocator, lx_solver **out) {
  LX_RETURN_IF(out == NULL, LX_ERROR_ARGUMENT);
  if (allocator == NULL)
    allocator = &lx_default_allocator;
  LX_RETURN_IF(allocator->resize == NULL || allocator->release == NULL, LX_ERROR_ARGUMENT);
  lx_solver *solver = lx_allocate_zeroed(allocator, 1, sizeof *solver);
  LX_RETURN_IF(solver == NULL, LX_ERROR_MEMORY);
  lx_program_init(&solver->program, allocator);
  lx_incremental_init(&solver->incremental, &solver->program.allocator);
  lx_options_init(&solver->options);
  solver->edited = 1;
  *out = solver;
  return LX_OK;
}

void lx_destroy(lx_solver *solver) {
  if (solver == NULL)
    return;
  const lx_allocator allocator = solver->program.allocator;
  lx_incremental_close(&solver->incremental);
  lx_answer_destroy(&allocator, &solver->answer);
  lx_program_destroy(&solver->program);
  lx_release(&allocator, solver);
}

/* NaN and infinities compare as too large. */
static int is_value(double value) { return fabs(value) <= LX_VALUE_LIMIT; }

static int is_coefficient(double value) {
  return is_value(value) & ((value == 0) | (fabs(value) >= LX_COEFFICIENT_MINIMUM));
}

static int is_priority(double priority) { return (priority > 0) & (priority <= LX_REQUIRED); }

static int is_weight(double weight) { return is_value(weight) & (weight >= LX_COEFFICIENT_MINIMUM); }

/* Rows up to this length are always compared entry by entry. */
#define LX_SHORT_ROW 16

/* Common to every call with a count and one array. */
static lx_status check_array(const void *solver, int32_t count, const void *array) {
  LX_RETURN_IF(solver == NULL || count < 0 || (count > 0 && array == NULL), LX_ERROR_ARGUMENT);
  return LX_OK;
}

static lx_status check_rows(const lx_solver *solver, int32_t count, const int32_t *rows) {
  const lx_status status = check_array(solver, count, rows);
  for (int32_t i = 0; i < count && status == LX_OK; i++)
    LX_RETURN_IF(!lx_program_has_row(&solver->program, rows[i]), LX_ERROR_INDEX);
  return status;
}

static lx_status check_variables(const lx_solver *solver, int32_t count, const int32_t *variables) {
  const lx_status status = check_array(solver, count, variables);
  for (int32_t i = 0; i < count && status == LX_OK; i++)
    LX_RETURN_IF(!lx_program_has_variable(&solver->program, variables[i]), LX_ERROR_INDEX);
  return status;
}

/* Whether an index below `limit` stands twice: by pairs, or by a mark for each possible one where that is less work, so
 * that an edit costs what it touches. */
static lx_status check_distinct(const lx_solver *solver, int32_t limit, int32_t count, const int32_t *indices) {
  if ((int64_t)count * count <= limit || count <= LX_SHORT_ROW) {
    for (int32_t i = 1; i < count; i++)
      for (int32_t k = 0; k < i; k++)
        LX_RETURN_IF(indices[k] == indices[i], LX_ERROR_DUPLICATE);
    return LX_OK;
  }
  uint8_t *seen = lx_allocate_zeroed(&solver->program.allocator, limit, sizeof *seen);
  LX_RETURN_IF(seen == NULL, LX_ERROR_MEMORY);
  lx_status status = LX_OK;
  for (int32_t i = 0; i < count && status == LX_OK; i++) {
    if (seen[indices[i]])
      status = LX_ERROR_DUPLICATE;
    seen[indices[i]] = 1;
  }
  lx_release(&solver->program.allocator, seen);
  return status;
}

/* Whether an index stands twice among a few. */
static inline int has_twice(int32_t count, const int32_t *indices) {
  int found = 0;
  for (int32_t i = 1; i < count; i++)
    for (int32_t k = 0; k < i; k++)
      found |= indices[k] == indices[i];
  return found;
}

/* Entries of one row: known variables, none twice, usable coefficients. */
static lx_status check_entries(const lx_solver *solver, int32_t count, const int32_t *variables,
                               const double *coefficients) {
  for (int32_t e = 0; e < count; e++) {
    LX_RETURN_IF(!lx_program_has_variable(&solver->program, variables[e]), LX_ERROR_INDEX);
    LX_RETURN_IF(!is_coefficient(coefficients[e]), LX_ERROR_VALUE);
  }
  return check_distinct(solver, solver->program.variable_count, count, variables);
}

lx_status lx_add_variables(lx_solver *solver, int32_t count, const uint8_t *nonnegative, int32_t *out) {
  LX_RETURN_IF(solver == NULL || count < 0 || (count > 0 && out == NULL), LX_ERROR_ARGUMENT);
  const lx_status status = lx_program_add_variables(&solver->program, count, nonnegative, out);
  if (status == LX_OK && count > 0)
    solver->edited = 1;
  return status;
}

lx_status lx_remove_variables(lx_solver *solver, int32_t count, const int32_t *variables) {
  lx_status status = check_variables(solver, count, variables);
  LX_RETURN_IF(status != LX_OK, status);
  for (int32_t i = 0; i < count; i++)
    LX_RETURN_IF(solver->program.variables[variables[i]].uses > 0, LX_ERROR_IN_USE);
  status = check_distinct(solver, solver->program.variable_count, count, variables);
  if (status == LX_OK)
    status = lx_program_reserve_removals(&solver->program, 0, count);
  LX_RETURN_IF(status != LX_OK, status);
  for (int32_t i = 0; i < count; i++)
    lx_program_remove_variable(&solver->program, variables[i]);
  if (count > 0)
    solver->edited = 1;
  return LX_OK;
}

/* Whether new rows are all as they must be, without saying what is wrong with which: list by list, as a processor likes
 * it. Where rows are long, variables were removed or sides without cost have odd priorities it does not say yes. */
static int are_plainly_fine(const lx_solver *solver, const lx_rows *rows) {
  const int32_t count = rows->row_count, limit = solver->program.variable_count;
  if (solver->program.free_variable_count > 0)
    return 0;
  int bad = 0;
  for (int32_t i = 0; i < count; i++)
    bad |= (rows->relations[i] < LX_LESS_EQUAL) | (rows->relations[i] > LX_GREATER_EQUAL);
  for (int32_t i = 0; i < count; i++)
    bad |= !(is_value(rows->constants[i]) & is_priority(rows->priorities[i]));
  if (rows->priorities_below != NULL)
    for (int32_t i = 0; i < count; i++)
      bad |= !is_priority(rows->priorities_below[i]);
  if (rows->weights != NULL)
    for (int32_t i = 0; i < count; i++)
      bad |= !is_weight(rows->weights[i]);
  for (int32_t e = 0; e < rows->entry_count; e++)
    bad |= (rows->variables[e] < 0) | (rows->variables[e] >= limit);
  for (int32_t e = 0; e < rows->entry_count; e++)
    bad |= !is_coefficient(rows->coefficients[e]);
  const int32_t *starts = rows->starts, *variables = rows->variables;
  for (int32_t i = 0; i < count && !bad; i++) {
    const int32_t start = starts[i], entries = starts[i + 1] - start;
    if (entries == 2)
      bad = variables[start] == variables[start + 1];
    else if (entries > 2)
      bad = entries > LX_SHORT_ROW || has_twice(entries, variables + start);
  }
  return !bad;
}

static lx_status check_new_row(const lx_solver *solver, const lx_rows *rows, int32_t i) {
  const int8_t relation = rows->relations[i];
  LX_RETURN_IF(relation < LX_LESS_EQUAL || relation > LX_GREATER_EQUAL, LX_ERROR_VALUE);
  LX_RETURN_IF(!is_value(rows->constants[i]) || !is_priority(rows->priorities[i]), LX_ERROR_VALUE);
  LX_RETURN_IF(relation == LX_EQUAL && rows->priorities_below != NULL && !is_priority(rows->priorities_below[i]),
               LX_ERROR_VALUE);
  LX_RETURN_IF(rows->weights != NULL && !is_weight(rows->weights[i]), LX_ERROR_VALUE);
  const int32_t start = rows->starts[i];
  return check_entries(solver, rows->starts[i + 1] - start, rows->variables + start, rows->coefficients + start);
}

lx_status lx_reserve_rows(lx_solver *solver, int32_t rows, int32_t entries) {
  LX_RETURN_IF(solver == NULL || rows < 0 || entries < 0, LX_ERROR_ARGUMENT);
  return lx_program_reserve_rows(&solver->program, rows, entries);
}

lx_status lx_add_rows(lx_solver *solver, const lx_rows *rows, int32_t *out) {
  LX_RETURN_IF(solver == NULL || rows == NULL || rows->row_count < 0 || rows->entry_count < 0, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(rows->row_count == 0, rows->entry_count == 0 ? LX_OK : LX_ERROR_ARGUMENT);
  LX_RETURN_IF(rows->starts == NULL || rows->relations == NULL || rows->constants == NULL || rows->priorities == NULL ||
                   out == NULL,
               LX_ERROR_ARGUMENT);
  LX_RETURN_IF(rows->entry_count > 0 && (rows->variables == NULL || rows->coefficients == NULL), LX_ERROR_ARGUMENT);
  LX_RETURN_IF(rows->starts[0] != 0 || rows->starts[rows->row_count] != rows->entry_count, LX_ERROR_ARGUMENT);
  for (int32_t i = 0; i < rows->row_count; i++)
    LX_RETURN_IF(rows->starts[i] > rows->starts[i + 1], LX_ERROR_ARGUMENT);
  lx_status status = LX_OK;
  if (!are_plainly_fine(solver, rows))
    for (int32_t i = 0; i < rows->row_count && status == LX_OK; i++)
      status = check_new_row(solver, rows, i);
  if (status == LX_OK)
    status = lx_program_add_rows(&solver->program, rows, out);
  if (status == LX_OK)
    solver->edited = 1;
  return status;
}

lx_status lx_remove_rows(lx_solver *solver, int32_t count, const int32_t *rows) {
  lx_status status = check_rows(solver, count, rows);
  LX_RETURN_IF(status != LX_OK, status);
  status = check_distinct(solver, solver->program.row_count, count, rows);
  if (status == LX_OK)
    status = lx_program_reserve_removals(&solver->program, count, 0);
  LX_RETURN_IF(status != LX_OK, status);
  for (int32_t i = 0; i < count; i++)
    lx_program_remove_row(&solver->program, rows[i]);
  if (count > 0)
    solver->edited = 1;
  return LX_OK;
}

lx_status lx_set_constants(lx_solver *solver, int32_t count, const int32_t *rows, const double *constants) {
  lx_status status = check_rows(solver, count, rows);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && constants == NULL, LX_ERROR_ARGUMENT);
  for (int32_t i = 0; i < count; i++)
    LX_RETURN_IF(!is_value(constants[i]), LX_ERROR_VALUE);
  status = lx_program_set_constants(&solver->program, count, rows, constants);
  if (status == LX_OK && count > 0)
    solver->edited = 1;
  return status;
}

lx_status lx_set_weights(lx_solver *solver, int32_t count, const int32_t *rows, const double *weights) {
  const lx_status status = check_rows(solver, count, rows);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && weights == NULL, LX_ERROR_ARGUMENT);
  for (int32_t i = 0; i < count; i++)
    LX_RETURN_IF(!is_weight(weights[i]), LX_ERROR_VALUE);
  lx_status reserved = lx_program_reserve_edits(&solver->program, count, 0);
  if (reserved == LX_OK && count > 0)
    reserved = lx_program_reserve_costs(&solver->program);
  LX_RETURN_IF(reserved != LX_OK, reserved);
  for (int32_t i = 0; i < count; i++)
    lx_program_set_weight(&solver->program, rows[i], weights[i]);
  if (count > 0)
    solver->edited = 1;
  return LX_OK;
}

lx_status lx_set_priorities(lx_solver *solver, int32_t count, const int32_t *rows, const double *priorities,
                            const double *priorities_below) {
  const lx_status status = check_rows(solver, count, rows);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && priorities == NULL, LX_ERROR_ARGUMENT);
  const double *below = priorities_below != NULL ? priorities_below : priorities;
  for (int32_t i = 0; i < count; i++) {
    LX_RETURN_IF(!is_priority(priorities[i]), LX_ERROR_VALUE);
    LX_RETURN_IF(solver->program.rows[rows[i]].relation == LX_EQUAL && !is_priority(below[i]), LX_ERROR_VALUE);
  }
  lx_status reserved = lx_program_reserve_edits(&solver->program, count, 0);
  if (reserved == LX_OK && count > 0)
    reserved = lx_program_reserve_costs(&solver->program);
  LX_RETURN_IF(reserved != LX_OK, reserved);
  for (int32_t i = 0; i < count; i++)
    lx_program_set_priority(&solver->program, rows[i], priorities[i], below[i]);
  if (count > 0)
    solver->edited = 1;
  return LX_OK;
}

lx_status lx_set_entries(lx_solver *solver, int32_t row, int32_t count, const int32_t *variables,
                         const double *coefficients) {
  lx_status status = check_array(solver, count, variables);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && coefficients == NULL, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(!lx_program_has_row(&solver->program, row), LX_ERROR_INDEX);
  status = check_entries(solver, count, variables, coefficients);
  if (status == LX_OK)
    status = lx_program_set_entries(&solver->program, row, count, variables, coefficients);
  if (status == LX_OK)
    solver->edited = 1;
  return status;
}

lx_status lx_solve(lx_solver *solver, const lx_options *options, lx_outcome *out) {
  LX_RETURN_IF(solver == NULL || out == NULL, LX_ERROR_ARGUMENT);
  lx_options chosen;
  lx_options_init(&chosen);
  if (options != NULL)
    chosen = *options;
  LX_RETURN_IF(chosen.algebra < LX_ALGEBRA_AUTO || chosen.algebra > LX_ALGEBRA_SPARSE, LX_ERROR_VALUE);
  LX_RETURN_IF(chosen.pivot_limit < 0, LX_ERROR_VALUE);
  const lx_status status = lx_incremental_solve(&solver->incremental, &solver->program, &chosen, &solver->answer);
  LX_RETURN_IF(status != LX_OK, status);
  solver->options = chosen;
  solver->edited = 0;
  if (solver->answer.outcome == LX_OPTIMAL)
    solver->has_values = 1;
  *out = solver->answer.outcome;
  return LX_OK;
}

lx_status lx_get_outcome(const lx_solver *solver, lx_outcome *out) {
  LX_RETURN_IF(solver == NULL || out == NULL, LX_ERROR_ARGUMENT);
  *out = solver->edited ? LX_UNSOLVED : solver->answer.outcome;
  return LX_OK;
}

lx_status lx_get_values(const lx_solver *solver, int32_t count, const int32_t *variables, double *out) {
  const lx_status status = check_variables(solver, count, variables);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && out == NULL, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(!solver->has_values, LX_ERROR_UNSOLVED);
  for (int32_t i = 0; i < count; i++)
    out[i] = lx_solution_value(&solver->incremental.solution, &solver->program, variables[i]);
  return LX_OK;
}

lx_status lx_get_changes(const lx_solver *solver, int32_t capacity, int32_t *variables_out, double *values_out,
                         int32_t *count_out) {
  LX_RETURN_IF(solver == NULL || capacity < 0 || (capacity > 0 && variables_out == NULL) || count_out == NULL,
               LX_ERROR_ARGUMENT);
  LX_RETURN_IF(solver->edited || solver->answer.outcome != LX_OPTIMAL, LX_ERROR_UNSOLVED);
  const lx_solution *solution = &solver->incremental.solution;
  const int32_t *changes = solution->changes.variables;
  const int32_t count = solution->changes.count, written = count < capacity ? count : capacity;
  if (written > 0)
    memcpy(variables_out, changes, sizeof *changes * (size_t)written);
  const double *values = lx_solution_values(solution);
  for (int32_t i = 0; i < written && values_out != NULL; i++)
    values_out[i] = values != NULL ? values[changes[i]] : solver->program.variables[changes[i]].value;
  *count_out = count;
  return LX_OK;
}

lx_status lx_get_row_errors(const lx_solver *solver, int32_t count, const int32_t *rows, double *out) {
  const lx_status status = check_rows(solver, count, rows);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && out == NULL, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(!solver->has_values, LX_ERROR_UNSOLVED);
  for (int32_t i = 0; i < count; i++)
    out[i] = lx_solution_row_error(&solver->incremental.solution, &solver->program, rows[i]);
  return LX_OK;
}

lx_status lx_get_basis(const lx_solver *solver, int32_t count, const int32_t *rows, uint8_t *out) {
  const lx_status status = check_rows(solver, count, rows);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && out == NULL, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(!solver->has_values, LX_ERROR_UNSOLVED);
  for (int32_t i = 0; i < count; i++)
    out[i] = solver->program.row_statuses[rows[i]] == LX_BASIS_TIGHT;
  return LX_OK;
}

lx_status lx_get_levels(const lx_solver *solver, int32_t capacity, double *priorities_out, double *errors_out,
                        int32_t *count_out) {
  LX_RETURN_IF(solver == NULL || capacity < 0 || count_out == NULL, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(capacity > 0 && (priorities_out == NULL || errors_out == NULL), LX_ERROR_ARGUMENT);
  LX_RETURN_IF(!solver->has_values, LX_ERROR_UNSOLVED);
  const lx_answer *answer = &solver->answer;
  for (int32_t i = 0; i < answer->level_count && i < capacity; i++) {
    priorities_out[i] = answer->level_priorities[i];
    errors_out[i] = answer->level_errors[i];
  }
  *count_out = answer->level_count;
  return LX_OK;
}

lx_status lx_get_conflict_count(const lx_solver *solver, int32_t *out) {
  LX_RETURN_IF(solver == NULL || out == NULL, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(solver->edited || solver->answer.outcome != LX_INFEASIBLE, LX_ERROR_UNSOLVED);
  *out = solver->answer.conflict_count;
  return LX_OK;
}

lx_status lx_get_conflict(const lx_solver *solver, int32_t conflict, int32_t capacity, int32_t *members_out,
                          int32_t *count_out) {
  LX_RETURN_IF(solver == NULL || capacity < 0 || (capacity > 0 && members_out == NULL) || count_out == NULL,
               LX_ERROR_ARGUMENT);
  LX_RETURN_IF(solver->edited || solver->answer.outcome != LX_INFEASIBLE, LX_ERROR_UNSOLVED);
  LX_RETURN_IF(conflict < 0 || conflict >= solver->answer.conflict_count, LX_ERROR_INDEX);
  const int32_t start = solver->answer.conflict_starts[conflict], end = solver->answer.conflict_starts[conflict + 1];
  for (int32_t k = start; k < end && k - start < capacity; k++)
    members_out[k - start] = solver->answer.conflict_members[k];
  *count_out = end - start;
  return LX_OK;
}

lx_status lx_get_ambiguous(lx_solver *solver, int32_t capacity, int32_t *variables_out, int32_t *count_out) {
  LX_RETURN_IF(solver == NULL || capacity < 0 || (capacity > 0 && variables_out == NULL) || count_out == NULL,
               LX_ERROR_ARGUMENT);
  LX_RETURN_IF(solver->edited || solver->answer.outcome != LX_OPTIMAL, LX_ERROR_UNSOLVED);
  const lx_allocator *allocator = &solver->program.allocator;
  uint8_t *marks = lx_allocate_zeroed(allocator, solver->program.variable_count, sizeof *marks);
  LX_RETURN_IF(marks == NULL, LX_ERROR_MEMORY);
  const lx_status status = lx_mark_ambiguous(&solver->program, &solver->options, marks);
  if (status == LX_OK) {
    int32_t count = 0;
    for (int32_t j = 0; j < solver->program.variable_count; j++)
      if (marks[j] && solver->program.variables[j].live) {
        if (count < capacity)
          variables_out[count] = j;
        count++;
      }
    *count_out = count;
  }
  lx_release(allocator, marks);
  return status;
}

lx_status lx_get_sensitivity(const lx_solver *solver, int32_t count, const int32_t *variables,
                             const double *coefficients, int32_t capacity, int32_t *members_out, double *values_out,
                             int32_t *count_out) {
  LX_RETURN_IF(solver == NULL || count < 0 || (count > 0 && (variables == NULL || coefficients == NULL)) ||
                   capacity < 0 || (capacity > 0 && (members_out == NULL || values_out == NULL)) || count_out == NULL,
               LX_ERROR_ARGUMENT);
  for (int32_t k = 0; k < count; k++) {
    LX_RETURN_IF(!lx_program_has_variable(&solver->program, variables[k]), LX_ERROR_INDEX);
    LX_RETURN_IF(!(fabs(coefficients[k]) <= LX_VALUE_LIMIT), LX_ERROR_VALUE);
  }
  LX_RETURN_IF(solver->edited || solver->answer.outcome != LX_OPTIMAL, LX_ERROR_UNSOLVED);
  int32_t *members = NULL, found = 0;
  double *values = NULL;
  if (count > 0) {
    const lx_status status =
        lx_find_sensitivity(&solver->program, count, variables, coefficients, &members, &values, &found);
    LX_RETURN_IF(status != LX_OK, status);
  }
  for (int32_t k = 0; k < found && k < capacity; k++) {
    members_out[k] = members[k];
    values_out[k] = values[k];
  }
  *count_out = found;
  lx_release(&solver->program.allocator, members);
  lx_release(&solver->program.allocator, values);
  return LX_OK;
}

lx_status lx_get_statistics(const lx_solver *solver, lx_statistics *out) {
  LX_RETURN_IF(solver == NULL || out == NULL, LX_ERROR_ARGUMENT);
  *out = solver->answer.statistics;
  return LX_OK;
}

static int is_finite_value(double value) { return fabs(value) <= LX_VALUE_LIMIT; }

/* The first number that is none, or too large; -1. Blocks are looked at without a branch for each number. */
static int64_t find_unusable(const double *values, int64_t count) {
  enum { BLOCK = 256 };
  for (int64_t start = 0; start < count; start += BLOCK) {
    const int64_t end = count - start < BLOCK ? count : start + BLOCK;
    int bad = 0;
    for (int64_t k = start; k < end; k++)
      bad |= !is_finite_value(values[k]);
    for (int64_t k = start; k < end && bad; k++)
      if (!is_finite_value(values[k]))
        return k;
  }
  return -1;
}

static lx_status check_spec(const lx_solver *solver, const lx_template_spec *spec) {
  LX_RETURN_IF(spec->input_count < 0 || spec->use_count < 0 || spec->output_count < 0, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(spec->use_count > 0 && (spec->use_inputs == NULL || spec->use_rows == NULL || spec->use_factors == NULL),
               LX_ERROR_ARGUMENT);
  LX_RETURN_IF(spec->output_starts == NULL || spec->output_starts[0] != 0, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(spec->output_count > 0 && spec->output_offsets == NULL, LX_ERROR_ARGUMENT);
  for (int32_t o = 0; o < spec->output_count; o++)
    LX_RETURN_IF(spec->output_starts[o] > spec->output_starts[o + 1], LX_ERROR_ARGUMENT);
  const int32_t entries = spec->output_starts[spec->output_count];
  LX_RETURN_IF(entries > 0 && (spec->output_variables == NULL || spec->output_coefficients == NULL), LX_ERROR_ARGUMENT);
  for (int32_t u = 0; u < spec->use_count; u++) {
    LX_RETURN_IF(!lx_program_has_row(&solver->program, spec->use_rows[u]), LX_ERROR_INDEX);
    LX_RETURN_IF(spec->use_inputs[u] < 0 || spec->use_inputs[u] >= spec->input_count, LX_ERROR_INDEX);
    LX_RETURN_IF(!is_finite_value(spec->use_factors[u]), LX_ERROR_VALUE);
  }
  for (int32_t e = 0; e < entries; e++) {
    LX_RETURN_IF(!lx_program_has_variable(&solver->program, spec->output_variables[e]), LX_ERROR_INDEX);
    LX_RETURN_IF(!is_finite_value(spec->output_coefficients[e]), LX_ERROR_VALUE);
  }
  for (int32_t o = 0; o < spec->output_count; o++)
    LX_RETURN_IF(!is_finite_value(spec->output_offsets[o]), LX_ERROR_VALUE);
  for (int32_t i = 0; spec->reference != NULL && i < spec->input_count; i++)
    LX_RETURN_IF(!is_finite_value(spec->reference[i]), LX_ERROR_VALUE);
  return LX_OK;
}

lx_status lx_template_create(const lx_solver *solver, const lx_template_spec *spec, lx_template **out) {
  LX_RETURN_IF(solver == NULL || spec == NULL || out == NULL, LX_ERROR_ARGUMENT);
  const lx_status status = check_spec(solver, spec);
  return status == LX_OK ? lx_template_make(&solver->program, spec, out) : status;
}

void lx_template_destroy(lx_template *compiled) { lx_template_free(compiled); }

lx_status lx_template_solve(const lx_template *compiled, int64_t count, const double *inputs, int32_t threads,
                            double *outputs, int8_t *outcomes, int64_t *fault_out) {
  LX_RETURN_IF(compiled == NULL || count < 0 || threads < 0, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(count > 0 && inputs == NULL && compiled->input_count > 0, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(count > 0 && outputs == NULL && compiled->output_count > 0, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(count > INT64_MAX / 16 / (1 + (int64_t)compiled->input_count + compiled->output_count), LX_ERROR_SIZE);
  const int64_t unusable = find_unusable(inputs, count * compiled->input_count);
  if (unusable >= 0 && fault_out != NULL)
    *fault_out = unusable;
  LX_RETURN_IF(unusable >= 0, LX_ERROR_VALUE);
  const lx_instances instances = {
      .count = count, .inputs = inputs, .outputs = outputs, .outcomes = outcomes, .threads = threads};
  return lx_template_run(compiled, &instances);
}
