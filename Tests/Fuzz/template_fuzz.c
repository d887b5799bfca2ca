/* A libFuzzer target over templates as bytes: lx_template_describe(), lx_template_limits(), lx_template_load(), and solves of what loads.
 *
 * Bytes that begin with 'F' are a file after that, whose length and checksum are put right, so that what they guard is
 * reached; others are taken as they are. Whatever the bytes: a status that is known, names that are as many as inputs and outputs, the same
 * judgement by all three, and of a template that loads, instances that end and outputs that are NaN without an optimum.
 * Memory fails where the second byte says so. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "csolver.h"

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition))                                                                                                  \
      __builtin_trap();                                                                                                \
  } while (0)

enum { MOST_BYTES = 4096, INSTANCES = 3, CHECKED_FROM = 32 };

typedef struct {
  int64_t left; /* allocations until one fails, or negative */
  int64_t blocks;
} memory;

static void *resize(void *context, void *block, size_t bytes) {
  memory *m = context;
  if (m->left == 0)
    return NULL;
  if (m->left > 0)
    m->left--;
  void *moved = realloc(block, bytes > 0 ? bytes : 1);
  m->blocks += block == NULL && moved != NULL;
  return moved;
}

static void release(void *context, void *block) {
  memory *m = context;
  m->blocks -= block != NULL;
  free(block);
}

static void put(uint8_t *out, uint64_t value) {
  for (int k = 0; k < 8; k++)
    out[k] = (uint8_t)(value >> (8 * k));
}

static void solve(const lx_template *compiled, const lx_template_info *info) {
  const size_t inputs = (size_t)info->input_count, outputs = (size_t)info->output_count;
  double *in = calloc(INSTANCES * inputs + 1, sizeof *in), *out = calloc(INSTANCES * outputs + 1, sizeof *out);
  int8_t outcomes[INSTANCES];
  int64_t fault = -1;
  CHECK(in != NULL && out != NULL);
  for (size_t k = 0; k < INSTANCES * inputs; k++)
    in[k] = (double)(k * 37 % 101) - 20;
  const lx_status status = lx_template_solve(compiled, INSTANCES, in, 1, out, outcomes, &fault);
  CHECK(status == LX_OK || status == LX_ERROR_MEMORY);
  for (int i = 0; i < INSTANCES && status == LX_OK; i++) {
    CHECK(outcomes[i] >= LX_OPTIMAL && outcomes[i] <= LX_BREAKDOWN);
    for (size_t o = 0; o < outputs; o++)
      CHECK(outcomes[i] == LX_OPTIMAL || isnan(out[(size_t)i * outputs + o]));
  }
  free(in);
  free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || size > MOST_BYTES)
    return 0;
  memory m = {data[1] % 4 == 1 ? data[1] / 4 : -1, 0};
  const lx_allocator allocator = {&m, resize, release};
  const int is_repaired = data[0] == 'F';
  uint8_t *bytes = malloc(size - 2 + 1);
  CHECK(bytes != NULL);
  memcpy(bytes, data + 2, size - 2);
  size -= 2;
  if (is_repaired && size >= CHECKED_FROM) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t k = CHECKED_FROM; k < size; k++)
      hash = (hash ^ bytes[k]) * 0x100000001b3u;
    put(bytes + 16, size);
    put(bytes + 24, hash);
  }
  lx_template_info info = LX_TEMPLATE_INFO_INIT;
  const lx_status described = lx_template_describe(bytes, size, &info);
  CHECK(described == LX_OK || described == LX_ERROR_VALUE);
  lx_template *compiled = NULL;
  const lx_status loaded = lx_template_load(&allocator, bytes, size, &compiled);
  CHECK(loaded == LX_OK || loaded == LX_ERROR_VALUE || loaded == LX_ERROR_MEMORY);
  CHECK((loaded == LX_OK) == (compiled != NULL));
  CHECK(described == LX_OK || loaded == LX_ERROR_VALUE);
  if (described == LX_OK) {
    int64_t names = 0;
    for (size_t k = 0; k < info.name_bytes; k++)
      names += info.names[k] == 0;
    CHECK(names == (int64_t)info.input_count + info.output_count);
    double *least = calloc((size_t)info.input_count + 1, sizeof *least), *most = calloc((size_t)info.input_count + 1, sizeof *most);
    CHECK(least != NULL && most != NULL);
    CHECK(lx_template_limits(bytes, size, info.input_count, least, most) == LX_OK);
    for (int32_t k = 0; k < info.input_count; k++)
      CHECK(least[k] <= most[k]);
    free(least);
    free(most);
  }
  free(bytes);
  if (compiled != NULL)
    solve(compiled, &info);
  lx_template_destroy(compiled);
  CHECK(m.blocks == 0);
  return 0;
}
