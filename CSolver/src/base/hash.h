/* hash.h: a hash of arrays of integers and doubles. */
#ifndef LX_HASH_H
#define LX_HASH_H

#include <stdint.h>
#include <string.h>

/* Multiplies and folds: every bit of a word reaches every bit of the hash. The factor is 2^64 over the golden ratio
 * (Fibonacci hashing: D. E. Knuth, The Art of Computer Programming 3, 6.4). */
static inline uint64_t lx_hash_word(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 32;
}

/* Doubles count to the bit. */
static inline uint64_t lx_hash_arrays(uint64_t hash, const int32_t *words, int64_t word_count, const double *numbers,
                                      int64_t number_count) {
  for (int64_t k = 0; k < word_count; k++)
    hash = lx_hash_word(hash, (uint32_t)words[k]);
  for (int64_t k = 0; k < number_count; k++) {
    uint64_t bits;
    memcpy(&bits, &numbers[k], sizeof bits);
    hash = lx_hash_word(hash, bits);
  }
  return hash;
}

#endif
