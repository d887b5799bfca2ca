/* kiwi.h: variables, terms, expressions and constraints with the interface of kiwisolver, as the solver sees them. */
#ifndef TRELLIS_KIWI_H
#define TRELLIS_KIWI_H

#include "module.h"

#define KIWI_REQUIRED 1001001000.0
#define KIWI_STRONG 1000000.0
#define KIWI_MEDIUM 1000.0
#define KIWI_WEAK 1.0

/* What counts as 0. */
#define KIWI_NEAR_ZERO 1e-8

typedef struct {
  PyObject_HEAD
  PyObject *name;    /* str */
  PyObject *context; /* or NULL for None */
  double value;
  uint64_t owner;  /* the solver that knew it first, by number, or 0 */
  int32_t index;   /* in that solver */
  int32_t solvers; /* how many know it */
} kiwi_variable;

typedef struct {
  PyObject_HEAD
  kiwi_variable *variable;
  double coefficient;
} kiwi_term;

typedef struct {
  kiwi_variable *variable;
  double coefficient;
} kiwi_entry;

/* Terms are kept as entries; their objects are made when somebody asks. */
typedef struct {
  PyObject_VAR_HEAD
  PyObject *terms; /* tuple of Term, or NULL */
  double constant;
  kiwi_entry entries[1]; /* ob_size */
} kiwi_expression;

typedef struct {
  PyObject_HEAD
  kiwi_expression *expression; /* no variable twice */
  double strength;
  uint64_t owner; /* the solver that has it, by number, or 0; where there are several, the first */
  int32_t index;  /* in that solver */
  int op;         /* Py_LE, Py_EQ or Py_GE */
} kiwi_constraint;

extern PyTypeObject *kiwi_variable_type, *kiwi_term_type, *kiwi_expression_type, *kiwi_constraint_type;

/* Reads a float or int; 0 with TypeError or OverflowError. */
int kiwi_read_number(PyObject *object, double *out);

/* Reads a strength: a number, which is clipped, or one of the four names; 0 with an exception set. */
int kiwi_read_strength(PyObject *object, double *out);

/* TypeError that says what was expected. */
PyObject *kiwi_expected(const char *type, PyObject *got);

/* variable = value, as a constraint. */
kiwi_constraint *kiwi_make_edit(kiwi_variable *variable, double strength);

double kiwi_evaluate(const kiwi_expression *expression);

/* Appends text to a list of str, to be joined at the end; -1 with an exception set. */
PyObject *kiwi_expression_text(const kiwi_expression *expression);
const char *kiwi_op_text(int op);

/* A number as C++ streams write it. */
PyObject *kiwi_number_text(double number);

#endif
