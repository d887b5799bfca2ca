/* factor_programs.h: matrices with candidates in tiers, made by hand or at random, for the checks of factorizations. */
#ifndef FACTOR_PROGRAMS_H
#define FACTOR_PROGRAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "linalg/matrix.h"
#include "linalg/vector.h"

/* Where a check writes what does not hold; only the first thing is kept. */
typedef struct {
  char *text;
  int32_t capacity;
  bool failed;
} report;

void fail(report *r, const char *format, ...);

/* A number 0 ..< bound, and a coefficient such as layouts have. */
int32_t below(uint64_t *state, int32_t bound);
double coefficient(uint64_t *state);

/* The block, which must be there: a test that runs out of memory has no result. */
void *need(void *block);

/* A matrix under construction. Rows are added entry by entry and ended; seal() makes room for tier_starts and for
 * candidates, all rows and unit rows at most. */
typedef struct {
  lx_matrix matrix;
  int32_t *starts;
  int32_t *columns;
  double *values;
  int32_t capacity;
  int32_t row_capacity;
  int32_t tier_count;
  int32_t *tier_starts; /* tier_count + 1 */
  int32_t *candidates;  /* tier_starts[tier_count] */
} program;

void program_init(program *p, int32_t columns);
void program_free(program *p);
void program_append(program *p, int32_t column, double value);
/* The same, unless the row has the column already. */
void program_add(program *p, int32_t column, double value);
void program_end_row(program *p);
void program_seal(program *p, int32_t tier_count);

/* Rows of one to a few entries near each other, and among them sums of two rows, repeats, empty and long ones. */
void fill_random(program *p, uint64_t *state, int32_t size);
/* Rows of one or two entries, and some over most columns: sums, repeats of these and sums of them and short rows. */
void fill_wide(program *p, uint64_t *state, int32_t size);
/* Rows over a third to all of the columns, with sums of two, up to 1e-12, and short rows among them. */
void fill_dense(program *p, uint64_t *state, int32_t size);
/* Some tiers of rows in random order, and all unit rows that are not among them last. */
void set_random_tiers(program *p, uint64_t *state);

/* The rules of vector.h. */
void check_vector(report *r, const char *what, const lx_vector *v);

#endif
