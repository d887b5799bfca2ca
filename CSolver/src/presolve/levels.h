/* levels.h: the distinct priorities of a program, from high to low. */
#ifndef LX_LEVELS_H
#define LX_LEVELS_H

#include "presolve/reduce.h"

/* Required rows, the non-negativity of variables, and then the optional priorities from high to low. */
#define LX_LEVEL_REQUIRED 0
#define LX_LEVEL_NONNEGATIVE 1
#define LX_LEVEL_OPTIONAL 2

typedef struct {
  int32_t count;      /* with the two that are always there */
  int32_t capacity;   /* more than the count in a plan with gaps only */
  double *priorities; /* count; that of LX_LEVEL_NONNEGATIVE is LX_REQUIRED too */
  int32_t *above;     /* per row slot: level of `above`, -1 for no cost or a row that is not live */
  int32_t *below;     /* likewise */
  int32_t *uses;      /* per level: sides of rows; in a plan with gaps */
} lx_levels;

lx_status lx_levels_find(lx_arena *arena, const lx_program *program, lx_room room, lx_levels *out);

/* A row no longer counts. */
void lx_levels_withdraw(lx_levels *levels, int32_t row);

/* Rows that were withdrawn, or are new, have the levels of their priorities; those that are not live have none. Levels
 * that come or go make *changed_out 1, and map gets per old level the new one or -1; it has room for the capacity.
 * Returns 0 where there are too many, and then the levels mean nothing any more. O(count), and O(rows) where levels
 * change. */
int lx_levels_admit(lx_levels *levels, const lx_program *program, int32_t count, const int32_t *rows, int32_t *map,
                    int *changed_out);

/* Gives the levels that occur in a submatrix local numbers, in order; returns how many. `local`: per level, -1 before
 * and after. `used` has room for all levels and gets those that occur; lx_levels_unnumber takes the numbers back. */
int32_t lx_levels_number(const lx_levels *levels, const lx_program *program, const lx_submatrix *submatrix,
                         int32_t *local, int32_t *used);
void lx_levels_unnumber(int32_t *local, const int32_t *used, int32_t count);

#endif
