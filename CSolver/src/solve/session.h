/* session.h: the state of one solve. Private to this folder. */
#ifndef LX_SESSION_H
#define LX_SESSION_H

#include "presolve/plan.h"
#include "diagnose/conflict.h"
#include "regions/region_store.h"

/* Called with each reduced LP that the simplex has solved: that of a block, or with block -1 of a whole component. */
typedef lx_status (*lx_observer)(void *context, int32_t block, int32_t component, const lx_reduced_lp *lp,
                                 const lx_vertex *vertex);

/* An optimum with its factorization, taken over from the simplex (lx_simplex_optimum). */
typedef struct {
  int is_held;
  int32_t block; /* of the plan, or -1: a whole component in its original rows */
  lx_arena arena; /* of lp and vertex */
  lx_reduced_lp *lp;
  lx_vertex vertex;
  const double *columns;
  lx_factor *factor;
} lx_kept_vertex;

/* One that is kept for a component of the plan. */
typedef struct {
  int32_t component;
  const lx_kept_vertex *kept;
} lx_component_vertex;

/* Vertices that a solve of all components may leave, and rows that a component has for it at least: an edit of a smaller one is soon
 * solved anew. */
#define LX_SESSION_VERTICES 8
#define LX_SESSION_VERTEX_ROWS 512

typedef struct {
  lx_program *program;
  const lx_options *options;
  const lx_plan *plan;
  lx_region_store *regions; /* or NULL; not owned */
  lx_arena arena;      /* of the arrays below */
  lx_arena local;      /* of the current block */
  lx_arena rare;       /* for what few solves need */
  lx_conflicts conflicts;
  lx_statistics statistics;
  lx_outcome outcome;
  int has_wrong_sign;      /* the values are not an answer, and another plan is needed … */
  int has_many_wrong;      /* … that leaves nothing out which must be >= 0 and is not fixed */
  int may_plan_anew;       /* there may be such a plan */
  int is_doubtful;         /* a conflict may be due to rounding */
  int has_start;           /* the last block has an optimal vertex below, which leaves a variable undecided */
  int starts_here;         /* the next component starts from the statuses below, not from those of the last solve */
  const int8_t *variable_start; /* per slot: a solve by another plan has ended there, and components start from these statuses instead of … */
  const int8_t *row_start;      /* … those of the last solve; or NULL. Not owned */
  double *value;           /* per variable slot */
  double *constant; /* per row slot of components that are not plain: what the unassigned entries must add up to */
  int8_t *variable_status; /* per variable slot, an lx_basis_status */
  int8_t *row_status;      /* per row slot, an lx_basis_status */
  int32_t *local_variable; /* per variable slot of components: index in the current block */
  int32_t *local_level;    /* per level: number in the current block, else -1 */
  lx_kept_vertex *kept;    /* where the vertex of the largest reduced LP that is solved goes to; or NULL */
  int is_cold;             /* the last basis is ignored, whatever the options say */
  int keeps_knapsacks;     /* knapsacks are solved by the simplex, from the last basis, for the vertex that it leaves */
  int keeps_vertices;      /* a solve of all components leaves vertices of large ones in the following */
  lx_kept_vertex vertices[LX_SESSION_VERTICES];
  int32_t vertex_components[LX_SESSION_VERTICES];
  int32_t vertex_count;
  lx_observer observer;    /* or NULL */
  void *observer_context;
} lx_session;

/* submatrix_signature.c: the structure of a submatrix, in session->local, which is reset. With `reduced`, of the rows
 * after elimination. */
lx_status lx_submatrix_signature(lx_session *session, const lx_submatrix *submatrix, int reduced, lx_signature *out);

/* knapsack_block.c: solves a median or knapsack block; by the simplex where its weights or coefficients spread too
 * far. */
lx_status lx_solve_knapsack_block(lx_session *session, lx_plan_block *block, int *solved_out);

/* simplex_block.c: solves a block by the simplex. *solved_out is 0 where it found no optimum, or nothing decides a
 * variable. */
lx_status lx_solve_block(lx_session *session, lx_plan_block *block, int *solved_out);

/* simplex_block.c: solves a component in its original rows, with conflicts. */
lx_status lx_solve_plain(lx_session *session, int32_t component);

/* simplex_block.c: the reduced LP of a submatrix, in session->local, which is reset first. With `reduced`, of the rows after
 * elimination. With `cold` the last basis is ignored. */
lx_status lx_submatrix_lp(lx_session *session, const lx_submatrix *submatrix, int reduced, int cold,
                          lx_reduced_lp **out);

/* simplex_block.c: whether the row at a position is a unit row that could move at no cost: nothing decides that
 * variable. */
int lx_is_undecided(const lx_reduced_lp *lp, const lx_vertex *vertex, int32_t position);

/* simplex_block.c: releases a vertex that is held. */
void lx_release_vertex(lx_kept_vertex *kept);

/* simplex_block.c: which linear algebra a reduced LP of this order gets. */
lx_algebra lx_algebra_for(const lx_session *session, int32_t size);

/* simplex_block.c: whether a critical region holds for a block: its optimum, out->x, is the only one then. Nothing is
 * stored. */
int lx_region_holds(const lx_session *session, const lx_plan_block *block, lx_region_answer *out);

/* Largest order that is tried again with the other algebra: the dense one then takes 16 MB. */
#define LX_RETRY_LIMIT 1024

/* session.c: opens a session for a plan; nothing is solved. To be closed on failure, too. `spare` is an arena of the
 * same allocator that is no longer needed, or NULL; the session takes over its memory, whose pages are already
 * mapped. */
lx_status lx_session_open(lx_session *session, lx_program *program, const lx_plan *plan, lx_arena *spare);
void lx_session_close(lx_session *session);

/* session.c: releases the vertices that the last solve has left. */
void lx_session_release_vertices(lx_session *session);

/* session.c: before each solve of a session. */
void lx_session_begin(lx_session *session, const lx_options *options);

/* session.c: after each solve: releases conflicts that have not been taken over. */
void lx_session_end(lx_session *session);

#endif
