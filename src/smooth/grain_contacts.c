// grain_contacts.c - the contacts of a pair of grains with a core: which features are near, which old contact each touch
// goes on with, and the geometry that the passes read.
#include "smooth/grains.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>

// Of the surface of a grain where it touches, 1/m.
static double curvature_of(const stepping *s, int32_t slot)
{
    const bodies *o = s->context.body;
    const double radius = o->position[o->now][slot].v[3];
    return 1 / grain_contact_radius(grains_form(s, slot), radius);
}

// Of the whole pair a hair less than the law says: it must not end a contact that is listed.
double grains_beyond(const stepping *s, const near_grain *p, double curvature)
{
    const int set = grains_set(s, p);
    if (!(s->context.reach[set] > 0))
        return 0;
    curvature += curvature_of(s, p->b);
    if (!p->wall)
        curvature += curvature_of(s, p->a);
    return (1 - 1e-12) * law_set_reach(&s->law[set], 1 / curvature);
}

bool grains_reserve_touches(block *b, int32_t need)
{
    if (need <= b->touch_room)
        return true;
    int64_t room[3] = {b->touch_room, b->touch_room, b->touch_room};
    if (!mem_grow((void **)&b->touch, &room[0], need, sizeof *b->touch) ||
        !mem_grow((void **)&b->curvature, &room[1], need, sizeof *b->curvature) ||
        !mem_grow((void **)&b->old, &room[2], need, sizeof *b->old))
        return false;
    b->touch_room = need;
    return true;
}

bool grains_list(const stepping *s, block *b, near_grain *p, const grain_pose *x,
                 const grain_pose *y, v3 offset, double beyond)
{
    const double margin = s->skin + 2 * s->moved + beyond;
    const grain_pair pair = {x, y, offset, s->flat};
    p->listed = true;
    if (!grain_by_features(x->form, y->form))
        return true;
    for (;;) {
        const int32_t left = b->feature_room - b->features;
        sphero_room room_left = {NULL, left};
        if (b->feature)
            room_left = (sphero_room){b->feature + b->features, left};
        const int n = grain_near(&pair, margin, room_left);
        if (n <= left) {
            for (int i = 0; i < n; i++)
                b->feature[b->features + i].apart -= (float)(2.000001 * s->moved);
            p->feature = b->features;
            p->features = n;
            b->features += n;
            return true;
        }
        int64_t room = b->feature_room;
        if (!mem_grow((void **)&b->feature, &room, (int64_t)b->features + n, sizeof *b->feature))
            return false;
        b->feature_room = (int32_t)room;
    }
}

// The old contacts of a pair in the order of their features: where they stand in the bucket must not matter.
static void order_old(const bucket *k, int32_t *contact, int32_t n)
{
    for (int32_t i = 1; i < n; i++)
        for (int32_t j = i; j > 0 && k->feature[contact[j - 1]] > k->feature[contact[j]]; j--) {
            int32_t swap = contact[j];
            contact[j] = contact[j - 1];
            contact[j - 1] = swap;
        }
}

// Old contacts with the feature of a touch go on with it, and are taken out of contact[]; the number that are left.
// Touches come in the order of the last step as a rule.
static int32_t match_features(const bucket *k, block *b, int32_t *contact, int32_t n, int count)
{
    for (int j = 0; j < count; j++) {
        int64_t feature = b->touch[j].feature;
        int32_t i = 0;
        while (i < n && k->feature[contact[i]] != feature)
            i++;
        b->old[j] = i < n ? contact[i] : -1;
        if (i == n)
            continue;
        for (n--; i < n; i++)
            contact[i] = contact[i + 1];
    }
    return n;
}

// Which old contact a touch goes on with: the same feature, else the one left over whose normal is within 60 degrees
// and whose place is nearest, so that a spring is kept from one feature to the next.
static void match(const bucket *k, block *b, int32_t *contact, int32_t olds, int count)
{
    int32_t left = match_features(k, b, contact, olds, count);
    order_old(k, contact, left);
    for (int32_t i = 0; i < left; i++) {
        int32_t c = contact[i];
        double best = INFINITY;
        int at = -1;
        const v3 normal = columns_v3(k->geometry, GRAIN_N, c);
        const v3 place = columns_v3(k->geometry, GRAIN_ARM_B, c);
        for (int j = 0; j < count; j++) {
            if (b->old[j] >= 0 || v3_dot(normal, b->touch[j].normal) < 0.5)
                continue;
            const v3 point = v3_sub(b->touch[j].point, b->offset);
            const v3 way = v3_sub(place, point);
            const double square = v3_dot(way, way);
            if (square < best) {
                best = square;
                at = j;
            }
        }
        if (at >= 0)
            b->old[at] = c;
    }
}

// How the wall moves where it was touched in the middle of the step, the time of all velocities.
static void set_wall_motion(const stepping *s, bucket *k, int32_t i, const near_grain *p, v3 point)
{
    const bodies *o = s->context.body;
    const wall_state *w = &s->wall[p->a];
    const rec4 *turns = &o->spin[o->now][p->b];
    const v3 spin = v3_scale(turns->v[3], v3_of(turns));
    const v3 moves = v3_add(v3_of(&o->velocity[o->now][p->b]), v3_cross(spin, point));
    const v3 at = v3_add(v3_of(&o->position[o->now][p->b]), point);
    const v3 along = v3_sub(moves, w->velocity);
    const v3 arm = v3_fma(v3_sub(at, w->position), -0.5 * s->context.dt, along);
    const v3 velocity = v3_add(w->velocity, v3_cross(w->spin, arm));
    put_columns_v3(k->geometry, GRAIN_V, i, velocity);
    put_columns_v3(k->geometry, GRAIN_SPIN, i, w->spin);
}

// Of contact number i, from touch number j of those that were found.
static void set_geometry(const stepping *s, block *b, const pair_touches *found, int32_t i, int j)
{
    const near_grain *p = found->pair;
    const touch *t = &b->touch[j];
    bucket *k = &b->bucket[found->bucket];
    double *const *g = k->geometry;
    const double other = p->wall ? b->curvature[j] : curvature_of(s, p->a);
    put_columns_v3(g, GRAIN_N, i, t->normal);
    g[GRAIN_GAP][i] = t->gap;
    g[GRAIN_WEIGHT][i] = t->weight;
    g[GRAIN_CURVATURE][i] = curvature_of(s, p->b) + other;
    put_columns_v3(g, GRAIN_ARM_B, i, v3_sub(t->point, found->offset));
    if (p->wall)
        set_wall_motion(s, k, i, p, t->point);
    else
        put_columns_v3(g, GRAIN_ARM_A, i, t->point);
}

int grains_bucket(const stepping *s, block *b, const near_grain *p)
{
    const int set = grains_set(s, p);
    const bucket_kind kind = p->wall ? BUCKET_GRAIN_WALLS : BUCKET_GRAINS;
    const int32_t padding = bodies_padding(s->context.body);
    return block_bucket(b, kind, set, &s->context.layout[set], padding);
}

// The old contact of a pair that says how it holds on across a gap, the first of those that have been through a step;
// -1: none.
static int32_t holder(const stepping *s, const bucket *k, const int32_t *old, int32_t olds)
{
    int32_t best = -1;
    if (!(s->context.reach[k->set] > 0))
        return -1;
    for (int32_t i = 0; i < olds; i++) {
        const bool first = best < 0 || k->feature[old[i]] < k->feature[best];
        if (first && grains_holds(s, k, old[i]))
            best = old[i];
    }
    return best;
}

// A contact that begins within reach of a pair that holds on to each other is part of that.
static void hold_on(const stepping *s, bucket *k, int32_t contact, int32_t from)
{
    const law_set *set = &s->law[k->set];
    const history_layout *l = &s->context.layout[k->set];
    for (int slot = 0; from >= 0 && slot < LAW_SLOTS; slot++) {
        const int first = l->law[slot];
        const int count = set->holds[slot] ? set->history[slot] : 0;
        for (int j = first; j < first + count; j++)
            k->history[j][contact] = k->history[j][from];
    }
}

// The contact of touch number j goes on, maybe with another feature, or is made. False without memory.
static bool keep_contact(const stepping *s, block *b, const pair_touches *found, int j)
{
    const contact_context *context = &s->context;
    const near_grain *p = found->pair;
    const int64_t feature = b->touch[j].feature;
    if (b->old[j] < 0) {
        b->old[j] = contact_make(b, found->bucket, p->a, p->b, feature, context);
        return b->old[j] >= 0;
    }
    if (b->bucket[found->bucket].feature[b->old[j]] == feature)
        return true;
    return contact_rekey(b, found->bucket, b->old[j], feature, context);
}

bool grains_settle(const stepping *s, block *b, const pair_touches *found, report *r)
{
    const near_grain *p = found->pair;
    const bool counted = p->wall || (p->a >= b->low && p->a < b->high); // else by the block of a
    bucket *k = &b->bucket[found->bucket];
    b->offset = found->offset;
    for (int32_t i = 0; i < found->olds; i++)
        k->geometry[GRAIN_GAP][found->old[i]] = INFINITY;
    const int32_t from = holder(s, k, found->old, found->olds);
    match(k, b, found->old, found->olds, found->count);
    for (int j = 0; j < found->count; j++) {
        const bool fresh = b->old[j] < 0;
        if (!keep_contact(s, b, found, j))
            return false;
        set_geometry(s, b, found, b->old[j], j);
        if (!fresh)
            continue;
        hold_on(s, k, b->old[j], from);
        block_begin_history(s, k, b->old[j]);
        r->made += counted;
    }
    return true;
}
