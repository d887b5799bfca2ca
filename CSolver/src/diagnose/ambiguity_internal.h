/* ambiguity_internal.h: what the files of ambiguity share. Private to this folder. */
#ifndef LX_AMBIGUITY_INTERNAL_H
#define LX_AMBIGUITY_INTERNAL_H

#include "diagnose/ambiguity.h"
#include "simplex/precise.h"

/* How a row may change along a direction. */
enum {
  LX_CONE_ZERO,    /* not at all */
  LX_CONE_RISES,   /* up, or not */
  LX_CONE_FALLS,   /* down, or not */
  LX_CONE_FREE     /* either way */
};

typedef struct {
  lx_arena *arena;
  const lx_allocator *allocator;
  const lx_reduced_lp *lp;
  const lx_vertex *vertex;
  lx_factor *factor;
  lx_algebra algebra;
  int32_t seed;
  int is_last;         /* where this is undecided, nobody else decides it */
  double *tolerance;   /* levels: slopes up to this are none */
  const lx_edges *edges; /* in double-double arithmetic where small numbers mean something, or NULL */
  uint8_t *kind;       /* total: how a row may change; of nonbasic rows that touch their constant, and of tight ones */
  double *change;      /* total, with `edges`: what the direction changes of each row */
  lx_vector direction; /* n: the tight rows that may move, each let go a random length */
  lx_optimal_cone *cone;
} lx_explorer;

/* cone_signs.c: sets explorer->direction to 0 for variables that the signs of others keep from moving along any direction of the cone;
 * *left_out is how many move as far as that tells. Linear in the entries. */
lx_status lx_fix_by_signs(lx_explorer *explorer, int32_t *left_out);

/* cone.c: finds the cone where touching rows resist explorer->direction: of the variables that this moves, and of the
 * rows that mention them. */
lx_status lx_explore_cone(lx_explorer *explorer);

/* ambiguity.c: how much a row changes along a direction; 0 where that is rounding. */
double lx_row_change(const lx_reduced_lp *lp, int32_t row, const double *direction);

/* ambiguity.c: sets the entries of a vector to 0 that are rounding. */
void lx_drop_noise(lx_vector *vector);

#endif
