// last_pass.h - contacts in their last step: what still pulls across the normal lets go at once as they end.
//
// What acts across the normal ends with the load P, as |Q| <= mu P: a share x of a step after the last step N that has
// one. What the spring and the dashpot still hold then ends with a jump. dt times the sum of the forces of all steps
// should be their integral up to that instant, and it is where the force of step N counts with the weight w of
// docs/integration.md: a beginning seen backwards. A contact that slides ends with its load, which goes to nothing by
// itself, and its force counts as it is.
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
// that are left, and what is told above for the rest.
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
#ifndef SCREE_SMOOTH_LAST_PASS_H
#define SCREE_SMOOTH_LAST_PASS_H

#include "smooth/written_pass.h"

#define LAST_HOLDS (1 - 1e-9) // of mu P; beyond, it slides

// A contact as it is now, and its batch of one.
typedef struct last_seen {
    lone_contact lone;
    batch q;
    double dt, kick; // of the step, s
} last_seen;

static span last_see(last_seen *l, const stepping *s, const bucket *k, int32_t c, caller *none)
{
    const history_layout *layout = &s->context.layout[k->set];
    lone_make(&l->lone, s, k, c);
    l->dt = s->dt;
    l->kick = s->kick;
    if (s->written)
        lone_jump(&l->lone, s, k, c);
    for (int j = 0; j < layout->width; j++)
        l->lone.history[j] = k->history[j][c];
    memset(l->lone.lines, 0, sizeof l->lone.lines);
    span p = {
        .s = &l->lone.s,
        .set = &l->lone.s.law[k->set],
        .layout = layout,
        .body = &l->lone.body,
        .k = &l->lone.k,
        .count = 1,
        .lines = l->lone.lines,
        .ahead = none,
        .deepest = vd_set(-1e300),
    };
    lone_gather(&p, &l->q);
    span_forces(&p, &l->q, s->ledger);
    return p;
}

static v3 batch_v3(const batch *q, int column)
{
    return v3_make(q->c[column][0], q->c[column + 1][0], q->c[column + 2][0]);
}

// When the push of a contact ends, and its overlap after that, in steps; of which the push has been foreseen.
typedef struct last_time {
    double push, gap;
} last_time;

enum {
    LAST_STEPS = 3, // of a contact, that may have a weight
    LAST_FAR =
        16 // steps from the end of the push to that of the overlap, beyond which it makes no difference how many
};

// What is missing in the integral up to the end as a spring slides for the last z steps, over its force (y + g)^p at y.
static double last_lost(double p, double y, double g, double held)
{
    const double z = held * y;
    if (!(g > 0))
        return y * real_pow(held, 1 + p) / ((1 + p) * (2 + p));
    if (g > LAST_FAR)
        return 0.5 * z;
    const double sum = (real_pow(z + g, 2 + p) - real_pow(g, 2 + p)) / ((2 + p) * z);
    return (sum - real_pow(g, 1 + p)) / ((1 + p) * real_pow(y + g, p));
}

// The weight of the last step, in which x steps are left. A force that ends as a root has one without a bound, which it
// gets here.
static double last_edge(double p, double x, double g)
{
    const double left = real_max(x, 0x1p-8);
    if (!(g > 0))
        return edge_weight(left, p);
    if (g > LAST_FAR || !(p > 0))
        return left + 0.5;
    return edge_weight(left + g, p) - real_pow(g, 1 + p) / ((1 + p) * real_pow(left + g, p));
}

// What is left of the force of a contact that sticks, where y of its steps are left, when only `then` are.
static double last_stays(double p, last_time t, double then)
{
    return t.gap > LAST_FAR ? 1 : real_pow((then + t.gap) / (t.push + t.gap), p);
}

// Of a contact that sticks and ends after y <= LAST_STEPS steps; held: the force over the most that friction allows.
// Where it begins to slide in this very step, those that come after it count as they are, and this one makes the sum
// right: the forces as if it stuck to the end, less what is lost, less those of the sliding.
static double last_weight(double p, last_time t, double held)
{
    const double y = t.push;
    held = real_max(held, 1e-6);
    if (y > 1 && held * y <= y - 1)
        return 1;
    double w = 0;
    double x = y;
    for (; x > 1; x -= 1) {
        const double stays = last_stays(p, t, x - 1);
        w += last_stays(p, t, x) - stays * ((x - 1) / y) / held;
    }
    return w + last_edge(p, x, t.gap) * last_stays(p, t, x) - last_lost(p, y, t.gap, held);
}

// The load of the contact with its bodies nearer by h.
static double last_load_at(last_seen *l, span *p, double h)
{
    double kept[HISTORY_COLUMNS];
    batch q;
    const v3 n = batch_v3(&l->q, C_NX);
    const double nearer[3] = {h * n.x, h * n.y, h * n.z};
    memcpy(kept, l->lone.history, sizeof kept);
    if (bucket_cores(p->k->kind))
        l->lone.geometry[GRAIN_GAP] -= h;
    for (int d = 0; d < 3 && !bucket_cores(p->k->kind); d++)
        *(p->k->kind == BUCKET_WALLS ? &l->lone.geometry[WALL_D + d] : &l->lone.position[1].v[d]) -=
            nearer[d];
    lone_gather(p, &q);
    normal_passes[p->set->law[LAW_NORMAL]](p, &q, false, false);
    memcpy(l->lone.history, kept, sizeof kept);
    return q.c[C_LOAD][0];
}

// The way on which the elastic load goes to nothing. Bodies that have yielded are asked for it with a load a little
// larger, as their law tells another stiffness to those that go by it.
static double last_left(last_seen *l, span *p, double elastic, double moves)
{
    const double overlap = l->q.c[C_OVERLAP][0];
    if (!p->set->yields)
        return overlap;
    const double h = real_max(0.125 * moves, 0x1p-20 * overlap);
    const double more = last_load_at(l, p, h) - l->q.c[C_LOAD][0];
    return h / (real_pow(1 + more / elastic, 1 / p->set->rise) - 1);
}

// `moves`: by how much the bodies part in a step, and by how much more in half of the next as their normal turns, from
// which the dashpot takes more of the load.
static last_time last_foresee(span *p, last_seen *l, double load, double push, double moves,
                              double turning)
{
    const law_set *set = p->set;
    const double dt = p->s->dt;
    const double dash = l->q.c[C_DASH][0] / dt;
    const double change = 0.5 * dt * dt * push * l->q.c[C_MINV][0]; // of moves, in half a step
    const double elastic = load + dash * (moves - change);
    const double left = last_left(l, p, elastic, moves) / moves;
    const double power = set->rise - set->onset[LAW_NORMAL];
    if (!(dash > 0 && power > 0.01))
        return (last_time){left, 0};
    const double stays = real_pow(real_min(dash * moves / elastic, 1), 1 / power);
    const double steps = 1 / (1 / (left * (1 - stays)) + 2 * dash * turning / load);
    return (last_time){steps, real_max(left - steps, 0)};
}

// Of a force that falls with the load, faster than with what is left of the overlap: it ends as a power of the time
// alone.
static double last_followed(const law_set *set, last_time t, double held)
{
    const double near = t.push / (t.push + t.gap);
    const double power =
        real_max(set->end.follows * (1 + (set->rise - 1) * near), set->end.power * near);
    return last_weight(power, (last_time){t.push, 0}, held);
}

// The force of the spring alone.
static v3 last_spring(last_seen *l, span *p)
{
    put3(&l->q, C_RX, 0, vd3_zero());
    tangential_passes[p->set->law[LAW_TANGENTIAL]](p, &l->q, false, false);
    return batch_v3(&l->q, C_QX);
}

// What the weights add to the force across the normal; held: it over the most that friction allows.
static v3 last_more(last_seen *l, span *p, last_time t, v3 force, double held)
{
    const law_set *set = p->set;
    const double share = l->dt / l->kick;
    if (!(set->end.follows > 0))
        return v3_scale((last_weight(set->end.power, t, held) - 1) * share, force);
    const double follows = (last_followed(set, t, held) - 1) * share;
    if (p->layout->surface < 0)
        return v3_scale(follows, force);
    const v3 spring = last_spring(l, p);
    const double drags = (last_weight(set->onset[LAW_TANGENTIAL], t, held) - 1) * share;
    return v3_fma(v3_scale(drags, v3_sub(force, spring)), follows, spring);
}

static double *last_line(const bucket *k, int32_t c, int side, double *lines)
{
    return lines + 8 * ((size_t)(1 + k->first + c) + (size_t)side * (size_t)k->room);
}

// By how much two bodies that move across part in a step as their normal turns. That of a wall stays.
static double last_turning(const span *p, const batch *q, double parting)
{
    const v3 v = batch_v3(q, C_VX);
    const double dt = p->s->dt;
    const double distance = q->c[C_RSUM][0] - q->c[C_OVERLAP][0];
    if (p->k->kind != BUCKET_BALLS)
        return 0;
    return 0.5 * (dt * dt) * (v3_dot(v, v) - parting * parting) / distance;
}

// Adds `more` to the force on b across the normal, in the lines of the contact.
static void last_add(const span *p, const batch *q, const bucket *k, int32_t c, v3 more,
                     double *lines)
{
    const double arm = q->c[C_ARM][0];
    const double tilt = other_lines(p) ? q->c[C_TILT][0] : 0;
    const v3 about = v3_cross(batch_v3(q, C_NX), more);
    v3 turn_a = v3_scale(-(arm - tilt), about);
    v3 turn_b = v3_scale(-(arm + tilt), about);
    if (bucket_cores(k->kind)) {
        turn_a = v3_scale(-q->c[C_IA][0], v3_cross(columns_v3(k->geometry, GRAIN_ARM_A, c), more));
        turn_b = v3_scale(q->c[C_IB][0], v3_cross(columns_v3(k->geometry, GRAIN_ARM_B, c), more));
    }
    if (bucket_walls(k->kind))
        turn_a = k->sides == 2 ? v3_make(0, 0, 0) : turn_b;
    for (int side = 0; side < k->sides; side++) {
        double *line = last_line(k, c, side, lines);
        const v3 turn = side ? turn_b : turn_a;
        line[0] -= more.x;
        line[1] -= more.y;
        line[2] -= more.z;
        line[4] += turn.x;
        line[5] += turn.y;
        line[6] += turn.z;
    }
}

typedef struct last_books {
    v3 force, weighed; // across the normal, N
    v3 slip;           // in the middle of the step before, m/s
    double half, kick; // s
    double ease;       // by what the force changes the slip, 1/kg
} last_books;

static void last_book(span *p, batch *q, bucket *k, int32_t c, const last_books *b)
{
    double *const *h = k->history + p->layout->books;
    const v3 added = v3_sub(b->weighed, b->force);
    const double eased = b->kick * b->ease;
    const double squares = v3_dot(b->weighed, b->weighed) - v3_dot(b->force, b->force);
    const double power = v3_dot(added, b->slip) + 0.5 * eased * squares;
    const double more = b->kick * power;
    const v3 after = v3_fma(b->slip, eased, b->weighed);
    put(q, C_ENERGY, 0, 0);
    energies[LAW_TANGENTIAL][p->set->law[LAW_TANGENTIAL]](p, q);
    h[BOOK_WORK][c] += more;
    h[BOOK_FRICTION][c] -= more;
    h[BOOK_LET_GO][c] = q->c[C_ENERGY][0] - b->half * v3_dot(b->force, after);
}

// That moment of rolling and twisting laws which dashpots alone make.
static v3 last_braking(const law_set *set, const batch *q)
{
    const int rolling = set->law[LAW_ROLLING];
    const int twisting = set->law[LAW_TWISTING];
    const v3 n = batch_v3(q, C_NX);
    const v3 moment = batch_v3(q, C_TX);
    const double about = v3_dot(moment, n);
    v3 braking = v3_make(0, 0, 0);
    if (rolling >= 0 && set->history[LAW_ROLLING] == 0 && set->onset[LAW_ROLLING] >= 0)
        braking = v3_fma(moment, -about, n);
    if (twisting >= 0 && set->history[LAW_TWISTING] == 0 && set->onset[LAW_TWISTING] >= 0)
        braking = v3_fma(braking, about, n);
    return braking;
}

// By how much a moment changes the relative spin, 1/(kg m^2).
static double last_spin_ease(const last_seen *l, const span *p)
{
    const double over_a = l->q.c[C_IA][0];
    const double over_b = l->q.c[C_IB][0];
    double ease = l->lone.velocity[1].v[3] * (over_b * over_b);
    if (!bucket_walls(p->k->kind))
        ease += l->lone.velocity[0].v[3] * (over_a * over_a);
    return p->s->spin_factor * ease;
}

// Moments of dashpots against rolling and twisting end with the load, with a jump: x + 1/2 of the last counts.
static void last_moment(const last_seen *l, const span *p, bucket *k, int32_t c, double steps,
                        double *lines)
{
    const batch *q = &l->q;
    if (!(steps > 0 && steps <= 1))
        return;
    const double beyond = (steps - 0.5) * (l->dt / l->kick); // the weight less one
    const v3 braking = last_braking(p->set, q);
    const v3 more = v3_scale(beyond, braking);
    for (int side = 0; side < k->sides; side++) {
        double *line = last_line(k, c, side, lines);
        const double over = side ? q->c[C_IB][0] : -q->c[C_IA][0];
        line[4] += over * more.x;
        line[5] += over * more.y;
        line[6] += over * more.z;
    }
    if (p->layout->books < 0)
        return;
    double *const *h = k->history + p->layout->books;
    const double turned = 0.5 * (2 + beyond) * l->kick * last_spin_ease(l, p);
    const double work =
        l->kick * (v3_dot(more, batch_v3(q, C_OX)) + turned * v3_dot(more, braking));
    h[BOOK_WORK][c] += work;
    h[BOOK_ROLLING][c] -= work;
}

static void contact_let_go(const stepping *s, bucket *k, int32_t c, double *lines)
{
    caller none = {0};
    last_seen l;
    span p = last_see(&l, s, k, c, &none);
    const batch *q = &l.q;
    const double *line = last_line(k, c, 0, lines);
    const double arm = q->c[C_ARM][0];
    const v3 n = batch_v3(q, C_NX);
    const v3 on_b = v3_make(-line[0], -line[1], -line[2]);
    const v3 v = batch_v3(q, C_VX);
    const double push = v3_dot(on_b, n);
    const double minv = q->c[C_MINV][0];
    const double parting = v3_dot(v, n);
    const v3 force = v3_fma(on_b, -push, n);
    const double turning = last_turning(&p, q, parting);
    const double moves = (parting + s->kick * push * minv) * s->dt + turning;
    const double load = push + (q->c[C_LOAD][0] - q->c[C_PUSH][0]);
    const last_time t = last_foresee(&p, &l, load, push, moves, turning);
    if (!(t.push > 0 && t.push <= LAST_STEPS))
        return;
    if (p.set->couples)
        last_moment(&l, &p, k, c, t.push, lines);
    const double most = p.set->end.friction * load;
    const double size = v3_norm(force);
    v3 more = v3_make(0, 0, 0);
    if (size < LAST_HOLDS * most)
        more = last_more(&l, &p, t, force, size / most);
    last_add(&p, q, k, c, more, lines);
    if (p.layout->books < 0)
        return;
    v3 slip = v3_fma(v, -parting, n);
    const vd3 turns = spin_at_arm(&p, q, 0);
    slip = v3_fma(slip, arm, v3_cross(n, v3_make(turns.x, turns.y, turns.z)));
    const double ease = (1 + s->spin_factor * arm * arm) * minv;
    const last_books b = {force, v3_add(force, more), slip, 0.5 * s->dt, s->kick, ease};
    last_book(&p, &l.q, k, c, &b);
}

static void bucket_let_go(const stepping *s, bucket *k, const int64_t *last, int64_t count,
                          double *lines)
{
    for (int64_t g = 0; g < count; g++)
        for (unsigned bits = last[g] & 0xff; bits; bits &= bits - 1) {
            const int32_t c = (int32_t)(last[g] >> 8) + __builtin_ctz(bits);
            if (c < k->count)
                contact_let_go(s, k, c, lines);
        }
}

#endif
