// cohesion_own.h - attractions of a program (scree/law.h): its function answers many contacts at a time, as that of a normal law
// does (normal_own.h), while the surfaces overlap.
//
// `own` itself, in a case, is refused; a law that is given has a name of its own, own-NAME, and stands for this row.
#ifndef SCREE_LAW_COHESION_OWN_H
#define SCREE_LAW_COHESION_OWN_H

#include "law/own_vectors.h"

SCREE_TEXT cohesion_own_doc[] =
    "a law of a program that embeds Scree, as own-NAME: its function pulls (scree/law.h)";
SCREE_TEXT cohesion_own_example[] = "";
SCREE_ROWS cohesion_own_rows[] = {{NULL, ROW_REAL, NULL, 0.0, 0.0, 0.0, NULL}};
enum {
    cohesion_own_row_count = 0,
    cohesion_own_history = LAW_HISTORY_MOST,
    cohesion_own_traits = LAW_GIVEN
};
#define cohesion_own_mix own_mix
#define cohesion_own_reach law_no_reach
#define cohesion_own_shift law_no_shift
#define cohesion_own_bound law_no_bound
#define cohesion_own_rise law_no_rise

// Contacts from number i on: what they are asked with. Of one that has parted there is next to no overlap, and no push.
SCREE_FN void cohesion_own_tell(own_batch *batch, int i, cohesion_in in)
{
    const vm touch = vd_gt(in.overlap, vd_set(0.0));
    vd_store(batch->given[SCREE_LAW_OVERLAP] + i, vd_max(in.overlap, 1e-12 * in.r_eff));
    vd_store(batch->given[SCREE_LAW_CLOSING] + i, vd_set(0.0));
    vd_store(batch->given[SCREE_LAW_APPROACH] + i, vd_set(0.0));
    vd_store(batch->given[SCREE_LAW_RADIUS] + i, in.r_eff);
    vd_store(batch->given[SCREE_LAW_MASS] + i, in.m_eff);
    vd_store(batch->given[SCREE_LAW_CONTACT] + i, vd_keep(touch, in.radius));
    vd_store(batch->given[SCREE_LAW_PUSH] + i, vd_keep(touch, in.push));
}

// What they were answered. h: the energy; the numbers of the law itself go another way.
SCREE_FN cohesion_out cohesion_own_hear(const own_batch *batch, int i, cohesion_in in, vd *h)
{
    const vd zero = vd_set(0.0);
    const vm touch = vd_gt(in.overlap, zero);
    h[OWN_PULL_ENERGY] = vd_load(batch->answer[SCREE_LAW_ENERGY] + i);
    return (cohesion_out){
        .pull = vd_keep(touch, vd_load(batch->answer[SCREE_LAW_ELASTIC] + i)),
        .load = vd_keep(touch, in.push),
        .loss = vd_load(batch->answer[SCREE_LAW_LOST] + i),
        .live = in.overlap,
    };
}

// One vector of contacts alone; passes ask for whole batches (smooth/own_pull_pass.h).
SCREE_FN cohesion_out cohesion_own_pull(const double *k, cohesion_in in, vd *h)
{
    own_batch batch = {0};
    own_begin(&batch, k, SCREE_WIDTH);
    cohesion_own_tell(&batch, 0, in);
    own_ask_one(&batch, k, h);
    return cohesion_own_hear(&batch, 0, in, h);
}

// What the function answered.
SCREE_FN vd cohesion_own_energy(const double *k, cohesion_in in, const vd *h)
{
    (void)k;
    return vd_keep(vd_gt(in.overlap, vd_set(0.0)), h[OWN_PULL_ENERGY]);
}

#endif
