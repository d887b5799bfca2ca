/* level_errors.h: the weighted sum of the absolute errors of each level, updated as errors of single rows change.
 *
 * The sums are exact, so that they do not depend on the order of the updates. */
#ifndef LX_LEVEL_ERRORS_H
#define LX_LEVEL_ERRORS_H

#include "base/exact_sum.h"
#include "presolve/levels.h"

typedef struct {
  lx_exact_sum *sums; /* per level */
  double *costs;      /* per row slot: contribution to the sum of its level; negative where the row falls short */
} lx_level_errors;

/* Room for levels and row slots; lx_level_errors_clear sets them to zero. */
lx_status lx_level_errors_create(lx_arena *arena, int32_t levels, int64_t rows, lx_level_errors *out);
void lx_level_errors_clear(lx_level_errors *errors, int32_t levels, int32_t rows);

/* Sets the error of a row, 0 where it has no cost, at these values: what their rounding explains costs nothing, or a
 * weight of a million would make an error of it. Returns the row's level, or -1 where there is none. */
int32_t lx_level_errors_set(lx_level_errors *errors, const lx_levels *levels, const lx_program *program, int32_t row,
                            double error, const double *value);

/* The same with the error measured. Returns 0 where a required row does not hold. */
int lx_level_errors_measure(lx_level_errors *errors, const lx_levels *levels, const lx_program *program, int32_t row,
                            const double *value);

/* Removes the contribution of a row, whose levels are still those of its cost. */
void lx_level_errors_withdraw(lx_level_errors *errors, const lx_levels *levels, int32_t row);

/* Renumbers levels: old level k becomes map[k], or vanishes where that is -1. scratch: room for the new levels. */
void lx_level_errors_renumber(lx_level_errors *errors, const int32_t *map, int32_t old_count, int32_t new_count,
                              lx_exact_sum *scratch);

/* The sum of an optional level, counted from 0. */
static inline double lx_level_errors_value(const lx_level_errors *errors, int32_t optional) {
  return lx_exact_value(&errors->sums[LX_LEVEL_OPTIONAL + optional]);
}

/* Whether that sum has changed since it was last read. */
static inline int lx_level_errors_is_changed(const lx_level_errors *errors, int32_t optional) {
  return errors->sums[LX_LEVEL_OPTIONAL + optional].is_changed != 0;
}

#endif
