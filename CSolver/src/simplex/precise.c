/* precise.c: see precise.h.
 *
 * Row r of the table holds the row's activity as a sum over the tight rows, one number per position of the basis. A
 * step exchanges a tight row for the one that stops it. Duals are summed from the table anew for each step, next to the
 * sum of their terms' absolute values, so that a slope counts as zero by what its own terms can tell. */
#include "simplex/precise.h"

#include <string.h>

#include "base/tolerances.h"
#include "simplex/precise_internal.h"

/* Entries of a table at most: 6 MB with their bounds. */
#ifndef LX_PRECISE_ENTRIES
#define LX_PRECISE_ENTRIES 262144
#endif

/* Part of the smallest of its terms up to which a slope is the same. */
#define LX_PRECISE_SLIGHT 0x1p-48

/* What a certificate may be off by, relative to the absolute values of its terms: what cancelled in the table. */
#define LX_PRECISE_CERTIFIED 0x1p-38

/* The same in points: a ten-thousandth of what is promised of a required row. */
#define LX_PRECISE_RESIDUAL 1e-10

/* Steps that gain nothing, beyond one per variable, before Bland's rule takes over until one does. */
#define LX_PRECISE_PATIENCE 20

/* A pivot below this part of its row magnifies rounding, and the table is computed anew. */
#define LX_PRECISE_PIVOT 0x1p-12

/* Values up to which coefficients are taken to the last bit where that makes for smaller errors, and the part of an
 * error that counts. Where 0.1 times 10 is not quite 1, rows meet at 1e16 or so. */
#define LX_PRECISE_FAR 1e12
#define LX_PRECISE_LESS 1e-7

/* Verdicts that may fail. In the second half of them an entry that differs from 0 counts, however small. */
#define LX_PRECISE_LOOKS 8

typedef struct {
  int32_t position; /* -1: none */
  int32_t level;
  double slope;
  int8_t direction;
} lx_choice;

int lx_precise_fits(const lx_reduced_lp *lp) { return (int64_t)lp->total * lp->variables <= LX_PRECISE_ENTRIES; }

static lx_status create(lx_arena *arena, const lx_reduced_lp *lp, lx_vertex *vertex, lx_precise *out) {
  const int64_t n = lp->variables, total = lp->total, levels = lp->levels;
  *out = (lx_precise){
      .lp = lp,
      .vertex = vertex,
      .table = lx_arena_take_zeroed(arena, total * n, sizeof(lx_dd)),
      .error = lx_arena_take_zeroed(arena, total * n, sizeof(double)),
      .distance = lx_arena_take_zeroed(arena, total, sizeof(lx_dd)),
      .duals = lx_arena_take(arena, levels * n, sizeof(lx_dd)),
      .size = lx_arena_take(arena, levels * n, sizeof(double)),
      .least = lx_arena_take(arena, levels * n, sizeof(double)),
      .slopes = lx_arena_take(arena, levels, sizeof(lx_dd)),
      .weighed = lx_arena_take(arena, levels, sizeof(double)),
      .lowest = lx_arena_take(arena, levels, sizeof(double)),
      .x = lx_arena_take(arena, n, sizeof(lx_dd)),
      .growth = lx_arena_take(arena, n, sizeof(double)),
      .breakpoints = lx_arena_take(arena, total, sizeof(lx_breakpoint)),
      .filled = lx_arena_take(arena, n, sizeof(int32_t)),
      .wanted = lx_arena_take(arena, n, sizeof(int32_t)),
      .is_wanted = lx_arena_take_zeroed(arena, total, sizeof(int8_t)),
      .tops = lx_arena_take(arena, n, sizeof(double)),
      .reach = lx_arena_take(arena, n, sizeof(double)),
      .noise = lx_arena_take(arena, n * n, sizeof(double)),
      .is_measured = lx_arena_take(arena, n, sizeof(int8_t)),
  };
  return out->table == NULL || out->error == NULL || out->distance == NULL || out->duals == NULL ||
                 out->size == NULL || out->least == NULL || out->slopes == NULL || out->weighed == NULL ||
                 out->lowest == NULL || out->x == NULL || out->growth == NULL || out->breakpoints == NULL ||
                 out->filled == NULL || out->wanted == NULL || out->is_wanted == NULL || out->tops == NULL ||
                 out->reach == NULL || out->noise == NULL || out->is_measured == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

/* ---- duals and slopes ---- */

/* Level at which a nonbasic row costs something, or -1. */
static int32_t level_of(const lx_precise *work, int32_t row) {
  return work->vertex->side[row] > 0 ? work->lp->above[row] : work->lp->below[row];
}

static void sum_duals(lx_precise *work) {
  const lx_reduced_lp *lp = work->lp;
  const int64_t n = lp->variables;
  memset(work->duals, 0, sizeof *work->duals * (size_t)(n * lp->levels));
  memset(work->size, 0, sizeof *work->size * (size_t)(n * lp->levels));
  memset(work->least, 0, sizeof *work->least * (size_t)(n * lp->levels));
  lx_precise_measure(work);
  work->has_ignored = 0;
  for (int32_t r = 0; r < lp->total; r++) {
    const int32_t level = work->vertex->position[r] >= 0 ? -1 : level_of(work, r);
    if (level < 0)
      continue;
    const lx_dd weight = lx_dd_of(work->vertex->side[r] * lp->weight[r]);
    for (int32_t p = 0; p < n; p++) {
      const int64_t entry = level * n + p;
      if (!lx_precise_matters(work, r, p))
        continue;
      const lx_dd term = lx_dd_multiply(weight, lx_precise_row(work, r)[p]);
      const double size = fabs(term.hi);
      work->duals[entry] = lx_dd_add(work->duals[entry], term);
      work->size[entry] += size;
      work->least[entry] = work->least[entry] == 0 ? size : fmin(work->least[entry], size);
    }
  }
}

/* Whether a slope is zero as far as its terms can tell. */
static int is_slight(lx_dd slope, double size, double least) {
  return fabs(slope.hi) <= fmax(LX_PRECISE_NOISE * size, LX_PRECISE_SLIGHT * least);
}

/* Whether a slope may be what the rounding of coefficients makes of zero, to first order: of the rows that cost at the level, and of the
 * tight rows, which count as often as their duals say. */
static int is_doubtful(lx_precise *work, lx_dd slope, double size, int32_t position, int32_t level) {
  const lx_reduced_lp *lp = work->lp;
  const double least = fabs(slope.hi);
  if (work->is_literal || least > LX_PRECISE_DOUBTFUL * size * fmax(1, work->reach[position]))
    return 0;
  const double *noises = lx_precise_noise(work, position);
  const lx_dd *duals = work->duals + (int64_t)level * lp->variables;
  double noise = 0;
  for (int32_t p = 0; p < lp->variables; p++)
    noise += fabs(duals[p].hi) * noises[p];
  for (int32_t r = 0; r < lp->total && noise < least; r++)
    if (work->vertex->position[r] < 0 && level_of(work, r) == level)
      noise += lp->weight[r] * lx_precise_noise_of(work, r, position);
  return least <= noise;
}

static lx_dd slope_at(lx_precise *work, int32_t position, int8_t direction, int32_t level, double *size_out,
                      double *least_out) {
  const lx_reduced_lp *lp = work->lp;
  const int32_t row = work->vertex->basis[position];
  const int64_t entry = (int64_t)level * lp->variables + position;
  lx_dd slope = work->duals[entry];
  double size = work->size[entry], least = work->least[entry];
  if (direction < 0)
    slope = lx_dd_negate(slope);
  if ((direction > 0 ? lp->above[row] : lp->below[row]) == level) {
    slope = lx_dd_add(slope, lx_dd_of(lp->weight[row]));
    size += lp->weight[row];
    least = least == 0 ? lp->weight[row] : fmin(least, lp->weight[row]);
  }
  *size_out = size;
  *least_out = least;
  if (is_slight(slope, size, least))
    return lx_dd_of(0);
  const int is_ignored = is_doubtful(work, slope, size, position, level);
  work->has_ignored |= is_ignored;
  return is_ignored ? lx_dd_of(0) : slope;
}

/* The steepest way down at the highest level that has one; by Bland's rule, that of the smallest row. */
static lx_choice choose(lx_precise *work) {
  const lx_reduced_lp *lp = work->lp;
  lx_choice best = {.position = -1, .level = lp->levels};
  for (int32_t p = 0; p < lp->variables; p++)
    for (int8_t direction = 1; direction >= -1; direction -= 2)
      for (int32_t level = 0; level < lp->levels; level++) {
        double size, least;
        const lx_dd slope = slope_at(work, p, direction, level, &size, &least);
        if (slope.hi == 0)
          continue;
        const int gains = slope.hi < 0;
        const int is_better =
            work->bland ? best.position < 0 || work->vertex->basis[p] < work->vertex->basis[best.position]
                        : level < best.level || (level == best.level && slope.hi < best.slope);
        if (gains && is_better)
          best = (lx_choice){p, level, slope.hi, direction};
        break;
      }
  return best;
}

/* ---- steps ---- */

static int32_t collect(lx_precise *work, lx_choice at) {
  const lx_reduced_lp *lp = work->lp;
  int32_t count = 0;
  for (int32_t r = 0; r < lp->total; r++) {
    const lx_dd rate = lx_precise_row(work, r)[at.position];
    if (work->vertex->position[r] >= 0 || rate.hi * at.direction * work->vertex->side[r] >= 0 ||
        (lp->above[r] < 0 && lp->below[r] < 0) || !lx_precise_matters(work, r, at.position))
      continue;
    work->breakpoints[count++] = (lx_breakpoint){fabs(lx_dd_divide(work->distance[r], rate).hi), fabs(rate.hi), r};
  }
  lx_breakpoints_make(work->breakpoints, count);
  return count;
}

static void steepen(lx_precise *work, int32_t level, lx_dd change) {
  if (level < 0)
    return;
  work->slopes[level] = lx_dd_add(work->slopes[level], change);
  work->weighed[level] += change.hi;
  work->lowest[level] = work->lowest[level] == 0 ? change.hi : fmin(work->lowest[level], change.hi);
}

/* Whether going on along the slopes at hand would still gain. */
static int still_gains(const lx_precise *work) {
  for (int32_t level = 0; level < work->lp->levels; level++)
    if (!is_slight(work->slopes[level], work->weighed[level], work->lowest[level]))
      return work->slopes[level].hi < 0;
  return 0;
}

/* The row that stops a step; rows on the way change sides. -1: none does, which only noise can make. */
static int32_t follow(lx_precise *work, lx_choice at) {
  const lx_reduced_lp *lp = work->lp;
  int32_t count = collect(work, at);
  if (work->bland) {
    double step;
    return lx_first_breakpoint(work->breakpoints, count, &step);
  }
  for (int32_t level = 0; level < lp->levels; level++)
    work->slopes[level] =
        slope_at(work, at.position, at.direction, level, &work->weighed[level], &work->lowest[level]);
  while (count > 0) {
    const int32_t row = lx_breakpoints_pop(work->breakpoints, &count).row;
    lx_dd rate = lx_precise_row(work, row)[at.position];
    if (rate.hi < 0)
      rate = lx_dd_negate(rate);
    const lx_dd change = lx_dd_multiply(lx_dd_of(lp->weight[row]), rate);
    steepen(work, lp->above[row], change);
    steepen(work, lp->below[row], change);
    if (!still_gains(work))
      return row;
    work->vertex->side[row] = (int8_t)-work->vertex->side[row];
  }
  return -1;
}

/* ---- what the rows themselves say ---- */

/* Whether a sum that should be zero is not: neither by its terms as they came out nor by what these were made of. */
static int is_off(double sum, double size, double growth, double floor) {
  return fabs(sum) > floor && fabs(sum) > LX_PRECISE_CERTIFIED * size && fabs(sum) > LX_PRECISE_NOISE * growth;
}

/* x from the constants of the tight rows. */
static void compute_values(lx_precise *work) {
  const lx_reduced_lp *lp = work->lp;
  for (int32_t j = 0; j < lp->variables; j++) {
    lx_dd sum = lx_dd_of(0);
    double growth = 0;
    for (int32_t p = 0; p < lp->variables; p++) {
      const lx_dd entry = lx_precise_row(work, lp->rows + j)[p];
      const double constant = lp->constant[work->vertex->basis[p]];
      if (entry.hi == 0 || constant == 0)
        continue;
      const lx_dd term = lx_dd_multiply(entry, lx_dd_of(constant));
      sum = lx_dd_add(sum, term);
      growth += fabs(term.hi);
    }
    work->x[j] = fabs(sum.hi) <= LX_PRECISE_NOISE * growth ? lx_dd_of(0) : sum;
    work->growth[j] = growth;
  }
}

/* The distance of a row at x. Its side follows it; one within rounding of zero leaves the row where it is. Returns 1
 * where that changes what the row costs, -1 where a tight row is not met. */
static int measure_row(lx_precise *work, int32_t row) {
  const lx_reduced_lp *lp = work->lp;
  int32_t unit;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  lx_dd sum = lx_dd_of(-lp->constant[row]);
  double size = fabs(lp->constant[row]), growth = size;
  for (int32_t e = 0; e < entries.count; e++) {
    const int32_t j = entries.columns[e];
    const lx_dd term = lx_dd_multiply(lx_dd_of(entries.values[e]), work->x[j]);
    sum = lx_dd_add(sum, term);
    size += fabs(term.hi);
    growth += fabs(entries.values[e]) * work->growth[j];
  }
  if (work->vertex->position[row] >= 0)
    return is_off(sum.hi, size, growth, LX_PRECISE_RESIDUAL) ? -1 : 0;
  int8_t *side = &work->vertex->side[row];
  const int8_t now = sum.hi > 0 ? 1 : -1;
  work->distance[row] = sum;
  if (fabs(sum.hi) <= LX_PRECISE_NOISE * growth || (now != *side && fabs(sum.hi) <= LX_PRECISE_CANCELLED * size))
    work->distance[row] = lx_dd_of(0);
  if (work->distance[row].hi == 0 || now == *side)
    return 0;
  *side = now;
  return lp->above[row] >= 0 || lp->below[row] >= 0;
}

/* All of it: 1 where a side changed that costs, -1 where the table is at odds with the rows, else 0. */
static int measure(lx_precise *work) {
  int changed = 0;
  compute_values(work);
  for (int32_t r = 0; r < work->lp->total && changed >= 0; r++) {
    const int found = measure_row(work, r);
    changed = found < 0 ? found : changed | found;
  }
  return changed;
}

/* Whether the gradients of the nonbasic rows are those of the tight rows times their duals, column by column. */
static int balances(const lx_precise *work, lx_dd *sums, double *sizes) {
  const lx_reduced_lp *lp = work->lp;
  const int64_t n = lp->variables;
  double *growths = sizes + n;
  for (int32_t level = 0; level < lp->levels; level++) {
    memset(sums, 0, sizeof *sums * (size_t)n);
    memset(sizes, 0, sizeof *sizes * (size_t)n * 2);
    for (int32_t r = 0; r < lp->total; r++) {
      const int32_t position = work->vertex->position[r];
      if (position < 0 && level_of(work, r) != level)
        continue;
      const lx_dd factor = position >= 0 ? lx_dd_negate(work->duals[level * n + position])
                                         : lx_dd_of(work->vertex->side[r] * lp->weight[r]);
      int32_t unit;
      const lx_entries entries = lx_lp_row(lp, r, &unit);
      for (int32_t e = 0; e < entries.count && factor.hi != 0; e++) {
        const int32_t j = entries.columns[e];
        const lx_dd term = lx_dd_multiply(factor, lx_dd_of(entries.values[e]));
        sums[j] = lx_dd_add(sums[j], term);
        sizes[j] += fabs(term.hi);
        growths[j] += fabs(entries.values[e]) * (position >= 0 ? work->size[level * n + position] : lp->weight[r]);
      }
    }
    for (int32_t j = 0; j < n; j++)
      if (is_off(sums[j].hi, sizes[j], growths[j], LX_PRECISE_SLIGHT * lp->lightest[level]))
        return 0;
  }
  return 1;
}

/* ---- the whole ---- */

static int is_small_pivot(const lx_precise *work, int32_t row, int32_t position) {
  double largest = 0;
  for (int32_t p = 0; p < work->lp->variables; p++)
    largest = fmax(largest, fabs(lx_precise_row(work, row)[p].hi));
  return fabs(lx_precise_row(work, row)[position].hi) < LX_PRECISE_PIVOT * largest;
}

/* After a verdict that the rows do not bear out: from a table computed anew, and at last without leave for rounding. */
static void look_again(lx_precise *work, int is_at_odds, int looks) {
  work->is_literal = looks > LX_PRECISE_LOOKS / 2;
  if (is_at_odds)
    lx_precise_load(work);
}

static lx_status optimize(lx_precise *work, lx_arena *arena, int64_t pivot_limit, lx_statistics *statistics,
                          lx_outcome *out) {
  const lx_reduced_lp *lp = work->lp;
  lx_vertex *vertex = work->vertex;
  lx_dd *sums = lx_arena_take(arena, lp->variables, sizeof *sums);
  double *sizes = lx_arena_take(arena, 2 * (int64_t)lp->variables, sizeof *sizes);
  if (sums == NULL || sizes == NULL)
    return LX_ERROR_MEMORY;
  int64_t pivots = 0, stalled = 0;
  int looks = 0;
  *out = LX_BREAKDOWN;
  for (;;) {
    if (work->is_stopped || lx_check_stop(work->lp->stopper) != LX_OK)
      return LX_ERROR_STOPPED;
    sum_duals(work);
    const lx_choice at = choose(work);
    if (at.position < 0) {
      const int changed = measure(work);
      const int agrees = changed == 0 && balances(work, sums, sizes);
      if (!agrees && ++looks <= LX_PRECISE_LOOKS) {
        look_again(work, changed <= 0, looks);
        continue;
      }
      if (agrees)
        *out = LX_OPTIMAL;
      return LX_OK;
    }
    if (pivots >= pivot_limit) {
      *out = LX_PIVOT_LIMIT;
      return LX_OK;
    }
    const int32_t entering = follow(work, at);
    if (entering < 0) {
      if (++looks <= LX_PRECISE_LOOKS) {
        look_again(work, 1, looks);
        continue;
      }
      return LX_OK;
    }
    const int32_t leaving = vertex->basis[at.position];
    const int is_small = is_small_pivot(work, entering, at.position);
    const double step = lx_precise_exchange(work, at.position, entering);
    vertex->side[leaving] = at.direction;
    if (is_small)
      lx_precise_load(work);
    pivots++;
    statistics->pivots++;
    statistics->degenerate += step == 0;
    stalled = step == 0 ? stalled + 1 : 0;
    work->bland = stalled > LX_PRECISE_PATIENCE + lp->variables;
  }
}

/* Errors of the levels. */
static void sum_errors(const lx_precise *work, double *out) {
  memset(out, 0, sizeof *out * (size_t)work->lp->levels);
  for (int32_t r = 0; r < work->lp->total; r++) {
    const int32_t level = work->vertex->position[r] >= 0 ? -1 : level_of(work, r);
    if (level >= 0)
      out[level] += work->lp->weight[r] * fabs(work->distance[r].hi);
  }
}

static int is_less(int32_t levels, const double *errors, const double *others) {
  for (int32_t level = 0; level < levels; level++)
    if (fabs(errors[level] - others[level]) > LX_PRECISE_LESS * fmax(1, others[level]))
      return errors[level] < others[level];
  return 0;
}

static int is_near(const lx_precise *work) {
  for (int32_t j = 0; j < work->lp->variables; j++)
    if (!(fabs(work->x[j].hi) <= LX_PRECISE_FAR))
      return 0;
  return 1;
}

/* Goes on from an optimum without leave for rounding, and comes back where that leads nowhere. */
static lx_status refine(lx_precise *work, lx_arena *arena, int64_t pivot_limit, lx_statistics *statistics,
                        lx_outcome *out) {
  const lx_reduced_lp *lp = work->lp;
  lx_vertex *vertex = work->vertex;
  int32_t *basis = lx_arena_take(arena, lp->variables, sizeof *basis);
  int8_t *sides = lx_arena_take(arena, lp->total, sizeof *sides);
  double *before = lx_arena_take(arena, 2 * (int64_t)lp->levels, sizeof *before);
  if (basis == NULL || sides == NULL || before == NULL)
    return LX_ERROR_MEMORY;
  double *after = before + lp->levels;
  memcpy(basis, vertex->basis, sizeof *basis * (size_t)lp->variables);
  memcpy(sides, vertex->side, sizeof *sides * (size_t)lp->total);
  sum_errors(work, before);
  work->is_literal = 1;
  const lx_status status = optimize(work, arena, pivot_limit, statistics, out);
  sum_errors(work, after);
  if (status != LX_OK || (*out == LX_OPTIMAL && is_near(work) && is_less(lp->levels, after, before)))
    return status;
  work->is_literal = 0;
  memcpy(vertex->basis, basis, sizeof *basis * (size_t)lp->variables);
  memcpy(vertex->side, sides, sizeof *sides * (size_t)lp->total);
  lx_precise_load(work);
  if (work->is_stopped)
    return LX_ERROR_STOPPED;
  sum_duals(work);
  *out = measure(work) == 0 ? LX_OPTIMAL : LX_BREAKDOWN;
  return LX_OK;
}

/* The vertex in doubles. */
static void round_off(lx_precise *work) {
  const lx_reduced_lp *lp = work->lp;
  lx_vertex *vertex = work->vertex;
  for (int32_t j = 0; j < lp->variables; j++)
    vertex->x[j] = work->x[j].hi;
  for (int32_t r = 0; r < lp->total; r++)
    vertex->distance[r] = vertex->position[r] >= 0 ? 0 : work->distance[r].hi;
  for (int64_t k = 0; k < (int64_t)lp->levels * lp->variables; k++)
    vertex->duals[k] = work->duals[k].hi;
}

lx_status lx_precise_solve(lx_arena *arena, const lx_reduced_lp *lp, lx_factor *factor, int64_t pivot_limit,
                           lx_vertex *vertex, lx_statistics *statistics, lx_outcome *out) {
  lx_precise work;
  int same = 0;
  lx_status status = create(arena, lp, vertex, &work);
  if (status != LX_OK)
    return status;
  lx_precise_load(&work);
  for (int32_t r = 0; r < lp->total; r++) {
    const double distance = work.distance[r].hi;
    if (distance != 0 || vertex->side[r] == 0)
      vertex->side[r] = distance > 0 ? 1 : distance < 0 ? -1 : lx_lp_cheaper_side(lp, r);
  }
  status = optimize(&work, arena, pivot_limit, statistics, out);
  if (status == LX_OK && *out == LX_OPTIMAL && work.has_ignored)
    status = refine(&work, arena, pivot_limit, statistics, out);
  if (status != LX_OK || *out != LX_OPTIMAL)
    return status;
  round_off(&work);
  vertex->is_precise = 1;
  status = lx_vertex_factor(arena, lp, vertex, factor, statistics, &same);
  vertex->is_unfactored = !same;
  if (lx_lp_is_infeasible(lp, vertex))
    *out = same ? LX_INFEASIBLE : LX_BREAKDOWN;
  return status;
}

/* Whether the tight row at a position can be let go this way at no cost. */
static uint8_t is_free(lx_precise *work, int32_t position, int8_t direction) {
  double size, least;
  for (int32_t level = 0; level < work->lp->levels; level++)
    if (slope_at(work, position, direction, level, &size, &least).hi != 0)
      return 0;
  return 1;
}

lx_status lx_precise_edges(lx_arena *arena, const lx_reduced_lp *lp, const lx_vertex *vertex, lx_edges *out,
                           int *found_out) {
  const int64_t n = lp->variables;
  lx_precise work;
  lx_vertex copy;
  *out = (lx_edges){
      .rises = lx_arena_take(arena, n, sizeof(uint8_t)),
      .falls = lx_arena_take(arena, n, sizeof(uint8_t)),
      .rates = lx_arena_take_zeroed(arena, lp->total * n, sizeof(double)),
  };
  lx_status status = lx_vertex_create(arena, lp, &copy);
  if (status == LX_OK)
    status = create(arena, lp, &copy, &work);
  if (status != LX_OK || out->rises == NULL || out->falls == NULL || out->rates == NULL)
    return LX_ERROR_MEMORY;
  memcpy(copy.basis, vertex->basis, sizeof *copy.basis * (size_t)n);
  memcpy(copy.side, vertex->side, sizeof *copy.side * (size_t)lp->total);
  out->basis = copy.basis;
  lx_precise_load(&work);
  if (work.is_stopped)
    return LX_ERROR_STOPPED;
  *found_out = 1;
  for (int32_t p = 0; p < n; p++)
    *found_out &= vertex->position[copy.basis[p]] >= 0;
  sum_duals(&work);
  for (int32_t p = 0; p < n; p++) {
    out->rises[p] = is_free(&work, p, 1);
    out->falls[p] = is_free(&work, p, -1);
    for (int32_t r = 0; r < lp->total && (out->rises[p] || out->falls[p]); r++)
      if (lx_precise_matters(&work, r, p))
        out->rates[r * n + p] = lx_precise_row(&work, r)[p].hi;
  }
  return LX_OK;
}
