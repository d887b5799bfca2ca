/* process_checks.h: checks of what belongs to the process (csolver.h, "What belongs to the process"), in the manner of
 * factor_checks.h. C, as Swift does not fork. */
#ifndef PROCESS_CHECKS_H
#define PROCESS_CHECKS_H

#include <stdint.h>

/* While other threads make and release solvers, forks `forks` times: each child solves with a solver and a template it has
 * from its parent and with new ones, with threads; so does the parent after them all. */
int32_t process_check_fork(int32_t forks, char *message, int32_t capacity);

/* What solvers leave behind is kept, and given back by lx_trim; memory that is in use stays as it is. */
int32_t process_check_trim(char *message, int32_t capacity);

#endif
