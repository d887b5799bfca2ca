/* closed_block.c: a part of a program as the numbers of a closed form, and its answer back. */
#include <math.h>

#include "base/tolerances.h"
#include "solve/closed.h"

static int32_t higher(int32_t above, int32_t below) {
  return above < 0 ? below : below < 0 ? above : above < below ? above : below;
}

static lx_kink make_kink(const lx_session *session, int32_t row, int32_t levels, int32_t order) {
  const double value = session->plan->elimination.values[session->plan->elimination.starts[row]];
  const int32_t up = session->plan->levels.above[row], down = session->plan->levels.below[row];
  const int32_t above = up < 0 ? -1 : session->local_level[up], below = down < 0 ? -1 : session->local_level[down];
  const int32_t kind = above >= 0 && below >= 0 ? 0 : below >= 0 ? 1 : 2;
  return (lx_kink){
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

static lx_kink make_unit_kink(const lx_session *session, int32_t variable, int32_t levels, int32_t order) {
  return (lx_kink){
      .weight = 1,
      .above = -1,
      .below = session->local_level[LX_LEVEL_NONNEGATIVE],
      .tier = 3 * levels,
      .member = -1 - variable,
      .order = order,
      .sign = 1,
  };
}

/* Notes a weight of a level: the largest in `tolerance`, the smallest in `slopes`, until both are known. */
static void weigh(lx_closed *closed, int32_t level, double weight) {
  if (level < 0)
    return;
  closed->tolerance[level] = fmax(closed->tolerance[level], weight);
  closed->slopes[level] = closed->slopes[level] == 0 ? weight : fmin(closed->slopes[level], weight);
}

/* The tolerances of all levels, and whether the numbers of a star spread too far for them: there each slope is divided
 * by a coefficient and compared with those of other variables. */
static void measure(lx_closed *closed) {
  double largest = 1, smallest = 1;
  for (int32_t k = 0; k < closed->kink_starts[closed->variables]; k++) {
    weigh(closed, closed->kinks[k].above, closed->kinks[k].weight);
    weigh(closed, closed->kinks[k].below, closed->kinks[k].weight);
  }
  for (int32_t e = 0; e < closed->entry_count; e++) {
    const double size = fabs(closed->coefficients[closed->entries[e]]);
    largest = fmax(largest, size);
    smallest = fmin(smallest, size);
  }
  if (closed->entry_count > 0) {
    weigh(closed, closed->above, closed->weight);
    weigh(closed, closed->below, closed->weight);
  }
  closed->is_wide = largest > LX_WIDE_COEFFICIENTS * smallest;
  for (int32_t level = 0; level < closed->levels; level++) {
    const double heaviest = closed->tolerance[level], lightest = closed->slopes[level];
    closed->is_wide |= heaviest > (closed->entry_count > 0 ? LX_WIDE_WEIGHTS : LX_WIDE_SINGLE) * lightest;
    closed->tolerance[level] = lx_slope_tolerance(heaviest, lightest);
  }
}

/* Gathers the kinks by variable; returns the coupling row or -1. The ends of variable v run in place v + 1 meanwhile.
 */
static int32_t gather(lx_session *session, const lx_piece *piece, lx_closed *closed) {
  const lx_elimination *elimination = &session->plan->elimination;
  const lx_program_variable *variables = session->program->variables;
  int32_t *ends = closed->kink_starts + 1, coupling = -1;
  for (int32_t v = 0; v < piece->variable_count; v++)
    ends[v + 1] = variables[piece->variables[v]].nonnegative;
  for (int32_t k = 0; k < piece->row_count; k++) {
    const int32_t row = piece->rows[k];
    if (elimination->counts[row] == 1)
      ends[session->local_variable[elimination->columns[elimination->starts[row]]] + 1]++;
    else
      coupling = row;
  }
  for (int32_t v = 0; v < piece->variable_count; v++)
    ends[v + 1] += ends[v];
  for (int32_t k = 0; k < piece->row_count; k++) {
    const int32_t row = piece->rows[k];
    if (row == coupling)
      continue;
    const int32_t v = session->local_variable[elimination->columns[elimination->starts[row]]];
    closed->kinks[ends[v]++] = make_kink(session, row, closed->levels, k);
  }
  for (int32_t v = 0; v < piece->variable_count; v++)
    if (variables[piece->variables[v]].nonnegative)
      closed->kinks[ends[v]++] = make_unit_kink(session, piece->variables[v], closed->levels, piece->row_count);
  return coupling;
}

/* The coupling row, in the numbers of the part. */
static void gather_coupling(const lx_session *session, int32_t row, lx_closed *closed) {
  const lx_elimination *elimination = &session->plan->elimination;
  const int32_t up = session->plan->levels.above[row], down = session->plan->levels.below[row];
  closed->entry_count = elimination->counts[row];
  for (int32_t e = 0; e < closed->entry_count; e++) {
    const int32_t v = session->local_variable[elimination->columns[elimination->starts[row] + e]];
    closed->entries[e] = v;
    closed->coefficients[v] = elimination->values[elimination->starts[row] + e];
  }
  closed->constant = session->constant[row];
  closed->weight = lx_program_cost(session->program, row).weight;
  closed->above = up < 0 ? -1 : session->local_level[up];
  closed->below = down < 0 ? -1 : session->local_level[down];
}

static lx_piece piece_of(const lx_plan *plan, const lx_part *part) {
  return (lx_piece){plan->part_rows + part->first_row, plan->part_variables + part->first_variable, part->row_count,
                    part->variable_count};
}

lx_status lx_closed_open(lx_session *session, const lx_part *part, lx_closed *out, int32_t *coupling_out) {
  const lx_plan *plan = session->plan;
  const lx_piece piece = piece_of(plan, part);
  const int64_t n = piece.variable_count, most = (int64_t)piece.row_count + n;
  lx_arena *arena = &session->local;
  lx_arena_reset(arena);
  int32_t *used = lx_arena_take(arena, plan->levels.count, sizeof *used);
  if (used == NULL)
    return LX_ERROR_MEMORY;
  const int is_star = part->kind == LX_PART_STAR;
  *out = (lx_closed){
      .variables = piece.variable_count,
      .levels = lx_number_levels(&session->plan->levels, session->program, &piece, session->local_level, used),
      .kink_starts = lx_arena_take_zeroed(arena, n + 2, sizeof(int32_t)),
      .kinks = lx_arena_take(arena, most, sizeof(lx_kink)),
      .tight = lx_arena_take(arena, n, sizeof(int32_t)),
      .x = lx_arena_take(arena, n, sizeof(double)),
      .slopes = lx_arena_take_zeroed(arena, plan->levels.count, sizeof(double)),
      .tolerance = lx_arena_take_zeroed(arena, plan->levels.count, sizeof(double)),
      .entries = is_star ? lx_arena_take(arena, n, sizeof(int32_t)) : NULL,
      .coefficients = is_star ? lx_arena_take(arena, n, sizeof(double)) : NULL,
      .above = -1,
      .below = -1,
  };
  lx_status status = LX_OK;
  if (out->kink_starts == NULL || out->kinks == NULL || out->tight == NULL || out->x == NULL || out->slopes == NULL ||
      out->tolerance == NULL || (is_star && (out->entries == NULL || out->coefficients == NULL)))
    status = LX_ERROR_MEMORY;
  if (status == LX_OK) {
    for (int32_t v = 0; v < piece.variable_count; v++)
      session->local_variable[piece.variables[v]] = v;
    *coupling_out = gather(session, &piece, out);
    if (*coupling_out >= 0)
      gather_coupling(session, *coupling_out, out);
    measure(out);
  }
  lx_forget_levels(session->local_level, used, out->levels);
  return status;
}

/* Values and places back to the session. A loose row that touches has no side of its own. */
static void keep(lx_session *session, const lx_closed *closed, const lx_piece *piece, int32_t coupling, int is_tight) {
  for (int32_t v = 0; v < piece->variable_count; v++) {
    const double x = closed->x[v];
    session->value[piece->variables[v]] = x;
    session->variable_place[piece->variables[v]] = LX_PLACE_UNKNOWN;
    for (int32_t k = closed->kink_starts[v]; k < closed->kink_starts[v + 1]; k++) {
      const lx_kink *kink = &closed->kinks[k];
      const double distance = (x - kink->at) * kink->sign;
      int8_t *place =
          kink->member >= 0 ? &session->row_place[kink->member] : &session->variable_place[-1 - kink->member];
      *place = k - closed->kink_starts[v] == closed->tight[v] ? LX_PLACE_TIGHT
               : fabs(distance) <= LX_TOL_TOUCH               ? LX_PLACE_UNKNOWN
               : distance > 0                                 ? LX_PLACE_ABOVE
                                                              : LX_PLACE_BELOW;
    }
  }
  if (coupling >= 0)
    session->row_place[coupling] = is_tight ? LX_PLACE_TIGHT : LX_PLACE_UNKNOWN;
}

lx_status lx_solve_closed(lx_session *session, lx_part *part, int *solved_out) {
  lx_closed closed;
  int32_t coupling = -1;
  lx_status status = lx_closed_open(session, part, &closed, &coupling);
  if (status != LX_OK)
    return status;
  if (closed.is_wide)
    return lx_solve_part(session, part, solved_out);
  *solved_out = 1;
  for (int32_t v = 0; v < closed.variables; v++)
    lx_closed_settle(&closed, v);
  int is_tight = 0;
  double gap;
  if (coupling >= 0 && lx_closed_has_gap(&closed, &gap)) {
    status = lx_closed_reserve(&closed, &session->local);
    if (status == LX_OK) {
      lx_closed_cut(&closed, gap);
      is_tight = lx_closed_give_way(&closed, gap);
    }
  }
  if (status == LX_OK) {
    const lx_piece piece = piece_of(session->plan, part);
    keep(session, &closed, &piece, coupling, is_tight);
  }
  return status;
}
