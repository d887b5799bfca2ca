/* sensitivity.h: how values move with the constants of the rows that decide them. */
#ifndef LX_SENSITIVITY_H
#define LX_SENSITIVITY_H

#include "program/program.h"

/* For a program whose last solve was optimal: the derivatives of sum_k coefficients[k] x[variables[k]] by the constants
 * of the rows that are tight by construction. *members_out: rows, and -1 - j for the unit row of variable j; rows
 * first, each kind by ascending index. *values_out: the derivative by each. Both have *count_out elements and are the
 * caller's to release; on an error they are NULL. */
lx_status lx_find_sensitivity(const lx_program *program, int32_t count, const int32_t *variables,
                              const double *coefficients, int32_t **members_out, double **values_out,
                              int32_t *count_out);

#endif
