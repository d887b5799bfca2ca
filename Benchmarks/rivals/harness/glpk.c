/* glpk.c: GLPK's primal simplex with its presolver; steps by the dual simplex from the last basis.
 *
 * A linear program has one objective, so the optional levels are weighed, 10 to the rank each. On these workloads that
 * gives the same frames as meeting the levels in order (which is compared), and it is cheaper for GLPK: one solve. */
#include "program.h"

#include <glpk.h>
#include <stdlib.h>

const char *const engine_name = "glpk";
const int engine_is_instant = 0;

struct engine {
  const program *p;
  glp_prob *lp;
  glp_smcp options;
};

static void bound(glp_prob *lp, const program *p, int64_t row, double constant) {
  static const int kinds[] = {GLP_UP, GLP_FX, GLP_LO};
  glp_set_row_bnds(lp, (int)row + 1, kinds[p->relations[row] + 1], constant, constant);
}

int engine_build(const program *p, double limit, engine **out) {
  levels l;
  if (find_levels(p, &l) != 0) return 1;
  engine *e = calloc(1, sizeof *e);
  if (!e) return 1;
  e->p = p;
  e->lp = glp_create_prob();
  glp_term_out(GLP_OFF);
  int64_t optional = 0;
  for (int64_t row = 0; row < p->row_count; row++) optional += is_optional(p, row);
  /* GLPK counts from 1; an optional row has an error above and one below. */
  size_t room = (size_t)(p->entry_count + 2 * optional + 1);
  int *rows = malloc(room * sizeof *rows), *columns = malloc(room * sizeof *columns);
  double *values = malloc(room * sizeof *values);
  if (!rows || !columns || !values) {
    free(rows);
    free(columns);
    free(values);
    engine_free(e);
    return 1;
  }
  glp_add_rows(e->lp, (int)p->row_count);
  glp_add_cols(e->lp, (int)(p->variable_count + 2 * optional));
  for (int64_t j = 0; j < p->variable_count; j++) {
    glp_set_col_bnds(e->lp, (int)j + 1, p->nonnegative[j] ? GLP_LO : GLP_FR, 0, 0);
  }
  int count = 0, column = (int)p->variable_count;
  for (int64_t row = 0; row < p->row_count; row++) {
    bound(e->lp, p, row, p->constants[row]);
    for (int32_t k = p->starts[row]; k < p->starts[row + 1]; k++) {
      count++;
      rows[count] = (int)row + 1;
      columns[count] = p->variables[k] + 1;
      values[count] = p->coefficients[k];
    }
    if (!is_optional(p, row)) continue;
    for (int below = 0; below < 2; below++) {
      double priority = below && p->relations[row] == 0 ? p->priorities_below[row] : p->priorities[row];
      int rank = level_of(&l, priority);
      column++;
      count++;
      rows[count] = (int)row + 1;
      columns[count] = column;
      values[count] = below ? 1 : -1;
      glp_set_col_bnds(e->lp, column, rank < 0 ? GLP_FX : GLP_LO, 0, 0);
      glp_set_obj_coef(e->lp, column, rank < 0 ? 0 : p->weights[row] * level_weight(rank));
    }
  }
  glp_load_matrix(e->lp, count, rows, columns, values);
  free(rows);
  free(columns);
  free(values);
  glp_init_smcp(&e->options);
  e->options.msg_lev = GLP_MSG_OFF;
  e->options.presolve = GLP_ON;
  e->options.tm_lim = limit < 2e6 ? (int)(1000 * limit) : 2000000000;
  *out = e;
  return 0;
}

int engine_solve(engine *e) {
  int status = glp_simplex(e->lp, &e->options);
  if (status == GLP_ETMLIM) return OVER_LIMIT;
  return status != 0 || glp_get_status(e->lp) != GLP_OPT;
}

int engine_read(engine *e, double *frames) {
  for (int64_t j = 0; j < e->p->variable_count; j++) frames[j] = glp_get_col_prim(e->lp, (int)j + 1);
  return 0;
}

int engine_step(engine *e, int64_t step) {
  const program *p = e->p;
  for (int32_t k = p->step_starts[step]; k < p->step_starts[step + 1]; k++) {
    bound(e->lp, p, p->edit_rows[k], p->edit_constants[k]);
  }
  /* The last basis stays dual feasible; the presolver would throw it away. */
  e->options.presolve = GLP_OFF;
  e->options.meth = GLP_DUALP;
  return engine_solve(e);
}

void engine_free(engine *e) {
  if (!e) return;
  if (e->lp) glp_delete_prob(e->lp);
  free(e);
}
