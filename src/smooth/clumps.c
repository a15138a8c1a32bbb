// clumps.c - see clumps.h.
#include "smooth/clumps.h"

#include "base/mathlib.h"
#include "state/bodies.h"

static q4 q4_of(const rec4 *r) { return (q4){r->v[0], r->v[1], r->v[2], r->v[3]}; }
static v3 v3_of(const rec4 *r) { return v3_make(r->v[0], r->v[1], r->v[2]); }

static const model_clump *shape_of(const stepping *s, int32_t head) { return s->clump[s->context.body->set[head]]; }

v3 clump_arm(const stepping *s, int32_t head, int k)
{
    return q4_rotate(q4_of(&s->context.body->orientation[head]), shape_of(s, head)->at[k]);
}

// Spin of a body with angular momentum l over density.
static v3 spin_of(const stepping *s, int32_t head, q4 q, v3 l)
{
    const inertia *i = &s->inertia[s->context.body->set[head]];
    return s->flat ? v3_make(0, 0, l.z * i->inverse.z) : rotation_spin(q, l, i);
}

// Free rotation over dt; disks turn about z alone.
static q4 drift(const stepping *s, int32_t head, q4 q, v3 l, double dt)
{
    const inertia *i = &s->inertia[s->context.body->set[head]];
    if (s->flat) return q4_unit(q4_mul(rotation_midpoint(v3_make(0, 0, l.z * i->inverse.z), 0.25 * dt), q));
    return s->rotation == ROTATION_AXES ? rotation_drift_axes(q, l, i, dt) : rotation_drift_split(q, l, i, dt);
}

// The leapfrog of seed 004 keeps angular velocities in body axes, not momenta.
static bool leaps(const stepping *s) { return s->context.body->rate != NULL; }

static rotor leaping(const stepping *s, int32_t head)
{
    const bodies *o = s->context.body;
    rotor r = {q4_of(&o->orientation[head]), v3_of(&o->turning[head]), v3_of(&o->rate[head])};
    return r;
}

typedef struct sums {
    v3 force, moment;
} sums;

static sums add_up(const stepping *s, int32_t head, int balls)
{
    const bodies *o = s->context.body;
    sums a = {v3_make(0, 0, 0), v3_make(0, 0, 0)};
    for (int k = 0; k < balls; k++) {
        const rec4 *p = s->pull + 2 * (size_t)(head + k);
        v3 force = v3_of(&p[0]), turn = v3_of(&p[1]);
        a.force = v3_add(a.force, force);
        a.moment = v3_add(a.moment, v3_add(v3_scale(o->position[o->now][head + k].v[3], turn),
                                           v3_cross(clump_arm(s, head, k), force)));
    }
    return a;
}

static void kick(const stepping *s, const sums *a, double mass, double h, v3 *velocity, v3 *momentum)
{
    v3 push = v3_add(v3_scale(1 / mass, a->force), v3_make(s->gravity[0], s->gravity[1], s->gravity[2])),
       turn = a->moment;
    if (s->flat) push.z = turn.x = turn.y = 0;
    *velocity = v3_fma(*velocity, h, push);
    *momentum = v3_fma(*momentum, h, turn);
}

clump_motion clump_motion_at(const stepping *s, int32_t head, double half)
{
    const bodies *o = s->context.body;
    const model_clump *c = shape_of(s, head);
    double mass = o->centre[head].v[3];
    clump_motion m = {.velocity = v3_of(&o->drift[head]), .momentum = v3_of(&o->turning[head])};
    sums a = add_up(s, head, c->balls);
    kick(s, &a, mass, half, &m.velocity, &m.momentum);
    if (leaps(s)) {
        const inertia *i = &s->inertia[o->set[head]];
        rotor r = leaping(s, head);
        m.spin = rotor_spin(&r, ROTATION_LEAPFROG, i, v3_scale(c->volume / mass, a.moment), half);
        m.momentum = v3_scale(mass / c->volume, rotation_momentum(r.orientation, m.spin, i));
    } else
        m.spin = spin_of(s, head, q4_of(&o->orientation[head]), v3_scale(c->volume / mass, m.momentum));
    m.kinetic = 0.5 * (mass * v3_dot(m.velocity, m.velocity) + v3_dot(m.spin, m.momentum));
    return m;
}

double clump_energy_before(const stepping *s, int32_t head)
{
    const bodies *o = s->context.body;
    const model_clump *c = shape_of(s, head);
    double mass = o->centre[head].v[3];
    v3 l = v3_of(&o->turning[head]), v = v3_of(&o->drift[head]);
    if (leaps(s))
        l = v3_scale(mass / c->volume,
                     q4_rotate(q4_of(&o->orientation[head]), v3_times(s->inertia[o->set[head]].moment, l)));
    v3 w = spin_of(s, head, q4_of(&o->orientation[head]), v3_scale(c->volume / mass, l));
    return 0.5 * (mass * v3_dot(v, v) + v3_dot(w, l));
}

// Writes one ball at `raw`, in the image nearest to where it was.
static void put_ball(const stepping *s, int32_t slot, v3 raw, v3 velocity, v3 spin, report *r)
{
    const bodies *o = s->context.body;
    const rec4 *was = &o->position[o->now][slot];
    rec4 *x = &o->position[1 - o->now][slot], *v = &o->velocity[1 - o->now][slot], *w = &o->spin[1 - o->now][slot];
    double to[3] = {raw.x, raw.y, raw.z}, radius = was->v[3], d2 = 0;
    bool out = false;
    for (int d = 0; d < 3; d++) {
        double length = s->context.length[d];
        if (length > 0) to[d] -= length * real_round((to[d] - was->v[d]) * s->context.inverse_length[d]);
        double way = to[d] - o->hold[slot].v[d];
        d2 += way * way;
        out = out || to[d] < s->low[d] || to[d] >= s->high[d];
    }
    *x = (rec4){{to[0], to[1], to[2], radius}};
    *v = (rec4){{velocity.x, velocity.y, velocity.z, o->velocity[o->now][slot].v[3]}};
    *w = (rec4){{radius * spin.x, radius * spin.y, radius * spin.z, o->spin[o->now][slot].v[3]}};
    if (s->form && s->form[o->set[slot]]) { // its corners turn; hold adds up how far, beyond the radius
        o->hold[slot].v[3] += s->dt * radius * v3_norm(spin);
        double far = sqrt(d2) + (o->hold[slot].v[3] - radius);
        d2 = far * far;
    }
    if (d2 > r->moved2) r->moved2 = d2;
    if (out || !(d2 < 1e300)) block_cross_border(s, NULL, slot, r);
}

void clump_move(const stepping *s, int32_t head, report *r)
{
    const bodies *o = s->context.body;
    const model_clump *c = shape_of(s, head);
    double mass = o->centre[head].v[3], dt = s->dt;
    v3 velocity = v3_of(&o->drift[head]), momentum = v3_of(&o->turning[head]), centre = v3_of(&o->centre[head]);
    q4 q = q4_of(&o->orientation[head]);
    sums a = add_up(s, head, c->balls);
    q4 next;
    kick(s, &a, mass, s->kick, &velocity, &momentum);
    if (leaps(s)) {
        rotor turning = leaping(s, head);
        rotor_step(&turning, ROTATION_LEAPFROG, &s->inertia[o->set[head]], v3_scale(c->volume / mass, a.moment),
                   s->kick, dt);
        next = turning.orientation, momentum = turning.motion;
        o->rate[head] = (rec4){{turning.rate.x, turning.rate.y, turning.rate.z, 0}};
    } else
        next = drift(s, head, q, v3_scale(c->volume / mass, momentum), dt);
    v3 spin = rotation_mean_spin(q, next, dt);
    centre = v3_fma(centre, dt, velocity);
    for (int k = 0; k < c->balls; k++) {
        v3 before = q4_rotate(q, c->at[k]), after = q4_rotate(next, c->at[k]);
        put_ball(s, head + k, v3_add(centre, after), v3_add(velocity, v3_scale(1 / dt, v3_sub(after, before))), spin,
                 r);
        o->orientation[head + k] = (rec4){{next.w, next.x, next.y, next.z}};
    }
    if (s->form && s->form[o->set[head]]) grain_turn(s->form[o->set[head]], next, s->turned + s->turned_first[head]);
    o->centre[head] = (rec4){{centre.x, centre.y, centre.z, mass}};
    o->drift[head] = (rec4){{velocity.x, velocity.y, velocity.z, 0}};
    o->turning[head] = (rec4){{momentum.x, momentum.y, momentum.z, 0}};
}
