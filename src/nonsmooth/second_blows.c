// second_blows.c - blows of contacts that the first impacts of a step have made: what these threw at each other, and what
// these blows have thrown.
#include "nonsmooth/stages.h"

#include "base/mathlib.h"

// One round over all pairs among what has been found.
static bool strike_pairs(ns_solver *solver, int64_t first)
{
    const ns_network *network = &solver->network;
    const ns_turns *turns = &solver->turns;
    bool any = false;
    for (int64_t from = first, end = first; from < network->contacts; from = end) {
        const ns_contact *one = &network->contact[from];
        const ns_contact *other = one;
        while (end < network->contacts && other->id_a == one->id_a && other->id_b == one->id_b) {
            turns->at[end] = end;
            end++;
            other++;
        }
        const ns_pair pair = {turns->at + from, end - from, turns->sum + from};
        any = solver_strike_pair(solver, &pair) || any;
    }
    return any;
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
    if (solver->set.choice->mode == IMPACT_CASCADE)
        return solver_cascade(solver);
    if (!solver_keep(solver, &solver->past.struck) || !solver_reserve_turns(solver))
        return false;
    bool any = true;
    for (int round = 0; any && round < iterations_of_impacts(solver->set.choice); round++) {
        any = strike_pairs(solver, first);
        solver->report.impact_sweeps++;
    }
    if (any) {
        solver->report.impact_residual =
            real_max(solver->report.impact_residual, solver_approach(solver, first));
    }
    return true;
}
