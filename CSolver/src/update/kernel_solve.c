/* kernel_solve.c: components by their shape, step for step what lx_solve_component and lx_measure_row do with each.
 *
 * Where a breakpoint lies changes from one component to the next, the order of breakpoints seldom; and on that order
 * alone depend the optimum of a variable and which pieces give way in which order. So a closed form is worked out anew
 * only where its breakpoints are in another order than those of the last component of the shape, and one by one only
 * where that is so or a coupling row asks for something. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "linalg/lanes.h"
#include "update/kernel.h"

static int is_before(double at, int32_t order, double other, int32_t other_order) {
  return at != other ? at < other : order < other_order;
}

/* Puts the breakpoints of one component where they are; returns whether they are in the order they were left in. */
static int place_kinks(const lx_shape *shape, const lx_shape_part *part, const lx_shape_work *work, int32_t lane) {
  const lx_knapsack *closed = &part->numbers;
  int sorted = part->is_settled;
  for (int32_t v = 0; v < closed->variables; v++)
    for (int32_t k = closed->breakpoint_starts[v]; k < closed->breakpoint_starts[v + 1]; k++) {
      lx_cost_breakpoint *breakpoint = &closed->breakpoints[k];
      const int32_t row = breakpoint->member;
      breakpoint->at = row >= 0 ? work->constant[row][lane] / shape->divisors[row] : 0;
      if (k > closed->breakpoint_starts[v])
        sorted &= is_before(breakpoint[-1].at, breakpoint[-1].order, breakpoint->at, breakpoint->order);
    }
  return sorted;
}

/* The optima of all variables on their own, and nothing known of gaps. */
static void settle(const lx_shape *shape, lx_shape_part *part, const lx_shape_work *work, int32_t lane) {
  lx_knapsack *closed = &part->numbers;
  const int32_t count = closed->breakpoint_starts[closed->variables];
  memcpy(closed->tolerance, part->tolerance, sizeof *part->tolerance * (size_t)closed->levels);
  memcpy(closed->breakpoints, part->breakpoints, sizeof *part->breakpoints * (size_t)count);
  place_kinks(shape, part, work, lane);
  for (int32_t v = 0; v < closed->variables; v++) {
    lx_knapsack_median(closed, v);
    part->optimum[v] = closed->tight[v];
  }
  part->is_settled = 1;
  part->cut = 0;
}

/* The pieces that give way for a gap, with their lengths as they are now. */
static void cut(lx_shape_part *part, double gap) {
  lx_knapsack *closed = &part->numbers;
  const int32_t sign = gap > 0 ? 1 : -1;
  if (part->cut != sign) {
    memcpy(closed->tolerance, part->tolerance, sizeof *part->tolerance * (size_t)closed->levels);
    lx_knapsack_list_segments(closed, gap);
    part->cut = sign;
    return;
  }
  for (int32_t k = 0; k < closed->segment_count; k++) {
    lx_segment *segment = &closed->segments[k];
    const lx_cost_breakpoint *from = closed->breakpoints + closed->breakpoint_starts[segment->variable] + segment->from;
    if (!isinf(segment->length))
      segment->length = fabs(from[(gap > 0) == (closed->coefficients[segment->variable] > 0) ? -1 : 1].at - from->at);
  }
}

static int8_t *place_of(lx_shape_work *work, int32_t member) {
  return member >= 0 ? work->row_status[member] : work->variable_status[-1 - member];
}

/* The place of a loose row this far above its constant. A row that touches has no side of its own. */
static inline int8_t place_at(double distance) {
  return (int8_t)((distance > LX_TOL_TOUCH) - !(distance >= -LX_TOL_TOUCH));
}

/* A part of one component. */
static void solve_lane(const lx_shape *shape, lx_shape_part *part, lx_shape_work *work, int32_t lane) {
  lx_knapsack *closed = &part->numbers;
  if (!place_kinks(shape, part, work, lane))
    settle(shape, part, work, lane);
  for (int32_t v = 0; v < closed->variables; v++) {
    closed->tight[v] = part->optimum[v];
    closed->x[v] = closed->breakpoints[closed->breakpoint_starts[v] + part->optimum[v]].at;
  }
  if (part->coupling >= 0) {
    int is_tight = 0;
    double gap;
    closed->constant = work->constant[part->coupling][lane];
    if (lx_knapsack_has_gap(closed, &gap)) {
      cut(part, gap);
      is_tight = lx_knapsack_fill(closed, gap);
    }
    work->row_status[part->coupling][lane] = is_tight ? LX_BASIS_TIGHT : LX_BASIS_UNKNOWN;
  }
  for (int32_t v = 0; v < closed->variables; v++) {
    const int32_t start = closed->breakpoint_starts[v];
    work->value[part->slots[v]][lane] = closed->x[v];
    for (int32_t k = start; k < closed->breakpoint_starts[v + 1]; k++) {
      const lx_cost_breakpoint *breakpoint = &closed->breakpoints[k];
      place_of(work, breakpoint->member)[lane] =
          k - start == closed->tight[v] ? LX_BASIS_TIGHT : place_at((closed->x[v] - breakpoint->at) * breakpoint->sign);
    }
  }
}

/* Puts the breakpoints of all components where they are; returns whether all are in the order they were left in. */
static int place_all_kinks(const lx_shape *shape, const lx_shape_part *part, lx_shape_work *work) {
  const lx_knapsack *closed = &part->numbers;
  uint64_t unsorted[LX_LANES] = {0};
  for (int32_t v = 0; v < closed->variables; v++)
    for (int32_t k = closed->breakpoint_starts[v]; k < closed->breakpoint_starts[v + 1]; k++) {
      const int32_t row = closed->breakpoints[k].member;
      double *restrict at = work->at[k];
      if (row < 0)
        memset(at, 0, sizeof work->at[k]);
      else if (shape->divisors[row] == 1)
        memcpy(at, work->constant[row], sizeof work->at[k]);
      else
        for (int32_t l = 0; l < LX_LANES; l++)
          at[l] = work->constant[row][l] / shape->divisors[row];
      if (k == closed->breakpoint_starts[v])
        continue;
      lx_lanes_mark_unordered(unsorted, work->at[k - 1], at, closed->breakpoints[k - 1].order < closed->breakpoints[k].order,
                              LX_LANES);
    }
  uint64_t any = 0;
  for (int32_t l = 0; l < LX_LANES; l++)
    any |= unsorted[l];
  return !any;
}

/* Finds the components whose coupling row may have an error that costs. */
static void find_gaps(const lx_shape_part *part, const lx_shape_work *work, int64_t *gaps_out) {
  const lx_knapsack *closed = &part->numbers;
  const double *constant = work->constant[part->coupling];
  lx_lanes sum = {0}, largest;
  for (int32_t l = 0; l < LX_LANES; l++)
    largest[l] = fabs(constant[l]);
  for (int32_t e = 0; e < closed->entry_count; e++) {
    const double *x = work->value[part->slots[closed->entries[e]]];
    const double coefficient = closed->coefficients[closed->entries[e]];
    for (int32_t l = 0; l < LX_LANES; l++) {
      const double size = fabs(coefficient * x[l]);
      sum[l] += coefficient * x[l];
      largest[l] = size > largest[l] ? size : largest[l];
    }
  }
  const double above = closed->above >= 0 ? 0 : INFINITY, below = closed->below >= 0 ? 0 : -INFINITY;
  for (int32_t l = 0; l < LX_LANES; l++) {
    const double gap = sum[l] - constant[l], touch = LX_TOL_TOUCH + LX_TOL_TOUCH_RELATIVE * largest[l];
    gaps_out[l] = !(gap <= touch + above) | !(gap >= below - touch);
  }
}

static void solve_part(const lx_shape *shape, lx_shape_part *part, lx_shape_work *work) {
  const lx_knapsack *closed = &part->numbers;
  if (!part->is_settled || !place_all_kinks(shape, part, work)) {
    for (int32_t l = 0; l < LX_LANES; l++)
      solve_lane(shape, part, work, l);
    return;
  }
  for (int32_t v = 0; v < closed->variables; v++) {
    const int32_t start = closed->breakpoint_starts[v], tight = start + part->optimum[v];
    const double *restrict x = work->at[tight];
    memcpy(work->value[part->slots[v]], x, sizeof work->at[tight]);
    for (int32_t k = start; k < closed->breakpoint_starts[v + 1]; k++) {
      int8_t *restrict place = place_of(work, closed->breakpoints[k].member);
      const double sign = closed->breakpoints[k].sign;
      for (int32_t l = 0; l < LX_LANES; l++)
        place[l] = place_at((x[l] - work->at[k][l]) * sign);
      if (k == tight)
        memset(place, LX_BASIS_TIGHT, LX_LANES);
    }
  }
  if (part->coupling < 0)
    return;
  int64_t gaps[LX_LANES];
  find_gaps(part, work, gaps);
  memset(work->row_status[part->coupling], LX_BASIS_UNKNOWN, LX_LANES);
  for (int32_t l = 0; l < LX_LANES; l++)
    if (gaps[l])
      solve_lane(shape, part, work, l);
}

/* Values of the variables that the steps define; returns the code behind them. */
static const int32_t *undo_steps(const int32_t *code, const double **numbers_io, lx_shape_work *work) {
  const double *numbers = *numbers_io;
  for (int32_t left = *code++; left > 0; left--) {
    const int32_t count = code[1];
    double *restrict rest = work->constant[code[0]], *restrict value = work->value[code[2]];
    for (int32_t e = 1; e < count; e++)
      lx_lanes_add(rest, -numbers[e], work->value[code[2 + e]], LX_LANES);
    for (int32_t l = 0; l < LX_LANES; l++)
      value[l] = rest[l] / numbers[0];
    code += 2 + count;
    numbers += count;
  }
  *numbers_io = numbers;
  return code;
}

/* Errors of costly rows, and which components break what is required. */
static void look_at_rows(const lx_shape *shape, const int32_t *code, const double *numbers, const lx_lanes *constants,
                         lx_shape_work *work, int64_t *restrict fails) {
  for (int32_t r = 0; r < shape->rows; r++) {
    const int32_t above = code[0], below = code[1], count = code[2];
    lx_lanes distance = {0};
    numbers++; /* the weight */
    for (int32_t e = 0; e < count; e++) {
      const double coefficient = numbers[e], *value = work->value[code[3 + e]];
      for (int32_t l = 0; l < LX_LANES; l++)
        distance[l] += coefficient * value[l];
    }
    code += 3 + count;
    numbers += count;
    for (int32_t l = 0; l < LX_LANES; l++)
      distance[l] -= constants[r][l];
    if (above == LX_LEVEL_REQUIRED)
      for (int32_t l = 0; l < LX_LANES; l++)
        fails[l] |= !(distance[l] <= LX_TOL_REQUIRED);
    if (below == LX_LEVEL_REQUIRED)
      for (int32_t l = 0; l < LX_LANES; l++)
        fails[l] |= !(distance[l] >= -LX_TOL_REQUIRED);
    if (above < LX_LEVEL_OPTIONAL && below < LX_LEVEL_OPTIONAL)
      continue;
    for (int32_t l = 0; l < LX_LANES; l++)
      work->error[r][l] = (distance[l] > 0 ? above : below) >= 0 ? distance[l] : 0;
  }
}

void lx_shape_solve(const lx_shape *shape, const lx_lanes *constants, lx_shape_work *work, int64_t *fails_out) {
  const int32_t *code = shape->code;
  const double *numbers = shape->numbers;
  memcpy(work->constant, constants, sizeof *constants * (size_t)shape->rows);
  for (int32_t r = 0; r < shape->rows; r++)
    for (int32_t left = *code++; left > 0; left--)
      lx_lanes_add(work->constant[r], -*numbers++, work->value[*code++], LX_LANES);
  for (int32_t left = *code++; left > 0; left--, code += 2)
    lx_lanes_add(work->constant[code[0]], -*numbers++, work->constant[code[1]], LX_LANES);
  for (int32_t p = 0; p < shape->part_count; p++)
    solve_part(shape, &shape->parts[p], work);
  code = undo_steps(code, &numbers, work);
  memset(fails_out, 0, sizeof *fails_out * LX_LANES);
  for (int32_t k = 0; k < shape->variables; k++)
    for (int32_t l = 0; l < LX_LANES && code[k]; l++)
      fails_out[l] |= !(work->value[shape->inputs + k][l] >= -LX_TOL_REQUIRED);
  look_at_rows(shape, code + shape->variables, numbers, constants, work, fails_out);
}
