/* compile.c: the plan of a program followed with forms for numbers, in the order of a solve: fixed variables, then
 * for each component the constants through the eliminations, its blocks, the values back through the eliminations,
 * and guards of what is required. Orders of breakpoints are those of the reference. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "template/builder.h"

typedef struct {
  lx_builder b;
  lx_session *session; /* the reference's */
  lx_form *values;     /* per variable slot */
  lx_form *constants;  /* per row slot, of reduced components: as session->constant */
  uint8_t *is_changed; /* per row slot: eliminations have added other rows to it */
  int32_t *use_starts; /* per row slot + 2 */
  int32_t *uses;       /* use_count, by row */
} lx_compiler;

static void raise_to(int32_t *most, int32_t count) { *most = count > *most ? count : *most; }

/* Adds factor times the constant of a row to the sum at hand. */
static void add_constant(lx_compiler *c, int32_t row, double factor) {
  const lx_template *of = c->b.of;
  lx_form form = {.offset = of->program.rows[row].constant};
  lx_sum_add(&c->b, &form, factor);
  for (int32_t k = c->use_starts[row]; k < c->use_starts[row + 1]; k++) {
    form = lx_register_form(of->use_inputs[c->uses[k]]);
    lx_sum_add(&c->b, &form, factor * of->use_factors[c->uses[k]]);
  }
}

/* Activity minus constant, of a row whose variables all have a form. */
static lx_form distance_of(lx_compiler *c, int32_t r) {
  const lx_program *program = &c->b.of->program;
  const lx_program_row *row = &program->rows[r];
  lx_sum_begin(&c->b, 0);
  for (int32_t e = row->start; e < row->start + row->count; e++)
    lx_sum_add(&c->b, &c->values[program->columns[e]], program->values[e]);
  add_constant(c, r, -1);
  return lx_sum_end(&c->b, 1);
}

static void require_row(lx_compiler *c, int32_t r) {
  const lx_program_row *row = &c->b.of->program.rows[r];
  if (row->side_above != LX_SIDE_REQUIRED && row->side_below != LX_SIDE_REQUIRED)
    return;
  const lx_form distance = distance_of(c, r);
  lx_build_guard(&c->b, &distance, row->side_below == LX_SIDE_REQUIRED ? -LX_TOL_REQUIRED : -INFINITY,
                 row->side_above == LX_SIDE_REQUIRED ? LX_TOL_REQUIRED : INFINITY);
}

static void require_sign(lx_compiler *c, int32_t j) {
  if (c->b.of->program.variables[j].nonnegative)
    lx_build_guard(&c->b, &c->values[j], -LX_TOL_REQUIRED, INFINITY);
}

/* Constants that factors could make too large are guarded. */
static void require_constants(lx_compiler *c) {
  const lx_template *of = c->b.of;
  for (int32_t r = 0; r < of->program.row_count; r++) {
    double most = fabs(of->program.rows[r].constant);
    for (int32_t k = c->use_starts[r]; k < c->use_starts[r + 1]; k++)
      most += fabs(of->use_factors[c->uses[k]]) * (LX_VALUE_LIMIT + fabs(of->origin[of->use_inputs[c->uses[k]]]));
    if (most <= LX_CONSTANT_LIMIT || c->use_starts[r] == c->use_starts[r + 1])
      continue;
    lx_sum_begin(&c->b, 0);
    add_constant(c, r, 1);
    const lx_form constant = lx_sum_end(&c->b, 1);
    lx_build_guard(&c->b, &constant, -LX_CONSTANT_LIMIT, LX_CONSTANT_LIMIT);
  }
}

static void compile_fixed(lx_compiler *c) {
  const lx_template *of = c->b.of;
  const lx_program *program = &of->program;
  const lx_assignment *assignment = &of->plan.assignment;
  for (int32_t k = 0; k < assignment->fixed.end; k++) {
    const int32_t column = assignment->fixed.columns[k];
    const lx_program_row *row = &program->rows[assignment->fixed.rows[k]];
    double coefficient = 1;
    lx_sum_begin(&c->b, 0);
    add_constant(c, assignment->fixed.rows[k], 1);
    for (int32_t e = row->start; e < row->start + row->count; e++) {
      if (program->columns[e] == column)
        coefficient = program->values[e];
      else
        lx_sum_add(&c->b, &c->values[program->columns[e]], -program->values[e]);
    }
    c->values[column] = lx_sum_end(&c->b, coefficient);
    require_sign(c, column);
  }
}

/* Required rows over fixed variables that fix none. */
static lx_status require_fixed(lx_compiler *c) {
  const lx_template *of = c->b.of;
  const lx_assignment *assignment = &of->plan.assignment;
  uint8_t *fixes = lx_allocate_zeroed(&of->allocator, of->program.row_count, 1);
  if (fixes == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < assignment->fixed.end; k++)
    fixes[assignment->fixed.rows[k]] = 1;
  for (int32_t r = 0; r < of->program.row_count; r++)
    if (assignment->open[r] == 0 && !fixes[r])
      require_row(c, r);
  lx_release(&of->allocator, fixes);
  return LX_OK;
}

/* What the open entries of a row must add up to, before any eliminations. */
static lx_form open_constant(lx_compiler *c, int32_t r) {
  const lx_program *program = &c->b.of->program;
  const lx_program_row *row = &program->rows[r];
  lx_sum_begin(&c->b, 0);
  add_constant(c, r, 1);
  for (int32_t e = row->start; e < row->start + row->count; e++)
    if (c->b.of->plan.assignment.assigned_at[program->columns[e]] >= 0)
      lx_sum_add(&c->b, &c->values[program->columns[e]], -program->values[e]);
  return lx_sum_end(&c->b, 1);
}

static lx_form breakpoint_form(const lx_compiler *c, const lx_cost_breakpoint *breakpoint) {
  if (breakpoint->member < 0)
    return (lx_form){0};
  const lx_elimination *elimination = &c->b.of->plan.elimination;
  return lx_form_scaled(&c->constants[breakpoint->member],
                        1 / elimination->values[elimination->starts[breakpoint->member]]);
}

/* Whether breakpoints are numbers, whatever the inputs. */
static int are_numbers(const lx_form *forms, int32_t count) {
  for (int32_t k = 0; k < count; k++)
    if (forms[k].count > 0)
      return 0;
  return 1;
}

/* One variable with up to four breakpoints. Returns whether its optimum is a choice among them. */
static int compile_choice(lx_compiler *c, lx_knapsack *knapsack, const lx_cost_breakpoint *breakpoints, int32_t count,
                          lx_form *out) {
  lx_form forms[LX_CHOICE_BREAKPOINTS];
  for (int32_t k = 0; k < count; k++)
    forms[k] = breakpoint_form(c, &breakpoints[k]);
  if (are_numbers(forms, count)) {
    for (int32_t k = 0; k < count; k++)
      knapsack->breakpoints[k].at = forms[k].offset;
    lx_knapsack_median(knapsack, 0);
    *out = (lx_form){.offset = knapsack->x[0]};
    return 1;
  }
  lx_choice choice;
  const int is_choice = lx_choice_make(knapsack, breakpoints, count, &choice);
  if (is_choice)
    *out = lx_build_choice(&c->b, &choice, forms);
  else
    memcpy(knapsack->breakpoints, breakpoints, sizeof *breakpoints * (size_t)count);
  return is_choice;
}

/* The order of the breakpoints at the reference, which `knapsack` is sorted by. */
static lx_status keep_order(lx_compiler *c, const lx_knapsack *knapsack, const lx_cost_breakpoint *breakpoints,
                            lx_knapsack_step *kept) {
  lx_arena *arena = &c->b.of->arena;
  const int32_t n = knapsack->variables;
  kept->sorted = lx_arena_take(arena, knapsack->breakpoint_starts[n], sizeof(int32_t));
  kept->optimum = lx_arena_take(arena, n, sizeof(int32_t));
  if (kept->sorted == NULL || kept->optimum == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t v = 0; v < n; v++) {
    const int32_t start = knapsack->breakpoint_starts[v], end = knapsack->breakpoint_starts[v + 1];
    for (int32_t k = start; k < end; k++) { /* the original breakpoints ascend by order */
      int32_t low = start, high = end - 1;
      while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (breakpoints[middle].order < knapsack->breakpoints[k].order)
          low = middle + 1;
        else
          high = middle;
      }
      kept->sorted[k] = low;
    }
    kept->optimum[v] = kept->sorted[start + knapsack->tight[v]];
  }
  return LX_OK;
}

/* The segments that close a gap of a sign, in the order of breakpoints at the reference. */
static lx_status keep_segments(lx_compiler *c, lx_knapsack *knapsack, lx_knapsack_step *kept, int32_t side) {
  const double gap = side == 0 ? 1 : -1;
  if ((side == 0 ? knapsack->above : knapsack->below) < 0)
    return LX_OK;
  lx_knapsack_list_segments(knapsack, gap);
  kept->segments[side] = lx_arena_take(&c->b.of->arena, knapsack->segment_count, sizeof(lx_lane_segment));
  if (kept->segments[side] == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t k = 0; k < knapsack->segment_count; k++) {
    const lx_segment *segment = &knapsack->segments[knapsack->order[k]];
    const int32_t v = segment->variable, index = knapsack->breakpoint_starts[v] + segment->from;
    const double weight = fabs(knapsack->coefficients[v]);
    const int32_t direction = (gap > 0) == (knapsack->coefficients[v] > 0) ? -1 : 1;
    kept->segments[side][kept->segment_counts[side]++] = (lx_lane_segment){
        .variable = v,
        .from = kept->sorted[index],
        .to = isinf(segment->length) ? -1 : kept->sorted[index + direction],
        .weight = weight,
        .change = direction / weight,
    };
  }
  return LX_OK;
}

/* The entries of an LP's rows in its numbering, as they are or as the eliminations left them. */
static lx_status keep_rows(lx_compiler *c, const lx_submatrix *submatrix, lx_lp_step *lp) {
  lx_arena *arena = &c->b.of->arena;
  lx_signature rows;
  const lx_status status = lx_submatrix_signature(c->session, submatrix, lp->block >= 0, &rows);
  if (status != LX_OK)
    return status;
  lp->starts = lx_arena_copy(arena, rows.starts, (int64_t)rows.rows + 1, sizeof(int32_t));
  lp->columns = lx_arena_copy(arena, rows.columns, rows.entries, sizeof(int32_t));
  lp->values = lx_arena_copy(arena, rows.values, rows.entries, sizeof(double));
  return lp->starts == NULL || lp->columns == NULL || lp->values == NULL ? LX_ERROR_MEMORY : LX_OK;
}

/* A reduced LP for the simplex: the forms of its rows' constants are in c->constants. */
static lx_status compile_lp(lx_compiler *c, int32_t block, int32_t component, const lx_submatrix *submatrix) {
  lx_template *of = c->b.of;
  const int32_t table = of->lp_count;
  lx_lp_step *lp = lx_build_lp(&c->b);
  if (lp == NULL)
    return c->b.status;
  *lp = (lx_lp_step){
      .block = block, .component = component, .rows = submatrix->row_count, .variables = submatrix->variable_count};
  lp->regions = lx_arena_take_zeroed(&of->arena, LX_TEMPLATE_REGIONS, sizeof *lp->regions);
  if (lp->regions == NULL)
    return LX_ERROR_MEMORY;
  const lx_status status = keep_rows(c, submatrix, lp);
  if (status != LX_OK)
    return status;
  *(block >= 0 ? &of->block_lps[block] : &of->component_lps[component]) = table;
  for (int32_t k = 0; k < submatrix->row_count; k++) {
    const int32_t operand = lx_build_operand(&c->b, &c->constants[submatrix->rows[k]]);
    if (k == 0)
      lp->first = operand;
  }
  const int32_t n = submatrix->variable_count, out = lx_build_registers(&c->b, n, -INFINITY, INFINITY);
  lx_build_step(&c->b, (lx_step){.kind = LX_DO_LP, .out = out, .out_count = n, .first = lp->first, .table = table});
  for (int32_t v = 0; v < n; v++)
    c->values[submatrix->variables[v]] = lx_register_form(out + v);
  raise_to(&of->most_operands, submatrix->row_count);
  raise_to(&of->most_variables, n);
  return c->b.status;
}

static lx_status compile_knapsack(lx_compiler *c, int32_t component, const lx_plan_block *block) {
  lx_template *of = c->b.of;
  lx_knapsack knapsack;
  int32_t coupling = -1;
  lx_status status = lx_knapsack_open(c->session, block, &knapsack, &coupling);
  if (status != LX_OK)
    return status;
  if (knapsack.is_wide) { /* as lx_solve_knapsack_block has it */
    const lx_submatrix submatrix = lx_block_submatrix(&of->plan, block);
    return compile_lp(c, (int32_t)(block - of->plan.blocks), component, &submatrix);
  }
  const int32_t n = knapsack.variables, breakpoint_count = knapsack.breakpoint_starts[n];
  lx_cost_breakpoint *breakpoints = lx_arena_take(&c->session->local, breakpoint_count, sizeof *breakpoints);
  if (breakpoints == NULL)
    return LX_ERROR_MEMORY;
  memcpy(breakpoints, knapsack.breakpoints, sizeof *breakpoints * (size_t)breakpoint_count);
  const int32_t *variables = of->plan.block_variables + block->first_variable;
  if (coupling < 0 && breakpoint_count <= LX_CHOICE_BREAKPOINTS &&
      compile_choice(c, &knapsack, breakpoints, breakpoint_count, &c->values[variables[0]]))
    return c->b.status;
  const int32_t table = of->knapsack_count;
  lx_knapsack_step *kept = lx_build_knapsack(&c->b);
  status = kept == NULL ? c->b.status : lx_knapsack_copy(&knapsack, &of->arena, &kept->numbers);
  if (status == LX_OK)
    status = lx_knapsack_reserve(&knapsack, &c->session->local, (int64_t)breakpoint_count + n);
  for (int32_t v = 0; v < n && status == LX_OK; v++)
    lx_knapsack_median(&knapsack, v);
  if (status == LX_OK)
    status = keep_order(c, &knapsack, breakpoints, kept);
  for (int32_t side = 0; side < 2 && coupling >= 0 && status == LX_OK; side++)
    status = keep_segments(c, &knapsack, kept, side);
  if (status != LX_OK)
    return status;
  for (int32_t k = 0; k <= breakpoint_count; k++) {
    const lx_form form = k < breakpoint_count ? breakpoint_form(c, &breakpoints[k])
                         : coupling >= 0      ? c->constants[coupling]
                                              : (lx_form){0};
    const int32_t operand = lx_build_operand(&c->b, &form);
    if (k == 0)
      kept->first = operand;
  }
  const int32_t out = lx_build_registers(&c->b, n, -INFINITY, INFINITY);
  lx_build_step(&c->b,
                (lx_step){.kind = LX_DO_KNAPSACK, .out = out, .out_count = n, .first = kept->first, .table = table});
  for (int32_t v = 0; v < n; v++)
    c->values[variables[v]] = lx_register_form(out + v);
  raise_to(&of->most_operands, breakpoint_count + 1);
  raise_to(&of->most_breakpoints, breakpoint_count);
  raise_to(&of->most_variables, n);
  raise_to(&of->most_levels, knapsack.levels);
  return c->b.status;
}

static lx_status compile_whole(lx_compiler *c, int32_t component) {
  const lx_submatrix submatrix = lx_component_submatrix(&c->b.of->plan, component);
  if (submatrix.row_count == 0) {
    for (int32_t k = 0; k < submatrix.variable_count; k++)
      c->values[submatrix.variables[k]] = (lx_form){0};
    return LX_OK;
  }
  for (int32_t k = 0; k < submatrix.row_count; k++)
    c->constants[submatrix.rows[k]] = open_constant(c, submatrix.rows[k]);
  return compile_lp(c, -1, component, &submatrix);
}

/* Constants through the eliminations; marks the rows that these change. */
static void compile_constants(lx_compiler *c, int32_t number) {
  const lx_plan *plan = &c->b.of->plan;
  const lx_component *component = &plan->components.items[number];
  const lx_submatrix submatrix = lx_component_submatrix(plan, number);
  for (int32_t k = 0; k < submatrix.row_count; k++)
    c->constants[submatrix.rows[k]] = open_constant(c, submatrix.rows[k]);
  for (int32_t k = 0; k < component->record_count; k++) {
    const lx_elimination_record *operation = &plan->elimination.records[component->first_record + k];
    lx_sum_begin(&c->b, 0);
    lx_sum_add(&c->b, &c->constants[operation->target], 1);
    lx_sum_add(&c->b, &c->constants[operation->source], -operation->factor);
    c->constants[operation->target] = lx_sum_end(&c->b, 1);
    c->is_changed[operation->target] = 1;
  }
}

/* Values of the variables that the eliminations define. */
static void compile_undo(lx_compiler *c, int32_t number) {
  const lx_elimination *elimination = &c->b.of->plan.elimination;
  const lx_component *component = &c->b.of->plan.components.items[number];
  for (int32_t k = component->aggregated_count - 1; k >= 0; k--) {
    const int32_t r = elimination->aggregated[component->first_aggregated + k], start = elimination->starts[r];
    lx_sum_begin(&c->b, 0);
    lx_sum_add(&c->b, &c->constants[r], 1);
    for (int32_t e = start + 1; e < start + elimination->counts[r]; e++)
      lx_sum_add(&c->b, &c->values[elimination->columns[e]], -elimination->values[e]);
    c->values[elimination->columns[start]] = lx_sum_end(&c->b, elimination->values[start]);
  }
}

static lx_status compile_component(lx_compiler *c, int32_t number) {
  const lx_plan *plan = &c->b.of->plan;
  const lx_component *component = &plan->components.items[number];
  if (component->is_plain || c->b.of->is_whole[number])
    return compile_whole(c, number);
  compile_constants(c, number);
  lx_reduce_constants(c->session, number);
  for (int32_t p = component->first_block; p < component->first_block + component->block_count; p++) {
    const lx_plan_block *block = &plan->blocks[p];
    const lx_submatrix submatrix = lx_block_submatrix(plan, block);
    const lx_status status =
        block->kind == LX_BLOCK_GENERAL ? compile_lp(c, p, number, &submatrix) : compile_knapsack(c, number, block);
    if (status != LX_OK)
      return status;
  }
  compile_undo(c, number);
  const lx_submatrix whole = lx_component_submatrix(plan, number);
  for (int32_t k = 0; k < whole.variable_count; k++)
    require_sign(c, whole.variables[k]);
  for (int32_t k = 0; k < whole.row_count; k++)
    if (!plan->elimination.is_aggregated[whole.rows[k]] || c->is_changed[whole.rows[k]])
      require_row(c, whole.rows[k]);
  return c->b.status;
}

static void compile_outputs(lx_compiler *c) {
  lx_template *of = c->b.of;
  for (int32_t o = 0; o < of->output_count; o++) {
    lx_sum_begin(&c->b, of->output_offsets[o]);
    for (int32_t e = of->output_starts[o]; e < of->output_starts[o + 1]; e++)
      lx_sum_add(&c->b, &c->values[of->output_variables[e]], of->output_coefficients[e]);
    of->outputs[o] = lx_sum_end(&c->b, 1);
  }
}

/* The uses of inputs by row: a counting sort. */
static lx_status sort_uses(lx_compiler *c) {
  const lx_template *of = c->b.of;
  c->use_starts = lx_allocate_zeroed(&of->allocator, (int64_t)of->program.row_count + 2, sizeof *c->use_starts);
  c->uses = lx_allocate(&of->allocator, of->use_count, sizeof *c->uses);
  if (c->use_starts == NULL || c->uses == NULL)
    return LX_ERROR_MEMORY;
  int32_t *ends = c->use_starts + 1;
  for (int32_t u = 0; u < of->use_count; u++)
    ends[of->use_rows[u] + 1]++;
  for (int32_t r = 0; r < of->program.row_count; r++)
    ends[r + 1] += ends[r];
  for (int32_t u = 0; u < of->use_count; u++)
    c->uses[ends[of->use_rows[u]]++] = u;
  return LX_OK;
}

lx_status lx_template_compile(lx_template *of, lx_session *reference) {
  lx_compiler c = {
      .b = {.of = of},
      .session = reference,
      .values = lx_allocate_zeroed(&of->allocator, of->program.variable_count, sizeof(lx_form)),
      .constants = lx_allocate_zeroed(&of->allocator, of->program.row_count, sizeof(lx_form)),
      .is_changed = lx_allocate_zeroed(&of->allocator, of->program.row_count, sizeof(uint8_t)),
  };
  of->outputs = lx_arena_take(&of->arena, of->output_count, sizeof *of->outputs);
  lx_status status =
      c.values == NULL || c.constants == NULL || c.is_changed == NULL || of->outputs == NULL ? LX_ERROR_MEMORY : LX_OK;
  if (status == LX_OK)
    status = sort_uses(&c);
  if (status == LX_OK) {
    for (int32_t i = 0; i < of->input_count; i++)
      lx_build_registers(&c.b, 1, -LX_VALUE_LIMIT - of->origin[i], LX_VALUE_LIMIT - of->origin[i]);
    status = c.b.status;
  }
  if (status == LX_OK) {
    require_constants(&c);
    compile_fixed(&c);
    status = c.b.status == LX_OK ? require_fixed(&c) : c.b.status;
  }
  for (int32_t k = 0; k < of->plan.components.count && status == LX_OK; k++)
    status = compile_component(&c, k);
  if (status == LX_OK) {
    compile_outputs(&c);
    lx_build_finish(&c.b);
    status = c.b.status;
  }
  lx_release(&of->allocator, c.values);
  lx_release(&of->allocator, c.constants);
  lx_release(&of->allocator, c.is_changed);
  lx_release(&of->allocator, c.use_starts);
  lx_release(&of->allocator, c.uses);
  lx_builder_close(&c.b);
  return status;
}
