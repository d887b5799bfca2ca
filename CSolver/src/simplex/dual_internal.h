/* dual_internal.h: what the dual simplex shares between its files: dual.c, which meets the rows on the wrong side; dual_look.c, which looks whether
 * to go on; and dual_moved.c, which goes on from vertices that are nearly optimal. */
#ifndef LX_DUAL_INTERNAL_H
#define LX_DUAL_INTERNAL_H

#include "simplex/work.h"

/* Steps at most for each variable, and for each row on the wrong side at first. */
#define LX_DUAL_STEPS 4

/* A row on the wrong side, as it was when it was added. */
typedef struct {
  double urgency;  /* > 0 */
  double distance; /* of several that come first, the farthest is next */
  int32_t row;
  int32_t rank;    /* and rows of a lower rank come before all others */
} lx_wrong_row;

/* Which rows come before all others: none, those that are required, or each level before those below it; the highest with what is required. */
typedef enum { LX_ORDER_NONE, LX_ORDER_REQUIRED, LX_ORDER_LEVELS } lx_order;

/* What a look has found: rows on the wrong side; and the effort and the steps until then. */
typedef struct {
  int32_t wrong;
  double effort;
  int64_t steps;
} lx_dual_look;

typedef struct {
  lx_work *work;
  lx_wrong_row *heap;  /* capacity, heap_count of them; a row whose distance has changed is there again */
  int32_t capacity;
  int32_t heap_count;
  double *most;        /* levels: scratch */
  lx_order order;      /* of rows on the wrong side */
  int is_far;          /* a slack start has led far from where all constants are: small pivots are none any more … */
  int goes_back;       /* … the primal simplex is tried from its first basis */
  int weighs;          /* distances count by the steepness of rows … */
  int keeps_weights;   /* … which is kept up */
  int is_shifted;      /* an optimum has moved with its constants, by the shifts */
  int64_t steps;       /* rows that have been met, or have changed sides, or have been let go on the way … */
  int64_t flips;       /* … these alone … */
  int64_t before;      /* … and the effort before the first of them */
  double least_effort; /* that may be spent, however many steps it takes */
  double most_effort;  /* that may be spent, however few */
  int64_t look;        /* effort after which to look whether to go on */
  int32_t first_wrong; /* rows on the wrong side before the first step … */
  int32_t wrong;       /* … and when that was looked at last … */
  int64_t wrong_steps; /* … and the steps until then, but for those that were let go on the way */
  lx_dual_look looks[2]; /* the last look, and the one before … */
  int32_t looked;      /* … how many there have been … */
  int32_t rises;       /* … and how many of the last in a row have found more such rows than the one before */
  double first_of_step;  /* the effort of a step before the first look */
  int32_t fewest;      /* rows that any look has found on the wrong side … */
  double at_fewest;    /* … and the effort when they were so few first */
} lx_dual_run;

/* The side that a row counts for. One that has none yet may lie on neither: it counts for that where it is not. */
static inline int8_t lx_side_of(const lx_vertex *vertex, int32_t row) {
  return vertex->side[row] != 0 ? vertex->side[row] : (int8_t)(vertex->distance[row] > 0 ? -1 : 1);
}

/* A run without its look ahead; its heap is the caller's to release. */
lx_status lx_dual_create(lx_work *work, lx_dual_run *out);

/* Lists the rows on the wrong side anew; or one that may have come there. */
void lx_dual_list_wrong(lx_dual_run *d);
void lx_dual_note(lx_dual_run *d, int32_t row);

/* How urgent it is to meet a row: 0 where it is on its side, costs on neither, or where its pivots are too small to trust. */
double lx_dual_urgency(const lx_dual_run *d, int32_t row);

/* The level of what a row costs where it is; -1: none. */
int32_t lx_dual_costs_at(const lx_dual_run *d, int32_t row);

/* dual_look.c: looks whether to go on. Not where the interior point method has started instead, nor, given up, where another way is better. */
lx_status lx_dual_look_ahead(lx_dual_run *d, int *restarted_out, int *given_up_out, int *sound_out);

/* dual_moved.c: whether a row that does not hold, whose BTRAN is there, is required and cannot be met: the tight rows that would give way for it
 * bind as much. */
int lx_dual_contradicts(const lx_work *work, int32_t row);

/* Meets what the heap has, in `steps` at most, or as many more as the least effort allows. */
lx_status lx_dual_meet(lx_dual_run *d, int64_t steps, int *restarted_out, int *given_up_out, int *sound_out);

#endif
