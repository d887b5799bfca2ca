/* GMP behind a module, for the exact judge of the tests only. */
#include <gmp.h>
