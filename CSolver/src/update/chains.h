/* chains.h: contiguous copies of chains in which each variable is the sum of the one before and an increment.
 *
 * In a list of rows below each other one edit moves thousands of variables. In the topological order, predecessor and
 * successor mask of each take 24 bytes, and the next may be some indices away; in a chain the next takes 12 bytes and
 * is adjacent. A chain is a copy: whoever invalidates an increment, or finds new successors of a variable, invalidates
 * the chain there (its increment is NaN), and the next update that passes restores it. Private to this folder. */
#ifndef LX_CHAINS_H
#define LX_CHAINS_H

#include <math.h>

#include "base/arena.h"
#include "presolve/topological_order.h"

/* Fewest variables of a chain; shorter ones are propagated in the order. */
#define LX_CHAIN_MINIMUM 32

/* Consecutive updates of constants alone before chains are recorded. */
#define LX_CHAIN_STEADY 2

/* Most chains. */
#define LX_CHAINS_MAXIMUM 1024

/* Variables that are moved at once: at most LX_CHANGES_PADDING, for which lists of changes have room. */
#define LX_CHAIN_BLOCK 8

/* Terminates a chain. Any variable would do, as it is never written; this one is in no chain. */
#define LX_CHAIN_END 0

/* Most spans of chains that are noted as propagated in one update. */
#define LX_CHAIN_SPANS 16

typedef struct {
  int32_t *columns;   /* variables; LX_CHAIN_END after each chain, and LX_CHAIN_BLOCK times after the last … */
  double *increments; /* … increment from the variable before; NaN where it is invalid, and at the end */
  int32_t *at;        /* per variable slot: its index in `columns`, if it is there; see lx_chain_index */
  int32_t *ends;      /* per chain: index after its last variable */
  int32_t count;      /* used length of `columns` */
  int32_t chain_count;
  int32_t capacity; /* -1 where there is no memory */
  int32_t steady;   /* updates since structure or increments changed, at most LX_CHAIN_STEADY */
  int32_t spans[LX_CHAIN_SPANS][2];
  int32_t span_count;
} lx_chains;

/* Index of a variable in the chains, or -1. `at` counts only where `columns` agrees. */
static inline int32_t lx_chain_index(const lx_chains *chains, int32_t variable) {
  if (chains->count == 0 || variable == LX_CHAIN_END)
    return -1;
  const int32_t k = chains->at[variable];
  return k < chains->count && chains->columns[k] == variable ? k : -1;
}

/* Invalidates the increment of a variable. */
static inline void lx_chain_invalidate(const lx_chains *chains, int32_t variable) {
  const int32_t k = lx_chain_index(chains, variable);
  if (k >= 0)
    chains->increments[k] = NAN;
}

/* Removes all chains. */
static inline void lx_chains_clear(lx_chains *chains) {
  chains->count = 0;
  chains->chain_count = 0;
  chains->steady = 0;
}

typedef struct lx_incremental lx_incremental;

/* Index in a chain of the single successor of the variable at `index`, or -1. */
int32_t lx_chain_find(const lx_incremental *state, const lx_topological_order *order, int32_t index);

/* Propagates a change of the variable at `index` along a chain from k on. No mark before `limit` is set or read.
 * Returns the first index that needs more than an addition; it is not computed yet. */
int32_t lx_chain_propagate(lx_incremental *state, const lx_topological_order *order, int32_t index, int32_t k,
                           int32_t limit, int32_t *change_count);

/* Restores the increment of a variable in a chain. */
void lx_chain_restore(lx_chains *chains, const lx_predecessor *predecessor, int32_t k);

/* Copies the chain from `index` to before `end`. */
void lx_chain_record(lx_incremental *state, const lx_topological_order *order, int32_t index, int32_t end);

/* Whether this update propagated along a chain through the variable. */
int lx_chain_was_propagated(const lx_chains *chains, int32_t variable);

#endif
