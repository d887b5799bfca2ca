/* chains.h: chains of links that have been followed, written down one variable behind the other.
 *
 * In a list of rows below each other one edit moves thousands of variables, each by a link to the one before. In the
 * order of the plan a link and the word that says who needs it take 24 bytes, and the next may stand some places on; in
 * a run the next takes 12 and stands right behind. What a run says is a copy: whoever makes a link unsure, or finds new
 * users of a variable, cuts the run there (its step is NaN), and the next update that comes by mends it. Private to this
 * folder. */
#ifndef LX_CHAINS_H
#define LX_CHAINS_H

#include <math.h>

#include "base/arena.h"
#include "presolve/order.h"

/* Shorter chains are followed by their links. */
#define LX_RUN_LEAST 32

/* Updates of constants alone, one after another, from which on they are written down. */
#define LX_RUN_STEADY 2

/* Runs at most. */
#define LX_RUNS_MOST 1024

/* Variables that are moved together: at most LX_CHANGES_PADDING, for which lists of changes have room. */
#define LX_RUN_BLOCK 8

/* What stands behind a run: any variable will do, as nothing is written there; this one is in no run. */
#define LX_RUN_END 0

/* Parts of runs that one update followed, of which is known that it did. */
#define LX_RUN_PARTS 16

typedef struct {
  int32_t *columns; /* variables; behind the last of each run, and LX_RUN_BLOCK times behind all, LX_RUN_END … */
  double *steps;    /* … and NaN; else from the variable before, NaN where that is to be asked of the link */
  int32_t *at;      /* per variable slot: its place in `columns`, if it is there; see lx_run_at */
  int32_t *ends;    /* per run: the place behind its last variable */
  int32_t count;    /* of `columns` in use */
  int32_t run_count;
  int32_t capacity; /* -1: there is no memory for them */
  int32_t steady;   /* updates since the structure or the steps were others, LX_RUN_STEADY at most */
  int32_t parts[LX_RUN_PARTS][2];
  int32_t part_count;
} lx_chains;

/* Where a variable stands in the runs, or -1. What `at` says is of no account where `columns` does not agree. */
static inline int32_t lx_run_at(const lx_chains *runs, int32_t variable) {
  if (runs->count == 0 || variable == LX_RUN_END)
    return -1;
  const int32_t k = runs->at[variable];
  return k < runs->count && runs->columns[k] == variable ? k : -1;
}

/* The link of a variable is to be asked from now on, or who needs it. */
static inline void lx_cut_run(const lx_chains *runs, int32_t variable) {
  const int32_t k = lx_run_at(runs, variable);
  if (k >= 0)
    runs->steps[k] = NAN;
}

/* There are no runs any more. */
static inline void lx_drop_runs(lx_chains *runs) {
  runs->count = 0;
  runs->run_count = 0;
  runs->steady = 0;
}

typedef struct lx_incremental lx_incremental;

/* Where the variable that needs the one at a place, as nothing else does, stands in a run; or -1. */
int32_t lx_find_run(const lx_incremental *state, const lx_order *order, int32_t place);

/* Follows a run from k on, behind the variable at a place, which changed last. No mark is set or read before `limit`.
 * Returns the first place where there is more to it than an addition; that one is still to be computed. */
int32_t lx_follow_run(lx_incremental *state, const lx_order *order, int32_t place, int32_t k, int32_t limit,
                      int32_t *change_count);

/* The link of a variable in a run has been computed. */
void lx_mend_run(lx_chains *runs, const lx_link *link, int32_t k);

/* Writes down the chain of links from one place to before another. */
void lx_record_run(lx_incremental *state, const lx_order *order, int32_t place, int32_t end);

/* Whether this update followed a run through the variable. */
int lx_has_run(const lx_chains *runs, int32_t variable);

#endif
