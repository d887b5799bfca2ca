/* fix.c: required equalities with one open variable fix it. A root of fixed size makes most of a screen fall this way.
 *
 * Constraints mostly come in an order in which sweeps over the rows, forwards and backwards by turns, follow them, and
 * a sweep needs no index. When they no longer pay, a queue carries on in time linear in the entries that are left. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "presolve/reduce.h"

/* A variable is fixed through a coefficient at least this part of the row's largest; a smaller one would magnify the
 * errors of the others, and the row is left to the simplex, which may pivot elsewhere. */
#define LX_FIX_THRESHOLD 1e-3

/* A sweep pays when it settles one in the first of its rows; after so many that do not, the queue carries on. */
#define LX_SWEEP_SHARE 4
#define LX_POOR_SWEEPS 2

typedef struct {
  const lx_program *program;
  lx_fixing *fixing;
  int32_t *left; /* required equalities that may still fix a variable */
  int32_t left_count;
  int32_t *others; /* rows that are no such equalities */
  int32_t other_count;
  int32_t *uses_starts; /* per variable slot + 2 */
  int32_t *uses;        /* rows of `left` that mention it */
  int32_t *queue;       /* rows with one open variable, each once */
  int32_t queue_count;
} lx_fixer;

int lx_may_fix(double coefficient, double largest) { return fabs(coefficient) >= LX_FIX_THRESHOLD * largest; }

/* Counts the open variables of a row, and fixes the only one, if it is worth it: it is returned, or -1. */
static int32_t look_at(lx_fixer *fixer, int32_t r) {
  const lx_program *program = fixer->program;
  const lx_program_row *row = &program->rows[r];
  lx_fixing *fixing = fixer->fixing;
  const int32_t *columns = program->columns + row->start, *fixed_by = fixing->fixed_by, count = row->count;
  const double *values = program->values + row->start;
  int32_t entry = -1, open = 0;
  for (int32_t e = 0; e < count; e++)
    if (fixed_by[columns[e]] < 0) {
      entry = e;
      open++;
    }
  fixing->open[r] = open;
  if (open != 1)
    return -1;
  double largest = 0;
  for (int32_t e = 0; e < count; e++)
    largest = fabs(values[e]) > largest ? fabs(values[e]) : largest;
  if (!lx_may_fix(values[entry], largest))
    return -1;
  const int32_t column = columns[entry];
  fixing->value[column] = lx_value_at(program, row, entry, fixing->value);
  fixing->fixed_by[column] = fixing->fixed.end;
  fixing->open[r] = 0;
  lx_order_append(&fixing->fixed, r, column);
  return column;
}

/* Looks at all required equalities in order; those that stay open are left. The others are listed, last first and up to
 * the end of the queue's room: no more than these two lists are ever in it. */
static void sweep_all(lx_fixer *fixer, int enabled) {
  const lx_program *program = fixer->program;
  int32_t *open = fixer->fixing->open;
  fixer->others = fixer->queue + program->row_count;
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    open[r] = row->live ? row->count : LX_ROW_GONE;
    if (!row->live || !enabled)
      continue;
    if (!lx_is_required_equality(row)) {
      *--fixer->others = r;
      fixer->other_count++;
      continue;
    }
    look_at(fixer, r);
    if (open[r] > 0)
      fixer->left[fixer->left_count++] = r;
  }
}

/* Looks at the rows that are left, from the last to the first; what is left then is in reverse order. Returns how many
 * fixed a variable. */
static int32_t sweep_left(lx_fixer *fixer) {
  int32_t *left = fixer->left, fixed = 0, first = fixer->left_count;
  for (int32_t k = fixer->left_count - 1; k >= 0; k--) {
    fixed += look_at(fixer, left[k]) >= 0;
    if (fixer->fixing->open[left[k]] > 0)
      left[--first] = left[k];
  }
  const int32_t kept = fixer->left_count - first;
  for (int32_t k = 0; k < kept; k++) /* the last that was looked at comes last */
    fixer->queue[k] = left[fixer->left_count - 1 - k];
  fixer->left_count = kept;
  int32_t *spare = fixer->queue;
  fixer->queue = fixer->left;
  fixer->left = spare;
  return fixed;
}

static lx_status collect_uses(lx_fixer *fixer, lx_arena *scratch) {
  const lx_program *program = fixer->program;
  int64_t entries = 0;
  for (int32_t k = 0; k < fixer->left_count; k++)
    entries += fixer->fixing->open[fixer->left[k]];
  fixer->uses_starts = lx_arena_take_zeroed(scratch, (int64_t)program->variable_count + 2, sizeof(int32_t));
  fixer->uses = lx_arena_take(scratch, entries, sizeof(int32_t));
  if (fixer->uses_starts == NULL || fixer->uses == NULL)
    return LX_ERROR_MEMORY;
  int32_t *ends = fixer->uses_starts + 1;
  for (int32_t k = 0; k < fixer->left_count; k++) {
    const lx_program_row *row = &program->rows[fixer->left[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      if (fixer->fixing->fixed_by[program->columns[e]] < 0)
        ends[program->columns[e] + 1]++;
  }
  for (int32_t j = 0; j < program->variable_count; j++)
    ends[j + 1] += ends[j];
  for (int32_t k = 0; k < fixer->left_count; k++) {
    const lx_program_row *row = &program->rows[fixer->left[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      if (fixer->fixing->fixed_by[program->columns[e]] < 0)
        fixer->uses[ends[program->columns[e]]++] = fixer->left[k];
  }
  return LX_OK;
}

static void enqueue_if_ready(lx_fixer *fixer, int32_t r) {
  if (fixer->fixing->open[r] == 1)
    fixer->queue[fixer->queue_count++] = r;
}

/* Follows what is left through its uses; the counts are those of now. */
static void follow(lx_fixer *fixer) {
  for (int32_t k = 0; k < fixer->left_count; k++)
    enqueue_if_ready(fixer, fixer->left[k]);
  for (int32_t head = 0; head < fixer->queue_count; head++) {
    const int32_t r = fixer->queue[head];
    const int32_t column = fixer->fixing->open[r] == 1 ? look_at(fixer, r) : -1;
    if (column < 0)
      continue;
    for (int32_t u = fixer->uses_starts[column]; u < fixer->uses_starts[column + 1]; u++) {
      if (fixer->uses[u] == r)
        continue;
      fixer->fixing->open[fixer->uses[u]]--;
      enqueue_if_ready(fixer, fixer->uses[u]);
    }
  }
}

static void count_open(const lx_fixer *fixer, const int32_t *rows, int32_t count) {
  for (int32_t k = 0; k < count; k++) {
    const lx_program_row *row = &fixer->program->rows[rows[k]];
    int32_t open = 0;
    for (int32_t e = row->start; e < row->start + row->count; e++)
      open += fixer->fixing->fixed_by[fixer->program->columns[e]] < 0;
    fixer->fixing->open[rows[k]] = open;
  }
}

static lx_status propagate(lx_fixer *fixer, lx_arena *scratch) {
  for (int32_t poor = 0; poor < LX_POOR_SWEEPS;) {
    const int32_t before = fixer->left_count, fixed = sweep_left(fixer);
    if (fixed == 0)
      return LX_OK;
    poor += fixed < before / LX_SWEEP_SHARE;
  }
  count_open(fixer, fixer->left, fixer->left_count);
  const lx_status status = collect_uses(fixer, scratch);
  if (status == LX_OK)
    follow(fixer);
  return status;
}

lx_status lx_fix(lx_arena *arena, lx_arena *scratch, const lx_program *program, lx_room room, int enabled,
                 lx_fixing *out) {
  const int64_t variables = program->variable_count, rows = program->row_count;
  *out = (lx_fixing){
      .fixed_by = lx_arena_take(arena, room.variables, sizeof(int32_t)),
      .value = lx_arena_take_zeroed(arena, room.variables, sizeof(double)),
      .open = lx_arena_take(arena, room.rows, sizeof(int32_t)),
  };
  lx_fixer fixer = {
      .program = program,
      .fixing = out,
      .left = lx_arena_take(scratch, rows, sizeof(int32_t)),
      .queue = lx_arena_take(scratch, rows, sizeof(int32_t)),
  };
  lx_status status = lx_order_create(arena, (int64_t)room.variables * (room.has_gaps ? 2 : 1), &out->fixed);
  if (status != LX_OK || out->fixed_by == NULL || out->value == NULL || out->open == NULL || fixer.left == NULL ||
      fixer.queue == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t j = 0; j < variables; j++)
    out->fixed_by[j] = LX_OPEN;
  sweep_all(&fixer, enabled);
  if (fixer.left_count > 0)
    status = propagate(&fixer, scratch);
  count_open(&fixer, fixer.others, fixer.other_count);
  return status;
}
