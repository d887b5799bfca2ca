/* knapsack.c: see knapsack.h. */
#include "solve/knapsack.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"

void lx_knapsack_median(lx_knapsack *knapsack, int32_t variable) {
  const int32_t start = knapsack->breakpoint_starts[variable];
  const int32_t tight =
      lx_weighted_median(knapsack->breakpoints + start, knapsack->breakpoint_starts[variable + 1] - start,
                         knapsack->levels, knapsack->tolerance, knapsack->slopes);
  knapsack->tight[variable] = tight;
  knapsack->x[variable] = knapsack->breakpoints[start + tight].at;
}

lx_status lx_knapsack_copy(const lx_knapsack *knapsack, lx_arena *arena, lx_knapsack *out) {
  const int64_t n = knapsack->variables;
  const int has_coupling = knapsack->entry_count > 0;
  *out = (lx_knapsack){
      .variables = knapsack->variables,
      .levels = knapsack->levels,
      .tolerance = lx_arena_copy(arena, knapsack->tolerance, knapsack->levels, sizeof(double)),
      .breakpoint_starts = lx_arena_copy(arena, knapsack->breakpoint_starts, n + 1, sizeof(int32_t)),
      .breakpoints =
          lx_arena_copy(arena, knapsack->breakpoints, knapsack->breakpoint_starts[n], sizeof(lx_cost_breakpoint)),
      .tight = lx_arena_take(arena, n, sizeof(int32_t)),
      .x = lx_arena_take(arena, n, sizeof(double)),
      .slopes = lx_arena_take(arena, knapsack->levels, sizeof(double)),
      .entry_count = knapsack->entry_count,
      .entries = lx_arena_copy(arena, knapsack->entries, knapsack->entry_count, sizeof(int32_t)),
      .coefficients = lx_arena_copy(arena, knapsack->coefficients, has_coupling ? n : 0, sizeof(double)),
      .constant = knapsack->constant,
      .weight = knapsack->weight,
      .above = knapsack->above,
      .below = knapsack->below,
      .is_wide = knapsack->is_wide,
  };
  return out->tolerance == NULL || out->breakpoint_starts == NULL || out->breakpoints == NULL || out->tight == NULL ||
                 out->x == NULL || out->slopes == NULL || out->entries == NULL || out->coefficients == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

lx_status lx_knapsack_reserve(lx_knapsack *knapsack, lx_arena *arena, int64_t segments) {
  knapsack->gain = lx_arena_take(arena, knapsack->levels, sizeof(double));
  knapsack->table = lx_arena_take(arena, segments * knapsack->levels, sizeof(double));
  knapsack->segments = lx_arena_take(arena, segments, sizeof(lx_segment));
  knapsack->order = lx_arena_take(arena, segments, sizeof(int32_t));
  knapsack->spare = lx_arena_take(arena, segments, sizeof(int32_t));
  return knapsack->gain == NULL || knapsack->table == NULL || knapsack->segments == NULL || knapsack->order == NULL ||
                 knapsack->spare == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

static double activity(const lx_knapsack *knapsack) {
  double sum = 0;
  for (int32_t e = 0; e < knapsack->entry_count; e++)
    sum += knapsack->coefficients[knapsack->entries[e]] * knapsack->x[knapsack->entries[e]];
  return sum;
}

int lx_knapsack_has_gap(const lx_knapsack *knapsack, double *gap_out) {
  const double gap = activity(knapsack) - knapsack->constant;
  double largest = fabs(knapsack->constant);
  for (int32_t e = 0; e < knapsack->entry_count; e++)
    largest = fmax(largest, fabs(knapsack->coefficients[knapsack->entries[e]] * knapsack->x[knapsack->entries[e]]));
  *gap_out = gap;
  return !(fabs(gap) <= LX_TOL_TOUCH + LX_TOL_TOUCH_RELATIVE * largest) &&
         (gap > 0 ? knapsack->above : knapsack->below) >= 0;
}

/* Lists the segments of one variable in the direction that closes the gap, as long as they cost less than they gain. */
static void list_segments_of(lx_knapsack *knapsack, int32_t v, int32_t direction, double coefficient) {
  const int32_t levels = knapsack->levels, count = knapsack->breakpoint_starts[v + 1] - knapsack->breakpoint_starts[v];
  const lx_cost_breakpoint *breakpoints = knapsack->breakpoints + knapsack->breakpoint_starts[v];
  int32_t index = knapsack->tight[v];
  memset(knapsack->slopes, 0, sizeof *knapsack->slopes * (size_t)levels);
  lx_cost_slopes(breakpoints, count, index, direction, knapsack->slopes);
  for (;;) {
    double *slopes = knapsack->table + (int64_t)knapsack->segment_count * levels;
    for (int32_t level = 0; level < levels; level++)
      slopes[level] = knapsack->slopes[level] / fabs(coefficient) + knapsack->gain[level];
    if (lx_lexicographic_sign(slopes, levels, knapsack->tolerance, fmax(1, 1 / fabs(coefficient))) >= 0)
      return;
    const int32_t next = index + direction;
    const int is_last = next < 0 || next >= count;
    knapsack->segments[knapsack->segment_count++] = (lx_segment){
        .length = is_last ? INFINITY : fabs(breakpoints[next].at - breakpoints[index].at),
        .variable = v,
        .from = index,
    };
    if (is_last)
      return;
    index = next;
    lx_pass_breakpoint(&breakpoints[index], knapsack->slopes);
  }
}

static int is_cheaper(const lx_knapsack *knapsack, int32_t a, int32_t b) {
  const int32_t levels = knapsack->levels;
  const double *left = knapsack->table + (int64_t)a * levels, *right = knapsack->table + (int64_t)b * levels;
  for (int32_t level = 0; level < levels; level++)
    if (left[level] != right[level])
      return left[level] < right[level];
  return 0;
}

/* Merge sort: stable, so that segments of one variable stay in order, and equal ones are ordered by variable. */
static void sort_segments(lx_knapsack *knapsack) {
  const int32_t count = knapsack->segment_count;
  for (int32_t k = 0; k < count; k++)
    knapsack->order[k] = k;
  for (int64_t width = 1; width < count; width *= 2) {
    for (int64_t low = 0; low < count; low += 2 * width) {
      const int64_t middle = low + width < count ? low + width : count;
      const int64_t high = low + 2 * width < count ? low + 2 * width : count;
      int64_t left = low, right = middle;
      for (int64_t out = low; out < high; out++)
        knapsack->spare[out] =
            left < middle && (right >= high || !is_cheaper(knapsack, knapsack->order[right], knapsack->order[left]))
                ? knapsack->order[left++]
                : knapsack->order[right++];
    }
    int32_t *sorted = knapsack->spare;
    knapsack->spare = knapsack->order;
    knapsack->order = sorted;
  }
}

void lx_knapsack_list_segments(lx_knapsack *knapsack, double gap) {
  const int32_t level = gap > 0 ? knapsack->above : knapsack->below;
  memset(knapsack->gain, 0, sizeof *knapsack->gain * (size_t)knapsack->levels);
  knapsack->gain[level] = -knapsack->weight;
  knapsack->segment_count = 0;
  for (int32_t v = 0; v < knapsack->variables; v++)
    list_segments_of(knapsack, v, (gap > 0) == (knapsack->coefficients[v] > 0) ? -1 : 1, knapsack->coefficients[v]);
  sort_segments(knapsack);
}

int lx_knapsack_fill(lx_knapsack *knapsack, double gap) {
  double left = fabs(gap);
  for (int32_t k = 0; k < knapsack->segment_count; k++) {
    const lx_segment *segment = &knapsack->segments[knapsack->order[k]];
    const int32_t v = segment->variable;
    const double coefficient = knapsack->coefficients[v];
    const int32_t direction = (gap > 0) == (coefficient > 0) ? -1 : 1;
    if (segment->length * fabs(coefficient) < left) {
      left -= segment->length * fabs(coefficient);
      knapsack->tight[v] += direction;
      knapsack->x[v] = knapsack->breakpoints[knapsack->breakpoint_starts[v] + knapsack->tight[v]].at;
      continue;
    }
    knapsack->tight[v] = -1;
    knapsack->x[v] = 0;
    knapsack->x[v] = (knapsack->constant - activity(knapsack)) / coefficient;
    return 1;
  }
  return 0;
}
