/* kiwi_solver.h: the state of kiwisolver's Solver, and what its methods do with it. */
#ifndef TRELLIS_KIWI_SOLVER_H
#define TRELLIS_KIWI_SOLVER_H

#include "address_table.h"
#include "kiwi.h"

/* Weights are at most LX_VALUE_LIMIT, strengths a little more: half of them is used. */
#define KIWI_WEIGHT_PER_STRENGTH 0.5

enum { NONE = -1 };

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
extern Py_ssize_t kiwi_shared_variables;

extern PyObject *kiwi_unsatisfiable_constraint;

static inline int kiwi_is_required(double strength) { return strength >= KIWI_REQUIRED; }

static inline int32_t kiwi_find_variable(const kiwi_solver *self, const kiwi_variable *variable) {
  return variable->owner == self->number ? variable->index : table_find(&self->variable_table, variable);
}

static inline int32_t kiwi_find_constraint(const kiwi_solver *self, const kiwi_constraint *constraint) {
  return constraint->owner == self->number ? constraint->index : table_find(&self->constraint_table, constraint);
}

/* Sets the exception for a status; -1. */
int kiwi_raise_status(lx_status status);

/* Takes a constraint in; its index, or NONE with an exception set. */
int32_t kiwi_take_constraint(kiwi_solver *self, kiwi_constraint *constraint);

/* Takes one out by its index; -1 with an exception set. */
int kiwi_remove_constraint(kiwi_solver *self, int32_t index);

/* Hands the rows that wait to lx; -1 with an exception set. */
int kiwi_flush(kiwi_solver *self);

/* Solves; 1 optimal, 0 contradiction, -1 with an exception set. */
int kiwi_solve(kiwi_solver *self);

#endif
