/* questions.c: derivatives and templates, checked against the rows. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

int32_t some_row(const fuzz *f, bytes *in) {
  int32_t row = (int32_t)below(in, MAX_ROWS + 2) - 1;
  for (int32_t k = 0; k < MAX_ROWS && (row < 0 || row >= MAX_ROWS || !f->rows[row].live); k++) row = k;
  return take(in) >= 250 ? (int32_t)take(in) - 100 : row;
}

void ask_sensitivity(fuzz *f, bytes *in) {
  int32_t asked = (int32_t)below(in, MAX_VARIABLES), members[MAX_ROWS + MAX_VARIABLES], count = 0;
  double factor = coefficient(in), derivatives[MAX_ROWS + MAX_VARIABLES], rest[MAX_VARIABLES] = {0}, sum = 1;
  lx_status status = lx_get_sensitivity(f->solver, 1, &asked, &factor, MAX_ROWS + MAX_VARIABLES, members, derivatives,
                                        &count);
  if (status != LX_OK) return;
  rest[asked] = factor;
  for (int32_t k = 0; k < count; k++) {
    const int32_t m = members[k];
    CHECK(isfinite(derivatives[k]) && (k == 0 || (m >= 0 ? m > members[k - 1] : members[k - 1] >= 0 || m < members[k - 1])));
    if (m < 0) {
      double value = 1;
      CHECK(-1 - m < MAX_VARIABLES && f->variable_live[-1 - m]);
      const int32_t variable = -1 - m;
      CHECK(lx_get_values(f->solver, 1, &variable, &value) == LX_OK && fabs(value) <= 1e-6);
      rest[variable] -= derivatives[k];
      sum += fabs(derivatives[k]);
      continue;
    }
    CHECK(m < MAX_ROWS && f->rows[m].live);
    for (int t = 0; t < f->rows[m].count; t++) {
      const double part = derivatives[k] * f->rows[m].coefficients[t];
      rest[f->rows[m].variables[t]] -= part;
      sum += fabs(part);
    }
  }
  for (int j = 0; j < MAX_VARIABLES; j++) CHECK(fabs(rest[j]) <= 1e-6 * sum);
}

void ask_ranging(fuzz *f, bytes *in) {
  int32_t rows[2], all[MAX_VARIABLES], members[MAX_ROWS + MAX_VARIABLES], live = 0, count = 0;
  int8_t sides[MAX_ROWS + MAX_VARIABLES];
  double slopes[2], moved[MAX_VARIABLES], full[MAX_VARIABLES] = {0}, constants[MAX_ROWS] = {0}, reach[2], size = 1;
  for (int k = 0; k < 2; k++) {
    rows[k] = some_row(f, in);
    slopes[k] = coefficient(in);
  }
  for (int32_t j = 0; j < MAX_VARIABLES; j++)
    if (f->variable_live[j]) all[live++] = j;
  if (lx_get_ranging(f->solver, 2, rows, slopes, live, all, moved, reach, MAX_ROWS + MAX_VARIABLES, members, sides,
                     &count) != LX_OK)
    return;
  CHECK(reach[0] >= 0 && reach[1] >= 0 && (count > 0) == (isfinite(reach[0]) || isfinite(reach[1])));
  for (int32_t k = 0; k < count; k++) {
    const int32_t m = members[k];
    CHECK((sides[k] == 1 || sides[k] == -1) && (k == 0 || sides[k] >= sides[k - 1]));
    CHECK(m >= 0 ? m < MAX_ROWS && f->rows[m].live : -1 - m < MAX_VARIABLES && f->variable_live[-1 - m]);
  }
  for (int k = 0; k < 2; k++) {
    constants[rows[k]] += slopes[k];
    size += fabs(slopes[k]);
  }
  for (int32_t k = 0; k < live; k++) {
    CHECK(isfinite(moved[k]));
    full[all[k]] = moved[k];
    size += fabs(moved[k]);
  }
  for (int32_t i = 0; i < MAX_ROWS; i++) {
    uint8_t tight = 0;
    if (!f->rows[i].live || lx_get_basis(f->solver, 1, &i, &tight) != LX_OK || !tight) continue;
    double error = -constants[i], terms = size;
    for (int k = 0; k < f->rows[i].count; k++) {
      error += f->rows[i].coefficients[k] * full[f->rows[i].variables[k]];
      terms += fabs(f->rows[i].coefficients[k] * full[f->rows[i].variables[k]]);
    }
    CHECK(fabs(error) <= 1e-6 * terms);
  }
}

void run_template(fuzz *f, bytes *in) {
  enum { INPUTS = 3, USES = 4, INSTANCES = 6 };
  int32_t use_inputs[USES], use_rows[USES], starts[MAX_VARIABLES + 1], variables[MAX_VARIABLES], outputs = 0;
  double factors[USES], ones[MAX_VARIABLES], zeros[MAX_VARIABLES] = {0}, reference[INPUTS], table[INSTANCES * INPUTS];
  double values[INSTANCES * MAX_VARIABLES];
  int8_t outcomes[INSTANCES];
  int64_t fault = -1;
  int32_t uses = (int32_t)below(in, USES + 1), instances = (int32_t)below(in, INSTANCES + 1);
  for (int32_t u = 0; u < uses; u++) {
    use_inputs[u] = (int32_t)below(in, INPUTS);
    use_rows[u] = some_row(f, in);
    factors[u] = coefficient(in);
  }
  for (int32_t j = 0; j < MAX_VARIABLES; j++) {
    if (!f->variable_live[j]) continue;
    starts[outputs] = outputs;
    variables[outputs] = j;
    ones[outputs++] = 1;
  }
  starts[outputs] = outputs;
  for (int i = 0; i < INPUTS; i++) reference[i] = number(in);
  for (int k = 0; k < instances * INPUTS; k++) table[k] = below(in, 4) == 0 ? number(in) : reference[k % INPUTS];
  lx_template_spec spec = {.input_count = INPUTS,
                           .use_count = uses,
                           .use_inputs = use_inputs,
                           .use_rows = use_rows,
                           .use_factors = factors,
                           .output_count = outputs,
                           .output_starts = starts,
                           .output_variables = variables,
                           .output_coefficients = ones,
                           .output_offsets = zeros,
                           .reference = take(in) % 4 == 0 ? NULL : reference};
  if (spec.reference == NULL) memset(reference, 0, sizeof reference);
  lx_template *compiled = NULL;
  lx_status status = lx_template_create(f->solver, &spec, &compiled);
  if (status != LX_OK) {
    CHECK(compiled == NULL && (status == LX_ERROR_INDEX || status == LX_ERROR_VALUE || status == LX_ERROR_MEMORY ||
                               status == LX_ERROR_STOPPED));
    return;
  }
  /* One thread where it may be stopped: the stopper is not for several. */
  lx_template_options options = LX_TEMPLATE_OPTIONS_INIT;
  options.threads = 1 + (int32_t)below(in, 3);
  if (options.threads == 1) {
    options.stop = stopper_ask;
    options.context = &f->stopper;
  }
  if (take(in) == 255) {
    options.size = take(in);
    CHECK(options.size == sizeof options ||
          lx_template_solve_with(compiled, &options, instances, table, values, outcomes, &fault) == LX_ERROR_ARGUMENT);
    options.size = sizeof options;
  }
  status = options.threads < 3 ? lx_template_solve_with(compiled, &options, instances, table, values, outcomes, &fault)
                               : lx_template_solve(compiled, instances, table, 3, values, outcomes, &fault);
  CHECK(status == LX_OK || status == LX_ERROR_MEMORY || (status == LX_ERROR_STOPPED && options.stop != NULL) ||
        (status == LX_ERROR_VALUE && fault >= 0 && !(fabs(table[fault]) <= LX_VALUE_LIMIT)));
  for (int32_t n = 0; n < instances && status == LX_OK; n++) {
    const double *x = values + (int64_t)n * outputs;
    double constants[MAX_ROWS], full[MAX_VARIABLES] = {0}, sizes[MAX_ROWS];
    CHECK(outcomes[n] >= LX_OPTIMAL && outcomes[n] <= LX_BREAKDOWN);
    for (int32_t o = 0; o < outputs; o++) {
      CHECK(outcomes[n] == LX_OPTIMAL ? isfinite(x[o]) : isnan(x[o]));
      full[variables[o]] = x[o];
    }
    if (outcomes[n] != LX_OPTIMAL) continue;
    for (int i = 0; i < MAX_ROWS; i++) sizes[i] = fabs(constants[i] = f->rows[i].constant);
    for (int32_t u = 0; u < uses; u++) {
      const double moved = factors[u] * (table[n * INPUTS + use_inputs[u]] - reference[use_inputs[u]]);
      constants[use_rows[u]] += moved;
      sizes[use_rows[u]] += fabs(factors[u]) * (fabs(table[n * INPUTS + use_inputs[u]]) + fabs(reference[use_inputs[u]]));
    }
    for (int i = 0; i < MAX_ROWS; i++) {
      const mirror_row *row = &f->rows[i];
      if (!row->live) continue;
      double excess = -constants[i], size = sizes[i];
      for (int k = 0; k < row->count; k++) {
        excess += row->coefficients[k] * full[row->variables[k]];
        size += fabs(row->coefficients[k] * full[row->variables[k]]);
      }
      if (is_required_side(row, excess)) CHECK(fabs(excess) <= 1e-6 + 1e-14 * size);
    }
    for (int32_t j = 0; j < MAX_VARIABLES; j++) CHECK(!f->variable_live[j] || !f->nonnegative[j] || full[j] >= -1e-6);
  }
  lx_template_destroy(compiled);
}
