/* template.c: creates templates, and shares instances out among threads.
 *
 * Blocks of instances are fixed stretches of the table, and each runs through the program alike whichever thread
 * takes it. Instances that the program cannot solve fall back to solves of their own. Where LPs are involved, the
 * first of these are solved in their order, and the bases that they end with become regions for this call; then the
 * others are tried again. All of that is decided before threads go on, so it does not depend on them. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "template/template.h"

/* Instances in a row whose solves bring no new region, after which no more are looked for. */
#define LX_BARREN_LIMIT 8

/* Work, in steps times instances, that is worth a thread: some 0.7 ms, against 20 to 100 microseconds to start one. */
#define LX_THREAD_WORK 2000000

/* Most threads of one call. */
#define LX_THREAD_LIMIT 256

static lx_status copy_spec(lx_template *of, const lx_template_spec *spec) {
  lx_arena *arena = &of->arena;
  const int32_t entries = spec->output_starts[spec->output_count];
  of->input_count = spec->input_count;
  of->use_count = spec->use_count;
  of->use_inputs = lx_arena_copy(arena, spec->use_inputs, spec->use_count, sizeof(int32_t));
  of->use_rows = lx_arena_copy(arena, spec->use_rows, spec->use_count, sizeof(int32_t));
  of->use_factors = lx_arena_copy(arena, spec->use_factors, spec->use_count, sizeof(double));
  of->output_count = spec->output_count;
  of->output_starts = lx_arena_copy(arena, spec->output_starts, (int64_t)spec->output_count + 1, sizeof(int32_t));
  of->output_variables = lx_arena_copy(arena, spec->output_variables, entries, sizeof(int32_t));
  of->output_coefficients = lx_arena_copy(arena, spec->output_coefficients, entries, sizeof(double));
  of->output_offsets = lx_arena_copy(arena, spec->output_offsets, spec->output_count, sizeof(double));
  of->origin = lx_arena_take_zeroed(arena, spec->input_count, sizeof(double));
  of->reference = spec->reference != NULL ? lx_arena_copy(arena, spec->reference, spec->input_count, sizeof(double))
                                          : lx_arena_take_zeroed(arena, spec->input_count, sizeof(double));
  return of->use_inputs == NULL || of->use_rows == NULL || of->use_factors == NULL || of->output_starts == NULL ||
                 of->output_variables == NULL || of->output_coefficients == NULL || of->output_offsets == NULL ||
                 of->reference == NULL || of->origin == NULL
             ? LX_ERROR_MEMORY
             : LX_OK;
}

/* Takes the reference's share out of the constants of rows whose inputs all count from 0. Inputs of rows where that
 * rounds, or leaves a number larger than the constant, which sums along a chain would then lose digits to, count
 * from their reference instead; returns whether there are new ones. `constants` has the solver's constants, `sums`
 * room for as many. */
static int choose_origins(lx_template *of, const double *constants, double *sums) {
  const lx_program_row *rows = of->program.rows;
  int found = 0;
  for (int32_t u = 0; u < of->use_count; u++)
    of->program.rows[of->use_rows[u]].constant = constants[of->use_rows[u]];
  for (int32_t u = 0; u < of->use_count; u++) {
    const int32_t i = of->use_inputs[u], r = of->use_rows[u];
    const double share = of->use_factors[u] * (of->reference[i] - of->origin[i]);
    const double whole = rows[r].constant, rest = whole - share;
    const int is_exact = fma(of->use_factors[u], of->reference[i] - of->origin[i], -share) == 0 &&
                         rest + share == whole && whole - rest == share && fabs(rest) <= fabs(constants[r]);
    of->program.rows[r].constant = rest;
    if (is_exact)
      continue;
    of->origin[i] = of->reference[i];
    found = 1;
  }
  /* At the reference the sum has to come back, in the order that it is taken in. */
  for (int32_t u = 0; u < of->use_count; u++)
    sums[of->use_rows[u]] = rows[of->use_rows[u]].constant;
  for (int32_t u = 0; u < of->use_count; u++)
    sums[of->use_rows[u]] += of->use_factors[u] * (of->reference[of->use_inputs[u]] - of->origin[of->use_inputs[u]]);
  for (int32_t u = 0; u < of->use_count; u++) {
    const int32_t i = of->use_inputs[u], r = of->use_rows[u];
    if (sums[r] == constants[r] || of->origin[i] == of->reference[i])
      continue;
    of->origin[i] = of->reference[i];
    found = 1;
  }
  return found;
}

/* An input counts from the same number in all rows, so that what cancels does. */
static lx_status take_reference_out(lx_template *of) {
  double *constants = lx_allocate(&of->allocator, 2 * (int64_t)of->program.row_count, sizeof *constants);
  if (constants == NULL)
    return LX_ERROR_MEMORY;
  double *sums = constants + of->program.row_count;
  for (int32_t r = 0; r < of->program.row_count; r++)
    constants[r] = of->program.rows[r].constant;
  /* A row may have inputs of both kinds, so one decision leads to others; rarely to many. */
  int found = choose_origins(of, constants, sums);
  for (int32_t round = 0; round < 4 && found; round++)
    found = choose_origins(of, constants, sums);
  if (found) {
    memcpy(of->origin, of->reference, sizeof *of->origin * (size_t)of->input_count);
    (void)choose_origins(of, constants, sums);
  }
  lx_release(&of->allocator, constants);
  return LX_OK;
}

/* Components that the reference solves as they are. */
static lx_status note_whole(void *context, int32_t block, int32_t component, const lx_reduced_lp *lp,
                            const lx_vertex *vertex) {
  (void)lp;
  (void)vertex;
  if (block < 0)
    ((lx_template *)context)->is_whole[component] = 1;
  return LX_OK;
}

static lx_status keep_region(void *context, int32_t block, int32_t component, const lx_reduced_lp *lp,
                             const lx_vertex *vertex) {
  lx_template *of = context;
  const int32_t index = block >= 0 ? of->block_lps[block] : of->component_lps[component];
  if (index < 0 || of->lps[index].region_count > 0)
    return LX_OK;
  of->is_ambiguous |= !lx_is_only_optimum(lp, vertex);
  lx_template_region *region;
  const lx_status status = lx_template_region_create(&of->arena, lp, vertex, &region);
  if (status == LX_OK && region != NULL)
    of->lps[index].regions[of->lps[index].region_count++] = region;
  return status;
}

static lx_status make(lx_template *of, const lx_program *program, const lx_template_spec *spec, lx_scalar *scalar) {
  lx_arena_init(&of->arena, &of->allocator);
  lx_status status = lx_program_copy(program, &of->program);
  if (status == LX_OK)
    status = copy_spec(of, spec);
  if (status == LX_OK) {
    lx_arena scratch;
    lx_arena_init(&scratch, &of->allocator);
    status = lx_plan_create(&of->program, LX_PLAN_REDUCED, 0, NULL, &scratch, &of->plan);
    lx_arena_destroy(&scratch);
  }
  if (status == LX_OK)
    status = take_reference_out(of);
  if (status != LX_OK)
    return status;
  const int32_t components = of->plan.components.count;
  const int32_t blocks = of->plan.block_count;
  of->is_whole = lx_arena_take_zeroed(&of->arena, components, 1);
  of->block_lps = lx_arena_take(&of->arena, blocks, sizeof(int32_t));
  of->component_lps = lx_arena_take(&of->arena, components, sizeof(int32_t));
  if (of->is_whole == NULL || of->block_lps == NULL || of->component_lps == NULL)
    return LX_ERROR_MEMORY;
  memset(of->block_lps, 0xff, sizeof(int32_t) * (size_t)blocks);
  memset(of->component_lps, 0xff, sizeof(int32_t) * (size_t)components);
  status = lx_scalar_open(scalar, of, of->program.stopper);
  lx_outcome outcome = LX_UNSOLVED;
  scalar->session.observer = note_whole;
  scalar->session.observer_context = of;
  if (status == LX_OK)
    status = lx_scalar_solve(scalar, of->reference, &outcome);
  if (status == LX_OK)
    status = lx_template_compile(of, &scalar->session);
  if (status == LX_OK && of->lp_count > 0) {
    scalar->session.observer = keep_region;
    status = lx_scalar_solve(scalar, of->reference, &outcome);
  }
  return status;
}

lx_status lx_template_make(const lx_program *program, const lx_template_spec *spec, lx_template **out) {
  lx_template *of = lx_allocate_zeroed(&program->allocator, 1, sizeof *of);
  if (of == NULL)
    return LX_ERROR_MEMORY;
  of->allocator = program->allocator;
  lx_scalar scalar = {0};
  const lx_status status = make(of, program, spec, &scalar);
  lx_scalar_close(&scalar);
  of->program.stopper = NULL; /* the solver's, which may go first */
  if (status == LX_OK)
    *out = of;
  else
    lx_template_free(of);
  return status;
}

void lx_template_free(lx_template *of) {
  if (of == NULL)
    return;
  const lx_allocator allocator = of->allocator;
  lx_release(&allocator, of->steps);
  lx_release(&allocator, of->terms);
  lx_release(&allocator, of->operands);
  lx_release(&allocator, of->knapsacks);
  lx_release(&allocator, of->lps);
  lx_release(&allocator, of->guards);
  lx_plan_destroy(&of->plan);
  lx_program_destroy(&of->program);
  lx_arena_destroy(&of->arena);
  lx_release(&allocator, of);
}

/* What a call holds. */
typedef struct {
  const lx_template *of;
  const lx_instances *table;
  int32_t threads;
  int32_t width;
  lx_template_work *work; /* threads */
  lx_scalar *scalars;     /* threads, opened when first needed */
  uint8_t *has_scalar;
  lx_status *statuses; /* threads */
  lx_arena arena;
  lx_region_list *more; /* lp_count, or NULL */
  int64_t *left;        /* instances that fall back, ascending; room for left_capacity */
  int64_t left_capacity;
  int64_t left_count;
  uint64_t *failed; /* per block */
  atomic_llong next;
  int64_t end;
  void (*task)(void *call, int32_t thread, int64_t item);
} lx_call;

typedef struct {
  lx_call *call;
  int32_t thread;
} lx_worker;

static void *run_worker(void *context) {
  const lx_worker *worker = context;
  lx_call *call = worker->call;
  for (;;) {
    const int64_t item = atomic_fetch_add(&call->next, 1);
    if (item < call->end && call->statuses[worker->thread] == LX_OK)
      call->statuses[worker->thread] = lx_check_stop(call->table->stopper);
    if (item >= call->end || call->statuses[worker->thread] != LX_OK)
      return NULL;
    call->task(call, worker->thread, item);
  }
}

/* Does items 0 ..< count, on the threads there are; where one cannot be started the others do its share. */
static lx_status share_out(lx_call *call, int64_t count, void (*task)(void *call, int32_t thread, int64_t item)) {
  pthread_t handles[LX_THREAD_LIMIT];
  lx_worker workers[LX_THREAD_LIMIT];
  int32_t started = 0;
  atomic_store(&call->next, 0);
  call->end = count;
  call->task = task;
  for (int32_t t = 1; t < call->threads && t < count; t++) {
    workers[t] = (lx_worker){call, t};
    if (pthread_create(&handles[started], NULL, run_worker, &workers[t]) != 0)
      break;
    started++;
  }
  workers[0] = (lx_worker){call, 0};
  run_worker(&workers[0]);
  for (int32_t t = 0; t < started; t++)
    pthread_join(handles[t], NULL);
  for (int32_t t = 0; t < call->threads; t++)
    if (call->statuses[t] != LX_OK)
      return call->statuses[t];
  return LX_OK;
}

static void note_outcomes(const lx_call *call, const int64_t *rows, int64_t first, int32_t count) {
  if (call->table->outcomes == NULL)
    return;
  if (rows == NULL)
    memset(call->table->outcomes + first, LX_OPTIMAL, (size_t)count);
  for (int32_t l = 0; rows != NULL && l < count; l++)
    call->table->outcomes[rows[l]] = LX_OPTIMAL;
}

/* A block of the table, or of the instances that are left. */
static void run_block(void *context, int32_t thread, int64_t block) {
  lx_call *call = context;
  const int64_t first = block * call->width, all = call->left != NULL ? call->left_count : call->table->count;
  const int32_t count = (int32_t)(all - first < call->width ? all - first : call->width);
  const int64_t *rows = call->left != NULL ? call->left + first : NULL;
  call->failed[block] = lx_template_work_run(&call->work[thread], call->more, rows, first, count, call->table->inputs,
                                             call->table->outputs);
  note_outcomes(call, rows, first, count);
}

static lx_status solve_scalar(lx_call *call, int32_t thread, int64_t row) {
  const lx_template *of = call->of;
  lx_scalar *scalar = &call->scalars[thread];
  lx_status status = LX_OK;
  if (!call->has_scalar[thread]) {
    call->has_scalar[thread] = 1;
    status = lx_scalar_open(scalar, of, call->table->stopper);
  }
  lx_outcome outcome = LX_UNSOLVED;
  if (status == LX_OK)
    status = lx_scalar_solve(scalar, call->table->inputs + row * of->input_count, &outcome);
  if (status != LX_OK)
    return status;
  double *outputs = call->table->outputs + row * of->output_count;
  if (outcome == LX_OPTIMAL)
    lx_scalar_read(scalar, outputs);
  else
    for (int32_t o = 0; o < of->output_count; o++)
      outputs[o] = NAN;
  if (call->table->outcomes != NULL)
    call->table->outcomes[row] = (int8_t)outcome;
  return LX_OK;
}

static void run_scalar(void *context, int32_t thread, int64_t item) {
  lx_call *call = context;
  call->statuses[thread] = solve_scalar(call, thread, call->left[item]);
}

/* The instances that failed, in their order. */
static lx_status collect_left(lx_call *call, int64_t blocks) {
  const int64_t all = call->left != NULL ? call->left_count : call->table->count;
  int64_t count = 0;
  for (int64_t b = 0; b < blocks; b++)
    for (uint64_t bits = call->failed[b]; bits != 0; bits &= bits - 1)
      count++;
  int64_t *left = call->left;
  if (left == NULL) {
    left = lx_allocate(&call->of->allocator, count, sizeof *left);
    if (left == NULL)
      return LX_ERROR_MEMORY;
  }
  count = 0; /* never more than the index that is read, so the list may be packed in place */
  for (int64_t b = 0; b < blocks; b++)
    for (int32_t l = 0; l < call->width; l++)
      if (call->failed[b] >> l & 1 && b * call->width + l < all)
        left[count++] = call->left != NULL ? call->left[b * call->width + l] : b * call->width + l;
  call->left = left;
  call->left_count = count;
  return LX_OK;
}

static lx_status run_blocks(lx_call *call) {
  const int64_t all = call->left != NULL ? call->left_count : call->table->count;
  const int64_t blocks = (all + call->width - 1) / call->width;
  const lx_status status = share_out(call, blocks, run_block);
  return status == LX_OK ? collect_left(call, blocks) : status;
}

/* While the first thread solves an instance: bases that are the only optimum become regions of this call. */
static lx_status add_region(void *context, int32_t block, int32_t component, const lx_reduced_lp *lp,
                            const lx_vertex *vertex) {
  lx_call *call = context;
  const lx_template *of = call->of;
  const int32_t index = block >= 0 ? of->block_lps[block] : of->component_lps[component];
  if (index < 0 || !lx_is_only_optimum(lp, vertex))
    return LX_OK;
  lx_region_list *list = &call->more[index];
  if (list->count + of->lps[index].region_count >= LX_TEMPLATE_REGIONS)
    return LX_OK;
  lx_template_region *region;
  const lx_status status = lx_template_region_create(&call->arena, lp, vertex, &region);
  if (status == LX_OK && region != NULL)
    list->regions[list->count++] = region;
  return status;
}

static int64_t region_count(const lx_call *call) {
  int64_t count = 0;
  for (int32_t k = 0; k < call->of->lp_count; k++)
    count += call->more[k].count;
  return count;
}

/* Solves the first of the instances that are left, adds its regions and tries the others again. */
static lx_status add_regions(lx_call *call) {
  const lx_template *of = call->of;
  call->more = lx_arena_take_zeroed(&call->arena, of->lp_count, sizeof *call->more);
  if (call->more == NULL)
    return LX_ERROR_MEMORY;
  lx_status status = LX_OK;
  int32_t barren = 0;
  int64_t done = 0;
  while (status == LX_OK && done < call->left_count && barren < LX_BARREN_LIMIT) {
    const int64_t before = region_count(call);
    if (!call->has_scalar[0]) {
      call->has_scalar[0] = 1;
      status = lx_scalar_open(&call->scalars[0], of, call->table->stopper);
    }
    call->scalars[0].session.observer = add_region;
    call->scalars[0].session.observer_context = call;
    if (status == LX_OK)
      status = solve_scalar(call, 0, call->left[done++]);
    call->scalars[0].session.observer = NULL;
    if (status != LX_OK || region_count(call) == before) {
      barren++;
      continue;
    }
    barren = 0;
    call->left_count -= done;
    memmove(call->left, call->left + done, sizeof *call->left * (size_t)call->left_count);
    done = 0;
    status = run_blocks(call);
  }
  call->left_count -= done;
  memmove(call->left, call->left + done, sizeof *call->left * (size_t)call->left_count);
  return status;
}

static lx_status run_call(lx_call *call) {
  const lx_template *of = call->of;
  const int64_t count = call->table->count;
  lx_status status = LX_OK;
  if (of->all_fall_back) {
    call->left = lx_allocate(&of->allocator, count, sizeof *call->left);
    if (call->left == NULL)
      return LX_ERROR_MEMORY;
    for (call->left_count = 0; call->left_count < count; call->left_count++)
      call->left[call->left_count] = call->left_count;
  } else {
    status = run_blocks(call);
    if (status == LX_OK && call->left_count > 0 && of->lp_count > 0 && !of->is_ambiguous)
      status = add_regions(call);
  }
  return status == LX_OK && call->left_count > 0 ? share_out(call, call->left_count, run_scalar) : status;
}

static int32_t threads_for(const lx_template *of, const lx_instances *table, int64_t blocks) {
  int64_t threads = table->threads;
  if (threads == 0) {
    const int64_t work = ((int64_t)of->step_count + of->output_count + of->guard_count) * table->count;
    const int64_t processors = sysconf(_SC_NPROCESSORS_ONLN), worth = 1 + work / LX_THREAD_WORK;
    threads = processors < worth ? processors : worth;
  }
  if (threads > blocks)
    threads = blocks;
  return threads < 1 ? 1 : threads > LX_THREAD_LIMIT ? LX_THREAD_LIMIT : (int32_t)threads;
}

lx_status lx_template_run(const lx_template *of, const lx_instances *table) {
  if (table->count == 0)
    return LX_OK;
  lx_template_work first = {0};
  lx_status status = lx_template_work_open(&first, of, table->count);
  lx_call call = {.of = of, .table = table, .width = first.width};
  lx_arena_init(&call.arena, &of->allocator);
  if (status == LX_OK) {
    const int64_t blocks = (table->count + call.width - 1) / call.width;
    call.threads = threads_for(of, table, blocks);
    call.work = lx_arena_take_zeroed(&call.arena, call.threads, sizeof *call.work);
    call.scalars = lx_arena_take_zeroed(&call.arena, call.threads, sizeof *call.scalars);
    call.has_scalar = lx_arena_take_zeroed(&call.arena, call.threads, 1);
    call.statuses = lx_arena_take_zeroed(&call.arena, call.threads, sizeof *call.statuses);
    call.failed = lx_allocate(&of->allocator, blocks, sizeof *call.failed);
    if (call.work == NULL || call.scalars == NULL || call.has_scalar == NULL || call.statuses == NULL ||
        call.failed == NULL)
      status = LX_ERROR_MEMORY;
  }
  for (int32_t t = 1; t < call.threads && status == LX_OK; t++)
    status = lx_template_work_open(&call.work[t], of, table->count);
  if (status == LX_OK) {
    call.work[0] = first;
    status = run_call(&call);
    first = call.work[0];
  }
  lx_template_work_close(&first);
  for (int32_t t = 1; call.work != NULL && t < call.threads; t++)
    lx_template_work_close(&call.work[t]);
  for (int32_t t = 0; call.scalars != NULL && call.has_scalar != NULL && t < call.threads; t++)
    if (call.has_scalar[t])
      lx_scalar_close(&call.scalars[t]);
  lx_release(&of->allocator, call.left);
  lx_release(&of->allocator, call.failed);
  lx_arena_destroy(&call.arena);
  return status;
}
