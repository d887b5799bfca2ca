/* conflict_reduced.c: from a contradiction between rows after elimination to one between rows of the program. See
 * conflict.h.
 *
 * A reduced row is the row itself less multiples of rows that define variables. Those and the rows that take part in the
 * reduced contradiction are independent but for one, so the set that it leads to is minimal, too. It is checked in the rows
 * of the program, as elimination rounds. */
#include <math.h>

#include "base/heap.h"
#include "base/tolerances.h"
#include "diagnose/conflict.h"

static inline int is_later(const int32_t *a, const int32_t *b) { return *a > *b; }

LX_DEFINE_HEAP(latest_record, int32_t, is_later)

void lx_conflicts_begin_reduced(lx_conflicts *conflicts, const lx_plan *plan, int32_t component) {
  conflicts->reduced.is_open = 1;
  conflicts->reduced.records = plan->elimination.records + plan->components.items[component].first_record;
  conflicts->reduced.record_count = plan->components.items[component].record_count;
  conflicts->reduced.is_indexed = 0;
}

void lx_conflicts_end_reduced(lx_conflicts *conflicts) {
  lx_reduced_rows *reduced = &conflicts->reduced;
  for (int32_t k = 0; k < reduced->record_count && reduced->is_indexed; k++)
    reduced->last_record[reduced->records[k].target] = -1;
  reduced->is_open = 0;
  reduced->is_indexed = 0;
}

/* The arrays per row, once there is such a contradiction. */
static lx_status take_arrays(lx_conflicts *conflicts) {
  lx_reduced_rows *reduced = &conflicts->reduced;
  const int64_t rows = conflicts->program->row_count, all = rows + conflicts->program->variable_count;
  if (reduced->multipliers != NULL)
    return LX_OK;
  reduced->last_record = lx_arena_take(conflicts->arena, rows, sizeof *reduced->last_record);
  reduced->weight = lx_arena_take_zeroed(conflicts->arena, rows, sizeof *reduced->weight);
  reduced->terms = lx_arena_take_zeroed(conflicts->arena, rows, sizeof *reduced->terms);
  reduced->touched = lx_arena_take(conflicts->arena, rows, sizeof *reduced->touched);
  reduced->members = lx_arena_take(conflicts->arena, all, sizeof *reduced->members);
  double *multipliers = lx_arena_take(conflicts->arena, all, sizeof *multipliers);
  if (reduced->last_record == NULL || reduced->weight == NULL || reduced->terms == NULL || reduced->touched == NULL ||
      reduced->members == NULL || multipliers == NULL)
    return LX_ERROR_MEMORY;
  for (int64_t r = 0; r < rows; r++)
    reduced->last_record[r] = -1;
  reduced->multipliers = multipliers;
  return LX_OK;
}

/* Lists the records by target. */
static lx_status index_records(lx_conflicts *conflicts) {
  lx_reduced_rows *reduced = &conflicts->reduced;
  const lx_status status = take_arrays(conflicts);
  if (status != LX_OK || reduced->is_indexed)
    return status;
  reduced->previous = lx_arena_take(conflicts->arena, reduced->record_count, sizeof *reduced->previous);
  reduced->heap = lx_arena_take(conflicts->arena, reduced->record_count, sizeof *reduced->heap);
  if (reduced->previous == NULL || reduced->heap == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < reduced->record_count; k++) {
    const int32_t target = reduced->records[k].target;
    reduced->previous[k] = reduced->last_record[target];
    reduced->last_record[target] = k;
  }
  reduced->is_indexed = 1;
  return LX_OK;
}

/* Whether a row takes part: its weight is more than cancellation leaves. */
static int has_weight(const lx_reduced_rows *reduced, int32_t row) {
  return fabs(reduced->weight[row]) > LX_TOL_DEPENDENT * reduced->terms[row];
}

static void add_weight(lx_reduced_rows *reduced, int32_t row, double weight, int32_t *touched, int32_t *heap_count) {
  if (weight == 0)
    return;
  if (reduced->terms[row] == 0) {
    reduced->touched[(*touched)++] = row;
    if (reduced->last_record[row] >= 0)
      latest_record_push(reduced->heap, heap_count, reduced->last_record[row]);
  }
  reduced->weight[row] += weight;
  reduced->terms[row] += fabs(weight);
}

/* Follows the records back, the last first: the weight of a row is complete before it is followed, as a row that has been
 * subtracted from another does not change any more. Returns the number of members. */
static int32_t follow(lx_reduced_rows *reduced, const int32_t *members, const double *multipliers, int32_t count) {
  int32_t touched = 0, heap_count = 0, found = 0;
  for (int32_t k = 0; k < count; k++) {
    if (members[k] >= 0) {
      add_weight(reduced, members[k], multipliers[k], &touched, &heap_count);
    } else {
      reduced->members[found] = members[k];
      reduced->multipliers[found++] = multipliers[k];
    }
  }
  while (heap_count > 0) {
    const int32_t k = latest_record_pop(reduced->heap, &heap_count);
    const lx_elimination_record *record = &reduced->records[k];
    if (reduced->previous[k] >= 0)
      latest_record_push(reduced->heap, &heap_count, reduced->previous[k]);
    if (has_weight(reduced, record->target))
      add_weight(reduced, record->source, -record->factor * reduced->weight[record->target], &touched, &heap_count);
  }
  for (int32_t k = 0; k < touched; k++) {
    const int32_t row = reduced->touched[k];
    if (has_weight(reduced, row)) {
      reduced->members[found] = row;
      reduced->multipliers[found++] = reduced->weight[row];
    }
    reduced->weight[row] = reduced->terms[row] = 0;
  }
  return found;
}

/* Adds a member's entries over variables that are not fixed; returns its constant, less those that are, times the
 * multiplier. */
static double add_entries(lx_conflicts *conflicts, int32_t member, double multiplier) {
  const lx_program *program = conflicts->program;
  if (member < 0) {
    conflicts->coefficients[-1 - member] += multiplier;
    conflicts->terms[-1 - member] += fabs(multiplier);
    return 0;
  }
  const lx_program_row *row = &program->rows[member];
  double constant = row->constant;
  for (int32_t e = row->start; e < row->start + row->count; e++) {
    const int32_t j = program->columns[e];
    if (conflicts->assignment->assigned_at[j] >= 0) {
      constant -= program->values[e] * conflicts->assignment->value[j];
      continue;
    }
    conflicts->coefficients[j] += multiplier * program->values[e];
    conflicts->terms[j] += fabs(multiplier * program->values[e]);
  }
  return multiplier * constant;
}

/* Whether a member's entries cancel with those of the others; they are cleared. */
static int cancels(lx_conflicts *conflicts, int32_t member) {
  const lx_program *program = conflicts->program;
  const int32_t unit = -1 - member, count = member < 0 ? 1 : program->rows[member].count;
  const int32_t *columns = member < 0 ? &unit : program->columns + program->rows[member].start;
  int all = 1;
  for (int32_t e = 0; e < count; e++) {
    const int32_t j = columns[e];
    all &= fabs(conflicts->coefficients[j]) <= LX_TOL_DEPENDENT * conflicts->terms[j];
    conflicts->coefficients[j] = conflicts->terms[j] = 0;
  }
  return all;
}

/* Whether the members times their multipliers leave no variable, and more of their constants than rounding. */
static int proves(lx_conflicts *conflicts, int32_t count) {
  const lx_reduced_rows *reduced = &conflicts->reduced;
  double sum = 0, size = 0;
  int all = 1;
  for (int32_t k = 0; k < count; k++) {
    const double term = add_entries(conflicts, reduced->members[k], reduced->multipliers[k]);
    sum += term;
    size += fabs(term);
  }
  for (int32_t k = 0; k < count; k++)
    all &= cancels(conflicts, reduced->members[k]);
  return all && fabs(sum) > LX_TOL_REQUIRED && fabs(sum) > LX_TOL_FIXED * size;
}

lx_status lx_conflicts_expand(lx_conflicts *conflicts, const int32_t *members, const double *multipliers,
                              int32_t *count, int *proves_out) {
  *proves_out = 0;
  const lx_status status = index_records(conflicts);
  if (status != LX_OK)
    return status;
  *count = follow(&conflicts->reduced, members, multipliers, *count);
  *proves_out = proves(conflicts, *count);
  return LX_OK;
}
