// events.c - what happens rarely in a step: contacts that begin and end, and trouble. One contact at a time, in plain doubles, so it is compiled once and cannot differ between kernels.
#include "smooth/grains.h"
#include "smooth/smooth.h"

#include "base/mathlib.h"

#include <math.h>

// From body a (or the wall point of a wall contact) to b, and the sum of the radii.
static v3 reach_of(const stepping *s, const bucket *k, int32_t i, double *radii)
{
    const bodies *o = s->context.body;
    const rec4 *position = o->position[o->now];
    const rec4 *b = &position[k->b[i]];
    *radii = b->v[3];
    if (k->kind == BUCKET_WALLS)
        return columns_v3(k->geometry, WALL_D, i);
    const rec4 *a = &position[k->a[i]];
    *radii += a->v[3];
    return nearest_image(&s->context, v3_sub(v3_of(b), v3_of(a)));
}

static double core_radius(const stepping *s, int32_t slot)
{
    const bodies *o = s->context.body;
    return grain_contact_radius(grains_form(s, slot), o->position[o->now][slot].v[3]);
}

// The overlap of grains with a core, and the smaller radius of contact of both.
static deep_overlap core_overlap(const stepping *s, const bucket *k, int32_t i)
{
    double radius = core_radius(s, k->b[i]);
    if (!bucket_walls(k->kind))
        radius = real_min(radius, core_radius(s, k->a[i]));
    return (deep_overlap){-k->geometry[GRAIN_GAP][i], radius};
}

static deep_overlap ball_overlap(const stepping *s, const bucket *k, int32_t i)
{
    const bodies *o = s->context.body;
    const rec4 *position = o->position[o->now];
    double radii;
    const v3 reach = reach_of(s, k, i, &radii);
    double radius = position[k->b[i]].v[3];
    if (k->kind == BUCKET_BALLS)
        radius = real_min(radius, position[k->a[i]].v[3]);
    return (deep_overlap){radii - v3_norm(reach), radius};
}

void report_deep(const stepping *s, const block *b, int index, report *r)
{
    const bucket *k = &b->bucket[index];
    const bool cores = bucket_cores(k->kind);
    for (int32_t i = 0; i < k->count; i++) {
        const deep_overlap deep = cores ? core_overlap(s, k, i) : ball_overlap(s, k, i);
        if (!(deep.depth <= s->too_deep * deep.radius))
            report_too_deep(s, r, k->a[i], k->b[i], bucket_walls(k->kind), deep);
    }
}

// A new contact is first seen a share x <= 1 of a step after it began. What damps it grows as t^p, and the sum of the
// forces of all steps times dt should be their integral from the touch on. It is, to all orders in dt, where the first
// one counts with
//   w = -zeta(-p, 1 + x) / x^p,   -zeta(-p, 1 + x) = y^(1+p)/(1+p) - p y^(p-1)/24 + 7 p (p-1) (p-2) y^(p-3)/5760 - ...
//                                                   - (1 + x)^p,   y = x + 3/2
// with Hurwitz' zeta function, by Euler's and Maclaurin's formula with two terms (docs/integration.md). For that, what
// is kept of one step ago is set to 3 - 2 w times what there is now, so that w times that comes out as it is brought
// forward.
double edge_weight(double x, double p)
{
    double y = x + 1.5;
    double power = p > 0 ? real_pow(y, p) : 1;
    double over = 1 / y;
    double sum = power * (y / (1 + p) -
                          p * over * (1.0 / 24 - (7.0 / 5760) * (p - 1) * (p - 2) * (over * over)));
    return p > 0 ? (sum - real_pow(1 + x, p)) / real_pow(x, p) : sum - 1;
}

// How the two bodies of a contact move now, relative to each other: what the ledger takes for one step ago where
// nothing is known.
typedef struct meeting {
    v3 velocity, spin_sum, turn;
} meeting;

static meeting core_meeting(const stepping *s, const bucket *k, int32_t i)
{
    core_motion m = block_core_motion(s, k, i);
    return (meeting){m.velocity, v3_scale(0.5, v3_add(m.spin_a, m.spin_b)),
                     v3_sub(m.spin_b, m.spin_a)};
}

static meeting meeting_of(const stepping *s, const bucket *k, int32_t i)
{
    if (bucket_cores(k->kind))
        return core_meeting(s, k, i);
    const bodies *o = s->context.body;
    const rec4 *velocity = o->velocity[o->now];
    const rec4 *spin = o->spin[o->now]; // times the radius, over which stands in its fourth number
    const rec4 *spin_b = &spin[k->b[i]];
    meeting m = {
        .velocity = v3_of(&velocity[k->b[i]]),
        .spin_sum = v3_of(spin_b),
        .turn = v3_scale(spin_b->v[3], v3_of(spin_b)),
    };
    if (k->kind == BUCKET_WALLS) {
        m.velocity = v3_sub(m.velocity, columns_v3(k->geometry, WALL_V, i));
        m.turn = v3_sub(m.turn, columns_v3(k->geometry, WALL_SPIN, i));
        return m;
    }
    const rec4 *spin_a = &spin[k->a[i]];
    m.velocity = v3_sub(m.velocity, v3_of(&velocity[k->a[i]]));
    m.spin_sum = v3_add(m.spin_sum, v3_of(spin_a));
    m.turn = v3_sub(m.turn, v3_scale(spin_a->v[3], v3_of(spin_a)));
    return m;
}

static void begin_books(const stepping *s, bucket *k, int32_t i)
{
    const history_layout *l = &s->context.layout[k->set];
    const meeting m = meeting_of(s, k, i);
    if (l->motion >= 0) {
        put_columns_v3(k->history, l->motion, i, m.velocity);
        put_columns_v3(k->history, l->motion + 3, i, m.spin_sum);
    }
    if (l->turn >= 0)
        put_columns_v3(k->history, l->turn, i, m.turn);
}

void block_open_books(const stepping *s, block *b)
{
    for (int n = 0; n < b->buckets; n++)
        for (int32_t i = 0; i < b->bucket[n].count; i++)
            begin_books(s, &b->bucket[n], i);
}

// Where the bodies of a contact touch: the normal, the overlap, and the arms over the radii.
typedef struct touch_place {
    v3 normal;
    double overlap, arm;
} touch_place;

static touch_place place_of(const stepping *s, const bucket *k, int32_t i)
{
    touch_place t = {.arm = 0}; // of cores: their motion is that at the contact
    if (bucket_cores(k->kind)) {
        t.normal = columns_v3(k->geometry, GRAIN_N, i);
        t.overlap = -k->geometry[GRAIN_GAP][i];
        return t;
    }
    double radii;
    const v3 reach = reach_of(s, k, i, &radii);
    const double distance = v3_norm(reach);
    t.normal = v3_unit(reach);
    t.overlap = radii - distance;
    t.arm = s->full_arm ? 1 : distance / radii;
    return t;
}

// Weights of what is damped along the normal and across it, and of relative spins likewise.
typedef struct onset_weights {
    double of[LAW_SLOTS];
} onset_weights;

// What dashpots need of one step ago, as it is now, but for the weights.
static void begin_dashpots(const stepping *s, bucket *k, int32_t i, const touch_place *t,
                           const onset_weights *w)
{
    const history_layout *l = &s->context.layout[k->set];
    const double *of = w->of;
    meeting m = meeting_of(s, k, i);
    double parting = v3_dot(m.velocity, t->normal);
    double along = 3 - 2 * of[LAW_NORMAL];
    double across = 3 - 2 * of[LAW_TANGENTIAL];
    if (l->closing >= 0)
        k->history[l->closing][i] = -parting * along;
    if (l->surface >= 0) {
        v3 slip = v3_fma(m.velocity, -parting, t->normal);
        slip = v3_fma(slip, t->arm, v3_cross(t->normal, m.spin_sum));
        v3 kept = v3_fma(v3_scale(across, slip), parting * along, t->normal);
        put_columns_v3(k->history, l->surface, i, kept);
    }
    if (l->spin >= 0) {
        double about = v3_dot(m.turn, t->normal);
        double rolls = 3 - 2 * of[LAW_ROLLING];
        double twists = 3 - 2 * of[LAW_TWISTING];
        v3 kept = v3_scale(rolls, v3_fma(m.turn, -about, t->normal));
        kept = v3_fma(kept, about * twists, t->normal);
        put_columns_v3(k->history, l->spin, i, kept);
    }
}

void block_begin_history(const stepping *s, bucket *k, int32_t i)
{
    const double *onset = s->law[k->set].onset;
    const double dt = s->context.dt;
    touch_place t = place_of(s, k, i);
    onset_weights w = {{1, 1, 1, 1, 1}};
    const meeting m = meeting_of(s, k, i);
    const double closing = -v3_dot(m.velocity, t.normal);
    const bool begun_now = closing > 0 && t.overlap > 0 && t.overlap < closing * dt;
    if (begun_now && s->kick > 0.5 * s->dt) {
        double share = t.overlap / closing / s->dt;
        double begun = s->dt / s->kick; // the kick differs as the step changes
        w.of[LAW_NORMAL] = begun * edge_weight(share, onset[LAW_NORMAL]);
        for (int slot = LAW_TANGENTIAL; slot < LAW_SLOTS; slot++) {
            bool same = onset[slot] < 0 || onset[slot] == onset[LAW_NORMAL];
            w.of[slot] = same ? w.of[LAW_NORMAL] : begun * edge_weight(share, onset[slot]);
        }
    }
    begin_dashpots(s, k, i, &t, &w);
    begin_books(s, k, i);
}

void block_open_dashpots(const stepping *s, block *b, int set)
{
    const onset_weights none = {{1, 1, 1, 1, 1}};
    for (int n = 0; n < b->buckets; n++) {
        bucket *k = &b->bucket[n];
        for (int32_t i = 0; k->set == set && i < k->count; i++) {
            touch_place t = place_of(s, k, i);
            begin_dashpots(s, k, i, &t, &none);
        }
    }
}

void block_settle(const stepping *s, block *b)
{
    for (int n = 0; n < b->buckets; n++)
        block_open_dashpots(s, b, b->bucket[n].set);
    block_open_books(s, b);
}

void block_begin_contact(const stepping *s, block *b, int32_t near, report *r)
{
    const contact_context *c = &s->context;
    const bodies *o = c->body;
    int32_t a = b->near_a[near];
    int32_t other = b->near_b[near];
    int set = c->set_of[o->material[a] * c->materials + o->material[other]];
    int index = block_bucket(b, BUCKET_BALLS, set, &c->layout[set], bodies_padding(o));
    int32_t i = index < 0 ? -1 : contact_make(b, index, a, other, 0, c);
    if (i < 0) {
        report_trouble(s, r, TROUBLE_MEMORY, a, other, false);
        return;
    }
    block_begin_history(s, &b->bucket[index], i);
    near_remove(b, near, bodies_padding(o));
    if (a >= b->low && a < b->high)
        r->made++;
}

// Closes the books of a contact: its work and losses go to the world, its residual may be the worst.
static void end_books(const stepping *s, const bucket *k, int32_t i, report *r)
{
    const history_layout *l = &s->context.layout[k->set];
    if (l->books < 0)
        return;
    double book[BOOKS];
    double residual = 0;
    for (int j = 0; j < BOOKS; j++) {
        book[j] = k->history[l->books + j][i];
        if (j == BOOK_FRICTION)
            book[j] += k->history[l->books + BOOK_LET_GO][i];
        exact_sum_add(&r->ended[j], book[j]);
        residual += book[j];
    }
    const int64_t *id = s->context.body->id;
    int64_t ida = bucket_walls(k->kind) ? k->a[i] : id[k->a[i]];
    int64_t idb = id[k->b[i]];
    double size = fabs(residual);
    if (size > r->worst ||
        (size == r->worst && (ida < r->worst_a || (ida == r->worst_a && idb < r->worst_b)))) {
        r->worst = size;
        r->worst_a = ida;
        r->worst_b = idb;
    }
}

void block_end_contacts(const stepping *s, block *b, const scratch *t, report *r)
{
    const int32_t *gone = t->gone;
    for (int n = 0; n < b->buckets; n++) {
        bucket *k = &b->bucket[n];
        bool balls = k->kind == BUCKET_BALLS, walls = bucket_walls(k->kind);
        for (int32_t i = k->ended - 1; i >= 0; i--) { // from the end, so that indices stay true
            int32_t a = k->a[gone[i]];
            int32_t other = k->b[gone[i]];
            bool own = walls || (a >= b->low && a < b->high);
            if (own)
                end_books(s, k, gone[i], r);
            contact_drop(b, n, gone[i], &s->context);
            if (balls && !near_add(b, a, other, bodies_padding(s->context.body)))
                report_trouble(s, r, TROUBLE_MEMORY, a, other, false);
            r->broken += own;
        }
        gone += k->ended;
        k->ended = 0;
    }
}
