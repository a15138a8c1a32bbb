// in_turn.c - blows of two bodies that nothing else meets, at several places: in the order in which these come.
//
// Of a solid that falls on a plane many corners may touch within a step, each of which would part with its restitution
// if all had their blows at once. But most of them do not touch any more once the first one has parted: a ball of fine
// facets has one blow, a box that falls on an edge two. So the place that comes first has its blow, together with those
// that come within a hundredth of a step; then it is asked again what will touch, with the velocities after that, until
// nothing does. In a bed, where bodies have other contacts, all blows of the step are one problem (impact.c).
#include "nonsmooth/stages.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double together = 0.01; // of a step
static const double never = -1e30;   // m/s: what may close as fast as it likes

// All contacts of two bodies, in the order of their keys.
typedef struct meeting {
    int64_t *at; // numbers of contacts
    int64_t count;
} meeting;

// ---- who meets one other alone

enum { NOBODY = -1, SEVERAL = -2 };

static bool same_pair(const ns_contact *first, const ns_contact *second)
{
    return first->id_a == second->id_a && first->id_b == second->id_b;
}

static void note_contact(const ns_network *network, int64_t *first, int32_t mover_at, int64_t at)
{
    if (mover_at < 0)
        return;
    int64_t *of = &first[mover_at];
    if (*of == NOBODY)
        *of = at;
    else if (*of >= 0 && !same_pair(&network->contact[*of], &network->contact[at]))
        *of = SEVERAL;
}

static bool is_lone(const int64_t *first, int32_t mover_at)
{
    return mover_at < 0 || first[mover_at] >= 0;
}

static int compare(int64_t first, int64_t second)
{
    return (first > second) - (first < second);
}

static int by_key(const void *first_at, const void *second_at)
{
    const ns_lone *first = first_at;
    const ns_lone *second = second_at;
    const int pair = compare(first->id_a, second->id_a);
    const int other = pair ? pair : compare(first->id_b, second->id_b);
    return other ? other : compare(first->feature, second->feature);
}

// Contacts of pairs that meet nothing else, where they are several; balls have one each.
static int64_t find_lone(const ns_solver *solver, int64_t *first, ns_lone *lone)
{
    const ns_network *network = &solver->network;
    int64_t count = 0;
    for (int32_t mover = 0; mover < solver->movers.count; mover++)
        first[mover] = NOBODY;
    for (int64_t i = 0; i < network->contacts; i++) {
        note_contact(network, first, network->contact[i].a, i);
        note_contact(network, first, network->contact[i].b, i);
    }
    for (int64_t i = 0; i < network->contacts; i++) {
        const ns_contact *contact = &network->contact[i];
        if (!contact->balls && is_lone(first, contact->a) && is_lone(first, contact->b))
            lone[count++] = (ns_lone){contact->id_a, contact->id_b, contact->feature, i};
    }
    if (count > 0)
        qsort(lone, (size_t)count, sizeof *lone, by_key);
    return count;
}

static bool same_two(const ns_lone *first, const ns_lone *second)
{
    return first->id_a == second->id_a && first->id_b == second->id_b;
}

// ---- one blow

// When it will touch, s; INFINITY where it does not in this step, or so slowly that it is no impact.
static double comes_at(const ns_solver *solver, const ns_contact *contact)
{
    const double closing = contact_closing(solver, contact);
    const double gap = real_max(contact->gap, 0);
    const bool touches = closing * solver->set.step > gap + contact_rise(solver, contact);
    if (!(closing > contact_threshold(solver, contact)) || !touches)
        return INFINITY;
    return gap / closing;
}

// Gives the contacts that come first their targets. What is as good as at touch must not close; the others may. False:
// nothing comes.
static bool aim_at_first(ns_solver *solver, const meeting *meeting, double *fastest)
{
    double first = INFINITY;
    *fastest = 0;
    for (int64_t i = 0; i < meeting->count; i++) {
        const ns_contact *contact = &solver->network.contact[meeting->at[i]];
        first = real_min(first, comes_at(solver, contact));
    }
    if (!isfinite(first))
        return false;
    const double until = first + together * solver->set.step;
    for (int64_t i = 0; i < meeting->count; i++) {
        ns_contact *contact = &solver->network.contact[meeting->at[i]];
        const double closing = contact_closing(solver, contact);
        contact->struck_at = closing;
        const bool at_touch = contact->gap <= until * fabs(closing);
        contact->target = at_touch ? -real_max(contact->gap, 0) / solver->set.step : never;
        if (comes_at(solver, contact) > until)
            continue;
        const law_set *law = &solver->law[contact->set];
        const double e = law_set_restitution(law, contact->r_eff, contact->m_eff, closing);
        contact->target = e * closing;
        *fastest = real_max(*fastest, closing);
    }
    return true;
}

// Towards the targets, then friction, until nothing changes.
static void blow(ns_solver *solver, const meeting *meeting, double enough)
{
    double most = INFINITY;
    const int rounds = iterations_of_impacts(solver->set.choice);
    for (int round = 0; most > enough && round < rounds; round++) {
        most = 0;
        for (int64_t i = 0; i < meeting->count; i++) {
            ns_contact *contact = &solver->network.contact[meeting->at[i]];
            if (contact->target > never)
                most = real_max(most, contact_blow_towards(solver, contact));
        }
    }
}

// ---- the meeting

static bool gained(const ns_solver *solver, const mover *before, const meeting *meeting)
{
    double work = 0;
    double size = 0;
    for (int64_t i = 0; i < meeting->count; i++) {
        const ns_contact *contact = &solver->network.contact[meeting->at[i]];
        const impact_row *given = contact_blow(solver, contact);
        const contact_work done = contact_work_of(solver, before, contact, given);
        work += done.normal + done.friction + done.rolling;
        size += fabs(done.normal) + (given->push > 0 ? given->push * fabs(contact->target) : 0);
    }
    return work > 1e-9 * size;
}

static void keep_bodies(const ns_solver *solver, const meeting *meeting, mover *to,
                        const mover *from)
{
    const ns_contact *contact = &solver->network.contact[meeting->at[0]];
    if (contact->a >= 0)
        to[contact->a] = from[contact->a];
    if (contact->b >= 0)
        to[contact->b] = from[contact->b];
}

// One that would gain energy is without restitution.
static void strike_first(ns_solver *solver, const meeting *meeting, double fastest)
{
    mover *body = solver->movers.body;
    mover *before = solver->past.struck.at;
    keep_bodies(solver, meeting, before, body);
    blow(solver, meeting, 1e-8 * fastest);
    if (!gained(solver, before, meeting))
        return;
    keep_bodies(solver, meeting, body, before);
    for (int64_t i = 0; i < meeting->count; i++) {
        ns_contact *contact = &solver->network.contact[meeting->at[i]];
        *contact_blow(solver, contact) = (impact_row){0};
        if (contact->target > never)
            contact->target = -real_max(contact->gap, 0) / solver->set.step;
    }
    blow(solver, meeting, 1e-8 * fastest);
}

// Do all that come come together?
static bool comes_at_once(const ns_solver *solver, const meeting *meeting)
{
    double first = INFINITY;
    double last = 0;
    for (int64_t i = 0; i < meeting->count; i++) {
        const double time = comes_at(solver, &solver->network.contact[meeting->at[i]]);
        first = real_min(first, time);
        last = isfinite(time) ? real_max(last, time) : last;
    }
    return !(last > first + together * solver->set.step);
}

// Blows until nothing comes; their sums go to `sum`, and the rows are left empty.
static void strike_meeting(ns_solver *solver, const meeting *meeting, impact_row *sum)
{
    const int most = iterations_of_impacts(solver->set.choice);
    double fastest;
    memset(sum, 0, (size_t)meeting->count * sizeof *sum);
    for (int round = 0; round < most && aim_at_first(solver, meeting, &fastest); round++) {
        strike_first(solver, meeting, fastest);
        for (int64_t i = 0; i < meeting->count; i++) {
            impact_row *given = &solver->impacts.blow[meeting->at[i]];
            sum[i] = impact_row_plus(&sum[i], 1, given);
            *given = (impact_row){0};
        }
    }
    for (int64_t i = 0; i < meeting->count; i++)
        solver->network.contact[meeting->at[i]].target = never;
}

bool solver_reserve_turns(ns_solver *solver)
{
    ns_turns *turns = &solver->turns;
    const int64_t contacts = solver->network.contacts;
    return MEM_GROW(turns->first, turns->first_room, solver->movers.count + 1) &&
           MEM_GROW(turns->lone, turns->lone_room, contacts + 1) &&
           MEM_GROW(turns->at, turns->at_room, contacts + 1) &&
           MEM_GROW(turns->sum, turns->sum_room, contacts + 1);
}

void solver_sort_pairs(ns_solver *solver)
{
    const ns_turns *turns = &solver->turns;
    const int64_t contacts = solver->network.contacts;
    for (int64_t i = 0; i < contacts; i++) {
        const ns_contact *contact = &solver->network.contact[i];
        turns->lone[i] = (ns_lone){contact->id_a, contact->id_b, contact->feature, i};
    }
    qsort(turns->lone, (size_t)contacts, sizeof *turns->lone, by_key);
    for (int64_t i = 0; i < contacts; i++)
        turns->at[i] = turns->lone[i].at;
}

int64_t solver_pair_end(const ns_turns *turns, int64_t from, int64_t count)
{
    int64_t end = from;
    while (end < count && same_two(&turns->lone[from], &turns->lone[end]))
        end++;
    return end;
}

bool solver_strike_in_turn(ns_solver *solver)
{
    ns_turns *turns = &solver->turns;
    turns->count = 0;
    if (!solver_reserve_turns(solver) || !solver_keep(solver, &solver->past.struck))
        return false;
    const ns_lone *lone = turns->lone;
    const int64_t all = find_lone(solver, turns->first, turns->lone);
    for (int64_t from = 0, end = 0; from < all; from = end) {
        int64_t *at = turns->at + turns->count;
        for (end = from; end < all && same_two(&lone[from], &lone[end]); end++)
            at[end - from] = lone[end].at;
        const meeting meeting = {at, end - from};
        if (meeting.count < 2 || comes_at_once(solver, &meeting))
            continue;
        strike_meeting(solver, &meeting, turns->sum + turns->count);
        turns->count += meeting.count;
    }
    return true;
}

void solver_return_turns(ns_solver *solver)
{
    const ns_turns *turns = &solver->turns;
    for (int64_t i = 0; i < turns->count; i++) {
        impact_row *given = &solver->impacts.blow[turns->at[i]];
        *given = impact_row_plus(given, 1, &turns->sum[i]);
    }
}
