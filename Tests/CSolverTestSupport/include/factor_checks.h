/* factor_checks.h: checks of the sparse factorization that reach into the hidden interior of CSolver, as memory_checks.h
 * does for memory.
 *
 * Each returns 0 when all holds. Otherwise it returns 1 and writes what does not, with the numbers that show it, to
 * `message`, room for `capacity` characters. All randomness comes from the seed. */
#ifndef FACTOR_CHECKS_H
#define FACTOR_CHECKS_H

#include <stdint.h>

/* A random matrix of at most `size` columns with dependent, repeated, empty and long rows, in random tiers. The rank
 * that each tier reaches must be that of a dense elimination; solves must leave no residual, before and after up to
 * `updates` changes of rows, and solves of sparse vectors must keep the rules of vector.h. */
int32_t factor_check_random(uint64_t seed, int32_t size, int32_t updates, char *message, int32_t capacity);

/* The same of matrices with a few rows over most columns. */
int32_t factor_check_wide(uint64_t seed, int32_t size, int32_t updates, char *message, int32_t capacity);

/* The same of matrices that are dense in the main. */
int32_t factor_check_dense(uint64_t seed, int32_t size, int32_t updates, char *message, int32_t capacity);

/* Tier 0 is a basis made singular; unit rows follow. As many rows as its rank must stay, and solves must work. */
int32_t factor_check_repair(uint64_t seed, int32_t size, char *message, int32_t capacity);

/* A row that is the sum of others but for `excess` in one entry. It must be taken when `independent` is not zero, and
 * else not: by the kernel when `later` is zero, by the border when it is not. */
int32_t factor_check_dependence(double excess, int32_t later, int32_t independent, char *message, int32_t capacity);

/* Chains of `size` steps, in the shape numbered 0 ..< factor_chain_shapes(). Factors must hold a few entries per row
 * and solves must give the closed form. */
int32_t factor_chain_shapes(void);
int32_t factor_check_chain(int32_t shape, int32_t size, char *message, int32_t capacity);

/* Flows through a grid of `side` nodes by `side` that is a torus: tier 0 is their balances; random arcs and differences of arcs follow in
 * three tiers. The ranks of tiers must be right where there are at most `ranked` arcs, solves must leave no residual,
 * before and after ten changes, and factors must hold at most ten entries an arc. */
int32_t factor_check_network(uint64_t seed, int32_t side, int32_t ranked, char *message, int32_t capacity);

/* Random rows over a few of `size` columns, half as many as these: tier 0. Unit rows follow, as many in tier 1 as columns are left. The same
 * must hold, but where there are more columns than `ranked` factors must hold at most four entries a column. */
int32_t factor_check_open(uint64_t seed, int32_t size, int32_t ranked, char *message, int32_t capacity);

/* A random symmetric matrix of `size` nodes, some of them negative, with a few wide ones, ordered with nested dissection or without; L D L^T of
 * it must solve without a residual, for two sets of values, and must not hold more than a dense one. So must a band with `hubs` nodes more, each
 * joined with about `part` of it. A grid of `size` nodes must hold at most twelve entries for each node and doubling of it. */
int32_t symmetric_check_random(uint64_t seed, int32_t size, int32_t dissects, char *message, int32_t capacity);
int32_t symmetric_check_hubs(uint64_t seed, int32_t size, int32_t hubs, double part, int32_t dissects, char *message, int32_t capacity);
int32_t symmetric_check_grid(int32_t size, int32_t dissects, char *message, int32_t capacity);

/* A grid in space: nested dissection must leave at most `part` of the multiplications. */
int32_t symmetric_check_dissection(int32_t across, int32_t deep, double part, char *message, int32_t capacity);

/* A cut of a random graph whose nodes weigh up to `heaviest`, of a band with hubs, or of a grid in space: no neighbours may be on both sides, and neither
 * side be too heavy. At most `most_between` nodes of the band may be between, and little more of the grid than a layer. */
int32_t separator_check_random(uint64_t seed, int32_t size, int32_t heaviest, char *message, int32_t capacity);
int32_t separator_check_hubs(uint64_t seed, int32_t size, int32_t hubs, int32_t most_between, char *message, int32_t capacity);
int32_t separator_check_grid(int32_t across, int32_t deep, char *message, int32_t capacity);

/* A random product of whole numbers on vectors of 2, 4 or 8 numbers, where the processor has them, with packed operands or without: entries on
 * the diagonal and below must be exact, and of all others only those change that may. */
int32_t symmetric_check_product(uint64_t seed, int32_t lanes, int32_t packed, int32_t m, int32_t n, int32_t k, char *message, int32_t capacity);

/* Every allocation of the analysis of such a matrix fails in turn: the status must say so and nothing may leak. */
int32_t symmetric_check_memory(uint64_t seed, int32_t size, int32_t dissects, char *message, int32_t capacity);

/* Every allocation of a life from create to destroy fails in turn, of a matrix that is dense in the main where `dense` is not zero: the
 * status must say so, nothing may leak, a factor whose update failed must solve as before, and the same factor must build afterwards. */
int32_t factor_check_memory(uint64_t seed, int32_t size, int32_t dense, char *message, int32_t capacity);

#endif
