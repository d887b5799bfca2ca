/* residual.h: the residual of a row at given values. value: per variable slot. */
#ifndef LX_RESIDUAL_H
#define LX_RESIDUAL_H

#include <math.h>

#include "base/tolerances.h"
#include "program/program.h"

/* The sum of a row's entries. */
static inline double lx_row_activity(const lx_program *program, const lx_program_row *row, const double *value) {
  double sum = 0;
  for (int32_t e = row->start; e < row->start + row->count; e++)
    sum += program->values[e] * value[program->columns[e]];
  return sum;
}

/* The sum of the absolute values of a row's entries and its constant. */
static inline double lx_row_magnitude(const lx_program *program, const lx_program_row *row, const double *value) {
  double sum = fabs(row->constant);
  for (int32_t e = row->start; e < row->start + row->count; e++)
    sum += fabs(program->values[e] * value[program->columns[e]]);
  return sum;
}

/* Activity minus constant where the row has a cost on that side, else 0. */
static inline double lx_row_error(const lx_program_row *row, double activity) {
  const double distance = activity - row->constant;
  return (distance > 0 ? row->side_above : row->side_below) != LX_SIDE_FREE ? distance : 0;
}

/* Whether an error is no more than rounding makes of terms of this size. (One of a point would want terms of 1e15.) */
static inline int lx_is_rounding(const lx_program *program, const lx_program_row *row, const double *value,
                                 double error) {
  return fabs(error) < 1 && fabs(error) <= LX_TOL_ROUNDING * lx_row_magnitude(program, row, value);
}

/* Whether this error of a required row exceeds what is promised, and what rounding of terms of this size explains. */
static inline int lx_exceeds_promise(const lx_program *program, const lx_program_row *row, const double *value,
                                     double error) {
  return fabs(error) > LX_TOL_PROMISED &&
         fabs(error) > LX_TOL_PROMISED + LX_TOL_ROUNDING * lx_row_magnitude(program, row, value);
}

#endif
