/* order.c: an array with gaps. Where there are none near, the smallest stretch around that has some is evened out, so that
 * many edits at one place cost little each (A. Itai, A. G. Konheim and M. Rodeh, A sparse table implementation of
 * priority queues, ICALP 1981). */
#include "presolve/order.h"

/* How far away a gap may be before places are evened out, and how many are then, at least. */
#define LX_ORDER_NEAR 64
#define LX_ORDER_WINDOW 256

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

static int32_t count_live(const lx_order *order, int32_t first, int32_t end) {
  int32_t live = 0;
  for (int32_t k = first; k < end && k < order->end; k++)
    live += order->columns[k] >= 0;
  return live;
}

/* Evens out places first ..< end, which is at most the capacity, with one more before what is at `place`. */
static void even_out(lx_order *order, const lx_order_index *index, int32_t first, int32_t end, int32_t place,
                     int32_t row, int32_t column) {
  for (; order->end < end; order->end++)
    put(order, index, order->end, -1, -1);
  int32_t packed = first, before = 0;
  for (int32_t k = first; k < end; k++) {
    if (order->columns[k] < 0)
      continue;
    before += k < place;
    if (k != packed) {
      move(order, index, packed, k);
      put(order, index, k, -1, -1);
    }
    packed++;
  }
  /* From the last to the first: each goes as far up as the places below it allow, or stays. */
  const int32_t total = packed - first + 1;
  for (int32_t i = total - 1; i >= 0; i--) {
    const int32_t to = first + (int32_t)((int64_t)i * (end - first) / total), from = first + i - (i > before);
    if (i == before) {
      put(order, index, to, row, column);
    } else if (to != from) {
      move(order, index, to, from);
      put(order, index, from, -1, -1);
    }
  }
}

/* Inserts where gaps are far: a stretch around the place is evened out that is full to three quarters at most. */
static int insert_crowded(lx_order *order, const lx_order_index *index, int32_t place, int32_t row, int32_t column,
                          int32_t *first_out, int32_t *end_out) {
  for (int64_t width = LX_ORDER_WINDOW;; width *= 2) {
    const int32_t first = place > width / 2 ? place - (int32_t)(width / 2) : 0;
    const int32_t end = first + width < order->capacity ? first + (int32_t)width : order->capacity;
    if (4 * ((int64_t)count_live(order, first, end) + 1) <= 3 * (int64_t)(end - first)) {
      even_out(order, index, first, end, place, row, column);
      order->count++;
      *first_out = first;
      *end_out = end;
      return 1;
    }
    if (first == 0 && end == order->capacity)
      return 0;
  }
}

int lx_order_insert(lx_order *order, const lx_order_index *index, int32_t place, int32_t row, int32_t column,
                    int32_t *first_out, int32_t *end_out) {
  if (place > order->end)
    place = order->end;
  for (int32_t distance = 0; distance < LX_ORDER_NEAR; distance++) {
    const int32_t after = place + distance, before = place - 1 - distance;
    if (after == order->end && order->end < order->capacity)
      put(order, index, order->end++, -1, -1);
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
  return insert_crowded(order, index, place, row, column, first_out, end_out);
}
