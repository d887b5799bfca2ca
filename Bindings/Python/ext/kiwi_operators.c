/* kiwi_operators.c: arithmetic and comparison of numbers, variables, terms and expressions, as kiwisolver has them. */
#include "kiwi_objects.h"

typedef struct {
  const kiwi_entry *entries;
  Py_ssize_t count;
  double constant;
  kiwi_entry one;
} operand;

/* 1 where the object is a number or made of variables, 0 where it is neither, -1 with an exception set. */
static int read_operand(PyObject *object, operand *out) {
  out->constant = 0;
  if (kiwi_is_variable(object)) {
    out->one = (kiwi_entry){(kiwi_variable *)object, 1.0};
  } else if (kiwi_is_expression(object)) {
    const kiwi_expression *expression = (kiwi_expression *)object;
    out->entries = expression->entries;
    out->count = Py_SIZE(expression);
    out->constant = expression->constant;
    return 1;
  } else if (kiwi_is_term(object)) {
    const kiwi_term *term = (kiwi_term *)object;
    out->one = (kiwi_entry){term->variable, term->coefficient};
  } else if (PyFloat_Check(object) || PyLong_Check(object)) {
    out->entries = NULL;
    out->count = 0;
    return kiwi_read_number(object, &out->constant) ? 1 : -1;
  } else {
    return 0;
  }
  out->entries = &out->one;
  out->count = 1;
  return 1;
}

static inline void put(kiwi_expression *expression, Py_ssize_t *at, const operand *from, double factor) {
  for (Py_ssize_t k = 0; k < from->count; k++) {
    kiwi_variable *variable = from->entries[k].variable;
    Py_INCREF(variable);
    expression->entries[(*at)++] = (kiwi_entry){variable, factor * from->entries[k].coefficient};
  }
}

/* a + sign * b. Where only b is an expression its terms come first, as kiwisolver has them. */
static PyObject *add(PyObject *a, PyObject *b, double sign) {
  operand left, right;
  int usable = read_operand(a, &left);
  if (usable > 0)
    usable = read_operand(b, &right);
  if (usable < 0)
    return NULL;
  if (usable == 0)
    Py_RETURN_NOTIMPLEMENTED;
  kiwi_expression *sum = kiwi_new_expression(kiwi_expression_type, left.count + right.count);
  if (sum == NULL)
    return NULL;
  Py_ssize_t at = 0;
  const int right_first = kiwi_is_expression(b) && !kiwi_is_expression(a);
  if (right_first)
    put(sum, &at, &right, sign);
  put(sum, &at, &left, 1);
  if (!right_first)
    put(sum, &at, &right, sign);
  /* x - 0 has the constant -0, as kiwisolver writes it. */
  sum->constant = right.count == 0 && !kiwi_is_expression(a) ? sign * right.constant : left.constant + sign * right.constant;
  return (PyObject *)sum;
}

PyObject *kiwi_add(PyObject *a, PyObject *b) { return add(a, b, 1); }
PyObject *kiwi_subtract(PyObject *a, PyObject *b) { return add(a, b, -1); }

static PyObject *scale(PyObject *object, double factor) {
  if (kiwi_is_variable(object))
    return kiwi_new_term(kiwi_term_type, (kiwi_variable *)object, factor);
  if (kiwi_is_term(object))
    return kiwi_new_term(kiwi_term_type, ((kiwi_term *)object)->variable, factor * ((kiwi_term *)object)->coefficient);
  operand source;
  read_operand(object, &source);
  kiwi_expression *scaled = kiwi_new_expression(kiwi_expression_type, source.count);
  if (scaled == NULL)
    return NULL;
  Py_ssize_t at = 0;
  put(scaled, &at, &source, factor);
  scaled->constant = factor * source.constant;
  return (PyObject *)scaled;
}

static int is_number(PyObject *object) { return PyFloat_Check(object) || PyLong_Check(object); }
static int is_symbolic(PyObject *object) { return kiwi_is_variable(object) || kiwi_is_term(object) || kiwi_is_expression(object); }

PyObject *kiwi_multiply(PyObject *a, PyObject *b) {
  if (is_number(a)) {
    PyObject *swap = a;
    a = b;
    b = swap;
  }
  if (!is_number(b) || !is_symbolic(a))
    Py_RETURN_NOTIMPLEMENTED;
  double factor;
  return kiwi_read_number(b, &factor) ? scale(a, factor) : NULL;
}

PyObject *kiwi_divide(PyObject *a, PyObject *b) {
  if (!is_number(b) || !is_symbolic(a))
    Py_RETURN_NOTIMPLEMENTED;
  double divisor;
  if (!kiwi_read_number(b, &divisor))
    return NULL;
  if (divisor == 0) {
    PyErr_SetString(PyExc_ZeroDivisionError, "float division by zero");
    return NULL;
  }
  return scale(a, 1.0 / divisor);
}

PyObject *kiwi_negate(PyObject *a) { return scale(a, -1.0); }

kiwi_constraint *kiwi_new_constraint(PyTypeObject *type, kiwi_expression *reduced, int op, double strength) {
  kiwi_constraint *constraint = (kiwi_constraint *)type->tp_alloc(type, 0);
  if (constraint == NULL) {
    Py_DECREF(reduced);
    return NULL;
  }
  constraint->expression = reduced;
  constraint->op = op;
  constraint->strength = strength;
  return constraint;
}

kiwi_expression *kiwi_reduce(kiwi_expression *expression) {
  Py_ssize_t kept = 0;
  const Py_ssize_t count = Py_SIZE(expression);
  if (count <= 32) {
    for (Py_ssize_t k = 0; k < count; k++) {
      Py_ssize_t twin = 0;
      while (twin < kept && expression->entries[twin].variable != expression->entries[k].variable)
        twin++;
      if (twin < kept) {
        expression->entries[twin].coefficient += expression->entries[k].coefficient;
        Py_DECREF(expression->entries[k].variable);
      } else {
        expression->entries[kept++] = expression->entries[k];
      }
    }
  } else {
    PyObject *seen = PyDict_New();
    for (Py_ssize_t k = 0; k < count; k++) {
      PyObject *key = seen != NULL ? PyLong_FromVoidPtr(expression->entries[k].variable) : NULL;
      PyObject *twin = key != NULL ? PyDict_GetItemWithError(seen, key) : NULL;
      if (twin != NULL) {
        expression->entries[PyLong_AsSsize_t(twin)].coefficient += expression->entries[k].coefficient;
        Py_DECREF(expression->entries[k].variable);
      } else {
        PyObject *index = key != NULL && !PyErr_Occurred() ? PyLong_FromSsize_t(kept) : NULL;
        if (index != NULL)
          PyDict_SetItem(seen, key, index);
        Py_XDECREF(index);
        expression->entries[kept++] = expression->entries[k];
      }
      Py_XDECREF(key);
    }
    Py_XDECREF(seen);
    if (PyErr_Occurred()) {
      Py_SET_SIZE(expression, kept);
      Py_DECREF(expression);
      return NULL;
    }
  }
  Py_SET_SIZE(expression, kept);
  return expression;
}

/* The name of a type as kiwisolver's messages have it. */
static const char *type_name(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  return type == kiwi_variable_type     ? "kiwisolver.Variable"
         : type == kiwi_term_type       ? "kiwisolver.Term"
         : type == kiwi_expression_type ? "kiwisolver.Expression"
         : type == kiwi_constraint_type ? "kiwisolver.Constraint"
                                        : type->tp_name;
}

PyObject *kiwi_compare(PyObject *a, PyObject *b, int op) {
  if (op == Py_EQ || op == Py_LE || op == Py_GE) {
    kiwi_expression *difference = (kiwi_expression *)add(a, b, -1);
    if (difference == NULL || (PyObject *)difference == Py_NotImplemented)
      return (PyObject *)difference;
    difference = kiwi_reduce(difference);
    if (difference != NULL)
      PyObject_GC_UnTrack(difference);
    return difference != NULL ? (PyObject *)kiwi_new_constraint(kiwi_constraint_type, difference, op, KIWI_REQUIRED) : NULL;
  }
  const char *sign = op == Py_LT ? "<" : op == Py_GT ? ">" : "!=";
  return PyErr_Format(PyExc_TypeError,
                      "unsupported operand type(s) for %s: '%.100s' and '%.100s'; a %.100s is compared by ==, <= and >=",
                      sign, type_name(a), type_name(b), Py_TYPE(a)->tp_name);
}
