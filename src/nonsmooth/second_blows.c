// second_blows.c - blows of contacts that the first impacts of a step have made: what these threw at each other, and what
// these blows have thrown.
#include "nonsmooth/stages.h"

#include "base/mathlib.h"

#include <math.h>

// Contacts of one pair, at once: towards the targets, then friction, until nothing changes.
static void blow_pair(ns_solver *solver, ns_contact *first, const ns_contact *end, double enough)
{
    double most = INFINITY;
    for (int round = 0; most > enough && round < iterations_of_impacts(solver->set.choice);
         round++) {
        most = 0;
        for (ns_contact *contact = first; contact < end; contact++)
            most = real_max(most, contact_blow_towards(solver, contact));
    }
}

// What they shall part with. Returns the fastest that closes by more than its gap in the step, m/s.
static double aim(const ns_solver *solver, ns_contact *first, const ns_contact *end)
{
    double fastest = 0;
    for (ns_contact *contact = first; contact < end; contact++) {
        const double threshold = contact_threshold(solver, contact);
        double closing = -v3_dot(contact->normal, contact_velocity(solver, contact));
        const double free = real_max(contact->gap, 0) / solver->set.step;
        contact->target = -free;
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

static bool gained(const ns_solver *solver, const ns_contact *first, const ns_contact *end)
{
    const mover *before = solver->past.struck.at;
    double work = 0;
    double size = 0;
    for (const ns_contact *contact = first; contact < end; contact++) {
        const impact_row *blow = contact_blow(solver, contact);
        const contact_work done = contact_work_of(solver, before, contact, blow);
        work += done.normal + done.friction + done.rolling;
        size += fabs(done.normal) + blow->push * fabs(contact->target);
    }
    return work > 1e-9 * size;
}

// A blow of one pair that closes; one that would gain energy is without restitution.
static bool strike_pair(ns_solver *solver, ns_contact *first, ns_contact *end)
{
    mover *body = solver->movers.body;
    mover *before = solver->past.struck.at;
    double fastest = aim(solver, first, end);
    if (!(fastest > 0))
        return false;
    const int32_t mover_at[2] = {first->a, first->b};
    for (int i = 0; i < 2; i++) {
        if (mover_at[i] >= 0)
            before[mover_at[i]] = body[mover_at[i]];
    }
    for (ns_contact *contact = first; contact < end; contact++) {
        contact->impulse = *contact_blow(solver, contact);
        *contact_blow(solver, contact) = (impact_row){0};
    }
    blow_pair(solver, first, end, 1e-8 * fastest);
    if (gained(solver, first, end)) {
        for (int i = 0; i < 2; i++) {
            if (mover_at[i] >= 0)
                body[mover_at[i]] = before[mover_at[i]];
        }
        for (ns_contact *contact = first; contact < end; contact++) {
            *contact_blow(solver, contact) = (impact_row){0};
            contact->target = -real_max(contact->gap, 0) / solver->set.step;
        }
        blow_pair(solver, first, end, 1e-8 * fastest);
    }
    for (ns_contact *contact = first; contact < end; contact++) { // with earlier ones
        impact_row *impulse = contact_blow(solver, contact);
        impact_row *earlier = &contact->impulse;
        impulse->push += earlier->push;
        impulse->twist += earlier->twist;
        impulse->drag = v3_add(impulse->drag, earlier->drag);
        impulse->roll = v3_add(impulse->roll, earlier->roll);
        *earlier = (impact_row){0};
    }
    return true;
}

// What the impacts threw at each other, pair by pair, again and again until nothing closes: in a cascade among all. What
// earlier searches have found may close again.
bool solver_strike_again(ns_solver *solver)
{
    ns_network *network = &solver->network;
    const int64_t had = network->contacts;
    const int64_t first = network->ordered;
    if (!solver_append(solver))
        return false;
    if (network->contacts == had)
        return true;
    for (int64_t i = had; i < network->contacts; i++)
        solver_delay_second(solver, &network->contact[i]);
    if (solver->set.choice->mode == IMPACT_CASCADE) {
        solver->report.impact_sweeps += solver_cascade(solver);
        return true;
    }
    if (!solver_keep(solver, &solver->past.struck))
        return false;
    ns_contact *all = network->contact + network->contacts;
    bool any = true;
    for (int round = 0; any && round < iterations_of_impacts(solver->set.choice); round++) {
        any = false;
        for (ns_contact *contact = network->contact + first, *end = contact; contact < all;
             contact = end) {
            while (end < all && end->id_a == contact->id_a && end->id_b == contact->id_b)
                end++;
            any = strike_pair(solver, contact, end) || any;
        }
        solver->report.impact_sweeps++;
    }
    if (any) {
        solver->report.impact_residual =
            real_max(solver->report.impact_residual, solver_approach(solver, first));
    }
    return true;
}
