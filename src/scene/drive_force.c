// drive_force.c - a wall of a mass of its own that a constant force pushes along an axis against the grains: a piston,
// a lid with a load, the plate of a shear cell.
//
// Along the axis, m dv/dt = force + f_grains . axis - damping v; across it the wall does not move and it never turns.
// Kick and drift, as the grains move: v_{n+1/2} = (v_{n-1/2} + dt F_n/m) / (1 + dt damping/m), x_{n+1} = x_n + dt
// v_{n+1/2}, the first kick half a step (drive_in.kick). The damping is taken implicitly, so that no damping is too
// strong for the step. At a limit the wall stops; it leaves it when the force turns round.
#include "scene/drive_parts.h"

enum { SPEED, SHIFT }; // the state: m/s half a step back, m from the start

static const row rows[] = {
    {"axis", ROW_VECTOR, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "direction of the motion [x, y, z]"},
    {"force", ROW_REAL, "N", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "force on the wall along the axis, its own weight included"},
    {"mass", ROW_REAL, "kg", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "mass of the wall"},
    {"damping", ROW_REAL, "N s/m", 0, 0, ROW_ANY_HIGH, "force against the motion per velocity"},
    {"low", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, 0,
     "least displacement along the axis; default: none"},
    {"high", ROW_REAL, "m", ROW_OPTIONAL, 0, ROW_ANY_HIGH,
     "largest displacement along the axis; default: none"},
    DRIVE_JUMP_ROW,
};

static scree_status check(const choice *choice, const char *wall, scree_error *error)
{
    return drive_check_direction(choice, "axis", wall, error);
}

static drive_leaving leaves_plane(const choice *choice)
{
    static const drive_leaving out = DRIVE_LEADS_OUT("axis");
    return drive_leads_out(drive_vector(choice, "axis")) ? out : (drive_leaving){0};
}

static void pose(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                 wall_pose *out)
{
    v3 axis = v3_unit(drive_vector(choice, "axis"));
    if (in->kick > 0) {
        double mass = choice_real(choice, "mass");
        double kick = in->kick;
        double force = choice_real(choice, "force") + v3_dot(in->force, axis);
        double low = choice_real(choice, "low");
        double high = choice_real(choice, "high"); // NaN where there is none
        state[SPEED] = (state[SPEED] + kick * force / mass) /
                       (1 + kick * choice_real(choice, "damping") / mass);
        state[SHIFT] += in->dt * state[SPEED];
        if (state[SHIFT] < low) {
            state[SHIFT] = low;
            state[SPEED] = 0;
        }
        if (state[SHIFT] > high) {
            state[SHIFT] = high;
            state[SPEED] = 0;
        }
    }
    *out = in->start;
    out->position = v3_fma(in->start.position, state[SHIFT], axis);
    out->velocity = v3_scale(state[SPEED], axis);
    out->spin = v3_make(0, 0, 0);
}

// Limits count from here; the mass has the speed that the wall had along the axis.
static void begin(const choice *choice, const drive_in *in, const wall_pose *now,
                  double state[DRIVE_STATE])
{
    (void)in;
    state[SPEED] = v3_dot(now->velocity, v3_unit(drive_vector(choice, "axis")));
    state[SHIFT] = 0;
}

// Other limits must not be ones that the wall has passed: it would jump back.
static scree_status go_on(const choice *choice, const char *wall, const double state[DRIVE_STATE],
                          scree_error *error)
{
    double low = choice_real(choice, "low");
    double high = choice_real(choice, "high");
    double shift = state[SHIFT];
    if (choice_flag(choice, "jump") || !(shift < low || shift > high))
        return SCREE_OK;
    char what[120];
    snprintf(what, sizeof what, "the wall is at %.6g m, %s its limit `%s: %.6g m`", shift,
             shift < low ? "below" : "above", shift < low ? "low" : "high",
             shift < low ? low : high);
    return drive_fail(error, wall,
                      "give a limit that it has not passed, or jump: true to let it jump there",
                      what);
}

static drive_yield yield(const choice *choice, const drive_in *in, const double state[DRIVE_STATE])
{
    double dt = in->dt;
    double mass = choice_real(choice, "mass");
    double speed = state[SPEED] + dt * choice_real(choice, "force") / mass;
    drive_yield drive_yield = {
        .axis = v3_unit(drive_vector(choice, "axis")),
        .inverse_mass = 1 / (mass + dt * choice_real(choice, "damping")),
        .stop = 0,
        .velocity = in->before.velocity,
    };
    if (state[SHIFT] <= choice_real(choice, "low") && speed <= 0)
        drive_yield.stop = -1;
    if (state[SHIFT] >= choice_real(choice, "high") && speed >= 0)
        drive_yield.stop = 1;
    return drive_yield;
}

static drive_push push(const choice *choice, const drive_wall *wall)
{
    (void)wall;
    return (drive_push){
        .axis = v3_unit(drive_vector(choice, "axis")),
        .force = choice_real(choice, "force"),
        .mass = choice_real(choice, "mass"),
        .damping = choice_real(choice, "damping"),
        .low = choice_real(choice, "low"),
        .high = choice_real(choice, "high"),
    };
}

const char drive_force_example[] = "axis: [0, 1, 0], force: 2 N, mass: 20 g";

const drive drive_force = {
    .what = {"force", "a mass that a constant force pushes along an axis", rows,
             sizeof rows / sizeof *rows},
    .answers = true,
    .passing = "force mass damping low high",
    .check = check,
    .leaves_plane = leaves_plane,
    .pose = pose,
    .begin = begin,
    .go_on = go_on,
    .yield = yield,
    .push = push,
};
