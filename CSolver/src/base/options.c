/* options.c: the defaults of a solve. */
#include <stddef.h>

#include "csolver.h"

void lx_options_init(lx_options *options) {
  if (options != NULL)
    *options = (lx_options){.algebra = LX_ALGEBRA_AUTO, .cold = 0, .whole = 0, .pivot_limit = 0};
}
