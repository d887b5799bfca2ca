/* region_store.c: groups by their signature, and the search among the regions of one. See region_store.h. */
#include "regions/region_store.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "regions/critical_region.h"

/* Least room, and room per row of the program, in bytes: a core of ten variables takes about 600 for its signature and
 * 1000 for a region. */
#define LX_KEPT_LEAST 262144
#define LX_KEPT_PER_ROW 64

/* Regions that point the way to others, at most, before any are looked at; and how many are then at least. */
#define LX_KEPT_HOPS 12
#define LX_KEPT_LOOKS 32

/* Of LX_KEPT_WINDOW cores one in LX_KEPT_SHARE must have been answered, or the group rests for so many cores, the next
 * time for twice as many: looking at all regions in vain and keeping another costs about half of what the simplex does.
 */
#define LX_KEPT_WINDOW 32
#define LX_KEPT_SHARE 8
#define LX_KEPT_REST 512
#define LX_KEPT_REST_MOST 65536

struct lx_group {
  lx_signature signature;
  uint64_t hash;
  lx_map **maps; /* map_room */
  int32_t map_count;
  int32_t map_room;
  int32_t last;    /* the map that held last */
  int32_t hand;    /* where room is looked for next */
  int32_t eye;     /* the map that was looked at last */
  int32_t width;   /* how many are looked at, a power of two from LX_KEPT_LOOKS on */
  uint32_t search; /* number of this one */
  int32_t from;    /* the map at the end of the way that a search went, or -1, … */
  int32_t fault;   /* … and the row that made it fail */
  int32_t tried;
  int32_t held; /* of those tried */
  int32_t rest; /* cores until regions are tried again */
  int32_t next_rest;
};

void lx_regions_forget(lx_regions *regions) {
  if (regions->arena.allocator != NULL)
    lx_arena_reset(&regions->arena);
  regions->first_number += regions->group_count;
  regions->group_count = 0;
  regions->bytes = 0;
  regions->refused = 0;
  for (int32_t k = 0; k < regions->table_size; k++)
    regions->table[k] = -1;
}

void lx_regions_begin(lx_regions *regions, const lx_program *program) {
  if (regions->arena.allocator == NULL)
    lx_arena_init(&regions->arena, regions->allocator);
  regions->limit = LX_KEPT_LEAST + (int64_t)LX_KEPT_PER_ROW * program->row_count;
  if (regions->refused > regions->group_count)
    lx_regions_forget(regions);
}

void lx_regions_destroy(lx_regions *regions) {
  if (regions->arena.allocator != NULL)
    lx_arena_destroy(&regions->arena);
  lx_release(regions->allocator, regions->groups);
  lx_release(regions->allocator, regions->table);
}

/* The place in the table of a signature with this hash, or of the -1 where it belongs. */
static int32_t *place_of(const lx_regions *regions, const lx_signature *signature, uint64_t hash) {
  const uint32_t mask = (uint32_t)regions->table_size - 1;
  uint32_t k = (uint32_t)hash & mask;
  for (; regions->table[k] >= 0; k = (k + 1) & mask) {
    const lx_group *group = regions->groups[regions->table[k]];
    if (group->hash == hash && lx_signature_equal(&group->signature, signature))
      break;
  }
  return &regions->table[k];
}

/* Room in the table for one group more. */
static lx_status reserve(lx_regions *regions) {
  void *block = regions->groups;
  const lx_status status = lx_reserve(regions->allocator, &block, &regions->group_capacity,
                                      (int64_t)regions->group_count + 1, sizeof *regions->groups);
  regions->groups = block;
  if (status != LX_OK || (regions->group_count + 1) * 2 <= regions->table_size)
    return status;
  const int32_t size = regions->table_size > 0 ? regions->table_size * 2 : 64;
  int32_t *table = lx_allocate(regions->allocator, size, sizeof *table);
  if (table == NULL)
    return LX_ERROR_MEMORY;
  lx_release(regions->allocator, regions->table);
  regions->table = table;
  regions->table_size = size;
  for (int32_t k = 0; k < size; k++)
    table[k] = -1;
  for (int32_t g = 0; g < regions->group_count; g++)
    *place_of(regions, &regions->groups[g]->signature, regions->groups[g]->hash) = g;
  return LX_OK;
}

/* Notes that so many bytes are to be taken; 0 where there is no room. */
static int claim(lx_regions *regions, int64_t bytes) {
  if (regions->bytes + bytes > regions->limit)
    return 0;
  regions->bytes += bytes;
  return 1;
}

static lx_status add_group(lx_regions *regions, const lx_signature *signature, uint64_t hash) {
  lx_status status = reserve(regions);
  if (status != LX_OK)
    return status;
  lx_group *group = lx_arena_take_zeroed(&regions->arena, 1, sizeof *group);
  if (group == NULL)
    return LX_ERROR_MEMORY;
  status = lx_signature_copy(&regions->arena, signature, &group->signature);
  if (status != LX_OK)
    return status;
  group->hash = hash;
  group->width = LX_KEPT_REGIONS;
  *place_of(regions, signature, hash) = regions->group_count;
  regions->groups[regions->group_count++] = group;
  return LX_OK;
}

lx_status lx_regions_find(lx_session *session, lx_part *part, const lx_piece *piece, int reduced, lx_group **out) {
  lx_regions *regions = session->regions;
  lx_status status = LX_OK;
  *out = NULL;
  if (piece->variable_count > LX_KEPT_ORDER || piece->row_count > LX_KEPT_ROWS)
    return LX_OK;
  if (part->group <= regions->first_number) {
    lx_signature signature;
    status = lx_signature_of(session, piece, reduced, &signature);
    if (status != LX_OK)
      return status;
    const uint64_t hash = lx_signature_hash(&signature);
    int32_t place = regions->table_size > 0 ? *place_of(regions, &signature, hash) : -1;
    if (place < 0) {
      if (!claim(regions, (int64_t)sizeof(lx_group) + lx_signature_size(&signature))) {
        regions->refused++;
        return LX_OK;
      }
      place = regions->group_count;
      status = add_group(regions, &signature, hash);
      if (status != LX_OK)
        return status;
    }
    part->group = regions->first_number + place + 1;
    part->region = 0;
  }
  lx_group *group = regions->groups[part->group - regions->first_number - 1];
  if (group->rest > 0)
    group->rest--;
  else
    *out = group;
  return LX_OK;
}

/* Follows the regions from one to the next, then looks at others in turn: at many where that has helped lately, at few
 * where it has not. Returns the map that holds, or -1. */
static int32_t search(lx_group *group, int32_t first, const double *constants, double *x) {
  const uint32_t number = ++group->search;
  int32_t k = first;
  group->from = -1;
  for (int32_t hops = 0; hops < LX_KEPT_HOPS && k >= 0 && k < group->map_count; hops++) {
    lx_map *map = group->maps[k];
    if (map->search == number)
      break;
    map->search = number;
    const int32_t fault = lx_map_apply(map, &group->signature, constants, x);
    if (fault < 0)
      return k;
    group->from = k;
    group->fault = fault;
    k = map->next[fault];
  }
  const int32_t width = group->width < group->map_count ? group->width : group->map_count;
  for (int32_t tried = 0; tried < width; tried++) {
    group->eye = group->eye + 1 < group->map_count ? group->eye + 1 : 0;
    lx_map *map = group->maps[group->eye];
    if (map->search != number && lx_map_tries(map, &group->signature, constants, x)) {
      group->width = group->width < LX_KEPT_REGIONS ? group->width * 2 : group->width;
      group->maps[group->from]->next[group->fault] = (int16_t)group->eye;
      return group->eye;
    }
  }
  group->width = group->width > LX_KEPT_LOOKS ? group->width / 2 : group->width;
  return -1;
}

/* Values and places into the session. A variable of any sign is where it is. */
static void keep(lx_session *session, const lx_signature *of, const lx_map *map, const lx_piece *piece,
                 const double *x) {
  for (int32_t j = 0; j < of->variables; j++) {
    const int8_t place = map->places[of->rows + j];
    session->value[piece->variables[j]] = x[j];
    session->variable_place[piece->variables[j]] = place != LX_PLACE_UNKNOWN ? place
                                                   : x[j] < 0                ? LX_PLACE_BELOW
                                                                             : LX_PLACE_ABOVE;
  }
  for (int32_t r = 0; r < of->rows; r++)
    session->row_place[piece->rows[r]] = map->places[r];
}

/* Counts how a group does, and lets one that does badly rest. */
static void count(lx_group *group, int holds) {
  group->tried++;
  group->held += holds;
  if (group->tried < LX_KEPT_WINDOW)
    return;
  if (group->held * LX_KEPT_SHARE < group->tried) {
    group->rest = group->next_rest > 0 ? group->next_rest : LX_KEPT_REST;
    group->next_rest = group->rest < LX_KEPT_REST_MOST ? group->rest * 2 : group->rest;
  } else {
    group->next_rest = 0;
  }
  group->tried = 0;
  group->held = 0;
}

int lx_regions_recall(lx_session *session, lx_group *group, lx_part *part, const lx_piece *piece,
                      const double *constants) {
  double x[LX_KEPT_ORDER];
  group->from = -1;
  const int32_t k =
      group->map_count == 0 ? -1 : search(group, part->region > 0 ? part->region - 1 : group->last, constants, x);
  count(group, k >= 0);
  if (k < 0)
    return 0;
  group->last = k;
  group->maps[k]->held = 1;
  part->region = k + 1;
  keep(session, &group->signature, group->maps[k], piece, x);
  return 1;
}

/* Room for more maps in a group, twice as many; the old list stays in the arena. Does nothing where the bound is near.
 */
static lx_status widen(lx_regions *regions, lx_group *group) {
  const int32_t room = group->map_room > 0 ? 2 * group->map_room : 4;
  if (!claim(regions, room * (int64_t)sizeof *group->maps))
    return LX_OK;
  lx_map **maps = lx_arena_take_zeroed(&regions->arena, room, sizeof *maps);
  if (maps == NULL)
    return LX_ERROR_MEMORY;
  if (group->map_count > 0)
    memcpy(maps, group->maps, sizeof *maps * (size_t)group->map_count);
  group->maps = maps;
  group->map_room = room;
  return LX_OK;
}

/* A map to be filled: a new one, or one that has not held since the hand came by the last time. -1 where there is no
 * room for the first. */
static lx_status make_room(lx_regions *regions, lx_group *group, const lx_core *core, int32_t *out) {
  *out = -1;
  if (group->map_count == group->map_room && group->map_room < LX_KEPT_REGIONS) {
    const lx_status status = widen(regions, group);
    if (status != LX_OK)
      return status;
  }
  if (group->map_count < group->map_room &&
      (group->maps[group->map_count] != NULL || claim(regions, lx_map_size(core)))) {
    lx_map **map = &group->maps[group->map_count];
    *out = group->map_count;
    return *map != NULL ? LX_OK : lx_map_reserve(&regions->arena, core, map);
  }
  if (group->map_count == 0) {
    regions->refused++;
    return LX_OK;
  }
  while (*out < 0) {
    lx_map *map = group->maps[group->hand];
    if (!map->held)
      *out = group->hand;
    map->held = 0;
    group->hand = (group->hand + 1) % group->map_count;
  }
  return LX_OK;
}

/* Which map has these places, or -1. */
static int32_t find_places(const lx_group *group, const int8_t *places, int32_t total) {
  for (int32_t k = 0; k < group->map_count; k++)
    if (memcmp(group->maps[k]->places, places, (size_t)total) == 0)
      return k;
  return -1;
}

lx_status lx_regions_learn(lx_session *session, lx_group *group, lx_part *part, const lx_piece *piece,
                           const lx_core *core, const lx_vertex *vertex) {
  int8_t places[LX_KEPT_ROWS + LX_KEPT_ORDER];
  double x[LX_KEPT_ORDER];
  int32_t k;
  lx_map_places(core, vertex, places);
  if (!lx_is_only_optimum(core, vertex))
    return LX_OK;
  k = find_places(group, places, core->total);
  if (k >= 0) {
    if (group->from >= 0 && group->from != k)
      group->maps[group->from]->next[group->fault] = (int16_t)k;
    return LX_OK;
  }
  const lx_status status = make_room(session->regions, group, core, &k);
  if (status != LX_OK || k < 0 || !lx_map_fill(group->maps[k], core, vertex, places))
    return status;
  if (k == group->map_count)
    group->map_count++;
  if (group->from >= 0 && group->from != k)
    group->maps[group->from]->next[group->fault] = (int16_t)k;
  if (lx_map_apply(group->maps[k], &group->signature, core->constant, x) < 0) {
    group->last = k;
    part->region = k + 1;
    keep(session, &group->signature, group->maps[k], piece, x);
  }
  return LX_OK;
}
