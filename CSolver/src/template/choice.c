/* choice.c: the weighted median of one variable, by the larger and the smaller of two numbers.
 *
 * Its cost is convex at every level, so the optimum is a weighted median of its breakpoints (knapsack.h): whether it
 * lies at or above a number depends on which breakpoints do, and breakpoints that move up never take it down. Such a
 * function is a lattice polynomial (G. Birkhoff, Lattice Theory, II.5): of some sets of breakpoints the smallest of
 * each, and the largest of these. A set is one of them if the optimum is above whenever the whole set is, and no
 * smaller set will do. */
#include <math.h>
#include <string.h>

#include "template/builder.h"

/* Which of the breakpoints, in their original order, is the optimum where breakpoint k has the rank ranks[k]. */
static int32_t choose(lx_knapsack *knapsack, const lx_cost_breakpoint *breakpoints, const int32_t *ranks,
                      int32_t count) {
  for (int32_t k = 0; k < count; k++) {
    knapsack->breakpoints[k] = breakpoints[k];
    knapsack->breakpoints[k].at = ranks[k];
  }
  lx_knapsack_median(knapsack, 0);
  for (int32_t k = 0; k < count; k++)
    if (ranks[k] == knapsack->x[0])
      return k;
  return 0;
}

/* Records, for each set that has all breakpoints above some number in this order, whether the optimum is in it.
 * Returns 0 where another order gave the opposite. */
static int note_order(const int32_t *ranks, int32_t count, int32_t chosen, uint8_t *known, uint8_t *holds) {
  for (int32_t least = 0; least < count; least++) {
    int32_t set = 0;
    for (int32_t k = 0; k < count; k++)
      set |= (ranks[k] >= least) << k;
    const uint8_t is_above = ranks[chosen] >= least;
    if (known[set] && holds[set] != is_above)
      return 0;
    known[set] = 1;
    holds[set] = is_above;
  }
  return 1;
}

int lx_choice_make(lx_knapsack *knapsack, const lx_cost_breakpoint *breakpoints, int32_t count, lx_choice *out) {
  uint8_t known[1 << LX_CHOICE_BREAKPOINTS] = {0}, holds[1 << LX_CHOICE_BREAKPOINTS] = {0};
  int32_t ranks[LX_CHOICE_BREAKPOINTS] = {0};
  out->count = 0;
  for (int32_t code = 0; code < 1 << (2 * count); code++) {
    int32_t seen = 0;
    for (int32_t k = 0; k < count; k++) {
      ranks[k] = code >> (2 * k) & 3;
      seen |= 1 << ranks[k];
    }
    if (seen == (1 << count) - 1 &&
        !note_order(ranks, count, choose(knapsack, breakpoints, ranks, count), known, holds))
      return 0;
  }
  for (int32_t set = 1; set < 1 << count; set++) { /* the sets in a set are smaller numbers */
    int is_covered = 0;
    for (int32_t s = 0; s < out->count; s++)
      is_covered |= (out->sets[s] & set) == out->sets[s];
    if (is_covered && !holds[set])
      return 0;
    if (!is_covered && holds[set])
      out->sets[out->count++] = (uint8_t)set;
  }
  return 1;
}

/* The range of a form. */
static void bound(const lx_builder *b, const lx_form *form, double *low, double *high) {
  *low = *high = form->offset;
  for (int32_t t = 0; t < form->count; t++) {
    const double factor = form->terms[t].factor;
    const lx_register *source = &b->registers[form->terms[t].source];
    *low += factor * (factor > 0 ? source->low : source->high);
    *high += factor * (factor > 0 ? source->high : source->low);
  }
}

/* The smaller or larger of two forms. */
static lx_form build_extreme(lx_builder *b, lx_step_kind kind, const lx_form *first, const lx_form *second) {
  if (b->status != LX_OK)
    return (lx_form){0};
  double low[2], high[2];
  bound(b, first, &low[0], &high[0]);
  bound(b, second, &low[1], &high[1]);
  if (high[0] <= low[1])
    return kind == LX_DO_LEAST ? *first : *second;
  if (high[1] <= low[0])
    return kind == LX_DO_LEAST ? *second : *first;
  lx_step step = {.kind = kind, .out_count = 1, .count = 2, .first = lx_build_operand(b, first)};
  lx_build_operand(b, second);
  step.out = kind == LX_DO_LEAST ? lx_build_registers(b, 1, fmin(low[0], low[1]), fmin(high[0], high[1]))
                                 : lx_build_registers(b, 1, fmax(low[0], low[1]), fmax(high[0], high[1]));
  lx_build_step(b, step);
  return lx_register_form(step.out);
}

lx_form lx_build_choice(lx_builder *b, const lx_choice *choice, lx_form *forms) {
  lx_form result = {0};
  int32_t used = 0;
  for (int32_t s = 0; s < choice->count; s++) {
    lx_form least = {0};
    int32_t members = 0;
    for (int32_t k = 0; k < LX_CHOICE_BREAKPOINTS; k++) {
      if (!(choice->sets[s] >> k & 1))
        continue;
      if (choice->count > 1 && !(used >> k & 1)) /* it may be needed again: the sum once */
        forms[k] = lx_form_narrowed(b, &forms[k]);
      used |= 1 << k;
      least = members++ == 0 ? forms[k] : build_extreme(b, LX_DO_LEAST, &least, &forms[k]);
    }
    result = s == 0 ? least : build_extreme(b, LX_DO_MOST, &result, &least);
  }
  return result;
}
