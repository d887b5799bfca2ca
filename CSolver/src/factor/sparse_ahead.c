/* sparse_ahead.c: a build that does not wait for one tier to end before it looks at the next.
 *
 * Where tiers are taken in turn each is reduced by those before it, which leave many columns open and fill them up, and a row that nearly
 * depends on earlier ones is taken with what little is left of it. Mostly as many candidates as there are columns, the first ones, are
 * nearly the basis: all of them make one tier, whose pivots are free to choose, and so again with those that it takes and the next ones, until no
 * column is open. Candidates that turned out to depend on others then enter in the place of later ones (sparse_exchange.c). Where these are
 * many, or take long, the tiers are taken in turn after all. */
#include <string.h>

#include "factor/sparse_internal.h"

/* One row in so many may have to enter. */
#define ROWS_PER_ENTERING 16

/* They may go through so many times as many entries as the border before it stops. */
#define ENTERING_PASSES 4

/* A build leaves this part of the open columns open at most, or there is no other. */
#define LEFT_OPEN 0.5

typedef struct {
  lx_exchange exchange; /* a row's place is its tier */
  lx_tiers tiers;
  int32_t *rejected;  /* candidates of first tiers that the basis has not: as many as may enter, rejected_count of them */
  uint8_t *is_taken;  /* per row of the matrix, stored or unit */
  int32_t rejected_count;
  int32_t most_rejected;
  int64_t kernel_work; /* of the last build */
} ahead;

static lx_status create(ahead *a, int32_t tier_count, const int32_t *tier_starts, const int32_t *candidates) {
  const lx_sparse *sparse = a->exchange.sparse;
  const lx_allocator *allocator = &sparse->allocator;
  const int64_t total = (int64_t)a->exchange.matrix->row_count + sparse->size;
  a->most_rejected = sparse->size / ROWS_PER_ENTERING;
  a->rejected = lx_allocate(allocator, (int64_t)a->most_rejected + 1, sizeof *a->rejected);
  a->is_taken = lx_allocate_zeroed(allocator, total, sizeof *a->is_taken);
  const lx_status status = lx_tiers_create(allocator, sparse->size, tier_count, tier_starts, &a->tiers);
  if (status != LX_OK || a->rejected == NULL || a->is_taken == NULL)
    return LX_ERROR_MEMORY;
  memcpy(a->tiers.starts, tier_starts, sizeof *tier_starts * ((size_t)tier_count + 1));
  memcpy(a->tiers.rows, candidates, sizeof *candidates * (size_t)tier_starts[tier_count]);
  for (int32_t tier = 0; tier < tier_count; tier++)
    for (int32_t k = tier_starts[tier]; k < tier_starts[tier + 1]; k++)
      a->exchange.place_of[candidates[k]] = tier;
  return LX_OK;
}

static void destroy(ahead *a) {
  const lx_allocator *allocator = &a->exchange.sparse->allocator;
  lx_release(allocator, a->rejected);
  lx_release(allocator, a->is_taken);
  lx_tiers_destroy(allocator, &a->tiers);
  lx_exchange_destroy(&a->exchange);
}

/* Makes one tier of as many candidates as there are columns. */
static void merge(ahead *a) {
  const int32_t size = a->exchange.sparse->size, count = a->tiers.count;
  int32_t *starts = a->tiers.starts, merged = 0;
  while (merged < count && starts[merged + 1] <= size)
    merged++;
  if (merged == count) { /* there are no more */
    starts[1] = starts[count];
    a->tiers.count = 1;
    return;
  }
  if (merged == 0)
    return;
  starts[1] = size;
  for (int32_t tier = merged; tier < count; tier++)
    starts[tier - merged + 2] = starts[tier + 1];
  a->tiers.count = 1 + count - merged;
}

/* Notes those of the first tier that the basis of a build has not, and that a row of a later tier may have the position of. */
static void note_rejected(ahead *a) {
  const lx_exchange *x = &a->exchange;
  const int32_t *rows = a->tiers.rows, count = a->tiers.starts[1], latest = x->place_of[rows[count - 1]];
  for (int32_t k = 0; k < x->sparse->rank; k++)
    a->is_taken[x->basis[k]] = 1;
  for (int32_t k = 0; k < count && a->rejected_count <= a->most_rejected; k++)
    if (!a->is_taken[rows[k]] && x->place_of[rows[k]] < latest)
      a->rejected[a->rejected_count++] = rows[k];
  for (int32_t k = 0; k < x->sparse->rank; k++)
    a->is_taken[x->basis[k]] = 0;
}

/* Builds until no column is open. *done_out is false where that gets on slowly, or too many rows would have to enter. */
static lx_status build_all(ahead *a, int64_t work_limit, bool *done_out) {
  lx_exchange *x = &a->exchange;
  int32_t open = x->sparse->size, before;
  *done_out = false;
  do {
    lx_build build = {.matrix = x->matrix, .candidates = a->tiers.rows, .basis = x->basis, .work_limit = work_limit};
    merge(a);
    const lx_status status = lx_sparse_build_once(x->sparse, a->tiers.count, a->tiers.starts, &build);
    if (status != LX_OK)
      return status;
    note_rejected(a);
    a->kernel_work = build.kernel_work;
    if (build.tier == a->tiers.count) {
      *done_out = a->rejected_count <= a->most_rejected;
      return LX_OK;
    }
    lx_sparse_regroup(x->sparse, &build, a->tiers.count, a->tiers.starts, &a->tiers);
    before = open;
    open = x->sparse->size - x->sparse->rank;
  } while (a->rejected_count <= a->most_rejected && open <= LEFT_OPEN * before);
  return LX_OK;
}

/* Lets the rejected rows enter, as long as that goes through no more entries than `limit`, a build's among them. */
static lx_status enter(ahead *a, int64_t limit, bool *done_out) {
  lx_exchange *x = &a->exchange;
  const int64_t before = lx_sparse_touched(x->sparse);
  lx_status status = LX_OK;
  for (int32_t k = 0; k < a->rejected_count && status == LX_OK && *done_out; k++) {
    status = lx_check_stop(x->sparse->stopper);
    if (status == LX_OK)
      status = lx_exchange_enter(x, a->rejected[k]);
    *done_out = lx_sparse_touched(x->sparse) - before + x->builds * a->kernel_work <= limit;
  }
  return status == LX_OK && *done_out ? lx_exchange_finish(x) : status;
}

lx_status lx_sparse_build_ahead(lx_sparse *sparse, const lx_matrix *matrix, int32_t tier_count, const int32_t *tier_starts,
                                const int32_t *candidates, int64_t work_limit, int32_t *basis_out, bool *done_out) {
  ahead a = {0};
  *done_out = false;
  if (tier_count < 2 || tier_starts[tier_count] < sparse->size || tier_starts[1] >= sparse->size)
    return LX_OK;
  lx_status status = lx_exchange_create(sparse, matrix, basis_out, &a.exchange);
  if (status == LX_OK)
    status = create(&a, tier_count, tier_starts, candidates);
  if (status == LX_OK)
    status = build_all(&a, work_limit, done_out);
  if (status == LX_OK && *done_out)
    status = enter(&a, ENTERING_PASSES * (work_limit > a.kernel_work ? work_limit : a.kernel_work), done_out);
  destroy(&a);
  return status;
}
