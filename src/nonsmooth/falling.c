// falling.c - what moves bodies of the solver by impulses without a contact: gravity, and forces of the case.
#include "nonsmooth/falling.h"

#include "motion/field.h"

#include <omp.h>

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
    if (report->drag) {
        const v3 mean = v3_fma(before, 0.5 * dt, push);
        exact_sum_add(report->drag, dt * field_power(stepping, slot, mean));
    }
    const v3 after = v3_fma(before, dt, push);
    mover->velocity[0] = after.x;
    mover->velocity[1] = after.y;
    mover->velocity[2] = after.z;
}

void impulses_fall(impulses *impulses)
{
    const shared *shared = impulses->shared;
    const stepping *stepping = &impulses->part->stepping;
    mover *movers = impulses->solver.movers.body;
    const int axes = stepping->flat ? 2 : 3;
#pragma omp parallel for num_threads(shared->threads) schedule(static)
    for (int32_t i = 0; i < impulses->part->body.count; i++) {
        mover *mover = &movers[i];
        if (!(mover->inverse_mass > 0))
            continue;
        if (stepping->field) {
            push_by_field(impulses, i, mover);
            continue;
        }
        for (int axis = 0; axis < axes; axis++)
            mover->velocity[axis] += shared->dt * stepping->gravity[axis];
    }
}
