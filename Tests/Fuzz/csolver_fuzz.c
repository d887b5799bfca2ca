/* A libFuzzer target over the C API: bytes become a sequence of calls, rightly and wrongly used.
 *
 * Beside the solver runs a mirror, a plain array of rows that follows every call that succeeded. It says what must hold
 * whatever the bytes: no status is unknown, a call that fails changes nothing that can be seen, an optimal answer meets
 * the required rows to 1e-6, its errors and levels are those of its values, a conflict consists of required rows that
 * exist, derivatives are combinations of tight rows, instances of a template meet their rows, the program reads back as
 * the mirror has it, no block leaks. Memory fails and calls are stopped when the bytes say so. A check that fails traps.
 *
 *   clang -g -O1 -std=c11 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
 *     -ICSolver/include -ICSolver/src Tests/Fuzz/csolver_fuzz.c Tests/Fuzz/csolver/*.c $(find CSolver/src -name '*.c') \
 *     $(pkg-config --cflags --libs openblas) -lm -o csolver_fuzz
 *   ./csolver_fuzz -max_total_time=60 -max_len=4096
 */
#include "csolver/fuzz.h"

#include <math.h>
#include <string.h>

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
  int32_t fault;
  CHECK(lx_get_fault(f->solver, &fault) == LX_OK);
  if (status != LX_OK) {
    const int is_of_a_row = status == LX_ERROR_VALUE || status == LX_ERROR_INDEX || status == LX_ERROR_DUPLICATE;
    CHECK(fault == (is_of_a_row ? first_bad_row(f, count, rows) : -1));
    check_failed(f, status, before);
    return;
  }
  CHECK(fault == -1);
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
  if (take(in) == 255) options.size = take(in);
  const int is_sized = options.size == 0 || options.size == sizeof options;
  const int is_default = take(in) % 8 == 0;
  lx_status status = lx_solve(f->solver, is_default ? NULL : &options, &outcome);
  CHECK(is_sized || is_default || status == LX_ERROR_ARGUMENT);
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
  CHECK(status == LX_OK || status == LX_ERROR_UNSOLVED || status == LX_ERROR_MEMORY ||
        status == LX_ERROR_STOPPED);
  CHECK(status != LX_OK || outcome == LX_OPTIMAL);
  for (int32_t k = 0; status == LX_OK && k < count; k++) {
    CHECK(out[k] >= 0 && out[k] < MAX_VARIABLES && f->variable_live[out[k]] && (k == 0 || out[k] > out[k - 1]));
  }
  if (take(in) == 255) (void)lx_trim();
  switch (below(in, 5)) {
  case 1: reserve(f, in, before); break;
  case 2: ask_sensitivity(f, in); break;
  case 3: run_template(f, in); break;
  case 4: ask_ranging(f, in); break;
  default: break;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static fuzz f; /* too large for a stack that the sanitizer widens */
  bytes in = {data, data + size};
  memset(&f, 0, sizeof f);
  f.memory.until_failure = -1;
  f.stopper.until_stop = -1;
  lx_allocator allocator = {&f.memory, memory_resize, memory_release};
  if (lx_create(&allocator, &f.solver) != LX_OK) return 0;
  CHECK(lx_set_stop(f.solver, stopper_ask, &f.stopper) == LX_OK);
  for (int calls = 0; calls < MAX_CALLS && in.at < in.end; calls++) {
    static view before;
    unsigned kind = take(&in);
    /* Now and then memory fails, or the caller stops the call. */
    f.is_deep = kind >= 240;
    see(&f, f.is_deep, &before);
    if (kind >= 250) f.memory.until_failure = (int64_t)take(&in);
    if (kind >= 240 && kind < 250) f.stopper.until_stop = (int64_t)take(&in);
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
    f.stopper.until_stop = -1;
    check_program(&f);
  }
  lx_destroy(f.solver);
  CHECK(f.memory.live == 0);
  return 0;
}
