// impact.c - impacts by Newton's law of restitution, before the constraints of a step (AGX manual, 35.6).
//
// A contact that closes faster than the threshold is an impact: it shall part with e times that speed. All others must
// not close, 0 <= u_n' with 0 <= push and one of them 0, read as complementarity: an equality would glue what parts.
// One that does not touch yet may close by its gap in the step. Two modes:
//   simultaneous  all of them at once, one complementarity problem, with friction bounded by the impacts
//   cascade       two bodies that approach get an impact of their own at all places at which they meet (pair_blow.c),
//                 pair after pair, over and over, until nothing approaches: what balls in line do (Newton's cradle)
// Energy that impacts may gain is taken from them again (energy_guard.c); what they throw at each other comes to a second
// blow (second_blows.c).
#include "nonsmooth/iterations.h"
#include "nonsmooth/stages.h"

#include "base/mathlib.h"

#include <math.h>
#include <string.h>

static const double borne = 0.1; // of what would be an impact again: what may be lacking of impacts

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

bool solver_cascade(ns_solver *solver)
{
    if (!solver_keep(solver, &solver->past.struck) || !solver_reserve_turns(solver))
        return false;
    const ns_turns *turns = &solver->turns;
    const int64_t contacts = solver->network.contacts;
    solver_sort_pairs(solver);
    int rounds = 0;
    bool any = true;
    for (; any && rounds < iterations_of_impacts(solver->set.choice); rounds++) {
        any = false;
        for (int64_t from = 0, end = 0; from < contacts; from = end) {
            end = solver_pair_end(turns, from, contacts);
            const ns_pair pair = {turns->at + from, end - from, turns->sum + from};
            any = solver_strike_pair(solver, &pair) || any;
        }
    }
    if (any)
        solver->report.impact_residual = solver_approach(solver, 0);
    solver->report.impact_sweeps += rounds;
    return true;
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
        if (!solver_cascade(solver))
            return false;
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
