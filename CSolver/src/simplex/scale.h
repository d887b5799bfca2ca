/* scale.h: rows and columns of a reduced LP by powers of two, so that its coefficients lie about 1.
 *
 * Nothing is rounded by that. For reduced LPs whose coefficients spread and that are too large for precise.h: what
 * counts as a small pivot or a slope of zero is measured against numbers near 1. */
#ifndef LX_SCALE_H
#define LX_SCALE_H

#include "simplex/reduced_lp.h"

/* The scaled copy of a reduced LP, and the factor of each of its columns (length lp->variables): x = columns[j] times
 * the copy's. `unit` of the copy is the factor of each row. */
lx_status lx_lp_scale(lx_arena *arena, const lx_reduced_lp *lp, lx_reduced_lp *out, double **columns_out);

/* A vertex of the scaled reduced LP as one of the reduced LP itself, in arrays that are there; rows and columns are the same. */
void lx_vertex_unscale(const lx_reduced_lp *scaled, const double *columns, const lx_vertex *vertex, lx_vertex *out);

#endif
