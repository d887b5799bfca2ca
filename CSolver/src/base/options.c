/* options.c: the defaults, for every room that solves. */
#include "csolver.h"

/* Programs built when lx_options had 24 bytes call this too, so that it never writes more: fields that come after them are
 * the initializer's. */
void lx_options_init(lx_options *options) {
  if (options != NULL)
    *options = (lx_options)LX_OPTIONS_INIT;
}
