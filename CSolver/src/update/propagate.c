/* propagate.c: see propagate.h.
 *
 * Marks are a bit per index and processed in order, so that each variable is computed once. Most variables are the sum
 * of one predecessor and an increment that does not change, which takes one addition; where all successors are of that
 * kind, the successor mask is or-ed into the marks. Everything else is evaluated from the row, and found through the
 * lists of uses. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/tolerances.h"
#include "update/state.h"

/* Marks, predecessors and successors of an order. */
static lx_status create_marks(lx_arena *arena, lx_topological_order *order, lx_marks *marks) {
  *marks = (lx_marks){.words = lx_arena_take_zeroed(arena, order->capacity / 64 + 3, sizeof(uint64_t))};
  lx_clear_marks(marks);
  order->predecessors = lx_arena_take(arena, order->capacity, sizeof *order->predecessors);
  order->successors = lx_arena_take(arena, order->capacity, sizeof *order->successors);
  order->ready = lx_arena_take(arena, order->capacity / LX_ORDER_SECTION + 1, sizeof *order->ready);
  if (marks->words == NULL || order->predecessors == NULL || order->successors == NULL || order->ready == NULL) {
    order->predecessors = NULL;
    return LX_ERROR_MEMORY;
  }
  return LX_OK;
}

lx_status lx_propagation_index(lx_incremental *state) {
  if (state->propagation.is_indexed)
    return LX_OK;
  const lx_plan *plan = &state->solution.plan;
  lx_arena *arena = &state->solution.session.arena;
  const int64_t rows = plan->room.rows, components = plan->components.capacity;
  lx_propagation *propagation = &state->propagation;
  *propagation = (lx_propagation){
      .owner = lx_arena_take(arena, rows, sizeof(int32_t)),
      .components = lx_arena_take(arena, components, sizeof(int32_t)),
      .in_components = lx_arena_take_zeroed(arena, components, sizeof(uint8_t)),
      .touched = lx_arena_take(arena, rows, sizeof(int32_t)),
      .checked_in = lx_arena_take_zeroed(arena, rows, sizeof(int64_t)),
      .rows = lx_arena_take(arena, rows, sizeof(int32_t)),
      .in_rows = lx_arena_take_zeroed(arena, rows, sizeof(uint8_t)),
      .changed_in = lx_arena_take_zeroed(arena, plan->room.variables, sizeof(uint32_t)),
  };
  state->propagation.previous = lx_arena_take(arena, (int64_t)plan->room.variables + LX_CHAIN_BLOCK, sizeof(double));
  lx_assignment *assignment = &state->solution.plan.assignment;
  if (create_marks(arena, &assignment->fixed, &propagation->fixed) != LX_OK ||
      create_marks(arena, &assignment->substituted, &propagation->substituted) != LX_OK || propagation->owner == NULL ||
      propagation->components == NULL || propagation->in_components == NULL || propagation->touched == NULL ||
      propagation->checked_in == NULL || propagation->rows == NULL ||
      propagation->in_rows == NULL || propagation->changed_in == NULL || state->propagation.previous == NULL)
    return LX_ERROR_MEMORY;
  for (int64_t r = 0; r < rows; r++)
    propagation->owner[r] = LX_OWNER_NONE;
  const lx_topological_order *orders[2] = {&plan->assignment.fixed, &plan->assignment.substituted};
  for (int32_t o = 0; o < 2; o++)
    for (int32_t k = 0; k < orders[o]->end; k++)
      if (orders[o]->columns[k] >= 0)
        propagation->owner[orders[o]->rows[k]] = orders[o]->columns[k];
  for (int32_t c = 0; c < plan->components.count; c++) {
    const lx_submatrix submatrix = lx_component_submatrix(plan, c);
    for (int32_t k = 0; k < submatrix.row_count; k++)
      propagation->owner[submatrix.rows[k]] = LX_OWNER_COMPONENT - c;
  }
  state->propagation.is_indexed = 1;
  lx_invalidate_increments(state);
  return LX_OK;
}

void lx_invalidate_increments(lx_incremental *state) {
  lx_chains_clear(&state->chains);
  state->propagation.is_prepared = 0;
  lx_topological_order *orders[2] = {&state->solution.plan.assignment.fixed,
                                     &state->solution.plan.assignment.substituted};
  for (int32_t o = 0; o < 2 && state->propagation.is_indexed; o++)
    memset(orders[o]->ready, 0, (size_t)(orders[o]->capacity / LX_ORDER_SECTION + 1));
}

void lx_prepare_orders(lx_incremental *state) {
  if (state->propagation.is_prepared)
    return;
  state->propagation.is_prepared = 1;
  lx_topological_order *orders[2] = {&state->solution.plan.assignment.fixed,
                                     &state->solution.plan.assignment.substituted};
  for (int32_t o = 0; o < 2; o++)
    for (int32_t section = 0; section <= orders[o]->capacity / LX_ORDER_SECTION; section++)
      if (!orders[o]->ready[section])
        lx_order_prepare_section(orders[o], section);
}

static inline void mark(lx_marks *marks, int32_t index) {
  const int32_t word = index / 64;
  marks->words[word] |= (uint64_t)1 << (index % 64);
  marks->first = word < marks->first ? word : marks->first;
  marks->end = word < marks->end ? marks->end : word + 1;
}

void lx_clear_marks(lx_marks *marks) {
  for (int32_t word = marks->first; word < marks->end && marks->words != NULL; word++)
    marks->words[word] = 0;
  marks->first = INT32_MAX;
  marks->end = 0;
}

void lx_clear_reached(lx_propagation *propagation) {
  lx_clear_marks(&propagation->substituted);
  for (int32_t i = 0; i < propagation->component_count; i++)
    propagation->in_components[propagation->components[i]] = 0;
  for (int32_t i = 0; i < propagation->row_count; i++)
    propagation->in_rows[propagation->rows[i]] = 0;
  for (int32_t i = 0; i < propagation->touched_count; i++)
    propagation->in_rows[propagation->touched[i]] = 0;
  propagation->component_count = 0;
  propagation->row_count = 0;
  propagation->touched_count = 0;
}

/* Marks a decided variable. */
static inline void mark_decided(lx_incremental *state, int32_t decided, int32_t cause) {
  lx_assignment *assignment = &state->solution.plan.assignment;
  const int32_t at = assignment->assigned_at[decided];
  const int32_t index = at >= 0 ? at : LX_SUBSTITUTED - at;
  const lx_topological_order *order = at >= 0 ? &assignment->fixed : &assignment->substituted;
  lx_order_prepare(order, index);
  lx_predecessor *predecessor = &order->predecessors[index];
  if (cause < 0 || predecessor->source != cause) {
    predecessor->increment = NAN;
    lx_chain_invalidate(&state->chains, decided);
  }
  mark(at >= 0 ? &state->propagation.fixed : &state->propagation.substituted, index);
}

void lx_mark_row(lx_incremental *state, int32_t row, int32_t variable) {
  lx_propagation *propagation = &state->propagation;
  const int32_t owner = propagation->owner[row];
  if (owner >= 0) {
    mark_decided(state, owner, variable);
  } else if (owner <= LX_OWNER_COMPONENT) {
    const int32_t c = LX_OWNER_COMPONENT - owner;
    if (!propagation->in_components[c]) {
      propagation->in_components[c] = LX_REACHED;
      propagation->components[propagation->component_count++] = c;
    }
    if (!propagation->in_rows[row]) {
      propagation->in_rows[row] = 1;
      propagation->touched[propagation->touched_count++] = row;
    }
  } else if (!propagation->in_rows[row]) {
    propagation->in_rows[row] = 1;
    propagation->rows[propagation->row_count++] = row;
  }
}

void lx_mark_users(lx_incremental *state, int32_t j) {
  const lx_program *program = state->solution.session.program;
  for (int32_t e = program->first_use[j]; e >= 0; e = lx_next_use(program, e)) {
    const int32_t row = lx_use_row(program, e);
    if (state->propagation.owner[row] != j)
      lx_mark_row(state, row, j);
  }
}

/* Before the successors of a variable become unknown: initializes its section and invalidates chains. */
static void prepare_variable(lx_incremental *state, int32_t variable, int32_t at) {
  const lx_assignment *assignment = &state->solution.plan.assignment;
  if (at >= 0)
    lx_order_prepare(&assignment->fixed, at);
  else if (at <= LX_SUBSTITUTED)
    lx_order_prepare(&assignment->substituted, LX_SUBSTITUTED - at);
  lx_chain_invalidate(&state->chains, variable);
}

void lx_forget_successors(lx_incremental *state, int32_t r) {
  const lx_program *program = state->solution.session.program;
  const lx_program_row *row = &program->rows[r];
  lx_assignment *assignment = &state->solution.plan.assignment;
  const int is_plain = state->propagation.is_prepared && state->chains.count == 0;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t at = assignment->assigned_at[program->columns[e]];
    if (!is_plain)
      prepare_variable(state, program->columns[e], at);
    if (at >= 0)
      assignment->fixed.successors[at] |= LX_SUCCESSORS_UNKNOWN;
    else if (at <= LX_SUBSTITUTED)
      assignment->substituted.successors[LX_SUBSTITUTED - at] |= LX_SUCCESSORS_UNKNOWN;
  }
}

/* The source of the variable at an index. */
static int32_t source_at(const lx_program *program, const lx_topological_order *order, int32_t index) {
  lx_order_prepare(order, index);
  lx_predecessor *predecessor = &order->predecessors[index];
  if (predecessor->source == LX_PREDECESSOR_UNKNOWN) {
    double coefficient;
    const int32_t entry = lx_source_entry(program, order->rows[index], predecessor->column, &coefficient);
    predecessor->source = entry >= 0 ? program->columns[entry] : LX_PREDECESSOR_NONE;
    predecessor->increment = NAN;
  }
  return predecessor->source;
}

/* Kept out of line, as it would take registers from the loop around it. */
#define OUT_OF_LINE __attribute__((noinline))

/* Whether two or more of the other variables of a row have changed in this update. */
static int has_changed_twice(const lx_incremental *state, const lx_program_row *row, int32_t column) {
  const lx_program *program = state->solution.session.program;
  const lx_chains *chains = &state->chains;
  const uint32_t *changed_in = state->propagation.changed_in, number = state->propagation.number;
  const int has_spans = chains->span_count > 0;
  int32_t count = 0;
  for (int32_t e = row->start; e < row->start + row->count && count < 2; e++) {
    const int32_t j = program->columns[e];
    count += j != column && (changed_in[j] == number || (has_spans && lx_chain_was_propagated(chains, j)));
  }
  return count == 2;
}

/* Evaluates the variable at an index by its row, and sets its predecessor for the next time. Where the row was a sum of
 * several changes and is one of a single change now, successors become unknown, as only the source can rely on the
 * increment. A value that did not change leaves the predecessor as it is: heights between two edges that move together
 * are most of these. */
static OUT_OF_LINE double value_at(lx_incremental *state, const lx_topological_order *order, int32_t index) {
  const lx_program *program = state->solution.session.program;
  const double *value = state->solution.session.value;
  lx_predecessor *predecessor = &order->predecessors[index];
  const int32_t r = order->rows[index], column = predecessor->column;
  if (predecessor->source == LX_PREDECESSOR_MANY) {
    const double fresh = lx_value_by(program, r, column, value);
    if (fresh == value[column] || has_changed_twice(state, &program->rows[r], column))
      return fresh;
    lx_forget_successors(state, r);
  }
  double coefficient;
  const int32_t entry = lx_source_entry(program, r, column, &coefficient);
  const double increment = lx_increment_by(program, r, column, entry, coefficient, value);
  if (entry < 0) {
    *predecessor = (lx_predecessor){.column = column, .source = LX_PREDECESSOR_NONE, .increment = NAN};
    return increment;
  }
  const int32_t source = program->columns[entry];
  const int is_sum = has_changed_twice(state, &program->rows[r], column);
  *predecessor = (lx_predecessor){
      .column = column, .source = is_sum ? LX_PREDECESSOR_MANY : source, .increment = is_sum ? NAN : increment};
  return value[source] + increment;
}

/* Marks the successors of the variable at an index through the list of uses, and sets its successor mask. */
static OUT_OF_LINE void mark_successors(lx_incremental *state, const lx_topological_order *order, int32_t index) {
  const lx_program *program = state->solution.session.program;
  const lx_propagation *propagation = &state->propagation;
  const int32_t *assigned_at = state->solution.plan.assignment.assigned_at;
  const int is_substituted = order == &state->solution.plan.assignment.substituted;
  const int32_t column = order->columns[index];
  uint64_t mask = program->variables[column].nonnegative ? LX_SUCCESSOR_SIGNED : 0;
  for (int32_t e = program->first_use[column]; e >= 0; e = lx_next_use(program, e)) {
    const int32_t row = lx_use_row(program, e), owner = propagation->owner[row];
    if (owner == column)
      continue;
    lx_mark_row(state, row, column);
    const int32_t at = owner >= 0 ? (is_substituted ? LX_SUBSTITUTED - assigned_at[owner] : assigned_at[owner]) : -1;
    const int32_t source =
        at > index && at - index <= LX_SUCCESSOR_REACH ? source_at(program, order, at) : LX_PREDECESSOR_UNKNOWN;
    if (source == column || source == LX_PREDECESSOR_NONE || source == LX_PREDECESSOR_MANY)
      mask |= (uint64_t)1 << (at - index - 1);
    else
      mask |= LX_SUCCESSORS_UNKNOWN;
  }
  state->propagation.detours += (mask & LX_SUCCESSORS_UNKNOWN) != 0;
  order->successors[index] = mask;
}

/* Words of marks that are scanned for the end of a short chain, and of a recorded one. */
#define SHORT_SCAN_WORDS 8
#define CHAIN_SCAN_WORDS 64

/* Index of the next mark after a word, or an index before which there is none. */
static int32_t unmarked_until(const lx_marks *marks, int32_t word, int32_t most) {
  const int32_t last = word + most;
  while (word < last && ++word < marks->end)
    if (marks->words[word] != 0)
      return 64 * word + __builtin_ctzll(marks->words[word]);
  return word >= marks->end ? INT32_MAX : 64 * (last + 1);
}

/* Propagates along variables that each have a single successor, as in a list of rows below each other. Strides are
 * mostly equal, so that the processor predicts them. No mark before `limit` is set or read. Returns the first index
 * that needs more than an addition; it is not computed yet. */
static int32_t propagate_single(const lx_incremental *state, const lx_topological_order *order, int32_t index,
                                int32_t limit, int32_t *change_count) {
  double *const value = state->solution.session.value, *const previous = state->propagation.previous;
  uint32_t *const changed_in = state->propagation.changed_in, number = state->propagation.number;
  int32_t *const changes = state->solution.changes.variables, count = *change_count;
  const lx_predecessor *const end = order->predecessors + (limit < order->end ? limit : order->end),
                              *predecessor = &order->predecessors[index];
  const uint64_t *needed = &order->successors[index];
  uint64_t mask = *needed;
  ptrdiff_t stride = lx_successor_stride(mask);
  int32_t column = predecessor->column;
  double last = value[column];
  for (predecessor += stride, needed += stride; predecessor < end && predecessor->source == column;
       predecessor += stride, needed += stride) {
    const double fresh = last + predecessor->increment;
    const int32_t next = predecessor->column;
    if (!islessgreater(fresh, value[next]))
      break;
    if (*needed != mask) {
      mask = *needed;
      if (!lx_has_single_successor(mask))
        break;
      stride = lx_successor_stride(mask);
    }
    previous[count] = value[next];
    changes[count++] = column = next;
    changed_in[next] = number;
    value[next] = last = fresh;
  }
  *change_count = count;
  return (int32_t)(predecessor - order->predecessors);
}

/* Propagates along a recorded chain, or along predecessors. */
static OUT_OF_LINE int32_t propagate_chain(lx_incremental *state, const lx_topological_order *order,
                                           const lx_marks *marks, int32_t index, int32_t *change_count) {
  lx_chains *chains = &state->chains;
  const int32_t own = lx_chain_index(chains, order->columns[index]), k = lx_chain_find(state, order, index);
  if (own >= 0)
    lx_chain_restore(chains, &order->predecessors[index], own);
  if (k >= 0) {
    const int32_t limit = unmarked_until(marks, index / 64, CHAIN_SCAN_WORDS);
    return lx_chain_propagate(state, order, index, k, limit, change_count);
  }
  /* After an invalid increment the chain continues. */
  const int32_t next = index + lx_successor_stride(order->successors[index]);
  if (own >= 0)
    return next;
  const int32_t limit = unmarked_until(marks, index / 64, SHORT_SCAN_WORDS);
  const int32_t first = *change_count, end = propagate_single(state, order, index, limit, change_count);
  if (chains->steady == LX_CHAIN_STEADY && *change_count - first >= LX_CHAIN_MINIMUM)
    lx_chain_record(state, order, index, end);
  return end;
}

int lx_propagate_order(lx_incremental *state, const lx_topological_order *order, lx_marks *marks) {
  double *const value = state->solution.session.value, *const previous = state->propagation.previous;
  uint64_t *const words = marks->words;
  uint32_t *const changed_in = state->propagation.changed_in, number = state->propagation.number;
  int32_t *const changes = state->solution.changes.variables;
  int32_t count = state->solution.changes.count;
  int holds = 1;
  for (int32_t word = marks->first; word < marks->end; word++) {
    const lx_predecessor *const predecessors = order->predecessors + 64 * (int64_t)word;
    const uint64_t *const successors = order->successors + 64 * (int64_t)word;
    uint64_t bits = words[word];
    while (bits != 0) {
      const int32_t low = __builtin_ctzll(bits);
      bits &= bits - 1;
      const lx_predecessor *predecessor = &predecessors[low];
      const int32_t column = predecessor->column;
      double fresh = predecessor->source >= 0 ? value[predecessor->source] + predecessor->increment : NAN;
      if (isnan(fresh)) {
        if (column < 0)
          continue;
        fresh = value_at(state, order, 64 * word + low);
      }
      if (fresh == value[column])
        continue;
      previous[count] = value[column];
      changes[count++] = column;
      changed_in[column] = number;
      value[column] = fresh;
      uint64_t mask = successors[low];
      if (mask == 0)
        continue;
      if (mask >= LX_SUCCESSOR_SIGNED) {
        if (mask & LX_SUCCESSORS_UNKNOWN) {
          words[word] = bits;
          mark_successors(state, order, 64 * word + low);
          bits = words[word];
          holds &= !state->solution.session.program->variables[column].nonnegative || fresh >= -LX_TOL_REQUIRED;
          continue;
        }
        holds &= fresh >= -LX_TOL_REQUIRED;
        mask &= ~LX_SUCCESSOR_SIGNED;
      } else if (bits == 0 && lx_has_single_successor(mask) &&
                 lx_has_single_successor(successors[low + lx_successor_stride(mask)])) {
        int32_t chained = count;
        const int32_t next = propagate_chain(state, order, marks, 64 * word + low, &chained);
        count = chained;
        if (next / 64 == word) {
          bits = (uint64_t)1 << (next % 64);
        } else {
          const int is_last = word + 1 >= marks->end;
          mark(marks, next);
          if (is_last) { /* There is no mark between. */
            words[word] = 0;
            word = next / 64 - 1;
          }
        }
        continue;
      }
      /* Bit d of the mask is bit low + 1 + d of the marks, in this word or the next. */
      const uint64_t beyond = mask >> (63 - low);
      bits |= mask << low << 1;
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
