/* api_edit.c: calls that edit a program. Each says which element it was refused for (lx_get_fault). */
#include "api.h"

#include <math.h>

/* NaN and infinities compare as too large. */
static int is_value(double value) { return fabs(value) <= LX_VALUE_LIMIT; }

static int is_coefficient(double value) {
  return is_value(value) & ((value == 0) | (fabs(value) >= LX_COEFFICIENT_MINIMUM));
}

static int is_priority(double priority) { return (priority > 0) & (priority <= LX_REQUIRED); }

static int is_weight(double weight) { return is_value(weight) & (weight >= LX_COEFFICIENT_MINIMUM); }

/* The same as masks, all ones where a number is not usable: for loops that compilers are to make vectors of, each comparison
 * is a mask as wide as what it compares. */
static inline int64_t odd_value(double value) { return -(int64_t)!(fabs(value) <= LX_VALUE_LIMIT); }

static inline int64_t odd_coefficient(double value) {
  return odd_value(value) | (-(int64_t)(value != 0) & -(int64_t)(fabs(value) < LX_COEFFICIENT_MINIMUM));
}

static inline int64_t odd_priority(double priority) {
  return -(int64_t)!(priority > 0) | -(int64_t)!(priority <= LX_REQUIRED);
}

static inline int64_t odd_weight(double weight) {
  return odd_value(weight) | -(int64_t)!(weight >= LX_COEFFICIENT_MINIMUM);
}

/* Rows up to this length are always compared entry by entry. */
#define LX_SHORT_ROW 16

/* Whether an index below `limit` stands twice: by pairs, or by a mark for each possible one where that is less work, so
 * that an edit costs what it touches. *fault_out is where it stands again. */
static lx_status check_distinct(const lx_solver *solver, int32_t limit, int32_t count, const int32_t *indices,
                                int32_t *fault_out) {
  if ((int64_t)count * count <= limit || count <= LX_SHORT_ROW) {
    for (int32_t i = 1; i < count; i++)
      for (int32_t k = 0; k < i; k++)
        if (indices[k] == indices[i]) {
          *fault_out = i;
          return LX_ERROR_DUPLICATE;
        }
    return LX_OK;
  }
  uint8_t *seen = lx_allocate_zeroed(&solver->program.allocator, limit, sizeof *seen);
  LX_RETURN_IF(seen == NULL, LX_ERROR_MEMORY);
  lx_status status = LX_OK;
  for (int32_t i = 0; i < count && status == LX_OK; i++) {
    if (seen[indices[i]]) {
      *fault_out = i;
      status = LX_ERROR_DUPLICATE;
    }
    seen[indices[i]] = 1;
  }
  lx_release(&solver->program.allocator, seen);
  return status;
}

/* Whether an index stands twice among a few. */
static inline int has_twice(int32_t count, const int32_t *indices) {
  if (count == 3 || count == 4) { /* what most rows of two edges have */
    const int32_t a = indices[0], b = indices[1], c = indices[2], d = indices[count - 1];
    return (a == b) | (a == c) | (b == c) | ((count == 4) & ((a == d) | (b == d) | (c == d)));
  }
  int found = 0;
  for (int32_t i = 1; i < count; i++)
    for (int32_t k = 0; k < i; k++)
      found |= indices[k] == indices[i];
  return found;
}

/* Entries of one row: known variables, none twice, usable coefficients. *fault_out is the first that is wrong. */
static lx_status check_entries(const lx_solver *solver, int32_t count, const int32_t *variables,
                               const double *coefficients, int32_t *fault_out) {
  for (int32_t e = 0; e < count; e++) {
    const lx_status status = !lx_program_has_variable(&solver->program, variables[e]) ? LX_ERROR_INDEX
                             : !is_coefficient(coefficients[e])                       ? LX_ERROR_VALUE
                                                                                      : LX_OK;
    if (status != LX_OK) {
      *fault_out = e;
      return status;
    }
  }
  return check_distinct(solver, solver->program.variable_count, count, variables, fault_out);
}

/* Numbers of rows or variables that are not all usable: the first that isn't is the fault. */
static lx_status check_numbers(lx_solver *solver, int32_t count, const double *numbers, int (*is_usable)(double)) {
  for (int32_t i = 0; i < count; i++)
    if (!is_usable(numbers[i])) {
      solver->fault = i;
      return LX_ERROR_VALUE;
    }
  return LX_OK;
}

/* Begins a call that edits rows or variables: nothing was refused yet. */
static lx_status begin_rows(lx_solver *solver, int32_t count, const int32_t *rows) {
  LX_RETURN_IF(solver == NULL, LX_ERROR_ARGUMENT);
  solver->fault = -1;
  return lx_check_rows(solver, count, rows, &solver->fault);
}

lx_status lx_add_variables(lx_solver *solver, int32_t count, const uint8_t *nonnegative, int32_t *out) {
  LX_RETURN_IF(solver == NULL, LX_ERROR_ARGUMENT);
  solver->fault = -1;
  LX_RETURN_IF(count < 0 || (count > 0 && out == NULL), LX_ERROR_ARGUMENT);
  const lx_status status = lx_program_add_variables(&solver->program, count, nonnegative, out);
  if (status == LX_OK && count > 0)
    solver->edited = 1;
  return status;
}

lx_status lx_remove_variables(lx_solver *solver, int32_t count, const int32_t *variables) {
  LX_RETURN_IF(solver == NULL, LX_ERROR_ARGUMENT);
  solver->fault = -1;
  lx_status status = lx_check_variables(solver, count, variables, &solver->fault);
  LX_RETURN_IF(status != LX_OK, status);
  for (int32_t i = 0; i < count; i++)
    if (solver->program.variables[variables[i]].uses > 0) {
      solver->fault = i;
      return LX_ERROR_IN_USE;
    }
  status = check_distinct(solver, solver->program.variable_count, count, variables, &solver->fault);
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
 * it. Where rows are long, variables were removed or sides
 * without cost have odd priorities it does not say yes. */
static int are_plainly_fine(const lx_solver *solver, const lx_rows *rows) {
  const int32_t count = rows->row_count, entry_count = rows->entry_count, limit = solver->program.variable_count;
  const int32_t *starts = rows->starts, *variables = rows->variables;
  const double *coefficients = rows->coefficients, *constants = rows->constants, *priorities = rows->priorities;
  const int8_t *relations = rows->relations;
  if (solver->program.free_variable_count > 0)
    return 0;
  int8_t odd_relations = 0;
  for (int32_t i = 0; i < count; i++)
    odd_relations |= (int8_t)((relations[i] < LX_LESS_EQUAL) | (relations[i] > LX_GREATER_EQUAL));
  int64_t odd_numbers = 0;
  for (int32_t i = 0; i < count; i++)
    odd_numbers |= odd_value(constants[i]);
  for (int32_t i = 0; i < count; i++)
    odd_numbers |= odd_priority(priorities[i]);
  if (rows->priorities_below != NULL)
    for (int32_t i = 0; i < count; i++)
      odd_numbers |= odd_priority(rows->priorities_below[i]);
  if (rows->weights != NULL)
    for (int32_t i = 0; i < count; i++)
      odd_numbers |= odd_weight(rows->weights[i]);
  for (int32_t e = 0; e < entry_count; e++)
    odd_numbers |= odd_coefficient(coefficients[e]);
  int32_t odd_variables = 0;
  for (int32_t e = 0; e < entry_count; e++)
    odd_variables |= -(variables[e] < 0) | -(variables[e] >= limit);
  int bad = odd_relations != 0 || odd_numbers != 0 || odd_variables != 0;
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
  int32_t entry;
  return check_entries(solver, rows->starts[i + 1] - start, rows->variables + start, rows->coefficients + start, &entry);
}

lx_status lx_reserve_rows(lx_solver *solver, int32_t rows, int32_t entries) {
  LX_RETURN_IF(solver == NULL, LX_ERROR_ARGUMENT);
  solver->fault = -1;
  LX_RETURN_IF(rows < 0 || entries < 0, LX_ERROR_ARGUMENT);
  return lx_program_reserve_rows(&solver->program, rows, entries);
}

lx_status lx_add_rows(lx_solver *solver, const lx_rows *rows, int32_t *out) {
  LX_RETURN_IF(solver == NULL, LX_ERROR_ARGUMENT);
  solver->fault = -1;
  LX_RETURN_IF(rows == NULL || rows->row_count < 0 || rows->entry_count < 0, LX_ERROR_ARGUMENT);
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
    for (int32_t i = 0; i < rows->row_count && status == LX_OK; i++) {
      status = check_new_row(solver, rows, i);
      if (status != LX_OK && status != LX_ERROR_MEMORY)
        solver->fault = i;
    }
  if (status == LX_OK)
    status = lx_program_add_rows(&solver->program, rows, out);
  if (status == LX_OK)
    solver->edited = 1;
  return status;
}

lx_status lx_add_known_rows(lx_solver *solver, const lx_rows *rows, int32_t *out) {
#ifndef NDEBUG
  return lx_add_rows(solver, rows, out);
#else
  solver->fault = -1;
  const lx_status status = lx_program_add_rows(&solver->program, rows, out);
  if (status == LX_OK)
    solver->edited = 1;
  return status;
#endif
}

lx_status lx_remove_rows(lx_solver *solver, int32_t count, const int32_t *rows) {
  lx_status status = begin_rows(solver, count, rows);
  LX_RETURN_IF(status != LX_OK, status);
  status = check_distinct(solver, solver->program.row_count, count, rows, &solver->fault);
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
  lx_status status = begin_rows(solver, count, rows);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && constants == NULL, LX_ERROR_ARGUMENT);
  status = check_numbers(solver, count, constants, is_value);
  LX_RETURN_IF(status != LX_OK, status);
  status = lx_program_set_constants(&solver->program, count, rows, constants);
  if (status == LX_OK && count > 0)
    solver->edited = 1;
  return status;
}

lx_status lx_set_weights(lx_solver *solver, int32_t count, const int32_t *rows, const double *weights) {
  lx_status status = begin_rows(solver, count, rows);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && weights == NULL, LX_ERROR_ARGUMENT);
  status = check_numbers(solver, count, weights, is_weight);
  LX_RETURN_IF(status != LX_OK, status);
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
  const lx_status status = begin_rows(solver, count, rows);
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && priorities == NULL, LX_ERROR_ARGUMENT);
  const double *below = priorities_below != NULL ? priorities_below : priorities;
  for (int32_t i = 0; i < count; i++) {
    const int is_split = solver->program.rows[rows[i]].relation == LX_EQUAL;
    if (!is_priority(priorities[i]) || (is_split && !is_priority(below[i]))) {
      solver->fault = i;
      return LX_ERROR_VALUE;
    }
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
  lx_status status = lx_check_array(solver, count, variables);
  if (solver != NULL)
    solver->fault = -1;
  LX_RETURN_IF(status != LX_OK, status);
  LX_RETURN_IF(count > 0 && coefficients == NULL, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(!lx_program_has_row(&solver->program, row), LX_ERROR_INDEX);
  status = check_entries(solver, count, variables, coefficients, &solver->fault);
  if (status == LX_OK)
    status = lx_program_set_entries(&solver->program, row, count, variables, coefficients);
  if (status == LX_OK)
    solver->edited = 1;
  return status;
}

lx_status lx_get_fault(const lx_solver *solver, int32_t *out) {
  LX_RETURN_IF(solver == NULL || out == NULL, LX_ERROR_ARGUMENT);
  *out = solver->fault;
  return LX_OK;
}
