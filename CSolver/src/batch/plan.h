/* plan.h: what the structure of a program says about how to solve it: everything but the constants.
 *
 * Fixed variables in their order, components, in each component the steps that define variables by others, and what
 * remains after them in parts that share no variable. A plan is good for any constants. */
#ifndef LX_PLAN_H
#define LX_PLAN_H

#include "presolve/eliminate.h"
#include "presolve/levels.h"
#include "presolve/reduce.h"

typedef enum {
  LX_PART_SINGLE, /* one variable and rows about it alone */
  LX_PART_STAR,   /* one row couples the variables, all others are about one each */
  LX_PART_GENERAL /* for the simplex */
} lx_part_kind;

/* A range of part_variables and one of part_rows. */
typedef struct {
  lx_part_kind kind;
  int32_t first_variable;
  int32_t variable_count;
  int32_t first_row;
  int32_t row_count;
} lx_part;

typedef struct {
  lx_arena arena;
  lx_levels levels;
  lx_fixing fixing;
  lx_components components;
  uint8_t *is_plain; /* per component: nothing was eliminated, the simplex takes it as it is */
  lx_elimination elimination;
  int32_t *part_starts; /* components + 1 */
  lx_part *parts;
  int32_t *part_variables; /* variables that no step defines */
  int32_t *part_rows;      /* rows over them, by row slot, ascending within a part */
} lx_plan;

typedef enum {
  LX_PLAN_WHOLE, /* one component, nothing fixed or eliminated */
  LX_PLAN_PLAIN, /* fixed variables and components, nothing eliminated */
  LX_PLAN_FULL
} lx_plan_kind;

/* `scratch` is written over and may be reset afterwards. On failure `out` is to be destroyed as well. */
lx_status lx_plan_create(const lx_program *program, lx_plan_kind kind, lx_arena *scratch, lx_plan *out);
void lx_plan_destroy(lx_plan *plan);

#endif
