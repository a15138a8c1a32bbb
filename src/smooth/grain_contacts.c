// grain_contacts.c - the contacts of a pair of grains with a core: which features are near, which old contact each touch
// goes on with, and the geometry that the passes read.
#include "smooth/grains.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>

// Of the whole pair a hair less than the law says: it must not end a contact that is listed.
double grains_beyond(const stepping *s, const near_grain *p, double curvature)
{
    const bodies *o = s->context.body;
    const rec4 *x = o->position[o->now];
    int set = grains_set(s, p);
    if (!(s->context.reach[set] > 0))
        return 0;
    curvature += 1 / grain_contact_radius(grains_form(s, p->b), x[p->b].v[3]);
    if (!p->wall)
        curvature += 1 / grain_contact_radius(grains_form(s, p->a), x[p->a].v[3]);
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
    double margin = s->skin + 2 * s->moved + beyond;
    p->listed = true;
    if (!grain_by_features(x->form, y->form))
        return true;
    for (;;) {
        int32_t left = b->feature_room - b->features;
        int n = grain_near(&(grain_pair){x, y, offset, s->flat}, margin,
                           (sphero_room){b->feature ? b->feature + b->features : NULL, left});
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
    double *const *g = k->geometry;
    int32_t left = match_features(k, b, contact, olds, count);
    order_old(k, contact, left);
    for (int32_t i = 0; i < left; i++) {
        int32_t c = contact[i];
        double best = INFINITY;
        int at = -1;
        v3 normal = v3_make(g[GRAIN_N][c], g[GRAIN_N + 1][c], g[GRAIN_N + 2][c]);
        v3 place = v3_make(g[GRAIN_ARM_B][c], g[GRAIN_ARM_B + 1][c], g[GRAIN_ARM_B + 2][c]);
        for (int j = 0; j < count; j++) {
            if (b->old[j] >= 0 || v3_dot(normal, b->touch[j].normal) < 0.5)
                continue;
            v3 way = v3_sub(place, v3_sub(b->touch[j].point, b->offset));
            if (v3_dot(way, way) < best) {
                best = v3_dot(way, way);
                at = j;
            }
        }
        if (at >= 0)
            b->old[at] = c;
    }
}

static void set3(double *const *column, int32_t i, v3 v)
{
    column[0][i] = v.x;
    column[1][i] = v.y;
    column[2][i] = v.z;
}

static void set_geometry(const stepping *s, bucket *k, int32_t i, const near_grain *p,
                         const touch *t, v3 offset, double curvature)
{
    double *const *g = k->geometry;
    set3(g + GRAIN_N, i, t->normal);
    g[GRAIN_GAP][i] = t->gap;
    g[GRAIN_WEIGHT][i] = t->weight;
    g[GRAIN_CURVATURE][i] = curvature;
    set3(g + GRAIN_ARM_B, i, v3_sub(t->point, offset));
    if (!p->wall) {
        set3(g + GRAIN_ARM_A, i, t->point);
        return;
    }
    const bodies *o = s->context.body;
    const wall_state *w = &s->wall[p->a];
    const rec4 *turns = &o->spin[o->now][p->b];
    v3 at = v3_add(v3_of(&o->position[o->now][p->b]), t->point);
    // where the touch was on the wall in the middle of the step, the time of all velocities
    v3 moves = v3_add(v3_of(&o->velocity[o->now][p->b]),
                      v3_cross(v3_scale(turns->v[3], v3_of(turns)), t->point));
    v3 arm = v3_fma(v3_sub(at, w->position), -0.5 * s->context.dt, v3_sub(moves, w->velocity));
    set3(g + GRAIN_V, i, v3_add(w->velocity, v3_cross(w->spin, arm)));
    set3(g + GRAIN_SPIN, i, w->spin);
}

int grains_bucket(const stepping *s, block *b, const near_grain *p)
{
    int set = grains_set(s, p);
    return block_bucket(b, p->wall ? BUCKET_GRAIN_WALLS : BUCKET_GRAINS, set,
                        &s->context.layout[set], bodies_padding(s->context.body));
}

// The old contact of a pair that says how it holds on across a gap, the first of those that have been through a step;
// -1: none.
static int32_t holder(const stepping *s, const bucket *k, const int32_t *old, int32_t olds)
{
    int32_t best = -1;
    for (int32_t i = 0; s->context.reach[k->set] > 0 && i < olds; i++)
        if (grains_holds(s, k, old[i]) && (best < 0 || k->feature[old[i]] < k->feature[best]))
            best = old[i];
    return best;
}

// A contact that begins within reach of a pair that holds on to each other is part of that.
static void hold_on(const stepping *s, bucket *k, int32_t contact, int32_t from)
{
    const law_set *set = &s->law[k->set];
    const history_layout *l = &s->context.layout[k->set];
    for (int slot = 0; from >= 0 && slot < LAW_SLOTS; slot++)
        for (int j = l->law[slot]; set->holds[slot] && j < l->law[slot] + set->history[slot]; j++)
            k->history[j][contact] = k->history[j][from];
}

bool grains_settle(const stepping *s, block *b, const near_grain *p, int index, int32_t *old,
                   int32_t olds, int count, v3 offset, report *r)
{
    const contact_context *c = &s->context;
    const bodies *o = c->body;
    b->offset = offset;
    for (int32_t i = 0; i < olds; i++)
        b->bucket[index].geometry[GRAIN_GAP][old[i]] = INFINITY;
    int32_t from = holder(s, &b->bucket[index], old, olds);
    match(&b->bucket[index], b, old, olds, count);
    double radius_b = grain_contact_radius(grains_form(s, p->b), o->position[o->now][p->b].v[3]);
    double other = 0;
    if (!p->wall)
        other = 1 / grain_contact_radius(grains_form(s, p->a), o->position[o->now][p->a].v[3]);
    for (int j = 0; j < count; j++) {
        bool fresh = b->old[j] < 0, ok = true;
        if (fresh) {
            b->old[j] = contact_make(b, index, p->a, p->b, b->touch[j].feature, c);
            ok = b->old[j] >= 0;
        } else if (b->bucket[index].feature[b->old[j]] != b->touch[j].feature)
            ok = contact_rekey(b, index, b->old[j], b->touch[j].feature, c);
        if (!ok)
            return false;
        set_geometry(s, &b->bucket[index], b->old[j], p, &b->touch[j], offset,
                     1 / radius_b + (p->wall ? b->curvature[j] : other));
        if (fresh)
            hold_on(s, &b->bucket[index], b->old[j], from);
        if (fresh)
            block_begin_history(s, &b->bucket[index], b->old[j]);
        r->made += fresh && (p->wall || (p->a >= b->low && p->a < b->high));
    }
    return true;
}
