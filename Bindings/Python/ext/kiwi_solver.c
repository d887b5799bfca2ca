/* kiwi_solver.c: what kiwisolver's Solver does, over lx_solver.
 *
 * Strengths. kiwisolver minimizes one sum of strength times error, so all its optional constraints are one level here, with the
 * strengths as weights: the same optimum, also where many weak ones outvote a stronger one. Should that leave doubles too
 * little to work with (LX_BREAKDOWN), the classic three levels take over, each with its strengths as weights.
 *
 * When it solves. kiwisolver pivots at every call; here rows wait, and are solved when values are asked for. Only
 * addConstraint must know at once whether required constraints can hold, and a point that meets all of them mostly
 * tells: a new constraint that it meets too, or that a variable of its own can be moved to meet, is no contradiction. Where
 * neither is so, the rows that wait are solved. */
#include <math.h>
#include <string.h>

#include "kiwi_solver.h"

/* What is weaker than this is nothing. */
#define LEAST_STRENGTH (LX_COEFFICIENT_MINIMUM / KIWI_WEIGHT_PER_STRENGTH)
#define OPTIONAL 500.0

/* A coordinate of the point that meets all required constraints, at most. */
#define POINT_LIMIT 1e8
#define POINT_TOLERANCE 1e-9

Py_ssize_t kiwi_shared_variables;

PyObject *kiwi_unsatisfiable_constraint;

int kiwi_raise_status(lx_status status) {
  if (status == LX_ERROR_MEMORY)
    PyErr_NoMemory();
  else if (status == LX_ERROR_VALUE)
    PyErr_SetString(PyExc_ValueError, "a coefficient or constant is not finite, or outside of what the solver resolves: "
                                      "at most 1e9, coefficients at least 1e-7");
  else
    PyErr_SetString(PyExc_RuntimeError, lx_status_text(status));
  return -1;
}

/* Room for `count` elements in the array that a pointer of any type at `where` points to; it grows by half. */
static int reserve(void *where, int32_t *capacity, int64_t count, size_t size) {
  if (count <= *capacity)
    return 0;
  void *array;
  memcpy(&array, where, sizeof array);
  int64_t wanted = *capacity + *capacity / 2 + 16;
  if (wanted < count)
    wanted = count;
  void *grown = wanted <= LX_SIZE_LIMIT ? PyMem_Realloc(array, (size_t)wanted * size) : NULL;
  if (grown == NULL) {
    PyErr_NoMemory();
    return -1;
  }
  memcpy(where, &grown, sizeof grown);
  *capacity = (int32_t)wanted;
  return 0;
}

/* The index of a variable, known from now on; NONE with an exception set. */
static int32_t know_variable(kiwi_solver *self, kiwi_variable *variable) {
  int32_t index = kiwi_find_variable(self, variable);
  if (index != NONE)
    return index;
  const int32_t old = self->variable_capacity;
  if (variable->owner != 0 && table_reserve(&self->variable_table) < 0) {
    PyErr_NoMemory();
    return NONE;
  }
  if (reserve(&self->variables, &self->variable_capacity, (int64_t)self->variable_count + 1,
              sizeof *self->variables) < 0)
    return NONE;
  if (self->variable_capacity != old || self->changed == NULL) {
    int32_t *changed = PyMem_Realloc(self->changed, sizeof *changed * (size_t)self->variable_capacity);
    if (changed == NULL) {
      PyErr_NoMemory();
      return NONE;
    }
    self->changed = changed;
  }
  index = self->variable_count++;
  Py_INCREF(variable);
  if (++variable->solvers == 2)
    kiwi_shared_variables++;
  self->variables[index] =
      (variable_entry){.variable = variable, .lx = NONE, .edit = NONE, .next_changed = 1};
  self->changed[self->changed_count++] = index;
  self->fresh_count++;
  if (variable->owner != 0) {
    table_put(&self->variable_table, variable, index);
  } else {
    variable->owner = self->number;
    variable->index = index;
  }
  return index;
}

/* Hands variables to lx that it does not have yet. */
static lx_status flush_variables(kiwi_solver *self) {
  /* Fresh variables are the last ones. */
  const int32_t count = self->fresh_count, first = self->variable_count - count;
  int32_t *out = PyMem_Malloc(sizeof(int32_t) * ((size_t)count + 1));
  lx_status status = out != NULL ? lx_add_variables(self->lx, count, NULL, out) : LX_ERROR_MEMORY;
  int32_t most = -1;
  for (int32_t k = 0; k < count && status == LX_OK; k++)
    most = out[k] > most ? out[k] : most;
  if (status == LX_OK &&
      reserve(&self->by_lx, &self->by_lx_capacity, (int64_t)most + 1, sizeof *self->by_lx) < 0) {
    lx_remove_variables(self->lx, count, out);
    status = LX_ERROR_MEMORY;
  }
  for (int32_t k = 0; k < count && status == LX_OK; k++) {
    self->variables[first + k].lx = out[k];
    self->by_lx[out[k]] = first + k;
  }
  PyMem_Free(out);
  if (status == LX_OK) {
    self->fresh_count = 0;
    self->is_edited = 1;
  }
  return status;
}

int kiwi_flush(kiwi_solver *self) {
  const int32_t rows = self->waiting_count, entries = self->entry_count;
  if (rows == 0)
    return 0;
  lx_status status = self->fresh_count > 0 ? flush_variables(self) : LX_OK;
  /* Three lists of doubles, two of integers, one of bytes. */
  double *constants = PyMem_Malloc((size_t)rows * (3 * sizeof(double) + sizeof(int32_t) + 1) + sizeof(int32_t) * (size_t)entries);
  if (constants == NULL)
    status = LX_ERROR_MEMORY;
  if (status != LX_OK) {
    PyMem_Free(constants);
    return kiwi_raise_status(status);
  }
  double *priorities = constants + rows, *weights = priorities + rows;
  int32_t *out = (int32_t *)(weights + rows), *columns = out + rows;
  int8_t *relations = (int8_t *)(columns + entries);
  for (int32_t e = 0; e < entries; e++)
    columns[e] = self->variables[self->columns[e]].lx;
  for (int32_t i = 0; i < rows; i++) {
    const constraint_entry *entry = &self->constraints[self->waiting[i]];
    const kiwi_constraint *constraint = entry->constraint;
    relations[i] = constraint->op == Py_EQ ? LX_EQUAL : constraint->op == Py_LE ? LX_LESS_EQUAL : LX_GREATER_EQUAL;
    constants[i] = entry->suggested - constraint->expression->constant;
    priorities[i] = kiwi_is_required(constraint->strength) ? LX_REQUIRED : OPTIONAL;
    weights[i] = kiwi_is_required(constraint->strength) ? 1 : constraint->strength * KIWI_WEIGHT_PER_STRENGTH;
  }
  self->starts[rows] = entries;
  const lx_rows batch = {rows,      entries,   self->starts, columns, self->coefficients,
                         relations, constants, priorities,   NULL,    weights};
  status = lx_add_rows(self->lx, &batch, out);
  for (int32_t i = 0; i < rows && status == LX_OK; i++) {
    self->constraints[self->waiting[i]].row = out[i];
    self->constraints[self->waiting[i]].waiting = NONE;
  }
  PyMem_Free(constants);
  if (status != LX_OK)
    return kiwi_raise_status(status);
  self->waiting_count = 0;
  self->entry_count = 0;
  self->is_edited = 1;
  self->has_levels = 0;
  return 0;
}

/* The three classic levels, strengths as weights within each. */
static lx_status use_levels(kiwi_solver *self) {
  lx_status status = LX_OK;
  for (int32_t i = 0; i < self->constraint_count && status == LX_OK; i++) {
    const constraint_entry *entry = &self->constraints[i];
    if (entry->constraint == NULL || entry->row == NONE || kiwi_is_required(entry->constraint->strength))
      continue;
    const double strength = entry->constraint->strength;
    const double priority = strength >= KIWI_STRONG ? 750 : strength >= KIWI_MEDIUM ? 500 : 250;
    const double weight = strength >= KIWI_STRONG   ? strength / KIWI_STRONG
                          : strength >= KIWI_MEDIUM ? strength / KIWI_MEDIUM
                                                    : strength;
    status = lx_set_priorities(self->lx, 1, &entry->row, &priority, NULL);
    if (status == LX_OK)
      status = lx_set_weights(self->lx, 1, &entry->row, &weight);
  }
  return status;
}

int kiwi_solve(kiwi_solver *self) {
  if (kiwi_flush(self) < 0)
    return -1;
  if (!self->is_edited)
    return 1;
  lx_outcome outcome = LX_UNSOLVED;
  lx_status status = lx_solve(self->lx, NULL, &outcome);
  if (status == LX_OK && (outcome == LX_BREAKDOWN || outcome == LX_PIVOT_LIMIT) && !self->has_levels) {
    status = use_levels(self);
    self->has_levels = 1;
    if (status == LX_OK)
      status = lx_solve(self->lx, NULL, &outcome);
  }
  if (status != LX_OK)
    return kiwi_raise_status(status);
  if (outcome == LX_INFEASIBLE)
    return 0;
  if (outcome != LX_OPTIMAL) {
    PyErr_SetString(PyExc_RuntimeError, lx_outcome_text(outcome));
    return -1;
  }
  int32_t count = 0, capacity = self->variable_count;
  int32_t *variables = PyMem_Malloc(sizeof(int32_t) * (size_t)(capacity + 1));
  double *values = PyMem_Malloc(sizeof(double) * (size_t)(capacity + 1));
  if (variables == NULL || values == NULL)
    status = LX_ERROR_MEMORY;
  else
    status = lx_get_changes(self->lx, capacity, variables, values, &count);
  for (int32_t k = 0; k < count && status == LX_OK; k++) {
    const int32_t index = self->by_lx[variables[k]];
    self->variables[index].value = values[k];
    if (!self->variables[index].next_changed) {
      self->variables[index].next_changed = 1;
      self->changed[self->changed_count++] = index;
    }
  }
  PyMem_Free(variables);
  PyMem_Free(values);
  if (status != LX_OK)
    return kiwi_raise_status(status);
  self->is_edited = 0;
  return 1;
}

/* Whether a required constraint, whose entries are the last ones, is met by the point, or by one that differs from it in a
 * variable of this constraint alone, which then becomes the point. */
static int meets(kiwi_solver *self, const kiwi_constraint *constraint, int32_t start) {
  double sum = constraint->expression->constant, best = 0;
  variable_entry *own = NULL;
  for (int32_t e = start; e < self->entry_count; e++) {
    variable_entry *entry = &self->variables[self->columns[e]];
    const double coefficient = self->coefficients[e];
    sum += coefficient * entry->point;
    if (entry->required == 0 && fabs(coefficient) > fabs(best)) {
      best = coefficient;
      own = entry;
    }
  }
  if (constraint->op == Py_EQ   ? fabs(sum) <= POINT_TOLERANCE
      : constraint->op == Py_LE ? sum <= POINT_TOLERANCE
                                : sum >= -POINT_TOLERANCE)
    return 1;
  if (fabs(best) < 1e-3)
    return 0;
  const double moved = own->point - sum / best;
  if (!(fabs(moved) <= POINT_LIMIT))
    return 0;
  own->point = moved;
  return 1;
}

static void drop_constraint(kiwi_solver *self, int32_t index) {
  kiwi_constraint *constraint = self->constraints[index].constraint;
  const kiwi_expression *expression = constraint->expression;
  for (Py_ssize_t k = 0; k < Py_SIZE(expression) && kiwi_is_required(constraint->strength); k++)
    if (fabs(expression->entries[k].coefficient) >= KIWI_NEAR_ZERO)
      self->variables[kiwi_find_variable(self, expression->entries[k].variable)].required--;
  if (constraint->owner == self->number)
    constraint->owner = 0;
  else
    table_remove(&self->constraint_table, constraint);
  self->constraints[index].constraint = NULL;
  self->constraints[index].row = self->free_constraint;
  self->free_constraint = index;
  Py_DECREF(constraint);
}

/* Appends the entries of an expression to those that wait; -1 with an exception set, and then none of them. */
static int stage_entries(kiwi_solver *self, const kiwi_expression *expression) {
  const Py_ssize_t count = Py_SIZE(expression);
  const int64_t most = (int64_t)self->entry_count + count;
  if (reserve(&self->columns, &self->column_capacity, most, sizeof *self->columns) < 0 ||
      reserve(&self->coefficients, &self->coefficient_capacity, most, sizeof *self->coefficients) < 0)
    return -1;
  int bad = !(fabs(expression->constant) <= LX_VALUE_LIMIT);
  int32_t at = self->entry_count;
  for (Py_ssize_t k = 0; k < count; k++) {
    const double coefficient = expression->entries[k].coefficient, size = fabs(coefficient);
    bad |= !(size <= LX_VALUE_LIMIT) || (size >= KIWI_NEAR_ZERO && size < LX_COEFFICIENT_MINIMUM);
  }
  if (bad)
    return kiwi_raise_status(LX_ERROR_VALUE);
  for (Py_ssize_t k = 0; k < count; k++) {
    const double coefficient = expression->entries[k].coefficient;
    const int32_t index = know_variable(self, expression->entries[k].variable);
    if (index == NONE)
      return -1;
    if (fabs(coefficient) < KIWI_NEAR_ZERO)
      continue;
    self->columns[at] = index;
    self->coefficients[at++] = coefficient;
  }
  self->entry_count = at;
  return 0;
}

int32_t kiwi_take_constraint(kiwi_solver *self, kiwi_constraint *constraint) {
  const int required = kiwi_is_required(constraint->strength);
  const int32_t start = self->entry_count;
  if (constraint->owner != 0 && table_reserve(&self->constraint_table) < 0) {
    PyErr_NoMemory();
    return NONE;
  }
  if (reserve(&self->constraints, &self->constraint_capacity, (int64_t)self->constraint_count + 1,
              sizeof *self->constraints) < 0 ||
      reserve(&self->waiting, &self->waiting_capacity, (int64_t)self->waiting_count + 1,
              sizeof *self->waiting) < 0 ||
      reserve(&self->starts, &self->starts_capacity, (int64_t)self->waiting_count + 2, sizeof *self->starts) < 0 ||
      stage_entries(self, constraint->expression) < 0)
    return NONE;
  const int is_met = !required || meets(self, constraint, start);
  int32_t index = self->free_constraint;
  if (index != NONE)
    self->free_constraint = self->constraints[index].row;
  else
    index = self->constraint_count++;
  Py_INCREF(constraint);
  self->constraints[index] = (constraint_entry){constraint, 0, NONE, NONE};
  if (constraint->owner != 0) {
    table_put(&self->constraint_table, constraint, index);
  } else {
    constraint->owner = self->number;
    constraint->index = index;
  }
  for (int32_t e = start; e < self->entry_count && required; e++)
    self->variables[self->columns[e]].required++;
  if (required || constraint->strength >= LEAST_STRENGTH) {
    self->starts[self->waiting_count] = start;
    self->constraints[index].waiting = self->waiting_count;
    self->waiting[self->waiting_count++] = index;
  } else {
    self->entry_count = start;
  }
  if (is_met)
    return index;
  const int solved = kiwi_solve(self);
  if (solved == 1) {
    for (int32_t k = 0; k < self->variable_count; k++)
      self->variables[k].point = self->variables[k].value;
    return index;
  }
  /* Out again. Where not even the row came in, it is the last of those that wait. */
  if (self->constraints[index].waiting != NONE) {
    self->entry_count = start;
    self->waiting_count--;
  } else if (self->constraints[index].row != NONE) {
    lx_remove_rows(self->lx, 1, &self->constraints[index].row);
    self->is_edited = 1;
  }
  if (solved == 0)
    PyErr_SetObject(kiwi_unsatisfiable_constraint, (PyObject *)constraint);
  drop_constraint(self, index);
  return NONE;
}

int kiwi_remove_constraint(kiwi_solver *self, int32_t index) {
  if (self->constraints[index].waiting != NONE && kiwi_flush(self) < 0)
    return -1;
  if (self->constraints[index].row != NONE) {
    const lx_status status = lx_remove_rows(self->lx, 1, &self->constraints[index].row);
    if (status != LX_OK)
      return kiwi_raise_status(status);
    self->is_edited = 1;
  }
  drop_constraint(self, index);
  return 0;
}
