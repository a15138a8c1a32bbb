// drive_body.c - a wall that is a rigid body: it moves and turns under the forces of the grains, gravity, and forces that
// are given, with six freedoms or some of them: a floating plate, a ball that is thrown in, a paddle wheel.
//
// How it moves: scene/body_motion.c.
#include "scene/body_motion.h"
#include "scene/drive_parts.h"

#include "base/mathlib.h"

enum { FREE_X = 1, FREE_Y = 2, FREE_Z = 4, TURN_X = 8, TURN_Y = 16, TURN_Z = 32 };
enum { TURNS = TURN_X | TURN_Y | TURN_Z, ALL = FREE_X | FREE_Y | FREE_Z | TURNS };

static const row rows[] = {
    {"mass", ROW_REAL, "kg", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH, "mass of the wall"},
    {"density", ROW_REAL, "kg/m^3", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "of a uniform solid inside the surface, in place of mass, centre and inertia"},
    {"centre", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "centre of mass at the start [x, y, z]; default: that of a uniform solid, else the reference "
     "point"},
    {"inertia", ROW_VECTOR, "kg m^2", ROW_OPTIONAL, 0, ROW_ANY_HIGH,
     "moments of inertia about the centre of mass [xx, yy, zz]; default: of a uniform solid"},
    {"products", ROW_VECTOR, "kg m^2", 0, ROW_ANY_LOW, ROW_ANY_HIGH,
     "the other numbers of that tensor [xy, xz, yz]"},
    {"free", ROW_WORDS, "x|y|z|rotation_x|rotation_y|rotation_z", ROW_OPTIONAL, 0, 0,
     "how it may move: along which axes, about none, one or all three; default: all, with `axis` "
     "or "
     "`pivot` only turns"},
    {"axis", ROW_VECTOR, "1", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "it turns about this axis alone [x, y, z]"},
    {"pivot", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "a place that is held, about which it turns; default: the centre of mass"},
    {"gravity", ROW_FLAG, "1", 1, 0, 1, "it has weight"},
    {"force", ROW_VECTOR, "N", 0, ROW_ANY_LOW, ROW_ANY_HIGH,
     "further force on the centre of mass [x, y, z]"},
    {"torque", ROW_VECTOR, "N m", 0, ROW_ANY_LOW, ROW_ANY_HIGH, "further torque [x, y, z]"},
    {"damping", ROW_REAL, "N s/m", 0, 0, ROW_ANY_HIGH, "force against the motion per velocity"},
    {"rotation_damping", ROW_REAL, "N m s", 0, 0, ROW_ANY_HIGH, "torque against the spin per rate"},
    {"velocity", ROW_VECTOR, "m/s", 0, ROW_ANY_LOW, ROW_ANY_HIGH,
     "of the centre of mass at the start [x, y, z]"},
    {"spin", ROW_VECTOR, "rad/s", 0, ROW_ANY_LOW, ROW_ANY_HIGH, "at the start [x, y, z]"},
    {"low", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, 0,
     "least displacements along x, y, z; default: none"},
    {"high", ROW_VECTOR, "m", ROW_OPTIONAL, 0, ROW_ANY_HIGH,
     "largest displacements along x, y, z; default: none"},
    {"low_angle", ROW_REAL, "rad", ROW_OPTIONAL, ROW_ANY_LOW, 0,
     "least angle about the one axis; default: none"},
    {"high_angle", ROW_REAL, "rad", ROW_OPTIONAL, 0, ROW_ANY_HIGH,
     "largest angle about the one axis; default: none"},
    DRIVE_JUMP_ROW,
};

static int words(const choice *choice)
{
    const bool turns_alone = choice_given(choice, "axis") || choice_given(choice, "pivot");
    if (choice_given(choice, "free"))
        return (int)choice_real(choice, "free");
    return turns_alone ? TURNS : ALL;
}

static body_freedoms freedoms_of(const choice *choice, bool flat)
{
    const int free = words(choice);
    const int turns = free & TURNS;
    body_freedoms freedoms = {
        .along = v3_make((free & FREE_X) != 0, (free & FREE_Y) != 0, (free & FREE_Z) != 0 && !flat),
        .turns = turns == TURNS,
        .about = turns && turns != TURNS,
        .axis = v3_make((turns & TURN_X) != 0, (turns & TURN_Y) != 0, (turns & TURN_Z) != 0),
    };
    if (choice_given(choice, "axis")) {
        freedoms.turns = false;
        freedoms.about = true;
        freedoms.axis = v3_unit(drive_vector(choice, "axis"));
    } else if (flat && turns) {
        freedoms.turns = false;
        freedoms.about = (turns & TURN_Z) != 0;
        freedoms.axis = v3_make(0, 0, 1);
    }
    return freedoms;
}

static bool moves_along(const body_freedoms *freedoms)
{
    return v3_norm(freedoms->along) > 0;
}

static scree_status check_turns(const choice *choice, const char *wall, scree_error *error)
{
    const int turns = words(choice) & TURNS;
    const bool two =
        turns == (TURN_X | TURN_Y) || turns == (TURN_X | TURN_Z) || turns == (TURN_Y | TURN_Z);
    const bool axis = choice_given(choice, "axis");
    if (axis) {
        const scree_status status = drive_check_direction(choice, "axis", wall, error);
        if (status != SCREE_OK)
            return status;
    } else if (two) {
        return drive_fail(error, wall, "let it turn about none, one or all three of them",
                          "a body that turns about two axes of space is not possible");
    }
    const body_freedoms freedoms = freedoms_of(choice, false);
    if (!freedoms.about &&
        (choice_given(choice, "low_angle") || choice_given(choice, "high_angle")))
        return drive_fail(error, wall, "let it turn about one axis",
                          "low_angle and high_angle are of a body that turns about one axis");
    return SCREE_OK;
}

static scree_status check(const choice *choice, const char *wall, scree_error *error)
{
    const scree_status status = check_turns(choice, wall, error);
    const body_freedoms freedoms = freedoms_of(choice, false);
    if (status != SCREE_OK)
        return status;
    if (choice_given(choice, "pivot") && moves_along(&freedoms))
        return drive_fail(error, wall, "take x, y and z out of `free`, or leave the pivot out",
                          "a body that is held at a pivot does not move along an axis");
    if (!moves_along(&freedoms) && !freedoms.about && !freedoms.turns)
        return drive_fail(error, wall, "give some of x, y, z, rotation_x, rotation_y, rotation_z",
                          "free: [] leaves the body no motion");
    return SCREE_OK;
}

static drive_leaving leaves_plane(const choice *choice)
{
    static const drive_leaving freedoms = {
        "`free` leads out of the plane of this case",
        "leave out z, rotation_x and rotation_y: free: [x, y, rotation_z]"};
    static const drive_leaving axis = DRIVE_TILTED("axis");
    static const drive_leaving along[] = {DRIVE_LEADS_OUT("force"), DRIVE_LEADS_OUT("velocity")};
    static const drive_leaving about[] = {
        {"torque is not across the plane of this case", "let its first two components be 0"},
        {"spin is not across the plane of this case", "let its first two components be 0"}};
    const int out = FREE_Z | TURN_X | TURN_Y;
    if (choice_given(choice, "free") && ((int)choice_real(choice, "free") & out))
        return freedoms;
    if (drive_tilts(drive_vector(choice, "axis")))
        return axis;
    if (drive_leads_out(drive_vector(choice, "force")))
        return along[0];
    if (drive_leads_out(drive_vector(choice, "velocity")))
        return along[1];
    if (drive_tilts(drive_vector(choice, "torque")))
        return about[0];
    return drive_tilts(drive_vector(choice, "spin")) ? about[1] : (drive_leaving){0};
}

static scree_status mass(const choice *choice, const primitive *surface, const char *wall,
                         int dimensions, rigid *out, scree_error *error)
{
    char where[160];
    snprintf(where, sizeof where, "walls.%.120s.drive", wall);
    const body_freedoms freedoms = freedoms_of(choice, dimensions == 2);
    const rigid_given given = {
        .mass = choice_real(choice, "mass"),
        .density = choice_real(choice, "density"),
        .has_centre = choice_given(choice, "centre"),
        .has_inertia = choice_given(choice, "inertia"),
        .has_pivot = choice_given(choice, "pivot"),
        .centre = drive_vector(choice, "centre"),
        .pivot = drive_vector(choice, "pivot"),
        .moments = drive_vector(choice, "inertia"),
        .products = drive_vector(choice, "products"),
        .turns = freedoms.about || freedoms.turns,
    };
    return rigid_make(&given, surface, dimensions, where, out, error);
}

static body_push push_of(const choice *choice, const drive_wall *wall)
{
    v3 force = drive_vector(choice, "force");
    if (choice_flag(choice, "gravity"))
        force = v3_fma(force, wall->body.mass, wall->gravity);
    return (body_push){
        .force = v3_add(force, wall->given_force),
        .torque = v3_add(drive_vector(choice, "torque"), wall->given_torque),
        .damping = choice_real(choice, "damping"),
        .turn_damping = choice_real(choice, "rotation_damping"),
    };
}

static body_limits limits_of(const choice *choice)
{
    return (body_limits){
        .any = choice_given(choice, "low") || choice_given(choice, "high"),
        .low = drive_vector(choice, "low"),
        .high = drive_vector(choice, "high"),
        .low_angle = choice_real(choice, "low_angle"),
        .high_angle = choice_real(choice, "high_angle"),
    };
}

static void start(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                  wall_pose *now)
{
    const body_freedoms freedoms = freedoms_of(choice, in->wall->flat);
    body_set(in, &freedoms, drive_vector(choice, "velocity"), drive_vector(choice, "spin"), state);
    body_velocities(in, &freedoms, state, now);
}

// It has the motion that the wall had, as far as its freedoms go.
static void begin(const choice *choice, const drive_in *in, const wall_pose *now,
                  double state[DRIVE_STATE])
{
    const body_freedoms freedoms = freedoms_of(choice, in->wall->flat);
    const v3 arm = body_reference(&in->wall->body, now->orientation);
    const v3 by_spin = v3_cross(now->spin, arm);
    body_set(in, &freedoms, v3_sub(now->velocity, by_spin), now->spin, state);
}

static void pose(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                 wall_pose *out)
{
    *out = in->before;
    if (!(state[BODY_HELD] == 1)) { // it has not brought the wall here
        out->position = v3_make(INFINITY, INFINITY, INFINITY);
        return;
    }
    if (!(in->kick > 0))
        return;
    const body_freedoms freedoms = freedoms_of(choice, in->wall->flat);
    const body_push push = push_of(choice, in->wall);
    const body_limits limits = limits_of(choice);
    body_kick(in, &freedoms, &push, state);
    if (in->glance)
        body_velocities(in, &freedoms, state, out);
    else
        body_drift(in, &freedoms, &limits, state, out);
}

// ---- for the nonsmooth solver

// R diag(d) R^T.
static sym3 tensor_of(q4 frame, v3 diagonal)
{
    const v3 x = q4_rotate(frame, v3_make(1, 0, 0));
    const v3 y = q4_rotate(frame, v3_make(0, 1, 0));
    const v3 z = q4_rotate(frame, v3_make(0, 0, 1));
    const sym3 of_x = sym3_scale(diagonal.x, sym3_dyad(x, x));
    const sym3 of_y = sym3_fma(of_x, diagonal.y, sym3_dyad(y, y));
    return sym3_fma(of_y, diagonal.z, sym3_dyad(z, z));
}

static drive_yield yield(const choice *choice, const drive_in *in, const double state[DRIVE_STATE])
{
    const body_freedoms freedoms = freedoms_of(choice, in->wall->flat);
    const rigid *body = &in->wall->body;
    const double turn_damping = in->dt * choice_real(choice, "rotation_damping");
    const double felt = body->mass + in->dt * choice_real(choice, "damping");
    drive_yield yield = {
        .body = true,
        .free = freedoms.along,
        .point = v3_sub(in->before.position, body_reference(body, in->before.orientation)),
        .velocity = v3_at(state + BODY_VELOCITY),
        .spin = body_spin(in, &freedoms, state),
        .inverse_mass = moves_along(&freedoms) ? 1 / felt : 0,
    };
    if (freedoms.about) {
        const double moment = body_moment(in, &freedoms) + turn_damping;
        const sym3 along = sym3_dyad(freedoms.axis, freedoms.axis);
        yield.inverse_inertia = sym3_scale(1 / moment, along);
        yield.inertia = sym3_scale(moment, along);
    } else if (freedoms.turns) {
        const q4 frame = body_frame(body, in->before.orientation);
        const v3 moment =
            v3_add(body->inertia.moment, v3_make(turn_damping, turn_damping, turn_damping));
        yield.inertia = tensor_of(frame, moment);
        yield.inverse_inertia = tensor_of(frame, v3_make(1 / moment.x, 1 / moment.y, 1 / moment.z));
    }
    return yield;
}

static const char *rigid_grains(const choice *choice)
{
    const bool limits = choice_given(choice, "low") || choice_given(choice, "high") ||
                        choice_given(choice, "low_angle") || choice_given(choice, "high_angle");
    return limits ? "limits of a body" : NULL;
}

// ---- what is known of it before it moves

// What grains feel of its mass where they touch it far out: 1/m' = 1/m + R^2/I. The force is that along which it falls.
static drive_push push(const choice *choice, const drive_wall *wall)
{
    const body_freedoms freedoms = freedoms_of(choice, wall->flat);
    const rigid *body = &wall->body;
    const body_push pushed = push_of(choice, wall);
    const v3 force = v3_times(freedoms.along, pushed.force);
    double inverse = moves_along(&freedoms) ? 1 / body->mass : 0;
    const v3 moment = body->inertia.moment;
    const double far = wall->extent + v3_norm(body->pivot);
    double least = real_min(real_min(moment.x, moment.y), moment.z);
    if (freedoms.about)
        least = rigid_moment(body, freedoms.axis);
    if (freedoms.about || freedoms.turns)
        inverse += far * far / least;
    const double size = v3_norm(force);
    return (drive_push){
        .axis = size > 0 ? v3_scale(1 / size, force) : v3_make(0, 0, 1),
        .force = size,
        .mass = 1 / inverse,
        .damping = 0,
        .low = NAN,
        .high = NAN,
        .area = wall->flat ? 2 * wall->extent : 4 * wall->extent * wall->extent,
    };
}

// What it has from the start.
static drive_pace pace(const choice *choice, v3 reference, double duration)
{
    (void)duration;
    const v3 spin = drive_vector(choice, "spin");
    const double rate = v3_norm(spin);
    return (drive_pace){
        .speed = v3_norm(drive_vector(choice, "velocity")),
        .rate = rate,
        .point = reference,
        .axis = rate > 0 ? v3_scale(1 / rate, spin) : v3_make(0, 0, 1),
    };
}

const char drive_body_example[] =
    "mass: 20 g, inertia: [1e-6 kg m^2, 1e-6 kg m^2, 1e-6 kg m^2], velocity: [0, 20 cm/s, "
    "0]\nmass: 20 g, inertia: [1e-6 kg m^2, 1e-6 kg m^2, 1e-6 kg m^2], axis: [0, 0, 1]";

const drive drive_body = {
    .what = {"body", "a rigid body that grains, gravity and given forces move and turn", rows,
             sizeof rows / sizeof *rows},
    .answers = true,
    .pushed_by_program = true,
    .passing = "gravity force torque damping rotation_damping velocity spin",
    .check = check,
    .leaves_plane = leaves_plane,
    .pose = pose,
    .start = start,
    .begin = begin,
    .mass = mass,
    .yield = yield,
    .rigid_grains = rigid_grains,
    .pace = pace,
    .push = push,
};
