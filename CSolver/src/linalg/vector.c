/* vector.c: see vector.h. */
#include "linalg/vector.h"

lx_status lx_vector_create(const lx_allocator *allocator, int32_t size, lx_vector *out) {
  out->size = size;
  out->count = 0;
  out->index = lx_allocate(allocator, size, sizeof *out->index);
  out->value = lx_allocate_zeroed(allocator, size, sizeof *out->value);
  if (out->index != NULL && out->value != NULL)
    return LX_OK;
  lx_vector_destroy(allocator, out);
  return LX_ERROR_MEMORY;
}

void lx_vector_destroy(const lx_allocator *allocator, lx_vector *vector) {
  lx_release(allocator, vector->index);
  lx_release(allocator, vector->value);
  *vector = (lx_vector){0};
}

void lx_vector_clear(lx_vector *vector) {
  for (int32_t k = 0; k < vector->count; k++)
    vector->value[vector->index[k]] = 0;
  vector->count = 0;
}
