/* ambiguity.c: the directions in which an optimal vertex can be left at no cost on any level.
 *
 * At an optimal vertex letting a tight row go costs, over the levels, a vector that is lexicographically >= 0, and so
 * does a nonbasic row that crosses its constant. A sum of such vectors is zero only if each is, so the directions that
 * cost nothing are a polyhedral cone: a tight row may move up or down only where that has no slope on any level, and a
 * nonbasic row that touches its constant must not cross it, nor leave it where it has no side. The optimal solutions near the vertex are the vertex plus
 * this cone, so a variable is ambiguous if and only if its part of some direction in the cone is not zero.
 *
 * A linear function that is zero at a random point of an open set is zero, up to a chance of one in 2^20 per bit that
 * the numbers leave. So all tight rows that may move are let go at once, each a random length in a direction that it may
 * take: one solve with the factorization instead of one for each. Where no touching row resists, that direction is in
 * the interior of the cone, and what it does not move cannot move. Where one does, cone.c takes over, for the variables
 * that the direction moves. */
#include "diagnose/ambiguity.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/tolerances.h"
#include "diagnose/ambiguity_internal.h"
#include "simplex/precise.h"

/* Bits of a random number. */
#define LX_RANDOM_BITS 24

/* Entries of a table of all rows over the tight ones that is made in any case: some 25 variables, in a millisecond. */
#define LX_FINE_ENTRIES 2048

double lx_random_length(int32_t seed, int32_t k) {
  const uint64_t hash = lx_hash_word(lx_hash_word((uint64_t)seed + 1, (uint64_t)k + 1), (uint64_t)seed);
  const uint64_t bits = hash >> (64 - LX_RANDOM_BITS);
  return 1 + ldexp((double)bits, -LX_RANDOM_BITS);
}

/* Where the simplex has decided every slope beyond doubt (precise.h), only rounding is left of those that are zero;
 * elsewhere its own tolerance has the last word. */
static void measure_slopes(lx_explorer *explorer) {
  const lx_reduced_lp *lp = explorer->lp;
  for (int32_t level = 0; level < lp->levels; level++) {
    double largest = lp->heaviest[level];
    for (int32_t p = 0; p < lp->variables; p++)
      largest = fmax(largest, fabs(explorer->vertex->duals[(int64_t)level * lp->variables + p]));
    explorer->tolerance[level] = lx_precise_fits(lp) ? LX_TOL_CLEARLY_ZERO * largest : 10 * lp->slope_tolerance[level];
  }
}

/* Whether the tight row at a position can move this way at no cost. */
static int is_free(const lx_explorer *explorer, int32_t position, int8_t direction) {
  const lx_reduced_lp *lp = explorer->lp;
  const int32_t row = explorer->vertex->basis[position];
  const int32_t own = direction > 0 ? lp->above[row] : lp->below[row];
  for (int32_t level = 0; level < lp->levels; level++) {
    const double dual = explorer->vertex->duals[(int64_t)level * lp->variables + position];
    const double slope = (own == level ? lp->weight[row] : 0) + direction * dual;
    if (fabs(slope) > explorer->tolerance[level])
      return 0;
  }
  return 1;
}

/* Whether a nonbasic row lies at its constant, up to rounding, and costs on the other side. Where the simplex counts in
 * double-double, a row that touches in exact numbers is off by what presolve rounded. */
static int is_touching(const lx_explorer *explorer, int32_t row) {
  const lx_reduced_lp *lp = explorer->lp;
  const lx_vertex *vertex = explorer->vertex;
  if (vertex->position[row] >= 0 || (lp->above[row] < 0 && lp->below[row] < 0))
    return 0;
  return fabs(vertex->distance[row]) <= lx_lp_touch(lp, row, vertex->x);
}

void lx_drop_noise(lx_vector *vector) {
  double largest = 0;
  for (int32_t k = 0; k < vector->count; k++)
    largest = fmax(largest, fabs(vector->value[vector->index[k]]));
  for (int32_t k = 0; k < vector->count; k++)
    if (fabs(vector->value[vector->index[k]]) <= LX_TOL_MOVED * largest)
      vector->value[vector->index[k]] = 0;
}

double lx_row_change(const lx_reduced_lp *lp, int32_t row, const double *direction) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  double change = 0, size = 0;
  for (int32_t e = 0; e < entries.count; e++) {
    const double term = entries.values[e] * direction[entries.columns[e]];
    change += term;
    size += fabs(term);
  }
  return fabs(change) > LX_TOL_MOVED * size ? change : 0;
}

/* Notes how the tight row at a position may move; returns a random length in a direction that it may take, 0 for none. */
static double note_edge(lx_explorer *explorer, int32_t position, int rises, int falls) {
  explorer->kind[explorer->vertex->basis[position]] = rises ? (falls ? LX_CONE_FREE : LX_CONE_RISES)
                                                            : (falls ? LX_CONE_FALLS : LX_CONE_ZERO);
  const double length = lx_random_length(explorer->seed, position);
  return rises ? length : falls ? -length : 0;
}

/* The tight rows that may move, each let go a random length; returns how many these are. */
static int32_t collect_edges(lx_explorer *explorer) {
  lx_vector *direction = &explorer->direction;
  for (int32_t p = 0; p < explorer->lp->variables; p++) {
    direction->value[p] = note_edge(explorer, p, is_free(explorer, p, 1), is_free(explorer, p, -1));
    if (direction->value[p] != 0)
      direction->index[direction->count++] = p;
  }
  if (direction->count > 0) {
    lx_factor_ftran(explorer->factor, direction);
    lx_drop_noise(direction);
  }
  return direction->count;
}

/* The same from edges that double-double arithmetic has found; `lengths` has room for the variables. */
static int32_t add_edges(lx_explorer *explorer, double *lengths) {
  const lx_reduced_lp *lp = explorer->lp;
  const lx_edges *edges = explorer->edges;
  int32_t count = 0;
  for (int32_t p = 0; p < lp->variables; p++) {
    lengths[p] = note_edge(explorer, explorer->vertex->position[edges->basis[p]], edges->rises[p], edges->falls[p]);
    count += lengths[p] != 0;
  }
  for (int32_t r = 0; r < lp->total && count > 0; r++) {
    const double *rates = edges->rates + (int64_t)r * lp->variables;
    double change = 0, size = 0;
    for (int32_t p = 0; p < lp->variables; p++) {
      change += rates[p] * lengths[p];
      size += fabs(rates[p] * lengths[p]);
    }
    explorer->change[r] = fabs(change) > LX_TOL_MOVED * size ? change : 0;
  }
  if (count > 0)
    memcpy(explorer->direction.value, explorer->change + lp->rows, sizeof(double) * (size_t)lp->variables);
  return count;
}

/* How the touching rows may change, those that the direction moves; returns whether one resists. */
static int collect_touching(lx_explorer *explorer) {
  const lx_reduced_lp *lp = explorer->lp;
  int resists = 0;
  for (int32_t r = 0; r < lp->total; r++) {
    if (explorer->vertex->position[r] >= 0)
      continue;
    explorer->kind[r] = LX_CONE_FREE;
    if (!is_touching(explorer, r))
      continue;
    const double change =
        explorer->edges != NULL ? explorer->change[r] : lx_row_change(lp, r, explorer->direction.value);
    if (change == 0)
      continue;
    const int8_t side = explorer->vertex->side[r];
    explorer->kind[r] = side > 0 ? LX_CONE_RISES : side < 0 ? LX_CONE_FALLS : LX_CONE_ZERO;
    resists |= side == 0 || change * side < 0;
  }
  return resists;
}

/* Whether double-double arithmetic is called for: where small numbers mean something, and where it costs little; rows
 * that are almost parallel look like others. */
static int is_fine(const lx_reduced_lp *lp, const lx_vertex *vertex) {
  return lx_precise_fits(lp) &&
         (lp->is_wide || vertex->is_precise || (int64_t)lp->total * lp->variables <= LX_FINE_ENTRIES);
}

lx_status lx_find_optimal_cone(lx_arena *arena, const lx_reduced_lp *lp, const lx_vertex *vertex, lx_factor *factor,
                               lx_algebra algebra, const lx_allocator *allocator, int32_t seed, int is_last,
                               lx_optimal_cone *out) {
  lx_explorer explorer = {
      .arena = arena,
      .allocator = allocator,
      .lp = lp,
      .vertex = vertex,
      .factor = factor,
      .algebra = algebra,
      .seed = seed,
      .is_last = is_last,
      .tolerance = lx_arena_take(arena, lp->levels, sizeof(double)),
      .kind = lx_arena_take(arena, lp->total, sizeof(uint8_t)),
      .direction = {.size = lp->variables,
                    .index = lx_arena_take(arena, lp->variables, sizeof(int32_t)),
                    .value = lx_arena_take_zeroed(arena, lp->variables, sizeof(double))},
      .cone = out,
  };
  if (explorer.tolerance == NULL || explorer.kind == NULL || explorer.direction.index == NULL ||
      explorer.direction.value == NULL)
    return LX_ERROR_MEMORY;
  lx_edges edges;
  lx_status status = LX_OK;
  int found = 0;
  if (is_fine(lp, vertex))
    status = lx_precise_edges(arena, lp, vertex, &edges, &found);
  if (status != LX_OK)
    return status;
  if (found) {
    double *lengths = lx_arena_take(arena, lp->variables, sizeof *lengths);
    explorer.change = lx_arena_take_zeroed(arena, lp->total, sizeof(double));
    if (lengths == NULL || explorer.change == NULL)
      return LX_ERROR_MEMORY;
    explorer.edges = &edges;
    if (add_edges(&explorer, lengths) == 0)
      return LX_OK;
  } else {
    measure_slopes(&explorer);
    if (collect_edges(&explorer) == 0)
      return LX_OK;
  }
  if (collect_touching(&explorer)) {
    int32_t left;
    status = lx_fix_by_signs(&explorer, &left);
    return status == LX_OK && left > 0 ? lx_explore_cone(&explorer) : status;
  }
  memcpy(out->inside, explorer.direction.value, sizeof *out->inside * (size_t)lp->variables);
  memcpy(out->spread, explorer.direction.value, sizeof *out->spread * (size_t)lp->variables);
  return LX_OK;
}
