// ball_walls.c - contacts of balls with walls: where they touch, which old contact each touch goes on with, and the
// geometry that the passes read. One contact at a time, in plain doubles, so it is compiled once.
#include "smooth/smooth.h"

#include "base/mathlib.h"

#include <math.h>

static bool fixed_slot(const bodies *o, int32_t slot)
{
    return !(o->velocity[o->now][slot].v[3] > 0);
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
    const placed_wall placed = {w->shape, w->position, w->orientation, NULL};
    const wall_parts parts = {candidate, near->candidates};
    const double reach = fabs(t->gap) + 2 * v3_norm(back);
    wall_touch then[WALL_TOUCH_MOST];
    const int count = ball_wall_touches(&placed, v3_add(centre, back), x[3], reach, parts, then);
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
    const placed_wall placed = {state->shape, state->position, state->orientation, NULL};
    const wall_parts parts = {b->candidate + w->first_candidate, w->candidates};
    int count = ball_wall_touches(&placed, v3_make(x[0], x[1], x[2]), x[3],
                                  w->contacts > 0 ? beyond : 0, parts, t);
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
            report_too_deep(s, r, w->wall, w->body, true, (deep_overlap){-t[j].gap, x[3]});
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
