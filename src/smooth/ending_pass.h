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
    lone_contact lone;
    batch q;
    double dt, kick; // of the step, s
} ending_seen;

static span ending_see(ending_seen *seen, const stepping *stepping, const bucket *bucket,
                       int32_t contact, caller *none)
{
    const history_layout *layout = &stepping->context.layout[bucket->set];
    lone_make(&seen->lone, stepping, bucket, contact);
    seen->dt = stepping->dt;
    seen->kick = stepping->kick;
    if (stepping->written)
        lone_jump(&seen->lone, stepping, bucket, contact);
    for (int j = 0; j < layout->width; j++)
        seen->lone.history[j] = bucket->history[j][contact];
    memset(seen->lone.lines, 0, sizeof seen->lone.lines);
    span span = {
        .stepping = &seen->lone.stepping,
        .set = &seen->lone.stepping.law[bucket->set],
        .layout = layout,
        .bodies = &seen->lone.bodies,
        .bucket = &seen->lone.bucket,
        .count = 1,
        .lines = seen->lone.lines,
        .ahead = none,
        .deepest = vd_set(-1e300),
    };
    lone_gather(&span, &seen->q);
    span_forces(&span, &seen->q, stepping->ledger);
    return span;
}

static v3 batch_v3(const batch *batch, int column)
{
    return v3_make(batch->c[column][0], batch->c[column + 1][0], batch->c[column + 2][0]);
}

// When the push of a contact ends, and its overlap after that, in steps; of which the push has been foreseen.
typedef struct ending_time {
    double push, gap;
} ending_time;

enum {
    ENDING_STEPS = 3, // of a contact, that may have a weight
    ENDING_FAR =
        16 // steps from the end of the push to that of the overlap, beyond which it makes no difference how many
};

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
    return edge_weight(left + g, p) - real_pow(g, 1 + p) / ((1 + p) * real_pow(left + g, p));
}

// What is left of the force of a contact that sticks, where y of its steps are left, when only `then` are.
static double ending_stays(double p, ending_time time, double then)
{
    return time.gap > ENDING_FAR ? 1 : real_pow((then + time.gap) / (time.push + time.gap), p);
}

// Of a contact that sticks and ends after y <= ENDING_STEPS steps. Where it begins to slide in this very step, those that come after it count as they are, and this one makes the sum
// right: the forces as if it stuck to the end, less what is lost, less those of the sliding.
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
        w += ending_stays(p, time, x) - stays * ((x - 1) / y) / hold.held * hold.slid;
    }
    return w + ending_edge(p, x, time.gap) * ending_stays(p, time, x) -
           ending_lost(p, y, time.gap, hold);
}

// The load of the contact with its bodies nearer by h.
static double ending_load_at(ending_seen *seen, span *span, double h)
{
    double kept[HISTORY_COLUMNS];
    batch batch;
    const v3 n = batch_v3(&seen->q, C_NX);
    const double nearer[3] = {h * n.x, h * n.y, h * n.z};
    memcpy(kept, seen->lone.history, sizeof kept);
    if (bucket_cores(span->bucket->kind))
        seen->lone.geometry[GRAIN_GAP] -= h;
    for (int d = 0; d < 3 && !bucket_cores(span->bucket->kind); d++)
        *(span->bucket->kind == BUCKET_WALLS ? &seen->lone.geometry[WALL_D + d]
                                             : &seen->lone.position[1].v[d]) -= nearer[d];
    lone_gather(span, &batch);
    normal_passes[span->set->law[LAW_NORMAL]](span, &batch, false, false);
    memcpy(seen->lone.history, kept, sizeof kept);
    return batch.c[C_LOAD][0];
}

// The way on which the elastic load goes to nothing. Bodies that have yielded are asked for it with a load a little
// larger, as their law tells another stiffness to those that go by it.
static double ending_left(ending_seen *seen, span *span, double elastic, double moves)
{
    const double overlap = seen->q.c[C_OVERLAP][0];
    if (!span->set->yields)
        return overlap;
    const double h = real_max(0.125 * moves, 0x1p-20 * overlap);
    const double more = ending_load_at(seen, span, h) - seen->q.c[C_LOAD][0];
    return h / (real_pow(1 + more / elastic, 1 / span->set->rise) - 1);
}

// `moves`: by how much the bodies part in a step, and by how much more in half of the next as their normal turns, from
// which the dashpot takes more of the load.
static ending_time ending_foresee(span *span, ending_seen *seen, double load, double push,
                                  double moves, double turning)
{
    const law_set *set = span->set;
    const double dt = span->stepping->dt;
    const double dash = seen->q.c[C_DASH][0] / dt;
    const double change = 0.5 * dt * dt * push * seen->q.c[C_MINV][0]; // of moves, in half a step
    const double elastic = load + dash * (moves - change);
    const double left = ending_left(seen, span, elastic, moves) / moves;
    const double power = set->rise - set->onset[LAW_NORMAL];
    if (!(dash > 0 && power > 0.01))
        return (ending_time){left, 0};
    const double stays = real_pow(real_min(dash * moves / elastic, 1), 1 / power);
    const double steps = 1 / (1 / (left * (1 - stays)) + 2 * dash * turning / load);
    return (ending_time){steps, real_max(left - steps, 0)};
}

// Of a force that falls with the load, faster than with what is left of the overlap: it ends as a power of the time
// alone.
static double ending_followed(const law_set *set, ending_time time, ending_hold hold)
{
    const double near = time.push / (time.push + time.gap);
    const double power =
        real_max(set->end.follows * (1 + (set->rise - 1) * near), set->end.power * near);
    return ending_weight(power, (ending_time){time.push, 0}, hold);
}

// The force of the spring alone.
static v3 ending_spring(ending_seen *seen, span *span)
{
    put3(&seen->q, C_RX, 0, vd3_zero());
    tangential_passes[span->set->law[LAW_TANGENTIAL]](span, &seen->q, false, false);
    return batch_v3(&seen->q, C_QX);
}

// What the weights add to the force across the normal.
static v3 ending_more(ending_seen *seen, span *span, ending_time time, v3 force, ending_hold hold)
{
    const law_set *set = span->set;
    const double share = seen->dt / seen->kick;
    if (!(set->end.follows > 0))
        return v3_scale((ending_weight(set->end.power, time, hold) - 1) * share, force);
    const double follows = (ending_followed(set, time, hold) - 1) * share;
    if (span->layout->surface < 0)
        return v3_scale(follows, force);
    const v3 spring = ending_spring(seen, span);
    const double drags = (ending_weight(set->onset[LAW_TANGENTIAL], time, hold) - 1) * share;
    return v3_fma(v3_scale(drags, v3_sub(force, spring)), follows, spring);
}

static double *ending_line(const bucket *bucket, int32_t contact, int side, double *lines)
{
    return lines +
           8 * ((size_t)(1 + bucket->first + contact) + (size_t)side * (size_t)bucket->room);
}

// By how much two bodies that move across part in a step as their normal turns. That of a wall stays.
static double ending_turning(const span *span, const batch *batch, double parting)
{
    const v3 v = batch_v3(batch, C_VX);
    const double dt = span->stepping->dt;
    const double distance = batch->c[C_RSUM][0] - batch->c[C_OVERLAP][0];
    if (span->bucket->kind != BUCKET_BALLS)
        return 0;
    return 0.5 * (dt * dt) * (v3_dot(v, v) - parting * parting) / distance;
}

// Adds `more` to the force on b across the normal, in the lines of the contact.
static void ending_add(const span *span, const batch *batch, const bucket *bucket, int32_t contact,
                       v3 more, double *lines)
{
    const double arm = batch->c[C_ARM][0];
    const double tilt = other_lines(span) ? batch->c[C_TILT][0] : 0;
    const v3 about = v3_cross(batch_v3(batch, C_NX), more);
    v3 turn_a = v3_scale(-(arm - tilt), about);
    v3 turn_b = v3_scale(-(arm + tilt), about);
    if (bucket_cores(bucket->kind)) {
        turn_a = v3_scale(-batch->c[C_IA][0],
                          v3_cross(columns_v3(bucket->geometry, GRAIN_ARM_A, contact), more));
        turn_b = v3_scale(batch->c[C_IB][0],
                          v3_cross(columns_v3(bucket->geometry, GRAIN_ARM_B, contact), more));
    }
    if (bucket_walls(bucket->kind))
        turn_a = bucket->sides == 2 ? v3_make(0, 0, 0) : turn_b;
    for (int side = 0; side < bucket->sides; side++) {
        double *line = ending_line(bucket, contact, side, lines);
        const v3 turn = side ? turn_b : turn_a;
        line[0] -= more.x;
        line[1] -= more.y;
        line[2] -= more.z;
        line[4] += turn.x;
        line[5] += turn.y;
        line[6] += turn.z;
    }
}

typedef struct ending_books {
    v3 force, weighed; // across the normal, N
    v3 slip;           // in the middle of the step before, m/s
    double half, kick; // s
    double ease;       // by what the force changes the slip, 1/kg
} ending_books;

static void ending_book(span *span, batch *batch, bucket *bucket, int32_t contact,
                        const ending_books *books)
{
    double *const *book = bucket->history + span->layout->books;
    const v3 added = v3_sub(books->weighed, books->force);
    const double eased = books->kick * books->ease;
    const double squares =
        v3_dot(books->weighed, books->weighed) - v3_dot(books->force, books->force);
    const double power = v3_dot(added, books->slip) + 0.5 * eased * squares;
    const double more = books->kick * power;
    const v3 after = v3_fma(books->slip, eased, books->weighed);
    put(batch, C_ENERGY, 0, 0);
    energies[LAW_TANGENTIAL][span->set->law[LAW_TANGENTIAL]](span, batch);
    book[BOOK_WORK][contact] += more;
    book[BOOK_FRICTION][contact] -= more;
    book[BOOK_LET_GO][contact] = batch->c[C_ENERGY][0] - books->half * v3_dot(books->force, after);
}

// That moment of rolling and twisting laws which dashpots alone make.
static v3 ending_braking(const law_set *set, const batch *batch)
{
    const int rolling = set->law[LAW_ROLLING];
    const int twisting = set->law[LAW_TWISTING];
    const v3 n = batch_v3(batch, C_NX);
    const v3 moment = batch_v3(batch, C_TX);
    const double about = v3_dot(moment, n);
    v3 braking = v3_make(0, 0, 0);
    if (rolling >= 0 && set->history[LAW_ROLLING] == 0 && set->onset[LAW_ROLLING] >= 0)
        braking = v3_fma(moment, -about, n);
    if (twisting >= 0 && set->history[LAW_TWISTING] == 0 && set->onset[LAW_TWISTING] >= 0)
        braking = v3_fma(braking, about, n);
    return braking;
}

// By how much a moment changes the relative spin, 1/(kg m^2).
static double ending_spin_ease(const ending_seen *seen, const span *span)
{
    const double over_a = seen->q.c[C_IA][0];
    const double over_b = seen->q.c[C_IB][0];
    double ease = seen->lone.velocity[1].v[3] * (over_b * over_b);
    if (!bucket_walls(span->bucket->kind))
        ease += seen->lone.velocity[0].v[3] * (over_a * over_a);
    return span->stepping->spin_factor * ease;
}

// Moments of dashpots against rolling and twisting end with the load, with a jump: x + 1/2 of the last counts.
static void ending_moment(const ending_seen *seen, const span *span, bucket *bucket,
                          int32_t contact, double steps, double *lines)
{
    const batch *batch = &seen->q;
    if (!(steps > 0 && steps <= 1))
        return;
    const double beyond = (steps - 0.5) * (seen->dt / seen->kick); // the weight less one
    const v3 braking = ending_braking(span->set, batch);
    const v3 more = v3_scale(beyond, braking);
    for (int side = 0; side < bucket->sides; side++) {
        double *line = ending_line(bucket, contact, side, lines);
        const double over = side ? batch->c[C_IB][0] : -batch->c[C_IA][0];
        line[4] += over * more.x;
        line[5] += over * more.y;
        line[6] += over * more.z;
    }
    if (span->layout->books < 0)
        return;
    double *const *book = bucket->history + span->layout->books;
    const double turned = 0.5 * (2 + beyond) * seen->kick * ending_spin_ease(seen, span);
    const double work =
        seen->kick * (v3_dot(more, batch_v3(batch, C_OX)) + turned * v3_dot(more, braking));
    book[BOOK_WORK][contact] += work;
    book[BOOK_ROLLING][contact] -= work;
}

// A force of that size slides where it is at the limit, or at the smaller one of a contact that slides.
static bool ending_slides(const law_end *end, double size, double load)
{
    const double sliding = end->sliding * load;
    return !(size < (1 - ENDING_NEAR) * (end->friction * load)) ||
           fabs(size - sliding) <= ENDING_NEAR * sliding;
}

static void contact_let_go(const stepping *stepping, bucket *bucket, int32_t contact, double *lines)
{
    caller none = {0};
    ending_seen seen;
    span span = ending_see(&seen, stepping, bucket, contact, &none);
    const batch *batch = &seen.q;
    const double *line = ending_line(bucket, contact, 0, lines);
    const double arm = batch->c[C_ARM][0];
    const v3 n = batch_v3(batch, C_NX);
    const v3 on_b = v3_make(-line[0], -line[1], -line[2]);
    const v3 velocity = batch_v3(batch, C_VX);
    const double push = v3_dot(on_b, n);
    const double minv = batch->c[C_MINV][0];
    const double parting = v3_dot(velocity, n);
    const v3 force = v3_fma(on_b, -push, n);
    const double turning = ending_turning(&span, batch, parting);
    const double moves = (parting + stepping->kick * push * minv) * stepping->dt + turning;
    const double load = push + (batch->c[C_LOAD][0] - batch->c[C_PUSH][0]);
    const ending_time time = ending_foresee(&span, &seen, load, push, moves, turning);
    if (!(time.push > 0 && time.push <= ENDING_STEPS))
        return;
    if (span.set->couples)
        ending_moment(&seen, &span, bucket, contact, time.push, lines);
    const law_end *end = &span.set->end;
    const double size = v3_norm(force);
    const ending_hold hold = {size / (end->friction * load), end->sliding / end->friction};
    v3 more = v3_make(0, 0, 0);
    if (!ending_slides(end, size, load))
        more = ending_more(&seen, &span, time, force, hold);
    ending_add(&span, batch, bucket, contact, more, lines);
    if (span.layout->books < 0)
        return;
    v3 slip = v3_fma(velocity, -parting, n);
    const vd3 turns = spin_at_arm(&span, batch, 0);
    slip = v3_fma(slip, arm, v3_cross(n, v3_make(turns.x, turns.y, turns.z)));
    const double ease = (1 + stepping->spin_factor * arm * arm) * minv;
    const ending_books books = {
        force, v3_add(force, more), slip, 0.5 * stepping->dt, stepping->kick, ease};
    ending_book(&span, &seen.q, bucket, contact, &books);
}

static void bucket_let_go(const stepping *stepping, bucket *bucket, const int64_t *ending,
                          int64_t count, double *lines)
{
    for (int64_t i = 0; i < count; i++)
        for (unsigned bits = ending[i] & 0xff; bits; bits &= bits - 1) {
            const int32_t contact = (int32_t)(ending[i] >> 8) + __builtin_ctz(bits);
            if (contact < bucket->count)
                contact_let_go(stepping, bucket, contact, lines);
        }
}

#endif
