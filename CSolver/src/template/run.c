/* run.c: the steps of a template over a block of instances. Every loop runs over the instances of the block,
 * which lie next to each other, and every instance is computed alike wherever it lies. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "linalg/kernels.h"
#include "linalg/lanes.h"
#include "template/template.h"

/* Bytes of registers that a block may take: half of a small second-level cache. */
#define LX_BLOCK_BYTES 131072

lx_status lx_lanes_open(lx_lanes *lanes, const lx_template *of, int64_t count) {
  memset(lanes, 0, sizeof *lanes);
  lanes->of = of;
  int32_t width = LX_BLOCK;
  while (width > 8 && (int64_t)width * 8 * of->register_count > LX_BLOCK_BYTES)
    width /= 2;
  lanes->width = width < count ? width : (int32_t)(count > 0 ? count : 1);
  lx_arena_init(&lanes->arena, &of->allocator);
  lx_arena *arena = &lanes->arena;
  const int64_t w = lanes->width;
  lanes->registers = lx_arena_take(arena, w * of->register_count, sizeof(double));
  lanes->operands = lx_arena_take(arena, w * (of->most_operands + 2), sizeof(double));
  lanes->values = lx_arena_take(arena, w * of->most_variables, sizeof(double));
  lanes->panel = lx_arena_take(arena, of->core_count > 0 ? w * of->most_variables : 0, sizeof(double));
  lanes->gap = lx_arena_take(arena, w, sizeof(double));
  lanes->failed = lx_arena_take(arena, w, sizeof(uint64_t));
  lanes->pending = lx_arena_take(arena, w, sizeof(uint64_t));
  lanes->holds = lx_arena_take(arena, w, sizeof(uint64_t));
  lx_knapsack *closed = &lanes->closed;
  *closed = (lx_knapsack){
      .levels = of->most_levels,
      .tolerance = lx_arena_take(arena, of->most_levels, sizeof(double)),
      .breakpoints = lx_arena_take(arena, of->most_kinks, sizeof(lx_cost_breakpoint)),
      .tight = lx_arena_take(arena, of->most_variables, sizeof(int32_t)),
      .x = lx_arena_take(arena, of->most_variables, sizeof(double)),
      .slopes = lx_arena_take(arena, of->most_levels, sizeof(double)),
  };
  const lx_status status = lx_knapsack_reserve(closed, arena, (int64_t)of->most_kinks + of->most_variables);
  return lanes->registers == NULL || lanes->operands == NULL || lanes->values == NULL || lanes->panel == NULL ||
                 lanes->gap == NULL || lanes->failed == NULL || lanes->pending == NULL || lanes->holds == NULL ||
                 closed->tolerance == NULL || closed->breakpoints == NULL || closed->tight == NULL || closed->x == NULL ||
                 closed->slopes == NULL
             ? LX_ERROR_MEMORY
             : status;
}

void lx_lanes_close(lx_lanes *lanes) {
  if (lanes->arena.allocator != NULL)
    lx_arena_destroy(&lanes->arena);
}

static double *lane_of(const lx_lanes *lanes, int32_t source) {
  return lanes->registers + (int64_t)source * lanes->width;
}

static void run_sum(lx_lanes *lanes, const lx_step *step, int32_t count) {
  const lx_term *terms = lanes->of->terms + step->first;
  double *out = lane_of(lanes, step->out);
  if (step->count >= 2)
    lx_lanes_combine(out, step->offset, terms[0].factor, lane_of(lanes, terms[0].source), terms[1].factor,
            lane_of(lanes, terms[1].source), count);
  else if (step->count == 1)
    lx_lanes_scale(out, step->offset, terms[0].factor, lane_of(lanes, terms[0].source), count);
  else
    lx_lanes_fill(out, step->offset, count);
  for (int32_t t = 2; t < step->count; t++)
    lx_lanes_add(out, terms[t].factor, lane_of(lanes, terms[t].source), count);
}

static void load_operand(lx_lanes *lanes, const lx_operand *operand, double *out, int32_t count) {
  if (operand->source < 0)
    lx_lanes_fill(out, operand->offset, count);
  else
    lx_lanes_scale(out, operand->offset, operand->factor, lane_of(lanes, operand->source), count);
}

/* Operands of a step, one after another. */
static void load_operands(lx_lanes *lanes, int32_t first, int32_t operands, int32_t count) {
  for (int32_t k = 0; k < operands; k++)
    load_operand(lanes, &lanes->of->operands[first + k], lanes->operands + (int64_t)k * lanes->width, count);
}

/* Where an operand is: a register, or the room it is loaded into. */
static const double *find_operand(lx_lanes *lanes, const lx_operand *operand, double *room, int32_t count) {
  if (operand->source >= 0 && operand->factor == 1 && operand->offset == 0)
    return lane_of(lanes, operand->source);
  load_operand(lanes, operand, room, count);
  return room;
}

static void run_extreme(lx_lanes *lanes, const lx_step *step, int32_t count) {
  const lx_operand *operands = lanes->of->operands + step->first;
  const double *restrict a = find_operand(lanes, &operands[0], lanes->operands, count);
  const double *restrict b = find_operand(lanes, &operands[1], lanes->operands + lanes->width, count);
  double *restrict out = lane_of(lanes, step->out);
  if (step->kind == LX_DO_LEAST)
    for (int32_t l = 0; l < count; l++)
      out[l] = b[l] < a[l] ? b[l] : a[l];
  else
    for (int32_t l = 0; l < count; l++)
      out[l] = b[l] > a[l] ? b[l] : a[l];
}

/* Marks the instances whose breakpoints have another order than the reference's. */
static void compare_orders(lx_lanes *lanes, const lx_closed_step *closed, int32_t count) {
  uint64_t *restrict pending = lanes->pending;
  const lx_knapsack *numbers = &closed->numbers;
  memset(pending, 0, sizeof *pending * (size_t)count);
  for (int32_t v = 0; v < numbers->variables; v++)
    for (int32_t k = numbers->breakpoint_starts[v] + 1; k < numbers->breakpoint_starts[v + 1]; k++) {
      const int32_t i = closed->sorted[k - 1], j = closed->sorted[k];
      lx_lanes_mark_unordered(pending, lanes->operands + (int64_t)i * lanes->width,
                              lanes->operands + (int64_t)j * lanes->width, numbers->breakpoints[i].order < numbers->breakpoints[j].order,
                              count);
    }
}

/* A piece of a variable gives way, as far as there is need: x += change * min(left, length). */
static void give_way(double *restrict x, double *restrict left, const double *restrict from, const double *restrict to,
                     double weight, double change, int32_t count) {
  for (int32_t l = 0; l < count; l++) {
    const double length = fabs(to[l] - from[l]) * weight;
    const double part = left[l] < length ? left[l] : length;
    x[l] += change * part;
    left[l] -= part;
  }
}

static void give_all(double *restrict x, double *restrict left, double change, int32_t count) {
  for (int32_t l = 0; l < count; l++) {
    x[l] += change * left[l];
    left[l] = 0;
  }
}

/* One instance, whatever the order of its breakpoints. */
static void run_closed_alone(lx_lanes *lanes, const lx_closed_step *step, int32_t out, int32_t l) {
  const lx_knapsack *numbers = &step->numbers;
  lx_knapsack *closed = &lanes->closed;
  const int32_t n = numbers->variables, breakpoints = numbers->breakpoint_starts[n];
  closed->variables = n;
  closed->levels = numbers->levels;
  closed->breakpoint_starts = numbers->breakpoint_starts;
  closed->entry_count = numbers->entry_count;
  closed->entries = numbers->entries;
  closed->coefficients = numbers->coefficients;
  closed->weight = numbers->weight;
  closed->above = numbers->above;
  closed->below = numbers->below;
  closed->constant = lanes->operands[(int64_t)breakpoints * lanes->width + l];
  memcpy(closed->tolerance, numbers->tolerance, sizeof(double) * (size_t)numbers->levels);
  memcpy(closed->breakpoints, numbers->breakpoints, sizeof(lx_cost_breakpoint) * (size_t)breakpoints);
  for (int32_t k = 0; k < breakpoints; k++)
    closed->breakpoints[k].at = lanes->operands[(int64_t)k * lanes->width + l];
  for (int32_t v = 0; v < n; v++)
    lx_knapsack_median(closed, v);
  double gap;
  if (closed->entry_count > 0 && lx_knapsack_has_gap(closed, &gap)) {
    lx_knapsack_list_segments(closed, gap);
    lx_knapsack_fill(closed, gap);
  }
  for (int32_t v = 0; v < n; v++)
    lane_of(lanes, out + v)[l] = closed->x[v];
}

static void run_closed(lx_lanes *lanes, const lx_step *step, int32_t count) {
  const lx_closed_step *closed = &lanes->of->closed_parts[step->table];
  const lx_knapsack *numbers = &closed->numbers;
  const int32_t n = numbers->variables, breakpoints = numbers->breakpoint_starts[n];
  const int64_t width = lanes->width;
  load_operands(lanes, closed->first, breakpoints + 1, count);
  compare_orders(lanes, closed, count);
  for (int32_t v = 0; v < n; v++)
    memcpy(lane_of(lanes, step->out + v), lanes->operands + closed->optimum[v] * width, sizeof(double) * (size_t)count);
  if (numbers->entry_count > 0) {
    double *restrict gap = lanes->gap;
    lx_lanes_scale(gap, 0, -1, lanes->operands + breakpoints * width, count);
    for (int32_t e = 0; e < numbers->entry_count; e++)
      lx_lanes_add(gap, numbers->coefficients[numbers->entries[e]], lane_of(lanes, step->out + numbers->entries[e]),
                 count);
    double *restrict left = lanes->values;
    for (int32_t side = 0; side < 2; side++) {
      if (closed->yield_count[side] == 0)
        continue;
      const double sign = side == 0 ? 1 : -1;
      for (int32_t l = 0; l < count; l++)
        left[l] = sign * gap[l] > 0 ? sign * gap[l] : 0;
      for (int32_t k = 0; k < closed->yield_count[side]; k++) {
        const lx_yield *yield = &closed->yields[side][k];
        double *x = lane_of(lanes, step->out + yield->variable);
        if (yield->to < 0)
          give_all(x, left, yield->change, count);
        else
          give_way(x, left, lanes->operands + yield->from * width, lanes->operands + yield->to * width, yield->weight,
                   yield->change, count);
      }
    }
  }
  for (int32_t l = 0; l < count; l++)
    if (lanes->pending[l])
      run_closed_alone(lanes, closed, step->out, l);
}

/* The values of a region, for a block of instances: the inverse times the constants of the tight rows. */
static void apply_region(lx_lanes *lanes, const lx_core_step *core, const lx_template_region *region, int32_t count) {
  const int64_t width = lanes->width;
  const lx_critical_region *map = &region->map;
  if (region->dense != NULL) {
    for (int32_t k = 0; k < region->source_count; k++)
      memcpy(lanes->panel + k * width, lanes->operands + region->sources[k] * width, sizeof(double) * (size_t)count);
    lx_multiply_panel(core->variables, count, region->source_count, region->dense, lanes->panel, lanes->values,
                      lanes->width);
    return;
  }
  for (int32_t v = 0; v < core->variables; v++) {
    double *x = lanes->values + v * width;
    int32_t t = map->starts[v];
    const int32_t end = map->starts[v + 1];
    if (t == end)
      lx_lanes_fill(x, 0, count);
    else if (t + 1 == end)
      lx_lanes_scale(x, 0, map->factors[t], lanes->operands + map->rows[t] * width, count);
    else
      lx_lanes_combine(x, 0, map->factors[t], lanes->operands + map->rows[t] * width, map->factors[t + 1],
              lanes->operands + map->rows[t + 1] * width, count);
    for (t += 2; t < end; t++)
      lx_lanes_add(x, map->factors[t], lanes->operands + map->rows[t] * width, count);
  }
}

/* Activity minus constant of a row, for a block of instances. */
static const double *measure_row(lx_lanes *lanes, const lx_core_step *core, int32_t row, int32_t count) {
  const int64_t width = lanes->width;
  if (row >= core->rows)
    return lanes->values + (row - core->rows) * width;
  double *restrict out = lanes->operands + core->rows * width;
  lx_lanes_scale(out, 0, -1, lanes->operands + row * width, count);
  for (int32_t e = core->starts[row]; e < core->starts[row + 1]; e++)
    lx_lanes_add(out, core->values[e], lanes->values + core->columns[e] * width, count);
  return out;
}

/* Whether all constants of the tight rows are so small that nobody needs to look at these. */
static int are_trusted(lx_lanes *lanes, const lx_template_region *region, int32_t count) {
  double *restrict most = lanes->gap;
  if (isinf(region->trust)) /* no such row */
    return 1;
  lx_lanes_fill(most, 0, count);
  for (int32_t k = 0; k < region->source_count; k++) {
    const double *restrict b = lanes->operands + (int64_t)region->sources[k] * lanes->width;
    for (int32_t l = 0; l < count; l++)
      most[l] = fabs(b[l]) > most[l] ? fabs(b[l]) : most[l];
  }
  int trusted = 1;
  for (int32_t l = 0; l < count; l++)
    trusted &= most[l] <= region->trust;
  return trusted;
}

/* Marks the instances of a block for which the conditions of a region hold; of the tight rows or the loose ones. */
static void check_rows(lx_lanes *lanes, const lx_core_step *core, const lx_critical_region *map, int tight,
                       int32_t count) {
  uint64_t *restrict holds = lanes->holds;
  for (int32_t r = 0; r < core->rows + core->variables; r++) {
    const double least = map->least[r], most = map->most[r];
    if ((map->statuses[r] == LX_BASIS_TIGHT) != tight || (isinf(least) && isinf(most)))
      continue;
    const double *restrict distance = measure_row(lanes, core, r, count);
    for (int32_t l = 0; l < count; l++)
      holds[l] &= distance[l] >= least && distance[l] <= most ? ~(uint64_t)0 : 0;
  }
}

/* Tries one region; instances that it holds for are no longer pending. Returns whether any still is. */
static int try_region(lx_lanes *lanes, const lx_core_step *core, const lx_template_region *region, int32_t out,
                      int32_t count) {
  const int64_t width = lanes->width;
  uint64_t *restrict holds = lanes->holds;
  apply_region(lanes, core, region, count);
  memcpy(holds, lanes->pending, sizeof *holds * (size_t)count);
  check_rows(lanes, core, &region->map, 0, count);
  /* What is required of the rows of a part is guarded when all of its component is known. */
  if (core->part < 0 && !are_trusted(lanes, region, count))
    check_rows(lanes, core, &region->map, 1, count);
  uint64_t any = 0;
  for (int32_t l = 0; l < count; l++) {
    lanes->pending[l] &= ~holds[l];
    any |= lanes->pending[l];
  }
  for (int32_t v = 0; v < core->variables; v++) {
    double *restrict x = lane_of(lanes, out + v);
    const double *restrict value = lanes->values + v * width;
    for (int32_t l = 0; l < count; l++)
      x[l] = holds[l] ? value[l] : x[l];
  }
  return any != 0;
}

static void run_core(lx_lanes *lanes, const lx_region_list *more, const lx_step *step, int32_t count) {
  const lx_core_step *core = &lanes->of->cores[step->table];
  load_operands(lanes, core->first, core->rows, count);
  memset(lanes->pending, 0xff, sizeof *lanes->pending * (size_t)count);
  for (int32_t v = 0; v < core->variables; v++)
    lx_lanes_fill(lane_of(lanes, step->out + v), 0, count);
  int any = 1;
  for (int32_t k = 0; k < core->region_count && any; k++)
    any = try_region(lanes, core, core->regions[k], step->out, count);
  for (int32_t k = 0; more != NULL && k < more[step->table].count && any; k++)
    any = try_region(lanes, core, more[step->table].regions[k], step->out, count);
  for (int32_t l = 0; l < count; l++)
    lanes->failed[l] |= lanes->pending[l];
}

/* Inputs into the first registers, each counted from its origin. */
static void load_inputs(lx_lanes *lanes, const int64_t *rows, int64_t first, int32_t count, const double *inputs) {
  const int64_t columns = lanes->of->input_count;
  for (int32_t i = 0; i < columns; i++) {
    double *restrict out = lane_of(lanes, i);
    const double origin = lanes->of->origin[i];
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
static void store(const lx_lanes *lanes, const lx_form *form, double *restrict out, int64_t stride, int32_t count) {
  const lx_term *t = form->terms;
  const double offset = form->offset;
  const double *restrict a = form->count > 0 ? lane_of(lanes, t[0].source) : NULL;
  const double *restrict b = form->count > 1 ? lane_of(lanes, t[1].source) : NULL;
  const double *restrict c = form->count > 2 ? lane_of(lanes, t[2].source) : NULL;
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
static void store_pair(const lx_lanes *lanes, const lx_form *forms, double *restrict out, int64_t stride,
                       int32_t count) {
  const double first = forms[0].offset, second = forms[1].offset;
  const double f = forms[0].terms[0].factor, g = forms[1].terms[0].factor;
  const double *restrict a = forms[0].count > 0 ? lane_of(lanes, forms[0].terms[0].source) : NULL;
  const double *restrict b = forms[1].count > 0 ? lane_of(lanes, forms[1].terms[0].source) : NULL;
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

static void store_outputs(const lx_lanes *lanes, const int64_t *rows, int64_t first, int32_t count, double *outputs) {
  const lx_template *of = lanes->of;
  const int64_t stride = of->output_count;
  for (int32_t o = 0; o < of->output_count; o++) {
    if (rows == NULL && o + 1 < of->output_count && of->outputs[o].count <= 1 && of->outputs[o + 1].count <= 1) {
      store_pair(lanes, &of->outputs[o], outputs + first * stride + o, stride, count);
      o++;
      continue;
    }
    if (rows == NULL) {
      store(lanes, &of->outputs[o], outputs + first * stride + o, stride, count);
      continue;
    }
    double *column = lanes->gap;
    store(lanes, &of->outputs[o], column, 1, count);
    for (int32_t l = 0; l < count; l++)
      outputs[rows[l] * stride + o] = column[l];
  }
}

uint64_t lx_lanes_run(lx_lanes *lanes, const lx_region_list *more, const int64_t *rows, int64_t first, int32_t count,
                      const double *inputs, double *outputs) {
  const lx_template *of = lanes->of;
  uint64_t *restrict failed = lanes->failed;
  memset(failed, 0, sizeof *failed * (size_t)count);
  load_inputs(lanes, rows, first, count, inputs);
  for (int32_t s = 0; s < of->step_count; s++) {
    const lx_step *step = &of->steps[s];
    switch (step->kind) {
    case LX_DO_SUM: run_sum(lanes, step, count); break;
    case LX_DO_LEAST:
    case LX_DO_MOST: run_extreme(lanes, step, count); break;
    case LX_DO_CLOSED: run_closed(lanes, step, count); break;
    case LX_DO_CORE: run_core(lanes, more, step, count); break;
    }
  }
  for (int32_t g = 0; g < of->guard_count; g++) {
    const lx_guard *guard = &of->guards[g];
    lx_lanes_mark_outside(failed, lane_of(lanes, guard->source), guard->least, guard->most, count);
  }
  store_outputs(lanes, rows, first, count, outputs);
  uint64_t bits = 0;
  for (int32_t l = 0; l < count; l++)
    bits |= (failed[l] & 1) << l;
  return bits;
}
