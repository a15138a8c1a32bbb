// own_vectors.h - what laws of a program (own.h) share on the way of vectors of contacts: the coefficients by which passes know
// them, a call for one vector, and how a stiffness goes on.
#ifndef SCREE_LAW_OWN_VECTORS_H
#define SCREE_LAW_OWN_VECTORS_H

#include "law/law.h"
#include "law/own.h"

// k: the parameters, E* and G* (0: rigid), 1 where the stiffness begins at 0, and which law it is
enum {
    OWN_K_MODULUS = SCREE_LAW_PARAMETERS,
    OWN_K_SHEAR_MODULUS,
    OWN_K_GROWS,
    OWN_K_LAW,
};
_Static_assert((int)OWN_K_LAW < (int)LAW_COEFFICIENTS,
               "a law of a program has room for its coefficients");
_Static_assert((int)OWN_PUSH_KEPT + (int)SCREE_LAW_KEPT <= (int)LAW_HISTORY_MOST,
               "and for what it keeps");
_Static_assert((int)OWN_SPRING_KEPT + (int)SCREE_LAW_SPRING_KEPT <= (int)LAW_HISTORY_MOST,
               "as a spring does");
_Static_assert(sizeof(double) >= sizeof(void *), "an address goes into a coefficient");

// A case cannot choose the row `own` itself.
SCREE_FN const char *own_mix(const law_pair *pair, const double *value, double *k)
{
    (void)pair;
    (void)value;
    (void)k;
    return LAW_NOT_GIVEN;
}

// The coefficients of a law that is given; `value` is in the order of its rows.
SCREE_FN void own_fill(const law_own *own, const law_pair *pair, const double *value, double *k)
{
    for (int i = 0; i < SCREE_LAW_PARAMETERS; i++)
        k[i] = value[OWN_PARAMETER + i];
    k[OWN_K_MODULUS] = isfinite(pair->e_star) ? pair->e_star : 0;
    k[OWN_K_SHEAR_MODULUS] = isfinite(pair->g_star) ? pair->g_star : 0;
    k[OWN_K_GROWS] = own_grows(own) ? 1 : 0;
    __builtin_memcpy(&k[OWN_K_LAW], &own, sizeof own);
}

SCREE_FN const law_own *own_law(const double *k)
{
    const law_own *own;
    __builtin_memcpy(&own, &k[OWN_K_LAW], sizeof own);
    return own;
}

SCREE_FN void own_begin(own_batch *batch, const double *k, int count)
{
    batch->count = count;
    for (int i = 0; i < SCREE_LAW_PARAMETERS; i++)
        batch->pair[i] = k[i];
    batch->pair[SCREE_LAW_STEP] = 0;
    batch->pair[SCREE_LAW_MODULUS] = k[OWN_K_MODULUS];
    batch->pair[SCREE_LAW_SHEAR_MODULUS] = k[OWN_K_SHEAR_MODULUS];
}

// How a stiffness goes on, as springs want to know it: what a stored force keeps, now over one step ago, and the mean over the
// step.
typedef struct own_course {
    vd fade, change, mean;
} own_course;

// From the stiffness now and one step ago. Of a contact that begins it grows as another one does, or it is there at once.
SCREE_FN own_course own_course_of(const double *k, vd now, vd before, own_course other)
{
    const vd one = vd_set(1.0);
    const vm known = vd_gt(before, vd_set(0.0));
    const vm grows = vd_gt(vd_set(k[OWN_K_GROWS]), vd_set(0.0));
    const vd change = law_grip_change(now, before);
    const vd fade = vd_min(change, one);
    const vd mean = law_grip_mean(fade, change);
    return (own_course){
        .fade = vd_select(known, fade, vd_select(grows, other.fade, one)),
        .change = vd_select(known, change, vd_select(grows, other.change, one)),
        .mean = vd_select(known, mean, vd_select(grows, other.mean, one)),
    };
}

// A batch of one vector is asked. h: the numbers of the law itself stand behind what the library keeps.
SCREE_FN void own_ask_one(own_batch *batch, const double *k, vd *h)
{
    const law_own *own = own_law(k);
    const int first = own_before(own);
    const int kept = own_keeps(own) - first;
    for (int j = 0; j < kept; j++)
        vd_store(batch->kept[j], h[first + j]);
    own_ask(own, batch);
    for (int j = 0; j < kept; j++)
        h[first + j] = vd_load(batch->kept[j]);
}

#endif
