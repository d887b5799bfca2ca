/* critical_region.c: see critical_region.h. */
#include "regions/critical_region.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"

/* Multiple of the tolerance on slopes from which a slope counts here: slopes that the simplex may treat as zero, for a
 * level with larger duals, are far below. */
#define LX_CLEAR_SLOPE 1e4

int lx_is_only_optimum(const lx_reduced_lp *lp, const lx_vertex *vertex) {
  for (int32_t p = 0; p < lp->variables; p++) {
    const int32_t row = vertex->basis[p];
    for (int32_t direction = 1; direction >= -1; direction -= 2) {
      const int32_t own = direction > 0 ? lp->above[row] : lp->below[row];
      int costs = 0;
      for (int32_t level = 0; level < lp->levels && !costs; level++) {
        const double slope =
            (own == level ? lp->weight[row] : 0) + direction * vertex->duals[(int64_t)level * lp->variables + p];
        costs = fabs(slope) > lp->slope_tolerance[level] * LX_CLEAR_SLOPE;
      }
      if (!costs)
        return 0;
    }
  }
  return 1;
}

int lx_region_statuses(const lx_reduced_lp *lp, const lx_vertex *vertex, int8_t *out) {
  for (int32_t r = 0; r < lp->total; r++) {
    const int costs = lp->above[r] >= 0 || lp->below[r] >= 0;
    if (vertex->position[r] < 0 && costs && vertex->side[r] == 0)
      return 0;
    out[r] = vertex->position[r] >= 0 ? LX_BASIS_TIGHT
             : !costs                 ? LX_BASIS_UNKNOWN
             : vertex->side[r] < 0    ? LX_BASIS_BELOW
                                      : LX_BASIS_ABOVE;
  }
  return 1;
}

int64_t lx_region_size(const lx_reduced_lp *lp, int64_t terms) {
  return terms * (int64_t)(sizeof(double) + sizeof(int32_t)) + (lp->variables + 1) * (int64_t)sizeof(int32_t) +
         lp->total * (int64_t)(2 * sizeof(double) + 1);
}

lx_status lx_region_reserve(lx_arena *arena, const lx_reduced_lp *lp, int64_t terms, lx_critical_region *out) {
  *out = (lx_critical_region){
      .starts = lx_arena_take(arena, (int64_t)lp->variables + 1, sizeof(int32_t)),
      .rows = lx_arena_take(arena, terms, sizeof(int32_t)),
      .factors = lx_arena_take(arena, terms, sizeof(double)),
      .least = lx_arena_take(arena, lp->total, sizeof(double)),
      .most = lx_arena_take(arena, lp->total, sizeof(double)),
      .statuses = lx_arena_take(arena, lp->total, sizeof(int8_t)),
  };
  return out->starts == NULL || out->rows == NULL || out->factors == NULL || out->least == NULL || out->most == NULL ||
                 out->statuses == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

/* The terms of one variable, from its row of the inverse; returns how many. The constants of unit rows are 0, so these
 * make no terms. `rows` and `factors` may be NULL. */
static int32_t list_terms(const lx_reduced_lp *lp, const lx_basis_inverse *inverse, int32_t j, int32_t *rows,
                          double *factors) {
  const double *row = lx_inverse_row(inverse, j);
  int32_t count = 0;
  for (int32_t p = 0; p < inverse->size && inverse->tight[p] < lp->rows; p++) {
    if (row[p] == 0)
      continue;
    if (rows != NULL) {
      rows[count] = inverse->tight[p];
      factors[count] = row[p];
    }
    count++;
  }
  return count;
}

int64_t lx_region_terms(const lx_reduced_lp *lp, const lx_basis_inverse *inverse) {
  int64_t terms = 0;
  for (int32_t j = 0; j < lp->variables; j++)
    terms += list_terms(lp, inverse, j, NULL, NULL);
  return terms;
}

static int is_binding(const lx_reduced_lp *lp, int32_t level) { return level >= 0 && level < lp->binding_levels; }

static void fill_conditions(lx_critical_region *region, const lx_reduced_lp *lp, const lx_region_slack *slack) {
  for (int32_t r = 0; r < lp->total; r++) {
    const int32_t above = lp->above[r], below = lp->below[r];
    double down = INFINITY, up = INFINITY;
    switch (region->statuses[r]) {
    case LX_BASIS_TIGHT:
      down = up = is_binding(lp, above) || is_binding(lp, below) ? slack->tight_binding : slack->tight;
      break;
    case LX_BASIS_BELOW:
      down = is_binding(lp, below) ? LX_TOL_REQUIRED : INFINITY;
      up = slack->nonbasic;
      break;
    case LX_BASIS_ABOVE:
      down = slack->nonbasic;
      up = is_binding(lp, above) ? LX_TOL_REQUIRED : INFINITY;
      break;
    default: break;
    }
    region->least[r] = -down;
    region->most[r] = up;
  }
}

void lx_region_fill(lx_critical_region *region, const lx_reduced_lp *lp, const lx_basis_inverse *inverse,
                    const int8_t *statuses, const lx_region_slack *slack) {
  int32_t end = 0;
  memcpy(region->statuses, statuses, (size_t)lp->total);
  region->starts[0] = 0;
  for (int32_t j = 0; j < lp->variables; j++) {
    if (statuses[lp->rows + j] != LX_BASIS_TIGHT)
      end += list_terms(lp, inverse, j, region->rows + end, region->factors + end);
    region->starts[j + 1] = end;
  }
  fill_conditions(region, lp, slack);
}
