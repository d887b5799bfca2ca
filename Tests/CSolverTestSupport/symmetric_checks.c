/* symmetric_checks.c: L D L^T of sparse symmetric matrices, against the matrix itself, and the product it subtracts. See factor_checks.h. */
#include "factor_checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "factor/separator.h"
#include "factor/symmetric.h"
#include "factor_programs.h"
#include "linalg/kernels.h"

/* A pattern: neighbours of each node, in both directions. */
typedef struct {
  int32_t size;
  int64_t *starts;
  int32_t *neighbours;
} graph;

static void graph_free(graph *g) {
  free(g->starts);
  free(g->neighbours);
}

/* The graph of the pairs (i, j) that `joined` names, a size x size table. */
static graph graph_of(int32_t size, const uint8_t *joined) {
  graph g = {size, need(calloc((size_t)size + 1, sizeof *g.starts)), NULL};
  for (int32_t i = 0; i < size; i++) {
    g.starts[i + 1] = g.starts[i];
    for (int32_t j = 0; j < size; j++)
      g.starts[i + 1] += joined[i * size + j];
  }
  g.neighbours = need(malloc(((size_t)g.starts[size] + 1) * sizeof *g.neighbours));
  for (int32_t i = 0; i < size; i++) {
    int64_t next = g.starts[i];
    for (int32_t j = 0; j < size; j++)
      if (joined[i * size + j])
        g.neighbours[next++] = j;
  }
  return g;
}

/* A few pairs for each node, and a node in fifteen that most others join. */
static graph draw(uint64_t *state, int32_t size) {
  uint8_t *joined = need(calloc((size_t)size * (size_t)size, 1));
  for (int32_t i = 0; i < size; i++) {
    const int32_t pairs = below(state, 15) == 0 ? size : below(state, 4);
    for (int32_t k = 0; k < pairs; k++) {
      const int32_t j = below(state, 3) > 0 ? (i + 1 + below(state, 4)) % size : below(state, size);
      if (i != j)
        joined[i * size + j] = joined[j * size + i] = 1;
    }
  }
  const graph g = graph_of(size, joined);
  free(joined);
  return g;
}

/* Nodes with two neighbours near by, and `hubs` nodes that are joined with about `part` of the others each, which are not the same. */
static graph draw_hubs(uint64_t *state, int32_t size, int32_t hubs, double part) {
  uint8_t *joined = need(calloc((size_t)size * (size_t)size, 1));
  for (int32_t i = hubs; i < size; i++)
    for (int32_t h = 0; h < hubs + 2; h++) {
      const int32_t j = h < hubs ? h : hubs + (i - hubs + 1 + below(state, 4)) % (size - hubs);
      if (i != j && (h >= hubs || below(state, 1000) < 1000 * part))
        joined[i * size + j] = joined[j * size + i] = 1;
    }
  const graph g = graph_of(size, joined);
  free(joined);
  return g;
}

/* Values with a large diagonal, negative where the node is; the residual of a solve. */
static double residual_of(const graph *g, lx_symmetric *s, uint64_t *state) {
  double *values = need(calloc((size_t)lx_symmetric_slots(s), sizeof *values));
  double *sums = need(calloc((size_t)g->size, sizeof *sums));
  double *right = need(malloc((size_t)g->size * sizeof *right)), *x = need(malloc((size_t)g->size * sizeof *x));
  double worst = 0;
  for (int32_t i = 0; i < g->size; i++)
    for (int64_t e = g->starts[i]; e < g->starts[i + 1]; e++)
      if (g->neighbours[e] > i) {
        const double value = coefficient(state);
        values[lx_symmetric_slot(s, i, g->neighbours[e])] = value;
        sums[i] += fabs(value);
        sums[g->neighbours[e]] += fabs(value);
      }
  for (int32_t i = 0; i < g->size; i++) {
    values[lx_symmetric_slot(s, i, i)] = (below(state, 5) == 0 ? -1 : 1) * (sums[i] + 1);
    right[i] = x[i] = below(state, 9) - 4;
  }
  lx_symmetric_factor(s, values);
  lx_symmetric_solve(s, x);
  for (int32_t i = 0; i < g->size; i++) {
    double sum = values[lx_symmetric_slot(s, i, i)] * x[i] - right[i];
    for (int64_t e = g->starts[i]; e < g->starts[i + 1]; e++)
      sum += values[lx_symmetric_slot(s, i, g->neighbours[e])] * x[g->neighbours[e]];
    worst = fmax(worst, fabs(sum));
  }
  free(values);
  free(sums);
  free(right);
  free(x);
  return worst;
}

static int32_t check(graph g, int32_t dissects, uint64_t state, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  const int32_t size = g.size;
  lx_arena arena;
  lx_symmetric *s = NULL;
  lx_arena_init(&arena, &lx_default_allocator);
  if (lx_symmetric_create(&arena, size, g.starts, g.neighbours, dissects, (int64_t)size * size, &s) != LX_OK || s == NULL)
    fail(&r, "no analysis of %d nodes", size);
  for (int32_t time = 0; time < 2 && !r.failed; time++) {
    const double residual = residual_of(&g, s, &state);
    if (!(residual <= 1e-9))
      fail(&r, "the solve with values number %d leaves %g", time, residual);
  }
  if (!r.failed && g.starts[size] > 0 &&
      (lx_symmetric_create(&arena, size, g.starts, g.neighbours, dissects, 0, &s) != LX_OK || s != NULL))
    fail(&r, "a factor of no entries at most was made");
  lx_arena_destroy(&arena);
  graph_free(&g);
  return r.failed;
}

int32_t symmetric_check_random(uint64_t seed, int32_t size, int32_t dissects, char *message, int32_t capacity) {
  uint64_t state = seed;
  const graph g = draw(&state, size);
  return check(g, dissects, state, message, capacity);
}

int32_t symmetric_check_hubs(uint64_t seed, int32_t size, int32_t hubs, double part, int32_t dissects, char *message, int32_t capacity) {
  uint64_t state = seed;
  const graph g = draw_hubs(&state, size, hubs, part);
  return check(g, dissects, state, message, capacity);
}

/* A grid of so many nodes along each of three axes. */
static graph grid(const int32_t *along) {
  const int32_t n = along[0] * along[1] * along[2], steps[3] = {1, along[0], along[0] * along[1]};
  graph g = {n, need(calloc((size_t)n + 1, sizeof *g.starts)), need(malloc((size_t)n * 6 * sizeof *g.neighbours))};
  int64_t count = 0;
  for (int32_t i = 0; i < n; i++) {
    g.starts[i] = count;
    for (int32_t axis = 0; axis < 3; axis++) {
      const int32_t at = i / steps[axis] % along[axis];
      if (at > 0)
        g.neighbours[count++] = i - steps[axis];
      if (at < along[axis] - 1)
        g.neighbours[count++] = i + steps[axis];
    }
  }
  g.starts[n] = count;
  return g;
}

int32_t symmetric_check_grid(int32_t size, int32_t dissects, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  const int32_t across = (int32_t)sqrt(size), along[3] = {across, across, 1};
  graph g = grid(along);
  uint64_t state = 1;
  lx_arena arena;
  lx_symmetric *s = NULL;
  lx_arena_init(&arena, &lx_default_allocator);
  const int64_t entries = (int64_t)(12 * g.size * log2(g.size));
  if (lx_symmetric_create(&arena, g.size, g.starts, g.neighbours, dissects, entries, &s) != LX_OK || s == NULL)
    fail(&r, "a grid of %d nodes holds more than %lld entries", g.size, (long long)entries);
  if (!r.failed) {
    const double residual = residual_of(&g, s, &state);
    if (!(residual <= 1e-9))
      fail(&r, "the solve leaves %g", residual);
  }
  lx_arena_destroy(&arena);
  graph_free(&g);
  return r.failed;
}

int32_t symmetric_check_dissection(int32_t across, int32_t deep, double part, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  const int32_t along[3] = {across, across, deep};
  graph g = grid(along);
  lx_arena arena;
  lx_symmetric *made[2] = {NULL, NULL};
  lx_arena_init(&arena, &lx_default_allocator);
  for (int32_t dissects = 0; dissects < 2; dissects++)
    if (lx_symmetric_create(&arena, g.size, g.starts, g.neighbours, dissects, INT64_MAX / 4, &made[dissects]) != LX_OK ||
        made[dissects] == NULL)
      fail(&r, "no analysis of %d nodes", g.size);
  if (!r.failed && !((double)lx_symmetric_work(made[1]) <= part * (double)lx_symmetric_work(made[0])))
    fail(&r, "%lld multiplications, and %lld without dissection", (long long)lx_symmetric_work(made[1]), (long long)lx_symmetric_work(made[0]));
  lx_arena_destroy(&arena);
  graph_free(&g);
  return r.failed;
}

/* ---- separators ---- */

/* The same with weights, in 32 bits. */
static lx_graph weighted(uint64_t *state, const graph *g, int32_t heaviest) {
  const size_t entries = (size_t)g->starts[g->size];
  lx_graph out = {.size = g->size,
                  .starts = need(malloc(((size_t)g->size + 1) * sizeof *out.starts)),
                  .neighbours = g->neighbours,
                  .joint = need(malloc((entries + 1) * sizeof *out.joint)),
                  .weight = need(malloc(((size_t)g->size + 1) * sizeof *out.weight))};
  for (int32_t i = 0; i <= g->size; i++)
    out.starts[i] = (int32_t)g->starts[i];
  for (size_t e = 0; e < entries; e++)
    out.joint[e] = 1;
  for (int32_t i = 0; i < g->size; i++)
    out.total += out.weight[i] = 1 + below(state, heaviest);
  return out;
}

static int32_t check_separator(graph g, uint64_t state, int32_t heaviest, double most_between, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  lx_graph weights = weighted(&state, &g, heaviest);
  uint8_t *side = need(malloc((size_t)g.size));
  int64_t weight[3] = {0, 0, 0};
  lx_arena arena;
  lx_arena_init(&arena, &lx_default_allocator);
  if (lx_separate(&arena, &weights, side) != LX_OK)
    fail(&r, "no cut of %d nodes", g.size);
  for (int32_t i = 0; i < g.size && !r.failed; i++) {
    weight[side[i]] += weights.weight[i];
    for (int64_t e = g.starts[i]; e < g.starts[i + 1]; e++)
      if (side[i] + side[g.neighbours[e]] == 1)
        fail(&r, "nodes %d and %d are on both sides", i, g.neighbours[e]);
  }
  const double total = weights.total, heavier = (double)(weight[0] > weight[1] ? weight[0] : weight[1]);
  if (!r.failed && heavier > 0.6 * total + heaviest)
    fail(&r, "a side weighs %g of %g", heavier, total);
  if (!r.failed && (double)weight[LX_BETWEEN] > most_between)
    fail(&r, "%lld is between, of %g", (long long)weight[LX_BETWEEN], total);
  lx_arena_destroy(&arena);
  free(side);
  free(weights.starts);
  free(weights.joint);
  free(weights.weight);
  graph_free(&g);
  return r.failed;
}

int32_t separator_check_random(uint64_t seed, int32_t size, int32_t heaviest, char *message, int32_t capacity) {
  uint64_t state = seed;
  const graph g = draw(&state, size);
  return check_separator(g, state, heaviest, INFINITY, message, capacity);
}

int32_t separator_check_hubs(uint64_t seed, int32_t size, int32_t hubs, int32_t most_between, char *message, int32_t capacity) {
  uint64_t state = seed;
  const graph g = draw_hubs(&state, size, hubs, 0.1);
  return check_separator(g, state, 1, most_between, message, capacity);
}

int32_t separator_check_grid(int32_t across, int32_t deep, char *message, int32_t capacity) {
  const int32_t along[3] = {across, across, deep};
  return check_separator(grid(along), 1, 1, 1.1 * across * deep, message, capacity);
}

/* ---- products ---- */

/* An entry is small and whole, so that sums are exact in any order. */
static double *draw_whole(uint64_t *state, int64_t count) {
  double *values = need(malloc((size_t)(count + 1) * sizeof *values));
  for (int64_t i = 0; i < count; i++)
    values[i] = below(state, 17) - 8;
  return values;
}

int32_t symmetric_check_product(uint64_t seed, int32_t lanes, int32_t packed, int32_t m, int32_t n, int32_t k, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  uint64_t state = seed;
  if (lanes > lx_outer_lanes())
    return 0;
  const int32_t left_stride = m + below(&state, 3), out_stride = m + below(&state, 3);
  double *left = draw_whole(&state, (int64_t)left_stride * k), *right = draw_whole(&state, (int64_t)n * k);
  double *out = draw_whole(&state, (int64_t)out_stride * n), *before = need(malloc(((size_t)out_stride * (size_t)n + 1) * sizeof *before));
  memcpy(before, out, (size_t)out_stride * (size_t)n * sizeof *before);
  double *room = need(malloc((size_t)LX_BLOCK_ROOM(n, k) * sizeof *room));
  if (packed)
    lx_subtract_packed(lanes, m, n, k, left, left_stride, right, out, out_stride, room);
  else
    lx_subtract_outer(lanes, m, n, k, left, left_stride, right, out, out_stride);
  for (int32_t j = 0; j < n; j++)
    for (int32_t i = 0; i < out_stride; i++) {
      const int32_t at = j * out_stride + i;
      double sum = before[at];
      for (int32_t l = 0; l < k && i < m; l++)
        sum -= left[l * left_stride + i] * right[l * n + j];
      /* Above the diagonal of columns taken together, or anywhere above it. */
      const bool is_free = i < j && (packed || i >= j - j % LX_OUTER_COLUMNS);
      if (out[at] != (i >= j && i < m ? sum : before[at]) && !is_free)
        fail(&r, "entry %d, %d is %g", i, j, out[at]);
    }
  free(room);
  free(left);
  free(right);
  free(out);
  free(before);
  return r.failed;
}

/* ---- memory ---- */

typedef struct {
  int64_t left; /* allocations until one fails */
  int64_t live; /* blocks */
} meter;

static void *meter_resize(void *context, void *block, size_t bytes) {
  meter *m = context;
  if (m->left-- == 0)
    return NULL;
  void *grown = realloc(block, bytes);
  m->live += block == NULL && grown != NULL;
  return grown;
}

static void meter_release(void *context, void *block) {
  meter *m = context;
  m->live--;
  free(block);
}

int32_t symmetric_check_memory(uint64_t seed, int32_t size, int32_t dissects, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  uint64_t state = seed;
  graph g = draw(&state, size);
  int64_t failing = 0;
  for (int done = 0; !done && !r.failed; failing++) {
    meter m = {failing, 0};
    const lx_allocator allocator = {&m, meter_resize, meter_release};
    lx_arena arena;
    lx_symmetric *s = NULL;
    lx_arena_init(&arena, &allocator);
    const lx_status status =
        lx_symmetric_create(&arena, size, g.starts, g.neighbours, dissects, (int64_t)size * size, &s);
    done = status == LX_OK && s != NULL;
    if (!done && (status != LX_ERROR_MEMORY || s != NULL))
      fail(&r, "status %d with allocation %lld failing", status, (long long)failing);
    lx_arena_destroy(&arena);
    if (m.live != 0)
      fail(&r, "%lld blocks leak with allocation %lld failing", (long long)m.live, (long long)failing);
  }
  if (!r.failed && failing < 10)
    fail(&r, "only %lld allocations were seen", (long long)failing);
  graph_free(&g);
  return r.failed;
}
