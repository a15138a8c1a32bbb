// energy_guard.c - impacts that would gain energy, and how they are kept from it.
//
// Different coefficients e, and impacts off the centre, may gain energy. Where an island of contacts does, its impulses
// are taken between those of e = 0, which cannot, and these: the share that leaves the energy as it was.
#include "nonsmooth/stages.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

// Islands of contacts by their movers: parent[] of each mover, roots are their own.
static int32_t root_of(int32_t *parent, int32_t i)
{
    for (; parent[i] != i; i = parent[i])
        parent[i] = parent[parent[i]];
    return i;
}

static int32_t *islands(const ns_solver *solver)
{
    const ns_movers *movers = &solver->movers;
    const ns_network *network = &solver->network;
    int32_t *parent = mem_array(movers->count + 1, sizeof *parent);
    for (int32_t i = 0; parent && i < movers->count; i++)
        parent[i] = i;
    for (int64_t i = 0; parent && i < network->contacts; i++) {
        const ns_contact *contact = &network->contact[i];
        if (contact->a >= 0)
            parent[root_of(parent, contact->a)] = root_of(parent, contact->b);
    }
    return parent;
}

// Work of the impacts on the island of each contact, with the velocities `from` and now. The sums do not depend on the
// order in which contacts stand only if they are exact; so they are taken in the order of their blocks.
typedef struct guard {
    int32_t *parent;
    double *work, *work0, *mixed, *size; // per mover that is a root, J
    impact_row *sprung;                  // impulses with restitution
    v3 (*speed)[2];                      // velocity and spin of contacts after those
    mover *start;
} guard;

static v3 impulse_of(const ns_contact *contact, const impact_row *impulse)
{
    return v3_fma(impulse->drag, impulse->push, contact->normal);
}

static v3 torque_of(const ns_contact *contact, const impact_row *impulse)
{
    return v3_fma(impulse->roll, impulse->twist, contact->normal);
}

static void add_work(ns_solver *solver, guard *guard, double *work)
{
    ns_network *network = &solver->network;
    for (int64_t at = 0; at < network->contacts; at++) {
        const ns_contact *contact = &network->contact[at];
        int32_t root = root_of(guard->parent, contact->b);
        const impact_row *blow = &solver->impacts.blow[at];
        contact_work done = contact_work_of(solver, guard->start, contact, blow);
        work[root] += done.normal + done.friction + done.rolling;
        guard->size[root] += fabs(done.normal) + blow->push * fabs(contact->target);
    }
}

// The largest share in [0, 1] at which w0 + share b + share^2 c is not above 0: w0 <= 0 < w0 + b + c.
static bool is_share(double x)
{
    return x >= 0 && x <= 1;
}

static double share_of(double w0, double w1, double c)
{
    double b = w1 - w0 - c;
    if (!(w1 > 0))
        return 1;
    double square = b * b - 4 * c * w0;
    double root = sqrt(real_max(square, 0));
    double q = -0.5 * (b + (b >= 0 ? root : -root));
    double first = c != 0 ? q / c : 2;
    double second = q != 0 ? w0 / q : 0;
    double best = 0;
    if (is_share(first))
        best = real_max(best, first);
    if (is_share(second))
        best = real_max(best, second);
    return best;
}

// All movers as they were before the impacts.
static void start_again(ns_solver *solver, const guard *guard)
{
    const ns_movers *movers = &solver->movers;
    memcpy(movers->body, guard->start, (size_t)movers->count * sizeof *movers->body);
}

static void blend(ns_solver *solver, guard *guard)
{
    const ns_network *network = &solver->network;
    start_again(solver, guard);
    for (int64_t at = 0; at < network->contacts; at++) {
        const ns_contact *contact = &network->contact[at];
        const impact_row *sprung = &guard->sprung[at];
        impact_row *dead = &solver->impacts.blow[at];
        int32_t root = root_of(guard->parent, contact->b);
        double share = share_of(guard->work0[root], guard->work[root], guard->mixed[root]);
        v3 more_drag = v3_sub(sprung->drag, dead->drag);
        v3 more_roll = v3_sub(sprung->roll, dead->roll);
        dead->push += share * (sprung->push - dead->push);
        dead->twist += share * (sprung->twist - dead->twist);
        dead->drag = v3_fma(dead->drag, share, more_drag);
        dead->roll = v3_fma(dead->roll, share, more_roll);
        v3 impulse = impulse_of(contact, dead);
        v3 torque = torque_of(contact, dead);
        contact_give(solver, contact, impulse, torque);
    }
}

// The second solution, without restitution, and the work of the differences.
// Keeps the solution with restitution, and asks contacts that hit to stop.
static void keep_sprung(ns_solver *solver, guard *guard)
{
    impact_row *blow = solver->impacts.blow;
    const ns_network *network = &solver->network;
    for (int64_t i = 0; i < network->contacts; i++) {
        ns_contact *contact = &network->contact[i];
        guard->sprung[i] = blow[i];
        guard->speed[i][0] = contact_velocity(solver, contact);
        guard->speed[i][1] = contact_spin(solver, contact);
        blow[i] = (impact_row){0};
        if (contact->hit)
            contact->target = -contact_free_speed(solver, contact);
    }
}

// The work of the difference of the two solutions at a contact, on the difference of its velocities.
static double mixed_work(const ns_solver *solver, const guard *guard, int64_t at)
{
    const ns_contact *contact = &solver->network.contact[at];
    const impact_row *sprung = &guard->sprung[at];
    const impact_row *dead = &solver->impacts.blow[at];
    const v3 *speed = guard->speed[at];
    v3 impulse = v3_sub(impulse_of(contact, sprung), impulse_of(contact, dead));
    v3 torque = v3_sub(torque_of(contact, sprung), torque_of(contact, dead));
    v3 velocity = v3_sub(speed[0], contact_velocity(solver, contact));
    v3 spin = v3_sub(speed[1], contact_spin(solver, contact));
    return v3_dot(impulse, velocity) + v3_dot(torque, spin);
}

// The second solution, without restitution, and the work of the differences.
static bool solve_dead(ns_solver *solver, guard *guard, double enough, double bearable)
{
    const ns_network *network = &solver->network;
    int rounds = 0;
    keep_sprung(solver, guard);
    start_again(solver, guard);
    solver_fill(solver, STAGE_IMPACTS);
    if (!solver_sweep_blows(solver, guard->start, enough, bearable, &rounds))
        return false;
    solver->report.impact_sweeps += rounds;
    add_work(solver, guard, guard->work0);
    for (int64_t at = 0; at < network->contacts; at++) {
        int32_t root = root_of(guard->parent, network->contact[at].b);
        guard->mixed[root] += 0.5 * mixed_work(solver, guard, at);
    }
    return true;
}

static void free_guard(guard *guard)
{
    mem_free(guard->parent);
    mem_free(guard->work);
    mem_free(guard->work0);
    mem_free(guard->mixed);
    mem_free(guard->size);
    mem_free(guard->sprung);
    mem_free(guard->speed);
}

// Do the impacts gain energy anywhere? What rounding and sweeps leave is none.
static bool gains(guard *guard, int32_t movers)
{
    bool gained = false;
    for (int32_t i = 0; i < movers; i++) {
        double *work = &guard->work[i];
        bool is_gain = *work > 1e-9 * guard->size[i];
        if (!is_gain)
            *work = real_min(*work, 0);
        gained = gained || *work > 0;
    }
    return gained;
}

static bool reserve_second(guard *guard, int32_t movers, int64_t contacts)
{
    guard->work0 = mem_array(movers + 1, sizeof(double));
    guard->mixed = mem_array(movers + 1, sizeof(double));
    guard->sprung = mem_array(contacts + 1, sizeof *guard->sprung);
    guard->speed = mem_array(contacts + 1, sizeof *guard->speed);
    return guard->work0 && guard->mixed && guard->sprung && guard->speed;
}

bool solver_keep_energy(ns_solver *solver, mover *start, double enough, double bearable)
{
    int32_t movers = solver->movers.count;
    guard guard = {
        .parent = islands(solver),
        .work = mem_array(movers + 1, sizeof(double)),
        .size = mem_array(movers + 1, sizeof(double)),
        .start = start,
    };
    bool ok = guard.parent && guard.work && guard.size;
    if (ok)
        add_work(solver, &guard, guard.work);
    if (ok && gains(&guard, movers)) {
        ok = reserve_second(&guard, movers, solver->network.contacts) &&
             solve_dead(solver, &guard, enough, bearable);
        if (ok)
            blend(solver, &guard);
    }
    free_guard(&guard);
    return ok;
}
