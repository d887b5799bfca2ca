/* program.h: the rows and variables of a solver, as they are edited, and what the last solve left with them.
 *
 * Rows and variables keep their index while they live; indices of removed ones are used again, last first, so that a
 * program edited a million times stays as small as its largest state. Entries lie in one pool; a row that no longer
 * fits where it is moves to the end, and the pool is packed when half of it is unused. */
#ifndef LX_PROGRAM_H
#define LX_PROGRAM_H

#include "base/memory.h"
#include "base/stop.h"
#include "base/basis_status.h"

/* What became of a row since the last solve. */
enum { LX_EDITED_CONSTANT = 1, LX_EDITED_STRUCTURE = 2 };

/* What the error on one side of a row's constant costs. */
enum { LX_SIDE_FREE = 0, LX_SIDE_OPTIONAL = 1, LX_SIDE_REQUIRED = 2 };

/* What every pass over rows reads; the next has what few ask for. */
typedef struct {
  double constant;
  int32_t start;     /* first entry in the pool */
  int32_t count;     /* entries */
  int8_t relation;   /* lx_relation */
  uint8_t side_above; /* the activity exceeds the constant: LX_SIDE_FREE, … */
  uint8_t side_below; /* it falls short */
  uint8_t live;
  uint8_t edited; /* since the last solve: LX_EDITED_CONSTANT, LX_EDITED_STRUCTURE; also of a removed row */
} lx_program_row;

typedef struct {
  double weight;
  double above; /* priority of the activity exceeding the constant; 0: no cost */
  double below; /* priority of falling short; 0: no cost */
} lx_row_cost;

/* Of a row of weight 1 whose sides are required or free. */
static inline lx_row_cost lx_plain_cost(const lx_program_row *row) {
  return (lx_row_cost){1, row->side_above == LX_SIDE_REQUIRED ? LX_REQUIRED : 0,
                       row->side_below == LX_SIDE_REQUIRED ? LX_REQUIRED : 0};
}

typedef struct {
  double value; /* of the last optimal solve from scratch; updates since are the solution's (lx_solution_value) */
  int32_t uses; /* rows that mention the variable */
  uint8_t live;
  uint8_t nonnegative;
  int8_t status;  /* where the last solve left its unit row, an lx_basis_status */
  uint8_t edited; /* added or removed since the last solve */
} lx_program_variable;

/* An entry in the list of those with the same variable. */
typedef struct {
  int32_t row;
  int32_t next;     /* entry, or -1 */
  int32_t previous; /* entry, or -1 */
} lx_use;

typedef struct {
  lx_allocator allocator;
  const lx_stopper *stopper; /* what solves of it ask; or NULL */
  lx_program_row *rows;
  int8_t *row_statuses; /* per row slot: where the last solve left it, an lx_basis_status */
  lx_row_cost *costs; /* per row slot; NULL as long as all are plain */
  int64_t row_capacity;
  int64_t row_status_capacity;
  int64_t cost_capacity;
  int32_t row_count;  /* slots, live or free */
  int32_t *free_rows; /* stack of free slots */
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
  int32_t pool_count;  /* used from the front */
  int32_t pool_unused; /* of these, entries of no live row */
  int has_uses;        /* the lists of uses are there and kept up to date */
  lx_use *uses;        /* per entry */
  int64_t use_capacity;
  int32_t *first_use; /* per variable slot: entry, or -1 */
  int64_t first_use_capacity;
  int has_plain_uses; /* instead of the lists, until the structure is edited: */
  int32_t *use_rows;  /* the rows of each variable one after another, from first_use on; ~row for its last */
  int64_t use_row_capacity;
  int keeps_log;       /* edits of the structure are written down below; else they make it restructured */
  int is_restructured; /* since the last solve the structure changed at unknown rows */
  int is_edited;       /* since the last solve the structure changed at the rows and variables below */
  int32_t *edited_rows;
  int64_t edited_capacity;
  int32_t edited_count;
  int32_t *edited_variables;
  int64_t edited_variable_capacity;
  int32_t edited_variable_count;
} lx_program;

void lx_program_init(lx_program *program, const lx_allocator *allocator);
void lx_program_destroy(lx_program *program);

/* A copy that shares nothing. On failure `out` is to be destroyed as well. */
lx_status lx_program_copy(const lx_program *program, lx_program *out);

/* Arguments are checked by api.c; these fail for memory or size only, and then change nothing. */
lx_status lx_program_add_variables(lx_program *program, int32_t count, const uint8_t *nonnegative, int32_t *out);

/* Room to write down edits of this many rows and variables, for other costs than plain ones, or to remove as many.
 * Before the calls below that return nothing. */
lx_status lx_program_reserve_edits(lx_program *program, int32_t rows, int32_t variables);
lx_status lx_program_reserve_costs(lx_program *program);
lx_status lx_program_reserve_removals(lx_program *program, int32_t rows, int32_t variables);

void lx_program_remove_variable(lx_program *program, int32_t variable);
/* Room for so many more. */
lx_status lx_program_reserve_rows(lx_program *program, int32_t rows, int32_t entries);
lx_status lx_program_add_rows(lx_program *program, const lx_rows *rows, int32_t *out);
void lx_program_remove_row(lx_program *program, int32_t row);
lx_status lx_program_set_entries(lx_program *program, int32_t row, int32_t count, const int32_t *variables,
                                 const double *coefficients);
void lx_program_set_priority(lx_program *program, int32_t row, double priority, double priority_below);
void lx_program_set_weight(lx_program *program, int32_t row, double weight);
lx_status lx_program_set_constants(lx_program *program, int32_t count, const int32_t *rows, const double *constants);

/* The program is as the last solve saw it. With `keeps_log` edits of the structure are written down from now on. */
void lx_program_forget_edits(lx_program *program, int keeps_log);

/* Makes the lists of uses, if they are not there. Where nothing is going to be edited the rows alone do: a third of the
 * memory, and no list of it is written over. */
lx_status lx_program_index_uses(lx_program *program, int for_edits);

/* The row of a use, and the use after it or -1; the first is first_use. */
static inline int32_t lx_use_row(const lx_program *program, int32_t use) {
  if (!program->has_plain_uses)
    return program->uses[use].row;
  return program->use_rows[use] < 0 ? ~program->use_rows[use] : program->use_rows[use];
}

static inline int32_t lx_next_use(const lx_program *program, int32_t use) {
  if (!program->has_plain_uses)
    return program->uses[use].next;
  return program->use_rows[use] < 0 ? -1 : use + 1;
}

static inline lx_row_cost lx_program_cost(const lx_program *program, int32_t row) {
  return program->costs != NULL ? program->costs[row] : lx_plain_cost(&program->rows[row]);
}

static inline int lx_program_has_row(const lx_program *program, int32_t row) {
  return row >= 0 && row < program->row_count && program->rows[row].live;
}

static inline int lx_program_has_variable(const lx_program *program, int32_t variable) {
  return variable >= 0 && variable < program->variable_count && program->variables[variable].live;
}

#endif
