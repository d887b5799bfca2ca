/* slack.c: a start for flows, covers, packings and their like: sizes that may have a price, and rows of many of them that ask for more or less.
 *
 * The first basis of start.c takes rows from the highest level to the lowest, and wishes of single variables come last. Here each variable
 * is at its sign, or at the least that others leave it (least.c), and nothing costs but its price: no other row counts before the dual simplex
 * (dual.c) has met it. So that is an optimum, and remains one while row after row comes to count: a row that costs more to meet than not takes the
 * side where it lies. A variable without a sign, of which there may be a few, is at 0, where nothing holds it, and the first row that needs it takes it
 * along. The basis is one of single variables at first, but for what holds variables at their least, and few others come into it: where
 * rows of many variables overlap, those of start.c depend on all of each other.
 *
 * A price and a sign are two rows at one point, and a variable that comes to be nothing again would pass both. So for that time they are one,
 * which costs the price above and what the sign does below. The dual simplex from other starts merges them as well: where the price is let go
 * without the sign, what a total has too much is handed from one variable that cannot give it to the next.
 *
 * The next row is that of the steepest edge (steepest_edge.c), whose weights are known where only single variables are tight. */
#include <math.h>

#include "simplex/work.h"

/* Equalities of several variables from which on it is doubtful: where most of what is wished is one, nothing may be a poor start; and then it is none where
 * there are so many rows for each variable. */
#define VARIABLES_PER_EQUALITY 2
#define ROWS_PER_VARIABLE 16

/* Variables for each that has no sign, at least, and for each row that is on the wrong side where nothing is: most of what is placed would have to move,
 * but the value of a game, or a bar that losses are measured from, moves by itself. */
#define VARIABLES_PER_PLACED 64

/* Variables without a price, up to which most have one: totals of others, for one. */
#define VARIABLES_PER_FREE 4

/* Variables from which on it is tried. */
#define LEAST_VARIABLES 64

static int entries_of(const lx_reduced_lp *lp, int32_t row) { return lp->starts[row + 1] - lp->starts[row]; }

/* The level at which a row of one variable wants that to be nothing or less; -1: none. */
static int32_t price_level(const lx_reduced_lp *lp, int32_t row) {
  if (entries_of(lp, row) != 1 || lp->constant[row] != 0)
    return -1;
  return lp->values[lp->starts[row]] > 0 ? lp->above[row] : lp->below[row];
}

/* The row that wants a variable to be nothing, at the highest level, -1 where there is none, or another wishes it to be something. */
static int32_t price_of(const lx_reduced_lp *lp, int32_t column) {
  int32_t price = -1;
  for (int32_t e = lp->column_starts[column]; e < lp->column_starts[column + 1]; e++) {
    const int32_t row = lp->column_rows[e], level = price_level(lp, row);
    if (entries_of(lp, row) == 1 && lp->constant[row] != 0 && lp->above[row] >= 0 && lp->below[row] >= 0)
      return -1;
    if (level >= 0 && (price < 0 || level < price_level(lp, price)))
      price = row;
  }
  return price;
}

/* Whether all variables have signs, or all but a few where few rows are on the wrong side. */
static int are_sizes(const lx_reduced_lp *lp) {
  int32_t placed = 0, wrong = 0, level;
  for (int32_t j = 0; j < lp->variables; j++)
    placed += lp->below[lp->rows + j] < 0;
  if (placed == 0 || placed > lp->variables / VARIABLES_PER_PLACED)
    return placed == 0;
  for (int32_t r = 0; r < lp->rows; r++)
    wrong += lx_lp_error(lp, r, -lp->constant[r], &level) > 0;
  return wrong <= lp->variables / VARIABLES_PER_PLACED;
}

lx_slack lx_slack_of(const lx_reduced_lp *lp, int *doubtful_out) {
  *doubtful_out = 0;
  if (lp->variables < LEAST_VARIABLES || lp->total > INT32_MAX / 2 || !lx_lp_is_cold(lp) || !are_sizes(lp))
    return LX_SLACK_NONE;
  int32_t free_of_charge = 0, equalities = 0;
  for (int32_t j = 0; j < lp->variables; j++)
    free_of_charge += price_of(lp, j) < 0;
  for (int32_t r = 0; r < lp->total; r++)
    equalities += lx_lp_is_wide(lp, r) && lp->above[r] >= 0 && lp->below[r] >= 0;
  *doubtful_out = equalities > lp->variables / VARIABLES_PER_EQUALITY;
  if (*doubtful_out && lp->rows > ROWS_PER_VARIABLE * (int64_t)lp->variables)
    return LX_SLACK_NONE;
  return free_of_charge > lp->variables / VARIABLES_PER_FREE ? LX_SLACK_FREE : LX_SLACK_PRICED;
}

int32_t lx_slack_tier(const lx_work *work, int32_t row) { return work->is_least[row] ? 0 : 1; }

/* The price that is one row with the sign of a variable; -1 where there is none, or the variable has no sign. */
static int32_t merged_price(const lx_reduced_lp *lp, int32_t column) {
  const int32_t sign = lp->rows + column;
  return lp->below[sign] >= 0 && lp->above[sign] < 0 ? price_of(lp, column) : -1;
}

static int has_prices(const lx_reduced_lp *lp) {
  for (int32_t j = 0; j < lp->variables; j++)
    if (merged_price(lp, j) >= 0)
      return 1;
  return 0;
}

lx_status lx_merge_prices(lx_work *work) {
  lx_reduced_lp *lp = work->lp;
  if (!has_prices(lp))
    return LX_OK;
  work->other_costs = (lx_costs){lp->above, lp->below, lp->weight};
  int32_t *above = lx_arena_copy(work->arena, lp->above, lp->total, sizeof *above);
  int32_t *below = lx_arena_copy(work->arena, lp->below, lp->total, sizeof *below);
  double *weight = lx_arena_copy(work->arena, lp->weight, lp->total, sizeof *weight);
  if (above == NULL || below == NULL || weight == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t j = 0; j < lp->variables; j++) {
    const int32_t price = merged_price(lp, j), sign = lp->rows + j;
    if (price < 0)
      continue;
    const double value = lp->values[lp->starts[price]];
    above[sign] = price_level(lp, price);
    weight[sign] = fabs(value) * lp->weight[price];
    above[price] = below[price] = -1;
    work->vertex->side[price] = value > 0 ? 1 : -1;
  }
  lp->above = above;
  lp->below = below;
  lp->weight = weight;
  work->is_merged = 1;
  return LX_OK;
}

int lx_merge_tight_prices(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  lx_vertex *vertex = work->vertex;
  int any = 0;
  for (int32_t j = 0; j < lp->variables && work->is_merged; j++) {
    const int32_t sign = lp->rows + j;
    if (lp->above[sign] < 0 || lp->below[sign] < 0)
      continue;
    vertex->side[sign] = 1;
    for (int32_t e = lp->column_starts[j]; e < lp->column_starts[j + 1] && vertex->position[sign] < 0; e++) {
      const int32_t price = lp->column_rows[e];
      const int is_free = lp->above[price] < 0 && lp->below[price] < 0; /* its cost went to the sign */
      if (!is_free || entries_of(lp, price) != 1 || vertex->position[price] < 0 || lp->constant[price] != 0)
        continue;
      vertex->basis[vertex->position[price]] = sign;
      vertex->position[sign] = vertex->position[price];
      vertex->position[price] = -1;
      any = 1;
    }
  }
  return any;
}

void lx_exchange_prices(lx_work *work) {
  const lx_costs others = work->other_costs;
  work->other_costs = (lx_costs){work->lp->above, work->lp->below, work->lp->weight};
  work->lp->above = others.above;
  work->lp->below = others.below;
  work->lp->weight = others.weight;
  work->is_merged = !work->is_merged;
}

void lx_restore_prices(lx_work *work) {
  if (work->is_merged)
    lx_exchange_prices(work);
  work->slack = LX_SLACK_NONE;
}

lx_status lx_start_slack(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  for (int32_t r = 0; r < lp->total; r++) {
    const int is_equality = lp->above[r] >= 0 && lp->below[r] >= 0;
    const int is_raised = r >= lp->rows && work->vertex->position[r] < 0; /* the variable costs its price */
    work->vertex->side[r] = (int8_t)(is_raised ? 1 : is_equality ? 0 : lp->above[r] >= 0 ? -1 : 1);
    if (work->settled[r] != 0)
      work->vertex->side[r] = work->settled[r];
  }
  return lx_start_steepness(work);
}
