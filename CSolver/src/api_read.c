/* api_read.c: calls that read the program, the answer of the last solve, and what follows from it. */
#include "api.h"

#include <math.h>
#include <string.h>

#include "csolver_private.h"
#include "diagnose/sensitivity.h"
#include "diagnose/sweep.h"
#include "solve/ambiguous.h"

lx_status lx_get_counts(const lx_solver *solver, int32_t *variables_out, int32_t *rows_out, int32_t *entries_out) {
  LX_RETURN_IF(solver == NULL, LX_ERROR_ARGUMENT);
  const lx_program *program = &solver->program;
  if (variables_out != NULL)
    *variables_out = program->variable_count - program->free_variable_count;
  if (rows_out != NULL)
    *rows_out = program->row_count - program->free_row_count;
  if (entries_out != NULL)
    *entries_out = program->pool_count - program->pool_unused;
  return LX_OK;
}

lx_status lx_get_variables(const lx_solver *solver, int32_t capacity, int32_t *variables_out, int32_t *count_out) {
  const lx_status status = lx_check_array(solver, capacity, variables_out);
  LX_RETURN_IF(status != LX_OK || count_out == NULL, LX_ERROR_ARGUMENT);
  int32_t count = 0;
  for (int32_t j = 0; j < solver->program.variable_count; j++)
    if (solver->program.variables[j].live && count++ < capacity)
      variables_out[count - 1] = j;
  *count_out = count;
  return LX_OK;
}

lx_status lx_get_rows(const lx_solver *solver, int32_t capacity, int32_t *rows_out, int32_t *count_out) {
  const lx_status status = lx_check_array(solver, capacity, rows_out);
  LX_RETURN_IF(status != LX_OK || count_out == NULL, LX_ERROR_ARGUMENT);
  int32_t count = 0;
  for (int32_t r = 0; r < solver->program.row_count; r++)
    if (solver->program.rows[r].live && count++ < capacity)
      rows_out[count - 1] = r;
  *count_out = count;
  return LX_OK;
}

/* Rows that exist, and an array for what is asked of them. */
static lx_status check_question(const lx_solver *solver, int32_t count, const int32_t *rows, const void *out) {
  const lx_status status = lx_check_rows(solver, count, rows, NULL);
  LX_RETURN_IF(status != LX_OK, status);
  return count > 0 && out == NULL ? LX_ERROR_ARGUMENT : LX_OK;
}

lx_status lx_get_nonnegative(const lx_solver *solver, int32_t count, const int32_t *variables, uint8_t *out) {
  const lx_status status = lx_check_variables(solver, count, variables, NULL);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && out == NULL, LX_ERROR_ARGUMENT);
  for (int32_t i = 0; i < count; i++)
    out[i] = solver->program.variables[variables[i]].nonnegative;
  return LX_OK;
}

lx_status lx_get_relations(const lx_solver *solver, int32_t count, const int32_t *rows, int8_t *out) {
  const lx_status status = check_question(solver, count, rows, out);
  for (int32_t i = 0; i < count && status == LX_OK; i++)
    out[i] = solver->program.rows[rows[i]].relation;
  return status;
}

lx_status lx_get_constants(const lx_solver *solver, int32_t count, const int32_t *rows, double *out) {
  const lx_status status = check_question(solver, count, rows, out);
  for (int32_t i = 0; i < count && status == LX_OK; i++)
    out[i] = solver->program.rows[rows[i]].constant;
  return status;
}

lx_status lx_get_weights(const lx_solver *solver, int32_t count, const int32_t *rows, double *out) {
  const lx_status status = check_question(solver, count, rows, out);
  for (int32_t i = 0; i < count && status == LX_OK; i++)
    out[i] = lx_program_cost(&solver->program, rows[i]).weight;
  return status;
}

lx_status lx_get_priorities(const lx_solver *solver, int32_t count, const int32_t *rows, double *priorities_out,
                            double *priorities_below_out) {
  const lx_status status = check_question(solver, count, rows, priorities_out);
  for (int32_t i = 0; i < count && status == LX_OK; i++) {
    /* An inequality has a cost on one side only. */
    const lx_row_cost cost = lx_program_cost(&solver->program, rows[i]);
    const double above = cost.above > 0 ? cost.above : cost.below, below = cost.below > 0 ? cost.below : cost.above;
    priorities_out[i] = above;
    if (priorities_below_out != NULL)
      priorities_below_out[i] = below;
  }
  return status;
}

lx_status lx_get_entries(const lx_solver *solver, int32_t row, int32_t capacity, int32_t *variables_out,
                         double *coefficients_out, int32_t *count_out) {
  LX_RETURN_IF(solver == NULL || capacity < 0 || count_out == NULL ||
                   (capacity > 0 && (variables_out == NULL || coefficients_out == NULL)),
               LX_ERROR_ARGUMENT);
  LX_RETURN_IF(!lx_program_has_row(&solver->program, row), LX_ERROR_INDEX);
  const lx_program_row *record = &solver->program.rows[row];
  for (int32_t e = 0; e < record->count && e < capacity; e++) {
    variables_out[e] = solver->program.columns[record->start + e];
    coefficients_out[e] = solver->program.values[record->start + e];
  }
  *count_out = record->count;
  return LX_OK;
}

lx_status lx_get_values(const lx_solver *solver, int32_t count, const int32_t *variables, double *out) {
  const lx_status status = lx_check_variables(solver, count, variables, NULL);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && out == NULL, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(!solver->has_values, LX_ERROR_UNSOLVED);
  const double *values = solver->edited ? NULL : lx_solution_values(&solver->incremental.solution);
  for (int32_t i = 0; i < count; i++)
    out[i] = values != NULL ? values[variables[i]]
                            : lx_solution_value(&solver->incremental.solution, &solver->program, variables[i]);
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
  const lx_status status = lx_check_rows(solver, count, rows, NULL);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && out == NULL, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(!solver->has_values, LX_ERROR_UNSOLVED);
  for (int32_t i = 0; i < count; i++)
    out[i] = lx_solution_row_error(&solver->incremental.solution, &solver->program, rows[i]);
  return LX_OK;
}

lx_status lx_get_basis(const lx_solver *solver, int32_t count, const int32_t *rows, uint8_t *out) {
  const lx_status status = lx_check_rows(solver, count, rows, NULL);
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
  lx_component_vertex *vertices = lx_allocate(allocator, solver->incremental.warm.count, sizeof *vertices);
  lx_status status = marks != NULL && vertices != NULL ? LX_OK : LX_ERROR_MEMORY;
  if (status == LX_OK)
    status = lx_mark_ambiguous(&solver->incremental.solution, &solver->program, &solver->options,
                               lx_warm_list(&solver->incremental, vertices), vertices, marks);
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
  lx_release(allocator, vertices);
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

lx_status lx_get_ranging(const lx_solver *solver, int32_t count, const int32_t *rows, const double *slopes,
                         int32_t variable_count, const int32_t *variables, double *slopes_out, double *reach_out,
                         int32_t capacity, int32_t *members_out, int8_t *sides_out, int32_t *count_out) {
  const lx_status status = lx_check_rows(solver, count, rows, NULL);
  LX_RETURN_IF(status != LX_OK, status);
  const lx_status variable_status = lx_check_variables(solver, variable_count, variables, NULL);
  LX_RETURN_IF(variable_status != LX_OK, variable_status);
  LX_RETURN_IF((count > 0 && slopes == NULL) || (variable_count > 0 && slopes_out == NULL) || reach_out == NULL ||
                   capacity < 0 || (capacity > 0 && (members_out == NULL || sides_out == NULL)) || count_out == NULL,
               LX_ERROR_ARGUMENT);
  for (int32_t k = 0; k < count; k++)
    LX_RETURN_IF(!(fabs(slopes[k]) <= LX_VALUE_LIMIT), LX_ERROR_VALUE);
  LX_RETURN_IF(solver->edited || solver->answer.outcome != LX_OPTIMAL, LX_ERROR_UNSOLVED);
  return lx_find_ranging(&solver->program, lx_solution_values(&solver->incremental.solution), count, rows, slopes,
                         variable_count, variables, slopes_out, reach_out, capacity, members_out, sides_out, count_out);
}

lx_status lx_get_plane(const lx_solver *solver, const int32_t *counts, const int32_t *const *rows,
                       const double *const *slopes, int32_t variable_count, const int32_t *variables,
                       double *slopes_out, int32_t capacity, int32_t *members_out, double *facets_out,
                       int32_t *count_out) {
  LX_RETURN_IF(counts == NULL || rows == NULL || slopes == NULL || (variable_count > 0 && slopes_out == NULL) ||
                   capacity < 0 || (capacity > 0 && (members_out == NULL || facets_out == NULL)) || count_out == NULL,
               LX_ERROR_ARGUMENT);
  const lx_status variable_status = lx_check_variables(solver, variable_count, variables, NULL);
  LX_RETURN_IF(variable_status != LX_OK, variable_status);
  for (int d = 0; d < 2; d++) {
    const lx_status status = lx_check_rows(solver, counts[d], rows[d], NULL);
    LX_RETURN_IF(status != LX_OK, status);
    LX_RETURN_IF(counts[d] > 0 && slopes[d] == NULL, LX_ERROR_ARGUMENT);
    for (int32_t k = 0; k < counts[d]; k++)
      LX_RETURN_IF(!(fabs(slopes[d][k]) <= LX_VALUE_LIMIT), LX_ERROR_VALUE);
  }
  LX_RETURN_IF(solver->edited || solver->answer.outcome != LX_OPTIMAL, LX_ERROR_UNSOLVED);
  return lx_find_plane(&solver->program, lx_solution_values(&solver->incremental.solution), counts, rows, slopes,
                       variable_count, variables, slopes_out, capacity, members_out, facets_out, count_out);
}
