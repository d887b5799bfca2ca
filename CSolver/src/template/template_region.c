/* template_region.c: critical regions as templates evaluate them, for many sets of constants at a time. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "template/template.h"

/* Rounding of one operation. */
#define LX_EPSILON 0x1p-53

/* Largest condition of a basis that is kept: with it, the few roundings of each term of a value amount to 1e-9 at most
 * where values are up to a thousand. */
#define LX_REGION_CONDITION 1024

/* Tight rows are checked where rounding may have moved them off their constants: a row at an optional level that is off
 * by more makes its level worse than it must be. */
static const lx_region_slack slack = {
    .nonbasic = LX_TOL_TOUCH, .tight = LX_TOL_REQUIRED, .tight_binding = LX_TOL_REQUIRED};

static int is_exact_enough(const lx_reduced_lp *lp, const lx_basis_inverse *inverse, const lx_vertex *vertex) {
  return lx_inverse_condition(inverse, lp, NULL) <= LX_REGION_CONDITION ||
         lx_inverse_condition(inverse, lp, vertex->x) <= LX_REGION_CONDITION;
}

/* The rows whose constants count, each once, and the coefficients with their zeros where these are few. `columns` has
 * room for the rows. */
static lx_status fill_dense(lx_arena *arena, const lx_reduced_lp *lp, int32_t *columns, lx_template_region *region) {
  const lx_critical_region *critical = &region->critical;
  const int32_t terms = critical->starts[lp->variables];
  region->sources = lx_arena_take(arena, lp->variables, sizeof(int32_t));
  if (region->sources == NULL)
    return LX_ERROR_MEMORY;
  memset(columns, 0xff, sizeof *columns * (size_t)lp->rows);
  for (int32_t t = 0; t < terms; t++)
    if (columns[critical->rows[t]] < 0) {
      columns[critical->rows[t]] = region->source_count;
      region->sources[region->source_count++] = critical->rows[t];
    }
  const int64_t all = (int64_t)region->source_count * lp->variables;
  if (region->source_count < LX_DENSE_REGION || (int64_t)terms * LX_DENSE_SHARE < all)
    return LX_OK;
  region->dense = lx_arena_take_zeroed(arena, all, sizeof(double));
  if (region->dense == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t j = 0; j < lp->variables; j++)
    for (int32_t t = critical->starts[j]; t < critical->starts[j + 1]; t++)
      region->dense[(int64_t)columns[critical->rows[t]] * lp->variables + j] = critical->factors[t];
  return LX_OK;
}

/* Bounds the error of the tight rows by the largest constant: by the residual of the inverse as it is,
 * and rounding of its products. `sums` has room for the rows. */
static double trusted_constant(const lx_reduced_lp *lp, const lx_template_region *region, double *sums) {
  const lx_critical_region *critical = &region->critical;
  double most = 0;
  for (int32_t r = 0; r < lp->total; r++) {
    if (critical->statuses[r] != LX_BASIS_TIGHT)
      continue;
    int32_t unit;
    const lx_entries entries = lx_lp_row(lp, r, &unit);
    double size = 0, error = 0;
    memset(sums, 0, sizeof *sums * (size_t)lp->rows);
    if (r < lp->rows)
      sums[r] = -1;
    for (int32_t e = 0; e < entries.count; e++)
      for (int32_t t = critical->starts[entries.columns[e]]; t < critical->starts[entries.columns[e] + 1]; t++) {
        sums[critical->rows[t]] += entries.values[e] * critical->factors[t];
        size += fabs(entries.values[e] * critical->factors[t]);
      }
    for (int32_t k = 0; k < lp->rows; k++)
      error += fabs(sums[k]);
    most = fmax(most, error + LX_EPSILON * (region->source_count + 4) * size);
  }
  return LX_TOL_REQUIRED / 2 / most;
}

/* Inverts the basis and fills the region where that is exact enough. `scratch` is for this. */
static lx_status create(lx_arena *arena, lx_arena *scratch, const lx_reduced_lp *lp, const lx_vertex *vertex,
                        lx_template_region **out) {
  const int64_t n = lp->variables;
  lx_basis_inverse inverse = {
      .tight = lx_arena_take(scratch, n, sizeof(int32_t)),
      .table = lx_arena_take(scratch, 2 * n * n, sizeof(double)),
      .listed = lx_arena_take(scratch, 2 * n, sizeof(int32_t)),
  };
  int8_t *statuses = lx_arena_take(scratch, lp->total, sizeof *statuses);
  int32_t *columns = lx_arena_take(scratch, lp->rows, sizeof *columns);
  double *sums = lx_arena_take(scratch, lp->rows, sizeof *sums);
  if (inverse.tight == NULL || inverse.table == NULL || inverse.listed == NULL || statuses == NULL || columns == NULL ||
      sums == NULL)
    return LX_ERROR_MEMORY;
  if (!lx_region_statuses(lp, vertex, statuses) || !lx_basis_invert(lp, vertex, &inverse) ||
      !is_exact_enough(lp, &inverse, vertex))
    return LX_OK;
  lx_template_region *region = lx_arena_take_zeroed(arena, 1, sizeof *region);
  lx_status status = region == NULL ? LX_ERROR_MEMORY : LX_OK;
  if (status == LX_OK)
    status = lx_region_reserve(arena, lp, lx_region_terms(lp, &inverse), &region->critical);
  if (status != LX_OK)
    return status;
  lx_region_fill(&region->critical, lp, &inverse, statuses, &slack);
  status = fill_dense(arena, lp, columns, region);
  if (status != LX_OK)
    return status;
  region->trust = trusted_constant(lp, region, sums);
  *out = region;
  return LX_OK;
}

lx_status lx_template_region_create(lx_arena *arena, const lx_reduced_lp *lp, const lx_vertex *vertex,
                                    lx_template_region **out) {
  *out = NULL;
  if (lp->variables > LX_TEMPLATE_REGION_VARIABLES)
    return LX_OK;
  lx_arena scratch;
  lx_arena_init(&scratch, arena->allocator);
  const lx_status status = create(arena, &scratch, lp, vertex, out);
  lx_arena_destroy(&scratch);
  return status;
}
