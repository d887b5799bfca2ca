/* exact_judge.h: what a program comes to, in rational arithmetic.
 *
 * The doubles of a program are taken as the rationals that they are, and nothing is ever rounded. The judge ends with a
 * certificate that it checks against the rows as they were handed over: values, and multipliers of the tight rows for
 * every level, from which optimality follows whatever way it came to them. Slow: for programs of up to some hundred
 * rows. Tests only; needs GMP. */
#ifndef EXACT_JUDGE_H
#define EXACT_JUDGE_H

#include <stdint.h>

/* A program as lx_rows describes one; `below` and `weights` may be NULL. Entries of one row name a variable once. */
typedef struct {
  int32_t variables;
  const uint8_t *nonnegative; /* variables, or NULL for none */
  int32_t rows;
  const int32_t *starts; /* rows + 1 */
  const int32_t *columns;
  const double *values;
  const int8_t *relations; /* -1, 0, 1 */
  const double *constants;
  const double *priorities;
  const double *below;
  const double *weights;
} xj_program;

typedef enum {
  XJ_OK = 0,
  XJ_LIMIT = 1,       /* too many pivots; says nothing about the program */
  XJ_UNCERTIFIED = 2, /* the certificate does not hold: a fault of the judge */
  XJ_MEMORY = 3
} xj_status;

typedef struct xj_verdict xj_verdict;

/* Solves. The program's arrays must stay in place as long as the verdict. */
xj_status xj_judge(const xj_program *program, xj_verdict **out);
void xj_verdict_destroy(xj_verdict *verdict);

int32_t xj_is_feasible(const xj_verdict *verdict);
int64_t xj_pivots(const xj_verdict *verdict);

/* The least sum of violations of the required rows and, all of those at their best, of the non-negativities. */
double xj_violation(const xj_verdict *verdict);

/* Optional levels, from high to low: `priorities` and `errors` have room for xj_level_count. */
int32_t xj_level_count(const xj_verdict *verdict);
void xj_levels(const xj_verdict *verdict, double *priorities, double *errors);

/* One optimal solution, rounded to doubles, length `variables`. */
void xj_values(const xj_verdict *verdict, double *out);

typedef enum {
  XJ_RIGHT = 0,
  XJ_BROKEN = 1, /* a required row or a non-negativity is off by more than a double explains */
  XJ_WORSE = 2,  /* the first level that differs is worse than its optimum */
  XJ_BETTER = 3  /* … is better: what is required holds to its tolerance, and that makes room */
} xj_opinion;

/* Compares values with the optimum. Sums are exact. A required row may be off by 1e-6 and 2^-48 of the sum of its terms'
 * absolute values; a level by `tolerance` times its optimum or 1, whichever is more, and 2^-48 of its rows' terms.
 * `where_out`: the row (or -1 - variable) that is off, or the level; `size_out`: by how much. Either may be NULL. */
xj_opinion xj_compare(const xj_verdict *verdict, const double *values, double tolerance, int32_t *where_out,
                      double *size_out);

#endif
