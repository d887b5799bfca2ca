/* least.c: the least point of what asks variables to be no less than others make them, for a slack start.
 *
 * A row may ask one variable to be no less than a constant and others, each times something positive: what comes after something, holds it, or lies above
 * it. The points that meet all such rows have a least one, in all variables at once, as the lesser of two points in each variable meets them, too. Where
 * nothing costs but being more it is an optimum, and a row for each variable that is not nothing is tight there. The dual simplex would come to that
 * basis as well, but row by row, and each that others move would be met again and again. So it starts there. A few variables may have no sign (slack.c);
 * these are taken as if they had one.
 *
 * The rows are those that are required, and wishes of several variables at levels before the first that wants less of any: these are met in every optimum
 * that the rest allows, or else the dual simplex gives them up.
 *
 * A row may ask something of several variables together, as where a gap may be squeezed, or a task made shorter, at a price. Where only one of them has no
 * price, and nothing that must hold limits it, that is the one which it raises, and the others stay at nothing: their prices come before those of all that
 * is raised.
 *
 * The point is found from nothing, by raising variables, each after those that its rows mention where these are in no circle.
 *
 * Reference: R. W. Cottle and A. F. Veinott, Polyhedral sets having a least element (Mathematical Programming 3, 1972). */
#include <math.h>

#include "simplex/work.h"

/* Times that all are raised at most, and how far, in the largest constant: where more is needed, as where rows go round in a circle that grows, nothing
 * is the start. */
#define MOST_ROUNDS 16
#define MOST_RAISED 1e6

/* Entries of a row at most that asks something of variables with prices, too: where it has many, as a cover has, any of them may be what is more. */
#define MOST_SHARED 4

typedef struct {
  const lx_reduced_lp *lp;
  int32_t levels;  /* the first ones, of which none wants less of a variable, unless it is required */
  int32_t *price;  /* variables: the first level at which it costs something to be more than nothing; `levels` of the LP: none */
  uint8_t *is_limited; /* variables: a row that must hold wants less of it, and raises none */
  int32_t before;  /* prices of all that is raised are at this level, or at levels after it */
  int is_shared;   /* a row asks something of a variable with a price, too */
  int32_t *raises; /* rows: the variable that it asks to be more; -1: none or several */
  int32_t *order;  /* variables … */
  int32_t count;   /* … so many so far */
  int32_t *waits;  /* variables: entries of rows that raise it whose variables are not in `order` yet; -1: it is there itself */
  double *x;       /* variables */
  int32_t *raised; /* variables: the row that is tight; -1: none */
} lx_least;

/* The sign of all coefficients of a row; 0: there are both, or none. */
static int sign_of(const lx_reduced_lp *lp, int32_t row) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  int any_up = 0, any_down = 0;
  for (int32_t e = 0; e < entries.count; e++) {
    any_up |= entries.values[e] > 0;
    any_down |= entries.values[e] < 0;
  }
  return any_up - any_down;
}

/* The level at which a row of that sign wants less of each of its variables; -1: none. */
static int32_t lowering_level(const lx_reduced_lp *lp, int32_t row, int sign) {
  return sign == 0 ? -1 : sign > 0 ? lp->above[row] : lp->below[row];
}

/* The level of what a row takes for its variables from nothing on; -1: it is of another kind. */
static int32_t price_level(const lx_reduced_lp *lp, int32_t row) {
  const int sign = sign_of(lp, row);
  const int32_t level = lowering_level(lp, row, sign);
  return level >= lp->binding_levels && sign * lp->constant[row] <= 0 ? level : -1;
}

static void find_prices(lx_least *least) {
  const lx_reduced_lp *lp = least->lp;
  for (int32_t j = 0; j < lp->variables; j++) { /* its own may be one with the sign (slack.c) */
    const int32_t own = lp->above[lp->rows + j];
    least->price[j] = own >= lp->binding_levels ? own : lp->levels;
  }
  for (int32_t r = 0; r < lp->rows; r++) {
    const int32_t level = price_level(lp, r);
    for (int32_t e = lp->starts[r]; e < lp->starts[r + 1] && level >= 0; e++)
      if (level < least->price[lp->columns[e]])
        least->price[lp->columns[e]] = level;
  }
}

/* The first levels whose rows the least point may meet: those that are required, and others as long as no row of them wants less of its variables. */
static int32_t levels_to_meet(const lx_reduced_lp *lp) {
  int32_t levels = lp->levels;
  for (int32_t r = 0; r < lp->total; r++) {
    const int32_t level = lowering_level(lp, r, sign_of(lp, r));
    if (level >= lp->binding_levels && level < levels)
      levels = level;
  }
  return levels;
}

/* Whether a row that is to be met asks for more of what has positive coefficients in it (1) or negative ones (-1); 0: neither, or both. */
static int direction_of(const lx_least *least, int32_t row) {
  const lx_reduced_lp *lp = least->lp;
  const int32_t above = lp->above[row], below = lp->below[row];
  const int32_t levels = lx_lp_is_wide(lp, row) ? least->levels : lp->binding_levels;
  const int direction = above >= 0 && below >= 0 ? sign_of(lp, row) : below >= 0 ? 1 : above >= 0 ? -1 : 0;
  return direction != 0 && (direction > 0 ? below : above) < levels ? direction : 0;
}

/* The variable that a row raises: the only one of which it asks something. Those with prices at levels before `before` may stay at nothing. */
static int32_t raised_by(const lx_least *least, int32_t row, int32_t before, int *is_shared_out) {
  const lx_reduced_lp *lp = least->lp;
  const int direction = direction_of(least, row);
  int32_t column = -1, others = 0;
  *is_shared_out = 0;
  for (int32_t e = lp->starts[row]; e < lp->starts[row + 1] && direction != 0; e++) {
    const int32_t j = lp->columns[e];
    if (direction * lp->values[e] <= 0)
      continue;
    if (least->price[j] < before) {
      others++;
      continue;
    }
    if (column >= 0)
      return -1;
    column = j;
  }
  *is_shared_out = others > 0 && column >= 0;
  return column;
}

/* Notes what a row limits that must hold and wants less of all its variables. */
static void limit(lx_least *least, int32_t row) {
  const lx_reduced_lp *lp = least->lp;
  const int32_t level = lowering_level(lp, row, sign_of(lp, row));
  for (int32_t e = lp->starts[row]; e < lp->starts[row + 1] && level >= 0 && level < lp->binding_levels; e++)
    least->is_limited[lp->columns[e]] = 1;
}

/* What each row raises, first where it can be nothing else. */
static void find_raised(lx_least *least) {
  const lx_reduced_lp *lp = least->lp;
  int is_shared;
  least->before = lp->levels;
  least->is_shared = 0;
  for (int32_t r = 0; r < lp->rows; r++) {
    least->raises[r] = raised_by(least, r, 0, &is_shared);
    if (least->raises[r] >= 0 && least->price[least->raises[r]] < least->before)
      least->before = least->price[least->raises[r]];
  }
  for (int32_t r = 0; r < lp->rows; r++)
    if (least->raises[r] < 0 && raised_by(least, r, least->before, &is_shared) < 0)
      limit(least, r);
  for (int32_t r = 0; r < lp->rows; r++) {
    if (least->raises[r] >= 0 || lp->starts[r + 1] - lp->starts[r] > MOST_SHARED)
      continue;
    const int32_t column = raised_by(least, r, least->before, &is_shared);
    if (!is_shared || least->price[column] < lp->levels || least->is_limited[column])
      continue;
    least->raises[r] = column;
    least->is_shared = 1;
  }
}

static void put_next(lx_least *least, int32_t column) {
  least->order[least->count++] = column;
  least->waits[column] = -1;
}

/* Puts those next that have waited for nothing but what is in order from `done` on. */
static void put_waiting(lx_least *least, int32_t done) {
  const lx_reduced_lp *lp = least->lp;
  for (; done < least->count; done++) {
    const int32_t j = least->order[done];
    for (int32_t e = lp->column_starts[j]; e < lp->column_starts[j + 1]; e++) {
      const int32_t other = least->raises[lp->column_rows[e]];
      if (other >= 0 && least->waits[other] > 0 && --least->waits[other] == 0)
        put_next(least, other);
    }
  }
}

/* Puts the variables in an order in which each comes after those that its rows mention, but where these go round in circles. */
static void put_in_order(lx_least *least) {
  const lx_reduced_lp *lp = least->lp;
  for (int32_t r = 0; r < lp->rows; r++)
    if (least->raises[r] >= 0)
      least->waits[least->raises[r]] += lp->starts[r + 1] - lp->starts[r] - 1;
  for (int32_t j = 0; j < lp->variables; j++)
    if (least->waits[j] == 0)
      put_next(least, j);
  put_waiting(least, 0);
  for (int32_t j = 0; j < lp->variables; j++) {
    if (least->waits[j] < 0)
      continue;
    put_next(least, j);
    put_waiting(least, least->count - 1);
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
      const double touch = LX_TOL_TOUCH * lx_lp_point(lp, row) / fabs(lp->column_values[e]) + LX_TOL_TOUCH_RELATIVE * fabs(value);
      if (!(value > least->x[j] + touch))
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
      .levels = levels_to_meet(lp),
      .price = lx_arena_take(work->arena, lp->variables, sizeof *out->price),
      .is_limited = lx_arena_take_zeroed(work->arena, lp->variables, sizeof *out->is_limited),
      .raises = lx_arena_take(work->arena, lp->rows, sizeof *out->raises),
      .order = lx_arena_take(work->arena, lp->variables, sizeof *out->order),
      .waits = lx_arena_take(work->arena, lp->variables, sizeof *out->waits),
      .x = lx_arena_take(work->arena, lp->variables, sizeof *out->x),
      .raised = lx_arena_take(work->arena, lp->variables, sizeof *out->raised),
  };
  const int is_there = out->price != NULL && out->is_limited != NULL && out->raises != NULL && out->order != NULL && out->waits != NULL && out->x != NULL && out->raised != NULL;
  if (!is_there)
    return LX_ERROR_MEMORY;
  find_prices(out);
  return LX_OK;
}

/* Whether a row has a variable without a sign: that may come to be less than it is here for nothing, and meet the row. */
static int has_signless(const lx_reduced_lp *lp, int32_t row) {
  for (int32_t e = lp->starts[row]; e < lp->starts[row + 1]; e++)
    if (lp->below[lp->rows + lp->columns[e]] < 0)
      return 1;
  return 0;
}

/* How far a row that is wished and wants less of its variables is beyond its constant where these are at their least; -1: it is of another kind, or may come
 * to the other side. */
static double beyond(const lx_least *least, int32_t row, int sign) {
  const lx_reduced_lp *lp = least->lp;
  if (lowering_level(lp, row, sign) < lp->binding_levels)
    return -1;
  const double distance = sign * (lx_lp_activity(lp, row, least->x) - lp->constant[row]);
  if (fabs(distance) <= lx_lp_touch(lp, row, least->x))
    return 0;
  return has_signless(lp, row) ? -1 : distance;
}

/* Settles the sides of rows that have only one wherever what is to be met is met: they are paid for from the start, and never met. That is known of prices
 * alone where variables need not be as large as they are, as others may grow for them. */
static void settle(lx_work *work, const lx_least *least) {
  for (int32_t r = 0; r < work->lp->rows; r++) {
    const int sign = sign_of(work->lp, r);
    const double distance = least->is_shared && price_level(work->lp, r) < 0 ? -1 : beyond(least, r, sign);
    work->settled[r] = (int8_t)(distance >= 0 ? sign : 0);
    work->least_met += distance > 0;
  }
}

/* Raises all from nothing until no row of the levels asks for more. Returns the largest value; 0 where there may be no least point. */
static double raise_until_met(lx_least *least) {
  const lx_reduced_lp *lp = least->lp;
  double constant = 1, largest = 0;
  int goes_on = 1;
  for (int32_t j = 0; j < lp->variables; j++) {
    least->raised[j] = -1;
    least->x[j] = least->waits[j] = 0;
  }
  find_raised(least);
  for (int32_t r = 0; r < lp->rows; r++)
    constant = fmax(constant, fabs(lp->constant[r]));
  least->count = 0;
  put_in_order(least);
  for (int round = 0; round < MOST_ROUNDS && goes_on; round++)
    goes_on = raise_all(least);
  for (int32_t j = 0; j < lp->variables; j++)
    largest = fmax(largest, least->x[j]);
  return goes_on || largest > MOST_RAISED * constant ? 0 : largest;
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
  work->least_largest = raise_until_met(&least);
  if (work->least_largest == 0 && least.levels > lp->binding_levels) {
    least.levels = lp->binding_levels;
    work->least_largest = raise_until_met(&least);
  }
  const int is_found = work->least_largest > 0;
  for (int32_t j = 0; j < lp->variables; j++) {
    const int is_raised = least.raised[j] >= 0 && is_found;
    work->is_least[is_raised ? least.raised[j] : lp->rows + j] = 1;
    work->least_met += is_raised;
  }
  for (int32_t j = 0; j < lp->variables && !is_found; j++)
    least.x[j] = 0;
  settle(work, &least);
  return LX_OK;
}
