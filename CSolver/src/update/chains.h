/* chains.h: chains of predecessors that have been followed, written down one variable behind the other.
 *
 * In a list of rows below each other one edit moves thousands of variables, each by a predecessor to the one before. In
 * the order of the plan a predecessor and the word that says who needs it take 24 bytes, and the next may stand some
 * indices on; in a chain the next takes 12 and stands right behind. What a chain says is a copy: whoever makes a
 * predecessor unsure, or finds new users of a variable, cuts the chain there (its increment is NaN), and the next
 * update that comes by mends it. Private to this folder. */
#ifndef LX_CHAINS_H
#define LX_CHAINS_H

#include <math.h>

#include "base/arena.h"
#include "presolve/topological_order.h"

/* Shorter chains are followed by their predecessors. */
#define LX_CHAIN_MINIMUM 32

/* Updates of constants alone, one after another, from which on they are written down. */
#define LX_CHAIN_STEADY 2

/* Runs at most. */
#define LX_CHAINS_MAXIMUM 1024

/* Variables that are moved together: at most LX_CHANGES_PADDING, for which lists of changes have room. */
#define LX_CHAIN_BLOCK 8

/* What stands behind a chain: any variable will do, as nothing is written there; this one is in no chain. */
#define LX_CHAIN_END 0

/* Parts of chains that one update followed, of which is known that it did. */
#define LX_CHAIN_SPANS 16

typedef struct {
  int32_t *columns; /* variables; behind the last of each chain, and LX_CHAIN_BLOCK times behind all, LX_CHAIN_END … */
  double *increments; /* … and NaN; else from the variable before, NaN where that is to be asked of the predecessor */
  int32_t *at;        /* per variable slot: its index in `columns`, if it is there; see lx_chain_index */
  int32_t *ends;      /* per chain: the index behind its last variable */
  int32_t count;    /* of `columns` in use */
  int32_t chain_count;
  int32_t capacity; /* -1: there is no memory for them */
  int32_t steady;   /* updates since the structure or the increments were others, LX_CHAIN_STEADY at most */
  int32_t spans[LX_CHAIN_SPANS][2];
  int32_t span_count;
} lx_chains;

/* Where a variable stands in the chains, or -1. What `at` says is of no account where `columns` does not agree. */
static inline int32_t lx_chain_index(const lx_chains *chains, int32_t variable) {
  if (chains->count == 0 || variable == LX_CHAIN_END)
    return -1;
  const int32_t k = chains->at[variable];
  return k < chains->count && chains->columns[k] == variable ? k : -1;
}

/* The predecessor of a variable is to be asked from now on, or who needs it. */
static inline void lx_chain_invalidate(const lx_chains *chains, int32_t variable) {
  const int32_t k = lx_chain_index(chains, variable);
  if (k >= 0)
    chains->increments[k] = NAN;
}

/* There are no chains any more. */
static inline void lx_chains_clear(lx_chains *chains) {
  chains->count = 0;
  chains->chain_count = 0;
  chains->steady = 0;
}

typedef struct lx_incremental lx_incremental;

/* Where the variable that needs the one at a index, as nothing else does, stands in a chain; or -1. */
int32_t lx_chain_find(const lx_incremental *state, const lx_topological_order *order, int32_t index);

/* Follows a chain from k on, behind the variable at a index, which changed last. No mark is set or read before `limit`.
 * Returns the first index where there is more to it than an addition; that one is still to be computed. */
int32_t lx_chain_propagate(lx_incremental *state, const lx_topological_order *order, int32_t index, int32_t k,
                           int32_t limit, int32_t *change_count);

/* The predecessor of a variable in a chain has been computed. */
void lx_chain_restore(lx_chains *chains, const lx_predecessor *predecessor, int32_t k);

/* Writes down the chain of predecessors from one index to before another. */
void lx_chain_record(lx_incremental *state, const lx_topological_order *order, int32_t index, int32_t end);

/* Whether this update followed a chain through the variable. */
int lx_chain_was_propagated(const lx_chains *chains, int32_t variable);

#endif
