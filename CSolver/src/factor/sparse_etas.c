/* sparse_etas.c: what the updates since the build mean for FTRAN and BTRAN.
 *
 * A vector with few entries reaches few etas, and there are thousands: those that it will come to wait as bits. FTRAN, which reads
 * all positions of an eta, finds the etas that have a position by the links between their entries, and BTRAN those that
 * change it by the links between these. */
#include "factor/sparse_internal.h"

/* The first mention of a position that an eta changes; whether it is. */
static inline bool mention(lx_sparse *sparse, lx_stage_vector *vector, int32_t position) {
  if (sparse->mark[position])
    return false;
  sparse->mark[position] = 1;
  vector->index[vector->count++] = position;
  return true;
}

static void mark_all(lx_sparse *sparse, const lx_stage_vector *vector, uint8_t mark) {
  for (int32_t t = 0; t < vector->count; t++)
    sparse->mark[vector->index[t]] = mark;
}

static inline void wait(lx_sparse *sparse, int32_t eta) { sparse->waiting[eta / 64] |= UINT64_C(1) << eta % 64; }

/* Takes the oldest or the newest of the etas that wait in a word, which has one. */
static inline int32_t take_oldest(lx_sparse *sparse, int32_t word) {
  const int32_t bit = __builtin_ctzll(sparse->waiting[word]);
  sparse->waiting[word] &= sparse->waiting[word] - 1;
  return 64 * word + bit;
}

static inline int32_t take_newest(lx_sparse *sparse, int32_t word) {
  const int32_t bit = 63 - __builtin_clzll(sparse->waiting[word]);
  sparse->waiting[word] &= ~(UINT64_C(1) << bit);
  return 64 * word + bit;
}

/* b_p = (b_p - sum v_q b_q) / v_p, from the newest eta to the oldest. */
static void ftran_all(lx_sparse *sparse, double *value) {
  const lx_lines *etas = &sparse->etas;
  for (int32_t e = sparse->eta_count - 1; e >= 0; e--) {
    const lx_eta *eta = &sparse->eta[e];
    double sum = value[eta->position];
    for (int64_t t = etas->starts[e]; t < etas->starts[e + 1]; t++)
      sum -= etas->value[t] * value[etas->index[t]];
    value[eta->position] = sum / eta->pivot;
  }
  sparse->eta_work += etas->starts[sparse->eta_count];
}

/* Adds to the sums of all etas older than `eta` what a change of one value means for them. */
static void spread(lx_sparse *sparse, int32_t position, double change, int32_t eta) {
  int32_t t = sparse->newest_link[position];
  while (t >= 0 && sparse->link[t].eta >= eta) {
    t = sparse->link[t].older;
    sparse->eta_work++;
  }
  for (; t >= 0; t = sparse->link[t].older) {
    sparse->eta[sparse->link[t].eta].sum += sparse->etas.value[t] * change;
    wait(sparse, sparse->link[t].eta);
    sparse->eta_work++;
  }
}

/* The same as above: the entries of the vector go to the sums of the etas that have them, and each position that an eta changes goes on
 * from there. FTRAN mostly starts from a unit vector, and few etas have its position. */
static void ftran_reached(lx_sparse *sparse, lx_stage_vector *vector) {
  double *value = vector->value;
  mark_all(sparse, vector, 1);
  for (int32_t t = 0; t < vector->count; t++) {
    const int32_t position = vector->index[t], own = sparse->newest_eta[position];
    spread(sparse, position, value[position], sparse->eta_count);
    if (own >= 0)
      wait(sparse, own);
  }
  for (int32_t w = (sparse->eta_count - 1) / 64; w >= 0; w--) {
    while (sparse->waiting[w] != 0) {
      const int32_t e = take_newest(sparse, w);
      lx_eta *eta = &sparse->eta[e];
      const double before = value[eta->position];
      if (eta->older >= 0)
        wait(sparse, eta->older);
      if (eta->sum == 0 && before == 0)
        continue;
      const double after = (before - eta->sum) / eta->pivot;
      eta->sum = 0;
      mention(sparse, vector, eta->position);
      value[eta->position] = after;
      if (after != before)
        spread(sparse, eta->position, after - before, e);
    }
  }
  mark_all(sparse, vector, 0);
}

void lx_sparse_ftran_etas(lx_sparse *sparse, bool is_sparse, lx_stage_vector *vector) {
  if (sparse->eta_count == 0)
    return;
  if (is_sparse) {
    ftran_reached(sparse, vector);
  } else {
    ftran_all(sparse, vector->value);
    vector->count = -1;
  }
}

/* z_p = z_p / v_p, then z_q -= v_q z_p. */
static inline void btran_eta(lx_sparse *sparse, int32_t e, double *value) {
  const lx_lines *etas = &sparse->etas;
  const lx_eta *eta = &sparse->eta[e];
  const double part = value[eta->position] /= eta->pivot;
  for (int64_t t = etas->starts[e]; t < etas->starts[e + 1]; t++)
    value[etas->index[t]] -= etas->value[t] * part;
  sparse->eta_work += etas->starts[e + 1] - etas->starts[e];
}

/* The etas newer than `eta` that change a position wait. */
static inline void wait_for_newer(lx_sparse *sparse, int32_t position, int32_t eta) {
  for (int32_t own = sparse->newest_eta[position]; own > eta; own = sparse->eta[own].older)
    wait(sparse, own);
}

static void btran_reached(lx_sparse *sparse, lx_stage_vector *vector) {
  const lx_lines *etas = &sparse->etas;
  mark_all(sparse, vector, 1);
  for (int32_t t = 0; t < vector->count; t++)
    wait_for_newer(sparse, vector->index[t], -1);
  for (int32_t w = 0; w <= (sparse->eta_count - 1) / 64; w++) {
    while (sparse->waiting[w] != 0) {
      const int32_t e = take_oldest(sparse, w);
      if (vector->value[sparse->eta[e].position] == 0)
        continue;
      for (int64_t t = etas->starts[e]; t < etas->starts[e + 1]; t++)
        if (mention(sparse, vector, etas->index[t]))
          wait_for_newer(sparse, etas->index[t], e);
      btran_eta(sparse, e, vector->value);
    }
  }
  mark_all(sparse, vector, 0);
}

/* From the oldest eta to the newest. */
void lx_sparse_btran_etas(lx_sparse *sparse, lx_stage_vector *vector) {
  if (sparse->eta_count == 0)
    return;
  if (vector->count >= 0) {
    btran_reached(sparse, vector);
    return;
  }
  for (int32_t e = 0; e < sparse->eta_count; e++)
    if (vector->value[sparse->eta[e].position] != 0)
      btran_eta(sparse, e, vector->value);
}
