// drive_expression.c - a wall whose place and turn are expressions in the time: x(t) = x(0) + f(t) - f(0), and the same
// for the angle about an axis. Velocity and spin are the rates of the expressions (base/formula.h). The time t counts
// from `from`.
#include "scene/drive_parts.h"

#include "base/constants.h"
#include "base/mathlib.h"

#include <math.h>

enum { LOOKS = 4096 }; // how often an expression is looked at for its largest rate

static const row rows[] = {
    {"x", ROW_FORMULA, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH, "displacement along x"},
    {"y", ROW_FORMULA, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH, "displacement along y"},
    {"z", ROW_FORMULA, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH, "displacement along z"},
    {"angle", ROW_FORMULA, "rad", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "angle about the axis, before the displacement"},
    {"axis", ROW_VECTOR, "1", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "direction of the axis [x, y, z]; turns by the right-hand rule"},
    {"point", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "a point of the axis; default: the reference point of the wall"},
    DRIVE_FROM_ROW,
    DRIVE_TO_ROW,
    DRIVE_JUMP_ROW,
};

static scree_status check(const choice *choice, const char *wall, scree_error *error)
{
    static const char *const names[] = {"x", "y", "z", "angle"};
    bool any = false;
    for (int i = 0; i < 4; i++) {
        const formula *formula = choice_formula(choice, names[i]);
        double rate = 0;
        char what[140];
        any = any || formula;
        const double first = formula ? formula_at(formula, 0, &rate) : 0;
        if (isfinite(first) && isfinite(rate))
            continue;
        snprintf(what, sizeof what, "%s has no finite value or rate at t = 0: %.60s", names[i],
                 choice_text(choice, names[i]));
        return drive_fail(error, wall, "t counts from `from`, in seconds", what);
    }
    if (!any)
        return drive_fail(error, wall, "give one of x, y, z, angle, such as z: 2 mm*sin(3 rad/s*t)",
                          "there is no expression to move by");
    if (choice_formula(choice, "angle")) {
        if (!choice_given(choice, "axis"))
            return drive_fail(error, wall, "give axis: [0, 0, 1]", "an angle needs an axis");
        const scree_status status = drive_check_direction(choice, "axis", wall, error);
        if (status != SCREE_OK)
            return status;
    }
    return drive_check_times(choice, wall, error);
}

// How far an expression has come since its beginning; in *rate its change per second.
static double change(const choice *choice, const char *name, double time, double *rate)
{
    const formula *formula = choice_formula(choice, name);
    *rate = 0;
    if (!formula)
        return 0;
    const double before = formula_at(formula, 0, NULL);
    return formula_at(formula, time, rate) - before;
}

static drive_leaving leaves_plane(const choice *choice)
{
    static const drive_leaving along = {"z leads out of the plane of this case",
                                        "leave it out, or give a constant"};
    static const drive_leaving turned = DRIVE_TILTED("axis");
    const formula *z = choice_formula(choice, "z");
    if (z && !formula_is_constant(z)) // what it begins with is where the wall is
        return along;
    const bool turns = choice_formula(choice, "angle");
    return turns && drive_tilts(drive_vector(choice, "axis")) ? turned : (drive_leaving){0};
}

static void pose(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                 wall_pose *out)
{
    (void)state;
    const drive_clock clock = drive_clock_at(choice, in);
    const double time = clock.elapsed;
    const v3 still = {0, 0, 0};
    double rate;
    v3 shift;
    v3 velocity;
    *out = in->start;
    out->velocity = still;
    out->spin = still;
    if (!(time > 0) && !clock.moving)
        return;
    const double angle = change(choice, "angle", time, &rate);
    shift.x = change(choice, "x", time, &velocity.x);
    shift.y = change(choice, "y", time, &velocity.y);
    shift.z = change(choice, "z", time, &velocity.z);
    v3 arm = still;
    if (choice_formula(choice, "angle")) {
        const v3 axis = v3_unit(drive_vector(choice, "axis"));
        double sine;
        double cosine;
        real_sin_cos(0.5 * angle, &sine, &cosine);
        const q4 turn = {cosine, sine * axis.x, sine * axis.y, sine * axis.z};
        out->orientation = q4_unit(q4_mul(turn, in->start.orientation));
        out->spin = v3_scale(rate, axis);
        if (choice_given(choice, "point")) {
            const v3 point = drive_vector(choice, "point");
            arm = q4_rotate(turn, v3_sub(in->start.position, point));
            out->position = v3_add(point, arm);
        }
    }
    out->position = v3_add(out->position, shift);
    out->velocity = v3_add(velocity, v3_cross(out->spin, arm));
    if (!clock.moving) {
        out->velocity = still;
        out->spin = still;
    }
}

// The largest rate of an expression up to a time, and how often it turns round, as one sees in many looks.
static double fastest(const choice *choice, const char *name, double until, double *frequency)
{
    double most = 0;
    double last = 0;
    int turns = 0;
    for (int i = 0; i <= LOOKS; i++) {
        double rate;
        change(choice, name, until * i / LOOKS, &rate);
        if (!isfinite(rate))
            continue;
        most = real_max(most, fabs(rate));
        turns += rate * last < 0;
        last = rate != 0 ? rate : last;
    }
    *frequency = real_max(*frequency, turns / (2 * until));
    return most;
}

static drive_pace pace(const choice *choice, v3 reference, double duration)
{
    const double from = choice_real(choice, "from");
    const double to = choice_real(choice, "to");
    const double end = to < duration ? to : duration;
    const double until = end > from && isfinite(end) ? end - from : 1;
    const bool turns = choice_formula(choice, "angle");
    double frequency = 0;
    v3 most;
    most.x = fastest(choice, "x", until, &frequency);
    most.y = fastest(choice, "y", until, &frequency);
    most.z = fastest(choice, "z", until, &frequency);
    const double rate = turns ? fastest(choice, "angle", until, &frequency) : 0;
    return (drive_pace){
        .speed = v3_norm(most),
        .rate = rate,
        .point = choice_given(choice, "point") ? drive_vector(choice, "point") : reference,
        .axis = turns ? v3_unit(drive_vector(choice, "axis")) : v3_make(0, 0, 1),
        .frequency = frequency,
    };
}

const char drive_expression_example[] = "y: '0.5 mm*sin(600 rad/s*t)'";

const drive drive_expression = {
    .what = {"expression", "moves and turns by expressions in the time t", rows,
             sizeof rows / sizeof *rows},
    .partial = true,
    .check = check,
    .leaves_plane = leaves_plane,
    .pose = pose,
    .pace = pace,
};
