/* separator.c: see separator.h.
 *
 * Neighbours are merged pairwise, those with the heaviest joints first, until few are left; that graph is cut, and the cut is carried back
 * through the graphs before it and made less in each: as a cut through joints first, since merged nodes are too heavy to be between sides, and as
 * one through nodes in the end. A cut through joints gets less by moving a node to the other side; one through nodes by moving a node that is between
 * to a side, whereupon its neighbours on the other are between. The best such move is made again and again, even where it is none, and the best
 * cut on the way is kept.
 *
 * References: G. Karypis and V. Kumar, A fast and high quality multilevel scheme for partitioning irregular graphs (SIAM J. Sci. Comput. 20,
 * 1998); C. M. Fiduccia and R. M. Mattheyses, A linear-time heuristic for improving network partitions (Design Automation Conference, 1982);
 * C. Ashcraft and J. W. H. Liu, Using domain decomposition to find graph bisectors (BIT 37, 1997), for cuts by nodes. */
#include "factor/separator.h"

#include <string.h>

#include "base/heap.h"

/* Nodes of a graph that is merged no more, or when a pass leaves this part of them. */
#define COARSEST 40
#define LEAST_MERGED 0.95

/* A node with so many times the mean of neighbours is between sides until single nodes are cut, and not merged with others: all that it joins would
 * be neighbours. */
#define HUB_RATIO 6

/* A merged node weighs so many times the mean of the coarsest graph at most. */
#define HEAVIEST 2

/* First cuts that are tried; passes over each cut; moves without gain that end a pass. */
#define TRIES 6
#define PASSES 4
#define IDLE_MOVES 40
#define IDLE_PART 100

/* Part of all that a side may weigh. */
#define LARGEST_SIDE 0.6

/* Graphs, the finest ones, whose nodes are cut. */
#define NODE_LEVELS 3

/* Graphs, each half of the one before. */
#define MOST_LEVELS 40

/* Nodes are gone through by strides of this part of them, so that neighbours in their order are not merged first. */
#define STRIDE 0.618

/* What a cut gains from moving a node to a side. */
typedef struct {
  int32_t gain;
  int32_t node;
} move;

static inline int is_better(const move *a, const move *b) { return a->gain != b->gain ? a->gain > b->gain : a->node < b->node; }

LX_DEFINE_HEAP(moves, move, is_better)

/* A cut, and what it is made less with. */
typedef struct {
  const lx_graph *graph;
  int is_through_nodes;
  uint8_t *side;       /* size */
  int32_t weight[3];   /* of each side, and of what is between */
  int32_t crossing;    /* weight of the joints between sides, where these are cut */
  int32_t *facing[2];  /* size. Where nodes are cut, of those between: weight of its neighbours on each side. Else: weight of its joints with each */
  uint8_t *is_settled; /* size: has moved in this pass */
  move *heap[2];       /* capacity: moves to each side, some of them outdated */
  int32_t heap_count[2];
  int32_t capacity;
  int32_t *changed;      /* 3 x size: nodes that changed sides, in turn … */
  uint8_t *changed_from; /* … and from where */
  int32_t change_count;
} cut;

/* ---- merging ---- */

static int32_t greatest_common_divisor(int32_t a, int32_t b) {
  while (b != 0) {
    const int32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* A number of steps to the next node that goes through all of them. */
static int32_t stride_of(int32_t size) {
  int32_t stride = (int32_t)(STRIDE * size);
  while (stride > 1 && greatest_common_divisor(stride, size) != 1)
    stride--;
  return stride > 0 ? stride : 1;
}

static int is_hub(const lx_graph *graph, int32_t node) {
  return (double)(graph->starts[node + 1] - graph->starts[node]) * graph->size > HUB_RATIO * (double)graph->starts[graph->size];
}

/* The neighbour that a node is merged with, or -1. */
static int32_t partner_of(const lx_graph *graph, const int32_t *partner, int32_t node, int32_t heaviest) {
  int32_t best = -1, joint = 0;
  for (int32_t e = graph->starts[node]; e < graph->starts[node + 1]; e++) {
    const int32_t other = graph->neighbours[e];
    if (partner[other] >= 0 || graph->weight[node] + graph->weight[other] > heaviest)
      continue;
    if (graph->joint[e] > joint || (graph->joint[e] == joint && graph->weight[other] < graph->weight[best])) {
      best = other;
      joint = graph->joint[e];
    }
  }
  return best;
}

/* The first neighbour of a node that is no hub, where these are dropped; -1: none. */
static int32_t first_neighbour(const lx_graph *graph, int drops_hubs, int32_t node) {
  for (int32_t e = graph->starts[node]; e < graph->starts[node + 1]; e++)
    if (!drops_hubs || !is_hub(graph, graph->neighbours[e]))
      return graph->neighbours[e];
  return -1;
}

/* Pairs of nodes; alone is who is its own partner, and with `drops_hubs` hubs have themselves and are not counted. A node whose neighbours all have
 * partners gets one that has the first of them as neighbour, too. Returns how many nodes are left. */
static int32_t pair(const lx_graph *graph, int drops_hubs, int32_t *partner, int32_t *waiting) {
  const int32_t n = graph->size, stride = stride_of(n), heaviest = (int32_t)(HEAVIEST * graph->total / COARSEST) + 1;
  int32_t count = n;
  for (int32_t i = 0; i < n; i++) {
    const int drops = drops_hubs && is_hub(graph, i);
    partner[i] = drops ? i : -1;
    waiting[i] = -1;
    count -= drops;
  }
  int32_t node = 0;
  for (int32_t k = 0; k < n; k++, node = (int32_t)(((int64_t)node + stride) % n)) {
    if (partner[node] >= 0)
      continue;
    int32_t other = partner_of(graph, partner, node, heaviest);
    const int32_t first = other < 0 ? first_neighbour(graph, drops_hubs, node) : -1;
    if (first >= 0) {
      int32_t *waits = &waiting[first];
      if (*waits >= 0 && partner[*waits] == *waits && graph->weight[node] + graph->weight[*waits] <= heaviest) {
        other = *waits;
        *waits = -1;
      } else {
        *waits = node;
      }
    }
    partner[node] = other >= 0 ? other : node;
    if (other >= 0) {
      partner[other] = node;
      count--;
    }
  }
  return count;
}

/* Adds the neighbours of a node to the line of the merged one that it belongs to, which began at `start`. */
static int32_t add_line(const lx_graph *graph, int32_t node, const int32_t *to, int32_t start, int32_t end, int32_t *place, lx_graph *out) {
  for (int32_t e = graph->starts[node]; e < graph->starts[node + 1]; e++) {
    const int32_t other = to[graph->neighbours[e]];
    if (other == to[node] || other < 0)
      continue;
    if (place[other] >= start) {
      out->joint[place[other]] += graph->joint[e];
      continue;
    }
    place[other] = end;
    out->neighbours[end] = other;
    out->joint[end++] = graph->joint[e];
  }
  return end;
}

/* The graph of merged nodes, without hubs if they are dropped; `to` tells for each which it belongs to, -1: none. *out has no nodes where
 * too few would be merged. */
static lx_status merge(lx_arena *arena, const lx_graph *graph, int drops_hubs, int32_t *to, lx_graph *out) {
  const int32_t n = graph->size;
  int32_t *partner = lx_arena_take(arena, n, sizeof *partner), *place = lx_arena_take(arena, n, sizeof *place);
  *out = (lx_graph){0};
  if (partner == NULL || place == NULL)
    return LX_ERROR_MEMORY;
  const int32_t count = pair(graph, drops_hubs, partner, place);
  if (count > LEAST_MERGED * n)
    return LX_OK;
  out->starts = lx_arena_take(arena, (int64_t)count + 1, sizeof *out->starts);
  out->weight = lx_arena_take(arena, count, sizeof *out->weight);
  out->neighbours = lx_arena_take(arena, graph->starts[n], sizeof *out->neighbours);
  out->joint = lx_arena_take(arena, graph->starts[n], sizeof *out->joint);
  if (out->starts == NULL || out->weight == NULL || out->neighbours == NULL || out->joint == NULL)
    return LX_ERROR_MEMORY;
  int32_t merged = 0;
  for (int32_t i = 0; i < n; i++) {
    place[i] = -1;
    if (drops_hubs && is_hub(graph, i))
      to[i] = -1;
    else if (partner[i] >= i)
      to[i] = to[partner[i]] = merged++;
  }
  int32_t end = 0;
  merged = 0;
  for (int32_t i = 0; i < n; i++) {
    if (partner[i] < i || to[i] < 0)
      continue;
    const int32_t start = out->starts[merged] = end;
    end = add_line(graph, i, to, start, end, place, out);
    out->weight[merged] = graph->weight[i];
    if (partner[i] != i) {
      end = add_line(graph, partner[i], to, start, end, place, out);
      out->weight[merged] += graph->weight[partner[i]];
    }
    merged++;
  }
  out->starts[count] = end;
  for (int32_t i = 0; i < count; i++)
    out->total += out->weight[i];
  out->size = count;
  return LX_OK;
}

/* ---- making a cut less ---- */

static void put(cut *c, int32_t node, uint8_t side) {
  c->weight[c->side[node]] -= c->graph->weight[node];
  c->side[node] = side;
  c->weight[side] += c->graph->weight[node];
}

static void change(cut *c, int32_t node, uint8_t side) {
  c->changed[c->change_count] = node;
  c->changed_from[c->change_count++] = c->side[node];
  put(c, node, side);
}

static int32_t gain_of(const cut *c, int32_t node, int side) {
  return c->is_through_nodes ? c->graph->weight[node] - c->facing[1 - side][node] : c->facing[side][node] - c->facing[1 - side][node];
}

/* Whether a node may move to a side: from between, or from the other. */
static int may_move(const cut *c, int32_t node, int side) {
  return !c->is_settled[node] && c->side[node] == (c->is_through_nodes ? LX_BETWEEN : 1 - side);
}

static void offer(cut *c, int32_t node, int side) {
  if (c->heap_count[side] < c->capacity && may_move(c, node, side))
    moves_push(c->heap[side], &c->heap_count[side], (move){gain_of(c, node, side), node});
}

/* Looks at a node that may move. */
static void face(cut *c, int32_t node) {
  const lx_graph *g = c->graph;
  c->facing[0][node] = c->facing[1][node] = 0;
  for (int32_t e = g->starts[node]; e < g->starts[node + 1]; e++) {
    const int32_t other = g->neighbours[e];
    if (c->side[other] != LX_BETWEEN)
      c->facing[c->side[other]][node] += c->is_through_nodes ? g->weight[other] : g->joint[e];
  }
}

/* The best move to a side that is up to date, or one of no node. */
static move peek(cut *c, int side) {
  while (c->heap_count[side] > 0) {
    const move top = c->heap[side][0];
    if (may_move(c, top.node, side) && top.gain == gain_of(c, top.node, side))
      return top;
    moves_pop(c->heap[side], &c->heap_count[side]);
  }
  return (move){INT32_MIN, -1};
}

/* Moves a node from between to a side, and its neighbours on the other between. */
static void move_node(cut *c, int32_t node, int side) {
  const lx_graph *g = c->graph;
  change(c, node, (uint8_t)side);
  for (int32_t e = g->starts[node]; e < g->starts[node + 1]; e++) {
    const int32_t other = g->neighbours[e];
    if (c->side[other] == LX_BETWEEN) {
      c->facing[side][other] += g->weight[node];
      offer(c, other, 1 - side);
    } else if (c->side[other] != side) {
      change(c, other, LX_BETWEEN);
      for (int32_t f = g->starts[other]; f < g->starts[other + 1]; f++) {
        const int32_t third = g->neighbours[f];
        if (c->side[third] != LX_BETWEEN)
          continue;
        c->facing[1 - side][third] -= g->weight[other];
        offer(c, third, side);
      }
      face(c, other);
      offer(c, other, 0);
      offer(c, other, 1);
    }
  }
}

/* Moves a node from the other side to this. */
static void move_across(cut *c, int32_t node, int side) {
  const lx_graph *g = c->graph;
  c->crossing -= gain_of(c, node, side);
  change(c, node, (uint8_t)side);
  for (int32_t e = g->starts[node]; e < g->starts[node + 1]; e++) {
    const int32_t other = g->neighbours[e];
    c->facing[side][other] += g->joint[e];
    c->facing[1 - side][other] -= g->joint[e];
    if (c->side[other] != LX_BETWEEN)
      offer(c, other, 1 - c->side[other]);
  }
}

static int32_t difference(const cut *c) {
  return c->weight[0] > c->weight[1] ? c->weight[0] - c->weight[1] : c->weight[1] - c->weight[0];
}

static int64_t largest_side(const cut *c) { return (int64_t)(LARGEST_SIDE * c->graph->total); }

/* Which side gets the next node: that which gains more, unless it would be too heavy; -1: there is no move. */
static int choose_side(cut *c, move *out) {
  const int64_t most = largest_side(c);
  const move tops[2] = {peek(c, 0), peek(c, 1)};
  int fits[2];
  for (int side = 0; side < 2; side++) {
    const int32_t after = tops[side].node < 0 ? 0 : c->weight[side] + c->graph->weight[tops[side].node];
    fits[side] = tops[side].node >= 0 && (after <= most || c->weight[side] < c->weight[1 - side]);
  }
  if (!fits[0] && !fits[1])
    return -1;
  int side = fits[0] ? 0 : 1;
  if (fits[0] && fits[1] && tops[0].gain != tops[1].gain)
    side = tops[1].gain > tops[0].gain;
  else if (fits[0] && fits[1])
    side = c->weight[1] < c->weight[0];
  *out = tops[side];
  return side;
}

/* What a cut is worth, the less the better: what it cuts, and what makes a side too heavy. */
static int64_t cost_of(const cut *c) {
  const int64_t excess = (c->weight[0] > c->weight[1] ? c->weight[0] : c->weight[1]) - largest_side(c);
  return (c->is_through_nodes ? c->weight[LX_BETWEEN] : c->crossing) + (excess > 0 ? excess : 0);
}

/* Looks at all nodes that may move, and offers those that are at the cut. */
static void face_all(cut *c) {
  int64_t crossing = 0;
  c->heap_count[0] = c->heap_count[1] = 0;
  for (int32_t i = 0; i < c->graph->size; i++) {
    if (c->is_through_nodes && c->side[i] != LX_BETWEEN)
      continue;
    face(c, i);
    if (c->side[i] == LX_BETWEEN && !c->is_through_nodes)
      continue;
    if (c->is_through_nodes || c->facing[1 - c->side[i]][i] > 0) {
      offer(c, i, 0);
      offer(c, i, 1);
    }
    crossing += c->is_through_nodes ? 0 : c->facing[1 - c->side[i]][i];
  }
  c->crossing = (int32_t)(crossing / 2);
}

/* One pass. Returns whether the cut is less. */
static int improve(cut *c) {
  const int32_t most_idle = IDLE_MOVES + c->graph->size / IDLE_PART;
  c->change_count = 0;
  memset(c->is_settled, 0, (size_t)c->graph->size);
  face_all(c);
  const int64_t before = cost_of(c);
  int64_t best = before;
  int32_t best_difference = difference(c), best_count = 0, best_crossing = c->crossing, idle = 0;
  while (idle++ < most_idle) {
    move next;
    const int side = choose_side(c, &next);
    if (side < 0)
      break;
    c->is_settled[next.node] = 1;
    if (c->is_through_nodes)
      move_node(c, next.node, side);
    else
      move_across(c, next.node, side);
    const int64_t cost = cost_of(c);
    if (cost < best || (cost == best && difference(c) < best_difference)) {
      idle = cost < best ? 0 : idle;
      best = cost;
      best_difference = difference(c);
      best_count = c->change_count;
      best_crossing = c->crossing;
    }
  }
  while (c->change_count > best_count) {
    c->change_count--;
    put(c, c->changed[c->change_count], c->changed_from[c->change_count]);
  }
  c->crossing = best_crossing;
  return best < before;
}

static void improve_all(cut *c) {
  for (int32_t pass = 0; pass < PASSES && improve(c); pass++)
    continue;
}

/* ---- first cuts ---- */

/* Side 0 grows from a node until it weighs half, all else being side 1. */
static void grow(cut *c, int32_t from, int32_t *queue) {
  const lx_graph *g = c->graph;
  memset(c->side, 1, (size_t)g->size);
  memset(c->is_settled, 0, (size_t)g->size);
  c->weight[0] = c->weight[LX_BETWEEN] = 0;
  c->weight[1] = g->total;
  int32_t head = 0, tail = 0, next = 0;
  queue[tail++] = from;
  c->is_settled[from] = 1;
  while (2 * c->weight[0] < g->total) {
    if (head == tail) {
      while (c->is_settled[next])
        next++;
      queue[tail++] = next;
      c->is_settled[next] = 1;
    }
    const int32_t node = queue[head++];
    put(c, node, 0);
    for (int32_t e = g->starts[node]; e < g->starts[node + 1]; e++) {
      const int32_t other = g->neighbours[e];
      if (c->is_settled[other])
        continue;
      c->is_settled[other] = 1;
      queue[tail++] = other;
    }
  }
}

/* The best of several cuts, each grown from another node. */
static lx_status cut_coarsest(lx_arena *arena, cut *c) {
  const int32_t n = c->graph->size, stride = stride_of(n);
  int32_t *queue = lx_arena_take(arena, n, sizeof *queue);
  uint8_t *best = lx_arena_take(arena, n, sizeof *best);
  int64_t least = INT64_MAX;
  if (queue == NULL || best == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t try = 0, from = 0; try < TRIES; try++, from = (int32_t)(((int64_t)from + stride) % n)) {
    grow(c, from, queue);
    improve_all(c);
    if (cost_of(c) >= least)
      continue;
    least = cost_of(c);
    memcpy(best, c->side, (size_t)n);
  }
  memcpy(c->side, best, (size_t)n);
  return LX_OK;
}

/* ---- all graphs ---- */

/* Makes a cut through joints one through nodes: those at the cut, of the side on which these weigh less. */
static void cut_nodes(cut *c) {
  int32_t weight[2] = {0, 0};
  face_all(c);
  for (int32_t i = 0; i < c->graph->size; i++)
    if (c->side[i] != LX_BETWEEN && c->facing[1 - c->side[i]][i] > 0)
      weight[c->side[i]] += c->graph->weight[i];
  const uint8_t side = weight[1] < weight[0];
  for (int32_t i = 0; i < c->graph->size; i++)
    if (c->side[i] == side && c->facing[1 - side][i] > 0)
      put(c, i, LX_BETWEEN);
  c->is_through_nodes = 1;
}

/* Room for cuts of a graph and all coarser ones. */
static lx_status create_cut(lx_arena *arena, const lx_graph *graph, cut *c) {
  const int32_t n = graph->size;
  *c = (cut){.capacity = 2 * (graph->starts[n] < INT32_MAX / 4 ? graph->starts[n] : INT32_MAX / 4) + n};
  for (int side = 0; side < 2; side++) {
    c->facing[side] = lx_arena_take(arena, n, sizeof *c->facing[side]);
    c->heap[side] = lx_arena_take(arena, c->capacity, sizeof *c->heap[side]);
  }
  c->is_settled = lx_arena_take(arena, n, sizeof *c->is_settled);
  c->changed = lx_arena_take(arena, 3 * (int64_t)n, sizeof *c->changed);
  c->changed_from = lx_arena_take(arena, 3 * (int64_t)n, sizeof *c->changed_from);
  return c->facing[0] && c->facing[1] && c->heap[0] && c->heap[1] && c->is_settled && c->changed && c->changed_from ? LX_OK
                                                                                                                   : LX_ERROR_MEMORY;
}

static void weigh_sides(cut *c) {
  c->weight[0] = c->weight[1] = c->weight[LX_BETWEEN] = 0;
  for (int32_t i = 0; i < c->graph->size; i++)
    c->weight[c->side[i]] += c->graph->weight[i];
}

lx_status lx_separate(lx_arena *arena, const lx_graph *graph, uint8_t *side_out) {
  lx_graph levels[MOST_LEVELS];
  int32_t *to[MOST_LEVELS];
  uint8_t *sides[MOST_LEVELS];
  int32_t count = 1;
  cut c;
  levels[0] = *graph;
  sides[0] = side_out;
  lx_status status = create_cut(arena, graph, &c);
  while (status == LX_OK && count < MOST_LEVELS && levels[count - 1].size > COARSEST) {
    to[count] = lx_arena_take(arena, levels[count - 1].size, sizeof *to[count]);
    status = to[count] == NULL ? LX_ERROR_MEMORY : merge(arena, &levels[count - 1], count == 1, to[count], &levels[count]);
    if (status != LX_OK || levels[count].size == 0)
      break;
    sides[count] = lx_arena_take(arena, levels[count].size, sizeof *sides[count]);
    status = sides[count] == NULL ? LX_ERROR_MEMORY : LX_OK;
    count++;
  }
  if (status != LX_OK)
    return status;
  c.graph = &levels[count - 1];
  c.side = sides[count - 1];
  status = cut_coarsest(arena, &c);
  for (int32_t level = count - 1; level >= 0 && status == LX_OK; level--) {
    c.graph = &levels[level];
    c.side = sides[level];
    for (int32_t i = 0; i < c.graph->size && level < count - 1; i++)
      c.side[i] = to[level + 1][i] >= 0 ? sides[level + 1][to[level + 1][i]] : LX_BETWEEN;
    weigh_sides(&c);
    if (level < count - 1)
      improve_all(&c);
    if (level < NODE_LEVELS && !c.is_through_nodes) {
      cut_nodes(&c);
      improve_all(&c);
    }
  }
  return status;
}
