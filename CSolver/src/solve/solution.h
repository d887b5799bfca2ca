/* solution.h: the answer of a program with the plan that it was found by, and a solve of everything.
 *
 * The plan is kept for the next solve as long as the structure of the program stays. What else is known of the plan,
 * and lives in the arena of the session, is good as long as plan_number stays. */
#ifndef LX_SOLUTION_H
#define LX_SOLUTION_H

#include "regions/region_store.h"
#include "solve/answer.h"
#include "solve/changes.h"
#include "solve/level_errors.h"
#include "solve/session.h"

typedef struct {
  const lx_allocator *allocator;
  int has_plan;   /* for the structure of the program, unless that was edited since */
  int is_current; /* values, places and errors are those of the program's last, optimal answer. The values are in the
                   * session alone then: those of the program are of the answer before the updates since */
  int64_t plan_number; /* changes with every new plan */
  lx_plan plan;
  lx_session session;
  lx_level_errors errors;
  lx_region_store regions; /* outlives plan and session */
  lx_changes changes;      /* of the last optimal solve; likewise */
  uint8_t *no_eliminate;   /* per variable slot: substituted, it would have had the wrong sign; or NULL */
  int64_t no_eliminate_capacity;
  int64_t planned_rows; /* rows that were planned for this solve */
} lx_solution;

/* Nothing is solved. The allocator must stay. */
void lx_solution_init(lx_solution *solution, const lx_allocator *allocator);
void lx_solution_close(lx_solution *solution);

/* Before each solve of any kind. */
void lx_solution_begin(lx_solution *solution, const lx_program *program, const lx_options *options);

/* Solves everything, by the plan there is where the structure has not changed. On success *answer is replaced; with
 * LX_OPTIMAL values and the basis in the program are too. On an error the values and the answer stay. */
lx_status lx_solution_solve(lx_solution *solution, lx_program *program, const lx_options *options, lx_answer *answer);

/* Before the session solves everything: the answer there is moves to the program. */
void lx_solution_export_values(lx_solution *solution);

/* Room for a mark of `no_eliminate` per variable slot; new ones are cleared. */
lx_status lx_solution_reserve_no_eliminate(lx_solution *solution, int32_t count);

/* The value of a variable in the last optimal solve; 0 where it has been added since. */
double lx_solution_value(const lx_solution *solution, const lx_program *program, int32_t variable);

/* The values of all variables, per slot, where the last solve was optimal and nothing was edited since; else NULL. */
const double *lx_solution_values(const lx_solution *solution);

/* Error of a row at those values: activity minus constant where that costs, else 0. */
double lx_solution_row_error(const lx_solution *solution, const lx_program *program, int32_t row);

#endif
