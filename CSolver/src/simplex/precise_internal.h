/* precise_internal.h: what the two files of the precise simplex share. Private to this folder. */
#ifndef LX_PRECISE_INTERNAL_H
#define LX_PRECISE_INTERNAL_H

#include "base/double_double.h"
#include "simplex/breakpoints.h"
#include "simplex/reduced_lp.h"

/* Part of its terms' absolute values up to which an entry of the table is what the rounding of the coefficients, as
 * they were handed over, makes of zero: 0.1 times 10 beside 1. Some hundred roundings of a double. */
#define LX_PRECISE_CANCELLED 0x1p-46

/* Part of a coefficient that its rounding may have been, where it needs more digits than a float has. */
#define LX_PRECISE_INEXACT 0x1p-50

/* Entries of the table below this part of the largest that their column and row can make may be such rounding. */
#define LX_PRECISE_DOUBTFUL 0x1p-30

/* Sums of double-doubles up to this part of their terms' absolute values are zero: 2^-100 and room for what
 * exchanges magnify. */
#define LX_PRECISE_NOISE 0x1p-80

typedef struct {
  const lx_reduced_lp *lp;
  lx_vertex *vertex;
  lx_dd *table;    /* total x n */
  double *error;   /* total x n: what rounding has done to the table, about, at most */
  lx_dd *distance; /* total */
  lx_dd *duals;    /* levels x n, by position */
  double *size;    /* levels x n: absolute terms of the duals, added up */
  double *least;   /* levels x n: the smallest of them, 0 where there is none */
  lx_dd *slopes;   /* levels */
  double *weighed; /* levels: absolute terms of the slopes, added up */
  double *lowest;  /* levels: the smallest of them, 0 where there is none */
  lx_dd *x;        /* n */
  double *growth;  /* n: absolute terms of x */
  lx_breakpoint *breakpoints; /* total: a heap */
  int32_t *filled; /* n: positions that differ from 0 in the row at hand */
  int32_t *wanted; /* n: rows that a table is made for */
  int8_t *is_wanted; /* total: those of them that are not in yet, and unit rows that stay */
  double *tops;      /* n: largest entry of those, by position */
  double *reach;       /* n: largest entry of the inverse, by position … */
  double *noise;       /* n x n, by position: what rounded coefficients can make of the tight rows along it */
  int8_t *is_measured; /* n: positions for which that is known */
  int bland;         /* nonzero: smallest index first, no long steps */
  int is_literal;    /* the coefficients are meant to the last bit */
  int has_ignored;   /* the duals leave out entries that may be rounding */
  int is_stopped;    /* the caller ended a load; the table means nothing */
} lx_precise;

static inline lx_dd *lx_precise_row(const lx_precise *work, int32_t row) {
  return work->table + (int64_t)row * work->lp->variables;
}

/* The table of the vertex's basis, computed anew. Rows of it that depend on others are left out, and unit rows stay. */
void lx_precise_load(lx_precise *work);

/* Puts `entering` in place of the tight row at a position, without regard to what lies on the way. Returns how far the
 * old row moves. */
double lx_precise_exchange(lx_precise *work, int32_t position, int32_t entering);

/* Whether an entry is more than what the rounding of the row's own coefficients can make of zero: those times the
 * inverse, which the unit rows of the table are. Literal coefficients have none. */
int lx_precise_counts(const lx_precise *work, int32_t row, int32_t position);

/* Forgets what is known of the noise of entries, and finds the largest entry of each column of the inverse. */
void lx_precise_measure(lx_precise *work);

/* As lx_precise_counts, and whether the entry is more than what the rounding of the tight rows' coefficients can make
 * of zero; if not, that is noted. Needs lx_precise_measure after the last exchange. */
int lx_precise_matters(lx_precise *work, int32_t row, int32_t position);

/* What the rounding of the tight rows' coefficients can make of them along a position, by position: n numbers. Needs lx_precise_measure
 * after the last exchange. */
const double *lx_precise_noise(lx_precise *work, int32_t position);

/* The same of any row's own coefficients. */
double lx_precise_noise_of(const lx_precise *work, int32_t row, int32_t position);

#endif
