/* exchange.c: one row of the basis for another: values, distances, sides and duals, each from what it was. */
#include <math.h>
#include <string.h>

#include "simplex/work.h"

/* btran of a row, by position. */
void lx_express(lx_work *work, int32_t row, lx_vector *out) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(work->lp, row, &unit);
  lx_vector_clear(out);
  for (int32_t e = 0; e < entries.count; e++) {
    out->value[entries.columns[e]] = entries.values[e];
    out->index[out->count++] = entries.columns[e];
  }
  lx_factor_btran_row(work->factor, out);
}

/* Notes a position whose duals changed in this step. */
static void note_change(lx_work *work, int32_t position) {
  if (work->is_changed[position])
    return;
  work->is_changed[position] = 1;
  work->changed[work->changed_count++] = position;
}

void lx_add_gradient(lx_work *work, int32_t row, double factor) {
  int32_t unit;
  const lx_entries entries = lx_lp_row(work->lp, row, &unit);
  lx_vector *scratch = &work->scratch;
  for (int32_t e = 0; e < entries.count; e++) {
    const int32_t j = entries.columns[e];
    if (!work->is_listed[j]) {
      work->is_listed[j] = 1;
      scratch->index[scratch->count++] = j;
    }
    scratch->value[j] += factor * entries.values[e];
  }
}

/* The side that a row is on once the step at hand has passed it. */
static int8_t side_after(const lx_work *work, int32_t row) {
  const int8_t from = work->vertex->side[row];
  return from != 0 ? (int8_t)-from : work->change[row] > 0 ? 1 : -1;
}

/* The same for all rows that change sides, as far as one level is concerned. */
static void add_passed(lx_work *work, int32_t level) {
  const lx_reduced_lp *lp = work->lp;
  for (int32_t k = 0; k < work->passed_count; k++) {
    const int32_t row = work->passed[k];
    const int8_t from = work->vertex->side[row], to = side_after(work, row);
    const int costs_there = (to > 0 ? lp->above[row] : lp->below[row]) == level;
    const int costs_here = from != 0 && (from > 0 ? lp->above[row] : lp->below[row]) == level;
    if (costs_there + costs_here > 0)
      lx_add_gradient(work, row, (costs_there + costs_here) * to * lp->weight[row]);
  }
}

void lx_add_duals(lx_work *work, int32_t level) {
  lx_vector *scratch = &work->scratch;
  for (int32_t k = 0; k < scratch->count; k++)
    work->is_listed[scratch->index[k]] = 0;
  if (scratch->count == 0)
    return;
  lx_factor_btran(work->factor, scratch);
  double *duals = work->vertex->duals + (int64_t)level * work->lp->variables;
  for (int32_t k = 0; k < scratch->count; k++) {
    duals[scratch->index[k]] += scratch->value[scratch->index[k]];
    note_change(work, scratch->index[k]);
  }
  lx_vector_clear(scratch);
}

/* The duals after the rows in `passed` have changed sides: one BTRAN for each level that any of them costs at. */
void lx_pass_duals(lx_work *work) {
  for (int32_t level = 0; level < work->active && work->passed_count > 0; level++) {
    add_passed(work, level);
    lx_add_duals(work, level);
  }
}

void lx_take_side(lx_work *work, int32_t row, int8_t side) {
  const lx_reduced_lp *lp = work->lp;
  const int32_t level = side > 0 ? lp->above[row] : lp->below[row];
  work->vertex->side[row] = side;
  if (work->changes != NULL)
    lx_list_row(work->changes, row);
  if (level < 0)
    return;
  lx_add_gradient(work, row, side * lp->weight[row]);
  lx_add_duals(work, level);
}

void lx_change_sides(lx_work *work) {
  lx_pass_duals(work);
  for (int32_t k = 0; k < work->passed_count; k++) {
    work->vertex->side[work->passed[k]] = (int8_t)-work->vertex->side[work->passed[k]];
    if (work->changes != NULL)
      lx_list_row(work->changes, work->passed[k]);
  }
}

/* The duals in the new basis. The gradient of the row let go joins those of the nonbasic rows, and its BTRAN in the old
 * basis is the unit vector of its position; that of the row that becomes tight leaves them, and its BTRAN is
 * `entering`. What then multiplied the old row at the position goes through the new one, which takes the second away
 * from all other positions again. So neither needs a solve. */
void lx_exchange_duals(lx_work *work, lx_candidate candidate, int32_t row) {
  const lx_reduced_lp *lp = work->lp;
  const int32_t n = lp->variables, position = candidate.position, leaving = work->vertex->basis[position];
  const int32_t joins = candidate.direction > 0 ? lp->above[leaving] : lp->below[leaving];
  const int8_t side = work->vertex->side[row];
  const int32_t leaves = side == 0 ? -1 : side > 0 ? lp->above[row] : lp->below[row];
  const lx_vector *entering = &work->entering;
  const double pivot = entering->value[position];
  for (int32_t k = 0; k < entering->count; k++)
    note_change(work, entering->index[k]);
  for (int32_t level = 0; level < work->active; level++) {
    double *duals = work->vertex->duals + (int64_t)level * n;
    const double own = duals[position] + (level == joins ? candidate.direction * lp->weight[leaving] : 0);
    const double moved = own / pivot;
    for (int32_t k = 0; k < entering->count && moved != 0; k++)
      duals[entering->index[k]] -= entering->value[entering->index[k]] * moved;
    duals[position] = moved - (level == leaves ? side * lp->weight[row] : 0);
  }
}

lx_status lx_replace_tight(lx_work *work, lx_candidate candidate, int32_t row, int32_t *rebuild_out) {
  lx_vertex *vertex = work->vertex;
  const int32_t leaving = vertex->basis[candidate.position];
  const lx_status status = lx_factor_update(work->factor, candidate.position, &work->entering, rebuild_out);
  vertex->position[leaving] = -1;
  vertex->side[leaving] = candidate.direction;
  vertex->position[row] = candidate.position;
  vertex->basis[candidate.position] = row;
  work->since_refresh++;
  return status;
}

void lx_find_span(const lx_work *work, int32_t row, int8_t side, double *span) {
  const lx_reduced_lp *lp = work->lp;
  const int is_new = work->vertex->side[row] == 0;
  memset(span, 0, sizeof *span * (size_t)lp->levels);
  if (lp->above[row] >= 0 && !(is_new && side > 0))
    span[lp->above[row]] += lp->weight[row];
  if (lp->below[row] >= 0 && !(is_new && side < 0))
    span[lp->below[row]] += lp->weight[row];
}

/* Lists what a step changes but for the duals. */
static void list_changes(lx_work *work, lx_candidate candidate, int32_t entering, double step) {
  for (int32_t k = 0; k < work->direction.count && step > 0; k++)
    lx_list_column(work->changes, work->direction.index[k]);
  for (int32_t k = 0; k < work->passed_count; k++)
    lx_list_row(work->changes, work->passed[k]);
  lx_list_row(work->changes, work->vertex->basis[candidate.position]);
  lx_list_row(work->changes, entering);
  lx_list_position(work->changes, candidate.position);
}

/* x, distances and sides after the step; the exchange of the two rows. */
void lx_move(lx_work *work, lx_candidate candidate, int32_t entering, double step) {
  lx_vertex *vertex = work->vertex;
  if (work->changes != NULL)
    list_changes(work, candidate, entering, step);
  for (int32_t k = 0; k < work->direction.count && step > 0; k++) {
    const int32_t j = work->direction.index[k];
    vertex->x[j] += step * work->direction.value[j];
  }
  for (int32_t k = 0; k < work->touched_count && step > 0; k++) {
    const int32_t row = work->touched[k];
    vertex->distance[row] += step * work->change[row];
  }
  for (int32_t k = 0; k < work->passed_count; k++)
    vertex->side[work->passed[k]] = side_after(work, work->passed[k]);
  const int32_t leaving = vertex->basis[candidate.position];
  vertex->position[leaving] = -1;
  vertex->side[leaving] = candidate.direction;
  vertex->distance[leaving] = candidate.direction * step;
  vertex->position[entering] = candidate.position;
  vertex->distance[entering] = 0;
  vertex->basis[candidate.position] = entering;
}
