/* knapsack.h: blocks that need no simplex.
 *
 * Variables with rows of their own each have a weighted median as optimum. Where one more row couples them (texts in a
 * row that is too short), each starts at its own optimum, and while the row has an error the cheapest next segment of
 * any variable's cost is used: a continuous knapsack, level by level (G. B. Dantzig, Discrete-variable extremum
 * problems, Operations Research 5, 1957). */
#ifndef LX_KNAPSACK_H
#define LX_KNAPSACK_H

#include "solve/session.h"
#include "solve/weighted_median.h"

/* A linear segment of a variable's cost, in the direction that the coupling row asks for. */
typedef struct {
  double length; /* of the variable; infinite for the last */
  int32_t variable;
  int32_t from; /* index of the breakpoint it starts at, among the variable's sorted ones */
} lx_segment;

typedef struct {
  int32_t variables;
  int32_t levels;
  double *tolerance;          /* levels: slopes up to this count as zero */
  int is_wide;                /* weights or coefficients spread too far for this method */
  int32_t *breakpoint_starts; /* variables + 1 */
  lx_cost_breakpoint *breakpoints;
  int32_t *tight; /* per variable: index of its breakpoint, or -1 where the coupling row decides it */
  double *x;      /* per variable */
  double *slopes; /* levels */
  double *price;  /* levels */
  /* The coupling row; entry_count is 0 where there is none. */
  int32_t entry_count;
  int32_t *entries;     /* entry_count: variables, each once */
  double *coefficients; /* per variable */
  double constant;
  double weight;
  int32_t above; /* local level, or -1 */
  int32_t below;
  /* The candidate segments; room by lx_knapsack_reserve. */
  double *gain;  /* levels: change of cost per unit of the row's error removed */
  double *table; /* segments x levels: slope per unit of the coupling row, less the gain */
  lx_segment *segments;
  int32_t segment_count;
  int32_t *order; /* indices of segments, the cheapest first */
  int32_t *spare; /* scratch of the sort */
} lx_knapsack;

/* Fills in a block, in session->local, which is reset; there is no room for segments yet. *coupling_out: row slot or
 * -1. */
lx_status lx_knapsack_open(lx_session *session, const lx_plan_block *block, lx_knapsack *out, int32_t *coupling_out);

/* Opens a block and finds its optimum; *is_tight_out: the coupling row decides a variable. Where is_wide is set there is
 * none. */
lx_status lx_knapsack_solve(lx_session *session, const lx_plan_block *block, lx_knapsack *out, int32_t *coupling_out,
                            int *is_tight_out);

/* knapsack_unique.c: whether the optimum is clearly the only one. */
int lx_knapsack_is_unique(const lx_knapsack *knapsack);

/* A copy with room for everything but segments. */
lx_status lx_knapsack_copy(const lx_knapsack *knapsack, lx_arena *arena, lx_knapsack *out);

/* Room for so many segments; as many as there are breakpoints and variables always suffice. */
lx_status lx_knapsack_reserve(lx_knapsack *knapsack, lx_arena *arena, int64_t segments);

/* Sorts the breakpoints of one variable and puts it at its own optimum. */
void lx_knapsack_median(lx_knapsack *knapsack, int32_t variable);

/* Whether the coupling row has an error that costs, with every variable at its own optimum; *gap_out is the error. */
int lx_knapsack_has_gap(const lx_knapsack *knapsack, double *gap_out);

/* Lists the segments for a gap of this sign, sorted by cost. The size of the gap does not matter. Needs room. */
void lx_knapsack_list_segments(lx_knapsack *knapsack, double gap);

/* Uses the cheapest segments until the row holds; returns whether it does. */
int lx_knapsack_fill(lx_knapsack *knapsack, double gap);

#endif
