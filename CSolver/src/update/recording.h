/* recording.h: a wide update, recorded to be replayed.
 *
 * What rows of new constants can reach does not depend on the constants. Where the same rows begin one wide update
 * after another (a root that is resized, a text size that goes into every cell), the variables, components and rows
 * they reach are recorded, each with its numbers beside it, in the order of the plan: the next such update replays
 * the recording, without marks and lists of uses. Sums are computed as lx_value_by does, components as
 * lx_solve_component does, to the bit; a component that its kernel does not solve goes there. (Automatic
 * differentiation calls such a record a tape: A. Griewank and A. Walther, Evaluating Derivatives, 2nd ed., SIAM
 * 2008, section 4.1.) A recording is valid as long as the plan it was made from. */
#ifndef LX_RECORDING_H
#define LX_RECORDING_H

#include "update/kernel.h"
#include "update/state.h"

/* Decided variables one after another. Per sum in `code`: a head, the variable, its source or -1, and the other
 * variables of its row, ~j where the coefficient of j is -1; in `numbers`: the row's constant, and of a general sum the
 * coefficients of the other variables and that of its own. */
typedef struct {
  int32_t count;
  int32_t *code;
  double *numbers;
} lx_sums;

/* Head of a sum: flags, and how many other variables from this bit on. */
enum { LX_SUM_SIGNED = 1, LX_SUM_NEGATIVE = 2, LX_SUM_GENERAL = 4, LX_SUM_SHIFT = 3 };

/* Components of one kernel, side by side; lanes without one hold a copy of the first. */
typedef struct {
  lx_kernel *kernel; /* or NULL: one component, to be solved as any other */
  int32_t count;
  int32_t components[LX_LANES]; /* of the plan */
  int32_t *slots;               /* inputs, variables, rows, each for all lanes */
  lx_lane_doubles *constants;   /* per row */
  lx_lane_statuses *statuses;   /* basis statuses of what moves in the kernel, and … */
  lx_lane_doubles *errors;      /* … of costly rows, as the last update left them */
  int is_kept;                  /* the session has these, and the statuses that every solve leaves the same */
} lx_kernel_block;

/* The address of the constant of a row that an update begins with. */
typedef struct {
  int32_t row;
  double *at;
} lx_recorded_input;

struct lx_recording {
  lx_arena arena;
  lx_arena scratch;
  uint64_t *is_input; /* a bit per row slot */
  lx_recorded_input *inputs;
  int32_t input_count; /* of rows that have such an address */
  int32_t input_row_count;
  lx_sums fixed;
  lx_sums substituted;
  lx_kernel_block *blocks;
  int32_t block_count;
  int32_t component_count;
  lx_kernels kernels;
  lx_kernel_work *work;
  int32_t *rows; /* over fixed variables, to be checked */
  int32_t row_count;
  int is_stale;  /* rows that it does not begin with may have other constants */
  int has_moved; /* values have changed without the steps in links */
  int32_t misses;
};

/* recording_sums.c: room for and code of the variables at `indices` of an order, ascending. */
lx_status lx_sums_create(lx_arena *arena, const lx_program *program, const lx_topological_order *order,
                         const int32_t *indices, int32_t count, lx_sums *out);

/* recording_sums.c: all constants as the rows have them now. */
void lx_sums_refresh(const lx_sums *sums, const lx_program *program, const lx_assignment *assignment);

/* recording_sums.c: computes the variables, and appends those that changed to the changes of the solution. Returns 0
 * where one has the wrong sign. */
int lx_sums_replay(const lx_sums *sums, lx_incremental *state);

/* recording_sums.c: the sum after one; advances `numbers`. */
static inline int32_t *lx_sum_next(int32_t *code, double **numbers) {
  const int32_t head = code[0], terms = head >> LX_SUM_SHIFT;
  *numbers += head & LX_SUM_GENERAL ? terms + 2 : 1;
  return code + 3 + terms;
}

#endif
