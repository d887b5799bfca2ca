/* A libFuzzer target over the C API: bytes become a sequence of calls, rightly and wrongly used.
 *
 * Beside the solver runs a mirror, a plain array of rows that follows every call that succeeded. It says what must hold
 * whatever the bytes: no status is unknown, a call that fails changes nothing that can be seen, an optimal answer meets
 * the required rows to 1e-6, its errors and levels are those of its values, a conflict consists of required rows that
 * exist, derivatives are combinations of tight rows, instances of a template meet their rows, no block leaks. A check
 * that fails traps.
 *
 *   clang -g -O1 -std=c11 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
 *     -ICSolver/include -ICSolver/src Tests/Fuzz/csolver_fuzz.c $(find CSolver/src -name '*.c') \
 *     $(pkg-config --cflags --libs openblas) -lm -o csolver_fuzz
 *   ./csolver_fuzz -max_total_time=60 -max_len=4096
 */
#include "csolver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VARIABLES = 24, MAX_ROWS = 40, MAX_TERMS = 8, MAX_CALLS = 120 };

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);                                    \
      __builtin_trap();                                                                                                \
    }                                                                                                                  \
  } while (0)

/* ---- Memory that fails when the bytes say so ---- */

typedef struct {
  int64_t live;
  int64_t until_failure; /* calls until one fails; negative: never */
} memory;

static void *memory_resize(void *context, void *block, size_t bytes) {
  memory *m = context;
  if (m->until_failure >= 0 && m->until_failure-- == 0) return NULL;
  m->live += block == NULL;
  return realloc(block, bytes > 0 ? bytes : 1);
}

static void memory_release(void *context, void *block) {
  memory *m = context;
  if (block == NULL) return;
  m->live--;
  free(block);
}

/* ---- Bytes ---- */

typedef struct {
  const uint8_t *at;
  const uint8_t *end;
} bytes;

static unsigned take(bytes *in) { return in->at < in->end ? *in->at++ : 0; }

static unsigned below(bytes *in, unsigned limit) { return take(in) % limit; }

/* Mostly numbers of layouts; now and then one that is none, or is out of range. */
static double number(bytes *in) {
  static const double odd[] = {NAN, INFINITY, -INFINITY, 1e308, 1.1e9, -1e10, 1e-308, 1e-8, 1e9, -1e9, 1e-7, -0.0};
  unsigned kind = take(in);
  if (kind == 255) return odd[below(in, sizeof odd / sizeof *odd)];
  if (kind >= 240) return (double)take(in) * 1e5;
  if (kind >= 200) return (double)take(in) / 64.0;
  return (double)(int8_t)take(in);
}

static double coefficient(bytes *in) {
  static const double usual[] = {1, -1, 1, -1, 1, -1, 0.5, 2, 0.6, 1.7778, -0.333333, 3, 0, 0.25};
  unsigned kind = below(in, 64);
  return kind < sizeof usual / sizeof *usual ? usual[kind] : kind < 62 ? (kind & 1 ? 1 : -1) : number(in);
}

static double priority(bytes *in) {
  static const double usual[] = {1000, 1000, 1000, 999.5, 750, 510, 500, 490, 251, 250, 149, 51, 50, 1};
  unsigned kind = below(in, 64);
  return kind < 63 ? usual[kind % (sizeof usual / sizeof *usual)] : number(in);
}

/* ---- The mirror ---- */

typedef struct {
  int live;
  int count;
  int32_t variables[MAX_TERMS];
  double coefficients[MAX_TERMS];
  int relation;
  double constant;
  double above;
  double below;
  double weight;
} mirror_row;

typedef struct {
  memory memory;
  lx_solver *solver;
  int nonnegative[MAX_VARIABLES];
  int variable_live[MAX_VARIABLES];
  mirror_row rows[MAX_ROWS];
  int is_deep; /* the call may fail for memory: all that can be seen is compared */
} fuzz;

/* What can be seen of a solver; compared before and after a call that fails. */
typedef struct {
  lx_outcome outcome;
  lx_status status;
  double values[MAX_VARIABLES];
  double errors[MAX_ROWS];
  uint8_t basis[MAX_ROWS];
  int32_t level_count;
  double priorities[2 * MAX_ROWS];
  double level_errors[2 * MAX_ROWS];
  lx_status changes_status;
  int32_t change_count;
  int32_t changes[MAX_VARIABLES];
  double changed_values[MAX_VARIABLES];
  int32_t conflict_count;
  int32_t members[MAX_ROWS + MAX_VARIABLES]; /* of the last conflict */
  lx_statistics statistics;
  lx_status ambiguity_status; /* this and what follows: where a call may fail */
  int32_t ambiguous_count;
  int32_t ambiguous[MAX_VARIABLES];
  lx_status sensitivity_status;
  int32_t sensitivity_count;
  int32_t sensitive[MAX_ROWS + MAX_VARIABLES];
  double derivatives[MAX_ROWS + MAX_VARIABLES];
} view;

static void see(fuzz *f, int deeply, view *v) {
  const int64_t until_failure = f->memory.until_failure;
  f->memory.until_failure = -1;
  memset(v, 0, sizeof *v);
  CHECK(lx_get_outcome(f->solver, &v->outcome) == LX_OK);
  CHECK((int)v->outcome >= 0 && (int)v->outcome <= 4);
  for (int32_t j = 0; j < MAX_VARIABLES; j++) {
    if (!f->variable_live[j]) continue;
    v->status = lx_get_values(f->solver, 1, &j, &v->values[j]);
    CHECK(v->status == LX_OK || v->status == LX_ERROR_UNSOLVED);
  }
  for (int32_t i = 0; i < MAX_ROWS; i++) {
    if (!f->rows[i].live) continue;
    v->status = lx_get_row_errors(f->solver, 1, &i, &v->errors[i]);
    CHECK(v->status == LX_OK || v->status == LX_ERROR_UNSOLVED);
    (void)lx_get_basis(f->solver, 1, &i, &v->basis[i]);
  }
  v->status = lx_get_levels(f->solver, 2 * MAX_ROWS, v->priorities, v->level_errors, &v->level_count);
  v->changes_status = lx_get_changes(f->solver, MAX_VARIABLES, v->changes, v->changed_values, &v->change_count);
  CHECK((v->changes_status == LX_OK) == (v->outcome == LX_OPTIMAL));
  if (lx_get_conflict_count(f->solver, &v->conflict_count) == LX_OK) {
    int32_t count;
    CHECK(lx_get_conflict(f->solver, v->conflict_count - 1, MAX_ROWS + MAX_VARIABLES, v->members, &count) == LX_OK);
  }
  CHECK(lx_get_statistics(f->solver, &v->statistics) == LX_OK);
  for (int32_t j = 0; j < MAX_VARIABLES && deeply; j++) {
    static const double one = 1;
    if (!f->variable_live[j]) continue;
    v->ambiguity_status = lx_get_ambiguous(f->solver, MAX_VARIABLES, v->ambiguous, &v->ambiguous_count);
    v->sensitivity_status = lx_get_sensitivity(f->solver, 1, &j, &one, MAX_ROWS + MAX_VARIABLES, v->sensitive,
                                               v->derivatives, &v->sensitivity_count);
    break;
  }
  f->memory.until_failure = until_failure;
}

static void check_failed(fuzz *f, lx_status status, const view *before) {
  static view after;
  CHECK((int)status < 0 && (int)status >= -8);
  CHECK(strlen(lx_status_text(status)) > 0);
  see(f, f->is_deep, &after);
  CHECK(memcmp(before, &after, sizeof after) == 0);
}

/* The priority of an error of this sign; 0 where it costs nothing. */
static double priority_of(const mirror_row *row, double error) {
  if (error > 0) return row->relation <= 0 ? row->above : 0;
  return row->relation > 0 ? row->above : row->relation == 0 ? row->below : 0;
}

static int is_required_side(const mirror_row *row, double error) { return priority_of(row, error) == LX_REQUIRED; }

static void check_optimal(fuzz *f) {
  double values[MAX_VARIABLES] = {0}, sums[MAX_ROWS] = {0}, rounding_of_all = 1e-12;
  for (int32_t j = 0; j < MAX_VARIABLES; j++) {
    if (!f->variable_live[j]) continue;
    CHECK(lx_get_values(f->solver, 1, &j, &values[j]) == LX_OK);
    CHECK(isfinite(values[j]));
    CHECK(!f->nonnegative[j] || values[j] >= -1e-6);
  }
  for (int32_t i = 0; i < MAX_ROWS; i++) {
    const mirror_row *row = &f->rows[i];
    if (!row->live) continue;
    double excess = -row->constant, size = fabs(row->constant), error;
    for (int k = 0; k < row->count; k++) {
      excess += row->coefficients[k] * values[row->variables[k]];
      size += fabs(row->coefficients[k] * values[row->variables[k]]);
    }
    /* What summing up here may lose. */
    double rounding = 1e-14 * size;
    if (is_required_side(row, excess)) CHECK(fabs(excess) <= 1e-6 + rounding);
    CHECK(lx_get_row_errors(f->solver, 1, &i, &error) == LX_OK);
    double expected = (excess > 0 && row->relation <= 0) || (excess < 0 && row->relation >= 0) ? excess : 0;
    CHECK(fabs(error - expected) <= 1e-6 + rounding);
    uint8_t basic;
    CHECK(lx_get_basis(f->solver, 1, &i, &basic) == LX_OK && basic <= 1);
    if (priority_of(row, error) < LX_REQUIRED) {
      sums[i] = row->weight * fabs(error);
      rounding_of_all += row->weight * rounding;
    }
  }
  double priorities[2 * MAX_ROWS], errors[2 * MAX_ROWS];
  int32_t count;
  CHECK(lx_get_levels(f->solver, 2 * MAX_ROWS, priorities, errors, &count) == LX_OK);
  CHECK(count >= 0 && count <= 2 * MAX_ROWS);
  for (int32_t k = 0; k < count; k++) {
    CHECK(errors[k] >= 0 && isfinite(errors[k]) && priorities[k] > 0 && priorities[k] < LX_REQUIRED);
    CHECK(k == 0 || priorities[k] < priorities[k - 1]);
    double sum = 0;
    for (int32_t i = 0; i < MAX_ROWS; i++) {
      double error = 0;
      if (!f->rows[i].live || sums[i] == 0) continue;
      CHECK(lx_get_row_errors(f->solver, 1, &i, &error) == LX_OK);
      if (priority_of(&f->rows[i], error) == priorities[k]) sum += sums[i];
    }
    CHECK(fabs(sum - errors[k]) <= 1e-12 * sum + rounding_of_all);
  }
}

static void check_infeasible(fuzz *f) {
  int32_t conflicts, count, members[MAX_ROWS + MAX_VARIABLES];
  CHECK(lx_get_conflict_count(f->solver, &conflicts) == LX_OK && conflicts >= 1);
  for (int32_t c = 0; c < conflicts; c++) {
    CHECK(lx_get_conflict(f->solver, c, MAX_ROWS + MAX_VARIABLES, members, &count) == LX_OK);
    CHECK(count >= 1 && count <= MAX_ROWS + MAX_VARIABLES);
    for (int32_t k = 0; k < count; k++) {
      if (members[k] >= 0) {
        CHECK(members[k] < MAX_ROWS && f->rows[members[k]].live);
        const mirror_row *row = &f->rows[members[k]];
        CHECK(is_required_side(row, 1) || is_required_side(row, -1));
      } else {
        int32_t j = -1 - members[k];
        CHECK(j < MAX_VARIABLES && f->variable_live[j] && f->nonnegative[j]);
      }
    }
  }
  CHECK(lx_get_conflict(f->solver, conflicts, 0, NULL, &count) == LX_ERROR_INDEX);
}

/* ---- Calls ---- */

static void add_variables(fuzz *f, bytes *in, const view *before) {
  int32_t count = (int32_t)below(in, 4), out[4];
  uint8_t flags[4];
  int live = 0;
  for (int j = 0; j < MAX_VARIABLES; j++) live += f->variable_live[j];
  if (live + count > MAX_VARIABLES) return;
  for (int k = 0; k < 4; k++) flags[k] = take(in) & 1;
  int none = take(in) % 4 == 0, negative = take(in) == 255;
  lx_status status = lx_add_variables(f->solver, negative ? -1 : count, none ? NULL : flags, out);
  if (status != LX_OK) {
    check_failed(f, status, before);
    return;
  }
  for (int32_t k = 0; k < count; k++) {
    CHECK(out[k] >= 0 && out[k] < MAX_VARIABLES && !f->variable_live[out[k]]);
    f->variable_live[out[k]] = 1;
    f->nonnegative[out[k]] = !none && flags[k];
  }
}

static void remove_variables(fuzz *f, bytes *in, const view *before) {
  int32_t variables[2] = {(int32_t)below(in, MAX_VARIABLES + 1), (int32_t)below(in, MAX_VARIABLES + 1)};
  int32_t count = 1 + (int32_t)below(in, 2);
  if (take(in) == 255) variables[0] = -7;
  int fine = 1;
  for (int32_t k = 0; k < count; k++) {
    int32_t j = variables[k];
    fine = fine && j >= 0 && j < MAX_VARIABLES && f->variable_live[j] && (k == 0 || j != variables[0]);
    for (int i = 0; i < MAX_ROWS; i++) {
      for (int t = 0; f->rows[i].live && t < f->rows[i].count; t++) fine = fine && f->rows[i].variables[t] != j;
    }
  }
  lx_status status = lx_remove_variables(f->solver, count, variables);
  if (status != LX_OK) {
    check_failed(f, status, before);
    CHECK(!fine || status == LX_ERROR_MEMORY);
    return;
  }
  CHECK(fine);
  for (int32_t k = 0; k < count; k++) f->variable_live[variables[k]] = 0;
}

/* The solver drops zeros; a row does not mention their variables. */
static void drop_zeros(mirror_row *row) {
  int kept = 0;
  for (int k = 0; k < row->count; k++) {
    if (row->coefficients[k] == 0) continue;
    row->variables[kept] = row->variables[k];
    row->coefficients[kept++] = row->coefficients[k];
  }
  row->count = kept;
}

static void read_terms(bytes *in, mirror_row *row) {
  row->count = (int)below(in, MAX_TERMS + 1);
  for (int k = 0; k < row->count; k++) {
    row->variables[k] = (int32_t)below(in, MAX_VARIABLES);
    row->coefficients[k] = coefficient(in);
  }
}

static void add_rows(fuzz *f, bytes *in, const view *before) {
  enum { BATCH = 3 };
  mirror_row rows[BATCH];
  int32_t starts[BATCH + 1] = {0}, variables[BATCH * MAX_TERMS], out[BATCH], count = (int32_t)below(in, BATCH + 1);
  double coefficients[BATCH * MAX_TERMS], constants[BATCH], above[BATCH], falling[BATCH], weights[BATCH];
  int8_t relations[BATCH];
  int live = 0;
  for (int i = 0; i < MAX_ROWS; i++) live += f->rows[i].live;
  if (live + count > MAX_ROWS) return;
  int split = take(in) % 4 == 0, weighted = take(in) % 4 == 0, bad = take(in);
  for (int32_t i = 0; i < count; i++) {
    mirror_row *row = &rows[i];
    read_terms(in, row);
    row->live = 1;
    relations[i] = (int8_t)(below(in, 3)) - 1;
    if (bad == 250) relations[i] = 5;
    row->relation = relations[i];
    row->constant = constants[i] = number(in);
    row->above = above[i] = priority(in);
    falling[i] = split ? priority(in) : above[i];
    row->below = falling[i];
    row->weight = weights[i] = weighted ? fabs(number(in)) : 1;
    memcpy(variables + starts[i], row->variables, (size_t)row->count * sizeof *variables);
    memcpy(coefficients + starts[i], row->coefficients, (size_t)row->count * sizeof *coefficients);
    starts[i + 1] = starts[i] + row->count;
  }
  lx_rows batch = {.row_count = count,
                   .entry_count = starts[count],
                   .starts = starts,
                   .variables = variables,
                   .coefficients = coefficients,
                   .relations = relations,
                   .constants = constants,
                   .priorities = above,
                   .priorities_below = split ? falling : NULL,
                   .weights = weighted ? weights : NULL};
  if (bad == 251) starts[0] = 1;
  if (bad == 252) starts[count] = -1;
  if (bad == 253) batch.entry_count++;
  if (bad == 254) batch.row_count = -1;
  if (bad == 255) batch.constants = NULL;
  if (bad == 249 && count > 1) starts[1] = starts[2] + 1;
  lx_status status = lx_add_rows(f->solver, &batch, out);
  if (status != LX_OK) {
    check_failed(f, status, before);
    return;
  }
  CHECK(bad < 250 || count == 0);
  for (int32_t i = 0; i < count; i++) {
    CHECK(out[i] >= 0 && out[i] < MAX_ROWS && !f->rows[out[i]].live);
    f->rows[out[i]] = rows[i];
    drop_zeros(&f->rows[out[i]]);
  }
}

static void remove_rows(fuzz *f, bytes *in, const view *before) {
  int32_t rows[2] = {(int32_t)below(in, MAX_ROWS + 1), (int32_t)below(in, MAX_ROWS + 1)};
  int32_t count = 1 + (int32_t)below(in, 2);
  int fine = rows[0] < MAX_ROWS && f->rows[rows[0]].live &&
             (count == 1 || (rows[1] < MAX_ROWS && f->rows[rows[1]].live && rows[1] != rows[0]));
  lx_status status = lx_remove_rows(f->solver, count, rows);
  if (status != LX_OK) {
    check_failed(f, status, before);
    CHECK(!fine || status == LX_ERROR_MEMORY);
    return;
  }
  CHECK(fine);
  for (int32_t k = 0; k < count; k++) f->rows[rows[k]].live = 0;
}

/* A row that exists, if the bytes do not insist on another. */
static int32_t some_row(const fuzz *f, bytes *in) {
  int32_t row = (int32_t)below(in, MAX_ROWS + 2) - 1;
  for (int32_t k = 0; k < MAX_ROWS && (row < 0 || row >= MAX_ROWS || !f->rows[row].live); k++) row = k;
  return take(in) >= 250 ? (int32_t)take(in) - 100 : row;
}

static void edit_row(fuzz *f, bytes *in, const view *before) {
  int32_t row = some_row(f, in);
  double value = number(in), above = priority(in), falling = priority(in);
  unsigned kind = below(in, 5);
  int split = take(in) & 1;
  mirror_row terms;
  memset(&terms, 0, sizeof terms);
  lx_status status;
  switch (kind) {
  case 0: status = lx_set_weights(f->solver, 1, &row, &value); break;
  case 1: status = lx_set_priorities(f->solver, 1, &row, &above, split ? &falling : NULL); break;
  case 2:
    read_terms(in, &terms);
    status = lx_set_entries(f->solver, row, terms.count, terms.variables, terms.coefficients);
    break;
  default: status = lx_set_constants(f->solver, 1, &row, &value); break;
  }
  if (status != LX_OK) {
    check_failed(f, status, before);
    return;
  }
  CHECK(row >= 0 && row < MAX_ROWS && f->rows[row].live);
  mirror_row *mirror = &f->rows[row];
  if (kind == 0) {
    mirror->weight = value;
  } else if (kind == 1) {
    mirror->above = above;
    mirror->below = split ? falling : above;
  } else if (kind == 2) {
    mirror->count = terms.count;
    memcpy(mirror->variables, terms.variables, sizeof terms.variables);
    memcpy(mirror->coefficients, terms.coefficients, sizeof terms.coefficients);
    drop_zeros(mirror);
  } else if (kind > 2) {
    mirror->constant = value;
  }
}

static void solve(fuzz *f, bytes *in, const view *before) {
  lx_options options;
  lx_outcome outcome = LX_UNSOLVED, again;
  lx_options_init(&options);
  options.algebra = (lx_algebra)below(in, 3);
  options.cold = take(in) % 3 == 0;
  options.whole = take(in) & 1;
  options.pivot_limit = take(in) == 255 ? (int64_t)below(in, 8) - 1 : 0;
  lx_status status = lx_solve(f->solver, take(in) % 8 == 0 ? NULL : &options, &outcome);
  if (status != LX_OK) {
    check_failed(f, status, before);
    return;
  }
  CHECK(lx_get_outcome(f->solver, &again) == LX_OK && again == outcome && outcome != LX_UNSOLVED);
  CHECK(strlen(lx_outcome_text(outcome)) > 0);
  if (outcome == LX_OPTIMAL) check_optimal(f);
  if (outcome == LX_INFEASIBLE) check_infeasible(f);
  lx_statistics statistics;
  CHECK(lx_get_statistics(f->solver, &statistics) == LX_OK);
  CHECK(statistics.pivots >= statistics.degenerate && statistics.degenerate >= 0);
}

/* Room for rows, now and then more than there can be. */
static void reserve(fuzz *f, bytes *in, const view *before) {
  static const int32_t odd[] = {-1, LX_SIZE_LIMIT, LX_SIZE_LIMIT + 1, INT32_MAX};
  int32_t rows = (int32_t)below(in, 50), entries = (int32_t)take(in);
  unsigned kind = take(in);
  if (kind >= 250) rows = odd[kind % 4];
  if (kind >= 240 && kind < 250) entries = odd[kind % 4];
  /* What the limit allows may be more than this machine has. */
  if (rows == LX_SIZE_LIMIT || entries == LX_SIZE_LIMIT) f->memory.until_failure = 0;
  lx_status status = lx_reserve_rows(f->solver, rows, entries);
  if (status != LX_OK) check_failed(f, status, before);
  CHECK(status == LX_OK || status == LX_ERROR_MEMORY || kind >= 240);
  CHECK(status != LX_OK || (rows < LX_SIZE_LIMIT && entries < LX_SIZE_LIMIT));
}

/* Derivatives: of tight rows and of variables at 0, which add up to what was asked about. */
static void ask_sensitivity(fuzz *f, bytes *in) {
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

/* A template of the program, some of whose constants are inputs, and a few instances. */
static void run_template(fuzz *f, bytes *in) {
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
    CHECK(compiled == NULL && (status == LX_ERROR_INDEX || status == LX_ERROR_VALUE || status == LX_ERROR_MEMORY));
    return;
  }
  status = lx_template_solve(compiled, instances, table, 1 + (int32_t)below(in, 3), values, outcomes, &fault);
  CHECK(status == LX_OK || status == LX_ERROR_MEMORY || (status == LX_ERROR_VALUE && fault >= 0 && !(fabs(table[fault]) <= LX_VALUE_LIMIT)));
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

static void ask(fuzz *f, bytes *in, const view *before) {
  int32_t index = (int32_t)take(in) - 100, out[MAX_VARIABLES], count = 0;
  double value;
  uint8_t basic;
  lx_outcome outcome;
  (void)lx_get_values(f->solver, 1, &index, &value);
  (void)lx_get_row_errors(f->solver, 1, &index, &value);
  (void)lx_get_basis(f->solver, 1, &index, &basic);
  (void)lx_get_conflict(f->solver, index, MAX_VARIABLES, out, &count);
  CHECK(lx_get_values(f->solver, -1, &index, &value) == LX_ERROR_ARGUMENT);
  CHECK(lx_get_values(NULL, 1, &index, &value) == LX_ERROR_ARGUMENT);
  CHECK(lx_get_outcome(f->solver, &outcome) == LX_OK);
  lx_status status = lx_get_ambiguous(f->solver, MAX_VARIABLES, out, &count);
  CHECK(status == LX_OK || status == LX_ERROR_UNSOLVED || status == LX_ERROR_MEMORY);
  CHECK(status != LX_OK || outcome == LX_OPTIMAL);
  for (int32_t k = 0; status == LX_OK && k < count; k++) {
    CHECK(out[k] >= 0 && out[k] < MAX_VARIABLES && f->variable_live[out[k]] && (k == 0 || out[k] > out[k - 1]));
  }
  switch (below(in, 4)) {
  case 1: reserve(f, in, before); break;
  case 2: ask_sensitivity(f, in); break;
  case 3: run_template(f, in); break;
  default: break;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static fuzz f; /* too large for a stack that the sanitizer widens */
  bytes in = {data, data + size};
  memset(&f, 0, sizeof f);
  f.memory.until_failure = -1;
  lx_allocator allocator = {&f.memory, memory_resize, memory_release};
  if (lx_create(&allocator, &f.solver) != LX_OK) return 0;
  for (int calls = 0; calls < MAX_CALLS && in.at < in.end; calls++) {
    static view before;
    unsigned kind = take(&in);
    f.is_deep = kind >= 250;
    see(&f, f.is_deep, &before);
    if (kind >= 250) f.memory.until_failure = (int64_t)take(&in);
    switch (kind % 10) {
    case 0: add_variables(&f, &in, &before); break;
    case 1: remove_variables(&f, &in, &before); break;
    case 2:
    case 3:
    case 4: add_rows(&f, &in, &before); break;
    case 5: remove_rows(&f, &in, &before); break;
    case 6:
    case 7: edit_row(&f, &in, &before); break;
    case 8: solve(&f, &in, &before); break;
    default: ask(&f, &in, &before); break;
    }
    f.memory.until_failure = -1;
  }
  lx_destroy(f.solver);
  CHECK(f.memory.live == 0);
  return 0;
}
