// own_pull_pass.h - an attraction of a program over a batch of contacts: what all are asked with, one call of its function, and
// the answers to the passes that come after (law/cohesion_own.h).
#ifndef SCREE_SMOOTH_OWN_PULL_PASS_H
#define SCREE_SMOOTH_OWN_PULL_PASS_H

#include "smooth/cohesion_pass.h"
#include "smooth/own_call.h"

#include "law/cohesion_own.h"

static inline cohesion_in own_pull_input(group group)
{
    return cohesion_input(group, get(group, C_PUSH), get(group, C_STEP));
}

static void own_pull_pass(span *span, batch *batch, bool ledger)
{
    own_batch asked;
    own_call_begin(span, LAW_COHESION, &asked);
    own_kept_tell(span, LAW_COHESION, &asked);
    for (int i = 0; i < span->count; i += LANES)
        cohesion_own_tell(&asked, i, own_pull_input((group){batch, i}));
    own_call(span, LAW_COHESION, &asked);
    own_kept_hear(span, LAW_COHESION, &asked);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const cohesion_in in = own_pull_input(group);
        vd kept[OWN_PULL_KEPT];
        const cohesion_out out = cohesion_own_hear(&asked, i, in, kept);
        histories_store(span, LAW_COHESION, OWN_PULL_KEPT, i, kept);
        cohesion_answer(span, group, in.push, &out, ledger);
    }
}

#endif
