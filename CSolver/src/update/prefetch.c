/* prefetch.c: see prefetch.h.
 *
 * In a large program the next component of an update is in no cache, and each array names where to look in the next.
 * Read one after another, some thirty cache lines take longer than the arithmetic; here those that do not depend on
 * each other are requested together. Results do not depend on it. */
#include "update/prefetch.h"

#include "presolve/row_prefetch.h"

/* Rows and variables per component at most. */
#define LX_PREFETCH_ITEMS 8

/* Rows of the smallest program for which it pays; smaller ones are in the caches. */
#define LX_PREFETCH_MINIMUM 16384

/* Slots this close mostly share cache lines. */
#define LX_PREFETCH_NEAR 8

static inline int is_near(const int32_t *slots, int32_t k) {
  return k > 0 && slots[k] / LX_PREFETCH_NEAR == slots[k - 1] / LX_PREFETCH_NEAR;
}

static inline void fetch_row(const lx_incremental *state, int32_t r) {
  const lx_session *session = &state->solution.session;
  const lx_plan *plan = &state->solution.plan;
  lx_prefetch(&plan->elimination.starts[r]);
  lx_prefetch(&plan->elimination.counts[r]);
  lx_prefetch(&plan->assignment.open[r]);
  lx_prefetch(&plan->levels.above[r]);
  lx_prefetch(&plan->levels.below[r]);
  lx_prefetch(&session->constant[r]);
  lx_prefetch(&session->row_status[r]);
  lx_prefetch(&session->program->row_statuses[r]);
  lx_prefetch(&state->solution.errors.costs[r]);
  lx_prefetch(&state->propagation.owner[r]);
  if (session->program->costs != NULL)
    lx_prefetch(&session->program->costs[r]);
}

static inline void fetch_variable(const lx_incremental *state, int32_t j) {
  const lx_session *session = &state->solution.session;
  lx_prefetch(&session->value[j]);
  lx_prefetch(&session->variable_status[j]);
  lx_prefetch(&session->local_variable[j]);
  lx_prefetch(&state->solution.plan.assignment.assigned_at[j]);
  lx_prefetch(&session->program->first_use[j]);
}

static inline void fetch_use(const lx_program *program, int32_t use) {
  if (program->has_plain_uses)
    lx_prefetch(&program->use_rows[use]);
  else
    lx_prefetch(&program->uses[use]);
}

/* The lists of a component. */
static void fetch_lists(const lx_plan *plan, const lx_component *component) {
  lx_prefetch(&plan->components.rows[component->first_row]);
  lx_prefetch(&plan->components.variables[component->first_variable]);
  if (component->block_count > 0)
    lx_prefetch(&plan->blocks[component->first_block]);
  if (component->aggregated_count > 0)
    lx_prefetch(&plan->elimination.aggregated[component->first_aggregated]);
  if (component->record_count > 0)
    lx_prefetch(&plan->elimination.records[component->first_record]);
}

void lx_prefetch_component(const lx_incremental *state, int32_t number) {
  const lx_program *program = state->solution.session.program;
  const lx_plan *plan = &state->solution.plan;
  if (program->row_count < LX_PREFETCH_MINIMUM)
    return;
  const lx_component *component = &plan->components.items[number];
  fetch_lists(plan, component);
  const lx_submatrix submatrix = lx_component_submatrix(plan, number);
  const int32_t rows = submatrix.row_count < LX_PREFETCH_ITEMS ? submatrix.row_count : LX_PREFETCH_ITEMS;
  const int32_t variables = submatrix.variable_count < LX_PREFETCH_ITEMS ? submatrix.variable_count : LX_PREFETCH_ITEMS;
  for (int32_t k = 0; k < rows; k++) {
    lx_prefetch_row(program, submatrix.rows[k]);
    if (!is_near(submatrix.rows, k))
      fetch_row(state, submatrix.rows[k]);
  }
  for (int32_t k = 0; k < variables; k++) {
    lx_prefetch(&program->variables[submatrix.variables[k]]);
    if (!is_near(submatrix.variables, k))
      fetch_variable(state, submatrix.variables[k]);
  }
  if (component->block_count > 0) {
    const lx_plan_block *block = &plan->blocks[component->first_block];
    lx_prefetch(&plan->block_rows[block->first_row]);
    lx_prefetch(&plan->block_variables[block->first_variable]);
  }
  for (int32_t k = 0; k < rows; k++) {
    const int32_t r = submatrix.rows[k], start = program->rows[r].start;
    lx_prefetch(&program->columns[start]);
    lx_prefetch(&program->values[start]);
    if (!component->is_plain && !is_near(submatrix.rows, k)) {
      lx_prefetch(&plan->elimination.columns[plan->elimination.starts[r]]);
      lx_prefetch(&plan->elimination.values[plan->elimination.starts[r]]);
    }
  }
  for (int32_t k = 0; k < variables; k++)
    if (program->first_use[submatrix.variables[k]] >= 0)
      fetch_use(program, program->first_use[submatrix.variables[k]]);
}
