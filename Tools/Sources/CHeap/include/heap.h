/* heap.h: what the process has allocated, for tests that memory stays flat. */
#ifndef LX_TEST_HEAP_H
#define LX_TEST_HEAP_H

#include <stddef.h>

/* Bytes that are allocated and not released, over all of the process; 0 where the C library does not say. */
size_t lx_test_heap_bytes(void);

#endif
