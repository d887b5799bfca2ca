/* work.h: what the steps of one simplex run share. Private to this folder. */
#ifndef LX_WORK_H
#define LX_WORK_H

#include "simplex/breakpoints.h"
#include "simplex/interior.h"
#include "simplex/simplex.h"

/* A tight row that may move, with the level that gains. */
typedef struct {
  int32_t position; /* in the basis; -1: none */
  int32_t level;
  int8_t direction; /* 1 up, -1 down */
} lx_candidate;

/* What rows of a reduced LP cost, as its arrays have it. */
typedef struct {
  int32_t *above;
  int32_t *below;
  double *weight;
} lx_costs;

/* What letting go the tight row at a position gains, as of the last change of its duals. */
typedef struct {
  double slope;  /* < 0, at its level, as steps compare (price.c); 0: nothing */
  int32_t level; /* INT32_MAX: none */
  int32_t row;
  int8_t direction;
} lx_offer;

/* When a tight row gives way as the multiplier of another grows: at the first level whose slope is not zero, and for how much of it there. */
typedef struct {
  double ratio;
  double entry; /* of several at once the largest comes first */
  int32_t level;
  int32_t position;
} lx_leaving;

/* A start where all variables are nothing, or as little as they may be (slack.c), by whether most of them have a price. */
typedef enum { LX_SLACK_NONE, LX_SLACK_PRICED, LX_SLACK_FREE } lx_slack;

/* What is tried before the interior point method (start.c). */
typedef enum {
  LX_TRIAL_NONE,
  LX_TRIAL_ON,   /* the primal simplex from where the dual one is, or a basis by bounds */
  LX_TRIAL_SLACK /* the primal simplex from a slack start */
} lx_trial;

typedef enum { LX_BOUNDS_UNTRIED, LX_BOUNDS_TRYING, LX_BOUNDS_TRIED } lx_bounds;

/* Positions whose best offer is kept as one. */
#define LX_PRICE_BLOCK 64

/* What is tight, and the sides of the rest, in the arena of the run. */
typedef struct {
  int32_t *tight; /* by position */
  int8_t *side;
} lx_basis;

typedef struct {
  lx_reduced_lp *lp; /* the run's own copy: `constant` is exact or perturbed */
  double *shift;     /* total: what a change of the constants has added to a row's distance, while dual_moved.c goes on from there; else 0 */
  double *exact;     /* total: the constants as they are … */
  double *perturbed; /* … and as perturb.c makes them */
  int perturbations; /* how often the constants have been perturbed */
  lx_vertex *vertex;
  lx_factor *factor;
  lx_statistics *statistics;
  double *touch;     /* total: distance within which a row touches its constant */
  double *tolerance; /* levels: slopes up to this are none */
  double widened;    /* by how much `tolerance` is wider than usual */
  int32_t circles;   /* found since errors were less last, although it is as wide as may be */
  int may_lack_sides; /* nonzero: rows may do without a side */
  int lacks_sides;    /* nonzero: those of met levels do that need none */
  int32_t met;        /* the first levels, no row of which has an error: these are optimal whatever else is. Then alone, else 0 */
  double *largest;   /* levels: largest dual, when they were computed last */
  int32_t active;    /* the first levels, whose duals are kept up: no other matters before these are optimal */
  double *product;   /* n x levels, scratch of the duals */
  lx_offer *offers;    /* n, by position */
  uint8_t *is_dismissed; /* n: offers that are none until their duals change, or a refresh … */
  int32_t dismissed;     /* … whether any were made so since the last */
  int32_t *best_offer; /* a block each: the position of its best offer; -1: none; -2: not known */
  double *price_weight;  /* total: of tight rows, what a unit of their step moves in the reference rows, squared */
  uint8_t *is_reference; /* total: tight when the weights were started */
  int32_t wrong_weights; /* rows since then whose weight was far from its estimate */
  int32_t *changed; /* n: positions whose duals the step at hand changes */
  int32_t changed_count;
  uint8_t *is_changed; /* n */
  uint8_t *is_listed;  /* n: columns in the index of `scratch` while it is filled */
  lx_vector direction; /* n, by column: change of x per unit of step */
  lx_vector entering;  /* n, by position: btran of the row that becomes tight */
  lx_vector scratch;   /* n, empty between uses */
  double *change;      /* total: change of activities along the direction, 0 where not touched */
  int32_t *touched;    /* total + 1: rows in `change` */
  int32_t touched_count;
  lx_breakpoint *breakpoints; /* total: a heap, smallest step first */
  int32_t breakpoint_count;
  int32_t *passed; /* total: rows whose breakpoint the step passes */
  int32_t passed_count;
  double *slopes;       /* levels, the active ones: change of cost per unit of step */
  int refines;           /* nonzero until the next pivot, after one that was refused: directions are refined */
  uint8_t *banned;      /* total: tight rows whose pivots are too small to trust, until the next real step; in dual.c rows to be tight, until its end */
  int32_t *banned_rows; /* total: the same as a list */
  int32_t banned_count;
  uint8_t *is_first;     /* total, or NULL: rows that the first basis takes before all others (dominated.c) */
  uint8_t *is_least;     /* total, or NULL: rows that are tight in a slack start (least.c) … */
  int8_t *settled;       /* total, with them: … and the side of those that cannot come to the other, else 0 … */
  int32_t least_met;     /* … how many are one or the other, and would not be so where nothing is … */
  double least_largest;  /* … and the largest value there; 0: nothing is */
  uint8_t *is_raised;    /* total: inequalities that the start takes with the equalities of their level */
  int32_t *tier_starts;  /* one more than tiers, which are 6 x levels + 4 or those of interior.h */
  int32_t *candidates;   /* total */
  lx_leaving *leaving;   /* variables, or NULL: the heap of a long step (dual_flip.c) */
  lx_arena *arena;
  lx_interior *interior; /* or NULL … */
  double sought;         /* … the estimate above which it has not been looked for; 0: it has not at all */
  int16_t *tiers;        /* total: of the first basis, from `interior`; or NULL. In `tier_room`, once there is any */
  int16_t *tier_room;    /* twice total, for both */
  int16_t *near_tiers;   /* the same as they were before rows of the first basis were offered once more (near.c) */
  int64_t effort;        /* entries that this run has touched on its way; another way begins at 0 */
  int64_t spent;         /* entries that the first optimum has taken, with a part of what the interior point method is estimated at */
  int64_t start_built;   /* entries that the build of the last first basis has gone through */
  int64_t factor_effort; /* of the factorization's, those that are counted already */
  int64_t effort_limit;  /* from this on the interior point method is cheaper; INT64_MAX: not any more */
  int64_t most_effort;   /* from this on what is made finer is given up; INT64_MAX else */
  lx_trial trial;        /* what is tried where the method would have taken over … */
  int has_few_wrong;     /* … nonzero: from a slack start with few rows on the wrong side it may be the primal simplex … */
  int64_t trial_pivots;  /* … with the pivots until then */
  lx_bounds bounds;      /* whether a first basis that takes rows of one variable before wishes of several is tried, or has been (first.c) */
  int64_t stalled;       /* steps of length zero in a row */
  int64_t degenerate;    /* by how many these have outnumbered the others of late */
  int32_t gains;         /* steps longer than zero since `last` … */
  double way;            /* … and how far they went, each as fast as what widens its tolerance of slopes */
  double speed;          /* that of the step at hand */
  int32_t since_refresh; /* basis changes since vertex and factor were computed anew */
  double *best;          /* levels: the least errors that a refresh has found, lexicographically … */
  int64_t best_pivots;   /* … and the pivots until then; first_pivots while there is none */
  double *last;          /* levels: the errors that `gains` are counted from */
  double *mark;          /* levels: the errors of a refresh before, which is marked again after mark_limit of them … */
  int32_t mark_age;      /* … and the refreshes since */
  int32_t mark_limit;
  int is_back;           /* nonzero: errors have come back to the mark */
  int64_t first_pivots;  /* pivots of other runs */
  int32_t replaced;      /* rows of the basis that factorizations have found dependent */
  lx_slack slack;     /* other than none: the start is a slack one, and rows that have no side yet cost nothing (slack.c) */
  lx_slack later;     /* a slack start that is left for later (first.c) … */
  lx_basis usual;     /* … with the usual first basis; not there: NULL … */
  int is_tried;       /* … nonzero once it has been tried … */
  int is_doubtful;    /* … while that goes on, after which it may be left once more … */
  int has_waited;     /* … and once the interior point method would take much longer */
  int is_merged;      /* nonzero: prices and signs are one row (slack.c) */
  lx_costs other_costs; /* while they are: the costs as they are; after that: those that were merged */
  double *steepness;  /* total, or NULL: of rows that are not tight, the squares of what the dual simplex divides distances by (steepest_edge.c) … */
  double *squares;    /* total, with them: … and the squares of the rows' norms; 0 for those of one variable */
  int keeps_sides;       /* nonzero: rows on the wrong side of their constants stay there (dual.c) */
  int bland;             /* nonzero: smallest index first, no long steps */
  lx_simplex_changes *changes; /* of a resumed run; else NULL */
  int is_resumed;              /* no refresh since the run was resumed: what it has not touched is as it was */
} lx_work;

/* first.c: from the first basis, usual or slack, to where the primal simplex goes on. *sound_out is as that of lx_refresh. */
lx_status lx_start_from(lx_work *work, lx_slack slack, int *sound_out);

/* first.c: the same from the slack start that has been left for later, where it is left again if it takes long, unless this is the last time. */
lx_status lx_start_later(lx_work *work, int is_last, int *sound_out);

/* first.c: the same from a first basis that takes rows of one variable before wishes of several, as a trial. */
lx_status lx_start_by_bounds(lx_work *work, int *sound_out);

/* The effort after which a run looks for the first time whether another way is better. */
static inline int64_t lx_first_look(const lx_reduced_lp *lp) { return LX_INTERIOR_LOOK * ((int64_t)lp->starts[lp->rows] + lp->total); }

/* start.c: chooses and factors the first basis. */
lx_status lx_start(lx_work *work);

/* dominated.c: finds variables that go where they are wished whatever the others do, and the rows that hold them there, for the first basis.
 * Linear in the entries. */
lx_status lx_fix_dominated(lx_work *work);

/* start.c: the same, or, where that takes long to build and the interior point method may be asked, the state of a run that starts where that
 * ends. *entered_out tells which; *sound_out, of that, is as that of lx_refresh. */
lx_status lx_start_or_enter(lx_work *work, int *entered_out, int *sound_out);

/* start.c: the state of a run at the first basis. *sound_out as that of lx_refresh. */
lx_status lx_begin(lx_work *work, int *sound_out);

/* start.c: other first bases as long as each leaves less of an error, after a refresh of the first. *sound_out as that
 * of lx_refresh. */
lx_status lx_improve_start(lx_work *work, int *sound_out);

/* dual.c: goes on from a first vertex that violates inequalities to one that meets them or has better reasons not to. *met_out is
 * 0 where it is still at the first; *sound_out is as that of lx_refresh. */
lx_status lx_meet_violated(lx_work *work, int *met_out, int *sound_out);

/* slack.c: whether and how the run starts where all variables are nothing: none may be less. *doubtful_out is nonzero where many rows are
 * equalities. */
lx_slack lx_slack_of(const lx_reduced_lp *lp, int *doubtful_out);

/* slack.c: the tier of a row in such a start, once the least point has been found. */
int32_t lx_slack_tier(const lx_work *work, int32_t row);

/* least.c: finds the rows that are tight at the least point of those that ask one variable to be more, for a slack start. Goes through all entries a few
 * times. */
lx_status lx_find_least(lx_work *work);

/* slack.c: makes prices and signs one, from now until they are restored, which ends a slack start. That changes nothing where they are two
 * rows already. */
lx_status lx_merge_prices(lx_work *work);
void lx_restore_prices(lx_work *work);

/* slack.c: once they are one, lets the signs be tight where the prices are. Returns whether any was. */
int lx_merge_tight_prices(lx_work *work);

/* slack.c: from prices as they are, once they have been restored, to the merged ones, or back. */
void lx_exchange_prices(lx_work *work);

/* slack.c: takes all sides, and weighs all rows, for such a start. */
lx_status lx_start_slack(lx_work *work);

/* steepest_edge.c: the weights of all rows, where those of single variables are tight. */
lx_status lx_start_steepness(lx_work *work);

/* steepest_edge.c: the weights after the row at the candidate's position has been let go for `row`, whose BTRAN is `entering`, in the basis before
 * that. */
void lx_update_steepness(lx_work *work, lx_candidate candidate, int32_t row);

/* dual_moved.c: goes on from an optimum of a resumed run after constants have changed, and x with the tight rows: meets those of `rows` whose
 * distances that has moved to the wrong side, and what comes there in turn. Where that takes long the rest changes sides. *sound_out is as
 * that of lx_refresh, where there was one. */
lx_status lx_meet_moved(lx_work *work, int32_t row_count, const int32_t *rows, int *sound_out);

/* dual_moved.c: the same from an optimum for perturbed constants to one for the exact ones, the farthest row first. */
lx_status lx_meet_exact(lx_work *work, int *sound_out);

/* start.c: lets the run start anew from where the interior point method says, once that is likely to be cheaper than to go on;
 * until then raises the limit of effort. *restarted_out tells which; *sound_out is as that of lx_refresh. */
lx_status lx_restart_inside(lx_work *work, int *restarted_out, int *sound_out);

/* start.c: the same as soon as the interior point method is estimated to take less than `most`, unless the primal simplex is to be tried first:
 * trial says so. Leaves the limit at INT64_MAX where it may not be asked again. */
lx_status lx_restart_within(lx_work *work, double most, int *restarted_out, int *sound_out);

/* start.c: the same where the primal simplex was tried, and has come to no answer. */
lx_status lx_enter_after_trial(lx_work *work, int *restarted_out, int *sound_out);

/* start.c: releases what is known about the interior point method. */
void lx_forget_inside(lx_work *work);

/* Another first basis, where rounding has taken the values of the first: that of the interior point method if it has not been asked,
 * or else one without nearly dependent rows. */
lx_status lx_restart_soundly(lx_work *work, int *sound_out);

/* refresh.c: factors the current basis anew (`rebuild`), computes values, distances, sides and duals of active levels
 * from scratch.
 * *sound_out is 0 when tight rows keep a residual even so. */
lx_status lx_refresh(lx_work *work, int rebuild, int *sound_out);

/* refresh.c: decides after a refresh whether rows are to lack sides from now on: where fewer tight rows then gain from being let go. */
lx_status lx_choose_sides(lx_work *work);

/* refresh.c: errors of the vertex by level. */
void lx_sum_errors(const lx_work *work, double *errors);

/* refresh.c: whether errors are less than others at the first level at which they differ, by more than `part` of the others or of
 * `least`. */
int lx_are_less(const lx_reduced_lp *lp, const double *errors, const double *than, double part, double least);

/* refresh.c: whether steps go round in a circle is to be told from here on. */
void lx_forget_circles(lx_work *work);

/* refresh.c: computes the duals of the first levels that are not active, `count` of them, which then are. */
void lx_activate_levels(lx_work *work, int32_t count);

/* refresh.c: factors the rows of the basis; unit rows take the place of dependent ones, so that a singular basis is repaired. */
lx_status lx_rebuild_factor(lx_work *work);

/* refresh.c: the position of every row, from the basis. */
void lx_place_basis(lx_work *work);

/* refresh.c: copies the basis; and goes back to one, which it factors: values and duals are to be computed anew. */
lx_status lx_keep_basis(const lx_work *work, lx_basis *out);
lx_status lx_return_to(lx_work *work, const lx_basis *kept);

/* near.c: exchanges rows of the first basis until its vertex is about as near to the point as its rows are, and as those that are not let it
 * be. The values, distances and duals are to be computed anew after that. Costs a solve and a pass over all entries for each exchange, and for none; and
 * for each row that is not near about what a pivot does. */
lx_status lx_stay_near(lx_work *work, const double *point);

/* dual_ratio.c: the tight row that gives way first as the multiplier of another, whose BTRAN is `entering`, grows towards a side (1, -1), or -1 where
 * none does before it has grown by `most`, a value for each level. *is_tie_out is nonzero where that is just as far. Without flags slopes below nothing
 * count as none. Uses `product` and `candidates`. */
#define LX_LEAVING_SETTLED 1  /* slopes of levels after the one that has decided may be anything */
#define LX_LEAVING_NO_GAINS 2 /* rows that gain already do not give way */
#define LX_LEAVING_LARGE 4    /* nor do those whose entries are small beside the largest: the vertex would be thrown far */
lx_candidate lx_choose_leaving(lx_work *work, int8_t side, const double *most, int how, int *is_tie_out);

/* dual_ratio.c: the same in two parts. The positions that may give way, of rows whose entries are more than rounding, go to `candidates`; of so many
 * there those that give way at once are left, from the first on. */
int32_t lx_list_leaving(lx_work *work, int how);
lx_candidate lx_choose_among(lx_work *work, int8_t side, const double *most, int how, int32_t *count_inout, int *is_tie_out);

/* dual_flip.c: lets tight rows of one variable go for others of the same variable, as long as that leaves `row`, whose BTRAN is there, on its wrong
 * side. *candidate is what gives way first, and what gives way in the end, which may be none. Where *flips_out is more than 0, the vertex has moved,
 * `direction` and `touched` say by what and which rows, and lx_clear_change is the caller's. */
lx_status lx_flip_bounds(lx_work *work, int32_t row, int8_t side, const double *most, int how, lx_candidate *candidate, int32_t *flips_out);

/* dual_push.c: exchanges rows of the basis, after a refresh that keeps sides, until its multipliers are about as good as those of the interior point
 * method, as far as this effort goes; and refreshes again. *sound_out is as that of lx_refresh. Costs a solve for each row that has an excess and is
 * not tight, and an update of the factors for each exchange. */
lx_status lx_push_duals(lx_work *work, double effort, int *sound_out);

/* dual_mend.c: exchanges tight rows for such as touch, after a refresh that keeps sides, until none gains by being let go, or those that do may move.
 * Goes back to where it was where this effort makes them gain no less. Refreshes again; *sound_out is as that of lx_refresh. Costs an FTRAN of
 * the rows that gain, what these touch, and a BTRAN for each exchange. */
lx_status lx_mend_duals(lx_work *work, double effort, int *sound_out);

/* dual_moved.c: meets what is on the wrong side of a vertex near an interior point whose multipliers are good, where that is little, as far as a part of
 * this effort goes; where that is not enough, the basis is the one before. *sound_out is as that of lx_refresh. */
lx_status lx_meet_near(lx_work *work, double effort, int *sound_out);

/* refresh.c: whether doubles leave no more of an error in the values than they may (LX_CLEAR_VALUE). */
int lx_values_are_clear(const lx_work *work);

/* exchange.c: BTRAN of a row, by position. */
void lx_express(lx_work *work, int32_t row, lx_vector *out);

/* exchange.c: adds `factor` times the gradient of a row to the scratch vector, and what that makes of the duals of a level to these, which
 * empties it. */
void lx_add_gradient(lx_work *work, int32_t row, double factor);
void lx_add_duals(lx_work *work, int32_t level);

/* exchange.c: the duals after the rows in `passed` have changed sides. */
void lx_pass_duals(lx_work *work);

/* exchange.c: gives a row that is not tight a side, and the duals what it costs there. */
void lx_take_side(lx_work *work, int32_t row, int8_t side);

/* exchange.c: changes the sides of the rows in `passed`, and the duals. */
void lx_change_sides(lx_work *work);

/* exchange.c: the duals after the candidate's row has been let go for `row`, whose BTRAN is `entering`. */
void lx_exchange_duals(lx_work *work, lx_candidate candidate, int32_t row);

/* exchange.c: the basis and the factors after that, where x stays where it is or is computed anew. *rebuild_out as that of lx_factor_update. */
lx_status lx_replace_tight(lx_work *work, lx_candidate candidate, int32_t row, int32_t *rebuild_out);

/* exchange.c: by how much a row's multiplier may grow from what it costs on a side to what it costs on the other, or from nothing where it has no side
 * yet; a value for each level. */
void lx_find_span(const lx_work *work, int32_t row, int8_t side, double *span);

/* Positions whose duals have changed need no offer, as all are looked at later. */
static inline void lx_forget_changes(lx_work *work) {
  while (work->changed_count > 0)
    work->is_changed[work->changed[--work->changed_count]] = 0;
}

/* exchange.c: everything else after a step of this length. */
void lx_move(lx_work *work, lx_candidate candidate, int32_t entering, double step);

/* perturb.c: whether the steps of length zero so far ask for perturbed constants. */
int lx_should_perturb(const lx_work *work);

/* perturb.c: perturbs the constants. The vertex needs a refresh then. */
void lx_perturb(lx_work *work);

/* Adds what the factorization and `entries` others have cost. */
static inline void lx_note_effort(lx_work *work, int64_t entries) {
  const int64_t all = lx_factor_touched(work->factor), touched = entries + all - work->factor_effort;
  work->factor_effort = all;
  work->effort += touched;
  work->spent += work->changes == NULL ? touched : 0;
  work->statistics->touched += touched;
}

/* Whether a resumed run has taken more than solving anew would. */
static inline int lx_is_dearer_than_anew(const lx_work *work) {
  const double pass = (double)work->lp->starts[work->lp->rows] + work->lp->total;
  const double most = fmax(LX_RESUMED_MOST * (double)work->spent, LX_RESUMED_PASSES * pass);
  return work->changes != NULL && (double)work->effort > most;
}

/* Whether a row is an equality of met levels: where it touches it needs no side. */
static inline int lx_is_held(const lx_work *work, int32_t row) {
  const int32_t above = work->lp->above[row], below = work->lp->below[row];
  return above >= 0 && below >= 0 && above < work->met && below < work->met;
}

static inline void lx_ban(lx_work *work, int32_t row) {
  work->banned[row] = 1;
  work->banned_rows[work->banned_count++] = row;
}

static inline void lx_forget_bans(lx_work *work) {
  while (work->banned_count > 0)
    work->banned[work->banned_rows[--work->banned_count]] = 0;
}

static inline int lx_is_perturbed(const lx_work *work) { return work->lp->constant == work->perturbed; }

/* perturb.c: back to the exact constants. The vertex needs a refresh then. */
void lx_remove_perturbation(lx_work *work);

/* price.c: the tight row to move, position -1 at an optimum. */
lx_candidate lx_price(lx_work *work);

/* price.c: looks at the tight row at a position anew, after its duals changed or it was banned. */
void lx_offer_position(lx_work *work, int32_t position);

/* price.c: takes the offer of a position back. */
void lx_dismiss_offer(lx_work *work, int32_t position);

/* price.c: makes the first basis the reference of the weights. */
void lx_start_price_weights(lx_work *work);

/* price.c: the weights after the exchange of the row at a position for `row`, in the old basis: needs the ratio test's
 * changes and the entering row. */
void lx_update_price_weights(lx_work *work, int32_t position, int32_t row);

/* price.c: the same for all positions. */
void lx_offer_all(lx_work *work);

/* price.c: the positions that offer something. */
int32_t lx_count_offers(const lx_work *work);

/* price.c: -1, 0 or 1 as the first slope that is not zero; `scale` widens the tolerance. */
int lx_slope_sign(const lx_work *work, const double *slopes, double scale);

/* The change of cost at `level` per point of moving the tight row at `position`. */
static inline double lx_slope_at(const lx_work *work, int32_t position, int8_t direction, int32_t level) {
  const lx_reduced_lp *lp = work->lp;
  const int32_t row = work->vertex->basis[position];
  const double dual = work->vertex->duals[(int64_t)level * lp->variables + position];
  const int32_t own = direction > 0 ? lp->above[row] : lp->below[row];
  return (own == level ? lp->weight[row] : 0) + direction * dual;
}

/* price.c: whether each slope of the first `levels` levels that decides something is zero or not beyond doubt. */
int lx_slopes_are_clear(const lx_work *work, int32_t levels);

/* What the ratio test returns where the slope, for the speed of the fastest row, is no more than rounding. */
#define LX_NO_GAIN (-2)

/* ratio.c: follows the candidate through the breakpoints. Fills direction, change, passed; returns the row that stops
 * it, or -1, or LX_NO_GAIN, and the length of the step. */
int32_t lx_ratio_test(lx_work *work, lx_candidate candidate, double *step_out);
void lx_clear_change(lx_work *work);

/* ratio.c: fills direction and change, the latter of nonbasic rows alone, for a step of length one. Returns the fastest change. */
double lx_follow(lx_work *work, lx_candidate candidate);

/* ratio.c: fills change likewise, where `direction` has by how much tight rows move, and turns that into the change of x. */
void lx_follow_rows(lx_work *work);

#endif
