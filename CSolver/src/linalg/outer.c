/* outer.c: the products that a factorization by fronts subtracts.
 *
 * Most fronts have some dozen rows, for which a call of dgemm that packs its operands costs more than the product, so the sums of a tile
 * stay in registers and operands are read where they are. Tiles are as large as the registers hold: eight columns and three vectors of rows
 * of the 32 of AVX-512, four and two of 16. What is left of the rows is done by ever shorter vectors, what is left of the columns by ever
 * fewer. The loops are compiled for the vectors of several x86 processors (Benchmarks/history has them beside OpenBLAS).
 *
 * Products of large fronts would leave the cache, so both operands are packed: the rows by tiles, so many of them at a time as the second cache
 * holds, and the columns by strips as wide as a tile, which stay in the first (K. Goto, R. A. van de Geijn, Anatomy of high-performance matrix
 * multiplication, ACM TOMS 34, 2008). */
#include "linalg/kernels.h"

#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define LX_HAS_X86 1
#else
#define LX_HAS_X86 0
#endif

typedef struct {
  int32_t k;
  const double *left;
  int32_t left_stride;
  const double *right;
  int32_t right_stride;
  double *out;
  int32_t out_stride;
} lx_product;

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Vectors of rows in a tile, at most. */
#define MOST_VECTORS 3

/* Numbers in a line of the cache: what is packed begins at one. */
#define LINE 8

/* Loops over the vectors and columns of a tile are unrolled, or its sums do not stay in registers. */
#define UNROLLED _Pragma("GCC unroll 8")

/* Defines `tile`: subtracts from `columns` columns, `vectors` times `lanes` rows from row i on and column j. */
#define DEFINE_TILE(tile, lanes, attributes)                                                                           \
  typedef double tile##_lanes __attribute__((vector_size(8 * (lanes)), aligned(8)));                                   \
  attributes ALWAYS_INLINE void tile(const lx_product *p, int32_t i, int32_t j, int vectors, int columns) {            \
    const double *left = p->left + i, *right = p->right + j;                                                           \
    double *out = p->out + (int64_t)j * p->out_stride + i;                                                             \
    tile##_lanes sums[LX_OUTER_COLUMNS][MOST_VECTORS], rows[MOST_VECTORS];                                             \
    UNROLLED for (int c = 0; c < columns; c++)                                                                         \
      UNROLLED for (int v = 0; v < vectors; v++)                                                                       \
        sums[c][v] = *(const tile##_lanes *)(out + (int64_t)c * p->out_stride + v * (lanes));                          \
    for (int32_t l = 0; l < p->k; l++, left += p->left_stride, right += p->right_stride) {                             \
      UNROLLED for (int v = 0; v < vectors; v++)                                                                       \
        rows[v] = *(const tile##_lanes *)(left + v * (lanes));                                                         \
      UNROLLED for (int c = 0; c < columns; c++)                                                                       \
        UNROLLED for (int v = 0; v < vectors; v++)                                                                     \
          sums[c][v] -= rows[v] * right[c];                                                                            \
    }                                                                                                                  \
    UNROLLED for (int c = 0; c < columns; c++)                                                                         \
      UNROLLED for (int v = 0; v < vectors; v++)                                                                       \
        *(tile##_lanes *)(out + (int64_t)c * p->out_stride + v * (lanes)) = sums[c][v];                                \
  }

DEFINE_TILE(tile_of_1, 1, )
DEFINE_TILE(tile_of_2, 2, )

/* Defines `name`: all rows from i on of so many columns, by tiles of `vectors` times `lanes` rows, smaller ones and, for what is left, `rest`. */
#define DEFINE_ROWS(name, tile, lanes, vectors, rest, attributes)                                                      \
  attributes ALWAYS_INLINE void name(const lx_product *p, int32_t i, int32_t m, int32_t j, int columns) {              \
    for (; i + (vectors) * (lanes) <= m; i += (vectors) * (lanes))                                                     \
      tile(p, i, j, vectors, columns);                                                                                 \
    if ((vectors) > 2 && i + 2 * (lanes) <= m) {                                                                       \
      tile(p, i, j, 2, columns);                                                                                       \
      i += 2 * (lanes);                                                                                                \
    }                                                                                                                  \
    if (i + (lanes) <= m) {                                                                                            \
      tile(p, i, j, 1, columns);                                                                                       \
      i += (lanes);                                                                                                    \
    }                                                                                                                  \
    rest(p, i, m, j, columns);                                                                                         \
  }

/* Defines `name`: all columns, each from its diagonal on, `most` of them together. */
#define DEFINE_OUTER(name, rows, most, attributes)                                                                     \
  attributes static void name(const lx_product *p, int32_t m, int32_t n) {                                             \
    int32_t j = 0;                                                                                                     \
    for (; j + (most) <= n; j += (most))                                                                               \
      rows(p, j, m, j, most);                                                                                          \
    for (; (most) > 4 && j + 4 <= n; j += 4)                                                                           \
      rows(p, j, m, j, 4);                                                                                             \
    for (; j + 2 <= n; j += 2)                                                                                         \
      rows(p, j, m, j, 2);                                                                                             \
    for (; j < n; j++)                                                                                                 \
      rows(p, j, m, j, 1);                                                                                             \
  }

#if LX_HAS_X86
static inline int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

/* Packs n columns of the right operand by strips of `width`. */
static void pack_strips(const lx_product *p, int32_t n, int32_t width, double *strips) {
  for (int32_t j = 0; j < n; j += width) {
    const int32_t own = least(width, n - j);
    for (int32_t l = 0; l < p->k; l++, strips += own)
      for (int32_t c = 0; c < own; c++)
        strips[c] = p->right[(int64_t)l * p->right_stride + j + c];
  }
}

/* Packs the rows `from` ..< `end` of the left operand by tiles of `height`. */
ALWAYS_INLINE void pack_rows(const lx_product *p, int32_t from, int32_t end, int32_t height, double *tiles) {
  for (int32_t l = 0; l < p->k; l++) {
    const double *column = p->left + (int64_t)l * p->left_stride;
    for (int32_t i = from; i < end; i += height) {
      const int32_t own = least(height, end - i);
      double *to = tiles + (int64_t)(i - from) * p->k + (int64_t)l * own;
      if (own == height) /* a length that the compiler knows */
        memcpy(to, column + i, sizeof *to * (size_t)height);
      else
        memcpy(to, column + i, sizeof *to * (size_t)own);
    }
  }
}

/* Defines `name`: the same as by DEFINE_OUTER with packed operands; those of a tile have `height` rows and `width` columns. */
#define DEFINE_BLOCK(name, rows, height, width, attributes)                                                            \
  attributes static void name(const lx_product *p, int32_t m, int32_t n, double *room) {                               \
    _Static_assert(LX_BLOCK_ROWS % (height) == 0, "tiles but for the last are full");                                  \
    double *const strips = room, *const tiles = room + (((int64_t)p->k * n + LINE - 1) & -(int64_t)LINE);              \
    pack_strips(p, n, width, strips);                                                                                  \
    for (int32_t from = 0; from < m; from += LX_BLOCK_ROWS) {                                                          \
      const int32_t end = least(from + LX_BLOCK_ROWS, m);                                                              \
      pack_rows(p, from, end, height, tiles);                                                                          \
      for (int32_t j = 0; j < n && j < end; j += (width)) {                                                            \
        const int32_t own = least(width, n - j), first = j > from ? (j - from) / (height) * (height) : 0;              \
        for (int32_t i = from + first; i < end; i += (height)) {                                                       \
          const int32_t count = least(height, end - i);                                                                \
          const lx_product tile = {.k = p->k,                                                                          \
                                   .left = tiles + (int64_t)(i - from) * p->k,                                         \
                                   .left_stride = count,                                                               \
                                   .right = strips + (int64_t)j * p->k,                                                \
                                   .right_stride = own,                                                                \
                                   .out = p->out + (int64_t)j * p->out_stride + i,                                     \
                                   .out_stride = p->out_stride};                                                       \
          if (own == (width))                                                                                          \
            rows(&tile, 0, count, 0, width);                                                                           \
          for (int32_t c = 0; c < own && own < (width); c++)                                                           \
            rows(&tile, 0, count, c, 1);                                                                               \
        }                                                                                                              \
      }                                                                                                                \
    }                                                                                                                  \
  }
#endif

ALWAYS_INLINE void rows_of_1(const lx_product *p, int32_t i, int32_t m, int32_t j, int columns) {
  for (; i < m; i++)
    tile_of_1(p, i, j, 1, columns);
}

DEFINE_ROWS(rows_of_2, tile_of_2, 2, 2, rows_of_1, )
DEFINE_OUTER(outer_of_2, rows_of_2, 4, )

#if LX_HAS_X86
#define AVX2 __attribute__((target("avx2,fma")))
#define AVX512 __attribute__((target("avx512f,avx2,fma")))
DEFINE_TILE(tile_of_4, 4, AVX2)
DEFINE_ROWS(rows_of_4, tile_of_4, 4, 2, rows_of_2, AVX2)
DEFINE_OUTER(outer_of_4, rows_of_4, 4, AVX2)
DEFINE_ROWS(rows_of_12, tile_of_4, 4, 3, rows_of_2, AVX2)
DEFINE_BLOCK(block_of_4, rows_of_12, 12, 4, AVX2)
DEFINE_TILE(tile_of_8, 8, AVX512)
DEFINE_ROWS(half_of_8, tile_of_4, 4, 2, rows_of_2, AVX512)
DEFINE_ROWS(rows_of_8, tile_of_8, 8, 3, half_of_8, AVX512)
DEFINE_OUTER(outer_of_8, rows_of_8, 8, AVX512)
DEFINE_BLOCK(block_of_8, rows_of_8, 24, 8, AVX512)
#endif

int lx_outer_lanes(void) {
#if LX_HAS_X86
  if (__builtin_cpu_supports("avx512f"))
    return 8;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return 4;
#endif
  return 2;
}

void lx_subtract_outer(int lanes, int32_t m, int32_t n, int32_t k, const double *left, int32_t left_stride,
                       const double *right, double *out, int32_t out_stride) {
  const lx_product product = {k, left, left_stride, right, n, out, out_stride};
#if LX_HAS_X86
  if (lanes == 8) {
    outer_of_8(&product, m, n);
    return;
  }
  if (lanes == 4) {
    outer_of_4(&product, m, n);
    return;
  }
#endif
  (void)lanes;
  outer_of_2(&product, m, n);
}

int lx_packs_blocks(int lanes) { return LX_HAS_X86 && lanes > 2; }

void lx_subtract_packed(int lanes, int32_t m, int32_t n, int32_t k, const double *left, int32_t left_stride, const double *right,
                        double *out, int32_t out_stride, double *room) {
#if LX_HAS_X86
  const lx_product product = {k, left, left_stride, right, n, out, out_stride};
  double *const aligned = room + (LINE - (uintptr_t)room / sizeof *room % LINE) % LINE;
  if (lanes == 8) {
    block_of_8(&product, m, n, aligned);
    return;
  }
  if (lanes == 4) {
    block_of_4(&product, m, n, aligned);
    return;
  }
#endif
  (void)room;
  lx_subtract_outer(lanes, m, n, k, left, left_stride, right, out, out_stride);
}
