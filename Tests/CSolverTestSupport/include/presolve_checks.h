/* presolve_checks.h: checks of what presolve leaves, in the hidden interior of CSolver, in the manner of factor_checks.h. */
#ifndef PRESOLVE_CHECKS_H
#define PRESOLVE_CHECKS_H

#include <stdint.h>

/* A random program of up to `size` sizes: chains of positions, sums, equal and proportional sizes to the first, to the
 * neighbour and in random pairs, wishes and limits at any priority. What is left for the simplex must have no more
 * entries, rows or variables than the unassigned rows had; but a component in a few tearing variables may have one for
 * each of them in a row. */
int32_t presolve_check_entries(uint64_t seed, int32_t size, char *message, int32_t capacity);

/* Rows of equal sizes or spaces, in the pattern numbered 0 ..< presolve_patterns(), solved at `size` and at four times as
 * much: the memory asked for may grow by `growth` at most, the pivots must not be more than an eighth of the views, and
 * the wishes must be met where they can all be. */
int32_t presolve_patterns(void);
int32_t presolve_check_growth(int32_t pattern, int32_t size, double growth, char *message, int32_t capacity);

#endif
