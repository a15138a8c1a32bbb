// drive_oscillation.c - a wall that shakes along a line: x(t) = x(0) + A d (sin(2 pi f (t - from) + phase) -
// sin(phase)).
#include "scene/drive_parts.h"

#include "base/constants.h"
#include "base/mathlib.h"

static const row rows[] = {
    {"direction", ROW_VECTOR, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "direction of the motion [x, y, z]"},
    {"amplitude", ROW_REAL, "m", ROW_REQUIRED, 0, ROW_ANY_HIGH, "largest distance from the middle"},
    {"frequency", ROW_REAL, "Hz", ROW_REQUIRED, 0, ROW_ANY_HIGH, "oscillations per second"},
    {"phase", ROW_REAL, "rad", 0, ROW_ANY_LOW, ROW_ANY_HIGH,
     "phase at the beginning; 0: from the middle at full speed, 90 deg: from the end at rest"},
    DRIVE_FROM_ROW,
    DRIVE_TO_ROW,
    DRIVE_JUMP_ROW,
};

static scree_status check(const choice *choice, const char *wall, scree_error *error)
{
    scree_status status = drive_check_direction(choice, "direction", wall, error);
    return status ? status : drive_check_times(choice, wall, error);
}

static drive_leaving leaves_plane(const choice *choice)
{
    static const drive_leaving out = DRIVE_LEADS_OUT("direction");
    return drive_leads_out(drive_vector(choice, "direction")) ? out : (drive_leaving){0};
}

static void pose(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                 wall_pose *out)
{
    (void)state;
    const double two_pi = 2 * PI;
    v3 direction = v3_unit(drive_vector(choice, "direction"));
    double amplitude = choice_real(choice, "amplitude");
    double phase = choice_real(choice, "phase");
    double sine;
    double cosine;
    double rate = two_pi * choice_real(choice, "frequency");
    drive_clock clock = drive_clock_at(choice, in);
    *out = in->start;
    out->velocity = out->spin = v3_make(0, 0, 0);
    real_sin_cos(rate * clock.elapsed + phase, &sine, &cosine);
    out->position = v3_fma(in->start.position, amplitude * (sine - real_sin(phase)), direction);
    if (clock.moving)
        out->velocity = v3_scale(amplitude * rate * cosine, direction);
}

static double cycle(const choice *choice)
{
    const double frequency = choice_real(choice, "frequency");
    return frequency > 0 ? 1 / frequency : INFINITY;
}

static drive_pace pace(const choice *choice, v3 reference, double duration)
{
    (void)duration;
    const double frequency = choice_real(choice, "frequency");
    (void)reference;
    return (drive_pace){.speed = 2 * PI * frequency * choice_real(choice, "amplitude"),
                        .frequency = frequency};
}

const char drive_oscillation_example[] =
    "direction: [0, 1, 0], amplitude: 0.5 mm, frequency: 100 Hz";

const drive drive_oscillation = {
    .what = {"oscillation", "shakes along a line, sinusoidally", rows, sizeof rows / sizeof *rows},
    .check = check,
    .leaves_plane = leaves_plane,
    .pose = pose,
    .cycle = cycle,
    .pace = pace,
};
