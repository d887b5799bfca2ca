/* aggregate.c: aggregation row by row. Three queues: variables that one row alone mentions, rows of one or two
 * variables, and variables in two equalities. The last are processed in rounds in which no row takes part twice, so
 * that a chain of n rows is reduced in log n rounds and n log n additions. */
#include "presolve/eliminator.h"

#include <math.h>
#include <string.h>

/* Index of a column in a row, from the row's start; or -1. */
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
  if (is_signed == LX_SIGN_KEPT)
    return 0;
  for (int32_t k = 0; k < count; k++) {
    if (k == entry)
      continue;
    const double value = out->values[start + k];
    if (fabs(pivot) < LX_AGGREGATE_THRESHOLD * fabs(value))
      return 0;
    if (is_signed && (value * pivot > 0 || !e->columns[out->columns[start + k]].is_signed))
      return 0;
  }
  return 1;
}

/* Room for `count` entries in a row, which may move to the end of the pool. */
static lx_status make_room(lx_eliminator *e, int32_t row, int32_t count) {
  lx_elimination *out = e->out;
  if (count <= e->rows[row].room)
    return LX_OK;
  const int32_t room = 2 * count;
  const lx_status status = lx_reserve_entries(out, (int64_t)out->used + room);
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

/* Adds `value` to a column of the row that `where` indexes. */
static void add_entry(lx_eliminator *e, int32_t row, int32_t column, double value) {
  lx_elimination *out = e->out;
  const int32_t start = out->starts[row], index = e->columns[column].where;
  if (index < 0) {
    e->columns[column].where = out->counts[row];
    out->columns[start + out->counts[row]] = column;
    out->values[start + out->counts[row]++] = value;
    lx_count_use(e, row, column, 1);
    lx_push_node(e, column, row);
    e->dubious |= fabs(value) < LX_SMALLEST_RESULT || fabs(value) > LX_LARGEST_RESULT;
    return;
  }
  const double old = out->values[start + index], sum = old + value;
  if (fabs(sum) <= LX_CANCELLED * fabs(old)) {
    out->values[start + index] = 0;
    return;
  }
  e->dubious |= fabs(sum) < LX_DUBIOUS * fabs(old) || fabs(sum) < LX_SMALLEST_RESULT || fabs(sum) > LX_LARGEST_RESULT;
  out->values[start + index] = sum;
}

/* Removes cancelled entries from a row and clears `where`. */
static void close_row(lx_eliminator *e, int32_t row) {
  lx_elimination *out = e->out;
  int32_t *columns = out->columns + out->starts[row];
  double *values = out->values + out->starts[row];
  int32_t kept = 0;
  for (int32_t k = 0; k < out->counts[row]; k++) {
    const int32_t column = columns[k];
    e->columns[column].where = -1;
    if (values[k] == 0) {
      lx_count_use(e, row, column, -1);
      lx_queue_column(e, column);
      continue;
    }
    columns[kept] = column;
    values[kept++] = values[k];
  }
  out->counts[row] = kept;
}

/* Subtracts the multiple of `source` that cancels the entry `target_entry` of `target`. */
static lx_status merge(lx_eliminator *e, int32_t target, int32_t target_entry, int32_t source, int32_t source_entry) {
  lx_elimination *out = e->out;
  const int32_t added = out->counts[source];
  lx_status status = make_room(e, target, out->counts[target] + added);
  if (status == LX_OK)
    status = lx_reserve_nodes(e, (int64_t)e->node_count + added);
  if (status == LX_OK)
    status = lx_reserve_records(out, (int64_t)out->record_count + 1);
  if (status != LX_OK)
    return status;
  int32_t *columns = out->columns + out->starts[target];
  double *values = out->values + out->starts[target];
  const double factor = values[target_entry] / out->values[out->starts[source] + source_entry];
  e->dubious |= fabs(factor) > LX_FACTOR_LIMIT;
  out->records[out->record_count++] = (lx_elimination_record){target, source, factor};
  for (int32_t k = 0; k < out->counts[target]; k++)
    e->columns[columns[k]].where = k;
  for (int32_t k = 0; k < added; k++)
    if (k != source_entry)
      add_entry(e, target, out->columns[out->starts[source] + k], -factor * out->values[out->starts[source] + k]);
  values[target_entry] = 0;
  close_row(e, target);
  if (e->rows[target].kind == LX_ROW_EQUALITY) {
    lx_queue_row(e, target);
    for (int32_t k = 0; k < out->counts[target]; k++)
      lx_queue_column(e, columns[k]);
  }
  return LX_OK;
}

/* The row leaves and defines the column of `entry`. */
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
  out->is_aggregated[row] = 1;
  out->is_defined[column] = 1;
  out->aggregated[out->aggregated_count++] = row;
  for (int32_t k = 1; k < out->counts[row]; k++)
    lx_queue_column(e, columns[k]);
}

/* Eliminates a column from all other rows; then the row leaves. */
static lx_status substitute(lx_eliminator *e, int32_t row, int32_t entry) {
  const int32_t column = e->out->columns[e->out->starts[row] + entry];
  for (int32_t node = e->columns[column].head; node >= 0; node = e->nodes[node].next) {
    const int32_t target = e->nodes[node].row;
    if (target == row || e->rows[target].kind == LX_ROW_OUT)
      continue;
    const int32_t index = find_entry(e, target, column);
    if (index < 0)
      continue;
    const lx_status status = merge(e, target, index, row, entry);
    if (status != LX_OK)
      return status;
  }
  define(e, row, entry);
  return LX_OK;
}

/* The equalities that mention a column; at most two are searched for. */
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

/* Eliminates a column that is in one or two equalities and no other row, by the shortest of them that may define it. */
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

/* Which of two columns of an equality to eliminate: one that is in equalities only, then the one in fewer rows, then
 * one without a sign, then the later. */
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

/* Eliminates a column of two equalities, unless one of them took part in this round already. */
static lx_status eliminate_double(lx_eliminator *e) {
  if (e->round_left == 0) {
    e->round++;
    e->round_left = e->doubles.count;
  }
  e->round_left--;
  const int32_t column = lx_ring_pop(&e->doubles);
  int32_t rows[2], entries[2];
  if (e->out->is_defined[column] || e->columns[column].equalities != 2 || e->columns[column].costs > 0) {
    e->columns[column].queued &= (uint8_t)~LX_QUEUED_DOUBLE;
    return LX_OK;
  }
  const int32_t count = find_equalities(e, column, rows, entries);
  for (int32_t k = 0; k < count; k++)
    if (e->rows[rows[k]].round == e->round) {
      lx_ring_push(&e->doubles, column);
      return LX_OK;
    }
  e->columns[column].queued &= (uint8_t)~LX_QUEUED_DOUBLE;
  return eliminate_column(e, column);
}

/* The next reduction; *done_out is set when there is none. */
static lx_status reduce_once(lx_eliminator *e, int *done_out) {
  if (e->singles.count > 0) {
    const int32_t column = lx_ring_pop(&e->singles);
    e->columns[column].queued &= (uint8_t)~LX_QUEUED_SINGLE;
    return e->columns[column].equalities == 1 ? eliminate_column(e, column) : LX_OK;
  }
  if (e->short_rows.count > 0) {
    const int32_t row = lx_ring_pop(&e->short_rows);
    e->rows[row].queued = 0;
    return eliminate_row(e, row);
  }
  if (e->doubles.count > 0)
    return eliminate_double(e);
  if (e->signed_columns.count > 0) {
    const int32_t column = lx_ring_pop(&e->signed_columns);
    e->columns[column].queued &= (uint8_t)~LX_QUEUED_SIGNED;
    return eliminate_column(e, column);
  }
  *done_out = 1;
  return LX_OK;
}

lx_status lx_aggregate_all(lx_eliminator *e, int64_t limit) {
  lx_status status = LX_OK;
  int done = 0;
  e->dubious = 0;
  while (!done && !e->dubious && e->out->used <= limit && status == LX_OK)
    status = reduce_once(e, &done);
  return status;
}
