/* plan.h: what the structure of a program says about how to solve it: everything but the constants.
 *
 * Fixed variables in their order; components, in each component the steps that define variables by others, and what
 * remains after them in parts that share no variable; and derived variables in their order. A plan is good for any
 * constants that give derived variables the sign they must have. */
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
  /* What is known of cores like this one (region_store.h). Both are 0 when a part is made and when anything but its
   * constants changes. */
  int32_t region; /* 1 + the region that answered it last */
  int64_t group;
} lx_part;

typedef enum {
  LX_PLAN_WHOLE, /* one component, nothing fixed or eliminated */
  LX_PLAN_PLAIN, /* fixed variables and components, nothing eliminated */
  LX_PLAN_REDUCED,
  LX_PLAN_DERIVED /* reduced, and what may be derived from the rest is no part of components */
} lx_plan_kind;

typedef struct {
  lx_arena arena;
  lx_levels levels;
  lx_fixing fixing;
  lx_components components;
  lx_elimination elimination;
  lx_part *parts;
  int32_t part_count;
  int32_t *part_variables; /* variables that no step defines */
  int32_t part_variable_count;
  int32_t *part_rows; /* rows over them, by row slot, ascending within a part */
  int32_t part_row_count;
  lx_plan_kind kind;
  lx_room room;
  int32_t row_slots; /* of the program when the plan was made */
  int32_t variable_slots;
} lx_plan;

static inline lx_piece lx_component_piece(const lx_plan *plan, int32_t number) {
  const lx_component *component = &plan->components.items[number];
  return (lx_piece){plan->components.rows + component->first_row,
                    plan->components.variables + component->first_variable, component->row_count,
                    component->variable_count};
}

/* Room for what only rows and variables of components need. */
static inline lx_room lx_component_room(const lx_plan *plan) {
  return plan->components.count > 0 || plan->room.has_gaps ? plan->room : (lx_room){0};
}

/* `has_gaps`: with room for more, and gaps in its orders, for a plan that is to be mended. `keeps`: per variable slot,
 * whether it is not to be derived; or NULL. `scratch` is written over and may be reset
 * afterwards. On failure `out` is to be destroyed as well. */
lx_status lx_plan_create(const lx_program *program, lx_plan_kind kind, int has_gaps, const uint8_t *keeps,
                         lx_arena *scratch, lx_plan *out);

/* Eliminates in components `first` and all after it, and divides what is left into parts. `scratch` may be reset
 * afterwards. */
lx_status lx_plan_components(lx_plan *plan, const lx_program *program, int32_t first, lx_arena *scratch);
void lx_plan_destroy(lx_plan *plan);

#endif
