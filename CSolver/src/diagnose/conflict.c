/* conflict.c: the sets, and the way back through fixed variables. */
#include "diagnose/conflict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/tolerances.h"

void lx_conflicts_init(lx_arena *arena, const lx_program *program, const lx_assignment *assignment, lx_conflicts *out) {
  *out = (lx_conflicts){.arena = arena, .allocator = &program->allocator, .program = program, .assignment = assignment};
}

/* The arrays per row and variable, once there is a conflict. */
static lx_status take_arrays(lx_conflicts *out) {
  const int64_t variables = out->program->variable_count, rows = out->program->row_count;
  if (out->heap != NULL)
    return LX_OK;
  out->row_used = lx_arena_take_zeroed(out->arena, rows, sizeof(uint8_t));
  out->variable_used = lx_arena_take_zeroed(out->arena, variables, sizeof(uint8_t));
  out->coefficients = lx_arena_take_zeroed(out->arena, variables, sizeof(double));
  out->terms = lx_arena_take_zeroed(out->arena, variables, sizeof(double));
  out->queued = lx_arena_take_zeroed(out->arena, variables, sizeof(uint8_t));
  out->heap = lx_arena_take(out->arena, variables, sizeof(int32_t));
  if (out->row_used == NULL || out->variable_used == NULL || out->coefficients == NULL || out->terms == NULL ||
      out->queued == NULL || out->heap == NULL)
    return LX_ERROR_MEMORY;
  return LX_OK;
}

void lx_conflicts_destroy(lx_conflicts *conflicts) {
  if (conflicts->allocator == NULL)
    return;
  lx_release(conflicts->allocator, conflicts->starts);
  lx_release(conflicts->allocator, conflicts->members);
}

static inline int is_later(const int32_t *a, const int32_t *b) { return *a > *b; }

LX_DEFINE_HEAP(latest, int32_t, is_later)

/* Adds `multiplier` times a member's entries over fixed variables. */
static void spread(lx_conflicts *conflicts, int32_t *heap_count, int32_t member, double multiplier) {
  const lx_program *program = conflicts->program;
  static const double one = 1;
  const int32_t unit = -1 - member;
  const int32_t count = member < 0 ? 1 : program->rows[member].count;
  const int32_t *columns = member < 0 ? &unit : program->columns + program->rows[member].start;
  const double *values = member < 0 ? &one : program->values + program->rows[member].start;
  for (int32_t e = 0; e < count; e++) {
    const int32_t j = columns[e], index = conflicts->assignment->assigned_at[j];
    if (index < 0)
      continue;
    conflicts->coefficients[j] += multiplier * values[e];
    conflicts->terms[j] += fabs(multiplier * values[e]);
    if (!conflicts->queued[j]) {
      conflicts->queued[j] = 1;
      latest_push(conflicts->heap, heap_count, index);
    }
  }
}

static double entry_of(const lx_program *program, int32_t r, int32_t column) {
  const lx_program_row *row = &program->rows[r];
  for (int32_t e = row->start; e < row->start + row->count; e++)
    if (program->columns[e] == column)
      return program->values[e];
  return 0;
}

static int is_used(const lx_conflicts *conflicts, int32_t member) {
  return member >= 0 ? conflicts->row_used[member] : conflicts->variable_used[-1 - member];
}

static lx_status append(lx_conflicts *conflicts, int32_t *end, int32_t member) {
  void *block = conflicts->members;
  const lx_status status = lx_reserve(conflicts->allocator, &block, &conflicts->member_capacity, (int64_t)*end + 1,
                                      sizeof *conflicts->members);
  conflicts->members = block;
  if (status == LX_OK)
    conflicts->members[(*end)++] = member;
  return status;
}

/* Rows before non-negativities, each ascending. */
static int by_kind_and_index(const void *a, const void *b) {
  const int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
  if ((left < 0) != (right < 0))
    return left < 0 ? 1 : -1;
  const int32_t x = left < 0 ? right : left, y = left < 0 ? left : right;
  return (x > y) - (x < y);
}

static int has_nonnegativity(const int32_t *members, int32_t count) {
  for (int32_t k = 0; k < count; k++)
    if (members[k] < 0)
      return 1;
  return 0;
}

/* Whether the sets found so far are of rows alone; the first tells, since the two kinds do not mix. */
static int are_rows_alone(const lx_conflicts *conflicts) {
  return !has_nonnegativity(conflicts->members, conflicts->starts[1]);
}

/* Forgets all sets but the unfinished one after them, of `count` members, which becomes the unfinished first. */
static void forget_sets(lx_conflicts *conflicts, int32_t count) {
  const int32_t start = conflicts->starts[conflicts->count];
  for (int32_t k = 0; k < start; k++) {
    const int32_t member = conflicts->members[k];
    if (member >= 0)
      conflicts->row_used[member] = 0;
    else
      conflicts->variable_used[-1 - member] = 0;
  }
  memmove(conflicts->members, conflicts->members + start, sizeof *conflicts->members * (size_t)count);
  conflicts->count = 0;
}

/* Makes the `count` members after the last set a set, if they may be one. */
static void close_set(lx_conflicts *conflicts, int32_t count) {
  const int rows_alone = !has_nonnegativity(conflicts->members + conflicts->starts[conflicts->count], count);
  if (conflicts->count > 0 && rows_alone != are_rows_alone(conflicts)) {
    if (!rows_alone)
      return;
    forget_sets(conflicts, count);
  }
  int32_t *members = conflicts->members + conflicts->starts[conflicts->count];
  for (int32_t k = 0; k < count; k++)
    if (is_used(conflicts, members[k]))
      return;
  for (int32_t k = 0; k < count; k++) {
    if (members[k] >= 0)
      conflicts->row_used[members[k]] = 1;
    else
      conflicts->variable_used[-1 - members[k]] = 1;
  }
  qsort(members, (size_t)count, sizeof *members, by_kind_and_index);
  const int32_t end = conflicts->starts[conflicts->count] + count;
  conflicts->starts[++conflicts->count] = end;
}

lx_status lx_conflicts_add(lx_conflicts *conflicts, int32_t count, const int32_t *members, const double *multipliers) {
  lx_status status = take_arrays(conflicts);
  if (status == LX_OK && conflicts->reduced.is_open) {
    int proves;
    status = lx_conflicts_expand(conflicts, members, multipliers, &count, &proves);
    if (status == LX_OK && !proves)
      return LX_OK;
    members = conflicts->reduced.members;
    multipliers = conflicts->reduced.multipliers;
  }
  if (status != LX_OK)
    return status;
  conflicts->proven++;
  void *block = conflicts->starts;
  status = lx_reserve(conflicts->allocator, &block, &conflicts->start_capacity, (int64_t)conflicts->count + 2,
                      sizeof *conflicts->starts);
  conflicts->starts = block;
  if (status != LX_OK)
    return status;
  if (conflicts->count == 0)
    conflicts->starts[0] = 0;
  const int32_t start = conflicts->starts[conflicts->count];
  int32_t end = start, heap_count = 0;
  for (int32_t k = 0; k < count && status == LX_OK; k++) {
    status = append(conflicts, &end, members[k]);
    spread(conflicts, &heap_count, members[k], multipliers[k]);
  }
  while (heap_count > 0) {
    const int32_t index = latest_pop(conflicts->heap, &heap_count);
    const int32_t j = conflicts->assignment->fixed.columns[index], row = conflicts->assignment->fixed.rows[index];
    const double coefficient = conflicts->coefficients[j];
    if (status == LX_OK && fabs(coefficient) > LX_TOL_DEPENDENT * conflicts->terms[j]) {
      status = append(conflicts, &end, row);
      spread(conflicts, &heap_count, row, -coefficient / entry_of(conflicts->program, row, j));
    }
    conflicts->coefficients[j] = 0;
    conflicts->terms[j] = 0;
    conflicts->queued[j] = 0;
  }
  if (status == LX_OK)
    close_set(conflicts, end - start);
  return status;
}
