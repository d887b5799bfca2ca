/* propagate.h: propagates changed values along the topological orders, and marks what they reach. */
#ifndef LX_PROPAGATE_H
#define LX_PROPAGATE_H

#include "presolve/topological_order.h"

typedef struct lx_incremental lx_incremental;

/* Owner of a row that decides no variable: a check of fixed variables, or a component. */
#define LX_OWNER_NONE (-1)
#define LX_OWNER_COMPONENT (-2)

/* Of a component in an update: not reached, to be solved, and solved from its kept vertex. */
enum { LX_REACHED_NOT, LX_REACHED, LX_REACHED_KEPT };

/* The indices of an order whose variable is to be computed. */
typedef struct {
  uint64_t *words; /* a bit per index, and two more words */
  int32_t first;   /* all words before are 0 … */
  int32_t end;     /* … and all from here on */
} lx_marks;

/* Indexes for updates, made at the first one, and what the current update has reached. */
typedef struct {
  int is_indexed;
  int32_t *owner; /* per row slot: the variable it decides, LX_OWNER_NONE, or LX_OWNER_COMPONENT - its component */
  lx_marks fixed;
  lx_marks substituted;
  int64_t substituted_work; /* changes of substituted variables; once there are as many as variables, reordering pays */
  int is_reordered;
  int32_t *components; /* to be solved */
  int32_t component_count;
  uint8_t *in_components; /* per component: an LX_REACHED_… */
  int32_t *touched;       /* rows of components that edits and changed variables reach */
  int32_t touched_count;
  int64_t *checked_in;    /* per row slot: turn of the last update from a kept vertex (warm.h) that checked it */
  int32_t *rows;          /* over fixed variables only; to be checked */
  int32_t row_count;
  uint8_t *in_rows;     /* per row slot: in `rows` or `touched` */
  uint32_t *changed_in; /* per variable slot: number of the last update that changed it by marks */
  uint32_t number;      /* of the current update */
  int is_prepared;      /* all sections of the orders are initialized */
  int64_t detours;      /* variables of this update whose successors had to be found in the lists of uses */
  double *previous;     /* values before the update of the variables in the list of changes */
} lx_propagation;

/* Makes the indexes if they are not there. */
lx_status lx_propagation_index(lx_incremental *state);

/* Marks what a row decides, whose constant or one of whose variables changed: that variable, or -1. */
void lx_mark_row(lx_incremental *state, int32_t row, int32_t variable);

/* Marks what all rows with a variable decide. */
void lx_mark_users(lx_incremental *state, int32_t variable);

/* Computes the marked variables of an order, and those that their changes reach. Returns 0 where one has the wrong
 * sign. */
int lx_propagate_order(lx_incremental *state, const lx_topological_order *order, lx_marks *marks);
void lx_clear_marks(lx_marks *marks);

/* Clears components, rows and marks of substituted variables. */
void lx_clear_reached(lx_propagation *propagation);

/* Invalidates all increments: values have changed without them. */
void lx_invalidate_increments(lx_incremental *state);

/* Initializes all sections of the orders, before their indices change. */
void lx_prepare_orders(lx_incremental *state);

/* Marks the successors of the variables of a row as unknown: it may be a new successor. */
void lx_forget_successors(lx_incremental *state, int32_t row);

#endif
