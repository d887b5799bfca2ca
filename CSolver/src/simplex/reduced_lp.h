/* reduced_lp.h: one reduced LP, the part of a program that the simplex works on: its rows, their costs, and the state
 * of a vertex.
 *
 * Row r < rows is a row of the program; row rows + j is the unit row of variable j. Rows cost `weight` per point above
 * their constant at level `above`, and per point below it at level `below`; -1 is no cost. Levels count from 0, the
 * highest, and are those of this reduced LP only. Everything lives in the arena of the reduced LP. */
#ifndef LX_REDUCED_LP_H
#define LX_REDUCED_LP_H

#include <math.h>

#include "base/arena.h"
#include "base/stop.h"
#include "base/tolerances.h"
#include "base/double_double.h"
#include "base/basis_status.h"
#include "factor/factor.h"

typedef struct {
  int32_t rows;      /* m, rows of the program */
  int32_t variables; /* n */
  int32_t total;     /* m + n, with the unit rows */
  int32_t levels;
  int32_t binding_levels; /* the first of the levels, whose errors make the reduced LP infeasible */
  lx_matrix matrix;       /* m x n, by rows */
  int32_t *starts;        /* m + 1; what matrix points to */
  int32_t *columns;
  double *values;
  int32_t *column_starts; /* n + 1; the same by columns */
  int32_t *column_rows;
  double *column_values;
  double *constant;        /* total; 0 for unit rows */
  double *weight;          /* total; 1 for unit rows */
  int32_t *above;          /* total */
  int32_t *below;          /* total */
  int8_t *start;           /* total, an lx_basis_status: where to start. Tight ones come first in the starting basis */
  double *slope_tolerance; /* levels: slopes up to this count as zero */
  double *heaviest;        /* levels: largest weight … */
  double *lightest;        /* … and smallest; 0 where the level has no row */
  const double *unit;      /* total, or NULL for 1: what a point is in the unit of each row (scale.h) */
  double point;            /* in points, what tolerances count as one: 1, or less where most numbers are far less */
  const lx_stopper *stopper; /* or NULL, as at first */
  int starts_near;         /* the first vertex is near the optimum: no other is looked for (interior.h) */
  int starts_soundly;      /* the first vertex is that of lx_restart_soundly */
  int proves_by_all;       /* a contradiction is not looked for among few rows (contradiction.h) */
  int is_wide;             /* coefficients or weights spread so far that doubles may not decide */
} lx_reduced_lp;

typedef struct lx_contradiction lx_contradiction;

typedef struct {
  double *x;         /* n */
  int32_t *basis;    /* n: the tight row at each position */
  int32_t *position; /* total: where in the basis, or -1: nonbasic */
  int8_t *side;      /* total: of nonbasic rows, 1 above the constant, -1 below. Kept at distance zero too, but for
                        equalities of levels without an error, which may have none there: 0 */
  double *distance;  /* total: activity minus constant; 0 for tight rows */
  double *duals;     /* n x levels, by position: change of the nonbasic rows' cost per point of moving that row up */
  int is_unfactored; /* doubles find its basis singular; the factorization is of another */
  int is_precise;    /* found in double-double arithmetic: small numbers mean something */
  const lx_contradiction *contradiction; /* proves that the reduced LP is infeasible, while the vertex says nothing; or NULL */
  struct lx_simplex_run *run; /* the run that ended here, in the same arena, to be resumed; or NULL */
} lx_vertex;

/* Room for a reduced LP of this size, with everything but the entries and costs filled in; those are the caller's to
 * set, then lx_core_finish. NULL-free on success. */
lx_status lx_lp_create(lx_arena *arena, int32_t rows, int32_t variables, int32_t entries, int32_t levels,
                       lx_reduced_lp *out);

/* Builds the columns and the tolerances once entries, costs and weights are in place. */
void lx_lp_finish(lx_reduced_lp *lp);

lx_status lx_vertex_create(lx_arena *arena, const lx_reduced_lp *lp, lx_vertex *out);

static inline lx_entries lx_lp_row(const lx_reduced_lp *lp, int32_t row, int32_t *unit) {
  return lx_matrix_row(&lp->matrix, row, unit);
}

/* Whether a row is of several variables. Those of one are bounds, wishes and prices. */
static inline int lx_lp_is_wide(const lx_reduced_lp *lp, int32_t row) {
  return row < lp->rows && lp->starts[row + 1] - lp->starts[row] > 1;
}

static inline double lx_lp_unit(const lx_reduced_lp *lp, int32_t row) { return lp->unit != NULL ? lp->unit[row] : 1; }

/* What tolerances count as a point, in the unit of a row. */
static inline double lx_lp_point(const lx_reduced_lp *lp, int32_t row) { return lp->point * lx_lp_unit(lp, row); }

/* The size of each variable, as rows of it tell that share their constants evenly; 0 where none tells. Parts of a whole that a thousand
 * variables share are small beside a point. Linear in the entries. */
void lx_lp_estimate_sizes(const lx_reduced_lp *lp, double *size);

/* The size of the smallest term of a row, in points where that is less than 1. */
double lx_lp_size(const lx_reduced_lp *lp, const double *size, int32_t row);

/* Sets what counts as a point, once the reduced LP is complete. Linear in the entries. */
lx_status lx_lp_choose_point(lx_arena *arena, lx_reduced_lp *lp);

/* The distance from its constant up to which a row at x counts as touching it. */
static inline double lx_lp_touch(const lx_reduced_lp *lp, int32_t row, const double *x) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  double largest = fabs(lp->constant[row]);
  for (int32_t e = 0; e < entries.count; e++)
    largest = fmax(largest, fabs(entries.values[e] * x[entries.columns[e]]));
  return LX_TOL_TOUCH * lx_lp_point(lp, row) + LX_TOL_TOUCH_RELATIVE * largest;
}

/* Factors the basis of a vertex, whose rows are independent, and orders its positions as the factorization has them.
 * *same_out is 0 where that finds other rows independent; the vertex is then as it was. */
lx_status lx_vertex_factor(lx_arena *arena, const lx_reduced_lp *lp, lx_vertex *vertex, lx_factor *factor,
                           lx_statistics *statistics, int *same_out);

/* Whether it is told of no basis to start from. */
int lx_lp_is_cold(const lx_reduced_lp *lp);

/* Sum of a row at x. */
double lx_lp_activity(const lx_reduced_lp *lp, int32_t row, const double *x);

/* Adds `factor` times a row to sums by column, in double-double arithmetic. */
void lx_lp_add_row(const lx_reduced_lp *lp, int32_t row, lx_dd factor, lx_dd *sums);

/* Error of a row at this distance that counts, 0 where the side has no cost; *level_out its level or -1. */
double lx_lp_error(const lx_reduced_lp *lp, int32_t row, double distance, int32_t *level_out);

/* The side of a nonbasic row that touches its constant and has none yet: the cheaper. */
int8_t lx_lp_cheaper_side(const lx_reduced_lp *lp, int32_t row);

/* Whether a binding row has an error at this vertex. */
int lx_lp_is_infeasible(const lx_reduced_lp *lp, const lx_vertex *vertex);

#endif
