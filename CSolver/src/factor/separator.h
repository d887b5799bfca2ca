/* separator.h: few nodes that cut a graph into two parts. */
#ifndef LX_SEPARATOR_H
#define LX_SEPARATOR_H

#include "base/arena.h"

/* A graph whose nodes and pairs of neighbours have weights. */
typedef struct {
  int32_t size;
  int32_t *starts;     /* size + 1 */
  int32_t *neighbours; /* starts[size], in both directions */
  int32_t *joint;      /* starts[size]: weights of pairs */
  int32_t *weight;     /* size */
  int32_t total;       /* weight of all */
} lx_graph;

enum { LX_BETWEEN = 2 }; /* the side of a node that is in neither part */

/* Cuts a graph into sides 0 and 1, of not too different weights, with nothing between nodes of one and of the other but nodes of
 * little weight. Linear in the neighbours. Scratch memory is taken from the arena. */
lx_status lx_separate(lx_arena *arena, const lx_graph *graph, uint8_t *side_out);

#endif
