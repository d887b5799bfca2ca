/* exact_sum.c: see exact_sum.h. */
#include "base/exact_sum.h"

#include <math.h>
#include <string.h>

/* A term adds less than 2^53 to a chunk, which holds 2^63. */
#define LX_UNCARRIED_LIMIT 1000

/* Brings every chunk but the last into 0 ..< 2^32, which makes the chunks a function of the sum. */
static void carry(lx_exact_sum *sum) {
  int64_t over = 0;
  for (int32_t i = 0; i < LX_EXACT_CHUNKS - 1; i++) {
    const int64_t chunk = sum->chunks[i] + over;
    const int64_t low = chunk & 0xffffffff;
    over = (chunk - low) / 4294967296; /* exact, also below zero */
    sum->chunks[i] = low;
  }
  sum->chunks[LX_EXACT_CHUNKS - 1] += over;
  sum->uncarried = 0;
}

void lx_exact_add(lx_exact_sum *sum, double term) {
  uint64_t bits;
  memcpy(&bits, &term, sizeof bits);
  const uint32_t exponent = (uint32_t)(bits >> 52) & 0x7ff;
  uint64_t mantissa = bits & 0xfffffffffffff;
  if (exponent > 0)
    mantissa |= (uint64_t)1 << 52;
  const uint32_t shift = exponent > 0 ? exponent : 1; /* the term is mantissa * 2^(shift - 1075) */
  const uint32_t index = shift >> 5, within = shift & 31;
  const int64_t low = (int64_t)((mantissa << within) & 0xffffffff);
  const int64_t high = (int64_t)(mantissa >> (32 - within));
  const int64_t sign = bits >> 63 ? -1 : 1;
  sum->chunks[index] += sign * low;
  sum->chunks[index + 1] += sign * high;
  sum->is_changed = 1;
  if (++sum->uncarried >= LX_UNCARRIED_LIMIT)
    carry(sum);
}

/* Of a sum that is not negative, with its carries taken care of. */
static double round_chunks(const lx_exact_sum *sum) {
  double value = 0;
  for (int32_t i = LX_EXACT_CHUNKS - 1; i >= 0; i--)
    if (sum->chunks[i] != 0)
      value += ldexp((double)sum->chunks[i], 32 * i - 1075);
  return value;
}

double lx_exact_value(lx_exact_sum *sum) {
  carry(sum);
  sum->is_changed = 0;
  if (sum->chunks[LX_EXACT_CHUNKS - 1] >= 0)
    return round_chunks(sum);
  /* The last chunk has the sign of the sum, and stands for more than a double holds. */
  lx_exact_sum opposite = *sum;
  for (int32_t i = 0; i < LX_EXACT_CHUNKS; i++)
    opposite.chunks[i] = -opposite.chunks[i];
  carry(&opposite);
  return -round_chunks(&opposite);
}
