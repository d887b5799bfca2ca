/* shape.h: components of one structure, solved by one short program over numbers that lie together.
 *
 * A shape is all of a component but its constants and the values it is given: what travels into its rows, the
 * operations, the closed forms, the steps and the rows to look at, in numbers of its own. Components of the same shape
 * share it. Slots 0 ..< inputs are fixed variables, those from there on the component's own. Only components whose
 * parts are all in closed form have one; see tape.h for when they are made. Private to this folder. */
#ifndef LX_SHAPE_H
#define LX_SHAPE_H

#include "batch/closed.h"

/* Rows of a component with a shape at most, its inputs and variables, and shapes of one tape: what is larger or
 * stranger costs more in itself than the way there, and is solved as any other. */
#define LX_SHAPE_ROWS 128
#define LX_SHAPE_SLOTS 256
#define LX_SHAPES 256

/* A closed form as the last component of the shape left it. */
typedef struct {
  lx_closed numbers; /* kinks sorted; their members are rows of the shape, or -1 - slot */
  lx_kink *kinks;    /* in their first order */
  double *tolerance; /* levels: without what a gap adds */
  int32_t *optimum;  /* per variable: the tight kink at its own optimum in the sorted order */
  int32_t *slots;    /* per variable */
  int32_t coupling;  /* row, or -1 */
  int32_t cut;       /* sign of the gap that the segments are for; 0: there are none */
  int is_settled;    /* the kinks have been in an order */
} lx_shape_part;

typedef struct {
  int32_t inputs;
  int32_t variables;
  int32_t rows;
  /* The structure, in the order in which lx_shape_solve reads it, and behind that what only tells shapes apart. */
  int32_t *code;
  double *numbers;
  int64_t code_count;
  int64_t number_count;
  double *divisors; /* per row: coefficient of the one variable of a kink's row */
  lx_shape_part *parts;
  int32_t part_count;
} lx_shape;

/* The shapes of a tape, by a hash. */
typedef struct {
  lx_shape **items;
  uint64_t *hashes;
  int32_t count;
} lx_shapes;

lx_status lx_shapes_create(lx_arena *arena, lx_shapes *out);

/* The shape of a component, found or made; *out is NULL where it has none. `slots` gets its variables and rows and has
 * room for LX_SHAPE_SLOTS + LX_SHAPE_ROWS. `scratch` may be reset afterwards. */
lx_status lx_shape_of(lx_arena *arena, lx_arena *scratch, lx_session *session, int32_t component, lx_shapes *shapes,
                      int32_t *slots, lx_shape **out);

/* What a component came out as. */
typedef struct {
  double value[LX_SHAPE_SLOTS]; /* the inputs are given */
  double error[LX_SHAPE_ROWS];  /* where it costs, else 0 */
  int8_t variable_place[LX_SHAPE_SLOTS];
  int8_t row_place[LX_SHAPE_ROWS]; /* LX_SHAPE_AS_WAS where it says nothing of the row */
} lx_shape_answer;

#define LX_SHAPE_AS_WAS INT8_MAX

/* Solves a component by its shape. Returns 0 where that is not its answer. */
int lx_shape_solve(lx_shape *shape, const double *constants, lx_shape_answer *answer);

#endif
