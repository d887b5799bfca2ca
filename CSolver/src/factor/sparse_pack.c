/* sparse_pack.c: the last step of a build: both factors by rows and by columns, in stages throughout.
 *
 * A solve that skips zeros scatters: FTRAN needs the columns of L and U, BTRAN their rows. Multipliers of rows that
 * were rejected, or put off and reduced anew by the border, are dropped here. Linear in the entries. */
#include <string.h>

#include "factor/sparse_internal.h"

static lx_status gather_lower_rows(lx_sparse *sparse, const lx_build *build) {
  const lx_lines *early = &build->early;
  const lx_lines *late = &build->late;
  lx_lines *rows = &sparse->lower_rows;
  const int32_t first = build->late_first;
  const int64_t early_entries = early->starts[first];
  const int64_t late_entries = late->starts[sparse->size - first];
  const lx_status status = lx_lines_reserve(&sparse->allocator, rows, early_entries + late_entries);
  if (status != LX_OK)
    return status;
  int64_t *starts = rows->starts;
  memset(starts, 0, ((size_t)sparse->size + 1) * sizeof *starts);
  for (int64_t t = 0; t < early_entries; t++) {
    const int32_t stage = build->row_stage[early->index[t]];
    if (stage >= 0)
      starts[stage + 1]++;
  }
  for (int32_t k = 0; k < first; k++)
    starts[k + 1] += starts[k];
  /* Fill, which moves starts[k] to the end of row k, then move them back by one. */
  for (int32_t k = 0; k < first; k++) {
    for (int64_t t = early->starts[k]; t < early->starts[k + 1]; t++) {
      const int32_t stage = build->row_stage[early->index[t]];
      if (stage < 0)
        continue;
      rows->index[starts[stage]] = k;
      rows->value[starts[stage]++] = early->value[t];
    }
  }
  const int64_t kept = first > 0 ? starts[first - 1] : 0;
  memmove(starts + 1, starts, (size_t)first * sizeof *starts);
  starts[0] = 0;
  if (late_entries > 0) {
    memcpy(rows->index + kept, late->index, (size_t)late_entries * sizeof *rows->index);
    memcpy(rows->value + kept, late->value, (size_t)late_entries * sizeof *rows->value);
  }
  for (int32_t k = first; k < sparse->size; k++)
    starts[k + 1] = kept + late->starts[k - first + 1];
  return LX_OK;
}

/* Notes the stages of a triangle that a solve has to come to. */
static void note_busy(lx_sparse *sparse, int32_t triangle, const lx_lines *lines, const double *pivot) {
  int32_t count = 0;
  for (int32_t k = 0; k < sparse->size; k++) {
    sparse->busy[triangle][count] = k;
    count += lines->starts[k + 1] > lines->starts[k] || (pivot != NULL && pivot[k] != 1);
  }
  sparse->busy_count[triangle] = count;
}

lx_status lx_sparse_pack(lx_sparse *sparse, lx_build *build) {
  const int64_t upper_entries = sparse->upper_rows.starts[sparse->size];
  for (int64_t t = 0; t < upper_entries; t++) {
    sparse->upper_rows.index[t] = sparse->stage_of[sparse->upper_rows.index[t]];
  }
  const lx_allocator *allocator = &sparse->allocator;
  lx_status status = lx_lines_transpose(allocator, &sparse->upper_rows, sparse->size, &sparse->upper_columns);
  if (status == LX_OK)
    status = gather_lower_rows(sparse, build);
  if (status == LX_OK)
    status = lx_lines_transpose(allocator, &sparse->lower_rows, sparse->size, &sparse->lower_columns);
  if (status != LX_OK)
    return status;
  note_busy(sparse, LX_LOWER_COLUMNS, &sparse->lower_columns, NULL);
  note_busy(sparse, LX_UPPER_COLUMNS, &sparse->upper_columns, sparse->pivot);
  note_busy(sparse, LX_UPPER_ROWS, &sparse->upper_rows, sparse->pivot);
  note_busy(sparse, LX_LOWER_ROWS, &sparse->lower_rows, NULL);
  return LX_OK;
}
