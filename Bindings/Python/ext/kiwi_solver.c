/* kiwi_solver.c: Solver with kiwisolver's interface, over lx_solver.
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

#include "kiwi.h"

/* Weights are at most LX_VALUE_LIMIT, strengths a little more: half of them is used. What is weaker than this is nothing. */
#define WEIGHT_PER_STRENGTH 0.5
#define LEAST_STRENGTH (LX_COEFFICIENT_MINIMUM / WEIGHT_PER_STRENGTH)
#define OPTIONAL 500.0

/* A coordinate of the point that meets all required constraints, at most. */
#define POINT_LIMIT 1e8
#define POINT_TOLERANCE 1e-9

enum { NONE = -1 };

/* ---- A table from objects to indices, by address, for objects that another solver had first ---- */

typedef struct {
  const void *key; /* NULL: free */
  int32_t index;
} slot;

typedef struct {
  slot *slots;
  size_t mask; /* capacity - 1, or 0 without slots */
  size_t count;
} table;

static inline size_t home(const table *t, const void *key) {
  uint64_t h = (uint64_t)(uintptr_t)key >> 4;
  h *= 0x9e3779b97f4a7c15ull;
  return (size_t)(h >> 32) & t->mask;
}

static int32_t table_find(const table *t, const void *key) {
  if (t->count == 0)
    return NONE;
  for (size_t k = home(t, key); t->slots[k].key != NULL; k = (k + 1) & t->mask)
    if (t->slots[k].key == key)
      return t->slots[k].index;
  return NONE;
}

static void table_put(table *t, const void *key, int32_t index) {
  size_t k = home(t, key);
  while (t->slots[k].key != NULL && t->slots[k].key != key)
    k = (k + 1) & t->mask;
  if (t->slots[k].key == NULL)
    t->count++;
  t->slots[k] = (slot){key, index};
}

/* Makes room for one more key. */
static int table_reserve(table *t) {
  if (t->slots != NULL && 2 * (t->count + 1) <= t->mask + 1)
    return 0;
  const size_t capacity = t->slots != NULL ? 2 * (t->mask + 1) : 64;
  table grown = {PyMem_Calloc(capacity, sizeof(slot)), capacity - 1, 0};
  if (grown.slots == NULL)
    return -1;
  for (size_t k = 0; t->slots != NULL && k <= t->mask; k++)
    if (t->slots[k].key != NULL)
      table_put(&grown, t->slots[k].key, t->slots[k].index);
  PyMem_Free(t->slots);
  *t = grown;
  return 0;
}

static void table_remove(table *t, const void *key) {
  size_t hole = home(t, key);
  while (t->slots[hole].key != key)
    hole = (hole + 1) & t->mask;
  t->count--;
  /* What follows moves up, so that no search ends at the hole. */
  for (size_t k = (hole + 1) & t->mask; t->slots[k].key != NULL; k = (k + 1) & t->mask)
    if (((k - home(t, t->slots[k].key)) & t->mask) >= ((k - hole) & t->mask)) {
      t->slots[hole] = t->slots[k];
      hole = k;
    }
  t->slots[hole].key = NULL;
}

/* ---- The solver ---- */

typedef struct {
  kiwi_variable *variable; /* or NULL: free */
  double value;            /* of the last solve */
  double point;            /* of a point that meets all required constraints */
  int32_t lx;              /* variable of the solver, NONE while it waits */
  int32_t required;        /* required constraints with it */
  int32_t edit;            /* the constraint of its edit, or NONE */
  int32_t next_changed;    /* whether `value` waits to be handed out */
} variable_entry;

typedef struct {
  kiwi_constraint *constraint; /* or NULL: free */
  double suggested;            /* of an edit */
  int32_t row;                 /* of the solver; NONE while it waits, or where its strength is nothing */
  int32_t waiting;             /* its index among those that wait, or NONE */
} constraint_entry;

typedef struct {
  PyObject_HEAD
  lx_solver *lx;
  table variable_table, constraint_table;
  variable_entry *variables;
  constraint_entry *constraints;
  int32_t *by_lx;   /* per variable of lx its index here */
  int32_t *waiting; /* constraints whose rows are not in lx yet */
  int32_t *starts;  /* where their entries begin */
  int32_t *columns; /* the variables of these entries, by their index here */
  double *coefficients;
  int32_t *changed; /* variables with a value to be handed out */
  int32_t variable_count, variable_capacity, constraint_count, constraint_capacity, free_constraint;
  int32_t by_lx_capacity, waiting_count, waiting_capacity, starts_capacity, entry_count, column_capacity;
  int32_t coefficient_capacity, changed_count, fresh_count;
  uint64_t number; /* of this solver, never used again */
  int is_edited, has_levels;
} kiwi_solver;

/* Variables that more than one solver knows: while there are any, every solver writes all of its values. */
static Py_ssize_t shared_variables;

static PyObject *bad_required_strength, *duplicate_constraint, *duplicate_edit_variable, *unknown_constraint,
    *unknown_edit_variable, *unsatisfiable_constraint;

static int raise_status(lx_status status) {
  if (status == LX_ERROR_MEMORY)
    PyErr_NoMemory();
  else if (status == LX_ERROR_VALUE)
    PyErr_SetString(PyExc_ValueError, "a coefficient or constant is not finite, or outside of what the solver resolves: "
                                      "at most 1e9, coefficients at least 1e-7");
  else
    PyErr_SetString(PyExc_RuntimeError, lx_status_text(status));
  return -1;
}

/* Room for `count` elements; an array that grows by half. */
static int reserve(void **array, int32_t *capacity, int64_t count, size_t size) {
  if (count <= *capacity)
    return 0;
  int64_t wanted = *capacity + *capacity / 2 + 16;
  if (wanted < count)
    wanted = count;
  void *grown = wanted <= LX_SIZE_LIMIT ? PyMem_Realloc(*array, (size_t)wanted * size) : NULL;
  if (grown == NULL) {
    PyErr_NoMemory();
    return -1;
  }
  *array = grown;
  *capacity = (int32_t)wanted;
  return 0;
}

static uint64_t last_number;

static inline int32_t find_variable(const kiwi_solver *self, const kiwi_variable *variable) {
  return variable->owner == self->number ? variable->index : table_find(&self->variable_table, variable);
}

static inline int32_t find_constraint(const kiwi_solver *self, const kiwi_constraint *constraint) {
  return constraint->owner == self->number ? constraint->index : table_find(&self->constraint_table, constraint);
}

/* The index of a variable, known from now on; NONE with an exception set. */
static int32_t know_variable(kiwi_solver *self, kiwi_variable *variable) {
  int32_t index = find_variable(self, variable);
  if (index != NONE)
    return index;
  const int32_t old = self->variable_capacity;
  if (variable->owner != 0 && table_reserve(&self->variable_table) < 0) {
    PyErr_NoMemory();
    return NONE;
  }
  if (reserve((void **)&self->variables, &self->variable_capacity, (int64_t)self->variable_count + 1,
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
    shared_variables++;
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

static int is_required(double strength) { return strength >= KIWI_REQUIRED; }

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
      reserve((void **)&self->by_lx, &self->by_lx_capacity, (int64_t)most + 1, sizeof *self->by_lx) < 0) {
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

/* Hands the rows that wait to lx. */
static int flush(kiwi_solver *self) {
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
    return raise_status(status);
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
    priorities[i] = is_required(constraint->strength) ? LX_REQUIRED : OPTIONAL;
    weights[i] = is_required(constraint->strength) ? 1 : constraint->strength * WEIGHT_PER_STRENGTH;
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
    return raise_status(status);
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
    if (entry->constraint == NULL || entry->row == NONE || is_required(entry->constraint->strength))
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

/* Solves; 1 optimal, 0 contradiction, -1 with an exception set. */
static int solve(kiwi_solver *self) {
  if (flush(self) < 0)
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
    return raise_status(status);
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
    return raise_status(status);
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
  for (Py_ssize_t k = 0; k < Py_SIZE(expression) && is_required(constraint->strength); k++)
    if (fabs(expression->entries[k].coefficient) >= KIWI_NEAR_ZERO)
      self->variables[find_variable(self, expression->entries[k].variable)].required--;
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
  if (reserve((void **)&self->columns, &self->column_capacity, most, sizeof *self->columns) < 0 ||
      reserve((void **)&self->coefficients, &self->coefficient_capacity, most, sizeof *self->coefficients) < 0)
    return -1;
  int bad = !(fabs(expression->constant) <= LX_VALUE_LIMIT);
  int32_t at = self->entry_count;
  for (Py_ssize_t k = 0; k < count; k++) {
    const double coefficient = expression->entries[k].coefficient, size = fabs(coefficient);
    bad |= !(size <= LX_VALUE_LIMIT) || (size >= KIWI_NEAR_ZERO && size < LX_COEFFICIENT_MINIMUM);
  }
  if (bad)
    return raise_status(LX_ERROR_VALUE);
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

/* Takes a constraint in; its index, or NONE with an exception set. */
static int32_t take_constraint(kiwi_solver *self, kiwi_constraint *constraint) {
  const int required = is_required(constraint->strength);
  const int32_t start = self->entry_count;
  if (constraint->owner != 0 && table_reserve(&self->constraint_table) < 0) {
    PyErr_NoMemory();
    return NONE;
  }
  if (reserve((void **)&self->constraints, &self->constraint_capacity, (int64_t)self->constraint_count + 1,
              sizeof *self->constraints) < 0 ||
      reserve((void **)&self->waiting, &self->waiting_capacity, (int64_t)self->waiting_count + 1,
              sizeof *self->waiting) < 0 ||
      reserve((void **)&self->starts, &self->starts_capacity, (int64_t)self->waiting_count + 2, sizeof *self->starts) < 0 ||
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
  const int solved = solve(self);
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
    PyErr_SetObject(unsatisfiable_constraint, (PyObject *)constraint);
  drop_constraint(self, index);
  return NONE;
}

static int remove_constraint(kiwi_solver *self, int32_t index) {
  if (self->constraints[index].waiting != NONE && flush(self) < 0)
    return -1;
  if (self->constraints[index].row != NONE) {
    const lx_status status = lx_remove_rows(self->lx, 1, &self->constraints[index].row);
    if (status != LX_OK)
      return raise_status(status);
    self->is_edited = 1;
  }
  drop_constraint(self, index);
  return 0;
}

/* ---- Methods ---- */

static kiwi_constraint *as_constraint(PyObject *object) {
  if (PyObject_TypeCheck(object, kiwi_constraint_type))
    return (kiwi_constraint *)object;
  kiwi_expected("Constraint", object);
  return NULL;
}

static kiwi_variable *as_variable(PyObject *object) {
  if (PyObject_TypeCheck(object, kiwi_variable_type))
    return (kiwi_variable *)object;
  kiwi_expected("Variable", object);
  return NULL;
}

static PyObject *add_constraint(kiwi_solver *self, PyObject *object) {
  kiwi_constraint *constraint = as_constraint(object);
  if (constraint == NULL)
    return NULL;
  if (find_constraint(self, constraint) != NONE) {
    PyErr_SetObject(duplicate_constraint, object);
    return NULL;
  }
  if (take_constraint(self, constraint) == NONE)
    return NULL;
  Py_RETURN_NONE;
}

static PyObject *remove_constraint_method(kiwi_solver *self, PyObject *object) {
  kiwi_constraint *constraint = as_constraint(object);
  if (constraint == NULL)
    return NULL;
  const int32_t index = find_constraint(self, constraint);
  if (index == NONE) {
    PyErr_SetObject(unknown_constraint, object);
    return NULL;
  }
  if (remove_constraint(self, index) < 0)
    return NULL;
  Py_RETURN_NONE;
}

static PyObject *has_constraint(kiwi_solver *self, PyObject *object) {
  kiwi_constraint *constraint = as_constraint(object);
  return constraint != NULL ? PyBool_FromLong(find_constraint(self, constraint) != NONE) : NULL;
}

/* The index of the edit's constraint, or NONE. */
static int32_t edit_of(const kiwi_solver *self, const kiwi_variable *variable) {
  const int32_t index = find_variable(self, variable);
  return index != NONE ? self->variables[index].edit : NONE;
}

static PyObject *add_edit_variable(kiwi_solver *self, PyObject *args) {
  PyObject *object, *given;
  double strength;
  if (!PyArg_ParseTuple(args, "OO", &object, &given))
    return NULL;
  kiwi_variable *variable = as_variable(object);
  if (variable == NULL || !kiwi_read_strength(given, &strength))
    return NULL;
  if (edit_of(self, variable) != NONE) {
    PyErr_SetObject(duplicate_edit_variable, object);
    return NULL;
  }
  if (is_required(strength)) {
    PyErr_SetString(bad_required_strength, "A required strength cannot be used in this context.");
    return NULL;
  }
  kiwi_constraint *constraint = kiwi_make_edit(variable, strength);
  if (constraint == NULL)
    return NULL;
  const int32_t index = take_constraint(self, constraint);
  Py_DECREF(constraint);
  if (index == NONE)
    return NULL;
  self->variables[find_variable(self, variable)].edit = index;
  Py_RETURN_NONE;
}

static PyObject *remove_edit_variable(kiwi_solver *self, PyObject *object) {
  kiwi_variable *variable = as_variable(object);
  if (variable == NULL)
    return NULL;
  const int32_t edit = edit_of(self, variable);
  if (edit == NONE) {
    PyErr_SetObject(unknown_edit_variable, object);
    return NULL;
  }
  if (remove_constraint(self, edit) < 0)
    return NULL;
  self->variables[find_variable(self, variable)].edit = NONE;
  Py_RETURN_NONE;
}

static PyObject *has_edit_variable(kiwi_solver *self, PyObject *object) {
  kiwi_variable *variable = as_variable(object);
  return variable != NULL ? PyBool_FromLong(edit_of(self, variable) != NONE) : NULL;
}

static PyObject *suggest_value(kiwi_solver *self, PyObject *const *args, Py_ssize_t count) {
  if (count != 2)
    return PyErr_Format(PyExc_TypeError, "function takes exactly 2 arguments (%zd given)", count);
  kiwi_variable *variable = as_variable(args[0]);
  double value;
  if (variable == NULL || !kiwi_read_number(args[1], &value))
    return NULL;
  const int32_t edit = edit_of(self, variable);
  if (edit == NONE) {
    PyErr_SetObject(unknown_edit_variable, args[0]);
    return NULL;
  }
  if (!(fabs(value) <= LX_VALUE_LIMIT)) {
    raise_status(LX_ERROR_VALUE);
    return NULL;
  }
  constraint_entry *entry = &self->constraints[edit];
  if (entry->row != NONE) {
    const lx_status status = lx_set_constants(self->lx, 1, &entry->row, &value);
    if (status != LX_OK) {
      raise_status(status);
      return NULL;
    }
    self->is_edited = 1;
  }
  entry->suggested = value;
  Py_RETURN_NONE;
}

static PyObject *update_variables(kiwi_solver *self, PyObject *ignored) {
  (void)ignored;
  const int solved = solve(self);
  if (solved == 0)
    PyErr_SetString(PyExc_RuntimeError, lx_outcome_text(LX_INFEASIBLE));
  if (solved != 1)
    return NULL;
  for (int32_t k = 0; k < self->changed_count; k++) {
    variable_entry *entry = &self->variables[self->changed[k]];
    entry->next_changed = 0;
    entry->variable->value = entry->value;
  }
  self->changed_count = 0;
  if (shared_variables > 0)
    for (int32_t k = 0; k < self->variable_count; k++)
      self->variables[k].variable->value = self->variables[k].value;
  Py_RETURN_NONE;
}

/* Lets everything go and takes an empty solver, or NULL. That is done before the first object goes, as a destructor may run
 * any code. */
static void forget(kiwi_solver *self, lx_solver *fresh) {
  variable_entry *variables = self->variables;
  constraint_entry *constraints = self->constraints;
  const int32_t variable_count = self->variable_count, constraint_count = self->constraint_count;
  for (int32_t k = 0; k < constraint_count; k++)
    if (constraints[k].constraint != NULL && constraints[k].constraint->owner == self->number)
      constraints[k].constraint->owner = 0;
  for (int32_t k = 0; k < variable_count; k++)
    if (variables[k].variable->owner == self->number)
      variables[k].variable->owner = 0;
  lx_destroy(self->lx);
  PyMem_Free(self->variable_table.slots);
  PyMem_Free(self->constraint_table.slots);
  PyMem_Free(self->by_lx);
  PyMem_Free(self->waiting);
  PyMem_Free(self->starts);
  PyMem_Free(self->columns);
  PyMem_Free(self->coefficients);
  PyMem_Free(self->changed);
  memset((char *)self + sizeof(PyObject), 0, sizeof *self - sizeof(PyObject));
  self->free_constraint = NONE;
  self->lx = fresh;
  self->number = ++last_number;
  for (int32_t k = 0; k < constraint_count; k++)
    Py_XDECREF(constraints[k].constraint);
  for (int32_t k = 0; k < variable_count; k++) {
    if (--variables[k].variable->solvers == 1)
      shared_variables--;
    Py_DECREF(variables[k].variable);
  }
  PyMem_Free(variables);
  PyMem_Free(constraints);
}

static PyObject *reset(kiwi_solver *self, PyObject *ignored) {
  (void)ignored;
  lx_solver *fresh = NULL;
  const lx_status status = lx_create(NULL, &fresh);
  if (status != LX_OK) {
    raise_status(status);
    return NULL;
  }
  forget(self, fresh);
  Py_RETURN_NONE;
}

/* Appends "\n"-ended text to the list and takes the text over. */
static int append(PyObject *list, PyObject *text) {
  const int failed = text == NULL || PyList_Append(list, text) < 0;
  Py_XDECREF(text);
  return failed ? -1 : 0;
}

static int append_constraint(PyObject *list, const char *before, const kiwi_constraint *constraint) {
  PyObject *expression = kiwi_expression_text(constraint->expression);
  PyObject *strength = expression != NULL ? kiwi_number_text(constraint->strength) : NULL;
  PyObject *text = NULL;
  if (strength != NULL)
    text = PyUnicode_FromFormat("%s%U %s 0  | strength = %U\n", before, expression, kiwi_op_text(constraint->op), strength);
  Py_XDECREF(expression);
  Py_XDECREF(strength);
  return append(list, text);
}

/* kiwisolver's sections: there is no tableau here, so its section names the constraints that are tight by construction. */
static PyObject *dumps(kiwi_solver *self, PyObject *ignored) {
  (void)ignored;
  PyObject *list = PyList_New(0);
  if (list == NULL || flush(self) < 0)
    goto failed;
  if (append(list, PyUnicode_FromString("Objective\n---------\n")) < 0)
    goto failed;
  double priorities[4], errors[4];
  int32_t count = 0;
  if (lx_get_levels(self->lx, 4, priorities, errors, &count) == LX_OK)
    for (int32_t k = 0; k < count && k < 4; k++) {
      PyObject *number = kiwi_number_text(self->has_levels ? errors[k] : errors[k] / WEIGHT_PER_STRENGTH);
      PyObject *text = number != NULL ? PyUnicode_FromFormat("%U\n", number) : NULL;
      Py_XDECREF(number);
      if (append(list, text) < 0)
        goto failed;
    }
  if (append(list, PyUnicode_FromString("\nTableau\n-------\n")) < 0)
    goto failed;
  for (int32_t k = 0; k < self->constraint_count; k++) {
    const constraint_entry *entry = &self->constraints[k];
    uint8_t tight = 0;
    if (entry->constraint != NULL && entry->row != NONE && lx_get_basis(self->lx, 1, &entry->row, &tight) == LX_OK &&
        tight && append_constraint(list, "tight | ", entry->constraint) < 0)
      goto failed;
  }
  if (append(list, PyUnicode_FromString("\nInfeasible\n----------\n\nVariables\n---------\n")) < 0)
    goto failed;
  for (int32_t k = 0; k < self->variable_count; k++)
    if (append(list, PyUnicode_FromFormat("%U = v%d\n", self->variables[k].variable->name, (int)k + 1)) < 0)
      goto failed;
  if (append(list, PyUnicode_FromString("\nEdit Variables\n--------------\n")) < 0)
    goto failed;
  for (int32_t k = 0; k < self->variable_count; k++)
    if (self->variables[k].edit != NONE &&
        append(list, PyUnicode_FromFormat("%U\n", self->variables[k].variable->name)) < 0)
      goto failed;
  if (append(list, PyUnicode_FromString("\nConstraints\n-----------\n")) < 0)
    goto failed;
  for (int32_t k = 0; k < self->constraint_count; k++)
    if (self->constraints[k].constraint != NULL && append_constraint(list, "", self->constraints[k].constraint) < 0)
      goto failed;
  if (append(list, PyUnicode_FromString("\n\n")) < 0)
    goto failed;
  PyObject *empty = PyUnicode_FromString("");
  PyObject *text = empty != NULL ? PyUnicode_Join(empty, list) : NULL;
  Py_XDECREF(empty);
  Py_DECREF(list);
  return text;
failed:
  Py_XDECREF(list);
  return NULL;
}

static PyObject *dump(kiwi_solver *self, PyObject *ignored) {
  PyObject *text = dumps(self, ignored);
  if (text == NULL)
    return NULL;
  PyObject *out = PySys_GetObject("stdout");
  const int failed = out != NULL && out != Py_None ? PyFile_WriteObject(text, out, Py_PRINT_RAW) : 0;
  Py_DECREF(text);
  if (failed < 0)
    return NULL;
  Py_RETURN_NONE;
}

static PyObject *solver_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  if (PyTuple_GET_SIZE(args) != 0 || (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0)) {
    PyErr_SetString(PyExc_TypeError, "Solver.__new__ takes no arguments");
    return NULL;
  }
  kiwi_solver *self = (kiwi_solver *)type->tp_alloc(type, 0);
  if (self == NULL)
    return NULL;
  self->free_constraint = NONE;
  self->number = ++last_number;
  const lx_status status = lx_create(NULL, &self->lx);
  if (status != LX_OK) {
    raise_status(status);
    Py_DECREF(self);
    return NULL;
  }
  return (PyObject *)self;
}

static int solver_traverse(kiwi_solver *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  for (int32_t k = 0; k < self->variable_count; k++)
    Py_VISIT(self->variables[k].variable);
  for (int32_t k = 0; k < self->constraint_count; k++)
    Py_VISIT(self->constraints[k].constraint);
  return 0;
}

static int solver_clear(kiwi_solver *self) {
  forget(self, NULL);
  return 0;
}

static void solver_dealloc(kiwi_solver *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  forget(self, NULL);
  type->tp_free(self);
  Py_DECREF(type);
}

static PyMethodDef solver_methods[] = {
    {"addConstraint", (PyCFunction)add_constraint, METH_O, "Add a constraint to the solver."},
    {"removeConstraint", (PyCFunction)remove_constraint_method, METH_O, "Remove a constraint from the solver."},
    {"hasConstraint", (PyCFunction)has_constraint, METH_O, "Check whether the solver contains a constraint."},
    {"addEditVariable", (PyCFunction)add_edit_variable, METH_VARARGS, "Add an edit variable to the solver."},
    {"removeEditVariable", (PyCFunction)remove_edit_variable, METH_O, "Remove an edit variable from the solver."},
    {"hasEditVariable", (PyCFunction)has_edit_variable, METH_O, "Check whether the solver contains an edit variable."},
    {"suggestValue", (PyCFunction)(void (*)(void))suggest_value, METH_FASTCALL,
     "Suggest a desired value for an edit variable."},
    {"updateVariables", (PyCFunction)update_variables, METH_NOARGS, "Update the values of the solver variables."},
    {"reset", (PyCFunction)reset, METH_NOARGS, "Reset the solver to the initial empty starting condition."},
    {"dump", (PyCFunction)dump, METH_NOARGS, "Write what the solver holds to stdout."},
    {"dumps", (PyCFunction)dumps, METH_NOARGS, "What the solver holds, as text."},
    {NULL, NULL, 0, NULL}};
static PyType_Slot solver_slots[] = {{Py_tp_new, solver_new},           {Py_tp_dealloc, solver_dealloc},
                                     {Py_tp_traverse, solver_traverse}, {Py_tp_clear, solver_clear},
                                     {Py_tp_methods, solver_methods},   {0, NULL}};
static PyType_Spec solver_spec = {"trellis.kiwi.Solver", sizeof(kiwi_solver), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, solver_slots};

int trellis_add_kiwi_solver(PyObject *module) {
  static const struct {
    const char *name;
    PyObject **at;
  } exceptions[] = {{"BadRequiredStrength", &bad_required_strength},
                    {"DuplicateConstraint", &duplicate_constraint},
                    {"DuplicateEditVariable", &duplicate_edit_variable},
                    {"UnknownConstraint", &unknown_constraint},
                    {"UnknownEditVariable", &unknown_edit_variable},
                    {"UnsatisfiableConstraint", &unsatisfiable_constraint}};
  PyObject *source = PyImport_ImportModule("trellis._kiwi_exceptions");
  if (source == NULL)
    return -1;
  for (size_t k = 0; k < sizeof exceptions / sizeof *exceptions; k++) {
    *exceptions[k].at = PyObject_GetAttrString(source, exceptions[k].name);
    if (*exceptions[k].at == NULL) {
      Py_DECREF(source);
      return -1;
    }
  }
  Py_DECREF(source);
  PyObject *type = PyType_FromSpec(&solver_spec);
  if (type == NULL)
    return -1;
  const int added = PyModule_AddObjectRef(module, "KiwiSolver", type);
  Py_DECREF(type);
  return added;
}
