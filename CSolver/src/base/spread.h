/* spread.h: numbers that look random and are the same each time, for perturbations and for weights that break ties. */
#ifndef LX_SPREAD_H
#define LX_SPREAD_H

#include <stdint.h>

/* In 0 ..< 1. The mixer is David Stafford's variant 13 of MurmurHash3's. */
static inline double lx_spread(uint64_t key, uint64_t round) {
  uint64_t x = (key + 1) * 0x9e3779b97f4a7c15u + round;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  x ^= x >> 31;
  return (double)(x >> 11) * 0x1p-53;
}

#endif
