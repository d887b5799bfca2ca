/* level_errors.c: see level_errors.h. */
#include "solve/level_errors.h"

#include <math.h>
#include <string.h>

#include "solve/residual.h"

lx_status lx_level_errors_create(lx_arena *arena, int32_t levels, int64_t rows, lx_level_errors *out) {
  out->sums = lx_arena_take(arena, levels, sizeof *out->sums);
  out->costs = lx_arena_take(arena, rows, sizeof *out->costs);
  return out->sums == NULL || out->costs == NULL ? LX_ERROR_MEMORY : LX_OK;
}

void lx_level_errors_clear(lx_level_errors *errors, int32_t levels, int32_t rows) {
  memset(errors->sums, 0, sizeof *errors->sums * (size_t)levels);
  memset(errors->costs, 0, sizeof *errors->costs * (size_t)rows);
}

int32_t lx_level_errors_set(lx_level_errors *errors, const lx_levels *levels, const lx_program *program, int32_t r,
                            double error, const double *value) {
  const double old = errors->costs[r];
  if (error == 0 && old == 0)
    return -1;
  const int32_t level = error > 0 ? levels->above[r] : error < 0 ? levels->below[r] : -1;
  const int counts = level >= LX_LEVEL_OPTIONAL && !lx_is_rounding(program, &program->rows[r], value, error);
  const double cost = counts ? lx_program_cost(program, r).weight * error : 0;
  if (cost != old) {
    if (old != 0)
      lx_exact_add(&errors->sums[old > 0 ? levels->above[r] : levels->below[r]], -fabs(old));
    if (cost != 0)
      lx_exact_add(&errors->sums[level], fabs(cost));
    errors->costs[r] = cost;
  }
  return level;
}

int lx_level_errors_measure(lx_level_errors *errors, const lx_levels *levels, const lx_program *program, int32_t r,
                            const double *value) {
  const lx_program_row *row = &program->rows[r];
  const double error = lx_row_error(row, lx_row_activity(program, row, value));
  return lx_level_errors_set(errors, levels, program, r, error, value) != LX_LEVEL_REQUIRED ||
         !lx_exceeds_promise(program, row, value, error);
}

void lx_level_errors_withdraw(lx_level_errors *errors, const lx_levels *levels, int32_t r) {
  const double cost = errors->costs[r];
  if (cost != 0)
    lx_exact_add(&errors->sums[cost > 0 ? levels->above[r] : levels->below[r]], -fabs(cost));
  errors->costs[r] = 0;
}

void lx_level_errors_renumber(lx_level_errors *errors, const int32_t *map, int32_t old_count, int32_t new_count,
                              lx_exact_sum *scratch) {
  memset(scratch, 0, sizeof *scratch * (size_t)new_count);
  for (int32_t level = 0; level < old_count; level++)
    if (map[level] >= 0)
      scratch[map[level]] = errors->sums[level];
  memcpy(errors->sums, scratch, sizeof *scratch * (size_t)new_count);
}
