/* kernel.h: structure kernels: components of one structure, solved by one straight-line program over SIMD lanes.
 *
 * A kernel is all of a component but its constants and the values it is given: what fixed variables contribute to
 * its rows, the row operations, weighted medians and knapsacks, the eliminations and the rows to check, in its own
 * numbering. Components of one structure share it. Slots 0 ..< inputs are fixed variables, those from there on the
 * component's own. Only components without blocks for the simplex have one; see recording.h for when they are made.
 * Templates have an evaluator of their own: linalg/lanes.h says why. */
#ifndef LX_KERNEL_H
#define LX_KERNEL_H

#include "solve/knapsack.h"

/* Rows of a component with a kernel at most, its inputs and variables, and kernels of one recording. Where the
 * structure is larger or rarer, solving costs more than finding what to solve, and a kernel gains nothing. */
#define LX_KERNEL_ROWS 128
#define LX_KERNEL_SLOTS 256
#define LX_KERNELS 256

/* Components that are solved at a time: a kernel's code is read once for all of them. Two doubles fit into a SIMD
 * register everywhere. */
#define LX_LANES 8
typedef double lx_lane_doubles[LX_LANES];
typedef int8_t lx_lane_statuses[LX_LANES];

/* A knapsack, or a weighted median, as the last component of the kernel left it. */
typedef struct {
  lx_knapsack numbers;             /* breakpoints sorted; their members are rows of the kernel, or -1 - slot */
  lx_cost_breakpoint *breakpoints; /* the same in their first order */
  double *tolerance;               /* levels: without what a gap adds */
  int32_t *optimum;                /* per variable: the breakpoint of its weighted median, in the sorted order */
  int32_t *slots;                  /* per variable */
  int32_t coupling;                /* row, or -1 */
  int32_t listed_gap;              /* sign of the gap that the segments are for; 0: there are none */
  int is_sorted;                   /* the breakpoints have been sorted once */
} lx_kernel_knapsack;

typedef struct {
  int32_t inputs;
  int32_t variables;
  int32_t rows;
  /* The structure, in the order in which lx_kernel_solve reads it, and after that what only tells kernels apart. */
  int32_t *code;
  double *numbers;
  int64_t code_count;
  int64_t number_count;
  double *divisors; /* per row: coefficient of the one variable of a breakpoint's row */
  lx_kernel_knapsack *blocks;
  int32_t block_count;
  /* Basis statuses that are the same after every solve, LX_KERNEL_MOVES where they are not, and which those are. */
  int8_t *row_statuses;      /* per row */
  int8_t *variable_statuses; /* per slot */
  int32_t *moving;           /* rows, then slots */
  int32_t moving_rows;
  int32_t moving_slots;
  int32_t *costly; /* rows that are not only required */
  int32_t costly_count;
} lx_kernel;

#define LX_KERNEL_MOVES INT8_MAX

/* `row_statuses` of a row whose status a solve leaves alone. */
#define LX_KERNEL_KEEPS (INT8_MAX - 1)

/* The kernels of a recording, by a hash. */
typedef struct {
  lx_kernel **items;
  uint64_t *hashes;
  int32_t count;
} lx_kernels;

lx_status lx_kernels_create(lx_arena *arena, lx_kernels *out);

/* The kernel of a component, found or made; *number_out is its number, -1 where it has none. `slots` gets inputs,
 * variables and rows and has room for LX_KERNEL_SLOTS + LX_KERNEL_ROWS. `scratch` may be reset afterwards. */
lx_status lx_kernel_find(lx_arena *arena, lx_arena *scratch, lx_session *session, int32_t component,
                         lx_kernels *kernels, int32_t *slots, int32_t *number_out);

/* Components while they are solved, and their answers. */
typedef struct {
  lx_lane_doubles value[LX_KERNEL_SLOTS];   /* the inputs are given */
  lx_lane_doubles constant[LX_KERNEL_ROWS]; /* as session->constant */
  lx_lane_doubles error[LX_KERNEL_ROWS];    /* of costly rows */
  lx_lane_doubles at[LX_KERNEL_SLOTS + LX_KERNEL_ROWS];
  lx_lane_statuses variable_status[LX_KERNEL_SLOTS]; /* of those that move */
  lx_lane_statuses row_status[LX_KERNEL_ROWS];
} lx_kernel_work;

/* Solves components by their kernel. constants: per row. fails_out: per lane, whether the component must be solved
 * as any other. */
void lx_kernel_solve(const lx_kernel *kernel, const lx_lane_doubles *constants, lx_kernel_work *work,
                     int64_t *fails_out);

#endif
