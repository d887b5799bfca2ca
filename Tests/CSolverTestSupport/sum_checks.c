/* sum_checks.c: see sum_checks.h. */
#include "sum_checks.h"

#include <math.h>
#include <stdio.h>

#include "base/exact_sum.h"

static uint64_t next(uint64_t *state) {
  *state += 0x9E3779B97F4A7C15;
  uint64_t mixed = *state;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
  return mixed ^ (mixed >> 31);
}

/* The integer that the term with this number is, of up to 40 bits. */
static int64_t draw(uint64_t seed, int32_t number) {
  uint64_t state = seed * 1000003 + (uint64_t)number;
  const int64_t size = (int64_t)(next(&state) >> (24 + next(&state) % 38));
  return next(&state) & 1 ? -size : size;
}

int32_t sum_check_random(uint64_t seed, int32_t terms, char *message, int32_t capacity) {
  uint64_t state = seed;
  const int32_t exponent = (int32_t)(next(&state) % 1900) - 1000, looks = next(&state) & 1;
  lx_exact_sum sum = {0};
  int64_t right = 0;
  for (int32_t k = 0; k < terms; k++) {
    right += draw(seed, k);
    lx_exact_add(&sum, ldexp((double)draw(seed, k), exponent));
    if (!sum.is_changed) {
      snprintf(message, (size_t)capacity, "after %d terms the sum is not marked as changed", k + 1);
      return 1;
    }
    if (!looks && k + 1 < terms)
      continue;
    const double value = lx_exact_value(&sum);
    /* The integer has up to 56 bits, so it is rounded once here and once there. */
    if (!(fabs(value - ldexp((double)right, exponent)) <= ldexp(fabs((double)right), exponent - 52)) ||
        sum.is_changed) {
      snprintf(message, (size_t)capacity, "after %d terms the sum is %g, right is %lld * 2^%d", k + 1, value,
               (long long)right, exponent);
      return 1;
    }
  }
  for (int32_t k = terms - 1; k >= 0; k--)
    lx_exact_add(&sum, -ldexp((double)draw(seed, k), exponent));
  const double rest = lx_exact_value(&sum);
  if (rest != 0) {
    snprintf(message, (size_t)capacity, "without its %d terms the sum is %g", terms, rest);
    return 1;
  }
  return 0;
}
