// last_pass.h - contacts in their last step: what still pulls across the normal lets go at once as they end.
//
// A contact ends a share x of a step after the last step N that sees it. What its spring, and its dashpot, still hold
// then ends with a jump, and dt times the sum of the forces of all steps should be their integral up to that. It is
// where that of step N counts with the weight w of docs/integration.md: a beginning seen backwards. One that slides
// ends with the push, which goes to nothing by itself, and counts as it is.
//
// A spring that reaches mu P within that share slides for the rest of it. With Q as y^p and P as y^(1+p) of the time y
// that is left, and Q = r mu P in step N, it does so from y = r x on, and the integral is less by
// Q x r^(1+p)/((1 + p) (2 + p)). Where it begins to slide between the last two steps, the last but one, of which that
// is foreseen, has the weight that makes the sum of both right.
//
// x is foreseen from the overlap and the speed of parting after the kick of this step. Other contacts of the bodies may
// make it wrong; then a kick of one step, half of it in the mean, is too much or too little. That happens where x is
// within some dt a/u of 0 or 1, with the acceleration a that was not foreseen and the speed u, and so is of second
// order in the mean. The spring itself goes on as ever.
//
// In the books a weighted kick does the work (w - 1) dt Q.u more, which is friction less. Let go is what is left of the
// elastic energy E at the end: to that of step N the bodies still owe half a step of work, so it is E - dt Q.u/2. That
// is booked where the contact has ended indeed.
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
} last_seen;

static span last_see(last_seen *l, const stepping *s, const bucket *k, int32_t c, caller *none)
{
    const history_layout *layout = &s->context.layout[k->set];
    lone_make(&l->lone, s, k, c);
    if (s->written)
        lone_jump(&l->lone, s, k, c);
    for (int j = 0; j < layout->width; j++)
        l->lone.history[j] = k->history[j][c];
    memset(l->lone.lines, 0, sizeof l->lone.lines);
    span p = {&l->lone.s,
              &l->lone.s.law[k->set],
              layout,
              &l->lone.body,
              &l->lone.k,
              0,
              1,
              false,
              l->lone.lines,
              none,
              NULL,
              0,
              vd_set(-1e300)};
    lone_gather(&p, &l->q);
    span_forces(&p, &l->q, s->ledger);
    return p;
}

static v3 batch_v3(const batch *q, int column)
{
    return v3_make(q->c[column][0], q->c[column + 1][0], q->c[column + 2][0]);
}

static v3 geometry_v3(const bucket *k, int column, int32_t c)
{
    return v3_make(k->geometry[column][c], k->geometry[column + 1][c], k->geometry[column + 2][c]);
}

// Of a contact that sticks and ends after y steps, of which y > 1 is the last step but one; held: the force over the
// most that friction allows. A force that ends as a root has a weight without a bound, which it gets here.
static double last_weight(double p, double y, double held)
{
    const double lost = y * real_pow(held, 1 + p) / ((1 + p) * (2 + p));
    const double x = y - 1;
    if (y <= 1)
        return edge_weight(real_max(y, 0x1p-8), p) - lost;
    if (held * y <= x)
        return 1;
    const double stays = real_pow(x / y, p);
    return 1 + edge_weight(real_max(x, 0x1p-8), p) * stays - lost - stays * (x / y) / held;
}

static double *last_line(const bucket *k, int32_t c, int side, double *lines)
{
    return lines + 8 * ((size_t)(1 + k->first + c) + (size_t)side * (size_t)k->room);
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
        turn_a = v3_scale(-q->c[C_IA][0], v3_cross(geometry_v3(k, GRAIN_ARM_A, c), more));
        turn_b = v3_scale(q->c[C_IB][0], v3_cross(geometry_v3(k, GRAIN_ARM_B, c), more));
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
    double weight, half; // s
    v3 slip;             // in the middle of the step before, m/s
    double ease;         // by what the force changes it, 1/kg
} last_books;

static void last_book(span *p, batch *q, bucket *k, int32_t c, v3 force, const last_books *b)
{
    double *const *h = k->history + p->layout->books;
    const double square = v3_dot(force, force);
    const double kick = p->s->kick;
    const double w = b->weight;
    const double along = v3_dot(force, b->slip);
    const double more = (w - 1) * kick * (along + 0.5 * (1 + w) * kick * b->ease * square);
    put(q, C_ENERGY, 0, 0);
    energies[LAW_TANGENTIAL][p->set->law[LAW_TANGENTIAL]](p, q);
    h[BOOK_WORK][c] += more;
    h[BOOK_FRICTION][c] -= more;
    h[BOOK_LET_GO][c] = q->c[C_ENERGY][0] - b->half * (along + w * kick * b->ease * square);
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
    const double share = q->c[C_OVERLAP][0] / ((parting + s->kick * push * minv) * s->dt);
    if (!(share > 0 && share <= 2))
        return;
    const double most = p.set->end.friction * push;
    const double size = v3_norm(force);
    double w = 1;
    if (size < LAST_HOLDS * most)
        w += (last_weight(p.set->end.power, share, size / most) - 1) * (s->dt / s->kick);
    last_add(&p, q, k, c, v3_scale(w - 1, force), lines);
    if (p.layout->books < 0)
        return;
    v3 slip = v3_fma(v, -parting, n);
    const vd3 turns = spin_at_arm(&p, q, 0);
    slip = v3_fma(slip, arm, v3_cross(n, v3_make(turns.x, turns.y, turns.z)));
    const last_books b = {w, 0.5 * s->dt, slip, (1 + s->spin_factor * arm * arm) * minv};
    last_book(&p, &l.q, k, c, force, &b);
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
