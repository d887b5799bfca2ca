/* plan.c: the presolve in its order, and the parts of components by union and find. */
#include "batch/plan.h"

#include <string.h>

#include "base/union_find.h"

/* Scratch of the division into parts, all per variable slot. */
typedef struct {
  int32_t *parent;
  int32_t *number; /* of the part, for roots */
  int32_t *own;    /* rows about the variable alone */
} lx_divider;

static int is_open_row(const lx_plan *plan, int32_t row) {
  return !plan->elimination.is_step[row] && plan->elimination.counts[row] > 0;
}

/* The kind of a part, whose rows and variables are in place. In a star every variable has rows of its own, so that all
 * of its places are decided; one may have none where the coupling row must hold with equality and decides it. */
static lx_part_kind kind_of(const lx_program *program, const lx_plan *plan, const lx_part *part, const int32_t *own) {
  int32_t coupling = -1, couplings = 0, bare = 0;
  for (int32_t k = part->first_row; k < part->first_row + part->row_count; k++)
    if (plan->elimination.counts[plan->part_rows[k]] > 1) {
      coupling = plan->part_rows[k];
      couplings++;
    }
  if (couplings > 1)
    return LX_PART_GENERAL;
  for (int32_t k = part->first_variable; k < part->first_variable + part->variable_count; k++) {
    const int32_t j = plan->part_variables[k];
    if (own[j] == 0 && !program->variables[j].nonnegative)
      return LX_PART_GENERAL;
    bare += own[j] == 0;
  }
  if (couplings == 0)
    return bare == 0 ? LX_PART_SINGLE : LX_PART_GENERAL;
  return bare == 0 || (bare == 1 && lx_is_required_equality(&program->rows[coupling])) ? LX_PART_STAR : LX_PART_GENERAL;
}

/* Divides what the steps of one component leave; parts are numbered by their first variable. */
static void divide(const lx_program *program, lx_plan *plan, lx_divider *d, int32_t c, int32_t *part_count,
                   int32_t *variable_end, int32_t *row_end) {
  const lx_components *components = &plan->components;
  const lx_elimination *elimination = &plan->elimination;
  const int32_t first_part = *part_count;
  for (int32_t k = components->variable_starts[c]; k < components->variable_starts[c + 1]; k++) {
    d->parent[components->variables[k]] = components->variables[k];
    d->own[components->variables[k]] = 0;
  }
  for (int32_t k = components->row_starts[c]; k < components->row_starts[c + 1]; k++) {
    const int32_t r = components->rows[k];
    if (!is_open_row(plan, r))
      continue;
    const int32_t *columns = elimination->columns + elimination->starts[r];
    d->own[columns[0]] += elimination->counts[r] == 1;
    for (int32_t e = 1; e < elimination->counts[r]; e++)
      lx_unite(d->parent, columns[0], columns[e]);
  }
  for (int32_t k = components->variable_starts[c]; k < components->variable_starts[c + 1]; k++) {
    const int32_t j = components->variables[k];
    if (elimination->is_defined[j])
      continue;
    const int32_t root = lx_find_root(d->parent, j);
    if (root == j) {
      d->number[j] = (*part_count)++;
      plan->parts[d->number[j]] = (lx_part){.kind = LX_PART_SINGLE};
    }
    plan->parts[d->number[root]].variable_count++;
  }
  for (int32_t k = components->row_starts[c]; k < components->row_starts[c + 1]; k++) {
    const int32_t r = components->rows[k];
    if (is_open_row(plan, r))
      plan->parts[d->number[lx_find_root(d->parent, elimination->columns[elimination->starts[r]])]].row_count++;
  }
  for (int32_t p = first_part; p < *part_count; p++) {
    lx_part *part = &plan->parts[p];
    part->first_variable = *variable_end;
    part->first_row = *row_end;
    *variable_end += part->variable_count;
    *row_end += part->row_count;
    part->variable_count = 0;
    part->row_count = 0;
  }
  for (int32_t k = components->variable_starts[c]; k < components->variable_starts[c + 1]; k++) {
    const int32_t j = components->variables[k];
    if (elimination->is_defined[j])
      continue;
    lx_part *part = &plan->parts[d->number[lx_find_root(d->parent, j)]];
    plan->part_variables[part->first_variable + part->variable_count++] = j;
  }
  for (int32_t k = components->row_starts[c]; k < components->row_starts[c + 1]; k++) {
    const int32_t r = components->rows[k];
    if (!is_open_row(plan, r))
      continue;
    const int32_t column = elimination->columns[elimination->starts[r]];
    lx_part *part = &plan->parts[d->number[lx_find_root(d->parent, column)]];
    plan->part_rows[part->first_row + part->row_count++] = r;
  }
  for (int32_t p = first_part; p < *part_count; p++) {
    plan->parts[p].kind = kind_of(program, plan, &plan->parts[p], d->own);
    /* What no row decides is for the simplex to put at 0, in the variables there were. */
    if (plan->parts[p].row_count == 0)
      plan->is_plain[c] = 1;
  }
  /* A part that is the whole component is as good a core as any, and the component says more of conflicts. */
  if (*part_count == first_part + 1 && plan->parts[first_part].kind == LX_PART_GENERAL &&
      elimination->step_starts[c] == elimination->step_starts[c + 1])
    plan->is_plain[c] = 1;
}

static lx_status divide_all(const lx_program *program, lx_plan *plan, lx_arena *scratch) {
  const lx_components *components = &plan->components;
  const int32_t count = components->count;
  const int32_t variables = components->variable_starts[count], rows = components->row_starts[count];
  lx_divider d = {
      .parent = lx_arena_take(scratch, program->variable_count, sizeof(int32_t)),
      .number = lx_arena_take(scratch, program->variable_count, sizeof(int32_t)),
      .own = lx_arena_take(scratch, program->variable_count, sizeof(int32_t)),
  };
  plan->part_starts = lx_arena_take_zeroed(&plan->arena, (int64_t)count + 1, sizeof(int32_t));
  plan->parts = lx_arena_take(&plan->arena, variables, sizeof(lx_part));
  plan->part_variables = lx_arena_take(&plan->arena, variables, sizeof(int32_t));
  plan->part_rows = lx_arena_take(&plan->arena, rows, sizeof(int32_t));
  lx_status status = LX_OK;
  if (d.parent == NULL || d.number == NULL || d.own == NULL || plan->part_starts == NULL || plan->parts == NULL ||
      plan->part_variables == NULL || plan->part_rows == NULL)
    status = LX_ERROR_MEMORY;
  int32_t part_count = 0, variable_end = 0, row_end = 0;
  for (int32_t c = 0; c < count && status == LX_OK; c++) {
    if (!plan->is_plain[c])
      divide(program, plan, &d, c, &part_count, &variable_end, &row_end);
    plan->part_starts[c + 1] = part_count;
  }
  return status;
}

static lx_status create(const lx_program *program, lx_plan_kind kind, lx_arena *scratch, lx_plan *out) {
  lx_status status = lx_levels_find(&out->arena, program, &out->levels);
  if (status == LX_OK)
    status = lx_fix(&out->arena, scratch, program, kind != LX_PLAN_WHOLE, &out->fixing);
  lx_arena_reset(scratch);
  if (status == LX_OK)
    status = lx_split(&out->arena, scratch, program, &out->fixing, kind != LX_PLAN_WHOLE, &out->components);
  if (status != LX_OK)
    return status;
  const lx_components *components = &out->components;
  out->is_plain = lx_arena_take(&out->arena, components->count, sizeof *out->is_plain);
  if (out->is_plain == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t c = 0; c < components->count; c++)
    out->is_plain[c] = kind != LX_PLAN_FULL || components->row_starts[c] == components->row_starts[c + 1];
  if (kind != LX_PLAN_FULL)
    return LX_OK;
  lx_arena_reset(scratch);
  status = lx_eliminate(&out->arena, scratch, program, &out->fixing, components, out->is_plain, &out->elimination);
  lx_arena_reset(scratch);
  return status == LX_OK ? divide_all(program, out, scratch) : status;
}

lx_status lx_plan_create(const lx_program *program, lx_plan_kind kind, lx_arena *scratch, lx_plan *out) {
  memset(out, 0, sizeof *out);
  lx_arena_init(&out->arena, &program->allocator);
  return create(program, kind, scratch, out);
}

void lx_plan_destroy(lx_plan *plan) {
  lx_elimination_destroy(&plan->elimination);
  if (plan->arena.allocator != NULL)
    lx_arena_destroy(&plan->arena);
  memset(plan, 0, sizeof *plan);
}
