// clump_gear.c - what Gear's scheme (gear.h) keeps of a body that moves as a whole.
#include "motion/gear.h"
#include "motion/whole.h"

// Derivatives of centre and orientation that are kept of a body: all but the value itself.
typedef struct gear_records {
    rec4 *position, *orientation;
} gear_records;

static gear_records gear_records_of(const bodies *bodies, int32_t head)
{
    const size_t first = (GEAR_VALUES - 1) * (size_t)head;
    return (gear_records){
        .position = bodies->path + first,
        .orientation = bodies->swing + first,
    };
}

// Gear's scheme keeps derivatives, scaled by the length of the last step, and moves on from a place of its own.
gear_body whole_gear(const bodies *bodies, int32_t head)
{
    const gear_records kept = gear_records_of(bodies, head);
    gear_body gear = {
        .position = {{0, 0, 0}},
        .orientation = {bodies_orientation(bodies, head)},
    };
    for (int k = 1; k < GEAR_VALUES; k++) {
        gear.position[k] = v3_of(&kept.position[k - 1]);
        gear.orientation[k] = q4_of(&kept.orientation[k - 1]);
    }
    return gear;
}

void whole_keep_gear(const bodies *bodies, int32_t head, const gear_body *gear, bool begun)
{
    const gear_records kept = gear_records_of(bodies, head);
    for (int k = 1; k < GEAR_VALUES; k++) {
        q4 turn = gear->orientation[k];
        double mark = k == 1 && begun ? 1 : 0;
        kept.position[k - 1] = rec4_of(gear->position[k], mark);
        kept.orientation[k - 1] = (rec4){{turn.w, turn.x, turn.y, turn.z}};
    }
}

// Have its derivatives seen forces? Else velocities alone are known.
bool whole_gear_begun(const bodies *bodies, int32_t head)
{
    const gear_records kept = gear_records_of(bodies, head);
    return kept.position[0].v[3] > 0;
}

void clump_start_gear(const bodies *bodies, int32_t head, v3 velocity, v3 spin, double dt)
{
    v3 origin = v3_make(0, 0, 0);
    q4 orientation = bodies_orientation(bodies, head);
    gear_body gear = gear_start(origin, velocity, orientation, spin, dt);
    whole_keep_gear(bodies, head, &gear, false);
}

void clump_push_gear(const bodies *bodies, int32_t head, v3 velocity, v3 spin, double dt)
{
    gear_body gear = whole_gear(bodies, head);
    gear_push(&gear, velocity, spin, dt);
    whole_keep_gear(bodies, head, &gear, false);
}

void clump_rescale_gear(const bodies *bodies, int32_t head, double ratio)
{
    gear_body gear = whole_gear(bodies, head);
    gear_rescale(&gear, ratio);
    whole_keep_gear(bodies, head, &gear, whole_gear_begun(bodies, head));
}
