/* union_find.h: sets of numbered things that are joined pairwise, kept as trees in an array `parent`, where a root is
 * its own parent; with path halving (R. E. Tarjan and J. van Leeuwen, Worst-case analysis of set union algorithms,
 * Journal of the ACM 31, 1984). */
#ifndef LX_UNION_FIND_H
#define LX_UNION_FIND_H

#include <stdint.h>

/* The root of the set that holds j. */
int32_t lx_find_root(int32_t *parent, int32_t j);

/* Joins the sets of a and b. The smaller root stays one, so that a root is the first of its set. */
void lx_unite(int32_t *parent, int32_t a, int32_t b);

#endif
