/* exact_sum.h: sums without rounding, so that terms can be taken out again and their order does not matter.
 *
 * A fixed-point number that spans all doubles, in overlapping chunks of 32 bits that carry lazily (R. M. Neal, Fast
 * exact summation using small and large superaccumulators, arXiv:1505.05571, 2015). */
#ifndef LX_EXACT_SUM_H
#define LX_EXACT_SUM_H

#include <stdint.h>

#define LX_EXACT_CHUNKS 68 /* 2098 bits from the smallest subnormal to the largest double, and room for carries */

typedef struct {
  int64_t chunks[LX_EXACT_CHUNKS]; /* chunk i counts 2^(32 i - 1075) */
  int32_t uncarried;               /* additions since carries were taken care of */
  int32_t is_changed;              /* additions since the value was asked for */
} lx_exact_sum;

/* Adds a finite number. */
void lx_exact_add(lx_exact_sum *sum, double term);

/* The sum, rounded; a function of the exact sum alone. Takes note that it is known. */
double lx_exact_value(lx_exact_sum *sum);

#endif
