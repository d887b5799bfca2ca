/* eliminate.c: see eliminate.h. Component by component: in one pass where a few tearing variables decide all others
 * (tear.c), else row by row (aggregate.c). */
#include "presolve/eliminator.h"
#include "presolve/row_prefetch.h"

#include <string.h>

static lx_ring make_ring(lx_arena *arena, int64_t capacity) {
  return (lx_ring){.items = lx_arena_take(arena, capacity + 1, sizeof(int32_t)), .capacity = (int32_t)capacity + 1};
}

/* Loads the rows of a component without the entries of fixed variables. */
static lx_status load(lx_eliminator *e, const lx_unassigned *c) {
  const lx_program *program = e->program;
  lx_elimination *out = e->out;
  lx_clear_columns(e, c);
  int64_t entries = 0;
  for (int32_t k = 0; k < c->row_count; k++)
    entries += e->assignment->open[c->rows[k]];
  e->node_count = 0;
  lx_status status = lx_reserve_entries(out, out->used + entries);
  if (status == LX_OK)
    status = lx_reserve_nodes(e, entries);
  if (status != LX_OK)
    return status;
  for (int32_t k = 0; k < c->row_count; k++) {
    const int32_t r = c->rows[k];
    const lx_program_row *row = &program->rows[r];
    e->rows[r] = (lx_work_row){.kind = lx_is_required_equality(row) ? LX_ROW_EQUALITY : LX_ROW_COST};
    out->is_aggregated[r] = 0;
    out->starts[r] = out->used;
    for (int32_t k2 = row->start; k2 < row->start + row->count; k2++) {
      const int32_t column = program->columns[k2];
      if (e->assignment->assigned_at[column] >= 0)
        continue;
      out->columns[out->used] = column;
      out->values[out->used++] = program->values[k2];
      lx_count_use(e, r, column, 1);
      lx_push_node(e, column, r);
    }
    out->counts[r] = out->used - out->starts[r];
    e->rows[r].room = out->counts[r];
  }
  for (int32_t k = 0; k < c->row_count; k++)
    lx_queue_row(e, c->rows[k]);
  for (int32_t k = 0; k < c->variable_count; k++)
    lx_queue_column(e, c->variables[k]);
  return LX_OK;
}

static void empty_queues(lx_eliminator *e) {
  e->short_rows.count = 0;
  e->singles.count = 0;
  e->doubles.count = 0;
  e->signed_columns.count = 0;
  e->round_left = 0;
}

/* Eliminates in a component, in one pass or row by row; *done_out is 0 where that is not possible. */
static lx_status try_elimination(lx_eliminator *e, const lx_unassigned *c, int in_one_pass, int *done_out) {
  const int32_t first_entry = e->out->used;
  int done = 1;
  lx_status status = in_one_pass ? lx_tear(e, c, &done) : load(e, c);
  if (status == LX_OK && done) {
    status = lx_aggregate_all(e, first_entry + (int64_t)LX_GROWTH_LIMIT * (e->out->used - first_entry));
    done = !e->dubious;
  }
  empty_queues(e);
  *done_out = done;
  return status;
}

/* Discards the aggregations of a component. */
static void discard(lx_eliminator *e, int32_t first_aggregated, int32_t first_record) {
  lx_elimination *out = e->out;
  for (int32_t k = first_aggregated; k < out->aggregated_count; k++) {
    out->is_aggregated[out->aggregated[k]] = 0;
    out->is_defined[out->columns[out->starts[out->aggregated[k]]]] = 0;
  }
  out->aggregated_count = first_aggregated;
  out->record_count = first_record;
}

static lx_status eliminate_component(lx_eliminator *e, const lx_components *components, lx_component *component) {
  const lx_unassigned in = {
      .variables = components->variables + component->first_variable,
      .variable_count = component->variable_count,
      .rows = components->rows + component->first_row,
      .row_count = component->row_count,
  };
  lx_elimination *out = e->out;
  const int32_t first_aggregated = out->aggregated_count, first_record = out->record_count, first_entry = out->used;
  int done = 0;
  lx_status status = try_elimination(e, &in, 1, &done);
  if (status == LX_OK && !done) {
    discard(e, first_aggregated, first_record);
    out->used = first_entry;
    status = try_elimination(e, &in, 0, &done);
  }
  if (status == LX_OK && !done) {
    discard(e, first_aggregated, first_record);
    component->is_plain = 1;
  }
  component->aggregated_count = out->aggregated_count - first_aggregated;
  component->record_count = out->record_count - first_record;
  return status;
}

lx_status lx_elimination_create(lx_arena *arena, const lx_program *program, lx_room room, lx_elimination *out) {
  *out = (lx_elimination){
      .allocator = &program->allocator,
      .starts = lx_arena_take(arena, room.rows, sizeof(int32_t)),
      .counts = lx_arena_take(arena, room.rows, sizeof(int32_t)),
      .is_aggregated = lx_arena_take(arena, room.rows, sizeof(uint8_t)),
      .is_defined = lx_arena_take(arena, room.variables, sizeof(uint8_t)),
  };
  return out->starts == NULL || out->counts == NULL || out->is_aggregated == NULL || out->is_defined == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

/* Scratch for component `first` and all after it, and room for their aggregations. */
static lx_status open_eliminator(lx_arena *scratch, const lx_components *components, int32_t first, lx_eliminator *e) {
  int32_t most_variables = 0, most_rows = 0;
  int64_t aggregated = e->out->aggregated_count;
  for (int32_t c = first; c < components->count; c++) {
    const lx_component *component = &components->items[c];
    most_variables = component->variable_count > most_variables ? component->variable_count : most_variables;
    most_rows = component->row_count > most_rows ? component->row_count : most_rows;
    aggregated += component->variable_count < component->row_count ? component->variable_count : component->row_count;
  }
  e->rows = lx_arena_take(scratch, e->program->row_count, sizeof(lx_work_row));
  e->columns = lx_arena_take(scratch, e->program->variable_count, sizeof(lx_work_column));
  e->short_rows = make_ring(scratch, most_rows);
  e->rows_left = lx_arena_take(scratch, (int64_t)most_rows + 1, sizeof(int32_t));
  e->singles = make_ring(scratch, most_variables);
  e->doubles = make_ring(scratch, most_variables);
  e->signed_columns = make_ring(scratch, most_variables);
  if (e->rows == NULL || e->columns == NULL || e->short_rows.items == NULL || e->rows_left == NULL ||
      e->singles.items == NULL || e->doubles.items == NULL || e->signed_columns.items == NULL)
    return LX_ERROR_MEMORY;
  void *block = e->out->aggregated;
  const lx_status status =
      lx_reserve(e->allocator, &block, &e->out->aggregated_capacity, aggregated, sizeof *e->out->aggregated);
  e->out->aggregated = block;
  return status;
}

lx_status lx_eliminate(lx_arena *scratch, const lx_program *program, const lx_assignment *assignment,
                       const uint8_t *no_eliminate, lx_components *components, int32_t first, lx_elimination *out) {
  if (first == components->count)
    return LX_OK;
  lx_eliminator e = {.program = program,
                     .assignment = assignment,
                     .no_eliminate = no_eliminate,
                     .out = out,
                     .allocator = &program->allocator};
  lx_status status = open_eliminator(scratch, components, first, &e);
  for (int32_t c = first; c < components->count && status == LX_OK; c++) {
    lx_prefetch_component_rows(program, components, c);
    components->items[c].first_aggregated = out->aggregated_count;
    components->items[c].first_record = out->record_count;
    if (c % LX_STOP_STRIDE == 0)
      status = lx_check_stop(program->stopper);
    if (!components->items[c].is_plain && status == LX_OK)
      status = eliminate_component(&e, components, &components->items[c]);
  }
  lx_release(e.allocator, e.nodes);
  return status;
}

void lx_elimination_destroy(lx_elimination *elimination) {
  if (elimination->allocator == NULL)
    return;
  lx_release(elimination->allocator, elimination->columns);
  lx_release(elimination->allocator, elimination->values);
  lx_release(elimination->allocator, elimination->aggregated);
  lx_release(elimination->allocator, elimination->records);
}
