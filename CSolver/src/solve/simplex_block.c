/* simplex_block.c: solves submatrices of a program as reduced LPs by the simplex. */
#include <math.h>
#include <string.h>

#include "solve/solve.h"
#include "simplex/contradiction.h"
#include "simplex/simplex.h"

/* Up to this order dense linear algebra is used when the caller leaves the choice: the two break even between 16 and 24
 * variables (Benchmarks/algebra). */
#define LX_DENSE_AUTO 20

/* Where a block that takes so many pivots leaves a variable undecided, or what it leads to breaks what is required, its component in its
 * original rows starts at its vertex: to come as far again would take as long. Otherwise the original rows decide alone. */
#define LX_MANY_PIVOTS 200

static void fill_constants(const lx_session *session, const lx_submatrix *submatrix, int reduced, double *out) {
  for (int32_t k = 0; k < submatrix->row_count; k++)
    out[k] = reduced ? session->constant[submatrix->rows[k]] : lx_open_constant(session, submatrix->rows[k]);
}

lx_status lx_submatrix_lp(lx_session *session, const lx_submatrix *submatrix, int reduced, int cold,
                          lx_reduced_lp **lp_out) {
  const lx_program *program = session->program;
  lx_signature of;
  lx_status status = lx_submatrix_signature(session, submatrix, reduced, &of);
  if (status != LX_OK)
    return status;
  lx_reduced_lp *out = *lp_out = lx_arena_take(&session->local, 1, sizeof *out);
  if (out == NULL)
    return LX_ERROR_MEMORY;
  status = lx_lp_create(&session->local, of.rows, of.variables, of.entries, of.levels, out);
  if (status != LX_OK)
    return status;
  memcpy(out->starts, of.starts, sizeof *of.starts * ((size_t)of.rows + 1));
  memcpy(out->columns, of.columns, sizeof *of.columns * (size_t)of.entries);
  memcpy(out->values, of.values, sizeof *of.values * (size_t)of.entries);
  memcpy(out->weight, of.weights, sizeof *of.weights * (size_t)of.rows);
  memcpy(out->above, of.above, sizeof *of.above * (size_t)of.rows);
  memcpy(out->below, of.below, sizeof *of.below * (size_t)of.rows);
  out->binding_levels = of.binding_levels;
  out->stopper = program->stopper;
  fill_constants(session, submatrix, reduced, out->constant);
  const int starts_here = session->starts_here && !reduced;
  out->starts_near = starts_here;
  const int8_t *row_start = starts_here ? session->row_status : session->row_start != NULL ? session->row_start : program->row_statuses;
  for (int32_t k = 0; k < of.rows && (!cold || starts_here); k++)
    out->start[k] = row_start[submatrix->rows[k]];
  for (int32_t j = 0; j < of.variables; j++) {
    if (of.signs[j]) /* the last of the binding levels */
      out->below[of.rows + j] = of.binding_levels - 1;
    const int32_t variable = submatrix->variables[j];
    if (starts_here)
      out->start[of.rows + j] = session->variable_status[variable];
    else if (!cold)
      out->start[of.rows + j] = session->variable_start != NULL ? session->variable_start[variable] : program->variables[variable].status;
  }
  lx_lp_finish(out);
  return LX_OK;
}

static int8_t status_of(const lx_vertex *vertex, int32_t row) {
  return vertex->position[row] >= 0 ? LX_BASIS_TIGHT : vertex->side[row];
}

static void store_vertex(lx_session *session, const lx_submatrix *submatrix, const lx_reduced_lp *lp,
                         const lx_vertex *vertex) {
  for (int32_t j = 0; j < lp->variables; j++) {
    session->value[submatrix->variables[j]] = vertex->x[j];
    session->variable_status[submatrix->variables[j]] = status_of(vertex, lp->rows + j);
  }
  for (int32_t r = 0; r < lp->rows; r++)
    session->row_status[submatrix->rows[r]] = status_of(vertex, r);
}

lx_algebra lx_algebra_for(const lx_session *session, int32_t size) {
  if (session->options->algebra != LX_ALGEBRA_AUTO)
    return session->options->algebra;
  return size <= LX_DENSE_AUTO ? LX_ALGEBRA_DENSE : LX_ALGEBRA_SPARSE;
}

static void count_lp(lx_session *session, int32_t size) {
  session->statistics.cores++;
  if (size > session->statistics.largest_core)
    session->statistics.largest_core = size;
}

int lx_is_undecided(const lx_reduced_lp *lp, const lx_vertex *vertex, int32_t position) {
  const int32_t row = vertex->basis[position];
  if (row < lp->rows || lp->below[row] >= 0)
    return 0;
  for (int32_t direction = 1; direction >= -1; direction -= 2) {
    const int32_t own = direction > 0 ? lp->above[row] : lp->below[row];
    int costs = 0;
    for (int32_t level = 0; level < lp->levels && !costs; level++) {
      const double slope = (own == level ? lp->weight[row] : 0) + direction * vertex->duals[(int64_t)level * lp->variables + position];
      costs = fabs(slope) > lp->slope_tolerance[level] * 10;
    }
    if (!costs)
      return 1;
  }
  return 0;
}

static int has_undecided(const lx_reduced_lp *lp, const lx_vertex *vertex) {
  for (int32_t p = 0; p < lp->variables; p++)
    if (lx_is_undecided(lp, vertex, p))
      return 1;
  return 0;
}

/* Stores values and basis statuses of a region in the session. A variable of any sign is on the side where it is. */
static void store_region(lx_session *session, const lx_submatrix *submatrix, const lx_region_answer *answer) {
  for (int32_t j = 0; j < submatrix->variable_count; j++) {
    const int8_t status = answer->statuses[submatrix->row_count + j];
    session->value[submatrix->variables[j]] = answer->x[j];
    session->variable_status[submatrix->variables[j]] = status != LX_BASIS_UNKNOWN ? status
                                                        : answer->x[j] < 0         ? LX_BASIS_BELOW
                                                                                   : LX_BASIS_ABOVE;
  }
  for (int32_t r = 0; r < submatrix->row_count; r++)
    session->row_status[submatrix->rows[r]] = answer->statuses[r];
}

/* Looks for a region that answers a submatrix. *group_out is NULL where none is to be inserted later. A caller who
 * chooses the algebra gets the simplex. */
static lx_status look_up(lx_session *session, lx_plan_block *block, const lx_submatrix *submatrix, int reduced,
                         lx_region_group **group_out, int *solved_out) {
  lx_region_store *regions = session->regions;
  *solved_out = 0;
  *group_out = NULL;
  if (regions == NULL || session->options->algebra != LX_ALGEBRA_AUTO ||
      !lx_regions_fit(submatrix->variable_count, submatrix->row_count))
    return LX_OK;
  if (!lx_regions_has(regions, block->group)) {
    lx_signature signature;
    lx_status status = lx_submatrix_signature(session, submatrix, reduced, &signature);
    if (status == LX_OK)
      status = lx_regions_find(regions, &signature, &block->group);
    block->region = 0;
    if (status != LX_OK || block->group == 0)
      return status;
  }
  *group_out = lx_regions_group(regions, block->group);
  if (*group_out == NULL)
    return LX_OK;
  double constants[LX_STORE_ROWS];
  lx_region_answer answer;
  fill_constants(session, submatrix, reduced, constants);
  *solved_out = lx_regions_look_up(*group_out, &block->region, constants, &answer);
  if (*solved_out)
    store_region(session, submatrix, &answer);
  session->statistics.recalled += *solved_out;
  return LX_OK;
}

int lx_region_holds(const lx_session *session, const lx_plan_block *block, lx_region_answer *out) {
  lx_region_store *regions = session->regions;
  const lx_submatrix submatrix = lx_block_submatrix(session->plan, block);
  if (regions == NULL || !lx_regions_fit(submatrix.variable_count, submatrix.row_count) ||
      !lx_regions_has(regions, block->group))
    return 0;
  lx_region_group *group = lx_regions_group(regions, block->group);
  int32_t region = block->region;
  double constants[LX_STORE_ROWS];
  fill_constants(session, &submatrix, 1, constants);
  return group != NULL && lx_regions_look_up(group, &region, constants, out);
}

/* Inserts the optimum of a submatrix as a region, whose values are used for the submatrix, too. */
static lx_status insert(lx_session *session, lx_region_group *group, lx_plan_block *block,
                        const lx_submatrix *submatrix, const lx_reduced_lp *lp, const lx_vertex *vertex) {
  lx_region_answer answer;
  int answers;
  const lx_status status = lx_regions_insert(session->regions, group, &block->region, lp, vertex, &answer, &answers);
  if (status == LX_OK && answers)
    store_region(session, submatrix, &answer);
  return status;
}

/* Whether doubles can decide where a vertex is optimal for other constants: not where rows are almost parallel. */
static int is_plain_enough(const lx_reduced_lp *lp, const lx_vertex *vertex) {
  return lp->is_wide || !vertex->is_precise;
}

void lx_release_vertex(lx_kept_vertex *kept) {
  if (!kept->is_held)
    return;
  lx_arena_destroy(&kept->arena);
  lx_factor_destroy(kept->factor);
  *kept = (lx_kept_vertex){0};
}

/* Moves an optimal vertex and what belongs to it out of the session, where that is wanted and none of a larger block is
 * there. */
static void keep(lx_session *session, int32_t block, const lx_vertex *vertex, lx_factor **factor) {
  lx_kept_vertex *kept = session->kept;
  lx_simplex_optimum optimum;
  lx_simplex_keep(vertex, &optimum);
  if (kept == NULL || optimum.lp == NULL || (kept->is_held && kept->lp->rows >= optimum.lp->rows))
    return;
  lx_release_vertex(kept);
  *kept = (lx_kept_vertex){.is_held = 1,
                           .block = block,
                           .arena = session->local,
                           .lp = optimum.lp,
                           .vertex = optimum.vertex,
                           .columns = optimum.columns,
                           .factor = *factor};
  *factor = NULL;
  lx_arena_init(&session->local, &session->program->allocator);
}

/* Whether the basis of the last solve is ignored, that of another plan in this one is not. */
static int is_cold(const lx_session *session) {
  return session->is_cold || (session->options->cold && session->row_start == NULL);
}

/* Adds the conflicts of a proof by few of the rows of a reduced LP. */
static lx_status add_proven(lx_session *session, const lx_contradiction *contradiction, const lx_submatrix *submatrix) {
  const lx_reduced_lp *lp = &contradiction->lp;
  int32_t *rows = lx_arena_take(&session->local, lp->rows, sizeof *rows);
  int32_t *variables = lx_arena_take(&session->local, lp->variables, sizeof *variables);
  lx_vertex vertex = contradiction->vertex;
  lx_factor *factor = NULL;
  int is_same = 0;
  if (rows == NULL || variables == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t r = 0; r < lp->rows; r++)
    rows[r] = submatrix->rows[contradiction->rows[r]];
  for (int32_t j = 0; j < lp->variables; j++)
    variables[j] = submatrix->variables[contradiction->variables[j]];
  lx_status status = lx_factor_create(&session->program->allocator, LX_ALGEBRA_SPARSE, lp->variables, &factor);
  if (status == LX_OK) {
    lx_factor_set_stopper(factor, lp->stopper);
    status = lx_vertex_factor(&session->local, lp, &vertex, factor, &session->statistics, &is_same);
  }
  if (status == LX_OK && is_same)
    status = lx_conflicts_add_lp(&session->conflicts, &session->local, lp, &vertex, factor, rows, variables);
  lx_factor_destroy(factor);
  return status;
}

/* Solves a reduced LP, and adds its conflicts where it is infeasible. */
static lx_status solve_lp(lx_session *session, const lx_submatrix *submatrix, lx_reduced_lp *lp, lx_factor *factor, lx_vertex *vertex,
                          lx_outcome *out) {
  const int32_t before = session->conflicts.count;
  lx_status status = lx_vertex_create(&session->local, lp, vertex);
  if (status == LX_OK)
    status = lx_simplex_solve(&session->local, lp, factor, session->options->pivot_limit, vertex, &session->statistics, out);
  if (status != LX_OK || *out != LX_INFEASIBLE)
    return status;
  if (vertex->contradiction == NULL)
    return lx_conflicts_add_lp(&session->conflicts, &session->local, lp, vertex, factor, submatrix->rows, submatrix->variables);
  status = add_proven(session, vertex->contradiction, submatrix);
  if (status != LX_OK || session->conflicts.count > before || before > 0)
    return status;
  lp->proves_by_all = 1; /* what these rows prove is no more than rounding in the program */
  return solve_lp(session, submatrix, lp, factor, vertex, out);
}

lx_status lx_solve_block(lx_session *session, lx_plan_block *block, int *solved_out) {
  const lx_plan *plan = session->plan;
  const lx_submatrix submatrix = lx_block_submatrix(plan, block);
  lx_region_group *group;
  const lx_status found = look_up(session, block, &submatrix, 1, &group, solved_out);
  if (found != LX_OK || *solved_out)
    return found;
  lx_reduced_lp *lp = NULL;
  lx_vertex vertex;
  lx_factor *factor = NULL;
  lx_outcome outcome = LX_UNSOLVED;
  const int64_t pivots = session->statistics.pivots, steps = session->statistics.interior_steps;
  count_lp(session, submatrix.variable_count);
  lx_status status = lx_submatrix_lp(session, &submatrix, 1, is_cold(session), &lp);
  if (status == LX_OK)
    status = lx_factor_create(&session->program->allocator, lx_algebra_for(session, lp->variables), lp->variables, &factor);
  if (status == LX_OK)
    status = solve_lp(session, &submatrix, lp, factor, &vertex, &outcome);
  const int is_optimal = status == LX_OK && outcome == LX_OPTIMAL;
  *solved_out = is_optimal && !has_undecided(lp, &vertex) && !(vertex.is_unfactored && session->observer != NULL);
  if (is_optimal && !*solved_out) {
    store_vertex(session, &submatrix, lp, &vertex);
    session->has_start = 1;
  }
  session->starts_here |= is_optimal && (session->statistics.pivots - pivots >= LX_MANY_PIVOTS ||
                                         session->statistics.interior_steps > steps);
  if (*solved_out) {
    store_vertex(session, &submatrix, lp, &vertex);
    if (group != NULL && is_plain_enough(lp, &vertex))
      status = insert(session, group, block, &submatrix, lp, &vertex);
    if (status == LX_OK && session->observer != NULL)
      status = session->observer(session->observer_context, (int32_t)(block - plan->blocks), -1, lp, &vertex);
    if (status == LX_OK)
      keep(session, (int32_t)(block - plan->blocks), &vertex, &factor);
  }
  lx_factor_destroy(factor);
  return status;
}

/* Solves a component's LP with one kind of linear algebra, and stores conflicts. */
static lx_status solve_component_lp(lx_session *session, int32_t component, const lx_submatrix *submatrix,
                                    lx_algebra algebra, int cold, lx_plan_block *block, lx_region_group *group,
                                    lx_outcome *out) {
  lx_reduced_lp *lp = NULL;
  lx_vertex vertex;
  lx_factor *factor = NULL;
  lx_status status = lx_submatrix_lp(session, submatrix, 0, cold, &lp);
  const int32_t before = session->conflicts.count;
  if (status == LX_OK)
    status = lx_factor_create(&session->program->allocator, algebra, lp->variables, &factor);
  if (status == LX_OK)
    status = solve_lp(session, submatrix, lp, factor, &vertex, out);
  if (status == LX_OK && vertex.is_unfactored && session->observer != NULL)
    *out = LX_BREAKDOWN;
  if (status == LX_OK && *out == LX_INFEASIBLE && session->conflicts.count == before && before == 0)
    *out = LX_BREAKDOWN;
  if (status == LX_OK && vertex.contradiction == NULL)
    store_vertex(session, submatrix, lp, &vertex);
  if (status == LX_OK && *out == LX_OPTIMAL && group != NULL && is_plain_enough(lp, &vertex))
    status = insert(session, group, block, submatrix, lp, &vertex);
  if (status == LX_OK && *out == LX_OPTIMAL && session->observer != NULL)
    status = session->observer(session->observer_context, -1, component, lp, &vertex);
  if (status == LX_OK && *out == LX_OPTIMAL)
    keep(session, -1, &vertex, &factor);
  lx_factor_destroy(factor);
  return status;
}

/* The worse of two outcomes. They are numbered in that order, except LX_UNSOLVED. */
static lx_outcome worse(lx_outcome a, lx_outcome b) { return a > b ? a : b; }

/* The single block of a plain component, or NULL. */
static lx_plan_block *block_of_plain(const lx_plan *plan, int32_t component) {
  const lx_component *record = &plan->components.items[component];
  if (!record->is_plain || record->block_count != 1)
    return NULL;
  lx_plan_block *block = &plan->blocks[record->first_block];
  return block->kind == LX_BLOCK_GENERAL ? block : NULL;
}

lx_status lx_solve_plain(lx_session *session, int32_t component) {
  const lx_submatrix submatrix = lx_component_submatrix(session->plan, component);
  if (session->kept != NULL)
    lx_release_vertex(session->kept); /* of a block whose values do not count */
  if (submatrix.row_count == 0) {
    for (int32_t k = 0; k < submatrix.variable_count; k++) { /* no row decides these */
      session->value[submatrix.variables[k]] = 0;
      session->variable_status[submatrix.variables[k]] = LX_BASIS_TIGHT;
    }
    return LX_OK;
  }
  lx_region_group *group = NULL;
  lx_plan_block *block = block_of_plain(session->plan, component);
  if (block != NULL) {
    int solved = 0;
    const lx_status found = look_up(session, block, &submatrix, 0, &group, &solved);
    if (found != LX_OK || solved)
      return found;
  }
  const lx_algebra algebra = lx_algebra_for(session, submatrix.variable_count);
  const int may_change = session->options->algebra == LX_ALGEBRA_AUTO && session->options->pivot_limit == 0 &&
                         submatrix.variable_count <= LX_RETRY_LIMIT;
  count_lp(session, submatrix.variable_count);
  lx_outcome outcome = LX_UNSOLVED;
  lx_status status =
      solve_component_lp(session, component, &submatrix, algebra, is_cold(session), block, group, &outcome);
  session->starts_here = 0;
  /* Where one algebra fails the other may succeed, from another start. */
  if (status == LX_OK && (outcome == LX_BREAKDOWN || outcome == LX_PIVOT_LIMIT) && may_change)
    status = solve_component_lp(session, component, &submatrix,
                                algebra == LX_ALGEBRA_DENSE ? LX_ALGEBRA_SPARSE : LX_ALGEBRA_DENSE, 1, block, group,
                                &outcome);
  session->outcome = worse(session->outcome, outcome);
  return status;
}
