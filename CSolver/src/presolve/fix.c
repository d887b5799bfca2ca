/* fix.c: required equalities with one open variable fix it; a queue carries that through the program in time linear in
 * its entries. A root of fixed size makes most of a screen fall this way. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "presolve/reduce.h"

/* A variable is fixed through a coefficient at least this part of the row's largest; a smaller one would magnify the
 * errors of the others, and the row is left to the simplex, which may pivot elsewhere. */
#define LX_FIX_THRESHOLD 1e-3

typedef struct {
  const lx_program *program;
  lx_fixing *fixing;
  int32_t *uses_starts; /* per variable slot + 2 */
  int32_t *uses;        /* required equalities that mention it */
  int32_t *queue;       /* rows with one open variable, each once */
  int32_t queue_count;
} lx_fixer;

static void collect_uses(lx_fixer *fixer) {
  const lx_program *program = fixer->program;
  int32_t *ends = fixer->uses_starts + 1;
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    if (lx_is_required_equality(row))
      for (int32_t e = 0; e < row->count; e++)
        ends[program->columns[row->start + e] + 1]++;
  }
  for (int32_t j = 0; j < program->variable_count; j++)
    ends[j + 1] += ends[j];
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    if (lx_is_required_equality(row))
      for (int32_t e = 0; e < row->count; e++)
        fixer->uses[ends[program->columns[row->start + e]]++] = r;
  }
}

int lx_may_fix(double coefficient, double largest) { return fabs(coefficient) >= LX_FIX_THRESHOLD * largest; }

/* Fixes the open variable of a row, if it is worth it. Returns it, or -1. */
static int32_t fix_by(lx_fixer *fixer, int32_t r) {
  const lx_program *program = fixer->program;
  const lx_program_row *row = &program->rows[r];
  lx_fixing *fixing = fixer->fixing;
  double rest = row->constant, coefficient = 0, largest = 0;
  int32_t column = -1;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t j = program->columns[e];
    largest = fmax(largest, fabs(program->values[e]));
    if (fixing->fixed_by[j] >= 0) {
      rest -= program->values[e] * fixing->value[j];
    } else {
      column = j;
      coefficient = program->values[e];
    }
  }
  if (column < 0 || !lx_may_fix(coefficient, largest))
    return -1;
  fixing->value[column] = coefficient == 1 ? rest : coefficient == -1 ? -rest : rest / coefficient;
  fixing->fixed_by[column] = fixing->fixed.end;
  lx_order_append(&fixing->fixed, r, column);
  return column;
}

static void enqueue_if_ready(lx_fixer *fixer, int32_t r) {
  if (fixer->fixing->open[r] == 1)
    fixer->queue[fixer->queue_count++] = r;
}

static void propagate(lx_fixer *fixer) {
  for (int32_t r = 0; r < fixer->program->row_count; r++)
    if (lx_is_required_equality(&fixer->program->rows[r]))
      enqueue_if_ready(fixer, r);
  for (int32_t head = 0; head < fixer->queue_count; head++) {
    const int32_t r = fixer->queue[head];
    const int32_t column = fixer->fixing->open[r] == 1 ? fix_by(fixer, r) : -1;
    if (column < 0)
      continue;
    for (int32_t u = fixer->uses_starts[column]; u < fixer->uses_starts[column + 1]; u++) {
      fixer->fixing->open[fixer->uses[u]]--;
      enqueue_if_ready(fixer, fixer->uses[u]);
    }
  }
}

/* Open entries of the rows that propagation did not follow. */
static void count_open(const lx_program *program, lx_fixing *fixing) {
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    if (!row->live || lx_is_required_equality(row))
      continue;
    fixing->open[r] = 0;
    for (int32_t e = row->start; e < row->start + row->count; e++)
      fixing->open[r] += fixing->fixed_by[program->columns[e]] < 0;
  }
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
      .uses_starts = lx_arena_take_zeroed(scratch, variables + 2, sizeof(int32_t)),
      .uses = lx_arena_take(scratch, program->pool_count, sizeof(int32_t)),
      .queue = lx_arena_take(scratch, rows, sizeof(int32_t)),
  };
  lx_status status = lx_order_create(arena, (int64_t)room.variables * (room.has_gaps ? 2 : 1), &out->fixed);
  if (status != LX_OK || out->fixed_by == NULL || out->value == NULL || out->open == NULL ||
      fixer.uses_starts == NULL || fixer.uses == NULL || fixer.queue == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t j = 0; j < variables; j++)
    out->fixed_by[j] = LX_OPEN;
  for (int32_t r = 0; r < rows; r++)
    out->open[r] = program->rows[r].live ? program->rows[r].count : LX_ROW_GONE;
  if (enabled) {
    collect_uses(&fixer);
    propagate(&fixer);
  }
  count_open(program, out);
  return LX_OK;
}
