/* dual_flip.c: long steps of the dual simplex.
 *
 * A row that is on its wrong side is met at the least cost where what gives way for it is the tight row whose slopes vanish first. Often that is a
 * wish or a bound of one variable, and the variable has more of them: a rate that gives way from what it wishes comes to nothing, a view that shrinks to
 * its minimum. If the row is still on its wrong side there, the variable may as well be there at once: the next row of the variable is tight
 * instead, at the same position, with the same multiplier, which needs no solve, and what gives way next is looked for. So one pivot does what
 * otherwise takes one for each of these rows, and often one more that takes it back.
 *
 * Those that may give way wait in a heap, by the first of their slopes that is not zero. Of rows that give way at once those with the largest entries
 * go first: that takes the fewest, and the others stay.
 *
 * References: R. Fourer, Notes on the dual simplex method (1994); I. Maros, A generalized dual phase-2 simplex algorithm (European Journal of
 * Operational Research 149, 2003), where variables go from one bound to the other. */
#include <math.h>

#include "base/heap.h"
#include "simplex/work.h"

static inline int comes_first(const lx_leaving *a, const lx_leaving *b) {
  if (a->level != b->level)
    return a->level > b->level;
  if (a->ratio != b->ratio)
    return a->ratio < b->ratio;
  return a->entry != b->entry ? a->entry > b->entry : a->position < b->position;
}

LX_DEFINE_HEAP(leaving, lx_leaving, comes_first)

static int8_t direction_of(const lx_work *work, int8_t side, int32_t position) {
  return side * work->entering.value[position] > 0 ? 1 : -1;
}

/* When a tight row gives way: for how much of `row`, at the first level whose slope is not zero. */
static lx_leaving leaving_of(const lx_work *work, int8_t side, int32_t position) {
  const int8_t direction = direction_of(work, side, position);
  const double entry = fabs(work->entering.value[position]);
  for (int32_t level = 0; level < work->lp->levels; level++) {
    const double slope = lx_slope_at(work, position, direction, level);
    if (slope > work->tolerance[level])
      return (lx_leaving){slope / entry, entry, level, position};
  }
  return (lx_leaving){0, entry, work->lp->levels, position};
}

/* The only coefficient of a row and its column; 0 where there are several. */
static double only_coefficient(const lx_reduced_lp *lp, int32_t row, int32_t *column_out) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  *column_out = entries.count == 1 ? entries.columns[0] : -1;
  return entries.count == 1 ? entries.values[0] : 0;
}

/* The row of the same variable that a tight row comes to next in a direction, and how far that is; -1 where there is none, or its coefficient is
 * another. */
static int32_t next_of(const lx_work *work, int32_t position, int8_t direction, double *way_out) {
  const lx_reduced_lp *lp = work->lp;
  const lx_vertex *vertex = work->vertex;
  const double moved = fabs(work->direction.value[position]);
  int32_t column, other, next = -1;
  double nearest = INFINITY;
  const double own = only_coefficient(lp, vertex->basis[position], &column);
  if (column < 0)
    return -1;
  for (int32_t e = lp->column_starts[column]; e <= lp->column_starts[column + 1]; e++) {
    const int32_t row = e < lp->column_starts[column + 1] ? lp->column_rows[e] : lp->rows + column;
    const double ratio = only_coefficient(lp, row, &other) / own;
    if (other != column || vertex->position[row] >= 0 || work->banned[row] || (lp->above[row] < 0 && lp->below[row] < 0))
      continue;
    const int8_t towards = (int8_t)(ratio > 0 ? direction : -direction);
    const double way = -towards * vertex->distance[row] / fabs(ratio) - moved;
    if (vertex->side[row] != -towards || way < 0 || way >= nearest)
      continue;
    nearest = way;
    next = ratio == 1 ? row : -1;
  }
  *way_out = nearest;
  return next;
}

/* Puts a row in the place of a tight one that is no other but for its constant. */
static void flip(lx_work *work, int32_t position, int8_t direction, int32_t row, double way) {
  const lx_reduced_lp *lp = work->lp;
  lx_vertex *vertex = work->vertex;
  lx_vector *moved = &work->direction;
  const int32_t leaving = vertex->basis[position];
  const int32_t joins = direction > 0 ? lp->above[leaving] : lp->below[leaving];
  const int32_t leaves = vertex->side[row] > 0 ? lp->above[row] : lp->below[row];
  double *duals = vertex->duals + position;
  if (joins >= 0)
    duals[(int64_t)joins * lp->variables] += direction * lp->weight[leaving];
  if (leaves >= 0)
    duals[(int64_t)leaves * lp->variables] -= vertex->side[row] * lp->weight[row];
  vertex->position[leaving] = -1;
  vertex->side[leaving] = direction;
  vertex->distance[leaving] = -moved->value[position]; /* the whole move comes to it, but it has been tight since this part of it */
  vertex->position[row] = position;
  vertex->distance[row] = 0;
  vertex->basis[position] = row;
  if (work->steepness != NULL)
    work->steepness[leaving] = work->steepness[row];
  if (moved->value[position] == 0 && way > 0)
    moved->index[moved->count++] = position;
  moved->value[position] += direction * way;
}

/* A run for one row. */
typedef struct {
  lx_work *work;
  int8_t side;
  double rest;   /* how far the row is on its wrong side */
  int32_t flips; /* so far */
} flip_run;

/* Lets the tight row at a position go for the next of its variable, if there is one and that is not too far. Returns whether it has. */
static int try_flip(flip_run *f, int32_t position) {
  lx_work *work = f->work;
  const int8_t direction = direction_of(work, f->side, position);
  double way;
  const int32_t next = next_of(work, position, direction, &way);
  const double part = next >= 0 ? way * fabs(work->entering.value[position]) : INFINITY;
  if (part >= f->rest)
    return 0;
  flip(work, position, direction, next, way);
  f->rest -= part;
  f->flips++;
  return 1;
}

/* Takes what gives way first off the heap, with what may give way at once; these are left after its end, and listed as candidates. Returns how many. */
static int32_t take_first(lx_work *work, int32_t *heap_count) {
  lx_leaving *heap = work->leaving;
  double reach = INFINITY;
  int32_t count = 0, level = -1;
  while (*heap_count > 0 && (count == 0 || (heap[0].level == level && heap[0].ratio <= reach))) {
    const lx_leaving top = leaving_pop(heap, heap_count);
    heap[*heap_count] = top;
    work->candidates[count++] = top.position;
    level = top.level;
    const double tolerance = level < work->lp->levels ? work->tolerance[level] : 0;
    reach = fmin(reach, top.ratio + tolerance / fabs(work->entering.value[top.position]));
  }
  return count;
}

/* Lets candidates go for the next rows of their variables, that which was chosen first, until one may not: that is what gives way then. Returns whether
 * all have gone. */
static int flip_all(flip_run *f, int32_t count, lx_candidate *candidate) {
  const int32_t *candidates = f->work->candidates;
  const int32_t first = candidate->position;
  if (!try_flip(f, first))
    return 0;
  for (int32_t k = 0; k < count; k++) {
    if (candidates[k] == first || try_flip(f, candidates[k]))
      continue;
    *candidate = (lx_candidate){.position = candidates[k], .direction = direction_of(f->work, f->side, candidates[k])};
    return 0;
  }
  return 1;
}

/* The vertex after the rows at some positions have moved. */
static void move(lx_work *work) {
  lx_vertex *vertex = work->vertex;
  lx_follow_rows(work);
  for (int32_t k = 0; k < work->direction.count; k++)
    vertex->x[work->direction.index[k]] += work->direction.value[work->direction.index[k]];
  for (int32_t k = 0; k < work->touched_count; k++)
    vertex->distance[work->touched[k]] += work->change[work->touched[k]];
}

lx_status lx_flip_bounds(lx_work *work, int32_t row, int8_t side, const double *most, int how, lx_candidate *candidate, int32_t *flips_out) {
  flip_run f = {work, side, fabs(work->vertex->distance[row]) - work->touch[row], 0};
  *flips_out = 0;
  if (work->leaving == NULL)
    work->leaving = lx_arena_take(work->arena, work->lp->variables, sizeof *work->leaving);
  if (work->leaving == NULL)
    return LX_ERROR_MEMORY;
  if (candidate->position < 0 || !try_flip(&f, candidate->position))
    return LX_OK;
  int32_t heap_count = lx_list_leaving(work, how), count, ties;
  for (int32_t k = 0; k < heap_count; k++)
    work->leaving[k] = leaving_of(work, side, work->candidates[k]);
  leaving_make(work->leaving, heap_count);
  do {
    int is_tie;
    count = ties = take_first(work, &heap_count);
    *candidate = lx_choose_among(work, side, most, how, &ties, &is_tie);
    if (candidate->position < 0 || !flip_all(&f, ties, candidate))
      break;
    while (count-- > 0)
      leaving_push(work->leaving, &heap_count, leaving_of(work, side, work->leaving[heap_count].position));
  } while (heap_count > 0);
  move(work);
  *flips_out = f.flips;
  return LX_OK;
}
