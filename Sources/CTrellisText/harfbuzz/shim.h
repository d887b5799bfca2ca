/* HarfBuzz: fonts and shaping. pkg-config supplies the search path. */
#include <hb.h>
