/* propagate_fixed.c: propagates fixed variables: a required equality with one unassigned variable fixes it. A root of
 * fixed size fixes most of a screen this way.
 *
 * Constraints mostly come in an order that sweeps over the rows, forwards and backwards in turn, can follow, and a
 * sweep needs no index. When sweeps no longer pay, a queue continues in time linear in the remaining entries. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "presolve/reduce.h"

/* A variable is fixed through a coefficient of at least this part of the row's largest. A smaller one would magnify the
 * errors of the others; such a row is left to the simplex, which may pivot elsewhere. */
#define LX_DECIDE_THRESHOLD 1e-3

/* A sweep pays when it fixes one variable per so many rows; after this many that do not, the queue continues. */
#define LX_SWEEP_SHARE 4
#define LX_POOR_SWEEPS 2

typedef struct {
  const lx_program *program;
  lx_assignment *assignment;
  int32_t *left; /* required equalities that may still fix a variable */
  int32_t left_count;
  int32_t *others; /* all other rows */
  int32_t other_count;
  int32_t *uses_starts; /* per variable slot + 2 */
  int32_t *uses;        /* rows of `left` that mention the variable */
  int32_t *queue;       /* rows with one unassigned variable, each once */
  int32_t queue_count;
} lx_propagator;

int lx_may_decide(double coefficient, double largest) { return fabs(coefficient) >= LX_DECIDE_THRESHOLD * largest; }

/* Counts the unassigned variables of a row. A single one is fixed if its coefficient allows it, and returned; else
 * -1. */
static int32_t try_row(lx_propagator *propagator, int32_t r) {
  const lx_program *program = propagator->program;
  const lx_program_row *row = &program->rows[r];
  lx_assignment *assignment = propagator->assignment;
  const int32_t *columns = program->columns + row->start, *assigned_at = assignment->assigned_at, count = row->count;
  const double *values = program->values + row->start;
  int32_t entry = -1, open = 0;
  double largest = 0;
  for (int32_t e = 0; e < count; e++) {
    const int is_open = assigned_at[columns[e]] < 0;
    entry = is_open ? e : entry;
    open += is_open;
    largest = fabs(values[e]) > largest ? fabs(values[e]) : largest;
  }
  assignment->open[r] = open;
  if (open != 1)
    return -1;
  if (!lx_may_decide(values[entry], largest))
    return -1;
  const int32_t column = columns[entry];
  assignment->value[column] = lx_value_at(program, row, entry, assignment->value);
  assignment->assigned_at[column] = assignment->fixed.end;
  assignment->open[r] = 0;
  lx_order_append(&assignment->fixed, r, column);
  return column;
}

/* Tries all required equalities in order and lists those that stay open in `left`; lists the other rows in `others`,
 * from the end of the queue's memory down: the two lists never overlap. */
static void sweep_all(lx_propagator *propagator, int enabled) {
  const lx_program *program = propagator->program;
  int32_t *open = propagator->assignment->open;
  propagator->others = propagator->queue + program->row_count;
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    open[r] = row->live ? row->count : LX_ROW_GONE;
    if (!row->live || !enabled)
      continue;
    if (!lx_is_required_equality(row)) {
      *--propagator->others = r;
      propagator->other_count++;
      continue;
    }
    try_row(propagator, r);
    if (open[r] > 0)
      propagator->left[propagator->left_count++] = r;
  }
}

/* Tries the rows of `left` from the last to the first, which reverses the list. Returns how many fixed a variable. */
static int32_t sweep_left(lx_propagator *propagator) {
  int32_t *left = propagator->left, fixed = 0, first = propagator->left_count;
  for (int32_t k = propagator->left_count - 1; k >= 0; k--) {
    fixed += try_row(propagator, left[k]) >= 0;
    if (propagator->assignment->open[left[k]] > 0)
      left[--first] = left[k];
  }
  const int32_t kept = propagator->left_count - first;
  for (int32_t k = 0; k < kept; k++) /* the row tried last comes last */
    propagator->queue[k] = left[propagator->left_count - 1 - k];
  propagator->left_count = kept;
  int32_t *spare = propagator->queue;
  propagator->queue = propagator->left;
  propagator->left = spare;
  return fixed;
}

static lx_status collect_uses(lx_propagator *propagator, lx_arena *scratch) {
  const lx_program *program = propagator->program;
  int64_t entries = 0;
  for (int32_t k = 0; k < propagator->left_count; k++)
    entries += propagator->assignment->open[propagator->left[k]];
  propagator->uses_starts = lx_arena_take_zeroed(scratch, (int64_t)program->variable_count + 2, sizeof(int32_t));
  propagator->uses = lx_arena_take(scratch, entries, sizeof(int32_t));
  if (propagator->uses_starts == NULL || propagator->uses == NULL)
    return LX_ERROR_MEMORY;
  int32_t *ends = propagator->uses_starts + 1;
  for (int32_t k = 0; k < propagator->left_count; k++) {
    const lx_program_row *row = &program->rows[propagator->left[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      if (propagator->assignment->assigned_at[program->columns[e]] < 0)
        ends[program->columns[e] + 1]++;
  }
  for (int32_t j = 0; j < program->variable_count; j++)
    ends[j + 1] += ends[j];
  for (int32_t k = 0; k < propagator->left_count; k++) {
    const lx_program_row *row = &program->rows[propagator->left[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      if (propagator->assignment->assigned_at[program->columns[e]] < 0)
        propagator->uses[ends[program->columns[e]]++] = propagator->left[k];
  }
  return LX_OK;
}

static void enqueue_if_ready(lx_propagator *propagator, int32_t r) {
  if (propagator->assignment->open[r] == 1)
    propagator->queue[propagator->queue_count++] = r;
}

/* Propagates through the uses of each variable; the counts in `open` are current. */
static void process_queue(lx_propagator *propagator) {
  for (int32_t k = 0; k < propagator->left_count; k++)
    enqueue_if_ready(propagator, propagator->left[k]);
  for (int32_t head = 0; head < propagator->queue_count; head++) {
    const int32_t r = propagator->queue[head];
    const int32_t column = propagator->assignment->open[r] == 1 ? try_row(propagator, r) : -1;
    if (column < 0)
      continue;
    for (int32_t u = propagator->uses_starts[column]; u < propagator->uses_starts[column + 1]; u++) {
      if (propagator->uses[u] == r)
        continue;
      propagator->assignment->open[propagator->uses[u]]--;
      enqueue_if_ready(propagator, propagator->uses[u]);
    }
  }
}

static void count_open(const lx_propagator *propagator, const int32_t *rows, int32_t count) {
  for (int32_t k = 0; k < count; k++) {
    const lx_program_row *row = &propagator->program->rows[rows[k]];
    int32_t open = 0;
    for (int32_t e = row->start; e < row->start + row->count; e++)
      open += propagator->assignment->assigned_at[propagator->program->columns[e]] < 0;
    propagator->assignment->open[rows[k]] = open;
  }
}

static lx_status propagate(lx_propagator *propagator, lx_arena *scratch) {
  for (int32_t poor = 0; poor < LX_POOR_SWEEPS;) {
    const int32_t before = propagator->left_count, fixed = sweep_left(propagator);
    if (fixed == 0)
      return LX_OK;
    poor += fixed < before / LX_SWEEP_SHARE;
  }
  count_open(propagator, propagator->left, propagator->left_count);
  const lx_status status = collect_uses(propagator, scratch);
  if (status == LX_OK)
    process_queue(propagator);
  return status;
}

lx_status lx_propagate_fixed(lx_arena *arena, lx_arena *scratch, const lx_program *program, lx_room room, int enabled,
                             lx_assignment *out) {
  const int64_t variables = program->variable_count, rows = program->row_count;
  *out = (lx_assignment){
      .assigned_at = lx_arena_take(arena, room.variables, sizeof(int32_t)),
      .value = lx_arena_take_zeroed(arena, room.variables, sizeof(double)),
      .open = lx_arena_take(arena, room.rows, sizeof(int32_t)),
  };
  lx_propagator propagator = {
      .program = program,
      .assignment = out,
      .left = lx_arena_take(scratch, rows, sizeof(int32_t)),
      .queue = lx_arena_take(scratch, rows, sizeof(int32_t)),
  };
  lx_status status = lx_order_create(arena, (int64_t)room.variables * (room.has_gaps ? 2 : 1), &out->fixed);
  if (status != LX_OK || out->assigned_at == NULL || out->value == NULL || out->open == NULL ||
      propagator.left == NULL || propagator.queue == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t j = 0; j < variables; j++)
    out->assigned_at[j] = LX_UNASSIGNED;
  sweep_all(&propagator, enabled);
  if (propagator.left_count > 0)
    status = propagate(&propagator, scratch);
  count_open(&propagator, propagator.others, propagator.other_count);
  return status;
}
