// blow.c - the blow of one contact: along the normal towards what it shall part with, then friction, rolling and twisting
// within their limits (AGX manual, 35.6).
#include "nonsmooth/stages.h"

#include "base/mathlib.h"

#include <math.h>

static void cut(v3 *impulse, double most)
{
    double length = v3_norm(*impulse);
    if (length > most)
        *impulse = v3_scale(most / length, *impulse);
}

// Towards no slip, within a limit; what is added to the impulse. In the plane bodies cannot turn every way: they feel
// nothing.
static v3 hold(v3 *impulse, v3 slip, double creep, double feel, double limit)
{
    if (!(feel > 0))
        return v3_make(0, 0, 0);
    v3 before = *impulse;
    v3 now = v3_fma(before, -1 / (feel + creep), v3_fma(slip, creep, before));
    cut(&now, limit);
    *impulse = now;
    return v3_sub(now, before);
}

// Friction, then rolling and twisting, as in the rows of a sweep.
void contact_drag(ns_solver *solver, ns_contact *contact, const law_limits *limits,
                  const contact_feels *feels)
{
    const v3 none = {0, 0, 0};
    const v3 n = contact->normal;
    impact_row *impulse = contact_blow(solver, contact);
    v3 u = contact_velocity(solver, contact);
    v3 u_t = v3_fma(u, -v3_dot(u, n), n);
    double most_drag = limits->friction * impulse->push;
    v3 drag = hold(&impulse->drag, u_t, limits->creep, feels->tangential, most_drag);
    contact_give(solver, contact, drag, none);
    if (limits->rolling > 0) {
        v3 w = contact_spin(solver, contact);
        v3 w_t = v3_fma(w, -v3_dot(w, n), n);
        double most = limits->rolling * impulse->push;
        v3 roll = hold(&impulse->roll, w_t, limits->rolling_creep, feels->rolling, most);
        contact_give(solver, contact, none, roll);
    }
    if (limits->twisting > 0 && feels->twisting > 0) {
        double w_n = v3_dot(contact_spin(solver, contact), n);
        double creep = limits->twisting_creep;
        double most = limits->twisting * impulse->push;
        double lacking = (w_n + creep * impulse->twist) / (feels->twisting + creep);
        double twist = real_max(-most, real_min(most, impulse->twist - lacking));
        contact_give(solver, contact, none, v3_scale(twist - impulse->twist, n));
        impulse->twist = twist;
    }
}

// One round towards the target. The limits stay those with which the blow began: how long it takes, and so how much a
// spring or a dashpot of rolling gives, goes by the speed at which the bodies met.
double contact_blow_towards(ns_solver *solver, ns_contact *contact)
{
    impact_row *impulse = contact_blow(solver, contact);
    const contact_feels feels = contact_feel(solver, contact);
    const law_limits limits = contact_impact_limits(solver, contact, contact->struck_at, &feels);
    const double parting = v3_dot(contact->normal, contact_velocity(solver, contact));
    const double lacks = contact->target - parting;
    const double push = real_max(impulse->push + lacks / feels.normal, 0);
    const double more = push - impulse->push;
    impulse->push = push;
    contact_give(solver, contact, v3_scale(more, contact->normal), v3_make(0, 0, 0));
    contact_drag(solver, contact, &limits, &feels);
    return fabs(more) * feels.normal;
}
