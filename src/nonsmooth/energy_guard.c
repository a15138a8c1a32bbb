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
    int32_t *parent = mem_array(solver->movers.count + 1, sizeof *parent);
    for (int32_t i = 0; parent && i < solver->movers.count; i++)
        parent[i] = i;
    for (int64_t i = 0; parent && i < solver->network.contacts; i++) {
        const ns_contact *contact = &solver->network.contact[i];
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
    for (int64_t at = 0; at < solver->network.contacts; at++) {
        const ns_contact *contact = &solver->network.contact[at];
        int32_t root = root_of(guard->parent, contact->b);
        const impact_row *blow = &solver->impacts.blow[at];
        contact_work done = contact_work_of(solver, guard->start, contact, blow);
        work[root] += done.normal + done.friction + done.rolling;
        guard->size[root] += fabs(done.normal) + blow->push * fabs(contact->target);
    }
}

// The largest share in [0, 1] at which w0 + share b + share^2 c is not above 0: w0 <= 0 < w0 + b + c.
static double share_of(double w0, double w1, double c)
{
    double b = w1 - w0 - c;
    if (!(w1 > 0))
        return 1;
    double root = sqrt(real_max(b * b - 4 * c * w0, 0));
    double q = -0.5 * (b + (b >= 0 ? root : -root));
    double first = c != 0 ? q / c : 2;
    double second = q != 0 ? w0 / q : 0;
    double best = 0;
    if (first >= 0 && first <= 1)
        best = real_max(best, first);
    if (second >= 0 && second <= 1)
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
    start_again(solver, guard);
    for (int64_t at = 0; at < solver->network.contacts; at++) {
        const ns_contact *contact = &solver->network.contact[at];
        int32_t root = root_of(guard->parent, contact->b);
        double share = share_of(guard->work0[root], guard->work[root], guard->mixed[root]);
        const impact_row *sprung = &guard->sprung[at];
        impact_row *impulse = &solver->impacts.blow[at];
        v3 more_drag = v3_sub(sprung->drag, impulse->drag);
        v3 more_roll = v3_sub(sprung->roll, impulse->roll);
        impulse->push += share * (sprung->push - impulse->push);
        impulse->twist += share * (sprung->twist - impulse->twist);
        impulse->drag = v3_fma(impulse->drag, share, more_drag);
        impulse->roll = v3_fma(impulse->roll, share, more_roll);
        contact_give(solver, contact, impulse_of(contact, impulse), torque_of(contact, impulse));
    }
}

// The second solution, without restitution, and the work of the differences.
static void solve_dead(ns_solver *solver, guard *guard, double enough)
{
    for (int64_t i = 0; i < solver->network.contacts; i++) {
        ns_contact *contact = &solver->network.contact[i];
        guard->sprung[i] = solver->impacts.blow[i];
        guard->speed[i][0] = contact_velocity(solver, contact);
        guard->speed[i][1] = contact_spin(solver, contact);
        solver->impacts.blow[i] = (impact_row){0};
        if (contact->hit)
            contact->target = contact->gap > 0 ? -contact->gap / solver->set.step : 0;
    }
    start_again(solver, guard);
    solver_fill(solver, STAGE_IMPACTS);
    solver->report.impact_sweeps +=
        solver_sweep(solver, STAGE_IMPACTS, (int)solver->set.choice->impact_sweeps, enough, 1);
    solver_collect(solver, STAGE_IMPACTS);
    add_work(solver, guard, guard->work0);
    for (int64_t at = 0; at < solver->network.contacts; at++) {
        const ns_contact *contact = &solver->network.contact[at];
        const impact_row *sprung = &guard->sprung[at];
        const impact_row *dead = &solver->impacts.blow[at];
        v3 impulse = v3_sub(impulse_of(contact, sprung), impulse_of(contact, dead));
        v3 torque = v3_sub(torque_of(contact, sprung), torque_of(contact, dead));
        v3 velocity = v3_sub(guard->speed[at][0], contact_velocity(solver, contact));
        v3 spin = v3_sub(guard->speed[at][1], contact_spin(solver, contact));
        double work = v3_dot(impulse, velocity) + v3_dot(torque, spin);
        guard->mixed[root_of(guard->parent, contact->b)] += 0.5 * work;
    }
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

bool solver_keep_energy(ns_solver *solver, mover *start, double enough)
{
    guard guard = {
        .parent = islands(solver),
        .work = mem_array(solver->movers.count + 1, sizeof(double)),
        .size = mem_array(solver->movers.count + 1, sizeof(double)),
        .start = start,
    };
    bool ok = guard.parent && guard.work && guard.size, gained = false;
    if (ok)
        add_work(solver, &guard, guard.work);
    for (int32_t i = 0; ok && i < solver->movers.count; i++) {
        if (!(guard.work[i] > 1e-9 * guard.size[i]))
            guard.work[i] = real_min(guard.work[i], 0); // what rounding and sweeps leave
        gained = gained || guard.work[i] > 0;
    }
    if (ok && gained) {
        guard.work0 = mem_array(solver->movers.count + 1, sizeof(double));
        guard.mixed = mem_array(solver->movers.count + 1, sizeof(double));
        guard.sprung = mem_array(solver->network.contacts + 1, sizeof *guard.sprung);
        guard.speed = mem_array(solver->network.contacts + 1, sizeof *guard.speed);
        ok = guard.work0 && guard.mixed && guard.sprung && guard.speed;
        if (ok)
            solve_dead(solver, &guard, enough);
        if (ok)
            blend(solver, &guard);
    }
    free_guard(&guard);
    return ok;
}
