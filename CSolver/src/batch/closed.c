/* closed.c: parts that need no simplex.
 *
 * A variable with rows about it alone costs a convex, piecewise linear function, level by level: its optimum is a
 * weighted median, found by walking from a kink as long as that gains. Where one more row couples such variables (texts
 * in a row that is too short), each starts at its own optimum, and while the row has an error the cheapest of all next
 * pieces gives way: a continuous knapsack (G. B. Dantzig, Discrete-variable extremum problems, Operations Research 5,
 * 1957), level by level. The start of the walk is that of the simplex: equalities, then >=, then <=, each by level. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "batch/session.h"

/* Where a row about one variable is met, in terms of the variable. */
typedef struct {
  double at;
  double weight;  /* per point of the variable */
  int32_t above;  /* local level of exceeding it, or -1 */
  int32_t below;  /* likewise of falling short */
  int32_t tier;   /* the smallest starts */
  int32_t member; /* row slot, or -1 - variable slot for the non-negativity */
  int32_t order;
  int8_t sign; /* of the coefficient */
} lx_kink;

/* A piece of a variable's cost on the way the coupling row asks for. */
typedef struct {
  double length; /* of the variable; infinite for the last */
  int32_t variable;
} lx_segment;

typedef struct {
  lx_session *session;
  int32_t levels;
  double *tolerance;    /* levels: slopes up to this are none */
  int32_t *kink_starts; /* variables + 1 */
  lx_kink *kinks;
  int32_t *tight; /* per variable: its kink, or -1: where the coupling row puts it */
  double *x;      /* per variable */
  double *slopes; /* levels */
} lx_closed;

static int32_t higher(int32_t above, int32_t below) {
  return above < 0 ? below : below < 0 ? above : above < below ? above : below;
}

static lx_kink make_kink(const lx_session *session, int32_t row, int32_t levels, int32_t order) {
  const lx_program_row *record = &session->program->rows[row];
  const double value = session->plan->elimination.values[session->plan->elimination.starts[row]];
  const int32_t up = session->plan->levels.above[row], down = session->plan->levels.below[row];
  const int32_t above = up < 0 ? -1 : session->local_level[up], below = down < 0 ? -1 : session->local_level[down];
  const int32_t kind = above >= 0 && below >= 0 ? 0 : below >= 0 ? 1 : 2;
  return (lx_kink){
      .at = session->constant[row] / value,
      .weight = record->weight * fabs(value),
      .above = value > 0 ? above : below,
      .below = value > 0 ? below : above,
      .tier = kind * levels + higher(above, below),
      .member = row,
      .order = order,
      .sign = value > 0 ? 1 : -1,
  };
}

static lx_kink make_unit_kink(const lx_session *session, int32_t variable, int32_t levels, int32_t order) {
  return (lx_kink){
      .weight = 1,
      .above = -1,
      .below = session->local_level[LX_LEVEL_NONNEGATIVE],
      .tier = 3 * levels,
      .member = -1 - variable,
      .order = order,
      .sign = 1,
  };
}

static int comes_after(const lx_kink *a, const lx_kink *b) {
  return a->at != b->at ? a->at > b->at : a->order > b->order;
}

/* Heap sort: in place, and kinks differ in their order, so that the result is unique. */
static void sift_kink(lx_kink *kinks, int32_t count, int32_t place) {
  const lx_kink moving = kinks[place];
  for (int32_t child = 2 * place + 1; child < count; child = 2 * place + 1) {
    if (child + 1 < count && comes_after(&kinks[child + 1], &kinks[child]))
      child++;
    if (!comes_after(&kinks[child], &moving))
      break;
    kinks[place] = kinks[child];
    place = child;
  }
  kinks[place] = moving;
}

static void sort_kinks(lx_kink *kinks, int32_t count) {
  if (count <= 8) {
    for (int32_t i = 1; i < count; i++) {
      const lx_kink moving = kinks[i];
      int32_t place = i;
      for (; place > 0 && comes_after(&kinks[place - 1], &moving); place--)
        kinks[place] = kinks[place - 1];
      kinks[place] = moving;
    }
    return;
  }
  for (int32_t place = count / 2 - 1; place >= 0; place--)
    sift_kink(kinks, count, place);
  for (int32_t end = count - 1; end > 0; end--) {
    const lx_kink top = kinks[0];
    kinks[0] = kinks[end];
    kinks[end] = top;
    sift_kink(kinks, end, 0);
  }
}

/* -1, 0 or 1 as the first slope that is not zero; `scale` widens the tolerance. */
static int lexicographic_sign(const lx_closed *closed, const double *slopes, double scale) {
  for (int32_t level = 0; level < closed->levels; level++)
    if (fabs(slopes[level]) > closed->tolerance[level] * scale)
      return slopes[level] > 0 ? 1 : -1;
  return 0;
}

static void widen(lx_closed *closed, int32_t level, double weight) {
  if (level >= 0)
    closed->tolerance[level] = fmax(closed->tolerance[level], LX_TOL_SLOPE * weight);
}

static void add(double *slopes, int32_t level, double weight) {
  if (level >= 0)
    slopes[level] += weight;
}

/* Slopes of a variable's cost on the way up (direction 1) or down from its kink `place`. */
static void slopes_from(const lx_kink *kinks, int32_t count, int32_t place, int32_t direction, double *slopes) {
  for (int32_t k = 0; k < count; k++) {
    const int upward = direction > 0;
    if (upward ? k <= place : k >= place)
      add(slopes, upward ? kinks[k].above : kinks[k].below, kinks[k].weight);
    else
      add(slopes, upward ? kinks[k].below : kinks[k].above, -kinks[k].weight);
  }
}

/* Sorts a variable's kinks and walks to its optimum; returns the kink there. */
static int32_t settle(lx_closed *closed, lx_kink *kinks, int32_t count) {
  sort_kinks(kinks, count);
  int32_t place = 0;
  for (int32_t k = 1; k < count; k++)
    if (kinks[k].tier < kinks[place].tier ||
        (kinks[k].tier == kinks[place].tier && kinks[k].order < kinks[place].order))
      place = k;
  for (int32_t direction = 1; direction >= -1; direction -= 2) {
    const int32_t start = place;
    memset(closed->slopes, 0, sizeof *closed->slopes * (size_t)closed->levels);
    slopes_from(kinks, count, place, direction, closed->slopes);
    while (place + direction >= 0 && place + direction < count && lexicographic_sign(closed, closed->slopes, 1) < 0) {
      place += direction;
      add(closed->slopes, kinks[place].above, kinks[place].weight);
      add(closed->slopes, kinks[place].below, kinks[place].weight);
    }
    if (place != start)
      break;
  }
  return place;
}

/* Gathers the kinks by variable; returns the coupling row or -1. The ends of variable v run in place v + 1 meanwhile.
 */
static int32_t gather(lx_closed *closed, const lx_piece *piece) {
  lx_session *session = closed->session;
  const lx_elimination *elimination = &session->plan->elimination;
  const lx_program_variable *variables = session->program->variables;
  int32_t *ends = closed->kink_starts + 1, coupling = -1;
  for (int32_t v = 0; v < piece->variable_count; v++)
    ends[v + 1] = variables[piece->variables[v]].nonnegative;
  for (int32_t k = 0; k < piece->row_count; k++) {
    const int32_t row = piece->rows[k];
    if (elimination->counts[row] == 1)
      ends[session->local_variable[elimination->columns[elimination->starts[row]]] + 1]++;
    else
      coupling = row;
  }
  for (int32_t v = 0; v < piece->variable_count; v++)
    ends[v + 1] += ends[v];
  for (int32_t k = 0; k < piece->row_count; k++) {
    const int32_t row = piece->rows[k];
    if (row == coupling)
      continue;
    const int32_t v = session->local_variable[elimination->columns[elimination->starts[row]]];
    closed->kinks[ends[v]++] = make_kink(session, row, closed->levels, k);
  }
  for (int32_t v = 0; v < piece->variable_count; v++)
    if (variables[piece->variables[v]].nonnegative)
      closed->kinks[ends[v]++] = make_unit_kink(session, piece->variables[v], closed->levels, piece->row_count);
  return coupling;
}

typedef struct {
  lx_closed *closed;
  const int32_t *columns; /* of the coupling row */
  const double *values;
  int32_t count;
  double constant;
  double *gain;  /* levels: what a unit less of the row's error is worth, negated */
  double *table; /* segments x levels: slopes per unit of the coupling row, less what it gains */
  lx_segment *segments;
  int32_t segment_count;
  int32_t *order; /* segments */
  int32_t *spare; /* segments, for the sort */
} lx_star;

static double activity(const lx_star *star) {
  const int32_t *local = star->closed->session->local_variable;
  double sum = 0;
  for (int32_t e = 0; e < star->count; e++)
    sum += star->values[e] * star->closed->x[local[star->columns[e]]];
  return sum;
}

/* The pieces of one variable in the direction that closes the gap, as far as they cost less than they gain. */
static void cut(lx_star *star, int32_t v, int32_t direction, double coefficient) {
  lx_closed *closed = star->closed;
  const int32_t levels = closed->levels, count = closed->kink_starts[v + 1] - closed->kink_starts[v];
  const lx_kink *kinks = closed->kinks + closed->kink_starts[v];
  int32_t place = closed->tight[v];
  memset(closed->slopes, 0, sizeof *closed->slopes * (size_t)levels);
  slopes_from(kinks, count, place, direction, closed->slopes);
  for (;;) {
    double *slopes = star->table + (int64_t)star->segment_count * levels;
    for (int32_t level = 0; level < levels; level++)
      slopes[level] = closed->slopes[level] / fabs(coefficient) + star->gain[level];
    if (lexicographic_sign(closed, slopes, fmax(1, 1 / fabs(coefficient))) >= 0)
      return;
    const int32_t next = place + direction;
    const int is_last = next < 0 || next >= count;
    star->segments[star->segment_count] = (lx_segment){
        .length = is_last ? INFINITY : fabs(kinks[next].at - kinks[place].at),
        .variable = v,
    };
    star->segment_count++;
    if (is_last)
      return;
    place = next;
    add(closed->slopes, kinks[place].above, kinks[place].weight);
    add(closed->slopes, kinks[place].below, kinks[place].weight);
  }
}

static int is_cheaper(const lx_star *star, int32_t a, int32_t b) {
  const int32_t levels = star->closed->levels;
  const double *left = star->table + (int64_t)a * levels, *right = star->table + (int64_t)b * levels;
  for (int32_t level = 0; level < levels; level++)
    if (left[level] != right[level])
      return left[level] < right[level];
  return 0;
}

/* Merge sort, stable: pieces of one variable stay in their order, and equal ones go by variable. */
static void sort_segments(lx_star *star) {
  const int32_t count = star->segment_count;
  for (int32_t k = 0; k < count; k++)
    star->order[k] = k;
  for (int64_t width = 1; width < count; width *= 2) {
    for (int64_t low = 0; low < count; low += 2 * width) {
      const int64_t middle = low + width < count ? low + width : count;
      const int64_t high = low + 2 * width < count ? low + 2 * width : count;
      int64_t left = low, right = middle;
      for (int64_t out = low; out < high; out++)
        star->spare[out] = left < middle && (right >= high || !is_cheaper(star, star->order[right], star->order[left]))
                               ? star->order[left++]
                               : star->order[right++];
    }
    int32_t *sorted = star->spare;
    star->spare = star->order;
    star->order = sorted;
  }
}

/* Lets the cheapest pieces give way until the row is met; returns whether it is. */
static int give_way(lx_star *star, const double *coefficients, double gap) {
  lx_closed *closed = star->closed;
  double left = fabs(gap);
  for (int32_t k = 0; k < star->segment_count; k++) {
    const lx_segment *segment = &star->segments[star->order[k]];
    const int32_t v = segment->variable;
    const double coefficient = coefficients[v];
    const int32_t direction = (gap > 0) == (coefficient > 0) ? -1 : 1;
    if (segment->length * fabs(coefficient) < left) {
      left -= segment->length * fabs(coefficient);
      closed->tight[v] += direction;
      closed->x[v] = closed->kinks[closed->kink_starts[v] + closed->tight[v]].at;
      continue;
    }
    closed->tight[v] = -1;
    closed->x[v] = 0;
    closed->x[v] = (star->constant - activity(star)) / coefficient;
    return 1;
  }
  return 0;
}

/* Meets the coupling row as far as that gains; *tight_out is whether it is tight now. */
static lx_status couple(lx_closed *closed, const lx_piece *piece, int32_t row, int *tight_out) {
  lx_session *session = closed->session;
  lx_arena *arena = &session->local;
  const lx_elimination *elimination = &session->plan->elimination;
  lx_star star = {
      .closed = closed,
      .columns = elimination->columns + elimination->starts[row],
      .values = elimination->values + elimination->starts[row],
      .count = elimination->counts[row],
      .constant = session->constant[row],
  };
  *tight_out = 0;
  const double gap = activity(&star) - star.constant;
  double largest = fabs(star.constant);
  for (int32_t e = 0; e < star.count; e++)
    largest = fmax(largest, fabs(star.values[e] * closed->x[session->local_variable[star.columns[e]]]));
  const int32_t global = gap > 0 ? session->plan->levels.above[row] : session->plan->levels.below[row];
  if (fabs(gap) <= LX_TOL_TOUCH + LX_TOL_TOUCH_RELATIVE * largest || global < 0)
    return LX_OK;
  const int64_t most = (int64_t)closed->kink_starts[piece->variable_count] + piece->variable_count;
  double *coefficients = lx_arena_take(arena, piece->variable_count, sizeof *coefficients);
  star.gain = lx_arena_take_zeroed(arena, closed->levels, sizeof(double));
  star.table = lx_arena_take(arena, most * closed->levels, sizeof(double));
  star.segments = lx_arena_take(arena, most, sizeof(lx_segment));
  star.order = lx_arena_take(arena, most, sizeof(int32_t));
  star.spare = lx_arena_take(arena, most, sizeof(int32_t));
  if (coefficients == NULL || star.gain == NULL || star.table == NULL || star.segments == NULL || star.order == NULL ||
      star.spare == NULL)
    return LX_ERROR_MEMORY;
  star.gain[session->local_level[global]] = -session->program->rows[row].weight;
  widen(closed, session->local_level[global], session->program->rows[row].weight);
  for (int32_t e = 0; e < star.count; e++)
    coefficients[session->local_variable[star.columns[e]]] = star.values[e];
  for (int32_t v = 0; v < piece->variable_count; v++)
    cut(&star, v, (gap > 0) == (coefficients[v] > 0) ? -1 : 1, coefficients[v]);
  sort_segments(&star);
  *tight_out = give_way(&star, coefficients, gap);
  return LX_OK;
}

/* Values and places back to the session. A loose row that touches has no side of its own. */
static void keep(const lx_closed *closed, const lx_piece *piece, int32_t coupling, int is_tight) {
  lx_session *session = closed->session;
  for (int32_t v = 0; v < piece->variable_count; v++) {
    const double x = closed->x[v];
    session->value[piece->variables[v]] = x;
    session->variable_place[piece->variables[v]] = LX_PLACE_UNKNOWN;
    for (int32_t k = closed->kink_starts[v]; k < closed->kink_starts[v + 1]; k++) {
      const lx_kink *kink = &closed->kinks[k];
      const double distance = (x - kink->at) * kink->sign;
      int8_t *place =
          kink->member >= 0 ? &session->row_place[kink->member] : &session->variable_place[-1 - kink->member];
      *place = k - closed->kink_starts[v] == closed->tight[v] ? LX_PLACE_TIGHT
               : fabs(distance) <= LX_TOL_TOUCH               ? LX_PLACE_UNKNOWN
               : distance > 0                                 ? LX_PLACE_ABOVE
                                                              : LX_PLACE_BELOW;
    }
  }
  if (coupling >= 0)
    session->row_place[coupling] = is_tight ? LX_PLACE_TIGHT : LX_PLACE_UNKNOWN;
}

lx_status lx_solve_closed(lx_session *session, const lx_part *part) {
  const lx_plan *plan = session->plan;
  const lx_piece piece = {plan->part_rows + part->first_row, plan->part_variables + part->first_variable,
                          part->row_count, part->variable_count};
  const int64_t n = piece.variable_count, most = (int64_t)piece.row_count + n;
  lx_arena *arena = &session->local;
  lx_arena_reset(arena);
  int32_t *used = lx_arena_take(arena, plan->levels.count, sizeof *used);
  if (used == NULL)
    return LX_ERROR_MEMORY;
  lx_closed closed = {
      .session = session,
      .levels = lx_number_levels(session, &piece, used),
      .kink_starts = lx_arena_take_zeroed(arena, n + 2, sizeof(int32_t)),
      .kinks = lx_arena_take(arena, most, sizeof(lx_kink)),
      .tight = lx_arena_take(arena, n, sizeof(int32_t)),
      .x = lx_arena_take(arena, n, sizeof(double)),
      .slopes = lx_arena_take(arena, plan->levels.count, sizeof(double)),
      .tolerance = lx_arena_take_zeroed(arena, plan->levels.count, sizeof(double)),
  };
  lx_status status = LX_OK;
  if (closed.kink_starts == NULL || closed.kinks == NULL || closed.tight == NULL || closed.x == NULL ||
      closed.slopes == NULL || closed.tolerance == NULL)
    status = LX_ERROR_MEMORY;
  int is_tight = 0;
  int32_t coupling = -1;
  if (status == LX_OK) {
    for (int32_t v = 0; v < piece.variable_count; v++)
      session->local_variable[piece.variables[v]] = v;
    coupling = gather(&closed, &piece);
    for (int32_t k = 0; k < closed.kink_starts[n]; k++) {
      widen(&closed, closed.kinks[k].above, closed.kinks[k].weight);
      widen(&closed, closed.kinks[k].below, closed.kinks[k].weight);
    }
    for (int32_t v = 0; v < piece.variable_count; v++) {
      const int32_t start = closed.kink_starts[v];
      closed.tight[v] = settle(&closed, closed.kinks + start, closed.kink_starts[v + 1] - start);
      closed.x[v] = closed.kinks[start + closed.tight[v]].at;
    }
    if (coupling >= 0)
      status = couple(&closed, &piece, coupling, &is_tight);
  }
  if (status == LX_OK)
    keep(&closed, &piece, coupling, is_tight);
  lx_forget_levels(session, used, closed.levels);
  return status;
}
