/* kiwi.c: kiwisolver's interface: numbers and strengths as it reads and writes them, and the types of the module.
 *
 * What kiwisolver does was found by trying it (tests/test_kiwi_differential.py compares the two): which operands are taken, in which
 * order terms stand, what errors say. An expression keeps its terms in place, so that `a + b == c` makes three objects.
 *
 * The garbage collector would take most of the time that making ten thousand constraints takes, so it sees little of them. A
 * variable is tracked once it has a context (or is of a subclass): before that it refers to nothing. The expression of a
 * constraint that nobody has asked for is tracked by no one; the constraint visits its variables itself. */
#include "kiwi.h"

#include <math.h>

#include "kiwi_objects.h"

PyTypeObject *kiwi_variable_type, *kiwi_term_type, *kiwi_expression_type, *kiwi_constraint_type;

PyObject *kiwi_expected(const char *type, PyObject *got) {
  return PyErr_Format(PyExc_TypeError, "Expected object of type `%s`. Got object of type `%.100s` instead.", type,
                      Py_TYPE(got)->tp_name);
}

int kiwi_read_number(PyObject *object, double *out) {
  if (PyFloat_Check(object)) {
    *out = PyFloat_AS_DOUBLE(object);
    return 1;
  }
  if (PyLong_Check(object)) {
    *out = PyLong_AsDouble(object);
    return *out != -1.0 || !PyErr_Occurred();
  }
  kiwi_expected("float, int, or long", object);
  return 0;
}

static double clip(double strength) {
  /* NaN is required, as the comparison of kiwisolver has it. */
  return strength < 0 ? 0 : strength < KIWI_REQUIRED ? strength : KIWI_REQUIRED;
}

int kiwi_read_strength(PyObject *object, double *out) {
  if (!PyUnicode_Check(object)) {
    if (!kiwi_read_number(object, out))
      return 0;
    *out = clip(*out);
    return 1;
  }
  if (PyUnicode_CompareWithASCIIString(object, "required") == 0)
    *out = KIWI_REQUIRED;
  else if (PyUnicode_CompareWithASCIIString(object, "strong") == 0)
    *out = KIWI_STRONG;
  else if (PyUnicode_CompareWithASCIIString(object, "medium") == 0)
    *out = KIWI_MEDIUM;
  else if (PyUnicode_CompareWithASCIIString(object, "weak") == 0)
    *out = KIWI_WEAK;
  else {
    PyErr_Format(PyExc_ValueError, "string strength must be 'required', 'strong', 'medium', or 'weak', not '%U'", object);
    return 0;
  }
  return 1;
}

PyObject *kiwi_number_text(double number) {
  char text[32];
  PyOS_snprintf(text, sizeof text, "%g", number);
  return PyUnicode_FromString(text);
}

/* ---- strength ---- */

static PyObject *strength_create(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *given[4] = {NULL, NULL, NULL, NULL};
  double part[4] = {0, 0, 0, 1};
  if (!PyArg_ParseTuple(args, "OOO|O", &given[0], &given[1], &given[2], &given[3]))
    return NULL;
  for (int k = 0; k < 4; k++)
    if (given[k] != NULL && !kiwi_read_number(given[k], &part[k]))
      return NULL;
  static const double units[] = {KIWI_STRONG, KIWI_MEDIUM, KIWI_WEAK};
  double sum = 0;
  for (int k = 0; k < 3; k++)
    sum += fmax(0, fmin(1000, part[k] * part[3])) * units[k];
  return PyFloat_FromDouble(sum);
}

static PyObject *strength_get(PyObject *self, void *number) {
  (void)self;
  return PyFloat_FromDouble(*(const double *)number);
}

static double required = KIWI_REQUIRED, strong = KIWI_STRONG, medium = KIWI_MEDIUM, weak = KIWI_WEAK;
static PyGetSetDef strength_getset[] = {{"required", strength_get, NULL, "Must hold.", &required},
                                        {"strong", strength_get, NULL, "1e6.", &strong},
                                        {"medium", strength_get, NULL, "1e3.", &medium},
                                        {"weak", strength_get, NULL, "1.", &weak},
                                        {NULL, NULL, NULL, NULL, NULL}};
static PyMethodDef strength_methods[] = {
    {"create", strength_create, METH_VARARGS,
     "create(a, b, c, weight=1): 1e6 a + 1e3 b + c, each times weight and clipped to 0 ... 1000."},
    {NULL, NULL, 0, NULL}};
static PyType_Slot strength_slots[] = {
    {Py_tp_methods, strength_methods}, {Py_tp_getset, strength_getset}, {0, NULL}};
static PyType_Spec strength_spec = {"trellis.kiwi.Strength", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, strength_slots};

static PyTypeObject *add_type(PyObject *module, const char *name, PyType_Spec *spec) {
  PyObject *type = PyType_FromSpec(spec);
  if (type != NULL && PyModule_AddObjectRef(module, name, type) < 0)
    Py_CLEAR(type);
  return (PyTypeObject *)type;
}

int trellis_add_kiwi(PyObject *module) {
  kiwi_variable_type = add_type(module, "Variable", &kiwi_variable_spec);
  kiwi_term_type = add_type(module, "Term", &kiwi_term_spec);
  kiwi_expression_type = add_type(module, "Expression", &kiwi_expression_spec);
  kiwi_constraint_type = add_type(module, "Constraint", &kiwi_constraint_spec);
  PyObject *strength_type = PyType_FromSpec(&strength_spec);
  if (kiwi_variable_type == NULL || kiwi_term_type == NULL || kiwi_expression_type == NULL ||
      kiwi_constraint_type == NULL || strength_type == NULL)
    return -1;
  PyObject *strength = PyObject_CallNoArgs(strength_type);
  Py_DECREF(strength_type);
  const int added = strength != NULL ? PyModule_AddObjectRef(module, "strength", strength) : -1;
  Py_XDECREF(strength);
  return added;
}
