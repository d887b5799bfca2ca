/* sparse_update.c: one row of the basis for another, as a factor of a product between L and U.
 *
 * With b the row that leaves position p of the basis L T U, and a the one that comes, the new basis is L T U + e_p (a - b)', which is L T (I + s t') U:
 * the spike s is what FTRAN makes of e_p before U, and the tail t is a - b times U^-1, the image of a without that of b. The pivot is 1 + t's, and
 * (I + s t')^-1 = I - s t' / pivot. Most tight rows are of single variables, on which a row mostly depends, so that its BTRAN is long. But those
 * are no more than lines of L, and neither spikes nor images go through them (Benchmarks/history).
 *
 * Reference: the middle product form of Q. Huangfu and J. A. J. Hall, Novel update techniques for the revised simplex method (Computational
 * Optimization and Applications 60, 2015). */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "factor/sparse_internal.h"

/* What an entry costs in a build, in entries of etas: it is read, sorted by columns, eliminated and packed by rows and by
 * columns, and values, distances and duals are computed anew after it. Measured on coupled programs
 * (Benchmarks/history). */
#define BUILD_PASSES 16

/* One update more than LX_UPDATE_LIMIT for each this many rows, up to MOST_LIMITS times it: a build of a large
 * basis costs more, and the errors of updates that do not meet do not add up. */
#define ROWS_PER_UPDATE 5
#define MOST_LIMITS 40

static lx_status reserve_eta_lines(const lx_allocator *allocator, int32_t etas, int64_t entries, lx_eta_lines *lines) {
  const int64_t count = lines->lines.starts[etas] + entries;
  void *link = lines->link;
  lx_status status = lx_lines_reserve_line(allocator, &lines->lines, etas, entries);
  if (status == LX_OK)
    status = lx_reserve(allocator, &link, &lines->link_capacity, count, sizeof *lines->link);
  lines->link = link;
  return status;
}

/* Room for the next update. How long its spike and tail are is not known yet. */
static lx_status reserve(lx_sparse *sparse) {
  const lx_allocator *allocator = &sparse->allocator;
  const int64_t count = (int64_t)sparse->eta_count + 1;
  void *eta = sparse->eta;
  void *waiting = sparse->waiting;
  const int64_t words = sparse->waiting_capacity;
  lx_status status = reserve_eta_lines(allocator, sparse->eta_count, sparse->size, &sparse->spikes);
  if (status == LX_OK)
    status = reserve_eta_lines(allocator, sparse->eta_count, sparse->size, &sparse->tails);
  if (status == LX_OK)
    status = lx_lines_reserve_line(allocator, &sparse->images, sparse->eta_count, sparse->image.count);
  if (status == LX_OK)
    status = lx_reserve(allocator, &eta, &sparse->eta_capacity, count, sizeof *sparse->eta);
  if (status == LX_OK)
    status = lx_reserve(allocator, &waiting, &sparse->waiting_capacity, (count + 63) / 64, sizeof *sparse->waiting);
  sparse->waiting = waiting;
  for (int64_t w = words; w < sparse->waiting_capacity; w++)
    sparse->waiting[w] = 0;
  sparse->eta = eta;
  return status;
}

/* Whether the etas have cost what a build costs: the mean cost of an iteration is least about there (basiclu's rule).
 * Counts entries, never time. */
static bool should_refactor(const lx_sparse *sparse) {
  const int32_t size = sparse->size;
  const int64_t build = size + sparse->lower_rows.starts[size] + sparse->upper_rows.starts[size];
  const int32_t most = MOST_LIMITS * LX_UPDATE_LIMIT;
  const int32_t limit = LX_UPDATE_LIMIT + size / ROWS_PER_UPDATE;
  return sparse->eta_count >= (limit < most ? limit : most) || sparse->eta_work > BUILD_PASSES * build;
}

/* Takes a part of an image from what is in work, whose positions `order` lists. */
static inline void subtract(lx_sparse *sparse, int32_t position, double part, int32_t *count) {
  if (!sparse->mark[position]) {
    sparse->mark[position] = 1;
    sparse->order[(*count)++] = position;
  }
  sparse->work[position] -= part;
}

/* The tail of an update: its positions are left in `order`, its values in `tail`. Returns their number. */
static int32_t find_tail(lx_sparse *sparse, int32_t position) {
  const lx_packed *image = &sparse->image;
  const int32_t update = sparse->image_of[position];
  int32_t count = 0, kept = 0;
  for (int32_t t = 0; t < image->count; t++)
    subtract(sparse, image->index[t], -image->value[t], &count);
  /* The image of a row that was there at the build is its line of L. */
  const lx_lines *lines = update < 0 ? &sparse->lower_rows : &sparse->images;
  const int32_t line = update < 0 ? position : update;
  for (int64_t t = lines->starts[line]; t < lines->starts[line + 1]; t++)
    subtract(sparse, lines->index[t], lines->value[t], &count);
  if (update < 0)
    subtract(sparse, position, 1, &count);
  for (int32_t t = 0; t < count; t++) {
    const int32_t k = sparse->order[t];
    sparse->order[kept] = k;
    sparse->tail[kept] = sparse->work[k];
    kept += sparse->work[k] != 0;
    sparse->work[k] = 0;
    sparse->mark[k] = 0;
  }
  return kept;
}

/* Adds the line of the next update to those of their kind, whose entries go along the positions from the newest to the oldest, or the other way
 * round. */
static void add_line(lx_eta_lines *lines, int32_t eta, int32_t count, const int32_t *index, const double *value, bool newest_first) {
  int64_t entry = lines->lines.starts[eta];
  for (int32_t k = 0; k < count; k++, entry++) {
    const int32_t position = index[k], first = lines->first[position];
    lines->lines.index[entry] = position;
    lines->lines.value[entry] = value[k];
    lines->link[entry] = (lx_eta_link){eta, newest_first ? first : -1};
    if (newest_first || first < 0)
      lines->first[position] = (int32_t)entry;
    else
      lines->link[lines->last[position]].next = (int32_t)entry;
    lines->last[position] = (int32_t)entry;
  }
  lines->lines.starts[eta + 1] = entry;
}

static void add_image(lx_sparse *sparse, int32_t eta, int32_t position) {
  lx_lines *images = &sparse->images;
  const int64_t start = images->starts[eta];
  const size_t count = (size_t)sparse->image.count;
  memcpy(images->index + start, sparse->image.index, count * sizeof *images->index);
  memcpy(images->value + start, sparse->image.value, count * sizeof *images->value);
  images->starts[eta + 1] = start + sparse->image.count;
  sparse->image_of[position] = eta;
}

static double largest_of(const lx_vector *vector) {
  double largest = 0;
  for (int32_t t = 0; t < vector->count; t++)
    largest = fmax(largest, fabs(vector->value[vector->index[t]]));
  return largest;
}

lx_status lx_sparse_update(lx_sparse *sparse, int32_t position, const lx_vector *row, int32_t *refactor_out) {
  assert(sparse->rank == sparse->size);
  assert(sparse->image.count >= 0);
  const double pivot = row->value[position];
  assert(pivot != 0);
  *refactor_out = 0;
  const lx_status status = reserve(sparse);
  if (status != LX_OK)
    return status;
  lx_sparse_find_spike(sparse, position);
  const int32_t tail = find_tail(sparse, position), eta = sparse->eta_count;
  add_line(&sparse->tails, eta, tail, sparse->order, sparse->tail, true);
  add_line(&sparse->spikes, eta, sparse->spike.count, sparse->spike.index, sparse->spike.value, false);
  add_image(sparse, eta, position);
  sparse->eta[sparse->eta_count++] = (lx_eta){pivot, 0};
  sparse->spike.count = sparse->image.count = -1;
  *refactor_out = should_refactor(sparse) || fabs(pivot) < LX_TOL_PIVOT * largest_of(row);
  return LX_OK;
}
