/* solve.h: the whole way from a program to its answer, anew or from the last one. */
#ifndef LX_SOLVE_H
#define LX_SOLVE_H

#include "program/program.h"

/* What a solve leaves besides the values, which lx_solution_value tells. */
typedef struct {
  lx_outcome outcome;
  lx_statistics statistics;
  int32_t level_count;      /* optional levels, from high to low */
  double *level_priorities; /* level_count */
  double *level_errors;     /* level_count */
  int32_t conflict_count;
  int32_t *conflict_starts; /* conflict_count + 1 */
  int32_t *conflict_members;
} lx_answer;

void lx_answer_destroy(const lx_allocator *allocator, lx_answer *answer);

/* What a solve leaves for the next: the plan of the structure, and where everything stands. */
typedef struct lx_solution lx_solution;

void lx_solution_destroy(lx_solution *solution);

/* Solves. On success *answer is replaced; with LX_OPTIMAL values and the basis in the program are too. On an error nothing
 * changes. *solution is NULL at first; it is made and kept here. Where only constants changed since an optimal solve,
 * it costs what they reach. */
lx_status lx_solve_program(lx_program *program, const lx_options *options, lx_solution **solution, lx_answer *answer);

/* The variables whose value the last solve, an optimal one, changed, each once; the array is the solution's. */
int32_t lx_solution_changes(const lx_solution *solution, const int32_t **variables_out);

/* For a program whose last solve was optimal: marks the variables that are not determined. marks: per variable slot,
 * zeroed by the caller. LX_ERROR_UNSOLVED where that cannot be found out. Of the options, whole and algebra count. */
lx_status lx_mark_ambiguous(lx_program *program, const lx_options *options, uint8_t *marks);

/* The value of a variable in the last optimal solve; 0 where it has been added since. `solution` may be NULL. */
double lx_solution_value(const lx_solution *solution, const lx_program *program, int32_t variable);

/* The values of all variables, per slot, where the last solve was optimal and nothing was edited since; else NULL. */
const double *lx_solution_values(const lx_solution *solution);

/* Error of a row at those values: activity minus constant where that costs, else 0. */
double lx_solution_row_error(const lx_solution *solution, const lx_program *program, int32_t row);

#endif
