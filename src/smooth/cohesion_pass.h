// cohesion_pass.h - cohesion laws over a batch of contacts: an attraction beside the normal law.
#ifndef SCREE_SMOOTH_COHESION_PASS_H
#define SCREE_SMOOTH_COHESION_PASS_H

#include "smooth/books.h"

static inline cohesion_in cohesion_input(const batch *batch, int i, vd push, vd step)
{
    cohesion_in in = {get(batch, C_OVERLAP, i),
                      get(batch, C_REFF, i),
                      get(batch, C_MEFF, i),
                      get(batch, C_RADIUS, i),
                      push,
                      step};
    return in;
}

typedef cohesion_out pull_function(const double *k, cohesion_in in, vd *kept);
static inline __attribute__((always_inline)) void
cohesion_pass(span *span, batch *batch, const bool ledger, const int histories, pull_function *pull)
{
    const bool cores = bucket_cores(span->bucket->kind);
    for (int i = 0; i < span->count; i += LANES) {
        vd kept[LAW_HISTORY_MOST];
        vd push = get(batch, C_PUSH, i);
        histories_load(span, LAW_COHESION, histories, i, kept);
        cohesion_out out = pull(span->set->k[LAW_COHESION],
                                cohesion_input(batch, i, push, get(batch, C_STEP, i)), kept);
        histories_store(span, LAW_COHESION, histories, i, kept);
        vd weight = cores ? get(batch, C_WEIGHT, i) : vd_set(1.0);
        put(batch, C_PUSH, i, weight * (push - out.pull));
        put(batch, C_LIVE, i, out.live);
        put(batch, C_LOAD, i, weight * vd_keep(vd_gt(out.live, vd_set(0.0)), out.load));
        if (ledger) {
            put(batch, C_PLASTIC, i, get(batch, C_PLASTIC, i) + weight * out.loss);
            open_books(span, batch, i);
        }
    }
}

typedef vd cohesion_energy_function(const double *k, cohesion_in in, const vd *kept);
static inline __attribute__((always_inline)) void
cohesion_energy(span *span, batch *batch, const int histories, cohesion_energy_function *energy)
{
    for (int i = 0; i < span->count; i += LANES) {
        vd kept[LAW_HISTORY_MOST];
        histories_load(span, LAW_COHESION, histories, i, kept);
        const cohesion_in in = cohesion_input(batch, i, vd_set(0.0), vd_set(0.0));
        vd held = energy(span->set->k[LAW_COHESION], in, kept);
        if (bucket_cores(span->bucket->kind))
            held = get(batch, C_WEIGHT, i) * held;
        add(batch, C_ENERGY, i, held);
    }
}

#endif
