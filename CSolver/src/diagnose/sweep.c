/* sweep.c: the values move by B^-1 d per unit of the parameter, B the tight rows and d what their constants grow by.
 *
 * An answer is optimal by which rows are above, at and below their constants alone: the duals that prove it do not
 * mention how far. So the values stay optimal along the line as long as no row changes sides, whatever basis, presolve or
 * block found them. One ratio test over all rows and signs says how long that is. */
#include "diagnose/sweep.h"

#include <math.h>

#include "base/tolerances.h"
#include "diagnose/tight_basis.h"

/* Slope of a residual, relative to the sum of its terms' absolute values, below which it is rounding. */
#define LX_TOL_STILL 1e-11

/* Ends of the range within this of each other, relative, are one breakpoint. */
#define LX_TOL_TOGETHER 1e-9

typedef struct {
  lx_tight_basis basis;
  const double *values; /* per variable slot */
  double *constants;    /* per row slot: slope of its constant */
  double *reaches;      /* per row slot, then per variable slot: how far to where it ends the range, signed; 0 for both
                           ways; NAN for never */
} lx_ranger;

static lx_status prepare(lx_ranger *ranger, const double *values, int32_t count, const int32_t *rows,
                         const double *slopes) {
  lx_arena *arena = &ranger->basis.arena;
  const lx_program *program = ranger->basis.program;
  const int32_t n = program->variable_count;
  ranger->constants = lx_arena_take_zeroed(arena, program->row_count, sizeof *ranger->constants);
  ranger->reaches = lx_arena_take(arena, (int64_t)program->row_count + n, sizeof *ranger->reaches);
  if (ranger->constants == NULL || ranger->reaches == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < count; k++)
    ranger->constants[rows[k]] += slopes[k];
  ranger->values = values;
  if (values != NULL)
    return LX_OK;
  double *copy = lx_arena_take(arena, n, sizeof *copy);
  if (copy == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t j = 0; j < n; j++)
    copy[j] = program->variables[j].value;
  ranger->values = copy;
  return LX_OK;
}

/* Leaves the slope of each variable in the vector of the basis. */
static void move(lx_ranger *ranger) {
  lx_tight_basis *basis = &ranger->basis;
  lx_vector *vector = &basis->vector;
  for (int32_t k = 0; k < vector->size; k++) {
    const int32_t row = basis->basis[k];
    if (row >= basis->matrix.row_count || ranger->constants[basis->rows[row]] == 0)
      continue;
    vector->value[k] = ranger->constants[basis->rows[row]];
    vector->index[vector->count++] = k;
  }
  lx_factor_ftran(basis->factor, vector);
}

/* How far to where a residual becomes 0; `size` is the sum of the absolute values of the slope's terms, `touch` what
 * counts as 0. */
static double reach(double residual, double touch, double slope, double size) {
  if (fabs(slope) <= LX_TOL_STILL * size)
    return NAN;
  return fabs(residual) <= touch ? 0 : -residual / slope;
}

static double row_reach(const lx_ranger *ranger, int32_t r) {
  const lx_program *program = ranger->basis.program;
  const lx_program_row *row = &program->rows[r];
  double residual = -row->constant, slope = -ranger->constants[r];
  double largest = fabs(residual), size = fabs(slope);
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const double value = program->values[e] * ranger->values[program->columns[e]];
    const double moved = program->values[e] * ranger->basis.vector.value[program->columns[e]];
    residual += value;
    slope += moved;
    largest = fmax(largest, fabs(value));
    size += fabs(moved);
  }
  return reach(residual, LX_TOL_TOUCH + LX_TOL_TOUCH_RELATIVE * largest, slope, size);
}

static void test_ratios(lx_ranger *ranger, double *reach_out) {
  const lx_program *program = ranger->basis.program;
  const int32_t m = program->row_count, tight = ranger->basis.matrix.row_count;
  reach_out[0] = reach_out[1] = INFINITY;
  /* A row in the basis moves with its constant; of one that is tight and depends on those it is to be seen. */
  for (int32_t i = 0; i < m; i++)
    ranger->reaches[i] = 0;
  for (int32_t k = 0; k < program->variable_count; k++)
    if (ranger->basis.basis[k] < tight)
      ranger->reaches[ranger->basis.rows[ranger->basis.basis[k]]] = NAN;
  for (int32_t i = 0; i < m + program->variable_count; i++) {
    const int32_t j = i - m;
    double found = NAN;
    if (i < m) {
      if (program->rows[i].live && !isnan(ranger->reaches[i]))
        found = row_reach(ranger, i);
    } else if (program->variables[j].live && program->variables[j].nonnegative) {
      const double slope = ranger->basis.vector.value[j];
      found = reach(ranger->values[j], LX_TOL_TOUCH, slope, fmax(fabs(slope), 1));
    }
    ranger->reaches[i] = found;
    if (found <= 0)
      reach_out[0] = fmin(reach_out[0], -found);
    if (found >= 0)
      reach_out[1] = fmin(reach_out[1], found);
  }
}

/* What ends the range on either side. */
static int32_t collect_ends(const lx_ranger *ranger, const double *reach, int32_t capacity, int32_t *members_out,
                            int8_t *sides_out) {
  const lx_program *program = ranger->basis.program;
  const int32_t m = program->row_count;
  int32_t found = 0;
  for (int side = 0; side < 2; side++) {
    const double limit = reach[side] + LX_TOL_TOGETHER * fmax(reach[side], 1);
    for (int32_t i = 0; i < m + program->variable_count && isfinite(reach[side]); i++) {
      const double length = side == 0 ? -ranger->reaches[i] : ranger->reaches[i];
      if (!(length >= 0 && length <= limit))
        continue;
      if (found < capacity) {
        members_out[found] = i < m ? i : -1 - (i - m);
        sides_out[found] = side == 0 ? -1 : 1;
      }
      found++;
    }
  }
  return found;
}

lx_status lx_find_ranging(const lx_program *program, const double *values, int32_t count, const int32_t *rows,
                          const double *slopes, int32_t variable_count, const int32_t *variables, double *slopes_out,
                          double *reach_out, int32_t capacity, int32_t *members_out, int8_t *sides_out,
                          int32_t *count_out) {
  if (program->variable_count == 0) {
    reach_out[0] = reach_out[1] = INFINITY;
    *count_out = 0;
    return LX_OK;
  }
  lx_ranger ranger = {.values = NULL};
  lx_status status = lx_tight_basis_open(&ranger.basis, program);
  if (status == LX_OK)
    status = prepare(&ranger, values, count, rows, slopes);
  if (status == LX_OK) {
    move(&ranger);
    test_ratios(&ranger, reach_out);
    *count_out = collect_ends(&ranger, reach_out, capacity, members_out, sides_out);
    for (int32_t k = 0; k < variable_count; k++)
      slopes_out[k] = ranger.basis.vector.value[variables[k]];
  }
  lx_tight_basis_close(&ranger.basis);
  return status;
}
