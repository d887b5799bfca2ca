/* builder.c: see builder.h. */
#include "template/builder.h"

#include <math.h>
#include <string.h>

/* What remains of a sum of factors, relative to the largest of them, counts as cancelled: a few roundings. */
#define LX_CANCELLED 1e-14

/* Through a void pointer of its own, as in program.c. */
#define LX_GROW(builder, field, capacity, needed)                                                                      \
  do {                                                                                                                 \
    void *block_ = (field);                                                                                            \
    if ((builder)->status == LX_OK)                                                                                    \
      (builder)->status = lx_reserve(&(builder)->of->allocator, &block_, &(capacity), (needed), sizeof *(field));      \
    (field) = block_;                                                                                                  \
  } while (0)

void lx_builder_close(lx_builder *b) {
  lx_release(&b->of->allocator, b->registers);
  lx_release(&b->of->allocator, b->terms);
  lx_release(&b->of->allocator, b->peaks);
}

int32_t lx_build_registers(lx_builder *b, int32_t count, double low, double high) {
  const int32_t first = b->of->register_count;
  LX_GROW(b, b->registers, b->register_capacity, (int64_t)first + count);
  if (b->status != LX_OK)
    return 0;
  for (int32_t r = first; r < first + count; r++)
    b->registers[r] = (lx_register){.low = low, .high = high, .least = -INFINITY, .most = INFINITY, .index = -1};
  b->of->register_count += count;
  return first;
}

void lx_build_step(lx_builder *b, lx_step step) {
  lx_template *of = b->of;
  LX_GROW(b, of->steps, of->step_capacity, (int64_t)of->step_count + 1);
  if (b->status == LX_OK)
    of->steps[of->step_count++] = step;
}

lx_knapsack_step *lx_build_knapsack(lx_builder *b) {
  lx_template *of = b->of;
  LX_GROW(b, of->knapsacks, of->knapsack_capacity, (int64_t)of->knapsack_count + 1);
  if (b->status != LX_OK)
    return NULL;
  memset(&of->knapsacks[of->knapsack_count], 0, sizeof *of->knapsacks);
  return &of->knapsacks[of->knapsack_count++];
}

lx_lp_step *lx_build_lp(lx_builder *b) {
  lx_template *of = b->of;
  LX_GROW(b, of->lps, of->lp_capacity, (int64_t)of->lp_count + 1);
  if (b->status != LX_OK)
    return NULL;
  memset(&of->lps[of->lp_count], 0, sizeof *of->lps);
  return &of->lps[of->lp_count++];
}

void lx_sum_begin(lx_builder *b, double offset) {
  b->offset = offset;
  b->offset_peak = fabs(offset);
  b->count = 0;
}

static void add_term(lx_builder *b, int32_t source, double factor) {
  int32_t index = b->registers[source].index;
  if (index < 0) {
    LX_GROW(b, b->terms, b->term_capacity, (int64_t)b->count + 1);
    LX_GROW(b, b->peaks, b->peak_capacity, (int64_t)b->count + 1);
    if (b->status != LX_OK)
      return;
    index = b->count++;
    b->registers[source].index = index;
    b->terms[index] = (lx_term){source, 0};
    b->peaks[index] = 0;
  }
  b->terms[index].factor += factor;
  b->peaks[index] = fmax(b->peaks[index], fabs(factor));
}

void lx_sum_add(lx_builder *b, const lx_form *form, double factor) {
  if (b->status != LX_OK)
    return;
  b->offset += factor * form->offset;
  b->offset_peak = fmax(b->offset_peak, fabs(factor * form->offset));
  for (int32_t t = 0; t < form->count; t++)
    add_term(b, form->terms[t].source, factor * form->terms[t].factor);
}

lx_form lx_register_form(int32_t source) { return (lx_form){.count = 1, .terms = {{source, 1}}}; }

lx_form lx_form_scaled(const lx_form *form, double factor) {
  lx_form scaled = *form;
  scaled.offset *= factor;
  for (int32_t t = 0; t < form->count; t++)
    scaled.terms[t].factor *= factor;
  return scaled;
}

/* A register that is a sum. */
static int32_t build_sum(lx_builder *b, double offset, const lx_term *terms, int32_t count) {
  lx_template *of = b->of;
  LX_GROW(b, of->terms, of->term_capacity, (int64_t)of->term_count + count);
  double low = offset, high = offset;
  for (int32_t t = 0; t < count && b->status == LX_OK; t++) {
    const lx_register *source = &b->registers[terms[t].source];
    low += terms[t].factor * (terms[t].factor > 0 ? source->low : source->high);
    high += terms[t].factor * (terms[t].factor > 0 ? source->high : source->low);
  }
  const int32_t out = lx_build_registers(b, 1, low, high);
  if (b->status != LX_OK)
    return 0;
  memcpy(of->terms + of->term_count, terms, sizeof *terms * (size_t)count);
  lx_build_step(
      b, (lx_step){
             .kind = LX_DO_SUM, .out = out, .out_count = 1, .first = of->term_count, .count = count, .offset = offset});
  of->term_count += count;
  return out;
}

lx_form lx_sum_end(lx_builder *b, double divisor) {
  lx_form form = {0};
  if (b->status != LX_OK)
    return form;
  int32_t kept = 0;
  for (int32_t t = 0; t < b->count; t++) {
    b->registers[b->terms[t].source].index = -1;
    if (fabs(b->terms[t].factor) > LX_CANCELLED * b->peaks[t])
      b->terms[kept++] = (lx_term){b->terms[t].source, b->terms[t].factor / divisor};
  }
  form.offset = fabs(b->offset) > LX_CANCELLED * b->offset_peak ? b->offset / divisor : 0;
  if (kept > LX_FORM_TERMS)
    return lx_register_form(build_sum(b, form.offset, b->terms, kept));
  form.count = kept;
  for (int32_t t = 0; t < kept; t++)
    form.terms[t] = b->terms[t];
  return form;
}

lx_form lx_form_narrowed(lx_builder *b, const lx_form *form) {
  return form->count <= 1 ? *form : lx_register_form(build_sum(b, form->offset, form->terms, form->count));
}

int32_t lx_build_operand(lx_builder *b, const lx_form *form) {
  lx_template *of = b->of;
  const lx_form narrow = lx_form_narrowed(b, form);
  LX_GROW(b, of->operands, of->operand_capacity, (int64_t)of->operand_count + 1);
  if (b->status != LX_OK)
    return 0;
  of->operands[of->operand_count] = narrow.count == 0
                                        ? (lx_operand){.source = -1, .offset = narrow.offset}
                                        : (lx_operand){narrow.terms[0].source, narrow.terms[0].factor, narrow.offset};
  return of->operand_count++;
}

void lx_build_guard(lx_builder *b, const lx_form *form, double least, double most) {
  if (b->status != LX_OK)
    return;
  if (form->count == 0) {
    b->of->all_fall_back |= !(form->offset >= least && form->offset <= most);
    return;
  }
  const lx_form narrow = lx_form_narrowed(b, form);
  if (b->status != LX_OK)
    return;
  const double factor = narrow.terms[0].factor;
  const double from = (least - narrow.offset) / factor, to = (most - narrow.offset) / factor;
  lx_register *source = &b->registers[narrow.terms[0].source];
  source->least = fmax(source->least, factor > 0 ? from : to);
  source->most = fmin(source->most, factor > 0 ? to : from);
}

static void need_operands(const lx_template *of, uint8_t *needed, int32_t first, int32_t count) {
  for (int32_t k = first; k < first + count; k++)
    if (of->operands[k].source >= 0)
      needed[of->operands[k].source] = 1;
}

static int32_t operand_count(const lx_template *of, const lx_step *step) {
  switch (step->kind) {
  case LX_DO_KNAPSACK:
    return of->knapsacks[step->table].numbers.breakpoint_starts[of->knapsacks[step->table].numbers.variables] + 1;
  case LX_DO_LP: return of->lps[step->table].rows;
  default: return step->count;
  }
}

void lx_build_finish(lx_builder *b) {
  lx_template *of = b->of;
  uint8_t *needed = b->status == LX_OK ? lx_allocate_zeroed(&of->allocator, of->register_count, 1) : NULL;
  if (needed == NULL) {
    b->status = b->status == LX_OK ? LX_ERROR_MEMORY : b->status;
    return;
  }
  for (int32_t r = 0; r < of->register_count && b->status == LX_OK; r++) {
    const lx_register *source = &b->registers[r];
    if (source->low >= source->least && source->high <= source->most)
      continue;
    LX_GROW(b, of->guards, of->guard_capacity, (int64_t)of->guard_count + 1);
    if (b->status == LX_OK)
      of->guards[of->guard_count++] = (lx_guard){r, source->least, source->most};
    needed[r] = 1;
  }
  for (int32_t o = 0; o < of->output_count; o++)
    for (int32_t t = 0; t < of->outputs[o].count; t++)
      needed[of->outputs[o].terms[t].source] = 1;
  /* From the last to the first; what stays moves to the end, and then to the front. */
  int32_t kept = of->step_count;
  for (int32_t s = of->step_count - 1; s >= 0 && b->status == LX_OK; s--) {
    const lx_step step = of->steps[s];
    int is_needed = step.kind == LX_DO_LP;
    for (int32_t r = step.out; r < step.out + step.out_count; r++)
      is_needed |= needed[r];
    if (!is_needed)
      continue;
    of->steps[--kept] = step;
    if (step.kind == LX_DO_SUM)
      for (int32_t t = step.first; t < step.first + step.count; t++)
        needed[of->terms[t].source] = 1;
    else
      need_operands(of, needed, step.first, operand_count(of, &step));
  }
  if (b->status == LX_OK && kept > 0) { /* a template without steps has no array of them */
    of->step_count -= kept;
    memmove(of->steps, of->steps + kept, sizeof *of->steps * (size_t)of->step_count);
  }
  lx_release(&of->allocator, needed);
}
