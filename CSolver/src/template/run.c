/* run.c: the program of a template over a block of instances. Every loop runs over the instances of the block, which
 * lie next to each other, and every instance is computed alike wherever it lies. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "linalg/kernels.h"
#include "linalg/lanes.h"
#include "template/template.h"

/* Bytes of registers that a block may take: half of a small second-level cache. */
#define LX_WORK_BYTES 131072

lx_status lx_template_work_open(lx_template_work *work, const lx_template *of, int64_t count) {
  memset(work, 0, sizeof *work);
  work->of = of;
  int32_t width = LX_TEMPLATE_LANES;
  while (width > 8 && (int64_t)width * 8 * of->register_count > LX_WORK_BYTES)
    width /= 2;
  work->width = width < count ? width : (int32_t)(count > 0 ? count : 1);
  lx_arena_init(&work->arena, &of->allocator);
  lx_arena *arena = &work->arena;
  const int64_t w = work->width;
  work->registers = lx_arena_take(arena, w * of->register_count, sizeof(double));
  work->operands = lx_arena_take(arena, w * (of->most_operands + 2), sizeof(double));
  work->values = lx_arena_take(arena, w * of->most_variables, sizeof(double));
  work->panel = lx_arena_take(arena, of->lp_count > 0 ? w * of->most_variables : 0, sizeof(double));
  work->gap = lx_arena_take(arena, w, sizeof(double));
  work->failed = lx_arena_take(arena, w, sizeof(uint64_t));
  work->unsolved = lx_arena_take(arena, w, sizeof(uint64_t));
  work->holds = lx_arena_take(arena, w, sizeof(uint64_t));
  lx_knapsack *knapsack = &work->knapsack;
  *knapsack = (lx_knapsack){
      .levels = of->most_levels,
      .tolerance = lx_arena_take(arena, of->most_levels, sizeof(double)),
      .breakpoints = lx_arena_take(arena, of->most_breakpoints, sizeof(lx_cost_breakpoint)),
      .tight = lx_arena_take(arena, of->most_variables, sizeof(int32_t)),
      .x = lx_arena_take(arena, of->most_variables, sizeof(double)),
      .slopes = lx_arena_take(arena, of->most_levels, sizeof(double)),
  };
  const lx_status status = lx_knapsack_reserve(knapsack, arena, (int64_t)of->most_breakpoints + of->most_variables);
  return work->registers == NULL || work->operands == NULL || work->values == NULL || work->panel == NULL ||
                 work->gap == NULL || work->failed == NULL || work->unsolved == NULL || work->holds == NULL ||
                 knapsack->tolerance == NULL || knapsack->breakpoints == NULL || knapsack->tight == NULL ||
                 knapsack->x == NULL || knapsack->slopes == NULL
             ? LX_ERROR_MEMORY
             : status;
}

void lx_template_work_close(lx_template_work *work) {
  if (work->arena.allocator != NULL)
    lx_arena_destroy(&work->arena);
}

static double *lane_of(const lx_template_work *work, int32_t source) {
  return work->registers + (int64_t)source * work->width;
}

static void run_sum(lx_template_work *work, const lx_step *step, int32_t count) {
  const lx_term *terms = work->of->terms + step->first;
  double *out = lane_of(work, step->out);
  if (step->count >= 2)
    lx_lanes_combine(out, step->offset, terms[0].factor, lane_of(work, terms[0].source), terms[1].factor,
                     lane_of(work, terms[1].source), count);
  else if (step->count == 1)
    lx_lanes_scale(out, step->offset, terms[0].factor, lane_of(work, terms[0].source), count);
  else
    lx_lanes_fill(out, step->offset, count);
  for (int32_t t = 2; t < step->count; t++)
    lx_lanes_add(out, terms[t].factor, lane_of(work, terms[t].source), count);
}

static void load_operand(lx_template_work *work, const lx_operand *operand, double *out, int32_t count) {
  if (operand->source < 0)
    lx_lanes_fill(out, operand->offset, count);
  else
    lx_lanes_scale(out, operand->offset, operand->factor, lane_of(work, operand->source), count);
}

/* Operands of a step, one after another. */
static void load_operands(lx_template_work *work, int32_t first, int32_t operands, int32_t count) {
  for (int32_t k = 0; k < operands; k++)
    load_operand(work, &work->of->operands[first + k], work->operands + (int64_t)k * work->width, count);
}

/* The address of an operand: a register, or the room it is loaded into. */
static const double *find_operand(lx_template_work *work, const lx_operand *operand, double *room, int32_t count) {
  if (operand->source >= 0 && operand->factor == 1 && operand->offset == 0)
    return lane_of(work, operand->source);
  load_operand(work, operand, room, count);
  return room;
}

static void run_extreme(lx_template_work *work, const lx_step *step, int32_t count) {
  const lx_operand *operands = work->of->operands + step->first;
  const double *restrict a = find_operand(work, &operands[0], work->operands, count);
  const double *restrict b = find_operand(work, &operands[1], work->operands + work->width, count);
  double *restrict out = lane_of(work, step->out);
  if (step->kind == LX_DO_LEAST)
    for (int32_t l = 0; l < count; l++)
      out[l] = b[l] < a[l] ? b[l] : a[l];
  else
    for (int32_t l = 0; l < count; l++)
      out[l] = b[l] > a[l] ? b[l] : a[l];
}

/* Marks the instances whose breakpoints are in another order than those of the reference. */
static void compare_orders(lx_template_work *work, const lx_knapsack_step *knapsack, int32_t count) {
  uint64_t *restrict unsolved = work->unsolved;
  const lx_knapsack *numbers = &knapsack->numbers;
  memset(unsolved, 0, sizeof *unsolved * (size_t)count);
  for (int32_t v = 0; v < numbers->variables; v++)
    for (int32_t k = numbers->breakpoint_starts[v] + 1; k < numbers->breakpoint_starts[v + 1]; k++) {
      const int32_t i = knapsack->sorted[k - 1], j = knapsack->sorted[k];
      lx_lanes_mark_unordered(unsolved, work->operands + (int64_t)i * work->width,
                              work->operands + (int64_t)j * work->width,
                              numbers->breakpoints[i].order < numbers->breakpoints[j].order, count);
    }
}

/* A variable moves along a segment, as far as there is need: x += change * min(left, length). */
static void take_segment(double *restrict x, double *restrict left, const double *restrict from,
                         const double *restrict to, double weight, double change, int32_t count) {
  for (int32_t l = 0; l < count; l++) {
    const double length = fabs(to[l] - from[l]) * weight;
    const double block = left[l] < length ? left[l] : length;
    x[l] += change * block;
    left[l] -= block;
  }
}

static void take_rest(double *restrict x, double *restrict left, double change, int32_t count) {
  for (int32_t l = 0; l < count; l++) {
    x[l] += change * left[l];
    left[l] = 0;
  }
}

/* One instance, whatever the order of its breakpoints. */
static void run_knapsack_scalar(lx_template_work *work, const lx_knapsack_step *step, int32_t out, int32_t l) {
  const lx_knapsack *numbers = &step->numbers;
  lx_knapsack *knapsack = &work->knapsack;
  const int32_t n = numbers->variables, breakpoints = numbers->breakpoint_starts[n];
  knapsack->variables = n;
  knapsack->levels = numbers->levels;
  knapsack->breakpoint_starts = numbers->breakpoint_starts;
  knapsack->entry_count = numbers->entry_count;
  knapsack->entries = numbers->entries;
  knapsack->coefficients = numbers->coefficients;
  knapsack->weight = numbers->weight;
  knapsack->above = numbers->above;
  knapsack->below = numbers->below;
  knapsack->constant = work->operands[(int64_t)breakpoints * work->width + l];
  memcpy(knapsack->tolerance, numbers->tolerance, sizeof(double) * (size_t)numbers->levels);
  memcpy(knapsack->breakpoints, numbers->breakpoints, sizeof(lx_cost_breakpoint) * (size_t)breakpoints);
  for (int32_t k = 0; k < breakpoints; k++)
    knapsack->breakpoints[k].at = work->operands[(int64_t)k * work->width + l];
  for (int32_t v = 0; v < n; v++)
    lx_knapsack_median(knapsack, v);
  double gap;
  if (knapsack->entry_count > 0 && lx_knapsack_has_gap(knapsack, &gap)) {
    lx_knapsack_list_segments(knapsack, gap);
    lx_knapsack_fill(knapsack, gap);
  }
  for (int32_t v = 0; v < n; v++)
    lane_of(work, out + v)[l] = knapsack->x[v];
}

static void run_knapsack(lx_template_work *work, const lx_step *step, int32_t count) {
  const lx_knapsack_step *knapsack = &work->of->knapsacks[step->table];
  const lx_knapsack *numbers = &knapsack->numbers;
  const int32_t n = numbers->variables, breakpoints = numbers->breakpoint_starts[n];
  const int64_t width = work->width;
  load_operands(work, knapsack->first, breakpoints + 1, count);
  compare_orders(work, knapsack, count);
  for (int32_t v = 0; v < n; v++)
    memcpy(lane_of(work, step->out + v), work->operands + knapsack->optimum[v] * width, sizeof(double) * (size_t)count);
  if (numbers->entry_count > 0) {
    double *restrict gap = work->gap;
    lx_lanes_scale(gap, 0, -1, work->operands + breakpoints * width, count);
    for (int32_t e = 0; e < numbers->entry_count; e++)
      lx_lanes_add(gap, numbers->coefficients[numbers->entries[e]], lane_of(work, step->out + numbers->entries[e]),
                   count);
    double *restrict left = work->values;
    for (int32_t side = 0; side < 2; side++) {
      if (knapsack->segment_counts[side] == 0)
        continue;
      const double sign = side == 0 ? 1 : -1;
      for (int32_t l = 0; l < count; l++)
        left[l] = sign * gap[l] > 0 ? sign * gap[l] : 0;
      for (int32_t k = 0; k < knapsack->segment_counts[side]; k++) {
        const lx_lane_segment *segment = &knapsack->segments[side][k];
        double *x = lane_of(work, step->out + segment->variable);
        if (segment->to < 0)
          take_rest(x, left, segment->change, count);
        else
          take_segment(x, left, work->operands + segment->from * width, work->operands + segment->to * width,
                       segment->weight, segment->change, count);
      }
    }
  }
  for (int32_t l = 0; l < count; l++)
    if (work->unsolved[l])
      run_knapsack_scalar(work, knapsack, step->out, l);
}

/* The values of a region, for a block of instances: the inverse times the constants of the tight rows. */
static void apply_region(lx_template_work *work, const lx_lp_step *lp, const lx_template_region *region,
                         int32_t count) {
  const int64_t width = work->width;
  const lx_critical_region *critical = &region->critical;
  if (region->dense != NULL) {
    for (int32_t k = 0; k < region->source_count; k++)
      memcpy(work->panel + k * width, work->operands + region->sources[k] * width, sizeof(double) * (size_t)count);
    lx_multiply_panel(lp->variables, count, region->source_count, region->dense, work->panel, work->values,
                      work->width);
    return;
  }
  for (int32_t v = 0; v < lp->variables; v++) {
    double *x = work->values + v * width;
    int32_t t = critical->starts[v];
    const int32_t end = critical->starts[v + 1];
    if (t == end)
      lx_lanes_fill(x, 0, count);
    else if (t + 1 == end)
      lx_lanes_scale(x, 0, critical->factors[t], work->operands + critical->rows[t] * width, count);
    else
      lx_lanes_combine(x, 0, critical->factors[t], work->operands + critical->rows[t] * width, critical->factors[t + 1],
                       work->operands + critical->rows[t + 1] * width, count);
    for (t += 2; t < end; t++)
      lx_lanes_add(x, critical->factors[t], work->operands + critical->rows[t] * width, count);
  }
}

/* Activity minus constant of a row, for a block of instances. */
static const double *measure_row(lx_template_work *work, const lx_lp_step *lp, int32_t row, int32_t count) {
  const int64_t width = work->width;
  if (row >= lp->rows)
    return work->values + (row - lp->rows) * width;
  double *restrict out = work->operands + lp->rows * width;
  lx_lanes_scale(out, 0, -1, work->operands + row * width, count);
  for (int32_t e = lp->starts[row]; e < lp->starts[row + 1]; e++)
    lx_lanes_add(out, lp->values[e], work->values + lp->columns[e] * width, count);
  return out;
}

/* Whether all constants of the tight rows are so small that their residuals need no check. */
static int are_trusted(lx_template_work *work, const lx_template_region *region, int32_t count) {
  double *restrict most = work->gap;
  if (isinf(region->trust)) /* nothing is rounded */
    return 1;
  lx_lanes_fill(most, 0, count);
  for (int32_t k = 0; k < region->source_count; k++) {
    const double *restrict b = work->operands + (int64_t)region->sources[k] * work->width;
    for (int32_t l = 0; l < count; l++)
      most[l] = fabs(b[l]) > most[l] ? fabs(b[l]) : most[l];
  }
  int trusted = 1;
  for (int32_t l = 0; l < count; l++)
    trusted &= most[l] <= region->trust;
  return trusted;
}

/* Marks the instances of a block for which the conditions of a region hold; of the tight rows or the nonbasic ones. */
static void check_rows(lx_template_work *work, const lx_lp_step *lp, const lx_critical_region *critical, int tight,
                       int32_t count) {
  uint64_t *restrict holds = work->holds;
  for (int32_t r = 0; r < lp->rows + lp->variables; r++) {
    const double least = critical->least[r], most = critical->most[r];
    if ((critical->statuses[r] == LX_BASIS_TIGHT) != tight || (isinf(least) && isinf(most)))
      continue;
    const double *restrict distance = measure_row(work, lp, r, count);
    for (int32_t l = 0; l < count; l++)
      holds[l] &= distance[l] >= least && distance[l] <= most ? ~(uint64_t)0 : 0;
  }
}

/* Tries one region; instances that it holds for are no longer unsolved. Returns whether any still is. */
static int try_region(lx_template_work *work, const lx_lp_step *lp, const lx_template_region *region, int32_t out,
                      int32_t count) {
  const int64_t width = work->width;
  uint64_t *restrict holds = work->holds;
  apply_region(work, lp, region, count);
  memcpy(holds, work->unsolved, sizeof *holds * (size_t)count);
  check_rows(work, lp, &region->critical, 0, count);
  if (!are_trusted(work, region, count))
    check_rows(work, lp, &region->critical, 1, count);
  uint64_t any = 0;
  for (int32_t l = 0; l < count; l++) {
    work->unsolved[l] &= ~holds[l];
    any |= work->unsolved[l];
  }
  for (int32_t v = 0; v < lp->variables; v++) {
    double *restrict x = lane_of(work, out + v);
    const double *restrict value = work->values + v * width;
    for (int32_t l = 0; l < count; l++)
      x[l] = holds[l] ? value[l] : x[l];
  }
  return any != 0;
}

static void run_lp(lx_template_work *work, const lx_region_list *more, const lx_step *step, int32_t count) {
  const lx_lp_step *lp = &work->of->lps[step->table];
  load_operands(work, lp->first, lp->rows, count);
  memset(work->unsolved, 0xff, sizeof *work->unsolved * (size_t)count);
  for (int32_t v = 0; v < lp->variables; v++)
    lx_lanes_fill(lane_of(work, step->out + v), 0, count);
  int any = 1;
  for (int32_t k = 0; k < lp->region_count && any; k++)
    any = try_region(work, lp, lp->regions[k], step->out, count);
  for (int32_t k = 0; more != NULL && k < more[step->table].count && any; k++)
    any = try_region(work, lp, more[step->table].regions[k], step->out, count);
  for (int32_t l = 0; l < count; l++)
    work->failed[l] |= work->unsolved[l];
}

/* Inputs into the first registers, each counted from its origin. */
static void load_inputs(lx_template_work *work, const int64_t *rows, int64_t first, int32_t count,
                        const double *inputs) {
  const int64_t columns = work->of->input_count;
  for (int32_t i = 0; i < columns; i++) {
    double *restrict out = lane_of(work, i);
    const double origin = work->of->origin[i];
    if (rows == NULL)
      for (int32_t l = 0; l < count; l++)
        out[l] = inputs[(first + l) * columns + i];
    else
      for (int32_t l = 0; l < count; l++)
        out[l] = inputs[rows[l] * columns + i];
    for (int32_t l = 0; l < count && origin != 0; l++)
      out[l] -= origin;
  }
}

/* One column of the output table: the value of instance l goes to out[l * stride]. */
static void store(const lx_template_work *work, const lx_form *form, double *restrict out, int64_t stride,
                  int32_t count) {
  const lx_term *t = form->terms;
  const double offset = form->offset;
  const double *restrict a = form->count > 0 ? lane_of(work, t[0].source) : NULL;
  const double *restrict b = form->count > 1 ? lane_of(work, t[1].source) : NULL;
  const double *restrict c = form->count > 2 ? lane_of(work, t[2].source) : NULL;
  switch (form->count) {
  case 0:
    for (int32_t l = 0; l < count; l++)
      out[l * stride] = offset;
    break;
  case 1:
    for (int32_t l = 0; l < count; l++)
      out[l * stride] = offset + t[0].factor * a[l];
    break;
  case 2:
    for (int32_t l = 0; l < count; l++)
      out[l * stride] = offset + t[0].factor * a[l] + t[1].factor * b[l];
    break;
  default:
    for (int32_t l = 0; l < count; l++)
      out[l * stride] = offset + t[0].factor * a[l] + t[1].factor * b[l] + t[2].factor * c[l];
  }
}

/* Two neighbouring columns at once, of forms of one term at most. */
static void store_pair(const lx_template_work *work, const lx_form *forms, double *restrict out, int64_t stride,
                       int32_t count) {
  const double first = forms[0].offset, second = forms[1].offset;
  const double f = forms[0].terms[0].factor, g = forms[1].terms[0].factor;
  const double *restrict a = forms[0].count > 0 ? lane_of(work, forms[0].terms[0].source) : NULL;
  const double *restrict b = forms[1].count > 0 ? lane_of(work, forms[1].terms[0].source) : NULL;
  if (a != NULL && b != NULL) {
    for (int32_t l = 0; l < count; l++) {
      out[l * stride] = first + f * a[l];
      out[l * stride + 1] = second + g * b[l];
    }
  } else if (a != NULL) {
    for (int32_t l = 0; l < count; l++) {
      out[l * stride] = first + f * a[l];
      out[l * stride + 1] = second;
    }
  } else if (b != NULL) {
    for (int32_t l = 0; l < count; l++) {
      out[l * stride] = first;
      out[l * stride + 1] = second + g * b[l];
    }
  } else {
    for (int32_t l = 0; l < count; l++) {
      out[l * stride] = first;
      out[l * stride + 1] = second;
    }
  }
}

static void store_outputs(const lx_template_work *work, const int64_t *rows, int64_t first, int32_t count,
                          double *outputs) {
  const lx_template *of = work->of;
  const int64_t stride = of->output_count;
  for (int32_t o = 0; o < of->output_count; o++) {
    if (rows == NULL && o + 1 < of->output_count && of->outputs[o].count <= 1 && of->outputs[o + 1].count <= 1) {
      store_pair(work, &of->outputs[o], outputs + first * stride + o, stride, count);
      o++;
      continue;
    }
    if (rows == NULL) {
      store(work, &of->outputs[o], outputs + first * stride + o, stride, count);
      continue;
    }
    double *column = work->gap;
    store(work, &of->outputs[o], column, 1, count);
    for (int32_t l = 0; l < count; l++)
      outputs[rows[l] * stride + o] = column[l];
  }
}

uint64_t lx_template_work_run(lx_template_work *work, const lx_region_list *more, const int64_t *rows, int64_t first,
                              int32_t count, const double *inputs, double *outputs) {
  const lx_template *of = work->of;
  uint64_t *restrict failed = work->failed;
  memset(failed, 0, sizeof *failed * (size_t)count);
  load_inputs(work, rows, first, count, inputs);
  for (int32_t s = 0; s < of->step_count; s++) {
    const lx_step *step = &of->steps[s];
    switch (step->kind) {
    case LX_DO_SUM: run_sum(work, step, count); break;
    case LX_DO_LEAST:
    case LX_DO_MOST: run_extreme(work, step, count); break;
    case LX_DO_KNAPSACK: run_knapsack(work, step, count); break;
    case LX_DO_LP: run_lp(work, more, step, count); break;
    }
  }
  for (int32_t g = 0; g < of->guard_count; g++) {
    const lx_guard *guard = &of->guards[g];
    lx_lanes_mark_outside(failed, lane_of(work, guard->source), guard->least, guard->most, count);
  }
  store_outputs(work, rows, first, count, outputs);
  uint64_t bits = 0;
  for (int32_t l = 0; l < count; l++)
    bits |= (failed[l] & 1) << l;
  return bits;
}
