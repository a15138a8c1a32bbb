// events.c - what happens rarely in a step: contacts that begin and end, and trouble. One contact at a time, in plain doubles, so it is compiled once and cannot differ between kernels.
#include "smooth/grains.h"
#include "smooth/smooth.h"

#include "base/mathlib.h"

#include <math.h>

// From body a (or the wall point of a wall contact) to b, and the radii.
static v3 reach_of(const stepping *s, const bucket *k, int32_t i, double *rsum, double *rinv)
{
    const bodies *o = s->context.body;
    const double *xb = o->position[o->now][k->b[i]].v;
    const double *wb = o->spin[o->now][k->b[i]].v;
    *rsum = xb[3];
    *rinv = wb[3];
    if (k->kind == BUCKET_WALLS) {
        *rinv += k->geometry[WALL_CURVATURE][i];
        return v3_make(k->geometry[WALL_D][i], k->geometry[WALL_D + 1][i],
                       k->geometry[WALL_D + 2][i]);
    }
    const double *xa = o->position[o->now][k->a[i]].v;
    *rsum += xa[3];
    *rinv += o->spin[o->now][k->a[i]].v[3];
    return nearest_image(&s->context, v3_make(xb[0] - xa[0], xb[1] - xa[1], xb[2] - xa[2]));
}

static double core_radius(const stepping *s, int32_t slot)
{
    const bodies *o = s->context.body;
    return grain_contact_radius(grains_form(s, slot), o->position[o->now][slot].v[3]);
}

void report_deep(const stepping *s, const block *b, int index, report *r)
{
    const bucket *k = &b->bucket[index];
    const bodies *o = s->context.body;
    for (int32_t i = 0; i < k->count; i++) {
        if (bucket_cores(k->kind)) {
            double depth = -k->geometry[GRAIN_GAP][i];
            double radius = core_radius(s, k->b[i]);
            if (!bucket_walls(k->kind))
                radius = real_min(radius, core_radius(s, k->a[i]));
            if (!(depth <= s->too_deep * radius))
                report_too_deep(s, r, k->a[i], k->b[i], bucket_walls(k->kind),
                                (deep_overlap){depth, radius});
            continue;
        }
        double rsum;
        double rinv;
        double small = o->position[o->now][k->b[i]].v[3];
        v3 d = reach_of(s, k, i, &rsum, &rinv);
        if (k->kind == BUCKET_BALLS && o->position[o->now][k->a[i]].v[3] < small)
            small = o->position[o->now][k->a[i]].v[3];
        if (!(rsum - v3_norm(d) <= s->too_deep * small))
            report_too_deep(s, r, k->a[i], k->b[i], k->kind == BUCKET_WALLS,
                            (deep_overlap){rsum - v3_norm(d), small});
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
    const double *vb = o->velocity[o->now][k->b[i]].v;
    const double *wb = o->spin[o->now][k->b[i]].v;
    meeting m = {v3_make(vb[0], vb[1], vb[2]), v3_make(wb[0], wb[1], wb[2]),
                 v3_scale(wb[3], v3_make(wb[0], wb[1], wb[2]))};
    double *const *g = k->geometry;
    if (k->kind == BUCKET_WALLS) {
        m.velocity = v3_sub(m.velocity, v3_make(g[WALL_V][i], g[WALL_V + 1][i], g[WALL_V + 2][i]));
        m.turn = v3_sub(m.turn, v3_make(g[WALL_SPIN][i], g[WALL_SPIN + 1][i], g[WALL_SPIN + 2][i]));
        return m;
    }
    const double *va = o->velocity[o->now][k->a[i]].v;
    const double *wa = o->spin[o->now][k->a[i]].v;
    v3 spin = v3_make(wa[0], wa[1], wa[2]);
    m.velocity = v3_sub(m.velocity, v3_make(va[0], va[1], va[2]));
    m.spin_sum = v3_add(m.spin_sum, spin);
    m.turn = v3_sub(m.turn, v3_scale(wa[3], spin));
    return m;
}

static void begin_books(const stepping *s, bucket *k, int32_t i)
{
    const history_layout *l = &s->context.layout[k->set];
    meeting m = meeting_of(s, k, i);
    const double motion[6] = {m.velocity.x, m.velocity.y, m.velocity.z,
                              m.spin_sum.x, m.spin_sum.y, m.spin_sum.z};
    const double turn[3] = {m.turn.x, m.turn.y, m.turn.z};
    for (int j = 0; l->motion >= 0 && j < 6; j++)
        k->history[l->motion + j][i] = motion[j];
    for (int j = 0; l->turn >= 0 && j < 3; j++)
        k->history[l->turn + j][i] = turn[j];
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
        t.normal = v3_make(k->geometry[GRAIN_N][i], k->geometry[GRAIN_N + 1][i],
                           k->geometry[GRAIN_N + 2][i]);
        t.overlap = -k->geometry[GRAIN_GAP][i];
        return t;
    }
    double rsum;
    double rinv;
    v3 d = reach_of(s, k, i, &rsum, &rinv);
    double distance = v3_norm(d);
    t.normal = v3_unit(d);
    t.overlap = rsum - distance;
    t.arm = s->full_arm ? 1 : distance / rsum;
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
        k->history[l->surface][i] = kept.x;
        k->history[l->surface + 1][i] = kept.y;
        k->history[l->surface + 2][i] = kept.z;
    }
    if (l->spin >= 0) {
        double about = v3_dot(m.turn, t->normal);
        double rolls = 3 - 2 * of[LAW_ROLLING];
        double twists = 3 - 2 * of[LAW_TWISTING];
        v3 kept = v3_scale(rolls, v3_fma(m.turn, -about, t->normal));
        kept = v3_fma(kept, about * twists, t->normal);
        k->history[l->spin][i] = kept.x;
        k->history[l->spin + 1][i] = kept.y;
        k->history[l->spin + 2][i] = kept.z;
    }
}

void block_begin_history(const stepping *s, bucket *k, int32_t i)
{
    const double *onset = s->law[k->set].onset;
    const double dt = s->context.dt;
    touch_place t = place_of(s, k, i);
    onset_weights w = {{1, 1, 1, 1, 1}};
    double closing = -v3_dot(meeting_of(s, k, i).velocity, t.normal);
    if (closing > 0 && t.overlap > 0 && t.overlap < closing * dt && s->kick > 0.5 * s->dt) {
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
