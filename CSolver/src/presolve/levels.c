/* levels.c: a small open hash finds the distinct priorities, a sort ranks them. */
#include "presolve/levels.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  double priority; /* 0: empty */
  int32_t level;
} lx_level_slot;

typedef struct {
  lx_level_slot *slots;
  uint32_t mask;
  int32_t used;
} lx_level_table;

static uint32_t hash(double priority) {
  uint64_t bits;
  memcpy(&bits, &priority, sizeof bits);
  bits *= 0x9e3779b97f4a7c15u; /* 2^64 over the golden ratio: Fibonacci hashing */
  return (uint32_t)(bits >> 32);
}

static lx_level_slot *find(const lx_level_table *table, double priority) {
  uint32_t place = hash(priority) & table->mask;
  while (table->slots[place].priority != 0 && table->slots[place].priority != priority)
    place = (place + 1) & table->mask;
  return &table->slots[place];
}

static lx_status grow(lx_arena *arena, lx_level_table *table) {
  const lx_level_table old = *table;
  const uint32_t size = (old.mask + 1) * 4;
  table->slots = lx_arena_take_zeroed(arena, size, sizeof *table->slots);
  if (table->slots == NULL)
    return LX_ERROR_MEMORY;
  table->mask = size - 1;
  for (uint32_t i = 0; i <= old.mask; i++)
    if (old.slots[i].priority != 0)
      *find(table, old.slots[i].priority) = old.slots[i];
  return LX_OK;
}

static lx_status enter(lx_arena *arena, lx_level_table *table, double priority) {
  if (priority == 0 || priority == LX_REQUIRED)
    return LX_OK;
  lx_level_slot *slot = find(table, priority);
  if (slot->priority != 0)
    return LX_OK;
  slot->priority = priority;
  table->used++;
  return (uint32_t)table->used * 2 > table->mask ? grow(arena, table) : LX_OK;
}

static int descending(const void *a, const void *b) {
  const double left = *(const double *)a, right = *(const double *)b;
  return (left < right) - (left > right);
}

static int32_t level_of(const lx_level_table *table, double priority) {
  if (priority == 0)
    return -1;
  return priority == LX_REQUIRED ? LX_LEVEL_REQUIRED : find(table, priority)->level;
}

lx_status lx_levels_find(lx_arena *arena, const lx_program *program, lx_levels *out) {
  lx_level_table table = {lx_arena_take_zeroed(arena, 64, sizeof(lx_level_slot)), 63, 0};
  if (table.slots == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t r = 0; r < program->row_count; r++) {
    if (!program->rows[r].live)
      continue;
    lx_status status = enter(arena, &table, program->rows[r].above);
    if (status == LX_OK)
      status = enter(arena, &table, program->rows[r].below);
    if (status != LX_OK)
      return status;
  }
  out->count = LX_LEVEL_OPTIONAL + table.used;
  out->priorities = lx_arena_take(arena, out->count, sizeof *out->priorities);
  out->above = lx_arena_take(arena, program->row_count, sizeof *out->above);
  out->below = lx_arena_take(arena, program->row_count, sizeof *out->below);
  if (out->priorities == NULL || out->above == NULL || out->below == NULL)
    return LX_ERROR_MEMORY;
  out->priorities[LX_LEVEL_REQUIRED] = LX_REQUIRED;
  out->priorities[LX_LEVEL_NONNEGATIVE] = LX_REQUIRED;
  int32_t next = LX_LEVEL_OPTIONAL;
  for (uint32_t i = 0; i <= table.mask; i++)
    if (table.slots[i].priority != 0)
      out->priorities[next++] = table.slots[i].priority;
  qsort(out->priorities + LX_LEVEL_OPTIONAL, (size_t)table.used, sizeof *out->priorities, descending);
  for (int32_t level = LX_LEVEL_OPTIONAL; level < out->count; level++)
    find(&table, out->priorities[level])->level = level;
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    out->above[r] = row->live ? level_of(&table, row->above) : -1;
    out->below[r] = row->live ? level_of(&table, row->below) : -1;
  }
  return LX_OK;
}
