/* closed.h: parts that need no simplex, as numbers apart from where they come from.
 *
 * A variable with rows about it alone costs a convex, piecewise linear function, level by level: its optimum is a
 * weighted median, found by walking from a kink as long as that gains. Where one more row couples such variables (texts
 * in a row that is too short), each starts at its own optimum, and while the row has an error the cheapest of all next
 * pieces gives way: a continuous knapsack (G. B. Dantzig, Discrete-variable extremum problems, Operations Research 5,
 * 1957), level by level. The start of the walk is that of the simplex: equalities, then >=, then <=, each by level.
 * Private to this folder. */
#ifndef LX_CLOSED_H
#define LX_CLOSED_H

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
} lx_kink;

/* A piece of a variable's cost on the way the coupling row asks for. */
typedef struct {
  double length; /* of the variable; infinite for the last */
  int32_t variable;
  int32_t from; /* the kink it starts at, by place among the variable's sorted ones */
} lx_segment;

typedef struct {
  int32_t variables;
  int32_t levels;
  double *tolerance;    /* levels: slopes up to this are none */
  int is_wide;          /* weights or coefficients spread too far for a closed form */
  int32_t *kink_starts; /* variables + 1 */
  lx_kink *kinks;
  int32_t *tight; /* per variable: its kink, or -1: where the coupling row puts it */
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
  /* The pieces that may give way. lx_closed_reserve makes room. */
  double *gain;  /* levels: what a unit less of the row's error is worth, negated */
  double *table; /* segments x levels: slopes per unit of the coupling row, less what it gains */
  lx_segment *segments;
  int32_t segment_count;
  int32_t *order; /* segments, the cheapest first */
  int32_t *spare; /* segments, for the sort */
} lx_closed;

/* The numbers of a part, in session->local, which is reset; segments have no room yet. *coupling_out: row slot or -1.
 */
lx_status lx_closed_open(lx_session *session, const lx_part *part, lx_closed *out, int32_t *coupling_out);

/* Room for the segments, whatever the numbers. */
lx_status lx_closed_reserve(lx_closed *closed, lx_arena *arena);

/* Puts one variable at its own optimum and sorts its kinks. */
void lx_closed_settle(lx_closed *closed, int32_t variable);

/* Whether the coupling row, with every variable at its own optimum, has an error that costs; *gap_out is its size. */
int lx_closed_has_gap(const lx_closed *closed, double *gap_out);

/* The pieces that would give way to close a gap of this sign, in their order, whatever its size. Needs room. */
void lx_closed_cut(lx_closed *closed, double gap);

/* Lets the cheapest pieces give way until the row is met; returns whether it is. */
int lx_closed_give_way(lx_closed *closed, double gap);

#endif
