/* minimum_degree.c: see minimum_degree.h.
 *
 * A node that has been eliminated becomes an element: the clique of its neighbours, kept as one list. A node knows its
 * neighbours as nodes that no element joins it with and as elements. Eliminating a node merges its elements into a new
 * one, so what a node knows never grows and stays where it was stored. The degree is a bound: the neighbours of a node
 * through each of its elements, less what these share with the newest.
 *
 * Nodes that know the same are the same from then on: one stands for all, and weighs as much. A node that knows nothing but the newest
 * element is eliminated along with it. Nodes that most others are joined with come last, and count as joined with each other; until then
 * nothing is asked of them, which would cost their neighbours each time: whose neighbours they are follows from the tree of elimination.
 *
 * Reference: P. R. Amestoy, T. A. Davis and I. S. Duff, An approximate minimum degree ordering algorithm (SIAM J. Matrix
 * Anal. Appl. 17, 1996). */
#include "factor/minimum_degree.h"

#include <math.h>
#include <string.h>

/* A node is dense with so many times the square root of all nodes as neighbours, and so many at least. AMD has 10 and 16; but with 10 sums of excesses
 * over the same few columns spend most of their time here, as thousands of elements share a node that is not quite dense. */
#define DENSE_ROOTS 5
#define LEAST_DENSE 16

typedef struct {
  int32_t size;
  const int64_t *starts;
  const int32_t *neighbours;
  const int32_t *stages; /* or NULL: all in stage 0 … */
  int32_t stage;         /* … of which this is at work: its nodes are linked by degree … */
  int32_t linked;        /* … so many of them */
  int32_t *known;    /* as neighbours: of each node its elements, then the nodes that none of them has */
  int32_t *elements; /* size: how many elements a node knows … */
  int32_t *plain;    /* … and how many nodes */
  int32_t *weight;   /* size: how many nodes a node stands for; 0: another stands for it, or it is eliminated */
  int32_t *member;   /* size: the next that the same node stands for; -1: none */
  int32_t *last;     /* size: the last that a node stands for */
  int64_t *line;     /* size: of an element, where its list starts; -1: a node, -2: an element merged into another */
  int32_t *length;   /* size: of an element, nodes in its list … */
  int32_t *total;    /* … and what they weigh */
  int32_t *outside;  /* size: of an element, what those of its nodes weigh that the newest has not, while `seen` is the newest's stamp */
  int32_t *seen;     /* size */
  int32_t *mark;     /* size: stamp of the newest element that has the node */
  int32_t stamp;
  int32_t *same;     /* size: stamp of the last node whose neighbours were marked … */
  int32_t same_stamp;
  int32_t *degree;   /* size: neighbours by weight */
  int32_t *first;    /* size: of the nodes of each degree, the newest; -1: none */
  int32_t *next;     /* size: lists of nodes of one degree … */
  int32_t *previous; /* … in both directions; -1: end */
  int32_t *hash;     /* size: of what a node knows … */
  int32_t *bucket;   /* … and the first node of each, in lists by `next`; -1: none */
  int32_t *kept;     /* size, scratch */
  int32_t least;     /* no node has a smaller degree */
  uint8_t *is_dense; /* size */
  int32_t dense;     /* how many are */
  int32_t *lists;    /* of elements, in use to list_end */
  int64_t list_end;
  int64_t list_capacity;
} ordering;

int lx_is_dense_node(int64_t neighbours, int32_t size) {
  return (double)neighbours > fmax(LEAST_DENSE, DENSE_ROOTS * sqrt(size));
}

/* ---- nodes by degree ---- */

static int is_at_work(const ordering *o, int32_t node) { return o->stages == NULL || o->stages[node] == o->stage; }

static void insert(ordering *o, int32_t node) {
  const int32_t degree = o->degree[node], head = o->first[degree];
  o->next[node] = head;
  o->previous[node] = -1;
  if (head >= 0)
    o->previous[head] = node;
  o->first[degree] = node;
  o->least = degree < o->least ? degree : o->least;
  o->linked++;
}

static void take_out(ordering *o, int32_t node) {
  const int32_t next = o->next[node], previous = o->previous[node];
  if (next >= 0)
    o->previous[next] = previous;
  if (previous >= 0)
    o->next[previous] = next;
  else
    o->first[o->degree[node]] = next;
  o->linked--;
}

/* Links the nodes of the first stage from `stage` on that has any. */
static void begin_stage(ordering *o, int32_t stage) {
  int32_t first = INT32_MAX;
  for (int32_t i = 0; i < o->size; i++)
    if (o->weight[i] > 0 && o->stages != NULL && o->stages[i] >= stage && o->stages[i] < first)
      first = o->stages[i];
  o->stage = first;
  o->least = o->size;
  for (int32_t i = o->size - 1; i >= 0; i--)
    if (o->weight[i] > 0 && is_at_work(o, i))
      insert(o, i);
}

/* ---- elimination ---- */

/* Makes one node stand for another. */
static void absorb(ordering *o, int32_t node, int32_t other) {
  o->weight[node] += o->weight[other];
  o->weight[other] = 0;
  o->member[o->last[node]] = other;
  o->last[node] = o->last[other];
}

static void add_neighbour(ordering *o, int32_t node, int32_t *list, int32_t *count) {
  if (o->weight[node] == 0 || o->mark[node] == o->stamp)
    return;
  o->mark[node] = o->stamp;
  list[(*count)++] = node;
  if (is_at_work(o, node))
    take_out(o, node);
}

/* The neighbours of a node, into `list`, which has room for all nodes; none is linked by degree then, and the node's elements are
 * merged. Returns how many. */
static int32_t gather(ordering *o, int32_t node, int32_t *list) {
  const int32_t *known = o->known + o->starts[node];
  int32_t count = 0;
  o->mark[node] = o->stamp;
  for (int32_t k = 0; k < o->elements[node]; k++) {
    const int32_t element = known[k];
    if (o->line[element] < 0)
      continue;
    const int32_t *members = o->lists + o->line[element];
    for (int32_t m = 0; m < o->length[element]; m++)
      add_neighbour(o, members[m], list, &count);
    o->line[element] = -2;
  }
  for (int32_t k = 0; k < o->plain[node]; k++)
    add_neighbour(o, known[o->elements[node] + k], list, &count);
  return count;
}

/* Weighs for each element that shares nodes with the newest those that it does not share. */
static void weigh_outside(ordering *o, int32_t count, const int32_t *list) {
  for (int32_t k = 0; k < count; k++) {
    const int32_t *known = o->known + o->starts[list[k]];
    for (int32_t e = 0; e < o->elements[list[k]]; e++) {
      const int32_t element = known[e];
      if (o->line[element] < 0)
        continue;
      if (o->seen[element] != o->stamp) {
        o->seen[element] = o->stamp;
        o->outside[element] = o->total[element];
      }
      o->outside[element] -= o->weight[list[k]];
    }
  }
}

/* What a node of the newest element knows from now on, and its degree but for that element. Elements within the newest are merged into it. */
static void update(ordering *o, int32_t node, int32_t newest) {
  int32_t *known = o->known + o->starts[node];
  int64_t degree = 0;
  uint32_t hash = 0;
  int32_t elements = 0, kept = 0;
  for (int32_t k = 0; k < o->plain[node]; k++) {
    const int32_t other = known[o->elements[node] + k];
    if (o->weight[other] == 0 || o->mark[other] == o->stamp)
      continue;
    o->kept[kept++] = other;
    degree += o->weight[other];
    hash += (uint32_t)other;
  }
  for (int32_t k = 0; k < o->elements[node]; k++) {
    const int32_t element = known[k];
    if (o->line[element] < 0)
      continue;
    if (o->outside[element] == 0) {
      o->line[element] = -2;
      continue;
    }
    degree += o->outside[element];
    hash += (uint32_t)element;
    known[elements++] = element;
  }
  known[elements++] = newest;
  memcpy(known + elements, o->kept, sizeof *known * (size_t)kept);
  o->elements[node] = elements;
  o->plain[node] = kept;
  o->degree[node] = degree < o->degree[node] ? (int32_t)degree : o->degree[node];
  o->hash[node] = (int32_t)(hash % (uint32_t)o->size);
}

static int knows_the_same(const ordering *o, int32_t node, int32_t other) {
  if (o->elements[node] != o->elements[other] || o->plain[node] != o->plain[other] ||
      (o->stages != NULL && o->stages[node] != o->stages[other]))
    return 0;
  const int32_t *known = o->known + o->starts[other];
  for (int32_t k = 0; k < o->elements[other] + o->plain[other]; k++)
    if (o->same[known[k]] != o->same_stamp)
      return 0;
  return 1;
}

/* Lets each of the nodes of a bucket stand for those after it that know the same. */
static void merge_bucket(ordering *o, int32_t node) {
  for (; node >= 0 && o->next[node] >= 0; node = o->next[node]) {
    const int32_t *known = o->known + o->starts[node];
    o->same_stamp++;
    for (int32_t k = 0; k < o->elements[node] + o->plain[node]; k++)
      o->same[known[k]] = o->same_stamp;
    for (int32_t before = node, other; (other = o->next[before]) >= 0;) {
      if (knows_the_same(o, node, other)) {
        absorb(o, node, other);
        o->next[before] = o->next[other];
      } else {
        before = other;
      }
    }
  }
}

/* Merges nodes of the newest element that know the same. */
static void merge_same(ordering *o, int32_t count, const int32_t *list) {
  for (int32_t k = 0; k < count; k++) {
    if (o->weight[list[k]] == 0)
      continue;
    int32_t *bucket = &o->bucket[o->hash[list[k]]];
    o->next[list[k]] = *bucket;
    *bucket = list[k];
  }
  for (int32_t k = 0; k < count; k++) {
    int32_t *bucket = &o->bucket[o->hash[list[k]]];
    merge_bucket(o, *bucket);
    *bucket = -1;
  }
}

/* Eliminates a node, and those that are then left with its neighbours alone; `left` is what all others weigh. */
static void eliminate(ordering *o, int32_t node, int32_t left) {
  int32_t *list = o->lists + o->list_end, kept = 0;
  o->stamp++;
  take_out(o, node);
  const int32_t count = gather(o, node, list);
  weigh_outside(o, count, list);
  for (int32_t k = 0; k < count; k++) {
    update(o, list[k], node);
    if (o->elements[list[k]] == 1 && o->plain[list[k]] == 0 && is_at_work(o, list[k])) {
      left -= o->weight[list[k]];
      absorb(o, node, list[k]);
    }
  }
  merge_same(o, count, list);
  o->total[node] = 0;
  for (int32_t k = 0; k < count; k++) {
    o->total[node] += o->weight[list[k]];
    if (o->weight[list[k]] > 0)
      list[kept++] = list[k];
  }
  for (int32_t k = 0; k < kept; k++) {
    const int64_t degree = (int64_t)o->degree[list[k]] + o->total[node] - o->weight[list[k]], most = left - o->weight[list[k]];
    o->degree[list[k]] = (int32_t)(degree < most ? degree : most);
    if (is_at_work(o, list[k]))
      insert(o, list[k]);
  }
  o->line[node] = o->list_end;
  o->length[node] = kept;
  o->list_end += kept;
}

/* Makes a group of a node and those that it stands for. */
static void emit(ordering *o, int32_t node, lx_elimination_order *out) {
  const int32_t group = out->count++;
  const int64_t weight = o->weight[node], total = o->total[node];
  int32_t end = out->first[group];
  int64_t entry = out->starts[group];
  for (int32_t member = node; member >= 0; member = o->member[member])
    out->order[end++] = member;
  for (int32_t k = 0; k < o->length[node]; k++)
    for (int32_t member = o->lists[o->line[node] + k]; member >= 0; member = o->member[member])
      out->nodes[entry++] = member;
  out->first[group + 1] = end;
  out->starts[group + 1] = entry;
  out->entries += weight * total + weight * (weight - 1) / 2;
  o->weight[node] = 0;
}

/* ---- dense nodes ---- */

void lx_link_groups(const lx_elimination_order *order, int32_t *group_of, int32_t *parent) {
  for (int32_t g = 0; g < order->count; g++) {
    parent[g] = -1;
    for (int32_t p = order->first[g]; p < order->first[g + 1]; p++)
      group_of[order->order[p]] = g;
  }
  for (int32_t g = 0; g < order->count; g++)
    for (int64_t e = order->starts[g]; e < order->starts[g + 1]; e++)
      if (parent[g] < 0 || group_of[order->nodes[e]] < parent[g])
        parent[g] = group_of[order->nodes[e]];
}

/* Lists a dense node in the groups of its neighbours and all that follow from these in the tree: counts these only where there is no list. */
static void reach(const ordering *o, int32_t dense, const int32_t *group_of, const int32_t *parent, int32_t *seen, int32_t *count,
                  const int64_t *starts, int32_t *nodes) {
  for (int64_t e = o->starts[dense]; e < o->starts[dense + 1]; e++) {
    if (o->is_dense[o->neighbours[e]])
      continue;
    for (int32_t g = group_of[o->neighbours[e]]; g >= 0 && seen[g] != dense; g = parent[g]) {
      seen[g] = dense;
      if (nodes != NULL)
        nodes[starts[g + 1] - count[g]] = dense;
      count[g] += nodes != NULL ? -1 : 1;
    }
  }
}

/* Appends the dense nodes, as the last group, and names them in the lines of those before it. */
static lx_status append_dense(const lx_allocator *allocator, ordering *o, lx_elimination_order *out) {
  int32_t *group_of = o->degree, *parent = o->outside, *seen = o->seen, *count = o->length;
  int64_t *starts = lx_allocate_zeroed(allocator, (int64_t)out->count + 2, sizeof *starts);
  lx_link_groups(out, group_of, parent);
  for (int32_t g = 0; g < out->count; g++) {
    seen[g] = -1;
    count[g] = 0;
  }
  for (int32_t i = 0; i < o->size; i++)
    if (o->is_dense[i])
      reach(o, i, group_of, parent, seen, count, NULL, NULL);
  for (int32_t g = 0; g < out->count && starts != NULL; g++) {
    starts[g + 1] = starts[g] + out->starts[g + 1] - out->starts[g] + count[g];
    out->entries += (int64_t)count[g] * (out->first[g + 1] - out->first[g]);
    seen[g] = -1;
  }
  int32_t *nodes = starts != NULL ? lx_allocate(allocator, starts[out->count], sizeof *nodes) : NULL;
  if (nodes == NULL) {
    lx_release(allocator, starts);
    return LX_ERROR_MEMORY;
  }
  for (int32_t g = 0; g < out->count; g++)
    memcpy(nodes + starts[g], out->nodes + out->starts[g], sizeof *nodes * (size_t)(out->starts[g + 1] - out->starts[g]));
  int32_t end = out->first[out->count];
  for (int32_t i = 0; i < o->size; i++) {
    if (!o->is_dense[i])
      continue;
    reach(o, i, group_of, parent, seen, count, starts, nodes);
    out->order[end++] = i;
  }
  starts[out->count + 1] = starts[out->count];
  out->first[++out->count] = end;
  out->entries += (int64_t)o->dense * (o->dense - 1) / 2;
  memcpy(out->starts, starts, sizeof *starts * ((size_t)out->count + 1));
  lx_release(allocator, starts);
  lx_release(allocator, out->nodes);
  out->nodes = nodes;
  return LX_OK;
}

/* ---- life ---- */

static lx_status create(const lx_allocator *allocator, int32_t size, const int64_t *starts, const int32_t *neighbours,
                        const int32_t *stages, ordering *o) {
  int32_t **arrays[] = {&o->elements, &o->plain,  &o->weight, &o->member, &o->last,     &o->length, &o->total,  &o->outside, &o->seen,
                        &o->mark,     &o->degree, &o->same,   &o->first,  &o->next,     &o->previous, &o->hash, &o->bucket,  &o->kept};
  *o = (ordering){.size = size, .starts = starts, .neighbours = neighbours, .stages = stages};
  lx_status status = LX_OK;
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
    *arrays[k] = lx_allocate_zeroed(allocator, size, sizeof(int32_t));
    status = *arrays[k] == NULL ? LX_ERROR_MEMORY : status;
  }
  o->known = lx_allocate(allocator, starts[size], sizeof *o->known);
  o->line = lx_allocate(allocator, size, sizeof *o->line);
  o->is_dense = lx_allocate_zeroed(allocator, size, sizeof *o->is_dense);
  if (status != LX_OK || o->known == NULL || o->line == NULL || o->is_dense == NULL)
    return LX_ERROR_MEMORY;
  memcpy(o->known, neighbours, sizeof *neighbours * (size_t)starts[size]);
  for (int32_t i = 0; i < size; i++) {
    o->line[i] = o->first[i] = o->member[i] = o->bucket[i] = -1;
    o->last[i] = i;
    o->is_dense[i] = (uint8_t)lx_is_dense_node(starts[i + 1] - starts[i], size);
    o->dense += o->is_dense[i];
    o->weight[i] = !o->is_dense[i];
  }
  for (int32_t i = 0; i < size; i++) {
    o->plain[i] = o->degree[i] = (int32_t)(starts[i + 1] - starts[i]);
    for (int64_t e = starts[i]; e < starts[i + 1] && o->dense > 0; e++)
      o->degree[i] -= o->is_dense[neighbours[e]];
  }
  begin_stage(o, 0);
  return LX_OK;
}

static void destroy(const lx_allocator *allocator, ordering *o) {
  void *arrays[] = {o->known, o->line, o->is_dense, o->lists, o->elements, o->plain, o->weight, o->member, o->last, o->length, o->total,
                    o->outside, o->seen, o->mark, o->degree, o->same, o->first, o->next, o->previous, o->hash, o->bucket, o->kept};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
    lx_release(allocator, arrays[k]);
}

/* Room for the lists of one more group. */
static lx_status reserve(const lx_allocator *allocator, ordering *o, lx_elimination_order *out) {
  void *nodes = out->nodes, *lists = o->lists;
  lx_status status = lx_reserve(allocator, &nodes, &out->node_capacity, out->starts[out->count] + o->size, sizeof *out->nodes);
  if (status == LX_OK)
    status = lx_reserve(allocator, &lists, &o->list_capacity, o->list_end + o->size, sizeof *o->lists);
  out->nodes = nodes;
  o->lists = lists;
  return status;
}

/* About the fewest nodes that the lines of `left` more nodes hold if the smallest degree does not fall: half of what it says, since in
 * separate cliques each node has one neighbour fewer than the last. */
static int64_t expected_lines(int64_t degree, int64_t left) {
  const int64_t usual = degree < left ? left - degree : 0, last = degree < left ? degree : left;
  return (usual * degree + last * last / 2) / 2;
}

lx_status lx_minimum_degree(const lx_allocator *allocator, int32_t size, const int64_t *starts, const int32_t *neighbours,
                            const int32_t *stages, int64_t most, lx_elimination_order *out, int *done_out) {
  ordering o;
  *done_out = 0;
  *out = (lx_elimination_order){.order = lx_allocate(allocator, size, sizeof *out->order),
                                .first = lx_allocate_zeroed(allocator, (int64_t)size + 1, sizeof *out->first),
                                .starts = lx_allocate_zeroed(allocator, (int64_t)size + 1, sizeof *out->starts)};
  lx_status status = create(allocator, size, starts, neighbours, stages, &o);
  if (out->order == NULL || out->first == NULL || out->starts == NULL)
    status = LX_ERROR_MEMORY;
  int32_t left = size - o.dense;
  while (left > 0 && status == LX_OK && out->entries <= most) {
    if (o.linked == 0)
      begin_stage(&o, o.stage + 1);
    while (o.first[o.least] < 0)
      o.least++;
    if (out->entries + expected_lines(o.least, left) > most)
      break;
    status = reserve(allocator, &o, out);
    if (status != LX_OK)
      break;
    const int32_t node = o.first[o.least];
    eliminate(&o, node, left - o.weight[node]);
    left -= o.weight[node];
    emit(&o, node, out);
  }
  if (status == LX_OK && left == 0 && o.dense > 0)
    status = append_dense(allocator, &o, out);
  *done_out = status == LX_OK && left == 0 && out->entries <= most;
  destroy(allocator, &o);
  return status;
}

void lx_elimination_order_release(const lx_allocator *allocator, lx_elimination_order *order) {
  lx_release(allocator, order->order);
  lx_release(allocator, order->first);
  lx_release(allocator, order->starts);
  lx_release(allocator, order->nodes);
  *order = (lx_elimination_order){0};
}
