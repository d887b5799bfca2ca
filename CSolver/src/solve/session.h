/* session.h: what the steps of one solve share. Private to this folder. */
#ifndef LX_SESSION_H
#define LX_SESSION_H

#include "presolve/plan.h"
#include "diagnose/conflict.h"
#include "regions/region_store.h"

/* Sees a core that the simplex has brought to its optimum: that of a block, or with block -1 of a component as it is.
 */
typedef lx_status (*lx_observer)(void *context, int32_t block, int32_t component, const lx_core *core,
                                 const lx_vertex *vertex);

typedef struct {
  lx_program *program;
  const lx_options *options;
  const lx_plan *plan;
  lx_region_store *regions; /* or NULL; not the session's */
  lx_arena arena;      /* of the arrays below */
  lx_arena local;      /* of the block at hand */
  lx_arena rare;       /* of what only some solves need */
  lx_conflicts conflicts;
  lx_statistics statistics;
  lx_outcome outcome;
  int is_misled;
  int is_doubtful; /* what contradicts may be rounding */
  double *value;           /* per variable slot */
  double *constant;        /* per row slot of components that are not plain: what the open entries must add up to */
  int8_t *variable_status; /* per variable slot, an lx_basis_status */
  int8_t *row_status;      /* per row slot, an lx_basis_status */
  int32_t *local_variable; /* per variable slot of components: index in the block at hand */
  int32_t *local_level;    /* per level: index in the block at hand, -1 between blocks */
  uint8_t *marks;          /* per variable slot, when ambiguity is asked for */
  lx_observer observer;    /* or NULL */
  void *observer_context;
} lx_session;

/* submatrix_signature.c: the structure of a submatrix, in session->local, which is reset. `reduced` takes the rows as
 * the steps left them. */
lx_status lx_submatrix_signature(lx_session *session, const lx_submatrix *submatrix, int reduced, lx_signature *out);

/* knapsack_block.c: a single or a star, without the simplex, unless its weights or coefficients spread too far. */
lx_status lx_solve_knapsack_block(lx_session *session, lx_plan_block *block, int *solved_out);

/* simplex_block.c: a block by the simplex. *solved_out is 0 when it found no optimum, or left a variable that nothing
 * decides.
 */
lx_status lx_solve_block(lx_session *session, lx_plan_block *block, int *solved_out);

/* simplex_block.c: a component as it is, with all that is to be said about conflicts and ambiguity. */
lx_status lx_solve_plain(lx_session *session, int32_t component);

/* session.c: a session for a plan; all arrays are there, nothing is solved. To be knapsack on failure, too.
 * `spare` is an arena of the same allocator that is no longer needed, or NULL: its memory, which has been written to
 * and is therefore there, becomes the session's. */
lx_status lx_session_open(lx_session *session, lx_program *program, const lx_plan *plan, lx_arena *spare,
                          uint8_t *marks);
void lx_session_close(lx_session *session);

/* session.c: before each solve of a session. */
void lx_session_begin(lx_session *session, const lx_options *options);

/* session.c: after each solve: forgets the conflicts that nobody has taken. */
void lx_session_end(lx_session *session);

#endif
