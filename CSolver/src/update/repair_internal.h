/* repair_internal.h: what the steps of a repair share. */
#ifndef LX_REPAIR_INTERNAL_H
#define LX_REPAIR_INTERNAL_H

#include "update/state.h"

/* What lists needs beside the plan; all flags are 0 and all lists empty between edits. */
struct lx_repair_lists {
  lx_arena arena;
  lx_arena scratch;
  int32_t row_slots; /* that the plan knows of */
  int32_t variable_slots;
  int32_t *component_of; /* per variable slot: the component of an open variable, or -1 */
  lx_unassigned unassigned;
  uint8_t *is_unassigned_row;
  uint8_t *is_unassigned_variable;
  int32_t *awaiting;
  int32_t awaiting_count;
  uint8_t *is_awaiting; /* per variable slot */
  int32_t *queue;      /* rows that may fix a variable */
  int32_t queue_head;
  int32_t queue_count;
  uint8_t *is_queued; /* per row slot */
  int32_t last_index; /* a index of the fixed where one went lately */
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
  int64_t work; /* what may be touched until a new plan is the better way; negative: give up */
} lx_repair_run;

/* repair_release.c: out of the plan, until there is a new index. */
void lx_unassign_row(lx_repair_run *m, int32_t row);
void lx_unassign_variable(lx_repair_run *m, int32_t variable);
void lx_unassign_component(lx_repair_run *m, int32_t component);

/* repair_release.c: entries whose variable is not fixed. */
int32_t lx_count_open(const lx_repair_run *m, int32_t row);

/* repair_release.c: a variable that got a row or a index. */
void lx_note_moved(lx_repair_run *m, int32_t variable);

/* repair_order.c: the order of a row that decides a variable, and its index in there. */
typedef struct {
  lx_topological_order *order;
  lx_position_map map;
} lx_order_view;

lx_order_view lx_fixed_view(const lx_repair_run *m);
lx_order_view lx_substituted_view(const lx_repair_run *m);

/* Place of a variable, or -1 where it has none in this order. */
static inline int32_t lx_index_in(const lx_order_view *view, int32_t variable) {
  const int32_t index = (view->map.indices[variable] - view->map.first) * view->map.sign;
  return index >= 0 ? index : -1;
}

/* Puts a variable between those at `index` - 1 and at `index`. Gives up where no room is left. */
void lx_insert_at(lx_repair_run *m, const lx_order_view *view, int32_t index, int32_t row, int32_t variable);

/* Puts a variable after one that is moved, together with what depends on it and is before that. `row` is the one
 * that decides it. Returns 0 where that cannot be: the variable needs itself, or no room is left. */
int lx_insert_after(lx_repair_run *m, const lx_order_view *view, int32_t variable, int32_t row, int32_t after);

/* repair_release.c */
void lx_await_definition(lx_repair_run *m, int32_t variable);
void lx_queue_equality(lx_repair_run *m, int32_t row);

/* repair_release.c: a substituted variable becomes unassigned, and so does its row. */
void lx_unassign_substituted(lx_repair_run *m, int32_t variable);

/* repair_fixed.c: follows queued rows and awaiting variables until there are none. */
void lx_repair_fixed(lx_repair_run *m);

/* repair_substituted.c: derives what can be from the unassigned rows; what the remaining ones mention becomes
 * unassigned. Returns whether that was anything. */
int lx_repair_substituted(lx_repair_run *m);

#endif
