/* repair_order.c: insertion into the topological orders. */
#include <stdlib.h>

#include "update/repair_internal.h"

lx_order_view lx_fixed_view(const lx_repair_pass *pass) {
  return (lx_order_view){&pass->assignment->fixed, lx_fixed_positions(pass->assignment)};
}

lx_order_view lx_substituted_view(const lx_repair_pass *pass) {
  return (lx_order_view){&pass->assignment->substituted, lx_substituted_positions(pass->assignment)};
}

void lx_insert_at(lx_repair_pass *pass, const lx_order_view *view, int32_t index, int32_t row, int32_t variable) {
  int32_t first, end;
  if (!lx_order_insert(view->order, &view->map, index, row, variable, &first, &end)) {
    pass->work = -1;
    return;
  }
  for (int32_t k = first; k < end; k++)
    if (view->order->columns[k] >= 0)
      lx_forget_successors(pass->state, view->order->rows[k]);
}

/* Collects what depends on a variable at indices up to `last` in `dependents`; returns how many. */
static int32_t collect_dependents(lx_repair_pass *pass, const lx_order_view *view, int32_t variable, int32_t last) {
  lx_repair_lists *lists = pass->lists;
  const lx_use *uses = pass->program->uses;
  int32_t count = 0;
  for (int32_t next = -1; next < count && pass->work >= 0; next++) {
    const int32_t source = next < 0 ? variable : lists->dependents[next];
    for (int32_t e = pass->program->first_use[source]; e >= 0; e = uses[e].next) {
      const int32_t target = pass->propagation->owner[uses[e].row];
      pass->work--;
      if (target < 0 || target == source || lists->is_dependent[target])
        continue;
      const int32_t index = lx_index_in(view, target);
      if (index < 0 || index > last)
        continue;
      lists->is_dependent[target] = 1;
      lists->dependents[count++] = target;
    }
  }
  return count;
}

typedef struct {
  int32_t index;
  int32_t variable;
} lx_indexed_variable;

static int by_index(const void *a, const void *b) {
  const lx_indexed_variable *left = a, *right = b;
  return (left->index > right->index) - (left->index < right->index);
}

int lx_insert_after(lx_repair_pass *pass, const lx_order_view *view, int32_t variable, int32_t row, int32_t after) {
  lx_repair_lists *lists = pass->lists;
  const int32_t count = collect_dependents(pass, view, variable, lx_index_in(view, after));
  const lx_program_row *record = &pass->program->rows[row];
  int needs_itself = 0;
  for (int32_t e = record->start; e < record->start + record->count; e++)
    needs_itself |= lists->is_dependent[pass->program->columns[e]];
  for (int32_t k = 0; k < count; k++)
    lists->is_dependent[lists->dependents[k]] = 0;
  if (needs_itself || pass->work < 0)
    return 0;
  lx_indexed_variable *moved = lx_arena_take(&lists->scratch, count, sizeof *moved);
  if (moved == NULL) {
    pass->work = -1;
    return 0;
  }
  for (int32_t k = 0; k < count; k++)
    moved[k] = (lx_indexed_variable){lx_index_in(view, lists->dependents[k]), lists->dependents[k]};
  qsort(moved, (size_t)count, sizeof *moved, by_index);
  const int32_t old = lx_index_in(view, variable);
  if (old >= 0)
    lx_order_remove(view->order, old);
  lx_insert_at(pass, view, lx_index_in(view, after) + 1, row, variable);
  int32_t last = variable;
  for (int32_t k = 0; k < count && pass->work >= 0; k++) {
    const int32_t j = moved[k].variable, index = lx_index_in(view, j), own = view->order->rows[index];
    lx_order_remove(view->order, index);
    lx_insert_at(pass, view, lx_index_in(view, last) + 1, own, j);
    lx_forget_successors(pass->state, own);
    last = j;
  }
  return pass->work >= 0;
}
