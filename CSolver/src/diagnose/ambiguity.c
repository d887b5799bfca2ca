/* ambiguity.c: the directions in which an optimal vertex can be left at no cost on any level.
 *
 * Every optimal direction is a combination, with factors >= 0, of the edges along which one tight row moves up or down
 * at zero slope on all levels (the others cost something, and no edge gains). A combination is optimal unless it drives
 * a loose row that touches its constant to the side it is not on. Where no row stands in the way of an edge, the edge
 * itself is such a direction. Edges that are blocked may still move together with others; whether they do is a small
 * program in their factors: all the touching rows hold, and each factor is drawn towards a number of its own. If any
 * factor of an edge can be positive, that is cheaper than leaving it at zero, so one solve finds some if there are any,
 * and the search goes on with those not yet found. */
#include "diagnose/ambiguity.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "simplex/simplex.h"

/* An entry of a direction, relative to its largest, from which on a variable counts as moved. */
#define LX_TOL_MOVED 1e-7

typedef struct {
  int32_t position;
  int8_t direction;
  uint8_t found; /* takes part in an optimal direction */
  int32_t start; /* first entry of its pool slices */
  int32_t change_start;
} lx_edge;

/* Entries of all edges, one after another, in memory that grows. */
typedef struct {
  int32_t *index;
  int64_t index_capacity;
  double *value;
  int64_t value_capacity;
  int32_t count;
} lx_pool;

typedef struct {
  lx_arena *arena;
  const lx_allocator *allocator;
  const lx_core *core;
  const lx_vertex *vertex;
  lx_factor *factor;
  lx_algebra algebra;
  uint8_t *marks;
  lx_edge *edges; /* 2 n at most, and one more that closes the slices */
  int32_t edge_count;
  lx_pool moves;       /* per edge: variables and how far they move */
  lx_pool changes;     /* per edge: touching rows and how they change, counted away from the side they are on */
  lx_vector direction; /* n */
  double *change;      /* total, zero between uses */
  uint8_t *touching;   /* total: loose rows at their constant whose kink costs */
  int32_t blocked;     /* edges that a touching row blocks */
} lx_explorer;

static lx_status push(lx_explorer *explorer, lx_pool *pool, int32_t index, double value) {
  void *block = pool->index;
  lx_status status =
      lx_reserve(explorer->allocator, &block, &pool->index_capacity, (int64_t)pool->count + 1, sizeof *pool->index);
  pool->index = block;
  if (status == LX_OK) {
    block = pool->value;
    status =
        lx_reserve(explorer->allocator, &block, &pool->value_capacity, (int64_t)pool->count + 1, sizeof *pool->value);
    pool->value = block;
  }
  if (status == LX_OK) {
    pool->index[pool->count] = index;
    pool->value[pool->count++] = value;
  }
  return status;
}

static int is_free(const lx_explorer *explorer, int32_t position, int8_t direction) {
  const lx_core *core = explorer->core;
  const int32_t row = explorer->vertex->basis[position];
  const int32_t own = direction > 0 ? core->above[row] : core->below[row];
  for (int32_t level = 0; level < core->levels; level++) {
    const double dual = explorer->vertex->duals[(int64_t)level * core->variables + position];
    const double slope = (own == level ? core->weight[row] : 0) + direction * dual;
    if (fabs(slope) > core->slope_tolerance[level] * 10)
      return 0;
  }
  return 1;
}

static void mark_moves(lx_explorer *explorer, const double *values) {
  double largest = 0;
  for (int32_t j = 0; j < explorer->core->variables; j++)
    largest = fmax(largest, fabs(values[j]));
  for (int32_t j = 0; j < explorer->core->variables; j++)
    if (fabs(values[j]) > LX_TOL_MOVED * largest)
      explorer->marks[j] = 1;
}

/* The edge's direction and what it does to the touching rows. */
static lx_status follow(lx_explorer *explorer, lx_edge *edge) {
  const lx_core *core = explorer->core;
  lx_vector *direction = &explorer->direction;
  lx_status status = LX_OK;
  direction->value[edge->position] = edge->direction;
  direction->index[0] = edge->position;
  direction->count = 1;
  lx_factor_ftran(explorer->factor, direction);
  edge->start = explorer->moves.count;
  edge->change_start = explorer->changes.count;
  int blocked = 0;
  for (int32_t k = 0; k < direction->count && status == LX_OK; k++) {
    const int32_t j = direction->index[k];
    status = push(explorer, &explorer->moves, j, direction->value[j]);
    if (explorer->touching[core->rows + j])
      explorer->change[core->rows + j] += direction->value[j];
    for (int32_t e = core->column_starts[j]; e < core->column_starts[j + 1]; e++)
      if (explorer->touching[core->column_rows[e]])
        explorer->change[core->column_rows[e]] += core->column_values[e] * direction->value[j];
  }
  for (int32_t k = 0; k < direction->count && status == LX_OK; k++) {
    const int32_t j = direction->index[k];
    for (int32_t e = core->column_starts[j] - 1; e < core->column_starts[j + 1] && status == LX_OK; e++) {
      const int32_t row = e < core->column_starts[j] ? core->rows + j : core->column_rows[e];
      const double change = explorer->change[row] * explorer->vertex->side[row];
      explorer->change[row] = 0;
      if (fabs(change) <= LX_TOL_DEPENDENT)
        continue;
      blocked |= change < 0;
      status = push(explorer, &explorer->changes, row, change);
    }
  }
  if (status == LX_OK && !blocked) {
    edge->found = 1;
    mark_moves(explorer, direction->value);
  }
  explorer->blocked += blocked;
  lx_vector_clear(direction);
  return status;
}

static lx_status collect(lx_explorer *explorer) {
  const lx_core *core = explorer->core;
  const lx_vertex *vertex = explorer->vertex;
  for (int32_t r = 0; r < core->total; r++)
    explorer->touching[r] =
        vertex->position[r] < 0 && vertex->distance[r] == 0 && (core->above[r] >= 0 || core->below[r] >= 0);
  lx_status status = LX_OK;
  for (int32_t p = 0; p < core->variables; p++)
    for (int8_t direction = 1; direction >= -1 && status == LX_OK; direction -= 2)
      if (is_free(explorer, p, direction)) {
        lx_edge *edge = &explorer->edges[explorer->edge_count++];
        *edge = (lx_edge){.position = p, .direction = direction};
        status = follow(explorer, edge);
      }
  explorer->edges[explorer->edge_count] =
      (lx_edge){.start = explorer->moves.count, .change_start = explorer->changes.count};
  return status;
}

/* The program in the edges' factors: a row at level 0 for each touching row that an edge changes, and for each edge one
 * at level 1 that draws its factor, found ones included so that combinations stay general. */
static lx_status make_program(lx_explorer *explorer, lx_core *out) {
  const lx_core *core = explorer->core;
  const int32_t edges = explorer->edge_count, changes = explorer->changes.count;
  int32_t *row_of = lx_arena_take(explorer->arena, core->total, sizeof *row_of);
  if (row_of == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t r = 0; r < core->total; r++)
    row_of[r] = -1;
  int32_t rows = 0;
  for (int32_t k = 0; k < changes; k++)
    if (row_of[explorer->changes.index[k]] < 0)
      row_of[explorer->changes.index[k]] = rows++;
  const lx_status status = lx_core_create(explorer->arena, rows + edges, edges, changes + edges, 2, out);
  if (status != LX_OK)
    return status;
  memset(out->starts, 0, sizeof *out->starts * ((size_t)rows + (size_t)edges + 1));
  for (int32_t k = 0; k < changes; k++)
    out->starts[row_of[explorer->changes.index[k]] + 1]++;
  for (int32_t r = 0; r < rows + edges; r++)
    out->starts[r + 1] = out->starts[r] + (r < rows ? out->starts[r + 1] : 1);
  int32_t *ends = lx_arena_take(explorer->arena, (int64_t)rows + edges, sizeof *ends);
  if (ends == NULL)
    return LX_ERROR_MEMORY;
  memcpy(ends, out->starts, sizeof *ends * ((size_t)rows + (size_t)edges));
  for (int32_t e = 0; e < edges; e++) {
    for (int32_t k = explorer->edges[e].change_start; k < explorer->edges[e + 1].change_start; k++) {
      const int32_t place = ends[row_of[explorer->changes.index[k]]]++;
      out->columns[place] = e;
      out->values[place] = explorer->changes.value[k];
    }
    const int32_t drawn = rows + e, place = out->starts[drawn];
    out->columns[place] = e;
    out->values[place] = 1;
    /* Numbers without small ratios (golden-ratio sequence), so that entries do not cancel by chance. */
    out->constant[drawn] = 1 + fmod(0.6180339887498949 * (e + 1), 1);
    out->below[drawn] = 1;
    out->below[rows + edges + e] = 0;
  }
  for (int32_t r = 0; r < rows; r++)
    out->below[r] = 0;
  out->binding_levels = 1;
  lx_core_finish(out);
  return LX_OK;
}

/* Marks what the factors x move, and the edges that take part; returns how many are new. */
static int32_t note_solution(lx_explorer *explorer, const double *x, double *sum) {
  int32_t fresh = 0;
  memset(sum, 0, sizeof *sum * (size_t)explorer->core->variables);
  for (int32_t e = 0; e < explorer->edge_count; e++) {
    if (x[e] <= LX_TOL_MOVED)
      continue;
    lx_edge *edge = &explorer->edges[e];
    fresh += !edge->found;
    edge->found = 1;
    for (int32_t k = edge->start; k < explorer->edges[e + 1].start; k++)
      sum[explorer->moves.index[k]] += x[e] * explorer->moves.value[k];
  }
  mark_moves(explorer, sum);
  return fresh;
}

static lx_status search(lx_explorer *explorer) {
  lx_core program;
  lx_vertex vertex;
  lx_factor *factor = NULL;
  double *sum = lx_arena_take(explorer->arena, explorer->core->variables, sizeof *sum);
  if (sum == NULL)
    return LX_ERROR_MEMORY;
  lx_status status = make_program(explorer, &program);
  if (status == LX_OK)
    status = lx_vertex_create(explorer->arena, &program, &vertex);
  if (status == LX_OK)
    status = lx_factor_create(explorer->allocator, explorer->algebra, program.variables, &factor);
  for (int32_t fresh = 1; fresh > 0 && status == LX_OK;) {
    lx_statistics ignored = {0};
    lx_outcome outcome;
    status = lx_simplex_solve(explorer->arena, &program, factor, 0, &vertex, &ignored, &outcome);
    if (status != LX_OK || outcome != LX_OPTIMAL)
      break;
    fresh = note_solution(explorer, vertex.x, sum);
    const int32_t drawn = program.rows - program.variables;
    for (int32_t e = 0; e < explorer->edge_count; e++)
      program.below[drawn + e] = explorer->edges[e].found ? -1 : 1;
  }
  lx_factor_destroy(factor);
  return status;
}

lx_status lx_find_ambiguous(lx_arena *arena, const lx_core *core, const lx_vertex *vertex, lx_factor *factor,
                            lx_algebra algebra, const lx_allocator *allocator, uint8_t *marks) {
  lx_explorer explorer = {
      .arena = arena,
      .allocator = allocator,
      .core = core,
      .vertex = vertex,
      .factor = factor,
      .algebra = algebra,
      .marks = marks,
      .edges = lx_arena_take(arena, 2 * (int64_t)core->variables + 1, sizeof(lx_edge)),
      .direction = {.size = core->variables,
                    .index = lx_arena_take(arena, core->variables, sizeof(int32_t)),
                    .value = lx_arena_take_zeroed(arena, core->variables, sizeof(double))},
      .change = lx_arena_take_zeroed(arena, core->total, sizeof(double)),
      .touching = lx_arena_take_zeroed(arena, core->total, sizeof(uint8_t)),
  };
  if (explorer.edges == NULL || explorer.direction.index == NULL || explorer.direction.value == NULL ||
      explorer.change == NULL || explorer.touching == NULL)
    return LX_ERROR_MEMORY;
  lx_status status = collect(&explorer);
  if (status == LX_OK && explorer.blocked > 0)
    status = search(&explorer);
  lx_release(allocator, explorer.moves.index);
  lx_release(allocator, explorer.moves.value);
  lx_release(allocator, explorer.changes.index);
  lx_release(allocator, explorer.changes.value);
  return status;
}
