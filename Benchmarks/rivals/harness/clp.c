/* clp.c: CLP through its C interface, initial solve with its presolver; steps by the dual simplex from the last basis.
 *
 * The optional levels are weighed as for GLPK. */
#include "program.h"

#include <coin/Clp_C_Interface.h>
#include <stdlib.h>

const char *const engine_name = "clp";
const int engine_is_instant = 0;

struct engine {
  const program *p;
  Clp_Simplex *model;
};

static void range(const program *p, int64_t row, double constant, double *lower, double *upper) {
  *lower = p->relations[row] < 0 ? -1e100 : constant;
  *upper = p->relations[row] > 0 ? 1e100 : constant;
}

/* A program as CLP takes it: by columns. One block each of doubles, starts and indices. */
typedef struct {
  CoinBigIndex *starts;
  int *rows;
  double *values, *column_lower, *column_upper, *cost, *row_lower, *row_upper;
} columns;

static void free_columns(columns *c) {
  free(c->starts);
  free(c->rows);
  free(c->values);
}

static int make_columns(const program *p, const levels *l, int64_t optional, columns *c) {
  size_t count = (size_t)(p->variable_count + 2 * optional), rows = (size_t)p->row_count;
  size_t entries = (size_t)(p->entry_count + 2 * optional);
  c->starts = calloc(count + 2, sizeof *c->starts);
  c->rows = malloc((entries + 1) * sizeof *c->rows);
  c->values = malloc((entries + 3 * count + 2 * rows + 1) * sizeof *c->values);
  if (!c->starts || !c->rows || !c->values) return 1;
  c->column_lower = c->values + entries;
  c->column_upper = c->column_lower + count;
  c->cost = c->column_upper + count;
  c->row_lower = c->cost + count;
  c->row_upper = c->row_lower + rows;
  /* Counted one place on, so that filling leaves every start where it belongs. */
  CoinBigIndex *next = c->starts + 1;
  for (int64_t k = 0; k < p->entry_count; k++) next[p->variables[k] + 1]++;
  for (size_t j = (size_t)p->variable_count; j < count; j++) next[j + 1]++;
  for (size_t j = 0; j < count; j++) next[j + 1] += next[j];
  for (int64_t j = 0; j < p->variable_count; j++) {
    c->column_lower[j] = p->nonnegative[j] ? 0 : -1e100;
    c->column_upper[j] = 1e100;
    c->cost[j] = 0;
  }
  int64_t column = p->variable_count;
  for (int64_t row = 0; row < p->row_count; row++) {
    range(p, row, p->constants[row], &c->row_lower[row], &c->row_upper[row]);
    for (int32_t k = p->starts[row]; k < p->starts[row + 1]; k++) {
      CoinBigIndex place = next[p->variables[k]]++;
      c->rows[place] = (int)row;
      c->values[place] = p->coefficients[k];
    }
    if (!is_optional(p, row)) continue;
    for (int below = 0; below < 2; below++, column++) {
      double priority = below && p->relations[row] == 0 ? p->priorities_below[row] : p->priorities[row];
      int rank = level_of(l, priority);
      CoinBigIndex place = next[column]++;
      c->rows[place] = (int)row;
      c->values[place] = below ? 1 : -1;
      c->column_lower[column] = 0;
      c->column_upper[column] = rank < 0 ? 0 : 1e100;
      c->cost[column] = rank < 0 ? 0 : p->weights[row] * level_weight(rank);
    }
  }
  return 0;
}

int engine_build(const program *p, double limit, engine **out) {
  levels l;
  if (find_levels(p, &l) != 0) return 1;
  engine *e = calloc(1, sizeof *e);
  if (!e) return 1;
  e->p = p;
  e->model = Clp_newModel();
  Clp_setLogLevel(e->model, 0);
  Clp_setMaximumSeconds(e->model, limit);
  int64_t optional = 0;
  for (int64_t row = 0; row < p->row_count; row++) optional += is_optional(p, row);
  columns c = {0};
  int status = make_columns(p, &l, optional, &c);
  if (status == 0) {
    Clp_loadProblem(e->model, (int)(p->variable_count + 2 * optional), (int)p->row_count, c.starts, c.rows, c.values,
                    c.column_lower, c.column_upper, c.cost, c.row_lower, c.row_upper);
  }
  free_columns(&c);
  if (status != 0) {
    engine_free(e);
    return 1;
  }
  *out = e;
  return 0;
}

static int verdict(engine *e) {
  int status = Clp_status(e->model);
  return status == 3 ? OVER_LIMIT : status != 0; /* 3: stopped on iterations or time */
}

int engine_solve(engine *e) {
  Clp_initialSolve(e->model);
  return verdict(e);
}

int engine_read(engine *e, double *frames) {
  const double *values = Clp_primalColumnSolution(e->model);
  for (int64_t j = 0; j < e->p->variable_count; j++) frames[j] = values[j];
  return 0;
}

int engine_step(engine *e, int64_t step) {
  const program *p = e->p;
  double *lower = Clp_rowLower(e->model), *upper = Clp_rowUpper(e->model);
  for (int32_t k = p->step_starts[step]; k < p->step_starts[step + 1]; k++) {
    int32_t row = p->edit_rows[k];
    range(p, row, p->edit_constants[k], &lower[row], &upper[row]);
  }
  Clp_dual(e->model, 0);
  return verdict(e);
}

void engine_free(engine *e) {
  if (!e) return;
  if (e->model) Clp_deleteModel(e->model);
  free(e);
}
