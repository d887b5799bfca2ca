/* kernel.c: a component in its own numbering, and the look-up of its kernel. */
#include "update/kernel.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"

/* Kernels that a component is compared with before its hash is computed, which takes longer: most recordings have
 * few. */
#define LX_FIRST_KERNELS 4

/* A component while its structure is written. */
typedef struct {
  lx_session *session;
  const lx_plan *plan;
  lx_submatrix submatrix;
  int32_t inputs;
  int32_t *slots; /* inputs, variables, rows */
  int32_t *code;
  double *numbers;
  int64_t code_count;
  int64_t number_count;
  int is_unsupported; /* it has no kernel after all */
} lx_kernel_writer;

lx_status lx_kernels_create(lx_arena *arena, lx_kernels *out) {
  *out = (lx_kernels){
      .items = lx_arena_take(arena, LX_KERNELS, sizeof(lx_kernel *)),
      .hashes = lx_arena_take(arena, LX_KERNELS, sizeof(uint64_t)),
  };
  return out->items != NULL && out->hashes != NULL ? LX_OK : LX_ERROR_MEMORY;
}

static void put(lx_kernel_writer *s, int32_t code) { s->code[s->code_count++] = code; }

static void put_number(lx_kernel_writer *s, double number) { s->numbers[s->number_count++] = number; }

/* The index of an item among ascending ones, or -1. */
static int32_t index_in(const int32_t *items, int32_t count, int32_t item) {
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

static int is_input(const lx_kernel_writer *s, int32_t variable) {
  return s->plan->assignment.assigned_at[variable] >= 0;
}

/* Slot of an input or a variable of the component. */
static int32_t slot_of(lx_kernel_writer *s, int32_t variable) {
  if (is_input(s, variable)) {
    int32_t slot = 0;
    while (slot < s->inputs && s->slots[slot] != variable)
      slot++;
    return slot;
  }
  const int32_t index = index_in(s->submatrix.variables, s->submatrix.variable_count, variable);
  s->is_unsupported |= index < 0;
  return s->inputs + index;
}

static int32_t row_of(lx_kernel_writer *s, int32_t row) {
  const int32_t index = index_in(s->submatrix.rows, s->submatrix.row_count, row);
  s->is_unsupported |= index < 0;
  return index;
}

/* Gives inputs, variables and rows their slots. */
static void number_slots(lx_kernel_writer *s) {
  const lx_program *program = s->session->program;
  for (int32_t k = 0; k < s->submatrix.row_count && !s->is_unsupported; k++) {
    const lx_program_row *row = &program->rows[s->submatrix.rows[k]];
    for (int32_t e = row->start; e < row->start + row->count && !s->is_unsupported; e++) {
      const int32_t j = program->columns[e];
      if (!is_input(s, j) || slot_of(s, j) < s->inputs)
        continue;
      s->is_unsupported = s->inputs + s->submatrix.variable_count >= LX_KERNEL_SLOTS;
      if (!s->is_unsupported)
        s->slots[s->inputs++] = j;
    }
  }
  if (s->is_unsupported)
    return;
  memcpy(s->slots + s->inputs, s->submatrix.variables, sizeof *s->slots * (size_t)s->submatrix.variable_count);
  memcpy(s->slots + s->inputs + s->submatrix.variable_count, s->submatrix.rows,
         sizeof *s->slots * (size_t)s->submatrix.row_count);
}

/* Entries of a row of the program, all or inputs only. */
static void write_entries(lx_kernel_writer *s, const lx_program_row *row, int inputs_only) {
  const lx_program *program = s->session->program;
  const int64_t index = s->code_count;
  put(s, 0);
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    if (inputs_only && !is_input(s, program->columns[e]))
      continue;
    s->code[index]++;
    put(s, slot_of(s, program->columns[e]));
    put_number(s, program->values[e]);
  }
}

/* A row as the eliminations left it. */
static void write_reduced(lx_kernel_writer *s, int32_t row) {
  const lx_elimination *elimination = &s->plan->elimination;
  put(s, elimination->counts[row]);
  for (int32_t e = elimination->starts[row]; e < elimination->starts[row] + elimination->counts[row]; e++) {
    put(s, slot_of(s, elimination->columns[e]));
    put_number(s, elimination->values[e]);
  }
}

static void write_parts(lx_kernel_writer *s, const lx_component *component) {
  for (int32_t p = component->first_block; p < component->first_block + component->block_count; p++) {
    const lx_plan_block *block = &s->plan->blocks[p];
    put(s, block->kind);
    put(s, block->variable_count);
    put(s, block->row_count);
    s->is_unsupported |= block->kind == LX_BLOCK_GENERAL;
    for (int32_t k = 0; k < block->variable_count; k++)
      put(s, slot_of(s, s->plan->block_variables[block->first_variable + k]));
    for (int32_t k = 0; k < block->row_count; k++) {
      put(s, row_of(s, s->plan->block_rows[block->first_row + k]));
      write_reduced(s, s->plan->block_rows[block->first_row + k]);
    }
  }
}

static void write_component(lx_kernel_writer *s, const lx_component *component) {
  const lx_program *program = s->session->program;
  const lx_elimination *elimination = &s->plan->elimination;
  for (int32_t k = 0; k < s->submatrix.row_count; k++)
    write_entries(s, &program->rows[s->submatrix.rows[k]], 1);
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
  for (int32_t k = 0; k < s->submatrix.variable_count; k++)
    put(s, program->variables[s->submatrix.variables[k]].nonnegative);
  for (int32_t k = 0; k < s->submatrix.row_count; k++) {
    const int32_t row = s->submatrix.rows[k];
    put(s, s->plan->levels.above[row]);
    put(s, s->plan->levels.below[row]);
    put_number(s, lx_program_cost(program, row).weight);
    write_entries(s, &program->rows[row], 0);
  }
  write_parts(s, component);
}

/* Room for what write_component writes. */
static lx_status take_room(lx_arena *scratch, lx_kernel_writer *s, const lx_component *component) {
  const lx_elimination *elimination = &s->plan->elimination;
  int64_t room = 2 + s->submatrix.variable_count;
  for (int32_t k = 0; k < s->submatrix.row_count; k++)
    room += 8 + 2 * (int64_t)s->session->program->rows[s->submatrix.rows[k]].count +
            2 * (int64_t)elimination->counts[s->submatrix.rows[k]];
  room += 2 * (int64_t)component->record_count + 2 * (int64_t)component->aggregated_count;
  room += 3 * (int64_t)component->block_count + s->submatrix.variable_count;
  s->code = lx_arena_take(scratch, room, sizeof(int32_t));
  s->numbers = lx_arena_take(scratch, room, sizeof(double));
  return s->code != NULL && s->numbers != NULL ? LX_OK : LX_ERROR_MEMORY;
}

static int is_same(const lx_kernel *kernel, const lx_kernel_writer *s) {
  return kernel->inputs == s->inputs && kernel->variables == s->submatrix.variable_count &&
         kernel->rows == s->submatrix.row_count && kernel->code_count == s->code_count &&
         kernel->number_count == s->number_count &&
         memcmp(kernel->code, s->code, sizeof *s->code * (size_t)s->code_count) == 0 &&
         memcmp(kernel->numbers, s->numbers, sizeof *s->numbers * (size_t)s->number_count) == 0;
}

/* A knapsack that is kept: what lx_knapsack_open makes is for one solve. */
static lx_status keep_knapsack(lx_arena *arena, lx_kernel_writer *s, const lx_plan_block *block,
                               lx_kernel_knapsack *out) {
  lx_knapsack opened;
  int32_t coupling = -1;
  lx_status status = lx_knapsack_open(s->session, block, &opened, &coupling);
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
  const int32_t *variables = s->plan->block_variables + block->first_variable;
  for (int32_t v = 0; v < n; v++) {
    const int32_t slot = slot_of(s, variables[v]);
    out->slots[v] = slot;
    for (int32_t k = opened.breakpoint_starts[v]; k < opened.breakpoint_starts[v + 1]; k++)
      numbers->breakpoints[k].member =
          opened.breakpoints[k].member >= 0 ? row_of(s, opened.breakpoints[k].member) : -1 - slot;
  }
  out->breakpoints = lx_arena_copy(arena, numbers->breakpoints, breakpoints, sizeof(lx_cost_breakpoint));
  out->coupling = coupling >= 0 ? row_of(s, coupling) : -1;
  out->listed_gap = 0;
  out->is_sorted = 0;
  return out->breakpoints == NULL ? LX_ERROR_MEMORY
         : coupling >= 0          ? lx_knapsack_reserve(numbers, arena, breakpoints + n)
                                  : LX_OK;
}

/* Which basis statuses a solve changes: of rows with breakpoints, of couplings, and of variables whose sign is a
 * breakpoint. */
static lx_status list_moving(lx_arena *arena, lx_kernel_writer *s, const lx_component *component, lx_kernel *kernel) {
  const lx_elimination *elimination = &s->plan->elimination;
  kernel->row_statuses = lx_arena_take(arena, kernel->rows, sizeof(int8_t));
  kernel->variable_statuses = lx_arena_take_zeroed(arena, (int64_t)kernel->inputs + kernel->variables, sizeof(int8_t));
  kernel->moving = lx_arena_take(arena, (int64_t)kernel->rows + kernel->variables, sizeof(int32_t));
  kernel->costly = lx_arena_take(arena, kernel->rows, sizeof(int32_t));
  if (kernel->row_statuses == NULL || kernel->variable_statuses == NULL || kernel->moving == NULL ||
      kernel->costly == NULL)
    return LX_ERROR_MEMORY;
  memset(kernel->row_statuses, LX_KERNEL_KEEPS, (size_t)kernel->rows);
  for (int32_t k = 0; k < component->aggregated_count; k++)
    kernel->row_statuses[row_of(s, elimination->aggregated[component->first_aggregated + k])] = LX_BASIS_TIGHT;
  for (int32_t p = 0; p < kernel->block_count; p++) {
    const lx_kernel_knapsack *block = &kernel->blocks[p];
    if (block->coupling >= 0)
      kernel->row_statuses[block->coupling] = LX_KERNEL_MOVES;
    for (int32_t k = 0; k < block->numbers.breakpoint_starts[block->numbers.variables]; k++)
      *(block->breakpoints[k].member >= 0 ? &kernel->row_statuses[block->breakpoints[k].member]
                                          : &kernel->variable_statuses[-1 - block->breakpoints[k].member]) =
          LX_KERNEL_MOVES;
  }
  for (int32_t r = 0; r < kernel->rows; r++)
    if (kernel->row_statuses[r] == LX_KERNEL_MOVES)
      kernel->moving[kernel->moving_rows++] = r;
  for (int32_t k = kernel->inputs; k < kernel->inputs + kernel->variables; k++)
    if (kernel->variable_statuses[k] == LX_KERNEL_MOVES)
      kernel->moving[kernel->moving_rows + kernel->moving_slots++] = k;
  for (int32_t r = 0; r < kernel->rows; r++)
    if (s->plan->levels.above[s->submatrix.rows[r]] >= LX_LEVEL_OPTIONAL ||
        s->plan->levels.below[s->submatrix.rows[r]] >= LX_LEVEL_OPTIONAL)
      kernel->costly[kernel->costly_count++] = r;
  return LX_OK;
}

static lx_status make_kernel(lx_arena *arena, lx_kernel_writer *s, const lx_component *component, lx_kernel **out) {
  const lx_elimination *elimination = &s->plan->elimination;
  lx_kernel *kernel = lx_arena_take(arena, 1, sizeof *kernel);
  if (kernel == NULL)
    return LX_ERROR_MEMORY;
  *kernel = (lx_kernel){
      .inputs = s->inputs,
      .variables = s->submatrix.variable_count,
      .rows = s->submatrix.row_count,
      .code = lx_arena_copy(arena, s->code, s->code_count, sizeof(int32_t)),
      .numbers = lx_arena_copy(arena, s->numbers, s->number_count, sizeof(double)),
      .code_count = s->code_count,
      .number_count = s->number_count,
      .divisors = lx_arena_take(arena, s->submatrix.row_count, sizeof(double)),
      .blocks = lx_arena_take(arena, component->block_count, sizeof(lx_kernel_knapsack)),
      .block_count = component->block_count,
  };
  lx_status status =
      kernel->code != NULL && kernel->numbers != NULL && kernel->divisors != NULL && kernel->blocks != NULL
          ? LX_OK
          : LX_ERROR_MEMORY;
  for (int32_t k = 0; k < kernel->rows && status == LX_OK; k++) {
    const int32_t row = s->submatrix.rows[k];
    kernel->divisors[k] = elimination->counts[row] > 0 ? elimination->values[elimination->starts[row]] : 1;
  }
  for (int32_t p = 0; p < kernel->block_count && status == LX_OK; p++)
    status = keep_knapsack(arena, s, &s->plan->blocks[component->first_block + p], &kernel->blocks[p]);
  *out = kernel;
  return status == LX_OK ? list_moving(arena, s, component, kernel) : status;
}

lx_status lx_kernel_find(lx_arena *arena, lx_arena *scratch, lx_session *session, int32_t number, lx_kernels *kernels,
                         int32_t *slots, int32_t *number_out) {
  const lx_component *component = &session->plan->components.items[number];
  lx_kernel_writer s = {
      .session = session,
      .plan = session->plan,
      .submatrix = lx_component_submatrix(session->plan, number),
      .slots = slots,
  };
  *number_out = -1;
  if (component->is_plain || s.submatrix.row_count > LX_KERNEL_ROWS || s.submatrix.row_count == 0 ||
      s.submatrix.variable_count > LX_KERNEL_SLOTS)
    return LX_OK;
  number_slots(&s);
  if (s.is_unsupported)
    return LX_OK;
  lx_status status = take_room(scratch, &s, component);
  if (status != LX_OK)
    return status;
  write_component(&s, component);
  if (s.is_unsupported)
    return LX_OK;
  for (int32_t k = 0; k < kernels->count && k < LX_FIRST_KERNELS; k++)
    if (is_same(kernels->items[k], &s)) {
      *number_out = k;
      return LX_OK;
    }
  const uint64_t hash = lx_hash_arrays(0, s.code, s.code_count, s.numbers, s.number_count);
  for (int32_t k = kernels->count - 1; k >= 0; k--)
    if (kernels->hashes[k] == hash && is_same(kernels->items[k], &s)) {
      *number_out = k;
      return LX_OK;
    }
  if (kernels->count == LX_KERNELS)
    return LX_OK;
  status = make_kernel(arena, &s, component, &kernels->items[kernels->count]);
  if (status != LX_OK)
    return status;
  kernels->hashes[kernels->count] = hash;
  *number_out = kernels->count++;
  return LX_OK;
}
