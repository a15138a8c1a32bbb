// pair_blow.c - a blow of two bodies at all places at which they meet, at once: what second blows (second_blows.c) and
// cascades (impact.c) are made of.
//
// Two faces that meet with a blow at each of their corners would be thrown about if the corners had these one after the
// other: cubes in line with e = 1 would spin off, and none of them would stop as the balls of Newton's cradle do.
#include "nonsmooth/stages.h"

#include "base/mathlib.h"

#include <math.h>

static ns_contact *contact_of(const ns_solver *solver, const ns_pair *pair, int64_t i)
{
    return &solver->network.contact[pair->at[i]];
}

// Towards the targets, then friction, until nothing changes.
static void blow(ns_solver *solver, const ns_pair *pair, double enough)
{
    double most = INFINITY;
    for (int round = 0; most > enough && round < iterations_of_impacts(solver->set.choice);
         round++) {
        most = 0;
        for (int64_t i = 0; i < pair->count; i++)
            most = real_max(most, contact_blow_towards(solver, contact_of(solver, pair, i)));
    }
}

// What they shall part with. Returns the fastest that closes by more than its gap in the step, m/s.
static double aim(const ns_solver *solver, const ns_pair *pair)
{
    double fastest = 0;
    for (int64_t i = 0; i < pair->count; i++) {
        ns_contact *contact = contact_of(solver, pair, i);
        const double threshold = contact_threshold(solver, contact);
        const double closing = contact_closing(solver, contact);
        const double free = contact_free_speed(solver, contact);
        contact->target = -free;
        contact->struck_at = closing;
        if (closing > threshold && closing > free) {
            const law_set *law = &solver->law[contact->set];
            const double e = law_set_restitution(law, contact->r_eff, contact->m_eff, closing);
            contact->target = e * closing;
        }
        if (closing > free + 1e-12 * threshold)
            fastest = real_max(fastest, closing);
    }
    return fastest;
}

static bool gained(const ns_solver *solver, const ns_pair *pair)
{
    const mover *before = solver->past.struck.at;
    double work = 0;
    double size = 0;
    for (int64_t i = 0; i < pair->count; i++) {
        const ns_contact *contact = contact_of(solver, pair, i);
        const impact_row *given = contact_blow(solver, contact);
        const contact_work done = contact_work_of(solver, before, contact, given);
        work += done.normal + done.friction + done.rolling;
        size += fabs(done.normal) + given->push * fabs(contact->target);
    }
    return work > 1e-9 * size;
}

static void keep_bodies(const ns_solver *solver, const ns_pair *pair, mover *to, const mover *from)
{
    const ns_contact *contact = contact_of(solver, pair, 0);
    if (contact->a >= 0)
        to[contact->a] = from[contact->a];
    if (contact->b >= 0)
        to[contact->b] = from[contact->b];
}

bool solver_strike_pair(ns_solver *solver, const ns_pair *pair)
{
    mover *body = solver->movers.body;
    mover *before = solver->past.struck.at;
    const double fastest = aim(solver, pair);
    if (!(fastest > 0))
        return false;
    keep_bodies(solver, pair, before, body);
    for (int64_t i = 0; i < pair->count; i++) {
        impact_row *given = contact_blow(solver, contact_of(solver, pair, i));
        pair->earlier[i] = *given;
        *given = (impact_row){0};
    }
    blow(solver, pair, 1e-8 * fastest);
    if (gained(solver, pair)) { // then it is without restitution
        keep_bodies(solver, pair, body, before);
        for (int64_t i = 0; i < pair->count; i++) {
            ns_contact *contact = contact_of(solver, pair, i);
            *contact_blow(solver, contact) = (impact_row){0};
            contact->target = -contact_free_speed(solver, contact);
        }
        blow(solver, pair, 1e-8 * fastest);
    }
    for (int64_t i = 0; i < pair->count; i++) {
        impact_row *given = contact_blow(solver, contact_of(solver, pair, i));
        *given = impact_row_plus(given, 1, &pair->earlier[i]);
    }
    return true;
}
