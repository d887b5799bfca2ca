/* run.h: a run of the simplex that has ended at an optimum, and can go on from there. Private to this folder. */
#ifndef LX_RUN_H
#define LX_RUN_H

#include "simplex/work.h"

/* Lives as long as its arena. */
struct lx_simplex_run {
  lx_work work;
  lx_reduced_lp lp;      /* what it works on: the reduced LP itself, or that scaled */
  lx_vertex vertex;      /* where it has ended */
  const double *columns; /* the factors of the columns where it is scaled (scale.h); else NULL */
  int is_certified;      /* doubles alone do not decide: another end is to be certified, too (certify.h) */
};

/* simplex.c: pivots until no candidate is left at a freshly computed vertex, or at one that a resumed run has come to without a
 * refresh. *clear_out is 0 where the outcome is in doubt: with `may_stop`, as soon as it is. `sound` is of the last
 * refresh. */
lx_status lx_optimize(lx_work *work, int sound, int64_t pivot_limit, int may_stop, int *clear_out, lx_outcome *out);

/* simplex.c: looks anew at all positions noted. */
void lx_offer_changes(lx_work *work);

#endif
