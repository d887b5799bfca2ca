/* minimum_degree.c: see minimum_degree.h.
 *
 * A node that has been eliminated becomes an element: the clique of its neighbours, kept as one list. A node knows its
 * neighbours as nodes that no element joins it with and as elements. Eliminating a node merges its elements into a new
 * one, so what a node knows never grows and stays where it was stored. The degree is a bound: the neighbours of a node
 * through each of its elements, less what these share with the newest.
 *
 * Reference: P. R. Amestoy, T. A. Davis and I. S. Duff, An approximate minimum degree ordering algorithm (SIAM J. Matrix
 * Anal. Appl. 17, 1996). */
#include "factor/minimum_degree.h"

#include <string.h>

typedef struct {
  int32_t size;
  const int64_t *starts;
  int32_t *known;      /* as neighbours: of each node its elements, then the nodes that none of them has */
  int32_t *elements;   /* size: how many elements a node knows … */
  int32_t *plain;      /* … and how many nodes */
  int64_t *line;       /* size: of an element, where its list starts; -1: a node, -2: an element merged into another */
  int32_t *length;     /* size: of an element, nodes in its list */
  int32_t *outside;    /* size: of an element, its nodes that the newest has not, while `seen` is the newest's stamp */
  int32_t *seen;       /* size */
  int32_t *mark;       /* size: stamp of the newest element that has the node */
  int32_t *degree;     /* size */
  int32_t *first;      /* size: of the nodes of each degree, the newest; -1: none */
  int32_t *next;       /* size: lists of nodes of one degree … */
  int32_t *previous;   /* … in both directions; -1: end */
  int32_t *kept;       /* size, scratch */
  int32_t least;       /* no node has a smaller degree */
} ordering;

static void insert(ordering *o, int32_t node) {
  const int32_t degree = o->degree[node], head = o->first[degree];
  o->next[node] = head;
  o->previous[node] = -1;
  if (head >= 0)
    o->previous[head] = node;
  o->first[degree] = node;
  o->least = degree < o->least ? degree : o->least;
}

static void take_out(ordering *o, int32_t node) {
  const int32_t next = o->next[node], previous = o->previous[node];
  if (next >= 0)
    o->previous[next] = previous;
  if (previous >= 0)
    o->next[previous] = next;
  else
    o->first[o->degree[node]] = next;
}

/* The neighbours of a node, into `list`, which has room for all nodes; its elements are merged. Returns how many. */
static int32_t gather(ordering *o, int32_t node, const int32_t *lists, int32_t stamp, int32_t *list) {
  const int32_t *known = o->known + o->starts[node];
  int32_t count = 0;
  o->mark[node] = stamp;
  for (int32_t k = 0; k < o->elements[node]; k++) {
    const int32_t element = known[k];
    if (o->line[element] < 0)
      continue;
    const int32_t *members = lists + o->line[element];
    for (int32_t m = 0; m < o->length[element]; m++)
      if (o->mark[members[m]] != stamp) {
        o->mark[members[m]] = stamp;
        list[count++] = members[m];
      }
    o->line[element] = -2;
  }
  for (int32_t k = 0; k < o->plain[node]; k++) {
    const int32_t other = known[o->elements[node] + k];
    if (o->mark[other] != stamp) {
      o->mark[other] = stamp;
      list[count++] = other;
    }
  }
  return count;
}

/* Counts for each element that shares nodes with the newest those that it does not share. */
static void count_outside(ordering *o, int32_t count, const int32_t *list, int32_t stamp) {
  for (int32_t k = 0; k < count; k++) {
    const int32_t *known = o->known + o->starts[list[k]];
    for (int32_t e = 0; e < o->elements[list[k]]; e++) {
      const int32_t element = known[e];
      if (o->line[element] < 0)
        continue;
      if (o->seen[element] != stamp) {
        o->seen[element] = stamp;
        o->outside[element] = o->length[element];
      }
      o->outside[element]--;
    }
  }
}

/* What a node of the newest element knows from now on, and its degree. Elements within the newest are merged into it. */
static void update(ordering *o, int32_t node, int32_t newest, int32_t count, int32_t stamp, int32_t left) {
  int32_t *known = o->known + o->starts[node];
  int64_t degree = count - 1;
  int32_t elements = 0, plain = 0;
  for (int32_t k = 0; k < o->plain[node]; k++) {
    const int32_t other = known[o->elements[node] + k];
    if (o->mark[other] != stamp)
      o->kept[plain++] = other;
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
    known[elements++] = element;
  }
  degree += plain;
  known[elements++] = newest;
  memcpy(known + elements, o->kept, sizeof *known * (size_t)plain);
  o->elements[node] = elements;
  o->plain[node] = plain;
  const int64_t before = (int64_t)o->degree[node] + count - 1;
  degree = degree < before ? degree : before;
  take_out(o, node);
  o->degree[node] = (int32_t)(degree < left ? degree : left);
  insert(o, node);
}

static lx_status create(const lx_allocator *allocator, int32_t size, const int64_t *starts, const int32_t *neighbours,
                        ordering *o) {
  int32_t **arrays[] = {&o->elements, &o->plain, &o->length,   &o->outside, &o->seen, &o->mark,
                        &o->degree,   &o->first, &o->next, &o->previous, &o->kept};
  *o = (ordering){.size = size, .starts = starts, .least = size};
  lx_status status = LX_OK;
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
    *arrays[k] = lx_allocate_zeroed(allocator, size, sizeof(int32_t));
    status = *arrays[k] == NULL ? LX_ERROR_MEMORY : status;
  }
  o->known = lx_allocate(allocator, starts[size], sizeof *o->known);
  o->line = lx_allocate(allocator, size, sizeof *o->line);
  if (status != LX_OK || o->known == NULL || o->line == NULL)
    return LX_ERROR_MEMORY;
  memcpy(o->known, neighbours, sizeof *neighbours * (size_t)starts[size]);
  for (int32_t i = 0; i < size; i++)
    o->line[i] = o->first[i] = -1;
  for (int32_t i = size - 1; i >= 0; i--) {
    o->plain[i] = o->degree[i] = (int32_t)(starts[i + 1] - starts[i]);
    insert(o, i);
  }
  return LX_OK;
}

static void destroy(const lx_allocator *allocator, ordering *o) {
  void *arrays[] = {o->known,  o->line,  o->elements, o->plain, o->length,   o->outside, o->seen,
                    o->mark, o->degree, o->first,   o->next,  o->previous, o->kept};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
    lx_release(allocator, arrays[k]);
}

lx_status lx_minimum_degree(const lx_allocator *allocator, int32_t size, const int64_t *starts,
                            const int32_t *neighbours, int64_t most, lx_elimination *out, int *done_out) {
  ordering o;
  *done_out = 0;
  *out = (lx_elimination){.order = lx_allocate(allocator, size, sizeof *out->order),
                          .starts = lx_allocate_zeroed(allocator, (int64_t)size + 1, sizeof *out->starts)};
  lx_status status = create(allocator, size, starts, neighbours, &o);
  if (out->order == NULL || out->starts == NULL)
    status = LX_ERROR_MEMORY;
  int32_t k = 0;
  for (; k < size && status == LX_OK && out->starts[k] <= most; k++) {
    while (o.first[o.least] < 0)
      o.least++;
    const int32_t node = o.first[o.least];
    take_out(&o, node);
    void *nodes = out->nodes;
    status = lx_reserve(allocator, &nodes, &out->node_capacity, out->starts[k] + size, sizeof *out->nodes);
    out->nodes = nodes;
    if (status != LX_OK)
      break;
    int32_t *list = out->nodes + out->starts[k];
    const int32_t stamp = k + 1, count = gather(&o, node, out->nodes, stamp, list);
    out->order[k] = node;
    out->starts[k + 1] = out->starts[k] + count;
    count_outside(&o, count, list, stamp);
    o.line[node] = out->starts[k];
    o.length[node] = count;
    for (int32_t m = 0; m < count; m++)
      update(&o, list[m], node, count, stamp, size - k - 2);
  }
  *done_out = status == LX_OK && k == size;
  destroy(allocator, &o);
  return status;
}

void lx_elimination_release(const lx_allocator *allocator, lx_elimination *elimination) {
  lx_release(allocator, elimination->order);
  lx_release(allocator, elimination->starts);
  lx_release(allocator, elimination->nodes);
  *elimination = (lx_elimination){0};
}
