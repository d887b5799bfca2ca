/* process_checks.c: see process_checks.h. A list of boxes whose widths must add up, too long for small blocks, is solved
 * again and again; every answer is compared with the first. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* usleep */
#endif
#include "process_checks.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csolver.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

enum { BOXES = 3000, INSTANCES = 64, MAKERS = 3, PATIENCE = 30 /* seconds */ };

/* Box i: its left edge follows from its neighbour, and it would like to be 10 wide; all have the same width, and end at
 * 2 points per box. */
static lx_solver *make_list(void) {
  lx_solver *solver = NULL;
  const int32_t rows = 3 * BOXES, most = 3 * rows;
  int32_t *variables = malloc(sizeof(int32_t) * 2 * BOXES), *out = malloc(sizeof(int32_t) * (size_t)rows);
  int32_t *starts = malloc(sizeof(int32_t) * ((size_t)rows + 1)), *columns = malloc(sizeof(int32_t) * (size_t)most);
  double *values = malloc(sizeof(double) * (size_t)most), *constants = calloc((size_t)rows, sizeof(double));
  double *priorities = malloc(sizeof(double) * (size_t)rows);
  int8_t *relations = calloc((size_t)rows, 1);
  int32_t row = 0, end = 0;
  lx_create(NULL, &solver);
  lx_add_variables(solver, 2 * BOXES, NULL, variables);
  for (int32_t i = 0; i < BOXES; i++) {
    const int32_t x = variables[2 * i], width = variables[2 * i + 1];
    starts[row] = end, priorities[row++] = LX_REQUIRED;
    columns[end] = x, values[end++] = 1;
    if (i > 0) {
      columns[end] = variables[2 * i - 2], values[end++] = -1;
      columns[end] = variables[2 * i - 1], values[end++] = -1;
      starts[row] = end, priorities[row++] = LX_REQUIRED;
      columns[end] = width, values[end++] = 1;
      columns[end] = variables[2 * i - 1], values[end++] = -1;
    }
    starts[row] = end, constants[row] = 10, priorities[row++] = 500;
    columns[end] = width, values[end++] = 1;
  }
  starts[row] = end, constants[row] = 2 * BOXES, priorities[row++] = LX_REQUIRED;
  columns[end] = variables[2 * BOXES - 2], values[end++] = 1;
  columns[end] = variables[2 * BOXES - 1], values[end++] = 1;
  starts[row] = end;
  const lx_rows list = {.row_count = row,
                        .entry_count = end,
                        .starts = starts,
                        .variables = columns,
                        .coefficients = values,
                        .relations = relations,
                        .constants = constants,
                        .priorities = priorities};
  const lx_status status = lx_add_rows(solver, &list, out);
  free(variables), free(out), free(starts), free(columns), free(values), free(constants), free(priorities);
  free(relations);
  if (status == LX_OK)
    return solver;
  lx_destroy(solver);
  return NULL;
}

/* Whether the list is solved rightly: the last box begins at all but 2 points. */
static int solves(lx_solver *solver) {
  const lx_options options = {.cold = 1, .size = sizeof options};
  const int32_t last = 2 * BOXES - 2;
  lx_outcome outcome;
  double x;
  return solver != NULL && lx_solve(solver, &options, &outcome) == LX_OK && outcome == LX_OPTIMAL &&
         lx_get_values(solver, 1, &last, &x) == LX_OK && x > 2 * BOXES - 2.001 && x < 2 * BOXES - 1.999;
}

/* Input: where the list ends, which is its last row. Output: where the last box begins. */
static lx_template *make_template(const lx_solver *solver) {
  const int32_t input = 0, starts[2] = {0, 1}, variable = 2 * BOXES - 2;
  const double factor = 1, offset = 0, reference = 2 * BOXES;
  int32_t rows, row;
  lx_get_counts(solver, NULL, &rows, NULL);
  row = rows - 1;
  const lx_template_spec spec = {.input_count = 1,
                                 .use_count = 1,
                                 .use_inputs = &input,
                                 .use_rows = &row,
                                 .use_factors = &factor,
                                 .output_count = 1,
                                 .output_starts = starts,
                                 .output_variables = &variable,
                                 .output_coefficients = &factor,
                                 .output_offsets = &offset,
                                 .reference = &reference};
  lx_template *compiled = NULL;
  return lx_template_create(solver, &spec, &compiled) == LX_OK ? compiled : NULL;
}

static int template_solves(const lx_template *compiled) {
  double inputs[INSTANCES], outputs[INSTANCES];
  int8_t outcomes[INSTANCES];
  for (int i = 0; i < INSTANCES; i++)
    inputs[i] = BOXES * (1.0 + i);
  if (compiled == NULL || lx_template_solve(compiled, INSTANCES, inputs, 4, outputs, outcomes, NULL) != LX_OK)
    return 0;
  for (int i = 0; i < INSTANCES; i++)
    if (outcomes[i] != LX_OPTIMAL || outputs[i] < inputs[i] - (1.001 + i) || outputs[i] > inputs[i] - (0.999 + i))
      return 0;
  return 1;
}

/* With what there is, and from nothing; 0, or which step failed. */
static int try_all(lx_solver *solver, const lx_template *compiled) {
  if (!solves(solver))
    return 1;
  if (!template_solves(compiled))
    return 2;
  lx_solver *fresh = make_list();
  lx_template *own = fresh != NULL ? make_template(fresh) : NULL;
  const int failed = !solves(fresh) ? 3 : !template_solves(own) ? 4 : 0;
  lx_template_destroy(own);
  lx_destroy(fresh);
  return failed;
}

static void *make_and_release(void *context) {
  atomic_int *done = context;
  while (!atomic_load(done)) {
    void *blocks[8];
    for (int k = 0; k < 8; k++) {
      lx_solver *solver = NULL;
      lx_create(NULL, &solver);
      blocks[k] = solver;
      lx_reserve_rows(solver, 4000, 4000); /* blocks that the process keeps */
    }
    for (int k = 0; k < 8; k++)
      lx_destroy(blocks[k]);
  }
  return NULL;
}

/* What a child ended with: its code, or -1 where it had to be ended. */
static int wait_for(pid_t child) {
  int status = 0;
  for (int tries = 0; tries < PATIENCE * 100; tries++) {
    if (waitpid(child, &status, WNOHANG) == child)
      return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
    usleep(10000);
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return -1;
}

int32_t process_check_fork(int32_t forks, char *message, int32_t capacity) {
#if IS_SANITIZED
  /* The sanitizers' own threads and locks do not survive what is tried here. */
  (void)forks, (void)message, (void)capacity;
  return 0;
#else
  atomic_int done = 0;
  pthread_t makers[MAKERS];
  int failed = 0;
  lx_solver *solver = make_list();
  lx_template *compiled = make_template(solver);
  if (!solves(solver) || !template_solves(compiled))
    failed = 10;
  for (int k = 0; k < MAKERS; k++)
    pthread_create(&makers[k], NULL, make_and_release, &done);
  for (int32_t round = 0; round < forks && failed == 0; round++) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(PATIENCE);
      _exit(try_all(solver, compiled));
    }
    failed = child < 0 ? 11 : wait_for(child);
    if (failed != 0)
      snprintf(message, (size_t)capacity, "child %d: failure %d (-1: it hangs, -2: it died)", round, failed);
  }
  atomic_store(&done, 1);
  for (int k = 0; k < MAKERS; k++)
    pthread_join(makers[k], NULL);
  if (failed == 0 && (failed = try_all(solver, compiled)) != 0)
    snprintf(message, (size_t)capacity, "the parent: failure %d", failed);
  lx_template_destroy(compiled);
  lx_destroy(solver);
  return failed;
#endif
}

int32_t process_check_trim(char *message, int32_t capacity) {
  lx_solver *used = make_list(), *gone = make_list();
  int failed = !solves(used) || !solves(gone) ? 1 : 0;
  lx_destroy(gone);
  const size_t freed = lx_trim();
#if defined(__linux__) && !defined(IS_SANITIZED)
  if (failed == 0 && freed == 0)
    failed = 2;
#endif
  if (failed == 0 && !solves(used))
    failed = 3;
  lx_destroy(used);
  (void)lx_trim();
  if (failed != 0)
    snprintf(message, (size_t)capacity, "failure %d; %zu bytes were given back", failed, freed);
  return failed;
}
