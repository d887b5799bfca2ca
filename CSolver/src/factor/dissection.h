/* dissection.h: nested dissection of a graph. */
#ifndef LX_DISSECTION_H
#define LX_DISSECTION_H

#include "base/memory.h"

/* Cuts a graph, given as in lx_minimum_degree(), into parts by few nodes, and the parts in turn: stage 0 is that of what is in parts that are
 * cut no more, and later stages are those of the nodes between them, the last of those of the first cut. For a planar graph, or one in
 * space, an order of elimination by stages fills in less than one by degrees alone. Linear in the neighbours for each time that the largest
 * part is halved. */
lx_status lx_dissect(const lx_allocator *allocator, int32_t size, const int64_t *starts, const int32_t *neighbours, int32_t *stages_out);

#endif
