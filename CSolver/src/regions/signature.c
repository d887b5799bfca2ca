/* signature.c: see signature.h. One array of integers and one of doubles, so that a comparison is two memcmp. */
#include "regions/signature.h"

#include <string.h>

#include "base/hash.h"

uint64_t lx_signature_hash(const lx_signature *signature) {
  const uint64_t hash = lx_hash_word((uint64_t)signature->levels, (uint64_t)signature->binding_levels);
  return lx_hash_arrays(hash, signature->words, signature->word_count, signature->numbers, signature->number_count);
}

lx_status lx_signature_reserve(lx_arena *arena, int32_t rows, int32_t variables, int32_t entries, lx_signature *out) {
  *out = (lx_signature){
      .rows = rows,
      .variables = variables,
      .entries = entries,
      .word_count = 3 * rows + 1 + variables + entries,
      .number_count = rows + entries,
  };
  out->words = lx_arena_take(arena, out->word_count, sizeof(int32_t));
  out->numbers = lx_arena_take(arena, out->number_count, sizeof(double));
  if (out->words == NULL || out->numbers == NULL)
    return LX_ERROR_MEMORY;
  out->starts = out->words;
  out->above = out->starts + rows + 1;
  out->below = out->above + rows;
  out->signs = out->below + rows;
  out->columns = out->signs + variables;
  out->weights = out->numbers;
  out->values = out->weights + rows;
  return LX_OK;
}

int lx_signature_equal(const lx_signature *a, const lx_signature *b) {
  return a->rows == b->rows && a->variables == b->variables && a->entries == b->entries && a->levels == b->levels &&
         a->binding_levels == b->binding_levels &&
         memcmp(a->words, b->words, sizeof *a->words * (size_t)a->word_count) == 0 &&
         memcmp(a->numbers, b->numbers, sizeof *a->numbers * (size_t)a->number_count) == 0;
}

int64_t lx_signature_size(const lx_signature *signature) {
  return (int64_t)sizeof(int32_t) * signature->word_count + (int64_t)sizeof(double) * signature->number_count;
}

lx_status lx_signature_copy(lx_arena *arena, const lx_signature *from, lx_signature *out) {
  const lx_status status = lx_signature_reserve(arena, from->rows, from->variables, from->entries, out);
  if (status != LX_OK)
    return status;
  out->levels = from->levels;
  out->binding_levels = from->binding_levels;
  memcpy(out->words, from->words, sizeof *out->words * (size_t)out->word_count);
  memcpy(out->numbers, from->numbers, sizeof *out->numbers * (size_t)out->number_count);
  return LX_OK;
}
