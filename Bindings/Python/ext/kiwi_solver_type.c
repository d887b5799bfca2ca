/* kiwi_solver_type.c: the type Solver with kiwisolver's methods, and its exceptions. */
#include <math.h>
#include <string.h>

#include "kiwi_solver.h"

static PyObject *bad_required_strength, *duplicate_constraint, *duplicate_edit_variable, *unknown_constraint,
    *unknown_edit_variable;

static uint64_t last_number;

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
  if (kiwi_find_constraint(self, constraint) != NONE) {
    PyErr_SetObject(duplicate_constraint, object);
    return NULL;
  }
  if (kiwi_take_constraint(self, constraint) == NONE)
    return NULL;
  Py_RETURN_NONE;
}

static PyObject *remove_constraint_method(kiwi_solver *self, PyObject *object) {
  kiwi_constraint *constraint = as_constraint(object);
  if (constraint == NULL)
    return NULL;
  const int32_t index = kiwi_find_constraint(self, constraint);
  if (index == NONE) {
    PyErr_SetObject(unknown_constraint, object);
    return NULL;
  }
  if (kiwi_remove_constraint(self, index) < 0)
    return NULL;
  Py_RETURN_NONE;
}

static PyObject *has_constraint(kiwi_solver *self, PyObject *object) {
  kiwi_constraint *constraint = as_constraint(object);
  return constraint != NULL ? PyBool_FromLong(kiwi_find_constraint(self, constraint) != NONE) : NULL;
}

/* The index of the edit's constraint, or NONE. */
static int32_t edit_of(const kiwi_solver *self, const kiwi_variable *variable) {
  const int32_t index = kiwi_find_variable(self, variable);
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
  if (kiwi_is_required(strength)) {
    PyErr_SetString(bad_required_strength, "A required strength cannot be used in this context.");
    return NULL;
  }
  kiwi_constraint *constraint = kiwi_make_edit(variable, strength);
  if (constraint == NULL)
    return NULL;
  const int32_t index = kiwi_take_constraint(self, constraint);
  Py_DECREF(constraint);
  if (index == NONE)
    return NULL;
  self->variables[kiwi_find_variable(self, variable)].edit = index;
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
  if (kiwi_remove_constraint(self, edit) < 0)
    return NULL;
  self->variables[kiwi_find_variable(self, variable)].edit = NONE;
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
    kiwi_raise_status(LX_ERROR_VALUE);
    return NULL;
  }
  constraint_entry *entry = &self->constraints[edit];
  if (entry->row != NONE) {
    const lx_status status = lx_set_constants(self->lx, 1, &entry->row, &value);
    if (status != LX_OK) {
      kiwi_raise_status(status);
      return NULL;
    }
    self->is_edited = 1;
  }
  entry->suggested = value;
  Py_RETURN_NONE;
}

static PyObject *update_variables(kiwi_solver *self, PyObject *ignored) {
  (void)ignored;
  const int solved = kiwi_solve(self);
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
  if (kiwi_shared_variables > 0)
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
      kiwi_shared_variables--;
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
    kiwi_raise_status(status);
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
  if (list == NULL || kiwi_flush(self) < 0)
    goto failed;
  if (append(list, PyUnicode_FromString("Objective\n---------\n")) < 0)
    goto failed;
  double priorities[4], errors[4];
  int32_t count = 0;
  if (lx_get_levels(self->lx, 4, priorities, errors, &count) == LX_OK)
    for (int32_t k = 0; k < count && k < 4; k++) {
      PyObject *number = kiwi_number_text(self->has_levels ? errors[k] : errors[k] / KIWI_WEIGHT_PER_STRENGTH);
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
    kiwi_raise_status(status);
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
                    {"UnsatisfiableConstraint", &kiwi_unsatisfiable_constraint}};
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
