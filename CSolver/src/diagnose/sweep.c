/* sweep.c: the values move by B^-1 d per unit of the parameter, B the tight rows and d what their constants grow by.
 *
 * An answer is optimal by which rows are above, at and below their constants alone: the duals that prove it do not
 * mention how far. So the values stay optimal along the line as long as no row changes sides, whatever basis, presolve or
 * block found them. One ratio test over all rows and signs says how long that is; in a plane of two parameters each row and
 * sign that moves bounds the region by a line. */
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
  lx_vector_clear(vector);
  for (int32_t k = 0; k < vector->size; k++) {
    const int32_t row = basis->basis[k];
    if (row >= basis->matrix.row_count || ranger->constants[basis->rows[row]] == 0)
      continue;
    vector->value[k] = ranger->constants[basis->rows[row]];
    vector->index[vector->count++] = k;
  }
  lx_factor_ftran(basis->factor, vector);
}

/* A residual: its value and slope; `size` is the sum of the absolute values of the slope's terms, `touch` what counts as
 * 0 of the value. */
typedef struct {
  double value, slope, size, touch;
} lx_moving_residual;

static int is_still(const lx_moving_residual *residual) {
  return fabs(residual->slope) <= LX_TOL_STILL * residual->size;
}

/* How far to where a residual becomes 0; NAN for never. */
static double reach(const lx_moving_residual *residual) {
  if (is_still(residual))
    return NAN;
  return fabs(residual->value) <= residual->touch ? 0 : -residual->value / residual->slope;
}

static lx_moving_residual row_residual(const lx_ranger *ranger, int32_t r) {
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
  return (lx_moving_residual){residual, slope, size, LX_TOL_TOUCH + LX_TOL_TOUCH_RELATIVE * largest};
}

static lx_moving_residual sign_residual(const lx_ranger *ranger, int32_t j) {
  const double slope = ranger->basis.vector.value[j];
  return (lx_moving_residual){ranger->values[j], slope, fmax(fabs(slope), 1), LX_TOL_TOUCH};
}

/* Marks the rows in the basis, which move with their constants. Of one that is tight and depends on those it is to be
 * seen. */
static void mark_basis(lx_ranger *ranger) {
  const lx_program *program = ranger->basis.program;
  const int32_t m = program->row_count, tight = ranger->basis.matrix.row_count;
  for (int32_t i = 0; i < m; i++)
    ranger->reaches[i] = 0;
  for (int32_t k = 0; k < program->variable_count; k++)
    if (ranger->basis.basis[k] < tight)
      ranger->reaches[ranger->basis.rows[ranger->basis.basis[k]]] = NAN;
}

/* Whether index i, a row or after those a variable, has a residual that may end a range. */
static int has_residual(const lx_ranger *ranger, int32_t i) {
  const lx_program *program = ranger->basis.program;
  const int32_t m = program->row_count;
  if (i < m)
    return program->rows[i].live && !isnan(ranger->reaches[i]);
  return program->variables[i - m].live && program->variables[i - m].nonnegative;
}

static void test_ratios(lx_ranger *ranger, double *reach_out) {
  const lx_program *program = ranger->basis.program;
  const int32_t m = program->row_count;
  reach_out[0] = reach_out[1] = INFINITY;
  mark_basis(ranger);
  for (int32_t i = 0; i < m + program->variable_count; i++) {
    double found = NAN;
    if (has_residual(ranger, i)) {
      const lx_moving_residual residual = i < m ? row_residual(ranger, i) : sign_residual(ranger, i - m);
      found = reach(&residual);
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

/* One direction of the plane: slopes of variables, and of the residuals of rows and signs, which `facets` has two
 * of for each index. */
static void move_along(lx_ranger *ranger, int direction, int32_t count, const int32_t *rows, const double *slopes,
                       int32_t variable_count, const int32_t *variables, double *slopes_out, double *facets,
                       double *values) {
  const lx_program *program = ranger->basis.program;
  const int32_t m = program->row_count;
  for (int32_t i = 0; i < m; i++)
    ranger->constants[i] = 0;
  for (int32_t k = 0; k < count; k++)
    ranger->constants[rows[k]] += slopes[k];
  move(ranger);
  for (int32_t k = 0; k < variable_count; k++)
    slopes_out[k] = ranger->basis.vector.value[variables[k]];
  for (int32_t i = 0; i < m + program->variable_count; i++) {
    facets[2 * (int64_t)i + direction] = 0;
    if (!has_residual(ranger, i))
      continue;
    const lx_moving_residual residual = i < m ? row_residual(ranger, i) : sign_residual(ranger, i - m);
    values[i] = fabs(residual.value) <= residual.touch ? 0 : residual.value;
    if (!is_still(&residual))
      facets[2 * (int64_t)i + direction] = residual.slope;
  }
}

lx_status lx_find_plane(const lx_program *program, const double *values, const int32_t *counts,
                        const int32_t *const *rows, const double *const *slopes, int32_t variable_count,
                        const int32_t *variables, double *slopes_out, int32_t capacity, int32_t *members_out,
                        double *facets_out, int32_t *count_out) {
  *count_out = 0;
  if (program->variable_count == 0)
    return LX_OK;
  const int32_t m = program->row_count, total = m + program->variable_count;
  lx_ranger ranger = {.values = NULL};
  double *facets = NULL, *residuals = NULL;
  lx_status status = lx_tight_basis_open(&ranger.basis, program);
  if (status == LX_OK)
    status = prepare(&ranger, values, 0, NULL, NULL);
  if (status == LX_OK) {
    facets = lx_arena_take(&ranger.basis.arena, 2 * (int64_t)total, sizeof *facets);
    residuals = lx_arena_take(&ranger.basis.arena, total, sizeof *residuals);
    status = facets == NULL || residuals == NULL ? LX_ERROR_MEMORY : LX_OK;
  }
  if (status == LX_OK) {
    mark_basis(&ranger);
    for (int direction = 0; direction < 2; direction++)
      move_along(&ranger, direction, counts[direction], rows[direction], slopes[direction], variable_count, variables,
                 slopes_out + (int64_t)direction * variable_count, facets, residuals);
    for (int32_t i = 0; i < total; i++) {
      const double *slope = facets + 2 * (int64_t)i;
      if (slope[0] == 0 && slope[1] == 0)
        continue;
      if (*count_out < capacity) {
        double *facet = facets_out + 3 * (int64_t)*count_out;
        members_out[*count_out] = i < m ? i : -1 - (i - m);
        facet[0] = residuals[i];
        facet[1] = slope[0];
        facet[2] = slope[1];
      }
      ++*count_out;
    }
  }
  lx_tight_basis_close(&ranger.basis);
  return status;
}
