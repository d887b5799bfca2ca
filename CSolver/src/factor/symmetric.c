/* symmetric.c: see symmetric.h.
 *
 * Columns of L with the same structure make a supernode. Its front holds those columns and, below them, the rows they
 * have: what the front's own entries and the updates of its children add up to is eliminated column by column, and what
 * is left of the rows is the front's update for its parent. Small supernodes join their parents where few zeros come in. */
#include "factor/symmetric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "factor/dissection.h"
#include "factor/minimum_degree.h"
#include "linalg/kernels.h"

/* A supernode joins its parent when they have so few columns, or when so few of the entries are zeros then. */
#define JOINED_COLUMNS 4
#define JOINED_ZEROS 0.1

/* A pivot below this part of the diagonal it came from is none, and becomes the other. */
#define NO_PIVOT 1e-16
#define HUGE_PIVOT 1e128

/* Columns eliminated before the rest of their panel follows, before the rest of their block does, and before the rest of the front. A front
 * with fewer rows than LARGE stays in the cache from panel to panel: its blocks are panels. */
#define FEW 4
#define PANEL 32
#define BLOCK 128
#define LARGE 700

struct lx_symmetric {
  int32_t size;
  int32_t count;         /* supernodes */
  int32_t *node_of;      /* size: the node at each place in the order of elimination */
  int32_t *place_of;     /* size */
  int32_t *first;        /* count + 1: first column, a place, of each supernode */
  int64_t *row_starts;   /* count + 1 */
  int32_t *rows;         /* row_starts[count]: places of the rows below the columns, ascending */
  int32_t *in_parent;    /* the same: where these are in the front of the parent */
  int32_t *parent;       /* count, -1: none */
  int64_t *block_starts; /* count + 1: columns of fronts, one after another, in `factor` */
  double *factor;        /* L below D, by columns */
  int64_t *value_starts; /* size + 1: entries of the matrix by columns, places; the diagonal first */
  int32_t *value_rows;   /* places, ascending */
  int32_t *where;        /* size: scratch; where a row is in the front at work */
  double *column;        /* size: scratch of solves */
  double *panel;         /* BLOCK x BLOCK: rows of a panel or block times D */
  double *room;          /* for lx_subtract_block, where a front is large and it packs */
  int lanes;             /* that the processor has */
  double *update;        /* what fronts leave for their parents, a stack … */
  int64_t *update_starts; /* count: where in it, of each supernode that waits there */
  int32_t *waiting;      /* count: children */
  int32_t *stacked;      /* size: the supernodes that wait, stack_count of them */
  int32_t stack_count;
  int64_t work;
};

static int32_t columns_of(const lx_symmetric *s, int32_t k) { return s->first[k + 1] - s->first[k]; }

static int32_t rows_of(const lx_symmetric *s, int32_t k) { return (int32_t)(s->row_starts[k + 1] - s->row_starts[k]); }

/* What the analysis knows on its way, of the groups of the order of elimination. */
typedef struct {
  lx_elimination_order elimination;
  int32_t *parent;   /* size: of each group, the group that follows it in the tree; -1: none */
  int32_t *group_at; /* size: the groups in postorder */
  int32_t *group_of; /* size: by place, the group */
  int32_t *stack;    /* size */
  int32_t *child;    /* size: first child … */
  int32_t *sibling;  /* … and next sibling */
} analysis;

/* Rows below the columns of a group. */
static int32_t length_of(const analysis *a, int32_t group) {
  return (int32_t)(a->elimination.starts[group + 1] - a->elimination.starts[group]);
}

/* The tree of elimination. */
static void link_tree(lx_symmetric *s, analysis *a) {
  const int32_t count = a->elimination.count;
  lx_link_groups(&a->elimination, s->where, a->parent);
  for (int32_t g = 0; g < count; g++)
    a->child[g] = a->sibling[g] = -1;
  for (int32_t g = count - 1; g >= 0; g--)
    if (a->parent[g] >= 0) {
      a->sibling[g] = a->child[a->parent[g]];
      a->child[a->parent[g]] = g;
    }
}

/* The groups in postorder, and with them the nodes. */
static void order_tree(lx_symmetric *s, analysis *a) {
  const lx_elimination_order *o = &a->elimination;
  int32_t placed = 0, groups = 0;
  link_tree(s, a);
  for (int32_t root = 0; root < o->count; root++) {
    if (a->parent[root] >= 0)
      continue;
    int32_t depth = 0;
    a->stack[depth++] = root;
    while (depth > 0) {
      const int32_t g = a->stack[depth - 1];
      if (a->child[g] >= 0) {
        a->stack[depth++] = a->child[g];
        a->child[g] = a->sibling[a->child[g]];
        continue;
      }
      depth--;
      a->group_at[groups++] = g;
      for (int32_t p = o->first[g]; p < o->first[g + 1]; p++) {
        s->place_of[o->order[p]] = placed;
        a->group_of[placed] = g;
        s->node_of[placed++] = o->order[p];
      }
    }
  }
}

/* Cuts the columns into supernodes, none within a group; the last group of each has the rows of all. */
static void cut(lx_symmetric *s, const analysis *a) {
  const lx_elimination_order *o = &a->elimination;
  int64_t zeros = 0;
  int32_t place = 0;
  s->count = 0;
  for (int32_t t = 0; t < o->count; t++) {
    const int32_t group = a->group_at[t], own = o->first[group + 1] - o->first[group];
    const int64_t left = t > 0 ? place - s->first[s->count - 1] : 0, length = length_of(a, group);
    int joins = 0;
    if (left > 0) {
      const int32_t below = a->group_at[t - 1];
      const int64_t extra = zeros + left * (own + length - length_of(a, below));
      const int64_t all = (left + own) * (left + own + 1) / 2 + (left + own) * length;
      joins = a->parent[below] == group &&
              (extra == 0 || left < JOINED_COLUMNS || (double)extra <= JOINED_ZEROS * (double)all);
      zeros = joins ? extra : 0;
    }
    if (!joins)
      s->first[s->count++] = place;
    place += own;
  }
  s->first[s->count] = s->size;
}

static int compare(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* The sum of the squares from 1 to n. */
static int64_t squares_to(int64_t n) { return n * (n + 1) * (2 * n + 1) / 6; }

/* The rows of each supernode, its parent, where its rows are in there, and how high the stack of updates gets. */
static lx_status list_rows(lx_arena *arena, lx_symmetric *s, const analysis *a) {
  int64_t entries = 0;
  for (int32_t k = 0; k < s->count; k++)
    entries += length_of(a, a->group_of[s->first[k + 1] - 1]);
  s->row_starts = lx_arena_take(arena, (int64_t)s->count + 1, sizeof *s->row_starts);
  s->block_starts = lx_arena_take(arena, (int64_t)s->count + 1, sizeof *s->block_starts);
  s->rows = lx_arena_take(arena, entries, sizeof *s->rows);
  s->in_parent = lx_arena_take(arena, entries, sizeof *s->in_parent);
  s->parent = lx_arena_take(arena, s->count, sizeof *s->parent);
  s->waiting = lx_arena_take_zeroed(arena, s->count, sizeof *s->waiting);
  s->update_starts = lx_arena_take(arena, s->count, sizeof *s->update_starts);
  if (s->row_starts == NULL || s->block_starts == NULL || s->rows == NULL || s->in_parent == NULL ||
      s->parent == NULL || s->waiting == NULL || s->update_starts == NULL)
    return LX_ERROR_MEMORY;
  s->row_starts[0] = s->block_starts[0] = 0;
  for (int32_t k = 0; k < s->count; k++) {
    const int32_t group = a->group_of[s->first[k + 1] - 1], length = length_of(a, group);
    int32_t *rows = s->rows + s->row_starts[k];
    for (int32_t i = 0; i < length; i++)
      rows[i] = s->place_of[a->elimination.nodes[a->elimination.starts[group] + i]];
    qsort(rows, (size_t)length, sizeof *rows, compare);
    s->row_starts[k + 1] = s->row_starts[k] + length;
    const int64_t columns = columns_of(s, k), front = columns + length;
    s->block_starts[k + 1] = s->block_starts[k] + columns * front;
    s->work += squares_to(front) - squares_to(length);
    for (int32_t p = s->first[k]; p < s->first[k + 1]; p++)
      s->where[p] = k;
  }
  int64_t height = 0, highest = 0;
  int32_t largest = 0;
  for (int32_t k = 0; k < s->count; k++) {
    const int64_t rows = rows_of(s, k), update = rows * rows;
    largest = columns_of(s, k) + rows > largest ? columns_of(s, k) + (int32_t)rows : largest;
    s->parent[k] = rows > 0 ? s->where[s->rows[s->row_starts[k]]] : -1;
    if (s->parent[k] >= 0)
      s->waiting[s->parent[k]]++;
    highest = height + update > highest ? height + update : highest;
    for (int32_t c = 0; c < s->waiting[k]; c++) {
      const int64_t child = rows_of(s, s->stacked[--s->stack_count]);
      height -= child * child;
    }
    s->stacked[s->stack_count++] = k;
    height += update;
  }
  s->update = lx_arena_take(arena, highest, sizeof *s->update);
  s->factor = lx_arena_take(arena, s->block_starts[s->count], sizeof *s->factor);
  s->panel = lx_arena_take(arena, BLOCK * BLOCK, sizeof *s->panel);
  const int packs = largest >= LARGE && lx_packs_blocks(lx_outer_lanes());
  s->room = lx_arena_take(arena, packs ? LX_BLOCK_ROOM(BLOCK, BLOCK) : 0, sizeof *s->room);
  return s->update == NULL || s->factor == NULL || s->panel == NULL || s->room == NULL ? LX_ERROR_MEMORY : LX_OK;
}

/* Places of the rows of every supernode in the front of its parent. */
static void place_in_parents(lx_symmetric *s) {
  for (int32_t k = 0; k < s->count; k++) {
    const int32_t above = s->parent[k];
    if (above < 0)
      continue;
    const int32_t columns = columns_of(s, above);
    const int32_t *rows = s->rows + s->row_starts[above];
    int32_t next = 0;
    for (int64_t e = s->row_starts[k]; e < s->row_starts[k + 1]; e++) {
      if (s->rows[e] < s->first[above + 1]) {
        s->in_parent[e] = s->rows[e] - s->first[above];
        continue;
      }
      while (rows[next] != s->rows[e])
        next++;
      s->in_parent[e] = columns + next;
    }
  }
}

/* The entries of the matrix by columns in the order of elimination, from the diagonal down. */
static lx_status list_entries(lx_arena *arena, lx_symmetric *s, const int64_t *starts, const int32_t *neighbours) {
  s->value_starts = lx_arena_take(arena, (int64_t)s->size + 1, sizeof *s->value_starts);
  s->value_rows = lx_arena_take(arena, s->size + starts[s->size] / 2, sizeof *s->value_rows);
  if (s->value_starts == NULL || s->value_rows == NULL)
    return LX_ERROR_MEMORY;
  int64_t entry = 0;
  for (int32_t p = 0; p < s->size; p++) {
    const int32_t node = s->node_of[p];
    s->value_starts[p] = entry;
    s->value_rows[entry++] = p;
    for (int64_t e = starts[node]; e < starts[node + 1]; e++)
      if (s->place_of[neighbours[e]] > p)
        s->value_rows[entry++] = s->place_of[neighbours[e]];
    qsort(s->value_rows + s->value_starts[p], (size_t)(entry - s->value_starts[p]), sizeof *s->value_rows, compare);
  }
  s->value_starts[s->size] = entry;
  return LX_OK;
}

static lx_status analyse(lx_arena *arena, lx_symmetric *s, analysis *a) {
  const int32_t n = s->size;
  int32_t **arrays[] = {&a->parent, &a->group_at, &a->group_of, &a->stack, &a->child, &a->sibling};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
    *arrays[k] = lx_arena_take(arena, n, sizeof(int32_t));
    if (*arrays[k] == NULL)
      return LX_ERROR_MEMORY;
  }
  order_tree(s, a);
  cut(s, a);
  const lx_status status = list_rows(arena, s, a);
  if (status == LX_OK)
    place_in_parents(s);
  return status;
}

/* An order by degrees, after nested dissection if that is asked for. */
static lx_status order_nodes(const lx_allocator *allocator, int32_t size, const int64_t *starts, const int32_t *neighbours, int dissects,
                             int64_t most, lx_elimination_order *out, int *done_out) {
  if (!dissects)
    return lx_minimum_degree(allocator, size, starts, neighbours, NULL, most, out, done_out);
  int32_t *stages = lx_allocate(allocator, size, sizeof *stages);
  lx_status status = stages != NULL ? lx_dissect(allocator, size, starts, neighbours, stages) : LX_ERROR_MEMORY;
  if (status == LX_OK)
    status = lx_minimum_degree(allocator, size, starts, neighbours, stages, most, out, done_out);
  lx_release(allocator, stages);
  return status;
}

lx_status lx_symmetric_create(lx_arena *arena, int32_t size, const int64_t *starts, const int32_t *neighbours,
                              int dissects, int64_t most, lx_symmetric **out) {
  analysis a = {0};
  int done = 0;
  *out = NULL;
  lx_symmetric *s = lx_arena_take_zeroed(arena, 1, sizeof *s);
  if (s == NULL)
    return LX_ERROR_MEMORY;
  s->size = size;
  s->lanes = lx_outer_lanes();
  s->node_of = lx_arena_take(arena, size, sizeof *s->node_of);
  s->place_of = lx_arena_take(arena, size, sizeof *s->place_of);
  s->first = lx_arena_take(arena, (int64_t)size + 1, sizeof *s->first);
  s->where = lx_arena_take(arena, size, sizeof *s->where);
  s->column = lx_arena_take(arena, size, sizeof *s->column);
  s->stacked = lx_arena_take(arena, size, sizeof *s->stacked);
  if (s->node_of == NULL || s->place_of == NULL || s->first == NULL || s->where == NULL || s->column == NULL ||
      s->stacked == NULL)
    return LX_ERROR_MEMORY;
  lx_status status = order_nodes(arena->allocator, size, starts, neighbours, dissects, most, &a.elimination, &done);
  if (status == LX_OK && done)
    status = analyse(arena, s, &a);
  lx_elimination_order_release(arena->allocator, &a.elimination);
  if (status == LX_OK && done)
    status = list_entries(arena, s, starts, neighbours);
  if (status == LX_OK && done)
    *out = s;
  return status;
}

int64_t lx_symmetric_work(const lx_symmetric *symmetric) { return symmetric->work; }

int64_t lx_symmetric_entries(const lx_symmetric *symmetric) { return symmetric->block_starts[symmetric->count]; }

int64_t lx_symmetric_slots(const lx_symmetric *symmetric) { return symmetric->value_starts[symmetric->size]; }

int64_t lx_symmetric_slot(const lx_symmetric *symmetric, int32_t i, int32_t j) {
  const int32_t a = symmetric->place_of[i], b = symmetric->place_of[j];
  const int32_t column = a < b ? a : b, row = a < b ? b : a;
  int64_t low = symmetric->value_starts[column], high = symmetric->value_starts[column + 1];
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    if (symmetric->value_rows[middle] <= row)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Adds what a child leaves to the front of its parent. */
static void extend_add(const lx_symmetric *s, int32_t child, const double *update, int32_t columns, int32_t rows,
                       double *block, double *out) {
  const int32_t *to = s->in_parent + s->row_starts[child], count = rows_of(s, child);
  const int64_t front = columns + rows;
  for (int32_t j = 0; j < count; j++) {
    const double *from = update + (int64_t)j * count;
    double *column = to[j] < columns ? block + to[j] * front : out + (int64_t)(to[j] - columns) * rows - columns;
    for (int32_t i = j; i < count; i++)
      column[to[i]] += from[i];
  }
}

/* Of an update only the lower triangle counts, and what kernels write beside it. */
static void clear_lower(double *update, int32_t rows) {
  for (int32_t j = 0, count; j < rows; j += count) {
    count = rows - j < LX_OUTER_COLUMNS ? rows - j : LX_OUTER_COLUMNS;
    for (int32_t c = j; c < j + count; c++)
      memset(update + (int64_t)c * rows + j, 0, sizeof *update * (size_t)(rows - j));
  }
}

/* Moves the lower triangle of an update towards the front of the stack. */
static void move_lower(double *to, const double *update, int32_t rows) {
  for (int32_t j = 0; j < rows && to != update; j++)
    memmove(to + (int64_t)j * rows + j, update + (int64_t)j * rows + j, sizeof *to * (size_t)(rows - j));
}

/* Sums up the front of a supernode: its columns in `block`, the rest in `out`. */
static void assemble(lx_symmetric *s, int32_t k, const double *values, double *block, double *out) {
  const int32_t columns = columns_of(s, k), rows = rows_of(s, k);
  const int64_t front = columns + rows;
  memset(block, 0, sizeof *block * (size_t)(columns * front));
  clear_lower(out, rows);
  for (int32_t j = 0; j < columns; j++)
    s->where[s->first[k] + j] = j;
  for (int32_t i = 0; i < rows; i++)
    s->where[s->rows[s->row_starts[k] + i]] = columns + i;
  for (int32_t j = 0; j < columns; j++) {
    const int32_t p = s->first[k] + j;
    for (int64_t e = s->value_starts[p]; e < s->value_starts[p + 1]; e++)
      block[j * front + s->where[s->value_rows[e]]] = values[e];
  }
  for (int32_t c = s->stack_count - s->waiting[k]; c < s->stack_count; c++) {
    const int32_t child = s->stacked[c];
    extend_add(s, child, s->update + s->update_starts[child], columns, rows, block, out);
  }
}

/* Subtracts from the columns `end` ..< `limit` of a front what the columns `from` ..< `end` leave of them, so many together as these are. */
static void subtract(lx_symmetric *s, int32_t from, int32_t end, int32_t limit, int32_t columns, int32_t rows, double *block,
                     double *out) {
  const int32_t front = columns + rows, width = end - from, most = width > PANEL ? BLOCK : PANEL;
  const double *panel = block + (int64_t)from * front;
  for (int32_t t = end, count; t < limit; t += count) {
    const int32_t last = t < columns && columns < limit ? columns : limit;
    count = last - t < most ? last - t : most;
    double *target = t < columns ? block + (int64_t)t * front + t : out + (int64_t)(t - columns) * (rows + 1);
    for (int32_t j = 0; j < width; j++)
      for (int32_t c = 0; c < count; c++)
        s->panel[j * count + c] = panel[(int64_t)j * front + t + c] * panel[(int64_t)j * front + from + j];
    const int32_t stride = t < columns ? front : rows;
    if (width > PANEL)
      lx_subtract_block(s->lanes, front - t, count, width, panel + t, front, s->panel, target, stride, s->room);
    else
      lx_subtract_outer(s->lanes, front - t, count, width, panel + t, front, s->panel, target, stride);
  }
}

/* Eliminates the columns of a panel: a few, then what they leave of the rest. */
static void eliminate_panel(lx_symmetric *s, int32_t k, int32_t from, int32_t end, const double *values, double *block, double *out) {
  const int32_t columns = columns_of(s, k), rows = rows_of(s, k);
  const int64_t front = columns + rows;
  for (int32_t few = from, few_end; few < end; few = few_end) {
    few_end = few + FEW < end ? few + FEW : end;
    for (int32_t j = few; j < few_end; j++) {
      double *column = block + j * front;
      const double own = fabs(values[s->value_starts[s->first[k] + j]]);
      if (!(fabs(column[j]) > NO_PIVOT * own))
        column[j] = HUGE_PIVOT;
      const double pivot = column[j], inverse = 1 / pivot;
      for (int64_t i = j + 1; i < front; i++)
        column[i] *= inverse;
      for (int32_t t = j + 1; t < few_end; t++) {
        const double factor = column[t] * pivot;
        for (int64_t i = t; i < front; i++)
          block[t * front + i] -= factor * column[i];
      }
    }
    subtract(s, few, few_end, end, columns, rows, block, out);
  }
}

/* Eliminates the columns of a front: a panel, then what it leaves of its block, and a block, then what it leaves of the rest. */
static void eliminate(lx_symmetric *s, int32_t k, const double *values, double *block, double *out) {
  const int32_t columns = columns_of(s, k), rows = rows_of(s, k), front = columns + rows, most = front < LARGE ? PANEL : BLOCK;
  for (int32_t from = 0, end; from < columns; from = end) {
    end = from + most < columns ? from + most : columns;
    for (int32_t panel = from, panel_end; panel < end; panel = panel_end) {
      panel_end = panel + PANEL < end ? panel + PANEL : end;
      eliminate_panel(s, k, panel, panel_end, values, block, out);
      if (panel_end < end)
        subtract(s, panel, panel_end, end, columns, rows, block, out);
    }
    subtract(s, from, end, front, columns, rows, block, out);
  }
}

void lx_symmetric_factor(lx_symmetric *s, const double *values) {
  s->stack_count = 0;
  int64_t height = 0;
  for (int32_t k = 0; k < s->count; k++) {
    const int32_t rows = rows_of(s, k), first_child = s->stack_count - s->waiting[k];
    double *block = s->factor + s->block_starts[k], *out = s->update + height;
    assemble(s, k, values, block, out);
    eliminate(s, k, values, block, out);
    if (s->waiting[k] > 0)
      height = s->update_starts[s->stacked[first_child]];
    move_lower(s->update + height, out, rows);
    s->stack_count = first_child;
    s->stacked[s->stack_count++] = k;
    s->update_starts[k] = height;
    height += (int64_t)rows * rows;
  }
}

/* Solves with the columns of L of a supernode. The rows below are gone through once for four columns. */
static void solve_down(const lx_symmetric *s, int32_t k, double *x) {
  const int32_t columns = columns_of(s, k), rows = rows_of(s, k), *below = s->rows + s->row_starts[k];
  const int64_t front = columns + rows;
  const double *block = s->factor + s->block_starts[k];
  double *own = x + s->first[k];
  for (int32_t j = 0; j < columns; j++)
    for (int32_t i = j + 1; i < columns; i++)
      own[i] -= block[j * front + i] * own[j];
  int32_t j = 0;
  for (; j + 4 <= columns; j += 4) {
    const double *a = block + j * front + columns, *b = a + front, *c = b + front, *d = c + front;
    const double u = own[j], v = own[j + 1], w = own[j + 2], z = own[j + 3];
    for (int32_t i = 0; i < rows; i++)
      x[below[i]] -= (a[i] * u + b[i] * v) + (c[i] * w + d[i] * z);
  }
  for (; j < columns; j++) {
    const double *a = block + j * front + columns, u = own[j];
    for (int32_t i = 0; i < rows; i++)
      x[below[i]] -= a[i] * u;
  }
}

/* Solves with D and the rows of L' of a supernode. */
static void solve_up(const lx_symmetric *s, int32_t k, double *x) {
  const int32_t columns = columns_of(s, k), rows = rows_of(s, k), *below = s->rows + s->row_starts[k];
  const int64_t front = columns + rows;
  const double *block = s->factor + s->block_starts[k];
  double *own = x + s->first[k];
  int32_t j = 0;
  for (; j + 4 <= columns; j += 4) {
    const double *a = block + j * front + columns, *b = a + front, *c = b + front, *d = c + front;
    double u = 0, v = 0, w = 0, z = 0;
    for (int32_t i = 0; i < rows; i++) {
      const double value = x[below[i]];
      u += a[i] * value;
      v += b[i] * value;
      w += c[i] * value;
      z += d[i] * value;
    }
    own[j] = own[j] / block[j * front + j] - u;
    own[j + 1] = own[j + 1] / block[(j + 1) * front + j + 1] - v;
    own[j + 2] = own[j + 2] / block[(j + 2) * front + j + 2] - w;
    own[j + 3] = own[j + 3] / block[(j + 3) * front + j + 3] - z;
  }
  for (; j < columns; j++) {
    const double *a = block + j * front + columns;
    double u = 0;
    for (int32_t i = 0; i < rows; i++)
      u += a[i] * x[below[i]];
    own[j] = own[j] / block[j * front + j] - u;
  }
  for (j = columns - 1; j >= 0; j--)
    for (int32_t i = j + 1; i < columns; i++)
      own[j] -= block[j * front + i] * own[i];
}

void lx_symmetric_solve(const lx_symmetric *s, double *vector) {
  double *x = s->column;
  for (int32_t p = 0; p < s->size; p++)
    x[p] = vector[s->node_of[p]];
  for (int32_t k = 0; k < s->count; k++)
    solve_down(s, k, x);
  for (int32_t k = s->count - 1; k >= 0; k--)
    solve_up(s, k, x);
  for (int32_t p = 0; p < s->size; p++)
    vector[s->node_of[p]] = x[p];
}
