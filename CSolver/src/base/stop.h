/* stop.h: whether a call is to end early (lx_set_stop).
 *
 * Whatever may go on for long asks now and then, and passes LX_ERROR_STOPPED up as it would LX_ERROR_MEMORY: what leaves
 * everything as it was after the one does after the other. */
#ifndef LX_STOP_H
#define LX_STOP_H

#include "csolver.h"

typedef struct {
  lx_stop_function function;
  void *context;
} lx_stopper;

/* Components or rows, most of them quick, between two questions. */
#define LX_STOP_STRIDE 16

/* LX_ERROR_STOPPED or LX_OK. `stopper` NULL is never stopped. */
static inline lx_status lx_check_stop(const lx_stopper *stopper) {
  return stopper != NULL && stopper->function(stopper->context) != 0 ? LX_ERROR_STOPPED : LX_OK;
}

#endif
