/* repair_order.c: places in the two orders. */
#include <stdlib.h>

#include "update/repair_internal.h"

lx_placing lx_fixed_placing(const lx_mender *m) {
  return (lx_placing){&m->fixing->fixed, lx_index_of_fixed(m->fixing)};
}

lx_placing lx_derived_placing(const lx_mender *m) {
  return (lx_placing){&m->fixing->derived, lx_index_of_derived(m->fixing)};
}

void lx_place_at(lx_mender *m, const lx_placing *placing, int32_t place, int32_t row, int32_t variable) {
  int32_t first, end;
  if (!lx_order_insert(placing->order, &placing->index, place, row, variable, &first, &end)) {
    m->work = -1;
    return;
  }
  for (int32_t k = first; k < end; k++)
    if (placing->order->columns[k] >= 0)
      lx_meet_user(m->state, placing->order->rows[k]);
}

/* What depends on a variable and is placed no later than `last`, into `lifted`; returns how many. */
static int32_t collect_dependents(lx_mender *m, const lx_placing *placing, int32_t variable, int32_t last) {
  lx_mending *mending = m->mending;
  const lx_use *uses = m->program->uses;
  int32_t count = 0;
  for (int32_t next = -1; next < count && m->work >= 0; next++) {
    const int32_t source = next < 0 ? variable : mending->lifted[next];
    for (int32_t e = m->program->first_use[source]; e >= 0; e = uses[e].next) {
      const int32_t target = m->propagation->owner[uses[e].row];
      m->work--;
      if (target < 0 || target == source || mending->is_lifted[target])
        continue;
      const int32_t place = lx_place_in(placing, target);
      if (place < 0 || place > last)
        continue;
      mending->is_lifted[target] = 1;
      mending->lifted[count++] = target;
    }
  }
  return count;
}

typedef struct {
  int32_t place;
  int32_t variable;
} lx_placed;

static int by_place(const void *a, const void *b) {
  const lx_placed *left = a, *right = b;
  return (left->place > right->place) - (left->place < right->place);
}

int lx_place_behind(lx_mender *m, const lx_placing *placing, int32_t variable, int32_t row, int32_t behind) {
  lx_mending *mending = m->mending;
  const int32_t count = collect_dependents(m, placing, variable, lx_place_in(placing, behind));
  const lx_program_row *record = &m->program->rows[row];
  int needs_itself = 0;
  for (int32_t e = record->start; e < record->start + record->count; e++)
    needs_itself |= mending->is_lifted[m->program->columns[e]];
  for (int32_t k = 0; k < count; k++)
    mending->is_lifted[mending->lifted[k]] = 0;
  if (needs_itself || m->work < 0)
    return 0;
  lx_placed *moved = lx_arena_take(&mending->scratch, count, sizeof *moved);
  if (moved == NULL) {
    m->work = -1;
    return 0;
  }
  for (int32_t k = 0; k < count; k++)
    moved[k] = (lx_placed){lx_place_in(placing, mending->lifted[k]), mending->lifted[k]};
  qsort(moved, (size_t)count, sizeof *moved, by_place);
  const int32_t old = lx_place_in(placing, variable);
  if (old >= 0)
    lx_order_remove(placing->order, old);
  lx_place_at(m, placing, lx_place_in(placing, behind) + 1, row, variable);
  int32_t last = variable;
  for (int32_t k = 0; k < count && m->work >= 0; k++) {
    const int32_t j = moved[k].variable, place = lx_place_in(placing, j), own = placing->order->rows[place];
    lx_order_remove(placing->order, place);
    lx_place_at(m, placing, lx_place_in(placing, last) + 1, own, j);
    lx_meet_user(m->state, own);
    last = j;
  }
  return m->work >= 0;
}
