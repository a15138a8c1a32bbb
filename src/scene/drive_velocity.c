// drive_velocity.c - a wall that moves at a constant velocity: x(t) = x(0) + v (t - from) between `from` and `to`.
#include "scene/drive_parts.h"

static const row rows[] = {
    {"velocity", ROW_VECTOR, "m/s", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "velocity of the wall [x, y, z]"},
    DRIVE_FROM_ROW,
    DRIVE_TO_ROW,
    DRIVE_JUMP_ROW,
};

static scree_status check(const choice *choice, const char *wall, scree_error *error)
{
    return drive_check_times(choice, wall, error);
}

static drive_leaving leaves_plane(const choice *choice)
{
    static const drive_leaving out = DRIVE_LEADS_OUT("velocity");
    return drive_leads_out(drive_vector(choice, "velocity")) ? out : (drive_leaving){0};
}

static void pose(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                 wall_pose *out)
{
    (void)state;
    v3 velocity = drive_vector(choice, "velocity");
    drive_clock clock = drive_clock_at(choice, in);
    *out = in->start;
    out->position = v3_fma(in->start.position, clock.elapsed, velocity);
    out->velocity = clock.moving ? velocity : v3_make(0, 0, 0);
    out->spin = v3_make(0, 0, 0);
}

static drive_pace pace(const choice *choice, v3 reference, double duration)
{
    (void)duration;
    (void)reference;
    return (drive_pace){.speed = v3_norm(drive_vector(choice, "velocity"))};
}

const char drive_velocity_example[] = "velocity: [5 cm/s, 30 cm/s, 0]";

const drive drive_velocity = {
    .what = {"velocity", "moves at a constant velocity", rows, sizeof rows / sizeof *rows},
    .check = check,
    .leaves_plane = leaves_plane,
    .pose = pose,
    .pace = pace,
};
