/* signature.h: what a piece of a program is but for its constants, in numbers that do not say where it lies.
 *
 * Two pieces of one structure are the same core with other constants: what the simplex finds out about one, the basis
 * and the sides, holds for the other. Private to this folder. */
#ifndef LX_SIGNATURE_H
#define LX_SIGNATURE_H

#include "solve/session.h"

/* Rows and variables by their place in the piece, levels numbered among those that occur in it. */
typedef struct {
  int32_t rows;
  int32_t variables;
  int32_t entries;
  int32_t levels;
  int32_t binding_levels; /* of these: the required ones, first */
  int32_t word_count;
  int32_t number_count;
  int32_t *words;   /* all that is whole; the next four point into it */
  double *numbers;  /* all that is not; the last two point into it */
  int32_t *starts;  /* rows + 1 */
  int32_t *above;   /* rows: level, or -1 */
  int32_t *below;   /* rows, likewise */
  int32_t *signs;   /* variables: 1 where it must be >= 0 */
  int32_t *columns; /* entries */
  double *weights;  /* rows */
  double *values;   /* entries */
} lx_signature;

/* The signature of a piece, in session->local, which is reset. `reduced` takes the rows as the steps left them. */
lx_status lx_signature_of(lx_session *session, const lx_piece *piece, int reduced, lx_signature *out);

uint64_t lx_signature_hash(const lx_signature *signature);

/* Whether nothing differs, to the bit. */
int lx_signature_equal(const lx_signature *a, const lx_signature *b);

/* Bytes that a copy takes. */
int64_t lx_signature_size(const lx_signature *signature);

lx_status lx_signature_copy(lx_arena *arena, const lx_signature *from, lx_signature *out);

#endif
