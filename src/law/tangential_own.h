// tangential_own.h - friction of a program (scree/law.h): its function answers stiffness, dashpot and friction of a spring across
// the normal (own_spring.h).
//
// `own` itself, in a case, is refused; a law that is given has a name of its own, own-NAME, and stands for this row.
#ifndef SCREE_LAW_TANGENTIAL_OWN_H
#define SCREE_LAW_TANGENTIAL_OWN_H

#include "law/own_spring.h"

SCREE_TEXT tangential_own_doc[] = "a law of a program that embeds Scree, as own-NAME: its function "
                                  "tells of a spring across the normal (scree/law.h)";
SCREE_TEXT tangential_own_example[] = "";
SCREE_ROWS tangential_own_rows[] = {{NULL, ROW_REAL, NULL, 0.0, 0.0, 0.0, NULL}};
enum {
    tangential_own_row_count = 0,
    tangential_own_history = LAW_HISTORY_MOST,
    tangential_own_traits = LAW_GIVEN
};
#define tangential_own_kept law_keeps_all
#define tangential_own_mix own_mix
#define tangential_own_bound law_no_bound
#define tangential_own_onset own_spring_onset

// Friction is answered contact by contact.
SCREE_FN law_end tangential_own_end(const double *k, law_onset beside)
{
    const law_own *own = own_law(k);
    switch (own_follows(own)) {
    case SCREE_LAW_WITH_GRIP:
        return (law_end){.power = LAW_GRIP_POWER};
    case SCREE_LAW_WITH_STIFFNESS:
        return (law_end){.power = law_share_power(beside)};
    case SCREE_LAW_FREE:
        return (law_end){.power = own_rise(own)};
    default:
        return (law_end){.power = 0};
    }
}

SCREE_FN own_spring_in tangential_own_in(const double *k, const tangential_in *in)
{
    const vd one = vd_set(1.0);
    const scree_law_follows follows = own_follows(own_law(k));
    own_course course = {in->fade, in->change, in->mean};
    if (follows == SCREE_LAW_WITH_STIFFNESS)
        course = (own_course){in->spring_fade, in->spring_change, in->spring_mean};
    if (follows == SCREE_LAW_STILL)
        course = (own_course){one, one, one};
    return (own_spring_in){
        .live = one,
        .overlap = in->overlap,
        .load = in->load,
        .r_eff = in->r_eff,
        .m_eff = in->m_eff,
        .radius = in->radius,
        .stiffness = in->stiffness,
        .dashpot = in->dashpot,
        .grip = in->grip,
        .arm = one,
        .course = course,
        .turn = in->turn,
        .slip = in->slip,
        .rate = in->rate,
        .dt = in->dt,
        .unbooked = in->unbooked,
    };
}

// What passes make of an answer.
SCREE_FN tangential_out tangential_own_out(own_spring_out out)
{
    return (tangential_out){
        .force = out.spring.force,
        .damper = out.spring.damper,
        .slides = out.spring.slides,
        .friction = out.spring.slid,
    };
}

// One vector of contacts alone; passes ask for whole batches (smooth/own_spring_pass.h).
SCREE_FN tangential_out tangential_own_drag(const double *k, tangential_in in, vd *h)
{
    const own_spring_in seen = tangential_own_in(k, &in);
    return tangential_own_out(own_spring_ask(k, &seen, h));
}

SCREE_FN vd tangential_own_energy(const double *k, tangential_in in, const vd *h)
{
    const own_spring_in seen = tangential_own_in(k, &in);
    return own_spring_energy(k, &seen, h);
}

#endif
