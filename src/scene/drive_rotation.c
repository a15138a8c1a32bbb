// drive_rotation.c - a wall that turns at a constant rate about an axis, such as a drum.
//
// The angle is rate * (t - from); the orientation is the unit quaternion of that turn times the one at the start, from
// the time and not step by step, so that nothing drifts. A point off the wall's reference carries the reference point
// round.
#include "scene/drive_parts.h"

#include "base/constants.h"
#include "base/mathlib.h"

static const row rows[] = {
    {"axis", ROW_VECTOR, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "direction of the axis [x, y, z]; turns by the right-hand rule"},
    {"rate", ROW_REAL, "rad/s", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "angular velocity, such as 30 rpm"},
    {"point", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "a point of the axis; default: the reference point of the wall"},
    DRIVE_FROM_ROW,
    DRIVE_TO_ROW,
    DRIVE_JUMP_ROW,
};

static scree_status check(const choice *choice, const char *wall, scree_error *error)
{
    scree_status status = drive_check_direction(choice, "axis", wall, error);
    return status ? status : drive_check_times(choice, wall, error);
}

static drive_leaving leaves_plane(const choice *choice)
{
    static const drive_leaving out = DRIVE_TILTED("axis");
    return drive_tilts(drive_vector(choice, "axis")) ? out : (drive_leaving){0};
}

static void pose(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                 wall_pose *out)
{
    (void)state;
    v3 axis = v3_unit(drive_vector(choice, "axis"));
    double rate = choice_real(choice, "rate");
    double sine;
    double cosine;
    drive_clock clock = drive_clock_at(choice, in);
    real_sin_cos(0.5 * rate * clock.elapsed, &sine, &cosine);
    q4 turn = {cosine, sine * axis.x, sine * axis.y, sine * axis.z};
    *out = in->start;
    out->spin = clock.moving ? v3_scale(rate, axis) : v3_make(0, 0, 0);
    out->velocity = v3_make(0, 0, 0);
    if (clock.elapsed > 0)
        out->orientation = q4_unit(q4_mul(turn, in->start.orientation));
    if (!choice_given(choice, "point"))
        return;
    v3 point = drive_vector(choice, "point");
    v3 arm = q4_rotate(turn, v3_sub(in->start.position, point));
    if (clock.elapsed > 0)
        out->position = v3_add(point, arm);
    out->velocity = v3_cross(out->spin, arm);
}

static double cycle(const choice *choice)
{
    const double two_pi = 2 * PI;
    const double rate = fabs(choice_real(choice, "rate"));
    return rate > 0 ? two_pi / rate : INFINITY;
}

static drive_pace pace(const choice *choice, v3 reference, double duration)
{
    (void)duration;
    return (drive_pace){
        .rate = fabs(choice_real(choice, "rate")),
        .point = choice_given(choice, "point") ? drive_vector(choice, "point") : reference,
        .axis = v3_unit(drive_vector(choice, "axis")),
    };
}

const char drive_rotation_example[] = "axis: [0, 0, 1], rate: 60 rpm";

const drive drive_rotation = {
    .what = {"rotation", "turns at a constant rate about an axis", rows,
             sizeof rows / sizeof *rows},
    .check = check,
    .leaves_plane = leaves_plane,
    .pose = pose,
    .cycle = cycle,
    .pace = pace,
};
