// strokes.c - strokes on walls that are heard (state/strokes.h): an impulse of a step over its length, between the
// velocities before and after it.
#include "nonsmooth/impulses.h"
#include "nonsmooth/stages.h"

#include "base/memory.h"

#include <omp.h>

static bool pushes(const impact_row *impulse)
{
    return impulse->push != 0 || v3_dot(impulse->drag, impulse->drag) > 0;
}

bool impulses_note_stroke(impulses *impulses, const mover *before, const ns_contact *contact,
                          const impact_row *impulse, v3 gain)
{
    const shared *shared = impulses->shared;
    const int wall = impulses_wall_of(impulses, contact);
    if (wall < 0 || !shared->wall[wall].heard || !pushes(impulse))
        return true;
    stroke_notes *notes = &impulses->part->scratch[omp_get_thread_num()].strokes;
    if (!MEM_GROW(notes->note, notes->room, notes->count + 1))
        return false;
    const double sign = contact->turned ? -1 : 1;
    const v3 given = v3_fma(impulse->drag, impulse->push, contact->normal);
    const v3 first = v3_add(contact_velocity_with(before, contact), gain);
    const v3 last = v3_add(contact_velocity(&impulses->solver, contact), gain);
    notes->note[notes->count++] = (stroke_note){
        .stroke =
            {
                .ball = contact->id_b,
                .feature = contact->feature,
                .normal = v3_scale(sign, contact->normal),
                .force = v3_scale(sign / shared->dt, given),
                .before = v3_scale(sign, first),
                .after = v3_scale(sign, last),
            },
        .point = impulses_contact_point(impulses, contact),
        .wall = wall,
        .slot = -1,
    };
    return true;
}
