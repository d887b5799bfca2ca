/* region_store.c: groups by their signature, and the search among the regions of one. See region_store.h. */
#include "regions/region_store.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "regions/critical_region.h"

/* Least room, and room per row of the program, in bytes: a block of ten variables takes about 600 for its signature and
 * 1000 for a region. */
#define LX_STORE_BYTES 262144
#define LX_STORE_BYTES_PER_ROW 64

/* Regions that point the way to others, at most, before any are looked at; and how many are then at least. */
#define LX_STORE_HOPS 12
#define LX_STORE_LOOKS 32

/* Of LX_STORE_WINDOW blocks one in LX_STORE_SHARE must have been answered, or the group rests for so many blocks, the
 * next time for twice as many: looking at all regions in vain and keeping another costs about half of what the simplex
 * does. */
#define LX_STORE_WINDOW 32
#define LX_STORE_SHARE 8
#define LX_STORE_REST 512
#define LX_STORE_REST_MOST 65536

/* Part of its touching distance that a row may be off: the residual that the simplex leaves in a tight row (refresh.c).
 */
#define LX_STORE_TOUCH 0.01

/* More than rounding may explain: beyond it a row fails without a look at its numbers. */
#define LX_STORE_FAR 1e-3

/* Largest sum of the absolute factors of one variable: with it, residuals of LX_STORE_TOUCH put a value off by at most
 * 1e-9 where constants are up to a thousand. */
#define LX_STORE_NORM 64

typedef struct {
  lx_critical_region region;
  int16_t *next;   /* rows + variables: which region to try where this row is the first that fails, or -1 */
  int32_t suspect; /* row that failed the last time, checked first where the others do not matter; -1: none yet */
  uint32_t search; /* the last one that came by */
  int held;        /* since room was last looked for */
} lx_stored_region;

struct lx_region_group {
  lx_signature signature;
  uint64_t hash;
  lx_stored_region **regions; /* region_room */
  int32_t region_count;
  int32_t region_room;
  int32_t last;    /* the region that held last */
  int32_t hand;    /* where room is looked for next */
  int32_t cursor;  /* the region that was looked at last */
  int32_t width;   /* how many are looked at, a power of two from LX_STORE_LOOKS on */
  uint32_t search; /* number of this one */
  int32_t from;    /* the region at the end of the way that a search went, or -1, … */
  int32_t fault;   /* … and the row that made it fail */
  int32_t tried;
  int32_t held; /* of those tried */
  int32_t rest; /* blocks until regions are tried again */
  int32_t next_rest;
};

void lx_regions_clear(lx_region_store *store) {
  if (store->arena.allocator != NULL)
    lx_arena_reset(&store->arena);
  store->first_number += store->group_count;
  store->group_count = 0;
  store->bytes = 0;
  store->refused = 0;
  for (int32_t k = 0; k < store->table_size; k++)
    store->table[k] = -1;
}

void lx_regions_begin(lx_region_store *store, int64_t rows) {
  if (store->arena.allocator == NULL)
    lx_arena_init(&store->arena, store->allocator);
  store->limit = LX_STORE_BYTES + LX_STORE_BYTES_PER_ROW * rows;
  if (store->refused > store->group_count)
    lx_regions_clear(store);
}

void lx_regions_destroy(lx_region_store *store) {
  if (store->arena.allocator != NULL)
    lx_arena_destroy(&store->arena);
  lx_release(store->allocator, store->groups);
  lx_release(store->allocator, store->table);
}

/* The slot in the table of a signature with this hash, or of the -1 where it belongs. */
static int32_t *slot_of(const lx_region_store *store, const lx_signature *signature, uint64_t hash) {
  const uint32_t mask = (uint32_t)store->table_size - 1;
  uint32_t k = (uint32_t)hash & mask;
  for (; store->table[k] >= 0; k = (k + 1) & mask) {
    const lx_region_group *group = store->groups[store->table[k]];
    if (group->hash == hash && lx_signature_equal(&group->signature, signature))
      break;
  }
  return &store->table[k];
}

/* Room in the table for one group more. */
static lx_status reserve(lx_region_store *store) {
  void *block = store->groups;
  const lx_status status = lx_reserve(store->allocator, &block, &store->group_capacity, (int64_t)store->group_count + 1,
                                      sizeof *store->groups);
  store->groups = block;
  if (status != LX_OK || (store->group_count + 1) * 2 <= store->table_size)
    return status;
  const int32_t size = store->table_size > 0 ? store->table_size * 2 : 64;
  int32_t *table = lx_allocate(store->allocator, size, sizeof *table);
  if (table == NULL)
    return LX_ERROR_MEMORY;
  lx_release(store->allocator, store->table);
  store->table = table;
  store->table_size = size;
  for (int32_t k = 0; k < size; k++)
    table[k] = -1;
  for (int32_t g = 0; g < store->group_count; g++)
    *slot_of(store, &store->groups[g]->signature, store->groups[g]->hash) = g;
  return LX_OK;
}

/* Notes that so many bytes are to be taken; 0 where there is no room. */
static int claim(lx_region_store *store, int64_t bytes) {
  if (store->bytes + bytes > store->limit)
    return 0;
  store->bytes += bytes;
  return 1;
}

static lx_status add_group(lx_region_store *store, const lx_signature *signature, uint64_t hash) {
  lx_status status = reserve(store);
  if (status != LX_OK)
    return status;
  lx_region_group *group = lx_arena_take_zeroed(&store->arena, 1, sizeof *group);
  if (group == NULL)
    return LX_ERROR_MEMORY;
  status = lx_signature_copy(&store->arena, signature, &group->signature);
  if (status != LX_OK)
    return status;
  group->hash = hash;
  group->width = LX_STORE_REGIONS;
  *slot_of(store, signature, hash) = store->group_count;
  store->groups[store->group_count++] = group;
  return LX_OK;
}

lx_status lx_regions_find(lx_region_store *store, const lx_signature *signature, int64_t *number_out) {
  const uint64_t hash = lx_signature_hash(signature);
  int32_t index = store->table_size > 0 ? *slot_of(store, signature, hash) : -1;
  *number_out = 0;
  if (index < 0) {
    if (!claim(store, (int64_t)sizeof(lx_region_group) + lx_signature_size(signature))) {
      store->refused++;
      return LX_OK;
    }
    index = store->group_count;
    const lx_status status = add_group(store, signature, hash);
    if (status != LX_OK)
      return status;
  }
  *number_out = store->first_number + index + 1;
  return LX_OK;
}

lx_region_group *lx_regions_group(lx_region_store *store, int64_t number) {
  lx_region_group *group = store->groups[number - store->first_number - 1];
  if (group->rest > 0) {
    group->rest--;
    return NULL;
  }
  return group;
}

static double value_of(const lx_critical_region *region, int32_t j, const double *constants) {
  double sum = 0;
  for (int32_t t = region->starts[j]; t < region->starts[j + 1]; t++)
    sum += region->factors[t] * constants[region->rows[t]];
  return sum;
}

/* Whether a row holds that is off by more than its slack: by what a double can tell of the largest constant, which is
 * at most LX_VALUE_LIMIT or a few of them. */
static int holds_roughly(const lx_critical_region *region, const lx_signature *of, int32_t row, double distance,
                         const double *constants) {
  double largest = 0;
  if (distance < region->least[row] - LX_STORE_FAR || distance > region->most[row] + LX_STORE_FAR)
    return 0;
  for (int32_t r = 0; r < of->rows; r++)
    largest = fmax(largest, fabs(constants[r]));
  const double more = LX_STORE_TOUCH * LX_TOL_TOUCH_RELATIVE * largest;
  return distance >= region->least[row] - more && distance <= region->most[row] + more;
}

static int unit_holds(const lx_critical_region *region, const lx_signature *of, int32_t j, const double *constants,
                      double x) {
  const int32_t row = of->rows + j;
  return (x >= region->least[row] && x <= region->most[row]) || holds_roughly(region, of, row, x, constants);
}

static int row_holds(const lx_critical_region *region, const lx_signature *of, int32_t row, const double *constants,
                     const double *x) {
  double distance = -constants[row];
  for (int32_t e = of->starts[row]; e < of->starts[row + 1]; e++)
    distance += of->values[e] * x[of->columns[e]];
  return (distance >= region->least[row] && distance <= region->most[row]) ||
         holds_roughly(region, of, row, distance, constants);
}

/* Whether the row that failed last holds; only the values it needs are computed. */
static int suspect_holds(const lx_stored_region *stored, const lx_signature *of, const double *constants, double *x) {
  const lx_critical_region *region = &stored->region;
  const int32_t row = stored->suspect;
  if (row >= of->rows)
    return unit_holds(region, of, row - of->rows, constants, value_of(region, row - of->rows, constants));
  for (int32_t e = of->starts[row]; e < of->starts[row + 1]; e++)
    x[of->columns[e]] = value_of(region, of->columns[e], constants);
  return row_holds(region, of, row, constants, x);
}

/* Values for these constants. Returns -1 where the region holds, or the first row that does not. */
static int32_t evaluate(const lx_critical_region *region, const lx_signature *of, const double *constants, double *x) {
  for (int32_t j = 0; j < of->variables; j++) {
    x[j] = value_of(region, j, constants);
    if (!unit_holds(region, of, j, constants, x[j]))
      return of->rows + j;
  }
  for (int32_t r = 0; r < of->rows; r++)
    if (!row_holds(region, of, r, constants, x))
      return r;
  return -1;
}

/* The same where it does not matter which row fails: as early as possible. */
static int holds(lx_stored_region *stored, const lx_signature *of, const double *constants, double *x) {
  if (stored->suspect >= 0 && !suspect_holds(stored, of, constants, x))
    return 0;
  const int32_t fault = evaluate(&stored->region, of, constants, x);
  if (fault >= 0)
    stored->suspect = fault;
  return fault < 0;
}

/* Goes from region to region by the rows that fail, then looks at others in turn: at many where that has helped lately,
 * at few where it has not. Returns the region that holds, or -1. */
static int32_t search(lx_region_group *group, int32_t first, const double *constants, double *x) {
  const uint32_t number = ++group->search;
  int32_t k = first;
  group->from = -1;
  for (int32_t hops = 0; hops < LX_STORE_HOPS && k >= 0 && k < group->region_count; hops++) {
    lx_stored_region *stored = group->regions[k];
    if (stored->search == number)
      break;
    stored->search = number;
    const int32_t fault = evaluate(&stored->region, &group->signature, constants, x);
    if (fault < 0)
      return k;
    group->from = k;
    group->fault = fault;
    k = stored->next[fault];
  }
  const int32_t width = group->width < group->region_count ? group->width : group->region_count;
  for (int32_t tried = 0; tried < width; tried++) {
    group->cursor = group->cursor + 1 < group->region_count ? group->cursor + 1 : 0;
    lx_stored_region *stored = group->regions[group->cursor];
    if (stored->search != number && holds(stored, &group->signature, constants, x)) {
      group->width = group->width < LX_STORE_REGIONS ? group->width * 2 : group->width;
      group->regions[group->from]->next[group->fault] = (int16_t)group->cursor;
      return group->cursor;
    }
  }
  group->width = group->width > LX_STORE_LOOKS ? group->width / 2 : group->width;
  return -1;
}

/* Counts how a group does, and lets one that does badly rest. */
static void count(lx_region_group *group, int holds) {
  group->tried++;
  group->held += holds;
  if (group->tried < LX_STORE_WINDOW)
    return;
  if (group->held * LX_STORE_SHARE < group->tried) {
    group->rest = group->next_rest > 0 ? group->next_rest : LX_STORE_REST;
    group->next_rest = group->rest < LX_STORE_REST_MOST ? group->rest * 2 : group->rest;
  } else {
    group->next_rest = 0;
  }
  group->tried = 0;
  group->held = 0;
}

int lx_regions_look_up(lx_region_group *group, int32_t *region_io, const double *constants, lx_region_answer *out) {
  group->from = -1;
  const int32_t first = *region_io > 0 ? *region_io - 1 : group->last;
  const int32_t k = group->region_count == 0 ? -1 : search(group, first, constants, out->x);
  count(group, k >= 0);
  if (k < 0)
    return 0;
  group->last = k;
  group->regions[k]->held = 1;
  *region_io = k + 1;
  out->statuses = group->regions[k]->region.statuses;
  return 1;
}

/* Room for more regions in a group, twice as many; the old list stays in the arena. Does nothing where the bound is
 * near. */
static lx_status widen(lx_region_store *store, lx_region_group *group) {
  const int32_t room = group->region_room > 0 ? 2 * group->region_room : 4;
  if (!claim(store, room * (int64_t)sizeof *group->regions))
    return LX_OK;
  lx_stored_region **regions = lx_arena_take_zeroed(&store->arena, room, sizeof *regions);
  if (regions == NULL)
    return LX_ERROR_MEMORY;
  if (group->region_count > 0)
    memcpy(regions, group->regions, sizeof *regions * (size_t)group->region_count);
  group->regions = regions;
  group->region_room = room;
  return LX_OK;
}

/* Terms of a region at most: a region is filled again with another basis. */
static int64_t most_terms(const lx_reduced_lp *lp) { return (int64_t)lp->variables * lp->variables; }

static int64_t stored_size(const lx_reduced_lp *lp) {
  return (int64_t)sizeof(lx_stored_region) + lx_region_size(lp, most_terms(lp)) + lp->total * (int64_t)sizeof(int16_t);
}

static lx_status take_stored(lx_arena *arena, const lx_reduced_lp *lp, lx_stored_region **out) {
  lx_stored_region *stored = lx_arena_take_zeroed(arena, 1, sizeof *stored);
  int16_t *next = lx_arena_take(arena, lp->total, sizeof *next);
  if (stored == NULL || next == NULL)
    return LX_ERROR_MEMORY;
  stored->next = next;
  const lx_status status = lx_region_reserve(arena, lp, most_terms(lp), &stored->region);
  if (status == LX_OK)
    *out = stored;
  return status;
}

/* A region to be filled: a new one, or one that has not held since the hand came by the last time. -1 where there is no
 * room for the first. */
static lx_status make_room(lx_region_store *store, lx_region_group *group, const lx_reduced_lp *lp, int32_t *out) {
  *out = -1;
  if (group->region_count == group->region_room && group->region_room < LX_STORE_REGIONS) {
    const lx_status status = widen(store, group);
    if (status != LX_OK)
      return status;
  }
  if (group->region_count < group->region_room &&
      (group->regions[group->region_count] != NULL || claim(store, stored_size(lp)))) {
    lx_stored_region **stored = &group->regions[group->region_count];
    *out = group->region_count;
    return *stored != NULL ? LX_OK : take_stored(&store->arena, lp, stored);
  }
  if (group->region_count == 0) {
    store->refused++;
    return LX_OK;
  }
  while (*out < 0) {
    lx_stored_region *stored = group->regions[group->hand];
    if (!stored->held)
      *out = group->hand;
    stored->held = 0;
    group->hand = (group->hand + 1) % group->region_count;
  }
  return LX_OK;
}

/* Which region has these statuses, or -1. */
static int32_t find_statuses(const lx_region_group *group, const int8_t *statuses, int32_t total) {
  for (int32_t k = 0; k < group->region_count; k++)
    if (memcmp(group->regions[k]->region.statuses, statuses, (size_t)total) == 0)
      return k;
  return -1;
}

/* Fills a region with a basis; returns 0, and leaves it alone, where the inverse is too large to be exact enough. */
static int fill(lx_stored_region *stored, const lx_reduced_lp *lp, const lx_vertex *vertex, const int8_t *statuses) {
  static const lx_region_slack slack = {
      .nonbasic = LX_STORE_TOUCH * LX_TOL_TOUCH,
      .tight = LX_STORE_TOUCH * LX_TOL_TOUCH,
      .tight_binding = LX_STORE_TOUCH * LX_TOL_TOUCH,
  };
  double table[2 * LX_STORE_VARIABLES * LX_STORE_VARIABLES];
  int32_t tight[LX_STORE_VARIABLES], listed[2 * LX_STORE_VARIABLES];
  lx_basis_inverse inverse = {.tight = tight, .table = table, .listed = listed};
  if (!lx_basis_invert(lp, vertex, &inverse) || !(lx_inverse_norm(&inverse) <= LX_STORE_NORM))
    return 0;
  lx_region_fill(&stored->region, lp, &inverse, statuses, &slack);
  for (int32_t r = 0; r < lp->total; r++)
    stored->next[r] = -1;
  stored->suspect = -1;
  stored->held = 0;
  return 1;
}

/* Notes which region holds where the search of this block ended. */
static void point_to(lx_region_group *group, int32_t k) {
  if (group->from >= 0 && group->from != k)
    group->regions[group->from]->next[group->fault] = (int16_t)k;
}

lx_status lx_regions_insert(lx_region_store *store, lx_region_group *group, int32_t *region_io, const lx_reduced_lp *lp,
                            const lx_vertex *vertex, lx_region_answer *out, int *answers_out) {
  int8_t statuses[LX_STORE_ROWS + LX_STORE_VARIABLES];
  int32_t k;
  *answers_out = 0;
  if (!lx_region_statuses(lp, vertex, statuses) || !lx_is_only_optimum(lp, vertex))
    return LX_OK;
  k = find_statuses(group, statuses, lp->total);
  if (k >= 0) {
    point_to(group, k);
    return LX_OK;
  }
  const lx_status status = make_room(store, group, lp, &k);
  if (status != LX_OK || k < 0 || !fill(group->regions[k], lp, vertex, statuses))
    return status;
  if (k == group->region_count)
    group->region_count++;
  point_to(group, k);
  if (evaluate(&group->regions[k]->region, &group->signature, lp->constant, out->x) < 0) {
    group->last = k;
    *region_io = k + 1;
    out->statuses = group->regions[k]->region.statuses;
    *answers_out = 1;
  }
  return LX_OK;
}
