// falling.c - what moves bodies of the solver by impulses without a contact: gravity, and forces of the case.
#include "nonsmooth/falling.h"

#include "motion/field.h"
#include "motion/losses.h"
#include "nonsmooth/stages.h"

#include <omp.h>

// What a program gives it to turn it: rho times its angular acceleration.
static v3 turn_by_field(const impulses *impulses, int32_t slot, const mover *mover)
{
    const v3 moment = field_moment(&impulses->part->stepping, slot);
    const int32_t at = impulses_mover(impulses, slot);
    const mover_inertia *inertia = &impulses->solver.movers.inertia[at];
    return v3_scale(mover->inverse_rho, inertia_times(inertia, moment));
}

// With forces that no contact makes besides gravity.
static void push_by_field(const impulses *impulses, int32_t slot, mover *mover)
{
    const stepping *stepping = &impulses->part->stepping;
    const report *report = &impulses->part->report[omp_get_thread_num()];
    const double dt = impulses->shared->dt;
    const v3 before = v3_at(mover->velocity);
    v3 push = v3_at(stepping->gravity);
    if (stepping->flat)
        push.z = 0;
    push = field_push(stepping, slot, push, before, dt);
    const v3 turn = turn_by_field(impulses, slot, mover);
    if (report->drag) {
        const v3 mean = v3_fma(before, 0.5 * dt, push);
        const v3 mean_rim = v3_fma(v3_at(mover->rim), 0.5 * dt, turn);
        const v3 mean_spin = v3_scale(mover->inverse_rho, mean_rim);
        const double work = dt * field_power(stepping, slot, mean, mean_spin);
        exact_sum_add(report->drag, work);
        losses_add(report->lost_by_set, stepping->context.body->set[slot], LOSS_DRAG, -work);
    }
    const v3 rim = v3_fma(v3_at(mover->rim), dt, turn);
    mover->rim[0] = rim.x;
    mover->rim[1] = rim.y;
    mover->rim[2] = rim.z;
    const v3 after = v3_fma(before, dt, push);
    mover->velocity[0] = after.x;
    mover->velocity[1] = after.y;
    mover->velocity[2] = after.z;
}

// Of the bodies that stand here; the others get it of their ranks.
static bool push_all_by_field(impulses *impulses)
{
    ns_sharing *sharing = &impulses->sharing;
    ns_movers *movers = &impulses->solver.movers;
    for (part *part = sharing_here(sharing); part < sharing_end(sharing); part++) {
        impulses->part = part;
#pragma omp parallel for num_threads(impulses->shared->threads) schedule(static)
        for (int32_t i = 0; i < part->body.count; i++) {
            mover *mover = &movers->body[impulses_mover(impulses, i)];
            if (mover->inverse_mass > 0)
                push_by_field(impulses, i, mover);
        }
    }
    impulses->part = sharing_here(sharing);
    return sharing_velocities(sharing, movers);
}

bool impulses_fall(impulses *impulses)
{
    const shared *shared = impulses->shared;
    const stepping *stepping = &impulses->part->stepping;
    const ns_movers *movers = &impulses->solver.movers;
    const int axes = stepping->flat ? 2 : 3;
    if (stepping->field)
        return push_all_by_field(impulses);
#pragma omp parallel for num_threads(shared->threads) schedule(static)
    for (int32_t i = 0; i < movers->walls_from; i++) {
        mover *mover = &movers->body[i];
        if (!(mover->inverse_mass > 0))
            continue;
        for (int axis = 0; axis < axes; axis++)
            mover->velocity[axis] += shared->dt * stepping->gravity[axis];
    }
    return true;
}
