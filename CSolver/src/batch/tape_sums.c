/* tape_sums.c: decided variables as sums that lie one behind the other. In most rows all coefficients are 1 or -1;
 * their signs are in the numbers of the variables. */
#include "base/tolerances.h"
#include "batch/tape.h"

/* Whether a row needs its coefficients written down. */
static int is_general(const lx_program *program, const lx_program_row *row) {
  for (int32_t e = row->start; e < row->start + row->count; e++)
    if (program->values[e] != 1 && program->values[e] != -1)
      return 1;
  return 0;
}

/* Writes the variable that a row decides; *numbers_io goes behind its numbers. Returns what is behind its code. */
static int32_t *write_sum(const lx_program *program, int32_t r, int32_t column, int32_t *code, double **numbers_io) {
  const lx_program_row *row = &program->rows[r];
  double coefficient, *numbers = *numbers_io;
  const int32_t source = lx_source_entry(program, r, column, &coefficient);
  const int general = is_general(program, row);
  int32_t terms = 0;
  *numbers++ = row->constant;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    if (e == source || program->columns[e] == column)
      continue;
    code[3 + terms++] = !general && program->values[e] < 0 ? ~program->columns[e] : program->columns[e];
    if (general)
      *numbers++ = program->values[e];
  }
  if (general)
    *numbers++ = coefficient;
  code[0] = (terms << LX_SUM_SHIFT) | (program->variables[column].nonnegative ? LX_SUM_SIGNED : 0) |
            (coefficient == -1 ? LX_SUM_NEGATIVE : 0) | (general ? LX_SUM_GENERAL : 0);
  code[1] = column;
  code[2] = source >= 0 ? program->columns[source] : -1;
  *numbers_io = numbers;
  return code + 3 + terms;
}

lx_status lx_sums_create(lx_arena *arena, const lx_program *program, const lx_order *order, const int32_t *places,
                         int32_t count, lx_sums *out) {
  int64_t codes = 0, numbers = 0;
  for (int32_t k = 0; k < count; k++) {
    const lx_program_row *row = &program->rows[order->rows[places[k]]];
    codes += 3 + row->count;
    numbers += is_general(program, row) ? 2 + row->count : 1;
  }
  *out = (lx_sums){
      .count = count,
      .code = lx_arena_take(arena, codes, sizeof(int32_t)),
      .numbers = lx_arena_take(arena, numbers, sizeof(double)),
  };
  if (out->code == NULL || out->numbers == NULL)
    return LX_ERROR_MEMORY;
  int32_t *code = out->code;
  double *number = out->numbers;
  for (int32_t k = 0; k < count; k++)
    code = write_sum(program, order->rows[places[k]], order->columns[places[k]], code, &number);
  return LX_OK;
}

void lx_sums_refresh(const lx_sums *sums, const lx_program *program, const lx_fixing *fixing) {
  int32_t *code = sums->code;
  double *numbers = sums->numbers;
  for (int32_t k = 0; k < sums->count; k++) {
    const int32_t at = fixing->fixed_by[code[1]];
    const int32_t row = at >= 0 ? fixing->fixed.rows[at] : fixing->derived.rows[LX_DERIVED - at];
    *numbers = program->rows[row].constant;
    code = lx_sum_next(code, &numbers);
  }
}

int lx_sums_follow(const lx_sums *sums, lx_solution *solution) {
  double *value = solution->session.value;
  int32_t *changes = solution->changes;
  int32_t count = solution->change_count;
  const int32_t *code = sums->code;
  const double *numbers = sums->numbers;
  int holds = 1;
  for (int32_t k = 0; k < sums->count; k++) {
    const int32_t head = code[0], column = code[1], source = code[2], terms = head >> LX_SUM_SHIFT;
    double rest = *numbers++;
    code += 3;
    if (head & LX_SUM_GENERAL) {
      for (int32_t t = 0; t < terms; t++)
        rest -= numbers[t] * value[code[t]];
      const double coefficient = numbers[terms];
      rest = coefficient == 1 ? rest : coefficient == -1 ? -rest : rest / coefficient;
      numbers += terms + 1;
    } else {
      for (int32_t t = 0; t < terms; t++)
        rest -= code[t] >= 0 ? value[code[t]] : -value[~code[t]];
      rest = head & LX_SUM_NEGATIVE ? -rest : rest;
    }
    code += terms;
    const double fresh = source >= 0 ? value[source] + rest : rest;
    changes[count] = column; /* each variable comes once, so there is room */
    count += fresh != value[column];
    value[column] = fresh;
    holds &= !(head & LX_SUM_SIGNED) || fresh >= -LX_TOL_REQUIRED;
  }
  solution->change_count = count;
  return holds;
}
