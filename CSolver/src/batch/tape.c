/* tape.c: when there is a tape, what is on it, and when it goes. */
#include "batch/tape.h"

#include <math.h>
#include <string.h>

/* An update is wide from so many rows on that it reaches one by one, a component counting for so many: what the tape
 * of a smaller one saves is less than it costs to tell. */
#define LX_WIDE_ROWS 64
#define LX_WIDE_COMPONENT 8

/* Wide updates that the same rows begin, one after another, before there is a tape. */
#define LX_WIDE_TIMES 2

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

/* The steps of links to variables on the tape are to be computed again. */
static void forget_steps(const lx_sums *sums, const lx_order *order, const lx_order_index index) {
  int32_t *code = sums->code;
  double *numbers = sums->numbers;
  for (int32_t k = 0; k < sums->count; k++) {
    order->links[(index.places[code[1]] - index.first) * index.sign].step = NAN;
    code = lx_sum_next(code, &numbers);
  }
}

void lx_tape_step_aside(lx_solution *solution) {
  lx_tape *tape = solution->tape;
  const lx_fixing *fixing = &solution->plan.fixing;
  if (tape == NULL)
    return;
  if (tape->has_moved) {
    forget_steps(&tape->fixed, &fixing->fixed, lx_index_of_fixed(fixing));
    forget_steps(&tape->derived, &fixing->derived, lx_index_of_derived(fixing));
  }
  tape->has_moved = 0;
  tape->is_stale = 1;
}

void lx_tape_drop(lx_solution *solution) {
  lx_tape_step_aside(solution);
  lx_tape_destroy(solution->tape);
  solution->tape = NULL;
}

/* Reaches all rows that a variable may change. */
static void reach_users(lx_solution *solution, int32_t j) {
  const lx_program *program = solution->session.program;
  for (int32_t e = program->first_use[j]; e >= 0; e = program->uses[e].next)
    if (solution->update.owner[program->uses[e].row] != j)
      lx_reach_row(solution, program->uses[e].row, j);
}

/* Places of an order that are marked, and those that they reach, ascending; the marks are taken away. */
static int32_t collect_places(lx_solution *solution, const lx_order *order, lx_marks *marks, int32_t *places) {
  int32_t count = 0;
  for (int32_t word = marks->first; word < marks->end; word++)
    while (marks->words[word] != 0) {
      const int32_t place = 64 * word + __builtin_ctzll(marks->words[word]);
      marks->words[word] &= marks->words[word] - 1;
      if (order->columns[place] < 0)
        continue;
      places[count++] = place;
      reach_users(solution, order->columns[place]);
    }
  lx_forget_marks(marks);
  return count;
}

/* Sums of an order, and where constants of rows that begin the tape stand in them. */
static lx_status write_sums(lx_tape *tape, const lx_program *program, const lx_order *order, const int32_t *places,
                            int32_t count, lx_sums *out) {
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

/* A component as an instance of its shape, behind those there are. */
static lx_status write_instance(lx_tape *tape, lx_solution *solution, int32_t component, int32_t *slot_count,
                                int32_t *constant_count) {
  const lx_program *program = solution->session.program;
  const lx_piece piece = lx_component_piece(&solution->plan, component);
  lx_instance *instance = &tape->instances[tape->instance_count++];
  int32_t slots[LX_SHAPE_SLOTS + LX_SHAPE_ROWS];
  *instance = (lx_instance){.component = component, .first_slot = *slot_count, .first_constant = *constant_count};
  lx_arena_reset(&tape->scratch);
  const lx_status status =
      lx_shape_of(&tape->arena, &tape->scratch, &solution->session, component, &tape->shapes, slots, &instance->shape);
  if (status == LX_OK && instance->shape != NULL) {
    const int32_t count = instance->shape->inputs + piece.variable_count + piece.row_count;
    memcpy(tape->slots + *slot_count, slots, sizeof *slots * (size_t)count);
    *slot_count += count;
  }
  for (int32_t k = 0; k < piece.row_count; k++) {
    double *at = instance->shape != NULL ? &tape->constants[(*constant_count)++] : NULL;
    if (at != NULL)
      *at = program->rows[piece.rows[k]].constant;
    if (at != NULL && begins(tape, piece.rows[k]))
      tape->beginnings[tape->beginning_count++] = (lx_beginning){piece.rows[k], at};
  }
  return status;
}

/* The components that are reached, ascending. */
static lx_status write_instances(lx_tape *tape, lx_solution *solution) {
  const lx_program *program = solution->session.program;
  const lx_update *update = &solution->update;
  int64_t slots = 0, constants = 0;
  for (int32_t i = 0; i < update->component_count; i++) {
    const lx_piece piece = lx_component_piece(&solution->plan, update->components[i]);
    slots += (int64_t)piece.variable_count + piece.row_count;
    constants += piece.row_count;
    for (int32_t k = 0; k < piece.row_count; k++)
      slots += program->rows[piece.rows[k]].count;
  }
  tape->instances = lx_arena_take(&tape->arena, update->component_count, sizeof(lx_instance));
  tape->slots = lx_arena_take(&tape->arena, slots, sizeof(int32_t));
  tape->constants = lx_arena_take(&tape->arena, constants, sizeof(double));
  if (tape->instances == NULL || tape->slots == NULL || tape->constants == NULL || slots > INT32_MAX)
    return LX_ERROR_MEMORY;
  lx_status status = lx_shapes_create(&tape->arena, &tape->shapes);
  int32_t slot_count = 0, constant_count = 0;
  for (int32_t c = 0; c < solution->plan.components.count && status == LX_OK; c++)
    if (update->in_components[c])
      status = write_instance(tape, solution, c, &slot_count, &constant_count);
  return status;
}

/* Everything that the edited rows may reach. */
static lx_status write_tape(lx_tape *tape, lx_solution *solution) {
  const lx_program *program = solution->session.program;
  const lx_fixing *fixing = &solution->plan.fixing;
  lx_update *update = &solution->update;
  lx_arena *arena = &tape->arena;
  int32_t *places = lx_arena_take(arena, (int64_t)fixing->fixed.count + fixing->derived.count, sizeof *places);
  tape->begins = lx_arena_take_zeroed(arena, solution->plan.room.rows / 64 + 1, sizeof *tape->begins);
  tape->beginnings = lx_arena_take(arena, program->edited_count, sizeof *tape->beginnings);
  if (places == NULL || tape->begins == NULL || tape->beginnings == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < program->edited_count; k++) {
    tape->begins[program->edited_rows[k] / 64] |= (uint64_t)1 << (program->edited_rows[k] % 64);
    lx_reach_row(solution, program->edited_rows[k], -1);
  }
  tape->begin_count = program->edited_count;
  const int32_t fixed = collect_places(solution, &fixing->fixed, &update->fixed, places);
  for (int32_t i = 0; i < update->component_count; i++) {
    const lx_piece piece = lx_component_piece(&solution->plan, update->components[i]);
    for (int32_t k = 0; k < piece.variable_count; k++)
      reach_users(solution, piece.variables[k]);
  }
  const int32_t derived = collect_places(solution, &fixing->derived, &update->derived, places + fixed);
  lx_status status = write_sums(tape, program, &fixing->fixed, places, fixed, &tape->fixed);
  if (status == LX_OK)
    status = write_instances(tape, solution);
  if (status == LX_OK)
    status = write_sums(tape, program, &fixing->derived, places + fixed, derived, &tape->derived);
  tape->rows = lx_arena_take(arena, update->row_count, sizeof *tape->rows);
  if (tape->rows == NULL)
    return LX_ERROR_MEMORY;
  memcpy(tape->rows, update->rows, sizeof *tape->rows * (size_t)update->row_count);
  tape->row_count = update->row_count;
  return status;
}

/* A tape for the rows that are edited now. Without memory for it there is none. */
static void make_tape(lx_solution *solution) {
  lx_update *update = &solution->update;
  lx_tape_drop(solution);
  lx_tape *tape = lx_allocate_zeroed(solution->allocator, 1, sizeof *tape);
  if (tape == NULL)
    return;
  lx_arena_init(&tape->arena, solution->allocator);
  lx_arena_init(&tape->scratch, solution->allocator);
  const lx_status status = write_tape(tape, solution);
  lx_arena_destroy(&tape->scratch);
  lx_forget_marks(&update->fixed);
  lx_forget_marks(&update->derived);
  for (int32_t i = 0; i < update->component_count; i++)
    update->in_components[update->components[i]] = 0;
  for (int32_t i = 0; i < update->row_count; i++)
    update->in_rows[update->rows[i]] = 0;
  update->component_count = 0;
  update->row_count = 0;
  if (status == LX_OK)
    solution->tape = tape;
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

int lx_tape_serves(lx_solution *solution) {
  const lx_program *program = solution->session.program;
  const lx_wide_begin *wide = &solution->wide;
  if (program->edited_count == 0)
    return 0;
  if (is_for(solution->tape, program))
    return 1;
  if (wide->times < wide->wanted || wide->times < LX_WIDE_TIMES || wide->count != program->edited_count ||
      wide->hash != hash_of_edits(program))
    return 0;
  solution->wide.times = 0;
  make_tape(solution);
  return solution->tape != NULL;
}

void lx_tape_watch(lx_solution *solution) {
  const lx_program *program = solution->session.program;
  const lx_update *update = &solution->update;
  lx_wide_begin *wide = &solution->wide;
  if (update->reached + (int64_t)LX_WIDE_COMPONENT * update->component_count < LX_WIDE_ROWS)
    return;
  const int64_t hash = hash_of_edits(program);
  if (wide->count != program->edited_count || wide->hash != hash)
    *wide = (lx_wide_begin){.hash = hash, .count = program->edited_count, .wanted = wide->wanted};
  wide->times += wide->times < LX_MOST_TIMES;
}

void lx_tape_judge(lx_solution *solution) {
  lx_tape *tape = solution->tape;
  const int64_t all = (int64_t)tape->fixed.count + tape->derived.count + tape->instance_count;
  if ((int64_t)solution->change_count * LX_TAPE_PART >= all) {
    tape->misses = 0;
    return;
  }
  if (++tape->misses < LX_TAPE_MISSES)
    return;
  lx_wide_begin *wide = &solution->wide;
  wide->wanted = wide->wanted < LX_MOST_TIMES / 2 ? 2 * (wide->wanted + LX_WIDE_TIMES) : LX_MOST_TIMES;
  lx_tape_drop(solution);
}
