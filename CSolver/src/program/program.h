/* program.h: the rows and variables of a solver, as they are edited, and what the last solve left with them.
 *
 * Rows and variables keep their index while they live; indices of removed ones are used again, last first, so that a
 * program edited a million times stays as small as its largest state. Entries lie in one pool; a row that no longer
 * fits its place moves to the end, and the pool is packed when half of it is unused. */
#ifndef LX_PROGRAM_H
#define LX_PROGRAM_H

#include "base/memory.h"
#include "base/place.h"

typedef struct {
  int32_t start; /* first entry in the pool */
  int32_t count; /* entries */
  double constant;
  double weight;
  double above;    /* priority of the activity exceeding the constant; 0: no cost */
  double below;    /* priority of falling short; 0: no cost */
  int8_t relation; /* lx_relation */
  uint8_t live;
  int8_t place;   /* where the last solve left it, an lx_place */
  uint8_t edited; /* its constant changed since the last solve */
} lx_program_row;

typedef struct {
  double value; /* of the last optimal solve */
  int32_t uses; /* rows that mention the variable */
  uint8_t live;
  uint8_t nonnegative;
  int8_t place; /* where the last solve left its unit row, an lx_place */
} lx_program_variable;

typedef struct {
  lx_allocator allocator;
  lx_program_row *rows;
  int64_t row_capacity;
  int32_t row_count;  /* slots, live or free */
  int32_t *free_rows; /* stack of free slots; room for all slots */
  int64_t free_row_capacity;
  int32_t free_row_count;
  lx_program_variable *variables;
  int64_t variable_capacity;
  int32_t variable_count;
  int32_t *free_variables;
  int64_t free_variable_capacity;
  int32_t free_variable_count;
  int32_t *columns; /* the pool: variables … */
  double *values;   /* … and coefficients */
  int64_t column_capacity;
  int64_t value_capacity;
  int32_t pool_count;   /* used from the front */
  int32_t pool_unused;  /* of these, entries of no live row */
  int is_restructured;  /* since the last solve anything but constants changed */
  int32_t *edited_rows; /* whose constant changed since the last solve */
  int64_t edited_capacity;
  int32_t edited_count;
} lx_program;

void lx_program_init(lx_program *program, const lx_allocator *allocator);
void lx_program_destroy(lx_program *program);

/* A copy that shares nothing. On failure `out` is to be destroyed as well. */
lx_status lx_program_copy(const lx_program *program, lx_program *out);

/* Arguments are checked by api.c; these fail for memory or size only, and then change nothing. */
lx_status lx_program_add_variables(lx_program *program, int32_t count, const uint8_t *nonnegative, int32_t *out);
void lx_program_remove_variable(lx_program *program, int32_t variable);
lx_status lx_program_add_rows(lx_program *program, const lx_rows *rows, int32_t *out);
void lx_program_remove_row(lx_program *program, int32_t row);
lx_status lx_program_set_entries(lx_program *program, int32_t row, int32_t count, const int32_t *variables,
                                 const double *coefficients);
void lx_program_set_priority(lx_program_row *row, double priority, double priority_below);
lx_status lx_program_set_constants(lx_program *program, int32_t count, const int32_t *rows, const double *constants);

/* The program is as the last solve saw it. */
void lx_program_forget_edits(lx_program *program);

static inline int lx_program_has_row(const lx_program *program, int32_t row) {
  return row >= 0 && row < program->row_count && program->rows[row].live;
}

static inline int lx_program_has_variable(const lx_program *program, int32_t variable) {
  return variable >= 0 && variable < program->variable_count && program->variables[variable].live;
}

#endif
