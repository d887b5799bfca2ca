/* sparse_lines.c: compressed lines that grow, the storage of both factors. */
#include <string.h>

#include "factor/sparse_internal.h"

lx_status lx_lines_create(const lx_allocator *allocator, int64_t lines, lx_lines *out) {
  *out = (lx_lines){.starts_capacity = lines + 1};
  out->starts = lx_allocate_zeroed(allocator, lines + 1, sizeof *out->starts);
  return out->starts ? LX_OK : LX_ERROR_MEMORY;
}

void lx_lines_destroy(const lx_allocator *allocator, lx_lines *lines) {
  lx_release(allocator, lines->starts);
  lx_release(allocator, lines->index);
  lx_release(allocator, lines->value);
  *lines = (lx_lines){0};
}

lx_status lx_lines_reserve(const lx_allocator *allocator, lx_lines *lines, int64_t entries) {
  if (entries <= lines->index_capacity && entries <= lines->value_capacity)
    return LX_OK;
  void *index = lines->index;
  void *value = lines->value;
  lx_status status = lx_reserve(allocator, &index, &lines->index_capacity, entries, sizeof *lines->index);
  if (status == LX_OK)
    status = lx_reserve(allocator, &value, &lines->value_capacity, entries, sizeof *lines->value);
  lines->index = index;
  lines->value = value;
  return status;
}

lx_status lx_lines_reserve_line(const lx_allocator *allocator, lx_lines *lines, int64_t count, int64_t entries) {
  void *starts = lines->starts;
  const lx_status status = lx_reserve(allocator, &starts, &lines->starts_capacity, count + 2, sizeof *lines->starts);
  lines->starts = starts;
  return status == LX_OK ? lx_lines_reserve(allocator, lines, lines->starts[count] + entries) : status;
}

lx_status lx_lines_transpose(const lx_allocator *allocator, const lx_lines *from, int32_t count, lx_lines *to) {
  const int64_t entries = from->starts[count];
  const lx_status status = lx_lines_reserve(allocator, to, entries);
  if (status != LX_OK)
    return status;
  int64_t *starts = to->starts;
  memset(starts, 0, (size_t)(count + 1) * sizeof *starts);
  for (int64_t t = 0; t < entries; t++)
    starts[from->index[t] + 1]++;
  for (int32_t i = 0; i < count; i++)
    starts[i + 1] += starts[i];
  for (int32_t i = 0; i < count; i++) {
    for (int64_t t = from->starts[i]; t < from->starts[i + 1]; t++) {
      const int64_t entry = starts[from->index[t]]++;
      to->index[entry] = i;
      to->value[entry] = from->value[t];
    }
  }
  memmove(starts + 1, starts, (size_t)count * sizeof *starts);
  starts[0] = 0;
  return LX_OK;
}
