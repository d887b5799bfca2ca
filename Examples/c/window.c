/* window.c: the solver from C, complete: a window with a sidebar and a page, laid out, resized, contradicted, explained.
 *
 *   libraries=$(pkg-config --cflags --libs openblas)
 *   cc -std=c11 -O2 -shared -fPIC -fvisibility=hidden -ICSolver/include -ICSolver/src \
 *     -o libcsolver.so $(find CSolver/src -name '*.c') $libraries -lm -lpthread
 *   cc -std=c11 -ICSolver/include -o window Examples/c/window.c ./libcsolver.so && ./window
 *
 * prints:
 *
 *   800 wide: sidebar 200, page 0 at 200, 600 wide
 *   400 wide: sidebar 150, page 0 at 150, 250 wide
 *   row 1 of the batch: a number is not finite or outside its range
 *   required rows contradict each other: rows 0 1 2 3
 *   the sidebar follows the window by 1.0
 *   solved again within its time: optimal
 */
#include <csolver.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

enum { SIDEBAR, PAGE_X, PAGE, VARIABLES };

/* Prints what went wrong and where; a program of yours would say more. */
static int failed(const char *what, lx_status status) {
  if (status != LX_OK)
    fprintf(stderr, "%s: %s\n", what, lx_status_text(status));
  return status != LX_OK;
}

/* Ends a solve that takes more than two seconds. */
static int is_late(void *context) {
  const time_t *start = context;
  return time(NULL) - *start > 2;
}

static int show(lx_solver *solver, const int32_t *variables, double width) {
  double values[VARIABLES];
  lx_outcome outcome;
  if (failed("solve", lx_solve(solver, NULL, &outcome)))
    return 1;
  if (outcome != LX_OPTIMAL) {
    int32_t members[8], count;
    if (failed("conflict", lx_get_conflict(solver, 0, 8, members, &count)))
      return 1;
    printf("%s: rows", lx_outcome_text(outcome));
    for (int32_t k = 0; k < count && k < 8; k++)
      printf(" %d", (int)members[k]);
    printf("\n");
    return 0;
  }
  if (failed("values", lx_get_values(solver, VARIABLES, variables, values)))
    return 1;
  printf("%.0f wide: sidebar %.0f, page 0 at %.0f, %.0f wide\n", width, values[SIDEBAR], values[PAGE_X], values[PAGE]);
  return 0;
}

int main(void) {
  lx_solver *solver = NULL;
  if (lx_version() < LX_VERSION || failed("create", lx_create(NULL, &solver)))
    return 1;

  /* Widths must not be negative; a position may be. */
  const uint8_t nonnegative[VARIABLES] = {1, 0, 1};
  int32_t x[VARIABLES], rows[5];
  if (failed("variables", lx_add_variables(solver, VARIABLES, nonnegative, x)))
    return 1;

  /* Row by row: the page begins where the sidebar ends; both fill the window; the sidebar is 150 wide at least; the page is
   * 250 wide at least; and the sidebar would like to be 200 wide, which is worth less than all that. */
  const int32_t starts[] = {0, 2, 4, 5, 6, 7};
  const int32_t variables[] = {x[PAGE_X], x[SIDEBAR], x[PAGE_X], x[PAGE], x[SIDEBAR], x[PAGE], x[SIDEBAR]};
  const double coefficients[] = {1, -1, 1, 1, 1, 1, 1};
  const int8_t relations[] = {LX_EQUAL, LX_EQUAL, LX_GREATER_EQUAL, LX_GREATER_EQUAL, LX_EQUAL};
  double constants[] = {0, 800, 150, 250, 200};
  const double priorities[] = {LX_REQUIRED, LX_REQUIRED, LX_REQUIRED, LX_REQUIRED, 750};
  const lx_rows batch = {.row_count = 5,
                         .entry_count = 7,
                         .starts = starts,
                         .variables = variables,
                         .coefficients = coefficients,
                         .relations = relations,
                         .constants = constants,
                         .priorities = priorities};
  int failures = failed("rows", lx_add_rows(solver, &batch, rows)) || show(solver, x, 800);

  /* Another constant; the solve costs what it reaches. */
  double width = 400;
  failures += failed("constants", lx_set_constants(solver, 1, &rows[1], &width)) || show(solver, x, width);

  /* A batch is taken as a whole or not at all, and the first row that is wrong is named. */
  int32_t more[5], fault = -1;
  constants[1] = NAN;
  const lx_status status = lx_add_rows(solver, &batch, more);
  failures += failed("fault", lx_get_fault(solver, &fault));
  printf("row %d of the batch: %s\n", (int)fault, lx_status_text(status));

  /* Too narrow: a minimal set of rows that cannot hold together. The last values stay readable. */
  width = 300;
  failures += failed("constants", lx_set_constants(solver, 1, &rows[1], &width)) || show(solver, x, width);
  width = 420;
  failures += failed("constants", lx_set_constants(solver, 1, &rows[1], &width));

  /* How the sidebar moves per point of each row that decides it; with a time limit. */
  time_t start = time(NULL);
  lx_options options = LX_OPTIONS_INIT;
  lx_outcome outcome = LX_UNSOLVED;
  options.cold = 1;
  failures += failed("stop", lx_set_stop(solver, is_late, &start)) || failed("solve", lx_solve(solver, &options, &outcome));
  const double one = 1;
  int32_t members[8], count = 0;
  double derivatives[8];
  failures += failed("sensitivity", lx_get_sensitivity(solver, 1, &x[SIDEBAR], &one, 8, members, derivatives, &count));
  for (int32_t k = 0; k < count; k++)
    if (members[k] == rows[1])
      printf("the sidebar follows the window by %.1f\n", derivatives[k]);
  printf("solved again within its time: %s\n", lx_outcome_text(outcome));

  lx_destroy(solver);
  (void)lx_trim();
  return failures > 0;
}
