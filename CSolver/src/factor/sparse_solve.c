/* sparse_solve.c: FTRAN and BTRAN at the cost of what the right-hand side reaches.
 *
 * All four triangular solves are one: take the stages in order, and scatter each value along its line. While few values
 * differ from zero, a depth-first search along the lines finds the stages that can become nonzero, in an order that
 * fits (Gilbert and Peierls, 1988); a search that finds too many gives up and the plain loop runs. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "factor/sparse_internal.h"

/* A search pays while at most one position in this many is reached; it costs about as much again as the scatter. The
 * tenth is that of Hall and McKinnon, "Hyper-sparsity in the revised simplex method", Comput. Optim. Appl. 32 (2005),
 * section 5. */
#define SPARSE_PART 10

/* A search is not tried where the solves before it have come out denser than this: it would give up. */
#define SEARCH_DENSITY 0.1

/* Fills order[top ..< size] with the stages that the vector reaches, each before those that its line leads to. Returns
 * top, or -1 when there are more than `limit`. */
static int32_t reach(lx_sparse *sparse, const lx_lines *lines, const lx_stage_vector *vector, int32_t limit) {
  int32_t top = sparse->size;
  int32_t depth = 0;
  int32_t found = 0;
  for (int32_t s = 0; s < vector->count && found <= limit; s++) {
    if (sparse->mark[vector->index[s]])
      continue;
    sparse->stack[depth] = vector->index[s];
    sparse->next[depth++] = lines->starts[vector->index[s]];
    sparse->mark[vector->index[s]] = 1;
    found++;
    while (depth > 0 && found <= limit) {
      const int32_t stage = sparse->stack[depth - 1];
      const int64_t end = lines->starts[stage + 1];
      int64_t t = sparse->next[depth - 1];
      while (t < end && sparse->mark[lines->index[t]])
        t++;
      if (t == end) {
        depth--;
        sparse->order[--top] = stage;
        continue;
      }
      sparse->next[depth - 1] = t + 1;
      sparse->stack[depth] = lines->index[t];
      sparse->next[depth++] = lines->starts[lines->index[t]];
      sparse->mark[lines->index[t]] = 1;
      found++;
    }
  }
  for (int32_t t = top; t < sparse->size; t++)
    sparse->mark[sparse->order[t]] = 0;
  for (int32_t t = 0; t < depth; t++)
    sparse->mark[sparse->stack[t]] = 0;
  return found <= limit ? top : -1;
}

/* Part of what a triangle does that the last solves with it have reached: each counts half as much as the next. */
static void note_density(double *density, int32_t count, int32_t reached) {
  *density = 0.5 * (*density + (double)reached / count);
}

/* Divides by the pivot, if there are any, and scatters one value. Whether there is one. */
static inline int scatter(const lx_lines *lines, const double *pivot, double *value, int32_t stage) {
  if (value[stage] == 0)
    return 0;
  if (pivot != NULL)
    value[stage] /= pivot[stage];
  const double factor = value[stage];
  for (int64_t t = lines->starts[stage]; t < lines->starts[stage + 1]; t++) {
    value[lines->index[t]] -= lines->value[t] * factor;
  }
  return 1;
}

/* Solves with what the search has found. */
static void solve_reached(lx_sparse *sparse, const lx_lines *lines, const double *pivot, int32_t top,
                          lx_stage_vector *vector) {
  vector->count = sparse->size - top;
  for (int32_t t = top; t < sparse->size; t++) {
    const int32_t stage = sparse->order[t];
    vector->index[t - top] = stage;
    scatter(lines, pivot, vector->value, stage);
    sparse->touched += 1 + lines->starts[stage + 1] - lines->starts[stage];
  }
}

/* Solves with all stages that do anything. Returns how many of them hold something. */
static int32_t solve_all(lx_sparse *sparse, int32_t triangle, const lx_lines *lines, const double *pivot, bool ascends,
                         double *value) {
  const int32_t *busy = sparse->busy[triangle];
  const int32_t count = sparse->busy_count[triangle];
  int32_t reached = 0;
  if (ascends) {
    for (int32_t t = 0; t < count; t++)
      reached += scatter(lines, pivot, value, busy[t]);
  } else {
    for (int32_t t = count - 1; t >= 0; t--)
      reached += scatter(lines, pivot, value, busy[t]);
  }
  sparse->touched += count + reached * (lines->starts[sparse->size] / count);
  return reached;
}

/* Solves with the triangle whose line k leads to later stages (`ascends`) or to earlier ones. */
static void solve_triangle(lx_sparse *sparse, int32_t triangle, const lx_lines *lines, const double *pivot,
                           bool ascends, lx_stage_vector *vector) {
  if (sparse->busy_count[triangle] == 0)
    return;
  double *density = &sparse->density[triangle];
  const int32_t limit = sparse->size / SPARSE_PART;
  const bool is_worth_it = *density <= SEARCH_DENSITY && vector->count >= 0 && vector->count <= limit;
  const int32_t top = is_worth_it ? reach(sparse, lines, vector, limit) : -1;
  if (top >= 0) {
    solve_reached(sparse, lines, pivot, top, vector);
    note_density(density, sparse->size, vector->count);
  } else {
    const int32_t reached = solve_all(sparse, triangle, lines, pivot, ascends, vector->value);
    vector->count = -1;
    note_density(density, sparse->busy_count[triangle], reached);
  }
}

/* Hands back a vector without what is noise. */
static void finish(const lx_stage_vector *stages, lx_vector *vector) {
  double *value = stages->value;
  double largest = 0;
  for (int32_t t = 0; t < stages->count; t++) {
    const double size = fabs(value[stages->index[t]]);
    largest = size > largest ? size : largest;
  }
  const double noise = LX_TOL_DROP * largest;
  int32_t count = 0;
  for (int32_t t = 0; t < stages->count; t++) {
    const int32_t j = stages->index[t];
    if (fabs(value[j]) > noise) {
      vector->index[count++] = j;
    } else {
      value[j] = 0;
    }
  }
  vector->count = count;
}

static double largest_of(const double *value, int32_t size) {
  double largest[4] = {0};
  int32_t k = 0;
  for (; k + 4 <= size; k += 4)
    for (int32_t i = 0; i < 4; i++)
      largest[i] = fabs(value[k + i]) > largest[i] ? fabs(value[k + i]) : largest[i];
  for (; k < size; k++)
    largest[0] = fabs(value[k]) > largest[0] ? fabs(value[k]) : largest[0];
  return fmax(fmax(largest[0], largest[1]), fmax(largest[2], largest[3]));
}

/* The next value of a vector whose index is written anew; without a branch, which nothing would foretell. */
static inline void finish_value(lx_vector *vector, int32_t j, double value, double noise, int32_t *count) {
  value = fabs(value) > noise ? value : 0;
  vector->value[j] = value;
  vector->index[*count] = j;
  *count += value != 0;
}

/* The same for a vector whose index is not kept. It ascends, so that whoever goes through the matrix along it reads it in order. */
static void finish_all(lx_vector *vector) {
  const double noise = LX_TOL_DROP * largest_of(vector->value, vector->size);
  int32_t count = 0;
  for (int32_t j = 0; j < vector->size; j++)
    finish_value(vector, j, vector->value[j], noise, &count);
  vector->count = count;
}

/* value[to[k]] = value[k], in place, by way of the workspace. */
static void permute(lx_sparse *sparse, const int32_t *to, lx_stage_vector *vector) {
  double *value = vector->value;
  double *work = sparse->work;
  for (int32_t t = 0; t < vector->count; t++) {
    const int32_t k = vector->index[t];
    work[to[k]] = value[k];
    value[k] = 0;
    vector->index[t] = to[k];
  }
  for (int32_t t = 0; t < vector->count; t++) {
    value[vector->index[t]] = work[vector->index[t]];
    work[vector->index[t]] = 0;
  }
}

/* From stages to columns for a vector whose index is not kept, and finishes it. */
static void finish_in_columns(lx_sparse *sparse, lx_vector *vector) {
  const size_t bytes = sizeof *sparse->work * (size_t)sparse->size;
  const double noise = LX_TOL_DROP * largest_of(vector->value, sparse->size);
  memcpy(sparse->work, vector->value, bytes);
  int32_t count = 0;
  for (int32_t j = 0; j < sparse->size; j++)
    finish_value(vector, j, sparse->work[sparse->stage_of[j]], noise, &count);
  vector->count = count;
  memset(sparse->work, 0, bytes);
}

/* A vector without its zeros. What is noise here may matter once the other triangle has multiplied it. */
static void pack(const lx_sparse *sparse, const lx_stage_vector *vector, double sign, lx_packed *out) {
  const int32_t count = vector->count < 0 ? sparse->size : vector->count;
  out->count = 0;
  for (int32_t t = 0; t < count; t++) {
    const int32_t k = vector->count < 0 ? t : vector->index[t];
    const double value = vector->value[k];
    out->index[out->count] = k;
    out->value[out->count] = sign * value;
    out->count += value != 0;
  }
}

static void ftran_to_spike(lx_sparse *sparse, lx_stage_vector *stages) {
  solve_triangle(sparse, LX_LOWER_COLUMNS, &sparse->lower_columns, NULL, true, stages);
  lx_sparse_ftran_etas(sparse, stages);
}

static void ftran_from_spike(lx_sparse *sparse, lx_stage_vector *stages, lx_vector *vector) {
  solve_triangle(sparse, LX_UPPER_COLUMNS, &sparse->upper_columns, sparse->pivot, false, stages);
  if (stages->count < 0) {
    finish_in_columns(sparse, vector);
    return;
  }
  permute(sparse, sparse->column_of, stages);
  finish(stages, vector);
}

void lx_sparse_ftran(lx_sparse *sparse, lx_vector *vector) {
  assert(sparse->rank == sparse->size);
  lx_stage_vector stages = {vector->count, vector->index, vector->value};
  ftran_to_spike(sparse, &stages);
  ftran_from_spike(sparse, &stages, vector);
}

void lx_sparse_ftran_unit(lx_sparse *sparse, int32_t position, double sign, lx_vector *out) {
  assert(sparse->rank == sparse->size);
  out->value[position] = sign;
  out->index[0] = position;
  lx_stage_vector stages = {1, out->index, out->value};
  ftran_to_spike(sparse, &stages);
  pack(sparse, &stages, sign, &sparse->spike);
  sparse->spike_position = position;
  ftran_from_spike(sparse, &stages, out);
}

void lx_sparse_find_spike(lx_sparse *sparse, int32_t position) {
  if (sparse->spike.count >= 0 && sparse->spike_position == position)
    return;
  lx_stage_vector stages = {1, sparse->spike.index, sparse->work};
  sparse->work[position] = 1;
  sparse->spike.index[0] = position;
  ftran_to_spike(sparse, &stages);
  const int32_t count = stages.count;
  sparse->spike.count = 0;
  for (int32_t t = 0; t < (count < 0 ? sparse->size : count); t++) {
    const int32_t k = count < 0 ? t : stages.index[t];
    sparse->spike.index[sparse->spike.count] = k;
    sparse->spike.value[sparse->spike.count] = sparse->work[k];
    sparse->spike.count += sparse->work[k] != 0;
    sparse->work[k] = 0;
  }
  sparse->spike_position = position;
}

static void btran_to_image(lx_sparse *sparse, lx_stage_vector *stages) {
  permute(sparse, sparse->stage_of, stages);
  solve_triangle(sparse, LX_UPPER_ROWS, &sparse->upper_rows, sparse->pivot, true, stages);
}

static void btran_from_image(lx_sparse *sparse, lx_stage_vector *stages, lx_vector *vector) {
  lx_sparse_btran_etas(sparse, stages);
  solve_triangle(sparse, LX_LOWER_ROWS, &sparse->lower_rows, NULL, false, stages);
  if (stages->count < 0)
    finish_all(vector);
  else
    finish(stages, vector);
}

void lx_sparse_btran(lx_sparse *sparse, lx_vector *vector) {
  assert(sparse->rank == sparse->size);
  lx_stage_vector stages = {vector->count, vector->index, vector->value};
  btran_to_image(sparse, &stages);
  btran_from_image(sparse, &stages, vector);
}

void lx_sparse_btran_row(lx_sparse *sparse, lx_vector *row) {
  assert(sparse->rank == sparse->size);
  lx_stage_vector stages = {row->count, row->index, row->value};
  btran_to_image(sparse, &stages);
  pack(sparse, &stages, 1, &sparse->image);
  btran_from_image(sparse, &stages, row);
}
