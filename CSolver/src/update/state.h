/* state.h: what an incremental solver keeps between solves. Each module of update/ has its own struct, in its own
 * header. */
#ifndef LX_STATE_H
#define LX_STATE_H

#include "solve/solution.h"
#include "update/chains.h"
#include "update/propagate.h"
#include "update/recorder.h"
#include "update/repair.h"
#include "update/warm.h"

struct lx_incremental {
  lx_solution solution;
  lx_algebra algebra;  /* of the last solve */
  int64_t plan_number; /* of the plan that the following refers to */
  lx_propagation propagation;
  lx_chains chains;
  lx_recorder recorder;
  lx_repair repair;
  lx_warm warm;
  int contradicts; /* the last update has found what its edits contradict: the session has the conflicts, all else is as before */
};

#endif
