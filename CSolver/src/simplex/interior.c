/* interior.c: see interior.h.
 *
 * A simplex of a coupled program takes about a pivot a row, and each moves a good part of the rows. An interior point
 * method takes some twenty steps for each level, whatever the size, each a factorization of normal equations, which
 * are sparse. What it cannot do is what the simplex does best: end at a vertex, and say what is optimal. So it only
 * finds where to start.
 *
 * What the optimum of a level leaves open is a face: a row whose dual is less than its cost above is not above its
 * constant anywhere on it, one that pays this cost is not below. Both must hold from then on, as required rows must
 * from the start. The rows that are held at their constants are the first basis, those of high levels first. Two
 * things make it one: constants are perturbed, so that rows which meet in one vertex without need do not, and where
 * the last level leaves a face, one level more, which wishes everything that is open to be at its constant, leaves a
 * vertex of it. Nothing has to be exact: the simplex decides.
 *
 * References: N. Megiddo, On finding primal- and dual-optimal bases (ORSA J. Computing 3, 1991) for the way from
 * there to a basis; R. Portnoy and R. Koenker, The Gaussian hare and the Laplacian tortoise (Statistical Science 12,
 * 1997) for interior points of sums of absolute values. */
#include <math.h>
#include <string.h>

#include "base/spread.h"
#include "simplex/interior_internal.h"

/* A row of more entries keeps its dual. */
#define WIDE_ROW 10

/* Entries of the factor for each entry of the reduced LP from which on it fills in too much. */
#define MOST_FILL 60

/* Constants are perturbed by once to twice this, in points. */
#define PERTURBATION 1e-2

/* A dual this near to a bound, for the largest weight of the level, may as well be at it. */
#define AT_BOUND 1e-4

/* Duals with more than the first part of the way from a bound are surest to be tight, and so on. */
static const double strengths[] = {0.2, 0.04, 0.002};
enum { STRENGTHS = sizeof strengths / sizeof *strengths + 1 };

/* Rows that nothing holds go by their distances: so many parts of each power of ten, from NEAREST points on, over eleven of them. */
#define NEAREST 1e-6
#define PARTS_OF_TEN 4
enum { DISTANCES = 11 * PARTS_OF_TEN };

/* Tiers are int16_t, and one more is used by whoever offers them. */
#define MOST_TIERS (INT16_MAX - 1)

/* What a level takes: steps, and entries that a pivot goes through in the time of an entry in a step, and of so many
 * multiplications. */
#define USUAL_STEPS 25
#define ENTRY_EFFORT 10
#define MULTIPLICATIONS 256

/* The graph of the system: variables that share a narrow row, wide rows and their variables. */
static lx_status list_neighbours(lx_interior *in, int64_t **starts_out, int32_t **neighbours_out) {
  const lx_reduced_lp *lp = in->lp;
  const int32_t n = lp->variables;
  int64_t most = 0, count = 0;
  for (int32_t r = 0; r < lp->rows; r++) {
    const int64_t length = lp->starts[r + 1] - lp->starts[r];
    most += in->wide_node[r] >= 0 ? 2 * length : length * (length - 1);
  }
  int64_t *starts = *starts_out = lx_arena_take(&in->arena, (int64_t)in->nodes + 1, sizeof *starts);
  int32_t *neighbours = *neighbours_out = lx_arena_take(&in->arena, most, sizeof *neighbours);
  int32_t *mark = lx_arena_take(&in->arena, in->nodes, sizeof *mark);
  if (starts == NULL || neighbours == NULL || mark == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t i = 0; i < in->nodes; i++)
    mark[i] = -1;
  for (int32_t j = 0; j < n; j++) {
    starts[j] = count;
    mark[j] = j;
    for (int32_t e = lp->column_starts[j]; e < lp->column_starts[j + 1]; e++) {
      const int32_t row = lp->column_rows[e];
      if (in->wide_node[row] >= 0) {
        neighbours[count++] = in->wide_node[row];
        continue;
      }
      for (int32_t t = lp->starts[row]; t < lp->starts[row + 1]; t++)
        if (mark[lp->columns[t]] != j) {
          mark[lp->columns[t]] = j;
          neighbours[count++] = lp->columns[t];
        }
    }
  }
  for (int32_t r = 0; r < lp->rows; r++) {
    if (in->wide_node[r] < 0)
      continue;
    starts[in->wide_node[r]] = count;
    for (int32_t t = lp->starts[r]; t < lp->starts[r + 1]; t++)
      neighbours[count++] = lp->columns[t];
  }
  starts[in->nodes] = count;
  return LX_OK;
}

static lx_status find_slots(lx_interior *in) {
  const lx_reduced_lp *lp = in->lp;
  in->slot_starts = lx_arena_take(&in->arena, (int64_t)lp->total + 1, sizeof *in->slot_starts);
  in->diagonal = lx_arena_take(&in->arena, in->nodes, sizeof *in->diagonal);
  in->values = lx_arena_take(&in->arena, lx_symmetric_slots(in->system), sizeof *in->values);
  if (in->slot_starts == NULL || in->diagonal == NULL || in->values == NULL)
    return LX_ERROR_MEMORY;
  in->slot_starts[0] = 0;
  for (int32_t r = 0; r < lp->total; r++) {
    int32_t unit;
    const int64_t length = lx_lp_row(lp, r, &unit).count;
    in->slot_starts[r + 1] = in->slot_starts[r] + (in->wide_node[r] >= 0 ? length : length * (length + 1) / 2);
  }
  in->slots = lx_arena_take(&in->arena, in->slot_starts[lp->total], sizeof *in->slots);
  if (in->slots == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t i = 0; i < in->nodes; i++)
    in->diagonal[i] = lx_symmetric_slot(in->system, i, i);
  for (int32_t r = 0; r < lp->total; r++) {
    int64_t *slots = in->slots + in->slot_starts[r];
    int32_t unit;
    const lx_entries row = lx_lp_row(lp, r, &unit);
    for (int32_t a = 0; a < row.count; a++) {
      if (in->wide_node[r] >= 0)
        *slots++ = lx_symmetric_slot(in->system, row.columns[a], in->wide_node[r]);
      else
        for (int32_t b = 0; b <= a; b++)
          *slots++ = lx_symmetric_slot(in->system, row.columns[a], row.columns[b]);
    }
  }
  return LX_OK;
}

static lx_status take_state(lx_interior *in) {
  const int64_t total = in->lp->total;
  double **arrays[] = {&in->constant,   &in->above,      &in->below,         &in->p,        &in->q,  &in->y,
                       &in->zp,         &in->zq,         &in->residual,      &in->dp,       &in->dq, &in->dy,
                       &in->inverse_zp, &in->inverse_zq, &in->inverse_ratio, &in->target_p, &in->target_q};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
    *arrays[k] = lx_arena_take(&in->arena, total, sizeof(double));
    if (*arrays[k] == NULL)
      return LX_ERROR_MEMORY;
  }
  in->holds_above = lx_arena_take_zeroed(&in->arena, total, sizeof *in->holds_above);
  in->holds_below = lx_arena_take_zeroed(&in->arena, total, sizeof *in->holds_below);
  in->held_at = lx_arena_take(&in->arena, total, sizeof *in->held_at);
  in->rows = lx_arena_take(&in->arena, total, sizeof *in->rows);
  in->waiting = lx_arena_take(&in->arena, total, sizeof *in->waiting);
  in->x = lx_arena_take_zeroed(&in->arena, in->lp->variables, sizeof *in->x);
  in->last = lx_arena_take(&in->arena, in->lp->variables, sizeof *in->last);
  in->step = lx_arena_take(&in->arena, in->nodes, sizeof *in->step);
  in->dual_residual = lx_arena_take(&in->arena, in->lp->variables, sizeof *in->dual_residual);
  return in->holds_above == NULL || in->holds_below == NULL || in->held_at == NULL || in->rows == NULL ||
                 in->waiting == NULL || in->x == NULL || in->last == NULL || in->step == NULL || in->dual_residual == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

lx_status lx_interior_create(const lx_allocator *allocator, const lx_reduced_lp *lp, lx_interior **out) {
  *out = NULL;
  if (lp->binding_levels >= lp->levels || lx_interior_tier_count(lp->levels) > MOST_TIERS)
    return LX_OK;
  lx_interior *in = lx_allocate_zeroed(allocator, 1, sizeof *in);
  if (in == NULL)
    return LX_ERROR_MEMORY;
  lx_arena_init(&in->arena, allocator);
  in->lp = lp;
  in->nodes = lp->variables;
  in->wide_node = lx_arena_take(&in->arena, lp->total, sizeof *in->wide_node);
  lx_status status = in->wide_node == NULL ? LX_ERROR_MEMORY : LX_OK;
  for (int32_t r = 0; r < lp->total && status == LX_OK; r++)
    in->wide_node[r] = r < lp->rows && lp->starts[r + 1] - lp->starts[r] > WIDE_ROW ? in->nodes++ : -1;
  int64_t *starts;
  int32_t *neighbours;
  if (status == LX_OK)
    status = list_neighbours(in, &starts, &neighbours);
  if (status == LX_OK)
    status = lx_symmetric_create(&in->arena, in->nodes, starts, neighbours,
                                 (int64_t)MOST_FILL * (lp->starts[lp->rows] + lp->total), &in->system);
  if (status == LX_OK && in->system != NULL)
    status = find_slots(in);
  if (status == LX_OK && in->system != NULL)
    status = take_state(in);
  if (status == LX_OK && in->system != NULL) {
    *out = in;
    return LX_OK;
  }
  lx_interior_destroy(in);
  return status;
}

void lx_interior_destroy(lx_interior *in) {
  if (in == NULL)
    return;
  const lx_allocator allocator = *in->arena.allocator;
  lx_arena_destroy(&in->arena);
  lx_release(&allocator, in);
}

int64_t lx_interior_effort(const lx_interior *in) {
  const int64_t steps = (int64_t)USUAL_STEPS * (in->lp->levels - in->lp->binding_levels);
  const int64_t entries = in->lp->starts[in->lp->rows] + in->lp->total;
  return steps * (ENTRY_EFFORT * entries + lx_symmetric_work(in->system) / MULTIPLICATIONS);
}

/* Tiers: required equalities; for each level, and the one added, what it holds, by strength; then by distance; then unit rows
 * without a cost. */
static int32_t first_distance(int32_t levels) { return 1 + STRENGTHS * (levels + 1); }

int32_t lx_interior_tier_count(int32_t levels) { return first_distance(levels) + DISTANCES + 1; }

static int is_binding(const lx_reduced_lp *lp, int32_t level) { return level >= 0 && level < lp->binding_levels; }

/* Equalities that must hold stay as they are, which others may depend on; inequalities are relaxed. */
static void perturb(lx_interior *in) {
  const lx_reduced_lp *lp = in->lp;
  for (int32_t r = 0; r < lp->total; r++) {
    const int must_above = is_binding(lp, lp->above[r]), must_below = is_binding(lp, lp->below[r]);
    const int is_equality = lp->above[r] >= 0 && lp->below[r] >= 0;
    const double part = lx_spread((uint64_t)r, 0), change = PERTURBATION * (1 + part);
    const int is_up = is_equality ? (int)(part * 1024) % 2 : lp->above[r] >= 0;
    in->constant[r] = lp->constant[r];
    in->holds_above[r] = (uint8_t)must_above;
    in->holds_below[r] = (uint8_t)must_below;
    in->held_at[r] = must_above && must_below ? 0 : -1;
    if (!is_equality || (!must_above && !must_below))
      in->constant[r] += is_up ? change : -change;
  }
}

/* How far from its bounds a dual is, as a part of them; of a bound that nothing limits, as a part of the largest weight. */
static double strength(const lx_interior *in, int32_t k) {
  const double up = in->zp[k] / (in->above[k] > 0 ? in->above[k] : 1);
  const double down = in->zq[k] / (in->below[k] > 0 ? in->below[k] : 1);
  return fmin(up, down);
}

/* Notes what the optimum of a level leaves to those after it. */
static void hold(lx_interior *in, int32_t level) {
  for (int32_t k = 0; k < in->row_count; k++) {
    const int32_t r = in->rows[k];
    if (in->holds_above[r] && in->holds_below[r])
      continue;
    const int is_not_above = in->zp[k] > in->p[k] && in->zp[k] > AT_BOUND;
    const int is_not_below = in->zq[k] > in->q[k] && in->zq[k] > AT_BOUND;
    in->holds_above[r] |= (uint8_t)(is_not_above || (!is_not_below && in->below[k] > 0));
    in->holds_below[r] |= (uint8_t)(is_not_below || (!is_not_above && in->above[k] > 0));
    if (!is_not_above || !is_not_below)
      continue;
    const double part = strength(in, k);
    int32_t tier = 0;
    while (tier < STRENGTHS - 1 && part <= strengths[tier])
      tier++;
    in->held_at[r] = (int16_t)(1 + STRENGTHS * level + tier);
  }
}

static int16_t tier_of(const lx_interior *in, int32_t row) {
  const lx_reduced_lp *lp = in->lp;
  const int32_t first = first_distance(lp->levels);
  if (in->held_at[row] == 0)
    return 0;
  if (lp->above[row] < 0 && lp->below[row] < 0)
    return (int16_t)(first + DISTANCES);
  const double distance = fabs(lx_lp_activity(lp, row, in->x) - in->constant[row]);
  if (in->held_at[row] > 0 && distance <= PERTURBATION)
    return in->held_at[row];
  const double part = ceil(PARTS_OF_TEN * log10(fmax(distance, NEAREST) / NEAREST));
  return (int16_t)(first + fmin(part, DISTANCES - 1));
}

lx_status lx_interior_solve(lx_interior *in, int16_t *tiers_out, int *found_out, int64_t *steps) {
  const lx_reduced_lp *lp = in->lp;
  lx_status status = LX_OK;
  lx_interior_end end = LX_INTERIOR_DONE;
  memset(in->x, 0, sizeof *in->x * (size_t)lp->variables);
  perturb(in);
  *found_out = 0;
  for (int32_t level = lp->binding_levels; level <= lp->levels && status == LX_OK; level++) {
    int any;
    if (level == lp->levels && end != LX_INTERIOR_DONE)
      break;
    memcpy(in->last, in->x, sizeof *in->x * (size_t)lp->variables);
    status = lx_interior_level(in, level, &any, &end, steps);
    if (end == LX_INTERIOR_LOST) { /* the levels before are where to start */
      memcpy(in->x, in->last, sizeof *in->x * (size_t)lp->variables);
      break;
    }
    *found_out |= any;
    if (any)
      hold(in, level);
  }
  for (int32_t r = 0; r < lp->total; r++)
    tiers_out[r] = tier_of(in, r);
  return status;
}
