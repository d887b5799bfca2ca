/* chains.c: see chains.h. */
#include "update/chains.h"

#include <math.h>
#include <string.h>

#include "update/state.h"

/* After numbers that a common shift does not meet, so many variables go one by one; twice as many each time. */
#define LX_RUN_PAUSE 8
#define LX_RUN_LONGEST_PAUSE 256

_Static_assert(LX_RUN_BLOCK <= LX_CHANGES_PADDING, "a block may be written after the last change");

static int open_runs(lx_incremental *state) {
  lx_chains *runs = &state->chains;
  if (runs->capacity != 0)
    return runs->capacity > 0;
  lx_arena *arena = &state->solution.session.arena;
  const int64_t variables = state->solution.plan.room.variables, capacity = variables + LX_RUNS_MOST;
  runs->columns = lx_arena_take(arena, capacity + LX_RUN_BLOCK, sizeof *runs->columns);
  runs->steps = lx_arena_take(arena, capacity + LX_RUN_BLOCK, sizeof *runs->steps);
  runs->at = lx_arena_take_zeroed(arena, variables, sizeof *runs->at);
  runs->ends = lx_arena_take(arena, LX_RUNS_MOST, sizeof *runs->ends);
  const int has_room = runs->columns != NULL && runs->steps != NULL && runs->at != NULL && runs->ends != NULL;
  runs->capacity = has_room && capacity <= INT32_MAX - LX_RUN_BLOCK ? (int32_t)capacity : -1;
  return runs->capacity > 0;
}

void lx_record_run(lx_incremental *state, const lx_order *order, int32_t place, int32_t end) {
  lx_chains *runs = &state->chains;
  if (!open_runs(state))
    return;
  if (runs->run_count == LX_RUNS_MOST)
    lx_drop_runs(runs);
  int32_t count = runs->count;
  int is_known = 0;
  for (; place < end; place += lx_fan_stride(order->fans[place])) {
    const int32_t column = order->columns[place];
    is_known = lx_run_at(runs, column) >= 0;
    if (column == LX_RUN_END || is_known)
      break;
    runs->columns[count] = column;
    runs->steps[count++] = order->links[place].step;
  }
  if (count - runs->count < (is_known ? 1 : LX_RUN_LEAST))
    return;
  for (int32_t k = runs->count; k < count; k++)
    runs->at[runs->columns[k]] = k;
  runs->ends[runs->run_count++] = count;
  for (int32_t k = count; k < count + LX_RUN_BLOCK; k++) {
    runs->columns[k] = LX_RUN_END;
    runs->steps[k] = NAN;
  }
  runs->count = count + 1;
}

int32_t lx_find_run(const lx_incremental *state, const lx_order *order, int32_t place) {
  const lx_chains *runs = &state->chains;
  const int32_t column = order->columns[place], next = place + lx_fan_stride(order->fans[place]);
  const int32_t k = next < order->end ? lx_run_at(runs, order->columns[next]) : -1;
  return k >= 0 && order->links[next].source == column && !isnan(runs->steps[k]) ? k : -1;
}

void lx_mend_run(lx_chains *runs, const lx_link *link, int32_t k) {
  if (link->source >= 0 && (k == 0 || runs->columns[k - 1] == LX_RUN_END || runs->columns[k - 1] == link->source))
    runs->steps[k] = link->step;
}

/* The run that a place is in. */
static int32_t run_of(const lx_chains *runs, int32_t k) {
  int32_t low = 0, high = runs->run_count - 1;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (runs->ends[middle] > k)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* The first of a run, from k on, that does not lie before `limit` in its order; or the end of the run. */
static int32_t reach_of(const lx_chains *runs, const lx_order_index *index, int32_t k, int32_t limit) {
  int32_t low = k, high = runs->ends[run_of(runs, k)];
  if (limit == INT32_MAX)
    return high;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if ((index->places[runs->columns[middle]] - index->first) * index->sign >= limit)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* Moves variables by a common shift, LX_RUN_BLOCK at a time, as long as that is what their steps make of them to the
 * bit: each must be the sum of the one before and its step, but none waits for the one before to be known. Returns how
 * many of them moved. */
static int32_t shift_blocks(const int32_t *columns, const double *steps, int32_t count, double *value, double *olds,
                            double last, double shift) {
  double before[LX_RUN_BLOCK + 1], *fresh = before + 1;
  int32_t at = 0;
  for (; count - at >= LX_RUN_BLOCK; at += LX_RUN_BLOCK) {
    int differ = 0;
    for (int t = 0; t < LX_RUN_BLOCK; t++)
      olds[at + t] = value[columns[at + t]];
    before[0] = last;
    for (int t = 0; t < LX_RUN_BLOCK; t++)
      fresh[t] = olds[at + t] + shift;
    for (int t = 0; t < LX_RUN_BLOCK; t++)
      differ |= !(fresh[t] == before[t] + steps[at + t]) | (fresh[t] == olds[at + t]);
    if (differ)
      break;
    for (int t = 0; t < LX_RUN_BLOCK; t++)
      value[columns[at + t]] = fresh[t];
    last = fresh[LX_RUN_BLOCK - 1];
  }
  return at;
}

/* Adds step by step; returns how many variables changed before the first that did not, or whose step nobody knows. */
static int32_t add_steps(const int32_t *columns, const double *steps, int32_t count, double *value, double *olds,
                         double last) {
  int32_t t = 0;
  for (; t < count; t++) {
    const double old = value[columns[t]];
    last += steps[t];
    if (!islessgreater(last, old))
      break;
    olds[t] = old;
    value[columns[t]] = last;
  }
  return t;
}

int32_t lx_follow_run(lx_incremental *state, const lx_order *order, int32_t place, int32_t k, int32_t limit,
                      int32_t *change_count) {
  lx_chains *runs = &state->chains;
  const lx_fixing *fixing = &state->solution.plan.fixing;
  const lx_order_index index = order == &fixing->fixed ? lx_index_of_fixed(fixing) : lx_index_of_derived(fixing);
  const int32_t *columns = runs->columns + k, count = *change_count;
  const double *steps = runs->steps + k;
  const int32_t wanted = reach_of(runs, &index, k, limit) - k;
  double *value = state->solution.session.value, *olds = state->propagation.previous + count;
  double last = value[order->columns[place]];
  int32_t done = 0, pause = LX_RUN_PAUSE;
  while (done < wanted) {
    const int32_t moved = shift_blocks(columns + done, steps + done, wanted - done, value, olds + done, last,
                                       last - olds[done - 1]);
    done += moved;
    last = moved > 0 ? value[columns[done - 1]] : last;
    pause = moved > 0 ? LX_RUN_PAUSE : pause < LX_RUN_LONGEST_PAUSE ? 2 * pause : pause;
    const int32_t next = pause < wanted - done ? pause : wanted - done;
    const int32_t added = add_steps(columns + done, steps + done, next, value, olds + done, last);
    done += added;
    if (added < next)
      break;
    last = next > 0 ? value[columns[done - 1]] : last;
  }
  memcpy(state->solution.changes.variables + count, columns, sizeof *columns * (size_t)done);
  *change_count = count + done;
  if (runs->part_count < LX_RUN_PARTS) {
    runs->parts[runs->part_count][0] = k;
    runs->parts[runs->part_count++][1] = k + done;
  }
  const int32_t reached = done > 0 ? (index.places[columns[done - 1]] - index.first) * index.sign : place;
  return reached + lx_fan_stride(order->fans[reached]);
}

int lx_has_run(const lx_chains *runs, int32_t variable) {
  const int32_t k = lx_run_at(runs, variable);
  for (int32_t p = 0; p < runs->part_count && k >= 0; p++)
    if (k >= runs->parts[p][0] && k < runs->parts[p][1])
      return 1;
  return 0;
}
