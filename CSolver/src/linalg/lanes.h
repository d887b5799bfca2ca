/* lanes.h: arithmetic on SIMD lanes: the same number of many instances, one after another in memory.
 *
 * What updates and templates run over such lanes is different: an update has eight, a number that its loops are
 * unrolled for, and computes each in the order of a solve, to the bit; a template has up to 64 and orders its sums as
 * it likes. One evaluator for both was measured (callgrind, W3, 2026-11-22): updates with a number of lanes known at
 * run time only take 8.5 % more instructions for a resize, templates with eight lanes twice as many for an instance,
 * and five times as many where each lane walks its own knapsack as updates do. So there are two, over these loops. */
#ifndef LX_LANES_H
#define LX_LANES_H

#include <stdint.h>
#include <string.h>

#define LX_LANES_INLINE static inline __attribute__((always_inline, unused))

LX_LANES_INLINE void lx_lanes_fill(double *restrict out, double value, int32_t count) {
  for (int32_t l = 0; l < count; l++)
    out[l] = value;
}

/* out = offset + factor * a */
LX_LANES_INLINE void lx_lanes_scale(double *restrict out, double offset, double factor, const double *restrict a,
                                    int32_t count) {
  if (factor == 1 && offset == 0) {
    memcpy(out, a, sizeof *out * (size_t)count);
    return;
  }
  for (int32_t l = 0; l < count; l++)
    out[l] = offset + factor * a[l];
}

/* out = offset + f * a + g * b */
LX_LANES_INLINE void lx_lanes_combine(double *restrict out, double offset, double f, const double *restrict a, double g,
                                      const double *restrict b, int32_t count) {
  for (int32_t l = 0; l < count; l++)
    out[l] = offset + f * a[l] + g * b[l];
}

/* out += factor * a */
LX_LANES_INLINE void lx_lanes_add(double *restrict out, double factor, const double *restrict a, int32_t count) {
  for (int32_t l = 0; l < count; l++)
    out[l] += factor * a[l];
}

/* Marks, with all ones, the lanes whose number is not in a range; a NaN is in none. */
LX_LANES_INLINE void lx_lanes_mark_outside(uint64_t *restrict marks, const double *restrict a, double least,
                                           double most, int32_t count) {
  for (int32_t l = 0; l < count; l++)
    marks[l] |= a[l] >= least && a[l] <= most ? 0 : ~(uint64_t)0;
}

/* Marks the lanes in which a does not come before b; equal numbers are in order where `ties`. */
LX_LANES_INLINE void lx_lanes_mark_unordered(uint64_t *restrict marks, const double *restrict a,
                                             const double *restrict b, int ties, int32_t count) {
  if (ties)
    for (int32_t l = 0; l < count; l++)
      marks[l] |= a[l] <= b[l] ? 0 : ~(uint64_t)0;
  else
    for (int32_t l = 0; l < count; l++)
      marks[l] |= a[l] < b[l] ? 0 : ~(uint64_t)0;
}

#endif
