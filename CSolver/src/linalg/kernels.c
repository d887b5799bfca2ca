/* kernels.c: the only file that names cblas or LAPACK.
 *
 * Without them (CSOLVER_BLAS_NONE, or the Swift package without its trait OpenBLAS) the plain paths serve every order. They
 * skip zeros, of which layout matrices have many; Benchmarks/algebra has both side by side.
 *
 * Layout reduced LPs are small (2 variables in the median, 46 at most in two thousand real units), where a BLAS call
 * costs more than the work; so every kernel has a plain path below LX_BLAS_ORDER. LAPACK thinks in columns: a matrix
 * stored by rows is its transpose, and the inverse of the transpose is the transpose of the inverse, so nothing needs
 * turning.
 */
#include "linalg/kernels.h"

#include <math.h>
#include <string.h>

/* A package manifest can define a macro where a trait is on, and none where it is off: CSOLVER_TRAITS says that traits
 * decide. */
#if defined(CSOLVER_TRAITS) && !defined(CSOLVER_TRAIT_OPENBLAS) && !defined(__APPLE__)
#define CSOLVER_BLAS_NONE
#endif

#if defined(CSOLVER_BLAS_NONE)
#define LX_HAS_BLAS 0
#elif defined(__APPLE__)
#define LX_HAS_BLAS 1
#include <Accelerate/Accelerate.h>
typedef __LAPACK_int lx_lapack_int;
#else
#define LX_HAS_BLAS 1
#include <cblas.h>
#include <pthread.h>
typedef int lx_lapack_int;
/* Declared here because Debian's OpenBLAS leaves LAPACK's prototypes to a header of another package. */
extern void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivots, int *info);
extern void dgetri_(const int *n, double *a, const int *lda, const int *pivots, double *work, const int *lwork,
                    int *info);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void pin_threads(void) { openblas_set_num_threads(1); }
#endif

void lx_kernels_init(void) {
#if LX_HAS_BLAS && !defined(__APPLE__)
  pthread_once(&once, pin_threads);
#endif
}

void lx_axpy(int32_t n, double alpha, const double *x, double *y) {
  for (int32_t i = 0; i < n; i++)
    y[i] += alpha * x[i];
}

void lx_rank_one(int32_t n, const double *x, const double *y, double *matrix) {
  for (int32_t i = 0; i < n; i++)
    if (x[i] != 0)
      lx_axpy(n, -x[i], y, matrix + (int64_t)i * n);
}

void lx_multiply(int32_t count, int32_t n, const double *left, const double *right, double *out) {
#if LX_HAS_BLAS
  if (n >= LX_BLAS_ORDER && count > 1) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, count, n, n, 1, left, n, right, n, 0, out, n);
    return;
  }
#endif
  memset(out, 0, sizeof *out * (size_t)count * (size_t)n);
  for (int32_t c = 0; c < count; c++)
    for (int32_t i = 0; i < n; i++) {
      const double factor = left[(int64_t)c * n + i];
      if (factor != 0)
        lx_axpy(n, factor, right + (int64_t)i * n, out + (int64_t)c * n);
    }
}

void lx_multiply_panel(int32_t m, int32_t count, int32_t n, const double *left, const double *right, double *out,
                       int32_t stride) {
#if LX_HAS_BLAS
  lx_kernels_init();
  cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, count, n, 1, left, m, right, stride, 0, out, stride);
#else
  for (int32_t i = 0; i < m; i++) {
    double *row = out + (int64_t)i * stride;
    memset(row, 0, sizeof *row * (size_t)count);
    for (int32_t k = 0; k < n; k++) {
      const double factor = left[(int64_t)k * m + i];
      if (factor != 0)
        lx_axpy(count, factor, right + (int64_t)k * stride, row);
    }
  }
#endif
}

void lx_subtract_product(int32_t m, int32_t n, int32_t k, const double *left, int32_t left_stride, const double *right,
                         int32_t right_stride, double *out, int32_t out_stride) {
#if LX_HAS_BLAS
  lx_kernels_init();
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, -1, left, left_stride, right, right_stride, 1, out, out_stride);
#else
  for (int32_t i = 0; i < m; i++)
    for (int32_t c = 0; c < k; c++) {
      const double factor = left[(int64_t)i * left_stride + c];
      if (factor != 0)
        lx_axpy(n, -factor, right + (int64_t)c * right_stride, out + (int64_t)i * out_stride);
    }
#endif
}

void lx_subtract_block(int lanes, int32_t m, int32_t n, int32_t k, const double *left, int32_t left_stride, const double *right, double *out,
                       int32_t out_stride, double *room) {
#if LX_HAS_BLAS
  if (!lx_packs_blocks(lanes)) {
    lx_kernels_init();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, m, n, k, -1, left, left_stride, right, n, 1, out, out_stride);
    return;
  }
#endif
  lx_subtract_packed(lanes, m, n, k, left, left_stride, right, out, out_stride, room);
}

/* Gauss and Jordan in place, with partial pivoting by rows; columns are put back in order at the end. */
static int invert_plain(int64_t n, double *a, int32_t *pivots) {
  for (int64_t k = 0; k < n; k++) {
    int64_t best = k;
    for (int64_t i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
        best = i;
    const double pivot = a[best * n + k];
    if (pivot == 0)
      return 1;
    pivots[k] = (int32_t)best;
    if (best != k)
      for (int64_t j = 0; j < n; j++) {
        const double swap = a[k * n + j];
        a[k * n + j] = a[best * n + j];
        a[best * n + j] = swap;
      }
    a[k * n + k] = 1;
    for (int64_t j = 0; j < n; j++)
      a[k * n + j] /= pivot;
    for (int64_t i = 0; i < n; i++) {
      const double factor = a[i * n + k];
      if (i == k || factor == 0)
        continue;
      a[i * n + k] = 0;
      lx_axpy((int32_t)n, -factor, a + k * n, a + i * n);
    }
  }
  for (int64_t k = n - 1; k >= 0; k--)
    if (pivots[k] != k)
      for (int64_t i = 0; i < n; i++) {
        const double swap = a[i * n + k];
        a[i * n + k] = a[i * n + pivots[k]];
        a[i * n + pivots[k]] = swap;
      }
  return 0;
}

int lx_invert(int32_t n, double *matrix, int32_t *pivots, double *work) {
#if LX_HAS_BLAS
  if (n >= LX_BLAS_ORDER) {
    lx_lapack_int order = n, length = n * n, info = 0;
    dgetrf_(&order, &order, matrix, &order, pivots, &info);
    if (info == 0)
      dgetri_(&order, matrix, &order, pivots, work, &length, &info);
    return info != 0;
  }
#endif
  (void)work;
  return invert_plain(n, matrix, pivots);
}
