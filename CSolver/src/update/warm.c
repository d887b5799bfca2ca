/* warm.c: see warm.h. Which vertices are kept, and the indexes for their updates. */
#include "update/warm.h"

#include <string.h>

#include "update/state.h"

/* The component among those that are kept, or NULL. */
static lx_warm_component *find(const lx_warm *warm, int32_t component) {
  const int32_t place = component < warm->component_count ? warm->places[component] : 0;
  return place > 0 ? warm->items[place - 1] : NULL;
}

/* Keeps it no longer; the last takes its place. */
static void remove_item(const lx_incremental *state, lx_warm *warm, lx_warm_component *item) {
  const int32_t place = warm->places[item->component];
  lx_warm_component *last = warm->items[--warm->count];
  warm->items[place - 1] = last;
  warm->places[last->component] = place;
  warm->places[item->component] = 0;
  warm->row_count -= item->row_count;
  lx_release_vertex(&item->kept);
  if (item->is_indexed)
    lx_arena_destroy(&item->arena);
  lx_release(state->solution.allocator, item);
}

void lx_warm_clear(lx_incremental *state) {
  lx_warm *warm = &state->warm;
  while (warm->count > 0)
    remove_item(state, warm, warm->items[warm->count - 1]);
  lx_release(state->solution.allocator, warm->items);
  lx_release(state->solution.allocator, warm->places);
  *warm = (lx_warm){.turn = warm->turn};
}

void lx_warm_drop(lx_incremental *state, int32_t component) {
  lx_warm_component *item = find(&state->warm, component);
  if (item == NULL || !item->kept.is_held)
    return;
  lx_warm_forget(item);
  lx_release_vertex(&item->kept);
}

/* Room for the places of all components; 0 where there is none. */
static int make_places(lx_incremental *state) {
  lx_warm *warm = &state->warm;
  if (warm->places != NULL)
    return 1;
  warm->component_count = state->solution.plan.components.count;
  warm->places = lx_allocate_zeroed(state->solution.allocator, warm->component_count, sizeof *warm->places);
  if (warm->places == NULL)
    warm->component_count = 0;
  return warm->places != NULL;
}

int lx_warm_recurs(lx_incremental *state, int32_t component) {
  if (!make_places(state))
    return 0;
  int32_t *place = &state->warm.places[component];
  const int recurs = *place != 0;
  if (!recurs)
    *place = -1;
  return recurs;
}

int lx_warm_is_worth(lx_incremental *state, int32_t component) {
  return state->warm.count < LX_WARM_AT_ONCE || state->solution.plan.components.items[component].row_count >= LX_SESSION_VERTEX_ROWS ||
         lx_warm_recurs(state, component);
}

/* Whether items ascend, so that one can be searched for. */
static int ascends(const int32_t *items, int32_t count) {
  for (int32_t k = 1; k < count; k++)
    if (items[k - 1] >= items[k])
      return 0;
  return 1;
}

/* Room for lists; the number of items of list k is counted at starts[k + 2]. */
static int create_lists(lx_arena *arena, int32_t count, int64_t items, lx_warm_lists *out) {
  out->starts = lx_arena_take_zeroed(arena, (int64_t)count + 2, sizeof *out->starts);
  out->items = lx_arena_take(arena, items, sizeof *out->items);
  return out->starts != NULL && out->items != NULL;
}

/* From numbers to starts: items are then added to list k at starts[k + 1]++. */
static void count_up(lx_warm_lists *lists, int32_t count) {
  for (int32_t k = 2; k < count + 2; k++)
    lists->starts[k] += lists->starts[k - 1];
}

/* Which records subtract and change which rows. */
static int index_records(lx_warm_component *item, const lx_plan *plan) {
  const lx_component *component = &plan->components.items[item->component];
  const lx_elimination_record *records = plan->elimination.records + component->first_record;
  const int32_t rows = item->all.row_count;
  if (!create_lists(&item->arena, rows, component->record_count, &item->as_source) ||
      !create_lists(&item->arena, rows, component->record_count, &item->as_target))
    return 0;
  for (int32_t pass = 0; pass < 2; pass++) {
    for (int32_t k = 0; k < component->record_count; k++) {
      const int32_t source = lx_warm_find(item->all.rows, rows, records[k].source);
      const int32_t target = lx_warm_find(item->all.rows, rows, records[k].target);
      if (source < 0 || target < 0)
        return 0;
      if (pass == 0) {
        item->as_source.starts[source + 2]++;
        item->as_target.starts[target + 2]++;
      } else {
        item->as_source.items[item->as_source.starts[source + 1]++] = k;
        item->as_target.items[item->as_target.starts[target + 1]++] = k;
      }
    }
    if (pass == 0) {
      count_up(&item->as_source, rows);
      count_up(&item->as_target, rows);
    }
  }
  return 1;
}

/* Which aggregations mention which variables. */
static int index_aggregations(lx_warm_component *item, const lx_plan *plan) {
  const lx_component *component = &plan->components.items[item->component];
  const lx_elimination *elimination = &plan->elimination;
  const int32_t *aggregated = elimination->aggregated + component->first_aggregated;
  const int32_t variables = item->all.variable_count;
  int64_t entries = 0;
  for (int32_t k = 0; k < component->aggregated_count; k++)
    entries += elimination->counts[aggregated[k]];
  if (!create_lists(&item->arena, variables, entries, &item->aggregators))
    return 0;
  for (int32_t pass = 0; pass < 2; pass++) {
    for (int32_t k = 0; k < component->aggregated_count; k++) {
      const int32_t row = lx_warm_find(item->all.rows, item->all.row_count, aggregated[k]);
      if (row < 0)
        return 0;
      item->aggregation[row] = k;
      const int32_t *columns = elimination->columns + elimination->starts[aggregated[k]];
      for (int32_t e = 1; e < elimination->counts[aggregated[k]]; e++) {
        const int32_t variable = lx_warm_find(item->all.variables, variables, columns[e]);
        if (variable < 0)
          return 0;
        if (pass == 0)
          item->aggregators.starts[variable + 2]++;
        else
          item->aggregators.items[item->aggregators.starts[variable + 1]++] = k;
      }
    }
    if (pass == 0)
      count_up(&item->aggregators, variables);
  }
  return 1;
}

/* Makes the index of a component; 0 where that is not possible. */
static int index_component(lx_incremental *state, lx_warm_component *item) {
  const lx_plan *plan = &state->solution.plan;
  const lx_component *component = &plan->components.items[item->component];
  item->is_indexed = 1;
  item->all = lx_component_submatrix(plan, item->component);
  lx_arena *arena = &item->arena;
  lx_arena_init(arena, state->solution.allocator);
  if (!ascends(item->all.rows, item->all.row_count) || !ascends(item->all.variables, item->all.variable_count))
    return 0;
  if (component->is_plain)
    return 1;
  const int32_t rows = item->all.row_count;
  item->aggregation = lx_arena_take(arena, rows, sizeof *item->aggregation);
  item->queue = lx_arena_take(arena, rows, sizeof *item->queue);
  item->is_queued = lx_arena_take_zeroed(arena, rows, sizeof *item->is_queued);
  item->empty = lx_arena_take(arena, rows, sizeof *item->empty);
  item->is_empty = lx_arena_take_zeroed(arena, rows, sizeof *item->is_empty);
  item->definitions = lx_arena_take(arena, component->aggregated_count, sizeof *item->definitions);
  item->is_due = lx_arena_take_zeroed(arena, component->aggregated_count, sizeof *item->is_due);
  if (item->aggregation == NULL || item->queue == NULL || item->is_queued == NULL || item->definitions == NULL ||
      item->is_due == NULL || item->empty == NULL || item->is_empty == NULL)
    return 0;
  for (int32_t k = 0; k < rows; k++)
    item->aggregation[k] = -1;
  return index_records(item, plan) && index_aggregations(item, plan);
}

/* The component that was updated longest ago. */
static lx_warm_component *find_oldest(const lx_warm *warm) {
  lx_warm_component *oldest = warm->items[0];
  for (int32_t k = 1; k < warm->count; k++)
    if (warm->items[k]->used_in < oldest->used_in)
      oldest = warm->items[k];
  return oldest;
}

/* A place for a component of so many rows, others give way to it; or NULL. */
static lx_warm_component *make_item(lx_incremental *state, int32_t component, int32_t rows) {
  lx_warm *warm = &state->warm;
  const lx_allocator *allocator = state->solution.allocator;
  while (warm->count > 0 && (warm->count == LX_WARM_COMPONENTS || warm->row_count + rows > LX_WARM_ROWS))
    remove_item(state, warm, find_oldest(warm));
  if (!make_places(state) ||
      lx_reserve(allocator, (void **)&warm->items, &warm->capacity, warm->count + 1, sizeof *warm->items) != LX_OK)
    return NULL;
  lx_warm_component *item = lx_allocate(allocator, 1, sizeof *item);
  if (item == NULL)
    return NULL;
  *item = (lx_warm_component){.component = component, .row_count = rows};
  warm->items[warm->count++] = item;
  warm->places[component] = warm->count;
  warm->row_count += rows;
  return item;
}

/* Room for updates of a kept vertex, in its arena. */
static int prepare_vertex(lx_warm_component *item, const lx_plan *plan) {
  lx_kept_vertex *kept = &item->kept;
  const lx_reduced_lp *lp = kept->lp;
  item->block = kept->block < 0 ? item->all : lx_block_submatrix(plan, &plan->blocks[kept->block]);
  item->step = (lx_vector){.size = lp->variables,
                           .index = lx_arena_take(&kept->arena, lp->variables, sizeof(int32_t)),
                           .value = lx_arena_take_zeroed(&kept->arena, lp->variables, sizeof(double))};
  if (lx_simplex_changes_create(&kept->arena, lp, &item->moved) != LX_OK)
    return 0;
  item->near = lx_arena_take(&kept->arena, lp->total, sizeof *item->near);
  item->is_near = lx_arena_take_zeroed(&kept->arena, lp->total, sizeof *item->is_near);
  item->fresh = lx_arena_take(&kept->arena, lp->total, sizeof *item->fresh);
  return item->step.index != NULL && item->step.value != NULL && item->near != NULL && item->is_near != NULL && item->fresh != NULL &&
         ascends(item->block.rows, item->block.row_count);
}

void lx_warm_adopt(lx_incremental *state, int32_t component, lx_kept_vertex *kept) {
  const int32_t rows = state->solution.plan.components.items[component].row_count;
  lx_warm_component *item = find(&state->warm, component);
  if (item == NULL && rows <= LX_WARM_ROWS)
    item = make_item(state, component, rows);
  if (item == NULL)
    return;
  if (item->kept.is_held)
    lx_warm_forget(item);
  lx_release_vertex(&item->kept);
  item->kept = *kept;
  item->used_in = state->warm.turn;
  item->is_ready = 0;
  *kept = (lx_kept_vertex){0};
}

lx_warm_component *lx_warm_component_of(lx_incremental *state, int32_t component) {
  lx_warm_component *item = find(&state->warm, component);
  if (item == NULL || !item->kept.is_held)
    return NULL;
  if (!item->is_ready)
    item->is_ready = (item->is_indexed || index_component(state, item)) && prepare_vertex(item, &state->solution.plan);
  if (item->is_ready)
    return item;
  remove_item(state, &state->warm, item);
  return NULL;
}

int lx_warm_is_pending(const lx_incremental *state, int32_t component) {
  const lx_warm_component *item = find(&state->warm, component);
  return item != NULL && item->is_pending;
}

int32_t lx_warm_list(const lx_incremental *state, lx_component_vertex *out) {
  int32_t count = 0;
  for (int32_t c = 0; c < state->warm.component_count; c++) {
    const lx_warm_component *item = find(&state->warm, c);
    if (item != NULL && item->kept.is_held && !item->is_pending)
      out[count++] = (lx_component_vertex){c, &item->kept};
  }
  return count;
}
