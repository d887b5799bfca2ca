/* levels.h: the distinct priorities of a program, from high to low. */
#ifndef LX_LEVELS_H
#define LX_LEVELS_H

#include "presolve/reduce.h"

/* Required rows, the non-negativity of variables, then the optional priorities from high to low. */
#define LX_LEVEL_REQUIRED 0
#define LX_LEVEL_NONNEGATIVE 1
#define LX_LEVEL_OPTIONAL 2

typedef struct {
  int32_t count;      /* with the two above */
  int32_t capacity;   /* equal to the count, more in a plan with gaps */
  double *priorities; /* count; that of LX_LEVEL_NONNEGATIVE is LX_REQUIRED too */
  int32_t *above;     /* per row slot: level of `above`, -1 for no cost or a row that is not live */
  int32_t *below;     /* likewise */
  int32_t *uses;      /* per level: number of row sides; in a plan with gaps */
} lx_levels;

lx_status lx_levels_find(lx_arena *arena, const lx_program *program, lx_room room, lx_levels *out);

/* Removes a row from its levels. */
void lx_levels_withdraw(lx_levels *levels, int32_t row);

/* Adds rows that are new or were withdrawn to the levels of their priorities; rows that are not live get none. Where
 * levels appear or vanish, *changed_out is 1 and `map` has the new level of each old one, or -1; it has room for the
 * capacity. Returns 0 where there are too many levels, which are undefined then. O(count); O(rows) where levels
 * change. */
int lx_levels_admit(lx_levels *levels, const lx_program *program, int32_t count, const int32_t *rows, int32_t *map,
                    int *changed_out);

/* Numbers the levels that occur in a submatrix from 0, in order, and returns how many there are. local: per level, -1
 * before and, after lx_levels_unnumber, again. used: room for all levels; gets those that occur. */
int32_t lx_levels_number(const lx_levels *levels, const lx_program *program, const lx_submatrix *submatrix,
                         int32_t *local, int32_t *used);
void lx_levels_unnumber(int32_t *local, const int32_t *used, int32_t count);

#endif
