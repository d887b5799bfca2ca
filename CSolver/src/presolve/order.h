/* order.h: rows and the variables they decide, in an order in which each needs only what comes before it.
 *
 * An order that is to be edited has gaps, so that what is put between two moves but few. */
#ifndef LX_ORDER_H
#define LX_ORDER_H

#include "base/arena.h"

typedef struct {
  int32_t *rows;    /* per place */
  int32_t *columns; /* per place: the variable that the row decides, or -1: nothing is here */
  int32_t end;      /* places in use, gaps included */
  int32_t capacity;
  int32_t count; /* without gaps */
} lx_order;

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

/* Puts a row and its variable between what is at `place` - 1 and what is at `place`, some of which may move. Returns 0
 * where there is no gap near. */
int lx_order_insert(lx_order *order, const lx_order_index *index, int32_t place, int32_t row, int32_t column);

/* Leaves a gap; the variable's place is the caller's. */
static inline void lx_order_remove(lx_order *order, int32_t place) {
  order->columns[place] = -1;
  order->count--;
}

#endif
