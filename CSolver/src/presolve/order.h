/* order.h: rows and the variables they decide, in an order in which each needs only what comes before it. */
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

/* An empty order with room for `count` places and `spare` more. */
static inline lx_status lx_order_create(lx_arena *arena, int32_t count, int32_t spare, lx_order *out) {
  const int64_t room = (int64_t)count + spare;
  *out = (lx_order){.rows = lx_arena_take(arena, room, sizeof(int32_t)),
                    .columns = lx_arena_take(arena, room, sizeof(int32_t)),
                    .capacity = (int32_t)room};
  return out->rows == NULL || out->columns == NULL ? LX_ERROR_MEMORY : LX_OK;
}

static inline void lx_order_append(lx_order *order, int32_t row, int32_t column) {
  order->rows[order->end] = row;
  order->columns[order->end++] = column;
  order->count++;
}

#endif
