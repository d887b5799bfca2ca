/* vector.h: a vector that is dense in values and sparse in effort. */
#ifndef LX_VECTOR_H
#define LX_VECTOR_H

#include "base/memory.h"

/* index[0 ..< count] names, each once and in any order, every index whose value may differ from zero; all other values
 * are exactly zero. So a loop over the index costs what the vector holds, and clearing does too. */
typedef struct {
  int32_t size;
  int32_t count;
  int32_t *index; /* size */
  double *value;  /* size */
} lx_vector;

lx_status lx_vector_create(const lx_allocator *allocator, int32_t size, lx_vector *out);
void lx_vector_destroy(const lx_allocator *allocator, lx_vector *vector);
void lx_vector_clear(lx_vector *vector);

#endif
