/* heap.c: see heap.h. mallinfo2(3) is glibc's since 2.33. Swift does not see <malloc.h>. */
#include "heap.h"

#include <stdlib.h>

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
#include <malloc.h>

size_t lx_test_heap_bytes(void) {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#else
size_t lx_test_heap_bytes(void) { return 0; }
#endif
