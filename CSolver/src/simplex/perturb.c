/* perturb.c: constants moved a little, so that rows which meet in one point no longer do.
 *
 * Layouts are degenerate: a hundred equal widths are met in one vertex that a thousand bases describe, and a step from
 * one of these to the next gains nothing. With constants that differ by a few multiples of the touching distance each
 * vertex has one basis, and each step gains. The basis that is optimal then is optimal for the exact constants as well,
 * unless a row lies on the other side of its constant there; rows that touch keep the side they had, which is a
 * subgradient. So the end is a refresh, and seldom some more steps.
 *
 * Required equalities stay as they are: perturbed, those that depend on others would contradict them. Inequalities are
 * relaxed, so that what was met stays met. But tight rows take the vertex with them, and it breaks inequalities that touch
 * it. Where these are many the tight rows stay as well: they are independent, so that to move them too is no more
 * than to move the origin. Equalities that touch then keep their sides, and with them all duals. Where few are, other
 * vertices are fewer steps away with them (Benchmarks/history); but not from a vertex that is nearly optimal, as those are where
 * an interior point method ends: there tight rows stay as well. The numbers are a hash of the row, the same each time.
 *
 * Reference: A. Charnes, Optimality and degeneracy in linear programming (Econometrica 20, 1952). */
#include <math.h>

#include "base/spread.h"
#include "base/tolerances.h"
#include "simplex/work.h"

int lx_should_perturb(const lx_work *work) {
  const int64_t usual = LX_PERTURB_STALL + work->lp->variables / LX_PERTURB_VARIABLES;
  const int64_t stall = work->perturbations < LX_PERTURB_SOON ? usual : LX_PERTURB_LATER * usual;
  return !lx_is_perturbed(work) && work->perturbations < LX_PERTURB_LIMIT && work->degenerate >= stall;
}

static int is_equality(const lx_reduced_lp *lp, int32_t row) { return lp->above[row] >= 0 && lp->below[row] >= 0; }

/* Whether inequalities are this part at least of the rows that touch the vertex and are not tight. */
static int touches_inequalities(const lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  int32_t equalities = 0, inequalities = 0;
  for (int32_t r = 0; r < lp->total; r++) {
    if (work->vertex->position[r] >= 0 || work->vertex->distance[r] != 0)
      continue;
    equalities += is_equality(lp, r);
    inequalities += (lp->above[r] < 0) != (lp->below[r] < 0);
  }
  return inequalities > LX_PERTURB_STILL * ((double)equalities + inequalities);
}

void lx_perturb(lx_work *work) {
  lx_reduced_lp *lp = work->lp;
  const int are_still = work->tiers != NULL || touches_inequalities(work);
  const uint64_t round = (uint64_t)work->perturbations++;
  work->lacks_sides = work->met = 0; /* no equality is met from now on */
  for (int32_t r = 0; r < lp->total; r++) {
    const int32_t above = lp->above[r], below = lp->below[r];
    work->perturbed[r] = work->exact[r];
    if ((above < 0 && below < 0) || (is_equality(lp, r) && fmin(above, below) < lp->binding_levels) ||
        (are_still && work->vertex->position[r] >= 0))
      continue;
    const double part = lx_spread((uint64_t)r, round);
    const double size = LX_PERTURB_TOUCHES * work->touch[r] * (1 + part);
    const int is_on_side = are_still && work->vertex->distance[r] == 0 && work->vertex->side[r] != 0;
    const int is_up = !is_equality(lp, r) ? above >= 0 : is_on_side ? work->vertex->side[r] < 0 : (int)(part * 1024) % 2;
    work->perturbed[r] += is_up ? size : -size;
  }
  lp->constant = work->perturbed;
  work->degenerate = 0;
  work->stalled = 0;
  work->bland = 0;
}

void lx_remove_perturbation(lx_work *work) {
  work->lp->constant = work->exact;
  work->degenerate = 0;
  work->stalled = 0;
  work->bland = 0;
}
