/* chains.c: see chains.h. */
#include "update/chains.h"

#include <math.h>
#include <string.h>

#include "update/state.h"

/* Variables that are added one by one after a block that no common shift moves; twice as many each time. */
#define LX_CHAIN_PAUSE 8
#define LX_CHAIN_LONGEST_PAUSE 256

_Static_assert(LX_CHAIN_BLOCK <= LX_CHANGES_PADDING, "a block may be written after the last change");

static int reserve_chains(lx_incremental *state) {
  lx_chains *chains = &state->chains;
  if (chains->capacity != 0)
    return chains->capacity > 0;
  lx_arena *arena = &state->solution.session.arena;
  const int64_t variables = state->solution.plan.room.variables, capacity = variables + LX_CHAINS_MAXIMUM;
  chains->columns = lx_arena_take(arena, capacity + LX_CHAIN_BLOCK, sizeof *chains->columns);
  chains->increments = lx_arena_take(arena, capacity + LX_CHAIN_BLOCK, sizeof *chains->increments);
  chains->at = lx_arena_take_zeroed(arena, variables, sizeof *chains->at);
  chains->ends = lx_arena_take(arena, LX_CHAINS_MAXIMUM, sizeof *chains->ends);
  const int has_room =
      chains->columns != NULL && chains->increments != NULL && chains->at != NULL && chains->ends != NULL;
  chains->capacity = has_room && capacity <= INT32_MAX - LX_CHAIN_BLOCK ? (int32_t)capacity : -1;
  return chains->capacity > 0;
}

void lx_chain_record(lx_incremental *state, const lx_topological_order *order, int32_t index, int32_t end) {
  lx_chains *chains = &state->chains;
  if (!reserve_chains(state))
    return;
  if (chains->chain_count == LX_CHAINS_MAXIMUM)
    lx_chains_clear(chains);
  int32_t count = chains->count;
  int is_known = 0;
  for (; index < end; index += lx_successor_stride(order->successors[index])) {
    const int32_t column = order->columns[index];
    is_known = lx_chain_index(chains, column) >= 0;
    if (column == LX_CHAIN_END || is_known)
      break;
    chains->columns[count] = column;
    chains->increments[count++] = order->predecessors[index].increment;
  }
  if (count - chains->count < (is_known ? 1 : LX_CHAIN_MINIMUM))
    return;
  for (int32_t k = chains->count; k < count; k++)
    chains->at[chains->columns[k]] = k;
  chains->ends[chains->chain_count++] = count;
  for (int32_t k = count; k < count + LX_CHAIN_BLOCK; k++) {
    chains->columns[k] = LX_CHAIN_END;
    chains->increments[k] = NAN;
  }
  chains->count = count + 1;
}

int32_t lx_chain_find(const lx_incremental *state, const lx_topological_order *order, int32_t index) {
  const lx_chains *chains = &state->chains;
  const int32_t column = order->columns[index], next = index + lx_successor_stride(order->successors[index]);
  const int32_t k = next < order->end ? lx_chain_index(chains, order->columns[next]) : -1;
  return k >= 0 && order->predecessors[next].source == column && !isnan(chains->increments[k]) ? k : -1;
}

void lx_chain_restore(lx_chains *chains, const lx_predecessor *predecessor, int32_t k) {
  if (predecessor->source >= 0 &&
      (k == 0 || chains->columns[k - 1] == LX_CHAIN_END || chains->columns[k - 1] == predecessor->source))
    chains->increments[k] = predecessor->increment;
}

/* The chain that contains an index. */
static int32_t chain_of(const lx_chains *chains, int32_t k) {
  int32_t low = 0, high = chains->chain_count - 1;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (chains->ends[middle] > k)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* The first of a chain, from k on, at or after `limit` in its order; or the end of the chain. */
static int32_t reach_of(const lx_chains *chains, const lx_position_map *map, int32_t k, int32_t limit) {
  int32_t low = k, high = chains->ends[chain_of(chains, k)];
  if (limit == INT32_MAX)
    return high;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if ((map->indices[chains->columns[middle]] - map->first) * map->sign >= limit)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* Moves variables by a common shift, LX_CHAIN_BLOCK at a time, as long as that gives the same bits as the increments:
 * each must equal the sum of the one before and its increment, but none waits for the one before. Returns how many
 * moved. */
static int32_t shift_blocks(const int32_t *columns, const double *increments, int32_t count, double *value,
                            double *olds, double last, double shift) {
  double before[LX_CHAIN_BLOCK + 1], *fresh = before + 1;
  int32_t at = 0;
  for (; count - at >= LX_CHAIN_BLOCK; at += LX_CHAIN_BLOCK) {
    int differ = 0;
    for (int t = 0; t < LX_CHAIN_BLOCK; t++)
      olds[at + t] = value[columns[at + t]];
    before[0] = last;
    for (int t = 0; t < LX_CHAIN_BLOCK; t++)
      fresh[t] = olds[at + t] + shift;
    for (int t = 0; t < LX_CHAIN_BLOCK; t++)
      differ |= !(fresh[t] == before[t] + increments[at + t]) | (fresh[t] == olds[at + t]);
    if (differ)
      break;
    for (int t = 0; t < LX_CHAIN_BLOCK; t++)
      value[columns[at + t]] = fresh[t];
    last = fresh[LX_CHAIN_BLOCK - 1];
  }
  return at;
}

/* Adds increments one by one. Returns how many variables changed before one that did not, or whose increment is
 * invalid. */
static int32_t add_steps(const int32_t *columns, const double *increments, int32_t count, double *value, double *olds,
                         double last) {
  int32_t t = 0;
  for (; t < count; t++) {
    const double old = value[columns[t]];
    last += increments[t];
    if (!islessgreater(last, old))
      break;
    olds[t] = old;
    value[columns[t]] = last;
  }
  return t;
}

int32_t lx_chain_propagate(lx_incremental *state, const lx_topological_order *order, int32_t index, int32_t k,
                           int32_t limit, int32_t *change_count) {
  lx_chains *chains = &state->chains;
  const lx_assignment *assignment = &state->solution.plan.assignment;
  const lx_position_map map =
      order == &assignment->fixed ? lx_fixed_positions(assignment) : lx_substituted_positions(assignment);
  const int32_t *columns = chains->columns + k, count = *change_count;
  const double *increments = chains->increments + k;
  const int32_t wanted = reach_of(chains, &map, k, limit) - k;
  double *value = state->solution.session.value, *olds = state->propagation.previous + count;
  double last = value[order->columns[index]];
  int32_t done = 0, pause = LX_CHAIN_PAUSE;
  while (done < wanted) {
    const int32_t moved =
        shift_blocks(columns + done, increments + done, wanted - done, value, olds + done, last, last - olds[done - 1]);
    done += moved;
    last = moved > 0 ? value[columns[done - 1]] : last;
    pause = moved > 0 ? LX_CHAIN_PAUSE : pause < LX_CHAIN_LONGEST_PAUSE ? 2 * pause : pause;
    const int32_t next = pause < wanted - done ? pause : wanted - done;
    const int32_t added = add_steps(columns + done, increments + done, next, value, olds + done, last);
    done += added;
    if (added < next)
      break;
    last = next > 0 ? value[columns[done - 1]] : last;
  }
  memcpy(state->solution.changes.variables + count, columns, sizeof *columns * (size_t)done);
  *change_count = count + done;
  if (chains->span_count < LX_CHAIN_SPANS) {
    chains->spans[chains->span_count][0] = k;
    chains->spans[chains->span_count++][1] = k + done;
  }
  const int32_t reached = done > 0 ? (map.indices[columns[done - 1]] - map.first) * map.sign : index;
  return reached + lx_successor_stride(order->successors[reached]);
}

int lx_chain_was_propagated(const lx_chains *chains, int32_t variable) {
  const int32_t k = lx_chain_index(chains, variable);
  for (int32_t p = 0; p < chains->span_count && k >= 0; p++)
    if (k >= chains->spans[p][0] && k < chains->spans[p][1])
      return 1;
  return 0;
}
