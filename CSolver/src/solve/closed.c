/* closed.c: see closed.h. Medians and the knapsack. */
#include "solve/closed.h"

#include <math.h>
#include <string.h>

#include "base/heap.h"
#include "base/tolerances.h"

static inline int comes_after(const lx_kink *a, const lx_kink *b) {
  return a->at != b->at ? a->at > b->at : a->order > b->order;
}

LX_DEFINE_HEAP(kinks, lx_kink, comes_after)

/* Kinks differ in their order, so that the result is unique. */
static void sort_kinks(lx_kink *kinks, int32_t count) {
  if (count <= 8) {
    for (int32_t i = 1; i < count; i++) {
      const lx_kink moving = kinks[i];
      int32_t place = i;
      for (; place > 0 && comes_after(&kinks[place - 1], &moving); place--)
        kinks[place] = kinks[place - 1];
      kinks[place] = moving;
    }
    return;
  }
  kinks_sort(kinks, count);
}

/* -1, 0 or 1 as the first slope that is not zero; `scale` widens the tolerance. */
static int lexicographic_sign(const lx_closed *closed, const double *slopes, double scale) {
  for (int32_t level = 0; level < closed->levels; level++)
    if (fabs(slopes[level]) > closed->tolerance[level] * scale)
      return slopes[level] > 0 ? 1 : -1;
  return 0;
}

static void add(double *slopes, int32_t level, double weight) {
  if (level >= 0)
    slopes[level] += weight;
}

/* Slopes of a variable's cost on the way up (direction 1) or down from its kink `place`. */
static void slopes_from(const lx_kink *kinks, int32_t count, int32_t place, int32_t direction, double *slopes) {
  for (int32_t k = 0; k < count; k++) {
    const int upward = direction > 0;
    if (upward ? k <= place : k >= place)
      add(slopes, upward ? kinks[k].above : kinks[k].below, kinks[k].weight);
    else
      add(slopes, upward ? kinks[k].below : kinks[k].above, -kinks[k].weight);
  }
}

void lx_closed_settle(lx_closed *closed, int32_t variable) {
  lx_kink *kinks = closed->kinks + closed->kink_starts[variable];
  const int32_t count = closed->kink_starts[variable + 1] - closed->kink_starts[variable];
  sort_kinks(kinks, count);
  int32_t place = 0;
  for (int32_t k = 1; k < count; k++)
    if (kinks[k].tier < kinks[place].tier ||
        (kinks[k].tier == kinks[place].tier && kinks[k].order < kinks[place].order))
      place = k;
  for (int32_t direction = 1; direction >= -1; direction -= 2) {
    const int32_t start = place;
    memset(closed->slopes, 0, sizeof *closed->slopes * (size_t)closed->levels);
    slopes_from(kinks, count, place, direction, closed->slopes);
    while (place + direction >= 0 && place + direction < count && lexicographic_sign(closed, closed->slopes, 1) < 0) {
      place += direction;
      add(closed->slopes, kinks[place].above, kinks[place].weight);
      add(closed->slopes, kinks[place].below, kinks[place].weight);
    }
    if (place != start)
      break;
  }
  closed->tight[variable] = place;
  closed->x[variable] = kinks[place].at;
}

lx_status lx_closed_reserve(lx_closed *closed, lx_arena *arena) {
  const int64_t most = (int64_t)closed->kink_starts[closed->variables] + closed->variables;
  closed->gain = lx_arena_take(arena, closed->levels, sizeof(double));
  closed->table = lx_arena_take(arena, most * closed->levels, sizeof(double));
  closed->segments = lx_arena_take(arena, most, sizeof(lx_segment));
  closed->order = lx_arena_take(arena, most, sizeof(int32_t));
  closed->spare = lx_arena_take(arena, most, sizeof(int32_t));
  return closed->gain == NULL || closed->table == NULL || closed->segments == NULL || closed->order == NULL ||
                 closed->spare == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

static double activity(const lx_closed *closed) {
  double sum = 0;
  for (int32_t e = 0; e < closed->entry_count; e++)
    sum += closed->coefficients[closed->entries[e]] * closed->x[closed->entries[e]];
  return sum;
}

int lx_closed_has_gap(const lx_closed *closed, double *gap_out) {
  const double gap = activity(closed) - closed->constant;
  double largest = fabs(closed->constant);
  for (int32_t e = 0; e < closed->entry_count; e++)
    largest = fmax(largest, fabs(closed->coefficients[closed->entries[e]] * closed->x[closed->entries[e]]));
  *gap_out = gap;
  return !(fabs(gap) <= LX_TOL_TOUCH + LX_TOL_TOUCH_RELATIVE * largest) &&
         (gap > 0 ? closed->above : closed->below) >= 0;
}

/* The pieces of one variable in the direction that closes the gap, as far as they cost less than they gain. */
static void cut_variable(lx_closed *closed, int32_t v, int32_t direction, double coefficient) {
  const int32_t levels = closed->levels, count = closed->kink_starts[v + 1] - closed->kink_starts[v];
  const lx_kink *kinks = closed->kinks + closed->kink_starts[v];
  int32_t place = closed->tight[v];
  memset(closed->slopes, 0, sizeof *closed->slopes * (size_t)levels);
  slopes_from(kinks, count, place, direction, closed->slopes);
  for (;;) {
    double *slopes = closed->table + (int64_t)closed->segment_count * levels;
    for (int32_t level = 0; level < levels; level++)
      slopes[level] = closed->slopes[level] / fabs(coefficient) + closed->gain[level];
    if (lexicographic_sign(closed, slopes, fmax(1, 1 / fabs(coefficient))) >= 0)
      return;
    const int32_t next = place + direction;
    const int is_last = next < 0 || next >= count;
    closed->segments[closed->segment_count++] = (lx_segment){
        .length = is_last ? INFINITY : fabs(kinks[next].at - kinks[place].at),
        .variable = v,
        .from = place,
    };
    if (is_last)
      return;
    place = next;
    add(closed->slopes, kinks[place].above, kinks[place].weight);
    add(closed->slopes, kinks[place].below, kinks[place].weight);
  }
}

static int is_cheaper(const lx_closed *closed, int32_t a, int32_t b) {
  const int32_t levels = closed->levels;
  const double *left = closed->table + (int64_t)a * levels, *right = closed->table + (int64_t)b * levels;
  for (int32_t level = 0; level < levels; level++)
    if (left[level] != right[level])
      return left[level] < right[level];
  return 0;
}

/* Merge sort, stable: pieces of one variable stay in their order, and equal ones go by variable. */
static void sort_segments(lx_closed *closed) {
  const int32_t count = closed->segment_count;
  for (int32_t k = 0; k < count; k++)
    closed->order[k] = k;
  for (int64_t width = 1; width < count; width *= 2) {
    for (int64_t low = 0; low < count; low += 2 * width) {
      const int64_t middle = low + width < count ? low + width : count;
      const int64_t high = low + 2 * width < count ? low + 2 * width : count;
      int64_t left = low, right = middle;
      for (int64_t out = low; out < high; out++)
        closed->spare[out] =
            left < middle && (right >= high || !is_cheaper(closed, closed->order[right], closed->order[left]))
                ? closed->order[left++]
                : closed->order[right++];
    }
    int32_t *sorted = closed->spare;
    closed->spare = closed->order;
    closed->order = sorted;
  }
}

void lx_closed_cut(lx_closed *closed, double gap) {
  const int32_t level = gap > 0 ? closed->above : closed->below;
  memset(closed->gain, 0, sizeof *closed->gain * (size_t)closed->levels);
  closed->gain[level] = -closed->weight;
  closed->segment_count = 0;
  for (int32_t v = 0; v < closed->variables; v++)
    cut_variable(closed, v, (gap > 0) == (closed->coefficients[v] > 0) ? -1 : 1, closed->coefficients[v]);
  sort_segments(closed);
}

int lx_closed_give_way(lx_closed *closed, double gap) {
  double left = fabs(gap);
  for (int32_t k = 0; k < closed->segment_count; k++) {
    const lx_segment *segment = &closed->segments[closed->order[k]];
    const int32_t v = segment->variable;
    const double coefficient = closed->coefficients[v];
    const int32_t direction = (gap > 0) == (coefficient > 0) ? -1 : 1;
    if (segment->length * fabs(coefficient) < left) {
      left -= segment->length * fabs(coefficient);
      closed->tight[v] += direction;
      closed->x[v] = closed->kinks[closed->kink_starts[v] + closed->tight[v]].at;
      continue;
    }
    closed->tight[v] = -1;
    closed->x[v] = 0;
    closed->x[v] = (closed->constant - activity(closed)) / coefficient;
    return 1;
  }
  return 0;
}
