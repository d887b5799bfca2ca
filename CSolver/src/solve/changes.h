/* changes.h: the variables whose value a solve changed. */
#ifndef LX_CHANGES_H
#define LX_CHANGES_H

#include "base/memory.h"

/* Items that a writer may put after the last variable, so that whole blocks can be copied. */
#define LX_CHANGES_PADDING 8

typedef struct {
  int32_t *variables; /* slots, each once */
  int64_t capacity;
  int32_t count;
} lx_changes;

/* Room for `variables` and the padding. The list is kept. */
lx_status lx_changes_reserve(const lx_allocator *allocator, int32_t variables, lx_changes *changes);

void lx_changes_destroy(const lx_allocator *allocator, lx_changes *changes);

#endif
