/* sparse_etas.c: what the updates since the build mean for FTRAN and BTRAN.
 *
 * Each is T^-1 = I - spike tail^T / pivot, between both triangles: the sum over one of its lines says how much of the other goes to the
 * vector. FTRAN sums along tails and adds spikes, from the oldest to the newest; BTRAN the other way round. A vector with few entries meets few
 * of thousands of updates: those that it will come to wait as bits, and are found by the links between the entries of a position. */
#include "factor/sparse_internal.h"

/* The first mention of a position. */
static inline void mention(lx_sparse *sparse, lx_stage_vector *vector, int32_t position) {
  if (sparse->mark[position])
    return;
  sparse->mark[position] = 1;
  vector->index[vector->count++] = position;
}

static void mark_all(lx_sparse *sparse, const lx_stage_vector *vector, uint8_t mark) {
  for (int32_t t = 0; t < vector->count; t++)
    sparse->mark[vector->index[t]] = mark;
}

/* Takes the oldest or the newest of the etas that wait in a word, which has one. */
static inline int32_t take_eta(lx_sparse *sparse, int32_t word, bool ascends) {
  const uint64_t all = sparse->waiting[word];
  const int32_t bit = ascends ? __builtin_ctzll(all) : 63 - __builtin_clzll(all);
  sparse->waiting[word] = all & ~(UINT64_C(1) << bit);
  return 64 * word + bit;
}

/* Adds to the sums of all etas that come after `eta` what a change of one value means for them. */
static inline void spread(lx_sparse *sparse, const lx_eta_lines *sums, bool ascends, int32_t position, double change, int32_t eta) {
  for (int32_t t = sums->first[position]; t >= 0; t = sums->link[t].next) {
    const int32_t other = sums->link[t].eta;
    if (ascends ? other <= eta : other >= eta)
      return;
    sparse->eta[other].sum += sums->lines.value[t] * change;
    sparse->waiting[other / 64] |= UINT64_C(1) << other % 64;
    sparse->eta_work++;
  }
}

/* Takes so many times the other line of an eta from the vector. */
static inline void subtract_line(lx_sparse *sparse, const lx_eta_lines *added, int32_t e, double factor, double *value) {
  for (int64_t t = added->lines.starts[e]; t < added->lines.starts[e + 1]; t++)
    value[added->lines.index[t]] -= factor * added->lines.value[t];
  sparse->eta_work += added->lines.starts[e + 1] - added->lines.starts[e];
}

/* All etas from `e` on. */
static inline void apply_all(lx_sparse *sparse, const lx_eta_lines *sums, const lx_eta_lines *added, bool ascends, int32_t e, double *value) {
  for (; ascends ? e < sparse->eta_count : e >= 0; e += ascends ? 1 : -1) {
    double sum = 0;
    for (int64_t t = sums->lines.starts[e]; t < sums->lines.starts[e + 1]; t++)
      sum += sums->lines.value[t] * value[sums->lines.index[t]];
    sparse->eta_work += sums->lines.starts[e + 1] - sums->lines.starts[e];
    if (sum != 0)
      subtract_line(sparse, added, e, sum / sparse->eta[e].pivot, value);
  }
}

/* Lets nobody wait any more. */
static void forget_waiting(lx_sparse *sparse) {
  for (int32_t w = 0; w <= (sparse->eta_count - 1) / 64; w++)
    while (sparse->waiting[w] != 0)
      sparse->eta[take_eta(sparse, w, true)].sum = 0;
}

/* Those that the vector meets. Where finding them takes more than going through all, and through a vector that is full from there on, that is done
 * with the rest. */
static inline void apply_reached(lx_sparse *sparse, const lx_eta_lines *sums, const lx_eta_lines *added, bool ascends, lx_stage_vector *vector) {
  const int64_t most = sparse->eta_work + sums->lines.starts[sparse->eta_count] + sparse->size;
  const int32_t last = (sparse->eta_count - 1) / 64;
  mark_all(sparse, vector, 1);
  for (int32_t t = 0; t < vector->count; t++)
    spread(sparse, sums, ascends, vector->index[t], vector->value[vector->index[t]], ascends ? -1 : sparse->eta_count);
  int32_t rest = -1;
  for (int32_t w = ascends ? 0 : last; w >= 0 && w <= last && rest < 0; w += ascends ? 1 : -1) {
    while (sparse->waiting[w] != 0) {
      const int32_t e = take_eta(sparse, w, ascends);
      if (sparse->eta_work > most) {
        sparse->eta[e].sum = 0;
        rest = e;
        break;
      }
      const double factor = sparse->eta[e].sum / sparse->eta[e].pivot;
      sparse->eta[e].sum = 0;
      if (factor == 0)
        continue;
      for (int64_t t = added->lines.starts[e]; t < added->lines.starts[e + 1]; t++) {
        const int32_t position = added->lines.index[t];
        const double change = -factor * added->lines.value[t];
        mention(sparse, vector, position);
        vector->value[position] += change;
        spread(sparse, sums, ascends, position, change, e);
      }
      sparse->eta_work += added->lines.starts[e + 1] - added->lines.starts[e];
    }
  }
  mark_all(sparse, vector, 0);
  if (rest >= 0) {
    forget_waiting(sparse);
    apply_all(sparse, sums, added, ascends, rest, vector->value);
    vector->count = -1;
  }
}

void lx_sparse_ftran_etas(lx_sparse *sparse, lx_stage_vector *vector) {
  if (sparse->eta_count == 0)
    return;
  if (vector->count >= 0)
    apply_reached(sparse, &sparse->tails, &sparse->spikes, true, vector);
  else
    apply_all(sparse, &sparse->tails, &sparse->spikes, true, 0, vector->value);
}

void lx_sparse_btran_etas(lx_sparse *sparse, lx_stage_vector *vector) {
  if (sparse->eta_count == 0)
    return;
  if (vector->count >= 0)
    apply_reached(sparse, &sparse->spikes, &sparse->tails, false, vector);
  else
    apply_all(sparse, &sparse->spikes, &sparse->tails, false, sparse->eta_count - 1, vector->value);
}
