// grains.c - contacts of grains with a core: the narrow phase of a step, pair by pair and wall by wall, in plain doubles,
// compiled once. What becomes of the touches that it finds is in grain_contacts.c.
//
// Near grains come with the lists. Those whose balls overlap are worked on: pairs that meet by features keep the near
// ones until the lists are built again (Alonso-Marroquin and Wang 2009, section 2.4), within which nothing moves by
// more than the skin.
#include "smooth/grains.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>

static grain_pose pose_of(const stepping *s, int32_t slot)
{
    const bodies *o = s->context.body;
    grain_pose pose = {
        .form = grains_form(s, slot),
        .radius = o->position[o->now][slot].v[3],
        .turn = bodies_orientation(o, slot),
    };
    if (pose.form)
        pose.turned = s->turned + s->turned_first[slot];
    return pose;
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

// Contacts of the pair, into block->touch; the number, or -1 without memory.
static int meet_pair(const stepping *s, block *b, near_grain *p, v3 offset, double beyond,
                     report *r)
{
    grain_pose x = pose_of(s, p->a);
    grain_pose y = pose_of(s, p->b);
    double held = p->holds ? beyond : 0;
    if (!p->listed && !grains_list(s, b, p, &x, &y, offset, beyond))
        return -1;
    const grain_pair pair = {&x, &y, offset, s->flat};
    const sphero_pair *features = NULL;
    if (b->feature)
        features = b->feature + p->feature;
    const sphero_list near = {features, p->features, 2 * s->moved};
    for (;;) {
        touch_list list = {.item = b->touch, .room = b->touch_room, .beyond = held};
        grain_touches(&pair, &near, held, &p->memory, &list);
        if (list.lost)
            report_too_deep(s, r, p->a, p->b, false, (deep_overlap){INFINITY, INFINITY});
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
    double beyond = s->context.reach[grains_set(s, p)];
    double held = p->holds ? beyond : 0;
    placed_wall wall = {w->shape, w->position, w->orientation, w->faces};
    grain_pose g = pose_of(s, p->b);
    const int32_t *near;
    const corners_at_wall corners = {&wall, &g, centre, beyond};
    const int32_t count = corners_near(s, b, p, &corners, &near);
    if (count <= 0)
        return count; // nothing is near: a list without room is none
    const grain_at_wall at = {&wall, &g, centre, held};
    for (;;) {
        touch_list list = {.item = b->touch, .room = b->touch_room};
        if (!grain_wall_touches(&at, near, count, &list, b->curvature)) {
            report_trouble(s, r, TROUBLE_CORNER, p->a, p->b, true);
            return 0;
        }
        if (list.lost)
            report_too_deep(s, r, p->a, p->b, true, (deep_overlap){INFINITY, INFINITY});
        if (list.count <= list.room)
            return held > 0 ? share_at_wall(s, b, p, list.count) : list.count;
        if (!grains_reserve_touches(b, list.count))
            return -1;
    }
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
    if (count < 0)
        return false;
    const pair_touches found = {
        .pair = p,
        .offset = offset,
        .bucket = grains_bucket(s, b, p),
        .count = count,
        .old = b->touching + p->contact,
        .olds = p->contacts,
    };
    return found.bucket >= 0 && grains_settle(s, b, &found, r);
}

void block_grains(const stepping *s, block *b, outlines_pass *pass, report *r)
{
    if (!s->form)
        return;
    bool ok = collect_old(s, b) && grains_reserve_touches(b, 8);
    if (!b->linked)
        ok = ok && outlines_begin(s, b) && corners_begin(b);
    for (int32_t i = 0; ok && i < b->asking; i++)
        ok = b->grain[i].watched || step_near_grain(s, b, &b->grain[i], r);
    ok = ok && pass(s, b, r);
    if (!ok)
        report_trouble(s, r, TROUBLE_MEMORY, b->low, -1, false);
}
