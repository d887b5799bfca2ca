/* kernel.h: components of one structure, solved by one short program over numbers that lie together.
 *
 * A shape is all of a component but its constants and the values it is given: what travels into its rows, the
 * operations, the closed forms, the steps and the rows to look at, in numbers of its own. Components of the same shape
 * share it. Slots 0 ..< inputs are fixed variables, those from there on the component's own. Only components whose
 * parts are all in closed form have one; see recording.h for when they are made. Private to this folder. */
#ifndef LX_KERNEL_H
#define LX_KERNEL_H

#include "solve/knapsack.h"

/* Rows of a component with a shape at most, its inputs and variables, and shapes of one tape: what is larger or
 * stranger costs more in itself than the way there, and is solved as any other. */
#define LX_SHAPE_ROWS 128
#define LX_SHAPE_SLOTS 256
#define LX_SHAPES 256

/* Components that are solved at a time, number beside number: what a shape's code says is read once for all of them,
 * and two of them fit into one register everywhere. */
#define LX_LANES 8
typedef double lx_lanes[LX_LANES];
typedef int8_t lx_place_lanes[LX_LANES];

/* A closed form as the last component of the shape left it. */
typedef struct {
  lx_knapsack numbers;             /* breakpoints sorted; their members are rows of the shape, or -1 - slot */
  lx_cost_breakpoint *breakpoints; /* in their first order */
  double *tolerance; /* levels: without what a gap adds */
  int32_t *optimum;  /* per variable: the tight breakpoint at its own optimum in the sorted order */
  int32_t *slots;    /* per variable */
  int32_t coupling;  /* row, or -1 */
  int32_t cut;       /* sign of the gap that the segments are for; 0: there are none */
  int is_settled;    /* the breakpoints have been in an order */
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
  double *divisors; /* per row: coefficient of the one variable of a breakpoint's row */
  lx_shape_part *parts;
  int32_t part_count;
  /* Places that are the same after every solve, LX_SHAPE_MOVES where they are not, and which those are. */
  int8_t *row_statuses;      /* per row */
  int8_t *variable_statuses; /* per slot */
  int32_t *moving;         /* rows, then slots */
  int32_t moving_rows;
  int32_t moving_slots;
  int32_t *costly; /* rows that are not only required */
  int32_t costly_count;
} lx_shape;

#define LX_SHAPE_MOVES INT8_MAX

/* `row_statuses` of a row that nothing is said about. */
#define LX_SHAPE_AS_WAS (INT8_MAX - 1)

/* The shapes of a tape, by a hash. */
typedef struct {
  lx_shape **items;
  uint64_t *hashes;
  int32_t count;
} lx_shapes;

lx_status lx_shapes_create(lx_arena *arena, lx_shapes *out);

/* The shape of a component, found or made; *number_out is its number, -1 where it has none. `slots` gets inputs,
 * variables and rows and has room for LX_SHAPE_SLOTS + LX_SHAPE_ROWS. `scratch` may be reset afterwards. */
lx_status lx_shape_of(lx_arena *arena, lx_arena *scratch, lx_session *session, int32_t component, lx_shapes *shapes,
                      int32_t *slots, int32_t *number_out);

/* Components while they are solved, and what they come out as. */
typedef struct {
  lx_lanes value[LX_SHAPE_SLOTS];   /* the inputs are given */
  lx_lanes constant[LX_SHAPE_ROWS]; /* as session->constant */
  lx_lanes error[LX_SHAPE_ROWS];    /* of costly rows */
  lx_lanes at[LX_SHAPE_SLOTS + LX_SHAPE_ROWS];
  lx_place_lanes variable_status[LX_SHAPE_SLOTS]; /* of those that move */
  lx_place_lanes row_status[LX_SHAPE_ROWS];
} lx_shape_work;

/* Solves components by their shape. constants: per row. fails_out: per lane, whether that is not its answer. */
void lx_shape_solve(const lx_shape *shape, const lx_lanes *constants, lx_shape_work *work, int64_t *fails_out);

#endif
