/* sum_checks.h: checks of the exact sums in the hidden interior of CSolver, in the manner of factor_checks.h. */
#ifndef SUM_CHECKS_H
#define SUM_CHECKS_H

#include <stdint.h>

/* `terms` random multiples of a power of two, whose sum an integer holds, of either sign: the sum must be that integer
 * after each addition and, asked for at the end only, be marked as changed until then. With all terms taken out again it
 * is 0. */
int32_t sum_check_random(uint64_t seed, int32_t terms, char *message, int32_t capacity);

#endif
