/* recording.c: when an update is recorded, what the recording holds, and when it is dropped. */
#include "update/recording.h"

#include <math.h>
#include <string.h>

/* An update is wide from so many detours on, a component counting for so many: replaying a smaller one saves less
 * than deciding to. Chains of links, which need no detours, are as fast without a recording. */
#define LX_WIDE_DETOURS 32
#define LX_WIDE_COMPONENT 4

/* A recording of which fewer than one in so many sums and components changed, so many times, costs more than marks.
 * The next one then takes twice as many updates to be made. */
#define LX_RECORDING_PART 8
#define LX_RECORDING_MISSES 4

/* Edits must reach at least this part of the rows that a recording begins with. */
#define LX_RECORDING_BEGIN 2

#define LX_MOST_TIMES (1 << 20)

static int is_input(const lx_recording *recording, int32_t row) {
  return recording->is_input[row / 64] >> (row % 64) & 1;
}

/* A hash that does not depend on the order of the rows. */
static int64_t hash_of_edits(const lx_program *program) {
  uint64_t hash = 0;
  for (int32_t k = 0; k < program->edited_count; k++) {
    uint64_t word = ((uint64_t)program->edited_rows[k] + 1) * 0x9e3779b97f4a7c15u;
    hash += word ^ word >> 29;
  }
  return (int64_t)hash;
}

void lx_recording_destroy(lx_recording *recording) {
  if (recording == NULL)
    return;
  const lx_allocator *allocator = recording->arena.allocator;
  lx_arena_destroy(&recording->arena);
  lx_arena_destroy(&recording->scratch);
  lx_release(allocator, recording);
}

void lx_recording_expire(lx_incremental *state) {
  if (state->recorder.recording != NULL)
    state->recorder.recording->is_stale = 1;
}

/* The steps of links to recorded variables are to be computed again. */
static void forget_steps(const lx_sums *sums, const lx_topological_order *order, const lx_position_map index) {
  int32_t *code = sums->code;
  double *numbers = sums->numbers;
  for (int32_t k = 0; k < sums->count; k++) {
    order->predecessors[(index.indices[code[1]] - index.first) * index.sign].increment = NAN;
    code = lx_sum_next(code, &numbers);
  }
}

void lx_recording_bypass(lx_incremental *state) {
  lx_recording *recording = state->recorder.recording;
  const lx_assignment *assignment = &state->solution.plan.assignment;
  if (recording == NULL)
    return;
  if (recording->has_moved) {
    forget_steps(&recording->fixed, &assignment->fixed, lx_fixed_positions(assignment));
    forget_steps(&recording->substituted, &assignment->substituted, lx_substituted_positions(assignment));
  }
  if (recording->has_moved)
    lx_chains_clear(&state->chains);
  recording->has_moved = 0;
  recording->is_stale = 1;
}

void lx_recording_drop(lx_incremental *state) {
  lx_recording_bypass(state);
  lx_recording_destroy(state->recorder.recording);
  state->recorder.recording = NULL;
}

/* Indices of an order that are marked, and those that they reach, ascending; clears the marks. */
static int32_t collect_indices(lx_incremental *state, const lx_topological_order *order, lx_marks *marks,
                               int32_t *indices) {
  int32_t count = 0;
  for (int32_t word = marks->first; word < marks->end; word++)
    while (marks->words[word] != 0) {
      const int32_t index = 64 * word + __builtin_ctzll(marks->words[word]);
      marks->words[word] &= marks->words[word] - 1;
      if (order->columns[index] < 0)
        continue;
      indices[count++] = index;
      lx_mark_users(state, order->columns[index]);
    }
  lx_clear_marks(marks);
  return count;
}

/* Sums of an order, and the addresses of the constants that edits change. */
static lx_status write_sums(lx_recording *recording, const lx_program *program, const lx_topological_order *order,
                            const int32_t *indices, int32_t count, lx_sums *out) {
  const lx_status status = lx_sums_create(&recording->arena, program, order, indices, count, out);
  if (status != LX_OK)
    return status;
  int32_t *code = out->code;
  double *numbers = out->numbers;
  for (int32_t k = 0; k < count; k++) {
    const int32_t row = order->rows[indices[k]];
    if (is_input(recording, row))
      recording->inputs[recording->input_count++] = (lx_recorded_input){row, numbers};
    code = lx_sum_next(code, &numbers);
  }
  return LX_OK;
}

/* The block that a component of a kernel goes to: the kernel's last where that has room. `open` is that one, per
 * kernel. */
static lx_kernel_block *block_for(lx_recording *recording, int32_t number, int32_t *open) {
  if (number >= 0 && open[number] >= 0 && recording->blocks[open[number]].count < LX_LANES)
    return &recording->blocks[open[number]];
  lx_kernel_block *block = &recording->blocks[recording->block_count];
  *block = (lx_kernel_block){.kernel = number >= 0 ? recording->kernels.items[number] : NULL};
  if (number >= 0) {
    const int64_t slots = (int64_t)block->kernel->inputs + block->kernel->variables + block->kernel->rows;
    block->slots = lx_arena_take(&recording->arena, slots * LX_LANES, sizeof(int32_t));
    block->constants = lx_arena_take(&recording->arena, block->kernel->rows, sizeof(lx_lane_doubles));
    block->statuses = lx_arena_take(
        &recording->arena, (int64_t)block->kernel->moving_rows + block->kernel->moving_slots, sizeof(lx_lane_statuses));
    block->errors = lx_arena_take(&recording->arena, block->kernel->costly_count, sizeof(lx_lane_doubles));
    if (block->slots == NULL || block->constants == NULL || block->statuses == NULL || block->errors == NULL)
      return NULL;
    open[number] = recording->block_count;
  }
  recording->block_count++;
  return block;
}

/* Puts a component into a block. The first fills all lanes. */
static void fill_lane(lx_recording *recording, const lx_program *program, lx_kernel_block *block, int32_t component,
                      const int32_t *slots) {
  const int32_t first = block->count, end = first == 0 && block->kernel != NULL ? LX_LANES : first + 1;
  block->components[block->count++] = component;
  if (block->kernel == NULL)
    return;
  const int32_t decided = block->kernel->inputs + block->kernel->variables;
  for (int32_t lane = first; lane < end; lane++) {
    for (int32_t k = 0; k < decided + block->kernel->rows; k++)
      block->slots[k * LX_LANES + lane] = slots[k];
    for (int32_t k = 0; k < block->kernel->rows; k++)
      block->constants[k][lane] = program->rows[slots[decided + k]].constant;
  }
  for (int32_t k = 0; k < block->kernel->rows; k++)
    if (is_input(recording, slots[decided + k]))
      recording->inputs[recording->input_count++] =
          (lx_recorded_input){slots[decided + k], &block->constants[k][first]};
}

/* The components that are reached, ascending within their kernel. */
static lx_status write_blocks(lx_recording *recording, lx_incremental *state) {
  const lx_propagation *update = &state->propagation;
  int32_t slots[LX_KERNEL_SLOTS + LX_KERNEL_ROWS], open[LX_KERNELS], number;
  recording->blocks = lx_arena_take(&recording->arena, update->component_count, sizeof(lx_kernel_block));
  recording->work = lx_arena_take_zeroed(&recording->arena, 1, sizeof(lx_kernel_work));
  if (recording->blocks == NULL || recording->work == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < LX_KERNELS; k++)
    open[k] = -1;
  lx_status status = lx_kernels_create(&recording->arena, &recording->kernels);
  for (int32_t c = 0; c < state->solution.plan.components.count && status == LX_OK; c++) {
    if (!update->in_components[c])
      continue;
    lx_arena_reset(&recording->scratch);
    status = lx_kernel_find(&recording->arena, &recording->scratch, &state->solution.session, c, &recording->kernels,
                            slots, &number);
    if (status != LX_OK)
      break;
    lx_kernel_block *block = block_for(recording, number, open);
    if (block == NULL)
      return LX_ERROR_MEMORY;
    fill_lane(recording, state->solution.session.program, block, c, slots);
  }
  recording->component_count = update->component_count;
  return status;
}

/* Records everything that the edited rows may reach. */
static lx_status record(lx_recording *recording, lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  const lx_assignment *assignment = &state->solution.plan.assignment;
  lx_propagation *update = &state->propagation;
  lx_arena *arena = &recording->arena;
  int32_t *indices =
      lx_arena_take(arena, (int64_t)assignment->fixed.count + assignment->substituted.count, sizeof *indices);
  recording->is_input =
      lx_arena_take_zeroed(arena, state->solution.plan.room.rows / 64 + 1, sizeof *recording->is_input);
  recording->inputs = lx_arena_take(arena, program->edited_count, sizeof *recording->inputs);
  if (indices == NULL || recording->is_input == NULL || recording->inputs == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < program->edited_count; k++) {
    recording->is_input[program->edited_rows[k] / 64] |= (uint64_t)1 << (program->edited_rows[k] % 64);
    lx_mark_row(state, program->edited_rows[k], -1);
  }
  recording->input_row_count = program->edited_count;
  const int32_t fixed = collect_indices(state, &assignment->fixed, &update->fixed, indices);
  for (int32_t i = 0; i < update->component_count; i++) {
    const lx_submatrix submatrix = lx_component_submatrix(&state->solution.plan, update->components[i]);
    for (int32_t k = 0; k < submatrix.variable_count; k++)
      lx_mark_users(state, submatrix.variables[k]);
  }
  const int32_t substituted = collect_indices(state, &assignment->substituted, &update->substituted, indices + fixed);
  lx_status status = write_sums(recording, program, &assignment->fixed, indices, fixed, &recording->fixed);
  if (status == LX_OK)
    status = write_blocks(recording, state);
  if (status == LX_OK)
    status =
        write_sums(recording, program, &assignment->substituted, indices + fixed, substituted, &recording->substituted);
  recording->rows = lx_arena_take(arena, update->row_count, sizeof *recording->rows);
  if (recording->rows == NULL)
    return LX_ERROR_MEMORY;
  memcpy(recording->rows, update->rows, sizeof *recording->rows * (size_t)update->row_count);
  recording->row_count = update->row_count;
  return status;
}

/* Makes a recording for the rows that are edited now; there is none where memory runs out. */
static void make_recording(lx_incremental *state) {
  lx_propagation *update = &state->propagation;
  lx_recording_drop(state);
  lx_recording *recording = lx_allocate_zeroed(state->solution.allocator, 1, sizeof *recording);
  if (recording == NULL)
    return;
  lx_arena_init(&recording->arena, state->solution.allocator);
  lx_arena_init(&recording->scratch, state->solution.allocator);
  const lx_status status = record(recording, state);
  lx_arena_destroy(&recording->scratch);
  lx_clear_marks(&update->fixed);
  lx_clear_reached(update);
  if (status == LX_OK)
    state->recorder.recording = recording;
  else
    lx_recording_destroy(recording);
}

/* Whether a recording serves these edits: all of its rows, or many of them, and no others. */
static int is_for(const lx_recording *recording, const lx_program *program) {
  if (recording == NULL || (int64_t)program->edited_count * LX_RECORDING_BEGIN < recording->input_row_count)
    return 0;
  for (int32_t k = 0; k < program->edited_count; k++)
    if (!is_input(recording, program->edited_rows[k]))
      return 0;
  return 1;
}

/* Whether it is time to make a recording for these edits. */
static int is_due(const lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  const lx_wide_edit *wide = &state->recorder.wide;
  return wide->times > 0 && wide->times >= wide->wanted && wide->count == program->edited_count &&
         wide->hash == hash_of_edits(program);
}

int lx_recording_would_serve(const lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  return !program->is_edited && (is_for(state->recorder.recording, program) || is_due(state));
}

int lx_recording_serves(lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  if (program->edited_count == 0)
    return 0;
  if (is_for(state->recorder.recording, program))
    return 1;
  if (!is_due(state))
    return 0;
  state->recorder.wide.times = 0;
  make_recording(state);
  return state->recorder.recording != NULL;
}

void lx_recording_observe(lx_incremental *state) {
  const lx_propagation *update = &state->propagation;
  if (update->detours + (int64_t)LX_WIDE_COMPONENT * update->component_count >= LX_WIDE_DETOURS)
    lx_recording_count(state);
}

void lx_recording_count(lx_incremental *state) {
  const lx_program *program = state->solution.session.program;
  lx_wide_edit *wide = &state->recorder.wide;
  const int64_t hash = hash_of_edits(program);
  if (wide->count != program->edited_count || wide->hash != hash)
    *wide = (lx_wide_edit){.hash = hash, .count = program->edited_count, .wanted = wide->wanted};
  wide->times += wide->times < LX_MOST_TIMES;
}

void lx_recording_evaluate(lx_incremental *state) {
  lx_recording *recording = state->recorder.recording;
  const int64_t all = (int64_t)recording->fixed.count + recording->substituted.count + recording->component_count;
  if ((int64_t)state->solution.changes.count * LX_RECORDING_PART >= all) {
    recording->misses = 0;
    return;
  }
  if (++recording->misses < LX_RECORDING_MISSES)
    return;
  lx_wide_edit *wide = &state->recorder.wide;
  wide->wanted = wide->wanted < LX_MOST_TIMES / 2 ? 2 * (wide->wanted + 1) : LX_MOST_TIMES;
  lx_recording_drop(state);
}
