/* simplex.h: the lexicographic revised simplex in row form.
 *
 * A vertex is n independent tight rows. Every other row lies on one side of its constant and costs its weight per point
 * at its level. The duals of a level say how that cost changes as one tight row is let go; the vertex is optimal when
 * no tight row can move up or down with a lexicographically negative change over the levels. Required rows are the
 * highest level of the same thing, so there is no first phase, and any vertex is a legal start.
 *
 * References: G. B. Dantzig, Linear Programming and Extensions, 1963; R. Fourer, A simplex algorithm for
 * piecewise-linear programming (Mathematical Programming 33, 1985) for the ratio test through breakpoints; H. Isermann,
 * Linear lexicographic optimization (OR Spektrum 4, 1982). */
#ifndef LX_SIMPLEX_H
#define LX_SIMPLEX_H

#include "simplex/reduced_lp.h"

/* Minimizes the errors of the reduced LP level by level. `factor` has the lp's order. `pivot_limit` 0 means the derived
 * bound. The outcome is LX_OPTIMAL, LX_INFEASIBLE when a binding level keeps an error, LX_PIVOT_LIMIT or LX_BREAKDOWN.
 * With the first two `vertex` describes the last vertex, freshly computed, and with the second `factor` does, too, unless
 * vertex->contradiction proves it instead. Adds to `statistics`. */
lx_status lx_simplex_solve(lx_arena *arena, const lx_reduced_lp *lp, lx_factor *factor, int64_t pivot_limit,
                           lx_vertex *vertex, lx_statistics *statistics, lx_outcome *out);

/* What a resumed run has changed; each list names an item once, in no order. */
typedef struct {
  int32_t *columns; /* n: those whose values have changed */
  uint8_t *has_column;
  int32_t column_count;
  int32_t *rows; /* total: those that have become tight or nonbasic, or changed sides */
  uint8_t *has_row;
  int32_t row_count;
  int32_t *positions; /* n: those whose row or duals have changed */
  uint8_t *has_position;
  int32_t position_count;
  int32_t contradicted; /* a required row that the required ones which are tight do not let be met; or -1 */
} lx_simplex_changes;

/* Room for the changes of runs of a reduced LP. */
lx_status lx_simplex_changes_create(lx_arena *arena, const lx_reduced_lp *lp, lx_simplex_changes *out);

static inline void lx_list_once(int32_t *list, uint8_t *has, int32_t *count, int32_t item) {
  if (has[item])
    return;
  has[item] = 1;
  list[(*count)++] = item;
}

static inline void lx_list_position(lx_simplex_changes *changes, int32_t position) {
  lx_list_once(changes->positions, changes->has_position, &changes->position_count, position);
}

static inline void lx_list_row(lx_simplex_changes *changes, int32_t row) {
  lx_list_once(changes->rows, changes->has_row, &changes->row_count, row);
}

static inline void lx_list_column(lx_simplex_changes *changes, int32_t column) {
  lx_list_once(changes->columns, changes->has_column, &changes->column_count, column);
}

/* Empties the lists. */
void lx_simplex_changes_clear(lx_simplex_changes *changes);

/* An optimum as it is kept to go on from: of a reduced LP that has the same rows and variables, but may be scaled (scale.h). */
typedef struct {
  lx_reduced_lp *lp; /* NULL where doubles cannot go on from there */
  lx_vertex vertex;
  const double *columns; /* a variable is so many times that of `lp`; NULL: the same */
} lx_simplex_optimum;

/* What is kept of the optimum that lx_simplex_solve has left in `vertex`, in the same arena. */
void lx_simplex_keep(const lx_vertex *vertex, lx_simplex_optimum *out);

/* Goes on from a kept optimum, whose lp, vertex and factor are as they were but for
 * constants, after whoever changed these has moved x so that tight rows hold. `arena` is where they lie now, `rows` are those whose
 * activity or constant has changed. Costs what the pivots touch, as long as the factorization needs no build, and where doubles do not
 * decide a certificate, which is linear in the entries for each level. *out is LX_OPTIMAL, or the vertex is not to be used: LX_PIVOT_LIMIT
 * where that has taken `pivot_limit` pivots, or more than solving anew would. Values and errors of rows are the caller's to
 * check. Adds to `changes` and `statistics`. Where it is LX_INFEASIBLE for a row that is contradicted, the vertex is one to go on from with other constants, if
 * these rows are among those that have changed then. */
lx_status lx_simplex_resume(lx_arena *arena, lx_vertex *vertex, int32_t row_count, const int32_t *rows,
                            int64_t pivot_limit, const lx_stopper *stopper, lx_statistics *statistics,
                            lx_simplex_changes *changes, lx_outcome *out);

#endif
