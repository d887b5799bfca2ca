/* conflict.h: minimal sets of required rows that contradict each other.
 *
 * The tight rows of a vertex are independent, so a violated row is one combination of them and of no others. Where the
 * tight rows in it are required and none can give way in the helpful direction, they and the violated row are a minimal
 * conflicting set: each member has a non-zero multiplier in the only certificate (J. Gleeson and J. Ryan, Identifying
 * minimally infeasible subsystems of inequalities, ORSA Journal on Computing 2, 1990). Where violated rows share the
 * blame, or rows that merely touch hold a tight one, the certificate that the duals are is reduced to one of that kind.
 * Variables that presolve fixed are followed back to the rows that fixed them, which are independent of all the rest.
 */
#ifndef LX_CONFLICT_H
#define LX_CONFLICT_H

#include "presolve/plan.h"
#include "simplex/reduced_lp.h"

/* What leads from rows after elimination to the program's: conflict_reduced.c. The arrays are taken with the first
 * contradiction between such rows, and empty between uses. */
typedef struct {
  int is_open; /* members are rows after elimination in a component, whose records are the following */
  const lx_elimination_record *records;
  int32_t record_count;
  int is_indexed;       /* the following three are those of these records */
  int32_t *last_record; /* per row slot: the last that changes it, or -1 */
  int32_t *previous;    /* per record: the one before that changes the same row, or -1 */
  int32_t *heap;        /* per record: to be followed back, the last first */
  double *weight;       /* per row slot: of the row in the certificate */
  double *terms;        /* likewise: the absolute values that it is the sum of */
  int32_t *touched;     /* per row slot: the rows with terms */
  int32_t *members;     /* per row and variable slot: the certificate in rows of the program */
  double *multipliers;  /* likewise */
} lx_reduced_rows;

/* The sets found so far; no two share a member. Once there is one of rows alone, only those count: a non-negativity is
 * blamed where nothing else explains the contradiction. Members are rows, or -1 - variable for a non-negativity. */
typedef struct {
  lx_arena *arena;
  const lx_allocator *allocator;
  const lx_program *program;
  const lx_assignment *assignment;
  int32_t count;
  int32_t *starts; /* count + 1 */
  int64_t start_capacity;
  int32_t *members;
  int64_t member_capacity;
  uint8_t *row_used;      /* per row slot: in a set already */
  uint8_t *variable_used; /* per variable slot: its non-negativity is */
  double *coefficients;   /* per variable slot: what is left of a certificate over fixed variables; 0 between uses */
  double *terms;          /* likewise: the absolute values that it is the sum of */
  uint8_t *queued;        /* per variable slot: in the heap; 0 between uses */
  int32_t *heap;          /* per variable slot: indices in the order of fixed variables, largest first */
  lx_reduced_rows reduced;
  int64_t proven; /* contradictions so far, also those of which no set was made */
} lx_conflicts;

/* Nothing is taken from the arena before the first conflict. */
void lx_conflicts_init(lx_arena *arena, const lx_program *program, const lx_assignment *assignment, lx_conflicts *out);

/* Releases starts and members; the rest is the arena's. */
void lx_conflicts_destroy(lx_conflicts *conflicts);

/* Adds the set of a certificate: `members` with their multipliers, and the assignment rows that these lead to. Skipped
 * when one of them is in a set already, or when it blames a non-negativity and there is a set that does not. */
lx_status lx_conflicts_add(lx_conflicts *conflicts, int32_t count, const int32_t *members, const double *multipliers);

/* Until lx_conflicts_end_reduced rows are those of a component after elimination. A set that does not prove its
 * contradiction in rows of the program, by more than rounding explains, is not added. */
void lx_conflicts_begin_reduced(lx_conflicts *conflicts, const lx_plan *plan, int32_t component);
void lx_conflicts_end_reduced(lx_conflicts *conflicts);

/* A certificate over such rows as reduced.members and their multipliers, *count of them on both sides; whether it is one. */
lx_status lx_conflicts_expand(lx_conflicts *conflicts, const int32_t *members, const double *multipliers,
                              int32_t *count, int *proves_out);

/* Adds the sets of a reduced LP whose last vertex is infeasible: one for each violated row that proves itself, at least
 * one. `rows` and `variables` lead from the lp to the program. `arena` is the reduced LP's. */
lx_status lx_conflicts_add_lp(lx_conflicts *conflicts, lx_arena *arena, const lx_reduced_lp *lp,
                              const lx_vertex *vertex, lx_factor *factor, const int32_t *rows,
                              const int32_t *variables);

/* The same for one violated row alone; none where it does not prove itself. */
lx_status lx_conflicts_add_row(lx_conflicts *conflicts, lx_arena *arena, const lx_reduced_lp *lp,
                               const lx_vertex *vertex, lx_factor *factor, const int32_t *rows,
                               const int32_t *variables, int32_t row);

#endif
