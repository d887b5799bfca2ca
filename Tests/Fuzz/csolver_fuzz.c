/* A libFuzzer target over the C API: bytes become a sequence of calls, rightly and wrongly used.
 *
 * Beside the solver runs a mirror, a plain array of rows that follows every call that succeeded. It says what must hold
 * whatever the bytes: no status is unknown, a call that fails changes nothing that can be seen, an optimal answer meets
 * the required rows to 1e-6, its errors are those of its values, a conflict consists of required rows that exist, no
 * block leaks. A check that fails traps.
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
} mirror_row;

typedef struct {
  memory memory;
  lx_solver *solver;
  int nonnegative[MAX_VARIABLES];
  int variable_live[MAX_VARIABLES];
  mirror_row rows[MAX_ROWS];
} fuzz;

/* What can be seen of a solver; compared before and after a call that fails. */
typedef struct {
  lx_outcome outcome;
  lx_status status;
  double values[MAX_VARIABLES];
  double errors[MAX_ROWS];
  int32_t level_count;
} view;

static void see(const fuzz *f, view *v) {
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
  }
  v->status = lx_get_levels(f->solver, 0, NULL, NULL, &v->level_count);
}

static void check_failed(const fuzz *f, lx_status status, const view *before) {
  view after;
  CHECK((int)status < 0 && (int)status >= -8);
  CHECK(strlen(lx_status_text(status)) > 0);
  see(f, &after);
  CHECK(memcmp(before, &after, sizeof after) == 0);
}

static int is_required_side(const mirror_row *row, double error) {
  if (error > 0) return row->relation <= 0 && row->above == LX_REQUIRED;
  return row->relation >= 0 && (row->relation == 0 ? row->below : row->above) == LX_REQUIRED;
}

static void check_optimal(fuzz *f) {
  double values[MAX_VARIABLES] = {0};
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
  }
  double priorities[2 * MAX_ROWS], errors[2 * MAX_ROWS];
  int32_t count;
  CHECK(lx_get_levels(f->solver, 2 * MAX_ROWS, priorities, errors, &count) == LX_OK);
  CHECK(count >= 0 && count <= 2 * MAX_ROWS);
  for (int32_t k = 0; k < count; k++) {
    CHECK(errors[k] >= 0 && isfinite(errors[k]) && priorities[k] > 0 && priorities[k] < LX_REQUIRED);
    CHECK(k == 0 || priorities[k] < priorities[k - 1]);
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
    weights[i] = weighted ? fabs(number(in)) : 1;
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
  if (kind == 1) {
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

static void ask(fuzz *f, bytes *in) {
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
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static fuzz f; /* too large for a stack that the sanitizer widens */
  bytes in = {data, data + size};
  memset(&f, 0, sizeof f);
  f.memory.until_failure = -1;
  lx_allocator allocator = {&f.memory, memory_resize, memory_release};
  if (lx_create(&allocator, &f.solver) != LX_OK) return 0;
  for (int calls = 0; calls < MAX_CALLS && in.at < in.end; calls++) {
    view before;
    see(&f, &before);
    unsigned kind = take(&in);
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
    default: ask(&f, &in); break;
    }
    f.memory.until_failure = -1;
  }
  lx_destroy(f.solver);
  CHECK(f.memory.live == 0);
  return 0;
}
