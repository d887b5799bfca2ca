/* minimum_degree.c: see minimum_degree.h.
 *
 * A node that has been eliminated becomes an element: the clique of its neighbours, kept as one list. A node knows its
 * neighbours as nodes that no element joins it with and as elements. Eliminating a node merges its elements into a new
 * one, so what a node knows never grows and stays where it was stored. The degree is a bound: the neighbours of a node
 * through each of its elements, less what these share with the newest. Nodes that most others are joined with come last,
 * and count as joined with each other; until then nothing is asked of them, which would cost their neighbours each time.
 *
 * Reference: P. R. Amestoy, T. A. Davis and I. S. Duff, An approximate minimum degree ordering algorithm (SIAM J. Matrix
 * Anal. Appl. 17, 1996). */
#include "factor/minimum_degree.h"

#include <math.h>
#include <string.h>

/* A node is dense with so many times the square root of all nodes as neighbours, and so many at least (as in AMD). */
#define DENSE_ROOTS 10
#define LEAST_DENSE 16

typedef struct {
  int32_t size;
  const int64_t *starts;
  int32_t *known;      /* as neighbours: of each node its elements, then the nodes that none of them has */
  int32_t *elements;   /* size: how many elements a node knows … */
  int32_t *plain;      /* … and how many nodes */
  int64_t *line;       /* size: of an element, where its list starts; -1: a node, -2: an element merged into another */
  int32_t *length;     /* size: of an element, nodes in its list … */
  int32_t *sparse;     /* … of which these, the first, are not dense */
  int32_t *outside;    /* size: of an element, its nodes that the newest has not, while `seen` is the newest's stamp */
  int32_t *seen;       /* size */
  int32_t *mark;       /* size: stamp of the newest element that has the node */
  int32_t *degree;     /* size */
  int32_t *first;      /* size: of the nodes of each degree, the newest; -1: none */
  int32_t *next;       /* size: lists of nodes of one degree … */
  int32_t *previous;   /* … in both directions; -1: end */
  int32_t *kept;       /* size, scratch */
  int32_t least;       /* no node has a smaller degree */
  uint8_t *is_dense;   /* size */
  int32_t dense;       /* how many are */
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

/* Moves the dense nodes of a list to its end; returns how many are before them. */
static int32_t part(const ordering *o, int32_t count, int32_t *list) {
  int32_t sparse = 0;
  for (int32_t k = 0; k < count && o->dense > 0; k++) {
    const int32_t node = list[k];
    if (o->is_dense[node])
      continue;
    list[k] = list[sparse];
    list[sparse++] = node;
  }
  return o->dense > 0 ? sparse : count;
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
        o->outside[element] = o->sparse[element];
      }
      o->outside[element]--;
    }
  }
}

/* What a node of the newest element knows from now on, and its degree. Elements within the newest are merged into it, but for those with
 * dense nodes, which it may not have. */
static void update(ordering *o, int32_t node, int32_t newest, int32_t count, int32_t stamp, int32_t left) {
  int32_t *known = o->known + o->starts[node];
  int64_t degree = count - 1;
  int32_t elements = 0, plain = 0;
  int32_t kept = 0;
  for (int32_t k = 0; k < o->plain[node]; k++) {
    const int32_t other = known[o->elements[node] + k];
    if (o->mark[other] == stamp)
      continue;
    o->kept[kept++] = other;
    plain += !o->is_dense[other];
  }
  for (int32_t k = 0; k < o->elements[node]; k++) {
    const int32_t element = known[k];
    if (o->line[element] < 0)
      continue;
    if (o->outside[element] == 0 && o->sparse[element] == o->length[element]) {
      o->line[element] = -2;
      continue;
    }
    degree += o->outside[element];
    known[elements++] = element;
  }
  degree += plain;
  known[elements++] = newest;
  memcpy(known + elements, o->kept, sizeof *known * (size_t)kept);
  o->elements[node] = elements;
  o->plain[node] = kept;
  const int64_t before = (int64_t)o->degree[node] + count - 1;
  degree = degree < before ? degree : before;
  take_out(o, node);
  o->degree[node] = (int32_t)(degree < left ? degree : left);
  insert(o, node);
}

/* The dense nodes from one on. */
static int32_t list_dense(const ordering *o, int32_t from, int32_t *list) {
  int32_t count = 0;
  for (int32_t i = from; i < o->size; i++)
    if (o->is_dense[i])
      list[count++] = i;
  return count;
}

static lx_status create(const lx_allocator *allocator, int32_t size, const int64_t *starts, const int32_t *neighbours,
                        ordering *o) {
  int32_t **arrays[] = {&o->elements, &o->plain,  &o->length, &o->sparse, &o->outside,  &o->seen,
                        &o->mark,     &o->degree, &o->first,  &o->next,   &o->previous, &o->kept};
  *o = (ordering){.size = size, .starts = starts, .least = size};
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
  for (int32_t i = 0; i < size; i++)
    o->line[i] = o->first[i] = -1;
  const double most = fmax(LEAST_DENSE, DENSE_ROOTS * sqrt(size));
  for (int32_t i = 0; i < size; i++) {
    o->plain[i] = (int32_t)(starts[i + 1] - starts[i]);
    o->is_dense[i] = o->plain[i] > most;
    o->dense += o->is_dense[i];
  }
  for (int32_t i = size - 1; i >= 0; i--) {
    o->degree[i] = o->plain[i];
    for (int64_t e = starts[i]; e < starts[i + 1] && o->dense > 0; e++)
      o->degree[i] -= o->is_dense[neighbours[e]];
    if (!o->is_dense[i])
      insert(o, i);
  }
  return LX_OK;
}

static void destroy(const lx_allocator *allocator, ordering *o) {
  void *arrays[] = {o->known, o->line, o->is_dense, o->elements, o->plain, o->length,   o->sparse, o->outside,
                    o->seen,  o->mark, o->degree,   o->first,    o->next,  o->previous, o->kept};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
    lx_release(allocator, arrays[k]);
}

/* About the fewest nodes that the lines of `left` more nodes hold if the smallest degree does not fall: half of what it says, since in
 * separate cliques each node has one neighbour fewer than the last. */
static int64_t expected_lines(int64_t degree, int64_t left) {
  const int64_t usual = degree < left ? left - degree : 0, last = degree < left ? degree : left;
  return (usual * degree + last * last / 2) / 2;
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
  int32_t k = 0, next_dense = 0;
  for (; k < size && status == LX_OK && out->starts[k] <= most; k++) {
    void *nodes = out->nodes;
    status = lx_reserve(allocator, &nodes, &out->node_capacity, out->starts[k] + size, sizeof *out->nodes);
    out->nodes = nodes;
    if (status != LX_OK)
      break;
    int32_t *list = out->nodes + out->starts[k];
    if (k >= size - o.dense) {
      while (!o.is_dense[next_dense])
        next_dense++;
      out->order[k] = next_dense++;
      out->starts[k + 1] = out->starts[k] + list_dense(&o, next_dense, list);
      continue;
    }
    while (o.first[o.least] < 0)
      o.least++;
    if (out->starts[k] + expected_lines(o.least, size - o.dense - k) > most)
      break;
    const int32_t node = o.first[o.least], stamp = k + 1;
    take_out(&o, node);
    const int32_t count = gather(&o, node, out->nodes, stamp, list), sparse = part(&o, count, list);
    out->order[k] = node;
    out->starts[k + 1] = out->starts[k] + count;
    count_outside(&o, sparse, list, stamp);
    o.line[node] = out->starts[k];
    o.length[node] = count;
    o.sparse[node] = sparse;
    for (int32_t m = 0; m < sparse; m++)
      update(&o, list[m], node, sparse, stamp, size - o.dense - k - 2);
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
