/* order.c: an array with gaps. */
#include "presolve/order.h"

/* How far away a gap may be. */
#define LX_ORDER_REACH 4096

lx_status lx_order_create(lx_arena *arena, int64_t capacity, lx_order *out) {
  *out = (lx_order){.rows = lx_arena_take(arena, capacity, sizeof(int32_t)),
                    .columns = lx_arena_take(arena, capacity, sizeof(int32_t)),
                    .capacity = (int32_t)capacity};
  return out->rows == NULL || out->columns == NULL ? LX_ERROR_MEMORY : LX_OK;
}

void lx_order_make_ready(const lx_order *order, int32_t part) {
  const int32_t first = part * LX_ORDER_PART, most = order->end - first;
  for (int32_t k = first; k < first + (most < LX_ORDER_PART ? most : LX_ORDER_PART); k++) {
    order->links[k] = (lx_link){.column = order->columns[k], .source = LX_LINK_UNKNOWN};
    order->fans[k] = LX_FAN_OPEN;
  }
  order->ready[part] = 1;
}

static void put(lx_order *order, const lx_order_index *index, int32_t place, int32_t row, int32_t column) {
  order->rows[place] = row;
  order->columns[place] = column;
  if (column >= 0)
    index->places[column] = index->first + index->sign * place;
  if (order->links != NULL) {
    order->links[place] = (lx_link){.column = column, .source = LX_LINK_UNKNOWN};
    order->fans[place] = LX_FAN_OPEN;
  }
}

static void move(lx_order *order, const lx_order_index *index, int32_t to, int32_t from) {
  const lx_link link = order->links != NULL ? order->links[from] : (lx_link){.source = LX_LINK_UNKNOWN};
  put(order, index, to, order->rows[from], order->columns[from]);
  if (order->links != NULL)
    order->links[to] = link;
}

void lx_order_spread(lx_order *order, const lx_order_index *index) {
  for (int32_t k = order->end - 1; k >= 0; k--) {
    put(order, index, 2 * k + 1, -1, -1);
    put(order, index, 2 * k, order->rows[k], order->columns[k]);
  }
  order->end *= 2;
}

int lx_order_insert(lx_order *order, const lx_order_index *index, int32_t place, int32_t row, int32_t column,
                    int32_t *first_out, int32_t *end_out) {
  if (place > order->end)
    place = order->end;
  for (int32_t distance = 0; distance < LX_ORDER_REACH; distance++) {
    const int32_t after = place + distance, before = place - 1 - distance;
    if (after == order->end && order->end < order->capacity)
      order->columns[order->end++] = -1;
    if (after < order->end && order->columns[after] < 0) {
      for (int32_t k = after; k > place; k--)
        move(order, index, k, k - 1);
      put(order, index, place, row, column);
      order->count++;
      *first_out = place + 1;
      *end_out = after + 1;
      return 1;
    }
    if (before >= 0 && order->columns[before] < 0) {
      for (int32_t k = before; k < place - 1; k++)
        move(order, index, k, k + 1);
      put(order, index, place - 1, row, column);
      order->count++;
      *first_out = before;
      *end_out = place - 1;
      return 1;
    }
  }
  return 0;
}
