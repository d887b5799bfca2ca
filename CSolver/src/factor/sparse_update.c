/* sparse_update.c: one row of the basis for another, as a factor of a product.
 *
 * With v the BTRAN of the new row a, a = sum_q v_q B_q, the new basis is E B with E the identity but for row p, which is
 * v. So B'^-1 = B^-1 E^-1: FTRAN starts with the etas, newest first, BTRAN ends with them, oldest first. An eta of
 * BTRAN is skipped when the vector has nothing at its position.
 *
 * Reference: Dantzig and Orchard-Hays, "The product form for the inverse in the simplex method" (1954). */
#include <assert.h>
#include <math.h>

#include "base/tolerances.h"
#include "factor/sparse_internal.h"

/* Of the work since the build that goes through etas, the part a build may cost. A build walks through its entries
 * about this many times (reading, sorting by columns, eliminating, packing twice), an eta is walked through in each of
 * the two solves of an iteration. */
#define BUILD_PASSES 8
#define ETA_PASSES 2

static lx_status reserve(lx_sparse *sparse, int64_t entries) {
  const lx_allocator *allocator = &sparse->allocator;
  const int64_t count = (int64_t)sparse->eta_count + 1;
  void *starts = sparse->etas.starts;
  void *position = sparse->eta_position;
  void *pivot = sparse->eta_pivot;
  lx_status status = lx_lines_reserve(allocator, &sparse->etas, sparse->etas.starts[sparse->eta_count] + entries);
  if (status == LX_OK) {
    status = lx_reserve(allocator, &starts, &sparse->eta_starts_capacity, count + 1, sizeof *sparse->etas.starts);
  }
  if (status == LX_OK) {
    status = lx_reserve(allocator, &position, &sparse->eta_position_capacity, count, sizeof *sparse->eta_position);
  }
  if (status == LX_OK) {
    status = lx_reserve(allocator, &pivot, &sparse->eta_pivot_capacity, count, sizeof *sparse->eta_pivot);
  }
  sparse->etas.starts = starts;
  sparse->eta_position = position;
  sparse->eta_pivot = pivot;
  return status;
}

/* Whether the etas have cost what a build costs. Between two builds the cost per update is least about when the sum of
 * what the etas added reaches the cost of the build (basiclu's rule). Counts entries, never time. */
static bool should_refactor(const lx_sparse *sparse) {
  const int64_t build = sparse->size + sparse->lower_rows.starts[sparse->size] + sparse->upper_rows.starts[sparse->size];
  return sparse->eta_count >= LX_UPDATE_LIMIT || ETA_PASSES * sparse->eta_work > BUILD_PASSES * build;
}

lx_status lx_sparse_update(lx_sparse *sparse, int32_t position, const lx_vector *row, int32_t *refactor_out) {
  assert(sparse->rank == sparse->size);
  assert(row->value[position] != 0);
  *refactor_out = 0;
  const lx_status status = reserve(sparse, row->count);
  if (status != LX_OK)
    return status;
  double largest = 0;
  for (int32_t t = 0; t < row->count; t++) largest = fmax(largest, fabs(row->value[row->index[t]]));
  int64_t place = sparse->etas.starts[sparse->eta_count];
  for (int32_t t = 0; t < row->count; t++) {
    const int32_t other = row->index[t];
    if (other == position || fabs(row->value[other]) <= LX_TOL_DROP * largest)
      continue;
    sparse->etas.index[place] = other;
    sparse->etas.value[place++] = row->value[other];
  }
  sparse->eta_position[sparse->eta_count] = position;
  sparse->eta_pivot[sparse->eta_count] = row->value[position];
  sparse->etas.starts[++sparse->eta_count] = place;
  sparse->eta_work += place;
  *refactor_out = should_refactor(sparse) || fabs(row->value[position]) < LX_TOL_PIVOT * largest;
  return LX_OK;
}
