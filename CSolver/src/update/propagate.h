/* propagate.h: new values of the variables that are decided in an order, and what these reach. */
#ifndef LX_PROPAGATE_H
#define LX_PROPAGATE_H

#include "presolve/topological_order.h"

typedef struct lx_incremental lx_incremental;

/* What a row belongs to that decides no variable: a check of fixed variables, or a component. */
#define LX_OWNER_NONE (-1)
#define LX_OWNER_COMPONENT (-2)

/* Places of an order whose variable is to be computed anew. */
typedef struct {
  uint64_t *words; /* a bit per index, and two words more */
  int32_t first;   /* no word before has a bit … */
  int32_t end;     /* … and none from here on */
} lx_marks;

/* Indices that an update needs, made at the first one, and what the update at hand has reached. */
typedef struct {
  int is_indexed;
  int32_t *owner; /* per row slot: the variable it decides, LX_OWNER_NONE, or LX_OWNER_COMPONENT - its component */
  lx_marks fixed;
  lx_marks substituted;
  int64_t substituted_work; /* changes of substituted variables: as many as there are pay for gathering them */
  int is_reordered;
  int32_t *components; /* to be solved again */
  int32_t component_count;
  uint8_t *in_components; /* per component */
  int32_t *rows;          /* over fixed variables only, to be looked at again */
  int32_t row_count;
  uint8_t *in_rows;     /* per row slot */
  uint32_t *changed_in; /* per variable slot: the last update in which marks found it changed */
  uint32_t number;      /* of the update */
  int is_prepared;      /* all indices, as lx_prepare_orders does */
  int64_t detours;      /* indices of the last update whose users it could find by the list of uses alone */
  double *previous;     /* of the variables in the list of changes: their values before the update */
} lx_propagation;

/* Indices for updates, if they are not there. */
lx_status lx_propagation_index(lx_incremental *state);

/* A row whose constant or one of whose variables changed: that one, or -1. */
void lx_mark_row(lx_incremental *state, int32_t row, int32_t variable);

/* All rows that a variable may change. */
void lx_mark_users(lx_incremental *state, int32_t variable);

/* Computes the variables of an order that are marked, and those that these reach. Returns 0 where one has the wrong
 * sign. */
int lx_propagate_order(lx_incremental *state, const lx_topological_order *order, lx_marks *marks);
void lx_clear_marks(lx_marks *marks);

/* The components, rows and substituted variables that an update reached. */
void lx_clear_reached(lx_propagation *propagation);

/* Steps are to be computed again: values have changed behind their back. */
void lx_invalidate_increments(lx_incremental *state);

/* Before indices of the orders change, all are made that are to be reached one day. */
void lx_prepare_orders(lx_incremental *state);

/* A row that needs variables it did not need before. */
void lx_forget_successors(lx_incremental *state, int32_t row);

#endif
