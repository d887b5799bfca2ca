/* builder.h: forms, and the steps that make registers of them. Private to this folder. */
#ifndef LX_BUILDER_H
#define LX_BUILDER_H

#include "template/template.h"

/* The range of a register and the range that is required of it. */
typedef struct {
  double low; /* it is never less … */
  double high;
  double least; /* … and an instance in which it is less falls back */
  double most;
  int32_t index; /* index in the sum at hand, or -1 */
} lx_register;

/* The first failure stays; what comes after it does nothing. */
typedef struct {
  lx_template *of;
  lx_status status;
  lx_register *registers;
  int64_t register_capacity;
  /* The sum at hand. */
  double offset;
  double offset_peak;
  lx_term *terms;
  int64_t term_capacity;
  double *peaks; /* per term: the largest that went into its factor */
  int64_t peak_capacity;
  int32_t count;
} lx_builder;

void lx_builder_close(lx_builder *builder);

/* New registers in a row; the first. */
int32_t lx_build_registers(lx_builder *builder, int32_t count, double low, double high);

/* A sum: begin, add, end. What cancels is left out. */
void lx_sum_begin(lx_builder *builder, double offset);
void lx_sum_add(lx_builder *builder, const lx_form *form, double factor);
lx_form lx_sum_end(lx_builder *builder, double divisor);

/* A multiple of a form. */
lx_form lx_form_scaled(const lx_form *form, double factor);

/* The form with one term at most: several become a register. */
lx_form lx_form_narrowed(lx_builder *builder, const lx_form *form);

/* The form as an operand; a form of several terms becomes a register. Appended to the operands; returns its index. */
int32_t lx_build_operand(lx_builder *builder, const lx_form *form);

lx_form lx_register_form(int32_t source);

/* Instances in which the form is out of the range fall back. */
void lx_build_guard(lx_builder *builder, const lx_form *form, double least, double most);

void lx_build_step(lx_builder *builder, lx_step step);

/* Removes steps that nothing needs, and writes the guards. */
void lx_build_finish(lx_builder *builder);

/* Room for one more; NULL on failure. */
lx_knapsack_step *lx_build_knapsack(lx_builder *builder);
lx_lp_step *lx_build_lp(lx_builder *builder);

/* choice.c */

/* Breakpoints of a choice at most: of four, 24 orders are tried. */
#define LX_CHOICE_BREAKPOINTS 4

/* Sets of four of which none is block of another, at most. */
#define LX_CHOICE_SETS 6

/* Of each set of breakpoints, a bit each, the smallest; of these the largest. */
typedef struct {
  int32_t count;
  uint8_t sets[LX_CHOICE_SETS];
} lx_choice;

/* The weighted median of one variable as a choice among its breakpoints. Overwrites knapsack->breaks. Returns
 * whether it is one: slopes near their tolerance may differ with the order in which they are added up. */
int lx_choice_make(lx_knapsack *knapsack, const lx_cost_breakpoint *breakpoints, int32_t count, lx_choice *out);

/* The choice among forms, one per breakpoint; these may be narrowed. */
lx_form lx_build_choice(lx_builder *builder, const lx_choice *choice, lx_form *forms);

#endif
