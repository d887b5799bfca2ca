/* kiwi_terms.c: the types Variable, Term and Expression. */
#include <stddef.h>

#include "kiwi_objects.h"

/* ---- Variable ---- */

static PyObject *variable_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"name", "context", NULL};
  PyObject *name = NULL, *context = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO:__new__", names, &name, &context))
    return NULL;
  if (name != NULL && !PyUnicode_Check(name))
    return kiwi_expected("str", name);
  kiwi_variable *self = (kiwi_variable *)type->tp_alloc(type, 0);
  if (self == NULL)
    return NULL;
  self->context = context;
  Py_XINCREF(context);
  self->name = name;
  if (name != NULL)
    Py_INCREF(name);
  else if ((self->name = PyUnicode_FromString("")) == NULL) {
    Py_DECREF(self);
    return NULL;
  }
  if (context == NULL && type == kiwi_variable_type)
    PyObject_GC_UnTrack(self);
  return (PyObject *)self;
}

static int variable_traverse(kiwi_variable *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(self->context);
  return 0;
}

static int variable_clear(kiwi_variable *self) {
  Py_CLEAR(self->context);
  return 0;
}

static void variable_dealloc(kiwi_variable *self) {
  PyObject_GC_UnTrack(self);
  variable_clear(self);
  Py_CLEAR(self->name);
  kiwi_free((PyObject *)self);
}

static PyObject *variable_repr(kiwi_variable *self) {
  Py_INCREF(self->name);
  return self->name;
}

static PyObject *variable_name(kiwi_variable *self, PyObject *ignored) {
  (void)ignored;
  return variable_repr(self);
}

static PyObject *variable_set_name(kiwi_variable *self, PyObject *name) {
  if (!PyUnicode_Check(name))
    return kiwi_expected("str", name);
  Py_INCREF(name);
  Py_SETREF(self->name, name);
  Py_RETURN_NONE;
}

static PyObject *variable_context(kiwi_variable *self, PyObject *ignored) {
  (void)ignored;
  PyObject *context = self->context != NULL ? self->context : Py_None;
  Py_INCREF(context);
  return context;
}

static PyObject *variable_set_context(kiwi_variable *self, PyObject *context) {
  Py_INCREF(context);
  Py_XSETREF(self->context, context);
  kiwi_track((PyObject *)self);
  Py_RETURN_NONE;
}

static PyObject *variable_value(kiwi_variable *self, PyObject *ignored) {
  (void)ignored;
  return PyFloat_FromDouble(self->value);
}

static PyMethodDef variable_methods[] = {
    {"name", (PyCFunction)variable_name, METH_NOARGS, "The name of the variable."},
    {"setName", (PyCFunction)variable_set_name, METH_O, "Set the name of the variable."},
    {"context", (PyCFunction)variable_context, METH_NOARGS, "The context object of the variable."},
    {"setContext", (PyCFunction)variable_set_context, METH_O, "Set the context object of the variable."},
    {"value", (PyCFunction)variable_value, METH_NOARGS, "The value as of the last Solver.updateVariables()."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot variable_slots[] = {{Py_tp_new, variable_new},
                                       {Py_tp_dealloc, variable_dealloc},
                                       {Py_tp_traverse, variable_traverse},
                                       {Py_tp_clear, variable_clear},
                                       {Py_tp_repr, variable_repr},
                                       {Py_tp_methods, variable_methods},
                                       KIWI_OPERATORS,
                                       {0, NULL}};
PyType_Spec kiwi_variable_spec = {"trellis.kiwi.Variable", sizeof(kiwi_variable), 0, KIWI_GC_FLAGS, variable_slots};

/* ---- Term ---- */

static PyObject *term_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"variable", "coefficient", NULL};
  PyObject *variable, *number = NULL;
  double coefficient = 1;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O:__new__", names, &variable, &number))
    return NULL;
  if (!kiwi_is_variable(variable))
    return kiwi_expected("Variable", variable);
  if (number != NULL && !kiwi_read_number(number, &coefficient))
    return NULL;
  return kiwi_new_term(type, (kiwi_variable *)variable, coefficient);
}

static int term_traverse(kiwi_term *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(self->variable);
  return 0;
}

static int term_clear(kiwi_term *self) {
  (void)self; /* a term is never without its variable; cycles are broken at the variable's context */
  return 0;
}

static void term_dealloc(kiwi_term *self) {
  PyObject_GC_UnTrack(self);
  Py_CLEAR(self->variable);
  kiwi_free((PyObject *)self);
}

static PyObject *entry_text(const kiwi_entry *entry) {
  PyObject *number = kiwi_number_text(entry->coefficient);
  if (number == NULL)
    return NULL;
  PyObject *text = PyUnicode_FromFormat("%U * %U", number, entry->variable->name);
  Py_DECREF(number);
  return text;
}

static PyObject *term_repr(kiwi_term *self) {
  const kiwi_entry entry = {self->variable, self->coefficient};
  return entry_text(&entry);
}

static PyObject *term_variable(kiwi_term *self, PyObject *ignored) {
  (void)ignored;
  Py_INCREF(self->variable);
  return (PyObject *)self->variable;
}

static PyObject *term_coefficient(kiwi_term *self, PyObject *ignored) {
  (void)ignored;
  return PyFloat_FromDouble(self->coefficient);
}

static PyObject *term_value(kiwi_term *self, PyObject *ignored) {
  (void)ignored;
  return PyFloat_FromDouble(self->coefficient * self->variable->value);
}

static PyMethodDef term_methods[] = {
    {"variable", (PyCFunction)term_variable, METH_NOARGS, "The variable of the term."},
    {"coefficient", (PyCFunction)term_coefficient, METH_NOARGS, "The coefficient of the term."},
    {"value", (PyCFunction)term_value, METH_NOARGS, "Coefficient times the value of the variable."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot term_slots[] = {{Py_tp_new, term_new},
                                   {Py_tp_dealloc, term_dealloc},
                                   {Py_tp_traverse, term_traverse},
                                   {Py_tp_clear, term_clear},
                                   {Py_tp_repr, term_repr},
                                   {Py_tp_methods, term_methods},
                                   KIWI_OPERATORS,
                                   {0, NULL}};
PyType_Spec kiwi_term_spec = {"trellis.kiwi.Term", sizeof(kiwi_term), 0, KIWI_GC_FLAGS, term_slots};

/* ---- Expression ---- */

static PyObject *expression_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"terms", "constant", NULL};
  PyObject *given, *number = NULL;
  double constant = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O:__new__", names, &given, &number))
    return NULL;
  PyObject *terms = PySequence_Tuple(given);
  if (terms == NULL)
    return NULL;
  const Py_ssize_t count = PyTuple_GET_SIZE(terms);
  kiwi_expression *self = NULL;
  for (Py_ssize_t k = 0; k < count; k++)
    if (!kiwi_is_term(PyTuple_GET_ITEM(terms, k))) {
      kiwi_expected("Term", PyTuple_GET_ITEM(terms, k));
      goto failed;
    }
  if (number != NULL && !kiwi_read_number(number, &constant))
    goto failed;
  self = kiwi_new_expression(type, count);
  if (self == NULL)
    goto failed;
  for (Py_ssize_t k = 0; k < count; k++) {
    const kiwi_term *term = (kiwi_term *)PyTuple_GET_ITEM(terms, k);
    Py_INCREF(term->variable);
    self->entries[k] = (kiwi_entry){term->variable, term->coefficient};
  }
  self->terms = terms;
  self->constant = constant;
  return (PyObject *)self;
failed:
  Py_DECREF(terms);
  return NULL;
}

static int expression_traverse(kiwi_expression *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(self->terms);
  for (Py_ssize_t k = 0; k < Py_SIZE(self); k++)
    Py_VISIT(self->entries[k].variable);
  return 0;
}

static int expression_clear(kiwi_expression *self) {
  Py_CLEAR(self->terms);
  return 0;
}

static void expression_dealloc(kiwi_expression *self) {
  PyObject_GC_UnTrack(self);
  expression_clear(self);
  for (Py_ssize_t k = 0; k < Py_SIZE(self); k++)
    Py_CLEAR(self->entries[k].variable);
  kiwi_free((PyObject *)self);
}

PyObject *kiwi_expression_text(const kiwi_expression *self) {
  PyObject *parts = PyList_New(0), *text = NULL;
  for (Py_ssize_t k = 0; parts != NULL && k <= Py_SIZE(self); k++) {
    PyObject *part = k < Py_SIZE(self) ? entry_text(&self->entries[k]) : kiwi_number_text(self->constant);
    if (part == NULL || PyList_Append(parts, part) < 0)
      Py_CLEAR(parts);
    Py_XDECREF(part);
  }
  PyObject *plus = parts != NULL ? PyUnicode_FromString(" + ") : NULL;
  if (plus != NULL)
    text = PyUnicode_Join(plus, parts);
  Py_XDECREF(plus);
  Py_XDECREF(parts);
  return text;
}

static PyObject *expression_terms(kiwi_expression *self, PyObject *ignored) {
  (void)ignored;
  if (self->terms == NULL) {
    PyObject *terms = PyTuple_New(Py_SIZE(self));
    if (terms == NULL)
      return NULL;
    for (Py_ssize_t k = 0; k < Py_SIZE(self); k++) {
      PyObject *term = kiwi_new_term(kiwi_term_type, self->entries[k].variable, self->entries[k].coefficient);
      if (term == NULL) {
        Py_DECREF(terms);
        return NULL;
      }
      PyTuple_SET_ITEM(terms, k, term);
    }
    self->terms = terms;
  }
  Py_INCREF(self->terms);
  return self->terms;
}

static PyObject *expression_constant(kiwi_expression *self, PyObject *ignored) {
  (void)ignored;
  return PyFloat_FromDouble(self->constant);
}

double kiwi_evaluate(const kiwi_expression *self) {
  double sum = self->constant;
  for (Py_ssize_t k = 0; k < Py_SIZE(self); k++)
    sum += self->entries[k].coefficient * self->entries[k].variable->value;
  return sum;
}

static PyObject *expression_value(kiwi_expression *self, PyObject *ignored) {
  (void)ignored;
  return PyFloat_FromDouble(kiwi_evaluate(self));
}

static PyMethodDef expression_methods[] = {
    {"terms", (PyCFunction)expression_terms, METH_NOARGS, "The terms of the expression."},
    {"constant", (PyCFunction)expression_constant, METH_NOARGS, "The constant of the expression."},
    {"value", (PyCFunction)expression_value, METH_NOARGS, "The value of the expression."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot expression_slots[] = {{Py_tp_new, expression_new},
                                         {Py_tp_dealloc, expression_dealloc},
                                         {Py_tp_traverse, expression_traverse},
                                         {Py_tp_clear, expression_clear},
                                         {Py_tp_repr, kiwi_expression_text},
                                         {Py_tp_methods, expression_methods},
                                         KIWI_OPERATORS,
                                         {0, NULL}};
PyType_Spec kiwi_expression_spec = {"trellis.kiwi.Expression", offsetof(kiwi_expression, entries), sizeof(kiwi_entry),
                                      KIWI_GC_FLAGS, expression_slots};
