/* program.h: a measured workload as `trellis export` writes it, and what an engine must do with it to be measured.
 *
 * Every engine solves the same file, so generators cannot drift apart. The layout of the file is written down in
 * Tools/Sources/Workloads/ProgramFile.swift. harness.c has main(), the clock and the memory; an engine file implements the
 * functions at the end of this header and nothing else. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The priority of a row that must hold. */
#define REQUIRED 1000.0

/* Rows sum_j a_ij x_j {<=, =, >=} b_i. Variables are x, y, width, height of each view in turn. */
typedef struct {
  int64_t workload; /* 1 to 4 */
  int64_t size;     /* N */
  int64_t variable_count, row_count, entry_count;
  int64_t edit_count, step_count;
  double *constants, *priorities, *priorities_below, *weights; /* per row */
  double *coefficients;                                        /* per entry */
  double *edit_constants;                                      /* per edit: the row's new constant */
  double *expected;                                            /* per variable: its value by closed form */
  double *expected_after;                                      /* the same, after all steps */
  int32_t *starts;                                             /* row_count + 1 */
  int32_t *variables;                                          /* per entry */
  int32_t *edit_rows;                                          /* per edit */
  int32_t *step_starts;                                        /* step_count + 1, in the edits */
  int8_t *relations;                                           /* per row: -1, 0, 1 */
  uint8_t *nonnegative;                                        /* per variable */
} program;

/* The optional levels of a program: distinct priorities below REQUIRED, ascending. */
#define MAX_LEVELS 16
typedef struct {
  int count;
  double priorities[MAX_LEVELS];
} levels;

/* Returns 0, or -1 when there are more than MAX_LEVELS. */
int find_levels(const program *p, levels *out);
/* The rank of a priority among the levels, 0 the lowest; -1 for REQUIRED. */
int level_of(const levels *l, double priority);

/* The cost of one unit of error at a rank, for engines that weigh instead of ordering: 10 to the rank. */
double level_weight(int rank);

/* Whether a row has an optional side. */
int is_optional(const program *p, int64_t row);

/* The clock that is measured by, in seconds. */
double now(void);

/* What an engine does. Each returns 0, or another number where it failed (1) or ran over the limit (OVER_LIMIT). */
#define OVER_LIMIT 2

typedef struct engine engine;

extern const char *const engine_name;
/* Nonzero for an engine so fast that one solve is no measurable time; it is repeated inside the clock then. */
extern const int engine_is_instant;

/* Hands the constraints over. `limit` is a bound on seconds for what comes, for engines that can take one. */
int engine_build(const program *p, double limit, engine **out);
int engine_solve(engine *e);
/* x, y, width, height of each view in turn. After a step those that changed will do: `frames` is what was read last. */
int engine_read(engine *e, double *frames);
/* Takes the edits of a step and solves again. What is read afterwards is the caller's business. */
int engine_step(engine *e, int64_t step);
void engine_free(engine *e);

#ifdef __cplusplus
}
#endif

#endif
