/* mirror.c: what can be seen of a solver, and whether it agrees with the mirror. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

void see(fuzz *f, int deeply, view *v) {
  const int64_t until_failure = f->memory.until_failure, until_stop = f->stopper.until_stop;
  f->memory.until_failure = -1;
  f->stopper.until_stop = -1;
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
  CHECK(lx_get_counts(f->solver, &v->counts[0], &v->counts[1], &v->counts[2]) == LX_OK);
  v->statistics.size = sizeof v->statistics;
  CHECK(lx_read_statistics(f->solver, &v->statistics) == LX_OK);
  for (int32_t j = 0; j < MAX_VARIABLES && deeply; j++) {
    static const double one = 1;
    if (!f->variable_live[j]) continue;
    v->ambiguity_status = lx_get_ambiguous(f->solver, MAX_VARIABLES, v->ambiguous, &v->ambiguous_count);
    v->sensitivity_status = lx_get_sensitivity(f->solver, 1, &j, &one, MAX_ROWS + MAX_VARIABLES, v->sensitive,
                                               v->derivatives, &v->sensitivity_count);
    break;
  }
  f->memory.until_failure = until_failure;
  f->stopper.until_stop = until_stop;
}

void check_failed(fuzz *f, lx_status status, const view *before) {
  static view after;
  CHECK((int)status < 0 && (int)status >= LX_ERROR_STOPPED);
  CHECK(strlen(lx_status_text(status)) > 0);
  see(f, f->is_deep, &after);
  CHECK(memcmp(before, &after, sizeof after) == 0);
}

/* One number of a row, by a call that reads those of several. */
static double read_number(fuzz *f, lx_status (*read)(const lx_solver *, int32_t, const int32_t *, double *), int32_t row) {
  double number;
  CHECK(read(f->solver, 1, &row, &number) == LX_OK);
  return number;
}

void check_program(fuzz *f) {
  int32_t live[3] = {0}, counts[3], list[MAX_ROWS], count, place = 0;
  for (int32_t j = 0; j < MAX_VARIABLES; j++) {
    uint8_t flag;
    live[0] += f->variable_live[j];
    CHECK(lx_get_nonnegative(f->solver, 1, &j, &flag) == (f->variable_live[j] ? LX_OK : LX_ERROR_INDEX));
    CHECK(!f->variable_live[j] || flag == (f->nonnegative[j] != 0));
  }
  CHECK(lx_get_rows(f->solver, MAX_ROWS, list, &count) == LX_OK && count <= MAX_ROWS);
  for (int32_t i = 0; i < MAX_ROWS; i++) {
    const mirror_row *row = &f->rows[i];
    int32_t variables[MAX_TERMS], entries;
    double coefficients[MAX_TERMS], above, falling;
    int8_t relation;
    if (!row->live) {
      CHECK(lx_get_entries(f->solver, i, 0, NULL, NULL, &entries) == LX_ERROR_INDEX);
      continue;
    }
    CHECK(place < count && list[place++] == i);
    live[1]++;
    live[2] += row->count;
    CHECK(lx_get_entries(f->solver, i, MAX_TERMS, variables, coefficients, &entries) == LX_OK && entries == row->count);
    CHECK(memcmp(variables, row->variables, sizeof *variables * (size_t)entries) == 0);
    CHECK(memcmp(coefficients, row->coefficients, sizeof *coefficients * (size_t)entries) == 0);
    CHECK(lx_get_relations(f->solver, 1, &i, &relation) == LX_OK && relation == row->relation);
    CHECK(lx_get_priorities(f->solver, 1, &i, &above, &falling) == LX_OK && above == row->above);
    CHECK(falling == (relation == LX_EQUAL ? row->below : above));
    CHECK(read_number(f, lx_get_constants, i) == row->constant && read_number(f, lx_get_weights, i) == row->weight);
  }
  CHECK(place == count && lx_get_counts(f->solver, &counts[0], &counts[1], &counts[2]) == LX_OK);
  CHECK(memcmp(live, counts, sizeof live) == 0);
}

static int is_usable(double value) { return fabs(value) <= LX_VALUE_LIMIT; }

static int is_priority(double value) { return value > 0 && value <= LX_REQUIRED; }

int32_t first_bad_row(const fuzz *f, int32_t count, const mirror_row *rows) {
  for (int32_t i = 0; i < count; i++) {
    const mirror_row *row = &rows[i];
    int fine = row->relation >= -1 && row->relation <= 1 && is_usable(row->constant) && is_priority(row->above) &&
               (row->relation != LX_EQUAL || is_priority(row->below)) && row->weight >= LX_COEFFICIENT_MINIMUM &&
               is_usable(row->weight);
    for (int k = 0; k < row->count; k++) {
      const double value = row->coefficients[k];
      fine = fine && f->variable_live[row->variables[k]] && is_usable(value) &&
             (value == 0 || fabs(value) >= LX_COEFFICIENT_MINIMUM);
      for (int t = 0; t < k; t++) fine = fine && row->variables[t] != row->variables[k];
    }
    if (!fine) return i;
  }
  return -1;
}

/* The solver drops zeros; a row does not mention their variables. */
void drop_zeros(mirror_row *row) {
  int kept = 0;
  for (int k = 0; k < row->count; k++) {
    if (row->coefficients[k] == 0) continue;
    row->variables[kept] = row->variables[k];
    row->coefficients[kept++] = row->coefficients[k];
  }
  row->count = kept;
}

/* The priority of an error of this sign; 0 where it costs nothing. */
static double priority_of(const mirror_row *row, double error) {
  if (error > 0) return row->relation <= 0 ? row->above : 0;
  return row->relation > 0 ? row->above : row->relation == 0 ? row->below : 0;
}

int is_required_side(const mirror_row *row, double error) { return priority_of(row, error) == LX_REQUIRED; }

void check_optimal(fuzz *f) {
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

void check_infeasible(fuzz *f) {
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
