// normal_own.h - laws of a program (scree/law.h): its function answers many contacts at a time, and here stands what other
// passes want of a normal law beside that.
//
// The contact radius is that of elastic spheres, a = sqrt(R* d), by which laws that go by moduli stand beside it. What
// springs across the normal keep as the stiffness changes follows from its own a step ago, which a contact keeps.
//
// `own` itself, in a case, is refused; a law that is given has a name of its own, own-NAME, and stands for this row.
#ifndef SCREE_LAW_NORMAL_OWN_H
#define SCREE_LAW_NORMAL_OWN_H

#include "law/law.h"
#include "law/own.h"

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
#define normal_own_reach law_no_reach

// k: the parameters, E* and G* (0: rigid), 1 where the stiffness begins at 0, and which law it is
enum {
    OWN_K_MODULUS = SCREE_LAW_PARAMETERS,
    OWN_K_SHEAR_MODULUS,
    OWN_K_GROWS,
    OWN_K_LAW,
};
_Static_assert((int)OWN_K_LAW < (int)LAW_COEFFICIENTS,
               "a law of a program has room for its coefficients");
_Static_assert((int)OWN_KEPT + (int)SCREE_LAW_KEPT <= (int)LAW_HISTORY_MOST,
               "and for what it keeps");
_Static_assert(sizeof(double) >= sizeof(void *), "an address goes into a coefficient");

SCREE_FN const char *normal_own_mix(const law_pair *pair, const double *value, double *k)
{
    (void)pair;
    (void)value;
    (void)k;
    return LAW_NOT_GIVEN;
}

// The coefficients of a law that is given; `value` is in the order of its rows.
SCREE_FN void normal_own_fill(const law_own *own, const law_pair *pair, const double *value,
                              double *k)
{
    for (int i = 0; i < SCREE_LAW_PARAMETERS; i++)
        k[i] = value[OWN_PARAMETER + i];
    k[OWN_K_MODULUS] = isfinite(pair->e_star) ? pair->e_star : 0;
    k[OWN_K_SHEAR_MODULUS] = isfinite(pair->g_star) ? pair->g_star : 0;
    k[OWN_K_GROWS] = own_rise(own) > 1 ? 1 : 0;
    __builtin_memcpy(&k[OWN_K_LAW], &own, sizeof own);
}

SCREE_FN const law_own *normal_own_law(const double *k)
{
    const law_own *own;
    __builtin_memcpy(&own, &k[OWN_K_LAW], sizeof own);
    return own;
}

SCREE_FN void normal_own_begin(own_batch *batch, const double *k, int count)
{
    batch->count = count;
    for (int i = 0; i < SCREE_LAW_PARAMETERS; i++)
        batch->pair[i] = k[i];
    batch->pair[SCREE_LAW_STEP] = 0;
    batch->pair[SCREE_LAW_MODULUS] = k[OWN_K_MODULUS];
    batch->pair[SCREE_LAW_SHEAR_MODULUS] = k[OWN_K_SHEAR_MODULUS];
}

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

// The stiffness now over that of one step ago, and what follows from that for springs. Of a contact that begins it grows
// as the grip does, or it is there at once.
SCREE_FN normal_out normal_own_springs(const double *k, normal_out o, vd before)
{
    const vd one = vd_set(1.0);
    const vm known = vd_gt(before, vd_set(0.0));
    const vm grows = vd_gt(vd_set(k[OWN_K_GROWS]), vd_set(0.0));
    const vd change = law_grip_change(o.stiffness, before);
    const vd fade = vd_min(change, one);
    o.spring_fade = vd_select(known, fade, vd_select(grows, o.fade, one));
    o.spring_change = vd_select(known, change, vd_select(grows, o.change, one));
    const vd mean = law_grip_mean(fade, change);
    o.spring_mean = vd_select(known, mean, vd_select(grows, o.mean, one));
    return o;
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
    return normal_own_springs(k, o, before);
}

// One vector of contacts alone; passes ask for whole batches (smooth/own_pass.h).
SCREE_FN normal_out normal_own_push(const double *k, normal_in in, vd *h)
{
    const law_own *own = normal_own_law(k);
    const int kept = own_keeps(own) - OWN_KEPT;
    own_batch batch;
    int unused;
    double step[SCREE_WIDTH];
    normal_own_begin(&batch, k, SCREE_WIDTH);
    vd_store(step, in.dt);
    batch.pair[SCREE_LAW_STEP] = step[0];
    normal_own_tell(&batch, 0, in);
    for (int j = 0; j < kept; j++)
        vd_store(batch.kept[j], h[OWN_KEPT + j]);
    own_ask(own, &batch, &unused);
    for (int j = 0; j < kept; j++)
        h[OWN_KEPT + j] = vd_load(batch.kept[j]);
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
    normal_own_begin(&batch, k, 1);
    return own_impact(normal_own_law(k), &batch, r_eff, m_eff, speed);
}

#endif
