/* scalar.c: one instance by itself, over the plan of its template: the slow way, and the one all others are
 * measured by. Nothing of the last instance is left when the next begins. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "solve/residual.h"
#include "solve/solve.h"
#include "template/template.h"

lx_status lx_single_open(lx_single *single, const lx_template *of) {
  memset(single, 0, sizeof *single);
  single->of = of;
  single->program = of->program;
  lx_options_init(&single->options);
  single->options.cold = 1;
  lx_status status = lx_session_open(&single->session, &single->program, &of->plan, NULL, NULL);
  if (status != LX_OK)
    return status;
  /* The plan is everybody's, so the values of its fixed variables are kept here. */
  lx_arena *arena = &single->session.arena;
  single->session.value = lx_arena_take_zeroed(arena, of->program.variable_count, sizeof(double));
  single->program.rows = lx_arena_take(arena, of->program.row_count, sizeof *single->program.rows);
  if (single->session.value == NULL || single->program.rows == NULL)
    return LX_ERROR_MEMORY;
  memcpy(single->program.rows, of->program.rows, sizeof *single->program.rows * (size_t)of->program.row_count);
  return LX_OK;
}

void lx_single_close(lx_single *single) { lx_session_close(&single->session); }

/* The constants of an instance; 0 where one is beyond what a row may have. */
static int set_constants(lx_single *single, const double *inputs) {
  const lx_template *of = single->of;
  lx_program_row *rows = single->program.rows;
  for (int32_t u = 0; u < of->use_count; u++)
    rows[of->use_rows[u]].constant = of->program.rows[of->use_rows[u]].constant;
  for (int32_t u = 0; u < of->use_count; u++)
    rows[of->use_rows[u]].constant += of->use_factors[u] * (inputs[of->use_inputs[u]] - of->origin[of->use_inputs[u]]);
  int usable = 1;
  for (int32_t u = 0; u < of->use_count; u++)
    usable &= fabs(rows[of->use_rows[u]].constant) <= LX_CONSTANT_LIMIT;
  return usable;
}

static int keeps_promise(const lx_single *single) {
  const lx_program *program = &single->program;
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    if (!row->live || (row->side_above != LX_SIDE_REQUIRED && row->side_below != LX_SIDE_REQUIRED))
      continue;
    const double error = lx_row_error(row, lx_row_activity(program, row, single->session.value));
    if ((error > 0 ? row->side_above : row->side_below) == LX_SIDE_REQUIRED &&
        lx_exceeds_promise(program, row, single->session.value, error))
      return 0;
  }
  return 1;
}

lx_status lx_single_solve(lx_single *single, const double *inputs, lx_outcome *out) {
  lx_session *session = &single->session;
  const lx_assignment *assignment = &single->of->plan.assignment;
  *out = LX_BREAKDOWN;
  if (!set_constants(single, inputs))
    return LX_OK;
  for (int32_t k = 0; k < assignment->fixed.end; k++)
    session->value[assignment->fixed.columns[k]] =
        lx_value_by(&single->program, assignment->fixed.rows[k], assignment->fixed.columns[k], session->value);
  lx_session_begin(session, &single->options);
  const lx_status status = lx_solve_all(session);
  if (status == LX_OK)
    *out = session->outcome == LX_OPTIMAL && !keeps_promise(single) ? LX_BREAKDOWN : session->outcome;
  lx_conflicts_destroy(&session->conflicts);
  lx_conflicts_init(&session->rare, &single->program, assignment, &session->conflicts);
  return status;
}

void lx_single_read(const lx_single *single, double *outputs) {
  const lx_template *of = single->of;
  for (int32_t o = 0; o < of->output_count; o++) {
    double sum = of->output_offsets[o];
    for (int32_t e = of->output_starts[o]; e < of->output_starts[o + 1]; e++)
      sum += of->output_coefficients[e] * single->session.value[of->output_variables[e]];
    outputs[o] = sum;
  }
}
