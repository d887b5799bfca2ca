/* shape_solve.c: one component by its shape, step for step what lx_solve_component and lx_measure_row do.
 *
 * Where a kink lies changes from one component to the next, the order of kinks seldom; and on that order alone depend
 * the optimum of a variable and which pieces give way in which order. So a closed form is worked out anew only where
 * its kinks are in another order than those of the last component of the shape. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "batch/shape.h"

/* Puts the kinks where they are now; returns whether they are in the order they were left in. */
static int place_kinks(const lx_shape *shape, lx_shape_part *part, const double *constant) {
  const lx_closed *closed = &part->numbers;
  int sorted = part->is_settled;
  for (int32_t v = 0; v < closed->variables; v++) {
    lx_kink *kinks = closed->kinks + closed->kink_starts[v];
    const int32_t count = closed->kink_starts[v + 1] - closed->kink_starts[v];
    for (int32_t k = 0; k < count; k++) {
      const int32_t row = kinks[k].member;
      kinks[k].at = row >= 0 ? constant[row] / shape->divisors[row] : 0;
      if (k > 0)
        sorted &= kinks[k - 1].at != kinks[k].at ? kinks[k - 1].at < kinks[k].at : kinks[k - 1].order < kinks[k].order;
    }
  }
  return sorted;
}

/* The optima of all variables on their own, and nothing known of gaps. */
static void settle(const lx_shape *shape, lx_shape_part *part, const double *constant) {
  lx_closed *closed = &part->numbers;
  const int32_t count = closed->kink_starts[closed->variables];
  memcpy(closed->tolerance, part->tolerance, sizeof *part->tolerance * (size_t)closed->levels);
  memcpy(closed->kinks, part->kinks, sizeof *part->kinks * (size_t)count);
  part->is_settled = 0;
  place_kinks(shape, part, constant);
  for (int32_t v = 0; v < closed->variables; v++) {
    lx_closed_settle(closed, v);
    part->optimum[v] = closed->tight[v];
  }
  part->is_settled = 1;
  part->cut = 0;
}

/* The pieces that give way for a gap, with their lengths as they are now. */
static void cut(lx_shape_part *part, double gap) {
  lx_closed *closed = &part->numbers;
  const int32_t sign = gap > 0 ? 1 : -1;
  if (part->cut != sign) {
    memcpy(closed->tolerance, part->tolerance, sizeof *part->tolerance * (size_t)closed->levels);
    lx_closed_cut(closed, gap);
    part->cut = sign;
    return;
  }
  for (int32_t k = 0; k < closed->segment_count; k++) {
    lx_segment *segment = &closed->segments[k];
    const lx_kink *from = closed->kinks + closed->kink_starts[segment->variable] + segment->from;
    if (!isinf(segment->length))
      segment->length = fabs(from[(gap > 0) == (closed->coefficients[segment->variable] > 0) ? -1 : 1].at - from->at);
  }
}

/* Values and places of a part. */
static void keep(const lx_shape_part *part, int is_tight, lx_shape_answer *answer) {
  const lx_closed *closed = &part->numbers;
  for (int32_t v = 0; v < closed->variables; v++) {
    const double x = closed->x[v];
    answer->value[part->slots[v]] = x;
    for (int32_t k = closed->kink_starts[v]; k < closed->kink_starts[v + 1]; k++) {
      const lx_kink *kink = &closed->kinks[k];
      const double distance = (x - kink->at) * kink->sign;
      int8_t *place = kink->member >= 0 ? &answer->row_place[kink->member] : &answer->variable_place[-1 - kink->member];
      *place = k - closed->kink_starts[v] == closed->tight[v] ? LX_PLACE_TIGHT
               : fabs(distance) <= LX_TOL_TOUCH               ? LX_PLACE_UNKNOWN
               : distance > 0                                 ? LX_PLACE_ABOVE
                                                              : LX_PLACE_BELOW;
    }
  }
  if (part->coupling >= 0)
    answer->row_place[part->coupling] = is_tight ? LX_PLACE_TIGHT : LX_PLACE_UNKNOWN;
}

static void solve_part(const lx_shape *shape, lx_shape_part *part, const double *constant, lx_shape_answer *answer) {
  lx_closed *closed = &part->numbers;
  if (!place_kinks(shape, part, constant))
    settle(shape, part, constant);
  for (int32_t v = 0; v < closed->variables; v++) {
    closed->tight[v] = part->optimum[v];
    closed->x[v] = closed->kinks[closed->kink_starts[v] + part->optimum[v]].at;
  }
  int is_tight = 0;
  double gap;
  if (part->coupling >= 0) {
    closed->constant = constant[part->coupling];
    if (lx_closed_has_gap(closed, &gap)) {
      cut(part, gap);
      is_tight = lx_closed_give_way(closed, gap);
    }
  }
  keep(part, is_tight, answer);
}

int lx_shape_solve(lx_shape *shape, const double *constants, lx_shape_answer *answer) {
  const int32_t *code = shape->code;
  const double *numbers = shape->numbers;
  double *value = answer->value, constant[LX_SHAPE_ROWS];
  memset(answer->variable_place, LX_PLACE_UNKNOWN, (size_t)shape->inputs + (size_t)shape->variables);
  memset(answer->row_place, LX_SHAPE_AS_WAS, (size_t)shape->rows);
  for (int32_t r = 0; r < shape->rows; r++) {
    double rest = constants[r];
    for (int32_t left = *code++; left > 0; left--)
      rest -= *numbers++ * value[*code++];
    constant[r] = rest;
  }
  for (int32_t left = *code++; left > 0; left--, code += 2)
    constant[code[0]] -= *numbers++ * constant[code[1]];
  for (int32_t p = 0; p < shape->part_count; p++)
    solve_part(shape, &shape->parts[p], constant, answer);
  for (int32_t left = *code++; left > 0; left--) {
    const int32_t row = code[0], count = code[1];
    double rest = constant[row];
    for (int32_t e = 1; e < count; e++)
      rest -= numbers[e] * value[code[2 + e]];
    value[code[2]] = rest / numbers[0];
    answer->row_place[row] = LX_PLACE_TIGHT;
    code += 2 + count;
    numbers += count;
  }
  int holds = 1;
  for (int32_t k = 0; k < shape->variables; k++)
    holds &= !code[k] || value[shape->inputs + k] >= -LX_TOL_REQUIRED;
  code += shape->variables;
  for (int32_t r = 0; r < shape->rows; r++) {
    const int32_t above = code[0], below = code[1], count = code[2];
    double sum = 0;
    numbers++; /* the weight */
    for (int32_t e = 0; e < count; e++)
      sum += numbers[e] * value[code[3 + e]];
    const double distance = sum - constants[r];
    const int32_t level = distance > 0 ? above : below;
    if (level == LX_LEVEL_REQUIRED || distance != distance)
      holds &= fabs(distance) <= LX_TOL_REQUIRED;
    answer->error[r] = level >= 0 ? distance : 0;
    code += 3 + count;
    numbers += count;
  }
  return holds;
}
