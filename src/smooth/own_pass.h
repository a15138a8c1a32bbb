// own_pass.h - a normal law of a program over a batch of contacts: kinematics of all, one call of its function, and the
// answers to the passes that come after (law/normal_own.h).
//
// The loops are those of normal_pass.h, before and after the law.
#ifndef SCREE_SMOOTH_OWN_PASS_H
#define SCREE_SMOOTH_OWN_PASS_H

#include "smooth/normal_pass.h"
#include "smooth/own_call.h"

// What the contacts of a batch are asked with.
static inline void own_meet(span *span, batch *batch, const normal_given *given,
                            const normal_kind kind, normal_met *met, own_batch *asked)
{
    const bool cores = of_cores(span);
    vd deepest = span->deepest;
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        normal_met *is = &met[i / LANES];
        if (cores)
            *is = core_meet(span, given, group, kind, &deepest);
        else
            *is = ball_meet(span, given, group, kind, &deepest);
        normal_own_tell(asked, i, is->in);
        for (int j = OWN_PUSH_KEPT; j < kind.histories; j++)
            vd_store(asked->kept[j - OWN_PUSH_KEPT] + i, vd_load(given->column[j] + i));
    }
    span->deepest = deepest;
}

// What they were answered.
static inline void own_hear(span *span, batch *batch, const normal_given *given,
                            const normal_kind kind, const normal_met *met, const own_batch *asked)
{
    const bool cores = of_cores(span);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const normal_met *is = &met[i / LANES];
        vd state[LAW_HISTORY_MOST];
        for (int j = 0; j < OWN_PUSH_KEPT; j++)
            state[j] = vd_load(given->column[j] + i);
        for (int j = OWN_PUSH_KEPT; j < kind.histories; j++)
            state[j] = vd_load(asked->kept[j - OWN_PUSH_KEPT] + i);
        normal_out out = normal_own_hear(asked, i, given->k, is->in, state);
        law_answered(given, i, is, kind, state, &out);
        if (cores)
            core_answer(span, given, group, kind, is, out);
        else
            ball_answer(span, given, group, kind, is, &out);
    }
}

static void own_pass(span *span, batch *batch, bool ledger)
{
    const normal_kind kind = {
        .ledger = ledger || of_cores(span),
        .far = span->set->far,
        .apart = true,
        .histories = span->set->history[LAW_NORMAL],
    };
    const normal_given given = normal_begin(span, kind.histories);
    normal_met met[BATCH / LANES];
    own_batch asked;
    own_call_begin(span, LAW_NORMAL, &asked);
    own_meet(span, batch, &given, kind, met, &asked);
    own_call(span, LAW_NORMAL, &asked);
    own_hear(span, batch, &given, kind, met, &asked);
}

#endif
