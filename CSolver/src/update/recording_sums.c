/* recording_sums.c: decided variables as sums, one after another. In most rows all coefficients are 1 or -1; their
 * signs are in the indices of the variables. */
#include "base/tolerances.h"
#include "update/recording.h"
#include "presolve/row_prefetch.h"

/* Whether a row needs its coefficients written down; one without a source is as rare. */
static int is_general(const lx_program *program, const lx_program_row *row, int32_t source) {
  for (int32_t e = row->start; e < row->start + row->count; e++)
    if (program->values[e] != 1 && program->values[e] != -1)
      return 1;
  return source < 0;
}

/* Writes the variable that a row decides; advances *numbers_io past its numbers. Returns the end of its code. */
static int32_t *write_sum(const lx_program *program, int32_t r, int32_t column, int32_t *code, double **numbers_io) {
  const lx_program_row *row = &program->rows[r];
  double coefficient, *numbers = *numbers_io;
  const int32_t source = lx_source_entry(program, r, column, &coefficient);
  const int general = is_general(program, row, source);
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

/* Prefetches the row of an index that comes soon, and the entries of one that comes sooner. */
static void fetch_ahead(const lx_program *program, const lx_topological_order *order, const int32_t *indices,
                        int32_t count, int32_t k) {
  if (k + LX_PREFETCH_AHEAD >= count)
    return;
  lx_prefetch_row(program, order->rows[indices[k + LX_PREFETCH_AHEAD]]);
  const int32_t start = program->rows[order->rows[indices[k + LX_PREFETCH_AHEAD / 2]]].start;
  lx_prefetch(&program->columns[start]);
  lx_prefetch(&program->values[start]);
}

lx_status lx_sums_create(lx_arena *arena, const lx_program *program, const lx_topological_order *order,
                         const int32_t *indices, int32_t count, lx_sums *out) {
  int64_t codes = 0, numbers = 0;
  for (int32_t k = 0; k < count; k++) {
    fetch_ahead(program, order, indices, count, k);
    const int32_t r = order->rows[indices[k]];
    double coefficient;
    const int32_t source = lx_source_entry(program, r, order->columns[indices[k]], &coefficient);
    const int32_t terms = program->rows[r].count - 1 - (source >= 0);
    codes += 3 + terms;
    numbers += is_general(program, &program->rows[r], source) ? 2 + terms : 1;
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
  for (int32_t k = 0; k < count; k++) {
    fetch_ahead(program, order, indices, count, k);
    code = write_sum(program, order->rows[indices[k]], order->columns[indices[k]], code, &number);
  }
  return LX_OK;
}

void lx_sums_refresh(const lx_sums *sums, const lx_program *program, const lx_assignment *assignment) {
  int32_t *code = sums->code;
  double *numbers = sums->numbers;
  for (int32_t k = 0; k < sums->count; k++) {
    const int32_t at = assignment->assigned_at[code[1]];
    const int32_t row = at >= 0 ? assignment->fixed.rows[at] : assignment->substituted.rows[LX_SUBSTITUTED - at];
    *numbers = program->rows[row].constant;
    code = lx_sum_next(code, &numbers);
  }
}

/* The value of a variable whose row has coefficients other than 1 and -1. */
static double general_value(const int32_t *code, const double *numbers, const double *value) {
  const int32_t terms = code[0] >> LX_SUM_SHIFT;
  double rest = numbers[0];
  for (int32_t t = 0; t < terms; t++)
    rest -= numbers[1 + t] * value[code[3 + t]];
  const double coefficient = numbers[1 + terms];
  rest = coefficient == 1 ? rest : coefficient == -1 ? -rest : rest / coefficient;
  return code[2] >= 0 ? value[code[2]] + rest : rest;
}

/* rest minus the term's variable, or plus where its coefficient is -1. */
static inline double less_term(double rest, int32_t term, const double *value) {
  return term >= 0 ? rest - value[term] : rest + value[~term];
}

int lx_sums_replay(const lx_sums *sums, lx_incremental *state) {
  double *const value = state->solution.session.value;
  int32_t *const changes = state->solution.changes.variables;
  double *const previous = state->propagation.previous;
  int32_t count = state->solution.changes.count;
  int32_t *code = sums->code;
  double *numbers = sums->numbers;
  int holds = 1;
  for (int32_t k = 0; k < sums->count; k++) {
    const int32_t head = code[0], column = code[1], terms = head >> LX_SUM_SHIFT;
    double fresh;
    if (head & LX_SUM_GENERAL) {
      fresh = general_value(code, numbers, value);
      numbers += terms + 2;
    } else {
      double rest = *numbers++;
      if (terms == 1) {
        rest = less_term(rest, code[3], value);
      } else if (terms == 2) {
        rest = less_term(less_term(rest, code[3], value), code[4], value);
      } else {
        for (int32_t t = 0; t < terms; t++)
          rest = less_term(rest, code[3 + t], value);
      }
      fresh = value[code[2]] + (head & LX_SUM_NEGATIVE ? -rest : rest);
    }
    code += 3 + terms;
    changes[count] = column; /* each variable comes once, so there is room */
    previous[count] = value[column];
    count += fresh != value[column];
    value[column] = fresh;
    if (head & LX_SUM_SIGNED)
      holds &= fresh >= -LX_TOL_REQUIRED;
  }
  state->solution.changes.count = count;
  return holds;
}
