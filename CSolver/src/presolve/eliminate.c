/* eliminate.c: see eliminate.h. Three queues: variables that one row alone mentions, rows of one or two variables, and
 * variables in two equalities. The last are taken in rounds in which no row takes part twice, so that a chain of n rows
 * melts in log n rounds and its sums cost n log n. */
#include "presolve/eliminate.h"

#include <math.h>
#include <string.h>

/* A variable is defined through a coefficient at least this part of the row's largest: sums of many equal sizes, as of
 * spacers, have one large coefficient. */
#define LX_STEP_THRESHOLD 1e-6

/* Largest multiple of a step that is subtracted from another row; more would magnify the step's rounding. */
#define LX_FACTOR_LIMIT 1e3

/* What is left of two coefficients, relative to the larger: up to the first they cancelled (some roundings of a
 * double), between the two the difference is mostly rounding and the component is left alone. */
#define LX_CANCELLED 1e-14
#define LX_DUBIOUS 1e-8

/* Coefficients outside this range are no longer those of a layout, and the component is left alone. */
#define LX_SMALLEST_RESULT 1e-6
#define LX_LARGEST_RESULT 1e6

/* Entries a component may grow to, per entry it has: chains in rounds take log2 of their length. */
#define LX_GROWTH_LIMIT 40

enum { LX_ROW_OUT = 0, LX_ROW_EQUALITY = 1, LX_ROW_COST = 2 };
enum { LX_QUEUED_SINGLE = 1, LX_QUEUED_DOUBLE = 2, LX_QUEUED_SIGNED = 4 };

/* A ring in which everything is queued once at most. */
typedef struct {
  int32_t *items;
  int32_t capacity;
  int32_t head;
  int32_t count;
} lx_ring;

/* What the search knows of a row and of a variable, each in one place of memory. */
typedef struct {
  int32_t room;  /* entries its place has room for */
  int32_t round; /* the last it took part in */
  uint8_t kind;
  uint8_t queued;
} lx_work_row;

typedef struct {
  int32_t head;       /* first node of its rows, or -1; rows that no longer mention it may be there */
  int32_t equalities; /* active equalities that mention it */
  int32_t costs;      /* other rows that do */
  int32_t where;      /* place in the row at hand, or -1 */
  uint8_t queued;
  uint8_t is_signed; /* must be >= 0 */
} lx_work_column;

typedef struct {
  int32_t row;
  int32_t next; /* or -1 */
} lx_node;

typedef struct {
  const lx_program *program;
  const lx_fixing *fixing;
  lx_elimination *out;
  const lx_allocator *allocator;
  lx_work_row *rows;       /* per row slot */
  lx_work_column *columns; /* per variable slot */
  lx_node *nodes;
  int64_t node_capacity;
  int32_t node_count;
  lx_ring short_rows;
  lx_ring singles;
  lx_ring doubles;
  lx_ring signed_columns; /* looked at when nothing else is left */
  int32_t round;
  int32_t round_left; /* of `doubles`, in this round */
  int dubious;
} lx_eliminator;

static lx_ring make_ring(lx_arena *arena, int64_t capacity) {
  return (lx_ring){.items = lx_arena_take(arena, capacity + 1, sizeof(int32_t)), .capacity = (int32_t)capacity + 1};
}

static void ring_push(lx_ring *ring, int32_t item) {
  int32_t place = ring->head + ring->count++;
  if (place >= ring->capacity)
    place -= ring->capacity;
  ring->items[place] = item;
}

static int32_t ring_pop(lx_ring *ring) {
  const int32_t item = ring->items[ring->head];
  ring->head = ring->head + 1 < ring->capacity ? ring->head + 1 : 0;
  ring->count--;
  return item;
}

static lx_status reserve_nodes(lx_eliminator *e, int64_t count) {
  void *block = e->nodes;
  const lx_status status = lx_reserve(e->allocator, &block, &e->node_capacity, count, sizeof *e->nodes);
  e->nodes = block;
  return status;
}

static void push_node(lx_eliminator *e, int32_t column, int32_t row) {
  e->nodes[e->node_count] = (lx_node){row, e->columns[column].head};
  e->columns[column].head = e->node_count++;
}

static lx_status reserve_entries(lx_elimination *out, int64_t count) {
  void *block = out->columns;
  lx_status status = lx_reserve(out->allocator, &block, &out->column_capacity, count, sizeof *out->columns);
  out->columns = block;
  if (status == LX_OK) {
    block = out->values;
    status = lx_reserve(out->allocator, &block, &out->value_capacity, count, sizeof *out->values);
    out->values = block;
  }
  return status;
}

static void queue_row(lx_eliminator *e, int32_t row) {
  if (e->rows[row].kind != LX_ROW_EQUALITY || e->out->counts[row] > 2 || e->rows[row].queued)
    return;
  e->rows[row].queued = 1;
  ring_push(&e->short_rows, row);
}

static void queue_column(lx_eliminator *e, int32_t column) {
  lx_work_column *work = &e->columns[column];
  if (work->costs > 0 || work->equalities > 2 || work->equalities == 0)
    return;
  const uint8_t flag = work->is_signed ? LX_QUEUED_SIGNED : work->equalities == 1 ? LX_QUEUED_SINGLE : LX_QUEUED_DOUBLE;
  if (work->queued & flag)
    return;
  work->queued |= flag;
  ring_push(work->is_signed ? &e->signed_columns : flag == LX_QUEUED_SINGLE ? &e->singles : &e->doubles, column);
}

static void count_use(lx_eliminator *e, int32_t row, int32_t column, int32_t change) {
  if (e->rows[row].kind == LX_ROW_EQUALITY)
    e->columns[column].equalities += change;
  else
    e->columns[column].costs += change;
}

/* Place of a column in a row, relative to the row's start; -1. */
static int32_t find_entry(const lx_eliminator *e, int32_t row, int32_t column) {
  const int32_t *columns = e->out->columns + e->out->starts[row];
  for (int32_t k = 0; k < e->out->counts[row]; k++)
    if (columns[k] == column)
      return k;
  return -1;
}

/* Whether a row may define a column by sign and size: see eliminate.h. */
static int may_define(const lx_eliminator *e, int32_t row, int32_t entry) {
  const lx_elimination *out = e->out;
  const int32_t start = out->starts[row], count = out->counts[row];
  const double pivot = out->values[start + entry];
  const int is_signed = e->columns[out->columns[start + entry]].is_signed;
  for (int32_t k = 0; k < count; k++) {
    if (k == entry)
      continue;
    const double value = out->values[start + k];
    if (fabs(pivot) < LX_STEP_THRESHOLD * fabs(value))
      return 0;
    if (is_signed && (value * pivot > 0 || !e->columns[out->columns[start + k]].is_signed))
      return 0;
  }
  return 1;
}

/* Room for `count` entries in the place of a row, which may move to the end of the pool. */
static lx_status make_room(lx_eliminator *e, int32_t row, int32_t count) {
  lx_elimination *out = e->out;
  if (count <= e->rows[row].room)
    return LX_OK;
  const int32_t room = 2 * count;
  const lx_status status = reserve_entries(out, (int64_t)out->used + room);
  if (status != LX_OK)
    return status;
  const size_t held = (size_t)out->counts[row];
  memcpy(out->columns + out->used, out->columns + out->starts[row], sizeof *out->columns * held);
  memcpy(out->values + out->used, out->values + out->starts[row], sizeof *out->values * held);
  out->starts[row] = out->used;
  out->used += room;
  e->rows[row].room = room;
  return LX_OK;
}

/* Adds `value` at a column of the row that is spread out in `where`. */
static void add_entry(lx_eliminator *e, int32_t row, int32_t column, double value) {
  lx_elimination *out = e->out;
  const int32_t start = out->starts[row], place = e->columns[column].where;
  if (place < 0) {
    e->columns[column].where = out->counts[row];
    out->columns[start + out->counts[row]] = column;
    out->values[start + out->counts[row]++] = value;
    count_use(e, row, column, 1);
    push_node(e, column, row);
    e->dubious |= fabs(value) < LX_SMALLEST_RESULT || fabs(value) > LX_LARGEST_RESULT;
    return;
  }
  const double old = out->values[start + place], sum = old + value;
  if (fabs(sum) <= LX_CANCELLED * fabs(old)) {
    out->values[start + place] = 0;
    return;
  }
  e->dubious |= fabs(sum) < LX_DUBIOUS * fabs(old) || fabs(sum) < LX_SMALLEST_RESULT || fabs(sum) > LX_LARGEST_RESULT;
  out->values[start + place] = sum;
}

/* Takes cancelled entries out of a row and clears `where`. */
static void close_row(lx_eliminator *e, int32_t row) {
  lx_elimination *out = e->out;
  int32_t *columns = out->columns + out->starts[row];
  double *values = out->values + out->starts[row];
  int32_t kept = 0;
  for (int32_t k = 0; k < out->counts[row]; k++) {
    const int32_t column = columns[k];
    e->columns[column].where = -1;
    if (values[k] == 0) {
      count_use(e, row, column, -1);
      queue_column(e, column);
      continue;
    }
    columns[kept] = column;
    values[kept++] = values[k];
  }
  out->counts[row] = kept;
}

/* Subtracts the multiple of `source` that takes `source`'s entry out of `target`. */
static lx_status merge(lx_eliminator *e, int32_t target, int32_t target_entry, int32_t source, int32_t source_entry) {
  lx_elimination *out = e->out;
  const int32_t added = out->counts[source];
  lx_status status = make_room(e, target, out->counts[target] + added);
  if (status == LX_OK)
    status = reserve_nodes(e, (int64_t)e->node_count + added);
  if (status == LX_OK) {
    void *block = out->operations;
    status = lx_reserve(e->allocator, &block, &out->operation_capacity, (int64_t)out->operation_count + 1,
                        sizeof *out->operations);
    out->operations = block;
  }
  if (status != LX_OK)
    return status;
  int32_t *columns = out->columns + out->starts[target];
  double *values = out->values + out->starts[target];
  const double factor = values[target_entry] / out->values[out->starts[source] + source_entry];
  e->dubious |= fabs(factor) > LX_FACTOR_LIMIT;
  out->operations[out->operation_count++] = (lx_row_operation){target, source, factor};
  for (int32_t k = 0; k < out->counts[target]; k++)
    e->columns[columns[k]].where = k;
  for (int32_t k = 0; k < added; k++)
    if (k != source_entry)
      add_entry(e, target, out->columns[out->starts[source] + k], -factor * out->values[out->starts[source] + k]);
  values[target_entry] = 0;
  close_row(e, target);
  if (e->rows[target].kind == LX_ROW_EQUALITY) {
    queue_row(e, target);
    for (int32_t k = 0; k < out->counts[target]; k++)
      queue_column(e, columns[k]);
  }
  return LX_OK;
}

/* The row leaves and defines the column at `entry`. */
static void define(lx_eliminator *e, int32_t row, int32_t entry) {
  lx_elimination *out = e->out;
  int32_t *columns = out->columns + out->starts[row];
  double *values = out->values + out->starts[row];
  const int32_t column = columns[entry];
  const double pivot = values[entry];
  columns[entry] = columns[0];
  values[entry] = values[0];
  columns[0] = column;
  values[0] = pivot;
  for (int32_t k = 0; k < out->counts[row]; k++)
    e->columns[columns[k]].equalities--;
  e->rows[row].kind = LX_ROW_OUT;
  out->is_step[row] = 1;
  out->is_defined[column] = 1;
  out->steps[out->step_count++] = row;
  for (int32_t k = 1; k < out->counts[row]; k++)
    queue_column(e, columns[k]);
}

/* Takes a column out of all other rows, and the row with it. */
static lx_status substitute(lx_eliminator *e, int32_t row, int32_t entry) {
  const int32_t column = e->out->columns[e->out->starts[row] + entry];
  for (int32_t node = e->columns[column].head; node >= 0; node = e->nodes[node].next) {
    const int32_t target = e->nodes[node].row;
    if (target == row || e->rows[target].kind == LX_ROW_OUT)
      continue;
    const int32_t place = find_entry(e, target, column);
    if (place < 0)
      continue;
    const lx_status status = merge(e, target, place, row, entry);
    if (status != LX_OK)
      return status;
  }
  define(e, row, entry);
  return LX_OK;
}

/* The equalities that mention a column; at most two are looked for. */
static int32_t find_equalities(const lx_eliminator *e, int32_t column, int32_t *rows, int32_t *entries) {
  int32_t count = 0;
  for (int32_t node = e->columns[column].head; node >= 0 && count < 2; node = e->nodes[node].next) {
    const int32_t row = e->nodes[node].row;
    if (e->rows[row].kind != LX_ROW_EQUALITY || (count == 1 && rows[0] == row))
      continue;
    const int32_t entry = find_entry(e, row, column);
    if (entry < 0)
      continue;
    rows[count] = row;
    entries[count++] = entry;
  }
  return count;
}

/* A column in one equality or two, and in no other row: the shorter row that may defines it. */
static lx_status eliminate_column(lx_eliminator *e, int32_t column) {
  int32_t rows[2], entries[2];
  if (e->out->is_defined[column] || e->columns[column].costs > 0 || e->columns[column].equalities > 2)
    return LX_OK;
  const int32_t count = find_equalities(e, column, rows, entries);
  int32_t chosen = -1;
  for (int32_t k = 0; k < count; k++)
    if (may_define(e, rows[k], entries[k]) && (chosen < 0 || e->out->counts[rows[k]] < e->out->counts[rows[chosen]]))
      chosen = k;
  if (chosen < 0)
    return LX_OK;
  for (int32_t k = 0; k < count; k++)
    e->rows[rows[k]].round = e->round;
  return substitute(e, rows[chosen], entries[chosen]);
}

/* Of an equality between two variables, the one to take out: first one in no other kind of row, then the one in fewer
 * rows, then one without a sign, then the later. */
static int prefers(const lx_eliminator *e, int32_t a, int32_t b) {
  if ((e->columns[a].costs == 0) != (e->columns[b].costs == 0))
    return e->columns[a].costs == 0;
  const int32_t uses_a = e->columns[a].costs + e->columns[a].equalities,
                uses_b = e->columns[b].costs + e->columns[b].equalities;
  if (uses_a != uses_b)
    return uses_a < uses_b;
  const int signed_a = e->columns[a].is_signed, signed_b = e->columns[b].is_signed;
  return signed_a != signed_b ? !signed_a : a > b;
}

static lx_status eliminate_row(lx_eliminator *e, int32_t row) {
  const int32_t count = e->out->counts[row], *columns = e->out->columns + e->out->starts[row];
  if (e->rows[row].kind != LX_ROW_EQUALITY || count == 0)
    return LX_OK;
  if (count == 1)
    return substitute(e, row, 0);
  const int first = may_define(e, row, 0), second = may_define(e, row, 1);
  if (!first && !second)
    return LX_OK;
  return substitute(e, row, !first || (second && prefers(e, columns[1], columns[0])));
}

/* A column of two equalities, unless one of them took part in this round already. */
static lx_status eliminate_double(lx_eliminator *e) {
  if (e->round_left == 0) {
    e->round++;
    e->round_left = e->doubles.count;
  }
  e->round_left--;
  const int32_t column = ring_pop(&e->doubles);
  int32_t rows[2], entries[2];
  if (e->out->is_defined[column] || e->columns[column].equalities != 2 || e->columns[column].costs > 0) {
    e->columns[column].queued &= (uint8_t)~LX_QUEUED_DOUBLE;
    return LX_OK;
  }
  const int32_t count = find_equalities(e, column, rows, entries);
  for (int32_t k = 0; k < count; k++)
    if (e->rows[rows[k]].round == e->round) {
      ring_push(&e->doubles, column);
      return LX_OK;
    }
  e->columns[column].queued &= (uint8_t)~LX_QUEUED_DOUBLE;
  return eliminate_column(e, column);
}

/* The next reduction there is; *done_out is set when there is none. */
static lx_status reduce_once(lx_eliminator *e, int *done_out) {
  if (e->singles.count > 0) {
    const int32_t column = ring_pop(&e->singles);
    e->columns[column].queued &= (uint8_t)~LX_QUEUED_SINGLE;
    return e->columns[column].equalities == 1 ? eliminate_column(e, column) : LX_OK;
  }
  if (e->short_rows.count > 0) {
    const int32_t row = ring_pop(&e->short_rows);
    e->rows[row].queued = 0;
    return eliminate_row(e, row);
  }
  if (e->doubles.count > 0)
    return eliminate_double(e);
  if (e->signed_columns.count > 0) {
    const int32_t column = ring_pop(&e->signed_columns);
    e->columns[column].queued &= (uint8_t)~LX_QUEUED_SIGNED;
    return eliminate_column(e, column);
  }
  *done_out = 1;
  return LX_OK;
}

/* Brings a component's rows in, without the entries of fixed variables. */
static lx_status load(lx_eliminator *e, const int32_t *rows, int32_t row_count, const int32_t *variables,
                      int32_t variable_count) {
  const lx_program *program = e->program;
  lx_elimination *out = e->out;
  for (int32_t k = 0; k < variable_count; k++) {
    const int32_t j = variables[k];
    e->columns[j] = (lx_work_column){.head = -1, .where = -1, .is_signed = program->variables[j].nonnegative};
    out->is_defined[j] = 0;
  }
  int64_t entries = 0;
  for (int32_t k = 0; k < row_count; k++)
    entries += e->fixing->open[rows[k]];
  e->node_count = 0;
  lx_status status = reserve_entries(out, out->used + entries);
  if (status == LX_OK)
    status = reserve_nodes(e, entries);
  if (status != LX_OK)
    return status;
  for (int32_t k = 0; k < row_count; k++) {
    const int32_t r = rows[k];
    const lx_program_row *row = &program->rows[r];
    e->rows[r] = (lx_work_row){.kind = lx_is_required_equality(row) ? LX_ROW_EQUALITY : LX_ROW_COST};
    out->is_step[r] = 0;
    out->starts[r] = out->used;
    for (int32_t k2 = row->start; k2 < row->start + row->count; k2++) {
      const int32_t column = program->columns[k2];
      if (e->fixing->fixed_by[column] >= 0)
        continue;
      out->columns[out->used] = column;
      out->values[out->used++] = program->values[k2];
      count_use(e, r, column, 1);
      push_node(e, column, r);
    }
    out->counts[r] = out->used - out->starts[r];
    e->rows[r].room = out->counts[r];
  }
  return LX_OK;
}

/* Forgets the steps of a component, and empties the queues. */
static void abandon(lx_eliminator *e, int32_t first_step, int32_t first_operation) {
  lx_elimination *out = e->out;
  for (int32_t k = first_step; k < out->step_count; k++) {
    out->is_step[out->steps[k]] = 0;
    out->is_defined[out->columns[out->starts[out->steps[k]]]] = 0;
  }
  out->step_count = first_step;
  out->operation_count = first_operation;
}

static void empty_queues(lx_eliminator *e) {
  e->short_rows.count = 0;
  e->singles.count = 0;
  e->doubles.count = 0;
  e->signed_columns.count = 0;
  e->round_left = 0;
}

static lx_status eliminate_component(lx_eliminator *e, const lx_components *components, lx_component *component) {
  lx_elimination *out = e->out;
  const int32_t *rows = components->rows + component->first_row;
  const int32_t row_count = component->row_count;
  const int32_t first_step = out->step_count, first_operation = out->operation_count, first_entry = out->used;
  const int32_t *variables = components->variables + component->first_variable;
  const int32_t variable_count = component->variable_count;
  lx_status status = load(e, rows, row_count, variables, variable_count);
  if (status != LX_OK)
    return status;
  const int64_t limit = first_entry + (int64_t)LX_GROWTH_LIMIT * (out->used - first_entry);
  for (int32_t k = 0; k < row_count; k++)
    queue_row(e, rows[k]);
  for (int32_t k = 0; k < variable_count; k++)
    queue_column(e, variables[k]);
  int done = 0;
  e->dubious = 0;
  while (!done && !e->dubious && out->used <= limit && status == LX_OK)
    status = reduce_once(e, &done);
  empty_queues(e);
  if (status == LX_OK && e->dubious) {
    abandon(e, first_step, first_operation);
    component->is_plain = 1;
  }
  component->step_count = out->step_count - first_step;
  component->operation_count = out->operation_count - first_operation;
  return status;
}

lx_status lx_elimination_create(lx_arena *arena, const lx_program *program, lx_room room, lx_elimination *out) {
  *out = (lx_elimination){
      .allocator = &program->allocator,
      .starts = lx_arena_take(arena, room.rows, sizeof(int32_t)),
      .counts = lx_arena_take(arena, room.rows, sizeof(int32_t)),
      .is_step = lx_arena_take(arena, room.rows, sizeof(uint8_t)),
      .is_defined = lx_arena_take(arena, room.variables, sizeof(uint8_t)),
  };
  return out->starts == NULL || out->counts == NULL || out->is_step == NULL || out->is_defined == NULL ? LX_ERROR_MEMORY
                                                                                                       : LX_OK;
}

/* Scratch for components `first` and all after it, and room for their steps. */
static lx_status open_eliminator(lx_arena *scratch, const lx_components *components, int32_t first, lx_eliminator *e) {
  int32_t most_variables = 0, most_rows = 0;
  int64_t steps = e->out->step_count;
  for (int32_t c = first; c < components->count; c++) {
    const lx_component *component = &components->items[c];
    most_variables = component->variable_count > most_variables ? component->variable_count : most_variables;
    most_rows = component->row_count > most_rows ? component->row_count : most_rows;
    steps += component->variable_count < component->row_count ? component->variable_count : component->row_count;
  }
  e->rows = lx_arena_take(scratch, e->program->row_count, sizeof(lx_work_row));
  e->columns = lx_arena_take(scratch, e->program->variable_count, sizeof(lx_work_column));
  e->short_rows = make_ring(scratch, most_rows);
  e->singles = make_ring(scratch, most_variables);
  e->doubles = make_ring(scratch, most_variables);
  e->signed_columns = make_ring(scratch, most_variables);
  if (e->rows == NULL || e->columns == NULL || e->short_rows.items == NULL || e->singles.items == NULL ||
      e->doubles.items == NULL || e->signed_columns.items == NULL)
    return LX_ERROR_MEMORY;
  void *block = e->out->steps;
  const lx_status status = lx_reserve(e->allocator, &block, &e->out->step_capacity, steps, sizeof *e->out->steps);
  e->out->steps = block;
  return status;
}

lx_status lx_eliminate(lx_arena *scratch, const lx_program *program, const lx_fixing *fixing, lx_components *components,
                       int32_t first, lx_elimination *out) {
  lx_eliminator e = {.program = program, .fixing = fixing, .out = out, .allocator = &program->allocator};
  lx_status status = open_eliminator(scratch, components, first, &e);
  for (int32_t c = first; c < components->count && status == LX_OK; c++) {
    components->items[c].first_step = out->step_count;
    components->items[c].first_operation = out->operation_count;
    if (!components->items[c].is_plain)
      status = eliminate_component(&e, components, &components->items[c]);
  }
  lx_release(e.allocator, e.nodes);
  return status;
}

void lx_elimination_destroy(lx_elimination *elimination) {
  if (elimination->allocator == NULL)
    return;
  lx_release(elimination->allocator, elimination->columns);
  lx_release(elimination->allocator, elimination->values);
  lx_release(elimination->allocator, elimination->steps);
  lx_release(elimination->allocator, elimination->operations);
}
