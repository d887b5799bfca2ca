/* reorder.c: see reorder.h.
 *
 * Implied free columns are found list by list, all of one before the chains that they depend on, so that a variable is
 * far from those that need it. An edit walks from a variable to those that need it. */
#include "presolve/reorder.h"

typedef struct {
  const lx_program *program;
  const int32_t *owner;
  lx_topological_order *order;
  lx_position_map map;
  int32_t *waits; /* per variable slot: variables of the order that it needs and that are not in the new order yet; -1
                     if it is itself */
  lx_definition *definitions; /* in the new order */
  int32_t count;
} lx_reordering;

static int32_t index_of(const lx_reordering *g, int32_t variable) {
  return (g->map.indices[variable] - g->map.first) * g->map.sign;
}

static void count_needs(lx_reordering *g) {
  for (int32_t k = 0; k < g->order->end; k++) {
    const int32_t column = g->order->columns[k];
    if (column < 0)
      continue;
    const lx_program_row *row = &g->program->rows[g->order->rows[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      g->waits[column] += g->program->columns[e] != column && index_of(g, g->program->columns[e]) >= 0;
  }
}

/* Appends a variable to the new order. */
static void append(lx_reordering *g, int32_t variable) {
  g->waits[variable] = -1;
  g->definitions[g->count++] = (lx_definition){g->order->rows[index_of(g, variable)], variable};
}

/* Breadth first from each variable that needs nothing, in the order of slots. */
static void reorder_all(lx_reordering *g) {
  const lx_program *program = g->program;
  int32_t next = 0;
  for (int32_t j = 0; j < g->program->variable_count; j++) {
    if (g->waits[j] != 0 || index_of(g, j) < 0)
      continue;
    append(g, j);
    for (; next < g->count; next++) {
      const int32_t column = g->definitions[next].column;
      for (int32_t e = program->first_use[column]; e >= 0; e = lx_next_use(program, e)) {
        const int32_t needing = g->owner[lx_use_row(program, e)];
        if (needing >= 0 && needing != column && index_of(g, needing) >= 0 && --g->waits[needing] == 0)
          append(g, needing);
      }
    }
  }
}

int lx_reorder_substituted(const lx_program *program, lx_assignment *assignment, const int32_t *owner) {
  lx_topological_order *order = &assignment->substituted;
  const lx_position_map map = lx_substituted_positions(assignment);
  lx_arena scratch;
  lx_arena_init(&scratch, &program->allocator);
  lx_reordering g = {.program = program,
                     .owner = owner,
                     .order = order,
                     .map = map,
                     .waits = lx_arena_take_zeroed(&scratch, program->variable_count, sizeof(int32_t)),
                     .definitions = lx_arena_take(&scratch, order->count, sizeof(lx_definition))};
  const int has_room = g.waits != NULL && g.definitions != NULL;
  if (has_room) {
    count_needs(&g);
    reorder_all(&g);
    int32_t next = 0;
    for (int32_t k = 0; k < order->end; k++) {
      if (order->columns[k] < 0)
        continue;
      order->rows[k] = g.definitions[next].row;
      order->columns[k] = g.definitions[next++].column;
      map.indices[order->columns[k]] = map.first + map.sign * k;
    }
  }
  lx_arena_destroy(&scratch);
  return has_room;
}
