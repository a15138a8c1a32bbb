// events.c - what happens rarely in a step: contacts that begin and end, walls, borders, trouble. One contact at a
// time, in plain doubles, so it is compiled once and cannot differ between kernels.
#include "smooth/grains.h"
#include "smooth/smooth.h"

#include "base/mathlib.h"

#include <math.h>

static bool fixed_slot(const bodies *o, int32_t slot)
{
    return !(o->velocity[o->now][slot].v[3] > 0);
}

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
                report_too_deep(s, r, k->a[i], k->b[i], bucket_walls(k->kind), depth, radius);
            continue;
        }
        double rsum;
        double rinv;
        double small = o->position[o->now][k->b[i]].v[3];
        v3 d = reach_of(s, k, i, &rsum, &rinv);
        if (k->kind == BUCKET_BALLS && o->position[o->now][k->a[i]].v[3] < small)
            small = o->position[o->now][k->a[i]].v[3];
        if (!(rsum - v3_norm(d) <= s->too_deep * small))
            report_too_deep(s, r, k->a[i], k->b[i], k->kind == BUCKET_WALLS, rsum - v3_norm(d),
                            small);
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

static near_wall *find_near_wall(block *b, int32_t body, int32_t wall)
{
    int32_t low = 0;
    int32_t high = b->walls;
    while (low < high) {
        int32_t mid = (low + high) / 2;
        const near_wall *w = &b->wall[mid];
        if (w->body < body || (w->body == body && w->wall < wall))
            low = mid + 1;
        else
            high = mid;
    }
    return low < b->walls && b->wall[low].body == body && b->wall[low].wall == wall ? &b->wall[low]
                                                                                    : NULL;
}

// Velocity of the wall where it was touched in the middle of the step, which is the time of all velocities: at the
// place that the touch had on it then. Since then the wall has turned and the body has moved along it by `moves`.
static v3 wall_velocity(const stepping *s, const wall_state *w, v3 arm, v3 normal, v3 moves)
{
    v3 turned = v3_cross(w->spin, arm);
    v3 along = v3_sub(v3_sub(moves, w->velocity), turned);
    along = v3_fma(along, -v3_dot(along, normal), normal);
    arm = v3_fma(arm, -0.5 * s->context.dt, v3_add(turned, along));
    return v3_add(w->velocity, v3_cross(w->spin, arm));
}

// The same of a curved wall, along which the touch moves by more or less than the body: where it touches the
// wall from where the body was on it then. The wall has turned since. The arm of the body, too, was along the normal of
// then; what its spin makes of the difference is counted here.
static bool curved_velocity(const stepping *s, const wall_state *w, const near_wall *near,
                            const int32_t *candidate, const wall_touch *t, v3 moves, v3 *out)
{
    const bodies *o = s->context.body;
    const rec4 *turns = &o->spin[o->now][near->body];
    const double *x = o->position[o->now][near->body].v;
    const double half = 0.5 * s->context.dt;
    const v3 centre = v3_make(x[0], x[1], x[2]);
    if (t->curvature == 0)
        return false;
    const v3 turned = v3_cross(w->spin, v3_sub(centre, w->position));
    const v3 back = v3_scale(-half, v3_sub(v3_sub(moves, w->velocity), turned));
    wall_touch then[WALL_TOUCH_MOST];
    const int count =
        ball_wall_touches(w->shape, w->position, w->orientation, v3_add(centre, back), x[3],
                          fabs(t->gap) + 2 * v3_norm(back), candidate, near->candidates, then);
    for (int i = 0; i < count; i++) {
        if (then[i].feature != t->feature)
            continue;
        const v3 arm = v3_sub(then[i].point, w->position);
        const v3 normal = then[i].normal;
        const v3 tilt = v3_sub(v3_fma(normal, -half, v3_cross(w->spin, normal)), t->normal);
        const v3 spin = v3_scale(turns->v[3], v3_make(turns->v[0], turns->v[1], turns->v[2]));
        const v3 beside = v3_cross(spin, v3_scale(x[3] + t->gap, tilt));
        *out = v3_add(w->velocity, v3_cross(w->spin, v3_fma(arm, -half, v3_cross(w->spin, arm))));
        *out = v3_add(*out, v3_fma(beside, -v3_dot(beside, t->normal), t->normal));
        return true;
    }
    return false;
}

static void set_geometry(const stepping *s, bucket *k, int32_t i, const wall_state *w,
                         const near_wall *near, const int32_t *candidate, const wall_touch *t)
{
    const bodies *o = s->context.body;
    const double *moves = o->velocity[o->now][k->b[i]].v;
    const double radius = o->position[o->now][k->b[i]].v[3];
    // a centre behind the surface is pushed as one on it: the way to it must not turn round
    double reach = real_max(radius + t->gap, 1e-9 * radius);
    v3 d = v3_scale(reach, t->normal);
    v3 arm = v3_sub(t->point, w->position);
    const v3 u = v3_make(moves[0], moves[1], moves[2]);
    v3 v;
    if (!curved_velocity(s, w, near, candidate, t, u, &v))
        v = wall_velocity(s, w, arm, t->normal, u);
    const double value[WALL_COLUMNS] = {d.x, d.y,          d.z,       v.x,       v.y,
                                        v.z, t->curvature, w->spin.x, w->spin.y, w->spin.z};
    for (int j = 0; j < WALL_COLUMNS; j++)
        k->geometry[j][i] = value[j];
}

// A contact that is no longer there: far away, so that the pass ends it.
static void set_apart(bucket *k, int32_t i, double radius)
{
    for (int j = 0; j < WALL_COLUMNS; j++)
        k->geometry[j][i] = 0;
    k->geometry[WALL_D][i] = 1e3 * radius;
}

enum { TOUCH_NEW = -1 };

// Which old contact a touch goes on with: the same feature, else the one left over whose normal is closest (within 60
// degrees), so that a spring is kept from one triangle, edge or corner to the next.
static void match_touches(const bucket *k, const near_wall *w, const wall_touch *t, int count,
                          int32_t *old)
{
    bool used[WALL_CONTACTS_MOST] = {false};
    for (int j = 0; j < count; j++) {
        old[j] = TOUCH_NEW;
        for (int i = 0; i < w->contacts; i++)
            if (k->feature[w->contact[i]] == t[j].feature) {
                old[j] = i;
                used[i] = true;
            }
    }
    for (int j = 0; j < count; j++) {
        double best = 0.5;
        int at = -1;
        for (int i = 0; old[j] < 0 && i < w->contacts; i++) {
            int32_t c = w->contact[i];
            v3 n = v3_unit(v3_make(k->geometry[0][c], k->geometry[1][c], k->geometry[2][c]));
            double like = v3_dot(n, t[j].normal);
            if (!used[i] && like > best) {
                best = like;
                at = i;
            }
        }
        if (at >= 0) {
            old[j] = at;
            used[at] = true;
        }
        if (old[j] >= 0)
            old[j] = w->contact[old[j]];
    }
}

static void touch_wall(const stepping *s, block *b, near_wall *w, int index, report *r)
{
    const contact_context *c = &s->context;
    const bodies *o = c->body;
    const wall_state *state = &s->wall[w->wall];
    const double *x = o->position[o->now][w->body].v;
    wall_touch t[WALL_TOUCH_MOST];
    int32_t old[WALL_TOUCH_MOST];
    double beyond = c->reach[b->bucket[index].set]; // only a contact that is there lives so far out
    int count = ball_wall_touches(state->shape, state->position, state->orientation,
                                  v3_make(x[0], x[1], x[2]), x[3], w->contacts > 0 ? beyond : 0,
                                  b->candidate + w->first_candidate, w->candidates, t);
    if (count < 0) {
        report_trouble(s, r, TROUBLE_CORNER, w->wall, w->body, true);
        return;
    }
    if (count == 0 && w->contacts == 0)
        return;
    int touching = 0;
    for (int j = 0; j < count; j++)
        if (t[j].gap < 0 || w->contacts > 0)
            t[touching++] = t[j];
    match_touches(&b->bucket[index], w, t, touching, old);
    for (int i = 0; i < w->contacts; i++)
        set_apart(&b->bucket[index], w->contact[i], x[3]);
    for (int j = 0; j < touching; j++) {
        bool ok = true, fresh = old[j] < 0;
        if (fresh && t[j].gap >= 0)
            continue;
        if (fresh) {
            old[j] = contact_make(b, index, w->wall, w->body, t[j].feature, c);
            ok = old[j] >= 0;
        } else if (b->bucket[index].feature[old[j]] != t[j].feature)
            ok = contact_rekey(b, index, old[j], t[j].feature, c);
        if (!ok) {
            report_trouble(s, r, TROUBLE_MEMORY, w->wall, w->body, true);
            return;
        }
        set_geometry(s, &b->bucket[index], old[j], state, w, b->candidate + w->first_candidate,
                     &t[j]);
        if (-t[j].gap > s->too_deep * x[3])
            report_too_deep(s, r, w->wall, w->body, true, -t[j].gap, x[3]);
        if (fresh)
            block_begin_history(s, &b->bucket[index], old[j]);
        r->made += fresh;
    }
}

void block_walls(const stepping *s, block *b, report *r)
{
    const contact_context *c = &s->context;
    const bodies *o = c->body;
    // A block that has no wall near by now may have contacts with one still: they end in this step.
    for (int32_t i = 0; i < b->walls; i++)
        b->wall[i].contacts = 0;
    for (int n = 0; n < b->buckets; n++) {
        bucket *k = &b->bucket[n];
        for (int32_t i = 0; k->kind == BUCKET_WALLS && i < k->count; i++) {
            near_wall *w = find_near_wall(b, k->b[i], k->a[i]);
            if (w && w->contacts < WALL_CONTACTS_MOST)
                w->contact[w->contacts++] = i;
            else
                set_apart(k, i, o->position[o->now][k->b[i]].v[3]);
        }
    }
    for (int32_t i = 0; i < b->walls; i++) {
        near_wall *w = &b->wall[i];
        if (fixed_slot(o, w->body))
            continue;
        int set = c->set_of[s->wall[w->wall].material * c->materials + o->material[w->body]];
        int index = block_bucket(b, BUCKET_WALLS, set, &c->layout[set], bodies_padding(o));
        if (index < 0)
            report_trouble(s, r, TROUBLE_MEMORY, w->wall, w->body, true);
        else
            touch_wall(s, b, w, index, r);
    }
}
