/* plan.h: how a program is solved, from its structure alone: everything but the constants.
 *
 * Fixed variables in topological order; components, and in each the aggregations and the blocks that remain after them
 * and share no variable; and substituted variables in topological order. A plan is good for any constants that give
 * substituted variables the sign they must have. */
#ifndef LX_PLAN_H
#define LX_PLAN_H

#include "presolve/eliminate.h"
#include "presolve/levels.h"
#include "presolve/reduce.h"

typedef enum {
  LX_BLOCK_MEDIAN,   /* one variable and rows about it alone: a weighted median per level */
  LX_BLOCK_KNAPSACK, /* one row couples the variables, all others are about one each: a continuous knapsack */
  LX_BLOCK_GENERAL   /* solved by the simplex */
} lx_block_kind;

/* A range of block_variables and one of block_rows. */
typedef struct {
  lx_block_kind kind;
  int32_t first_variable;
  int32_t variable_count;
  int32_t first_row;
  int32_t row_count;
  /* Critical regions of this structure (region_store.h). Both are 0 for a new block, and when anything but its
   * constants changes. */
  int32_t region; /* 1 + index of the region that answered it last */
  int64_t group;
} lx_plan_block;

typedef enum {
  LX_PLAN_WHOLE, /* one component, nothing fixed or eliminated */
  LX_PLAN_PLAIN, /* fixed variables and components, nothing eliminated */
  LX_PLAN_REDUCED,
  LX_PLAN_SUBSTITUTED /* reduced, and implied free columns are substituted */
} lx_plan_kind;

typedef struct {
  lx_arena arena;
  lx_levels levels;
  lx_assignment assignment;
  lx_components components;
  lx_elimination elimination;
  lx_plan_block *blocks;
  int32_t block_count;
  int32_t *block_variables; /* variables that no aggregation defines */
  int32_t block_variable_count;
  int32_t *block_rows; /* their rows, by slot, ascending within a block */
  int32_t block_row_count;
  lx_plan_kind kind;
  lx_room room;
  int32_t row_slots; /* of the program when the plan was made */
  int32_t variable_slots;
} lx_plan;

static inline lx_submatrix lx_component_submatrix(const lx_plan *plan, int32_t number) {
  const lx_component *component = &plan->components.items[number];
  return (lx_submatrix){plan->components.rows + component->first_row,
                        plan->components.variables + component->first_variable, component->row_count,
                        component->variable_count};
}

static inline lx_submatrix lx_block_submatrix(const lx_plan *plan, const lx_plan_block *block) {
  return (lx_submatrix){plan->block_rows + block->first_row, plan->block_variables + block->first_variable,
                        block->row_count, block->variable_count};
}

/* Room for arrays that only rows and variables of components use. */
static inline lx_room lx_component_room(const lx_plan *plan) {
  return plan->components.count > 0 || plan->room.has_gaps ? plan->room : (lx_room){0};
}

/* has_gaps: leaves room for more rows and variables and gaps in the orders, for a plan that will be repaired.
 * no_eliminate: per variable slot, whether it must be neither substituted nor, if it has a sign, defined by others; or NULL.
 * `scratch` may be reset afterwards. On failure the caller destroys `out`. */
lx_status lx_plan_create(const lx_program *program, lx_plan_kind kind, int has_gaps, const uint8_t *no_eliminate,
                         lx_arena *scratch, lx_plan *out);

/* Eliminates in component `first` and all after it, and divides what is left into blocks. `scratch` may be reset
 * afterwards. */
lx_status lx_plan_components(lx_plan *plan, const lx_program *program, const uint8_t *no_eliminate, int32_t first,
                             lx_arena *scratch);
void lx_plan_destroy(lx_plan *plan);

#endif
