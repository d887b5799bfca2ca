/* signature.h: the structure of a reduced LP, everything but its constants, in numbers that do not say where it lies.
 *
 * Two blocks of one structure are the same LP with other constants: what the simplex finds out about one, the basis and
 * the sides, holds for the other. */
#ifndef LX_SIGNATURE_H
#define LX_SIGNATURE_H

#include "base/arena.h"

/* Rows and variables by index in the block; levels numbered among those that occur in it. */
typedef struct {
  int32_t rows;
  int32_t variables;
  int32_t entries;
  int32_t levels;
  int32_t binding_levels; /* of these: the required ones, first */
  int32_t word_count;
  int32_t number_count;
  int32_t *words;   /* all integers; the next four point into it */
  double *numbers;  /* all doubles; the last two point into it */
  int32_t *starts;  /* rows + 1 */
  int32_t *above;   /* rows: level, or -1 */
  int32_t *below;   /* rows, likewise */
  int32_t *signs;   /* variables: 1 where it must be >= 0 */
  int32_t *columns; /* entries */
  double *weights;  /* rows */
  double *values;   /* entries */
} lx_signature;

/* Room for a structure of this size; the caller fills in the levels and the arrays. */
lx_status lx_signature_reserve(lx_arena *arena, int32_t rows, int32_t variables, int32_t entries, lx_signature *out);

uint64_t lx_signature_hash(const lx_signature *signature);

/* Whether nothing differs, to the bit. */
int lx_signature_equal(const lx_signature *a, const lx_signature *b);

/* Bytes that a copy takes. */
int64_t lx_signature_size(const lx_signature *signature);

lx_status lx_signature_copy(lx_arena *arena, const lx_signature *from, lx_signature *out);

#endif
