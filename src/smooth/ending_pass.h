// ending_pass.h - contacts in their last step: what still pulls across the normal lets go at once as they end.
//
// The last forces across the normal, which end with a jump, get the weights of ending_weights.h, at the time of
// ending_time.h.
//
// The force on curves of partial slip falls as P^(1/3) where P falls faster than the stiffness, and so ends as that power of
// the time, beside a dashpot that has the exponent of its onset. Moments of dashpots alone end with the load, too.
//
// In the books a weighted kick does the work (w - 1) dt Q.u more, which is friction less, or loss by rolling. Let go is
// what is left of the elastic energy E at the end: to that of step N the bodies still owe half a step of work, so it is
// E - dt Q.u/2. That is booked where the contact has ended indeed; one whose overlap goes on books it in the law.
//
// Included by kernel.c alone, for one lane.
#ifndef SCREE_SMOOTH_ENDING_PASS_H
#define SCREE_SMOOTH_ENDING_PASS_H

#include "smooth/ending_time.h"
#include "smooth/ending_weights.h"

#define ENDING_NEAR 1e-9 // of mu P: a force so near to it, or beyond, slides

// Of a force that falls with the load, faster than with what is left of the overlap: it ends as a power of the time
// alone.
static double ending_followed(const law_set *set, ending_time time, ending_hold hold)
{
    const double near = time.push / (time.push + time.gap);
    const double faster = 1 + (set->rise - 1) * near; // than the stiffness
    const double follows = set->end.follows * faster;
    const double power = real_max(follows, set->end.power * near);
    return ending_weight(power, (ending_time){time.push, 0}, hold);
}

// The force of the spring alone.
static v3 ending_spring(ending_seen *seen)
{
    span *span = &seen->span;
    put3((group){&seen->batch, 0}, C_RX, vd3_zero());
    tangential_passes[span->set->law[LAW_TANGENTIAL]](span, &seen->batch, false, false);
    return of_one_v3(&seen->batch, C_QX);
}

// What the weights add to the force across the normal.
static v3 ending_more(ending_seen *seen, ending_time time, v3 force, ending_hold hold)
{
    const law_set *set = seen->span.set;
    const double share = seen->dt / seen->kick;
    if (!(set->end.follows > 0)) {
        const double sticks = ending_weight(set->end.power, time, hold) - 1;
        return v3_scale(sticks * share, force);
    }
    const double follows = ending_followed(set, time, hold) - 1;
    if (seen->span.layout->surface < 0)
        return v3_scale(follows * share, force);
    const v3 spring = ending_spring(seen);
    const v3 dashpot = v3_sub(force, spring);
    const double drags = ending_weight(set->onset[LAW_TANGENTIAL], time, hold) - 1;
    return v3_fma(v3_scale(drags * share, dashpot), follows * share, spring);
}

// Adds a moment over R to the line of one side.
static void ending_turn(const ending_seen *seen, int side, v3 turn)
{
    double *line = contact_line(seen->bucket, seen->contact, side, seen->lines);
    line[4] += turn.x;
    line[5] += turn.y;
    line[6] += turn.z;
}

// Adds `more` to the force on b across the normal, in the lines of the contact.
static void ending_drag(const ending_seen *seen, v3 more)
{
    const batch *batch = &seen->batch;
    const bucket *bucket = seen->bucket;
    const double arm = of_one(batch, C_ARM);
    const double tilt = other_lines(&seen->span) ? of_one(batch, C_TILT) : 0;
    const v3 about = v3_cross(of_one_v3(batch, C_NX), more);
    v3 turn_a = v3_scale(-(arm - tilt), about);
    v3 turn_b = v3_scale(-(arm + tilt), about);
    if (bucket_cores(bucket->kind)) {
        const v3 arm_a = columns_v3(bucket->geometry, GRAIN_ARM_A, seen->contact);
        const v3 arm_b = columns_v3(bucket->geometry, GRAIN_ARM_B, seen->contact);
        turn_a = v3_scale(-of_one(batch, C_IA), v3_cross(arm_a, more));
        turn_b = v3_scale(of_one(batch, C_IB), v3_cross(arm_b, more));
    }
    if (bucket_walls(bucket->kind))
        turn_a = bucket->sides == 2 ? v3_make(0, 0, 0) : turn_b;
    for (int side = 0; side < bucket->sides; side++) {
        double *line = contact_line(bucket, seen->contact, side, seen->lines);
        line[0] -= more.x;
        line[1] -= more.y;
        line[2] -= more.z;
        ending_turn(seen, side, side ? turn_b : turn_a);
    }
}

// The velocity of the surfaces against each other across the normal, in the middle of the step before.
static v3 ending_slip(ending_seen *seen, double parting)
{
    const batch *batch = &seen->batch;
    const v3 n = of_one_v3(batch, C_NX);
    const vd3 spins = spin_at_arm((group){&seen->batch, 0}, own_arms(&seen->span));
    const v3 turning = v3_cross(n, v3_make(spins.x, spins.y, spins.z));
    const v3 across = v3_fma(of_one_v3(batch, C_VX), -parting, n);
    return v3_fma(across, of_one(batch, C_ARM), turning);
}

// Books of the force across the normal, and what it is with its weight.
static void ending_books(ending_seen *seen, v3 force, v3 weighed, double parting)
{
    span *span = &seen->span;
    batch *batch = &seen->batch;
    const int32_t contact = seen->contact;
    double *const *book = seen->bucket->history + span->layout->books;
    const double arm = of_one(batch, C_ARM);
    const double spins = 1 + span->stepping->spin_factor * arm * arm;
    const double ease = spins * of_one(batch, C_MINV); // by what a force changes the slip, 1/kg
    const double eased = seen->kick * ease;
    const v3 slip = ending_slip(seen, parting);
    const v3 added = v3_sub(weighed, force);
    const double squares = v3_dot(weighed, weighed) - v3_dot(force, force);
    const double power = v3_dot(added, slip) + 0.5 * eased * squares;
    const double more = seen->kick * power;
    const v3 slip_after = v3_fma(slip, eased, weighed);
    const double owed = 0.5 * seen->dt * v3_dot(force, slip_after);
    batch->column[C_ENERGY][0] = 0;
    energies[LAW_TANGENTIAL][span->set->law[LAW_TANGENTIAL]](span, batch);
    book[BOOK_WORK][contact] += more;
    book[BOOK_FRICTION][contact] -= more;
    book[BOOK_LET_GO][contact] = of_one(batch, C_ENERGY) - owed;
}

// Is the moment of that law one of a dashpot alone?
static bool only_brakes(const law_set *set, int slot)
{
    const bool keeps_nothing = set->law[slot] >= 0 && set->history[slot] == 0;
    return keeps_nothing && set->onset[slot] >= 0;
}

// That moment of rolling and twisting laws which dashpots alone make.
static v3 ending_braking(const law_set *set, const batch *batch)
{
    const v3 n = of_one_v3(batch, C_NX);
    const v3 moment = of_one_v3(batch, C_TX);
    const double about = v3_dot(moment, n);
    v3 braking = v3_make(0, 0, 0);
    if (only_brakes(set, LAW_ROLLING))
        braking = v3_fma(moment, -about, n);
    if (only_brakes(set, LAW_TWISTING))
        braking = v3_fma(braking, about, n);
    return braking;
}

// By how much a moment changes the relative spin, 1/(kg m^2).
static double ending_spin_ease(const ending_seen *seen)
{
    const rec4 *velocity = seen->lone.velocity; // beside 1/m
    const double over_a = of_one(&seen->batch, C_IA);
    const double over_b = of_one(&seen->batch, C_IB);
    double ease = velocity[1].v[3] * (over_b * over_b);
    if (!at_walls(&seen->span))
        ease += velocity[0].v[3] * (over_a * over_a);
    return seen->span.stepping->spin_factor * ease;
}

// Moments of dashpots against rolling and twisting end with the load, with a jump: x + 1/2 of the last counts.
static void ending_moment(const ending_seen *seen, double steps)
{
    const span *span = &seen->span;
    const batch *batch = &seen->batch;
    const int32_t contact = seen->contact;
    if (!(steps > 0 && steps <= 1))
        return;
    const double beyond = (steps - 0.5) * (seen->dt / seen->kick); // the weight less one
    const v3 braking = ending_braking(span->set, batch);
    const v3 more = v3_scale(beyond, braking);
    for (int side = 0; side < seen->bucket->sides; side++) {
        const double over_radius = side ? of_one(batch, C_IB) : -of_one(batch, C_IA);
        ending_turn(seen, side, v3_scale(over_radius, more));
    }
    if (span->layout->books < 0)
        return;
    double *const *book = seen->bucket->history + span->layout->books;
    const double turned = 0.5 * (2 + beyond) * seen->kick * ending_spin_ease(seen);
    const v3 spin = of_one_v3(batch, C_OX);
    const double power = v3_dot(more, spin) + turned * v3_dot(more, braking);
    const double work = seen->kick * power;
    book[BOOK_WORK][contact] += work;
    book[BOOK_ROLLING][contact] -= work;
}

// How the force across the normal ends. Friction of a law of a program is what it has answered to this contact.
static law_end ending_of(const ending_seen *seen)
{
    law_end end = seen->span.set->end;
    if (seen->span.set->given) {
        end.friction = of_one(&seen->batch, C_FRICTION);
        end.sliding = of_one(&seen->batch, C_SLIDING);
    }
    return end;
}

// A force of that size slides where it is at the limit, or at the smaller one of a contact that slides.
static bool ending_slides(const law_end *end, double size, double load)
{
    const double most = end->friction * load;
    const double sliding = end->sliding * load;
    const bool at_most = !(size < (1 - ENDING_NEAR) * most);
    const bool slides_on = fabs(size - sliding) <= ENDING_NEAR * sliding;
    return at_most || slides_on;
}

static void contact_let_go(ending_seen *seen, const stepping *stepping)
{
    caller none = {0};
    ending_see(seen, stepping, &none);
    const law_set *set = seen->span.set;
    const law_end end = ending_of(seen);
    const double *line = contact_line(seen->bucket, seen->contact, 0, seen->lines);
    const v3 on_b = v3_make(-line[0], -line[1], -line[2]);
    const v3 n = of_one_v3(&seen->batch, C_NX);
    const double parting = v3_dot(of_one_v3(&seen->batch, C_VX), n);
    const ending_push now = ending_pushes(seen, on_b, parting);
    const ending_time time = ending_foresee(seen, &now);
    if (!(time.push > 0 && time.push <= ENDING_STEPS))
        return;
    if (set->couples)
        ending_moment(seen, time.push);
    const v3 force = v3_fma(on_b, -now.push, n);
    const double size = v3_norm(force);
    const double most = end.friction * now.load;
    const ending_hold hold = {size / most, end.sliding / end.friction};
    v3 more = v3_make(0, 0, 0);
    if (!ending_slides(&end, size, now.load))
        more = ending_more(seen, time, force, hold);
    ending_drag(seen, more);
    if (seen->span.layout->books >= 0)
        ending_books(seen, force, v3_add(force, more), parting);
}

static void bucket_let_go(const stepping *stepping, bucket *bucket, const int64_t *ending,
                          int64_t count, double *lines)
{
    for (int64_t i = 0; i < count; i++)
        for (unsigned bits = ending[i] & 0xff; bits; bits &= bits - 1) {
            const int32_t first = (int32_t)(ending[i] >> 8);
            const int32_t contact = first + __builtin_ctz(bits);
            if (contact >= bucket->count)
                continue;
            ending_seen seen;
            seen.bucket = bucket;
            seen.contact = contact;
            seen.lines = lines;
            contact_let_go(&seen, stepping);
        }
}

#endif
