/* kernels_bench.c: the dense kernels by order, in microseconds; `make -C Benchmarks/algebra kernels` builds it with OpenBLAS and
 * without and prints both. Matrices are dense here, which is BLAS's best case: those of layouts are mostly zeros. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "linalg/kernels.h"

#define LANES 64

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(void) {
  static const int32_t orders[] = {8, 16, 32, 64, 128, 256, 384, 512, 768, 1024};
  lx_kernels_init();
  printf("order  invert us  panel us\n");
  for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
    const int32_t n = orders[o];
    const size_t square = (size_t)n * (size_t)n, wide = (size_t)n * LANES;
    double *source = malloc(sizeof(double) * square), *matrix = malloc(sizeof(double) * square);
    double *work = malloc(sizeof(double) * square), *in = calloc(wide, sizeof(double)), *out = calloc(wide, sizeof(double));
    int32_t *pivots = malloc(sizeof(int32_t) * (size_t)n);
    if (!source || !matrix || !work || !in || !out || !pivots)
      return 1;
    uint32_t state = 1;
    for (size_t k = 0; k < square; k++)
      source[k] = (double)((state = state * 1664525u + 1013904223u) >> 8) / 16777216.0 - 0.5;
    for (size_t k = 0; k < wide; k++)
      in[k] = (double)(k % 97);
    double invert = 1e9, panel = 1e9;
    for (int repeat = 0; repeat < 5 + 2000 / n; repeat++) {
      memcpy(matrix, source, sizeof(double) * square);
      double start = seconds();
      if (lx_invert(n, matrix, pivots, work))
        return 1;
      double taken = seconds() - start;
      invert = taken < invert ? taken : invert;
      start = seconds();
      lx_multiply_panel(n, LANES, n, matrix, in, out, LANES);
      taken = seconds() - start;
      panel = taken < panel ? taken : panel;
    }
    printf("%5d  %9.1f  %8.1f\n", n, 1e6 * invert, 1e6 * panel);
    free(source), free(matrix), free(work), free(in), free(out), free(pivots);
  }
  return 0;
}
