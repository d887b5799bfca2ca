/* template_region.c: the basis of a core as an affine map with its conditions.
 *
 * At a vertex x = B^-1 b. The duals depend on the sides of the loose rows alone, so the vertex stays optimal for all
 * constants that leave every loose row on its side, and what must hold within its tolerance.
 *
 * What the inverse's rounding does to a value is bounded by the condition number of R. D. Skeel (Scaling for numerical
 * stability in Gaussian elimination, Journal of the ACM 26, 1979), | B^-1 | |B| |x|, which does not depend on how rows are
 * scaled. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "regions/region_store.h"
#include "template/template.h"

/* Entries of the inverse below this, relative to the largest of their column, are noise. */
#define LX_INVERSE_DROP 1e-14

/* Rounding of one operation. */
#define LX_EPSILON 0x1p-53

/* Largest condition of a basis that is kept: with it, the few roundings of each term of a value amount to 1e-9 at most
 * where values are up to a thousand. */
#define LX_REGION_CONDITION 1024

static int32_t count_entries(const lx_vector *column, double *least) {
  double largest = 0;
  for (int32_t k = 0; k < column->count; k++)
    largest = fmax(largest, fabs(column->value[column->index[k]]));
  *least = largest * LX_INVERSE_DROP;
  int32_t count = 0;
  for (int32_t k = 0; k < column->count; k++)
    count += fabs(column->value[column->index[k]]) > *least;
  return count;
}

static lx_status fill_columns(lx_arena *arena, const lx_core *core, const lx_vertex *vertex, lx_factor *factor,
                              lx_vector *column, lx_region *region) {
  const int32_t n = core->variables;
  region->starts = lx_arena_take(arena, (int64_t)n + 1, sizeof(int32_t));
  region->rows = lx_arena_take(arena, n, sizeof(int32_t));
  if (region->starts == NULL || region->rows == NULL)
    return LX_ERROR_MEMORY;
  /* Twice: the entries are counted, then kept. */
  for (int32_t pass = 0; pass < 2; pass++) {
    int32_t used = 0;
    region->column_count = 0;
    for (int32_t p = 0; p < n; p++) {
      if (vertex->basis[p] >= core->rows)
        continue; /* its constant is 0 */
      lx_vector_clear(column);
      column->count = 1;
      column->index[0] = p;
      column->value[p] = 1;
      lx_factor_ftran(factor, column);
      double least;
      const int32_t count = count_entries(column, &least);
      if (pass == 1) {
        region->starts[region->column_count] = used;
        region->rows[region->column_count++] = vertex->basis[p];
        int32_t place = used;
        for (int32_t j = 0; j < n; j++)
          if (fabs(column->value[j]) > least) {
            region->targets[place] = j;
            region->factors[place++] = column->value[j];
          }
      }
      used += count;
    }
    if (pass == 1) {
      region->starts[region->column_count] = used;
      break;
    }
    region->targets = lx_arena_take(arena, used, sizeof(int32_t));
    region->factors = lx_arena_take(arena, used, sizeof(double));
    if (region->targets == NULL || region->factors == NULL)
      return LX_ERROR_MEMORY;
  }
  return LX_OK;
}

/* The entries with the zeros between them, where these are few. */
static lx_status fill_dense(lx_arena *arena, int32_t variables, lx_region *region) {
  const int64_t all = (int64_t)region->column_count * variables;
  if (region->column_count < LX_DENSE_REGION || (int64_t)region->starts[region->column_count] * LX_DENSE_SHARE < all)
    return LX_OK;
  region->dense = lx_arena_take_zeroed(arena, all, sizeof(double));
  if (region->dense == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < region->column_count; k++)
    for (int32_t e = region->starts[k]; e < region->starts[k + 1]; e++)
      region->dense[(int64_t)k * variables + region->targets[e]] = region->factors[e];
  return LX_OK;
}

/* Sum of the absolute terms of a row at a point, or of its absolute entries where that is NULL. */
static double size_of(const lx_core *core, int32_t row, const double *x) {
  int32_t unit;
  const lx_entries entries = lx_core_row(core, row, &unit);
  double sum = 0;
  for (int32_t e = 0; e < entries.count; e++)
    sum += fabs(entries.values[e]) * (x == NULL ? 1 : fabs(x[entries.columns[e]]));
  return sum;
}

/* The condition with respect to values of one size, or with `x` of those there are, in relation to the largest. `sums`
 * has room for n. */
static double condition_of(const lx_core *core, const lx_region *region, const double *x, double *sums) {
  double most = 0, largest = x == NULL ? 1 : 0;
  memset(sums, 0, sizeof *sums * (size_t)core->variables);
  for (int32_t k = 0; k < region->column_count; k++) {
    const double size = size_of(core, region->rows[k], x);
    for (int32_t e = region->starts[k]; e < region->starts[k + 1]; e++)
      sums[region->targets[e]] += fabs(region->factors[e]) * size;
  }
  for (int32_t j = 0; j < core->variables; j++) {
    most = fmax(most, sums[j]);
    largest = x == NULL ? largest : fmax(largest, fabs(x[j]));
  }
  return most > 0 ? most / largest : 0;
}

static int is_exact_enough(const lx_core *core, const lx_region *region, const lx_vertex *vertex, double *sums) {
  return condition_of(core, region, NULL, sums) <= LX_REGION_CONDITION ||
         condition_of(core, region, vertex->x, sums) <= LX_REGION_CONDITION;
}

static int is_binding(const lx_core *core, int32_t row) {
  return (core->above[row] >= 0 && core->above[row] < core->binding_levels) ||
         (core->below[row] >= 0 && core->below[row] < core->binding_levels);
}

/* Bounds the error of the binding tight rows by the largest constant: by the residual of the inverse as it is, and
 * rounding of its products. `column` is empty; `errors` has room for the tight rows. */
static void measure_trust(const lx_core *core, lx_vector *column, double *errors, lx_region *region) {
  double most = 0;
  memset(errors, 0, sizeof *errors * (size_t)region->tight_count);
  for (int32_t k = 0; k < region->column_count; k++) {
    for (int32_t e = region->starts[k]; e < region->starts[k + 1]; e++)
      column->value[region->targets[e]] = region->factors[e];
    for (int32_t t = 0; t < region->tight_count; t++) {
      int32_t unit;
      const lx_entries entries = lx_core_row(core, region->tight[t], &unit);
      double sum = 0, size = 0;
      for (int32_t e = 0; e < entries.count; e++) {
        sum += entries.values[e] * column->value[entries.columns[e]];
        size += fabs(entries.values[e] * column->value[entries.columns[e]]);
      }
      errors[t] += fabs(sum - (region->tight[t] == region->rows[k])) + LX_EPSILON * (region->column_count + 4) * size;
    }
    for (int32_t e = region->starts[k]; e < region->starts[k + 1]; e++)
      column->value[region->targets[e]] = 0;
  }
  for (int32_t t = 0; t < region->tight_count; t++)
    most = fmax(most, errors[t]);
  region->trust = LX_TOL_REQUIRED / 2 / most;
}

lx_status lx_region_create(lx_arena *arena, const lx_core *core, const lx_vertex *vertex, lx_factor *factor,
                           lx_region **out) {
  *out = NULL;
  if (core->variables > LX_REGION_ORDER)
    return LX_OK;
  lx_vector column = {0};
  lx_region *region = lx_arena_take_zeroed(arena, 1, sizeof *region);
  lx_status status = region == NULL ? LX_ERROR_MEMORY : LX_OK;
  if (status == LX_OK)
    status = lx_vector_create(arena->allocator, core->variables, &column);
  if (status == LX_OK)
    status = fill_columns(arena, core, vertex, factor, &column, region);
  if (status == LX_OK) {
    lx_vector_clear(&column);
    const int is_exact = is_exact_enough(core, region, vertex, column.value);
    memset(column.value, 0, sizeof *column.value * (size_t)core->variables);
    if (!is_exact) {
      lx_vector_destroy(arena->allocator, &column);
      return LX_OK;
    }
  }
  if (status == LX_OK)
    status = fill_dense(arena, core->variables, region);
  if (status == LX_OK) {
    region->checks = lx_arena_take(arena, core->total, sizeof(int32_t));
    region->sides = lx_arena_take(arena, core->total, sizeof(double));
    region->limits = lx_arena_take(arena, core->total, sizeof(double));
    region->tight = lx_arena_take(arena, core->variables, sizeof(int32_t));
    if (region->checks == NULL || region->sides == NULL || region->limits == NULL || region->tight == NULL)
      status = LX_ERROR_MEMORY;
  }
  for (int32_t r = 0; r < core->total && status == LX_OK; r++) {
    if (vertex->position[r] >= 0 && is_binding(core, r))
      region->tight[region->tight_count++] = r;
    if (vertex->position[r] >= 0 || (core->above[r] < 0 && core->below[r] < 0))
      continue;
    const int32_t level = vertex->side[r] < 0 ? core->below[r] : core->above[r];
    region->checks[region->check_count] = r;
    region->sides[region->check_count] = vertex->side[r] < 0 ? -1 : 1;
    region->limits[region->check_count++] = level >= 0 && level < core->binding_levels ? LX_TOL_REQUIRED : INFINITY;
  }
  if (status == LX_OK) {
    double *errors = lx_arena_take(arena, region->tight_count, sizeof *errors);
    if (errors != NULL)
      measure_trust(core, &column, errors, region);
    else
      status = LX_ERROR_MEMORY;
  }
  lx_vector_destroy(arena->allocator, &column);
  if (status == LX_OK)
    *out = region;
  return status;
}
