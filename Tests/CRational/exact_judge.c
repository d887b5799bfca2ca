/* exact_judge.c: see exact_judge.h. A table of rationals holds every row as a sum of the tight ones; a step lets one of
 * those go and takes up the row that stops it. Levels are compared lexicographically and exactly; when a step gains
 * nothing for a while, the smallest row goes first until one does (R. G. Bland, New finite pivoting rules for the
 * simplex method, Mathematics of Operations Research 2, 1977). */
#include "exact_judge.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#define PATIENCE 12
#define PIVOT_LIMIT 20000

struct xj_verdict {
  const xj_program *program;
  int32_t n, m, total;
  int32_t levels;     /* required, non-negativity, then the optional ones */
  double *priorities; /* levels; of the optional ones */
  int32_t *above;     /* total: level of exceeding the constant, or -1 */
  int32_t *below;     /* total */
  mpq_t *weight;      /* total */
  mpq_t *table;       /* total x n */
  mpq_t *distance;    /* total: activity minus constant */
  mpq_t *lambda;      /* levels x n: change of the loose rows' cost per unit of a tight row */
  mpq_t *errors;      /* levels */
  int32_t *basis;     /* n */
  int32_t *position;  /* total, or -1 */
  int8_t *side;       /* total, of loose rows */
  int64_t pivots;
};

static mpq_t *make_numbers(int64_t count) {
  mpq_t *numbers = malloc(sizeof *numbers * (size_t)(count > 0 ? count : 1));
  for (int64_t k = 0; numbers != NULL && k < count; k++)
    mpq_init(numbers[k]);
  return numbers;
}

static void free_numbers(mpq_t *numbers, int64_t count) {
  for (int64_t k = 0; numbers != NULL && k < count; k++)
    mpq_clear(numbers[k]);
  free(numbers);
}

void xj_verdict_destroy(xj_verdict *v) {
  if (v == NULL)
    return;
  free_numbers(v->weight, v->total);
  free_numbers(v->table, (int64_t)v->total * v->n);
  free_numbers(v->distance, v->total);
  free_numbers(v->lambda, (int64_t)v->levels * v->n);
  free_numbers(v->errors, v->levels);
  free(v->priorities);
  free(v->above);
  free(v->below);
  free(v->basis);
  free(v->position);
  free(v->side);
  free(v);
}

static mpq_t *cell(const xj_verdict *v, int32_t row, int32_t p) { return &v->table[(int64_t)row * v->n + p]; }

/* ---- set-up ---- */

static double priority_of(const xj_program *program, int32_t row, int above) {
  const int relation = program->relations[row];
  if (above)
    return relation <= 0 ? program->priorities[row] : 0;
  if (relation < 0)
    return 0;
  return relation == 0 && program->below != NULL ? program->below[row] : program->priorities[row];
}

static int descending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? 1 : x > y ? -1 : 0;
}

static int32_t level_of(const xj_verdict *v, double priority) {
  if (priority <= 0)
    return -1;
  if (priority >= 1000)
    return 0;
  int32_t level = 2;
  while (v->priorities[level] != priority)
    level++;
  return level;
}

static void list_levels(xj_verdict *v) {
  const xj_program *program = v->program;
  int32_t count = 2;
  for (int32_t r = 0; r < v->m; r++)
    for (int above = 0; above < 2; above++) {
      const double priority = priority_of(program, r, above);
      if (priority > 0 && priority < 1000)
        v->priorities[count++] = priority;
    }
  qsort(v->priorities + 2, (size_t)(count - 2), sizeof(double), descending);
  v->levels = 2;
  for (int32_t k = 2; k < count; k++)
    if (v->levels == 2 || v->priorities[v->levels - 1] != v->priorities[k])
      v->priorities[v->levels++] = v->priorities[k];
}

static xj_verdict *create(const xj_program *program) {
  xj_verdict *v = calloc(1, sizeof *v);
  if (v == NULL)
    return NULL;
  v->program = program;
  v->n = program->variables;
  v->m = program->rows;
  const size_t total = (size_t)v->m + (size_t)v->n + 1;
  v->priorities = calloc(2 * total + 2, sizeof(double));
  v->above = calloc(total, sizeof(int32_t));
  v->below = calloc(total, sizeof(int32_t));
  v->basis = calloc(total, sizeof(int32_t));
  v->position = calloc(total, sizeof(int32_t));
  v->side = calloc(total, sizeof(int8_t));
  if (!v->priorities || !v->above || !v->below || !v->basis || !v->position || !v->side) {
    xj_verdict_destroy(v);
    return NULL;
  }
  v->total = v->m + v->n;
  list_levels(v);
  v->weight = make_numbers(v->total);
  v->table = make_numbers((int64_t)v->total * v->n);
  v->distance = make_numbers(v->total);
  v->lambda = make_numbers((int64_t)v->levels * v->n);
  v->errors = make_numbers(v->levels);
  if (!v->weight || !v->table || !v->distance || !v->lambda || !v->errors) {
    xj_verdict_destroy(v);
    return NULL;
  }
  return v;
}

/* All variables at 0: their unit rows are tight. */
static void load(xj_verdict *v) {
  const xj_program *program = v->program;
  for (int32_t r = 0; r < v->m; r++) {
    for (int32_t e = program->starts[r]; e < program->starts[r + 1]; e++)
      mpq_set_d(*cell(v, r, program->columns[e]), program->values[e]);
    mpq_set_d(v->distance[r], -program->constants[r]);
    v->above[r] = level_of(v, priority_of(program, r, 1));
    v->below[r] = level_of(v, priority_of(program, r, 0));
    const int is_required = v->above[r] == 0 || v->below[r] == 0;
    mpq_set_d(v->weight[r], program->weights == NULL || is_required ? 1 : program->weights[r]);
    if (is_required && program->weights != NULL && (v->above[r] > 0 || v->below[r] > 0))
      mpq_set_d(v->weight[r], program->weights[r]); /* what a unit of a required error costs decides nothing */
    v->position[r] = -1;
    const int sign = mpq_sgn(v->distance[r]);
    v->side[r] = (int8_t)sign;
    if (sign == 0)
      v->side[r] = v->above[r] < 0 ? 1 : v->below[r] < 0 ? -1 : v->above[r] >= v->below[r] ? 1 : -1;
  }
  for (int32_t j = 0; j < v->n; j++) {
    const int32_t r = v->m + j;
    mpq_set_ui(*cell(v, r, j), 1, 1);
    mpq_set_ui(v->weight[r], 1, 1);
    v->above[r] = -1;
    v->below[r] = program->nonnegative != NULL && program->nonnegative[j] ? 1 : -1;
    v->basis[j] = r;
    v->position[r] = j;
  }
}

/* ---- steps ---- */

/* Level of the cost of a loose row at its side, or -1. */
static int32_t cost_level(const xj_verdict *v, int32_t row) { return v->side[row] > 0 ? v->above[row] : v->below[row]; }

static void sum_slopes(xj_verdict *v, mpq_t spare) {
  for (int64_t k = 0; k < (int64_t)v->levels * v->n; k++)
    mpq_set_ui(v->lambda[k], 0, 1);
  for (int32_t r = 0; r < v->total; r++) {
    const int32_t level = v->position[r] >= 0 ? -1 : cost_level(v, r);
    for (int32_t p = 0; level >= 0 && p < v->n; p++) {
      if (mpq_sgn(*cell(v, r, p)) == 0)
        continue;
      mpq_mul(spare, *cell(v, r, p), v->weight[r]);
      mpq_t *sum = &v->lambda[(int64_t)level * v->n + p];
      if (v->side[r] > 0)
        mpq_add(*sum, *sum, spare);
      else
        mpq_sub(*sum, *sum, spare);
    }
  }
}

/* Change of cost at a level per unit that the tight row at p moves in this direction. */
static void slope(const xj_verdict *v, int32_t p, int direction, int32_t level, mpq_t out) {
  const int32_t row = v->basis[p];
  mpq_set(out, v->lambda[(int64_t)level * v->n + p]);
  if (direction < 0)
    mpq_neg(out, out);
  if ((direction > 0 ? v->above[row] : v->below[row]) == level)
    mpq_add(out, out, v->weight[row]);
}

/* The first level at which moving costs or gains; its sign. */
static int look(const xj_verdict *v, int32_t p, int direction, mpq_t spare, int32_t *level_out) {
  for (int32_t level = 0; level < v->levels; level++) {
    slope(v, p, direction, level, spare);
    *level_out = level;
    if (mpq_sgn(spare) != 0)
      return mpq_sgn(spare);
  }
  return 0;
}

typedef struct {
  int32_t position;
  int direction;
} move;

/* The steepest descent of the highest level that has one; with `smallest`, the smallest tight row that gains. */
static move choose(const xj_verdict *v, int smallest, mpq_t spare, mpq_t best_slope) {
  move best = {-1, 0};
  int32_t best_level = v->levels;
  for (int32_t p = 0; p < v->n; p++)
    for (int direction = -1; direction <= 1; direction += 2) {
      int32_t level;
      if (look(v, p, direction, spare, &level) >= 0)
        continue;
      const int is_better = smallest ? best.position < 0 || v->basis[p] < v->basis[best.position]
                                     : level < best_level || (level == best_level && mpq_cmp(spare, best_slope) < 0);
      if (!is_better)
        continue;
      best = (move){p, direction};
      best_level = level;
      mpq_set(best_slope, spare);
    }
  return best;
}

typedef struct {
  mpq_t step;
  int32_t row;
} stop;

static int by_step(const void *a, const void *b) {
  const stop *x = a, *y = b;
  const int order = mpq_cmp(x->step, y->step);
  return order != 0 ? order : x->row < y->row ? -1 : 1;
}

/* The row that stops a move, after the costs on the way; rows before it change sides. -1 only by a fault. */
static int32_t follow(xj_verdict *v, move at, int smallest, stop *stops, mpq_t *slopes, mpq_t spare) {
  int32_t count = 0, row = -1;
  for (int32_t r = 0; r < v->total; r++) {
    const int rate = at.direction * mpq_sgn(*cell(v, r, at.position));
    if (v->position[r] >= 0 || rate * v->side[r] >= 0 || (v->above[r] < 0 && v->below[r] < 0))
      continue;
    mpq_div(stops[count].step, v->distance[r], *cell(v, r, at.position));
    mpq_abs(stops[count].step, stops[count].step);
    stops[count++].row = r;
  }
  qsort(stops, (size_t)count, sizeof *stops, by_step);
  if (smallest)
    return count > 0 ? stops[0].row : -1;
  for (int32_t level = 0; level < v->levels; level++)
    slope(v, at.position, at.direction, level, slopes[level]);
  for (int32_t k = 0; k < count; k++) {
    row = stops[k].row;
    mpq_mul(spare, v->weight[row], *cell(v, row, at.position));
    mpq_abs(spare, spare);
    if (v->above[row] >= 0)
      mpq_add(slopes[v->above[row]], slopes[v->above[row]], spare);
    if (v->below[row] >= 0)
      mpq_add(slopes[v->below[row]], slopes[v->below[row]], spare);
    int32_t level = 0;
    while (level < v->levels - 1 && mpq_sgn(slopes[level]) == 0)
      level++;
    if (mpq_sgn(slopes[level]) >= 0)
      return row;
    v->side[row] = (int8_t)-v->side[row];
  }
  return -1;
}

/* Moves to where row `in` is tight in place of the one at position p. Returns whether anything moved. */
static int exchange(xj_verdict *v, int32_t p, int32_t in, mpq_t spare, mpq_t factor) {
  const int32_t n = v->n, out = v->basis[p];
  mpq_t pivot, shift;
  mpq_inits(pivot, shift, NULL);
  mpq_set(pivot, *cell(v, in, p));
  mpq_div(shift, v->distance[in], pivot);
  mpq_neg(shift, shift);
  for (int32_t r = 0; r < v->total; r++) {
    if (mpq_sgn(*cell(v, r, p)) == 0)
      continue;
    mpq_mul(spare, *cell(v, r, p), shift);
    mpq_add(v->distance[r], v->distance[r], spare);
    if (r == in)
      continue;
    mpq_div(factor, *cell(v, r, p), pivot);
    for (int32_t q = 0; q < n; q++) {
      if (q == p || mpq_sgn(*cell(v, in, q)) == 0)
        continue;
      mpq_mul(spare, factor, *cell(v, in, q));
      mpq_sub(*cell(v, r, q), *cell(v, r, q), spare);
    }
    mpq_set(*cell(v, r, p), factor);
  }
  for (int32_t q = 0; q < n; q++)
    mpq_set_ui(*cell(v, in, q), q == p, 1);
  v->basis[p] = in;
  v->position[in] = p;
  v->position[out] = -1;
  const int moved = mpq_sgn(shift) != 0;
  mpq_clears(pivot, shift, NULL);
  return moved;
}

static xj_status optimize(xj_verdict *v) {
  stop *stops = malloc(sizeof *stops * ((size_t)v->total + 1));
  mpq_t *slopes = make_numbers(v->levels);
  if (stops == NULL || slopes == NULL) {
    free(stops);
    free_numbers(slopes, slopes == NULL ? 0 : v->levels);
    return XJ_MEMORY;
  }
  for (int32_t r = 0; r < v->total; r++)
    mpq_init(stops[r].step);
  mpq_t spare, other;
  mpq_inits(spare, other, NULL);
  xj_status status = XJ_OK;
  for (int32_t stalled = 0;;) {
    sum_slopes(v, spare);
    const int smallest = stalled > PATIENCE;
    const move at = choose(v, smallest, spare, other);
    if (at.position < 0)
      break;
    const int32_t in = follow(v, at, smallest, stops, slopes, spare);
    if (in < 0 || v->pivots >= PIVOT_LIMIT) {
      status = in < 0 ? XJ_UNCERTIFIED : XJ_LIMIT;
      break;
    }
    const int32_t out = v->basis[at.position];
    stalled = exchange(v, at.position, in, spare, other) ? 0 : stalled + 1;
    v->side[out] = (int8_t)at.direction;
    v->pivots++;
  }
  mpq_clears(spare, other, NULL);
  for (int32_t r = 0; r < v->total; r++)
    mpq_clear(stops[r].step);
  free(stops);
  free_numbers(slopes, v->levels);
  return status;
}

/* ---- the certificate ---- */

/* Activity of a row minus its constant at values, and the sum of its terms' absolute values if `size` is not NULL. */
static void residual(const xj_verdict *v, int32_t row, mpq_t *x, mpq_t out, mpq_t size, mpq_t spare) {
  const xj_program *program = v->program;
  mpq_set_d(out, -program->constants[row]);
  mpq_abs(size, out);
  for (int32_t e = program->starts[row]; e < program->starts[row + 1]; e++) {
    mpq_set_d(spare, program->values[e]);
    mpq_mul(spare, spare, x[program->columns[e]]);
    mpq_add(out, out, spare);
    mpq_abs(spare, spare);
    mpq_add(size, size, spare);
  }
}

/* Whether the multipliers of a level take its gradient apart: the sum of the loose rows' gradients is that of the tight
 * rows times lambda, entry by entry of the rows as given. */
static int balances(const xj_verdict *v, int32_t level, mpq_t *sums, mpq_t spare, mpq_t factor) {
  const xj_program *program = v->program;
  for (int32_t j = 0; j < v->n; j++)
    mpq_set_ui(sums[j], 0, 1);
  for (int32_t r = 0; r < v->total; r++) {
    if (v->position[r] >= 0) {
      mpq_neg(factor, v->lambda[(int64_t)level * v->n + v->position[r]]);
    } else {
      if (cost_level(v, r) != level)
        continue;
      mpq_set(factor, v->weight[r]);
      if (v->side[r] < 0)
        mpq_neg(factor, factor);
    }
    if (r >= v->m) {
      mpq_add(sums[r - v->m], sums[r - v->m], factor);
      continue;
    }
    for (int32_t e = program->starts[r]; e < program->starts[r + 1]; e++) {
      mpq_set_d(spare, program->values[e]);
      mpq_mul(spare, spare, factor);
      mpq_add(sums[program->columns[e]], sums[program->columns[e]], spare);
    }
  }
  int is_zero = 1;
  for (int32_t j = 0; j < v->n; j++)
    is_zero &= mpq_sgn(sums[j]) == 0;
  return is_zero;
}

/* Checks values and multipliers against the rows, and sums the errors. */
static xj_status certify(xj_verdict *v) {
  mpq_t spare, size, off;
  mpq_inits(spare, size, off, NULL);
  mpq_t *x = make_numbers(v->n), *sums = make_numbers(v->n);
  int holds = x != NULL && sums != NULL;
  sum_slopes(v, spare);
  for (int32_t j = 0; j < v->n && holds; j++)
    if (v->position[v->m + j] < 0)
      mpq_set(x[j], v->distance[v->m + j]);
  for (int32_t r = 0; r < v->total && holds; r++) {
    if (r < v->m)
      residual(v, r, x, off, size, spare);
    else
      mpq_set(off, x[r - v->m]);
    const int sign = mpq_sgn(off);
    if (v->position[r] >= 0) {
      holds = sign == 0;
      continue;
    }
    const int costs = v->above[r] >= 0 || v->below[r] >= 0;
    holds = !costs || sign == 0 || sign == v->side[r];
    const int32_t level = cost_level(v, r);
    if (level < 0)
      continue;
    mpq_abs(off, off);
    mpq_mul(off, off, v->weight[r]);
    mpq_add(v->errors[level], v->errors[level], off);
  }
  for (int32_t level = 0; level < v->levels && holds; level++)
    holds = balances(v, level, sums, spare, size);
  for (int32_t p = 0; p < v->n && holds; p++) {
    int32_t level;
    holds = look(v, p, 1, spare, &level) >= 0 && look(v, p, -1, spare, &level) >= 0;
  }
  free_numbers(x, x == NULL ? 0 : v->n);
  free_numbers(sums, sums == NULL ? 0 : v->n);
  mpq_clears(spare, size, off, NULL);
  return holds ? XJ_OK : XJ_UNCERTIFIED;
}

xj_status xj_judge(const xj_program *program, xj_verdict **out) {
  *out = NULL;
  xj_verdict *v = create(program);
  if (v == NULL)
    return XJ_MEMORY;
  load(v);
  xj_status status = optimize(v);
  if (status == XJ_OK)
    status = certify(v);
  if (status == XJ_OK)
    *out = v;
  else
    xj_verdict_destroy(v);
  return status;
}

/* ---- what it says ---- */

int32_t xj_is_feasible(const xj_verdict *v) { return mpq_sgn(v->errors[0]) == 0 && mpq_sgn(v->errors[1]) == 0; }

int64_t xj_pivots(const xj_verdict *v) { return v->pivots; }

double xj_violation(const xj_verdict *v) { return mpq_get_d(v->errors[0]) + mpq_get_d(v->errors[1]); }

int32_t xj_level_count(const xj_verdict *v) { return v->levels - 2; }

void xj_levels(const xj_verdict *v, double *priorities, double *errors) {
  for (int32_t level = 2; level < v->levels; level++) {
    priorities[level - 2] = v->priorities[level];
    errors[level - 2] = mpq_get_d(v->errors[level]);
  }
}

void xj_values(const xj_verdict *v, double *out) {
  for (int32_t j = 0; j < v->n; j++)
    out[j] = v->position[v->m + j] < 0 ? mpq_get_d(v->distance[v->m + j]) : 0;
}

/* Adds up the errors of a solution by level, and what its doubles cannot tell; finds the first row that is broken. */
static int32_t measure(const xj_verdict *v, mpq_t *x, mpq_t *sums, mpq_t *blurs, double *size_out) {
  int32_t broken = INT32_MIN;
  double worst = 0;
  mpq_t off, size, spare;
  mpq_inits(off, size, spare, NULL);
  for (int32_t r = 0; r < v->total; r++) {
    if (r < v->m) {
      residual(v, r, x, off, size, spare);
    } else {
      mpq_set(off, x[r - v->m]);
      mpq_set_ui(size, 0, 1);
    }
    mpq_div_2exp(size, size, 48);
    for (int sign = -1; sign <= 1; sign += 2) {
      const int32_t level = sign > 0 ? v->above[r] : v->below[r];
      if (level < 0)
        continue;
      mpq_mul(spare, size, v->weight[r]);
      mpq_add(blurs[level], blurs[level], spare);
      if (mpq_sgn(off) != sign)
        continue;
      mpq_abs(spare, off);
      const double error = mpq_get_d(spare);
      if (level < 2 && error > 1e-6 + mpq_get_d(size) && error > worst) {
        worst = error;
        broken = r < v->m ? r : -1 - (r - v->m);
      }
      mpq_mul(spare, spare, v->weight[r]);
      mpq_add(sums[level], sums[level], spare);
    }
  }
  mpq_clears(off, size, spare, NULL);
  *size_out = worst;
  return broken;
}

xj_opinion xj_compare(const xj_verdict *v, const double *values, double tolerance, int32_t *where_out,
                      double *size_out) {
  mpq_t *x = make_numbers(v->n), *sums = make_numbers(v->levels), *blurs = make_numbers(v->levels);
  xj_opinion opinion = XJ_RIGHT;
  double size = 0;
  for (int32_t j = 0; j < v->n; j++)
    mpq_set_d(x[j], values[j]);
  int32_t where = measure(v, x, sums, blurs, &size);
  if (where != INT32_MIN)
    opinion = XJ_BROKEN;
  for (int32_t level = 2; level < v->levels && opinion == XJ_RIGHT; level++) {
    const double optimum = mpq_get_d(v->errors[level]);
    const double allowed = tolerance * (optimum > 1 ? optimum : 1) + mpq_get_d(blurs[level]);
    mpq_sub(sums[level], sums[level], v->errors[level]);
    size = mpq_get_d(sums[level]);
    where = level - 2;
    if (size > allowed)
      opinion = XJ_WORSE;
    else if (size < -allowed)
      opinion = XJ_BETTER;
  }
  free_numbers(x, v->n);
  free_numbers(sums, v->levels);
  free_numbers(blurs, v->levels);
  if (where_out != NULL)
    *where_out = where;
  if (size_out != NULL)
    *size_out = size;
  return opinion;
}
