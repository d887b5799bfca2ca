/* heap.h: binary heaps (J. W. J. Williams, Algorithm 232: Heapsort, Communications of the ACM 7, 1964), for the item
 * type and the order that a file names: the comparison is inlined. */
#ifndef LX_HEAP_H
#define LX_HEAP_H

#include <stdint.h>

/* Defines for `type` items, where before(a, b) tells for pointers whether *a is to come out before *b:
 *   name_push(items, &count, item)  room for one more is the caller's
 *   name_pop(items, &count)         the first item; the slot after the heap is free then
 *   name_make(items, count)         any items become a heap
 *   name_sort(items, count)         any items, the last in that order first: in place, not stable */
#define LX_DEFINE_HEAP(name, type, before)                                                                             \
  __attribute__((unused)) static inline void name##_sift(type *items, int32_t count, int32_t hole, type moving) {      \
    for (int32_t child = 2 * hole + 1; child < count; child = 2 * hole + 1) {                                          \
      if (child + 1 < count && before(&items[child + 1], &items[child]))                                               \
        child++;                                                                                                       \
      if (!before(&items[child], &moving))                                                                             \
        break;                                                                                                         \
      items[hole] = items[child];                                                                                      \
      hole = child;                                                                                                    \
    }                                                                                                                  \
    items[hole] = moving;                                                                                              \
  }                                                                                                                    \
  __attribute__((unused)) static inline void name##_push(type *items, int32_t *count, type item) {                     \
    int32_t hole = (*count)++;                                                                                         \
    for (; hole > 0 && before(&item, &items[(hole - 1) / 2]); hole = (hole - 1) / 2)                                   \
      items[hole] = items[(hole - 1) / 2];                                                                             \
    items[hole] = item;                                                                                                \
  }                                                                                                                    \
  __attribute__((unused)) static inline type name##_pop(type *items, int32_t *count) {                                 \
    const type top = items[0];                                                                                         \
    const int32_t rest = --*count;                                                                                     \
    name##_sift(items, rest, 0, items[rest]);                                                                          \
    return top;                                                                                                        \
  }                                                                                                                    \
  __attribute__((unused)) static inline void name##_make(type *items, int32_t count) {                                 \
    for (int32_t k = count / 2 - 1; k >= 0; k--)                                                                       \
      name##_sift(items, count, k, items[k]);                                                                          \
  }                                                                                                                    \
  __attribute__((unused)) static inline void name##_sort(type *items, int32_t count) {                                 \
    name##_make(items, count);                                                                                         \
    while (count > 1) {                                                                                                \
      const type top = name##_pop(items, &count);                                                                      \
      items[count] = top;                                                                                              \
    }                                                                                                                  \
  }

#endif
