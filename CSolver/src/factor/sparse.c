/* sparse.c: life of a sparse factorization, and its build as a pipeline of steps. See sparse.h. */
#include "factor/sparse.h"

#include <assert.h>
#include <string.h>

#include "base/tolerances.h"
#include "factor/sparse_internal.h"

/* Entries that the border goes through, for each of the matrix and each column, before what it has taken is built anew. Of 2, 4, 8, 16
 * and 32 all are as good on networks of 6,400 and 25,600 arcs (Benchmarks/history). */
#define REGROUP_PASSES 8

/* A build ahead of the tiers is tried again where so many times as many are gone through. */
#define AHEAD_AGAIN 8

static lx_status eta_lines_create(const lx_allocator *allocator, int32_t size, lx_eta_lines *out) {
  out->first = lx_allocate(allocator, size, sizeof *out->first);
  out->last = lx_allocate(allocator, size, sizeof *out->last);
  return out->first != NULL && out->last != NULL ? lx_lines_create(allocator, 0, &out->lines) : LX_ERROR_MEMORY;
}

static void eta_lines_destroy(const lx_allocator *allocator, lx_eta_lines *lines) {
  lx_lines_destroy(allocator, &lines->lines);
  lx_release(allocator, lines->link);
  lx_release(allocator, lines->first);
  lx_release(allocator, lines->last);
}

static lx_status packed_create(const lx_allocator *allocator, int32_t size, lx_packed *out) {
  out->index = lx_allocate(allocator, size, sizeof *out->index);
  out->value = lx_allocate(allocator, size, sizeof *out->value);
  return out->index != NULL && out->value != NULL ? LX_OK : LX_ERROR_MEMORY;
}

static void packed_destroy(const lx_allocator *allocator, lx_packed *packed) {
  lx_release(allocator, packed->index);
  lx_release(allocator, packed->value);
}

void lx_sparse_destroy(lx_sparse *sparse) {
  if (sparse == NULL)
    return;
  const lx_allocator allocator = sparse->allocator;
  lx_release(&allocator, sparse->column_of);
  lx_release(&allocator, sparse->stage_of);
  lx_release(&allocator, sparse->pivot);
  lx_lines_destroy(&allocator, &sparse->upper_rows);
  lx_lines_destroy(&allocator, &sparse->upper_columns);
  lx_lines_destroy(&allocator, &sparse->lower_rows);
  lx_lines_destroy(&allocator, &sparse->lower_columns);
  for (int32_t t = 0; t < LX_TRIANGLES; t++)
    lx_release(&allocator, sparse->busy[t]);
  eta_lines_destroy(&allocator, &sparse->spikes);
  eta_lines_destroy(&allocator, &sparse->tails);
  lx_lines_destroy(&allocator, &sparse->images);
  lx_release(&allocator, sparse->image_of);
  packed_destroy(&allocator, &sparse->spike);
  packed_destroy(&allocator, &sparse->image);
  lx_release(&allocator, sparse->eta);
  lx_release(&allocator, sparse->waiting);
  lx_release(&allocator, sparse->tail);
  lx_release(&allocator, sparse->work);
  lx_release(&allocator, sparse->order);
  lx_release(&allocator, sparse->stack);
  lx_release(&allocator, sparse->next);
  lx_release(&allocator, sparse->mark);
  lx_release(&allocator, sparse);
}

lx_status lx_sparse_create(const lx_allocator *allocator, int32_t size, lx_sparse **out) {
  *out = NULL;
  lx_sparse *sparse = lx_allocate_zeroed(allocator, 1, sizeof *sparse);
  if (sparse == NULL)
    return LX_ERROR_MEMORY;
  sparse->allocator = *allocator;
  sparse->size = size;
  sparse->dependence = LX_TOL_DEPENDENT;
  sparse->column_of = lx_allocate(allocator, size, sizeof *sparse->column_of);
  sparse->stage_of = lx_allocate(allocator, size, sizeof *sparse->stage_of);
  sparse->pivot = lx_allocate(allocator, size, sizeof *sparse->pivot);
  sparse->image_of = lx_allocate(allocator, size, sizeof *sparse->image_of);
  sparse->tail = lx_allocate(allocator, size, sizeof *sparse->tail);
  sparse->work = lx_allocate_zeroed(allocator, size, sizeof *sparse->work);
  sparse->order = lx_allocate(allocator, size, sizeof *sparse->order);
  sparse->stack = lx_allocate(allocator, size, sizeof *sparse->stack);
  sparse->next = lx_allocate(allocator, size, sizeof *sparse->next);
  sparse->mark = lx_allocate_zeroed(allocator, size, sizeof *sparse->mark);
  bool has_arrays = sparse->column_of && sparse->stage_of && sparse->pivot && sparse->image_of && sparse->tail && sparse->work && sparse->order && sparse->stack && sparse->next && sparse->mark;
  for (int32_t t = 0; t < LX_TRIANGLES; t++) {
    sparse->busy[t] = lx_allocate(allocator, size, sizeof *sparse->busy[t]);
    has_arrays = has_arrays && sparse->busy[t] != NULL;
  }
  lx_status status = has_arrays ? LX_OK : LX_ERROR_MEMORY;
  if (status == LX_OK)
    status = lx_lines_create(allocator, size, &sparse->upper_rows);
  if (status == LX_OK)
    status = lx_lines_create(allocator, size, &sparse->upper_columns);
  if (status == LX_OK)
    status = lx_lines_create(allocator, size, &sparse->lower_rows);
  if (status == LX_OK)
    status = lx_lines_create(allocator, size, &sparse->lower_columns);
  if (status == LX_OK)
    status = eta_lines_create(allocator, size, &sparse->spikes);
  if (status == LX_OK)
    status = eta_lines_create(allocator, size, &sparse->tails);
  if (status == LX_OK)
    status = lx_lines_create(allocator, 0, &sparse->images);
  if (status == LX_OK)
    status = packed_create(allocator, size, &sparse->spike);
  if (status == LX_OK)
    status = packed_create(allocator, size, &sparse->image);
  if (status == LX_OK) {
    *out = sparse;
  } else {
    lx_sparse_destroy(sparse);
  }
  return status;
}

int64_t lx_sparse_touched(const lx_sparse *sparse) { return sparse->touched + sparse->eta_work; }

int64_t lx_sparse_built(const lx_sparse *sparse) { return sparse->built; }

void lx_sparse_set_stopper(lx_sparse *sparse, const lx_stopper *stopper) { sparse->stopper = stopper; }

void lx_sparse_set_dependence(lx_sparse *sparse, double tolerance) { sparse->dependence = tolerance; }

static lx_status build_create(const lx_sparse *sparse, lx_build *build) {
  const lx_allocator *allocator = &sparse->allocator;
  const int32_t rows = build->row_count;
  const int32_t size = sparse->size;
  build->row_stage = lx_allocate(allocator, rows, sizeof *build->row_stage);
  build->row_length = lx_allocate(allocator, rows, sizeof *build->row_length);
  build->row_scale = lx_allocate(allocator, rows, sizeof *build->row_scale);
  build->row_largest = lx_allocate(allocator, rows, sizeof *build->row_largest);
  build->column_length = lx_allocate_zeroed(allocator, size, sizeof *build->column_length);
  build->queue = lx_allocate(allocator, rows > size ? rows : size, sizeof *build->queue);
  build->deferred = lx_allocate(allocator, rows, sizeof *build->deferred);
  const bool has_arrays = build->row_stage && build->row_length && build->row_scale && build->row_largest &&
                          build->column_length && build->queue && build->deferred;
  lx_status status = has_arrays ? LX_OK : LX_ERROR_MEMORY;
  if (status == LX_OK)
    status = lx_lines_create(allocator, size, &build->columns);
  if (status == LX_OK)
    status = lx_lines_create(allocator, size, &build->early);
  if (status == LX_OK)
    status = lx_lines_create(allocator, size, &build->late);
  return status;
}

static void build_destroy(const lx_sparse *sparse, lx_build *build) {
  const lx_allocator *allocator = &sparse->allocator;
  lx_release(allocator, build->row_stage);
  lx_release(allocator, build->row_length);
  lx_release(allocator, build->row_scale);
  lx_release(allocator, build->row_largest);
  lx_release(allocator, build->column_length);
  lx_release(allocator, build->queue);
  lx_release(allocator, build->deferred);
  lx_lines_destroy(allocator, &build->columns);
  lx_lines_destroy(allocator, &build->early);
  lx_lines_destroy(allocator, &build->late);
}

/* Forgets the last basis. */
static void reset(lx_sparse *sparse) {
  sparse->rank = 0;
  for (int32_t j = 0; j < sparse->size; j++)
    sparse->stage_of[j] = sparse->image_of[j] = sparse->spikes.first[j] = sparse->tails.first[j] = -1;
  sparse->upper_rows.starts[0] = 0;
  sparse->spike.count = sparse->image.count = -1;
  sparse->eta_count = 0;
  sparse->touched += sparse->eta_work;
  sparse->eta_work = 0;
  sparse->singletons = 0;
  sparse->kernel = 0;
}

lx_status lx_sparse_build_once(lx_sparse *sparse, int32_t tier_count, const int32_t *tier_starts, lx_build *build) {
  build->row_count = tier_count > 0 ? tier_starts[1] : 0;
  reset(sparse);
  lx_status status = build_create(sparse, build);
  if (status == LX_OK)
    status = lx_sparse_singletons(sparse, build);
  if (status == LX_OK)
    status = lx_sparse_markowitz(sparse, build);
  if (status == LX_OK)
    status = lx_sparse_border(sparse, build, tier_count, tier_starts);
  if (status == LX_OK && build->tier == tier_count)
    status = lx_sparse_pack(sparse, build);
  build_destroy(sparse, build);
  return status;
}

lx_status lx_tiers_create(const lx_allocator *allocator, int32_t size, int32_t tier_count, const int32_t *tier_starts, lx_tiers *tiers) {
  const int64_t count = tier_starts[tier_count];
  *tiers = (lx_tiers){.count = tier_count};
  tiers->starts = lx_allocate(allocator, (int64_t)tier_count + 1, sizeof *tiers->starts);
  tiers->rows = lx_allocate(allocator, count + size, sizeof *tiers->rows);
  return tiers->starts != NULL && tiers->rows != NULL ? LX_OK : LX_ERROR_MEMORY;
}

void lx_tiers_destroy(const lx_allocator *allocator, lx_tiers *tiers) {
  lx_release(allocator, tiers->starts);
  lx_release(allocator, tiers->rows);
}

void lx_sparse_regroup(const lx_sparse *sparse, const lx_build *build, int32_t tier_count, const int32_t *tier_starts, lx_tiers *out) {
  const int32_t rest = tier_starts[tier_count] - build->next, shift = sparse->rank - build->next;
  memmove(out->rows + sparse->rank, build->candidates + build->next, sizeof *out->rows * (size_t)rest);
  memcpy(out->rows, build->basis, sizeof *out->rows * (size_t)sparse->rank);
  out->starts[0] = 0;
  out->starts[1] = sparse->rank;
  out->count = 1;
  for (int32_t tier = build->tier; tier < tier_count; tier++)
    out->starts[++out->count] = tier_starts[tier + 1] + shift;
}

/* Rows taken one by one fill in what a factorization of them all at once would not: the cycles of a network, for one. So it is tried ahead
 * of the tiers, now and then, and where the border has gone through many entries, what it has taken becomes the first tier of another build, and
 * it goes on from there; later and later, where that does not bring it at least twice as far. */
lx_status lx_sparse_build_tiers(lx_sparse *sparse, const lx_matrix *matrix, int32_t tier_count,
                                const int32_t *tier_starts, const int32_t *candidates, int32_t *basis_out) {
  assert(matrix->column_count == sparse->size);
  const lx_allocator *allocator = &sparse->allocator;
  int64_t work_limit = REGROUP_PASSES * ((int64_t)sparse->size + matrix->starts[matrix->row_count]), ahead = work_limit;
  lx_tiers tiers = {0};
  int32_t tried = 0;
  lx_status status = LX_OK;
  for (;;) {
    bool done = false;
    if (work_limit >= ahead) {
      status = lx_sparse_build_ahead(sparse, matrix, tier_count, tier_starts, candidates, work_limit, basis_out, &done);
      ahead = AHEAD_AGAIN * work_limit;
    }
    if (status != LX_OK || done)
      break;
    lx_build build = {.matrix = matrix, .candidates = candidates, .basis = basis_out, .work_limit = work_limit};
    status = lx_sparse_build_once(sparse, tier_count, tier_starts, &build);
    if (status != LX_OK || build.tier == tier_count)
      break;
    if (tiers.rows == NULL)
      status = lx_tiers_create(allocator, sparse->size, tier_count, tier_starts, &tiers);
    if (status != LX_OK)
      break;
    lx_sparse_regroup(sparse, &build, tier_count, tier_starts, &tiers);
    tier_count = tiers.count;
    tier_starts = tiers.starts;
    candidates = tiers.rows;
    if (build.tried <= 2 * tried)
      work_limit *= 2;
    tried = build.tried;
  }
  lx_tiers_destroy(allocator, &tiers);
  if (status != LX_OK)
    reset(sparse);
  return status;
}

lx_status lx_sparse_build(lx_sparse *sparse, const lx_matrix *matrix, int32_t tier_count, const int32_t *tier_starts,
                          const int32_t *candidates, int32_t *basis_out) {
  const int64_t touched = lx_sparse_touched(sparse);
  const lx_status status = lx_sparse_has_wide(matrix, tier_count, tier_starts, candidates)
                               ? lx_sparse_build_wide(sparse, matrix, tier_count, tier_starts, candidates, basis_out)
                               : lx_sparse_build_tiers(sparse, matrix, tier_count, tier_starts, candidates, basis_out);
  sparse->touched = touched - sparse->eta_work; /* solves of a build are part of it */
  return status;
}

lx_sparse_size lx_sparse_measure(const lx_sparse *sparse) {
  const bool is_built = sparse->rank == sparse->size;
  return (lx_sparse_size){
      .lower_entries = is_built ? sparse->lower_rows.starts[sparse->size] : 0,
      .upper_entries = is_built ? sparse->upper_rows.starts[sparse->size] : 0,
      .eta_entries = sparse->spikes.lines.starts[sparse->eta_count] + sparse->tails.lines.starts[sparse->eta_count],
      .singletons = sparse->singletons,
      .kernel = sparse->kernel,
      .updates = sparse->eta_count,
  };
}
