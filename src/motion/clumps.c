// clumps.c - see clumps.h.
#include "motion/clumps.h"

#include "base/mathlib.h"
#include "motion/gear.h"
#include "state/bodies.h"

static rec4 rec4_of(v3 v, double last)
{
    return (rec4){{v.x, v.y, v.z, last}};
}

// A body that moves as a whole. Moments are per unit of density, those of a single ball per unit of mass; `share` is
// what a torque is multiplied by to match.
typedef struct whole {
    const model_clump *clump; // NULL: a ball
    inertia inertia;
    double mass, share;
} whole;

static whole whole_of(const stepping *s, int32_t head)
{
    const bodies *o = s->context.body;
    int32_t set = o->set[head];
    whole w = {.clump = s->clump[set], .inertia = s->inertia[set], .mass = o->centre[head].v[3]};
    double radius = o->position[o->now][head].v[3];
    double one = w.clump ? w.inertia.moment.z : radius * radius / s->spin_factor;
    if (!w.clump || s->flat)
        w.inertia = inertia_make(v3_make(one, one, one)); // in a flat world z alone counts
    w.share = w.clump ? w.clump->volume / w.mass : 1 / w.mass;
    return w;
}

static int balls_of(const whole *w)
{
    return w->clump ? w->clump->balls : 1;
}
static v3 arm_of(const whole *w, q4 q, int k)
{
    return w->clump ? q4_rotate(q, w->clump->at[k]) : v3_make(0, 0, 0);
}

v3 clump_arm(const stepping *s, int32_t head, int k)
{
    whole w = whole_of(s, head);
    return arm_of(&w, q4_of(&s->context.body->orientation[head]), k);
}

typedef struct sums {
    v3 force, moment;
} sums;

static sums add_up(const stepping *s, const whole *w, int32_t head)
{
    const bodies *o = s->context.body;
    const trail *t = followers_of(s, head);
    const rec4 *p = t ? s->follow->pull + 2 * (size_t)t->first : s->pull + 2 * (size_t)head;
    int32_t count = t ? t->met : balls_of(w);
    q4 q = q4_of(&o->orientation[head]);
    sums a = {v3_make(0, 0, 0), v3_make(0, 0, 0)};
    for (int32_t i = 0; i < count; i++, p += 2) {
        v3 force = v3_of(&p[0]);
        v3 turn = v3_of(&p[1]);
        if (v3_dot(force, force) == 0 && v3_dot(turn, turn) == 0)
            continue; // most balls of a large clump touch nothing
        int32_t k = t ? s->follow->ball[t->first + i] - head : i;
        a.force = v3_add(a.force, force);
        a.moment = v3_add(a.moment, v3_add(v3_scale(o->position[o->now][head + k].v[3], turn),
                                           v3_cross(arm_of(w, q, k), force)));
    }
    return a;
}

// Acceleration of the centre, with gravity, and the moment; those that a flat world does not have are gone.
typedef struct drive_on {
    v3 push, turn;
} drive_on;

static drive_on drive_of(const stepping *s, const whole *w, int32_t head)
{
    sums a = add_up(s, w, head);
    drive_on d = {v3_add(v3_scale(1 / w->mass, a.force),
                         v3_make(s->gravity[0], s->gravity[1], s->gravity[2])),
                  a.moment};
    if (s->flat)
        d.push.z = d.turn.x = d.turn.y = 0;
    return d;
}

// Spin of a body with angular momentum l over density.
static v3 spin_of(const stepping *s, const inertia *i, q4 q, v3 l)
{
    return s->flat ? v3_make(0, 0, l.z * i->inverse.z) : rotation_spin(q, l, i);
}

// Free rotation over dt; disks turn about z alone.
static q4 drift(const stepping *s, const inertia *i, q4 q, v3 l, double dt)
{
    if (s->flat)
        return q4_unit(q4_mul(rotation_midpoint(v3_make(0, 0, l.z * i->inverse.z), 0.25 * dt), q));
    return s->rotation == ROTATION_AXES ? rotation_drift_axes(q, l, i, dt)
                                        : rotation_drift_split(q, l, i, dt);
}

// The leapfrog of Zhang 1998 keeps angular velocities in body axes, not momenta.
static bool leaps(const stepping *s)
{
    return s->context.body->rate != NULL;
}

static rotor leaping(const stepping *s, int32_t head)
{
    const bodies *o = s->context.body;
    rotor r = {q4_of(&o->orientation[head]), v3_of(&o->turning[head]), v3_of(&o->rate[head])};
    return r;
}

// Gear's scheme keeps derivatives, scaled by the length of the last step, and moves on from a place of its own.
static gear_body geared(const bodies *o, int32_t head)
{
    const rec4 *x = o->path + (GEAR_VALUES - 1) * (size_t)head;
    const rec4 *q = o->swing + (GEAR_VALUES - 1) * (size_t)head;
    gear_body g = {{{0, 0, 0}}, {q4_of(&o->orientation[head])}};
    for (int k = 1; k < GEAR_VALUES; k++) {
        g.position[k] = v3_of(&x[k - 1]);
        g.orientation[k] = q4_of(&q[k - 1]);
    }
    return g;
}

static void keep_gear(const bodies *o, int32_t head, const gear_body *g, bool begun)
{
    rec4 *x = o->path + (GEAR_VALUES - 1) * (size_t)head;
    rec4 *q = o->swing + (GEAR_VALUES - 1) * (size_t)head;
    for (int k = 1; k < GEAR_VALUES; k++) {
        q4 r = g->orientation[k];
        x[k - 1] = rec4_of(g->position[k], k == 1 && begun ? 1 : 0);
        q[k - 1] = (rec4){{r.w, r.x, r.y, r.z}};
    }
}

// Have its derivatives seen forces? Else velocities alone are known.
static bool has_begun(const bodies *o, int32_t head)
{
    return o->path[(GEAR_VALUES - 1) * (size_t)head].v[3] > 0;
}

void clump_start_gear(const bodies *o, int32_t head, v3 velocity, v3 spin, double dt)
{
    gear_body g = gear_start(v3_make(0, 0, 0), velocity, q4_of(&o->orientation[head]), spin, dt);
    keep_gear(o, head, &g, false);
}

void clump_push_gear(const bodies *o, int32_t head, v3 velocity, v3 spin, double dt)
{
    gear_body g = geared(o, head);
    gear_push(&g, velocity, spin, dt);
    keep_gear(o, head, &g, false);
}

void clump_rescale_gear(const bodies *o, int32_t head, double ratio)
{
    gear_body g = geared(o, head);
    gear_rescale(&g, ratio);
    keep_gear(o, head, &g, has_begun(o, head));
}

clump_motion clump_motion_at(const stepping *s, int32_t head, double half)
{
    const bodies *o = s->context.body;
    const whole w = whole_of(s, head);
    q4 q = q4_of(&o->orientation[head]);
    clump_motion m;
    if (o->path) {
        gear_body g = geared(o, head);
        m.velocity = gear_velocity(&g, s->before);
        m.spin = gear_spin(&g, s->before);
        if (!has_begun(o, head) && !w.clump) { // as it was given, to the bit
            m.velocity = v3_of(&o->velocity[o->now][head]);
            m.spin = v3_scale(o->spin[o->now][head].v[3], v3_of(&o->spin[o->now][head]));
        }
        m.momentum = v3_scale(1 / w.share, rotation_momentum(q, m.spin, &w.inertia));
    } else {
        drive_on d = drive_of(s, &w, head);
        m.velocity = v3_fma(v3_of(&o->drift[head]), half, d.push);
        m.momentum = v3_fma(v3_of(&o->turning[head]), half, d.turn);
        if (leaps(s)) {
            rotor r = leaping(s, head);
            m.spin = rotor_spin(&r, ROTATION_LEAPFROG, &w.inertia, v3_scale(w.share, d.turn), half);
            m.momentum = v3_scale(1 / w.share, rotation_momentum(q, m.spin, &w.inertia));
        } else
            m.spin = spin_of(s, &w.inertia, q, v3_scale(w.share, m.momentum));
    }
    m.kinetic = 0.5 * (w.mass * v3_dot(m.velocity, m.velocity) + v3_dot(m.spin, m.momentum));
    return m;
}

double clump_energy_before(const stepping *s, int32_t head)
{
    const bodies *o = s->context.body;
    const whole w = whole_of(s, head);
    if (o->path)
        return clump_motion_at(s, head, 0).kinetic;
    q4 q = q4_of(&o->orientation[head]);
    v3 l = v3_of(&o->turning[head]);
    v3 v = v3_of(&o->drift[head]);
    if (leaps(s))
        l = v3_scale(1 / w.share, q4_rotate(q, v3_times(w.inertia.moment, l)));
    v3 spin = spin_of(s, &w.inertia, q, v3_scale(w.share, l));
    return 0.5 * (w.mass * v3_dot(v, v) + v3_dot(spin, l));
}

// Writes one ball at `raw`, in the image nearest to where it was.
static void put_ball(const stepping *s, int32_t slot, v3 raw, v3 velocity, v3 spin, report *r)
{
    const bodies *o = s->context.body;
    const rec4 *was = &o->position[o->now][slot];
    rec4 *x = &o->position[1 - o->now][slot];
    rec4 *v = &o->velocity[1 - o->now][slot];
    rec4 *w = &o->spin[1 - o->now][slot];
    double to[3] = {raw.x, raw.y, raw.z};
    double radius = was->v[3];
    double d2 = 0;
    bool out = false;
    for (int d = 0; d < 3; d++) {
        double length = s->context.length[d];
        double lengths = (to[d] - was->v[d]) * s->context.inverse_length[d];
        if (length > 0 && !(fabs(lengths) < 0.5))
            to[d] -= length * real_round(lengths);
        double way = to[d] - o->hold[slot].v[d];
        d2 += way * way;
        out = out || to[d] < s->low[d] || to[d] >= s->high[d];
    }
    *x = (rec4){{to[0], to[1], to[2], radius}};
    *v = rec4_of(velocity, o->velocity[o->now][slot].v[3]);
    *w = rec4_of(v3_scale(radius, spin), o->spin[o->now][slot].v[3]);
    if (s->form &&
        s->form[o->set[slot]]) { // its corners turn; hold adds up how far, beyond the radius
        o->hold[slot].v[3] += s->dt * radius * v3_norm(spin);
        double far = sqrt(d2) + (o->hold[slot].v[3] - radius);
        d2 = far * far;
    }
    if (d2 > r->moved2)
        r->moved2 = d2;
    if (out || !(d2 < 1e300))
        cross_border(s, slot, r);
}

// Where a body is next, and how its centre has moved there.
typedef struct arrival {
    v3 centre, velocity;
    q4 orientation;
} arrival;

static void put_balls(const stepping *s, const whole *w, int32_t head, const arrival *to, report *r)
{
    const bodies *o = s->context.body;
    q4 q = q4_of(&o->orientation[head]);
    q4 next = to->orientation;
    v3 spin = rotation_mean_spin(q, next, s->dt);
    for (int k = 0; k < balls_of(w); k++) {
        v3 before = arm_of(w, q, k);
        v3 after = arm_of(w, next, k);
        put_ball(s, head + k, v3_add(to->centre, after),
                 v3_add(to->velocity, v3_scale(1 / s->dt, v3_sub(after, before))), spin, r);
        o->orientation[head + k] = (rec4){{next.w, next.x, next.y, next.z}};
    }
}

static void put_body(const stepping *s, const whole *w, int32_t head, const arrival *to, report *r)
{
    const bodies *o = s->context.body;
    if (followers_of(s, head))
        followers_put(s, head, to->centre, to->velocity, to->orientation, r);
    else
        put_balls(s, w, head, to, r);
    if (s->corners && s->form[o->set[head]])
        grain_turn(s->form[o->set[head]], to->orientation, s->turned + s->turned_first[head]);
    o->centre[head] = rec4_of(to->centre, w->mass);
}

static arrival kick_and_drift(const stepping *s, const whole *w, int32_t head)
{
    const bodies *o = s->context.body;
    drive_on d = drive_of(s, w, head);
    q4 q = q4_of(&o->orientation[head]);
    arrival to = {.velocity = v3_fma(v3_of(&o->drift[head]), s->kick, d.push)};
    to.centre = v3_fma(v3_of(&o->centre[head]), s->dt, to.velocity);
    v3 turning = v3_fma(v3_of(&o->turning[head]), s->kick, d.turn);
    if (leaps(s)) {
        rotor t = leaping(s, head);
        rotor_step(&t, ROTATION_LEAPFROG, &w->inertia, v3_scale(w->share, d.turn), s->kick, s->dt);
        to.orientation = t.orientation;
        turning = t.motion;
        o->rate[head] = rec4_of(t.rate, 0);
    } else
        to.orientation = drift(s, &w->inertia, q, v3_scale(w->share, turning), s->dt);
    o->drift[head] = rec4_of(to.velocity, 0);
    o->turning[head] = rec4_of(turning, 0);
    return to;
}

static arrival correct_and_predict(const stepping *s, const whole *w, int32_t head)
{
    const bodies *o = s->context.body;
    drive_on d = drive_of(s, w, head);
    gear_body g = geared(o, head);
    if (s->written && s->written[head] >= 0) {
        const rec4 *jump = s->jump + 2 * (size_t)s->written[head];
        const double inverse = o->spin[o->now][head].v[3];
        gear_push(&g, v3_of(&jump[0]), v3_scale(inverse, v3_of(&jump[1])), s->before);
    }
    if (s->dt != s->before)
        gear_rescale(&g, s->dt / s->before);
    gear_step(&g, &w->inertia, d.push, v3_scale(w->share, d.turn), s->dt, !has_begun(o, head));
    keep_gear(o, head, &g, true);
    arrival to = {v3_add(v3_of(&o->centre[head]), g.position[0]),
                  v3_scale(1 / s->dt, g.position[0]), g.orientation[0]};
    return to;
}

static void clump_move(const stepping *s, int32_t head, report *r)
{
    const whole w = whole_of(s, head);
    arrival to =
        s->context.body->path ? correct_and_predict(s, &w, head) : kick_and_drift(s, &w, head);
    put_body(s, &w, head, &to, r);
}

// May this one be moved by the kernel, with others of its set?
static bool fits_batch(const stepping *s, int32_t head)
{
    const bodies *o = s->context.body;
    int32_t set = o->set[head];
    bool corners = s->form && s->form[set]; // they have to be turned as well
    return s->clump[set] && !corners && !bodies_follow(o, head) && s->rotation == ROTATION_SPLIT &&
           !s->flat && !o->path;
}

void clumps_move(const stepping *s, clump_mover *batch, int width, int32_t low, int32_t high,
                 report *r)
{
    const bodies *o = s->context.body;
    int32_t head[LANES_MOST];
    int heads = 0;
    for (int32_t at = low; at < high; at++) {
        int32_t i = s->follow->trail[at].head;
        if (!fits_batch(s, i)) {
            clump_move(s, i, r);
            continue;
        }
        if (heads && o->set[i] != o->set[head[0]]) {
            for (int n = 0; n < heads; n++)
                clump_move(s, head[n], r);
            heads = 0;
        }
        head[heads++] = i;
        if (heads < width)
            continue;
        batch(s, head, r);
        heads = 0;
    }
    for (int n = 0; n < heads; n++)
        clump_move(s, head[n], r);
}

// ---- for the nonsmooth solver

clump_mass clump_mass_of(const stepping *s, int32_t head)
{
    const bodies *o = s->context.body;
    const whole w = whole_of(s, head);
    q4 q = q4_of(&o->orientation[head]);
    v3 l = v3_of(&o->turning[head]);
    v3 i = v3_scale(w.share, w.inertia.inverse);
    clump_mass m = {
        .mass = w.mass, .centre = v3_of(&o->centre[head]), .velocity = v3_of(&o->drift[head])};
    m.spin = spin_of(s, &w.inertia, q, v3_scale(w.share, l));
    if (s->flat) {
        m.inverse_inertia[2] = i.z;
        return m;
    }
    v3 x = q4_rotate(q, v3_make(1, 0, 0));
    v3 y = q4_rotate(q, v3_make(0, 1, 0));
    v3 z = q4_rotate(q, v3_make(0, 0, 1));
    m.inverse_inertia[0] = (i.x * x.x * x.x + i.y * y.x * y.x) + i.z * z.x * z.x;
    m.inverse_inertia[1] = (i.x * x.y * x.y + i.y * y.y * y.y) + i.z * z.y * z.y;
    m.inverse_inertia[2] = (i.x * x.z * x.z + i.y * y.z * y.z) + i.z * z.z * z.z;
    m.inverse_inertia[3] = (i.x * x.x * x.y + i.y * y.x * y.y) + i.z * z.x * z.y;
    m.inverse_inertia[4] = (i.x * x.x * x.z + i.y * y.x * y.z) + i.z * z.x * z.z;
    m.inverse_inertia[5] = (i.x * x.y * x.z + i.y * y.y * y.z) + i.z * z.y * z.z;
    return m;
}

// The momentum that goes with a change of spin.
static v3 momentum_of(const stepping *s, const whole *w, q4 q, v3 spin)
{
    v3 l = s->flat ? v3_make(0, 0, w->inertia.moment.z * spin.z)
                   : rotation_momentum(q, spin, &w->inertia);
    return v3_scale(1 / w->share, l);
}

void clump_carry(const stepping *s, int32_t head, v3 velocity, v3 spin, report *r)
{
    const bodies *o = s->context.body;
    const whole w = whole_of(s, head);
    q4 q = q4_of(&o->orientation[head]);
    v3 l = v3_of(&o->turning[head]);
    v3 before = spin_of(s, &w.inertia, q, v3_scale(w.share, l));
    l = v3_add(l, momentum_of(s, &w, q, v3_sub(spin, before)));
    arrival to = {.velocity = velocity, .centre = v3_fma(v3_of(&o->centre[head]), s->dt, velocity)};
    to.orientation = drift(s, &w.inertia, q, v3_scale(w.share, l), s->dt);
    o->drift[head] = rec4_of(velocity, 0);
    o->turning[head] = rec4_of(l, 0);
    put_body(s, &w, head, &to, r);
}

void clump_push(const stepping *s, int32_t head, v3 velocity, v3 spin)
{
    const bodies *o = s->context.body;
    const whole w = whole_of(s, head);
    q4 q = q4_of(&o->orientation[head]);
    o->drift[head] = rec4_of(v3_add(v3_of(&o->drift[head]), velocity), 0);
    o->turning[head] = rec4_of(v3_add(v3_of(&o->turning[head]), momentum_of(s, &w, q, spin)), 0);
    for (int k = 0; k < balls_of(&w); k++) {
        rec4 *v = &o->velocity[1 - o->now][head + k];
        rec4 *t = &o->spin[1 - o->now][head + k];
        v3 arm = arm_of(&w, q, k);
        *v = rec4_of(v3_add(v3_of(v), v3_add(velocity, v3_cross(spin, arm))), v->v[3]);
        *t = rec4_of(v3_fma(v3_of(t), o->position[o->now][head + k].v[3], spin), t->v[3]);
    }
}
