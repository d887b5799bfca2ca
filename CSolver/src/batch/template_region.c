/* template_region.c: the basis of a core as an affine map with its conditions.
 *
 * At a vertex x = B^-1 b. The duals depend on the sides of the loose rows alone, so the vertex stays optimal for all
 * constants that leave every loose row on its side, and what must hold within its tolerance. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "batch/regions.h"
#include "batch/template.h"

/* Entries of the inverse below this, relative to the largest of their column, are noise. */
#define LX_INVERSE_DROP 1e-14

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

lx_status lx_region_create(lx_arena *arena, const lx_core *core, const lx_vertex *vertex, lx_factor *factor, int unique,
                           lx_region **out) {
  *out = NULL;
  if (core->variables > LX_REGION_ORDER || (unique && !lx_is_only_optimum(core, vertex)))
    return LX_OK;
  lx_vector column = {0};
  lx_region *region = lx_arena_take_zeroed(arena, 1, sizeof *region);
  lx_status status = region == NULL ? LX_ERROR_MEMORY : LX_OK;
  if (status == LX_OK)
    status = lx_vector_create(arena->allocator, core->variables, &column);
  if (status == LX_OK)
    status = fill_columns(arena, core, vertex, factor, &column, region);
  if (status == LX_OK)
    status = fill_dense(arena, core->variables, region);
  if (status == LX_OK) {
    region->checks = lx_arena_take(arena, core->total, sizeof(int32_t));
    region->sides = lx_arena_take(arena, core->total, sizeof(double));
    region->limits = lx_arena_take(arena, core->total, sizeof(double));
    if (region->checks == NULL || region->sides == NULL || region->limits == NULL)
      status = LX_ERROR_MEMORY;
  }
  for (int32_t r = 0; r < core->total && status == LX_OK; r++) {
    if (vertex->position[r] >= 0 || (core->above[r] < 0 && core->below[r] < 0))
      continue;
    const int32_t level = vertex->side[r] < 0 ? core->below[r] : core->above[r];
    region->checks[region->check_count] = r;
    region->sides[region->check_count] = vertex->side[r] < 0 ? -1 : 1;
    region->limits[region->check_count++] = level >= 0 && level < core->binding_levels ? LX_TOL_REQUIRED : INFINITY;
  }
  lx_vector_destroy(arena->allocator, &column);
  if (status == LX_OK)
    *out = region;
  return status;
}
