/* interior_bounds.c: bounds that other bounds imply.
 *
 * Once a variable follows another, and most do at the lower levels, rows that hold it are bounds of the one that is left, of which it may have a
 * dozen. All but the tightest from below and from above hold with these, and their duals are 0: a level leaves them out, as each takes
 * as much as any other row at every step. */
#include <math.h>

#include "simplex/interior_internal.h"

/* A row implies another where that has so many times its coefficient at most: one of a tiny coefficient hardly holds its variable. */
#define LARGER 10

/* Where the tightest of a variable's bounds on one side is noted; NULL of a row that is none, or whose other side costs something at the level, as
 * all do at the level added. */
static int32_t *bound_of(const lx_interior *in, int32_t s, int32_t level) {
  const lx_reduced_lp *lp = in->lp;
  const int32_t r = in->system.row[s], is_above = in->holds_above[r];
  const lx_entries row = lx_interior_entries(&in->system, s);
  if (row.count != 1 || is_above == in->holds_below[r] || level == lp->levels || (is_above ? lp->below[r] : lp->above[r]) == level)
    return NULL;
  return in->tightest + 2 * row.columns[0] + (is_above == (row.values[0] > 0));
}

static double coefficient_of(const lx_interior_system *system, int32_t s) { return lx_interior_entries(system, s).values[0]; }

/* The value at which a row of one variable is tight. */
static double limit_of(const lx_interior_system *system, int32_t s) { return system->constant[s] / coefficient_of(system, s); }

void lx_interior_find_bounds(lx_interior *in, int32_t level) {
  const lx_interior_system *system = &in->system;
  for (int32_t k = 0; k < 2 * system->unknowns; k++)
    in->tightest[k] = -1;
  for (int32_t s = 0; s < system->count; s++) {
    int32_t *bound = bound_of(in, s, level);
    if (bound == NULL)
      continue;
    const int is_most = (bound - in->tightest) % 2 != 0;
    const double own = limit_of(system, s);
    if (*bound < 0 || (is_most ? own < limit_of(system, *bound) : own > limit_of(system, *bound)))
      *bound = s;
  }
}

int lx_interior_is_implied(const lx_interior *in, int32_t row, int32_t level) {
  const int32_t *bound = bound_of(in, row, level);
  return bound != NULL && *bound != row && fabs(coefficient_of(&in->system, row)) <= LARGER * fabs(coefficient_of(&in->system, *bound));
}
