/* leak_checks.c: what edits of a coupled program leave behind; see memory_checks.h. */
#include "memory_checks.h"

#include <math.h>
#include <stdlib.h>

#include "csolver.h"
#include "factor_programs.h"

enum { AXES = 8, MOST_TERMS = 3 };

/* Count blocks that are held. */
static void *resize(void *context, void *block, size_t bytes) {
  void *moved = realloc(block, bytes);
  *(int64_t *)context += moved != NULL && block == NULL;
  return moved;
}

static void release(void *context, void *block) {
  *(int64_t *)context -= block != NULL;
  free(block);
}

typedef struct {
  int32_t count, entries;
  int32_t *starts, *variables;
  double *coefficients, *constants, *priorities;
  int8_t *relations;
} row_list;

static void end_row(row_list *rows, int8_t relation, double constant, double priority) {
  rows->relations[rows->count] = relation;
  rows->constants[rows->count] = constant;
  rows->priorities[rows->count++] = priority;
  rows->starts[rows->count] = rows->entries;
}

static void add_term(row_list *rows, int32_t variable, double coefficient) {
  rows->variables[rows->entries] = variable;
  rows->coefficients[rows->entries++] = coefficient;
}

/* Labels in order along axes, lines through them as straight as may be. */
static void add_labels(row_list *rows, int32_t labels, uint64_t *state) {
  for (int32_t a = 0; a < AXES; a++)
    for (int32_t i = 0; i < labels; i++) {
      add_term(rows, a * labels + i, 1);
      end_row(rows, LX_EQUAL, 5 * i + below(state, 81) - 40, below(state, 2) ? 250 : 100);
      if (i == 0)
        continue;
      add_term(rows, a * labels + i, 1);
      add_term(rows, a * labels + i - 1, -1);
      end_row(rows, LX_GREATER_EQUAL, 3 * below(state, 3), LX_REQUIRED);
    }
  for (int32_t i = 0; i < labels; i++) {
    int32_t through[AXES];
    for (int32_t a = 0; a < AXES; a++)
      through[a] = a * labels + (int32_t)fmin(labels - 1, fmax(0, i + below(state, 21) - 10));
    for (int32_t a = 1; a + 1 < AXES; a++) {
      add_term(rows, through[a - 1], 1);
      add_term(rows, through[a], -2);
      add_term(rows, through[a + 1], 1);
      end_row(rows, LX_EQUAL, 0, 400 + 100 * below(state, 3));
    }
  }
}

int32_t leak_check_edits(uint64_t seed, int32_t labels, int32_t edits, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  uint64_t state = seed;
  int64_t held = 0;
  const lx_allocator allocator = {&held, resize, release};
  const int32_t most = 3 * AXES * labels;
  row_list rows = {
      .starts = need(calloc((size_t)most + 1, sizeof(int32_t))),
      .variables = need(malloc(MOST_TERMS * (size_t)most * sizeof(int32_t))),
      .coefficients = need(malloc(MOST_TERMS * (size_t)most * sizeof(double))),
      .constants = need(malloc((size_t)most * sizeof(double))),
      .priorities = need(malloc((size_t)most * sizeof(double))),
      .relations = need(malloc((size_t)most)),
  };
  int32_t *slots = need(malloc((size_t)most * sizeof *slots)), *variables = need(malloc((size_t)most * sizeof *variables));
  add_labels(&rows, labels, &state);
  const lx_rows list = {.row_count = rows.count,
                        .entry_count = rows.entries,
                        .starts = rows.starts,
                        .variables = rows.variables,
                        .coefficients = rows.coefficients,
                        .relations = rows.relations,
                        .constants = rows.constants,
                        .priorities = rows.priorities};
  lx_solver *solver = NULL;
  lx_outcome outcome = LX_OPTIMAL;
  if (lx_create(&allocator, &solver) != LX_OK || lx_add_variables(solver, AXES * labels, NULL, variables) != LX_OK ||
      lx_add_rows(solver, &list, slots) != LX_OK || lx_solve(solver, NULL, &outcome) != LX_OK || outcome != LX_OPTIMAL)
    fail(&r, "no first answer");
  for (int32_t e = 0; e < edits && !r.failed; e++) {
    const int32_t row = below(&state, rows.count);
    const double constant = rows.constants[row] + below(&state, 61);
    if (rows.priorities[row] >= LX_REQUIRED)
      continue;
    if (lx_set_constants(solver, 1, &slots[row], &constant) != LX_OK || lx_solve(solver, NULL, &outcome) != LX_OK ||
        outcome != LX_OPTIMAL)
      fail(&r, "no answer after edit %d", e);
  }
  lx_destroy(solver);
  if (held != 0)
    fail(&r, "%lld blocks are still held", (long long)held);
  free(rows.starts);
  free(rows.variables);
  free(rows.coefficients);
  free(rows.constants);
  free(rows.priorities);
  free(rows.relations);
  free(slots);
  free(variables);
  return r.failed;
}
