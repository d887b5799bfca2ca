/* csolver.h: the public face of CSolver, a lexicographic simplex for layout programs.
 *
 * A program has variables x and rows
 *
 *     sum_j a_ij x_j  {=, <=, >=}  b_i        at a priority p_i, 0 < p_i <= 1000, with a weight w_i
 *
 * Rows at LX_REQUIRED must hold. Every other distinct priority is a level; levels are met from high to low, each
 * minimizing the weighted sum of the absolute errors of its rows with all higher levels held at their optimum.
 *
 * Conventions. Every call returns an lx_status (how the call went); what the program's answer is stands apart in an
 * lx_outcome. Indices are int32_t, numbers are double, in the unit of the caller (points, for layout). Input arrays
 * are read and not kept; outputs come last. After a call that fails, the solver is as it was before. A solver may be
 * used by one thread at a time; different solvers may be used at the same time. Nothing prints, nothing aborts.
 *
 * Examples/c/window.c is a complete program; its first lines say how to compile it.
 *
 * Versions. LX_VERSION is the version of this header, lx_version() that of the library. A library serves programs that
 * were built with an older header of the same major version (before 1.0: the same minor version). What grows are
 * structs, at their end. A struct that may grow has a `size`, set by its initializer (LX_OPTIONS_INIT, …) to what the
 * caller's header knows: the library reads or writes so many bytes and no more, and what the caller does not have is at
 * its default, which is 0 for every field. A size that is too small, or larger than the library knows, is
 * LX_ERROR_ARGUMENT.
 *
 * What belongs to the process. Memory of solvers without an allocator of their own: large blocks that they release are
 * kept for the next, up to 64 MB for all of them together; lx_trim() gives them back to the system. The thread count of
 * OpenBLAS: the first solve or template that uses a dense matrix sets it to 1 (openblas_set_num_threads), once; a
 * program that wants its own BLAS calls to run on several threads may set it again afterwards, and answers then agree
 * within 1e-9 instead of bit for bit. There is nothing else: threads of lx_template_solve() end before it returns. All
 * of it survives fork(): parent and child may go on with the solvers and templates they have, and make new ones, whatever
 * other threads did at the time. A solver that another thread was using at that moment is lost to the child. */
#ifndef CSOLVER_H
#define CSOLVER_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. */
#define LX_VERSION_MAJOR 0
#define LX_VERSION_MINOR 1
#define LX_VERSION_PATCH 0
#define LX_VERSION (LX_VERSION_MAJOR * 10000 + LX_VERSION_MINOR * 100 + LX_VERSION_PATCH)

/* Marks what a shared library exports: build it with -fvisibility=hidden, and nothing else is visible. (The Swift
 * package links statically, where that makes no difference, and may not set compiler flags.) Where
 * neither compiler is known, define LX_API before this header. */
#ifndef LX_API
#if defined(__GNUC__) || defined(__clang__)
#define LX_API __attribute__((visibility("default")))
#else
#define LX_API
#endif
#endif

/* Swift imports such an enum as an enum. */
#if defined(__clang__)
#define LX_CLOSED __attribute__((enum_extensibility(closed)))
#else
#define LX_CLOSED
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The priority of a row that must hold. */
#define LX_REQUIRED 1000.0

/* Largest absolute value of a constant, coefficient or weight. Beyond it a double no longer resolves the residual
 * tolerance of 1e-6. */
#define LX_VALUE_LIMIT 1e9

/* Smallest absolute value of a coefficient, and smallest weight; smaller ones that are not zero are refused
 * (LX_ERROR_VALUE), and so is a weight of zero. Coefficients of zero are dropped. The bound keeps the ratio of
 * coefficients within what the pivot tolerance can tell from noise. */
#define LX_COEFFICIENT_MINIMUM 1e-7

/* Most variables, rows or entries a solver can hold. */
#define LX_SIZE_LIMIT 500000000

/* Alignment, bytes, of every block that an allocator returns: malloc's. */
#if UINTPTR_MAX > 0xffffffffu
#define LX_ALIGNMENT 16
#else
#define LX_ALIGNMENT 8
#endif

typedef struct lx_solver lx_solver;

/* How a call went: 0 is success, negative an error of the call. lx_status_text() has a sentence for each. */
typedef enum LX_CLOSED {
  LX_OK = 0,
  LX_ERROR_ARGUMENT = -1,  /* a NULL handle or array, a negative count, a malformed starts array */
  LX_ERROR_VALUE = -2,     /* NaN, infinite, beyond LX_VALUE_LIMIT, a coefficient or weight that is too small, a
                              priority outside (0, 1000] */
  LX_ERROR_INDEX = -3,     /* a variable, row or conflict that does not exist */
  LX_ERROR_IN_USE = -4,    /* removing a variable that a row still mentions */
  LX_ERROR_DUPLICATE = -5, /* one variable twice in one row, or one index twice in a removal */
  LX_ERROR_MEMORY = -6,    /* an allocation failed */
  LX_ERROR_SIZE = -7,      /* more than LX_SIZE_LIMIT of something */
  LX_ERROR_UNSOLVED = -8,  /* an answer was asked for that the last solve does not have */
  LX_ERROR_STOPPED = -9    /* the caller's stop function ended the call; see lx_set_stop() */
} lx_status;

/* What the answer is. lx_outcome_text() has a sentence for each. */
typedef enum LX_CLOSED {
  LX_UNSOLVED = 0,    /* nothing was solved yet, or the program was edited since */
  LX_OPTIMAL = 1,     /* required rows hold, every level is at its optimum */
  LX_INFEASIBLE = 2,  /* required rows contradict each other; see lx_conflict() */
  LX_PIVOT_LIMIT = 3, /* the bound on pivots was reached; values are the last vertex, not an answer */
  LX_BREAKDOWN = 4 /* residuals stayed too large after refactoring; there is no answer. Too large is more than 1e-6, or
                      than 2^-50 of the sum of the terms' absolute values where a double can't tell 1e-6 */
} lx_outcome;

typedef enum LX_CLOSED { LX_LESS_EQUAL = -1, LX_EQUAL = 0, LX_GREATER_EQUAL = 1 } lx_relation;

/* Where memory comes from. resize(context, NULL, n) allocates, resize(context, p, n) changes the size, and
 * release(context, p) frees; semantics of realloc and free. Blocks are aligned to LX_ALIGNMENT; one that is not is
 * released, and the call fails (LX_ERROR_ARGUMENT from lx_create, which asks for one block, LX_ERROR_MEMORY later). It is
 * called by the thread that calls the solver; by threads of lx_template_solve() too, at the same time, where those are more
 * than one. */
typedef struct {
  void *context;
  void *(*resize)(void *context, void *block, size_t bytes);
  void (*release)(void *context, void *block);
} lx_allocator;

typedef enum LX_CLOSED { LX_ALGEBRA_AUTO = 0, LX_ALGEBRA_DENSE = 1, LX_ALGEBRA_SPARSE = 2 } lx_algebra;

typedef struct {
  lx_algebra algebra;  /* linear algebra of the basis; AUTO chooses by the size of each reduced program */
  int32_t cold;        /* nonzero: forget the last basis and start anew; 0: start from it where there is one */
  int32_t whole;       /* nonzero: no presolve, no splitting, one program for the simplex. The levels are the same, the
                          cost is up to the cube of the variables: to compare with, where an answer is in doubt */
  uint32_t size;       /* sizeof(lx_options). 0 stands for 24, its size in programs built before this field was named */
  int64_t pivot_limit; /* most pivots of one reduced program; 0: a bound derived from its size */
} lx_options;

/* The defaults: AUTO, warm, presolve on, derived pivot limit. lx_options options = LX_OPTIONS_INIT; */
#define LX_OPTIONS_INIT {LX_ALGEBRA_AUTO, 0, 0, (uint32_t)sizeof(lx_options), 0}

/* What the last solve cost. Counts, not seconds. */
typedef struct {
  int64_t pivots;          /* basis changes, over all reduced programs */
  int64_t degenerate;      /* of these, steps of length zero */
  int64_t factorizations;  /* basis factorizations */
  int64_t fixed_variables; /* variables that presolve fixed */
  int64_t cores;           /* reduced programs that the simplex solved */
  int64_t largest_core;    /* variables of the largest */
  int64_t recalled;        /* reduced programs answered by a critical region that the simplex found for another of the same
                              structure */
  int64_t planned_rows;    /* rows whose part in the solution presolve decided: all in a first solve, after an edit of
                              the structure those that it touched, none where only constants changed */
  int64_t size;            /* sizeof(lx_statistics), for lx_read_statistics(); lx_get_statistics() leaves it alone */
  int64_t touched;         /* entries of factorizations, rows and columns that pivots went through */
  int64_t interior_steps;  /* steps of the interior point method, which finds where to start in large reduced programs */
} lx_statistics;

/* All 0. lx_statistics statistics = LX_STATISTICS_INIT; */
#define LX_STATISTICS_INIT {0, 0, 0, 0, 0, 0, 0, 0, (int64_t)sizeof(lx_statistics), 0, 0}

/* Rows handed over together, as compressed sparse rows. Row i has the entries starts[i] ..< starts[i + 1]. */
typedef struct {
  int32_t row_count;              /* length of starts is row_count + 1, of the arrays per row row_count */
  int32_t entry_count;            /* length of variables and coefficients */
  const int32_t *starts;          /* starts[0] == 0, ascending, starts[row_count] == entry_count */
  const int32_t *variables;       /* per entry; no variable twice in one row */
  const double *coefficients;     /* per entry; finite, at most LX_VALUE_LIMIT */
  const int8_t *relations;        /* per row, an lx_relation */
  const double *constants;        /* per row, b_i */
  const double *priorities;       /* per row, 0 < p <= LX_REQUIRED */
  const double *priorities_below; /* per row or NULL. For LX_EQUAL rows: the priority of falling short of the constant,
                                     `priorities` being that of exceeding it. A content size with its hugging
                                     (above) and compression resistance (below) is one such row. Ignored for others */
  const double *weights;          /* per row, LX_COEFFICIENT_MINIMUM <= w <= LX_VALUE_LIMIT; or NULL for all 1. Where
                                     those of one level spread by more than 1e4, the reduced program is scaled, solved
                                     again in double-double arithmetic if it is small. If it is large the optimum is
                                     certified: exactly, or, where doubles cannot, within 1e-9 of the heaviest weight
                                     for a unit of error; LX_BREAKDOWN without either */
} lx_rows;

/* LX_VERSION of the library, which may be newer than that of the caller's header. */
LX_API int32_t lx_version(void);

/* Creates an empty solver. `allocator` is copied. NULL means realloc and free, and on Linux huge pages for blocks from
 * 32 kB to 8 MB, which the process keeps (lx_trim). */
LX_API lx_status lx_create(const lx_allocator *allocator, lx_solver **out);

/* Releases the solver and all it owns. NULL is fine. */
LX_API void lx_destroy(lx_solver *solver);

/* Adds `count` variables. `nonnegative` (length count, or NULL for none) marks those that must be >= 0; this is met
 * before everything but LX_REQUIRED rows, and is part of a conflict only if the required rows alone have none. A
 * variable that no row decides is 0. out: the indices, length count. Removed indices are used again. */
LX_API lx_status lx_add_variables(lx_solver *solver, int32_t count, const uint8_t *nonnegative, int32_t *out);

/* Removes variables; LX_ERROR_IN_USE while a row mentions one of them. */
LX_API lx_status lx_remove_variables(lx_solver *solver, int32_t count, const int32_t *variables);

/* Makes room for `rows` more rows with `entries` entries between them, so that adding them in parts moves nothing. What was
 * too much is kept until the solver goes; what was too little grows as without. Linear in the rows there are. */
LX_API lx_status lx_reserve_rows(lx_solver *solver, int32_t rows, int32_t entries);

/* Adds rows: all, or none where one is refused; lx_get_fault() says which. out: their indices, length rows->row_count.
 * Removed indices are used again. Linear in the entries. */
LX_API lx_status lx_add_rows(lx_solver *solver, const lx_rows *rows, int32_t *out);

/* Removes rows. */
LX_API lx_status lx_remove_rows(lx_solver *solver, int32_t count, const int32_t *rows);

/* The element for which the last call that edits was refused, as an index into the arrays of that call: the first row of
 * lx_add_rows() that has something wrong, the row, variable or entry of the other calls. -1 where the last such call
 * succeeded, or failed for something else: memory, size, an array that is missing, a malformed starts array. */
LX_API lx_status lx_get_fault(const lx_solver *solver, int32_t *out);

/* Edits in place; arrays have length count. A row that is named twice keeps the later value. */
LX_API lx_status lx_set_constants(lx_solver *solver, int32_t count, const int32_t *rows, const double *constants);
LX_API lx_status lx_set_weights(lx_solver *solver, int32_t count, const int32_t *rows, const double *weights);
/* `priorities_below` as in lx_rows; NULL sets both to `priorities`. */
LX_API lx_status lx_set_priorities(lx_solver *solver, int32_t count, const int32_t *rows, const double *priorities,
                            const double *priorities_below);
/* Replaces the entries of one row. */
LX_API lx_status lx_set_entries(lx_solver *solver, int32_t row, int32_t count, const int32_t *variables,
                         const double *coefficients);

/* The program as it is now. How many variables, rows and entries there are; each may be NULL. */
LX_API lx_status lx_get_counts(const lx_solver *solver, int32_t *variables_out, int32_t *rows_out,
                               int32_t *entries_out);

/* The indices of all variables, and of all rows, ascending. Writes at most `capacity`, the number to count_out. */
LX_API lx_status lx_get_variables(const lx_solver *solver, int32_t capacity, int32_t *variables_out,
                                  int32_t *count_out);
LX_API lx_status lx_get_rows(const lx_solver *solver, int32_t capacity, int32_t *rows_out, int32_t *count_out);

/* Of variables, whether each must be >= 0 (1) or not (0). out: length count. */
LX_API lx_status lx_get_nonnegative(const lx_solver *solver, int32_t count, const int32_t *variables, uint8_t *out);

/* Of rows; arrays out have length count. `priorities_below_out` may be NULL; for rows that are not LX_EQUAL it is the
 * priority of the row. */
LX_API lx_status lx_get_relations(const lx_solver *solver, int32_t count, const int32_t *rows, int8_t *out);
LX_API lx_status lx_get_constants(const lx_solver *solver, int32_t count, const int32_t *rows, double *out);
LX_API lx_status lx_get_weights(const lx_solver *solver, int32_t count, const int32_t *rows, double *out);
LX_API lx_status lx_get_priorities(const lx_solver *solver, int32_t count, const int32_t *rows, double *priorities_out,
                                   double *priorities_below_out);

/* The entries of one row, in the order they were given in, without those of zero. Writes at most `capacity` of each, the
 * number to count_out. */
LX_API lx_status lx_get_entries(const lx_solver *solver, int32_t row, int32_t capacity, int32_t *variables_out,
                                double *coefficients_out, int32_t *count_out);

/* Whether a long call is to end early: nonzero ends it. Called by the thread that works, every pivot, every step of a
 * factorization and every few components: a few microseconds apart in small programs, tens of milliseconds in large ones,
 * and once between passes over the whole program, which take some microseconds per row. So it should cost little; it must
 * not use the solver. */
typedef int (*lx_stop_function)(void *context);

/* The function that lx_solve(), lx_get_ambiguous(), lx_get_sensitivity(), lx_get_ranging() and lx_template_create() of
 * this solver ask from now on whether to stop; NULL for none, as at first. A call that it ends returns LX_ERROR_STOPPED and
 * leaves everything as it was before: the program, the edits that wait to be solved, the last answer, the next solve's
 * result. */
LX_API lx_status lx_set_stop(lx_solver *solver, lx_stop_function stop, void *context);

/* LX_OPTIONS_INIT, as a call. */
LX_API void lx_options_init(lx_options *options);

/* Solves. `options` NULL means the defaults. out: the outcome. On an error status the last answer is kept. Where only
 * constants changed since an optimal solve, it costs what they reach: the variables that change, and the components of
 * the program that rows with other constants lie in. */
LX_API lx_status lx_solve(lx_solver *solver, const lx_options *options, lx_outcome *out);

/* The outcome of the last solve, or LX_UNSOLVED after an edit. Values, errors, levels and basis of the last solve
 * that ended LX_OPTIMAL stay readable through edits and failed solves; the value of a variable added since reads as 0.
 */
LX_API lx_status lx_get_outcome(const lx_solver *solver, lx_outcome *out);

/* Values of variables. out: length count. */
LX_API lx_status lx_get_values(const lx_solver *solver, int32_t count, const int32_t *variables, double *out);

/* The variables whose value the last solve changed, each once, in no order that means anything. Needs LX_OPTIMAL and no
 * edit since. After a solve that followed edits of constants alone, the list and its making cost what changed. Writes
 * at most `capacity`, with their values unless values_out is NULL, and the number of all to count_out. */
LX_API lx_status lx_get_changes(const lx_solver *solver, int32_t capacity, int32_t *variables_out, double *values_out,
                         int32_t *count_out);

/* Signed errors of rows, as they are now, at those values: activity minus constant where the relation is not met, else
 * 0. out: length count. */
LX_API lx_status lx_get_row_errors(const lx_solver *solver, int32_t count, const int32_t *rows, double *out);

/* Whether each row is in the basis (1, tight by construction) or not (0). out: length count. */
LX_API lx_status lx_get_basis(const lx_solver *solver, int32_t count, const int32_t *rows, uint8_t *out);

/* The optional levels from high to low: priority and weighted sum of absolute errors, without errors that are within
 * the rounding of their rows' terms (2^-50 of the sum of their absolute values). Writes at most `capacity` of
 * each (both may be NULL with capacity 0) and the number there is to count_out. */
LX_API lx_status lx_get_levels(const lx_solver *solver, int32_t capacity, double *priorities_out, double *errors_out,
                        int32_t *count_out);

/* Conflicts of the last solve, when it ended LX_INFEASIBLE. No two share a row. */
LX_API lx_status lx_get_conflict_count(const lx_solver *solver, int32_t *out);

/* One minimal conflicting set: without any one of its members the others can hold. A member m >= 0 is a row, m < 0 the
 * non-negativity of variable -1 - m. Members ascend, rows first. Writes at most `capacity`, the number to count_out. */
LX_API lx_status lx_get_conflict(const lx_solver *solver, int32_t conflict, int32_t capacity, int32_t *members_out,
                          int32_t *count_out);

/* The variables whose value another optimal solution would change, ascending: all of them and no others. Needs LX_OPTIMAL
 * and no edit since. Writes at most `capacity`, the number to count_out. Costs about as much as a solve from scratch at
 * most, mostly far less: what presolve leaves is factored once at the last basis, but for large components, whose
 * factorization the last solve has kept; and where rows that touch their constants are in the way, a linear program over
 * what may move is solved, without the last solve's pivot_limit. Where one of these finds no optimum,
 * LX_ERROR_UNSOLVED. */
LX_API lx_status lx_get_ambiguous(lx_solver *solver, int32_t capacity, int32_t *variables_out, int32_t *count_out);

/* How the sum of coefficients[k] times the value of variables[k], k < count, moves with the constants of the rows that
 * decide it: one derivative per row that is tight by construction and counts. A member m >= 0 is a row; m < 0 is
 * variable -1 - m itself, which is 0 because of its sign or because no row decides it. Rows first,
 * each kind by ascending index. Valid as long as the constants do not make other rows tight; where other rows touch
 * their constants already, a small change may do that. Needs LX_OPTIMAL and no edit since. Writes at most `capacity`
 * of each, the number to count_out. Every call costs a factorization of the whole program's basis, not of the component
 * that was asked about: ask for one sum of many variables rather than for each. */
LX_API lx_status lx_get_sensitivity(const lx_solver *solver, int32_t count, const int32_t *variables,
                             const double *coefficients, int32_t capacity, int32_t *members_out, double *values_out,
                             int32_t *count_out);

/* How the answer moves as constants move along a line, and how far along it that holds: the ranging of the answer. The
 * constant of rows[k], k < count, grows by slopes[k] per unit of a parameter, which is 0 now; a row that is named twice
 * grows by the sum. slopes_out: how far each of variables[0 ..< variable_count] moves per unit. reach_out: how far the
 * parameter may go down (reach_out[0]) and up (reach_out[1]) before a row that is not tight by construction meets its
 * constant, both >= 0, INFINITY where none does. Within that the values are an optimum all the way, and where it is the
 * only one, that of lx_solve(). Members: what ends the range, on the side -1 or +1: m >= 0 a row, m < 0 the
 * sign of variable -1 - m; the lower side first. A row that touches its constant now and would leave it makes both
 * reaches 0: the values at hand are a breakpoint, and nothing is said of what is beside it. Needs LX_OPTIMAL and no edit
 * since. Writes at most `capacity` of each, the number to count_out. Costs a factorization of the whole program's
 * basis. */
LX_API lx_status lx_get_ranging(const lx_solver *solver, int32_t count, const int32_t *rows, const double *slopes,
                         int32_t variable_count, const int32_t *variables, double *slopes_out, double *reach_out,
                         int32_t capacity, int32_t *members_out, int8_t *sides_out, int32_t *count_out);

/* What the last solve cost; all 0 before the first. `out` has its size set (LX_STATISTICS_INIT), and is written up to
 * there. */
LX_API lx_status lx_read_statistics(const lx_solver *solver, lx_statistics *out);

/* The same for programs built when lx_statistics had no size: writes its first 64 bytes, up to planned_rows, and reads
 * nothing. */
LX_API lx_status lx_get_statistics(const lx_solver *solver, lx_statistics *out);

/* A program compiled for many sets of constants: what does not depend on them is done once. */
typedef struct lx_template lx_template;

/* What varies and what is asked. At the reference, row r's constant is the solver's; it grows by use_factors[u] times
 * what input use_inputs[u] is more than there, for each use u with use_rows[u] == r. Output o is output_offsets[o] plus
 * the sum of output_coefficients[e] times the value of output_variables[e], output_starts[o] <= e <
 * output_starts[o + 1].
 */
typedef struct {
  int32_t input_count; /* columns of the table of inputs */
  int32_t use_count;   /* length of the arrays per use */
  const int32_t *use_inputs;
  const int32_t *use_rows;
  const double *use_factors;    /* finite, at most LX_VALUE_LIMIT */
  int32_t output_count;         /* columns of the table of outputs */
  const int32_t *output_starts; /* output_count + 1; starts[0] == 0, ascending */
  const int32_t *output_variables;
  const double *output_coefficients; /* finite, at most LX_VALUE_LIMIT */
  const double *output_offsets;      /* output_count; finite, at most LX_VALUE_LIMIT */
  const double *reference; /* input_count: the inputs that the solver's constants belong to, a typical instance, which
                              the compiled program is fastest around; or NULL for all 0. It may be without an answer */
} lx_template_spec;

/* Compiles the program of a solver as it is now. The solver is left alone, and what happens to it later changes
 * nothing. Costs two solves and what the structure holds. out: a template, never changed again. */
LX_API lx_status lx_template_create(const lx_solver *solver, const lx_template_spec *spec, lx_template **out);

/* NULL is fine. */
LX_API void lx_template_destroy(lx_template *compiled);

/* Solves `count` instances. inputs: count x input_count, an instance a row, finite and at most LX_VALUE_LIMIT; where
 * one is not, LX_ERROR_VALUE and *fault_out its index in the table, and nothing is written. outputs: count x
 * output_count; the row of an instance without an optimum is NaN. outcomes: per instance, an lx_outcome: LX_OPTIMAL,
 * LX_INFEASIBLE, LX_PIVOT_LIMIT or LX_BREAKDOWN (also where a constant is beyond twice LX_VALUE_LIMIT); or NULL.
 *
 * The answer is that of lx_solve with these constants: the same level errors, and within 1e-9 the same values wherever
 * the optimum is unique. It depends on the instance, and is bit for bit the same for any number of threads; in another
 * table it agrees within 1e-9. One template may be used by many threads at once. `threads` is the most to use, 0 for
 * as many as there are processors; the allocator of the solver must bear it. On LX_ERROR_MEMORY the tables hold
 * anything. */
LX_API lx_status lx_template_solve(const lx_template *compiled, int64_t count, const double *inputs, int32_t threads,
                            double *outputs, int8_t *outcomes, int64_t *fault_out);

/* How a template is solved, beyond what lx_template_solve() has arguments for. */
typedef struct {
  uint32_t size;   /* sizeof(lx_template_options) */
  int32_t threads; /* as in lx_template_solve() */
  lx_stop_function stop;    /* ends the call early with LX_ERROR_STOPPED, after which the tables hold anything; or NULL. Called by
                      all of the threads, at the same time */
  void *context;   /* of `stop` */
} lx_template_options;

/* As many threads as there are processors, not to be stopped. lx_template_options options = LX_TEMPLATE_OPTIONS_INIT; */
#define LX_TEMPLATE_OPTIONS_INIT {(uint32_t)sizeof(lx_template_options), 0, NULL, NULL}

/* lx_template_solve() with options; NULL means the defaults. */
LX_API lx_status lx_template_solve_with(const lx_template *compiled, const lx_template_options *options, int64_t count,
                                        const double *inputs, double *outputs, int8_t *outcomes, int64_t *fault_out);

/* What a template's file says besides its program. */
typedef struct {
  size_t size;                /* sizeof(lx_template_names) */
  const char *const *inputs;  /* input_count names: UTF-8, not empty, without control characters */
  const char *const *outputs; /* output_count names */
  const double *least;        /* input_count: the least that an input may sensibly be; or NULL for no bound */
  const double *most;         /* input_count: the most; or NULL */
} lx_template_names;

/* lx_template_names names = LX_TEMPLATE_NAMES_INIT; */
#define LX_TEMPLATE_NAMES_INIT {sizeof(lx_template_names), NULL, NULL, NULL, NULL}

/* Writes the program of a solver as it is now, with the spec, as a file that lx_template_load() makes a template of:
 * versioned, with a checksum, the same on every machine. Writes nothing where `capacity` is less than the size of the
 * file, which size_out is in any case. A template loaded from it is, to the bit, the one that lx_template_create() makes now, if no
 * variable and no row was ever removed from the solver; else it may number them otherwise, and agrees within 1e-9.
 * LX_ERROR_VALUE for a name that is not one; the rest as lx_template_create(). */
LX_API lx_status lx_template_save(const lx_solver *solver, const lx_template_spec *spec, const lx_template_names *names,
                                  size_t capacity, void *out, size_t *size_out);

/* Makes a template of a file. The bytes may come from anywhere: every field is checked, and where one is wrong
 * (another format or version, a bad checksum, a number that the program could not have) it is LX_ERROR_VALUE. Compiling costs
 * what lx_template_create() does; nothing refers to the bytes afterwards. `allocator` as for lx_create(). */
LX_API lx_status lx_template_load(const lx_allocator *allocator, const void *bytes, size_t size, lx_template **out);

/* What a file holds. */
typedef struct {
  size_t size; /* sizeof(lx_template_info) */
  int32_t input_count;
  int32_t output_count;
  int32_t variable_count;
  int32_t row_count;
  const char *names; /* in the file's bytes: the names of the inputs, then of the outputs, each ended by a zero byte */
  size_t name_bytes; /* with the zero bytes */
} lx_template_info;

/* lx_template_info info = LX_TEMPLATE_INFO_INIT; */
#define LX_TEMPLATE_INFO_INIT {sizeof(lx_template_info), 0, 0, 0, 0, NULL, 0}

/* Reads the names and counts of a file after checking its form; LX_ERROR_VALUE where that is wrong. Linear in the size. */
LX_API lx_status lx_template_describe(const void *bytes, size_t size, lx_template_info *out);

/* The least and most that each input of a file may sensibly be; arrays have length count, which is the number of inputs.
 * lx_template_solve() does not hold inputs to it. */
LX_API lx_status lx_template_limits(const void *bytes, size_t size, int32_t count, double *least_out, double *most_out);

/* Gives back to the system what the process keeps of solvers that are gone; see the top. Returns how many bytes. For any
 * thread, at any time; those who need memory next ask the system again. */
LX_API size_t lx_trim(void);

/* A sentence for each code; never NULL. */
LX_API const char *lx_status_text(lx_status status);
LX_API const char *lx_outcome_text(lx_outcome outcome);

#ifdef __cplusplus
}
#endif

#endif
