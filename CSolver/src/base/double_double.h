/* double_double.h: numbers of 106 bits as the unevaluated sum of two doubles, for what a double cannot decide.
 *
 * Operations are good to 2^-100 of their result at least; sums of numbers of opposite sign to 2^-100 of the operands.
 * References: T. J. Dekker, A floating-point technique for extending the available precision (Numerische Mathematik 18,
 * 1971); D. E. Knuth, The Art of Computer Programming, vol. 2, section 4.2.2. */
#ifndef LX_DOUBLE_DOUBLE_H
#define LX_DOUBLE_DOUBLE_H

#include <math.h>

/* The errors of the operations below are what a fused multiply-add would lose. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef struct {
  double hi; /* the number, rounded */
  double lo; /* the rest: at most half a unit of hi's last place */
} lx_dd;

static inline lx_dd lx_dd_of(double a) { return (lx_dd){a, 0}; }

static inline lx_dd lx_dd_negate(lx_dd a) { return (lx_dd){-a.hi, -a.lo}; }

/* |a| >= |b|, or a == 0. */
static inline lx_dd lx_dd_normalize(double a, double b) {
  const double sum = a + b;
  return (lx_dd){sum, b - (sum - a)};
}

/* a + b without error. */
static inline lx_dd lx_dd_two_sum(double a, double b) {
  const double sum = a + b, part = sum - a;
  return (lx_dd){sum, (a - (sum - part)) + (b - part)};
}

/* a * b without error, up to 1e290 or so: 134217729 is 2^27 + 1. */
static inline lx_dd lx_dd_product(double a, double b) {
  const double product = a * b, ca = 134217729.0 * a, cb = 134217729.0 * b;
  const double ah = ca - (ca - a), al = a - ah, bh = cb - (cb - b), bl = b - bh;
  return (lx_dd){product, ((ah * bh - product) + ah * bl + al * bh) + al * bl};
}

static inline lx_dd lx_dd_add(lx_dd a, lx_dd b) {
  lx_dd sum = lx_dd_two_sum(a.hi, b.hi);
  const lx_dd low = lx_dd_two_sum(a.lo, b.lo);
  sum = lx_dd_normalize(sum.hi, sum.lo + low.hi);
  return lx_dd_normalize(sum.hi, sum.lo + low.lo);
}

static inline lx_dd lx_dd_multiply(lx_dd a, lx_dd b) {
  const lx_dd product = lx_dd_product(a.hi, b.hi);
  return lx_dd_normalize(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline lx_dd lx_dd_divide(lx_dd a, lx_dd b) {
  const double first = a.hi / b.hi;
  lx_dd rest = lx_dd_add(a, lx_dd_negate(lx_dd_multiply(lx_dd_of(first), b)));
  const double second = rest.hi / b.hi;
  rest = lx_dd_add(rest, lx_dd_negate(lx_dd_multiply(lx_dd_of(second), b)));
  const lx_dd sum = lx_dd_normalize(first, second);
  return lx_dd_normalize(sum.hi, sum.lo + rest.hi / b.hi);
}

/* a + b, or 0 where it is no more than `noise` of the larger of the two. */
static inline lx_dd lx_dd_add_clean(lx_dd a, lx_dd b, double noise) {
  const lx_dd sum = lx_dd_add(a, b);
  const double left = fabs(a.hi), right = fabs(b.hi);
  return fabs(sum.hi) <= noise * (left > right ? left : right) ? (lx_dd){0, 0} : sum;
}

#endif
