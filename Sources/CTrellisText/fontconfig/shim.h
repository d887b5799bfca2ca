/* Fontconfig: which file a family is in, and which font has a character. */
#include <fontconfig/fontconfig.h>
