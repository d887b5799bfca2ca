/* csolver_private.h: what the Swift modules of this package and the tests of the solver use besides csolver.h. It may change
 * with any version; include csolver.h alone. */
#ifndef CSOLVER_PRIVATE_H
#define CSOLVER_PRIVATE_H

#include "csolver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory of the kind that a solver without an allocator of its own has, for arrays that live beside it: large blocks lie in
 * huge pages where the system has them, and some are kept for the next who asks. Semantics of realloc and free, but that
 * no bytes count as one. For any thread. */
void *lx_block_resize(void *block, size_t bytes);
void lx_block_release(void *block);

/* Creates a solver of the same program, with the same indices of variables and rows and the same allocator, without an
 * answer. What happens to either later is nothing to the other. Costs a copy of the program: about a fifth of a first
 * solve. LX_ERROR_MEMORY. */
lx_status lx_copy(const lx_solver *solver, lx_solver **out);

#ifdef __cplusplus
}
#endif

#endif
