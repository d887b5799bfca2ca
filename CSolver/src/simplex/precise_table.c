/* precise_table.c: the table of the precise simplex: every row as a sum over the tight ones, by Gauss and Jordan.
 *
 * Next to each entry stands about what rounding has done to it at most, kept along as in N. J. Higham, Accuracy and
 * Stability of Numerical Algorithms, 2nd ed., section 3.3, up to a part of what the entry is made of; an entry within
 * that is zero. */
#include <math.h>
#include <string.h>

#include "simplex/precise_internal.h"

/* Rounding of one operation. */
#define LX_PRECISE_ROUNDING 0x1p-102

/* Part of what an entry is made of up to which that grows. Where rows of many entries are exchanged a bound doubles each time, and rounding does not:
 * after a hundred exchanges nothing would be known. Where coefficients are meant to the last bit it is a bound: there the precise simplex had better
 * come back soon, as it is seldom better off for a long way (Benchmarks/history). */
#define LX_PRECISE_GROWN 0x1p-60

double lx_precise_exchange(lx_precise *work, int32_t position, int32_t entering) {
  const lx_reduced_lp *lp = work->lp;
  lx_vertex *vertex = work->vertex;
  lx_dd *in = lx_precise_row(work, entering);
  double *in_error = work->error + (int64_t)entering * lp->variables;
  const lx_dd pivot = in[position];
  const lx_dd step = lx_dd_divide(lx_dd_negate(work->distance[entering]), pivot);
  int32_t count = 0;
  for (int32_t p = 0; p < lp->variables; p++)
    if (p != position && in[p].hi != 0)
      work->filled[count++] = p;
  for (int32_t r = 0; r < lp->total; r++) {
    lx_dd *row = lx_precise_row(work, r);
    if (row[position].hi == 0 || r == entering)
      continue;
    if (step.hi != 0)
      work->distance[r] = lx_dd_add_clean(work->distance[r], lx_dd_multiply(row[position], step), LX_PRECISE_NOISE);
    const lx_dd factor = lx_dd_divide(row[position], pivot), minus = lx_dd_negate(factor);
    const double size = fabs(factor.hi);
    double *row_error = work->error + (int64_t)r * lp->variables;
    const double factor_error = (row_error[position] + size * in_error[position]) / fabs(pivot.hi);
    row[position] = factor;
    row_error[position] = factor_error + LX_PRECISE_ROUNDING * size;
    for (int32_t t = 0; t < count; t++) {
      const int32_t p = work->filled[t];
      const double grown = fabs(row[p].hi) + size * fabs(in[p].hi);
      row[p] = lx_dd_add(row[p], lx_dd_multiply(minus, in[p]));
      const double added = size * in_error[p] + factor_error * fabs(in[p].hi) + LX_PRECISE_ROUNDING * grown;
      const double most = work->is_literal ? INFINITY : fmax(row_error[p], LX_PRECISE_GROWN * grown);
      row_error[p] = fmin(row_error[p] + added, most);
      if (fabs(row[p].hi) <= row_error[p])
        row[p] = lx_dd_of(0);
    }
  }
  memset(in_error, 0, sizeof *in_error * (size_t)lp->variables);
  for (int32_t k = 0; k < count; k++)
    in[work->filled[k]] = lx_dd_of(0);
  in[position] = lx_dd_of(1);
  const int32_t leaving = vertex->basis[position];
  work->distance[leaving] = step;
  work->distance[entering] = lx_dd_of(0);
  vertex->basis[position] = entering;
  vertex->position[leaving] = -1;
  vertex->position[entering] = position;
  return step.hi;
}

int lx_precise_counts(const lx_precise *work, int32_t row, int32_t position) {
  const double entry = fabs(lx_precise_row(work, row)[position].hi);
  if (work->is_literal || entry == 0)
    return entry != 0;
  int32_t unit;
  const lx_entries entries = lx_lp_row(work->lp, row, &unit);
  double own = 0;
  for (int32_t e = 0; e < entries.count; e++)
    own += fabs(entries.values[e] * lx_precise_row(work, work->lp->rows + entries.columns[e])[position].hi);
  return entry > LX_PRECISE_CANCELLED * own;
}

void lx_precise_measure(lx_precise *work) {
  const int32_t n = work->lp->variables;
  memset(work->reach, 0, sizeof *work->reach * (size_t)n);
  memset(work->is_measured, 0, sizeof *work->is_measured * (size_t)n);
  for (int32_t j = 0; j < n; j++) {
    const lx_dd *inverse = lx_precise_row(work, work->lp->rows + j);
    for (int32_t p = 0; p < n; p++)
      work->reach[p] = fmax(work->reach[p], fabs(inverse[p].hi));
  }
}

double lx_precise_noise_of(const lx_precise *work, int32_t row, int32_t position) {
  const lx_reduced_lp *lp = work->lp;
  int32_t unit;
  const lx_entries entries = lx_lp_row(lp, row, &unit);
  double sum = 0;
  for (int32_t e = 0; e < entries.count; e++)
    if ((double)(float)entries.values[e] != entries.values[e])
      sum += fabs(entries.values[e] * lx_precise_row(work, lp->rows + entries.columns[e])[position].hi);
  return LX_PRECISE_INEXACT * sum;
}

const double *lx_precise_noise(lx_precise *work, int32_t position) {
  const int32_t n = work->lp->variables;
  double *noise = work->noise + (int64_t)position * n;
  for (int32_t p = 0; p < n && !work->is_measured[position]; p++)
    noise[p] = lx_precise_noise_of(work, work->vertex->basis[p], position);
  work->is_measured[position] = 1;
  return noise;
}

/* To first order an error dB of the tight rows B changes a row's entry a B^-1 e by -(a B^-1) dB (B^-1 e), and a B^-1 is
 * the row of the table. */
static int exceeds_noise(lx_precise *work, int32_t row, int32_t position) {
  const int32_t n = work->lp->variables;
  const lx_dd *table = lx_precise_row(work, row);
  const double entry = fabs(table[position].hi);
  int32_t unit;
  const lx_entries entries = lx_lp_row(work->lp, row, &unit);
  double size = 0, noise = 0;
  for (int32_t e = 0; e < entries.count; e++)
    size += fabs(entries.values[e]);
  if (entry > LX_PRECISE_DOUBTFUL * size * work->reach[position])
    return 1;
  const double *noises = lx_precise_noise(work, position);
  for (int32_t p = 0; p < n; p++)
    noise += fabs(table[p].hi) * noises[p];
  return entry > noise;
}

int lx_precise_matters(lx_precise *work, int32_t row, int32_t position) {
  if (lx_precise_row(work, row)[position].hi == 0)
    return 0;
  const int matters =
      work->is_literal || (lx_precise_counts(work, row, position) && exceeds_noise(work, row, position));
  work->has_ignored |= !matters;
  return matters;
}

/* Whether a position holds a unit row that is not needed. */
static int is_free(const lx_precise *work, int32_t position) {
  const int32_t row = work->vertex->basis[position];
  return row >= work->lp->rows && !work->is_wanted[row];
}

/* The wanted row, and its position, whose pivot is largest beside all else in its row and in its column. Returns 0
 * where there is none: the rows that are left depend on others. */
static int choose_pivot(const lx_precise *work, int32_t *row_out, int32_t *position_out) {
  const int32_t n = work->lp->variables;
  double best = 0;
  memset(work->tops, 0, sizeof *work->tops * (size_t)n);
  for (int32_t k = 0; k < n; k++)
    for (int32_t p = 0; p < n && work->is_wanted[work->wanted[k]]; p++)
      work->tops[p] = fmax(work->tops[p], fabs(lx_precise_row(work, work->wanted[k])[p].hi));
  for (int32_t k = 0; k < n; k++) {
    const int32_t row = work->wanted[k];
    const lx_dd *entries = lx_precise_row(work, row);
    int32_t widest = -1;
    for (int32_t p = 0; p < n && work->is_wanted[row]; p++)
      if (is_free(work, p) && entries[p].hi != 0 && (widest < 0 || fabs(entries[p].hi) > fabs(entries[widest].hi)))
        widest = p;
    if (widest < 0 || !lx_precise_counts(work, row, widest))
      continue;
    const double part = fabs(entries[widest].hi) / work->tops[widest];
    if (part > best) {
      best = part;
      *row_out = row;
      *position_out = widest;
    }
  }
  return best > 0;
}

void lx_precise_load(lx_precise *work) {
  const lx_reduced_lp *lp = work->lp;
  lx_vertex *vertex = work->vertex;
  const int32_t n = lp->variables;
  memcpy(work->wanted, vertex->basis, sizeof *work->wanted * (size_t)n);
  memset(work->table, 0, sizeof *work->table * (size_t)n * (size_t)lp->total);
  memset(work->error, 0, sizeof *work->error * (size_t)n * (size_t)lp->total);
  memset(work->is_wanted, 0, (size_t)lp->total);
  for (int32_t r = 0; r < lp->total; r++) {
    int32_t unit;
    const lx_entries entries = lx_lp_row(lp, r, &unit);
    for (int32_t e = 0; e < entries.count; e++)
      lx_precise_row(work, r)[entries.columns[e]] = lx_dd_of(entries.values[e]);
    work->distance[r] = lx_dd_of(-lp->constant[r]);
    vertex->position[r] = -1;
  }
  for (int32_t j = 0; j < n; j++) {
    vertex->basis[j] = lp->rows + j;
    vertex->position[lp->rows + j] = j;
  }
  /* Unit rows that are wanted stay, and are marked so that none of their positions is given away. */
  for (int32_t k = 0; k < n; k++)
    work->is_wanted[work->wanted[k]] = 1;
  int32_t row = 0, position = 0;
  while (choose_pivot(work, &row, &position)) {
    if (lx_check_stop(work->lp->stopper) != LX_OK) {
      work->is_stopped = 1;
      return;
    }
    lx_precise_exchange(work, position, row);
    work->is_wanted[row] = 0;
  }
  for (int32_t k = 0; k < n; k++) {
    const int32_t left_out = work->wanted[k];
    const double distance = work->distance[left_out].hi;
    if (vertex->position[left_out] < 0)
      vertex->side[left_out] = distance > 0 ? 1 : distance < 0 ? -1 : lx_lp_cheaper_side(lp, left_out);
  }
}
