/* changes.c: see changes.h. */
#include "solve/changes.h"

lx_status lx_changes_reserve(const lx_allocator *allocator, int32_t variables, lx_changes *changes) {
  void *block = changes->variables;
  const lx_status status = lx_reserve(allocator, &block, &changes->capacity, (int64_t)variables + LX_CHANGES_PADDING,
                                      sizeof *changes->variables);
  changes->variables = block;
  return status;
}

void lx_changes_destroy(const lx_allocator *allocator, lx_changes *changes) {
  lx_release(allocator, changes->variables);
  *changes = (lx_changes){0};
}
