/* basis_status.h: where a row is at a vertex. A warm start needs it of every row: which are tight, and of the nonbasic
 * ones that touch their constant, which side they count for. */
#ifndef LX_BASIS_STATUS_H
#define LX_BASIS_STATUS_H

typedef enum { LX_BASIS_BELOW = -1, LX_BASIS_UNKNOWN = 0, LX_BASIS_ABOVE = 1, LX_BASIS_TIGHT = 2 } lx_basis_status;

#endif
