/* topological_order.h: rows and the variables they decide, in an order in which each needs only what comes before it.
 *
 * An order that is to be edited has gaps, so that what is put between two moves but few. */
#ifndef LX_TOPOLOGICAL_ORDER_H
#define LX_TOPOLOGICAL_ORDER_H

#include "base/arena.h"

/* A decided variable as its source and a increment: value = value of the source + increment, as long as nothing else in
 * its row changes. Most positions are of that kind. */
typedef struct {
  int32_t column;
  int32_t source;   /* variable, or one of LX_PREDECESSOR_… */
  double increment; /* NaN: to be computed from the row */
} lx_predecessor;

#define LX_PREDECESSOR_NONE (-1)    /* the variable is no such sum, and always goes by the row */
#define LX_PREDECESSOR_UNKNOWN (-2) /* nobody has looked */
#define LX_PREDECESSOR_MANY (-3)    /* several others change together, so that it goes by the row */

/* Who needs the variable at a index: bit d, that the one at index + 1 + d does, of which it is the source, or which
 * goes by the row. */
#define LX_SUCCESSOR_REACH 62
#define LX_SUCCESSOR_SIGNED ((uint64_t)1 << 62)   /* the variable must be >= 0 */
#define LX_SUCCESSORS_UNKNOWN ((uint64_t)1 << 63) /* others need it, too, or nobody has looked */

/* Whether one predecessor alone needs the variable, and that need not be >= 0. */
static inline int lx_has_single_successor(uint64_t mask) {
  return mask != 0 && (mask & (mask - 1)) == 0 && mask < LX_SUCCESSOR_SIGNED;
}

/* Places to the first that needs the variable. */
static inline int32_t lx_successor_stride(uint64_t mask) { return __builtin_ctzll(mask) + 1; }

typedef struct {
  int32_t *rows;    /* per index */
  int32_t *columns; /* per index: the variable that the row decides, or -1: nothing is here */
  int32_t end;      /* indices in use, gaps included */
  int32_t capacity;
  int32_t count;                /* without gaps */
  lx_predecessor *predecessors; /* per index; NULL until the first edit */
  uint64_t *successors;         /* per index, likewise */
  uint8_t *ready; /* per LX_ORDER_SECTION indices: there is something in their predecessors and successors */
} lx_topological_order;

/* Links and successors are not made before a index of their section is reached: in a large scene most never are. */
#define LX_ORDER_SECTION 64

/* Nothing is known of the section of this number. */
void lx_order_prepare_section(const lx_topological_order *order, int32_t section);

/* A index may be reached now. */
static inline void lx_order_prepare(const lx_topological_order *order, int32_t index) {
  if (!order->ready[index / LX_ORDER_SECTION])
    lx_order_prepare_section(order, index / LX_ORDER_SECTION);
}

/* An empty order with room for that many indices. */
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

/* Puts a gap behind every index. The capacity is at least twice the end. */
void lx_order_spread(lx_topological_order *order, const lx_position_map *map);

/* Puts a row and its variable between what is at `index` - 1 and what is at `index`, some of which may move: all that
 * did lies from *first_out to before *end_out, perhaps with gaps between. Returns 0 where there is no room. Fans of
 * what the moved rows need are the caller's. */
int lx_order_insert(lx_topological_order *order, const lx_position_map *map, int32_t index, int32_t row, int32_t column,
                    int32_t *first_out, int32_t *end_out);

/* Leaves a gap; the variable's index is the caller's. */
static inline void lx_order_remove(lx_topological_order *order, int32_t index) {
  order->columns[index] = -1;
  order->count--;
  if (order->predecessors != NULL)
    order->predecessors[index] = (lx_predecessor){.column = -1, .source = LX_PREDECESSOR_UNKNOWN};
}

#endif
