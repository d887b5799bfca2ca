/* repair_internal.h: what the steps of a repair share. */
#ifndef LX_REPAIR_INTERNAL_H
#define LX_REPAIR_INTERNAL_H

#include "update/state.h"

/* Lists and flags of a repair. All flags are 0 and all lists empty between edits. */
struct lx_repair_lists {
  lx_arena arena;
  lx_arena scratch;
  int32_t row_slots; /* known to the plan */
  int32_t variable_slots;
  int32_t *component_of; /* per variable slot: its component, or -1 */
  lx_unassigned unassigned;
  uint8_t *is_unassigned_row;
  uint8_t *is_unassigned_variable;
  int32_t *awaiting;
  int32_t awaiting_count;
  uint8_t *is_awaiting; /* per variable slot */
  int32_t *queue;       /* rows that may fix a variable; a ring */
  int32_t queue_head;
  int32_t queue_count;
  uint8_t *is_queued; /* per row slot */
  int32_t last_index; /* index after the variable inserted last into the fixed order */
  lx_use_count *uses;
  int32_t *stack; /* here and below: room for all variables */
  lx_definition *definitions;
  int32_t *dependents;
  uint8_t *is_dependent;
  int32_t *parent;
  int32_t *number;
  int32_t *level_map; /* per level there may be */
};

typedef struct {
  lx_incremental *state;
  lx_program *program;
  lx_plan *plan;
  lx_assignment *assignment;
  lx_propagation *propagation;
  lx_repair_lists *lists;
  int64_t work; /* how much may still be touched before a new plan costs less; negative: give up */
} lx_repair_pass;

/* repair_release.c: take rows and variables out of the plan. */
void lx_unassign_row(lx_repair_pass *pass, int32_t row);
void lx_unassign_variable(lx_repair_pass *pass, int32_t variable);
void lx_unassign_component(lx_repair_pass *pass, int32_t component);

/* repair_release.c: number of entries whose variable is not fixed. */
int32_t lx_count_open(const lx_repair_pass *pass, int32_t row);

/* repair_release.c: notes a variable with a new row or index. */
void lx_note_moved(lx_repair_pass *pass, int32_t variable);

/* repair_order.c: one of the two topological orders, and where variables keep their index in it. */
typedef struct {
  lx_topological_order *order;
  lx_position_map map;
} lx_order_view;

lx_order_view lx_fixed_view(const lx_repair_pass *pass);
lx_order_view lx_substituted_view(const lx_repair_pass *pass);

/* Index of a variable in the order, or -1. */
static inline int32_t lx_index_in(const lx_order_view *view, int32_t variable) {
  const int32_t index = (view->map.indices[variable] - view->map.first) * view->map.sign;
  return index >= 0 ? index : -1;
}

/* Inserts a variable before `index`. Gives up where there is no room. */
void lx_insert_at(lx_repair_pass *pass, const lx_order_view *view, int32_t index, int32_t row, int32_t variable);

/* Inserts a variable after another of the order, and moves what depends on it and is before that along. `row` decides
 * the variable. Returns 0 where that is not possible: the variable depends on itself, or there is no room. */
int lx_insert_after(lx_repair_pass *pass, const lx_order_view *view, int32_t variable, int32_t row, int32_t after);

/* repair_release.c: a fixed variable without a row; and a row that may fix a variable. */
void lx_await_definition(lx_repair_pass *pass, int32_t variable);
void lx_queue_equality(lx_repair_pass *pass, int32_t row);

/* repair_release.c: takes a substituted variable and its row out of the plan. */
void lx_unassign_substituted(lx_repair_pass *pass, int32_t variable);

/* repair_fixed.c: processes queued rows and awaiting variables until there are none. */
void lx_repair_fixed(lx_repair_pass *pass);

/* repair_substituted.c: substitutes the implied free columns of the unassigned rows; what the remaining rows mention
 * becomes unassigned. Returns whether that was anything. */
int lx_repair_substituted(lx_repair_pass *pass);

#endif
