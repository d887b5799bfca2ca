/* minimum_degree.h: an order of elimination that keeps a symmetric factorization sparse. */
#ifndef LX_MINIMUM_DEGREE_H
#define LX_MINIMUM_DEGREE_H

#include "base/memory.h"

/* What eliminating the nodes of a graph in this order leaves: node order[k] goes k-th, and line k names the nodes that are
 * its neighbours then, in no order. */
typedef struct {
  int32_t *order;  /* size */
  int64_t *starts; /* size + 1 */
  int32_t *nodes;  /* starts[size] */
  int64_t node_capacity;
} lx_elimination;

/* Orders the nodes of a graph by approximate minimum degree. Node i has the neighbours neighbours[starts[i] ..<
 * starts[i + 1]], each once and not itself; whoever is one's neighbour has one as neighbour. Ends early when the lines
 * hold more than `most` nodes, or are about to: *done_out is 0 then. The elimination is to be released in any case. */
lx_status lx_minimum_degree(const lx_allocator *allocator, int32_t size, const int64_t *starts,
                            const int32_t *neighbours, int64_t most, lx_elimination *out, int *done_out);

void lx_elimination_release(const lx_allocator *allocator, lx_elimination *elimination);

#endif
