/* kiwi_objects.h: what the files of kiwisolver's objects share: kiwi_operators.c, kiwi_terms.c, kiwi_constraint.c. */
#ifndef TRELLIS_KIWI_OBJECTS_H
#define TRELLIS_KIWI_OBJECTS_H

#include "kiwi.h"

static inline int kiwi_is_variable(PyObject *o) { return PyObject_TypeCheck(o, kiwi_variable_type); }
static inline int kiwi_is_term(PyObject *o) { return PyObject_TypeCheck(o, kiwi_term_type); }
static inline int kiwi_is_expression(PyObject *o) { return PyObject_TypeCheck(o, kiwi_expression_type); }

static inline void kiwi_track(PyObject *self) {
  if (!PyObject_GC_IsTracked(self))
    PyObject_GC_Track(self);
}

/* Objects of heap types hold their type. */
static inline void kiwi_free(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

/* An expression whose entries are to be filled in; NULL with an exception set. */
static inline kiwi_expression *kiwi_new_expression(PyTypeObject *type, Py_ssize_t count) {
  kiwi_expression *expression = (kiwi_expression *)type->tp_alloc(type, count);
  if (expression != NULL)
    expression->terms = NULL;
  return expression;
}

static inline PyObject *kiwi_new_term(PyTypeObject *type, kiwi_variable *variable, double coefficient) {
  kiwi_term *term = (kiwi_term *)type->tp_alloc(type, 0);
  if (term == NULL)
    return NULL;
  Py_INCREF(variable);
  term->variable = variable;
  term->coefficient = coefficient;
  return (PyObject *)term;
}

/* Takes over the expression. */
kiwi_constraint *kiwi_new_constraint(PyTypeObject *type, kiwi_expression *reduced, int op, double strength);

/* Adds up entries of one variable in place; takes over and returns the expression. */
kiwi_expression *kiwi_reduce(kiwi_expression *expression);

/* The operators of variables, terms and expressions. */
PyObject *kiwi_add(PyObject *a, PyObject *b);
PyObject *kiwi_subtract(PyObject *a, PyObject *b);
PyObject *kiwi_multiply(PyObject *a, PyObject *b);
PyObject *kiwi_divide(PyObject *a, PyObject *b);
PyObject *kiwi_negate(PyObject *a);
PyObject *kiwi_compare(PyObject *a, PyObject *b, int op);

#define KIWI_OPERATORS                                                                                                 \
  {Py_nb_add, kiwi_add}, {Py_nb_subtract, kiwi_subtract}, {Py_nb_multiply, kiwi_multiply},                            \
      {Py_nb_true_divide, kiwi_divide}, {Py_nb_negative, kiwi_negate}, {Py_tp_richcompare, kiwi_compare}, {           \
    Py_tp_hash, PyObject_HashNotImplemented                                                                           \
  }

#define KIWI_GC_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC)

extern PyType_Spec kiwi_variable_spec, kiwi_term_spec, kiwi_expression_spec, kiwi_constraint_spec;

#endif
