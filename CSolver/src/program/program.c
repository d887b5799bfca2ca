/* program.c: see program.h. Every change reserves all it needs before it touches anything. */
#include "program/program.h"

#include <string.h>

void lx_program_init(lx_program *program, const lx_allocator *allocator) {
  memset(program, 0, sizeof *program);
  program->allocator = *allocator;
}

void lx_program_destroy(lx_program *program) {
  const lx_allocator *allocator = &program->allocator;
  lx_release(allocator, program->rows);
  lx_release(allocator, program->row_statuses);
  lx_release(allocator, program->costs);
  lx_release(allocator, program->free_rows);
  lx_release(allocator, program->variables);
  lx_release(allocator, program->free_variables);
  lx_release(allocator, program->columns);
  lx_release(allocator, program->values);
  lx_release(allocator, program->edited_rows);
  lx_release(allocator, program->edited_variables);
  lx_release(allocator, program->uses);
  lx_release(allocator, program->first_use);
  lx_release(allocator, program->use_rows);
}

static void *copy_of(const lx_allocator *allocator, const void *items, int64_t count, size_t size) {
  void *copy = lx_allocate(allocator, count, size);
  if (copy != NULL && count > 0)
    memcpy(copy, items, (size_t)count * size);
  return copy;
}

lx_status lx_program_copy(const lx_program *program, lx_program *out) {
  const lx_allocator *allocator = &program->allocator;
  *out = *program;
  out->rows = copy_of(allocator, program->rows, program->row_count, sizeof *out->rows);
  out->costs = program->costs != NULL
                   ? copy_of(allocator, program->costs, program->row_count, sizeof *out->costs)
                   : NULL;
  out->row_statuses = copy_of(allocator, program->row_statuses, program->row_count, sizeof *out->row_statuses);
  out->free_rows = copy_of(allocator, program->free_rows, program->free_row_count, sizeof *out->free_rows);
  out->variables = copy_of(allocator, program->variables, program->variable_count, sizeof *out->variables);
  out->free_variables =
      copy_of(allocator, program->free_variables, program->free_variable_count, sizeof *out->free_variables);
  out->columns = copy_of(allocator, program->columns, program->pool_count, sizeof *out->columns);
  out->values = copy_of(allocator, program->values, program->pool_count, sizeof *out->values);
  out->edited_rows = NULL;
  out->edited_variables = NULL;
  out->uses = NULL;
  out->first_use = NULL;
  out->use_rows = NULL;
  out->row_capacity = program->row_count;
  out->row_status_capacity = program->row_count;
  out->cost_capacity = program->costs != NULL ? program->row_count : 0;
  out->free_row_capacity = program->free_row_count;
  out->variable_capacity = program->variable_count;
  out->free_variable_capacity = program->free_variable_count;
  out->column_capacity = program->pool_count;
  out->value_capacity = program->pool_count;
  out->edited_capacity = 0;
  out->edited_count = 0;
  out->edited_variable_capacity = 0;
  out->edited_variable_count = 0;
  out->use_capacity = 0;
  out->first_use_capacity = 0;
  out->use_row_capacity = 0;
  out->has_plain_uses = 0;
  out->has_uses = 0;
  out->keeps_log = 0;
  out->is_restructured = 1;
  const int has_rows = out->rows != NULL && out->row_statuses != NULL && (out->costs != NULL || program->costs == NULL);
  return !has_rows || out->free_rows == NULL || out->variables == NULL || out->free_variables == NULL ||
                 out->columns == NULL || out->values == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

/* Reserves through a void pointer of its own: the arrays differ in type, and a cast of the address would alias. */
#define LX_RESERVE(program, field, capacity, needed)                                                                   \
  reserve_field(program, (program)->field, &(program)->capacity, needed, sizeof *(program)->field, &block)

static lx_status reserve_field(lx_program *program, void *old, int64_t *capacity, int64_t needed, size_t size,
                               void **block) {
  *block = old;
  return lx_reserve(&program->allocator, block, capacity, needed, size);
}

lx_status lx_program_reserve_edits(lx_program *program, int32_t rows, int32_t variables) {
  if (!program->keeps_log)
    return LX_OK;
  void *block;
  lx_status status = LX_RESERVE(program, edited_rows, edited_capacity, (int64_t)program->edited_count + rows);
  program->edited_rows = block;
  if (status == LX_OK) {
    status = LX_RESERVE(program, edited_variables, edited_variable_capacity,
                        (int64_t)program->edited_variable_count + variables);
    program->edited_variables = block;
  }
  return status;
}

lx_status lx_program_reserve_removals(lx_program *program, int32_t rows, int32_t variables) {
  void *block;
  lx_status status = lx_program_reserve_edits(program, rows, variables);
  if (status == LX_OK && rows > 0) {
    status = LX_RESERVE(program, free_rows, free_row_capacity, (int64_t)program->free_row_count + rows);
    program->free_rows = block;
  }
  if (status == LX_OK && variables > 0) {
    status = LX_RESERVE(program, free_variables, free_variable_capacity,
                        (int64_t)program->free_variable_count + variables);
    program->free_variables = block;
  }
  return status;
}

/* Writes an edit of the structure down. Room was reserved. */
static void note_row(lx_program *program, int32_t row) {
  program->has_plain_uses = 0;
  if (!program->keeps_log) {
    program->is_restructured = 1;
    return;
  }
  program->is_edited = 1;
  if (program->rows[row].edited == 0)
    program->edited_rows[program->edited_count++] = row;
  program->rows[row].edited |= LX_EDITED_STRUCTURE;
}

static void note_variable(lx_program *program, int32_t variable) {
  program->has_plain_uses = 0;
  if (!program->keeps_log) {
    program->is_restructured = 1;
    return;
  }
  program->is_edited = 1;
  if (!program->variables[variable].edited)
    program->edited_variables[program->edited_variable_count++] = variable;
  program->variables[variable].edited = 1;
}

static lx_status reserve_variables(lx_program *program, int32_t count) {
  const int64_t slots = (int64_t)program->variable_count + count;
  void *block;
  lx_status status = lx_program_reserve_edits(program, 0, count);
  if (status != LX_OK)
    return status;
  if (program->has_uses) {
    status = LX_RESERVE(program, first_use, first_use_capacity, slots);
    program->first_use = block;
    if (status != LX_OK)
      return status;
  }
  status = LX_RESERVE(program, variables, variable_capacity, slots);
  program->variables = block;
  return status;
}

/* To a program without free slots whose edits are not written down, as one that is being built. There is room. */
static void append_variables(lx_program *program, int32_t count, const uint8_t *nonnegative, int32_t *out) {
  const int32_t first = program->variable_count;
  lx_program_variable *variables = program->variables + first;
  for (int32_t i = 0; i < count; i++)
    variables[i] = (lx_program_variable){.live = 1, .nonnegative = nonnegative != NULL && nonnegative[i]};
  for (int32_t i = 0; i < count; i++)
    out[i] = first + i;
  program->variable_count = first + count;
  if (count > 0) {
    program->has_plain_uses = 0;
    program->is_restructured = 1;
  }
}

lx_status lx_program_add_variables(lx_program *program, int32_t count, const uint8_t *nonnegative, int32_t *out) {
  const lx_status status = reserve_variables(program, count);
  if (status != LX_OK)
    return status;
  const int32_t slots = program->variable_count;
  if (program->free_variable_count == 0 && !program->has_uses && !program->keeps_log) {
    append_variables(program, count, nonnegative, out);
    return LX_OK;
  }
  for (int32_t i = 0; i < count; i++) {
    const int32_t slot = program->free_variable_count > 0 ? program->free_variables[--program->free_variable_count]
                                                          : program->variable_count++;
    const uint8_t edited = slot < slots && program->variables[slot].edited;
    program->variables[slot] =
        (lx_program_variable){.live = 1, .nonnegative = nonnegative != NULL && nonnegative[i], .edited = edited};
    if (program->has_uses)
      program->first_use[slot] = -1;
    note_variable(program, slot);
    out[i] = slot;
  }
  return LX_OK;
}

void lx_program_remove_variable(lx_program *program, int32_t variable) {
  note_variable(program, variable);
  program->variables[variable].live = 0;
  program->free_variables[program->free_variable_count++] = variable;
}

/* Puts the entries of a row first in the lists of their variables. */
static void link_entries(lx_program *program, int32_t r) {
  const lx_program_row *row = &program->rows[r];
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    int32_t *first = &program->first_use[program->columns[e]];
    program->uses[e] = (lx_use){.row = r, .next = *first, .previous = -1};
    if (*first >= 0)
      program->uses[*first].previous = e;
    *first = e;
  }
}

static void unlink_entries(lx_program *program, const lx_program_row *row) {
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const lx_use *use = &program->uses[e];
    if (use->previous >= 0)
      program->uses[use->previous].next = use->next;
    else
      program->first_use[program->columns[e]] = use->next;
    if (use->next >= 0)
      program->uses[use->next].previous = use->previous;
  }
}

/* Moves the entries of live rows to new pools with room for `extra` more, in the order of the row slots. */
static lx_status pack(lx_program *program, int64_t extra) {
  const int64_t capacity = (int64_t)program->pool_count - program->pool_unused + extra;
  if (capacity > LX_SIZE_LIMIT)
    return LX_ERROR_SIZE;
  int32_t *columns = lx_allocate(&program->allocator, capacity, sizeof *columns);
  double *values = lx_allocate(&program->allocator, capacity, sizeof *values);
  if (columns == NULL || values == NULL) {
    lx_release(&program->allocator, columns);
    lx_release(&program->allocator, values);
    return LX_ERROR_MEMORY;
  }
  int32_t used = 0;
  for (int32_t r = 0; r < program->row_count; r++) {
    lx_program_row *row = &program->rows[r];
    if (!row->live)
      continue;
    memcpy(columns + used, program->columns + row->start, sizeof *columns * (size_t)row->count);
    memcpy(values + used, program->values + row->start, sizeof *values * (size_t)row->count);
    row->start = used;
    used += row->count;
  }
  lx_release(&program->allocator, program->columns);
  lx_release(&program->allocator, program->values);
  program->columns = columns;
  program->values = values;
  program->column_capacity = capacity;
  program->value_capacity = capacity;
  program->pool_count = used;
  program->pool_unused = 0;
  program->has_uses = 0;
  return LX_OK;
}

/* The rows of all variables, each variable's ascending. There is room. */
static void list_rows(lx_program *program) {
  int32_t *first = program->first_use, *rows = program->use_rows, end = 0;
  for (int32_t j = 0; j < program->variable_count; j++) {
    end += program->variables[j].uses;
    first[j] = end;
  }
  for (int32_t r = program->row_count - 1; r >= 0; r--) {
    const lx_program_row *row = &program->rows[r];
    for (int32_t e = row->start; row->live && e < row->start + row->count; e++)
      rows[--first[program->columns[e]]] = r;
  }
  for (int32_t j = 0; j < program->variable_count; j++) {
    const int32_t uses = program->variables[j].uses;
    if (uses > 0)
      rows[first[j] + uses - 1] = ~rows[first[j] + uses - 1];
    else
      first[j] = -1;
  }
}

static lx_status index_plainly(lx_program *program) {
  if (program->has_plain_uses)
    return LX_OK;
  void *block;
  lx_status status =
      LX_RESERVE(program, use_rows, use_row_capacity, (int64_t)program->pool_count - program->pool_unused);
  program->use_rows = block;
  if (status == LX_OK) {
    status = LX_RESERVE(program, first_use, first_use_capacity, program->variable_count);
    program->first_use = block;
  }
  if (status != LX_OK)
    return status;
  list_rows(program);
  program->has_plain_uses = 1;
  return LX_OK;
}

lx_status lx_program_index_uses(lx_program *program, int for_edits) {
  if (program->has_uses)
    return LX_OK;
  if (!for_edits)
    return index_plainly(program);
  void *block;
  lx_status status = LX_RESERVE(program, uses, use_capacity, program->pool_count);
  program->uses = block;
  if (status == LX_OK) {
    status = LX_RESERVE(program, first_use, first_use_capacity, program->variable_count);
    program->first_use = block;
  }
  if (status != LX_OK)
    return status;
  lx_release(&program->allocator, program->use_rows);
  program->use_rows = NULL;
  program->use_row_capacity = 0;
  program->has_plain_uses = 0;
  for (int32_t j = 0; j < program->variable_count; j++)
    program->first_use[j] = -1;
  /* From the last row to the first, so that each list ascends. */
  for (int32_t r = program->row_count - 1; r >= 0; r--)
    if (program->rows[r].live)
      link_entries(program, r);
  program->has_uses = 1;
  return LX_OK;
}

/* Room for `count` more entries at the end of the pool. */
static lx_status reserve_entries(lx_program *program, int64_t count) {
  const int64_t needed = (int64_t)program->pool_count + count;
  if (program->pool_unused > 64 && (program->pool_unused > program->pool_count / 2 || needed > LX_SIZE_LIMIT))
    return pack(program, count);
  void *block;
  lx_status status = LX_OK;
  if (program->has_uses) {
    status = LX_RESERVE(program, uses, use_capacity, needed);
    program->uses = block;
    if (status != LX_OK)
      return status;
  }
  status = LX_RESERVE(program, columns, column_capacity, needed);
  program->columns = block;
  if (status == LX_OK) {
    status = LX_RESERVE(program, values, value_capacity, needed);
    program->values = block;
  }
  return status;
}

/* Appends the entries that are not zero as those of `row`. Room was reserved. */
static inline void append_entries(lx_program *program, int32_t r, int32_t count, const int32_t *variables,
                                  const double *coefficients) {
  lx_program_row *row = &program->rows[r];
  lx_program_variable *known = program->variables;
  int32_t *columns = program->columns, end = program->pool_count;
  double *values = program->values;
  row->start = end;
  for (int32_t e = 0; e < count; e++) {
    const int32_t variable = variables[e];
    const double coefficient = coefficients[e];
    if (coefficient == 0)
      continue;
    columns[end] = variable;
    values[end++] = coefficient;
    known[variable].uses++;
  }
  row->count = end - row->start;
  program->pool_count = end;
  if (program->has_uses)
    link_entries(program, r);
}

static void discard_entries(lx_program *program, lx_program_row *row) {
  if (program->has_uses)
    unlink_entries(program, row);
  for (int32_t e = 0; e < row->count; e++)
    program->variables[program->columns[row->start + e]].uses--;
  program->pool_unused += row->count;
  row->count = 0;
}

static inline uint8_t side_of(double priority) {
  return priority == LX_REQUIRED ? LX_SIDE_REQUIRED : priority > 0 ? LX_SIDE_OPTIONAL : LX_SIDE_FREE;
}

static inline void set_sides(lx_program_row *row, double above, double below) {
  row->side_above = row->relation == LX_GREATER_EQUAL ? LX_SIDE_FREE : side_of(above);
  row->side_below = row->relation == LX_LESS_EQUAL ? LX_SIDE_FREE : side_of(row->relation == LX_EQUAL ? below : above);
}

/* Of a row whose sides are set. */
static inline lx_row_cost make_cost(const lx_program_row *row, double weight, double above, double below) {
  return (lx_row_cost){weight, row->side_above == LX_SIDE_FREE ? 0 : above,
                       row->side_below == LX_SIDE_FREE ? 0 : row->relation == LX_EQUAL ? below : above};
}

void lx_program_set_priority(lx_program *program, int32_t row, double priority, double priority_below) {
  lx_program_row *record = &program->rows[row];
  const lx_row_cost old = program->costs[row];
  set_sides(record, priority, priority_below);
  program->costs[row] = make_cost(record, old.weight, priority, priority_below);
  if (program->costs[row].above != old.above || program->costs[row].below != old.below)
    note_row(program, row);
}

void lx_program_set_weight(lx_program *program, int32_t row, double weight) {
  if (program->costs[row].weight == weight)
    return;
  program->costs[row].weight = weight;
  note_row(program, row);
}

/* Room for the costs of `slots` rows; those of the rows there are become theirs where they were plain. */
static lx_status reserve_costs(lx_program *program, int64_t slots) {
  const int were_plain = program->costs == NULL;
  void *block;
  const lx_status status = LX_RESERVE(program, costs, cost_capacity, slots);
  program->costs = block;
  for (int32_t r = 0; r < program->row_count && were_plain && status == LX_OK; r++)
    program->costs[r] = lx_plain_cost(&program->rows[r]);
  return status;
}

lx_status lx_program_reserve_costs(lx_program *program) {
  return program->costs == NULL ? reserve_costs(program, program->row_count) : LX_OK;
}

/* Whether weights and priorities say nothing but required. */
static int are_plain(const lx_rows *rows) {
  int other = 0;
  for (int32_t i = 0; i < rows->row_count; i++)
    other |= rows->priorities[i] != LX_REQUIRED;
  if (rows->priorities_below != NULL)
    for (int32_t i = 0; i < rows->row_count; i++)
      other |= rows->priorities_below[i] != LX_REQUIRED;
  if (rows->weights != NULL)
    for (int32_t i = 0; i < rows->row_count; i++)
      other |= rows->weights[i] != 1;
  return !other;
}

static lx_status reserve_rows(lx_program *program, int32_t count) {
  const int64_t slots = (int64_t)program->row_count + count;
  void *block;
  lx_status status = LX_RESERVE(program, rows, row_capacity, slots);
  program->rows = block;
  if (status == LX_OK) {
    status = LX_RESERVE(program, row_statuses, row_status_capacity, slots);
    program->row_statuses = block;
  }
  return status;
}

lx_status lx_program_reserve_rows(lx_program *program, int32_t rows, int32_t entries) {
  lx_status status = reserve_rows(program, rows);
  if (status == LX_OK && program->costs != NULL)
    status = reserve_costs(program, (int64_t)program->row_count + rows);
  if (status == LX_OK)
    status = lx_program_reserve_edits(program, rows, 0);
  return status == LX_OK ? reserve_entries(program, entries) : status;
}

/* To a program without free slots whose edits are not written down, as one that is being built. There is room. */
static void append_rows(lx_program *program, const lx_rows *rows, const double *below, int32_t *out) {
  const int32_t count = rows->row_count, first = program->row_count, *starts = rows->starts;
  const int32_t *variables = rows->variables;
  const double *coefficients = rows->coefficients;
  lx_program_variable *known = program->variables;
  int32_t *columns = program->columns, end = program->pool_count;
  double *values = program->values;
  for (int32_t i = 0; i < count; i++) {
    lx_program_row row = {
        .constant = rows->constants[i], .start = end, .relation = rows->relations[i], .live = 1};
    set_sides(&row, rows->priorities[i], below[i]);
    for (int32_t e = starts[i]; e < starts[i + 1]; e++) {
      const int is_there = coefficients[e] != 0;
      columns[end] = variables[e];
      values[end] = coefficients[e];
      known[variables[e]].uses += is_there;
      end += is_there;
    }
    row.count = end - row.start;
    program->rows[first + i] = row;
    if (program->costs != NULL)
      program->costs[first + i] =
          make_cost(&row, rows->weights != NULL ? rows->weights[i] : 1, rows->priorities[i], below[i]);
    out[i] = first + i;
  }
  memset(program->row_statuses + first, LX_BASIS_UNKNOWN, (size_t)count);
  program->row_count = first + count;
  program->pool_count = end;
  program->has_plain_uses = 0;
  program->is_restructured = 1;
}

lx_status lx_program_add_rows(lx_program *program, const lx_rows *rows, int32_t *out) {
  lx_status status = reserve_rows(program, rows->row_count);
  if (status == LX_OK && (program->costs != NULL || !are_plain(rows)))
    status = reserve_costs(program, (int64_t)program->row_count + rows->row_count);
  if (status == LX_OK)
    status = lx_program_reserve_edits(program, rows->row_count, 0);
  if (status == LX_OK)
    status = reserve_entries(program, rows->entry_count);
  if (status != LX_OK)
    return status;
  const int32_t slots = program->row_count, *starts = rows->starts;
  const double *below = rows->priorities_below != NULL ? rows->priorities_below : rows->priorities;
  if (program->free_row_count == 0 && !program->has_uses && !program->keeps_log) {
    append_rows(program, rows, below, out);
    return LX_OK;
  }
  for (int32_t i = 0; i < rows->row_count; i++) {
    const int32_t slot =
        program->free_row_count > 0 ? program->free_rows[--program->free_row_count] : program->row_count++;
    lx_program_row *row = &program->rows[slot];
    *row = (lx_program_row){
        .constant = rows->constants[i],
        .relation = rows->relations[i],
        .live = 1,
        .edited = slot < slots ? row->edited : 0,
    };
    program->row_statuses[slot] = LX_BASIS_UNKNOWN;
    set_sides(row, rows->priorities[i], below[i]);
    if (program->costs != NULL)
      program->costs[slot] =
          make_cost(row, rows->weights != NULL ? rows->weights[i] : 1, rows->priorities[i], below[i]);
    note_row(program, slot);
    append_entries(program, slot, starts[i + 1] - starts[i], rows->variables + starts[i],
                   rows->coefficients + starts[i]);
    out[i] = slot;
  }
  return LX_OK;
}

void lx_program_remove_row(lx_program *program, int32_t row) {
  note_row(program, row);
  discard_entries(program, &program->rows[row]);
  program->rows[row].live = 0;
  program->free_rows[program->free_row_count++] = row;
}

lx_status lx_program_set_entries(lx_program *program, int32_t row, int32_t count, const int32_t *variables,
                                 const double *coefficients) {
  lx_status status = lx_program_reserve_edits(program, 1, 0);
  if (status == LX_OK)
    status = reserve_entries(program, count);
  if (status != LX_OK)
    return status;
  note_row(program, row);
  discard_entries(program, &program->rows[row]);
  append_entries(program, row, count, variables, coefficients);
  return LX_OK;
}

lx_status lx_program_set_constants(lx_program *program, int32_t count, const int32_t *rows, const double *constants) {
  void *block;
  const lx_status status = LX_RESERVE(program, edited_rows, edited_capacity, (int64_t)program->edited_count + count);
  program->edited_rows = block;
  if (status != LX_OK)
    return status;
  for (int32_t i = 0; i < count; i++) {
    lx_program_row *row = &program->rows[rows[i]];
    if (row->constant == constants[i])
      continue;
    row->constant = constants[i];
    if (row->edited == 0)
      program->edited_rows[program->edited_count++] = rows[i];
    row->edited |= LX_EDITED_CONSTANT;
  }
  return LX_OK;
}

void lx_program_forget_edits(lx_program *program, int keeps_log) {
  for (int32_t k = 0; k < program->edited_count; k++)
    program->rows[program->edited_rows[k]].edited = 0;
  for (int32_t k = 0; k < program->edited_variable_count; k++)
    program->variables[program->edited_variables[k]].edited = 0;
  program->edited_count = 0;
  program->edited_variable_count = 0;
  program->is_restructured = 0;
  program->is_edited = 0;
  program->keeps_log = keeps_log;
}
