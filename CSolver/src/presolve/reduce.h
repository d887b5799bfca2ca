/* reduce.h: what presolve finds before the simplex: the variables that required equalities fix, those that an equality
 * defines and nothing else needs, and the components that are left. */
#ifndef LX_REDUCE_H
#define LX_REDUCE_H

#include "base/arena.h"
#include "presolve/topological_order.h"
#include "program/program.h"

/* Whether a row must hold with equality. Only such rows fix and define variables. */
static inline int lx_is_required_equality(const lx_program_row *row) {
  return row->live && row->relation == LX_EQUAL && row->side_above == LX_SIDE_REQUIRED &&
         row->side_below == LX_SIDE_REQUIRED;
}

/* Number of slots that the arrays of a plan have room for; at least those of the program. A plan with gaps can be
 * repaired. */
typedef struct {
  int32_t rows;
  int32_t variables;
  int has_gaps;
} lx_room;

/* Values of `assigned_at` of a variable that is not assigned, and of one that is substituted: its index in the order
 * `substituted` is kept as LX_SUBSTITUTED - index. */
#define LX_UNASSIGNED (-1)
#define LX_SUBSTITUTED (-2)

/* Values of `open` for a row that is not live, and for one that defines a substituted variable. */
#define LX_ROW_GONE (-1)
#define LX_ROW_DEFINES (-2)

/* Which variables rows decide, and in which order. In `fixed`, each row uses variables fixed before it only; in
 * `substituted`, fixed, unassigned and earlier substituted variables. */
typedef struct {
  int32_t *assigned_at; /* per variable slot: index in `fixed`, LX_UNASSIGNED, or LX_SUBSTITUTED - index in the other */
  double *value;        /* per variable slot: of fixed variables */
  int32_t *open;        /* per row slot: entries whose variable is not fixed, or LX_ROW_GONE, LX_ROW_DEFINES */
  lx_topological_order fixed;
  lx_topological_order substituted;
} lx_assignment;

/* Where variables keep their index in either order. */
static inline lx_position_map lx_fixed_positions(const lx_assignment *assignment) {
  return (lx_position_map){assignment->assigned_at, 0, 1};
}
static inline lx_position_map lx_substituted_positions(const lx_assignment *assignment) {
  return (lx_position_map){assignment->assigned_at, LX_SUBSTITUTED, -1};
}

static inline int lx_is_substituted(const lx_assignment *assignment, int32_t j) {
  return assignment->assigned_at[j] <= LX_SUBSTITUTED;
}

/* The functions below keep their result in `arena`; `scratch` may be reset after each. */

/* Propagates fixed variables: a required equality with one unassigned variable fixes it. With `enabled` 0 nothing is
 * fixed. */
lx_status lx_propagate_fixed(lx_arena *arena, lx_arena *scratch, const lx_program *program, lx_room room, int enabled,
                             lx_assignment *out);

/* Whether a row may decide the variable with this coefficient, `largest` being the largest of the row: a small one
 * would magnify the errors of the others. */
int lx_may_decide(double coefficient, double largest);

/* Unassigned variables and the rows that mention one, by slot, ascending. */
typedef struct {
  int32_t *variables;
  int32_t variable_count;
  int32_t *rows;
  int32_t row_count;
} lx_unassigned;

/* Rows and variables of a block or a component, by slot. */
typedef struct {
  const int32_t *rows;
  const int32_t *variables;
  int32_t row_count;
  int32_t variable_count;
} lx_submatrix;

/* All variables that are not fixed, and their rows. */
lx_status lx_collect_unassigned(lx_arena *scratch, const lx_program *program, const lx_assignment *assignment,
                                lx_unassigned *out);

/* A row and the variable that it defines. */
typedef struct {
  int32_t row;
  int32_t column;
} lx_definition;

/* Per variable slot: the unassigned rows that mention it. */
typedef struct {
  int32_t count;
  int32_t rows; /* their exclusive or; with one row, that row */
} lx_use_count;

/* Finds implied free columns: a variable that one unassigned row alone mentions, a required equality, is defined by
 * that row whatever the other values are. Both leave, which may make more columns implied free; chains dissolve from
 * their end. Variables that must be >= 0 leave, too: their sign is checked later. Returns the number of `definitions`,
 * which are to be evaluated from the last to the first.
 *
 * no_eliminate: per variable slot, whether it must stay; or NULL. uses: zero for variables that may leave, a count
 * beyond all rows for other unassigned variables of these rows. stack, definitions: room for all unassigned
 * variables. */
int32_t lx_find_implied_free(const lx_program *program, const lx_assignment *assignment, const uint8_t *no_eliminate,
                             const lx_unassigned *unassigned, lx_use_count *uses, int32_t *stack, lx_definition *taken);

/* Substitutes the implied free columns of all that is unassigned and orders them; they leave `unassigned`. */
lx_status lx_substitute_implied_free(lx_arena *arena, lx_arena *scratch, const lx_program *program, lx_room room,
                                     const uint8_t *no_eliminate, lx_unassigned *unassigned, lx_assignment *assignment);

/* The entry of a row that makes its variable a sum, source + increment: the first with the opposite coefficient, or
 * -1. */
static inline int32_t lx_source_entry(const lx_program *program, int32_t r, int32_t column, double *coefficient_out) {
  const lx_program_row *row = &program->rows[r];
  double coefficient = 1;
  for (int32_t e = row->start; e < row->start + row->count; e++)
    if (program->columns[e] == column) {
      coefficient = program->values[e];
      break;
    }
  *coefficient_out = coefficient;
  for (int32_t e = row->start; e < row->start + row->count; e++)
    if (program->values[e] == -coefficient)
      return e;
  return -1;
}

/* The increment: what a row adds to the source of its variable. Divides only where that changes the result, so that
 * chains of sums do not wait for a division. */
static inline double lx_increment_by(const lx_program *program, int32_t r, int32_t column, int32_t source_entry,
                                     double coefficient, const double *value) {
  const lx_program_row *row = &program->rows[r];
  double rest = row->constant;
  for (int32_t e = row->start; e < row->start + row->count; e++)
    if (e != source_entry && program->columns[e] != column)
      rest -= program->values[e] * value[program->columns[e]];
  return coefficient == 1 ? rest : coefficient == -1 ? -rest : rest / coefficient;
}

/* The value that a row gives the variable of one of its entries, from the values of the others. */
static inline double lx_value_at(const lx_program *program, const lx_program_row *row, int32_t entry,
                                 const double *value) {
  const int32_t *columns = program->columns + row->start;
  const double *values = program->values + row->start, coefficient = values[entry];
  double rest = row->constant, base = 0;
  int has_source = 0;
  for (int32_t e = 0; e < row->count; e++) {
    if (e == entry)
      continue;
    if (!has_source && values[e] == -coefficient) {
      base = value[columns[e]];
      has_source = 1;
    } else {
      rest -= values[e] * value[columns[e]];
    }
  }
  const double step = coefficient == 1 ? rest : coefficient == -1 ? -rest : rest / coefficient;
  return has_source ? base + step : step;
}

/* The same where the entry of the variable is not known. */
static inline double lx_value_by(const lx_program *program, int32_t r, int32_t column, const double *value) {
  const lx_program_row *row = &program->rows[r];
  int32_t entry = 0;
  while (program->columns[row->start + entry] != column)
    entry++;
  return lx_value_at(program, row, entry, value);
}

/* Unassigned variables that rows connect, and how they are solved. A component without variables is void. */
typedef struct {
  int32_t first_variable; /* in lx_components.variables */
  int32_t variable_count;
  int32_t first_row; /* in lx_components.rows */
  int32_t row_count;
  int32_t first_aggregated; /* in lx_elimination.aggregated */
  int32_t aggregated_count;
  int32_t first_record; /* in lx_elimination.records */
  int32_t record_count;
  int32_t first_block; /* in lx_plan.blocks */
  int32_t block_count;
  int32_t is_plain; /* nothing is eliminated; the simplex gets it as it is */
} lx_component;

/* Components are numbered by their first variable; within one, variables and rows ascend. Rows without open entries
 * belong to none. */
typedef struct {
  lx_component *items;
  int32_t count;
  int32_t capacity;
  int32_t *variables;
  int32_t variable_end; /* used length of `variables` */
  int32_t variable_capacity;
  int32_t *rows;
  int32_t row_end;
  int32_t row_capacity;
} lx_components;

/* Room for components of this many variables and rows in total. `items` has room for as many as there are variables. */
lx_status lx_components_create(lx_arena *arena, int32_t variables, int32_t rows, lx_component *items,
                               lx_components *out);

/* Moves the items into `arena`, without room for more. */
lx_status lx_components_trim(lx_arena *arena, lx_components *components);

/* Appends the components of `unassigned`; with `enabled` 0 all are one. There is room. `parent` and `number` are per
 * variable slot, `of_row` per unassigned row. */
void lx_split(const lx_program *program, const lx_assignment *assignment, const lx_unassigned *unassigned, int enabled,
              int32_t *parent, int32_t *number, int32_t *of_row, lx_components *out);

#endif
