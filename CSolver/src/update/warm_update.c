/* warm_update.c: the update of a component from its kept vertex (warm.h). Everything but the vertex itself is computed by
 * the same operations as in a solve of the component. */
#include <math.h>

#include "base/heap.h"
#include "base/tolerances.h"
#include "solve/solve.h"
#include "update/state.h"

/* Moves of the vertex at most: the step, and refinement. */
#define LX_WARM_PASSES 3

/* Pivots at most that an update takes from a kept vertex, besides one per variable; beyond them a start from nothing is
 * as good. */
#define LX_WARM_PIVOTS 100

/* Residual of a tight row, relative to the largest number of its sum, that needs no refinement: some roundings. */
#define LX_WARM_RESIDUAL 1e-15

static inline int is_smaller(const int64_t *a, const int64_t *b) { return *a < *b; }
static inline int is_larger(const int32_t *a, const int32_t *b) { return *a > *b; }

LX_DEFINE_HEAP(queue, int64_t, is_smaller)
LX_DEFINE_HEAP(definitions, int32_t, is_larger)

/* Queues a row of the component. A row is subtracted from others once its own constant is done, so that rows are
 * computed in the order of their first subtraction; those that are never subtracted come last. */
static void queue_row(lx_warm_component *item, int32_t row) {
  if (item->is_queued[row])
    return;
  item->is_queued[row] = 1;
  const int32_t start = item->as_source.starts[row], end = item->as_source.starts[row + 1];
  const int64_t first = start < end ? item->as_source.items[start] : INT32_MAX;
  queue_push(item->queue, &item->queue_count, first << 32 | row);
}

static void queue_definition(lx_warm_component *item, int32_t aggregation) {
  if (item->is_due[aggregation])
    return;
  item->is_due[aggregation] = 1;
  definitions_push(item->definitions, &item->definition_count, aggregation);
}

/* Lists a row or unit row of the reduced LP as touched. */
static void list_near(lx_warm_component *item, int32_t row) {
  if (item->is_near[row])
    return;
  item->is_near[row] = 1;
  item->near[item->near_count++] = row;
}

/* A new constant of a row of the reduced LP. Returns 0 where the row is in none that is kept. */
static int set_constant(lx_warm_component *item, int32_t slot, double constant) {
  const int32_t row = lx_warm_find(item->block.rows, item->block.row_count, slot);
  if (row < 0)
    return 0;
  item->kept.lp->constant[row] = constant * lx_lp_unit(item->kept.lp, row);
  list_near(item, row);
  return 1;
}

/* The constant of a row after all that is subtracted from it. */
static double reduced_constant(const lx_session *session, const lx_warm_component *item, int32_t row) {
  const lx_plan *plan = session->plan;
  const lx_elimination_record *records =
      plan->elimination.records + plan->components.items[item->component].first_record;
  double constant = lx_open_constant(session, item->all.rows[row]);
  for (int32_t k = item->as_target.starts[row]; k < item->as_target.starts[row + 1]; k++) {
    const lx_elimination_record *record = &records[item->as_target.items[k]];
    constant -= record->factor * session->constant[record->source];
  }
  return constant;
}

/* Lists a row that elimination has left without variables, if it does not hold. */
static void list_empty(const lx_session *session, lx_warm_component *item, int32_t row) {
  if (item->is_empty[row] || !lx_contradicts_empty(session, item->all.rows[row]))
    return;
  item->is_empty[row] = 1;
  item->empty[item->empty_count++] = row;
}

/* Leaves those that still do not hold. Returns the first of them by slot, or -1. */
static int32_t first_empty(const lx_session *session, lx_warm_component *item) {
  int32_t kept = 0, first = -1;
  for (int32_t k = 0; k < item->empty_count; k++) {
    const int32_t row = item->empty[k], slot = item->all.rows[row];
    item->is_empty[row] = (uint8_t)lx_contradicts_empty(session, slot);
    if (!item->is_empty[row])
      continue;
    item->empty[kept++] = row;
    if (first < 0 || slot < first)
      first = slot;
  }
  item->empty_count = kept;
  return first;
}

/* Constants of the reduced rows that the queued rows change. Returns 0 where one of them is not of the kept block. */
static int reduce_queued(lx_incremental *state, lx_warm_component *item) {
  lx_session *session = &state->solution.session;
  const lx_plan *plan = session->plan;
  const lx_elimination_record *records =
      plan->elimination.records + plan->components.items[item->component].first_record;
  int fits = 1;
  while (item->queue_count > 0) {
    const int32_t row = (int32_t)(queue_pop(item->queue, &item->queue_count) & INT32_MAX);
    const int32_t slot = item->all.rows[row];
    item->is_queued[row] = 0;
    if (!fits)
      continue;
    const double constant = reduced_constant(session, item, row);
    if (constant == session->constant[slot])
      continue;
    session->constant[slot] = constant;
    for (int32_t k = item->as_source.starts[row]; k < item->as_source.starts[row + 1]; k++)
      queue_row(item, lx_warm_find(item->all.rows, item->all.row_count, records[item->as_source.items[k]].target));
    if (item->aggregation[row] >= 0)
      queue_definition(item, item->aggregation[row]);
    else if (plan->elimination.counts[slot] == 0)
      list_empty(session, item, row);
    else
      fits = set_constant(item, slot, constant);
  }
  return fits;
}

/* The constants that the touched rows of the component change. */
static int update_constants(lx_incremental *state, lx_warm_component *item) {
  const lx_propagation *propagation = &state->propagation;
  const lx_session *session = &state->solution.session;
  for (int32_t k = 0; k < propagation->touched_count; k++) {
    const int32_t slot = propagation->touched[k];
    if (propagation->owner[slot] != LX_OWNER_COMPONENT - item->component)
      continue;
    if (item->kept.block >= 0)
      queue_row(item, lx_warm_find(item->all.rows, item->all.row_count, slot));
    else if (!set_constant(item, slot, lx_open_constant(session, slot)))
      return 0;
  }
  return item->kept.block < 0 || reduce_queued(state, item);
}

/* Lists the rows that mention a column. */
static void list_near_column(lx_warm_component *item, int32_t column) {
  const lx_reduced_lp *lp = item->kept.lp;
  list_near(item, lp->rows + column);
  for (int32_t e = lp->column_starts[column]; e < lp->column_starts[column + 1]; e++)
    list_near(item, lp->column_rows[e]);
}

/* Adds the step to the values; lists what it moves and the rows that mention that. */
static void take_step(lx_warm_component *item) {
  lx_simplex_changes *moved = &item->moved;
  double *x = item->kept.vertex.x, largest = 0;
  lx_vector *step = &item->step;
  lx_factor_ftran(item->kept.factor, step);
  for (int32_t k = 0; k < step->count; k++)
    largest = fmax(largest, fabs(step->value[step->index[k]]));
  for (int32_t k = 0; k < step->count; k++) {
    const int32_t j = step->index[k];
    if (fabs(step->value[j]) <= LX_TOL_DROP * largest)
      continue;
    const double old = x[j];
    x[j] += step->value[j];
    if (x[j] == old)
      continue;
    if (!moved->has_column[j]) {
      moved->has_column[j] = 1;
      moved->columns[moved->column_count++] = j;
    }
    list_near_column(item, j);
  }
  lx_vector_clear(step);
}

/* Activity of a row minus its constant, in the row's unit. */
static double distance_of(const lx_warm_component *item, int32_t row) {
  return lx_lp_activity(item->kept.lp, row, item->kept.vertex.x) - item->kept.lp->constant[row];
}

/* The largest number of that sum. */
static double largest_of(const lx_warm_component *item, int32_t row) {
  int32_t unit;
  const lx_reduced_lp *lp = item->kept.lp;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  double largest = fabs(lp->constant[row]);
  for (int32_t e = 0; e < entries.count; e++) {
    const double size = fabs(entries.values[e] * item->kept.vertex.x[entries.columns[e]]);
    largest = size > largest ? size : largest;
  }
  return largest;
}

/* Whether a row at this distance touches its constant. */
static int touches(const lx_warm_component *item, int32_t row, double distance) {
  const double least = LX_TOL_TOUCH * lx_lp_point(item->kept.lp, row);
  return fabs(distance) <= least || fabs(distance) <= least + LX_TOL_TOUCH_RELATIVE * largest_of(item, row);
}

/* Collects what touched tight rows are off by, as the next step. Returns 0 where that is too much for an answer. */
static int collect_residuals(lx_warm_component *item, int is_last) {
  const lx_vertex *vertex = &item->kept.vertex;
  for (int32_t k = 0; k < item->near_count; k++) {
    const int32_t row = item->near[k];
    if (vertex->position[row] < 0)
      continue;
    const double distance = distance_of(item, row);
    if (is_last && !touches(item, row, distance))
      return 0;
    if (is_last || distance == 0 || fabs(distance) <= LX_WARM_RESIDUAL * largest_of(item, row))
      continue;
    item->step.value[vertex->position[row]] = -distance;
    item->step.index[item->step.count++] = vertex->position[row];
  }
  return 1;
}

/* Whether what a row costs at a distance is required. */
static int is_broken(const lx_warm_component *item, int32_t row, double distance) {
  int32_t level;
  const lx_reduced_lp *lp = item->kept.lp;
  return lx_lp_error(lp, row, distance, &level) > LX_TOL_REQUIRED * lx_lp_unit(lp, row) && level >= 0 && level < lp->binding_levels;
}

/* Whether all touched rows that are not tight stay on their sides; if so, their distances are those at x from now on. */
static int keep_sides(lx_warm_component *item) {
  const lx_reduced_lp *lp = item->kept.lp;
  lx_vertex *vertex = &item->kept.vertex;
  for (int32_t k = 0; k < item->near_count; k++) {
    const int32_t row = item->near[k];
    if (vertex->position[row] >= 0)
      continue;
    const double distance = distance_of(item, row);
    const int is_touching = touches(item, row, distance);
    item->fresh[k] = is_touching ? 0 : distance;
    if (is_touching || (distance * vertex->side[row] > 0 && !is_broken(item, row, distance)))
      continue;
    if (lp->above[row] >= 0 || lp->below[row] >= 0) /* nor may one without a side leave its constant */
      return 0;
    vertex->side[row] = (int8_t)-vertex->side[row];
  }
  for (int32_t k = 0; k < item->near_count; k++)
    if (vertex->position[item->near[k]] < 0)
      vertex->distance[item->near[k]] = item->fresh[k];
  return 1;
}

/* Moves the vertex to where its tight rows hold; returns whether they do. */
static int move_vertex(lx_warm_component *item) {
  for (int32_t pass = 0; pass < LX_WARM_PASSES; pass++) {
    if (!collect_residuals(item, 0))
      return 0;
    if (item->step.count == 0)
      break;
    take_step(item);
  }
  return collect_residuals(item, 1);
}

/* Whether a vertex that pivots have come to is an answer: all that was required holds, and something decides each
 * variable. */
static int is_answer(const lx_warm_component *item) {
  const lx_reduced_lp *lp = item->kept.lp;
  const lx_vertex *vertex = &item->kept.vertex;
  for (int32_t k = 0; k < item->near_count; k++)
    if (is_broken(item, item->near[k], vertex->distance[item->near[k]]))
      return 0;
  for (int32_t k = 0; k < item->moved.position_count; k++)
    if (lx_is_undecided(lp, vertex, item->moved.positions[k]))
      return 0;
  return 1;
}

/* Adds the conflict that a row without variables has come to, if it is one in the rows of the program. */
static lx_status add_empty_conflict(lx_incremental *state, lx_warm_component *item, int32_t slot) {
  lx_session *session = &state->solution.session;
  const int64_t proven = session->conflicts.proven;
  const double one = 1;
  lx_conflicts_begin_reduced(&session->conflicts, session->plan, item->component);
  const lx_status status = lx_conflicts_add(&session->conflicts, 1, &slot, &one);
  lx_conflicts_end_reduced(&session->conflicts);
  item->is_pending = session->conflicts.proven > proven;
  return status;
}

/* The same that a resumed run has come to. */
static lx_status add_conflict(lx_incremental *state, lx_warm_component *item) {
  lx_session *session = &state->solution.session;
  const int64_t proven = session->conflicts.proven;
  if (item->moved.contradicted < 0)
    return LX_OK;
  lx_arena arena;
  lx_arena_init(&arena, state->solution.allocator);
  lx_conflicts_begin_reduced(&session->conflicts, session->plan, item->component);
  const lx_status status =
      lx_conflicts_add_row(&session->conflicts, &arena, item->kept.lp, &item->kept.vertex, item->kept.factor,
                           item->block.rows, item->block.variables, item->moved.contradicted);
  lx_conflicts_end_reduced(&session->conflicts);
  lx_arena_destroy(&arena);
  item->is_pending = session->conflicts.proven > proven;
  return status;
}

/* Pivots from a vertex whose basis is no longer optimal. */
static lx_status pivot(lx_incremental *state, lx_warm_component *item, int *holds_out, int *is_far_out) {
  lx_session *session = &state->solution.session;
  lx_vertex *vertex = &item->kept.vertex;
  const int64_t given = session->options->pivot_limit, usual = LX_WARM_PIVOTS + item->kept.lp->variables;
  lx_outcome outcome;
  *holds_out = 0;
  const lx_status status =
      lx_simplex_resume(&item->kept.arena, vertex, item->near_count, item->near, given > 0 && given < usual ? given : usual,
                        session->program->stopper, &session->statistics, &item->moved, &outcome);
  *is_far_out = status == LX_OK && outcome == LX_PIVOT_LIMIT;
  if (status == LX_OK && outcome == LX_INFEASIBLE)
    return add_conflict(state, item);
  if (status != LX_OK || outcome != LX_OPTIMAL)
    return status;
  for (int32_t k = 0; k < item->moved.column_count; k++)
    list_near_column(item, item->moved.columns[k]);
  *holds_out = move_vertex(item) && keep_sides(item) && is_answer(item);
  return LX_OK;
}

/* Sets a value and lists it as changed; with aggregations, queues those that mention the variable. */
static void set_value(lx_incremental *state, lx_warm_component *item, int32_t slot, double fresh) {
  lx_session *session = &state->solution.session;
  if (session->value[slot] == fresh)
    return;
  state->propagation.previous[state->solution.changes.count] = session->value[slot];
  state->solution.changes.variables[state->solution.changes.count++] = slot;
  session->value[slot] = fresh;
  if (item->kept.block < 0)
    return;
  const int32_t variable = lx_warm_find(item->all.variables, item->all.variable_count, slot);
  for (int32_t k = item->aggregators.starts[variable]; k < item->aggregators.starts[variable + 1]; k++)
    queue_definition(item, item->aggregators.items[k]);
}

/* Values of what has moved; later aggregations are undone first. */
static void store_values(lx_incremental *state, lx_warm_component *item) {
  const lx_plan *plan = &state->solution.plan;
  const int32_t *aggregated =
      plan->elimination.aggregated + plan->components.items[item->component].first_aggregated;
  for (int32_t k = 0; k < item->moved.column_count; k++) {
    const int32_t j = item->moved.columns[k];
    const double *columns = item->kept.columns, x = item->kept.vertex.x[j];
    set_value(state, item, item->block.variables[j], columns != NULL ? x * columns[j] : x);
  }
  while (item->definition_count > 0) {
    const int32_t aggregation = definitions_pop(item->definitions, &item->definition_count);
    const int32_t row = aggregated[aggregation];
    item->is_due[aggregation] = 0;
    set_value(state, item, plan->elimination.columns[plan->elimination.starts[row]],
              lx_aggregated_value(&state->solution.session, row));
  }
}

/* Checks a row of the component, once, and sets its error. */
static int check_row(lx_incremental *state, const lx_warm_component *item, int32_t slot) {
  lx_propagation *propagation = &state->propagation;
  if (propagation->owner[slot] != LX_OWNER_COMPONENT - item->component ||
      propagation->checked_in[slot] == state->warm.turn)
    return 1;
  propagation->checked_in[slot] = state->warm.turn;
  const lx_session *session = &state->solution.session;
  return lx_row_holds(session, slot) &&
         lx_level_errors_measure(&state->solution.errors, &state->solution.plan.levels, session->program, slot,
                                 session->value);
}

/* Checks the touched rows, and the signs and rows of the variables changed since `first`. */
static int check_changes(lx_incremental *state, const lx_warm_component *item, int32_t first) {
  const lx_session *session = &state->solution.session;
  const lx_program *program = session->program;
  int holds = 1;
  for (int32_t k = 0; k < state->propagation.touched_count && holds; k++)
    holds = check_row(state, item, state->propagation.touched[k]);
  for (int32_t k = first; k < state->solution.changes.count && holds; k++) {
    const int32_t j = state->solution.changes.variables[k];
    holds = !program->variables[j].nonnegative || session->value[j] >= -LX_TOL_REQUIRED;
    for (int32_t e = program->first_use[j]; e >= 0 && holds; e = lx_next_use(program, e))
      holds = check_row(state, item, lx_use_row(program, e));
  }
  return holds;
}

void lx_warm_forget(lx_warm_component *item) {
  item->is_pending = 0;
  while (item->empty_count > 0)
    item->is_empty[item->empty[--item->empty_count]] = 0;
  while (item->queue_count > 0)
    item->is_queued[item->queue[--item->queue_count] & INT32_MAX] = 0;
  while (item->definition_count > 0)
    item->is_due[item->definitions[--item->definition_count]] = 0;
  while (item->near_count > 0)
    item->is_near[item->near[--item->near_count]] = 0;
}

/* Basis statuses that the pivots have changed, in the session. */
static void set_statuses(lx_session *session, const lx_warm_component *item) {
  const lx_vertex *vertex = &item->kept.vertex;
  for (int32_t k = 0; k < item->moved.row_count; k++) {
    const int32_t row = item->moved.rows[k], j = row - item->kept.lp->rows;
    const int8_t status = vertex->position[row] >= 0 ? LX_BASIS_TIGHT : vertex->side[row];
    if (j < 0)
      session->row_status[item->block.rows[row]] = status;
    else
      session->variable_status[item->block.variables[j]] = status;
  }
}

/* The lists are emptied here, where they belong to what this update cost, not by the next, which may move nothing. */
void lx_warm_store_statuses(lx_incremental *state, int32_t component) {
  lx_warm_component *item = lx_warm_component_of(state, component);
  const lx_session *session = &state->solution.session;
  lx_program *program = session->program;
  for (int32_t k = 0; item != NULL && k < item->moved.row_count; k++) {
    const int32_t row = item->moved.rows[k], j = row - item->kept.lp->rows;
    const int32_t slot = j < 0 ? item->block.rows[row] : item->block.variables[j];
    if (j < 0)
      program->row_statuses[slot] = session->row_status[slot];
    else
      program->variables[slot].status = session->variable_status[slot];
  }
  if (item != NULL)
    lx_simplex_changes_clear(&item->moved);
}

lx_status lx_warm_update(lx_incremental *state, int32_t component, int *done_out, int *is_far_out) {
  lx_warm *warm = &state->warm;
  lx_warm_component *item = lx_warm_component_of(state, component);
  lx_status status = LX_OK;
  *done_out = *is_far_out = 0;
  warm->turn++;
  if (item == NULL)
    return LX_OK;
  item->used_in = warm->turn;
  if (!item->is_pending)
    lx_simplex_changes_clear(&item->moved);
  item->is_pending = 0;
  const int32_t first = state->solution.changes.count;
  int holds = update_constants(state, item);
  const int32_t empty = first_empty(&state->solution.session, item);
  if (holds && empty >= 0) {
    status = add_empty_conflict(state, item, empty);
    holds = 0;
  }
  holds = holds && move_vertex(item);
  if (holds && !keep_sides(item))
    status = pivot(state, item, &holds, is_far_out);
  if (holds) {
    set_statuses(&state->solution.session, item);
    store_values(state, item);
    holds = check_changes(state, item, first);
  }
  *done_out = holds;
  if (item->is_pending)
    return status;
  lx_warm_forget(item);
  if (!holds) {
    while (state->solution.changes.count > first) {
      const int32_t k = --state->solution.changes.count;
      state->solution.session.value[state->solution.changes.variables[k]] = state->propagation.previous[k];
    }
    lx_release_vertex(&item->kept);
  }
  return status;
}
