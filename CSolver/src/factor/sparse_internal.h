/* sparse_internal.h: what the steps of the sparse factorization share. Only the sparse_*.c files include this.
 *
 * Pivots are numbered in the order they are taken: pivot k is at stage k, and the position of its row in the basis is k
 * as well, so L is lower triangular as it stands and only columns need a permutation. Row k of the basis is
 *     sum_{j < k} L_kj U_j + U_k,
 * U_k holding the pivot and entries in columns that had no pivot at stage k. */
#ifndef LX_SPARSE_INTERNAL_H
#define LX_SPARSE_INTERNAL_H

#include <stdbool.h>

#include "base/memory.h"
#include "factor/sparse.h"

/* An entry that an elimination leaves below this part of the largest number its row has seen is a cancellation: 1 - 1
 * in numbers that went through some forty roundings. Layout coefficients are mostly 1 and -1 and cancel to exact zeros,
 * which must become structural ones. */
#define LX_CANCELLED 1e-14

/* Lines of entries, filled from the first line on. Line i has starts[i] ..< starts[i + 1]. */
typedef struct {
  int64_t *starts; /* lines + 1 */
  int32_t *index;  /* index_capacity, used: starts of the last filled line */
  double *value;   /* value_capacity */
  int64_t starts_capacity;
  int64_t index_capacity;
  int64_t value_capacity;
} lx_lines;

/* An update. */
typedef struct {
  double pivot;
  double sum; /* of its line times a vector; 0 between solves */
} lx_eta;

/* An entry's way to the next at its position. */
typedef struct {
  int32_t eta;  /* the one it belongs to */
  int32_t next; /* entry, or -1 */
} lx_eta_link;

/* A line for each update. */
typedef struct {
  lx_lines lines;
  lx_eta_link *link; /* link_capacity, per entry */
  int64_t link_capacity;
  int32_t *first; /* size, per position: the entry that comes first there in a solve, or -1 … */
  int32_t *last;  /* … and last */
} lx_eta_lines;

/* A vector without its zeros. */
typedef struct {
  int32_t count;  /* -1: none */
  int32_t *index; /* size */
  double *value;  /* size */
} lx_packed;

/* The triangles that solves go through, in the order of FTRAN, then BTRAN. */
enum { LX_LOWER_COLUMNS, LX_UPPER_COLUMNS, LX_UPPER_ROWS, LX_LOWER_ROWS, LX_TRIANGLES };

struct lx_sparse {
  lx_allocator allocator;
  int32_t size;
  const lx_stopper *stopper; /* or NULL */
  double dependence; /* what is left of a row that depends on others, relative to the largest number it has seen */
  int32_t rank; /* pivots taken so far in a build; size after one that succeeded, else solves are not allowed */

  int32_t *column_of; /* size, per stage */
  int32_t *stage_of;  /* size, per column; -1 without pivot */
  double *pivot;      /* size, per stage */
  lx_lines upper_rows;    /* per stage; during a build the index is a column, after it a stage */
  lx_lines upper_columns; /* per stage */
  lx_lines lower_rows;    /* per stage */
  lx_lines lower_columns; /* per stage */

  lx_eta_lines spikes;  /* per update (sparse_update.c) … */
  lx_eta_lines tails;   /* … likewise … */
  lx_lines images;      /* … and that of its row */
  int32_t *image_of;    /* size, per position: the update that has put its row there, or -1 */
  lx_eta *eta;          /* eta_capacity, used eta_count */
  uint64_t *waiting;    /* a bit per eta: a solve will come to it; 0 between calls */
  int64_t eta_capacity;
  int64_t waiting_capacity;
  lx_packed spike;      /* of a position, since the last update */
  int32_t spike_position;
  lx_packed image;      /* of the last row whose BTRAN an update may need */
  int32_t eta_count;
  int64_t eta_work; /* entries of etas that solves went through since the build */
  int64_t touched;  /* entries that solves went through, but for those in eta_work */
  int64_t built;    /* entries that builds went through */
  int32_t *busy[LX_TRIANGLES];      /* size: stages, ascending, whose line has entries or whose pivot is not 1; */
  int32_t busy_count[LX_TRIANGLES]; /* all others leave every vector as it is */
  double density[LX_TRIANGLES];     /* of solves of late */

  int32_t singletons;
  int32_t kernel;

  /* Workspace, all size long. Between calls mark and work are zero. */
  double *work;
  double *tail;
  int32_t *order;
  int32_t *stack;
  int64_t *next;
  uint8_t *mark;
};

/* States of a row of tier 0 that is not a pivot; a pivot row has its stage. */
enum { LX_ROW_ACTIVE = -1, LX_ROW_REJECTED = -2, LX_ROW_DEFERRED = -3 };

/* What lives as long as one build. Rows of tier 0 are named by their index in it, 0 ..< row_count. */
typedef struct {
  const lx_matrix *matrix;
  const int32_t *candidates; /* tier_starts[tier_count] */
  int32_t *basis;            /* size of the factor: the row of each stage */
  int32_t row_count;

  int32_t *row_stage;  /* row_count: a stage or a state */
  int32_t *row_length; /* row_count: entries in active columns */
  double *row_scale;   /* row_count: largest number seen in the row since it was read */
  double *row_largest; /* row_count: largest entry in active columns, once the row singletons are out */
  int32_t *column_length; /* size: entries in active rows, once the row singletons are out */
  lx_lines columns;    /* tier 0 by columns */

  lx_lines early; /* L by columns for the stages of singletons and kernel; the index is a row of tier 0 */
  lx_lines late;  /* L by rows for the stages of the border, line 0 being stage late_first; the index is a stage */
  int32_t late_first;
  int32_t *queue; /* the larger of row_count and size */

  int32_t *deferred; /* row_count: rows of tier 0 that the border shall take, deferred_count of them */
  int32_t deferred_count;

  int64_t kernel_work; /* entries that the Markowitz elimination has gone through */
  int64_t work_limit;  /* entries that the border goes through before it stops, if they are more than those … */
  int32_t tier;       /* … in this tier; tier_count where it did not … */
  int32_t next;       /* … before this of the candidates … */
  int32_t tried;      /* … after so many */
} lx_build;

/* sparse_lines.c */
lx_status lx_lines_create(const lx_allocator *allocator, int64_t lines, lx_lines *out);
void lx_lines_destroy(const lx_allocator *allocator, lx_lines *lines);
/* Makes room for `entries` entries in all. */
lx_status lx_lines_reserve(const lx_allocator *allocator, lx_lines *lines, int64_t entries);
/* The same for a line more, after `lines` of them. */
lx_status lx_lines_reserve_line(const lx_allocator *allocator, lx_lines *lines, int64_t count, int64_t entries);
/* Turns `from` into lines by index; both have `count` lines. Linear. Within a line the index ascends. */
lx_status lx_lines_transpose(const lx_allocator *allocator, const lx_lines *from, int32_t count, lx_lines *to);

/* Takes `row` as the pivot of the next stage in `column`. Its U line must end at upper_rows.starts[rank + 1]. */
static inline void lx_sparse_take(lx_sparse *sparse, lx_build *build, int32_t row, int32_t column, double pivot) {
  const int32_t stage = sparse->rank++;
  sparse->column_of[stage] = column;
  sparse->stage_of[column] = stage;
  sparse->pivot[stage] = pivot;
  build->basis[stage] = row;
}

/* A vector in stages or positions whose count is -1 when the index is not kept. */
typedef struct {
  int32_t count;
  int32_t *index;
  double *value;
} lx_stage_vector;

/* sparse_etas.c: what the etas make of a vector between both triangles. */
void lx_sparse_ftran_etas(lx_sparse *sparse, lx_stage_vector *vector);
void lx_sparse_btran_etas(lx_sparse *sparse, lx_stage_vector *vector);

/* sparse_solve.c: the spike of a position, unless it is there. */
void lx_sparse_find_spike(lx_sparse *sparse, int32_t position);

/* The steps of a build, in this order. */
lx_status lx_sparse_singletons(lx_sparse *sparse, lx_build *build);
lx_status lx_sparse_markowitz(lx_sparse *sparse, lx_build *build);

/* What is left of tier 0: the rows that are active, in columns that have no pivot and have entries. */
typedef struct {
  int32_t rows;
  int32_t columns;
  const int64_t *start;  /* by row of tier 0 */
  const int32_t *length; /* likewise */
  const int32_t *index;
  const double *value;
} lx_rest;

/* sparse_dense.c: takes or rejects all active rows. */
lx_status lx_sparse_finish_dense(lx_sparse *sparse, lx_build *build, const lx_rest *rest);
lx_status lx_sparse_border(lx_sparse *sparse, lx_build *build, int32_t tier_count, const int32_t *tier_starts);
lx_status lx_sparse_pack(lx_sparse *sparse, lx_build *build);

/* sparse.c: one build by these steps. build->tier stays below tier_count where the border stopped before its end. */
lx_status lx_sparse_build_once(lx_sparse *sparse, int32_t tier_count, const int32_t *tier_starts, lx_build *build);

/* Candidates for a basis, with room for a regrouping. */
typedef struct {
  int32_t count;
  int32_t *starts; /* count + 1 */
  int32_t *rows;
} lx_tiers;

/* sparse.c: room for those of a build. To be destroyed also after a failure. */
lx_status lx_tiers_create(const lx_allocator *allocator, int32_t size, int32_t tier_count, const int32_t *tier_starts, lx_tiers *tiers);
void lx_tiers_destroy(const lx_allocator *allocator, lx_tiers *tiers);

/* sparse.c: tiers of which the first is the rows taken so far, and the others what has not been tried. They may be those of the build. */
void lx_sparse_regroup(const lx_sparse *sparse, const lx_build *build, int32_t tier_count, const int32_t *tier_starts, lx_tiers *out);

/* sparse.c: as many as it takes. */
lx_status lx_sparse_build_tiers(lx_sparse *sparse, const lx_matrix *matrix, int32_t tier_count,
                                const int32_t *tier_starts, const int32_t *candidates, int32_t *basis_out);

/* sparse_ahead.c: one without regard to tiers. *done_out is false where it would take longer than tiers in turn, or finds nothing to do. */
lx_status lx_sparse_build_ahead(lx_sparse *sparse, const lx_matrix *matrix, int32_t tier_count, const int32_t *tier_starts,
                                const int32_t *candidates, int64_t work_limit, int32_t *basis_out, bool *done_out);

/* Rows that enter a basis. */
typedef struct {
  lx_sparse *sparse;
  const lx_matrix *matrix;
  int32_t *place_of; /* per row of the matrix, stored or unit: its place in the order of preference; INT32_MAX where it has none */
  int32_t *basis;    /* that which is there */
  int32_t *copy;     /* size */
  lx_vector row;     /* the row that enters, by position */
  int32_t entered;   /* rows that have taken others' positions since the last build */
  int32_t builds;    /* that took */
} lx_exchange;

/* sparse_exchange.c: all rows without a place. The basis may be built afterwards. To be destroyed also after a failure. */
lx_status lx_exchange_create(lx_sparse *sparse, const lx_matrix *matrix, int32_t *basis, lx_exchange *exchange);
void lx_exchange_destroy(lx_exchange *exchange);

/* Lets a row take the position of a later one, where it depends on any. */
lx_status lx_exchange_enter(lx_exchange *exchange, int32_t row);

/* Builds the basis anew if rows have entered. */
lx_status lx_exchange_finish(lx_exchange *exchange);

/* sparse_wide.c: whether a tier before the last with stored rows has a wide row, and a build around these. */
bool lx_sparse_has_wide(const lx_matrix *matrix, int32_t tier_count, const int32_t *tier_starts,
                        const int32_t *candidates);
lx_status lx_sparse_build_wide(lx_sparse *sparse, const lx_matrix *matrix, int32_t tier_count,
                               const int32_t *tier_starts, const int32_t *candidates, int32_t *basis_out);

#endif
