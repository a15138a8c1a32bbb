// clump_drive.c - what drives a body that moves as a whole: the pulls on its balls, gravity, forces without contact
// (field.h), and local damping of all of these (damping.h).
#include "motion/damping.h"
#include "motion/field.h"
#include "motion/whole.h"

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

drive_on whole_pushed(const stepping *stepping, const whole *whole, int32_t head, double kick)
{
    sums sums = add_up(stepping, whole, head);
    const double *gravity = stepping->gravity;
    v3 free_fall = v3_make(gravity[0], gravity[1], gravity[2]);
    v3 by_contacts = v3_scale(1 / whole->mass, sums.force);
    drive_on drive;
    drive.push = v3_add(by_contacts, free_fall);
    if (stepping->field) {
        const v3 before = whole_velocity(stepping->context.body, head);
        drive.push = field_push(stepping, head, drive.push, before, kick);
        sums.moment = v3_add(sums.moment, field_moment(stepping, head));
    }
    drive.turn = sums.moment;
    if (stepping->flat) {
        drive.push.z = 0;
        drive.turn.x = 0;
        drive.turn.y = 0;
    }
    return drive;
}

// ---- what that makes of the motion that is kept

// The leapfrog of Zhang 1998 keeps angular velocities in body axes, not momenta.
bool whole_leaps(const stepping *stepping)
{
    return stepping->context.body->rate != NULL;
}

rotor whole_rotor(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    return (rotor){
        .orientation = bodies_orientation(bodies, head),
        .motion = whole_turning(bodies, head),
        .rate = v3_of(&bodies->rate[head]),
    };
}

// The angular momentum of a body with this spin.
v3 whole_momentum(const whole *whole, q4 orientation, v3 spin)
{
    v3 momentum = rotation_momentum(orientation, spin, &whole->inertia);
    return v3_scale(1 / whole->share, momentum);
}

// Spin of a body with angular momentum l over density.
v3 whole_spin(const stepping *stepping, const inertia *inertia, q4 orientation, v3 momentum)
{
    if (stepping->flat)
        return v3_make(0, 0, momentum.z * inertia->inverse.z);
    return rotation_spin(orientation, momentum, inertia);
}

clump_motion whole_carried(const stepping *stepping, const whole *whole, int32_t head, double half,
                           const drive_on *drive)
{
    const bodies *bodies = stepping->context.body;
    q4 orientation = bodies_orientation(bodies, head);
    clump_motion motion = {.taken = 0};
    motion.velocity = v3_fma(whole_velocity(bodies, head), half, drive->push);
    motion.momentum = v3_fma(whole_turning(bodies, head), half, drive->turn);
    if (whole_leaps(stepping)) {
        const rotor rotor = whole_rotor(stepping, head);
        v3 torque = v3_scale(whole->share, drive->turn);
        motion.spin = rotor_spin(&rotor, ROTATION_LEAPFROG, &whole->inertia, torque, half);
        motion.momentum = whole_momentum(whole, orientation, motion.spin);
    } else {
        v3 momentum = v3_scale(whole->share, motion.momentum);
        motion.spin = whole_spin(stepping, &whole->inertia, orientation, momentum);
    }
    return motion;
}

// Its velocity against the flow of a cell.
static v3 own_velocity(const stepping *stepping, int32_t head, v3 velocity)
{
    const v3 centre = whole_centre(stepping->context.body, head);
    return v3_sub(velocity, damping_flow(stepping, centre));
}

drive_on whole_drive(const stepping *stepping, const whole *whole, int32_t head, double half,
                     double kick, double *taken)
{
    const drive_on raw = whole_pushed(stepping, whole, head, kick);
    const double alpha = damping_of(stepping, head);
    *taken = 0;
    if (!(alpha > 0))
        return raw;
    const clump_motion then = whole_carried(stepping, whole, head, half, &raw);
    const drive_on left = {
        .push = damped(alpha, raw.push, own_velocity(stepping, head, then.velocity)),
        .turn = damped(alpha, raw.turn, then.spin),
    };
    const clump_motion now = whole_carried(stepping, whole, head, half, &left);
    const v3 pushed = v3_sub(raw.push, left.push);
    const v3 turned = v3_sub(raw.turn, left.turn);
    const v3 own = own_velocity(stepping, head, now.velocity);
    *taken = whole->mass * v3_dot(pushed, own) + v3_dot(turned, now.spin);
    return left;
}
