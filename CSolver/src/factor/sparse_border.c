/* sparse_border.c: rows of later tiers, and those that the kernel put off, one by one.
 *
 * A row is reduced by the pivots it touches, in the order of their stages, which a heap keeps: the cost is that of the
 * entries met, and an entry that cancels stops there, as positions do that a row only takes the difference of. If
 * something remains in columns without a pivot, the row is independent of those taken: the largest entries (threshold)
 * offer themselves as pivots, and the column that the fewest other rows hold is taken, to keep what follows sparse.
 *
 * A column is settled when it has a pivot and the line of U after it leads to settled columns only: nothing of it can
 * remain. Settled columns are left out until a row is accepted and needs its multipliers, so a row of settled columns
 * is rejected in the time it takes to read it, and a long chain is walked through once and not once per candidate.
 *
 * Reference: Gilbert and Peierls (1988), with a heap in place of their search: it sees cancellation. */
#include <assert.h>
#include <math.h>

#include "base/heap.h"
#include "base/tolerances.h"
#include "factor/sparse_internal.h"

/* A column is avoided as a pivot when more candidates and lines of U than this hold it, and so many times those that
 * hold another. */
#define CROWDED 64
#define CROWD_RATIO 8

typedef struct {
  lx_sparse *sparse;
  lx_build *build;
  int32_t *heap;       /* size: stages, the least first; heap_count of them */
  int32_t *touched;    /* size: columns the row has met, touched_count of them */
  int32_t *held_back;  /* size: settled columns among them, held_back_count */
  int32_t *crowd;      /* size: stored candidates and lines of U that hold the column */
  uint8_t *is_settled; /* size, per column */
  int32_t heap_count;
  int32_t touched_count;
  int32_t held_back_count;
  bool skips_settled;
  bool has_cancelled; /* an entry became zero on the way */
  bool has_remainder; /* a column without pivot was met, whatever its value is now */
  double scale;       /* largest number seen in the row */
  double original;    /* its largest entry as stored */
  int64_t work;       /* entries that rows have gone through */
} border;

static inline int is_earlier(const int32_t *a, const int32_t *b) { return *a < *b; }

LX_DEFINE_HEAP(stages, int32_t, is_earlier)

/* Notes a column of the row at its first touch. Its stage is later than the one at work. */
static void touch(border *b, int32_t column) {
  if (b->sparse->mark[column])
    return;
  b->sparse->mark[column] = 1;
  b->touched[b->touched_count++] = column;
  const int32_t stage = b->sparse->stage_of[column];
  if (stage < 0) {
    b->has_remainder = true;
  } else if (b->is_settled[column] && b->skips_settled) {
    b->held_back[b->held_back_count++] = column;
  } else {
    stages_push(b->heap, &b->heap_count, stage);
  }
}

static void scatter_row(border *b, const lx_entries *row) {
  for (int32_t t = 0; t < row->count; t++) {
    b->sparse->work[row->columns[t]] = row->values[t];
    b->scale = fmax(b->scale, fabs(row->values[t]));
    touch(b, row->columns[t]);
  }
  b->original = b->scale;
}

/* Reduces by every stage in the heap; multipliers go to line `rank` of L. */
static lx_status reduce(border *b, int64_t *multipliers) {
  lx_sparse *sparse = b->sparse;
  const lx_lines *upper = &sparse->upper_rows;
  lx_lines *late = &b->build->late;
  double *work = sparse->work;
  while (b->heap_count > 0) {
    const int32_t stage = stages_pop(b->heap, &b->heap_count);
    const int32_t column = sparse->column_of[stage];
    const double entry = work[column];
    if (entry == 0) {
      b->has_cancelled = true;
      continue;
    }
    const lx_status status = lx_lines_reserve(&sparse->allocator, late, *multipliers + 1);
    if (status != LX_OK)
      return status;
    const double multiplier = entry / sparse->pivot[stage];
    late->index[*multipliers] = stage;
    late->value[(*multipliers)++] = multiplier;
    work[column] = 0;
    b->work += 1 + upper->starts[stage + 1] - upper->starts[stage];
    sparse->built += 1 + upper->starts[stage + 1] - upper->starts[stage];
    for (int64_t t = upper->starts[stage]; t < upper->starts[stage + 1]; t++) {
      const int32_t other = upper->index[t];
      const double change = multiplier * upper->value[t];
      b->scale = fmax(b->scale, fabs(change));
      work[other] -= change;
      if (fabs(work[other]) <= LX_CANCELLED * b->scale)
        work[other] = 0;
      touch(b, other);
    }
  }
  return LX_OK;
}

static bool is_less_crowded(const border *b, int32_t column, int32_t than) {
  return than < 0 || b->crowd[column] < b->crowd[than] || (b->crowd[column] == b->crowd[than] && column < than);
}

/* The column for a pivot that the threshold refuses, or -1. Where positions are multiples of one size, that has the
 * large entry in every row; as a pivot it would fill the rows after it. A smaller pivot is as good while it is no
 * smaller than the row was and the row has not grown much, which bounds the error of the factorization, too. */
static int32_t choose_smaller(const border *b) {
  int32_t best = -1;
  if (b->scale > LX_GROWTH_TOLERATED * b->original)
    return -1;
  for (int32_t t = 0; t < b->touched_count; t++) {
    const int32_t column = b->touched[t];
    if (b->sparse->stage_of[column] < 0 && fabs(b->sparse->work[column]) >= LX_TOL_PIVOT_THRESHOLD * b->original &&
        is_less_crowded(b, column, best))
      best = column;
  }
  return best;
}

/* The pivot column of what remains, or -1 if the row depends on those taken. */
static int32_t choose_column(const border *b) {
  const double *work = b->sparse->work;
  double largest = 0;
  for (int32_t t = 0; t < b->touched_count; t++) {
    const int32_t column = b->touched[t];
    if (b->sparse->stage_of[column] < 0)
      largest = fmax(largest, fabs(work[column]));
  }
  if (largest <= b->sparse->dependence * b->scale)
    return -1;
  int32_t best = -1;
  for (int32_t t = 0; t < b->touched_count; t++) {
    const int32_t column = b->touched[t];
    if (b->sparse->stage_of[column] >= 0 || fabs(work[column]) < LX_TOL_PIVOT_THRESHOLD * largest)
      continue;
    if (is_less_crowded(b, column, best))
      best = column;
  }
  if (b->crowd[best] <= CROWDED)
    return best;
  const int32_t smaller = choose_smaller(b);
  return smaller >= 0 && b->crowd[smaller] < b->crowd[best] / CROWD_RATIO ? smaller : best;
}

/* Makes what remains the line of U of the next stage. */
static lx_status accept(border *b, int32_t row, int32_t column, int64_t multipliers) {
  lx_sparse *sparse = b->sparse;
  lx_lines *upper = &sparse->upper_rows;
  const int32_t stage = sparse->rank;
  int64_t entry = upper->starts[stage];
  const lx_status status = lx_lines_reserve(&sparse->allocator, upper, entry + b->touched_count);
  if (status != LX_OK)
    return status;
  for (int32_t t = 0; t < b->touched_count; t++) {
    const int32_t other = b->touched[t];
    if (sparse->stage_of[other] >= 0 || other == column || sparse->work[other] == 0)
      continue;
    upper->index[entry] = other;
    upper->value[entry++] = sparse->work[other];
    b->crowd[other]++;
  }
  b->is_settled[column] = entry == upper->starts[stage];
  upper->starts[stage + 1] = entry;
  b->build->late.starts[stage - b->build->late_first + 1] = multipliers;
  lx_sparse_take(sparse, b->build, row, column, sparse->work[column]);
  return LX_OK;
}

static void clear_row(border *b) {
  for (int32_t t = 0; t < b->touched_count; t++) {
    b->sparse->work[b->touched[t]] = 0;
    b->sparse->mark[b->touched[t]] = 0;
  }
  b->touched_count = b->held_back_count = b->heap_count = 0;
}

/* Takes the row if it is independent. */
static lx_status try_row(border *b, int32_t row) {
  lx_sparse *sparse = b->sparse;
  int64_t multipliers = b->build->late.starts[sparse->rank - b->build->late_first];
  int32_t unit;
  const lx_entries entries = lx_matrix_row(b->build->matrix, row, &unit);
  b->skips_settled = true;
  b->has_cancelled = b->has_remainder = false;
  b->scale = 0;
  scatter_row(b, &entries);
  lx_status status = reduce(b, &multipliers);
  const int32_t column = status == LX_OK && b->has_remainder ? choose_column(b) : -1;
  if (column >= 0) {
    /* Settled columns lead to settled columns only: what remains stays as it is. */
    b->skips_settled = false;
    for (int32_t t = 0; t < b->held_back_count; t++)
      stages_push(b->heap, &b->heap_count, sparse->stage_of[b->held_back[t]]);
    status = reduce(b, &multipliers);
    if (status == LX_OK)
      status = accept(b, row, column, multipliers);
  } else if (status == LX_OK && !b->has_remainder && !b->has_cancelled) {
    for (int32_t t = 0; t < b->touched_count; t++)
      b->is_settled[b->touched[t]] = 1;
  }
  clear_row(b);
  return status;
}

static bool is_unit(const border *b, int32_t row) {
  return row >= b->build->matrix->row_count;
}

/* Takes a unit row whose column has no pivot: nothing to reduce. */
static lx_status take_unit(border *b, int32_t row) {
  const int32_t column = row - b->build->matrix->row_count;
  if (b->sparse->stage_of[column] >= 0)
    return LX_OK;
  return try_row(b, row);
}

/* Ends early where the limit of work is reached, and what tier 0 took: build->next says before which row. */
static lx_status try_tier(border *b, int32_t count, const int32_t *rows) {
  lx_status status = LX_OK;
  for (int32_t t = 0; t < count && status == LX_OK && b->sparse->rank < b->sparse->size; t++) {
    if (is_unit(b, rows[t]))
      status = take_unit(b, rows[t]);
  }
  for (int32_t t = 0; t < count && status == LX_OK && b->sparse->rank < b->sparse->size; t++) {
    const int32_t row = rows[t];
    b->build->next = (int32_t)(rows - b->build->candidates) + t;
    if (b->work > b->build->work_limit && b->work > b->build->kernel_work)
      return LX_OK;
    if (is_unit(b, row)) {
      /* Taken just now, or its column has another pivot. */
      const int32_t stage = b->sparse->stage_of[row - b->build->matrix->row_count];
      if (b->build->basis[stage] == row)
        continue;
    } else {
      const lx_matrix *matrix = b->build->matrix;
      for (int32_t e = matrix->starts[row]; e < matrix->starts[row + 1]; e++)
        b->crowd[matrix->columns[e]]--;
    }
    if (t % LX_STOP_STRIDE == 0)
      status = lx_check_stop(b->sparse->stopper);
    if (status == LX_OK)
      status = try_row(b, row);
    b->build->tried++;
  }
  b->build->tier++;
  return status;
}

static lx_status border_create(border *b, int32_t count, const int32_t *rows) {
  const lx_sparse *sparse = b->sparse;
  const lx_allocator *allocator = &sparse->allocator;
  const lx_matrix *matrix = b->build->matrix;
  b->heap = lx_allocate(allocator, sparse->size, sizeof *b->heap);
  b->touched = lx_allocate(allocator, sparse->size, sizeof *b->touched);
  b->held_back = lx_allocate(allocator, sparse->size, sizeof *b->held_back);
  b->crowd = lx_allocate_zeroed(allocator, sparse->size, sizeof *b->crowd);
  b->is_settled = lx_allocate_zeroed(allocator, sparse->size, sizeof *b->is_settled);
  if (!b->heap || !b->touched || !b->held_back || !b->crowd || !b->is_settled)
    return LX_ERROR_MEMORY;
  for (int32_t t = 0; t < count; t++) {
    if (is_unit(b, rows[t]))
      continue;
    for (int32_t e = matrix->starts[rows[t]]; e < matrix->starts[rows[t] + 1]; e++)
      b->crowd[matrix->columns[e]]++;
  }
  for (int32_t k = 0; k < sparse->rank; k++) {
    const int64_t start = sparse->upper_rows.starts[k];
    const int64_t end = sparse->upper_rows.starts[k + 1];
    for (int64_t t = start; t < end; t++)
      b->crowd[sparse->upper_rows.index[t]]++;
    b->is_settled[sparse->column_of[k]] = start == end;
  }
  return LX_OK;
}

lx_status lx_sparse_border(lx_sparse *sparse, lx_build *build, int32_t tier_count, const int32_t *tier_starts) {
  build->late_first = sparse->rank;
  build->tier = tier_count;
  if (sparse->rank == sparse->size)
    return LX_OK;
  border b = {.sparse = sparse, .build = build};
  const int32_t first = tier_count > 0 ? tier_starts[1] : 0;
  const int32_t last = tier_count > 0 ? tier_starts[tier_count] : 0;
  lx_status status = border_create(&b, last - first, build->candidates + first);
  for (int32_t t = 0; t < build->deferred_count && status == LX_OK && sparse->rank < sparse->size; t++) {
    status = try_row(&b, build->candidates[build->deferred[t]]);
  }
  build->tier = tier_count > 0;
  while (build->tier < tier_count && status == LX_OK) {
    const int32_t tier = build->tier;
    status = try_tier(&b, tier_starts[tier + 1] - tier_starts[tier], build->candidates + tier_starts[tier]);
    if (build->tier == tier)
      break;
  }
  for (int32_t j = 0; j < sparse->size && status == LX_OK && build->tier == tier_count; j++) {
    status = take_unit(&b, build->matrix->row_count + j);
  }
  lx_release(&sparse->allocator, b.heap);
  lx_release(&sparse->allocator, b.touched);
  lx_release(&sparse->allocator, b.held_back);
  lx_release(&sparse->allocator, b.crowd);
  lx_release(&sparse->allocator, b.is_settled);
  assert(status != LX_OK || build->tier < tier_count || sparse->rank == sparse->size);
  return status;
}
