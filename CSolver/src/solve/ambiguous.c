/* ambiguous.c: see ambiguous.h.
 *
 * The optimal points of each block are a cone about its vertex (diagnose/ambiguity.h), and the variables that presolve
 * eliminated are affine functions of what is left: one direction inside the cone, and a random one in its span, are
 * followed through the eliminations, and what the latter moves is ambiguous. That a variable must be >= 0 was left out
 * where it was eliminated: where it is 0 and moves, the direction inside must raise it, or its component, as it is after
 * fixed variables alone, is examined in its original rows. */
#include "solve/ambiguous.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "diagnose/ambiguity.h"
#include "simplex/precise.h"
#include "simplex/simplex.h"
#include "solve/knapsack.h"
#include "solve/solve.h"

typedef struct {
  lx_session session; /* of its own; plan and values are those of the answer */
  const lx_component_vertex *vertices; /* at hand, vertex_count of them */
  int32_t vertex_count;
  double *value;      /* per variable slot: of the optimal point that was examined, which need not be the answer */
  double *inside;     /* per variable slot: a direction from there */
  double *spread;     /* likewise */
  uint8_t *is_open;   /* per variable slot: its component is to be examined in original rows */
  int has_moves;      /* anything is ambiguous so far … */
  int is_elsewhere;   /* … or the point examined is not the answer */
  int has_open;
} lx_marker;

/* What a value of the reduced LP is in the submatrix, with the factors of the columns where that is scaled, or NULL. */
static double unscaled(const double *columns, int32_t k, double value) { return columns != NULL ? columns[k] * value : value; }

/* Notes where the optimal point of a submatrix that was examined lies. */
static void place(lx_marker *marker, const lx_submatrix *submatrix, const double *columns, const double *x) {
  for (int32_t k = 0; k < submatrix->variable_count; k++) {
    const double old = marker->value[submatrix->variables[k]], new = unscaled(columns, k, x[k]);
    marker->is_elsewhere |= fabs(new - old) > LX_TOL_REQUIRED + LX_TOL_FIXED * fabs(old);
    marker->value[submatrix->variables[k]] = new;
  }
}

/* Follows the cone of a vertex into the variables of a submatrix. */
static lx_status examine_vertex(lx_marker *marker, const lx_submatrix *submatrix, const lx_reduced_lp *lp, const double *columns,
                                const lx_vertex *vertex, lx_factor *factor, lx_algebra algebra, int is_last) {
  lx_arena *arena = &marker->session.local;
  lx_optimal_cone cone = {
      .inside = lx_arena_take_zeroed(arena, lp->variables, sizeof(double)),
      .spread = lx_arena_take_zeroed(arena, lp->variables, sizeof(double)),
  };
  if (cone.inside == NULL || cone.spread == NULL)
    return LX_ERROR_MEMORY;
  place(marker, submatrix, columns, vertex->x);
  const lx_status status = lx_find_optimal_cone(arena, lp, vertex, factor, algebra,
                                                &marker->session.program->allocator, submatrix->variables[0],
                                                is_last, &cone);
  for (int32_t j = 0; j < lp->variables && status == LX_OK; j++) {
    marker->inside[submatrix->variables[j]] = unscaled(columns, j, cone.inside[j]);
    marker->spread[submatrix->variables[j]] = unscaled(columns, j, cone.spread[j]);
    marker->has_moves |= cone.spread[j] != 0;
  }
  return status;
}

/* The vertex of a component that is at hand and does not call for finer arithmetic than it comes from; or NULL. */
static const lx_kept_vertex *vertex_of(const lx_marker *marker, int32_t component) {
  int32_t first = 0, end = marker->vertex_count;
  while (first < end) {
    const int32_t middle = first + (end - first) / 2;
    if (marker->vertices[middle].component < component)
      first = middle + 1;
    else
      end = middle;
  }
  const int is_there = first < marker->vertex_count && marker->vertices[first].component == component;
  return is_there && !lx_precise_fits(marker->vertices[first].kept->lp) ? marker->vertices[first].kept : NULL;
}

/* Examines a vertex that is at hand. */
static lx_status examine_kept(lx_marker *marker, const lx_submatrix *submatrix, const lx_kept_vertex *kept) {
  lx_arena_reset(&marker->session.local);
  kept->lp->stopper = marker->session.program->stopper;
  return examine_vertex(marker, submatrix, kept->lp, kept->columns, &kept->vertex, kept->factor,
                        lx_algebra_for(&marker->session, kept->lp->variables), 0);
}

/* Solves a submatrix again, from where the last solve left its rows, and examines the vertex. LX_ERROR_UNSOLVED where
 * there is no optimum. */
static lx_status examine(lx_marker *marker, const lx_submatrix *submatrix, int reduced, int cold, lx_algebra algebra,
                         int is_last) {
  lx_session *session = &marker->session;
  lx_reduced_lp *lp = NULL;
  lx_vertex vertex;
  lx_factor *factor = NULL;
  lx_outcome outcome = LX_UNSOLVED;
  lx_status status = lx_submatrix_lp(session, submatrix, reduced, cold, &lp);
  if (status == LX_OK)
    status = lx_vertex_create(&session->local, lp, &vertex);
  if (status == LX_OK)
    status = lx_factor_create(&session->program->allocator, algebra, lp->variables, &factor);
  if (status == LX_OK)
    status = lx_simplex_solve(&session->local, lp, factor, 0, &vertex, &session->statistics, &outcome);
  if (status == LX_OK && (outcome != LX_OPTIMAL || vertex.is_unfactored))
    status = LX_ERROR_UNSOLVED;
  int same = 1;
  if (status == LX_OK && lp->is_wide && vertex.run != NULL) /* the factorization is of that scaled */
    status = lx_vertex_factor(&session->local, lp, &vertex, factor, &session->statistics, &same);
  if (status == LX_OK && !same)
    status = LX_ERROR_UNSOLVED;
  if (status == LX_OK)
    status = examine_vertex(marker, submatrix, lp, NULL, &vertex, factor, algebra, is_last);
  lx_factor_destroy(factor);
  return status;
}

/* A component in its original rows; where that is undecided, from another start with either algebra, and in the end however
 * long it takes. */
static lx_status examine_plain(lx_marker *marker, int32_t component) {
  const lx_submatrix submatrix = lx_component_submatrix(marker->session.plan, component);
  if (submatrix.row_count == 0) { /* no row decides these */
    for (int32_t k = 0; k < submatrix.variable_count; k++)
      marker->inside[submatrix.variables[k]] = marker->spread[submatrix.variables[k]] = lx_random_length(submatrix.variables[k], 0);
    marker->has_moves |= submatrix.variable_count > 0;
    return LX_OK;
  }
  const int32_t n = submatrix.variable_count;
  const lx_algebra own = lx_algebra_for(&marker->session, n);
  lx_status status = examine(marker, &submatrix, 0, 0, own, 0);
  const lx_algebra others[2] = {n <= LX_RETRY_LIMIT ? LX_ALGEBRA_DENSE : LX_ALGEBRA_SPARSE, LX_ALGEBRA_SPARSE};
  for (int32_t k = 0; k < 2 && status == LX_ERROR_UNSOLVED; k++)
    status = examine(marker, &submatrix, 0, 1, others[k], 1);
  return status == LX_ERROR_UNSOLVED ? examine(marker, &submatrix, 0, 0, own, 1) : status;
}

/* `kept` is a vertex of the block's component, or NULL. */
static lx_status examine_block(lx_marker *marker, int32_t number, const lx_kept_vertex *kept) {
  lx_session *session = &marker->session;
  const lx_plan_block *block = &session->plan->blocks[number];
  const lx_submatrix submatrix = lx_block_submatrix(session->plan, block);
  if (kept != NULL && kept->block == number) {
    const lx_status status = examine_kept(marker, &submatrix, kept);
    if (status != LX_ERROR_UNSOLVED)
      return status;
  }
  if (block->kind != LX_BLOCK_GENERAL) {
    lx_knapsack knapsack;
    int32_t coupling;
    int is_tight;
    const lx_status status = lx_knapsack_solve(session, block, &knapsack, &coupling, &is_tight);
    if (status != LX_OK)
      return status;
    if (!knapsack.is_wide && lx_knapsack_is_unique(&knapsack)) {
      place(marker, &submatrix, NULL, knapsack.x);
      return LX_OK;
    }
  }
  lx_region_answer answer;
  if (lx_region_holds(session, block, &answer)) {
    place(marker, &submatrix, NULL, answer.x);
    return LX_OK;
  }
  return examine(marker, &submatrix, 1, 0, lx_algebra_for(session, submatrix.variable_count), 0);
}

/* Leaves an eliminated variable that must be >= 0 to its original rows where the point examined, or the direction inside
 * the cone, does not heed that. */
static void watch_sign(lx_marker *marker, int32_t j) {
  const double value = marker->value[j];
  if (!marker->session.program->variables[j].nonnegative || value > LX_TOL_REQUIRED ||
      (value >= -LX_TOL_REQUIRED && (marker->spread[j] == 0 || marker->inside[j] > 0)))
    return;
  marker->is_open[j] = 1;
  marker->has_open = 1;
}

/* Sets both directions of a variable, and its value, from the row that defines it. */
static void follow(lx_marker *marker, int32_t j, double constant, int32_t count, const int32_t *columns,
                   const double *values) {
  double sums[2] = {0, 0}, sizes[2] = {0, 0}, rest = constant, coefficient = 1;
  for (int32_t e = 0; e < count; e++) {
    if (columns[e] == j) {
      coefficient = values[e];
      continue;
    }
    rest -= values[e] * marker->value[columns[e]];
    const double terms[2] = {values[e] * marker->inside[columns[e]], values[e] * marker->spread[columns[e]]};
    for (int32_t k = 0; k < 2; k++) {
      sums[k] -= terms[k];
      sizes[k] += fabs(terms[k]);
    }
  }
  marker->value[j] = rest / coefficient;
  marker->inside[j] = fabs(sums[0]) > LX_TOL_MOVED * sizes[0] ? sums[0] / coefficient : 0;
  marker->spread[j] = fabs(sums[1]) > LX_TOL_MOVED * sizes[1] ? sums[1] / coefficient : 0;
  watch_sign(marker, j);
}

/* A component without a decision in its blocks is left to its original rows. */
static void open_component(lx_marker *marker, int32_t number) {
  const lx_submatrix submatrix = lx_component_submatrix(marker->session.plan, number);
  for (int32_t k = 0; k < submatrix.variable_count; k++) {
    marker->inside[submatrix.variables[k]] = marker->spread[submatrix.variables[k]] = 0;
    marker->is_open[submatrix.variables[k]] = 1;
  }
  marker->has_open = 1;
}

static lx_status examine_component(lx_marker *marker, int32_t number) {
  const lx_plan *plan = marker->session.plan;
  const lx_component *component = &plan->components.items[number];
  const lx_kept_vertex *kept = vertex_of(marker, number);
  if (kept != NULL && kept->block < 0) { /* of the component in its original rows */
    const lx_submatrix submatrix = lx_component_submatrix(plan, number);
    const lx_status examined = examine_kept(marker, &submatrix, kept);
    if (examined != LX_ERROR_UNSOLVED)
      return examined;
  }
  if (component->is_plain)
    return examine_plain(marker, number);
  lx_status status = LX_OK;
  const int had_moves = marker->has_moves, was_elsewhere = marker->is_elsewhere;
  marker->has_moves = marker->is_elsewhere = 0;
  lx_reduce_constants(&marker->session, number);
  for (int32_t k = 0; k < component->block_count && status == LX_OK; k++)
    status = examine_block(marker, component->first_block + k, kept);
  if (status == LX_ERROR_UNSOLVED) {
    open_component(marker, number);
    status = LX_OK;
  } else if (status == LX_OK && (marker->has_moves || marker->is_elsewhere)) {
    const lx_elimination *elimination = &plan->elimination;
    for (int32_t k = component->aggregated_count - 1; k >= 0; k--) {
      const int32_t r = elimination->aggregated[component->first_aggregated + k], start = elimination->starts[r];
      follow(marker, elimination->columns[start], marker->session.constant[r], elimination->counts[r],
             elimination->columns + start, elimination->values + start);
    }
  }
  marker->has_moves |= had_moves;
  marker->is_elsewhere |= was_elsewhere;
  return status;
}

/* Every component of the marker's plan, or with `only` those with such a variable; of the latter, `marks` are set. */
static lx_status examine_components(lx_marker *marker, const uint8_t *only, uint8_t *marks) {
  const lx_plan *plan = marker->session.plan;
  lx_status status = LX_OK;
  for (int32_t c = 0; c < plan->components.count && status == LX_OK; c++) {
    const lx_submatrix submatrix = lx_component_submatrix(plan, c);
    int counts = only == NULL;
    for (int32_t k = 0; k < submatrix.variable_count && !counts; k++)
      counts = only[submatrix.variables[k]];
    if (c % LX_STOP_STRIDE == 0)
      status = lx_check_stop(marker->session.program->stopper);
    if (counts && status == LX_OK)
      status = examine_component(marker, c);
    for (int32_t k = 0; k < submatrix.variable_count && only != NULL && counts && status == LX_OK; k++)
      marks[submatrix.variables[k]] = marker->spread[submatrix.variables[k]] != 0;
  }
  return status;
}

static void follow_substituted(lx_marker *marker) {
  const lx_program *program = marker->session.program;
  const lx_topological_order *substituted = &marker->session.plan->assignment.substituted;
  for (int32_t k = 0; k < substituted->end && (marker->has_moves || marker->is_elsewhere); k++) {
    if (substituted->columns[k] < 0)
      continue;
    const lx_program_row *row = &program->rows[substituted->rows[k]];
    follow(marker, substituted->columns[k], row->constant, row->count, program->columns + row->start,
           program->values + row->start);
  }
}

static lx_status open_marker(lx_marker *marker, lx_program *program, const lx_plan *plan, const lx_options *options) {
  const int32_t count = program->variable_count;
  lx_status status = lx_session_open(&marker->session, program, plan, NULL);
  if (status != LX_OK)
    return status;
  lx_session_begin(&marker->session, options);
  marker->value = lx_arena_copy(&marker->session.arena, marker->session.value, count, sizeof(double));
  marker->inside = lx_arena_take_zeroed(&marker->session.arena, count, sizeof(double));
  marker->spread = lx_arena_take_zeroed(&marker->session.arena, count, sizeof(double));
  marker->is_open = lx_arena_take_zeroed(&marker->session.arena, count, sizeof(uint8_t));
  return marker->value == NULL || marker->inside == NULL || marker->spread == NULL || marker->is_open == NULL ? LX_ERROR_MEMORY : LX_OK;
}

static void copy_marks(const lx_marker *marker, uint8_t *marks) {
  for (int32_t j = 0; j < marker->session.program->variable_count; j++)
    if (marker->spread[j] != 0)
      marks[j] = 1;
}

/* Marks by a plan that eliminates nothing; with `only`, in components with such a variable alone. */
static lx_status mark_plain(lx_program *program, const lx_options *options, const uint8_t *only, uint8_t *marks) {
  lx_marker marker = {0};
  lx_plan plan;
  lx_arena scratch;
  lx_arena_init(&scratch, &program->allocator);
  lx_status status = lx_plan_create(program, options->whole ? LX_PLAN_WHOLE : LX_PLAN_PLAIN, 0, NULL, &scratch, &plan);
  lx_arena_destroy(&scratch);
  if (status == LX_OK)
    status = open_marker(&marker, program, &plan, options);
  if (status == LX_OK)
    status = examine_components(&marker, only, marks);
  if (status == LX_OK && only == NULL)
    copy_marks(&marker, marks);
  lx_session_close(&marker.session);
  lx_plan_destroy(&plan);
  return status;
}

lx_status lx_mark_ambiguous(const lx_solution *solution, lx_program *program, const lx_options *options, int32_t vertex_count,
                            const lx_component_vertex *vertices, uint8_t *marks) {
  const lx_options own = {.algebra = options->algebra, .whole = options->whole};
  if (own.whole || !solution->has_plan || !solution->is_current || solution->plan.kind == LX_PLAN_WHOLE)
    return mark_plain(program, &own, NULL, marks);
  lx_marker marker = {0};
  lx_status status = open_marker(&marker, program, &solution->plan, &own);
  marker.session.regions = solution->session.regions;
  marker.vertices = vertices;
  marker.vertex_count = vertex_count;
  if (status == LX_OK)
    status = examine_components(&marker, NULL, marks);
  if (status == LX_OK) {
    follow_substituted(&marker);
    copy_marks(&marker, marks);
  }
  if (status == LX_OK && marker.has_open)
    status = mark_plain(program, &own, marker.is_open, marks);
  lx_session_close(&marker.session);
  return status;
}
