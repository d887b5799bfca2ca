/* minimum_degree.h: an order of elimination that keeps a symmetric factorization sparse. */
#ifndef LX_MINIMUM_DEGREE_H
#define LX_MINIMUM_DEGREE_H

#include "base/memory.h"

/* An order of elimination, in groups. Eliminating the nodes of a group one after another leaves each with those of the group that come after
 * it, and with those of the group's line, as neighbours. */
typedef struct {
  int32_t *order;  /* size: the nodes */
  int32_t count;   /* groups */
  int32_t *first;  /* count + 1: where the nodes of each group are in the order */
  int64_t *starts; /* count + 1: where its line is, in no order */
  int32_t *nodes;  /* starts[count] */
  int64_t node_capacity;
  int64_t entries; /* that the factor has below its diagonal */
} lx_elimination_order;

/* Orders the nodes of a graph by approximate minimum degree. Node i has the neighbours neighbours[starts[i] ..<
 * starts[i + 1]], each once and not itself; whoever is one's neighbour has one as neighbour. With `stages` (size of them, or NULL) nodes of a
 * smaller stage come first. Ends early when there are more than `most` entries, or are about to be: *done_out is 0 then. The order is to be
 * released in any case. */
lx_status lx_minimum_degree(const lx_allocator *allocator, int32_t size, const int64_t *starts, const int32_t *neighbours,
                            const int32_t *stages, int64_t most, lx_elimination_order *out, int *done_out);

/* The tree of elimination: the group of each node, and of each group the first that has a node of its line, or -1. */
void lx_link_groups(const lx_elimination_order *order, int32_t *group_of, int32_t *parent);

void lx_elimination_order_release(const lx_allocator *allocator, lx_elimination_order *order);

/* Whether a node with so many neighbours, among so many nodes, is joined with most others in effect. */
int lx_is_dense_node(int64_t neighbours, int32_t size);

#endif
