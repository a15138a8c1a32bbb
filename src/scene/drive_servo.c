// drive_servo.c - a wall that holds a force, a pressure or a torque on the grains: it is a mass that the wanted force
// pushes against them, along an axis or about one.
//
// Half of its mass m is the wall, the other half hangs inside it on a dashpot alone (Lanchester's damper, J. P. Den Hartog,
// Mechanical Vibrations, chapter 3):
//
//   m/2 dv/dt = F(t) + f_grains - c (v - u),   m/2 du/dt = c (v - u),   c = m/(2 T)
//
// So quick motions are damped and slow ones are not, and the sum of both, m d(v + u)/2 /dt = F + f_grains, knows nothing
// of the dashpot: the mean of f_grains over any time is that of -F but for m times a change of velocity over that time.
// Nothing drifts, however steadily the grains give way. (What damps, feeds no energy in, and lets steady motions be, has
// to be an inertia to slow ones; halves damp best near the period 2 pi T.)
//
// Where the case gives no mass it is that of the layer of grains which has room on the wall, so that each contact feels
// about the mass of a grain, as it does among grains; T is the time that an impact of grains lasts. So it is as stiff and
// as quick as the grains are, and stable with the step that suits them.
//
// Kick and drift as of drive_force, with the dashpot of the end of the kick: that is stable for any T. At the limit of speed the servo wants less: so much that with the load of one step ago
// it would be that fast. What the load has changed since comes on top.
#include "scene/drive_parts.h"

#include "base/mathlib.h"
#include "scene/servo_doubt.h"

// The state: m/s or rad/s half a step back, m or rad from the start, m/s or rad/s of the inner mass; kg or kg m^2, s; the time at
// the limit of speed, s; the load of the grains one step ago, N or N m.
enum { SPEED, SHIFT, INNER, MASS, TIME, LIMITED, LOAD };

static const double outer = 0.5; // of the mass: the wall itself

static const row rows[] = {
    {"axis", ROW_VECTOR, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "direction in which the wall pushes the grains, or axis about which it turns them [x, y, z]"},
    {"force", ROW_FORMULA, "N", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "the wanted force on the grains along the axis, an expression in the time t"},
    {"pressure", ROW_FORMULA, "Pa", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "the wanted normal stress on the grains, pressing ones above 0; in the plane area is length"},
    {"torque", ROW_FORMULA, "N m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "the wanted torque on the grains about the axis"},
    {"area", ROW_REAL, "m^2", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "of pressure: on which it acts; default: the face of the wall across the axis, or the present "
     "cross-section of the box of planes around it, the smaller one; in the plane per metre of "
     "depth"},
    {"speed", ROW_REAL, "m/s", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "the largest speed with which it goes; default: no limit"},
    {"rate", ROW_REAL, "rad/s", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "the largest rate at which it turns; default: no limit"},
    {"low", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, 0,
     "least displacement along the axis; default: none"},
    {"high", ROW_REAL, "m", ROW_OPTIONAL, 0, ROW_ANY_HIGH,
     "largest displacement along the axis; default: none"},
    {"mass", ROW_REAL, "kg", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "mass of the wall, half of which hangs in it on a dashpot; default: of the layer of grains "
     "on it"},
    {"inertia", ROW_REAL, "kg m^2", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "of torque, required: moment of inertia about the axis"},
    {"time", ROW_REAL, "s", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "in which quick motions of the wall are damped: of a dashpot of half the mass over that time; "
     "default: an impact of grains"},
    DRIVE_JUMP_ROW,
};

static bool turns(const choice *choice)
{
    return choice_formula(choice, "torque");
}

static v3 axis_of(const choice *choice)
{
    return v3_unit(drive_vector(choice, "axis"));
}

static const formula *target_of(const choice *choice)
{
    const formula *force = choice_formula(choice, "force");
    const formula *pressure = choice_formula(choice, "pressure");
    if (force)
        return force;
    return pressure ? pressure : choice_formula(choice, "torque");
}

static bool wants_section(const choice *choice)
{
    return choice_formula(choice, "pressure") && !choice_given(choice, "area");
}

static v3 section(const choice *choice)
{
    return wants_section(choice) ? axis_of(choice) : v3_make(0, 0, 0);
}

static scree_status check_turning(const choice *choice, const char *wall, scree_error *error)
{
    if (turns(choice) && !choice_given(choice, "inertia"))
        return drive_fail(error, wall, "give inertia: 1e-5 kg m^2, of the wall about the axis",
                          "a servo of a torque needs a moment of inertia");
    if (turns(choice) && (choice_given(choice, "low") || choice_given(choice, "high") ||
                          choice_given(choice, "speed") || choice_given(choice, "mass")))
        return drive_fail(error, wall,
                          "take out low, high, speed and mass; rate limits how it turns",
                          "a servo of a torque turns and does not move");
    if (!turns(choice) && (choice_given(choice, "rate") || choice_given(choice, "inertia")))
        return drive_fail(error, wall, "take out rate and inertia; speed limits how it moves",
                          "a servo of a force moves and does not turn");
    return SCREE_OK;
}

static scree_status check(const choice *choice, const char *wall, scree_error *error)
{
    const int wanted = (choice_formula(choice, "force") != NULL) +
                       (choice_formula(choice, "pressure") != NULL) + turns(choice);
    if (wanted != 1)
        return drive_fail(error, wall, "give one of force, pressure and torque",
                          wanted ? "the servo is to hold several things at once"
                                 : "the servo has nothing to hold");
    if (choice_given(choice, "area") && !choice_formula(choice, "pressure"))
        return drive_fail(error, wall, "leave it out, or give a pressure",
                          "an area stands for a servo without a pressure");
    if (!isfinite(formula_at(target_of(choice), 0, NULL)))
        return drive_fail(error, wall, "let it have values at all times",
                          "what the servo is to hold has no value at t = 0");
    scree_status status = check_turning(choice, wall, error);
    if (status == SCREE_OK)
        status = drive_check_direction(choice, "axis", wall, error);
    const v3 axis = drive_vector(choice, "axis");
    const int along = (axis.x != 0) + (axis.y != 0) + (axis.z != 0);
    if (status == SCREE_OK && wants_section(choice) && along != 1)
        return drive_fail(error, wall, "give area: 25 cm^2, or an axis such as [0, 0, -1]",
                          "the box around the wall has a section across axes of space alone");
    return status;
}

static drive_leaving leaves_plane(const choice *choice)
{
    static const drive_leaving along = DRIVE_LEADS_OUT("axis");
    static const drive_leaving turned = DRIVE_TILTED("axis");
    const v3 axis = drive_vector(choice, "axis");
    if (turns(choice))
        return drive_tilts(axis) ? turned : (drive_leaving){0};
    return drive_leads_out(axis) ? along : (drive_leaving){0};
}

// The wanted force or torque at a time.
static double target_at(const choice *choice, const drive_wall *wall, double time)
{
    const double target = formula_at(target_of(choice), time, NULL);
    if (!choice_formula(choice, "pressure"))
        return target;
    return target * (wants_section(choice) ? wall->section : choice_real(choice, "area"));
}

static double mass_of(const choice *choice, const double state[DRIVE_STATE])
{
    const char *name = turns(choice) ? "inertia" : "mass";
    return choice_given(choice, name) ? choice_real(choice, name) : state[MASS];
}

static double time_of(const choice *choice, const double state[DRIVE_STATE])
{
    return choice_given(choice, "time") ? choice_real(choice, "time") : state[TIME];
}

static bool weighed(const choice *choice, const double state[DRIVE_STATE])
{
    return mass_of(choice, state) > 0 && time_of(choice, state) > 0;
}

static bool weigh(const choice *choice, double mass, double time, double state[DRIVE_STATE])
{
    if (!(state[MASS] > 0))
        state[MASS] = mass;
    if (!(state[TIME] > 0))
        state[TIME] = time;
    return weighed(choice, state);
}

// ---- the step

// Of the grains, along or about the axis. The wall turns about its reference point.
static double load_of(const choice *choice, const drive_in *in, v3 axis)
{
    return v3_dot(turns(choice) ? in->torque : in->force, axis);
}

// What a force on the wall moves in a kick: the wall, and of the inner mass what the dashpot takes along.
static double moved_mass(const choice *choice, double kick, const double state[DRIVE_STATE])
{
    const double taken = kick / (kick + time_of(choice, state));
    return mass_of(choice, state) * (outer + (1 - outer) * taken);
}

static void kick(const choice *choice, const drive_in *in, double state[DRIVE_STATE])
{
    const v3 axis = axis_of(choice);
    const double mass = moved_mass(choice, in->kick, state);
    const double taken = in->kick / (in->kick + time_of(choice, state));
    const double own = outer * mass_of(choice, state) / mass; // of what moves
    const double time = in->time - in->dt - in->since;
    const double target = target_at(choice, in->wall, time);
    const double most = choice_real(choice, turns(choice) ? "rate" : "speed");
    const double last = in->kick * state[LOAD] / mass;
    const double driven = in->kick * target / mass;
    const double before = own * state[SPEED] + (1 - own) * state[INNER];
    const double wanted = before + driven + last;
    double speed = wanted;
    if (wanted > most)
        speed = most;
    if (wanted < -most)
        speed = -most;
    if (speed != wanted)
        state[LIMITED] += in->kick;
    state[LOAD] = load_of(choice, in, axis);
    const double more = in->kick * state[LOAD] / mass - last;
    state[SPEED] = speed + more;
    state[INNER] += taken * (state[SPEED] - state[INNER]);
}

static void drift(const choice *choice, const drive_in *in, double state[DRIVE_STATE])
{
    const double low = choice_real(choice, "low");
    const double high = choice_real(choice, "high"); // NaN where there is none
    state[SHIFT] += in->dt * state[SPEED];
    if (state[SHIFT] < low || state[SHIFT] > high) {
        state[SHIFT] = state[SHIFT] < low ? low : high;
        state[SPEED] = 0;
        state[INNER] = 0;
    }
}

static void place(const choice *choice, const drive_in *in, const double state[DRIVE_STATE],
                  wall_pose *out)
{
    const v3 axis = axis_of(choice);
    const v3 still = {0, 0, 0};
    *out = in->start;
    out->velocity = still;
    out->spin = still;
    if (!turns(choice)) {
        out->position = v3_fma(in->start.position, state[SHIFT], axis);
        out->velocity = v3_scale(state[SPEED], axis);
        return;
    }
    double sine;
    double cosine;
    real_sin_cos(0.5 * state[SHIFT], &sine, &cosine);
    const q4 turn = {cosine, sine * axis.x, sine * axis.y, sine * axis.z};
    out->orientation = q4_unit(q4_mul(turn, in->start.orientation));
    out->spin = v3_scale(state[SPEED], axis);
}

static void pose(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                 wall_pose *out)
{
    if (in->kick > 0) {
        kick(choice, in, state);
        if (!in->glance)
            drift(choice, in, state);
    }
    place(choice, in, state, out);
}

// Limits count from here; it has the speed that the wall had along the axis.
static void begin(const choice *choice, const drive_in *in, const wall_pose *now,
                  double state[DRIVE_STATE])
{
    (void)in;
    state[SPEED] = v3_dot(turns(choice) ? now->spin : now->velocity, axis_of(choice));
    state[INNER] = state[SPEED];
}

static drive_yield yield(const choice *choice, const drive_in *in, const double state[DRIVE_STATE])
{
    const v3 axis = axis_of(choice);
    if (!weighed(choice, state))
        return (drive_yield){.unknown = true, .axis = axis};
    const double felt = moved_mass(choice, in->dt, state);
    if (turns(choice)) {
        const sym3 along = sym3_dyad(axis, axis);
        return (drive_yield){
            .body = true,
            .point = in->before.position,
            .spin = v3_scale(state[SPEED], axis),
            .inverse_inertia = sym3_scale(1 / felt, along),
            .inertia = sym3_scale(felt, along),
        };
    }
    drive_yield yield = {
        .axis = axis,
        .inverse_mass = 1 / felt,
        .velocity = v3_scale(state[SPEED], axis),
    };
    const double time = in->time - in->dt - in->since;
    const double pushed = state[SPEED] + in->dt * target_at(choice, in->wall, time) / felt;
    if (state[SHIFT] <= choice_real(choice, "low") && pushed <= 0)
        yield.stop = -1;
    if (state[SHIFT] >= choice_real(choice, "high") && pushed >= 0)
        yield.stop = 1;
    return yield;
}

// Only with a mass of its own may it be lighter than the grains on it.
static drive_push push(const choice *choice, const drive_wall *wall)
{
    const bool own = choice_given(choice, turns(choice) ? "inertia" : "mass");
    const double far = wall ? wall->extent : INFINITY;
    drive_push push = {
        .axis = axis_of(choice),
        .force = 0,
        .mass = INFINITY,
        .damping = 0,
        .low = choice_real(choice, "low"),
        .high = choice_real(choice, "high"),
    };
    if (own && turns(choice))
        push.mass = isfinite(far) ? outer * choice_real(choice, "inertia") / (far * far) : INFINITY;
    else if (own)
        push.mass = outer * choice_real(choice, "mass");
    if (turns(choice))
        return push;
    const double speed = choice_real(choice, "speed");
    const double target = formula_at(target_of(choice), 0, NULL);
    push.most = speed > 0 ? speed : 0;
    if (wants_section(choice))
        push.pressure = target;
    else
        push.force = choice_given(choice, "area") ? target * choice_real(choice, "area") : target;
    return push;
}

static drive_pace pace(const choice *choice, v3 reference, double duration)
{
    (void)reference;
    (void)duration;
    const double speed = choice_real(choice, "speed");
    const double rate = choice_real(choice, "rate");
    drive_pace pace = {.axis = axis_of(choice), .point = reference};
    if (speed > 0)
        pace.speed = speed;
    if (rate > 0)
        pace.rate = rate;
    return pace;
}

static void aim(const choice *choice, const drive_in *in, double *wanted, double *held)
{
    *wanted = target_at(choice, in->wall, in->time - in->since);
    *held = -load_of(choice, in, axis_of(choice));
}

static double held(const double state[DRIVE_STATE])
{
    return state[LIMITED];
}

static bool doubt(const choice *choice, const drive_outlook *outlook, char *out, size_t size)
{
    return !turns(choice) && servo_doubt(choice, target_of(choice), outlook, out, size);
}

const char drive_servo_example[] =
    "axis: [0, 1, 0], force: 1 N\naxis: [0, 1, 0], pressure: 1 kPa, area: 10 cm^2\naxis: [0, 0, "
    "1], torque: 1e-3 N*m, inertia: 1e-6 kg m^2";

const drive drive_servo = {
    .what = {"servo", "holds a force, a pressure or a torque on the grains", rows,
             sizeof rows / sizeof *rows},
    .answers = true,
    .passing = "force pressure torque area speed rate mass inertia time",
    .check = check,
    .leaves_plane = leaves_plane,
    .pose = pose,
    .begin = begin,
    .yield = yield,
    .weigh = weigh,
    .section = section,
    .held = held,
    .aim = aim,
    .doubt = doubt,
    .pace = pace,
    .push = push,
};
