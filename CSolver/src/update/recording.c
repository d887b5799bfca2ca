/* recording.c: when there is a tape, what is on it, and when it goes. */
#include "update/recording.h"

#include <math.h>
#include <string.h>

/* An update is wide from so many detours on, a component counting for so many: what the tape of a smaller one saves is
 * less than it costs to tell. Chains of links, which need no detours, are as fast without a tape. */
#define LX_WIDE_DETOURS 32
#define LX_WIDE_COMPONENT 4

/* A tape of which fewer than one in so many sums and components changed, so many times, is worth less than marks. The
 * next one then takes twice as many updates to be made. */
#define LX_TAPE_PART 8
#define LX_TAPE_MISSES 4

/* A tape is for at least this part of the rows that begin it. */
#define LX_TAPE_BEGIN 2

#define LX_MOST_TIMES (1 << 20)

static int begins(const lx_tape *tape, int32_t row) { return tape->begins[row / 64] >> (row % 64) & 1; }

/* The same for the same rows in any order. */
static int64_t hash_of_edits(const lx_program *program) {
  uint64_t hash = 0;
  for (int32_t k = 0; k < program->edited_count; k++) {
    uint64_t word = ((uint64_t)program->edited_rows[k] + 1) * 0x9e3779b97f4a7c15u;
    hash += word ^ word >> 29;
  }
  return (int64_t)hash;
}

void lx_tape_destroy(lx_tape *tape) {
  if (tape == NULL)
    return;
  const lx_allocator *allocator = tape->arena.allocator;
  lx_arena_destroy(&tape->arena);
  lx_arena_destroy(&tape->scratch);
  lx_release(allocator, tape);
}

void lx_tape_expire(lx_incremental *state) {
  if (state->recorder.tape != NULL)
    state->recorder.tape->is_stale = 1;
}

/* The steps of links to variables on the tape are to be computed again. */
static void forget_steps(const lx_sums *sums, const lx_topological_order *order, const lx_position_map index) {
  int32_t *code = sums->code;
  double *numbers = sums->numbers;
  for (int32_t k = 0; k < sums->count; k++) {
    order->predecessors[(index.indices[code[1]] - index.first) * index.sign].increment = NAN;
    code = lx_sum_next(code, &numbers);
  }
}

void lx_tape_step_aside(lx_incremental *state) {
  lx_tape *tape = state->recorder.tape;
  const lx_assignment *assignment = &state->solution.plan.assignment;
  if (tape == NULL)
    return;
  if (tape->has_moved) {
    forget_steps(&tape->fixed, &assignment->fixed, lx_fixed_positions(assignment));
    forget_steps(&tape->derived, &assignment->substituted, lx_substituted_positions(assignment));
  }
  if (tape->has_moved)
    lx_chains_clear(&state->chains);
  tape->has_moved = 0;
  tape->is_stale = 1;
}

void lx_tape_drop(lx_incremental *state) {
  lx_tape_step_aside(state);
  lx_tape_destroy(state->recorder.tape);
  state->recorder.tape = NULL;
}

/* Places of an order that are marked, and those that they reach, ascending; the marks are taken away. */
static int32_t collect_places(lx_incremental *state, const lx_topological_order *order, lx_marks *marks,
                              int32_t *places) {
  int32_t count = 0;
  for (int32_t word = marks->first; word < marks->end; word++)
    while (marks->words[word] != 0) {
      const int32_t place = 64 * word + __builtin_ctzll(marks->words[word]);
      marks->words[word] &= marks->words[word] - 1;
      if (order->columns[place] < 0)
        continue;
      places[count++] = place;
      lx_mark_users(state, order->columns[place]);
    }
  lx_clear_marks(marks);
  return count;
}

/* Sums of an order, and where constants of rows that begin the tape stand in them. */
static lx_status write_sums(lx_tape *tape, const lx_program *program, const lx_topological_order *order,
                            const int32_t *places, int32_t count, lx_sums *out) {
  const lx_status status = lx_sums_create(&tape->arena, program, order, places, count, out);
  if (status != LX_OK)
    return status;
  int32_t *code = out->code;
  double *numbers = out->numbers;
  for (int32_t k = 0; k < count; k++) {
    const int32_t row = order->rows[places[k]];
    if (begins(tape, row))
      tape->beginnings[tape->beginning_count++] = (lx_beginning){row, numbers};
    code = lx_sum_next(code, &numbers);
  }
  return LX_OK;
}

/* The block that a component of a shape goes to: the shape's last where that has room. `open` is that one, per shape.
 */
static lx_block *block_for(lx_tape *tape, int32_t number, int32_t *open) {
  if (number >= 0 && open[number] >= 0 && tape->blocks[open[number]].count < LX_LANES)
    return &tape->blocks[open[number]];
  lx_block *block = &tape->blocks[tape->block_count];
  *block = (lx_block){.shape = number >= 0 ? tape->shapes.items[number] : NULL};
  if (number >= 0) {
    const int64_t slots = (int64_t)block->shape->inputs + block->shape->variables + block->shape->rows;
    block->slots = lx_arena_take(&tape->arena, slots * LX_LANES, sizeof(int32_t));
    block->constants = lx_arena_take(&tape->arena, block->shape->rows, sizeof(lx_lanes));
    block->places = lx_arena_take(&tape->arena, (int64_t)block->shape->moving_rows + block->shape->moving_slots,
                                  sizeof(lx_place_lanes));
    block->errors = lx_arena_take(&tape->arena, block->shape->costly_count, sizeof(lx_lanes));
    if (block->slots == NULL || block->constants == NULL || block->places == NULL || block->errors == NULL)
      return NULL;
    open[number] = tape->block_count;
  }
  tape->block_count++;
  return block;
}

/* Puts a component into a block. The first goes into all lanes. */
static void fill_lane(lx_tape *tape, const lx_program *program, lx_block *block, int32_t component,
                      const int32_t *slots) {
  const int32_t first = block->count, end = first == 0 && block->shape != NULL ? LX_LANES : first + 1;
  block->components[block->count++] = component;
  if (block->shape == NULL)
    return;
  const int32_t decided = block->shape->inputs + block->shape->variables;
  for (int32_t lane = first; lane < end; lane++) {
    for (int32_t k = 0; k < decided + block->shape->rows; k++)
      block->slots[k * LX_LANES + lane] = slots[k];
    for (int32_t k = 0; k < block->shape->rows; k++)
      block->constants[k][lane] = program->rows[slots[decided + k]].constant;
  }
  for (int32_t k = 0; k < block->shape->rows; k++)
    if (begins(tape, slots[decided + k]))
      tape->beginnings[tape->beginning_count++] = (lx_beginning){slots[decided + k], &block->constants[k][first]};
}

/* The components that are reached, ascending within their shape. */
static lx_status write_blocks(lx_tape *tape, lx_incremental *state) {
  const lx_propagation *update = &state->propagation;
  int32_t slots[LX_SHAPE_SLOTS + LX_SHAPE_ROWS], open[LX_SHAPES], number;
  tape->blocks = lx_arena_take(&tape->arena, update->component_count, sizeof(lx_block));
  tape->work = lx_arena_take_zeroed(&tape->arena, 1, sizeof(lx_shape_work));
  if (tape->blocks == NULL || tape->work == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < LX_SHAPES; k++)
    open[k] = -1;
  lx_status status = lx_shapes_create(&tape->arena, &tape->shapes);
  for (int32_t c = 0; c < state->solution.plan.components.count && status == LX_OK; c++) {
    if (!update->in_components[c])
      continue;
    lx_arena_reset(&tape->scratch);
    status = lx_shape_of(&tape->arena, &tape->scratch, &state->solution.session, c, &tape->shapes, slots, &number);
    if (status != LX_OK)
      break;
    lx_block *block = block_for(tape, number, open);
    if (block == NULL)
      return LX_ERROR_MEMORY;
    fill_lane(tape, state->solution.session.program, block, c, slots);
  }
  tape->component_count = update->component_count;
  return status;
}

/* Everything that the edited rows may reach. */
static lx_status write_tape(lx_tape *tape, lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  const lx_assignment *assignment = &state->solution.plan.assignment;
  lx_propagation *update = &state->propagation;
  lx_arena *arena = &tape->arena;
  int32_t *places =
      lx_arena_take(arena, (int64_t)assignment->fixed.count + assignment->substituted.count, sizeof *places);
  tape->begins = lx_arena_take_zeroed(arena, state->solution.plan.room.rows / 64 + 1, sizeof *tape->begins);
  tape->beginnings = lx_arena_take(arena, program->edited_count, sizeof *tape->beginnings);
  if (places == NULL || tape->begins == NULL || tape->beginnings == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < program->edited_count; k++) {
    tape->begins[program->edited_rows[k] / 64] |= (uint64_t)1 << (program->edited_rows[k] % 64);
    lx_mark_row(state, program->edited_rows[k], -1);
  }
  tape->begin_count = program->edited_count;
  const int32_t fixed = collect_places(state, &assignment->fixed, &update->fixed, places);
  for (int32_t i = 0; i < update->component_count; i++) {
    const lx_submatrix piece = lx_component_submatrix(&state->solution.plan, update->components[i]);
    for (int32_t k = 0; k < piece.variable_count; k++)
      lx_mark_users(state, piece.variables[k]);
  }
  const int32_t derived = collect_places(state, &assignment->substituted, &update->substituted, places + fixed);
  lx_status status = write_sums(tape, program, &assignment->fixed, places, fixed, &tape->fixed);
  if (status == LX_OK)
    status = write_blocks(tape, state);
  if (status == LX_OK)
    status = write_sums(tape, program, &assignment->substituted, places + fixed, derived, &tape->derived);
  tape->rows = lx_arena_take(arena, update->row_count, sizeof *tape->rows);
  if (tape->rows == NULL)
    return LX_ERROR_MEMORY;
  memcpy(tape->rows, update->rows, sizeof *tape->rows * (size_t)update->row_count);
  tape->row_count = update->row_count;
  return status;
}

/* A tape for the rows that are edited now. Without memory for it there is none. */
static void make_tape(lx_incremental *state) {
  lx_propagation *update = &state->propagation;
  lx_tape_drop(state);
  lx_tape *tape = lx_allocate_zeroed(state->solution.allocator, 1, sizeof *tape);
  if (tape == NULL)
    return;
  lx_arena_init(&tape->arena, state->solution.allocator);
  lx_arena_init(&tape->scratch, state->solution.allocator);
  const lx_status status = write_tape(tape, state);
  lx_arena_destroy(&tape->scratch);
  lx_clear_marks(&update->fixed);
  lx_clear_reached(update);
  if (status == LX_OK)
    state->recorder.tape = tape;
  else
    lx_tape_destroy(tape);
}

/* Whether a tape is for these edits: all of its rows, or many of them, and no others. */
static int is_for(const lx_tape *tape, const lx_program *program) {
  if (tape == NULL || (int64_t)program->edited_count * LX_TAPE_BEGIN < tape->begin_count)
    return 0;
  for (int32_t k = 0; k < program->edited_count; k++)
    if (!begins(tape, program->edited_rows[k]))
      return 0;
  return 1;
}

/* Whether it is time to make a tape for these edits. */
static int is_due(const lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  const lx_wide_begin *wide = &state->recorder.wide;
  return wide->times > 0 && wide->times >= wide->wanted && wide->count == program->edited_count &&
         wide->hash == hash_of_edits(program);
}

int lx_tape_would_serve(const lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  return !program->is_edited && (is_for(state->recorder.tape, program) || is_due(state));
}

int lx_tape_serves(lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  if (program->edited_count == 0)
    return 0;
  if (is_for(state->recorder.tape, program))
    return 1;
  if (!is_due(state))
    return 0;
  state->recorder.wide.times = 0;
  make_tape(state);
  return state->recorder.tape != NULL;
}

void lx_tape_watch(lx_incremental *state) {
  const lx_propagation *update = &state->propagation;
  if (update->detours + (int64_t)LX_WIDE_COMPONENT * update->component_count >= LX_WIDE_DETOURS)
    lx_tape_note(state);
}

void lx_tape_note(lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  lx_wide_begin *wide = &state->recorder.wide;
  const int64_t hash = hash_of_edits(program);
  if (wide->count != program->edited_count || wide->hash != hash)
    *wide = (lx_wide_begin){.hash = hash, .count = program->edited_count, .wanted = wide->wanted};
  wide->times += wide->times < LX_MOST_TIMES;
}

void lx_tape_judge(lx_incremental *state) {
  lx_tape *tape = state->recorder.tape;
  const int64_t all = (int64_t)tape->fixed.count + tape->derived.count + tape->component_count;
  if ((int64_t)state->solution.changes.count * LX_TAPE_PART >= all) {
    tape->misses = 0;
    return;
  }
  if (++tape->misses < LX_TAPE_MISSES)
    return;
  lx_wide_begin *wide = &state->recorder.wide;
  wide->wanted = wide->wanted < LX_MOST_TIMES / 2 ? 2 * (wide->wanted + 1) : LX_MOST_TIMES;
  lx_tape_drop(state);
}
