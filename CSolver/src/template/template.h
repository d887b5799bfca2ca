/* template.h: a program compiled for many sets of constants.
 *
 * The plan of a program is followed once with symbols instead of numbers: what it computes from the inputs becomes a
 * straight-line program on registers. Sums of a few registers stay symbolic until somebody needs more (a form), so that
 * what cancels vanishes and what does not depend on inputs is a number. Instances then run through the program in
 * blocks, a register holding one number per instance, so that every operation is a loop over SIMD lanes
 * (linalg/lanes.h, which also says why updates have an evaluator of their own).
 *
 * What is not a sum: a weighted median (a choice among breakpoints), variables that one row couples (knapsack.h), and
 * reduced LPs for the simplex. Such an LP keeps the bases that were found for it, each as a critical region
 * (critical_region.h).
 *
 * Every assumption is guarded: an instance for which a guard, or every region of an LP, fails is solved from
 * scratch, as lx_solve does. So an answer depends on the instance, not on its neighbours. */
#ifndef LX_TEMPLATE_H
#define LX_TEMPLATE_H

#include "regions/critical_region.h"
#include "solve/knapsack.h"
#include "solve/solve.h"

/* Instances in a block: a bit each in a word of failures. */
#define LX_TEMPLATE_LANES 64

/* Largest absolute value of a row's constant in an instance: an input and an offset may add up. */
#define LX_CONSTANT_LIMIT (2 * LX_VALUE_LIMIT)

/* Terms of a form; more become a register of their own. */
#define LX_FORM_TERMS 3

/* Regions of one LP at most, so that memory and the search among them are bounded. */
#define LX_TEMPLATE_REGIONS 32

/* Variables of the largest LP that has regions; a region of this order takes 768 kB. */
#define LX_TEMPLATE_REGION_VARIABLES 256

/* Fewest rows of a region that is multiplied by BLAS, and the part of its entries that must not be 0: a block of
 * instances times all entries then takes a quarter of what the same entries take one by one
 * (Benchmarks/history/results-2026-11-22.md). */
#define LX_DENSE_REGION 8
#define LX_DENSE_SHARE 3

typedef struct {
  int32_t source; /* register */
  double factor;
} lx_term;

typedef struct {
  double offset;
  int32_t count;
  lx_term terms[LX_FORM_TERMS];
} lx_form;

/* offset + factor * register; source -1 for a number. */
typedef struct {
  int32_t source;
  double factor;
  double offset;
} lx_operand;

typedef enum {
  LX_DO_SUM,      /* out = offset + the terms first ..< first + count */
  LX_DO_LEAST,    /* out = the smaller of operands first, first + 1 */
  LX_DO_MOST,     /* out = the larger */
  LX_DO_KNAPSACK, /* out ... = knapsacks[table] */
  LX_DO_LP        /* out ... = lps[table] */
} lx_step_kind;

typedef struct {
  lx_step_kind kind;
  int32_t out; /* the first register it writes */
  int32_t out_count;
  int32_t first;
  int32_t count;
  int32_t table;
  double offset;
} lx_step;

/* A segment of the knapsack, in the numbering of operands. */
typedef struct {
  int32_t variable;
  int32_t from;  /* operand of the breakpoint it starts at */
  int32_t to;    /* operand of the breakpoint it ends at, or -1: it never ends */
  double weight; /* absolute coefficient of the variable */
  double change; /* of the variable per point of the gap */
} lx_lane_segment;

/* A knapsack or a weighted median. Instances whose breakpoints are in the order of the reference go together; others
 * are solved one by one. */
typedef struct {
  lx_knapsack numbers;          /* breakpoints in the order of their operands */
  int32_t first;                /* operand of breakpoint 0; that of the coupling constant comes after all of them */
  int32_t *sorted;              /* breakpoints, each variable's in the order of the reference */
  int32_t *optimum;             /* per variable: the breakpoint of its weighted median */
  lx_lane_segment *segments[2]; /* for a gap above, and below */
  int32_t segment_counts[2];
} lx_knapsack_step;

/* A critical region, evaluated for a block of instances at a time. */
typedef struct {
  lx_critical_region critical;
  int32_t source_count;
  int32_t *sources; /* the rows whose constants count, each once */
  double *dense;    /* source_count x variables: the coefficients with their zeros, where there are so few that BLAS is
                       faster; or NULL */
  double trust;     /* constants up to this leave no error in tight rows that rounding could make too large */
} lx_template_region;

typedef struct {
  int32_t block;     /* the block, or -1 … */
  int32_t component; /* … and then the component as it is: no guards check its rows and signs again */
  int32_t rows;
  int32_t variables;
  int32_t first;   /* operands of the rows' constants */
  int32_t *starts; /* rows + 1: the entries of the rows, in the numbering of the LP */
  int32_t *columns;
  double *values;
  lx_template_region **regions; /* LX_TEMPLATE_REGIONS */
  int32_t region_count;
} lx_lp_step;

/* A register that must lie in a range. */
typedef struct {
  int32_t source;
  double least;
  double most;
} lx_guard;

struct lx_template {
  lx_allocator allocator;
  lx_program program; /* a copy; the constants are those with every input at its origin */
  lx_plan plan;
  lx_arena arena; /* of the arrays that do not grow */
  int32_t input_count;
  int32_t use_count;
  int32_t *use_inputs;
  int32_t *use_rows;
  double *use_factors;
  int32_t output_count;
  int32_t *output_starts;
  int32_t *output_variables;
  double *output_coefficients;
  double *output_offsets;
  double *reference;      /* input_count */
  double *origin;         /* input_count: what an input is counted from: its reference, or 0 where that is as exact */
  uint8_t *is_whole;      /* per component: it goes to the simplex as it is */
  int32_t *block_lps;     /* per block: its LP or -1 */
  int32_t *component_lps; /* per component, likewise */
  int all_fall_back;      /* a guard that no input can change fails: every instance falls back */
  int is_ambiguous;       /* a region of an LP is not its only optimum: instances for which it does not hold fall
                             back as a whole, so that an answer does not depend on what others have found */
  int32_t register_count;
  lx_step *steps;
  int64_t step_capacity;
  int32_t step_count;
  lx_term *terms;
  int64_t term_capacity;
  int32_t term_count;
  lx_operand *operands;
  int64_t operand_capacity;
  int32_t operand_count;
  lx_knapsack_step *knapsacks;
  int64_t knapsack_capacity;
  int32_t knapsack_count;
  lx_lp_step *lps;
  int64_t lp_capacity;
  int32_t lp_count;
  lx_guard *guards;
  int64_t guard_capacity;
  int32_t guard_count;
  lx_form *outputs;         /* output_count */
  int32_t most_operands;    /* of a step */
  int32_t most_breakpoints; /* of a knapsack */
  int32_t most_variables;   /* of a knapsack or an LP */
  int32_t most_levels;      /* of a knapsack */
};

/* The scalar fallback: what one thread needs to solve a single instance, its own constants and values over the
 * shared plan. */
typedef struct {
  const lx_template *of;
  lx_program program; /* shares all arrays but the rows */
  lx_session session;
  lx_options options;
} lx_scalar;

/* scalar.c */
lx_status lx_scalar_open(lx_scalar *scalar, const lx_template *of, const lx_stopper *stopper);
void lx_scalar_close(lx_scalar *scalar);

/* Solves one instance from scratch. */
lx_status lx_scalar_solve(lx_scalar *scalar, const double *inputs, lx_outcome *out);

/* Writes the outputs of the last solve. */
void lx_scalar_read(const lx_scalar *scalar, double *outputs);

/* compile.c: the program, from the plan and the answer of the reference, whose constants `reference` has. */
lx_status lx_template_compile(lx_template *of, lx_session *reference);

/* template_region.c: the region of a vertex, in an arena; NULL where it makes none, being too large or its inverse not
 * exact enough. */
lx_status lx_template_region_create(lx_arena *arena, const lx_reduced_lp *lp, const lx_vertex *vertex,
                                    lx_template_region **out);

/* run.c: the registers and scratch of one thread. */
typedef struct {
  const lx_template *of;
  lx_arena arena;
  int32_t width;        /* instances that may go through at once, at most LX_TEMPLATE_LANES */
  double *registers;    /* register_count x width */
  double *operands;     /* (most operands of a step) x width */
  double *values;       /* most_variables x width */
  double *panel;        /* most_variables x width: constants of tight rows, one after another */
  double *gap;          /* width */
  uint64_t *failed;     /* width: 0 or all ones */
  uint64_t *unsolved;   /* width: all ones where neither a region nor the breakpoints answer */
  uint64_t *holds;      /* width */
  lx_knapsack knapsack; /* room for any knapsack, for instances that are solved one by one */
} lx_template_work;

/* `count`: how many instances there are. */
lx_status lx_template_work_open(lx_template_work *work, const lx_template *of, int64_t count);
void lx_template_work_close(lx_template_work *work);

/* Regions besides those of the template, per LP. */
typedef struct {
  int32_t count;
  lx_template_region *regions[LX_TEMPLATE_REGIONS];
} lx_region_list;

/* Computes up to work->width instances; instance l is row rows[l] of the tables, or first + l where rows is NULL.
 * `more` is NULL or per LP. Returns a bit for each instance that has to fall back; its outputs mean nothing. */
uint64_t lx_template_work_run(lx_template_work *work, const lx_region_list *more, const int64_t *rows, int64_t first,
                              int32_t count, const double *inputs, double *outputs);

/* template.c */
typedef struct {
  int64_t count;
  const double *inputs;
  double *outputs;
  int8_t *outcomes; /* or NULL */
  int32_t threads;
  const lx_stopper *stopper; /* or NULL */
} lx_instances;

lx_status lx_template_make(const lx_program *program, const lx_template_spec *spec, lx_template **out);
void lx_template_free(lx_template *of);
lx_status lx_template_run(const lx_template *of, const lx_instances *instances);

#endif
