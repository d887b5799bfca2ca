/* interior_internal.h: what the parts of the interior point method share. Only the interior*.c files include this.
 *
 * A row's distance from its constant is p - q, p and q >= 0, which cost what is above and what is below; its dual y lies
 * between these costs, zp = above - y and zq = below + y from them. At the optimum p zp = q zq = 0.
 *
 * Rows held at their constants that two variables are left in tie one to the other. The variables that are left are the unknowns,
 * fewer from level to level. */
#ifndef LX_INTERIOR_INTERNAL_H
#define LX_INTERIOR_INTERNAL_H

#include "factor/symmetric.h"
#include "simplex/interior.h"

/* A row of more entries keeps its dual, and does not pull while it waits. */
#define LX_INTERIOR_WIDE 10

/* x_j = factor[j] x_k + offset[j] with k = leader[j]; x_j is unknown where k is j, and offset[j] where k is -1. By variables. */
typedef struct {
  int32_t *leader;
  double *factor, *offset;
  double *least, *most; /* of a variable that leads: the range of the magnitudes of factors of those that follow it */
  int32_t *path;        /* scratch */
  int32_t unknowns;
} lx_interior_ties;

/* The rows in terms of the unknowns, and their normal equations. In an arena of its own. */
typedef struct {
  lx_arena arena;
  int32_t unknowns;
  int32_t nodes;      /* the unknowns, then the rows that keep their duals */
  int32_t *variable;  /* unknowns: the variable that is unknown */
  int32_t *node_of;   /* variables: its unknown; -1 where it follows another or is fixed */
  int32_t count;      /* rows that cost something at some level and have an unknown */
  int32_t *row;       /* count: the row of the reduced LP */
  int32_t *starts;    /* count + 1 */
  int32_t *columns;   /* unknowns */
  double *values;
  double *constant;   /* count */
  int32_t *wide_node; /* count: node of a row that keeps its dual; else -1 */
  lx_arena order_arena;
  lx_symmetric *symmetric; /* in that */
  int64_t *diagonal;    /* nodes: slots of the diagonal */
  int64_t *slot_starts; /* count + 1: slots of a row: of each pair of its entries, or where it has a node, of each entry */
  int64_t *slots;
  double *slot_values; /* by slots */
} lx_interior_system;

struct lx_interior {
  lx_arena arena;
  const lx_reduced_lp *lp;
  lx_interior_ties ties;
  lx_interior_system system;

  double *constant;     /* total: perturbed; in what counts as a point, as x and all of these, until all is done */
  uint8_t *holds_above; /* total: must not be above its constant … */
  uint8_t *holds_below; /* … or below it */
  uint8_t *is_tie;      /* total: held on both sides, and not yet among the ties */
  int32_t *place;       /* variables: scratch, all -1 */
  int32_t *row_columns; /* variables: scratch, a row … */
  double *row_values;   /* … and its coefficients */
  int8_t *side;         /* total: that its excesses count from; 0: it has none */
  lx_interior_excess *excesses;
  int32_t excess_count, excess_room;
  int16_t *held_at;     /* total: the tier it is held at its constant from; -1: not held on both sides */
  int32_t *rows;        /* the system's rows that take part in the level, row_count of them; the arrays below are by these */
  int32_t row_count;
  int32_t *tightest; /* 2 x variables: of an unknown's bounds from below and from above that must hold, the tightest row of the system; scratch */
  int32_t *waiting; /* the system's rows that wait for a lower level, waiting_count of them */
  int32_t waiting_count;
  double *waiting_distance; /* of these, from their constants */
  int may_be_torn;   /* nonzero: a level ends where rows that must hold seem to contradict each other */
  int is_elastic;    /* nonzero: these alone cost something, and no more than others do */
  double best;       /* least mu of the level so far */
  double added;      /* to the diagonal for each unknown */
  double pull;       /* of rows that wait towards their constants, per point of distance */
  double unit;       /* of distance, in points: about what the level has of it at its start */
  double least_unit; /* of this level and those before it */
  double scale;      /* how far from 0 p and q begin, in points: the unit, or more where that was too near */

  double *above, *below;       /* costs; the largest of the level is 1 */
  double *p, *q, *y, *zp, *zq; /* the iterate */
  double *inverse_zp, *inverse_zq;
  double *inverse_ratio;       /* of p / zp + q / zq */
  double *residual;            /* activity - constant - p + q */
  double *dp, *dq, *dy;        /* the step */
  double *target_p, *target_q; /* what p zp and q zq are to change by */
  double *spare_dp, *spare_dq, *spare_dy, *spare_step; /* the step before, while another is tried */
  double *z;                   /* unknowns */
  double *x;                   /* variables, where the last level ended */
  double primal, dual;         /* how far the last step of the level went, if mu is much less since; else 0 */
  double *step;                /* nodes: the right-hand side, then the step of z and of the duals of wide rows */
  double *dual_residual;       /* unknowns: A^T y, and what rows that wait pull */
  double *correction;          /* as long as `step`: of its solution */
  double *kept;                /* 6 x total + variables: an iterate that was near; see interior_path.c */
};

/* How a level ends: far from its optimum, near enough to start from, or there; or as soon as rows that must hold seem to contradict each other. */
typedef enum { LX_INTERIOR_LOST, LX_INTERIOR_NEAR, LX_INTERIOR_DONE, LX_INTERIOR_TORN } lx_interior_end;

/* interior_ties.c: */
lx_status lx_interior_ties_create(lx_arena *arena, int32_t variables, lx_interior_ties *out);

/* Ties variables by the rows that `is_tie` marks, as long as that leaves fewer unknowns. Linear in their entries, a few times. */
void lx_interior_tie(lx_interior *interior);

/* The value of a variable at values of the unknowns of the system. */
double lx_interior_value(lx_interior *interior, int32_t variable);

/* A row in terms of unknown variables. Returns how many it has; their coefficients, what is left of its constant, and the largest
 * coefficient before any cancelled. `columns` and `values` have room for its entries. */
int32_t lx_interior_row(lx_interior *interior, int32_t row, int32_t *columns, double *values, double *constant_out,
                        double *largest_out);

/* interior_system.c: the system of the variables that are unknown. Its symmetric is NULL where that fills in too much, or by more than
 * `most` entries; *is_over_out tells which. */
lx_status lx_interior_system_create(lx_interior *interior, double most, int *is_over_out);
void lx_interior_system_destroy(lx_interior_system *system);

static inline lx_entries lx_interior_entries(const lx_interior_system *system, int32_t k) {
  const int32_t start = system->starts[k];
  return (lx_entries){.columns = system->columns + start, .values = system->values + start, .count = system->starts[k + 1] - start};
}

/* interior_bounds.c: finds the tightest of the bounds that must hold at a level; and whether a row of the system is a bound that one of these
 * implies. */
void lx_interior_find_bounds(lx_interior *interior, int32_t level);
int lx_interior_is_implied(const lx_interior *interior, int32_t row, int32_t level);

/* interior_path.c: goes from z to where the cost of the level is least, about. `level` may be one more than there are: then what is
 * not held yet costs its distance, by some weights that leave one optimum. *any_out is 0 where nothing costs. */
lx_status lx_interior_level(lx_interior *interior, int32_t level, int *any_out, lx_interior_end *end_out, int64_t *steps);

/* Goes from x to where the rows that must hold have the least sum of errors, and says in parts_out, by rows of the reduced LP, which of them take
 * part in a contradiction. *torn_out is 0 where that is none. */
lx_status lx_interior_part(lx_interior *interior, int16_t *parts_out, int *torn_out, int64_t *steps);

#endif
