/* cone_signs.c: what signs alone decide of a cone of directions.
 *
 * A row that must not fall, and has one term that may rise, keeps that term from falling; without any, none of its terms may fall. Followed
 * to the end, that often decides everything: sizes that cannot shrink between edges that cannot move apart. A variable loses two signs at
 * most, and a row is looked at when it has one such term left and when it has none: linear in the entries. */
#include <math.h>

#include "diagnose/ambiguity_internal.h"

/* Part of the largest coefficient of a row up to which another may be rounding, so that the row tells nothing of its variable. */
#define LX_TOL_COEFFICIENT 1e-9

/* What a variable, or a term, may do: 1 << one of these. */
enum { LX_RISE, LX_FALL };

typedef struct {
  const lx_explorer *explorer;
  uint8_t *may;        /* n: 1 << LX_RISE and 1 << LX_FALL; 0 is fixed */
  int32_t *counts[2];  /* total: terms of a row that may rise, and that may fall */
  int32_t *waiting;    /* 2 x total: 2 x row + the way of few terms … */
  uint8_t *is_waiting; /* … which is there at most once */
  int32_t waiting_count;
} lx_sign_search;

/* Which way a term goes when its variable goes `way`, and the other way round. */
static int term_way(int way, double coefficient) { return coefficient > 0 ? way : !way; }

/* Whether terms of a row that go `way` make up for the others: it must not go the other way as a whole. */
static int is_bound(const lx_explorer *explorer, int32_t row, int way) {
  const uint8_t kind = explorer->kind[row];
  return kind == LX_CONE_ZERO || kind == (way == LX_RISE ? LX_CONE_RISES : LX_CONE_FALLS);
}

static void look_at(lx_sign_search *search, int32_t row, int way) {
  const int32_t item = 2 * row + way;
  if (search->counts[way][row] > 1 || search->is_waiting[item] || !is_bound(search->explorer, row, way))
    return;
  search->is_waiting[item] = 1;
  search->waiting[search->waiting_count++] = item;
}

static void drop_term(lx_sign_search *search, int32_t row, int way) {
  search->counts[way][row]--;
  look_at(search, row, way);
}

/* Keeps a variable from going `way`. */
static void forbid(lx_sign_search *search, int32_t j, int way) {
  const lx_reduced_lp *lp = search->explorer->lp;
  if (!(search->may[j] & 1 << way))
    return;
  search->may[j] &= (uint8_t) ~(1 << way);
  for (int32_t e = lp->column_starts[j]; e < lp->column_starts[j + 1]; e++)
    drop_term(search, lp->column_rows[e], term_way(way, lp->column_values[e]));
  drop_term(search, lp->rows + j, way);
}

/* What a row tells of its variables where at most one term may go `way`. */
static void conclude(lx_sign_search *search, int32_t row, int way) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(search->explorer->lp, row, &unit);
  const int has_one = search->counts[way][row] == 1;
  double largest = 0;
  for (int32_t e = 0; e < entries.count; e++)
    largest = fmax(largest, fabs(entries.values[e]));
  for (int32_t e = 0; e < entries.count; e++) {
    const int32_t j = entries.columns[e];
    if (search->may[j] == 0 || fabs(entries.values[e]) <= LX_TOL_COEFFICIENT * largest)
      continue;
    if (!has_one || search->may[j] & 1 << term_way(way, entries.values[e]))
      forbid(search, j, term_way(!way, entries.values[e]));
  }
}

/* Counts the terms of each row whose variable moves. */
static void count_terms(lx_sign_search *search) {
  const lx_explorer *explorer = search->explorer;
  const lx_reduced_lp *lp = explorer->lp;
  for (int32_t j = 0; j < lp->variables; j++)
    search->may[j] = explorer->direction.value[j] != 0 ? 1 << LX_RISE | 1 << LX_FALL : 0;
  for (int32_t r = 0; r < lp->total; r++) {
    int32_t unit;
    const lx_entries entries = lx_lp_row(lp, r, &unit);
    for (int32_t e = 0; e < entries.count; e++)
      search->counts[LX_RISE][r] += search->may[entries.columns[e]] != 0;
    search->counts[LX_FALL][r] = search->counts[LX_RISE][r];
  }
}

lx_status lx_fix_by_signs(lx_explorer *explorer, int32_t *left_out) {
  const lx_reduced_lp *lp = explorer->lp;
  lx_arena *arena = explorer->arena;
  lx_sign_search search = {
      .explorer = explorer,
      .may = lx_arena_take(arena, lp->variables, sizeof(uint8_t)),
      .counts = {lx_arena_take_zeroed(arena, lp->total, sizeof(int32_t)), lx_arena_take_zeroed(arena, lp->total, sizeof(int32_t))},
      .waiting = lx_arena_take(arena, 2 * (int64_t)lp->total, sizeof(int32_t)),
      .is_waiting = lx_arena_take_zeroed(arena, 2 * (int64_t)lp->total, sizeof(uint8_t)),
  };
  if (search.may == NULL || search.counts[0] == NULL || search.counts[1] == NULL || search.waiting == NULL || search.is_waiting == NULL)
    return LX_ERROR_MEMORY;
  count_terms(&search);
  for (int32_t r = 0; r < lp->total; r++)
    for (int way = LX_RISE; way <= LX_FALL; way++)
      look_at(&search, r, way);
  while (search.waiting_count > 0) {
    const int32_t item = search.waiting[--search.waiting_count];
    search.is_waiting[item] = 0;
    conclude(&search, item / 2, item % 2);
  }
  *left_out = 0;
  for (int32_t j = 0; j < lp->variables; j++) {
    if (search.may[j] == 0)
      explorer->direction.value[j] = 0;
    *left_out += search.may[j] != 0;
  }
  return LX_OK;
}
