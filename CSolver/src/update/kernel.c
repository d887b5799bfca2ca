/* kernel.c: a component put into numbers of its own, and compared with those seen. */
#include "update/kernel.h"

#include <math.h>
#include <string.h>

/* Shapes that a component is compared with before its hash is computed, which takes longer: most have few. */
#define LX_FIRST_SHAPES 4

/* What of a component is being written. */
typedef struct {
  lx_session *session;
  const lx_plan *plan;
  lx_submatrix piece;
  int32_t inputs;
  int32_t *slots; /* inputs, variables, rows */
  int32_t *code;
  double *numbers;
  int64_t code_count;
  int64_t number_count;
  int is_odd; /* has no shape after all */
} lx_shaper;

lx_status lx_shapes_create(lx_arena *arena, lx_shapes *out) {
  *out = (lx_shapes){
      .items = lx_arena_take(arena, LX_SHAPES, sizeof(lx_shape *)),
      .hashes = lx_arena_take(arena, LX_SHAPES, sizeof(uint64_t)),
  };
  return out->items != NULL && out->hashes != NULL ? LX_OK : LX_ERROR_MEMORY;
}

static void put(lx_shaper *s, int32_t code) { s->code[s->code_count++] = code; }

static void put_number(lx_shaper *s, double number) { s->numbers[s->number_count++] = number; }

/* Where an item is among ascending ones, or -1. */
static int32_t place_in(const int32_t *items, int32_t count, int32_t item) {
  int32_t low = 0, high = count - 1;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (items[middle] < item)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && items[low] == item ? low : -1;
}

static int is_input(const lx_shaper *s, int32_t variable) { return s->plan->assignment.assigned_at[variable] >= 0; }

/* Slot of an input or a variable of the component. */
static int32_t slot_of(lx_shaper *s, int32_t variable) {
  if (is_input(s, variable)) {
    int32_t slot = 0;
    while (slot < s->inputs && s->slots[slot] != variable)
      slot++;
    return slot;
  }
  const int32_t place = place_in(s->piece.variables, s->piece.variable_count, variable);
  s->is_odd |= place < 0;
  return s->inputs + place;
}

static int32_t row_of(lx_shaper *s, int32_t row) {
  const int32_t place = place_in(s->piece.rows, s->piece.row_count, row);
  s->is_odd |= place < 0;
  return place;
}

/* Gives inputs, variables and rows their slots. */
static void number_slots(lx_shaper *s) {
  const lx_program *program = s->session->program;
  for (int32_t k = 0; k < s->piece.row_count && !s->is_odd; k++) {
    const lx_program_row *row = &program->rows[s->piece.rows[k]];
    for (int32_t e = row->start; e < row->start + row->count && !s->is_odd; e++) {
      const int32_t j = program->columns[e];
      if (!is_input(s, j) || slot_of(s, j) < s->inputs)
        continue;
      s->is_odd = s->inputs + s->piece.variable_count >= LX_SHAPE_SLOTS;
      if (!s->is_odd)
        s->slots[s->inputs++] = j;
    }
  }
  if (s->is_odd)
    return;
  memcpy(s->slots + s->inputs, s->piece.variables, sizeof *s->slots * (size_t)s->piece.variable_count);
  memcpy(s->slots + s->inputs + s->piece.variable_count, s->piece.rows, sizeof *s->slots * (size_t)s->piece.row_count);
}

/* Entries of a row of the program, all or inputs only. */
static void write_entries(lx_shaper *s, const lx_program_row *row, int inputs_only) {
  const lx_program *program = s->session->program;
  const int64_t place = s->code_count;
  put(s, 0);
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    if (inputs_only && !is_input(s, program->columns[e]))
      continue;
    s->code[place]++;
    put(s, slot_of(s, program->columns[e]));
    put_number(s, program->values[e]);
  }
}

/* A row as the steps left it. */
static void write_reduced(lx_shaper *s, int32_t row) {
  const lx_elimination *elimination = &s->plan->elimination;
  put(s, elimination->counts[row]);
  for (int32_t e = elimination->starts[row]; e < elimination->starts[row] + elimination->counts[row]; e++) {
    put(s, slot_of(s, elimination->columns[e]));
    put_number(s, elimination->values[e]);
  }
}

static void write_parts(lx_shaper *s, const lx_component *component) {
  for (int32_t p = component->first_block; p < component->first_block + component->block_count; p++) {
    const lx_plan_block *part = &s->plan->blocks[p];
    put(s, part->kind);
    put(s, part->variable_count);
    put(s, part->row_count);
    s->is_odd |= part->kind == LX_BLOCK_GENERAL;
    for (int32_t k = 0; k < part->variable_count; k++)
      put(s, slot_of(s, s->plan->block_variables[part->first_variable + k]));
    for (int32_t k = 0; k < part->row_count; k++) {
      put(s, row_of(s, s->plan->block_rows[part->first_row + k]));
      write_reduced(s, s->plan->block_rows[part->first_row + k]);
    }
  }
}

static void write_component(lx_shaper *s, const lx_component *component) {
  const lx_program *program = s->session->program;
  const lx_elimination *elimination = &s->plan->elimination;
  for (int32_t k = 0; k < s->piece.row_count; k++)
    write_entries(s, &program->rows[s->piece.rows[k]], 1);
  put(s, component->record_count);
  for (int32_t k = 0; k < component->record_count; k++) {
    const lx_elimination_record *operation = &elimination->records[component->first_record + k];
    put(s, row_of(s, operation->target));
    put(s, row_of(s, operation->source));
    put_number(s, operation->factor);
  }
  put(s, component->aggregated_count);
  for (int32_t k = component->aggregated_count - 1; k >= 0; k--) {
    const int32_t row = elimination->aggregated[component->first_aggregated + k];
    put(s, row_of(s, row));
    write_reduced(s, row);
  }
  for (int32_t k = 0; k < s->piece.variable_count; k++)
    put(s, program->variables[s->piece.variables[k]].nonnegative);
  for (int32_t k = 0; k < s->piece.row_count; k++) {
    const int32_t row = s->piece.rows[k];
    put(s, s->plan->levels.above[row]);
    put(s, s->plan->levels.below[row]);
    put_number(s, lx_program_cost(program, row).weight);
    write_entries(s, &program->rows[row], 0);
  }
  write_parts(s, component);
}

/* Room for what write_component writes. */
static lx_status take_room(lx_arena *scratch, lx_shaper *s, const lx_component *component) {
  const lx_elimination *elimination = &s->plan->elimination;
  int64_t room = 2 + s->piece.variable_count;
  for (int32_t k = 0; k < s->piece.row_count; k++)
    room += 8 + 2 * (int64_t)s->session->program->rows[s->piece.rows[k]].count +
            2 * (int64_t)elimination->counts[s->piece.rows[k]];
  room += 2 * (int64_t)component->record_count + 2 * (int64_t)component->aggregated_count;
  room += 3 * (int64_t)component->block_count + s->piece.variable_count;
  s->code = lx_arena_take(scratch, room, sizeof(int32_t));
  s->numbers = lx_arena_take(scratch, room, sizeof(double));
  return s->code != NULL && s->numbers != NULL ? LX_OK : LX_ERROR_MEMORY;
}

/* FNV-1a over words: http://www.isthe.com/chongo/tech/comp/fnv/ */
static uint64_t hash_of(const lx_shaper *s) {
  uint64_t hash = 14695981039346656037u, bits;
  for (int64_t k = 0; k < s->code_count; k++)
    hash = (hash ^ (uint32_t)s->code[k]) * 1099511628211u;
  for (int64_t k = 0; k < s->number_count; k++) {
    memcpy(&bits, &s->numbers[k], sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
  }
  return hash;
}

static int is_same(const lx_shape *shape, const lx_shaper *s) {
  return shape->inputs == s->inputs && shape->variables == s->piece.variable_count &&
         shape->rows == s->piece.row_count && shape->code_count == s->code_count &&
         shape->number_count == s->number_count &&
         memcmp(shape->code, s->code, sizeof *s->code * (size_t)s->code_count) == 0 &&
         memcmp(shape->numbers, s->numbers, sizeof *s->numbers * (size_t)s->number_count) == 0;
}

/* A closed form that stays: what lx_knapsack_open makes is for one solve. */
static lx_status keep_part(lx_arena *arena, lx_shaper *s, const lx_plan_block *part, lx_shape_part *out) {
  lx_knapsack opened;
  int32_t coupling = -1;
  lx_status status = lx_knapsack_open(s->session, part, &opened, &coupling);
  if (status != LX_OK)
    return status;
  const int64_t n = opened.variables, breakpoints = opened.breakpoint_starts[n];
  lx_knapsack *numbers = &out->numbers;
  status = lx_knapsack_copy(&opened, arena, numbers);
  if (status != LX_OK)
    return status;
  out->tolerance = lx_arena_copy(arena, opened.tolerance, opened.levels, sizeof(double));
  out->optimum = lx_arena_take(arena, n, sizeof(int32_t));
  out->slots = lx_arena_take(arena, n, sizeof(int32_t));
  if (out->tolerance == NULL || out->optimum == NULL || out->slots == NULL)
    return LX_ERROR_MEMORY;
  const int32_t *variables = s->plan->block_variables + part->first_variable;
  for (int32_t v = 0; v < n; v++) {
    const int32_t slot = slot_of(s, variables[v]);
    out->slots[v] = slot;
    for (int32_t k = opened.breakpoint_starts[v]; k < opened.breakpoint_starts[v + 1]; k++)
      numbers->breakpoints[k].member =
          opened.breakpoints[k].member >= 0 ? row_of(s, opened.breakpoints[k].member) : -1 - slot;
  }
  out->breakpoints = lx_arena_copy(arena, numbers->breakpoints, breakpoints, sizeof(lx_cost_breakpoint));
  out->coupling = coupling >= 0 ? row_of(s, coupling) : -1;
  out->cut = 0;
  out->is_settled = 0;
  return out->breakpoints == NULL ? LX_ERROR_MEMORY : coupling >= 0 ? lx_knapsack_reserve(numbers, arena, breakpoints + n) : LX_OK;
}

/* Which places a solve changes: of rows with breakpoints, of couplings, and of variables whose sign is a breakpoint. */
static lx_status list_moving(lx_arena *arena, lx_shaper *s, const lx_component *component, lx_shape *shape) {
  const lx_elimination *elimination = &s->plan->elimination;
  shape->row_statuses = lx_arena_take(arena, shape->rows, sizeof(int8_t));
  shape->variable_statuses = lx_arena_take_zeroed(arena, (int64_t)shape->inputs + shape->variables, sizeof(int8_t));
  shape->moving = lx_arena_take(arena, (int64_t)shape->rows + shape->variables, sizeof(int32_t));
  shape->costly = lx_arena_take(arena, shape->rows, sizeof(int32_t));
  if (shape->row_statuses == NULL || shape->variable_statuses == NULL || shape->moving == NULL || shape->costly == NULL)
    return LX_ERROR_MEMORY;
  memset(shape->row_statuses, LX_SHAPE_AS_WAS, (size_t)shape->rows);
  for (int32_t k = 0; k < component->aggregated_count; k++)
    shape->row_statuses[row_of(s, elimination->aggregated[component->first_aggregated + k])] = LX_BASIS_TIGHT;
  for (int32_t p = 0; p < shape->part_count; p++) {
    const lx_shape_part *part = &shape->parts[p];
    if (part->coupling >= 0)
      shape->row_statuses[part->coupling] = LX_SHAPE_MOVES;
    for (int32_t k = 0; k < part->numbers.breakpoint_starts[part->numbers.variables]; k++)
      *(part->breakpoints[k].member >= 0 ? &shape->row_statuses[part->breakpoints[k].member]
                                         : &shape->variable_statuses[-1 - part->breakpoints[k].member]) =
          LX_SHAPE_MOVES;
  }
  for (int32_t r = 0; r < shape->rows; r++)
    if (shape->row_statuses[r] == LX_SHAPE_MOVES)
      shape->moving[shape->moving_rows++] = r;
  for (int32_t k = shape->inputs; k < shape->inputs + shape->variables; k++)
    if (shape->variable_statuses[k] == LX_SHAPE_MOVES)
      shape->moving[shape->moving_rows + shape->moving_slots++] = k;
  for (int32_t r = 0; r < shape->rows; r++)
    if (s->plan->levels.above[s->piece.rows[r]] >= LX_LEVEL_OPTIONAL ||
        s->plan->levels.below[s->piece.rows[r]] >= LX_LEVEL_OPTIONAL)
      shape->costly[shape->costly_count++] = r;
  return LX_OK;
}

static lx_status make_shape(lx_arena *arena, lx_shaper *s, const lx_component *component, lx_shape **out) {
  const lx_elimination *elimination = &s->plan->elimination;
  lx_shape *shape = lx_arena_take(arena, 1, sizeof *shape);
  if (shape == NULL)
    return LX_ERROR_MEMORY;
  *shape = (lx_shape){
      .inputs = s->inputs,
      .variables = s->piece.variable_count,
      .rows = s->piece.row_count,
      .code = lx_arena_copy(arena, s->code, s->code_count, sizeof(int32_t)),
      .numbers = lx_arena_copy(arena, s->numbers, s->number_count, sizeof(double)),
      .code_count = s->code_count,
      .number_count = s->number_count,
      .divisors = lx_arena_take(arena, s->piece.row_count, sizeof(double)),
      .parts = lx_arena_take(arena, component->block_count, sizeof(lx_shape_part)),
      .part_count = component->block_count,
  };
  lx_status status = shape->code != NULL && shape->numbers != NULL && shape->divisors != NULL && shape->parts != NULL
                         ? LX_OK
                         : LX_ERROR_MEMORY;
  for (int32_t k = 0; k < shape->rows && status == LX_OK; k++) {
    const int32_t row = s->piece.rows[k];
    shape->divisors[k] = elimination->counts[row] > 0 ? elimination->values[elimination->starts[row]] : 1;
  }
  for (int32_t p = 0; p < shape->part_count && status == LX_OK; p++)
    status = keep_part(arena, s, &s->plan->blocks[component->first_block + p], &shape->parts[p]);
  *out = shape;
  return status == LX_OK ? list_moving(arena, s, component, shape) : status;
}

lx_status lx_shape_of(lx_arena *arena, lx_arena *scratch, lx_session *session, int32_t number, lx_shapes *shapes,
                      int32_t *slots, int32_t *number_out) {
  const lx_component *component = &session->plan->components.items[number];
  lx_shaper s = {
      .session = session,
      .plan = session->plan,
      .piece = lx_component_submatrix(session->plan, number),
      .slots = slots,
  };
  *number_out = -1;
  if (component->is_plain || s.piece.row_count > LX_SHAPE_ROWS || s.piece.row_count == 0 ||
      s.piece.variable_count > LX_SHAPE_SLOTS)
    return LX_OK;
  number_slots(&s);
  if (s.is_odd)
    return LX_OK;
  lx_status status = take_room(scratch, &s, component);
  if (status != LX_OK)
    return status;
  write_component(&s, component);
  if (s.is_odd)
    return LX_OK;
  for (int32_t k = 0; k < shapes->count && k < LX_FIRST_SHAPES; k++)
    if (is_same(shapes->items[k], &s)) {
      *number_out = k;
      return LX_OK;
    }
  const uint64_t hash = hash_of(&s);
  for (int32_t k = shapes->count - 1; k >= 0; k--)
    if (shapes->hashes[k] == hash && is_same(shapes->items[k], &s)) {
      *number_out = k;
      return LX_OK;
    }
  if (shapes->count == LX_SHAPES)
    return LX_OK;
  status = make_shape(arena, &s, component, &shapes->items[shapes->count]);
  if (status != LX_OK)
    return status;
  shapes->hashes[shapes->count] = hash;
  *number_out = shapes->count++;
  return LX_OK;
}
