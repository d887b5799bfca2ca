/* levels.h: the distinct priorities of a program, from high to low. */
#ifndef LX_LEVELS_H
#define LX_LEVELS_H

#include "base/arena.h"
#include "program/program.h"

/* Required rows, the non-negativity of variables, and then the optional priorities from high to low. */
#define LX_LEVEL_REQUIRED 0
#define LX_LEVEL_NONNEGATIVE 1
#define LX_LEVEL_OPTIONAL 2

typedef struct {
  int32_t count;      /* with the two that are always there */
  double *priorities; /* count; that of LX_LEVEL_NONNEGATIVE is LX_REQUIRED too */
  int32_t *above;     /* per row slot: level of `above`, -1 for no cost or a row that is not live */
  int32_t *below;     /* likewise */
} lx_levels;

lx_status lx_levels_find(lx_arena *arena, const lx_program *program, lx_levels *out);

#endif
