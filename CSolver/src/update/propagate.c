/* propagate.c: new values of the variables that are decided in an order.
 *
 * Marks are a bit per place, taken from first to last, so that each variable is computed once. Most are a sum of one
 * other and of what did not change: such a link is an addition, and where only links need a variable, who needs it is a
 * word of bits that is put over the marks. Everything else goes by the rows and the lists of uses. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/tolerances.h"
#include "update/state.h"

/* Marks, links and fans of an order. */
static lx_status open_order(lx_arena *arena, lx_order *order, lx_marks *marks) {
  *marks = (lx_marks){.words = lx_arena_take_zeroed(arena, order->capacity / 64 + 3, sizeof(uint64_t))};
  lx_forget_marks(marks);
  order->links = lx_arena_take(arena, order->capacity, sizeof *order->links);
  order->fans = lx_arena_take(arena, order->capacity, sizeof *order->fans);
  order->ready = lx_arena_take(arena, order->capacity / LX_ORDER_PART + 1, sizeof *order->ready);
  if (marks->words == NULL || order->links == NULL || order->fans == NULL || order->ready == NULL) {
    order->links = NULL;
    return LX_ERROR_MEMORY;
  }
  return LX_OK;
}

lx_status lx_index_solution(lx_incremental *state) {
  if (state->propagation.is_indexed)
    return LX_OK;
  const lx_plan *plan = &state->solution.plan;
  lx_arena *arena = &state->solution.session.arena;
  const int64_t rows = plan->room.rows, components = plan->components.capacity;
  lx_propagation *update = &state->propagation;
  *update = (lx_propagation){
      .owner = lx_arena_take(arena, rows, sizeof(int32_t)),
      .components = lx_arena_take(arena, components, sizeof(int32_t)),
      .in_components = lx_arena_take_zeroed(arena, components, sizeof(uint8_t)),
      .rows = lx_arena_take(arena, rows, sizeof(int32_t)),
      .in_rows = lx_arena_take_zeroed(arena, rows, sizeof(uint8_t)),
      .changed_in = lx_arena_take_zeroed(arena, plan->room.variables, sizeof(uint32_t)),
  };
  state->propagation.previous = lx_arena_take(arena, (int64_t)plan->room.variables + LX_RUN_BLOCK, sizeof(double));
  lx_fixing *fixing = &state->solution.plan.fixing;
  if (open_order(arena, &fixing->fixed, &update->fixed) != LX_OK ||
      open_order(arena, &fixing->derived, &update->derived) != LX_OK || update->owner == NULL ||
      update->components == NULL || update->in_components == NULL || update->rows == NULL || update->in_rows == NULL ||
      update->changed_in == NULL || state->propagation.previous == NULL)
    return LX_ERROR_MEMORY;
  for (int64_t r = 0; r < rows; r++)
    update->owner[r] = LX_OWNER_NONE;
  const lx_order *orders[2] = {&plan->fixing.fixed, &plan->fixing.derived};
  for (int32_t o = 0; o < 2; o++)
    for (int32_t k = 0; k < orders[o]->end; k++)
      if (orders[o]->columns[k] >= 0)
        update->owner[orders[o]->rows[k]] = orders[o]->columns[k];
  for (int32_t c = 0; c < plan->components.count; c++) {
    const lx_piece piece = lx_component_piece(plan, c);
    for (int32_t k = 0; k < piece.row_count; k++)
      update->owner[piece.rows[k]] = LX_OWNER_COMPONENT - c;
  }
  state->propagation.is_indexed = 1;
  lx_forget_steps(state);
  return LX_OK;
}

void lx_forget_steps(lx_incremental *state) {
  lx_drop_runs(&state->chains);
  state->propagation.has_met = 0;
  lx_order *orders[2] = {&state->solution.plan.fixing.fixed, &state->solution.plan.fixing.derived};
  for (int32_t o = 0; o < 2 && state->propagation.is_indexed; o++)
    memset(orders[o]->ready, 0, (size_t)(orders[o]->capacity / LX_ORDER_PART + 1));
}

void lx_meet_places(lx_incremental *state) {
  if (state->propagation.has_met)
    return;
  state->propagation.has_met = 1;
  lx_order *orders[2] = {&state->solution.plan.fixing.fixed, &state->solution.plan.fixing.derived};
  for (int32_t o = 0; o < 2; o++)
    for (int32_t part = 0; part <= orders[o]->capacity / LX_ORDER_PART; part++)
      if (!orders[o]->ready[part])
        lx_order_make_ready(orders[o], part);
}

static inline void mark(lx_marks *marks, int32_t place) {
  const int32_t word = place / 64;
  marks->words[word] |= (uint64_t)1 << (place % 64);
  marks->first = word < marks->first ? word : marks->first;
  marks->end = word < marks->end ? marks->end : word + 1;
}

void lx_forget_marks(lx_marks *marks) {
  for (int32_t word = marks->first; word < marks->end && marks->words != NULL; word++)
    marks->words[word] = 0;
  marks->first = INT32_MAX;
  marks->end = 0;
}

void lx_forget_reached(lx_propagation *update) {
  lx_forget_marks(&update->derived);
  for (int32_t i = 0; i < update->component_count; i++)
    update->in_components[update->components[i]] = 0;
  for (int32_t i = 0; i < update->row_count; i++)
    update->in_rows[update->rows[i]] = 0;
  update->component_count = 0;
  update->row_count = 0;
}

/* Marks the place of a decided variable. */
static inline void mark_decided(lx_incremental *state, int32_t decided, int32_t cause) {
  lx_fixing *fixing = &state->solution.plan.fixing;
  const int32_t at = fixing->fixed_by[decided];
  const int32_t place = at >= 0 ? at : LX_DERIVED - at;
  const lx_order *order = at >= 0 ? &fixing->fixed : &fixing->derived;
  lx_order_meet(order, place);
  lx_link *link = &order->links[place];
  if (cause < 0 || link->source != cause) {
    link->step = NAN;
    lx_cut_run(&state->chains, decided);
  }
  mark(at >= 0 ? &state->propagation.fixed : &state->propagation.derived, place);
}

void lx_reach_row(lx_incremental *state, int32_t row, int32_t variable) {
  lx_propagation *update = &state->propagation;
  const int32_t owner = update->owner[row];
  if (owner >= 0) {
    mark_decided(state, owner, variable);
  } else if (owner <= LX_OWNER_COMPONENT) {
    const int32_t c = LX_OWNER_COMPONENT - owner;
    if (!update->in_components[c]) {
      update->in_components[c] = 1;
      update->components[update->component_count++] = c;
    }
  } else if (!update->in_rows[row]) {
    update->in_rows[row] = 1;
    update->rows[update->row_count++] = row;
  }
}

void lx_reach_users(lx_incremental *state, int32_t j) {
  const lx_program *program = state->solution.session.program;
  for (int32_t e = program->first_use[j]; e >= 0; e = lx_next_use(program, e)) {
    const int32_t row = lx_use_row(program, e);
    if (state->propagation.owner[row] != j)
      lx_reach_row(state, row, j);
  }
}

/* Before a fan is opened where places are not all made, or runs rely on it. */
static void open_place(lx_incremental *state, int32_t variable, int32_t at) {
  const lx_fixing *fixing = &state->solution.plan.fixing;
  if (at >= 0)
    lx_order_meet(&fixing->fixed, at);
  else if (at <= LX_DERIVED)
    lx_order_meet(&fixing->derived, LX_DERIVED - at);
  lx_cut_run(&state->chains, variable);
}

void lx_meet_user(lx_incremental *state, int32_t r) {
  const lx_program *program = state->solution.session.program;
  const lx_program_row *row = &program->rows[r];
  lx_fixing *fixing = &state->solution.plan.fixing;
  const int is_plain = state->propagation.has_met && state->chains.count == 0;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t at = fixing->fixed_by[program->columns[e]];
    if (!is_plain)
      open_place(state, program->columns[e], at);
    if (at >= 0)
      fixing->fixed.fans[at] |= LX_FAN_OPEN;
    else if (at <= LX_DERIVED)
      fixing->derived.fans[LX_DERIVED - at] |= LX_FAN_OPEN;
  }
}

/* The source of the variable at a place. */
static int32_t source_at(const lx_program *program, const lx_order *order, int32_t place) {
  lx_order_meet(order, place);
  lx_link *link = &order->links[place];
  if (link->source == LX_LINK_UNKNOWN) {
    double coefficient;
    const int32_t entry = lx_source_entry(program, order->rows[place], link->column, &coefficient);
    link->source = entry >= 0 ? program->columns[entry] : LX_LINK_NONE;
    link->step = NAN;
  }
  return link->source;
}

/* What would take registers from a loop around it. */
#define APART __attribute__((noinline))

/* Whether two or more of the other variables of a row have changed in this update. */
static int has_changed_twice(const lx_incremental *state, const lx_program_row *row, int32_t column) {
  const lx_program *program = state->solution.session.program;
  const lx_chains *runs = &state->chains;
  const uint32_t *changed_in = state->propagation.changed_in, number = state->propagation.number;
  const int has_runs = runs->part_count > 0;
  int32_t count = 0;
  for (int32_t e = row->start; e < row->start + row->count && count < 2; e++) {
    const int32_t j = program->columns[e];
    count += j != column && (changed_in[j] == number || (has_runs && lx_has_run(runs, j)));
  }
  return count == 2;
}

/* The value at a place by its row, and the link for the next time. Who needs a sum no longer is to be looked at again,
 * as only the source can rely on the step. A sum that stays what it was stays a sum: heights between two edges that move
 * together are most of them. */
static APART double value_at(lx_incremental *state, const lx_order *order, int32_t place) {
  const lx_program *program = state->solution.session.program;
  const double *value = state->solution.session.value;
  lx_link *link = &order->links[place];
  const int32_t r = order->rows[place], column = link->column;
  if (link->source == LX_LINK_SUM) {
    const double fresh = lx_value_by(program, r, column, value);
    if (fresh == value[column] || has_changed_twice(state, &program->rows[r], column))
      return fresh;
    lx_meet_user(state, r);
  }
  double coefficient;
  const int32_t entry = lx_source_entry(program, r, column, &coefficient);
  const double step = lx_step_by(program, r, column, entry, coefficient, value);
  if (entry < 0) {
    *link = (lx_link){.column = column, .source = LX_LINK_NONE, .step = NAN};
    return step;
  }
  const int32_t source = program->columns[entry];
  const int is_sum = has_changed_twice(state, &program->rows[r], column);
  *link = (lx_link){.column = column, .source = is_sum ? LX_LINK_SUM : source, .step = is_sum ? NAN : step};
  return value[source] + step;
}

/* Reaches who needs the variable at a place, by the list of uses, and keeps what can be kept of it. */
static APART void fan_out(lx_incremental *state, const lx_order *order, int32_t place) {
  const lx_program *program = state->solution.session.program;
  const lx_propagation *update = &state->propagation;
  const int32_t *fixed_by = state->solution.plan.fixing.fixed_by;
  const int is_derived = order == &state->solution.plan.fixing.derived;
  const int32_t column = order->columns[place];
  uint64_t fan = program->variables[column].nonnegative ? LX_FAN_SIGNED : 0;
  for (int32_t e = program->first_use[column]; e >= 0; e = lx_next_use(program, e)) {
    const int32_t row = lx_use_row(program, e), owner = update->owner[row];
    if (owner == column)
      continue;
    lx_reach_row(state, row, column);
    const int32_t at = owner >= 0 ? (is_derived ? LX_DERIVED - fixed_by[owner] : fixed_by[owner]) : -1;
    const int32_t source = at > place && at - place <= LX_FAN_REACH ? source_at(program, order, at) : LX_LINK_UNKNOWN;
    if (source == column || source == LX_LINK_NONE || source == LX_LINK_SUM)
      fan |= (uint64_t)1 << (at - place - 1);
    else
      fan |= LX_FAN_OPEN;
  }
  state->propagation.detours += (fan & LX_FAN_OPEN) != 0;
  order->fans[place] = fan;
}

/* Words of marks that are looked at to see how far a chain, or a run, may go by itself. */
#define CHAIN_WORDS 8
#define RUN_WORDS 64

/* Where the next mark behind a word is; or a place before which there is none. */
static int32_t unmarked_until(const lx_marks *marks, int32_t word, int32_t most) {
  const int32_t last = word + most;
  while (word < last && ++word < marks->end)
    if (marks->words[word] != 0)
      return 64 * word + __builtin_ctzll(marks->words[word]);
  return word >= marks->end ? INT32_MAX : 64 * (last + 1);
}

/* Follows a chain: links that are each needed by one other alone, as in a list of rows below each other. Strides are
 * mostly all the same, and that the processor guesses so saves it waiting for each. No mark is set or read before
 * `limit`. Returns the first place where there is more to it than an addition; that one is still to be computed. */
static int32_t follow_links(const lx_incremental *state, const lx_order *order, int32_t place, int32_t limit,
                            int32_t *change_count) {
  double *const value = state->solution.session.value, *const olds = state->propagation.previous;
  uint32_t *const changed_in = state->propagation.changed_in, number = state->propagation.number;
  int32_t *const changes = state->solution.changes.variables, count = *change_count;
  const lx_link *const end = order->links + (limit < order->end ? limit : order->end), *link = &order->links[place];
  const uint64_t *needed = &order->fans[place];
  uint64_t fan = *needed;
  ptrdiff_t stride = lx_fan_stride(fan);
  int32_t column = link->column;
  double last = value[column];
  for (link += stride, needed += stride; link < end && link->source == column; link += stride, needed += stride) {
    const double fresh = last + link->step;
    const int32_t next = link->column;
    if (!islessgreater(fresh, value[next]))
      break;
    if (*needed != fan) {
      fan = *needed;
      if (!lx_fan_is_single(fan))
        break;
      stride = lx_fan_stride(fan);
    }
    olds[count] = value[next];
    changes[count++] = column = next;
    changed_in[next] = number;
    value[next] = last = fresh;
  }
  *change_count = count;
  return (int32_t)(link - order->links);
}

/* Follows a chain by the run that it is in, or by its links. */
static APART int32_t follow_chain(lx_incremental *state, const lx_order *order, const lx_marks *marks, int32_t place,
                                  int32_t *change_count) {
  lx_chains *runs = &state->chains;
  const int32_t own = lx_run_at(runs, order->columns[place]), k = lx_find_run(state, order, place);
  if (own >= 0)
    lx_mend_run(runs, &order->links[place], own);
  if (k >= 0) {
    const int32_t limit = unmarked_until(marks, place / 64, RUN_WORDS);
    return lx_follow_run(state, order, place, k, limit, change_count);
  }
  /* Behind a cut the run goes on. */
  const int32_t next = place + lx_fan_stride(order->fans[place]);
  if (own >= 0)
    return next;
  const int32_t limit = unmarked_until(marks, place / 64, CHAIN_WORDS);
  const int32_t first = *change_count, end = follow_links(state, order, place, limit, change_count);
  if (runs->steady == LX_RUN_STEADY && *change_count - first >= LX_RUN_LEAST)
    lx_record_run(state, order, place, end);
  return end;
}

int lx_follow_order(lx_incremental *state, const lx_order *order, lx_marks *marks) {
  double *const value = state->solution.session.value, *const olds = state->propagation.previous;
  uint64_t *const words = marks->words;
  uint32_t *const changed_in = state->propagation.changed_in, number = state->propagation.number;
  int32_t *const changes = state->solution.changes.variables;
  int32_t count = state->solution.changes.count;
  int holds = 1;
  for (int32_t word = marks->first; word < marks->end; word++) {
    const lx_link *const links = order->links + 64 * (int64_t)word;
    const uint64_t *const fans = order->fans + 64 * (int64_t)word;
    uint64_t bits = words[word];
    while (bits != 0) {
      const int32_t low = __builtin_ctzll(bits);
      bits &= bits - 1;
      const lx_link *link = &links[low];
      const int32_t column = link->column;
      double fresh = link->source >= 0 ? value[link->source] + link->step : NAN;
      if (isnan(fresh)) {
        if (column < 0)
          continue;
        fresh = value_at(state, order, 64 * word + low);
      }
      if (fresh == value[column])
        continue;
      olds[count] = value[column];
      changes[count++] = column;
      changed_in[column] = number;
      value[column] = fresh;
      uint64_t fan = fans[low];
      if (fan == 0)
        continue;
      if (fan >= LX_FAN_SIGNED) {
        if (fan & LX_FAN_OPEN) {
          words[word] = bits;
          fan_out(state, order, 64 * word + low);
          bits = words[word];
          holds &= !state->solution.session.program->variables[column].nonnegative || fresh >= -LX_TOL_REQUIRED;
          continue;
        }
        holds &= fresh >= -LX_TOL_REQUIRED;
        fan &= ~LX_FAN_SIGNED;
      } else if (bits == 0 && lx_fan_is_single(fan) && lx_fan_is_single(fans[low + lx_fan_stride(fan)])) {
        int32_t chained = count;
        const int32_t next = follow_chain(state, order, marks, 64 * word + low, &chained);
        count = chained;
        if (next / 64 == word) {
          bits = (uint64_t)1 << (next % 64);
        } else {
          const int is_last = word + 1 >= marks->end;
          mark(marks, next);
          if (is_last) { /* No mark is between. */
            words[word] = 0;
            word = next / 64 - 1;
          }
        }
        continue;
      }
      /* Bit d of the fan is bit low + 1 + d of the marks, here or in the next word. */
      const uint64_t beyond = fan >> (63 - low);
      bits |= fan << low << 1;
      if (beyond != 0) {
        words[word + 1] |= beyond;
        marks->end = word + 2 > marks->end ? word + 2 : marks->end;
      }
    }
    words[word] = 0;
  }
  state->solution.changes.count = count;
  marks->first = INT32_MAX;
  marks->end = 0;
  return holds;
}
