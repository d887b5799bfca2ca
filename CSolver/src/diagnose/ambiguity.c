/* ambiguity.c: the directions in which an optimal vertex can be left at no cost on any level.
 *
 * At an optimal vertex letting a tight row go costs, over the levels, a vector that is lexicographically >= 0, and so
 * does a nonbasic row that crosses its constant. A sum of such vectors is zero only if each is, so the directions that
 * cost nothing are a polyhedral cone: a tight row may move up or down only where that has no slope on any level, and a
 * nonbasic row that touches its constant must not cross it. The optimal solutions near the vertex are the vertex plus
 * this cone, so a variable is ambiguous if and only if its part of some direction in the cone is not zero.
 *
 * Let y be how far each tight row that may move is let go (an edge, where only one way is free, points that way). The
 * cone is { y : C y >= 0, y_e >= 0 for edges with one way }. The span of a cone is the null space of its implicit
 * equalities, the inequalities that no point of the cone meets strictly (A. Schrijver, Theory of Linear and Integer
 * Programming, section 8.2). As cones scale, one linear program finds them all: at its optimum, "C y >= 1 where
 * possible" is met by every row that can be strict, and the others have an error of exactly 1. What remains is linear
 * algebra: a basis of the null space, and the variables that each of its vectors moves.
 *
 * Edges that no touching row resists are in the cone by themselves, so most programs need no linear program. */
#include "diagnose/ambiguity.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "simplex/precise.h"
#include "simplex/simplex.h"

/* Part of the largest entry of a direction below which an entry is rounding: the entries of a null vector are sums, and
 * those of a direction solutions of a triangular system, so this is a few thousand roundings. */
#define LX_TOL_MOVED 1e-12

/* Errors of the linear program are 0 or 1. */
#define LX_STRICT 0.5

/* A tight row that may move. */
typedef struct {
  int32_t position;  /* in the basis */
  uint8_t is_two_way; /* y may be negative, too */
  uint8_t is_strict;  /* y may be positive: not an implicit equality */
  int32_t start;      /* first of its entries in C */
  double length;      /* how far the row is let go where y = 1: negative for down, a power of two */
} lx_edge;

/* An entry of C. */
typedef struct {
  int32_t row; /* of the reduced LP until rows are numbered, then of C */
  double value;
} lx_change;

typedef struct {
  lx_arena *arena;
  const lx_allocator *allocator;
  const lx_reduced_lp *lp;
  const lx_vertex *vertex;
  lx_factor *factor;
  lx_algebra algebra;
  uint8_t *marks;
  double *tolerance; /* levels: slopes up to this are none */
  lx_edge *edges; /* n, and one more that closes the slices */
  int32_t edge_count;
  lx_change *changes; /* by edges */
  int64_t change_capacity;
  int32_t change_count;
  int32_t *rows;       /* rows of C, as rows of the reduced LP: touching ones that an edge changes */
  int32_t *row_of;     /* total: row of C, or -1 */
  int32_t row_count;   /* of C */
  uint8_t *is_strict;  /* per row of C: not an implicit equality */
  lx_vector direction; /* n */
  double *change;      /* total, zero between uses */
  double *size;        /* total: sum of the absolute terms of a change; zero between uses */
  int is_blocked;      /* an edge cannot be followed by itself */
} lx_explorer;

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

/* Whether a nonbasic row lies at its constant and costs on the other side. */
static int is_touching(const lx_explorer *explorer, int32_t row) {
  const lx_reduced_lp *lp = explorer->lp;
  const lx_vertex *vertex = explorer->vertex;
  return vertex->position[row] < 0 && vertex->distance[row] == 0 && (lp->above[row] >= 0 || lp->below[row] >= 0);
}

/* From a combination of tight rows, in explorer->direction, to the change of the variables; noise becomes 0. */
static void find_direction(lx_explorer *explorer) {
  lx_vector *direction = &explorer->direction;
  double largest = 0;
  lx_factor_ftran(explorer->factor, direction);
  for (int32_t k = 0; k < direction->count; k++)
    largest = fmax(largest, fabs(direction->value[direction->index[k]]));
  for (int32_t k = 0; k < direction->count; k++)
    if (fabs(direction->value[direction->index[k]]) <= LX_TOL_MOVED * largest)
      direction->value[direction->index[k]] = 0;
}

/* Marks the variables that explorer->direction moves. */
static void mark_moves(lx_explorer *explorer) {
  const lx_vector *direction = &explorer->direction;
  for (int32_t k = 0; k < direction->count; k++)
    if (direction->value[direction->index[k]] != 0)
      explorer->marks[direction->index[k]] = 1;
}

static lx_status push_change(lx_explorer *explorer, int32_t row, double value) {
  void *block = explorer->changes;
  const lx_status status = lx_reserve(explorer->allocator, &block, &explorer->change_capacity,
                                      (int64_t)explorer->change_count + 1, sizeof *explorer->changes);
  explorer->changes = block;
  if (status != LX_OK)
    return status;
  if (explorer->row_of[row] < 0) {
    explorer->row_of[row] = explorer->row_count;
    explorer->rows[explorer->row_count++] = row;
  }
  explorer->changes[explorer->change_count++] = (lx_change){explorer->row_of[row], value};
  return LX_OK;
}

/* How the touching rows change along explorer->direction, away from their constants. The edge is given the length with
 * which the largest change is about 1. */
static lx_status collect_changes(lx_explorer *explorer, lx_edge *edge) {
  const lx_reduced_lp *lp = explorer->lp;
  const lx_vector *direction = &explorer->direction;
  lx_status status = LX_OK;
  double largest = 0;
  edge->start = explorer->change_count;
  for (int32_t k = 0; k < direction->count; k++) {
    const int32_t j = direction->index[k];
    const double moved = direction->value[j];
    for (int32_t e = lp->column_starts[j] - 1; e < lp->column_starts[j + 1] && moved != 0; e++) {
      const int32_t row = e < lp->column_starts[j] ? lp->rows + j : lp->column_rows[e];
      const double term = row >= lp->rows ? moved : lp->column_values[e] * moved;
      explorer->change[row] += term;
      explorer->size[row] += fabs(term);
    }
  }
  for (int32_t k = 0; k < direction->count; k++) {
    const int32_t j = direction->index[k];
    for (int32_t e = lp->column_starts[j] - 1; e < lp->column_starts[j + 1]; e++) {
      const int32_t row = e < lp->column_starts[j] ? lp->rows + j : lp->column_rows[e];
      const double change = explorer->change[row] * explorer->vertex->side[row];
      const int counts = fabs(change) > LX_TOL_MOVED * explorer->size[row];
      explorer->change[row] = 0;
      explorer->size[row] = 0;
      if (!counts || !is_touching(explorer, row) || status != LX_OK)
        continue;
      largest = fmax(largest, fabs(change));
      status = push_change(explorer, row, change);
    }
  }
  if (largest > 0) {
    const int exponent = ilogb(largest);
    edge->length = ldexp(edge->length, -exponent);
    for (int32_t k = edge->start; k < explorer->change_count; k++)
      explorer->changes[k].value = ldexp(explorer->changes[k].value, -exponent);
  }
  return status;
}

/* An edge that no touching row resists, one way or the other, is in the cone: what it moves is ambiguous, and the rows
 * that it moves off their constants are strict. */
static void follow_alone(lx_explorer *explorer, lx_edge *edge) {
  int can_rise = 1, can_fall = edge->is_two_way;
  for (int32_t k = edge->start; k < explorer->change_count; k++) {
    can_rise &= explorer->changes[k].value > 0;
    can_fall &= explorer->changes[k].value < 0;
  }
  edge->is_strict = can_rise;
  if (!can_rise && !can_fall) {
    explorer->is_blocked = 1;
    return;
  }
  mark_moves(explorer);
  for (int32_t k = edge->start; k < explorer->change_count; k++)
    explorer->is_strict[explorer->changes[k].row] = 1;
}

/* The edges and what they do to the touching rows. */
static lx_status collect_edges(lx_explorer *explorer) {
  const lx_reduced_lp *lp = explorer->lp;
  lx_status status = LX_OK;
  for (int32_t r = 0; r < lp->total; r++)
    explorer->row_of[r] = -1;
  for (int32_t p = 0; p < lp->variables && status == LX_OK; p++) {
    const int rises = is_free(explorer, p, 1), falls = is_free(explorer, p, -1);
    if (!rises && !falls)
      continue;
    lx_edge *edge = &explorer->edges[explorer->edge_count++];
    *edge = (lx_edge){.position = p, .is_two_way = rises && falls, .length = rises ? 1 : -1};
    explorer->direction.value[p] = edge->length;
    explorer->direction.index[0] = p;
    explorer->direction.count = 1;
    find_direction(explorer);
    status = collect_changes(explorer, edge);
    if (status == LX_OK)
      follow_alone(explorer, edge);
    if (status == LX_OK)
      status = lx_check_stop(lp->stopper);
    lx_vector_clear(&explorer->direction);
  }
  explorer->edges[explorer->edge_count] = (lx_edge){.start = explorer->change_count};
  return status;
}

/* Edges that change no touching row have been followed alone, and stand in nobody's way. */
static void drop_lone_edges(lx_explorer *explorer) {
  int32_t kept = 0;
  for (int32_t e = 0; e < explorer->edge_count; e++)
    if (explorer->edges[e].start < explorer->edges[e + 1].start)
      explorer->edges[kept++] = explorer->edges[e];
  explorer->edges[kept] = explorer->edges[explorer->edge_count];
  explorer->edge_count = kept;
}

/* C by rows, without the edges whose column_of is negative. starts: row_count + 2. */
static void transpose_changes(const lx_explorer *explorer, const int32_t *column_of, int32_t *starts, int32_t *columns,
                              double *values) {
  const int32_t rows = explorer->row_count;
  memset(starts, 0, sizeof *starts * ((size_t)rows + 2));
  for (int32_t e = 0; e < explorer->edge_count; e++)
    for (int32_t k = explorer->edges[e].start; k < explorer->edges[e + 1].start && column_of[e] >= 0; k++)
      starts[explorer->changes[k].row + 2]++;
  for (int32_t r = 0; r < rows; r++)
    starts[r + 2] += starts[r + 1];
  for (int32_t e = 0; e < explorer->edge_count; e++)
    for (int32_t k = explorer->edges[e].start; k < explorer->edges[e + 1].start && column_of[e] >= 0; k++) {
      const int32_t entry = starts[explorer->changes[k].row + 1]++;
      columns[entry] = column_of[e];
      values[entry] = explorer->changes[k].value;
    }
}

/* The linear program: level 0 is the cone; at level 1, what may be strict is to be at least 1. */
static lx_status make_program(const lx_explorer *explorer, lx_reduced_lp *out) {
  const int32_t edges = explorer->edge_count, rows = explorer->row_count, changes = explorer->change_count;
  int32_t *starts = lx_arena_take(explorer->arena, (int64_t)rows + 2, sizeof *starts);
  int32_t *columns = lx_arena_take(explorer->arena, changes, sizeof *columns);
  double *values = lx_arena_take(explorer->arena, changes, sizeof *values);
  int32_t *column_of = lx_arena_take(explorer->arena, edges, sizeof *column_of);
  if (starts == NULL || columns == NULL || values == NULL || column_of == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t e = 0; e < edges; e++)
    column_of[e] = e;
  transpose_changes(explorer, column_of, starts, columns, values);
  int32_t count = rows, entries = changes;
  for (int32_t r = 0; r < rows; r++)
    if (!explorer->is_strict[r]) {
      count++;
      entries += starts[r + 1] - starts[r];
    }
  for (int32_t e = 0; e < edges; e++)
    if (!explorer->edges[e].is_two_way && !explorer->edges[e].is_strict) {
      count++;
      entries++;
    }
  const lx_status status = lx_lp_create(explorer->arena, count, edges, entries, 2, out);
  if (status != LX_OK)
    return status;
  memcpy(out->starts, starts, sizeof *starts * ((size_t)rows + 1));
  memcpy(out->columns, columns, sizeof *columns * (size_t)changes);
  memcpy(out->values, values, sizeof *values * (size_t)changes);
  int32_t end = changes, row = rows;
  for (int32_t r = 0; r < rows; r++) {
    out->below[r] = 0;
    if (explorer->is_strict[r])
      continue;
    const int32_t own = starts[r + 1] - starts[r];
    memcpy(out->columns + end, columns + starts[r], sizeof *columns * (size_t)own);
    memcpy(out->values + end, values + starts[r], sizeof *values * (size_t)own);
    end += own;
    out->constant[row] = 1;
    out->below[row++] = 1;
    out->starts[row] = end;
  }
  for (int32_t e = 0; e < edges; e++) {
    if (explorer->edges[e].is_two_way)
      continue;
    out->below[count + e] = 0;
    if (explorer->edges[e].is_strict)
      continue;
    out->columns[end] = e;
    out->values[end++] = 1;
    out->constant[row] = 1;
    out->below[row++] = 1;
    out->starts[row] = end;
  }
  out->binding_levels = 1;
  out->stopper = explorer->lp->stopper;
  lx_lp_finish(out);
  return LX_OK;
}

/* Solves the linear program; with an algebra that finds no optimum *solved_out is 0. */
static lx_status solve_program(const lx_explorer *explorer, const lx_reduced_lp *program, lx_algebra algebra,
                               lx_vertex *vertex, int *solved_out) {
  lx_factor *factor = NULL;
  lx_statistics ignored = {0};
  lx_outcome outcome = LX_UNSOLVED;
  lx_status status = lx_vertex_create(explorer->arena, program, vertex);
  if (status == LX_OK)
    status = lx_factor_create(explorer->allocator, algebra, program->variables, &factor);
  if (status == LX_OK)
    status = lx_simplex_solve(explorer->arena, program, factor, 0, vertex, &ignored, &outcome);
  lx_factor_destroy(factor);
  *solved_out = outcome == LX_OPTIMAL;
  return status;
}

/* Finds the implicit equalities. */
static lx_status find_strict(lx_explorer *explorer) {
  lx_reduced_lp program;
  lx_vertex vertex;
  int solved = 0;
  lx_status status = make_program(explorer, &program);
  if (status == LX_OK)
    status = solve_program(explorer, &program, explorer->algebra, &vertex, &solved);
  if (status == LX_OK && !solved)
    status = solve_program(explorer, &program,
                           explorer->algebra == LX_ALGEBRA_DENSE ? LX_ALGEBRA_SPARSE : LX_ALGEBRA_DENSE, &vertex,
                           &solved);
  if (status != LX_OK || !solved)
    return status == LX_OK ? LX_ERROR_UNSOLVED : status;
  for (int32_t r = 0; r < explorer->row_count; r++)
    explorer->is_strict[r] |= lx_lp_activity(&program, r, vertex.x) > LX_STRICT;
  for (int32_t e = 0; e < explorer->edge_count; e++)
    explorer->edges[e].is_strict |= vertex.x[e] > LX_STRICT;
  return LX_OK;
}

/* The edges that are not 0 in all of the cone get a column each; returns how many. */
static int32_t number_columns(const lx_explorer *explorer, int32_t *column_of, int32_t *edge_of) {
  int32_t count = 0;
  for (int32_t e = 0; e < explorer->edge_count; e++) {
    column_of[e] = -1;
    if (!explorer->edges[e].is_two_way && !explorer->edges[e].is_strict)
      continue;
    edge_of[count] = e;
    column_of[e] = count++;
  }
  return count;
}

/* Marks what a vector of the null space moves: `vector` by column. */
static void follow_vector(lx_explorer *explorer, const int32_t *edge_of, const lx_vector *vector) {
  lx_vector *direction = &explorer->direction;
  for (int32_t k = 0; k < vector->count; k++) {
    const double y = vector->value[vector->index[k]];
    const lx_edge *edge = &explorer->edges[edge_of[vector->index[k]]];
    if (y == 0)
      continue;
    direction->value[edge->position] = y * edge->length;
    direction->index[direction->count++] = edge->position;
  }
  find_direction(explorer);
  mark_moves(explorer);
  lx_vector_clear(direction);
}

/* Follows a basis of the null space of the implicit equalities: with as many of their rows as are independent, and unit
 * rows for the rest, as a square matrix, the columns of its inverse that belong to the unit rows. */
static lx_status follow_null_space(lx_explorer *explorer) {
  const int32_t rows = explorer->row_count;
  lx_arena *arena = explorer->arena;
  int32_t *starts = lx_arena_take(arena, (int64_t)rows + 2, sizeof *starts);
  int32_t *columns = lx_arena_take(arena, explorer->change_count, sizeof *columns);
  double *values = lx_arena_take(arena, explorer->change_count, sizeof *values);
  int32_t *column_of = lx_arena_take(arena, explorer->edge_count, sizeof *column_of);
  int32_t *edge_of = lx_arena_take(arena, explorer->edge_count, sizeof *edge_of);
  int32_t *candidates = lx_arena_take(arena, (int64_t)rows + explorer->edge_count, sizeof *candidates);
  int32_t *basis = lx_arena_take(arena, explorer->edge_count, sizeof *basis);
  if (starts == NULL || columns == NULL || values == NULL || column_of == NULL || edge_of == NULL ||
      candidates == NULL || basis == NULL)
    return LX_ERROR_MEMORY;
  const int32_t count = number_columns(explorer, column_of, edge_of);
  if (count == 0)
    return LX_OK;
  transpose_changes(explorer, column_of, starts, columns, values);
  int32_t tiers[3] = {0, 0, 0}, end = 0;
  for (int32_t r = 0; r < rows; r++)
    if (!explorer->is_strict[r] && starts[r + 1] > starts[r])
      candidates[end++] = r;
  tiers[1] = end;
  for (int32_t c = 0; c < count; c++)
    candidates[end++] = rows + c;
  tiers[2] = end;
  const lx_matrix matrix = {rows, count, starts, columns, values};
  lx_factor *factor = NULL;
  lx_vector vector = {0};
  lx_status status = lx_vector_create(explorer->allocator, count, &vector);
  if (status == LX_OK)
    status = lx_factor_create(explorer->allocator, explorer->algebra, count, &factor);
  if (status == LX_OK) {
    lx_factor_set_stopper(factor, explorer->lp->stopper);
    status = lx_factor_build(factor, &matrix, 2, tiers, candidates, basis);
  }
  for (int32_t p = 0; p < count && status == LX_OK; p++) {
    if (basis[p] < rows)
      continue;
    vector.value[p] = 1;
    vector.index[0] = p;
    vector.count = 1;
    lx_factor_ftran(factor, &vector);
    status = lx_check_stop(explorer->lp->stopper);
    follow_vector(explorer, edge_of, &vector);
    lx_vector_clear(&vector);
  }
  lx_factor_destroy(factor);
  lx_vector_destroy(explorer->allocator, &vector);
  return status;
}

lx_status lx_find_ambiguous(lx_arena *arena, const lx_reduced_lp *lp, const lx_vertex *vertex, lx_factor *factor,
                            lx_algebra algebra, const lx_allocator *allocator, uint8_t *marks) {
  lx_explorer explorer = {
      .arena = arena,
      .allocator = allocator,
      .lp = lp,
      .vertex = vertex,
      .factor = factor,
      .algebra = algebra,
      .marks = marks,
      .tolerance = lx_arena_take(arena, lp->levels, sizeof(double)),
      .edges = lx_arena_take(arena, (int64_t)lp->variables + 1, sizeof(lx_edge)),
      .rows = lx_arena_take(arena, lp->total, sizeof(int32_t)),
      .row_of = lx_arena_take(arena, lp->total, sizeof(int32_t)),
      .is_strict = lx_arena_take_zeroed(arena, lp->total, sizeof(uint8_t)),
      .direction = {.size = lp->variables,
                    .index = lx_arena_take(arena, lp->variables, sizeof(int32_t)),
                    .value = lx_arena_take_zeroed(arena, lp->variables, sizeof(double))},
      .change = lx_arena_take_zeroed(arena, lp->total, sizeof(double)),
      .size = lx_arena_take_zeroed(arena, lp->total, sizeof(double)),
  };
  if (explorer.tolerance == NULL || explorer.edges == NULL || explorer.rows == NULL || explorer.row_of == NULL || explorer.is_strict == NULL ||
      explorer.direction.index == NULL || explorer.direction.value == NULL || explorer.change == NULL ||
      explorer.size == NULL)
    return LX_ERROR_MEMORY;
  measure_slopes(&explorer);
  lx_status status = collect_edges(&explorer);
  if (status == LX_OK && explorer.is_blocked) {
    drop_lone_edges(&explorer);
    status = find_strict(&explorer);
    if (status == LX_OK)
      status = follow_null_space(&explorer);
  }
  lx_release(allocator, explorer.changes);
  return status;
}
