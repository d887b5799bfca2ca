/* fuzz.h: what the files of csolver_fuzz.c share: bytes, memory and stop functions that fail when the bytes say so, and the
 * mirror, a plain array of rows that follows every call that succeeded. */
#ifndef FUZZ_H
#define FUZZ_H

#include "csolver.h"

#include <stdio.h>

enum { MAX_VARIABLES = 24, MAX_ROWS = 40, MAX_TERMS = 8, MAX_CALLS = 120 };

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);                                    \
      __builtin_trap();                                                                                                \
    }                                                                                                                  \
  } while (0)

/* ---- Memory that fails, calls that are stopped ---- */

typedef struct {
  int64_t live;
  int64_t until_failure; /* calls until one fails; negative: never */
} memory;

typedef struct {
  int64_t until_stop; /* questions until one is answered with yes; negative: never */
} stopper;

void *memory_resize(void *context, void *block, size_t bytes);
void memory_release(void *context, void *block);
int stopper_ask(void *context);

/* ---- Bytes ---- */

typedef struct {
  const uint8_t *at;
  const uint8_t *end;
} bytes;

unsigned take(bytes *in);
unsigned below(bytes *in, unsigned limit);

/* Mostly numbers of layouts; now and then one that is none, or is out of range. */
double number(bytes *in);
double coefficient(bytes *in);
double priority(bytes *in);

/* ---- The mirror ---- */

typedef struct {
  int live;
  int count;
  int32_t variables[MAX_TERMS];
  double coefficients[MAX_TERMS];
  int relation;
  double constant;
  double above;
  double below;
  double weight;
} mirror_row;

typedef struct {
  memory memory;
  stopper stopper;
  lx_solver *solver;
  int nonnegative[MAX_VARIABLES];
  int variable_live[MAX_VARIABLES];
  mirror_row rows[MAX_ROWS];
  int is_deep; /* the call may fail for memory: all that can be seen is compared */
} fuzz;

/* What can be seen of a solver; compared before and after a call that fails. */
typedef struct {
  lx_outcome outcome;
  lx_status status;
  double values[MAX_VARIABLES];
  double errors[MAX_ROWS];
  uint8_t basis[MAX_ROWS];
  int32_t level_count;
  double priorities[2 * MAX_ROWS];
  double level_errors[2 * MAX_ROWS];
  lx_status changes_status;
  int32_t change_count;
  int32_t changes[MAX_VARIABLES];
  double changed_values[MAX_VARIABLES];
  int32_t conflict_count;
  int32_t members[MAX_ROWS + MAX_VARIABLES]; /* of the last conflict */
  int32_t counts[3]; /* of variables, rows and entries */
  lx_statistics statistics;
  lx_status ambiguity_status; /* this and what follows: where a call may fail */
  int32_t ambiguous_count;
  int32_t ambiguous[MAX_VARIABLES];
  lx_status sensitivity_status;
  int32_t sensitivity_count;
  int32_t sensitive[MAX_ROWS + MAX_VARIABLES];
  double derivatives[MAX_ROWS + MAX_VARIABLES];
} view;

/* Looks at everything there is to see; `deeply` also asks what costs a solve. Nothing fails meanwhile. */
void see(fuzz *f, int deeply, view *v);

/* A call failed: the status is known, and everything is as it was. */
void check_failed(fuzz *f, lx_status status, const view *before);

/* The solver has the mirror's rows, and says so. */
void check_program(fuzz *f);

/* The first of rows that is not as lx_add_rows wants it, or -1. */
int32_t first_bad_row(const fuzz *f, int32_t count, const mirror_row *rows);

/* An optimal answer and a conflict are what they should be. */
void check_optimal(fuzz *f);
void check_infeasible(fuzz *f);

/* The solver drops zeros; a row does not mention their variables. */
void drop_zeros(mirror_row *row);

int is_required_side(const mirror_row *row, double error);

/* ---- Questions ---- */

/* A row that exists, if the bytes do not insist on another. */
int32_t some_row(const fuzz *f, bytes *in);

/* Derivatives: of tight rows and of variables at 0, which add up to what was asked about. */
void ask_sensitivity(fuzz *f, bytes *in);

/* Slopes along a line of constants: those of tight rows move as their constants do. */
void ask_ranging(fuzz *f, bytes *in);

/* A template of the program, some of whose constants are inputs, and a few instances. */
void run_template(fuzz *f, bytes *in);

#endif
