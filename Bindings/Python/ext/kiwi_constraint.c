/* kiwi_constraint.c: the type Constraint. */
#include <math.h>

#include "kiwi_objects.h"

static kiwi_expression *reduced_copy(kiwi_expression *source) {
  kiwi_expression *copy = kiwi_new_expression(kiwi_expression_type, Py_SIZE(source));
  if (copy == NULL)
    return NULL;
  for (Py_ssize_t k = 0; k < Py_SIZE(source); k++) {
    Py_INCREF(source->entries[k].variable);
    copy->entries[k] = source->entries[k];
  }
  copy->constant = source->constant;
  return kiwi_reduce(copy);
}

static PyObject *constraint_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"expression", "op", "strength", NULL};
  PyObject *expression, *op_text, *strength_given = NULL;
  double strength = KIWI_REQUIRED;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|O:__new__", names, &expression, &op_text, &strength_given))
    return NULL;
  if (!kiwi_is_expression(expression))
    return kiwi_expected("Expression", expression);
  if (!PyUnicode_Check(op_text))
    return kiwi_expected("str", op_text);
  int op;
  if (PyUnicode_CompareWithASCIIString(op_text, "==") == 0)
    op = Py_EQ;
  else if (PyUnicode_CompareWithASCIIString(op_text, "<=") == 0)
    op = Py_LE;
  else if (PyUnicode_CompareWithASCIIString(op_text, ">=") == 0)
    op = Py_GE;
  else
    return PyErr_Format(PyExc_ValueError, "relational operator must be '==', '<=', or '>=', not '%U'", op_text);
  if (strength_given != NULL && !kiwi_read_strength(strength_given, &strength))
    return NULL;
  kiwi_expression *reduced = reduced_copy((kiwi_expression *)expression);
  if (reduced != NULL)
    PyObject_GC_UnTrack(reduced);
  return reduced != NULL ? (PyObject *)kiwi_new_constraint(type, reduced, op, strength) : NULL;
}

kiwi_constraint *kiwi_make_edit(kiwi_variable *variable, double strength) {
  kiwi_expression *expression = kiwi_new_expression(kiwi_expression_type, 1);
  if (expression == NULL)
    return NULL;
  Py_INCREF(variable);
  expression->entries[0] = (kiwi_entry){variable, 1.0};
  PyObject_GC_UnTrack(expression);
  return kiwi_new_constraint(kiwi_constraint_type, expression, Py_EQ, strength);
}

static int constraint_traverse(kiwi_constraint *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  kiwi_expression *expression = self->expression;
  if (expression == NULL || PyObject_GC_IsTracked((PyObject *)expression)) {
    Py_VISIT(expression);
    return 0;
  }
  for (Py_ssize_t k = 0; k < Py_SIZE(expression); k++)
    Py_VISIT(expression->entries[k].variable);
  return 0;
}

static int constraint_clear(kiwi_constraint *self) {
  (void)self; /* as a term with its variable */
  return 0;
}

static void constraint_dealloc(kiwi_constraint *self) {
  PyObject_GC_UnTrack(self);
  Py_CLEAR(self->expression);
  kiwi_free((PyObject *)self);
}

const char *kiwi_op_text(int op) { return op == Py_EQ ? "==" : op == Py_LE ? "<=" : ">="; }

static int is_violated(const kiwi_constraint *self) {
  const double value = kiwi_evaluate(self->expression);
  if (self->op == Py_EQ)
    return !(fabs(value) < KIWI_NEAR_ZERO);
  return self->op == Py_LE ? !(value < KIWI_NEAR_ZERO) : !(value > -KIWI_NEAR_ZERO);
}

static PyObject *constraint_repr(kiwi_constraint *self) {
  PyObject *expression = kiwi_expression_text(self->expression);
  PyObject *strength = expression != NULL ? kiwi_number_text(self->strength) : NULL;
  PyObject *text = NULL;
  if (strength != NULL)
    text = PyUnicode_FromFormat("%U %s 0 | strength = %U%s", expression, kiwi_op_text(self->op), strength,
                                is_violated(self) ? " (VIOLATED)" : "");
  Py_XDECREF(expression);
  Py_XDECREF(strength);
  return text;
}

static PyObject *constraint_expression(kiwi_constraint *self, PyObject *ignored) {
  (void)ignored;
  kiwi_track((PyObject *)self->expression);
  Py_INCREF(self->expression);
  return (PyObject *)self->expression;
}

static PyObject *constraint_op(kiwi_constraint *self, PyObject *ignored) {
  (void)ignored;
  return PyUnicode_FromString(kiwi_op_text(self->op));
}

static PyObject *constraint_strength(kiwi_constraint *self, PyObject *ignored) {
  (void)ignored;
  return PyFloat_FromDouble(self->strength);
}

static PyObject *constraint_violated(kiwi_constraint *self, PyObject *ignored) {
  (void)ignored;
  return PyBool_FromLong(is_violated(self));
}

/* Another constraint with this strength, on either side of `|`. */
static PyObject *constraint_or(PyObject *a, PyObject *b) {
  if (!PyObject_TypeCheck(a, kiwi_constraint_type)) {
    PyObject *swap = a;
    a = b;
    b = swap;
  }
  kiwi_constraint *source = (kiwi_constraint *)a;
  double strength;
  if (!kiwi_read_strength(b, &strength))
    return NULL;
  kiwi_track((PyObject *)source->expression);
  Py_INCREF(source->expression);
  return (PyObject *)kiwi_new_constraint(kiwi_constraint_type, source->expression, source->op, strength);
}

static PyMethodDef constraint_methods[] = {
    {"expression", (PyCFunction)constraint_expression, METH_NOARGS, "The expression; it is compared with 0."},
    {"op", (PyCFunction)constraint_op, METH_NOARGS, "'==', '<=' or '>='."},
    {"strength", (PyCFunction)constraint_strength, METH_NOARGS, "The strength, clipped."},
    {"violated", (PyCFunction)constraint_violated, METH_NOARGS, "Whether the values of its variables violate it."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot constraint_slots[] = {{Py_tp_new, constraint_new},
                                         {Py_tp_dealloc, constraint_dealloc},
                                         {Py_tp_traverse, constraint_traverse},
                                         {Py_tp_clear, constraint_clear},
                                         {Py_tp_repr, constraint_repr},
                                         {Py_tp_methods, constraint_methods},
                                         {Py_nb_or, constraint_or},
                                         {0, NULL}};
PyType_Spec kiwi_constraint_spec = {"trellis.kiwi.Constraint", sizeof(kiwi_constraint), 0, KIWI_GC_FLAGS,
                                      constraint_slots};
