/* solve.h: solves a program, or one component of it, by a plan. */
#ifndef LX_SOLVE_H
#define LX_SOLVE_H

#include "solve/session.h"

/* Everything, given the values of fixed variables; and one component. Where a substituted variable gets the wrong sign,
 * has_wrong_sign is set and the values are not an answer. */
lx_status lx_solve_all(lx_session *session);
lx_status lx_solve_component(lx_session *session, int32_t component);

/* What the unassigned entries of a component's rows must add up to, after its elimination records. */
void lx_reduce_constants(lx_session *session, int32_t component);

/* Marks the variables that are not determined, for a program whose last solve was optimal. marks: per variable slot,
 * zeroed by the caller. LX_ERROR_UNSOLVED where that is undecided. Of the options, `whole` and `algebra` are used. */
lx_status lx_mark_ambiguous(lx_program *program, const lx_options *options, uint8_t *marks);

#endif
