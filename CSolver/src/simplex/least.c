/* least.c: the least point of what asks variables to be no less than others make them, for a slack start.
 *
 * A row may ask one variable to be no less than a constant and others, each times something positive: what comes after something, holds it, or lies above
 * it. The points that meet all such rows have a least one, in all variables at once, as the lesser of two points in each variable meets them, too. Where
 * nothing costs but being more it is an optimum, and a row for each variable that is not nothing is tight there. The dual simplex would come to that
 * basis as well, but row by row, and each that others move would be met again and again. So it starts there.
 *
 * It is found from nothing, by raising variables, each after those that its rows mention where these are in no circle.
 *
 * Reference: R. W. Cottle and A. F. Veinott, Polyhedral sets having a least element (Mathematical Programming 3, 1972). */
#include <math.h>

#include "simplex/work.h"

/* Times that all are raised at most: where more are needed, as where rows go round in a circle that grows, nothing is the start. */
#define MOST_ROUNDS 16

typedef struct {
  const lx_reduced_lp *lp;
  int32_t *raises; /* rows: the variable that it asks to be more; -1: none or several */
  int32_t *order;  /* variables */
  int32_t *waits;  /* variables: entries of rows that raise it whose variables are not in `order` yet */
  double *x;       /* variables */
  int32_t *raised; /* variables: the row that is tight; -1: none */
} lx_least;

/* Whether a row that is required is one that costs below its constant (1) or above it (-1); 0: neither, or both. */
static int direction_of(const lx_reduced_lp *lp, int32_t row) {
  const int32_t above = lp->above[row], below = lp->below[row];
  if ((above < 0) == (below < 0) || (above < 0 ? below : above) >= lp->binding_levels)
    return 0;
  return above < 0 ? 1 : -1;
}

static int32_t raised_by(const lx_reduced_lp *lp, int32_t row) {
  const int direction = direction_of(lp, row);
  int32_t column = -1;
  if (direction == 0)
    return -1;
  for (int32_t e = lp->starts[row]; e < lp->starts[row + 1]; e++) {
    if (direction * lp->values[e] <= 0)
      continue;
    if (column >= 0)
      return -1;
    column = lp->columns[e];
  }
  return column;
}

/* Puts the variables in an order in which each comes after those that its rows mention, as far as that can be. */
static void put_in_order(lx_least *least) {
  const lx_reduced_lp *lp = least->lp;
  int32_t count = 0, done = 0;
  for (int32_t r = 0; r < lp->rows; r++)
    if (least->raises[r] >= 0)
      least->waits[least->raises[r]] += lp->starts[r + 1] - lp->starts[r] - 1;
  for (int32_t next = 0; next < lp->variables; next++) {
    if (least->waits[next] >= 0 && (least->waits[next] == 0 || done == count)) {
      least->order[count++] = next;
      least->waits[next] = -1;
    }
    for (; done < count; done++) {
      const int32_t j = least->order[done];
      for (int32_t e = lp->column_starts[j]; e < lp->column_starts[j + 1]; e++) {
        const int32_t other = least->raises[lp->column_rows[e]];
        if (other >= 0 && other != j && least->waits[other] > 0 && --least->waits[other] == 0) {
          least->order[count++] = other;
          least->waits[other] = -1;
        }
      }
    }
  }
}

/* What a row asks of the variable that it raises. */
static double asked(const lx_least *least, int32_t row) {
  const lx_reduced_lp *lp = least->lp;
  double sum = lp->constant[row], factor = 1;
  for (int32_t e = lp->starts[row]; e < lp->starts[row + 1]; e++) {
    if (lp->columns[e] == least->raises[row])
      factor = lp->values[e];
    else
      sum -= lp->values[e] * least->x[lp->columns[e]];
  }
  return sum / factor;
}

/* Raises each variable to what its rows ask. Returns whether any was. */
static int raise_all(lx_least *least) {
  const lx_reduced_lp *lp = least->lp;
  int any = 0;
  for (int32_t k = 0; k < lp->variables; k++) {
    const int32_t j = least->order[k];
    for (int32_t e = lp->column_starts[j]; e < lp->column_starts[j + 1]; e++) {
      const int32_t row = lp->column_rows[e];
      if (least->raises[row] != j)
        continue;
      const double value = asked(least, row);
      if (value <= least->x[j] + LX_TOL_TOUCH * lx_lp_point(lp, row) / fabs(lp->column_values[e]) + LX_TOL_TOUCH_RELATIVE * fabs(value))
        continue;
      least->x[j] = value;
      least->raised[j] = row;
      any = 1;
    }
  }
  return any;
}

static lx_status create_least(const lx_work *work, lx_least *out) {
  const lx_reduced_lp *lp = work->lp;
  *out = (lx_least){
      .lp = lp,
      .raises = lx_arena_take(work->arena, lp->rows, sizeof *out->raises),
      .order = lx_arena_take(work->arena, lp->variables, sizeof *out->order),
      .waits = lx_arena_take_zeroed(work->arena, lp->variables, sizeof *out->waits),
      .x = lx_arena_take_zeroed(work->arena, lp->variables, sizeof *out->x),
      .raised = lx_arena_take(work->arena, lp->variables, sizeof *out->raised),
  };
  if (out->raises == NULL || out->order == NULL || out->waits == NULL || out->x == NULL || out->raised == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t r = 0; r < lp->rows; r++)
    out->raises[r] = raised_by(lp, r);
  for (int32_t j = 0; j < lp->variables; j++)
    out->raised[j] = -1;
  return LX_OK;
}

/* The side of a row that is wished and is no less than it is there wherever what is required is met, as all its variables are at their least: 0 where it may
 * be. */
static int8_t settled_side(const lx_least *least, int32_t row) {
  const lx_reduced_lp *lp = least->lp;
  double distance = -lp->constant[row];
  int any_up = 0, any_down = 0;
  for (int32_t e = lp->starts[row]; e < lp->starts[row + 1]; e++) {
    distance += lp->values[e] * least->x[lp->columns[e]];
    any_up |= lp->values[e] > 0;
    any_down |= lp->values[e] < 0;
  }
  const int32_t level = distance > 0 ? lp->above[row] : lp->below[row];
  if (level < lp->binding_levels || (distance > 0 ? any_down : any_up) || fabs(distance) <= lx_lp_touch(lp, row, least->x))
    return 0;
  return distance > 0 ? 1 : -1;
}

lx_status lx_find_least(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  lx_least least;
  if (work->is_least != NULL)
    return LX_OK;
  work->is_least = lx_arena_take_zeroed(work->arena, lp->total, sizeof *work->is_least);
  work->settled = lx_arena_take_zeroed(work->arena, lp->total, sizeof *work->settled);
  const lx_status status = work->is_least == NULL || work->settled == NULL ? LX_ERROR_MEMORY : create_least(work, &least);
  if (status != LX_OK)
    return status;
  put_in_order(&least);
  int goes_on = 1;
  for (int round = 0; round < MOST_ROUNDS && goes_on; round++)
    goes_on = raise_all(&least);
  for (int32_t j = 0; j < lp->variables; j++) {
    const int is_raised = least.raised[j] >= 0 && !goes_on;
    work->is_least[is_raised ? least.raised[j] : lp->rows + j] = 1;
    work->least_met += is_raised;
  }
  for (int32_t r = 0; r < lp->rows && !goes_on; r++) {
    work->settled[r] = settled_side(&least, r);
    work->least_met += work->settled[r] != 0;
  }
  return LX_OK;
}
