/* matrix.h: the rows of a reduced LP, compressed, and the unit rows that complete every basis. */
#ifndef LX_MATRIX_H
#define LX_MATRIX_H

#include <stdint.h>

/* Row r < row_count is stored: entries starts[r] ..< starts[r + 1]. Row row_count + j, j < column_count, is the unit
 * row e_j. Within a stored row the columns differ and no value is zero. Arrays belong to whoever made the matrix. */
typedef struct {
  int32_t row_count;
  int32_t column_count;
  const int32_t *starts;  /* row_count + 1 */
  const int32_t *columns; /* starts[row_count] */
  const double *values;   /* starts[row_count] */
} lx_matrix;

/* A row of either kind, as its entries. */
typedef struct {
  int32_t count;
  const int32_t *columns;
  const double *values;
} lx_entries;

/* `unit` gives a unit row's column storage; it must outlive the result. */
static inline lx_entries lx_matrix_row(const lx_matrix *matrix, int32_t row, int32_t *unit) {
  static const double one = 1.0;
  if (row >= matrix->row_count) {
    *unit = row - matrix->row_count;
    return (lx_entries){1, unit, &one};
  }
  const int32_t start = matrix->starts[row];
  return (lx_entries){matrix->starts[row + 1] - start, matrix->columns + start, matrix->values + start};
}

#endif
