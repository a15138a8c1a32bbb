// rolling_own.h - resistance to rolling of a program (scree/law.h): its function answers stiffness, dashpot and friction of a
// spring against the relative spin in the contact plane (own_spring.h); friction counts with R* times the push.
//
// `own` itself, in a case, is refused; a law that is given has a name of its own, own-NAME, and stands for this row.
#ifndef SCREE_LAW_ROLLING_OWN_H
#define SCREE_LAW_ROLLING_OWN_H

#include "law/own_spring.h"

SCREE_TEXT rolling_own_doc[] = "a law of a program that embeds Scree, as own-NAME: its function "
                               "tells of a spring against rolling (scree/law.h)";
SCREE_TEXT rolling_own_example[] = "";
SCREE_ROWS rolling_own_rows[] = {{NULL, ROW_REAL, NULL, 0.0, 0.0, 0.0, NULL}};
enum {
    rolling_own_row_count = 0,
    rolling_own_history = LAW_HISTORY_MOST,
    rolling_own_traits = LAW_GIVEN
};
#define rolling_own_mix own_mix
#define rolling_own_bound law_no_bound
#define rolling_own_onset own_spring_onset

SCREE_FN own_spring_in rolling_own_in(const double *k, const rolling_in *in)
{
    const vd one = vd_set(1.0);
    own_course course = {in->fade, in->change, in->mean};
    if (own_follows(own_law(k)) == SCREE_LAW_STILL)
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
        .arm = in->r_eff,
        .course = course,
        .turn = in->turn,
        .slip = in->rolled,
        .rate = in->rolling,
        .dt = in->dt,
        .unbooked = false,
    };
}

// What passes make of an answer.
SCREE_FN rolling_out rolling_own_out(own_spring_out out)
{
    return (rolling_out){
        .torque = out.spring.force,
        .damper = out.spring.damper,
        .lost = out.spring.slid,
    };
}

// One vector of contacts alone; passes ask for whole batches (smooth/own_spring_pass.h).
SCREE_FN rolling_out rolling_own_resist(const double *k, rolling_in in, vd *h)
{
    const own_spring_in seen = rolling_own_in(k, &in);
    return rolling_own_out(own_spring_ask(k, &seen, h));
}

SCREE_FN vd rolling_own_energy(const double *k, rolling_in in, const vd *h)
{
    const own_spring_in seen = rolling_own_in(k, &in);
    return own_spring_energy(k, &seen, h);
}

#endif
