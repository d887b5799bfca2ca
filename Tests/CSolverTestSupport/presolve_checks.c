/* presolve_checks.c: see presolve_checks.h. */
#include "presolve_checks.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "factor_programs.h"
#include "presolve/plan.h"

/* Rows under construction, for lx_add_rows or lx_program_add_rows. */
typedef struct {
  int32_t row_count, entry_count, row_room, entry_room;
  int32_t *starts, *variables;
  double *coefficients, *constants, *priorities;
  int8_t *relations;
} row_list;

static void list_free(row_list *l) {
  free(l->starts);
  free(l->variables);
  free(l->coefficients);
  free(l->constants);
  free(l->priorities);
  free(l->relations);
}

static void append(row_list *l, int32_t variable, double value) {
  for (int32_t e = l->row_count > 0 ? l->starts[l->row_count] : 0; e < l->entry_count; e++)
    if (l->variables[e] == variable)
      return;
  if (l->entry_count == l->entry_room) {
    l->entry_room = 2 * l->entry_room + 64;
    l->variables = need(realloc(l->variables, (size_t)l->entry_room * sizeof *l->variables));
    l->coefficients = need(realloc(l->coefficients, (size_t)l->entry_room * sizeof *l->coefficients));
  }
  l->variables[l->entry_count] = variable;
  l->coefficients[l->entry_count++] = value;
}

static void end(row_list *l, lx_relation relation, double constant, double priority) {
  if (l->row_count + 1 >= l->row_room) {
    l->row_room = 2 * l->row_room + 64;
    const size_t room = (size_t)l->row_room;
    l->starts = need(realloc(l->starts, (room + 1) * sizeof *l->starts));
    l->constants = need(realloc(l->constants, room * sizeof *l->constants));
    l->priorities = need(realloc(l->priorities, room * sizeof *l->priorities));
    l->relations = need(realloc(l->relations, room * sizeof *l->relations));
  }
  l->starts[0] = 0;
  l->constants[l->row_count] = constant;
  l->priorities[l->row_count] = priority;
  l->relations[l->row_count] = (int8_t)relation;
  l->starts[++l->row_count] = l->entry_count;
}

static lx_rows rows_of(const row_list *l) {
  return (lx_rows){.row_count = l->row_count,
                   .entry_count = l->entry_count,
                   .starts = l->starts,
                   .variables = l->variables,
                   .coefficients = l->coefficients,
                   .relations = l->relations,
                   .constants = l->constants,
                   .priorities = l->priorities};
}

static double any_priority(uint64_t *state) {
  static const double priorities[] = {1000, 1000, 999, 750, 500, 250};
  return priorities[below(state, 6)];
}

/* Positions 0 ... count and sizes after them. */
static void fill_lines(row_list *l, uint64_t *state, int32_t count) {
  const int32_t pattern = below(state, 4);
  const double equal = any_priority(state);
  append(l, 0, 1);
  end(l, LX_EQUAL, 0, 1000);
  for (int32_t i = 0; i < count; i++) {
    const int32_t size = count + 1 + i;
    append(l, i + 1, 1);
    append(l, i, -1);
    append(l, size, -1);
    end(l, below(state, 20) == 0 ? LX_GREATER_EQUAL : LX_EQUAL, 0, 1000);
    const int32_t other = pattern == 0 ? 0 : pattern == 1 ? i - 1 : below(state, count);
    if (i > 0 && other != i && below(state, 8) > 0) {
      append(l, size, 1);
      append(l, count + 1 + other, below(state, 6) == 0 ? -2 : -1);
      end(l, LX_EQUAL, 0, pattern == 3 ? any_priority(state) : equal);
    }
    if (below(state, 4) == 0) {
      append(l, size, 1);
      end(l, (lx_relation)(below(state, 3) - 1), 10 + below(state, 50), any_priority(state));
    }
    if (below(state, 12) == 0) { /* a space like another */
      const int32_t at = below(state, count);
      append(l, i + 1, 1);
      append(l, i, -1);
      append(l, at + 1, -1);
      append(l, at, 1);
      end(l, LX_EQUAL, 0, any_priority(state));
    }
  }
  if (below(state, 4) > 0) {
    append(l, count, 1);
    end(l, LX_EQUAL, 30 * count, below(state, 3) > 0 ? 1000 : 500);
  }
  for (int32_t sums = below(state, 3); sums > 0; sums--) {
    for (int32_t i = 0; i < count; i++)
      if (below(state, 4) > 0)
        append(l, count + 1 + i, 1);
    end(l, (lx_relation)(below(state, 3) - 1), 25 * count, any_priority(state));
  }
}

typedef struct {
  int64_t entries, rows, variables;
} amount;

/* What the unassigned rows of a component have, and what is left of it. */
static void measure(const lx_program *program, const lx_plan *plan, int32_t number, amount *before, amount *after) {
  const lx_component *component = &plan->components.items[number];
  const lx_submatrix of = lx_component_submatrix(plan, number);
  *before = (amount){.rows = of.row_count, .variables = of.variable_count};
  for (int32_t k = 0; k < of.row_count; k++) {
    const lx_program_row *row = &program->rows[of.rows[k]];
    for (int32_t e = row->start; e < row->start + row->count; e++)
      before->entries += plan->assignment.assigned_at[program->columns[e]] < 0;
  }
  *after = *before;
  if (component->is_plain)
    return;
  *after = (amount){0};
  for (int32_t b = 0; b < component->block_count; b++) {
    const lx_plan_block *block = &plan->blocks[component->first_block + b];
    after->rows += block->row_count;
    after->variables += block->variable_count;
    for (int32_t k = 0; k < block->row_count; k++)
      after->entries += plan->elimination.counts[plan->block_rows[block->first_row + k]];
  }
}

int32_t presolve_check_entries(uint64_t seed, int32_t size, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  uint64_t state = seed;
  row_list l = {0};
  const int32_t count = 1 + below(&state, size);
  fill_lines(&l, &state, count);
  uint8_t *nonnegative = need(calloc((size_t)(2 * count + 1), 1));
  for (int32_t i = 0; i < count; i++)
    nonnegative[count + 1 + i] = below(&state, 3) > 0;
  int32_t *out = need(malloc((size_t)(l.row_count + 2 * count + 1) * sizeof *out));
  lx_program program;
  lx_plan plan;
  lx_arena scratch;
  lx_program_init(&program, &lx_default_allocator);
  lx_arena_init(&scratch, &lx_default_allocator);
  const lx_rows rows = rows_of(&l);
  if (lx_program_add_variables(&program, 2 * count + 1, nonnegative, out) != LX_OK ||
      lx_program_reserve_costs(&program) != LX_OK ||
      lx_program_reserve_rows(&program, rows.row_count, rows.entry_count) != LX_OK ||
      lx_program_add_rows(&program, &rows, out) != LX_OK ||
      lx_plan_create(&program, LX_PLAN_SUBSTITUTED, 0, NULL, &scratch, &plan) != LX_OK)
    abort();
  for (int32_t c = 0; c < plan.components.count; c++) {
    amount before, after;
    measure(&program, &plan, c, &before, &after);
    /* In components of so few variables each row may have all of them. */
    const int64_t torn = after.variables <= 8 ? after.variables * after.rows : 0;
    const int64_t entries = before.entries > torn ? before.entries : torn;
    if (after.entries > entries || after.rows > before.rows || after.variables > before.variables)
      fail(&r, "component %d of %d sizes: %lld entries, %lld rows, %lld variables become %lld, %lld, %lld", c, count,
           (long long)before.entries, (long long)before.rows, (long long)before.variables, (long long)after.entries,
           (long long)after.rows, (long long)after.variables);
  }
  lx_plan_destroy(&plan);
  lx_arena_destroy(&scratch);
  lx_program_destroy(&program);
  list_free(&l);
  free(nonnegative);
  free(out);
  return r.failed;
}

/* ---- growth ---- */

enum { TO_FIRST, TO_PREVIOUS, TO_GUIDE, TO_MEAN, SPACES_TO_FIRST, BOTH_TO_FIRST, LEVELS, LIMITED, PATTERNS };

int32_t presolve_patterns(void) {
  return PATTERNS;
}

static void wish_equal(row_list *l, int32_t one, int32_t other, double priority) {
  append(l, one, 1);
  append(l, other, -1);
  end(l, LX_EQUAL, 0, priority);
}

static void limit(row_list *l, int32_t variable, lx_relation relation, double constant) {
  append(l, variable, 1);
  end(l, relation, constant, 1000);
}

/* A row of views of 48 points and spaces of 8: positions 0 ... count, sizes, and one more size. In LIMITED each eighth
 * view is 30 wide at most. */
static void fill_pattern(row_list *l, int32_t pattern, int32_t count) {
  const int32_t sizes = count + 1, guide = sizes + count;
  const int has_spaces = pattern == SPACES_TO_FIRST || pattern == BOTH_TO_FIRST;
  limit(l, 0, LX_EQUAL, 0);
  limit(l, count, LX_EQUAL, 56.0 * count);
  if (pattern == TO_MEAN)
    append(l, guide, -count);
  for (int32_t i = 0; pattern == TO_MEAN && i < count; i++)
    append(l, sizes + i, 1);
  if (pattern == TO_MEAN)
    end(l, LX_EQUAL, 0, 1000);
  for (int32_t i = 0; i < count; i++) {
    append(l, i + 1, 1);
    append(l, i, -1);
    append(l, sizes + i, -1);
    end(l, has_spaces ? LX_GREATER_EQUAL : LX_EQUAL, has_spaces ? 2 : 8, 1000);
    limit(l, sizes + i, LX_GREATER_EQUAL, 20);
    limit(l, sizes + i, LX_LESS_EQUAL, pattern == LIMITED && i % 8 == 7 ? 30 : 400);
    if (pattern == SPACES_TO_FIRST)
      limit(l, sizes + i, LX_EQUAL, 40 + i % 3);
    else if (pattern == TO_GUIDE || pattern == TO_MEAN)
      wish_equal(l, sizes + i, guide, 999);
    else if (i > 0)
      wish_equal(l, sizes + i, pattern == TO_PREVIOUS ? sizes + i - 1 : sizes, pattern == LEVELS ? 999 - i % 4 : 999);
    if (has_spaces && i > 0) {
      append(l, i + 1, 1);
      append(l, i, i == 1 ? -2 : -1);
      append(l, sizes + i, -1);
      append(l, 1, -1);
      append(l, 0, 1);
      append(l, sizes, 1);
      end(l, LX_EQUAL, 0, 500);
    }
  }
}

typedef struct {
  double bytes;
} counter;

static void *count_resize(void *context, void *block, size_t bytes) {
  ((counter *)context)->bytes += (double)bytes;
  return realloc(block, bytes);
}

static void count_release(void *context, void *block) {
  (void)context;
  free(block);
}

/* Solves a pattern; returns the bytes asked for. */
static double solve_pattern(report *r, int32_t pattern, int32_t count) {
  counter bytes = {0};
  const lx_allocator allocator = {&bytes, count_resize, count_release};
  row_list l = {0};
  fill_pattern(&l, pattern, count);
  const int32_t variables = 2 * count + 2;
  uint8_t *nonnegative = need(calloc((size_t)variables, 1));
  for (int32_t j = count + 1; j < variables; j++)
    nonnegative[j] = 1;
  int32_t *out = need(malloc((size_t)(l.row_count + variables) * sizeof *out));
  double errors[8] = {0}, priorities[8] = {0};
  int32_t levels = 0;
  lx_solver *solver = NULL;
  lx_outcome outcome = LX_UNSOLVED;
  lx_statistics statistics = LX_STATISTICS_INIT;
  const lx_rows rows = rows_of(&l);
  if (lx_create(&allocator, &solver) != LX_OK || lx_add_variables(solver, variables, nonnegative, out) != LX_OK ||
      lx_add_rows(solver, &rows, out) != LX_OK || lx_solve(solver, NULL, &outcome) != LX_OK || outcome != LX_OPTIMAL ||
      lx_read_statistics(solver, &statistics) != LX_OK ||
      lx_get_levels(solver, 8, priorities, errors, &levels) != LX_OK)
    fail(r, "pattern %d at %d: not solved", pattern, count);
  if (statistics.pivots > count / 8)
    fail(r, "pattern %d at %d: %lld pivots", pattern, count, (long long)statistics.pivots);
  for (int32_t k = 0; k < levels && pattern != LIMITED; k++)
    if (errors[k] > 1e-6 * count)
      fail(r, "pattern %d at %d: an error of %g at %g", pattern, count, errors[k], priorities[k]);
  lx_destroy(solver);
  list_free(&l);
  free(nonnegative);
  free(out);
  return bytes.bytes;
}

int32_t presolve_check_growth(int32_t pattern, int32_t size, double growth, char *message, int32_t capacity) {
  report r = {message, capacity, false};
  const double small = solve_pattern(&r, pattern, size), large = solve_pattern(&r, pattern, 4 * size);
  if (large > growth * small)
    fail(&r, "pattern %d: %.0f bytes at %d, %.0f at %d", pattern, small, size, large, 4 * size);
  return r.failed;
}
