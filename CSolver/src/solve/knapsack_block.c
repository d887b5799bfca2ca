/* knapsack_block.c: solves a block of the plan as a knapsack. */
#include <math.h>

#include "base/tolerances.h"
#include "solve/knapsack.h"

static int32_t higher(int32_t above, int32_t below) {
  return above < 0 ? below : below < 0 ? above : above < below ? above : below;
}

static lx_cost_breakpoint make_breakpoint(const lx_session *session, int32_t row, int32_t levels, int32_t order) {
  const double value = session->plan->elimination.values[session->plan->elimination.starts[row]];
  const int32_t up = session->plan->levels.above[row], down = session->plan->levels.below[row];
  const int32_t above = up < 0 ? -1 : session->local_level[up], below = down < 0 ? -1 : session->local_level[down];
  const int32_t kind = above >= 0 && below >= 0 ? 0 : below >= 0 ? 1 : 2;
  return (lx_cost_breakpoint){
      .at = session->constant[row] / value,
      .weight = lx_program_cost(session->program, row).weight * fabs(value),
      .above = value > 0 ? above : below,
      .below = value > 0 ? below : above,
      .tier = kind * levels + higher(above, below),
      .member = row,
      .order = order,
      .sign = value > 0 ? 1 : -1,
  };
}

static lx_cost_breakpoint make_unit_breakpoint(const lx_session *session, int32_t variable, int32_t levels,
                                               int32_t order) {
  return (lx_cost_breakpoint){
      .weight = 1,
      .above = -1,
      .below = session->local_level[LX_LEVEL_NONNEGATIVE],
      .tier = 3 * levels,
      .member = -1 - variable,
      .order = order,
      .sign = 1,
  };
}

/* Collects the weights of a level: the largest in `tolerance`, the smallest in `slopes`. */
static void add_weight(lx_knapsack *knapsack, int32_t level, double weight) {
  if (level < 0)
    return;
  knapsack->tolerance[level] = fmax(knapsack->tolerance[level], weight);
  knapsack->slopes[level] = knapsack->slopes[level] == 0 ? weight : fmin(knapsack->slopes[level], weight);
}

/* The tolerances of all levels, and whether the numbers spread too far. With a coupling row each slope is divided by a
 * coefficient and compared with those of other variables, which allows less. */
static void set_tolerances(lx_knapsack *knapsack) {
  double largest = 1, smallest = 1;
  for (int32_t k = 0; k < knapsack->breakpoint_starts[knapsack->variables]; k++) {
    add_weight(knapsack, knapsack->breakpoints[k].above, knapsack->breakpoints[k].weight);
    add_weight(knapsack, knapsack->breakpoints[k].below, knapsack->breakpoints[k].weight);
  }
  for (int32_t e = 0; e < knapsack->entry_count; e++) {
    const double size = fabs(knapsack->coefficients[knapsack->entries[e]]);
    largest = fmax(largest, size);
    smallest = fmin(smallest, size);
  }
  if (knapsack->entry_count > 0) {
    add_weight(knapsack, knapsack->above, knapsack->weight);
    add_weight(knapsack, knapsack->below, knapsack->weight);
  }
  knapsack->is_wide = largest > LX_WIDE_COEFFICIENTS * smallest;
  for (int32_t level = 0; level < knapsack->levels; level++) {
    const double heaviest = knapsack->tolerance[level], lightest = knapsack->slopes[level];
    knapsack->is_wide |= heaviest > (knapsack->entry_count > 0 ? LX_WIDE_WEIGHTS : LX_WIDE_SINGLE) * lightest;
    knapsack->tolerance[level] = lx_slope_tolerance(heaviest, lightest);
  }
}

/* Loads the breakpoints by variable; returns the coupling row or -1. Meanwhile the end of variable v is at index v + 1
 * of breakpoint_starts. */
static int32_t load_breakpoints(lx_session *session, const lx_submatrix *submatrix, lx_knapsack *knapsack) {
  const lx_elimination *elimination = &session->plan->elimination;
  const lx_program_variable *variables = session->program->variables;
  int32_t *ends = knapsack->breakpoint_starts + 1, coupling = -1;
  for (int32_t v = 0; v < submatrix->variable_count; v++)
    ends[v + 1] = variables[submatrix->variables[v]].nonnegative;
  for (int32_t k = 0; k < submatrix->row_count; k++) {
    const int32_t row = submatrix->rows[k];
    if (elimination->counts[row] == 1)
      ends[session->local_variable[elimination->columns[elimination->starts[row]]] + 1]++;
    else
      coupling = row;
  }
  for (int32_t v = 0; v < submatrix->variable_count; v++)
    ends[v + 1] += ends[v];
  for (int32_t k = 0; k < submatrix->row_count; k++) {
    const int32_t row = submatrix->rows[k];
    if (row == coupling)
      continue;
    const int32_t v = session->local_variable[elimination->columns[elimination->starts[row]]];
    knapsack->breakpoints[ends[v]++] = make_breakpoint(session, row, knapsack->levels, k);
  }
  for (int32_t v = 0; v < submatrix->variable_count; v++)
    if (variables[submatrix->variables[v]].nonnegative)
      knapsack->breakpoints[ends[v]++] =
          make_unit_breakpoint(session, submatrix->variables[v], knapsack->levels, submatrix->row_count);
  return coupling;
}

/* Loads the coupling row. */
static void load_coupling(const lx_session *session, int32_t row, lx_knapsack *knapsack) {
  const lx_elimination *elimination = &session->plan->elimination;
  const int32_t up = session->plan->levels.above[row], down = session->plan->levels.below[row];
  knapsack->entry_count = elimination->counts[row];
  for (int32_t e = 0; e < knapsack->entry_count; e++) {
    const int32_t v = session->local_variable[elimination->columns[elimination->starts[row] + e]];
    knapsack->entries[e] = v;
    knapsack->coefficients[v] = elimination->values[elimination->starts[row] + e];
  }
  knapsack->constant = session->constant[row];
  knapsack->weight = lx_program_cost(session->program, row).weight;
  knapsack->above = up < 0 ? -1 : session->local_level[up];
  knapsack->below = down < 0 ? -1 : session->local_level[down];
}

lx_status lx_knapsack_open(lx_session *session, const lx_plan_block *block, lx_knapsack *out, int32_t *coupling_out) {
  const lx_plan *plan = session->plan;
  const lx_submatrix submatrix = lx_block_submatrix(plan, block);
  const int64_t n = submatrix.variable_count, most = (int64_t)submatrix.row_count + n;
  lx_arena *arena = &session->local;
  lx_arena_reset(arena);
  int32_t *used = lx_arena_take(arena, plan->levels.count, sizeof *used);
  if (used == NULL)
    return LX_ERROR_MEMORY;
  const int is_star = block->kind == LX_BLOCK_KNAPSACK;
  *out = (lx_knapsack){
      .variables = submatrix.variable_count,
      .levels = lx_levels_number(&session->plan->levels, session->program, &submatrix, session->local_level, used),
      .breakpoint_starts = lx_arena_take_zeroed(arena, n + 2, sizeof(int32_t)),
      .breakpoints = lx_arena_take(arena, most, sizeof(lx_cost_breakpoint)),
      .tight = lx_arena_take(arena, n, sizeof(int32_t)),
      .x = lx_arena_take(arena, n, sizeof(double)),
      .slopes = lx_arena_take_zeroed(arena, plan->levels.count, sizeof(double)),
      .price = lx_arena_take(arena, plan->levels.count, sizeof(double)),
      .tolerance = lx_arena_take_zeroed(arena, plan->levels.count, sizeof(double)),
      .entries = is_star ? lx_arena_take(arena, n, sizeof(int32_t)) : NULL,
      .coefficients = is_star ? lx_arena_take(arena, n, sizeof(double)) : NULL,
      .above = -1,
      .below = -1,
  };
  lx_status status = LX_OK;
  if (out->breakpoint_starts == NULL || out->breakpoints == NULL || out->tight == NULL || out->x == NULL ||
      out->slopes == NULL || out->price == NULL || out->tolerance == NULL || (is_star && (out->entries == NULL || out->coefficients == NULL)))
    status = LX_ERROR_MEMORY;
  if (status == LX_OK) {
    for (int32_t v = 0; v < submatrix.variable_count; v++)
      session->local_variable[submatrix.variables[v]] = v;
    *coupling_out = load_breakpoints(session, &submatrix, out);
    if (*coupling_out >= 0)
      load_coupling(session, *coupling_out, out);
    set_tolerances(out);
  }
  lx_levels_unnumber(session->local_level, used, out->levels);
  return status;
}

/* Stores values and basis statuses in the session. A nonbasic row that touches its constant has no side. */
static void store(lx_session *session, const lx_knapsack *knapsack, const lx_submatrix *submatrix, int32_t coupling,
                  int is_tight) {
  for (int32_t v = 0; v < submatrix->variable_count; v++) {
    const double x = knapsack->x[v];
    session->value[submatrix->variables[v]] = x;
    session->variable_status[submatrix->variables[v]] = LX_BASIS_UNKNOWN;
    for (int32_t k = knapsack->breakpoint_starts[v]; k < knapsack->breakpoint_starts[v + 1]; k++) {
      const lx_cost_breakpoint *breakpoint = &knapsack->breakpoints[k];
      const double distance = (x - breakpoint->at) * breakpoint->sign;
      int8_t *status = breakpoint->member >= 0 ? &session->row_status[breakpoint->member]
                                               : &session->variable_status[-1 - breakpoint->member];
      *status = k - knapsack->breakpoint_starts[v] == knapsack->tight[v] ? LX_BASIS_TIGHT
                : fabs(distance) <= LX_TOL_TOUCH                         ? LX_BASIS_UNKNOWN
                : distance > 0                                           ? LX_BASIS_ABOVE
                                                                         : LX_BASIS_BELOW;
    }
  }
  if (coupling >= 0)
    session->row_status[coupling] = is_tight ? LX_BASIS_TIGHT : LX_BASIS_UNKNOWN;
}

lx_status lx_knapsack_solve(lx_session *session, const lx_plan_block *block, lx_knapsack *out, int32_t *coupling_out,
                            int *is_tight_out) {
  *coupling_out = -1;
  *is_tight_out = 0;
  lx_status status = lx_knapsack_open(session, block, out, coupling_out);
  if (status != LX_OK || out->is_wide)
    return status;
  for (int32_t v = 0; v < out->variables; v++)
    lx_knapsack_median(out, v);
  double gap;
  if (*coupling_out < 0 || !lx_knapsack_has_gap(out, &gap))
    return LX_OK;
  status = lx_knapsack_reserve(out, &session->local, (int64_t)out->breakpoint_starts[out->variables] + out->variables);
  if (status == LX_OK) {
    lx_knapsack_list_segments(out, gap);
    *is_tight_out = lx_knapsack_fill(out, gap);
  }
  return status;
}

lx_status lx_solve_knapsack_block(lx_session *session, lx_plan_block *block, int *solved_out) {
  if (session->keeps_knapsacks && block->kind == LX_BLOCK_KNAPSACK) {
    const int64_t proven = session->conflicts.proven;
    const lx_status status = lx_solve_block(session, block, solved_out);
    if (status != LX_OK || *solved_out || session->conflicts.proven > proven)
      return status;
  }
  lx_knapsack knapsack;
  int32_t coupling;
  int is_tight;
  const lx_status status = lx_knapsack_solve(session, block, &knapsack, &coupling, &is_tight);
  if (status != LX_OK)
    return status;
  if (knapsack.is_wide)
    return lx_solve_block(session, block, solved_out);
  *solved_out = 1;
  const lx_submatrix submatrix = lx_block_submatrix(session->plan, block);
  store(session, &knapsack, &submatrix, coupling, is_tight);
  return LX_OK;
}
