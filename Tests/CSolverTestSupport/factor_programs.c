/* factor_programs.c: see factor_programs.h. */
#include "factor_programs.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random numbers: splitmix64 (Steele, Lea, Flood 2014) ---- */

static uint64_t draw(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int32_t below(uint64_t *state, int32_t bound) {
  return (int32_t)(draw(state) % (uint64_t)bound);
}

double coefficient(uint64_t *state) {
  static const double usual[] = {1, -1, 1, -1, 1, -1, 0.5, -2, 1.5, 1.0 / 3};
  return usual[below(state, 10)];
}

/* ---- messages ---- */

void fail(report *r, const char *format, ...) {
  if (r->failed)
    return;
  r->failed = true;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(r->text, (size_t)r->capacity, format, arguments);
  va_end(arguments);
}

/* ---- a matrix with its candidates ---- */

void *need(void *block) {
  if (block == NULL)
    abort();
  return block;
}

void program_init(program *p, int32_t columns) {
  *p = (program){0};
  p->row_capacity = 16;
  p->capacity = 64;
  p->starts = need(calloc((size_t)p->row_capacity + 1, sizeof *p->starts));
  p->columns = need(malloc((size_t)p->capacity * sizeof *p->columns));
  p->values = need(malloc((size_t)p->capacity * sizeof *p->values));
  p->matrix.column_count = columns;
}

void program_free(program *p) {
  free(p->starts);
  free(p->columns);
  free(p->values);
  free(p->tier_starts);
  free(p->candidates);
}

void program_append(program *p, int32_t column, double value) {
  int32_t *end = &p->starts[p->matrix.row_count + 1];
  if (*end == p->capacity) {
    p->capacity *= 2;
    p->columns = need(realloc(p->columns, (size_t)p->capacity * sizeof *p->columns));
    p->values = need(realloc(p->values, (size_t)p->capacity * sizeof *p->values));
  }
  p->columns[*end] = column;
  p->values[(*end)++] = value;
}

void program_add(program *p, int32_t column, double value) {
  for (int32_t t = p->starts[p->matrix.row_count]; t < p->starts[p->matrix.row_count + 1]; t++) {
    if (p->columns[t] == column)
      return;
  }
  program_append(p, column, value);
}

void program_end_row(program *p) {
  p->matrix.row_count++;
  if (p->matrix.row_count == p->row_capacity) {
    p->row_capacity *= 2;
    p->starts = need(realloc(p->starts, ((size_t)p->row_capacity + 1) * sizeof *p->starts));
  }
  p->starts[p->matrix.row_count + 1] = p->starts[p->matrix.row_count];
}

void program_seal(program *p, int32_t tier_count) {
  p->matrix.starts = p->starts;
  p->matrix.columns = p->columns;
  p->matrix.values = p->values;
  p->tier_count = tier_count;
  p->tier_starts = need(calloc((size_t)tier_count + 1, sizeof *p->tier_starts));
  p->candidates = need(calloc((size_t)p->matrix.row_count + (size_t)p->matrix.column_count, sizeof *p->candidates));
}

void fill_random(program *p, uint64_t *state, int32_t size) {
  program_init(p, size);
  const int32_t rows = 1 + below(state, 2 * size);
  const int32_t width = 1 + below(state, 4);
  const bool is_local = below(state, 2) == 0;
  const bool is_dependent = below(state, 2) == 0;
  for (int32_t i = 0; i < rows; i++) {
    const int32_t kind = below(state, 40);
    if (kind < 8 && is_dependent && i >= 2) {
      double sum[2] = {coefficient(state), kind < 3 ? 0 : coefficient(state)};
      double *dense = need(calloc((size_t)size, sizeof *dense));
      for (int32_t s = 0; s < 2; s++) {
        const int32_t other = below(state, i);
        for (int32_t t = p->starts[other]; t < p->starts[other + 1]; t++)
          dense[p->columns[t]] += sum[s] * p->values[t];
      }
      for (int32_t j = 0; j < size; j++) {
        if (fabs(dense[j]) > 1e-12)
          program_add(p, j, dense[j]);
      }
      free(dense);
    } else if (kind == 8) {
      for (int32_t j = 0; j < size; j++) {
        if (below(state, 3) > 0)
          program_add(p, j, coefficient(state));
      }
    } else if (kind != 9) {
      const int32_t first = below(state, size);
      const int32_t count = 1 + below(state, width);
      for (int32_t t = 0; t < count; t++) {
        const int32_t column = is_local ? (first + below(state, 6)) % size : below(state, size);
        program_add(p, t == 0 ? first : column, coefficient(state));
      }
    }
    program_end_row(p);
  }
}

void fill_wide(program *p, uint64_t *state, int32_t size) {
  program_init(p, size);
  const int32_t rows = size + below(state, 2 * size);
  const int32_t wide = 1 + below(state, 6);
  const int32_t missing = 1 + below(state, 8);
  for (int32_t i = 0; i < rows; i++) {
    const int32_t first = below(state, size);
    program_add(p, first, coefficient(state));
    if (below(state, 4) > 0)
      program_add(p, below(state, size), coefficient(state));
    program_end_row(p);
  }
  for (int32_t i = 0; i < wide; i++) {
    const int32_t kind = i == 0 ? 0 : below(state, 3);
    const int32_t copied = p->matrix.row_count - 1, short_row = below(state, rows);
    const double factor = coefficient(state);
    double *dense = need(calloc((size_t)size, sizeof *dense));
    if (kind == 0) {
      for (int32_t j = 0; j < size; j++)
        dense[j] = below(state, 4 * missing) == 0 ? 0 : below(state, 3) > 0 ? 1 : coefficient(state);
    } else {
      for (int32_t t = p->starts[copied]; t < p->starts[copied + 1]; t++)
        dense[p->columns[t]] = p->values[t];
      for (int32_t t = p->starts[short_row]; t < p->starts[short_row + 1] && kind == 2; t++)
        dense[p->columns[t]] += factor * p->values[t];
    }
    for (int32_t j = 0; j < size; j++)
      if (fabs(dense[j]) > 1e-12)
        program_append(p, j, dense[j]);
    program_end_row(p);
    free(dense);
  }
}

void fill_dense(program *p, uint64_t *state, int32_t size) {
  program_init(p, size);
  const int32_t rows = size - size / 4 + below(state, size), part = 1 + below(state, 3);
  double *dense = need(calloc((size_t)size, sizeof *dense));
  for (int32_t i = 0; i < rows; i++) {
    const int32_t kind = i < 2 ? 0 : below(state, 8);
    memset(dense, 0, (size_t)size * sizeof *dense);
    for (int32_t t = 0; t < 2 && kind == 7; t++) {
      const int32_t other = below(state, i);
      for (int32_t e = p->starts[other]; e < p->starts[other + 1]; e++)
        dense[p->columns[e]] += (t + 1) * p->values[e];
    }
    for (int32_t j = 0; j < size && kind < 6; j++)
      dense[j] = below(state, part) == 0 ? coefficient(state) : 0;
    if (kind == 6)
      dense[below(state, size)] = coefficient(state);
    if (kind == 7) /* noise, which is no independence */
      dense[below(state, size)] += 1e-12 * below(state, 2);
    for (int32_t j = 0; j < size; j++)
      if (dense[j] != 0)
        program_append(p, j, dense[j]);
    program_end_row(p);
  }
  free(dense);
}

static void shuffle(uint64_t *state, int32_t count, int32_t *items) {
  for (int32_t i = count - 1; i > 0; i--) {
    const int32_t j = below(state, i + 1);
    const int32_t kept = items[i];
    items[i] = items[j];
    items[j] = kept;
  }
}

void set_random_tiers(program *p, uint64_t *state) {
  const int32_t tiers = 1 + below(state, 5);
  program_seal(p, tiers + 1);
  const int32_t rows = p->matrix.row_count;
  const int32_t all = rows + p->matrix.column_count;
  for (int32_t i = 0; i < all; i++)
    p->candidates[i] = i;
  /* Now and then unit rows stand among the stored ones. */
  const int32_t mixed = below(state, 4) == 0 ? all : rows;
  shuffle(state, mixed, p->candidates);
  for (int32_t t = 1; t < tiers; t++)
    p->tier_starts[t] = below(state, mixed + 1);
  for (int32_t t = 1; t < tiers; t++) {
    for (int32_t u = t + 1; u < tiers; u++) {
      if (p->tier_starts[u] >= p->tier_starts[t])
        continue;
      const int32_t kept = p->tier_starts[t];
      p->tier_starts[t] = p->tier_starts[u];
      p->tier_starts[u] = kept;
    }
  }
  p->tier_starts[tiers] = mixed;
  p->tier_starts[tiers + 1] = all;
}

void check_vector(report *r, const char *what, const lx_vector *v) {
  uint8_t *named = need(calloc((size_t)v->size, 1));
  for (int32_t t = 0; t < v->count; t++) {
    if (named[v->index[t]]++)
      fail(r, "%s: place %d is named twice", what, v->index[t]);
  }
  for (int32_t j = 0; j < v->size; j++) {
    if (!named[j] && v->value[j] != 0)
      fail(r, "%s: place %d holds %g and is not named", what, j, v->value[j]);
    if (!isfinite(v->value[j]))
      fail(r, "%s: place %d holds %g", what, j, v->value[j]);
  }
  free(named);
}
