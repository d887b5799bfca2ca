/* propagate.h: new values of the variables that are decided in an order, and what these reach. */
#ifndef LX_PROPAGATE_H
#define LX_PROPAGATE_H

#include "presolve/order.h"

typedef struct lx_incremental lx_incremental;

/* What a row belongs to that decides no variable: a check of fixed variables, or a component. */
#define LX_OWNER_NONE (-1)
#define LX_OWNER_COMPONENT (-2)

/* Places of an order whose variable is to be computed anew. */
typedef struct {
  uint64_t *words; /* a bit per place, and two words more */
  int32_t first;   /* no word before has a bit … */
  int32_t end;     /* … and none from here on */
} lx_marks;

/* Indices that an update needs, made at the first one, and what the update at hand has reached. */
typedef struct {
  int is_indexed;
  int32_t *owner; /* per row slot: the variable it decides, LX_OWNER_NONE, or LX_OWNER_COMPONENT - its component */
  lx_marks fixed;
  lx_marks derived;
  int64_t derived_work; /* changes of derived variables: as many as there are pay for gathering them */
  int is_gathered;
  int32_t *components; /* to be solved again */
  int32_t component_count;
  uint8_t *in_components; /* per component */
  int32_t *rows;          /* over fixed variables only, to be looked at again */
  int32_t row_count;
  uint8_t *in_rows;     /* per row slot */
  uint32_t *changed_in; /* per variable slot: the last update in which marks found it changed */
  uint32_t number;      /* of the update */
  int has_met;          /* all places, as lx_meet_places does */
  int64_t detours;      /* places of the last update whose users it could find by the list of uses alone */
  double *previous;     /* of the variables in the list of changes: their values before the update */
} lx_propagation;

/* Indices for updates, if they are not there. */
lx_status lx_index_solution(lx_incremental *state);

/* A row whose constant or one of whose variables changed: that one, or -1. */
void lx_reach_row(lx_incremental *state, int32_t row, int32_t variable);

/* All rows that a variable may change. */
void lx_reach_users(lx_incremental *state, int32_t variable);

/* Computes the variables of an order that are marked, and those that these reach. Returns 0 where one has the wrong
 * sign. */
int lx_follow_order(lx_incremental *state, const lx_order *order, lx_marks *marks);
void lx_forget_marks(lx_marks *marks);

/* The components, rows and derived variables that an update reached. */
void lx_forget_reached(lx_propagation *propagation);

/* Steps are to be computed again: values have changed behind their back. */
void lx_forget_steps(lx_incremental *state);

/* Before places of the orders change, all are made that are to be reached one day. */
void lx_meet_places(lx_incremental *state);

/* A row that needs variables it did not need before. */
void lx_meet_user(lx_incremental *state, int32_t row);

#endif
