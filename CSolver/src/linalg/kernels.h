/* kernels.h: dense kernels by name, on BLAS and LAPACK where they pay. */
#ifndef LX_KERNELS_H
#define LX_KERNELS_H

#include <stdint.h>

/* From this order on LAPACK and dgemm beat the plain loops. Layout matrices are mostly zeros, which the loops skip and
 * BLAS does not: with OpenBLAS 0.3.21 on one thread the whole solve breaks even near 256 (Benchmarks/algebra). */
#define LX_BLAS_ORDER 256

/* Pins BLAS to one thread; layouts are solved side by side, not one with many. Safe to call from any thread. */
void lx_kernels_init(void);

/* y += alpha x, both of length n. */
void lx_axpy(int32_t n, double alpha, const double *x, double *y);

/* matrix -= x y^T; matrix is n x n by rows. Rows with x[i] == 0 are left alone. */
void lx_rank_one(int32_t n, const double *x, const double *y, double *matrix);

/* out = left * right; left is count x n, right n x n, all by rows. */
void lx_multiply(int32_t count, int32_t n, const double *left, const double *right, double *out);

/* out = left^T * right; left is n x m, right n x count, both by rows. Rows of right and out are
 * `stride` apart. */
void lx_multiply_panel(int32_t m, int32_t count, int32_t n, const double *left, const double *right, double *out,
                       int32_t stride);

/* out -= left * right; left is m x k, right k x n, all by rows, which are so many numbers apart. */
void lx_subtract_product(int32_t m, int32_t n, int32_t k, const double *left, int32_t left_stride, const double *right,
                         int32_t right_stride, double *out, int32_t out_stride);

/* Columns that lx_subtract_outer takes together, at most. */
#define LX_OUTER_COLUMNS 8

/* How many numbers the longest vectors of the processor have that lx_subtract_outer is compiled for: 2, 4 or 8. */
int lx_outer_lanes(void);

/* out -= left * right^T from the diagonal down; left is m x k, right n x k, out m x n with m >= n, all by columns; those of left and out
 * are `left_stride` and `out_stride` apart, those of right n. Of columns that are taken together, each from a multiple of LX_OUTER_COLUMNS on,
 * all rows from the first one's diagonal down change. On vectors of `lanes`, which the processor has. */
void lx_subtract_outer(int lanes, int32_t m, int32_t n, int32_t k, const double *left, int32_t left_stride,
                       const double *right, double *out, int32_t out_stride);

/* Rows that are packed together, and numbers that lx_subtract_block needs room for. */
#define LX_BLOCK_ROWS 240
#define LX_BLOCK_ROOM(n, k) ((int64_t)(k) * ((n) + LX_BLOCK_ROWS) + 16) /* both begin at lines of the cache */

/* The same for large products, with operands packed for the caches; of the n columns other rows may change, too. `room` is scratch. */
void lx_subtract_block(int lanes, int32_t m, int32_t n, int32_t k, const double *left, int32_t left_stride, const double *right, double *out,
                       int32_t out_stride, double *room);

/* outer.c: the same where lx_packs_blocks says so; on other vectors BLAS knows the caches better. */
void lx_subtract_packed(int lanes, int32_t m, int32_t n, int32_t k, const double *left, int32_t left_stride, const double *right, double *out,
                        int32_t out_stride, double *room);
int lx_packs_blocks(int lanes);

/* Inverts the n x n matrix in place. `pivots` has length n, `work` n x n. Returns 0, or 1 when it is singular. */
int lx_invert(int32_t n, double *matrix, int32_t *pivots, double *work);

#endif
