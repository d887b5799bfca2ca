/* inputs.c: bytes as numbers, and memory and stop functions that do as the bytes say. */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>

void *memory_resize(void *context, void *block, size_t bytes) {
  memory *m = context;
  if (m->until_failure >= 0 && m->until_failure-- == 0) return NULL;
  m->live += block == NULL;
  return realloc(block, bytes > 0 ? bytes : 1);
}

void memory_release(void *context, void *block) {
  memory *m = context;
  if (block == NULL) return;
  m->live--;
  free(block);
}

int stopper_ask(void *context) {
  stopper *s = context;
  return s->until_stop >= 0 && s->until_stop-- == 0;
}

unsigned take(bytes *in) { return in->at < in->end ? *in->at++ : 0; }

unsigned below(bytes *in, unsigned limit) { return take(in) % limit; }

double number(bytes *in) {
  static const double odd[] = {NAN, INFINITY, -INFINITY, 1e308, 1.1e9, -1e10, 1e-308, 1e-8, 1e9, -1e9, 1e-7, -0.0};
  unsigned kind = take(in);
  if (kind == 255) return odd[below(in, sizeof odd / sizeof *odd)];
  if (kind >= 240) return (double)take(in) * 1e5;
  if (kind >= 200) return (double)take(in) / 64.0;
  return (double)(int8_t)take(in);
}

double coefficient(bytes *in) {
  static const double usual[] = {1, -1, 1, -1, 1, -1, 0.5, 2, 0.6, 1.7778, -0.333333, 3, 0, 0.25};
  unsigned kind = below(in, 64);
  return kind < sizeof usual / sizeof *usual ? usual[kind] : kind < 62 ? (kind & 1 ? 1 : -1) : number(in);
}

double priority(bytes *in) {
  static const double usual[] = {1000, 1000, 1000, 999.5, 750, 510, 500, 490, 251, 250, 149, 51, 50, 1};
  unsigned kind = below(in, 64);
  return kind < 63 ? usual[kind % (sizeof usual / sizeof *usual)] : number(in);
}
