// outlines.c - contacts of two outlines in the plane, of grains with many corners of which few are near.
//
// When a pair is looked through, its features that come within touch and a slack are put into groups of lanes, with
// their corners in body axes (collide/outline.h). Until the two grains have moved by the slack against each other, no
// other feature can touch: |change of the offset| + R |change of the turn| of both, from where they are and where they
// were, bounds how far any two features have come nearer. A lane keeps which contact is its. As long as the same lanes
// touch, a step writes what they found into the columns of their contacts (outline_pass.c); else contacts begin and end
// as for all grains with a core. A pair of which nothing is near sleeps until the displacements of all grains may have
// brought it near. (Contact lists of Alonso-Marroquin and Wang 2009, section 2.4, pair by pair.)
#include "smooth/grains.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <string.h>

// A look takes as long as so many steps with one group of lanes as the list has features, about. The slack grows when
// looks cost more than lanes, and shrinks when they cost much less.
enum { MUCH = 4 };
static const double slack_first = 1.0 / 256, slack_least = 1.0 / 65536; // of the skin

static bool grow(void **array, int32_t *room, int64_t need, size_t item)
{
    int64_t have = *room;
    if (need <= have)
        return true;
    if (!mem_grow(array, &have, need, item))
        return false;
    *room = (int32_t)have;
    return true;
}

// ---- the pairs

static bool shares(const grain_form *a, const grain_form *b)
{
    return (a && !a->core->summed) || (b && !b->core->summed);
}

static bool begin_watch(const stepping *s, block *b, int32_t near)
{
    const bodies *o = s->context.body;
    near_grain *p = &b->grain[near];
    const grain_form *x = grains_form(s, p->a);
    const grain_form *y = grains_form(s, p->b);
    if (!grow((void **)&b->watch, &b->watch_room, b->watches + 1, sizeof *b->watch))
        return false;
    if (!grow((void **)&b->asleep, &b->asleep_room, b->watches + 1, sizeof *b->asleep))
        return false;
    outline_watch *w = &b->watch[b->watches];
    *w = (outline_watch){
        .a = p->a,
        .b = p->b,
        .near = near,
        .slack = -1,
        .bucket = -1,
        .shares = shares(x, y),
    };
    w->beyond = grains_beyond(s, p, 0);
    w->radius[0] = x ? x->core->radius : o->position[o->now][p->a].v[3];
    w->radius[1] = y ? y->core->radius : o->position[o->now][p->b].v[3];
    b->asleep[b->watches++] = -1;
    p->watched = true;
    return true;
}

bool outlines_begin(const stepping *s, block *b)
{
    b->watches = 0;
    int32_t walls = 0;
    for (int32_t i = 0; i < b->grains; i++) {
        near_grain *p = &b->grain[i];
        walls += p->wall;
        p->watched = false;
        if (!s->flat || p->wall || !grain_by_features(grains_form(s, p->a), grains_form(s, p->b)))
            continue;
        if (!begin_watch(s, b, i))
            return false;
    }
    if (walls + b->watches == b->grains)
        b->asking = walls; // they come first
    b->linked = true;
    return true;
}

// The pair that is worked on.
typedef struct couple {
    near_grain *near;
    outline_watch *watch;
    int32_t held; // contacts that no lane has, in block->held
    double ball[2], moved;
    v3 offset;
    grain_pose grain[2]; // without their corners
    outline_pose pose;
} couple;

static couple couple_of(const stepping *s, block *b, int32_t watch)
{
    const bodies *o = s->context.body;
    outline_watch *w = &b->watch[watch];
    near_grain *near = &b->grain[w->near];
    couple c = {
        .near = near,
        .watch = w,
        .offset = grains_offset(s, near),
    };
    const rec4 *turn[2] = {&o->orientation[w->a], &o->orientation[w->b]};
    for (int side = 0; side < 2; side++) {
        const int32_t slot = side ? w->b : w->a;
        c.ball[side] = o->position[o->now][slot].v[3];
        c.pose.radius[side] = w->radius[side];
        c.grain[side] = (grain_pose){
            .form = grains_form(s, slot),
            .radius = c.ball[side],
            .turn = bodies_orientation(o, slot),
        };
        outline_turn(&c.pose, side, turn[side]->v[0], turn[side]->v[3]);
    }
    c.pose.offset[0] = c.offset.x;
    c.pose.offset[1] = c.offset.y;
    c.moved = outline_moved(w, c.pose.offset, c.ball[0], turn[0], c.ball[1], turn[1]);
    return c;
}

// ---- looking through

// The grains of the pair with their corners in space, in block->corner.
static bool turn_corners(block *b, couple *c)
{
    int32_t need = 0;
    int32_t first = 0;
    for (int side = 0; side < 2; side++)
        if (c->grain[side].form)
            need += c->grain[side].form->turned;
    if (!grow((void **)&b->corner, &b->corner_room, need, sizeof *b->corner))
        return false;
    for (int side = 0; side < 2; side++) {
        grain_pose *g = &c->grain[side];
        if (!g->form)
            continue;
        grain_turn(g->form, g->turn, b->corner + first);
        g->turned = b->corner + first;
        first += g->form->turned;
    }
    return true;
}

static void put_corner(double at[2][OUTLINE_LANES], int lane, const grain_pose *g, int32_t vertex)
{
    v3 v = g->form ? g->form->core->vertex[vertex] : v3_make(0, 0, 0);
    at[0][lane] = v.x;
    at[1][lane] = v.y;
}

static void put_lane(outline_group *g, const couple *c, sphero_pair pair)
{
    bool of_a = pair.kind == TOUCH_VERTEX_EDGE;
    const grain_pose *mine = &c->grain[of_a ? 0 : 1];
    const grain_pose *other = &c->grain[of_a ? 1 : 0];
    const int32_t *edge = other->form->core->edge[of_a ? pair.of_b : pair.of_a];
    int lane = g->count++;
    put_corner(g->point, lane, mine, of_a ? pair.of_a : pair.of_b);
    put_corner(g->from, lane, other, edge[0]);
    put_corner(g->to, lane, other, edge[1]);
    g->of_a += of_a; // lists have them first
    g->key[lane] = touch_feature(pair.kind, pair.of_a, pair.of_b);
    g->contact[lane] = -1;
}

// The features within touch, or what holds on beyond it, and the slack, into the groups of the pair, in the order of
// the list. Returns how far from touch the nearest is where there is none.
static double pick_features(block *b, couple *c)
{
    outline_watch *w = c->watch;
    w->groups = 0;
    if (c->near->features == 0)
        return INFINITY; // the block may have no list at all then
    const sphero_pair *pair = b->feature + c->near->feature;
    sphero x = grain_features(&c->grain[0], false);
    sphero y = grain_features(&c->grain[1], false);
    double touch = x.radius + y.radius;
    double least = INFINITY;
    outline_group *at = b->group + b->groups; // what the whole list needs is there
    int n = 0;
    memset(at, 0, sizeof *at);
    for (int32_t i = 0; i < c->near->features; i++) {
        if (sphero_beyond(&x, &y, c->offset, pair[i], touch + w->beyond + w->slack))
            continue;
        if (at[n].count == OUTLINE_LANES)
            memset(&at[++n], 0, sizeof *at);
        put_lane(&at[n], c, pair[i]);
    }
    w->groups = at[0].count ? n + 1 : 0;
    if (w->groups > w->room) {
        w->group = b->groups;
        w->room = w->groups;
        b->groups += w->groups;
    } else if (w->groups)
        memmove(b->group + w->group, at, (size_t)w->groups * sizeof *at);
    for (int32_t i = 0; w->groups == 0 && i < c->near->features; i++)
        least = real_min(least, sphero_apart(&x, &y, c->offset, pair[i]) - touch);
    return least;
}

// Adds the contacts that lanes have to block->held.
static bool hold_contacts(block *b, couple *c)
{
    const outline_watch *w = c->watch;
    int64_t need = c->held + (int64_t)OUTLINE_LANES * w->groups + 1;
    if (!grow((void **)&b->held, &b->held_room, need, sizeof *b->held))
        return false;
    for (int32_t n = 0; n < w->groups; n++) {
        const outline_group *g = &b->group[w->group + n];
        for (unsigned left = g->held; left; left &= left - 1)
            b->held[c->held++] = g->contact[__builtin_ctz(left)];
    }
    return true;
}

// The lane of the pair with that feature; -1: none.
static int32_t lane_of(const block *b, const outline_watch *w, int64_t key)
{
    for (int32_t n = w->group; n < w->group + w->groups; n++)
        for (int i = 0; i < b->group[n].count; i++)
            if (b->group[n].key[i] == key)
                return OUTLINE_LANES * n + i;
    return -1;
}

// Gives the contacts in block->held to the lanes with their features; those left over stay.
static void give_contacts(block *b, couple *c)
{
    bucket *k = &b->bucket[c->watch->bucket];
    int32_t left = 0;
    for (int32_t i = 0; i < c->held; i++) {
        int32_t contact = b->held[i];
        int32_t lane = lane_of(b, c->watch, k->feature[contact]);
        block_link(b, k, contact, lane);
        if (lane < 0)
            b->held[left++] = contact;
    }
    c->held = left;
}

static void let_go(block *b, const couple *c)
{
    for (int32_t i = 0; i < c->held; i++)
        block_link(b, &b->bucket[c->watch->bucket], b->held[i], -1);
}

static void choose_slack(const stepping *s, couple *c)
{
    outline_watch *w = c->watch;
    double lanes = (double)w->age * w->groups;
    double look = c->near->features;
    if (!c->near->listed)
        w->slack = slack_first * s->skin;
    else if (c->moved < w->slack)
        w->slack = real_max(4 * c->moved, slack_least * s->skin);
    else if (lanes < look)
        w->slack = real_min(2 * w->slack, s->skin);
    else if (lanes > MUCH * look)
        w->slack = real_max(0.5 * w->slack, slack_least * s->skin);
}

// Takes the contacts that the lists left, in the first step after they were built.
static bool first_contacts(const stepping *s, block *b, couple *c)
{
    const near_grain *p = c->near;
    if ((c->watch->bucket = grains_bucket(s, b, p)) < 0)
        return false;
    if (!grow((void **)&b->held, &b->held_room, p->contacts + 1, sizeof *b->held))
        return false;
    for (int32_t i = 0; i < p->contacts; i++)
        b->held[i] = b->touching[p->contact + i];
    c->held = p->contacts;
    return true;
}

static bool look_through(const stepping *s, block *b, int32_t watch, couple *c)
{
    outline_watch *w = c->watch;
    near_grain *p = c->near;
    if (!hold_contacts(b, c) || !turn_corners(b, c))
        return false;
    let_go(b, c);
    choose_slack(s, c);
    if (!p->listed && !grains_list(s, b, p, &c->grain[0], &c->grain[1], c->offset, w->beyond))
        return false;
    int64_t need = (int64_t)b->groups + p->features / OUTLINE_LANES + 1;
    if (!grow((void **)&b->group, &b->group_room, need, sizeof *b->group))
        return false;
    double least = pick_features(b, c);
    memcpy(w->offset, c->pose.offset, sizeof w->offset);
    for (int side = 0; side < 2; side++) {
        w->turn[side][0] = c->grain[side].turn.w;
        w->turn[side][1] = c->grain[side].turn.z;
    }
    w->age = 0;
    give_contacts(b, c);
    // each grain has moved by s->moved at most since the lists were built, now and then
    if (w->groups == 0)
        b->asleep[watch] = (1 - 1e-9) * least - 2 * s->moved;
    return true;
}

// ---- contacts

// The gap up to which the pair holds on, by the contacts in block->held.
static double beyond_of(const stepping *s, const block *b, const couple *c)
{
    const outline_watch *w = c->watch;
    for (int32_t i = 0; w->beyond > 0 && i < c->held; i++)
        if (grains_holds(s, &b->bucket[w->bucket], b->held[i]))
            return w->beyond;
    return 0;
}

// Contacts begin, end and go from one feature to the next.
static bool settle(const stepping *s, block *b, couple *c, report *r)
{
    const outline_watch *w = c->watch;
    int32_t count = 0;
    outline_touches t;
    if (!grains_reserve_touches(b, OUTLINE_LANES * w->groups + 1) || !hold_contacts(b, c))
        return false;
    c->pose.beyond = beyond_of(s, b, c);
    for (int32_t n = 0; n < w->groups; n++) {
        const outline_group *g = &b->group[w->group + n];
        outline_meet(&c->pose, g, &t);
        if (t.lost)
            report_too_deep(s, r, w->a, w->b, false, (deep_overlap){INFINITY, INFINITY});
        for (unsigned left = t.hit; left; left &= left - 1) {
            int i = __builtin_ctz(left);
            b->touch[count++] = (touch){
                .point = v3_make(t.point[0][i], t.point[1][i], 0),
                .normal = v3_make(t.normal[0][i], t.normal[1][i], 0),
                .gap = t.gap[i],
                .feature = g->key[i],
                .weight = 1,
            };
        }
    }
    if (count == 0 && c->held == 0)
        return true;
    if (w->shares)
        touch_share_beyond(b->touch, count, c->pose.beyond);
    let_go(b, c);
    const pair_touches found = {
        .pair = c->near,
        .offset = c->offset,
        .bucket = w->bucket,
        .count = count,
        .old = b->held,
        .olds = c->held,
    };
    if (!grains_settle(s, b, &found, r))
        return false;
    for (int32_t j = 0; j < count; j++)
        block_link(b, &b->bucket[w->bucket], b->old[j], lane_of(b, w, b->touch[j].feature));
    return true;
}

// Balls that do not reach each other, of a pair without contacts: its corners are not looked at.
static bool balls_apart(const stepping *s, block *b, int32_t watch, const couple *c)
{
    double square = v3_dot(c->offset, c->offset);
    double reach = c->ball[0] + c->ball[1];
    if (c->near->contacts || square < reach * reach)
        return false;
    b->asleep[watch] = (1 - 1e-9) * (sqrt(square) - reach) - 2 * s->moved;
    return true;
}

bool outlines_step(const stepping *s, block *b, int32_t watch, report *r)
{
    couple c = couple_of(s, b, watch);
    bool fresh = !c.near->listed;
    if (fresh && balls_apart(s, b, watch, &c))
        return true;
    if (fresh && !first_contacts(s, b, &c))
        return false;
    if (!outline_holds(c.watch, c.moved) && !look_through(s, b, watch, &c))
        return false;
    c.watch->age++;
    return settle(s, b, &c, r);
}
