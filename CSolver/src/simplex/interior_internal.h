/* interior_internal.h: what the parts of the interior point method share. Only the interior*.c files include this.
 *
 * A row's distance from its constant is p - q, p and q >= 0, which cost what is above and what is below; its dual y lies
 * between these costs, zp = above - y and zq = below + y from them. At the optimum p zp = q zq = 0. */
#ifndef LX_INTERIOR_INTERNAL_H
#define LX_INTERIOR_INTERNAL_H

#include "factor/symmetric.h"
#include "simplex/interior.h"

struct lx_interior {
  lx_arena arena;
  const lx_reduced_lp *lp;
  lx_symmetric *system; /* its nodes are the variables, then the wide rows */
  int32_t nodes;
  int32_t *wide_node;   /* total: node of a wide row; else -1 */
  int64_t *diagonal;    /* nodes: slots of the diagonal */
  int64_t *slot_starts; /* total + 1: slots of a row: of each pair of its entries, or of a wide row, of each entry */
  int64_t *slots;
  double *values; /* by slots */

  double *constant;     /* total: perturbed */
  uint8_t *holds_above; /* total: must not be above its constant … */
  uint8_t *holds_below; /* … or below it */
  int16_t *held_at;     /* total: the tier it is held at its constant from; -1: not held on both sides */
  int32_t *rows;        /* total: the rows that take part in the level, row_count of them; the arrays below are by these */
  int32_t row_count;
  int32_t *waiting; /* total: the rows that wait for a lower level, waiting_count of them */
  int32_t waiting_count;
  double pull; /* of rows that wait towards their constants, per point of distance */
  double unit; /* of distance, in points: about what the level has of it at its start */

  double *above, *below;       /* costs; the largest of the level is 1 */
  double *p, *q, *y, *zp, *zq; /* the iterate */
  double *inverse_zp, *inverse_zq;
  double *inverse_ratio;       /* of p / zp + q / zq */
  double *residual;            /* activity - constant - p + q */
  double *dp, *dq, *dy;        /* the step */
  double *target_p, *target_q; /* what p zp and q zq are to change by */
  double *x;                   /* variables */
  double *last;                /* variables: x where the last level ended */
  double *step;                /* nodes: the right-hand side, then the step of x and of the duals of wide rows */
  double *dual_residual;       /* variables: A^T y, and what rows that wait pull */
};

/* How a level ends: far from its optimum, near enough to start from, or there. */
typedef enum { LX_INTERIOR_LOST, LX_INTERIOR_NEAR, LX_INTERIOR_DONE } lx_interior_end;

/* interior_path.c: goes from x to where the cost of the level is least, about. `level` may be one more than there are: then what is
 * not held yet costs its distance, by some weights that leave one optimum. *any_out is 0 where nothing costs. */
lx_status lx_interior_level(lx_interior *interior, int32_t level, int *any_out, lx_interior_end *end_out, int64_t *steps);

#endif
