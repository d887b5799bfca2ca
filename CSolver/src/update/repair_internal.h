/* repair_internal.h: what the steps of a repair share. */
#ifndef LX_REPAIR_INTERNAL_H
#define LX_REPAIR_INTERNAL_H

#include "update/state.h"

/* What mending needs beside the plan; all flags are 0 and all lists empty between edits. */
struct lx_mending {
  lx_arena arena;
  lx_arena scratch;
  int32_t row_slots; /* that the plan knows of */
  int32_t variable_slots;
  int32_t *home; /* per variable slot: the component of an open variable, or -1 */
  lx_loose loose;
  uint8_t *is_loose_row;
  uint8_t *is_loose_variable;
  int32_t *pending;
  int32_t pending_count;
  uint8_t *is_pending; /* per variable slot */
  int32_t *queue;      /* rows that may fix a variable */
  int32_t queue_head;
  int32_t queue_count;
  uint8_t *is_queued; /* per row slot */
  int32_t near;       /* a place of the fixed where one went lately */
  lx_use_count *uses;
  int32_t *stack; /* here and below: room for all variables */
  lx_definition *taken;
  int32_t *lifted;
  uint8_t *is_lifted;
  int32_t *parent;
  int32_t *number;
  int32_t *level_map; /* per level there may be */
};

typedef struct {
  lx_incremental *state;
  lx_program *program;
  lx_plan *plan;
  lx_fixing *fixing;
  lx_propagation *propagation;
  lx_mending *mending;
  int64_t work; /* what may be touched until a new plan is the better way; negative: give up */
} lx_mender;

/* repair_release.c: out of the plan, until there is a new place. */
void lx_loosen_row(lx_mender *m, int32_t row);
void lx_loosen_variable(lx_mender *m, int32_t variable);
void lx_dissolve_component(lx_mender *m, int32_t component);

/* repair_release.c: entries whose variable is not fixed. */
int32_t lx_count_open(const lx_mender *m, int32_t row);

/* repair_release.c: a variable that got a row or a place. */
void lx_note_placed(lx_mender *m, int32_t variable);

/* repair_order.c: the order of a row that decides a variable, and its place in there. */
typedef struct {
  lx_order *order;
  lx_order_index index;
} lx_placing;

lx_placing lx_fixed_placing(const lx_mender *m);
lx_placing lx_derived_placing(const lx_mender *m);

/* Place of a variable, or -1 where it has none in this order. */
static inline int32_t lx_place_in(const lx_placing *placing, int32_t variable) {
  const int32_t place = (placing->index.places[variable] - placing->index.first) * placing->index.sign;
  return place >= 0 ? place : -1;
}

/* Puts a variable between those at `place` - 1 and at `place`. Gives up where no room is left. */
void lx_place_at(lx_mender *m, const lx_placing *placing, int32_t place, int32_t row, int32_t variable);

/* Puts a variable behind one that is placed, together with what depends on it and is before that. `row` is the one
 * that decides it. Returns 0 where that cannot be: the variable needs itself, or no room is left. */
int lx_place_behind(lx_mender *m, const lx_placing *placing, int32_t variable, int32_t row, int32_t behind);

/* repair_release.c */
void lx_make_pending(lx_mender *m, int32_t variable);
void lx_queue_fixing(lx_mender *m, int32_t row);

/* repair_release.c: a derived variable becomes loose, and so does its row. */
void lx_underive(lx_mender *m, int32_t variable);

/* repair_fixed.c: follows queued rows and pending variables until there are none. */
void lx_mend_fixed(lx_mender *m);

/* repair_substituted.c: derives what can be from the loose rows; what the remaining ones mention becomes loose. Returns
 * whether that was anything. */
int lx_mend_derived(lx_mender *m);

#endif
