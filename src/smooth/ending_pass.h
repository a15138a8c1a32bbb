// ending_pass.h - contacts in their last step: what still pulls across the normal lets go at once as they end.
//
// What acts across the normal ends with the load P, as |Q| <= mu P: a share x of a step after the last step N that has
// one. What the spring and the dashpot still hold then ends with a jump. dt times the sum of the forces of all steps
// should be their integral up to that instant, and it is where the force of step N counts with the weight w of
// docs/integration.md: a beginning seen backwards. A contact that slides ends with its load, which goes to nothing by
// itself, and its force counts as it is: whether it is at the friction at which it sticks, or at that of sliding.
//
// With y the time that is left, in steps, Q is like (y + g)^p, where the overlap would end g steps after the push does:
// a dashpot ends the push while the bodies still overlap. dt times the sum over the steps y = x, x + 1, ... is more than
// the integral from 0 on by zeta(-p, x + g) + g^(1+p)/(1 + p), and so
//   w = edge_weight(x + g, p) - g^(1+p) / ((1 + p) (x + g)^p);   x + 1/2 for p = 0 and for g without end
//
// A spring that reaches mu P within the share x slides for the rest of it. With P as y (y + g)^p, and Q = r mu P in step
// N, it does so from z = r x on, and the integral is less by
//   [((z + g)^(2+p) - g^(2+p)) / ((1 + p) (2 + p) z) - g^(1+p)/(1 + p)] / (x + g)^p;   x r^(1+p)/((1 + p) (2 + p)), g = 0
// Where it begins to slide between the last three steps, the step before that, of which it is foreseen, has the weight
// that makes the sum of all right: with y steps left w = Sum [Q(y - j) - mu P(y - j - 1)]/Q(y) over the whole steps j
// that are left, and what is told above for the rest. Where friction falls to the share s as it begins to slide, P is s
// times that in both, and (1 - s) of the integral from z on is lost as well,
//   ((z + g)^(1+p) - g^(1+p)) / ((1 + p) (x + g)^p)
//
// x is foreseen from the load P = F d^e - c d' that friction goes by, and the speed of parting u after the kick of this
// step. What is left of the overlap under the elastic load E is d, which is not all of the overlap where bodies have
// yielded: these are asked for the load with their bodies nearer by h, from which d = h/((P(d + h)/P(d))^(1/e) - 1). The
// dashpot c is as d^q with the q of the onset. So the load ends after the way
//   d (1 - (c u/E)^(1/(e - q)))
// and an undamped one of bodies that have not yielded with the overlap. Two balls that move across each other turn their
// normal, which adds to the parting. Other contacts of the bodies may make that wrong; then a kick of one step, half of
// it in the mean, is too much or too little. That happens where x is within some dt a/u of 0 or 1, with the acceleration
// a that was not foreseen and the speed u, and so is of second order in the mean. The spring itself goes on as ever.
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

#include "smooth/written_pass.h"

#define ENDING_NEAR 1e-9 // of mu P: a force so near to it, or beyond, slides

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

// When the push of a contact ends, and its overlap after that, in steps; of which the push has been foreseen.
typedef struct ending_time {
    double push, gap;
} ending_time;

// The steps of a contact that may have a weight; and the steps from the end of the push to that of the overlap beyond
// which it makes no difference how many.
enum { ENDING_STEPS = 3, ENDING_FAR = 16 };

// How a contact holds: its force over the most that friction allows, and the share of that which is left as it slides.
typedef struct ending_hold {
    double held, slid;
} ending_hold;

// What is missing in the integral up to the end as a spring slides for the last z steps, over its force (y + g)^p at y,
// where friction stays what it is.
static double ending_lost_even(double p, double y, double g, double held)
{
    const double z = held * y;
    if (!(g > 0))
        return y * real_pow(held, 1 + p) / ((1 + p) * (2 + p));
    if (g > ENDING_FAR)
        return 0.5 * z;
    const double sum = (real_pow(z + g, 2 + p) - real_pow(g, 2 + p)) / ((2 + p) * z);
    return (sum - real_pow(g, 1 + p)) / ((1 + p) * real_pow(y + g, p));
}

// The integral of the force over these z steps, as if the spring stuck.
static double ending_stuck(double p, double y, double g, double held)
{
    const double z = held * y;
    if (!(g > 0))
        return y * real_pow(held, 1 + p) / (1 + p);
    if (g > ENDING_FAR)
        return z;
    return (real_pow(z + g, 1 + p) - real_pow(g, 1 + p)) / ((1 + p) * real_pow(y + g, p));
}

static double ending_lost(double p, double y, double g, ending_hold hold)
{
    const double even = ending_lost_even(p, y, g, hold.held);
    if (!(fabs(hold.slid - 1) > 0))
        return even;
    return hold.slid * even + (1 - hold.slid) * ending_stuck(p, y, g, hold.held);
}

// The weight of the last step, in which x steps are left. A force that ends as a root has one without a bound, which it
// gets here.
static double ending_edge(double p, double x, double g)
{
    const double left = real_max(x, 0x1p-8);
    if (!(g > 0))
        return edge_weight(left, p);
    if (g > ENDING_FAR || !(p > 0))
        return left + 0.5;
    const double lost = real_pow(g, 1 + p) / ((1 + p) * real_pow(left + g, p));
    return edge_weight(left + g, p) - lost;
}

// What is left of the force of a contact that sticks, where y of its steps are left, when only `then` are.
static double ending_stays(double p, ending_time time, double then)
{
    const double share = (then + time.gap) / (time.push + time.gap);
    return time.gap > ENDING_FAR ? 1 : real_pow(share, p);
}

// Of a contact that sticks and ends after y <= ENDING_STEPS steps. Where it begins to slide in this very step, those
// that come after it count as they are, and this one makes the sum right: the forces as if it stuck to the end, less
// what is lost, less those of the sliding.
static double ending_weight(double p, ending_time time, ending_hold hold)
{
    const double y = time.push;
    hold.held = real_max(hold.held, 1e-6);
    if (y > 1 && hold.held * y <= y - 1)
        return 1;
    double w = 0;
    double x = y;
    for (; x > 1; x -= 1) {
        const double stays = ending_stays(p, time, x - 1);
        const double slides = stays * ((x - 1) / y) / hold.held * hold.slid;
        w += ending_stays(p, time, x) - slides;
    }
    const double edge = ending_edge(p, x, time.gap) * ending_stays(p, time, x);
    return w + edge - ending_lost(p, y, time.gap, hold);
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
    return h / (real_pow(1 + more / elastic, 1 / set->rise) - 1);
}

// What acts along the normal in the step: the push, and the load that friction goes by; by how much the bodies part
// then, and by how much more in half of the next step as their normal turns, from which the dashpot takes more of the
// load.
typedef struct ending_push {
    double push, load, moves, turning;
} ending_push;

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
    const double steps = 1 / (1 / (left * (1 - stays)) + by_turning);
    return (ending_time){steps, real_max(left - steps, 0)};
}

// Of a force that falls with the load, faster than with what is left of the overlap: it ends as a power of the time
// alone.
static double ending_followed(const law_set *set, ending_time time, ending_hold hold)
{
    const double near = time.push / (time.push + time.gap);
    const double follows = set->end.follows * (1 + (set->rise - 1) * near);
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
    const vd3 spins = spin_at_arm(&seen->span, (group){&seen->batch, 0});
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
    return set->law[slot] >= 0 && set->history[slot] == 0 && set->onset[slot] >= 0;
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
    const double power = v3_dot(more, of_one_v3(batch, C_OX)) + turned * v3_dot(more, braking);
    const double work = seen->kick * power;
    book[BOOK_WORK][contact] += work;
    book[BOOK_ROLLING][contact] -= work;
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

static void contact_let_go(ending_seen *seen, const stepping *stepping)
{
    caller none = {0};
    ending_see(seen, stepping, &none);
    const law_set *set = seen->span.set;
    const law_end *end = &set->end;
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
    const double most = end->friction * now.load;
    const ending_hold hold = {size / most, end->sliding / end->friction};
    v3 more = v3_make(0, 0, 0);
    if (!ending_slides(end, size, now.load))
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
