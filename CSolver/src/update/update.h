/* update.h: the edits of a program with an optimal answer. */
#ifndef LX_UPDATE_H
#define LX_UPDATE_H

#include "update/state.h"

/* Makes the answer that of the edited program. *done_out is 0 where everything is to be solved again: the program
 * became infeasible, or something could not be solved. */
lx_status lx_update_solution(lx_incremental *state, int *done_out);

#endif
