/* api.c: handles, solves, and what belongs to the process; nothing numerical. The checks of arguments are here and in the
 * other files named api_*.c, and run before anything changes. */
#include "api.h"

#include <string.h>

#include "csolver_private.h"

/* Bytes of the structs before they had a size, which programs built then still hand over. */
#define LX_OPTIONS_FIRST 24
#define LX_STATISTICS_FIRST 64

_Static_assert(offsetof(lx_options, pivot_limit) == 16 && sizeof(lx_options) == LX_OPTIONS_FIRST,
               "options keep their layout");
_Static_assert(offsetof(lx_statistics, size) == LX_STATISTICS_FIRST, "statistics keep their layout");

int32_t lx_version(void) { return LX_VERSION; }

void *lx_block_resize(void *block, size_t bytes) {
  return lx_default_allocator.resize(NULL, block, bytes > 0 ? bytes : 1);
}

void lx_block_release(void *block) { lx_release(&lx_default_allocator, block); }

lx_status lx_create(const lx_allocator *allocator, lx_solver **out) {
  LX_RETURN_IF(out == NULL, LX_ERROR_ARGUMENT);
  if (allocator == NULL)
    allocator = &lx_default_allocator;
  LX_RETURN_IF(allocator->resize == NULL || allocator->release == NULL, LX_ERROR_ARGUMENT);
  lx_solver *solver = allocator->resize(allocator->context, NULL, sizeof *solver);
  LX_RETURN_IF(solver == NULL, LX_ERROR_MEMORY);
  if (!lx_is_aligned(solver)) {
    lx_release(allocator, solver);
    return LX_ERROR_ARGUMENT;
  }
  memset(solver, 0, sizeof *solver);
  lx_program_init(&solver->program, allocator);
  lx_incremental_init(&solver->incremental, &solver->program.allocator);
  lx_options_init(&solver->options);
  solver->fault = -1;
  solver->edited = 1;
  *out = solver;
  return LX_OK;
}

void lx_destroy(lx_solver *solver) {
  if (solver == NULL)
    return;
  const lx_allocator allocator = solver->program.allocator;
  lx_incremental_close(&solver->incremental);
  lx_answer_destroy(&allocator, &solver->answer);
  lx_program_destroy(&solver->program);
  lx_release(&allocator, solver);
}

lx_status lx_copy(const lx_solver *solver, lx_solver **out) {
  LX_RETURN_IF(solver == NULL || out == NULL, LX_ERROR_ARGUMENT);
  lx_solver *copy = NULL;
  lx_status status = lx_create(&solver->program.allocator, &copy);
  LX_RETURN_IF(status != LX_OK, status);
  status = lx_program_copy(&solver->program, &copy->program);
  copy->program.stopper = NULL;
  if (status != LX_OK) {
    lx_destroy(copy);
    return status;
  }
  *out = copy;
  return LX_OK;
}

/* The options of a caller: as many bytes as that knows of, the defaults for the rest. */
static lx_status read_options(const lx_options *options, lx_options *out) {
  lx_options_init(out);
  LX_RETURN_IF(options == NULL, LX_OK);
  const size_t size = options->size != 0 ? options->size : LX_OPTIONS_FIRST;
  LX_RETURN_IF(size < LX_OPTIONS_FIRST || size > sizeof *out, LX_ERROR_ARGUMENT);
  memcpy(out, options, size);
  LX_RETURN_IF(out->algebra < LX_ALGEBRA_AUTO || out->algebra > LX_ALGEBRA_SPARSE, LX_ERROR_VALUE);
  return out->pivot_limit < 0 ? LX_ERROR_VALUE : LX_OK;
}

lx_status lx_set_stop(lx_solver *solver, lx_stop_function stop, void *context) {
  LX_RETURN_IF(solver == NULL, LX_ERROR_ARGUMENT);
  solver->stopper = (lx_stopper){stop, context};
  solver->program.stopper = stop != NULL ? &solver->stopper : NULL;
  return LX_OK;
}

lx_status lx_solve(lx_solver *solver, const lx_options *options, lx_outcome *out) {
  LX_RETURN_IF(solver == NULL || out == NULL, LX_ERROR_ARGUMENT);
  lx_options chosen;
  lx_status status = read_options(options, &chosen);
  if (status == LX_OK)
    status = lx_incremental_solve(&solver->incremental, &solver->program, &chosen, &solver->answer);
  LX_RETURN_IF(status != LX_OK, status);
  solver->options = chosen;
  solver->edited = 0;
  if (solver->answer.outcome == LX_OPTIMAL)
    solver->has_values = 1;
  *out = solver->answer.outcome;
  return LX_OK;
}

lx_status lx_get_outcome(const lx_solver *solver, lx_outcome *out) {
  LX_RETURN_IF(solver == NULL || out == NULL, LX_ERROR_ARGUMENT);
  *out = solver->edited ? LX_UNSOLVED : solver->answer.outcome;
  return LX_OK;
}

lx_status lx_read_statistics(const lx_solver *solver, lx_statistics *out) {
  LX_RETURN_IF(solver == NULL || out == NULL, LX_ERROR_ARGUMENT);
  const int64_t size = out->size;
  LX_RETURN_IF(size < (int64_t)(LX_STATISTICS_FIRST + sizeof out->size) || size > (int64_t)sizeof *out ||
                   size % (int64_t)sizeof size != 0,
               LX_ERROR_ARGUMENT);
  lx_statistics statistics = solver->answer.statistics;
  statistics.size = size;
  memcpy(out, &statistics, (size_t)size);
  return LX_OK;
}

lx_status lx_get_statistics(const lx_solver *solver, lx_statistics *out) {
  LX_RETURN_IF(solver == NULL || out == NULL, LX_ERROR_ARGUMENT);
  memcpy(out, &solver->answer.statistics, LX_STATISTICS_FIRST);
  return LX_OK;
}

size_t lx_trim(void) { return lx_default_trim(); }
