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
  lx_release(allocator, program->free_rows);
  lx_release(allocator, program->variables);
  lx_release(allocator, program->free_variables);
  lx_release(allocator, program->columns);
  lx_release(allocator, program->values);
  lx_release(allocator, program->edited_rows);
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
  out->free_rows = copy_of(allocator, program->free_rows, program->free_row_count, sizeof *out->free_rows);
  out->variables = copy_of(allocator, program->variables, program->variable_count, sizeof *out->variables);
  out->free_variables =
      copy_of(allocator, program->free_variables, program->free_variable_count, sizeof *out->free_variables);
  out->columns = copy_of(allocator, program->columns, program->pool_count, sizeof *out->columns);
  out->values = copy_of(allocator, program->values, program->pool_count, sizeof *out->values);
  out->edited_rows = copy_of(allocator, program->edited_rows, program->edited_count, sizeof *out->edited_rows);
  out->row_capacity = program->row_count;
  out->free_row_capacity = program->free_row_count;
  out->variable_capacity = program->variable_count;
  out->free_variable_capacity = program->free_variable_count;
  out->column_capacity = program->pool_count;
  out->value_capacity = program->pool_count;
  out->edited_capacity = program->edited_count;
  return out->rows == NULL || out->free_rows == NULL || out->variables == NULL || out->free_variables == NULL ||
                 out->columns == NULL || out->values == NULL || out->edited_rows == NULL
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

static lx_status reserve_variables(lx_program *program, int32_t count) {
  const int64_t slots = (int64_t)program->variable_count + count;
  void *block;
  lx_status status = LX_RESERVE(program, variables, variable_capacity, slots);
  program->variables = block;
  if (status == LX_OK) {
    status = LX_RESERVE(program, free_variables, free_variable_capacity, slots);
    program->free_variables = block;
  }
  return status;
}

lx_status lx_program_add_variables(lx_program *program, int32_t count, const uint8_t *nonnegative, int32_t *out) {
  const lx_status status = reserve_variables(program, count);
  if (status != LX_OK)
    return status;
  for (int32_t i = 0; i < count; i++) {
    const int32_t slot = program->free_variable_count > 0 ? program->free_variables[--program->free_variable_count]
                                                          : program->variable_count++;
    program->variables[slot] = (lx_program_variable){.live = 1, .nonnegative = nonnegative != NULL && nonnegative[i]};
    out[i] = slot;
  }
  program->is_restructured |= count > 0;
  return LX_OK;
}

void lx_program_remove_variable(lx_program *program, int32_t variable) {
  program->is_restructured = 1;
  program->variables[variable].live = 0;
  program->free_variables[program->free_variable_count++] = variable;
}

/* Moves the entries of live rows to new pools with room for `extra` more, in the order of the row slots. */
static lx_status pack(lx_program *program, int64_t extra) {
  const int64_t capacity = (int64_t)program->pool_count - program->pool_unused + extra;
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
  return LX_OK;
}

/* Room for `count` more entries at the end of the pool. */
static lx_status reserve_entries(lx_program *program, int64_t count) {
  if (program->pool_unused > 64 && program->pool_unused > program->pool_count / 2)
    return pack(program, count);
  const int64_t needed = (int64_t)program->pool_count + count;
  void *block;
  lx_status status = LX_RESERVE(program, columns, column_capacity, needed);
  program->columns = block;
  if (status == LX_OK) {
    status = LX_RESERVE(program, values, value_capacity, needed);
    program->values = block;
  }
  return status;
}

/* Appends the entries that are not zero as those of `row`. Room was reserved. */
static void append_entries(lx_program *program, lx_program_row *row, int32_t count, const int32_t *variables,
                           const double *coefficients) {
  row->start = program->pool_count;
  row->count = 0;
  for (int32_t e = 0; e < count; e++) {
    if (coefficients[e] == 0)
      continue;
    program->columns[program->pool_count] = variables[e];
    program->values[program->pool_count] = coefficients[e];
    program->variables[variables[e]].uses++;
    program->pool_count++;
    row->count++;
  }
}

static void discard_entries(lx_program *program, lx_program_row *row) {
  for (int32_t e = 0; e < row->count; e++)
    program->variables[program->columns[row->start + e]].uses--;
  program->pool_unused += row->count;
  row->count = 0;
}

void lx_program_set_priority(lx_program_row *row, double priority, double priority_below) {
  row->above = row->relation == LX_GREATER_EQUAL ? 0 : priority;
  row->below = row->relation == LX_LESS_EQUAL ? 0 : row->relation == LX_EQUAL ? priority_below : priority;
}

static lx_status reserve_rows(lx_program *program, int32_t count) {
  const int64_t slots = (int64_t)program->row_count + count;
  void *block;
  lx_status status = LX_RESERVE(program, rows, row_capacity, slots);
  program->rows = block;
  if (status == LX_OK) {
    status = LX_RESERVE(program, free_rows, free_row_capacity, slots);
    program->free_rows = block;
  }
  return status;
}

lx_status lx_program_add_rows(lx_program *program, const lx_rows *rows, int32_t *out) {
  lx_status status = reserve_rows(program, rows->row_count);
  if (status == LX_OK)
    status = reserve_entries(program, rows->entry_count);
  if (status != LX_OK)
    return status;
  program->is_restructured = 1;
  for (int32_t i = 0; i < rows->row_count; i++) {
    const int32_t slot =
        program->free_row_count > 0 ? program->free_rows[--program->free_row_count] : program->row_count++;
    lx_program_row *row = &program->rows[slot];
    *row = (lx_program_row){
        .constant = rows->constants[i],
        .weight = rows->weights != NULL ? rows->weights[i] : 1,
        .relation = rows->relations[i],
        .live = 1,
    };
    lx_program_set_priority(row, rows->priorities[i],
                            rows->priorities_below != NULL ? rows->priorities_below[i] : rows->priorities[i]);
    append_entries(program, row, rows->starts[i + 1] - rows->starts[i], rows->variables + rows->starts[i],
                   rows->coefficients + rows->starts[i]);
    out[i] = slot;
  }
  return LX_OK;
}

void lx_program_remove_row(lx_program *program, int32_t row) {
  program->is_restructured = 1;
  discard_entries(program, &program->rows[row]);
  program->rows[row].live = 0;
  program->free_rows[program->free_row_count++] = row;
}

lx_status lx_program_set_entries(lx_program *program, int32_t row, int32_t count, const int32_t *variables,
                                 const double *coefficients) {
  const lx_status status = reserve_entries(program, count);
  if (status != LX_OK)
    return status;
  program->is_restructured = 1;
  discard_entries(program, &program->rows[row]);
  append_entries(program, &program->rows[row], count, variables, coefficients);
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
    if (!row->edited)
      program->edited_rows[program->edited_count++] = rows[i];
    row->edited = 1;
  }
  return LX_OK;
}

void lx_program_forget_edits(lx_program *program) {
  for (int32_t k = 0; k < program->edited_count; k++)
    program->rows[program->edited_rows[k]].edited = 0;
  program->edited_count = 0;
  program->is_restructured = 0;
}
