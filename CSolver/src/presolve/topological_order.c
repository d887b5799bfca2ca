/* topological_order.c: an array with gaps. Where no gap is near, the smallest window that has enough is evened out, so
 * that many insertions at one index cost little each (A. Itai, A. G. Konheim and M. Rodeh, A sparse table
 * implementation of priority queues, ICALP 1981). */
#include "presolve/topological_order.h"

/* Largest distance to a gap before a window is evened out, and the size of the smallest window. */
#define LX_ORDER_NEAR 64
#define LX_ORDER_WINDOW 256

lx_status lx_order_create(lx_arena *arena, int64_t capacity, lx_topological_order *out) {
  *out = (lx_topological_order){.rows = lx_arena_take(arena, capacity, sizeof(int32_t)),
                                .columns = lx_arena_take(arena, capacity, sizeof(int32_t)),
                                .capacity = (int32_t)capacity};
  return out->rows == NULL || out->columns == NULL ? LX_ERROR_MEMORY : LX_OK;
}

void lx_order_prepare_section(const lx_topological_order *order, int32_t section) {
  const int32_t first = section * LX_ORDER_SECTION, most = order->end - first;
  for (int32_t k = first; k < first + (most < LX_ORDER_SECTION ? most : LX_ORDER_SECTION); k++) {
    order->predecessors[k] = (lx_predecessor){.column = order->columns[k], .source = LX_PREDECESSOR_UNKNOWN};
    order->successors[k] = LX_SUCCESSORS_UNKNOWN;
  }
  order->ready[section] = 1;
}

static void put(lx_topological_order *order, const lx_position_map *map, int32_t index, int32_t row, int32_t column) {
  order->rows[index] = row;
  order->columns[index] = column;
  if (column >= 0)
    map->indices[column] = map->first + map->sign * index;
  if (order->predecessors != NULL) {
    order->predecessors[index] = (lx_predecessor){.column = column, .source = LX_PREDECESSOR_UNKNOWN};
    order->successors[index] = LX_SUCCESSORS_UNKNOWN;
  }
}

static void move(lx_topological_order *order, const lx_position_map *map, int32_t to, int32_t from) {
  const lx_predecessor predecessor =
      order->predecessors != NULL ? order->predecessors[from] : (lx_predecessor){.source = LX_PREDECESSOR_UNKNOWN};
  put(order, map, to, order->rows[from], order->columns[from]);
  if (order->predecessors != NULL)
    order->predecessors[to] = predecessor;
}

void lx_order_spread(lx_topological_order *order, const lx_position_map *map) {
  for (int32_t k = order->end - 1; k >= 0; k--) {
    put(order, map, 2 * k + 1, -1, -1);
    put(order, map, 2 * k, order->rows[k], order->columns[k]);
  }
  order->end *= 2;
}

static int32_t count_live(const lx_topological_order *order, int32_t first, int32_t end) {
  int32_t live = 0;
  for (int32_t k = first; k < end && k < order->end; k++)
    live += order->columns[k] >= 0;
  return live;
}

/* Evens out indices first ..< end, at most the capacity, with a new item before the one at `index`. */
static void even_out(lx_topological_order *order, const lx_position_map *map, int32_t first, int32_t end, int32_t index,
                     int32_t row, int32_t column) {
  for (; order->end < end; order->end++)
    put(order, map, order->end, -1, -1);
  int32_t packed = first, before = 0;
  for (int32_t k = first; k < end; k++) {
    if (order->columns[k] < 0)
      continue;
    before += k < index;
    if (k != packed) {
      move(order, map, packed, k);
      put(order, map, k, -1, -1);
    }
    packed++;
  }
  /* From the last to the first, so that each moves up into free space, or stays. */
  const int32_t total = packed - first + 1;
  for (int32_t i = total - 1; i >= 0; i--) {
    const int32_t to = first + (int32_t)((int64_t)i * (end - first) / total), from = first + i - (i > before);
    if (i == before) {
      put(order, map, to, row, column);
    } else if (to != from) {
      move(order, map, to, from);
      put(order, map, from, -1, -1);
    }
  }
}

/* Inserts where gaps are far: evens out a window around the index that is at most three quarters full. */
static int insert_crowded(lx_topological_order *order, const lx_position_map *map, int32_t index, int32_t row,
                          int32_t column, int32_t *first_out, int32_t *end_out) {
  for (int64_t width = LX_ORDER_WINDOW;; width *= 2) {
    const int32_t first = index > width / 2 ? index - (int32_t)(width / 2) : 0;
    const int32_t end = first + width < order->capacity ? first + (int32_t)width : order->capacity;
    if (4 * ((int64_t)count_live(order, first, end) + 1) <= 3 * (int64_t)(end - first)) {
      even_out(order, map, first, end, index, row, column);
      order->count++;
      *first_out = first;
      *end_out = end;
      return 1;
    }
    if (first == 0 && end == order->capacity)
      return 0;
  }
}

int lx_order_insert(lx_topological_order *order, const lx_position_map *map, int32_t index, int32_t row, int32_t column,
                    int32_t *first_out, int32_t *end_out) {
  if (index > order->end)
    index = order->end;
  for (int32_t distance = 0; distance < LX_ORDER_NEAR; distance++) {
    const int32_t after = index + distance, before = index - 1 - distance;
    if (after == order->end && order->end < order->capacity)
      put(order, map, order->end++, -1, -1);
    if (after < order->end && order->columns[after] < 0) {
      for (int32_t k = after; k > index; k--)
        move(order, map, k, k - 1);
      put(order, map, index, row, column);
      order->count++;
      *first_out = index + 1;
      *end_out = after + 1;
      return 1;
    }
    if (before >= 0 && order->columns[before] < 0) {
      for (int32_t k = before; k < index - 1; k++)
        move(order, map, k, k + 1);
      put(order, map, index - 1, row, column);
      order->count++;
      *first_out = before;
      *end_out = index - 1;
      return 1;
    }
  }
  return insert_crowded(order, map, index, row, column, first_out, end_out);
}
