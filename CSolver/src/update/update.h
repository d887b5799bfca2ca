/* update.h: updates an optimal answer after edits of the program. */
#ifndef LX_UPDATE_H
#define LX_UPDATE_H

#include "update/state.h"

/* Updates the answer. *done_out is 0 where everything is to be solved instead: the program became infeasible, or a
 * component could not be solved. */
lx_status lx_update_solution(lx_incremental *state, int *done_out);

#endif
