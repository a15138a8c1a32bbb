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

static couple couple_of(const stepping *stepping, block *block, int32_t number)
{
    const bodies *bodies = stepping->context.body;
    outline_watch *watch = &block->outlines.watch[number];
    near_grain *near = &block->grains.pair[watch->near];
    const rec4 *turn_a = &bodies->orientation[watch->a];
    const rec4 *turn_b = &bodies->orientation[watch->b];
    couple couple = {
        .near = near,
        .watch = watch,
        .offset = grains_offset(stepping, near),
    };
    outline_pose *pose = &couple.pose;
    for (int side = 0; side < 2; side++) {
        const int32_t slot = side ? watch->b : watch->a;
        const rec4 *turn = side ? turn_b : turn_a;
        couple.ball[side] = radius_at(stepping, slot);
        couple.grain[side] = (grain_pose){
            .form = grains_form(stepping, slot),
            .radius = couple.ball[side],
            .turn = bodies_orientation(bodies, slot),
        };
        pose->radius[side] = watch->radius[side];
        outline_turn(pose, side, turn->v[0], turn->v[3]);
    }
    pose->offset[0] = couple.offset.x;
    pose->offset[1] = couple.offset.y;
    couple.moved =
        outline_moved(watch, pose->offset, couple.ball[0], turn_a, couple.ball[1], turn_b);
    return couple;
}

// ---- looking through

// The grains of the pair with their corners in space, in block->corner.
static bool turn_corners(block *block, couple *couple)
{
    int32_t need = 0;
    int32_t first = 0;
    for (int side = 0; side < 2; side++)
        if (couple->grain[side].form)
            need += couple->grain[side].form->turned;
    if (!MEM_GROW32(block->current.corner, block->current.corner_room, need))
        return false;
    for (int side = 0; side < 2; side++) {
        grain_pose *pose = &couple->grain[side];
        if (!pose->form)
            continue;
        grain_turn(pose->form, pose->turn, block->current.corner + first);
        pose->turned = block->current.corner + first;
        first += pose->form->turned;
    }
    return true;
}

static void put_corner(double at[2][OUTLINE_LANES], int lane, const grain_pose *pose,
                       int32_t vertex)
{
    v3 corner = pose->form ? pose->form->core->vertex[vertex] : v3_make(0, 0, 0);
    at[0][lane] = corner.x;
    at[1][lane] = corner.y;
}

static void put_lane(outline_group *group, const couple *couple, sphero_pair pair)
{
    const bool of_a = pair.kind == TOUCH_VERTEX_EDGE;
    const grain_pose *mine = &couple->grain[of_a ? 0 : 1];
    const grain_pose *other = &couple->grain[of_a ? 1 : 0];
    const int32_t vertex = of_a ? pair.of_a : pair.of_b;
    const int32_t edge = of_a ? pair.of_b : pair.of_a;
    const int32_t *ends = other->form->core->edge[edge];
    const int lane = group->count++;
    put_corner(group->point, lane, mine, vertex);
    put_corner(group->from, lane, other, ends[0]);
    put_corner(group->to, lane, other, ends[1]);
    group->of_a += of_a; // lists have them first
    group->key[lane] = touch_feature(pair.kind, pair.of_a, pair.of_b);
    group->contact[lane] = -1;
}

// The features within touch, or what holds on beyond it, and the slack, into the groups of the pair, in the order of
// the list. Returns how far from touch the nearest is where there is none.
static double pick_features(block *block, couple *couple)
{
    outline_watch *watch = couple->watch;
    outline_watches *outlines = &block->outlines;
    const int32_t features = couple->near->features;
    watch->groups = 0;
    if (features == 0)
        return INFINITY; // the block may have no list at all then
    const sphero_pair *pair = block->grains.feature + couple->near->feature;
    const sphero core_a = grain_features(&couple->grain[0], false);
    const sphero core_b = grain_features(&couple->grain[1], false);
    const double touch = core_a.radius + core_b.radius;
    const double most = touch + watch->beyond + watch->slack;
    outline_group *at = outlines->group + outlines->groups; // what the whole list needs is there
    int group = 0;
    memset(at, 0, sizeof *at);
    for (int32_t i = 0; i < features; i++) {
        if (sphero_beyond(&core_a, &core_b, couple->offset, pair[i], most))
            continue;
        if (at[group].count == OUTLINE_LANES)
            memset(&at[++group], 0, sizeof *at);
        put_lane(&at[group], couple, pair[i]);
    }
    watch->groups = at[0].count ? group + 1 : 0;
    if (watch->groups > watch->room) {
        watch->group = outlines->groups;
        watch->room = watch->groups;
        outlines->groups += watch->groups;
    } else if (watch->groups) {
        memmove(outlines->group + watch->group, at, (size_t)watch->groups * sizeof *at);
    }
    double least = INFINITY;
    for (int32_t i = 0; watch->groups == 0 && i < features; i++) {
        const double apart = sphero_apart(&core_a, &core_b, couple->offset, pair[i]);
        least = real_min(least, apart - touch);
    }
    return least;
}

// Adds the contacts that lanes have to block->held.
static bool hold_contacts(block *block, couple *couple)
{
    const outline_watch *watch = couple->watch;
    int64_t need = couple->held + (int64_t)OUTLINE_LANES * watch->groups + 1;
    if (!MEM_GROW32(block->current.held, block->current.held_room, need))
        return false;
    for (int32_t i = 0; i < watch->groups; i++) {
        const outline_group *group = &block->outlines.group[watch->group + i];
        for (unsigned left = group->held; left; left &= left - 1)
            block->current.held[couple->held++] = group->contact[__builtin_ctz(left)];
    }
    return true;
}

// The lane of the pair with that feature; -1: none.
static int32_t lane_of(const block *block, const outline_watch *watch, int64_t key)
{
    for (int32_t group = watch->group; group < watch->group + watch->groups; group++)
        for (int i = 0; i < block->outlines.group[group].count; i++)
            if (block->outlines.group[group].key[i] == key)
                return OUTLINE_LANES * group + i;
    return -1;
}

// Gives the contacts in block->held to the lanes with their features; those left over stay.
static void give_contacts(block *block, couple *couple)
{
    bucket *bucket = &block->bucket[couple->watch->bucket];
    int32_t left = 0;
    for (int32_t i = 0; i < couple->held; i++) {
        int32_t contact = block->current.held[i];
        int32_t lane = lane_of(block, couple->watch, bucket->feature[contact]);
        block_link(block, bucket, contact, lane);
        if (lane < 0)
            block->current.held[left++] = contact;
    }
    couple->held = left;
}

static void let_go(block *block, const couple *couple)
{
    for (int32_t i = 0; i < couple->held; i++)
        block_link(block, &block->bucket[couple->watch->bucket], block->current.held[i], -1);
}

static void choose_slack(const stepping *stepping, couple *couple)
{
    outline_watch *watch = couple->watch;
    double lanes = (double)watch->age * watch->groups;
    double look = couple->near->features;
    if (!couple->near->listed)
        watch->slack = slack_first * stepping->skin;
    else if (couple->moved < watch->slack)
        watch->slack = real_max(4 * couple->moved, slack_least * stepping->skin);
    else if (lanes < look)
        watch->slack = real_min(2 * watch->slack, stepping->skin);
    else if (lanes > MUCH * look)
        watch->slack = real_max(0.5 * watch->slack, slack_least * stepping->skin);
}

// Takes the contacts that the lists left, in the first step after they were built.
static bool first_contacts(const stepping *stepping, block *block, couple *couple)
{
    const near_grain *near = couple->near;
    if ((couple->watch->bucket = grains_bucket(stepping, block, near)) < 0)
        return false;
    if (!MEM_GROW32(block->current.held, block->current.held_room, near->contacts + 1))
        return false;
    for (int32_t i = 0; i < near->contacts; i++)
        block->current.held[i] = block->grains.touching[near->contact + i];
    couple->held = near->contacts;
    return true;
}

static bool look_through(const stepping *stepping, block *block, int32_t number, couple *couple)
{
    outline_watch *watch = couple->watch;
    near_grain *near = couple->near;
    if (!hold_contacts(block, couple) || !turn_corners(block, couple))
        return false;
    let_go(block, couple);
    choose_slack(stepping, couple);
    const grain_pair pair = {&couple->grain[0], &couple->grain[1], couple->offset, stepping->flat};
    if (!near->listed && !grains_list(stepping, block, near, &pair, watch->beyond))
        return false;
    outline_watches *outlines = &block->outlines;
    const int64_t need = (int64_t)outlines->groups + near->features / OUTLINE_LANES + 1;
    if (!MEM_GROW32(outlines->group, outlines->group_room, need))
        return false;
    const double least = pick_features(block, couple);
    memcpy(watch->offset, couple->pose.offset, sizeof watch->offset);
    for (int side = 0; side < 2; side++) {
        watch->turn[side][0] = couple->grain[side].turn.w;
        watch->turn[side][1] = couple->grain[side].turn.z;
    }
    watch->age = 0;
    give_contacts(block, couple);
    // each grain has moved by stepping->moved at most since the lists were built, now and then
    if (watch->groups == 0)
        block->outlines.asleep[number] = (1 - 1e-9) * least - 2 * stepping->moved;
    return true;
}

// ---- contacts

// The gap up to which the pair holds on, by the contacts in block->held.
static double beyond_of(const stepping *stepping, const block *block, const couple *couple)
{
    const outline_watch *watch = couple->watch;
    for (int32_t i = 0; watch->beyond > 0 && i < couple->held; i++)
        if (grains_holds(stepping, &block->bucket[watch->bucket], block->current.held[i]))
            return watch->beyond;
    return 0;
}

// Contacts begin, end and go from one feature to the next.
static bool settle(const stepping *stepping, block *block, couple *couple, report *report)
{
    const outline_watch *watch = couple->watch;
    int32_t count = 0;
    outline_touches touches;
    if (!grains_reserve_touches(block, OUTLINE_LANES * watch->groups + 1) ||
        !hold_contacts(block, couple))
        return false;
    couple->pose.beyond = beyond_of(stepping, block, couple);
    for (int32_t at = 0; at < watch->groups; at++) {
        const outline_group *group = &block->outlines.group[watch->group + at];
        outline_meet(&couple->pose, group, &touches);
        if (touches.lost)
            report_too_deep(stepping, report, watch->a, watch->b, false,
                            (deep_overlap){INFINITY, INFINITY});
        for (unsigned left = touches.hit; left; left &= left - 1) {
            int i = __builtin_ctz(left);
            block->current.touch[count++] = (touch){
                .point = v3_make(touches.point[0][i], touches.point[1][i], 0),
                .normal = v3_make(touches.normal[0][i], touches.normal[1][i], 0),
                .gap = touches.gap[i],
                .feature = group->key[i],
                .weight = 1,
            };
        }
    }
    if (count == 0 && couple->held == 0)
        return true;
    if (watch->shares && watch->norm)
        touch_share_norm(block->current.touch, count);
    else if (watch->shares)
        touch_share_beyond(block->current.touch, count, couple->pose.beyond);
    let_go(block, couple);
    const pair_touches found = {
        .pair = couple->near,
        .offset = couple->offset,
        .bucket = watch->bucket,
        .count = count,
        .old = block->current.held,
        .olds = couple->held,
    };
    if (!grains_settle(stepping, block, &found, report))
        return false;
    for (int32_t j = 0; j < count; j++)
        block_link(block, &block->bucket[watch->bucket], block->current.old[j],
                   lane_of(block, watch, block->current.touch[j].feature));
    return true;
}

// Balls that do not reach each other, of a pair without contacts: its corners are not looked at.
static bool balls_apart(const stepping *stepping, block *block, int32_t watch, const couple *couple)
{
    double square = v3_dot(couple->offset, couple->offset);
    double reach = couple->ball[0] + couple->ball[1];
    if (couple->near->contacts || square < reach * reach)
        return false;
    const double way = (1 - 1e-9) * (sqrt(square) - reach);
    block->outlines.asleep[watch] = way - 2 * stepping->moved;
    return true;
}

bool outlines_step(const stepping *stepping, block *block, int32_t watch, report *report)
{
    couple couple = couple_of(stepping, block, watch);
    bool fresh = !couple.near->listed;
    if (fresh && balls_apart(stepping, block, watch, &couple))
        return true;
    if (fresh && !first_contacts(stepping, block, &couple))
        return false;
    if (!outline_holds(couple.watch, couple.moved) &&
        !look_through(stepping, block, watch, &couple))
        return false;
    couple.watch->age++;
    return settle(stepping, block, &couple, report);
}
