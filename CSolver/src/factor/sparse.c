/* sparse.c: life of a sparse factorization, and its build as a pipeline of steps. See sparse.h. */
#include "factor/sparse.h"

#include <assert.h>
#include <string.h>

#include "base/tolerances.h"
#include "factor/sparse_internal.h"

/* Entries that the border goes through, for each of the matrix and each column, before what it has taken is built anew. Of 2, 4, 8, 16
 * and 32 all are as good on networks of 6,400 and 25,600 arcs (Benchmarks/history). */
#define REGROUP_PASSES 8

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
  lx_lines_destroy(&allocator, &sparse->etas);
  lx_release(&allocator, sparse->eta);
  lx_release(&allocator, sparse->link);
  lx_release(&allocator, sparse->newest_link);
  lx_release(&allocator, sparse->newest_eta);
  lx_release(&allocator, sparse->waiting);
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
  sparse->newest_link = lx_allocate(allocator, size, sizeof *sparse->newest_link);
  sparse->newest_eta = lx_allocate(allocator, size, sizeof *sparse->newest_eta);
  sparse->work = lx_allocate_zeroed(allocator, size, sizeof *sparse->work);
  sparse->order = lx_allocate(allocator, size, sizeof *sparse->order);
  sparse->stack = lx_allocate(allocator, size, sizeof *sparse->stack);
  sparse->next = lx_allocate(allocator, size, sizeof *sparse->next);
  sparse->mark = lx_allocate_zeroed(allocator, size, sizeof *sparse->mark);
  bool has_arrays = sparse->column_of && sparse->stage_of && sparse->pivot && sparse->newest_link &&
                    sparse->newest_eta && sparse->work && sparse->order && sparse->stack && sparse->next && sparse->mark;
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
    status = lx_lines_create(allocator, LX_UPDATE_LIMIT, &sparse->etas);
  sparse->eta_starts_capacity = LX_UPDATE_LIMIT + 1;
  if (status == LX_OK) {
    *out = sparse;
  } else {
    lx_sparse_destroy(sparse);
  }
  return status;
}

int64_t lx_sparse_touched(const lx_sparse *sparse) { return sparse->touched + sparse->eta_work; }

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
    sparse->stage_of[j] = sparse->newest_link[j] = sparse->newest_eta[j] = -1;
  sparse->upper_rows.starts[0] = 0;
  sparse->etas.starts[0] = 0;
  sparse->eta_count = 0;
  sparse->touched += sparse->eta_work;
  sparse->eta_work = 0;
  sparse->singletons = 0;
  sparse->kernel = 0;
}

/* One build. build->tier stays below tier_count where the border stopped before its end. */
static lx_status build_once(lx_sparse *sparse, int32_t tier_count, const int32_t *tier_starts, lx_build *build) {
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

/* Tiers of which the first is the rows taken so far, and the others what has not been tried. The arrays may be those of the tiers
 * before. Returns how many tiers there are. */
static int32_t regroup(const lx_sparse *sparse, const lx_build *build, int32_t tier_count, const int32_t *tier_starts,
                       int32_t *candidates, int32_t *starts) {
  const int32_t rest = tier_starts[tier_count] - build->next, shift = sparse->rank - build->next;
  memmove(candidates + sparse->rank, build->candidates + build->next, sizeof *candidates * (size_t)rest);
  memcpy(candidates, build->basis, sizeof *candidates * (size_t)sparse->rank);
  starts[0] = 0;
  starts[1] = sparse->rank;
  int32_t count = 1;
  for (int32_t tier = build->tier; tier < tier_count; tier++)
    starts[++count] = tier_starts[tier + 1] + shift;
  return count;
}

/* Rows taken one by one fill in what a factorization of them all at once would not: the cycles of a network, for one. So where the
 * border has gone through many entries, what it has taken becomes the first tier of another build, and it goes on from
 * there; later and later, where that does not bring it at least twice as far. */
lx_status lx_sparse_build_tiers(lx_sparse *sparse, const lx_matrix *matrix, int32_t tier_count,
                                const int32_t *tier_starts, const int32_t *candidates, int32_t *basis_out) {
  assert(matrix->column_count == sparse->size);
  const lx_allocator *allocator = &sparse->allocator;
  int32_t *regrouped = NULL, *regrouped_starts = NULL;
  int64_t work_limit = REGROUP_PASSES * ((int64_t)sparse->size + matrix->starts[matrix->row_count]);
  int32_t tried = 0;
  lx_status status = LX_OK;
  for (;;) {
    lx_build build = {.matrix = matrix, .candidates = candidates, .basis = basis_out, .work_limit = work_limit};
    status = build_once(sparse, tier_count, tier_starts, &build);
    if (status != LX_OK || build.tier == tier_count)
      break;
    if (regrouped == NULL) {
      regrouped = lx_allocate(allocator, (int64_t)tier_starts[tier_count] + sparse->size, sizeof *regrouped);
      regrouped_starts = lx_allocate(allocator, (int64_t)tier_count + 1, sizeof *regrouped_starts);
      status = regrouped != NULL && regrouped_starts != NULL ? LX_OK : LX_ERROR_MEMORY;
      if (status != LX_OK)
        break;
    }
    tier_count = regroup(sparse, &build, tier_count, tier_starts, regrouped, regrouped_starts);
    candidates = regrouped;
    tier_starts = regrouped_starts;
    if (build.tried <= 2 * tried)
      work_limit *= 2;
    tried = build.tried;
  }
  lx_release(allocator, regrouped);
  lx_release(allocator, regrouped_starts);
  if (status != LX_OK)
    reset(sparse);
  return status;
}

lx_status lx_sparse_build(lx_sparse *sparse, const lx_matrix *matrix, int32_t tier_count, const int32_t *tier_starts,
                          const int32_t *candidates, int32_t *basis_out) {
  return lx_sparse_has_wide(matrix, tier_count, tier_starts, candidates)
             ? lx_sparse_build_wide(sparse, matrix, tier_count, tier_starts, candidates, basis_out)
             : lx_sparse_build_tiers(sparse, matrix, tier_count, tier_starts, candidates, basis_out);
}

lx_sparse_size lx_sparse_measure(const lx_sparse *sparse) {
  const bool is_built = sparse->rank == sparse->size;
  return (lx_sparse_size){
      .lower_entries = is_built ? sparse->lower_rows.starts[sparse->size] : 0,
      .upper_entries = is_built ? sparse->upper_rows.starts[sparse->size] : 0,
      .eta_entries = sparse->etas.starts[sparse->eta_count],
      .singletons = sparse->singletons,
      .kernel = sparse->kernel,
      .updates = sparse->eta_count,
  };
}
