// drive_led.c - a wall that a program leads (scree/change.h): a shovel, the hand of a robot, a gate that somebody opens.
//
// Whoever leads it says a velocity of its reference point, a spin, and how long it keeps them; then it stands. So between
// two words of the program it moves as drive_velocity and drive_rotation would, from the time and not step by step, and
// where it was led to is part of the state: x(t) = x(0) + v t, turned by |w| t about w, each from where the word was given.
// Nothing is known of what will be asked of it but `speed`, from which a step is chosen.
#include "scene/drive_parts.h"

#include "base/mathlib.h"

static const row rows[] = {
    {"speed", ROW_REAL, "m/s", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "the fastest that any point of it will be moved; beyond it the program is refused"},
    DRIVE_JUMP_ROW,
};

static void pose(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                 wall_pose *out)
{
    const v3 still = v3_make(0, 0, 0);
    const v3 velocity = v3_at(state + LED_VELOCITY);
    const v3 spin = v3_at(state + LED_SPIN);
    const bool ended = in->time >= state[LED_END];
    const double elapsed = real_max((ended ? state[LED_END] : in->time) - in->since, 0);
    const double rate = v3_norm(spin);
    (void)choice;
    *out = in->start;
    out->position = v3_fma(in->start.position, elapsed, velocity);
    out->velocity = ended ? still : velocity;
    out->spin = ended ? still : spin;
    if (!(rate * elapsed > 0))
        return;
    double sine;
    double cosine;
    real_sin_cos(0.5 * rate * elapsed, &sine, &cosine);
    const v3 axis = v3_scale(sine / rate, spin);
    const q4 turn = {cosine, axis.x, axis.y, axis.z};
    out->orientation = q4_unit(q4_mul(turn, in->start.orientation));
}

static drive_pace pace(const choice *choice, v3 reference, double duration)
{
    (void)reference;
    (void)duration;
    return (drive_pace){.speed = choice_real(choice, "speed")};
}

const char drive_led_example[] = "speed: 0.5 m/s";

const drive drive_led = {
    .what = {"led", "moved by a program that has the world", rows, sizeof rows / sizeof *rows},
    .led = true,
    .passing = "speed",
    .pose = pose,
    .pace = pace,
};
