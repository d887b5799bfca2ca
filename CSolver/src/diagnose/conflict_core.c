/* conflict_core.c: conflicting sets from the last vertex of a core. See conflict.h. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "diagnose/conflict.h"
#include "simplex/simplex.h"

typedef struct {
  lx_conflicts *conflicts;
  lx_arena *arena;
  const lx_core *core;
  const int32_t *rows;      /* from rows of the core to rows of the program */
  const int32_t *variables; /* likewise */
  int32_t *members;         /* core->variables + 1 */
  double *multipliers;      /* likewise */
} lx_tracer;

static int32_t member_of(const lx_tracer *tracer, int32_t row) {
  return row < tracer->core->rows ? tracer->rows[row] : -1 - tracer->variables[row - tracer->core->rows];
}

/* btran of a row of `core` at a vertex of it. */
static void express(const lx_core *core, lx_factor *factor, int32_t row, lx_vector *out) {
  int32_t unit;
  const lx_entries entries = lx_core_row(core, row, &unit);
  lx_vector_clear(out);
  for (int32_t e = 0; e < entries.count; e++) {
    out->value[entries.columns[e]] = entries.values[e];
    out->index[out->count++] = entries.columns[e];
  }
  lx_factor_btran(factor, out);
}

static double largest_entry(const lx_vector *vector) {
  double largest = 0;
  for (int32_t k = 0; k < vector->count; k++)
    largest = fmax(largest, fabs(vector->value[vector->index[k]]));
  return largest;
}

/* Whether the combination of tight rows proves that the violated row cannot do better: each pushes it further into
 * violation, or holds, at a level that binds at least as much. */
static int proves(const lx_core *core, const lx_vertex *vertex, const lx_vector *combination, double direction,
                  int32_t level) {
  const double noise = LX_TOL_DEPENDENT * largest_entry(combination);
  for (int32_t k = 0; k < combination->count; k++) {
    const int32_t p = combination->index[k];
    const double multiplier = combination->value[p];
    if (fabs(multiplier) <= noise)
      continue;
    const int32_t held = multiplier * direction > 0 ? core->below[vertex->basis[p]] : core->above[vertex->basis[p]];
    if (held < 0 || held > level)
      return 0;
  }
  return 1;
}

/* Adds the set of a violated row and the tight rows it combines. `map` leads from rows of the vertex's core to those of
 * the traced one, or is NULL where they are the same. */
static lx_status add_set(lx_tracer *tracer, const lx_vertex *vertex, const lx_vector *combination, int32_t violated,
                         const int32_t *map) {
  const double noise = LX_TOL_DEPENDENT * fmax(1, largest_entry(combination));
  int32_t count = 0;
  tracer->members[count] = member_of(tracer, violated);
  tracer->multipliers[count++] = 1;
  for (int32_t k = 0; k < combination->count; k++) {
    const int32_t p = combination->index[k], row = vertex->basis[p];
    if (fabs(combination->value[p]) <= noise)
      continue;
    tracer->members[count] = member_of(tracer, map != NULL ? map[row] : row);
    tracer->multipliers[count++] = -combination->value[p];
  }
  return lx_conflicts_add(tracer->conflicts, count, tracer->members, tracer->multipliers);
}

/* A side of a row in a part of its core: only those that bind, up to `level`, count. */
static int32_t restricted(int32_t side, int32_t level, int32_t place) { return side < 0 || side > level ? -1 : place; }

/* The part of the core with the rows in `held` at level 0 and `tested` at level 1, and of them only the sides up to
 * `level`. map_out leads back. */
static lx_status restrict_core(lx_arena *arena, const lx_core *core, const uint8_t *held, int32_t tested, int32_t level,
                               lx_core *out, int32_t **map_out) {
  int32_t rows = 0, entries = 0;
  for (int32_t r = 0; r < core->rows; r++)
    if (held[r] || r == tested) {
      rows++;
      entries += core->starts[r + 1] - core->starts[r];
    }
  lx_status status = lx_core_create(arena, rows, core->variables, entries, 2, out);
  int32_t *map = lx_arena_take(arena, (int64_t)rows + core->variables, sizeof *map);
  if (status != LX_OK || map == NULL)
    return LX_ERROR_MEMORY;
  int32_t next = 0, end = 0;
  out->starts[0] = 0;
  for (int32_t r = 0; r < core->total; r++) {
    const int32_t place = r < core->rows ? next : rows + r - core->rows;
    if (r < core->rows) {
      if (!held[r] && r != tested)
        continue;
      for (int32_t e = core->starts[r]; e < core->starts[r + 1]; e++) {
        out->columns[end] = core->columns[e];
        out->values[end++] = core->values[e];
      }
      out->constant[place] = core->constant[r];
      out->starts[++next] = end;
    }
    map[place] = r;
    if (held[r] || r == tested) {
      out->above[place] = restricted(core->above[r], level, r == tested);
      out->below[place] = restricted(core->below[r], level, r == tested);
    }
  }
  out->binding_levels = 2;
  *map_out = map;
  lx_core_finish(out);
  return LX_OK;
}

/* Whether `tested` can hold beside the held rows; if not, its set is added and *found_out is 1. */
static lx_status test_row(lx_tracer *tracer, lx_algebra algebra, const uint8_t *held, int32_t tested, int32_t level,
                          int *found_out) {
  lx_core part;
  lx_vertex vertex;
  lx_vector combination = {0};
  lx_factor *factor = NULL;
  int32_t *map = NULL;
  lx_statistics ignored = {0};
  lx_outcome outcome = LX_UNSOLVED;
  const lx_allocator *allocator = tracer->conflicts->allocator;
  lx_status status = restrict_core(tracer->arena, tracer->core, held, tested, level, &part, &map);
  if (status == LX_OK)
    status = lx_vertex_create(tracer->arena, &part, &vertex);
  if (status == LX_OK)
    status = lx_vector_create(allocator, part.variables, &combination);
  if (status == LX_OK)
    status = lx_factor_create(allocator, algebra, part.variables, &factor);
  if (status == LX_OK)
    status = lx_simplex_solve(tracer->arena, &part, factor, 0, &vertex, &ignored, &outcome);
  *found_out = 0;
  for (int32_t r = 0; r < part.total && status == LX_OK && outcome == LX_INFEASIBLE && !*found_out; r++) {
    int32_t own;
    if (map[r] != tested || lx_core_error(&part, r, vertex.distance[r], &own) <= LX_TOL_REQUIRED)
      continue;
    express(&part, factor, r, &combination);
    *found_out = 1;
    status = add_set(tracer, &vertex, &combination, tested, map);
  }
  lx_vector_destroy(allocator, &combination);
  lx_factor_destroy(factor);
  return status;
}

/* Whether a tight row has a dual at a level up to `level`. */
static int has_dual(const lx_core *core, const lx_vertex *vertex, int32_t position, int32_t level) {
  for (int32_t l = 0; l <= level; l++)
    if (fabs(vertex->duals[(int64_t)l * core->variables + position]) > core->slope_tolerance[l])
      return 1;
  return 0;
}

/* Marks the rows that hold the violated ones where they are. The vertex is optimal beside its active rows alone, and by
 * convexity everywhere, so these and the violated rows contradict each other: the tight rows (with `all`, else those
 * with a dual) and the loose ones that touch their constant at a level that binds as much. */
static void mark_active(const lx_core *core, const lx_vertex *vertex, int32_t level, int all, uint8_t *held) {
  for (int32_t p = 0; p < core->variables; p++)
    held[vertex->basis[p]] = all || has_dual(core, vertex, p, level);
  for (int32_t r = 0; r < core->total; r++) {
    const int32_t own = vertex->side[r] > 0 ? core->above[r] : core->below[r];
    if (vertex->position[r] < 0 && own >= 0 && own <= level && fabs(vertex->distance[r]) <= LX_TOL_REQUIRED)
      held[r] = 1;
  }
}

/* When violated rows share the blame none proves itself alone. The active rows can hold together; violated rows join
 * them one by one until one cannot. */
static lx_status add_by_tests(lx_tracer *tracer, lx_algebra algebra, const lx_vertex *vertex, int32_t level) {
  const lx_core *core = tracer->core;
  uint8_t *held = lx_arena_take(tracer->arena, core->total, sizeof *held);
  if (held == NULL)
    return LX_ERROR_MEMORY;
  lx_status status = LX_OK;
  int found = 0;
  for (int all = 0; all < 2 && !found && status == LX_OK; all++) {
    memset(held, 0, (size_t)core->total);
    mark_active(core, vertex, level, all, held);
    for (int32_t r = 0; r < core->total && status == LX_OK && !found; r++) {
      int32_t own;
      if (lx_core_error(core, r, vertex->distance[r], &own) <= LX_TOL_REQUIRED || own != level)
        continue;
      status = test_row(tracer, algebra, held, r, level, &found);
      held[r] = 1;
    }
  }
  return status;
}

lx_status lx_conflicts_add_core(lx_conflicts *conflicts, lx_arena *arena, const lx_core *core, const lx_vertex *vertex,
                                lx_factor *factor, lx_algebra algebra, const int32_t *rows, const int32_t *variables) {
  lx_tracer tracer = {
      .conflicts = conflicts,
      .arena = arena,
      .core = core,
      .rows = rows,
      .variables = variables,
      .members = lx_arena_take(arena, (int64_t)core->variables + 1, sizeof(int32_t)),
      .multipliers = lx_arena_take(arena, (int64_t)core->variables + 1, sizeof(double)),
  };
  lx_vector combination = {.size = core->variables,
                           .index = lx_arena_take(arena, core->variables, sizeof(int32_t)),
                           .value = lx_arena_take_zeroed(arena, core->variables, sizeof(double))};
  if (tracer.members == NULL || tracer.multipliers == NULL || combination.index == NULL || combination.value == NULL)
    return LX_ERROR_MEMORY;
  int32_t level = core->binding_levels;
  for (int32_t r = 0; r < core->total; r++) {
    int32_t own;
    if (lx_core_error(core, r, vertex->distance[r], &own) > LX_TOL_REQUIRED && own < level)
      level = own;
  }
  lx_status status = LX_OK;
  int proven = 0;
  for (int32_t r = 0; r < core->total && status == LX_OK; r++) {
    int32_t own;
    if (lx_core_error(core, r, vertex->distance[r], &own) <= LX_TOL_REQUIRED || own != level)
      continue;
    express(core, factor, r, &combination);
    if (!proves(core, vertex, &combination, vertex->distance[r] > 0 ? 1 : -1, level))
      continue;
    proven = 1;
    status = add_set(&tracer, vertex, &combination, r, NULL);
  }
  if (status == LX_OK && !proven)
    status = add_by_tests(&tracer, algebra, vertex, level);
  return status;
}
