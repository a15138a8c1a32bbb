// clumps.c - see clumps.h.
#include "motion/clumps.h"

#include "motion/gear.h"
#include "motion/whole.h"

#include <string.h>

// One ball, whose place is the centre to the bit: its arm stays that however the body turns.
static inline bool is_lone(const model_clump *clump)
{
    const v3 none = {0, 0, 0};
    return clump->balls == 1 && memcmp(&clump->at[0], &none, sizeof none) == 0;
}

whole whole_of(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    int32_t set = bodies->set[head];
    const model_clump *clump = stepping->clump[set];
    whole whole = {
        .clump = clump,
        .inertia = stepping->inertia[set],
        .mass = bodies->centre[head].v[3],
        .lone = !clump || is_lone(clump),
    };
    double moment = whole.inertia.moment.z;
    if (!clump) {
        double radius = bodies_radius(bodies, head);
        moment = radius * radius / stepping->spin_factor;
    }
    const bool locked = clump && inertia_is_locked(&whole.inertia);
    if (!clump || (stepping->flat && !locked)) { // in a flat world z alone counts
        whole.inertia = inertia_equal(moment);
    }
    double volume = clump ? clump->volume : 1;
    whole.share = volume / whole.mass;
    return whole;
}

v3 clump_arm(const stepping *stepping, int32_t head, int k)
{
    const bodies *bodies = stepping->context.body;
    whole whole = whole_of(stepping, head);
    q4 orientation = bodies_orientation(bodies, head);
    return whole_arm(&whole, orientation, k);
}

typedef struct sums {
    v3 force, moment;
} sums;

// The balls of a body that something may pull.
typedef struct pulled_balls {
    int32_t count;
    const rec4 *pull;    // two records for each
    const int32_t *slot; // NULL: the balls follow each other from the first one on
} pulled_balls;

static pulled_balls pulled_of(const stepping *stepping, const whole *whole, int32_t head)
{
    const followers *followers = stepping->follow;
    const trail *trail = followers_of(stepping, head);
    pulled_balls balls = {.count = whole_balls(whole)};
    if (trail) {
        balls.count = trail->met;
        balls.pull = followers->pull + 2 * (size_t)trail->first;
        balls.slot = followers->ball + trail->first;
    } else {
        balls.pull = stepping->pull + 2 * (size_t)head;
    }
    return balls;
}

static inline bool is_idle(const rec4 *pull)
{
    v3 force = v3_of(&pull[0]);
    v3 turn = v3_of(&pull[1]);
    return v3_dot(force, force) == 0 && v3_dot(turn, turn) == 0;
}

// The pull on a ball at the end of that arm.
static inline void add_pull(sums *sums, const rec4 *pull, double radius, v3 arm)
{
    v3 force = v3_of(&pull[0]);
    v3 of_turn = v3_scale(radius, v3_of(&pull[1]));
    v3 of_force = v3_cross(arm, force);
    v3 moment = v3_add(of_turn, of_force);
    sums->force = v3_add(sums->force, force);
    sums->moment = v3_add(sums->moment, moment);
}

static sums add_up(const stepping *stepping, const whole *whole, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    const rec4 *position = bodies->position[bodies->now];
    sums sums = {v3_make(0, 0, 0), v3_make(0, 0, 0)};
    if (whole->lone) {
        const rec4 *pull = &stepping->pull[2 * (size_t)head];
        add_pull(&sums, pull, position[head].v[3], v3_make(0, 0, 0));
        return sums;
    }
    const pulled_balls balls = pulled_of(stepping, whole, head);
    q4 orientation = bodies_orientation(bodies, head);
    for (int32_t i = 0; i < balls.count; i++) {
        const rec4 *pull = &balls.pull[2 * (size_t)i];
        if (is_idle(pull))
            continue; // most balls of a large clump touch nothing
        int32_t k = balls.slot ? balls.slot[i] - head : i;
        double radius = position[head + k].v[3];
        add_pull(&sums, pull, radius, whole_arm(whole, orientation, k));
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
    v3 free_fall = v3_make(gravity[0], gravity[1], gravity[2]);
    v3 by_contacts = v3_scale(1 / whole->mass, sums.force);
    drive_on drive;
    drive.push = v3_add(by_contacts, free_fall);
    drive.turn = sums.moment;
    if (stepping->flat) {
        drive.push.z = 0;
        drive.turn.x = 0;
        drive.turn.y = 0;
    }
    return drive;
}

// Spin of a body with angular momentum l over density.
v3 whole_spin(const stepping *stepping, const inertia *inertia, q4 orientation, v3 momentum)
{
    if (stepping->flat)
        return v3_make(0, 0, momentum.z * inertia->inverse.z);
    return rotation_spin(orientation, momentum, inertia);
}

// Free rotation over dt; disks turn about z alone.
q4 whole_drift(const stepping *stepping, const inertia *inertia, q4 orientation, v3 momentum,
               double dt)
{
    if (stepping->flat) {
        v3 spin = v3_make(0, 0, momentum.z * inertia->inverse.z);
        q4 turn = rotation_midpoint(spin, 0.25 * dt);
        return q4_unit(q4_mul(turn, orientation));
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
    return (rotor){
        .orientation = bodies_orientation(bodies, head),
        .motion = whole_turning(bodies, head),
        .rate = v3_of(&bodies->rate[head]),
    };
}

// The angular momentum of a body with this spin.
static v3 momentum_with(const whole *whole, q4 orientation, v3 spin)
{
    v3 momentum = rotation_momentum(orientation, spin, &whole->inertia);
    return v3_scale(1 / whole->share, momentum);
}

static clump_motion geared_motion(const stepping *stepping, const whole *whole, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    q4 orientation = bodies_orientation(bodies, head);
    const gear_body gear = whole_gear(bodies, head);
    clump_motion motion = {
        .velocity = gear_velocity(&gear, stepping->before),
        .spin = gear_spin(&gear, stepping->before),
    };
    if (!whole_gear_begun(bodies, head) && !whole->clump) { // as it was given, to the bit
        const rec4 *spin = &bodies->spin[bodies->now][head];
        motion.velocity = v3_of(&bodies->velocity[bodies->now][head]);
        motion.spin = v3_scale(spin->v[3], v3_of(spin));
    }
    motion.momentum = momentum_with(whole, orientation, motion.spin);
    return motion;
}

// Of the leapfrog: what is kept, carried on by half a step.
static clump_motion kicked_motion(const stepping *stepping, const whole *whole, int32_t head,
                                  double half)
{
    const bodies *bodies = stepping->context.body;
    q4 orientation = bodies_orientation(bodies, head);
    drive_on drive = drive_of(stepping, whole, head);
    clump_motion motion;
    motion.velocity = v3_fma(whole_velocity(bodies, head), half, drive.push);
    motion.momentum = v3_fma(whole_turning(bodies, head), half, drive.turn);
    if (leaps(stepping)) {
        const rotor rotor = leaping(stepping, head);
        v3 torque = v3_scale(whole->share, drive.turn);
        motion.spin = rotor_spin(&rotor, ROTATION_LEAPFROG, &whole->inertia, torque, half);
        motion.momentum = momentum_with(whole, orientation, motion.spin);
    } else {
        v3 momentum = v3_scale(whole->share, motion.momentum);
        motion.spin = whole_spin(stepping, &whole->inertia, orientation, momentum);
    }
    return motion;
}

static double kinetic_energy(double mass, v3 velocity, v3 spin, v3 momentum)
{
    double twice_translation = mass * v3_dot(velocity, velocity);
    double twice_rotation = v3_dot(spin, momentum);
    return 0.5 * (twice_translation + twice_rotation);
}

clump_motion clump_motion_at(const stepping *stepping, int32_t head, double half)
{
    const bodies *bodies = stepping->context.body;
    whole whole = whole_of(stepping, head);
    clump_motion motion;
    if (bodies->path)
        motion = geared_motion(stepping, &whole, head);
    else
        motion = kicked_motion(stepping, &whole, head, half);
    motion.kinetic = kinetic_energy(whole.mass, motion.velocity, motion.spin, motion.momentum);
    return motion;
}

double clump_energy_before(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    whole whole = whole_of(stepping, head);
    if (bodies->path)
        return clump_motion_at(stepping, head, 0).kinetic;
    q4 orientation = bodies_orientation(bodies, head);
    v3 velocity = whole_velocity(bodies, head);
    v3 momentum = whole_turning(bodies, head);
    if (leaps(stepping)) {
        v3 of_body = v3_times(whole.inertia.moment, momentum);
        v3 in_space = q4_rotate(orientation, of_body);
        momentum = v3_scale(1 / whole.share, in_space);
    }
    v3 shared_momentum = v3_scale(whole.share, momentum);
    v3 spin = whole_spin(stepping, &whole.inertia, orientation, shared_momentum);
    return kinetic_energy(whole.mass, velocity, spin, momentum);
}

static arrival kick_and_drift(const stepping *stepping, const whole *whole, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    drive_on drive = drive_of(stepping, whole, head);
    q4 orientation = bodies_orientation(bodies, head);
    v3 centre = whole_centre(bodies, head);
    v3 drift = whole_velocity(bodies, head);
    v3 turning = whole_turning(bodies, head);
    arrival to;
    if (stepping->cell && stepping->cell->pushes)
        drift = v3_add(drift, cell_push(stepping->cell, centre));
    to.velocity = v3_fma(drift, stepping->kick, drive.push);
    to.centre = v3_fma(centre, stepping->dt, to.velocity);
    turning = v3_fma(turning, stepping->kick, drive.turn);
    if (leaps(stepping)) {
        v3 torque = v3_scale(whole->share, drive.turn);
        rotor rotor = leaping(stepping, head);
        rotor_step(&rotor, ROTATION_LEAPFROG, &whole->inertia, torque, stepping->kick,
                   stepping->dt);
        to.orientation = rotor.orientation;
        turning = rotor.motion;
        bodies->rate[head] = rec4_of(rotor.rate, 0);
    } else {
        v3 momentum = v3_scale(whole->share, turning);
        to.orientation =
            whole_drift(stepping, &whole->inertia, orientation, momentum, stepping->dt);
    }
    whole_keep_motion(bodies, head, to.velocity, turning);
    return to;
}

// The change of motion that somebody wrote for a body, if there is one.
static void push_written(const stepping *stepping, int32_t head, gear_body *gear)
{
    const bodies *bodies = stepping->context.body;
    bool is_written = stepping->written && stepping->written[head] >= 0;
    if (!is_written)
        return;
    const rec4 *jump = stepping->jump + 2 * (size_t)stepping->written[head];
    double inverse_radius = bodies_inverse_radius(bodies, head);
    v3 velocity = v3_of(&jump[0]);
    v3 spin = v3_scale(inverse_radius, v3_of(&jump[1]));
    gear_push(gear, velocity, spin, stepping->before);
}

static arrival correct_and_predict(const stepping *stepping, const whole *whole, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    drive_on drive = drive_of(stepping, whole, head);
    gear_body gear = whole_gear(bodies, head);
    push_written(stepping, head, &gear);
    if (stepping->dt != stepping->before)
        gear_rescale(&gear, stepping->dt / stepping->before);
    v3 torque = v3_scale(whole->share, drive.turn);
    bool first = !whole_gear_begun(bodies, head);
    gear_step(&gear, &whole->inertia, drive.push, torque, stepping->dt, first);
    whole_keep_gear(bodies, head, &gear, true);
    v3 way = gear.position[0];
    v3 centre = whole_centre(bodies, head);
    return (arrival){
        .centre = v3_add(centre, way),
        .velocity = v3_scale(1 / stepping->dt, way),
        .orientation = gear.orientation[0],
    };
}

static void clump_move(const stepping *stepping, int32_t head, report *report)
{
    const bodies *bodies = stepping->context.body;
    whole whole = whole_of(stepping, head);
    arrival to;
    if (bodies->path)
        to = correct_and_predict(stepping, &whole, head);
    else
        to = kick_and_drift(stepping, &whole, head);
    whole_put(stepping, &whole, head, &to, report);
}

// May this one be moved by the kernel, with others of its set?
static bool fits_batch(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    int32_t set = bodies->set[head];
    bool is_clump = stepping->clump[set] != NULL;
    bool corners = stepping->form && stepping->form[set]; // they have to be turned as well
    if (!is_clump || corners || bodies_follow(bodies, head) || stepping->cell)
        return false;
    bool usual_scheme = stepping->rotation == ROTATION_SPLIT && !bodies->path;
    return usual_scheme && !stepping->flat;
}

void clumps_move(const stepping *stepping, clump_mover *batch, int width, int32_t low, int32_t high,
                 report *report)
{
    const bodies *bodies = stepping->context.body;
    const trail *trail = stepping->follow->trail;
    int32_t head[LANES_MOST];
    int heads = 0;
    for (int32_t at = low; at < high; at++) {
        int32_t next = trail[at].head;
        if (!fits_batch(stepping, next)) {
            clump_move(stepping, next, report);
            continue;
        }
        bool other_set = heads && bodies->set[next] != bodies->set[head[0]];
        if (other_set) {
            for (int waiting = 0; waiting < heads; waiting++)
                clump_move(stepping, head[waiting], report);
            heads = 0;
        }
        head[heads] = next;
        heads++;
        if (heads < width)
            continue;
        batch(stepping, head, report);
        heads = 0;
    }
    for (int waiting = 0; waiting < heads; waiting++)
        clump_move(stepping, head[waiting], report);
}
