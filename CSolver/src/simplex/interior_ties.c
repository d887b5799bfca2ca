/* interior_ties.c: variables that held rows tie to others, and rows in terms of those that are left.
 *
 * What the optimum of a level holds at its constant is an equality for all levels after it. Where it has one unknown it fixes it,
 * where it has two one of them follows the other, and then rows of three may have two. Most rows of a layout are differences, so
 * the unknowns of the lower levels are few. Variables that follow others are a forest, whose paths are shortened as they are
 * gone (R. E. Tarjan, Efficiency of a good but not linear set union algorithm, J. ACM 22, 1975). */
#include <math.h>

#include "simplex/interior_internal.h"

/* A coefficient below this part of the row's largest is what rounding left of others. */
#define CANCELLED 1e-9

/* A row does not fix or tie a variable by a coefficient below this part of its largest. */
#define LEAST_COEFFICIENT 1e-4

/* How far the factors of the variables that follow one may spread. */
#define MOST_SPREAD 1e6

/* Rounds over the held rows, each of which may leave fewer unknowns in others. */
#define MOST_ROUNDS 20

lx_status lx_interior_ties_create(lx_arena *arena, int32_t variables, lx_interior_ties *out) {
  *out = (lx_interior_ties){
      .leader = lx_arena_take(arena, variables, sizeof(int32_t)),
      .factor = lx_arena_take(arena, variables, sizeof(double)),
      .offset = lx_arena_take_zeroed(arena, variables, sizeof(double)),
      .least = lx_arena_take(arena, variables, sizeof(double)),
      .most = lx_arena_take(arena, variables, sizeof(double)),
      .path = lx_arena_take(arena, variables, sizeof(int32_t)),
      .unknowns = variables,
  };
  if (out->leader == NULL || out->factor == NULL || out->offset == NULL || out->least == NULL || out->most == NULL ||
      out->path == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t j = 0; j < variables; j++) {
    out->leader[j] = j;
    out->factor[j] = out->least[j] = out->most[j] = 1;
  }
  return LX_OK;
}

/* Lets a variable follow its unknown directly, which is returned; -1 where it is fixed. */
static int32_t resolve(lx_interior_ties *ties, int32_t variable) {
  int32_t depth = 0, j = variable;
  while (j >= 0 && ties->leader[j] != j) {
    ties->path[depth++] = j;
    j = ties->leader[j];
  }
  for (int32_t d = depth - 2; d >= 0; d--) {
    const int32_t i = ties->path[d], k = ties->path[d + 1];
    ties->offset[i] += ties->factor[i] * ties->offset[k];
    ties->factor[i] *= ties->factor[k];
    ties->leader[i] = ties->leader[k];
  }
  return j;
}

int32_t lx_interior_row(lx_interior *in, int32_t row, int32_t *columns, double *values, double *constant_out,
                        double *largest_out) {
  lx_interior_ties *ties = &in->ties;
  int32_t *place = in->place;
  int32_t unit, count = 0, kept = 0;
  const lx_entries entries = lx_lp_row(in->lp, row, &unit);
  double constant = in->constant[row], largest = 0;
  for (int32_t e = 0; e < entries.count; e++) {
    const int32_t j = entries.columns[e], k = resolve(ties, j);
    const int is_unknown = k == j;
    if (!is_unknown)
      constant -= entries.values[e] * ties->offset[j];
    if (k < 0)
      continue;
    const double value = is_unknown ? entries.values[e] : entries.values[e] * ties->factor[j];
    largest = fmax(largest, fabs(value));
    if (place[k] < 0) {
      place[k] = count;
      columns[count] = k;
      values[count++] = 0;
    }
    values[place[k]] += value;
  }
  for (int32_t e = 0; e < count; e++) {
    place[columns[e]] = -1;
    if (fabs(values[e]) <= CANCELLED * largest)
      continue;
    columns[kept] = columns[e];
    values[kept++] = values[e];
  }
  *constant_out = constant;
  *largest_out = largest;
  return kept;
}

/* Lets one unknown follow another, or fixes it where that is -1, unless factors would spread too far. */
static int follow(lx_interior_ties *ties, int32_t variable, int32_t other, double factor, double offset) {
  if (other >= 0) {
    const double least = fmin(ties->least[other], ties->least[variable] * fabs(factor));
    const double most = fmax(ties->most[other], ties->most[variable] * fabs(factor));
    if (!(most <= MOST_SPREAD * least))
      return 0;
    ties->least[other] = least;
    ties->most[other] = most;
  }
  ties->leader[variable] = other;
  ties->factor[variable] = factor;
  ties->offset[variable] = offset;
  ties->unknowns--;
  return 1;
}

/* Ties by one row. Returns how many unknowns it has left. */
static int32_t tie(lx_interior *in, int32_t row) {
  int32_t *columns = in->row_columns;
  double *values = in->row_values, constant, largest;
  const int32_t count = lx_interior_row(in, row, columns, values, &constant, &largest);
  if (count < 1 || count > 2)
    return count;
  const int32_t a = count == 2 && fabs(values[1]) > fabs(values[0]), b = count == 2 ? 1 - a : a;
  if (fabs(values[b]) < LEAST_COEFFICIENT * largest)
    return count;
  const int is_tied = count == 1 ? follow(&in->ties, columns[a], -1, 0, constant / values[a])
                                 : follow(&in->ties, columns[a], columns[b], -values[b] / values[a], constant / values[a]);
  return is_tied ? 0 : count;
}

void lx_interior_tie(lx_interior *in) {
  int32_t before = -1;
  for (int32_t round = 0; round < MOST_ROUNDS && in->ties.unknowns != before; round++) {
    before = in->ties.unknowns;
    for (int32_t r = 0; r < in->lp->total; r++)
      if (in->is_tie[r])
        in->is_tie[r] = tie(in, r) > 0;
  }
}

double lx_interior_value(lx_interior *in, int32_t variable) {
  const int32_t k = resolve(&in->ties, variable);
  if (k < 0)
    return in->ties.offset[variable];
  const double z = in->z[in->system.node_of[k]];
  return k == variable ? z : in->ties.factor[variable] * z + in->ties.offset[variable];
}
