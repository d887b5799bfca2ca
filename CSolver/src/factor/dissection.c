/* dissection.c: see dissection.h.
 *
 * Reference: A. George, Nested dissection of a regular finite element mesh (SIAM J. Numer. Anal. 10, 1973). */
#include "factor/dissection.h"

#include <string.h>

#include "factor/minimum_degree.h"
#include "factor/separator.h"

/* Parts of so many nodes are cut no more. */
#define LEAST_PART 400

/* A cut has this part of its nodes between at most, or it is none. */
#define MOST_BETWEEN 0.2

/* Cuts within cuts. Each leaves little more than half. */
#define MOST_DEPTH 40

/* A part that waits to be cut. */
typedef struct {
  lx_arena arena; /* of all else */
  lx_graph graph;
  int32_t *node; /* size: of each node, which it is in the whole */
  int32_t depth;
} part;

/* Room for a graph, in its own arena. */
static lx_status create_part(const lx_allocator *allocator, int32_t size, int64_t neighbours, int32_t depth, part *p) {
  *p = (part){.depth = depth, .graph.size = size, .graph.total = size};
  lx_arena_init(&p->arena, allocator);
  p->node = lx_arena_take(&p->arena, size, sizeof *p->node);
  p->graph.starts = lx_arena_take(&p->arena, (int64_t)size + 1, sizeof *p->graph.starts);
  p->graph.weight = lx_arena_take(&p->arena, size, sizeof *p->graph.weight);
  p->graph.neighbours = lx_arena_take(&p->arena, neighbours, sizeof *p->graph.neighbours);
  p->graph.joint = lx_arena_take(&p->arena, neighbours, sizeof *p->graph.joint);
  return p->node && p->graph.starts && p->graph.weight && p->graph.neighbours && p->graph.joint ? LX_OK : LX_ERROR_MEMORY;
}

/* All but the dense nodes. */
static lx_status take_whole(const lx_allocator *allocator, int32_t size, const int64_t *starts, const int32_t *neighbours, int32_t *place, part *p) {
  int32_t count = 0;
  for (int32_t i = 0; i < size; i++)
    place[i] = lx_is_dense_node(starts[i + 1] - starts[i], size) ? -1 : count++;
  const lx_status status = create_part(allocator, count, starts[size], 0, p);
  int32_t end = 0, next = 0;
  for (int32_t i = 0; i < size && status == LX_OK; i++) {
    if (place[i] < 0)
      continue;
    p->node[next] = i;
    p->graph.weight[next] = 1;
    p->graph.starts[next++] = end;
    for (int64_t e = starts[i]; e < starts[i + 1]; e++)
      if (place[neighbours[e]] >= 0) {
        p->graph.neighbours[end] = place[neighbours[e]];
        p->graph.joint[end++] = 1;
      }
  }
  if (status == LX_OK)
    p->graph.starts[count] = end;
  return status;
}

/* The nodes of one side of a part. */
static lx_status take_side(const lx_allocator *allocator, const part *from, const uint8_t *sides, uint8_t side, int32_t *place, part *p) {
  const lx_graph *g = &from->graph;
  int32_t count = 0;
  int64_t neighbours = 0;
  for (int32_t i = 0; i < g->size; i++) {
    if (sides[i] != side)
      continue;
    place[i] = count++;
    neighbours += g->starts[i + 1] - g->starts[i];
  }
  const lx_status status = create_part(allocator, count, neighbours, from->depth + 1, p);
  int32_t end = 0, next = 0;
  for (int32_t i = 0; i < g->size && status == LX_OK; i++) {
    if (sides[i] != side)
      continue;
    p->node[next] = from->node[i];
    p->graph.weight[next] = 1;
    p->graph.starts[next++] = end;
    for (int32_t e = g->starts[i]; e < g->starts[i + 1]; e++)
      if (sides[g->neighbours[e]] == side) {
        p->graph.neighbours[end] = place[g->neighbours[e]];
        p->graph.joint[end++] = 1;
      }
  }
  if (status == LX_OK)
    p->graph.starts[count] = end;
  return status;
}

/* Cuts a part in two, if that can be done: counts[s] nodes are on side s. */
static lx_status cut_part(part *p, uint8_t **sides_out, int32_t *counts) {
  const int32_t n = p->graph.size;
  lx_arena scratch;
  counts[0] = counts[1] = counts[LX_BETWEEN] = 0;
  *sides_out = lx_arena_take(&p->arena, n, sizeof **sides_out);
  if (*sides_out == NULL)
    return LX_ERROR_MEMORY;
  lx_arena_init(&scratch, p->arena.allocator);
  const lx_status status = lx_separate(&scratch, &p->graph, *sides_out);
  lx_arena_destroy(&scratch);
  for (int32_t i = 0; i < n && status == LX_OK; i++)
    counts[(*sides_out)[i]]++;
  return status;
}

/* Cuts the last part that waits, whose sides wait instead if they are to be cut in turn. */
static lx_status dissect_last(const lx_allocator *allocator, part *parts, int32_t *count, int32_t *place, int32_t *stages) {
  part p = parts[--*count];
  const int32_t n = p.graph.size;
  int32_t counts[3];
  uint8_t *sides;
  lx_status status = cut_part(&p, &sides, counts);
  if (status == LX_OK && counts[LX_BETWEEN] <= MOST_BETWEEN * n && counts[0] > 0 && counts[1] > 0) {
    for (int32_t i = 0; i < n; i++)
      if (sides[i] == LX_BETWEEN)
        stages[p.node[i]] = MOST_DEPTH - p.depth;
    for (uint8_t side = 0; side < 2 && status == LX_OK && p.depth + 1 < MOST_DEPTH; side++)
      if (counts[side] > LEAST_PART)
        status = take_side(allocator, &p, sides, side, place, &parts[(*count)++]);
  }
  lx_arena_destroy(&p.arena);
  return status;
}

lx_status lx_dissect(const lx_allocator *allocator, int32_t size, const int64_t *starts, const int32_t *neighbours, int32_t *stages_out) {
  part parts[MOST_DEPTH + 1];
  int32_t count = 0;
  memset(stages_out, 0, sizeof *stages_out * (size_t)size);
  if (size <= LEAST_PART || starts[size] > INT32_MAX)
    return LX_OK;
  int32_t *place = lx_allocate(allocator, size, sizeof *place);
  if (place == NULL)
    return LX_ERROR_MEMORY;
  lx_status status = take_whole(allocator, size, starts, neighbours, place, &parts[count++]);
  while (count > 0 && parts[count - 1].graph.size > LEAST_PART && status == LX_OK)
    status = dissect_last(allocator, parts, &count, place, stages_out);
  while (count > 0)
    lx_arena_destroy(&parts[--count].arena);
  lx_release(allocator, place);
  return status;
}
