/* region_store.h: what the simplex found out about cores, kept for others of the same structure.
 *
 * A scene of ten thousand equal cells has ten thousand cores that differ in their constants alone. Cores of one
 * signature form a group, and a group keeps the bases that the simplex ended with: each as an affine map from constants
 * to values, and the sides on which it is the optimum (T. Gal and J. Nedoma, Multiparametric linear programming,
 * Management Science 18, 1972, used as a cache). A core is a product and a check of its rows, and only where no region
 * of its group holds, the simplex's.
 *
 * Only a vertex that is the one optimum makes a region, so what is kept decides how an answer is found and not which.
 * The inverse is computed from the tight rows in their order, so that the same basis gives the same bits however the
 * simplex came to it; and it answers the core it was found for, too.
 *
 * A region that fails knows which other held the last time that the same row made it fail, so that a search follows
 * the way of the simplex from basis to basis, without its arithmetic.
 *
 * Memory is bounded by the size of the program (lx_regions_begin). What is kept survives edits of any kind, since a
 * group knows its structure and not where it came from. Private to this folder. */
#ifndef LX_REGION_STORE_H
#define LX_REGION_STORE_H

#include "regions/signature.h"

/* Largest core that is kept, in variables and rows. At 30 variables making a region costs a quarter of what the simplex
 * does, grows faster, and a cell of that size is seldom like another in all its sides
 * (Benchmarks/results-2026-11-21.md). */
#define LX_KEPT_ORDER 32
#define LX_KEPT_ROWS 128

/* Regions of one group at most; a new one then takes the place of one that has not held for long. */
#define LX_KEPT_REGIONS 256

typedef struct lx_group lx_group;

/* Zeros, but for the allocator, are an empty one. */
struct lx_regions {
  const lx_allocator *allocator;
  lx_arena arena;       /* of groups and regions */
  int64_t limit;        /* bytes that they may take … */
  int64_t bytes;        /* … and do */
  int64_t refused;      /* pieces that had no group since there was no room */
  int64_t first_number; /* of groups[0]; numbers are not used again */
  lx_group **groups;
  int64_t group_capacity;
  int32_t group_count;
  int32_t *table;     /* by hash: place in groups, or -1; open addressing */
  int32_t table_size; /* a power of two */
};

/* Before each solve: how much may be kept for this program, 256 kB and 64 bytes a row. What is kept is forgotten once
 * it has filled that, and has turned away as many pieces as it has groups. */
void lx_regions_begin(lx_regions *regions, const lx_program *program);

/* Forgets everything; its memory remains for what comes. */
void lx_regions_forget(lx_regions *regions);

void lx_regions_destroy(lx_regions *regions);

/* The group of a part, given as a piece; NULL where it is too large, there is no room for another, or what is kept of
 * the group is no help at the time. Writes over session->local. */
lx_status lx_regions_find(lx_session *session, lx_part *part, const lx_piece *piece, int reduced, lx_group **out);

/* Tries the regions of a group for constants of a piece's rows. Where one holds, values and places go into the session.
 * Returns whether one does. */
int lx_regions_recall(lx_session *session, lx_group *group, lx_part *part, const lx_piece *piece,
                      const double *constants);

/* After a recall that was in vain: the optimal vertex that the simplex found becomes a region, if it is the only
 * optimum, and answers the piece. */
lx_status lx_regions_learn(lx_session *session, lx_group *group, lx_part *part, const lx_piece *piece,
                           const lx_core *core, const lx_vertex *vertex);

/* Whether letting any tight row go, up or down, clearly costs something: no other solution is optimal, for any
 * constants that leave the loose rows on their sides. */
int lx_is_only_optimum(const lx_core *core, const lx_vertex *vertex);

#endif
