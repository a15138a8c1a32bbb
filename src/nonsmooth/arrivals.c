// arrivals.c - what holds a body until it touches somewhere else.
//
// A block that rocks stands on one edge until the other one comes down, s h after the beginning of a step. The row of the
// edge that comes down lifts the other one in all of that step, as if it had come down at the beginning. What that edge
// would have carried until then, m g s h, is missing, and with it 2 b m g s h of angular momentum about the new edge, 2 b
// the way from one to the other. That does not depend on how fast the block rocks, and so the slower it does, the more of
// its motion is lost: in steps of 5 ms a block of 20 cm by 5 kept 0.72 of its energy where G. W. Housner (Bull. Seism. Soc.
// Am. 53 (1963) 403) has 0.83.
//
// So impulses that contacts of such a body had in the step before are given for the part of the step that is before the
// touch, and only what comes on top of them is chosen by the sweeps. Velocities belong to the middle between two steps,
// and an impulse is that of the time from half a step before to half a step after: until the touch it is
//   (s + 1/2) of a step's impulse,
// of which as much as one is given in this step, and what is left, s - 1/2, in the next one. There the contact has its
// gap closed, goes on closing with u' = u - D p, and s is u'/u. Of several touches of a body in a step the first counts.
#include "nonsmooth/stages.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

static const double slow =
    0.1; // of the speed that gravity makes in a step: slower touches are no events
static const double lying =
    0.02; // of the way that gravity makes in a step: the gap of what lies on

static const ns_arrival no_arrival = {.until = 2};

static bool is_event(ns_arrival arrival)
{
    return arrival.until < no_arrival.until;
}

static ns_arrival first_of(ns_arrival one, ns_arrival other)
{
    return other.until < one.until ? other : one;
}

// What has touched in the step before and still closes.
static ns_arrival late(const ns_solver *solver, const ns_contact *contact, double closing)
{
    const double stopped = contact_feel(solver, contact).normal * contact->impulse.push;
    const double touched = closing / (closing + stopped);
    if (touched > 0.5)
        return (ns_arrival){.until = touched - 0.5, .late = true};
    return no_arrival;
}

// When gap + u t + bend t^2/2 is 0; infinite where it never is.
static double first_touch(double gap, double u, double bend)
{
    const double root = u * u - 2 * bend * gap;
    if (!(root > 0))
        return INFINITY;
    return 2 * gap / (sqrt(root) - u);
}

// The touch of a contact, if it has one. With the velocity u in the middle of the step before, and what the old impulses
// and gravity make of it, u', it goes u + (u' - u)/2 at the beginning of the step, and on with (u' - u)/h and the bend of
// its way: where the body turns about another contact these two are opposite.
static ns_arrival arrival_of(const ns_solver *solver, const ns_contact *contact)
{
    if (!contact->bends)
        return no_arrival;
    const double h = solver->set.step;
    const v3 n = contact->normal;
    const double bend = contact->hit ? 0 : contact_bend(solver, contact);
    const double turned = bend * contact->touch * h; // of the arm that it has at the touch
    const double before = v3_dot(n, contact_velocity_with(solver->past.start.at, contact)) - turned;
    const double after = v3_dot(n, contact_velocity(solver, contact)) - turned;
    const double more = contact->hit ? 0 : after - before;
    const double u = before + 0.5 * more;
    if (!(-u > slow * solver->set.gravity * h))
        return no_arrival;
    if (contact->impulse.push > 0)
        return -before * h > contact->gap ? late(solver, contact, -before) : no_arrival;
    const double time = first_touch(contact->gap, u, bend + more / h);
    if (!(time < h))
        return no_arrival;
    // A blow leaves nothing by which the next step would know of it. It is larger than what is given too early, where the
    // other does not move; a light grain that hits a heavy one must not lift it.
    const double most = contact->hit && contact->a < 0 ? 1.5 : 1;
    return (ns_arrival){
        .until = real_max(0, real_min(most, time / h + 0.5)),
        .late = contact->hit && time <= 0,
    };
}

static bool make_room(ns_solver *solver)
{
    ns_arrivals *arrivals = &solver->arrivals;
    const int64_t contacts = solver->network.contacts;
    if (!MEM_GROW(arrivals->first, arrivals->mover_room, solver->movers.count))
        return false;
    for (int32_t mover = 0; mover < solver->movers.count; mover++)
        arrivals->first[mover] = no_arrival;
    if (contacts > arrivals->held_room || !arrivals->held) {
        mem_free(arrivals->held);
        arrivals->held_room = contacts + contacts / 4 + 64;
        arrivals->held = mem_large((size_t)arrivals->held_room * sizeof *arrivals->held);
        if (!arrivals->held)
            arrivals->held_room = 0;
    }
    return arrivals->held != NULL;
}

static void note(ns_arrivals *arrivals, int32_t mover_at, ns_arrival arrival)
{
    if (mover_at >= 0)
        arrivals->first[mover_at] = first_of(arrivals->first[mover_at], arrival);
}

// When bodies touch something; false without memory.
static bool find(ns_solver *solver)
{
    ns_arrivals *arrivals = &solver->arrivals;
    const ns_network *network = &solver->network;
    for (int64_t i = 0; i < network->contacts; i++) {
        const ns_contact *contact = &network->contact[i];
        const ns_arrival arrival = arrival_of(solver, contact);
        if (!is_event(arrival))
            continue;
        if (!arrivals->any && !make_room(solver))
            return false;
        arrivals->any = true;
        note(arrivals, contact->a, arrival);
        note(arrivals, contact->b, arrival);
    }
    return true;
}

// Of the impulses that a contact had in the step before, what it goes on having until something else touches. It has to
// lie on: what has been lifted by an earlier touch is past, but for what was not yet given of it.
static impact_row held_by(const ns_solver *solver, const ns_contact *contact)
{
    const ns_arrivals *arrivals = &solver->arrivals;
    const impact_row none = {0};
    const double fall = solver->set.gravity * solver->set.step * solver->set.step;
    ns_arrival first = arrivals->first[contact->b];
    if (contact->a >= 0)
        first = first_of(first, arrivals->first[contact->a]);
    const bool carries = contact->soft >= 0 && contact->impulse.push > 0;
    const bool lies = first.late || contact->gap < lying * fall;
    if (!carries || !lies || !is_event(first) || is_event(arrival_of(solver, contact)))
        return none;
    return impact_row_plus(&none, first.until, &contact->impulse);
}

// ---- what would hold a body in this step, if nothing came down

enum { ROUNDS = 20 };

static bool is_foreseen(const ns_solver *solver, int64_t i)
{
    const ns_arrivals *arrivals = &solver->arrivals;
    const int32_t b = solver->network.contact[i].b;
    return arrivals->held[i].push > 0 && solver->hubs.of_mover[b] == NS_AMONG_STILL &&
           !arrivals->first[b].late;
}

// Towards what keeps a corner on its circle, without slip within the limit of friction.
static void carry(ns_solver *solver, ns_contact *contact)
{
    const v3 none = {0, 0, 0};
    const v3 n = contact->normal;
    const contact_feels feels = contact_feel(solver, contact);
    const double rises = contact_rise(solver, contact) / solver->set.step;
    const impact_row before = contact->impulse;
    const double lacks = rises - contact_closing(solver, contact);
    const double push = real_max(0, before.push - lacks / feels.normal);
    contact_give(solver, contact, v3_scale(push - before.push, n), none);
    v3 slip = v3_add(contact_velocity(solver, contact), contact_slide(solver, contact));
    slip = v3_fma(slip, -v3_dot(slip, n), n);
    v3 drag = v3_fma(before.drag, -1 / feels.tangential, slip);
    const double most = solver->limits[contact->set].friction * push;
    const double length = v3_norm(drag);
    if (length > most)
        drag = v3_scale(most / length, drag);
    contact_give(solver, contact, v3_sub(drag, before.drag), none);
    contact->impulse.push = push;
    contact->impulse.drag = drag;
}

// As it was before blows, with what gravity makes of that in the step.
static mover fallen(const ns_solver *solver, int32_t mover_at)
{
    mover body = solver->past.start.at[mover_at];
    const v3 down = solver->set.down;
    const double h = solver->set.step;
    body.velocity[0] += h * down.x;
    body.velocity[1] += h * down.y;
    if (!solver->set.flat)
        body.velocity[2] += h * down.z;
    return body;
}

static void give(ns_solver *solver, const ns_contact *contact, const impact_row *impulse)
{
    const v3 n = contact->normal;
    contact_give(solver, contact, v3_fma(impulse->drag, impulse->push, n),
                 v3_fma(impulse->roll, impulse->twist, n));
}

// The contacts that hold such bodies; how many, below 0 without memory.
static int64_t find_foreseen(ns_solver *solver)
{
    if (!solver_reserve_turns(solver))
        return -1;
    int64_t count = 0;
    for (int64_t i = 0; i < solver->network.contacts; i++) {
        if (is_foreseen(solver, i))
            solver->turns.at[count++] = i;
    }
    return count;
}

// The impulses that contacts begin with are those of a step earlier. A body that rolls over an edge presses on it the
// less the farther it has come, so they would be too large. Where a body meets nothing that moves, what holds it is
// found with the velocities before the blows. False without memory.
static bool foresee(ns_solver *solver)
{
    ns_arrivals *arrivals = &solver->arrivals;
    ns_contact *contact = solver->network.contact;
    mover *body = solver->movers.body;
    const int64_t count = find_foreseen(solver);
    const int64_t *at = solver->turns.at;
    if (count <= 0)
        return count == 0;
    if (!solver_keep(solver, &solver->past.struck))
        return false;
    for (int64_t k = 0; k < count; k++)
        body[contact[at[k]].b] = fallen(solver, contact[at[k]].b);
    for (int64_t k = 0; k < count; k++)
        give(solver, &contact[at[k]], &contact[at[k]].impulse);
    for (int round = 0; round < ROUNDS; round++) {
        for (int64_t k = 0; k < count; k++)
            carry(solver, &contact[at[k]]);
    }
    for (int64_t k = 0; k < count; k++)
        body[contact[at[k]].b] = solver->past.struck.at[contact[at[k]].b];
    for (int64_t k = 0; k < count; k++) {
        const ns_contact *held = &contact[at[k]];
        impact_row *row = &arrivals->held[at[k]];
        const double until = arrivals->first[held->b].until;
        const impact_row change = impact_row_plus(&held->impulse, -1 / until, row);
        const impact_row none = {0};
        give(solver, held, &change);
        *row = impact_row_plus(&none, until, &held->impulse);
    }
    return true;
}

bool solver_hold(ns_solver *solver)
{
    ns_arrivals *arrivals = &solver->arrivals;
    arrivals->any = false;
    const bool loaded = solver->set.gravity > 0; // else nothing tells a touch from trembling
    if (!solver->set.bends || !loaded)
        return true;
    if (!find(solver))
        return false;
    for (int64_t i = 0; arrivals->any && i < solver->network.contacts; i++) {
        const ns_contact *contact = &solver->network.contact[i];
        arrivals->held[i] = held_by(solver, contact);
    }
    if (arrivals->any && !foresee(solver))
        return false;
    for (int64_t i = 0; arrivals->any && i < solver->network.contacts; i++) {
        ns_contact *contact = &solver->network.contact[i];
        contact->impulse = impact_row_plus(&contact->impulse, -1, &arrivals->held[i]);
    }
    return true;
}
