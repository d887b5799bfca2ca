/* solve.h: solves a program, or one component of it, by a plan. */
#ifndef LX_SOLVE_H
#define LX_SOLVE_H

#include "solve/session.h"

/* Everything, given the values of fixed variables; and one component. Where a substituted variable gets the wrong sign,
 * has_wrong_sign is set and the values are not an answer. */
lx_status lx_solve_all(lx_session *session);
lx_status lx_solve_component(lx_session *session, int32_t component);

/* Whether so many of those whose signs are checked have the wrong one that a plan without them is the better one. */
int lx_are_many_wrong(int32_t wrong, int32_t checked);

/* What the unassigned entries of a component's rows must add up to, after its elimination records. */
void lx_reduce_constants(lx_session *session, int32_t component);

/* The same of one row, before them. */
double lx_open_constant(const lx_session *session, int32_t row);

/* The value of the variable that an aggregated row defines. */
double lx_aggregated_value(const lx_session *session, int32_t row);

/* Whether a row over fixed variables is required and does not hold; is_doubtful is set where rounding may explain it. */
int lx_contradicts(lx_session *session, int32_t row);

/* The same of a row that elimination has left without variables. */
int lx_contradicts_empty(const lx_session *session, int32_t row);

/* Whether a row of a component holds where it is required, and is met where it is tight. */
int lx_row_holds(const lx_session *session, int32_t row);

#endif
