/* tight_basis.h: the basis of the last answer, factored: the rows that the last solve left tight.
 *
 * It is taken from where the last solve left the rows, not from the solver's inner reduced LPs: whatever presolve does,
 * the tight rows it reports are what decides the values. Unit rows that no tight row replaces fill the basis up. Linear
 * in the program, and one factorization, which is almost triangular for layouts. */
#ifndef LX_TIGHT_BASIS_H
#define LX_TIGHT_BASIS_H

#include "base/arena.h"
#include "factor/factor.h"
#include "program/program.h"

typedef struct {
  const lx_program *program;
  lx_arena arena;
  lx_matrix matrix; /* the tight rows */
  int32_t *rows;    /* matrix.row_count: which rows of the program they are */
  int32_t *basis;   /* n, by position: a row of the matrix, or matrix.row_count + j for the unit row of variable j */
  lx_factor *factor;
  lx_vector vector; /* n, all 0: for one ftran or btran */
} lx_tight_basis;

/* The basis of a program whose last solve was optimal and that has variables. To be closed on an error too. */
lx_status lx_tight_basis_open(lx_tight_basis *basis, const lx_program *program);
void lx_tight_basis_close(lx_tight_basis *basis);

#endif
