/* algebra.c: where the dense and the sparse factorization of a core break even, on this machine.
 *
 * Cores are rows of labels between two edges, each with a content size, some of which have to give way, plus a few
 * alignments across: one component of known order with a handful of pivots. Both algebras solve the same program, and
 * their ratio decides LX_DENSE_AUTO (CSolver/src/solve/solve.c). Build and run: `make -C Benchmarks/algebra`. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "csolver.h"

#define MOST_ROWS 4096
#define MOST_ENTRIES (4 * MOST_ROWS)

typedef struct {
  int32_t rows, entries, variables;
  int32_t starts[MOST_ROWS + 1], columns[MOST_ENTRIES];
  double coefficients[MOST_ENTRIES], constants[MOST_ROWS], above[MOST_ROWS], below[MOST_ROWS];
  int8_t relations[MOST_ROWS];
  uint8_t nonnegative[MOST_ROWS];
} program;

static uint32_t hash(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

static void term(program *p, int32_t column, double coefficient) {
  p->columns[p->entries] = column;
  p->coefficients[p->entries++] = coefficient;
}

static void row(program *p, lx_relation relation, double constant, double above, double below) {
  p->relations[p->rows] = (int8_t)relation;
  p->constants[p->rows] = constant;
  p->above[p->rows] = above;
  p->below[p->rows] = below;
  p->starts[++p->rows] = p->entries;
}

/* A row of `labels` labels in three quarters of the space they want: 2 labels variables. */
static void make(program *p, int32_t labels) {
  *p = (program){0};
  double wanted = 0;
  for (int32_t i = 0; i < labels; i++) {
    const int32_t left = 2 * i, width = 2 * i + 1;
    const double size = 40 + hash((uint32_t)i) % 61;
    wanted += size + 8;
    p->nonnegative[width] = 1;
    term(p, width, 1);
    row(p, LX_EQUAL, size, 250, 500 + 50.0 * (hash((uint32_t)i + 77) % 5));
    term(p, left, 1);
    if (i > 0) {
      term(p, left - 2, -1);
      term(p, left - 1, -1);
    } else {
      term(p, width, -0.125); /* keeps the first position from being fixed outright */
    }
    row(p, LX_EQUAL, 8, LX_REQUIRED, LX_REQUIRED);
    if (i % 4 == 3) { /* every fourth wants the width of its neighbour */
      term(p, width, 1);
      term(p, width - 2, -1);
      row(p, LX_EQUAL, 0, 400, 400);
    }
  }
  term(p, 2 * labels - 2, 1);
  term(p, 2 * labels - 1, 1);
  row(p, LX_LESS_EQUAL, 0.75 * wanted, LX_REQUIRED, LX_REQUIRED);
  p->variables = 2 * labels;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Best of several cold solves, in seconds; pivots of one in *pivots_out. */
static double solve(const program *p, lx_algebra algebra, int32_t repeats, int64_t *pivots_out) {
  static int32_t indices[MOST_ROWS];
  const lx_rows rows = {p->rows,      p->entries,   p->starts, p->columns, p->coefficients,
                        p->relations, p->constants, p->above,  p->below,   NULL};
  lx_solver *solver = NULL;
  lx_outcome outcome = LX_UNSOLVED;
  lx_options options;
  lx_options_init(&options);
  options.algebra = algebra;
  options.cold = 1;
  double best = 1e9;
  if (lx_create(NULL, &solver) != LX_OK || lx_add_variables(solver, p->variables, p->nonnegative, indices) != LX_OK ||
      lx_add_rows(solver, &rows, indices) != LX_OK)
    exit(1);
  for (int32_t i = 0; i < repeats; i++) {
    const double start = seconds();
    if (lx_solve(solver, &options, &outcome) != LX_OK || outcome != LX_OPTIMAL)
      exit(1);
    const double taken = seconds() - start;
    best = taken < best ? taken : best;
  }
  lx_statistics statistics;
  lx_get_statistics(solver, &statistics);
  *pivots_out = statistics.pivots;
  lx_destroy(solver);
  return best;
}

int main(void) {
  static const int32_t labels[] = {1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192};
  static program p;
  printf("order  pivots  dense us  sparse us  dense/sparse\n");
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
    make(&p, labels[i]);
    int64_t pivots = 0;
    const int32_t repeats = 20000 / (labels[i] * labels[i]) + 20;
    const double dense = solve(&p, LX_ALGEBRA_DENSE, repeats, &pivots);
    const double sparse = solve(&p, LX_ALGEBRA_SPARSE, repeats, &pivots);
    printf("%5d  %6lld  %8.2f  %9.2f  %12.2f\n", p.variables, (long long)pivots, 1e6 * dense, 1e6 * sparse,
           dense / sparse);
  }
  return 0;
}
