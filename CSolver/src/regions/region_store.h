/* region_store.h: critical regions found by the simplex, kept for other blocks of the same structure.
 *
 * A scene of ten thousand equal cells has ten thousand blocks that differ in their constants alone. Blocks of one
 * signature form a group, and a group keeps the bases that the simplex ended with, each as a critical region: a block
 * is a product and a check of its rows, and only where no region of its group holds, the simplex's.
 *
 * Only a vertex that is the one optimum makes a region, so what is kept decides how an answer is found and not which.
 * The block that a region was found for is answered by it, too.
 *
 * A region that fails knows which other held the last time that the same row made it fail, so that a search takes the
 * way of the simplex from basis to basis, without its arithmetic.
 *
 * Memory is bounded by the size of the program (lx_regions_begin). What is kept survives edits of any kind, since a
 * group knows its structure and not where it came from. */
#ifndef LX_REGION_STORE_H
#define LX_REGION_STORE_H

#include "regions/signature.h"
#include "simplex/reduced_lp.h"

/* Largest block whose regions are kept, in variables and rows. At 30 variables making a region costs a quarter of what
 * the simplex does, grows faster, and a cell of that size is seldom like another in all its sides
 * (Benchmarks/history/results-2026-11-21.md). */
#define LX_STORE_VARIABLES 32
#define LX_STORE_ROWS 128

/* Regions of one group at most; a new one then replaces one that has not held for long. */
#define LX_STORE_REGIONS 256

typedef struct lx_region_group lx_region_group;

/* Zeros, but for the allocator, are an empty one. */
typedef struct lx_region_store {
  const lx_allocator *allocator;
  lx_arena arena;       /* of groups and regions */
  int64_t limit;        /* bytes that they may take … */
  int64_t bytes;        /* … and do */
  int64_t refused;      /* blocks that had no group since there was no room */
  int64_t first_number; /* of groups[0], less 1; numbers are not used again */
  lx_region_group **groups;
  int64_t group_capacity;
  int32_t group_count;
  int32_t *table;     /* by hash: index in groups, or -1; open addressing */
  int32_t table_size; /* a power of two */
} lx_region_store;

/* What a region gives for one set of constants, by index in the block. */
typedef struct {
  double x[LX_STORE_VARIABLES];
  const int8_t *statuses; /* rows + variables, an lx_basis_status; the store's, until the next insertion */
} lx_region_answer;

/* Before each solve of a program of so many rows: how much may be kept for it, 256 kB and 64 bytes a row. Everything is
 * dropped once that is full and as many blocks have been turned away as there are groups. */
void lx_regions_begin(lx_region_store *store, int64_t rows);

/* Drops everything; the memory remains for what comes. */
void lx_regions_clear(lx_region_store *store);

void lx_regions_destroy(lx_region_store *store);

/* Whether regions of blocks of this size are kept. */
static inline int lx_regions_fit(int32_t variables, int32_t rows) {
  return variables <= LX_STORE_VARIABLES && rows <= LX_STORE_ROWS;
}

/* Whether the group of a number that lx_regions_find gave is still there; not for 0. */
static inline int lx_regions_has(const lx_region_store *store, int64_t number) { return number > store->first_number; }

/* Finds the group of a structure, or makes it; *number_out is 0 where there is no room for another. */
lx_status lx_regions_find(lx_region_store *store, const lx_signature *signature, int64_t *number_out);

/* The group of a number that is there, for one block; NULL while its regions are no help. */
lx_region_group *lx_regions_group(lx_region_store *store, int64_t number);

/* Looks for a region that holds for the constants of a block's rows. *region_io: which region answered this block the
 * last time, plus 1, or 0. Returns whether one holds; only then is the answer written. */
int lx_regions_look_up(lx_region_group *group, int32_t *region_io, const double *constants, lx_region_answer *out);

/* After a look-up that found none: the optimal vertex that the simplex found becomes a region, if it is the only
 * optimum. *answers_out: whether the region holds for its own block, to the last bit of its checks; the answer is then
 * to be used in place of the vertex, so that it does not depend on who was first. */
lx_status lx_regions_insert(lx_region_store *store, lx_region_group *group, int32_t *region_io, const lx_reduced_lp *lp,
                            const lx_vertex *vertex, lx_region_answer *out, int *answers_out);

#endif
