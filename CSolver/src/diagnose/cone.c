/* cone.c: the cone of directions along which a vertex stays optimal, where touching rows resist the first one tried.
 *
 * The cone is { d : rows that may not move are 0, rows that may move one way are >= 0 }, in the variables of the reduced
 * LP, as sparse as that. The span of a cone is the null space of its implicit equalities, the inequalities that no point
 * of the cone meets strictly (A. Schrijver, Theory of Linear and Integer Programming, section 8.2). As cones scale, one
 * linear program finds them all: at its optimum, "each inequality >= a number about 1, where possible" is met by every
 * row that can be strict, and the others have an error of exactly that number. The numbers are random, so that the
 * program is not degenerate, and the first direction tried is its first vertex: only what resisted has an error there.
 * What remains is a random vector of the null space: one more factorization.
 *
 * Equalities that depend on each other up to rounding may leave the simplex without an end. A factorization tells which of them are
 * independent, and the program may be one of inequalities alone, over the lengths of as many directions as span what the equalities
 * leave: where that has fewer entries, or the other way has led nowhere.
 *
 * Rows that the first direction does not change, and variables that it does not move or that signs fix, are constant over the cone and
 * left out. */
#include <math.h>
#include <string.h>

#include "diagnose/ambiguity_internal.h"
#include "simplex/simplex.h"

/* Largest order that is tried again with dense linear algebra. */
#define LX_CONE_RETRY 1024

/* Pivots for each variable, and for any program, after which another way is taken where there is one. Few programs take more than one
 * for each variable; one that goes on is degenerate beyond what a perturbation helps with. */
#define LX_CONE_PIVOTS 4
#define LX_CONE_LEAST_PIVOTS 1000

/* Entries that such a program may have. */
#define LX_CONE_MOST_ENTRIES (1 << 22)

/* A row of the cone. */
typedef struct {
  int32_t row;       /* of the reduced LP */
  int8_t sign;       /* of what must be >= 0; 0: must be 0 */
  uint8_t is_strict; /* of an inequality: not an implicit equality */
  double least;      /* what it should be at least: a number about 1 */
} lx_cone_row;

typedef struct {
  lx_explorer *explorer;
  int32_t *column_of; /* n: index among the variables that move, or -1 */
  int32_t *columns;   /* those variables */
  int32_t column_count;
  lx_cone_row *rows;
  int32_t row_count;
  int32_t inequality_count; /* of them */
  int32_t entry_count; /* of the rows, without the variables that do not move */
} lx_cone;

/* Lists the variables and rows of the cone. */
static lx_status collect(lx_explorer *explorer, lx_cone *cone) {
  const lx_reduced_lp *lp = explorer->lp;
  const lx_vertex *vertex = explorer->vertex;
  *cone = (lx_cone){
      .explorer = explorer,
      .column_of = lx_arena_take(explorer->arena, lp->variables, sizeof(int32_t)),
      .columns = lx_arena_take(explorer->arena, lp->variables, sizeof(int32_t)),
      .rows = lx_arena_take(explorer->arena, lp->total, sizeof(lx_cone_row)),
  };
  if (cone->column_of == NULL || cone->columns == NULL || cone->rows == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t j = 0; j < lp->variables; j++) {
    cone->column_of[j] = -1;
    if (explorer->direction.value[j] == 0)
      continue;
    cone->column_of[j] = cone->column_count;
    cone->columns[cone->column_count++] = j;
  }
  for (int32_t r = 0; r < lp->total; r++) {
    const uint8_t kind = explorer->kind[r];
    if (kind == LX_CONE_FREE && vertex->position[r] < 0)
      continue;
    int32_t unit, count = 0;
    const lx_entries entries = lx_lp_row(lp, r, &unit);
    for (int32_t e = 0; e < entries.count; e++)
      count += cone->column_of[entries.columns[e]] >= 0;
    if (count == 0)
      continue;
    cone->rows[cone->row_count++] = (lx_cone_row){
        .row = r,
        .sign = kind == LX_CONE_RISES ? 1 : kind == LX_CONE_FALLS ? -1 : 0,
        .is_strict = kind == LX_CONE_FREE,
        .least = vertex->position[r] >= 0 ? lx_random_length(explorer->seed, vertex->position[r])
                                          : lx_random_length(explorer->seed, lp->variables + r),
    };
    cone->inequality_count += cone->rows[cone->row_count - 1].sign != 0;
    cone->entry_count += count;
  }
  return LX_OK;
}

/* Appends the entries of a row, `sign` times, from `end` on; returns their end. */
static int32_t append(const lx_cone *cone, int32_t row, int8_t sign, int32_t end, int32_t *columns, double *values) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(cone->explorer->lp, row, &unit);
  for (int32_t e = 0; e < entries.count; e++) {
    const int32_t column = cone->column_of[entries.columns[e]];
    if (column < 0)
      continue;
    columns[end] = column;
    values[end++] = sign < 0 ? -entries.values[e] : entries.values[e];
  }
  return end;
}

/* The linear program: level 0 is the cone; at level 1, each inequality is to be as large as its number. It starts where
 * tight rows of the vertex are at theirs: row k of the program is that row of the cone at that number, and the others
 * are the inequalities at 0. */
static lx_status make_program(const lx_cone *cone, lx_reduced_lp *out) {
  const lx_explorer *explorer = cone->explorer;
  const lx_status status =
      lx_lp_create(explorer->arena, cone->row_count + cone->inequality_count, cone->column_count, 2 * cone->entry_count, 2, out);
  if (status != LX_OK)
    return status;
  int32_t end = 0, next = cone->row_count;
  out->starts[0] = 0;
  for (int32_t k = 0; k < cone->row_count; k++) {
    const lx_cone_row *row = &cone->rows[k];
    const int is_tight = explorer->vertex->position[row->row] >= 0;
    end = append(cone, row->row, row->sign, end, out->columns, out->values);
    out->starts[k + 1] = end;
    out->start[k] = is_tight ? LX_BASIS_TIGHT : LX_BASIS_UNKNOWN;
    if (row->sign != 0) {
      out->constant[k] = row->least;
      out->below[k] = 1;
    } else if (!row->is_strict) {
      out->above[k] = out->below[k] = 0;
    } else { /* a tight row that may move either way, which costs nothing: at the length tried */
      out->constant[k] = row->least;
    }
  }
  for (int32_t k = 0; k < cone->row_count; k++) {
    if (cone->rows[k].sign == 0)
      continue;
    end = append(cone, cone->rows[k].row, cone->rows[k].sign, end, out->columns, out->values);
    out->starts[next + 1] = end;
    out->below[next++] = 0;
  }
  out->binding_levels = 1;
  out->stopper = explorer->lp->stopper;
  lx_lp_finish(out);
  return LX_OK;
}

/* Solves the linear program; with an algebra that finds no optimum *solved_out is 0. */
static lx_status solve_program(const lx_cone *cone, const lx_reduced_lp *program, lx_algebra algebra, lx_vertex *vertex,
                               int *solved_out) {
  const lx_explorer *explorer = cone->explorer;
  lx_factor *factor = NULL;
  lx_statistics ignored = {0};
  lx_outcome outcome = LX_UNSOLVED;
  const int64_t limit =
      explorer->is_last ? 0 : LX_CONE_LEAST_PIVOTS + LX_CONE_PIVOTS * (int64_t)program->variables;
  lx_status status = lx_vertex_create(explorer->arena, program, vertex);
  if (status == LX_OK)
    status = lx_factor_create(explorer->allocator, algebra, program->variables, &factor);
  if (status == LX_OK)
    status = lx_simplex_solve(explorer->arena, program, factor, limit, vertex, &ignored, &outcome);
  lx_factor_destroy(factor);
  *solved_out = outcome == LX_OPTIMAL;
  return status;
}

/* Solves it with the algebra of the vertex and, where that finds no optimum, with the other. */
static lx_status solve_with_either(const lx_cone *cone, const lx_reduced_lp *program, lx_vertex *vertex, int *solved_out) {
  const lx_algebra own = cone->explorer->algebra;
  const lx_algebra other = own == LX_ALGEBRA_DENSE ? LX_ALGEBRA_SPARSE : LX_ALGEBRA_DENSE;
  lx_status status = solve_program(cone, program, own, vertex, solved_out);
  if (status == LX_OK && !*solved_out && (other == LX_ALGEBRA_SPARSE || program->variables <= LX_CONE_RETRY))
    status = solve_program(cone, program, other, vertex, solved_out);
  return status;
}

/* Finds the implicit equalities, and a direction that meets all other inequalities strictly. */
static lx_status find_strict(lx_cone *cone, int *solved_out) {
  lx_reduced_lp program;
  lx_vertex vertex;
  lx_status status = make_program(cone, &program);
  if (status == LX_OK)
    status = solve_with_either(cone, &program, &vertex, solved_out);
  if (status != LX_OK || !*solved_out)
    return status;
  for (int32_t k = 0; k < cone->row_count; k++)
    if (cone->rows[k].sign != 0)
      cone->rows[k].is_strict = lx_lp_activity(&program, k, vertex.x) > cone->rows[k].least / 2;
  for (int32_t c = 0; c < cone->column_count; c++)
    cone->explorer->cone->inside[cone->columns[c]] = vertex.x[c];
  return LX_OK;
}

/* The null space of rows that must be 0: with as many of these as are independent, and unit rows for the rest, as a square
 * matrix, it is spanned by the columns of its inverse at the unit rows. */
typedef struct {
  lx_factor *factor;
  int32_t *positions; /* of the unit rows */
  int32_t count;
  lx_vector vector; /* empty between uses */
} lx_null_space;

/* Opens the null space of all rows that are not strict, or of those that are no inequalities. To be closed in any case. */
static lx_status open_null_space(lx_cone *cone, int has_inequalities, lx_null_space *out) {
  const lx_explorer *explorer = cone->explorer;
  lx_arena *arena = explorer->arena;
  const int32_t n = cone->column_count;
  int32_t *starts = lx_arena_take(arena, (int64_t)cone->row_count + 1, sizeof *starts);
  int32_t *columns = lx_arena_take(arena, cone->entry_count, sizeof *columns);
  double *values = lx_arena_take(arena, cone->entry_count, sizeof *values);
  int32_t *candidates = lx_arena_take(arena, (int64_t)cone->row_count + n, sizeof *candidates);
  int32_t *basis = lx_arena_take(arena, n, sizeof *basis);
  *out = (lx_null_space){.positions = lx_arena_take(arena, n, sizeof *out->positions)};
  if (starts == NULL || columns == NULL || values == NULL || candidates == NULL || basis == NULL || out->positions == NULL)
    return LX_ERROR_MEMORY;
  int32_t rows = 0, end = 0;
  starts[0] = 0;
  for (int32_t k = 0; k < cone->row_count; k++) {
    if (cone->rows[k].is_strict || (cone->rows[k].sign != 0 && !has_inequalities))
      continue;
    end = append(cone, cone->rows[k].row, 1, end, columns, values);
    starts[++rows] = end;
  }
  for (int32_t k = 0; k < rows + n; k++)
    candidates[k] = k;
  const int32_t tiers[3] = {0, rows, rows + n}, first = rows == 0;
  const lx_matrix matrix = {rows, n, starts, columns, values};
  lx_status status = lx_vector_create(explorer->allocator, n, &out->vector);
  if (status == LX_OK)
    status = lx_factor_create(explorer->allocator, explorer->algebra, n, &out->factor);
  if (status == LX_OK) {
    lx_factor_set_stopper(out->factor, explorer->lp->stopper);
    status = lx_factor_build(out->factor, &matrix, 2 - first, tiers + first, candidates, basis);
  }
  for (int32_t p = 0; p < n && status == LX_OK; p++)
    if (basis[p] >= rows)
      out->positions[out->count++] = p;
  return status;
}

static void close_null_space(const lx_cone *cone, lx_null_space *space) {
  lx_factor_destroy(space->factor);
  lx_vector_destroy(cone->explorer->allocator, &space->vector);
}

/* The vector of a null space with these lengths, or random ones where they are NULL, by the variables of the reduced LP. */
static void write_direction(const lx_cone *cone, lx_null_space *space, const double *lengths, double *out) {
  lx_vector *vector = &space->vector;
  for (int32_t k = 0; k < space->count; k++) {
    const int32_t p = space->positions[k];
    vector->value[p] = lengths != NULL ? lengths[k] : lx_random_length(cone->explorer->seed, p);
    if (vector->value[p] != 0)
      vector->index[vector->count++] = p;
  }
  lx_factor_ftran(space->factor, vector);
  lx_drop_noise(vector);
  for (int32_t k = 0; k < vector->count; k++)
    out[cone->columns[vector->index[k]]] = vector->value[vector->index[k]];
  lx_vector_clear(vector);
}

/* The linear program over the lengths of a null space: rows k and count + k are inequality k at level 1 and at 0. `rates` is by
 * inequality, then by length. */
static lx_status make_reduced_program(const lx_cone *cone, const lx_null_space *space, const double *rates, lx_reduced_lp *out) {
  int32_t entries = 0, end = 0, row = 0;
  for (int64_t e = 0; e < (int64_t)cone->inequality_count * space->count; e++)
    entries += rates[e] != 0;
  const lx_status status = lx_lp_create(cone->explorer->arena, 2 * cone->inequality_count, space->count, 2 * entries, 2, out);
  if (status != LX_OK)
    return status;
  out->starts[0] = 0;
  for (int32_t level = 1; level >= 0; level--)
    for (int32_t k = 0, inequality = 0; k < cone->row_count; k++) {
      if (cone->rows[k].sign == 0)
        continue;
      const double *rate = rates + (int64_t)inequality++ * space->count;
      for (int32_t c = 0; c < space->count; c++)
        if (rate[c] != 0) {
          out->columns[end] = c;
          out->values[end++] = rate[c];
        }
      out->below[row] = level;
      out->constant[row] = level * cone->rows[k].least;
      out->starts[++row] = end;
    }
  out->binding_levels = 1;
  out->stopper = cone->explorer->lp->stopper;
  lx_lp_finish(out);
  return LX_OK;
}

/* How much each direction of a null space changes each inequality. */
static double *find_rates(const lx_cone *cone, lx_null_space *space) {
  const lx_explorer *explorer = cone->explorer;
  double *rates = lx_arena_take_zeroed(explorer->arena, (int64_t)cone->inequality_count * space->count, sizeof *rates);
  double *direction = lx_arena_take_zeroed(explorer->arena, explorer->lp->variables, sizeof *direction);
  double *lengths = lx_arena_take_zeroed(explorer->arena, space->count, sizeof *lengths);
  if (rates == NULL || direction == NULL || lengths == NULL)
    return NULL;
  for (int32_t c = 0; c < space->count; c++) {
    lengths[c] = 1;
    memset(direction, 0, sizeof *direction * (size_t)explorer->lp->variables);
    write_direction(cone, space, lengths, direction);
    lengths[c] = 0;
    for (int32_t k = 0, inequality = 0; k < cone->row_count; k++)
      if (cone->rows[k].sign != 0)
        rates[(int64_t)inequality++ * space->count + c] =
            cone->rows[k].sign * lx_row_change(explorer->lp, cone->rows[k].row, direction);
  }
  return rates;
}

/* The same as find_strict, in the null space of the equalities. */
static lx_status find_strict_reduced(lx_cone *cone, lx_null_space *space, int *solved_out) {
  lx_reduced_lp program;
  lx_vertex vertex;
  const double *rates = find_rates(cone, space);
  lx_status status = rates == NULL ? LX_ERROR_MEMORY : make_reduced_program(cone, space, rates, &program);
  if (status == LX_OK)
    status = solve_with_either(cone, &program, &vertex, solved_out);
  if (status != LX_OK || !*solved_out)
    return status;
  for (int32_t k = 0, inequality = 0; k < cone->row_count; k++)
    if (cone->rows[k].sign != 0)
      cone->rows[k].is_strict = lx_lp_activity(&program, inequality++, vertex.x) > cone->rows[k].least / 2;
  write_direction(cone, space, vertex.x, cone->explorer->cone->inside);
  return LX_OK;
}

/* The way that has fewer entries first. */
static lx_status find_strict_either_way(lx_cone *cone) {
  lx_null_space space;
  lx_status status = open_null_space(cone, 0, &space);
  const int64_t entries = (int64_t)cone->inequality_count * space.count;
  const int is_small = status == LX_OK && entries <= cone->entry_count;
  int solved = status == LX_OK && space.count == 0; /* nothing moves: no inequality is strict */
  if (is_small && !solved)
    status = find_strict_reduced(cone, &space, &solved);
  if (status == LX_OK && !solved)
    status = find_strict(cone, &solved);
  if (status == LX_OK && !solved && !is_small && entries <= LX_CONE_MOST_ENTRIES)
    status = find_strict_reduced(cone, &space, &solved);
  close_null_space(cone, &space);
  return status == LX_OK && !solved ? LX_ERROR_UNSOLVED : status;
}

/* A random vector of the null space of what must be 0. */
static lx_status draw_spread(lx_cone *cone) {
  lx_null_space space;
  const lx_status status = open_null_space(cone, 1, &space);
  if (status == LX_OK)
    write_direction(cone, &space, NULL, cone->explorer->cone->spread);
  close_null_space(cone, &space);
  return status;
}

lx_status lx_explore_cone(lx_explorer *explorer) {
  lx_cone cone;
  lx_status status = collect(explorer, &cone);
  if (status == LX_OK)
    status = find_strict_either_way(&cone);
  return status == LX_OK ? draw_spread(&cone) : status;
}
