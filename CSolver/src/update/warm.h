/* warm.h: the vertices of coupled components, kept from one update to the next, so that a new constant costs what it
 * moves.
 *
 * A component that the simplex solved, a large one in the first solve or any during an update, leaves its vertex and its
 * factorization here. The next update with
 * new constants alone computes which constants of the reduced rows change, moves the vertex by the tight ones among
 * them, and looks whether the rows that this touches stay on their sides. Where a row changes its side the simplex goes on
 * from there. Only what moved is substituted back, checked and reported. Where that finds no optimum the component is
 * solved, as it would be without any of this. */
#ifndef LX_WARM_H
#define LX_WARM_H

#include "simplex/simplex.h"
#include "solve/session.h"

typedef struct lx_incremental lx_incremental;

/* Components whose vertices are kept at most, and rows that they may have in total. */
#define LX_WARM_COMPONENTS 1024
#define LX_WARM_ROWS (1 << 20)

/* So many are kept from their first update on, and those of LX_SESSION_VERTEX_ROWS; others from the second on, as memory for a vertex takes longer
 * than to solve a small component. */
#define LX_WARM_AT_ONCE 8

/* Lists by row or variable of a component, one after another. */
typedef struct {
  int32_t *starts;
  int32_t *items;
} lx_warm_lists;

/* What an edit of a component reaches, and its kept vertex. Rows and variables are numbered as the component lists them,
 * aggregations and records from the component's first on. */
typedef struct {
  int is_indexed;
  int is_ready; /* indexed, and with room for updates of the vertex that is kept */
  int32_t component;
  int32_t row_count;
  int64_t used_in;  /* turn of the last update */
  lx_submatrix all; /* the component */
  lx_arena arena;   /* of the following */
  lx_warm_lists as_source;   /* per row: the elimination records that subtract it */
  lx_warm_lists as_target;   /* per row: those that change it */
  lx_warm_lists aggregators; /* per variable: the aggregations that mention it, but the one that defines it */
  int32_t *aggregation;      /* per row: the one that it makes, or -1 */
  int64_t *queue;            /* rows whose constants are to be computed: a heap */
  uint8_t *is_queued;        /* per row */
  int32_t queue_count;
  int32_t *definitions; /* aggregations whose variables are to be computed: a heap */
  uint8_t *is_due;      /* per aggregation */
  int32_t definition_count;
  int32_t *empty; /* required rows that elimination has left without variables, and that did not hold when that was looked at last */
  uint8_t *is_empty; /* per row: among these */
  int32_t empty_count;
  /* The kept vertex; the arrays lie in its arena. */
  lx_kept_vertex kept;
  lx_submatrix block; /* its rows and variables */
  lx_vector step;     /* by position, then by column; empty between updates */
  lx_simplex_changes moved; /* what this update has changed of the vertex */
  int32_t *near;    /* rows whose activity or constant this update has changed */
  uint8_t *is_near; /* per row and unit row */
  int32_t near_count;
  double *fresh; /* the distance of each of these */
  int is_pending; /* the last update found a contradiction where the vertex was: what it has moved is listed, and not stored */
} lx_warm_component;

typedef struct {
  lx_warm_component **items; /* capacity, count of them in no order */
  int32_t count;
  int64_t capacity;
  int64_t row_count; /* of their components */
  int32_t *places;   /* per component: 1 + where it is among them, 0, or less where it has been solved without a vertex. NULL: none has … */
  int32_t component_count; /* … of so many */
  int64_t turn;      /* of updates of components */
} lx_warm;

/* Updates a component from its kept vertex, if there is one: values, errors of rows and the list of changes. *done_out
 * is whether that was enough; otherwise nothing of it remains, and *is_far_out is whether it took more than solving the component
 * anew would, from no basis. Where the new constants contradict the session has the conflict, and the vertex waits for others. */
lx_status lx_warm_update(lx_incremental *state, int32_t component, int *done_out, int *is_far_out);

/* Stores the basis statuses that the last such update of a component has changed. */
void lx_warm_store_statuses(lx_incremental *state, int32_t component);

/* Keeps a vertex that is held for the component that it belongs to; where there is no room it is left to the caller. What updates need is made by
 * the first of them. */
void lx_warm_adopt(lx_incremental *state, int32_t component, lx_kept_vertex *kept);

/* The component with its kept vertex, ready for an update; or NULL. */
lx_warm_component *lx_warm_component_of(lx_incremental *state, int32_t component);

/* Whether the vertex that a solve of a component may leave is worth what it takes to keep; else this is noted. */
int lx_warm_is_worth(lx_incremental *state, int32_t component);

/* Notes that a component is to be solved. Returns whether that has been so before, or it is kept. */
int lx_warm_recurs(lx_incremental *state, int32_t component);

/* Lists the vertices that are kept, by ascending component; returns how many. `out` has room for all there are. */
int32_t lx_warm_list(const lx_incremental *state, lx_component_vertex *out);

/* Whether the vertex of a component waits since a contradiction. */
int lx_warm_is_pending(const lx_incremental *state, int32_t component);

/* Empties the lists of what an update has moved. */
void lx_warm_forget(lx_warm_component *item);

/* Releases the vertex of a component, whose constants change without it. */
void lx_warm_drop(lx_incremental *state, int32_t component);

/* The index of an item in a list that ascends, or -1. */
static inline int32_t lx_warm_find(const int32_t *items, int32_t count, int32_t item) {
  int32_t first = 0, end = count;
  while (first < end) {
    const int32_t middle = first + (end - first) / 2;
    if (items[middle] < item)
      first = middle + 1;
    else
      end = middle;
  }
  return first < count && items[first] == item ? first : -1;
}

/* Releases everything. */
void lx_warm_clear(lx_incremental *state);

#endif
