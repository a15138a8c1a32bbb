// cohesion_pass.h - cohesion laws over a batch of contacts: an attraction beside the normal law.
//
// The push becomes what the normal law says less the attraction, and the contact may live beyond touch.
#ifndef SCREE_SMOOTH_COHESION_PASS_H
#define SCREE_SMOOTH_COHESION_PASS_H

#include "smooth/books.h"

static inline cohesion_in cohesion_input(group group, vd push, vd step)
{
    return (cohesion_in){
        .overlap = get(group, C_OVERLAP),
        .r_eff = get(group, C_REFF),
        .m_eff = get(group, C_MEFF),
        .radius = get(group, C_RADIUS),
        .push = push,
        .step = step,
    };
}

// What the law answered to the passes that come after.
INLINE void cohesion_answer(const span *span, group group, vd push, const cohesion_out *out,
                            const bool ledger)
{
    const vd weight = of_cores(span) ? get(group, C_WEIGHT) : vd_set(1.0);
    const vm holds = vd_gt(out->live, vd_set(0.0));
    put(group, C_PUSH, weight * (push - out->pull));
    put(group, C_LIVE, out->live);
    put(group, C_LOAD, weight * vd_keep(holds, out->load));
    if (!ledger)
        return;
    add(group, C_PLASTIC, weight * out->loss);
    open_books(span, group, own_arms(span));
}

typedef cohesion_out pull_function(const double *k, cohesion_in in, vd *kept);

INLINE void cohesion_pass(span *span, batch *batch, const bool ledger, const int histories,
                          pull_function *pull)
{
    const double *k = span->set->k[LAW_COHESION];
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        vd kept[LAW_HISTORY_MOST];
        const vd push = get(group, C_PUSH);
        const cohesion_in in = cohesion_input(group, push, get(group, C_STEP));
        histories_load(span, LAW_COHESION, histories, i, kept);
        const cohesion_out out = pull(k, in, kept);
        histories_store(span, LAW_COHESION, histories, i, kept);
        cohesion_answer(span, group, push, &out, ledger);
    }
}

typedef vd cohesion_energy_function(const double *k, cohesion_in in, const vd *kept);

INLINE void cohesion_energy(span *span, batch *batch, const int histories,
                            cohesion_energy_function *energy)
{
    const vd zero = vd_set(0.0);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        vd kept[LAW_HISTORY_MOST];
        histories_load(span, LAW_COHESION, histories, i, kept);
        const cohesion_in in = cohesion_input(group, zero, zero);
        vd held = energy(span->set->k[LAW_COHESION], in, kept);
        if (of_cores(span))
            held = get(group, C_WEIGHT) * held;
        add(group, C_ENERGY, held);
    }
}

#endif
