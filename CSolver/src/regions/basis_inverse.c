/* basis_inverse.c: see basis_inverse.h. */
#include "regions/basis_inverse.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"

static void swap_rows(double *table, int64_t width, int32_t a, int32_t b) {
  for (int64_t j = 0; j < width; j++) {
    const double kept = table[a * width + j];
    table[a * width + j] = table[b * width + j];
    table[b * width + j] = kept;
  }
}

/* What remains of a difference, relative to its terms, counts as cancelled: a few roundings. A small entry is no noise
 * where nothing cancelled: rows with coefficients of a hundred thousand beside one of a thousandth have such inverses. */
#define LX_INVERSE_CANCELLED 1e-14

static double subtract(double a, double b) {
  const double difference = a - b;
  return fabs(difference) > LX_INVERSE_CANCELLED * fabs(a) ? difference : 0;
}

/* Turns (B | I) into (I | B^-1). Few entries of a layout's basis differ from 0, so each pivot row is listed first. */
static int eliminate(lx_basis_inverse *inverse) {
  const int32_t n = inverse->size;
  const int64_t width = 2 * (int64_t)n;
  double *table = inverse->table;
  int32_t *listed = inverse->listed;
  for (int32_t k = 0; k < n; k++) {
    int32_t pivot = k, count = 0;
    for (int32_t i = k + 1; i < n; i++)
      if (fabs(table[i * width + k]) > fabs(table[pivot * width + k]))
        pivot = i;
    if (!(fabs(table[pivot * width + k]) > LX_TOL_PIVOT))
      return 0;
    if (pivot != k)
      swap_rows(table, width, pivot, k);
    double *row = table + k * width;
    const double head = row[k];
    for (int32_t j = k; j < 2 * n; j++)
      if (row[j] != 0) {
        row[j] /= head;
        listed[count++] = j;
      }
    for (int32_t i = 0; i < n; i++) {
      double *other = table + i * width;
      const double factor = other[k];
      if (i == k || factor == 0)
        continue;
      for (int32_t e = 0; e < count; e++)
        other[listed[e]] = subtract(other[listed[e]], factor * row[listed[e]]);
    }
  }
  return 1;
}

int lx_basis_invert(const lx_reduced_lp *lp, const lx_vertex *vertex, lx_basis_inverse *inverse) {
  const int32_t n = lp->variables;
  const int64_t width = 2 * (int64_t)n;
  int32_t count = 0;
  inverse->size = n;
  memset(inverse->table, 0, sizeof *inverse->table * (size_t)(n * width));
  for (int32_t r = 0; r < lp->total; r++) {
    if (vertex->position[r] < 0)
      continue;
    int32_t unit;
    const lx_entries entries = lx_lp_row(lp, r, &unit);
    for (int32_t e = 0; e < entries.count; e++)
      inverse->table[count * width + entries.columns[e]] = entries.values[e];
    inverse->table[count * width + n + count] = 1;
    inverse->tight[count++] = r;
  }
  return eliminate(inverse);
}

double lx_inverse_norm(const lx_basis_inverse *inverse) {
  double norm = 0;
  for (int32_t j = 0; j < inverse->size; j++) {
    const double *row = lx_inverse_row(inverse, j);
    double sum = 0;
    for (int32_t p = 0; p < inverse->size; p++)
      sum += fabs(row[p]);
    norm = sum <= norm ? norm : sum; /* NaN stays */
  }
  return norm;
}

/* Sum of the absolute terms of a row at a point, or of its absolute entries where that is NULL. */
static double size_of(const lx_reduced_lp *lp, int32_t row, const double *x) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  double sum = 0;
  for (int32_t e = 0; e < entries.count; e++)
    sum += fabs(entries.values[e]) * (x == NULL ? 1 : fabs(x[entries.columns[e]]));
  return sum;
}

double lx_inverse_condition(const lx_basis_inverse *inverse, const lx_reduced_lp *lp, const double *x) {
  double most = 0, largest = x == NULL ? 1 : 0;
  for (int32_t j = 0; j < inverse->size; j++) {
    const double *row = lx_inverse_row(inverse, j);
    double sum = 0;
    for (int32_t p = 0; p < inverse->size && inverse->tight[p] < lp->rows; p++)
      if (row[p] != 0)
        sum += fabs(row[p]) * size_of(lp, inverse->tight[p], x);
    most = fmax(most, sum);
    largest = x == NULL ? largest : fmax(largest, fabs(x[j]));
  }
  return most > 0 ? most / largest : 0;
}
