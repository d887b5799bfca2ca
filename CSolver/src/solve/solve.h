/* solve.h: a whole program, or one component of it, by a plan. */
#ifndef LX_SOLVE_H
#define LX_SOLVE_H

#include "solve/session.h"

/* Everything, given the values of fixed variables; and one component. A substituted variable that gets the wrong sign
 * makes the session `is_misled`: its values are not the answer then. */
lx_status lx_solve_all(lx_session *session);
lx_status lx_solve_component(lx_session *session, int32_t component);

/* What the open entries of a component's rows must add up to, after its steps. */
void lx_reduce_constants(lx_session *session, int32_t component);

/* For a program whose last solve was optimal: marks the variables that are not determined. marks: per variable slot,
 * zeroed by the caller. LX_ERROR_UNSOLVED where that cannot be found out. Of the options, whole and algebra count. */
lx_status lx_mark_ambiguous(lx_program *program, const lx_options *options, uint8_t *marks);

#endif
