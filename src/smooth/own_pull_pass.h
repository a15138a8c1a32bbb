// own_pull_pass.h - an attraction of a program over a batch of contacts: what all are asked with, one call of its function, and
// the answers to the passes that come after (law/cohesion_own.h). As in own_pass.h the function sees contacts alone.
#ifndef SCREE_SMOOTH_OWN_PULL_PASS_H
#define SCREE_SMOOTH_OWN_PULL_PASS_H

#include "smooth/cohesion_pass.h"

#include "law/cohesion_own.h"

static inline void own_pull_ask(span *span, batch *batch, own_batch *asked, int histories)
{
    const int first = span->layout->law[LAW_COHESION];
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const vd push = get(group, C_PUSH);
        cohesion_own_tell(asked, i, cohesion_input(group, push, get(group, C_STEP)));
        for (int j = OWN_KEPT; j < histories; j++)
            vd_store(asked->kept[j - OWN_KEPT] + i, vd_load(history_at(span, first + j, i)));
    }
}

static inline void own_pull_hear(span *span, batch *batch, const own_batch *asked, int histories,
                                 bool ledger)
{
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const vd push = get(group, C_PUSH);
        const cohesion_in in = cohesion_input(group, push, get(group, C_STEP));
        vd kept[LAW_HISTORY_MOST];
        const cohesion_out out = cohesion_own_hear(asked, i, in, kept);
        for (int j = OWN_KEPT; j < histories; j++)
            kept[j] = vd_load(asked->kept[j - OWN_KEPT] + i);
        histories_store(span, LAW_COHESION, histories, i, kept);
        cohesion_answer(span, group, push, &out, ledger);
    }
}

static void own_pull_pass(span *span, batch *batch, bool ledger)
{
    const double *k = span->set->k[LAW_COHESION];
    const int histories = span->set->history[LAW_COHESION];
    const int left = span->bucket->count - span->from;
    own_batch asked;
    int contact;
    normal_own_begin(&asked, k, left < span->count ? left : span->count);
    asked.pair[SCREE_LAW_STEP] = slip_time(span);
    own_pull_ask(span, batch, &asked, histories);
    const own_fault fault = own_ask(normal_own_law(k), &asked, &contact);
    if (RARELY(fault != OWN_FINE) && fault > span->fault) {
        span->fault = fault;
        span->faulty = span->from + contact;
        span->fault_slot = LAW_COHESION;
    }
    own_pull_hear(span, batch, &asked, histories, ledger);
}

#endif
