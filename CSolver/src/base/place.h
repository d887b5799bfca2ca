/* place.h: where a row stands at a vertex. A warm start needs it of every row: which are tight, and of the loose ones
 * that touch their constant, which side they count for. */
#ifndef LX_PLACE_H
#define LX_PLACE_H

typedef enum { LX_PLACE_BELOW = -1, LX_PLACE_UNKNOWN = 0, LX_PLACE_ABOVE = 1, LX_PLACE_TIGHT = 2 } lx_place;

#endif
