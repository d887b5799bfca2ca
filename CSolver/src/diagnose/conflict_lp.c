/* conflict_lp.c: conflicting sets from the last vertex of a reduced LP. See conflict.h.
 *
 * The duals of the last vertex are a certificate: the gradients of the nonbasic rows that cost something, weighted, and
 * those of the tight rows cancel, each with a sign that one of its required sides allows, and the weighted errors do
 * not. Nonbasic rows that merely touch take part as well. Moving weight along a dependence of the rows until one runs
 * out takes the nonbasic rows out or makes them tight, one after another, until one and its tight rows prove the
 * contradiction by themselves (the step of Caratheodory's theorem; A. Schrijver, Theory of Linear and Integer
 * Programming, 1986, section 7.7). Weights are lists over the levels, compared lexicographically, as costs are. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "diagnose/conflict.h"

/* Entries of a reduced LP, as a table, whose combinations are refined in any case: that costs little, and rows that are
 * almost parallel look like others. */
#define LX_FINE_ENTRIES 2048

/* Corrections of a combination: each multiplies its error by the condition of the basis times 2^-52. */
#define LX_COMBINATION_PASSES 3

typedef struct {
  lx_conflicts *conflicts;
  lx_arena *arena;
  const lx_reduced_lp *lp;
  lx_factor *factor;
  int32_t level;            /* the highest with an error; rows that bind less take no part */
  int is_fine;              /* small numbers mean something: coefficients spread, or rows are almost parallel */
  double noise;             /* part of the largest entry of a combination up to which another counts as zero */
  const int32_t *rows;      /* from rows of the reduced LP to rows of the program */
  const int32_t *variables; /* likewise */
  int32_t *basis;           /* lp->variables: the row at each position */
  lx_vector combination;    /* the row at hand as a sum of the basis, by position */
  lx_vector correction;     /* lp->variables, empty between uses */
  lx_dd *exact;             /* lp->variables: the combination, where `is_fine` */
  lx_dd *residual;          /* lp->variables: what it leaves of the row, by column */
  int32_t *members;         /* lp->variables + 1 */
  double *multipliers;      /* likewise */
} lx_tracer;

/* A certificate: the sum of the rows' gradients times their weights is zero. */
typedef struct {
  double *weight;      /* levels x total; positive ones need a side above, negative ones a side below */
  double *tolerance;   /* per level: weights up to this count as zero */
  double *error;       /* total: distance of the violated rows, 0 of all others */
  double *step;        /* per level: the one at hand */
  int32_t *candidates; /* variables + total, for the factorization */
} lx_certificate;

static int32_t member_of(const lx_tracer *tracer, int32_t row) {
  return row < tracer->lp->rows ? tracer->rows[row] : -1 - tracer->variables[row - tracer->lp->rows];
}

/* Iterative refinement of the combination of a row, with residuals in double-double arithmetic: rows that take no part
 * in it then stand out from those that take a small one (see also certify.c). */
static void refine(lx_tracer *tracer, int32_t row) {
  const int32_t n = tracer->lp->variables;
  lx_vector *out = &tracer->combination, *correction = &tracer->correction;
  for (int32_t p = 0; p < n; p++)
    tracer->exact[p] = lx_dd_of(out->value[p]);
  for (int32_t pass = 0; pass < LX_COMBINATION_PASSES; pass++) {
    memset(tracer->residual, 0, sizeof *tracer->residual * (size_t)n);
    lx_lp_add_row(tracer->lp, row, lx_dd_of(1), tracer->residual);
    for (int32_t p = 0; p < n; p++)
      if (tracer->exact[p].hi != 0)
        lx_lp_add_row(tracer->lp, tracer->basis[p], lx_dd_negate(tracer->exact[p]), tracer->residual);
    for (int32_t j = 0; j < n; j++)
      if (tracer->residual[j].hi != 0) {
        correction->value[j] = tracer->residual[j].hi;
        correction->index[correction->count++] = j;
      }
    lx_factor_btran(tracer->factor, correction);
    for (int32_t k = 0; k < correction->count; k++) {
      const int32_t p = correction->index[k];
      tracer->exact[p] = lx_dd_add(tracer->exact[p], lx_dd_of(correction->value[p]));
    }
    lx_vector_clear(correction);
  }
  out->count = 0;
  for (int32_t p = 0; p < n; p++) {
    out->value[p] = tracer->exact[p].hi;
    if (out->value[p] != 0)
      out->index[out->count++] = p;
  }
}

/* The combination of a row. */
static void express(lx_tracer *tracer, int32_t row) {
  int32_t unit;
  lx_vector *out = &tracer->combination;
  const lx_entries entries = lx_lp_row(tracer->lp, row, &unit);
  lx_vector_clear(out);
  for (int32_t e = 0; e < entries.count; e++) {
    out->value[entries.columns[e]] = entries.values[e];
    out->index[out->count++] = entries.columns[e];
  }
  lx_factor_btran_row(tracer->factor, out);
  if (tracer->is_fine)
    refine(tracer, row);
}

static double largest_entry(const lx_vector *vector) {
  double largest = 0;
  for (int32_t k = 0; k < vector->count; k++)
    largest = fmax(largest, fabs(vector->value[vector->index[k]]));
  return largest;
}

/* Whether a row has a side for weights of this sign. */
static int has_side(const lx_tracer *tracer, int32_t row, double weight) {
  const int32_t own = weight > 0 ? tracer->lp->above[row] : tracer->lp->below[row];
  return own >= 0 && own <= tracer->level;
}

/* Whether the combination proves that its row, violated in this direction, cannot do better: each row in it pushes that
 * one further into violation, or holds, at a level that binds at least as much. */
static int proves(const lx_tracer *tracer, double direction) {
  const lx_vector *combination = &tracer->combination;
  const double noise = tracer->noise * largest_entry(combination);
  for (int32_t k = 0; k < combination->count; k++) {
    const double multiplier = combination->value[combination->index[k]];
    if (fabs(multiplier) > noise && !has_side(tracer, tracer->basis[combination->index[k]], -multiplier * direction))
      return 0;
  }
  return 1;
}

/* Adds the set of a row and its combination. */
static lx_status add_set(lx_tracer *tracer, int32_t row) {
  const lx_vector *combination = &tracer->combination;
  const double noise = tracer->noise * fmax(tracer->is_fine ? 0 : 1, largest_entry(combination));
  int32_t count = 0;
  tracer->members[count] = member_of(tracer, row);
  tracer->multipliers[count++] = lx_lp_unit(tracer->lp, row);
  for (int32_t k = 0; k < combination->count; k++) {
    const int32_t p = combination->index[k];
    if (fabs(combination->value[p]) <= noise)
      continue;
    tracer->members[count] = member_of(tracer, tracer->basis[p]);
    tracer->multipliers[count++] = -combination->value[p] * lx_lp_unit(tracer->lp, tracer->basis[p]);
  }
  return lx_conflicts_add(tracer->conflicts, count, tracer->members, tracer->multipliers);
}

/* Whether a row is violated at the level of the conflict. */
static int is_violated(const lx_tracer *tracer, const lx_vertex *vertex, int32_t row) {
  int32_t own;
  return lx_lp_error(tracer->lp, row, vertex->distance[row], &own) > LX_TOL_REQUIRED && own == tracer->level;
}

/* The level at which a nonbasic row costs something, if it is one of the certificate's, or -1. */
static int32_t level_of_nonbasic(const lx_tracer *tracer, const lx_vertex *vertex, int32_t row) {
  if (vertex->position[row] >= 0 || vertex->side[row] == 0 || !has_side(tracer, row, vertex->side[row]))
    return -1;
  return vertex->side[row] > 0 ? tracer->lp->above[row] : tracer->lp->below[row];
}

/* The certificate that the duals of the vertex are. */
static lx_status create_certificate(const lx_tracer *tracer, const lx_vertex *vertex, lx_certificate *out) {
  const lx_reduced_lp *lp = tracer->lp;
  const int32_t levels = tracer->level + 1;
  *out = (lx_certificate){
      .weight = lx_arena_take_zeroed(tracer->arena, (int64_t)lp->total * levels, sizeof(double)),
      .tolerance = lx_arena_take(tracer->arena, levels, sizeof(double)),
      .error = lx_arena_take_zeroed(tracer->arena, lp->total, sizeof(double)),
      .step = lx_arena_take(tracer->arena, levels, sizeof(double)),
      .candidates = lx_arena_take(tracer->arena, (int64_t)lp->variables + lp->total, sizeof(int32_t)),
  };
  if (out->weight == NULL || out->tolerance == NULL || out->error == NULL || out->step == NULL ||
      out->candidates == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t l = 0; l < levels; l++) {
    const double *duals = vertex->duals + (int64_t)l * lp->variables;
    double *weight = out->weight + (int64_t)l * lp->total, largest = 0;
    for (int32_t p = 0; p < lp->variables; p++)
      largest = fmax(largest, fabs(duals[p]));
    out->tolerance[l] = fmax(lp->slope_tolerance[l], LX_TOL_SLOPE_RELATIVE * largest);
    for (int32_t p = 0; p < lp->variables; p++)
      weight[vertex->basis[p]] = fabs(duals[p]) > out->tolerance[l] ? -duals[p] : 0;
  }
  for (int32_t r = 0; r < lp->total; r++) {
    const int32_t own = level_of_nonbasic(tracer, vertex, r);
    if (own >= 0)
      out->weight[(int64_t)own * lp->total + r] = vertex->side[r] * lp->weight[r];
    if (is_violated(tracer, vertex, r))
      out->error[r] = vertex->distance[r];
  }
  return LX_OK;
}

/* How much the errors of a certificate grow with the weight of the row at hand, in its direction. */
static double gain(const lx_tracer *tracer, const lx_certificate *certificate, int32_t row, double direction) {
  const lx_vector *combination = &tracer->combination;
  double sum = certificate->error[row];
  for (int32_t k = 0; k < combination->count; k++) {
    const int32_t p = combination->index[k];
    sum -= combination->value[p] * certificate->error[tracer->basis[p]];
  }
  return direction * sum;
}

/* Lowers the step at hand to what a row allows whose weight changes by `change` per unit of it. Returns 1 where that is
 * less than before, 0 where it is the same, -1 where it is more. */
static int shorten(const lx_tracer *tracer, const lx_certificate *certificate, int32_t row, double change, int first) {
  const int32_t total = tracer->lp->total;
  int order = first ? 1 : 0;
  for (int32_t l = 0; l <= tracer->level && order == 0; l++) {
    const double step = -certificate->weight[(int64_t)l * total + row] / change;
    if (fabs(step - certificate->step[l]) > certificate->tolerance[l])
      order = step < certificate->step[l] ? 1 : -1;
  }
  for (int32_t l = 0; l <= tracer->level && order > 0; l++)
    certificate->step[l] = -certificate->weight[(int64_t)l * total + row] / change;
  return order;
}

/* The position whose row runs out of weight first as that of the row at hand goes down in `direction`, and the step
 * until then; of several the one that makes the largest pivot. -1 if none does. */
static int32_t find_first(const lx_tracer *tracer, const lx_certificate *certificate, double direction) {
  const lx_vector *combination = &tracer->combination;
  const double noise = tracer->noise * largest_entry(combination);
  int32_t first = -1;
  for (int32_t k = 0; k < combination->count; k++) {
    const int32_t p = combination->index[k];
    const double change = direction * combination->value[p];
    if (fabs(change) <= noise || has_side(tracer, tracer->basis[p], change))
      continue;
    const int order = shorten(tracer, certificate, tracer->basis[p], change, first < 0);
    if (order > 0 || (order == 0 && fabs(change) > fabs(combination->value[first])))
      first = p;
  }
  return first;
}

/* Whether the row at hand runs out of weight before the step ends; the step is then that weight. */
static int runs_out(const lx_tracer *tracer, const lx_certificate *certificate, int32_t row, double direction,
                    int32_t first) {
  const int32_t total = tracer->lp->total;
  int order = first < 0 ? -1 : 0;
  for (int32_t l = 0; l <= tracer->level && order == 0; l++) {
    const double rest = direction * certificate->weight[(int64_t)l * total + row] - certificate->step[l];
    if (fabs(rest) > certificate->tolerance[l])
      order = rest < 0 ? -1 : 1;
  }
  for (int32_t l = 0; l <= tracer->level && order <= 0; l++)
    certificate->step[l] = direction * certificate->weight[(int64_t)l * total + row];
  return order <= 0;
}

/* Moves weight from the row at hand to its combination. */
static void shift(const lx_tracer *tracer, const lx_certificate *certificate, int32_t row, double direction) {
  const lx_vector *combination = &tracer->combination;
  for (int32_t l = 0; l <= tracer->level; l++) {
    double *weight = certificate->weight + (int64_t)l * tracer->lp->total;
    const double step = direction * certificate->step[l];
    if (step == 0)
      continue;
    weight[row] -= step;
    for (int32_t k = 0; k < combination->count; k++) {
      const int32_t p = combination->index[k], r = tracer->basis[p];
      weight[r] += step * combination->value[p];
      if (fabs(weight[r]) <= certificate->tolerance[l])
        weight[r] = 0;
    }
  }
}

/* Factors the basis anew. Unit rows stand by, should it have become singular; the proof at the end then decides. */
static lx_status refactor(lx_tracer *tracer, const lx_certificate *certificate) {
  const lx_reduced_lp *lp = tracer->lp;
  uint8_t *is_basic = lx_arena_take_zeroed(tracer->arena, lp->total, sizeof *is_basic);
  if (is_basic == NULL)
    return LX_ERROR_MEMORY;
  int32_t count = 0;
  for (int32_t p = 0; p < lp->variables; p++) {
    is_basic[tracer->basis[p]] = 1;
    certificate->candidates[count++] = tracer->basis[p];
  }
  for (int32_t r = lp->rows; r < lp->total; r++)
    if (!is_basic[r])
      certificate->candidates[count++] = r;
  const int32_t tiers[3] = {0, lp->variables, count};
  return lx_factor_build(tracer->factor, &lp->matrix, 2, tiers, certificate->candidates, tracer->basis);
}

/* Takes a nonbasic row out of the certificate or into the basis; or adds its set, if it proves the contradiction by
 * itself, which the last does in any case. */
static lx_status settle(lx_tracer *tracer, const lx_certificate *certificate, int32_t row, double side,
                        int *found_out) {
  const lx_status stopped = lx_check_stop(tracer->lp->stopper);
  if (stopped != LX_OK)
    return stopped;
  express(tracer, row);
  const int grows = gain(tracer, certificate, row, side) > LX_TOL_TOUCH;
  if (grows && proves(tracer, side)) {
    *found_out = 1;
    return add_set(tracer, row);
  }
  const double direction = grows ? -side : side;
  const int32_t first = find_first(tracer, certificate, direction);
  const int is_out = !grows && runs_out(tracer, certificate, row, direction, first);
  int32_t refactors = 0;
  lx_status status = LX_OK;
  shift(tracer, certificate, row, direction);
  if (!is_out) {
    for (int32_t l = 0; l <= tracer->level; l++)
      certificate->weight[(int64_t)l * tracer->lp->total + tracer->basis[first]] = 0;
    status = lx_factor_update(tracer->factor, first, &tracer->combination, &refactors);
    tracer->basis[first] = row;
  }
  return status == LX_OK && refactors ? refactor(tracer, certificate) : status;
}

/* Adds the set of a certificate in which several rows share the blame: first without the rows that only touch, then row
 * after row of the violated ones. */
static lx_status reduce(lx_tracer *tracer, const lx_vertex *vertex) {
  lx_certificate certificate;
  lx_status status = create_certificate(tracer, vertex, &certificate);
  int found = 0;
  for (int violated = 0; violated < 2 && status == LX_OK; violated++)
    for (int32_t r = 0; r < tracer->lp->total && status == LX_OK && !found; r++)
      if (level_of_nonbasic(tracer, vertex, r) >= 0 && (certificate.error[r] != 0) == violated)
        status = settle(tracer, &certificate, r, vertex->side[r], &found);
  return status;
}

/* A tracer of a vertex, for contradictions at a level. */
static lx_status create_tracer(lx_conflicts *conflicts, lx_arena *arena, const lx_reduced_lp *lp, const lx_vertex *vertex,
                               lx_factor *factor, const int32_t *rows, const int32_t *variables, int32_t level,
                               lx_tracer *out) {
  const int32_t n = lp->variables;
  const int is_fine = lp->is_wide || vertex->is_precise || (int64_t)lp->total * n <= LX_FINE_ENTRIES;
  *out = (lx_tracer){
      .conflicts = conflicts,
      .arena = arena,
      .lp = lp,
      .factor = factor,
      .level = level,
      .is_fine = is_fine,
      .noise = is_fine ? LX_TOL_DEPENDENT_WIDE : LX_TOL_DEPENDENT,
      .rows = rows,
      .variables = variables,
      .basis = lx_arena_take(arena, n, sizeof(int32_t)),
      .combination = {.size = n,
                      .index = lx_arena_take(arena, n, sizeof(int32_t)),
                      .value = lx_arena_take_zeroed(arena, n, sizeof(double))},
      .correction = {.size = n,
                     .index = lx_arena_take(arena, n, sizeof(int32_t)),
                     .value = lx_arena_take_zeroed(arena, n, sizeof(double))},
      .exact = lx_arena_take(arena, n, sizeof(lx_dd)),
      .residual = lx_arena_take(arena, n, sizeof(lx_dd)),
      .members = lx_arena_take(arena, (int64_t)n + 1, sizeof(int32_t)),
      .multipliers = lx_arena_take(arena, (int64_t)n + 1, sizeof(double)),
  };
  if (out->basis == NULL || out->combination.index == NULL || out->combination.value == NULL ||
      out->correction.index == NULL || out->correction.value == NULL || out->exact == NULL ||
      out->residual == NULL || out->members == NULL || out->multipliers == NULL)
    return LX_ERROR_MEMORY;
  memcpy(out->basis, vertex->basis, sizeof *out->basis * (size_t)n);
  return LX_OK;
}

lx_status lx_conflicts_add_row(lx_conflicts *conflicts, lx_arena *arena, const lx_reduced_lp *lp,
                               const lx_vertex *vertex, lx_factor *factor, const int32_t *rows,
                               const int32_t *variables, int32_t row) {
  lx_tracer tracer;
  int32_t level;
  lx_lp_error(lp, row, vertex->distance[row], &level);
  const lx_status status =
      create_tracer(conflicts, arena, lp, vertex, factor, rows, variables, level, &tracer);
  if (status != LX_OK || !is_violated(&tracer, vertex, row))
    return status;
  express(&tracer, row);
  return proves(&tracer, vertex->distance[row]) ? add_set(&tracer, row) : LX_OK;
}

lx_status lx_conflicts_add_lp(lx_conflicts *conflicts, lx_arena *arena, const lx_reduced_lp *lp,
                              const lx_vertex *vertex, lx_factor *factor, const int32_t *rows,
                              const int32_t *variables) {
  lx_tracer tracer;
  int32_t level = lp->binding_levels;
  for (int32_t r = 0; r < lp->total; r++) {
    int32_t own;
    if (lx_lp_error(lp, r, vertex->distance[r], &own) > LX_TOL_REQUIRED && own < level)
      level = own;
  }
  lx_status status = create_tracer(conflicts, arena, lp, vertex, factor, rows, variables, level, &tracer);
  int proven = 0;
  for (int32_t r = 0; r < lp->total && status == LX_OK; r++) {
    if (!is_violated(&tracer, vertex, r))
      continue;
    express(&tracer, r);
    if (!proves(&tracer, vertex->distance[r]))
      continue;
    proven = 1;
    status = add_set(&tracer, r);
  }
  return status == LX_OK && !proven ? reduce(&tracer, vertex) : status;
}
