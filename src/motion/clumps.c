// clumps.c - see clumps.h.
#include "motion/clumps.h"

#include "motion/gear.h"
#include "motion/whole.h"

whole whole_of(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    int32_t set = bodies->set[head];
    whole whole = {.clump = stepping->clump[set],
                   .inertia = stepping->inertia[set],
                   .mass = bodies->centre[head].v[3]};
    double radius = bodies->position[bodies->now][head].v[3];
    double one = whole.clump ? whole.inertia.moment.z : radius * radius / stepping->spin_factor;
    if (!whole.clump || stepping->flat)
        whole.inertia = inertia_make(v3_make(one, one, one)); // in a flat world z alone counts
    whole.share = whole.clump ? whole.clump->volume / whole.mass : 1 / whole.mass;
    return whole;
}

v3 clump_arm(const stepping *stepping, int32_t head, int k)
{
    whole whole = whole_of(stepping, head);
    return whole_arm(&whole, q4_of(&stepping->context.body->orientation[head]), k);
}

typedef struct sums {
    v3 force, moment;
} sums;

static sums add_up(const stepping *stepping, const whole *whole, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    const trail *trail = followers_of(stepping, head);
    const rec4 *pull = trail ? stepping->follow->pull + 2 * (size_t)trail->first
                             : stepping->pull + 2 * (size_t)head;
    int32_t count = trail ? trail->met : whole_balls(whole);
    q4 orientation = q4_of(&bodies->orientation[head]);
    sums sums = {v3_make(0, 0, 0), v3_make(0, 0, 0)};
    for (int32_t i = 0; i < count; i++, pull += 2) {
        v3 force = v3_of(&pull[0]);
        v3 turn = v3_of(&pull[1]);
        if (v3_dot(force, force) == 0 && v3_dot(turn, turn) == 0)
            continue; // most balls of a large clump touch nothing
        int32_t k = trail ? stepping->follow->ball[trail->first + i] - head : i;
        const double radius = bodies->position[bodies->now][head + k].v[3];
        v3 of_turn = v3_scale(radius, turn);
        v3 of_force = v3_cross(whole_arm(whole, orientation, k), force);
        sums.force = v3_add(sums.force, force);
        sums.moment = v3_add(sums.moment, v3_add(of_turn, of_force));
    }
    return sums;
}

// Acceleration of the centre, with gravity, and the moment; those that a flat world does not have are gone.
typedef struct drive_on {
    v3 push, turn;
} drive_on;

static drive_on drive_of(const stepping *stepping, const whole *whole, int32_t head)
{
    sums sums = add_up(stepping, whole, head);
    const double *gravity = stepping->gravity;
    const v3 free_fall = v3_make(gravity[0], gravity[1], gravity[2]);
    drive_on drive;
    drive.push = v3_add(v3_scale(1 / whole->mass, sums.force), free_fall);
    drive.turn = sums.moment;
    if (stepping->flat)
        drive.push.z = drive.turn.x = drive.turn.y = 0;
    return drive;
}

// Spin of a body with angular momentum l over density.
v3 whole_spin(const stepping *stepping, const inertia *inertia, q4 orientation, v3 momentum)
{
    return stepping->flat ? v3_make(0, 0, momentum.z * inertia->inverse.z)
                          : rotation_spin(orientation, momentum, inertia);
}

// Free rotation over dt; disks turn about z alone.
q4 whole_drift(const stepping *stepping, const inertia *inertia, q4 orientation, v3 momentum,
               double dt)
{
    if (stepping->flat) {
        v3 spin = v3_make(0, 0, momentum.z * inertia->inverse.z);
        return q4_unit(q4_mul(rotation_midpoint(spin, 0.25 * dt), orientation));
    }
    if (stepping->rotation == ROTATION_AXES)
        return rotation_drift_axes(orientation, momentum, inertia, dt);
    return rotation_drift_split(orientation, momentum, inertia, dt);
}

// The leapfrog of Zhang 1998 keeps angular velocities in body axes, not momenta.
static bool leaps(const stepping *stepping)
{
    return stepping->context.body->rate != NULL;
}

static rotor leaping(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    rotor rotor = {q4_of(&bodies->orientation[head]), v3_of(&bodies->turning[head]),
                   v3_of(&bodies->rate[head])};
    return rotor;
}

// Gear's scheme keeps derivatives, scaled by the length of the last step, and moves on from a place of its own.
static gear_body geared(const bodies *bodies, int32_t head)
{
    const rec4 *position = bodies->path + (GEAR_VALUES - 1) * (size_t)head;
    const rec4 *q = bodies->swing + (GEAR_VALUES - 1) * (size_t)head;
    gear_body gear = {{{0, 0, 0}}, {q4_of(&bodies->orientation[head])}};
    for (int k = 1; k < GEAR_VALUES; k++) {
        gear.position[k] = v3_of(&position[k - 1]);
        gear.orientation[k] = q4_of(&q[k - 1]);
    }
    return gear;
}

static void keep_gear(const bodies *bodies, int32_t head, const gear_body *gear, bool begun)
{
    rec4 *position = bodies->path + (GEAR_VALUES - 1) * (size_t)head;
    rec4 *q = bodies->swing + (GEAR_VALUES - 1) * (size_t)head;
    for (int k = 1; k < GEAR_VALUES; k++) {
        q4 turn = gear->orientation[k];
        position[k - 1] = rec4_of(gear->position[k], k == 1 && begun ? 1 : 0);
        q[k - 1] = (rec4){{turn.w, turn.x, turn.y, turn.z}};
    }
}

// Have its derivatives seen forces? Else velocities alone are known.
static bool has_begun(const bodies *bodies, int32_t head)
{
    return bodies->path[(GEAR_VALUES - 1) * (size_t)head].v[3] > 0;
}

void clump_start_gear(const bodies *bodies, int32_t head, v3 velocity, v3 spin, double dt)
{
    gear_body gear =
        gear_start(v3_make(0, 0, 0), velocity, q4_of(&bodies->orientation[head]), spin, dt);
    keep_gear(bodies, head, &gear, false);
}

void clump_push_gear(const bodies *bodies, int32_t head, v3 velocity, v3 spin, double dt)
{
    gear_body gear = geared(bodies, head);
    gear_push(&gear, velocity, spin, dt);
    keep_gear(bodies, head, &gear, false);
}

void clump_rescale_gear(const bodies *bodies, int32_t head, double ratio)
{
    gear_body gear = geared(bodies, head);
    gear_rescale(&gear, ratio);
    keep_gear(bodies, head, &gear, has_begun(bodies, head));
}

clump_motion clump_motion_at(const stepping *stepping, int32_t head, double half)
{
    const bodies *bodies = stepping->context.body;
    const whole whole = whole_of(stepping, head);
    q4 orientation = q4_of(&bodies->orientation[head]);
    clump_motion motion;
    if (bodies->path) {
        gear_body gear = geared(bodies, head);
        motion.velocity = gear_velocity(&gear, stepping->before);
        motion.spin = gear_spin(&gear, stepping->before);
        if (!has_begun(bodies, head) && !whole.clump) { // as it was given, to the bit
            motion.velocity = v3_of(&bodies->velocity[bodies->now][head]);
            motion.spin = v3_scale(bodies->spin[bodies->now][head].v[3],
                                   v3_of(&bodies->spin[bodies->now][head]));
        }
        motion.momentum =
            v3_scale(1 / whole.share, rotation_momentum(orientation, motion.spin, &whole.inertia));
    } else {
        drive_on drive = drive_of(stepping, &whole, head);
        motion.velocity = v3_fma(v3_of(&bodies->drift[head]), half, drive.push);
        motion.momentum = v3_fma(v3_of(&bodies->turning[head]), half, drive.turn);
        if (leaps(stepping)) {
            rotor rotor = leaping(stepping, head);
            motion.spin = rotor_spin(&rotor, ROTATION_LEAPFROG, &whole.inertia,
                                     v3_scale(whole.share, drive.turn), half);
            motion.momentum = v3_scale(1 / whole.share,
                                       rotation_momentum(orientation, motion.spin, &whole.inertia));
        } else
            motion.spin = whole_spin(stepping, &whole.inertia, orientation,
                                     v3_scale(whole.share, motion.momentum));
    }
    motion.kinetic = 0.5 * (whole.mass * v3_dot(motion.velocity, motion.velocity) +
                            v3_dot(motion.spin, motion.momentum));
    return motion;
}

double clump_energy_before(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    const whole whole = whole_of(stepping, head);
    if (bodies->path)
        return clump_motion_at(stepping, head, 0).kinetic;
    q4 orientation = q4_of(&bodies->orientation[head]);
    v3 momentum = v3_of(&bodies->turning[head]);
    v3 velocity = v3_of(&bodies->drift[head]);
    if (leaps(stepping))
        momentum = v3_scale(1 / whole.share,
                            q4_rotate(orientation, v3_times(whole.inertia.moment, momentum)));
    v3 spin = whole_spin(stepping, &whole.inertia, orientation, v3_scale(whole.share, momentum));
    return 0.5 * (whole.mass * v3_dot(velocity, velocity) + v3_dot(spin, momentum));
}

static arrival kick_and_drift(const stepping *stepping, const whole *whole, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    drive_on drive = drive_of(stepping, whole, head);
    q4 orientation = q4_of(&bodies->orientation[head]);
    arrival to = {.velocity = v3_fma(v3_of(&bodies->drift[head]), stepping->kick, drive.push)};
    to.centre = v3_fma(v3_of(&bodies->centre[head]), stepping->dt, to.velocity);
    v3 turning = v3_fma(v3_of(&bodies->turning[head]), stepping->kick, drive.turn);
    if (leaps(stepping)) {
        rotor rotor = leaping(stepping, head);
        rotor_step(&rotor, ROTATION_LEAPFROG, &whole->inertia, v3_scale(whole->share, drive.turn),
                   stepping->kick, stepping->dt);
        to.orientation = rotor.orientation;
        turning = rotor.motion;
        bodies->rate[head] = rec4_of(rotor.rate, 0);
    } else
        to.orientation = whole_drift(stepping, &whole->inertia, orientation,
                                     v3_scale(whole->share, turning), stepping->dt);
    bodies->drift[head] = rec4_of(to.velocity, 0);
    bodies->turning[head] = rec4_of(turning, 0);
    return to;
}

static arrival correct_and_predict(const stepping *stepping, const whole *whole, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    drive_on drive = drive_of(stepping, whole, head);
    gear_body gear = geared(bodies, head);
    if (stepping->written && stepping->written[head] >= 0) {
        const rec4 *jump = stepping->jump + 2 * (size_t)stepping->written[head];
        const double inverse_radius = bodies->spin[bodies->now][head].v[3];
        const v3 spin = v3_scale(inverse_radius, v3_of(&jump[1]));
        gear_push(&gear, v3_of(&jump[0]), spin, stepping->before);
    }
    if (stepping->dt != stepping->before)
        gear_rescale(&gear, stepping->dt / stepping->before);
    const v3 torque = v3_scale(whole->share, drive.turn);
    const bool first = !has_begun(bodies, head);
    gear_step(&gear, &whole->inertia, drive.push, torque, stepping->dt, first);
    keep_gear(bodies, head, &gear, true);
    const v3 way = gear.position[0];
    arrival to;
    to.centre = v3_add(v3_of(&bodies->centre[head]), way);
    to.velocity = v3_scale(1 / stepping->dt, way);
    to.orientation = gear.orientation[0];
    return to;
}

static void clump_move(const stepping *stepping, int32_t head, report *report)
{
    const whole whole = whole_of(stepping, head);
    arrival to = stepping->context.body->path ? correct_and_predict(stepping, &whole, head)
                                              : kick_and_drift(stepping, &whole, head);
    whole_put(stepping, &whole, head, &to, report);
}

// May this one be moved by the kernel, with others of its set?
static bool fits_batch(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    int32_t set = bodies->set[head];
    bool corners = stepping->form && stepping->form[set]; // they have to be turned as well
    return stepping->clump[set] && !corners && !bodies_follow(bodies, head) &&
           stepping->rotation == ROTATION_SPLIT && !stepping->flat && !bodies->path;
}

void clumps_move(const stepping *stepping, clump_mover *batch, int width, int32_t low, int32_t high,
                 report *report)
{
    const bodies *bodies = stepping->context.body;
    int32_t head[LANES_MOST];
    int heads = 0;
    for (int32_t at = low; at < high; at++) {
        int32_t i = stepping->follow->trail[at].head;
        if (!fits_batch(stepping, i)) {
            clump_move(stepping, i, report);
            continue;
        }
        if (heads && bodies->set[i] != bodies->set[head[0]]) {
            for (int waiting = 0; waiting < heads; waiting++)
                clump_move(stepping, head[waiting], report);
            heads = 0;
        }
        head[heads++] = i;
        if (heads < width)
            continue;
        batch(stepping, head, report);
        heads = 0;
    }
    for (int waiting = 0; waiting < heads; waiting++)
        clump_move(stepping, head[waiting], report);
}
