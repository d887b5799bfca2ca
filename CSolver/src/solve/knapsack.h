/* knapsack.h: blocks that need no simplex, as numbers apart from where they come from.
 *
 * A variable with rows about it alone costs a convex, piecewise linear function, level by level: its optimum is a
 * weighted median, found by walking from a breakpoint as long as that gains. Where one more row couples such variables
 * (texts in a row that is too short), each starts at its own optimum, and while the row has an error the cheapest of
 * all next segments gives way: a continuous knapsack (G. B. Dantzig, Discrete-variable extremum problems, Operations
 * Research 5, 1957), level by level. The start of the walk is that of the simplex: equalities, then >=, then <=, each
 * by level. Private to this folder. */
#ifndef LX_KNAPSACK_H
#define LX_KNAPSACK_H

#include "solve/session.h"

/* Where a row about one variable is met, in terms of the variable. */
typedef struct {
  double at;
  double weight;  /* per point of the variable */
  int32_t above;  /* local level of exceeding it, or -1 */
  int32_t below;  /* likewise of falling short */
  int32_t tier;   /* the smallest starts */
  int32_t member; /* row slot, or -1 - variable slot for the non-negativity */
  int32_t order;
  int8_t sign; /* of the coefficient */
} lx_cost_breakpoint;

/* A submatrix of a variable's cost on the way the coupling row asks for. */
typedef struct {
  double length; /* of the variable; infinite for the last */
  int32_t variable;
  int32_t from; /* the breakpoint it starts at, by status among the variable's sorted ones */
} lx_segment;

typedef struct {
  int32_t variables;
  int32_t levels;
  double *tolerance;          /* levels: slopes up to this are none */
  int is_wide;                /* weights or coefficients spread too far for a knapsack form */
  int32_t *breakpoint_starts; /* variables + 1 */
  lx_cost_breakpoint *breakpoints;
  int32_t *tight; /* per variable: its breakpoint, or -1: where the coupling row puts it */
  double *x;      /* per variable */
  double *slopes; /* levels */
  /* The coupling row; entry_count 0 where there is none. */
  int32_t entry_count;
  int32_t *entries;     /* entry_count: variables, each once */
  double *coefficients; /* per variable */
  double constant;
  double weight;
  int32_t above; /* local level, or -1 */
  int32_t below;
  /* The segments that may give way. lx_knapsack_reserve makes room. */
  double *gain;  /* levels: what a unit less of the row's error is worth, negated */
  double *table; /* segments x levels: slopes per unit of the coupling row, less what it gains */
  lx_segment *segments;
  int32_t segment_count;
  int32_t *order; /* segments, the cheapest first */
  int32_t *spare; /* segments, for the sort */
} lx_knapsack;

/* The numbers of a block, in session->local, which is reset; segments have no room yet. *coupling_out: row slot or -1.
 */
lx_status lx_knapsack_open(lx_session *session, const lx_plan_block *block, lx_knapsack *out, int32_t *coupling_out);

/* Room for the segments, whatever the numbers. */
lx_status lx_knapsack_reserve(lx_knapsack *knapsack, lx_arena *arena);

/* Puts one variable at its own optimum and sorts its breakpoints. */
void lx_weighted_median(lx_knapsack *knapsack, int32_t variable);

/* Whether the coupling row, with every variable at its own optimum, has an error that costs; *gap_out is its size. */
int lx_knapsack_has_gap(const lx_knapsack *knapsack, double *gap_out);

/* The segments that would give way to close a gap of this sign, in their order, whatever its size. Needs room. */
void lx_knapsack_list_segments(lx_knapsack *knapsack, double gap);

/* Lets the cheapest segments give way until the row is met; returns whether it is. */
int lx_knapsack_fill(lx_knapsack *knapsack, double gap);

#endif
