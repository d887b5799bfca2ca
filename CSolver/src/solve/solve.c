/* solve.c: see solve.h. Component by component: constants through the elimination, blocks, values back through the
 * elimination, and a check. Where the check fails, or a block has no optimum, the component is solved in its original
 * rows. */

#include <math.h>
#include <string.h>

#include "base/double_double.h"
#include "base/tolerances.h"
#include "presolve/row_prefetch.h"
#include "solve/residual.h"
#include "solve/solve.h"

/* Signs from which on many are wrong, and their part of what the plan has left to be checked. In a flow half of what is carried from one day to
 * the next may be nothing; in a layout next to nothing is, and solving what is wrong anew costs little. */
#define LX_LEAST_WRONG 8
#define LX_WRONG_PART 0.0625

/* Entries of an aggregated row beyond which its sum is compensated (Neumaier): more than the structures that an update
 * is recorded for have, whose sums must be the same to the bit. */
#define LX_LONG_SUM 256

/* Resets the session; the last basis is in the program. */
static void reset_statuses(lx_session *session) {
  const lx_plan *plan = session->plan;
  memset(session->variable_status, LX_BASIS_UNKNOWN, (size_t)session->program->variable_count);
  memset(session->row_status, LX_BASIS_UNKNOWN, (size_t)session->program->row_count);
  const lx_topological_order *fixed = &plan->assignment.fixed;
  for (int32_t k = 0; k < fixed->end; k++)
    if (fixed->columns[k] >= 0)
      session->row_status[fixed->rows[k]] = LX_BASIS_TIGHT;
}

int lx_contradicts(lx_session *session, int32_t r) {
  const lx_program *program = session->program;
  const lx_program_row *row = &program->rows[r];
  if (row->side_above != LX_SIDE_REQUIRED && row->side_below != LX_SIDE_REQUIRED)
    return 0;
  const double error = lx_row_error(row, lx_row_activity(program, row, session->value));
  if (fabs(error) <= LX_TOL_REQUIRED || (error > 0 ? row->side_above : row->side_below) != LX_SIDE_REQUIRED)
    return 0;
  session->is_doubtful |= fabs(error) <= LX_TOL_FIXED * lx_row_magnitude(program, row, session->value);
  return 1;
}

/* Required rows without unassigned variables, then the non-negativity of fixed variables. */
static lx_status check_fixed(lx_session *session) {
  const lx_program *program = session->program;
  const double one = 1;
  lx_status status = LX_OK;
  for (int32_t r = 0; r < program->row_count && status == LX_OK; r++)
    if (session->plan->assignment.open[r] == 0 && session->row_status[r] != LX_BASIS_TIGHT && lx_contradicts(session, r))
      status = lx_conflicts_add(&session->conflicts, 1, &r, &one);
  const lx_topological_order *fixed = &session->plan->assignment.fixed;
  for (int32_t k = 0; k < fixed->end && status == LX_OK; k++) {
    const int32_t j = fixed->columns[k], member = -1 - j;
    if (j >= 0 && program->variables[j].nonnegative && session->value[j] < -LX_TOL_REQUIRED)
      status = lx_conflicts_add(&session->conflicts, 1, &member, &one);
  }
  return status;
}

double lx_open_constant(const lx_session *session, int32_t r) {
  const lx_program *program = session->program;
  const lx_program_row *row = &program->rows[r];
  double rest = row->constant;
  for (int32_t e = row->start; e < row->start + row->count && session->plan->assignment.open[r] < row->count; e++)
    if (session->plan->assignment.assigned_at[program->columns[e]] >= 0)
      rest -= program->values[e] * session->value[program->columns[e]];
  return rest;
}

void lx_reduce_constants(lx_session *session, int32_t number) {
  const lx_plan *plan = session->plan;
  const lx_component *component = &plan->components.items[number];
  const lx_submatrix submatrix = lx_component_submatrix(plan, number);
  for (int32_t k = 0; k < submatrix.row_count; k++)
    session->constant[submatrix.rows[k]] = lx_open_constant(session, submatrix.rows[k]);
  const lx_elimination_record *records = plan->elimination.records + component->first_record;
  for (int32_t k = 0; k < component->record_count; k++) {
    const lx_elimination_record *record = &records[k];
    session->constant[record->target] -= record->factor * session->constant[record->source];
  }
}

double lx_aggregated_value(const lx_session *session, int32_t r) {
  const lx_elimination *elimination = &session->plan->elimination;
  const int32_t count = elimination->counts[r], *columns = elimination->columns + elimination->starts[r];
  const double *values = elimination->values + elimination->starts[r];
  double rest = session->constant[r];
  if (count <= LX_LONG_SUM) {
    for (int32_t e = 1; e < count; e++)
      rest -= values[e] * session->value[columns[e]];
    return rest / values[0];
  }
  /* A position that is the sum of many sizes: its neighbours are sums of their own, and differ from it by one size. */
  double lost = 0;
  for (int32_t e = 1; e < count; e++) {
    const lx_dd sum = lx_dd_two_sum(rest, -values[e] * session->value[columns[e]]);
    rest = sum.hi;
    lost += sum.lo;
  }
  return (rest + lost) / values[0];
}

/* What is aggregated out of the component is defined by its row. */
static void set_aggregated_statuses(lx_session *session, int32_t number) {
  const lx_elimination *elimination = &session->plan->elimination;
  const lx_component *component = &session->plan->components.items[number];
  for (int32_t k = 0; k < component->aggregated_count; k++) {
    const int32_t r = elimination->aggregated[component->first_aggregated + k];
    session->row_status[r] = LX_BASIS_TIGHT;
    session->variable_status[elimination->columns[elimination->starts[r]]] = LX_BASIS_UNKNOWN;
  }
}

/* Values of aggregated variables, from the last aggregation to the first. */
static void undo_aggregations(lx_session *session, int32_t number) {
  const lx_elimination *elimination = &session->plan->elimination;
  const lx_component *component = &session->plan->components.items[number];
  for (int32_t k = component->aggregated_count - 1; k >= 0; k--) {
    const int32_t r = elimination->aggregated[component->first_aggregated + k];
    const int32_t column = elimination->columns[elimination->starts[r]];
    session->value[column] = lx_aggregated_value(session, r);
  }
  set_aggregated_statuses(session, number);
}

/* Whether a tight row is at this distance from its constant by more than doubles explain, and that costs: values that
 * are substituted back may magnify rounding. */
static int is_imprecise(const lx_session *session, int32_t r, double distance) {
  const lx_program *program = session->program;
  return fabs(distance) * lx_program_cost(program, r).weight > LX_TOL_PROMISED &&
         fabs(distance) > LX_TOL_ROUNDING * lx_row_magnitude(program, &program->rows[r], session->value);
}

int lx_row_holds(const lx_session *session, int32_t r) {
  const lx_program *program = session->program;
  const lx_program_row *row = &program->rows[r];
  const int is_tight = session->row_status[r] == LX_BASIS_TIGHT;
  if (!is_tight && row->side_above != LX_SIDE_REQUIRED && row->side_below != LX_SIDE_REQUIRED)
    return 1;
  const double distance = lx_row_activity(program, row, session->value) - row->constant;
  if (!(fabs(distance) <= LX_TOL_REQUIRED) && (distance < 0 ? row->side_below : row->side_above) == LX_SIDE_REQUIRED)
    return 0;
  return !is_tight || !is_imprecise(session, r, distance);
}

/* Whether everything required of a component holds, and its tight rows are met. */
static int holds(const lx_session *session, int32_t component) {
  const lx_program *program = session->program;
  const lx_submatrix submatrix = lx_component_submatrix(session->plan, component);
  for (int32_t k = 0; k < submatrix.variable_count; k++) {
    const int32_t j = submatrix.variables[k];
    if (program->variables[j].nonnegative && !(session->value[j] >= -LX_TOL_REQUIRED))
      return 0;
  }
  for (int32_t k = 0; k < submatrix.row_count; k++)
    if (!lx_row_holds(session, submatrix.rows[k]))
      return 0;
  return 1;
}

int lx_contradicts_empty(const lx_session *session, int32_t r) {
  const lx_program_row *row = &session->program->rows[r];
  const double above = -session->constant[r];
  return fabs(above) > LX_TOL_REQUIRED && (above > 0 ? row->side_above : row->side_below) == LX_SIDE_REQUIRED;
}

/* Contradictions that elimination has left as rows without variables. */
static lx_status check_empty(lx_session *session, int32_t number) {
  const lx_elimination *elimination = &session->plan->elimination;
  const lx_submatrix submatrix = lx_component_submatrix(session->plan, number);
  const double one = 1;
  lx_status status = LX_OK;
  for (int32_t k = 0; k < submatrix.row_count && status == LX_OK; k++) {
    const int32_t r = submatrix.rows[k];
    if (elimination->counts[r] == 0 && lx_contradicts_empty(session, r))
      status = lx_conflicts_add(&session->conflicts, 1, &r, &one);
  }
  return status;
}

int lx_are_many_wrong(int32_t wrong, int32_t checked) { return wrong >= LX_LEAST_WRONG && wrong >= LX_WRONG_PART * checked; }

/* Whether many of the variables that are aggregated out of a component, and must be >= 0, are less. Not those that a row alone fixes, which stay so in
 * any plan. */
static int has_many_wrong(const lx_session *session, int32_t number) {
  const lx_program *program = session->program;
  const lx_elimination *elimination = &session->plan->elimination;
  const lx_component *component = &session->plan->components.items[number];
  int32_t wrong = 0, checked = 0;
  for (int32_t k = 0; k < component->aggregated_count; k++) {
    const int32_t r = elimination->aggregated[component->first_aggregated + k], j = elimination->columns[elimination->starts[r]];
    if (elimination->counts[r] < 2 || !program->variables[j].nonnegative)
      continue;
    checked++;
    wrong += session->value[j] < -LX_TOL_REQUIRED;
  }
  return lx_are_many_wrong(wrong, checked);
}

/* Solves the blocks of a component. *solved_out is whether the original rows have nothing to add: values are those of an
 * optimum, or conflicts have been found; else *many_wrong_out whether another plan is better than these. */
static lx_status solve_reduced(lx_session *session, int32_t number, int *solved_out, int *many_wrong_out) {
  const lx_component *component = &session->plan->components.items[number];
  const int64_t proven = session->conflicts.proven;
  *solved_out = 1;
  lx_reduce_constants(session, number);
  lx_status status = LX_OK;
  for (int32_t k = 0; k < component->block_count && status == LX_OK; k++) {
    lx_plan_block *block = &session->plan->blocks[component->first_block + k];
    const int64_t before = session->conflicts.proven;
    int solved = 0;
    session->has_start = 0;
    status = block->kind == LX_BLOCK_GENERAL ? lx_solve_block(session, block, &solved)
                                             : lx_solve_knapsack_block(session, block, &solved);
    solved |= session->conflicts.proven > before;
    *solved_out &= solved;
    session->starts_here &= solved || session->has_start;
    if (!*solved_out && !session->starts_here)
      break;
  }
  if (status == LX_OK && *solved_out && session->conflicts.proven == proven) {
    undo_aggregations(session, number);
    *solved_out = holds(session, number);
    *many_wrong_out = !*solved_out && session->may_plan_anew && has_many_wrong(session, number);
  }
  if (status == LX_OK && (!*solved_out || session->conflicts.proven > proven))
    status = check_empty(session, number);
  *solved_out |= session->conflicts.proven > proven;
  return status;
}

/* The basis statuses of a reduced solve are no start for another. */
static void forget_statuses(lx_session *session, int32_t component) {
  const lx_submatrix submatrix = lx_component_submatrix(session->plan, component);
  for (int32_t k = 0; k < submatrix.variable_count; k++)
    session->variable_status[submatrix.variables[k]] = LX_BASIS_UNKNOWN;
  for (int32_t k = 0; k < submatrix.row_count; k++)
    session->row_status[submatrix.rows[k]] = LX_BASIS_UNKNOWN;
}

lx_status lx_solve_component(lx_session *session, int32_t component) {
  int solved = 0, many_wrong = 0;
  lx_status status = LX_OK;
  if (!session->plan->components.items[component].is_plain) {
    lx_conflicts_begin_reduced(&session->conflicts, session->plan, component);
    status = solve_reduced(session, component, &solved, &many_wrong);
    lx_conflicts_end_reduced(&session->conflicts);
  }
  session->has_many_wrong |= many_wrong;
  session->has_wrong_sign |= many_wrong;
  if (status == LX_OK && !solved && !many_wrong) {
    if (session->starts_here)
      set_aggregated_statuses(session, component);
    else
      forget_statuses(session, component);
    status = lx_solve_plain(session, component);
  }
  session->starts_here = 0;
  return status;
}

/* Solves a component, whose vertex is kept where that is wanted and it is large. */
static lx_status solve_and_keep(lx_session *session, int32_t component) {
  const int keeps = session->keeps_vertices && session->vertex_count < LX_SESSION_VERTICES &&
                    lx_component_submatrix(session->plan, component).row_count >= LX_SESSION_VERTEX_ROWS;
  lx_kept_vertex *kept = &session->vertices[session->vertex_count];
  if (!keeps)
    return lx_solve_component(session, component);
  *kept = (lx_kept_vertex){0};
  session->kept = kept;
  const lx_status status = lx_solve_component(session, component);
  session->kept = NULL;
  if (kept->is_held)
    session->vertex_components[session->vertex_count++] = component;
  return status;
}

static lx_status solve_components(lx_session *session) {
  lx_status status = LX_OK;
  for (int32_t c = 0; c < session->plan->components.count && status == LX_OK; c++) {
    lx_prefetch_component_rows(session->program, &session->plan->components, c);
    if (c % LX_STOP_STRIDE == 0)
      status = lx_check_stop(session->program->stopper);
    if (status == LX_OK)
      status = solve_and_keep(session, c);
  }
  return status;
}

/* Values of substituted variables. */
static void substitute_all(lx_session *session) {
  const lx_program *program = session->program;
  const lx_topological_order *substituted = &session->plan->assignment.substituted;
  for (int32_t k = 0; k < substituted->end; k++) {
    lx_prefetch_rows_ahead(program, substituted->rows, substituted->end, k);
    const int32_t j = substituted->columns[k];
    if (j < 0)
      continue;
    session->value[j] = lx_value_by(program, substituted->rows[k], j, session->value);
    session->row_status[substituted->rows[k]] = LX_BASIS_TIGHT;
    session->has_wrong_sign |= program->variables[j].nonnegative && !(session->value[j] >= -LX_TOL_REQUIRED);
  }
}

lx_status lx_solve_all(lx_session *session) {
  reset_statuses(session);
  lx_status status = check_fixed(session);
  if (status == LX_OK)
    status = solve_components(session);
  if (session->conflicts.count > 0 && session->outcome == LX_OPTIMAL)
    session->outcome = LX_INFEASIBLE;
  if (status == LX_OK && session->outcome == LX_OPTIMAL && !session->has_many_wrong)
    substitute_all(session);
  return status;
}
