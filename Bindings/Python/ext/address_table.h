/* address_table.h: a table from objects to indices, by address. */
#ifndef TRELLIS_ADDRESS_TABLE_H
#define TRELLIS_ADDRESS_TABLE_H

#include <Python.h>

typedef struct {
  const void *key; /* NULL: free */
  int32_t index;
} slot;

typedef struct {
  slot *slots;
  size_t mask; /* capacity - 1, or 0 without slots */
  size_t count;
} table;

static inline size_t home(const table *t, const void *key) {
  uint64_t h = (uint64_t)(uintptr_t)key >> 4;
  h *= 0x9e3779b97f4a7c15ull;
  return (size_t)(h >> 32) & t->mask;
}

/* The index of a key, or -1. */
static inline int32_t table_find(const table *t, const void *key) {
  if (t->count == 0)
    return -1;
  for (size_t k = home(t, key); t->slots[k].key != NULL; k = (k + 1) & t->mask)
    if (t->slots[k].key == key)
      return t->slots[k].index;
  return -1;
}

/* Room has been made. */
static inline void table_put(table *t, const void *key, int32_t index) {
  size_t k = home(t, key);
  while (t->slots[k].key != NULL && t->slots[k].key != key)
    k = (k + 1) & t->mask;
  if (t->slots[k].key == NULL)
    t->count++;
  t->slots[k] = (slot){key, index};
}

/* Makes room for one more key; -1 where there is no memory. */
static inline int table_reserve(table *t) {
  if (t->slots != NULL && 2 * (t->count + 1) <= t->mask + 1)
    return 0;
  const size_t capacity = t->slots != NULL ? 2 * (t->mask + 1) : 64;
  table grown = {PyMem_Calloc(capacity, sizeof(slot)), capacity - 1, 0};
  if (grown.slots == NULL)
    return -1;
  for (size_t k = 0; t->slots != NULL && k <= t->mask; k++)
    if (t->slots[k].key != NULL)
      table_put(&grown, t->slots[k].key, t->slots[k].index);
  PyMem_Free(t->slots);
  *t = grown;
  return 0;
}

/* The key is there. */
static inline void table_remove(table *t, const void *key) {
  size_t hole = home(t, key);
  while (t->slots[hole].key != key)
    hole = (hole + 1) & t->mask;
  t->count--;
  /* What follows moves up, so that no search ends at the hole. */
  for (size_t k = (hole + 1) & t->mask; t->slots[k].key != NULL; k = (k + 1) & t->mask)
    if (((k - home(t, t->slots[k].key)) & t->mask) >= ((k - hole) & t->mask)) {
      t->slots[hole] = t->slots[k];
      hole = k;
    }
  t->slots[hole].key = NULL;
}

#endif
