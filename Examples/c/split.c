/* split.c: the installed library in forty lines; C and C++ alike. Two panes share a window: the left one would like 200, at
 * 750; the right one needs 250.
 *
 *   cc split.c $(pkg-config --cflags --libs csolver) -o split && ./split
 *
 * prints:
 *
 *   800 wide: 200 and 600
 *   400 wide: 150 and 250
 *   200 wide: required rows contradict each other
 */
#include <csolver.h>
#include <stdio.h>

int main(void) {
  lx_solver *solver = NULL;
  const uint8_t nonnegative[] = {1, 1};
  int32_t x[2], rows[3];
  if (lx_create(NULL, &solver) != LX_OK || lx_add_variables(solver, 2, nonnegative, x) != LX_OK)
    return 1;

  /* left + right = window, right >= 250, left = 200 at 750 */
  const int32_t starts[] = {0, 2, 3, 4}, variables[] = {x[0], x[1], x[1], x[0]};
  const double coefficients[] = {1, 1, 1, 1}, constants[] = {800, 250, 200};
  const double priorities[] = {LX_REQUIRED, LX_REQUIRED, 750};
  const int8_t relations[] = {LX_EQUAL, LX_GREATER_EQUAL, LX_EQUAL};
  const lx_rows batch = {3, 4, starts, variables, coefficients, relations, constants, priorities, NULL, NULL};
  lx_status status = lx_add_rows(solver, &batch, rows);

  const double windows[] = {800, 400, 200};
  for (int k = 0; k < 3 && status == LX_OK; k++) {
    lx_outcome outcome = LX_UNSOLVED;
    double width[2] = {0, 0};
    status = lx_set_constants(solver, 1, &rows[0], &windows[k]);
    if (status == LX_OK)
      status = lx_solve(solver, NULL, &outcome);
    if (status == LX_OK && outcome != LX_OPTIMAL) {
      printf("%.0f wide: %s\n", windows[k], lx_outcome_text(outcome));
      continue;
    }
    if (status == LX_OK)
      status = lx_get_values(solver, 2, x, width);
    printf("%.0f wide: %.0f and %.0f\n", windows[k], width[0], width[1]);
  }
  if (status != LX_OK)
    fprintf(stderr, "%s\n", lx_status_text(status));
  lx_destroy(solver);
  return status != LX_OK;
}
