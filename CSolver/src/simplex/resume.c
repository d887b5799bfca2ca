/* resume.c: from an optimum to that for other constants. See simplex.h. */
#include "simplex/certify.h"
#include "simplex/precise.h"
#include "simplex/run.h"
#include "simplex/simplex.h"

void lx_simplex_keep(const lx_vertex *vertex, lx_simplex_optimum *out) {
  struct lx_simplex_run *run = vertex->run;
  *out = (lx_simplex_optimum){0};
  if (run == NULL)
    return;
  *out = (lx_simplex_optimum){.lp = &run->lp, .vertex = run->vertex, .columns = run->columns};
  out->vertex.run = run;
}

lx_status lx_simplex_changes_create(lx_arena *arena, const lx_reduced_lp *lp, lx_simplex_changes *out) {
  *out = (lx_simplex_changes){
      .columns = lx_arena_take(arena, lp->variables, sizeof(int32_t)),
      .has_column = lx_arena_take_zeroed(arena, lp->variables, sizeof(uint8_t)),
      .rows = lx_arena_take(arena, lp->total, sizeof(int32_t)),
      .has_row = lx_arena_take_zeroed(arena, lp->total, sizeof(uint8_t)),
      .positions = lx_arena_take(arena, lp->variables, sizeof(int32_t)),
      .has_position = lx_arena_take_zeroed(arena, lp->variables, sizeof(uint8_t)),
  };
  return out->columns == NULL || out->has_column == NULL || out->rows == NULL || out->has_row == NULL ||
                 out->positions == NULL || out->has_position == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

void lx_simplex_changes_clear(lx_simplex_changes *changes) {
  while (changes->column_count > 0)
    changes->has_column[changes->columns[--changes->column_count]] = 0;
  while (changes->row_count > 0)
    changes->has_row[changes->rows[--changes->row_count]] = 0;
  while (changes->position_count > 0)
    changes->has_position[changes->positions[--changes->position_count]] = 0;
}

/* After a refresh anything may differ. */
static void list_all(const lx_reduced_lp *lp, lx_simplex_changes *changes) {
  for (int32_t j = 0; j < lp->variables; j++) {
    lx_list_column(changes, j);
    lx_list_position(changes, j);
  }
  for (int32_t r = 0; r < lp->total; r++)
    lx_list_row(changes, r);
}

/* Whether what a resumed run has come to is an optimum, beyond doubt where there is something better; changes nothing. */
static lx_status certify_resumed(struct lx_simplex_run *run, int32_t row_count, const int32_t *rows, int *certified_out) {
  lx_work *work = &run->work;
  *certified_out = work->is_resumed && !lx_precise_fits(&run->lp) && lx_certify_changed(work, row_count, rows);
  if (*certified_out)
    return LX_OK;
  lx_arena arena;
  lx_arena_init(&arena, work->arena->allocator);
  const lx_status status =
      lx_certify(&arena, &run->lp, work->factor, run->lp.levels, work->vertex,
                 lx_precise_fits(&run->lp) ? LX_CERTIFY_CLEARLY : run->how, certified_out);
  lx_note_effort(work, (run->lp.levels + 1) * ((int64_t)run->lp.starts[run->lp.rows] + run->lp.total));
  lx_arena_destroy(&arena);
  return status;
}

lx_status lx_simplex_resume(lx_arena *arena, lx_vertex *vertex, int32_t row_count, const int32_t *rows,
                            int64_t pivot_limit, const lx_stopper *stopper, lx_statistics *statistics,
                            lx_simplex_changes *changes, lx_outcome *out) {
  struct lx_simplex_run *run = vertex->run;
  lx_work *work = &run->work;
  const int may_stop = lx_precise_fits(&run->lp), is_doubtful = may_stop && !run->is_certified;
  int clear = 0, sound = 1;
  *out = LX_BREAKDOWN;
  run->lp.stopper = stopper;
  work->arena = arena;
  lx_factor_set_stopper(work->factor, stopper);
  work->vertex = vertex;
  work->statistics = statistics;
  work->changes = changes;
  work->best_pivots = work->first_pivots = statistics->pivots;
  work->stalled = work->degenerate = 0;
  work->bland = work->perturbations = work->replaced = 0;
  lx_forget_circles(work);
  work->effort = 0;
  work->effort_limit = INT64_MAX; /* where it is far, all is solved anew */
  changes->contradicted = -1;
  work->is_resumed = !is_doubtful; /* where doubles may leave doubt, and nothing else decides, the end is a refresh */
  lx_status status = lx_meet_moved(work, row_count, rows, &sound);
  lx_offer_changes(work);
  if (status == LX_OK && changes->contradicted >= 0)
    *out = LX_INFEASIBLE;
  else if (status == LX_OK)
    status = lx_optimize(work, sound, pivot_limit, may_stop, &clear, out);
  int is_certain = clear || !is_doubtful;
  if (status == LX_OK && *out == LX_OPTIMAL && is_certain && run->is_certified)
    status = certify_resumed(run, row_count, rows, &is_certain);
  if (status == LX_OK && *out == LX_OPTIMAL && !is_certain)
    *out = LX_BREAKDOWN;
  if (status == LX_OK && (*out == LX_OPTIMAL || changes->contradicted >= 0) && !work->is_resumed)
    list_all(&run->lp, changes);
  work->changes = NULL;
  return status;
}
