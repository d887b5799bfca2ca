/* levels.c: an open hash table finds the distinct priorities, a sort ranks them. */
#include "presolve/levels.h"

#include <stdlib.h>
#include <string.h>

/* A plan with gaps has room for twice its levels and so many more. */
#define LX_LEAST_LEVELS 16

/* Stands for a level until all are known. */
#define LX_LEVEL_LATER INT32_MIN

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
  uint32_t index = hash(priority) & table->mask;
  while (table->slots[index].priority != 0 && table->slots[index].priority != priority)
    index = (index + 1) & table->mask;
  return &table->slots[index];
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

static inline int is_optional(double priority) { return priority != 0 && priority != LX_REQUIRED; }

static lx_status enter(lx_arena *arena, lx_level_table *table, double priority) {
  if (!is_optional(priority))
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

static void count_uses(lx_levels *levels, int32_t r, int32_t change) {
  if (levels->above[r] >= 0)
    levels->uses[levels->above[r]] += change;
  if (levels->below[r] >= 0)
    levels->uses[levels->below[r]] += change;
}

/* Sets the levels of a row without optional sides; else `above` is LX_LEVEL_LATER. */
static inline void place_required(lx_levels *levels, int32_t r, const lx_program_row *row) {
  levels->above[r] = !row->live || row->side_above == LX_SIDE_FREE ? -1 : LX_LEVEL_REQUIRED;
  levels->below[r] = !row->live || row->side_below == LX_SIDE_FREE ? -1 : LX_LEVEL_REQUIRED;
  if (row->live && (row->side_above == LX_SIDE_OPTIONAL || row->side_below == LX_SIDE_OPTIONAL))
    levels->above[r] = LX_LEVEL_LATER;
}

lx_status lx_levels_find(lx_arena *arena, const lx_program *program, lx_room room, lx_levels *out) {
  lx_level_table table = {lx_arena_take_zeroed(arena, 64, sizeof(lx_level_slot)), 63, 0};
  out->above = lx_arena_take(arena, room.rows, sizeof *out->above);
  out->below = lx_arena_take(arena, room.rows, sizeof *out->below);
  if (table.slots == NULL || out->above == NULL || out->below == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t r = 0; r < program->row_count; r++) {
    place_required(out, r, &program->rows[r]);
    if (out->above[r] != LX_LEVEL_LATER)
      continue;
    lx_status status = enter(arena, &table, program->costs[r].above);
    if (status == LX_OK)
      status = enter(arena, &table, program->costs[r].below);
    if (status != LX_OK)
      return status;
  }
  out->count = LX_LEVEL_OPTIONAL + table.used;
  out->capacity = room.has_gaps ? 2 * out->count + LX_LEAST_LEVELS : out->count;
  out->priorities = lx_arena_take(arena, out->capacity, sizeof *out->priorities);
  out->uses = lx_arena_take_zeroed(arena, out->capacity, sizeof *out->uses);
  if (out->priorities == NULL || out->uses == NULL)
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
  for (int32_t r = 0; r < program->row_count && (table.used > 0 || room.has_gaps); r++) {
    if (out->above[r] == LX_LEVEL_LATER) {
      out->above[r] = level_of(&table, program->costs[r].above);
      out->below[r] = level_of(&table, program->costs[r].below);
    }
    if (room.has_gaps)
      count_uses(out, r, 1);
  }
  return LX_OK;
}

void lx_levels_withdraw(lx_levels *levels, int32_t row) {
  count_uses(levels, row, -1);
  levels->above[row] = -1;
  levels->below[row] = -1;
}

/* The level of an optional priority, or -1. */
static int32_t search(const lx_levels *levels, double priority) {
  int32_t first = LX_LEVEL_OPTIONAL, end = levels->count;
  while (first < end) {
    const int32_t middle = first + (end - first) / 2;
    if (levels->priorities[middle] > priority)
      first = middle + 1;
    else
      end = middle;
  }
  return first < levels->count && levels->priorities[first] == priority ? first : -1;
}

/* Inserts a priority if it is new; returns 0 where there is no room. */
static int make_level(lx_levels *levels, double priority, int32_t *map, int32_t old_count) {
  if (priority == 0 || priority == LX_REQUIRED || search(levels, priority) >= 0)
    return 1;
  if (levels->count == levels->capacity)
    return 0;
  int32_t index = levels->count++;
  for (; index > LX_LEVEL_OPTIONAL && levels->priorities[index - 1] < priority; index--) {
    levels->priorities[index] = levels->priorities[index - 1];
    levels->uses[index] = levels->uses[index - 1];
  }
  levels->priorities[index] = priority;
  levels->uses[index] = 0;
  for (int32_t level = 0; level < old_count; level++)
    map[level] += map[level] >= index;
  return 1;
}

static int32_t find_level(const lx_levels *levels, double priority) {
  return priority == 0 ? -1 : priority == LX_REQUIRED ? LX_LEVEL_REQUIRED : search(levels, priority);
}

/* Removes levels that no row has. */
static void drop_unused(lx_levels *levels, int32_t *map, int32_t old_count) {
  for (int32_t index = levels->count - 1; index >= LX_LEVEL_OPTIONAL; index--) {
    if (levels->uses[index] > 0)
      continue;
    levels->count--;
    for (int32_t k = index; k < levels->count; k++) {
      levels->priorities[k] = levels->priorities[k + 1];
      levels->uses[k] = levels->uses[k + 1];
    }
    for (int32_t level = 0; level < old_count; level++)
      map[level] = map[level] == index ? -1 : map[level] - (map[level] > index);
  }
}

int lx_levels_admit(lx_levels *levels, const lx_program *program, int32_t count, const int32_t *rows, int32_t *map,
                    int *changed_out) {
  const int32_t old_count = levels->count;
  for (int32_t level = 0; level < old_count; level++)
    map[level] = level;
  for (int32_t k = 0; k < count; k++) {
    const lx_program_row *row = &program->rows[rows[k]];
    if (!row->live)
      continue;
    const lx_row_cost cost = lx_program_cost(program, rows[k]);
    if (!make_level(levels, cost.above, map, old_count) || !make_level(levels, cost.below, map, old_count))
      return 0;
    const double sides[2] = {cost.above, cost.below};
    for (int32_t side = 0; side < 2; side++) {
      const int32_t level = find_level(levels, sides[side]);
      if (level >= 0)
        levels->uses[level]++;
    }
  }
  drop_unused(levels, map, old_count);
  *changed_out = levels->count != old_count;
  for (int32_t level = 0; level < old_count && !*changed_out; level++)
    *changed_out = map[level] != level;
  if (*changed_out)
    for (int32_t r = 0; r < program->row_count; r++) {
      levels->above[r] = levels->above[r] < 0 ? -1 : map[levels->above[r]];
      levels->below[r] = levels->below[r] < 0 ? -1 : map[levels->below[r]];
    }
  for (int32_t k = 0; k < count; k++) {
    const lx_program_row *row = &program->rows[rows[k]];
    levels->above[rows[k]] = row->live ? find_level(levels, lx_program_cost(program, rows[k]).above) : -1;
    levels->below[rows[k]] = row->live ? find_level(levels, lx_program_cost(program, rows[k]).below) : -1;
  }
  return 1;
}

int32_t lx_levels_number(const lx_levels *levels, const lx_program *program, const lx_submatrix *submatrix,
                         int32_t *local, int32_t *used) {
  int32_t count = 0;
  for (int32_t k = 0; k < submatrix->row_count; k++) {
    const int32_t pair[2] = {levels->above[submatrix->rows[k]], levels->below[submatrix->rows[k]]};
    for (int32_t side = 0; side < 2; side++)
      if (pair[side] >= 0 && local[pair[side]] < 0) {
        local[pair[side]] = 0;
        used[count++] = pair[side];
      }
  }
  for (int32_t k = 0; k < submatrix->variable_count; k++)
    if (program->variables[submatrix->variables[k]].nonnegative && local[LX_LEVEL_NONNEGATIVE] < 0) {
      local[LX_LEVEL_NONNEGATIVE] = 0;
      used[count++] = LX_LEVEL_NONNEGATIVE;
    }
  for (int32_t i = 1; i < count; i++) { /* insertion sort: a handful of levels, mostly found in order */
    const int32_t level = used[i];
    int32_t hole = i;
    for (; hole > 0 && used[hole - 1] > level; hole--)
      used[hole] = used[hole - 1];
    used[hole] = level;
  }
  for (int32_t i = 0; i < count; i++)
    local[used[i]] = i;
  return count;
}

void lx_levels_unnumber(int32_t *local, const int32_t *used, int32_t count) {
  for (int32_t i = 0; i < count; i++)
    local[used[i]] = -1;
}
