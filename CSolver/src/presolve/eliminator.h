/* eliminator.h: the state of the search for aggregations in a component. Private to this folder. */
#ifndef LX_ELIMINATOR_H
#define LX_ELIMINATOR_H

#include "presolve/eliminate.h"

/* A variable is defined through a coefficient at least this part of the row's largest: sums of many equal sizes, as of
 * spacers, have one large coefficient. */
#define LX_AGGREGATE_THRESHOLD 1e-6

/* Largest multiple of a row that is subtracted from another; more would magnify its rounding. */
#define LX_FACTOR_LIMIT 1e3

/* Size of a difference of two coefficients, relative to the larger. Up to the first they have cancelled (a few
 * roundings of a double); between the two the difference is mostly rounding and the component stays as it is. */
#define LX_CANCELLED 1e-14
#define LX_DUBIOUS 1e-8

/* Coefficients outside this range are not those of a layout, and the component stays as it is. */
#define LX_SMALLEST_RESULT 1e-6
#define LX_LARGEST_RESULT 1e6

/* Entries that a component may grow to, per entry it has: chains reduced in rounds take log2 of their length. */
#define LX_GROWTH_LIMIT 40

/* Of a variable that must be >= 0: it may be defined, or only where a row alone fixes it. */
enum { LX_SIGN_NONE = 0, LX_SIGN_CHECKED = 1, LX_SIGN_KEPT = 2 };

enum { LX_ROW_OUT = 0, LX_ROW_EQUALITY = 1, LX_ROW_COST = 2 };
enum { LX_QUEUED_SINGLE = 1, LX_QUEUED_DOUBLE = 2, LX_QUEUED_SIGNED = 4 };

/* A queue in a ring; an item is in it once at most. */
typedef struct {
  int32_t *items;
  int32_t capacity;
  int32_t head;
  int32_t count;
} lx_ring;

/* State of a row and of a variable, each in one cache line. */
typedef struct {
  int32_t room;  /* entries that the row has room for; in tear.c: its undecided columns */
  int32_t round; /* last round it took part in */
  uint8_t kind;
  uint8_t queued;
} lx_work_row;

typedef struct {
  int32_t head;       /* first node of its rows, or -1; may list rows that no longer mention it */
  int32_t equalities; /* remaining equalities that mention it */
  int32_t costs;      /* other rows that mention it */
  int32_t where;      /* index in the current row, or -1; in tear.c: see there */
  float growth;       /* tear.c: bound on how often it contains one rounding of the tears and constants */
  uint8_t queued;
  uint8_t is_signed; /* must be >= 0: LX_SIGN_… */
} lx_work_column;

typedef struct {
  int32_t row;
  int32_t next; /* or -1 */
} lx_node;

typedef struct {
  const lx_program *program;
  const lx_assignment *assignment;
  const uint8_t *no_eliminate; /* per variable slot: it must not be defined if it must be >= 0; or NULL */
  lx_elimination *out;
  const lx_allocator *allocator;
  lx_work_row *rows;       /* per row slot */
  lx_work_column *columns; /* per variable slot */
  lx_node *nodes;
  int64_t node_capacity;
  int32_t node_count;
  lx_ring short_rows;
  int32_t *rows_left; /* tear.c: as long as short_rows */
  lx_ring singles;
  lx_ring doubles;
  lx_ring signed_columns; /* used when the other queues are empty */
  int32_t round;
  int32_t round_left; /* of `doubles`, in this round */
  int dubious;
} lx_eliminator;

/* eliminator.c: room for `count` in total. */
lx_status lx_reserve_entries(lx_elimination *out, int64_t count);
lx_status lx_reserve_records(lx_elimination *out, int64_t count);
lx_status lx_reserve_nodes(lx_eliminator *e, int64_t count);

/* eliminator.c: resets the variables of a component. */
void lx_clear_columns(lx_eliminator *e, const lx_unassigned *c);

/* aggregate.c: aggregates until nothing is left to do, `limit` entries are used, or e->dubious is set. */
lx_status lx_aggregate_all(lx_eliminator *e, int64_t limit);

/* tear.c: reduces a component in one pass. *done_out is 0 where that is not possible; rows and columns are undefined
 * then, and the caller discards the aggregations and records made. */
lx_status lx_tear(lx_eliminator *e, const lx_unassigned *c, int *done_out);

static inline void lx_ring_push(lx_ring *ring, int32_t item) {
  int32_t index = ring->head + ring->count++;
  if (index >= ring->capacity)
    index -= ring->capacity;
  ring->items[index] = item;
}

static inline int32_t lx_ring_pop(lx_ring *ring) {
  const int32_t item = ring->items[ring->head];
  ring->head = ring->head + 1 < ring->capacity ? ring->head + 1 : 0;
  ring->count--;
  return item;
}

static inline void lx_push_node(lx_eliminator *e, int32_t column, int32_t row) {
  e->nodes[e->node_count] = (lx_node){row, e->columns[column].head};
  e->columns[column].head = e->node_count++;
}

static inline void lx_count_use(lx_eliminator *e, int32_t row, int32_t column, int32_t change) {
  if (e->rows[row].kind == LX_ROW_EQUALITY)
    e->columns[column].equalities += change;
  else
    e->columns[column].costs += change;
}

/* Queue a row or a column that may allow an aggregation. */
static inline void lx_queue_row(lx_eliminator *e, int32_t row) {
  if (e->rows[row].kind != LX_ROW_EQUALITY || e->out->counts[row] > 2 || e->rows[row].queued)
    return;
  e->rows[row].queued = 1;
  lx_ring_push(&e->short_rows, row);
}

static inline void lx_queue_column(lx_eliminator *e, int32_t column) {
  lx_work_column *work = &e->columns[column];
  if (work->costs > 0 || work->equalities > 2 || work->equalities == 0)
    return;
  const uint8_t flag = work->is_signed ? LX_QUEUED_SIGNED : work->equalities == 1 ? LX_QUEUED_SINGLE : LX_QUEUED_DOUBLE;
  if (work->queued & flag)
    return;
  work->queued |= flag;
  lx_ring_push(work->is_signed ? &e->signed_columns : flag == LX_QUEUED_SINGLE ? &e->singles : &e->doubles, column);
}

#endif
