/* harness.c: reads a program, measures the engine it is linked with, prints one line of JSON.
 *
 *   ENGINE FILE --repeats R --limit SECONDS [--frames OUT] [--clock wall|cpu]
 *
 * Of R runs (fewer when they take more than an eighth of `limit`) the one with the median total is printed. With steps
 * in the file each run also takes them all, solving and reading every frame after each; printed is the median over runs
 * of the time per step, and of that run what its first step took, which makes what the others use, and the median one. Frames are compared with the closed form in the file: the largest difference is printed, and
 * the frames go to OUT. Memory is the highest resident size during the first run, less what was resident before it
 * (proc(5), clear_refs). No engine has more than one thread here, so on a machine with others at work the process's own
 * time (cpu) is what the wall clock would show on a quiet one. Exit status 0, 1 for a failure, 2 over the limit. */
#define _GNU_SOURCE
#include "program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_RUNS 1001

typedef struct {
  double build, solve, read, step, first_step, median_step;
} run_times;

static clockid_t measured_clock = CLOCK_MONOTONIC;

double now(void) {
  struct timespec t;
  clock_gettime(measured_clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *take(FILE *file, int64_t count, size_t size) {
  void *block = malloc((size_t)count * size + 1);
  if (!block || fread(block, size, (size_t)count, file) != (size_t)count) {
    fprintf(stderr, "the file is cut short, or memory is\n");
    exit(1);
  }
  return block;
}

static program read_program(const char *path) {
  FILE *file = fopen(path, "rb");
  char magic[8];
  int64_t counts[7];
  if (!file || fread(magic, 1, 8, file) != 8 || memcmp(magic, "TRELLIS1", 8) != 0 || fread(counts, 8, 7, file) != 7) {
    fprintf(stderr, "%s: not an exported workload\n", path);
    exit(1);
  }
  for (int i = 0; i < 7; i++) {
    if (counts[i] < 0 || counts[i] > INT32_MAX) {
      fprintf(stderr, "%s: has an impossible count\n", path);
      exit(1);
    }
  }
  program p = {.workload = counts[0],
               .size = counts[1],
               .variable_count = counts[2],
               .row_count = counts[3],
               .entry_count = counts[4],
               .edit_count = counts[5],
               .step_count = counts[6]};
  p.constants = take(file, p.row_count, 8);
  p.priorities = take(file, p.row_count, 8);
  p.priorities_below = take(file, p.row_count, 8);
  p.weights = take(file, p.row_count, 8);
  p.coefficients = take(file, p.entry_count, 8);
  p.edit_constants = take(file, p.edit_count, 8);
  p.expected = take(file, p.variable_count, 8);
  p.expected_after = take(file, p.variable_count, 8);
  p.starts = take(file, p.row_count + 1, 4);
  p.variables = take(file, p.entry_count, 4);
  p.edit_rows = take(file, p.edit_count, 4);
  p.step_starts = take(file, p.step_count + 1, 4);
  p.relations = take(file, p.row_count, 1);
  p.nonnegative = take(file, p.variable_count, 1);
  fclose(file);
  return p;
}

static void free_program(program *p) {
  void *blocks[] = {p->constants,      p->priorities, p->priorities_below, p->weights,   p->coefficients,
                    p->edit_constants, p->expected,   p->expected_after,   p->starts,    p->variables,
                    p->edit_rows,      p->step_starts, p->relations,       p->nonnegative};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) free(blocks[i]);
}

int is_optional(const program *p, int64_t row) {
  return p->priorities[row] < REQUIRED || (p->relations[row] == 0 && p->priorities_below[row] < REQUIRED);
}

int level_of(const levels *l, double priority) {
  for (int i = 0; i < l->count; i++) {
    if (l->priorities[i] == priority) return i;
  }
  return -1;
}

double level_weight(int rank) {
  double weight = 1;
  while (rank-- > 0) weight *= 10;
  return weight;
}

int find_levels(const program *p, levels *out) {
  out->count = 0;
  for (int64_t row = 0; row < p->row_count; row++) {
    for (int side = 0; side < 2; side++) {
      double priority = side ? p->priorities_below[row] : p->priorities[row];
      if (priority >= REQUIRED || (side && p->relations[row] != 0) || level_of(out, priority) >= 0) continue;
      if (out->count == MAX_LEVELS) return -1;
      int place = out->count++;
      for (; place > 0 && out->priorities[place - 1] > priority; place--) {
        out->priorities[place] = out->priorities[place - 1];
      }
      out->priorities[place] = priority;
    }
  }
  return 0;
}

/* Kilobytes of a line of /proc/self/status; 0 where there is none. */
static long status_kilobytes(const char *key) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  long result = 0;
  while (file && fgets(line, sizeof line, file)) {
    if (strncmp(line, key, strlen(key)) == 0) result = strtol(line + strlen(key), NULL, 10);
  }
  if (file) fclose(file);
  return result;
}

static void reset_peak(void) {
  FILE *file = fopen("/proc/self/clear_refs", "w");
  if (!file) return;
  fputs("5", file);
  fclose(file);
}

static void check(int status, const char *what) {
  if (status == 0) return;
  fprintf(stderr, "%s: %s %s\n", engine_name, what, status == OVER_LIMIT ? "ran over the limit" : "failed");
  exit(status == OVER_LIMIT ? 2 : 1);
}

/* The largest difference; a NaN counts as infinite. */
static double difference(const double *frames, const double *expected, int64_t count) {
  double largest = 0;
  for (int64_t i = 0; i < count; i++) {
    double d = fabs(frames[i] - expected[i]);
    if (!(d <= largest)) largest = isnan(d) ? INFINITY : d;
  }
  return largest;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* One build, solve and read, and all steps. `off` is raised to the largest difference from the closed forms. */
static run_times measure(const program *p, double limit, double *frames, double *off) {
  run_times t = {0};
  engine *e = NULL;
  double start = now();
  check(engine_build(p, limit, &e), "building");
  double built = now();
  check(engine_solve(e), "solving");
  double solved = now();
  check(engine_read(e, frames), "reading");
  double end = now();
  t.build = built - start;
  t.solve = solved - built;
  t.read = end - solved;
  if (engine_is_instant) {
    /* As often as makes 20 microseconds and more; the clock itself takes a thousandth of that. */
    int64_t times = 2 + 20000 / (p->variable_count + 1);
    start = now();
    for (int64_t i = 0; i < times; i++) check(engine_solve(e), "solving");
    t.solve = (now() - start) / (double)times;
    t.build = t.read = 0; /* there is nothing to hand over, and the answer lies where it is read */
  }
  *off = fmax(*off, difference(frames, p->expected, p->variable_count));
  if (p->step_count > 0) {
    /* Taken all over again the steps change nothing any more, but cost what they cost. */
    int64_t times = engine_is_instant ? 100 : 1;
    double *steps = malloc((size_t)p->step_count * sizeof *steps);
    check(steps == NULL, "room for times");
    double begin = now(), last = begin;
    for (int64_t i = 0; i < times * p->step_count; i++) {
      check(engine_step(e, i % p->step_count), "a step");
      if (engine_is_instant) continue;
      check(engine_read(e, frames), "reading");
      double time = now();
      if (time - begin > limit) check(OVER_LIMIT, "the steps");
      steps[i] = time - last;
      last = time;
    }
    t.step = t.first_step = t.median_step = (now() - begin) / (double)(times * p->step_count);
    if (!engine_is_instant) {
      t.first_step = steps[0];
      qsort(steps, (size_t)p->step_count, sizeof *steps, by_value);
      t.median_step = steps[(p->step_count - 1) / 2];
    }
    free(steps);
    check(engine_read(e, frames), "reading");
    *off = fmax(*off, difference(frames, p->expected_after, p->variable_count));
  }
  engine_free(e);
  return t;
}

static int by_total(const void *a, const void *b) {
  const run_times *x = a, *y = b;
  double left = x->build + x->solve + x->read, right = y->build + y->solve + y->read;
  return (left > right) - (left < right);
}

static int by_step(const void *a, const void *b) {
  const run_times *x = a, *y = b;
  return (x->step > y->step) - (x->step < y->step);
}

int main(int argc, char **argv) {
  long repeats = 5;
  double limit = 60;
  const char *out = NULL;
  if (argc < 2 || argc % 2 != 0) {
    fprintf(stderr, "usage: %s FILE [--repeats R] [--limit SECONDS] [--frames OUT] [--clock wall|cpu]\n", argv[0]);
    return 1;
  }
  for (int i = 2; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--repeats") == 0) repeats = strtol(argv[i + 1], NULL, 10);
    if (strcmp(argv[i], "--limit") == 0) limit = strtod(argv[i + 1], NULL);
    if (strcmp(argv[i], "--frames") == 0) out = argv[i + 1];
    if (strcmp(argv[i], "--clock") == 0 && strcmp(argv[i + 1], "cpu") == 0) measured_clock = CLOCK_PROCESS_CPUTIME_ID;
  }
  if (repeats < 1) repeats = 1;
  if (repeats > MAX_RUNS) repeats = MAX_RUNS;
  program p = read_program(argv[1]);
  double *frames = malloc((size_t)p.variable_count * sizeof *frames + 1);
  if (!frames) return 1;
  memset(frames, 0, (size_t)p.variable_count * sizeof *frames);

  static run_times runs[MAX_RUNS];
  double off = 0;
  long before = status_kilobytes("VmRSS:"), peak = 0;
  reset_peak();
  double start = now();
  int count = 0;
  while (count < repeats && (count == 0 || now() - start < limit / 8)) {
    runs[count++] = measure(&p, limit, frames, &off);
    if (count == 1) peak = status_kilobytes("VmHWM:") - before;
  }
  qsort(runs, (size_t)count, sizeof *runs, by_total);
  run_times median = runs[(count - 1) / 2];
  qsort(runs, (size_t)count, sizeof *runs, by_step);
  const run_times *stepped = &runs[(count - 1) / 2];

  if (out) {
    FILE *file = fopen(out, "wb");
    if (!file || fwrite(frames, 8, (size_t)p.variable_count, file) != (size_t)p.variable_count || fclose(file) != 0) {
      fprintf(stderr, "%s: cannot be written\n", out);
      return 1;
    }
  }
  printf("{\"engine\": \"%s\", \"views\": %lld, \"runs\": %d, \"build_s\": %.9g, \"solve_s\": %.9g, \"read_s\": %.9g, "
         "\"steps\": %lld, \"step_s\": %.9g, \"first_step_s\": %.9g, \"median_step_s\": %.9g, \"memory_kb\": %ld, \"difference\": %.3g}\n",
         engine_name, (long long)(p.variable_count / 4), count, median.build, median.solve, median.read,
         (long long)p.step_count, stepped->step, stepped->first_step, stepped->median_step, peak, isinf(off) ? 1e300 : off);
  free(frames);
  free_program(&p);
  return 0;
}
