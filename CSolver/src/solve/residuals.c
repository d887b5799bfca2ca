/* residuals.c: errors of rows and of levels, at given values. */
#include <math.h>

#include "base/tolerances.h"
#include "solve/solution.h"

double lx_activity(const lx_program *program, const lx_program_row *row, const double *value) {
  double sum = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++)
    sum += program->values[e] * value[program->columns[e]];
  return sum;
}

double lx_size_of(const lx_program *program, const lx_program_row *row, const double *value) {
  double sum = fabs(row->constant);
  for (int32_t e = row->start; e < row->start + row->count; e++)
    sum += fabs(program->values[e] * value[program->columns[e]]);
  return sum;
}

/* Distance of an activity from the constant where that side costs, else 0. */
double lx_error_of(const lx_program_row *row, double sum) {
  const double distance = sum - row->constant;
  return (distance > 0 ? row->side_above : row->side_below) != LX_SIDE_FREE ? distance : 0;
}

/* Whether a required row is off by more than is promised and more than a double of this size can tell. */
int lx_breaks_promise(const lx_program *program, const lx_program_row *row, const double *value, double error) {
  if (!(fabs(error) > LX_TOL_PROMISED))
    return 0;
  return fabs(error) > LX_TOL_PROMISED + LX_TOL_ROUNDING * lx_size_of(program, row, value);
}

int32_t lx_keep_error(lx_solution *solution, int32_t r, double error) {
  const lx_session *session = &solution->session;
  const lx_levels *levels = &session->plan->levels;
  const double old = solution->costs[r];
  if (error == 0 && old == 0)
    return -1;
  const int32_t level = error > 0 ? levels->above[r] : error < 0 ? levels->below[r] : -1;
  const double cost = level >= LX_LEVEL_OPTIONAL ? lx_program_cost(session->program, r).weight * error : 0;
  if (cost != old) {
    if (old != 0)
      lx_exact_add(&solution->sums[old > 0 ? levels->above[r] : levels->below[r]], -fabs(old));
    if (cost != 0)
      lx_exact_add(&solution->sums[level], fabs(cost));
    solution->costs[r] = cost;
  }
  return level;
}

int lx_measure_row(lx_solution *solution, int32_t r) {
  const lx_session *session = &solution->session;
  const lx_program_row *row = &session->program->rows[r];
  const double error = lx_error_of(row, lx_activity(session->program, row, session->value));
  return lx_keep_error(solution, r, error) != LX_LEVEL_REQUIRED ||
         !lx_breaks_promise(session->program, row, session->value, error);
}
