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
    if (low == b->walls)
        return NULL;
    near_wall *found = &b->wall[low];
    return found->body == body && found->wall == wall ? found : NULL;
}

// Velocity of the wall where it was touched in the middle of the step, which is the time of all velocities: at the
// place that the touch had on it then. Since then the wall has turned and the body has moved along it by `moves`.
static v3 wall_velocity(const stepping *s, const wall_state *w, const wall_touch *t, v3 moves)
{
    const v3 arm = v3_sub(t->point, w->position);
    const v3 turned = v3_cross(w->spin, arm);
    const v3 against = v3_sub(v3_sub(moves, w->velocity), turned);
    const v3 along = v3_fma(against, -v3_dot(against, t->normal), t->normal);
    const v3 arm_then = v3_fma(arm, -0.5 * s->context.dt, v3_add(turned, along));
    return v3_add(w->velocity, v3_cross(w->spin, arm_then));
}

// A vector on a wall as it was half a step ago: since then the wall has turned.
static v3 half_a_step_ago(const stepping *s, const wall_state *w, v3 vector)
{
    const double half = 0.5 * s->context.dt;
    return v3_fma(vector, -half, v3_cross(w->spin, vector));
}

// Which ball is beside which wall, and the parts of the wall that are near.
typedef struct ball_beside {
    const wall_state *wall;
    int32_t body;
    wall_parts parts;
} ball_beside;

// The touch with the feature of `t`, as the ball was on the wall in the middle of the step; false where there was none.
static bool touch_then(const stepping *s, const ball_beside *at, const wall_touch *t, v3 moves,
                       wall_touch *out)
{
    const bodies *o = s->context.body;
    const wall_state *w = at->wall;
    const double half = 0.5 * s->context.dt;
    const v3 centre = v3_of(&o->position[o->now][at->body]);
    const v3 turned = v3_cross(w->spin, v3_sub(centre, w->position));
    const v3 back = v3_scale(-half, v3_sub(v3_sub(moves, w->velocity), turned));
    const double radius = o->position[o->now][at->body].v[3];
    const double reach = fabs(t->gap) + 2 * v3_norm(back);
    const placed_wall placed = {w->shape, w->position, w->orientation, NULL};
    wall_touch then[WALL_TOUCH_MOST];
    const int count =
        ball_wall_touches(&placed, v3_add(centre, back), radius, reach, at->parts, then);
    for (int i = 0; i < count; i++)
        if (then[i].feature == t->feature) {
            *out = then[i];
            return true;
        }
    return false;
}

// The same of a curved wall, along which the touch moves by more or less than the body: where it touches the
// wall from where the body was on it then. The wall has turned since. The arm of the body, too, was along the normal of
// then; what its spin makes of the difference is counted here.
static v3 curved_velocity(const stepping *s, const ball_beside *at, const wall_touch *t,
                          const wall_touch *then)
{
    const bodies *o = s->context.body;
    const wall_state *w = at->wall;
    const rec4 *turns = &o->spin[o->now][at->body];
    const double radius = o->position[o->now][at->body].v[3];
    const v3 arm = half_a_step_ago(s, w, v3_sub(then->point, w->position));
    const v3 tilt = v3_sub(half_a_step_ago(s, w, then->normal), t->normal);
    const v3 spin = v3_scale(turns->v[3], v3_of(turns));
    const v3 beside = v3_cross(spin, v3_scale(radius + t->gap, tilt));
    const v3 along = v3_fma(beside, -v3_dot(beside, t->normal), t->normal);
    return v3_add(v3_add(w->velocity, v3_cross(w->spin, arm)), along);
}

static void set_geometry(const stepping *s, bucket *k, int32_t i, const ball_beside *at,
                         const wall_touch *t)
{
    const bodies *o = s->context.body;
    const v3 moves = v3_of(&o->velocity[o->now][at->body]);
    const double radius = o->position[o->now][at->body].v[3];
    // a centre behind the surface is pushed as one on it: the way to it must not turn round
    const double reach = real_max(radius + t->gap, 1e-9 * radius);
    wall_touch then;
    v3 velocity;
    if (t->curvature != 0 && touch_then(s, at, t, moves, &then))
        velocity = curved_velocity(s, at, t, &then);
    else
        velocity = wall_velocity(s, at->wall, t, moves);
    put_columns_v3(k->geometry, WALL_D, i, v3_scale(reach, t->normal));
    put_columns_v3(k->geometry, WALL_V, i, velocity);
    k->geometry[WALL_CURVATURE][i] = t->curvature;
    put_columns_v3(k->geometry, WALL_SPIN, i, at->wall->spin);
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
            const v3 normal = v3_unit(columns_v3(k->geometry, WALL_D, c));
            const double like = v3_dot(normal, t[j].normal);
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

// The contact of a touch goes on, maybe with another feature, or is made: its number, -1 without memory.
static int32_t keep_contact(const stepping *s, block *b, const near_wall *w, int index, int32_t old,
                            int64_t feature)
{
    const contact_context *context = &s->context;
    if (old < 0)
        return contact_make(b, index, w->wall, w->body, feature, context);
    if (b->bucket[index].feature[old] == feature)
        return old;
    return contact_rekey(b, index, old, feature, context) ? old : -1;
}

static void touch_wall(const stepping *s, block *b, near_wall *w, int index, report *r)
{
    const contact_context *c = &s->context;
    const bodies *o = c->body;
    const wall_state *state = &s->wall[w->wall];
    const rec4 *position = &o->position[o->now][w->body];
    const double radius = position->v[3];
    bucket *k = &b->bucket[index];
    wall_touch t[WALL_TOUCH_MOST];
    int32_t old[WALL_TOUCH_MOST];
    double beyond = 0;
    if (w->contacts > 0) // only a contact that is there lives so far out
        beyond = c->reach[k->set];
    const placed_wall placed = {state->shape, state->position, state->orientation, NULL};
    const wall_parts parts = {b->candidate + w->first_candidate, w->candidates};
    const ball_beside at = {state, w->body, parts};
    const int count = ball_wall_touches(&placed, v3_of(position), radius, beyond, parts, t);
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
    match_touches(k, w, t, touching, old);
    for (int i = 0; i < w->contacts; i++)
        set_apart(k, w->contact[i], radius);
    for (int j = 0; j < touching; j++) {
        const bool fresh = old[j] < 0;
        if (fresh && t[j].gap >= 0)
            continue;
        const int32_t contact = keep_contact(s, b, w, index, old[j], t[j].feature);
        if (contact < 0) {
            report_trouble(s, r, TROUBLE_MEMORY, w->wall, w->body, true);
            return;
        }
        set_geometry(s, k, contact, &at, &t[j]);
        if (-t[j].gap > s->too_deep * radius)
            report_too_deep(s, r, w->wall, w->body, true, (deep_overlap){-t[j].gap, radius});
        if (fresh)
            block_begin_history(s, k, contact);
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
