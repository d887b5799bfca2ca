/* tear.c: aggregates chains of required equalities in one pass.
 *
 * Equal sizes and equal spaces decide, with the positions they lead to, all variables of a component but a few. These
 * few, the tearing variables, are taken as parameters. Then an equality with one undecided variable defines it, which
 * may leave another equality with one; each definition is written in terms of the tearing variables as soon as it is
 * made, and so are the rows that define nothing. Sweeps over the rows find them where they come in order, else a queue
 * does: the time is linear in the entries, however long the chain. A row whose definition would magnify rounding is
 * left to aggregate.c; a component that needs too many tearing variables is left to it as a whole. (G. Kron,
 * Diakoptics, 1963; D. V. Steward, Partitioning and tearing systems of equations, SIAM Journal on Numerical Analysis B
 * 2, 1965.) */
#include "presolve/eliminator.h"

#include <math.h>

/* Tearing variables of a component at most: each is one more entry in every definition. */
#define LX_TEAR_LIMIT 8

/* Sweeps continue while they decide one variable per so many rows. */
#define LX_SWEEP_SHARE 8

/* One in this many variables of a component may be a tearing variable. */
#define LX_TEAR_SHARE 8

/* `where` of a column: undecided, LX_TEAR - t for tearing variable t, or the row that defines it. */
#define LX_UNDECIDED (-1)
#define LX_TEAR (-2)

typedef struct {
  lx_eliminator *e;
  int32_t tears[LX_TEAR_LIMIT];
  int32_t tear_count;
  int32_t decided; /* columns, with tearing variables */
  int32_t *left;   /* equalities that may still define a column, last first; room for all rows of the component */
  int32_t left_count;
  /* The current row. */
  double sums[LX_TEAR_LIMIT];  /* coefficients of the tearing variables … */
  double sizes[LX_TEAR_LIMIT]; /* … and the largest absolute value each had on the way */
  int32_t undecided_count;     /* its undecided columns: 0, 1, or 2 for more, and then the rest is not read */
  int32_t undecided;           /* the last of them, or -1 … */
  double pivot;                /* … and its coefficient */
  double largest;              /* of the other coefficients */
  double growth;               /* sum of these, each times the growth of its column */
  int is_steep;                /* a definition was subtracted with too large a factor */
} lx_tearing;

static inline double larger(double a, double b) { return b > a ? b : a; }

static inline void add_tear(lx_tearing *t, int32_t tear, double value) {
  const double sum = t->sums[tear] + value;
  t->sums[tear] = sum;
  t->sizes[tear] = larger(t->sizes[tear], fabs(sum));
}

/* Writes a row in terms of the tearing variables, with records of the operations on its constant. */
static void expand(lx_tearing *t, int32_t r) {
  lx_eliminator *e = t->e;
  lx_elimination *out = e->out;
  const lx_work_column *known = e->columns;
  const lx_program_row *row = &e->program->rows[r];
  const int32_t *row_columns = e->program->columns + row->start, *assigned_at = e->assignment->assigned_at,
                count = row->count;
  const double *row_values = e->program->values + row->start;
  double largest = 0, growth = 0;
  int is_steep = 0;
  for (int32_t i = 0; i < t->tear_count; i++)
    t->sums[i] = t->sizes[i] = 0;
  t->undecided = -1;
  t->undecided_count = 0;
  for (int32_t k = 0; k < count; k++) {
    const int32_t column = row_columns[k];
    if (assigned_at[column] >= 0)
      continue;
    const double value = row_values[k], size = fabs(value);
    const int32_t where = known[column].where;
    if (where == LX_UNDECIDED) {
      t->undecided = column;
      t->pivot = value;
      if (++t->undecided_count == 2)
        return;
      continue;
    }
    largest = larger(largest, size);
    growth += size * (double)known[column].growth;
    if (where <= LX_TEAR) {
      add_tear(t, LX_TEAR - where, value);
      continue;
    }
    const int32_t start = out->starts[where], end = start + out->counts[where];
    const double factor = value / out->values[start];
    is_steep |= fabs(factor) > LX_FACTOR_LIMIT;
    out->records[out->record_count++] = (lx_elimination_record){r, where, factor};
    for (int32_t i = start + 1; i < end; i++)
      add_tear(t, LX_TEAR - known[out->columns[i]].where, -factor * out->values[i]);
  }
  t->largest = largest;
  t->growth = growth;
  t->is_steep = is_steep;
}

/* Drops coefficients of the current row that have cancelled. Returns whether the others are those of a layout. */
static int drop_cancelled(lx_tearing *t) {
  int is_sound = !t->is_steep;
  for (int32_t i = 0; i < t->tear_count; i++) {
    const double size = fabs(t->sums[i]);
    if (size <= LX_CANCELLED * t->sizes[i])
      t->sums[i] = 0;
    else
      is_sound &= size >= LX_DUBIOUS * t->sizes[i] && size >= LX_SMALLEST_RESULT && size <= LX_LARGEST_RESULT;
  }
  return is_sound;
}

/* Whether the current row may define its undecided column by sign and size: see eliminate.h. */
static int may_define(const lx_tearing *t) {
  const double pivot = fabs(t->pivot);
  if (pivot < LX_AGGREGATE_THRESHOLD * t->largest || t->growth > LX_LARGEST_RESULT * pivot)
    return 0;
  const int is_signed = t->e->columns[t->undecided].is_signed;
  if (is_signed == LX_SIGN_KEPT)
    return 0;
  for (int32_t i = 0; i < t->tear_count; i++) {
    if (t->sums[i] == 0)
      continue;
    if (pivot < LX_AGGREGATE_THRESHOLD * fabs(t->sums[i]))
      return 0;
    if (is_signed && (t->sums[i] * t->pivot > 0 || !t->e->columns[t->tears[i]].is_signed))
      return 0;
  }
  return 1;
}

/* Appends the current row to the pool. */
static lx_status append(lx_tearing *t, int32_t r) {
  lx_elimination *out = t->e->out;
  const int64_t needed = (int64_t)out->used + t->tear_count + 1;
  if (needed > out->column_capacity || needed > out->value_capacity) {
    const lx_status status = lx_reserve_entries(out, needed);
    if (status != LX_OK)
      return status;
  }
  int32_t *columns = out->columns, end = out->used;
  double *values = out->values;
  out->starts[r] = end;
  if (t->undecided >= 0) {
    columns[end] = t->undecided;
    values[end++] = t->pivot;
  }
  for (int32_t i = 0; i < t->tear_count; i++)
    if (t->sums[i] != 0) {
      columns[end] = t->tears[i];
      values[end++] = t->sums[i];
    }
  out->counts[r] = end - out->used;
  out->used = end;
  return LX_OK;
}

/* Decides a column. Rows that it leaves with one undecided column are queued, once `room` holds that number. */
static void decide(lx_tearing *t, int32_t column, int32_t where, double growth) {
  lx_eliminator *e = t->e;
  t->decided++;
  e->columns[column].where = where;
  e->columns[column].growth = (float)growth;
  for (int32_t node = e->columns[column].head; node >= 0; node = e->nodes[node].next) {
    const int32_t row = e->nodes[node].row;
    if (--e->rows[row].room == 1)
      lx_ring_push(&e->short_rows, row);
  }
}

/* Lets a row define its undecided column, where it has exactly one and may. */
static lx_status try_row(lx_tearing *t, int32_t r) {
  lx_eliminator *e = t->e;
  lx_elimination *out = e->out;
  const int32_t first_record = out->record_count;
  expand(t, r);
  if (t->undecided_count != 1 || !drop_cancelled(t) || !may_define(t)) {
    out->record_count = first_record;
    return LX_OK;
  }
  const lx_status status = append(t, r);
  if (status != LX_OK)
    return status;
  e->rows[r].kind = LX_ROW_OUT;
  out->is_aggregated[r] = 1;
  out->is_defined[t->undecided] = 1;
  out->aggregated[out->aggregated_count++] = r;
  decide(t, t->undecided, r, fmax(1, t->growth / fabs(t->pivot)));
  return LX_OK;
}

/* Tries the remaining rows from the last of the list to the first, which reverses it. */
static lx_status sweep(lx_tearing *t) {
  lx_eliminator *e = t->e;
  int32_t *kept = e->short_rows.items, count = 0;
  lx_status status = LX_OK;
  for (int32_t k = t->left_count - 1; k >= 0 && status == LX_OK; k--) {
    status = try_row(t, t->left[k]);
    if (e->rows[t->left[k]].kind != LX_ROW_OUT && t->undecided_count > 0)
      kept[count++] = t->left[k];
  }
  e->short_rows.items = t->left;
  t->left = kept;
  t->left_count = count;
  return status;
}

/* Indexes the undecided columns of the remaining rows, and queues rows with one. */
static lx_status index_left(lx_tearing *t, int64_t entries) {
  lx_eliminator *e = t->e;
  const lx_program *program = e->program;
  const lx_status status = lx_reserve_nodes(e, entries);
  if (status != LX_OK)
    return status;
  for (int32_t k = 0; k < t->left_count; k++) {
    const int32_t r = t->left[k];
    const lx_program_row *row = &program->rows[r];
    e->rows[r].room = 0;
    for (int32_t k2 = row->start; k2 < row->start + row->count; k2++) {
      const int32_t column = program->columns[k2];
      if (e->assignment->assigned_at[column] >= 0 || e->columns[column].where != LX_UNDECIDED)
        continue;
      e->rows[r].room++;
      lx_push_node(e, column, r);
    }
    if (e->rows[r].room == 1)
      lx_ring_push(&e->short_rows, r);
  }
  return LX_OK;
}

/* Processes rows with one undecided column until there is none. */
static lx_status process_queue(lx_tearing *t) {
  lx_eliminator *e = t->e;
  lx_status status = LX_OK;
  while (e->short_rows.count > 0 && status == LX_OK) {
    const int32_t r = lx_ring_pop(&e->short_rows);
    if (e->rows[r].room == 1)
      status = try_row(t, r);
  }
  return status;
}

/* The undecided column in most equalities; on a tie one that must be >= 0, which may define less itself. */
static int32_t choose_tear(const lx_eliminator *e, const lx_unassigned *c) {
  int32_t chosen = -1;
  for (int32_t k = 0; k < c->variable_count; k++) {
    const lx_work_column *column = &e->columns[c->variables[k]];
    if (column->where != LX_UNDECIDED)
      continue;
    const lx_work_column *best = chosen < 0 ? column : &e->columns[chosen];
    if (chosen < 0 || column->equalities > best->equalities ||
        (column->equalities == best->equalities && column->is_signed > best->is_signed))
      chosen = c->variables[k];
  }
  return chosen;
}

/* Defines all that the tearing variables decide: by sweeps, then by the queue when a sweep does not pay. */
static lx_status define_all(lx_tearing *t, const lx_unassigned *c, int64_t entries, int *is_indexed) {
  while (t->decided < c->variable_count && !*is_indexed) {
    const int32_t before = t->decided, rows = t->left_count;
    lx_status status = sweep(t);
    if (status != LX_OK || t->decided == before)
      return status;
    if (t->decided - before < rows / LX_SWEEP_SHARE) {
      status = index_left(t, entries);
      *is_indexed = 1;
    }
    if (status != LX_OK)
      return status;
  }
  return process_queue(t);
}

/* Decides all columns; *done_out is 0 where that takes too many tearing variables. */
static lx_status decide_all(lx_tearing *t, const lx_unassigned *c, int64_t entries, int *done_out) {
  int is_indexed = 0;
  lx_status status = LX_OK;
  while (status == LX_OK && t->decided < c->variable_count && t->tear_count < LX_TEAR_LIMIT) {
    const int32_t tear = choose_tear(t->e, c);
    t->tears[t->tear_count] = tear;
    decide(t, tear, LX_TEAR - t->tear_count++, 1);
    status = define_all(t, c, entries, &is_indexed);
  }
  *done_out = t->decided == c->variable_count;
  return status;
}

/* Writes the rows that define nothing in terms of the tearing variables. *done_out is 0 where their numbers do not
 * allow it. */
static lx_status expand_rest(lx_tearing *t, const lx_unassigned *c, int *done_out) {
  lx_eliminator *e = t->e;
  for (int32_t k = 0; k < c->row_count; k++) {
    const int32_t r = c->rows[k];
    if (e->rows[r].kind == LX_ROW_OUT)
      continue;
    expand(t, r);
    if (!drop_cancelled(t)) {
      *done_out = 0;
      return LX_OK;
    }
    const lx_status status = append(t, r);
    if (status != LX_OK)
      return status;
  }
  return LX_OK;
}

/* Sets up what is left for aggregate.c. */
static lx_status prepare_rest(lx_tearing *t, const lx_unassigned *c) {
  lx_eliminator *e = t->e;
  const lx_elimination *out = e->out;
  e->node_count = 0;
  for (int32_t i = 0; i < t->tear_count; i++) {
    lx_work_column *column = &e->columns[t->tears[i]];
    *column = (lx_work_column){.head = -1, .where = -1, .is_signed = column->is_signed};
  }
  for (int32_t k = 0; k < c->row_count; k++) {
    const int32_t r = c->rows[k];
    if (e->rows[r].kind == LX_ROW_OUT)
      continue;
    e->rows[r].room = out->counts[r];
    const lx_status status = lx_reserve_nodes(e, (int64_t)e->node_count + out->counts[r]);
    if (status != LX_OK)
      return status;
    for (int32_t i = out->starts[r]; i < out->starts[r] + out->counts[r]; i++) {
      lx_count_use(e, r, out->columns[i], 1);
      lx_push_node(e, out->columns[i], r);
    }
    lx_queue_row(e, r);
  }
  for (int32_t i = 0; i < t->tear_count; i++)
    lx_queue_column(e, t->tears[i]);
  return LX_OK;
}

/* Loads a component: the kinds of its rows, and the equalities of each column. */
static void load(lx_tearing *t, const lx_unassigned *c) {
  lx_eliminator *e = t->e;
  const lx_program *program = e->program;
  for (int32_t k = c->row_count - 1; k >= 0; k--) {
    const int32_t r = c->rows[k];
    const lx_program_row *row = &program->rows[r];
    e->out->is_aggregated[r] = 0;
    e->rows[r] = (lx_work_row){.kind = LX_ROW_COST};
    if (!lx_is_required_equality(row))
      continue;
    e->rows[r].kind = LX_ROW_EQUALITY;
    t->left[t->left_count++] = r;
    for (int32_t k2 = row->start; k2 < row->start + row->count; k2++)
      if (e->assignment->assigned_at[program->columns[k2]] < 0)
        e->columns[program->columns[k2]].equalities++;
  }
}

/* Whether there are enough equalities for few tearing variables; and the entries of the component. */
static int has_few_tears(const lx_eliminator *e, const lx_unassigned *c, int64_t *entries_out) {
  int32_t equalities = 0;
  int64_t entries = 0;
  for (int32_t k = 0; k < c->row_count; k++) {
    equalities += lx_is_required_equality(&e->program->rows[c->rows[k]]);
    entries += e->assignment->open[c->rows[k]];
  }
  *entries_out = entries;
  const int32_t tears = c->variable_count - equalities;
  return tears <= LX_TEAR_LIMIT && tears <= c->variable_count / LX_TEAR_SHARE;
}

lx_status lx_tear(lx_eliminator *e, const lx_unassigned *c, int *done_out) {
  lx_elimination *out = e->out;
  int64_t entries = 0;
  *done_out = 0;
  if (!has_few_tears(e, c, &entries))
    return LX_OK;
  lx_tearing t = {.e = e, .left = e->rows_left};
  const int32_t first_entry = out->used;
  lx_clear_columns(e, c);
  e->node_count = 0;
  lx_status status = lx_reserve_entries(out, out->used + (int64_t)2 * c->variable_count);
  if (status == LX_OK)
    status = lx_reserve_records(out, out->record_count + entries - c->variable_count + LX_TEAR_LIMIT + 1);
  if (status != LX_OK)
    return status;
  load(&t, c);
  status = decide_all(&t, c, entries, done_out);
  e->rows_left = t.left;
  if (status == LX_OK && *done_out)
    status = expand_rest(&t, c, done_out);
  if (status == LX_OK && *done_out)
    status = prepare_rest(&t, c);
  if (!*done_out)
    out->used = first_entry;
  return status;
}
