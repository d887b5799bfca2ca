/* critical_region.h: one basis of a core, as the map from constants to values and the conditions under which it is optimal.
 *
 * At a vertex x = B^-1 b. The duals depend on the sides of the loose rows alone, so the vertex stays optimal for all
 * constants that leave every loose row on its side. Private to this folder. */
#ifndef LX_CRITICAL_REGION_H
#define LX_CRITICAL_REGION_H

#include "regions/signature.h"

typedef struct {
  int32_t *starts; /* variables + 1: what each variable is made of, none where it is 0 */
  int32_t *rows;   /* per term, room for variables^2: the row whose constant … */
  double *factors; /* … counts that much */
  double *least;   /* rows + variables: how far below its constant a row may be, and the variable itself … */
  double *most;    /* … and how far above */
  int8_t *places;  /* rows + variables, an lx_place; unknown where no side has a cost */
  int16_t *next;   /* rows + variables: which map to try where this row is the first that fails, or -1 */
  int32_t suspect; /* row that failed the last time, looked at first where the others do not matter; -1: none yet */
  uint32_t search; /* the last one that came by */
  int held;        /* since room was last looked for */
} lx_map;

/* Bytes of a map of this core at most. */
int64_t lx_map_size(const lx_core *core);

/* Where the rows and unit rows stand at a vertex; what is optimal depends on nothing else. Length core->total. */
void lx_map_places(const lx_core *core, const lx_vertex *vertex, int8_t *out);

/* Room for a map of cores of this size. */
lx_status lx_map_reserve(lx_arena *arena, const lx_core *core, lx_map **out);

/* The map of a vertex that is the only optimum, with its places. Returns 0 where its inverse is too large to be exact
 * enough; the map is then as it was. */
int lx_map_fill(lx_map *map, const lx_core *core, const lx_vertex *vertex, const int8_t *places);

/* Values for these constants of the rows. Returns -1 where the vertex is the optimum there, as exact as the simplex has
 * it, or the first row that says no. */
int32_t lx_map_apply(const lx_map *map, const lx_signature *of, const double *constants, double *x);

/* The same, but says no as soon as it can: 1 or 0. */
int lx_map_tries(lx_map *map, const lx_signature *of, const double *constants, double *x);

#endif
