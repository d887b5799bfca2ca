/* eliminate.h: aggregation: variables that required equalities define by others leave, with exact cancellation.
 *
 * Within a component, a required equality defines one of its variables by the others and leaves; it is subtracted from
 * the other rows that mention the variable, so that what appears only as a difference cancels. Chains of positions
 * vanish this way, and sizes remain. The values come back in reverse order.
 *
 * Only the structure is looked at. The operations on constants are kept as elimination records, so that new constants
 * need one pass and no search. A variable that must be >= 0 leaves only where its definition is a sum of positive
 * multiples of variables that must be, too; its sign is then checked in the answer. (The classical reductions are in E.
 * D. Andersen and K. D. Andersen, Presolving in linear programming, Mathematical Programming 71, 1995.) */
#ifndef LX_ELIMINATE_H
#define LX_ELIMINATE_H

#include "presolve/reduce.h"

/* constant[target] -= factor * constant[source] */
typedef struct {
  int32_t target;
  int32_t source;
  double factor;
} lx_elimination_record;

typedef struct {
  const lx_allocator *allocator;
  /* Per row slot: the entries after all aggregations. The row of an aggregation has the variable it defines first. */
  int32_t *starts;
  int32_t *counts;
  int32_t *columns; /* used */
  double *values;   /* used */
  int64_t column_capacity;
  int64_t value_capacity;
  int32_t used;
  uint8_t *is_aggregated; /* per row slot: defines a variable and has left; in components that are not plain */
  uint8_t *is_defined;    /* per variable slot: is defined by such a row; likewise */
  /* Aggregations and records in the order they were made, those of each component together. */
  int32_t *aggregated; /* rows */
  int64_t aggregated_capacity;
  int32_t aggregated_count;
  lx_elimination_record *records;
  int64_t record_capacity;
  int32_t record_count;
} lx_elimination;

/* Nothing is eliminated yet. On failure, here and below, the caller destroys `out`. */
lx_status lx_elimination_create(lx_arena *arena, const lx_program *program, lx_room room, lx_elimination *out);

/* Eliminates in component `first` and all after it, and sets their aggregations and records. Where the numbers do not
 * allow it, is_plain is set and there are none; where it is set already, nothing is done. no_eliminate: per
 * variable slot, whether one that must be >= 0 must stay; or NULL. `scratch` may be reset afterwards. */
lx_status lx_eliminate(lx_arena *scratch, const lx_program *program, const lx_assignment *assignment,
                       const uint8_t *no_eliminate, lx_components *components, int32_t first, lx_elimination *out);

/* Releases what lies outside of the arena. */
void lx_elimination_destroy(lx_elimination *elimination);

#endif
