/* memory_checks.h: checks of the allocator and the arena in the hidden interior of CSolver, in the manner of
 * factor_checks.h. */
#ifndef MEMORY_CHECKS_H
#define MEMORY_CHECKS_H

#include <stdint.h>

/* Up to `blocks` blocks of the default allocator at once, of any size up to 24 MB, are made, grown, shrunk and released
 * `steps` times. Each must keep what was written to it, as far as it goes. */
int32_t memory_check_blocks(uint64_t seed, int32_t blocks, int32_t steps, char *message, int32_t capacity);

/* An arena that is filled, reset and filled again: no array may overlap another, and all must be aligned. */
int32_t memory_check_arena(uint64_t seed, int32_t arrays, char *message, int32_t capacity);

/* Eight axes of `labels` labels, coupled, solved, edited so many times and destroyed: no block may be held then. */
int32_t leak_check_edits(uint64_t seed, int32_t labels, int32_t edits, char *message, int32_t capacity);

#endif
