/* GLPK behind a module, for tests only. Debian's libglpk-dev has no pkg-config file; its header and library lie where
 * the compiler and the linker look anyway. */
#include <glpk.h>
