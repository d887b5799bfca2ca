/* kernel_solve.c: solves components by their kernel, with the same operations in the same order as lx_solve_component
 * and the errors of its rows.
 *
 * Breakpoints change from one component to the next, their order seldom; and on that order alone depend the medians
 * and the order of the knapsack's segments. So these are computed anew only where the breakpoints are in another
 * order than those of the last component of the kernel, and lanes are solved one by one only there or where a
 * coupling row has a gap. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "linalg/lanes.h"
#include "update/kernel.h"

static int is_before(double at, int32_t order, double other, int32_t other_order) {
  return at != other ? at < other : order < other_order;
}

/* Loads the breakpoints of one component; returns whether they are in the order they were left in. */
static int load_breakpoints(const lx_kernel *kernel, const lx_kernel_knapsack *block, const lx_kernel_work *work,
                            int32_t lane) {
  const lx_knapsack *knapsack = &block->numbers;
  int sorted = block->is_sorted;
  for (int32_t v = 0; v < knapsack->variables; v++)
    for (int32_t k = knapsack->breakpoint_starts[v]; k < knapsack->breakpoint_starts[v + 1]; k++) {
      lx_cost_breakpoint *breakpoint = &knapsack->breakpoints[k];
      const int32_t row = breakpoint->member;
      breakpoint->at = row >= 0 ? work->constant[row][lane] / kernel->divisors[row] : 0;
      if (k > knapsack->breakpoint_starts[v])
        sorted &= is_before(breakpoint[-1].at, breakpoint[-1].order, breakpoint->at, breakpoint->order);
    }
  return sorted;
}

/* The weighted medians of all variables; segments are to be listed anew. */
static void find_medians(const lx_kernel *kernel, lx_kernel_knapsack *block, const lx_kernel_work *work, int32_t lane) {
  lx_knapsack *knapsack = &block->numbers;
  const int32_t count = knapsack->breakpoint_starts[knapsack->variables];
  memcpy(knapsack->tolerance, block->tolerance, sizeof *block->tolerance * (size_t)knapsack->levels);
  memcpy(knapsack->breakpoints, block->breakpoints, sizeof *block->breakpoints * (size_t)count);
  load_breakpoints(kernel, block, work, lane);
  for (int32_t v = 0; v < knapsack->variables; v++) {
    lx_knapsack_median(knapsack, v);
    block->optimum[v] = knapsack->tight[v];
  }
  block->is_sorted = 1;
  block->listed_gap = 0;
}

/* The segments for a gap, with their lengths as they are now. */
static void list_segments(lx_kernel_knapsack *block, double gap) {
  lx_knapsack *knapsack = &block->numbers;
  const int32_t sign = gap > 0 ? 1 : -1;
  if (block->listed_gap != sign) {
    memcpy(knapsack->tolerance, block->tolerance, sizeof *block->tolerance * (size_t)knapsack->levels);
    lx_knapsack_list_segments(knapsack, gap);
    block->listed_gap = sign;
    return;
  }
  for (int32_t k = 0; k < knapsack->segment_count; k++) {
    lx_segment *segment = &knapsack->segments[k];
    const lx_cost_breakpoint *from =
        knapsack->breakpoints + knapsack->breakpoint_starts[segment->variable] + segment->from;
    if (!isinf(segment->length))
      segment->length = fabs(from[(gap > 0) == (knapsack->coefficients[segment->variable] > 0) ? -1 : 1].at - from->at);
  }
}

static int8_t *status_of(lx_kernel_work *work, int32_t member) {
  return member >= 0 ? work->row_status[member] : work->variable_status[-1 - member];
}

/* The basis status of a nonbasic row this far above its constant. A row that touches has no side of its own. */
static inline int8_t status_at(double distance) {
  return (int8_t)((distance > LX_TOL_TOUCH) - !(distance >= -LX_TOL_TOUCH));
}

/* A knapsack of one component. */
static void solve_lane(const lx_kernel *kernel, lx_kernel_knapsack *block, lx_kernel_work *work, int32_t lane) {
  lx_knapsack *knapsack = &block->numbers;
  if (!load_breakpoints(kernel, block, work, lane))
    find_medians(kernel, block, work, lane);
  for (int32_t v = 0; v < knapsack->variables; v++) {
    knapsack->tight[v] = block->optimum[v];
    knapsack->x[v] = knapsack->breakpoints[knapsack->breakpoint_starts[v] + block->optimum[v]].at;
  }
  if (block->coupling >= 0) {
    int is_tight = 0;
    double gap;
    knapsack->constant = work->constant[block->coupling][lane];
    if (lx_knapsack_has_gap(knapsack, &gap)) {
      list_segments(block, gap);
      is_tight = lx_knapsack_fill(knapsack, gap);
    }
    work->row_status[block->coupling][lane] = is_tight ? LX_BASIS_TIGHT : LX_BASIS_UNKNOWN;
  }
  for (int32_t v = 0; v < knapsack->variables; v++) {
    const int32_t start = knapsack->breakpoint_starts[v];
    work->value[block->slots[v]][lane] = knapsack->x[v];
    for (int32_t k = start; k < knapsack->breakpoint_starts[v + 1]; k++) {
      const lx_cost_breakpoint *breakpoint = &knapsack->breakpoints[k];
      status_of(work, breakpoint->member)[lane] = k - start == knapsack->tight[v]
                                                      ? LX_BASIS_TIGHT
                                                      : status_at((knapsack->x[v] - breakpoint->at) * breakpoint->sign);
    }
  }
}

/* Loads the breakpoints of all components; returns whether all are in the order they were left in. */
static int load_all_breakpoints(const lx_kernel *kernel, const lx_kernel_knapsack *block, lx_kernel_work *work) {
  const lx_knapsack *knapsack = &block->numbers;
  uint64_t unsorted[LX_LANES] = {0};
  for (int32_t v = 0; v < knapsack->variables; v++)
    for (int32_t k = knapsack->breakpoint_starts[v]; k < knapsack->breakpoint_starts[v + 1]; k++) {
      const int32_t row = knapsack->breakpoints[k].member;
      double *restrict at = work->at[k];
      if (row < 0)
        memset(at, 0, sizeof work->at[k]);
      else if (kernel->divisors[row] == 1)
        memcpy(at, work->constant[row], sizeof work->at[k]);
      else
        for (int32_t l = 0; l < LX_LANES; l++)
          at[l] = work->constant[row][l] / kernel->divisors[row];
      if (k == knapsack->breakpoint_starts[v])
        continue;
      lx_lanes_mark_unordered(unsorted, work->at[k - 1], at,
                              knapsack->breakpoints[k - 1].order < knapsack->breakpoints[k].order, LX_LANES);
    }
  uint64_t any = 0;
  for (int32_t l = 0; l < LX_LANES; l++)
    any |= unsorted[l];
  return !any;
}

/* Finds the components whose coupling row may have an error that costs. */
static void find_gaps(const lx_kernel_knapsack *block, const lx_kernel_work *work, int64_t *gaps_out) {
  const lx_knapsack *knapsack = &block->numbers;
  const double *constant = work->constant[block->coupling];
  lx_lane_doubles sum = {0}, largest;
  for (int32_t l = 0; l < LX_LANES; l++)
    largest[l] = fabs(constant[l]);
  for (int32_t e = 0; e < knapsack->entry_count; e++) {
    const double *x = work->value[block->slots[knapsack->entries[e]]];
    const double coefficient = knapsack->coefficients[knapsack->entries[e]];
    for (int32_t l = 0; l < LX_LANES; l++) {
      const double size = fabs(coefficient * x[l]);
      sum[l] += coefficient * x[l];
      largest[l] = size > largest[l] ? size : largest[l];
    }
  }
  const double above = knapsack->above >= 0 ? 0 : INFINITY, below = knapsack->below >= 0 ? 0 : -INFINITY;
  for (int32_t l = 0; l < LX_LANES; l++) {
    const double gap = sum[l] - constant[l], touch = LX_TOL_TOUCH + LX_TOL_TOUCH_RELATIVE * largest[l];
    gaps_out[l] = !(gap <= touch + above) | !(gap >= below - touch);
  }
}

static void solve_part(const lx_kernel *kernel, lx_kernel_knapsack *block, lx_kernel_work *work) {
  const lx_knapsack *knapsack = &block->numbers;
  if (!block->is_sorted || !load_all_breakpoints(kernel, block, work)) {
    for (int32_t l = 0; l < LX_LANES; l++)
      solve_lane(kernel, block, work, l);
    return;
  }
  for (int32_t v = 0; v < knapsack->variables; v++) {
    const int32_t start = knapsack->breakpoint_starts[v], tight = start + block->optimum[v];
    const double *restrict x = work->at[tight];
    memcpy(work->value[block->slots[v]], x, sizeof work->at[tight]);
    for (int32_t k = start; k < knapsack->breakpoint_starts[v + 1]; k++) {
      int8_t *restrict status = status_of(work, knapsack->breakpoints[k].member);
      const double sign = knapsack->breakpoints[k].sign;
      for (int32_t l = 0; l < LX_LANES; l++)
        status[l] = status_at((x[l] - work->at[k][l]) * sign);
      if (k == tight)
        memset(status, LX_BASIS_TIGHT, LX_LANES);
    }
  }
  if (block->coupling < 0)
    return;
  int64_t gaps[LX_LANES];
  find_gaps(block, work, gaps);
  memset(work->row_status[block->coupling], LX_BASIS_UNKNOWN, LX_LANES);
  for (int32_t l = 0; l < LX_LANES; l++)
    if (gaps[l])
      solve_lane(kernel, block, work, l);
}

/* Values of the variables that the eliminations define; returns the code after them. */
static const int32_t *undo_steps(const int32_t *code, const double **numbers_io, lx_kernel_work *work) {
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
static void check_rows(const lx_kernel *kernel, const int32_t *code, const double *numbers,
                       const lx_lane_doubles *constants, lx_kernel_work *work, int64_t *restrict fails) {
  for (int32_t r = 0; r < kernel->rows; r++) {
    const int32_t above = code[0], below = code[1], count = code[2];
    lx_lane_doubles distance = {0};
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

void lx_kernel_solve(const lx_kernel *kernel, const lx_lane_doubles *constants, lx_kernel_work *work,
                     int64_t *fails_out) {
  const int32_t *code = kernel->code;
  const double *numbers = kernel->numbers;
  memcpy(work->constant, constants, sizeof *constants * (size_t)kernel->rows);
  for (int32_t r = 0; r < kernel->rows; r++)
    for (int32_t left = *code++; left > 0; left--)
      lx_lanes_add(work->constant[r], -*numbers++, work->value[*code++], LX_LANES);
  for (int32_t left = *code++; left > 0; left--, code += 2)
    lx_lanes_add(work->constant[code[0]], -*numbers++, work->constant[code[1]], LX_LANES);
  for (int32_t p = 0; p < kernel->block_count; p++)
    solve_part(kernel, &kernel->blocks[p], work);
  code = undo_steps(code, &numbers, work);
  memset(fails_out, 0, sizeof *fails_out * LX_LANES);
  for (int32_t k = 0; k < kernel->variables; k++)
    for (int32_t l = 0; l < LX_LANES && code[k]; l++)
      fails_out[l] |= !(work->value[kernel->inputs + k][l] >= -LX_TOL_REQUIRED);
  check_rows(kernel, code + kernel->variables, numbers, constants, work, fails_out);
}
