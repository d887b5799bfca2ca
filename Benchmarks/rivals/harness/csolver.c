/* csolver.c: our core by its C interface, without Swift. Levels are met in order, as they are in a layout. */
#include "csolver.h"
#include "program.h"

#include <stdlib.h>

const char *const engine_name = "csolver";
const int engine_is_instant = 0;

struct engine {
  const program *p;
  lx_solver *solver;
  int32_t *variables; /* variable_count */
  int32_t *rows;      /* row_count */
  int32_t *changed;   /* variable_count */
  double *values;     /* variable_count, of what changed */
  int stepped;
};

void engine_free(engine *e) {
  if (!e) return;
  lx_destroy(e->solver);
  free(e->variables);
  free(e->rows);
  free(e->changed);
  free(e->values);
  free(e);
}

int engine_build(const program *p, double limit, engine **out) {
  (void)limit;
  engine *e = calloc(1, sizeof *e);
  if (!e) return 1;
  e->p = p;
  e->variables = malloc((size_t)p->variable_count * sizeof *e->variables);
  e->rows = malloc((size_t)p->row_count * sizeof *e->rows);
  e->changed = malloc((size_t)p->variable_count * sizeof *e->changed);
  e->values = malloc((size_t)p->variable_count * sizeof *e->values);
  lx_rows rows = {.row_count = (int32_t)p->row_count,
                  .entry_count = (int32_t)p->entry_count,
                  .starts = p->starts,
                  .variables = p->variables,
                  .coefficients = p->coefficients,
                  .relations = p->relations,
                  .constants = p->constants,
                  .priorities = p->priorities,
                  .priorities_below = p->priorities_below,
                  .weights = p->weights};
  /* A fresh solver numbers its variables and rows from 0, so the file's numbers are its own. */
  if (!e->variables || !e->rows || !e->changed || !e->values || lx_create(NULL, &e->solver) != LX_OK ||
      lx_add_variables(e->solver, (int32_t)p->variable_count, p->nonnegative, e->variables) != LX_OK ||
      lx_add_rows(e->solver, &rows, e->rows) != LX_OK) {
    engine_free(e);
    return 1;
  }
  *out = e;
  return 0;
}

int engine_solve(engine *e) {
  lx_outcome outcome;
  return lx_solve(e->solver, NULL, &outcome) != LX_OK || outcome != LX_OPTIMAL;
}

int engine_read(engine *e, double *frames) {
  int32_t all = (int32_t)e->p->variable_count, count;
  if (!e->stepped) return lx_get_values(e->solver, all, e->variables, frames) != LX_OK;
  if (lx_get_changes(e->solver, all, e->changed, e->values, &count) != LX_OK) return 1;
  for (int32_t i = 0; i < count; i++) frames[e->changed[i]] = e->values[i];
  return 0;
}

int engine_step(engine *e, int64_t step) {
  const program *p = e->p;
  e->stepped = 1;
  int32_t first = p->step_starts[step], count = p->step_starts[step + 1] - first;
  if (lx_set_constants(e->solver, count, p->edit_rows + first, p->edit_constants + first) != LX_OK) return 1;
  return engine_solve(e);
}
