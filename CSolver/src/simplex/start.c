/* start.c: the first vertex.
 *
 * Rows are offered in tiers, each taken if independent of those before: rows the caller wants first (the last basis, on
 * a warm start); required equalities; optional equalities by level from high to low, a content size among them; then
 * inequalities, >= before <=, each by level; at the end unit rows, positions before sizes. So an inequality is tight
 * unless something forces otherwise, `>= 150, <= 200` gives 150, and what nothing decides is 0. Without conflicts this
 * is nearly the answer: real layouts leave required inequalities slack and content sizes exact. */
#include "simplex/work.h"

static int32_t higher_level(const lx_reduced_lp *lp, int32_t row) {
  const int32_t above = lp->above[row], below = lp->below[row];
  if (above < 0 || below < 0)
    return above < 0 ? below : above;
  return above < below ? above : below;
}

/* Tiers: 0 first; 1 + level for equalities; then >= and <= by level; then unit rows without and with a cost. */
static int32_t tier_of(const lx_reduced_lp *lp, int32_t row) {
  const int32_t levels = lp->levels;
  if (lp->start[row] == LX_BASIS_TIGHT)
    return 0;
  if (row >= lp->rows)
    return 1 + 3 * levels + (lp->below[row] >= 0);
  const int32_t level = higher_level(lp, row);
  if (lp->above[row] >= 0 && lp->below[row] >= 0)
    return 1 + level;
  return 1 + levels + (lp->below[row] >= 0 ? 0 : levels) + level;
}

lx_status lx_start(lx_work *work) {
  const lx_reduced_lp *lp = work->lp;
  const int32_t tiers = 3 + 3 * lp->levels;
  int32_t *ends = work->tier_starts + 1;
  for (int32_t t = 0; t <= tiers; t++)
    work->tier_starts[t] = 0;
  for (int32_t r = 0; r < lp->total; r++)
    ends[tier_of(lp, r)]++;
  for (int32_t t = 1; t < tiers; t++)
    ends[t] += ends[t - 1];
  for (int32_t r = lp->total - 1; r >= 0; r--)
    work->candidates[--ends[tier_of(lp, r)]] = r;
  /* Only tiers with rows count, so that the first of them, whichever it is, is factored as a whole. */
  int32_t used = 0;
  for (int32_t t = 0; t < tiers; t++)
    if (ends[t] < (t + 1 < tiers ? ends[t + 1] : lp->total))
      work->tier_starts[used++] = ends[t];
  work->tier_starts[used] = lp->total;
  work->statistics->factorizations++;
  return lx_factor_build(work->factor, &lp->matrix, used, work->tier_starts, work->candidates, work->vertex->basis);
}
