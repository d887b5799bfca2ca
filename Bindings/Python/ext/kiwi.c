/* kiwi.c: Variable, Term, Expression and Constraint with kiwisolver's interface.
 *
 * What kiwisolver does was found by trying it (tests/kiwi_behaviour.py compares the two): which operands are taken, in which
 * order terms stand, what errors say. An expression keeps its terms in place, so that `a + b == c` makes three objects.
 *
 * The garbage collector would take most of the time that making ten thousand constraints takes, so it sees little of them. A
 * variable is tracked once it has a context (or is of a subclass): before that it refers to nothing. The expression of a
 * constraint that nobody has asked for is tracked by no one; the constraint visits its variables itself. */
#include "kiwi.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

PyTypeObject *kiwi_variable_type, *kiwi_term_type, *kiwi_expression_type, *kiwi_constraint_type;

static inline int is_variable(PyObject *o) { return PyObject_TypeCheck(o, kiwi_variable_type); }
static inline int is_term(PyObject *o) { return PyObject_TypeCheck(o, kiwi_term_type); }
static inline int is_expression(PyObject *o) { return PyObject_TypeCheck(o, kiwi_expression_type); }

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

static void track(PyObject *self) {
  if (!PyObject_GC_IsTracked(self))
    PyObject_GC_Track(self);
}

/* ---- Operands ---- */

typedef struct {
  const kiwi_entry *entries;
  Py_ssize_t count;
  double constant;
  kiwi_entry one;
} operand;

/* 1 where the object is a number or made of variables, 0 where it is neither, -1 with an exception set. */
static int read_operand(PyObject *object, operand *out) {
  out->constant = 0;
  if (is_variable(object)) {
    out->one = (kiwi_entry){(kiwi_variable *)object, 1.0};
  } else if (is_expression(object)) {
    const kiwi_expression *expression = (kiwi_expression *)object;
    out->entries = expression->entries;
    out->count = Py_SIZE(expression);
    out->constant = expression->constant;
    return 1;
  } else if (is_term(object)) {
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

static kiwi_expression *new_expression(PyTypeObject *type, Py_ssize_t count) {
  kiwi_expression *expression = (kiwi_expression *)type->tp_alloc(type, count);
  if (expression != NULL)
    expression->terms = NULL;
  return expression;
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
  kiwi_expression *sum = new_expression(kiwi_expression_type, left.count + right.count);
  if (sum == NULL)
    return NULL;
  Py_ssize_t at = 0;
  const int right_first = is_expression(b) && !is_expression(a);
  if (right_first)
    put(sum, &at, &right, sign);
  put(sum, &at, &left, 1);
  if (!right_first)
    put(sum, &at, &right, sign);
  /* x - 0 has the constant -0, as kiwisolver writes it. */
  sum->constant = right.count == 0 && !is_expression(a) ? sign * right.constant : left.constant + sign * right.constant;
  return (PyObject *)sum;
}

static PyObject *nb_add(PyObject *a, PyObject *b) { return add(a, b, 1); }
static PyObject *nb_subtract(PyObject *a, PyObject *b) { return add(a, b, -1); }

static PyObject *new_term(PyTypeObject *type, kiwi_variable *variable, double coefficient) {
  kiwi_term *term = (kiwi_term *)type->tp_alloc(type, 0);
  if (term == NULL)
    return NULL;
  Py_INCREF(variable);
  term->variable = variable;
  term->coefficient = coefficient;
  return (PyObject *)term;
}

static PyObject *scale(PyObject *object, double factor) {
  if (is_variable(object))
    return new_term(kiwi_term_type, (kiwi_variable *)object, factor);
  if (is_term(object))
    return new_term(kiwi_term_type, ((kiwi_term *)object)->variable, factor * ((kiwi_term *)object)->coefficient);
  operand source;
  read_operand(object, &source);
  kiwi_expression *scaled = new_expression(kiwi_expression_type, source.count);
  if (scaled == NULL)
    return NULL;
  Py_ssize_t at = 0;
  put(scaled, &at, &source, factor);
  scaled->constant = factor * source.constant;
  return (PyObject *)scaled;
}

static int is_number(PyObject *object) { return PyFloat_Check(object) || PyLong_Check(object); }
static int is_symbolic(PyObject *object) { return is_variable(object) || is_term(object) || is_expression(object); }

static PyObject *nb_multiply(PyObject *a, PyObject *b) {
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

static PyObject *nb_divide(PyObject *a, PyObject *b) {
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

static PyObject *nb_negate(PyObject *a) { return scale(a, -1.0); }

/* Takes over the expression. */
static kiwi_constraint *new_constraint(PyTypeObject *type, kiwi_expression *reduced, int op, double strength) {
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

/* Adds up entries of one variable in place; takes over and returns the expression. */
static kiwi_expression *reduce(kiwi_expression *expression) {
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

static PyObject *compare(PyObject *a, PyObject *b, int op) {
  if (op == Py_EQ || op == Py_LE || op == Py_GE) {
    kiwi_expression *difference = (kiwi_expression *)add(a, b, -1);
    if (difference == NULL || (PyObject *)difference == Py_NotImplemented)
      return (PyObject *)difference;
    difference = reduce(difference);
    if (difference != NULL)
      PyObject_GC_UnTrack(difference);
    return difference != NULL ? (PyObject *)new_constraint(kiwi_constraint_type, difference, op, KIWI_REQUIRED) : NULL;
  }
  const char *sign = op == Py_LT ? "<" : op == Py_GT ? ">" : "!=";
  return PyErr_Format(PyExc_TypeError,
                      "unsupported operand type(s) for %s: '%.100s' and '%.100s'; a %.100s is compared by ==, <= and >=",
                      sign, type_name(a), type_name(b), Py_TYPE(a)->tp_name);
}

/* Objects of heap types hold their type. */
static void free_object(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

#define OPERATORS                                                                                                      \
  {Py_nb_add, nb_add}, {Py_nb_subtract, nb_subtract}, {Py_nb_multiply, nb_multiply}, {Py_nb_true_divide, nb_divide},  \
      {Py_nb_negative, nb_negate}, {Py_tp_richcompare, compare}, { Py_tp_hash, PyObject_HashNotImplemented }

#define GC_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC)

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
  free_object((PyObject *)self);
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
  track((PyObject *)self);
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
                                       OPERATORS,
                                       {0, NULL}};
static PyType_Spec variable_spec = {"trellis.kiwi.Variable", sizeof(kiwi_variable), 0, GC_FLAGS, variable_slots};

/* ---- Term ---- */

static PyObject *term_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"variable", "coefficient", NULL};
  PyObject *variable, *number = NULL;
  double coefficient = 1;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O:__new__", names, &variable, &number))
    return NULL;
  if (!is_variable(variable))
    return kiwi_expected("Variable", variable);
  if (number != NULL && !kiwi_read_number(number, &coefficient))
    return NULL;
  return new_term(type, (kiwi_variable *)variable, coefficient);
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
  free_object((PyObject *)self);
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
                                   OPERATORS,
                                   {0, NULL}};
static PyType_Spec term_spec = {"trellis.kiwi.Term", sizeof(kiwi_term), 0, GC_FLAGS, term_slots};

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
    if (!is_term(PyTuple_GET_ITEM(terms, k))) {
      kiwi_expected("Term", PyTuple_GET_ITEM(terms, k));
      goto failed;
    }
  if (number != NULL && !kiwi_read_number(number, &constant))
    goto failed;
  self = new_expression(type, count);
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
  free_object((PyObject *)self);
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
      PyObject *term = new_term(kiwi_term_type, self->entries[k].variable, self->entries[k].coefficient);
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
                                         OPERATORS,
                                         {0, NULL}};
static PyType_Spec expression_spec = {"trellis.kiwi.Expression", offsetof(kiwi_expression, entries), sizeof(kiwi_entry),
                                      GC_FLAGS, expression_slots};

/* ---- Constraint ---- */

static kiwi_expression *reduced_copy(kiwi_expression *source) {
  kiwi_expression *copy = new_expression(kiwi_expression_type, Py_SIZE(source));
  if (copy == NULL)
    return NULL;
  const operand all = {source->entries, Py_SIZE(source), source->constant, {NULL, 0}};
  Py_ssize_t at = 0;
  put(copy, &at, &all, 1);
  copy->constant = source->constant;
  return reduce(copy);
}

static PyObject *constraint_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"expression", "op", "strength", NULL};
  PyObject *expression, *op_text, *strength_given = NULL;
  double strength = KIWI_REQUIRED;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|O:__new__", names, &expression, &op_text, &strength_given))
    return NULL;
  if (!is_expression(expression))
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
  return reduced != NULL ? (PyObject *)new_constraint(type, reduced, op, strength) : NULL;
}

kiwi_constraint *kiwi_make_edit(kiwi_variable *variable, double strength) {
  kiwi_expression *expression = new_expression(kiwi_expression_type, 1);
  if (expression == NULL)
    return NULL;
  Py_INCREF(variable);
  expression->entries[0] = (kiwi_entry){variable, 1.0};
  PyObject_GC_UnTrack(expression);
  return new_constraint(kiwi_constraint_type, expression, Py_EQ, strength);
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
  free_object((PyObject *)self);
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
  track((PyObject *)self->expression);
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
  track((PyObject *)source->expression);
  Py_INCREF(source->expression);
  return (PyObject *)new_constraint(kiwi_constraint_type, source->expression, source->op, strength);
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
static PyType_Spec constraint_spec = {"trellis.kiwi.Constraint", sizeof(kiwi_constraint), 0, GC_FLAGS,
                                      constraint_slots};

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
  kiwi_variable_type = add_type(module, "Variable", &variable_spec);
  kiwi_term_type = add_type(module, "Term", &term_spec);
  kiwi_expression_type = add_type(module, "Expression", &expression_spec);
  kiwi_constraint_type = add_type(module, "Constraint", &constraint_spec);
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
