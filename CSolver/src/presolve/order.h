/* order.h: rows and the variables they decide, in an order in which each needs only what comes before it.
 *
 * An order that is to be edited has gaps, so that what is put between two moves but few. */
#ifndef LX_ORDER_H
#define LX_ORDER_H

#include "base/arena.h"

/* A decided variable as its source and a step: value = value of the source + step, as long as nothing else in its row
 * changes. Most positions are of that kind. */
typedef struct {
  int32_t column;
  int32_t source; /* variable, or one of LX_LINK_… */
  double step;    /* NaN: to be computed from the row */
} lx_link;

#define LX_LINK_NONE (-1)    /* the variable is no such sum, and always goes by the row */
#define LX_LINK_UNKNOWN (-2) /* nobody has looked */
#define LX_LINK_SUM (-3)     /* several others change together, so that it goes by the row */

/* Who needs the variable at a place: bit d, that the one at place + 1 + d does, of which it is the source, or which
 * goes by the row. */
#define LX_FAN_REACH 62
#define LX_FAN_SIGNED ((uint64_t)1 << 62) /* the variable must be >= 0 */
#define LX_FAN_OPEN ((uint64_t)1 << 63)   /* others need it, too, or nobody has looked */

/* Whether one link alone needs the variable, and that need not be >= 0. */
static inline int lx_fan_is_single(uint64_t fan) { return fan != 0 && (fan & (fan - 1)) == 0 && fan < LX_FAN_SIGNED; }

/* Places to the first that needs the variable. */
static inline int32_t lx_fan_stride(uint64_t fan) { return __builtin_ctzll(fan) + 1; }

typedef struct {
  int32_t *rows;    /* per place */
  int32_t *columns; /* per place: the variable that the row decides, or -1: nothing is here */
  int32_t end;      /* places in use, gaps included */
  int32_t capacity;
  int32_t count;  /* without gaps */
  lx_link *links; /* per place; NULL until the first edit */
  uint64_t *fans; /* per place, likewise */
  uint8_t *ready; /* per LX_ORDER_PART places: there is something in their links and fans */
} lx_order;

/* Links and fans are not made before a place of their part is reached: in a large scene most never are. */
#define LX_ORDER_PART 64

/* Nothing is known of the part of this number. */
void lx_order_make_ready(const lx_order *order, int32_t part);

/* A place may be reached now. */
static inline void lx_order_meet(const lx_order *order, int32_t place) {
  if (!order->ready[place / LX_ORDER_PART])
    lx_order_make_ready(order, place / LX_ORDER_PART);
}

/* An empty order with room for that many places. */
lx_status lx_order_create(lx_arena *arena, int64_t capacity, lx_order *out);

static inline void lx_order_append(lx_order *order, int32_t row, int32_t column) {
  order->rows[order->end] = row;
  order->columns[order->end++] = column;
  order->count++;
}

/* Where variables keep their place: places[column] = first + sign * place. */
typedef struct {
  int32_t *places; /* per variable slot */
  int32_t first;
  int32_t sign;
} lx_order_index;

/* Puts a gap behind every place. The capacity is at least twice the end. */
void lx_order_spread(lx_order *order, const lx_order_index *index);

/* Puts a row and its variable between what is at `place` - 1 and what is at `place`, some of which may move: all that
 * did lies from *first_out to before *end_out, perhaps with gaps between. Returns 0 where there is no room. Fans of what the
 * moved rows need are the caller's. */
int lx_order_insert(lx_order *order, const lx_order_index *index, int32_t place, int32_t row, int32_t column,
                    int32_t *first_out, int32_t *end_out);

/* Leaves a gap; the variable's place is the caller's. */
static inline void lx_order_remove(lx_order *order, int32_t place) {
  order->columns[place] = -1;
  order->count--;
  if (order->links != NULL)
    order->links[place] = (lx_link){.column = -1, .source = LX_LINK_UNKNOWN};
}

#endif
