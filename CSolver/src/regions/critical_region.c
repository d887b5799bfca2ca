/* critical_region.c: see critical_region.h. The inverse by Gauss and Jordan with row pivoting (G. H. Golub, C. F. Van Loan,
 * Matrix Computations, 3.4), the tight rows in ascending order: it then depends on which rows are tight and on nothing
 * else. */
#include "regions/critical_region.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "regions/region_store.h"

/* Multiple of the tolerance on slopes from which a slope counts here: what the simplex may take for none, for a level
 * with larger duals, is far below. */
#define LX_CLEAR_SLOPE 1e4

/* Part of its touching distance that a row may be off: the residual that the simplex leaves in a tight row (refresh.c).
 */
#define LX_MAP_TOUCH 0.01

/* More than rounding may explain: beyond it a row fails without a look at its numbers. */
#define LX_MAP_FAR 1e-3

/* Largest sum of the absolute factors of one variable: with it, residuals of LX_MAP_TOUCH put a value off by at most
 * 1e-9 where constants are up to a thousand. */
#define LX_MAP_NORM 64

/* Factors below this part of the largest of their row are noise. */
#define LX_MAP_DROP 1e-14

int lx_is_only_optimum(const lx_core *core, const lx_vertex *vertex) {
  for (int32_t p = 0; p < core->variables; p++) {
    const int32_t row = vertex->basis[p];
    for (int32_t direction = 1; direction >= -1; direction -= 2) {
      const int32_t own = direction > 0 ? core->above[row] : core->below[row];
      int costs = 0;
      for (int32_t level = 0; level < core->levels && !costs; level++) {
        const double slope =
            (own == level ? core->weight[row] : 0) + direction * vertex->duals[(int64_t)level * core->variables + p];
        costs = fabs(slope) > core->slope_tolerance[level] * LX_CLEAR_SLOPE;
      }
      if (!costs)
        return 0;
    }
  }
  return 1;
}

int64_t lx_map_size(const lx_core *core) {
  const int64_t n = core->variables, total = core->total;
  return (int64_t)sizeof(lx_map) + n * n * (int64_t)(sizeof(double) + sizeof(int32_t)) +
         (n + 1) * (int64_t)sizeof(int32_t) + total * (int64_t)(2 * sizeof(double) + sizeof(int16_t) + 1);
}

/* The tight rows, ascending; unit rows are the last. */
static void list_tight(const lx_core *core, const lx_vertex *vertex, int32_t *tight) {
  int32_t count = 0;
  for (int32_t r = 0; r < core->total; r++)
    if (vertex->position[r] >= 0)
      tight[count++] = r;
}

static void swap_rows(double *table, int32_t width, int32_t a, int32_t b) {
  for (int32_t j = 0; j < width; j++) {
    const double kept = table[a * width + j];
    table[a * width + j] = table[b * width + j];
    table[b * width + j] = kept;
  }
}

/* Turns (B | I), n x 2n by rows, into (I | B^-1). Few entries of a layout's basis differ from 0, so each pivot row is
 * listed first. 0 where a pivot is too small. */
static int invert(double *table, int32_t n) {
  int32_t listed[2 * LX_KEPT_ORDER];
  const int32_t width = 2 * n;
  for (int32_t k = 0; k < n; k++) {
    int32_t pivot = k, count = 0;
    for (int32_t i = k + 1; i < n; i++)
      if (fabs(table[i * width + k]) > fabs(table[pivot * width + k]))
        pivot = i;
    if (!(fabs(table[pivot * width + k]) > LX_TOL_PIVOT))
      return 0;
    if (pivot != k)
      swap_rows(table, width, pivot, k);
    double *row = table + k * width;
    const double head = row[k];
    for (int32_t j = k; j < width; j++)
      if (row[j] != 0) {
        row[j] /= head;
        listed[count++] = j;
      }
    for (int32_t i = 0; i < n; i++) {
      double *other = table + i * width;
      const double factor = other[k];
      if (i == k || factor == 0)
        continue;
      for (int32_t e = 0; e < count; e++)
        other[listed[e]] -= factor * row[listed[e]];
    }
  }
  return 1;
}

static int is_exact_enough(const double *table, int32_t n) {
  for (int32_t j = 0; j < n; j++) {
    double sum = 0;
    for (int32_t p = 0; p < n; p++)
      sum += fabs(table[j * 2 * n + n + p]);
    if (!(sum <= LX_MAP_NORM))
      return 0;
  }
  return 1;
}

/* Terms of the rows of the inverse. A unit row's constant is 0, and so is the variable whose unit row is tight. */
static void fill_terms(const lx_core *core, const lx_vertex *vertex, const double *table, const int32_t *tight,
                       lx_map *map) {
  const int32_t n = core->variables;
  int32_t end = 0;
  map->starts[0] = 0;
  for (int32_t j = 0; j < n; j++) {
    const double *row = table + j * 2 * n + n;
    double largest = 0;
    for (int32_t p = 0; p < n; p++)
      largest = fmax(largest, fabs(row[p]));
    for (int32_t p = 0; p < n && vertex->position[core->rows + j] < 0; p++)
      if (tight[p] < core->rows && fabs(row[p]) > LX_MAP_DROP * largest) {
        map->rows[end] = tight[p];
        map->factors[end++] = row[p];
      }
    map->starts[j + 1] = end;
  }
}

void lx_map_places(const lx_core *core, const lx_vertex *vertex, int8_t *out) {
  for (int32_t r = 0; r < core->total; r++)
    out[r] = vertex->position[r] >= 0                   ? LX_PLACE_TIGHT
             : core->above[r] < 0 && core->below[r] < 0 ? LX_PLACE_UNKNOWN
             : vertex->side[r] < 0                      ? LX_PLACE_BELOW
                                                        : LX_PLACE_ABOVE;
}

static void fill_conditions(const lx_core *core, const int8_t *places, lx_map *map) {
  const double touch = LX_MAP_TOUCH * LX_TOL_TOUCH;
  memcpy(map->places, places, (size_t)core->total);
  for (int32_t r = 0; r < core->total; r++) {
    const int32_t level = places[r] == LX_PLACE_BELOW ? core->below[r] : core->above[r];
    const double limit = level >= 0 && level < core->binding_levels ? LX_TOL_REQUIRED : INFINITY;
    const double below = places[r] == LX_PLACE_BELOW ? limit : touch;
    const double above = places[r] == LX_PLACE_ABOVE ? limit : touch;
    map->least[r] = places[r] == LX_PLACE_UNKNOWN ? -INFINITY : -below;
    map->most[r] = places[r] == LX_PLACE_UNKNOWN ? INFINITY : above;
  }
}

lx_status lx_map_reserve(lx_arena *arena, const lx_core *core, lx_map **out) {
  const int64_t n = core->variables, total = core->total;
  lx_map *map = lx_arena_take_zeroed(arena, 1, sizeof *map);
  if (map == NULL)
    return LX_ERROR_MEMORY;
  *map = (lx_map){
      .starts = lx_arena_take(arena, n + 1, sizeof(int32_t)),
      .rows = lx_arena_take(arena, n * n, sizeof(int32_t)),
      .factors = lx_arena_take(arena, n * n, sizeof(double)),
      .least = lx_arena_take(arena, total, sizeof(double)),
      .most = lx_arena_take(arena, total, sizeof(double)),
      .places = lx_arena_take(arena, total, sizeof(int8_t)),
      .next = lx_arena_take(arena, total, sizeof(int16_t)),
  };
  if (map->starts == NULL || map->rows == NULL || map->factors == NULL || map->least == NULL || map->most == NULL ||
      map->places == NULL || map->next == NULL)
    return LX_ERROR_MEMORY;
  *out = map;
  return LX_OK;
}

int lx_map_fill(lx_map *map, const lx_core *core, const lx_vertex *vertex, const int8_t *places) {
  const int32_t n = core->variables;
  double table[2 * LX_KEPT_ORDER * LX_KEPT_ORDER];
  int32_t tight[LX_KEPT_ORDER];
  list_tight(core, vertex, tight);
  memset(table, 0, sizeof *table * (size_t)n * (size_t)n * 2);
  for (int32_t p = 0; p < n; p++) {
    int32_t unit;
    const lx_entries entries = lx_core_row(core, tight[p], &unit);
    for (int32_t e = 0; e < entries.count; e++)
      table[p * 2 * n + entries.columns[e]] = entries.values[e];
    table[p * 2 * n + n + p] = 1;
  }
  if (!invert(table, n) || !is_exact_enough(table, n))
    return 0;
  fill_terms(core, vertex, table, tight, map);
  fill_conditions(core, places, map);
  for (int32_t r = 0; r < core->total; r++)
    map->next[r] = -1;
  map->suspect = -1;
  map->held = 0;
  return 1;
}

static double value_of(const lx_map *map, int32_t j, const double *constants) {
  double sum = 0;
  for (int32_t t = map->starts[j]; t < map->starts[j + 1]; t++)
    sum += map->factors[t] * constants[map->rows[t]];
  return sum;
}

/* Whether a row holds that is off by more than its tolerance: by what a double can tell of the largest constant, which
 * is at most LX_VALUE_LIMIT or a few of them. */
static int holds_roughly(const lx_map *map, const lx_signature *of, int32_t row, double distance,
                         const double *constants) {
  double largest = 0;
  if (distance < map->least[row] - LX_MAP_FAR || distance > map->most[row] + LX_MAP_FAR)
    return 0;
  for (int32_t r = 0; r < of->rows; r++)
    largest = fmax(largest, fabs(constants[r]));
  const double more = LX_MAP_TOUCH * LX_TOL_TOUCH_RELATIVE * largest;
  return distance >= map->least[row] - more && distance <= map->most[row] + more;
}

static int unit_holds(const lx_map *map, const lx_signature *of, int32_t j, const double *constants, double x) {
  const int32_t row = of->rows + j;
  return (x >= map->least[row] && x <= map->most[row]) || holds_roughly(map, of, row, x, constants);
}

static int row_holds(const lx_map *map, const lx_signature *of, int32_t row, const double *constants, const double *x) {
  double distance = -constants[row];
  for (int32_t e = of->starts[row]; e < of->starts[row + 1]; e++)
    distance += of->values[e] * x[of->columns[e]];
  return (distance >= map->least[row] && distance <= map->most[row]) ||
         holds_roughly(map, of, row, distance, constants);
}

/* Whether the row that failed last holds; only the values it needs are computed. */
static int suspect_holds(const lx_map *map, const lx_signature *of, const double *constants, double *x) {
  const int32_t row = map->suspect;
  if (row >= of->rows)
    return unit_holds(map, of, row - of->rows, constants, value_of(map, row - of->rows, constants));
  for (int32_t e = of->starts[row]; e < of->starts[row + 1]; e++)
    x[of->columns[e]] = value_of(map, of->columns[e], constants);
  return row_holds(map, of, row, constants, x);
}

int32_t lx_map_apply(const lx_map *map, const lx_signature *of, const double *constants, double *x) {
  for (int32_t j = 0; j < of->variables; j++) {
    x[j] = value_of(map, j, constants);
    if (!unit_holds(map, of, j, constants, x[j]))
      return of->rows + j;
  }
  for (int32_t r = 0; r < of->rows; r++)
    if (!row_holds(map, of, r, constants, x))
      return r;
  return -1;
}

int lx_map_tries(lx_map *map, const lx_signature *of, const double *constants, double *x) {
  if (map->suspect >= 0 && !suspect_holds(map, of, constants, x))
    return 0;
  const int32_t fault = lx_map_apply(map, of, constants, x);
  if (fault >= 0)
    map->suspect = fault;
  return fault < 0;
}
