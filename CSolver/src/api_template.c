/* api_template.c: calls on templates. */
#include "api.h"

#include <math.h>

#include "template/template.h"

static int is_finite_value(double value) { return fabs(value) <= LX_VALUE_LIMIT; }

/* The first number that is none, or too large; -1. Blocks are looked at without a branch for each number. */
static int64_t find_unusable(const double *values, int64_t count) {
  enum { BLOCK = 256 };
  for (int64_t start = 0; start < count; start += BLOCK) {
    const int64_t end = count - start < BLOCK ? count : start + BLOCK;
    int bad = 0;
    for (int64_t k = start; k < end; k++)
      bad |= !is_finite_value(values[k]);
    for (int64_t k = start; k < end && bad; k++)
      if (!is_finite_value(values[k]))
        return k;
  }
  return -1;
}

lx_status lx_check_template_spec(const lx_solver *solver, const lx_template_spec *spec) {
  LX_RETURN_IF(spec->input_count < 0 || spec->use_count < 0 || spec->output_count < 0, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(spec->use_count > 0 && (spec->use_inputs == NULL || spec->use_rows == NULL || spec->use_factors == NULL),
               LX_ERROR_ARGUMENT);
  LX_RETURN_IF(spec->output_starts == NULL || spec->output_starts[0] != 0, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(spec->output_count > 0 && spec->output_offsets == NULL, LX_ERROR_ARGUMENT);
  for (int32_t o = 0; o < spec->output_count; o++)
    LX_RETURN_IF(spec->output_starts[o] > spec->output_starts[o + 1], LX_ERROR_ARGUMENT);
  const int32_t entries = spec->output_starts[spec->output_count];
  LX_RETURN_IF(entries > 0 && (spec->output_variables == NULL || spec->output_coefficients == NULL), LX_ERROR_ARGUMENT);
  for (int32_t u = 0; u < spec->use_count; u++) {
    LX_RETURN_IF(!lx_program_has_row(&solver->program, spec->use_rows[u]), LX_ERROR_INDEX);
    LX_RETURN_IF(spec->use_inputs[u] < 0 || spec->use_inputs[u] >= spec->input_count, LX_ERROR_INDEX);
    LX_RETURN_IF(!is_finite_value(spec->use_factors[u]), LX_ERROR_VALUE);
  }
  for (int32_t e = 0; e < entries; e++) {
    LX_RETURN_IF(!lx_program_has_variable(&solver->program, spec->output_variables[e]), LX_ERROR_INDEX);
    LX_RETURN_IF(!is_finite_value(spec->output_coefficients[e]), LX_ERROR_VALUE);
  }
  for (int32_t o = 0; o < spec->output_count; o++)
    LX_RETURN_IF(!is_finite_value(spec->output_offsets[o]), LX_ERROR_VALUE);
  for (int32_t i = 0; spec->reference != NULL && i < spec->input_count; i++)
    LX_RETURN_IF(!is_finite_value(spec->reference[i]), LX_ERROR_VALUE);
  return LX_OK;
}

lx_status lx_template_create(const lx_solver *solver, const lx_template_spec *spec, lx_template **out) {
  LX_RETURN_IF(solver == NULL || spec == NULL || out == NULL, LX_ERROR_ARGUMENT);
  const lx_status status = lx_check_template_spec(solver, spec);
  return status == LX_OK ? lx_template_make(&solver->program, spec, out) : status;
}

void lx_template_destroy(lx_template *compiled) { lx_template_free(compiled); }

lx_status lx_template_solve_with(const lx_template *compiled, const lx_template_options *options, int64_t count,
                                 const double *inputs, double *outputs, int8_t *outcomes, int64_t *fault_out) {
  const lx_template_options defaults = LX_TEMPLATE_OPTIONS_INIT;
  if (options == NULL)
    options = &defaults;
  LX_RETURN_IF(options->size != sizeof *options, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(compiled == NULL || count < 0 || options->threads < 0, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(count > 0 && inputs == NULL && compiled->input_count > 0, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(count > 0 && outputs == NULL && compiled->output_count > 0, LX_ERROR_ARGUMENT);
  LX_RETURN_IF(count > INT64_MAX / 16 / (1 + (int64_t)compiled->input_count + compiled->output_count), LX_ERROR_SIZE);
  const int64_t unusable = find_unusable(inputs, count * compiled->input_count);
  if (unusable >= 0 && fault_out != NULL)
    *fault_out = unusable;
  LX_RETURN_IF(unusable >= 0, LX_ERROR_VALUE);
  const lx_stopper stopper = {options->stop, options->context};
  const lx_instances instances = {.count = count,
                                  .inputs = inputs,
                                  .outputs = outputs,
                                  .outcomes = outcomes,
                                  .threads = options->threads,
                                  .stopper = options->stop != NULL ? &stopper : NULL};
  return lx_template_run(compiled, &instances);
}

lx_status lx_template_solve(const lx_template *compiled, int64_t count, const double *inputs, int32_t threads,
                            double *outputs, int8_t *outcomes, int64_t *fault_out) {
  const lx_template_options options = {.size = sizeof options, .threads = threads};
  return lx_template_solve_with(compiled, &options, count, inputs, outputs, outcomes, fault_out);
}
