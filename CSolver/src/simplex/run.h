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
  int is_certified;      /* doubles alone do not decide: another end is to be certified, too … */
  int how;               /* … as this one was (certify.h) */
};

/* simplex.c: pivots until no candidate is left at a freshly computed vertex, or at one that a resumed run has come to without a
 * refresh. *clear_out is 0 where the outcome is in doubt: with `may_stop`, as soon as it is. `sound` is of the last
 * refresh. */
lx_status lx_optimize(lx_work *work, int sound, int64_t pivot_limit, int may_stop, int *clear_out, lx_outcome *out);

/* certify_changed.c: whether a resumed run, which has not been refreshed, has come from an optimum that was certified to another that is
 * certain, too; 0 where it may be one or not. `rows` are those whose activity or constant has changed, work->changes lists everything else. Costs what
 * these rows and columns touch. */
int lx_certify_changed(lx_work *work, int32_t row_count, const int32_t *rows);

/* simplex.c: looks anew at all positions noted. */
void lx_offer_changes(lx_work *work);

#endif
