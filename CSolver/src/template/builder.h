/* builder.h: forms, and the steps that make registers of them. Private to this folder. */
#ifndef LX_BUILDER_H
#define LX_BUILDER_H

#include "template/template.h"

/* What is known of a register and what is asked of it. */
typedef struct {
  double low; /* it is never less … */
  double high;
  double least; /* … and an instance in which it is less than this goes by itself */
  double most;
  int32_t place; /* in the sum at hand, or -1 */
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

/* The form as an operand; a form of several terms becomes a register. Appended to the operands; returns its place. */
int32_t lx_build_operand(lx_builder *builder, const lx_form *form);

lx_form lx_register_form(int32_t source);

/* Instances in which the form is out of the range go by themselves. */
void lx_build_guard(lx_builder *builder, const lx_form *form, double least, double most);

void lx_build_step(lx_builder *builder, lx_step step);

/* Takes out steps that nothing needs, and writes down the guards. */
void lx_build_finish(lx_builder *builder);

/* Room for one more; NULL on failure. */
lx_closed_step *lx_build_closed(lx_builder *builder);
lx_core_step *lx_build_core(lx_builder *builder);

/* choice.c */

/* Kinks of a choice at most: of four, 24 orders are tried. */
#define LX_CHOICE_KINKS 4

/* Sets of four of which none is part of another, at most. */
#define LX_CHOICE_SETS 6

/* Of each set of breakpoints, a bit each, the smallest; of these the largest. */
typedef struct {
  int32_t count;
  uint8_t sets[LX_CHOICE_SETS];
} lx_choice;

/* The optimum of the one variable of a closed form as a choice among its breakpoints. Writes over closed->breakpoints.
 * Returns whether it is one: slopes near their tolerance may differ with the order in which they are added up. */
int lx_choice_make(lx_knapsack *closed, const lx_cost_breakpoint *breakpoints, int32_t count, lx_choice *out);

/* The choice among forms, one per breakpoint, which may be narrowed. */
lx_form lx_build_choice(lx_builder *builder, const lx_choice *choice, lx_form *forms);

#endif
