// impact.c - impacts by Newton's law of restitution, before the constraints of a step (AGX manual, 35.6).
//
// A contact that closes faster than the threshold is an impact: it shall part with e times that speed. All others must
// not close, 0 <= u_n' with 0 <= push and one of them 0, read as complementarity: an equality would glue what parts.
// One that does not touch yet may close by its gap in the step. Two modes:
//   simultaneous  all of them at once, one complementarity problem, with friction bounded by the impacts
//   cascade       each approaching contact gets an impact of its own, over and over, until nothing approaches: what
//                 balls in line do (Newton's cradle)
// Energy that impacts may gain is taken from them again (energy_guard.c); what they throw at each other comes to a second
// blow (second_blows.c).
#include "nonsmooth/iterations.h"
#include "nonsmooth/stages.h"

#include "base/mathlib.h"

#include <math.h>
#include <string.h>

static const double borne = 0.1; // of what would be an impact again: what may be lacking of impacts

static bool strike(ns_solver *solver, ns_contact *contact)
{
    const double threshold = contact_threshold(solver, contact);
    const double free = contact_free_speed(solver, contact);
    const double closing = contact_closing(solver, contact);
    const v3 none = {0, 0, 0};
    if (!(closing > free + 1e-12 * threshold))
        return false;
    const contact_feels feels = contact_feel(solver, contact);
    const law_limits limits = contact_impact_limits(solver, contact, &feels);
    const law_set *set = &solver->law[contact->set];
    double change = closing - free;
    if (closing > threshold) {
        const double e = law_set_restitution(set, contact->r_eff, contact->m_eff, closing);
        change = (1 + e) * closing;
    }
    const double push = change / feels.normal;
    contact_blow(solver, contact)->push += push;
    contact_give(solver, contact, v3_scale(push, contact->normal), none);
    contact_drag(solver, contact, &limits, &feels);
    return true;
}

// The speed of the fastest contact from this one on that still approaches.
double solver_approach(const ns_solver *solver, int64_t first)
{
    const ns_network *network = &solver->network;
    double most = 0;
    for (int64_t i = first; i < network->contacts; i++) {
        const ns_contact *contact = &network->contact[i];
        const double approach =
            contact_closing(solver, contact) - contact_free_speed(solver, contact);
        most = real_max(most, approach);
    }
    return most;
}

int solver_cascade(ns_solver *solver)
{
    ns_network *network = &solver->network;
    int rounds = 0;
    bool any = true;
    for (; any && rounds < iterations_of_impacts(solver->set.choice); rounds++) {
        any = false;
        for (int64_t i = 0; i < network->contacts; i++)
            any = strike(solver, &network->contact[i]) || any;
    }
    if (any)
        solver->report.impact_residual = solver_approach(solver, 0);
    return rounds;
}

// What the impacts are, and what they lack, as energies: half the square of the speed with which a contact closed, or
// with which it still should part, over the inverse mass that it feels.
static void weigh(ns_solver *solver)
{
    const ns_network *network = &solver->network;
    const bool cascade = solver->set.choice->mode == IMPACT_CASCADE;
    ns_report *report = &solver->report;
    for (int64_t i = 0; i < network->contacts; i++) {
        const ns_contact *contact = &network->contact[i];
        const double target = cascade ? -contact_free_speed(solver, contact) : contact->target;
        const double lacks = real_max(target + contact_closing(solver, contact), 0);
        const bool counts = contact->hit || lacks > 0;
        if (!counts)
            continue;
        const v3 before = contact_velocity_with(solver->past.start.at, contact);
        const double closed = contact->hit ? v3_dot(contact->normal, before) : 0;
        const double felt = contact_feel(solver, contact).normal;
        report->impact_energy += 0.5 * closed * closed / felt;
        report->impact_lacked += 0.5 * lacks * lacks / felt;
    }
}

bool solver_impact(ns_solver *solver)
{
    ns_impacts *impacts = &solver->impacts;
    ns_report *report = &solver->report;
    const double enough = 1e-8 * impacts->fastest;
    const double bearable = real_max(enough, borne * solver_threshold(solver, INFINITY));
    report->impact_sweeps = 0;
    report->impact_residual = 0;
    report->impact_energy = 0;
    report->impact_lacked = 0;
    impacts->any = impacts->fastest > 0;
    if (!impacts->any)
        return true;
    if (!solver_reserve_blows(solver))
        return false;
    if (solver->set.choice->mode == IMPACT_CASCADE) {
        report->impact_sweeps = solver_cascade(solver);
        weigh(solver);
        return true;
    }
    if (!solver_strike_in_turn(solver))
        return false;
    mover *start = solver->past.start.at;
    if (solver->turns.count > 0) {
        if (!solver_keep(solver, &solver->past.turned))
            return false;
        start = solver->past.turned.at;
    }
    solver_fill(solver, STAGE_IMPACTS);
    if (!solver_sweep_blows(solver, start, enough, bearable, &report->impact_sweeps))
        return false;
    if (report->residual > enough)
        report->impact_residual = report->residual;
    weigh(solver);
    if (!solver_keep_energy(solver, start, enough, bearable))
        return false;
    solver_return_turns(solver);
    return true;
}
