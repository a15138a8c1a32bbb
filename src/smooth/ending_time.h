// ending_time.h - when the push of a contact will end, foreseen from what acts along its normal in this step.
//
// x, the share of a step after which the push ends, is foreseen from the load P = F d^e - c d' that friction goes by, and
// the speed of parting u after the kick of this step. What is left of the overlap under the elastic load E is d, which is
// not all of the overlap where bodies have yielded: these are asked for the load with their bodies nearer by h, from
// which d = h/((P(d + h)/P(d))^(1/e) - 1). The dashpot c is as d^q with the q of the onset. So the load ends after the
// way
//   d (1 - (c u/E)^(1/(e - q)))
// and an undamped one of bodies that have not yielded with the overlap. Two balls that move across each other turn their
// normal, which adds to the parting. Other contacts of the bodies may make that wrong; then a kick of one step, half of
// it in the mean, is too much or too little. That happens where x is within some dt a/u of 0 or 1, with the acceleration
// a that was not foreseen and the speed u, and so is of second order in the mean. The spring itself goes on as ever.
//
// Included by kernel.c alone, for one lane.
#ifndef SCREE_SMOOTH_ENDING_TIME_H
#define SCREE_SMOOTH_ENDING_TIME_H

#include "smooth/ending_weights.h"
#include "smooth/written_pass.h"

// A contact as it is now, and its batch of one.
typedef struct ending_seen {
    bucket *bucket; // where it stands, and its number there
    int32_t contact;
    double *lines; // of the step
    lone_contact lone;
    span span;
    batch batch;
    double dt, kick; // of the step, s
} ending_seen;

static void ending_see(ending_seen *seen, const stepping *stepping, caller *none)
{
    lone_contact *lone = &seen->lone;
    lone_make(lone, stepping, seen->bucket, seen->contact);
    seen->dt = stepping->dt;
    seen->kick = stepping->kick;
    seen->span = lone_span(lone, none);
    if (stepping->written)
        lone_jump(lone);
    lone_histories(lone, seen->span.layout, false);
    lone_forces(lone, &seen->span, &seen->batch);
}

// The load of the contact with its bodies nearer by h.
static double ending_load_at(ending_seen *seen, double h)
{
    double kept[HISTORY_COLUMNS];
    batch batch;
    span *span = &seen->span;
    lone_contact *lone = &seen->lone;
    const v3 nearer = v3_scale(h, of_one_v3(&seen->batch, C_NX));
    memcpy(kept, lone->history, sizeof kept);
    if (of_cores(span)) {
        lone->geometry[GRAIN_GAP] -= h;
    } else {
        double *place = at_walls(span) ? &lone->geometry[WALL_D] : lone->position[1].v;
        place[0] -= nearer.x;
        place[1] -= nearer.y;
        place[2] -= nearer.z;
    }
    gather(span, &batch, true);
    normal_passes[span->set->law[LAW_NORMAL]](span, &batch, false, false);
    memcpy(lone->history, kept, sizeof kept);
    return of_one(&batch, C_LOAD);
}

// The way on which the elastic load goes to nothing. Bodies that have yielded are asked for it with a load a little
// larger, as their law tells another stiffness to those that go by it.
static double ending_left(ending_seen *seen, double elastic, double moves)
{
    const law_set *set = seen->span.set;
    const double overlap = of_one(&seen->batch, C_OVERLAP);
    if (!set->yields)
        return overlap;
    const double h = real_max(0.125 * moves, 0x1p-20 * overlap);
    const double more = ending_load_at(seen, h) - of_one(&seen->batch, C_LOAD);
    const double growth = real_pow(1 + more / elastic, 1 / set->rise);
    return h / (growth - 1);
}

// What acts along the normal in the step: the push, and the load that friction goes by; by how much the bodies part
// then, and by how much more in half of the next step as their normal turns, from which the dashpot takes more of the
// load.
typedef struct ending_push {
    double push, load, moves, turning;
} ending_push;

// By how much two bodies that move across part in a step as their normal turns. That of a wall stays.
static double ending_turning(const ending_seen *seen, double parting)
{
    const batch *batch = &seen->batch;
    const v3 velocity = of_one_v3(batch, C_VX);
    const double dt = seen->dt;
    const double distance = of_one(batch, C_RSUM) - of_one(batch, C_OVERLAP);
    const double squares = v3_dot(velocity, velocity) - parting * parting;
    if (!of_balls(&seen->span))
        return 0;
    return 0.5 * (dt * dt) * squares / distance;
}

// The push and the load of the step, by the force that the contact has written, and by how much its bodies part then.
static ending_push ending_pushes(const ending_seen *seen, v3 on_b, double parting)
{
    const batch *batch = &seen->batch;
    const double push = v3_dot(on_b, of_one_v3(batch, C_NX));
    const double attracts = of_one(batch, C_LOAD) - of_one(batch, C_PUSH);
    const double parting_after = parting + seen->kick * push * of_one(batch, C_MINV);
    const double turning = ending_turning(seen, parting);
    return (ending_push){
        .push = push,
        .load = push + attracts,
        .moves = parting_after * seen->dt + turning,
        .turning = turning,
    };
}

static ending_time ending_foresee(ending_seen *seen, const ending_push *now)
{
    const law_set *set = seen->span.set;
    const double dt = seen->dt;
    const double dash = of_one(&seen->batch, C_DASH) / dt;
    // of what the bodies part by, in half a step
    const double change = 0.5 * dt * dt * now->push * of_one(&seen->batch, C_MINV);
    const double elastic = now->load + dash * (now->moves - change);
    const double left = ending_left(seen, elastic, now->moves) / now->moves;
    const double power = set->rise - set->onset[LAW_NORMAL];
    if (!(dash > 0 && power > 0.01))
        return (ending_time){left, 0};
    const double damped = real_min(dash * now->moves / elastic, 1);
    const double stays = real_pow(damped, 1 / power);
    const double by_turning = 2 * dash * now->turning / now->load;
    const double straight = left * (1 - stays);
    const double steps = 1 / (1 / straight + by_turning);
    return (ending_time){steps, real_max(left - steps, 0)};
}

#endif
