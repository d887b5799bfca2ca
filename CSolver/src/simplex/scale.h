/* scale.h: rows and columns of a core by powers of two, so that its coefficients lie about 1.
 *
 * Nothing is rounded by that. For cores whose coefficients spread and that are too large for precise.h: what counts as
 * a small pivot or a slope of zero is measured against numbers near 1. */
#ifndef LX_SCALE_H
#define LX_SCALE_H

#include "simplex/core.h"

/* The scaled copy of a core, and the factor of each of its columns (length core->variables): x = columns[j] times the
 * copy's. `unit` of the copy is the factor of each row. */
lx_status lx_core_scale(lx_arena *arena, const lx_core *core, lx_core *out, double **columns_out);

/* The vertex of the scaled core as one of the core itself; rows and columns are the same. */
void lx_vertex_unscale(const lx_core *scaled, const double *columns, lx_vertex *vertex);

#endif
