/* simplex_block.c: pieces of a program for the simplex, as cores, and their vertices back. */
#include <math.h>
#include <string.h>

#include "solve/session.h"
#include "diagnose/ambiguity.h"
#include "simplex/simplex.h"

/* Cores up to this order use dense linear algebra when the caller leaves the choice: the two break even between 16 and
 * 24 variables (Benchmarks/algebra). */
#define LX_DENSE_AUTO 20

/* Largest core that is tried again with the other algebra: the dense one then takes 16 MB. */
#define LX_RETRY_LIMIT 1024

/* What the open entries of a row must add up to. */
static double open_constant(const lx_session *session, int32_t r) {
  const lx_program *program = session->program;
  const lx_program_row *row = &program->rows[r];
  double rest = row->constant;
  for (int32_t e = row->start; e < row->start + row->count && session->plan->fixing.open[r] < row->count; e++)
    if (session->plan->fixing.fixed_by[program->columns[e]] >= 0)
      rest -= program->values[e] * session->value[program->columns[e]];
  return rest;
}

static void fill_constants(const lx_session *session, const lx_piece *piece, int reduced, double *out) {
  for (int32_t k = 0; k < piece->row_count; k++)
    out[k] = reduced ? session->constant[piece->rows[k]] : open_constant(session, piece->rows[k]);
}

/* The core of a piece, in session->local; `reduced` takes the rows as the steps left them. With `cold` the last basis
 * is forgotten. */
static lx_status build_core(lx_session *session, const lx_piece *piece, int reduced, int cold, lx_core *out) {
  const lx_program *program = session->program;
  lx_signature of;
  lx_status status = lx_piece_signature(session, piece, reduced, &of);
  if (status == LX_OK)
    status = lx_core_create(&session->local, of.rows, of.variables, of.entries, of.levels, out);
  if (status != LX_OK)
    return status;
  memcpy(out->starts, of.starts, sizeof *of.starts * ((size_t)of.rows + 1));
  memcpy(out->columns, of.columns, sizeof *of.columns * (size_t)of.entries);
  memcpy(out->values, of.values, sizeof *of.values * (size_t)of.entries);
  memcpy(out->weight, of.weights, sizeof *of.weights * (size_t)of.rows);
  memcpy(out->above, of.above, sizeof *of.above * (size_t)of.rows);
  memcpy(out->below, of.below, sizeof *of.below * (size_t)of.rows);
  out->binding_levels = of.binding_levels;
  fill_constants(session, piece, reduced, out->constant);
  for (int32_t k = 0; k < of.rows && !cold; k++)
    out->place[k] = program->row_places[piece->rows[k]];
  for (int32_t j = 0; j < of.variables; j++) {
    if (of.signs[j]) /* the last of the binding levels */
      out->below[of.rows + j] = of.binding_levels - 1;
    if (!cold)
      out->place[of.rows + j] = program->variables[piece->variables[j]].place;
  }
  lx_core_finish(out);
  return LX_OK;
}

static int8_t place_of(const lx_vertex *vertex, int32_t row) {
  return vertex->position[row] >= 0 ? LX_PLACE_TIGHT : vertex->side[row];
}

static void keep_core(lx_session *session, const lx_piece *piece, const lx_core *core, const lx_vertex *vertex) {
  for (int32_t j = 0; j < core->variables; j++) {
    session->value[piece->variables[j]] = vertex->x[j];
    session->variable_place[piece->variables[j]] = place_of(vertex, core->rows + j);
  }
  for (int32_t r = 0; r < core->rows; r++)
    session->row_place[piece->rows[r]] = place_of(vertex, r);
}

static lx_algebra algebra_for(const lx_session *session, int32_t size) {
  if (session->options->algebra != LX_ALGEBRA_AUTO)
    return session->options->algebra;
  return size <= LX_DENSE_AUTO ? LX_ALGEBRA_DENSE : LX_ALGEBRA_SPARSE;
}

static void count_core(lx_session *session, int32_t size) {
  session->statistics.cores++;
  if (size > session->statistics.largest_core)
    session->statistics.largest_core = size;
}

/* Whether a unit row is tight that could move at no cost: nothing decides that variable. */
static int has_undecided(const lx_core *core, const lx_vertex *vertex) {
  for (int32_t p = 0; p < core->variables; p++) {
    const int32_t row = vertex->basis[p];
    if (row < core->rows)
      continue;
    for (int32_t direction = 1; direction >= -1; direction -= 2) {
      const int32_t own = direction > 0 ? core->above[row] : core->below[row];
      int costs = 0;
      for (int32_t level = 0; level < core->levels && !costs; level++) {
        const double slope = (own == level) + direction * vertex->duals[(int64_t)level * core->variables + p];
        costs = fabs(slope) > core->slope_tolerance[level] * 10;
      }
      if (!costs)
        return 1;
    }
  }
  return 0;
}

/* Values and basis statuses of a region into the session. A variable of any sign is on the side where it is. */
static void keep_region(lx_session *session, const lx_piece *piece, const lx_region_answer *answer) {
  for (int32_t j = 0; j < piece->variable_count; j++) {
    const int8_t status = answer->statuses[piece->row_count + j];
    session->value[piece->variables[j]] = answer->x[j];
    session->variable_place[piece->variables[j]] = status != LX_PLACE_UNKNOWN ? status
                                                   : answer->x[j] < 0         ? LX_PLACE_BELOW
                                                                              : LX_PLACE_ABOVE;
  }
  for (int32_t r = 0; r < piece->row_count; r++)
    session->row_place[piece->rows[r]] = answer->statuses[r];
}

/* Looks for a region that answers a piece. *group_out is NULL where nothing is to be kept of it. A caller who chooses the
 * algebra wants to see it at work. */
static lx_status look_up(lx_session *session, lx_part *part, const lx_piece *piece, int reduced,
                         lx_region_group **group_out, int *solved_out) {
  lx_region_store *regions = session->regions;
  *solved_out = 0;
  *group_out = NULL;
  if (regions == NULL || session->options->algebra != LX_ALGEBRA_AUTO ||
      !lx_regions_fit(piece->variable_count, piece->row_count))
    return LX_OK;
  if (!lx_regions_has(regions, part->group)) {
    lx_signature signature;
    lx_status status = lx_piece_signature(session, piece, reduced, &signature);
    if (status == LX_OK)
      status = lx_regions_find(regions, &signature, &part->group);
    part->region = 0;
    if (status != LX_OK || part->group == 0)
      return status;
  }
  *group_out = lx_regions_group(regions, part->group);
  if (*group_out == NULL)
    return LX_OK;
  double constants[LX_STORE_ROWS];
  lx_region_answer answer;
  fill_constants(session, piece, reduced, constants);
  *solved_out = lx_regions_look_up(*group_out, &part->region, constants, &answer);
  if (*solved_out)
    keep_region(session, piece, &answer);
  session->statistics.recalled += *solved_out;
  return LX_OK;
}

/* Keeps the optimum that the simplex found of a piece; a region that it makes answers the piece, too. */
static lx_status insert(lx_session *session, lx_region_group *group, lx_part *part, const lx_piece *piece,
                        const lx_core *core, const lx_vertex *vertex) {
  lx_region_answer answer;
  int answers;
  const lx_status status =
      lx_regions_insert(session->regions, group, &part->region, core, vertex, &answer, &answers);
  if (status == LX_OK && answers)
    keep_region(session, piece, &answer);
  return status;
}

/* Whether doubles can tell when a vertex is the optimum for other constants: not where rows are almost parallel. */
static int is_plain_enough(const lx_core *core, const lx_vertex *vertex) {
  return core->is_wide || !vertex->is_precise;
}

lx_status lx_solve_part(lx_session *session, lx_part *part, int *solved_out) {
  const lx_plan *plan = session->plan;
  const lx_piece piece = {plan->part_rows + part->first_row, plan->part_variables + part->first_variable,
                          part->row_count, part->variable_count};
  lx_region_group *group;
  const lx_status found = look_up(session, part, &piece, 1, &group, solved_out);
  if (found != LX_OK || *solved_out)
    return found;
  lx_core core;
  lx_vertex vertex;
  lx_factor *factor = NULL;
  lx_outcome outcome = LX_UNSOLVED;
  count_core(session, piece.variable_count);
  lx_status status = build_core(session, &piece, 1, session->options->cold, &core);
  if (status == LX_OK)
    status = lx_vertex_create(&session->local, &core, &vertex);
  if (status == LX_OK)
    status =
        lx_factor_create(&session->program->allocator, algebra_for(session, core.variables), core.variables, &factor);
  if (status == LX_OK)
    status = lx_simplex_solve(&session->local, &core, factor, session->options->pivot_limit, &vertex,
                              &session->statistics, &outcome);
  *solved_out = status == LX_OK && outcome == LX_OPTIMAL && !has_undecided(&core, &vertex) &&
                !(vertex.is_unfactored && session->observer != NULL);
  if (*solved_out) {
    keep_core(session, &piece, &core, &vertex);
    if (group != NULL && is_plain_enough(&core, &vertex))
      status = insert(session, group, part, &piece, &core, &vertex);
    if (status == LX_OK && session->observer != NULL)
      status = session->observer(session->observer_context, (int32_t)(part - plan->parts), -1, &core, &vertex);
  }
  lx_factor_destroy(factor);
  return status;
}

/* Solves one core with one kind of linear algebra, and takes what it says about conflicts and ambiguity. */
static lx_status solve_core(lx_session *session, int32_t component, const lx_piece *piece, lx_algebra algebra, int cold,
                            lx_part *part, lx_region_group *group, lx_outcome *out) {
  lx_core core;
  lx_vertex vertex;
  lx_factor *factor = NULL;
  lx_status status = build_core(session, piece, 0, cold, &core);
  if (status == LX_OK)
    status = lx_vertex_create(&session->local, &core, &vertex);
  if (status == LX_OK)
    status = lx_factor_create(&session->program->allocator, algebra, core.variables, &factor);
  if (status == LX_OK)
    status = lx_simplex_solve(&session->local, &core, factor, session->options->pivot_limit, &vertex,
                              &session->statistics, out);
  if (status == LX_OK && vertex.is_unfactored && (session->observer != NULL || session->marks != NULL))
    *out = LX_BREAKDOWN;
  if (status == LX_OK && *out == LX_INFEASIBLE) {
    const int32_t before = session->conflicts.count;
    status = lx_conflicts_add_core(&session->conflicts, &session->local, &core, &vertex, factor, piece->rows,
                                   piece->variables);
    if (session->conflicts.count == before && before == 0)
      *out = LX_BREAKDOWN;
  }
  if (status == LX_OK && *out == LX_OPTIMAL && session->marks != NULL) {
    uint8_t *marks = lx_arena_take_zeroed(&session->local, core.variables, sizeof *marks);
    status = marks == NULL ? LX_ERROR_MEMORY
                           : lx_find_ambiguous(&session->local, &core, &vertex, factor, algebra,
                                               &session->program->allocator, marks);
    for (int32_t j = 0; j < core.variables && status == LX_OK; j++)
      session->marks[piece->variables[j]] = marks[j];
  }
  if (status == LX_OK)
    keep_core(session, piece, &core, &vertex);
  if (status == LX_OK && *out == LX_OPTIMAL && group != NULL && is_plain_enough(&core, &vertex))
    status = insert(session, group, part, piece, &core, &vertex);
  if (status == LX_OK && *out == LX_OPTIMAL && session->observer != NULL)
    status = session->observer(session->observer_context, -1, component, &core, &vertex);
  lx_factor_destroy(factor);
  return status;
}

/* The worse of two outcomes; they are numbered in that order, but for LX_UNSOLVED. */
static lx_outcome worse(lx_outcome a, lx_outcome b) { return a > b ? a : b; }

/* The part that a plain component is, where it was divided at all, or NULL. */
static lx_part *part_of_plain(const lx_plan *plan, int32_t component) {
  const lx_component *record = &plan->components.items[component];
  if (!record->is_plain || record->part_count != 1)
    return NULL;
  lx_part *part = &plan->parts[record->first_part];
  return part->kind == LX_PART_GENERAL ? part : NULL;
}

lx_status lx_solve_plain(lx_session *session, int32_t component) {
  const lx_piece piece = lx_component_piece(session->plan, component);
  if (piece.row_count == 0) {
    for (int32_t k = 0; k < piece.variable_count; k++) { /* nothing decides these */
      session->value[piece.variables[k]] = 0;
      session->variable_place[piece.variables[k]] = LX_PLACE_TIGHT;
      if (session->marks != NULL)
        session->marks[piece.variables[k]] = 1;
    }
    return LX_OK;
  }
  lx_region_group *group = NULL;
  lx_part *part = part_of_plain(session->plan, component);
  if (part != NULL) {
    int solved = 0;
    const lx_status found = look_up(session, part, &piece, 0, &group, &solved);
    if (found != LX_OK || solved)
      return found;
  }
  const lx_algebra algebra = algebra_for(session, piece.variable_count);
  const int may_change = session->options->algebra == LX_ALGEBRA_AUTO && session->options->pivot_limit == 0 &&
                         piece.variable_count <= LX_RETRY_LIMIT;
  count_core(session, piece.variable_count);
  lx_outcome outcome = LX_UNSOLVED;
  lx_status status = solve_core(session, component, &piece, algebra, session->options->cold, part, group, &outcome);
  /* What one algebra could not finish the other may, from another start. */
  if (status == LX_OK && (outcome == LX_BREAKDOWN || outcome == LX_PIVOT_LIMIT) && may_change)
    status = solve_core(session, component, &piece, algebra == LX_ALGEBRA_DENSE ? LX_ALGEBRA_SPARSE : LX_ALGEBRA_DENSE,
                        1, part, group, &outcome);
  session->outcome = worse(session->outcome, outcome);
  return status;
}
