// clumps.c - see clumps.h.
#include "motion/clumps.h"

#include "motion/damping.h"
#include "motion/field.h"
#include "motion/gear.h"
#include "motion/losses.h"
#include "motion/whole.h"

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
    motion.momentum = whole_momentum(whole, orientation, motion.spin);
    return motion;
}

// Of the leapfrog: what is kept, carried on by half a step.
static clump_motion kicked_motion(const stepping *stepping, const whole *whole, int32_t head,
                                  double half)
{
    double taken;
    const drive_on drive = whole_drive(stepping, whole, head, half, 2 * half, &taken);
    clump_motion motion = whole_carried(stepping, whole, head, half, &drive);
    motion.taken = taken;
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
    if (whole_leaps(stepping)) {
        v3 of_body = v3_times(whole.inertia.moment, momentum);
        v3 in_space = q4_rotate(orientation, of_body);
        momentum = v3_scale(1 / whole.share, in_space);
    }
    v3 shared_momentum = v3_scale(whole.share, momentum);
    v3 spin = whole_spin(stepping, &whole.inertia, orientation, shared_momentum);
    return kinetic_energy(whole.mass, velocity, spin, momentum);
}

static arrival kick_and_drift(const stepping *stepping, const whole *whole, int32_t head,
                              report *report)
{
    const bodies *bodies = stepping->context.body;
    const double kick = stepping->kick;
    v3 drift = whole_velocity(bodies, head);
    double taken;
    drive_on drive = whole_drive(stepping, whole, head, damping_lag(stepping), kick, &taken);
    if (stepping->ledger && taken != 0) {
        exact_sum_add(&report->ended[BOOK_DAMPING], kick * taken);
        losses_add(report->lost_by_set, bodies->set[head], BOOK_DAMPING, kick * taken);
    }
    q4 orientation = bodies_orientation(bodies, head);
    v3 centre = whole_centre(bodies, head);
    if (report->drag) {
        const clump_motion mean = whole_carried(stepping, whole, head, 0.5 * kick, &drive);
        const double power = field_power(stepping, head, mean.velocity, mean.spin);
        exact_sum_add(report->drag, kick * power);
        losses_add(report->lost_by_set, bodies->set[head], LOSS_DRAG, -(kick * power));
    }
    v3 turning = whole_turning(bodies, head);
    arrival to;
    if (stepping->cell && stepping->cell->pushes)
        drift = v3_add(drift, cell_push(stepping->cell, centre));
    to.velocity = v3_fma(drift, stepping->kick, drive.push);
    to.centre = v3_fma(centre, stepping->dt, to.velocity);
    turning = v3_fma(turning, stepping->kick, drive.turn);
    if (whole_leaps(stepping)) {
        v3 torque = v3_scale(whole->share, drive.turn);
        rotor rotor = whole_rotor(stepping, head);
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
    v3 velocity;
    v3 spin;
    if (whole_jump(stepping, head, &velocity, &spin))
        gear_push(gear, velocity, spin, stepping->before);
}

static arrival correct_and_predict(const stepping *stepping, const whole *whole, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    drive_on drive = whole_pushed(stepping, whole, head, 0);
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
    else {
        whole_take_jump(stepping, &whole, head);
        to = kick_and_drift(stepping, &whole, head, report);
    }
    whole_put(stepping, &whole, head, &to, report);
}

// May this one be moved by the kernel, with others of its set?
static bool fits_batch(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    int32_t set = bodies->set[head];
    bool is_clump = stepping->clump[set] != NULL;
    bool corners = stepping->form && stepping->form[set]; // they have to be turned as well
    const bool driven = stepping->cell || stepping->damping || stepping->field;
    const bool written = stepping->written && stepping->written[head] >= 0;
    if (!is_clump || corners || bodies_follow(bodies, head) || driven || written)
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
