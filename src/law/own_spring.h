// own_spring.h - springs of a program (scree/law.h), across the normal or against rolling: its function answers stiffness,
// dashpot and friction of many contacts at a time, and the spring itself is that of all other laws (spring.h).
//
// So what stretches it, how it turns with the contact, slides and ends, and its books are not of the program. Where it answers
// a stiffness of 0 there is no spring: a dashpot acts up to the limit, and what a spring held is lost.
#ifndef SCREE_LAW_OWN_SPRING_H
#define SCREE_LAW_OWN_SPRING_H

#include "law/own_vectors.h"
#include "law/spring.h"

// What a spring sees of its contacts; of one against rolling slip and rate are those of the relative spin.
typedef struct own_spring_in {
    vd live;                                // > 0 while the contact lives
    vd overlap, load, r_eff, m_eff, radius; // load: by which friction goes
    vd stiffness, dashpot, grip;            // of the normal law
    vd arm;                                 // what friction counts with: 1, or R* against rolling
    own_course course;                      // of what the stiffness follows
    law_turn turn;
    vd3 slip, rate;
    vd dt;
    bool unbooked;
} own_spring_in;

typedef struct own_spring_out {
    spring_out spring;
    vd stiffness, friction, sliding; // as answered
} own_spring_out;

SCREE_FN vd own_size(vd3 vector)
{
    return vd_sqrt(vd3_dot(vector, vector));
}

// Contacts from number i on: what they are asked with. Of one that has parted there is next to no overlap, and nothing of what
// comes with touch.
SCREE_FN void own_spring_tell(own_batch *batch, int i, const own_spring_in *in, const vd *h,
                              bool slides)
{
    const vd zero = vd_set(0.0);
    const vm live = vd_gt(in->live, zero);
    const vd radius = vd_max(in->radius, zero);
    const vd push = vd_max(in->load, zero);
    const vd stiffness = vd_max(in->stiffness, zero);
    const vd dashpot = vd_max(in->dashpot, zero);
    const vd grip = vd_max(in->grip, zero);
    vd_store(batch->given[SCREE_LAW_OVERLAP] + i, vd_max(in->overlap, 1e-12 * in->r_eff));
    vd_store(batch->given[SCREE_LAW_CLOSING] + i, zero);
    vd_store(batch->given[SCREE_LAW_APPROACH] + i, zero);
    vd_store(batch->given[SCREE_LAW_RADIUS] + i, in->r_eff);
    vd_store(batch->given[SCREE_LAW_MASS] + i, in->m_eff);
    vd_store(batch->given[SCREE_LAW_CONTACT] + i, vd_keep(live, radius));
    vd_store(batch->given[SCREE_LAW_PUSH] + i, vd_keep(live, push));
    vd_store(batch->given[SCREE_LAW_NORMAL_STIFFNESS] + i, vd_keep(live, stiffness));
    vd_store(batch->given[SCREE_LAW_NORMAL_DASHPOT] + i, vd_keep(live, dashpot));
    vd_store(batch->given[SCREE_LAW_GRIP] + i, vd_keep(live, grip));
    vd_store(batch->given[SCREE_LAW_SLIP] + i, vd_keep(live, own_size(in->slip)));
    vd_store(batch->given[SCREE_LAW_RATE] + i, vd_keep(live, own_size(in->rate)));
    vd_store(batch->given[SCREE_LAW_HELD] + i, vd_sqrt(spring_square(h)));
    vd_store(batch->given[SCREE_LAW_SLID] + i, slides ? h[OWN_SLIDES] : zero);
}

// A dashpot alone, of those that have no stiffness; `stored` is what their springs held a step ago, J.
SCREE_FN spring_out own_dashpot_alone(spring_in s, spring_out spring, vm alone, vd stored, vd *h)
{
    const vd capped = law_capped(s.dashpot, s.limit, own_size(s.rate));
    const vd3 drag = vd3_scale(-capped, s.rate);
    spring.force = vd3_select(alone, drag, spring.force);
    spring.damper = vd3_select(alone, drag, spring.damper);
    const vm beyond = vd_gt(s.dashpot * own_size(s.rate), s.limit);
    spring.slides = vd_select(alone, vd_keep(beyond, vd_set(1.0)), spring.slides);
    spring.slid = vd_select(alone, stored, spring.slid);
    for (int j = 0; j < (s.two ? 4 : 3); j++)
        h[OWN_HELD + j] = vd_select(alone, vd_set(0.0), h[OWN_HELD + j]);
    return spring;
}

// What they were answered. h: what the library keeps of them; the numbers of the law itself go another way.
SCREE_FN own_spring_out own_spring_hear(const own_batch *batch, int i, const double *k,
                                        const own_spring_in *in, vd *h)
{
    const law_own *own = own_law(k);
    const bool slides = own_slides(own);
    const bool free = own_follows(own) == SCREE_LAW_FREE;
    const vd zero = vd_set(0.0);
    vd *before = &h[OWN_SLIDES + slides]; // the stiffness one step ago, of those that keep it
    const vd stiffness = vd_load(batch->answer[SCREE_LAW_STIFFNESS] + i);
    const vd friction = vd_load(batch->answer[SCREE_LAW_FRICTION] + i);
    vd sliding = friction;
    if (slides)
        sliding = vd_load(batch->answer[SCREE_LAW_SLIDING] + i);
    const vd push = vd_max(in->load, zero);
    const vd some = vd_max(stiffness, vd_set(LAW_LEAST_GRIP)); // it is divided by
    own_course course = in->course;
    vd stored = zero;
    if (free) {
        course = own_course_of(k, some, *before, in->course);
        const vm known = vd_gt(*before, zero);
        stored = vd_select(known, 0.5 * spring_square(h) / vd_max(*before, vd_set(LAW_LEAST_GRIP)),
                           zero);
    }
    const spring_in s = {
        .stiffness = some,
        .mean = course.mean,
        .dashpot = vd_load(batch->answer[SCREE_LAW_DASHPOT] + i),
        .limit = friction * in->arm * push,
        .cap = sliding * in->arm * push,
        .fade = course.fade,
        .change = course.change,
        .turn = in->turn,
        .slip = in->slip,
        .dt = in->dt,
        .rate = in->rate,
        .two = slides,
        .total = false,
        .unbooked = in->unbooked,
    };
    own_spring_out out = {spring_pull(s, h), some, friction, sliding};
    const vm alone = vd_gt(vd_set(LAW_LEAST_GRIP), stiffness);
    if (__builtin_expect(vm_bits(alone) != 0, 0))
        out.spring = own_dashpot_alone(s, out.spring, alone, stored, h);
    if (free)
        *before = stiffness;
    return out;
}

// A batch of one vector of contacts alone.
SCREE_FN own_spring_out own_spring_ask(const double *k, const own_spring_in *in, vd *h)
{
    own_batch batch;
    double step[SCREE_WIDTH];
    own_begin(&batch, k, SCREE_WIDTH);
    vd_store(step, in->dt);
    batch.pair[SCREE_LAW_STEP] = step[0];
    own_spring_tell(&batch, 0, in, h, own_slides(own_law(k)));
    own_ask_one(&batch, k, h);
    return own_spring_hear(&batch, 0, k, in, h);
}

// The energy of it, as it would be answered now.
SCREE_FN vd own_spring_energy(const double *k, const own_spring_in *in, const vd *h)
{
    vd kept[LAW_HISTORY_MOST];
    const int count = own_keeps(own_law(k));
    for (int j = 0; j < count; j++)
        kept[j] = h[j];
    const own_spring_out out = own_spring_ask(k, in, kept);
    return 0.5 * spring_square(h) / out.stiffness;
}

// When damping begins in an impact, beside that of the normal law.
SCREE_FN double own_spring_onset(const double *k, law_onset beside)
{
    const double onset = own_onset(own_law(k));
    return onset == SCREE_LAW_AS_NORMAL ? beside.dashpot : onset;
}

#endif
