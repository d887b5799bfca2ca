/* ICU: line and grapheme boundaries, bidi levels, scripts. Its functions carry its version in their names, so only C
 * calls them. */
#include <unicode/ubrk.h>
