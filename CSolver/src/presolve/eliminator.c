/* eliminator.c: see eliminator.h. */
#include "presolve/eliminator.h"

lx_status lx_reserve_nodes(lx_eliminator *e, int64_t count) {
  void *block = e->nodes;
  const lx_status status = lx_reserve(e->allocator, &block, &e->node_capacity, count, sizeof *e->nodes);
  e->nodes = block;
  return status;
}

lx_status lx_reserve_entries(lx_elimination *out, int64_t count) {
  void *block = out->columns;
  lx_status status = lx_reserve(out->allocator, &block, &out->column_capacity, count, sizeof *out->columns);
  out->columns = block;
  if (status == LX_OK) {
    block = out->values;
    status = lx_reserve(out->allocator, &block, &out->value_capacity, count, sizeof *out->values);
    out->values = block;
  }
  return status;
}

lx_status lx_reserve_records(lx_elimination *out, int64_t count) {
  void *block = out->records;
  const lx_status status = lx_reserve(out->allocator, &block, &out->record_capacity, count, sizeof *out->records);
  out->records = block;
  return status;
}

void lx_clear_columns(lx_eliminator *e, const lx_unassigned *c) {
  for (int32_t k = 0; k < c->variable_count; k++) {
    const int32_t j = c->variables[k];
    const int is_kept = e->no_eliminate != NULL && e->no_eliminate[j];
    const uint8_t sign = !e->program->variables[j].nonnegative ? LX_SIGN_NONE : is_kept ? LX_SIGN_KEPT : LX_SIGN_CHECKED;
    e->columns[j] = (lx_work_column){.head = -1, .where = -1, .is_signed = sign};
    e->out->is_defined[j] = 0;
  }
}
