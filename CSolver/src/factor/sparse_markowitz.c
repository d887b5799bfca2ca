/* sparse_markowitz.c: right-looking elimination of what the singletons leave of tier 0.
 *
 * Each pivot is the entry of least Markowitz cost (r - 1)(c - 1) among a few of the shortest rows and columns, of those
 * that are at least LX_TOL_PIVOT_THRESHOLD of the largest entry of their row. The threshold goes by rows, which bounds
 * the lines of U relative to their pivots: later tiers are reduced by those. A row whose rest falls below
 * the tolerance of dependence of the largest number it has seen depends on the rows before it and is rejected.
 *
 * Rows hold their values; columns hold only who may be in them. A column's list may name rows that have left it and
 * rows twice: lengths are exact, and a list is cleaned when it is read, so that leaving a long column costs nothing.
 *
 * A long row that short pivot rows touch again and again (the sum of all widths) would be walked through each time. It
 * is put off instead, with all that was done to it forgotten, and left to the border, which pays for it once.
 *
 * Reference: Markowitz, "The elimination form of the inverse", Management Science 3 (1957); Duff, Erisman and Reid,
 * section 5.2 (threshold); Zlatev, "On some pivotal strategies in Gaussian elimination by sparse technique", SIAM J.
 * Numer. Anal. 17 (1980), for the few lines searched. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "factor/sparse_internal.h"

/* Lines with a candidate that one search looks at. Zlatev finds three enough; four is the habit of later codes (Suhl
 * and Suhl, section 3.2). */
#define SEARCH_LINES 4

/* Entries that a search walks through in rows to find those of columns. Where rows are long and few of their entries may be pivots
 * (means of many others, each row's own variable many times the rest) it would go through them all; any row has a pivot. */
#define SEARCH_ENTRIES 4096

/* A row that was longer than this, and than LONG_RATIO pivot rows, at LONG_PASSES pivots goes to the border. So walking
 * through long rows costs at most LONG_PASSES times their entries, and rows that fill up along with their pivots, as at
 * the end of a kernel without structure, stay: putting those off triples the time on a grid of 100 by 100. */
#define LONG_ROW 64
#define LONG_RATIO 8
#define LONG_PASSES 64

/* From so many rows on, in up to so many times as many columns, if this part of their entries is not zero, what is left is finished as a
 * dense matrix, up to so many entries of that. Of few rows and many columns lists take less: some rows go to the border. It is looked at
 * every so many pivots. */
#define DENSE_ROWS 48
#define DENSE_COLUMNS 1.5
#define DENSE_PART 0.25
#define DENSE_ENTRIES (1 << 24)
#define DENSE_LOOK 16

/* Lists that grow one by one: list i has length[i] items from start[i] and room for room[i]. One that outgrows its room
 * moves to the end of the pool with twice the room, so what stays unused sums to less than what is in use. */
typedef struct {
  int64_t *start;
  int32_t *length;
  int32_t *room;
  int32_t *index;
  double *value; /* rows only */
  int64_t used;
  int64_t index_capacity;
  int64_t value_capacity;
} list_pool;

/* Lines of equal length, doubly linked: first[l] names a line of length l. */
typedef struct {
  int32_t *first;    /* bound + 1 */
  int32_t *next;     /* per line */
  int32_t *previous; /* per line; -1 for the first; own index when not linked */
  int32_t *at;       /* per line: the length it is linked under */
  int32_t bound;     /* longest line there can be */
} length_chain;

typedef struct {
  lx_sparse *sparse;
  lx_build *build;
  list_pool rows;       /* row_count */
  list_pool columns;    /* size; without values */
  length_chain by_row;
  length_chain by_column;
  int32_t *slot;        /* size: 1 + index in the pivot row, or 0 */
  int32_t *seen;        /* size, per index in the pivot row: 1 + the last row that met it */
  int32_t *affected;    /* size: columns to link anew, affected_count of them */
  uint8_t *is_affected; /* size */
  int32_t affected_count;
  int32_t active;       /* rows not yet decided */
  uint8_t *long_passes; /* row_count: pivots that found the row long, up to LONG_PASSES */
} kernel;

typedef struct {
  int32_t row;
  int32_t column;
  double value;
} pivot_choice;

/* ---- lists ---- */

static lx_status pool_create(const lx_allocator *allocator, int32_t count, list_pool *pool) {
  pool->start = lx_allocate_zeroed(allocator, count, sizeof *pool->start);
  pool->length = lx_allocate_zeroed(allocator, count, sizeof *pool->length);
  pool->room = lx_allocate_zeroed(allocator, count, sizeof *pool->room);
  return pool->start && pool->length && pool->room ? LX_OK : LX_ERROR_MEMORY;
}

static void pool_destroy(const lx_allocator *allocator, list_pool *pool) {
  lx_release(allocator, pool->start);
  lx_release(allocator, pool->length);
  lx_release(allocator, pool->room);
  lx_release(allocator, pool->index);
  lx_release(allocator, pool->value);
}

/* Makes room for `extra` more items in list i. */
static lx_status pool_grow(const lx_allocator *allocator, list_pool *pool, int32_t i, int32_t extra, bool values) {
  const int64_t wanted = (int64_t)pool->length[i] + extra;
  if (wanted <= pool->room[i])
    return LX_OK;
  const int64_t room = pool->room[i] == 0 ? wanted : 2 * wanted;
  if (room > INT32_MAX)
    return LX_ERROR_SIZE;
  void *index = pool->index;
  void *value = pool->value;
  lx_status status = lx_reserve(allocator, &index, &pool->index_capacity, pool->used + room, sizeof *pool->index);
  if (status == LX_OK && values) {
    status = lx_reserve(allocator, &value, &pool->value_capacity, pool->used + room, sizeof *pool->value);
  }
  pool->index = index;
  pool->value = value;
  if (status != LX_OK)
    return status;
  const size_t length = (size_t)pool->length[i];
  if (length > 0) {
    memcpy(pool->index + pool->used, pool->index + pool->start[i], length * sizeof *pool->index);
    if (values)
      memcpy(pool->value + pool->used, pool->value + pool->start[i], length * sizeof *pool->value);
  }
  pool->start[i] = pool->used;
  pool->room[i] = (int32_t)room;
  pool->used += room;
  return LX_OK;
}

/* ---- chains by length ---- */

static lx_status chain_create(const lx_allocator *allocator, int32_t lines, int32_t bound, length_chain *chain) {
  chain->bound = bound;
  chain->first = lx_allocate(allocator, (int64_t)bound + 1, sizeof *chain->first);
  chain->next = lx_allocate(allocator, lines, sizeof *chain->next);
  chain->previous = lx_allocate(allocator, lines, sizeof *chain->previous);
  chain->at = lx_allocate(allocator, lines, sizeof *chain->at);
  if (!chain->first || !chain->next || !chain->previous || !chain->at)
    return LX_ERROR_MEMORY;
  for (int32_t l = 0; l <= bound; l++)
    chain->first[l] = -1;
  for (int32_t i = 0; i < lines; i++)
    chain->previous[i] = i;
  return LX_OK;
}

static void chain_destroy(const lx_allocator *allocator, length_chain *chain) {
  lx_release(allocator, chain->first);
  lx_release(allocator, chain->next);
  lx_release(allocator, chain->previous);
  lx_release(allocator, chain->at);
}

static void chain_unlink(length_chain *chain, int32_t i) {
  if (chain->previous[i] == i)
    return;
  const int32_t before = chain->previous[i];
  const int32_t after = chain->next[i];
  if (before >= 0) {
    chain->next[before] = after;
  } else {
    chain->first[chain->at[i]] = after;
  }
  if (after >= 0)
    chain->previous[after] = before;
  chain->previous[i] = i;
}

/* Links line i under `length`, out of where it was. */
static void chain_link(length_chain *chain, int32_t i, int32_t length) {
  chain_unlink(chain, i);
  if (length < 1)
    return;
  const int32_t after = chain->first[length];
  chain->at[i] = length;
  chain->previous[i] = -1;
  chain->next[i] = after;
  if (after >= 0)
    chain->previous[after] = i;
  chain->first[length] = i;
}

/* ---- set-up ---- */

static void kernel_destroy(kernel *k) {
  const lx_allocator *allocator = &k->sparse->allocator;
  pool_destroy(allocator, &k->rows);
  pool_destroy(allocator, &k->columns);
  chain_destroy(allocator, &k->by_row);
  chain_destroy(allocator, &k->by_column);
  lx_release(allocator, k->slot);
  lx_release(allocator, k->seen);
  lx_release(allocator, k->affected);
  lx_release(allocator, k->is_affected);
  lx_release(allocator, k->long_passes);
}

static lx_status kernel_create(kernel *k) {
  const lx_allocator *allocator = &k->sparse->allocator;
  const int32_t size = k->sparse->size;
  const int32_t longest = size > k->build->row_count ? size : k->build->row_count;
  k->slot = lx_allocate_zeroed(allocator, size, sizeof *k->slot);
  k->seen = lx_allocate_zeroed(allocator, size, sizeof *k->seen);
  k->affected = lx_allocate(allocator, size, sizeof *k->affected);
  k->is_affected = lx_allocate_zeroed(allocator, size, sizeof *k->is_affected);
  k->long_passes = lx_allocate_zeroed(allocator, k->build->row_count, sizeof *k->long_passes);
  const bool has_arrays = k->slot && k->seen && k->affected && k->is_affected && k->long_passes;
  lx_status status = has_arrays ? LX_OK : LX_ERROR_MEMORY;
  if (status == LX_OK)
    status = pool_create(allocator, k->build->row_count, &k->rows);
  if (status == LX_OK)
    status = pool_create(allocator, size, &k->columns);
  if (status == LX_OK)
    status = chain_create(allocator, k->build->row_count, longest, &k->by_row);
  if (status == LX_OK)
    status = chain_create(allocator, size, longest, &k->by_column);
  return status;
}

/* Copies the active part of tier 0. */
static lx_status kernel_load(kernel *k) {
  lx_build *build = k->build;
  const lx_allocator *allocator = &k->sparse->allocator;
  const int32_t size = k->sparse->size;
  lx_status status = LX_OK;
  memset(build->column_length, 0, (size_t)size * sizeof *build->column_length);
  for (int32_t i = 0; i < build->row_count && status == LX_OK; i++) {
    if (build->row_stage[i] != LX_ROW_ACTIVE)
      continue;
    if (build->row_largest[i] <= k->sparse->dependence * build->row_scale[i]) {
      build->row_stage[i] = LX_ROW_REJECTED;
      continue;
    }
    status = pool_grow(allocator, &k->rows, i, build->row_length[i], true);
    if (status != LX_OK)
      break;
    int32_t unit;
    const lx_entries row = lx_matrix_row(build->matrix, build->candidates[i], &unit);
    int64_t entry = k->rows.start[i];
    for (int32_t t = 0; t < row.count; t++) {
      if (k->sparse->stage_of[row.columns[t]] >= 0)
        continue;
      k->rows.index[entry] = row.columns[t];
      k->rows.value[entry++] = row.values[t];
      build->column_length[row.columns[t]]++;
    }
    k->rows.length[i] = (int32_t)(entry - k->rows.start[i]);
    assert(k->rows.length[i] == build->row_length[i]);
    chain_link(&k->by_row, i, build->row_length[i]);
    k->active++;
  }
  for (int32_t j = 0; j < size && status == LX_OK; j++) {
    if (build->column_length[j] == 0)
      continue;
    status = pool_grow(allocator, &k->columns, j, build->column_length[j], false);
    chain_link(&k->by_column, j, build->column_length[j]);
  }
  if (status != LX_OK)
    return status;
  for (int32_t i = 0; i < build->row_count; i++) {
    if (build->row_stage[i] != LX_ROW_ACTIVE)
      continue;
    for (int32_t t = 0; t < k->rows.length[i]; t++) {
      const int32_t j = k->rows.index[k->rows.start[i] + t];
      k->columns.index[k->columns.start[j] + k->columns.length[j]++] = i;
    }
  }
  return LX_OK;
}

/* ---- search ---- */

/* The entry of `column` in the row, or -1. */
static int64_t find_in_row(const kernel *k, int32_t row, int32_t column) {
  const int64_t end = k->rows.start[row] + k->rows.length[row];
  for (int64_t t = k->rows.start[row]; t < end; t++) {
    if (k->rows.index[t] == column)
      return t;
  }
  return -1;
}

/* Offers an entry to the choice, *best being the least cost so far. */
static void offer(const kernel *k, int32_t row, int32_t column, double value, int64_t *best, pivot_choice *choice) {
  const int64_t cost = (int64_t)(k->rows.length[row] - 1) * (k->build->column_length[column] - 1);
  if (cost >= *best)
    return;
  *best = cost;
  *choice = (pivot_choice){row, column, value};
}

static bool is_large_enough(const kernel *k, int32_t row, double value) {
  return fabs(value) >= LX_TOL_PIVOT_THRESHOLD * k->build->row_largest[row];
}

/* Whether the column has an entry that may be a pivot. Cleans its list, as far as the entries left to search go. */
static bool search_column(kernel *k, int32_t column, int64_t *left, int64_t *best, pivot_choice *choice) {
  const int64_t start = k->columns.start[column];
  const int32_t length = k->columns.length[column];
  int32_t kept = 0, t = 0;
  bool found = false;
  for (; t < length && *left > 0; t++) {
    const int32_t row = k->columns.index[start + t];
    if (k->build->row_stage[row] != LX_ROW_ACTIVE)
      continue;
    const int64_t entry = find_in_row(k, row, column);
    *left -= entry < 0 ? k->rows.length[row] : entry - k->rows.start[row];
    if (entry < 0)
      continue;
    k->columns.index[start + kept++] = row;
    if (!is_large_enough(k, row, k->rows.value[entry]))
      continue;
    found = true;
    offer(k, row, column, k->rows.value[entry], best, choice);
  }
  for (; t < length; t++)
    k->columns.index[start + kept++] = k->columns.index[start + t];
  k->columns.length[column] = kept;
  return found;
}

static void search_row(const kernel *k, int32_t row, int64_t *best, pivot_choice *choice) {
  const int64_t end = k->rows.start[row] + k->rows.length[row];
  for (int64_t t = k->rows.start[row]; t < end; t++) {
    if (!is_large_enough(k, row, k->rows.value[t]))
      continue;
    offer(k, row, k->rows.index[t], k->rows.value[t], best, choice);
  }
}

/* The next pivot. There is one while rows are active: none is without entries, and each has a largest one. */
static pivot_choice search(kernel *k) {
  pivot_choice choice = {-1, -1, 0};
  int64_t best = INT64_MAX, left = SEARCH_ENTRIES;
  int32_t lines = 0;
  for (int32_t length = 1; length <= k->by_row.bound && lines < SEARCH_LINES; length++) {
    /* With all shorter lines searched, nothing can cost less. */
    const int64_t least = (int64_t)(length - 1) * (length - 1);
    int32_t next = -1;
    for (int32_t j = k->by_column.first[length]; j >= 0 && lines < SEARCH_LINES && best > least && left > 0;
         j = next) {
      next = k->by_column.next[j];
      if (search_column(k, j, &left, &best, &choice)) {
        lines++;
      } else if (left > 0) {
        chain_unlink(&k->by_column, j); /* until it changes */
      }
    }
    for (int32_t i = k->by_row.first[length]; i >= 0 && lines < SEARCH_LINES && best > least; i = k->by_row.next[i]) {
      search_row(k, i, &best, &choice);
      lines++;
    }
    if (best <= least)
      break;
  }
  return choice;
}

/* ---- elimination ---- */

/* The column will be linked anew under its length once the pivot is done. */
static void touch_column(kernel *k, int32_t column) {
  if (k->is_affected[column])
    return;
  k->is_affected[column] = 1;
  k->affected[k->affected_count++] = column;
}

/* Takes the row out of the kernel; its state is set already. */
static void leave(kernel *k, int32_t row) {
  const int64_t end = k->rows.start[row] + k->rows.length[row];
  for (int64_t t = k->rows.start[row]; t < end; t++) {
    k->build->column_length[k->rows.index[t]]--;
    touch_column(k, k->rows.index[t]);
  }
  chain_unlink(&k->by_row, row);
  k->active--;
}

/* Counts a pivot with `count` other entries that the row was walked through for. Whether there were too many. */
static bool is_worn(kernel *k, int32_t row, int32_t count) {
  const int32_t length = k->rows.length[row];
  return length > LONG_ROW && length / LONG_RATIO > count && ++k->long_passes[row] >= LONG_PASSES;
}

/* row -= multiplier * pivot row, the entry in the pivot column being out already. The pivot row is the U line that
 * starts at `line`, `count` entries of it, and slot[] has the index of a column in it. */
static lx_status combine(kernel *k, int32_t row, double multiplier, int64_t line, int32_t count) {
  lx_build *build = k->build;
  const lx_lines *upper = &k->sparse->upper_rows;
  lx_status status = pool_grow(&k->sparse->allocator, &k->rows, row, count, true);
  if (status != LX_OK)
    return status;
  int32_t *index = k->rows.index + k->rows.start[row];
  double *value = k->rows.value + k->rows.start[row];
  double scale = build->row_scale[row];
  double largest = 0;
  build->kernel_work += k->rows.length[row] + count;
  k->sparse->built += k->rows.length[row] + count;
  for (int32_t t = 0; t < k->rows.length[row];) {
    const int32_t entry = k->slot[index[t]] - 1;
    if (entry >= 0) {
      k->seen[entry] = row + 1;
      const double change = multiplier * upper->value[line + entry];
      scale = fmax(scale, fabs(change));
      value[t] -= change;
      if (fabs(value[t]) <= LX_CANCELLED * scale) {
        build->column_length[index[t]]--;
        const int32_t last = --k->rows.length[row];
        index[t] = index[last];
        value[t] = value[last];
        continue;
      }
    }
    largest = fmax(largest, fabs(value[t]));
    t++;
  }
  for (int32_t entry = 0; entry < count; entry++) {
    if (k->seen[entry] == row + 1)
      continue;
    const int32_t column = upper->index[line + entry];
    const double change = multiplier * upper->value[line + entry];
    scale = fmax(scale, fabs(change));
    if (fabs(change) <= LX_CANCELLED * scale)
      continue;
    status = pool_grow(&k->sparse->allocator, &k->columns, column, 1, false);
    if (status != LX_OK)
      return status;
    k->columns.index[k->columns.start[column] + k->columns.length[column]++] = row;
    build->column_length[column]++;
    index[k->rows.length[row]] = column;
    value[k->rows.length[row]++] = -change;
    largest = fmax(largest, fabs(change));
  }
  build->row_scale[row] = scale;
  build->row_largest[row] = largest;
  if (largest <= k->sparse->dependence * scale) {
    build->row_stage[row] = LX_ROW_REJECTED;
    leave(k, row);
  } else if (is_worn(k, row, count)) {
    build->row_stage[row] = LX_ROW_DEFERRED;
    build->deferred[build->deferred_count++] = row;
    leave(k, row);
  } else {
    chain_link(&k->by_row, row, k->rows.length[row]);
  }
  return LX_OK;
}

/* Writes the pivot row to U and takes it out. */
static lx_status start_pivot(kernel *k, const pivot_choice *choice) {
  lx_build *build = k->build;
  lx_lines *upper = &k->sparse->upper_rows;
  const int32_t stage = k->sparse->rank;
  const int64_t line = upper->starts[stage];
  int64_t entry = line;
  const int32_t row = choice->row;
  lx_status status = lx_lines_reserve(&k->sparse->allocator, upper, line + k->rows.length[row]);
  if (status == LX_OK) {
    status = lx_lines_reserve(&k->sparse->allocator, &build->early,
                              build->early.starts[stage] + k->columns.length[choice->column]);
  }
  if (status != LX_OK)
    return status;
  const int64_t end = k->rows.start[row] + k->rows.length[row];
  for (int64_t t = k->rows.start[row]; t < end; t++) {
    const int32_t column = k->rows.index[t];
    if (column == choice->column)
      continue;
    k->slot[column] = (int32_t)(entry - line) + 1;
    k->seen[entry - line] = 0;
    upper->index[entry] = column;
    upper->value[entry++] = k->rows.value[t];
  }
  upper->starts[stage + 1] = entry;
  build->row_stage[row] = stage;
  leave(k, row);
  chain_unlink(&k->by_column, choice->column);
  lx_sparse_take(k->sparse, build, build->candidates[row], choice->column, choice->value);
  return LX_OK;
}

/* Links the columns that the pivot changed, and forgets it. */
static void end_pivot(kernel *k) {
  for (int32_t t = 0; t < k->affected_count; t++) {
    const int32_t column = k->affected[t];
    k->is_affected[column] = 0;
    k->slot[column] = 0;
    if (k->sparse->stage_of[column] < 0)
      chain_link(&k->by_column, column, k->build->column_length[column]);
  }
  k->affected_count = 0;
}

static lx_status eliminate(kernel *k, const pivot_choice *choice) {
  const int32_t stage = k->sparse->rank;
  lx_status status = start_pivot(k, choice);
  lx_lines *early = &k->build->early;
  const int64_t line = k->sparse->upper_rows.starts[stage];
  const int32_t count = (int32_t)(k->sparse->upper_rows.starts[stage + 1] - line);
  int64_t multipliers = early->starts[stage];
  for (int32_t t = 0; status == LX_OK && t < k->columns.length[choice->column]; t++) {
    const int32_t row = k->columns.index[k->columns.start[choice->column] + t];
    if (k->build->row_stage[row] != LX_ROW_ACTIVE)
      continue;
    const int64_t entry = find_in_row(k, row, choice->column);
    if (entry < 0)
      continue;
    const double multiplier = k->rows.value[entry] / choice->value;
    const int64_t last = k->rows.start[row] + --k->rows.length[row];
    k->rows.index[entry] = k->rows.index[last];
    k->rows.value[entry] = k->rows.value[last];
    early->index[multipliers] = row;
    early->value[multipliers++] = multiplier;
    status = combine(k, row, multiplier, line, count);
  }
  if (status == LX_OK)
    early->starts[stage + 1] = multipliers;
  end_pivot(k);
  return status;
}

/* Whether what is left is dense: as *rest_out. */
static bool is_dense(const kernel *k, lx_rest *rest_out) {
  const lx_build *build = k->build;
  int64_t entries = 0;
  int32_t columns = 0;
  for (int32_t j = 0; j < k->sparse->size; j++)
    if (k->sparse->stage_of[j] < 0 && build->column_length[j] > 0) {
      entries += build->column_length[j];
      columns++;
    }
  *rest_out = (lx_rest){k->active, columns, k->rows.start, k->rows.length, k->rows.index, k->rows.value};
  const int64_t all = (int64_t)k->active * columns;
  return columns <= DENSE_COLUMNS * k->active && all <= DENSE_ENTRIES && (double)entries >= DENSE_PART * (double)all;
}

lx_status lx_sparse_markowitz(lx_sparse *sparse, lx_build *build) {
  bool is_empty = true;
  for (int32_t i = 0; i < build->row_count && is_empty; i++)
    is_empty = build->row_stage[i] != LX_ROW_ACTIVE;
  if (is_empty)
    return LX_OK;
  kernel k = {.sparse = sparse, .build = build};
  int32_t passed = 0;
  lx_status status = kernel_create(&k);
  if (status == LX_OK)
    status = kernel_load(&k);
  while (status == LX_OK && k.active > 0) {
    lx_rest rest;
    const pivot_choice choice = search(&k);
    assert(choice.row >= 0);
    status = lx_check_stop(sparse->stopper);
    /* The shortest lines are as long as that where all are. */
    if (status == LX_OK && k.active >= DENSE_ROWS && ++passed % DENSE_LOOK == 0 &&
        k.rows.length[choice.row] >= DENSE_ROWS * DENSE_PART && is_dense(&k, &rest)) {
      status = lx_sparse_finish_dense(sparse, build, &rest);
      break;
    }
    if (status == LX_OK)
      status = eliminate(&k, &choice);
  }
  kernel_destroy(&k);
  sparse->kernel = sparse->rank - sparse->singletons;
  return status;
}
