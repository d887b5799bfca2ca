/* reduce.h: what can be said of a program without the simplex: which variables its required equalities fix, and which
 * parts share no variable once those are out. */
#ifndef LX_REDUCE_H
#define LX_REDUCE_H

#include "base/arena.h"
#include "program/program.h"

/* Whether a row must hold with equality: only such rows fix and define variables. */
static inline int lx_is_required_equality(const lx_program_row *row) {
  return row->live && row->relation == LX_EQUAL && row->above == LX_REQUIRED && row->below == LX_REQUIRED;
}

typedef struct {
  int32_t *fixed_by; /* per variable slot: place in the order of fixing, or -1: open */
  double *value;     /* per variable slot: of fixed variables */
  int32_t *open;     /* per row slot: entries whose variable is open; -1: not live */
  int32_t fixed_count;
  int32_t *fixing_rows;    /* fixed_count: in the order of fixing, each uses only variables fixed before … */
  int32_t *fixing_columns; /* fixed_count: … and fixes this one */
} lx_fixing;

/* Each call keeps its result in `arena` and may be followed by a reset of `scratch`. */

/* Follows required equalities that have one open variable left. With `enabled` 0 nothing is fixed. */
lx_status lx_fix(lx_arena *arena, lx_arena *scratch, const lx_program *program, int enabled, lx_fixing *out);

/* The value that a fixing row gives its variable, from those of its other variables. */
double lx_fixed_value(const lx_program *program, int32_t row, int32_t column, const double *value);

/* The open variables and the rows over them, by component. Components are numbered by their first variable; within one,
 * variables and rows ascend. Rows without open entries belong to none. */
typedef struct {
  int32_t count;
  int32_t *variable_starts; /* count + 1 */
  int32_t *variables;
  int32_t *row_starts; /* count + 1 */
  int32_t *rows;
} lx_components;

/* With `enabled` 0 everything open is one component. */
lx_status lx_split(lx_arena *arena, lx_arena *scratch, const lx_program *program, const lx_fixing *fixing, int enabled,
                   lx_components *out);

#endif
