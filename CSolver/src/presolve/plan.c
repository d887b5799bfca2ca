/* plan.c: the sequence of presolve, and the blocks of components by union and find. */
#include "presolve/plan.h"

#include <string.h>

#include "base/union_find.h"

/* A plan with gaps has room for a quarter more rows and variables, and so many; larger programs get none. */
#define LX_LEAST_ROOM 64
#define LX_MOST_SLOTS (1 << 29)

/* Scratch for the division into blocks, per variable slot. */
typedef struct {
  int32_t *parent;
  int32_t *number; /* of the block; for roots */
  int32_t *own;    /* number of rows about the variable alone */
} lx_divider;

static int is_open_row(const lx_plan *plan, int32_t row) {
  return !plan->elimination.is_aggregated[row] && plan->elimination.counts[row] > 0;
}

/* The kind of a block whose rows and variables are listed. In a knapsack every variable has rows of its own, so that
 * each basis status is decided; one may have none where the coupling row is a required equality, which decides it. */
static lx_block_kind kind_of(const lx_program *program, const lx_plan *plan, const lx_plan_block *block,
                             const int32_t *own) {
  int32_t coupling = -1, couplings = 0, bare = 0;
  for (int32_t k = block->first_row; k < block->first_row + block->row_count; k++)
    if (plan->elimination.counts[plan->block_rows[k]] > 1) {
      coupling = plan->block_rows[k];
      couplings++;
    }
  if (couplings > 1)
    return LX_BLOCK_GENERAL;
  for (int32_t k = block->first_variable; k < block->first_variable + block->variable_count; k++) {
    const int32_t j = plan->block_variables[k];
    if (own[j] == 0 && !program->variables[j].nonnegative)
      return LX_BLOCK_GENERAL;
    bare += own[j] == 0;
  }
  if (couplings == 0)
    return bare == 0 ? LX_BLOCK_MEDIAN : LX_BLOCK_GENERAL;
  return bare == 0 || (bare == 1 && lx_is_required_equality(&program->rows[coupling])) ? LX_BLOCK_KNAPSACK
                                                                                       : LX_BLOCK_GENERAL;
}

/* Divides what the aggregations of a component leave. Blocks are numbered by their first variable. */
static void divide(const lx_program *program, lx_plan *plan, const lx_divider *d, lx_component *component) {
  const lx_elimination *elimination = &plan->elimination;
  const int32_t *variables = plan->components.variables + component->first_variable;
  const int32_t *rows = plan->components.rows + component->first_row;
  const int32_t first_block = plan->block_count;
  for (int32_t k = 0; k < component->variable_count; k++) {
    d->parent[variables[k]] = variables[k];
    d->own[variables[k]] = 0;
  }
  for (int32_t k = 0; k < component->row_count; k++) {
    const int32_t r = rows[k];
    if (!is_open_row(plan, r))
      continue;
    const int32_t *columns = elimination->columns + elimination->starts[r];
    d->own[columns[0]] += elimination->counts[r] == 1;
    for (int32_t e = 1; e < elimination->counts[r]; e++)
      lx_unite(d->parent, columns[0], columns[e]);
  }
  for (int32_t k = 0; k < component->variable_count; k++) {
    const int32_t j = variables[k];
    if (elimination->is_defined[j])
      continue;
    const int32_t root = lx_find_root(d->parent, j);
    if (root == j) {
      d->number[j] = plan->block_count++;
      plan->blocks[d->number[j]] = (lx_plan_block){.kind = LX_BLOCK_MEDIAN};
    }
    plan->blocks[d->number[root]].variable_count++;
  }
  for (int32_t k = 0; k < component->row_count; k++)
    if (is_open_row(plan, rows[k]))
      plan->blocks[d->number[lx_find_root(d->parent, elimination->columns[elimination->starts[rows[k]]])]].row_count++;
  for (int32_t p = first_block; p < plan->block_count; p++) {
    lx_plan_block *block = &plan->blocks[p];
    block->first_variable = plan->block_variable_count;
    block->first_row = plan->block_row_count;
    plan->block_variable_count += block->variable_count;
    plan->block_row_count += block->row_count;
    block->variable_count = 0;
    block->row_count = 0;
  }
  for (int32_t k = 0; k < component->variable_count; k++) {
    const int32_t j = variables[k];
    if (elimination->is_defined[j])
      continue;
    lx_plan_block *block = &plan->blocks[d->number[lx_find_root(d->parent, j)]];
    plan->block_variables[block->first_variable + block->variable_count++] = j;
  }
  for (int32_t k = 0; k < component->row_count; k++) {
    const int32_t r = rows[k];
    if (!is_open_row(plan, r))
      continue;
    const int32_t column = elimination->columns[elimination->starts[r]];
    lx_plan_block *block = &plan->blocks[d->number[lx_find_root(d->parent, column)]];
    plan->block_rows[block->first_row + block->row_count++] = r;
  }
  component->block_count = plan->block_count - first_block;
  for (int32_t p = first_block; p < plan->block_count; p++) {
    plan->blocks[p].kind = kind_of(program, plan, &plan->blocks[p], d->own);
    /* A variable without rows is 0; the simplex sets it in the original variables. */
    if (plan->blocks[p].row_count == 0)
      component->is_plain = 1;
  }
  /* A block that is the whole component is solved as the component, which tells more of conflicts. */
  if (component->block_count == 1 && plan->blocks[first_block].kind == LX_BLOCK_GENERAL &&
      component->aggregated_count == 0)
    component->is_plain = 1;
}

/* Divides component `first` and all after it. */
static lx_status divide_all(const lx_program *program, lx_plan *plan, int32_t first, lx_arena *scratch) {
  if (first == plan->components.count)
    return LX_OK;
  const lx_divider d = {
      .parent = lx_arena_take(scratch, program->variable_count, sizeof(int32_t)),
      .number = lx_arena_take(scratch, program->variable_count, sizeof(int32_t)),
      .own = lx_arena_take(scratch, program->variable_count, sizeof(int32_t)),
  };
  if (d.parent == NULL || d.number == NULL || d.own == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t c = first; c < plan->components.count; c++) {
    plan->components.items[c].first_block = plan->block_count;
    if (!plan->components.items[c].is_plain)
      divide(program, plan, &d, &plan->components.items[c]);
  }
  return LX_OK;
}

lx_status lx_plan_components(lx_plan *plan, const lx_program *program, const uint8_t *no_eliminate, int32_t first,
                             lx_arena *scratch) {
  const lx_status status =
      lx_eliminate(scratch, program, &plan->assignment, no_eliminate, &plan->components, first, &plan->elimination);
  return status == LX_OK ? divide_all(program, plan, first, scratch) : status;
}

static lx_status find_components(const lx_program *program, lx_plan_kind kind, const lx_unassigned *unassigned,
                                 lx_arena *scratch, lx_plan *out) {
  /* The same extra room as for slots. */
  const int32_t variables = unassigned->variable_count + out->room.variables - program->variable_count;
  const int32_t rows = unassigned->row_count + out->room.rows - program->row_count;
  const int32_t slots = unassigned->variable_count > 0 ? program->variable_count : 0;
  int32_t *parent = lx_arena_take(scratch, slots, sizeof *parent);
  int32_t *number = lx_arena_take(scratch, slots, sizeof *number);
  int32_t *of_row = lx_arena_take(scratch, unassigned->row_count, sizeof *of_row);
  if (parent == NULL || number == NULL || of_row == NULL)
    return LX_ERROR_MEMORY;
  lx_component *items = lx_arena_take(out->room.has_gaps ? &out->arena : scratch, variables, sizeof *items);
  if (items == NULL)
    return LX_ERROR_MEMORY;
  lx_status status = lx_components_create(&out->arena, variables, rows, items, &out->components);
  if (status != LX_OK)
    return status;
  lx_split(program, &out->assignment, unassigned, kind != LX_PLAN_WHOLE, parent, number, of_row, &out->components);
  if (!out->room.has_gaps)
    status = lx_components_trim(&out->arena, &out->components);
  if (status != LX_OK)
    return status;
  for (int32_t c = 0; kind <= LX_PLAN_PLAIN && c < out->components.count; c++)
    out->components.items[c].is_plain = 1;
  return LX_OK;
}

static lx_status reduce_components(const lx_program *program, const uint8_t *no_eliminate, lx_arena *scratch, lx_plan *out) {
  lx_arena *arena = &out->arena;
  lx_components *components = &out->components;
  lx_status status = lx_elimination_create(arena, program, lx_component_room(out), &out->elimination);
  if (status == LX_OK)
    status = lx_eliminate(scratch, program, &out->assignment, no_eliminate, components, 0, &out->elimination);
  if (status != LX_OK)
    return status;
  /* Each aggregation removes a variable and a row. A repair may make fewer of them. */
  const int32_t aggregations = out->room.has_gaps ? 0 : out->elimination.aggregated_count;
  out->blocks = lx_arena_take(arena, components->variable_capacity - aggregations, sizeof(lx_plan_block));
  out->block_variables = lx_arena_take(arena, components->variable_capacity - aggregations, sizeof(int32_t));
  out->block_rows = lx_arena_take(arena, components->row_capacity - aggregations, sizeof(int32_t));
  if (out->blocks == NULL || out->block_variables == NULL || out->block_rows == NULL)
    return LX_ERROR_MEMORY;
  return divide_all(program, out, 0, scratch);
}

static lx_status create(const lx_program *program, lx_plan_kind kind, const uint8_t *no_eliminate, lx_arena *scratch,
                        lx_plan *out) {
  lx_arena *arena = &out->arena;
  lx_unassigned unassigned;
  lx_status status = lx_levels_find(arena, program, out->room, &out->levels);
  if (status == LX_OK)
    status = lx_propagate_fixed(arena, scratch, program, out->room, kind != LX_PLAN_WHOLE, &out->assignment);
  lx_arena_reset(scratch);
  if (status == LX_OK)
    status = lx_check_stop(program->stopper);
  if (status == LX_OK)
    status = lx_collect_unassigned(scratch, program, &out->assignment, &unassigned);
  if (status == LX_OK && kind == LX_PLAN_SUBSTITUTED)
    status =
        lx_substitute_implied_free(arena, scratch, program, out->room, no_eliminate, &unassigned, &out->assignment);
  if (status == LX_OK)
    status = find_components(program, kind, &unassigned, scratch, out);
  lx_arena_reset(scratch);
  if (status == LX_OK)
    status = lx_check_stop(program->stopper);
  if (status == LX_OK && out->room.has_gaps) {
    const lx_position_map fixed = lx_fixed_positions(&out->assignment),
                          substituted = lx_substituted_positions(&out->assignment);
    lx_order_spread(&out->assignment.fixed, &fixed);
    lx_order_spread(&out->assignment.substituted, &substituted);
  }
  return status == LX_OK && kind > LX_PLAN_PLAIN ? reduce_components(program, no_eliminate, scratch, out) : status;
}

lx_status lx_plan_create(const lx_program *program, lx_plan_kind kind, int has_gaps, const uint8_t *no_eliminate,
                         lx_arena *scratch, lx_plan *out) {
  memset(out, 0, sizeof *out);
  lx_arena_init(&out->arena, &program->allocator);
  const int32_t rows = program->row_count, variables = program->variable_count;
  out->kind = kind;
  out->row_slots = rows;
  out->variable_slots = variables;
  out->room = (lx_room){rows, variables, 0};
  if (has_gaps && rows < LX_MOST_SLOTS && variables < LX_MOST_SLOTS)
    out->room = (lx_room){rows + rows / 4 + LX_LEAST_ROOM, variables + variables / 4 + LX_LEAST_ROOM, 1};
  return create(program, kind, no_eliminate, scratch, out);
}

void lx_plan_destroy(lx_plan *plan) {
  lx_elimination_destroy(&plan->elimination);
  if (plan->arena.allocator != NULL)
    lx_arena_destroy(&plan->arena);
  memset(plan, 0, sizeof *plan);
}
