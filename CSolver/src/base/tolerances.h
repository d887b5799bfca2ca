/* tolerances.h: every tolerance of the solver, with its origin. Values are in points unless said otherwise.
 *
 * The yardstick is the promise of the design: required rows hold to 1e-6, at positions up to about 1e6 points. A
 * double carries 2.2e-16 relative, so such a position is known to about 2e-10, and after a solve with a condition of a
 * few hundred to about 1e-7. Each tolerance keeps a factor of ten to the next. */
#ifndef LX_TOLERANCES_H
#define LX_TOLERANCES_H

/* Residual of a required row beyond which the row counts as violated. Half of what is promised, 1e-6. */
#define LX_TOL_REQUIRED 5e-7

/* Residual of a required row in an answer: what is promised, plus this part of the sum of the absolute values of its
 * terms, eight roundings of a double. At a billion points a double resolves 1e-7. */
#define LX_TOL_PROMISED 1e-6
#define LX_TOL_ROUNDING 0x1p-50

/* Part of its terms' absolute values by which a row of fixed variables may miss its constant for what rounding has done
 * to them on the way: each step may magnify it a thousand times. */
#define LX_TOL_FIXED 1e-9

/* Distance from its constant within which a row counts as touching it: this, plus this part of the largest number in
 * the row's sum. The first is a thousandth of the promise; the second a few hundred roundings of a double. */
#define LX_TOL_TOUCH 1e-9
#define LX_TOL_TOUCH_RELATIVE 1e-13

/* Numbers of a reduced LP that are less than this in the mean, in points, are small, and tolerances go with them. Constants up to the second
 * may be rounding errors, and say nothing of that. */
#define LX_SMALL_SIZE 0.1
#define LX_LEAST_CONSTANT 1e-6

/* Slope of an objective below which it counts as none: this part of the largest weight of its level, and this part of
 * the level's largest dual. Duals are sums of weights times products of coefficients near 1; HiGHS and GLPK use 1e-7 on
 * unscaled ones. */
#define LX_TOL_SLOPE 1e-9
#define LX_TOL_SLOPE_RELATIVE 1e-12

/* Where weights of one level spread, the tolerance is no more than this part of the smallest either, but some roundings
 * of the largest at least. */
#define LX_TOL_SLOPE_LIGHTEST 1e-4
#define LX_TOL_SLOPE_LEAST 1e-14

/* A slope counts as none, too, up to the tolerance times the speed of the fastest row of the step, but that up to this: where
 * rows are almost parallel, speeds are large and small slopes mean something. */
#define LX_NOISE_SPEED 100.0

/* Ratio of coefficients, or of weights of one level, up to which products of a few of them stay clear of the tolerances
 * above: of 107,000 random programs with ratios up to 100 doubles got none wrong, of 61,000 with up to 10^4 two. */
#define LX_WIDE_COEFFICIENTS 128.0
#define LX_WIDE_WEIGHTS 1e4

/* The same for the weights about one variable, which are only added up. */
#define LX_WIDE_SINGLE 1e12

/* What duals may leave of a gradient, as a part of the tolerance of slopes, before they are refined. */
#define LX_TOL_GRADIENT 1e-3

static inline double lx_slope_tolerance(double heaviest, double lightest) {
  const double part = LX_TOL_SLOPE * heaviest, light = LX_TOL_SLOPE_LIGHTEST * lightest;
  const double least = LX_TOL_SLOPE_LEAST * heaviest, most = part < light ? part : light;
  return most > least ? most : least;
}

/* Slopes up to the first of these, relative to the largest weight or dual of their level, are zero beyond doubt in a
 * program that is not wide, and those from the second on are not. For the first, duals count up to LX_USUAL_DUAL times
 * the largest weight: the slope between two rows that are almost parallel is small beside the duals that these make. */
#define LX_TOL_CLEARLY_ZERO 1e-13
#define LX_TOL_CLEARLY_NOT_ZERO 1e-6
#define LX_USUAL_DUAL 10.0

/* Values x of tight rows with constants up to b are as exact as they must be while x^2 is no more than this times b: x/b
 * estimates the condition of the basis, so that doubles leave an error of about 2^-52 x^2/b, here 1e-7. */
#define LX_CLEAR_VALUE 5e8

/* Largest dual, relative to the largest weight of its level, that a well-conditioned basis makes. */
#define LX_TOL_CLEAR_DUAL 1e5

/* Entry of a reduced row, relative to the largest original entry, below which it is cancellation noise and the row
 * counts as dependent on those before it. */
#define LX_TOL_DEPENDENT 1e-9

/* The same where coefficients spread (LX_WIDE_COEFFICIENTS). */
#define LX_TOL_DEPENDENT_WIDE 1e-13

/* The same for rows that an interior point says are tight: the vertex of nearly dependent ones is far from that point. */
#define LX_TOL_DEPENDENT_START 1e-6

/* The same where the rows are known to be independent (precise.h): anything that is left. */
#define LX_TOL_DEPENDENT_PRECISE 0.0

/* Threshold of partial pivoting: a pivot is at least this part of the largest candidate. Sparse LU usually takes 0.1 (Duff,
 * Erisman, Reid: Direct Methods for Sparse Matrices, 2nd ed., section 5.2.2); but here rows of later tiers are told dependent or
 * not by what lines with such pivots make of them. On a floor plan of 25,600 variables their numbers grew to 1e10 with 0.1, to
 * 1e3 with 0.5, and entries hardly differ. */
#define LX_TOL_PIVOT_THRESHOLD 0.5

/* Growth of a row's numbers in a factorization, relative to its stored entries, up to which a pivot may stay below the
 * threshold where that keeps the factors sparse: the error is this many roundings of a double at most, 2e-11. */
#define LX_GROWTH_TOLERATED 1e5

/* Smallest pivot of a basis change, relative to the largest entry of its row or column. */
#define LX_TOL_PIVOT 1e-7

/* The same where the dual simplex has been thrown far away by small ones (dual.c). */
#define LX_TOL_PIVOT_LARGE 1e-2

/* Difference of one pivot computed by FTRAN and by BTRAN, relative, beyond which the basis is factored anew. */
#define LX_TOL_UPDATE 1e-7

/* Entries of a solved vector below this, relative to the largest, are dropped as noise. */
#define LX_TOL_DROP 1e-14

/* Residual of a tight row after refinement, in multiples of its touching distance, beyond which a vertex is no answer.
 */
#define LX_TOL_BREAKDOWN 100.0

/* Basis changes between two factorizations at most. */
#define LX_UPDATE_LIMIT 100

/* Basis changes without progress, beyond one per variable, after which Bland's rule takes over until there is some. A
 * stall of this length is rare and a cycle rarer; Bland's rule ends both. */
#define LX_STALL_LIMIT 100

/* Steps of length zero, beyond one for so many variables, after which constants are perturbed, by how many touching
 * distances at least (and up to twice as many), and how often in one run; after how many times so many times as many steps. */
#define LX_PERTURB_STALL 20
#define LX_PERTURB_VARIABLES 400
#define LX_PERTURB_TOUCHES 1e4
#define LX_PERTURB_LIMIT 12
#define LX_PERTURB_SOON 4
#define LX_PERTURB_LATER 8

/* Tight rows are not, where inequalities are this part of the other rows that touch. */
#define LX_PERTURB_STILL 0.25

/* How many times as long an entry of a pivot takes as one of the interior point method's estimate, as was measured. */
#define LX_INTERIOR_ENTRIES 4

/* What a run resumed after an edit may take, as many times what the first optimum has taken or, where that is more, passes through all
 * entries, before all is solved anew. */
#define LX_RESUMED_MOST 1.0
#define LX_RESUMED_PASSES 40.0

/* Variables from which on rows may go without a side: fewer take few pivots in any case, and critical regions want sides. */
#define LX_SIDELESS_VARIABLES 257

/* Ratio of a price weight (a square) to its estimate beyond which that was wrong, and how many wrong ones are borne
 * before the weights are started anew. */
#define LX_WRONG_WEIGHT 9.0
#define LX_WRONG_WEIGHTS 3

/* Basis changes without a vertex whose errors are less, level by level, than all before: more is a cycle of steps that
 * gain only by rounding. And what of an error counts as less. */
#define LX_IDLE_BASE 1000
#define LX_IDLE_FACTOR 2
#define LX_TOL_PROGRESS 1e-12

/* So many steps longer than zero make a circle where no error is less after them by LX_TOL_CIRCLE times itself, or times LX_CIRCLE_ERROR points
 * where it is less than these: what slopes that count as none gain, or what rounding leaves of a large sum. Steps gain little more
 * where constants are perturbed. What counts as no slope, and as no less, is then LX_WIDER times as much, up to LX_WIDEST. After
 * LX_CIRCLES_TRIFLE circles even so a step is none that gains no more than LX_TOL_TRIFLE of its error; and after LX_CIRCLES it is a breakdown:
 * another start may do better. */
#define LX_CIRCLE_STEPS 20
#define LX_TOL_CIRCLE 1e-12
#define LX_CIRCLE_ERROR 1e4
#define LX_WIDER 10
#define LX_WIDEST 1e1
#define LX_CIRCLES_TRIFLE 4
#define LX_TOL_TRIFLE 1e-9
#define LX_CIRCLES 30

/* Where a certificate finds a slope that counts as none, the tolerance of slopes is LX_SHARPER times what it was, down to LX_SHARPEST
 * times what is usual. Where the usual one is good enough otherwise, that goes through LX_SHARPEN_PASSES times the entries of the reduced LP at most, or
 * as many as all before has, whichever is more. */
#define LX_SHARPER 1e-2
#define LX_SHARPEST 1e-6
#define LX_SHARPEN_PASSES 2000

/* Times that rows whose pivots were refused are tried again before a verdict; after that there is none. */
#define LX_LIFT_LIMIT 3

/* Bound on the basis changes of a reduced LP: LX_PIVOT_BASE + LX_PIVOT_FACTOR per row and variable. Random programs
 * take a tenth of a change per row, the worst known layouts about two. */
#define LX_PIVOT_BASE 1000
#define LX_PIVOT_FACTOR 50

/* Entries that pivots go through, for each entry of a reduced LP, after which the interior point method is looked at (interior.h). It
 * takes over where as many pivots as there are variables, each like those so far, would cost FAR times its estimate, after LEAST
 * of that, unless all levels count and a pivot for each tight row that gains would take no more than LX_TRIAL_AHEAD of it; and in any case after MOST of
 * it: an entry of a pivot takes about six times as long as one of the estimate. The question is asked again when AGAIN times as many entries have
 * been gone through. */
#define LX_INTERIOR_LOOK 25
#define LX_INTERIOR_FAR 0.3
#define LX_INTERIOR_LEAST 0.06
#define LX_INTERIOR_MOST 0.35
#define LX_INTERIOR_AGAIN 1.25

/* An analysis that ends because the method would cost too much goes so many times as far as that. */
#define LX_INTERIOR_FURTHER 2

/* While violated rows are met one by one (dual.c) it takes over where that is predicted to take more than this part of its
 * estimate still, for one more level than there are: the first takes more steps than the others; and where such steps are too
 * dear, if one for each variable would take more than the other part. */
#define LX_INTERIOR_AHEAD 0.16
#define LX_INTERIOR_DEAR 0.2

/* Where it is estimated to go through so many times as many entries as the reduced LP has, and each of these steps so far has met more than one row,
 * it takes over after this part of its estimate at least: what few steps predict is worth less than that. */
#define LX_INTERIOR_VAST 6000
#define LX_INTERIOR_VAST_PART 0.2

/* A slack start that has been left for later is tried before it where it is estimated to go through so many times as many entries as the reduced LP has;
 * and goes on for longer where it is as vast as above, so many times sooner. */
#define LX_INTERIOR_UNTRIED 1200
#define LX_INTERIOR_SOONER 10

/* From a slack start (slack.c) it takes over after such a part of its estimate: each row that is met makes others wrong, and nothing says how
 * many. Later where most variables have a price, as was measured (Benchmarks/history); and FALLING times as late as long as no more than its estimate
 * lies ahead, if rows on the wrong side go on to be fewer as they have since the look before the last. */
#define LX_INTERIOR_PRICED 0.3
#define LX_INTERIOR_FREE 0.1
#define LX_INTERIOR_FALLING 4

/* Where the method is estimated to go through TRIED times as many entries as the reduced LP has, the primal simplex is tried before it takes over from the
 * dual one, as this may cost little beside it. Looked at first after LX_INTERIOR_LOOK, and whenever it has gone on for AGAIN times as long, it goes on
 * as long as a pivot for each tight row that gains would take no more than the first part of the estimate, or LATER times as much where a slack start
 * would come next, and it has not taken the other. */
#define LX_INTERIOR_TRIED 2000
#define LX_TRIAL_AHEAD 0.04
#define LX_TRIAL_LATER 2
#define LX_TRIAL_MOST 0.1
#define LX_TRIAL_AGAIN 1.5

/* From a slack start at which few rows are on the wrong side the primal simplex is tried anew, and goes on up to this part of the estimate: how many
 * rows gain at a time says little there. */
#define LX_TRIAL_SLACK_MOST 0.3

/* Where building the first basis goes through so many times as many entries as the reduced LP has, it takes over at once if its estimate is
 * no more than so many times that. */
#define LX_BUILD_PASSES 100
#define LX_INTERIOR_BUILDS 16

/* Basis changes after which double-double arithmetic takes over where a reduced LP is small enough for it (precise.h).
 */
#define LX_BRISK_BASE 100
#define LX_BRISK_FACTOR 4

#endif
