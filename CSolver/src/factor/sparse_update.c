/* sparse_update.c: one row of the basis for another, as a factor of a product.
 *
 * With v the BTRAN of the new row a, a = sum_q v_q B_q, the new basis is E B with E the identity but for row p, which
 * is v. So B'^-1 = B^-1 E^-1: FTRAN starts with the etas, newest first, BTRAN ends with them, oldest first
 * (sparse_etas.c).
 *
 * Reference: Dantzig and Orchard-Hays, "The product form for the inverse in the simplex method" (1954). */
#include <assert.h>
#include <math.h>

#include "base/tolerances.h"
#include "factor/sparse_internal.h"

/* What an entry costs in a build, in entries of etas: it is read, sorted by columns, eliminated and packed by rows and by
 * columns, and values, distances and duals are computed anew after it. Measured on coupled programs
 * (Benchmarks/history). */
#define BUILD_PASSES 32

/* One update more than LX_UPDATE_LIMIT for each this many rows, up to MOST_LIMITS times it: a build of a large
 * basis costs more, and the errors of updates that do not meet do not add up. */
#define ROWS_PER_UPDATE 5
#define MOST_LIMITS 40

static lx_status reserve(lx_sparse *sparse, int64_t entries) {
  const lx_allocator *allocator = &sparse->allocator;
  const int64_t count = (int64_t)sparse->eta_count + 1;
  const int64_t last = sparse->etas.starts[sparse->eta_count] + entries;
  void *starts = sparse->etas.starts;
  void *eta = sparse->eta;
  void *link = sparse->link;
  void *waiting = sparse->waiting;
  const int64_t words = sparse->waiting_capacity;
  lx_status status = lx_lines_reserve(allocator, &sparse->etas, last);
  if (status == LX_OK)
    status = lx_reserve(allocator, &starts, &sparse->eta_starts_capacity, count + 1, sizeof *sparse->etas.starts);
  if (status == LX_OK)
    status = lx_reserve(allocator, &eta, &sparse->eta_capacity, count, sizeof *sparse->eta);
  if (status == LX_OK)
    status = lx_reserve(allocator, &link, &sparse->link_capacity, last, sizeof *sparse->link);
  if (status == LX_OK)
    status = lx_reserve(allocator, &waiting, &sparse->waiting_capacity, (count + 63) / 64, sizeof *sparse->waiting);
  sparse->waiting = waiting;
  for (int64_t w = words; w < sparse->waiting_capacity; w++)
    sparse->waiting[w] = 0;
  sparse->etas.starts = starts;
  sparse->eta = eta;
  sparse->link = link;
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

lx_status lx_sparse_update(lx_sparse *sparse, int32_t position, const lx_vector *row, int32_t *refactor_out) {
  assert(sparse->rank == sparse->size);
  assert(row->value[position] != 0);
  *refactor_out = 0;
  const lx_status status = reserve(sparse, row->count);
  if (status != LX_OK)
    return status;
  double largest = 0;
  for (int32_t t = 0; t < row->count; t++)
    largest = fmax(largest, fabs(row->value[row->index[t]]));
  int64_t entry = sparse->etas.starts[sparse->eta_count];
  for (int32_t t = 0; t < row->count; t++) {
    const int32_t other = row->index[t];
    if (other == position || fabs(row->value[other]) <= LX_TOL_DROP * largest)
      continue;
    sparse->etas.index[entry] = other;
    sparse->etas.value[entry] = row->value[other];
    sparse->link[entry] = (lx_eta_link){sparse->eta_count, sparse->newest_link[other]};
    sparse->newest_link[other] = (int32_t)entry++;
  }
  sparse->eta[sparse->eta_count] = (lx_eta){position, sparse->newest_eta[position], row->value[position], 0};
  sparse->newest_eta[position] = sparse->eta_count;
  sparse->etas.starts[++sparse->eta_count] = entry;
  *refactor_out = should_refactor(sparse) || fabs(row->value[position]) < LX_TOL_PIVOT * largest;
  return LX_OK;
}
