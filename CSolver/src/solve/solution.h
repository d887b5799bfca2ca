/* solution.h: the last answer of a program with its plan, and a complete solve.
 *
 * The plan is kept for the next solve as long as the structure of the program stays. State of other modules that refers
 * to the plan, or lies in the arena of the session, is valid as long as plan_number stays. */
#ifndef LX_SOLUTION_H
#define LX_SOLUTION_H

#include "regions/region_store.h"
#include "solve/answer.h"
#include "solve/changes.h"
#include "solve/level_errors.h"
#include "solve/session.h"

typedef struct {
  const lx_allocator *allocator;
  int has_plan;        /* for the current structure, unless that was edited since */
  int is_current;      /* values, basis statuses and errors are those of the last, optimal answer. The values are in the
                          session only then: those in the program are of the answer before the last updates */
  int64_t plan_number; /* changes with every new plan */
  lx_plan plan;
  lx_session session;
  lx_level_errors errors;
  lx_region_store regions; /* outlives plan and session */
  lx_changes changes;      /* of the last optimal solve; likewise */
  uint8_t *no_eliminate;   /* per variable slot: it must stay in the plan, as it would get the wrong sign; or NULL */
  int64_t no_eliminate_capacity;
  int64_t planned_rows; /* rows that presolve has looked at in this solve */
} lx_solution;

/* An empty solution. The allocator must outlive it. */
void lx_solution_init(lx_solution *solution, const lx_allocator *allocator);
void lx_solution_close(lx_solution *solution);

/* Before each solve of any kind. */
void lx_solution_begin(lx_solution *solution, const lx_program *program, const lx_options *options);

/* Solves everything, with the current plan where the structure has not changed. On success *answer is replaced; with
 * LX_OPTIMAL, values and basis in the program, too. On an error values and answer stay. */
lx_status lx_solution_solve(lx_solution *solution, lx_program *program, const lx_options *options, lx_answer *answer);

/* Moves the values of the current answer to the program, before the session is used for another solve. */
void lx_solution_export_values(lx_solution *solution);

/* Room for `no_eliminate` of `count` variable slots; new ones are 0. */
lx_status lx_solution_reserve_no_eliminate(lx_solution *solution, int32_t count);

/* The value of a variable in the last optimal solve; 0 if it was added since. */
double lx_solution_value(const lx_solution *solution, const lx_program *program, int32_t variable);

/* The values per variable slot where the last solve was optimal and nothing was edited since; else NULL. */
const double *lx_solution_values(const lx_solution *solution);

/* Error of a row at those values: activity minus constant where that has a cost, else 0. */
double lx_solution_row_error(const lx_solution *solution, const lx_program *program, int32_t row);

#endif
