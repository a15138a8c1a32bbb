// normal_own.h - laws of a program (scree/law.h): its function answers many contacts at a time, and here stands what other
// passes want of a normal law beside that.
//
// The contact radius is that of elastic spheres, a = sqrt(R* d), by which laws that go by moduli stand beside it. What
// springs across the normal keep as the stiffness changes follows from its own a step ago, which a contact keeps.
//
// `own` itself, in a case, is refused; a law that is given has a name of its own, own-NAME, and stands for this row.
#ifndef SCREE_LAW_NORMAL_OWN_H
#define SCREE_LAW_NORMAL_OWN_H

#include "law/own_vectors.h"

SCREE_TEXT normal_own_doc[] =
    "a law of a program that embeds Scree, as own-NAME: its function pushes (scree/law.h)";
SCREE_TEXT normal_own_example[] = "";
SCREE_ROWS normal_own_rows[] = {{NULL, ROW_REAL, NULL, 0.0, 0.0, 0.0, NULL}};
enum {
    normal_own_row_count = 0,
    normal_own_history = LAW_HISTORY_MOST,
    normal_own_traits = LAW_GIVEN | LAW_MODULI | LAW_APART
};
// Those of a law that is given are its own, and it may be LAW_YIELDS.
#define normal_own_onset 0.0
#define normal_own_softening 0.5
#define normal_own_exponent LAW_NO_ROW
#define normal_own_restitution law_no_restitution
#define normal_own_mix own_mix
#define normal_own_reach law_no_reach

// The overlap that the function sees: that of a contact which has parted is next to nothing.
SCREE_FN vd normal_own_overlap(normal_in in)
{
    return vd_max(in.overlap, 1e-12 * in.r_eff);
}

// Contacts from number i on: what they are asked with.
SCREE_FN void normal_own_tell(own_batch *batch, int i, normal_in in)
{
    vd_store(batch->given[SCREE_LAW_OVERLAP] + i, normal_own_overlap(in));
    vd_store(batch->given[SCREE_LAW_CLOSING] + i, in.closing);
    vd_store(batch->given[SCREE_LAW_APPROACH] + i, in.approach);
    vd_store(batch->given[SCREE_LAW_RADIUS] + i, in.r_eff);
    vd_store(batch->given[SCREE_LAW_MASS] + i, in.m_eff);
}

// What they were answered. h: stiffness one step ago and energy; the numbers of the law itself go another way.
SCREE_FN normal_out normal_own_hear(const own_batch *batch, int i, const double *k, normal_in in,
                                    vd *h)
{
    normal_out o;
    const vd before = h[OWN_STIFFNESS];
    o.radius = vd_sqrt(in.r_eff * normal_own_overlap(in));
    o.stiffness = vd_load(batch->answer[SCREE_LAW_STIFFNESS] + i);
    o.elastic = vd_load(batch->answer[SCREE_LAW_ELASTIC] + i);
    o.dashpot = vd_load(batch->answer[SCREE_LAW_DASHPOT] + i);
    o.damping = vd_load(batch->answer[SCREE_LAW_DAMPING] + i);
    o.fade = law_root_after(in.shrunk);
    o.mean = law_root_mean(in.grown);
    o.change = vd_sqrt(in.overlap / in.overlap_before);
    o = normal_plain(o, in.overlap);
    o.plastic = vd_load(batch->answer[SCREE_LAW_LOST] + i);
    h[OWN_STIFFNESS] = o.stiffness;
    h[OWN_ENERGY] = vd_load(batch->answer[SCREE_LAW_ENERGY] + i);
    const own_course grip = {o.fade, o.change, o.mean};
    const own_course springs = own_course_of(k, o.stiffness, before, grip);
    o.spring_fade = springs.fade;
    o.spring_change = springs.change;
    o.spring_mean = springs.mean;
    return o;
}

// One vector of contacts alone; passes ask for whole batches (smooth/own_pass.h).
SCREE_FN normal_out normal_own_push(const double *k, normal_in in, vd *h)
{
    own_batch batch;
    double step[SCREE_WIDTH];
    own_begin(&batch, k, SCREE_WIDTH);
    vd_store(step, in.dt);
    batch.pair[SCREE_LAW_STEP] = step[0];
    normal_own_tell(&batch, 0, in);
    own_ask_one(&batch, k, h);
    return normal_own_hear(&batch, 0, k, in, h);
}

// What the function answered.
SCREE_FN vd normal_own_energy(const double *k, normal_in in, const vd *h)
{
    (void)k;
    return vd_keep(vd_gt(in.overlap, vd_set(0.0)), h[OWN_ENERGY]);
}

SCREE_FN double normal_own_duration(const double *k, double r_eff, double m_eff, double speed,
                                    double (*power)(double, double))
{
    (void)power;
    own_batch batch;
    own_wrong unused;
    own_begin(&batch, k, 1);
    return own_impact(own_law(k), &batch, r_eff, m_eff, speed, &unused);
}

#endif
