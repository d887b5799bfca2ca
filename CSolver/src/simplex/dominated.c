/* dominated.c: variables that go where they are wished, whatever the others do.
 *
 * A variable that no row of several variables keeps from going down goes down as far as rows of it alone let it: to the least of the values
 * that these like best. Going further must cost more there than rows of several variables could gain by it. Then it may be taken as fixed, and
 * what is left of its rows may do the same for others: boxes that are packed to one side come to lie as the longest way to each says.
 * (Dominated columns: E. D. Andersen and K. D. Andersen, Presolving in linear programming, Mathematical Programming 71, 1995.)
 *
 * The rows that stop such variables go first into the first basis, of which they make a triangle. Nothing depends on their being right. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simplex/work.h"

/* Variables from which on it is tried, and how often it may go through all entries. */
#define LEAST_VARIABLES 64
#define MOST_PASSES 8

/* Where a row of one variable costs more from on. `slope` is what it adds per point, on either side. */
typedef struct {
  double point;
  double slope;
  int32_t row;
  int32_t below; /* levels, or -1, in the direction that is looked at: before the point … */
  int32_t above; /* … and after it */
} lx_kink;

typedef struct {
  lx_work *work;
  int32_t *open;      /* rows: how many of its variables are not fixed … */
  double *fixed_sum;  /* … and what the others add up to */
  int32_t *held_down; /* variables: open rows of several variables that could cost more if it went down … */
  int32_t *held_up;   /* … or up */
  uint8_t *is_fixed;  /* variables */
  uint8_t *is_queued; /* variables */
  int32_t *queue;     /* variables: a ring */
  int32_t first;
  int32_t count;
  double *slopes; /* levels: of rows of one variable */
  double *pull;   /* levels: what rows of several variables gain per point, at most */
  lx_kink *kinks; /* of one variable */
  int64_t effort;
} lx_search;

static int by_point(const void *a, const void *b) {
  const double one = ((const lx_kink *)a)->point, other = ((const lx_kink *)b)->point;
  return (one > other) - (one < other);
}

/* The first level at which slopes are not zero; -1: none. */
static int32_t deciding_level(const lx_reduced_lp *lp, const double *slopes) {
  for (int32_t level = 0; level < lp->levels; level++)
    if (fabs(slopes[level]) > lp->slope_tolerance[level])
      return level;
  return -1;
}

static int is_downhill(const lx_reduced_lp *lp, const double *slopes) {
  const int32_t level = deciding_level(lp, slopes);
  return level >= 0 && slopes[level] < 0;
}

static void pass(double *slopes, const lx_kink *kink, double sign) {
  if (kink->below >= 0)
    slopes[kink->below] += sign * kink->slope;
  if (kink->above >= 0)
    slopes[kink->above] += sign * kink->slope;
}

/* Lists the kinks of a variable, measured against `direction`, in which it is to go: by rows of it alone. Fills `slopes`, as they are beyond all
 * kinks in that direction, and `pull`. */
static int32_t list_kinks(lx_search *search, int32_t column, int direction) {
  const lx_reduced_lp *lp = search->work->lp;
  const int32_t start = lp->column_starts[column], end = lp->column_starts[column + 1];
  int32_t count = 0;
  memset(search->slopes, 0, sizeof *search->slopes * (size_t)lp->levels);
  memset(search->pull, 0, sizeof *search->pull * (size_t)lp->levels);
  search->effort += end - start + 1;
  for (int32_t e = start; e <= end; e++) {
    const int32_t row = e < end ? lp->column_rows[e] : lp->rows + column;
    const double value = (e < end ? lp->column_values[e] : 1) * -direction, slope = fabs(value) * lp->weight[row];
    const double fixed = e < end ? search->fixed_sum[row] : 0;
    const int32_t below = value > 0 ? lp->below[row] : lp->above[row], above = value > 0 ? lp->above[row] : lp->below[row];
    if (e < end && search->open[row] > 1) {
      if (above >= 0)
        search->pull[above] += slope;
    } else if (below >= 0 || above >= 0) {
      search->kinks[count++] = (lx_kink){(lp->constant[row] - fixed) / value, slope, row, below, above};
      if (below >= 0)
        search->slopes[below] -= slope;
    }
  }
  return count;
}

/* Whether going beyond the kinks at hand, before which `slopes` are, costs more than rows of several variables could gain. A binding row is not
 * broken for anything. */
static int stops(lx_search *search) {
  const lx_reduced_lp *lp = search->work->lp;
  if (deciding_level(lp, search->slopes) < lp->binding_levels)
    return 1;
  for (int32_t level = 0; level < lp->levels; level++)
    search->pull[level] += search->slopes[level];
  const int32_t level = deciding_level(lp, search->pull);
  return level < 0 || search->pull[level] < 0;
}

/* The row that stops a variable which goes in a direction, -1 where none does; *value_out is where. */
static int32_t find_stop(lx_search *search, int32_t column, int direction, double *value_out) {
  const lx_reduced_lp *lp = search->work->lp;
  const int32_t count = list_kinks(search, column, direction);
  if (!is_downhill(lp, search->slopes))
    return -1;
  qsort(search->kinks, (size_t)count, sizeof *search->kinks, by_point);
  for (int32_t k = 0; k < count;) {
    const int32_t start = k;
    const lx_kink *best = &search->kinks[start];
    for (; k < count && search->kinks[k].point == search->kinks[start].point; k++) {
      const lx_kink *kink = &search->kinks[k];
      if (kink->below >= 0 && (best->below < 0 || kink->below < best->below))
        best = kink;
      pass(search->slopes, kink, 1);
    }
    if (is_downhill(lp, search->slopes))
      continue;
    for (int32_t i = start; i < k; i++)
      pass(search->slopes, &search->kinks[i], -1);
    *value_out = best->point * -direction;
    return stops(search) ? best->row : -1;
  }
  return -1;
}

static void enqueue(lx_search *search, int32_t column) {
  if (search->is_queued[column] || (search->held_down[column] > 0 && search->held_up[column] > 0))
    return;
  search->is_queued[column] = 1;
  search->queue[(search->first + search->count++) % search->work->lp->variables] = column;
}

static int32_t dequeue(lx_search *search) {
  const int32_t column = search->queue[search->first];
  search->first = (search->first + 1) % search->work->lp->variables;
  search->count--;
  search->is_queued[column] = 0;
  return column;
}

static void hold(lx_search *search, int32_t row, int32_t entry, int32_t by) {
  const lx_reduced_lp *lp = search->work->lp;
  const int32_t column = lp->columns[entry];
  const int is_positive = lp->values[entry] > 0;
  search->held_down[column] += (is_positive ? lp->below[row] : lp->above[row]) >= 0 ? by : 0;
  search->held_up[column] += (is_positive ? lp->above[row] : lp->below[row]) >= 0 ? by : 0;
}

/* A row that is one of one variable now. */
static void let_go(lx_search *search, int32_t row) {
  const lx_reduced_lp *lp = search->work->lp;
  search->effort += lp->starts[row + 1] - lp->starts[row];
  for (int32_t e = lp->starts[row]; e < lp->starts[row + 1]; e++) {
    if (search->is_fixed[lp->columns[e]])
      continue;
    hold(search, row, e, -1);
    enqueue(search, lp->columns[e]);
  }
}

static void fix(lx_search *search, int32_t column, int32_t row, double value) {
  const lx_reduced_lp *lp = search->work->lp;
  search->work->is_first[row] = 1;
  search->is_fixed[column] = 1;
  for (int32_t e = lp->column_starts[column]; e < lp->column_starts[column + 1]; e++) {
    const int32_t r = lp->column_rows[e];
    search->fixed_sum[r] += lp->column_values[e] * value;
    if (--search->open[r] == 1)
      let_go(search, r);
  }
}

static lx_status create_search(lx_work *work, lx_search *out) {
  const lx_reduced_lp *lp = work->lp;
  const int32_t n = lp->variables;
  lx_arena *arena = work->arena;
  int32_t longest = 0;
  for (int32_t j = 0; j < n; j++) {
    const int32_t length = lp->column_starts[j + 1] - lp->column_starts[j];
    longest = length > longest ? length : longest;
  }
  *out = (lx_search){
      .work = work,
      .open = lx_arena_take(arena, lp->rows, sizeof *out->open),
      .fixed_sum = lx_arena_take_zeroed(arena, lp->rows, sizeof *out->fixed_sum),
      .held_down = lx_arena_take_zeroed(arena, n, sizeof *out->held_down),
      .held_up = lx_arena_take_zeroed(arena, n, sizeof *out->held_up),
      .is_fixed = lx_arena_take_zeroed(arena, n, sizeof *out->is_fixed),
      .is_queued = lx_arena_take_zeroed(arena, n, sizeof *out->is_queued),
      .queue = lx_arena_take(arena, n, sizeof *out->queue),
      .slopes = lx_arena_take(arena, lp->levels, sizeof *out->slopes),
      .pull = lx_arena_take(arena, lp->levels, sizeof *out->pull),
      .kinks = lx_arena_take(arena, (int64_t)longest + 1, sizeof *out->kinks),
  };
  if (out->open == NULL || out->fixed_sum == NULL || out->held_down == NULL || out->held_up == NULL ||
      out->is_fixed == NULL || out->is_queued == NULL || out->queue == NULL || out->slopes == NULL ||
      out->pull == NULL || out->kinks == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t r = 0; r < lp->rows; r++) {
    out->open[r] = lp->starts[r + 1] - lp->starts[r];
    for (int32_t e = lp->starts[r]; e < lp->starts[r + 1] && out->open[r] > 1; e++)
      hold(out, r, e, 1);
  }
  for (int32_t j = 0; j < n; j++)
    enqueue(out, j);
  return LX_OK;
}

lx_status lx_fix_dominated(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  lx_search search;
  if (work->is_first != NULL || lp->variables < LEAST_VARIABLES || !lx_lp_is_cold(lp))
    return LX_OK;
  work->is_first = lx_arena_take_zeroed(work->arena, lp->total, sizeof *work->is_first);
  lx_status status = work->is_first == NULL ? LX_ERROR_MEMORY : create_search(work, &search);
  const int64_t limit = MOST_PASSES * ((int64_t)lp->starts[lp->rows] + lp->total);
  while (status == LX_OK && search.count > 0 && search.effort < limit) {
    const int32_t column = dequeue(&search);
    double value = 0;
    int32_t row = search.held_down[column] == 0 ? find_stop(&search, column, -1, &value) : -1;
    if (row < 0 && search.held_up[column] == 0)
      row = find_stop(&search, column, 1, &value);
    if (row >= 0)
      fix(&search, column, row, value);
  }
  return status;
}
