/* status.c: a sentence for each code. */
#include "csolver.h"

const char *lx_status_text(lx_status status) {
  switch (status) {
  case LX_OK: return "success";
  case LX_ERROR_ARGUMENT: return "an argument is missing, negative or malformed";
  case LX_ERROR_VALUE: return "a number is not finite or outside its range";
  case LX_ERROR_INDEX: return "there is no such variable, row or conflict";
  case LX_ERROR_IN_USE: return "the variable is still mentioned by a row";
  case LX_ERROR_DUPLICATE: return "a variable or row is named twice";
  case LX_ERROR_MEMORY: return "out of memory";
  case LX_ERROR_SIZE: return "more variables, rows or entries than a solver can hold";
  case LX_ERROR_STOPPED: return "the caller ended the call";
  case LX_ERROR_UNSOLVED: return "the program has no answer of this kind; solve it first";
  }
  return "unknown status";
}

const char *lx_outcome_text(lx_outcome outcome) {
  switch (outcome) {
  case LX_UNSOLVED: return "not solved since the last edit";
  case LX_OPTIMAL: return "optimal";
  case LX_INFEASIBLE: return "required rows contradict each other";
  case LX_PIVOT_LIMIT: return "the bound on pivots was reached";
  case LX_BREAKDOWN: return "residuals stayed too large";
  }
  return "unknown outcome";
}
