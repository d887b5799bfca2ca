/* solution.h: what stays between solves. Private to this folder. */
#ifndef LX_SOLUTION_H
#define LX_SOLUTION_H

#include "base/exact_sum.h"
#include "update/chains.h"
#include "solve/session.h"
#include "solve/solve.h"

/* What a row belongs to that decides no variable: a check of fixed variables, or a component. */
#define LX_OWNER_NONE (-1)
#define LX_OWNER_COMPONENT (-2)

/* Places of an order whose variable is to be computed anew. */
typedef struct {
  uint64_t *words; /* a bit per place, and two words more */
  int32_t first;   /* no word before has a bit … */
  int32_t end;     /* … and none from here on */
} lx_marks;

/* Indices that an update needs, made at the first one. */
typedef struct {
  int32_t *owner; /* per row slot: the variable it decides, LX_OWNER_NONE, or LX_OWNER_COMPONENT - its component */
  lx_marks fixed;
  lx_marks derived;
  int64_t derived_work; /* changes of derived variables: as many as there are pay for gathering them */
  int is_gathered;
  int32_t *components; /* to be solved again */
  int32_t component_count;
  uint8_t *in_components; /* per component */
  int32_t *rows;          /* over fixed variables only, to be looked at again */
  int32_t row_count;
  uint8_t *in_rows; /* per row slot */
  int32_t *placed;  /* variables that have another row or place than in the last answer */
  int32_t placed_count;
  uint32_t *changed_in; /* per variable slot: the last update in which marks found it changed */
  uint32_t number;      /* of the update */
  lx_runs runs;
  int has_met; /* all places, as lx_meet_places does */
  int64_t detours; /* places of the last update whose users it could find by the list of uses alone */
} lx_update;

typedef struct lx_mending lx_mending;
typedef struct lx_tape lx_tape;

/* The rows whose constants began a wide update, and how often in a row they did (recording.h). */
typedef struct {
  int64_t hash;
  int32_t count;
  int32_t times;
  int32_t wanted; /* times until a tape is made; 0: none has been made in vain */
} lx_wide_begin;

struct lx_solution {
  const lx_allocator *allocator;
  int has_plan;       /* for the structure of the program, unless that was edited since */
  int is_current;     /* values, places and sums are those of the program's last, optimal answer. The values are in the
                       * session alone then: those of the program are of the answer before the updates since */
  lx_algebra algebra; /* of the last solve */
  lx_plan plan;
  lx_session session;
  lx_region_store regions; /* outlives plan and session */
  lx_exact_sum *sums; /* per level: weighted errors */
  double *costs;      /* per row slot: what the row adds to the sum of its level; negative on the side below */
  int has_update;
  lx_update update;
  lx_tape *tape; /* of the last wide updates, or NULL */
  lx_wide_begin wide;
  lx_mending *mending;  /* of a plan with gaps, from the first edit of the structure on */
  lx_answer levels;     /* of a mended plan whose levels changed: room for them */
  int64_t planned_rows; /* rows that were planned for this solve */
  int32_t *changes;     /* variable slots; room for all, and LX_RUN_BLOCK more; outlives plan and session */
  int64_t change_capacity;
  int32_t change_count;
  double *olds; /* their values before this update, which put them back where it fails; NULL until the first one */
  uint8_t *keeps; /* per variable slot: derived, it would have had the wrong sign; or NULL */
  int64_t keep_capacity;
};

/* residuals.c: a row's error goes into the sums; 0 where a required row does not hold. */
int lx_measure_row(lx_solution *solution, int32_t row);

/* residuals.c: a row's error, 0 where it does not cost, goes into the sums. Returns its level or -1. */
int32_t lx_keep_error(lx_solution *solution, int32_t row, double error);

/* propagate.c: indices for updates, if they are not there. */
lx_status lx_index_solution(lx_solution *solution);

/* reorder.c: changes the order of the derived variables, so that they come soon after what they need; without memory it
 * stays as it is. The plan is that of the program. */
void lx_gather_derived(lx_solution *solution);

/* propagate.c: a row whose constant or one of whose variables changed: that one, or -1. */
void lx_reach_row(lx_solution *solution, int32_t row, int32_t variable);

/* propagate.c: all rows that a variable may change. */
void lx_reach_users(lx_solution *solution, int32_t variable);

/* propagate.c: computes the variables of an order that are marked, and those that these reach. Returns 0 where one has the
 * wrong sign. */
int lx_follow_order(lx_solution *solution, const lx_order *order, lx_marks *marks);
void lx_forget_marks(lx_marks *marks);

/* propagate.c: the components, rows and derived variables that an update reached. */
void lx_forget_reached(lx_update *update);

/* chains.c: where the variable that needs the one at a place, as nothing else does, stands in a run; or -1. */
int32_t lx_find_run(const lx_solution *solution, const lx_order *order, int32_t place);

/* chains.c: follows a run from k on, behind the variable at a place, which changed last. No mark is set or read before
 * `limit`. Returns the first place where there is more to it than an addition; that one is still to be computed. */
int32_t lx_follow_run(lx_solution *solution, const lx_order *order, int32_t place, int32_t k, int32_t limit,
                      int32_t *change_count);

/* chains.c: the link of a variable in a run has been computed. */
void lx_mend_run(lx_runs *runs, const lx_link *link, int32_t k);

/* chains.c: writes down the chain of links from one place to before another. */
void lx_record_run(lx_solution *solution, const lx_order *order, int32_t place, int32_t end);

/* chains.c: whether this update followed a run through the variable. */
int lx_has_run(const lx_runs *runs, int32_t variable);

/* propagate.c: steps are to be computed again: values have changed behind their back. */
void lx_forget_steps(lx_solution *solution);

/* propagate.c: before places of the orders change, all are made that are to be reached one day. */
void lx_meet_places(lx_solution *solution);

/* propagate.c: a row that needs variables it did not need before. */
void lx_meet_user(lx_solution *solution, int32_t row);

/* prefetch.c: asks for the memory that solving a component and looking at its rows will read. */
void lx_foresee_component(const lx_solution *solution, int32_t component);

/* repair.c: a plan that follows the edits of the structure that were written down, and what they reach marked for the
 * update. *done_out is 0 where a new plan is the better way, or the only one; the old one means nothing then. */
lx_status lx_mend_plan(lx_solution *solution, int *done_out);
void lx_mending_destroy(lx_mending *mending);

/* update.c: solves a component again and looks at its rows; *holds_out is 0 where it has no optimum that holds. What
 * changed is noted, and reached where it `reaches`. */
lx_status lx_follow_component(lx_solution *solution, int32_t component, int reaches, int *holds_out);

/* recording_replay.c: the values of an update by the tape; rows to look at and components whose places changed go into the
 * update. *holds_out is 0 where it led nowhere. */
lx_status lx_tape_follow(lx_solution *solution, int *holds_out);

/* update.c: what the program's edits reach. *done_out is 0 where everything is to be solved again: the
 * program became infeasible, or something could not be solved. */
lx_status lx_update_solution(lx_solution *solution, int *done_out);

#endif
