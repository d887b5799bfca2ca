/* topological_order.h: rows and the variables they decide, each after the variables it needs.
 *
 * An order that may be edited has gaps, so that an insertion moves few others. */
#ifndef LX_TOPOLOGICAL_ORDER_H
#define LX_TOPOLOGICAL_ORDER_H

#include "base/arena.h"

/* A decided variable as a sum: value = value of the source + increment, as long as nothing else in its row changes.
 * Most positions are of that kind. */
typedef struct {
  int32_t column;
  int32_t source;   /* variable, or one of LX_PREDECESSOR_… */
  double increment; /* NaN: to be computed from the row */
} lx_predecessor;

#define LX_PREDECESSOR_NONE (-1)    /* not such a sum: evaluated from the row */
#define LX_PREDECESSOR_UNKNOWN (-2) /* not determined yet */
#define LX_PREDECESSOR_MANY (-3)    /* several variables of the row change together: evaluated from the row */

/* Successor mask of an index: bit d is set where the variable at index + 1 + d needs this one, as its source or by its
 * row. */
#define LX_SUCCESSOR_REACH 62
#define LX_SUCCESSOR_SIGNED ((uint64_t)1 << 62)   /* the variable must be >= 0 */
#define LX_SUCCESSORS_UNKNOWN ((uint64_t)1 << 63) /* others need it, too, or the mask is not determined yet */

/* Whether exactly one variable needs this one, which need not be >= 0. */
static inline int lx_has_single_successor(uint64_t mask) {
  return mask != 0 && (mask & (mask - 1)) == 0 && mask < LX_SUCCESSOR_SIGNED;
}

/* Distance to the first successor. */
static inline int32_t lx_successor_stride(uint64_t mask) { return __builtin_ctzll(mask) + 1; }

typedef struct {
  int32_t *rows;    /* per index */
  int32_t *columns; /* per index: the variable that the row decides, or -1 for a gap */
  int32_t end;      /* used length, with gaps */
  int32_t capacity;
  int32_t count;                /* without gaps */
  lx_predecessor *predecessors; /* per index; NULL until the first edit */
  uint64_t *successors;         /* per index: masks; likewise */
  uint8_t *ready;               /* per section: predecessors and successors are initialized */
} lx_topological_order;

/* Predecessors and successors of a section are initialized when an index of it is first needed: in a large scene most
 * never are. */
#define LX_ORDER_SECTION 64

/* Initializes a section: nothing is determined. */
void lx_order_prepare_section(const lx_topological_order *order, int32_t section);

/* Initializes the section of an index if it is not. */
static inline void lx_order_prepare(const lx_topological_order *order, int32_t index) {
  if (!order->ready[index / LX_ORDER_SECTION])
    lx_order_prepare_section(order, index / LX_ORDER_SECTION);
}

/* An empty order with room for `capacity` indices. */
lx_status lx_order_create(lx_arena *arena, int64_t capacity, lx_topological_order *out);

static inline void lx_order_append(lx_topological_order *order, int32_t row, int32_t column) {
  order->rows[order->end] = row;
  order->columns[order->end++] = column;
  order->count++;
}

/* Where variables keep their index: indices[column] = first + sign * index. */
typedef struct {
  int32_t *indices; /* per variable slot */
  int32_t first;
  int32_t sign;
} lx_position_map;

/* Puts a gap after every index. The capacity is at least twice the end. */
void lx_order_spread(lx_topological_order *order, const lx_position_map *map);

/* Inserts a row and its variable before `index`. Others may move: all that did lie from *first_out to before *end_out,
 * perhaps with gaps between. Returns 0 where there is no room. The caller updates the successor masks of what the moved
 * rows need. */
int lx_order_insert(lx_topological_order *order, const lx_position_map *map, int32_t index, int32_t row, int32_t column,
                    int32_t *first_out, int32_t *end_out);

/* Leaves a gap. The caller updates the index that the variable keeps. */
static inline void lx_order_remove(lx_topological_order *order, int32_t index) {
  order->columns[index] = -1;
  order->count--;
  if (order->predecessors != NULL)
    order->predecessors[index] = (lx_predecessor){.column = -1, .source = LX_PREDECESSOR_UNKNOWN};
}

#endif
