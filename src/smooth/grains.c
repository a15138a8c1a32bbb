// grains.c - contacts of grains with a core: the narrow phase of a step, which old contact each new one goes on with,
// and the geometry that the passes read. One pair at a time, in plain doubles, compiled once.
//
// Near grains come with the lists. Those whose balls overlap are worked on: pairs that meet by features keep the near
// ones until the lists are built again (Alonso-Marroquin and Wang 2009, section 2.4), within which nothing moves by
// more than the skin.
#include "smooth/grains.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>

const grain_form *grains_form(const stepping *s, int32_t slot)
{
    return s->form[s->context.body->set[slot]];
}

static grain_pose pose_of(const stepping *s, int32_t slot)
{
    const bodies *o = s->context.body;
    const double *q = o->orientation[slot].v;
    const grain_form *form = grains_form(s, slot);
    return (grain_pose){form,
                        o->position[o->now][slot].v[3],
                        {q[0], q[1], q[2], q[3]},
                        form ? s->turned + s->turned_first[slot] : NULL};
}

v3 grains_offset(const stepping *s, const near_grain *p)
{
    const contact_context *c = &s->context;
    const rec4 *at = c->body->position[c->body->now];
    return nearest_image(c, v3_sub(v3_of(&at[p->b]), v3_of(&at[p->a])));
}

static int set_of_pair(const stepping *s, const near_grain *p)
{
    const contact_context *c = &s->context;
    int material = p->wall ? s->wall[p->a].material : c->body->material[p->a];
    return c->set_of[material * c->materials + c->body->material[p->b]];
}

// Of the whole pair a hair less than the law says: it must not end a contact that is listed.
double grains_beyond(const stepping *s, const near_grain *p, double curvature)
{
    const bodies *o = s->context.body;
    const rec4 *x = o->position[o->now];
    int set = set_of_pair(s, p);
    if (!(s->context.reach[set] > 0))
        return 0;
    curvature += 1 / grain_contact_radius(grains_form(s, p->b), x[p->b].v[3]);
    if (!p->wall)
        curvature += 1 / grain_contact_radius(grains_form(s, p->a), x[p->a].v[3]);
    return (1 - 1e-12) * law_set_reach(&s->law[set], 1 / curvature);
}

core_motion block_core_motion(const stepping *s, const bucket *k, int32_t i)
{
    const bodies *o = s->context.body;
    double *const *g = k->geometry;
    const double half = 0.5 * s->context.dt;
    core_motion m;
    v3 velocity[2];
    for (int side = 0; side < 2; side++) {
        v3 *spin = side ? &m.spin_b : &m.spin_a;
        if (!side && bucket_walls(k->kind)) {
            velocity[0] = v3_make(g[GRAIN_V][i], g[GRAIN_V + 1][i], g[GRAIN_V + 2][i]);
            *spin = v3_make(g[GRAIN_SPIN][i], g[GRAIN_SPIN + 1][i], g[GRAIN_SPIN + 2][i]);
            continue;
        }
        int32_t slot = side ? k->b[i] : k->a[i];
        const rec4 *w = &o->spin[o->now][slot];
        int arm_at = side ? GRAIN_ARM_B : GRAIN_ARM_A;
        *spin = v3_scale(w->v[3], v3_of(w));
        v3 arm = v3_make(g[arm_at][i], g[arm_at + 1][i], g[arm_at + 2][i]);
        arm = v3_fma(arm, -half, v3_cross(*spin, arm));
        velocity[side] = v3_add(v3_of(&o->velocity[o->now][slot]), v3_cross(*spin, arm));
    }
    m.velocity = v3_sub(velocity[1], velocity[0]);
    return m;
}

// ---- old contacts of each pair

// Outlines keep their contacts from step to step; the others ask for them.
static bool asked(const block *b, const bucket *k)
{
    return bucket_cores(k->kind) && (!b->linked || b->asking == b->grains || bucket_walls(k->kind));
}

// Fills block->touching: for each near grain, the contacts there are, all in one bucket. One that belongs to none is
// far apart. Outlines are asked after the lists were built alone.
static bool collect_old(const stepping *s, block *b)
{
    int32_t total = 0;
    if (!b->linked)
        b->asking = b->grains;
    for (int32_t p = 0; p < b->asking; p++) {
        b->grain[p].contacts = 0;
        b->grain[p].holds = false;
    }
    for (int round = 0; round < 2; round++) {
        for (int n = 0; n < b->buckets; n++) {
            bucket *k = &b->bucket[n];
            for (int32_t i = 0; asked(b, k) && i < k->count; i++) {
                if (b->linked && k->lane[i] >= 0)
                    continue;
                near_grain *p = block_near_grain(b, k, i);
                if (round && p)
                    b->touching[p->contact + p->contacts] = i;
                if (p) {
                    p->contacts++;
                    total++;
                    p->holds = p->holds || grains_holds(s, k, i);
                } else
                    k->geometry[GRAIN_GAP][i] = INFINITY;
            }
        }
        if (round)
            break;
        int64_t room = b->touching_room;
        if (!mem_grow((void **)&b->touching, &room, total + 1, sizeof *b->touching))
            return false;
        b->touching_room = (int32_t)room;
        for (int32_t p = 0, first = 0; p < b->asking; p++) {
            b->grain[p].contact = first;
            first += b->grain[p].contacts;
            b->grain[p].contacts = 0;
        }
    }
    return true;
}

// ---- the contacts of one pair

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

// Contacts of the pair, into block->touch; the number, or -1 without memory.
static int meet_pair(const stepping *s, block *b, near_grain *p, v3 offset, double beyond,
                     report *r)
{
    grain_pose x = pose_of(s, p->a);
    grain_pose y = pose_of(s, p->b);
    double held = p->holds ? beyond : 0;
    if (!p->listed && !grains_list(s, b, p, &x, &y, offset, beyond))
        return -1;
    for (;;) {
        touch_list list = {.item = b->touch, .room = b->touch_room, .beyond = held};
        grain_touches(
            &(grain_pair){&x, &y, offset, s->flat},
            &(sphero_list){b->feature ? b->feature + p->feature : NULL, p->features, 2 * s->moved},
            held, &p->memory, &list);
        if (list.lost)
            report_too_deep(s, r, p->a, p->b, false, INFINITY, INFINITY);
        if (list.count <= list.room)
            return list.count;
        if (!grains_reserve_touches(b, list.count))
            return -1;
    }
}

// Shares of what a wall attracts across a gap: at each contact as far as its curvature lets it. Those beyond are left
// out; the number of the others. Faces that look different ways attract as walls of their own do.
static int share_at_wall(const stepping *s, block *b, const near_grain *p, int count)
{
    int n = 0;
    for (int i = 0; i < count; i++) {
        double depth = grains_beyond(s, p, b->curvature[i]) - b->touch[i].gap;
        if (!(depth > 0))
            continue;
        b->touch[n] = b->touch[i];
        b->curvature[n] = b->curvature[i];
        b->touch[n++].depth = depth;
    }
    touch_share_alike(b->touch, n);
    return n;
}

static int meet_wall(const stepping *s, block *b, const near_grain *p, v3 centre, report *r)
{
    const wall_state *w = &s->wall[p->a];
    double beyond = s->context.reach[set_of_pair(s, p)];
    double held = p->holds ? beyond : 0;
    placed_wall wall = {w->shape, w->position, w->orientation, w->faces};
    grain_pose g = pose_of(s, p->b);
    const int32_t *near;
    int32_t count = corners_near(s, b, p, &wall, &g, centre, beyond, &near);
    if (count <= 0)
        return count; // nothing is near: a list without room is none
    for (;;) {
        touch_list list = {.item = b->touch, .room = b->touch_room};
        if (!grain_wall_touches(&(grain_at_wall){&wall, &g, centre, held}, near, count, &list,
                                b->curvature)) {
            report_trouble(s, r, TROUBLE_CORNER, p->a, p->b, true);
            return 0;
        }
        if (list.lost)
            report_too_deep(s, r, p->a, p->b, true, INFINITY, INFINITY);
        if (list.count <= list.room)
            return held > 0 ? share_at_wall(s, b, p, list.count) : list.count;
        if (!grains_reserve_touches(b, list.count))
            return -1;
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
    int set = set_of_pair(s, p);
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

// Two grains have to come nearer by `apart` before there is a contact. Each point of each has moved by s->moved at most
// since the lists were built, so by twice as much at most between two steps.
static void let_sleep(const stepping *s, near_grain *p, double apart)
{
    p->asleep = 0.499999 * apart - s->moved;
}

static bool step_near_grain(const stepping *s, block *b, near_grain *p, report *r)
{
    if (p->contacts == 0 && s->moved < p->asleep)
        return true;
    const bodies *o = s->context.body;
    const rec4 *x = o->position[o->now];
    const rec4 *v = o->velocity[o->now];
    v3 offset = v3_make(0, 0, 0);
    int count;
    if (p->wall) {
        if (!(v[p->b].v[3] > 0))
            return true;
        count = meet_wall(s, b, p, v3_of(&x[p->b]), r);
    } else {
        offset = grains_offset(s, p);
        double beyond = grains_beyond(s, p, 0);
        double reach = x[p->a].v[3] + x[p->b].v[3];
        double square = v3_dot(offset, offset);
        bool near = square < (reach + beyond) * (reach + beyond);
        count = near ? meet_pair(s, b, p, offset, beyond, r) : 0;
        if (count == 0)
            let_sleep(s, p, near ? p->memory.apart : sqrt(square) - reach);
    }
    if (count == 0 && p->contacts == 0)
        return true;
    int index = count < 0 ? -1 : grains_bucket(s, b, p);
    return index >= 0 &&
           grains_settle(s, b, p, index, b->touching + p->contact, p->contacts, count, offset, r);
}

void block_grains(const stepping *s, block *b, outlines_pass *pass, report *r)
{
    if (!s->form)
        return;
    bool ok = collect_old(s, b) && grains_reserve_touches(b, 8) &&
              (b->linked || (outlines_begin(s, b) && corners_begin(b)));
    for (int32_t i = 0; ok && i < b->asking; i++)
        ok = b->grain[i].watched || step_near_grain(s, b, &b->grain[i], r);
    ok = ok && pass(s, b, r);
    if (!ok)
        report_trouble(s, r, TROUBLE_MEMORY, b->low, -1, false);
}
