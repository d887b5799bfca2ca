/* scalar.c: the scalar fallback: one instance from scratch, over the plan of its template. It is what all other ways
 * must agree with. No state is left for the next instance. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "solve/residual.h"
#include "solve/solve.h"
#include "template/template.h"

lx_status lx_scalar_open(lx_scalar *scalar, const lx_template *of, const lx_stopper *stopper) {
  memset(scalar, 0, sizeof *scalar);
  scalar->of = of;
  scalar->program = of->program;
  scalar->program.stopper = stopper;
  lx_options_init(&scalar->options);
  scalar->options.cold = 1;
  lx_status status = lx_session_open(&scalar->session, &scalar->program, &of->plan, NULL);
  if (status != LX_OK)
    return status;
  /* The plan is shared, so the values of its fixed variables are kept here. */
  lx_arena *arena = &scalar->session.arena;
  scalar->session.value = lx_arena_take_zeroed(arena, of->program.variable_count, sizeof(double));
  scalar->program.rows = lx_arena_take(arena, of->program.row_count, sizeof *scalar->program.rows);
  if (scalar->session.value == NULL || scalar->program.rows == NULL)
    return LX_ERROR_MEMORY;
  memcpy(scalar->program.rows, of->program.rows, sizeof *scalar->program.rows * (size_t)of->program.row_count);
  return LX_OK;
}

void lx_scalar_close(lx_scalar *scalar) { lx_session_close(&scalar->session); }

/* The constants of an instance; 0 where one is beyond the limit of a row. */
static int set_constants(lx_scalar *scalar, const double *inputs) {
  const lx_template *of = scalar->of;
  lx_program_row *rows = scalar->program.rows;
  for (int32_t u = 0; u < of->use_count; u++)
    rows[of->use_rows[u]].constant = of->program.rows[of->use_rows[u]].constant;
  for (int32_t u = 0; u < of->use_count; u++)
    rows[of->use_rows[u]].constant += of->use_factors[u] * (inputs[of->use_inputs[u]] - of->origin[of->use_inputs[u]]);
  int usable = 1;
  for (int32_t u = 0; u < of->use_count; u++)
    usable &= fabs(rows[of->use_rows[u]].constant) <= LX_CONSTANT_LIMIT;
  return usable;
}

static int keeps_promise(const lx_scalar *scalar) {
  const lx_program *program = &scalar->program;
  for (int32_t r = 0; r < program->row_count; r++) {
    const lx_program_row *row = &program->rows[r];
    if (!row->live || (row->side_above != LX_SIDE_REQUIRED && row->side_below != LX_SIDE_REQUIRED))
      continue;
    const double error = lx_row_error(row, lx_row_activity(program, row, scalar->session.value));
    if ((error > 0 ? row->side_above : row->side_below) == LX_SIDE_REQUIRED &&
        lx_exceeds_promise(program, row, scalar->session.value, error))
      return 0;
  }
  return 1;
}

lx_status lx_scalar_solve(lx_scalar *scalar, const double *inputs, lx_outcome *out) {
  lx_session *session = &scalar->session;
  const lx_assignment *assignment = &scalar->of->plan.assignment;
  *out = LX_BREAKDOWN;
  if (!set_constants(scalar, inputs))
    return LX_OK;
  for (int32_t k = 0; k < assignment->fixed.end; k++)
    session->value[assignment->fixed.columns[k]] =
        lx_value_by(&scalar->program, assignment->fixed.rows[k], assignment->fixed.columns[k], session->value);
  lx_session_begin(session, &scalar->options);
  const lx_status status = lx_solve_all(session);
  if (status == LX_OK)
    *out = session->outcome == LX_OPTIMAL && !keeps_promise(scalar) ? LX_BREAKDOWN : session->outcome;
  lx_conflicts_destroy(&session->conflicts);
  lx_conflicts_init(&session->rare, &scalar->program, assignment, &session->conflicts);
  return status;
}

void lx_scalar_read(const lx_scalar *scalar, double *outputs) {
  const lx_template *of = scalar->of;
  for (int32_t o = 0; o < of->output_count; o++) {
    double sum = of->output_offsets[o];
    for (int32_t e = of->output_starts[o]; e < of->output_starts[o + 1]; e++)
      sum += of->output_coefficients[e] * scalar->session.value[of->output_variables[e]];
    outputs[o] = sum;
  }
}
