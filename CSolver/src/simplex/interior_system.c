/* interior_system.c: the rows in terms of the unknowns that are left, and their normal equations: which entries they have, and where the
 * products of each row's coefficients go. */
#include "simplex/interior_internal.h"

/* A row of more entries keeps its dual where the factorization would take long otherwise: where it multiplies so many times for each of its
 * entries. Rows of more than LX_INTERIOR_WIDE do so anyway. */
#define SHORT_ROW 3
#define LONG_WORK 20

/* And where it then does this part of the multiplications at most. */
#define SHORTER 0.7

/* Nested dissection takes as long as some factorizations that multiply so many times for each node and each pair of neighbours, in both
 * directions. */
#define DISSECTED_WORK 2000

/* Entries of the factor for each entry of the reduced LP from which on it fills in too much: for memory's sake, as its time is estimated. Of more
 * than LARGE there are fewer. */
#define MOST_FILL 400
#define LARGE_FILL 60
#define LARGE ((int64_t)1 << 26)

/* The variables that are unknown, in their order. */
static void number_unknowns(const lx_interior *in, lx_interior_system *system) {
  system->unknowns = 0;
  for (int32_t j = 0; j < in->lp->variables; j++) {
    system->node_of[j] = in->ties.leader[j] == j ? system->unknowns : -1;
    if (system->node_of[j] >= 0)
      system->variable[system->unknowns++] = j;
  }
}

/* The rows that have unknowns. */
static void list_rows(lx_interior *in, lx_interior_system *system) {
  const lx_reduced_lp *lp = in->lp;
  int32_t entry = 0;
  system->count = 0;
  for (int32_t r = 0; r < lp->total; r++) {
    if (lp->above[r] < 0 && lp->below[r] < 0)
      continue;
    const int32_t k = system->count;
    double largest;
    system->starts[k] = entry;
    const int32_t length = lx_interior_row(in, r, system->columns + entry, system->values + entry, &system->constant[k], &largest);
    if (length == 0)
      continue;
    for (int32_t e = entry; e < entry + length; e++)
      system->columns[e] = system->node_of[system->columns[e]];
    entry += length;
    system->row[k] = r;
    system->count++;
  }
  system->starts[system->count] = entry;
}

/* Rows of more than so many entries get nodes. Returns how many. */
static int32_t keep_duals(lx_interior_system *system, int32_t most) {
  system->nodes = system->unknowns;
  for (int32_t k = 0; k < system->count; k++)
    system->wide_node[k] = system->starts[k + 1] - system->starts[k] > most ? system->nodes++ : -1;
  return system->nodes - system->unknowns;
}

/* The graph of the normal equations: unknowns that share a narrow row, wide rows and their unknowns. In `scratch`. */
static lx_status list_neighbours(const lx_interior_system *system, lx_arena *scratch, int64_t **starts_out,
                                 int32_t **neighbours_out) {
  const int32_t n = system->unknowns, entries = system->starts[system->count];
  int64_t most = 0, count = 0;
  for (int32_t k = 0; k < system->count; k++) {
    const int64_t length = system->starts[k + 1] - system->starts[k];
    most += system->wide_node[k] >= 0 ? 2 * length : length * (length - 1);
  }
  int64_t *starts = *starts_out = lx_arena_take(scratch, (int64_t)system->nodes + 1, sizeof *starts);
  int32_t *neighbours = *neighbours_out = lx_arena_take(scratch, most, sizeof *neighbours);
  int32_t *mark = lx_arena_take(scratch, system->nodes, sizeof *mark);
  int32_t *next = lx_arena_take_zeroed(scratch, (int64_t)n + 1, sizeof *next);
  int32_t *rows = lx_arena_take(scratch, entries, sizeof *rows);
  if (starts == NULL || neighbours == NULL || mark == NULL || next == NULL || rows == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t e = 0; e < entries; e++)
    next[system->columns[e] + 1]++;
  for (int32_t j = 0; j < n; j++)
    next[j + 1] += next[j];
  for (int32_t k = system->count - 1; k >= 0; k--)
    for (int32_t e = system->starts[k]; e < system->starts[k + 1]; e++)
      rows[--next[system->columns[e] + 1]] = k;
  for (int32_t i = 0; i < system->nodes; i++)
    mark[i] = -1;
  for (int32_t j = 0; j < n; j++) {
    starts[j] = count;
    mark[j] = j;
    const int32_t end = j + 1 < n ? next[j + 2] : entries;
    for (int32_t e = next[j + 1]; e < end; e++) {
      const int32_t k = rows[e];
      if (system->wide_node[k] >= 0) {
        neighbours[count++] = system->wide_node[k];
        continue;
      }
      for (int32_t t = system->starts[k]; t < system->starts[k + 1]; t++)
        if (mark[system->columns[t]] != j) {
          mark[system->columns[t]] = j;
          neighbours[count++] = system->columns[t];
        }
    }
  }
  for (int32_t k = 0; k < system->count; k++) {
    if (system->wide_node[k] < 0)
      continue;
    starts[system->wide_node[k]] = count;
    for (int32_t t = system->starts[k]; t < system->starts[k + 1]; t++)
      neighbours[count++] = system->columns[t];
  }
  starts[system->nodes] = count;
  return LX_OK;
}

static lx_status find_slots(lx_interior_system *system) {
  system->slot_starts = lx_arena_take(&system->arena, (int64_t)system->count + 1, sizeof *system->slot_starts);
  system->diagonal = lx_arena_take(&system->arena, system->nodes, sizeof *system->diagonal);
  system->slot_values = lx_arena_take(&system->arena, lx_symmetric_slots(system->symmetric), sizeof *system->slot_values);
  if (system->slot_starts == NULL || system->diagonal == NULL || system->slot_values == NULL)
    return LX_ERROR_MEMORY;
  system->slot_starts[0] = 0;
  for (int32_t k = 0; k < system->count; k++) {
    const int64_t length = system->starts[k + 1] - system->starts[k];
    system->slot_starts[k + 1] =
        system->slot_starts[k] + (system->wide_node[k] >= 0 ? length : length * (length + 1) / 2);
  }
  system->slots = lx_arena_take(&system->arena, system->slot_starts[system->count], sizeof *system->slots);
  if (system->slots == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t i = 0; i < system->nodes; i++)
    system->diagonal[i] = lx_symmetric_slot(system->symmetric, i, i);
  for (int32_t k = 0; k < system->count; k++) {
    int64_t *slots = system->slots + system->slot_starts[k];
    const lx_entries row = lx_interior_entries(system, k);
    for (int32_t a = 0; a < row.count; a++) {
      if (system->wide_node[k] >= 0)
        *slots++ = lx_symmetric_slot(system->symmetric, row.columns[a], system->wide_node[k]);
      else
        for (int32_t b = 0; b <= a; b++)
          *slots++ = lx_symmetric_slot(system->symmetric, row.columns[a], row.columns[b]);
    }
  }
  return LX_OK;
}

/* Orders the unknowns, and the rows that keep their duals. *out is NULL where the factor would have more than `most` entries. */
static lx_status order(const lx_interior_system *system, int dissects, int64_t most, lx_arena *arena, lx_symmetric **out) {
  lx_arena scratch;
  lx_arena_init(&scratch, arena->allocator);
  int64_t *starts;
  int32_t *neighbours;
  lx_status status = list_neighbours(system, &scratch, &starts, &neighbours);
  if (status == LX_OK)
    status = lx_symmetric_create(arena, system->nodes, starts, neighbours, dissects, most, out);
  lx_arena_destroy(&scratch);
  return status;
}

/* Orders them another way, and keeps that where the factorization then does this part of its multiplications at most, or is possible. */
static lx_status order_again(lx_interior_system *system, int dissects, int64_t most, double part, int *kept_out) {
  const lx_symmetric *first = system->symmetric;
  lx_symmetric *second = NULL;
  lx_arena arena;
  lx_arena_init(&arena, system->arena.allocator);
  const lx_status status = order(system, dissects, most, &arena, &second);
  *kept_out = second != NULL && (first == NULL || (double)lx_symmetric_work(second) < part * (double)lx_symmetric_work(first));
  if (*kept_out) {
    const lx_arena swap = arena;
    arena = system->order_arena;
    system->order_arena = swap;
    system->symmetric = second;
  }
  lx_arena_destroy(&arena);
  return status;
}

/* Lets all but short rows keep their duals where that makes the factorization shorter, or possible. */
static lx_status keep_more_duals(lx_interior_system *system, int64_t most) {
  const int32_t wide = system->nodes - system->unknowns;
  int kept = 0;
  lx_status status = LX_OK;
  if (keep_duals(system, SHORT_ROW) > wide)
    status = order_again(system, 0, most, SHORTER, &kept);
  if (!kept)
    keep_duals(system, LX_INTERIOR_WIDE);
  return status;
}

/* The order, with whichever rows keeping their duals. */
static lx_status choose_order(lx_interior_system *system, int64_t most) {
  keep_duals(system, LX_INTERIOR_WIDE);
  lx_status status = order(system, 0, most, &system->order_arena, &system->symmetric);
  const lx_symmetric *first = system->symmetric;
  if (status == LX_OK && (first == NULL || lx_symmetric_work(first) > LONG_WORK * lx_symmetric_entries(first)))
    status = keep_more_duals(system, first != NULL ? lx_symmetric_entries(first) : most);
  if (status != LX_OK || system->symmetric == NULL)
    return status;
  const int64_t pairs = 2 * lx_symmetric_slots(system->symmetric) - system->nodes;
  int kept;
  if ((double)lx_symmetric_work(system->symmetric) > DISSECTED_WORK * (double)pairs)
    status = order_again(system, 1, most, 1, &kept);
  return status;
}

lx_status lx_interior_system_create(lx_interior *in, double most, int *is_over_out) {
  const lx_reduced_lp *lp = in->lp;
  lx_interior_system *system = &in->system;
  const int64_t entries = (int64_t)lp->starts[lp->rows] + lp->variables, all = entries + lp->rows;
  const int64_t most_small = MOST_FILL * all < LARGE ? MOST_FILL * all : LARGE, most_large = LARGE_FILL * all;
  const int64_t most_fill = most_small > most_large ? most_small : most_large;
  const int is_limited = most < (double)most_fill;
  *is_over_out = 0;
  lx_arena_init(&system->arena, in->arena.allocator);
  lx_arena_init(&system->order_arena, in->arena.allocator);
  system->symmetric = NULL;
  system->variable = lx_arena_take(&system->arena, lp->variables, sizeof *system->variable);
  system->node_of = lx_arena_take(&system->arena, lp->variables, sizeof *system->node_of);
  system->row = lx_arena_take(&system->arena, lp->total, sizeof *system->row);
  system->starts = lx_arena_take(&system->arena, (int64_t)lp->total + 1, sizeof *system->starts);
  system->constant = lx_arena_take(&system->arena, lp->total, sizeof *system->constant);
  system->wide_node = lx_arena_take(&system->arena, lp->total, sizeof *system->wide_node);
  system->columns = lx_arena_take(&system->arena, entries, sizeof *system->columns);
  system->values = lx_arena_take(&system->arena, entries, sizeof *system->values);
  if (system->variable == NULL || system->node_of == NULL || system->row == NULL || system->starts == NULL ||
      system->constant == NULL || system->wide_node == NULL || system->columns == NULL || system->values == NULL)
    return LX_ERROR_MEMORY;
  number_unknowns(in, system);
  list_rows(in, system);
  const lx_status status = choose_order(system, is_limited ? (int64_t)most : most_fill);
  *is_over_out = is_limited && system->symmetric == NULL;
  return status == LX_OK && system->symmetric != NULL ? find_slots(system) : status;
}

void lx_interior_system_destroy(lx_interior_system *system) {
  if (system->arena.allocator == NULL)
    return;
  lx_arena_destroy(&system->order_arena);
  lx_arena_destroy(&system->arena);
  system->arena.allocator = NULL;
}
