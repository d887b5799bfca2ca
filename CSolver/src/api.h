/* api.h: what the files of the C API share: the solver behind the handle, and the checks of arguments. Private to api*.c. */
#ifndef LX_API_H
#define LX_API_H

#include "update/incremental.h"

struct lx_solver {
  lx_program program;
  lx_answer answer;
  lx_incremental incremental;
  lx_options options; /* of the last solve */
  lx_stopper stopper; /* what program.stopper points to, where there is one */
  int32_t fault;      /* lx_get_fault */
  int edited;         /* since the last solve */
  int has_values;     /* an optimal solve has happened */
};

#define LX_RETURN_IF(condition, status)                                                                                \
  do {                                                                                                                 \
    if (condition)                                                                                                     \
      return status;                                                                                                   \
  } while (0)

/* Common to every call with a count and one array. */
static inline lx_status lx_check_array(const void *handle, int32_t count, const void *array) {
  return handle == NULL || count < 0 || (count > 0 && array == NULL) ? LX_ERROR_ARGUMENT : LX_OK;
}

/* The same for arrays of rows or variables, which must exist. *fault_out, where it is not NULL, is the index of the first
 * that does not. */
static inline lx_status lx_check_rows(const lx_solver *solver, int32_t count, const int32_t *rows, int32_t *fault_out) {
  const lx_status status = lx_check_array(solver, count, rows);
  for (int32_t i = 0; i < count && status == LX_OK; i++)
    if (!lx_program_has_row(&solver->program, rows[i])) {
      if (fault_out != NULL)
        *fault_out = i;
      return LX_ERROR_INDEX;
    }
  return status;
}

static inline lx_status lx_check_variables(const lx_solver *solver, int32_t count, const int32_t *variables,
                                           int32_t *fault_out) {
  const lx_status status = lx_check_array(solver, count, variables);
  for (int32_t i = 0; i < count && status == LX_OK; i++)
    if (!lx_program_has_variable(&solver->program, variables[i])) {
      if (fault_out != NULL)
        *fault_out = i;
      return LX_ERROR_INDEX;
    }
  return status;
}

/* What a template may be made of; api_template.c. */
lx_status lx_check_template_spec(const lx_solver *solver, const lx_template_spec *spec);

#endif
