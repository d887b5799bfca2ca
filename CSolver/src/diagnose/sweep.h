/* sweep.h: how an answer moves as constants move along a line or in a plane, and up to where. */
#ifndef LX_SWEEP_H
#define LX_SWEEP_H

#include "program/program.h"

/* As lx_get_ranging(), for a program whose last solve was optimal. `values`: per variable slot, or NULL for those of the
 * program's variables. */
lx_status lx_find_ranging(const lx_program *program, const double *values, int32_t count, const int32_t *rows,
                          const double *slopes, int32_t variable_count, const int32_t *variables, double *slopes_out,
                          double *reach_out, int32_t capacity, int32_t *members_out, int8_t *sides_out,
                          int32_t *count_out);

/* As lx_get_plane(), with the same conditions. */
lx_status lx_find_plane(const lx_program *program, const double *values, const int32_t *counts,
                        const int32_t *const *rows, const double *const *slopes, int32_t variable_count,
                        const int32_t *variables, double *slopes_out, int32_t capacity, int32_t *members_out,
                        double *facets_out, int32_t *count_out);

#endif
